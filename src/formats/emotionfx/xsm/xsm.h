/* xsm.h: the document of an XSM, for the rules. */
#ifndef AL_EMOTIONFX_XSM_H
#define AL_EMOTIONFX_XSM_H

#include "formats/emotionfx/chunks.h"

#define AL_RULES "rules/xsm.def"
#include "kit/rule_numbers.h"

#define AL_LAYOUT "formats/emotionfx/xsm/layout.def"
#include "kit/layout_declare.h"
#undef AL_LAYOUT

enum { XSM_SUBMOTION_CHUNK = 200, XSM_INFO_CHUNK = 201, XSM_LIST_CHUNK = 202 };

/* The key arrays of a submotion, in the order of the file. */
enum { XSM_POS, XSM_ROT, XSM_SCALE, XSM_SCALE_ROT, XSM_KEY_ARRAYS };

typedef struct xsm_key_kind {
    const al_form *form; /* one of those below */
    const char *name;    /* "posKeys" */
    const char *what;    /* "position keys" */
    uint32_t time_at;
} xsm_key_kind;

extern const al_form xsm_vector_keys, xsm_wide_keys, xsm_narrow_keys;

/* The layout of a version of a submotion. */
typedef struct xsm_form {
    const al_layout *layout;
    uint32_t size;            /* of the record; the layout may have one more field */
    bool wide;                /* rotations are floats */
    uint32_t counts_at;       /* the field with the count of the first array; the others follow */
    const xsm_key_kind *keys; /* of each array */
} xsm_form;

/* A submotion has these rotations of a pose and a bind pose, and then these vectors of three floats. */
enum { XSM_POSE_ROTATIONS = 4, XSM_POSE_VECTORS = 4, XSM_POSE_FLOATS = 3 * XSM_POSE_VECTORS };

/* The 16-bit number of a rotation that means 1. */
enum { XSM_NARROW_UNIT = 32767 };

/* Rotations of working files have a length of 1, at most this much more or less. */
extern const float xsm_unit_tolerance;

/* Whether the rotations of a complete record have the length 1, and the vectors are finite. */
bool xsm_is_pose_right(const xsm_form *form, al_span record) AL_MUST_USE;

/* A view of a submotion, valid during a visit. */
typedef struct xsm_submotion {
    const xsm_form *form;
    const al_path *path;
    uint32_t chunk;
    uint32_t number; /* in its list; UINT32_MAX: the chunk is the submotion */
    al_span record;
    bool named; /* the name was read */
    al_string name;
    al_span keys[XSM_KEY_ARRAYS]; /* the part that exists */
} xsm_submotion;

typedef void xsm_visit(void *context, const xsm_submotion *s);

/* The document only has the places of the chunks. */
typedef struct xsm_file {
    efx_file file;
} xsm_file;

extern const al_layout *const xsm_layouts[];
extern const al_hooks xsm_hooks;
extern const al_fixer xsm_fixers[];
extern const al_magic xsm_magic;

al_parsed xsm_parse(al_job *job, void *document);
void xsm_measure(const void *document, al_measures *measures);

/* The start of an info chunk. */
typedef struct xsm_info {
    const al_layout *layout;
    uint32_t fps_at;
    al_span record; /* the part that exists */
} xsm_info;

bool xsm_read_info(efx_reading *r, xsm_info *out);

/* Reads the submotions of a chunk 200 or 202; `visit` may be NULL. False if the walk stops. */
bool xsm_each_submotion(efx_reading *r, xsm_visit *visit, void *context);

#endif
