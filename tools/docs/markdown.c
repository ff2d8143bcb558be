/* markdown.c: escapes texts for GitHub's Markdown. */
#include "markdown.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

static bool is_word(char c)
{
    return isalnum((unsigned char)c) != 0;
}

/* Whether a character could be markup at this place. An underscore within a word and a star between blanks
 * are not markup; there the text stays easy to read without a backslash. */
static bool is_markup(char before, char c, char after)
{
    switch (c) {
    case '\\':
    case '`':
    case '|':
    case '[':
    case ']':
    case '<':
    case '>':
    case '&':
    case '~': return true;
    case '_': return !is_word(before) || !is_word(after);
    case '*': return before != ' ' || after != ' ';
    default: return false;
    }
}

static void write_line_end(FILE *out, md_place place)
{
    fputs(place == MD_CELL ? "<br>" : "\\\n", out);
}

/* Writes a span of code with its backticks, and returns what follows it. */
static const char *write_code(FILE *out, const char *code, const char *end, md_place place)
{
    fputc('`', out);
    for (; code < end; code++) {
        if (*code == '|' && place == MD_CELL)
            fputc('\\', out);
        fputc(*code, out);
    }
    fputc('`', out);
    return end + 1;
}

void md_text(FILE *out, const char *text, md_place place)
{
    char before = ' ';
    while (*text != '\0') {
        const char *code_end = *text == '`' ? strchr(text + 1, '`') : NULL;
        if (code_end != NULL) {
            text = write_code(out, text + 1, code_end, place);
            before = '`';
            continue;
        }
        if (*text == '\n') {
            write_line_end(out, place);
        } else {
            if (is_markup(before, text[0], text[1]))
                fputc('\\', out);
            fputc(*text, out);
        }
        before = *text++;
    }
}

void md_anchor(FILE *out, const char *heading)
{
    for (; *heading != '\0'; heading++) {
        if (is_word(*heading) || *heading == '-' || *heading == '_')
            fputc(tolower((unsigned char)*heading), out);
        else if (*heading == ' ')
            fputc('-', out);
    }
}
