/* related.h: files as a survey knows them, added in its order: those of references last. */
#ifndef ASSETLINT_TESTS_RELATED_H
#define ASSETLINT_TESTS_RELATED_H

#include "engine/options.h"
#include "relations/relations.h"

enum { RELATED_MOST = 32, RELATED_MOST_WITH = 4 };

typedef struct related {
    al_budget budget;
    al_arena arena;
    al_related_file files[RELATED_MOST];
    al_related_files all;
    const char *with[RELATED_MOST_WITH];
    bool with_file[RELATED_MOST_WITH];
    const char *texts[RELATED_MOST];   /* content of files that a relation reads; NULL: empty */
    const char *formats[RELATED_MOST]; /* their formats; NULL: unknown */
    al_options *options;               /* set by related_look */
} related;

void related_begin(related *r);
void related_end(related *r);

/* Ends a test whose state begins with a `related`. */
int related_end_test(void **state);

/* Adds a file; `member` is "" outside packages. A file that is added after a reference belongs to it. */
al_related_file *related_add(related *r, const char *path, const char *member);
void related_add_reference(related *r, const char *path, bool file);

/* The same for a file that holds a text. */
void related_add_text(related *r, const char *path, const char *text);

/* The same for a file whose content shows a format. */
void related_add_of(related *r, const char *path, const char *format);

/* Asserts that a relation has one finding, a limit, if the text of the file with that number has 4 GiB. */
void related_assert_text_too_large(related *r, const al_relation *relation, size_t number);

/* Runs all rounds of a relation, which gets the texts but no facts. Returns its state. */
void *related_look(related *r, const al_relation *relation);

/* Asserts what the relation didn't judge: "rule references/files first-file: reason", with "; " between them.
 */
void related_assert_not_judged(related *r, const al_relation *relation, const char *expected);

#endif
