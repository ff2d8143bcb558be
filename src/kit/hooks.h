/* hooks.h: the interface between the engine and a format: how to read a file, how to judge the document, and
 * which names other files may refer to.
 */
#ifndef AL_KIT_HOOKS_H
#define AL_KIT_HOOKS_H

#include "core/path.h"
#include "core/span.h"
#include "kit/drawing.h"
#include "kit/fix_plan.h"
#include "kit/job.h"
#include "kit/layout.h"

/* ---- Facts --------------------------------------------------------------------------------------------- */

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
    uint64_t number;   /* a count; of a texture, its map type; of a node of a BBMOD, its index */
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

/* ---- Streams ------------------------------------------------------------------------------------------- */

/* Where a file has a zlib stream, and what that gives. */
typedef struct al_stream_place {
    uint64_t offset, size, inflated;
} al_stream_place;

enum { AL_MOST_STREAMS = 255 };

/* ---- Hooks --------------------------------------------------------------------------------------------- */
typedef enum al_parsed {
    AL_READ,     /* the document has everything up to what stopped the parser, which is reported */
    AL_REFUSED,  /* no document; a finding says why */
    AL_NO_MEMORY /* the engine reports it */
} al_parsed;

typedef struct al_hooks {
    size_t limit_rule;                             /* number of its rule <id>/limit */
    const al_layout *const *layouts;               /* of its records; NULL behind the last */
    const al_magic *magic;                         /* NULL: a format without magic, recognised by `match` */
    bool (*match)(al_span head, const char *name); /* whether the first bytes and the name fit the format */
    const al_magic *footer; /* ends a file that nothing else shows to be of the format; NULL: none */

    /* Readers tell the kind of a picture by its bytes, so that a wrong extension does little harm; and it may
     * lie in a gzip. Pixels may be any bytes: nothing shows damage but a wrong length. */
    bool is_picture;
    size_t document_size; /* bytes of a document */

    /* The number of bytes that a check needs, computed from the first AL_HEAD_SIZE bytes: `parse` may get no
     * more. UINT64_MAX, or NULL instead of the function: the whole file. */
    uint64_t (*bytes_needed)(al_span head);
    bool needs_end; /* the last AL_END_SIZE bytes are needed as well */

    /* Reads the job's file into `document`, which is all zero. Reads the file once, in the order of its
     * bytes, and reports only what stops it. */
    al_parsed (*parse)(al_job *job, void *document);

    /* Runs the rules over the document. */
    void (*judge)(al_job *job, const void *document);

    /* Adds the names that the file defines and those that it refers to. NULL: a format without facts. */
    void (*facts)(const void *document, const al_facts *facts);

    /* The number of bytes that hold all facts of a file, computed from its first AL_HEAD_SIZE bytes: where
     * only facts are needed, `parse` gets no more than these. NULL: the whole file. */
    uint64_t (*facts_end)(al_span head);

    /* Measures the bounds of a mesh, whose data it inflates: at most `most` bytes. False if the positions
     * can't be read or are not finite. NULL: the format has none, or no rule compares them. */
    bool (*measure_bounds)(const void *document, al_inflater *inflater, uint64_t most,
                           al_mesh_bounds *bounds);

    /* Adds up the measures of budgets. NULL: the format has none of them. */
    void (*measure)(const void *document, al_measures *measures);

    /* Adds what can be drawn of the file, also of one that is broken: whatever the document has. May inflate
     * at most the job's max_inflated bytes. NULL: the format has nothing to draw. */
    void (*draw)(const al_job *job, const void *document, al_drawing *drawing);

    /* One for each rule with a fix; a `plan` of NULL behind the last. NULL: there are none. */
    const al_fixer *fixers;

    /* Finds the streams that follow the tables, one behind the other to the end of the file, of which only
     * the tables may be there. Returns their number, at most AL_MOST_STREAMS; 0 if the file is made
     * otherwise. NULL: the format has no streams. */
    size_t (*find_streams)(const void *document, al_stream_place *places);
} al_hooks;

#endif
