/* file_check.c: recognises a file, reads it, and has its format judge it. */
#include "engine/file_check.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "core/finding_message.h"
#include "core/limits.h"
#include "core/reduce/bytes.h"
#include "core/sort.h"
#include "core/text.h"
#include "engine/excerpt.h"
#include "engine/gzipped.h"
#include "engine/judge.h"
#include "engine/picture_check.h"
#include "engine/recognize.h"
#include "formats/catalogue.h"
#include "kit/describe_content.h"
#include "platform/platform.h"

#define AL_RULES "rules/file.def"
#include "kit/rule_numbers.h"

/* ---- The beginning ------------------------------------------------------------------------------------- */

static al_budget budget_of(const al_checker *checker, const al_subject *about)
{
    const al_options *o = checker->options;
    const uint64_t memory = o->limits[AL_LIMIT_MEMORY];
    const uint64_t taken = about->reserved < memory ? about->reserved : memory;
    al_budget budget = al_budget_of(memory - taken, o->fail_allocation);
    budget.watch = checker->watch;
    return budget;
}

static bool begin_result(al_file_check *c)
{
    const al_subject *about = c->about;
    const char *base_path = about->context != NULL ? about->context->base_path : NULL;
    c->block->result.format = c->block->result.version = "";
    return al_result_set_paths(c->block, about->path, base_path, about->member);
}

static int compare_members(const void *left, const void *right, void *context)
{
    (void)context;
    return strcmp(((const al_surveyed *)left)->member, ((const al_surveyed *)right)->member);
}

al_surveyed al_context_find(const al_context *context, const char *member)
{
    const al_surveyed wanted = {.member = member}, nothing = {.member = ""};
    const size_t count = context != NULL ? context->surveyed_count : 0;
    const al_surveyed *all = count > 0 ? context->surveyed : NULL;
    const size_t at = al_lower_bound(all, count, sizeof wanted, &wanted, compare_members, NULL);
    return at < count && strcmp(all[at].member, member) == 0 ? all[at] : nothing;
}

bool al_file_check_begin(al_file_check *c, al_checker *checker, const al_subject *about)
{
    const al_context *context = about->context;
    *c = (al_file_check){.checker = checker, .about = about};
    c->name = al_base_name(about->member[0] != '\0' ? about->member : about->path);
    c->settings =
        context != NULL && context->settings != NULL ? context->settings : checker->options->settings;
    c->surveyed = al_context_find(context, about->member);
    c->budget = budget_of(checker, about);
    c->memory = al_arena_on(&c->budget);
    c->block = al_result_block_new(&c->budget);
    if (c->block == NULL)
        return false;
    al_buffer_start(&checker->file);
    al_inflater_start(checker->inflater, &c->budget);
    return begin_result(c);
}

void al_file_check_begin_findings(al_file_check *c, uint64_t size)
{
    c->block->result.size = size;
    c->sink = al_sink_of(&c->block->arena, al_catalogue, c->settings, c->block->raw_base_path, size);
    c->sink.member = c->about->member;
}

/* ---- A file of a known format -------------------------------------------------------------------------- */

/* A gzip that doesn't begin like a picture is left alone, unless textures lie in its place. */
static const al_format *recognize_gzip(al_file_check *c, al_span bytes)
{
    const al_format *format = al_is_gzip(bytes) ? al_gzip_recognize(c->checker->inflater, bytes) : NULL;
    return format == NULL && c->surveyed.placed_as != NULL ? al_find_format(c->surveyed.placed_as) : format;
}

/* By the first bytes of the file and its name; NULL when it can't be read or is of no known format. */
static const al_format *recognize(al_file_check *c, al_source *source)
{
    const uint64_t most = c->checker->options->limits[AL_LIMIT_FILE_SIZE];
    al_source_begin(source, &c->checker->file, &c->budget, most);
    al_source_read_head(source, al_is_read_whole(c->name) || al_is_wanted_whole(c->about));
    if (source->state != AL_SOURCE_READ)
        return NULL;
    const al_span head = al_slice_available(al_source_bytes(source), 0, AL_HEAD_SIZE);
    if (al_is_gzip_name(c->name))
        return recognize_gzip(c, al_source_bytes(source));
    if (c->surveyed.placed_as != NULL)
        return al_recognize_in_place(head, c->name, c->surveyed.placed_as);
    return (c->about->flags & AL_NAMED) != 0 ? al_recognize(head, c->name)
                                             : al_recognize_met(head, c->name, c->surveyed.among_lost_saga);
}

static void read_ends(al_source *source, uint64_t first, bool end)
{
    al_source_read_first(source, first);
    if (end)
        al_source_read_end(source);
}

/* Reads what a check needs of a file of that format. A member of a package is read to its end, where its
 * checksum is. */
static void read_needed(const al_file_check *c, const al_format **format, al_source *source)
{
    const al_hooks *hooks = (*format)->hooks;
    const al_span head = al_slice_available(al_source_bytes(source), 0, AL_HEAD_SIZE);
    const uint64_t needed = hooks->bytes_needed != NULL ? hooks->bytes_needed(head) : UINT64_MAX;
    if (needed == UINT64_MAX || al_is_wanted_whole(c->about) || !source->opened || !source->sized)
        al_source_read_rest(source);
    else
        read_ends(source, needed, hooks->needs_end);
    if (needed == UINT64_MAX && hooks->is_picture && source->state == AL_SOURCE_READ)
        *format = al_recognize_by_end(*format, al_source_bytes(source));
}

/* All bytes of the file are there, and they are of that format. */
static void check_format(al_file_check *c, const al_format *format, al_span file)
{
    al_job job = al_judge_job(c, file, 0);
    c->damage = al_find_damage(&c->sink, file);
    c->sink.damaged_from = c->damage.zeros_from;
    al_judge_as(c, format, &job);
    c->file = file;
}

/* ---- A file of no known format ------------------------------------------------------------------------- */

/* What a file of no known format is, for the message. Of a large file only the start was read: that is enough
 * unless it is all zeros. */
static const char *what_it_is(const al_source *source)
{
    enum { START = 4096 };
    const al_span start = al_slice_available(al_source_bytes(source), 0, START);
    return !al_is_all_zero(start) || source->size <= START ? al_describe_content(start) : "";
}

void al_file_check_skip(al_file_check *c, uint64_t size)
{
    al_file_check_begin_findings(c, size);
    al_report_unrecognized(c, size, (al_span){.ptr = NULL}, "");
}

/* ---- A file that can't be read ------------------------------------------------------------------------- */

/* A check holds the file and what it reads of the file's tables (docs/limits.md). Compressed data rarely
 * inflates to more than four times its size. */
enum { MEMORY_PER_BYTE = 2, LEAST_MEMORY = 1 << 20, INFLATED_PER_BYTE = 4 };

/* Adds an option with `bytes`, rounded up where that makes it shorter and at most a tenth larger. `before`
 * separates it from another one. */
static void append(al_limit_advice *advice, const char *before, const char *option, uint64_t bytes,
                   const char *after)
{
    static const char *const suffixes[] = {"", "K", "M", "G"};
    const uint64_t most = UINT64_MAX - UINT32_MAX;
    const size_t length = strlen(advice->text);
    uint64_t unit = 1;
    size_t suffix = 0;
    for (; suffix < 3 && bytes / unit >= 10240 && bytes <= most; suffix++)
        unit *= 1024;
    (void)snprintf(advice->text + length, sizeof advice->text - length, "%s%s %" PRIu64 "%s%s",
                   length > 0 ? before : "", option, bytes / unit + (bytes % unit > 0), suffixes[suffix],
                   after);
}

al_limit_advice al_limit_advice_for(const al_options *options, uint64_t file_size, uint64_t reserved)
{
    al_limit_advice advice = {.text = ""};
    uint64_t memory = al_product(file_size, MEMORY_PER_BYTE);
    memory = memory > LEAST_MEMORY ? memory : LEAST_MEMORY;
    memory = al_sum(memory, reserved);
    if (file_size > al_options_limit(options, AL_LIMIT_FILE_SIZE))
        append(&advice, "", "--max-file-size", file_size, "");
    if (memory > al_options_limit(options, AL_LIMIT_MEMORY))
        append(&advice, " ", "--max-memory", memory, "");
    if (file_size > al_options_limit(options, AL_LIMIT_INFLATED))
        append(&advice, ", and ", "--max-inflated", al_product(file_size, INFLATED_PER_BYTE),
               " if it is compressed");
    return advice;
}

/* How much more a pipe would have given is unknown. */
static void report_too_large(al_file_check *c, const al_source *source, const char *limit)
{
    const al_claim claim = {.rule = FILE_LIMIT, .limit = true};
    if (source->sized) {
        const uint64_t memory = c->checker->options->limits[AL_LIMIT_MEMORY];
        const al_limit_advice advice =
            al_limit_advice_for(c->checker->options, source->size, memory - c->budget.limit);
        al_report(&c->sink, &claim,
                  "file of %" PRIu64 " bytes takes more than the %" PRIu64 " of %s: to check it, give %s",
                  source->size, source->limit, limit, advice.text);
    } else {
        al_report(&c->sink, &claim, "what was read takes more than the %" PRIu64 " bytes of %s",
                  source->limit, limit);
    }
}

void al_file_check_report_source(al_file_check *c, const al_source *source)
{
    const al_claim claim = {.rule = FILE_UNREADABLE};
    switch (source->state) {
    case AL_SOURCE_READ:
    case AL_SOURCE_NO_MEMORY: return;
    case AL_SOURCE_UNREADABLE:
        c->block->result.status = AL_FILE_UNREADABLE;
        if (source->absent)
            al_report(&c->sink, &claim, "no such file or folder");
        else
            al_report(&c->sink, &claim, "%s could not be read: %s", source->what, source->reason);
        return;
    case AL_SOURCE_TOO_LARGE: report_too_large(c, source, "max-file-size"); return;
    case AL_SOURCE_TOO_MUCH: report_too_large(c, source, "max-memory"); return;
    }
}

/* ---- The whole ----------------------------------------------------------------------------------------- */

/* Reads the rest of a text, for the lines around its findings. They are left out if that fails, and where a
 * link, which came with a mod, may lead to any file of the machine. */
static void read_for_excerpts(al_file_check *c, al_source *source)
{
    al_file_info info;
    if (al_stat_link(c->about->path, &info) != 0 || info.kind == AL_KIND_LINK)
        return;
    al_source_read_rest(source);
    if (source->state == AL_SOURCE_READ)
        c->file = al_source_bytes(source);
}

void al_file_check_bytes(al_file_check *c, al_source *source)
{
    const al_format *format = source->already_read ? NULL : recognize(c, source);
    if (format != NULL)
        read_needed(c, &format, source);
    else if (c->about->whole)
        al_source_read_rest(source);
    al_file_check_begin_findings(c, source->size);
    if (source->state != AL_SOURCE_READ)
        al_file_check_report_source(c, source);
    else if (format != NULL && al_is_gzip_name(c->name))
        al_picture_check_gzip(c, source);
    else if (format != NULL && format->hooks->is_picture)
        al_picture_check(c, format, source);
    else if (format != NULL)
        check_format(c, format, al_source_bytes(source));
    else
        al_report_unrecognized(c, source->size, al_source_bytes(source), what_it_is(source));
    if (c->surveyed.judged_as != NULL && c->surveyed.finding_count > 0)
        read_for_excerpts(c, source);
}

/* What was left out, with the level of the most severe of it. */
static void count_omitted(al_result *r, const al_sink *s)
{
    for (size_t level = AL_NOTE; level <= AL_ERROR; level++) {
        const uint64_t count = s->left_out[0].counts[level] + s->left_out[1].counts[level];
        r->omitted += count;
        if (count > 0)
            r->omitted_level = (al_level)level;
    }
}

/* Reports that the survey couldn't read the file, unless the check couldn't either, and has said so. */
static void report_unread(al_file_check *c)
{
    const al_context *context = c->about->context;
    const bool package = c->about->member[0] == '\0' && context != NULL && context->unread != NULL;
    const char *reason = package ? context->unread : c->surveyed.unread;
    const al_claim claim = {.rule = FILE_UNREADABLE};
    if (reason == NULL || c->block->result.status == AL_FILE_UNREADABLE || c->sink.limited)
        return;
    c->sink.first_rule = 0; /* rules about files come first in the catalogue */
    c->block->result.status = AL_FILE_UNREADABLE;
    al_report(&c->sink, &claim, "the rules across files could not read it: %s", reason);
}

/* The same where a limit kept the survey from reading it. */
static void report_unread_limit(al_file_check *c)
{
    const al_claim claim = {.rule = FILE_LIMIT, .limit = true};
    if (!c->surveyed.too_large || c->sink.limited || c->block->result.status == AL_FILE_UNREADABLE)
        return;
    c->sink.first_rule = 0;
    al_report(&c->sink, &claim,
              "the rules across files could not read it: it takes more than max-file-size or "
              "max-memory");
}

/* ---- Files of Victoria 2 ------------------------------------------------------------------------------- */

/* Mods copy files of the game, which works with their flaws: these are notes at most. */
static void lower_to_note(al_file_check *c, al_finding *f)
{
    char message[AL_MAX_MESSAGE];
    if (f->level == AL_NOTE || c->settings[f->rule_number].overridden)
        return;
    const size_t length =
        al_make_message(message, "%s; this is Victoria 2's own file, unchanged", f->message);
    f->level = AL_NOTE;
    f->crash = false;
    al_set_message(c, f, message, length);
}

static bool is_of_victoria2(al_span file)
{
    uint8_t md5[AL_MD5_SIZE];
    al_md5 sum = al_md5_start();
    al_md5_add(&sum, file);
    al_md5_end(&sum, md5);
    return al_victoria2_has_md5(md5);
}

static void finish_findings(al_file_check *c)
{
    al_result *r = &c->block->result;
    report_unread(c);
    if (r->status != AL_FILE_UNRECOGNIZED)
        al_report_kept(c->surveyed.findings, c->surveyed.finding_count, &c->sink);
    report_unread_limit(c);
    al_report_damage(&c->sink, &c->damage);
    al_sink_finish(&c->sink);
    al_picture_name_uses(c);
    if (c->sink.count > 0 && (strcmp(r->format, "xac") == 0 || strcmp(r->format, "xsm") == 0) &&
        is_of_victoria2(c->file))
        for (size_t i = 0; i < c->sink.count; i++)
            lower_to_note(c, &c->sink.findings[i]);
    for (size_t i = 0; i < c->sink.count; i++)
        c->sink.findings[i].excerpt = al_excerpt_of(&c->block->arena, c->file, &c->sink.findings[i]);
    r->findings = c->sink.findings;
    r->finding_count = c->sink.count;
    r->consequences = c->sink.consequences;
    r->consequence_count = c->sink.consequence_count;
    c->block->unseen = c->sink.unseen;
    count_omitted(r, &c->sink);
    if (c->sink.limited)
        r->status = AL_FILE_LIMIT;
    else if (r->status == AL_FILE_CLEAN && r->finding_count > 0)
        r->status = AL_FILE_FINDINGS;
    al_result_count(r);
}

al_status al_file_check_end(al_file_check *c, al_result **result)
{
    *result = NULL;
    if (c->block != NULL && c->sink.arena != NULL)
        finish_findings(c);
    al_arena_free(&c->memory);
    if (c->block == NULL || c->budget.shortage == AL_SHORTAGE_SYSTEM) {
        al_result_free(c->block != NULL ? &c->block->result : NULL);
        return AL_OUT_OF_MEMORY;
    }
    c->block->arena.budget = NULL; /* the budget ends here; freeing does not need it */
    *result = &c->block->result;
    return AL_OK;
}
