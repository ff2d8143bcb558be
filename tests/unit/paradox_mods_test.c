/* paradox_mods_test.c: folders that mods replace, mods in packages, and the names of things in .gfx files. */
#include "related.h"
#include "unit.h"

#include <stdio.h>
#include <string.h>

#include "relations/paradox/clausewitz.h"
#include "relations/paradox/paradox.h"
#include "relations/relations.h"

static const al_relation *const paradox = &al_paradox_relation;

/* ---- Folders that are replaced ------------------------------------------------------------------------- */

static const char types[] =
    "EMFXActorType = { name = \"A\" actorfile = \"gfx/a.xac\" b = \"gfx/anims/base01.xac\" c = "
    "\"gfx/models/c.xac\"\n"
    "d = \"gfx/other/d.xac\" e = \"gfx/models/deep/e.xac\" f = \"top.xac\" g = \"interface/g.xac\" }";

static void add_game_of_types(related *r)
{
    related_add_actors(r, NULL);
    related_add(r, "game/gfx/a.xac", "");
    related_add(r, "game/gfx/models/c.xac", "");
    related_add(r, "game/gfx/models/deep/e.xac", "");
    related_add(r, "game/gfx/other/d.xac", "");
    related_add(r, "game/interface/g.xac", "");
    related_add(r, "game/top.xac", "");
}

static void mods_that_replace_folders(void **state)
{
    related *r = *state;
    related_add_text(r, "a/interface/a.gfx", types);
    related_add_text(
        r, "a/x.mod",
        "path = \"none\" replace_path = \"gfx/models\" replace_path = \"gfx\" replace_path = \"map\"");
    related_add_text(r, "b.mod",
                     "replace_path = \"gfx\\\\anims\\\\\" path = \"mod/B/\" replace_path = \"interface\" "
                     "replace_path = \"\"");
    related_add_text(r, "b/interface/a.gfx", types);
    related_add_text(r, "c.mod", "path = \"mod/none\" replace_path = \"gfx/anims\"");
    related_add_text(r, "c/interface/a.gfx", types);
    related_add_text(r, "c/sub/c.mod", "path = \"d\" replace_path = \"gfx/anims\"");
    related_add_text(r, "d.mod", "replace_path = \"gfx/anims\"");
    related_add_text(r, "d2.mod", "path = \"/\" replace_path = \"gfx/anims\"");
    related_add_text(r, "d/interface/a.gfx", types);
    related_add_text(r, "e.mod",
                     "path = \"e\" replace_path = \"gfxx\" replace_path = \"history/gfx/anims\" x = { "
                     "replace_path = \"gfx/other\" }");
    related_add_text(r, "e/interface/a.gfx", types);
    related_add_text(r, "f.mod",
                     "path = \"f\" replace_path = \"gfx/other\" replace_path = \"gfx/anims\" replace_path = "
                     "\"gfx/models/deep\"");
    related_add_text(r, "f/interface/a.gfx", types);
    add_game_of_types(r);
    related_assert_findings(
        r, paradox,
        "a/interface/a.gfx 1:42-1:53 error pdx/missing-actor-file 41+11 EMFXActorType[\"A\"].actorfile "
        "x1[1] actor \"A\" is not drawn: there is no file gfx/a.xac | gfx/a.xac\n"
        "1:85-1:103 error pdx/missing-actor-file 84+18 EMFXActorType[\"A\"].c x1[1] actor \"A\" is not "
        "drawn: there is no file gfx/models/c.xac | gfx/models/c.xac\n"
        "b/interface/a.gfx 1:58-1:80 error pdx/missing-actor-file 57+22 EMFXActorType[\"A\"].b x1[1] "
        "actor \"A\" is not drawn: there is no file gfx/anims/base01.xac | gfx/anims/base01.xac\n"
        "2:69-2:86 error pdx/missing-actor-file 171+17 EMFXActorType[\"A\"].g x1[2] actor \"A\" is not "
        "drawn: there is no file interface/g.xac | interface/g.xac\n"
        "c.mod 1:8-1:18 warning pdx/mod-path 7+10 path no folder \"none\" lies beside the .mod: the game "
        "starts as if there was no mod | mod/none\n"
        "f/interface/a.gfx 1:58-1:80 error pdx/missing-actor-file 57+22 EMFXActorType[\"A\"].b x1[1] "
        "actor \"A\" is not drawn: there is no file gfx/anims/base01.xac | gfx/anims/base01.xac\n"
        "2:5-2:22 error pdx/missing-actor-file 107+17 EMFXActorType[\"A\"].d x1[2] actor \"A\" is not "
        "drawn: there is no file gfx/other/d.xac | gfx/other/d.xac\n"
        "2:27-2:50 error pdx/missing-actor-file 129+23 EMFXActorType[\"A\"].e x1[2] actor \"A\" is not "
        "drawn: there is no file gfx/models/deep/e.xac | gfx/models/deep/e.xac\n");
    related_assert_shortage(r, paradox);
}

static void a_mod_in_a_package(void **state)
{
    related *r = *state;
    related_add(r, "p.zip", "our/gfx/Anims/Base.xac");
    related_add(r, "p.zip", "our/interface/a.gfx");
    r->texts[1] =
        "EMFXActorType = { name = \"A\" actorfile = \"gfx/anims/ba_se.xac\" b = \"gfx/anims/base01.xac\" }";
    related_add(r, "p.zip", "our/x.mod");
    r->texts[2] = "path = \"x\" replace_path = \"gfx/anims\"";
    related_add(r, "q.zip", "gfx/anims/Base.xac");
    related_add(r, "q.zip", "interface/a.gfx");
    r->texts[4] = r->texts[1];
    related_add(r, "q.zip", "sub/x.mod");
    r->texts[5] = r->texts[2];
    related_add(r, "r.zip", "our/interface/a.gfx");
    r->texts[6] = r->texts[1];
    related_add(r, "r.zip", "x.mod");
    r->texts[7] = "path = \"mod/our\" replace_path = \"gfx/anims\"";
    related_add_actors(r, NULL);
    related_assert_findings(
        r, paradox,
        "p.zip!/our/interface/a.gfx 1:42-1:63 error pdx/missing-actor-file 41+21 "
        "EMFXActorType[\"A\"].actorfile x1[1] actor \"A\" is not drawn: there is no file "
        "gfx/anims/ba_se.xac; did you mean \"gfx/Anims/Base.xac\"? | gfx/anims/ba_se.xac | "
        "gfx/Anims/Base.xac\n"
        "1:68-1:90 error pdx/missing-actor-file 67+22 EMFXActorType[\"A\"].b x1[1] actor \"A\" is not "
        "drawn: there is no file gfx/anims/base01.xac | gfx/anims/base01.xac\n"
        "q.zip!/interface/a.gfx 1:42-1:63 error pdx/missing-actor-file 41+21 "
        "EMFXActorType[\"A\"].actorfile x1[1] actor \"A\" is not drawn: there is no file "
        "gfx/anims/ba_se.xac; did you mean \"gfx/anims/Base.xac\"? | gfx/anims/ba_se.xac | "
        "gfx/anims/Base.xac\n"
        "r.zip!/our/interface/a.gfx 1:42-1:63 error pdx/missing-actor-file 41+21 "
        "EMFXActorType[\"A\"].actorfile x1[1] actor \"A\" is not drawn: there is no file "
        "gfx/anims/ba_se.xac | gfx/anims/ba_se.xac\n"
        "1:68-1:90 error pdx/missing-actor-file 67+22 EMFXActorType[\"A\"].b x1[1] actor \"A\" is not "
        "drawn: there is no file gfx/anims/base01.xac | gfx/anims/base01.xac\n");
    related_assert_shortage(r, paradox);
}

static void a_reference_in_a_package(void **state)
{
    static char names[50][24];
    related *r = *state;
    related_add_text(r, "m/interface/a.gfx", types);
    related_add_reference(r, "Game.zip", true);
    for (unsigned i = 0; i < 50; i++) {
        (void)snprintf(names[i], sizeof names[i], "gfx/anims/base%02u.xac", i);
        related_add(r, "Game.zip", names[i]);
    }
    related_add(r, "Game.zip", "gfx/models/C_.xac");
    related_assert_findings(
        r, paradox,
        "m/interface/a.gfx 1:42-1:53 error pdx/missing-actor-file 41+11 EMFXActorType[\"A\"].actorfile "
        "x1[1] actor \"A\" is not drawn: there is no file gfx/a.xac | gfx/a.xac\n"
        "1:85-1:103 error pdx/missing-actor-file 84+18 EMFXActorType[\"A\"].c x1[1] actor \"A\" is not "
        "drawn: there is no file gfx/models/c.xac; did you mean \"gfx/models/C_.xac\"? | "
        "gfx/models/c.xac | gfx/models/C_.xac\n"
        "2:5-2:22 error pdx/missing-actor-file 107+17 EMFXActorType[\"A\"].d x1[2] actor \"A\" is not "
        "drawn: there is no file gfx/other/d.xac | gfx/other/d.xac\n"
        "2:27-2:50 error pdx/missing-actor-file 129+23 EMFXActorType[\"A\"].e x1[2] actor \"A\" is not "
        "drawn: there is no file gfx/models/deep/e.xac | gfx/models/deep/e.xac\n"
        "2:55-2:64 error pdx/missing-actor-file 157+9 EMFXActorType[\"A\"].f x1[2] actor \"A\" is not "
        "drawn: there is no file top.xac | top.xac\n"
        "2:69-2:86 error pdx/missing-actor-file 171+17 EMFXActorType[\"A\"].g x1[2] actor \"A\" is not "
        "drawn: there is no file interface/g.xac | interface/g.xac\n");
    related_assert_shortage(r, paradox);
}

/* ---- Order --------------------------------------------------------------------------------------------- */

/* Members of packages are read in the order of the package. */
static void files_are_judged_in_their_order(void **state)
{
    related *r = *state;
    r->backwards = true;
    related_add_text(r, "m/interface/a.gfx",
                     "EMFXActorType = { name = \"x\" actorfile = \"gfx/anims/1.xac\" }");
    related_add_text(r, "m/interface/b.gfx",
                     "EMFXActorType = { name = \"x\" actorfile = \"gfx/anims/1.xac\" } y = 1 }");
    related_add_text(r, "m/interface/c.gfx",
                     "EMFXActorType = { name = \"x\" actorfile = \"gfx/anims/1.xac\" }");
    related_assert_findings(
        r, paradox,
        "m/interface/b.gfx 1:1-1:14 note pdx/duplicate-type 0+13 EMFXActorType[\"x\"] type \"x\" is in "
        "interface/a.gfx, too\n"
        "1:68-1:69 note pdx/syntax 67+1  x1[1] a } at the end closes nothing\n"
        "m/interface/c.gfx 1:1-1:14 note pdx/duplicate-type 0+13 EMFXActorType[\"x\"] type \"x\" is in "
        "interface/b.gfx, too\n");
    related_assert_not_judged(
        r, paradox,
        "pdx/missing-actor-file 3/3 m/interface/a.gfx: the targets may be in the game (--with GAME looks)");
}

/* With eight trees, the ninth needs memory: that of a reference, or of its DLC. */
static void many_trees_need_memory(void **state)
{
    static const char *const names[] = {"a/interface/a.gfx", "b/interface/a.gfx", "c/interface/a.gfx",
                                        "d/interface/a.gfx", "e/interface/a.gfx", "f/interface/a.gfx",
                                        "g/interface/a.gfx", "h/interface/a.gfx"};
    for (size_t mods = 7; mods <= sizeof names / sizeof names[0]; mods++) {
        related *r = *state;
        related_end(r);
        related_begin(r);
        for (size_t i = 0; i < mods; i++)
            related_add_text(r, names[i], "x = 1");
        related_add_reference(r, "z", false);
        related_add(r, "z/dlc/a/gfx/flags/x.dds", "");
        related_assert_known(r, paradox, mods == 7 ? "ccccccc" : "cccccccc");
        related_assert_shortage(r, paradox);
    }
}

/* ---- Fields -------------------------------------------------------------------------------------------- */

static void fields_of_values(void **state)
{
    related *r = *state;
    static char text[4096];
    size_t length = (size_t)snprintf(
        text, sizeof text, "EMFXActorType = { name = \"A \\ b\" actorfile = \"gfx/anims/base00.xac\"\n");
    for (unsigned i = 0; i < 12; i++)
        length +=
            (size_t)snprintf(text + length, sizeof text - length, "run = { file = \"gfx/%u.xsm\" }\n", i);
    length += (size_t)snprintf(
        text + length, sizeof text - length,
        "run = { name = \"r\" file = \"gfx/r.xsm\" } RUN = { name = \"r\" File = \"gfx/s.xsm\" }\n"
        "{ \"gfx/bare.xsm\" } \"gfx/value.xsm\" a = { b = { c = \"gfx/c.xsm\" } b = { c = \"gfx/"
        "d.xsm\" } } }\n"
        "EMFXActorType = { name = \"A \\ b\" idle = \"gfx/again.xsm\" }\n");
    assert_true(length < sizeof text);
    related_add_text(r, "m/interface/a.gfx", text);
    related_add_actors(r, NULL);
    related_set_level(r, "pdx/missing-key", AL_OFF);
    related_set_level(r, "pdx/duplicate-type", AL_OFF);
    related_assert_findings(
        r, paradox,
        "m/interface/a.gfx 2:16-2:27 error pdx/missing-motion 83+11 EMFXActorType[\"A \\ b\"].run.file "
        "x1[2] actor \"A \\ b\" stands still in its motion \"file\": there is no file gfx/0.xsm | "
        "gfx/0.xsm\n"
        "3:16-3:27 error pdx/missing-motion 112+11 EMFXActorType[\"A \\ b\"].run[1].file x1[3] actor \"A "
        "\\ b\" stands still in its motion \"file\": there is no file gfx/1.xsm | gfx/1.xsm\n"
        "4:16-4:27 error pdx/missing-motion 141+11 EMFXActorType[\"A \\ b\"].run[2].file x1[4] actor \"A "
        "\\ b\" stands still in its motion \"file\": there is no file gfx/2.xsm | gfx/2.xsm\n"
        "5:16-5:27 error pdx/missing-motion 170+11 EMFXActorType[\"A \\ b\"].run[3].file x1[5] actor \"A "
        "\\ b\" stands still in its motion \"file\": there is no file gfx/3.xsm | gfx/3.xsm\n"
        "6:16-6:27 error pdx/missing-motion 199+11 EMFXActorType[\"A \\ b\"].run[4].file x1[6] actor \"A "
        "\\ b\" stands still in its motion \"file\": there is no file gfx/4.xsm | gfx/4.xsm\n"
        "7:16-7:27 error pdx/missing-motion 228+11 EMFXActorType[\"A \\ b\"].run[5].file x1[7] actor \"A "
        "\\ b\" stands still in its motion \"file\": there is no file gfx/5.xsm | gfx/5.xsm\n"
        "8:16-8:27 error pdx/missing-motion 257+11 EMFXActorType[\"A \\ b\"].run[6].file x1[8] actor \"A "
        "\\ b\" stands still in its motion \"file\": there is no file gfx/6.xsm | gfx/6.xsm\n"
        "9:16-9:27 error pdx/missing-motion 286+11 EMFXActorType[\"A \\ b\"].run[7].file x1[9] actor \"A "
        "\\ b\" stands still in its motion \"file\": there is no file gfx/7.xsm | gfx/7.xsm\n"
        "10:16-10:27 error pdx/missing-motion 315+11 EMFXActorType[\"A \\ b\"].run[8].file x1[10] actor "
        "\"A \\ b\" stands still in its motion \"file\": there is no file gfx/8.xsm | gfx/8.xsm\n"
        "11:16-11:27 error pdx/missing-motion 344+11 EMFXActorType[\"A \\ b\"].run[9].file x1[11] actor "
        "\"A \\ b\" stands still in its motion \"file\": there is no file gfx/9.xsm | gfx/9.xsm\n"
        "12:16-12:28 error pdx/missing-motion 373+12 EMFXActorType[\"A \\ b\"].run[10].file x1[12] actor "
        "\"A \\ b\" stands still in its motion \"file\": there is no file gfx/10.xsm | gfx/10.xsm\n"
        "13:16-13:28 error pdx/missing-motion 403+12 EMFXActorType[\"A \\ b\"].run[11].file x1[13] actor "
        "\"A \\ b\" stands still in its motion \"file\": there is no file gfx/11.xsm | gfx/11.xsm\n"
        "14:27-14:38 error pdx/missing-motion 444+11 EMFXActorType[\"A \\ b\"].run[\"r\"].file x1[14] "
        "actor \"A \\ b\" stands still in its motion \"file\": there is no file gfx/r.xsm | gfx/r.xsm\n"
        "14:67-14:78 error pdx/missing-motion 484+11 EMFXActorType[\"A \\ b\"].run[\"r\"][1].file x1[14] "
        "actor \"A \\ b\" stands still in its motion \"file\": there is no file gfx/s.xsm | gfx/s.xsm\n"
        "15:3-15:17 error pdx/missing-motion 500+14 EMFXActorType[\"A \\ b\"] x2[15,15] actor \"A \\ b\" "
        "stands still in its motion \"\": there is no file gfx/bare.xsm | gfx/bare.xsm\n"
        "15:52-15:63 error pdx/missing-motion 549+11 EMFXActorType[\"A \\ b\"].a.b.c x1[15] actor \"A \\ "
        "b\" stands still in its motion \"c\": there is no file gfx/c.xsm | gfx/c.xsm\n"
        "15:76-15:87 error pdx/missing-motion 573+11 EMFXActorType[\"A \\ b\"].a.b[1].c x1[15] actor \"A "
        "\\ b\" stands still in its motion \"c\": there is no file gfx/d.xsm | gfx/d.xsm\n"
        "16:41-16:56 error pdx/missing-motion 631+15 EMFXActorType[\"A \\ b\"][1].idle x1[16] actor \"A "
        "\\ b\" stands still in its motion \"idle\": there is no file gfx/again.xsm | gfx/again.xsm\n");
}

/* Objects of one key count although another one is between them; so do files of one name. */
static void objects_and_files_that_alternate(void **state)
{
    related *r = *state;
    related_add_text(r, "m/interface/a.gfx",
                     "EMFXActorType = { name = \"A\" actorfile = \"gfx/anims/base00.xac\"\n"
                     "a = { f = \"b.xsm\" } b = { f = \"a.xsm\" } a = { f = \"d.xsm\" } c = \"b.xsm\"\n"
                     "attach = { name = \"q\" node = \"root\" } }\n");
    related_add_actors(r, "node root\nend");
    related_add_text(r, "game/interface/a.gfx",
                     "EMFXActorType = { name = \"x\" actorfile = \"gfx/anims/base00.xac\" }");
    related_assert_findings(
        r, paradox,
        "m/interface/a.gfx 2:11-2:18 error pdx/missing-motion 74+7 EMFXActorType[\"A\"].a.f x2[2,2] actor "
        "\"A\" stands still in its motion \"f\": there is no file b.xsm | b.xsm\n"
        "2:31-2:38 error pdx/missing-motion 94+7 EMFXActorType[\"A\"].b.f x1[2] actor \"A\" stands still "
        "in its motion \"f\": there is no file a.xsm | a.xsm\n"
        "2:51-2:58 error pdx/missing-motion 114+7 EMFXActorType[\"A\"].a[1].f x1[2] actor \"A\" stands "
        "still in its motion \"f\": there is no file d.xsm | d.xsm\n"
        "3:19-3:22 warning pdx/attach-type 154+3 EMFXActorType[\"A\"].attach[\"q\"].name no EMFXActorType "
        "is called \"q\": nothing is attached to \"A\" there | q\n");
}

/* What the game refers to and lacks, in any order. */
static void files_that_the_game_lacks(void **state)
{
    related *r = *state;
    related_add_text(
        r, "m/interface/a.gfx",
        "EMFXActorType = { name = \"A\" actorfile = \"gfx/a.xac\" x = \"gfx/b.xac\" y = \"gfx/c.xac\" }");
    related_add_actors(r, NULL);
    related_add_text(
        r, "game/interface/a.gfx",
        "EMFXActorType = { name = \"B\" actorfile = \"gfx/c.xac\" x = \"gfx/b.xac\" y = \"gfx/a.xac\" }");
    related_assert_findings(
        r, paradox,
        "m/interface/a.gfx 1:42-1:53 note pdx/missing-actor-file 41+11 EMFXActorType[\"A\"].actorfile "
        "x1[1] actor \"A\" is not drawn: there is no file gfx/a.xac | gfx/a.xac\n"
        "1:58-1:69 note pdx/missing-actor-file 57+11 EMFXActorType[\"A\"].x x1[1] actor \"A\" is not "
        "drawn: there is no file gfx/b.xac | gfx/b.xac\n"
        "1:74-1:85 note pdx/missing-actor-file 73+11 EMFXActorType[\"A\"].y x1[1] actor \"A\" is not "
        "drawn: there is no file gfx/c.xac | gfx/c.xac\n");
}

/* The field of the last of `count` items, each in the one before it. */
static const char *field_of_chain(pdx_field_text *field, uint32_t count, const char *key)
{
    pdx_item items[AL_CLAUSEWITZ_DEPTH + 1];
    for (uint32_t i = 0; i < count; i++)
        items[i] = (pdx_item){
            .up = i > 0 ? i - 1 : PDX_NO_ITEM, .role = PDX_REFERENCE, .key = key, .text = "", .ordinal = 0};
    const pdx_gfx gfx = {.items = items, .item_count = count};
    pdx_field(field, &gfx, count - 1);
    return field->text;
}

static void fields_have_a_longest_text(void **state)
{
    char key[AL_MAX_FIELD], deep[2 * (AL_CLAUSEWITZ_DEPTH + 1)], whole[2 * AL_MAX_FIELD];
    pdx_field_text field;
    (void)state;
    for (size_t i = 0; i < sizeof deep; i++)
        deep[i] = i % 2 == 0 ? 'a' : '.';
    deep[sizeof deep - 1] = '\0';
    assert_string_equal(field_of_chain(&field, AL_CLAUSEWITZ_DEPTH + 1, "a"), deep);
    memset(key, 'k', sizeof key - 1);
    key[sizeof key - 1] = '\0';
    (void)snprintf(whole, sizeof whole, "%s.%s", key, key);
    assert_string_equal(field_of_chain(&field, 2, key), whole);
    assert_string_equal(field_of_chain(&field, 3, key), whole); /* the third doesn't fit, nor does its dot */
}

static void oddities_name_their_first_place(void **state)
{
    related *r = *state;
    related_add_text(
        r, "m/interface/a.gfx",
        "EMFXActorType = { name = \"a\" actorfile = \"a.xac\" idle = move = \"b.xsm\" }\n\"k k\" =");
    related_add_text(r, "m/interface/b.gfx", "EMFXActorType = { name = \"b\" actorfile = \"a.xac\" } = x");
    related_add_text(r, "m/interface/c.gfx", "CFX EMFXActorType = {");
    related_add_text(r, "m/interface/d.gfx",
                     "CFW EMFXActorType = { name = \"d\" actorfile = "
                     "\"a.xac\" } }");
    related_add_text(r, "m/interface/e.gfx",
                     "EMFXActorType = { name = \"e\" attach = { name = \"x\" node = \"y\"");
    related_assert_findings(
        r, paradox,
        "m/interface/a.gfx 1:50-1:54 warning pdx/syntax 49+4  x2[1,2] \"idle\" has no value\n"
        "m/interface/b.gfx 1:52-1:53 warning pdx/syntax 51+1  x1[1] \"=\" has no key before it\n"
        "m/interface/d.gfx 1:56-1:57 note pdx/syntax 55+1  x1[1] a } at the end closes nothing\n"
        "m/interface/e.gfx 1:1-1:14 warning pdx/missing-key 0+13 EMFXActorType[\"e\"] type \"e\" has no "
        "actorfile\n"
        "1:17-1:18 note pdx/syntax 16+1  x2[1,1] a { is still open at the end of the file\n");
}

/* ---- Motions ------------------------------------------------------------------------------------------- */

static void pairs_that_come_twice(void **state)
{
    related *r = *state;
    related_add_facts(r, "m/gfx/anims/a.xac", "xac", "node a\nend");
    related_add_facts(r, "m/gfx/anims/e.xac", "xac", "end");
    related_add_facts(r, "m/gfx/anims/x.xsm", "xsm", "node x\nend");
    related_add_facts(r, "m/gfx/anims/y.xsm", "xsm", "node y\nend");
    related_add_text(
        r, "m/interface/a.gfx",
        "EMFXActorType = { name = \"1\" actorfile = \"gfx/anims/a.xac\" a = \"gfx/anims/x.xsm\" b = "
        "\"gfx/anims/x.xsm\" }\n"
        "EMFXActorType = { name = \"2\" actorfile = \"gfx/anims/e.xac\" a = \"gfx/anims/y.xsm\" }\n");
    related_assert_findings(
        r, paradox,
        "m/gfx/anims/x.xsm warning xsm/no-node-matches 0+0  motion moves no node of a.xac: it is for "
        "\"x\"\n");
}

static void pairs_count_once(void **state)
{
    related *r = *state;
    related_add_facts(r, "m/gfx/anims/a.xac", "xac", "node a\nend");
    related_add_facts(r, "m/gfx/anims/b.xac", "xac", "node b\nend");
    related_add_facts(r, "m/gfx/anims/c.xac", "xac", "node c\nend");
    related_add_facts(r, "m/gfx/anims/x.xsm", "xsm", "node x\nend");
    related_add_facts(r, "m/gfx/anims/y.xsm", "xsm", "node y\nnode C\nend");
    related_add_facts(r, "m/gfx/anims/z.xsm", "xsm", "node z\nend");
    related_add_text(
        r, "m/interface/a.gfx",
        "EMFXActorType = { name = \"1\" actorfile = \"gfx/anims/b.xac\" a = \"gfx/anims/z.xsm\" b = "
        "\"gfx/anims/x.xsm\" }\n"
        "EMFXActorType = { name = \"2\" actorfile = \"gfx/anims/a.xac\" a = \"gfx/anims/x.xsm\" b = "
        "\"gfx/anims/y.xsm\" }\n"
        "EMFXActorType = { name = \"3\" actorfile = \"gfx/anims/b.xac\" a = \"gfx/anims/x.xsm\" b = "
        "\"gfx/anims/y.xsm\" }\n"
        "EMFXActorType = { name = \"4\" actorfile = \"gfx/anims/c.xac\" a = \"gfx/anims/y.xsm\" }\n"
        "EMFXActorType = { name = \"5\" a = \"gfx/anims/z.xsm\" }\n");
    related_add_text(
        r, "m/interface/deep/a.gfx",
        "EMFXActorType = { name = \"1\" actorfile = \"gfx/anims/c.xac\" a = \"gfx/anims/x.xsm\" }");
    related_add_reference(r, "other", false);
    related_add_facts(r, "other/gfx/anims/a.xac", "xac", "node z\nend");
    related_add_facts(r, "other/gfx/anims/w.xsm", "xsm", "node z\nend");
    related_add_text(
        r, "other/interface/a.gfx",
        "EMFXActorType = { name = \"1\" actorfile = \"gfx/anims/a.xac\" a = \"gfx/anims/x.xsm\" }");
    related_set_level(r, "pdx/missing-key", AL_OFF);
    related_assert_findings(
        r, paradox,
        "m/gfx/anims/x.xsm warning xsm/no-node-matches 0+0  motion moves no node of its 2 actors, such "
        "as a.xac: it is for \"x\"\n"
        "m/gfx/anims/z.xsm warning xsm/no-node-matches 0+0  motion moves no node of b.xac: it is for "
        "\"z\"\n");
    related_assert_partners(r, paradox, 4, "skeleton m/gfx/anims/c.xac");
    related_assert_partners(r, paradox, 3, "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        RELATED_TEST(mods_that_replace_folders),
        RELATED_TEST(a_mod_in_a_package),
        RELATED_TEST(a_reference_in_a_package),
        RELATED_TEST(files_are_judged_in_their_order),
        RELATED_TEST(many_trees_need_memory),
        RELATED_TEST(fields_of_values),
        RELATED_TEST(objects_and_files_that_alternate),
        RELATED_TEST(files_that_the_game_lacks),
        RELATED_TEST(fields_have_a_longest_text),
        RELATED_TEST(oddities_name_their_first_place),
        RELATED_TEST(pairs_that_come_twice),
        RELATED_TEST(pairs_count_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
