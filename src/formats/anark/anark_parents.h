/* anark_parents.h: rules about lists whose items have parents in the same list: elements of a BGF, nodes of
 * a BSG.
 */
#ifndef AL_ANARK_PARENTS_H
#define AL_ANARK_PARENTS_H

#include "kit/hooks.h"

typedef struct anark_parents {
    size_t index_rule, cycle_rule, nesting_rule;
    const char *list, *one; /* "elements", "element" */
    const al_layout *layout;
    uint32_t field;       /* of the record */
    uint64_t count;       /* items that were read */
    uint64_t there;       /* items that the file has */
    const void *document; /* for `record` */
    al_span (*record)(const void *document, uint64_t number);
} anark_parents;

/* parent-index, parent-cycle and nesting. False when memory is short. */
bool anark_check_parents(al_job *job, const anark_parents *p) AL_MUST_USE;

#endif
