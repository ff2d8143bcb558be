/* excerpt.c: cuts the lines around a finding out of a text file. */
#include "engine/excerpt.h"

#include <string.h>

#include "core/text.h"

/* Bytes. An end of a line is looked for within REACH, which is more than is shown of it: of a line so much
 * before, in and behind the range of the finding, and so much of a line beside it. A tab is shown as so many
 * blanks. */
enum { REACH = 512, MOST_OF_PART = 160, MOST_OF_LINE = 320, TAB = 4 };

static const char dots[] = "...";

/* ---- Where lines begin and end ------------------------------------------------------------------------- */

static bool is_line_end(al_span file, uint64_t at)
{
    const uint8_t byte = al_u8_at(file, at);
    return byte == '\n' || byte == '\r';
}

/* Part of a character of UTF-8, but not its first byte. */
static bool is_continuation(al_span file, uint64_t at)
{
    return (al_u8_at(file, at) & 0xC0) == 0x80;
}

/* The start of the line in which `at` lies, or a place within reach. */
static uint64_t line_start(al_span file, uint64_t at)
{
    const uint64_t least = at > REACH ? at - REACH : 0;
    while (at > least && !is_line_end(file, at - 1))
        at--;
    return at;
}

static uint64_t line_end(al_span file, uint64_t at)
{
    const uint64_t most = file.len - at > REACH ? at + REACH : file.len;
    while (at < most && !is_line_end(file, at))
        at++;
    return at;
}

static bool begins_line(al_span file, uint64_t at)
{
    return at == 0 || is_line_end(file, at - 1);
}

/* ---- What is shown of them ----------------------------------------------------------------------------- */

/* A text that is put together. */
typedef struct piece {
    char bytes[(size_t)3 * MOST_OF_PART * TAB + 2 * sizeof dots];
    size_t length;
} piece;

static void add_dots(piece *p, bool cut)
{
    if (!cut)
        return;
    memcpy(p->bytes + p->length, dots, sizeof dots - 1);
    p->length += sizeof dots - 1;
}

static void add(piece *p, al_span file, uint64_t from, uint64_t end)
{
    for (; from < end; from++) {
        const bool tab = al_u8_at(file, from) == '\t';
        for (int i = 0; i < (tab ? TAB : 1); i++)
            p->bytes[p->length++] = tab ? ' ' : (char)al_u8_at(file, from);
    }
}

/* An end that is at most so far from the start, and where a character begins. */
static uint64_t cut_end(al_span file, uint64_t from, uint64_t last, uint64_t most)
{
    if (last - from <= most)
        return last;
    for (last = from + most; last > from && is_continuation(file, last);)
        last--;
    return last;
}

/* A line beside that of the finding. */
static const char *line_of(al_arena *arena, al_span file, uint64_t from)
{
    const uint64_t end = line_end(file, from), last = cut_end(file, from, end, MOST_OF_LINE);
    piece p;
    p.length = 0;
    add(&p, file, from, last);
    add_dots(&p, last < end);
    return al_escape_copy(arena, p.bytes, p.length);
}

/* Escapes the whole line and divides that: escaped one by one, two parts could make a command of a log of CI.
 */
static bool divide(al_arena *arena, const piece *p, size_t mark, size_t mark_end, al_excerpt *out)
{
    const char *whole = al_escape_copy(arena, p->bytes, p->length);
    if (whole == NULL)
        return false;
    const size_t length = strlen(whole);
    const size_t from = length - al_escape(p->bytes + mark, p->length - mark, NULL, 0);
    const size_t end = length - al_escape(p->bytes + mark_end, p->length - mark_end, NULL, 0);
    out->before = al_copy_text(arena, whole, from);
    out->marked = al_copy_text(arena, whole + from, end - from);
    out->behind = whole + end;
    return out->before != NULL && out->marked != NULL;
}

/* The line of a finding. */
typedef struct marked_line {
    uint64_t start, end;     /* of the line, or the places within reach */
    uint64_t mark, mark_end; /* of the finding, as far as it is on the line */
} marked_line;

static marked_line find_line(al_span file, const al_finding *finding)
{
    const uint64_t at = finding->offset;
    marked_line l = {.start = line_start(file, at), .end = line_end(file, at), .mark = at};
    l.mark_end = finding->length < l.end - at ? at + finding->length : l.end;
    while (l.mark > l.start && is_continuation(file, l.mark))
        l.mark--;
    while (l.mark_end > l.mark && is_continuation(file, l.mark_end))
        l.mark_end--;
    return l;
}

static bool add_line(al_arena *arena, al_span file, const marked_line *l, al_excerpt *out)
{
    uint64_t from = l->mark - l->start > MOST_OF_PART ? l->mark - MOST_OF_PART : l->start;
    while (from < l->mark && from > l->start && is_continuation(file, from))
        from++;
    const uint64_t last = cut_end(file, l->mark, l->mark_end, MOST_OF_PART);
    const uint64_t to = last < l->mark_end ? last : cut_end(file, last, l->end, MOST_OF_PART);
    piece p;
    p.length = 0;
    add_dots(&p, !begins_line(file, from));
    add(&p, file, from, l->mark);
    const size_t mark = p.length;
    add(&p, file, l->mark, last);
    const size_t mark_end = p.length;
    add(&p, file, last, to);
    add_dots(&p, to < l->end);
    return memchr(p.bytes, '\0', p.length) == NULL && divide(arena, &p, mark, mark_end, out);
}

static const char *line_above(al_arena *arena, al_span file, uint64_t start)
{
    if (start == 0 || !begins_line(file, start))
        return NULL;
    start -= start > 1 && al_u8_at(file, start - 1) == '\n' && al_u8_at(file, start - 2) == '\r' ? 2 : 1;
    start = line_start(file, start);
    return begins_line(file, start) ? line_of(arena, file, start) : NULL;
}

static const char *line_below(al_arena *arena, al_span file, uint64_t end)
{
    end += al_u8_at(file, end) == '\r' && al_u8_at(file, end + 1) == '\n' ? 2 : 1;
    return end < file.len && begins_line(file, end) ? line_of(arena, file, end) : NULL;
}

const al_excerpt *al_excerpt_of(al_arena *arena, al_span file, const al_finding *finding)
{
    if (finding->line == 0 || finding->offset > file.len || finding->length > file.len - finding->offset)
        return NULL;
    const marked_line line = find_line(file, finding);
    al_excerpt *excerpt = al_alloc(arena, 1, sizeof *excerpt);
    if (excerpt == NULL || !add_line(arena, file, &line, excerpt))
        return NULL;
    excerpt->above = line_above(arena, file, line.start);
    excerpt->below = line_below(arena, file, line.end);
    return excerpt;
}
