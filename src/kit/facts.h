/* facts.h: names and counts that one file of a mod defines and another refers to. */
#ifndef AL_KIT_FACTS_H
#define AL_KIT_FACTS_H

#include "core/path.h"
#include "core/span.h"
#include "kit/job.h"
#include "kit/layout.h"

typedef enum al_fact_kind {
    AL_FACT_NODE,         /* a node or bone of an actor or model */
    AL_FACT_MATERIAL,     /* a material of a mesh */
    AL_FACT_TEXTURE,      /* the path of a texture, as the file has it */
    AL_FACT_MORPH,        /* a morph target */
    AL_FACT_SCENE_ITEM,   /* an item of a scene graph */
    AL_FACT_FACE,         /* a game face that a plan loads */
    AL_FACT_SKELETON,     /* the name of a skeleton file */
    AL_FACT_ANIMATION,    /* `name` is the part that moves, `of` the animation */
    AL_FACT_NODE_COUNT,   /* `number` of nodes that the file has or needs */
    AL_FACT_BONE_COUNT,   /* the same of bones */
    AL_FACT_MATERIAL_USE, /* a part of a mesh uses `material` */
    AL_FACT_END           /* the last: the whole file was read, so that it has no other facts */
} al_fact_kind;

typedef struct al_fact {
    al_fact_kind kind;
    bool refers; /* the file refers to it; otherwise the file defines it */
    const al_path *path;
    al_span field;     /* its bytes in the file */
    al_span name;      /* empty where `number` is the fact */
    al_span of;        /* see AL_FACT_ANIMATION; of a face, the id of its asset */
    uint64_t number;   /* a count; of a texture, its map type */
    uint64_t material; /* index of the material that uses the texture, or that is used */
} al_fact;

/* The receiver of facts, in the order of the file. A fact is valid during the call. */
typedef struct al_facts {
    void *context;
    void (*add)(void *context, const al_fact *fact);
} al_facts;

/* Adds a text of the file. */
static inline void al_add_text(const al_facts *facts, al_fact_kind kind, bool refers, const al_string *text)
{
    const al_fact fact = {
        .kind = kind, .refers = refers, .path = &text->path, .field = text->field, .name = text->text};
    facts->add(facts->context, &fact);
}

/* Adds the number in a field. */
static inline void al_add_number(const al_facts *facts, al_fact_kind kind, bool refers,
                                 const al_counter *field)
{
    const al_claim claim = al_counter_claim(0, field);
    const al_fact fact = {.kind = kind,
                          .refers = refers,
                          .path = &claim.path,
                          .field = al_slice_available(field->record, field->field, claim.length),
                          .number = al_counted(field)};
    facts->add(facts->context, &fact);
}

/* Adds AL_FACT_END. */
static inline void al_add_end(const al_facts *facts)
{
    const al_path all = {.name = NULL};
    const al_fact fact = {.kind = AL_FACT_END, .path = &all};
    facts->add(facts->context, &fact);
}

#endif
