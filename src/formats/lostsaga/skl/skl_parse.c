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

static const lsa_format format = {
    .header = &skl_header_layout,
    .magic = &SKL_HEADER_MAGIC,
    .rules = {LSA_RULES(SKL), .bad_magic = SKL_BAD_MAGIC, .string_control_char = SKL_STRING_CONTROL_CHAR}};

bool skl_read_bone(al_walk *w, uint32_t number, skl_bone *b)
{
    *b = (skl_bone){.path = al_item(NULL, "bones", number)};
    b->has_name = al_walk_text(w, &b->path, "name", &b->name);
    if (!b->has_name || !al_walk_record(w, &skl_pose_layout, &b->path, &b->pose))
        return false;
    b->has_parent = al_walk_text(w, &b->path, "parent", &b->parent);
    if (!b->has_parent || !al_walk_fields(w, &skl_children_layout, &b->path, &b->child_count))
        return false;
    const al_counter counter = skl_children_counter(b->child_count, SKL_CHILDREN_AT_children, &b->path);
    const al_path children = al_field(&b->path, "children");
    if (!al_walk_list(w, &counter, SMALLEST_TEXT, &children, "children"))
        return false;
    b->children = al_counted(&counter);
    return true;
}

bool skl_read_child(al_walk *w, const skl_bone *bone, uint32_t number, skl_child *child)
{
    child->path = al_item(&bone->path, "children", number);
    return al_walk_text(w, &child->path, "name", &child->name);
}

void skl_skip_children(al_walk *w, const skl_bone *bone)
{
    skl_child child;
    for (uint32_t c = 0; c < bone->children; c++)
        if (!skl_read_child(w, bone, c, &child))
            return;
}

al_walk skl_bones(const skl_file *k)
{
    return al_walk_again(&k->file.walk, SKL_HEADER_BYTES);
}

/* Reads a bone with its children. */
static bool read_all(skl_file *k, uint32_t number)
{
    al_walk *w = &k->file.walk;
    skl_bone bone;
    skl_child child;
    const bool has_fields = skl_read_bone(w, number, &bone);
    k->read += bone.has_name;
    for (uint32_t c = 0; c < bone.children && skl_read_child(w, &bone, c, &child); c++)
        k->children++;
    return has_fields && !w->stopped;
}

static bool read_bones(skl_file *k)
{
    const al_counter counter = skl_header_counter(k->file.header, SKL_HEADER_AT_bones, &k->file.header_path);
    const al_path path = al_field(NULL, "bones");
    k->has_bones = al_walk_list(&k->file.walk, &counter, SMALLEST_BONE, &path, "bones");
    k->bones = k->has_bones ? al_counted(&counter) : 0;
    for (uint32_t i = 0; i < k->bones && k->has_bones; i++)
        k->has_bones = read_all(k, i);
    k->bones_end = k->file.walk.at;
    return k->has_bones;
}

al_parsed skl_parse(al_job *job, void *document)
{
    skl_file *k = document;
    if (lsa_open(&k->file, job, &format) && read_bones(k))
        k->has_linked = al_walk_text(&k->file.walk, NULL, "linkedSkeleton", &k->linked);
    k->file.whole = k->has_linked;
    return k->file.supported ? AL_READ : AL_REFUSED;
}
