/* paradox_test.c: which mods there are among files, which file a name finds, and what is kept of actors. */
#include "unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/contents.h"
#include "engine/options.h"
#include "engine/relate.h"
#include "related.h"
#include "relations/paradox/paradox_actor.h"
#include "relations/paradox/paradox_files.h"

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

static int end(void **state)
{
    fixture *f = *state;
    related_end(&f->r);
    return 0;
}

static al_related *add(fixture *f, const char *path, const char *member)
{
    return related_add(&f->r, path, member);
}

static void add_reference(fixture *f, const char *path, bool file)
{
    related_add_reference(&f->r, path, file);
}

/* "prefix" or "with:prefix" of each, with blanks between them. */
static void assert_trees(fixture *f, const char *expected)
{
    char text[1024] = "";
    assert_true(pdx_files_find(&f->found));
    for (uint32_t i = 0; i < f->found.tree_count; i++) {
        const pdx_tree *t = &f->found.trees[i];
        const size_t used = strlen(text);
        (void)snprintf(text + used, sizeof text - used, t->with > 0 ? "%s%u:%.*s" : "%s%.0u%.*s",
                       i > 0 ? " " : "", t->with, (int)t->length, t->prefix);
    }
    assert_string_equal(text, expected);
}

static void a_root_holds_interface_or_actors(void **state)
{
    fixture *f = *state;
    add(f, "A/Interface/x.GFX", "");
    add(f, "b/gfx/anims/x.xac", "");
    add(f, "c/gfx/Models/y/x.XSM", "");
    add(f, "d/gfx/x.xac", "");
    add(f, "e/interface/y/x.gfx", "");
    add(f, "f/myinterface/x.gfx", "");
    add(f, "g.zip", "h/interface/x.gfx");
    add(f, "interface/x.gfx", "");
    assert_trees(f, " a/ b/ c/ g.zip!/h/"); /* the first has no name */
}

static void a_root_in_interface_or_gfx_is_none(void **state)
{
    fixture *f = *state;
    add(f, "a/gfx/anims/gfx/anims/x.xac", "");
    add(f, "a/gfx/interface/x.gfx", "");
    add(f, "a/interface/interface/x.gfx", "");
    add(f, "a/lower/interface/x.gfx", "");
    assert_trees(f, "a/ a/lower/");
    assert_int_equal(f->found.tree_of[1], 0);
    assert_string_equal(f->found.name_of[1], "gfx/interface/x.gfx");
    assert_string_equal(f->found.name_of[3], "interface/x.gfx");
}

static void above_what_was_named_there_is_none(void **state)
{
    fixture *f = *state;
    add(f, "a/interface/x.gfx", "")->given = sizeof "a/interface/" - 1;
    add(f, "b/gfx/anims/x.xac", "")->given = sizeof "b/gfx/anims/" - 1;
    add(f, "c/interface/x.gfx", "")->given = sizeof "c/" - 1;
    add(f, "d/interface/x.gfx", "")->alone = true;
    assert_trees(f, "c/");
}

static void references_and_what_is_in_their_dlc(void **state)
{
    fixture *f = *state;
    add(f, "mod/interface/x.gfx", "");
    add_reference(f, "Game//", false);
    add(f, "Game/dlc/One/gfx/anims/x.xac", "");
    add(f, "Game/dlc/two.zip", "gfx/anims/Y.xac");
    add(f, "Game/gfx/anims/z.xac", "");
    add(f, "Game/mod/other/gfx/anims/w.xac", "");
    add_reference(f, "mods", false);
    add(f, "mods/a/gfx/anims/v.xac", "");
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

static void without_a_mod_there_is_nothing(void **state)
{
    fixture *f = *state;
    add(f, "a/x.xac", "");
    add_reference(f, "game", false);
    add(f, "game/interface/x.gfx", "");
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
        assert_string_equal(pdx_name_of_value(&f->r.arena, values[i][0]), values[i][1]);
}

/* ---- Actors -------------------------------------------------------------------------------------------- */

static al_asked asks(void *context, size_t number)
{
    (void)context, (void)number;
    return AL_ASKED_FACTS;
}

typedef struct keeping {
    al_arena *arena;
    pdx_actor actor;
} keeping;

static bool take(void *context, size_t number, const al_content *content)
{
    keeping *k = context;
    (void)number;
    return pdx_actor_read(&k->actor, content, k->arena, (pdx_wishes){true, true, true, true});
}

static pdx_actor read_actor(fixture *f, const char *path)
{
    al_options options;
    keeping k = {.arena = &f->r.arena};
    const al_looker looker = {.context = &k, .asks = asks, .take = take};
    al_options_init(&options);
    add(f, path, "");
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
    assert_false(a.layers[0].used); /* it is of the second material, and there is no mesh */
    assert_true(a.complete);
    assert_true(a.has_digest);
    assert_true(pdx_names_have(&a.nodes, "root"));
    assert_false(pdx_names_have(&a.nodes, "arm"));
}

static void a_layer_of_its_own_is_of_the_material_before_it(void **state)
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
    assert_int_equal(a.morphs.count, 2);
    assert_string_equal(a.morphs.items[1].shown, "blink");
    assert_string_equal(a.morphs.items[1].path, "chunks[1].anims[1].name");
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)
    const struct CMUnitTest tests[] = {
        TEST(a_root_holds_interface_or_actors),   TEST(a_root_in_interface_or_gfx_is_none),
        TEST(above_what_was_named_there_is_none), TEST(references_and_what_is_in_their_dlc),
        TEST(without_a_mod_there_is_nothing),     TEST(values_become_names),
        TEST(layers_know_whether_they_are_used),  TEST(a_layer_of_its_own_is_of_the_material_before_it),
        TEST(a_motion_keeps_its_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
