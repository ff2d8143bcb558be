/* mods_believe_pdx.c: follows the .gfx files of a mod to each actor and motion that they name. */
#include "mods_believe.h"

enum { MAX_DEPTH = 32, LEAST_REFERENCES = 100, LEAST_SHARE = 95, LEAST_ACTORS = 50 };

typedef struct token {
    const uint8_t *at;
    size_t length;
} token;

typedef struct reader {
    const mods_files *files;
    size_t named,
        found; /* all words and texts with the extension of actors and motions; those of existing files */
    bool lost; /* a reference leads nowhere */
} reader;

/* In the mod, or at the end of any path of the reference: its extensions have folders of their own. */
static bool exists(const reader *r, const char *path)
{
    for (size_t i = 0; i < r->files->count; i++) {
        const mods_file *file = &r->files->items[i];
        char have[MODS_PATH];
        mods_normalize_path(have, file->path, strlen(file->path));
        if (file->with ? mods_ends_with(have, path) : strcmp(have, path) == 0)
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
    while (same < t->length && same < sizeof type - 1 && mods_lower((char)t->at[same]) == type[same])
        same++;
    return same == t->length && same == sizeof type - 1;
}

/* A reference that is sure: a text in quotes, behind a key and `=`, in an EMFXActorType. */
static void take_value(reader *r, const token *value, bool in_type)
{
    char path[MODS_PATH];
    const bool quoted = value->length > 2 && value->at[0] == '"' && value->at[value->length - 1] == '"';
    mods_normalize_path(path, (const char *)value->at + quoted, value->length - 2 * (size_t)quoted);
    if (!mods_ends_with(path, ".xac") && !mods_ends_with(path, ".xsm"))
        return;
    const bool exist = exists(r, path);
    r->named++;
    r->found += exist;
    r->lost = r->lost || (quoted && in_type && !exist);
}

static void read_gfx(reader *r, const mods_file *file)
{
    token key = {.length = 0}, last = {.length = 0};
    bool types[MAX_DEPTH] = {false}, assigned = false;
    size_t depth = 0;
    for (size_t at = 0; at < file->size;) {
        const token t = next_token(file->data, file->size, &at);
        if (is_sign(&t, '{')) {
            const bool above = depth > 0 && depth <= MAX_DEPTH && types[depth - 1];
            if (depth < MAX_DEPTH)
                types[depth] = above || (assigned && is_type(&key));
            depth++;
        } else if (is_sign(&t, '}')) {
            depth -= depth > 0;
        } else if (is_sign(&t, '=')) {
            key = last;
            assigned = true;
            continue;
        } else if (t.length > 0) {
            take_value(r, &t, assigned && depth > 0 && depth <= MAX_DEPTH && types[depth - 1]);
            last = t;
        }
        assigned = false;
    }
}

/* ---- The mod ------------------------------------------------------------------------------------------- */

/* Words, signs and texts in quotes with blanks around them, which every parser reads the same way. */
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

/* Comments, files of other programs, and folders that .mod files replace may be read in other ways. */
static bool is_plain(const mods_file *file, const char *path)
{
    if (mods_ends_with(path, ".mod") || strstr(path, "!/") != NULL)
        return false;
    if (!mods_ends_with(path, ".gfx"))
        return true;
    const bool is_scaleform =
        file->size >= 3 && (memcmp(file->data, "GFX", 3) == 0 || memcmp(file->data, "CFX", 3) == 0);
    return !is_scaleform && is_plain_text(file);
}

static bool is_checked(const char *path)
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
        char path[MODS_PATH];
        mods_normalize_path(path, file->path, strlen(file->path));
        if (!is_plain(file, path))
            return NULL;
        actors += file->with && strncmp(path, "with/gfx/anims/", strlen("with/gfx/anims/")) == 0 &&
                  mods_ends_with(path, ".xac");
        if (!file->with && mods_ends_with(path, ".gfx") && is_checked(path))
            read_gfx(&r, file);
    }
    const bool complete = r.named >= LEAST_REFERENCES && r.found * 100 >= r.named * LEAST_SHARE;
    if (r.lost && (actors >= LEAST_ACTORS || complete))
        return "a type names a file that isn't there"; /* relies on pdx/missing-actor-file, pdx/missing-motion
                                                        */
    return NULL;
}
