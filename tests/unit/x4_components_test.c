/* x4_components_test.c: what is reported of components, their folders and their materials in mods for X4 and
 * X Rebirth.
 */
#include "related.h"
#include "unit.h"

#include "relations/relations.h"

static const al_relation *const x4 = &al_x4_relation;

static const char content[] = "<content id='m'/>";

/* ---- Folders and meshes -------------------------------------------------------------------------------- */

static void add_components(related *r)
{
    related_add_text(
        r, "m/assets/a.xml",
        "<components>\n<component name='A'><source geometry='extensions\\m\\assets\\a_data'/>"
        "<connections><connection name='c'><parts>\n"
        "<part name='Hull' wreck='ruin'><lods><lod index='0'/><lod index='1'/><lod/></lods></part>\n"
        "<part name='wing' wreck=''/><part name='other' ref='x'/><part/>\n"
        "<part name='gunn'><lods/></part></parts></connection></connections></component>\n"
        "<component name='B'><source geometry='extensions\\m\\assets\\gone'/><connections><connection>"
        "<parts><part name='p'/></parts></connection></connections></component>\n"
        "<component name='C'><source geometry='extensions\\m\\assets\\b_dataa'/><connections><connection>"
        "<parts><part name='p'/></parts></connection></connections></component>\n"
        "<component name='D'><source geometry='extensions\\m\\assets\\gone'/><connections><connection>"
        "<parts><part name='p' ref='x'/></parts></connection></connections></component>\n"
        "<component name='E'><source geometry='extensions\\m\\assets\\empty'/><connections><connection>"
        "<parts><part name='p'/></parts></connection></connections></component>\n"
        "<component name='F'><source/></component><component name='G'/>\n"
        "<component name='H'><source geometry='extensions\\m\\assets\\b_data'/>"
        "<source geometry='extensions\\m\\assets\\a_data'/></component></components>");
    related_add(r, "m/assets/a_data/hull-lod0.xmf", "");
    related_add(r, "m/assets/a_data/huls-lod1.xmf", "");
    related_add(r, "m/assets/a_data/sub/wing-lod0.xmf", "");
    related_add(r, "m/assets/b_data/p-lod0.xmf", "");
    related_add_text(
        r, "m/assets/c.xml",
        "<diff>\n<replace sel='//source'><source geometry='extensions\\m\\assets\\lost'/></replace>\n"
        "<add sel='//component'><source geometry='extensions\\m\\assets\\lost'/></add></diff>");
    related_add(r, "m/assets/empty/readme.txt", "");
    related_add_text(r, "m/content.xml", content);
}

static void meshes_of_components(void **state)
{
    related *r = *state;
    add_components(r);
    related_set_level(r, "x4/unused-mesh", AL_OFF);
    related_assert_findings(
        r, x4,
        "m/assets/a.xml 3:26-3:30 error x4/missing-mesh 147+4 "
        "components/component[@name='A']/connections/connection[@name='c']/parts/part[@name='Hull']/"
        "@wreck mesh ruin-lod0.xmf of \"A\" isn't there | ruin | assets/a_data/ruin-lod0.xmf\n"
        "3:54-3:70 error x4/missing-mesh 175+16 "
        "components/component[@name='A']/connections/connection[@name='c']/parts/part[@name='Hull']/"
        "lods/lod[@index='1'] mesh Hull-lod1.xmf of \"A\" isn't there: did you mean assets/a_data/"
        "huls-lod1.xmf? | 1 | assets/a_data/huls-lod1.xmf\n"
        "4:1-4:29 error x4/missing-mesh 212+28 "
        "components/component[@name='A']/connections/connection[@name='c']/parts/part[@name='wing'] mesh "
        "wing-lod0.xmf of \"A\" isn't there: did you mean assets/a_data/sub/wing-lod0.xmf? | wing | "
        "assets/a_data/sub/wing-lod0.xmf\n"
        "6:39-6:63 error x4/geometry-folder 394+24 components/component[@name='B']/source/@geometry the "
        "folder with the meshes of \"B\" isn't there | extensions\\m\\assets\\gone | assets/gone\n"
        "7:39-7:66 error x4/geometry-folder 555+27 components/component[@name='C']/source/@geometry the "
        "folder with the meshes of \"C\" isn't there: did you mean extensions\\m\\assets\\b_data? | "
        "extensions\\m\\assets\\b_dataa | extensions\\m\\assets\\b_data\n"
        "9:39-9:64 error x4/geometry-folder 888+25 components/component[@name='E']/source/@geometry the "
        "folder with the meshes of \"E\" holds no .xmf | extensions\\m\\assets\\empty | assets/empty\n"
        "m/assets/c.xml 2:43-2:67 error x4/geometry-folder 49+24 diff/replace/source/@geometry the "
        "folder with the meshes of \"c.xml\" isn't there | extensions\\m\\assets\\lost | assets/lost\n");
    related_assert_not_judged(r, x4, "");
}

/* Of parts without a name only the first in a row is kept. The levels in them belong to no mesh. */
static void parts_without_names(void **state)
{
    related *r = *state;
    related_add_text(
        r, "m/assets/a.xml",
        "<components>\n<component name='A'><source geometry='extensions\\m\\assets\\a_data'/>"
        "<connections><connection name='c'><parts>\n"
        "<part/><part name='wing'/>\n"
        "<part/><part/><part wreck='ruin'/><part ref='x'/><part/>\n"
        "<part name='hull'/><part/><part><lods><lod index='1'/></lods></part>\n"
        "<part name='hull'/><part><lods><lod index='2'/></lods></part></parts></connection></connections>"
        "</component></components>");
    related_add(r, "m/assets/a_data/hull-lod0.xmf", "");
    related_add_text(r, "m/content.xml", content);
    related_assert_findings(
        r, x4,
        "m/assets/a.xml 3:8-3:27 error x4/missing-mesh 129+19 "
        "components/component[@name='A']/connections/connection[@name='c']/parts/part[@name='wing'] mesh "
        "wing-lod0.xmf of \"A\" isn't there | wing | assets/a_data/wing-lod0.xmf\n"
        "4:28-4:32 error x4/missing-mesh 176+4 "
        "components/component[@name='A']/connections/connection[@name='c']/parts/part[4]/@wreck mesh "
        "ruin-lod0.xmf of \"A\" isn't there | ruin | assets/a_data/ruin-lod0.xmf\n");
}

static void components_of_a_file_that_no_entry_leads_to(void **state)
{
    related *r = *state;
    add_components(r);
    related_set_level(r, "x4/unused-mesh", AL_OFF);
    related_set_level(r, "x4/unregistered", AL_OFF);
    related_add_text(r, "m/index/components.xml",
                     "<index><entry name='z' value='extensions\\m\\assets\\c'/></index>");
    related_assert_findings(
        r, x4,
        "m/assets/a.xml 3:26-3:30 note x4/missing-mesh 147+4 "
        "components/component[@name='A']/connections/connection[@name='c']/parts/part[@name='Hull']/"
        "@wreck mesh ruin-lod0.xmf of \"A\" isn't there | ruin | assets/a_data/ruin-lod0.xmf\n"
        "3:54-3:70 note x4/missing-mesh 175+16 "
        "components/component[@name='A']/connections/connection[@name='c']/parts/part[@name='Hull']/"
        "lods/lod[@index='1'] mesh Hull-lod1.xmf of \"A\" isn't there: did you mean assets/a_data/"
        "huls-lod1.xmf? | 1 | assets/a_data/huls-lod1.xmf\n"
        "4:1-4:29 note x4/missing-mesh 212+28 "
        "components/component[@name='A']/connections/connection[@name='c']/parts/part[@name='wing'] mesh "
        "wing-lod0.xmf of \"A\" isn't there: did you mean assets/a_data/sub/wing-lod0.xmf? | wing | "
        "assets/a_data/sub/wing-lod0.xmf\n"
        "6:39-6:63 note x4/geometry-folder 394+24 components/component[@name='B']/source/@geometry the "
        "folder with the meshes of \"B\" isn't there | extensions\\m\\assets\\gone | assets/gone\n"
        "7:39-7:66 note x4/geometry-folder 555+27 components/component[@name='C']/source/@geometry the "
        "folder with the meshes of \"C\" isn't there: did you mean extensions\\m\\assets\\b_data? | "
        "extensions\\m\\assets\\b_dataa | extensions\\m\\assets\\b_data\n"
        "9:39-9:64 note x4/geometry-folder 888+25 components/component[@name='E']/source/@geometry the "
        "folder with the meshes of \"E\" holds no .xmf | extensions\\m\\assets\\empty | assets/empty\n"
        "m/assets/c.xml 2:43-2:67 error x4/geometry-folder 49+24 diff/replace/source/@geometry the "
        "folder with the meshes of \"c.xml\" isn't there | extensions\\m\\assets\\lost | assets/lost\n");
    related_assert_shortage(r, x4);
}

static void collision_meshes_alone_leave_meshes_unknown(void **state)
{
    related *r = *state;
    related_add_text(r, "m/a.xml",
                     "<components><component name='A'><source geometry='extensions\\m\\a_data'/>"
                     "<connections>"
                     "<connection><parts><part name='hull'/></parts></connection></connections></"
                     "component></"
                     "components>");
    related_add(r, "m/a_data/hull-collision.xmf", "");
    related_add_text(r, "m/content.xml", content);
    related_assert_findings(r, x4, "");
    related_assert_not_judged(
        r, x4,
        "x4/missing-mesh 1/1 m/a.xml: the mod has collision meshes alone: its other meshes may lie "
        "elsewhere");
}

static void folders_of_references(void **state)
{
    related *r = *state;
    related_add_text(
        r, "m/a.xml",
        "<components><component name='A'><source geometry='assets\\a_data'/><connections><connection>"
        "<parts><part name='one'/><part name='two'/><part name='three'/></parts></connection></connections>"
        "</component></components>");
    related_add_text(r, "m/content.xml", content);
    related_add_reference(r, "g", false);
    related_add(r, "g/assets/a_data/readme.txt", "");
    related_add_reference(r, "h", false);
    related_add(r, "h/assets/a_data/one-lod0.xmf", "");
    related_add_reference(r, "i", false);
    related_add(r, "i/assets/a_data/two-lod0.xmf", "");
    related_assert_findings(
        r, x4,
        "m/a.xml 1:135-1:155 error x4/missing-mesh 134+20 "
        "components/component[@name='A']/connections/connection/parts/part[@name='three'] mesh "
        "three-lod0.xmf of \"A\" isn't there | three | assets/a_data/three-lod0.xmf\n");
    related_assert_shortage(r, x4);
}

/* ---- Animations ---------------------------------------------------------------------------------------- */

static const char animated[] =
    "<components>\n<component name='A'><source geometry='extensions\\m\\a_data'/><connections>\n"
    "<connection><animations><animation name='Open'/><animation name='close'/><animation/></animations>"
    "<parts><part name='Hull'/><part name='wing'/><part/></parts></connection>\n"
    "<connection><animations><animation name='opem'/><animation name='open'/><animation name='open'/"
    "></animations>"
    "<parts><part name='door'/></parts></connection>\n"
    "<connection><animations><animation name='x'/></animations><parts><part name='of' ref='y'/></"
    "parts></connection>\n"
    "<connection><animations><animation name='x'/></animations></connection></connections></component>\n"
    "<component name='B'><source geometry='extensions\\m\\b_data'/><connections><connection>"
    "<animations><animation name='one'/><animation name='two'/></animations><parts><part name='p'/></parts>"
    "</connection></connections></component>\n"
    "<component name='C'><source geometry='extensions\\m\\c_data'/><connections><connection>"
    "<animations><animation name='one'/></animations><parts><part name='p'/></parts>"
    "</connection></connections></component>\n"
    "<component name='D'><source geometry='extensions\\m\\d_data'/><connections><connection>"
    "<animations><animation name='one'/></animations><parts><part name='p'/></parts>"
    "</connection></connections></component></components>";

static void animations_of_components(void **state)
{
    related *r = *state;
    related_add_text(r, "m/a.xml", animated);
    related_add_facts(
        r, "m/a_data.ani", "xani",
        "move CLOSE wing\nmove open HULL\nmove opens door\nmove open none\nmove x hul\nmove close wing");
    related_add(r, "m/a_data/door-lod0.xmf", "");
    related_add(r, "m/a_data/hull-lod0.xmf", "");
    related_add(r, "m/a_data/wing-lod0.xmf", "");
    related_add_facts(r, "m/b_date.ani", "xani", "move one p");
    related_add(r, "m/b_data/p-lod0.xmf", "");
    related_add(r, "m/c_data/p-lod0.xmf", "");
    related_add_text(r, "m/content.xml", content);
    related_add_facts(r, "m/d_data.ani", "ani", "move two p");
    related_add(r, "m/d_data/p-lod0.xmf", "");
    related_assert_findings(
        r, x4,
        "m/a.xml 4:25-4:49 warning x4/animation-entry 283+24 "
        "components/component[@name='A']/connections/connection/animations/animation[@name='opem'] "
        "a_data.ani has no animation \"opem\" of part \"door\" | opem | a_data.ani\n"
        "4:49-4:73 warning x4/animation-entry 307+24 "
        "components/component[@name='A']/connections/connection/animations/animation[@name='open'] "
        "a_data.ani has no animation \"open\" of part \"door\": did you mean \"opens\"? | open | opens\n"
        "4:73-4:97 warning x4/animation-entry 331+24 "
        "components/component[@name='A']/connections/connection/animations/animation[@name='open'][2] "
        "a_data.ani has no animation \"open\" of part \"door\": did you mean \"opens\"? | open | opens\n"
        "7:39-7:58 warning x4/missing-animation 664+19 components/component[@name='B']/source/@geometry "
        "x2[0,1] nothing of \"B\" moves: there is no .ani beside its folder, for 2 animations such as "
        "\"one\" | extensions\\m\\b_data | b_data.ani\n"
        "8:39-8:58 warning x4/missing-animation 891+19 components/component[@name='C']/source/@geometry "
        "x1[0] nothing of \"C\" moves: there is no .ani beside its folder, for 1 animation such as "
        "\"one\" | extensions\\m\\c_data | c_data.ani\n"
        "m/a_data.ani warning x4/animation-part 57+4 facts[3] \"none\" is a part of no component that "
        "uses a_data, such as \"A\" | none\n"
        "warning x4/animation-part 69+3 facts[4] \"hul\" is a part of no component that uses a_data, "
        "such as \"A\" | hul | hull\n");
    related_assert_reads(r, x4,
                         "bytes m/a.xml, bytes m/content.xml; ; facts m/a_data.ani, facts m/d_data.ani");
    related_assert_shortage(r, x4);
}

/* ---- Materials ----------------------------------------------------------------------------------------- */

static const char materials[] =
    "<components><component name='A'><source geometry='extensions\\m\\a_data'/><connections>"
    "<connection><parts>\n"
    "<part name='Hull'><lods>\n<lod index='0'><materials><material ref='c.A'/><material ref='c.b'/>"
    "<material/></materials></lod>\n"
    "<lod index='1'><materials><material ref='c.a'/><material ref='c.z'/></materials></lod>\n"
    "<lod index='2'><materials><material ref='c.a'/></materials></lod>\n"
    "<lod index='3'><materials/></lod><lod><materials><material ref='c.a'/></materials></lod></lods>"
    "</part>\n"
    "<part name='other' ref='x'><lods><lod index='0'><materials><material ref='c.y'/></materials></"
    "lod></lods></part>"
    "</parts></connection></connections></component></components>";

static void materials_of_parts(void **state)
{
    related *r = *state;
    related_add_text(r, "m/a.xml", materials);
    related_add_facts(r, "m/a_data/hull-lod0.xmf", "xmf", "material C.B\nmaterial c.a");
    related_add_facts(r, "m/a_data/hull-lod1.xmf", "xmf", "material c.b\nmaterial c.a");
    related_add_facts(r, "m/a_data/hull-lod2.xmf", "xmf", "material c.b\nmaterial c.a\nmaterial c.d");
    related_add_facts(r, "m/a_data/hull-lod3.xmf", "xmf", "material c.b");
    related_add_facts(r, "m/a_data/other-lod0.xmf", "xmf", "material c.b");
    related_add_text(r, "m/content.xml", content);
    related_assert_findings(
        r, x4,
        "m/a.xml 4:1-4:16 note x4/part-material 228+15 "
        "components/component[@name='A']/connections/connection/parts/part[@name='Hull']/lods/"
        "lod[@index='1'] lists material c.z, which Hull-lod1.xmf doesn't have | c.z | c.b\n"
        "5:1-5:16 note x4/part-material 315+15 "
        "components/component[@name='A']/connections/connection/parts/part[@name='Hull']/lods/"
        "lod[@index='2'] doesn't list material c.b, which Hull-lod2.xmf has | | c.b\n");
    related_assert_reads(
        r, x4,
        "bytes m/a.xml, bytes m/content.xml; ; facts m/a_data/hull-lod0.xmf, facts m/a_data/hull-lod1.xmf, "
        "facts m/a_data/hull-lod2.xmf");
    r->formats[3] = "xac";
    related_assert_findings(
        r, x4,
        "m/a.xml 4:1-4:16 note x4/part-material 228+15 "
        "components/component[@name='A']/connections/connection/parts/part[@name='Hull']/lods/"
        "lod[@index='1'] lists material c.z, which Hull-lod1.xmf doesn't have | c.z | c.b\n");
    related_assert_shortage(r, x4);
}

/* Names of one letter, meshes that are not handed out, and a folder of the game. */
static const char more_materials[] =
    "<components><component name='A'><source geometry='extensions\\m\\a'/><connections><connection><parts>"
    "<part name='p'><lods><lod index='0'><materials><material ref='q'/></materials></lod>"
    "<lod index='1'><materials><material ref='z'/></materials></lod></lods></part></parts></connection>"
    "</connections></component>"
    "<component name='B'><source geometry='assets\\b'/><connections><connection><parts><part "
    "name='long_name_of_part'>"
    "<lods><lod index='0'/><lod index='1'><materials><material ref='q'/></materials></lod></lods></part>"
    "</parts>"
    "</connection></connections></component></components>";

static void materials_of_meshes_that_are_not_read(void **state)
{
    related *r = *state;
    related_add_facts(r, "m/a/p-lod0.xmf", "xmf", "material q");
    related_add_facts(r, "m/a/p-lod1.xmf", "xmf", "material q");
    r->lost[1] = true;
    related_add_text(r, "m/c.xml", more_materials);
    related_add_text(r, "m/content.xml", content);
    related_add_reference(r, "game", false);
    related_add(r, "game/assets/b/other-lod0.xmf", "");
    related_assert_findings(
        r, x4,
        "m/c.xml 1:346-1:354 note x4/unused-mesh 345+8 components/component["
        "@name='B']/source/@geometry x1[0] 1 of 1 meshes in the folder belong to no part: other-lod0.xmf "
        "| assets\\b\n"
        "1:426-1:442 error x4/missing-mesh 425+16 components/component[@name='B']/connections/connection/"
        "parts/part[@name='long_name_of_part']/lods/lod[@index='0'] mesh long_name_of_part-lod0.xmf of "
        "\"B\" isn't there | 0 | assets/b/long_name_of_part-lod0.xmf\n"
        "1:442-1:457 error x4/missing-mesh 441+15 components/component[@name='B']/connections/connection/"
        "parts/part[@name='long_name_of_part']/lods/lod[@index='1'] mesh long_name_of_part-lod1.xmf of "
        "\"B\" isn't there | 1 | assets/b/long_name_of_part-lod1.xmf\n");
    related_assert_shortage(r, x4);
}

/* ---- Collision meshes and unused meshes ---------------------------------------------------------------- */

static void files_of_a_folder(void **state)
{
    related *r = *state;
    related_add_text(
        r, "m/a.xml",
        "<components>\n<component name='A'><source geometry='extensions\\m\\a_data'/><connections>\n"
        "<connection><parts><part name='hull' wreck='Ruin'/><part name='wing'/><part name='gun'/></"
        "parts></connection>\n"
        "<connection tags='x, NoCollision'><parts><part name='free'/></parts></connection>\n"
        "<connection tags='nocollisions'><parts><part name='tail'/></parts></connection></"
        "connections></component>\n"
        "<component name='B'><source geometry='extensions\\m\\a_data'/><connections><connection>"
        "<parts><part name='tail'/></parts></connection></connections></component></components>");
    related_add(r, "m/a_data/free-collision.xmf", "");
    related_add(r, "m/a_data/free-lod0.xmf", "");
    related_add(r, "m/a_data/gun-lod0.xmf", "");
    related_add(r, "m/a_data/hull-collision.xmf", "");
    related_add(r, "m/a_data/hull-hull.jcs", "");
    related_add(r, "m/a_data/hull-lod0.xmf", "");
    related_add(r, "m/a_data/hull-mesh.jcs", "");
    related_add(r, "m/a_data/ruin-lod0.xmf", "");
    related_add(r, "m/a_data/sub/x-lod0.xmf", "");
    related_add(r, "m/a_data/tail-collision.xmf", "");
    related_add(r, "m/a_data/tail-lod0.xmf", "");
    related_add(r, "m/a_data/unused-collision-collision.xmf", "");
    related_add(r, "m/a_data/unused-lod12.xmf", "");
    related_add(r, "m/a_data/unused.xmf", "");
    related_add(r, "m/a_data/wing-collision.xmf", "");
    related_add(r, "m/a_data/wing-hull.jcs", "");
    related_add(r, "m/a_data/wing-lod0.xmf", "");
    related_add(r, "m/a_data/-lod0.xmf", "");
    related_add(r, "m/a_data/lod0.xmf", "");
    related_add(r, "m/a_data/x-lod.xmf", "");
    related_add(r, "m/a_data/x-lad0.xmf", "");
    related_add_text(r, "m/content.xml", content);
    related_assert_findings(
        r, x4,
        "m/a.xml 2:39-2:58 note x4/unused-mesh 51+19 components/component[@name='A']/source/@geometry "
        "x2[8,9] 2 of 12 meshes in the folder belong to no part: unused-collision-collision.xmf and "
        "others | extensions\\m\\a_data\n"
        "m/a_data/tail-collision.xmf warning x4/missing-jcs 0+0  other collision meshes of the folder "
        "have .jcs files beside them, of this one tail-hull.jcs is missing | | a_data/tail-hull.jcs\n"
        "m/a_data/wing-collision.xmf warning x4/missing-jcs 0+0  other collision meshes of the folder "
        "have .jcs files beside them, of this one wing-mesh.jcs is missing | | a_data/wing-mesh.jcs\n");
    related_assert_shortage(r, x4);
    r->files[13].path = "m/a_data/unused-lod12.txt";
    r->files[12].path = "m/a_data/unused-collision.txt";
    related_assert_findings(
        r, x4,
        "m/a_data/tail-collision.xmf warning x4/missing-jcs 0+0  other "
        "collision meshes of the folder "
        "have .jcs files beside them, of this one tail-hull.jcs is missing | | a_data/tail-hull.jcs\n"
        "m/a_data/wing-collision.xmf warning x4/missing-jcs 0+0  other collision meshes of the folder "
        "have .jcs files beside them, of this one wing-mesh.jcs is missing | | a_data/wing-mesh.jcs\n");
    r->texts[0] = "<diff><add sel='x'><source geometry='extensions\\m\\a_data'/></add></diff>";
    related_assert_findings(r, x4, "");
}

/* ---- Textures ------------------------------------------------------------------------------------------ */

static void textures_of_materials(void **state)
{
    related *r = *state;
    related_add_text(r, "m/content.xml", content);
    related_add_text(
        r, "m/libraries/material_library.xml",
        "<materiallibrary><collection name='c'>\n<material name='one'><properties>\n"
        "<property type='BitMap' name='diffuse' value='extensions\\m\\tex\\a'/>\n"
        "<property type='bitmap' name='normal' value='extensions\\m\\tex\\a_nrm'/>\n"
        "<property type='BITMAP' value='extensions\\m\\tex\\gone'/>\n"
        "<property type='Color' name='x' value='extensions\\m\\tex\\gone'/>\n"
        "<property type='BitMaps' name='x' value='extensions\\m\\tex\\gone'/>\n"
        "<property type='BitMap' name='x'/><property name='x' value='extensions\\m\\tex\\gone'/>\n"
        "</properties></material></collection>\n"
        "<property type='BitMap' name='top' value='extensions\\m\\tex\\missing_one'/>\n"
        "<property type='BitMap' name='glow' value='extensions\\m\\tex\\glow_mapp'/>\n"
        "<property type='BitMap' name='empty' value=''/></materiallibrary>");
    related_add(r, "m/tex/a.dds", "");
    related_add(r, "m/tex/a_nrm.tga.gz", "");
    related_add(r, "m/tex/glow_map.dds.gz", "");
    related_add_text(r, "n/content.xml", "<content id='n'/>");
    related_add_text(r, "n/libraries/other.xml",
                     "<a><property type='BitMap' name='top' value='extensions\\n\\tex\\missing'/></a>");
    related_assert_findings(
        r, x4,
        "m/libraries/material_library.xml 5:32-5:53 warning x4/missing-texture 243+21 "
        "materiallibrary/collection[@name='c']/material[@name='one']/properties/property/@value the "
        "picture of material \"one\" isn't there | extensions\\m\\tex\\gone | tex/gone\n"
        "10:43-10:71 warning x4/missing-texture 563+28 materiallibrary/property[@name='top']/@value the "
        "top of material \"\" isn't there | extensions\\m\\tex\\missing_one | tex/missing_one\n"
        "11:44-11:70 warning x4/missing-texture 638+26 materiallibrary/property[@name='glow']/@value the "
        "glow of material \"\" isn't there: did you mean extensions\\m\\tex\\glow_map? | "
        "extensions\\m\\tex\\glow_mapp | extensions\\m\\tex\\glow_map\n");
    related_assert_shortage(r, x4);
}

static const char library[] =
    "<materiallibrary><material name='lost'/><collection name='Ships'><material name='Hull'/>"
    "<material/></collection>"
    "<collection><material name='none'/></collection><collection name='props'><material name='wall'/"
    "></collection>"
    "<material name='outside'/></materiallibrary>";

static void materials_of_meshes(void **state)
{
    related *r = *state;
    related_add_facts(
        r, "m/a.xmf", "xmf",
        "material SHIPS.hull\nmaterial ships.Gone\nmaterial other.x\nmaterial nodot\nnode ships.gone\n"
        "material props.wall\nmaterial props.outside\nmaterial ships.\nmaterial ships.none\n"
        "material props.x.y");
    related_add_facts(r, "m/b.xmf", "xac", "material ships.gone");
    related_add_text(r, "m/c.xml", "<a/>");
    related_add_text(r, "m/libraries/Material_Library.XML", library);
    related_assert_findings(
        r, &al_materials_relation,
        "m/a.xmf warning xmf/unknown-material 29+10 facts[1] material ships.Gone is in no material "
        "library, though its collection is | ships.Gone\n"
        "warning xmf/unknown-material 117+13 facts[6] material props.outside is in no material library, "
        "though its collection is | props.outside\n"
        "warning xmf/unknown-material 140+6 facts[7] material ships. is in no material library, though "
        "its collection is | ships.\n"
        "warning xmf/unknown-material 156+10 facts[8] material ships.none is in no material library, "
        "though its collection is | ships.none\n"
        "warning xmf/unknown-material 176+9 facts[9] material props.x.y is in no material library, "
        "though its collection is | props.x.y\n");
    related_assert_not_judged(
        r, &al_materials_relation,
        "xmf/unknown-material 1/1 m/a.xmf: the material library may be in the game (--with GAME looks)");
    related_assert_reads(r, &al_materials_relation,
                         "bytes m/libraries/Material_Library.XML; facts m/a.xmf, facts m/b.xmf");
    related_assert_known(r, &al_materials_relation, "cccc");
    related_assert_shortage(r, &al_materials_relation);
    r->all.any_unread = r->unread[2] = true;
    related_assert_known(r, &al_materials_relation, "cccc");
    r->unread[2] = false;
    r->all.gap_count = 1;
    r->all.gaps = &(al_gap){.start = "x/", .with = 0};
    related_assert_known(r, &al_materials_relation, "bbbb");
    related_assert_findings(r, &al_materials_relation, "");
    r->all.gap_count = 0;
    r->unread[3] = true;
    related_assert_known(r, &al_materials_relation, "uuuu");
    related_set_level(r, "xmf/unknown-material", AL_OFF);
    related_assert_reads(r, &al_materials_relation, "");
}

static void libraries_that_change_the_games(void **state)
{
    related *r = *state;
    related_add_facts(
        r, "m/a.xmf", "xmf",
        "material ships.added\nmaterial ships.removed\nmaterial ships.put\nmaterial ships.gone\n"
        "material props.x\nmaterial new.one\nmaterial new.two\nmaterial third.a\nmaterial third.b");
    related_add_text(
        r, "m/libraries/material_library.xml",
        "<diff><add sel=\"/materiallibrary/collection[@name='Ships']\"><material name='added'/></add>"
        "<remove sel=\"//collection[@name='props']\"><material name='x'/><add sel='y'/></remove>"
        "<replace sel='//collection[@name=\"third\"]/material'><material name='a'/></replace>"
        "<add sel='/materiallibrary'><collection name='new'><material name='one'/></collection>"
        "<material name='two'/></add>"
        "<add sel=\"collection[@name=ships]\"><material name='put'/></add>"
        "<add sel=\"collection[@name='ships]\"><material name='put'/></add>"
        "<add><material name='put'/></add><remove/>"
        "<add sel=\"collection[@name='ships']\"><material name='removed'/></add></diff>");
    related_add_reference(r, "game", false);
    related_add_text(r, "game/libraries/material_library.xml",
                     "<a><collection name='Ships'/><collection name='third'/></a>");
    related_assert_findings(
        r, &al_materials_relation,
        "m/a.xmf warning xmf/unknown-material 53+9 facts[2] material ships.put is in no material "
        "library, though its collection is | ships.put\n"
        "warning xmf/unknown-material 72+10 facts[3] material ships.gone is in no material library, "
        "though its collection is | ships.gone\n"
        "warning xmf/unknown-material 126+7 facts[6] material new.two is in no material library, though "
        "its collection is | new.two\n"
        "warning xmf/unknown-material 160+7 facts[8] material third.b is in no material library, though "
        "its collection is | third.b\n");
    related_assert_not_judged(
        r, &al_materials_relation,
        "xmf/unknown-material 1/1 m/a.xmf: the material library may be in the game (--with GAME looks)");
    related_assert_shortage(r, &al_materials_relation);
    r->texts[2] = "<a/>";
    related_assert_findings(
        r, &al_materials_relation,
        "m/a.xmf warning xmf/unknown-material 126+7 facts[6] material new.two is in no material library, "
        "though its collection is | new.two\n");
    related_assert_not_judged(
        r, &al_materials_relation,
        "xmf/unknown-material 4/1 m/a.xmf: the material library may be in the game (--with GAME looks)");
    r->texts[1] = "<materiallibrary><collection name='ships'></materiallibrary>";
    related_assert_findings(r, &al_materials_relation, "");
    related_assert_not_judged(
        r, &al_materials_relation,
        "xmf/unknown-material 1/1 m/a.xmf: there is no material library for the meshes (--with GAME "
        "gives the game's)");
    related_assert_known(r, &al_materials_relation, "..");
}

/* A texture of the game may be missing though the mod has none; a material is named, not what is in it. */
static void textures_of_the_game(void **state)
{
    related *r = *state;
    related_add_text(r, "m/content.xml", content);
    related_add_text(
        r, "m/libraries/material_library.xml",
        "<materiallibrary><material name='m'><properties name='x'><property type='BitMap' "
        "name='diffuse_map' value='assets\\textures\\gone'/></properties></material></materiallibrary>");
    related_add_reference(r, "game", false);
    related_add(r, "game/assets/textures/there.dds", "");
    related_assert_findings(
        r, x4,
        "m/libraries/material_library.xml 1:108-1:128 warning x4/"
        "missing-texture 107+20 materiallibrary/material[@name='m']/properties[@name='x']/property["
        "@name='diffuse_map']/@value the diffuse_map of material \"m\" isn't there | "
        "assets\\textures\\gone | assets/textures/gone\n");
}

/* Materials in a <remove> don't exist, and a selection may name a collection without a name. */
static void libraries_that_remove(void **state)
{
    related *r = *state;
    related_add_text(
        r, "libraries/material_library.xml",
        "<diff><remove sel='x'><y/><collection name='c'><material name='gone'/></collection></remove>"
        "<add sel=\"x[@y='z']\"><material name='m'/></add>"
        "<add sel=\"collection[@name='']/x[@y='z']\"><material name='m'/></add>"
        "<add sel='/a'><collection name='k'/></add></diff>");
    related_add_facts(r, "m/a.xmf", "xmf", "material .m\nmaterial c.gone\nmaterial .n\nmaterial k.n");
    related_add_reference(r, "game", false);
    related_add_facts(r, "game/a.xmf", "xmf", "material .n");
    related_assert_findings(r, &al_materials_relation,
                            "m/a.xmf warning xmf/unknown-material 49+3 facts["
                            "3] material k.n is in no material library, though its collection is | k.n\n");
    related_assert_not_judged(
        r, &al_materials_relation,
        "xmf/unknown-material 2/1 m/a.xmf: the material library may be in the game (--with GAME looks)");
    related_assert_reads(r, &al_materials_relation, "bytes libraries/material_library.xml; facts m/a.xmf");
    related_assert_known(r, &al_materials_relation, "cc");
    r->all.any_unread = r->unread[0] = true;
    related_assert_known(r, &al_materials_relation, "uu");
    r->all.any_unread = r->unread[0] = false;
    r->files[0].path = "libraries/x.xml";
    related_add_reference(r, "x/material_libraro.xml", true);
    related_add_text(r, "x/material_libraro.xml", "<a/>");
    related_assert_reads(r, &al_materials_relation, "");
}

static void which_files_are_libraries(void **state)
{
    related *r = *state;
    related_add_text(r, "a.zip", library);
    r->files[0].member = "libraries/material_library.xml";
    related_add_text(r, "b/libraries/material_library.xml", library);
    r->files[1].explicit = true;
    related_add_text(r, "b/mylibraries/material_library.xml", library);
    related_add_text(r, "b/other/material_library.xml", library);
    related_add_facts(r, "c.xmf", "xmf", "material ships.gone");
    r->files[4].explicit = true;
    related_add_reference(r, "d/Material_Library.xml", true);
    related_add_text(r, "d/Material_Library.xml", library);
    related_add_reference(r, "e.zip", true);
    related_add_text(r, "e.zip", library);
    r->files[6].member = "material_library.xml";
    related_add_reference(r, "f", false);
    related_add_text(r, "f/material_library.xml", library);
    related_add_text(r, "f/x/libraries/material_library.xml", library);
    related_assert_reads(
        r, &al_materials_relation,
        "bytes a.zip, bytes d/Material_Library.xml, bytes f/x/libraries/material_library.xml; facts c.xmf");
    related_assert_findings(
        r, &al_materials_relation,
        "c.xmf warning xmf/unknown-material 9+10 facts[0] material ships.gone is in no material library, "
        "though its collection is | ships.gone\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        RELATED_TEST(meshes_of_components),
        RELATED_TEST(parts_without_names),
        RELATED_TEST(components_of_a_file_that_no_entry_leads_to),
        RELATED_TEST(collision_meshes_alone_leave_meshes_unknown),
        RELATED_TEST(folders_of_references),
        RELATED_TEST(animations_of_components),
        RELATED_TEST(materials_of_parts),
        RELATED_TEST(materials_of_meshes_that_are_not_read),
        RELATED_TEST(files_of_a_folder),
        RELATED_TEST(textures_of_materials),
        RELATED_TEST(materials_of_meshes),
        RELATED_TEST(libraries_that_change_the_games),
        RELATED_TEST(textures_of_the_game),
        RELATED_TEST(libraries_that_remove),
        RELATED_TEST(which_files_are_libraries),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
