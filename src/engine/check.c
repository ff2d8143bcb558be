/* check.c: the check of one file: recognise it, read it, let its format judge it, hand out the findings. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "core/limits.h"
#include "core/text.h"
#include "engine/budgets.h"
#include "engine/check.h"
#include "engine/converted.h"
#include "engine/judge.h"
#include "engine/needs.h"
#include "engine/package.h"
#include "engine/recognize.h"
#include "engine/result.h"
#include "engine/tap.h"
#include "formats/catalogue.h"
#include "kit/instead.h"
#include "kit/outline.h"

#define AL_RULES "rules/file.def"
#include "kit/rule_numbers.h"
#undef AL_RULES

struct al_checker {
    const al_options *options;
    al_options *own_options; /* when none were given */
    al_inflater *inflater;
    al_buffer file;          /* the bytes of the file that is being checked */
    const al_survey *survey; /* of the files that it is checked together with; NULL: none */
    al_share *share;         /* that has what it holds; NULL: nobody counts that */
    al_watch *watch;         /* of what it does; NULL: nobody watches */
    uint64_t reserved;       /* of the limit of memory, by whoever runs it */
    al_view view;            /* what the configuration says of the file */
};

/* One check on its way. */
typedef struct check {
    al_checker *checker;
    al_budget budget;
    al_arena memory; /* of the format; gone at the end */
    al_result_block *block;
    al_sink sink;
    const char *path, *member;
    const char *name; /* the base name of what is checked */
    bool within;      /* it is in a package that is being checked */
    unsigned flags;
    size_t related;    /* its number in the survey */
    size_t limit_rule; /* in the catalogue: what reports that there are too many findings */
    bool is_package;
} check;

/* It is made anew after a rest. */
static bool has_inflater(al_checker *checker)
{
    if (checker->inflater != NULL)
        return true;
    if (!al_share_take(checker->share, al_inflater_memory()))
        return false;
    checker->inflater = al_inflater_new();
    if (checker->inflater == NULL)
        al_share_give(checker->share, al_inflater_memory());
    return checker->inflater != NULL;
}

al_checker *al_checker_new(const al_options *options)
{
    al_checker *checker = calloc(1, sizeof *checker);
    if (checker == NULL)
        return NULL;
    checker->own_options = options == NULL ? al_options_new() : NULL;
    checker->options = options != NULL ? options : checker->own_options;
    if (checker->options == NULL || !has_inflater(checker)) {
        al_checker_free(checker);
        return NULL;
    }
    return checker;
}

void al_checker_free(al_checker *checker)
{
    if (checker == NULL)
        return;
    al_checker_rest(checker);
    al_options_free(checker->own_options);
    al_view_free(&checker->view);
    free(checker);
}

void al_checker_share(al_checker *checker, al_share *share)
{
    al_checker_rest(checker);
    checker->share = share;
}

void al_checker_reserve(al_checker *checker, uint64_t bytes)
{
    checker->reserved = bytes;
}

void al_checker_watch(al_checker *checker, al_watch *watch)
{
    checker->watch = watch;
}

void al_checker_rest(al_checker *checker)
{
    al_buffer_free(&checker->file);
    if (checker->inflater != NULL)
        al_share_give(checker->share, al_inflater_memory());
    al_inflater_free(checker->inflater);
    checker->inflater = NULL;
}

void al_checker_relate(al_checker *checker, const al_survey *survey)
{
    checker->survey = survey;
}

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash != NULL ? slash + 1 : path;
}

/* ---- The parts of a check ------------------------------------------------------------------------------ */

static bool start(check *c, al_checker *checker, const al_subject *about)
{
    const al_options *o = checker->options;
    *c = (check){.checker = checker, .path = about->path, .member = about->member, .flags = about->flags};
    c->limit_rule = FILE_LIMIT;
    c->related = al_survey_number(checker->survey, c->path, c->member);
    c->within = about->within != NULL;
    c->name = base_name(c->member[0] != '\0' ? c->member : c->path);
    const uint64_t memory = o->limits[AL_LIMIT_MEMORY];
    const uint64_t reserved = about->reserved < memory ? about->reserved : memory;
    const uint64_t rest = memory - reserved;
    c->budget = al_budget_of(rest > checker->reserved ? rest - checker->reserved : 0, o->fail_allocation);
    c->budget.share = checker->share;
    c->budget.watch = checker->watch;
    c->memory = al_arena_on(&c->budget);
    c->block = al_result_block_new(&c->budget);
    if (c->block == NULL)
        return false;
    if (!has_inflater(checker)) {
        al_budget_fail(&c->budget);
        return false;
    }
    al_buffer_start(&checker->file);
    al_inflater_start(checker->inflater, &c->budget);
    al_arena *kept = &c->block->arena;
    al_result *r = &c->block->result;
    r->path = al_escape_copy(kept, c->path, strlen(c->path));
    r->raw_path = al_copy_text(kept, c->path, strlen(c->path));
    r->member = c->member[0] != '\0' ? al_escape_copy(kept, c->member, strlen(c->member)) : "";
    r->format = r->version = "";
    return r->path != NULL && r->raw_path != NULL && r->member != NULL;
}

/* By the first bytes of the file and its name; NULL when it can't be read or is of no format of ours. */
static const al_format *recognize(check *c, al_source *source)
{
    al_source_begin(source, &c->checker->file, &c->budget, c->checker->options->limits[AL_LIMIT_FILE_SIZE]);
    al_source_read_head(source, al_has_known_extension(c->name));
    if (source->state != AL_SOURCE_READ)
        return NULL;
    return al_recognize(al_slice_available(al_source_bytes(source), 0, AL_HEAD_SIZE), c->name);
}

static void start_findings(check *c, uint64_t size)
{
    c->block->result.size = size;
    c->sink = al_sink_of(&c->block->arena, al_catalogue, c->checker->view.settings, c->path, size);
    c->sink.member = c->member;
}

static al_job job_of(check *c, al_span file, al_sink *sink)
{
    return (al_job){.name = c->name,
                    .file = file,
                    .arena = &c->memory,
                    .sink = sink,
                    .inflater = c->checker->inflater,
                    .max_inflated = c->checker->options->limits[AL_LIMIT_INFLATED]};
}

/* The number of a rule in the catalogue; false when the format has none of that name. */
static bool find_rule(const al_format *format, const char *name, size_t *number)
{
    for (size_t i = *format->first_rule; i < al_rule_count(); i++) {
        const char *id = al_catalogue[i].id;
        if (strcmp(al_catalogue[i].format, format->info.id) != 0)
            return false;
        if (strcmp(strchr(id, '/') + 1, name) == 0) {
            *number = i;
            return true;
        }
    }
    return false;
}

/* How much of a format's name says what it is: "XMF mesh". */
static int short_name(const al_format *format)
{
    const char *games = strstr(format->info.name, " (");
    return games != NULL ? (int)(games - format->info.name) : (int)strlen(format->info.name);
}

/* The names begin with abbreviations, which are read letter by letter, but for BBMOD and BBANIM. */
static const char *article(const al_format *format)
{
    return strchr("AEFHILMNORSX", format->info.name[0]) != NULL ? "an" : "a";
}

/* What the game takes it for by its name, it isn't. That an .ani is of another format is nobody's bad magic:
 * too many kinds of file are called so. */
static void judge_extension(check *c, const al_format *format, al_span file)
{
    al_claim claim = {.offset = format->magic_offset, .length = format->magic_length};
    const al_format *other = al_format_of_name(format, c->name);
    if (other == NULL || format->magic == NULL || !find_rule(other, "bad-magic", &claim.rule))
        return;
    if (other->magic != NULL)
        claim.expected = al_text(other->magic);
    claim.actual = al_text_bytes(al_slice_available(file, format->magic_offset, format->magic_length));
    c->sink.first_rule = 0; /* the rule is of another format */
    al_report(&c->sink, &claim, "this is %s %.*s, not %s %.*s: rename it to end in .%.*s", article(format),
              short_name(format), format->info.name, article(other), short_name(other), other->info.name,
              (int)strcspn(format->info.extensions, " "), format->info.extensions);
    c->sink.first_rule = *format->first_rule;
}

/* When all that there is to report was reported. */
static void report_overflow(check *c)
{
    const al_claim claim = {
        .rule = c->limit_rule, .length = c->block->result.size, .limit = true, .overflow = true};
    c->sink.first_rule = 0; /* the rule is counted from the first of all */
    if (c->sink.overflown && !(c->is_package && c->sink.limited)) /* which said so of the whole package */
        al_report(
            &c->sink, &claim,
            "more than %d objects break rules; the most severe are listed, of these the first ones found",
            AL_MAX_FINDINGS);
}

static bool has_error(const al_sink *s)
{
    for (size_t i = 0; i < s->count; i++)
        if (s->findings[i].level == AL_ERROR)
            return true;
    return false;
}

/* The whole file is at hand, and of that format. */
static void check_format(check *c, const al_format *format, al_span file, const al_subject *about)
{
    al_outline outline;
    al_line_ends ends;
    const bool converted = al_is_converted(&c->sink, file, &ends);
    if (converted && ends.count > 1)
        al_report_converted(&c->sink, &ends);
    al_job job = job_of(c, file, &c->sink);
    job.pictures_are_known = al_survey_knows_pictures(c->checker->survey, c->related);
    if (about->visitor != NULL) {
        al_outline_start(&outline, &job, about->visitor);
        outline.tap = about->tap;
    }
    al_measures measures = {.bones = 0};
    job.measures = c->checker->options->configuration != NULL ? &measures : NULL;
    al_parse_and_judge(format, &job);
    if (about->visitor != NULL)
        al_outline_end(&outline);
    judge_extension(c, format, file);
    if (converted && ends.count == 1 && has_error(&c->sink))
        al_report_converted(&c->sink, &ends);
    c->limit_rule = *format->first_rule + format->hooks->limit_rule;
    al_report_budgets(&c->checker->view, &c->sink, &measures);
    c->block->result.format = format->info.id;
    c->block->result.version = al_copy_text(&c->block->arena, job.version, strlen(job.version));
}

/* What a file of no format of ours is. Of a large one no more than its start was read, which is all that
 * counts here, unless that is nothing but zeros. */
static const char *what_it_is(const al_source *source)
{
    enum { START = 4096 };
    const al_span start = al_slice_available(al_source_bytes(source), 0, START);
    return al_u8_at(start, 0) != 0 || source->size <= START ? al_instead(start) : "";
}

/* A text file is of a format of ours only where it is judged among others. */
static void report_unrecognized(check *c, uint64_t size, const char *what)
{
    const al_claim claim = {.rule = FILE_UNRECOGNIZED, .length = size};
    const char *judged = al_survey_judges(c->checker->survey, c->related);
    if (judged != NULL) {
        c->block->result.format = judged;
        return;
    }
    c->block->result.status = AL_FILE_UNRECOGNIZED;
    if ((c->flags & AL_NAMED) != 0)
        al_report(&c->sink, &claim, "file is of no format that assetlint knows%s", what);
}

/* Of a pipe nobody knows how much more would have come. */
static void report_too_large(check *c, const al_source *source, const char *limit)
{
    const al_claim claim = {.rule = FILE_LIMIT, .limit = true};
    if (source->sized) {
        const uint64_t memory = c->checker->options->limits[AL_LIMIT_MEMORY];
        const al_needs needs = al_needs_of(c->checker->options, source->size, memory - c->budget.limit);
        al_report(&c->sink, &claim,
                  "file of %" PRIu64 " bytes takes more than the %" PRIu64 " of %s: to check it, give %s",
                  source->size, source->limit, limit, needs.text);
    } else {
        al_report(&c->sink, &claim, "what was read takes more than the %" PRIu64 " bytes of %s",
                  source->limit, limit);
    }
}

/* Says why a file could not be read as a whole. */
static void report_source(check *c, const al_source *source)
{
    al_claim claim = {.rule = FILE_UNREADABLE, .length = 0};
    switch (source->state) {
    case AL_SOURCE_READ:
    case AL_SOURCE_NO_MEMORY: return;
    case AL_SOURCE_UNREADABLE:
        c->block->result.status = AL_FILE_UNREADABLE;
        if (source->absent)
            al_report(&c->sink, &claim, "no such file or folder");
        else
            al_report(&c->sink, &claim, "file could not be read: %s", source->reason);
        return;
    case AL_SOURCE_TOO_LARGE: report_too_large(c, source, "max-file-size"); return;
    case AL_SOURCE_TOO_MUCH: report_too_large(c, source, "max-memory"); return;
    }
}

static bool settle(al_checker *checker, al_result *result, al_budget *budget, al_finding *findings)
{
    al_result_block *block = (al_result_block *)result;
    block->arena.budget = budget;
    const bool settled = al_view_suppress(&checker->view, block, findings, NULL, AL_SURVEY_NONE);
    block->arena.budget = NULL; /* it ends before the result does */
    al_result_count(result);
    return settled;
}

/* What doesn't count is taken out; what lies beside the file is judged when the file is done with. */
static bool suppress(check *c)
{
    al_view *view = &c->checker->view;
    return al_view_suppress(view, c->block, c->sink.findings, c->checker->survey, c->related) &&
           (c->within || al_sidecar_report(&view->sidecar, view->options, view->settings, &c->block->beside));
}

/* Hands the result over, or frees it when memory ran out on the way: half a list of findings is none. */
static al_status finish(check *c, al_result **result)
{
    *result = NULL;
    al_arena_free(&c->memory);
    if (c->block == NULL || c->budget.shortage == AL_SHORTAGE_SYSTEM) {
        al_result_free(c->block != NULL ? &c->block->result : NULL);
        return AL_OUT_OF_MEMORY;
    }
    al_result *r = &c->block->result;
    al_sink_finish(&c->sink);
    r->findings = c->sink.findings;
    r->finding_count = c->sink.count;
    if (c->sink.limited)
        r->status = AL_FILE_LIMIT;
    else if (r->status == AL_FILE_CLEAN && r->finding_count > 0)
        r->status = AL_FILE_FINDINGS;
    if (!suppress(c)) {
        al_result_free(r);
        return AL_OUT_OF_MEMORY;
    }
    al_result_count(r);
    c->block->arena.budget = NULL; /* the budget ends here; freeing does not need it */
    *result = r;
    return AL_OK;
}

static void check_file(check *c, al_source *source, const al_subject *about)
{
    const al_format *format = source->seen ? NULL : recognize(c, source);
    if (format != NULL)
        al_source_read_rest(source);
    start_findings(c, source->size);
    if (source->state != AL_SOURCE_READ)
        report_source(c, source);
    else if (format != NULL)
        check_format(c, format, al_source_bytes(source), about);
    else
        report_unrecognized(c, source->size, what_it_is(source));
}

/* Whether its bytes can be read where they lie. */
static bool is_on_disk(const al_container *kind, const al_source *source)
{
    al_file_info info;
    return kind->by_parts && source->opened && source->state == AL_SOURCE_READ &&
           al_file_look(source->reader.file, &info) == 0 && info.kind == AL_KIND_FILE;
}

/* Its bytes have a buffer of their own, since those of its members get the checker's. */
static void check_package(check *c, const al_container *kind, al_source *source, const al_subject *about)
{
    const uint64_t max_inflated = c->checker->options->limits[AL_LIMIT_INFLATED];
    al_buffer buffer = {.bytes = NULL};
    c->is_package = true;
    const bool on_disk = is_on_disk(kind, source);
    if (!on_disk)
        al_source_read_whole(source, &buffer, &c->budget, c->checker->options->limits[AL_LIMIT_FILE_SIZE]);
    start_findings(c, source->size);
    c->block->result.format = kind->info.id;
    if (source->state == AL_SOURCE_READ) {
        al_package package = {.checker = c->checker,
                              .kind = kind,
                              .path = c->path,
                              .member = c->member,
                              .has_path = source->opened,
                              .outer = about->within,
                              .reserved = about->reserved,
                              .inflated = max_inflated,
                              .max_inflated = max_inflated,
                              .file = on_disk ? al_span_of(NULL, 0) : al_source_bytes(source),
                              .on_disk = on_disk,
                              .disk = source->reader.file,
                              .size = source->size,
                              .settings = c->checker->view.settings,
                              .memory = &c->memory,
                              .kept = &c->block->arena,
                              .sink = &c->sink,
                              .result = &c->block->result,
                              .check = al_check_source,
                              .settle = settle};
        if (about->visitor != NULL)
            al_package_show(&package, about->visitor);
        else
            al_package_check(&package);
        al_report_budgets(&c->checker->view, &c->sink, &(al_measures){.bones = 0});
    } else {
        report_source(c, source);
    }
    al_buffer_free(&buffer);
}

/* Each package within another multiplies what there is to read, so the third is left closed. */
static void refuse_depth(check *c, const al_container *kind, uint64_t size)
{
    const al_claim claim = {.rule = FILE_LIMIT, .limit = true};
    start_findings(c, size);
    c->block->result.format = kind->info.id;
    al_report(&c->sink, &claim, "a package in a package in a package is not read");
}

/* What belongs to a package is not looked at by itself. */
static void pass_over(check *c, uint64_t size)
{
    start_findings(c, size);
    report_unrecognized(c, size, "");
}

al_status al_check_source(al_checker *checker, const al_subject *about, al_source *source, al_result **result)
{
    check c;
    const bool on_disk = source->opened || source->seen;
    const bool viewed =
        about->within != NULL || al_view_open(&checker->view, checker->options, about->path, on_disk);
    if (start(&c, checker, about) && viewed) {
        const al_container *kind = al_container_of(c.name);
        if (kind != NULL && about->within != NULL && about->within->outer != NULL)
            refuse_depth(&c, kind, source->size);
        else if (kind != NULL)
            check_package(&c, kind, source, about);
        else if (al_is_container_data(c.name))
            pass_over(&c, source->size);
        else
            check_file(&c, source, about);
        if (c.block->result.status != AL_FILE_UNRECOGNIZED)
            al_survey_report(checker->survey, c.related, &c.sink);
        report_overflow(&c);
    }
    if (!viewed)
        al_budget_fail(&c.budget);
    return finish(&c, result);
}

/* ---- Where the bytes come from ------------------------------------------------------------------------- */

static al_status run_memory(al_checker *checker, const al_subject *about, const void *data, size_t size,
                            al_result **result)
{
    al_source source = al_source_of_memory(al_span_of(data, size));
    return al_check_source(checker, about, &source, result);
}

/* What the survey has read isn't opened once more, unless it may have to be said what it is. */
static al_status run_file(al_checker *checker, const al_subject *about, al_result **result)
{
    al_source source;
    uint64_t size;
    const size_t number = al_survey_number(checker->survey, about->path, about->member);
    if ((about->flags & AL_NAMED) == 0 && al_survey_has_read(checker->survey, number, &size))
        source = al_source_seen(size);
    else
        al_source_open(&source, about->path);
    const al_status status = al_check_source(checker, about, &source, result);
    al_source_close(&source);
    return status;
}

al_status al_check_memory(al_checker *checker, const char *path, const void *data, size_t size,
                          unsigned flags, al_result **result)
{
    const al_subject about = {.path = path, .member = "", .flags = flags};
    return run_memory(checker, &about, data, size, result);
}

al_status al_check_member(al_checker *checker, const char *path, const char *member, const void *data,
                          size_t size, unsigned flags, al_result **result)
{
    const al_subject about = {.path = path, .member = member, .flags = flags};
    return run_memory(checker, &about, data, size, result);
}

al_status al_check_file(al_checker *checker, const char *path, unsigned flags, al_result **result)
{
    const al_subject about = {.path = path, .member = "", .flags = flags};
    return run_file(checker, &about, result);
}

al_status al_check_stream(al_checker *checker, const char *path, const al_stream *stream, unsigned flags,
                          al_result **result)
{
    const al_subject about = {.path = path, .member = "", .flags = flags};
    al_source source = al_source_of_stream(stream);
    return al_check_source(checker, &about, &source, result);
}

al_status al_dump_memory(al_checker *checker, const char *path, const void *data, size_t size,
                         const al_visitor *visitor, al_result **result)
{
    const al_subject about = {.path = path, .member = "", .flags = AL_NAMED, .visitor = visitor};
    return run_memory(checker, &about, data, size, result);
}

al_status al_tap_memory(al_checker *checker, const char *path, al_span data, const al_visitor *visitor,
                        const al_listener *tap, al_result **result)
{
    const al_subject about = {.path = path, .member = "", .flags = AL_NAMED, .visitor = visitor, .tap = tap};
    return run_memory(checker, &about, data.ptr, data.len, result);
}

al_status al_dump_file(al_checker *checker, const char *path, const al_visitor *visitor, al_result **result)
{
    const al_subject about = {.path = path, .member = "", .flags = AL_NAMED, .visitor = visitor};
    return run_file(checker, &about, result);
}
