/* xml_plain.c: goes through plain XML once, tag by tag. Everything that isn't expected where it stands ends
 * the reading, so nothing here has to know what is wrong with it. The limits are far above what files have
 * (28 levels, 14 attributes); beyond them it is expat's turn as well.
 */
#include "relations/x4/xml_plain.h"

#include <string.h>

#include "core/reduce/classes.h"
#include "core/text.h"

enum { MOST_DEPTH = 64, MOST_ATTRIBUTES = 32, MOST_TAG = 4096 };

/* Kinds of bytes. */
enum {
    BLANK = 1,
    NAME_START = 2,
    NAME = 4,
    TEXT = 8,     /* between tags, without what may begin or end something else */
    COMMENT = 16, /* but for - */
    DOUBLE_QUOTED = 32 /* in a value; a blank that isn't a space becomes one, so it isn't plain */,
    SINGLE_QUOTED = 64
};

enum {
    OF_VALUES = DOUBLE_QUOTED | SINGLE_QUOTED,
    OF_ALL = TEXT | COMMENT | OF_VALUES,
    OF_NAMES = OF_ALL | NAME,
    OF_LETTERS = OF_NAMES | NAME_START
};

#define TEN_OF(first, kinds)                                                                            \
    [(first)] = (kinds), [(first) + 1] = (kinds), [(first) + 2] = (kinds), [(first) + 3] = (kinds),     \
    [(first) + 4] = (kinds), [(first) + 5] = (kinds), [(first) + 6] = (kinds), [(first) + 7] = (kinds), \
    [(first) + 8] = (kinds), [(first) + 9] = (kinds)
#define LETTERS_FROM(first)                                                                    \
    TEN_OF((first), OF_LETTERS), TEN_OF((first) + 10, OF_LETTERS),                             \
        [(first) + 20] = OF_LETTERS, [(first) + 21] = OF_LETTERS, [(first) + 22] = OF_LETTERS, \
                   [(first) + 23] = OF_LETTERS, [(first) + 24] = OF_LETTERS, [(first) + 25] = OF_LETTERS

/* What isn't in it, as bytes beyond ASCII, is plain nowhere. */
static const al_classes classes = {.of = {['\t'] = BLANK | TEXT | COMMENT,
                                          ['\n'] = BLANK | TEXT | COMMENT,
                                          ['\r'] = BLANK | TEXT | COMMENT,
                                          [' '] = BLANK | OF_ALL,
                                          LETTERS_FROM('A'),
                                          LETTERS_FROM('a'),
                                          ['_'] = OF_LETTERS,
                                          [':'] = OF_LETTERS,
                                          TEN_OF('0', OF_NAMES),
                                          ['.'] = OF_NAMES,
                                          ['-'] = TEXT | OF_VALUES | NAME,
                                          ['"'] = TEXT | COMMENT | SINGLE_QUOTED,
                                          ['\''] = TEXT | COMMENT | DOUBLE_QUOTED,
                                          ['<'] = COMMENT,
                                          ['&'] = COMMENT,
                                          [']'] = COMMENT | OF_VALUES,
                                          ['!'] = OF_ALL,
                                          ['#'] = OF_ALL,
                                          ['$'] = OF_ALL,
                                          ['%'] = OF_ALL,
                                          ['('] = OF_ALL,
                                          [')'] = OF_ALL,
                                          ['*'] = OF_ALL,
                                          ['+'] = OF_ALL,
                                          [','] = OF_ALL,
                                          ['/'] = OF_ALL,
                                          [';'] = OF_ALL,
                                          ['='] = OF_ALL,
                                          ['>'] = OF_ALL,
                                          ['?'] = OF_ALL,
                                          ['@'] = OF_ALL,
                                          ['['] = OF_ALL,
                                          ['\\'] = OF_ALL,
                                          ['^'] = OF_ALL,
                                          ['`'] = OF_ALL,
                                          ['{'] = OF_ALL,
                                          ['|'] = OF_ALL,
                                          ['}'] = OF_ALL,
                                          ['~'] = OF_ALL}};

/* A name or a value. */
typedef struct piece {
    uint64_t at;
    size_t length;
} piece;

typedef struct reader {
    const al_xml_text *text;
    al_span bytes;
    const al_xml_visitor *visitor;
    uint64_t at;
    uint64_t calls;
    bool ended; /* the visitor has no memory */
    bool any;   /* element was there */
    unsigned depth;
    piece open[MOST_DEPTH];            /* the names of elements that are open */
    piece pieces[2 * MOST_ATTRIBUTES]; /* of a tag: names and values by turns, */
    size_t piece_count;
    char tag[MOST_TAG];                              /* and the tag itself, with a NUL behind each of them, */
    const char *attributes[2 * MOST_ATTRIBUTES + 1]; /* to which these point */
} reader;

/* ---- Bytes --------------------------------------------------------------------------------------------- */

static size_t skip(reader *r, uint8_t kinds)
{
    const size_t count = al_count_of_class(r->bytes, r->at, &classes, kinds);
    r->at += count;
    return count;
}

static bool is_next(const reader *r, char wanted)
{
    return al_u8_at(r->bytes, r->at) == (uint8_t)wanted;
}

static bool is_of(const reader *r, uint8_t kinds)
{
    return (classes.of[al_u8_at(r->bytes, r->at)] & kinds) != 0;
}

/* Goes behind this byte; false when another comes. */
static bool pass_one(reader *r, char wanted)
{
    const bool next = is_next(r, wanted);
    r->at += next;
    return next;
}

/* Goes behind these bytes; false when others come. */
static bool pass(reader *r, const char *wanted)
{
    const size_t length = strlen(wanted);
    if (!al_starts_with(al_slice_available(r->bytes, r->at, length), wanted, length))
        return false;
    r->at += length;
    return true;
}

static bool take_name(reader *r, piece *name)
{
    *name = (piece){.at = r->at};
    if (!is_of(r, NAME_START))
        return false;
    name->length = skip(r, NAME);
    return true;
}

/* Goes behind this byte and the blanks around it, which are rare. */
static bool pass_spaced(reader *r, char wanted)
{
    if (is_of(r, BLANK))
        (void)skip(r, BLANK);
    const bool next = pass_one(r, wanted);
    if (is_of(r, BLANK))
        (void)skip(r, BLANK);
    return next;
}

/* ---- Attributes ---------------------------------------------------------------------------------------- */

static bool take_quoted(reader *r, piece *value)
{
    const bool twice = is_next(r, '"');
    if (!twice && !is_next(r, '\''))
        return false;
    r->at++;
    *value = (piece){.at = r->at, .length = skip(r, twice ? DOUBLE_QUOTED : SINGLE_QUOTED)};
    return pass_one(r, twice ? '"' : '\'');
}

static bool take_attribute(reader *r)
{
    if (r->piece_count == (size_t)2 * MOST_ATTRIBUTES || !take_name(r, &r->pieces[r->piece_count]))
        return false;
    if (!pass_spaced(r, '=') || !take_quoted(r, &r->pieces[r->piece_count + 1]))
        return false;
    r->piece_count += 2;
    return true;
}

/* All there are, each behind a blank, and the blanks behind them. */
static bool take_attributes(reader *r)
{
    r->piece_count = 0;
    while (skip(r, BLANK) > 0 && is_of(r, NAME_START))
        if (!take_attribute(r))
            return false;
    return true;
}

/* ---- Tags ---------------------------------------------------------------------------------------------- */

static bool hand_out_end(reader *r)
{
    r->calls++;
    r->ended = !r->visitor->end(r->visitor->context);
    return !r->ended;
}

/* The text of a piece of the tag that was copied last, which began at `offset`. */
static const char *text_of(reader *r, piece of, uint64_t offset)
{
    char *text = r->tag + (of.at - offset);
    text[of.length] = '\0';
    return text;
}

/* Makes texts of the pieces of the tag that ends here. There is no room for a long one, and no attribute may
 * be there twice. */
static bool copy_tag(reader *r, uint64_t offset)
{
    al_span tag;
    if (r->at - offset > sizeof r->tag || !al_slice(r->bytes, offset, r->at - offset, &tag) || tag.len == 0)
        return false;
    memcpy(r->tag, tag.ptr, tag.len);
    for (size_t i = 0; i < r->piece_count; i++) {
        const char *text = text_of(r, r->pieces[i], offset);
        for (size_t k = 0; i % 2 == 0 && k < i; k += 2)
            if (al_is_name(r->attributes[k], text))
                return false;
        r->attributes[i] = text;
    }
    r->attributes[r->piece_count] = NULL;
    return true;
}

static bool hand_out_start(reader *r, const char *name, uint64_t offset)
{
    const al_xml_tag tag = {.text = r->text,
                            .name = name,
                            .attributes = r->attributes,
                            .offset = offset,
                            .length = r->at - offset,
                            .depth = r->depth};
    r->calls++;
    r->ended = !r->visitor->start(r->visitor->context, &tag);
    return !r->ended;
}

static bool read_start(reader *r, uint64_t offset)
{
    piece name;
    if (r->depth == MOST_DEPTH || (r->any && r->depth == 0) || !take_name(r, &name) || !take_attributes(r))
        return false;
    const bool empty = pass_one(r, '/');
    if (!pass_one(r, '>') || !copy_tag(r, offset))
        return false;
    r->any = true;
    r->open[r->depth++] = name;
    if (!hand_out_start(r, text_of(r, name, offset), offset))
        return false;
    if (!empty)
        return true;
    r->depth--;
    return hand_out_end(r);
}

static bool is_same(const reader *r, piece a, piece b)
{
    al_span left, right;
    return a.length == b.length && al_slice(r->bytes, a.at, a.length, &left) &&
           al_slice(r->bytes, b.at, b.length, &right) && memcmp(left.ptr, right.ptr, a.length) == 0;
}

static bool read_end(reader *r)
{
    piece name;
    if (r->depth == 0 || !take_name(r, &name))
        return false;
    if (is_of(r, BLANK))
        (void)skip(r, BLANK);
    if (!pass_one(r, '>') || !is_same(r, name, r->open[r->depth - 1]))
        return false;
    r->depth--;
    return hand_out_end(r);
}

/* What is behind its beginning. */
static bool read_comment(reader *r)
{
    for (;;) {
        (void)skip(r, COMMENT);
        if (pass(r, "--"))
            return pass_one(r, '>');
        if (!pass_one(r, '-'))
            return false;
    }
}

/* A tag or a comment. */
static bool read_markup(reader *r)
{
    const uint64_t offset = r->at;
    if (!pass_one(r, '<'))
        return false;
    if (pass_one(r, '/'))
        return read_end(r);
    if (pass(r, "!--"))
        return read_comment(r);
    return read_start(r, offset);
}

/* ---- The file ------------------------------------------------------------------------------------------ */

static bool is_attribute(const reader *r, size_t number, const char *name)
{
    return 2 * number < r->piece_count && strcmp(r->attributes[2 * number], name) == 0;
}

static bool is_utf8(const char *name)
{
    static const char utf8[] = "utf-8";
    return strlen(name) == sizeof utf8 - 1 && al_same_text(name, utf8, sizeof utf8 - 1);
}

/* <?xml version="1.0" encoding="utf-8" standalone="yes"?>, without the last or the last two of the three. */
static bool read_declaration(reader *r)
{
    const uint64_t offset = r->at;
    if (!pass(r, "<?xml"))
        return true;
    if (!take_attributes(r) || !pass(r, "?>") || !copy_tag(r, offset) || !is_attribute(r, 0, "version") ||
        strcmp(r->attributes[1], "1.0") != 0)
        return false;
    size_t known = 1;
    if (is_attribute(r, known, "encoding")) {
        if (!is_utf8(r->attributes[2 * known + 1]))
            return false;
        known++;
    }
    if (is_attribute(r, known, "standalone")) {
        const char *value = r->attributes[2 * known + 1];
        if (strcmp(value, "yes") != 0 && strcmp(value, "no") != 0)
            return false;
        known++;
    }
    return r->piece_count == 2 * known;
}

static bool read_file(reader *r)
{
    (void)pass(r, "\xEF\xBB\xBF");
    if (!read_declaration(r))
        return false;
    for (;;) {
        (void)skip(r, r->depth > 0 ? TEXT : BLANK);
        if (r->at == r->bytes.len)
            return r->any && r->depth == 0;
        if (!read_markup(r))
            return false;
    }
}

al_xml_plain al_xml_read_plain(const al_xml_text *text, const al_xml_visitor *visitor, uint64_t *calls)
{
    reader r = {.text = text, .bytes = text->bytes, .visitor = visitor};
    const bool whole = read_file(&r);
    *calls = r.calls;
    if (r.ended)
        return AL_XML_PLAIN_ENDED;
    return whole ? AL_XML_PLAIN_WHOLE : AL_XML_PLAIN_NOT_SURE;
}
