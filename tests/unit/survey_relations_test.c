/* survey_relations_test.c: what a survey does with relations of any kind: which files it asks them about,
 * what it makes of a limit, and in which order it lists what they could not judge. The relations, and the
 * reading of files, are played by the test. */
#include "unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "containers/members.h"
#include "core/limits.h"
#include "core/text.h"
#include "engine/result.h"
#include "formats/catalogue.h"
#include "project/survey.h"
#include "project/survey_read.h"
#include "relations/relation_state.h"

enum { RELATIONS = 2, MOST_FILES = 8, MOST_ROUNDS = 3, NEVER = 1000 };

/* A relation, and what it says of each file. */
typedef struct played_relation {
    al_relation_state base;
    size_t rounds, begun, taken; /* it chooses so often; the others are counted */
    bool wanted[MOST_FILES];
    size_t fails_at; /* the file whose content takes too much memory; NEVER: none does */
} played_relation;

typedef struct played {
    const al_relation *relations;
    played_relation of[RELATIONS];
    al_budget *budget; /* of the survey */
    bool given[MOST_ROUNDS][MOST_FILES];
    bool is_text;
    size_t looks, refused_text; /* the number of the text, from 1, for which there is no memory; 0: none */
    size_t texts;
    al_shortage shortage; /* of that text */
    uint64_t memory;
    uint64_t room, finding_room; /* for what could not be judged, and for the findings */
} played;

static played play;

static const al_relation *played_relation_at(size_t index)
{
    return index < RELATIONS ? &play.relations[index] : NULL;
}

static bool played_look(const al_options *options, uint64_t memory, const al_related_files *all,
                        const al_looker *looker)
{
    static const char bytes[] = "text";
    (void)options;
    play.memory = memory;
    for (size_t i = 0; i < all->count + all->siblings; i++) {
        const al_content content = {.state = AL_CONTENT_READ,
                                    .size = sizeof bytes - 1,
                                    .unrecognized = play.is_text,
                                    .bytes = al_span_of(bytes, sizeof bytes - 1),
                                    .format = ""};
        if (play.given[play.looks][i] && looker->wanted[i] != AL_WANT_NOTHING &&
            !looker->take(looker->context, i, &content))
            return false;
    }
    play.looks++;
    return true;
}

static void *played_alloc(al_arena *arena, uint64_t count, uint64_t size)
{
    if (size == sizeof(al_not_judged))
        play.room = count;
    if (size == sizeof(al_kept_finding) && count > play.finding_room)
        play.finding_room = count;
    return al_alloc(arena, count, size);
}

static bool is_refused(void)
{
    const bool refused = ++play.texts == play.refused_text;
    if (refused && play.budget != NULL)
        play.budget->shortage = play.shortage;
    return refused;
}

static char *played_copy(al_arena *arena, const char *text, size_t length)
{
    return is_refused() ? NULL : al_copy_text(arena, text, length);
}

static char *played_escape(al_arena *arena, const char *text, size_t length)
{
    return is_refused() ? NULL : al_escape_copy(arena, text, length);
}

#define al_alloc       played_alloc
#define al_relation_at played_relation_at
#define al_look_into   played_look
#define al_copy_text   played_copy
static void *played_new(const al_relation *relation, const al_related_files *all, al_arena *arena)
{
    played_relation *r = &play.of[relation - play.relations];
    return al_relation_begin(&r->base, all, arena) ? r : NULL;
}

#define al_relation_new played_new
#define al_escape_copy  played_escape
#include "project/survey.c" /* NOLINT(bugprone-suspicious-include): with what the test plays */

/* ---- The relations ------------------------------------------------------------------------------------- */

static bool choose_for(void *state, uint8_t *wanted)
{
    played_relation *r = state;
    r->base.done = r->begun++ == r->rounds;
    for (size_t i = 0; i < MOST_FILES && !r->base.done; i++)
        if (r->wanted[i])
            wanted[i] = AL_WANT_BYTES;
    return true;
}

static bool take_for(void *state, size_t file, const al_content *content)
{
    played_relation *r = state;
    (void)content;
    r->taken++;
    if (file != r->fails_at)
        return true;
    play.budget->shortage = AL_SHORTAGE_LIMIT;
    return false;
}

static void compare_box_for(void *state, size_t file, const al_mesh_bounds *bounds, al_sink *sink)
{
    const al_claim claim = {.rule = 0};
    (void)state, (void)bounds;
    if (file == 1)
        al_report(sink, &claim, "%s", "compared");
}

/* Both look into files; the first compares boxes, and the second has what it could not judge. */
static al_relation relations[RELATIONS];

/* ---- A survey ------------------------------------------------------------------------------------------ */

typedef struct fixture {
    al_options options;
    al_survey *survey;
} fixture;

static int begin(void **state)
{
    static const char *first_rules[2];
    fixture *f = calloc(1, sizeof *f);
    *state = f;
    if (f == NULL)
        return -1;
    first_rules[0] = al_rule_at(0)->id;
    relations[0] = (al_relation){.format = "x4",
                                 .sibling_extensions = "abc",
                                 .rules = first_rules,
                                 .choose = choose_for,
                                 .read = take_for,
                                 .compare_bounds = compare_box_for};
    relations[1] = relations[0];
    relations[1].rules = NULL;
    relations[1].sibling_extensions = NULL;
    relations[1].compare_bounds = NULL;
    play = (played){.relations = relations, .of = {{.fails_at = NEVER}, {.fails_at = NEVER}}};
    al_options_init(&f->options);
    f->survey = al_survey_new(&f->options);
    if (f->survey == NULL)
        return -1;
    play.budget = &f->survey->budget;
    return 0;
}

static int end(void **state)
{
    fixture *f = *state;
    al_survey_free(f->survey);
    free(f);
    return 0;
}

static void add_file(const fixture *f, const char *path, const char *member)
{
    assert_true(al_survey_names_add_file(&f->survey->names, path, member, false));
}

static void look(const fixture *f)
{
    assert_true(al_survey_look(f->survey));
}

/* ---- Names --------------------------------------------------------------------------------------------- */

static void what_is_noted_of_names(void **state)
{
    const fixture *f = *state;
    const al_survey_names *names = &f->survey->names;
    assert_true(f->survey->budget.limit == f->options.limits[AL_LIMIT_MEMORY] + AL_FREE_FOR_NAMES);
    assert_true(al_survey_add_found(f->survey, "mod/a", 4));
    assert_int_equal(names->files[0].root_length, 4);
    al_survey_begin_siblings(f->survey);
    assert_true(al_survey_add(f->survey, "b", false));
    assert_true(names->files[1].explicit);
    assert_int_equal(names->files[1].with, 1);
    assert_int_equal(al_survey_siblings_of("x.abc"), AL_SIBLINGS_BESIDE); /* of the first relation */
    assert_int_equal(al_survey_siblings_of("x.abd"), AL_SIBLINGS_NONE);
}

static void folders_of_siblings_that_could_not_be_listed(void **state)
{
    const fixture *f = *state;
    al_survey_begin_siblings(f->survey);
    assert_true(al_survey_add_unlisted(f->survey, "beside", "why"));
    assert_int_equal(f->survey->names.gaps[0].with, 1);
}

/* ---- The look ------------------------------------------------------------------------------------------ */

/* Half of the memory is for the file that is read. */
static void the_memory_of_a_look(void **state)
{
    const fixture *f = *state;
    add_file(f, "a", "");
    play.of[0].rounds = 1;
    look(f);
    const al_budget *budget = &f->survey->budget; /* what is gathered afterwards is held beside that */
    const uint64_t left = budget->limit - budget->used + f->survey->known_memory.held;
    assert_true(play.memory == left / 2);
}

/* Files that a relation wants, and that don't come, couldn't be read: checked ones, and siblings. */
static void files_that_do_not_come(void **state)
{
    const fixture *f = *state;
    for (size_t i = 0; i < 3; i++) {
        static const char *const paths[] = {"a", "b", "c"};
        add_file(f, paths[i], "");
    }
    al_survey_begin_siblings(f->survey);
    assert_true(al_survey_add(f->survey, "d", false));
    play.of[0].rounds = 2;
    play.of[0].wanted[0] = play.of[0].wanted[1] = play.of[0].wanted[3] = true;
    play.given[0][1] = true; /* wanted again in the next round, where it does not come */
    look(f);
    static const bool unread[] = {true, true, false, true};
    for (size_t i = 0; i < 4; i++)
        assert_int_equal(f->survey->unread[i], unread[i]);
    assert_true(f->survey->all.any_unread);
}

static void files_that_come_once(void **state)
{
    const fixture *f = *state;
    add_file(f, "a", "");
    play.of[0].rounds = 1;
    play.of[0].wanted[0] = true;
    play.given[0][0] = true;
    look(f);
    assert_false(f->survey->unread[0]);
    assert_int_equal(play.of[0].taken, 1);
    assert_int_equal(play.of[0].begun, 2);
}

/* The check reads members again, so only files count as read. */
static void texts_that_count_as_read(void **state)
{
    const fixture *f = *state;
    add_file(f, "a", "");
    add_file(f, "b.zip", "m");
    play.of[0].rounds = 1;
    play.is_text = true;
    play.of[0].wanted[0] = play.of[0].wanted[1] = play.given[0][0] = play.given[0][1] = true;
    look(f);
    assert_int_equal(f->survey->known_count, 1);
    assert_int_equal(f->survey->known[0].file, 0);
    assert_true(f->survey->known[0].read_as_text);
    assert_int_equal(f->survey->known[0].size, 4);
}

/* ---- Limits -------------------------------------------------------------------------------------------- */

/* A relation that takes too much memory is asked nothing more. It reports that on the file that it took last,
 * and no other findings. */
static void a_relation_that_takes_too_much(void **state)
{
    const fixture *f = *state;
    add_file(f, "a", "");
    add_file(f, "b", "");
    add_file(f, "c", "");
    play.of[0].rounds = play.of[1].rounds = 2;
    play.of[0].fails_at = 1;
    for (size_t i = 0; i < 3; i++)
        play.of[0].wanted[i] = play.given[0][i] = play.given[1][i] = true;
    look(f);
    assert_int_equal(play.of[0].taken, 2);
    assert_int_equal(play.of[0].begun, 1);
    assert_int_equal(play.of[1].begun, 3);
    assert_int_equal(f->survey->known_count, 1);
    const al_surveyed *known = &f->survey->known[0];
    assert_int_equal(known->file, 1);
    assert_int_equal(known->finding_count, 1);
    assert_true(known->findings[0].claim.limit);
}

/* A relation that was left out has one finding, whatever it had found. */
static void room_for_all_findings(void **state)
{
    static al_kept_finding found[] = {{.file = 0}, {.file = 0}, {.file = 0}};
    const fixture *f = *state;
    add_file(f, "a", "");
    look(f);
    for (size_t i = 0; i < RELATIONS; i++) {
        play.of[i].base.findings = found;
        play.of[i].base.finding_count = 2 + i;
    }
    for (unsigned limited = 0; limited < 4; limited++) {
        const size_t expected = ((limited & 1) != 0 ? 1u : 2u) + ((limited & 2) != 0 ? 1u : 3u);
        for (size_t i = 0; i < RELATIONS; i++)
            f->survey->relations[i].limited = (limited >> i & 1) != 0;
        f->survey->finding_count = 0;
        play.finding_room = 0;
        assert_true(gather_findings(f->survey));
        assert_int_equal(play.finding_room, expected);
        assert_int_equal(f->survey->finding_count, expected);
    }
}

static void a_reason_that_finds_no_room(void **state)
{
    const fixture *f = *state;
    static const char none[] = "there is no memory to say why";
    static const struct {
        al_shortage shortage, left;
    } cases[] = {{AL_SHORTAGE_LIMIT, AL_SHORTAGE_NONE}, {AL_SHORTAGE_SYSTEM, AL_SHORTAGE_SYSTEM}};
    for (size_t i = 0; i < 2; i++) {
        play.texts = 0;
        play.refused_text = 1;
        play.shortage = cases[i].shortage;
        assert_string_equal(keep_reason(f->survey, "why"), none);
        assert_int_equal(f->survey->budget.shortage, cases[i].left);
        f->survey->budget.shortage = AL_SHORTAGE_NONE;
    }
    f->survey->budget.shortage = AL_SHORTAGE_LIMIT; /* of something before */
    assert_string_equal(keep_reason(f->survey, "why"), "why");
    assert_int_equal(f->survey->budget.shortage, AL_SHORTAGE_LIMIT);
    f->survey->budget.shortage = AL_SHORTAGE_NONE;
}

/* A package that came into being between two readings has no place for a reason. */
static void a_package_that_the_survey_does_not_know(void **state)
{
    const fixture *f = *state;
    add_file(f, "a.zip", "m");
    look(f);
    miss(f->survey, 0, "why");
    assert_false(f->survey->unread[0]);
}

static void hear_unread(void *context, const char *path, const char *reason)
{
    size_t *heard = context;
    assert_string_equal(path, "r");
    assert_string_equal(reason, "why");
    (*heard)++;
}

static void files_of_references_that_cannot_be_read(void **state)
{
    const fixture *f = *state;
    size_t heard = 0;
    add_file(f, "a", "");
    assert_true(al_survey_begin_reference(f->survey, "ref", false));
    add_file(f, "r", "");
    look(f);
    note_unread(f->survey, 0, "why a");
    note_unread(f->survey, 1, "why");
    assert_true(al_survey_tell_unread(f->survey, hear_unread, &heard));
    assert_int_equal(heard, 1);
}

/* ---- What is asked afterwards -------------------------------------------------------------------------- */

static void results_with_boxes_are_compared(void **state)
{
    const fixture *f = *state;
    add_file(f, "a", "");
    add_file(f, "b", "");
    look(f);
    for (size_t i = 0; i < 4; i++) {
        static const char *const paths[] = {"a", "b", "b", "c"};
        al_budget budget = al_budget_of(UINT64_MAX, 0);
        al_result_block *block = al_result_block_new(&budget);
        assert_non_null(block);
        block->result.format = block->result.version = "";
        assert_true(al_result_set_paths(block, paths[i], NULL, ""));
        block->bounds.vertices = i == 2 ? 0 : 1;
        assert_true(al_survey_compare(f->survey, &block->result, f->options.settings, &budget));
        assert_int_equal(block->result.finding_count, i == 1);
        al_result_free(&block->result);
    }
}

static void add_not_judged(played_relation *r, size_t rule, const char *reason)
{
    r->base.not_judged.items[r->base.not_judged.count++] =
        (al_kept_not_judged){.rule = rule, .reason = reason, .references = 1, .files = 1};
}

static void expect_not_judged(const fixture *f, bool ok, size_t expected)
{
    al_budget budget = al_budget_of(UINT64_MAX, 0);
    al_arena arena = al_arena_on(&budget);
    al_not_judged *list;
    size_t count;
    play.texts = 0;
    assert_int_equal(al_survey_list_not_judged(f->survey, &arena, &list, &count), ok);
    if (ok)
        assert_int_equal(count, expected);
    assert_true(play.room >= expected);
    for (size_t i = 1; ok && i < count; i++)
        assert_true(list[i - 1].rule < list[i].rule ||
                    (list[i - 1].rule == list[i].rule && strcmp(list[i - 1].reason, list[i].reason) < 0));
    al_arena_free(&arena);
}

/* They are sorted by rule and then by reason, whatever the order of the relations. */
static void what_no_relation_could_judge(void **state)
{
    const fixture *f = *state;
    add_file(f, "a", "");
    look(f);
    add_not_judged(&play.of[0], 5, "a");
    add_not_judged(&play.of[0], 5, "b");
    add_not_judged(&play.of[0], 7, "a");
    add_not_judged(&play.of[1], 3, "z");
    add_not_judged(&play.of[1], 6, "c");
    add_not_judged(&play.of[1], 8, "a");
    expect_not_judged(f, true, 6);
    for (size_t text = 1; text <= 18; text++) {
        play.refused_text = text;
        expect_not_judged(f, false, 0);
    }
    play.refused_text = 0;
    f->survey->relations[0].limited = true;
    expect_not_judged(f, true, 3);
}

/* By file, and then in the order in which they were kept. */
static void findings_in_their_order(void **state)
{
    static const al_kept_finding sorted[] = {
        {.file = 1, .order = 7}, {.file = 1, .order = 8}, {.file = 2, .order = 0}, {.file = 3, .order = 5}};
    (void)state;
    for (int a = 0; a < 4; a++)
        for (int b = 0; b < 4; b++) {
            const int order = compare_findings(&sorted[a], &sorted[b], NULL);
            assert_int_equal((order > 0) - (order < 0), (a > b) - (a < b));
        }
}

/* A rule ran on a file if its relation saw all files, and says so. */
static void rules_that_ran(void **state)
{
    const fixture *f = *state;
    add_file(f, "a", "");
    look(f);
    for (unsigned without = 0; without < 4; without++) {
        al_rule_set ran = {.words = {0}};
        f->survey->relations[0].limited = without == 1;
        play.of[0].base.marks[0] = without == 2   ? AL_MARK_COMPARED | AL_MARK_UNSURE
                                   : without == 3 ? 0
                                                  : AL_MARK_COMPARED;
        const al_result_block a = {.result = {.raw_path = "a"}, .raw_member = ""};
        al_survey_add_rules(f->survey, &a.result, &ran);
        assert_int_equal(al_rule_set_has(&ran, 0), without == 0);
    }
}

#define OF_SURVEY(test) cmocka_unit_test_setup_teardown(test, begin, end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        OF_SURVEY(what_is_noted_of_names),
        OF_SURVEY(folders_of_siblings_that_could_not_be_listed),
        OF_SURVEY(the_memory_of_a_look),
        OF_SURVEY(files_that_do_not_come),
        OF_SURVEY(files_that_come_once),
        OF_SURVEY(texts_that_count_as_read),
        OF_SURVEY(a_relation_that_takes_too_much),
        OF_SURVEY(room_for_all_findings),
        OF_SURVEY(a_reason_that_finds_no_room),
        OF_SURVEY(a_package_that_the_survey_does_not_know),
        OF_SURVEY(files_of_references_that_cannot_be_read),
        OF_SURVEY(results_with_boxes_are_compared),
        OF_SURVEY(what_no_relation_could_judge),
        cmocka_unit_test(findings_in_their_order),
        OF_SURVEY(rules_that_ran),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
