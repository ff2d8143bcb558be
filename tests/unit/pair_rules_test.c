/* pair_rules_test.c: what is reported of files that are made for each other. */
#include "related.h"
#include "unit.h"

#include <stdio.h>

#include "relations/relations.h"

/* ---- Models -------------------------------------------------------------------------------------------- */

static void animations_have_the_counts_of_their_model(void **state)
{
    related *r = *state;
    related_add_facts(r, "a/a.bbanim", "bbanim", "nodes 3\nbones 2");
    related_add_facts(r, "a/b.bbanim", "bbanim", "nodes 4\nbones 1");
    related_add_facts(r, "a/c.bbanim", "bbanim", "nodes 3\nbones 1");
    related_add_facts(r, "a/d.bbanim", "bbanim", "nodes 1");
    related_add_facts(r, "a/e.bbanim", "bbanim", "bones 0\nnodes 3");
    related_add_facts(r, "a/f.bbanim", "bbanim", "node 9\nbones 3");
    related_add_facts(r, "a/g.bbanim", "bbmod", "nodes 9");
    related_add_facts(r, "a/hero.bbmod", "bbmod", "nodes 3\nbones 2");
    related_add_facts(r, "b/a.bbanim", "bbanim", "nodes 3\nbones 2");
    related_add_facts(r, "b/hero.bbmod", "bbmod", "nodes 3\nbones 0");
    related_add_facts(r, "c/a.bbanim", "bbanim", "nodes 3\nbones 2");
    related_add_facts(r, "c/hero.bbmod", "bbmod", "nodes 0\nbones 2");
    related_add_facts(r, "d/a.bbanim", "bbanim", "nodes 3\nbones 2");
    related_add_facts(r, "d/hero.bbmod", "bbmod", "nodes 4");
    related_add_facts(r, "e/a.bbanim", "bbanim", "nodes 3\nbones 2");
    related_add_facts(r, "e/hero.bbmod", "bbmod", "bones 1");
    related_add_facts(r, "f/a.bbanim", "bbanim", "nodes 3\nbones 2");
    related_add_facts(r, "f/hero.bbmod", "bbanim", "nodes 4\nbones 1");
    related_add_facts(r, "g/a.bbanim", "bbanim", "nodes 1\nbones 2");
    related_add_facts(r, "g/hero.bbmod", "bbmod", "nodes 1\nbones 1");
    related_assert_findings(
        r, &al_pair_models_relation,
        "a/b.bbanim warning bbanim/model-mismatch 6+1 facts[0] animation is for a model of 4 nodes, "
        "hero.bbmod has 3 | 4 | 3\n"
        "a/c.bbanim warning bbanim/model-mismatch 14+1 facts[1] animation is for a model of 1 bone, "
        "hero.bbmod has 2 | 1 | 2\n"
        "a/d.bbanim warning bbanim/model-mismatch 6+1 facts[0] animation is for a model of 1 node, "
        "hero.bbmod has 3 | 1 | 3\n"
        "a/f.bbanim warning bbanim/model-mismatch 13+1 facts[1] animation is for a model of 3 bones, "
        "hero.bbmod has 2 | 3 | 2\n"
        "g/a.bbanim warning bbanim/model-mismatch 14+1 facts[1] animation is for a model of 2 bones, "
        "hero.bbmod has 1 | 2 | 1\n");
    related_assert_reads(
        r, &al_pair_models_relation,
        "facts a/hero.bbmod, facts b/hero.bbmod, facts c/hero.bbmod, facts d/hero.bbmod, facts "
        "e/hero.bbmod, facts f/hero.bbmod, facts g/hero.bbmod; facts a/a.bbanim, facts a/b.bbanim, facts "
        "a/c.bbanim, facts a/d.bbanim, facts a/e.bbanim, facts a/f.bbanim, facts a/g.bbanim, facts "
        "b/a.bbanim, facts g/a.bbanim");
    related_assert_known(r, &al_pair_models_relation, "ccccccc.c.........c.");
    related_assert_partners(r, &al_pair_models_relation, 0, "skeleton a/hero.bbmod");
    related_assert_partners(r, &al_pair_models_relation, 7, "");
    related_assert_shortage(r, &al_pair_models_relation);
}

/* ---- What couldn't be read ----------------------------------------------------------------------------- */

static void add_models(related *r)
{
    related_add_facts(r, "a/a.bbanim", "bbanim", "nodes 4\nbones 2");
    related_add_facts(r, "a/hero.bbmod", "bbmod", "nodes 3\nbones 2");
    related_add_facts(r, "b/a.bbanim", "bbanim", "nodes 5\nbones 2");
    related_add_facts(r, "b/hero.bbmod", "bbmod", "nodes 3\nbones 2");
    related_add_facts(r, "b/z.bbanim", "bbanim", "nodes 3\nbones 2");
    related_add(r, "c.txt", "");
}

#define OF_A                                                                                      \
    "a/a.bbanim warning bbanim/model-mismatch 6+1 facts[0] animation is for a model of 4 nodes, " \
    "hero.bbmod has 3 | 4 | 3\n"
#define OF_B                                                                                      \
    "b/a.bbanim warning bbanim/model-mismatch 6+1 facts[0] animation is for a model of 5 nodes, " \
    "hero.bbmod has 3 | 5 | 3\n"
#define UNREAD ": a needed file or folder could not be read"

static void unread_files_leave_their_folder_unsure(void **state)
{
    related *r = *state;
    add_models(r);
    related_assert_findings(r, &al_pair_models_relation, OF_A OF_B);
    r->all.any_unread = true;
    related_assert_known(r, &al_pair_models_relation, "c.c.c.");
    r->unread[1] = true; /* the model of a/ */
    related_assert_known(r, &al_pair_models_relation, "uuc.c.");
    related_assert_findings(r, &al_pair_models_relation, OF_B);
    r->unread[1] = false;
    r->unread[2] = true; /* an animation says nothing of others */
    related_assert_known(r, &al_pair_models_relation, "c.c.c.");
    related_assert_findings(r, &al_pair_models_relation, OF_A);
    r->all.any_unread = r->unread[2] = false;
    r->all.gaps = &(al_gap){.start = "b/", .with = 0};
    r->all.gap_count = 1;
    related_assert_known(r, &al_pair_models_relation, "c.bub.");
    related_assert_findings(r, &al_pair_models_relation, OF_A);
    related_assert_not_judged(r, &al_pair_models_relation, "bbanim/model-mismatch 1/1 b/a.bbanim" UNREAD);
    r->all.gaps = &(al_gap){.start = "game/", .with = 1};
    related_assert_known(r, &al_pair_models_relation, "bubub.");
    related_assert_findings(r, &al_pair_models_relation, "");
    related_assert_not_judged(r, &al_pair_models_relation, "bbanim/model-mismatch 2/2 a/a.bbanim" UNREAD);
}

static void an_unread_model_of_a_reference_leaves_all_unsure(void **state)
{
    related *r = *state;
    add_models(r);
    related_add_reference(r, "game", false);
    related_add_facts(r, "game/x.bbmod", "bbmod", "nodes 4\nbones 2");
    related_assert_partners(r, &al_pair_models_relation, 0, "skeleton game/x.bbmod");
    related_assert_findings(
        r, &al_pair_models_relation,
        "b/a.bbanim warning bbanim/model-mismatch 6+1 facts[0] animation is for a model of 5 nodes, "
        "x.bbmod has 4 | 5 | 4\n"
        "b/z.bbanim warning bbanim/model-mismatch 6+1 facts[0] animation is for a model of 3 nodes, "
        "x.bbmod has 4 | 3 | 4\n");
    r->all.any_unread = r->unread[6] = true;
    related_assert_known(r, &al_pair_models_relation, "uuuuu.");
    r->all.any_unread = r->unread[6] = false;
    related_add_facts(r, "game/y.bbmod", "bbmod",
                      "nodes 4\nbones 2"); /* several: those of the folders count */
    related_assert_partners(r, &al_pair_models_relation, 0, "skeleton a/hero.bbmod");
}

static void without_files_nothing_is_known(void **state)
{
    related *r = *state;
    related_add(r, "a.txt", "");
    related_assert_known(r, &al_pair_models_relation, ".");
    related_assert_known(r, &al_pair_skeletons_relation, ".");
    related_assert_known(r, &al_pair_scenes_relation, ".");
    related_assert_partners(r, &al_pair_models_relation, 0, "");
    related_assert_reads(r, &al_pair_scenes_relation, "");
    related_assert_reads(r, &al_linked_skeletons_relation, "");
    related_assert_reads(r, &al_pair_faces_relation, "");
}

/* ---- Skeletons ----------------------------------------------------------------------------------------- */

static void bones_are_those_of_the_skeleton(void **state)
{
    related *r = *state;
    related_add_facts(r, "a/a.ani", "ani", "node Root\nnode HAND\nnode foot\nnode Foot\nnode \nbones 3");
    related_add_facts(r, "a/a.msh", "msh", "node tail\nnode root\nnode wing\nnode tail");
    related_add_facts(r, "a/b.ani", "msh", "node none");
    related_add_facts(r, "a/hero.skl", "skl", "nodes 2\nnode root\nnode Hand");
    related_add_facts(r, "b/a.ani", "ani", "node root\nnode none");
    related_add_facts(r, "b/cut.skl", "skl", "nodes 3\nnode root\nnode Hand");
    related_add_facts(r, "c/a.ani", "ani", "node root\nnode none");
    related_add_facts(r, "c/other.skl", "xani", "nodes 2\nnode root\nnode Hand");
    related_add_facts(r, "d/hero.skl", "skl", "nodes 2\nnode root\nnode Hand");
    related_assert_findings(
        r, &al_pair_skeletons_relation,
        "a/a.ani warning ani/unknown-bone 25+4 facts[2] track moves \"foot\", which is no bone of "
        "hero.skl | foot\n"
        "a/a.msh warning msh/unknown-bone 5+4 facts[0] mesh uses \"tail\", which is no bone of hero.skl "
        "| tail\n"
        "warning msh/unknown-bone 25+4 facts[2] mesh uses \"wing\", which is no bone of hero.skl | wing\n");
    related_assert_reads(
        r, &al_pair_skeletons_relation,
        "facts a/hero.skl, facts b/cut.skl, facts c/other.skl; facts a/a.ani, facts a/a.msh, facts "
        "a/b.ani, facts b/a.ani, facts c/a.ani");
    related_assert_known(r, &al_pair_skeletons_relation, "ccc......");
    related_assert_not_judged(r, &al_pair_skeletons_relation,
                              "ani/unknown-bone 2/2 b/a.ani: the skeleton (.skl) is incomplete");
    related_assert_partners(r, &al_pair_skeletons_relation, 0, "skeleton a/hero.skl");
    related_assert_shortage(r, &al_pair_skeletons_relation);
}

static void a_skeleton_continues_in_another(void **state)
{
    related *r = *state;
    related_add_facts(r, "a/a.ani", "ani", "node root\nnode tail\nnode none");
    related_add_facts(r, "a/body.skl", "skl", "nodes 1\nnode root\nskeleton TAIL.skl");
    related_add_facts(r, "a/tail.skl", "skl", "nodes 1\nnode tail");
    related_add_facts(r, "b/a.ani", "ani", "node root\nnode none");
    related_add_facts(r, "b/body.skl", "skl", "nodes 1\nnode root\nskeleton gone");
    related_add_facts(r, "c/a.ani", "ani", "node root\nnode none");
    related_add_facts(r, "c/body.skl", "skl", "nodes 1\nnode root\nskeleton body");
    related_add_facts(r, "d/a.ani", "ani", "node z\nnode a\nnode m\nnode none");
    related_add_facts(r, "d/a.skl", "skl", "nodes 2\nnode z\nnode m\nskeleton b");
    related_add_facts(r, "d/b.skl", "skl", "nodes 1\nnode a\nskeleton c.skl");
    related_add_facts(r, "d/c.skl", "skl", "nodes 1\nnode b\nskeleton b");
    related_add_facts(r, "e/a.ani", "ani", "node root");
    related_add_facts(r, "e/a.skl", "skl", "nodes 1\nnode root\nskeleton b");
    related_add_facts(r, "e/b.skl", "skl", "nodes 1\nnode arm\nskeleton a");
    related_add_facts(r, "f/a.ani", "ani", "node root");
    related_add_facts(r, "f/a.skl", "skl", "nodes 1\nnode root\nskeleton .skl");
    related_add_facts(r, "f/b.skl", "skl", "nodes 1\nnode arm\nskeleton x");
    related_assert_findings(
        r, &al_pair_skeletons_relation,
        "a/a.ani warning ani/unknown-bone 25+4 facts[2] track moves \"none\", which is no bone of "
        "body.skl or of the skeleton that it names | none\n"
        "c/a.ani warning ani/unknown-bone 15+4 facts[1] track moves \"none\", which is no bone of "
        "body.skl | none\n"
        "d/a.ani warning ani/unknown-bone 26+4 facts[3] track moves \"none\", which is no bone of a.skl "
        "or of the skeleton that it names | none\n");
    related_assert_not_judged(
        r, &al_pair_skeletons_relation,
        "ani/unknown-bone 1/1 b/a.ani: the skeleton (.skl) is incomplete; ani/unknown-bone 1/1 f/a.ani: "
        "there are several skeletons (.skl) in the same folder (--with FILE chooses one); "
        "ani/unknown-bone 1/1 e/a.ani: there is no skeleton (.skl) in the same folder (--with FILE gives "
        "one)");
    related_assert_known(r, &al_pair_skeletons_relation, "c....c.c.........");
    related_assert_shortage(r, &al_pair_skeletons_relation);
}

static void an_explicit_file_has_skeletons_beside_it(void **state)
{
    related *r = *state;
    related_add_facts(r, "a/a.ani", "ani", "node none");
    r->files[0].explicit = true;
    related_add_facts(r, "b/a.ani", "ani", "node none");
    related_add_facts(r, "b/z.skl", "skl", "nodes 1\nnode arm");
    r->files[2].explicit = true;
    related_add_reference(r, "game/main.skl", true);
    related_add_facts(r, "game/main.skl", "skl", "nodes 1\nnode root\nskeleton more");
    related_add_reference(r, "game", false);
    related_add_facts(r, "game/main.skl", "skl", "nodes 1\nnode root\nskeleton more");
    related_add_facts(r, "game/more.skl", "skl", "nodes 1\nnode tail");
    related_add_sibling(r, "a/hero.skl", "skl", "nodes 1\nnode none");
    related_assert_reads(
        r, &al_pair_skeletons_relation,
        "facts game/main.skl, facts game/main.skl, facts game/more.skl, facts a/hero.skl; facts a/a.ani, "
        "facts b/a.ani");
    related_assert_findings(
        r, &al_pair_skeletons_relation,
        "a/a.ani warning ani/unknown-bone 5+4 facts[0] track moves \"none\", which is no bone of "
        "main.skl or of the skeleton that it names | none\n"
        "b/a.ani warning ani/unknown-bone 5+4 facts[0] track moves \"none\", which is no bone of "
        "main.skl or of the skeleton that it names | none\n");
    related_assert_not_judged(r, &al_pair_skeletons_relation, "");
    related_assert_partners(r, &al_pair_skeletons_relation, 0, "skeleton game/main.skl");
}

static void each_rule_of_bones_may_be_off(void **state)
{
    related *r = *state;
    related_add_facts(r, "a/a.ani", "ani", "node none");
    related_add_facts(r, "a/a.msh", "msh", "node none");
    related_add_facts(r, "a/hero.skl", "skl", "nodes 1\nnode arm");
    related_look(r, &al_pair_skeletons_relation);
    related_set_level(r, "ani/unknown-bone", AL_OFF);
    related_assert_reads(r, &al_pair_skeletons_relation, "facts a/hero.skl; facts a/a.msh");
    related_set_level(r, "msh/unknown-bone", AL_OFF);
    related_assert_reads(r, &al_pair_skeletons_relation, "");
    related_set_level(r, "ani/unknown-bone", AL_WARNING);
    related_assert_reads(r, &al_pair_skeletons_relation, "facts a/hero.skl; facts a/a.ani");
}

static void linked_skeletons_are_among_the_checked(void **state)
{
    related *r = *state;
    related_add_facts(r, "mod/a.skl", "skl", "skeleton B.SKL\nnode x");
    related_add_facts(r, "mod/b.skl", "skl", "skeleton gone\nskeleton old\\C");
    related_add_facts(r, "mod/sub/c.skl", "skl", "skeleton b.v2\nskeleton dir/a");
    related_add_facts(r, "mod/sub/d.v2.skl", "skl", "skeleton d.v2");
    related_add_facts(r, "mod/sub/e.skl", "ani", "skeleton none");
    for (size_t i = 0; i < 5; i++)
        r->files[i].root_length = 4;
    related_add_facts(r, "x.skl", "skl", "skeleton none");
    r->files[5].explicit = true;
    related_assert_findings(
        r, &al_linked_skeletons_relation,
        "mod/b.skl warning skl/missing-linked-skeleton 9+4 facts[0] linked skeleton \"gone\" is none of "
        "the other skeletons that are checked | gone\n");
    related_assert_reads(
        r, &al_linked_skeletons_relation,
        "facts mod/a.skl, facts mod/b.skl, facts mod/sub/c.skl, facts mod/sub/d.v2.skl, facts "
        "mod/sub/e.skl");
    related_assert_known(r, &al_linked_skeletons_relation, "ccccc.");
    related_assert_shortage(r, &al_linked_skeletons_relation);
}

static void a_skeleton_alone_may_link_to_one_of_the_game(void **state)
{
    related *r = *state;
    related_add_facts(r, "a/a.skl", "skl", "skeleton main\nskeleton game");
    r->files[0].root_length = 2;
    related_add(r, "b.zip", "x.skl");
    related_add(r, "b.zip", "y.skl");
    r->formats[1] = r->formats[2] = "skl";
    r->texts[1] = "skeleton none";
    r->texts[2] = "skeleton none";
    r->has_facts[1] = r->has_facts[2] = true;
    related_add_facts(r, "c/a.skl", "skl", "skeleton none");
    r->files[3].root_length = 2;
    related_add(r, "c/b.skl", "");
    r->files[4].root_length = 2;
    r->files[4].explicit = true;
    related_add_reference(r, "game", false);
    related_add(r, "game/main.skl", "");
    related_assert_findings(
        r, &al_linked_skeletons_relation,
        "b.zip!/x.skl warning skl/missing-linked-skeleton 9+4 facts[0] linked skeleton \"none\" is none "
        "of the other skeletons that are checked | none\n"
        "b.zip!/y.skl warning skl/missing-linked-skeleton 9+4 facts[0] linked skeleton \"none\" is none "
        "of the other skeletons that are checked | none\n");
    related_assert_not_judged(r, &al_linked_skeletons_relation,
                              "skl/missing-linked-skeleton 2/2 a/a.skl: no other skeleton (.skl) is "
                              "checked");
    related_assert_known(r, &al_linked_skeletons_relation, ".cc..");
    r->all.gap_count = 1;
    r->all.gaps = &(al_gap){.start = "a/", .with = 0};
    related_assert_known(r, &al_linked_skeletons_relation, "ubbuu");
    related_assert_findings(r, &al_linked_skeletons_relation, "");
    related_set_level(r, "skl/missing-linked-skeleton", AL_OFF);
    related_assert_reads(r, &al_linked_skeletons_relation, "");
}

/* ---- Scenes -------------------------------------------------------------------------------------------- */

static const char document[] =
    "<COLLADA xmlns:c=\"x\"><c:node id=\"AK7\"/><node id=\"AK8\"/><node id=\"8\"/><node/>"
    "<other id=\"AK9\"/><node id=\"AK\"/><node id=\"AKx\"/></COLLADA>";

static void elements_are_nodes_of_the_scene(void **state)
{
    related *r = *state;
    related_add_facts(r, "a/both.bgf", "bgf", "item 12\nitem 3\nitem 7\nitem 9\nnode 99");
    related_add_facts(r, "a/both.bsg", "bsg", "item 12\nitem 3\nend");
    related_add_text(r, "a/both.dae", document);
    related_add_facts(r, "a/cut.bgf", "bgf", "item 4");
    related_add_facts(r, "a/cut.bsg", "bsg", "item 12\nitem 3");
    related_add_facts(r, "a/doc.bgf", "bgf", "item 8\nitem 9");
    related_add_text(r, "a/doc.dae", document);
    related_add_facts(r, "a/graph.BGF", "bgf", "item 5\nitem 6");
    related_add_facts(r, "a/graph.bsg", "bsg", "node 1\nitem 6\nend");
    related_add_facts(r, "a/other.bgf", "bsg", "item 5");
    related_add_facts(r, "a/other.bsg", "bsg", "item 6\nend");
    related_add_facts(r, "a/strange.bgf", "bgf", "item 5");
    related_add_facts(r, "a/strange.bsg", "bgf", "item 6\nend");
    related_add_facts(r, "b/both.bgf", "bgf", "item 5");
    related_add_facts(r, "b/broken.bgf", "bgf", "item 5");
    related_add_text(r, "b/broken.dae", "<a><node id='AK5'></a>");
    related_add_facts(r, "b/unused.bsg", "bsg", "item 6\nend");
    related_assert_findings(
        r, &al_pair_scenes_relation,
        "a/both.bgf warning bgf/unknown-scene-item 27+1 facts[3] element shows scene item 9, which is no "
        "node of both.bsg or both.dae | 9\n"
        "a/doc.bgf warning bgf/unknown-scene-item 12+1 facts[1] element shows scene item 9, which is no "
        "node of doc.dae | 9\n"
        "a/graph.BGF warning bgf/unknown-scene-item 5+1 facts[0] element shows scene item 5, which is no "
        "node of graph.bsg | 5\n");
    related_assert_reads(
        r, &al_pair_scenes_relation,
        "facts a/both.bsg, bytes a/both.dae, facts a/cut.bsg, bytes a/doc.dae, facts a/graph.bsg, facts "
        "a/other.bsg, facts a/strange.bsg, bytes b/broken.dae; facts a/both.bgf, facts a/doc.bgf, facts "
        "a/graph.BGF, facts a/other.bgf");
    related_assert_known(r, &al_pair_scenes_relation, "c....c.c.c.......");
    related_assert_not_judged(
        r, &al_pair_scenes_relation,
        "bgf/unknown-scene-item 1/1 b/both.bgf: there is no scene (.bsg, .dae) of the same name in the "
        "folder (--with FILE gives one)");
    related_assert_shortage(r, &al_pair_scenes_relation);
}

static void scenes_of_references(void **state)
{
    related *r = *state;
    related_add_facts(r, "a/a.bgf", "bgf", "item 1");
    related_add_facts(r, "a/b.bgf", "bgf", "item 1");
    related_add_facts(r, "a/c.bgf", "bgf", "item 1");
    related_add_facts(r, "a/d.bgf", "bgf", "item 1");
    r->files[3].explicit = true;
    related_add_facts(r, "a/e.bgf", "bgf", "item 1");
    related_add_reference(r, "g", false);
    related_add_facts(r, "g/C.bsg", "bsg", "item 2\nend");
    related_add_facts(r, "g/b.bsg", "bsg", "item 3\nend");
    related_add_facts(r, "g/deep/a.bsg", "bsg", "item 3\nend");
    related_add_reference(r, "h", false);
    related_add_facts(r, "h/a.bsg", "bsg", "item 1\nend");
    related_add_facts(r, "h/b.bsg", "bsg", "item 1\nend");
    related_add_sibling(r, "a/d.bsg", "bsg", "item 5\nend");
    related_assert_reads(
        r, &al_pair_scenes_relation,
        "facts g/C.bsg, facts g/b.bsg, facts h/a.bsg, facts a/d.bsg; facts a/a.bgf, facts a/b.bgf, facts "
        "a/c.bgf, facts a/d.bgf");
    related_assert_findings(
        r, &al_pair_scenes_relation,
        "a/b.bgf warning bgf/unknown-scene-item 5+1 facts[0] element shows scene item 1, which is no "
        "node of b.bsg | 1\n"
        "a/c.bgf warning bgf/unknown-scene-item 5+1 facts[0] element shows scene item 1, which is no "
        "node of C.bsg | 1\n"
        "a/d.bgf warning bgf/unknown-scene-item 5+1 facts[0] element shows scene item 1, which is no "
        "node of d.bsg | 1\n");
    related_assert_not_judged(
        r, &al_pair_scenes_relation,
        "bgf/unknown-scene-item 1/1 a/e.bgf: there is no scene (.bsg, .dae) of the same name in the "
        "folder (--with FILE gives one)");
    related_set_level(r, "bgf/unknown-scene-item", AL_OFF);
    related_assert_reads(r, &al_pair_scenes_relation, "");
}

/* ---- Faces --------------------------------------------------------------------------------------------- */

static void faces_of_a_plan_are_files(void **state)
{
    related *r = *state;
    related_add_facts(r, "./root/plans/a.bgp", "bgp",
                      "face 1 GFX\\menu.bgf\nface 2 gfx/gone.bgf\nface 3 near.bgf\nface 4 //\nnode x\n"
                      "face 5 u.bgf\nface 6 plans/menu.bgf\nface 7 fx/menu.bgf\nface 8 root/gfx/MENU.bgf");
    related_add_facts(r, "root/b.bgp", "bgp", "face a x/none.bgf\nface b x/gone.bgf");
    related_add_facts(r, "root/c.bgp", "bsg", "face a gfx/none.bgf");
    related_add_facts(r, "root/d.bgp", "bgp", "face a menu.bgf\nface b menu.bgfx");
    related_add_facts(r, "root/e.bgp", "bgp", "node e");
    related_add(r, "root/gfx/menu.bgf", "");
    related_add(r, "root/p.zip", "gfx/packed.bgf");
    related_add(r, "root/plans/Near.BGF", "");
    related_add_facts(r, "z.bgp", "bgp",
                      "face a packed.bgf\nface b gfx/packed.bgf\nface c "
                      "root/packed.bgf");
    related_assert_findings(
        r, &al_pair_faces_relation,
        "./root/plans/a.bgp warning bgp/missing-face 27+12 facts[1] asset \"2\" is the face "
        "\"gfx/gone.bgf\", and there is no such file | gfx/gone.bgf\n"
        "warning bgp/missing-face 80+5 facts[5] asset \"5\" is the face \"u.bgf\", and there is no such "
        "file | u.bgf\n"
        "warning bgp/missing-face 93+14 facts[6] asset \"6\" is the face \"plans/menu.bgf\", and there "
        "is no such file | plans/menu.bgf\n"
        "warning bgp/missing-face 115+11 facts[7] asset \"7\" is the face \"fx/menu.bgf\", and there is "
        "no such file | fx/menu.bgf\n"
        "root/d.bgp warning bgp/missing-face 23+9 facts[1] asset \"b\" is the face \"menu.bgfx\", and "
        "there is no such file | menu.bgfx\n"
        "z.bgp warning bgp/missing-face 47+15 facts[2] asset \"c\" is the face \"root/packed.bgf\", and "
        "there is no such file | root/packed.bgf\n");
    related_assert_reads(
        r, &al_pair_faces_relation,
        "facts ./root/plans/a.bgp, facts root/b.bgp, facts root/c.bgp, facts root/d.bgp, facts "
        "root/e.bgp, facts z.bgp");
    related_assert_known(r, &al_pair_faces_relation, "c..c....c");
    related_assert_not_judged(
        r, &al_pair_faces_relation,
        "bgp/missing-face 2/1 root/b.bgp: there is none of the faces of the plan (--with FOLDER looks)");
    related_assert_shortage(r, &al_pair_faces_relation);
    r->all.gap_count = 1;
    r->all.gaps = &(al_gap){.start = "x/", .with = 0};
    related_assert_known(r, &al_pair_faces_relation, "buubuuuub");
    related_assert_findings(r, &al_pair_faces_relation, "");
    related_set_level(r, "bgp/missing-face", AL_OFF);
    related_assert_reads(r, &al_pair_faces_relation, "");
}

static void many_faces_are_found_by_their_ends(void **state)
{
    related *r = *state;
    related_add_facts(r, "a.bgp", "bgp",
                      "face 1 a/x.bgf\nface 2 b/x.bgf\nface 3 c/x.bgf\nface 4 ab/x.bgf\nface 5 y.bgf\n"
                      "face 6 xy.bgf\nface 7 x/y.bgf\nface 8 d/b/x.bgf\nface 9 c/b/x.bgf");
    related_add(r, "a/x.bgf", "");
    related_add(r, "ab/x.bgf", "");
    related_add(r, "c/b/x.bgf", "");
    related_add(r, "d/xy.bgf", "");
    related_add(r, "d/y.bgf", "");
    related_assert_findings(
        r, &al_pair_faces_relation,
        "a.bgp warning bgp/missing-face 37+7 facts[2] asset \"3\" is the face \"c/x.bgf\", and there is "
        "no such file | c/x.bgf\n"
        "warning bgp/missing-face 95+7 facts[6] asset \"7\" is the face \"x/y.bgf\", and there is no "
        "such file | x/y.bgf\n"
        "warning bgp/missing-face 110+9 facts[7] asset \"8\" is the face \"d/b/x.bgf\", and there is no "
        "such file | d/b/x.bgf\n");
}

static void an_explicit_plan_finds_faces_below_it(void **state)
{
    related *r = *state;
    related_add_facts(r, "p/a.bgp", "bgp", "face 1 in.bgf\nface 2 none.bgf");
    r->files[0].explicit = true;
    related_add(r, "p/b.txt", "");
    related_assert_reads(r, &al_pair_faces_relation, "");
    related_add_reference(r, "game", false);
    related_add_sibling(r, "p/sub/in.bgf", NULL, NULL);
    related_assert_reads(r, &al_pair_faces_relation, "facts p/a.bgp");
    related_assert_findings(
        r, &al_pair_faces_relation,
        "p/a.bgp warning bgp/missing-face 21+8 facts[1] asset \"2\" is the face \"none.bgf\", and there "
        "is no such file | none.bgf\n");
}

/* ---- One file, and files of other kinds ---------------------------------------------------------------- */

static void a_file_alone_is_not_judged(void **state)
{
    related *r = *state;
    related_add(r, "a/a.bbanim", "");
    related_assert_not_judged(
        r, &al_pair_models_relation,
        "bbanim/model-mismatch 1/1 a/a.bbanim: there is no model (.bbmod) in the same folder "
        "(--with FILE gives one)");
    r->files[0].path = "a/a.bgf";
    related_assert_not_judged(
        r, &al_pair_scenes_relation,
        "bgf/unknown-scene-item 1/1 a/a.bgf: there is no scene (.bsg, .dae) of the same name "
        "in the folder (--with FILE gives one)");
    related_assert_partners(r, &al_pair_models_relation, 0, "");
    r->files[0].path = "a/a.ani";
    r->formats[0] = "ani";
    related_assert_not_judged(
        r, &al_pair_skeletons_relation,
        "ani/unknown-bone 1/1 a/a.ani: there is no skeleton (.skl) in the same folder (--with "
        "FILE gives one)");
    related_assert_reads(r, &al_pair_skeletons_relation, "; facts a/a.ani");
    r->all.gap_count = 1;
    r->all.gaps = &(al_gap){.start = "a/", .with = 0};
    related_assert_known(r, &al_pair_skeletons_relation, "u");
}

static void a_plan_of_one_face(void **state)
{
    related *r = *state;
    related_add_facts(r, "a/a.bgp", "bgp", "face 1 none.bgf");
    related_add_reference(r, "game", false);
    related_add_facts(r, "game/a.bgp", "bgp", "face 1 none.bgf");
    related_assert_not_judged(
        r, &al_pair_faces_relation,
        "bgp/missing-face 1/1 a/a.bgp: there is none of the faces of the plan (--with FOLDER "
        "looks)");
    related_assert_reads(r, &al_pair_faces_relation, "facts a/a.bgp");
    r->files[0].path = "a/a.txt";
    related_assert_reads(r, &al_pair_faces_relation, "");
}

static void a_skeleton_alone(void **state)
{
    related *r = *state;
    related_add_facts(r, "a.skl", "skl", "skeleton gone");
    related_assert_not_judged(r, &al_linked_skeletons_relation,
                              "skl/missing-linked-skeleton 1/1 a.skl: no other skeleton (.skl) is checked");
}

static void other_files_are_not_read(void **state)
{
    related *r = *state;
    related_add(r, "a/0.txt", "");
    related_add_facts(r, "a/a.bbanim", "bbanim", "nodes 4\nbones 2");
    related_add_facts(r, "a/hero.bbmod", "bbmod", "nodes 3\nbones 2");
    related_add_sibling(r, "b/x.txt", NULL, NULL);
    related_assert_reads(r, &al_pair_models_relation, "facts a/hero.bbmod; facts a/a.bbanim");
    related_assert_known(r, &al_pair_models_relation, ".c.");
    r->all.gap_count = 1;
    r->all.gaps = &(al_gap){.start = "a/", .with = 0};
    related_assert_known(r, &al_pair_models_relation, ".bu");
}

static void the_first_file_may_be_an_unread_reference(void **state)
{
    related *r = *state;
    related_add_facts(r, "b/a.bbanim", "bbanim", "nodes 4\nbones 2");
    related_add_facts(r, "b/hero.bbmod", "bbmod", "nodes 3\nbones 2");
    related_add_reference(r, "a", false);
    related_add_facts(r, "a/x.bbmod", "bbmod", "nodes 4\nbones 2");
    r->all.any_unread = r->unread[2] = true;
    related_assert_known(r, &al_pair_models_relation, "uu");
}

/* Members of packages are read in the order of the package. */
static void findings_come_in_the_order_of_the_files(void **state)
{
    related *r = *state;
    r->backwards = true;
    related_add_facts(r, "a.bgf", "bgf", "item 1\nitem 2");
    related_add_facts(r, "a.bgp", "bgp", "face 1 none.bgf\nface 2 a.bgf");
    related_add_facts(r, "a.bsg", "bsg", "item 3\nitem 1\nend");
    related_add_facts(r, "b.bgf", "bgf", "item 1\nitem 3");
    related_add_facts(r, "b.bgp", "bgp", "face 1 none.bgf\nface 2 a.bgf");
    related_add_facts(r, "b.bsg", "bsg", "item 3\nend");
    related_add_facts(r, "c.bgp", "bgp", "face 1 none.bgf\nface 2 a.bgf");
    related_add_facts(r, "x.ani", "ani", "node none");
    related_add_facts(r, "x.msh", "msh", "node none");
    related_add_facts(r, "x.skl", "skl", "nodes 1\nnode root");
    related_assert_findings(
        r, &al_pair_scenes_relation,
        "a.bgf warning bgf/unknown-scene-item 12+1 facts[1] element shows scene item 2, which is no node "
        "of a.bsg | 2\n"
        "b.bgf warning bgf/unknown-scene-item 5+1 facts[0] element shows scene item 1, which is no node "
        "of b.bsg | 1\n");
    related_assert_findings(
        r, &al_pair_skeletons_relation,
        "x.ani warning ani/unknown-bone 5+4 facts[0] track moves \"none\", which is no bone of x.skl | "
        "none\n"
        "x.msh warning msh/unknown-bone 5+4 facts[0] mesh uses \"none\", which is no bone of x.skl | "
        "none\n");
    related_assert_findings(
        r, &al_pair_faces_relation,
        "a.bgp warning bgp/missing-face 7+8 facts[0] asset \"1\" is the face \"none.bgf\", and there is "
        "no such file | none.bgf\n"
        "b.bgp warning bgp/missing-face 7+8 facts[0] asset \"1\" is the face \"none.bgf\", and there is "
        "no such file | none.bgf\n"
        "c.bgp warning bgp/missing-face 7+8 facts[0] asset \"1\" is the face \"none.bgf\", and there is "
        "no such file | none.bgf\n");
    related_assert_known(r, &al_pair_faces_relation, ".c..c.c...");
    r->all.gap_count = 1;
    r->all.gaps = &(al_gap){.start = "", .with = 0};
    related_assert_findings(r, &al_pair_scenes_relation, "");
    related_assert_findings(r, &al_pair_skeletons_relation, "");
}

/* ---- More of skeletons --------------------------------------------------------------------------------- */

static void continuations_of_references(void **state)
{
    related *r = *state;
    related_add_facts(r, "a/a.ani", "ani", "node root\nnode tail\nnode none");
    related_add_reference(r, "game", false);
    related_add_facts(r, "game/main.skl", "skl", "nodes 1\nnode root\nskeleton more");
    related_add_facts(r, "game/more.skl", "skl", "nodes 1\nnode tail");
    related_assert_partners(r, &al_pair_skeletons_relation, 0, "skeleton game/main.skl");
    related_assert_findings(
        r, &al_pair_skeletons_relation,
        "a/a.ani warning ani/unknown-bone 25+4 facts[2] track moves \"none\", which is no bone of "
        "main.skl or of the skeleton that it names | none\n");
    related_add_reference(r, "./game", false); /* the same folder: each continues in its own */
    related_add_facts(r, "game/main.skl", "skl", "nodes 1\nnode root\nskeleton more");
    related_add_facts(r, "game/more.skl", "skl", "nodes 1\nnode none");
    related_assert_findings(
        r, &al_pair_skeletons_relation,
        "a/a.ani warning ani/unknown-bone 25+4 facts[2] track moves \"none\", which is no bone of "
        "main.skl or of the skeleton that it names | none\n");
}

/* A link to a skeleton of a reference doesn't exclude that: it is no choice for the folder. */
static void only_rivals_are_excluded(void **state)
{
    related *r = *state;
    related_add_facts(r, "d/a.ani", "ani", "node root\nnode tail");
    related_add_facts(r, "d/body.skl", "skl", "nodes 1\nnode root\nskeleton tail");
    related_add_reference(r, "d/tail.skl", true);
    related_add_facts(r, "d/tail.skl", "skl", "nodes 1\nnode tail");
    related_assert_partners(r, &al_pair_skeletons_relation, 0, "skeleton d/tail.skl");
    related_assert_findings(
        r, &al_pair_skeletons_relation,
        "d/a.ani warning ani/unknown-bone 5+4 facts[0] track moves \"root\", which is no bone of "
        "tail.skl | root\n");
}

/* The checked folder may be the reference, too: then a skeleton of the reference continues in another one of
 * it. */
static void a_folder_that_is_its_own_reference(void **state)
{
    related *r = *state;
    related_add_facts(r, "d/a.ani", "ani", "node root\nnode none");
    related_add_facts(r, "d/body.skl", "skl", "nodes 1\nnode root\nskeleton tail");
    related_add_facts(r, "d/tail.skl", "skl", "nodes 1\nnode tail");
    related_add_facts(r, "e/a.ani", "ani", "node root\nnode none");
    related_add_reference(r, "d", false);
    related_add_facts(r, "d/body.skl", "skl", "nodes 1\nnode root\nskeleton tail");
    related_add_facts(r, "d/tail.skl", "skl", "nodes 1\nnode tail");
    related_assert_findings(
        r, &al_pair_skeletons_relation,
        "d/a.ani warning ani/unknown-bone 15+4 facts[1] track moves \"none\", which is no bone of "
        "body.skl or of the skeleton that it names | none\n"
        "e/a.ani warning ani/unknown-bone 15+4 facts[1] track moves \"none\", which is no bone of "
        "body.skl or of the skeleton that it names | none\n");
}

/* Of the files that a name leads to, the first counts: here that of a reference, so that it is no other
 * choice. */
static void a_skeleton_that_comes_twice(void **state)
{
    related *r = *state;
    related_add_facts(r, "a/a.ani", "ani", "node root\nnode none");
    r->files[0].explicit = true;
    related_add_reference(r, "a/body.skl", true);
    related_add_facts(r, "a/body.skl", "skl", "nodes 1\nnode root\nskeleton tail");
    related_add_reference(r, "a/tail.skl", true);
    related_add_facts(r, "a/tail.skl", "skl", "nodes 1\nnode tail");
    related_add_sibling(r, "a/tail.skl", "skl", "nodes 1\nnode tail");
    related_assert_findings(
        r, &al_pair_skeletons_relation,
        "a/a.ani warning ani/unknown-bone 15+4 facts[1] track moves \"none\", which is no bone of "
        "body.skl or of the skeleton that it names | none\n");
}

static void a_skeleton_without_a_stem(void **state)
{
    related *r = *state;
    related_add_facts(r, "a/.skl", "skl", "nodes 1\nnode tail");
    related_add_facts(r, "a/a.ani", "ani", "node tail\nnode none");
    related_add_facts(r, "a/body.skl", "skl", "nodes 1\nnode root\nskeleton .skl");
    related_assert_findings(
        r, &al_pair_skeletons_relation,
        "a/a.ani warning ani/unknown-bone 15+4 facts[1] track moves \"none\", which is no bone of "
        "body.skl or of the skeleton that it names | none\n");
}

static void links_to_names_beside_others(void **state)
{
    related *r = *state;
    related_add_facts(r, "a/.skl", "skl", "nodes 1\nnode none");
    related_add_facts(r, "a/a.ani", "ani", "node none");
    related_add_facts(r, "a/body.skl", "skl", "nodes 1\nnode root\nskeleton az");
    related_add_facts(r, "b/body.skl", "skl", "nodes 1\nnode root\nskeleton .skl");
    related_add_facts(r, "b/c.ani", "ani", "node none");
    related_add_facts(r, "c/body.ani", "ani", "node none");
    related_add_facts(r, "c/body.skl", "skl", "nodes 1\nnode root\nskeleton body.ani");
    related_add_facts(r, "d/az.ani", "ani", "node none");
    related_add_facts(r, "d/b.skl", "skl", "nodes 1\nnode root\nskeleton az");
    related_assert_findings(r, &al_pair_skeletons_relation, "");
    related_assert_not_judged(
        r, &al_pair_skeletons_relation,
        "ani/unknown-bone 3/3 b/c.ani: the skeleton (.skl) is incomplete; ani/unknown-bone 1/1 a/a.ani: "
        "there are several skeletons (.skl) in the same folder (--with FILE chooses one)");
    r->texts[2] = "skeleton \nskeleton dir/zz\nskeleton x.";
    related_add(r, "zz.txt", "");
    related_assert_findings(
        r, &al_linked_skeletons_relation,
        "a/body.skl warning skl/missing-linked-skeleton 9+0 facts[0] linked skeleton \"\" is none of the "
        "other skeletons that are checked | \n"
        "warning skl/missing-linked-skeleton 19+6 facts[1] linked skeleton \"dir/zz\" is none of the "
        "other skeletons that are checked | dir/zz\n"
        "warning skl/missing-linked-skeleton 35+2 facts[2] linked skeleton \"x.\" is none of the other "
        "skeletons that are checked | x.\n"
        "d/b.skl warning skl/missing-linked-skeleton 27+2 facts[2] linked skeleton \"az\" is none of the "
        "other skeletons that are checked | az\n");
    related_assert_known(r, &al_linked_skeletons_relation, "c.cc..c.c.");
}

/* ---- More of scenes and faces -------------------------------------------------------------------------- */

static void scenes_are_found_in_any_order_of_references(void **state)
{
    related *r = *state;
    related_add_facts(r, "m/A.bgf", "bgf", "item 9");
    related_add_facts(r, "m/b.bgf", "bgf", "item 9");
    related_add_facts(r, "m/c.bgf", "bgf", "item 9");
    related_add_facts(r, "m/d.bgf", "bgf", "item 9");
    related_add_facts(r, "m/e.bgf", "bgf", "item 9");
    related_add_reference(r, "z", false);
    related_add_facts(r, "z/b.bsg", "bsg", "item 1\nend");
    related_add_facts(r, "z/d.bsg", "bsg", "item 1\nend");
    related_add_facts(r, "z/f.bsg", "bsg", "item 1\nend");
    related_add_reference(r, "y", false);
    related_add_facts(r, "y/a.bsg", "bsg", "item 1\nend");
    related_add_facts(r, "y/b.bsg", "bsg", "item 9\nend");
    related_add_facts(r, "y/c.bsg", "bsg", "item 1\nend");
    related_add_facts(r, "y/e.bsg", "bsg", "item 1\nend");
    related_assert_reads(
        r, &al_pair_scenes_relation,
        "facts z/b.bsg, facts z/d.bsg, facts y/a.bsg, facts y/c.bsg, facts y/e.bsg; facts m/A.bgf, facts "
        "m/b.bgf, facts m/c.bgf, facts m/d.bgf, facts m/e.bgf");
    related_assert_findings(
        r, &al_pair_scenes_relation,
        "m/A.bgf warning bgf/unknown-scene-item 5+1 facts[0] element shows scene item 9, which is no "
        "node of a.bsg | 9\n"
        "m/b.bgf warning bgf/unknown-scene-item 5+1 facts[0] element shows scene item 9, which is no "
        "node of b.bsg | 9\n"
        "m/c.bgf warning bgf/unknown-scene-item 5+1 facts[0] element shows scene item 9, which is no "
        "node of c.bsg | 9\n"
        "m/d.bgf warning bgf/unknown-scene-item 5+1 facts[0] element shows scene item 9, which is no "
        "node of d.bsg | 9\n"
        "m/e.bgf warning bgf/unknown-scene-item 5+1 facts[0] element shows scene item 9, which is no "
        "node of e.bsg | 9\n");
}

static void many_scenes_and_nodes_need_memory(void **state)
{
    enum { SCENES = 100, NODES = 3000 };
    static char names[SCENES][16], nodes[NODES * sizeof "item 1234\n"];
    related *r = *state;
    size_t length = 0;
    for (unsigned i = 0; i < NODES; i++)
        length += (size_t)snprintf(nodes + length, sizeof nodes - length, "item %u\n", i);
    related_add_facts(r, "a/0.bgf", "bgf", "item 3000");
    for (unsigned i = 0; i < SCENES; i++) {
        (void)snprintf(names[i], sizeof names[i], "a/%u.bsg", i);
        related_add_facts(r, names[i], "bsg", nodes);
    }
    related_assert_shortage(r, &al_pair_scenes_relation);
}

/* A face is found although names that are shorter or longer end like it. */
static void faces_among_longer_names(void **state)
{
    related *r = *state;
    related_add_facts(r, "p/a.bgp", "bgp",
                      "face 1 c/b/a/x.bgf\nface 2 a/x.bgf\nface 3 b/a/x.bgf\nface 4 none.bgf");
    related_add(r, "a/x.bgf", "");
    related_add(r, "b/a/x.bgf", "");
    related_add(r, "c/b/a/x.bgf", "");
    related_add(r, "d/c/b/a/x.bgf", "");
    related_add(r, "x.bgf", "");
    related_assert_findings(
        r, &al_pair_faces_relation,
        "p/a.bgp warning bgp/missing-face 58+8 facts[3] asset \"4\" is the face \"none.bgf\", and there is "
        "no such file | none.bgf\n");
}

static void faces_whose_names_differ_in_one_letter(void **state)
{
    related *r = *state;
    related_add_facts(r, "root/a.bgp", "bgp",
                      "face 1 q.bga\nface 2 q.bgb\nface 3 x/y.bgf\nface 4 y.bgf\nface 5 deep/near.bgf");
    related_add(r, "d/x/y.bgf", "");
    related_add(r, "q.bgb", "");
    related_add(r, "y.bgf", "");
    related_add_reference(r, "./root", false);
    related_add(r, "./root/near.bgf", "");
    related_assert_findings(
        r, &al_pair_faces_relation,
        "root/a.bgp warning bgp/missing-face 7+5 facts[0] asset \"1\" is the face \"q.bga\", and there "
        "is no such file | q.bga\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        RELATED_TEST(animations_have_the_counts_of_their_model),
        RELATED_TEST(unread_files_leave_their_folder_unsure),
        RELATED_TEST(an_unread_model_of_a_reference_leaves_all_unsure),
        RELATED_TEST(without_files_nothing_is_known),
        RELATED_TEST(bones_are_those_of_the_skeleton),
        RELATED_TEST(a_skeleton_continues_in_another),
        RELATED_TEST(an_explicit_file_has_skeletons_beside_it),
        RELATED_TEST(each_rule_of_bones_may_be_off),
        RELATED_TEST(linked_skeletons_are_among_the_checked),
        RELATED_TEST(a_skeleton_alone_may_link_to_one_of_the_game),
        RELATED_TEST(elements_are_nodes_of_the_scene),
        RELATED_TEST(scenes_of_references),
        RELATED_TEST(faces_of_a_plan_are_files),
        RELATED_TEST(many_faces_are_found_by_their_ends),
        RELATED_TEST(an_explicit_plan_finds_faces_below_it),
        RELATED_TEST(a_file_alone_is_not_judged),
        RELATED_TEST(a_plan_of_one_face),
        RELATED_TEST(a_skeleton_alone),
        RELATED_TEST(other_files_are_not_read),
        RELATED_TEST(the_first_file_may_be_an_unread_reference),
        RELATED_TEST(findings_come_in_the_order_of_the_files),
        RELATED_TEST(continuations_of_references),
        RELATED_TEST(only_rivals_are_excluded),
        RELATED_TEST(a_folder_that_is_its_own_reference),
        RELATED_TEST(a_skeleton_that_comes_twice),
        RELATED_TEST(a_skeleton_without_a_stem),
        RELATED_TEST(links_to_names_beside_others),
        RELATED_TEST(scenes_are_found_in_any_order_of_references),
        RELATED_TEST(many_scenes_and_nodes_need_memory),
        RELATED_TEST(faces_among_longer_names),
        RELATED_TEST(faces_whose_names_differ_in_one_letter),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
