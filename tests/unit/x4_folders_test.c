/* x4_folders_test.c: folders of meshes that several components of a mod for X4 or X Rebirth use. */
#include "related.h"
#include "unit.h"

#include <stdio.h>
#include <string.h>

#include "core/limits.h"
#include "relations/relations.h"
#include "relations/x4/x4.h"

static const al_relation *const x4 = &al_x4_relation;

static const char content[] = "<content id='m'/>";

#define COMPONENT(name, folder, parts)                                                                 \
    "<component name='" name "'><source geometry='" folder "'/><connections><connection><parts>" parts \
    "</parts></connection></connections></component>\n"

/* ---- Users --------------------------------------------------------------------------------------------- */

static void components_share_folders(void **state)
{
    related *r = *state;
    related_add_text(r, "m/a.xml",
                     "<components>" COMPONENT("A", "extensions\\m\\two", "<part name='p'/>")
                         COMPONENT("B", "extensions\\m\\d", "<part name='p'/>")
                             COMPONENT("C", "extensions\\m\\two", "<part name='q'/>") "</components>");
    related_add_text(r, "m/b.xml",
                     "<components>" COMPONENT("D", "extensions\\m\\d", "<part name='q'/>")
                         COMPONENT("E", "extensions\\m\\two", "<part name='r'/>")
                             COMPONENT("F", "extensions\\m\\d", "<part name='r'/>")
                                 COMPONENT("G", "extensions/M//d/", "<part name='s'/>") "</components>");
    related_add_text(r, "m/content.xml", content);
    related_add(r, "m/d/0-lod0.xmf", "");
    related_add(r, "m/d/p-lod0.xmf", "");
    related_add(r, "m/d/q-lod0.xmf", "");
    related_add(r, "m/d/r-lod0.xmf", "");
    related_add(r, "m/d/s-lod0.xmf", "");
    related_add(r, "m/two/p-lod0.xmf", "");
    related_add(r, "m/two/q-lod0.xmf", "");
    related_add(r, "m/two/r-lod0.xmf", "");
    related_add(r, "m/two/z-lod0.xmf", "");
    related_add_text(r, "n/a.xml",
                     "<components>" COMPONENT("H", "extensions\\n\\d", "<part name='p'/>") "</components>");
    related_add_text(r, "n/content.xml", "<content id='n'/>");
    related_add(r, "n/d/p-lod0.xmf", "");
    related_add(r, "n/d/q-lod0.xmf", "");
    related_assert_findings(
        r, x4,
        "m/a.xml 1:51-1:67 note x4/unused-mesh 50+16 components/component[@name='A']/source/@geometry "
        "x1[3] 1 of 4 meshes in the folder belong to no part: z-lod0.xmf | extensions\\m\\two\n"
        "2:39-2:53 note x4/unused-mesh 203+14 components/component[@name='B']/source/@geometry x1[0] 1 "
        "of 5 meshes in the folder belong to no part: 0-lod0.xmf | extensions\\m\\d\n"
        "n/a.xml 1:51-1:65 note x4/unused-mesh 50+14 components/component[@name='H']/source/@geometry "
        "x1[1] 1 of 2 meshes in the folder belong to no part: q-lod0.xmf | extensions\\n\\d\n");
    r->backwards = true;
    related_assert_findings(
        r, x4,
        "m/a.xml 1:51-1:67 note x4/unused-mesh 50+16 components/component[@name='A']/source/@geometry "
        "x1[3] 1 of 4 meshes in the folder belong to no part: z-lod0.xmf | extensions\\m\\two\n"
        "2:39-2:53 note x4/unused-mesh 203+14 components/component[@name='B']/source/@geometry x1[0] 1 "
        "of 5 meshes in the folder belong to no part: 0-lod0.xmf | extensions\\m\\d\n"
        "n/a.xml 1:51-1:65 note x4/unused-mesh 50+14 components/component[@name='H']/source/@geometry "
        "x1[1] 1 of 2 meshes in the folder belong to no part: q-lod0.xmf | extensions\\n\\d\n");
    related_assert_shortage(r, x4);
}

/* A mesh of the game doesn't show that the meshes of the mod are there. */
static void folders_of_the_game_say_nothing_of_own_ones(void **state)
{
    related *r = *state;
    related_add_text(r, "m/a.xml",
                     "<components>" COMPONENT("A", "assets\\d", "<part name='p'/>")
                         COMPONENT("B", "extensions\\m\\gone", "<part name='p'/>") "</components>");
    related_add_text(r, "m/content.xml", content);
    related_add_reference(r, "game", false);
    related_add(r, "game/assets/d/p-lod0.xmf", "");
    related_assert_findings(r, x4, "");
    related_assert_not_judged(
        r, x4,
        "x4/geometry-folder 1/1 m/a.xml: no folder of the mod holds a mesh: its meshes may lie elsewhere");
}

static void names_of_meshes(void **state)
{
    static const char *const names[] = {
        "m/d/.xmf",
        "m/d/0.xmf",
        "m/d/12.xmf",
        "m/d/-lod1.xmf",
        "m/d/a-lod.xmf",
        "m/d/b-lod:.xmf",
        "m/d/c-lod9.xmf",
        "m/d/d-lod10.xmf",
        "m/d/e-lod1x.xmf",
        "m/d/f-lad1.xmf",
        "m/d/glod1.xmf",
        "m/d/h-lod1.xmff",
        "m/d/i-collision.xmf",
        "m/d/j-collision2.xmf",
        "m/d/-collision.xmf",
        "m/d/lod5.xmf",
        "m/d/k-xlod2.xmf",
        "m/d/l-collisionx.xmf",
        "m/d/m-collision.x.xmf",
    };
    related *r = *state;
    related_add_text(r, "m/a.xml",
                     "<components>" COMPONENT("A", "extensions\\m\\d", "<part name='p'/>") "</components>");
    related_add_text(r, "m/content.xml", content);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        related_add(r, names[i], "");
    related_add(r, "m/d/p-lod0.xmf", "");
    related_assert_findings(
        r, x4,
        "m/a.xml 1:51-1:65 note x4/unused-mesh 50+14 components/component[@name='A']/source/@geometry "
        "x6[0,1,2,3,4,5] 6 of 7 meshes in the folder belong to no part: c-lod9.xmf and others | "
        "extensions\\m\\d\n");
}

/* ---- Animations ---------------------------------------------------------------------------------------- */

static const char moving[] =
    "<components><component name='A'><source geometry='extensions\\m\\long_name_data'/><connections>\n"
    "<connection><animations><animation name='b'/><animation name='a'/><animation name='c'/>"
    "<animation name='b'/>"
    "<animation name='d'/></animations><parts><part name='z'/><part name='y'/><part name='x'/></"
    "parts></connection>\n"
    "<connection><animations><animation name='a'/><animation name='e'/></animations><parts><part "
    "name='w'/></parts>"
    "</connection></connections></component>\n"
    "<component name='B'><source geometry='extensions\\m\\some_name_data'/><connections><connection>"
    "<animations><animation name='a'/></animations><parts><part name='w'/></parts></connection></"
    "connections></component>\n"
    "<component name='C'><source geometry='extensions\\m\\third_name_data'/><connections><connection>"
    "<animations><animation name='a'/></animations><parts><part name='w'/></parts></connection></"
    "connections></component>"
    "</components>";

static void add_moving(related *r)
{
    related_add_text(r, "m/a.xml", moving);
    related_add_text(r, "m/content.xml", content);
    related_add(r, "m/e.txt", "");
    related_add_facts(
        r, "m/long_name_data.ani", "xani",
        "move c none\nmove c z\nmove a w\nmove b w\nmove a x\nmove doo w\nmove a none\nmove d yy\n"
        "move c x\n"
        "move d w\nmove a xx\nmove a none\nmove e v");
    related_add(r, "m/long_name_data/w-lod0.xmf", "");
    related_add(r, "m/long_name_data/x-lod0.xmf", "");
    related_add(r, "m/long_name_data/y-lod0.xmf", "");
    related_add(r, "m/long_name_data/z-lod0.xmf", "");
    related_add(r, "m/some_name_data/w-lod0.xmf", "");
    related_add(r, "m/some_name_date.ani", "");
    related_add(r, "m/third_name_data/w-lod0.xmf", "");
    related_add(r, "m/third_name_date.ani", "");
    related_add(r, "m/third_name_date/w-lod0.xmf", "");
}

/* What is reported of the components of add_moving. */
#define FINDINGS_OF_MOVING                                                                             \
    "m/a.xml 2:25-2:46 warning x4/animation-entry 118+21 "                                             \
    "components/component[@name='A']/connections/connection/animations/animation[@name='b'] "          \
    "long_name_data.ani has no animation \"b\" of part \"z\" | b | long_name_data.ani\n"               \
    "2:88-2:109 warning x4/animation-entry 181+21 "                                                    \
    "components/component[@name='A']/connections/connection/animations/animation[@name='b'][2] "       \
    "long_name_data.ani has no animation \"b\" of part \"z\" | b | long_name_data.ani\n"               \
    "2:109-2:130 warning x4/animation-entry 202+21 "                                                   \
    "components/component[@name='A']/connections/connection/animations/animation[@name='d'] "          \
    "long_name_data.ani has no animation \"d\" of part \"z\" | d | long_name_data.ani\n"               \
    "3:46-3:67 warning x4/animation-entry 358+21 "                                                     \
    "components/component[@name='A']/connections/connection/animations/animation[@name='e'] "          \
    "long_name_data.ani has no animation \"e\" of part \"w\" | e | long_name_data.ani\n"               \
    "4:39-4:66 warning x4/missing-animation 501+27 components/component[@name='B']/source/@geometry "  \
    "x1[0] nothing of \"B\" moves: its .ani isn't there, did you mean some_name_date.ani? | "          \
    "extensions\\m\\some_name_data | some_name_date.ani\n"                                             \
    "5:39-5:67 warning x4/missing-animation 711+28 components/component[@name='C']/source/@geometry "  \
    "x1[0] nothing of \"C\" moves: there is no .ani beside its folder, for 1 animation such as \"a\" " \
    "| extensions\\m\\third_name_data | third_name_data.ani\n"

static void motions_are_found_in_any_order(void **state)
{
    related *r = *state;
    add_moving(r);
    related_assert_findings(
        r, x4,
        FINDINGS_OF_MOVING
        "m/long_name_data.ani warning x4/animation-part 7+4 facts[0] \"none\" is a part of no component "
        "that uses long_name_data, such as \"A\" | none\n"
        "warning x4/animation-part 66+4 facts[6] \"none\" is a part of no component that uses "
        "long_name_data, such as \"A\" | none\n"
        "warning x4/animation-part 78+2 facts[7] \"yy\" is a part of no component that uses "
        "long_name_data, such as \"A\" | yy\n"
        "warning x4/animation-part 106+2 facts[10] \"xx\" is a part of no component that uses "
        "long_name_data, such as \"A\" | xx\n"
        "warning x4/animation-part 116+4 facts[11] \"none\" is a part of no component that uses "
        "long_name_data, such as \"A\" | none\n"
        "warning x4/animation-part 128+1 facts[12] \"v\" is a part of no component that uses "
        "long_name_data, such as \"A\" | v\n");
}

static void motions_of_unknown_parts_are_not_judged(void **state)
{
    related *r = *state;
    add_moving(r);
    r->files[2].path = "m/e.xml";
    /* Parts of the component that the <diff> changes are unknown. */
    r->texts[2] =
        "<diff><replace sel='x'><source geometry='extensions\\m\\long_name_data'/></replace></diff>";
    related_assert_findings(r, x4, FINDINGS_OF_MOVING);
    related_assert_shortage(r, x4);
}

static void animations_of_references(void **state)
{
    related *r = *state;
    related_add_text(
        r, "m/a.xml",
        "<components><component name='A'><source geometry='assets\\d'/><connections><connection>"
        "<animations><animation name='a'/><animation name='b'/></animations><parts><part name='p'/></parts>"
        "</connection></connections></component></components>");
    related_add_text(r, "m/content.xml", content);
    related_add_reference(r, "g", false);
    related_add(r, "g/assets/d/p-lod0.xmf", "");
    related_add_reference(r, "h", false);
    related_add_facts(r, "h/assets/d.ani", "xani", "move a p");
    related_assert_findings(
        r, x4,
        "m/a.xml 1:120-1:141 warning x4/animation-entry 119+21 "
        "components/component[@name='A']/connections/connection/animations/animation[@name='b'] d.ani "
        "has no animation \"b\" of part \"p\" | b | assets/d.ani\n");
    related_assert_reads(r, x4, "bytes m/a.xml, bytes m/content.xml; ; facts h/assets/d.ani");
    related_assert_shortage(r, x4);
}

/* ---- Materials ----------------------------------------------------------------------------------------- */

static const char shared[] =
    "<components><component name='A'><source geometry='extensions\\m\\d'/><connections><connection><parts>"
    "<part name='p'><lods><lod index='0'><materials><material ref='c.a'/></materials></lod></lods></part>\n"
    "<part name='q' ref='x'><lods><lod index='0'><materials><material ref='c.z'/></materials></lod>"
    "</lods></part>\n"
    "<part><lods><lod index='0'><materials><material ref='c.z'/></materials></lod></lods></part>"
    "</parts></connection></connections></component>\n"
    "<component name='B'><source geometry='extensions\\m\\d'/><connections><connection><parts>"
    "<part name='p'><lods><lod index='0'/></lods></part>\n"
    "<part name='q'><lods><lod index='0'><materials><material ref='c.b'/><material ref=''/></"
    "materials></lod></lods>"
    "</part></parts></connection></connections></component>\n"
    "<component name='C'><source geometry='extensions\\m\\d'/><connections><connection><parts>"
    "<part name='p'><lods><lod index='0'><materials><material ref='c.c'/></materials></lod></lods></part>\n"
    "<part name='u'><lods><lod index='0'><materials><material ref='c.c'/></materials></lod></lods></part>"
    "</parts></connection></connections></component></components>";

static void meshes_with_materials_are_shared(void **state)
{
    related *r = *state;
    related_add_text(r, "m/a.xml", shared);
    related_add_text(r, "m/content.xml", content);
    related_add_facts(r, "m/d/p-lod0.xmf", "xmf", "material c.a");
    related_add_facts(r, "m/d/q-lod0.xmf", "xmf", "material c.b\nmaterial ");
    related_add_facts(r, "m/d/u-lod0.xmf", "xmf", "material c.b");
    r->unread[4] = true;
    related_assert_findings(
        r, x4,
        "m/a.xml 6:109-6:124 note x4/part-material 861+15 "
        "components/component[@name='C']/connections/connection/parts/part[@name='p']/lods/"
        "lod[@index='0'] lists material c.c, which p-lod0.xmf doesn't have | c.c | c.a\n");
    related_assert_shortage(r, x4);
}

/* ---- Collision meshes ---------------------------------------------------------------------------------- */

static void collision_meshes_of_own_parts(void **state)
{
    related *r = *state;
    related_add_text(r, "m/a.xml",
                     "<components>" COMPONENT("A", "extensions\\m\\d",
                                              "<part name='p'/><part/><part name='q' ref='x'/>"
                                              "<part name='p'/>") "</components>");
    related_add_text(r, "m/content.xml", content);
    related_add(r, "m/d/other-mesh.jcs", "");
    related_add(r, "m/d/p-collision.xmf", "");
    related_add(r, "m/d/p-lod0.xmf", "");
    related_add(r, "m/d/q-collision.xmf", "");
    related_assert_findings(
        r, x4,
        "m/d/p-collision.xmf warning x4/missing-jcs 0+0  other collision meshes of the folder have .jcs "
        "files beside them, of this one p-hull.jcs is missing | | d/p-hull.jcs\n");
    r->files[2].path = "m/d/sub/other-mesh.jcs";
    related_assert_findings(r, x4, "");
}

/* Other tags and properties, of which some begin alike; a folder of the game without meshes, and .ani files
 * in two folders. */
static void folders_with_words_alike(void **state)
{
    related *r = *state;
    related_add_text(
        r, "m/a.xml",
        "<components><component name='A'><source geometry='extensions\\m\\d'/><connections>"
        "<connection tags='abcdefghijk'><parts><part name='p' wreck='debris'/></parts></connection>"
        "<connection tags='nocollision_x'><parts><part name='q'/></parts></connection>"
        "<connection tags='x NoCollision'><parts><part name='r'/></parts></connection>"
        "<connection><animations><animation name='go'/></animations><parts><part name='z'/><part "
        "name='b'/></parts>"
        "</connection></connections></component>\n"
        "<component name='B'><source geometry='extensions\\m\\e'/><connections><connection><animations>"
        "<animation name='go'/></animations><parts><part name='long_name'/></parts></connection></"
        "connections>"
        "</component>\n"
        "<component name='C'><source geometry='assets\\none'/><connections><connection><parts><part "
        "name='p'/></parts>"
        "</connection></connections></component></components>");
    related_add_text(r, "m/content.xml", content);
    related_add_facts(r, "m/d.ani", "xani", "move go z\nmove stay debris");
    related_add(r, "m/d/b-lod0.xmf", "");
    related_add(r, "m/d/debris-lod0.xmf", "");
    related_add(r, "m/d/other-mesh.jcs", "");
    related_add(r, "m/d/p-collision.xmf", "");
    related_add(r, "m/d/p-lod0.xmf", "");
    related_add(r, "m/d/q-collision.xmf", "");
    related_add(r, "m/d/q-lod0.xmf", "");
    related_add(r, "m/d/r-collision.xmf", "");
    related_add(r, "m/d/r-lod0.xmf", "");
    related_add(r, "m/d/x-lod-.xmf", "");
    related_add(r, "m/d/x-lox0.xmf", "");
    related_add(r, "m/d/z-lod0.xmf", "");
    related_add(r, "m/dx", "");
    related_add_facts(r, "m/e.ani", "xani", "move go long_name\nmove go long_namex");
    related_add(r, "m/e/long_name-lod0.xmf", "");
    related_add_text(r, "m/libraries/material_library.xml",
                     "<materiallibrary><collection name='c'><material name='m'><properties>"
                     "<property type='BitMax' name='a' value='extensions\\m\\gone'/>"
                     "<property type='BitMap' name='a' value='extensions\\m\\dx'/></properties></material>"
                     "</collection></materiallibrary>");
    related_add_reference(r, "game", false);
    related_add(r, "game/assets/none/readme.txt", "");
    related_assert_findings(
        r, x4,
        "m/a.xml 3:39-3:50 error x4/geometry-folder 714+11 components/"
        "component[@name='C']/source/@geometry the folder with the meshes of \"C\" holds no .xmf | "
        "assets\\none | assets/none\n"
        "m/d.ani warning x4/animation-part 20+6 facts[1] \"debris\" is a part of no component that uses "
        "d, such as \"A\" | debris\n"
        "m/d/p-collision.xmf warning x4/missing-jcs 0+0  other collision meshes of the folder have .jcs "
        "files beside them, of this one p-hull.jcs is missing | | d/p-hull.jcs\n"
        "m/d/q-collision.xmf warning x4/missing-jcs 0+0  other collision meshes of the folder have .jcs "
        "files beside them, of this one q-hull.jcs is missing | | d/q-hull.jcs\n"
        "m/e.ani warning x4/animation-part 26+10 facts[1] \"long_namex\" is a part of no component that "
        "uses e, such as \"B\" | long_namex | long_name\n");
    assert_false(related_is_marked(related_look(r, x4), 15, AL_MARK_PLACED));
    related_assert_shortage(r, x4);
}

/* The files of a folder of the game may be in any reference. */
static void collision_meshes_in_the_game(void **state)
{
    related *r = *state;
    related_add_text(
        r, "m/a.xml",
        "<components>" COMPONENT("A", "assets\\d", "<part name='p'/><part name='q'/>") "</components>");
    related_add_text(r, "m/content.xml", content);
    related_add_reference(r, "game", false);
    related_add(r, "game/assets/d/other-mesh.jcs", "");
    related_add(r, "game/assets/d/p-collision.xmf", "");
    related_add(r, "game/assets/d/p-lod0.xmf", "");
    related_add(r, "game/assets/d/q-collision.xmf", "");
    related_add(r, "game/assets/d/q-hull.jcs", "");
    related_add(r, "game/assets/d/q-lod0.xmf", "");
    related_assert_findings(r, x4, "");
    related_assert_shortage(r, x4);
}

/* Of very many findings most are only counted. */
static void too_many_missing_meshes(void **state)
{
    enum { PARTS = 1100 };
    static char text[PARTS * sizeof "<part name='n0000'/>" + 512];
    related *r = *state;
    size_t length = (size_t)snprintf(text, sizeof text,
                                     "<components><component name='A'><source geometry='extensions\\m\\d'/>"
                                     "<connections><connection><parts><part name='p'/>");
    for (unsigned i = 0; i < PARTS; i++)
        length += (size_t)snprintf(text + length, sizeof text - length, "<part name='n%04u'/>", i);
    (void)snprintf(text + length, sizeof text - length,
                   "</parts></connection></connections></component></components>");
    related_add_text(r, "m/a.xml", text);
    related_add_text(r, "m/content.xml", content);
    related_add(r, "m/d/p-lod0.xmf", "");
    const x4_state *v = related_look(r, x4);
    assert_int_equal(v->base.finding_count, AL_MAX_FINDINGS + 1);
    assert_int_equal(v->base.findings[AL_MAX_FINDINGS].left_out, PARTS - AL_MAX_FINDINGS);
}

/* ---- Mods without content.xml -------------------------------------------------------------------------- */

static void names_that_are_nearly_content(void **state)
{
    related *r = *state;
    related_add(r, "a/c o n t e n t.xml", "");
    related_add_text(r, "a/index/macros.xml", "<index/>");
    related_add(r, "b/m a t e r i a l.xm", "");
    related_add_text(r, "b/index/macros.xml", "<index/>");
    related_add(r, "c/c o n t e n t.xml.x", "");
    related_add_text(r, "c/index/macros.xml", "<index/>");
    related_add(r, "d/c!o!n!t!e!n!t.xml", "");
    related_add(r, "d/content.xm_old_copy", "");
    related_add_text(r, "d/index/macros.xml", "<index/>");
    related_add(r, "e/deep/contents.xml", "");
    related_add_text(r, "e/index/macros.xml", "<index/>");
    related_add(r, "f/  c o n t e n t . x m l  ", "");
    related_add_text(r, "f/index/macros.xml", "<index/>");
    related_add(r, "g/c o n t e n t.xm", "");
    related_add_text(r, "g/index/macros.xml", "<index/>");
    related_add(r, "h/contents0.xml", "");
    related_add_text(r, "h/index/macros.xml", "<index/>");
    related_add(r, "i/content", "");
    related_add_text(r, "i/index/macros.xml", "<index/>");
    r->unread[18] = true;
    related_set_level(r, "x4/xml", AL_OFF);
    related_assert_findings(
        r, x4,
        "a/index/macros.xml 1:1-1:1 warning x4/no-content 0+0  the mod's folder has no content.xml: "
        "rename \"c o n t e n t.xml\" | | content.xml\n"
        "b/index/macros.xml 1:1-1:1 warning x4/no-content 0+0  the mod's folder has no content.xml, so "
        "the game doesn't load the mod | | content.xml\n"
        "c/index/macros.xml 1:1-1:1 warning x4/no-content 0+0  the mod's folder has no content.xml, so "
        "the game doesn't load the mod | | content.xml\n"
        "d/index/macros.xml 1:1-1:1 warning x4/no-content 0+0  the mod's folder has no content.xml, so "
        "the game doesn't load the mod | | content.xml\n"
        "e/index/macros.xml 1:1-1:1 warning x4/no-content 0+0  the mod's folder has no content.xml, so "
        "the game doesn't load the mod | | content.xml\n"
        "f/index/macros.xml 1:1-1:1 warning x4/no-content 0+0  the mod's folder has no content.xml: "
        "rename \"  c o n t e n t . x m l  \" | | content.xml\n"
        "g/index/macros.xml 1:1-1:1 warning x4/no-content 0+0  the mod's folder has no content.xml, so "
        "the game doesn't load the mod | | content.xml\n"
        "h/index/macros.xml 1:1-1:1 warning x4/no-content 0+0  the mod's folder has no content.xml: "
        "rename \"contents0.xml\" | | content.xml\n");
}

/* Each index counts by itself. */
static void long_indexes_of_two_mods(void **state)
{
    related *r = *state;
    static char text[60000];
    static const char entry[] = "<entry name='a' value='extensions\\m\\x'/>";
    size_t length = 7;
    memcpy(text, "<index>", length);
    for (unsigned i = 0; i < 1100; i++, length += sizeof entry - 1)
        memcpy(text + length, entry, sizeof entry - 1);
    memcpy(text + length, "</index>", sizeof "</index>");
    related_add_text(r, "a/index/macros.xml", text);
    related_add(r, "a/u.ani", "");
    related_add(r, "a/u/h-lod0.xmf", "");
    related_add_text(r, "b/index/macros.xml", text);
    related_set_level(r, "x4/index-path", AL_OFF);
    related_assert_findings(
        r, x4,
        "a/index/macros.xml 1:1-1:1 warning x4/no-content 0+0  the mod's folder has no content.xml, so "
        "the game doesn't load the mod | | content.xml\n"
        "b/index/macros.xml 1:1-1:1 warning x4/no-content 0+0  the mod's folder has no content.xml, so "
        "the game doesn't load the mod | | content.xml\n");
    const void *judged = related_look(r, x4);
    assert_true(related_is_marked(judged, 1, AL_MARK_PLACED));
    assert_false(related_is_marked(judged, 2, AL_MARK_PLACED));
    assert_string_equal(x4->placed_formats[0].format, "xani");
}

/* ---- Textures ------------------------------------------------------------------------------------------ */

#define OWN                       "extensions\\m\\tex\\"
#define BITMAP(map, path)         "<property type='BitMap' name='" map "' value='" path "'/>"
#define MATERIAL(name, map, path) "<material name='" name "'>" BITMAP(map, path) "</material>\n"
#define COLOURED(name, path)      MATERIAL(name, "diffuse_map", path)

#define HULL     COLOURED("Hull", OWN "hull.tga") COLOURED("Hull", "x") /* the second is none */
#define WING     COLOURED("Wing", OWN "wing")
#define TAIL     COLOURED("tail", OWN "hull")
#define FAR      COLOURED("far", "assets\\far")
#define BUMPS    MATERIAL("bumps", "normal_map", OWN "hull")
#define ALONE    COLOURED("alone", OWN "hull")
#define GLASS    COLOURED("Glass", OWN "glass")
#define NAMELESS "<material>" BITMAP("diffuse_map", OWN "hull") "</material>\n"
#define LATE     COLOURED("late", OWN "hull")

/* A mod with meshes of such materials: the first has the number of the files before, and 3. */
static void add_textured(related *r, const char *library, const char *materials)
{
    related_add_text(
        r, "m/a.xml",
        "<components>" COMPONENT("A", "extensions\\m\\d",
                                 "<part name='hull'><lods><lod index='0'/></lods></part>"
                                 "<part name='tail'/><part/><part name='more' ref='B'/>") "</components>");
    related_add_text(r, "m/b.xml", "<a/>");
    related_add_text(r, "m/content.xml", content);
    related_add_facts(r, "m/d/hull-lod0.xmf", "xmf", materials);
    related_add_facts(r, "m/d/tail-lod0.xmf", "xmf", "material ships.tail\nend\n");
    related_add_text(r, "m/libraries/material_library.xml", library);
    related_add(r, "m/tex/glass.gz", "");
    related_add(r, "m/tex/hull.dds", "");
}

/* A texture that may be in the game is not missing. */
static void meshes_have_textures(void **state)
{
    static const char library[] =
        "<diff><add sel='/materiallibrary'>"
        "<collection name='Ships'>" HULL WING TAIL FAR BUMPS "</collection>\n" ALONE "</add>\n"
        "<add sel='//collection[@name=\"Other\"]'>" GLASS NAMELESS "</add>\n"
        "<replace sel='/materiallibrary'>" LATE "</replace></diff>";
    related *r = *state;
    add_textured(r, library,
                 "material ships.HULL\nmaterial ships.wing\nmaterial ships.far\nmaterial ships.bumps\n"
                 "material ships.alone\nmaterial other.glass\nmaterial other.gold\n"
                 "material other.late\nmaterial ships.hull\nmaterial other.\nend\n");
    related_assert_partners(r, x4, 3,
                            "texture m/tex/hull.dds for ships.hull; missing texture " OWN
                            "wing for ships.wing; texture m/tex/glass.gz for other.glass");
    related_assert_partners(r, x4, 4, "texture m/tex/hull.dds for ships.tail");
    related_assert_partners(r, x4, 0, "");
    related_assert_shortage(r, x4);
    r->unread[1] = r->all.any_unread = true; /* then not everything of the mod is known */
    related_assert_partners(r, x4, 3,
                            "texture m/tex/hull.dds for ships.hull; texture m/tex/glass.gz for other.glass");
}

#define LIBRARY(name, materials) \
    "<materiallibrary><collection name='" name "'>" materials "</collection></materiallibrary>"

/* Those of a mod without any of its textures may lie elsewhere. */
static void textures_that_lie_elsewhere(void **state)
{
    related *r = *state;
    add_textured(r, LIBRARY("ships", COLOURED("hull", OWN "a") COLOURED("tail", OWN "b")),
                 "material ships.hull\nend\n");
    related_assert_partners(r, x4, 3, "");
}

/* The library of the own mod comes first, then those of other mods and of the game. */
static void textures_of_other_mods(void **state)
{
    related *r = *state;
    related_add_text(r, "a/content.xml", "<content id='a'/>");
    related_add_text(
        r, "a/libraries/material_library.xml",
        LIBRARY("ships", COLOURED("hull", "extensions\\a\\wing") COLOURED("wing", "extensions\\a\\wing")));
    related_add(r, "a/wing.dds", "");
    add_textured(r, LIBRARY("ships", COLOURED("hull", OWN "hull")),
                 "material ships.hull\nmaterial ships.wing\nmaterial game.gold\nmaterial game.lost\nend\n");
    related_assert_partners(r, x4, 6,
                            "texture m/tex/hull.dds for ships.hull; texture a/wing.dds for ships.wing");
    related_add_reference(r, "game", false);
    related_add(r, "game/assets/textures/gold.gz", "");
    related_add_text(r, "game/index/macros.xml", "<index/>");
    related_add_text(r, "game/libraries/material_library.xml",
                     LIBRARY("game", COLOURED("gold", "assets\\textures\\gold")
                                         MATERIAL("gold", "normal_map", "assets\\x")
                                             COLOURED("lost", "assets\\textures\\lost")));
    related_assert_partners(r, x4, 6,
                            "texture m/tex/hull.dds for ships.hull; texture a/wing.dds for ships.wing; "
                            "texture game/assets/textures/gold.gz for game.gold");
    related_assert_findings(r, x4, "");
    related_assert_shortage(r, x4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        RELATED_TEST(components_share_folders),
        RELATED_TEST(folders_of_the_game_say_nothing_of_own_ones),
        RELATED_TEST(names_of_meshes),
        RELATED_TEST(motions_are_found_in_any_order),
        RELATED_TEST(motions_of_unknown_parts_are_not_judged),
        RELATED_TEST(animations_of_references),
        RELATED_TEST(meshes_with_materials_are_shared),
        RELATED_TEST(collision_meshes_of_own_parts),
        RELATED_TEST(folders_with_words_alike),
        RELATED_TEST(collision_meshes_in_the_game),
        RELATED_TEST(too_many_missing_meshes),
        RELATED_TEST(names_that_are_nearly_content),
        RELATED_TEST(long_indexes_of_two_mods),
        RELATED_TEST(meshes_have_textures),
        RELATED_TEST(textures_that_lie_elsewhere),
        RELATED_TEST(textures_of_other_mods),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
