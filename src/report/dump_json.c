/* dump_json.c: the dump for programs: one JSON document. The field of a finding is the path to its value:
 * `buffers[1].itemSize` is document.buffers[1].itemSize.
 *
 * Lists are arrays. Everything else is an object with "@offset" (or "@inflatedOffset") and "@length", and
 * then its fields or its "value". Names with an @ are added by the dump, all others are fields of the file.
 */
#include <inttypes.h>
#include <stdlib.h>

#include "report/dump.h"
#include "report/escape.h"
#include "report/json.h"

/* Begins a line, with a blank for each level. */
static void begin_line(dump *d)
{
    fputs("\n", d->out);
    for (size_t i = 0; i < d->depth; i++)
        fputc(' ', d->out);
}

/* Starts the document if that was not done yet. */
static void begin_document(dump *d)
{
    if (d->started)
        return;
    d->started = true;
    fputs("{\n \"@path\": ", d->out);
    json_write_text(d->out, d->path);
    d->levels[0].children = 1;
}

/* Starts a member of the innermost object, or an item of the innermost list. */
static void begin_child(dump *d, const char *name)
{
    begin_document(d);
    dump_level *level = &d->levels[d->depth - 1];
    if (level->children++ > 0)
        fputc(',', d->out);
    begin_line(d);
    if (!level->list) {
        json_write_text(d->out, name);
        fputs(": ", d->out);
    }
}

static void begin_node(dump *d, al_extent extent)
{
    fprintf(d->out, "{\"%s\": %" PRIu64 ", \"@length\": %" PRIu64,
            extent.inflated ? "@inflatedOffset" : "@offset", extent.offset, extent.length);
}

static void show_list(void *context, const char *name, uint64_t count, uint64_t offset)
{
    dump *d = context;
    (void)count, (void)offset;
    if (d->failed)
        return;
    begin_child(d, name);
    fputc('[', d->out);
    dump_open(d, true);
}

static void show_list_end(void *context)
{
    dump *d = context;
    if (d->failed)
        return;
    const bool empty = d->levels[d->depth - 1].children == 0;
    dump_close(d);
    if (!empty)
        begin_line(d);
    fputc(']', d->out);
}

static void show_object(void *context, const char *name, int64_t index, uint64_t offset)
{
    dump *d = context;
    (void)index; /* follows from the place in the array */
    if (d->failed)
        return;
    begin_child(d, name);
    fprintf(d->out, "{\"@offset\": %" PRIu64, offset);
    dump_open(d, false);
    if (!d->failed)
        d->levels[d->depth - 1].children = 1; /* the offset */
}

static void show_object_end(void *context, al_extent extent)
{
    dump *d = context;
    if (d->failed)
        return;
    begin_child(d, "@length"); /* not known at the start of the object */
    fprintf(d->out, "%" PRIu64, extent.length);
    dump_close(d);
    begin_line(d);
    fputc('}', d->out);
}

bool dump_json_scalar(FILE *out, al_value value)
{
    switch (value.kind) {
    case AL_VALUE_NONE: fputs("null", out); break;
    case AL_VALUE_UINT: fprintf(out, "%" PRIu64, value.as.uint_value); break;
    case AL_VALUE_INT: fprintf(out, "%" PRId64, value.as.int_value); break;
    case AL_VALUE_REAL: dump_real(out, value.as.real_value, "\""); break;
    case AL_VALUE_TEXT: return false;
    }
    return true;
}

static void write_value(dump *d, al_value value)
{
    if (dump_json_scalar(d->out, value))
        return;
    char *text = escaped_copy(value.as.text.bytes, value.as.text.length);
    if (text != NULL)
        json_write_text(d->out, text);
    else
        d->failed = true;
    free(text);
}

static void show_value(void *context, const char *name, al_value value, const char *meaning, al_extent extent)
{
    dump *d = context;
    if (d->failed)
        return;
    begin_child(d, name);
    begin_node(d, extent);
    fputs(", \"value\": ", d->out);
    write_value(d, value);
    if (meaning != NULL) {
        fputs(", \"meaning\": ", d->out);
        json_write_text(d->out, meaning);
    }
    fputc('}', d->out);
}

static void write_numbers(FILE *out, const double *numbers, unsigned count)
{
    fputc('[', out);
    for (unsigned i = 0; i < count; i++) {
        if (i > 0)
            fputs(", ", out);
        dump_real(out, numbers[i], "\"");
    }
    fputc(']', out);
}

static void show_series(void *context, const char *name, const al_series *series, al_extent extent)
{
    dump *d = context;
    if (d->failed)
        return;
    begin_child(d, name);
    begin_node(d, extent);
    fputs(", \"type\": ", d->out);
    json_write_text(d->out, series->type);
    fprintf(d->out, ", \"count\": %" PRIu64, series->count);
    if (dump_has_range(series)) {
        fputs(", \"min\": ", d->out);
        write_numbers(d->out, series->minimum, series->components);
        fputs(", \"max\": ", d->out);
        write_numbers(d->out, series->maximum, series->components);
    }
    fputc('}', d->out);
}

static void show_item(void *context, const double *components, unsigned count, al_extent extent)
{
    dump *d = context;
    if (d->failed)
        return;
    begin_child(d, "");
    begin_node(d, extent);
    fputs(", \"value\": ", d->out);
    write_numbers(d->out, components, count);
    fputc('}', d->out);
}

static void write_about(dump *d, const char *name, const char *text)
{
    begin_child(d, name);
    json_write_text(d->out, text);
}

static void finish_json(dump *d, const al_result *result)
{
    write_about(d, "@format", result->format);
    write_about(d, "@version", result->version);
    begin_child(d, "@size");
    fprintf(d->out, "%" PRIu64, result->size);
    write_about(d, "@status", al_file_status_name(result->status));
    fputs("\n}\n", d->out);
}

const dump_form dump_json_form = {
    .name = "json",
    .visitor =
        {
            .list = show_list,
            .list_end = show_list_end,
            .object = show_object,
            .object_end = show_object_end,
            .value = show_value,
            .series = show_series,
            .item = show_item,
        },
    .finish = finish_json,
};
