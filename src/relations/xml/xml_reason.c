/* xml_reason.c: the words of expat, which search engines know, and behind them what a person has to change.
 * Expat says where it stopped: the mistake is there, or shortly before.
 */
#include "relations/xml/xml.h"

#include <expat.h>
#include <stdio.h>

/* The name of an element, possibly cut. */
typedef struct name {
    char text[48];
} name;

static uint64_t unit_size(const al_xml_text *text)
{
    return text->columns == AL_COLUMNS_UTF16 ? 2 : 1;
}

/* The character at an offset, if it is ASCII; other units are as they are. 0 behind the end. */
static uint32_t unit_at(const al_xml_text *text, uint64_t at)
{
    return unit_size(text) == 2 ? al_u16_at(text->bytes, at) : al_u8_at(text->bytes, at);
}

/* Of an element or attribute. */
static bool is_end_of_name(uint32_t unit)
{
    return unit == '\0' || unit == ' ' || unit == '\t' || unit == '\r' || unit == '\n' || unit == '>' ||
           unit == '/' || unit == '=';
}

static name name_at(const al_xml_text *text, uint64_t at)
{
    enum { ASCII = 0x80 };
    name n = {.text = ""};
    for (size_t i = 0; i < sizeof n.text - 1; i++, at += unit_size(text)) {
        const uint32_t unit = unit_at(text, at);
        if (is_end_of_name(unit))
            break;
        n.text[i] = text->columns == AL_COLUMNS_UTF8 || unit < ASCII ? (char)unit : '?';
    }
    return n;
}

static unsigned long long line_of(const al_xml_text *text, uint64_t offset)
{
    al_lines lines = al_lines_of(text->bytes, text->columns);
    al_lines_advance(&lines, offset);
    return (unsigned long long)lines.line;
}

static bool has_text(const al_xml_text *text, uint64_t at, const char *wanted)
{
    for (; *wanted != '\0'; wanted++, at += unit_size(text))
        if (unit_at(text, at) != (uint8_t)*wanted)
            return false;
    return true;
}

/* Whether the file begins with a declaration, maybe behind a byte order mark. */
static bool begins_with_declaration(const al_xml_text *text)
{
    enum { MARK = 0xFEFF };
    const bool wide_mark = unit_size(text) == 2 && unit_at(text, 0) == MARK;
    const uint64_t mark = wide_mark ? 2 : has_text(text, 0, "\xEF\xBB\xBF") ? 3 : 0;
    return has_text(text, mark, "<?xml");
}

static bool is_of_entity(uint32_t unit)
{
    return (unit >= 'a' && unit <= 'z') || (unit >= 'A' && unit <= 'Z') || (unit >= '0' && unit <= '9') ||
           unit == '#' || unit == '_' || unit == '-' || unit == '.';
}

/* Whether an `&` begins what the parser stopped in, or stands before it. */
static bool is_in_entity(const al_xml_text *text, uint64_t at)
{
    enum { LONGEST = 64 };
    const uint64_t size = unit_size(text);
    for (unsigned i = 0; i < LONGEST && at >= size && is_of_entity(unit_at(text, at - size)); i++)
        at -= size;
    return at >= size && unit_at(text, at - size) == '&';
}

/* ---- Reasons ------------------------------------------------------------------------------------------- */

static void explain_mismatch(al_xml_result *r, const uint64_t *open)
{
    const al_xml_text *text = &r->text;
    const name found = name_at(text, r->offset);
    const name wanted = name_at(text, *open + unit_size(text));
    (void)snprintf(r->why, sizeof r->why, "mismatched tag: </%s>, but <%s> of line %llu is still open",
                   found.text, wanted.text, line_of(text, *open));
}

static void explain_end(al_xml_result *r, const uint64_t *open)
{
    static const char words[] = "the file ends before its elements do";
    if (open == NULL)
        (void)snprintf(r->why, sizeof r->why, "%s", words);
    else
        (void)snprintf(r->why, sizeof r->why, "%s: <%s> of line %llu is still open", words,
                       name_at(&r->text, *open + unit_size(&r->text)).text, line_of(&r->text, *open));
}

static void explain_declaration(al_xml_result *r, const char *words)
{
    const bool twice = begins_with_declaration(&r->text);
    (void)snprintf(r->why, sizeof r->why, "%s: %s", words,
                   twice ? "the file has two lines <?xml ...?>, delete this one"
                         : "<?xml ...?> must begin the file, delete what is in front of it");
}

/* What follows the end of the root. */
static void explain_second_root(al_xml_result *r, const char *words, uint64_t root)
{
    const al_xml_text *text = &r->text;
    const uint64_t size = unit_size(text), start = r->offset + size;
    const name first = name_at(text, root + size);
    const unsigned long long line = line_of(text, root);
    if (unit_at(text, r->offset) != '<')
        (void)snprintf(r->why, sizeof r->why, "%s: text behind the end of <%s> of line %llu, the root", words,
                       first.text, line);
    else
        (void)snprintf(
            r->why, sizeof r->why,
            "second root element: <%s> of line %llu follows the end of <%s> of line %llu, put it inside",
            name_at(text, start).text, line_of(text, r->offset), first.text, line);
}

/* A byte that no character of the encoding begins with. */
static void explain_byte(al_xml_result *r, const char *words)
{
    const unsigned byte = al_u8_at(r->text.bytes, r->offset);
    if (r->encoding[0] != '\0')
        (void)snprintf(r->why, sizeof r->why,
                       "%s: byte 0x%02X is no character of %s, the encoding that the file declares", words,
                       byte, r->encoding);
    else
        (void)snprintf(r->why, sizeof r->why,
                       "%s: byte 0x%02X is no character of UTF-8, and the file declares no other encoding",
                       words, byte);
}

/* If the parser stopped behind the quote that ends a value, though what follows is no attribute: the offset
 * of the name of that attribute, whose value was to go on. 0: there is none. */
static uint64_t attribute_with_quotes(const al_xml_text *text, uint64_t at)
{
    const uint64_t size = unit_size(text);
    const uint32_t quote = at >= size ? unit_at(text, at - size) : 0;
    uint64_t behind = at;
    while (is_of_entity(unit_at(text, behind)))
        behind += size;
    if ((quote != '"' && quote != '\'') || unit_at(text, behind) == '=' || at < 2 * size)
        return 0;
    for (at -= 2 * size; at > size && unit_at(text, at) != quote && unit_at(text, at) != '<';)
        at -= size;
    if (at <= size || unit_at(text, at - size) != '=')
        return 0;
    for (at -= size; at >= size && is_of_entity(unit_at(text, at - size));)
        at -= size;
    return at;
}

static void explain_token(al_xml_result *r, const char *words)
{
    enum { ASCII = 0x80 };
    const al_xml_text *text = &r->text;
    const uint32_t unit = unit_at(text, r->offset);
    const uint64_t attribute = attribute_with_quotes(text, r->offset);
    if (attribute > 0)
        (void)snprintf(r->why, sizeof r->why,
                       "%s: a %c inside of the value of %s ends it, write %s or &quot; instead", words,
                       (char)unit_at(text, r->offset - unit_size(text)), name_at(text, attribute).text,
                       unit_at(text, r->offset - unit_size(text)) == '"' ? "'" : "\"");
    else if (is_in_entity(text, r->offset))
        (void)snprintf(r->why, sizeof r->why, "%s: a bare &, write &amp; instead", words);
    else if (unit == '/' && r->offset > 0 && unit_at(text, r->offset - unit_size(text)) == '<')
        (void)snprintf(r->why, sizeof r->why, "</%s> ends nothing: no element is open",
                       name_at(text, r->offset + unit_size(text)).text);
    else if (unit == '<')
        (void)snprintf(r->why, sizeof r->why,
                       "%s: < inside of a tag, a quote or a > is missing in front of it", words);
    else if (unit >= ASCII && text->columns != AL_COLUMNS_UTF16)
        explain_byte(r, words);
    else
        (void)snprintf(r->why, sizeof r->why, "%s", words);
}

/* What begins at the offset goes on to the end of the file. */
static void explain_unclosed(al_xml_result *r, const char *words)
{
    const bool comment = has_text(&r->text, r->offset, "<!--");
    const bool instruction = has_text(&r->text, r->offset, "<?");
    (void)snprintf(r->why, sizeof r->why, "%s: %s", words,
                   comment       ? "the comment that begins here has no -->"
                   : instruction ? "<? begins here, and there is no ?>"
                                 : "the tag that begins here has no >, or a quote in it has no end");
}

void al_xml_explain(al_xml_result *r, int error, const uint64_t *open, uint64_t root)
{
    const char *words = XML_ErrorString((enum XML_Error)error);
    words = words != NULL ? words : "unknown error";
    if (error == XML_ERROR_TAG_MISMATCH && open != NULL)
        explain_mismatch(r, open);
    else if (error == XML_ERROR_NO_ELEMENTS)
        explain_end(r, open);
    else if (error == XML_ERROR_INVALID_TOKEN)
        explain_token(r, "invalid token");
    else if (error == XML_ERROR_UNCLOSED_TOKEN)
        explain_unclosed(r, words);
    else if (error == XML_ERROR_PARTIAL_CHAR)
        explain_byte(r, words);
    else if (error == XML_ERROR_MISPLACED_XML_PI ||
             (error == XML_ERROR_JUNK_AFTER_DOC_ELEMENT && has_text(&r->text, r->offset, "<?xml")))
        explain_declaration(r, words);
    else if (error == XML_ERROR_JUNK_AFTER_DOC_ELEMENT)
        explain_second_root(r, words, root);
    else if (error == XML_ERROR_UNDEFINED_ENTITY)
        (void)snprintf(r->why, sizeof r->why, "%s: for a bare & write &amp;", words);
    else if (error == XML_ERROR_INCORRECT_ENCODING)
        (void)snprintf(r->why, sizeof r->why, "%s: the file declares %s, but its bytes are not of it", words,
                       r->encoding);
    else
        (void)snprintf(r->why, sizeof r->why, "%s", words);
}
