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
    const char *texts[RELATED_MOST]; /* of files that a relation reads; NULL: empty */
    al_options *options;             /* once a relation looked */
} related;

void related_begin(related *r);
void related_end(related *r);

/* Ends a test whose state begins with one. */
int related_end_test(void **state);

/* A file; `member` is "" where it is in no package. What is added behind a reference is of that. */
al_related_file *related_add(related *r, const char *path, const char *member);
void related_add_reference(related *r, const char *path, bool file);

/* The same for a file that holds a text. */
void related_add_text(related *r, const char *path, const char *text);

/* All rounds of a relation, which gets the texts, but the facts of no file. The result is its state. */
void *related_look(related *r, const al_relation *relation);

/* What the relation didn't judge: "rule references/files first-file: reason", with "; " between them. */
void related_assert_not_judged(related *r, const al_relation *relation, const char *expected);

#endif
