/* xpm.h: an XPM as it is read, for the rules and for dump. */
#ifndef AL_EMOTIONFX_XPM_H
#define AL_EMOTIONFX_XPM_H

#include "formats/emotionfx/keys.h"
#include "kit/hooks.h"

#define AL_RULES "rules/xpm.def"
#include "kit/rule_numbers.h"
#undef AL_RULES

#define AL_LAYOUT "formats/emotionfx/xpm/layout.def"
#include "kit/layout_declare.h"
#undef AL_LAYOUT

enum { XPM_ANIM_CHUNK = 100, XPM_INFO_CHUNK = 101, XPM_LIST_CHUNK = 102, XPM_INFO_TEXTS = 4 };

/* A morph animation: a view that lives as long as its visit. */
typedef struct xpm_anim {
    const al_path *path;
    uint32_t chunk;
    uint32_t number; /* in its list; UINT32_MAX: the chunk is the animation */
    al_span record;
    xpm_anim_record row;
    bool named; /* the name was read; so was what there is of the keys */
    al_string name;
    al_span keys;
} xpm_anim;

typedef void xpm_visit(void *context, const xpm_anim *a);

typedef struct xpm_file {
    efx_file file;
    xpm_visit *visit;
    al_names names; /* of all animations */
} xpm_file;

extern const char *const xpm_info_texts[XPM_INFO_TEXTS];

/* Reads the file. `visit`, which may be NULL, gets it as its context, and each animation on the way. */
bool xpm_parse(al_job *job, xpm_visit *visit, xpm_file *x) AL_MUST_USE;

/* Goes through the animations of a chunk 100 or 102; `visit` may be NULL. False when the chunk stops. */
bool xpm_each_anim(efx_cursor *c, xpm_visit *visit, void *context);

/* The chunks' rules and dumps. */
void xpm_judge_info(void *document, efx_cursor *c, const efx_chunk *chunk);

/* The hooks of the format. */
void xpm_check(al_job *job);
extern const al_layout *const xpm_layouts[];
extern const al_hooks xpm_hooks;

#endif
