/* each_member.h: visits the members of a package in their order: for its check, for the list of its members,
 * and for the contents that rules across files need.
 */
#ifndef AL_CONTAINERS_EACH_MEMBER_H
#define AL_CONTAINERS_EACH_MEMBER_H

#include "containers/members.h"

/* Opens a package: `in` says where it is. False if memory is short. */
bool al_package_open(al_package *package, const al_container *kind, const al_container_input *in) AL_MUST_USE;

/* Does nothing if the package is not open. */
void al_package_close(al_package *package);

/* The input of a package that is a file: on `disk` if its kind reads it from there, else in memory. */
al_container_input al_package_file(const al_container *kind, const char *path, al_file disk, uint64_t size,
                                   al_span memory);

/* The input of a package in an open one: `memory` has its bytes. */
al_container_input al_package_within(const al_package *outer, const char *name, al_span memory);

/* A stream of the member that `next` has given last. */
al_stream al_stream_of_member(al_package *package, const al_member *member);

/* Gets a member with its stream. It ends the member by kind->finish, which tells whether the bytes that it
 * has read count. False ends the visits. */
typedef bool al_visit_member(void *context, al_package *package, const al_member *member);

/* Visits the members. package->members->end says why it ended early. */
void al_each_member(al_package *package, al_visit_member *visit, void *context);

/* Visits all members that a package declares, without reading them. Reports nothing. False if memory is
 * short. */
bool al_list_members(const al_container *kind, const al_container_input *in, al_member_visit *visit,
                     void *context, al_listed *listed) AL_MUST_USE;

#endif
