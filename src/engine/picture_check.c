/* picture_check.c: checks a picture, of which rarely all bytes are read, and one in a gzip. */
#include "engine/picture_check.h"

#include <inttypes.h>
#include <stdio.h>

#include "core/finding_message.h"
#include "core/limits.h"
#include "engine/gzipped.h"
#include "engine/judge.h"
#include "kit/describe_content.h"

#define AL_RULES "rules/dds.def"
#include "kit/rule_numbers.h"

/* ---- Pictures ------------------------------------------------------------------------------------------ */

/* The bytes of pixels may look like damage by chance, unless the length is wrong, too. */
static void find_picture_damage(al_file_check *c, al_source *source, const al_job *job)
{
    if (!job->length_is_wrong)
        return;
    al_source_read_rest(source);
    c->damage = al_find_damage(&c->sink, al_source_bytes(source));
    c->damage.zero_filled = c->damage.zero_filled && !job->zeros_are_pixels;
}

void al_picture_check(al_file_check *c, const al_format *format, al_source *source)
{
    const al_span file = al_source_bytes(source);
    al_job job = al_judge_job(c, file, source->size - file.len);
    job.end = al_source_end(source);
    c->sink.damaged_from = source->size;
    al_judge_as(c, format, &job);
    find_picture_damage(c, source, &job);
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
    al_claim claim = {.rule = DDS_GZIP, .length = file.len, .reach = AL_WHOLE_FILE};
    if (stream->verdict == AL_INFLATE_LONG) {
        claim.limit = true;
        claim.rule = DDS_LIMIT;
        al_report(&c->sink, &claim, "the gzip gives more than the %" PRIu64 " bytes of max-inflated",
                  c->checker->options->limits[AL_LIMIT_INFLATED]);
        return false;
    }
    if (stream->verdict == AL_INFLATE_WHOLE) {
        claim.offset = stream->consumed;
        claim.length = file.len - stream->consumed;
        claim.rule = DDS_GZIP_TRAILING;
        if (claim.length > 0)
            al_report(&c->sink, &claim, "%" PRIu64 " byte%s after the gzip%s", claim.length,
                      AL_S(claim.length),
                      al_is_gzip(al_slice_available(file, claim.offset, AL_HEAD_SIZE))
                          ? ": a second one begins there"
                          : "");
        return true;
    }
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
    al_job job = al_judge_job(c, g->bytes, g->unread);
    job.end = al_span_of(g->tail, g->tail_size);
    job.end.base = g->stream.produced - g->tail_size;
    job.unpacked = true;
    const al_format *format = g->format != NULL ? g->format : format_of_gzips();
    c->sink.stream = al_slice_available(file, 0, g->stream.consumed);
    if (g->bytes.len == 0 && g->stream.produced > 0) {
        c->sink.first_rule = *format->first_rule;
        job.limit_rule = format->hooks->limit_rule;
        al_report_no_memory(&job);
    } else {
        al_judge_as(c, format, &job);
        if (format != format_of_gzips())
            al_judge_kind(c, format, format_of_gzips());
    }
    c->sink.stream.len = 0;
}

void al_picture_check_gzip(al_file_check *c, al_source *source)
{
    const al_span file = al_source_bytes(source);
    al_gzipped gzip, *g = &gzip;
    al_gzip_read(g, c->checker->inflater, &c->memory, file, c->checker->options->limits[AL_LIMIT_INFLATED],
                 al_is_wanted_whole(c->about));
    if (g->stream.verdict == AL_INFLATE_NO_MEMORY)
        return;
    if (g->format == NULL && c->surveyed.placed_as == NULL) {
        al_report_unrecognized(c, source->size, file, al_describe_content(file));
        return;
    }
    c->block->result.format = (g->format != NULL ? g->format : format_of_gzips())->info.id;
    c->sink.damaged_from = file.len;
    c->sink.first_rule = *format_of_gzips()->first_rule;
    if (judge_stream(c, g, file))
        judge_gzip(c, g, file);
    else
        find_picture_damage(c, source, &(al_job){.length_is_wrong = true});
}

/* ---- What leads to a picture --------------------------------------------------------------------------- */

void al_picture_name_uses(al_file_check *c)
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
    al_set_message(c, f, message, length);
}
