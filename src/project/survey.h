/* survey.h: the first of two looks at the files of a project: which files there are, and what rules across
 * files have to know of them. The second look is the check of each file, which is handed what the survey
 * knows of it.
 */
#ifndef AL_PROJECT_SURVEY_H
#define AL_PROJECT_SURVEY_H

#include <assetlint/assetlint.h>

#include "core/work.h"
#include "engine/check.h"
#include "engine/options.h"
#include "relations/names/names_file.h"

typedef struct al_survey al_survey;

/* NULL when out of memory. The options must outlive the survey. */
al_survey *al_survey_new(const al_options *options);
void al_survey_free(al_survey *survey);

/* The functions that add files return false when the names take more memory than there is, or than the limit
 * allows. Paths are kept, not copied: they must outlive the survey. Files come in this order: those that are
 * checked, those of each reference, siblings. */

/* Adds a file, or the members of a package. `explicit_file`: the user named this very file, and its folder
 * isn't checked as a whole. */
bool al_survey_add(al_survey *survey, const char *path, bool explicit_file) AL_MUST_USE;

/* Adds a file that was found in a folder: the first `folder` bytes of the path are the folder that the user
 * named. */
bool al_survey_add_found(al_survey *survey, const char *path, size_t folder) AL_MUST_USE;

/* Whether this run reports nothing on the files that are added from now on: they are excluded, or another
 * shard reports on them. False at first. */
void al_survey_set_unreported(al_survey *survey, bool unreported);

/* Adds a folder that couldn't be listed, or a reference that can't be read. The reason is kept, too. */
bool al_survey_add_unlisted(al_survey *survey, const char *path, const char *why) AL_MUST_USE;

/* The files that are added from now on are those of a reference (--with): they are looked at, but not
 * checked. `is_file`: the reference is a file, not a folder. */
bool al_survey_begin_reference(al_survey *survey, const char *path, bool is_file) AL_MUST_USE;

/* Adds the files of a file of names, which is the reference that has begun and outlives the survey. */
bool al_survey_add_names(al_survey *survey, const al_names *names) AL_MUST_USE;

/* Which siblings of an explicit file rules across files have to know: none, those in its folder, or those in
 * folders below that, too. */
typedef enum al_siblings { AL_SIBLINGS_NONE, AL_SIBLINGS_BESIDE, AL_SIBLINGS_BELOW } al_siblings;
al_siblings al_survey_siblings_of(const char *path);

/* The files that are added from now on are siblings of explicit files: they are looked at like references,
 * but packages among them are not opened. */
void al_survey_begin_siblings(al_survey *survey);

/* `bytes` of memory are taken by the paths of the files: first of AL_FREE_FOR_NAMES, then of the limit. */
void al_survey_reserve(al_survey *survey, uint64_t bytes);

/* From now on `watch` follows the survey; when it stops the survey, al_survey_look returns false. */
void al_survey_watch(al_survey *survey, al_watch *watch);

/* Looks at all files, and into those that rules across files ask for. Nothing may be added afterwards. False
 * when out of memory, or stopped. */
bool al_survey_look(al_survey *survey) AL_MUST_USE;

/* Looks for the names of the only reference instead, and then gives the lines of its file of names behind the
 * first. The first returns as al_survey_look, and also false if that takes more memory than the limit. */
bool al_survey_look_for_names(al_survey *survey) AL_MUST_USE;
const char *const *al_survey_name_lines(const al_survey *survey, size_t *count);

/* The functions below are for the time after al_survey_look. They only read, so several threads may call them
 * at once. */

/* Bytes of memory that the survey holds. */
uint64_t al_survey_memory(const al_survey *survey);

/* Tells of what couldn't be read: a file, or "PATH!/MEMBER", and the reason. */
typedef void al_unread_listener(void *context, const char *path, const char *reason);

/* Tells of everything that the survey had to read and couldn't, except for files that this run reports on:
 * their results tell. False when out of memory. */
bool al_survey_tell_unread(al_survey *survey, al_unread_listener *listener, void *context) AL_MUST_USE;

/* A place where not all files are known, or a file that couldn't be read; NULL: there is none. */
const char *al_survey_first_gap(const al_survey *survey);

/* Puts into `context` what the survey knows of a file that is checked, or of the members of a package. */
void al_survey_describe(const al_survey *survey, const char *path, al_context *context);

/* Lets rules compare a result, and those of members, with the results before it, and adds what they find. To
 * be called with each result in order, by one thread. `rules`: how each reports for the file. False when out
 * of memory. */
bool al_survey_compare(al_survey *survey, al_result *result, const al_setting *rules,
                       al_budget *budget) AL_MUST_USE;

/* Writes all partners of the file of a result, and returns how many they are: see al_project_partner. */
size_t al_survey_partners(const al_survey *survey, const al_result *result,
                          al_partner partners[AL_MOST_PARTNERS]);

/* Lists what rules across files could not judge, by rule and reason, in memory of the arena. False when out
 * of memory. */
bool al_survey_list_not_judged(const al_survey *survey, al_arena *arena, al_not_judged **list,
                               size_t *count) AL_MUST_USE;

/* Adds to `ran` the rules across files that have judged the file of a result. */
void al_survey_add_rules(const al_survey *survey, const al_result *result, al_rule_set *ran);

#endif
