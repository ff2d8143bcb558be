/* bones.c: makes the parents of bones a forest, so that who draws them comes to an end. */
#include "view/view.h"

enum { UNKNOWN, ON_THE_WAY, ENDS };

/* Follows the parents of a bone up to a root or a bone that is known to have one. If it meets a bone of this
 * way, that bone becomes a root. */
static void follow(al_view_bone *bones, uint8_t *state, size_t first)
{
    size_t at = first;
    while (state[at] == UNKNOWN) {
        state[at] = ON_THE_WAY;
        if (bones[at].parent < 0)
            break;
        const size_t up = (size_t)bones[at].parent;
        if (state[up] == ON_THE_WAY) {
            bones[at].parent = -1;
            break;
        }
        at = up;
    }
    for (at = first; state[at] == ON_THE_WAY; at = (size_t)bones[at].parent) {
        state[at] = ENDS;
        if (bones[at].parent < 0)
            break;
    }
}

bool al_view_clean_bones(al_arena *work, al_drawn *skeleton)
{
    const size_t count = skeleton->view.bone_count;
    al_view_bone *bones = skeleton->bones;
    uint8_t *state = al_alloc(work, count, 1);
    if (state == NULL)
        return false;
    for (size_t i = 0; i < count; i++)
        if (bones[i].parent < 0 || (uint64_t)bones[i].parent >= count)
            bones[i].parent = -1;
    for (size_t i = 0; i < count; i++)
        follow(bones, state, i);
    return true;
}
