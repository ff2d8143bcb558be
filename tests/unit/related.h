/* related.h: files as a survey knows them, added in its order: those of references last. */
#ifndef ASSETLINT_TESTS_RELATED_H
#define ASSETLINT_TESTS_RELATED_H

#include "relations/relations.h"

enum { RELATED_MOST = 32, RELATED_MOST_WITH = 4 };

typedef struct related {
    al_budget budget;
    al_arena arena;
    al_related files[RELATED_MOST];
    al_related_files all;
    const char *with[RELATED_MOST_WITH];
    bool with_file[RELATED_MOST_WITH];
} related;

void related_begin(related *r);
void related_end(related *r);

/* Ends a test whose state begins with one. */
int related_end_test(void **state);

/* A file; `member` is "" where it is in no package. What is added behind a reference is of that. */
al_related *related_add(related *r, const char *path, const char *member);
void related_add_reference(related *r, const char *path, bool file);

#endif
