/* findings.c: collects findings, one per rule and object. */
#include "core/findings.h"

#include <assert.h>
#include <stdarg.h>
#include <string.h>

#include "core/limits.h"
#include "core/reduce/characters.h"
#include "core/sentence.h"
#include "core/sort.h"
#include "core/text_hash.h"

void al_tally_add(al_tally *t, uint64_t element)
{
    if (t->count < AL_FINDING_ELEMENTS)
        t->first[t->count] = element;
    t->count++;
}

void al_tally_insert(al_tally *t, uint64_t element)
{
    uint64_t kept = t->count < AL_FINDING_ELEMENTS ? t->count : AL_FINDING_ELEMENTS;
    for (uint64_t i = 0; i < kept; i++) {
        if (t->first[i] <= element)
            continue;
        const uint64_t higher = t->first[i];
        t->first[i] = element;
        element = higher;
    }
    if (kept < AL_FINDING_ELEMENTS)
        t->first[kept] = element;
    t->count++;
}

al_value al_uint(uint64_t value)
{
    return (al_value){.kind = AL_VALUE_UINT, .as.uint_value = value};
}

al_value al_int(int64_t value)
{
    return (al_value){.kind = AL_VALUE_INT, .as.int_value = value};
}

al_value al_real(double value)
{
    return (al_value){.kind = AL_VALUE_REAL, .as.real_value = value};
}

al_value al_text(const char *text)
{
    return (al_value){.kind = AL_VALUE_TEXT, .as.text = {.bytes = text, .length = strlen(text)}};
}

al_value al_text_bytes(al_span bytes)
{
    return (al_value){.kind = AL_VALUE_TEXT,
                      .as.text = {.bytes = (const char *)bytes.ptr, .length = bytes.len}};
}

al_sink al_sink_of(al_arena *arena, const al_rule *rules, const al_setting *settings, const char *path,
                   uint64_t size)
{
    return (al_sink){.arena = arena, .rules = rules, .settings = settings, .path = path, .size = size};
}

bool al_rule_is_on(const al_sink *s, size_t rule)
{
    return s->settings[s->first_rule + rule].level != AL_OFF;
}

/* The same file under "./a" and "a" keeps its fingerprints. */
static const char *without_dot(const char *path)
{
    while (path[0] == '.' && path[1] == '/')
        path += 2 + strspn(path + 2, "/");
    return path;
}

/* All of a fingerprint but the field. Kept for the next finding, which often is of the same rule: paths are
 * long. */
static uint64_t stem_of(al_sink *s, const al_rule *rule)
{
    if (s->stem_rule == rule)
        return s->stem;
    s->stem_rule = rule;
    s->stem = al_hash_text(AL_HASH_START, rule->id);
    s->stem = al_hash_text(s->stem, without_dot(s->path));
    s->stem = al_hash_text(s->stem, s->member != NULL ? s->member : "");
    return s->stem;
}

static void fingerprint(al_sink *s, const al_finding *f, char out[17])
{
    uint64_t hash = al_hash_text(stem_of(s, f->rule), f->field);
    for (size_t i = 16; i > 0; i--, hash >>= 4)
        out[i - 1] = "0123456789abcdef"[hash & 0xF];
    out[16] = '\0';
}

/* The slot of a rule and field: of the finding that has them, or the empty one where it would be. */
static uint32_t *slot_of(const al_sink *s, size_t rule, const char *field)
{
    const size_t mask = s->capacity * 2 - 1;
    size_t at = (size_t)al_hash_text(AL_HASH_START ^ rule, field) & mask;
    while (s->slots[at] != 0) {
        const al_finding *f = &s->findings[s->slots[at] - 1];
        if (f->rule_number == rule && strcmp(f->field, field) == 0)
            break;
        at = (at + 1) & mask;
    }
    return &s->slots[at];
}

/* Room for twice as many findings. */
static bool grow(al_sink *s)
{
    const size_t capacity = s->capacity > 0 ? s->capacity * 2 : 4; /* few files have more than a few */
    al_finding *findings =
        al_resize(s->arena, s->findings, s->capacity * sizeof *findings, capacity * sizeof *findings);
    if (findings == NULL)
        return false;
    s->findings = findings;
    uint32_t *slots =
        al_resize(s->arena, s->slots, s->capacity * 2 * sizeof *slots, capacity * 2 * sizeof *slots);
    if (slots == NULL)
        return false;
    s->slots = slots; /* the old ones are gone, even where there is no memory for what follows */
    uint32_t *before =
        al_resize(s->arena, s->before, s->capacity * sizeof *before, capacity * sizeof *before);
    if (before == NULL)
        return false;
    memset(slots, 0, capacity * 2 * sizeof *slots);
    s->before = before;
    s->capacity = capacity;
    for (size_t i = 0; i < s->count; i++)
        *slot_of(s, s->findings[i].rule_number, s->findings[i].field) = (uint32_t)(i + 1);
    return true;
}

/* Elements have room of their own, since most findings have none. Without memory for it the check ends
 * without a verdict. */
static void add_elements(al_sink *s, al_finding *f, const al_tally *t)
{
    f->count += t != NULL ? t->count : 1;
    if (t == NULL || t->count == 0 || f->element_count == AL_FINDING_ELEMENTS)
        return;
    uint64_t *elements = al_alloc(s->arena, AL_FINDING_ELEMENTS, sizeof *elements);
    if (elements == NULL)
        return;
    if (f->element_count > 0)
        memcpy(elements, f->elements, f->element_count * sizeof *elements);
    for (size_t i = 0; i < t->count && i < AL_FINDING_ELEMENTS; i++)
        if (f->element_count < AL_FINDING_ELEMENTS)
            elements[f->element_count++] = t->first[i];
    f->elements = elements;
}

al_bytes_text al_show_bytes(al_span bytes)
{
    enum { MOST = 8 };
    al_bytes_text shown = {.text = "0x"};
    static const char digits[] = "0123456789ABCDEF";
    const al_span first = al_slice_available(bytes, 0, MOST);
    size_t end = 2;
    if (al_is_plain_ascii(first)) {
        shown.text[0] = '"';
        for (end = 1; end <= first.len; end++)
            shown.text[end] = (char)al_u8_at(first, end - 1);
        shown.text[end] = '"';
        return shown;
    }
    for (size_t i = 0; i < first.len; i++) {
        shown.text[end++] = digits[al_u8_at(first, i) >> 4];
        shown.text[end++] = digits[al_u8_at(first, i) & 0xF];
    }
    return shown;
}

static al_level level_of(const al_sink *s, const al_claim *c)
{
    const al_setting *setting = &s->settings[s->first_rule + c->rule];
    return setting->overridden || c->level == AL_OFF ? setting->level : c->level;
}

/* A case that a rule reports below its own level is one that readers survive, whatever the options say. */
static bool can_crash(const al_sink *s, const al_claim *c)
{
    const al_rule *rule = &s->rules[s->first_rule + c->rule];
    return rule->crash && (c->level == AL_OFF || c->level >= rule->level);
}

/* ---- What a finding keeps ------------------------------------------------------------------------------ */

/* Bytes of a text that words can be made of: of a longer one the end would be cut. */
static size_t kept_length(const al_value *v)
{
    if (v->kind != AL_VALUE_TEXT)
        return 0;
    return v->as.text.length < AL_MAX_MESSAGE ? v->as.text.length : AL_MAX_MESSAGE;
}

/* Copies a value, and its text to `*texts`, which moves on. */
static al_value keep(al_value v, char **texts)
{
    const size_t length = kept_length(&v);
    if (v.kind != AL_VALUE_TEXT)
        return v;
    if (length > 0)
        memcpy(*texts, v.as.text.bytes, length);
    v.as.text.bytes = *texts;
    v.as.text.length = length;
    *texts += length;
    return v;
}

/* One block of memory holds the values, the field and all texts; false when there is none. */
static bool keep_values(al_sink *s, al_finding *f, const al_claim *c, const char *field,
                        const al_value *values)
{
    const size_t of_values = f->value_count * sizeof *values, of_field = strlen(field) + 1;
    size_t of_texts = kept_length(&c->expected) + kept_length(&c->actual);
    for (size_t i = 0; i < f->value_count; i++)
        of_texts += kept_length(&values[i]);
    al_value *kept = al_alloc(s->arena, of_values + of_field + of_texts, 1);
    if (kept == NULL)
        return false;
    char *texts = (char *)(kept + f->value_count);
    f->field = memcpy(texts, field, of_field);
    texts += of_field;
    for (size_t i = 0; i < f->value_count; i++)
        kept[i] = keep(values[i], &texts);
    f->values = kept;
    f->expected = keep(c->expected, &texts);
    f->actual = keep(c->actual, &texts);
    return true;
}

/* ---- Which findings are kept --------------------------------------------------------------------------- */

/* That a limit was reached is an error like others: the sink knows it even where the finding has no place. */
static size_t severity_of(const al_sink *s, const al_claim *c)
{
    const al_level level = level_of(s, c);
    return (size_t)(level - AL_NOTE) + (level == AL_ERROR && can_crash(s, c));
}

/* Steps from one slot to another, round the end. */
static size_t steps(const al_sink *s, size_t from, size_t to)
{
    return to >= from ? to - from : to + s->capacity * 2 - from;
}

/* Takes a finding out of the slots. Those behind it move up where a search would no longer get to them. */
static void vacate(al_sink *s, const al_finding *f)
{
    const size_t mask = s->capacity * 2 - 1;
    size_t hole = (size_t)(slot_of(s, f->rule_number, f->field) - s->slots);
    for (size_t at = (hole + 1) & mask; s->slots[at] != 0; at = (at + 1) & mask) {
        const al_finding *other = &s->findings[s->slots[at] - 1];
        const size_t home = (size_t)al_hash_text(AL_HASH_START ^ other->rule_number, other->field) & mask;
        if (steps(s, home, at) < steps(s, hole, at))
            continue;
        s->slots[hole] = s->slots[at];
        hole = at;
    }
    s->slots[hole] = 0;
}

/* The place of the last of the least severe findings, if they are less severe than that; otherwise, none. */
static bool make_room(al_sink *s, size_t severity, size_t *place)
{
    for (size_t lower = 0; lower < severity; lower++) {
        if (s->last[lower] == 0)
            continue;
        *place = s->last[lower] - 1;
        vacate(s, &s->findings[*place]);
        s->last[lower] = s->before[*place];
        return true;
    }
    return false;
}

/* The place of a new finding; false when there is none, or no memory for it. */
static bool find_place(al_sink *s, const al_claim *c, size_t *place)
{
    const size_t most = AL_MAX_FINDINGS + (c->overflow ? 1 : 0);
    if (s->count >= most && !s->unlimited) {
        s->overflowed = true;
        return make_room(s, severity_of(s, c), place);
    }
    if (s->count == s->capacity && !grow(s))
        return false;
    *place = s->count;
    return true;
}

/* Lets a finding that is complete be found. */
static void enter(al_sink *s, const al_claim *c, size_t place)
{
    const size_t severity = severity_of(s, c);
    const al_finding *f = &s->findings[place];
    s->before[place] = s->last[severity];
    s->last[severity] = (uint32_t)(place + 1);
    if (c->root_cause)
        s->root_cause = f->rule;
    s->count += place == s->count;
    *slot_of(s, f->rule_number, f->field) = (uint32_t)(place + 1);
}

/* ---- Reporting ----------------------------------------------------------------------------------------- */

/* The finding of a claim that nobody made before. */
static al_finding new_finding(const al_sink *s, const al_claim *c)
{
    assert(c->offset <= s->size && c->length <= s->size - c->offset);
    return (al_finding){.rule = &s->rules[s->first_rule + c->rule],
                        .rule_number = s->first_rule + c->rule,
                        .level = level_of(s, c),
                        .crash = can_crash(s, c),
                        .format = s->format,
                        .offset = c->offset,
                        .length = c->length,
                        .in_inflated = c->in_inflated,
                        .inflated_offset = c->inflated_offset,
                        .line = c->line,
                        .column = c->column,
                        .end_line = c->end_line,
                        .end_column = c->end_column};
}

void al_report(al_sink *s, const al_claim *c, const char *sentence, ...)
{
    char field[AL_MAX_FIELD];
    al_value taken[AL_MAX_VALUES];
    va_list values;
    s->limited = s->limited || c->limit;
    if (!al_rule_is_on(s, c->rule))
        return;
    al_path_format(&c->path, field, sizeof field);
    const uint32_t *slot = s->capacity > 0 ? slot_of(s, s->first_rule + c->rule, field) : NULL;
    if (slot != NULL && *slot != 0) {
        add_elements(s, &s->findings[*slot - 1], c->tally);
        return;
    }
    size_t place;
    if (!find_place(s, c, &place))
        return;
    al_finding f = new_finding(s, c);
    va_start(values, sentence);
    f.sentence = sentence;
    f.value_count = (unsigned)al_take_values(taken, sentence, values);
    va_end(values);
    if (!keep_values(s, &f, c, field, taken)) /* the check ends without a verdict */
        return;
    add_elements(s, &f, c->tally);
    fingerprint(s, &f, f.fingerprint);
    s->findings[place] = f;
    enter(s, c, place);
}

static int by_place(const void *left, const void *right, void *context)
{
    const al_rule *root_cause = ((const al_sink *)context)->root_cause;
    const al_finding *a = left, *b = right;
    if ((a->rule == root_cause) != (b->rule == root_cause))
        return a->rule == root_cause ? -1 : 1;
    if (a->offset != b->offset)
        return a->offset < b->offset ? -1 : 1;
    const int by_rule = strcmp(a->rule->id, b->rule->id);
    return by_rule != 0 ? by_rule : strcmp(a->field, b->field);
}

void al_sink_finish(al_sink *s)
{
    al_sort(s->findings, s->count, sizeof *s->findings, by_place, s);
}
