/* survey.c: visits a dump and notes where things lie. */
#include "survey.h"

uint64_t survey_get(const uint8_t *data, const survey_field *f)
{
    uint64_t value = 0;
    for (size_t i = 0; i < f->length && i < 8; i++)
        value |= (uint64_t)data[f->offset + (f->big_endian ? f->length - 1 - i : i)] << (8 * i);
    return value;
}

void survey_put(uint8_t *data, const survey_field *f, uint64_t value)
{
    for (size_t i = 0; i < f->length && i < 8; i++)
        data[f->offset + (f->big_endian ? f->length - 1 - i : i)] = (uint8_t)(value >> (8 * i) & 0xFF);
}

static bool is_ours(const survey *s, al_extent extent)
{
    return !extent.inflated && extent.length > 0 && extent.offset <= s->size &&
           extent.length <= s->size - extent.offset;
}

static void on_list(void *context, const char *name, uint64_t count, uint64_t offset)
{
    survey *s = context;
    (void)name, (void)count, (void)offset;
    if (s->depth < SURVEY_NEST)
        s->nest[s->depth] = s->lists;
    s->depth++;
    s->lists++;
}

static void on_list_end(void *context)
{
    survey *s = context;
    s->depth--;
}

static void on_object(void *context, const char *name, int64_t index, uint64_t offset)
{
    survey *s = context;
    (void)name, (void)offset;
    if (s->depth < SURVEY_NEST)
        s->nest[s->depth] = index >= 0 && s->depth > 0 ? s->nest[s->depth - 1] : SURVEY_NO_LIST;
    s->depth++;
}

/* How long an object is, is known at its end. */
static void on_object_end(void *context, al_extent extent)
{
    survey *s = context;
    s->depth--;
    bool listed = s->depth < SURVEY_NEST && s->nest[s->depth] != SURVEY_NO_LIST;
    if (!listed || !is_ours(s, extent) || s->record_count == SURVEY_RECORDS)
        return;
    s->records[s->record_count++] = (survey_record){
        .offset = (size_t)extent.offset,
        .length = (size_t)extent.length,
        .list = s->nest[s->depth],
    };
}

/* The bytes of a number tell its byte order: they give its value in one of the two. */
static bool is_big_endian(const survey *s, const survey_field *f, al_value value)
{
    unsigned unused = f->length < 8 ? 64 - 8 * (unsigned)f->length : 0;
    uint64_t shown = value.kind == AL_VALUE_INT ? (uint64_t)value.as.int_value : value.as.uint_value;
    bool whole = value.kind == AL_VALUE_INT || value.kind == AL_VALUE_UINT;
    return whole && survey_get(s->data, f) != (shown & UINT64_MAX >> unused);
}

static void on_value(void *context, const char *name, al_value value, const char *meaning, al_extent extent)
{
    survey *s = context;
    (void)name, (void)meaning;
    if (!is_ours(s, extent) || s->field_count == SURVEY_FIELDS)
        return;
    survey_field f = {.offset = (size_t)extent.offset, .length = (size_t)extent.length, .kind = value.kind};
    f.big_endian = is_big_endian(s, &f, value);
    s->fields[s->field_count++] = f;
}

static void on_series(void *context, const char *name, const al_series *series, al_extent extent)
{
    (void)context, (void)name, (void)series, (void)extent;
}

static void on_item(void *context, const double *components, unsigned count, al_extent extent)
{
    (void)context, (void)components, (void)count, (void)extent;
}

void survey_take(survey *s, al_checker *checker, const char *name, const uint8_t *data, size_t size)
{
    s->data = data;
    s->size = size;
    s->field_count = s->record_count = 0;
    s->depth = s->lists = 0;
    al_visitor visitor = {
        .context = s,
        .list = on_list,
        .list_end = on_list_end,
        .object = on_object,
        .object_end = on_object_end,
        .value = on_value,
        .series = on_series,
        .item = on_item,
    };
    al_result *result;
    if (al_dump_memory(checker, name, data, size, &visitor, &result) == AL_OK)
        al_result_free(result);
}
