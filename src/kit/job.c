/* job.c: reports that all formats have in common. */
#include "kit/job.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

#include "core/number.h"
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
