/* check.c: the check of one file: recognise it, let its format read and judge it, hand out the findings. */
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/limits.h"
#include "core/text.h"
#include "engine/judge.h"
#include "engine/options.h"
#include "engine/recognize.h"
#include "engine/source.h"
#include "formats/catalogue.h"
#include "kit/outline.h"

#define AL_RULES "rules/file.def"
#include "kit/rule_numbers.h"
#undef AL_RULES

struct al_checker {
    const al_options *options;
    al_options *own_options; /* when none were given */
    al_inflater *inflater;
    al_buffer file; /* the bytes of the file that is being checked */
};

/* What the caller gets, with the arena that all of it is in. */
typedef struct result_block {
    al_result result; /* first: al_result_free gets its address */
    al_arena arena;
} result_block;

/* One check on its way. */
typedef struct check {
    al_checker *checker;
    al_budget budget;
    al_arena memory; /* of the format; gone at the end */
    result_block *block;
    al_sink sink;
    const char *path;
    unsigned flags;
    al_source source;
} check;

al_checker *al_checker_new(const al_options *options)
{
    al_checker *checker = calloc(1, sizeof *checker);
    if (checker == NULL)
        return NULL;
    checker->own_options = options == NULL ? al_options_new() : NULL;
    checker->options = options != NULL ? options : checker->own_options;
    checker->inflater = al_inflater_new();
    if (checker->options == NULL || checker->inflater == NULL) {
        al_checker_free(checker);
        return NULL;
    }
    return checker;
}

void al_checker_free(al_checker *checker)
{
    if (checker == NULL)
        return;
    al_inflater_free(checker->inflater);
    al_options_free(checker->own_options);
    al_buffer_free(&checker->file);
    free(checker);
}

void al_result_free(al_result *result)
{
    result_block *block = (result_block *)result;
    if (block == NULL)
        return;
    al_arena_free(&block->arena);
    free(block);
}

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash != NULL ? slash + 1 : path;
}

static bool start(check *c, al_checker *checker, const char *path, unsigned flags)
{
    const al_options *o = checker->options;
    *c = (check){.checker = checker, .path = path, .flags = flags};
    c->budget = al_budget_of(o->limits[AL_LIMIT_MEMORY], o->fail_allocation);
    c->memory = al_arena_on(&c->budget);
    c->block = calloc(1, sizeof *c->block);
    if (c->block == NULL)
        return false;
    al_buffer_start(&checker->file);
    al_inflater_start(checker->inflater, &c->budget);
    c->block->arena = al_exempt_arena_on(&c->budget);
    c->block->result.path = al_escape_copy(&c->block->arena, path, strlen(path));
    c->block->result.raw_path = al_copy_text(&c->block->arena, path, strlen(path));
    c->block->result.format = c->block->result.version = "";
    return c->block->result.path != NULL && c->block->result.raw_path != NULL;
}

static void start_findings(check *c, uint64_t size)
{
    c->block->result.size = size;
    c->sink = al_sink_of(&c->block->arena, al_catalogue, c->checker->options->settings, c->path, size);
}

static al_job job_of(check *c, al_span file, al_sink *sink)
{
    return (al_job){.name = base_name(c->path),
                    .file = file,
                    .arena = &c->memory,
                    .sink = sink,
                    .inflater = c->checker->inflater,
                    .max_inflated = c->checker->options->limits[AL_LIMIT_INFLATED]};
}

static void report_overflow(check *c, const al_format *format)
{
    const al_claim claim = {
        .rule = format->hooks->limit_rule, .length = c->block->result.size, .limit = true};
    if (c->sink.overflown)
        al_report(&c->sink, &claim, "more than %d objects break rules; the first ones found are listed",
                  AL_MAX_FINDINGS);
}

/* The whole file is at hand, and of that format. */
static void check_format(check *c, const al_format *format, al_span file, const al_visitor *visitor)
{
    al_outline outline;
    al_job job = job_of(c, file, &c->sink);
    if (visitor != NULL)
        al_outline_start(&outline, &job, visitor);
    al_parse_and_judge(format, &job);
    if (visitor != NULL)
        al_outline_end(&outline);
    report_overflow(c, format);
    c->block->result.format = format->info.id;
    c->block->result.version = al_copy_text(&c->block->arena, job.version, strlen(job.version));
}

static void report_unrecognized(check *c, uint64_t size)
{
    const al_claim claim = {.rule = FILE_UNRECOGNIZED, .length = size};
    c->block->result.status = AL_FILE_UNRECOGNIZED;
    if ((c->flags & AL_NAMED) != 0)
        al_report(&c->sink, &claim, "file is of no format that assetlint knows");
}

static void count_levels(al_result *r)
{
    for (size_t i = 0; i < r->finding_count; i++) {
        r->errors += r->findings[i].level == AL_ERROR;
        r->warnings += r->findings[i].level == AL_WARNING;
        r->notes += r->findings[i].level == AL_NOTE;
    }
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
    count_levels(r);
    if (c->sink.limited)
        r->status = AL_FILE_LIMIT;
    else if (r->status == AL_FILE_CLEAN && r->finding_count > 0)
        r->status = AL_FILE_FINDINGS;
    c->block->arena.budget = NULL; /* the budget ends here; freeing does not need it */
    *result = r;
    return AL_OK;
}

static al_status run_memory(al_checker *checker, const char *path, const void *data, size_t size,
                            unsigned flags, const al_visitor *visitor, al_result **result)
{
    check c;
    const al_span file = al_span_of(data, size);
    if (start(&c, checker, path, flags)) {
        const al_format *format = al_recognize(al_slice_available(file, 0, AL_HEAD_SIZE), base_name(path));
        start_findings(&c, size);
        if (format != NULL)
            check_format(&c, format, file, visitor);
        else
            report_unrecognized(&c, size);
    }
    return finish(&c, result);
}

al_status al_check_memory(al_checker *checker, const char *path, const void *data, size_t size,
                          unsigned flags, al_result **result)
{
    return run_memory(checker, path, data, size, flags, NULL, result);
}

al_status al_dump_memory(al_checker *checker, const char *path, const void *data, size_t size,
                         const al_visitor *visitor, al_result **result)
{
    return run_memory(checker, path, data, size, AL_NAMED, visitor, result);
}

/* Tells why a file could not be read, as far as it was. */
static void report_source(check *c, const al_source *source)
{
    al_claim claim = {.rule = FILE_UNREADABLE, .length = 0};
    switch (source->state) {
    case AL_SOURCE_READ:
    case AL_SOURCE_NO_MEMORY: return;
    case AL_SOURCE_UNREADABLE:
        c->block->result.status = AL_FILE_UNREADABLE;
        al_report(&c->sink, &claim, "file could not be read: %s", strerror(source->error));
        return;
    case AL_SOURCE_TOO_LARGE:
        claim.rule = FILE_LIMIT;
        claim.limit = true;
        al_report(&c->sink, &claim, "file has more than the %" PRIu64 " bytes of max-file-size",
                  source->limit);
        return;
    case AL_SOURCE_TOO_MUCH:
        claim.rule = FILE_LIMIT;
        claim.limit = true;
        al_report(&c->sink, &claim, "reading the file takes more than the %" PRIu64 " bytes of max-memory",
                  source->limit);
        return;
    }
}

static al_status run_descriptor(al_checker *checker, const char *path, al_source source, unsigned flags,
                                const al_visitor *visitor, al_result **result)
{
    check c;
    if (start(&c, checker, path, flags)) {
        const uint64_t *limits = checker->options->limits;
        al_source_read_head(&source, &checker->file, &c.budget, limits[AL_LIMIT_FILE_SIZE],
                            al_has_known_extension(base_name(path)));
        const al_span head = al_span_of(checker->file.bytes, source.length);
        const al_format *format = NULL;
        if (source.state == AL_SOURCE_READ)
            format = al_recognize(al_slice_available(head, 0, AL_HEAD_SIZE), base_name(path));
        if (format != NULL)
            al_source_read_rest(&source, &checker->file, &c.budget, limits[AL_LIMIT_FILE_SIZE]);
        start_findings(&c, source.size);
        if (source.state != AL_SOURCE_READ)
            report_source(&c, &source);
        else if (format != NULL)
            check_format(&c, format, al_span_of(checker->file.bytes, source.length), visitor);
        else
            report_unrecognized(&c, source.size);
    }
    return finish(&c, result);
}

static al_status run_file(al_checker *checker, const char *path, unsigned flags, const al_visitor *visitor,
                          al_result **result)
{
    al_source source = al_source_open(path);
    const al_status status = run_descriptor(checker, path, source, flags, visitor, result);
    al_source_close(&source);
    return status;
}

al_status al_check_file(al_checker *checker, const char *path, unsigned flags, al_result **result)
{
    return run_file(checker, path, flags, NULL, result);
}

al_status al_dump_file(al_checker *checker, const char *path, const al_visitor *visitor, al_result **result)
{
    return run_file(checker, path, AL_NAMED, visitor, result);
}

al_status al_check_descriptor(al_checker *checker, const char *path, int descriptor, unsigned flags,
                              al_result **result)
{
    return run_descriptor(checker, path, al_source_of(descriptor), flags, NULL, result);
}
