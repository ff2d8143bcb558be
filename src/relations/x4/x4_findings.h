/* x4_findings.h: what is found is kept until the file that it is about is reported. */
#ifndef AL_RELATIONS_X4_FINDINGS_H
#define AL_RELATIONS_X4_FINDINGS_H

#include "relations/x4/x4.h"

/* What there is to say of a reference or of a file; all texts are copied. */
typedef struct x4_claim {
    size_t number; /* of the file among all that are checked */
    size_t rule;
    al_level level;        /* AL_OFF: the catalogue's */
    const x4_node *node;   /* NULL: the whole file, or `field` */
    const char *attribute; /* of the node; NULL: all of it */
    const char *field;
    x4_place place;
    const char *expected, *actual; /* NULL: there is none */
    const al_tally *tally;
} x4_claim;

/* False when memory is short. What is about no file that is checked is not kept. */
bool x4_claim_found(x4_view *v, const x4_claim *claim, const char *sentence, ...) AL_PRINTF(3, 4) AL_MUST_USE;

/* Counts a reference in an XML file that the rule can't judge. */
void x4_not_judged(x4_view *v, const x4_xml *xml, size_t rule, const char *reason);

#endif
