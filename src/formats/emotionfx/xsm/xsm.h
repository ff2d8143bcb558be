/* xsm.h: an XSM as it is read, for the rules and for dump. */
#ifndef AL_EMOTIONFX_XSM_H
#define AL_EMOTIONFX_XSM_H

#include "formats/emotionfx/keys.h"
#include "kit/hooks.h"

#define AL_RULES "rules/xsm.def"
#include "kit/rule_numbers.h"
#undef AL_RULES

#define AL_LAYOUT "formats/emotionfx/xsm/layout.def"
#include "kit/layout_declare.h"
#undef AL_LAYOUT

enum { XSM_SUBMOTION_CHUNK = 200, XSM_INFO_CHUNK = 201, XSM_LIST_CHUNK = 202, XSM_INFO_TEXTS = 4 };

/* The key arrays of a submotion, in the order of the file. */
enum { XSM_POS, XSM_ROT, XSM_SCALE, XSM_SCALE_ROT, XSM_KEY_ARRAYS };

/* How a version of a submotion is laid out. */
typedef struct xsm_form {
    const al_layout *layout;
    uint32_t size;                   /* of the record; the layout may have a field more */
    bool wide;                       /* rotations are floats */
    uint32_t vectors_at;             /* four rotations, then four vectors */
    uint32_t counts[XSM_KEY_ARRAYS]; /* fields of the record */
} xsm_form;

typedef struct xsm_array_kind {
    const char *name; /* "posKeys" */
    const char *what; /* "position keys" */
    bool rotates;
} xsm_array_kind;

extern const xsm_array_kind xsm_array_kinds[XSM_KEY_ARRAYS];

/* A view: it lives as long as its visit. */
typedef struct xsm_submotion {
    const xsm_form *form;
    const al_path *path;
    uint32_t chunk;
    uint32_t number; /* in its list; UINT32_MAX: the chunk is the submotion */
    al_span record;
    bool named; /* the name was read, and */
    al_string name;
    uint32_t array_count; /* key arrays whose place is known; the last may be cut off */
    al_span keys[XSM_KEY_ARRAYS];
} xsm_submotion;

typedef void xsm_visit(void *context, const xsm_submotion *s);

typedef struct xsm_file {
    efx_file file;
    xsm_visit *visit;
    al_names names; /* of all submotions */
} xsm_file;

extern const efx_format xsm_format;

/* Reads the file. `visit`, which may be NULL, gets it as its context, and each submotion on the way. */
bool xsm_parse(al_job *job, xsm_visit *visit, xsm_file *x) AL_MUST_USE;

const xsm_form *xsm_form_of(const efx_chunk *chunk);
const al_layout *xsm_info_layout(const efx_chunk *chunk);
const al_layout *xsm_key_layout(const xsm_form *form, uint32_t array);
extern const char *const xsm_info_texts[XSM_INFO_TEXTS];

/* Goes through the submotions of a chunk 200 or 202; `visit` may be NULL. False when the chunk stops. */
bool xsm_each_submotion(efx_cursor *c, xsm_visit *visit, void *context);

/* The chunks' rules and dumps. */
void xsm_judge_info(void *document, efx_cursor *c, const efx_chunk *chunk);

/* The hooks of the format. */
void xsm_check(al_job *job);
extern const al_layout *const xsm_layouts[];
extern const al_hooks xsm_hooks;

#endif
