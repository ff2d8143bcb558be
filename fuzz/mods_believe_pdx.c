/* mods_believe_pdx.c: goes to each actor and motion that the .gfx files of a mod name. */
#include "mods_believe.h"

#include <stdlib.h>
#include <string.h>

enum { LONGEST = 256, DEEPEST = 32, LEAST_REFERENCES = 100, LEAST_SHARE = 95, LEAST_ACTORS = 50 };

typedef struct token {
    const uint8_t *at;
    size_t length;
} token;

typedef struct reader {
    const mods_files *files;
    size_t named,
        found; /* all words and texts that are called like actors and motions; those that lead somewhere */
    bool lost; /* a reference leads nowhere */
} reader;

static char small(uint8_t c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : (char)c;
}

/* A text in small letters, with one `/` for each run of separators and none in front; empty if it is too
 * long. */
static void path_of(char path[LONGEST], const uint8_t *at, size_t length)
{
    size_t end = 0;
    for (size_t i = 0; i < length && length < LONGEST; i++) {
        const char c = at[i] == '\\' ? '/' : small(at[i]);
        if (c != '/' || (end > 0 && path[end - 1] != '/'))
            path[end++] = c;
    }
    path[end] = '\0';
}

static bool ends_with(const char *text, const char *ending)
{
    const size_t length = strlen(text), wanted = strlen(ending);
    return length >= wanted && strcmp(text + length - wanted, ending) == 0;
}

/* In the mod, or at the end of any path of the reference: it may have its folders of more content. */
static bool is_there(const reader *r, const char *path)
{
    for (size_t i = 0; i < r->files->count; i++) {
        const mods_file *file = &r->files->items[i];
        char have[LONGEST];
        path_of(have, (const uint8_t *)file->path, strlen(file->path));
        if (file->with ? ends_with(have, path) : strcmp(have, path) == 0)
            return true;
    }
    return false;
}

/* ---- Text ---------------------------------------------------------------------------------------------- */

static bool is_blank(uint8_t c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

/* Quotes belong to a text. */
static token next_token(const uint8_t *data, size_t size, size_t *at)
{
    while (*at < size && is_blank(data[*at]))
        ++*at;
    const size_t start = *at;
    if (start == size)
        return (token){.at = data, .length = 0};
    const uint8_t first = data[(*at)++];
    if (first == '"') {
        while (*at < size && data[*at] != '"' && data[*at] != '\n')
            ++*at;
        *at += *at < size;
    } else if (first != '{' && first != '}' && first != '=') {
        while (*at < size && !is_blank(data[*at]) && memchr("{}=\"", data[*at], 4) == NULL)
            ++*at;
    }
    return (token){.at = data + start, .length = *at - start};
}

static bool is_sign(const token *t, char sign)
{
    return t->length == 1 && t->at[0] == (uint8_t)sign;
}

static bool is_type(const token *t)
{
    static const char type[] = "emfxactortype";
    size_t same = 0;
    while (same < t->length && same < sizeof type - 1 && small(t->at[same]) == type[same])
        same++;
    return same == t->length && same == sizeof type - 1;
}

/* What is plain: texts in quotes, behind a key and `=`, in an EMFXActorType. */
static void take_value(reader *r, const token *value, bool in_type)
{
    char path[LONGEST];
    const bool quoted = value->length > 2 && value->at[0] == '"' && value->at[value->length - 1] == '"';
    path_of(path, value->at + quoted, value->length - 2 * (size_t)quoted);
    if (!ends_with(path, ".xac") && !ends_with(path, ".xsm"))
        return;
    const bool there = is_there(r, path);
    r->named++;
    r->found += there;
    r->lost = r->lost || (quoted && in_type && !there);
}

static void read_gfx(reader *r, const mods_file *file)
{
    token key = {.length = 0}, last = {.length = 0};
    bool types[DEEPEST] = {false}, assigned = false;
    size_t depth = 0;
    for (size_t at = 0; at < file->size;) {
        const token t = next_token(file->data, file->size, &at);
        if (is_sign(&t, '{')) {
            const bool above = depth > 0 && depth <= DEEPEST && types[depth - 1];
            if (depth < DEEPEST)
                types[depth] = above || (assigned && is_type(&key));
            depth++;
        } else if (is_sign(&t, '}')) {
            depth -= depth > 0;
        } else if (is_sign(&t, '=')) {
            key = last;
            assigned = true;
            continue;
        } else if (t.length > 0) {
            take_value(r, &t, assigned && depth > 0 && depth <= DEEPEST && types[depth - 1]);
            last = t;
        }
        assigned = false;
    }
}

/* ---- The mod ------------------------------------------------------------------------------------------- */

/* Lines of words, signs and texts in quotes that blanks stand around: nobody reads these in two ways. */
static bool is_plain_text(const mods_file *file)
{
    static const char words[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.{}= \t\r\n";
    bool quoted = false;
    for (size_t i = 0; i < file->size; i++) {
        const uint8_t c = file->data[i], before = i > 0 ? file->data[i - 1] : ' ';
        const bool blank = is_blank(c);
        if (before == '"' && !quoted && !blank)
            return false;
        if (c == '"' && !quoted && !is_blank(before))
            return false;
        if (quoted ? c < ' ' || c > '~' : c != '"' && memchr(words, c, sizeof words - 1) == NULL)
            return false;
        quoted = quoted != (c == '"');
    }
    return !quoted;
}

/* Comments, files of other programs, and folders that .mod files replace are not plain. */
static bool is_plain(const mods_file *file, const char *path)
{
    if (ends_with(path, ".mod") || strstr(path, "!/") != NULL)
        return false;
    return !ends_with(path, ".gfx") || is_plain_text(file);
}

static bool is_judged(const char *path)
{
    static const char folder[] = "interface/";
    return strncmp(path, folder, sizeof folder - 1) == 0 && strchr(path + sizeof folder - 1, '/') == NULL;
}

const char *mods_believe_pdx(const mods_files *files)
{
    reader r = {.files = files};
    size_t actors = 0;
    for (size_t i = 0; i < files->count; i++) {
        const mods_file *file = &files->items[i];
        char path[LONGEST];
        path_of(path, (const uint8_t *)file->path, strlen(file->path));
        if (!is_plain(file, path))
            return NULL;
        actors += file->with && strncmp(path, "with/gfx/anims/", strlen("with/gfx/anims/")) == 0 &&
                  ends_with(path, ".xac");
        if (!file->with && ends_with(path, ".gfx") && is_judged(path))
            read_gfx(&r, file);
    }
    const bool complete = r.named >= LEAST_REFERENCES && r.found * 100 >= r.named * LEAST_SHARE;
    if (r.lost && (actors >= LEAST_ACTORS || complete))
        return "a type names a file that isn't there"; /* relies on pdx/missing-actor-file, pdx/missing-motion
                                                        */
    return NULL;
}
