/* x4_folders.h: finds the folders of meshes that components use, their meshes and their .ani. */
#ifndef AL_RELATIONS_X4_FOLDERS_H
#define AL_RELATIONS_X4_FOLDERS_H

#include "relations/x4/x4.h"

/* Finds the folder of each component, and needs the facts of its meshes and its .ani. False if memory is
 * short.
 */
bool x4_resolve_folders(x4_view *v) AL_MUST_USE;

/* Take the facts of an .ani and of a mesh. False if memory is short. */
bool x4_take_motions(x4_view *v, x4_folder *folder, const al_content *content) AL_MUST_USE;
bool x4_take_materials(x4_view *v, x4_mesh *mesh, const al_content *content) AL_MUST_USE;

/* Marks each .ani of a checked mod that is beside a folder of meshes with its name. False if memory is short.
 */
bool x4_mark_animations(x4_view *v) AL_MUST_USE;

/* The ending of the name of a mesh behind that of its part: "-lod1.xmf". */
typedef struct x4_ending {
    char text[64];
} x4_ending;
x4_ending x4_lod_ending(const x4_lod *lod);

/* Finds the mesh of a part in a folder: NAME-lodN.xmf. If it isn't there, `file` is NULL, and `expected` gets
 * its path from the root, which is valid until the next call. False if memory is short. */
bool x4_find_mesh(x4_view *v, const x4_folder *folder, const char *name, const char *ending,
                  const char **expected, const x4_file **file) AL_MUST_USE;

/* The motions of an animation, sorted by part; whether it moves a part. Names are in small letters. */
x4_run x4_motions_of(const x4_view *v, const x4_folder *folder, const char *animation);
bool x4_has_motion(const x4_view *v, const x4_folder *folder, const char *part, const char *animation);

#endif
