/* paradox_model.c: what the rules share. */
#include "relations/paradox/paradox_model.h"

#include <string.h>

#include "core/sort.h"
#include "formats/catalogue.h"

bool pdx_wants(const pdx_model *m, const char *prefix, size_t rule)
{
    return m->all->settings[al_first_rule(prefix) + rule].level != AL_OFF;
}

void pdx_add_finding(pdx_model *m, const pdx_finding *finding)
{
    pdx_finding *findings = m->no_memory ? NULL
                                         : al_grow(m->arena, m->findings, m->finding_count,
                                                   &m->finding_capacity, sizeof *findings);
    m->no_memory = findings == NULL;
    if (findings == NULL)
        return;
    m->findings = findings;
    findings[m->finding_count++] = *finding;
}

const char *pdx_unknown(const pdx_model *m)
{
    return m->all->with_count == 0 ? "the game may have them (--with GAME looks)"
                                   : "the game may have them, and what --with gives is no whole game";
}

void pdx_not_judged(pdx_model *m, size_t rule, size_t file, uint64_t references)
{
    al_not_judged_add(&m->not_judged, al_first_rule("pdx") + rule, pdx_unknown(m), file, references);
}

const char *pdx_copy(pdx_model *m, const char *text)
{
    const char *copy = al_copy_text(m->arena, text, strlen(text));
    m->no_memory = m->no_memory || copy == NULL;
    return copy != NULL ? copy : "";
}

pdx_finding pdx_finding_at(pdx_model *m, const pdx_gfx *gfx, uint32_t item, pdx_said said)
{
    const pdx_item *at = &gfx->items[item];
    const char *field = pdx_field(m->arena, gfx, item);
    m->no_memory = m->no_memory || field == NULL;
    return (pdx_finding){.file = gfx->number,
                         .said = said,
                         .place = at->place,
                         .field = field,
                         .actual = at->role != PDX_OBJECT ? at->text : NULL};
}

const pdx_actor *pdx_actor_of(const pdx_model *m, size_t file)
{
    const uint32_t at = file != PDX_NO_FILE ? m->actor_of[file] : UINT32_MAX;
    return at != UINT32_MAX ? &m->actors[at] : NULL;
}

/* ---- Sets ---------------------------------------------------------------------------------------------- */

static int compare_texts(const void *left, const void *right, void *context)
{
    (void)context;
    return strcmp(*(const char *const *)left, *(const char *const *)right);
}

bool pdx_set_add(pdx_set *set, al_arena *arena, const char *text)
{
    const char **items = al_grow(arena, set->items, set->count, &set->capacity, sizeof *items);
    if (items == NULL)
        return false;
    set->items = items;
    items[set->count++] = text;
    return true;
}

void pdx_set_sort(pdx_set *set)
{
    al_sort(set->items, (size_t)set->count, sizeof *set->items, compare_texts, NULL);
}

bool pdx_set_has(const pdx_set *set, const char *text)
{
    const size_t count = (size_t)set->count;
    const size_t at = al_lower_bound(set->items, count, sizeof text, &text, compare_texts, NULL);
    return at < count && strcmp(set->items[at], text) == 0;
}
