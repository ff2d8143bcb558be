/* x4_connections.c: rules about connections. A component has connections, most of them on one of its parts; a
 * macro puts other macros on the connections of its component.
 */
#include <string.h>

#include "core/map.h"
#include "core/text.h"
#include "relations/file_names.h"
#include "relations/x4/x4.h"

/* What is known of all components while connections are judged. Hashes stand for names: that of a component
 * for its name and its mod, that of a connection also for its own name. */
typedef struct judging {
    x4_state *v;
    al_arena *arena;
    al_name_list patched; /* names of components that a <diff> changes */
    uint64_t *hashes;     /* of all components; 0: it isn't judged */
    al_map known;         /* own components by their hash: the index, or X4_NONE if it is patched; and their
                             connections */
} judging;

static const x4_xml *xml_of(const x4_state *v, const x4_component *c)
{
    return &v->xmls.items[c->xml];
}

/* Whether a file of the mod is its own, and no patch for another extension. */
static bool is_own(const x4_state *v, const x4_xml *xml)
{
    return x4_is_judged(v, xml) && !xml->below_extensions;
}

/* ---- Patched components -------------------------------------------------------------------------------- */

/* A <diff> changes the components that its paths name, and may change all in the file that is called like it.
 */
static bool find_patched(judging *j)
{
    x4_state *v = j->v;
    al_name_list files = {.count = 0};
    for (uint64_t i = 0; i < v->xmls.count; i++)
        if (v->xmls.items[i].is_diff &&
            !al_name_list_add(&files, j->arena, al_base_name(v->xmls.items[i].path)))
            return false;
    al_name_list_sort(&files);
    for (uint64_t i = 0; i < v->patched.count; i++)
        if (!al_name_list_add(&j->patched, j->arena, v->patched.items[i]))
            return false;
    for (uint64_t i = 0; i < v->components.count; i++) {
        const x4_component *c = &v->components.items[i];
        if (c->small != NULL && al_name_list_has(&files, al_base_name(xml_of(v, c)->path)) &&
            !al_name_list_add(&j->patched, j->arena, c->small))
            return false;
    }
    al_name_list_sort(&j->patched);
    return true;
}

/* ---- Connections of macros ----------------------------------------------------------------------------- */

static uint64_t hash_of(uint32_t tree, const char *component)
{
    return al_hash_text(AL_HASH_START ^ tree, component);
}

static bool add_known(judging *j, uint64_t hash, uint32_t component)
{
    return al_map_find(&j->known, hash) != NULL || al_map_add(&j->known, j->arena, hash, component);
}

/* Notes an own component, unless the mod's index doesn't lead to it. */
static bool add_component(judging *j, uint32_t number)
{
    const x4_state *v = j->v;
    const x4_component *c = &v->components.items[number];
    const x4_xml *xml = xml_of(v, c);
    if (c->small == NULL || !is_own(v, xml))
        return true;
    const bool patched = al_name_list_has(&j->patched, c->small);
    const uint64_t hash = hash_of(xml->tree, c->small);
    j->hashes[number] = patched ? 0 : hash;
    return x4_is_dormant(v, xml) || add_known(j, hash, patched ? X4_NONE : number);
}

/* Finds the own components and their connections. */
static bool find_known(judging *j)
{
    const x4_state *v = j->v;
    j->hashes = al_alloc(j->arena, v->components.count, sizeof *j->hashes);
    bool ok = j->hashes != NULL;
    for (uint32_t i = 0; ok && i < v->components.count; i++)
        ok = add_component(j, i);
    for (uint64_t i = 0; ok && i < v->connections.count; i++) {
        const x4_connection *c = &v->connections.items[i];
        const x4_component *of = &v->components.items[c->component];
        if (c->small != NULL && j->hashes[c->component] != 0 && !x4_is_dormant(v, xml_of(v, of)))
            ok = add_known(j, al_hash_text(j->hashes[c->component], c->small), c->component);
    }
    return ok;
}

/* Whether the macro has that connection: then another one that is called nearly so means something else. */
static bool is_in_use(x4_state *v, const x4_macro_connection *wanted, const char *name)
{
    if (!al_work_pay(&v->guesses, v->macro_connections.count))
        return true;
    for (uint64_t i = 0; i < v->macro_connections.count; i++) {
        const x4_macro_connection *c = &v->macro_connections.items[i];
        if (c->node->up == wanted->node->up && strcmp(c->small, name) == 0)
            return true;
    }
    return false;
}

static const char *near_connection(x4_state *v, const x4_component *of, const x4_macro_connection *c)
{
    x4_choice choice = {.best = NULL};
    for (uint32_t i = of->connections.first; i < of->connections.end && al_work_pay(&v->guesses, 1); i++) {
        const char *small = v->connections.items[i].small;
        if (small != NULL)
            x4_offer_name(v, &choice, c->small, small, small);
    }
    const char *near = x4_chosen_name(&choice);
    return near != NULL && !is_in_use(v, c, near) ? near : NULL;
}

/* The game adds this connection to components. */
static bool is_given(const char *name)
{
    return strcmp(name, "buildprocessorconnection") == 0;
}

/* `hash` is that of the macro's component. */
static void judge_ref(const judging *j, const x4_macro_connection *c, uint64_t hash)
{
    x4_state *v = j->v;
    const uint32_t *known = al_map_find(&j->known, hash);
    if (known == NULL || *known == X4_NONE || is_given(c->small) ||
        al_map_find(&j->known, al_hash_text(hash, c->small)) != NULL)
        return;
    const x4_component *of = &v->components.items[*known];
    const char *near = near_connection(v, of, c);
    const x4_claim claim = {.number = v->xmls.items[c->xml].number,
                            .rule = X4_CONNECTION_REF,
                            .node = c->node,
                            .attribute = "ref",
                            .place = c->ref.place,
                            .expected = near,
                            .actual = c->ref.text,
                            .fix_kind = near != NULL ? AL_FIX_UNSAFE : AL_FIX_NONE};
    x4_claim_found(v, &claim, "no connection \"%s\" in component \"%s\" of %s%s", c->ref.text, of->name,
                   xml_of(v, of)->path, x4_hint_of(near, "\"").text);
}

/* Connections of one macro stand together, so the hash of a long name is made once. */
static void judge_refs(const judging *j)
{
    const x4_state *v = j->v;
    const x4_macro_connection *last = NULL;
    uint64_t hash = 0;
    for (uint64_t i = 0; i < v->macro_connections.count && !v->base.no_memory; i++) {
        const x4_macro_connection *c = &v->macro_connections.items[i];
        const x4_xml *xml = &v->xmls.items[c->xml];
        if (!is_own(v, xml))
            continue;
        if (last == NULL || last->xml != c->xml || last->component != c->component)
            hash = hash_of(xml->tree, c->component);
        last = c;
        judge_ref(j, c, hash);
    }
}

/* ---- Parents of connections ---------------------------------------------------------------------------- */

static const char *near_part(x4_state *v, const x4_component *c, const char *wanted)
{
    x4_choice choice = {.best = NULL};
    for (uint32_t i = c->parts.first; i < c->parts.end && al_work_pay(&v->guesses, 1); i++)
        if (v->parts.items[i].small != NULL)
            x4_offer_name(v, &choice, wanted, v->parts.items[i].small, v->parts.items[i].name);
    return x4_chosen_name(&choice);
}

/* A connection can't be on a part of its own. */
static al_fix_kind fix_of_parent(const x4_state *v, const x4_connection *connection, const char *near)
{
    for (uint32_t i = connection->parts.first; i < connection->parts.end && near != NULL; i++)
        if (v->parts.items[i].name == near)
            return AL_FIX_NONE;
    return near != NULL ? AL_FIX_UNSAFE : AL_FIX_NONE;
}

/* The hash of a part, by the index of its component. */
static uint64_t hash_of_part(uint32_t component, const char *small)
{
    return al_hash_text(AL_HASH_START ^ component, small);
}

static bool find_parts(const judging *j, al_map *parts)
{
    const x4_state *v = j->v;
    bool ok = true;
    for (uint64_t i = 0; ok && i < v->parts.count; i++) {
        const x4_part *part = &v->parts.items[i];
        const uint32_t component = v->connections.items[part->connection].component;
        const uint64_t hash = part->small != NULL ? hash_of_part(component, part->small) : 0;
        ok = part->small == NULL || al_map_find(parts, hash) != NULL || al_map_add(parts, j->arena, hash, 0);
    }
    return ok;
}

static void judge_parent(const judging *j, const x4_connection *connection, const al_map *parts)
{
    x4_state *v = j->v;
    const x4_component *c = &v->components.items[connection->component];
    const x4_value *parent = &connection->parent;
    const char *wanted = al_in_small(j->arena, parent->text, strlen(parent->text));
    v->base.no_memory = wanted == NULL;
    if (wanted == NULL || al_map_find(parts, hash_of_part(connection->component, wanted)) != NULL)
        return;
    const char *near = near_part(v, c, wanted);
    const x4_claim claim = {.number = xml_of(v, c)->number,
                            .rule = X4_CONNECTION_PARENT,
                            .level = x4_is_dormant(v, xml_of(v, c)) ? AL_NOTE : AL_OFF,
                            .node = connection->node,
                            .attribute = "parent",
                            .place = parent->place,
                            .expected = near,
                            .actual = parent->text,
                            .fix_kind = fix_of_parent(v, connection, near)};
    x4_claim_found(v, &claim, "no part \"%s\" in component \"%s\"%s", parent->text, c->name,
                   x4_hint_of(near, "\"").text);
}

static void judge_parents(const judging *j)
{
    x4_state *v = j->v;
    al_map parts = {.root = NULL};
    v->base.no_memory = v->base.no_memory || !find_parts(j, &parts);
    for (uint64_t i = 0; i < v->connections.count && !v->base.no_memory; i++) {
        const x4_connection *c = &v->connections.items[i];
        if (c->parent.text != NULL && j->hashes[c->component] != 0)
            judge_parent(j, c, &parts);
    }
}

void x4_judge_connections(x4_state *v)
{
    al_arena scratch = al_arena_on(v->base.arena->budget);
    judging j = {.v = v, .arena = &scratch};
    v->base.no_memory = v->base.no_memory || !find_patched(&j) || !find_known(&j);
    if (!v->base.no_memory) {
        judge_refs(&j);
        judge_parents(&j);
    }
    al_arena_return(&scratch);
}
