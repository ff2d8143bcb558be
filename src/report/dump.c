/* dump.c: the values of a file as text and as JSON; what can be drawn of it is in views_json.c.
 *
 * The text is for people: a tree with an offset at the start of each line. In the JSON, for programs, the
 * field of a finding is the path to its value: `buffers[1].itemSize` is document.buffers[1].itemSize. Lists
 * are arrays. Everything else is an object with "@offset" (or "@inflatedOffset") and "@length", and then its
 * fields or its "value". Names with an @ are added by the dump, all others are fields of the file.
 */
#include "report/dump.h"

#include <assert.h>
#include <inttypes.h>

#include "report/json_object.h"
#include "report/texts.h"

/* ---- Levels -------------------------------------------------------------------------------- */

static void open_level(dump *d, bool list)
{
    assert(d->depth < DUMP_LEVELS);
    d->levels[d->depth++] = (dump_level){.list = list};
}

dump dump_begin(FILE *out, const char *path)
{
    return (dump){.out = out, .path = path, .depth = 1};
}

/* Whether the series has minimum and maximum: at least one of its numbers is finite. */
static bool has_range(const al_series *series)
{
    for (unsigned i = 0; i < series->components; i++)
        if (series->minimum[i] > series->maximum[i])
            return false;
    return series->components > 0;
}

/* ---- Text ---------------------------------------------------------------------------------------------- */

/* Ends the line of a list, which was left open for its values. */
static void end_text_line(dump *d)
{
    if (d->line_open)
        fputc('\n', d->out);
    d->line_open = false;
}

/* Starts a line; `+` marks an offset in inflated data. */
static void begin_text_line(dump *d, al_extent extent)
{
    char offset[24];
    end_text_line(d);
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
    begin_text_line(d, (al_extent){.offset = offset, .inflated = d->unpacked});
    write_name(d, name);
    if (count != AL_UNKNOWN_COUNT)
        fprintf(d->out, " (%" PRIu64 ")", count);
    d->line_open = true;
    open_level(d, true);
}

static void text_object(void *context, const char *name, int64_t index, uint64_t offset)
{
    dump *d = context;
    begin_text_line(d, (al_extent){.offset = offset, .inflated = d->unpacked});
    fputs(name, d->out);
    if (index >= 0)
        fprintf(d->out, "[%" PRId64 "]", index);
    fputc('\n', d->out);
    open_level(d, false);
}

static void text_close(void *context)
{
    dump *d = context;
    end_text_line(d);
    d->depth--;
}

static void text_object_end(void *context, al_extent extent)
{
    (void)extent;
    text_close(context);
}

static void write_words(FILE *out, al_value value)
{
    switch (value.kind) {
    case AL_VALUE_NONE: fputc('-', out); break;
    case AL_VALUE_UINT: fprintf(out, "%" PRIu64, value.as.uint_value); break;
    case AL_VALUE_INT: fprintf(out, "%" PRId64, value.as.int_value); break;
    case AL_VALUE_REAL: fputs(json_real_words(value.as.real_value).text, out); break;
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
    write_words(d->out, value);
}

static void text_value(void *context, const char *name, al_value value, const char *meaning, al_extent extent)
{
    dump *d = context;
    if (d->levels[d->depth - 1].list) {
        write_listed(d, value);
        return;
    }
    begin_text_line(d, extent);
    write_name(d, name);
    fputs(" = ", d->out);
    write_words(d->out, value);
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
        fputs(json_real_words(components[i]).text, out);
    }
    if (count > 1)
        fputc(')', out);
}

static void text_series(void *context, const char *name, const al_series *series, al_extent extent)
{
    dump *d = context;
    begin_text_line(d, extent);
    write_name(d, name);
    fprintf(d->out, ": %" PRIu64 " %s", series->count, series->type);
    if (has_range(series)) {
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
    begin_text_line(d, extent);
    write_name(d, "");
    fputs(" = ", d->out);
    write_tuple(d->out, components, count);
    fputc('\n', d->out);
}

static void text_unpacked(void *context, uint64_t size, al_extent packed)
{
    dump *d = context;
    text_value(d, "picture", (al_value){.kind = AL_VALUE_UINT, .as.uint_value = size}, "bytes", packed);
    d->unpacked = true;
}

static void text_finish(dump *d, const al_result *result)
{
    fprintf(d->out, "%s%s: %s", before_path(d->path), d->path, result->format);
    if (result->version[0] != '\0')
        fprintf(d->out, " version %s", result->version);
    fprintf(d->out, ", %" PRIu64 " bytes\n", result->size);
}

static const dump_form text_dump = {
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
            .unpacked = text_unpacked,
        },
    .finish = text_finish,
};

/* ---- JSON ---------------------------------------------------------------------------------------------- */

/* Begins a line, with a blank for each level. */
static void begin_json_line(dump *d)
{
    fputs("\n", d->out);
    for (size_t i = 0; i < d->depth; i++)
        fputc(' ', d->out);
}

static void write_name_or_text(dump *d, const char *text)
{
    d->failed = !json_write_text(d->out, text) || d->failed;
}

/* Starts a member of the innermost object, or an item of the innermost list. */
static void begin_child(dump *d, const char *name)
{
    if (!d->started) {
        fputs("{\n \"@path\":", d->out);
        write_name_or_text(d, d->path);
        d->levels[0].children = 1;
        d->started = true;
    }
    dump_level *level = &d->levels[d->depth - 1];
    if (level->children++ > 0)
        fputc(',', d->out);
    begin_json_line(d);
    if (!level->list) {
        write_name_or_text(d, name);
        fputc(':', d->out);
    }
}

static void json_list(void *context, const char *name, uint64_t count, uint64_t offset)
{
    dump *d = context;
    (void)count, (void)offset;
    begin_child(d, name);
    fputc('[', d->out);
    open_level(d, true);
}

static void json_list_end(void *context)
{
    dump *d = context;
    const bool empty = d->levels[d->depth - 1].children == 0;
    d->depth--;
    if (!empty)
        begin_json_line(d);
    fputc(']', d->out);
}

static void json_object_begin(void *context, const char *name, int64_t index, uint64_t offset)
{
    dump *d = context;
    (void)index; /* follows from the place in the array */
    begin_child(d, name);
    fprintf(d->out, "{\"%s\":%" PRIu64, d->unpacked ? "@inflatedOffset" : "@offset", offset);
    open_level(d, false);
    d->levels[d->depth - 1].children = 1; /* the offset */
}

static void json_object_end(void *context, al_extent extent)
{
    dump *d = context;
    begin_child(d, "@length"); /* not known at the start of the object */
    fprintf(d->out, "%" PRIu64, extent.length);
    d->depth--;
    begin_json_line(d);
    fputc('}', d->out);
}

static json_object begin_node(dump *d, const char *name, al_extent extent)
{
    begin_child(d, name);
    json_object node = json_begin();
    json_number(&node, JSON_ROOT, extent.inflated ? "@inflatedOffset" : "@offset", extent.offset);
    json_number(&node, JSON_ROOT, "@length", extent.length);
    return node;
}

static void end_node(dump *d, json_object *node)
{
    d->failed = !json_write(node, d->out) || d->failed;
}

static void json_leaf(void *context, const char *name, al_value value, const char *meaning, al_extent extent)
{
    dump *d = context;
    json_object node = begin_node(d, name, extent);
    json_value(&node, JSON_ROOT, "value", value);
    if (meaning != NULL)
        json_text(&node, JSON_ROOT, "meaning", meaning);
    end_node(d, &node);
}

static void add_reals(json_object *node, const char *key, const double *numbers, unsigned count)
{
    const json_node list = json_array(node, JSON_ROOT, key);
    for (unsigned i = 0; i < count; i++)
        json_real(node, list, NULL, numbers[i]);
}

static void json_series(void *context, const char *name, const al_series *series, al_extent extent)
{
    dump *d = context;
    json_object node = begin_node(d, name, extent);
    json_text(&node, JSON_ROOT, "type", series->type);
    json_number(&node, JSON_ROOT, "count", series->count);
    if (has_range(series)) {
        add_reals(&node, "min", series->minimum, series->components);
        add_reals(&node, "max", series->maximum, series->components);
    }
    end_node(d, &node);
}

static void json_item(void *context, const double *components, unsigned count, al_extent extent)
{
    dump *d = context;
    json_object node = begin_node(d, "", extent);
    add_reals(&node, "value", components, count);
    end_node(d, &node);
}

static void json_unpacked(void *context, uint64_t size, al_extent packed)
{
    dump *d = context;
    json_leaf(d, "picture", (al_value){.kind = AL_VALUE_UINT, .as.uint_value = size}, "bytes", packed);
    d->unpacked = true;
}

static void write_about(dump *d, const char *name, const char *text)
{
    begin_child(d, name);
    write_name_or_text(d, text);
}

static void json_finish(dump *d, const al_result *result)
{
    write_about(d, "@format", result->format);
    write_about(d, "@version", result->version);
    begin_child(d, "@size");
    fprintf(d->out, "%" PRIu64, result->size);
    write_about(d, "@status", al_file_status_name(result->status));
    fputs("\n}\n", d->out);
}

static const dump_form json_dump = {
    .name = "json",
    .visitor =
        {
            .list = json_list,
            .list_end = json_list_end,
            .object = json_object_begin,
            .object_end = json_object_end,
            .value = json_leaf,
            .series = json_series,
            .item = json_item,
            .unpacked = json_unpacked,
        },
    .finish = json_finish,
};

/* ---- The forms ----------------------------------------------------------------------------------------- */

static bool write_views(FILE *out, const al_views *views)
{
    const bool whole = write_views_json(out, views);
    (void)fputc('\n', out);
    return whole;
}

static const dump_form views_dump = {.name = "views", .write_views = write_views};

static const dump_form *const forms[] = {&text_dump, &json_dump, &views_dump};

const dump_form *dump_form_at(size_t number)
{
    return number < sizeof forms / sizeof forms[0] ? forms[number] : NULL;
}
