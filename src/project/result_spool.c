/* result_spool.c: results as bytes. They come back into the program that wrote them, so what they point to of
 * the program itself (rules, sentences, names of formats) stays a pointer; all else is copied.
 */
#include "project/result_spool.h"

#include <stdlib.h>
#include <string.h>

#include "platform/platform.h"

enum { IN_MEMORY = 1 << 20 };

static bool fail(held *h, report_status status)
{
    if (h->status == REPORT_OK) {
        h->error = al_last_error();
        h->status = status;
    }
    return false;
}

/* ---- Away ---------------------------------------------------------------------------------------------- */

static bool move_to_file(held *h)
{
    if (h->file == NULL)
        h->file = al_temporary_file();
    if (h->file == NULL || fwrite(h->bytes, 1, h->length, h->file) != h->length)
        return fail(h, REPORT_NOT_WRITTEN);
    h->length = 0;
    return true;
}

static bool put(held *h, const void *bytes, size_t size)
{
    if (h->status != REPORT_OK)
        return false;
    if (h->bytes == NULL)
        h->bytes = malloc(IN_MEMORY);
    if (h->bytes == NULL)
        return fail(h, REPORT_NO_MEMORY);
    if (size > IN_MEMORY - h->length && !move_to_file(h))
        return false;
    if (size > IN_MEMORY)
        return fwrite(bytes, 1, size, h->file) == size || fail(h, REPORT_NOT_WRITTEN);
    if (size > 0)
        memcpy(h->bytes + h->length, bytes, size);
    h->length += size;
    return true;
}

static bool put_text(held *h, const char *text)
{
    const size_t size = strlen(text) + 1;
    return put(h, &size, sizeof size) && put(h, text, size);
}

static bool put_value(held *h, const al_value *value)
{
    return value->kind != AL_VALUE_TEXT || put(h, value->as.text.bytes, value->as.text.length);
}

static bool put_finding(held *h, const al_finding *f)
{
    bool ok = put(h, f, sizeof *f) && put_text(h, f->field) && put_value(h, &f->expected) &&
              put_value(h, &f->actual) && put(h, f->values, f->value_count * sizeof *f->values) &&
              put(h, f->elements, f->element_count * sizeof *f->elements);
    for (size_t i = 0; i < f->value_count && ok; i++)
        ok = put_value(h, &f->values[i]);
    return ok;
}

report_status held_add(held *h, const al_result *r)
{
    bool ok = put(h, r, sizeof *r) && put_text(h, r->path) && put_text(h, r->raw_path) &&
              put_text(h, r->member) && put_text(h, r->version);
    for (size_t i = 0; i < r->finding_count && ok; i++)
        ok = put_finding(h, &r->findings[i]);
    for (size_t i = 0; i < r->suppressed_count && ok; i++)
        ok = put(h, &r->suppressed[i], sizeof r->suppressed[i]) &&
             put_text(h, r->suppressed[i].justification) && put_finding(h, &r->suppressed[i].finding);
    h->count += ok;
    return h->status;
}

/* ---- And back ------------------------------------------------------------------------------------------ */

report_status held_rewind(held *h)
{
    h->budget = al_budget_of(UINT64_MAX, 0);
    h->arena = al_arena_on(&h->budget);
    if (h->file != NULL && move_to_file(h) && (fflush(h->file) != 0 || fseek(h->file, 0, SEEK_SET) != 0))
        (void)fail(h, REPORT_NOT_WRITTEN);
    return h->status;
}

static bool get(held *h, void *bytes, size_t size)
{
    if (h->file != NULL)
        return fread(bytes, 1, size, h->file) == size || fail(h, REPORT_NOT_WRITTEN);
    if (size > 0)
        memcpy(bytes, h->bytes + h->at, size);
    h->at += size;
    return true;
}

/* Room for `count` items, filled with what comes next; NULL when that fails. */
static void *get_items(held *h, size_t count, size_t size)
{
    void *items = al_alloc(&h->arena, count, size);
    if (items == NULL)
        (void)fail(h, REPORT_NO_MEMORY);
    return items != NULL && get(h, items, count * size) ? items : NULL;
}

static bool get_text(held *h, const char **text)
{
    size_t size;
    *text = get(h, &size, sizeof size) ? get_items(h, size, 1) : NULL;
    return *text != NULL;
}

static bool get_value(held *h, al_value *value)
{
    if (value->kind == AL_VALUE_TEXT)
        value->as.text.bytes = get_items(h, value->as.text.length, 1);
    return value->kind != AL_VALUE_TEXT || value->as.text.bytes != NULL;
}

static bool get_finding(held *h, al_finding *f)
{
    al_value *values = NULL;
    bool ok = get(h, f, sizeof *f) && get_text(h, &f->field) && get_value(h, &f->expected) &&
              get_value(h, &f->actual) && (values = get_items(h, f->value_count, sizeof *values)) != NULL &&
              (f->elements = get_items(h, f->element_count, sizeof *f->elements)) != NULL;
    for (size_t i = 0; ok && i < f->value_count; i++)
        ok = get_value(h, &values[i]);
    f->values = values;
    return ok;
}

static bool get_lists(held *h, al_result *r)
{
    al_finding *findings = al_alloc(&h->arena, r->finding_count, sizeof *findings);
    al_suppressed *suppressed = al_alloc(&h->arena, r->suppressed_count, sizeof *suppressed);
    bool ok = (findings != NULL && suppressed != NULL) || fail(h, REPORT_NO_MEMORY);
    for (size_t i = 0; i < r->finding_count && ok; i++)
        ok = get_finding(h, &findings[i]);
    for (size_t i = 0; i < r->suppressed_count && ok; i++)
        ok = get(h, &suppressed[i], sizeof suppressed[i]) && get_text(h, &suppressed[i].justification) &&
             get_finding(h, &suppressed[i].finding);
    r->findings = findings;
    r->suppressed = suppressed;
    return ok;
}

const al_result *held_next(held *h)
{
    al_result *r = &h->result;
    if (h->count == 0 || h->status != REPORT_OK)
        return NULL;
    h->count--;
    al_arena_free(&h->arena);
    h->arena = al_arena_on(&h->budget);
    const bool ok = get(h, r, sizeof *r) && get_text(h, &r->path) && get_text(h, &r->raw_path) &&
                    get_text(h, &r->member) && get_text(h, &r->version) && get_lists(h, r);
    r->members = NULL;
    r->member_count = 0;
    return ok ? r : NULL;
}

void held_end(held *h)
{
    if (h->file != NULL)
        (void)fclose(h->file);
    al_arena_free(&h->arena);
    free(h->bytes);
    *h = (held){.status = REPORT_OK};
}
