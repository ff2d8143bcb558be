/* chunk_rules.c: the rules that XAC, XSM and XPM share, about chunks, texts and names. */
#include <assert.h>
#include <inttypes.h>
#include <string.h>

#include "core/map.h"
#include "formats/emotionfx/chunks.h"

/* The state of the check of all chunks of a file. */
typedef struct chunk_check {
    efx_judging *j;
    void *judging;                   /* the format's context, which starts with `j` */
    al_listener texts;               /* checks the texts that are read again */
    al_map unknown;                  /* from id and version to the number of the first such unknown chunk */
    uint32_t firsts[EFX_MOST_KINDS]; /* the first chunk of each kind; UINT32_MAX: none yet */
    bool supported[EFX_MOST_KINDS];  /* a chunk of the kind has a known version */
} chunk_check;

static al_claim chunk_claim(size_t rule, const efx_judging *j, uint32_t number, efx_chunk_header_field field,
                            const al_path *path)
{
    const al_span header = al_slice_available(j->file->bytes, j->file->chunks[number].at, EFX_CHUNK_BYTES);
    return efx_chunk_header_claim_at(rule, header, field, path);
}

static const char *name_of(uint32_t id)
{
    return al_find_word(&efx_chunk_kind_words, id);
}

void efx_report_memory_limit(const efx_judging *j)
{
    const al_path whole = j->up != NULL ? *j->up : (al_path){.name = NULL};
    al_report_memory_limit(j->job, j->file->format->rules.limit, whole, j->file->bytes.base,
                           j->file->bytes.len);
}

/* ---- One chunk ----------------------------------------------------------------------------------------- */

/* The required content that the file lacks because of unknown versions; NULL: none. */
static const char *missing_content(const chunk_check *k, const efx_kind *kind)
{
    const efx_format *format = k->j->file->format;
    for (size_t i = 0; i < format->kind_count; i++)
        if (k->supported[i] && format->kinds[i].required_content == kind->required_content)
            return NULL;
    return kind->required_content;
}

static void find_supported(chunk_check *k)
{
    const efx_file *f = k->j->file;
    for (uint32_t i = 0; i < f->chunk_count; i++)
        if (f->chunks[i].supported)
            k->supported[f->chunks[i].kind] = true;
}

static void check_version(const chunk_check *k, const efx_kind *kind, const efx_reading *r)
{
    const efx_judging *j = k->j;
    if (j->file->chunks[r->number].supported)
        return;
    const char *sole = kind->required_content != NULL ? missing_content(k, kind) : NULL;
    const al_claim claim = chunk_claim(j->file->format->rules.unsupported_chunk_version, j, r->number,
                                       EFX_CHUNK_AT_version, &r->path);
    const bool astray = j->file->chunks[r->number].misfit;
    al_report(j->job->sink, &claim,
              "version %u of the %s chunk (%u) is unknown, the latest known one is %u%s%s%s",
              r->header.version, name_of(kind->id), kind->id, kind->versions,
              sole != NULL ? ": no other chunk has the " : "", sole != NULL ? sole : "",
              sole != NULL     ? " of the file"
              : astray         ? ", and its length does not lead to the next chunk"
              : kind->numbered ? ": without it, later chunks of its kind get wrong numbers"
                               : "");
}

/* Reports unknown chunks of the same id and version at the first of them. */
static void check_unknown(chunk_check *k, const efx_reading *r)
{
    efx_judging *j = k->j;
    const uint64_t key = (uint64_t)r->header.version << 32 | r->header.id;
    const uint32_t *found = al_map_find(&k->unknown, key);
    if (found == NULL && !al_map_add(&k->unknown, j->job->arena, key, r->number)) {
        j->out_of_memory = true;
        return;
    }
    const uint32_t first = found != NULL ? *found : r->number;
    const al_path path = efx_chunk_path(j->up, first);
    const al_tally tally = {.count = 1, .first = {r->number}};
    al_claim claim = chunk_claim(j->file->format->rules.unknown_chunk, j, first, EFX_CHUNK_AT_id, &path);
    claim.tally = &tally;
    al_report(j->job->sink, &claim, "chunk %u of version %u is not known, its %u byte%s not checked",
              r->header.id, r->header.version, r->header.length,
              AL_BY_COUNT(r->header.length, " was", "s were"));
}

/* Checks the length of a chunk that was read to its end. Lengths that are wrong in the exporters' usual way
 * work in the games, and nobody has to act on them. */
static void check_length(const efx_judging *j, const efx_kind *kind, const efx_reading *r)
{
    const efx_file *f = j->file;
    const uint64_t end = r->number + 1 < f->chunk_count ? f->chunks[r->number + 1].at : f->end;
    const uint64_t size = end - f->chunks[r->number].at - EFX_CHUNK_BYTES;
    const uint32_t length = r->header.length;
    if (length == size)
        return;
    const uint64_t usual_length = kind->usual_length != NULL ? kind->usual_length(r) : 0;
    if ((kind->length_may_run_on && length > size) || (usual_length > 0 && length == usual_length))
        return;
    al_claim claim = chunk_claim(f->format->rules.chunk_length, j, r->number, EFX_CHUNK_AT_length, &r->path);
    claim.expected = al_uint(size);
    claim.reach = f->bytes.base + end + (length > size ? length - size : 0);
    al_report(j->job->sink, &claim, "%s chunk declares %u byte%s, it has %" PRIu64, name_of(kind->id), length,
              AL_S(length), size);
}

/* The rules of a kind; the two tables have the same order. */
static const efx_chunk_rules *rules_of(const efx_judging *j, const efx_kind *kind)
{
    const efx_chunk_rules *rules = &j->rules[kind - j->file->format->kinds];
    assert(rules->id == kind->id);
    return rules;
}

/* Whether the chunk is a duplicate, which no other rule checks. */
static bool check_second(chunk_check *k, const efx_kind *kind, const efx_reading *r)
{
    const efx_judging *j = k->j;
    uint32_t *first_of_kind = &k->firsts[kind - j->file->format->kinds];
    uint32_t first = kind->once ? *first_of_kind : UINT32_MAX;
    if (*first_of_kind == UINT32_MAX)
        *first_of_kind = r->number;
    const efx_chunk_rules *rules = rules_of(j, kind);
    if (first == UINT32_MAX && (rules->second == NULL || !rules->second(k->judging, r->number, &first)))
        return false;
    const al_claim claim =
        chunk_claim(j->file->format->rules.duplicate_chunk, j, r->number, EFX_CHUNK_AT_id, &r->path);
    al_report(j->job->sink, &claim, "a second %s chunk (%u), the first is chunks[%u] (%u)", name_of(kind->id),
              kind->id, first, efx_known_id(j->file, first));
    return true;
}

static void check_chunk(chunk_check *k, uint32_t number)
{
    const efx_file *f = k->j->file;
    const efx_chunk *chunk = &f->chunks[number];
    efx_reading r = efx_read_again(f, k->j->up, number, NULL);
    if (chunk->kind == EFX_UNKNOWN) {
        check_unknown(k, &r);
        return;
    }
    const efx_kind *kind = &f->format->kinds[chunk->kind];
    check_version(k, kind, &r);
    if (check_second(k, kind, &r) || !chunk->supported || (chunk->misfit && !rules_of(k->j, kind)->always))
        return;
    if (chunk->whole && !chunk->skipped)
        check_length(k->j, kind, &r);
    const efx_chunk_rules *rules = rules_of(k->j, kind);
    r.walk.listener = rules->texts ? &k->texts : NULL;
    rules->judge(k->judging, &r);
    k->j->out_of_memory = k->j->out_of_memory || r.out_of_memory;
}

/* ---- Texts --------------------------------------------------------------------------------------------- */

void efx_check_text(const efx_judging *j, const al_string *text)
{
    al_check_string(j->job, j->file->format->rules.string_control_char, text);
}

static void on_text(void *context, const al_string *text)
{
    efx_check_text(context, text);
}

/* ---- Phonemes ------------------------------------------------------------------------------------------ */

void efx_check_phonemes(const efx_judging *j, const al_claim *claim, const char *what, al_span name,
                        uint32_t phonemes)
{
    if (al_unknown_bits(&efx_phoneme_words, phonemes) != 0)
        al_report(j->job->sink, claim, "phoneme set of the %s \"%.*s\" is %u = %s", what, AL_SHOW(name),
                  phonemes, al_show_bits(&efx_phoneme_words, phonemes, 4).text);
}

/* ---- The whole file ------------------------------------------------------------------------------------ */

static bool has_chunk(const efx_file *f, const uint32_t ids[2])
{
    for (uint32_t i = 0; i < f->chunk_count; i++)
        if (efx_known_id(f, i) == ids[0] || efx_known_id(f, i) == ids[1])
            return true;
    return false;
}

static void check_missing(const efx_judging *j)
{
    const efx_file *f = j->file;
    for (size_t i = 0; i < f->format->need_count && f->complete; i++) {
        const efx_need *need = &f->format->needs[i];
        if (has_chunk(f, need->ids))
            continue;
        const al_claim claim = {.rule = f->format->rules.missing_chunk,
                                .offset = f->bytes.base + f->end,
                                .path = al_field(j->up, need->name)};
        al_report(j->job->sink, &claim, "file has no %s among its %u chunk%s", need->what, f->chunk_count,
                  AL_S(f->chunk_count));
    }
}

static void check_trailing_bytes(const efx_judging *j)
{
    const efx_file *f = j->file;
    if (f->complete)
        al_report_trailing(j->job->sink, f->format->rules.trailing_bytes, j->up, f->bytes, f->end,
                           "the last chunk");
}

void efx_judge(void *judging)
{
    efx_judging *j = judging;
    chunk_check k = {.j = j, .judging = judging, .texts = {.context = j, .text = on_text}};
    memset(k.firsts, 0xFF, sizeof k.firsts);
    find_supported(&k);
    for (uint32_t i = 0; i < j->file->chunk_count && !j->out_of_memory; i++)
        check_chunk(&k, i);
    check_missing(j);
    check_trailing_bytes(j);
    if (j->out_of_memory)
        efx_report_memory_limit(j);
}

/* ---- Names --------------------------------------------------------------------------------------------- */

typedef struct name_rule {
    const efx_judging *j;
    size_t rule;
    const char *list, *what;
} name_rule;

static void report_name(void *context, const al_name *again, const al_name *first)
{
    const name_rule *r = context;
    al_sink *s = r->j->job->sink;
    const al_path chunk = efx_chunk_path(r->j->up, again->list);
    const al_path item = again->number == UINT32_MAX ? chunk : al_item(&chunk, r->list, again->number);
    al_claim claim = al_name_claim(r->rule, again, &item, "name");
    claim.actual = al_text_bytes(again->text);
    if (first->number == UINT32_MAX)
        al_report(s, &claim, "%s has the same name as chunks[%u]: \"%.*s\"", r->what, first->list,
                  AL_SHOW(again->text));
    else
        al_report(s, &claim, "%s has the same name as %s[%u] in chunks[%u]: \"%.*s\"", r->what, r->list,
                  first->number, first->list, AL_SHOW(again->text));
}

void efx_check_names(efx_judging *j, al_names *names, size_t rule, const char *list, const char *what)
{
    name_rule r = {.j = j, .rule = rule, .list = list, .what = what};
    if (!al_names_repeated(names, j->job->arena, report_name, &r))
        efx_report_memory_limit(j);
}

/* ---- The header ---------------------------------------------------------------------------------------- */

void efx_check_multiply_order(const efx_judging *j, size_t rule)
{
    const al_path path = al_field(j->up, "header");
    const al_span header = al_slice_available(j->file->bytes, 0, EFX_HEADER_BYTES);
    if (efx_header_is_legal(header, EFX_HEADER_AT_multiply_order))
        return;
    al_claim claim = efx_header_claim_at(rule, header, EFX_HEADER_AT_multiply_order, &path);
    claim.expected = al_text("0 or 1");
    al_report(j->job->sink, &claim, "multiplyOrder is %u, known orders are 0 and 1",
              al_u8_at(header, EFX_HEADER_AT_multiply_order));
}

/* ---- Fixes --------------------------------------------------------------------------------------------- */

/* A length that is wrong in the usual way of exporters doesn't count what is added or taken away. */
void efx_fix_length(al_fix_plan *plan, const efx_reading *r, int64_t change)
{
    const efx_file *f = r->file;
    if (change == 0)
        return;
    const efx_kind *kind = &f->format->kinds[f->chunks[r->number].kind];
    const efx_reading again = efx_read_again(f, r->path.up, r->number, NULL);
    if (kind->usual_length != NULL && r->header.length == kind->usual_length(&again))
        return;
    const al_span header = al_slice_available(f->bytes, f->chunks[r->number].at, EFX_CHUNK_BYTES);
    const al_claim claim = efx_chunk_header_claim_at(0, header, EFX_CHUNK_AT_length, &r->path);
    al_fix_add(plan, &claim, change);
}
