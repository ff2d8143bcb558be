/* json_keys.c: reads objects whose keys are known. */
#include "core/json_keys.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "core/lines.h"
#include "core/text.h"

void al_mistake_at(al_mistake *mistake, al_span text, uint64_t at)
{
    al_lines lines = al_lines_of(text, AL_COLUMNS_UTF8);
    al_lines_advance(&lines, at);
    mistake->line = lines.line;
    mistake->column = lines.column;
}

bool al_json_refuse(al_json_file *file, uint64_t at, const char *format, ...)
{
    va_list values;
    al_mistake_at(file->mistake, file->text, at);
    va_start(values, format);
    (void)vsnprintf(file->mistake->text, sizeof file->mistake->text, format, values);
    va_end(values);
    return false;
}

bool al_json_refuse_memory(al_json_file *file)
{
    if (file->arena->budget->shortage == AL_SHORTAGE_SYSTEM) {
        file->mistake->no_memory = true;
        return false;
    }
    return al_json_refuse(file, 0, "reading this file takes too much memory");
}

const al_json *al_json_parse(al_json_file *file)
{
    al_json_error wrong;
    const al_json *root = al_json_read(file->text, file->arena, &wrong);
    if (root != NULL)
        return root;
    if (wrong.what == NULL)
        (void)al_json_refuse_memory(file);
    else if (wrong.key != NULL)
        (void)al_json_refuse(file, wrong.at, "duplicate key \"%.200s\"", wrong.key);
    else
        (void)al_json_refuse(file, wrong.at, "%s", wrong.what);
    return NULL;
}

bool al_json_refuse_name(al_json_file *file, uint64_t at, const char *what, const al_suggestion *near,
                         const char *otherwise)
{
    if (near->best != NULL)
        return al_json_refuse(file, at, "%s \"%.200s\"; did you mean \"%s\"?", what, near->meant, near->best);
    return al_json_refuse(file, at, "%s \"%.200s\"%s", what, near->meant, otherwise);
}

/* ---- Objects ------------------------------------------------------------------------------------------- */

static bool refuse_key(al_json_file *file, const al_json *member, const al_json_table *table)
{
    al_suggestion near = {.meant = member->key, .length = strlen(member->key)};
    for (size_t i = 0; i < table->count; i++)
        al_suggest(&near, table->keys[i].name);
    if (near.best != NULL)
        return al_json_refuse_name(file, member->key_at, "unknown key", &near, "");
    return al_json_refuse(file, member->key_at, "%s has no key \"%.200s\"", table->name, member->key);
}

/* `seen` has a bit for each key that the object has. */
static bool has_needed_keys(al_json_file *file, const al_json *object, const al_json_table *table,
                            uint64_t seen)
{
    for (size_t i = 0; i < table->count; i++) {
        const al_json_key *key = &table->keys[i];
        if ((seen >> i & 1) != 0)
            continue;
        if (key->needed)
            return al_json_refuse(file, object->at, "%s \"%s\"", table->missing, key->name);
    }
    return true;
}

static bool refuse_kind(al_json_file *file, const al_json *value, const al_json_table *table)
{
    char wanted[128];
    (void)snprintf(wanted, sizeof wanted, "%s in braces", table->name);
    return al_json_expect(file, value, AL_JSON_OBJECT, wanted);
}

/* The number of a key in the table; table->count if it is in none of its rows. Keys mostly come in the order
 * of the table, so the search begins at `first`. */
static size_t find_row(const al_json_table *table, const char *key, size_t first)
{
    for (size_t i = first; i < table->count; i++)
        if (al_text_equals(table->keys[i].name, key))
            return i;
    for (size_t i = 0; i < first; i++)
        if (al_text_equals(table->keys[i].name, key))
            return i;
    return table->count;
}

bool al_json_read_object(al_json_file *file, const al_json *object, const al_json_table *table, void *into)
{
    uint64_t seen = 0;
    size_t next = 0;
    assert(table->count <= 64);
    if (object->kind != AL_JSON_OBJECT)
        return refuse_kind(file, object, table);
    for (const al_json *member = object->first; member != NULL; member = member->next) {
        const size_t row = find_row(table, member->key, next);
        if (row == table->count)
            return refuse_key(file, member, table);
        const al_json_key *key = &table->keys[row];
        if (!key->read(file, member, key, (char *)into + key->place))
            return false;
        seen |= (uint64_t)1 << row;
        next = row + 1;
    }
    return has_needed_keys(file, object, table, seen);
}

/* ---- Values -------------------------------------------------------------------------------------------- */

bool al_json_expect(al_json_file *file, const al_json *value, al_json_kind kind, const char *what)
{
    static const char *const names[] = {
        [AL_JSON_NULL] = "null",   [AL_JSON_BOOL] = "true or false", [AL_JSON_NUMBER] = "a number",
        [AL_JSON_TEXT] = "a text", [AL_JSON_ARRAY] = "a list",       [AL_JSON_OBJECT] = "an object"};
    if (value->kind == kind)
        return true;
    return al_json_refuse(file, value->at, "%s was expected, not %s", what, names[value->kind]);
}

bool al_json_read_text(al_json_file *file, const al_json *value, const al_json_key *key, void *place)
{
    const char **text = place;
    *text = value->text;
    return al_json_expect(file, value, AL_JSON_TEXT, key->what);
}

bool al_json_read_whole(al_json_file *file, const al_json *value, const al_json_key *key, void *place)
{
    uint64_t *number = place;
    *number = value->whole;
    if (!al_json_expect(file, value, AL_JSON_NUMBER, key->what))
        return false;
    if (!value->is_whole)
        return al_json_refuse(file, value->at, "%s was expected", key->what);
    return true;
}

bool al_json_read_list(al_json_file *file, const al_json *value, const al_json_key *key, void *place)
{
    if (!al_json_expect(file, value, AL_JSON_ARRAY, key->what))
        return false;
    char *items = al_alloc(file->arena, value->count, key->item_size);
    if (items == NULL)
        return al_json_refuse_memory(file);
    memcpy(place, &items, sizeof items); /* a pointer to items of any type */
    size_t *count = (void *)((char *)place + key->count);
    *count = (size_t)value->count;
    for (const al_json *item = value->first; item != NULL; item = item->next, items += key->item_size)
        if (!key->item->read(file, item, key->item, items))
            return false;
    return true;
}

bool al_json_read_table(al_json_file *file, const al_json *value, const al_json_key *key, void *place)
{
    return al_json_read_object(file, value, key->table, place);
}
