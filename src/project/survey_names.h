/* survey_names.h: the names that a survey knows: of files, and of the members of packages. */
#ifndef AL_PROJECT_SURVEY_NAMES_H
#define AL_PROJECT_SURVEY_NAMES_H

#include "core/arena.h"
#include "engine/options.h"
#include "relations/names/names_file.h"

#define AL_NO_FILE SIZE_MAX

/* A package. */
typedef struct al_surveyed_package {
    const char *path;
    unsigned with;      /* as in al_related_file */
    bool reported;      /* this run reports on it */
    const char *unread; /* why the system couldn't read it, or not all of it; NULL: it could */
} al_surveyed_package;

/* A folder that couldn't be listed. */
typedef struct al_unlisted {
    const char *path;
    bool reported;   /* this run reports on it */
    const char *why; /* the reason */
} al_unlisted;

typedef struct al_survey_names {
    const al_options *options;
    al_arena *arena; /* of the survey; its budget pays for all names */
    al_related_file *files;
    uint64_t count, capacity;
    al_surveyed_package *packages;
    uint64_t package_count, package_capacity;
    const char **references;          /* their paths, */
    bool *reference_is_file;          /* whether each is a file, */
    const al_names **reference_names; /* and what it has, if it is a file of names; else NULL */
    uint64_t reference_count, reference_capacity, is_file_capacity, names_capacity;
    al_unlisted *unlisted;
    uint64_t unlisted_count, unlisted_capacity;
    al_gap *gaps;
    uint64_t gap_count, gap_capacity;
    bool siblings;   /* the files that are added now are siblings of explicit files, */
    bool unreported; /* or files that are checked, but not reported */
} al_survey_names;

/* All return false when out of memory. */

/* Adds a file, and if it is a package, its members, too. */
bool al_survey_names_add(al_survey_names *names, const char *path, bool explicit_file) AL_MUST_USE;

/* Adds one file, also if it is a package: then it is not opened. */
bool al_survey_names_add_file(al_survey_names *names, const char *path, const char *member,
                              bool explicit_file) AL_MUST_USE;

/* Adds a folder that couldn't be listed. */
bool al_survey_names_add_unlisted(al_survey_names *names, const char *path, const char *why) AL_MUST_USE;

bool al_survey_names_begin_reference(al_survey_names *names, const char *path, bool is_file) AL_MUST_USE;

/* Adds the files of a file of names, which is the reference that has begun. */
bool al_survey_names_add_names(al_survey_names *names, const al_names *file) AL_MUST_USE;

/* Sorts files by reference, path and member, packages by path, and gaps. */
void al_survey_names_sort(al_survey_names *names);

/* How many files, from the first on, are of the references up to that number; 0: how many are checked. */
size_t al_survey_names_up_to(const al_survey_names *names, uint64_t reference);

/* The files of a path among the first `count`: from the index that is returned, so many as `*found`. */
size_t al_survey_names_find(const al_survey_names *names, size_t count, const char *path, size_t *found);

/* The index of one of them; AL_NO_FILE if it isn't there. */
size_t al_survey_names_find_file(const al_survey_names *names, size_t count, const char *path,
                                 const char *member);

/* The package of a path, of the checked files if there is one there; NULL: none. */
al_surveyed_package *al_survey_names_package(const al_survey_names *names, const char *path);

#endif
