/* x4_index.c: checks that entries lead to files with the macro or component that they name, and that an index
 * lists all macros and components.
 */

#include <stdio.h>
#include <string.h>

#include "core/limits.h"
#include "core/sort.h"
#include "core/text.h"
#include "relations/x4/x4.h"

static const char *word_of(x4_index kind)
{
    return kind == X4_INDEX_MACROS ? "macro" : "component";
}

static bool find_entry(const x4_tree *tree, const char *path, const x4_file **file)
{
    static const char *const endings[] = {".xml", ".xml.gz", "", NULL};
    const x4_file *found = x4_find_with(tree, path, endings);
    if (found != NULL)
        *file = found;
    return found != NULL;
}

static void note_found(x4_state *v, const x4_xml *xml, const x4_target *target)
{
    x4_mod *mod = &v->mods[xml->tree];
    if (target->outcome != X4_FOUND || !target->own)
        return;
    mod->entry_found = true;
    if (xml->index != X4_INDEX_COMPONENTS)
        return;
    mod->component_found = true;
    const uint32_t led = v->xml_of[target->file->number];
    if (led != X4_NONE)
        v->xmls.items[led].led_to = true;
}

void x4_resolve_index(x4_state *v)
{
    for (uint64_t i = 0; i < v->entries.count; i++) {
        x4_entry *entry = &v->entries.items[i];
        const x4_xml *xml = &v->xmls.items[entry->xml];
        if (!x4_is_judged(v, xml))
            continue;
        entry->target = x4_look_up(v, xml->tree, entry->value.text, find_entry);
        note_found(v, xml, &entry->target);
    }
}

/* ---- Entries ------------------------------------------------------------------------------------------- */

/* The names of a file are sorted by kind and name. */
static int compare_name(const x4_name *name, x4_index kind, const char *small)
{
    if (name->kind != kind)
        return name->kind < kind ? -1 : 1;
    return strcmp(name->small, small);
}

static int compare_names(const void *left, const void *right, void *context)
{
    const x4_name *a = left, *b = right;
    (void)context;
    const int order = compare_name(a, b->kind, b->small);
    return order != 0 ? order : (a->place.offset > b->place.offset) - (a->place.offset < b->place.offset);
}

static uint32_t first_name(const x4_state *v, const x4_xml *xml, x4_index kind, const char *small)
{
    const x4_name wanted = {.kind = (uint8_t)kind, .small = small};
    const x4_run run = xml->names;
    const x4_name *names = run.end > run.first ? &v->names.items[run.first] : NULL;
    const size_t count = run.end - run.first;
    return run.first + (uint32_t)al_lower_bound(names, count, sizeof wanted, &wanted, compare_names, NULL);
}

static void sort_names(x4_state *v)
{
    for (uint64_t i = 0; i < v->xmls.count; i++) {
        const x4_run run = v->xmls.items[i].names;
        if (run.end > run.first)
            al_sort(&v->names.items[run.first], run.end - run.first, sizeof *v->names.items, compare_names,
                    NULL);
    }
}

static bool has_name(const x4_state *v, const x4_xml *xml, x4_index kind, const char *small)
{
    const uint32_t at = first_name(v, xml, kind, small);
    return at < xml->names.end && compare_name(&v->names.items[at], kind, small) == 0;
}

/* The only name of a kind in a file; NULL: there is none, or more than one. */
static const x4_name *only_name(const x4_state *v, const x4_xml *xml, x4_index kind)
{
    const uint32_t at = first_name(v, xml, kind, "");
    const bool any = at < xml->names.end && v->names.items[at].kind == kind;
    const bool several = any && at + 1 < xml->names.end && v->names.items[at + 1].kind == kind;
    return any && !several ? &v->names.items[at] : NULL;
}

/* The name of a kind in a file that is similar to a name; NULL: there is none, or more than one. */
static const char *near_name(x4_state *v, const x4_xml *xml, x4_index kind, const char *small)
{
    x4_choice choice = {.best = NULL};
    uint32_t i = first_name(v, xml, kind, "");
    for (; i < xml->names.end && v->names.items[i].kind == kind && al_work_pay(&v->guesses, 1); i++)
        x4_offer_name(v, &choice, small, v->names.items[i].small, v->names.items[i].text);
    return x4_chosen_name(&choice);
}

/* A fix may write a path only where it leads to what the entry names. */
static al_fix_kind fix_of_path(x4_state *v, const x4_entry *entry, const char *proposal)
{
    const x4_xml *xml = &v->xmls.items[entry->xml];
    x4_target target = {.outcome = X4_UNKNOWN};
    if (proposal != NULL)
        target = x4_look_up(v, xml->tree, proposal, find_entry);
    const uint32_t number = target.outcome == X4_FOUND ? v->xml_of[target.file->number] : X4_NONE;
    if (number == X4_NONE || !has_name(v, &v->xmls.items[number], xml->index, entry->small))
        return AL_FIX_NONE;
    return x4_fix_of(v, entry->value.text, proposal);
}

static void judge_path(x4_state *v, const x4_entry *entry)
{
    const x4_xml *xml = &v->xmls.items[entry->xml];
    const x4_target *target = &entry->target;
    const x4_tree *tree = &v->trees.items[target->tree];
    if (target->own && !v->mods[xml->tree].entry_found) {
        x4_not_judged(v, xml, X4_INDEX_PATH, "no entry of the mod finds a file: its files may lie elsewhere");
        return;
    }
    const char *folder = x4_folder_of(v->base.arena, target->path);
    const char *expected =
        x4_join(v->base.arena, target->path, al_ends_with(target->path, ".xml", 4) ? "" : ".xml");
    if (folder == NULL || expected == NULL) {
        v->base.no_memory = true;
        return;
    }
    const bool has_folder = folder[0] == '\0' || x4_has_folder(tree, folder);
    const bool ignored = !has_folder && target->own && x4_is_ignored(v, target->tree, folder);
    const char *near = x4_value_like(v, entry->value.text, x4_near_file(v, target->tree, expected, ".xml"));
    const x4_claim claim = {.number = xml->number,
                            .rule = X4_INDEX_PATH,
                            .level = has_folder ? AL_OFF
                                     : ignored  ? AL_NOTE
                                                : AL_WARNING,
                            .node = entry->node,
                            .attribute = "value",
                            .place = entry->value.place,
                            .expected = near != NULL ? near : expected,
                            .actual = entry->value.text,
                            .fix_kind = fix_of_path(v, entry, near)};
    const char *what = word_of(xml->index);
    if (near != NULL)
        x4_claim_found(v, &claim, "%s \"%s\" leads to no file%s", what, entry->name.text,
                       x4_hint_of(near, "").text);
    else if (has_folder)
        x4_claim_found(v, &claim, "%s \"%s\" leads to no file: %s isn't there", what, entry->name.text,
                       expected);
    else if (ignored)
        x4_claim_found(v, &claim, "%s \"%s\" leads into a folder that .gitignore leaves out: %s", what,
                       entry->name.text, folder);
    else
        x4_claim_found(v, &claim, "%s \"%s\" leads to a file in a folder that isn't there: %s", what,
                       entry->name.text, folder);
}

/* The entry leads into an extension that isn't there, and whose name is nearly the mod's. */
static void judge_extension(x4_state *v, const x4_entry *entry)
{
    static const char folder[] = "extensions/";
    const x4_xml *xml = &v->xmls.items[entry->xml];
    const x4_mod *mod = &v->mods[xml->tree];
    const char *start = x4_join(v->base.arena, folder, mod->own[0]);
    const char *slash = start != NULL ? x4_join(v->base.arena, start, "/") : NULL;
    const char *path = slash != NULL ? x4_join(v->base.arena, slash, entry->target.path) : NULL;
    const char *expected = path != NULL ? x4_value_of(v, path) : NULL;
    v->base.no_memory = v->base.no_memory || expected == NULL;
    const x4_claim claim = {.number = xml->number,
                            .rule = X4_INDEX_PATH,
                            .node = entry->node,
                            .attribute = "value",
                            .place = entry->value.place,
                            .expected = expected,
                            .actual = entry->value.text,
                            .fix_kind = fix_of_path(v, entry, expected)};
    x4_claim_found(v, &claim, "%s \"%s\": no extension of this mod is called so, did you mean %s?",
                   word_of(xml->index), entry->name.text, mod->own[0]);
}

/* Whether an entry of the index has the name. */
static bool is_entry(x4_state *v, const x4_xml *xml, const char *name)
{
    bool found = !al_work_pay(&v->guesses, xml->entries.end - xml->entries.first);
    const size_t length = strlen(name);
    for (uint32_t i = xml->entries.first; i < xml->entries.end && !found; i++) {
        const char *small = v->entries.items[i].small;
        found = strlen(small) == length && al_same_ignoring_case(small, name, length);
    }
    return found;
}

static void judge_name(x4_state *v, const x4_entry *entry)
{
    const x4_xml *xml = &v->xmls.items[entry->xml];
    const uint32_t number = v->xml_of[entry->target.file->number];
    const x4_xml *file = number != X4_NONE ? &v->xmls.items[number] : NULL;
    if (file == NULL || file->state != X4_WHOLE || al_ends_with(entry->small, "*", 1) ||
        has_name(v, file, xml->index, entry->small))
        return;
    if (file->is_diff) {
        x4_not_judged(v, xml, X4_INDEX_NAME,
                      "the paths lead to a <diff>: the file that the <diff> changes may have the names");
        return;
    }
    const x4_name *only = only_name(v, file, xml->index);
    const char *near = only != NULL ? only->text : near_name(v, file, xml->index, entry->small);
    const char *what = word_of(xml->index), *name = entry->name.text;
    const x4_claim claim = {.number = xml->number,
                            .rule = X4_INDEX_NAME,
                            .node = entry->node,
                            .attribute = "name",
                            .place = entry->name.place,
                            .expected = near,
                            .actual = entry->name.text,
                            .fix_kind = near == NULL || is_entry(v, xml, near) ? AL_FIX_NONE : AL_FIX_UNSAFE};
    if (only != NULL)
        x4_claim_found(v, &claim, "no %s \"%s\" is in %s: the one there is called \"%s\"", what, name,
                       file->path, only->text);
    else
        x4_claim_found(v, &claim, "no %s \"%s\" is in %s%s", what, name, file->path,
                       x4_hint_of(near, "\"").text);
}

static void judge_entry(x4_state *v, const x4_entry *entry)
{
    const x4_xml *xml = &v->xmls.items[entry->xml];
    if (entry->target.outcome == X4_MISSING)
        judge_path(v, entry);
    else if (entry->target.outcome == X4_FOUND)
        judge_name(v, entry);
    else if (entry->target.misspelt && v->mods[xml->tree].entry_found)
        judge_extension(v, entry);
    else if (entry->target.unknown != NULL)
        x4_not_judged(v, xml, X4_INDEX_PATH, entry->target.unknown);
}

/* ---- Duplicates ---------------------------------------------------------------------------------------- */

static int compare_entries(const void *left, const void *right, void *context)
{
    const x4_entry *a = *(const x4_entry *const *)left, *b = *(const x4_entry *const *)right;
    (void)context;
    const int order = strcmp(a->small, b->small);
    return order != 0 ? order : (a > b) - (a < b);
}

static void claim_duplicate(x4_state *v, const x4_entry *first, const x4_entry *again)
{
    const x4_claim claim = {.number = v->xmls.items[again->xml].number,
                            .rule = X4_INDEX_DUPLICATE,
                            .node = again->node,
                            .attribute = "name",
                            .place = again->name.place,
                            .actual = again->name.text};
    x4_claim_found(v, &claim, "\"%s\" was already listed in line %u, with another path: %s", again->name.text,
                   (unsigned)first->name.place.line, first->value.text);
}

static void judge_duplicates(x4_state *v, const x4_xml *xml, const x4_entry **sorted, al_arena *scratch)
{
    const size_t count = xml->entries.end - xml->entries.first;
    for (size_t i = 0; i < count; i++)
        sorted[i] = &v->entries.items[xml->entries.first + i];
    al_sort(sorted, count, sizeof *sorted, compare_entries, NULL);
    const x4_entry *first = NULL;
    const char *path = NULL; /* of `first`; NULL: not needed yet */
    for (size_t i = 0; i < count; i++) {
        if (first == NULL || strcmp(first->small, sorted[i]->small) != 0) {
            first = sorted[i];
            path = NULL;
            continue;
        }
        const char *other = x4_normal_path(scratch, sorted[i]->value.text);
        path = path != NULL ? path : x4_normal_path(scratch, first->value.text);
        v->base.no_memory = v->base.no_memory || path == NULL || other == NULL;
        if (!v->base.no_memory && strcmp(path, other) != 0)
            claim_duplicate(v, first, sorted[i]);
    }
}

/* ---- Names in no index --------------------------------------------------------------------------------- */

/* A name in an index; a pattern without its star. */
typedef struct listed {
    uint32_t tree;
    x4_index kind;
    bool pattern;
    const char *small;
    size_t length;
    uint32_t xml; /* the file that the entry leads to; X4_NONE: none of the mod's own */
} listed;

static int compare_heads(const listed *a, const listed *b)
{
    if (a->tree != b->tree)
        return a->tree < b->tree ? -1 : 1;
    if (a->kind != b->kind)
        return a->kind < b->kind ? -1 : 1;
    return (int)a->pattern - (int)b->pattern;
}

static int compare_listed(const void *left, const void *right, void *context)
{
    const listed *a = left, *b = right;
    (void)context;
    const int heads = compare_heads(a, b);
    if (heads != 0)
        return heads;
    const size_t length = a->length < b->length ? a->length : b->length;
    const int order = memcmp(a->small, b->small, length);
    return order != 0 ? order : (a->length > b->length) - (a->length < b->length);
}

static listed listed_of(const x4_state *v, const x4_entry *entry)
{
    const x4_xml *xml = &v->xmls.items[entry->xml];
    const size_t length = strlen(entry->small);
    const bool pattern = length > 0 && entry->small[length - 1] == '*';
    const bool found = entry->target.outcome == X4_FOUND && entry->target.own;
    return (listed){.tree = xml->tree,
                    .xml = found ? v->xml_of[entry->target.file->number] : X4_NONE,
                    .kind = xml->index,
                    .pattern = pattern,
                    .small = entry->small,
                    .length = length - pattern};
}

typedef struct listing {
    listed *items;
    size_t count;
} listing;

/* Whether a pattern matches whatever `other` matches. */
static bool covers(const listed *pattern, const listed *other)
{
    return pattern->pattern && pattern->tree == other->tree && pattern->kind == other->kind &&
           pattern->length <= other->length && memcmp(pattern->small, other->small, pattern->length) == 0;
}

/* Drops each pattern that begins with another pattern, which is listed before it. */
static void drop_covered(listing *all)
{
    size_t kept = 0;
    for (size_t i = 0; i < all->count; i++)
        if (kept == 0 || !all->items[i].pattern || !covers(&all->items[kept - 1], &all->items[i]))
            all->items[kept++] = all->items[i];
    all->count = kept;
}

static bool is_item(const listing *all, size_t at, const listed *wanted)
{
    return at < all->count && compare_listed(&all->items[at], wanted, NULL) == 0;
}

/* The index of the first entry of a name; the number of all items if there is none. */
static size_t first_entry(const listing *all, const listed *wanted)
{
    const size_t at = al_lower_bound(all->items, all->count, sizeof *wanted, wanted, compare_listed, NULL);
    return is_item(all, at, wanted) ? at : all->count;
}

static bool has_entry(const listing *all, uint32_t tree, x4_index kind, const char *small)
{
    const listed wanted = {.tree = tree, .kind = kind, .small = small, .length = strlen(small)};
    return first_entry(all, &wanted) < all->count;
}

/* The file that the entries of a name lead to; X4_NONE: there is none, or they lead to several. */
static uint32_t listed_file(const listing *all, uint32_t tree, x4_index kind, const char *small)
{
    const listed wanted = {.tree = tree, .kind = kind, .small = small, .length = strlen(small)};
    size_t at = first_entry(all, &wanted);
    const uint32_t xml = at < all->count ? all->items[at].xml : X4_NONE;
    for (; is_item(all, at, &wanted); at++)
        if (all->items[at].xml != xml)
            return X4_NONE;
    return xml;
}

/* Looks for a pattern, which is the start of names. As no pattern begins with another, only the last one that
 * is not behind the name can match. */
static bool has_pattern(const listing *all, uint32_t tree, x4_index kind, const char *small)
{
    const listed wanted = {
        .tree = tree, .kind = kind, .pattern = true, .small = small, .length = strlen(small)};
    const size_t at = al_lower_bound(all->items, all->count, sizeof wanted, &wanted, compare_listed, NULL);
    return is_item(all, at, &wanted) || (at > 0 && covers(&all->items[at - 1], &wanted));
}

static bool is_listed(const listing *all, uint32_t tree, x4_index kind, const char *small)
{
    return has_entry(all, tree, kind, small) || has_pattern(all, tree, kind, small);
}

static bool is_of_game(const x4_state *v, const listing *all, x4_index kind, const char *small)
{
    for (uint32_t i = v->trees.mods; i < v->trees.count; i++)
        if (is_listed(all, i, kind, small))
            return true;
    return false;
}

/* By tree, kind and name. */
static int compare_defined(const void *left, const void *right, void *context)
{
    const x4_state *v = context;
    const x4_name *a = *(const x4_name *const *)left, *b = *(const x4_name *const *)right;
    const uint32_t tree = v->xmls.items[a->xml].tree, other = v->xmls.items[b->xml].tree;
    if (tree != other)
        return tree < other ? -1 : 1;
    return compare_name(a, b->kind, b->small);
}

/* All names, sorted by compare_defined. */
static const x4_name **sorted_names(x4_state *v, al_arena *arena)
{
    const x4_name **sorted = al_alloc(arena, v->names.count, sizeof *sorted);
    for (uint64_t i = 0; sorted != NULL && i < v->names.count; i++)
        sorted[i] = &v->names.items[i];
    if (sorted != NULL)
        al_sort(sorted, (size_t)v->names.count, sizeof *sorted, compare_defined, v);
    return sorted;
}

/* Whether the game reads the definition: it is directly under the root of a file that counts. */
static bool is_in_force(const x4_state *v, const x4_name *name)
{
    const x4_xml *xml = &v->xmls.items[name->xml];
    return name->node != NULL && x4_is_judged(v, xml) && !xml->below_extensions &&
           (name->kind != X4_INDEX_COMPONENTS || !x4_is_dormant(v, xml));
}

/* The definition that the game uses: the one that the index leads to, else probably the first one. NULL: none
 * is in force. */
static const x4_name *find_used(const x4_state *v, uint32_t xml, const x4_name *const *same, size_t count)
{
    const x4_name *first = NULL;
    for (size_t i = 0; i < count; i++) {
        if (!is_in_force(v, same[i]))
            continue;
        if (same[i]->xml == xml)
            return same[i];
        if (first == NULL || v->xmls.items[same[i]->xml].number < v->xmls.items[first->xml].number)
            first = same[i];
    }
    return first;
}

/* Judges the definitions of one name: of several files the game can use one. Only an entry of that very name
 * shows that they are meant for one thing: a working mod has a sector and its sky of one name, and a pattern.
 */
static void judge_twice(x4_state *v, const listing *all, const x4_name *const *same, size_t count)
{
    const uint32_t tree = v->xmls.items[same[0]->xml].tree;
    const x4_index kind = same[0]->kind;
    if (!has_entry(all, tree, kind, same[0]->small) && has_pattern(all, tree, kind, same[0]->small))
        return;
    const uint32_t xml = listed_file(all, tree, kind, same[0]->small);
    const x4_name *used = find_used(v, xml, same, count);
    for (size_t i = 0; i < count && used != NULL; i++) {
        const x4_name *again = same[i];
        if (again->xml == used->xml || !is_in_force(v, again))
            continue;
        const x4_claim claim = {.number = v->xmls.items[again->xml].number,
                                .rule = X4_NAME_TWICE,
                                .node = again->node,
                                .place = again->place,
                                .actual = again->text};
        const char *path = v->xmls.items[used->xml].path;
        if (used->xml == xml)
            x4_claim_found(v, &claim, "%s \"%s\" is not used: the index leads to the one in %s",
                           word_of(kind), again->text, path);
        else
            x4_claim_found(v, &claim, "%s \"%s\" is defined in %s, too: the game uses one of the two",
                           word_of(kind), again->text, path);
    }
}

/* Marks the names that several files of a mod define or add, and judges them. */
static void mark_shared_names(x4_state *v, const listing *all, const x4_name **sorted)
{
    const size_t count = (size_t)v->names.count;
    for (size_t first = 0, end; first < count; first = end) {
        bool shared = false;
        for (end = first + 1; end < count && compare_defined(&sorted[first], &sorted[end], v) == 0; end++)
            shared = shared || sorted[end]->xml != sorted[first]->xml;
        if (shared)
            judge_twice(v, all, &sorted[first], end - first);
        for (size_t i = first; shared && i < end; i++)
            v->names.items[sorted[i] - v->names.items].shared = true;
    }
}

/* Writes the value of the entry that an index lacks, ready to be pasted; `path` is that of the file as values
 * have it. NULL where the mod's name in paths is unknown, and where the value is too long. */
static const char *missing_value(const x4_mod *mod, const char *path, char out[AL_MAX_MESSAGE])
{
    const int length =
        mod->own_count > 0 ? snprintf(out, AL_MAX_MESSAGE, "extensions\\%s\\%s", mod->own[0], path) : -1;
    return length >= 0 && length < AL_MAX_MESSAGE ? out : NULL;
}

static void judge_listed(x4_state *v, const x4_xml *xml, const listing *all)
{
    char value[AL_MAX_MESSAGE];
    const char *path = x4_value_of(v, xml->path);
    const char *wanted = path != NULL ? missing_value(&v->mods[xml->tree], path, value) : NULL;
    for (uint32_t i = xml->names.first; i < xml->names.end && path != NULL; i++) {
        const x4_name *name = &v->names.items[i];
        if (name->node == NULL || name->shared || is_listed(all, xml->tree, name->kind, name->small) ||
            is_of_game(v, all, name->kind, name->small))
            continue;
        const x4_claim claim = {.number = xml->number,
                                .rule = X4_UNREGISTERED,
                                .level = v->mods[xml->tree].needs_other ? AL_NOTE : AL_OFF,
                                .node = name->node,
                                .place = name->place,
                                .expected = wanted,
                                .actual = name->text};
        x4_claim_found(v, &claim, "%s \"%s\" is in no index of the mod%s%s", word_of(name->kind), name->text,
                       wanted != NULL ? ": its entry needs the value " : "", wanted != NULL ? wanted : "");
    }
}

static void judge_unlisted(x4_state *v, al_arena *scratch)
{
    listed *items = al_alloc(scratch, v->entries.count, sizeof *items);
    const x4_name **sorted = sorted_names(v, scratch);
    v->base.no_memory = v->base.no_memory || items == NULL || sorted == NULL;
    if (v->base.no_memory)
        return;
    for (uint64_t i = 0; i < v->entries.count; i++)
        items[i] = listed_of(v, &v->entries.items[i]);
    listing all = {.items = items, .count = (size_t)v->entries.count};
    al_sort(items, all.count, sizeof *items, compare_listed, NULL);
    drop_covered(&all);
    mark_shared_names(v, &all, sorted);
    for (uint64_t i = 0; i < v->xmls.count; i++) {
        const x4_xml *xml = &v->xmls.items[i];
        if (x4_is_judged(v, xml) && xml->state == X4_WHOLE && !xml->below_extensions &&
            v->mods[xml->tree].entry_found)
            judge_listed(v, xml, &all);
    }
}

static void judge_files(x4_state *v, al_arena *scratch)
{
    const x4_entry **sorted = al_alloc(scratch, v->entries.count, sizeof *sorted);
    v->base.no_memory = v->base.no_memory || sorted == NULL;
    for (uint64_t i = 0; !v->base.no_memory && i < v->xmls.count; i++)
        if (x4_is_judged(v, &v->xmls.items[i]))
            judge_duplicates(v, &v->xmls.items[i], sorted, scratch);
}

void x4_judge_index(x4_state *v)
{
    al_arena scratch = al_arena_on(v->base.arena->budget);
    sort_names(v);
    for (uint64_t i = 0; i < v->entries.count && !v->base.no_memory; i++)
        judge_entry(v, &v->entries.items[i]);
    judge_files(v, &scratch);
    al_arena_return(&scratch);
    judge_unlisted(v, &scratch);
    al_arena_return(&scratch);
}
