/* member_path.h: paths of packages, and of the members in them. */
#ifndef AL_CONTAINERS_MEMBER_PATH_H
#define AL_CONTAINERS_MEMBER_PATH_H

#include "core/arena.h"
#include "core/span.h"

/* A stored name, up to a NUL, as al_member.name. NULL if memory is short. */
const char *al_member_name(al_span stored, al_arena *arena) AL_MUST_USE;

/* `inner!/member`: the path of a member of a package, in the package that holds that package. NULL if memory
 * is short. */
const char *al_member_within(al_arena *arena, const char *inner, const char *member);

/* How a path leaves the folder that its package is unpacked into, as the end of a sentence; NULL: it doesn't.
 */
const char *al_path_leads_out(al_span path);

/* Replaces the extension of a package's path by that of its data, letter by letter, keeping the case of each.
 * `extension` has as many letters as the one it replaces. */
void al_name_container_data(char *path, const char *extension);

#endif
