/* x4_content.c: x4/no-content. The game itself, unpacked, has an index and no content.xml, too: then the
 * index is much longer than that of any mod.
 */
#include "relations/x4/x4_content.h"

#include <string.h>

#include "relations/file_names.h"
#include "relations/x4/x4_findings.h"
#include "relations/x4/x4_near.h"

static const char wanted[] = "content.xml";

/* The index of a mod has fewer entries. */
enum { MOST_ENTRIES = 2000 };

void x4_find_games(x4_view *v)
{
    for (uint64_t i = 0; i < v->xmls.count; i++) {
        const x4_xml *xml = &v->xmls.items[i];
        if (v->trees.items[xml->tree].bare && xml->entries.end - xml->entries.first > MOST_ENTRIES)
            v->mods[xml->tree].is_game = true;
    }
}

void x4_drop_games(x4_view *v)
{
    al_relation_state *s = &v->base;
    uint64_t kept = 0;
    for (uint64_t i = 0; i < s->finding_count; i++) {
        const uint32_t tree = v->trees.tree_of[s->findings[i].file];
        if (tree == X4_NONE || !v->mods[tree].is_game)
            s->findings[kept++] = s->findings[i];
    }
    s->finding_count = kept;
}

/* Whether a name is that of content.xml with blanks, a second extension, or one or two other letters. */
static bool is_nearly_content(x4_view *v, const char *name)
{
    char without_blanks[sizeof wanted] = "";
    size_t length = 0;
    if (strncmp(name, wanted, sizeof wanted - 1) == 0)
        return true;
    for (size_t i = 0; name[i] != '\0' && length < sizeof wanted; i++)
        if (name[i] != ' ' && length++ < sizeof wanted - 1)
            without_blanks[length - 1] = name[i];
    if (length == sizeof wanted - 1 && memcmp(without_blanks, wanted, length) == 0)
        return true;
    return x4_is_near(v, wanted, name, strlen(name));
}

static const char *near_content(x4_view *v, const x4_tree *tree)
{
    for (size_t i = 0; i < tree->count; i++) {
        const char *path = tree->files[i].path;
        if (strchr(path, '/') == NULL && is_nearly_content(v, path))
            return al_base_name(al_inner_path(&v->base.all->files[tree->files[i].number]));
    }
    return NULL;
}

static bool judge(x4_view *v, uint32_t tree, const x4_xml *xml)
{
    if (xml == NULL || xml->state == X4_UNREAD)
        return true;
    const x4_claim claim = {.number = xml->number,
                            .rule = X4_NO_CONTENT,
                            .place = {.line = 1, .column = 1, .end_line = 1, .end_column = 1},
                            .expected = wanted};
    const char *near = near_content(v, &v->trees.items[tree]);
    if (near != NULL)
        return x4_claim_found(v, &claim, "the mod's folder has no content.xml: rename \"%s\"", near);
    return x4_claim_found(v, &claim, "the mod's folder has no content.xml, so the game doesn't load the mod");
}

/* The index that each folder has, by its tree; that of macros if it has both. NULL if memory is short. */
static const x4_xml **find_indexes(const x4_view *v)
{
    const x4_xml **found = al_alloc(v->base.arena, v->trees.count, sizeof *found);
    for (uint64_t i = 0; found != NULL && i < v->xmls.count; i++) {
        const x4_xml *xml = &v->xmls.items[i], **of = &found[xml->tree];
        if (xml->index != X4_NO_INDEX && xml->number < v->base.all->checked)
            *of = *of == NULL || xml->index == X4_INDEX_MACROS ? xml : *of;
    }
    return found;
}

bool x4_judge_content(x4_view *v)
{
    const x4_xml **indexes = find_indexes(v);
    if (indexes == NULL)
        return false;
    for (uint32_t i = 0; i < v->trees.mods; i++)
        if (v->trees.items[i].bare && !v->mods[i].is_game && !judge(v, i, indexes[i]))
            return false;
    return true;
}
