/* paradox_actor.c: keeps facts of actors and motions. */
#include "relations/paradox/paradox_actor.h"

#include <string.h>

#include "core/map.h"
#include "core/sort.h"
#include "core/text.h"
#include "relations/paradox/paradox_files.h"

typedef struct reading {
    pdx_actor *actor;
    al_arena *arena, *scratch;
    pdx_parts wanted;
    bool motion; /* not an actor */
    al_map used; /* materials that submeshes use */
    bool no_memory;
} reading;

/* ---- Names --------------------------------------------------------------------------------------------- */

/* For the games a zero byte ends a name. */
static const char *text_of(reading *r, al_span text, bool small)
{
    const char *bytes = text.len > 0 ? (const char *)text.ptr : "";
    const size_t length = al_text_length(text);
    const char *copy = small ? al_lower_copy(r->arena, bytes, length) : al_copy_text(r->arena, bytes, length);
    r->no_memory = r->no_memory || copy == NULL;
    return copy;
}

static const char *path_of(reading *r, const al_path *path)
{
    char text[AL_MAX_FIELD];
    al_path_format(path, text, sizeof text);
    const char *copy = al_copy_text(r->arena, text, strlen(text));
    r->no_memory = r->no_memory || copy == NULL;
    return copy;
}

/* The names of a motion are used in messages, too. */
static void add_name(reading *r, pdx_names *names, const al_fact *fact)
{
    pdx_name *items = al_grow(r->arena, names->items, names->count, &names->capacity, sizeof *items);
    r->no_memory = r->no_memory || items == NULL;
    if (r->no_memory)
        return;
    names->items = items;
    pdx_name name = {
        .name = text_of(r, fact->name, true), .offset = fact->field.base, .length = fact->field.len};
    if (r->motion)
        name.shown = text_of(r, fact->name, false);
    if (r->motion && fact->kind == AL_FACT_MORPH)
        name.path = path_of(r, fact->path);
    if (!r->no_memory)
        items[names->count++] = name;
}

static void add_layer(reading *r, const al_fact *fact)
{
    pdx_actor *a = r->actor;
    pdx_layer *layers = al_grow(r->arena, a->layers, a->layer_count, &a->layer_capacity, sizeof *layers);
    r->no_memory = r->no_memory || layers == NULL;
    if (r->no_memory)
        return;
    a->layers = layers;
    const pdx_layer layer = {.name = text_of(r, fact->name, false),
                             .path = path_of(r, fact->path),
                             .offset = fact->field.base,
                             .length = fact->field.len,
                             .material = fact->material,
                             .map = (uint8_t)(fact->number & UINT8_MAX)};
    if (!r->no_memory)
        layers[a->layer_count++] = layer;
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
            add_name(r, &r->actor->nodes, fact);
        break;
    case AL_FACT_MORPH:
        if (r->wanted.morphs)
            add_name(r, &r->actor->morphs, fact);
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

bool pdx_actor_read(pdx_actor *actor, const al_content *content, al_arena *arena, pdx_parts wanted)
{
    reading r = {.actor = actor,
                 .arena = arena,
                 .scratch = content->scratch,
                 .wanted = wanted,
                 .motion = strcmp(content->format, "xac") != 0};
    const al_facts facts = {.context = &r, .add = add_fact};
    al_content_facts(content, &facts);
    for (uint64_t i = 0; i < actor->layer_count; i++)
        actor->layers[i].used = al_map_find(&r.used, actor->layers[i].material) != NULL;
    pdx_names_sort(&actor->nodes);
    if (!r.motion)
        pdx_names_sort(&actor->morphs);
    if (wanted.digest && content->bytes.len > 0) {
        al_md5 sum = al_md5_start();
        al_md5_add(&sum, content->bytes);
        al_md5_end(&sum, actor->digest);
        actor->has_digest = true;
    }
    return !r.no_memory;
}

/* ---- Questions ----------------------------------------------------------------------------------------- */

void pdx_digest_text(const pdx_actor *actor, char text[2 * AL_MD5_SIZE + 1])
{
    static const char digits[] = "0123456789abcdef";
    size_t end = 0;
    for (size_t i = 0; i < AL_MD5_SIZE; i++) {
        text[end++] = digits[actor->digest[i] >> 4];
        text[end++] = digits[actor->digest[i] & 0xF];
    }
    text[end] = '\0';
}

static int compare_names(const void *left, const void *right, void *context)
{
    (void)context;
    return strcmp(((const pdx_name *)left)->name, ((const pdx_name *)right)->name);
}

/* Equal names are sorted by place, so that the order is always the same. */
static int compare_all(const void *left, const void *right, void *context)
{
    const pdx_name *a = left, *b = right;
    const int order = compare_names(left, right, context);
    if (order != 0)
        return order;
    return a->offset < b->offset ? -1 : a->offset > b->offset;
}

void pdx_names_sort(pdx_names *names)
{
    al_sort(names->items, (size_t)names->count, sizeof *names->items, compare_all, NULL);
}

bool pdx_names_have(const pdx_names *names, const char *name)
{
    const pdx_name wanted = {.name = name};
    const size_t count = (size_t)names->count;
    const size_t at = al_lower_bound(names->items, count, sizeof wanted, &wanted, compare_names, NULL);
    return at < count && strcmp(names->items[at].name, name) == 0;
}
