/* paradox_test.c: finding mods among files, finding the file for a name, and the stored facts of actors. */
#include "unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/options.h"
#include "project/survey.h"
#include "project/survey_read.h"
#include "related.h"
#include "relations/file_names.h"
#include "relations/paradox/paradox.h"
#include "relations/relations.h"

/* Files as a survey knows them, those of the references last. */
typedef struct fixture {
    related r;
    pdx_files found;
} fixture;

static int begin(void **state)
{
    static fixture f;
    related_begin(&f.r);
    f.found = (pdx_files){.all = &f.r.all, .arena = &f.r.arena};
    *state = &f;
    return 0;
}

/* Asserts "prefix" or "with:prefix" of each tree, with blanks between them. */
static void assert_trees(fixture *f, const char *expected)
{
    char text[1024] = "";
    assert_true(pdx_files_find(&f->found));
    for (uint32_t i = 0; i < f->found.tree_count; i++) {
        const pdx_tree *t = &f->found.trees[i];
        const size_t used = strlen(text);
        (void)snprintf(text + used, sizeof text - used, t->group > 0 ? "%s%u:%.*s" : "%s%.0u%.*s",
                       i > 0 ? " " : "", t->group, (int)t->length, t->text);
    }
    assert_string_equal(text, expected);
}

static void a_root_holds_interface_or_actors(void **state)
{
    static char whole[] = "xinterface/x.gfx"; /* nothing but its own text stands before the path */
    fixture *f = *state;
    related_add(&f->r, "A/Interface/x.GFX", "");
    related_add(&f->r, "b/gfx/anims/x.xac", "");
    related_add(&f->r, "c/gfx/Models/y/x.XSM", "");
    related_add(&f->r, "d/gfx/x.xac", "");
    related_add(&f->r, "e/interface/y/x.gfx", "");
    related_add(&f->r, "f/myinterface/x.gfx", "");
    related_add(&f->r, "g.zip", "h/interface/x.gfx");
    related_add(&f->r, "i/fog/anims/x.xac", "");
    related_add(&f->r, whole + 1, "");
    related_add(&f->r, "j/otherface/x.gfx", "");
    related_add(&f->r, "k/gfx/anim/x.xac", "");
    related_add(&f->r, "l/gfx.xac", "");
    related_add(&f->r, "x.gfx", "");
    assert_trees(f, " a/ b/ c/ g.zip!/h/"); /* the first has no name */
}

static void folders_in_interface_or_gfx_are_no_roots(void **state)
{
    fixture *f = *state;
    related_add(&f->r, "a/gfx/anims/gfx/anims/x.xac", "");
    related_add(&f->r, "a/gfx/interface/x.gfx", "");
    related_add(&f->r, "a/interface/interface/x.gfx", "");
    related_add(&f->r, "a/lower/interface/x.gfx", "");
    assert_trees(f, "a/ a/lower/");
    assert_int_equal(f->found.tree_of[1], 0);
    assert_string_equal(f->found.name_of[1], "gfx/interface/x.gfx");
    assert_string_equal(f->found.name_of[3], "interface/x.gfx");
}

static void packages_that_are_no_mods(void **state)
{
    fixture *f = *state;
    related_add(&f->r, "a/interface/x.gfx", "");
    related_add(&f->r, "a/old.zip", "x.txt");
    assert_trees(f, "a/");
    assert_int_equal(f->found.tree_of[0], 0);
    assert_int_equal(f->found.tree_of[1], PDX_NO_TREE);
}

static void folders_above_the_input_are_no_roots(void **state)
{
    fixture *f = *state;
    related_add(&f->r, "a/interface/x.gfx", "")->root_length = sizeof "a/interface/" - 1;
    related_add(&f->r, "b/gfx/anims/x.xac", "")->root_length = sizeof "b/gfx/anims/" - 1;
    related_add(&f->r, "c/interface/x.gfx", "")->root_length = sizeof "c/" - 1;
    related_add(&f->r, "d/interface/x.gfx", "")->explicit = true;
    assert_trees(f, "c/");
}

static void references_and_their_dlc(void **state)
{
    fixture *f = *state;
    related_add(&f->r, "mod/interface/x.gfx", "");
    related_add_reference(&f->r, "Game//", false);
    related_add(&f->r, "Game/dlc/One/gfx/anims/x.xac", "");
    related_add(&f->r, "Game/dlc/two.zip", "gfx/anims/Y.xac");
    related_add(&f->r, "Game/gfx/anims/z.xac", "");
    related_add(&f->r, "Game/mod/other/gfx/anims/w.xac", "");
    related_add_reference(&f->r, "mods", false);
    related_add(&f->r, "mods/a/gfx/anims/v.xac", "");
    assert_trees(f, "mod/ 1:game/ 1:game/dlc/one/ 1:game/dlc/two.zip!/ 2:mods/ 2:mods/a/");
    assert_int_equal(pdx_find(&f->found, 0, "gfx/anims/x.xac"), 1);
    assert_int_equal(pdx_find(&f->found, 0, "gfx/anims/y.xac"), 2);
    assert_int_equal(pdx_find(&f->found, 0, "gfx/anims/z.xac"), 3);
    assert_int_equal(pdx_find(&f->found, 0, "gfx/anims/v.xac"), 5);
    assert_true(pdx_find(&f->found, 0, "gfx/anims/w.xac") == PDX_NO_FILE);
    assert_true(pdx_add_replaced(&f->found, 0, "gfx/anims"));
    pdx_sort_replaced(&f->found);
    assert_true(pdx_find(&f->found, 0, "gfx/anims/z.xac") == PDX_NO_FILE);
}

/* The folder of a mod may also be checked, and a DLC may have no actors. */
static void references_that_hold_the_checked_mod(void **state)
{
    fixture *f = *state;
    related_add(&f->r, "mods/a/interface/x.gfx", "");
    related_add_reference(&f->r, "mods", false);
    related_add(&f->r, "mods/a/interface/x.gfx", "");
    related_add(&f->r, "mods/dlc/x/gfx/flags/y.dds", "");
    related_add(&f->r, "mods/z/interface/x.gfx", "");
    assert_trees(f, "mods/a/ 1:mods/ 1:mods/a/ 1:mods/dlc/x/ 1:mods/z/");
}

/* Roots are in packages of references, too, and the same root may be shown by many files in any order. */
static void references_in_packages(void **state)
{
    fixture *f = *state;
    related_add(&f->r, "b.zip", "x/gfx/anims/a.xac");
    related_add(&f->r, "b.zip", "a/gfx/anims/a.xac");
    related_add(&f->r, "b.zip", "x/gfx/anims/b.xac");
    related_add(&f->r, "b.zip", "X/interface/b.gfx");
    related_add(&f->r, "x/gfx/anims/a.xac", "");
    related_add(&f->r, "x/gfx/anims/b.xac", "");
    related_add_reference(&f->r, "Game.ZIP", true);
    related_add(&f->r, "Game.ZIP", "dlc/a.zip!/gfx/anims/Y.xac");
    related_add(&f->r, "Game.ZIP", "dlc/file.txt");
    related_add(&f->r, "Game.ZIP", "gfx/anims/Z.xac");
    related_add_reference(&f->r, "/", false);
    related_add(&f->r, "/gfx/anims/v.xac", "");
    assert_trees(f, "b.zip!/a/ b.zip!/x/ x/ 1:game.zip!/ 1:game.zip!/dlc/a.zip!/ 2:/");
    assert_int_equal(f->found.checked_trees, 3);
    assert_int_equal(pdx_find(&f->found, 0, "gfx/anims/y.xac"), 6);
    assert_int_equal(pdx_find(&f->found, 0, "gfx/anims/z.xac"), 8);
    assert_int_equal(pdx_find(&f->found, 2, "gfx/anims/v.xac"), 9);
    assert_int_equal(pdx_find(&f->found, 1, "gfx/anims/b.xac"), 2);
    assert_int_equal(pdx_find_in(&f->found, 0, "gfx/anims/a.xac"), 1);
    assert_true(pdx_find_in(&f->found, 0, "gfx/anims/b.xac") == PDX_NO_FILE);
    assert_string_equal(pdx_shown_name(&f->found, 3), "interface/b.gfx");
    assert_string_equal(pdx_shown_name(&f->found, 6), "gfx/anims/Y.xac");
    assert_string_equal(pdx_shown_name(&f->found, 4), "gfx/anims/a.xac");
}

static void replaced_folders_are_looked_up(void **state)
{
    static const char *const folders[] = {"gfx/models", "gfx", "interface", "gfx/anims", "gfx/a"};
    static const struct {
        const char *name;
        bool replaced;
    } rows[] = {{"gfx/x.xac", true},       {"gfx/models/x.xac", true}, {"gfx/anims/x.xac", true},
                {"gfx/a/x.xac", true},     {"gfx/b/x.xac", false},     {"gfx/models/a/x.xac", false},
                {"interface/x.dds", true}, {"x.xac", false},           {"gf/x.xac", false},
                {"gfxx/x.xac", false},     {"gfx/anim/x.xac", false}};
    fixture *f = *state;
    for (size_t i = 0; i < sizeof folders / sizeof folders[0]; i++) {
        assert_true(pdx_add_replaced(&f->found, 7, folders[i]));
        assert_true(pdx_add_replaced(&f->found, 3 + (uint32_t)i, "other"));
    }
    pdx_sort_replaced(&f->found);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (pdx_is_replaced(&f->found, 7, rows[i].name) != rows[i].replaced)
            fail_msg("%s", rows[i].name);
        assert_false(pdx_is_replaced(&f->found, 5, rows[i].name));
        assert_false(pdx_is_replaced(&f->found, 9, rows[i].name));
    }
    assert_true(pdx_is_replaced(&f->found, 5, "other/x"));
}

static void files_without_a_mod(void **state)
{
    fixture *f = *state;
    related_add(&f->r, "a/x.xac", "");
    related_add_reference(&f->r, "game", false);
    related_add(&f->r, "game/interface/x.gfx", "");
    assert_trees(f, "");
}

static void values_become_names(void **state)
{
    static const char *const values[][2] = {{"gfx\\\\Anims\\A.XAC", "gfx/anims/a.xac"},
                                            {"\\gfx//a.xsm", "gfx/a.xsm"},
                                            {" a ", " a "},
                                            {"", ""},
                                            {"\\", ""}};
    fixture *f = *state;
    for (size_t i = 0; i < sizeof values / sizeof values[0]; i++)
        assert_string_equal(al_plain_path(&f->r.arena, al_span_of(values[i][0], strlen(values[i][0]))),
                            values[i][1]);
}

/* ---- Actors -------------------------------------------------------------------------------------------- */

typedef struct keeping {
    al_kept_texts texts;
    pdx_actor actor;
} keeping;

static bool take(void *context, size_t number, const al_content *content)
{
    keeping *k = context;
    (void)number;
    return pdx_actor_read(&k->actor, content, &k->texts, (pdx_parts){true, true, true, true});
}

static pdx_actor read_actor(fixture *f, const char *path)
{
    al_options options;
    keeping k = {.texts = {.arena = &f->r.arena}};
    uint8_t wanted[RELATED_MOST];
    const al_looker looker = {.context = &k, .wanted = wanted, .take = take};
    al_options_init(&options);
    memset(wanted, AL_WANT_FACTS, sizeof wanted);
    related_add(&f->r, path, "");
    assert_true(al_look_into(&options, UINT64_C(1) << 24, &f->r.all, &looker));
    return k.actor;
}

static void layers_know_whether_they_are_used(void **state)
{
    fixture *f = *state;
    const pdx_actor a = read_actor(f, UNIT_CORPUS "/xac/seeds/material-2.xac");
    assert_int_equal(a.layer_count, 1);
    assert_string_equal(a.layers[0].name, "body");
    assert_string_equal(a.layers[0].path, "chunks[4].layers[0].texture");
    assert_int_equal(a.layers[0].map, 2);
    assert_false(a.layers[0].used); /* it belongs to the second material, which no mesh uses */
    assert_true(a.complete);
    assert_true(a.digest != 0);
    assert_true(al_name_list_has(&a.nodes, "root"));
    assert_false(al_name_list_has(&a.nodes, "arm"));
}

static void a_separate_layer_belongs_to_the_material_before_it(void **state)
{
    fixture *f = *state;
    const pdx_actor a = read_actor(f, UNIT_CORPUS "/xac/seeds/nodes-2.xac");
    assert_int_equal(a.layer_count, 1);
    assert_string_equal(a.layers[0].path, "chunks[4].texture");
    assert_true(a.layers[0].used);
}

static void a_motion_keeps_its_names(void **state)
{
    fixture *f = *state;
    const pdx_actor a = read_actor(f, UNIT_CORPUS "/xpm/seeds/good.xpm");
    assert_true(a.complete);
    assert_int_equal(a.target_count, 2);
    assert_string_equal(a.targets[1].shown, "blink");
    assert_string_equal(a.targets[1].path, "chunks[1].anims[1].name");
}

/* ---- Mods that can't be judged ------------------------------------------------------------------------- */

#define GAME "the targets may be in the game (--with GAME looks)"

static const char avatars[] =
    "objectTypes = { EMFXActorType = { name = \"a\" actorfile = \"gfx/anims/a.xac\" "
    "idle = \"gfx/anims/a.xsm\" move = \"gfx/anims/b.xsm\" "
    "attach = { name = \"gone\" node = \"hand\" } attach = { name = \"a\" node = \"Root\" } } }\n"
    "spriteTypes = { spriteType = { name = \"s\" texturefile = \"gfx/interface/s.tga\" } }\n";

static void an_incomplete_mod_is_not_judged(void **state)
{
    fixture *f = *state;
    related_add_text(&f->r, "m/interface/a.gfx", avatars);
    related_add_text(&f->r, "m/interface/b.gfx", avatars);
    related_add(&f->r, "m/gfx/anims/a.xsm", "");
    related_assert_not_judged(&f->r, &al_paradox_relation,
                              "xsm/no-node-matches 1/1 m/gfx/anims/a.xsm: " GAME
                              "; pdx/missing-actor-file 2/2 m/interface/a.gfx: " GAME
                              "; pdx/missing-motion 2/2 m/interface/a.gfx: " GAME
                              "; pdx/missing-sprite 2/2 m/interface/a.gfx: " GAME
                              "; pdx/attach-node 2/2 m/interface/a.gfx: " GAME
                              "; pdx/attach-type 2/2 m/interface/a.gfx: " GAME);
}

static void a_reference_without_a_game_changes_nothing(void **state)
{
    fixture *f = *state;
    related_add_text(&f->r, "m/interface/a.gfx", avatars);
    related_add_reference(&f->r, "other", false);
    related_add_text(&f->r, "other/interface/x.gfx",
                     "objectTypes = { EMFXActorType = { name = \"gone\" actorfile = \"gfx/anims/x.xac\" } }");
    related_add(&f->r, "other/gfx/anims/a.xac", "");
#define NO_GAME " m/interface/a.gfx: the targets may be in the game, and --with gives no whole game"
    related_assert_not_judged(&f->r, &al_paradox_relation,
                              "pdx/missing-motion 2/1" NO_GAME "; pdx/missing-sprite 1/1" NO_GAME);
}

static void motions_without_actors_are_not_judged(void **state)
{
    fixture *f = *state;
    related_add(&f->r, "a/x.xsm", "");
    related_add(&f->r, "a/y.xpm", "");
    related_add(&f->r, "b/x.xac", "");
    related_add(&f->r, "b/x.xsm", "");
    related_add(&f->r, "c/x.xsm", "")->explicit = true;
#define NO_ACTOR "there is no actor (.xac) in the same folder, and --with gives none"
    related_assert_not_judged(&f->r, &al_paradox_relation,
                              "xsm/no-node-matches 1/1 a/x.xsm: " NO_ACTOR
                              "; xpm/unknown-target 1/1 a/y.xpm: " NO_ACTOR);
}

/* A .gfx with references to `known` files of Victoria 2 and `own` files of the mod, which are own0.xac and so
 * on, each in a type of its own. */
typedef struct gfx_text {
    char text[1 << 14];
    size_t length, types;
} gfx_text;

static void add_reference(gfx_text *g, const char *path)
{
    const int length = snprintf(g->text + g->length, sizeof g->text - g->length,
                                "EMFXActorType = { name = \"t%zu\" actorfile = \"%s\" }\n", g->types++, path);
    g->length += (size_t)length;
    assert_true(g->length < sizeof g->text);
}

static void fill(gfx_text *g, size_t known, size_t own)
{
    char path[64];
    *g = (gfx_text){.length = 0};
    for (size_t i = 0; i < known; i++)
        add_reference(g, pdx_victoria2_file(i));
    for (size_t i = 0; i < own; i++) {
        (void)snprintf(path, sizeof path, "gfx/anims/own%zu.xac", i);
        add_reference(g, path);
    }
}

static void a_text_of_4_gib_is_not_read(void **state)
{
    fixture *f = *state;
    related_add_text(&f->r, "m/interface/a.gfx",
                     "EMFXActorType = { name = \"a\" actorfile = \"gfx/anims/a.xac\" }");
    related_add(&f->r, "m/interface/b.gfx", "");
    related_assert_text_too_large(&f->r, &al_paradox_relation, 1);
}

/* Every reference of a mod for Victoria 2 is judged, if it has files. */
static void a_mod_for_victoria_2_is_judged(void **state)
{
    fixture *f = *state;
    static gfx_text g;
    fill(&g, 5, 15);
    related_add_text(&f->r, "m/interface/a.gfx", g.text);
    related_add(&f->r, "m/gfx/anims/own0.xac", "");
    related_assert_not_judged(&f->r, &al_paradox_relation, "");
}

static void half_a_mod_is_not_judged(void **state)
{
    fixture *f = *state;
    static gfx_text g;
    fill(&g, 5, 15);
    related_add_text(&f->r, "m/interface/a.gfx", g.text);
    related_add(&f->r, "m/gfx/anims/own0.dds", "");
    related_assert_not_judged(&f->r, &al_paradox_relation,
                              "pdx/missing-actor-file 20/1 m/interface/a.gfx: " GAME);
}

static void a_mod_with_few_names_is_not_judged(void **state)
{
    fixture *f = *state;
    static gfx_text few, other;
    fill(&few, 5, 14); /* 19 different names */
    fill(&other, 5, 16);
    add_reference(&few, pdx_victoria2_file(0));
    related_add_text(&f->r, "a/interface/a.gfx", few.text);
    related_add(&f->r, "a/gfx/anims/own0.xac", "");
    related_add_text(&f->r, "b/interface/a.gfx", few.text);
    related_add_text(&f->r, "b/interface/b.gfx", few.text); /* the same names again */
    related_add(&f->r, "b/gfx/anims/own0.xac", "");
    related_add_text(&f->r, "c/interface/a.gfx", other.text); /* less than a quarter is known */
    related_add(&f->r, "c/gfx/anims/own0.xac", "");
    related_assert_not_judged(&f->r, &al_paradox_relation,
                              "pdx/missing-actor-file 77/4 a/interface/a.gfx: " GAME);
}

/* Names are counted for each mod: the last name of the one is the first of the other. */
static void mods_with_a_name_in_common_are_judged(void **state)
{
    fixture *f = *state;
    static gfx_text first, second;
    fill(&first, 6, 15);
    add_reference(&first, "gfx/anims/shared.xac");
    second = (gfx_text){.length = 0};
    add_reference(&second, "gfx/anims/shared.xac");
    for (size_t i = 0; second.types < 20; i++)
        if (strcmp(pdx_victoria2_file(i), "gfx/anims/shared.xac") > 0)
            add_reference(&second, pdx_victoria2_file(i));
    related_add_text(&f->r, "a/interface/a.gfx", first.text);
    related_add(&f->r, "a/gfx/anims/own0.xac", "");
    related_add_text(&f->r, "b/interface/a.gfx", second.text);
    related_add(&f->r, "b/gfx/anims/own0.xac", "");
    related_assert_not_judged(&f->r, &al_paradox_relation, "");
}

/* A motion is compared with those of its actors that are there. */
static void a_motion_with_one_of_its_actors_is_judged(void **state)
{
    fixture *f = *state;
    related_add_text(
        &f->r, "m/interface/a.gfx",
        "EMFXActorType = { name = \"a\" actorfile = \"gfx/anims/a.xac\" idle = \"gfx/anims/x.xsm\" }"
        "EMFXActorType = { name = \"b\" actorfile = \"gfx/anims/b.xac\" idle = \"gfx/anims/x.xsm\" }");
    related_add(&f->r, "m/gfx/anims/a.xac", "");
    related_add(&f->r, "m/gfx/anims/x.xsm", "");
    related_assert_not_judged(&f->r, &al_paradox_relation,
                              "pdx/missing-actor-file 1/1 m/interface/a.gfx: " GAME);
}

/* The mod had all its 100 references until 20 were deleted. */
static void a_mod_without_some_files_is_not_judged(void **state)
{
    fixture *f = *state;
    static gfx_text g;
    fill(&g, 0, 1);
    while (g.types < 80)
        add_reference(&g, "gfx/anims/own0.xac");
    while (g.types < 95)
        add_reference(&g, "gfx/anims/own1.xac");
    while (g.types < 100)
        add_reference(&g, "gfx/anims/own2.xsm");
    related_add_text(&f->r, "m/interface/a.gfx", g.text);
    related_add(&f->r, "m/gfx/anims/own0.xac", "");
    related_assert_not_judged(&f->r, &al_paradox_relation,
                              "pdx/missing-actor-file 15/1 m/interface/a.gfx: " GAME
                              "; pdx/missing-motion 5/1 m/interface/a.gfx: " GAME);
}

static void a_complete_mod_is_judged(void **state)
{
    fixture *f = *state;
    static gfx_text g;
    fill(&g, 5, 1); /* the known files count */
    while (g.types < 95)
        add_reference(&g, "gfx/anims/own0.xac");
    while (g.types < 100)
        add_reference(&g, "gfx/anims/own1.xac");
    related_add_text(&f->r, "m/interface/a.gfx", g.text);
    related_add(&f->r, "m/gfx/anims/own0.xac", "");
    related_assert_not_judged(&f->r, &al_paradox_relation, "");
}

/* ---- The files of Victoria 2 --------------------------------------------------------------------------- */

/* The search needs this. */
static void known_files_are_sorted_and_in_small_letters(void **state)
{
    (void)state;
    size_t count = 0;
    for (const char *path; (path = pdx_victoria2_file(count)) != NULL; count++) {
        assert_true(count == 0 || strcmp(pdx_victoria2_file(count - 1), path) < 0);
        assert_true(pdx_is_reference(path));
        for (const char *at = path; *at != '\0'; at++)
            assert_false(*at >= 'A' && *at <= 'Z');
    }
    assert_int_equal(count, 379);
}

static void known_files_are_found_by_their_path(void **state)
{
    (void)state;
    for (size_t i = 0; pdx_victoria2_file(i) != NULL; i++)
        assert_true(pdx_victoria2_has(pdx_victoria2_file(i)));
    assert_true(pdx_victoria2_has("gfx/anims/horse.xac"));
    assert_false(pdx_victoria2_has("horse.xac"));
    assert_false(pdx_victoria2_has("gfx/models/horse.xac"));
    assert_false(pdx_victoria2_has("gfx/anims/horse.xa"));
    assert_false(pdx_victoria2_has("gfx/anims/horse.xacx"));
    assert_false(pdx_victoria2_has(""));
    assert_false(pdx_victoria2_has("zzz"));
}

/* One MD5 of the list, and one that differs in its last bit; of a file that differs among copies none is
 * known. */
static void known_files_are_found_by_their_md5(void **state)
{
    (void)state;
    uint8_t md5[AL_MD5_SIZE] = {0x59, 0x45, 0x1F, 0xD3, 0x20, 0x8D, 0x34, 0x4F,
                                0x38, 0xA3, 0x89, 0xF1, 0xB1, 0x37, 0x12, 0xD3};
    static const uint8_t zeros[AL_MD5_SIZE];
    assert_true(al_victoria2_has_md5(md5));
    md5[15] ^= 1;
    assert_false(al_victoria2_has_md5(md5));
    assert_false(al_victoria2_has_md5(zeros));
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, related_end_test)
    const struct CMUnitTest tests[] = {
        TEST(a_root_holds_interface_or_actors),
        TEST(folders_in_interface_or_gfx_are_no_roots),
        TEST(packages_that_are_no_mods),
        TEST(folders_above_the_input_are_no_roots),
        TEST(references_and_their_dlc),
        TEST(references_that_hold_the_checked_mod),
        TEST(references_in_packages),
        TEST(replaced_folders_are_looked_up),
        TEST(files_without_a_mod),
        TEST(values_become_names),
        TEST(layers_know_whether_they_are_used),
        TEST(a_separate_layer_belongs_to_the_material_before_it),
        TEST(a_motion_keeps_its_names),
        TEST(an_incomplete_mod_is_not_judged),
        TEST(a_reference_without_a_game_changes_nothing),
        TEST(motions_without_actors_are_not_judged),
        TEST(a_text_of_4_gib_is_not_read),
        TEST(a_mod_for_victoria_2_is_judged),
        TEST(half_a_mod_is_not_judged),
        TEST(a_mod_with_few_names_is_not_judged),
        TEST(mods_with_a_name_in_common_are_judged),
        TEST(a_motion_with_one_of_its_actors_is_judged),
        TEST(a_mod_without_some_files_is_not_judged),
        TEST(a_complete_mod_is_judged),
        TEST(known_files_are_sorted_and_in_small_letters),
        TEST(known_files_are_found_by_their_path),
        TEST(known_files_are_found_by_their_md5),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
