/* pictures.c: what the formats of pictures share. */
#include "formats/pictures/pictures.h"

#include <inttypes.h>

#include "kit/describe_content.h"

bool picture_is_bmp(al_span head)
{
    enum { RESERVED_AT = 6, INFO_AT = 14, LEAST_INFO = 12, MOST_INFO = 124 };
    const uint32_t info = al_u32_at(head, INFO_AT);
    return al_starts_with(head, "BM", 2) && al_u32_at(head, RESERVED_AT) == 0 && info >= LEAST_INFO &&
           info <= MOST_INFO;
}

al_parsed picture_refuse(al_job *job, size_t bad_magic, size_t other_kind, const char *name)
{
    static const char jpeg[] = "\xFF\xD8\xFF";
    enum { SHOWN = 8 };
    const al_span start = al_slice_available(job->file, 0, SHOWN);
    al_claim claim = {.rule = bad_magic, .length = start.len, .actual = al_text_bytes(start)};
    if (al_starts_with(start, jpeg, sizeof jpeg - 1)) {
        claim.rule = other_kind;
        al_report(job->sink, &claim, "this is a JPEG picture, not %s; assetlint does not check it", name);
    } else if (start.len == 0) {
        al_report(job->sink, &claim, "file is empty");
    } else {
        al_report(job->sink, &claim, "file begins with %s, so it is not %s or another picture%s",
                  al_show_bytes(start).text, name, al_describe_content(job->file));
    }
    return AL_REFUSED;
}

/* A claim about the bytes of the picture's data from `from` to `end`. */
static al_claim data_claim(size_t rule, uint64_t from, uint64_t end)
{
    return (al_claim){.rule = rule, .offset = from, .length = end - from, .path = al_field(NULL, "data")};
}

void picture_report_short(al_job *job, size_t rule, uint64_t at, uint64_t size, uint64_t end)
{
    al_claim claim = data_claim(rule, at < end ? at : end, end);
    claim.expected = al_uint(size);
    claim.actual = al_uint(claim.length);
    claim.reach = AL_WHOLE_FILE; /* the size counts, wherever a byte is missing */
    job->length_is_wrong = true;
    al_report(job->sink, &claim, "the pixels take %" PRIu64 " bytes, but only %" PRIu64 " are there", size,
              claim.length);
}

void picture_report_long(al_job *job, size_t rule, uint64_t from, uint64_t end)
{
    al_claim claim = data_claim(rule, from, end);
    claim.path = (al_path){.name = NULL};
    claim.reach = AL_WHOLE_FILE;
    job->length_is_wrong = true;
    al_report(job->sink, &claim, "%" PRIu64 " byte%s after the pixels", claim.length, AL_S(claim.length));
}
