/* x4_names_test.c: what mods for X4 and X Rebirth are called in paths, and which references are the same mod.
 */
#include "related.h"
#include "unit.h"

#include <stdio.h>
#include <string.h>

#include "relations/relations.h"
#include "relations/x4/x4.h"

static const al_relation *const x4 = &al_x4_relation;

/* ---- Own names ----------------------------------------------------------------------------------------- */

/* A mod whose content.xml has the id "ws_1", and that has the files x.xml and y.dds. `paths`, with blanks
 * between them, are in another XML file of it. */
typedef struct mod {
    const char *path, *before; /* of the root: PATH, or a package and the start of names in it */
    const char *paths;
    const char *own; /* "": none */
} mod;

static void add_member(related *r, const mod *m, const char *name, char text[64])
{
    const bool packed = m->before != NULL;
    (void)snprintf(text, 64, "%s%s", packed ? m->before : m->path, name);
    related_add(r, packed ? m->path : text, packed ? text : "");
}

static void assert_own_name(const mod *m)
{
    char names[4][64], text[1024] = "<a><component>";
    void *state;
    (void)related_begin_test(&state);
    related *r = state;
    for (const char *path = m->paths; *path != '\0'; path += *path == ' ') {
        const int length = (int)strcspn(path, " ");
        (void)snprintf(text + strlen(text), sizeof text - strlen(text),
                       "<source geometry='extensions\\%.*s'/>", length, path);
        path += length;
    }
    (void)snprintf(text + strlen(text), sizeof text - strlen(text), "</component></a>");
    add_member(r, m, "content.xml", names[0]);
    r->texts[0] = "<content id='WS_1'/>";
    add_member(r, m, "u.xml", names[1]);
    r->texts[1] = text;
    add_member(r, m, "x.xml", names[2]);
    r->texts[2] = "<a/>";
    add_member(r, m, "y.dds", names[3]);
    const x4_state *v = related_look(r, x4);
    const char *own = v->mods[0].own_count > 0 ? v->mods[0].own[0] : "";
    if (strcmp(own, m->own) != 0)
        fail_msg("%s %s: called \"%s\", expected \"%s\"", m->path, m->paths, own, m->own);
    (void)related_end_test(&state);
}

static void a_name_is_that_of_most_paths_that_find_a_file(void **state)
{
    static const mod mods[] = {
        {"mods/Ship/", NULL, "", ""},
        {"mods/Ship/", NULL, "ship\\gone", "ship"},
        {"mods/Ship/", NULL, "ws_1\\gone", "ws_1"},
        {"mods/Ship/", NULL, "ws_1\\gone ship\\gone", "ship"},
        {"mods/Ship/", NULL, "ship\\gone ws_1\\gone zz\\gone", "ship"},
        {"mods/Ship/", NULL, "other\\gone", ""},
        {"mods/Ship/", NULL, "other\\x", "other"},
        {"mods/Ship/", NULL, "other\\x other\\gone", "other"},
        {"mods/Ship/", NULL, "other\\x other\\gone other\\lost", ""},
        {"mods/Ship/", NULL, "other\\x other\\y other\\gone other\\lost", "other"},
        {"mods/Ship/", NULL, "other\\x ship\\gone", "other"},
        {"mods/Ship/", NULL, "other\\x ship\\x", "ship"},
        {"mods/Ship/", NULL, "other\\x ws_1\\x", "ws_1"},
        {"mods/Ship/", NULL, "other\\x ws_1\\x ship\\x", "ship"},
        {"mods/Ship/", NULL, "other\\x other\\y ship\\x", "other"},
        {"mods/Ship/", NULL, "other\\x third\\x", ""},
        {"mods/Ship/", NULL, "a\\x b\\x c\\x c\\y", "c"},
        {"mods/Ship/", NULL, "a\\x b\\x c\\x c\\y d\\x", "c"},
        {"mods/Ship/", NULL, "a\\x a\\y b\\x c\\x", "a"},
        {"mods/Ship/", NULL, "a\\x a\\x a\\x b\\x b\\y", "b"}, /* each path counts once */
        {"mods/Ship/", NULL, "ego_dlc_split\\x", ""},
        {"mods/Ship/", NULL, "ego_dlcs\\x", "ego_dlcs"},
        {"mods/Ship/", NULL, "other\\x other\\a* other\\b*", "other"}, /* patterns don't count */
        {"mods/ship_2/", NULL, "ship_2\\gone", "ship_2"},
        {"Ship/", NULL, "ship\\gone", "ship"},
        {"", NULL, "ship\\gone ws_1\\gone", "ws_1"},
        {"./", NULL, ".\\gone", ""},
        {"../", NULL, "..\\gone", ""},
        {"a/.../", NULL, "...\\gone", ""},
        {"a/.b/", NULL, ".b\\gone", ".b"},
        {"Ship.zip", "", "ship\\gone", "ship"},
        {"mods/Ship.v2.zip", "", "ship.v2\\gone ship\\gone", "ship.v2"},
        {"mods.d/Ship", "", "ship\\gone", "ship"},
        {"Ship.zip", "Inner.x/", "inner.x\\gone inner\\gone", "inner.x"},
        {"Ship.zip", "a/Inner/", "inner\\gone ship\\gone", "inner"},
        {".zip", "", "zip\\gone .zip\\gone", ""},
    };
    (void)state;
    for (size_t i = 0; i < sizeof mods / sizeof mods[0]; i++)
        assert_own_name(&mods[i]);
}

/* ---- Names of references ------------------------------------------------------------------------------- */

static void references_are_called_by_their_folder_and_their_id(void **state)
{
    related *r = *state;
    related_add_text(r, "m/content.xml", "<content id='m'/>");
    related_add_text(
        r, "m/index/macros.xml",
        "<index>\n<entry name='a' value='extensions\\other\\a'/>\n<entry name='b' "
        "value='extensions\\ws_9\\a'/>\n"
        "<entry name='c' value='extensions\\othe\\a'/>\n<entry name='d' value='extensions\\third\\a'/>\n"
        "<entry name='e' value='extensions\\ours\\a'/>\n<entry name='f' value='extensions\\fourth\\a'/>\n"
        "<entry name='g' value='extensions\\others\\a'/>\n</index>");
    related_add_reference(r, "libs/Other", false);
    related_add_text(r, "libs/Other/a.xml", "<macros/>");
    related_add_text(r, "libs/Other/content.xml", "<content id='WS_9'/>");
    related_add_reference(r, "libs/fourth", false);
    related_add_text(r, "libs/fourth/a.xml", "<macros/>");
    related_add_text(r, "libs/fourth/content.xml", "<content id='third'/>");
    related_add_text(r, "libs/fourth/u.xml",
                     "<a><component><source geometry='extensions\\ours\\a'/></component></a>");
    related_assert_findings(
        r, x4,
        "m/index/macros.xml 2:14-2:15 warning x4/index-name 21+1 index/entry[@name='a']/@name no macro "
        "\"a\" is in a.xml | a\n"
        "3:14-3:15 warning x4/index-name 66+1 index/entry[@name='b']/@name no macro \"b\" is in a.xml | "
        "b\n"
        "6:14-6:15 warning x4/index-name 199+1 index/entry[@name='e']/@name no macro \"e\" is in a.xml | "
        "e\n");
    related_assert_not_judged(
        r, x4,
        "x4/index-path 4/1 m/index/macros.xml: the targets may be in the mod itself, whose own name is "
        "not known: call its folder NAME, as the paths extensions/NAME do");
    related_assert_shortage(r, x4);
}

/* A file of the mod counts instead of one of the same path in the other part. */
static void another_part_of_a_mod_has_entries_and_paths(void **state)
{
    related *r = *state;
    related_add_text(r, "mod/a.xml", "<macros><macro name='a'/><macro name='b'/></macros>");
    related_add_text(r, "mod/b.xml", "<components><component name='c'/><component name='d'/></components>");
    related_add_text(r, "mod/content.xml", "<content id='ours'/>");
    related_add_text(r, "mod/index/macros.xml",
                     "<index><entry name='a' value='extensions\\ours\\a'/></index>");
    related_add_reference(r, "first", false);
    related_add_text(r, "first/content.xml", "<content id='unrelated'/>");
    related_add_text(r, "first/index/components.xml",
                     "<index><entry name='d' value='extensions\\unrelated\\b'/></index>");
    related_add_reference(r, "rest", false);
    related_add_text(r, "rest/content.xml", "<content id='ours'/>");
    related_add_text(r, "rest/index/components.xml",
                     "<index><entry name='c' value='extensions\\ours\\b'/></index>");
    related_add_text(r, "rest/index/macros.xml",
                     "<index><entry name='b' value='extensions\\ours\\a'/></index>");
    related_assert_findings(
        r, x4,
        "mod/a.xml 1:26-1:43 warning x4/unregistered 25+17 macros/macro[@name='b'] macro \"b\" is in no "
        "index of the mod: its entry needs the value extensions\\ours\\a | b | extensions\\ours\\a\n"
        "mod/b.xml 1:34-1:55 warning x4/unregistered 33+21 components/component[@name='d'] component "
        "\"d\" is in no index of the mod: its entry needs the value extensions\\ours\\b | d | "
        "extensions\\ours\\b\n");
    related_assert_shortage(r, x4);
}

/* The own name, which the files of one part show, leads to the next part. */
static void parts_are_joined_step_by_step(void **state)
{
    related *r = *state;
    related_add_text(r, "mod/content.xml", "<content id='one'/>");
    related_add_text(r, "mod/index/macros.xml",
                     "<index><entry name='a' value='extensions\\two\\a'/><entry name='b' "
                     "value='extensions\\two\\b'/></index>");
    related_add_text(r, "other/content.xml", "<content id='x'/>");
    related_add_reference(r, "p", false);
    related_add_text(r, "p/a.xml", "<macros><macro name='a'/></macros>");
    related_add_text(r, "p/content.xml", "<content id='one'/>");
    related_add_reference(r, "q", false);
    related_add_text(r, "q/b.xml", "<macros><macro name='bb'/></macros>");
    related_add_text(r, "q/content.xml", "<content id='two'/>");
    related_assert_findings(r, x4,
                            "mod/index/macros.xml 1:63-1:64 warning x4/index-name 62+1 index/"
                            "entry[@name='b']/@name no macro "
                            "\"b\" is in b.xml: the one there is called \"bb\" | b | bb\n");
    related_assert_not_judged(r, x4, "");
    related_assert_shortage(r, x4);
}

/* The own name may be the folder of a reference, and the mod have one file alone. Another mod keeps its name.
 */
static void a_part_that_is_called_by_its_folder(void **state)
{
    related *r = *state;
    related_add_text(r, "m/content.xml", "<content id='one'/>");
    related_add_text(r, "m/index/macros.xml",
                     "<index>\n<entry name='a' value='extensions\\ship\\index\\macros'/>\n<entry name='b' "
                     "value='extensions\\ship\\b'/>\n</index>");
    related_add_text(r, "m/q.xml", "<a/>");
    related_add_text(r, "n/content.xml", "<content id='n'/>");
    related_add_text(
        r, "n/index/macros.xml",
        "<index>\n<entry name='a' value='extensions\\boat\\index\\macros'/>\n<entry name='b' "
        "value='extensions\\boat\\gone'/>\n<entry name='c' value='extensions\\ship\\q'/>\n</index>");
    related_add_text(r, "o/content.xml", "<content id='three'/>");
    related_add_reference(r, "x/ship", false);
    related_add_text(r, "x/ship/b.xml", "<macros><macro name='b'/></macros>");
    related_add_text(r, "x/ship/content.xml", "<content id='other'/>");
    related_add_reference(r, "x/three", false);
    related_add_text(r, "x/three/a.xml", "<a/>");
    related_add_text(r, "x/three/content.xml", "<content id='x'/>");
    related_set_level(r, "x4/index-name", AL_OFF);
    related_assert_findings(
        r, x4,
        "n/index/macros.xml 3:24-3:44 error x4/index-path 86+20 index/entry["
        "@name='b']/@value macro \"b\" leads to no file: gone.xml isn't there | extensions\\boat\\gone | "
        "gone.xml\n");
    related_assert_not_judged(r, x4, "");
}

static void ids_beside_names_of_folders(void **state)
{
    related *r = *state;
    related_add_text(r, "m/content.xml", "<content id='m'/>");
    related_add_text(r, "m/index/macros.xml", "<index><entry name='f' value='extensions\\a\\f'/></index>");
    related_add_reference(r, "x/b", false);
    related_add_text(r, "x/b/content.xml", "<content id='a'/>");
    related_add_text(r, "x/b/f.xml", "<macros><macro name='f'/></macros>");
    related_assert_findings(r, x4, "");
    related_assert_not_judged(r, x4, "");
}

/* ---- Misspelt names ------------------------------------------------------------------------------------ */

static void names_that_are_nearly_the_own_one(void **state)
{
    related *r = *state;
    related_add_text(r, "m/a.xml", "<macros><macro name='a'/></macros>");
    related_add_text(r, "m/content.xml", "<content id='x'><dependency id='Our_mode9'/></content>");
    related_add_text(r, "m/index/macros.xml",
                     "<index>\n<entry name='a' value='extensions\\our_mod9x\\a'/>\n<entry name='a' "
                     "value='extensions\\our_mod9x\\a.xml'/>\n"
                     "<entry name='b' value='extensions\\our_mod9y\\b'/>\n<entry name='c' "
                     "value='extensions\\our_mod8x\\c'/>\n"
                     "<entry name='d' value='extensions\\our_mod9xx\\d'/>\n<entry name='e' "
                     "value='extensions\\our_modx\\e'/>\n"
                     "<entry name='f' value='extensions\\our_mode9\\f'/>\n<entry name='g' "
                     "value='extensions\\our_mud9x\\g'/>\n"
                     "<entry name='h' value='extensions\\our_mod12x\\h'/>\n<entry name='i' "
                     "value='extensions\\our_mad9x\\i'/>\n"
                     "<entry name='j' value='extensions\\our_mad9x\\j'/>\n<entry name='k' "
                     "value='extensions\\our_mod9x9\\k'/>\n</index>");
    related_add_text(r, "our_mud9x/content.xml", "<content id='y'/>");
    related_set_level(r, "x4/index-duplicate", AL_OFF);
    related_assert_findings(
        r, x4,
        "m/index/macros.xml 4:24-4:46 error x4/index-path 133+22 index/entry[@name='b']/@value macro "
        "\"b\": no extension of this mod is called so, did you mean our_mod9x? | "
        "extensions\\our_mod9y\\b | extensions\\our_mod9x\\b\n"
        "6:24-6:47 error x4/index-path 231+23 index/entry[@name='d']/@value macro \"d\": no extension of "
        "this mod is called so, did you mean our_mod9x? | extensions\\our_mod9xx\\d | "
        "extensions\\our_mod9x\\d\n");
}

/* Names that differ in digits are those of two mods, and so is that of the first mod. */
static void names_that_differ_in_a_digit(void **state)
{
    related *r = *state;
    related_add_text(r, "a_shipyarda/content.xml", "<content id='shipyarda'/>");
    related_add_text(r, "shipyard/a.xml", "<macros><macro name='a'/></macros>");
    related_add_text(r, "shipyard/content.xml", "<content id='x'/>");
    related_add_text(
        r, "shipyard/index/macros.xml",
        "<index>\n<entry name='a' value='extensions\\shipyard\\a'/>\n<entry name='a' "
        "value='extensions\\shipyard\\a.xml'/>\n"
        "<entry name='b' value='extensions\\shipyard0\\b'/>\n<entry name='c' "
        "value='extensions\\shipyard9\\c'/>\n<entry name='d' value='extensions\\shipyard:\\d'/>\n"
        "<entry name='e' value='extensions\\shipyarda\\e'/>\n</index>");
    related_set_level(r, "x4/index-duplicate", AL_OFF);
    related_assert_findings(
        r, x4,
        "shipyard/index/macros.xml 6:24-6:46 error x4/index-path 229+22 index/"
        "entry[@name='d']/@value macro \"d\": no extension of this mod is called so, did you mean "
        "shipyard? | extensions\\shipyard:\\d | extensions\\shipyard\\d\n");
}

static void short_names_resemble_each_other(void **state)
{
    related *r = *state;
    related_add_text(r, "abcde/a.xml", "<macros><macro name='a'/></macros>");
    related_add_text(r, "abcde/content.xml", "<content id='x'/>");
    related_add_text(r, "abcde/index/macros.xml",
                     "<index>\n<entry name='a' value='extensions\\abcde\\a'/>\n<entry name='a' "
                     "value='extensions\\abcde\\a.xml'/>\n"
                     "<entry name='b' value='extensions\\abcd\\b'/>\n<entry name='c' "
                     "value='extensions\\abcdf\\c'/>\n</index>");
    related_set_level(r, "x4/index-duplicate", AL_OFF);
    related_assert_findings(
        r, x4,
        "abcde/index/macros.xml 5:24-5:42 error x4/index-path 169+18 index/entry[@name='c']/@value macro "
        "\"c\": no extension of this mod is called so, did you mean abcde? | extensions\\abcdf\\c | "
        "extensions\\abcde\\c\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_name_is_that_of_most_paths_that_find_a_file),
        RELATED_TEST(references_are_called_by_their_folder_and_their_id),
        RELATED_TEST(another_part_of_a_mod_has_entries_and_paths),
        RELATED_TEST(parts_are_joined_step_by_step),
        RELATED_TEST(a_part_that_is_called_by_its_folder),
        RELATED_TEST(ids_beside_names_of_folders),
        RELATED_TEST(names_that_are_nearly_the_own_one),
        RELATED_TEST(names_that_differ_in_a_digit),
        RELATED_TEST(short_names_resemble_each_other),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
