/* x4_findings.h: keeps findings until their file is reported. */
#ifndef AL_RELATIONS_X4_FINDINGS_H
#define AL_RELATIONS_X4_FINDINGS_H

#include "relations/x4/x4.h"

/* A finding of a reference or a file. All texts are copied. */
typedef struct x4_claim {
    size_t number;                       /* index of the file */
    size_t rule;                         /* of x4/ */
    al_level level;                      /* AL_OFF: the catalogue's */
    const x4_node *node;                 /* NULL: the whole file, or `field` */
    const char *attribute;               /* of the node; NULL: all of it */
    const char *field;                   /* of a file that is no XML, */
    uint64_t field_offset, field_length; /* and its place, instead of: */
    x4_place place;
    const char *expected, *actual; /* NULL: there is none */
    const al_tally *tally;
} x4_claim;

/* Keeps a finding, unless its rule is off or its file isn't checked. False if memory is short. */
bool x4_claim_found(x4_view *v, const x4_claim *claim, const char *sentence, ...) AL_PRINTF(3, 4) AL_MUST_USE;
#define x4_claim_found(...) AL_PLACE(#__VA_ARGS__, x4_claim_found(__VA_ARGS__))

/* Counts a reference in an XML file that the rule can't judge. */
void x4_not_judged(x4_view *v, const x4_xml *xml, size_t rule, const char *reason);

#endif
