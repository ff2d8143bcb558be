/* paradox_rules_test.c: what is reported of mods for Victoria 2 and related games. */
#include "related.h"
#include "unit.h"

#include <stdio.h>
#include <string.h>

#include "relations/paradox/paradox.h"
#include "relations/relations.h"

static const al_relation *const paradox = &al_paradox_relation;

/* ---- Missing files ------------------------------------------------------------------------------------- */

static const char cars[] =
    "objectTypes = {\n"
    "EMFXActorType = { name = \"Car\" actorfile = \"gfx\\\\anims\\\\Car.xac\"\n"
    " idle = gfx/anims/idle.xsm\n"
    " animation = { name = \"go\" file = \"gfx/anims/go.xsm\" }\n"
    " animation = { name = \"go\" file = \"gfx/anims/Go.xsm\" }\n"
    " animation = { file = \"gfx/anims/there.xsm\" }\n"
    " Sub = { file = \"gfx/anims/sub.xsm\" } }\n"
    "EMFXActorType = { name = \"Bus\" actorfile = \"gfx/anims/CAR.xac\" move = \"gfx/anims/base.xsm\" }\n"
    "} other = \"gfx/anims/outside.xac\"\n";

static void files_that_a_mod_and_its_game_lack(void **state)
{
    related *r = *state;
    related_add_text(r, "m/interface/a.gfx", cars);
    related_add_text(r, "m/interface/deep/b.gfx", cars); /* the games don't read it */
    related_add(r, "m/gfx/anims/There.XSM", "");
    related_add_actors(r, "node root\nend");
    related_add_text(
        r, "game/interface/base.gfx",
        "EMFXActorType = { name = \"B\" actorfile = \"gfx/anims/b.xac\" move = \"gfx/anims/base.xsm\" }");
    related_add_text(
        r, "game/interface/deep/base.gfx",
        "EMFXActorType = { name = \"B\" actorfile = \"gfx/anims/b.xac\" move = \"gfx/anims/idle.xsm\" }");
    related_assert_findings(
        r, paradox,
        "m/interface/a.gfx 2:44-2:65 error pdx/missing-actor-file 59+21 EMFXActorType[\"Car\"].actorfile "
        "x2[2,8] actor \"Car\" is not drawn: there is no file gfx\\\\anims\\\\Car.xac | "
        "gfx\\\\anims\\\\Car.xac\n"
        "3:9-3:27 error pdx/missing-motion 89+18 EMFXActorType[\"Car\"].idle x1[3] actor \"Car\" stands "
        "still in its motion \"idle\": there is no file gfx/anims/idle.xsm | gfx/anims/idle.xsm\n"
        "4:35-4:53 error pdx/missing-motion 142+18 EMFXActorType[\"Car\"].animation[\"go\"].file x2[4,5] "
        "actor \"Car\" stands still in its motion \"go\": there is no file gfx/anims/go.xsm | "
        "gfx/anims/go.xsm\n"
        "7:17-7:36 error pdx/missing-motion 280+19 EMFXActorType[\"Car\"].sub.file x1[7] actor \"Car\" "
        "stands still in its motion \"file\": there is no file gfx/anims/sub.xsm | gfx/anims/sub.xsm\n"
        "8:71-8:91 note pdx/missing-motion 374+20 EMFXActorType[\"Bus\"].move x1[8] actor \"Bus\" stands "
        "still in its motion \"move\": there is no file gfx/anims/base.xsm | gfx/anims/base.xsm\n");
    related_assert_not_judged(
        r, paradox,
        "xsm/no-node-matches 1/1 m/gfx/anims/There.XSM: the targets may be in the game, and --with gives "
        "no whole game");
    related_assert_reads(
        r, paradox,
        "bytes m/interface/a.gfx, bytes m/interface/deep/b.gfx, bytes game/interface/base.gfx, bytes "
        "game/interface/deep/base.gfx; ; ");
    related_assert_known(r, paradox, "ccc");
    r->files[r->all.checked].path = "game/gfx/flags/base00.dds"; /* with 49 actors it may be no game */
    related_assert_findings(r, paradox, "");
    related_assert_not_judged(
        r, paradox,
        "xsm/no-node-matches 1/1 m/gfx/anims/There.XSM: the targets may be in the game, and --with gives "
        "no whole game; pdx/missing-actor-file 2/1 m/interface/a.gfx: the targets may be in the game, "
        "and --with gives no whole game; pdx/missing-motion 5/1 m/interface/a.gfx: the targets may be in "
        "the game, and --with gives no whole game");
    related_assert_shortage(r, paradox);
}

static const char names[] =
    "EMFXActorType = { name = \"A\" actorfile = \"gfx/anims/big_car.xac\" idle = \"gfx/anims/walk.xsm\"\n"
    " a = \"gfx/anims/run.xsm\" b = \"gfx/anims/gaurdian.xac\" c = \"gfx/anims/gaurd.xac\"\n"
    " d = \"gfx/anims/many.xac\" e = \"gfx/anims/two.xsm\" f = \"gfx/anims/base1.xac\" g = "
    "\"gfx/anims/walk.xac\"\n"
    " h = \"gfx/anims/soldieres.xac\" i = \"gfx/anims/long.xac\" j = \"gfx/anims/longer.xac\" }\n";

static void files_with_similar_names(void **state)
{
    related *r = *state;
    related_add_text(r, "m/interface/a.gfx", names);
    related_add(r, "m/gfx/anims/Big-Car .xac", "");
    related_add(r, "m/gfx/anims/guard.xac", "");
    related_add(r, "m/gfx/anims/guardian.xac", "");
    related_add(r, "m/gfx/anims/long1234567.xac", "");
    related_add(r, "m/gfx/anims/longer123456.xac", "");
    related_add(r, "m/gfx/anims/many1.xac", "");
    related_add(r, "m/gfx/anims/many2.xac", "");
    related_add(r, "m/gfx/anims/soldiers.xac", "");
    related_add(r, "m/gfx/anims/soldieresx.xsm", "");
    related_add(r, "m/gfx/anims/two_a.xsm", "");
    related_add(r, "m/gfx/anims/walk_a.xsm", "");
    related_add(r, "m/gfx/deeper/r_u_n.xsm", "");
    related_add_actors(r, "node root\nend");
    related_add(r, "game/gfx/anims/two.b.xsm", "");
    related_assert_findings(
        r, paradox,
        "m/interface/a.gfx 1:42-1:65 error pdx/missing-actor-file 41+23 EMFXActorType[\"A\"].actorfile "
        "x1[1] actor \"A\" is not drawn: there is no file gfx/anims/big_car.xac; did you mean "
        "\"gfx/anims/Big-Car .xac\"? | gfx/anims/big_car.xac | gfx/anims/Big-Car .xac\n"
        "1:73-1:93 error pdx/missing-motion 72+20 EMFXActorType[\"A\"].idle x1[1] actor \"A\" stands "
        "still in its motion \"idle\": there is no file gfx/anims/walk.xsm; did you mean "
        "\"gfx/anims/walk_a.xsm\"? | gfx/anims/walk.xsm | gfx/anims/walk_a.xsm\n"
        "2:6-2:25 error pdx/missing-motion 98+19 EMFXActorType[\"A\"].a x1[2] actor \"A\" stands still "
        "in its motion \"a\": there is no file gfx/anims/run.xsm; did you mean \"gfx/deeper/r_u_n.xsm\"? "
        "| gfx/anims/run.xsm | gfx/deeper/r_u_n.xsm\n"
        "2:30-2:54 error pdx/missing-actor-file 122+24 EMFXActorType[\"A\"].b x1[2] actor \"A\" is not "
        "drawn: there is no file gfx/anims/gaurdian.xac; did you mean \"gfx/anims/guardian.xac\"? | "
        "gfx/anims/gaurdian.xac | gfx/anims/guardian.xac\n"
        "2:59-2:80 error pdx/missing-actor-file 151+21 EMFXActorType[\"A\"].c x1[2] actor \"A\" is not "
        "drawn: there is no file gfx/anims/gaurd.xac; did you mean \"gfx/anims/guard.xac\"? | "
        "gfx/anims/gaurd.xac | gfx/anims/guard.xac\n"
        "3:6-3:26 error pdx/missing-actor-file 178+20 EMFXActorType[\"A\"].d x1[3] actor \"A\" is not "
        "drawn: there is no file gfx/anims/many.xac | gfx/anims/many.xac\n"
        "3:31-3:50 error pdx/missing-motion 203+19 EMFXActorType[\"A\"].e x1[3] actor \"A\" stands still "
        "in its motion \"e\": there is no file gfx/anims/two.xsm; did you mean \"gfx/anims/two_a.xsm\"? "
        "| gfx/anims/two.xsm | gfx/anims/two_a.xsm\n"
        "3:55-3:76 error pdx/missing-actor-file 227+21 EMFXActorType[\"A\"].f x1[3] actor \"A\" is not "
        "drawn: there is no file gfx/anims/base1.xac | gfx/anims/base1.xac\n"
        "3:81-3:101 error pdx/missing-actor-file 253+20 EMFXActorType[\"A\"].g x1[3] actor \"A\" is not "
        "drawn: there is no file gfx/anims/walk.xac | gfx/anims/walk.xac\n"
        "4:6-4:31 error pdx/missing-actor-file 279+25 EMFXActorType[\"A\"].h x1[4] actor \"A\" is not "
        "drawn: there is no file gfx/anims/soldieres.xac; did you mean \"gfx/anims/soldiers.xac\"? | "
        "gfx/anims/soldieres.xac | gfx/anims/soldiers.xac\n"
        "4:36-4:56 error pdx/missing-actor-file 309+20 EMFXActorType[\"A\"].i x1[4] actor \"A\" is not "
        "drawn: there is no file gfx/anims/long.xac | gfx/anims/long.xac\n"
        "4:61-4:83 error pdx/missing-actor-file 334+22 EMFXActorType[\"A\"].j x1[4] actor \"A\" is not "
        "drawn: there is no file gfx/anims/longer.xac; did you mean \"gfx/anims/longer123456.xac\"? | "
        "gfx/anims/longer.xac | gfx/anims/longer123456.xac\n");
    related_assert_shortage(r, paradox);
}

/* Only some names with the same start are compared, and only those of the mod and of references. */
static void files_among_many_similar_names(void **state)
{
    static char many[16][40], fewer[15][40];
    related *r = *state;
    related_add_text(
        r, "m/interface/a.gfx",
        "EMFXActorType = { name = \"A\" actorfile = \"gfx/anims/s.xac\" a = \"gfx/anims/t.xac\"\n"
        "b = \"gfx/anims/hop.xsm\" c = \"gfx/anims/run.xsm\" d = \"gfx/anims/gaurdian.xac\" }\n");
    for (unsigned i = 0; i < 16; i++) {
        (void)snprintf(many[i], sizeof many[i], "m/gfx/anims/sa0000%02u.xac", i);
        related_add(r, many[i], "");
    }
    related_add(r, "m/gfx/anims/sb.xac", "");
    for (unsigned i = 0; i < 15; i++) {
        (void)snprintf(fewer[i], sizeof fewer[i], "m/gfx/anims/ta0000%02u.xac", i);
        related_add(r, fewer[i], "");
    }
    related_add(r, "m/gfx/anims/tb.xac", "");
    related_add(r, "m/gfx/anims/hop_.xsm", "");
    related_add(r, "m/gfx/anims/hopper.xsm", "");
    related_add(r, "m/other/r-u_n.xsm", "");
    related_add(r, "n/gfx/anims/guardian.xac", "");
    related_add_actors(r, NULL);
    related_assert_findings(
        r, paradox,
        "m/interface/a.gfx 1:42-1:59 error pdx/missing-actor-file 41+17 EMFXActorType[\"A\"].actorfile "
        "x1[1] actor \"A\" is not drawn: there is no file gfx/anims/s.xac | gfx/anims/s.xac\n"
        "1:64-1:81 error pdx/missing-actor-file 63+17 EMFXActorType[\"A\"].a x1[1] actor \"A\" is not "
        "drawn: there is no file gfx/anims/t.xac; did you mean \"gfx/anims/tb.xac\"? | gfx/anims/t.xac | "
        "gfx/anims/tb.xac\n"
        "2:5-2:24 error pdx/missing-motion 85+19 EMFXActorType[\"A\"].b x1[2] actor \"A\" stands still in "
        "its motion \"b\": there is no file gfx/anims/hop.xsm; did you mean \"gfx/anims/hop_.xsm\"? | "
        "gfx/anims/hop.xsm | gfx/anims/hop_.xsm\n"
        "2:29-2:48 error pdx/missing-motion 109+19 EMFXActorType[\"A\"].c x1[2] actor \"A\" stands still "
        "in its motion \"c\": there is no file gfx/anims/run.xsm; did you mean \"other/r-u_n.xsm\"? | "
        "gfx/anims/run.xsm | other/r-u_n.xsm\n"
        "2:53-2:77 error pdx/missing-actor-file 133+24 EMFXActorType[\"A\"].d x1[2] actor \"A\" is not "
        "drawn: there is no file gfx/anims/gaurdian.xac | gfx/anims/gaurdian.xac\n");
}

/* ---- Victoria 2 ---------------------------------------------------------------------------------------- */

typedef struct gfx_text {
    char text[1 << 14];
    size_t length;
} gfx_text;

static void put(gfx_text *g, const char *name, const char *path)
{
    g->length += (size_t)snprintf(g->text + g->length, sizeof g->text - g->length,
                                  "EMFXActorType = { name = \"%s\" actorfile = \"%s\" }\n", name, path);
    assert_true(g->length < sizeof g->text);
}

/* A mod with that many names of the game's files and of own files, which are there. */
static void put_names(gfx_text *g, size_t known, size_t own)
{
    char name[32], path[64];
    for (size_t i = 0; i < known; i++) {
        (void)snprintf(name, sizeof name, "k%zu", i);
        put(g, name, pdx_victoria2_file(i));
    }
    for (size_t i = 0; i < own; i++) {
        (void)snprintf(name, sizeof name, "o%zu", i);
        (void)snprintf(path, sizeof path, "gfx/anims/own%zu.xac", i);
        put(g, name, path);
    }
}

static void add_mod_for_victoria_2(related *r)
{
    static char own[11][32];
    static gfx_text g;
    g.length = 0;
    put_names(&g, 5, 11);
    put(&g, "none", "gfx/anims/None.xac");
    put(&g, "horse", "gfx/anims/hor_se.xac");
    put(&g, "models", "gfx/models/austria_hungery_infantry2.xac");
    put(&g, "cut", "gfx/anims/own11.xac");
    for (unsigned i = 0; i < 11; i++) {
        (void)snprintf(own[i], sizeof own[i], "m/gfx/anims/own%u.xac", i % 11);
        related_add(r, own[i], "");
    }
    related_add_text(r, "m/interface/a.gfx", g.text);
}

static void files_that_a_mod_for_victoria_2_lacks(void **state)
{
    related *r = *state;
    add_mod_for_victoria_2(r);
    related_assert_findings(
        r, paradox,
        "m/interface/a.gfx 17:45-17:65 warning? pdx/missing-actor-file 1182+20 "
        "EMFXActorType[\"none\"].actorfile x1[17] actor \"none\" is not drawn: there is no file "
        "gfx/anims/None.xac in the mod or in Victoria 2 | gfx/anims/None.xac\n"
        "18:46-18:68 warning? pdx/missing-actor-file 1250+22 EMFXActorType[\"horse\"].actorfile x1[18] "
        "actor \"horse\" is not drawn: there is no file gfx/anims/hor_se.xac in the mod or in Victoria 2; "
        "did you mean \"gfx/anims/horse.xac\"? | gfx/anims/hor_se.xac | gfx/anims/horse.xac\n"
        "19:47-19:89 warning? pdx/missing-actor-file 1321+42 EMFXActorType[\"models\"].actorfile x1[19] "
        "actor \"models\" is not drawn: there is no file gfx/models/austria_hungery_infantry2.xac in the "
        "mod or in Victoria 2; did you mean \"gfx/anims/austria_hungery_infantry2.xac\"? | "
        "gfx/models/austria_hungery_infantry2.xac | gfx/anims/austria_hungery_infantry2.xac\n"
        "20:44-20:65 warning? pdx/missing-actor-file 1409+21 EMFXActorType[\"cut\"].actorfile x1[20] actor "
        "\"cut\" is not drawn: there is no file gfx/anims/own11.xac in the mod or in Victoria 2 | "
        "gfx/anims/own11.xac\n");
    related_add_text(r, "m/m.mod", "name = \"M\" replace_path = \"gfx/anims\"");
    related_assert_findings(
        r, paradox,
        "m/interface/a.gfx 1:43-1:84 warning? pdx/missing-actor-file 42+41 EMFXActorType[\"k0\"].actorfile "
        "x1[1] actor \"k0\" is not drawn: there is no file gfx/anims/austria_hungery_infantry2.xac in the "
        "mod, which replaces this folder of the game | gfx/anims/austria_hungery_infantry2.xac\n"
        "2:43-2:81 warning? pdx/missing-actor-file 128+38 EMFXActorType[\"k1\"].actorfile x1[2] actor "
        "\"k1\" is not drawn: there is no file gfx/anims/austriahungery_helmet1.xac in the mod, which "
        "replaces this folder of the game | gfx/anims/austriahungery_helmet1.xac\n"
        "3:43-3:82 warning? pdx/missing-actor-file 211+39 EMFXActorType[\"k2\"].actorfile x1[3] actor "
        "\"k2\" is not drawn: there is no file gfx/anims/austriahungery_helmet21.xac in the mod, which "
        "replaces this folder of the game | gfx/anims/austriahungery_helmet21.xac\n"
        "4:43-4:82 warning? pdx/missing-actor-file 295+39 EMFXActorType[\"k3\"].actorfile x1[4] actor "
        "\"k3\" is not drawn: there is no file gfx/anims/austriahungery_helmet22.xac in the mod, which "
        "replaces this folder of the game | gfx/anims/austriahungery_helmet22.xac\n"
        "5:43-5:82 warning? pdx/missing-actor-file 379+39 EMFXActorType[\"k4\"].actorfile x1[5] actor "
        "\"k4\" is not drawn: there is no file gfx/anims/austriahungery_infantry.xac in the mod, which "
        "replaces this folder of the game | gfx/anims/austriahungery_infantry.xac\n"
        "17:45-17:65 warning? pdx/missing-actor-file 1182+20 EMFXActorType[\"none\"].actorfile x1[17] "
        "actor \"none\" is not drawn: there is no file gfx/anims/None.xac in the mod or in Victoria 2 | "
        "gfx/anims/None.xac\n"
        "18:46-18:68 warning? pdx/missing-actor-file 1250+22 EMFXActorType[\"horse\"].actorfile x1[18] "
        "actor \"horse\" is not drawn: there is no file gfx/anims/hor_se.xac in the mod or in Victoria 2 | "
        "gfx/anims/hor_se.xac\n"
        "19:47-19:89 warning? pdx/missing-actor-file 1321+42 EMFXActorType[\"models\"].actorfile x1[19] "
        "actor \"models\" is not drawn: there is no file gfx/models/austria_hungery_infantry2.xac in the "
        "mod or in Victoria 2 | gfx/models/austria_hungery_infantry2.xac\n"
        "20:44-20:65 warning? pdx/missing-actor-file 1409+21 EMFXActorType[\"cut\"].actorfile x1[20] actor "
        "\"cut\" is not drawn: there is no file gfx/anims/own11.xac in the mod or in Victoria 2 | "
        "gfx/anims/own11.xac\n");
}

/* If the whole game is given, it tells which files there are. */
static void a_mod_for_victoria_2_and_its_game(void **state)
{
    related *r = *state;
    add_mod_for_victoria_2(r);
    related_add_actors(r, NULL);
    related_add(r, "game/gfx/anims/austria_hungery_infantry2.xac", "");
    related_assert_findings(
        r, paradox,
        "m/interface/a.gfx 2:43-2:81 error pdx/missing-actor-file 128+38 EMFXActorType[\"k1\"].actorfile "
        "x1[2] actor \"k1\" is not drawn: there is no file gfx/anims/austriahungery_helmet1.xac; did you "
        "mean \"gfx/anims/austriahungery_helmet1.xac\"? | gfx/anims/austriahungery_helmet1.xac | "
        "gfx/anims/austriahungery_helmet1.xac\n"
        "3:43-3:82 error pdx/missing-actor-file 211+39 EMFXActorType[\"k2\"].actorfile x1[3] actor \"k2\" "
        "is not drawn: there is no file gfx/anims/austriahungery_helmet21.xac; did you mean "
        "\"gfx/anims/austriahungery_helmet21.xac\"? | gfx/anims/austriahungery_helmet21.xac | "
        "gfx/anims/austriahungery_helmet21.xac\n"
        "4:43-4:82 error pdx/missing-actor-file 295+39 EMFXActorType[\"k3\"].actorfile x1[4] actor \"k3\" "
        "is not drawn: there is no file gfx/anims/austriahungery_helmet22.xac; did you mean "
        "\"gfx/anims/austriahungery_helmet22.xac\"? | gfx/anims/austriahungery_helmet22.xac | "
        "gfx/anims/austriahungery_helmet22.xac\n"
        "5:43-5:82 error pdx/missing-actor-file 379+39 EMFXActorType[\"k4\"].actorfile x1[5] actor \"k4\" "
        "is not drawn: there is no file gfx/anims/austriahungery_infantry.xac; did you mean "
        "\"gfx/anims/austria_hungery_infantry2.xac\"? | gfx/anims/austriahungery_infantry.xac | "
        "gfx/anims/austria_hungery_infantry2.xac\n"
        "17:45-17:65 error pdx/missing-actor-file 1182+20 EMFXActorType[\"none\"].actorfile x1[17] actor "
        "\"none\" is not drawn: there is no file gfx/anims/None.xac | gfx/anims/None.xac\n"
        "18:46-18:68 error pdx/missing-actor-file 1250+22 EMFXActorType[\"horse\"].actorfile x1[18] actor "
        "\"horse\" is not drawn: there is no file gfx/anims/hor_se.xac; did you mean "
        "\"gfx/anims/horse.xac\"? | gfx/anims/hor_se.xac | gfx/anims/horse.xac\n"
        "19:47-19:89 error pdx/missing-actor-file 1321+42 EMFXActorType[\"models\"].actorfile x1[19] actor "
        "\"models\" is not drawn: there is no file gfx/models/austria_hungery_infantry2.xac; did you mean "
        "\"gfx/anims/austria_hungery_infantry2.xac\"? | gfx/models/austria_hungery_infantry2.xac | "
        "gfx/anims/austria_hungery_infantry2.xac\n"
        "20:44-20:65 error pdx/missing-actor-file 1409+21 EMFXActorType[\"cut\"].actorfile x1[20] actor "
        "\"cut\" is not drawn: there is no file gfx/anims/own11.xac | gfx/anims/own11.xac\n");
}

/* ---- Pictures ------------------------------------------------------------------------------------------ */

static const char sprites[] =
    "objectTypes = { EMFXActorType = { name = \"a\" actorfile = \"gfx/anims/base00.xac\" } }\n"
    "spriteTypes = {\n"
    "spriteType = { name = \"GFX_a\" texturefile = \"gfx/interface/A.dds\" }\n"
    "spriteType = { texturefile = \"gfx//interface\\\\gone.dds\" name = \"GFX_b\" }\n"
    "spriteType = { name = \"GFX_c\" texturefile = \"gfx/interface/other.tga\" }\n"
    "spriteType = { name = \"GFX_d\" texturefile = \"gfx/interface/noend\" }\n"
    "spriteType = { name = \"GFX_d\" texturefile = \"gfx/interface/v1.2/gone\" }\n"
    "spriteType = { name = \"GFX_e\" texturefile = \"\" }\n"
    "spriteType = { name = \"GFX_f\" texturefile = \"gfx/interface/Gone.DDS\" }\n"
    "spriteType = { name = \"GFX_g\" texturefile = \"gfx/interface/base.dds\" }\n"
    "spriteType = { name = \"GFX_h\" texturefile = \"gfx/interface/inherited.dds\" }\n"
    "} texturefile = \"gfx/interface/top.dds\"\n";

static void pictures_of_the_interface(void **state)
{
    related *r = *state;
    related_add(r, "m/gfx/interface/a.tga", "");
    related_add(r, "m/gfx/interface/noend.tga", "");
    related_add(r, "m/gfx/interface/other.dds", "");
    related_add_text(r, "m/interface/a.gfx", sprites);
    related_assert_not_judged(
        r, paradox,
        "pdx/missing-actor-file 1/1 m/interface/a.gfx: the targets may be in the game (--with GAME "
        "looks); pdx/missing-sprite 6/1 m/interface/a.gfx: the targets may be in the game (--with GAME "
        "looks)");
    related_assert_findings(r, paradox, "");
    related_add_actors(r, "node root\nend");
    related_add(r, "game/gfx/interface/base.tga", "");
    related_add_text(r, "game/interface/base.gfx",
                     "spriteType = { name = \"b\" texturefile = \"gfx/interface/z.dds\" } "
                     "spriteType = { name = \"a\" texturefile = \"gfx/interface/inherited.dds\" }");
    related_assert_findings(
        r, paradox,
        "m/interface/a.gfx 4:30-4:56 warning pdx/missing-sprite 197+26 spriteType[\"GFX_b\"].texturefile "
        "x2[4,9] \"GFX_b\" is not drawn: there is no picture gfx//interface\\\\gone.dds | "
        "gfx//interface\\\\gone.dds\n"
        "7:45-7:70 warning pdx/missing-sprite 425+25 spriteType[\"GFX_d\"][1].texturefile x1[7] "
        "\"GFX_d\" is not drawn: there is no picture gfx/interface/v1.2/gone | gfx/interface/v1.2/gone\n"
        "12:17-12:40 warning pdx/missing-sprite 736+23 [\"\"].texturefile x1[12] \"\" is not drawn: "
        "there is no picture gfx/interface/top.dds | gfx/interface/top.dds\n");
    related_assert_shortage(r, paradox);
}

/* ---- Unused files -------------------------------------------------------------------------------------- */

/* A complete mod of 100 references. */
static void complete(gfx_text *g)
{
    g->length = 0;
    for (size_t i = 0; i < 99; i++)
        put(g, "a", "gfx/anims/a.xac");
}

static void files_that_no_gfx_names(void **state)
{
    related *r = *state;
    static gfx_text g;
    complete(&g);
    put(&g, "b", "gfx/anims/b.xac");
    related_add(r, "m/gfx/anims/A.xac", "");
    related_add(r, "m/gfx/anims/B.xac", "");
    related_add(r, "m/gfx/anims/Unused.xac", "");
    related_add(r, "m/gfx/anims/attack.xpm", "");
    related_add(r, "m/gfx/anims/elsewhere.xsm", "");
    related_add(r, "m/gfx/anims/horse.xac", "");
    related_add(r, "m/gfx/anims/unused.xsm", "");
    related_add_text(r, "m/interface/a.gfx", g.text);
    related_add_text(r, "m/interface/deep/b.gfx", "x = \"gfx/anims/elsewhere.xsm\"");
    related_add(r, "m/other/unused.xac", "");
    related_add(r, "n/gfx/anims/unused.xac", "");
    related_set_level(r, "pdx/duplicate-type", AL_OFF);
    related_assert_findings(
        r, paradox,
        "m/gfx/anims/Unused.xac note pdx/unused-file 0+0  no .gfx of the mod names gfx/anims/Unused.xac\n"
        "m/gfx/anims/unused.xsm note pdx/unused-file 0+0  no .gfx of the mod names gfx/anims/unused.xsm\n");
    r->unread[8] = true; /* it may name any file */
    related_assert_findings(r, paradox, "");
    r->all.any_unread = true;
    related_assert_findings(r, paradox, "");
    related_assert_known(r, paradox, "bbbbbbbbbbc");
}

/* ---- Types --------------------------------------------------------------------------------------------- */

static void types_of_one_name(void **state)
{
    related *r = *state;
    related_add_text(r, "m/gfx/b.gfx",
                     "EMFXActorType = { name = \"x\" actorfile = \"gfx/anims/4.xac\" }\n"
                     "EMFXActorType = { name = \"y\" actorfile = \"gfx/anims/1.xac\" }\n"
                     "EMFXActorType = { name = \"z\" actorfile = \"gfx/anims/1.xac\" }\n");
    related_add_text(r, "m/interface/A.gfx",
                     "EMFXActorType = { name = \"x\" actorfile = \"gfx/anims/1.xac\" }\n"
                     "EMFXActorType = { name = \"x\" actorfile = \"gfx/anims/1.xac\" }\n"
                     "EMFXActorType = { name = \"x\" actorfile = \"gfx/anims/2.xac\" }\n"
                     "EMFXActorType = { name = \"x\" actorfile = \"gfx/anims/3.xac\" }\n"
                     "EMFXActorType = { name = \"x\" actorfile = \"gfx/anims/1.xac\" }\n"
                     "EMFXActorType = { name = \"x\" actorfile = \"gfx/models/1.xac\" }\n"
                     "EMFXActorType = { name = \"w\" actorfile = \"gfx/models/1.xac\" }\n"
                     "EMFXActorType = { name = \"w\" actorfile = \"gfx/anims/1.xac\" }\n"
                     "EMFXActorType = { name = \"w\" actorfile = \"gfx/anims/2.xac\" }\n"
                     "EMFXActorType = { name = \"\" actorfile = \"gfx/anims/1.xac\" }\n"
                     "EMFXActorType = { name = \"\" actorfile = \"gfx/anims/2.xac\" }\n"
                     "EMFXActorType = { name = \"z\" actorfile = \"gfx/anims/1.xac\" }\n");
    related_add_text(r, "n/interface/A.gfx",
                     "EMFXActorType = { name = \"x\" actorfile = \"gfx/anims/1.xac\" }\n");
    related_assert_findings(
        r, paradox,
        "m/interface/A.gfx 1:1-1:14 note pdx/duplicate-type 0+13 EMFXActorType[\"x\"] type \"x\" is in "
        "gfx/b.gfx, too\n"
        "2:1-2:14 note pdx/duplicate-type 61+13 EMFXActorType[\"x\"][1] type \"x\" is in this file "
        "twice\n"
        "3:1-3:14 warning pdx/duplicate-type 122+13 EMFXActorType[\"x\"][2] type \"x\" is in this file "
        "twice, with gfx/anims/1.xac and with gfx/anims/2.xac: one is never seen\n"
        "4:1-4:14 warning pdx/duplicate-type 183+13 EMFXActorType[\"x\"][3] type \"x\" is in this file "
        "twice, with gfx/anims/1.xac and with gfx/anims/3.xac: one is never seen\n"
        "5:1-5:14 warning pdx/duplicate-type 244+13 EMFXActorType[\"x\"][4] type \"x\" is in this file "
        "twice, with gfx/anims/2.xac and with gfx/anims/1.xac: one is never seen\n"
        "6:1-6:14 note pdx/duplicate-type 305+13 EMFXActorType[\"x\"][5] type \"x\" is in this file "
        "twice\n"
        "8:1-8:14 note pdx/duplicate-type 429+13 EMFXActorType[\"w\"][1] type \"w\" is in this file "
        "twice\n"
        "9:1-9:14 warning pdx/duplicate-type 490+13 EMFXActorType[\"w\"][2] type \"w\" is in this file "
        "twice, with gfx/anims/1.xac and with gfx/anims/2.xac: one is never seen\n"
        "12:1-12:14 note pdx/duplicate-type 671+13 EMFXActorType[\"z\"] type \"z\" is in gfx/b.gfx, too\n");
    related_assert_shortage(r, paradox);
}

static void keys_of_a_type(void **state)
{
    related *r = *state;
    related_add_text(
        r, "m/interface/a.gfx",
        "EMFXActorType = { NAME = \"a\" name = \"b\" ActorFile = \"x.xac\" scale = 1 scale = 2 "
        "scale = 3 idle = 1\n"
        "idle = \"gfx/i.xsm\" move = \"m.xsm\" move = \"n.xsm\" attack = 0 attack = 1 sit = 1 sit = 2\n"
        "a = { name = 1 name = 2 scale = 1 scale = 2 } }\n"
        "EMFXActorType = { name = \"no file\" }\n"
        "EMFXActorType = { actorfile = \"no/name.xac\" }\n"
        "EMFXActorType = { actorfile = \"\" name = \"\" }\n"
        "EMFXActorType = { }\n"
        "EMFXActorType = { name = \"outer\" actorfile = \"o.xac\" EMFXActorType = { name = \"inner\" }\n"
        "deep = { EMFXActorType = { name = \"deep\" actorfile = \"o.xac\" } } }\n");
    related_assert_findings(
        r, paradox,
        "m/interface/a.gfx 1:37-1:40 note pdx/duplicate-key 36+3 EMFXActorType[\"a\"].name type \"a\" "
        "has name twice | b\n"
        "1:79-1:80 note pdx/duplicate-key 78+1 EMFXActorType[\"a\"].scale x2 type \"a\" has scale twice "
        "| 2\n"
        "2:8-2:19 note pdx/duplicate-key 106+11 EMFXActorType[\"a\"].idle type \"a\" has idle twice | "
        "gfx/i.xsm\n"
        "2:42-2:49 note pdx/duplicate-key 140+7 EMFXActorType[\"a\"].move type \"a\" has move twice | "
        "n.xsm\n"
        "2:70-2:71 note pdx/duplicate-key 168+1 EMFXActorType[\"a\"].attack type \"a\" has attack twice "
        "| 1\n"
        "4:1-4:14 warning pdx/missing-key 234+13 EMFXActorType[\"no file\"] type \"no file\" has no "
        "actorfile\n"
        "5:1-5:14 warning pdx/missing-key 271+13 EMFXActorType[\"\"] type \"\" has no name\n"
        "7:1-7:14 warning pdx/missing-key 362+13 EMFXActorType[\"\"][2] type \"\" has no name and no "
        "actorfile\n"
        "8:54-8:67 warning pdx/missing-key 435+13 EMFXActorType[\"inner\"] type \"inner\" has no "
        "actorfile\n"
        "8:54-8:67 warning pdx/nested-type 435+13 EMFXActorType[\"inner\"] type \"inner\" lies in "
        "another type: the one before it lacks its }\n"
        "9:10-9:23 warning pdx/nested-type 479+13 EMFXActorType[\"deep\"] type \"deep\" lies in another "
        "type: the one before it lacks its }\n");
    related_assert_known(r, paradox, "c");
}

static void flaws_of_texts(void **state)
{
    related *r = *state;
    static char deep[512];
    const char type[] = "EMFXActorType = { name = \"a\" actorfile = \"a.xac\" } ";
    memcpy(deep, type, sizeof type);
    memset(deep + sizeof type - 1, '{', 66);
    memset(deep + sizeof type - 1 + 66, '}', 66);
    related_add_text(r, "m/interface/a.gfx",
                     "EMFXActorType = { name = \"a\nactorfile = \"a.xac\" x =\n \"y\" = \"z\" = }");
    related_add_text(r, "m/interface/b.gfx",
                     "EMFXActorType = { name = \"b\" actorfile = \"a.xac\" }\n}\n}\n");
    related_add_text(r, "m/interface/c.gfx",
                     "EMFXActorType = { name = \"c\" actorfile = \"a.xac\"\nx = {\ny = {");
    related_add_text(r, "m/interface/d.gfx",
                     "EMFXActorType = { name = \"d\" actorfile = \"a.xac\" } }\nx = 1");
    related_add_text(r, "m/interface/e.gfx",
                     "EMFXActorType = { name = \"e\" actorfile = \"a.xac\" \"q w\" = }\n = 3 = 4");
    related_add_text(r, "m/interface/f.gfx", deep);
    related_add_text(r, "m/interface/g.gfx", "GFX EMFXActorType = { }");
    related_add_text(r, "m/interface/h.gfx", "x = {");
    related_add_text(r, "n/interface/h.gfx", "x = {");
    related_assert_findings(
        r, paradox,
        "m/interface/a.gfx 1:26-1:28 warning pdx/syntax 25+2  x3[1,3,3] a quote is still open at the end "
        "of its line\n"
        "m/interface/b.gfx 2:1-2:2 note pdx/syntax 51+1  x2[2,3] a } at the end closes nothing\n"
        "m/interface/c.gfx 1:17-1:18 note pdx/syntax 16+1  x3[1,2,3] a { is still open at the end of the "
        "file\n"
        "m/interface/d.gfx 1:52-1:53 warning pdx/syntax 51+1  x1[1] a } closes nothing, and more comes "
        "after it\n"
        "m/interface/e.gfx 1:50-1:55 warning pdx/syntax 49+5  x2[1,2] \"q w\" has no value\n"
        "m/interface/f.gfx 1:1-1:14 note pdx/duplicate-type 0+13 EMFXActorType[\"a\"] type \"a\" is in "
        "interface/a.gfx, too\n"
        "1:116-1:117 error pdx/limit 115+1  x1[1] braces are read to level 64: what lies deeper was not "
        "checked\n"
        "m/interface/h.gfx 1:5-1:6 note pdx/syntax 4+1  x1[1] a { is still open at the end of the file\n");
    related_assert_shortage(r, paradox);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        RELATED_TEST(files_that_a_mod_and_its_game_lack),
        RELATED_TEST(files_with_similar_names),
        RELATED_TEST(files_among_many_similar_names),
        RELATED_TEST(files_that_a_mod_for_victoria_2_lacks),
        RELATED_TEST(a_mod_for_victoria_2_and_its_game),
        RELATED_TEST(pictures_of_the_interface),
        RELATED_TEST(files_that_no_gfx_names),
        RELATED_TEST(types_of_one_name),
        RELATED_TEST(keys_of_a_type),
        RELATED_TEST(flaws_of_texts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
