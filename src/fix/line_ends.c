/* line_ends.c: takes back what Git or FTP did to the line ends of a binary file: CR LF becomes LF again, or
 * LF becomes CR LF again where that was lost.
 *
 * Git leaves a CR LF alone that was there before, so that the way back is not unique. The checksums of zlib
 * streams prove which ones were there. Without them a file is proven to be right only if it needs no CR LF:
 * if it ends where it should and has no error.
 */
#include <inttypes.h>
#include <string.h>

#include "core/finding_message.h"
#include "core/text.h"
#include "engine/judge.h"
#include "fix/file_fixers.h"
#include "fix/stream_returns.h"
#include "formats/catalogue.h"

#define AL_RULES "rules/file.def"
#include "kit/rule_numbers.h"

/* The file without the carriage returns before line feeds. */
typedef struct bare_file {
    al_span bytes;
    uint64_t removed; /* carriage returns */
    uint8_t *returns; /* for each byte: 1 for a line feed that had one */
} bare_file;

static bool has_return(al_span file, uint64_t at)
{
    return al_u8_at(file, at) == '\r' && al_u8_at(file, at + 1) == '\n';
}

static bool remove_returns(const al_job *job, bare_file *bare)
{
    size_t size = 0;
    uint8_t *bytes = al_alloc(job->arena, job->file.len, 1);
    *bare = (bare_file){.returns = al_alloc(job->arena, job->file.len, 1)};
    if (bytes == NULL || bare->returns == NULL)
        return false;
    for (uint64_t i = 0; i < job->file.len; i++) {
        if (has_return(job->file, i))
            bare->removed++;
        else
            bytes[size++] = al_u8_at(job->file, i);
    }
    bare->bytes = al_span_of(bytes, size);
    return true;
}

/* ---- Proof --------------------------------------------------------------------------------------------- */

/* Whether each stream and the end of the file are right with some of the carriage returns, which are found.
 */
static bool restore_streams(const al_fix_plan *plan, const al_format *format, const bare_file *bare)
{
    al_stream_place places[AL_MOST_STREAMS];
    al_returns_work work = al_returns_work_of(bare->bytes.len);
    al_job job = *plan->job;
    job.file = bare->bytes;
    void *document =
        format->hooks->find_streams != NULL ? al_alloc(job.arena, 1, format->hooks->document_size) : NULL;
    if (document == NULL || format->hooks->parse(&job, document) != AL_READ)
        return false;
    const size_t count = format->hooks->find_streams(document, places);
    uint64_t at = count > 0 ? places[0].offset : 0;
    for (size_t i = 0; i < count; i++) {
        al_lost_stream stream = {.size = places[i].size,
                                 .inflated = places[i].inflated,
                                 .bytes = al_slice_available(bare->bytes, at, UINT64_MAX),
                                 .returns = &bare->returns[at]};
        if (at >= bare->bytes.len || stream.inflated > job.max_inflated ||
            !al_find_returns(job.arena->budget, &work, &stream))
            return false;
        at += stream.used;
    }
    return count > 0 && at == bare->bytes.len;
}

/* Whether a check finds no error in a file, and nothing behind its end. */
static bool is_right(const al_fix_plan *plan, const al_format *format, al_span file)
{
    al_setting settings[AL_MOST_RULES] = {{.level = AL_OFF}};
    al_arena arena = al_arena_on(plan->job->arena->budget);
    al_job job = *plan->job;
    for (size_t i = 0; i < al_rule_count(); i++)
        settings[i].level = al_catalogue[i].level;
    al_sink sink = al_sink_of(&arena, al_catalogue, settings, "", file.len);
    job.file = file;
    job.arena = &arena;
    job.sink = &sink;
    al_parse_and_judge(format, &job);
    bool right = !sink.limited;
    for (size_t i = 0; i < sink.count; i++)
        right = right && sink.findings[i].level != AL_ERROR &&
                strstr(sink.findings[i].rule->id, "/trailing-bytes") == NULL;
    al_arena_return(&arena);
    return right;
}

/* ---- The fix ------------------------------------------------------------------------------------------- */

/* Replaces the file, from the first byte that differs, by the one with the carriage returns that were found.
 */
static void put_returns(al_fix_plan *plan, const bare_file *bare)
{
    const al_span file = plan->job->file;
    char before[AL_MAX_MESSAGE], after[AL_MAX_MESSAGE];
    uint64_t kept = 0, size = 0, same = 0;
    for (uint64_t i = 0; i < bare->bytes.len; i++)
        kept += bare->returns[i];
    uint8_t *bytes = al_alloc(plan->job->arena, bare->bytes.len + kept, 1);
    if (bytes == NULL) {
        plan->no_memory = true;
        return;
    }
    for (uint64_t i = 0; i < bare->bytes.len; i++) {
        if (bare->returns[i] != 0)
            bytes[size++] = '\r';
        bytes[size++] = al_u8_at(bare->bytes, i);
    }
    while (same < size && bytes[same] == al_u8_at(file, same))
        same++;
    if (bare->removed > 0) {
        (void)al_make_message(before, "%" PRIu64 " CR LF", bare->removed);
        (void)al_make_message(after, "%" PRIu64 " LF, %" PRIu64 " CR LF", bare->removed - kept, kept);
    } else {
        (void)al_make_message(before, "%" PRIu64 " LF", kept);
        (void)al_make_message(after, "%" PRIu64 " CR LF", kept);
    }
    al_fix_replace(plan, same, file.len - same,
                   al_slice_available(al_span_of(bytes, (size_t)size), same, UINT64_MAX), NULL, before,
                   after);
}

static void fix_line_ends(al_fix_plan *plan, const void *document)
{
    const al_job *job = plan->job;
    const al_format *format = document;
    bare_file bare;
    plan->reads_anew = true;
    if (!remove_returns(job, &bare)) {
        plan->no_memory = true;
    } else if (is_right(plan, format, job->file)) {
        al_fix_refuse(plan, "the file is right as it is");
    } else if (restore_streams(plan, format, &bare)) {
        put_returns(plan, &bare);
    } else if (bare.removed == 0) {
        al_fix_refuse(plan,
                      "no carriage returns were found that make the checksums right: the file may be cut "
                      "off instead");
    } else {
        memset(bare.returns, 0, bare.bytes.len);
        if (!is_right(plan, format, bare.bytes))
            plan->kind = AL_FIX_UNSAFE;
        put_returns(plan, &bare);
    }
}

const al_fixer al_file_fixers[] = {{FILE_LINE_ENDS, fix_line_ends}, {.plan = NULL}};
