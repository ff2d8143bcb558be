/* findings.c: collects findings, one per rule and object. */
#include "core/findings.h"

#include <assert.h>
#include <inttypes.h>
#include <stdarg.h>
#include <string.h>

#include "core/finding_message.h"
#include "core/limits.h"
#include "core/map.h"
#include "core/reduce/bytes.h"
#include "core/sort.h"

void al_tally_add(al_tally *t, uint64_t element)
{
    if (t->count < AL_FINDING_ELEMENTS)
        t->first[t->count] = element;
    t->count++;
}

void al_tally_insert(al_tally *t, uint64_t element)
{
    const uint64_t stored = t->count < AL_FINDING_ELEMENTS ? t->count : AL_FINDING_ELEMENTS;
    for (uint64_t i = 0; i < stored; i++) {
        if (t->first[i] <= element)
            continue;
        const uint64_t higher = t->first[i];
        t->first[i] = element;
        element = higher;
    }
    if (stored < AL_FINDING_ELEMENTS)
        t->first[stored] = element;
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
    return al_setting_matters(&s->settings[s->first_rule + rule]);
}

/* The hash of a fingerprint without the field. Remembered for the next finding, which often has the same
 * rule, because paths are long. */
static uint64_t fingerprint_prefix(al_sink *s, const al_rule *rule)
{
    if (s->prefix_rule == rule)
        return s->prefix;
    s->prefix_rule = rule;
    s->prefix = al_hash_text(AL_HASH_START, rule->id);
    s->prefix = al_hash_text(s->prefix, al_path_without_dot(s->path)); /* "./a" is "a" */
    s->prefix = al_hash_text(s->prefix, s->member != NULL ? s->member : "");
    return s->prefix;
}

static void fingerprint(al_sink *s, const al_finding *f, char out[17])
{
    uint64_t hash = al_hash_text(fingerprint_prefix(s, f->rule), f->field);
    for (size_t i = 16; i > 0; i--, hash >>= 4)
        out[i - 1] = "0123456789abcdef"[hash & 0xF];
    out[16] = '\0';
}

/* What a finding is about: the number of its rule, then the path of its field. */
typedef struct object_key {
    char bytes[sizeof(uint32_t) + AL_MAX_FIELD];
    size_t length;
} object_key;

static char *field_in(object_key *key)
{
    return key->bytes + sizeof(uint32_t);
}

static void complete_key(object_key *key, size_t rule)
{
    const uint32_t number = (uint32_t)rule;
    memcpy(key->bytes, &number, sizeof number);
    key->length = sizeof number + strlen(field_in(key));
}

/* Makes room for twice as many findings. False when out of memory. */
static bool grow(al_sink *s)
{
    const size_t capacity = s->capacity > 0 ? s->capacity * 2 : 2; /* few files have more */
    al_finding *findings =
        al_resize(s->arena, s->findings, s->capacity * sizeof *findings, capacity * sizeof *findings);
    if (findings == NULL)
        return false;
    s->findings = findings;
    uint32_t *before =
        al_resize(s->arena, s->before, s->capacity * sizeof *before, capacity * sizeof *before);
    if (before == NULL)
        return false;
    s->before = before;
    uint64_t *reaches =
        al_resize(s->arena, s->reaches, s->capacity * sizeof *reaches, capacity * sizeof *reaches);
    if (reaches == NULL)
        return false;
    s->reaches = reaches;
    s->capacity = capacity;
    return true;
}

/* Most findings have no elements, so these are allocated separately. If that fails, the check ends without a
 * verdict. */
static void add_elements(al_sink *s, al_finding *f, const al_tally *t)
{
    f->count += t != NULL ? t->count : 1;
    if (t == NULL || f->element_count == AL_FINDING_ELEMENTS)
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
    enum { MAX_BYTES = 8 };
    al_bytes_text shown = {.text = "0x"};
    static const char digits[] = "0123456789ABCDEF";
    const al_span first = al_slice_available(bytes, 0, MAX_BYTES);
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

/* A claim with a lower level than its rule is about a case that the game survives; options don't change
 * that. */
static bool can_crash(const al_sink *s, const al_claim *c)
{
    const al_rule *rule = &s->rules[s->first_rule + c->rule];
    return rule->crash && (c->level == AL_OFF || c->level >= rule->level);
}

/* At most that of the rule. */
static al_confidence confidence_of(const al_sink *s, const al_claim *c)
{
    static const al_confidence most[] = {
        [AL_AS_CERTAIN_AS_RULE] = AL_CERTAIN, [AL_ONLY_LIKELY] = AL_LIKELY, [AL_ONLY_POSSIBLE] = AL_POSSIBLE};
    const al_confidence of_rule = s->rules[s->first_rule + c->rule].confidence;
    return most[c->doubt] < of_rule ? most[c->doubt] : of_rule;
}

static al_fix_kind fix_kind_of(const al_sink *s, const al_claim *c)
{
    if (c->no_fix)
        return AL_FIX_NONE;
    return c->fix_kind != AL_FIX_NONE ? c->fix_kind : s->rules[s->first_rule + c->rule].fix_kind;
}

/* ---- Copying texts ------------------------------------------------------------------------------------- */

/* Number of bytes of a text to copy: a message would cut the rest. */
static size_t copied_length(const al_value *v)
{
    if (v->kind != AL_VALUE_TEXT)
        return 0;
    return v->as.text.length < AL_MAX_MESSAGE ? v->as.text.length : AL_MAX_MESSAGE;
}

/* Copies a value. Copies its text to `*texts`, and advances that. */
static al_value copy_value(al_value v, char **texts)
{
    const size_t length = copied_length(&v);
    if (v.kind != AL_VALUE_TEXT)
        return v;
    if (length > 0)
        memcpy(*texts, v.as.text.bytes, length);
    v.as.text.bytes = *texts;
    v.as.text.length = length;
    *texts += length;
    return v;
}

/* Copies all texts of a finding into one block. False when out of memory. */
static bool copy_texts(al_sink *s, al_finding *f, const al_claim *c, const char *field, const char *message)
{
    const size_t field_size = strlen(field) + 1, message_size = strlen(message) + 1;
    char *texts = al_alloc(
        s->arena, field_size + message_size + copied_length(&c->expected) + copied_length(&c->actual), 1);
    if (texts == NULL)
        return false;
    f->field = memcpy(texts, field, field_size);
    texts += field_size;
    f->message = memcpy(texts, message, message_size);
    texts += message_size;
    f->expected = copy_value(c->expected, &texts);
    f->actual = copy_value(c->actual, &texts);
    return true;
}

/* ---- Keeping the most severe findings ------------------------------------------------------------------ */

/* A cause is never left out. */
static size_t severity_of(const al_sink *s, const al_claim *c)
{
    const al_level level = level_of(s, c);
    if (s->rules[s->first_rule + c->rule].cause)
        return AL_SEVERITIES - 1;
    return (size_t)(level - AL_NOTE) + (level == AL_ERROR && can_crash(s, c));
}

/* What a finding's `reaches` is compared with: the reach of a cause is where its damage begins. */
static uint64_t reach_of(const al_sink *s, const al_claim *c)
{
    const uint64_t end = c->offset + (c->length > 0 ? c->length : 1);
    if (c->limit)
        return 0; /* what was not checked follows from no cause */
    if (s->rules[s->first_rule + c->rule].cause)
        return c->reach;
    return c->reach > end ? c->reach : end;
}

static void leave_out(al_sink *s, al_level level, uint64_t reach)
{
    s->left_out[reach > s->damaged_from].counts[level]++;
}

/* Notes a finding that a configuration turns off, or whose level it lowers. Several claims about the same
 * object in a row count once. */
static void note_unseen(al_sink *s, const al_claim *c, const object_key *key)
{
    const size_t rule = s->first_rule + c->rule;
    const al_level level = c->level == AL_OFF ? s->rules[rule].level : c->level;
    const uint64_t object = al_hash_bytes(AL_HASH_START, key->bytes, key->length);
    s->unseen.level = level > s->unseen.level ? level : s->unseen.level;
    s->unseen.count += s->settings[rule].level == AL_OFF && object != s->last_unseen;
    s->last_unseen = object;
}

void al_leave_out(al_sink *s, const al_claim *claim, uint64_t count)
{
    if (s->settings[s->first_rule + claim->rule].level == AL_OFF)
        s->unseen.count += al_rule_is_on(s, claim->rule) ? count : 0;
    else
        s->left_out[reach_of(s, claim) > s->damaged_from].counts[level_of(s, claim)] += count;
}

/* So that another claim about the same object is a new finding. */
static void forget_object(al_sink *s, const al_finding *f)
{
    object_key key;
    memcpy(field_in(&key), f->field, strlen(f->field) + 1);
    complete_key(&key, f->rule_number);
    *al_text_map_find(&s->objects, key.bytes, key.length) = 0;
}

/* Removes the last of the least severe findings, if it is less severe than `severity`, and returns its
 * place. */
static bool make_room(al_sink *s, size_t severity, size_t *place)
{
    for (size_t lower = 0; lower < severity; lower++) {
        if (s->last[lower] == 0)
            continue;
        *place = s->last[lower] - 1;
        leave_out(s, s->findings[*place].level, s->reaches[*place]);
        forget_object(s, &s->findings[*place]);
        s->last[lower] = s->before[*place];
        return true;
    }
    return false;
}

/* Several claims about the same object in a row count once. */
static void leave_out_claim(al_sink *s, const al_claim *c, const object_key *key)
{
    const uint64_t object = al_hash_bytes(AL_HASH_START, key->bytes, key->length);
    if (object != s->last_left_out)
        leave_out(s, level_of(s, c), reach_of(s, c));
    s->last_left_out = object;
}

/* Finds the place for a new finding. False if it must be left out, or when out of memory. */
static bool find_place(al_sink *s, const al_claim *c, const object_key *key, size_t *place)
{
    if (s->count >= AL_MAX_FINDINGS && !s->unlimited) {
        const bool found = make_room(s, severity_of(s, c), place);
        if (!found)
            leave_out_claim(s, c, key);
        return found;
    }
    if (s->count == s->capacity && !grow(s))
        return false;
    *place = s->count;
    return true;
}

/* Adds a complete finding to the list of its severity. */
static void index_finding(al_sink *s, const al_claim *c, size_t place)
{
    const size_t severity = severity_of(s, c);
    s->before[place] = s->last[severity];
    s->last[severity] = (uint32_t)(place + 1);
    s->reaches[place] = reach_of(s, c);
    s->count += place == s->count;
}

/* Notes where the finding about an object is. `known` is the place in the map, or NULL. False when out of
 * memory. */
static bool note_object(al_sink *s, const object_key *key, uint32_t *known, size_t place)
{
    if (known == NULL)
        return al_text_map_add(&s->objects, s->arena, key->bytes, key->length, (uint32_t)(place + 1));
    *known = (uint32_t)(place + 1);
    return true;
}

/* Another claim about the object of a finding. */
static void add_claim(al_sink *s, size_t place, const al_claim *c)
{
    const uint64_t reach = reach_of(s, c);
    add_elements(s, &s->findings[place], c->tally);
    if (s->reaches[place] != 0 && reach > s->reaches[place])
        s->reaches[place] = reach;
}

/* ---- Reporting ----------------------------------------------------------------------------------------- */

static al_finding new_finding(const al_sink *s, const al_claim *c)
{
    assert(c->offset <= s->size && c->length <= s->size - c->offset);
    return (al_finding){.rule = &s->rules[s->first_rule + c->rule],
                        .rule_number = s->first_rule + c->rule,
                        .level = level_of(s, c),
                        .crash = can_crash(s, c),
                        .confidence = confidence_of(s, c),
                        .fix_kind = fix_kind_of(s, c),
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

/* The claim, or the same about the stream that gave the bytes. What lies in a stream has no fix. */
static al_claim place_claim(const al_sink *s, const al_claim *c)
{
    al_claim placed = *c;
    if (s->stream.len == 0)
        return placed;
    placed.in_inflated = placed.no_fix = true;
    placed.inflated_offset = c->offset;
    placed.offset = s->stream.base;
    placed.length = s->stream.len;
    return placed;
}

/* The parentheses keep the macro of this name away. */
void(al_report)(al_sink *s, const al_claim *claim, const char *sentence, ...)
{
    const al_claim placed = place_claim(s, claim), *c = &placed;
    object_key key;
    char message[AL_MAX_MESSAGE];
    va_list values;
    s->limited = s->limited || c->limit;
    if (!al_rule_is_on(s, c->rule))
        return;
    al_path_format(&c->path, field_in(&key), AL_MAX_FIELD);
    complete_key(&key, s->first_rule + c->rule);
    if (s->settings[s->first_rule + c->rule].configured)
        note_unseen(s, c, &key);
    if (s->settings[s->first_rule + c->rule].level == AL_OFF)
        return;
    uint32_t *known = al_text_map_find(&s->objects, key.bytes, key.length);
    if (known != NULL && *known != 0) {
        add_claim(s, *known - 1, c);
        return;
    }
    size_t place;
    if (!find_place(s, c, &key, &place))
        return;
    al_finding f = new_finding(s, c);
    va_start(values, sentence);
    (void)al_make_message_of(message, sentence, values);
    va_end(values);
    if (!copy_texts(s, &f, c, field_in(&key), message) || !note_object(s, &key, known, place))
        return; /* out of memory: the check ends without a verdict */
    add_elements(s, &f, c->tally);
    fingerprint(s, &f, f.fingerprint);
    s->findings[place] = f;
    index_finding(s, c, place);
}

/* ---- The end ------------------------------------------------------------------------------------------- */

static int by_place(const void *left, const void *right, void *context)
{
    const al_finding *a = left, *b = right;
    (void)context;
    if (a->rule->cause != b->rule->cause)
        return a->rule->cause ? -1 : 1;
    if (a->offset != b->offset)
        return a->offset < b->offset ? -1 : 1;
    const int by_rule = strcmp(a->rule->id, b->rule->id);
    return by_rule != 0 ? by_rule : strcmp(a->field, b->field);
}

void al_sort_by_place(al_finding *findings, size_t count)
{
    al_sort(findings, count, sizeof *findings, by_place, NULL);
}

static void swap(al_sink *s, size_t a, size_t b)
{
    const al_finding finding = s->findings[a];
    const uint64_t reach = s->reaches[a];
    s->findings[a] = s->findings[b];
    s->reaches[a] = s->reaches[b];
    s->findings[b] = finding;
    s->reaches[b] = reach;
}

/* Moves the causes to the front. Returns their number. */
static size_t gather_causes(al_sink *s)
{
    size_t causes = 0;
    for (size_t at = 0; at < s->count; at++)
        if (s->findings[at].rule->cause)
            swap(s, causes++, at);
    return causes;
}

/* What the message of a cause says of its consequences. Returns the length. */
static size_t say_consequences(uint64_t count, char text[AL_MAX_MESSAGE])
{
    text[0] = '\0';
    if (count == 0)
        return 0;
    return al_make_message(text,
                           AL_BY_COUNT(count, "; %" PRIu64 " other finding follows from it",
                                       "; %" PRIu64 " other findings follow from it"),
                           count);
}

bool al_set_consequences(al_arena *a, al_finding *cause, uint64_t count)
{
    char before[AL_MAX_MESSAGE], after[AL_MAX_MESSAGE], message[AL_MAX_MESSAGE];
    const size_t said = say_consequences(cause->consequences, before);
    size_t rest = strlen(cause->message);
    if (rest >= said && memcmp(cause->message + rest - said, before, said) == 0)
        rest -= said;
    (void)say_consequences(count, after);
    const size_t length = al_make_message(message, "%.*s%s", (int)rest, cause->message, after);
    const char *copy = al_copy_text(a, message, length);
    if (copy == NULL)
        return false;
    cause->consequences = count;
    cause->message = copy;
    return true;
}

/* Moves the findings that follow from the cause behind the others. Returns their number. */
static uint64_t fold_kept(al_sink *s, size_t causes, size_t cause)
{
    const al_level most = s->findings[cause].level;
    uint64_t count = 0;
    for (size_t at = s->count; at-- > causes;) {
        if (s->reaches[at] <= s->reaches[cause] || s->findings[at].level > most)
            continue;
        swap(s, at, --s->count);
        s->consequence_count++;
        count++;
    }
    return count;
}

/* The same for those that were left out on one side of damaged_from, which are no longer counted there. */
static uint64_t fold_left_out(const al_finding *cause, al_left_out *side)
{
    uint64_t count = 0;
    for (size_t level = AL_NOTE; level <= (size_t)cause->level; level++) {
        count += side->counts[level];
        side->counts[level] = 0;
    }
    return count;
}

void al_sink_finish(al_sink *s)
{
    const size_t causes = gather_causes(s);
    for (size_t i = 0; i < causes; i++) {
        uint64_t count = fold_kept(s, causes, i) + fold_left_out(&s->findings[i], &s->left_out[1]);
        if (s->reaches[i] == 0)
            count += fold_left_out(&s->findings[i], &s->left_out[0]);
        if (count > 0 && !al_set_consequences(s->arena, &s->findings[i], count))
            al_budget_fail(s->arena->budget); /* the check ends without a verdict */
    }
    s->consequences = s->count > 0 ? &s->findings[s->count] : NULL;
    al_sort_by_place(s->findings, s->count);
    al_sort_by_place(s->consequences, s->consequence_count);
}
