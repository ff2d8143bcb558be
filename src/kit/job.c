/* job.c: what every format reports in the same words. */
#include "kit/job.h"

#include <inttypes.h>

#include "kit/describe_content.h"

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

void al_report_magic(al_sink *s, const al_claim *claim, al_span file, size_t size, const char *magic,
                     const char *behind)
{
    const al_span there = al_slice_available(file, 0, size);
    if (there.len < size)
        al_report(s, claim, "file of %zu byte%s is too short to begin with \"%s\"%s", there.len,
                  AL_S(there.len), magic, behind);
    else
        al_report(s, claim, "file begins with %s, not with \"%s\"%s%s", al_show_bytes(there).text, magic,
                  behind, al_describe_content(file));
}
