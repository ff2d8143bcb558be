/* x4_test.c: trees of mods in folders and packages; values that are paths; the name of a mod; suggestions for
 * misspelt names.
 */
#include "unit.h"

#include <stdio.h>
#include <string.h>

#include "related.h"
#include "relations/relations.h"
#include "relations/x4/x4.h"
#include "relations/x4/x4_tree.h"

/* Files as a survey knows them: "path", "path!member", in order, those of the reference last. */
typedef struct fixture {
    related r;
    x4_state view;
} fixture;

static int begin(void **state)
{
    static fixture f;
    related_begin(&f.r);
    f.view = (x4_state){.base = {.all = &f.r.all, .arena = &f.r.arena}, .guesses = al_work_of(1, 100000)};
    *state = &f;
    return 0;
}

/* Asserts "root: path path; root: path" of all trees; a game is marked. */
static void assert_trees(fixture *f, const char *expected)
{
    char text[1024] = "";
    assert_true(x4_find_trees(&f->view.trees, &f->r.all, &f->r.arena));
    for (uint32_t i = 0; i < f->view.trees.count; i++) {
        const x4_tree *tree = &f->view.trees.items[i];
        size_t length = strlen(text);
        (void)snprintf(text + length, sizeof text - length, "%s%s%s:", i > 0 ? "; " : "", tree->root,
                       tree->is_game ? " (game)" : "");
        for (size_t k = 0; k < tree->count; k++) {
            length = strlen(text);
            (void)snprintf(text + length, sizeof text - length, " %s", tree->files[k].path);
        }
    }
    assert_string_equal(text, expected);
}

static void a_file_belongs_to_the_deepest_root(void **state)
{
    fixture *f = *state;
    related_add(&f->r, "a.xml", "");
    related_add(&f->r, "m/Content.xml", "");
    related_add(&f->r, "m/deeper/b.xml", "");
    related_add(&f->r, "m/inner/content.xml", "");
    related_add(&f->r, "m/inner/C.XML", "");
    related_add(&f->r, "m2/content.xml.bak", "");
    related_add(&f->r, "n/content.xml", "");
    assert_trees(f, "m/: content.xml deeper/b.xml; m/inner/: c.xml content.xml; n/: content.xml");
}

static void packages_beside_the_root_are_part_of_it(void **state)
{
    fixture *f = *state;
    related_add(&f->r, "m/a/ext_01.cat", "lost.xml");
    related_add(&f->r, "m/a/ext_01.cat", "");
    related_add(&f->r, "m/content.xml", "");
    related_add(&f->r, "m/ext_01.CAT", "assets/A.xml");
    related_add(&f->r, "m/ext_01.CAT", "z");
    related_add(&f->r, "m/other.cat", "no.xml");
    related_add(&f->r, "m/subst_01.cat", "b.xml");
    related_add(&f->r, "m/ext_02.zip", "no.xml");
    related_add(&f->r, "m/ext_.cat", "y");
    related_add(&f->r, "m/ext_01.CAT", "in.zip!/content.xml"); /* a mod of its own */
    related_add(&f->r, "m/ext_01.CAT", "content.xml");
    assert_trees(f, "m/: a/ext_01.cat assets/a.xml b.xml content.xml y z; m/in.zip!/: content.xml");
}

static void roots_are_in_packages_too(void **state)
{
    fixture *f = *state;
    related_add(&f->r, "a.zip", "content.xml");
    related_add(&f->r, "a.zip", "ext_01.cat!/b.xml");
    related_add(&f->r, "a.zip", "lower/content.xml");
    related_add(&f->r, "a.zip", "lower/c.xml");
    related_add(&f->r, "a.zip", "lower/d.zip!/no.xml");
    related_add(&f->r, "ext_01.cat", "e.xml");
    related_add(&f->r, "ext_01.cat", "content.xml");
    assert_trees(f, ": content.xml e.xml; a.zip!/: b.xml content.xml; a.zip!/lower/: c.xml content.xml");
}

static void a_reference_without_content_is_a_game(void **state)
{
    fixture *f = *state;
    related_add(&f->r, "m/content.xml", "");
    related_add_reference(&f->r, "game//", false);
    related_add(&f->r, "game/assets/a.xml", "");
    related_add(&f->r, "game/extensions/o/b.xml", "");
    related_add(&f->r, "game/extensions/o/content.xml", "");
    assert_trees(f, "m/: content.xml; game/extensions/o/: b.xml content.xml; game/ (game): assets/a.xml "
                    "extensions/o/b.xml extensions/o/content.xml");
}

static void a_reference_may_be_a_package(void **state)
{
    fixture *f = *state;
    related_add_reference(&f->r, "game.zip", true);
    related_add(&f->r, "game.zip", "assets/a.xml");
    assert_trees(f, "game.zip!/ (game): assets/a.xml");
}

static void a_file_alone_has_no_tree(void **state)
{
    fixture *f = *state;
    related_add(&f->r, "m/content.xml", "");
    f->r.files[0].explicit = true;
    assert_trees(f, "");
}

static void a_folder_with_an_index_is_a_root(void **state)
{
    fixture *f = *state;
    related_add(&f->r, "a.zip", "s/index/macros.xml");
    related_add(&f->r, "m/Index/COMPONENTS.xml", "")->root_length = 2;
    related_add(&f->r, "m/b.xml", "")->root_length = 2;
    related_add(&f->r, "m/extensions/n/index/macros.xml", "")->root_length = 2;
    related_add(&f->r, "n/content.xml", "");
    related_add(&f->r, "n/inner/index/macros.xml", "");
    related_add(&f->r, "o/myindex/macros.xml", ""); /* none */
    related_add(&f->r, "n/old.zip", "index/macros.xml");
    assert_trees(f,
                 "a.zip!/s/: index/macros.xml; m/: b.xml extensions/n/index/macros.xml index/components.xml; "
                 "n/: content.xml inner/index/macros.xml");
    for (uint32_t i = 0; i < 3; i++)
        assert_int_equal(f->view.trees.items[i].bare, i < 2);
}

static void indexes_at_the_start_of_paths(void **state)
{
    static char index[] = "xindex/macros.xml"; /* nothing but its own text stands before the path */
    fixture *f = *state;
    related_add(&f->r, index + 1, "");
    assert_trees(f, ": index/macros.xml");
    related_add(&f->r, "content.xml", "");
    related_add(&f->r, "sub/index/macros.xml", "");
    assert_trees(f, ": content.xml index/macros.xml sub/index/macros.xml");
    f->r.files[0].path = "x.txt";
    assert_trees(f, ": content.xml sub/index/macros.xml x.txt");
    for (size_t i = 0; i < 3; i++)
        f->r.files[i].path = "x.txt";
    related_add(&f->r, "b.zip", "index/macros.xml");
    assert_trees(f, "b.zip!/: index/macros.xml");
}

/* A game has only the files of its own reference, and may have none. */
static void references_in_references(void **state)
{
    fixture *f = *state;
    related_add(&f->r, "m/content.xml", "");
    related_add_reference(&f->r, "game", false);
    related_add(&f->r, "game/a.xml", "");
    related_add_reference(&f->r, "game/sub", false);
    related_add(&f->r, "game/sub/b.xml", "");
    related_add_reference(&f->r, "none", false);
    assert_trees(f, "m/: content.xml; game/ (game): a.xml; game/sub/ (game): b.xml; none/ (game):");
}

/* Their content.xml may lie in a folder that is not checked. */
static void an_index_without_its_folder_is_no_mod(void **state)
{
    fixture *f = *state;
    related_add(&f->r, "a/ext_01.cat", "index/macros.xml");
    related_add(&f->r, "m/index/macros.xml", "")->root_length = 8;
    related_add(&f->r, "n/index/macros.xml", "")->explicit = true;
    related_add_reference(&f->r, "game", false);
    related_add(&f->r, "game/index/macros.xml", "");
    assert_trees(f, "game/ (game): index/macros.xml");
}

static void look_up(void **state)
{
    fixture *f = *state;
    related_add(&f->r, "content.xml", "");
    related_add(&f->r, "a/b.xml", "");
    related_add(&f->r, "a/B.xml", ""); /* on some systems these are two files */
    related_add(&f->r, "a-c/b.xml", "");
    related_add(&f->r, "a/b/c.xml", "");
    related_add(&f->r, "q", "");
    related_add(&f->r, "y/z.xml", "");
    related_add(&f->r, "z/z.xml", "");
    assert_true(x4_find_trees(&f->view.trees, &f->r.all, &f->r.arena));
    const x4_tree *tree = &f->view.trees.items[0];
    static const char *const endings[] = {".xml", "", NULL};
    assert_int_equal(tree->count, 7);
    assert_string_equal(x4_find_with(tree, "q", endings)->path, "q");
    assert_null(x4_find_with(tree, "r", endings));
    assert_int_equal(x4_find_file(tree, "a/b.xml")->number, 1);
    assert_null(x4_find_file(tree, "a/b"));
    assert_true(x4_has_folder(tree, "a") && x4_has_folder(tree, "a-c") && x4_has_folder(tree, "a/b"));
    assert_false(x4_has_folder(tree, "a/b.xml") || x4_has_folder(tree, "b"));
    size_t count;
    assert_string_equal(x4_files_below(tree, "a", &count)->path, "a/b.xml");
    assert_int_equal(count, 2);
    bool several;
    assert_string_equal(x4_file_named(tree, "b.xml", &several)->path, "a-c/b.xml");
    assert_true(several);
    assert_string_equal(x4_file_named(tree, "content.xml", &several)->path, "content.xml");
    assert_false(several);
    assert_string_equal(x4_file_named(tree, "z.xml", &several)->path, "y/z.xml");
    assert_true(several);
    assert_null(x4_file_named(tree, "d.xml", &several));
    assert_false(several);
    assert_string_equal(x4_name_in("a/b.xml", "a"), "b.xml");
    assert_string_equal(x4_name_in("content.xml", ""), "content.xml");
    assert_null(x4_name_in("a/b/c.xml", "a"));
}

static void values_become_paths(void **state)
{
    fixture *f = *state;
    static const char *const pairs[][2] = {{" \\Extensions\\A//b\\\\C.xml\\ ", "extensions/a/b/c.xml"},
                                           {"/a/", "a"},
                                           {"\t\r\n", ""},
                                           {"//", ""},
                                           {"a b/c", "a b/c"},
                                           {"a/b", "a/b"},
                                           {" a", "a"},
                                           {"a", "a"},
                                           {"A\\ ", "a"},
                                           {" ", ""},
                                           {"", ""}};
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++)
        assert_string_equal(x4_normal_path(&f->r.arena, pairs[i][0]), pairs[i][1]);
    const char *name, *rest;
    size_t length;
    assert_true(x4_extension_path("extensions/ab/c/d", &name, &length, &rest));
    assert_int_equal(length, 2);
    assert_string_equal(rest, "c/d");
    assert_false(x4_extension_path("extensions/ab", &name, &length, &rest));
    assert_false(x4_extension_path("extension/ab/c", &name, &length, &rest));
    assert_false(x4_extension_path("extensionsab/c/d", &name, &length, &rest));
    assert_false(x4_extension_path("extensionz/ab/c", &name, &length, &rest));
    assert_true(x4_may_be_extension_path(" \\EXTENSIONS\\"));
    static const char *const others[] = {"extensions", "extensionsx", "extensionz/x", "fxtensions/x", "e",
                                         "",           "extension/x", "E/",           "extensions x/"};
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        assert_false(x4_may_be_extension_path(others[i]));
}

/* Whether the lines of a .gitignore in the folder `at` name a folder. */
static bool is_ignored(const char *lines, const char *at, const char *folder)
{
    void *state;
    (void)begin(&state);
    fixture *f = state;
    char path[64];
    (void)snprintf(path, sizeof path, "m/%s.gitignore", at);
    related_add(&f->r, "m/content.xml", "");
    related_add(&f->r, path, "");
    assert_true(x4_find_trees(&f->view.trees, &f->r.all, &f->r.arena));
    const al_content content = {.bytes = al_span_of(lines, strlen(lines))};
    assert_true(x4_read_ignored(&f->view, 1, &content));
    const bool ignored = x4_is_ignored(&f->view, 0, folder);
    (void)related_end_test(&state);
    return ignored;
}

static void lines_of_gitignore(void **state)
{
    (void)state;
    assert_true(is_ignored("units", "", "assets/units"));
    assert_true(is_ignored("# a\r\n\r\nUnits/ \r\n", "", "assets/units/size_s"));
    assert_true(is_ignored("/assets/units/*", "", "assets/units"));
    assert_true(is_ignored("assets/**", "", "assets/units"));
    assert_true(is_ignored("assets/u*", "", "assets/units"));
    assert_true(is_ignored("*", "", "assets"));
    assert_true(is_ignored("**", "", "assets"));
    assert_true(is_ignored("units\n", "assets/", "assets/units"));
    assert_true(is_ignored("assets/*/ \t", "", "assets/units"));
    assert_true(is_ignored("assets/*/", "", "assets/units"));
    assert_true(is_ignored("a*s", "", "assets/units"));
    assert_true(is_ignored("x\nunits\n\n#", "", "assets/units"));
    assert_true(is_ignored("/*", "", "assets"));
    assert_true(is_ignored("a/*", "", "a"));
    assert_true(is_ignored("a", "", "a"));
    assert_true(is_ignored("a", "", "a/x"));
    assert_false(is_ignored("assets/***", "", "assets"));
    assert_false(is_ignored(" ", "", " "));
    assert_false(is_ignored("units/a*", "", "assets/units"));
    assert_false(is_ignored("/*", "", "assets/units/x") && !is_ignored("/*", "", "assets"));
    assert_false(is_ignored(" ", "", "assets"));
    assert_false(is_ignored("/", "", "assets"));
    assert_false(is_ignored("!", "", "assets"));
    assert_false(is_ignored("units", "assets/", "units"));
    assert_false(is_ignored("*", "assets/units/", "assets/units"));
    assert_true(is_ignored("!units\nunits", "", "assets/units"));
    assert_true(is_ignored("/units", "assets/", "assets/units"));
    assert_false(is_ignored("", "", "assets"));
    assert_false(is_ignored("#units", "", "assets/#units"));
    assert_false(is_ignored("unit", "", "assets/units"));
    assert_false(is_ignored("/units", "", "assets/units"));
    assert_false(is_ignored("props/units", "", "assets/units"));
    assert_false(is_ignored("units\n!units", "", "assets/units"));
    assert_false(is_ignored("units", "md/", "assets/units"));
    assert_false(is_ignored("units/size_s", "", "units"));
    assert_false(is_ignored("assets", "assets/", "assets"));
}

/* Lines of one mod say nothing of another. */
static void lines_of_another_mod(void **state)
{
    fixture *f = *state;
    related_add(&f->r, "m/content.xml", "");
    related_add(&f->r, "n/.gitignore", "");
    related_add(&f->r, "n/content.xml", "");
    assert_true(x4_find_trees(&f->view.trees, &f->r.all, &f->r.arena));
    const al_content lines = {.bytes = al_span_of("units", 5)};
    assert_true(x4_read_ignored(&f->view, 1, &lines));
    assert_false(x4_is_ignored(&f->view, 0, "assets/units"));
    assert_true(x4_is_ignored(&f->view, 1, "assets/units"));
    assert_true(x4_is_ignored(&f->view, 1, "units"));
    char longest[X4_LONGEST_PATH + 8];
    memset(longest, 'a', sizeof longest - 1);
    memcpy(longest, "units/", 6);
    longest[X4_LONGEST_PATH - 1] = '\0';
    assert_true(x4_is_ignored(&f->view, 1, longest));
    longest[X4_LONGEST_PATH - 1] = 'a';
    longest[X4_LONGEST_PATH] = '\0';
    assert_false(x4_is_ignored(&f->view, 1, longest)); /* such a path leads nowhere */
    f->view.guesses.left = 0;
    assert_false(x4_is_ignored(&f->view, 1, "units"));
}

static void suggestions(void **state)
{
    fixture *f = *state;
    related_add(&f->r, "content.xml", "");
    related_add(&f->r, "assets/macros/ship_a_macro.xml", "");
    related_add(&f->r, "assets/parts/pods/pod.xml", "");
    related_add(&f->r, "assets/bullet_x.xml", "");
    related_add(&f->r, "b/long_name/a.xml", "");
    related_add(&f->r, "assets/ship_a_data/hull-lod0.xmf", "");
    related_add(&f->r, "assets/ship_a_data/hull-lod2.xmf", "");
    related_add(&f->r, "assets/twin1.xml", "");
    related_add(&f->r, "assets/twin2.xml", "");
    related_add(&f->r, "assets/twins1/a.xml", "");
    related_add(&f->r, "assets/twins2/a.xml", "");
    related_add(&f->r, "textures/wood_diff.dds", "");
    assert_true(x4_find_trees(&f->view.trees, &f->r.all, &f->r.arena));
    x4_state *v = &f->view;
    assert_string_equal(x4_near_file(v, 0, "assets/macros/ship_a.xml", ".xml"),
                        "assets/macros/ship_a_macro.xml");
    assert_string_equal(x4_near_file(v, 0, "assets/parts/pod.xml", ".xml"), "assets/parts/pods/pod.xml");
    assert_string_equal(x4_near_file(v, 0, "assets/macros/bullet_x.xml", ".xml"), "assets/bullet_x.xml");
    assert_string_equal(x4_near_file(v, 0, "textures/wod_diff", ""), "textures/wood_diff.dds");
    assert_string_equal(x4_near_file(v, 0, "assets/wood_diff", ""), "textures/wood_diff.dds");
    /* Another level is no suggestion. */
    assert_null(x4_near_file(v, 0, "assets/ship_a_data/hull-lod1.xmf", "-lod1.xmf"));
    assert_null(x4_near_file(v, 0, "assets/twin3.xml", ".xml"));
    assert_null(x4_near_file(v, 0, "nowhere/other.xml", ".xml"));
    assert_string_equal(x4_near_folder(v, 0, "assets/ship_a"), "assets/ship_a_data");
    assert_null(x4_near_folder(v, 0, "assets/boat"));
    assert_null(x4_near_folder(v, 0, "assets/bullet_y.xml")); /* a file is no folder */
    assert_null(x4_near_folder(v, 0, "assets/twins3"));
    assert_false(v->base.no_memory);
    assert_string_equal(x4_near_folder(v, 0, "assetz"), "assets");
    assert_string_equal(x4_near_folder(v, 0, "assets/parts/podz"), "assets/parts/pods");
    assert_string_equal(x4_near_folder(v, 0, "b/long_nama"), "b/long_name");
    v->guesses.left = 0;
    assert_null(x4_near_file(v, 0, "assets/macros/ship_a.xml", ".xml"));
}

/* A file of the same name in another folder is a suggestion, up to a length. */
static void long_names_elsewhere(void **state)
{
    (void)state;
    for (int length = 96; length <= 97; length++) {
        char path[128], wanted[128];
        void *own;
        (void)begin(&own);
        fixture *f = own;
        (void)snprintf(path, sizeof path, "y/%0*d.xml", length, 0);
        (void)snprintf(wanted, sizeof wanted, "x/%0*d.xml", length, 0);
        related_add(&f->r, "content.xml", "");
        related_add(&f->r, path, "");
        assert_true(x4_find_trees(&f->view.trees, &f->r.all, &f->r.arena));
        assert_int_equal(x4_near_file(&f->view, 0, wanted, ".xml") != NULL, length == 96);
        (void)related_end_test(&own);
    }
}

static void similar_names(void **state)
{
    static const struct {
        const char *wanted, *name;
        bool near;
    } rows[] = {{"abc", "abd", true},
                {"abc", "abc", true},
                {"abc", "ab", true},
                {"abc", "abcd", true},
                {"abc", "xyc", false},
                {"ab", "ac", false},
                {"abcdefg", "abcdexx", false},
                {"abcdefg", "abcdexfg", true},
                {"abcdefg", "abcdexyfg", false},
                {"abcdefgh", "abcdefxx", true},
                {"abcdefgh", "xbcdefgx", true},
                {"abcdefgh", "abcdexxx", false},
                {"abcdefgh", "abcdefghij", true},
                {"abcdefgh", "abcdefghijk", false},
                {"abcdefgh", "abcdef", true},
                {"abcdefgh", "abcde", false},
                {"abcdefgh", "bacdefgh", true},
                {"ship", "ship_data", false},
                {"ship_macro", "ship", false},
                {"ship", "ship_dat", false},
                {"_data", "x_data", true},
                {"xship", "ship", true},
                {"ship", "xship", true}};
    fixture *f = *state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (x4_is_near(&f->view, rows[i].wanted, rows[i].name, strlen(rows[i].name)) != rows[i].near)
            fail_msg("%s, %s", rows[i].wanted, rows[i].name);
    char longest[98], other[98];
    memset(other, 'a', sizeof other);
    other[3] = 'b';
    for (size_t length = 95; length <= 97; length++) {
        memset(longest, 'a', length);
        longest[length] = '\0';
        assert_int_equal(x4_is_near(&f->view, longest, other, length), length <= 96);
        assert_int_equal(x4_is_near(&f->view, longest, other, 96), length <= 96);
    }
    x4_choice c = {.best = NULL};
    assert_null(x4_chosen_name(&c));
    x4_offer_name(&f->view, &c, "abcdefgh", "abcdefxx", "ABCDEFxx");
    assert_string_equal(x4_chosen_name(&c), "ABCDEFxx");
    x4_offer_name(&f->view, &c, "abcdefgh", "abcdefxx", "ABCDEFxx");
    assert_string_equal(x4_chosen_name(&c), "ABCDEFxx"); /* the same again is no other choice */
    x4_offer_name(&f->view, &c, "abcdefgh", "abcdefyy", "abcdefyy");
    assert_null(x4_chosen_name(&c));
    x4_offer_name(&f->view, &c, "abcdefgh", "abcdefgx", "abcdefgx");
    assert_string_equal(x4_chosen_name(&c), "abcdefgx");
    x4_offer_name(&f->view, &c, "abcdefgh", "abcdefzz", "abcdefzz");
    assert_string_equal(x4_chosen_name(&c), "abcdefgx");
    x4_offer_name(&f->view, &c, "abcdefgh", "abcdefgh_data", "abcdefgh_data");
    assert_string_equal(x4_chosen_name(&c), "abcdefgh_data");
}

/* ---- References that can't be judged ------------------------------------------------------------------- */

#define GAME       "the targets may be in the game (--with GAME looks)"
#define NO_ENTRY   "no entry of the mod finds a file: its files may lie elsewhere"
#define NO_FOLDER  "no folder of the mod holds a mesh: its meshes may lie elsewhere"
#define NO_TEXTURE "no texture of the mod is there: its textures may lie elsewhere"
#define ANOTHER    "the targets may be in another extension (--with FOLDER looks)"

static const char content[] = "<content id=\"m\"/>";

static void paths_out_of_the_mod_are_not_judged(void **state)
{
    fixture *f = *state;
    related_add_text(&f->r, "m/content.xml", content);
    related_add_text(&f->r, "m/index/components.xml",
                     "<index><entry name='a' value='extensions\\m\\assets\\a'/>"
                     "<entry name='b' value='assets\\b'/><entry name='c' value='assets\\*'/></index>");
    related_add_text(&f->r, "m/index/macros.xml",
                     "<index><entry name='d' value='extensions\\ego_dlc_split\\d'/>"
                     "<entry name='e' value='assets\\e'/><entry name='f' value='f'/>"
                     "<entry name='g' value='extensions\\n\\a'/></index>");
    related_add_text(&f->r, "m/assets/a.xml",
                     "<components><component name='a'><source geometry='assets\\x_data'/><connections>"
                     "<connection><parts><part name='p'/></parts></connection></connections></component>"
                     "<component name='f'><source geometry='assets\\y_data'/></component></components>");
    related_add_text(&f->r, "m/libraries/material_library.xml",
                     "<materiallibrary><material name='t'><properties><property type='BitMap' "
                     "name='diffuse_map' value='assets/textures/t'/></properties></material>"
                     "</materiallibrary>");
    related_add(&f->r, "n/a.xml", ""); /* without a reference, other mods are not looked at */
    related_add_text(&f->r, "n/content.xml", "<content id='n'/>");
    related_add_text(&f->r, "n/u.xml", "<a b='extensions\\n\\a'/>");
    related_assert_not_judged(&f->r, &al_x4_relation,
                              "x4/index-path 2/1 m/index/macros.xml: " ANOTHER
                              "; x4/index-path 3/2 m/index/components.xml: " GAME
                              "; x4/geometry-folder 1/1 m/assets/a.xml: " GAME
                              "; x4/missing-texture 1/1 m/libraries/material_library.xml: " GAME);
}

static void a_mod_without_a_name_is_not_judged(void **state)
{
    fixture *f = *state;
    related_add_text(&f->r, "m/content.xml", content);
    related_add_text(&f->r, "m/index/macros.xml",
                     "<index><entry name='a' value='extensions\\o\\a'/>"
                     "<entry name='b' value='extensions\\ego_dlc_split\\b'/></index>");
    related_assert_not_judged(&f->r, &al_x4_relation,
                              "x4/index-path 1/1 m/index/macros.xml: " ANOTHER
                              "; x4/index-path 1/1 m/index/macros.xml: the targets may be in the mod "
                              "itself, whose own name is not known"
                              ": call its folder NAME, as the paths extensions/NAME do");
}

static void files_that_lie_elsewhere_are_not_judged(void **state)
{
    fixture *f = *state;
    related_add_text(&f->r, "m/content.xml", content);
    related_add_text(&f->r, "m/index/macros.xml",
                     "<index><entry name='a' value='extensions\\m\\assets\\a'/></index>");
    related_add_text(&f->r, "m/assets/b.xml",
                     "<components><component name='b'><source geometry='extensions\\m\\b_data'/>"
                     "<connections><connection><parts><part name='p'/></parts></connection></connections>"
                     "</component></components>");
    related_add_text(&f->r, "m/libraries/material_library.xml",
                     "<materiallibrary><material name='t'><properties><property type='BitMap' "
                     "name='diffuse_map' value='extensions/m/t'/></properties></material></materiallibrary>");
    related_assert_not_judged(&f->r, &al_x4_relation,
                              "x4/index-path 1/1 m/index/macros.xml: " NO_ENTRY
                              "; x4/geometry-folder 1/1 m/assets/b.xml: " NO_FOLDER
                              "; x4/missing-texture 1/1 m/libraries/material_library.xml: " NO_TEXTURE);
}

static void references_leave_less_that_is_not_judged(void **state)
{
    fixture *f = *state;
    related_add_text(&f->r, "m/content.xml", content);
    related_add_text(&f->r, "m/index/macros.xml",
                     "<index><entry name='a' value='assets\\units\\a'/>"
                     "<entry name='b' value='assets\\props\\b'/>"
                     "<entry name='c' value='extensions\\o\\c'/></index>");
    related_add_reference(&f->r, "game", false);
    related_add_text(&f->r, "game/assets/units/other.xml", "<macros/>");
    related_assert_not_judged(
        &f->r, &al_x4_relation,
        "x4/index-path 1/1 m/index/macros.xml: the targets may be in folders that "
        "--with does not give; x4/index-path 1/1 m/index/macros.xml: the targets may be "
        "in the mod itself, whose own name is not known"
        ": call its folder NAME, as the paths extensions/NAME do");
}

static void without_a_library_each_mesh_counts(void **state)
{
    fixture *f = *state;
    related_add(&f->r, "m/a.xmf", "");
    related_add(&f->r, "m/b.XMF", "");
    related_add(&f->r, "m/c.xmf", "")->explicit = true;
    related_add(&f->r, "m/a-collision.xmf", "");
    related_assert_not_judged(&f->r, &al_materials_relation,
                              "xmf/unknown-material 2/2 m/a.xmf: there is no material library for the meshes "
                              "(--with GAME gives the game's)");
}

static void levels_that_replace_those_of_the_game_are_not_judged(void **state)
{
    fixture *f = *state;
    related_add(&f->r, "m/content.xml", "");
    related_add(&f->r, "m/ext_01.cat", "a/part-lod3.xmf");
    related_add(&f->r, "m/subst_01.cat", "a/part-lod1.xmf");
#define OTHERS "the parts replace files of the game, which has their other levels"
    related_assert_not_judged(&f->r, &al_lods_relation,
                              "xmf/lod-gap 1/1 m/ext_01.cat: " OTHERS
                              "; xmf/missing-lod0 1/1 m/subst_01.cat: " OTHERS);
}

static void rules_that_are_off_leave_nothing(void **state)
{
    fixture *f = *state;
    related_add_text(&f->r, "m/content.xml", content);
    related_add_text(&f->r, "m/index/macros.xml", "<index><entry name='a' value='assets\\a'/></index>");
    related_look(&f->r, &al_x4_relation);
    f->r.options->settings[al_first_rule("x4") + X4_INDEX_PATH].level = AL_OFF;
    related_assert_not_judged(&f->r, &al_x4_relation, "");
}

static void a_text_of_4_gib_is_not_read(void **state)
{
    fixture *f = *state;
    related_add_text(&f->r, "m/content.xml", content);
    related_add(&f->r, "m/md/a.xml", "");
    related_assert_text_too_large(&f->r, &al_x4_relation, 1);
}

/* ---- Places -------------------------------------------------------------------------------------------- */

static void assert_placed(fixture *f, const char *expected)
{
    const void *state = related_look(&f->r, &al_x4_relation);
    char text[32] = "";
    for (size_t i = 0; i < f->r.all.checked; i++)
        text[i] = related_is_marked(state, i, AL_MARK_PLACED) ? 'x' : '.';
    assert_string_equal(text, expected);
}

static void animations_are_known_by_their_place(void **state)
{
    fixture *f = *state;
    related_add_text(&f->r, "m/content.xml", content);
    related_add(&f->r, "m/A_Data.ANI", "");
    related_add(&f->r, "m/a_data/hull-lod0.xmf", "");
    related_add(&f->r, "m/b.ani", "");
    related_add(&f->r, "m/b/c/hull-lod0.xmf", "");
    related_add(&f->r, "m/half.ani", "");
    related_add(&f->r, "n/d.ani", "");
    related_add(&f->r, "n/d/hull-lod0.xmf", "");
    related_add_reference(&f->r, "other", false);
    related_add_text(&f->r, "other/content.xml", content);
    related_add(&f->r, "other/half/hull-lod0.xmf", "");
    assert_placed(f, ".x...x..");
    for (size_t i = al_first_rule("x4"); i < al_first_rule("x4") + X4_UNREGISTERED + 1; i++)
        f->r.options->settings[i].level = AL_OFF;
    assert_placed(f, ".x......"); /* without rules about mods, the reference isn't read */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_file_belongs_to_the_deepest_root, begin, related_end_test),
        cmocka_unit_test_setup_teardown(packages_beside_the_root_are_part_of_it, begin, related_end_test),
        cmocka_unit_test_setup_teardown(roots_are_in_packages_too, begin, related_end_test),
        cmocka_unit_test_setup_teardown(a_reference_without_content_is_a_game, begin, related_end_test),
        cmocka_unit_test_setup_teardown(a_reference_may_be_a_package, begin, related_end_test),
        cmocka_unit_test_setup_teardown(a_file_alone_has_no_tree, begin, related_end_test),
        cmocka_unit_test_setup_teardown(a_folder_with_an_index_is_a_root, begin, related_end_test),
        cmocka_unit_test_setup_teardown(indexes_at_the_start_of_paths, begin, related_end_test),
        cmocka_unit_test_setup_teardown(references_in_references, begin, related_end_test),
        cmocka_unit_test_setup_teardown(an_index_without_its_folder_is_no_mod, begin, related_end_test),
        cmocka_unit_test_setup_teardown(look_up, begin, related_end_test),
        cmocka_unit_test_setup_teardown(values_become_paths, begin, related_end_test),
        cmocka_unit_test(lines_of_gitignore),
        cmocka_unit_test_setup_teardown(lines_of_another_mod, begin, related_end_test),
        cmocka_unit_test_setup_teardown(suggestions, begin, related_end_test),
        cmocka_unit_test(long_names_elsewhere),
        cmocka_unit_test_setup_teardown(similar_names, begin, related_end_test),
        cmocka_unit_test_setup_teardown(paths_out_of_the_mod_are_not_judged, begin, related_end_test),
        cmocka_unit_test_setup_teardown(a_mod_without_a_name_is_not_judged, begin, related_end_test),
        cmocka_unit_test_setup_teardown(files_that_lie_elsewhere_are_not_judged, begin, related_end_test),
        cmocka_unit_test_setup_teardown(references_leave_less_that_is_not_judged, begin, related_end_test),
        cmocka_unit_test_setup_teardown(without_a_library_each_mesh_counts, begin, related_end_test),
        cmocka_unit_test_setup_teardown(levels_that_replace_those_of_the_game_are_not_judged, begin,
                                        related_end_test),
        cmocka_unit_test_setup_teardown(rules_that_are_off_leave_nothing, begin, related_end_test),
        cmocka_unit_test_setup_teardown(a_text_of_4_gib_is_not_read, begin, related_end_test),
        cmocka_unit_test_setup_teardown(animations_are_known_by_their_place, begin, related_end_test),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
