/* related.h: files as a survey knows them, added in its order: those of references last. */
#ifndef ASSETLINT_TESTS_RELATED_H
#define ASSETLINT_TESTS_RELATED_H

#include "engine/options.h"
#include "relations/relation_state.h"

enum { RELATED_MOST = 128, RELATED_MOST_WITH = 4 };

typedef struct related {
    al_budget budget;
    al_arena arena;
    al_related_file files[RELATED_MOST];
    al_related_files all;
    const char *with[RELATED_MOST_WITH];
    bool with_file[RELATED_MOST_WITH];
    const char *texts[RELATED_MOST];    /* content of files that a relation reads; NULL: empty */
    const char *formats[RELATED_MOST];  /* their formats; NULL: unknown */
    bool has_facts[RELATED_MOST];       /* their texts are lists of facts */
    al_mesh_bounds boxes[RELATED_MOST]; /* of meshes */
    bool unread[RELATED_MOST];          /* those that can't be read; `any_unread` must be set, too */
    bool lost[RELATED_MOST];            /* members of a package that can't be read: they are not handed out */
    al_options *options;                /* set by related_look */
    bool backwards;                     /* the chosen files are read from the last to the first */
} related;

void related_begin(related *r);
void related_end(related *r);

/* Begins a test whose state is a `related`, and ends one whose state begins with a `related`. */
int related_begin_test(void **state);
int related_end_test(void **state);
#define RELATED_TEST(test) cmocka_unit_test_setup_teardown(test, related_begin_test, related_end_test)

/* Adds a file; `member` is "" outside packages. A file that is added after a reference belongs to it. */
al_related_file *related_add(related *r, const char *path, const char *member);
void related_add_reference(related *r, const char *path, bool file);

/* Adds a file of the folder of an explicit file, after all others. `format` and `facts` as below, or NULL. */
void related_add_sibling(related *r, const char *path, const char *format, const char *facts);

/* The same for a file that holds a text. */
void related_add_text(related *r, const char *path, const char *text);

/* The same for a file whose content shows a format. */
void related_add_of(related *r, const char *path, const char *format);

/* The same for a file of a format with facts, a line for each, of which the rest is the name:
 *
 *     node NAME, material NAME, morph NAME, skeleton NAME, end
 *     texture MAP/MATERIAL NAME, face ASSET NAME, move ANIMATION PART
 *     use MATERIAL, item NUMBER, nodes NUMBER, bones NUMBER
 *
 * The field of a fact is the name or number in the line, its path is facts[N]. */
void related_add_facts(related *r, const char *path, const char *format, const char *facts);

/* Adds the reference "game" with 50 actors of such facts, or of no format if that is NULL: so many are a game
 * of Paradox. */
void related_add_actors(related *r, const char *facts);

/* Adds a mesh of that many vertices in a cube. */
void related_add_mesh(related *r, const char *path, uint64_t vertices, float side);

/* Asserts that a relation has one finding, a limit, if the text of the file with that number has 4 GiB. */
void related_assert_text_too_large(related *r, const al_relation *relation, size_t number);

/* Lets a relation read what it chooses, until it is done. Returns its state. */
void *related_look(related *r, const al_relation *relation);

/* Whether the state of a relation has a mark for a checked file: AL_MARK_TEXT, ... */
bool related_is_marked(const void *state, size_t file, unsigned mark);

/* Reports the findings that the state of a relation has for a checked file. */
void related_report(const void *state, size_t file, al_sink *sink);

/* Sets the level of a rule. */
void related_set_level(related *r, const char *rule, al_level level);

/* Asserts that the relation says so whenever an allocation fails, whichever it is. */
void related_assert_shortage(related *r, const al_relation *relation);

/* Asserts the findings of all files, one line for each:
 *
 *     PATH LINE:COLUMN-LINE:COLUMN LEVEL RULE OFFSET+LENGTH FIELD xCOUNT[ELEMENTS]
 *         MESSAGE | ACTUAL | EXPECTED
 *
 * A line without a path is about the file of the line before. Places, lists of elements and values that a
 * finding doesn't have are left out. */
void related_assert_findings(related *r, const al_relation *relation, const char *expected);

/* Asserts what the relation chooses: `WANT PATH` for each file, with ", " between files, and "; " where it
 * chooses again. */
void related_assert_reads(related *r, const al_relation *relation, const char *expected);

/* Asserts a letter for each file: `c` if it is marked as compared, `u` as unsure, `b` for both, else `.`. */
void related_assert_known(related *r, const al_relation *relation, const char *expected);

/* Asserts the partners of a checked file: `ROLE PATH` or `ROLE PATH for TEXTURE` for each, with "; " between
 * them. */
void related_assert_partners(related *r, const al_relation *relation, size_t number, const char *expected);

/* Asserts what the relation didn't judge: `RULE REFERENCES/FILES FIRST-FILE: REASON`, with "; " between them.
 */
void related_assert_not_judged(related *r, const al_relation *relation, const char *expected);

#endif
