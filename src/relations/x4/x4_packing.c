/* x4_packing.c: rules about where a mod lies, and how it is packed. The game looks for mods in the folders of
 * `extensions`, and for packages of certain names in the folder of each.
 */
#include <stdio.h>
#include <string.h>

#include "core/text.h"
#include "relations/file_names.h"
#include "relations/x4/x4.h"

/* ---- Names of packages --------------------------------------------------------------------------------- */

/* The packages of a mod: ext_01.cat and so on, and subst_01.cat, which replace files of the game. */
enum { KINDS = 2, MOST_NUMBER = 99 };
static const char *const kinds[KINDS] = {"ext_", "subst_"};

/* A name that the game looks for: `ext_NN.cat`, or one for a version of the game, `ext_vNNN.cat` or
 * `ext_NN_vNNN.cat`; or that of the signatures of one of these, which ends in _sig. */
typedef struct package_name {
    unsigned kind;
    unsigned number; /* 0: it has none */
} package_name;

/* The text behind `start`; the text itself if it doesn't begin so. */
static const char *skip(const char *text, const char *start)
{
    const size_t length = strlen(start);
    return strncmp(text, start, length) == 0 ? text + length : text;
}

static const char *skip_version(const char *text, const char *start)
{
    const char *digits = skip(text, start), *end = digits;
    while (al_is_digit(*end))
        end++;
    return digits > text && end > digits ? end : text;
}

/* Reads a name in small letters; false if the game doesn't look for it. */
static bool read_name(const char *name, package_name *read)
{
    for (unsigned kind = 0; kind < KINDS; kind++) {
        const char *rest = skip(name, kinds[kind]);
        *read = (package_name){.kind = kind};
        if (rest == name)
            continue;
        if (al_is_digit(rest[0]) && al_is_digit(rest[1])) {
            read->number = (unsigned)(rest[0] - '0') * 10 + (unsigned)(rest[1] - '0');
            rest = skip_version(rest + 2, "_v");
        } else {
            const char *version = rest;
            rest = skip_version(rest, "v");
            if (rest == version)
                return false;
        }
        const char *end = skip(rest, "_sig");
        if (end > rest)
            read->number = 0;
        return strcmp(end, ".cat") == 0;
    }
    return false;
}

/* The next package in the folder of the mod, from the index `*at` of its files on; NULL: there is none. */
static const x4_file *next_package(const x4_tree *tree, size_t *at)
{
    while (*at < tree->count) {
        const x4_file *file = &tree->files[(*at)++];
        if (strchr(file->path, '/') == NULL && al_has_extension(file->path, "cat", 3))
            return file;
    }
    return NULL;
}

/* The lowest number from 1 on that no package of a kind has. */
static unsigned first_missing(const x4_tree *tree, unsigned kind)
{
    bool has[MOST_NUMBER + 1] = {true};
    unsigned missing = 0;
    package_name name;
    size_t at = 0;
    for (const x4_file *file; (file = next_package(tree, &at)) != NULL;)
        if (read_name(file->path, &name) && name.kind == kind)
            has[name.number] = true;
    while (missing <= MOST_NUMBER && has[missing])
        missing++;
    return missing;
}

static void judge_packages(x4_state *v, const x4_tree *tree)
{
    const unsigned missing[KINDS] = {first_missing(tree, 0), first_missing(tree, 1)};
    package_name name;
    size_t at = 0;
    for (const x4_file *file; (file = next_package(tree, &at)) != NULL;) {
        const bool known = read_name(file->path, &name);
        const unsigned kind = known ? name.kind : strncmp(file->path, "subst", 5) == 0;
        char wanted[32];
        const x4_claim claim = {
            .number = file->number, .rule = X4_CAT_NAME, .expected = wanted, .actual = file->path};
        (void)snprintf(wanted, sizeof wanted, "%s%02u.cat", kinds[kind], missing[kind]);
        if (!known)
            x4_claim_found(v, &claim, "the game doesn't load %s: call it %s", file->path, wanted);
        else if (name.number > missing[kind])
            x4_claim_found(v, &claim, "the game doesn't load %s, since there is no %s", file->path, wanted);
    }
}

/* ---- Folders ------------------------------------------------------------------------------------------- */

/* What is wrong with the folder of a mod is said of its content.xml. */
static x4_claim claim_of(const x4_file *content, size_t rule)
{
    return (x4_claim){.number = content->number,
                      .rule = rule,
                      .place = {.line = 1, .column = 1, .end_line = 1, .end_column = 1}};
}

/* Whether a folder `extensions` is in the path. */
static bool is_below_extensions(const char *path)
{
    const char *slash = path;
    for (; slash != NULL && !x4_may_be_extension_path(slash); slash = strchr(slash + 1, '/'))
        continue;
    return slash != NULL;
}

/* A package in the folder of a mod is a release of it, or a backup. */
static void judge_nested(x4_state *v, uint32_t number, const x4_file *content)
{
    const uint32_t above = v->trees.roots.items[number].outer;
    if (above == AL_NO_PREFIX || v->trees.items[above].bare)
        return;
    const x4_tree *outer = &v->trees.items[above];
    const char *inside = v->trees.items[number].root + strlen(outer->root);
    const bool in_other_package = strstr(inside, AL_INSIDE) != NULL && strstr(outer->root, AL_INSIDE) == NULL;
    if (in_other_package || is_below_extensions(inside))
        return;
    const x4_claim claim = claim_of(content, X4_NESTED_MOD);
    x4_claim_found(v, &claim, "the game doesn't load the mod, since it lies in \"%s\" of another one",
                   inside);
}

/* Whether a folder `own` with a mod, which may be this one, lies where the mod lies. */
static bool is_there(x4_state *v, const char *root, const char *own)
{
    const size_t length = strlen(own), before = al_last_part(root, strlen(root) - 1);
    bool found = !al_work_pay(&v->guesses, v->trees.mods);
    for (uint32_t i = 0; i < v->trees.mods && !found; i++) {
        const char *other = v->trees.items[i].root;
        found = strlen(other) == before + length + 1 && strncmp(other, root, before) == 0 &&
                al_same_ignoring_case(other + before, own, length);
    }
    return found;
}

/* A mod in an archive is unpacked into the folder that it has there. */
static void judge_folder_name(x4_state *v, uint32_t number, const x4_file *content)
{
    const char *root = v->trees.items[number].root, *package = strstr(root, AL_INSIDE);
    const x4_mod *mod = &v->mods[number];
    const bool is_folder = package != NULL && !al_ends_with(root, AL_INSIDE, AL_INSIDE_LENGTH) &&
                           !(package - root > 4 && al_same_ignoring_case(package - 4, ".cat", 4));
    if (!is_folder || mod->own_count == 0 || mod->folder == NULL || is_there(v, root, mod->own[0]))
        return;
    x4_claim claim = claim_of(content, X4_FOLDER_NAME);
    claim.expected = mod->own[0];
    claim.actual = mod->folder;
    x4_claim_found(v, &claim, "the folder of the mod is \"%s\", but its paths lead to extensions/%s",
                   mod->folder, mod->own[0]);
}

void x4_judge_packing(x4_state *v)
{
    for (uint32_t i = 0; i < v->trees.mods && !v->base.no_memory; i++) {
        const x4_tree *tree = &v->trees.items[i];
        const x4_file *content = x4_find_file(tree, "content.xml");
        if (tree->with > 0 || v->mods[i].is_game)
            continue;
        judge_packages(v, tree);
        if (content == NULL)
            continue;
        judge_nested(v, i, content);
        judge_folder_name(v, i, content);
    }
}
