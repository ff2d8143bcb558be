/* paradox_actor.c: keeps facts of actors and motions. */

#include <string.h>

#include "core/map.h"
#include "core/sort.h"
#include "core/text.h"
#include "relations/paradox/paradox.h"

/* The lists grow in memory that is used only meanwhile; what they end with is kept. */
typedef struct reading {
    pdx_actor *actor;
    al_kept_texts *texts;
    al_arena *scratch;
    pdx_parts wanted;
    bool motion; /* not an actor */
    al_name_list nodes, morphs;
    al_span first_node; /* as written, of the first name in order */
    pdx_target *targets;
    uint64_t target_count, target_capacity;
    pdx_layer *layers;
    uint64_t layer_count, layer_capacity;
    al_map used; /* materials that submeshes use */
    bool no_memory;
} reading;

/* ---- Names --------------------------------------------------------------------------------------------- */

/* For the games a zero byte ends a name. */
static const char *text_of(reading *r, al_span text, bool small)
{
    const char *bytes = text.len > 0 ? (const char *)text.ptr : "";
    const size_t length = al_text_length(text);
    const char *copy = small ? al_keep_small(r->texts, bytes, length) : al_keep_text(r->texts, bytes, length);
    r->no_memory = r->no_memory || copy == NULL;
    return copy;
}

static const char *path_of(reading *r, const al_path *path)
{
    char text[AL_MAX_FIELD];
    al_path_format(path, text, sizeof text);
    const char *copy = al_keep_text(r->texts, text, strlen(text));
    r->no_memory = r->no_memory || copy == NULL;
    return copy;
}

static const char *add_name(reading *r, al_name_list *names, const al_fact *fact)
{
    const char *name = text_of(r, fact->name, true);
    r->no_memory = r->no_memory || !al_name_list_add(names, r->scratch, name);
    return name;
}

/* The first node of a motion is named in messages. */
static void add_node(reading *r, const al_fact *fact)
{
    const char *first = r->actor->first_node, *name = add_name(r, &r->nodes, fact);
    if (r->no_memory || !r->motion || (first != NULL && strcmp(name, first) >= 0))
        return;
    r->actor->first_node = name;
    r->first_node = fact->name;
}

static void add_target(reading *r, const al_fact *fact)
{
    const pdx_target target = {.name = text_of(r, fact->name, true),
                               .shown = text_of(r, fact->name, false),
                               .path = path_of(r, fact->path),
                               .offset = fact->field.base,
                               .length = fact->field.len};
    if (!AL_APPEND(r->scratch, r->targets, r->target_count, r->target_capacity, target))
        r->no_memory = true;
}

static void add_morph(reading *r, const al_fact *fact)
{
    if (r->motion)
        add_target(r, fact);
    else
        (void)add_name(r, &r->morphs, fact);
}

static void add_layer(reading *r, const al_fact *fact)
{
    const pdx_layer layer = {.name = text_of(r, fact->name, false),
                             .path = path_of(r, fact->path),
                             .offset = fact->field.base,
                             .length = fact->field.len,
                             .material = fact->material,
                             .map = (uint8_t)(fact->number & UINT8_MAX),
                             .picture = PDX_NO_FILE};
    if (!AL_APPEND(r->scratch, r->layers, r->layer_count, r->layer_capacity, layer))
        r->no_memory = true;
}

static void add_use(reading *r, uint64_t material)
{
    if (al_map_find(&r->used, material) == NULL && !al_map_add(&r->used, r->scratch, material, 1))
        r->no_memory = true;
}

static void add_fact(void *context, const al_fact *fact)
{
    reading *r = context;
    if (r->no_memory)
        return;
    switch (fact->kind) {
    case AL_FACT_NODE:
        if (r->wanted.nodes)
            add_node(r, fact);
        break;
    case AL_FACT_MORPH:
        if (r->wanted.morphs)
            add_morph(r, fact);
        break;
    case AL_FACT_TEXTURE:
        if (r->wanted.layers)
            add_layer(r, fact);
        break;
    case AL_FACT_MATERIAL_USE:
        if (r->wanted.layers)
            add_use(r, fact->material);
        break;
    case AL_FACT_END: r->actor->complete = true; break;
    case AL_FACT_MATERIAL:
    case AL_FACT_SCENE_ITEM:
    case AL_FACT_FACE:
    case AL_FACT_SKELETON:
    case AL_FACT_ANIMATION:
    case AL_FACT_NODE_COUNT:
    case AL_FACT_BONE_COUNT: break;
    }
}

/* ---- What is kept -------------------------------------------------------------------------------------- */

/* A copy of a list without room to spare; NULL for an empty one. */
static void *keep_list(reading *r, const void *items, uint64_t count, size_t size, uint32_t *kept_count)
{
    if (count == 0 || count > UINT32_MAX || r->no_memory)
        return NULL;
    void *kept = al_copy_memory(r->texts->arena, items, (size_t)count * size);
    r->no_memory = kept == NULL;
    *kept_count = kept != NULL ? (uint32_t)count : 0;
    return kept;
}

static al_name_list keep_names(reading *r, al_name_list *names)
{
    uint32_t count = 0;
    al_name_list_sort(names);
    const char **kept = keep_list(r, names->items, names->count, sizeof *names->items, &count);
    return (al_name_list){.items = kept, .count = count};
}

static void keep(reading *r)
{
    pdx_actor *a = r->actor;
    for (uint64_t i = 0; i < r->layer_count; i++)
        r->layers[i].used = al_map_find(&r->used, r->layers[i].material) != NULL;
    a->nodes = keep_names(r, &r->nodes);
    a->morphs = keep_names(r, &r->morphs);
    a->targets = keep_list(r, r->targets, r->target_count, sizeof *r->targets, &a->target_count);
    a->layers = keep_list(r, r->layers, r->layer_count, sizeof *r->layers, &a->layer_count);
    if (a->first_node != NULL)
        a->first_node = text_of(r, r->first_node, false);
}

uint64_t pdx_digest(al_span bytes)
{
    return al_hash_bytes(AL_HASH_START, (const char *)bytes.ptr, bytes.len);
}

bool pdx_actor_read(pdx_actor *actor, const al_content *content, al_kept_texts *texts, pdx_parts wanted)
{
    reading r = {.actor = actor,
                 .texts = texts,
                 .scratch = content->scratch,
                 .wanted = wanted,
                 .motion = strcmp(content->format, "xac") != 0};
    al_content_facts(content, NULL, add_fact, &r);
    keep(&r);
    if (wanted.digest)
        actor->digest = content->bytes.len > 0 ? pdx_digest(content->bytes) : content->digest;
    return !r.no_memory;
}
