/* facts.h: what files of a mod may know of each other: names that one has and another refers to. */
#ifndef AL_KIT_FACTS_H
#define AL_KIT_FACTS_H

#include "core/path.h"
#include "core/span.h"
#include "kit/layout.h"
#include "kit/strings.h"

typedef enum al_fact_kind {
    AL_FACT_NODE,         /* of an actor or model, a bone too */
    AL_FACT_MATERIAL,     /* of a mesh */
    AL_FACT_TEXTURE,      /* a picture's path, as the file gives it */
    AL_FACT_MORPH,        /* a morph target */
    AL_FACT_SCENE_ITEM,   /* of a scene graph */
    AL_FACT_FACE,         /* a game face that a plan loads */
    AL_FACT_SKELETON,     /* a skeleton's file, by its name */
    AL_FACT_ANIMATION,    /* `name` is the part that moves, `of` the animation */
    AL_FACT_NODE_COUNT,   /* how many nodes there are, or must be: `number` */
    AL_FACT_BONE_COUNT,   /* and how many of them are bones */
    AL_FACT_MATERIAL_USE, /* part of a mesh has `material` */
    AL_FACT_END           /* the last: all of the file was understood, so that nothing but these is in it */
} al_fact_kind;

typedef struct al_fact {
    al_fact_kind kind;
    bool refers; /* the file needs it from another; otherwise it has it */
    const al_path *path;
    al_span field;     /* where it stands in the file */
    al_span name;      /* empty where a number says it */
    al_span of;        /* see AL_FACT_ANIMATION; of a face the id of the asset that it is of */
    uint64_t number;   /* of a picture, what it is for: its map type */
    uint64_t material; /* that has the picture, or is used: a number that is the same in both */
} al_fact;

/* Who wants to hear of them, in the order of the file. A fact lives as long as the call. */
typedef struct al_facts {
    void *context;
    void (*add)(void *context, const al_fact *fact);
} al_facts;

/* Hands out a text of the file. */
static inline void al_add_text(const al_facts *facts, al_fact_kind kind, bool refers, const al_string *text)
{
    const al_fact fact = {
        .kind = kind, .refers = refers, .path = &text->path, .field = text->field, .name = text->text};
    facts->add(facts->context, &fact);
}

/* Hands out the number in a field. */
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

/* Says that all of the file was understood. */
static inline void al_add_end(const al_facts *facts)
{
    const al_path all = {.name = NULL};
    const al_fact fact = {.kind = AL_FACT_END, .path = &all};
    facts->add(facts->context, &fact);
}

#endif
