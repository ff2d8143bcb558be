/* lines.c: counts lines and columns. */
#include "core/lines.h"

#include "core/reduce/bytes.h"

static uint64_t mark_length(const al_lines *lines)
{
    static const char mark[] = "\xEF\xBB\xBF";
    if (lines->columns == AL_COLUMNS_UTF16)
        return al_u16_at(lines->text, 0) == 0xFEFF ? 2 : 0;
    return al_starts_with(lines->text, mark, sizeof mark - 1) ? sizeof mark - 1 : 0;
}

al_lines al_lines_of(al_span text, al_columns columns)
{
    al_lines lines = {.text = text, .columns = columns, .line = 1, .column = 1};
    lines.offset = mark_length(&lines);
    return lines;
}

/* UTF-16: counts a surrogate pair as one column. */
static void advance_utf16(al_lines *lines, uint64_t end)
{
    enum { UNIT = 2 };
    while (lines->offset < end) {
        const uint32_t unit = al_u16_at(lines->text, lines->offset);
        lines->offset += UNIT;
        if (unit == '\n' || (unit == '\r' && al_u16_at(lines->text, lines->offset) != '\n')) {
            lines->line++;
            lines->column = 1;
        } else if ((unit & 0xFC00) != 0xDC00 && unit != '\r') {
            lines->column++;
        }
    }
}

static void advance_bytes(al_lines *lines, uint64_t end)
{
    const al_line_breaks breaks = al_find_line_breaks(lines->text, lines->offset, end);
    if (breaks.count > 0)
        lines->column = 1;
    lines->line += breaks.count;
    lines->column += al_count_columns(lines->text, breaks.end, end, lines->columns == AL_COLUMNS_UTF8);
    lines->offset = end;
}

void al_lines_advance(al_lines *lines, uint64_t offset)
{
    const uint64_t end = offset < lines->text.len ? offset : lines->text.len;
    if (lines->columns == AL_COLUMNS_UTF16)
        advance_utf16(lines, end);
    else if (lines->offset < end)
        advance_bytes(lines, end);
}

void al_claim_set_lines(al_claim *claim, const al_lines *start, const al_lines *end)
{
    claim->offset = start->offset;
    claim->length = end->offset - start->offset;
    claim->line = start->line;
    claim->column = start->column;
    claim->end_line = end->line;
    claim->end_column = end->column;
}
