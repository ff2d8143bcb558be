/* result_spool.c: results as bytes. They come back into the program that wrote them, so what they point to of
 * the program itself (rules, sentences, names of formats) stays a pointer; all else is copied.
 */
#include "project/result_spool.h"

#include <stdlib.h>
#include <string.h>

#include "platform/platform.h"

enum { IN_MEMORY = 1 << 20 };

bool result_spool_failed(const result_spool *s)
{
    return s->no_memory || s->file_failed;
}

static bool fail(result_spool *s, bool no_memory)
{
    if (!result_spool_failed(s)) {
        s->no_memory = no_memory;
        s->file_failed = !no_memory;
        s->error = no_memory ? 0 : al_last_error();
    }
    return false;
}

/* ---- Away ---------------------------------------------------------------------------------------------- */

static bool move_to_file(result_spool *s)
{
    if (s->file == NULL)
        s->file = al_temporary_file();
    if (s->file == NULL || fwrite(s->bytes, 1, s->length, s->file) != s->length)
        return fail(s, false);
    s->length = 0;
    return true;
}

static bool put(result_spool *s, const void *bytes, size_t size)
{
    if (result_spool_failed(s))
        return false;
    if (s->bytes == NULL)
        s->bytes = malloc(IN_MEMORY);
    if (s->bytes == NULL)
        return fail(s, true);
    if (size > IN_MEMORY - s->length && !move_to_file(s))
        return false;
    if (size > IN_MEMORY)
        return fwrite(bytes, 1, size, s->file) == size || fail(s, false);
    if (size > 0)
        memcpy(s->bytes + s->length, bytes, size);
    s->length += size;
    return true;
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
    bool ok = put(s, f, sizeof *f) && put_text(s, f->field) && put_value(s, &f->expected) &&
              put_value(s, &f->actual) && put(s, f->values, f->value_count * sizeof *f->values) &&
              put(s, f->elements, f->element_count * sizeof *f->elements);
    for (size_t i = 0; i < f->value_count && ok; i++)
        ok = put_value(s, &f->values[i]);
    return ok;
}

bool result_spool_add(result_spool *s, const al_result *r)
{
    bool ok = put(s, r, sizeof *r) && put_text(s, r->path) && put_text(s, r->raw_path) &&
              put_text(s, r->member) && put_text(s, r->version);
    for (size_t i = 0; i < r->finding_count && ok; i++)
        ok = put_finding(s, &r->findings[i]);
    for (size_t i = 0; i < r->suppressed_count && ok; i++)
        ok = put(s, &r->suppressed[i], sizeof r->suppressed[i]) &&
             put_text(s, r->suppressed[i].justification) && put_finding(s, &r->suppressed[i].finding);
    s->count += ok;
    return !result_spool_failed(s);
}

/* ---- And back ------------------------------------------------------------------------------------------ */

bool result_spool_rewind(result_spool *s)
{
    s->budget = al_budget_of(UINT64_MAX, 0);
    s->arena = al_arena_on(&s->budget);
    if (s->file != NULL && move_to_file(s) && (fflush(s->file) != 0 || fseek(s->file, 0, SEEK_SET) != 0))
        (void)fail(s, false);
    return !result_spool_failed(s);
}

static bool get(result_spool *s, void *bytes, size_t size)
{
    if (s->file != NULL)
        return fread(bytes, 1, size, s->file) == size || fail(s, false);
    if (size > 0)
        memcpy(bytes, s->bytes + s->at, size);
    s->at += size;
    return true;
}

/* Room for `count` items, filled with what comes next; NULL when that fails. */
static void *get_items(result_spool *s, size_t count, size_t size)
{
    void *items = al_alloc(&s->arena, count, size);
    if (items == NULL)
        (void)fail(s, true);
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
    al_value *values = NULL;
    uint64_t *elements = NULL;
    bool ok = get(s, f, sizeof *f) && get_text(s, &f->field) && get_value(s, &f->expected) &&
              get_value(s, &f->actual) && (values = get_items(s, f->value_count, sizeof *values)) != NULL &&
              (elements = get_items(s, f->element_count, sizeof *elements)) != NULL;
    for (size_t i = 0; ok && i < f->value_count; i++)
        ok = get_value(s, &values[i]);
    f->values = values;
    f->elements = elements;
    return ok;
}

static bool get_lists(result_spool *s, al_result *r)
{
    al_finding *findings = al_alloc(&s->arena, r->finding_count, sizeof *findings);
    al_suppressed *suppressed = al_alloc(&s->arena, r->suppressed_count, sizeof *suppressed);
    bool ok = (findings != NULL && suppressed != NULL) || fail(s, true);
    for (size_t i = 0; i < r->finding_count && ok; i++)
        ok = get_finding(s, &findings[i]);
    for (size_t i = 0; i < r->suppressed_count && ok; i++)
        ok = get(s, &suppressed[i], sizeof suppressed[i]) && get_text(s, &suppressed[i].justification) &&
             get_finding(s, &suppressed[i].finding);
    r->findings = findings;
    r->suppressed = suppressed;
    return ok;
}

const al_result *result_spool_next(result_spool *s)
{
    al_result *r = &s->result;
    if (s->count == 0 || result_spool_failed(s))
        return NULL;
    s->count--;
    al_arena_free(&s->arena);
    s->arena = al_arena_on(&s->budget);
    const bool ok = get(s, r, sizeof *r) && get_text(s, &r->path) && get_text(s, &r->raw_path) &&
                    get_text(s, &r->member) && get_text(s, &r->version) && get_lists(s, r);
    r->members = NULL;
    r->member_count = 0;
    return ok ? r : NULL;
}

void result_spool_end(result_spool *s)
{
    if (s->file != NULL)
        (void)fclose(s->file);
    al_arena_free(&s->arena);
    free(s->bytes);
    *s = (result_spool){.bytes = NULL};
}
