/* judge.c: parse, then judge. */
#include "engine/judge.h"

static void judge(al_job *job, const al_hooks *hooks, const void *document)
{
    hooks->judge(job, document);
    if (job->measures != NULL && hooks->measure != NULL)
        hooks->measure(document, job->measures);
}

void al_parse_and_judge(const al_format *format, al_job *job)
{
    const al_hooks *hooks = format->hooks;
    job->limit_rule = hooks->limit_rule;
    job->sink->first_rule = *format->first_rule;
    void *document = al_alloc(job->arena, 1, hooks->document_size);
    switch (document != NULL ? hooks->parse(job, document) : AL_NO_MEMORY) {
    case AL_READ: judge(job, hooks, document); break;
    case AL_REFUSED: break;
    case AL_NO_MEMORY: al_report_no_memory(job); break;
    }
}
