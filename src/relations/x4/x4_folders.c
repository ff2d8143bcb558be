/* x4_folders.c: finds folders of meshes. Several components may use one folder, and each has meshes in it. */

#include <stdio.h>
#include <string.h>

#include "core/sort.h"
#include "core/text.h"
#include "relations/x4/x4.h"

/* ---- Components and their folders ---------------------------------------------------------------------- */

static bool find_folder(const x4_tree *tree, const char *path, const x4_file **file)
{
    (void)file;
    return x4_has_folder(tree, path);
}

static void find_user(x4_state *v, uint32_t number)
{
    x4_component *c = &v->components.items[number];
    const x4_xml *xml = &v->xmls.items[c->xml];
    const x4_user user = {.component = number};
    c->folder = X4_NONE;
    if (c->geometry.text == NULL || !x4_is_judged(v, xml))
        return;
    c->target = x4_look_up(v, xml->tree, c->geometry.text, find_folder);
    if (c->target.outcome == X4_FOUND && !AL_ADD(v->base.arena, v->users, user))
        v->base.no_memory = true;
}

/* By folder, then by the file of the component. */
static int compare_users(const void *left, const void *right, void *context)
{
    const x4_state *v = context;
    const x4_user *a = left, *b = right;
    const x4_component *first = &v->components.items[a->component];
    const x4_component *second = &v->components.items[b->component];
    if (first->target.tree != second->target.tree)
        return first->target.tree < second->target.tree ? -1 : 1;
    const int order = strcmp(first->target.path, second->target.path);
    if (order != 0)
        return order;
    const size_t one = v->xmls.items[first->xml].number, other = v->xmls.items[second->xml].number;
    if (one != other)
        return one < other ? -1 : 1;
    return (a->component > b->component) - (a->component < b->component);
}

static bool is_same_folder(const x4_state *v, const x4_user *a, const x4_user *b)
{
    const x4_target *first = &v->components.items[a->component].target;
    const x4_target *second = &v->components.items[b->component].target;
    return first->tree == second->tree && strcmp(first->path, second->path) == 0;
}

static void list_files(x4_folder *folder, const x4_tree *tree)
{
    folder->files = x4_files_below(tree, folder->path, &folder->file_count);
    for (size_t i = 0; i < folder->file_count; i++) {
        const char *name = x4_name_in(folder->files[i].path, folder->path);
        const bool mesh = name != NULL && al_ends_with(name, ".xmf", 4);
        folder->has_mesh = folder->has_mesh || mesh;
        folder->has_level = folder->has_level || (mesh && strstr(name, "-lod") != NULL);
        folder->has_jcs = folder->has_jcs || (name != NULL && al_ends_with(name, ".jcs", 4));
    }
}

static bool find_file(const x4_tree *tree, const char *path, const x4_file **file)
{
    *file = x4_find_file(tree, path);
    return *file != NULL;
}

static bool find_folder_of_meshes(const x4_tree *tree, const char *path, const x4_file **file)
{
    x4_folder folder = {.path = path};
    (void)file;
    list_files(&folder, tree);
    return folder.has_mesh;
}

/* The games merge all files of one path. So a file that isn't in the first reference with a folder of the
 * game may be in another; the same holds for the .ani beside it. NULL if it isn't. */
static const x4_file *find_elsewhere(x4_state *v, const x4_folder *folder, const char *behind)
{
    if (folder->value == NULL)
        return NULL;
    al_arena scratch = al_arena_on(v->base.arena->budget);
    const char *value = x4_join(&scratch, folder->value, behind);
    v->base.no_memory = v->base.no_memory || value == NULL;
    const x4_target target =
        value != NULL ? x4_look_up(v, folder->mod, value, find_file) : (x4_target){.outcome = X4_UNKNOWN};
    al_arena_return(&scratch);
    return target.outcome == X4_FOUND ? target.file : NULL;
}

/* Uses the first folder of that path with meshes, if any has some. */
static void find_meshes(x4_state *v, x4_folder *folder)
{
    list_files(folder, &v->trees.items[folder->tree]);
    if (folder->has_mesh || folder->value == NULL)
        return;
    const x4_target target = x4_look_up(v, folder->mod, folder->value, find_folder_of_meshes);
    if (target.outcome != X4_FOUND)
        return;
    folder->tree = target.tree;
    folder->path = target.path;
    list_files(folder, &v->trees.items[folder->tree]);
}

static x4_folder folder_of(x4_state *v, const x4_component *user)
{
    static const char animated[] = ".ani";
    const x4_target *target = &user->target;
    x4_folder folder = {.tree = target->tree, .path = target->path, .mod = v->xmls.items[user->xml].tree};
    if (!target->own && (folder.value = x4_normal_path(v->base.arena, user->geometry.text)) == NULL)
        v->base.no_memory = true;
    find_meshes(v, &folder);
    al_arena scratch = al_arena_on(v->base.arena->budget);
    const char *path = x4_join(&scratch, folder.path, animated);
    folder.ani = path != NULL ? x4_find_file(&v->trees.items[folder.tree], path) : NULL;
    v->base.no_memory = v->base.no_memory || path == NULL;
    al_arena_return(&scratch);
    if (folder.ani == NULL)
        folder.ani = find_elsewhere(v, &folder, animated);
    return folder;
}

static void make_folder(x4_state *v, uint32_t first, uint32_t end)
{
    x4_folder folder = folder_of(v, &v->components.items[v->users.items[first].component]);
    folder.users = (x4_run){first, end};
    for (uint32_t i = first; i < end; i++) {
        x4_component *c = &v->components.items[v->users.items[i].component];
        c->folder = (uint32_t)v->folders.count;
        x4_mod *mod = &v->mods[v->xmls.items[c->xml].tree];
        folder.parts_unknown = folder.parts_unknown || c->bare || mod->partly_named;
        mod->folder_found = mod->folder_found || (c->target.own && folder.has_mesh);
        mod->level_found = mod->level_found || (c->target.own && folder.has_level);
    }
    if (folder.ani != NULL && folder.has_mesh) {
        v->ani_of[folder.ani->number] = (uint32_t)v->folders.count;
        v->wanted[folder.ani->number] = AL_WANT_FACTS;
    }
    if (!AL_ADD(v->base.arena, v->folders, folder))
        v->base.no_memory = true;
}

/* The games have their textures below assets/, packed as X.gz; XML can be packed, too. */
static bool is_packed_texture(const char *path)
{
    static const char assets[] = "assets/", xml[] = ".xml.gz";
    return strncmp(path, assets, sizeof assets - 1) == 0 && al_has_extension(path, "gz", 2) &&
           !al_ends_with(path, xml, sizeof xml - 1);
}

static void mark_places_of(x4_state *v, const x4_tree *tree)
{
    static const char end[] = ".ani";
    for (size_t i = 0; i < tree->count; i++) {
        const char *path = tree->files[i].path;
        const x4_file *file;
        if (tree->files[i].number >= v->base.all->checked)
            continue;
        uint8_t *mark = &v->base.marks[tree->files[i].number];
        if (!tree->bare && al_has_extension_of(path, "dds gz"))
            *mark |= AL_MARK_OF_MOD;
        if (!tree->bare && is_packed_texture(path))
            *mark |= AL_MARK_PLACED;
        if (!al_ends_with(path, end, sizeof end - 1))
            continue;
        al_arena scratch = al_arena_on(v->base.arena->budget);
        const char *folder = al_copy_text(&scratch, path, strlen(path) - (sizeof end - 1));
        v->base.no_memory = v->base.no_memory || folder == NULL;
        if (folder != NULL && find_folder_of_meshes(tree, folder, &file))
            *mark |= AL_MARK_PLACED;
        al_arena_return(&scratch);
    }
}

void x4_mark_places(x4_state *v)
{
    for (uint32_t i = 0; i < v->trees.mods; i++)
        if (v->trees.items[i].with == 0 && !v->mods[i].is_game)
            mark_places_of(v, &v->trees.items[i]);
}

/* ---- Meshes -------------------------------------------------------------------------------------------- */

/* Writes the path of a mesh to `v->sought`. NULL if memory is short. */
static const char *path_of_mesh(x4_state *v, const x4_folder *folder, const char *name, const char *ending)
{
    const size_t before = strlen(folder->path), length = strlen(name), behind = strlen(ending);
    const size_t slash = before > 0;
    const uint64_t size = (uint64_t)before + slash + length + behind + 1;
    if (size > v->sought.capacity) {
        char *larger = al_resize(v->base.arena, v->sought.items, v->sought.capacity, 2 * size);
        if (larger == NULL)
            return NULL;
        v->sought.items = larger;
        v->sought.capacity = 2 * size;
    }
    char *path = v->sought.items;
    memcpy(path, folder->path, before);
    memcpy(path + before, "/", slash);
    for (size_t i = 0; i < length; i++)
        path[before + slash + i] = (char)al_to_lower((uint8_t)name[i]);
    memcpy(path + before + slash + length, ending, behind + 1);
    return path;
}

const x4_file *x4_find_mesh(x4_state *v, const x4_folder *folder, const char *name, const char *ending)
{
    const char *path = path_of_mesh(v, folder, name, ending);
    v->base.no_memory = v->base.no_memory || path == NULL;
    if (path == NULL)
        return NULL;
    const x4_file *file = x4_find_file(&v->trees.items[folder->tree], path);
    return file != NULL ? file : find_elsewhere(v, folder, path + strlen(folder->path));
}

x4_ending x4_lod_ending(const x4_lod *lod)
{
    x4_ending ending;
    (void)snprintf(ending.text, sizeof ending.text, "-lod%.40s.xmf", lod->index);
    return ending;
}

static void want_mesh(x4_state *v, const x4_folder *folder, const char *name, const char *ending)
{
    const x4_mesh mesh = {.read = false};
    const x4_file *file = x4_find_mesh(v, folder, name, ending);
    if (file == NULL || v->mesh_of[file->number] != X4_NONE)
        return;
    v->mesh_of[file->number] = (uint32_t)v->meshes.count;
    v->wanted[file->number] = AL_WANT_FACTS;
    if (!AL_ADD(v->base.arena, v->meshes, mesh))
        v->base.no_memory = true;
}

/* Those whose materials the level lists, or all if some material has a texture. */
static void want_meshes_of(x4_state *v, const x4_folder *folder, const x4_part *part)
{
    const bool all = v->textures.count > 0;
    if (part->refers || part->name == NULL)
        return;
    if (all && !part->has_lods)
        want_mesh(v, folder, part->name, X4_FIRST_LEVEL);
    for (uint32_t i = part->lods.first; i < part->lods.end; i++) {
        const x4_lod *lod = &v->lods.items[i];
        if (all || lod->materials.first < lod->materials.end)
            want_mesh(v, folder, part->name, x4_lod_ending(lod).text);
    }
}

static void want_meshes(x4_state *v, const x4_component *c)
{
    for (uint32_t i = c->parts.first; i < c->parts.end; i++)
        want_meshes_of(v, &v->folders.items[c->folder], &v->parts.items[i]);
}

void x4_resolve_folders(x4_state *v)
{
    for (uint32_t i = 0; i < v->components.count && !v->base.no_memory; i++)
        find_user(v, i);
    const uint32_t count = (uint32_t)v->users.count;
    al_sort(v->users.items, count, sizeof *v->users.items, compare_users, v);
    for (uint32_t first = 0, end; first < count && !v->base.no_memory; first = end) {
        for (end = first + 1; end < count; end++)
            if (!is_same_folder(v, &v->users.items[first], &v->users.items[end]))
                break;
        make_folder(v, first, end);
    }
    for (uint64_t i = 0; i < v->components.count && !v->base.no_memory; i++)
        if (v->components.items[i].folder != X4_NONE)
            want_meshes(v, &v->components.items[i]);
}

static void take_material(void *context, const al_fact *fact)
{
    x4_state *v = context;
    const char *name = fact->name.len > 0 ? (const char *)fact->name.ptr : "";
    const char *small = al_keep_small(&v->texts, name, al_text_length(fact->name));
    if (small == NULL || !AL_ADD(v->base.arena, v->materials, small))
        v->base.no_memory = true;
}

void x4_take_materials(x4_state *v, x4_mesh *mesh, const al_content *content)
{
    mesh->read = strcmp(content->format, "xmf") == 0;
    mesh->materials.first = (uint32_t)v->materials.count;
    al_content_facts(content, "xmf", take_material, v);
    mesh->materials.end = (uint32_t)v->materials.count;
}

/* ---- Motions ------------------------------------------------------------------------------------------- */

static void take_motion(void *context, const al_fact *fact)
{
    x4_state *v = context;
    al_arena *arena = v->base.arena;
    char field[AL_MAX_FIELD];
    al_path_format(fact->path, field, sizeof field);
    const x4_motion motion = {.part = al_lower_bytes(arena, fact->name),
                              .animation = al_lower_bytes(arena, fact->of),
                              .text = al_copy_bytes(arena, fact->name),
                              .field = al_copy_text(arena, field, strlen(field)),
                              .offset = fact->field.base,
                              .length = fact->field.len};
    if (motion.part == NULL || motion.animation == NULL || motion.text == NULL || motion.field == NULL ||
        !AL_ADD(arena, v->motions, motion))
        v->base.no_memory = true;
}

/* By animation, then by part; NULL stands for all parts. */
static int compare_motion(const x4_motion *motion, const char *animation, const char *part)
{
    const int order = strcmp(motion->animation, animation);
    return order != 0 || part == NULL ? order : strcmp(motion->part, part);
}

static int compare_motions(const void *left, const void *right, void *context)
{
    const x4_motion *a = left, *b = right;
    (void)context;
    const int order = compare_motion(a, b->animation, b->part);
    return order != 0 ? order : (a->offset > b->offset) - (a->offset < b->offset);
}

void x4_take_motions(x4_state *v, x4_folder *folder, const al_content *content)
{
    if (folder->ani_read || strcmp(content->format, "xani") != 0)
        return;
    folder->ani_read = true;
    folder->motions.first = (uint32_t)v->motions.count;
    al_content_facts(content, "xani", take_motion, v);
    folder->motions.end = (uint32_t)v->motions.count;
    if (folder->motions.end > folder->motions.first)
        al_sort(&v->motions.items[folder->motions.first], folder->motions.end - folder->motions.first,
                sizeof *v->motions.items, compare_motions, NULL);
}

/* The index of the first motion of an animation and part or, if `behind`, of the first one behind them. */
static uint32_t bound(const x4_state *v, const x4_folder *folder, const char *animation, const char *part,
                      bool behind)
{
    uint32_t low = folder->motions.first, high = folder->motions.end;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        const int order = compare_motion(&v->motions.items[middle], animation, part);
        if (order < 0 || (behind && order == 0))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

x4_run x4_motions_of(const x4_state *v, const x4_folder *folder, const char *animation)
{
    return (x4_run){bound(v, folder, animation, NULL, false), bound(v, folder, animation, NULL, true)};
}

bool x4_has_motion(const x4_state *v, const x4_folder *folder, const char *part, const char *animation)
{
    const uint32_t at = bound(v, folder, animation, part, false);
    return at < folder->motions.end && compare_motion(&v->motions.items[at], animation, part) == 0;
}
