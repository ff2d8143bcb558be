/* x4_findings.c: keeps findings, and reports them file by file. */
#include "relations/x4/x4_findings.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "core/compiler.h"
#include "core/sort.h"
#include "core/text.h"

X4_ADDER(add_finding, x4_finding, findings)

/* ---- Fields -------------------------------------------------------------------------------------------- */

/* A field that is being written. What finds no room is left out as a whole: it may be of several bytes. */
typedef struct writing {
    char text[AL_MAX_FIELD];
    size_t length;
} writing;

static void put(writing *w, const char *text)
{
    const size_t length = strlen(text);
    if (length >= sizeof w->text - w->length)
        return;
    memcpy(w->text + w->length, text, length + 1);
    w->length += length;
}

static void put_element(writing *w, const x4_node *node)
{
    char escaped[AL_MAX_FIELD];
    (void)al_escape(node->name, strlen(node->name), escaped, sizeof escaped);
    put(w, escaped);
    if (node->key == NULL)
        return;
    (void)al_escape(node->key, strlen(node->key), escaped, sizeof escaped);
    put(w, node->by_index ? "[@index='" : "[@name='");
    put(w, escaped);
    put(w, "']");
}

static void put_ordinal(writing *w, uint32_t ordinal)
{
    char text[24];
    (void)snprintf(text, sizeof text, "[%" PRIu32 "]", ordinal);
    if (ordinal > 1)
        put(w, text);
}

/* Ways deeper than any file's are cut: where they begin is left out. */
enum { MOST_SHOWN = 64 };

static void put_node(writing *w, const x4_node *node, const char *attribute)
{
    const x4_node *way[MOST_SHOWN];
    size_t count = 0;
    for (const x4_node *at = node; at != NULL && count < MOST_SHOWN; at = at->up)
        way[count++] = at;
    while (count > 0) {
        put_element(w, way[--count]);
        put(w, count > 0 ? "/" : "");
    }
    put_ordinal(w, node->ordinal);
    if (attribute != NULL) {
        put(w, "/@");
        put(w, attribute);
    }
}

/* ---- Findings ------------------------------------------------------------------------------------------ */

/* A copy of a text, if there is one. */
static bool copy(al_arena *arena, const char *text, const char **out)
{
    *out = text != NULL ? al_copy_text(arena, text, strlen(text)) : NULL;
    return text == NULL || *out != NULL;
}

bool x4_claim_found(x4_view *v, const x4_claim *claim, const char *sentence, ...)
{
    char words[AL_MAX_MESSAGE];
    writing field = {.text = "", .length = 0};
    if (claim->number >= v->all->checked || v->all->settings[v->first_rule + claim->rule].level == AL_OFF)
        return true;
    va_list values;
    va_start(values, sentence);
    (void)vsnprintf(words, sizeof words, sentence, values);
    va_end(values);
    if (claim->node != NULL)
        put_node(&field, claim->node, claim->attribute);
    else if (claim->field != NULL)
        put(&field, claim->field);
    x4_finding found = {
        .number = claim->number, .rule = claim->rule, .level = claim->level, .place = claim->place};
    if (claim->tally != NULL)
        found.tally = *claim->tally;
    return copy(v->arena, field.text, &found.field) && copy(v->arena, words, &found.sentence) &&
           copy(v->arena, claim->expected, &found.expected) && copy(v->arena, claim->actual, &found.actual) &&
           add_finding(v, &found);
}

void x4_not_judged(x4_view *v, const x4_xml *xml, size_t rule, const char *reason)
{
    al_not_judged_add(&v->not_judged, v->first_rule + rule, reason, xml->number, 1);
}

static int compare_findings(const void *left, const void *right, void *context)
{
    const x4_finding *a = left, *b = right;
    (void)context;
    if (a->number != b->number)
        return a->number < b->number ? -1 : 1;
    if (a->place.offset != b->place.offset)
        return a->place.offset < b->place.offset ? -1 : 1;
    if (a->rule != b->rule)
        return a->rule < b->rule ? -1 : 1;
    return strcmp(a->field, b->field);
}

void x4_sort_findings(x4_view *v)
{
    al_sort(v->findings.items, (size_t)v->findings.count, sizeof *v->findings.items, compare_findings, NULL);
}

/* A file may have become shorter since it was looked into. */
static uint64_t within(uint64_t value, uint64_t most)
{
    return value < most ? value : most;
}

static void report(const x4_finding *f, al_sink *sink)
{
    al_claim claim = {.rule = f->rule,
                      .level = f->level,
                      .offset = within(f->place.offset, sink->size),
                      .path = {.name = f->field, .index = -1},
                      .tally = f->tally.count > 0 ? &f->tally : NULL,
                      .line = f->place.line,
                      .column = f->place.column,
                      .end_line = f->place.end_line,
                      .end_column = f->place.end_column};
    claim.length = within(f->place.length, sink->size - claim.offset);
    if (f->expected != NULL)
        claim.expected = al_text(f->expected);
    if (f->actual != NULL)
        claim.actual = al_text(f->actual);
    al_report(sink, &claim, "%s", f->sentence);
}

void x4_report(const void *state, size_t number, al_sink *sink)
{
    const x4_view *v = state;
    size_t low = 0, high = (size_t)v->findings.count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (v->findings.items[middle].number < number)
            low = middle + 1;
        else
            high = middle;
    }
    for (; low < v->findings.count && v->findings.items[low].number == number; low++)
        report(&v->findings.items[low], sink);
}
