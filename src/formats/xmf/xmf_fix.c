/* xmf_fix.c: the fixers of XMF meshes. */
#include "formats/xmf/xmf.h"

const al_fixer xmf_fixers[] = {
    {XMF_TRAILING_BYTES, al_fix_cut_off},
    {XMF_INDEX_MAXIMUM, al_fix_to_expected},
    {.plan = NULL},
};
