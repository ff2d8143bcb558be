/* field_map.c: dumps an input and listens to the walk of that dump, to note the places of fields and records.
 */
#include "field_map.h"

#include "engine/check.h"

uint64_t mapped_field_get(const uint8_t *data, const mapped_field *f)
{
    uint64_t value = 0;
    for (size_t i = 0; i < f->length && i < 8; i++)
        value |= (uint64_t)data[f->offset + (f->big_endian ? f->length - 1 - i : i)] << (8 * i);
    return value;
}

void mapped_field_put(uint8_t *data, const mapped_field *f, uint64_t value)
{
    for (size_t i = 0; i < f->length && i < 8; i++)
        data[f->offset + (f->big_endian ? f->length - 1 - i : i)] = (uint8_t)(value >> (8 * i) & 0xFF);
}

static bool is_inside(const field_map *map, al_extent extent)
{
    return !extent.inflated && extent.length > 0 && extent.offset <= map->size &&
           extent.length <= map->size - extent.offset;
}

static void on_list(void *context, const char *name, uint64_t count, uint64_t offset)
{
    field_map *map = context;
    (void)name, (void)count, (void)offset;
    if (map->depth < MAP_NEST)
        map->nest[map->depth] = map->lists;
    map->depth++;
    map->lists++;
}

static void on_list_end(void *context)
{
    field_map *map = context;
    map->depth--;
}

static void on_object(void *context, const char *name, int64_t index, uint64_t offset)
{
    field_map *map = context;
    (void)name, (void)offset;
    if (map->depth < MAP_NEST)
        map->nest[map->depth] = index >= 0 && map->depth > 0 ? map->nest[map->depth - 1] : MAP_NO_LIST;
    map->depth++;
}

/* The length of an object is known only at its end. */
static void on_object_end(void *context, al_extent extent)
{
    field_map *map = context;
    map->depth--;
    bool listed = map->depth < MAP_NEST && map->nest[map->depth] != MAP_NO_LIST;
    if (!listed || !is_inside(map, extent) || map->record_count == MAP_RECORDS)
        return;
    map->records[map->record_count++] = (mapped_record){
        .offset = (size_t)extent.offset,
        .length = (size_t)extent.length,
        .list = map->nest[map->depth],
    };
}

static void on_value(void *context, const char *name, al_value value, const char *meaning, al_extent extent)
{
    (void)context, (void)name, (void)value, (void)meaning, (void)extent; /* on_record has it, with its row */
}

static void on_series(void *context, const char *name, const al_series *series, al_extent extent)
{
    (void)context, (void)name, (void)series, (void)extent;
}

static void on_item(void *context, const double *components, unsigned count, al_extent extent)
{
    (void)context, (void)components, (void)count, (void)extent;
}

/* ---- Records and texts of the walk --------------------------------------------------------------------- */

/* Copies the legal values, since the row may not outlive the call. The names of an array's items are not
 * values. */
static void note_legal(mapped_field *f, const al_row *row)
{
    if (row->bounded) {
        f->legal[f->legal_count++] = row->min;
        f->legal[f->legal_count++] = row->max;
    }
    for (size_t i = 0; row->words != NULL && !row->named && i < row->words->count; i++)
        if (f->legal_count < MAP_LEGAL)
            f->legal[f->legal_count++] = row->words->items[i].value;
}

/* `row` may be NULL. */
static void add_field(field_map *map, al_span bytes, al_value_kind kind, const al_row *row)
{
    const al_extent extent = {.offset = bytes.base, .length = bytes.len};
    if (!is_inside(map, extent) || map->field_count == MAP_FIELDS)
        return;
    mapped_field *f = &map->fields[map->field_count++];
    *f = (mapped_field){
        .offset = (size_t)bytes.base, .length = bytes.len, .kind = kind, .big_endian = bytes.big_endian};
    if (row != NULL)
        note_legal(f, row);
}

static void on_record(void *context, const al_path *path, const al_layout *layout, al_span record)
{
    (void)path;
    for (size_t i = 0; i < layout->row_count; i++) {
        const al_row *row = &layout->rows[i];
        const uint32_t size = al_scalar_size(row->type);
        al_span bytes;
        if (row->text && al_slice(record, row->offset, row->count, &bytes))
            add_field(context, bytes, AL_VALUE_TEXT, row);
        for (uint32_t k = 0; k < row->count && !row->text; k++)
            if (al_slice(record, row->offset + (uint64_t)k * size, size, &bytes))
                add_field(context, bytes, al_value_at(bytes, 0, row->type).kind, row);
    }
}

static void on_text(void *context, const al_string *text)
{
    const al_span length = al_slice_available(text->field, 0, text->text.base - text->field.base);
    if (text->text.len > 0)
        add_field(context, length, AL_VALUE_UINT, NULL);
    add_field(context, text->text.len > 0 ? text->text : text->field, AL_VALUE_TEXT, NULL);
}

void field_map_make(field_map *map, al_checker *checker, const char *name, const uint8_t *data, size_t size)
{
    map->data = data;
    map->size = size;
    map->field_count = map->record_count = 0;
    map->depth = map->lists = 0;
    al_visitor visitor = {
        .size = sizeof(al_visitor),
        .context = map,
        .list = on_list,
        .list_end = on_list_end,
        .object = on_object,
        .object_end = on_object_end,
        .value = on_value,
        .series = on_series,
        .item = on_item,
    };
    al_result *result;
    const al_listener tap = {.context = map, .record = on_record, .text = on_text};
    if (al_tap_memory(checker, name, al_span_of(data, size), &visitor, &tap, &result) == AL_OK)
        al_result_free(result);
}
