/* clausewitz.c: splits a text into tokens, and makes items of them. */
#include "relations/paradox/clausewitz.h"

#include "core/text.h"

typedef enum token_kind { TOKEN_END, TOKEN_WORD, TOKEN_OPERATOR, TOKEN_OPEN, TOKEN_CLOSE } token_kind;

typedef struct token {
    token_kind kind;
    al_span text;  /* without quotes */
    al_span whole; /* with them */
    bool open_quote;
} token;

typedef struct reading {
    al_span text;
    uint64_t at;
    const al_clausewitz_visitor *visitor;
    bool has_key, has_operator;
    token key; /* whose value comes next */
    uint64_t depth;
    al_span open[AL_CLAUSEWITZ_DEPTH]; /* the braces of open objects, */
    al_span keys[AL_CLAUSEWITZ_DEPTH]; /* and their keys */
    al_span unclosed;                  /* the brace of the first object in which another of its kind stands */
    bool too_deep;                     /* this was reported */
    uint64_t run_end;                  /* the end of a run of }, blanks and comments */
    bool run_is_end;                   /* the text ends there */
} reading;

/* ---- Tokens -------------------------------------------------------------------------------------------- */

static bool is_line_end(uint8_t byte)
{
    return byte == '\n' || byte == '\r';
}

static bool is_blank(uint8_t byte)
{
    return byte == ' ' || (byte >= '\t' && byte <= '\r');
}

static bool ends_word(uint8_t byte)
{
    return is_blank(byte) || byte == '{' || byte == '}' || byte == '=' || byte == '"' || byte == '#';
}

/* The end of the line at an offset. */
static uint64_t line_end(const reading *r, uint64_t at)
{
    while (at < r->text.len && !is_line_end(al_u8_at(r->text, at)))
        at++;
    return at;
}

/* The next offset that is not in a blank or a comment. */
static uint64_t skip_blanks(const reading *r, uint64_t at)
{
    while (at < r->text.len) {
        const uint8_t byte = al_u8_at(r->text, at);
        if (byte == '#')
            at = line_end(r, at);
        else if (is_blank(byte))
            at++;
        else
            break;
    }
    return at;
}

static al_span slice(const reading *r, uint64_t from, uint64_t end)
{
    return al_slice_available(r->text, from, end - from);
}

static token take(reading *r, token_kind kind, uint64_t length)
{
    const al_span text = al_slice_available(r->text, r->at, length);
    r->at += length;
    return (token){.kind = kind, .text = text, .whole = text};
}

static token take_quoted(reading *r)
{
    const uint64_t start = r->at;
    uint64_t end = start + 1;
    while (end < r->text.len && al_u8_at(r->text, end) != '"' && !is_line_end(al_u8_at(r->text, end)))
        end++;
    const bool closed = end < r->text.len && al_u8_at(r->text, end) == '"';
    r->at = closed ? end + 1 : end;
    return (token){.kind = TOKEN_WORD,
                   .text = slice(r, start + 1, end),
                   .whole = slice(r, start, r->at),
                   .open_quote = !closed};
}

static token take_word(reading *r)
{
    uint64_t end = r->at + 1;
    while (end < r->text.len && !ends_word(al_u8_at(r->text, end)))
        end++;
    return take(r, TOKEN_WORD, end - r->at);
}

static token next_token(reading *r)
{
    r->at = skip_blanks(r, r->at);
    if (r->at >= r->text.len)
        return (token){.kind = TOKEN_END, .whole = slice(r, r->at, r->at)};
    switch (al_u8_at(r->text, r->at)) {
    case '{': return take(r, TOKEN_OPEN, 1);
    case '}': return take(r, TOKEN_CLOSE, 1);
    case '=': return take(r, TOKEN_OPERATOR, 1);
    case '<':
    case '>': return take(r, TOKEN_OPERATOR, al_u8_at(r->text, r->at + 1) == '=' ? 2 : 1);
    case '"': return take_quoted(r);
    default: return take_word(r);
    }
}

/* ---- Items --------------------------------------------------------------------------------------------- */

static void report_problem(const reading *r, al_clausewitz_flaw flaw, al_span at)
{
    r->visitor->flaw(r->visitor->context, flaw, at);
}

static void forget(reading *r)
{
    r->has_key = r->has_operator = false;
}

static void give_value(reading *r, const token *value)
{
    const al_clausewitz_item item = {.key = r->has_operator && r->has_key ? r->key.text : (al_span){.len = 0},
                                     .value = value->text,
                                     .whole = value->whole};
    if (r->depth <= AL_CLAUSEWITZ_DEPTH)
        r->visitor->value(r->visitor->context, &item);
}

/* If there is no key, either, that was reported at the operator. */
static void report_no_value(const reading *r)
{
    if (r->has_key)
        report_problem(r, AL_FLAW_NO_VALUE, r->key.whole);
}

/* Ends an item that gets no more: a word without operator is a value. */
static void end_item(reading *r)
{
    if (r->has_operator)
        report_no_value(r);
    else if (r->has_key)
        give_value(r, &r->key);
    forget(r);
}

/* Whether a word behind an operator is the key of the next item: in `idle = move = "a.xsm"` it is `idle` that
 * has no value. Text in quotes is a value. */
static bool is_next_key(const reading *r, const token *word)
{
    const uint8_t next = al_u8_at(r->text, skip_blanks(r, r->at));
    return word->text.len == word->whole.len && (next == '=' || next == '<' || next == '>');
}

/* Keeps flaws in the order of the text. */
static void take_text(reading *r, const token *t)
{
    const bool is_value = r->has_operator && !is_next_key(r, t);
    if (!is_value)
        end_item(r);
    if (t->open_quote)
        report_problem(r, AL_FLAW_OPEN_QUOTE, t->whole);
    if (is_value) {
        give_value(r, t);
        forget(r);
    } else {
        r->key = *t;
        r->has_key = true;
    }
}

/* An operator behind another takes the place of its value. */
static void take_operator(reading *r, const token *t)
{
    if (r->has_operator) {
        report_no_value(r);
        return;
    }
    if (!r->has_key)
        report_problem(r, AL_FLAW_NO_KEY, t->whole);
    r->has_operator = true;
}

/* A key needs no `=` before an object. */
static void take_open(reading *r, const token *t)
{
    const al_clausewitz_item object = {
        .key = r->has_key ? r->key.text : (al_span){.len = 0}, .value = t->text, .whole = t->whole};
    if (r->depth < AL_CLAUSEWITZ_DEPTH) {
        r->open[r->depth] = t->whole;
        r->keys[r->depth] = object.key;
        if (r->unclosed.len == 0 && r->depth > 0 && object.key.len > 0 &&
            al_compare_ignoring_case(object.key, r->keys[r->depth - 1]) == 0)
            r->unclosed = r->open[r->depth - 1];
        r->visitor->open(r->visitor->context, &object);
    } else if (!r->too_deep) {
        report_problem(r, AL_FLAW_TOO_DEEP, t->whole);
        r->too_deep = true;
    }
    r->depth++;
    forget(r);
}

/* Whether only } follows. A run of } is read once. */
static bool is_at_end(reading *r)
{
    if (r->at <= r->run_end)
        return r->run_is_end;
    uint64_t at = skip_blanks(r, r->at);
    while (al_u8_at(r->text, at) == '}')
        at = skip_blanks(r, at + 1);
    r->run_end = at;
    r->run_is_end = at >= r->text.len;
    return r->run_is_end;
}

static void take_close(reading *r, const token *t)
{
    end_item(r);
    if (r->depth == 0) {
        report_problem(r, is_at_end(r) ? AL_FLAW_STRAY_AT_END : AL_FLAW_STRAY, t->whole);
        return;
    }
    r->depth--;
    if (r->depth < AL_CLAUSEWITZ_DEPTH)
        r->visitor->close(r->visitor->context);
}

static void end(reading *r)
{
    end_item(r);
    if (r->depth > 0 && r->unclosed.len > 0) {
        report_problem(r, AL_FLAW_OPEN_OBJECT, r->unclosed);
        return;
    }
    for (uint64_t i = 0; i < r->depth && i < AL_CLAUSEWITZ_DEPTH; i++)
        report_problem(r, AL_FLAW_OPEN_BRACE, r->open[i]);
}

void al_clausewitz_read(al_span text, const al_clausewitz_visitor *visitor)
{
    static const char mark[] = "\xEF\xBB\xBF";
    reading r = {.text = text, .visitor = visitor};
    r.at = al_starts_with(text, mark, sizeof mark - 1) ? sizeof mark - 1 : 0;
    for (;;) {
        const token t = next_token(&r);
        switch (t.kind) {
        case TOKEN_END: end(&r); return;
        case TOKEN_WORD: take_text(&r, &t); break;
        case TOKEN_OPERATOR: take_operator(&r, &t); break;
        case TOKEN_OPEN: take_open(&r, &t); break;
        case TOKEN_CLOSE: take_close(&r, &t); break;
        }
    }
}
