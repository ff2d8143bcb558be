/* file_check.c: recognises a file, reads it, and has its format judge it. */
#include "engine/file_check.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "containers/unsupported.h"
#include "core/finding_message.h"
#include "core/limits.h"
#include "core/sort.h"
#include "core/text.h"
#include "engine/budgets.h"
#include "engine/excerpt.h"
#include "engine/gzipped.h"
#include "engine/recognize.h"
#include "formats/catalogue.h"
#include "kit/describe_content.h"
#include "kit/outline.h"
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

/* ---- Damage: Git or FTP converted the line ends of a binary file, or a copy ended early ---------------- */

/* Such damage breaks every binary format, but the findings that follow from it are hard to understand, or no
 * rule looks at the broken bytes: so these are rules of their own for all formats. */

/* The longest end of zeros among 244 working files has 100. */
enum { LEAST_ZEROS = 1024 };

/* A web page that was saved instead of the file isn't converted. */
static bool is_converted(al_span file, al_line_ends *ends)
{
    return al_all_line_feeds_paired(file, ends) && !al_is_text(al_slice_available(file, 0, AL_HEAD_SIZE));
}

/* Where the zeros at the end of the file begin; its size if there are none. */
static uint64_t find_zeros(al_span file)
{
    enum { BLOCK = 4096 };
    uint64_t from = file.len;
    while (from >= BLOCK && al_is_all_zero(al_slice_available(file, from - BLOCK, BLOCK)))
        from -= BLOCK;
    while (from > 0 && al_u8_at(file, from - 1) == 0)
        from--;
    return from;
}

/* Does not look for damage whose rule is off. */
static al_damage find_damage(const al_sink *s, al_span file)
{
    al_damage damage = {.zeros_from = file.len};
    damage.converted = s->settings[FILE_LINE_ENDS].level != AL_OFF && is_converted(file, &damage.ends);
    if (s->settings[FILE_ZERO_FILLED].level != AL_OFF)
        damage.zeros_from = find_zeros(file);
    damage.zero_filled = file.len - damage.zeros_from >= LEAST_ZEROS;
    return damage;
}

/* That a limit stopped the check is no error of the file. */
static bool has_error(const al_sink *s)
{
    for (size_t i = 0; i < s->count; i++)
        if (s->findings[i].level == AL_ERROR && (s->reaches[i] > 0 || s->findings[i].rule->cause))
            return true;
    return false;
}

static void report_line_ends(al_sink *s, const al_line_ends *ends)
{
    const al_claim claim = {.rule = FILE_LINE_ENDS, .offset = ends->first, .length = 2};
    if (ends->count > 1)
        al_report(
            s, &claim,
            "each of the %" PRIu64
            " line feeds has a carriage return before it: Git, or FTP in text mode, took the file for a "
            "text and put them there",
            ends->count);
    else
        al_report(s, &claim,
                  "the only line feed has a carriage return before it: Git, or FTP in text mode, may have "
                  "taken the file for a text and put it there");
}

static void report_zeros(al_sink *s, uint64_t from)
{
    const al_claim claim = {
        .rule = FILE_ZERO_FILLED, .offset = from, .length = s->size - from, .reach = from};
    al_report(s, &claim,
              "%" PRIu64 " of %" PRIu64
              " bytes are lost: from here to its end the file is nothing but zeros, as a copy or a download "
              "that stopped leaves it",
              s->size - from, s->size);
}

/* Reports that the streams of a file may have lost carriage returns: it ends too early, and none of its line
 * feeds has one. In compressed data one line feed of 256 does; a file that lacks many more bytes was cut off.
 * One that lacks a few may be, too: its checksums will tell, but to look for the right places takes too long
 * for a check. */
static void report_lost_returns(al_job *job, const al_hooks *hooks, const void *document)
{
    al_stream_place places[AL_MOST_STREAMS];
    al_claim claim = {.rule = FILE_LINE_ENDS, .length = 1, .doubt = AL_ONLY_LIKELY};
    const size_t count = hooks->find_streams(document, places), first_rule = job->sink->first_rule;
    const uint64_t end = count > 0 ? al_sum(places[count - 1].offset, places[count - 1].size) : 0;
    uint64_t feeds = 0;
    if (end <= job->file.len)
        return;
    for (uint64_t i = job->file.len; i-- > places[0].offset;)
        if (al_u8_at(job->file, i) == '\n') {
            if (al_u8_at(job->file, i - 1) == '\r')
                return;
            claim.offset = i;
            feeds++;
        }
    if (end - job->file.len > feeds || end - job->file.len > 2 + feeds / 64)
        return;
    job->sink->first_rule = 0;
    al_report(job->sink, &claim,
              "%" PRIu64 " byte%s missing, and none of the %" PRIu64
              " line feeds has a carriage return before it: Git, or FTP in text mode, may have taken the "
              "file for a text and removed them",
              end - job->file.len, AL_BY_COUNT(end - job->file.len, " is", "s are"), feeds);
    job->sink->first_rule = first_rule;
}

/* After all other findings have been reported. A single line feed may have a carriage return before it by
 * chance, and zeros may end a working file: these are reported only beside another error. */
static void report_damage(al_sink *s, const al_damage *damage)
{
    const size_t first_rule = s->first_rule;
    s->first_rule = 0; /* rules about files come first in the catalogue */
    if (damage->converted && (damage->ends.count > 1 || has_error(s)))
        report_line_ends(s, &damage->ends);
    if (damage->zero_filled && has_error(s))
        report_zeros(s, damage->zeros_from);
    s->first_rule = first_rule;
}

/* ---- A file of a known format -------------------------------------------------------------------------- */

/* Whether the checker of a file wants its bytes for something else, too. */
static bool is_read_whole(const al_subject *about)
{
    return about->whole || about->visitor != NULL || about->receive != NULL;
}

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
    al_source_read_head(source, al_is_read_whole(c->name) || is_read_whole(c->about));
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

/* The index of a rule in the catalogue; false when the format has none of that name. */
static bool find_rule(const al_format *format, const char *name, size_t *index)
{
    for (size_t i = *format->first_rule; i < al_rule_count(); i++) {
        const char *id = al_catalogue[i].id;
        if (strcmp(al_catalogue[i].format, format->info.id) != 0)
            return false;
        if (strcmp(strchr(id, '/') + 1, name) == 0) {
            *index = i;
            return true;
        }
    }
    return false;
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

/* Reports a picture whose extension, or gzip, is that of another kind: readers that go by its bytes read it
 * all the same. */
static void judge_kind(al_file_check *c, const al_format *format, const al_format *other)
{
    al_claim claim = {.rule = 0, .length = c->sink.size};
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
    al_claim claim = {.rule = 0};
    if (other != NULL && format->hooks->is_picture && other->hooks->is_picture) {
        judge_kind(c, format, other);
        return;
    }
    if (other == NULL || magic == NULL || !find_rule(other, "bad-magic", &claim.rule))
        return;
    claim.offset = magic->offset;
    claim.length = magic->size;
    if (other->hooks->magic != NULL)
        claim.expected = al_text(other->hooks->magic->bytes);
    claim.actual = al_text_bytes(al_slice_available(file, magic->offset, magic->size));
    c->sink.first_rule = 0; /* the rule is the other format's */
    al_report(&c->sink, &claim, "this is %s %.*s, not %s %.*s: rename it to end in .%.*s", article(format),
              short_name(format), format->info.name, article(other), short_name(other), other->info.name,
              (int)strcspn(format->info.extensions, " "), format->info.extensions);
    c->sink.first_rule = *format->first_rule;
}

static void judge(al_job *job, const al_hooks *hooks, const void *document)
{
    hooks->judge(job, document);
    if (hooks->find_streams != NULL)
        report_lost_returns(job, hooks, document);
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

static al_job job_of(al_file_check *c, al_span file, uint64_t unread)
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

/* Of a picture in a gzip only its size is shown: a visitor is told places in the file. */
static void parse_and_judge(al_file_check *c, const al_format *format, al_job *job)
{
    const al_context *context = c->about->context;
    const uint64_t *budgets = context != NULL ? context->budgets : NULL;
    const bool shown = c->about->visitor != NULL && c->sink.stream.len == 0;
    al_outline outline;
    if (shown) {
        al_outline_start(&outline, job, c->about->visitor);
        outline.tap = c->about->tap;
    }
    al_parse_and_judge(format, job);
    if (shown)
        al_outline_end(&outline);
    else if (c->about->visitor != NULL)
        c->about->visitor->value(c->about->visitor->context, "picture", al_uint(job->file.len + job->unread),
                                 "bytes", (al_extent){.length = c->sink.stream.len});
    judge_extension(c, format, job->file);
    al_report_budgets(budgets, &c->sink, &c->block->result.measures);
    c->block->result.version = al_copy_text(&c->block->arena, job->version, strlen(job->version));
    c->block->result.format = format->info.id;
}

/* All bytes of the file are there, and they are of that format. */
static void check_format(al_file_check *c, const al_format *format, al_span file)
{
    al_job job = job_of(c, file, 0);
    c->damage = find_damage(&c->sink, file);
    c->sink.damaged_from = c->damage.zeros_from;
    parse_and_judge(c, format, &job);
    c->file = file;
}

/* ---- A file of no known format ------------------------------------------------------------------------- */

/* What a file of no known format is, for the message. Of a large file only the start was read: that is enough
 * unless it is all zeros. */
static const char *what_it_is(const al_source *source)
{
    enum { START = 4096 };
    const al_span start = al_slice_available(al_source_bytes(source), 0, START);
    return al_u8_at(start, 0) != 0 || source->size <= START ? al_describe_content(start) : "";
}

/* A text file has a format only where a rule across files judges it. `start`: its first bytes, or none. */
static void report_unrecognized(al_file_check *c, uint64_t size, al_span start, const char *what)
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

void al_file_check_skip(al_file_check *c, uint64_t size)
{
    al_file_check_begin_findings(c, size);
    report_unrecognized(c, size, (al_span){.ptr = NULL}, "");
}

/* ---- Pictures ------------------------------------------------------------------------------------------ */

/* The bytes of pixels may look like damage by chance, unless the length is wrong, too. */
static void find_picture_damage(al_file_check *c, al_source *source, const al_job *job)
{
    if (!job->length_is_wrong)
        return;
    al_source_read_rest(source);
    c->damage = find_damage(&c->sink, al_source_bytes(source));
    c->damage.zero_filled = c->damage.zero_filled && !job->zeros_are_pixels;
}

/* Reads as much of a picture as its rules need, or all if others get it. */
static void check_picture(al_file_check *c, const al_format *format, al_source *source)
{
    const al_span file = al_source_bytes(source);
    al_job job = job_of(c, file, source->size - file.len);
    c->sink.damaged_from = source->size;
    parse_and_judge(c, format, &job);
    find_picture_damage(c, source, &job);
}

/* Reads what a check needs of a file of that format. A member of a package is read to its end, where its
 * checksum is. */
static void read_needed(const al_file_check *c, const al_format **format, al_source *source)
{
    const al_hooks *hooks = (*format)->hooks;
    const al_span head = al_slice_available(al_source_bytes(source), 0, AL_HEAD_SIZE);
    const uint64_t needed = hooks->bytes_needed != NULL ? hooks->bytes_needed(head) : UINT64_MAX;
    if (needed == UINT64_MAX || is_read_whole(c->about) || !source->opened || !source->sized)
        al_source_read_rest(source);
    else
        al_source_read_first(source, needed);
    if (needed == UINT64_MAX && hooks->is_picture && source->state == AL_SOURCE_READ)
        *format = al_recognize_by_end(*format, al_source_bytes(source));
}

/* ---- Pictures in a gzip -------------------------------------------------------------------------------- */

static const al_format *format_of_gzips(void)
{
    return al_find_format("dds");
}

/* Whether the stream is right, as far as it was read. Reports what is not. */
static bool judge_stream(al_file_check *c, const al_gzipped *g, al_span file)
{
    const al_inflated *stream = &g->stream;
    al_claim claim = {.rule = 0, .length = file.len, .reach = AL_WHOLE_FILE};
    if (stream->verdict == AL_INFLATE_LONG) {
        claim.limit = find_rule(format_of_gzips(), "limit", &claim.rule);
        al_report(&c->sink, &claim, "the gzip gives more than the %" PRIu64 " bytes of max-inflated",
                  c->checker->options->limits[AL_LIMIT_INFLATED]);
        return false;
    }
    if (stream->verdict == AL_INFLATE_WHOLE) {
        claim.offset = stream->consumed;
        claim.length = file.len - stream->consumed;
        if (claim.length > 0 && find_rule(format_of_gzips(), "gzip-trailing", &claim.rule))
            al_report(&c->sink, &claim, "%" PRIu64 " byte%s after the gzip%s", claim.length,
                      AL_S(claim.length),
                      al_is_gzip(al_slice_available(file, claim.offset, AL_HEAD_SIZE))
                          ? ": a second one begins there"
                          : "");
        return true;
    }
    if (find_rule(format_of_gzips(), "gzip", &claim.rule))
        al_report(&c->sink, &claim, "the gzip is broken after %" PRIu64 " bytes of the picture: %s",
                  stream->produced,
                  stream->verdict == AL_INFLATE_TRUNCATED ? "it ends early"
                  : stream->why != NULL                   ? stream->why
                                                          : "it is no gzip");
    return false;
}

/* Judges what the gzip holds as if it was a file. */
static void judge_gzip(al_file_check *c, const al_gzipped *g, al_span file)
{
    al_job job = job_of(c, g->bytes, g->unread);
    const al_format *format = g->format != NULL ? g->format : format_of_gzips();
    c->sink.stream = al_slice_available(file, 0, g->stream.consumed);
    if (g->bytes.len == 0 && g->stream.produced > 0) {
        c->sink.first_rule = *format->first_rule;
        job.limit_rule = format->hooks->limit_rule;
        al_report_no_memory(&job);
    } else {
        parse_and_judge(c, format, &job);
        if (format != format_of_gzips())
            judge_kind(c, format, format_of_gzips());
    }
    c->sink.stream.len = 0;
}

/* A gzip with a picture, or where textures lie. Others are left alone, since they may hold anything. */
static void check_gzip(al_file_check *c, al_source *source)
{
    const al_span file = al_source_bytes(source);
    al_gzipped gzip, *g = &gzip;
    al_gzip_read(g, c->checker->inflater, &c->memory, file, c->checker->options->limits[AL_LIMIT_INFLATED],
                 is_read_whole(c->about));
    if (g->stream.verdict == AL_INFLATE_NO_MEMORY)
        return;
    if (g->format == NULL && c->surveyed.placed_as == NULL) {
        report_unrecognized(c, source->size, file, al_describe_content(file));
        return;
    }
    c->block->result.format = (g->format != NULL ? g->format : format_of_gzips())->info.id;
    c->sink.damaged_from = file.len;
    if (judge_stream(c, g, file))
        judge_gzip(c, g, file);
    else
        find_picture_damage(c, source, &(al_job){.length_is_wrong = true});
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
        check_gzip(c, source);
    else if (format != NULL && format->hooks->is_picture)
        check_picture(c, format, source);
    else if (format != NULL)
        check_format(c, format, al_source_bytes(source));
    else
        report_unrecognized(c, source->size, al_source_bytes(source), what_it_is(source));
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

/* ---- What a message also says -------------------------------------------------------------------------- */

static void set_message(al_file_check *c, al_finding *f, const char *message, size_t length)
{
    f->message = al_copy_text(&c->block->arena, message, length);
    if (f->message == NULL) {
        f->message = "";
        al_budget_fail(&c->budget); /* the check ends without a verdict */
    }
}

/* The first error of a picture names what leads to it: there the player sees it. */
static void name_uses(al_file_check *c)
{
    const al_picture_uses *uses = &c->surveyed.uses;
    char message[AL_MAX_MESSAGE], line[32] = "", more[64] = "";
    size_t i = 0;
    while (i < c->sink.count && c->sink.findings[i].level != AL_ERROR)
        i++;
    if (uses->count == 0 || i == c->sink.count)
        return;
    if (uses->line > 0)
        (void)snprintf(line, sizeof line, ", line %" PRIu32 ",", uses->line);
    if (uses->count > 1)
        (void)snprintf(more, sizeof more, ", and so do%s %" PRIu64 " other reference%s",
                       uses->count == 2 ? "es" : "", uses->count - 1, AL_S(uses->count - 1));
    al_finding *f = &c->sink.findings[i];
    const size_t length =
        al_make_message(message, "%s; %s%s leads to this picture%s", f->message, uses->name, line, more);
    set_message(c, f, message, length);
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
    set_message(c, f, message, length);
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
    report_damage(&c->sink, &c->damage);
    al_sink_finish(&c->sink);
    name_uses(c);
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
