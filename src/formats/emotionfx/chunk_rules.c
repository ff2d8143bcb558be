/* chunk_rules.c: the rules that XAC, XSM and XPM have in common, about chunks, texts and names. */
#include <inttypes.h>
#include <string.h>

#include "core/map.h"
#include "formats/emotionfx/chunks.h"

static al_claim chunk_claim(size_t rule, const efx_file *f, const efx_chunk *chunk, uint32_t field,
                            const al_path *path)
{
    return al_field_claim(rule, &efx_chunk_header_layout, efx_chunk_record(f, chunk), field, path);
}

static const char *name_of(const efx_chunk *chunk)
{
    return chunk->kind != NULL ? chunk->kind->name : "unknown";
}

void efx_report_memory_limit(const efx_file *f)
{
    const al_path whole = f->up != NULL ? *f->up : (al_path){.name = NULL};
    al_report_memory_limit(f->job, f->format->rules.limit, whole, f->bytes.base, f->bytes.len);
}

static void check_version(const efx_file *f, const efx_chunk *chunk)
{
    if (chunk->kind == NULL || chunk->supported)
        return;
    const al_path path = efx_chunk_path(f, chunk);
    al_claim claim =
        chunk_claim(f->format->rules.unsupported_chunk_version, f, chunk, EFX_CHUNK_AT_version, &path);
    al_report(f->job->sink, &claim,
              "version %u of the %s chunk (%u) is unknown, the last that is known is %u", chunk->version,
              name_of(chunk), chunk->id, chunk->kind->versions);
}

/* Unknown chunks of one id and version are told at the first of them. */
static bool check_known(const efx_file *f, const efx_chunk *chunk, al_map *firsts)
{
    if (chunk->kind != NULL)
        return true;
    const uint64_t key = (uint64_t)chunk->version << 32 | chunk->id;
    const uint32_t *found = al_map_find(firsts, key);
    if (found == NULL && !al_map_add(firsts, f->job->arena, key, chunk->number))
        return false;
    const efx_chunk *first = found != NULL ? &f->chunks[*found] : chunk;
    const al_path path = efx_chunk_path(f, first);
    al_claim claim = chunk_claim(f->format->rules.unknown_chunk, f, first, EFX_CHUNK_AT_id, &path);
    const al_tally tally = {.count = 1, .first = {chunk->number}};
    claim.tally = &tally;
    al_report(f->job->sink, &claim, "chunk %u of version %u is not known, its %u bytes were not checked",
              chunk->id, chunk->version, chunk->length);
    return true;
}

static void check_length(const efx_file *f, const efx_chunk *chunk)
{
    if (!chunk->whole || chunk->ignored || chunk->skipped_by_length)
        return;
    const uint64_t size = chunk->end - chunk->at - EFX_CHUNK_BYTES;
    const efx_kind *kind = chunk->kind;
    if (chunk->length == size)
        return;
    const uint64_t habit = kind->habit != NULL ? kind->habit(f, chunk) : 0;
    const bool quirk =
        (kind->length_may_run_on && chunk->length > size) || (habit > 0 && chunk->length == habit);
    const size_t rule = quirk ? f->format->rules.chunk_length_quirk : f->format->rules.chunk_length;
    const al_path path = efx_chunk_path(f, chunk);
    al_claim claim = chunk_claim(rule, f, chunk, EFX_CHUNK_AT_length, &path);
    claim.expected = al_uint(size);
    al_report(f->job->sink, &claim, "%s chunk declares %u bytes, it has %" PRIu64, name_of(chunk),
              chunk->length, size);
}

static void report_second(const efx_file *f, const efx_chunk *chunk, const efx_chunk *first)
{
    const al_path path = efx_chunk_path(f, chunk);
    const al_claim claim = chunk_claim(f->format->rules.duplicate_chunk, f, chunk, EFX_CHUNK_AT_id, &path);
    al_report(f->job->sink, &claim, "a second %s chunk (%u), the first is chunks[%u] (%u)", name_of(chunk),
              chunk->id, first->number, first->id);
}

/* The first chunk of each kind that may be there once; the table of kinds is small. */
static const efx_chunk *first_of(const efx_file *f, const efx_kind *kind, const uint32_t *firsts)
{
    const uint32_t number = firsts[kind - f->format->kinds];
    return number < f->chunk_count ? &f->chunks[number] : NULL;
}

/* Before all other rules: they ignore the second of a pair. */
static void check_duplicates(efx_file *f)
{
    uint32_t firsts[EFX_MOST_KINDS];
    memset(firsts, 0xFF, sizeof firsts);
    for (uint32_t i = 0; i < f->chunk_count; i++) {
        efx_chunk *chunk = &f->chunks[i];
        uint32_t number;
        if (chunk->kind == NULL)
            continue;
        const efx_chunk *first = first_of(f, chunk->kind, firsts);
        if (first == NULL)
            firsts[chunk->kind - f->format->kinds] = i;
        if (!chunk->kind->once)
            first = NULL;
        if (first == NULL && chunk->kind->second != NULL && chunk->kind->second(f->document, chunk, &number))
            first = &f->chunks[number];
        if (first == NULL)
            continue;
        chunk->ignored = true;
        report_second(f, chunk, first);
    }
}

static bool has_chunk(const efx_file *f, const uint32_t ids[2])
{
    for (uint32_t i = 0; i < f->chunk_count; i++)
        if (f->chunks[i].id == ids[0] || f->chunks[i].id == ids[1])
            return true;
    return false;
}

static void check_missing(const efx_file *f)
{
    for (size_t i = 0; i < f->format->need_count && f->complete; i++) {
        const efx_need *need = &f->format->needs[i];
        if (has_chunk(f, need->ids))
            continue;
        const al_claim claim = {.rule = f->format->rules.missing_chunk,
                                .offset = f->bytes.base + f->end,
                                .path = al_field(f->up, need->name)};
        al_report(f->job->sink, &claim, "file has no %s among its %u chunks", need->what, f->chunk_count);
    }
}

static void check_trailing_bytes(const efx_file *f)
{
    const al_span rest = al_slice_available(f->bytes, f->end, UINT64_MAX);
    const al_claim claim = {.rule = f->format->rules.trailing_bytes,
                            .offset = rest.base,
                            .length = rest.len,
                            .path = f->up != NULL ? *f->up : (al_path){.name = NULL}};
    if (!f->complete || rest.len == 0)
        return;
    if (rest.len < EFX_CHUNK_BYTES)
        al_report(f->job->sink, &claim, "%zu byte%s after the last chunk, too few for another", rest.len,
                  rest.len == 1 ? "" : "s");
    else
        al_report(f->job->sink, &claim, "%zu bytes after the last chunk are all zero", rest.len);
}

void efx_check(efx_file *f)
{
    al_map unknown = {.root = NULL};
    bool enough = true;
    if (!f->readable)
        return;
    check_duplicates(f);
    for (uint32_t i = 0; i < f->chunk_count && enough; i++) {
        const efx_chunk *chunk = &f->chunks[i];
        check_version(f, chunk);
        check_length(f, chunk);
        enough = check_known(f, chunk, &unknown);
        if (!chunk->supported || chunk->ignored || chunk->kind->judge == NULL)
            continue;
        efx_cursor c = efx_cursor_at(f, chunk);
        chunk->kind->judge(f->document, &c, chunk);
        enough = enough && !c.out_of_memory;
    }
    check_missing(f);
    check_trailing_bytes(f);
    if (!enough)
        efx_report_memory_limit(f);
}

/* ---- Texts and names ----------------------------------------------------------------------------------- */

void efx_check_text(const efx_file *f, const al_string *text)
{
    al_check_string(f->job, f->format->rules.string_control_char, text);
}

typedef struct name_rule {
    const efx_file *file;
    size_t rule;
    const char *list, *what;
} name_rule;

static void report_name(void *context, const al_name *again, const al_name *first)
{
    const name_rule *r = context;
    const efx_file *f = r->file;
    const al_path chunk = efx_chunk_path(f, &f->chunks[again->list]);
    const al_path item = again->number == UINT32_MAX ? chunk : al_item(&chunk, r->list, again->number);
    al_claim claim = al_name_claim(r->rule, again, &item, "name");
    claim.actual = al_text_bytes(again->text);
    if (first->number == UINT32_MAX)
        al_report(f->job->sink, &claim, "%s has the name of chunks[%u]: \"%.*s\"", r->what, first->list,
                  AL_SHOW(again->text));
    else
        al_report(f->job->sink, &claim, "%s has the name of %s[%u] in chunks[%u]: \"%.*s\"", r->what, r->list,
                  first->number, first->list, AL_SHOW(again->text));
}

void efx_check_names(al_names *names, const efx_file *f, size_t rule, const char *list, const char *what)
{
    name_rule r = {.file = f, .rule = rule, .list = list, .what = what};
    if (!al_names_repeated(names, f->job->arena, report_name, &r))
        efx_report_memory_limit(f);
}

void efx_judge_text(void *file, const al_string *text)
{
    efx_check_text(file, text);
}
