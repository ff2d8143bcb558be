/* not_judged.h: counts the references that a relation can't judge, because what they refer to may be in the
 * game or in another mod.
 */
#ifndef AL_RELATIONS_NOT_JUDGED_H
#define AL_RELATIONS_NOT_JUDGED_H

#include <stddef.h>
#include <stdint.h>

/* The references of one rule that were not judged for one reason. */
typedef struct al_not_judged {
    size_t rule;         /* index in the catalogue */
    const char *reason;  /* static text in English, which follows "52 references: " */
    uint64_t references; /* number of references; of a file that was not read, 1 */
    uint64_t files;      /* number of files with such references */
    size_t first_file;   /* lowest index of these files, among all files */
    size_t last_file;    /* index of the file that was counted last */
} al_not_judged;

/* Pairs of a rule and a reason that one relation may have. */
enum { AL_MOST_NOT_JUDGED = 32 };

/* By rule, then by reason. */
typedef struct al_not_judged_list {
    const struct al_related_files *all;
    al_not_judged items[AL_MOST_NOT_JUDGED];
    size_t count;
} al_not_judged_list;

/* Counts `references` of a file, given by its index. Nothing is counted when the rule is off, and when the
 * file isn't checked or was given by its own path. The references that a file has for one rule and reason
 * must be added one after the other, or the file is counted again. */
void al_not_judged_add(al_not_judged_list *list, size_t rule, const char *reason, size_t file,
                       uint64_t references);

#endif
