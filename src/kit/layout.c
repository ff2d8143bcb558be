/* layout.c: reads, shows and judges the fields of a record by its rows. */
#include "kit/layout.h"
#include "core/number.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

uint32_t al_scalar_size(al_scalar type)
{
    switch (type) {
    case AL_TYPE_u8: return 1;
    case AL_TYPE_u16:
    case AL_TYPE_i16:
    case AL_TYPE_f16: return 2;
    case AL_TYPE_u32:
    case AL_TYPE_i32:
    case AL_TYPE_f32: return 4;
    case AL_TYPE_u64:
    case AL_TYPE_f64: break;
    }
    return 8;
}

const char *al_scalar_name(al_scalar type)
{
    static const char *const names[] = {"u8", "u16", "i16", "u32", "i32", "u64", "f16", "f32", "f64"};
    return names[type];
}

double al_number_at(al_span record, uint64_t offset, al_scalar type)
{
    const al_value value = al_value_at(record, offset, type);
    if (value.kind == AL_VALUE_UINT)
        return (double)value.as.uint_value;
    return value.kind == AL_VALUE_INT ? (double)value.as.int_value : value.as.real_value;
}

al_value al_value_at(al_span record, uint64_t offset, al_scalar type)
{
    switch (type) {
    case AL_TYPE_u8: return al_uint(al_u8_at(record, offset));
    case AL_TYPE_u16: return al_uint(al_u16_at(record, offset));
    case AL_TYPE_i16: return al_int(al_i16_at(record, offset));
    case AL_TYPE_u32: return al_uint(al_u32_at(record, offset));
    case AL_TYPE_i32: return al_int(al_i32_at(record, offset));
    case AL_TYPE_u64: return al_uint(al_u64_at(record, offset));
    case AL_TYPE_f16: return al_real((double)al_f16_at(record, offset));
    case AL_TYPE_f32: return al_real((double)al_f32_at(record, offset));
    case AL_TYPE_f64: break;
    }
    return al_real(al_f64_at(record, offset));
}

/* A value as the tables of words have it. False if it is not a whole number. */
static bool whole_number(al_value value, int64_t *number)
{
    *number = value.kind == AL_VALUE_INT ? value.as.int_value : 0;
    if (value.kind == AL_VALUE_UINT && value.as.uint_value <= INT64_MAX)
        *number = (int64_t)value.as.uint_value;
    return value.kind == AL_VALUE_INT || (value.kind == AL_VALUE_UINT && value.as.uint_value <= INT64_MAX);
}

const char *al_word_of(const al_row *row, al_value value)
{
    int64_t number;
    const bool whole = whole_number(value, &number);
    return row->words != NULL && !row->bits && whole ? al_find_word(row->words, number) : NULL;
}

bool al_is_legal(const al_row *row, al_value value)
{
    int64_t number;
    if (row->bounded)
        return whole_number(value, &number) && number >= row->min && number <= row->max;
    return row->words == NULL || row->bits || row->words->find != NULL || al_word_of(row, value) != NULL;
}

uint32_t al_counted(const al_counter *counter)
{
    uint32_t size = counter->size;
    if (size == 0)
        size = al_scalar_size(al_row_at(counter->layout, counter->field)->type);
    if (size == 4)
        return al_u32_at(counter->record, counter->field);
    const uint64_t wide = al_u64_at(counter->record, counter->field);
    switch (size) {
    case 1: return al_u8_at(counter->record, counter->field);
    case 2: return al_u16_at(counter->record, counter->field);
    default: return wide < UINT32_MAX ? (uint32_t)wide : UINT32_MAX;
    }
}

/* Shows the items of an array before the end of the record, as a list. */
static void visit_array(const al_visitor *v, const al_row *row, al_span bytes, bool inflated)
{
    const uint32_t size = al_scalar_size(row->type), count = (uint32_t)(bytes.len / size);
    if (count == 0)
        return;
    v->list(v->context, row->name, count, bytes.base);
    for (uint32_t i = 0; i < count; i++) {
        const al_value value = al_value_at(bytes, (uint64_t)i * size, row->type);
        const char *word = row->named ? al_find_word(row->words, i) : al_word_of(row, value);
        v->value(
            v->context, NULL, value, word,
            (al_extent){.offset = bytes.base + (uint64_t)i * size, .length = size, .inflated = inflated});
    }
    v->list_end(v->context);
}

static void visit_number(const al_visitor *v, const al_row *row, al_value value, al_extent extent)
{
    al_bits_text bits;
    const char *meaning = al_word_of(row, value);
    if (row->bits) {
        bits = al_show_bits(row->words, value.as.uint_value, al_scalar_size(row->type));
        meaning = bits.text;
    }
    v->value(v->context, row->name, value, meaning, extent);
}

void al_visit_record(const al_visitor *v, const al_layout *layout, al_span record, bool inflated)
{
    for (size_t i = 0; i < layout->row_count; i++) {
        const al_row *row = &layout->rows[i];
        const uint64_t size = (uint64_t)row->count * al_scalar_size(row->type);
        const al_span bytes = al_slice_available(record, row->offset, size);
        const al_extent extent = {.offset = bytes.base, .length = bytes.len, .inflated = inflated};
        if (row->count > 1 && !row->text) {
            visit_array(v, row, bytes, inflated);
        } else if (bytes.len < size) {
            continue;
        } else if (row->text) {
            const al_value text = al_text_bytes(al_slice_available(bytes, 0, al_text_length(bytes)));
            v->value(v->context, row->name, text, NULL, extent);
        } else {
            visit_number(v, row, al_value_at(bytes, 0, row->type), extent);
        }
    }
}

const al_row *al_row_at(const al_layout *layout, uint32_t offset)
{
    const al_row *row = layout->rows;
    while (row->offset != offset)
        row++;
    return row;
}

al_claim al_field_claim(size_t rule, const al_layout *layout, al_span record, uint32_t offset,
                        const al_path *up)
{
    const al_row *row = al_row_at(layout, offset);
    const al_span bytes =
        al_slice_available(record, offset, (uint64_t)row->count * al_scalar_size(row->type));
    al_claim claim = {
        .rule = rule, .offset = bytes.base, .length = bytes.len, .path = al_field(up, row->name)};
    if (row->count == 1)
        claim.actual = al_value_at(record, offset, row->type);
    return claim;
}

al_claim al_item_claim(size_t rule, const al_layout *layout, al_span record, uint32_t offset, uint32_t item,
                       const al_path *up)
{
    const al_row *row = al_row_at(layout, offset);
    const uint32_t size = al_scalar_size(row->type);
    const al_span bytes = al_slice_available(record, offset + (uint64_t)item * size, size);
    return (al_claim){.rule = rule,
                      .offset = bytes.base,
                      .length = bytes.len,
                      .path = al_item(up, row->name, item),
                      .actual = al_value_at(bytes, 0, row->type)};
}

bool al_is_legal_at(const al_layout *layout, al_span record, uint32_t offset)
{
    const al_row *row = al_row_at(layout, offset);
    return al_is_legal(row, al_value_at(record, offset, row->type));
}

al_claim al_counter_claim(size_t rule, const al_counter *counter)
{
    return al_field_claim(rule, counter->layout, counter->record, counter->field, counter->up);
}

/* ---- Words for numbers and bits ------------------------------------------------------------------------ */

/* ---- Values -------------------------------------------------------------------------------------------- */

const char *al_find_word(const al_words *words, int64_t value)
{
    if (words->find != NULL)
        return words->find(value);
    /* Most tables begin at 0 and have no gaps. */
    if (value >= 0 && (uint64_t)value < words->count && words->items[value].value == value)
        return words->items[value].word;
    for (size_t i = 0; i < words->count; i++)
        if (words->items[i].value == value)
            return words->items[i].word;
    return NULL;
}

bool al_has_word(const al_words *words, int64_t value)
{
    return words->find != NULL || al_find_word(words, value) != NULL;
}

/* ---- Bits ---------------------------------------------------------------------------------------------- */

/* Appends words to a text; what does not fit is left out. */
static void append(al_bits_text *shown, const char *separator, const char *words)
{
    const size_t length = strlen(shown->text);
    (void)snprintf(shown->text + length, sizeof shown->text - length, "%s%s", length > 0 ? separator : "",
                   words);
}

/* Appends the numbers from `first` to `last`: "0", "0, 1" or "0 to 5". */
static void append_run(al_bits_text *shown, unsigned first, unsigned last, bool is_first)
{
    append(shown, is_first ? " " : ", ", al_show_unsigned(first).text);
    if (last > first)
        append(shown, last > first + 1 ? " to " : ", ", al_show_unsigned(last).text);
}

static al_bits_text show_numbers(const char *each, uint64_t value, unsigned bits)
{
    al_bits_text shown = {.text = ""};
    bool is_first = true;
    const bool plural = (value & (value - 1)) != 0;
    const bool all = value == UINT64_MAX >> (64 - bits);
    (void)snprintf(shown.text, sizeof shown.text, "%s%s%s", all ? "all " : "", each,
                   all || plural ? "s" : "");
    for (unsigned bit = 0; bit < bits && !all; bit++) {
        unsigned last = bit;
        if ((value >> bit & 1) == 0)
            continue;
        while (last + 1 < bits && (value >> (last + 1) & 1) != 0)
            last++;
        append_run(&shown, bit, last, is_first);
        is_first = false;
        bit = last;
    }
    return shown;
}

al_bits_text al_show_bits(const al_words *words, uint64_t value, uint32_t size)
{
    al_bits_text shown = {.text = ""};
    if (value == 0) {
        append(&shown, "", "none");
        return shown;
    }
    if (words->each != NULL)
        return show_numbers(words->each, value, 8 * size);
    uint64_t rest = value;
    for (size_t i = 0; i < words->count; i++) {
        const uint64_t bits = (uint64_t)words->items[i].value;
        if ((value & bits) != bits)
            continue;
        append(&shown, ", ", words->items[i].word);
        rest &= ~bits;
    }
    if (rest != 0) {
        append(&shown, ", ", "unknown 0x");
        append(&shown, "", al_show_hex(rest, false).text);
    }
    return shown;
}

uint64_t al_unknown_bits(const al_words *words, uint64_t value)
{
    for (size_t i = 0; i < words->count; i++)
        value &= ~(uint64_t)words->items[i].value;
    return value;
}
