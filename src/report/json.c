/* json.c: writes JSON into a block of memory that grows. */
#include "report/json.h"

#include <assetlint/assetlint.h>
#include <stdlib.h>
#include <string.h>

#include "core/number.h"
#include "core/reduce/characters.h"

/* ---- Bytes --------------------------------------------------------------------------------------------- */

/* Makes room for more bytes. False when out of memory, now or before. */
static bool make_room(json_object *object, size_t more)
{
    enum { FIRST = 1024 }; /* most records are smaller */
    if (more <= object->capacity - object->length)
        return !object->failed;
    size_t capacity = object->capacity > 0 ? object->capacity : FIRST;
    while (capacity - object->length < more && capacity <= SIZE_MAX / 2)
        capacity *= 2;
    char *text = capacity - object->length >= more ? realloc(object->text, capacity) : NULL;
    if (text == NULL) {
        object->failed = true;
        return false;
    }
    object->text = text;
    object->capacity = capacity;
    return !object->failed;
}

static void put(json_object *object, const char *bytes, size_t size)
{
    if (!make_room(object, size))
        return;
    memcpy(object->text + object->length, bytes, size);
    object->length += size;
}

static void put_char(json_object *object, char c)
{
    put(object, &c, 1);
}

/* Writes a byte that JSON doesn't hold as it is. */
static void put_escaped(json_object *object, char c)
{
    static const char named[] = "\"\\\b\f\n\r\t", letters[] = "\"\\bfnrt", digits[] = "0123456789abcdef";
    const char *name = strchr(named, c);
    if (name != NULL)
        put(object, (const char[]){'\\', letters[name - named]}, 2);
    else if ((unsigned char)c < 0x20)
        put(object, (const char[]){'\\', 'u', '0', '0', digits[c >> 4], digits[c & 0xF]}, 6);
    else
        put_char(object, c);
}

static void put_text(json_object *object, const char *text)
{
    put_char(object, '"');
    for (size_t left = strlen(text); left > 0;) {
        const size_t plain = al_plain_json_length(al_span_of(text, left));
        put(object, text, plain);
        text += plain;
        left -= plain;
        if (left > 0) {
            put_escaped(object, *text++);
            left--;
        }
    }
    put_char(object, '"');
}

/* ---- Places -------------------------------------------------------------------------------------------- */

/* Ends the places within `to`. */
static void end_within(json_object *object, json_place to)
{
    while (object->last > to)
        put_char(object, object->ends[object->last--]);
}

/* Begins a member of `to`, or an item if `key` is NULL. */
static void begin(json_object *object, json_place to, const char *key)
{
    end_within(object, to);
    const char before = object->length > 0 ? object->text[object->length - 1] : '{';
    if (before != '{' && before != '[')
        put_char(object, ',');
    if (key == NULL)
        return;
    put_char(object, '"');
    put(object, key, strlen(key));
    put(object, "\":", 2);
}

static json_place open_place(json_object *object, const char *brackets)
{
    put_char(object, brackets[0]);
    if (object->last == JSON_DEPTH - 1)
        object->failed = true;
    else
        object->ends[++object->last] = brackets[1];
    return object->last;
}

/* ---- Members and items --------------------------------------------------------------------------------- */

json_object json_begin(void)
{
    json_object object = {.ends = {'}'}};
    put_char(&object, '{');
    return object;
}

void json_text(json_object *object, json_place to, const char *key, const char *value)
{
    begin(object, to, key);
    if (value == NULL)
        object->failed = true;
    else
        put_text(object, value);
}

void json_number(json_object *object, json_place to, const char *key, uint64_t value)
{
    const al_number_text digits = al_show_unsigned(value);
    begin(object, to, key);
    put(object, digits.text, strlen(digits.text));
}

void json_bool(json_object *object, json_place to, const char *key, bool value)
{
    begin(object, to, key);
    put(object, value ? "true" : "false", value ? 4 : 5);
}

json_place json_child(json_object *object, json_place to, const char *key)
{
    begin(object, to, key);
    return open_place(object, "{}");
}

json_place json_array(json_object *object, json_place to, const char *key)
{
    begin(object, to, key);
    return open_place(object, "[]");
}

void json_add_tool(json_object *object, json_place to, const char *key)
{
    const json_place tool = json_child(object, to, key);
    json_text(object, tool, "name", "assetlint");
    json_text(object, tool, "version", al_version());
}

void json_text_item(json_object *object, json_place array, const char *value)
{
    json_text(object, array, NULL, value);
}

void json_number_item(json_object *object, json_place array, uint64_t value)
{
    json_number(object, array, NULL, value);
}

json_place json_child_item(json_object *object, json_place array)
{
    return json_child(object, array, NULL);
}

/* ---- The text ------------------------------------------------------------------------------------------ */

char *json_end(json_object *object)
{
    end_within(object, JSON_ROOT);
    put(object, "}", sizeof "}");
    char *text = object->text;
    if (object->failed) {
        free(text);
        text = NULL;
    }
    *object = (json_object){0};
    return text;
}

bool json_write(json_object *object, FILE *out)
{
    char *text = json_end(object);
    if (text == NULL)
        return false;
    (void)fputs(text, out);
    free(text);
    return true;
}

void json_write_text(FILE *out, const char *text)
{
    fputc('"', out);
    for (size_t plain = strcspn(text, "\"\\"); text[plain] != '\0'; plain = strcspn(text, "\"\\")) {
        (void)fwrite(text, 1, plain, out);
        fputc('\\', out);
        fputc(text[plain], out);
        text += plain + 1;
    }
    fputs(text, out);
    fputc('"', out);
}
