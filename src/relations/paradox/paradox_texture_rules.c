/* paradox_texture_rules.c: finds textures that materials of actors name and that are missing. */
#include <string.h>

#include "core/text.h"
#include "formats/catalogue.h"
#include "relations/file_names.h"
#include "relations/paradox/paradox.h"

/* The map type of layers that give a part its colours. Textures of other types are missing in the base games,
 * too. */
enum { MAP_DIFFUSE = 2 };

static const char extensions[] = "dds tga png jpg jpeg bmp tif tiff psd";

/* ---- Looking up ---------------------------------------------------------------------------------------- */

/* Looks in the folder of the actor, in gfx/anims/, and anywhere below gfx/. The name is in small letters. */
static size_t find_texture(const pdx_state *m, const pdx_actor *a, const char *name)
{
    const uint32_t mod = m->files.tree_of[a->number];
    const char *const folders[] = {m->files.name_of[a->number], "gfx/anims/", NULL};
    size_t found = PDX_NO_FILE;
    for (size_t i = 0; i < 3 && found == PDX_NO_FILE; i++)
        found = pdx_find_picture(&m->files, mod, folders[i], name, strlen(name));
    return found;
}

/* ---- Similar names ------------------------------------------------------------------------------------- */

static void trim(char *name)
{
    size_t start = strspn(name, " ."), end = strlen(name);
    while (end > start && (name[end - 1] == ' ' || name[end - 1] == '.'))
        end--;
    memmove(name, name + start, end - start);
    name[end - start] = '\0';
}

static void drop_extension(char *name)
{
    char *dot = strrchr(name, '.');
    if (dot != NULL && al_has_extension_of(name, extensions))
        *dot = '\0';
}

static void drop_folder(char *name)
{
    const size_t start = al_last_part(name, strlen(name));
    memmove(name, name + start, strlen(name + start) + 1);
}

/* Looks for the name without blanks or dots at its ends, without its own extension, and without its folder.
 */
static size_t find_near(pdx_state *m, const pdx_actor *a, const char *name)
{
    static void (*const steps[])(char *) = {trim, drop_extension, trim, drop_folder, trim};
    char *copy = al_copy_text(m->base.arena, name, strlen(name));
    size_t found = PDX_NO_FILE;
    m->base.no_memory = m->base.no_memory || copy == NULL;
    for (size_t i = 0; i < sizeof steps / sizeof steps[0] && copy != NULL && found == PDX_NO_FILE; i++) {
        const size_t length = strlen(copy);
        steps[i](copy);
        if (copy[0] == '\0')
            break;
        if (strlen(copy) < length)
            found = find_texture(m, a, copy);
    }
    return found;
}

/* ---- Rules --------------------------------------------------------------------------------------------- */

typedef enum layer_state { LAYER_FOUND, LAYER_NEAR, LAYER_GONE } layer_state;

/* `*found`: the texture, or a near one. */
static layer_state look_for(pdx_state *m, const pdx_actor *a, const pdx_layer *layer, size_t *found)
{
    const char *name = al_lower_copy(m->base.arena, layer->name, strlen(layer->name));
    m->base.no_memory = m->base.no_memory || name == NULL;
    *found = PDX_NO_FILE;
    if (m->base.no_memory || name[0] == '\0')
        return LAYER_FOUND;
    *found = find_texture(m, a, name);
    if (*found != PDX_NO_FILE)
        return LAYER_FOUND;
    *found = find_near(m, a, name);
    return *found != PDX_NO_FILE ? LAYER_NEAR : LAYER_GONE;
}

/* Only actors of checked mods with types have layers. */
bool pdx_lacks_textures(pdx_state *m)
{
    for (uint64_t i = 0; i < m->actor_count && m->has_pictures && !m->base.no_memory; i++) {
        const pdx_actor *a = &m->actors[i];
        for (uint64_t k = 0; k < a->layer_count; k++) {
            size_t found;
            if (a->layers[k].used && a->layers[k].map == MAP_DIFFUSE &&
                look_for(m, a, &a->layers[k], &found) == LAYER_GONE)
                return true;
        }
    }
    return false;
}

static void judge_layer(pdx_state *m, const pdx_actor *a, pdx_layer *layer, bool inherited)
{
    size_t found;
    const layer_state state = look_for(m, a, layer, &found);
    layer->picture = state == LAYER_FOUND ? found : PDX_NO_FILE;
    if (state == LAYER_FOUND)
        al_keep_picture_use(&m->base, found, a->number, pdx_shown_name(&m->files, a->number), 0);
    if (state == LAYER_FOUND || m->base.no_memory)
        return;
    if (state == LAYER_GONE && !m->has_pictures) {
        pdx_not_judged(m, PDX_MISSING_TEXTURE, a->number, 1);
        return;
    }
    layer->missing = true;
    const bool colours = layer->map == MAP_DIFFUSE && layer->used;
    al_claim claim = {.rule = al_first_rule("pdx") + PDX_MISSING_TEXTURE,
                      .level = state == LAYER_NEAR || (colours && !inherited) ? AL_WARNING : AL_NOTE,
                      .offset = layer->offset,
                      .length = layer->length,
                      .path = al_field(NULL, layer->path),
                      .actual = al_text(layer->name)};
    if (state == LAYER_NEAR) {
        const char *name = pdx_shown_name(&m->files, found);
        claim.expected = al_text(name);
        (void)al_keep_finding(&m->base, a->number, &claim,
                              "there is no picture of the name \"%s\", but there is %s", layer->name, name);
        return;
    }
    (void)al_keep_finding(&m->base, a->number, &claim,
                          "there is no picture \"%s\" beside the actor, in gfx/anims or below gfx%s",
                          layer->name, colours ? ": the part is drawn without its colours" : "");
}

void pdx_judge_textures(pdx_state *m)
{
    for (uint64_t i = 0; i < m->actor_count && !m->base.no_memory; i++) {
        const pdx_actor *a = &m->actors[i];
        if (a->layer_count == 0)
            continue;
        /* byte for byte one of a reference: then the game lacks the texture, too */
        const bool inherited = a->digest != 0 && al_map_find(&m->with_digests, a->digest) != NULL;
        for (uint64_t k = 0; k < a->layer_count && !m->base.no_memory; k++)
            judge_layer(m, a, &a->layers[k], inherited);
    }
}

/* ---- Partners ------------------------------------------------------------------------------------------ */

void pdx_find_textures(const pdx_state *m, size_t file, al_partner_list *list)
{
    const pdx_actor *a = pdx_actor_of(m, file);
    const bool sure = (m->base.marks[file] & AL_MARK_UNSURE) == 0;
    for (uint32_t i = 0; a != NULL && i < a->layer_count; i++) {
        const pdx_layer *layer = &a->layers[i];
        const char *missing = layer->missing && sure ? layer->name : NULL;
        if (layer->used && layer->map == MAP_DIFFUSE && (layer->picture != PDX_NO_FILE || missing != NULL))
            al_add_texture(list, layer->name, layer->picture, missing);
    }
}
