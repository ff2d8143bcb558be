/* lostsaga.c: what MSH, CMS, SKL and ANI share. */
#include "formats/lostsaga/lostsaga.h"

#include <inttypes.h>
#include <string.h>

#include "core/number.h"
#include "core/reduce/floats.h"
#include "core/reduce/indices.h"

/* ---- The header ---------------------------------------------------------------------------------------- */

bool lsa_has_header(const lsa_file *f, uint32_t size)
{
    return f->header.len >= size;
}

static bool is_supported(const lsa_file *f)
{
    const lsa_format *format = f->format;
    const char *versions = al_row_at(format->header, LSA_VERSION_AT)->legal;
    if (al_is_legal_at(format->header, f->header, LSA_VERSION_AT))
        return true;
    al_claim claim = al_field_claim(format->rules.unsupported_version, format->header, f->header,
                                    LSA_VERSION_AT, &f->header_path);
    claim.expected = al_text(versions);
    al_report(f->job->sink, &claim, "version %" PRIu32 " is unknown, the game reads %s", f->version,
              versions);
    return false;
}

bool lsa_open(lsa_file *f, al_job *job, const lsa_format *format)
{
    *f = (lsa_file){.job = job,
                    .format = format,
                    .walk = al_walk_of(job, format->rules.truncated, format->rules.count_range),
                    .header = al_slice_available(job->file, 0, format->header->size),
                    .header_path = al_field(NULL, "header"),
                    .version = al_u32_at(job->file, LSA_VERSION_AT)};
    if (!al_has_magic(job->sink, format->rules.bad_magic, job->file, format->magic, &f->header_path))
        return false;
    const bool has_version = lsa_has_header(f, LSA_START_BYTES);
    if (has_version)
        memcpy(job->version, al_show_unsigned(f->version).text, sizeof job->version);
    if (has_version && !is_supported(f)) {
        al_walk_announce_record(&f->walk, format->header, &f->header_path, f->header);
        return false;
    }
    f->supported = true;
    return al_walk_record(&f->walk, format->header, &f->header_path, &f->header);
}

/* ---- Rules of all formats ------------------------------------------------------------------------------ */

void lsa_check_string(const lsa_file *f, const al_string *string)
{
    al_check_string(f->job, f->format->rules.string_control_char, string);
}

void lsa_check_trailing_bytes(const lsa_file *f, const char *last)
{
    if (f->whole)
        al_walk_end(&f->walk, f->format->rules.trailing_bytes, NULL, last);
}

/* ---- Positions ----------------------------------------------------------------------------------------- */

void lsa_check_positions(const lsa_file *f, const al_items *positions, bool whole, size_t not_finite,
                         const al_position_rules *rules)
{
    al_positions found = {.most = AL_NEAR_POSITION};
    const al_claim claim = al_items_claim(0, positions, NULL);
    if (al_positions_take_all(&found, positions))
        al_check_finite(f->job->sink, positions, not_finite, AL_ERROR);
    al_check_positions(f->job->sink, &found, rules, &claim, whole, "");
}

/* ---- Faces --------------------------------------------------------------------------------------------- */

static void check_index_range(const lsa_file *f, const al_items *faces, uint32_t vertices, size_t rule)
{
    const uint32_t highest = al_max_u16(faces->bytes);
    al_tally bad = {.count = 0};
    if (faces->bytes.len == 0 || highest < vertices)
        return;
    for (uint64_t i = 0; i < al_items_count(faces); i++)
        if (al_max_u16(al_items_at(faces, i)) >= vertices)
            al_tally_add(&bad, i);
    const al_claim claim = al_items_claim(rule, faces, &bad);
    al_report(f->job->sink, &claim,
              "faces with an index beyond the %" PRIu32 " vertices: %" PRIu64 " of %" PRIu64
              ", the first is face %" PRIu64 ", the highest index is %" PRIu32,
              vertices, bad.count, al_items_count(faces), bad.first[0], highest);
}

static bool is_degenerate(al_span face)
{
    const uint16_t a = al_u16_at(face, 0), b = al_u16_at(face, 2), c = al_u16_at(face, 4);
    return a == b || b == c || c == a;
}

static void check_degenerate(const lsa_file *f, const al_items *faces, size_t rule)
{
    al_tally bad = {.count = 0};
    if (!al_any_degenerate_u16(faces->bytes))
        return;
    for (uint64_t i = 0; i < al_items_count(faces); i++)
        if (is_degenerate(al_items_at(faces, i)))
            al_tally_add(&bad, i);
    const al_claim claim = al_items_claim(rule, faces, &bad);
    al_report(f->job->sink, &claim,
              "faces that use a vertex twice: %" PRIu64 " of %" PRIu64 ", the first is face %" PRIu64,
              bad.count, al_items_count(faces), bad.first[0]);
}

void lsa_check_faces(const lsa_file *f, const al_items *faces, uint32_t vertices, size_t index_range,
                     size_t degenerate)
{
    check_index_range(f, faces, vertices, index_range);
    check_degenerate(f, faces, degenerate);
}

/* ---- The mesh of an MSH or a CMS: vertices, and faces of three 16-bit indices -------------------------- */

enum { AXES = 3, CORNERS = 3, FACE_BYTES = 6 };

al_drawn_mesh *lsa_draw_mesh(al_drawing *d, const al_items *positions, const al_items *faces,
                             uint64_t vertices, uint64_t triangles)
{
    static const al_form form = AL_NUMBERS(f32, 3, 4);
    const al_span none = {.len = 0};
    al_drawn_mesh *mesh =
        al_draw_mesh(d, NULL, none, al_items_count(positions), faces->bytes.len / FACE_BYTES);
    if (mesh == NULL)
        return NULL;
    d->views[mesh->number].view.vertices = vertices;
    d->views[mesh->number].view.triangles = triangles;
    mesh->read_vertices =
        (uint32_t)al_draw_numbers(mesh->positions, mesh->vertices, 0, AXES, positions->bytes, &form);
    for (uint64_t i = 0; i < (uint64_t)mesh->triangles * CORNERS; i++)
        mesh->indices[i] = al_u16_at(faces->bytes, 2 * i);
    mesh->read_triangles = mesh->triangles;
    (void)al_draw_target(d, positions->path, AL_MARKS_POSITIONS, mesh->number, 0);
    (void)al_draw_target(d, faces->path, AL_MARKS_TRIANGLES, mesh->number, 0);
    return mesh;
}
