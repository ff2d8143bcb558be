/* dump_text.c: the dump for people: a tree with an offset at the start of each line. */
#include <inttypes.h>

#include "report/dump.h"
#include "report/escape.h"

/* Ends the line of a list, which was left open for its values. */
static void end_line(dump *d)
{
    if (d->line_open)
        fputc('\n', d->out);
    d->line_open = false;
}

/* Starts a line; `+` marks an offset in inflated data. */
static void begin_line(dump *d, al_extent extent)
{
    char offset[24];
    end_line(d);
    if (!d->started)
        fprintf(d->out, "%s%s\n", before_path(d->path), d->path);
    d->started = true;
    (void)snprintf(offset, sizeof offset, "%s0x%04" PRIx64, extent.inflated ? "+" : "", extent.offset);
    fprintf(d->out, "%-8s  ", offset);
    for (size_t i = 1; i < d->depth; i++)
        fputs("  ", d->out);
}

/* Writes the name, or in a list the index. */
static void write_name(dump *d, const char *name)
{
    dump_level *level = &d->levels[d->depth - 1];
    if (level->list)
        fprintf(d->out, "[%" PRIu64 "]", level->children);
    else
        fputs(name, d->out);
    level->children++;
}

static void text_list(void *context, const char *name, uint64_t count, uint64_t offset)
{
    dump *d = context;
    if (d->failed)
        return;
    begin_line(d, (al_extent){.offset = offset});
    write_name(d, name);
    if (count != AL_UNKNOWN_COUNT)
        fprintf(d->out, " (%" PRIu64 ")", count);
    d->line_open = true;
    dump_open(d, true);
}

static void text_object(void *context, const char *name, int64_t index, uint64_t offset)
{
    dump *d = context;
    if (d->failed)
        return;
    begin_line(d, (al_extent){.offset = offset});
    d->levels[d->depth - 1].children++;
    fputs(name, d->out);
    if (index >= 0)
        fprintf(d->out, "[%" PRId64 "]", index);
    fputc('\n', d->out);
    dump_open(d, false);
}

static void text_close(void *context)
{
    dump *d = context;
    end_line(d);
    dump_close(d);
}

static void text_object_end(void *context, al_extent extent)
{
    (void)extent;
    text_close(context);
}

static void write_value(FILE *out, al_value value)
{
    switch (value.kind) {
    case AL_VALUE_NONE: fputc('-', out); break;
    case AL_VALUE_UINT: fprintf(out, "%" PRIu64, value.as.uint_value); break;
    case AL_VALUE_INT: fprintf(out, "%" PRId64, value.as.int_value); break;
    case AL_VALUE_REAL: dump_real(out, value.as.real_value, ""); break;
    case AL_VALUE_TEXT:
        fputc('"', out);
        write_escaped(out, value.as.text.bytes, value.as.text.length);
        fputc('"', out);
        break;
    }
}

/* The values of a list follow its name on the same line, since most lists are padding, colours and vectors.
 */
static void write_listed(dump *d, al_value value)
{
    fputs(d->levels[d->depth - 1].children++ == 0 ? " = " : ", ", d->out);
    write_value(d->out, value);
}

static void text_value(void *context, const char *name, al_value value, const char *meaning, al_extent extent)
{
    dump *d = context;
    if (d->failed)
        return;
    if (d->levels[d->depth - 1].list) {
        write_listed(d, value);
        return;
    }
    begin_line(d, extent);
    write_name(d, name);
    fputs(" = ", d->out);
    write_value(d->out, value);
    if (meaning != NULL)
        fprintf(d->out, " (%s)", meaning);
    fputc('\n', d->out);
}

static void write_tuple(FILE *out, const double *components, unsigned count)
{
    if (count > 1)
        fputc('(', out);
    for (unsigned i = 0; i < count; i++) {
        if (i > 0)
            fputs(", ", out);
        dump_real(out, components[i], "");
    }
    if (count > 1)
        fputc(')', out);
}

static void text_series(void *context, const char *name, const al_series *series, al_extent extent)
{
    dump *d = context;
    if (d->failed)
        return;
    begin_line(d, extent);
    write_name(d, name);
    fprintf(d->out, ": %" PRIu64 " %s", series->count, series->type);
    if (dump_has_range(series)) {
        fputs(", min ", d->out);
        write_tuple(d->out, series->minimum, series->components);
        fputs(", max ", d->out);
        write_tuple(d->out, series->maximum, series->components);
    }
    fputc('\n', d->out);
}

static void text_item(void *context, const double *components, unsigned count, al_extent extent)
{
    dump *d = context;
    if (d->failed)
        return;
    begin_line(d, extent);
    write_name(d, "");
    fputs(" = ", d->out);
    write_tuple(d->out, components, count);
    fputc('\n', d->out);
}

static void finish_text(dump *d, const al_result *result)
{
    fprintf(d->out, "%s%s: %s", before_path(d->path), d->path, result->format);
    if (result->version[0] != '\0')
        fprintf(d->out, " version %s", result->version);
    fprintf(d->out, ", %" PRIu64 " bytes\n", result->size);
}

const dump_form dump_text_form = {
    .name = "text",
    .visitor =
        {
            .list = text_list,
            .list_end = text_close,
            .object = text_object,
            .object_end = text_object_end,
            .value = text_value,
            .series = text_series,
            .item = text_item,
        },
    .finish = finish_text,
};
