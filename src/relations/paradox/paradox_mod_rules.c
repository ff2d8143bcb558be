/* paradox_mod_rules.c: whether the `path` of a .mod leads to the folder of a mod beside it. */
#include <string.h>

#include "core/sort.h"
#include "core/text.h"
#include "formats/catalogue.h"
#include "relations/file_names.h"
#include "relations/paradox/paradox.h"

typedef struct mod_folders {
    al_name_list files;   /* full names of all checked files, */
    al_name_list parents; /* and of the folders that mods with types lie in, in small letters, sorted */
} mod_folders;

/* At least one of these folders is in each mod. */
static const char *const usual[] = {"common", "interface", "gfx", "events", "history", "localisation", "map"};

static bool collect(const pdx_state *m, mod_folders *f, al_arena *arena)
{
    bool ok = true;
    for (size_t i = 0; ok && i < m->base.all->checked; i++) {
        const char *name = pdx_full_name(arena, &m->base.all->files[i]);
        ok = name != NULL && al_name_list_add(&f->files, arena, name);
    }
    for (uint32_t i = 0; ok && i < m->files.checked_trees; i++) {
        const pdx_tree *tree = &m->files.trees[i];
        if (!m->mods[i].has_types || tree->length == 0)
            continue;
        const char *root = al_copy_text(arena, tree->text, tree->length - 1);
        const char *parent = root != NULL ? al_copy_text(arena, root, al_folder_length(root)) : NULL;
        ok = parent != NULL && al_name_list_add(&f->parents, arena, parent);
    }
    al_name_list_sort(&f->files);
    al_name_list_sort(&f->parents);
    return ok;
}

/* PREFIX + NAME + "/" in the arena. NULL if memory is short. */
static const char *folder_in(al_arena *arena, const char *prefix, size_t length, const char *name)
{
    const size_t more = strlen(name);
    char *folder = al_alloc(arena, (uint64_t)length + more + 2, 1);
    if (folder == NULL)
        return NULL;
    memcpy(folder, prefix, length);
    memcpy(folder + length, name, more);
    folder[length + more] = '/';
    return folder;
}

static int compare(const void *left, const void *right, void *context)
{
    (void)context;
    return strcmp(*(const char *const *)left, *(const char *const *)right);
}

/* Whether any file lies in a folder, or below. */
static bool has_files(const mod_folders *f, const char *folder)
{
    const size_t count = (size_t)f->files.count;
    const size_t at = al_lower_bound(f->files.items, count, sizeof *f->files.items, &folder, compare, NULL);
    return at < count && pdx_is_below(f->files.items[at], folder);
}

/* Whether a folder has one of the usual folders. */
static bool is_mod(pdx_state *m, const mod_folders *f, const char *folder, al_arena *arena)
{
    for (size_t i = 0; i < sizeof usual / sizeof usual[0]; i++) {
        const char *inside = folder_in(arena, folder, strlen(folder), usual[i]);
        m->base.no_memory = m->base.no_memory || inside == NULL;
        if (inside == NULL || has_files(f, inside))
            return true;
    }
    return false;
}

static void keep_path(pdx_state *m, const pdx_description *d, const char *folder, bool exists)
{
    al_claim claim = {.rule = al_first_rule("pdx") + PDX_MOD_PATH, .actual = al_text(d->written)};
    al_set_place(&claim, &d->place);
    claim.path = al_field(NULL, "path");
    const char *last = d->written + al_last_part(d->written, strlen(d->written));
    folder = last[0] != '\0' ? last : folder;
    if (exists)
        (void)al_keep_finding(
            &m->base, d->number, &claim,
            "folder \"%s\" holds the mod one level too deep: no interface, gfx or common is "
            "directly in it",
            folder);
    else
        (void)al_keep_finding(&m->base, d->number, &claim,
                              "no folder \"%s\" lies beside the .mod: the game starts as if there was no mod",
                              folder);
}

/* Only "mod/NAME" is the folder NAME beside the .mod. A .mod in a mod is not where the game looks for it, and
 * tells nothing. */
static void judge_path(pdx_state *m, const pdx_description *d, const mod_folders *f, al_arena *arena)
{
    const char *own = pdx_full_name(arena, &m->base.all->files[d->number]);
    const char *name = pdx_is_below(d->path, "mod/") ? d->path + strlen("mod/") : d->path;
    const size_t length = own != NULL ? al_folder_length(own) : 0;
    const char *around = own != NULL ? al_copy_text(arena, own, length) : NULL;
    const char *folder = own != NULL ? folder_in(arena, own, length, name) : NULL;
    m->base.no_memory = m->base.no_memory || around == NULL || folder == NULL;
    if (m->base.no_memory || name[0] == '\0' || strchr(name, '/') != NULL ||
        m->files.tree_of[d->number] != PDX_NO_TREE || is_mod(m, f, around, arena))
        return;
    const bool exists = has_files(f, folder);
    if (exists ? al_name_list_has(&f->parents, folder) && !is_mod(m, f, folder, arena)
               : al_name_list_has(&f->parents, around))
        keep_path(m, d, name, exists);
}

void pdx_judge_descriptions(pdx_state *m)
{
    al_arena scratch = al_arena_on(m->base.arena->budget);
    mod_folders folders = {.files = {.count = 0}};
    if (m->descriptions.count > 0 && m->base.all->gap_count == 0) /* nothing is missing that is there */
        m->base.no_memory = m->base.no_memory || !collect(m, &folders, &scratch);
    for (uint64_t i = 0; folders.files.count > 0 && i < m->descriptions.count && !m->base.no_memory; i++)
        judge_path(m, &m->descriptions.items[i], &folders, &scratch);
    al_arena_return(&scratch);
}
