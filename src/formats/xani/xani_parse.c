/* xani_parse.c: recognises and reads an Egosoft ANI, in the order of the bytes. The keys follow the
 * descriptors, whatever keyOffset says: that is for a rule to judge.
 */
#include <inttypes.h>
#include <stdio.h>

#include "core/text.h"
#include "formats/xani/xani.h"

#define AL_LAYOUT      "formats/xani/layout.def"
#define AL_LAYOUT_LIST xani_layouts
#include "kit/layout_define.h"
#undef AL_LAYOUT

const xani_array_kind xani_array_kinds[XANI_KEY_ARRAYS] = {{"posKeys", XANI_DESC_AT_num_pos},
                                                           {"rotKeys", XANI_DESC_AT_num_rot},
                                                           {"scaleKeys", XANI_DESC_AT_num_scale},
                                                           {"preScaleKeys", XANI_DESC_AT_num_pre_scale},
                                                           {"postScaleKeys", XANI_DESC_AT_num_post_scale}};

/* There is no magic: the name, and arithmetic that hardly anything else satisfies. Lost Saga's .ani has a
 * magic. */
bool xani_match(al_span head, const char *base_name)
{
    static const char lost_saga[] = "ANI"; /* and its NUL */
    if (!al_has_extension(base_name, "ani", 3) || head.len < XANI_HEADER_BYTES)
        return false;
    if (al_starts_with(head, lost_saga, sizeof lost_saga))
        return false;
    const xani_header h = xani_header_read(head);
    return h.version == XANI_VERSION ||
           (int64_t)h.key_offset == XANI_HEADER_BYTES + XANI_DESC_BYTES * (int64_t)h.num_anims;
}

static bool is_supported(const xani_file *f, al_sink *s)
{
    if (f->header.version == XANI_VERSION)
        return true;
    al_claim claim = al_field_claim(XANI_UNSUPPORTED_VERSION, &xani_header_layout, f->header_record,
                                    XANI_HEADER_AT_version, &f->header_path);
    claim.expected = al_int(XANI_VERSION);
    al_report(s, &claim, "version %d is unknown, the games read version 1", (int)f->header.version);
    return false;
}

/* Whether `count` things of `size` bytes could be in the file; if not, that is told. */
static bool count_fits(const xani_file *f, const al_claim *claim, int32_t count, uint32_t size,
                       const char *what, al_sink *s)
{
    if (count >= 0 && (uint64_t)count * size <= f->file.len)
        return true;
    if (count < 0)
        al_report(s, claim, "the number of %s is negative: %d", what, (int)count);
    else
        al_report(s, claim, "%d %s of %u bytes each do not fit into a file of %zu bytes", (int)count, what,
                  size, f->file.len);
    return false;
}

static void report_truncated(xani_file *f, al_sink *s, al_path path, al_span there, uint64_t size,
                             const char *what)
{
    const al_claim claim = {.rule = XANI_TRUNCATED, .offset = there.base, .length = there.len, .path = path};
    al_report(s, &claim, "the file ends in %s: %zu of its %" PRIu64 " bytes are there", what, there.len,
              size);
    f->whole = false;
}

/* All counts of a descriptor are judged, also those behind one that is wrong. */
static void read_counts(const xani_file *f, xani_anim *a, al_sink *s)
{
    for (uint32_t i = 0; i < XANI_KEY_ARRAYS; i++) {
        const uint32_t field = xani_array_kinds[i].count_field;
        const int32_t count = al_i32_at(a->record, field);
        const al_claim claim =
            al_field_claim(XANI_COUNT_RANGE, &xani_desc_layout, a->record, field, &a->path);
        a->counted[i] = count_fits(f, &claim, count, XANI_KEY_BYTES, "keys", s);
        a->counts[i] = a->counted[i] ? (uint32_t)count : 0;
    }
}

static bool read_descriptors(al_job *job, xani_file *f)
{
    const al_claim claim = al_field_claim(XANI_COUNT_RANGE, &xani_header_layout, f->header_record,
                                          XANI_HEADER_AT_num_anims, &f->header_path);
    f->whole = count_fits(f, &claim, f->header.num_anims, XANI_DESC_BYTES, "animations", job->sink);
    if (!f->whole)
        return true;
    f->anims = al_alloc(job->arena, (uint64_t)f->header.num_anims, sizeof *f->anims);
    if (f->anims == NULL)
        return false;
    for (uint32_t i = 0; i < (uint32_t)f->header.num_anims; i++) {
        xani_anim *a = &f->anims[i];
        const uint64_t at = XANI_HEADER_BYTES + (uint64_t)i * XANI_DESC_BYTES;
        a->path = al_item(NULL, "anims", i);
        if (!al_slice(f->file, at, XANI_DESC_BYTES, &a->record)) {
            report_truncated(f, job->sink, a->path, al_slice_available(f->file, at, XANI_DESC_BYTES),
                             XANI_DESC_BYTES, "an animation descriptor");
            return true;
        }
        a->desc = xani_desc_read(a->record);
        f->anim_count = i + 1;
        read_counts(f, a, job->sink);
    }
    f->end = XANI_HEADER_BYTES + (uint64_t)f->anim_count * XANI_DESC_BYTES;
    return true;
}

/* The place of one key array. False when that of the next is not known. */
static bool read_array(xani_file *f, xani_anim *a, uint32_t number, al_sink *s)
{
    const uint64_t size = (uint64_t)a->counts[number] * XANI_KEY_BYTES;
    if (!a->counted[number]) {
        f->whole = false;
        return false;
    }
    a->keys[number] = al_slice_available(f->file, f->end, size);
    a->array_count = number + 1;
    if (a->keys[number].len < size) {
        report_truncated(f, s, al_field(&a->path, xani_array_kinds[number].name), a->keys[number], size,
                         "a list of keys");
        return false;
    }
    f->end += size;
    return true;
}

static void read_keys(xani_file *f, al_sink *s)
{
    for (uint32_t i = 0; i < f->anim_count; i++)
        for (uint32_t j = 0; j < XANI_KEY_ARRAYS; j++)
            if (!read_array(f, &f->anims[i], j, s))
                return;
}

bool xani_parse(al_job *job, xani_file *f)
{
    *f = (xani_file){.file = job->file, .header_path = al_field(NULL, "header")};
    f->header_record = al_slice_available(f->file, 0, XANI_HEADER_BYTES);
    f->header = xani_header_read(f->header_record);
    (void)snprintf(job->version, sizeof job->version, "%d", (int)f->header.version);
    f->supported = is_supported(f, job->sink);
    if (!f->supported)
        return true;
    if (!read_descriptors(job, f))
        return false;
    if (f->whole)
        read_keys(f, job->sink);
    return true;
}
