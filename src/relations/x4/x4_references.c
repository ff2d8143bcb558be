/* x4_references.c: looks for the textures of materials and icons, and for the files that ui.xml loads. */

#include <string.h>

#include "core/sort.h"
#include "core/text.h"
#include "relations/x4/x4.h"

/* Scripts may be compiled. */
static bool find_script(const x4_tree *tree, const char *path, const x4_file **file)
{
    static const char script[] = ".lua", compiled[] = ".xpl";
    char text[X4_LONGEST_PATH];
    const size_t length = strlen(path);
    *file = x4_find_file(tree, path);
    if (*file != NULL || length >= sizeof text || !al_ends_with(path, script, sizeof script - 1))
        return *file != NULL;
    memcpy(text, path, length - (sizeof script - 1));
    memcpy(text + length - (sizeof script - 1), compiled, sizeof compiled);
    *file = x4_find_file(tree, text);
    return *file != NULL;
}

/* Paths in ui.xml begin in the folder of the mod; those to other extensions are looked up as all are. */
static x4_target look_up_script(x4_state *v, uint32_t tree, const char *value)
{
    const x4_target target = x4_look_up(v, tree, value, find_script);
    const char *path = x4_normal_path(v->base.arena, value), *name, *rest;
    size_t length;
    x4_target own = {.outcome = X4_MISSING, .own = true, .tree = tree, .path = path};
    v->base.no_memory = v->base.no_memory || path == NULL;
    if (target.outcome == X4_FOUND || path == NULL || *path == '\0' || strpbrk(path, "*?") != NULL ||
        x4_extension_path(path, &name, &length, &rest))
        return target;
    if (find_script(&v->trees.items[tree], path, &own.file))
        own.outcome = X4_FOUND;
    return own;
}

static void note_own(x4_mod *mod, const x4_xml *xml, const x4_target *target)
{
    const bool found = target->own && target->outcome == X4_FOUND;
    mod->bitmap_found = mod->bitmap_found || (xml->is_library && found);
    mod->icon_found = mod->icon_found || (xml->is_icons && found);
}

/* Those of other libraries may give a mesh its textures. */
void x4_resolve_references(x4_state *v)
{
    for (uint64_t i = 0; i < v->references.count && !v->base.no_memory; i++) {
        x4_reference *r = &v->references.items[i];
        const x4_xml *xml = &v->xmls.items[r->xml];
        if (!x4_is_judged(v, xml) && !xml->is_library)
            continue;
        r->target = xml->is_ui ? look_up_script(v, xml->tree, r->value.text)
                               : x4_look_up(v, xml->tree, r->value.text, x4_find_picture);
        note_own(&v->mods[xml->tree], xml, &r->target);
    }
}

static al_fix_kind fix_of_script(x4_state *v, const x4_xml *xml, const char *near)
{
    const bool found = near != NULL && look_up_script(v, xml->tree, near).outcome == X4_FOUND;
    return found ? AL_FIX_UNSAFE : AL_FIX_NONE;
}

static void judge_script(x4_state *v, const x4_reference *r)
{
    const x4_xml *xml = &v->xmls.items[r->xml];
    const x4_target *target = &r->target;
    if (target->unknown != NULL)
        x4_not_judged(v, xml, X4_UI_FILE, target->unknown);
    if (target->outcome != X4_MISSING)
        return;
    const char *near = x4_near_file(v, target->tree, target->path, ".lua");
    const x4_claim claim = {.number = xml->number,
                            .rule = X4_UI_FILE,
                            .node = r->node,
                            .attribute = "name",
                            .place = r->value.place,
                            .expected = near != NULL ? near : target->path,
                            .actual = r->value.text,
                            .fix_kind = fix_of_script(v, xml, near)};
    x4_claim_found(v, &claim, "ui.xml loads %s, which isn't there%s", target->path,
                   x4_hint_of(near, "").text);
}

/* The name of the material that a property belongs to. */
static const char *material_of(const x4_node *property)
{
    for (const x4_node *up = property->up; up != NULL; up = up->up)
        if (up->key != NULL && strcmp(up->name, "material") == 0)
            return up->key;
    return "";
}

static al_fix_kind fix_of_picture(x4_state *v, const x4_xml *xml, const x4_reference *bitmap,
                                  const char *near)
{
    if (near == NULL || x4_look_up(v, xml->tree, near, x4_find_picture).outcome != X4_FOUND)
        return AL_FIX_NONE;
    return x4_fix_of(v, bitmap->value.text, near);
}

/* Why it is unknown whether a picture is missing; NULL: it is known. */
static const char *unknown_because(const x4_mod *mod, const x4_xml *xml, const x4_target *target)
{
    if (target->outcome != X4_MISSING || !target->own)
        return target->unknown;
    if (xml->is_icons)
        return mod->icon_found ? NULL : "no icon of the mod is there: its pictures may lie elsewhere";
    return mod->bitmap_found ? NULL : "no texture of the mod is there: its textures may lie elsewhere";
}

/* The value of a picture that is called nearly so; NULL: there is none. */
static const char *near_picture(x4_state *v, const x4_reference *r)
{
    const x4_target *target = &r->target;
    const char *stem = al_copy_text(v->base.arena, target->path, x4_picture_stem(target->path));
    v->base.no_memory = v->base.no_memory || stem == NULL;
    return stem != NULL ? x4_value_like(v, r->value.text, x4_near_file(v, target->tree, stem, "")) : NULL;
}

static void judge_picture(x4_state *v, x4_reference *r)
{
    const x4_xml *xml = &v->xmls.items[r->xml];
    const x4_target *target = &r->target;
    const char *unknown = unknown_because(&v->mods[xml->tree], xml, target);
    const size_t rule = xml->is_icons ? X4_MISSING_ICON : X4_MISSING_TEXTURE;
    if (unknown != NULL)
        x4_not_judged(v, xml, rule, unknown);
    if (unknown != NULL || target->outcome != X4_MISSING)
        return;
    r->missing = true;
    const char *near = near_picture(v, r);
    const x4_hint hint = x4_hint_of(near, "");
    const x4_claim claim = {.number = xml->number,
                            .rule = rule,
                            .node = r->node,
                            .attribute = xml->is_icons ? "texture" : "value",
                            .place = r->value.place,
                            .expected = near != NULL ? near : target->path,
                            .actual = r->value.text,
                            .fix_kind = fix_of_picture(v, xml, r, near)};
    const char *key = r->node->key;
    if (xml->is_icons)
        x4_claim_found(v, &claim, "the picture of icon \"%s\" isn't there%s", key != NULL ? key : "",
                       hint.text);
    else
        x4_claim_found(v, &claim, "the %s of material \"%s\" isn't there%s", key != NULL ? key : "picture",
                       material_of(r->node), hint.text);
}

static int compare_textures(const void *left, const void *right, void *context)
{
    const x4_texture *a = left, *b = right;
    (void)context;
    const int order = strcmp(a->material, b->material);
    return order != 0 ? order : (a->reference > b->reference) - (a->reference < b->reference);
}

void x4_judge_references(x4_state *v)
{
    for (uint64_t i = 0; i < v->references.count && !v->base.no_memory; i++) {
        x4_reference *r = &v->references.items[i];
        const x4_xml *xml = &v->xmls.items[r->xml];
        if (xml->is_ui)
            judge_script(v, r);
        else if (r->target.file != NULL)
            al_keep_picture_use(&v->base, r->target.file->number, xml->number, xml->path,
                                r->value.place.line);
        else if (x4_is_judged(v, xml))
            judge_picture(v, r);
    }
    al_sort(v->textures.items, (size_t)v->textures.count, sizeof *v->textures.items, compare_textures, NULL);
}

/* ---- Textures of meshes -------------------------------------------------------------------------------- */

/* The texture of a material in the library of the tree, or else in the first other library; NULL: none has
 * it.
 */
static const x4_reference *find_texture(const x4_state *v, uint32_t tree, const char *material)
{
    const size_t count = (size_t)v->textures.count;
    const x4_texture wanted = {.material = material};
    const x4_reference *found = NULL;
    size_t i = al_lower_bound(v->textures.items, count, sizeof wanted, &wanted, compare_textures, NULL);
    for (; i < count && strcmp(v->textures.items[i].material, material) == 0; i++) {
        const x4_reference *r = &v->references.items[v->textures.items[i].reference];
        if (v->xmls.items[r->xml].tree == tree)
            return r;
        found = found != NULL ? found : r;
    }
    return found;
}

void x4_find_textures(const x4_state *v, size_t file, al_partner_list *list)
{
    const uint32_t number = v->mesh_of[file];
    const x4_run run = number != X4_NONE ? v->meshes.items[number].materials : (x4_run){.first = 0};
    for (uint32_t i = run.first; i < run.end; i++) {
        const char *material = v->materials.items[i];
        const x4_reference *r = find_texture(v, v->trees.tree_of[file], material);
        if (r != NULL && r->target.file != NULL)
            al_add_texture(list, material, r->target.file->number, NULL);
        else if (r != NULL && r->missing &&
                 (v->base.marks[v->xmls.items[r->xml].number] & AL_MARK_UNSURE) == 0)
            al_add_texture(list, material, 0, r->value.text);
    }
}
