/* listed_facts.c: makes facts of lines. */
#include "unit.h"

#include <stdlib.h>
#include <string.h>

#include "listed_facts.h"

/* What stands between the word of a line and its name. */
typedef enum form { NAME, NUMBER, MATERIAL, MAP, OF } form;

static const struct {
    const char *word;
    al_fact_kind kind;
    form form;
} kinds[] = {
    {"node", AL_FACT_NODE, NAME},
    {"material", AL_FACT_MATERIAL, NAME},
    {"morph", AL_FACT_MORPH, NAME},
    {"skeleton", AL_FACT_SKELETON, NAME},
    {"end", AL_FACT_END, NAME},
    {"texture", AL_FACT_TEXTURE, MAP},
    {"face", AL_FACT_FACE, OF},
    {"move", AL_FACT_ANIMATION, OF},
    {"use", AL_FACT_MATERIAL_USE, MATERIAL},
    {"item", AL_FACT_SCENE_ITEM, NUMBER},
    {"nodes", AL_FACT_NODE_COUNT, NUMBER},
    {"bones", AL_FACT_BONE_COUNT, NUMBER},
};

enum { KINDS = sizeof kinds / sizeof kinds[0] };

/* Takes the first word of a line, and the blank behind it. */
static al_span take_word(al_span *line)
{
    uint64_t length = 0;
    while (length < line->len && al_u8_at(*line, length) != ' ')
        length++;
    const al_span word = al_slice_available(*line, 0, length);
    *line = al_slice_available(*line, length + 1, line->len);
    return word;
}

static size_t kind_of(al_span word)
{
    size_t i = 0;
    while (i < KINDS && (strlen(kinds[i].word) != word.len || memcmp(kinds[i].word, word.ptr, word.len) != 0))
        i++;
    assert_true(i < KINDS);
    return i;
}

/* The facts of a line, whose number the path has. */
static void add_line(al_span line, uint64_t number, const al_facts *facts)
{
    const size_t kind = kind_of(take_word(&line));
    const al_path path = al_item(NULL, "facts", number);
    al_fact fact = {.kind = kinds[kind].kind, .path = &path};
    switch (kinds[kind].form) {
    case MAP: {
        const al_span numbers = take_word(&line);
        char *rest;
        fact.number = strtoull((const char *)numbers.ptr, &rest, 10);
        assert_int_equal(*rest, '/');
        fact.material = strtoull(rest + 1, NULL, 10);
        break;
    }
    case OF: fact.of = take_word(&line); break;
    case NUMBER: fact.number = strtoull((const char *)line.ptr, NULL, 10); break;
    case MATERIAL: fact.material = strtoull((const char *)line.ptr, NULL, 10); break;
    case NAME: break;
    }
    fact.field = line;
    if (kinds[kind].form != NUMBER && kinds[kind].form != MATERIAL)
        fact.name = line;
    facts->add(facts->context, &fact);
}

static void add_facts(const void *document, const al_facts *facts)
{
    const char *text = document;
    const al_span all = al_span_of(text, strlen(text));
    uint64_t number = 0;
    for (uint64_t at = 0; at < all.len; number++) {
        const uint64_t length = strcspn(text + at, "\n");
        add_line(al_slice_available(all, at, length), number, facts);
        at += length + 1;
    }
}

const al_hooks listed_facts = {.facts = add_facts};

static bool measure(const void *document, al_inflater *inflater, uint64_t most, al_mesh_bounds *bounds)
{
    (void)inflater, (void)most;
    *bounds = *(const al_mesh_bounds *)document;
    return true;
}

const al_hooks listed_boxes = {.measure_bounds = measure};
