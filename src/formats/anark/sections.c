/* sections.c: the header of a BGF or BSG, and the way from section to section. */
#include "formats/anark/sections.h"

#include <inttypes.h>
#include <stdio.h>

#define AL_LAYOUT      "formats/anark/layout.def"
#define AL_LAYOUT_LIST anark_layouts
#include "kit/layout_define.h"
#undef AL_LAYOUT

static const char magic[] = "AnarkBGF";
enum { MAGIC_BYTES = sizeof magic - 1 };

/* ---- The header ---------------------------------------------------------------------------------------- */

static al_claim header_claim(size_t rule, const anark_file *f, uint32_t field)
{
    return al_field_claim(rule, f->form->header, f->header_record, field, &f->header_path);
}

static bool read_magic(anark_file *f)
{
    const al_span there = al_slice_available(f->bytes, f->form->magic_at, MAGIC_BYTES);
    if (there.len == MAGIC_BYTES && al_starts_with(there, magic, MAGIC_BYTES))
        return true;
    al_claim claim = header_claim(f->form->rules.bad_magic, f, f->form->magic_at);
    claim.expected = al_text(magic);
    claim.actual = al_text_bytes(there);
    if (there.len < MAGIC_BYTES)
        al_report(f->job->sink, &claim, "file of %zu byte%s is too short to have \"%s\" at offset %" PRIu32,
                  f->bytes.len, AL_S(f->bytes.len), magic, f->form->magic_at);
    else
        al_report(f->job->sink, &claim, "file has %s at offset %" PRIu32 ", not \"%s\"",
                  al_show_bytes(there).text, f->form->magic_at, magic);
    return false;
}

/* Before any number is read. */
static void read_byte_order(anark_file *f)
{
    const uint8_t order = al_u8_at(f->header_record, f->form->endianness_at);
    f->bytes.big_endian = f->header_record.big_endian = order == 1;
    if (order == 0)
        return;
    al_claim claim = header_claim(f->form->rules.big_endian, f, f->form->endianness_at);
    claim.expected = al_uint(0);
    al_report(f->job->sink, &claim,
              order == 1 ? "the file says that it is big-endian, the game reads little-endian ones"
                         : "byte order %u is neither 0, little-endian, nor 1, big-endian",
              order);
}

static bool read_header_size(anark_file *f)
{
    const int32_t size = al_i32_at(f->header_record, f->form->header_size_at);
    if (size == f->form->header_size)
        return true;
    al_claim claim = header_claim(f->form->rules.header_size, f, f->form->header_size_at);
    claim.expected = al_int(f->form->header_size);
    al_report(f->job->sink, &claim, "header says that it has %" PRId32 " bytes more, it has %" PRId32, size,
              f->form->header_size);
    return false;
}

static bool read_version(anark_file *f)
{
    const int32_t version = al_i32_at(f->header_record, f->form->version_at);
    (void)snprintf(f->job->version, sizeof f->job->version, "%" PRId32, version);
    if (version == f->form->version)
        return true;
    al_claim claim = header_claim(f->form->rules.unsupported_version, f, f->form->version_at);
    claim.expected = al_int(f->form->version);
    al_report(f->job->sink, &claim, "version %" PRId32 " is unknown, the game reads version %" PRId32,
              version, f->form->version);
    return false;
}

anark_file anark_open(al_job *job, const anark_form *form)
{
    anark_file f = {.job = job,
                    .form = form,
                    .bytes = job->file,
                    .header_record = al_slice_available(job->file, 0, form->header->size),
                    .header_path = al_field(NULL, "header"),
                    .walk = al_walk_of(job, form->rules.truncated, form->rules.count_range)};
    if (!read_magic(&f) ||
        !al_walk_take(&f.walk, form->header->size, &f.header_path, "the header", &f.header_record))
        return f;
    read_byte_order(&f);
    f.walk.bytes = f.bytes;
    f.readable = read_header_size(&f) && read_version(&f);
    return f;
}

/* ---- Sections ------------------------------------------------------------------------------------------ */

bool anark_next_section(anark_file *f)
{
    al_walk *w = &f->walk;
    if (f->section_count == f->form->section_count)
        return false;
    anark_section *section = &f->sections[f->section_count];
    section->path = al_item(NULL, "sections", f->section_count);
    if (!al_walk_take(w, ANARK_SECTION_BYTES, &section->path, "the size of a section", &section->record))
        return false;
    f->section_count++;
    const al_counter size = {
        .layout = &anark_section_record_layout, .record = section->record, .up = &section->path};
    section->contents = al_walk_rest(w);
    if (!al_walk_count(w, &size, 1, "bytes of a section"))
        return true; /* its contents may be right all the same, and what is behind them is lost */
    section->declared = al_counted(&size);
    section->sized = section->declared <= section->contents.len;
    section->cut = w->stopped = !section->sized;
    section->contents = al_slice_available(section->contents, 0, section->declared);
    section->end = al_field_claim(f->form->rules.section_size, &anark_section_record_layout, section->record,
                                  ANARK_SECTION_AT_section_size, &section->path);
    w->at += section->contents.len;
    return true;
}

al_walk anark_walk(const anark_file *f, uint32_t number, bool silent)
{
    const anark_section *section = &f->sections[number];
    al_walk w = al_walk_of(f->job, f->form->rules.truncated, f->form->rules.count_range);
    w.bytes = section->contents;
    w.silent = silent;
    if (section->sized) {
        w.end = &section->end;
        w.whole = f->form->sections[number];
    }
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
    const al_span rest = al_walk_rest(w);
    section->whole = !w->stopped && !section->skipped;
    if (!w->stopped && section->sized && rest.len > 0) {
        al_claim claim = section->end;
        claim.expected = al_uint(w->at);
        al_report(f->job->sink, &claim, "%s has %" PRIu32 " bytes, what it holds ends after %" PRIu64,
                  f->form->sections[number], section->declared, w->at);
    } else if (section->cut && !w->cut) {
        const al_claim claim = {.rule = f->form->rules.truncated,
                                .offset = section->contents.base,
                                .length = section->contents.len,
                                .path = section->path};
        al_report(f->job->sink, &claim, "the file ends in %s: %zu of its %" PRIu32 " bytes are there",
                  f->form->sections[number], section->contents.len, section->declared);
    }
}

/* ---- The whole ----------------------------------------------------------------------------------------- */

void anark_check_trailing_bytes(const anark_file *f)
{
    const al_span rest = al_walk_rest(&f->walk);
    if (!f->readable || f->section_count < f->form->section_count || f->walk.stopped || rest.len == 0)
        return;
    const al_claim claim = {.rule = f->form->rules.trailing_bytes, .offset = rest.base, .length = rest.len};
    al_report(f->job->sink, &claim, "unused bytes after the last section: %zu", rest.len);
}

void anark_report_memory_limit(const anark_file *f)
{
    al_report_memory_limit(f->job, f->form->rules.limit, (al_path){.name = NULL}, 0, f->bytes.len);
}
