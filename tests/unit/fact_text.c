/* fact_text.c: reads a file with its format, and writes the facts as text. */
#include "unit.h"

#include "fact_text.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formats/catalogue.h"
#include "formats/format.h"

static void add(void *context, const al_fact *f)
{
    static const char *const kinds[] = {
        [AL_FACT_NODE] = "node",
        [AL_FACT_MATERIAL] = "material",
        [AL_FACT_TEXTURE] = "texture",
        [AL_FACT_MORPH] = "morph",
        [AL_FACT_SCENE_ITEM] = "scene item",
        [AL_FACT_FACE] = "face",
        [AL_FACT_SKELETON] = "skeleton",
        [AL_FACT_ANIMATION] = "animation",
        [AL_FACT_NODE_COUNT] = "node count",
        [AL_FACT_BONE_COUNT] = "bone count",
    };
    char path[AL_MAX_FIELD];
    if (f->kind == AL_FACT_MATERIAL_USE || f->kind == AL_FACT_END) /* facts without a name */
        return;
    al_path_format(f->path, path, sizeof path);
    assert_true(fprintf(context, "%s %s %s 0x%" PRIX64 "+%zu ", f->refers ? "needs" : "has", kinds[f->kind],
                        path, f->field.base, f->field.len) > 0);
    if (f->name.len > 0)
        assert_true(fprintf(context, "%.*s\n", AL_SHOW(f->name)) > 0);
    else
        assert_true(fprintf(context, "%" PRIu64 "\n", f->number) > 0);
}

static const al_format *find_format(const char *id)
{
    size_t i = 0;
    while (strcmp(al_formats[i].info.id, id) != 0)
        i++;
    return &al_formats[i];
}

char *fact_text(const char *format, const void *data, size_t size)
{
    const al_format *of = find_format(format);
    al_setting *settings = calloc(al_rule_count(), sizeof *settings);
    al_budget budget = al_budget_of(UINT64_MAX, 0);
    al_arena arena = al_exempt_arena_on(&budget);
    assert_non_null(settings);
    al_sink sink = al_sink_of(&arena, al_catalogue, settings, "a", size);
    sink.first_rule = *of->first_rule;
    al_job job = {.name = "a", .file = al_span_of(data, size), .arena = &arena, .sink = &sink};
    void *document = al_alloc(&arena, 1, of->hooks->document_size);
    char *text = NULL;
    size_t length = 0;
    assert_non_null(document);
    if (of->hooks->parse(&job, document) == AL_READ) {
        FILE *out = open_memstream(&text, &length);
        assert_non_null(out);
        const al_facts facts = {.context = out, .add = add};
        of->hooks->facts(document, &facts);
        assert_int_equal(fclose(out), 0);
    }
    al_arena_free(&arena);
    free(settings);
    return text;
}

char *fact_text_of_seed(const char *format, const char *seed)
{
    enum { ROOM = 1 << 16 };
    char path[1024];
    assert_true((size_t)snprintf(path, sizeof path, "%s/%s", UNIT_CORPUS, seed) < sizeof path);
    FILE *in = fopen(path, "rb");
    uint8_t *bytes = malloc(ROOM);
    assert_non_null(in);
    assert_non_null(bytes);
    const size_t size = fread(bytes, 1, ROOM, in);
    assert_true(size > 0 && size < ROOM);
    assert_int_equal(fclose(in), 0);
    char *text = fact_text(format, bytes, size);
    free(bytes);
    return text;
}

void assert_facts(const char *format, const char *seed, const char *expected)
{
    char *facts = fact_text_of_seed(format, seed);
    assert_non_null(facts);
    assert_string_equal(facts, expected);
    free(facts);
}
