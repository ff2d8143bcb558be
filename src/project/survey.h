/* survey.h: the first of two looks at what is checked together: which files there are, and what that means
 * for each. The second is the check of each. */
#ifndef AL_PROJECT_SURVEY_H
#define AL_PROJECT_SURVEY_H

#include <assetlint/assetlint.h>

#include "core/findings.h"
#include "core/watch.h"
#include "engine/rule_set.h"

typedef struct al_survey al_survey;

/* NULL when out of memory. */
al_survey *al_survey_new(const al_options *options);
void al_survey_free(al_survey *survey);

/* Adds a file; the path is kept, so it must last as long as the survey. `whole` when all of its folder is
 * checked: what is named by itself stands alone, but what is in a package is whole. False when the names take
 * more memory than there is, or than is allowed. */
bool al_survey_add(al_survey *survey, const char *path, bool whole) AL_MUST_USE;

/* The same of a file in a folder that was named: that is the first `folder` bytes of the path. */
bool al_survey_add_found(al_survey *survey, const char *path, size_t folder) AL_MUST_USE;

/* From now on files are of a reference of that path, which is a file itself or a folder: they are looked at,
 * but not checked. All that are checked were added before. */
bool al_survey_begin_with(al_survey *survey, const char *path, bool file) AL_MUST_USE;

/* What rules across files have to know of what is around a file that is named by itself. */
typedef enum al_around { AL_AROUND_NOTHING, AL_AROUND_BESIDE, AL_AROUND_BELOW } al_around;
al_around al_survey_wants(const char *path);

/* Adds a file that lies around such a file. These come last, and are looked at as references are; what is in
 * packages there is not. */
bool al_survey_add_beside(al_survey *survey, const char *path) AL_MUST_USE;

/* Ends the survey: looks at all files, and into those that say something of others. Nothing is added after
 * it. False when out of memory. */
bool al_survey_look(al_survey *survey) AL_MUST_USE;

/* Bytes that it takes. */
uint64_t al_survey_memory(const al_survey *survey);

/* From now on it is watched; once it is stopped, it ends as if it were out of memory. */
void al_survey_watch(al_survey *survey, al_watch *watch);

/* So many bytes are taken by the paths of the files: of AL_FREE_FOR_NAMES first, then of the limit. */
void al_survey_reserve(al_survey *survey, uint64_t bytes);

/* The bytes of the largest member of a package that is read while it is checked; 0 of what is no package. */
uint64_t al_survey_largest(const al_survey *survey, const char *path);

/* The number of a file that is checked, or of a member of a package, for those below; AL_SURVEY_NONE where
 * there is none, and without a survey. Such a number tells nothing of any file. All of these only read:
 * several threads may do so at once. */
#define AL_SURVEY_NONE SIZE_MAX
size_t al_survey_number(const al_survey *survey, const char *path, const char *member);

/* Whether the survey has read all of a file, no member, and found a text of no format: nobody has to open it
 * again. */
bool al_survey_has_read(const al_survey *survey, size_t number, uint64_t *size);

/* The format of a text file that a rule across files judges: "xml"; NULL where none does. */
const char *al_survey_judges(const al_survey *survey, size_t number);

/* Whether rules across files say which of the pictures there are that a file names. */
bool al_survey_knows_pictures(const al_survey *survey, size_t number);

/* Adds the rules across files that were run for a file: it is checked, and so is what is around it. */
void al_survey_add_rules(const al_survey *survey, size_t number, al_rule_set *ran);

/* Reports what is wrong with a file among the others. */
void al_survey_report(const al_survey *survey, size_t number, al_sink *sink);

#endif
