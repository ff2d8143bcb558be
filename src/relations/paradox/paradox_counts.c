/* paradox_counts.c: counts what mods refer to, which tells whether a file that isn't there is missing or is
 * the game's; and what the rules share.
 */
#include <string.h>

#include "core/sort.h"
#include "core/text.h"
#include "formats/catalogue.h"
#include "relations/paradox/paradox.h"

/* ---- The files of Victoria 2 --------------------------------------------------------------------------- */

/* Each path has the same room: a table of pointers would have to be relocated whenever the program starts. */
enum { ROOM = 52 };

typedef struct game_file {
    char path[ROOM];
    char md5[AL_MD5_DIGITS + 1];
} game_file;

#define VICTORIA2_FOLDER "gfx/anims/"

static const game_file files[] = {
#define VICTORIA2_FILE(name, md5) {VICTORIA2_FOLDER name, md5},
#include "relations/paradox/victoria2_files.def"
#undef VICTORIA2_FILE
};

#define VICTORIA2_FILE(name, md5)                                                   \
    _Static_assert(sizeof VICTORIA2_FOLDER name <= ROOM, "too long for the table"); \
    _Static_assert(sizeof md5 == 1 || sizeof md5 == AL_MD5_DIGITS + 1, "no MD5");
#include "relations/paradox/victoria2_files.def"
#undef VICTORIA2_FILE

enum { FILES = sizeof files / sizeof files[0] };

const char *pdx_victoria2_file(size_t index)
{
    return index < FILES ? files[index].path : NULL;
}

static int compare(const void *left, const void *right, void *context)
{
    (void)context;
    return strcmp(left, ((const game_file *)right)->path);
}

bool pdx_victoria2_has(const char *path)
{
    const size_t at = al_lower_bound(files, FILES, sizeof files[0], path, compare, NULL);
    return at < FILES && strcmp(files[at].path, path) == 0;
}

bool al_victoria2_has_md5(const uint8_t md5[AL_MD5_SIZE])
{
    const al_md5_text shown = al_md5_show(md5);
    bool found = false;
    for (size_t i = 0; !found && i < FILES; i++)
        found = strcmp(files[i].md5, shown.text) == 0;
    return found;
}

/* A tree is complete if it has at least so many references, and at least so many percent of their files are
 * its own or Victoria 2's. If there are fewer, the game may have the others: nine partial mods have at most
 * 80 % themselves, six complete ones at least 97.5 %. */
enum { LEAST_REFERENCES = 100, LEAST_SHARE = 95 };

/* A mod is for Victoria 2 if it refers to at least so many files, and at least one in so many is a file of
 * that game: in 16 public mods 48 % to 100 %, in those for other games at most 3 %. */
enum { LEAST_NAMES = 20, ONE_KNOWN_IN = 4 };

/* References with fewer actors are no whole game: Victoria 2 has 232, a library of mods a few. */
enum { LEAST_ACTORS = 50 };

static uint64_t actors_of_references(const pdx_state *m)
{
    uint64_t count = 0;
    for (size_t i = m->base.all->checked; i < m->base.all->count; i++)
        count += m->files.tree_of[i] != PDX_NO_TREE && al_has_extension(m->files.name_of[i], "xac", 3);
    return count;
}

static bool is_nearly_all(uint64_t resolved, uint64_t references)
{
    return resolved * 100 >= references * LEAST_SHARE;
}

bool pdx_game_has(const pdx_state *m, uint32_t tree, const char *name)
{
    return pdx_victoria2_has(name) && !pdx_is_replaced(&m->files, tree, name);
}

static void count_references_of(pdx_state *m, pdx_gfx *g, pdx_mod *mod)
{
    for (uint64_t i = 0; i < g->item_count; i++) {
        const char *name = g->items[i].file;
        if (g->items[i].role != PDX_REFERENCE)
            continue;
        const size_t found =
            m->has_game ? pdx_find_in(&m->files, g->tree, name) : pdx_find(&m->files, g->tree, name);
        mod->references++;
        mod->resolved += found != PDX_NO_FILE;
        mod->of_game += found == PDX_NO_FILE && pdx_game_has(m, g->tree, name);
        g->unresolved[al_has_extension(name, "xac", 3) ? 0 : 1] += found == PDX_NO_FILE;
    }
}

/* Counts the different names that the references of each checked mod have. */
static void count_names(pdx_state *m)
{
    al_arena scratch = al_arena_on(m->base.arena->budget);
    pdx_entries names = {.count = 0};
    for (uint64_t i = 0; i < m->gfx_count; i++) {
        const pdx_gfx *g = &m->gfxs[i];
        for (uint64_t k = 0; k < g->item_count && g->judged && pdx_is_checked(m, g->number); k++) {
            const pdx_entry name = {.tree = g->tree, .name = g->items[k].file};
            if (g->items[k].role == PDX_REFERENCE && !m->base.no_memory)
                m->base.no_memory = !AL_ADD(&scratch, names, name);
        }
    }
    pdx_entries_sort(&names);
    for (uint64_t i = 0; i < names.count; i++) {
        const pdx_entry *at = &names.items[i];
        if (i > 0 && at[-1].tree == at->tree && strcmp(at[-1].name, at->name) == 0)
            continue;
        m->mods[at->tree].names++;
        m->mods[at->tree].known_names += pdx_victoria2_has(at->name);
    }
    al_arena_return(&scratch);
}

/* A mod without any file is half a mod: a repository may leave out its gfx. */
static void find_mods_with_files(pdx_state *m)
{
    const pdx_files *f = &m->files;
    for (size_t i = 0; i < m->base.all->checked; i++)
        if (f->tree_of[i] != PDX_NO_TREE && pdx_is_reference(f->name_of[i]))
            m->mods[f->tree_of[i]].has_files = true;
}

static void conclude(pdx_mod *mod)
{
    const bool many = mod->references >= LEAST_REFERENCES;
    mod->for_victoria2 =
        mod->has_files && mod->names >= LEAST_NAMES && mod->known_names * ONE_KNOWN_IN >= mod->names;
    mod->complete = many && is_nearly_all(mod->resolved + mod->of_game, mod->references);
}

void pdx_count_references(pdx_state *m)
{
    pdx_mod others = {.references = 0};
    m->has_game = actors_of_references(m) >= LEAST_ACTORS;
    for (uint64_t i = 0; i < m->gfx_count; i++) {
        pdx_gfx *g = &m->gfxs[i];
        if (g->judged)
            count_references_of(m, g, pdx_is_checked(m, g->number) ? &m->mods[g->tree] : &others);
    }
    m->is_partial = !m->has_game && !is_nearly_all(others.resolved, others.references);
    count_names(m);
    find_mods_with_files(m);
    for (uint32_t i = 0; i < m->files.checked_trees; i++)
        conclude(&m->mods[i]);
}

/* ---- What the rules share ------------------------------------------------------------------------------ */

const char *pdx_unknown(const pdx_state *m)
{
    return m->base.all->with_count == 0 ? "the targets may be in the game (--with GAME looks)"
                                        : "the targets may be in the game, and --with gives no whole game";
}

void pdx_not_judged(pdx_state *m, size_t rule, size_t file, uint64_t references)
{
    al_keep_not_judged(&m->base, file, al_first_rule("pdx") + rule, pdx_unknown(m), references);
}

al_claim pdx_claim_at(pdx_state *m, const pdx_gfx *gfx, uint32_t item, size_t rule)
{
    const pdx_item *at = &gfx->items[item];
    pdx_field(&m->field, gfx, item);
    al_claim claim = {.rule = al_first_rule("pdx") + rule, .path = al_field(NULL, m->field.text)};
    al_set_place(&claim, &at->place);
    if (at->role != PDX_OBJECT)
        claim.actual = al_text(at->text);
    return claim;
}

const pdx_actor *pdx_actor_of(const pdx_state *m, size_t file)
{
    const uint32_t at = file != PDX_NO_FILE ? m->actor_of[file] : 0;
    return at != 0 ? &m->actors[at - 1] : NULL;
}
