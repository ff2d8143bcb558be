/* skl_relation_rules.c: the rules about parents and children. First names are replaced by numbers of bones.
 * Then errors are stored by the number of the parent or child, and the last walk through the file reports
 * them where the names stand.
 *
 * Some readers use the parents, others the lists of children, so the rules check both; they need not agree.
 */
#include <inttypes.h>

#include "core/limits.h"
#include "formats/lostsaga/skl/skl.h"
#include "kit/names.h"
#include "kit/parents.h"

/* Special values instead of the number of a bone. `not_read` is the lowest. */
static const uint32_t no_bone = UINT32_MAX, is_root = UINT32_MAX - 1, not_read = UINT32_MAX - 2;

/* Flags of a child. */
enum { HAS_OTHER_PARENT = 1, CLOSES_LOOP = 2 };

/* Flags of a bone. */
enum { LISTED_BY_PARENT = 1, LISTED = 2, LISTED_AGAIN = 4 };

/* The state of a bone in the search for loops. */
typedef enum progress { UNSEEN, OPEN, DONE } progress;

typedef struct relations {
    const skl_file *k;
    al_names names;
    uint32_t *named;  /* by bone: the first bone of its name */
    uint32_t *parent; /* by bone */
    uint8_t *listed;  /* by bone: its flags */
    uint64_t *first;  /* by bone: its first child; one more for the end */
    uint32_t *child;  /* by child, of all bones */
    uint8_t *flags;   /* by child */
    uint32_t *order;  /* bones, each after all of its children, except those that close a loop */
    uint32_t *level;  /* by bone: the longest way to it through lists of children; 1 for a bone in no list */
    al_tally deep;    /* bones below the deepest allowed level */
    al_tally shared;  /* bones in several lists of children, if these lead to bones too often */
    bool has_root, has_loop;
} relations;

/* ---- Numbers for names --------------------------------------------------------------------------------- */

static void add_names(relations *r)
{
    al_walk w = skl_bones(r->k);
    skl_bone bone;
    for (uint32_t i = 0; i < r->k->read; i++) {
        (void)skl_read_bone(&w, i, &bone);
        if (bone.name.text.len > 0)
            al_names_add(&r->names, r->k->file.job->arena, bone.name.text, 0, i);
        skl_skip_children(&w, &bone);
    }
}

static uint32_t number_of(const relations *r, al_span text)
{
    const al_name *name = text.len > 0 ? al_names_find(&r->names, text) : NULL;
    return name != NULL ? name->number : no_bone;
}

static bool is_no_parent(al_span text)
{
    static const char no_parent[] = "NoParent";
    return text.len == sizeof no_parent - 1 && al_starts_with(text, no_parent, sizeof no_parent - 1);
}

static void number_bone(relations *r, uint32_t i, const skl_bone *bone)
{
    const uint32_t named = number_of(r, bone->name.text);
    r->named[i] = named == no_bone ? i : named;
    if (!bone->has_parent)
        r->parent[i] = not_read;
    else
        r->parent[i] = is_no_parent(bone->parent.text) ? is_root : number_of(r, bone->parent.text);
    r->has_root = r->has_root || r->parent[i] == is_root;
}

static void number_bones(relations *r)
{
    al_walk w = skl_bones(r->k);
    skl_bone bone;
    skl_child child;
    uint64_t at = 0;
    for (uint32_t i = 0; i < r->k->read; i++) {
        (void)skl_read_bone(&w, i, &bone);
        number_bone(r, i, &bone);
        r->first[i] = at;
        for (uint32_t c = 0; c < bone.children && skl_read_child(&w, &bone, c, &child); c++)
            r->child[at++] = number_of(r, child.name.text);
    }
    r->first[r->k->read] = at;
}

/* False when memory is short. */
static bool number_all(relations *r)
{
    const skl_file *k = r->k;
    al_arena *a = k->file.job->arena;
    r->named = al_alloc(a, k->read, sizeof *r->named);
    r->parent = al_alloc(a, k->read, sizeof *r->parent);
    r->listed = al_alloc(a, k->read, sizeof *r->listed);
    r->first = al_alloc(a, (uint64_t)k->read + 1, sizeof *r->first);
    r->child = al_alloc(a, k->children, sizeof *r->child);
    r->flags = al_alloc(a, k->children, sizeof *r->flags);
    if (r->named == NULL || r->parent == NULL || r->listed == NULL || r->first == NULL || r->child == NULL ||
        r->flags == NULL)
        return false;
    add_names(r);
    if (!al_names_sort(&r->names, a))
        return false;
    number_bones(r);
    return true;
}

/* ---- The search for errors ----------------------------------------------------------------------------- */

static void note_mismatches(relations *r)
{
    for (uint32_t i = 0; i < r->k->read; i++)
        for (uint64_t c = r->first[i]; c < r->first[i + 1]; c++) {
            const uint32_t child = r->child[c];
            if (child == no_bone)
                continue;
            r->listed[child] |= (r->listed[child] & LISTED) != 0 ? LISTED_AGAIN : LISTED;
            if (r->parent[child] == not_read)
                continue;
            if (r->parent[child] == r->named[i])
                r->listed[child] |= LISTED_BY_PARENT;
            else
                r->flags[c] |= HAS_OTHER_PARENT;
        }
}

/* The path of open bones from the start, and the next child of each. */
typedef struct search {
    uint8_t *seen; /* by bone: its progress */
    uint32_t *path;
    uint64_t *next;
    uint32_t done; /* number of bones in the state DONE */
} search;

/* Searches the children of a bone, without recursion. An open child is its own ancestor. */
static void search_from(relations *r, uint32_t start, search *s)
{
    uint8_t *seen = s->seen;
    uint32_t *path = s->path;
    uint64_t *next = s->next;
    uint64_t depth = 1;
    path[0] = start;
    seen[start] = OPEN;
    next[start] = r->first[start];
    while (depth > 0) {
        const uint32_t bone = path[depth - 1];
        if (next[bone] == r->first[bone + 1]) {
            seen[bone] = DONE;
            r->order[s->done++] = bone;
            depth--;
            continue;
        }
        const uint64_t c = next[bone]++;
        const uint32_t child = r->child[c];
        if (child == no_bone || seen[child] == DONE)
            continue;
        if (seen[child] == OPEN) {
            r->flags[c] |= CLOSES_LOOP;
            r->has_loop = true;
            continue;
        }
        seen[child] = OPEN;
        next[child] = r->first[child];
        path[depth++] = child;
    }
}

/* False when memory is short. */
static bool note_loops(relations *r)
{
    al_arena *a = r->k->file.job->arena;
    search s = {.seen = al_alloc(a, r->k->read, sizeof *s.seen)};
    s.path = al_alloc(a, r->k->read, sizeof *s.path);
    s.next = al_alloc(a, r->k->read, sizeof *s.next);
    r->order = al_alloc(a, r->k->read, sizeof *r->order);
    if (s.seen == NULL || s.path == NULL || s.next == NULL || r->order == NULL)
        return false;
    for (uint32_t i = 0; i < r->k->read; i++)
        if (s.seen[i] == UNSEEN)
            search_from(r, i, &s);
    return true;
}

/* ---- Levels -------------------------------------------------------------------------------------------- */

static int64_t parent_of(const void *document, uint64_t number)
{
    const relations *r = document;
    return r->parent[number] < not_read ? (int64_t)r->parent[number] : -1;
}

/* Backwards, `order` has each bone before its children. */
static void set_levels(relations *r)
{
    for (uint32_t left = r->k->read; left > 0; left--) {
        const uint32_t bone = r->order[left - 1];
        r->level[bone] = r->level[bone] == 0 ? 1 : r->level[bone];
        for (uint64_t c = r->first[bone]; c < r->first[bone + 1]; c++) {
            const uint32_t child = r->child[c];
            if (child != no_bone && (r->flags[c] & CLOSES_LOOP) == 0 && r->level[child] <= r->level[bone])
                r->level[child] = r->level[bone] + 1;
        }
    }
}

/* False when memory is short. */
static bool note_deep(relations *r)
{
    al_arena *a = r->k->file.job->arena;
    const al_parents parents = {.count = r->k->read, .document = r, .parent = parent_of};
    if (!al_find_deep(&parents, a, &r->deep))
        return false;
    if (r->deep.count > 0 || r->k->read <= AL_MAX_NODE_LEVEL)
        return true;
    r->level = al_alloc(a, r->k->read, sizeof *r->level);
    if (r->level == NULL)
        return false;
    set_levels(r);
    for (uint32_t i = 0; i < r->k->read; i++)
        if (r->level[i] > AL_MAX_NODE_LEVEL)
            al_tally_add(&r->deep, i);
    return true;
}

/* ---- Visits -------------------------------------------------------------------------------------------- */

/* How often a reader that goes down the lists of children comes to bones, for each bone of the file; a few
 * visits more are no harm. */
enum { MOST_VISITS = 4, SPARE_VISITS = 64 };

/* Whether the lists lead to bones too often. `visits`, by bone, is zero. No sum wraps: no bone that is
 * counted has more visits than all bones may have together. */
static bool has_many_visits(const relations *r, uint64_t *visits)
{
    const uint64_t most = MOST_VISITS * (uint64_t)r->k->read + SPARE_VISITS;
    uint64_t total = 0;
    for (uint32_t left = r->k->read; left > 0; left--) {
        const uint32_t bone = r->order[left - 1];
        visits[bone] = visits[bone] == 0 ? 1 : visits[bone];
        total += visits[bone];
        if (total > most)
            return true;
        for (uint64_t c = r->first[bone]; c < r->first[bone + 1]; c++)
            if (r->child[c] != no_bone && (r->flags[c] & CLOSES_LOOP) == 0)
                visits[r->child[c]] += visits[bone];
    }
    return false;
}

/* False when memory is short. */
static bool note_shared(relations *r)
{
    uint64_t *visits = al_alloc(r->k->file.job->arena, r->k->read, sizeof *visits);
    if (visits == NULL)
        return false;
    const uint32_t bones = has_many_visits(r, visits) ? r->k->read : 0;
    for (uint32_t i = 0; i < bones; i++)
        if ((r->listed[i] & LISTED_AGAIN) != 0)
            al_tally_add(&r->shared, i);
    return true;
}

/* ---- Reports ------------------------------------------------------------------------------------------- */

/* The name is looked up among all bones. */
static al_claim text_claim(size_t rule, const al_string *text)
{
    al_claim claim = al_string_claim(rule, text);
    claim.actual = al_text_bytes(text->text);
    claim.reach = AL_WHOLE_FILE;
    return claim;
}

static void report_repeated(void *context, const al_name *again, const al_name *first)
{
    const relations *r = context;
    const al_path bone = al_item(NULL, "bones", again->number);
    al_claim claim = al_name_claim(SKL_DUPLICATE_BONE_NAME, again, &bone, "name");
    claim.actual = al_text_bytes(again->text);
    al_report(r->k->file.job->sink, &claim, "bone has the same name as bones[%" PRIu32 "]: \"%.*s\"",
              first->number, AL_SHOW(again->text));
}

/* Whether the parent may list the bone in a part that is cut off: the children of the last bone. */
static bool may_be_listed(const relations *r, uint32_t parent)
{
    return !r->k->has_bones && parent == r->k->read - 1;
}

static void report_parent(const relations *r, uint32_t number, const skl_bone *bone)
{
    al_sink *s = r->k->file.job->sink;
    const uint32_t parent = r->parent[number];
    if (parent == no_bone && r->k->has_bones) {
        const al_claim claim = text_claim(SKL_PARENT_MISSING, &bone->parent);
        al_report(s, &claim, "parent of the bone \"%.*s\" is not a bone of the file: \"%.*s\"",
                  AL_SHOW(bone->name.text), AL_SHOW(bone->parent.text));
    }
    const al_claim order = text_claim(SKL_PARENT_ORDER, &bone->parent);
    if (parent == number)
        al_report(s, &order, "bone \"%.*s\" is its own parent", AL_SHOW(bone->name.text));
    else if (parent < not_read && parent > number)
        al_report(s, &order,
                  "bone \"%.*s\", number %" PRIu32 ", comes before its parent \"%.*s\", number %" PRIu32,
                  AL_SHOW(bone->name.text), number, AL_SHOW(bone->parent.text), parent);
    if (parent < not_read && (r->listed[number] & LISTED_BY_PARENT) == 0 && !may_be_listed(r, parent)) {
        const al_claim claim = text_claim(SKL_PARENT_CHILD_MISMATCH, &bone->parent);
        al_report(s, &claim, "bone \"%.*s\" has the parent \"%.*s\", which doesn't list it as a child",
                  AL_SHOW(bone->name.text), AL_SHOW(bone->parent.text));
    }
}

/* `c` is the number of the child among the children of all bones. */
static void report_child(const relations *r, uint64_t c, const skl_bone *bone, const al_string *name)
{
    al_sink *s = r->k->file.job->sink;
    if (r->child[c] == no_bone && r->k->has_bones) {
        const al_claim claim = text_claim(SKL_CHILD_MISSING, name);
        al_report(s, &claim, "child of the bone \"%.*s\" is not a bone of the file: \"%.*s\"",
                  AL_SHOW(bone->name.text), AL_SHOW(name->text));
    }
    if ((r->flags[c] & HAS_OTHER_PARENT) != 0) {
        const al_claim claim = text_claim(SKL_PARENT_CHILD_MISMATCH, name);
        al_report(s, &claim, "bone \"%.*s\" lists the child \"%.*s\", which has another parent",
                  AL_SHOW(bone->name.text), AL_SHOW(name->text));
    }
    if ((r->flags[c] & CLOSES_LOOP) != 0) {
        const al_claim claim = text_claim(SKL_CYCLE, name);
        al_report(s, &claim,
                  "bone \"%.*s\" lists the child \"%.*s\", which is the bone itself or one of its ancestors",
                  AL_SHOW(bone->name.text), AL_SHOW(name->text));
    }
}

static void report_nesting(const relations *r, const skl_bone *bone)
{
    al_claim claim = al_string_claim(SKL_NESTING, &bone->name);
    claim.path = bone->path;
    claim.tally = &r->deep;
    al_report(r->k->file.job->sink, &claim,
              "bones below level %d: %" PRIu64 " of %" PRIu32 ", the first is bone %" PRIu64 ", \"%.*s\"",
              AL_MAX_NODE_LEVEL, r->deep.count, r->k->read, r->deep.first[0], AL_SHOW(bone->name.text));
}

static void report_shared(const relations *r, const skl_bone *bone)
{
    al_claim claim = al_string_claim(SKL_SHARED_CHILDREN, &bone->name);
    claim.path = bone->path;
    claim.tally = &r->shared;
    claim.reach = AL_WHOLE_FILE;
    al_report(r->k->file.job->sink, &claim,
              "bones that are children in several places: %" PRIu64 " of %" PRIu32
              ", the first is bone %" PRIu64
              ", \"%.*s\": the lists of children lead to bones more than %" PRIu64 " times",
              r->shared.count, r->k->read, r->shared.first[0], AL_SHOW(bone->name.text),
              MOST_VISITS * (uint64_t)r->k->read + SPARE_VISITS);
}

static void report_bones(const relations *r)
{
    al_walk w = skl_bones(r->k);
    skl_bone bone;
    skl_child child;
    for (uint32_t i = 0; i < r->k->read; i++) {
        (void)skl_read_bone(&w, i, &bone);
        if (r->deep.count > 0 && r->deep.first[0] == i)
            report_nesting(r, &bone);
        if (r->shared.count > 0 && r->shared.first[0] == i)
            report_shared(r, &bone);
        report_parent(r, i, &bone);
        for (uint32_t c = 0; c < bone.children && skl_read_child(&w, &bone, c, &child); c++)
            report_child(r, r->first[i] + c, &bone, &child.name);
    }
}

static void report_no_root(const relations *r)
{
    const skl_file *k = r->k;
    const al_claim claim = {.rule = SKL_NO_ROOT,
                            .offset = SKL_HEADER_BYTES,
                            .length = k->bones_end - SKL_HEADER_BYTES,
                            .path = al_field(NULL, "bones")};
    if (k->has_bones && !r->has_root && !r->has_loop)
        al_report(k->file.job->sink, &claim,
                  "no bone has the parent \"NoParent\": there %s %" PRIu32 " bone%s", AL_THERE(k->bones));
}

void skl_judge_relations(const skl_file *k)
{
    relations r = {.k = k};
    if (k->read == 0)
        return;
    if (!number_all(&r) || !al_names_repeated(&r.names, k->file.job->arena, report_repeated, &r)) {
        al_report_no_memory(k->file.job);
        return;
    }
    note_mismatches(&r);
    if (!note_loops(&r) || !note_deep(&r) || !note_shared(&r))
        al_report_no_memory(k->file.job);
    report_bones(&r);
    report_no_root(&r);
}
