/* pair_skeletons.c: compares Lost Saga's ANI and MSH with the only SKL of their folder. A skeleton may
 * continue in a second one beside it: then the bones of both count, and the second is not another choice.
 */
#include "relations/relations.h"

#include <string.h>

#include "core/map.h"
#include "core/sort.h"
#include "core/text.h"
#include "formats/catalogue.h"
#include "relations/file_names.h"
#include "relations/name_list.h"
#include "relations/pairs/pair_files.h"

#define AL_RULES "rules/msh.def"
#include "kit/rule_numbers.h"

enum { SKELETON, ANIMATION, MESH, KINDS }; /* kinds, in the order of */
static const char extensions[] = "skl ani msh";
static const char *const formats[KINDS] = {"skl", "ani", "msh"};

typedef struct skeleton {
    al_name_list bones; /* in small letters */
    uint64_t declared;  /* number of bones that the file declares */
    const char *linked; /* the skeleton that it continues in, as the file names it; NULL: none */
    size_t link;        /* the item of that skeleton; PAIR_NONE: it isn't there */
    bool read, visited;
    bool chosen;            /* it is the partner of some file: */
    al_name_list all_bones; /* with those that it continues in, sorted; empty: nothing can be compared */
} skeleton;

typedef struct skeletons {
    pair_files files;        /* the partner of a file is the item of its skeleton */
    skeleton *skeletons;     /* for each item */
    bool *of_lost_saga;      /* for each item whether its bytes are */
    size_t rules[KINDS - 1]; /* indexes in the catalogue, from ANIMATION on */
} skeletons;

/* ---- Reading skeletons --------------------------------------------------------------------------------- */

/* Any skeleton may turn out to be a partner or linked: of folders with something to judge, of references, and
 * of folders of explicit files. */
static void want_skeletons(const skeletons *s, uint8_t *wanted)
{
    const pair_files *f = &s->files;
    for (size_t first = 0, end; first < f->count; first = end) {
        bool judged = false;
        end = pair_folder_end(f, first);
        for (size_t i = first; i < end; i++)
            judged = judged || (f->items[i].kind != SKELETON && pair_is_whole(&f->items[i]));
        for (size_t i = first; i < end; i++) {
            const pair_file *file = &f->items[i];
            if (file->kind == SKELETON &&
                ((judged && pair_is_whole(file)) || pair_is_reference(f, file) || pair_is_sibling(f, file)))
                wanted[file->file] = AL_WANT_FACTS;
        }
    }
}

typedef struct reader {
    al_relation_state *base;
    const pair_file *file;
    skeleton *skeleton; /* that is read, or that the file is compared with */
    const char *skeleton_name;
    al_arena *scratch;
    size_t rule;
    al_map missing; /* bones that were reported, by the hash of their names */
} reader;

static void take_skeleton_fact(void *context, const al_fact *fact)
{
    reader *r = context;
    al_arena *arena = r->base->arena;
    if (fact->kind == AL_FACT_NODE_COUNT) {
        r->skeleton->declared = fact->number;
    } else if (fact->kind == AL_FACT_NODE) {
        const char *name = al_lower_bytes(arena, fact->name);
        if (name == NULL || !al_name_list_add(&r->skeleton->bones, arena, name))
            r->base->no_memory = true;
    } else if (fact->kind == AL_FACT_SKELETON) {
        r->skeleton->linked = al_copy_bytes(arena, fact->name);
        r->base->no_memory = r->base->no_memory || r->skeleton->linked == NULL;
    }
}

/* ---- Links --------------------------------------------------------------------------------------------- */

static int compare_with_stem(const void *left, const void *right, void *context)
{
    const al_span *stem = right;
    (void)context;
    return al_compare_ignoring_case(pair_stem(left), *stem);
}

/* The item of the folder that a skeleton names: one of the same reference if possible, since two references
 * may lead to the same file. */
static size_t find_linked(const skeletons *s, size_t first, size_t end, size_t item)
{
    static const char extension[] = ".skl";
    const pair_files *f = &s->files;
    const char *linked = s->skeletons[item].linked;
    const size_t cut = sizeof extension - 1;
    const size_t length = strlen(linked) - (al_ends_with(linked, extension, cut) ? cut : 0);
    const al_span stem = al_span_of(linked, length);
    size_t found = PAIR_NONE;
    first += al_lower_bound(&f->items[first], end - first, sizeof *f->items, &stem, compare_with_stem, NULL);
    for (size_t i = first; i < end; i++) {
        if (f->items[i].kind != SKELETON || compare_with_stem(&f->items[i], &stem, NULL) != 0)
            break;
        if (s->skeletons[i].read && f->items[i].with == f->items[item].with)
            return i;
        if (found == PAIR_NONE && s->skeletons[i].read)
            found = i;
    }
    return found;
}

/* Whether both could be the only skeleton of a checked folder, or of the references. */
static bool are_rivals(const pair_files *f, const pair_file *a, const pair_file *b)
{
    return (pair_is_whole(a) && pair_is_whole(b)) || (pair_is_reference(f, a) && pair_is_reference(f, b));
}

/* Follows the links of a folder. `continuations`, by item, gets those skeletons that others continue in. */
static void link_folder(skeletons *s, size_t first, size_t end, bool *continuations)
{
    const pair_files *f = &s->files;
    for (size_t i = first; i < end; i++) {
        skeleton *from = &s->skeletons[i];
        if (!from->read || from->linked == NULL)
            continue;
        from->link = find_linked(s, first, end, i);
        if (from->link == i)
            from->linked = NULL; /* a skeleton that names itself has no other */
        else if (from->link != PAIR_NONE && are_rivals(f, &f->items[i], &f->items[from->link]))
            continuations[from->link] = true;
    }
}

/* Collects the bones of a skeleton and of all that it continues in: none if one of these is missing, was not
 * read to its last bone, or has no bones. */
static bool collect_bones(skeletons *s, size_t item)
{
    al_name_list *bones = &s->skeletons[item].all_bones;
    while (!s->skeletons[item].visited) { /* links may form a circle */
        skeleton *at = &s->skeletons[item];
        at->visited = true;
        if (at->bones.count == 0 || at->bones.count != at->declared ||
            (at->linked != NULL && at->link == PAIR_NONE)) {
            bones->count = 0;
            return true;
        }
        for (uint64_t i = 0; i < at->bones.count; i++)
            if (!al_name_list_add(bones, s->files.base.arena, at->bones.items[i]))
                return false;
        if (at->linked != NULL)
            item = at->link;
    }
    al_name_list_sort(bones);
    return true;
}

/* ---- Partners ------------------------------------------------------------------------------------------ */

/* A file is compared with a skeleton only if all bones of that are known. */
static bool is_compared(const skeletons *s, const pair_file *file)
{
    return pair_has_partner(file) && s->skeletons[file->partner].all_bones.count > 0;
}

static bool choose_skeleton(skeletons *s, size_t item)
{
    const bool chosen = s->skeletons[item].chosen;
    s->skeletons[item].chosen = true;
    return chosen || collect_bones(s, item);
}

/* Files that can't be compared are read, too: only their bytes show whether they are Lost Saga's. Then they
 * are counted as not judged, which is never done for explicit files. */
static bool want_judged(skeletons *s, uint8_t *wanted)
{
    pair_files *f = &s->files;
    for (size_t i = 0; i < f->count; i++) {
        const pair_file *file = &f->items[i];
        if (!pair_is_judged(f, file) ||
            !al_setting_matters(&f->base.all->settings[s->rules[file->kind - ANIMATION]]))
            continue;
        if (pair_has_partner(file) && !choose_skeleton(s, file->partner))
            return false;
        if (is_compared(s, file))
            pair_want_judged(f, file, wanted);
        else if (!file->explicit)
            wanted[file->file] = AL_WANT_FACTS;
    }
    return true;
}

static bool find_partners(skeletons *s, uint8_t *wanted)
{
    pair_files *f = &s->files;
    bool *continuations = al_alloc(f->base.arena, f->count, sizeof *continuations);
    if (continuations == NULL)
        return false;
    for (size_t first = 0, end; first < f->count; first = end) {
        end = pair_folder_end(f, first);
        link_folder(s, first, end, continuations);
    }
    return pair_find_partners(f, continuations) && want_judged(s, wanted);
}

/* ---- Judging ------------------------------------------------------------------------------------------- */

/* Bones without a name have a rule of their own. Each missing bone is reported once, where it comes first. */
static void take_bone(void *context, const al_fact *fact)
{
    reader *r = context;
    if (fact->kind != AL_FACT_NODE || fact->name.len == 0 || r->base->no_memory)
        return;
    const char *small = al_lower_bytes(r->scratch, fact->name), *name;
    if (small != NULL && al_name_list_has(&r->skeleton->all_bones, small))
        return;
    const uint64_t key = small != NULL ? al_hash_text(AL_HASH_START, small) : 0;
    if (small != NULL && al_map_find(&r->missing, key) != NULL)
        return;
    name = small != NULL ? al_copy_bytes(r->base->arena, fact->name) : NULL;
    r->base->no_memory = name == NULL || !al_map_add(&r->missing, r->scratch, key, 1);
    if (r->base->no_memory)
        return;
    const al_claim claim = {.rule = r->rule, .actual = al_text(name)};
    (void)al_keep_at_fact(r->base, r->file->file, fact, claim, "%s \"%s\", which is no bone of %s%s",
                          r->file->kind == ANIMATION ? "track moves" : "mesh uses", name, r->skeleton_name,
                          r->skeleton->linked != NULL ? " or of the skeleton that it names" : "");
}

static void take_skeleton(skeletons *s, size_t item, const al_content *content)
{
    reader r = {.base = &s->files.base, .skeleton = &s->skeletons[item], .scratch = content->scratch};
    r.skeleton->read = true;
    al_content_facts(content, formats[SKELETON], take_skeleton_fact, &r);
}

static void compare(skeletons *s, const pair_file *file, const al_content *content)
{
    reader r = {.base = &s->files.base,
                .file = file,
                .skeleton = &s->skeletons[file->partner],
                .skeleton_name = al_base_name(s->files.items[file->partner].name),
                .scratch = content->scratch,
                .rule = s->rules[file->kind - ANIMATION]};
    al_content_facts(content, formats[file->kind], take_bone, &r);
}

static const pair_reasons no_skeleton = {
    .none = "there is no skeleton (.skl) in the same folder (--with FILE gives one)",
    .several = "there are several skeletons (.skl) in the same folder (--with FILE chooses one)"};

static void count_not_judged(skeletons *s, const pair_file *file)
{
    const size_t rule = s->rules[file->kind - ANIMATION];
    if (pair_has_partner(file))
        al_keep_not_judged(&s->files.base, file->file, rule, "the skeleton (.skl) is incomplete", 1);
    else
        pair_count_not_judged(&s->files, file, rule, &no_skeleton);
}

static bool read(void *state, size_t file, const al_content *content)
{
    skeletons *s = state;
    const size_t item = s->files.item_of[file];
    const pair_file *at = &s->files.items[item];
    s->of_lost_saga[item] = content->format[0] != '\0';
    if (at->kind == SKELETON)
        take_skeleton(s, item, content);
    else if (strcmp(content->format, formats[at->kind]) != 0)
        return true;
    else if (is_compared(s, at))
        compare(s, at, content);
    else
        count_not_judged(s, at);
    return !s->files.base.no_memory;
}

/* ---- The relation -------------------------------------------------------------------------------------- */

static bool begin(void *state)
{
    skeletons *s = state;
    if (!pair_files_find(&s->files, extensions, ANIMATION))
        return false;
    s->rules[0] = s->files.base.rule;
    s->rules[MESH - ANIMATION] = al_first_rule("msh") + MSH_UNKNOWN_BONE;
    s->skeletons = al_alloc(s->files.base.arena, s->files.count, sizeof *s->skeletons);
    for (size_t i = 0; s->skeletons != NULL && i < s->files.count; i++)
        s->skeletons[i].link = PAIR_NONE;
    s->of_lost_saga = al_alloc(s->files.base.arena, s->files.count, sizeof *s->of_lost_saga);
    return s->skeletons != NULL && s->of_lost_saga != NULL;
}

/* Marks the files of folders with one of Lost Saga. */
static void mark_lost_saga(skeletons *s)
{
    const pair_files *f = &s->files;
    for (size_t first = 0, end; first < f->count; first = end) {
        bool any = false;
        end = pair_folder_end(f, first);
        for (size_t i = first; i < end; i++)
            any = any || s->of_lost_saga[i];
        for (size_t i = first; i < end && any; i++)
            if (f->items[i].file < f->base.all->checked)
                f->base.marks[f->items[i].file] |= AL_MARK_LOST_SAGA;
    }
}

static bool choose(void *state, uint8_t *wanted)
{
    skeletons *s = state;
    al_relation_state *base = &s->files.base;
    base->done = s->files.count == 0 ||
                 (!al_relation_wants(base, s->rules[0]) && !al_relation_wants(base, s->rules[1]));
    if (base->done)
        return true;
    switch (base->round++) {
    case 0: want_skeletons(s, wanted); return true;
    case 1: return find_partners(s, wanted);
    default:
        mark_lost_saga(s);
        pair_finish_findings(&s->files);
        return true;
    }
}

static const char *const rules[] = {"ani/unknown-bone", "msh/unknown-bone", NULL};

const al_relation al_pair_skeletons_relation = {.format = "ani",
                                                .rules = rules,
                                                .sibling_extensions = "skl",
                                                .size = sizeof(skeletons),
                                                .begin = begin,
                                                .choose = choose,
                                                .read = read,
                                                .find_partners = pair_find_skeleton};
