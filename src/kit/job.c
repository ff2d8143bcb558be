/* job.c: reports that all formats have in common. */
#include "kit/job.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

#include "core/number.h"
#include "core/reduce/bytes.h"
#include "core/sort.h"
#include "kit/describe_content.h"

void al_note_version(al_job *job, uint8_t major, uint8_t minor)
{
    const al_number_text first = al_show_unsigned(major), second = al_show_unsigned(minor);
    const size_t length = strlen(first.text);
    static_assert(sizeof job->version >= sizeof "255.255", "both numbers fit");
    memcpy(job->version, first.text, length);
    job->version[length] = '.';
    memcpy(job->version + length + 1, second.text, strlen(second.text) + 1);
}

int al_compare_node_names(const void *left, const void *right, void *context)
{
    const al_node_name *a = left, *b = right;
    (void)context;
    return (a->index > b->index) - (a->index < b->index);
}

const char *al_name_of_node(const al_job *job, uint64_t index)
{
    const al_node_names *names = job->node_names;
    if (names == NULL)
        return NULL;
    const al_node_name wanted = {.index = index};
    const size_t place = al_lower_bound(names->items, (size_t)names->count, sizeof wanted, &wanted,
                                        al_compare_node_names, NULL);
    return place < names->count && names->items[place].index == index ? names->items[place].text : NULL;
}

void al_report_memory_limit(al_job *job, size_t rule, al_path path, uint64_t offset, uint64_t length)
{
    if (job->arena->budget->shortage == AL_SHORTAGE_SYSTEM)
        return;
    const al_claim claim = {.rule = rule, .offset = offset, .length = length, .path = path, .limit = true};
    al_report(job->sink, &claim, "judging it takes more memory than the limit of %" PRIu64 " bytes",
              job->arena->budget->limit);
}

void al_report_no_memory(al_job *job)
{
    al_report_memory_limit(job, job->limit_rule, (al_path){.name = NULL}, 0, job->file.len);
}

bool al_has_magic(al_sink *s, size_t rule, al_span file, const al_magic *magic, const al_path *path)
{
    const al_span there = al_slice_available(file, 0, magic->size);
    const char *nul = strlen(magic->bytes) < magic->size ? " and a NUL" : "";
    if (al_starts_with(there, magic->bytes, magic->size))
        return true;
    const al_claim claim = {.rule = rule,
                            .offset = there.base,
                            .length = there.len,
                            .path = al_field(path, "magic"),
                            .expected = al_text_bytes(al_span_of(magic->bytes, magic->size)),
                            .actual = al_text_bytes(there)};
    if (there.len < magic->size)
        al_report(s, &claim, "file of %zu byte%s is too short to begin with \"%s\"%s", there.len,
                  AL_S(there.len), magic->bytes, nul);
    else
        al_report(s, &claim, "file begins with %s, not with \"%s\"%s%s", al_show_bytes(there).text,
                  magic->bytes, nul, al_describe_content(file));
    return false;
}

/* ---- Texts --------------------------------------------------------------------------------------------- */

al_claim al_string_claim(size_t rule, const al_string *string)
{
    return (al_claim){
        .rule = rule, .offset = string->field.base, .length = string->field.len, .path = string->path};
}

void al_check_string(al_job *job, size_t rule, const al_string *string)
{
    al_tally bad = {.count = 0};
    if (!al_any_control_char(string->text))
        return;
    for (uint64_t i = 0; i < string->text.len; i++) {
        const uint8_t byte = al_u8_at(string->text, i);
        if (byte < 0x20 || byte == 0x7F)
            al_tally_add(&bad, i);
    }
    al_claim claim = al_string_claim(rule, string);
    claim.actual = al_text_bytes(string->text);
    claim.tally = &bad;
    al_report(job->sink, &claim,
              "control characters in the text: %" PRIu64 " of %zu byte%s, the first is 0x%02X at %" PRIu64,
              bad.count, string->text.len, AL_S(string->text.len), al_u8_at(string->text, bad.first[0]),
              bad.first[0]);
}
