/* paradox_actors_test.c: what is reported of actors and motions in mods for Victoria 2 and related games. */
#include "related.h"
#include "unit.h"

#include <string.h>

#include "relations/relations.h"

static const al_relation *const paradox = &al_paradox_relation;

static const char game_actor[] = "node root\nnode Saddle\ntexture 2/0 base\nend";

/* ---- Attachments --------------------------------------------------------------------------------------- */

static const char attached[] =
    "EMFXActorType = { name = \"A\" actorfile = \"gfx/anims/a.xac\"\n"
    " attach = { name = \"B\" node = \"Hand\" }\n"
    " attach = { name = \"b\" node = \"none\" }\n"
    " attach = { name = \"gone\" node = \"ROOT\" }\n"
    " attach = { node = \"Tail\" name = \"Base\" }\n"
    " attach = { node = \"\" name = \"\" }\n"
    " other = { attach = { node = \"x\" name = \"y\" } } }\n"
    "EMFXActorType = { name = \"B\" actorfile = \"gfx/anims/gone.xac\" attach = { name = \"A\" node "
    "= \"x\" } }\n"
    "EMFXActorType = { name = \"C\" attach = { name = \"A\" node = \"x\" } }\n"
    "EMFXActorType = { name = \"D\" actorfile = \"gfx/anims/cut.xac\" attach = { name = \"a\" node "
    "= \"x\" } }\n"
    "EMFXActorType = { name = \"E\" actorfile = \"gfx/anims/base00.xac\" attach = { name = \"a\" "
    "node = \"x\" } }\n"
    "attach = { name = \"nowhere\" node = \"x\" }\n";

static void things_are_attached_to_nodes(void **state)
{
    related *r = *state;
    related_add_facts(r, "m/gfx/anims/A.xac", "xac", "node root\nnode HAND\nend");
    related_add_facts(r, "m/gfx/anims/cut.xac", "xac", "node root");
    related_add_facts(r, "m/gfx/anims/other.xac", "xac", "node root\nend");
    related_add_text(r, "m/interface/a.gfx", attached);
    related_add_text(r, "m/interface/deep/b.gfx", attached);
    related_set_level(r, "pdx/missing-key", AL_OFF);
    related_assert_findings(
        r, paradox,
        "m/interface/a.gfx 3:31-3:37 warning pdx/attach-node 128+6 "
        "EMFXActorType[\"A\"].attach[\"b\"].node \"b\" is attached to node \"none\", which "
        "gfx/anims/A.xac doesn't have | none\n"
        "5:20-5:26 warning pdx/attach-node 198+6 EMFXActorType[\"A\"].attach[\"Base\"].node \"Base\" is "
        "attached to node \"Tail\", which gfx/anims/A.xac doesn't have | Tail\n");
    related_assert_not_judged(
        r, paradox,
        "pdx/missing-actor-file 2/1 m/interface/a.gfx: the targets may be in the game (--with GAME "
        "looks); pdx/attach-node 2/1 m/interface/a.gfx: the targets may be in the game (--with GAME "
        "looks); pdx/attach-type 2/1 m/interface/a.gfx: the targets may be in the game (--with GAME "
        "looks)");
    related_set_level(r, "pdx/missing-texture", AL_OFF);
    related_assert_reads(
        r, paradox,
        "bytes m/interface/a.gfx, bytes m/interface/deep/b.gfx; facts m/gfx/anims/A.xac, facts "
        "m/gfx/anims/cut.xac; ");
    related_add_actors(r, game_actor);
    related_add_text(r, "game/interface/z.gfx",
                     "EMFXActorType = { name = \"z\" } EMFXActorType = { name = \"BASE\" }");
    related_assert_findings(
        r, paradox,
        "m/interface/a.gfx 3:31-3:37 warning pdx/attach-node 128+6 "
        "EMFXActorType[\"A\"].attach[\"b\"].node \"b\" is attached to node \"none\", which "
        "gfx/anims/A.xac doesn't have | none\n"
        "4:20-4:26 warning pdx/attach-type 156+6 EMFXActorType[\"A\"].attach[\"gone\"].name no "
        "EMFXActorType is called \"gone\": nothing is attached to \"A\" there | gone\n"
        "5:20-5:26 warning pdx/attach-node 198+6 EMFXActorType[\"A\"].attach[\"Base\"].node \"Base\" is "
        "attached to node \"Tail\", which gfx/anims/A.xac doesn't have | Tail\n"
        "8:42-8:62 error pdx/missing-actor-file 346+20 EMFXActorType[\"B\"].actorfile x1[8] actor \"B\" "
        "is not drawn: there is no file gfx/anims/gone.xac | gfx/anims/gone.xac\n"
        "11:94-11:97 warning pdx/attach-node 661+3 EMFXActorType[\"E\"].attach[\"a\"].node \"a\" is "
        "attached to node \"x\", which gfx/anims/base00.xac doesn't have | x\n");
    related_assert_shortage(r, paradox);
}

/* ---- Textures ------------------------------------------------------------------------------------------ */

static const char layers[] =
    "texture 2/0 Coat\ntexture 2/0 other\ntexture 2/0 flag\ntexture 2/0 GONE\ntexture 3/0 shine\n"
    "texture 2/1 unused\ntexture 2/0  .coat.TGA. \ntexture 2/0 x\\y/coat\ntexture 2/0 x/none.jpg\n"
    "texture 2/0 \ntexture 3/1 coat.psd\ntexture 2/0 coat.txt\ntexture 2/0 own\ntexture 2/0 gun.bmp\n"
    "texture 2/0 ..\nuse 0\nend";

/* Of an actor that rests on unread files, none is called missing. */
static void textures_are_partners(void **state)
{
    related *r = *state;
    related_add(r, "m/gfx/anims/Coat.dds", "");
    related_add_facts(r, "m/gfx/anims/a.xac", "xac",
                      "texture 2/0 coat\ntexture 2/0 coat.\ntexture 2/0 gone\ntexture 3/0 coat..\n"
                      "texture 2/1 coat...\ntexture 2/0 \ntexture 2/0 coat\nuse 0\nend");
    related_add_text(r, "m/interface/a.gfx",
                     "EMFXActorType = { name = \"a\" actorfile = \"gfx/anims/a.xac\" }");
    related_add(r, "m/interface/b.gfx", "");
    related_assert_partners(r, paradox, 0, "");
    related_assert_partners(r, paradox, 1,
                            "texture m/gfx/anims/Coat.dds for coat; missing texture coat. for coat.");
    r->all.any_unread = r->unread[3] = true;
    related_assert_partners(r, paradox, 1, "texture m/gfx/anims/Coat.dds for coat");
}

static void textures_of_actors(void **state)
{
    related *r = *state;
    related_add(r, "m/gfx/anims/Coat.dds", "");
    related_add_facts(r, "m/gfx/anims/a.xac", "xac", layers);
    related_add(r, "m/gfx/anims/flag.dds.txt", "");
    related_add_facts(r, "m/gfx/anims/same.xac", "xac", "texture 2/0 base\nuse 0\nend");
    related_add(r, "m/gfx/flags/deep/FLAG.tga", "");
    related_add_facts(r, "m/gfx/models/m.xac", "xac", "texture 2/0 own\nuse 0\nend");
    related_add(r, "m/gfx/models/own.tga", "");
    related_add_text(r, "m/interface/a.gfx",
                     "EMFXActorType = { name = \"a\" actorfile = \"gfx/anims/a.xac\" }");
    related_add_facts(r, "n/gfx/anims/a.xac", "xac", layers); /* without types */
    related_assert_findings(
        r, paradox,
        "m/gfx/anims/a.xac warning pdx/missing-texture 118+12 facts[6] there is no picture of the name "
        "\" .coat.TGA. \", but there is gfx/anims/Coat.dds |  .coat.TGA.  | gfx/anims/Coat.dds\n"
        "warning pdx/missing-texture 143+8 facts[7] there is no picture of the name \"x\\y/coat\", but "
        "there is gfx/anims/Coat.dds | x\\y/coat | gfx/anims/Coat.dds\n"
        "warning pdx/missing-texture 200+8 facts[10] there is no picture of the name \"coat.psd\", but "
        "there is gfx/anims/Coat.dds | coat.psd | gfx/anims/Coat.dds\n");
    related_assert_not_judged(
        r, paradox,
        "pdx/missing-texture 9/2 m/gfx/anims/a.xac: the targets may be in the game (--with GAME looks)");
    related_add_actors(r, game_actor);
    related_add_facts(r, "game/gfx/anims/same.xac", "xac", "texture 2/0 base\nuse 0\nend");
    related_add(r, "game/gfx/models/gun.dds", "");
    related_add(r, "game/other.dds", "");
    related_assert_findings(
        r, paradox,
        "m/gfx/anims/a.xac warning pdx/missing-texture 29+5 facts[1] there is no picture \"other\" "
        "beside the actor, in gfx/anims or below gfx: the part is drawn without its colours | other\n"
        "warning pdx/missing-texture 64+4 facts[3] there is no picture \"GONE\" beside the actor, in "
        "gfx/anims or below gfx: the part is drawn without its colours | GONE\n"
        "note pdx/missing-texture 81+5 facts[4] there is no picture \"shine\" beside the actor, in "
        "gfx/anims or below gfx | shine\n"
        "note pdx/missing-texture 99+6 facts[5] there is no picture \"unused\" beside the actor, in "
        "gfx/anims or below gfx | unused\n"
        "warning pdx/missing-texture 118+12 facts[6] there is no picture of the name \" .coat.TGA. \", "
        "but there is gfx/anims/Coat.dds |  .coat.TGA.  | gfx/anims/Coat.dds\n"
        "warning pdx/missing-texture 143+8 facts[7] there is no picture of the name \"x\\y/coat\", but "
        "there is gfx/anims/Coat.dds | x\\y/coat | gfx/anims/Coat.dds\n"
        "warning pdx/missing-texture 164+10 facts[8] there is no picture \"x/none.jpg\" beside the "
        "actor, in gfx/anims or below gfx: the part is drawn without its colours | x/none.jpg\n"
        "warning pdx/missing-texture 200+8 facts[10] there is no picture of the name \"coat.psd\", but "
        "there is gfx/anims/Coat.dds | coat.psd | gfx/anims/Coat.dds\n"
        "warning pdx/missing-texture 221+8 facts[11] there is no picture \"coat.txt\" beside the actor, "
        "in gfx/anims or below gfx: the part is drawn without its colours | coat.txt\n"
        "warning pdx/missing-texture 258+7 facts[13] there is no picture of the name \"gun.bmp\", but "
        "there is gfx/models/gun.dds | gun.bmp | gfx/models/gun.dds\n"
        "warning pdx/missing-texture 278+2 facts[14] there is no picture \"..\" beside the actor, in "
        "gfx/anims or below gfx: the part is drawn without its colours | ..\n"
        "m/gfx/anims/same.xac note pdx/missing-texture 12+4 facts[0] there is no picture \"base\" beside "
        "the actor, in gfx/anims or below gfx: the part is drawn without its colours | base\n");
    related_assert_not_judged(r, paradox, "");
    related_assert_shortage(r, paradox);
    related_set_level(r, "pdx/missing-texture", AL_OFF);
    related_assert_reads(r, paradox, "bytes m/interface/a.gfx; ; ");
}

/* A texture is beside its actor, in gfx/anims/, or below gfx/, by its name alone. Of two, the first is shown.
 */
static void textures_in_folders(void **state)
{
    related *r = *state;
    related_add(r, "m/gfx/a/p.dds", "");
    related_add(r, "m/gfx/anims/.dds", "");
    related_add(r, "m/gfx/anims/q.dds", "");
    related_add(r, "m/gfx/anims/sub/v.dds", "");
    related_add(r, "m/gfx/anims/sub/w.tga", "");
    related_add(r, "m/gfx/b/p.dds", "");
    related_add_text(r, "m/interface/a.gfx", "EMFXActorType = { name = \"a\" actorfile = \"units/a.xac\" }");
    related_add_facts(
        r, "m/units/a.xac", "xac",
        "texture 2/0 t\ntexture 2/0 y\ntexture 2/0 sub/v\ntexture 2/0 sub/w\ntexture 2/0 sub/x\n"
        "texture 2/0 z\ntexture 2/0  q\ntexture 2/0 dir/ q\ntexture 2/0 .\ntexture 2/0  p\nuse 0\nend");
    related_add(r, "m/units/sub/x.dds", "");
    related_add(r, "m/units/t.tga", "");
    related_add(r, "m/units/y.dds", "");
    related_add_reference(r, "other", false);
    related_add(r, "other/gfx/interface/a.dds", "");
    related_assert_findings(
        r, paradox,
        "m/units/a.xac warning pdx/missing-texture 94+1 facts[5] there is no picture \"z\" beside the "
        "actor, in gfx/anims or below gfx: the part is drawn without its colours | z\n"
        "warning pdx/missing-texture 108+2 facts[6] there is no picture of the name \" q\", but there is "
        "gfx/anims/q.dds |  q | gfx/anims/q.dds\n"
        "warning pdx/missing-texture 123+6 facts[7] there is no picture of the name \"dir/ q\", but there "
        "is gfx/anims/q.dds | dir/ q | gfx/anims/q.dds\n"
        "warning pdx/missing-texture 142+1 facts[8] there is no picture \".\" beside the actor, in "
        "gfx/anims or below gfx: the part is drawn without its colours | .\n"
        "warning pdx/missing-texture 156+2 facts[9] there is no picture of the name \" p\", but there is "
        "gfx/a/p.dds |  p | gfx/a/p.dds\n");
}

/* All textures are there: actors of references are not read. */
static void digests_are_read_only_where_textures_are_missing(void **state)
{
    related *r = *state;
    related_add(r, "m/gfx/anims/Coat.dds", "");
    related_add_facts(r, "m/gfx/anims/a.xac", "xac",
                      "texture 2/0 coat\ntexture 3/0 gone\ntexture 2/1 gone\nuse 0\nend");
    related_add_text(r, "m/interface/a.gfx",
                     "EMFXActorType = { name = \"a\" actorfile = \"gfx/anims/a.xac\" }");
    related_add_reference(r, "other", false);
    related_add(r, "other/gfx/interface/a.dds", "");
    related_add_facts(r, "other/gfx/anims/a.xac", "xac", "end");
    related_assert_reads(r, paradox, "bytes m/interface/a.gfx; facts m/gfx/anims/a.xac; ");
    r->texts[1] = "texture 2/0 gone\nuse 0\nend";
    related_assert_reads(r, paradox,
                         "bytes m/interface/a.gfx; facts m/gfx/anims/a.xac; facts other/gfx/anims/a.xac");
}

/* ---- Motions ------------------------------------------------------------------------------------------- */

static void motions_move_nodes_of_their_actors(void **state)
{
    related *r = *state;
    related_add_facts(r, "m/gfx/anims/a.xac", "xac", "node Root\nnode Arm\nnode tail\nend");
    related_add_facts(r, "m/gfx/anims/all.xsm", "xsm", "node Zeta\nnode Beta\nend");
    related_add_facts(r, "m/gfx/anims/b.xac", "xac", "node Leg\nend");
    related_add_facts(r, "m/gfx/anims/both.xsm", "xsm", "node Zeta\nnode leg\nend");
    related_add_facts(r, "m/gfx/anims/cut.xsm", "xsm", "node none");
    related_add_facts(r, "m/gfx/anims/empty.xac", "xac", "end");
    related_add_facts(r, "m/gfx/anims/first.xsm", "xsm", "node arm\nnode none\nend");
    related_add_facts(r, "m/gfx/anims/last.xsm", "xsm", "node zz\nnode aa\nnode TAIL\nend");
    related_add_facts(r, "m/gfx/anims/none.xsm", "xsm", "end");
    related_add_facts(r, "m/gfx/anims/one.xsm", "xsm", "node None\nend");
    related_add_facts(r, "m/gfx/anims/part.xac", "xac", "node None");
    related_add_text(
        r, "m/interface/a.gfx",
        "EMFXActorType = { name = \"a\" actorfile = \"gfx/anims/a.xac\" idle = \"gfx/anims/all.xsm\"\n"
        "move = \"gfx/anims/both.xsm\" attack = \"gfx/anims/one.xsm\" x = \"gfx/anims/first.xsm\"\n"
        "y = \"gfx/anims/last.xsm\" z = \"gfx/anims/cut.xsm\" w = \"gfx/anims/none.xsm\" }\n"
        "EMFXActorType = { name = \"b\" actorfile = \"gfx/anims/b.xac\" idle = \"gfx/anims/all.xsm\"\n"
        "move = \"gfx/anims/both.xsm\" }\n"
        "EMFXActorType = { name = \"e\" actorfile = \"gfx/anims/empty.xac\" idle = \"gfx/anims/all.xsm\"\n"
        "move = \"gfx/anims/one.xsm\" }\n"
        "EMFXActorType = { name = \"p\" actorfile = \"gfx/anims/part.xac\" idle = "
        "\"gfx/anims/one.xsm\" }\n");
    related_set_level(r, "pdx/missing-texture", AL_OFF);
    related_assert_findings(
        r, paradox,
        "m/gfx/anims/all.xsm warning xsm/no-node-matches 0+0  motion moves no node of its 2 actors, such "
        "as a.xac: it is for \"Beta\" and others\n"
        "m/gfx/anims/one.xsm warning xsm/no-node-matches 0+0  motion moves no node of a.xac: it is for "
        "\"None\"\n");
    related_assert_reads(
        r, paradox,
        "bytes m/interface/a.gfx; facts m/gfx/anims/a.xac, facts m/gfx/anims/all.xsm, facts "
        "m/gfx/anims/b.xac, facts m/gfx/anims/both.xsm, facts m/gfx/anims/cut.xsm, facts "
        "m/gfx/anims/empty.xac, facts m/gfx/anims/first.xsm, facts m/gfx/anims/last.xsm, facts "
        "m/gfx/anims/none.xsm, facts m/gfx/anims/one.xsm, facts m/gfx/anims/part.xac; ");
    related_assert_partners(r, paradox, 0, "");
    related_assert_partners(r, paradox, 1, "");
    related_assert_partners(r, paradox, 3, "skeleton m/gfx/anims/b.xac");
    related_assert_partners(r, paradox, 4, "");
    related_assert_partners(r, paradox, 7, "skeleton m/gfx/anims/a.xac");
    related_assert_shortage(r, paradox);
    related_set_level(r, "xsm/no-node-matches", AL_OFF);
    related_set_level(r, "xpm/unknown-target", AL_OFF);
    related_assert_reads(r, paradox, "bytes m/interface/a.gfx; ; ");
}

static void loose_motions_are_compared_with_actors_of_their_folder(void **state)
{
    related *r = *state;
    related_add_facts(r, "a/a.xac", "xac", "node Root\nnode Arm\nend");
    related_add_facts(r, "a/b.xac", "xac", "node Leg\nmorph Smile\nend");
    related_add_facts(r, "a/good.xsm", "xsm", "node Zeta\nnode leg\nend");
    related_add_facts(r, "a/good.xpm", "xpm", "morph smile\nmorph \nend");
    related_add_facts(r, "a/wrong.xpm", "xpm", "morph Smile\nmorph Blink\nmorph frown\nend");
    related_add_facts(r, "a/wrong.xsm", "xsm", "node Zeta\nnode Beta\nend");
    related_add_facts(r, "b/a.xac", "xac", "node Root\nmorph smile\nend");
    related_add_facts(r, "b/cut.xac", "xac", "node Root");
    related_add_facts(r, "b/wrong.xpm", "xpm", "morph Blink\nend");
    related_add_facts(r, "b/wrong.xsm", "xsm", "node Zeta\nend");
    related_add_facts(r, "c/a.xac", "xac", "end");
    related_add_facts(r, "c/wrong.xpm", "xpm", "morph Blink\nend");
    related_add_facts(r, "c/wrong.xsm", "xsm", "node Zeta\nend");
    related_add_facts(r, "d/a.xac", "xac", "node Root\nnode Arm\nmorph x\nend");
    related_add_facts(r, "d/cut.xsm", "xsm", "node Zeta");
    related_add_facts(r, "d/one.xpm", "xpm", "morph Blink\nmorph X\nend");
    related_add_facts(r, "d/one.xsm", "xsm", "node Zeta\nend");
    related_add_facts(r, "e/wrong.xsm", "xsm", "node Zeta\nend");
    related_assert_findings(
        r, paradox,
        "a/wrong.xpm warning xpm/unknown-target 18+5 facts[1] b.xac has no morph target \"Blink\" | "
        "Blink\n"
        "warning xpm/unknown-target 30+5 facts[2] b.xac has no morph target \"frown\" | frown\n"
        "a/wrong.xsm warning xsm/no-node-matches 0+0  motion moves no node of its 2 actors, such as "
        "a.xac: it is for \"Beta\" and others\n"
        "b/wrong.xsm warning xsm/no-node-matches 0+0  motion moves no node of a.xac: it is for \"Zeta\"\n"
        "d/one.xpm warning xpm/unknown-target 6+5 facts[0] a.xac has no morph target \"Blink\" | Blink\n"
        "d/one.xsm warning xsm/no-node-matches 0+0  motion moves no node of a.xac: it is for \"Zeta\"\n");
    related_assert_not_judged(
        r, paradox,
        "xsm/no-node-matches 1/1 e/wrong.xsm: there is no actor (.xac) in the same folder, and --with "
        "gives none");
    related_assert_reads(
        r, paradox,
        "; facts a/a.xac, facts a/b.xac, facts a/good.xsm, facts a/good.xpm, facts a/wrong.xpm, facts "
        "a/wrong.xsm, facts b/a.xac, facts b/cut.xac, facts b/wrong.xpm, facts b/wrong.xsm, facts "
        "c/a.xac, facts c/wrong.xpm, facts c/wrong.xsm, facts d/a.xac, facts d/cut.xsm, facts d/one.xpm, "
        "facts d/one.xsm; ");
    related_assert_partners(r, paradox, 2, "skeleton a/b.xac");
    related_assert_partners(r, paradox, 5, "");
    related_assert_partners(r, paradox, 14, "");
    related_assert_shortage(r, paradox);
    related_add_reference(r, "w", false);
    related_add_facts(r, "w/a.xac", "xac", "node Zeta\nmorph blink\nend");
    related_add_facts(r, "w/b.xac", "xac", "node other\nend");
    related_add_facts(r, "w/c.xsm", "xsm", "node beta\nend");
    related_assert_findings(
        r, paradox,
        "a/wrong.xpm warning xpm/unknown-target 30+5 facts[2] none of 2 actors with morph targets, such "
        "as b.xac, has one called \"frown\" | frown\n");
    related_assert_not_judged(r, paradox, "");
}

/* Files of references are not judged, and a folder of actors alone is not read. */
static void motions_that_are_compared(void **state)
{
    related *r = *state;
    related_add_facts(r, "a/a.xsm", "xsm", "node Zeta\nend");
    related_add_facts(r, "a/none.xsm", "xsm", "end");
    related_add_facts(r, "a/z.xac", "xac", "node q\nend");
    related_add_facts(r, "f/x.xac", "xac", "node Zeta\nend");
    related_add_reference(r, "w", false);
    related_add_facts(r, "w/a.xac", "xac", "node w\nend");
    related_add_facts(r, "w/c.xsm", "xsm", "node beta\nend");
    related_assert_findings(
        r, paradox,
        "a/a.xsm warning xsm/no-node-matches 0+0  motion moves no node of its 2 actors, such as z.xac: it "
        "is for \"Zeta\"\n");
    related_assert_reads(r, paradox, "; facts a/a.xsm, facts a/none.xsm, facts a/z.xac, facts w/a.xac; ");
}

/* An actor in a package that can't be read may have any name. */
static void an_actor_that_is_not_read(void **state)
{
    related *r = *state;
    related_add_facts(r, "p.zip", "xac", "");
    r->files[0].member = "a.xac";
    r->lost[0] = true;
    related_add_facts(r, "p.zip", "xac", "morph smile\nend");
    r->files[1].member = "b.xac";
    related_add_facts(r, "p.zip", "xpm", "morph q\nend");
    r->files[2].member = "m.xpm";
    related_assert_findings(r, paradox, "");
    r->files[0].member = "a.txt";
    related_assert_findings(
        r, paradox,
        "p.zip!/m.xpm warning xpm/unknown-target 6+1 facts[0] b.xac has no morph target \"q\" | q\n");
}

static void motions_of_a_folder_without_actors_are_compared_with_those_of_references(void **state)
{
    related *r = *state;
    related_add_facts(r, "a/a.xsm", "xsm", "node Zeta\nend");
    related_add_facts(r, "a/b.xpm", "xpm", "morph blink\nend");
    related_add_reference(r, "w", false);
    related_add_facts(r, "w/a.xac", "xac", "node one\nmorph smile\nend");
    related_assert_findings(
        r, paradox,
        "a/a.xsm warning xsm/no-node-matches 0+0  motion moves no node of a.xac: it is for \"Zeta\"\n"
        "a/b.xpm warning xpm/unknown-target 6+5 facts[0] a.xac has no morph target \"blink\" | blink\n");
    related_assert_known(r, paradox, "..");
    related_set_level(r, "xpm/unknown-target", AL_OFF);
    related_assert_reads(r, paradox, "; facts a/a.xsm, facts w/a.xac; ");
    related_set_level(r, "xpm/unknown-target", AL_WARNING);
    related_set_level(r, "xsm/no-node-matches", AL_OFF);
    related_assert_reads(r, paradox, "; facts a/b.xpm, facts w/a.xac; ");
    r->texts[2] = "node one";
    related_assert_findings(r, paradox, "");
}

/* ---- Partners ------------------------------------------------------------------------------------------ */

static void the_actor_that_a_motion_moves_most_of(void **state)
{
    related *r = *state;
    related_add_facts(r, "a/a.xac", "xac", "node Root\nend");
    related_add_facts(r, "a/b.xac", "xac", "node Root\nnode x\nend");
    related_add_facts(r, "a/c.xac", "xac", "node Root\nnode x\nnode q\nend");
    related_add_facts(r, "a/d.xac", "xac", "node Root\nnode x\nnode y");
    related_add_facts(r, "a/m.xsm", "xsm", "node root\nnode x\nnode y\nnode z\nend");
    related_add_facts(r, "a/n.xsm", "xsm", "node root\nnode y\nnode z\nend");
    related_add_facts(r, "a/o.xpm", "xpm", "morph root\nend");
    related_add_facts(r, "b/e.xac", "xac", "node Root\nnode x\nnode y\nnode z\nend");
    related_assert_partners(r, paradox, 4, "skeleton a/b.xac"); /* half of its nodes */
    related_assert_partners(r, paradox, 5, "");
    related_assert_partners(r, paradox, 6, "");
}

static void the_first_file_may_be_the_actor(void **state)
{
    related *r = *state;
    related_add_facts(r, "a/a.xac", "xac", "node Root\nend");
    related_add_facts(r, "a/b.xsm", "xsm", "node root\nend");
    related_assert_partners(r, paradox, 1, "skeleton a/a.xac");
}

/* ---- What couldn't be read ----------------------------------------------------------------------------- */

static void add_two_mods(related *r)
{
    related_add_text(r, "a/interface/a.gfx",
                     "EMFXActorType = { name = \"x\" name = \"y\" actorfile = \"gfx/anims/a.xac\" }\n"
                     "EMFXActorType = { name = \"x\" actorfile = \"gfx/anims/a.xac\" }");
    related_add_text(r, "b/interface/a.gfx",
                     "EMFXActorType = { name = \"x\" actorfile = \"gfx/anims/a.xac\" }\n"
                     "EMFXActorType = { name = \"x\" actorfile = \"gfx/anims/a.xac\" }");
    related_add(r, "b/interface/b.gfx", "");
    related_add_facts(r, "c/a.xac", "xac", "node x\nend");
    related_add_facts(r, "c/a.xsm", "xsm", "node y\nend");
    related_add(r, "d.mod", "");
    related_add(r, "e.txt", "");
}

static void findings_that_rest_on_unread_files(void **state)
{
    related *r = *state;
    add_two_mods(r);
    related_assert_findings(
        r, paradox,
        "a/interface/a.gfx 1:37-1:40 note pdx/duplicate-key 36+3 EMFXActorType[\"x\"].name type \"x\" "
        "has name twice | y\n"
        "2:1-2:14 note pdx/duplicate-type 72+13 EMFXActorType[\"x\"][1] type \"x\" is in this file "
        "twice\n"
        "b/interface/a.gfx 2:1-2:14 note pdx/duplicate-type 61+13 EMFXActorType[\"x\"][1] type \"x\" is "
        "in this file twice\n"
        "c/a.xsm warning xsm/no-node-matches 0+0  motion moves no node of a.xac: it is for \"y\"\n");
    related_assert_known(r, paradox, "ccc....");
    r->all.any_unread = r->unread[2] = true;
    related_assert_known(r, paradox, "cbb....");
    related_assert_findings(
        r, paradox,
        "a/interface/a.gfx 1:37-1:40 note pdx/duplicate-key 36+3 EMFXActorType[\"x\"].name type \"x\" "
        "has name twice | y\n"
        "2:1-2:14 note pdx/duplicate-type 72+13 EMFXActorType[\"x\"][1] type \"x\" is in this file "
        "twice\n"
        "c/a.xsm warning xsm/no-node-matches 0+0  motion moves no node of a.xac: it is for \"y\"\n");
    r->unread[2] = false;
    r->unread[3] = true;
    related_assert_known(r, paradox, "cccuuuu");
    r->unread[3] = false;
    r->unread[5] = true; /* it may replace folders of any mod */
    related_assert_known(r, paradox, "bbbuuuu");
    related_assert_findings(
        r, paradox,
        "a/interface/a.gfx 1:37-1:40 note pdx/duplicate-key 36+3 EMFXActorType[\"x\"].name type \"x\" "
        "has name twice | y\n");
    r->all.any_unread = r->unread[5] = false;
    r->all.gap_count = 1;
    r->all.gaps = &(al_gap){.start = "b/gfx/", .with = 0};
    related_assert_known(r, paradox, "cbb....");
    r->all.gaps = &(al_gap){.start = "c/", .with = 0};
    related_assert_known(r, paradox, "cccuuuu");
    r->all.gaps = &(al_gap){.start = "", .with = 0};
    related_assert_known(r, paradox, "bbbuuuu");
    r->all.gaps = &(al_gap){.start = "x/", .with = 1};
    related_assert_known(r, paradox, "bbbuuuu");
}

static void findings_of_one_mod_that_rest_on_unread_files(void **state)
{
    related *r = *state;
    related_add_text(r, "a/interface/a.gfx",
                     "EMFXActorType = { name = \"x\" actorfile = \"gfx/anims/a.xac\" }\n"
                     "EMFXActorType = { name = \"x\" actorfile = \"gfx/anims/a.xac\" }");
    related_add(r, "a/interface/b.gfx", "");
    related_add(r, "b.txt", "");
    related_assert_known(r, paradox, "cc.");
    r->all.any_unread = r->unread[0] = true;
    related_assert_known(r, paradox, "bb.");
    r->unread[0] = false;
    r->unread[2] = true;
    related_assert_known(r, paradox, "ccu");
    r->all.any_unread = r->unread[2] = false;
    r->all.gap_count = 1;
    r->all.gaps = &(al_gap){.start = "a/gfx/", .with = 0};
    related_assert_known(r, paradox, "bb.");
    related_assert_findings(r, paradox, "");
    related_assert_not_judged(
        r, paradox,
        "pdx/missing-actor-file 2/1 a/interface/a.gfx: the targets may be in the game (--with GAME "
        "looks); pdx/duplicate-type 1/1 a/interface/a.gfx: a needed file or folder could not be read");
}

/* The folder that the .mod names may be the one that couldn't be listed. */
static void a_description_beside_a_folder_that_could_not_be_listed(void **state)
{
    related *r = *state;
    related_add_text(r, "a/interface/a.gfx", "EMFXActorType = { name = \"x\" actorfile = \"gfx/a.xac\" }");
    related_add_text(r, "ours.mod", "path = \"mod/ours\"");
    related_assert_findings(r, paradox,
                            "ours.mod 1:8-1:18 warning pdx/mod-path 7+10 path no folder \"ours\" lies beside "
                            "the .mod: the game starts as if there was no mod | mod/ours\n");
    r->all.gap_count = 1;
    r->all.gaps = &(al_gap){.start = "ours/", .with = 0};
    related_assert_findings(r, paradox, "");
}

/* ---- Formats ------------------------------------------------------------------------------------------- */

static void assert_formats(related *r, const char *expected)
{
    char text[RELATED_MOST + 1] = "";
    const void *state = related_look(r, paradox);
    for (size_t i = 0; i < r->all.checked; i++) {
        const bool listed = related_is_marked(state, i, AL_MARK_TEXT);
        const bool checks = related_is_marked(state, i, AL_MARK_TEXTURES);
        text[i] = listed && checks ? 'b' : listed ? 'f' : checks ? 't' : '.';
    }
    assert_string_equal(text, expected);
}

static void texts_with_types_or_findings_are_listed(void **state)
{
    related *r = *state;
    related_add_text(r, "a/interface/a.gfx",
                     "EMFXActorType = { name = \"x\" actorfile = \"gfx/anims/a.xac\" }");
    related_add_text(r, "a/interface/b.gfx", "x = 1");
    related_add_text(r, "a/interface/c.gfx", "x = 1 }");
    related_add(r, "b/gfx/anims/x.xac", "");
    related_add_text(r, "b/interface/a.gfx", "x = 1 }");
    related_add(r, "c.xac", "");
    assert_formats(r, "btb...");
    r->all.any_unread = r->unread[3] = true;
    assert_formats(r, "btbtt.");
    related_set_level(r, "pdx/missing-texture", AL_OFF);
    assert_formats(r, "f.f...");
    for (size_t i = 0; i < al_rule_count(); i++)
        if (strcmp(al_rule_at(i)->format, "pdx") == 0)
            r->options->settings[i].level = AL_OFF;
    assert_formats(r, "......"); /* only motions are compared */
    r->all.any_unread = false;
    related_assert_known(r, paradox, "ccccc.");
    related_set_level(r, "xsm/no-node-matches", AL_OFF);
    related_assert_known(r, paradox, "ccccc."); /* which mods have types is known all the same */
    related_set_level(r, "dds/dx10-header", AL_OFF);
    related_assert_known(r, paradox, "......");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        RELATED_TEST(things_are_attached_to_nodes),
        RELATED_TEST(textures_are_partners),
        RELATED_TEST(textures_of_actors),
        RELATED_TEST(textures_in_folders),
        RELATED_TEST(digests_are_read_only_where_textures_are_missing),
        RELATED_TEST(motions_move_nodes_of_their_actors),
        RELATED_TEST(loose_motions_are_compared_with_actors_of_their_folder),
        RELATED_TEST(motions_that_are_compared),
        RELATED_TEST(an_actor_that_is_not_read),
        RELATED_TEST(motions_of_a_folder_without_actors_are_compared_with_those_of_references),
        RELATED_TEST(the_actor_that_a_motion_moves_most_of),
        RELATED_TEST(the_first_file_may_be_the_actor),
        RELATED_TEST(findings_that_rest_on_unread_files),
        RELATED_TEST(findings_of_one_mod_that_rest_on_unread_files),
        RELATED_TEST(a_description_beside_a_folder_that_could_not_be_listed),
        RELATED_TEST(texts_with_types_or_findings_are_listed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
