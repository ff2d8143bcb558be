/* x4_textures.c: looks for the textures of materials. */

#include <string.h>

#include "core/text.h"
#include "relations/x4/x4.h"

static bool find_picture(const x4_tree *tree, const char *path, const x4_file **file)
{
    static const char *const endings[] = {"", ".gz", ".dds", ".dds.gz", ".tga", ".tga.gz", NULL};
    const x4_file *found = x4_find_with(tree, path, endings);
    if (found != NULL)
        *file = found;
    return found != NULL;
}

void x4_resolve_textures(x4_state *v)
{
    for (uint64_t i = 0; i < v->bitmaps.count; i++) {
        x4_bitmap *bitmap = &v->bitmaps.items[i];
        const x4_xml *xml = &v->xmls.items[bitmap->xml];
        if (!x4_is_judged(v, xml))
            continue;
        bitmap->target = x4_look_up(v, xml->tree, bitmap->value.text, find_picture);
        x4_mod *mod = &v->mods[xml->tree];
        mod->bitmap_found = mod->bitmap_found || (bitmap->target.own && bitmap->target.outcome == X4_FOUND);
    }
}

/* The name of the material that a property belongs to. */
static const char *material_of(const x4_node *property)
{
    for (const x4_node *up = property->up; up != NULL; up = up->up)
        if (up->key != NULL && strcmp(up->name, "material") == 0)
            return up->key;
    return "";
}

static void judge(x4_state *v, const x4_bitmap *bitmap)
{
    const x4_xml *xml = &v->xmls.items[bitmap->xml];
    const x4_target *target = &bitmap->target;
    const char *unknown = target->unknown;
    if (target->outcome == X4_MISSING && target->own && !v->mods[xml->tree].bitmap_found)
        unknown = "no texture of the mod is there: its textures may lie elsewhere";
    if (unknown != NULL)
        x4_not_judged(v, xml, X4_MISSING_TEXTURE, unknown);
    if (unknown != NULL || target->outcome != X4_MISSING)
        return;
    const char *near = x4_value_like(v, bitmap->value.text, x4_near_file(v, target->tree, target->path, ""));
    const x4_claim claim = {.number = xml->number,
                            .rule = X4_MISSING_TEXTURE,
                            .node = bitmap->node,
                            .attribute = "value",
                            .place = bitmap->value.place,
                            .expected = near != NULL ? near : target->path,
                            .actual = bitmap->value.text};
    const char *what = bitmap->node->key != NULL ? bitmap->node->key : "picture";
    const char *material = material_of(bitmap->node);
    x4_claim_found(v, &claim, "the %s of material \"%s\" isn't there%s", what, material,
                   x4_hint_of(near, "").text);
}

void x4_judge_textures(x4_state *v)
{
    for (uint64_t i = 0; i < v->bitmaps.count; i++)
        judge(v, &v->bitmaps.items[i]);
}
