/* pair_files.c: collects files by their extensions, and finds the one that others belong to. */
#include "relations/pairs/pair_files.h"

#include <string.h>

#include "core/sort.h"
#include "core/text.h"

/* ---- Names --------------------------------------------------------------------------------------------- */

/* `./a` is `a`. */
static const char *plain_name(const al_related_file *file)
{
    const char *name = file->member[0] != '\0' ? file->member : file->path;
    while (name[0] == '.' && name[1] == '/')
        name += 2;
    return name;
}

/* Goes through a name once: most files are of no kind. */
static bool find_kind(const char *name, const char *extensions, unsigned *kind)
{
    const char *dot = strrchr(name, '.');
    const size_t length = dot != NULL && dot > name ? strlen(dot + 1) : 0;
    *kind = 0;
    for (const char *word = extensions; length > 0 && *word != '\0'; (*kind)++) {
        const size_t wanted = strcspn(word, " ");
        if (wanted == length && al_same_ignoring_case(dot + 1, word, wanted))
            return true;
        word += wanted;
        word += strspn(word, " ");
    }
    return false;
}

static pair_file file_of(const al_related_file *file, size_t number, unsigned kind)
{
    const char *name = plain_name(file), *slash = strrchr(name, '/');
    pair_file f = {.number = number,
                   .package = file->member[0] != '\0' ? file->path : "",
                   .name = name,
                   .folder = slash != NULL ? (size_t)(slash - name) + 1 : 0,
                   .with = file->with,
                   .kind = kind,
                   .explicit = file->explicit,
                   .of = PAIR_NONE};
    const char *base = name + f.folder, *dot = strrchr(base, '.');
    f.stem = dot != NULL ? (size_t)(dot - base) : strlen(base);
    return f;
}

const char *pair_base(const pair_file *file)
{
    return file->name + file->folder;
}

al_span pair_stem(const pair_file *file)
{
    return al_span_of(pair_base(file), file->stem);
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

int pair_compare_stems(al_span a, al_span b)
{
    const int order = al_compare_ignoring_case(a, b);
    return order != 0 ? order : (a.len > b.len) - (a.len < b.len);
}

static int compare(const void *left, const void *right, void *context)
{
    const pair_file *a = left, *b = right;
    (void)context;
    const int folders = pair_compare_folders(a, b);
    const int stems = folders != 0 ? folders : pair_compare_stems(pair_stem(a), pair_stem(b));
    if (stems != 0)
        return stems;
    if (a->kind != b->kind)
        return a->kind < b->kind ? -1 : 1;
    if (a->with != b->with)
        return a->with < b->with ? -1 : 1;
    return (a->number > b->number) - (a->number < b->number);
}

static bool number_items(pair_files *f, al_arena *arena)
{
    const size_t known = f->all->count + f->all->siblings;
    f->item_of = al_alloc(arena, known, sizeof *f->item_of);
    for (size_t i = 0; f->item_of != NULL && i < known; i++)
        f->item_of[i] = PAIR_NO_ITEM;
    for (size_t i = 0; f->item_of != NULL && i < f->count; i++)
        f->item_of[f->items[i].number] = (uint32_t)i;
    return f->item_of != NULL;
}

/* Whether a file is one of those that are judged. */
static bool any_judged(const al_related_files *all, const char *extensions, unsigned first_judged)
{
    for (size_t i = 0; i < all->checked; i++) {
        unsigned kind;
        if (find_kind(plain_name(&all->files[i]), extensions, &kind) && kind >= first_judged)
            return true;
    }
    return false;
}

bool pair_files_find(pair_files *f, const al_related_files *all, al_arena *arena, const char *extensions,
                     unsigned first_judged)
{
    *f = (pair_files){.all = all};
    if (!any_judged(all, extensions, first_judged))
        return true;
    for (size_t i = 0; i < all->count + all->siblings; i++) {
        unsigned kind;
        if (!find_kind(plain_name(&all->files[i]), extensions, &kind))
            continue;
        pair_file *items = al_grow(arena, f->items, f->count, &f->capacity, sizeof *items);
        if (items == NULL)
            return false;
        f->items = items;
        items[f->count++] = file_of(&all->files[i], i, kind);
    }
    al_sort(f->items, (size_t)f->count, sizeof *f->items, compare, NULL);
    return number_items(f, arena);
}

size_t pair_folder_end(const pair_files *f, size_t first)
{
    size_t end = first + 1;
    while (end < f->count && pair_compare_folders(&f->items[first], &f->items[end]) == 0)
        end++;
    return end;
}

/* ---- Where files are ----------------------------------------------------------------------------------- */

bool pair_is_whole(const pair_file *file)
{
    return file->with == 0 && !file->explicit;
}

bool pair_is_beside(const pair_files *f, const pair_file *file)
{
    return file->with > f->all->with_count;
}

/* Whether the folder of a file is that of the path, in which slashes may say nothing. */
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
    if (file->with == 0 || pair_is_beside(f, file))
        return false;
    if (f->all->with_file[file->with - 1])
        return file->package[0] == '\0' || file->folder == 0;
    return file->package[0] == '\0' && is_folder(file, f->all->with[file->with - 1]);
}

/* ---- The one of several -------------------------------------------------------------------------------- */

size_t pair_one_of_folder(const pair_files *f, size_t first, size_t end, const bool *left_out)
{
    size_t one = PAIR_NONE;
    for (size_t i = first; i < end; i++)
        if (f->items[i].kind == 0 && pair_is_whole(&f->items[i]) && (left_out == NULL || !left_out[i]))
            one = one == PAIR_NONE ? i : PAIR_SEVERAL;
    return one;
}

/* Two references may lead to one file. */
static bool is_same(const pair_files *f, size_t a, size_t b)
{
    const pair_file *one = &f->items[a], *other = &f->items[b];
    return strcmp(one->package, other->package) == 0 && strcmp(one->name, other->name) == 0;
}

bool pair_one_of_references(const pair_files *f, al_arena *arena, const bool *left_out, size_t *one)
{
    const size_t count = f->all->with_count;
    size_t *ones = al_alloc(arena, count, sizeof *ones);
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

/* ---- Questions ----------------------------------------------------------------------------------------- */

al_need pair_asked(const pair_files *f, size_t number, al_need what)
{
    const uint32_t item = f->count > 0 ? f->item_of[number] : PAIR_NO_ITEM;
    return item != PAIR_NO_ITEM && f->items[item].asked ? what : AL_NEED_NOTHING;
}

bool pair_covers(const pair_files *f, size_t number)
{
    return pair_asked(f, number, AL_NEED_FACTS) != AL_NEED_NOTHING;
}

void pair_ask_nothing(pair_files *f)
{
    for (size_t i = 0; i < f->count; i++)
        f->items[i].asked = false;
}
