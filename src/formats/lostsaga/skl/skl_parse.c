/* skl_parse.c: reads a Lost Saga SKL: bones, each with the names of its parent and its children, and the name
 * of another skeleton.
 */
#include "formats/lostsaga/skl/skl.h"

#define AL_LAYOUT      "formats/lostsaga/skl/layout.def"
#define AL_LAYOUT_LIST skl_layouts
#include "kit/layout_define.h"
#undef AL_LAYOUT

/* Two texts, the pose, and the number of children. */
enum { SMALLEST_BONE = 4 + SKL_POSE_BYTES + 4 + SKL_CHILDREN_BYTES, SMALLEST_TEXT = 4 };

static const lsa_format format = {.header = &skl_header_layout,
                                  .first_version = 1000,
                                  .last_version = 1000,
                                  .versions = "1000",
                                  .rules = {LSA_RULES(SKL), .string_control_char = SKL_STRING_CONTROL_CHAR}};

/* What comes before the names of the children. */
static bool read_bone(al_walk *w, skl_bone *b)
{
    const al_path count = al_field(&b->path, "nChildren");
    b->has_name = al_walk_text(w, &b->path, "name", &b->name);
    if (!b->has_name || !al_walk_take(w, SKL_POSE_BYTES, &b->path, skl_pose_layout.title, &b->pose))
        return false;
    b->has_parent = al_walk_text(w, &b->path, "parent", &b->parent);
    if (!b->has_parent || !al_walk_record(w, &skl_children_layout, &count, &b->child_count))
        return false;
    const al_counter counter = {.layout = &skl_children_layout, .record = b->child_count, .up = &b->path};
    if (!al_walk_count(w, &counter, SMALLEST_TEXT, "children"))
        return false;
    b->children = al_counted(&counter);
    b->children_at = w->at;
    return true;
}

static bool read_children(al_walk *w, const skl_bone *b, const skl_visits *visits)
{
    for (uint32_t i = 0; i < b->children; i++) {
        const al_path path = al_item(&b->path, "children", i);
        al_string name;
        if (!al_walk_text(w, &path, "name", &name))
            return false;
        if (visits->child != NULL)
            visits->child(visits->context, b, i, &name);
    }
    return true;
}

/* One bone, with what there is of it. */
static bool walk_bone(al_walk *w, uint32_t number, const skl_visits *visits)
{
    skl_bone b = {.number = number, .path = al_item(NULL, "bones", number), .at = w->at};
    const bool has_fields = read_bone(w, &b);
    b.extent = al_slice_available(w->bytes, b.at, w->at - b.at);
    if (!b.has_name)
        return false;
    if (visits->bone != NULL)
        visits->bone(visits->context, &b);
    const bool whole = has_fields && read_children(w, &b, visits);
    if (visits->end != NULL)
        visits->end(visits->context, &b);
    return whole;
}

void skl_each_bone(const skl_file *k, const skl_visits *visits)
{
    al_walk w = al_walk_again(&k->file.walk, SKL_HEADER_BYTES);
    bool whole = true;
    for (uint32_t i = 0; i < k->read && whole; i++)
        whole = walk_bone(&w, i, visits);
}

/* ---- The first walk ------------------------------------------------------------------------------------ */

static void count_bone(void *context, const skl_bone *bone)
{
    skl_file *k = context;
    k->read = bone->number + 1;
}

static void count_child(void *context, const skl_bone *bone, uint32_t number, const al_string *name)
{
    skl_file *k = context;
    (void)bone, (void)number, (void)name;
    k->children++;
}

static bool read_bones(skl_file *k)
{
    const al_counter counter = {.layout = &skl_header_layout,
                                .record = k->file.header,
                                .field = SKL_HEADER_AT_bones,
                                .up = &k->file.header_path};
    const skl_visits visits = {.bone = count_bone, .child = count_child, .context = k};
    k->has_bones = al_walk_count(&k->file.walk, &counter, SMALLEST_BONE, "bones");
    k->bones = k->has_bones ? al_counted(&counter) : 0;
    for (uint32_t i = 0; i < k->bones && k->has_bones; i++)
        k->has_bones = walk_bone(&k->file.walk, i, &visits);
    k->bones_end = k->file.walk.at;
    return k->has_bones;
}

bool skl_parse(al_job *job, skl_file *k)
{
    *k = (skl_file){.file = {.job = job}};
    if (!lsa_has_magic(job, SKL_BAD_MAGIC, "SKL"))
        return false;
    if (lsa_open(&k->file, job, &format) && read_bones(k))
        k->has_linked = al_walk_text(&k->file.walk, NULL, "linkedSkeleton", &k->linked);
    k->file.whole = k->has_linked;
    return true;
}
