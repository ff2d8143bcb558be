/* each_member.c: a package from its opening to its closing. */
#include "containers/each_member.h"

#include <string.h>

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
