/* content_reading.c: reads one file as far as the relations need it. */
#include "project/content_reading.h"

#include "core/inflate.h"
#include "engine/recognize.h"
#include "relations/file_names.h"

/* No rule reports here: the check of the file does. */
static const al_setting silent[AL_MOST_RULES] = {{.level = AL_OFF}};

void al_read_document(al_content *content, const char *name, al_span bytes)
{
    const al_format *format = al_recognize(al_slice_available(bytes, 0, AL_HEAD_SIZE), name);
    if (format == NULL)
        return;
    const al_hooks *hooks = format->hooks;
    al_arena *arena = content->scratch;
    al_sink ignored = al_sink_of(arena, al_catalogue, silent, name, bytes.len);
    ignored.first_rule = *format->first_rule;
    al_job job = {
        .name = name, .file = bytes, .arena = arena, .sink = &ignored, .limit_rule = hooks->limit_rule};
    void *document = al_alloc(arena, 1, hooks->document_size);
    if (document == NULL || hooks->parse(&job, document) != AL_READ)
        return;
    content->format = format->info.id;
    content->hooks = hooks;
    content->document = document;
}

void al_read_box(al_content *content, al_inflater *inflater, uint64_t most_inflated, al_mesh_box *box)
{
    if (content->document != NULL && content->hooks->extent != NULL &&
        content->hooks->extent(content->document, inflater, most_inflated, box))
        content->box = box;
}

/* Reads only the part of the file that holds its facts. */
static void read_facts(al_source *source, const char *name, al_content *content)
{
    al_source_read_first(source, AL_HEAD_SIZE);
    if (source->state != AL_SOURCE_READ)
        return;
    const al_span head = al_slice_available(al_source_bytes(source), 0, AL_HEAD_SIZE);
    const al_format *format = al_recognize(head, name);
    if (format == NULL)
        return;
    if (format->hooks->facts_end != NULL)
        al_source_read_first(source, format->hooks->facts_end(head));
    else
        al_source_read_rest(source);
    if (source->state != AL_SOURCE_READ)
        return;
    if (format->hooks->facts_end == NULL)
        content->bytes = al_source_bytes(source);
    al_read_document(content, name, al_source_bytes(source));
}

static void read_box(al_content_reader *reader, al_content_reading *r, const char *name)
{
    al_read_document(&r->content, name, r->content.bytes);
    if (r->content.document == NULL)
        return;
    if (reader->inflater == NULL)
        reader->inflater = al_inflater_new();
    if (reader->inflater == NULL) {
        al_budget_fail(&r->budget);
        return;
    }
    al_inflater_start(reader->inflater, &r->budget);
    al_read_box(&r->content, reader->inflater, reader->options->limits[AL_LIMIT_INFLATED], &r->box);
}

static void read_whole(al_content_reader *reader, al_content_reading *r, const char *name, al_source *source)
{
    al_source_read_head(source, true);
    al_source_read_rest(source);
    if (source->state == AL_SOURCE_READ)
        r->content.bytes = al_source_bytes(source);
    r->content.unrecognized =
        al_recognize(al_slice_available(r->content.bytes, 0, AL_HEAD_SIZE), name) == NULL;
    if (r->want == AL_WANT_BOX)
        read_box(reader, r, name);
}

static al_content_state state_of(const al_source *source, const al_budget *budget)
{
    if (budget->shortage != AL_SHORTAGE_NONE)
        return AL_CONTENT_TOO_LARGE;
    switch (source->state) {
    case AL_SOURCE_READ: return AL_CONTENT_READ;
    case AL_SOURCE_UNREADABLE: return AL_CONTENT_UNREADABLE;
    case AL_SOURCE_TOO_LARGE:
    case AL_SOURCE_TOO_MUCH:
    case AL_SOURCE_NO_MEMORY: break;
    }
    return AL_CONTENT_TOO_LARGE;
}

void al_content_read(al_content_reader *reader, al_content_reading *reading, const al_related_file *file,
                     al_source *source)
{
    al_content_reading *r = reading;
    const char *name = al_base_name(al_inner_path(file));
    r->scratch = al_arena_on(&r->budget);
    r->content = (al_content){.format = "", .scratch = &r->scratch};
    al_buffer_start(r->buffer);
    al_source_begin(source, r->buffer, &r->budget, reader->options->limits[AL_LIMIT_FILE_SIZE]);
    if (r->want == AL_WANT_FACTS)
        read_facts(source, name, &r->content);
    else
        read_whole(reader, r, name, source);
    r->content.size = source->size;
    r->content.state = state_of(source, &r->budget);
    r->content.reason = r->content.state == AL_CONTENT_UNREADABLE ? source->reason : NULL;
}

void al_content_reading_end(al_content_reading *reading)
{
    al_arena_free(&reading->scratch);
}
