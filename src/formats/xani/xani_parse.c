/* xani_parse.c: recognises and reads an Egosoft ANI, in the order of the bytes. The keys follow the
 * descriptors: a rule checks keyOffset.
 */
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

/* The format has no magic: it is recognised by its extension and by header fields that other files hardly
 * ever have. Lost Saga's .ani has a magic. */
bool xani_match(al_span head, const char *base_name)
{
    static const char lost_saga[] = "ANI"; /* and its NUL */
    if (!al_has_extension(base_name, "ani", 3) || head.len < XANI_HEADER_BYTES)
        return false;
    if (al_starts_with(head, lost_saga, sizeof lost_saga))
        return false;
    const xani_header h = xani_header_read(head);
    return h.version == XANI_HEADER_IS_version ||
           (int64_t)h.key_offset == XANI_HEADER_BYTES + XANI_DESC_BYTES * (int64_t)h.num_anims;
}

static bool is_supported(const xani_file *f)
{
    if (f->header.version == XANI_HEADER_IS_version)
        return true;
    al_claim claim = xani_header_claim_at(XANI_UNSUPPORTED_VERSION, f->header_record, XANI_HEADER_AT_version,
                                          &f->header_path);
    claim.expected = al_int(XANI_HEADER_IS_version);
    al_report(f->job->sink, &claim, "version %d is unknown, the games read version 1",
              (int)f->header.version);
    return false;
}

/* Reports every wrong count of a descriptor, also those after the first. */
static void read_counts(const xani_file *f, const xani_anim *a)
{
    for (uint32_t i = 0; i < XANI_KEY_ARRAYS; i++) {
        const al_counter counter = xani_desc_counter(a->record, xani_array_kinds[i].counts, &a->path);
        if (al_counted(&counter) == 0) /* most parts have keys of one kind or two */
            continue;
        al_walk probe = f->walk;
        (void)!al_walk_count(&probe, &counter, XANI_KEY_BYTES, "keys");
    }
}

/* Descriptors are announced together with their keys. False when memory is short. */
static bool read_descriptors(xani_file *f)
{
    al_walk *w = &f->walk;
    const al_path list = al_field(NULL, "anims");
    const al_counter counter =
        xani_header_counter(f->header_record, XANI_HEADER_AT_num_anims, &f->header_path);
    if (!al_walk_list(w, &counter, XANI_DESC_BYTES, &list, "animations"))
        return true;
    const uint32_t count = al_counted(&counter);
    f->anims = al_alloc(f->job->arena, count, sizeof *f->anims);
    if (f->anims == NULL)
        return false;
    for (uint32_t i = 0; i < count; i++) {
        xani_anim *a = &f->anims[i];
        a->path = al_item(NULL, "anims", i);
        if (!al_walk_take(w, XANI_DESC_BYTES, &a->path, "an animation descriptor", &a->record))
            return true;
        a->desc = xani_desc_read(a->record);
        f->anim_count = i + 1;
        read_counts(f, a);
    }
    return true;
}

/* One key array. False if the place of the next one is not known. */
static bool read_keys(al_walk *w, xani_anim *a, uint32_t number)
{
    static const al_form form = {.layout = &xani_key_layout, .stride = XANI_KEY_BYTES, .detached = true};
    const xani_array_kind *kind = &xani_array_kinds[number];
    const al_counter counter = xani_desc_counter(a->record, kind->counts, &a->path);
    const al_path path = al_field(&a->path, kind->name);
    const uint32_t count = al_counted(&counter);
    w->stopped = w->stopped || !al_walk_could_hold(w, count, XANI_KEY_BYTES); /* read_counts reported it */
    if (w->stopped)
        return false;
    const bool whole = al_walk_items(w, count, &form, &path, "a list of keys", &a->keys[number]);
    a->array_count = number + 1;
    return whole;
}

al_parsed xani_parse(al_job *job, void *document)
{
    xani_file *f = document;
    *f = (xani_file){.job = job,
                     .header_path = al_field(NULL, "header"),
                     .walk = al_walk_of(job, XANI_TRUNCATED, XANI_COUNT_RANGE)};
    if (!al_walk_record(&f->walk, &xani_header_layout, &f->header_path, &f->header_record))
        return AL_REFUSED;
    f->header = xani_header_read(f->header_record);
    (void)snprintf(job->version, sizeof job->version, "%d", (int)f->header.version);
    if (!is_supported(f))
        return AL_REFUSED;
    if (!read_descriptors(f))
        return AL_NO_MEMORY;
    for (uint32_t i = 0; i < f->anim_count; i++) {
        xani_anim *a = &f->anims[i];
        al_walk_announce_record(&f->walk, &xani_desc_layout, &a->path, a->record);
        for (uint32_t j = 0; j < XANI_KEY_ARRAYS && read_keys(&f->walk, a, j); j++)
            continue;
    }
    return AL_READ;
}
