/* judge.c: has a format judge the bytes of a file. */
#include "engine/judge.h"

#include <stdio.h>
#include <string.h>

#include "containers/unsupported.h"
#include "core/text.h"
#include "engine/budgets.h"
#include "engine/gzipped.h"
#include "engine/recognize.h"
#include "formats/catalogue.h"
#include "kit/describe_content.h"
#include "kit/outline.h"

#define AL_RULES "rules/file.def"
#include "kit/rule_numbers.h"

/* ---- Extensions ---------------------------------------------------------------------------------------- */

/* The index of a rule in the catalogue; false when the format has none of that name. */
static bool find_rule(const al_format *format, const char *name, size_t *index)
{
    char id[64];
    (void)snprintf(id, sizeof id, "%s/%s", format->info.id, name);
    const al_rule *rule = al_rule_find(id);
    if (rule != NULL)
        *index = (size_t)(rule - al_catalogue);
    return rule != NULL;
}

/* The length of a format's name without its games: "XMF mesh". */
static int short_name(const al_format *format)
{
    const char *games = strstr(format->info.name, " (");
    return games != NULL ? (int)(games - format->info.name) : (int)strlen(format->info.name);
}

/* The names begin with abbreviations that are read letter by letter, except BBMOD and BBANIM. */
static const char *article(const al_format *format)
{
    return strchr("AEFHILMNORSX", format->info.name[0]) != NULL ? "an" : "a";
}

void al_judge_kind(al_file_check *c, const al_format *format, const al_format *other)
{
    al_claim claim = {.length = c->sink.size};
    if (!find_rule(other, "other-kind", &claim.rule))
        return;
    c->sink.first_rule = 0; /* the rule is the other format's */
    if (c->sink.stream.len > 0)
        al_report(&c->sink, &claim, "the gzip holds %s %.*s, not %s %.*s", article(format),
                  short_name(format), format->info.name, article(other), short_name(other), other->info.name);
    else
        al_report(&c->sink, &claim, "this is %s %.*s, not %s %.*s", article(format), short_name(format),
                  format->info.name, article(other), short_name(other), other->info.name);
    c->sink.first_rule = *format->first_rule;
}

/* Reports a file whose extension is that of another format: the game reads it as that one. An .ani of another
 * format is not reported, since many kinds of file have that extension. */
static void judge_extension(al_file_check *c, const al_format *format, al_span file)
{
    const al_magic *magic = format->hooks->magic;
    const al_format *other = al_format_of_name(format, c->name);
    size_t rule;
    if (other != NULL && format->hooks->is_picture && other->hooks->is_picture) {
        al_judge_kind(c, format, other);
        return;
    }
    if (other == NULL || magic == NULL || !find_rule(other, "bad-magic", &rule))
        return;
    al_claim claim = {.rule = rule, .offset = magic->offset, .length = magic->size};
    if (other->hooks->magic != NULL)
        claim.expected = al_text(other->hooks->magic->bytes);
    claim.actual = al_text_bytes(al_slice_available(file, magic->offset, magic->size));
    c->sink.first_rule = 0; /* the rule is the other format's */
    al_report(&c->sink, &claim, "this is %s %.*s, not %s %.*s: rename it to end in .%.*s", article(format),
              short_name(format), format->info.name, article(other), short_name(other), other->info.name,
              (int)strcspn(format->info.extensions, " "), format->info.extensions);
    c->sink.first_rule = *format->first_rule;
}

/* ---- Reading and judging ------------------------------------------------------------------------------- */

static void judge(al_job *job, const al_hooks *hooks, const void *document)
{
    hooks->judge(job, document);
    if (hooks->find_streams != NULL)
        al_report_lost_returns(job, hooks, document);
    if (job->measures != NULL && hooks->measure != NULL)
        hooks->measure(document, job->measures);
    if (job->measures != NULL && hooks->is_picture)
        job->measures->texture_bytes = job->file.len + job->unread;
}

void al_reread(al_rereading *r, al_checker *checker, al_budget *budget, const al_format *format,
               const char *name, al_span file)
{
    static const al_setting silent[AL_MOST_RULES];
    r->arena = al_arena_on(budget);
    r->sink = al_sink_of(&r->arena, al_catalogue, silent, "", file.len);
    r->sink.first_rule = *format->first_rule;
    r->job = (al_job){.name = name,
                      .file = file,
                      .arena = &r->arena,
                      .sink = &r->sink,
                      .inflater = checker->inflater,
                      .max_inflated = checker->options->limits[AL_LIMIT_INFLATED],
                      .limit_rule = format->hooks->limit_rule};
    al_inflater_start(checker->inflater, budget);
    if (format->hooks->is_picture && al_is_gzip_name(name))
        r->job.file = al_gzip_whole(checker->inflater, &r->arena, file, r->job.max_inflated);
    r->job.unpacked = r->job.file.ptr != file.ptr;
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

al_job al_judge_job(al_file_check *c, al_span file, uint64_t unread)
{
    const al_options *o = c->checker->options;
    return (al_job){.name = c->name,
                    .file = file,
                    .unread = unread,
                    .arena = &c->memory,
                    .sink = &c->sink,
                    .inflater = c->checker->inflater,
                    .max_inflated = o->limits[AL_LIMIT_INFLATED],
                    .games = c->surveyed.games != 0 ? c->surveyed.games
                             : o->games_given       ? o->games
                                                    : 0,
                    .pictures_are_known = c->surveyed.knows_pictures,
                    .node_names = c->surveyed.node_names,
                    .measures = &c->block->result.measures,
                    .bounds = c->surveyed.wants_bounds ? &c->block->bounds : NULL};
}

void al_judge_as(al_file_check *c, const al_format *format, al_job *job)
{
    const al_context *context = c->about->context;
    const uint64_t *budgets = context != NULL ? context->budgets : NULL;
    const al_visitor *visitor = c->about->visitor;
    al_outline outline;
    if (visitor != NULL) {
        if (job->unpacked && visitor->unpacked != NULL)
            visitor->unpacked(visitor->context, job->file.len, (al_extent){.length = c->sink.stream.len});
        al_outline_start(&outline, job, visitor);
        outline.tap = job->unpacked ? NULL : c->about->tap; /* it is told places in the file */
    }
    al_parse_and_judge(format, job);
    if (visitor != NULL)
        al_outline_end(&outline);
    judge_extension(c, format, job->file);
    al_report_budgets(budgets, &c->sink, &c->block->result.measures);
    c->block->result.version = al_copy_text(&c->block->arena, job->version, strlen(job->version));
    c->block->result.format = format->info.id;
}

/* ---- Single findings ----------------------------------------------------------------------------------- */

void al_report_unrecognized(al_file_check *c, uint64_t size, al_span start, const char *what)
{
    const char *undescribed = al_undescribed_content(start);
    al_unsupported archive;
    const al_claim claim = {.rule = FILE_UNRECOGNIZED, .length = size};
    if (c->surveyed.judged_as != NULL) {
        c->block->result.format = c->surveyed.judged_as;
        return;
    }
    c->block->result.status = AL_FILE_UNRECOGNIZED;
    if (al_find_unsupported(start, c->name, &archive))
        al_report_unsupported(&archive, &c->sink);
    else if ((c->about->flags & AL_NAMED) != 0 && undescribed != NULL)
        al_report(&c->sink, &claim,
                  "file is %s: its contents are not described publicly, so it was not checked", undescribed);
    else if ((c->about->flags & AL_NAMED) != 0)
        al_report(&c->sink, &claim, "file is of no format that assetlint knows%s", what);
}

void al_set_message(al_file_check *c, al_finding *f, const char *message, size_t length)
{
    f->message = al_copy_text(&c->block->arena, message, length);
    if (f->message == NULL) {
        f->message = "";
        al_budget_fail(&c->budget); /* the check ends without a verdict */
    }
}
