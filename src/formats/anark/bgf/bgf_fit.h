/* bgf_fit.h: finds the wrong count of a section whose contents don't end with it. */
#ifndef AL_ANARK_BGF_FIT_H
#define AL_ANARK_BGF_FIT_H

#include "formats/anark/bgf/bgf.h"

typedef enum bgf_fit_kind {
    BGF_FIT_AS_DECLARED, /* the contents end with the section, or the walk will report why not */
    BGF_FIT_ITEMS,       /* they do with another number of items */
    BGF_FIT_FIELD,       /* they do with another value in one field */
    BGF_FIT_LOST         /* neither: from some item on the contents are not plausible */
} bgf_fit_kind;

typedef struct bgf_fit {
    bgf_fit_kind kind;
    uint32_t items; /* number of items; if BGF_FIT_LOST, of plausible ones */
    uint64_t lost;  /* offset in the section where those end */
    bgf_repair repair;
    uint64_t large; /* number of large elements */
} bgf_fit;

/* For `items`: the number of items is not known. */
enum { BGF_ANY_ITEMS = INT32_MAX };

/* Fits a list of `items` items into a section, which has to be complete. */
bgf_fit bgf_fit_section(const bgf_file *f, uint32_t section, uint32_t items);

/* Number of bytes that the first `items` items of `rest` take; ANARK_NO_END if they don't end in it. */
uint64_t bgf_end_of_items(const bgf_file *f, uint32_t section, uint32_t items, al_span rest);

#endif
