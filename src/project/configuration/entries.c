/* entries.c: objects of known keys. */
#include "project/configuration/entries.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "core/lines.h"

void al_mistake_at(al_mistake *mistake, al_span text, uint64_t at)
{
    al_lines lines = al_lines_of(text, AL_COLUMNS_UTF8);
    al_lines_go(&lines, at);
    mistake->line = lines.line;
    mistake->column = lines.column;
}

bool al_refuse(al_entries *e, uint64_t at, const char *format, ...)
{
    va_list values;
    al_mistake_at(e->mistake, e->text, at);
    va_start(values, format);
    (void)vsnprintf(e->mistake->text, sizeof e->mistake->text, format, values);
    va_end(values);
    return false;
}

bool al_refuse_memory(al_entries *e)
{
    if (e->arena->budget->shortage == AL_SHORTAGE_SYSTEM) {
        e->mistake->no_memory = true;
        return false;
    }
    return al_refuse(e, 0, "reading this file takes too much memory");
}

const al_json *al_entries_read(al_entries *e)
{
    al_json_mistake wrong;
    const al_json *root = al_json_read(e->text, e->arena, &wrong);
    if (root != NULL)
        return root;
    if (wrong.what == NULL)
        (void)al_refuse_memory(e);
    else if (wrong.key != NULL)
        (void)al_refuse(e, wrong.at, "the key \"%.200s\" is there twice", wrong.key);
    else
        (void)al_refuse(e, wrong.at, "%s", wrong.what);
    return NULL;
}

static bool refuse_key(al_entries *e, const al_json *member, const char *what, const al_entry_key *keys,
                       size_t count)
{
    al_suggestion near = {.meant = member->key, .length = strlen(member->key)};
    for (size_t i = 0; i < count; i++)
        al_suggest(&near, keys[i].name);
    if (near.best != NULL)
        return al_refuse(e, member->key_at, "unknown key \"%.200s\"; did you mean \"%s\"?", member->key,
                         near.best);
    return al_refuse(e, member->key_at, "%s has no key \"%.200s\"", what, member->key);
}

bool al_expect(al_entries *e, const al_json *value, al_json_kind kind, const char *what)
{
    static const char *const names[] = {
        [AL_JSON_NULL] = "null",   [AL_JSON_BOOL] = "true or false", [AL_JSON_NUMBER] = "a number",
        [AL_JSON_TEXT] = "a text", [AL_JSON_ARRAY] = "a list",       [AL_JSON_OBJECT] = "an object"};
    if (value->kind == kind)
        return true;
    return al_refuse(e, value->at, "%s was expected, not %s", what, names[value->kind]);
}

bool al_read_keys(al_entries *e, const al_json *object, const char *what, const al_entry_key *keys,
                  size_t count, void *into)
{
    char wanted[128];
    (void)snprintf(wanted, sizeof wanted, "%s in braces", what);
    if (!al_expect(e, object, AL_JSON_OBJECT, wanted))
        return false;
    for (const al_json *member = object->first; member != NULL; member = member->next) {
        size_t i = 0;
        while (i < count && strcmp(keys[i].name, member->key) != 0)
            i++;
        if (i == count)
            return refuse_key(e, member, what, keys, count);
        if (!keys[i].read(e, member, into))
            return false;
    }
    return true;
}

bool al_read_text(al_entries *e, const al_json *value, const char *what, const char **text)
{
    *text = value->text;
    return al_expect(e, value, AL_JSON_TEXT, what);
}

bool al_read_whole(al_entries *e, const al_json *value, const char *what, uint64_t *number)
{
    *number = value->whole;
    if (!al_expect(e, value, AL_JSON_NUMBER, what))
        return false;
    return value->is_whole || al_refuse(e, value->at, "%s was expected", what);
}

bool al_refuse_name(al_entries *e, uint64_t at, const char *what, const al_suggestion *near,
                    const char *otherwise)
{
    if (near->best != NULL)
        return al_refuse(e, at, "%s \"%.200s\"; did you mean \"%s\"?", what, near->meant, near->best);
    return al_refuse(e, at, "%s \"%.200s\"%s", what, near->meant, otherwise);
}
