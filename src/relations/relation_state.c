/* relation_state.c: adds, sorts and reports what a relation finds out. */
#include "relations/relation_state.h"

#include <assert.h>
#include <stdarg.h>
#include <string.h>

#include "core/finding_message.h"
#include "core/limits.h"
#include "core/sort.h"
#include "formats/catalogue.h"

bool al_relation_begin(al_relation_state *s, const al_related_files *all, al_arena *arena)
{
    s->all = all;
    s->arena = arena;
    s->marks = al_alloc(arena, all->checked, sizeof *s->marks);
    return s->marks != NULL;
}

void *al_relation_new(const al_relation *relation, const al_related_files *all, al_arena *arena)
{
    al_relation_state *s = al_alloc(arena, 1, relation->size);
    if (s == NULL || !al_relation_begin(s, all, arena))
        return NULL;
    if (relation->rules != NULL)
        s->rule = (size_t)(al_rule_find(relation->rules[0]) - al_catalogue);
    return relation->begin == NULL || relation->begin(s) ? s : NULL;
}

al_text_place al_place_between(const al_lines *start, const al_lines *end)
{
    return (al_text_place){.offset = (uint32_t)start->offset,
                           .length = (uint32_t)(end->offset - start->offset),
                           .line = (uint32_t)start->line,
                           .column = (uint32_t)start->column,
                           .end_line = (uint32_t)end->line,
                           .end_column = (uint32_t)end->column};
}

void al_set_place(al_claim *claim, const al_text_place *place)
{
    claim->offset = place->offset;
    claim->length = place->length;
    claim->line = place->line;
    claim->column = place->column;
    claim->end_line = place->end_line;
    claim->end_column = place->end_column;
}

/* ---- Findings ------------------------------------------------------------------------------------------ */

static const char *copy(al_relation_state *s, const char *text, size_t length)
{
    const char *kept = al_copy_text(s->arena, text, length);
    s->no_memory = s->no_memory || kept == NULL;
    return kept;
}

/* A finding shows no more of a text than a message may have. */
static al_value copy_value(al_relation_state *s, al_value value)
{
    if (value.kind != AL_VALUE_TEXT || value.as.text.length == 0)
        return value;
    if (value.as.text.length > AL_MAX_MESSAGE)
        value.as.text.length = AL_MAX_MESSAGE;
    value.as.text.bytes = copy(s, value.as.text.bytes, value.as.text.length);
    return value;
}

/* Makes the claim independent of the memory of its caller. */
static void copy_claim(al_relation_state *s, al_claim *claim)
{
    char field[AL_MAX_FIELD];
    al_path_format(&claim->path, field, sizeof field);
    claim->path = (al_path){.name = field[0] != '\0' ? copy(s, field, strlen(field)) : NULL, .index = -1};
    claim->no_fix = claim->no_fix || (claim->expected.kind == AL_VALUE_TEXT &&
                                      claim->expected.as.text.length > AL_MAX_MESSAGE); /* it will be cut */
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

/* ---- Findings that are left out ------------------------------------------------------------------------ */

static uint64_t key_of(size_t file, size_t rule, al_level level)
{
    enum { LEVELS = AL_ERROR + 1 };
    return ((uint64_t)file * AL_MOST_RULES + rule) * LEVELS + (uint64_t)level;
}

static uint64_t key_of_finding(const al_kept_finding *f)
{
    return key_of(f->file, f->claim.rule, f->claim.level);
}

/* A value above AL_MAX_FINDINGS is that number, 1, and the index of the finding that stands for the others.
 */
static al_kept_finding *stand_in(al_relation_state *s, const uint32_t *kept)
{
    return &s->findings[*kept - AL_MAX_FINDINGS - 1];
}

bool al_leave_out_finding(al_relation_state *s, size_t file, size_t rule, al_level level)
{
    const uint32_t *kept = al_map_find(&s->kept, key_of(file, rule, level));
    if (kept == NULL || *kept <= AL_MAX_FINDINGS)
        return false;
    stand_in(s, kept)->left_out++;
    return true;
}

void al_forget_findings(al_relation_state *s, uint64_t first)
{
    for (uint64_t i = first; i < s->finding_count; i++) {
        uint32_t *kept = al_map_find(&s->kept, key_of_finding(&s->findings[i]));
        if (kept != NULL)
            *kept = 0;
    }
    s->finding_count = first;
}

/* Makes room for a finding. The first one too many becomes the one that stands for it and the others. False
 * if memory is short. */
static bool make_room(al_relation_state *s, const al_kept_finding *finding)
{
    const uint64_t key = key_of_finding(finding);
    uint32_t *kept = al_map_find(&s->kept, key);
    s->no_memory = s->no_memory || (kept == NULL && !al_map_add(&s->kept, s->arena, key, 1)) ||
                   !AL_APPEND(s->arena, s->findings, s->finding_count, s->finding_capacity, *finding);
    if (s->no_memory)
        return false;
    al_kept_finding *last = &s->findings[s->finding_count - 1];
    last->order = s->finding_count - 1;
    if (kept != NULL && ++*kept > AL_MAX_FINDINGS)
        *kept = AL_MAX_FINDINGS + 1 + (uint32_t)last->order;
    last->left_out = kept != NULL && *kept > AL_MAX_FINDINGS;
    return true;
}

/* ---- Adding -------------------------------------------------------------------------------------------- */

AL_PRINTF(3, 0)
static bool add(al_relation_state *s, al_kept_finding finding, const char *sentence, va_list values)
{
    char message[AL_MAX_MESSAGE];
    if (finding.file >= s->all->checked ||
        al_leave_out_finding(s, finding.file, finding.claim.rule, finding.claim.level))
        return true;
    if (!make_room(s, &finding))
        return false;
    al_kept_finding *kept = &s->findings[s->finding_count - 1];
    kept->message = copy(s, message, al_make_message_of(message, sentence, values));
    copy_claim(s, &kept->claim);
    return !s->no_memory;
}

/* Parentheses keep the macros of these names away. */
bool(al_keep_finding)(al_relation_state *s, size_t file, const al_claim *claim, const char *sentence, ...)
{
    va_list values;
    va_start(values, sentence);
    const bool kept = al_keep_finding_of(s, file, claim, sentence, values);
    va_end(values);
    return kept;
}

bool al_keep_finding_of(al_relation_state *s, size_t file, const al_claim *claim, const char *sentence,
                        va_list values)
{
    return add(s, (al_kept_finding){.file = file, .claim = *claim}, sentence, values);
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

static int compare_reasons(const al_kept_not_judged *item, size_t rule, const char *reason)
{
    if (item->rule != rule)
        return item->rule < rule ? -1 : 1;
    return item->reason == reason ? 0 : strcmp(item->reason, reason);
}

static void count_not_judged(al_relation_state *s, size_t file, size_t rule, const char *reason,
                             uint64_t references)
{
    al_kept_not_judged_list *list = &s->not_judged;
    size_t at = 0;
    if (references == 0 || file >= s->all->checked || s->all->files[file].unreported ||
        s->all->settings[rule].level == AL_OFF)
        return;
    while (at < list->count && compare_reasons(&list->items[at], rule, reason) < 0)
        at++;
    al_kept_not_judged *item = &list->items[at];
    if (at == list->count || compare_reasons(item, rule, reason) != 0) {
        assert(list->count < AL_MOST_NOT_JUDGED);
        memmove(item + 1, item, (list->count - at) * sizeof *item);
        list->count++;
        *item = (al_kept_not_judged){.rule = rule, .reason = reason, .first_file = file};
    }
    item->files += item->references == 0 || item->last_file != file;
    item->references += references;
    item->first_file = file < item->first_file ? file : item->first_file;
    item->last_file = file;
}

void al_keep_not_judged(al_relation_state *s, size_t file, size_t rule, const char *reason,
                        uint64_t references)
{
    if (file < s->all->checked && !s->all->files[file].explicit)
        count_not_judged(s, file, rule, reason, references);
}

void al_keep_not_judged_alone(al_relation_state *s, size_t file, size_t rule, uint64_t references)
{
    count_not_judged(s, file, rule, "only the file is checked, not the folder of its mod", references);
}

/* ---- Uses of pictures ---------------------------------------------------------------------------------- */

void al_keep_picture_use(al_relation_state *s, size_t picture, size_t file, const char *name, uint32_t line)
{
    if (picture >= s->all->checked || file >= s->all->checked)
        return;
    if (s->uses == NULL)
        s->uses = al_alloc(s->arena, s->all->checked, sizeof *s->uses);
    s->no_memory = s->no_memory || s->uses == NULL;
    if (s->no_memory)
        return;
    al_picture_uses *of = &s->uses[picture];
    if (of->count++ == 0)
        *of = (al_picture_uses){.count = 1, .file = file, .name = name, .line = line};
}

void al_add_texture(al_partner_list *list, const char *texture, size_t file, const char *missing)
{
    for (size_t i = 0; i < list->count; i++)
        if (list->items[i].texture != NULL && strcmp(list->items[i].texture, texture) == 0)
            return;
    if (list->count < AL_MOST_PARTNERS)
        list->items[list->count++] =
            (al_listed_partner){.role = missing != NULL ? AL_PARTNER_MISSING_TEXTURE : AL_PARTNER_TEXTURE,
                                .file = file,
                                .texture = texture,
                                .missing = missing};
}

/* ---- Reporting ----------------------------------------------------------------------------------------- */

static int compare_findings(const void *left, const void *right, void *context)
{
    const al_kept_finding *a = left, *b = right;
    (void)context;
    if (a->file != b->file)
        return a->file < b->file ? -1 : 1;
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

static bool is_among(const char *const *ids, size_t rule)
{
    for (; ids != NULL && *ids != NULL; ids++)
        if (strcmp(*ids, al_catalogue[rule].id) == 0)
            return true;
    return false;
}

/* The findings are sorted, so that al_keep_not_judged counts each file once. A limit that kept a file from
 * being read is no absence. */
static void drop_unsure(al_relation_state *s, const char *const *alone)
{
    uint64_t kept = 0;
    for (uint64_t i = 0; i < s->finding_count; i++) {
        const al_kept_finding *f = &s->findings[i];
        if ((s->marks[f->file] & AL_MARK_UNSURE) != 0 && !f->claim.limit && !is_among(alone, f->claim.rule))
            al_keep_not_judged(s, f->file, f->claim.rule, "a needed file or folder could not be read",
                               f->left_out > 0 ? f->left_out : 1);
        else
            s->findings[kept++] = *f;
    }
    s->finding_count = kept;
}

void al_finish_findings(al_relation_state *s, al_unsure_check *is_unsure, const char *const *alone)
{
    s->done = true;
    al_sort(s->findings, (size_t)s->finding_count, sizeof *s->findings, compare_findings, NULL);
    if (!s->all->any_unread && s->all->gap_count == 0)
        return;
    for (size_t i = 0; i < s->all->checked; i++)
        if (is_unsure(s, i))
            s->marks[i] |= AL_MARK_UNSURE;
    drop_unsure(s, alone);
}

/* The file may have become shorter since the relation read it. */
static al_claim claim_within(const al_claim *kept, uint64_t size)
{
    al_claim claim = *kept;
    claim.offset = claim.offset < size ? claim.offset : size;
    claim.length = claim.length < size - claim.offset ? claim.length : size - claim.offset;
    return claim;
}

void al_report_kept(const al_kept_finding *findings, size_t count, al_sink *sink)
{
    const size_t first_rule = sink->first_rule;
    sink->first_rule = 0; /* rules are given by their index in the catalogue */
    for (size_t i = 0; i < count; i++) {
        const al_kept_finding *f = &findings[i];
        const al_claim claim = claim_within(&f->claim, sink->size);
        if (f->left_out > 0)
            al_leave_out(sink, &claim, f->left_out);
        else if (!f->unless_limited || !sink->limited)
            al_report(sink, &claim, "%s", f->message);
    }
    sink->first_rule = first_rule;
}
