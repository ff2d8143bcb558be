/* bgf_element_rules.c: the rule that contracts, animations and slides have in common: the element that they
 * name is there.
 */
#include <inttypes.h>

#include "formats/anark/bgf/bgf.h"

void bgf_check_element_index(const bgf_judging *j, size_t rule, const al_layout *layout, al_span record,
                             uint32_t field, const al_path *path)
{
    const bgf_file *f = j->f;
    const int32_t number = al_i32_at(record, field);
    if (number >= 0 && (!f->elements_counted || (uint64_t)number < f->element_total))
        return;
    const al_claim claim = al_field_claim(rule, layout, record, field, path);
    if (f->elements_counted)
        al_report(j->job->sink, &claim, "element %" PRId32 " is meant, the file has %" PRIu64, number,
                  f->element_total);
    else
        al_report(j->job->sink, &claim, "element %" PRId32 " is meant", number);
}
