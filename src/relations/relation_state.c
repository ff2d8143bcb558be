/* relation_state.c: adds, sorts and reports what a relation finds out. */
#include "relations/relation_state.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "core/sort.h"
#include "formats/catalogue.h"

bool al_relation_wants(const al_relation_state *s, const char *prefix, size_t rule)
{
    return s->all->settings[al_first_rule(prefix) + rule].level != AL_OFF;
}

/* ---- Findings ------------------------------------------------------------------------------------------ */

static const char *copy(al_relation_state *s, const char *text, size_t length)
{
    const char *kept = al_copy_text(s->arena, text, length);
    s->no_memory = s->no_memory || kept == NULL;
    return kept;
}

static al_value copy_value(al_relation_state *s, al_value value)
{
    if (value.kind == AL_VALUE_TEXT && value.as.text.length > 0)
        value.as.text.bytes = copy(s, value.as.text.bytes, value.as.text.length);
    return value;
}

/* Makes the claim independent of the memory of its caller. */
static void copy_claim(al_relation_state *s, al_claim *claim)
{
    char field[AL_MAX_FIELD];
    al_path_format(&claim->path, field, sizeof field);
    claim->path = (al_path){.name = field[0] != '\0' ? copy(s, field, strlen(field)) : NULL, .index = -1};
    claim->expected = copy_value(s, claim->expected);
    claim->actual = copy_value(s, claim->actual);
    if (claim->tally == NULL)
        return;
    al_tally *tally = al_alloc(s->arena, 1, sizeof *tally);
    s->no_memory = s->no_memory || tally == NULL;
    if (tally != NULL)
        *tally = *claim->tally;
    claim->tally = tally;
}

AL_PRINTF(3, 0)
static bool add(al_relation_state *s, al_kept_finding finding, const char *sentence, va_list values)
{
    char words[AL_MAX_MESSAGE + 1]; /* a longer one is cut when it is reported */
    if (finding.file >= s->all->checked)
        return true;
    al_kept_finding *findings =
        al_grow(s->arena, s->findings, s->finding_count, &s->finding_capacity, sizeof *findings);
    s->no_memory = s->no_memory || findings == NULL;
    if (findings == NULL)
        return false;
    s->findings = findings;
    (void)vsnprintf(words, sizeof words, sentence, values);
    finding.sentence = copy(s, words, strlen(words));
    finding.order = s->finding_count;
    copy_claim(s, &finding.claim);
    if (s->no_memory)
        return false;
    findings[s->finding_count++] = finding;
    return true;
}

/* Parentheses keep the macros of these names away. */
bool(al_keep_finding)(al_relation_state *s, size_t file, const al_claim *claim, const char *sentence, ...)
{
    va_list values;
    va_start(values, sentence);
    const bool kept = add(s, (al_kept_finding){.file = file, .claim = *claim}, sentence, values);
    va_end(values);
    return kept;
}

bool(al_keep_at_fact)(al_relation_state *s, size_t file, const al_fact *fact, al_claim claim,
                      const char *sentence, ...)
{
    va_list values;
    claim.path = *fact->path;
    claim.offset = fact->field.base;
    claim.length = fact->field.len;
    va_start(values, sentence);
    const bool kept = add(s, (al_kept_finding){.file = file, .claim = claim}, sentence, values);
    va_end(values);
    return kept;
}

bool(al_keep_limit)(al_relation_state *s, size_t file, size_t rule, const char *sentence, ...)
{
    const al_kept_finding limit = {
        .file = file, .claim = {.rule = rule, .limit = true}, .unless_limited = true};
    va_list values;
    va_start(values, sentence);
    const bool kept = add(s, limit, sentence, values);
    va_end(values);
    return kept;
}

/* ---- References that are not judged -------------------------------------------------------------------- */

static int compare_reasons(const al_unjudged *item, size_t rule, const char *reason)
{
    if (item->rule != rule)
        return item->rule < rule ? -1 : 1;
    return item->reason == reason ? 0 : strcmp(item->reason, reason);
}

void al_keep_not_judged(al_relation_state *s, size_t file, size_t rule, const char *reason,
                        uint64_t references)
{
    al_unjudged_list *list = &s->not_judged;
    size_t at = 0;
    if (references == 0 || file >= s->all->checked || s->all->files[file].explicit ||
        s->all->files[file].unreported || s->all->settings[rule].level == AL_OFF)
        return;
    while (at < list->count && compare_reasons(&list->items[at], rule, reason) < 0)
        at++;
    al_unjudged *item = &list->items[at];
    if (at == list->count || compare_reasons(item, rule, reason) != 0) {
        assert(list->count < AL_MOST_UNJUDGED);
        memmove(item + 1, item, (list->count - at) * sizeof *item);
        list->count++;
        *item = (al_unjudged){.rule = rule, .reason = reason, .first_file = file};
    }
    item->files += item->references == 0 || item->last_file != file;
    item->references += references;
    item->first_file = file < item->first_file ? file : item->first_file;
    item->last_file = file;
}

const al_unjudged_list *al_relation_not_judged(const void *state)
{
    return &((const al_relation_state *)state)->not_judged;
}

/* ---- Reporting ----------------------------------------------------------------------------------------- */

static int compare_files(const void *left, const void *right, void *context)
{
    const al_kept_finding *a = left, *b = right;
    (void)context;
    return (a->file > b->file) - (a->file < b->file);
}

static int compare_findings(const void *left, const void *right, void *context)
{
    const al_kept_finding *a = left, *b = right;
    const int files = compare_files(left, right, context);
    if (files != 0)
        return files;
    if (a->claim.offset != b->claim.offset)
        return a->claim.offset < b->claim.offset ? -1 : 1;
    if (a->claim.rule != b->claim.rule)
        return a->claim.rule < b->claim.rule ? -1 : 1;
    return (a->order > b->order) - (a->order < b->order);
}

bool al_relation_has_gap(const void *state, size_t file)
{
    (void)file;
    return ((const al_relation_state *)state)->all->gap_count > 0;
}

static bool is_alone(const al_relation *relation, size_t rule)
{
    for (const char *const *id = relation->alone; id != NULL && *id != NULL; id++)
        if (strcmp(*id, al_catalogue[rule].id) == 0)
            return true;
    return false;
}

/* A limit that kept a file from being read is no absence. */
static bool is_unsure(const al_relation_state *s, const al_kept_finding *f)
{
    const al_relation *relation = s->relation;
    return !f->claim.limit && !is_alone(relation, f->claim.rule) && relation->is_unsure(s, f->file);
}

/* The findings are sorted, so that al_keep_not_judged counts each file once. */
static void drop_unsure(al_relation_state *s)
{
    uint64_t kept = 0;
    if (!s->all->any_unread && s->all->gap_count == 0)
        return;
    for (uint64_t i = 0; i < s->finding_count; i++) {
        const al_kept_finding *f = &s->findings[i];
        if (is_unsure(s, f))
            al_keep_not_judged(s, f->file, f->claim.rule, "a needed file or folder could not be read", 1);
        else
            s->findings[kept++] = *f;
    }
    s->finding_count = kept;
}

void al_finish_findings(al_relation_state *s)
{
    al_sort(s->findings, (size_t)s->finding_count, sizeof *s->findings, compare_findings, NULL);
    drop_unsure(s);
}

/* The file may have become shorter since the relation read it. */
static al_claim claim_within(const al_claim *kept, uint64_t size)
{
    al_claim claim = *kept;
    claim.offset = claim.offset < size ? claim.offset : size;
    claim.length = claim.length < size - claim.offset ? claim.length : size - claim.offset;
    return claim;
}

void al_relation_report(const void *state, size_t file, al_sink *sink)
{
    const al_relation_state *s = state;
    if (s->finding_count == 0)
        return;
    const al_kept_finding wanted = {.file = file};
    const size_t count = (size_t)s->finding_count, first_rule = sink->first_rule;
    size_t at = al_lower_bound(s->findings, count, sizeof wanted, &wanted, compare_files, NULL);
    sink->first_rule = 0; /* rules are given by their index in the catalogue */
    for (; at < count && s->findings[at].file == file; at++) {
        const al_kept_finding *f = &s->findings[at];
        const al_claim claim = claim_within(&f->claim, sink->size);
        if (!f->unless_limited || !sink->limited)
            al_report(sink, &claim, "%s", f->sentence);
    }
    sink->first_rule = first_rule;
}
