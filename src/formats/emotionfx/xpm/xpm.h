/* xpm.h: the document of an XPM, for the rules. */
#ifndef AL_EMOTIONFX_XPM_H
#define AL_EMOTIONFX_XPM_H

#include "formats/emotionfx/chunks.h"

#define AL_RULES "rules/xpm.def"
#include "kit/rule_numbers.h"
#undef AL_RULES

#define AL_LAYOUT "formats/emotionfx/xpm/layout.def"
#include "kit/layout_declare.h"
#undef AL_LAYOUT

enum { XPM_ANIM_CHUNK = 100, XPM_INFO_CHUNK = 101, XPM_LIST_CHUNK = 102 };

/* A view of a morph animation, valid during a visit. */
typedef struct xpm_anim {
    const al_path *path;
    uint32_t chunk;
    uint32_t number; /* in its list; UINT32_MAX: the chunk is the animation */
    al_span record;
    xpm_anim_record row;
    bool named; /* the name was read, and so was the existing part of the keys */
    al_string name;
    al_span keys;
} xpm_anim;

typedef void xpm_visit(void *context, const xpm_anim *a);

/* The document only has the places of the chunks. */
typedef struct xpm_file {
    efx_file file;
} xpm_file;

extern const al_layout *const xpm_layouts[];
extern const al_hooks xpm_hooks;
extern const al_magic xpm_magic;

al_parsed xpm_parse(al_job *job, void *document);

/* Reads an info chunk. */
bool xpm_read_info(efx_reading *r);

/* Reads the animations of a chunk 100 or 102; `visit` may be NULL. False if the walk stops. */
bool xpm_each_anim(efx_reading *r, xpm_visit *visit, void *context);

#endif
