/* bgf_value_rules.c: rules that attributes, slides, contracts and animations share: about typed values, and
 * numbers of elements.
 */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "formats/anark/bgf/bgf.h"

/* ---- Values of one of the types ------------------------------------------------------------------------ */

al_claim bgf_typed_claim(size_t rule, const bgf_typed *value, al_value actual)
{
    return (al_claim){.rule = rule,
                      .offset = value->bytes.base,
                      .length = value->bytes.len,
                      .path = value->path,
                      .actual = actual};
}

void bgf_check_float(const bgf_judging *j, const bgf_typed *value)
{
    const double number = (double)al_f32_at(value->bytes, 0);
    if (isfinite(number))
        return;
    const al_claim claim = bgf_typed_claim(BGF_NOT_FINITE, value, al_real(number));
    al_report(j->job->sink, &claim, "%s is not finite: %s", value->name, al_show_number(number).text);
}

void bgf_check_bool(const bgf_judging *j, const bgf_typed *value)
{
    const int32_t number = al_i32_at(value->bytes, 0);
    if (number == 0 || number == 1)
        return;
    const al_claim claim = bgf_typed_claim(BGF_BOOL_VALUE, value, al_int(number));
    al_report(j->job->sink, &claim, "%s is neither 0 nor 1: %" PRId32, value->name, number);
}

void bgf_check_string_index(const bgf_judging *j, const bgf_typed *value)
{
    const int32_t number = al_i32_at(value->bytes, 0);
    const bool known = j->f->list_known[BGF_SECTION_STRINGS];
    const uint64_t strings = j->f->list_total[BGF_SECTION_STRINGS];
    if (number >= 0 && (!known || (uint64_t)number < strings))
        return;
    const al_claim claim = bgf_typed_claim(BGF_STRING_INDEX, value, al_int(number));
    if (known)
        al_report(j->job->sink, &claim, "%s is string %" PRId32 ", the file has %" PRIu64, value->name,
                  number, strings);
    else
        al_report(j->job->sink, &claim, "%s is string %" PRId32, value->name, number);
}

/* ---- Attributes, and values of slides ------------------------------------------------------------------ */

bgf_label bgf_label_of(const bgf_judging *j, uint32_t hash)
{
    const char *name = anark_attribute_name(&j->names, hash);
    bgf_label label;
    if (name != NULL)
        (void)snprintf(label.text, sizeof label.text, "%s", name);
    else
        (void)snprintf(label.text, sizeof label.text, "attribute 0x%07" PRIx32, hash & ANARK_NAME_MASK);
    return label;
}

static void check_value(const bgf_judging *j, al_span record, const al_path *path)
{
    al_sink *s = j->job->sink;
    const uint32_t type_and_name = al_u32_at(record, BGF_VALUE_AT_type_and_name);
    const bgf_label label = bgf_label_of(j, type_and_name);
    const bgf_typed value = {.bytes = al_slice_available(record, BGF_VALUE_AT_value, 4),
                             .path = al_field(path, "value"),
                             .name = label.text};
    al_claim claim = bgf_value_claim_at(BGF_ATTRIBUTE_NAME, record, BGF_VALUE_AT_type_and_name, path);
    if (anark_attribute_name(&j->names, type_and_name) == NULL)
        al_report(s, &claim, "no known attribute has a name with the hash 0x%07" PRIx32,
                  type_and_name & ANARK_NAME_MASK);
    claim.rule = BGF_ATTRIBUTE_TYPE;
    switch (bgf_type_of(type_and_name)) {
    case BGF_TYPE_INT: break;
    case BGF_TYPE_FLOAT: bgf_check_float(j, &value); break;
    case BGF_TYPE_BOOL: bgf_check_bool(j, &value); break;
    case BGF_TYPE_STRING: bgf_check_string_index(j, &value); break;
    default:
        al_report(s, &claim,
                  "%s has the type %" PRIu32 ", known types are 1 (int), 3 (float), 4 (bool) and 5 (string)",
                  label.text, bgf_type_of(type_and_name));
        break;
    }
}

bool bgf_has_string(const bgf_file *f, uint32_t number)
{
    return f->list_known[BGF_SECTION_STRINGS] && number < f->list_total[BGF_SECTION_STRINGS];
}

/* Most values pass, so this test comes before the names are looked up. */
static bool is_right(const bgf_judging *j, uint32_t type_and_name, uint32_t value)
{
    static const uint32_t exponent = 0x7F800000;
    if (anark_attribute_name(&j->names, type_and_name) == NULL)
        return false;
    switch (bgf_type_of(type_and_name)) {
    case BGF_TYPE_INT: return true;
    case BGF_TYPE_FLOAT: return (value & exponent) != exponent;
    case BGF_TYPE_BOOL: return value <= 1;
    case BGF_TYPE_STRING: return bgf_has_string(j->f, value);
    default: return false;
    }
}

void bgf_check_values(const bgf_judging *j, const al_path *up, const char *list, al_span values)
{
    for (uint64_t at = 0; at + BGF_VALUE_BYTES <= values.len; at += BGF_VALUE_BYTES) {
        if (is_right(j, al_u32_at(values, at), al_u32_at(values, at + BGF_VALUE_AT_value)))
            continue;
        const al_path path = al_item(up, list, at / BGF_VALUE_BYTES);
        check_value(j, al_slice_available(values, at, BGF_VALUE_BYTES), &path);
    }
}

/* ---- References to elements ---------------------------------------------------------------------------- */

void bgf_check_element_index(const bgf_judging *j, size_t rule, const al_layout *layout, al_span record,
                             uint32_t field, const al_path *path)
{
    const int32_t number = al_i32_at(record, field);
    const bool known = j->f->list_known[BGF_SECTION_ELEMENTS];
    const uint64_t elements = j->f->list_total[BGF_SECTION_ELEMENTS];
    if (number >= 0 && (!known || (uint64_t)number < elements))
        return;
    const al_claim claim = al_field_claim(rule, layout, record, field, path);
    if (known)
        al_report(j->job->sink, &claim, "reference to element %" PRId32 ", but the file has %" PRIu64, number,
                  elements);
    else
        al_report(j->job->sink, &claim, "reference to element %" PRId32 ", a negative number", number);
}
