/* damage.c: recognises a file whose line ends were converted, or of which a copy ended early. */
#include "engine/damage.h"

#include <inttypes.h>

#include "core/limits.h"
#include "kit/describe_content.h"

#define AL_RULES "rules/file.def"
#include "kit/rule_numbers.h"

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

al_damage al_find_damage(const al_sink *s, al_span file)
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

void al_report_lost_returns(al_job *job, const al_hooks *hooks, const void *document)
{
    al_stream_place places[AL_MOST_STREAMS];
    al_claim claim = {.rule = FILE_LINE_ENDS, .length = 1, .doubt = AL_ONLY_LIKELY};
    const size_t count = hooks->find_streams(document, places), first_rule = job->sink->first_rule;
    uint64_t feeds = 0;
    if (count == 0)
        return;
    const uint64_t end = al_sum(places[count - 1].offset, places[count - 1].size);
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

void al_report_damage(al_sink *s, const al_damage *damage)
{
    const size_t first_rule = s->first_rule;
    s->first_rule = 0; /* rules about files come first in the catalogue */
    if (damage->converted && (damage->ends.count > 1 || has_error(s)))
        report_line_ends(s, &damage->ends);
    if (damage->zero_filled && has_error(s))
        report_zeros(s, damage->zeros_from);
    s->first_rule = first_rule;
}
