/* texts.c: makes the strings of reports: escaped, for Markdown and XML, and the words that forms share. */
#include "report/texts.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "core/text.h"

char *text_of(const char *format, ...)
{
    va_list values, again;
    va_start(values, format);
    va_copy(again, values);
    const int length = vsnprintf(NULL, 0, format, values);
    char *text = length < 0 ? NULL : malloc((size_t)length + 1);
    if (text != NULL)
        (void)vsnprintf(text, (size_t)length + 1, format, again);
    va_end(again);
    va_end(values);
    return text;
}

char *markdown_of(const char *text)
{
    static const char markup[] = "\\*_[]<>~&|";
    char *escaped = malloc(2 * strlen(text) + 1);
    if (escaped == NULL)
        return NULL;
    size_t end = 0;
    bool in_code = false;
    for (; *text != '\0'; text++) {
        in_code = in_code != (*text == '`');
        /* A bar ends the cell of a table even inside of code. */
        if (strchr(markup, *text) != NULL && (!in_code || *text == '|'))
            escaped[end++] = '\\';
        escaped[end++] = *text;
    }
    escaped[end] = '\0';
    return escaped;
}

static const char *entity_of(char c)
{
    switch (c) {
    case '&': return "&amp;";
    case '<': return "&lt;";
    case '>': return "&gt;";
    case '"': return "&quot;";
    case '\'': return "&#39;";
    default: return "";
    }
}

char *xml_of(const char *text)
{
    enum { LONGEST = sizeof "&quot;" - 1 };
    const size_t length = strlen(text);
    char *escaped = length < SIZE_MAX / LONGEST ? malloc(LONGEST * length + 1) : NULL;
    char *end = escaped;
    while (escaped != NULL) {
        const size_t plain = strcspn(text, "&<>\"'");
        memcpy(end, text, plain);
        end += plain;
        text += plain;
        if (*text == '\0')
            break;
        const char *entity = entity_of(*text++);
        memcpy(end, entity, strlen(entity));
        end += strlen(entity);
    }
    if (escaped != NULL)
        *end = '\0';
    return escaped;
}

game_text games_of(unsigned games)
{
    game_text titles = {.text = ""};
    for (size_t i = 0; al_game_title(i) != NULL; i++) {
        const size_t length = strlen(titles.text);
        if ((games >> i & 1) != 0)
            (void)snprintf(titles.text + length, sizeof titles.text - length, "%s%s", length > 0 ? ", " : "",
                           al_game_title(i));
    }
    return titles;
}

const char *fix_words(al_fix_kind kind)
{
    switch (kind) {
    case AL_FIX_NONE: return "";
    case AL_FIX_SAFE: return "`assetlint fix` can mend it. ";
    case AL_FIX_UNSAFE:
        return "`assetlint fix --unsafe` can mend it, but makes a choice: look at the result. ";
    }
    return "";
}

/* ---- What is not fit to print -------------------------------------------------------------------------- */

enum { ESCAPE_LENGTH = 4, PIECE = 256 };

static bool is_continuation(char byte)
{
    return ((unsigned char)byte & 0xC0) == 0x80;
}

/* How many bytes to write at once. A character, which has at most three continuation bytes, is never split,
 * and neither is `##[`, `##vso[` or `##teamcity[`: al_escape changes them. */
static size_t next_piece(const char *text, size_t length)
{
    size_t piece = length < PIECE ? length : PIECE;
    if (piece == length)
        return piece;
    while (piece > PIECE - 3 && is_continuation(text[piece]))
        piece--;
    for (size_t at = piece - (sizeof "##teamcity[" - 2); at < piece; at++)
        if (text[at] == '#' && text[at + 1] == '#')
            return at;
    return piece;
}

const char *before_path(const char *path)
{
    return al_begins_command(path) ? "./" : "";
}

char *path_of(const char *path, const char *member)
{
    static const char place[] = ":0x", changed[] = "\\x3A0x";
    char *name = text_of("%s%s%s%s", before_path(path), path, member[0] != '\0' ? "!/" : "", member);
    for (char *at = name; at != NULL && (at = strstr(at, place)) != NULL;) {
        char *longer = text_of("%.*s%s%s", (int)(at - name), name, changed, at + sizeof place - 1);
        at = longer != NULL ? longer + (at - name) : NULL;
        free(name);
        name = longer;
    }
    return name;
}

void write_escaped(FILE *out, const char *text, size_t length)
{
    char escaped[PIECE * ESCAPE_LENGTH + 1];
    for (size_t at = 0; at < length;) {
        const size_t piece = next_piece(text + at, length - at);
        (void)fwrite(escaped, 1, al_escape(text + at, piece, escaped, sizeof escaped), out);
        at += piece;
    }
}

char *escaped_copy(const char *text, size_t length)
{
    const size_t size = al_escape(text, length, NULL, 0) + 1;
    char *copy = malloc(size);
    if (copy != NULL)
        (void)al_escape(text, length, copy, size);
    return copy;
}

/* ---- Findings ------------------------------------------------------------------------------------------ */

bool has_offset(const al_finding *finding)
{
    return strcmp(finding->rule->id, "file/unreadable") != 0;
}

/* ---- Values -------------------------------------------------------------------------------------------- */

static void show_value(al_value value, size_t most, char *out)
{
    static const char dots[] = "...";
    if (al_value_words(value, out, most + 1) <= most || value.kind != AL_VALUE_TEXT)
        return;
    (void)al_escape(value.as.text.bytes, value.as.text.length, out, most + 2 - sizeof dots);
    memcpy(out + strlen(out), dots, sizeof dots);
}

char *finding_values(const al_finding *finding, size_t most)
{
    const bool has_actual = finding->actual.kind != AL_VALUE_NONE;
    const bool has_expected = finding->expected.kind != AL_VALUE_NONE;
    const bool has_field = finding->field[0] != '\0';
    char actual[AL_MESSAGE_SIZE], expected[AL_MESSAGE_SIZE]; /* clearing all of them would take long */
    actual[0] = expected[0] = '\0';
    if (has_actual)
        show_value(finding->actual, most, actual);
    if (has_expected)
        show_value(finding->expected, most, expected);
    /* Quotes make an empty value visible, and show where a value with blanks or commas ends. */
    const char *quote = has_actual && (actual[0] == '\0' || strpbrk(actual, " ,") != NULL) ? "\"" : "";
    const char *equals = !has_actual ? "" : has_field ? " = " : "actual ";
    const char *comma = has_expected && (has_field || has_actual) ? ", " : "";
    char line[64];
    line[0] = '\0';
    if (finding->line > 0)
        (void)snprintf(line, sizeof line, "line %" PRIu64 ", column %" PRIu64 "%s", finding->line,
                       finding->column, has_field || has_actual || has_expected ? ": " : "");
    return text_of("%s%s%s%s%s%s%s%s%s", line, finding->field, equals, quote, actual, quote, comma,
                   has_expected ? "expected " : "", expected);
}

/* ---- Incomplete checks --------------------------------------------------------------------------------- */

/* The finding that says why; NULL if there is none. */
static const al_finding *reason(const al_result *result)
{
    static const char *const names[] = {"/unreadable", "/limit", "/encrypted"};
    for (size_t i = 0; i < result->finding_count; i++) {
        const char *rule = strchr(result->findings[i].rule->id, '/');
        for (size_t n = 0; rule != NULL && n < sizeof names / sizeof names[0]; n++)
            if (strcmp(rule, names[n]) == 0)
                return &result->findings[i];
    }
    return NULL;
}

unchecked_text unchecked_words(const al_result *result)
{
    const char *what =
        result->status == AL_FILE_LIMIT ? "a limit stopped the check" : "the file could not be checked";
    const al_finding *why = reason(result);
    unchecked_text words;
    (void)snprintf(words.text, sizeof words.text, "%s%s%s", what, why != NULL ? ": " : "",
                   why != NULL ? why->message : "");
    return words;
}

interrupted_text interrupted_words(const report_totals *totals)
{
    interrupted_text words = {.text = ""};
    if (totals->interrupted && totals->left > 0)
        (void)snprintf(words.text, sizeof words.text, "interrupted, %" PRIu64 " more %s not checked",
                       totals->left, totals->left == 1 ? "was" : "were");
    else if (totals->interrupted)
        (void)snprintf(words.text, sizeof words.text, "interrupted");
    return words;
}
