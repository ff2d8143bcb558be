/* x4_folders.h: the folders of meshes that components use, and what is in the meshes and beside the folders.
 */
#ifndef AL_RELATIONS_X4_FOLDERS_H
#define AL_RELATIONS_X4_FOLDERS_H

#include "relations/x4/x4.h"

/* Finds the folder of each component, and asks for what is in its meshes and its .ani. False when memory is
 * short. */
bool x4_resolve_folders(x4_view *v) AL_MUST_USE;

/* Both take what was asked for: what a descriptor moves, and what materials a mesh has. */
bool x4_take_motions(x4_view *v, x4_folder *folder, const al_content *content) AL_MUST_USE;
bool x4_take_materials(x4_view *v, x4_mesh *mesh, const al_content *content) AL_MUST_USE;

/* What the name of a level of detail's mesh ends in, behind the part's: "-lod1.xmf". */
typedef struct x4_ending {
    char text[64];
} x4_ending;
x4_ending x4_lod_ending(const x4_lod *lod);

/* The file of a folder that a part's mesh is: NAME-lodN.xmf. `expected` gets its path from the root. False
 * when memory is short. */
bool x4_find_mesh(x4_view *v, const x4_folder *folder, const char *name, const char *ending,
                  const char **expected, const x4_file **file) AL_MUST_USE;

/* The motions of an animation, by part; both names are in small letters. */
x4_run x4_motions_of(const x4_view *v, const x4_folder *folder, const char *animation);
bool x4_has_motion(const x4_view *v, const x4_folder *folder, const char *part, const char *animation);

#endif
