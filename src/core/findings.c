/* findings.c: collects findings, one per rule and object. */
#include "core/findings.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "core/limits.h"
#include "core/reduce/characters.h"
#include "core/sort.h"
#include "core/text.h"

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

bool al_wants(const al_sink *s, size_t rule)
{
    return s->settings[s->first_rule + rule].level != AL_OFF;
}

/* FNV-1a, 64 bits: the product is meant to wrap, so it is taken in 32-bit halves that don't. */
static uint64_t hash_bytes(uint64_t hash, const char *bytes, size_t len)
{
    static const uint64_t prime_low = 0x1B3; /* the prime is 2^40 + 0x1B3 */
    for (size_t i = 0; i < len; i++) {
        hash ^= (uint8_t)bytes[i];
        const uint64_t low = (hash & UINT32_MAX) * prime_low;
        const uint64_t high = (hash >> 32) * prime_low + (low >> 32) + ((hash & 0xFFFFFF) << 8);
        hash = (high & UINT32_MAX) << 32 | (low & UINT32_MAX);
    }
    return hash;
}

static uint64_t hash_text(uint64_t hash, const char *text)
{
    return hash_bytes(hash, text, strlen(text) + 1); /* with the NUL, so that "a","bc" is not "ab","c" */
}

static const uint64_t hash_start = 0xCBF29CE484222325;

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
    s->stem = hash_text(hash_start, rule->id);
    s->stem = hash_text(s->stem, without_dot(s->path));
    s->stem = hash_text(s->stem, s->member != NULL ? s->member : "");
    return s->stem;
}

static void fingerprint(al_sink *s, const al_finding *f, char out[17])
{
    uint64_t hash = hash_text(stem_of(s, f->rule), f->field);
    for (size_t i = 16; i > 0; i--, hash >>= 4)
        out[i - 1] = "0123456789abcdef"[hash & 0xF];
    out[16] = '\0';
}

/* The slot of a rule and field: of the finding that has them, or the empty one where it would be. */
static uint32_t *slot_of(const al_sink *s, size_t rule, const char *field)
{
    const size_t mask = s->capacity * 2 - 1;
    size_t at = (size_t)hash_text(hash_start ^ rule, field) & mask;
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
    memset(slots, 0, capacity * 2 * sizeof *slots);
    s->slots = slots;
    s->capacity = capacity;
    for (size_t i = 0; i < s->count; i++)
        *slot_of(s, s->findings[i].rule_number, s->findings[i].field) = (uint32_t)(i + 1);
    return true;
}

static void add_elements(al_finding *f, const al_tally *t)
{
    f->count += t != NULL ? t->count : 1;
    for (size_t i = 0; t != NULL && i < t->count && i < AL_FINDING_ELEMENTS; i++)
        if (f->element_count < AL_FINDING_ELEMENTS)
            f->elements[f->element_count++] = t->first[i];
}

al_number_text al_show_number(double number)
{
    al_number_text shown;
    if (isfinite(number))
        (void)snprintf(shown.text, sizeof shown.text, "%.9g", number);
    else
        (void)snprintf(shown.text, sizeof shown.text, "%s",
                       isnan(number) ? "NaN" : (number < 0 ? "-infinity" : "infinity"));
    return shown;
}

al_bytes_text al_show_bytes(al_span bytes)
{
    enum { MOST = 8 };
    al_bytes_text shown = {.text = "0x"};
    const al_span first = al_slice_available(bytes, 0, MOST);
    if (al_is_plain_ascii(first)) {
        (void)snprintf(shown.text, sizeof shown.text, "\"%.*s\"", AL_SHOW(first));
        return shown;
    }
    for (size_t i = 0; i < first.len; i++)
        (void)snprintf(shown.text + 2 + 2 * i, 3, "%02X", al_u8_at(first, i));
    return shown;
}

/* Text of a file, escaped, in less than AL_MAX_MESSAGE bytes; what is cut off is replaced by dots. */
static char *shown_text(al_arena *a, const char *text, size_t len)
{
    static const char dots[] = "...";
    char shown[AL_MAX_MESSAGE];
    len = len < sizeof shown ? len : sizeof shown; /* more is cut anyhow */
    size_t length = al_escape(text, len, shown, sizeof shown);
    if (length >= sizeof shown) {
        (void)al_escape(text, len, shown, sizeof shown - (sizeof dots - 1));
        length = strlen(shown);
        memcpy(shown + length, dots, sizeof dots);
        length += sizeof dots - 1;
    }
    return al_copy_text(a, shown, length);
}

static char *value_text(al_arena *a, al_value v)
{
    char text[64];
    int len = 0;
    switch (v.kind) {
    case AL_VALUE_NONE: return NULL;
    case AL_VALUE_UINT: len = snprintf(text, sizeof text, "%" PRIu64, v.as.uint_value); break;
    case AL_VALUE_INT: len = snprintf(text, sizeof text, "%" PRId64, v.as.int_value); break;
    case AL_VALUE_REAL: len = snprintf(text, sizeof text, "%s", al_show_number(v.as.real_value).text); break;
    case AL_VALUE_TEXT: return shown_text(a, v.as.text.bytes, v.as.text.length);
    }
    return al_copy_text(a, text, len > 0 ? (size_t)len : 0);
}

static char *message_text(al_arena *a, const char *format, va_list values) AL_PRINTF(2, 0);

static char *message_text(al_arena *a, const char *format, va_list values)
{
    char text[AL_MAX_MESSAGE + 1];
    const int len = vsnprintf(text, sizeof text, format, values);
    const size_t most = len < AL_MAX_MESSAGE ? (size_t)len : AL_MAX_MESSAGE;
    return shown_text(a, text, len > 0 ? most : 0);
}

static al_level level_of(const al_sink *s, const al_claim *c)
{
    const al_setting *setting = &s->settings[s->first_rule + c->rule];
    return setting->overridden || c->level == AL_OFF ? setting->level : c->level;
}

/* The finding of a claim that nobody made before; NULL when there is no room for it. */
static al_finding *new_finding(al_sink *s, const al_claim *c, const char *field)
{
    if (s->count >= AL_MAX_FINDINGS && !c->limit) {
        s->overflown = true;
        return NULL;
    }
    if (s->count == s->capacity && !grow(s))
        return NULL;
    assert(c->offset <= s->size && c->length <= s->size - c->offset);
    al_finding *f = &s->findings[s->count];
    *f = (al_finding){.rule = &s->rules[s->first_rule + c->rule],
                      .rule_number = s->first_rule + c->rule,
                      .level = level_of(s, c),
                      .offset = c->offset,
                      .length = c->length,
                      .in_inflated = c->in_inflated,
                      .inflated_offset = c->inflated_offset,
                      .field = al_copy_text(s->arena, field, strlen(field)),
                      .expected = value_text(s->arena, c->expected),
                      .actual = value_text(s->arena, c->actual)};
    return f->field != NULL ? f : NULL;
}

void al_report(al_sink *s, const al_claim *c, const char *format, ...)
{
    char field[AL_MAX_FIELD];
    va_list values;
    s->limited = s->limited || c->limit;
    if (!al_wants(s, c->rule))
        return;
    al_path_format(&c->path, field, sizeof field);
    const size_t capacity = s->capacity;
    uint32_t *slot = capacity > 0 ? slot_of(s, s->first_rule + c->rule, field) : NULL;
    if (slot != NULL && *slot != 0) {
        add_elements(&s->findings[*slot - 1], c->tally);
        return;
    }
    al_finding *f = new_finding(s, c, field);
    if (f == NULL)
        return;
    va_start(values, format);
    f->message = message_text(s->arena, format, values);
    va_end(values);
    if (f->message == NULL)
        return;
    add_elements(f, c->tally);
    fingerprint(s, f, f->fingerprint);
    s->count++;
    if (slot == NULL || s->capacity != capacity) /* it may have grown */
        slot = slot_of(s, s->first_rule + c->rule, field);
    *slot = (uint32_t)s->count;
}

static int by_place(const void *left, const void *right, void *context)
{
    (void)context;
    const al_finding *a = left, *b = right;
    if (a->offset != b->offset)
        return a->offset < b->offset ? -1 : 1;
    const int by_rule = strcmp(a->rule->id, b->rule->id);
    return by_rule != 0 ? by_rule : strcmp(a->field, b->field);
}

void al_sink_finish(al_sink *s)
{
    al_sort(s->findings, s->count, sizeof *s->findings, by_place, NULL);
}
