/* pair_files.c: collects files by their extensions, and finds their partners. */
#include "relations/pairs/pair_files.h"

#include <string.h>

#include "core/sort.h"
#include "core/text.h"
#include "relations/file_names.h"

/* ---- Names --------------------------------------------------------------------------------------------- */

/* The inner path; `./a` is `a`. */
static const char *plain_name(const al_related_file *file)
{
    const char *name = al_inner_path(file);
    while (name[0] == '.' && name[1] == '/')
        name += 2;
    return name;
}

static pair_file make_item(const al_related_file *file, size_t index, unsigned kind)
{
    const char *name = plain_name(file), *base = al_base_name(name), *dot = strrchr(base, '.');
    return (pair_file){.file = index,
                       .package = file->member[0] != '\0' ? file->path : "",
                       .name = name,
                       .folder = (uint32_t)al_folder_length(name),
                       .stem = (uint32_t)(dot != NULL ? (size_t)(dot - base) : strlen(base)),
                       .with = file->with,
                       .kind = (uint8_t)kind,
                       .explicit = file->explicit,
                       .partner = PAIR_NONE};
}

al_span pair_stem(const pair_file *file)
{
    return al_span_of(al_base_name(file->name), file->stem);
}

/* ---- Order --------------------------------------------------------------------------------------------- */

int pair_compare_folders(const pair_file *a, const pair_file *b)
{
    const int order = strcmp(a->package, b->package);
    if (order != 0)
        return order;
    const size_t least = a->folder < b->folder ? a->folder : b->folder;
    const int folders = memcmp(a->name, b->name, least);
    return folders != 0 ? folders : (a->folder > b->folder) - (a->folder < b->folder);
}

static int compare(const void *left, const void *right, void *context)
{
    const pair_file *a = left, *b = right;
    (void)context;
    const int folders = pair_compare_folders(a, b);
    const int stems = folders != 0 ? folders : al_compare_ignoring_case(pair_stem(a), pair_stem(b));
    if (stems != 0)
        return stems;
    if (a->kind != b->kind)
        return a->kind < b->kind ? -1 : 1;
    if (a->with != b->with)
        return a->with < b->with ? -1 : 1;
    return (a->file > b->file) - (a->file < b->file);
}

size_t pair_folder_end(const pair_files *f, size_t first)
{
    size_t end = first + 1;
    while (end < f->count && pair_compare_folders(&f->items[first], &f->items[end]) == 0)
        end++;
    return end;
}

/* ---- Finding ------------------------------------------------------------------------------------------- */

/* The number of files of the kinds; 0: no checked file is of a judged one. */
static size_t count_files(const al_related_files *all, const char *extensions, unsigned first_judged)
{
    size_t count = 0;
    bool any_judged = false;
    for (size_t i = 0; i < all->count + all->siblings; i++) {
        unsigned kind;
        if (!al_find_extension(plain_name(&all->files[i]), extensions, &kind))
            continue;
        count++;
        any_judged = any_judged || (i < all->checked && kind >= first_judged);
    }
    return any_judged ? count : 0;
}

static bool index_items(pair_files *f)
{
    const size_t known = f->base.all->count + f->base.all->siblings;
    f->item_of = al_alloc(f->base.arena, known, sizeof *f->item_of);
    for (size_t i = 0; f->item_of != NULL && i < known; i++)
        f->item_of[i] = PAIR_NO_ITEM;
    for (size_t i = 0; f->item_of != NULL && i < f->count; i++)
        f->item_of[f->items[i].file] = (uint32_t)i;
    return f->item_of != NULL;
}

bool pair_files_find(pair_files *f, const char *extensions, unsigned first_judged)
{
    const al_related_files *all = f->base.all;
    al_arena *arena = f->base.arena;
    f->first_judged = first_judged;
    const size_t count = count_files(all, extensions, first_judged);
    if (count == 0)
        return true;
    f->items = al_alloc(arena, count, sizeof *f->items);
    if (f->items == NULL)
        return false;
    for (size_t i = 0; f->count < count; i++) {
        unsigned kind;
        if (al_find_extension(plain_name(&all->files[i]), extensions, &kind))
            f->items[f->count++] = make_item(&all->files[i], i, kind);
    }
    al_sort(f->items, (size_t)f->count, sizeof *f->items, compare, NULL);
    f->unsure = al_alloc(arena, f->count, sizeof *f->unsure);
    return f->unsure != NULL && index_items(f);
}

/* ---- Where files are ----------------------------------------------------------------------------------- */

bool pair_is_whole(const pair_file *file)
{
    return file->with == 0 && !file->explicit;
}

bool pair_is_sibling(const pair_files *f, const pair_file *file)
{
    return file->with > f->base.all->with_count;
}

bool pair_is_judged(const pair_files *f, const pair_file *file)
{
    return file->kind >= f->first_judged && file->with == 0;
}

/* Whether a path names the folder of a file. Further slashes and `./` in the path make no difference. */
static bool is_folder(const pair_file *file, const char *path)
{
    size_t at = 0;
    while (path[0] == '.' && (path[1] == '/' || path[1] == '\0'))
        path += path[1] == '/' ? 2 : 1;
    for (; *path != '\0'; path++) {
        if (*path == '/' && at > 0 && file->name[at - 1] == '/')
            continue;
        if (at == file->folder || file->name[at] != *path)
            return false;
        at++;
    }
    return at == file->folder || (at + 1 == file->folder && file->name[at] == '/');
}

bool pair_is_reference(const pair_files *f, const pair_file *file)
{
    if (file->with == 0 || pair_is_sibling(f, file))
        return false;
    if (f->base.all->with_file[file->with - 1])
        return file->package[0] == '\0' || file->folder == 0;
    return file->package[0] == '\0' && is_folder(file, f->base.all->with[file->with - 1]);
}

/* ---- The only one -------------------------------------------------------------------------------------- */

size_t pair_one_of_folder(const pair_files *f, size_t first, size_t end, const bool *left_out)
{
    size_t one = PAIR_NONE;
    for (size_t i = first; i < end; i++)
        if (f->items[i].kind == 0 && pair_is_whole(&f->items[i]) && (left_out == NULL || !left_out[i]))
            one = one == PAIR_NONE ? i : PAIR_SEVERAL;
    return one;
}

/* Whether two references lead to one file. */
static bool is_same(const pair_files *f, size_t a, size_t b)
{
    const pair_file *one = &f->items[a], *other = &f->items[b];
    return strcmp(one->package, other->package) == 0 && strcmp(one->name, other->name) == 0;
}

bool pair_one_of_references(const pair_files *f, const bool *left_out, size_t *one)
{
    const size_t count = f->base.all->with_count;
    size_t *ones = al_alloc(f->base.arena, count, sizeof *ones); /* for each reference */
    if (ones == NULL)
        return false;
    *one = PAIR_NONE;
    for (size_t i = 0; i < count; i++)
        ones[i] = PAIR_NONE;
    for (size_t i = 0; i < f->count; i++) {
        const pair_file *file = &f->items[i];
        if (file->kind != 0 || !pair_is_reference(f, file) || (left_out != NULL && left_out[i]))
            continue;
        size_t *of = &ones[file->with - 1];
        *of = *of == PAIR_NONE ? i : PAIR_SEVERAL;
    }
    for (size_t i = 0; i < count; i++) {
        if (ones[i] == PAIR_NONE || ones[i] == PAIR_SEVERAL)
            continue;
        if (*one == PAIR_NONE)
            *one = ones[i];
        else if (*one != PAIR_SEVERAL && !is_same(f, *one, ones[i]))
            *one = PAIR_SEVERAL;
    }
    return true;
}

/* ---- Partners ------------------------------------------------------------------------------------------ */

bool pair_has_partner(const pair_file *file)
{
    return file->partner != PAIR_NONE && file->partner != PAIR_SEVERAL;
}

void pair_count_not_judged(pair_files *f, const pair_file *file, size_t rule, const pair_reasons *reasons)
{
    al_keep_not_judged(&f->base, file->file, rule,
                       file->partner == PAIR_NONE ? reasons->none : reasons->several, 1);
}

bool pair_find_partners(pair_files *f, const bool *left_out)
{
    size_t reference;
    if (!pair_one_of_references(f, left_out, &reference))
        return false;
    for (size_t first = 0, end; first < f->count; first = end) {
        end = pair_folder_end(f, first);
        const size_t own = pair_one_of_folder(f, first, end, left_out);
        for (size_t i = first; i < end; i++) {
            pair_file *file = &f->items[i];
            if (pair_is_judged(f, file))
                file->partner = reference != PAIR_NONE ? reference : file->explicit ? PAIR_NONE : own;
        }
    }
    return true;
}

void pair_find_skeleton(const void *state, size_t file, al_partner_list *list)
{
    const pair_files *f = state;
    const uint32_t item = f->count > 0 ? f->item_of[file] : PAIR_NO_ITEM;
    if (item != PAIR_NO_ITEM && pair_is_judged(f, &f->items[item]) && pair_has_partner(&f->items[item]))
        al_add_partner(list, AL_PARTNER_SKELETON, f->items[f->items[item].partner].file);
}

/* ---- What couldn't be read ----------------------------------------------------------------------------- */

static bool is_unread_partner(const pair_files *f, const pair_file *file)
{
    return file->kind < f->first_judged && f->base.all->unread[file->file];
}

static void note_unsure(pair_files *f)
{
    const al_related_files *all = f->base.all;
    bool everywhere = al_is_gap_in_references(all);
    for (size_t i = 0; i < f->count; i++)
        everywhere = everywhere || (f->items[i].with > 0 && is_unread_partner(f, &f->items[i]));
    for (size_t first = 0, end; first < f->count; first = end) {
        end = pair_folder_end(f, first);
        bool unsure = everywhere;
        for (size_t i = first; i < end; i++)
            unsure = unsure || is_unread_partner(f, &f->items[i]);
        for (size_t i = first; i < end; i++)
            f->unsure[i] = unsure || al_is_in_gap(all, f->items[i].file);
    }
}

static bool is_unsure(const void *state, size_t file)
{
    const pair_files *f = state;
    const uint32_t item = f->count > 0 ? f->item_of[file] : PAIR_NO_ITEM;
    return item != PAIR_NO_ITEM && f->unsure[item];
}

void pair_finish_findings(pair_files *f)
{
    if (f->base.all->any_unread || f->base.all->gap_count > 0)
        note_unsure(f);
    al_finish_findings(&f->base, is_unsure, NULL);
}

void pair_want_judged(pair_files *f, const pair_file *file, uint8_t *wanted)
{
    wanted[file->file] = AL_WANT_FACTS;
    f->base.marks[file->file] |= AL_MARK_COMPARED;
}
