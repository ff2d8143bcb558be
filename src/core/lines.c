/* lines.c: counts lines and columns. */
#include "core/lines.h"

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

/* A unit is a byte, or two of UTF-16. A character of several units is one column; so is a surrogate pair. */
static bool begins_column(const al_lines *lines, uint32_t unit)
{
    switch (lines->columns) {
    case AL_COLUMNS_BYTES: break;
    case AL_COLUMNS_UTF8: return (unit & 0xC0) != 0x80;
    case AL_COLUMNS_UTF16: return (unit & 0xFC00) != 0xDC00;
    }
    return true;
}

static uint32_t unit_at(const al_lines *lines, uint64_t offset)
{
    return lines->columns == AL_COLUMNS_UTF16 ? al_u16_at(lines->text, offset)
                                              : al_u8_at(lines->text, offset);
}

void al_lines_advance(al_lines *lines, uint64_t offset)
{
    const uint64_t end = offset < lines->text.len ? offset : lines->text.len;
    while (lines->offset < end) {
        const uint32_t unit = unit_at(lines, lines->offset);
        lines->offset += lines->columns == AL_COLUMNS_UTF16 ? 2 : 1;
        if (unit == '\n' || (unit == '\r' && unit_at(lines, lines->offset) != '\n')) {
            lines->line++;
            lines->column = 1;
        } else if (unit != '\r' && begins_column(lines, unit)) {
            lines->column++;
        }
    }
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
