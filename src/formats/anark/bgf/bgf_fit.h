/* bgf_fit.h: which number is wrong where the contents of a section don't end where the section does. */
#ifndef AL_ANARK_BGF_FIT_H
#define AL_ANARK_BGF_FIT_H

#include "formats/anark/bgf/bgf.h"

typedef enum bgf_fit_kind {
    BGF_FIT_AS_DECLARED, /* they end there; or the walk will find out what is wrong */
    BGF_FIT_ITEMS,       /* they do with another number of things */
    BGF_FIT_FIELD,       /* they do with another number in one field */
    BGF_FIT_LOST         /* neither: from some thing on nothing makes sense */
} bgf_fit_kind;

typedef struct bgf_fit {
    bgf_fit_kind kind;
    uint32_t items; /* things in the section; where it is lost, those that make sense */
    uint64_t lost;  /* where in the section they end */
    bgf_repair repair;
    uint64_t large; /* elements that are large ones */
} bgf_fit;

/* For `items`: how many things there are is not known. */
enum { BGF_ANY_ITEMS = INT32_MAX };

/* How `items` things of a list fit into a section of that number, all of which is there. */
bgf_fit bgf_fit_section(const bgf_file *f, uint32_t section, uint32_t items);

/* After how many bytes so many things end that begin with `rest`; ANARK_NO_END when they don't. */
uint64_t bgf_end_of_items(const bgf_file *f, uint32_t section, uint32_t items, al_span rest);

#endif
