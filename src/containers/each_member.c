/* each_member.c: a package from its opening to its closing, and the paths of its members. */
#include "containers/each_member.h"

#include <stdio.h>
#include <string.h>

#include "core/text.h"

bool al_package_open(al_package *package, const al_container *kind, const al_container_input *in)
{
    *package = (al_package){.kind = kind, .members = kind->open(in)};
    return package->members != NULL;
}

void al_package_close(al_package *package)
{
    if (package->members != NULL)
        package->kind->close(package->members);
    package->members = NULL;
}

al_container_input al_package_file(const al_container *kind, const char *path, al_file disk, uint64_t size,
                                   al_span memory)
{
    if (kind->reads_from_disk)
        return (al_container_input){.path = path, .on_disk = true, .disk = disk, .size = size};
    return (al_container_input){.path = path, .file = memory, .size = size};
}

al_container_input al_package_within(const al_package *outer, const char *name, al_span memory)
{
    return (al_container_input){.path = name, .outer = *outer, .file = memory, .size = memory.len};
}

static int64_t read_member(void *context, void *buffer, size_t size)
{
    const al_package *p = context;
    return p->kind->read(p->members, buffer, size);
}

static const char *reason_of_member(void *context)
{
    const al_package *p = context;
    return p->members->end.failure;
}

al_stream al_stream_of_member(al_package *package, const al_member *member)
{
    return (al_stream){
        .context = package, .read = read_member, .reason = reason_of_member, .length = member->size};
}

void al_each_member(al_package *package, al_visit_member *visit, void *context)
{
    bool more = true;
    al_member member;
    while (more && package->kind->next(package->members, &member)) {
        const al_stream stream = al_stream_of_member(package, &member);
        member.stream = &stream;
        more = visit(context, package, &member);
    }
}

/* ---- Lists --------------------------------------------------------------------------------------------- */

typedef struct listing {
    al_member_visit *visit;
    void *context;
} listing;

static bool list_member(void *context, al_package *package, const al_member *member)
{
    const listing *l = context;
    l->visit(l->context, member);
    (void)package->kind->finish(package->members);
    return true;
}

/* A member that can't be read, such as an encrypted one, is not visited. */
static al_listed listed_of(const al_members *members, al_arena *arena)
{
    const al_members_end *end = &members->end;
    al_listed listed = {.partly = end->over_limit || end->no_memory || end->failure != NULL};
    for (uint64_t i = 0; i < members->remark_count; i++)
        listed.partly = listed.partly || members->remarks[i].not_checked;
    if (members->disk_error != NULL && *members->disk_error != 0) {
        const char *why = al_error_text(*members->disk_error);
        listed.why = al_copy_text(arena, why, strlen(why));
        listed.partly = true;
    }
    return listed;
}

bool al_list_members(const al_container *kind, const al_container_input *in, al_member_visit *visit,
                     void *context, al_listed *listed)
{
    listing l = {.visit = visit, .context = context};
    al_package package;
    al_container_input names_only = *in;
    names_only.on_demand = true;
    if (kind->list != NULL)
        return kind->list(in, visit, context, listed);
    if (!al_package_open(&package, kind, &names_only))
        return false;
    al_each_member(&package, list_member, &l);
    const bool ok = !package.members->end.no_memory;
    *listed = listed_of(package.members, in->arena);
    al_package_close(&package);
    return ok;
}

/* ---- Paths, by the rules of Windows and of Unix: a package may be unpacked on either ------------------- */

static bool is_separator(uint8_t c)
{
    return c == '/' || c == '\\';
}

const char *al_member_name(al_span stored, al_arena *arena)
{
    al_span name = al_slice_available(stored, 0, al_text_length(stored));
    while (al_u8_at(name, 0) == '.' && is_separator(al_u8_at(name, 1)))
        name = al_slice_available(name, 2, UINT64_MAX);
    char *copy = al_copy_bytes(arena, name);
    for (size_t i = 0; copy != NULL && i < name.len; i++)
        if (copy[i] == '\\')
            copy[i] = '/';
    return copy;
}

const char *al_member_within(al_arena *arena, const char *inner, const char *member)
{
    const size_t size = strlen(inner) + strlen(member) + sizeof "!/";
    char *path = al_alloc(arena, size, 1);
    if (path != NULL)
        (void)snprintf(path, size, "%s!/%s", inner, member);
    return path;
}

void al_name_container_data(char *path, const char *extension)
{
    const size_t letters = strlen(extension);
    char *end = path + strlen(path) - letters;
    for (size_t i = 0; i < letters; i++)
        end[i] = (char)(end[i] >= 'A' && end[i] <= 'Z' ? extension[i] - 'a' + 'A' : extension[i]);
}

static bool is_letter(uint8_t c)
{
    c |= 0x20;
    return c >= 'a' && c <= 'z';
}

/* Whether a part of the path is `..`. */
static bool leads_up(al_span path)
{
    for (uint64_t start = 0, i = 0; i <= path.len; i++) {
        if (i < path.len && !is_separator(al_u8_at(path, i)))
            continue;
        if (i - start == 2 && al_u8_at(path, start) == '.' && al_u8_at(path, start + 1) == '.')
            return true;
        start = i + 1;
    }
    return false;
}

const char *al_path_leads_out(al_span path)
{
    if (is_separator(al_u8_at(path, 0)))
        return "begins with a separator";
    if (is_letter(al_u8_at(path, 0)) && al_u8_at(path, 1) == ':')
        return "names a drive";
    return leads_up(path) ? "leads out of the package by `..`" : NULL;
}
