/* pair_skeletons.c: holds Lost Saga's ANI and MSH against the one SKL of their folder. A skeleton may go on
 * in another that lies beside it: its bones count, too, and it is not one of several by that.
 */
#include "relations/pairs/pairs.h"

#include <string.h>

#include "core/sort.h"
#include "core/text.h"
#include "formats/catalogue.h"
#include "relations/name_list.h"
#include "relations/pairs/pair_files.h"
#include "relations/unmet.h"

#define AL_RULES "rules/ani.def"
#include "kit/rule_numbers.h"
#undef AL_RULES
#define AL_RULES "rules/msh.def"
#include "kit/rule_numbers.h"
#undef AL_RULES

enum { SKELETON, ANIMATION, MESH }; /* the kinds, in the order of */
static const char extensions[] = "skl ani msh";

/* A skeleton that was read. */
typedef struct skeleton {
    size_t item;
    al_name_list bones; /* in small letters */
    uint64_t declared;
    const char *linked; /* as the file gives it; NULL: none */
    size_t link;        /* the number of that skeleton; PAIR_NONE: it isn't there */
    bool seen;          /* its bones were collected */
} skeleton;

/* One that files are held against: with the bones of all that it goes on in. */
typedef struct chosen {
    size_t item;
    bool linked;
    al_name_list bones; /* sorted; none: nothing can be said */
} chosen;

typedef struct view {
    al_arena *arena;
    const al_setting *settings;
    pair_files files;
    skeleton *skeletons;
    uint64_t skeleton_count, skeleton_capacity;
    chosen *chosen;
    uint64_t chosen_count, chosen_capacity;
    unsigned round;
    al_unmets found;
} view;

/* ---- What is in skeletons ------------------------------------------------------------------------------ */

/* Those that may be somebody's: of a folder with something to judge, of references, and beside these. */
static void ask_for_skeletons(view *v)
{
    pair_files *f = &v->files;
    for (size_t first = 0, end; first < f->count; first = end) {
        bool judged = false;
        end = pair_folder_end(f, first);
        for (size_t i = first; i < end; i++)
            judged = judged || (f->items[i].kind != SKELETON && pair_is_whole(&f->items[i]));
        for (size_t i = first; i < end; i++)
            f->items[i].asked = f->items[i].kind == SKELETON &&
                                ((judged && pair_is_whole(&f->items[i])) ||
                                 pair_is_reference(f, &f->items[i]) || pair_is_beside(f, &f->items[i]));
    }
}

typedef struct taking {
    view *view;
    size_t number;
    skeleton *skeleton;
    const chosen *chosen;
    al_arena *scratch;
    size_t rule;
    bool ok;
} taking;

static void take_skeleton_fact(void *context, const al_fact *fact)
{
    taking *t = context;
    al_arena *arena = t->view->arena;
    if (fact->kind == AL_FACT_NODE_COUNT) {
        t->skeleton->declared = fact->number;
    } else if (fact->kind == AL_FACT_NODE) {
        const char *name = al_lower_bytes(arena, fact->name);
        t->ok = t->ok && name != NULL && al_name_list_add(&t->skeleton->bones, arena, name);
    } else if (fact->kind == AL_FACT_SKELETON) {
        t->skeleton->linked = al_copy_bytes(arena, fact->name);
        t->ok = t->ok && t->skeleton->linked != NULL;
    }
}

/* What isn't a skeleton, whatever its name, is one without bones. */
static bool take_skeleton(view *v, size_t item, const al_content *content)
{
    skeleton *skeletons =
        al_grow(v->arena, v->skeletons, v->skeleton_count, &v->skeleton_capacity, sizeof *skeletons);
    if (skeletons == NULL)
        return false;
    v->skeletons = skeletons;
    v->files.items[item].of = (size_t)v->skeleton_count;
    skeletons[v->skeleton_count] = (skeleton){.item = item, .link = PAIR_NONE};
    taking t = {.view = v, .skeleton = &skeletons[v->skeleton_count++], .ok = true};
    const al_facts facts = {.context = &t, .add = take_skeleton_fact};
    if (strcmp(content->format, "skl") == 0)
        al_content_facts(content, &facts);
    return t.ok;
}

/* ---- Links --------------------------------------------------------------------------------------------- */

/* The first of the files from `first` to `end`, which are of one folder, that doesn't come before a stem. */
static size_t find_stem(const pair_files *f, size_t first, size_t end, al_span stem)
{
    while (first < end) {
        const size_t middle = first + (end - first) / 2;
        if (pair_compare_stems(pair_stem(&f->items[middle]), stem) < 0)
            first = middle + 1;
        else
            end = middle;
    }
    return first;
}

/* The skeleton in a folder that another one names: rather one that was found as that was, for two ways may
 * lead to one file. */
static size_t find_linked(const view *v, size_t first, size_t end, const skeleton *s)
{
    static const char extension[] = ".skl";
    const pair_files *f = &v->files;
    const size_t length = strlen(s->linked), cut = sizeof extension - 1;
    const bool named = length > cut && al_ends_with(s->linked, extension, cut);
    const al_span stem = al_span_of(s->linked, named ? length - cut : length);
    size_t found = PAIR_NONE;
    for (size_t i = find_stem(f, first, end, stem); i < end; i++) {
        const pair_file *file = &f->items[i];
        if (file->kind != SKELETON || pair_compare_stems(pair_stem(file), stem) != 0)
            break;
        if (file->of != PAIR_NONE && file->with == f->items[s->item].with)
            return file->of;
        if (found == PAIR_NONE)
            found = file->of;
    }
    return found;
}

/* Whether both may be the one of a folder that is checked, or that of references. */
static bool are_rivals(const pair_files *f, const pair_file *a, const pair_file *b)
{
    return (pair_is_whole(a) && pair_is_whole(b)) || (pair_is_reference(f, a) && pair_is_reference(f, b));
}

/* Follows all links of a folder, and notes who is named by another that may be the one as well. */
static void link_folder(view *v, size_t first, size_t end, bool *named)
{
    const pair_files *f = &v->files;
    for (size_t i = first; i < end; i++) {
        if (f->items[i].kind != SKELETON || f->items[i].of == PAIR_NONE)
            continue;
        skeleton *s = &v->skeletons[f->items[i].of];
        if (s->linked == NULL)
            continue;
        s->link = find_linked(v, first, end, s);
        if (s->link == f->items[i].of) {
            s->linked = NULL; /* itself: there is nothing more */
        } else if (s->link != PAIR_NONE) {
            const size_t other = v->skeletons[s->link].item;
            named[other] = named[other] || are_rivals(f, &f->items[i], &f->items[other]);
        }
    }
}

/* ---- Partners ------------------------------------------------------------------------------------------ */

static bool is_whole(const skeleton *s)
{
    return s->bones.count > 0 && s->bones.count == s->declared;
}

/* The bones of a skeleton and of all that it goes on in; none where one of these isn't there, isn't read to
 * its last bone, or has no bones. */
static bool collect_bones(view *v, skeleton *s, al_name_list *bones)
{
    while (!s->seen) { /* links may lead back */
        s->seen = true;
        if (!is_whole(s) || (s->linked != NULL && s->link == PAIR_NONE)) {
            bones->count = 0;
            return true;
        }
        for (uint64_t i = 0; i < s->bones.count; i++)
            if (!al_name_list_add(bones, v->arena, s->bones.items[i]))
                return false;
        if (s->linked != NULL)
            s = &v->skeletons[s->link];
    }
    al_name_list_sort(bones);
    return true;
}

/* The number of a skeleton among those that files are held against. */
static bool choose(view *v, size_t item, size_t *number)
{
    chosen *all = al_grow(v->arena, v->chosen, v->chosen_count, &v->chosen_capacity, sizeof *all);
    if (all == NULL)
        return false;
    v->chosen = all;
    skeleton *s = &v->skeletons[v->files.items[item].of];
    *number = (size_t)v->chosen_count;
    all[v->chosen_count++] = (chosen){.item = item, .linked = s->linked != NULL};
    return collect_bones(v, s, &all[*number].bones);
}

/* The rule about files of a kind, among those of its format. */
static const char *format_of(unsigned kind)
{
    return kind == ANIMATION ? "ani" : "msh";
}

static bool is_wanted(const view *v, unsigned kind)
{
    const size_t rule = kind == ANIMATION ? (size_t)ANI_UNKNOWN_BONE : (size_t)MSH_UNKNOWN_BONE;
    return v->settings[al_first_rule(format_of(kind)) + rule].level != AL_OFF;
}

/* `reference`: the number of the skeleton that all are held against; PAIR_NONE: there is none. */
static bool pair_folder(view *v, size_t first, size_t end, size_t reference, const bool *named)
{
    pair_files *f = &v->files;
    size_t own = reference;
    for (size_t i = first; i < end; i++) {
        pair_file *file = &f->items[i];
        if (file->kind == SKELETON || file->with > 0 || !is_wanted(v, file->kind) ||
            (file->explicit && reference == PAIR_NONE))
            continue;
        if (own == PAIR_NONE) {
            own = pair_one_of_folder(f, first, end, named);
            if (own == PAIR_NONE || own == PAIR_SEVERAL)
                return true;
            if (!choose(v, own, &own))
                return false;
        }
        file->of = own;
        file->asked = v->chosen[own].bones.count > 0;
    }
    return true;
}

static bool find_pairs(view *v)
{
    pair_files *f = &v->files;
    size_t reference;
    bool *named = al_alloc(v->arena, f->count, sizeof *named);
    if (named == NULL)
        return false;
    pair_ask_nothing(f);
    for (size_t first = 0, end; first < f->count; first = end) {
        end = pair_folder_end(f, first);
        link_folder(v, first, end, named);
    }
    if (!pair_one_of_references(f, v->arena, named, &reference))
        return false;
    if (reference == PAIR_SEVERAL || (reference != PAIR_NONE && !choose(v, reference, &reference)))
        return reference == PAIR_SEVERAL;
    for (size_t first = 0, end; first < f->count; first = end) {
        end = pair_folder_end(f, first);
        if (!pair_folder(v, first, end, reference, named))
            return false;
    }
    return true;
}

/* ---- What needs bones ---------------------------------------------------------------------------------- */

/* Bones without a name have a rule of their own. */
static void take_need(void *context, const al_fact *fact)
{
    taking *t = context;
    if (fact->kind != AL_FACT_NODE || fact->name.len == 0 || !t->ok)
        return;
    const char *small = al_lower_bytes(t->scratch, fact->name);
    if (small == NULL || al_name_list_has(&t->chosen->bones, small)) {
        t->ok = small != NULL;
        return;
    }
    const al_unmet unmet = {.number = t->number,
                            .rule = t->rule,
                            .of = (size_t)(t->chosen - t->view->chosen),
                            .name = al_copy_bytes(t->view->arena, fact->name)};
    t->ok = unmet.name != NULL && al_unmet_add(&t->view->found, t->view->arena, unmet, fact);
}

static bool take_needs(view *v, const pair_file *file, const al_content *content)
{
    taking t = {.view = v,
                .number = file->number,
                .chosen = &v->chosen[file->of],
                .scratch = content->scratch,
                .rule = file->kind,
                .ok = true};
    const al_facts facts = {.context = &t, .add = take_need};
    if (strcmp(content->format, format_of(file->kind)) == 0)
        al_content_facts(content, &facts);
    return t.ok;
}

static bool take(void *state, size_t number, const al_content *content)
{
    view *v = state;
    const size_t item = v->files.item_of[number];
    if (v->round > 1)
        return take_needs(v, &v->files.items[item], content);
    return take_skeleton(v, item, content);
}

/* ---- One finding for each name ------------------------------------------------------------------------- */

static int compare_unmet_names(const void *left, const void *right, void *context)
{
    const al_unmet *a = left, *b = right;
    (void)context;
    if (a->number != b->number)
        return a->number < b->number ? -1 : 1;
    const al_span one = al_span_of(a->name, strlen(a->name)), other = al_span_of(b->name, strlen(b->name));
    const int order = al_compare_ignoring_case(one, other);
    return order != 0 ? order : (a->offset > b->offset) - (a->offset < b->offset);
}

static bool is_same_bone(const al_unmet *a, const al_unmet *b)
{
    const size_t length = strlen(a->name);
    return a->number == b->number && length == strlen(b->name) &&
           al_same_ignoring_case(a->name, b->name, length);
}

static void keep_first_of_each(al_unmets *all)
{
    uint64_t kept = 0;
    al_sort(all->items, (size_t)all->count, sizeof *all->items, compare_unmet_names, NULL);
    for (uint64_t i = 0; i < all->count; i++)
        if (kept == 0 || !is_same_bone(&all->items[kept - 1], &all->items[i]))
            all->items[kept++] = all->items[i];
    all->count = kept;
    al_unmet_sort(all);
}

/* ---- The relation -------------------------------------------------------------------------------------- */

static void *begin(const al_related_files *all, al_arena *arena)
{
    view *v = al_alloc(arena, 1, sizeof *v);
    if (v == NULL)
        return NULL;
    *v = (view){.arena = arena, .settings = all->settings};
    if (!is_wanted(v, ANIMATION) && !is_wanted(v, MESH))
        return v;
    return pair_files_find(&v->files, all, arena, extensions, ANIMATION) ? v : NULL;
}

static al_round begin_round(void *state)
{
    view *v = state;
    if (v->files.count == 0)
        return AL_ROUND_LAST;
    switch (v->round++) {
    case 0: ask_for_skeletons(v); return AL_ROUND_READ;
    case 1: return find_pairs(v) ? AL_ROUND_READ : AL_ROUND_NO_MEMORY;
    default: keep_first_of_each(&v->found); return AL_ROUND_LAST;
    }
}

static al_need needs(const void *state, size_t number)
{
    return pair_asked(&((const view *)state)->files, number, AL_NEED_FACTS);
}

static void report(const void *state, size_t number, al_sink *sink)
{
    const view *v = state;
    const al_unmet *found = v->found.items;
    const size_t first = sink->first_rule;
    for (size_t i = al_unmet_first(&v->found, number); i < v->found.count && found[i].number == number; i++) {
        const al_unmet *u = &found[i];
        const bool moved = u->rule == ANIMATION;
        const chosen *c = &v->chosen[u->of];
        al_claim claim = al_unmet_claim(u, moved ? (size_t)ANI_UNKNOWN_BONE : (size_t)MSH_UNKNOWN_BONE, sink);
        sink->first_rule = al_first_rule(format_of((unsigned)u->rule));
        claim.actual = al_text(u->name);
        al_report(sink, &claim, "%s \"%s\", which is no bone of %s%s",
                  moved ? "track moves" : "mesh hangs on", u->name, pair_base(&v->files.items[c->item]),
                  c->linked ? " or of the skeleton that it names" : "");
    }
    sink->first_rule = first;
}

static bool covers(const void *state, size_t number)
{
    return pair_covers(&((const view *)state)->files, number);
}

static const char *const rules[] = {"ani/unknown-bone", "msh/unknown-bone", NULL};

const al_relation al_pair_skeletons_relation = {.format = "ani",
                                                .rules = rules,
                                                .sibling_extensions = "skl",
                                                .begin = begin,
                                                .begin_round = begin_round,
                                                .needs = needs,
                                                .take = take,
                                                .covers = covers,
                                                .report = report};
