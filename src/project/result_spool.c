/* result_spool.c: results as bytes. The same process reads them back, so pointers to constants of the program
 * (rules, names of formats) are kept as they are; all other data is copied. */
#include "project/result_spool.h"

#include <string.h>

#include "core/compiler.h"

/* ---- Writing ------------------------------------------------------------------------------------------- */

static bool put(result_spool *s, const void *bytes, size_t size)
{
    return al_byte_spool_add(&s->bytes, bytes, size);
}

/* Of structs. Nothing reads the padding between their fields. */
static bool put_structs(result_spool *s, const void *structs, size_t size)
{
    AL_WRITTEN(structs, size);
    return put(s, structs, size);
}

static bool put_text(result_spool *s, const char *text)
{
    const size_t size = strlen(text) + 1;
    return put(s, &size, sizeof size) && put(s, text, size);
}

static bool put_value(result_spool *s, const al_value *value)
{
    return value->kind != AL_VALUE_TEXT || put(s, value->as.text.bytes, value->as.text.length);
}

static bool put_finding(result_spool *s, const al_finding *f)
{
    return put_structs(s, f, sizeof *f) && put_text(s, f->field) && put_text(s, f->message) &&
           put_value(s, &f->expected) && put_value(s, &f->actual) &&
           put(s, f->elements, f->element_count * sizeof *f->elements);
}

bool result_spool_add(result_spool *s, const al_result *r)
{
    bool ok = put_structs(s, r, sizeof *r) && put_text(s, r->path) && put_text(s, r->raw_path) &&
              put_text(s, r->base_path) && put_text(s, r->member) && put_text(s, r->version);
    for (size_t i = 0; i < r->finding_count && ok; i++)
        ok = put_finding(s, &r->findings[i]);
    for (size_t i = 0; i < r->consequence_count && ok; i++)
        ok = put_finding(s, &r->consequences[i]);
    for (size_t i = 0; i < r->suppressed_count && ok; i++)
        ok = put_structs(s, &r->suppressed[i], sizeof r->suppressed[i]) &&
             put_text(s, r->suppressed[i].justification) && put_finding(s, &r->suppressed[i].finding);
    s->count += ok;
    return ok;
}

/* ---- Reading ------------------------------------------------------------------------------------------- */

bool result_spool_rewind(result_spool *s)
{
    s->budget = al_budget_of(UINT64_MAX, 0);
    s->arena = al_arena_on(&s->budget);
    return al_byte_spool_rewind(&s->bytes);
}

static bool get(result_spool *s, void *bytes, size_t size)
{
    const bool ok = al_byte_spool_read(&s->bytes, bytes, size) == size;
    s->bytes.file_failed |= !ok; /* also when it ends too early */
    return ok;
}

/* The next `count` items, in memory of the arena; NULL on failure. */
static void *get_items(result_spool *s, size_t count, size_t size)
{
    void *items = al_alloc(&s->arena, count, size);
    s->bytes.no_memory |= items == NULL;
    return items != NULL && get(s, items, count * size) ? items : NULL;
}

static bool get_text(result_spool *s, const char **text)
{
    size_t size;
    *text = get(s, &size, sizeof size) ? get_items(s, size, 1) : NULL;
    return *text != NULL;
}

static bool get_value(result_spool *s, al_value *value)
{
    if (value->kind == AL_VALUE_TEXT)
        value->as.text.bytes = get_items(s, value->as.text.length, 1);
    return value->kind != AL_VALUE_TEXT || value->as.text.bytes != NULL;
}

static bool get_finding(result_spool *s, al_finding *f)
{
    uint64_t *elements = NULL;
    const bool ok = get(s, f, sizeof *f) && get_text(s, &f->field) && get_text(s, &f->message) &&
                    get_value(s, &f->expected) && get_value(s, &f->actual) &&
                    (elements = get_items(s, f->element_count, sizeof *elements)) != NULL;
    f->elements = elements;
    return ok;
}

/* The next `count` findings, in memory of the arena; NULL on failure. */
static al_finding *get_findings(result_spool *s, size_t count)
{
    al_finding *findings = al_alloc(&s->arena, count, sizeof *findings);
    bool ok = findings != NULL;
    s->bytes.no_memory |= !ok;
    for (size_t i = 0; i < count && ok; i++)
        ok = get_finding(s, &findings[i]);
    return ok ? findings : NULL;
}

static al_suppressed *get_suppressed(result_spool *s, size_t count)
{
    al_suppressed *suppressed = al_alloc(&s->arena, count, sizeof *suppressed);
    bool ok = suppressed != NULL;
    s->bytes.no_memory |= !ok;
    for (size_t i = 0; i < count && ok; i++)
        ok = get(s, &suppressed[i], sizeof suppressed[i]) && get_text(s, &suppressed[i].justification) &&
             get_finding(s, &suppressed[i].finding);
    return ok ? suppressed : NULL;
}

static bool get_lists(result_spool *s, al_result *r)
{
    return (r->findings = get_findings(s, r->finding_count)) != NULL &&
           (r->consequences = get_findings(s, r->consequence_count)) != NULL &&
           (r->suppressed = get_suppressed(s, r->suppressed_count)) != NULL;
}

const al_result *result_spool_next(result_spool *s)
{
    al_result *r = &s->result;
    if (s->count == 0 || al_byte_spool_failed(&s->bytes))
        return NULL;
    s->count--;
    al_arena_free(&s->arena);
    s->arena = al_arena_on(&s->budget);
    const bool ok = get(s, r, sizeof *r) && get_text(s, &r->path) && get_text(s, &r->raw_path) &&
                    get_text(s, &r->base_path) && get_text(s, &r->member) && get_text(s, &r->version) &&
                    get_lists(s, r);
    r->members = NULL;
    r->member_count = 0;
    return ok ? r : NULL;
}

void result_spool_end(result_spool *s)
{
    al_arena_free(&s->arena);
    al_byte_spool_end(&s->bytes);
    *s = (result_spool){.count = 0};
}
