/* anark.c: the header of a BGF or BSG, and the walk from section to section. */
#include "formats/anark/anark.h"

#include <inttypes.h>
#include <stdio.h>

#include "kit/describe_content.h"

#define AL_LAYOUT      "formats/anark/layout.def"
#define AL_LAYOUT_LIST anark_layouts
#include "core/limits.h"
#include "kit/layout_define.h"
#include "kit/parents.h"
#undef AL_LAYOUT

/* ---- The header ---------------------------------------------------------------------------------------- */

static al_claim header_claim(size_t rule, const anark_file *f, uint32_t field)
{
    return al_field_claim(rule, f->format->header, f->header, field, &f->header_path);
}

static bool has_magic(const anark_file *f)
{
    const al_magic *magic = f->format->magic;
    const al_span there = al_slice_available(f->header, magic->offset, magic->size);
    if (al_starts_with(there, magic->bytes, magic->size))
        return true;
    al_claim claim = header_claim(f->format->rules.bad_magic, f, magic->offset);
    claim.expected = al_text(magic->bytes);
    claim.actual = al_text_bytes(there);
    if (there.len < magic->size)
        al_report(f->job->sink, &claim, "file of %zu byte%s is too short to have \"%s\" at offset %" PRIu32,
                  f->header.len, AL_S(f->header.len), magic->bytes, magic->offset);
    else
        al_report(f->job->sink, &claim, "file has %s at offset %" PRIu32 ", not \"%s\"%s",
                  al_show_bytes(there).text, magic->offset, magic->bytes, al_describe_content(f->job->file));
    return false;
}

static bool has_header_size(const anark_file *f)
{
    const int32_t size = al_i32_at(f->header, f->format->header_size_at);
    if (size == f->format->header_size)
        return true;
    al_claim claim = header_claim(f->format->rules.header_size, f, f->format->header_size_at);
    claim.expected = al_int(f->format->header_size);
    al_report(f->job->sink, &claim, "header size is %" PRId32 ", files of the game have %" PRId32, size,
              f->format->header_size);
    return false;
}

static bool has_version(const anark_file *f)
{
    const int32_t version = al_i32_at(f->header, f->format->version_at);
    (void)snprintf(f->job->version, sizeof f->job->version, "%" PRId32, version);
    if (version == f->format->version)
        return true;
    al_claim claim = header_claim(f->format->rules.unsupported_version, f, f->format->version_at);
    claim.expected = al_int(f->format->version);
    al_report(f->job->sink, &claim, "version %" PRId32 " is unknown, the game reads version %" PRId32,
              version, f->format->version);
    return false;
}

/* ---- Sections ------------------------------------------------------------------------------------------ */

/* Announces the size of a section with the name of the section, which the row of the layout lacks. */
static void show_section(const anark_file *f, const anark_section *section)
{
    const al_word word = {.value = al_i32_at(section->record, ANARK_SECTION_AT_section_size),
                          .word = f->format->sections[f->section_count]};
    const al_words words = {.items = &word, .count = 1};
    al_row row = anark_section_record_layout.rows[0];
    al_layout layout = anark_section_record_layout;
    row.words = &words;
    layout.rows = &row;
    al_walk_announce_record(&f->walk, &layout, &section->path, section->record);
}

/* Whether the sections from `number` on, which start at `at`, fill the file exactly. */
static bool fill_file(const anark_file *f, uint64_t at, uint32_t number)
{
    al_span record;
    for (; number < f->format->section_count; number++) {
        if (!al_slice(f->walk.bytes, at, ANARK_SECTION_BYTES, &record))
            return false;
        at += ANARK_SECTION_BYTES + (uint64_t)al_u32_at(record, 0);
    }
    return at == f->walk.bytes.len;
}

/* The same if the size of one section is replaced by the end of its contents. */
static bool almost_fill_file(const anark_file *f, uint64_t at, uint32_t number)
{
    al_span record;
    for (; number < f->format->section_count; number++) {
        if (!al_slice(f->walk.bytes, at, ANARK_SECTION_BYTES, &record))
            return false;
        at += ANARK_SECTION_BYTES;
        const al_span rest = al_slice_available(f->walk.bytes, at, UINT64_MAX);
        const uint64_t end =
            number == f->format->guessed ? ANARK_NO_END : f->format->contents_end(f, number, rest);
        if (end <= rest.len && fill_file(f, at + end, number + 1))
            return true;
        at += al_u32_at(record, 0);
    }
    return false;
}

/* Whether the size of the latest section is wrong: with another size the sections fill the file. A too large
 * size of the last section can't be told from a cut file. */
static bool is_misstated(const anark_file *f, uint64_t size, uint64_t *right_size)
{
    const uint64_t start = f->walk.at, rest = f->walk.bytes.len - start;
    if ((f->section_count == f->format->section_count && size > rest) ||
        fill_file(f, start + size, f->section_count) || almost_fill_file(f, start + size, f->section_count))
        return false;
    *right_size = f->format->contents_end(f, f->section_count - 1, al_walk_rest(&f->walk));
    return *right_size != size && *right_size <= rest && fill_file(f, start + *right_size, f->section_count);
}

/* The contents of a section and of those after it decide whether its size is right. */
static al_claim size_claim(const anark_file *f, const anark_section *section)
{
    al_claim claim = anark_section_record_claim_at(f->format->rules.section_size, section->record,
                                                   ANARK_SECTION_AT_section_size, &section->path);
    claim.reach = AL_WHOLE_FILE;
    return claim;
}

static void report_end(const anark_file *f, const anark_section *section, uint32_t size, uint64_t end)
{
    al_claim claim = size_claim(f, section);
    claim.expected = al_uint(end);
    al_report(f->job->sink, &claim, "%s has %" PRIu32 " byte%s, but its contents end after %" PRIu64,
              f->format->sections[section->path.index], size, AL_S(size), end);
}

static bool find_section(anark_file *f)
{
    al_walk *w = &f->walk;
    anark_section *section = &f->sections[f->section_count];
    section->path = al_item(NULL, "sections", f->section_count);
    if (!al_walk_take(w, ANARK_SECTION_BYTES, &section->path, "the size of a section", &section->record))
        return false;
    if (w->listener != NULL)
        show_section(f, section);
    f->section_count++;
    const al_counter size =
        anark_section_record_counter(section->record, ANARK_SECTION_AT_section_size, &section->path);
    section->contents = al_walk_rest(w);
    const bool possible = al_walk_count(w, &size, 1, "bytes of a section");
    uint64_t right_size;
    if (is_misstated(f, al_counted(&size), &right_size)) {
        if (possible)
            report_end(f, section, al_counted(&size), right_size);
        w->stopped = false;
        section->declared = (uint32_t)right_size;
        return section->sized = al_walk_take_whole(w, right_size, &section->contents);
    }
    if (!possible)
        return false; /* the contents may be correct, but the sections after them are lost */
    section->declared = al_counted(&size);
    section->sized = al_walk_take_whole(w, section->declared, &section->contents);
    section->cut = w->stopped = !section->sized;
    if (section->cut)
        section->contents = al_walk_rest(w);
    return section->sized;
}

/* Finds all sections before it reads their contents, because the list of sections has to be announced in one
 * piece. */
static void find_sections(anark_file *f)
{
    const al_path path = al_field(NULL, "sections");
    al_walk_announce_list(&f->walk, &path, f->format->section_count);
    bool found = true;
    while (found && f->section_count < f->format->section_count)
        found = find_section(f);
}

al_walk anark_walk(anark_file *f, uint32_t number)
{
    const anark_section *section = &f->sections[number];
    al_walk w = f->walk;
    w.bytes = section->contents;
    w.at = 0;
    w.stopped = w.cut = false;
    if (!section->sized)
        return w;
    f->end = size_claim(f, section);
    w.end = &f->end;
    w.whole = f->format->sections[number];
    return w;
}

al_walk anark_walk_again(const anark_file *f, uint32_t number)
{
    al_walk w = al_walk_again(&f->walk, 0);
    w.bytes = f->sections[number].contents;
    return w;
}

void anark_skip_section(anark_file *f, uint32_t number, al_walk *w)
{
    f->sections[number].skipped = true;
    w->at = w->bytes.len;
}

void anark_end_section(anark_file *f, uint32_t number, const al_walk *w)
{
    anark_section *section = &f->sections[number];
    const bool ends = !section->sized || al_walk_rest(w).len == 0;
    section->whole = !w->stopped && !section->skipped && ends;
    if (!w->stopped && !ends) {
        report_end(f, section, section->declared, w->at);
    } else if (section->cut &&
               !w->cut) { /* no part of the contents was cut, so the section itself is reported */
        al_walk whole = f->walk;
        al_span there;
        whole.stopped = false;
        (void)!al_walk_take(&whole, section->declared, &section->path, f->format->sections[number], &there);
    }
}

/* ---- The whole file ------------------------------------------------------------------------------------ */

bool anark_open(anark_file *f, al_job *job, const anark_format *format)
{
    f->job = job;
    f->format = format;
    f->header_path = al_field(NULL, "header");
    f->walk = al_walk_of(job, format->rules.truncated, format->rules.count_range);
    job->file.big_endian = f->walk.bytes.big_endian =
        al_u8_at(job->file, format->endianness_at) == 1; /* has to be set before any number is read */
    f->header = al_slice_available(f->walk.bytes, 0, format->header->size);
    if (!has_magic(f)) {
        al_walk_announce_record(&f->walk, format->header, &f->header_path, f->header);
        return false;
    }
    if (!al_walk_record(&f->walk, format->header, &f->header_path, &f->header))
        return false;
    f->readable = has_header_size(f) && has_version(f);
    if (f->readable)
        find_sections(f);
    return true;
}

static void check_byte_order(const anark_file *f)
{
    const uint8_t order = al_u8_at(f->header, f->format->endianness_at);
    if (order == 0)
        return;
    al_claim claim = header_claim(f->format->rules.big_endian, f, f->format->endianness_at);
    claim.expected = al_uint(0);
    if (order == 1)
        al_report(f->job->sink, &claim,
                  "the file says that it is big-endian, but the game reads little-endian files");
    else
        al_report(f->job->sink, &claim, "byte order %u is neither 0, little-endian, nor 1, big-endian",
                  order);
}

void anark_judge(const anark_file *f)
{
    check_byte_order(f);
    if (f->section_count == f->format->section_count)
        al_walk_end(&f->walk, f->format->rules.trailing_bytes, NULL, "the last section");
}

/* ---- Parents ------------------------------------------------------------------------------------------- */

static int64_t parent_of(const void *parents, uint64_t number)
{
    const anark_parents *p = parents;
    return al_i32_at(p->record(p->document, number), p->field);
}

static al_claim claim_at(size_t rule, const anark_parents *p, uint64_t number, const al_path *path)
{
    return al_field_claim(rule, p->layout, p->record(p->document, number), p->field, path);
}

static void check_index(al_job *job, const anark_parents *p, uint64_t number)
{
    const int64_t parent = parent_of(p, number), own = (int64_t)number, there = (int64_t)p->there;
    if (parent >= -1 && parent < there && parent != own)
        return;
    const al_path path = al_item(NULL, p->list, number);
    const al_claim claim = claim_at(p->index_rule, p, number, &path);
    if (parent == own)
        al_report(job->sink, &claim, "%s %" PRId64 " is its own parent", p->one, own);
    else
        al_report(job->sink, &claim,
                  "%s %" PRId64 " has the parent %" PRId64 ", but the %s are 0 to %" PRId64, p->one, own,
                  parent, p->list, there - 1);
}

/* A loop is reported at its lowest item. */
typedef struct reporting {
    al_job *job;
    const anark_parents *parents;
} reporting;

static void report_cycle(void *context, const al_tally *loop)
{
    const reporting *r = context;
    const anark_parents *p = r->parents;
    const al_path path = al_item(NULL, p->list, loop->first[0]);
    al_claim claim = claim_at(p->cycle_rule, p, loop->first[0], &path);
    claim.tally = loop;
    claim.reach = AL_WHOLE_FILE; /* the other items of the loop */
    al_report(r->job->sink, &claim,
              "%s in a loop of parents: %" PRIu64 " of %" PRIu64 ", the first is %s %" PRIu64, p->list,
              loop->count, p->there, p->one, loop->first[0]);
}

/* False when memory is short. */
static bool check_nesting(al_job *job, const anark_parents *p, const al_parents *parents)
{
    al_tally deep;
    if (!al_find_deep(parents, job->arena, &deep))
        return false;
    if (deep.count == 0)
        return true;
    const al_path path = al_item(NULL, p->list, deep.first[0]);
    al_claim claim = claim_at(p->nesting_rule, p, deep.first[0], &path);
    claim.tally = &deep;
    al_report(job->sink, &claim, "%s below level %d: %" PRIu64 " of %" PRIu64 ", the first is %s %" PRIu64,
              p->list, AL_MAX_NODE_LEVEL, deep.count, p->there, p->one, deep.first[0]);
    return true;
}

bool anark_check_parents(al_job *job, const anark_parents *p)
{
    const al_parents parents = {.count = p->count, .document = p, .parent = parent_of};
    reporting r = {.job = job, .parents = p};
    if (!al_parents_come_first(&parents)) /* otherwise all parents exist, and there is no loop */
        for (uint64_t i = 0; i < p->count; i++)
            check_index(job, p, i);
    return al_find_loops(&parents, job->arena, report_cycle, &r) && check_nesting(job, p, &parents);
}
