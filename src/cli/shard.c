/* shard.c: one shard of a run. */
#include "cli/shard.h"

#include <stdlib.h>
#include <string.h>

#include "cli/empty_run.h"
#include "core/text_hash.h"
#include "platform/platform.h"
#include "project/configuration/baseline.h"
#include "project/configuration/configuration.h"
#include "project/file_path.h"
#include "report/sarif_uri.h"

enum { LONGEST_FOLDER = 4096 };

/* ---- What stands for the run --------------------------------------------------------------------------- */

static uint64_t hash_number(uint64_t hash, uint64_t number)
{
    char bytes[sizeof number];
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (char)(number >> 8 * i & 0xFF); /* the same on every machine */
    return al_hash_bytes(hash, bytes, sizeof bytes);
}

/* Input k belongs to a shard by its number: that is right only while all shards see the same list. */
static uint64_t hash_inputs(const al_input_list *all)
{
    uint64_t hash = AL_HASH_START;
    for (size_t i = 0; i < all->count; i++)
        hash = al_hash_text(hash, all->items[i].path);
    return hash;
}

static uint64_t hash_options(const report_part *part)
{
    uint64_t hash = AL_HASH_START;
    for (size_t i = 0; i < al_rule_count(); i++)
        hash = hash_number(hash, part->levels[i]);
    hash = hash_number(hash, part->fail_on);
    hash = hash_number(hash, part->show);
    hash = hash_number(hash, part->per_rule_given);
    hash = hash_number(hash, part->per_rule);
    hash = hash_number(hash, part->must_find);
    for (size_t i = 0; i < PART_OWN; i++) {
        hash = hash_number(hash, part->own[i].there);
        hash = al_hash_text(hash, part->own[i].there ? part->own[i].raw_path : "");
        hash = hash_number(hash, part->own[i].size);
    }
    return hash;
}

/* ---- The beginning ------------------------------------------------------------------------------------- */

static bool pick_inputs(shard *s, const al_input_list *all)
{
    const uint64_t first = s->part.number - 1, step = s->part.count;
    s->inputs = *all;
    s->inputs.count = 0;
    s->inputs.items = calloc(all->count + 1, sizeof *s->inputs.items);
    for (uint64_t i = first; s->inputs.items != NULL && i < all->count; i++)
        if (i % step == first)
            s->inputs.items[s->inputs.count++] = all->items[i];
    return s->inputs.items != NULL;
}

/* Where nobody knows the folder, URIs are as paths are given. */
static bool note_folder(shard *s, const char *given)
{
    char folder[LONGEST_FOLDER];
    if (!al_current_folder(folder, sizeof folder))
        return true;
    s->folder = al_path_normal(NULL, folder);
    s->root = given != NULL ? al_path_normal(folder, given) : sarif_root(folder);
    s->part.folder = s->folder;
    s->part.root = s->root;
    return s->folder != NULL && s->root != NULL;
}

static bool note_levels(shard *s, const al_options *library)
{
    const size_t rules = al_rule_count();
    s->part.levels = calloc(rules, sizeof *s->part.levels);
    for (size_t i = 0; s->part.levels != NULL && i < rules; i++)
        s->part.levels[i] = al_options_level(library, i);
    return s->part.levels != NULL;
}

static void note_own(shard *s, const check_options *options)
{
    const al_configuration *c = options->configuration;
    const al_baseline *b = options->known;
    if (c != NULL && c->suppression_count > 0)
        s->part.own[PART_CONFIGURATION] = (part_own){.there = true, .raw_path = c->path, .size = c->text.len};
    if (b != NULL && b->count > 0)
        s->part.own[PART_BASELINE] = (part_own){.there = true, .raw_path = b->path, .size = b->text.len};
}

bool shard_begin(shard *s, const check_options *options, const al_input_list *all)
{
    const report_options *reports = &options->reports;
    *s = (shard){.part = {.number = options->shard,
                          .count = options->shards,
                          .fail_on = reports->fail_on,
                          .show = reports->show,
                          .per_rule_given = reports->per_rule_given,
                          .per_rule = reports->per_rule,
                          .must_find = must_find_something(options),
                          .files = hash_inputs(all)}};
    note_own(s, options);
    if (!note_levels(s, options->library) || !note_folder(s, reports->sarif_root) || !pick_inputs(s, all))
        return false;
    s->part.options = hash_options(&s->part);
    return true;
}

void shard_end(shard *s)
{
    free(s->inputs.items);
    free(s->part.levels);
    for (size_t i = 0; i < PART_OWN; i++) {
        free(s->part.own[i].statements);
        free(s->part.own[i].used);
    }
    free(s->folder);
    free(s->root);
    *s = (shard){.folder = NULL};
}

/* ---- The end ------------------------------------------------------------------------------------------- */

/* The fingerprint of the entry that a finding about the baseline is about. */
static uint64_t entry_at(const al_baseline *b, uint64_t offset, size_t *next)
{
    while (*next + 1 < b->count && b->entries[b->by_place[*next]].at < offset)
        ++*next;
    return b->entries[b->by_place[*next]].fingerprint;
}

/* Findings and those that the baseline knows, in the order of the file. */
static bool note_statements(part_own *own, const al_result *result, const al_baseline *b)
{
    const size_t findings = result != NULL ? result->finding_count : 0;
    const size_t known = result != NULL ? result->suppressed_count : 0;
    size_t next_finding = 0, next_known = 0, next_entry = 0;
    own->statements = calloc(findings + known + 1, sizeof *own->statements);
    while (own->statements != NULL && next_finding + next_known < findings + known) {
        part_statement *s = &own->statements[own->statement_count++];
        s->in_baseline =
            next_finding == findings || (next_known < known && result->suppressed[next_known].finding.offset <
                                                                   result->findings[next_finding].offset);
        s->finding =
            s->in_baseline ? result->suppressed[next_known++].finding : result->findings[next_finding++];
        s->entry = b != NULL ? entry_at(b, s->finding.offset, &next_entry) : 0;
    }
    return own->statements != NULL;
}

static bool note_used(part_own *own, const al_configuration *c, const al_ledger *ledger)
{
    own->used = calloc(c->suppression_count, sizeof *own->used);
    for (size_t i = 0; own->used != NULL && i < c->suppression_count; i++)
        if (al_ledger_has_used(ledger, i))
            own->used[own->used_count++] = c->suppressions[i].at;
    return own->used != NULL;
}

bool shard_finish(shard *s, const check_options *options, const late *l)
{
    part_own *configuration = &s->part.own[PART_CONFIGURATION], *baseline = &s->part.own[PART_BASELINE];
    bool ok = true;
    if (l->ledger != NULL && configuration->there)
        ok = note_statements(configuration, l->own[0], NULL) &&
             note_used(configuration, options->configuration, l->ledger);
    if (ok && l->ledger != NULL && baseline->there)
        ok = note_statements(baseline, l->own[1], options->known);
    return ok;
}
