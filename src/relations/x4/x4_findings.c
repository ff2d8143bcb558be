/* x4_findings.c: makes findings of references. */
#include "relations/x4/x4.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "core/compiler.h"
#include "core/sort.h"
#include "core/text.h"

/* ---- Fields -------------------------------------------------------------------------------------------- */

/* A field that is being written. A piece that doesn't fit is left out whole, so that no character is cut. */
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

static void put_name(writing *w, const char *name)
{
    char escaped[AL_MAX_FIELD];
    al_escape_start(name, escaped, sizeof escaped);
    put(w, escaped);
}

static void put_element(writing *w, const x4_node *node)
{
    put_name(w, node->name);
    if (node->key == NULL)
        return;
    put(w, (node->ordinal & X4_BY_INDEX) != 0 ? "[@index='" : "[@name='");
    put_name(w, node->key);
    put(w, "']");
}

static void put_ordinal(writing *w, uint32_t ordinal)
{
    char text[24];
    (void)snprintf(text, sizeof text, "[%" PRIu32 "]", ordinal);
    if (ordinal > 1)
        put(w, text);
}

/* Deeper paths than any file has are shown without their beginning. */
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
    put_ordinal(w, node->ordinal & ~X4_BY_INDEX);
    if (attribute != NULL) {
        put(w, "/@");
        put(w, attribute);
    }
}

/* ---- Findings ------------------------------------------------------------------------------------------ */

/* The parentheses keep the macro of this name away. */
void(x4_claim_found)(x4_state *v, const x4_claim *claim, const char *sentence, ...)
{
    writing field = {.text = "", .length = 0};
    const size_t rule = v->first_rule + claim->rule;
    if (!al_setting_matters(&v->base.all->settings[rule]) ||
        al_leave_out_finding(&v->base, claim->number, rule, claim->level))
        return;
    if (claim->node != NULL)
        put_node(&field, claim->node, claim->attribute);
    else if (claim->field != NULL)
        put(&field, claim->field);
    al_claim found = {
        .rule = rule, .level = claim->level, .path = al_field(NULL, field.text), .tally = claim->tally};
    found.fix_kind = claim->fix_kind;
    found.no_fix = claim->fix_kind == AL_FIX_NONE;
    al_set_place(&found, &claim->place);
    if (claim->field != NULL) {
        found.offset = claim->field_offset;
        found.length = claim->field_length;
    }
    if (claim->expected != NULL)
        found.expected = al_text(claim->expected);
    if (claim->actual != NULL)
        found.actual = al_text(claim->actual);
    va_list values;
    va_start(values, sentence);
    (void)al_keep_finding_of(&v->base, claim->number, &found, sentence, values);
    va_end(values);
}

x4_hint x4_hint_of(const char *near, const char *quote)
{
    x4_hint hint = {.text = ""};
    if (near != NULL)
        (void)snprintf(hint.text, sizeof hint.text, ": did you mean %s%s%s?", quote, near, quote);
    return hint;
}

void x4_not_judged(x4_state *v, const x4_xml *xml, size_t rule, const char *reason)
{
    al_keep_not_judged(&v->base, xml->number, v->first_rule + rule, reason, 1);
}
