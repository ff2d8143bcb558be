/* x4_rules_test.c: what is reported of the index, the names and the texts of mods for X4 and X Rebirth. */
#include "related.h"
#include "unit.h"

#include <stdio.h>
#include <string.h>

#include "relations/relations.h"
#include "relations/x4/x4.h"

static const al_relation *const x4 = &al_x4_relation;

static const char content[] = "<content id='m'/>";

/* ---- Entries ------------------------------------------------------------------------------------------- */

static void add_entries(related *r)
{
    related_add_text(r, "m/.gitignore", "/assets/left/\n");
    related_add_text(r, "m/assets/a.xml", "<macros><macro name='A'/></macros>");
    related_add_text(r, "m/assets/b.xml",
                     "<macros><macro name='B'/><macro name='bb'/><component name='x'/></macros>");
    related_add_text(r, "m/assets/c.xml", "<diff><add sel='/macros'><macro name='c'/></add></diff>");
    related_add(r, "m/assets/d.xml.gz", "");
    related_add_text(r, "m/assets/long_name_of_macro.xml",
                     "<macros><macro name='long_name_of_macra'/><macro name='other'/></macros>");
    related_add_text(r, "m/content.xml", content);
    related_add_text(r, "m/index/components.xml",
                     "<index>\n<entry name='x' value='extensions\\m\\assets\\b'/>\n"
                     "<entry name='none' value='extensions\\m\\assets\\b'/>\n</index>");
    related_add_text(
        r, "m/index/macros.xml",
        "<index>\n <entry name='a' value='extensions\\m\\assets\\a'/>\n"
        " <entry name='a' value='extensions/m/assets/a '/>\n"
        " <entry name='A' value='extensions\\m\\assets\\gone'/>\n"
        " <entry name='b*' value='extensions\\m\\assets\\b'/>\n"
        " <entry name='bX' value='extensions\\m\\assets\\b'/>\n"
        " <entry name='wrong' value='extensions\\m\\assets\\a.xml'/>\n"
        " <entry name='c' value='extensions\\m\\assets\\c'/>\n"
        " <entry name='d' value='extensions\\m\\assets\\d'/>\n"
        " <entry name='e' value='extensions\\m\\assets\\nowhere\\e'/>\n"
        " <entry name='f' value='extensions\\m\\assets\\left\\f.xml'/>\n"
        " <entry name='g' value='extensions\\m\\g'/>\n"
        " <entry name='none' value='extensions\\m\\assets\\c'/>\n"
        " <entry name='h' value='extensions\\m\\assets\\long_name_of_macra'/>\n"
        " <entry name='long_name_of_macru' value='extensions\\m\\assets\\long_name_of_macro'/>\n"
        " <entry name='far' value='extensions\\m\\assets\\long_name_of_macro'/>\n"
        " <entry name='i' value=''/><entry name='j'/><entry value='extensions\\m\\gone'/>\n</index>");
}

static void entries_lead_to_files(void **state)
{
    related *r = *state;
    add_entries(r);
    related_assert_findings(
        r, x4,
        "m/assets/long_name_of_macro.xml 1:9-1:43 warning x4/unregistered 8+34 "
        "macros/macro[@name='long_name_of_macra'] macro \"long_name_of_macra\" is in no index of the mod: "
        "its entry needs the value extensions\\m\\assets\\long_name_of_macro | long_name_of_macra | "
        "extensions\\m\\assets\\long_name_of_macro\n"
        "1:43-1:64 warning x4/unregistered 42+21 macros/macro[@name='other'] macro \"other\" is in no "
        "index of the mod: its entry needs the value extensions\\m\\assets\\long_name_of_macro | other | "
        "extensions\\m\\assets\\long_name_of_macro\n"
        "m/index/components.xml 3:14-3:18 warning x4/index-name 69+4 index/entry[@name='none']/@name no "
        "component \"none\" is in assets/b.xml: the one there is called \"x\" | none | x\n"
        "m/index/macros.xml 4:15-4:16 warning x4/index-duplicate 121+1 index/entry[@name='A']/@name \"A\" "
        "was already listed in line 2, with another path: extensions\\m\\assets\\a | A\n"
        "4:25-4:49 error x4/index-path 131+24 index/entry[@name='A']/@value macro \"A\" leads to no file: "
        "assets/gone.xml isn't there | extensions\\m\\assets\\gone | assets/gone.xml\n"
        "6:15-6:17 warning x4/index-name 223+2 index/entry[@name='bX']/@name no macro \"bX\" is in "
        "assets/b.xml | bX\n"
        "7:15-7:20 warning x4/index-name 273+5 index/entry[@name='wrong']/@name no macro \"wrong\" is in "
        "assets/a.xml: the one there is called \"A\" | wrong | A\n"
        "10:25-10:54 warning x4/index-path 438+29 index/entry[@name='e']/@value macro \"e\" leads to a "
        "file in a folder that isn't there: assets/nowhere | extensions\\m\\assets\\n"
        "owhere\\e | assets/nowhere/e.xml\n"
        "11:25-11:55 note x4/index-path 495+30 index/entry[@name='f']/@value macro \"f\" leads into a "
        "folder that .gitignore leaves out: assets/left | extensions\\m\\assets\\left\\f.xml | "
        "assets/left/f.xml\n"
        "12:25-12:39 error x4/index-path 553+14 index/entry[@name='g']/@value macro \"g\" leads to no "
        "file: g.xml isn't there | extensions\\m\\g | g.xml\n"
        "14:25-14:63 error x4/index-path 647+38 index/entry[@name='h']/@value macro \"h\" leads to no "
        "file: assets/long_name_of_macra.xml isn't there | extensions\\m\\assets\\long_name_of_macra | "
        "assets/long_name_of_macra.xml\n"
        "15:15-15:33 warning x4/index-name 703+18 index/entry[@name='long_name_of_macru']/@name no macro "
        "\"long_name_of_macru\" is in assets/long_name_of_macro.xml: did you mean \"long_name_of_macra\"? "
        "| long_name_of_macru | long_name_of_macra\n"
        "16:15-16:18 warning x4/index-name 786+3 index/entry[@name='far']/@name no macro \"far\" is in "
        "assets/long_name_of_macro.xml | far\n");
    related_assert_not_judged(
        r, x4,
        "x4/index-name 1/1 m/index/macros.xml: the paths lead to a <diff>: the file that the <diff> "
        "changes may have the names");
    related_assert_reads(
        r, x4,
        "bytes m/.gitignore, bytes m/assets/a.xml, bytes m/assets/b.xml, bytes m/assets/c.xml, bytes "
        "m/assets/long_name_of_macro.xml, bytes m/content.xml, bytes m/index/components.xml, bytes "
        "m/index/macros.xml; ; ");
    related_assert_known(r, x4, "ccccccccc");
    related_assert_shortage(r, x4);
}

static void add_names(related *r)
{
    related_add_text(r, "m/a.xml",
                     "<macros><macro name='listed'/><macro name='Free'/><other><macro name='deep'/></other>"
                     "<macro/></macros>");
    related_add_text(
        r, "m/b.xml",
        "<components><component name='listed'/><component name='part_one'/><component name='par'/>"
        "<component name='shared'/></components>");
    related_add_text(r, "m/c.xml",
                     "<diff><add sel='/components'><component name='shared'/></add><replace sel='/"
                     "x'><macro "
                     "name='r'/></replace></diff>");
    related_add_text(r, "m/content.xml", content);
    related_add_text(r, "m/d.xml",
                     "<macros><macro name='twice'/><macro name='twice'/><macro name='of_game'/><macro "
                     "name='of_gamer'/></macros>");
    related_add_text(r, "m/extensions/o/a.xml", "<macros><macro name='inner'/></macros>");
    related_add_text(r, "m/index/components.xml",
                     "<index><entry name='part_*' value='extensions\\m\\b'/><entry name='part_o*' "
                     "value='extensions\\m\\b'/>"
                     "<entry name='other' value='extensions\\m\\b'/></index>");
    related_add_text(
        r, "m/index/macros.xml",
        "<index><entry name='listed' value='extensions\\m\\a'/><macro name='in_index'/></index>");
    related_add_text(r, "n/a.xml", "<macros><macro name='no_entry'/></macros>");
    related_add_text(r, "n/content.xml", "<content id='n'/>");
}

static void names_are_in_an_index(void **state)
{
    related *r = *state;
    add_names(r);
    related_assert_findings(
        r, x4,
        "m/a.xml 1:31-1:51 note x4/unregistered 30+20 macros/macro[@name='Free'] macro \"Free\" is in no "
        "index of the mod: its entry needs the value extensions\\m\\a | Free | extensions\\m\\a\n"
        "m/b.xml 1:13-1:39 note x4/unregistered 12+26 components/component[@name='listed'] component "
        "\"listed\" is in no index of the mod: its entry needs the value extensions\\m\\b | listed | "
        "extensions\\m\\b\n"
        "1:67-1:90 note x4/unregistered 66+23 components/component[@name='par'] component \"par\" is in "
        "no index of the mod: its entry needs the value extensions\\m\\b | par | extensions\\m\\b\n"
        "m/d.xml 1:9-1:30 note x4/unregistered 8+21 macros/macro[@name='twice'] macro \"twice\" is in no "
        "index of the mod: its entry needs the value extensions\\m\\d | twice | extensions\\m\\d\n"
        "1:30-1:51 note x4/unregistered 29+21 macros/macro[@name='twice'][2] macro \"twice\" is in no "
        "index of the mod: its entry needs the value extensions\\m\\d | twice | extensions\\m\\d\n"
        "1:51-1:74 note x4/unregistered 50+23 macros/macro[@name='of_game'] macro \"of_game\" is in no "
        "index of the mod: its entry needs the value extensions\\m\\d | of_game | extensions\\m\\d\n"
        "1:74-1:98 note x4/unregistered 73+24 macros/macro[@name='of_gamer'] macro \"of_gamer\" is in no "
        "index of the mod: its entry needs the value extensions\\m\\d | of_gamer | extensions\\m\\d\n"
        "m/index/components.xml 1:112-1:117 warning x4/index-name 111+5 index/entry[@name='other']/@name "
        "no component \"other\" is in b.xml | other\n");
    related_add_reference(r, "game", false);
    related_add_text(r, "game/index/macros.xml",
                     "<index><entry name='of_game' value='a'/><entry name='f*' value='a'/></index>");
    related_assert_findings(
        r, x4,
        "m/b.xml 1:13-1:39 note x4/unregistered 12+26 components/component[@name='listed'] component "
        "\"listed\" is in no index of the mod: its entry needs the value extensions\\m\\b | listed | "
        "extensions\\m\\b\n"
        "1:67-1:90 note x4/unregistered 66+23 components/component[@name='par'] component \"par\" is in "
        "no index of the mod: its entry needs the value extensions\\m\\b | par | extensions\\m\\b\n"
        "m/d.xml 1:9-1:30 note x4/unregistered 8+21 macros/macro[@name='twice'] macro \"twice\" is in no "
        "index of the mod: its entry needs the value extensions\\m\\d | twice | extensions\\m\\d\n"
        "1:30-1:51 note x4/unregistered 29+21 macros/macro[@name='twice'][2] macro \"twice\" is in no "
        "index of the mod: its entry needs the value extensions\\m\\d | twice | extensions\\m\\d\n"
        "1:74-1:98 note x4/unregistered 73+24 macros/macro[@name='of_gamer'] macro \"of_gamer\" is in no "
        "index of the mod: its entry needs the value extensions\\m\\d | of_gamer | extensions\\m\\d\n"
        "m/index/components.xml 1:112-1:117 warning x4/index-name 111+5 index/entry[@name='other']/@name "
        "no component \"other\" is in b.xml | other\n");
    related_assert_shortage(r, x4);
}

/* Names of the next file are no names of this one. */
static void names_of_the_next_file(void **state)
{
    related *r = *state;
    related_add_text(r, "m/a.xml", "<macros><macro name='long_name_a'/></macros>");
    related_add_text(r, "m/b.xml", "<components><component name='aa'/></components>");
    related_add_text(r, "m/c.xml", "<macros><macro name='aa'/><macro name='long_name_bb'/></macros>");
    related_add_text(r, "m/content.xml", content);
    related_add_text(r, "m/d.xml", "<macros><macro name='x'/><macro name='y'/></macros>");
    related_add_text(r, "m/e.xml", "<macros><macro name='long_name_cc'/></macros>");
    related_add_text(r, "m/index/components.xml",
                     "<index><entry name='none' value='extensions\\m\\a'/></index>");
    related_add_text(
        r, "m/index/macros.xml",
        "<index><entry name='aa' value='extensions\\m\\a'/><entry name='none' value='extensions\\m\\b'/>"
        "<entry name='long_name_cx' value='extensions\\m\\d'/></index>");
    related_set_level(r, "x4/unregistered", AL_OFF);
    related_assert_findings(
        r, x4,
        "m/index/components.xml 1:21-1:25 warning x4/index-name 20+4 index/entry[@name='none']/@name no "
        "component \"none\" is in a.xml | none\n"
        "m/index/macros.xml 1:21-1:23 warning x4/index-name 20+2 index/entry[@name='aa']/@name no macro "
        "\"aa\" is in a.xml: the one there is called \"long_name_a\" | aa | long_name_a\n"
        "1:62-1:66 warning x4/index-name 61+4 index/entry[@name='none']/@name no macro \"none\" is in "
        "b.xml | none\n"
        "1:105-1:117 warning x4/index-name 104+12 index/entry[@name='long_name_cx']/@name no macro "
        "\"long_name_cx\" is in d.xml | long_name_cx\n");
}

static void entries_that_come_again(void **state)
{
    related *r = *state;
    related_add_text(r, "m/a.xml", "<macros><macro name='z'/><macro name='b'/><macro name='m'/></macros>");
    related_add_text(r, "m/content.xml", content);
    related_add_text(
        r, "m/index/macros.xml",
        "<index>\n<entry name='z' value='extensions\\m\\a'/>\n<entry name='b' value='extensions\\m\\a'/>\n"
        "<entry name='m' value='extensions\\m\\a'/>\n<entry name='Z' value='extensions\\m\\a.xml'/>\n"
        "<entry name='b' value='extensions/m/a'/>\n<entry name='z' value='extensions\\m\\a.xml'/>\n"
        "<entry name='a' value='extensions\\m\\d\\x'/>\n<entry name='z' value='extensions\\m\\a'/>\n"
        "<entry name='z' value='extensions\\M\\A.xml'/>\n<entry name='b' "
        "value='extensions\\m\\a.xml'/>\n</index>");
    related_assert_findings(
        r, x4,
        "m/index/macros.xml 5:14-5:15 warning x4/index-duplicate 144+1 index/entry[@name='Z']/@name "
        "\"Z\" was already listed in line 2, with another path: extensions\\m\\a | Z\n"
        "7:14-7:15 warning x4/index-duplicate 230+1 index/entry[@name='z'][2]/@name \"z\" was already "
        "listed in line 2, with another path: extensions\\m\\a | z\n"
        "8:24-8:40 warning x4/index-path 285+16 index/entry[@name='a']/@value macro \"a\" leads to a "
        "file in a folder that isn't there: d | extensions\\m\\d\\x | d/x.xml\n"
        "10:14-10:15 warning x4/index-duplicate 359+1 index/entry[@name='z'][4]/@name \"z\" was already "
        "listed in line 2, with another path: extensions\\m\\a | z\n"
        "11:14-11:15 warning x4/index-duplicate 404+1 index/entry[@name='b'][3]/@name \"b\" was already "
        "listed in line 3, with another path: extensions\\m\\a | b\n");
}

static void patterns_list_names(void **state)
{
    related *r = *state;
    related_add_text(r, "m/.gitignore", "left\n");
    related_add_text(
        r, "m/a.xml",
        "<macros><macro name='aaa'/><macro name='alphabet'/><macro name='beta'/><macro name='betamax'/>"
        "<macro name='betazz'/><macro name='bet'/><macro name='gamma'/><macro name='zz'/><macro "
        "name='zzz'/></macros>");
    related_add_text(r, "m/b.xml", "<macros><macro name='aaa'/></macros>");
    related_add_text(r, "m/content.xml", content);
    related_add_text(r, "m/index/components.xml",
                     "<index><entry name='alphab*' value='extensions\\m\\none'/><entry name='zz*' "
                     "value='extensions\\m\\none'/></index>");
    related_add_text(
        r, "m/index/macros.xml",
        "<index><entry name='alpha' value='extensions\\m\\a'/><entry name='beta*' "
        "value='extensions\\m\\a'/>"
        "<entry name='betam*' value='extensions\\m\\a'/><entry name='gam*' value='extensions\\m\\a'/>"
        "<entry name='gone*' value='extensions\\m\\left\\gone'/></index>");
    related_add(r, "m/left/there.txt", "");
    related_add_text(r, "n/a.xml", "<macros><macro name='x_1'/><macro name='y'/></macros>");
    related_add_text(r, "n/content.xml", "<content id='n'/>");
    related_add_text(r, "n/index/macros.xml",
                     "<index><entry name='x_*' value='extensions\\n\\a'/></"
                     "index>");
    related_add_text(r, "o/a.xml", "<macros><macro name='any'/></macros>");
    related_add_text(r, "o/content.xml", "<content id='o'/>");
    related_add_text(r, "o/index/macros.xml", "<index><entry name='*' value='extensions\\o\\a'/></index>");
    related_assert_findings(
        r, x4,
        "m/a.xml 1:28-1:52 warning x4/unregistered 27+24 macros/macro[@name='alphabet'] macro "
        "\"alphabet\" is in no index of the mod: its entry needs the value extensions\\m\\a | alphabet | "
        "extensions\\m\\a\n"
        "1:117-1:136 warning x4/unregistered 116+19 macros/macro[@name='bet'] macro \"bet\" is in no "
        "index of the mod: its entry needs the value extensions\\m\\a | bet | extensions\\m\\a\n"
        "1:157-1:175 warning x4/unregistered 156+18 macros/macro[@name='zz'] macro \"zz\" is in no index "
        "of the mod: its entry needs the value extensions\\m\\a | zz | extensions\\m\\a\n"
        "1:175-1:194 warning x4/unregistered 174+19 macros/macro[@name='zzz'] macro \"zzz\" is in no "
        "index of the mod: its entry needs the value extensions\\m\\a | zzz | extensions\\m\\a\n"
        "m/b.xml 1:9-1:28 warning x4/name-twice 8+19 macros/macro[@name='aaa'] macro \"aaa\" is defined "
        "in a.xml, too: the game uses one of the two | aaa\n"
        "m/index/components.xml 1:37-1:54 error x4/index-path 36+17 index/entry[@name='alphab*']/@value "
        "component \"alphab*\" leads to no file: none.xml isn't there | extensions\\m\\n"
        "one | none.xml\n"
        "1:82-1:99 error x4/index-path 81+17 index/entry[@name='zz*']/@value component \"zz*\" leads to "
        "no file: none.xml isn't there | extensions\\m\\n"
        "one | none.xml\n"
        "m/index/macros.xml 1:21-1:26 warning x4/index-name 20+5 index/entry[@name='alpha']/@name no "
        "macro \"alpha\" is in a.xml | alpha\n"
        "1:211-1:233 error x4/index-path 210+22 index/entry[@name='gone*']/@value macro \"gone*\" leads "
        "to no file: left/gone.xml isn't there | extensions\\m\\left\\gone | left/gone.xml\n"
        "n/a.xml 1:28-1:45 warning x4/unregistered 27+17 macros/macro[@name='y'] macro \"y\" is in no "
        "index of the mod: its entry needs the value extensions\\n\\a | y | extensions\\n\\a\n");
}

/* Only components of a file that an entry leads to are loaded. */
static void components_that_an_entry_leads_to(void **state)
{
    related *r = *state;
    static const char component[] =
        "<components><component name='c'><source geometry='extensions\\m\\gone'/><connections>"
        "<connection><parts>"
        "<part name='p'/></parts></connection></connections></component></components>";
    related_add_text(r, "m/a.xml", component);
    related_add_text(r, "m/b.xml", component);
    related_add_text(
        r, "m/c.xml",
        "<components><component name='e'><source geometry='extensions\\m\\d'/></component></components>");
    related_add_text(r, "m/content.xml", content);
    related_add(r, "m/d/x.xmf", "");
    related_add_text(r, "m/index/components.xml",
                     "<index><entry name='c' value='extensions\\m\\b'/></index>");
    related_add_text(r, "m/index/macros.xml", "<index><entry name='*' value='extensions\\m\\a'/></index>");
    related_set_level(r, "x4/unregistered", AL_OFF);
    related_assert_findings(
        r, x4,
        "m/a.xml 1:51-1:68 note x4/geometry-folder 50+17 "
        "components/component[@name='c']/source/@geometry the folder with the meshes of \"c\" isn't "
        "there | extensions\\m\\gone | gone\n"
        "m/b.xml 1:51-1:68 error x4/geometry-folder 50+17 "
        "components/component[@name='c']/source/@geometry the folder with the meshes of \"c\" isn't "
        "there | extensions\\m\\gone | gone\n");
}

/* ---- Texts --------------------------------------------------------------------------------------------- */

static void texts_are_well_formed(void **state)
{
    related *r = *state;
    related_add_text(r, "m/a.xml", "<a>\n<b></a>");
    related_add_text(r, "m/b.xml", "<!-- nothing -->");
    related_add_text(r, "m/c.xml", "<?xml version='1.0' encoding='nonsense'?><a/>");
    related_add_text(r, "m/content.xml", "");
    related_add_text(r, "m/d.xml", "<a b='1' b='2'/>");
    related_add(r, "m/e.xml", "");
    related_add_text(r, "m/f.XML", "<a>\xC3\xA4</b>");
    related_add_text(r, "m/md/g.xml", "<a><b/></a>");
    related_add_text(r, "n/content.xml", "<content name='x'/>");
    related_add_text(r, "o/content.xml", "\n<mod id='o'/>");
    related_add_text(r, "p/content.xml", "<content id=''/>");
    related_add_text(r, "q/content.xml", "<mod id=''/>");
    related_add_text(r, "z.xml", "<a>");
    related_assert_findings(
        r, x4,
        "m/a.xml 2:6-2:7 error x4/xml 9+1  not well-formed: mismatched tag: </a>, but <b> of line 2 is "
        "still open\n"
        "m/b.xml 1:17-1:17 warning x4/xml 16+0  the file has no element\n"
        "m/c.xml 1:31-1:32 warning x4/xml 30+1  encoding \"nonsense\" is unknown, so the file was not "
        "read | nonsense\n"
        "m/content.xml 1:1-1:1 warning x4/content-id 0+0  the file has no element: the game learns "
        "nothing about the mod\n"
        "m/d.xml 1:10-1:11 error x4/xml 9+1  not well-formed: duplicate attribute\n"
        "m/e.xml 1:1-1:1 warning x4/xml 0+0  the file has no element\n"
        "m/f.XML 1:7-1:8 error x4/xml 7+1  not well-formed: mismatched tag: </b>, but <a> of line 1 is "
        "still open\n"
        "n/content.xml 1:1-1:20 note x4/content-id 0+19 content[@name='x'] the mod has no id, others "
        "can't depend on it\n"
        "o/content.xml 2:1-2:14 note x4/content-id 1+13 mod the root is <mod>, not <content>: the game "
        "learns nothing about the mod | mod | content\n"
        "p/content.xml 1:1-1:17 note x4/content-id 0+16 content the mod has no id, others can't depend "
        "on it\n"
        "q/content.xml 1:1-1:13 note x4/content-id 0+12 mod the root is <mod>, not <content>: the game "
        "learns nothing about the mod | mod | content\n");
    related_assert_known(r, x4, "cccccccccccc.");
    related_assert_shortage(r, x4);
}

static void operations_of_a_diff(void **state)
{
    related *r = *state;
    related_add_text(
        r, "m/a.xml",
        "<diff><add sel='/a'/><add/><replace/><remove sel='/b'/>\n<remove/><ad sel='/c'><add/></ad>"
        "<Add sel='/d'/>\n"
        "<add sel='/a'><diff><x/></diff></add><add pos='x'/></diff>");
    related_add_text(r, "m/b.xml", "<a><diff><x/></diff></a>");
    related_add_text(r, "m/content.xml", content);
    related_assert_findings(
        r, x4,
        "m/a.xml 1:22-1:28 warning x4/diff-operation 21+6 diff/add[2] <add> has no sel, the game can't "
        "know where it belongs and skips it\n"
        "1:28-1:38 warning x4/diff-operation 27+10 diff/replace <replace> has no sel, the game can't "
        "know where it belongs and skips it\n"
        "2:1-2:10 warning x4/diff-operation 56+9 diff/remove[2] <remove> has no sel, the game can't know "
        "where it belongs and skips it\n"
        "2:10-2:23 warning x4/diff-operation 65+13 diff/ad <ad> is no operation of a <diff>, the game "
        "skips it and everything in it | ad | add, replace or remove\n"
        "2:34-2:49 warning x4/diff-operation 89+15 diff/Add <Add> is no operation of a <diff>, the game "
        "skips it and everything in it | Add | add, replace or remove\n"
        "3:38-3:52 warning x4/diff-operation 142+14 diff/add[4] <add> has no sel, the game can't know "
        "where it belongs and skips it\n");
}

/* ---- Fields -------------------------------------------------------------------------------------------- */

static void fields_count_elements_of_a_path(void **state)
{
    related *r = *state;
    related_add_text(r, "m/a.xml",
                     "<macros><macro name='a b'/><macro name='a b'/><macro name='\"x\"'/></macros>");
    related_add_text(r, "m/c.xml", "<macros>\n<macro name='zero'/></macros>");
    related_add_text(r, "m/content.xml", content);
    related_add_text(
        r, "m/index/macros.xml",
        "<index><group name='g'><entry name='zero' value='extensions\\m\\c'/></group>"
        "<group><entry name='one' value='extensions\\m\\gone'/><entry name='one' "
        "value='extensions\\m\\gone'/>"
        "<deep><entry name='one' value='extensions\\m\\gone'/></deep></group>"
        "<group><entry name='one' value='extensions\\m\\gone'/></group>"
        "<group name='g'><entry name='one' value='extensions\\m\\gone'/></group>"
        "<group name='g'><x><y><entry name='one' value='extensions\\m\\gone'/></y></x></group></index>");
    related_set_level(r, "x4/index-duplicate", AL_OFF);
    related_assert_findings(
        r, x4,
        "m/a.xml 1:9-1:28 warning x4/unregistered 8+19 macros/macro[@name='a b'] macro \"a b\" is in no "
        "index of the mod: its entry needs the value extensions\\m\\a | a b | extensions\\m\\a\n"
        "1:28-1:47 warning x4/unregistered 27+19 macros/macro[@name='a b'][2] macro \"a b\" is in no "
        "index of the mod: its entry needs the value extensions\\m\\a | a b | extensions\\m\\a\n"
        "1:47-1:66 warning x4/unregistered 46+19 macros/macro[@name='\"x\"'] macro \"\"x\"\" is in no "
        "index of the mod: its entry needs the value extensions\\m\\a | \"x\" | extensions\\m\\a\n"
        "m/index/macros.xml 1:107-1:124 error x4/index-path 106+17 index/group/entry[@name='one']/@value "
        "macro \"one\" leads to no file: gone.xml isn't there | extensions\\m\\gone | gone.xml\n"
        "1:152-1:169 error x4/index-path 151+17 index/group/entry[@name='one'][2]/@value macro \"one\" "
        "leads to no file: gone.xml isn't there | extensions\\m\\gone | gone.xml\n"
        "1:203-1:220 error x4/index-path 202+17 index/group/deep/entry[@name='one']/@value macro \"one\" "
        "leads to no file: gone.xml isn't there | extensions\\m\\gone | gone.xml\n"
        "1:270-1:287 error x4/index-path 269+17 index/group/entry[@name='one'][3]/@value macro \"one\" "
        "leads to no file: gone.xml isn't there | extensions\\m\\gone | gone.xml\n"
        "1:339-1:356 error x4/index-path 338+17 index/group[@name='g']/entry[@name='one']/@value macro "
        "\"one\" leads to no file: gone.xml isn't there | extensions\\m\\gone | gone.xml\n"
        "1:414-1:431 error x4/index-path 413+17 index/group[@name='g']/x/y/entry[@name='one']/@value "
        "macro \"one\" leads to no file: gone.xml isn't there | extensions\\m\\gone | gone.xml\n");
}

/* ---- Mods without content.xml -------------------------------------------------------------------------- */

static void folders_with_an_index_are_mods(void **state)
{
    related *r = *state;
    related_add(r, "a/Content.xml.txt", "");
    related_add_text(r, "a/index/macros.xml", "<index/>");
    related_add(r, "b/con tent.xml", "");
    related_add(r, "b/deep/content.txt", "");
    related_add_text(r, "b/index/components.xml", "<index/>");
    related_add_text(r, "b/index/macros.xml", "<index/>");
    related_add(r, "c/contents.xml", "");
    related_add_text(r, "c/index/components.xml", "<index/>");
    related_add(r, "d/contentxml", "");
    related_add_text(r, "d/index/macros.xml", "<index><entry name='a' value='x'/></index>");
    related_add_text(r, "d/more.xml", "<a>");
    related_add(r, "e/context", "");
    related_add_text(r, "e/index/macros.xml", "<index/>");
    related_add(r, "f/content_data.xml", "");
    related_add_text(r, "f/index/macros.xml", "<a>");
    related_assert_findings(
        r, x4,
        "a/index/macros.xml 1:1-1:1 warning x4/no-content 0+0  the mod's folder has no content.xml: "
        "rename \"Content.xml.txt\" | | content.xml\n"
        "b/con tent.xml 1:1-1:1 warning x4/xml 0+0  the file has no element\n"
        "b/index/macros.xml 1:1-1:1 warning x4/no-content 0+0  the mod's folder has no content.xml: "
        "rename \"con tent.xml\" | | content.xml\n"
        "c/contents.xml 1:1-1:1 warning x4/xml 0+0  the file has no element\n"
        "c/index/components.xml 1:1-1:1 warning x4/no-content 0+0  the mod's folder has no content.xml: "
        "rename \"contents.xml\" | | content.xml\n"
        "d/index/macros.xml 1:1-1:1 warning x4/no-content 0+0  the mod's folder has no content.xml: "
        "rename \"contentxml\" | | content.xml\n"
        "d/more.xml 1:4-1:4 error x4/xml 3+0  not well-formed: the file ends before its elements do: <a> "
        "of line 1 is still open\n"
        "e/index/macros.xml 1:1-1:1 warning x4/no-content 0+0  the mod's folder has no content.xml, so "
        "the game doesn't load the mod | | content.xml\n"
        "f/content_data.xml 1:1-1:1 warning x4/xml 0+0  the file has no element\n"
        "f/index/macros.xml 1:1-1:1 warning x4/no-content 0+0  the mod's folder has no content.xml, so "
        "the game doesn't load the mod | | content.xml\n"
        "1:4-1:4 error x4/xml 3+0  not well-formed: the file ends before its elements do: <a> of line 1 "
        "is still open\n");
    related_assert_reads(
        r, x4,
        "bytes a/index/macros.xml, bytes b/index/components.xml, bytes b/index/macros.xml, bytes "
        "c/index/components.xml, bytes d/index/macros.xml, bytes e/index/macros.xml, bytes "
        "f/index/macros.xml; bytes b/con tent.xml, bytes c/contents.xml, bytes d/more.xml, bytes "
        "f/content_data.xml; ");
    related_assert_shortage(r, x4);
}

static void a_long_index_is_that_of_the_game(void **state)
{
    related *r = *state;
    static char text[120000];
    size_t length = 0;
    const char entry[] = "<entry name='a' value='extensions\\m\\gone'/>";
    memcpy(text, "<index>", 7);
    length = 7;
    for (unsigned i = 0; i < 2000; i++, length += sizeof entry - 1)
        memcpy(text + length, entry, sizeof entry - 1);
    memcpy(text + length, "</index>", 9);
    related_add_text(r, "g/index/components.xml", "<index/>");
    related_add_text(r, "g/index/macros.xml", text);
    related_add_text(r, "g/x.xml", "<a>");
    related_set_level(r, "x4/index-path", AL_OFF);
    related_assert_findings(
        r, x4,
        "g/index/macros.xml 1:1-1:1 warning x4/no-content 0+0  the mod's folder has no content.xml, so "
        "the game doesn't load the mod | | content.xml\n"
        "g/x.xml 1:4-1:4 error x4/xml 3+0  not well-formed: the file ends before its elements do: <a> of "
        "line 1 is still open\n");
    related_assert_known(r, x4, "ccc");
    memcpy(text + length, entry, sizeof entry - 1);
    memcpy(text + length + sizeof entry - 1, "</index>", 9);
    related_assert_findings(r, x4, "");
    related_assert_known(r, x4, "...");
    related_assert_reads(r, x4, "bytes g/index/components.xml, bytes g/index/macros.xml; ; ");
}

/* ---- Names of mods ------------------------------------------------------------------------------------- */

static void a_mod_is_called_as_most_paths_call_it(void **state)
{
    related *r = *state;
    related_add_text(r, "checkout/a.xml", "<macros><macro name='a'/></macros>");
    related_add_text(r, "checkout/b.xml", "<macros><macro name='b'/></macros>");
    related_add_text(
        r, "checkout/content.xml",
        "<content id='ws_1'><dependency id='Our_Mud'/><dependency/><other id='our_mid'/></content>");
    related_add_text(
        r, "checkout/index/macros.xml",
        "<index>\n<entry name='a' value='extensions\\our_mod\\a'/>\n<entry name='b' "
        "value='extensions\\our_mod\\b'/>\n"
        "<entry name='c' value='extensions\\our_mod\\c'/>\n<entry name='d' "
        "value='extensions\\our_mad\\d'/>\n"
        "<entry name='e' value='extensions\\our_mud\\e'/>\n<entry name='f' "
        "value='extensions\\our_mid\\f'/>\n"
        "<entry name='g' value='extensions\\our_mod2\\g'/>\n<entry name='h' "
        "value='extensions\\other\\h'/>\n"
        "<entry name='i' value='extensions\\ego_dlc_split\\i'/>\n<entry name='j' value='units\\j'/>"
        "\n</index>");
    related_assert_findings(
        r, x4,
        "checkout/index/macros.xml 4:24-4:44 error x4/index-path 125+20 index/entry[@name='c']/@value "
        "macro \"c\" leads to no file: c.xml isn't there | extensions\\our_mod\\c | c.xml\n"
        "5:24-5:44 error x4/index-path 172+20 index/entry[@name='d']/@value macro \"d\": no extension of "
        "this mod is called so, did you mean our_mod? | extensions\\our_mad\\d | extensions\\our_mod\\d\n"
        "7:24-7:44 error x4/index-path 266+20 index/entry[@name='f']/@value macro \"f\": no extension of "
        "this mod is called so, did you mean our_mod? | extensions\\our_mid\\f | extensions\\our_mod\\f\n");
    related_assert_not_judged(
        r, x4,
        "x4/index-path 4/1 checkout/index/macros.xml: the targets may be in another extension (--with "
        "FOLDER looks); x4/index-path 1/1 checkout/index/macros.xml: the targets may be in the game "
        "(--with GAME looks)");
    related_add_reference(r, "other", false);
    related_add_text(r, "other/content.xml", "<content id='our_mad'/>");
    related_add_text(r, "other/d.xml", "<macros/>");
    related_assert_findings(
        r, x4,
        "checkout/index/macros.xml 4:24-4:44 error x4/index-path 125+20 index/entry[@name='c']/@value "
        "macro \"c\" leads to no file: c.xml isn't there | extensions\\our_mod\\c | c.xml\n"
        "5:14-5:15 warning x4/index-name 162+1 index/entry[@name='d']/@name no macro \"d\" is in d.xml | "
        "d\n"
        "7:24-7:44 error x4/index-path 266+20 index/entry[@name='f']/@value macro \"f\": no extension of "
        "this mod is called so, did you mean our_mod? | extensions\\our_mid\\f | extensions\\our_mod\\f\n");
    related_assert_not_judged(
        r, x4,
        "x4/index-path 4/1 checkout/index/macros.xml: the targets may be in extensions or folders that "
        "--with does not give; x4/index-path 1/1 checkout/index/macros.xml: the targets may be in "
        "folders that --with does not give");
    related_assert_shortage(r, x4);
}

static void a_reference_may_be_the_same_mod(void **state)
{
    related *r = *state;
    related_add_text(r, "mod/content.xml", "<content id='ours'/>");
    related_add_text(
        r, "mod/index/macros.xml",
        "<index><entry name='a' value='extensions\\ours\\a'/><entry name='b' value='extensions\\ours\\b'/>"
        "<entry name='c' value='extensions\\ours\\c'/></index>");
    related_add_text(r, "mod/b.xml", "<macros><macro name='b'/></macros>");
    related_add_reference(r, "rest", false);
    related_add_text(r, "rest/a.xml", "<macros><macro name='a'/><macro name='z'/></macros>");
    related_add_text(r, "rest/b.xml", "<macros><macro name='other'/></macros>");
    related_add_text(r, "rest/content.xml", "<content id='ours'/>");
    related_assert_findings(
        r, x4,
        "mod/index/macros.xml 1:117-1:134 error x4/index-path 116+17 index/entry[@name='c']/@value macro "
        "\"c\" leads to no file: c.xml isn't there | extensions\\ours\\c | c.xml\n");
    related_assert_not_judged(r, x4, "");
    related_assert_shortage(r, x4);
}

/* ---- References ---------------------------------------------------------------------------------------- */

static void targets_in_references(void **state)
{
    related *r = *state;
    related_add_text(r, "m/a.xml", "<macros><macro name='a'/></macros>");
    related_add_text(r, "m/content.xml", content);
    related_add_text(
        r, "m/index/macros.xml",
        "<index>\n<entry name='a' value='extensions\\m\\a'/>\n<entry name='b' value='assets\\units\\b'/>\n"
        "<entry name='c' value='assets\\units\\gone'/>\n<entry name='d' value='assets\\props\\gone'/>\n"
        "<entry name='e' value='extensions\\o\\e'/>\n<entry name='f' value='extensions\\o\\sub\\gone'/>\n"
        "<entry name='g' value='extensions\\o\\gone'/>\n<entry name='h' value='extensions\\p\\q\\h'/>\n"
        "<entry name='i' value='extensions\\p\\q\\gone'/>\n<entry name='j' value='gone'/>\n</index>");
    related_add_reference(r, "game", false);
    related_add_text(r, "game/assets/units/b.xml", "<macros><macro name='bb'/></macros>");
    related_add_text(r, "game/extensions/p/q/h.xml", "<macros><macro name='h'/></macros>");
    related_add_reference(r, "o", false);
    related_add_text(r, "o/content.xml", "<content id='o'/>");
    related_add_text(r, "o/e.xml", "<macros><macro name='x'/><macro name='y'/></macros>");
    related_add_text(r, "o/sub/f.xml", "<macros/>");
    related_assert_findings(
        r, x4,
        "m/index/macros.xml 3:14-3:15 warning x4/index-name 62+1 index/entry[@name='b']/@name no macro "
        "\"b\" is in assets/units/b.xml: the one there is called \"bb\" | b | bb\n"
        "4:24-4:41 error x4/index-path 113+17 index/entry[@name='c']/@value macro \"c\" leads to no file: "
        "assets/units/gone.xml isn't there "
        "| assets\\units\\gone | assets/units/gone.xml\n"
        "6:14-6:15 warning x4/index-name 191+1 index/entry[@name='e']/@name no macro \"e\" is in e.xml | "
        "e\n"
        "7:24-7:45 error x4/index-path 242+21 index/entry[@name='f']/@value macro \"f\" leads to no file: "
        "sub/gone.xml isn't there "
        "| extensions\\o\\sub\\gone | sub/gone.xml\n"
        "10:24-10:43 error x4/index-path 377+19 index/entry[@name='i']/@value macro \"i\" leads to no "
        "file: extensions/p/q/gone.xml isn't there | extensions\\p\\q\\gone | extensions/p/q/gone.xml\n");
    related_assert_not_judged(
        r, x4,
        "x4/index-path 1/1 m/index/macros.xml: the targets may be in extensions or folders that --with "
        "does not give; x4/index-path 2/1 m/index/macros.xml: the targets may be in folders that --with "
        "does not give");
    related_assert_reads(
        r, x4,
        "bytes m/a.xml, bytes m/content.xml, bytes m/index/macros.xml, bytes o/content.xml, bytes "
        "o/e.xml, bytes o/sub/f.xml; ; bytes game/assets/units/b.xml, bytes game/extensions/p/q/h.xml");
    related_assert_shortage(r, x4);
}

/* ---- What couldn't be read ----------------------------------------------------------------------------- */

static void add_two_mods(related *r)
{
    related_add(r, "a/.gitignore", "");
    related_add_text(r, "a/a.xml", "<macros><macro name='a'/><macro name='unlisted'/></macros>");
    related_add_text(r, "a/content.xml", "<content/>");
    related_add_text(r, "a/index/macros.xml",
                     "<index><entry name='a' value='extensions\\a\\a'/><entry name='a' "
                     "value='extensions\\a\\gone'/></index>");
    related_add_text(r, "b/a.xml", "<diff><x/></diff>");
    related_add_text(r, "b/content.xml", "<content id='b'/>");
    related_add(r, "c.txt", "");
}

static void findings_that_rest_on_unread_files(void **state)
{
    related *r = *state;
    add_two_mods(r);
    related_assert_findings(
        r, x4,
        "a/a.xml 1:26-1:50 warning x4/unregistered 25+24 macros/macro[@name='unlisted'] macro "
        "\"unlisted\" is in no index of the mod: its entry needs the value extensions\\a\\a | unlisted | "
        "extensions\\a\\a\n"
        "a/content.xml 1:1-1:11 note x4/content-id 0+10 content the mod has no id, others can't depend on "
        "it\n"
        "a/index/macros.xml 1:61-1:62 warning x4/index-duplicate 60+1 index/entry[@name='a'][2]/@name "
        "\"a\" was already listed in line 1, with another path: extensions\\a\\a | a\n"
        "1:71-1:88 error x4/index-path 70+17 index/entry[@name='a'][2]/@value macro \"a\" leads to no "
        "file: gone.xml isn't there | extensions\\a\\gone | gone.xml\n"
        "b/a.xml 1:7-1:11 warning x4/diff-operation 6+4 diff/x <x> is no operation of a <diff>, the game "
        "skips it and everything in it | x | add, replace or remove\n");
    related_assert_known(r, x4, "cccccc.");
    r->all.any_unread = r->unread[1] = true;
    related_assert_known(r, x4, "bbbbcc.");
    related_assert_findings(
        r, x4,
        "a/content.xml 1:1-1:11 note x4/content-id 0+10 content the mod has no id, others can't depend "
        "on it\n"
        "a/index/macros.xml 1:61-1:62 warning x4/index-duplicate 60+1 index/entry[@name='a'][2]/@name "
        "\"a\" was already listed in line 1, with another path: extensions\\a\\a | a\n"
        "b/a.xml 1:7-1:11 warning x4/diff-operation 6+4 diff/x <x> is no operation of a <diff>, the game "
        "skips it and everything in it | x | add, replace or remove\n");
    r->unread[1] = false;
    r->unread[0] = true;
    related_assert_known(r, x4, "bbbbcc.");
    related_assert_findings(
        r, x4,
        "a/content.xml 1:1-1:11 note x4/content-id 0+10 content the mod has no id, others can't depend "
        "on it\n"
        "a/index/macros.xml 1:61-1:62 warning x4/index-duplicate 60+1 index/entry[@name='a'][2]/@name "
        "\"a\" was already listed in line 1, with another path: extensions\\a\\a | a\n"
        "b/a.xml 1:7-1:11 warning x4/diff-operation 6+4 diff/x <x> is no operation of a <diff>, the game "
        "skips it and everything in it | x | add, replace or remove\n");
    related_assert_not_judged(
        r, x4,
        "x4/index-path 1/1 a/index/macros.xml: a needed file or folder could not be read; "
        "x4/unregistered 1/1 a/a.xml: a needed file or folder could not be read");
    r->unread[0] = false;
    r->unread[6] = true;
    related_assert_known(r, x4, "cccccc.");
    r->all.any_unread = r->unread[6] = false;
}

static void findings_that_rest_on_gaps(void **state)
{
    related *r = *state;
    add_two_mods(r);
    r->all.gap_count = 1;
    r->all.gaps = &(al_gap){.start = "b/x/", .with = 0};
    related_assert_known(r, x4, "ccccbb.");
    r->all.gaps = &(al_gap){.start = "", .with = 0};
    related_assert_known(r, x4, "bbbbbb.");
    r->all.gaps = &(al_gap){.start = "game/", .with = 1};
    related_assert_known(r, x4, "bbbbbbu");
    r->all.gap_count = 0;
    related_add_reference(r, "game", false);
    related_add_text(r, "game/content.xml", "<content id='g'/>");
    related_assert_known(r, x4, "cccccc.");
    r->all.any_unread = r->unread[4] = true; /* mods may lead into each other */
    related_assert_known(r, x4, "bbbbbbu");
    r->all.any_unread = r->unread[4] = false;
    r->all.gap_count = 1;
    r->all.gaps = &(al_gap){.start = "b/x/", .with = 0};
    related_assert_known(r, x4, "bbbbbbu");
}

/* ---- Formats ------------------------------------------------------------------------------------------- */

static void assert_texts(related *r, const char *expected)
{
    char text[RELATED_MOST + 1] = "";
    const void *state = related_look(r, x4);
    for (size_t i = 0; i < r->all.checked; i++)
        text[i] = related_is_marked(state, i, AL_MARK_TEXT) ? 'x' : '.';
    assert_string_equal(x4->text_format, "xml");
    assert_string_equal(text, expected);
}

static void xml_of_mods_is_listed(void **state)
{
    related *r = *state;
    related_add(r, "a.xml", "");
    related_add(r, "m/a.XML", "");
    related_add(r, "m/a.xsd", "");
    related_add_text(r, "m/content.xml", content);
    assert_texts(r, ".x.x");
    for (size_t i = 0; i < al_rule_count(); i++)
        if (strcmp(al_rule_at(i)->format, "x4") == 0)
            r->options->settings[i].level = AL_OFF;
    assert_texts(r, "....");
    related_assert_reads(r, x4, "");
}

/* ---- Cases that are near each other -------------------------------------------------------------------- */

/* Two patterns, of which one covers the other, and a folder whose name only begins like extensions/. */
static void patterns_alone_list_names(void **state)
{
    related *r = *state;
    related_add_text(r, "m/a.xml",
                     "<macros><macro name='acz'/><macro name='abz'/><macro name='b'/></macros>");
    related_add_text(r, "m/content.xml", content);
    related_add_text(r, "m/extensions2/a.xml", "<macros><macro name='c'/></macros>");
    related_add_text(r, "m/index/macros.xml",
                     "<index><entry name='a*' value='extensions\\m\\a'/><entry name='ab*' "
                     "value='extensions\\m\\a'/></index>");
    related_assert_findings(
        r, x4,
        "m/a.xml 1:47-1:64 warning x4/unregistered 46+17 macros/macro[@name='b'] macro \"b\" is in no "
        "index of the mod: its entry needs the value extensions\\m\\a | b | extensions\\m\\a\n"
        "m/extensions2/a.xml 1:9-1:26 warning x4/unregistered 8+17 macros/macro[@name='c'] macro \"c\" is "
        "in no index of the mod: its entry needs the value extensions\\m\\extensions2\\a | c | "
        "extensions\\m\\extensions2\\a\n");
}

/* The first file may be the index of a folder without content.xml. */
static void the_first_file_may_be_an_index(void **state)
{
    related *r = *state;
    related_add_text(r, "m/index/macros.xml",
                     "<index><entry name='a' value='assets\\a'/><entry name='a' value='assets\\b'/></index>");
    related_assert_findings(
        r, x4,
        "m/index/macros.xml 1:1-1:1 warning x4/no-content 0+0  the mod's folder has no content.xml, so "
        "the game doesn't load the mod | | content.xml\n"
        "1:55-1:56 warning x4/index-duplicate 54+1 index/entry[@name='a'][2]/@name \"a\" was already "
        "listed in line 1, with another path: assets\\a | a\n");
}

/* What is broken in the game is no fault of a mod. */
static void a_broken_index_of_the_game(void **state)
{
    related *r = *state;
    static char text[100000];
    static const char entry[] = "<entry name='a' value='extensions\\m\\x'/>";
    size_t length = 7;
    memcpy(text, "<index>", length);
    for (unsigned i = 0; i < 2001; i++, length += sizeof entry - 1)
        memcpy(text + length, entry, sizeof entry - 1);
    memcpy(text + length, "</index>", sizeof "</index>");
    related_add_text(r, "g/index/components.xml", "<index>");
    related_add_text(r, "g/index/macros.xml", text);
    related_add(r, "g/u.ani", "");
    related_add(r, "g/u/h-lod0.xmf", "");
    related_add_text(r, "m/a.xml", "<a>");
    related_add_text(r, "m/content.xml", content);
    related_assert_findings(
        r, x4,
        "m/a.xml 1:4-1:4 error x4/xml 3+0  not well-formed: the file ends before its elements do: <a> of "
        "line 1 is still open\n");
    assert_false(related_is_marked(related_look(r, x4), 2, AL_MARK_PLACED));
}

/* All references are looked into, and the first that has a file counts. */
static void files_in_several_references(void **state)
{
    related *r = *state;
    related_add_text(r, "m/content.xml", content);
    related_add_text(r, "m/index/macros.xml",
                     "<index>\n<entry name='a' value='assets\\Deep\\a'/>\n<entry name='b' "
                     "value='extensions\\o\\b'/>\n<entry name='c' value='extensions\\p\\c'/>\n</index>");
    related_add_reference(r, "first", false);
    related_add_text(r, "first/Assets/deep/A.xml", "<macros><macro name='a'/></macros>");
    related_add_reference(r, "second", false);
    related_add_text(r, "second/assets/deep/a.xml", "<macros><macro name='other'/></macros>");
    related_add_text(r, "second/extensions/o/b.xml", "<macros><macro name='b'/></macros>");
    related_add_reference(r, "x/p", false);
    related_add_text(r, "x/p/content.xml", "<content id='p'/>");
    related_add_reference(r, "y/p", false);
    related_add_text(r, "y/p/c.xml", "<macros><macro name='c'/></macros>");
    related_add_text(r, "y/p/content.xml", "<content id='p'/>");
    related_assert_findings(r, x4, "");
    related_assert_not_judged(r, x4, "");
    related_assert_reads(
        r, x4,
        "bytes m/content.xml, bytes m/index/macros.xml, bytes x/p/content.xml, bytes y/p/c.xml, bytes "
        "y/p/content.xml; ; bytes first/Assets/deep/A.xml, bytes second/extensions/o/b.xml");
    related_assert_shortage(r, x4);
}

static void many_files_of_a_reference_need_memory(void **state)
{
    static char names[12][16], text[1024];
    related *r = *state;
    size_t length = (size_t)snprintf(text, sizeof text, "<index>");
    for (unsigned i = 0; i < 12; i++)
        length += (size_t)snprintf(text + length, sizeof text - length,
                                   "<entry name='n%02u' value='a\\x%02u'/>", i, i);
    (void)snprintf(text + length, sizeof text - length, "</index>");
    related_add_text(r, "m/content.xml", content);
    related_add_text(r, "m/index/macros.xml", text);
    related_add_reference(r, "game", false);
    for (unsigned i = 0; i < 12; i++) {
        (void)snprintf(names[i], sizeof names[i], "game/a/x%02u.xml", i);
        related_add_text(r, names[i], "<macros/>");
    }
    related_assert_shortage(r, x4);
}

/* Extensions of the game are not read where they are a reference. */
static void extensions_of_the_game(void **state)
{
    related *r = *state;
    related_add_text(r, "x/ego_dlc_a/a.xml", "<diff><y/></diff>");
    related_add_text(r, "x/ego_dlc_a/content.xml", "<content id='ego_dlc_a'/>");
    related_add_reference(r, "game", false);
    related_add_text(r, "game/extensions/ego_dlc_b/a.xml", "<diff><y/></diff>");
    related_add_text(r, "game/extensions/ego_dlc_b/content.xml", "<content id='ego_dlc_b'/>");
    related_assert_reads(r, x4, "bytes x/ego_dlc_a/a.xml, bytes x/ego_dlc_a/content.xml; ; ");
    r->files[0].path = r->files[1].path = "x/a.txt";
    r->files[3].path = "game/a.txt";
    related_add_text(r, "game/index/macros.xml", "<index/>");
    related_assert_reads(r, x4, ""); /* there is no mod */
}

static void a_text_that_is_too_deep(void **state)
{
    enum { LEVELS = 1001 };
    static char text[LEVELS * 3 + 1];
    related *r = *state;
    for (size_t i = 0; i < LEVELS; i++)
        memcpy(text + 3 * i, "<a>", 3);
    related_add_text(r, "m/a.xml", text);
    related_add_text(r, "m/content.xml", content);
    related_assert_findings(
        r, x4,
        "m/a.xml error file/limit 0+0  file is beyond a limit of size, memory or depth (1000), and was "
        "not read\n");
    related_assert_shortage(r, x4);
}

/* A field names 64 elements at most. */
static void fields_of_deep_elements(void **state)
{
    enum { LEVELS = 70 };
    static char text[8192];
    related *r = *state;
    size_t length = (size_t)snprintf(text, sizeof text, "<index>");
    for (unsigned i = 0; i < LEVELS; i++)
        length += (size_t)snprintf(text + length, sizeof text - length, "<a name='%u'>", i);
    length += (size_t)snprintf(text + length, sizeof text - length,
                               "<entry name='x' value='extensions\\m\\gone'/>");
    for (unsigned i = 0; i < LEVELS; i++)
        length += (size_t)snprintf(text + length, sizeof text - length, "</a>");
    (void)snprintf(text + length, sizeof text - length,
                   "<x0><entry name='y' value='extensions\\m\\gone'/><entry "
                   "name='z' value='extensions\\m\\gone'/></x0><entry name='a' "
                   "value='extensions\\m\\a'/></index>");
    related_add_text(r, "m/a.xml", "<macros/>");
    related_add_text(r, "m/content.xml", content);
    related_add_text(r, "m/index/macros.xml", text);
    related_set_level(r, "x4/index-name", AL_OFF);
    const x4_state *v = related_look(r, x4);
    assert_int_equal(v->base.finding_count, 3);
    assert_memory_equal(v->base.findings[0].claim.path.name, "a[@name='7']/", 13);
    assert_string_equal(v->base.findings[1].claim.path.name, "index/x0/entry[@name='y']/@value");
    assert_string_equal(v->base.findings[2].claim.path.name, "index/x0/entry[@name='z']/@value");
}

/* A field has no part of a name that doesn't fit. */
static void fields_of_long_names(void **state)
{
    enum { FITS = AL_MAX_FIELD - 1 - (sizeof "index/entry[@name='" - 1) };
    static char text[4 * AL_MAX_FIELD], name[FITS + 2];
    related *r = *state;
    memset(name, 'n', FITS + 1);
    (void)snprintf(text, sizeof text,
                   "<index><entry name='%.*s' value='extensions\\m\\gone'/><entry name='%s' "
                   "value='extensions\\m\\gone'/><entry name='a' value='extensions\\m\\a'/></index>",
                   (int)FITS, name, name);
    related_add_text(r, "m/a.xml", "<macros/>");
    related_add_text(r, "m/content.xml", content);
    related_add_text(r, "m/index/macros.xml", text);
    related_set_level(r, "x4/index-name", AL_OFF);
    const x4_state *v = related_look(r, x4);
    assert_int_equal(v->base.finding_count, 2);
    assert_int_equal(strlen(v->base.findings[0].claim.path.name), AL_MAX_FIELD - 1);
    assert_string_equal(v->base.findings[1].claim.path.name, "index/entry[@name='']/@value");
}

/* A component is judged whatever it is in, but not what a <remove> has in it, however deep. */
static void components_in_components(void **state)
{
    related *r = *state;
    related_add_text(
        r, "m/a.xml",
        "<components>\n<component name='outer'><layers/><x><component name='in'><source "
        "geometry='extensions\\m\\in'/>"
        "<connections><connection><parts><part name='p'/></parts></connection></connections></component></x>"
        "<source geometry='extensions\\m\\out'/>"
        "<connections><connection><parts><part name='q'/></parts></connection></connections></component>\n"
        "<component name='none'><connections><connection><parts><part name='p'/></parts></connection>"
        "</connections><x><component name='last'><source geometry='extensions\\m\\last'/>"
        "<connections><connection><parts><part name='p'/></parts></connection></connections></component></x>"
        "</component></components>");
    related_add_text(r, "m/b.xml",
                     "<diff><remove sel='x'><y><component name='c'><source "
                     "geometry='extensions\\m\\removed'/><connections>"
                     "<connection><parts><part name='p'/></parts></connection></connections></component></y>"
                     "</remove></diff>");
    related_add_text(
        r, "m/direct.xml",
        "<components><component name='out'><component name='in'><connections><connection><parts>"
        "<part name='p'/></parts></connection></connections></component>"
        "<source geometry='extensions\\m\\direct'/><connections><connection><parts><part name='q'/></parts>"
        "</connection></connections></component></components>");
    related_add_text(r, "m/c.xml", "<a b='extensions\\alone'/>");
    related_add_text(r, "m/content.xml", content);
    related_add(r, "m/d/.xmf", "");
    related_add_text(
        r, "m/e.xml",
        "<components><component name='e'><source geometry='extensions\\m\\d'/></component></components>");
    related_assert_findings(
        r, x4,
        "m/a.xml 2:76-2:91 error x4/geometry-folder 88+15 components/"
        "component[@name='outer']/x/component[@name='in']/source/@geometry the folder with the meshes of "
        "\"in\" isn't there | extensions\\m\\in | in\n"
        "2:211-2:227 error x4/geometry-folder 223+16 components/component[@name='outer']/source/"
        "@geometry the folder with the meshes of \"outer\" isn't there | extensions\\m\\out | out\n"
        "3:151-3:168 error x4/geometry-folder 488+17 components/component[@name='none']/x/component["
        "@name='last']/source/@geometry the folder with the meshes of \"last\" isn't there | "
        "extensions\\m\\last | last\n"
        "m/direct.xml 1:169-1:188 error x4/geometry-folder 168+19 components/component[@name='out']/"
        "source/@geometry the folder with the meshes of \"out\" isn't there | extensions\\m\\direct | "
        "direct\n");
}

/* A path longer than any file has leads nowhere. */
static void paths_without_an_end(void **state)
{
    enum { LONG = 20000 };
    static char text[LONG + 256];
    related *r = *state;
    const int length = snprintf(text, sizeof text, "<index><entry name='a' value='");
    memset(text + length, 'a', LONG);
    (void)snprintf(text + length + LONG, sizeof text - (size_t)length - LONG, "/b/c'/></index>");
    related_add_text(r, "m/content.xml", content);
    related_add_text(r, "m/index/macros.xml", text);
    related_add_reference(r, "game", false);
    related_add(r, "game/a/b/c.xml", "");
    related_assert_findings(r, x4, "");
    related_assert_not_judged(
        r, x4,
        "x4/index-path 1/1 m/index/macros.xml: the targets may be in folders that --with does not give");
}

static void a_mod_that_is_alone_in_a_gap(void **state)
{
    related *r = *state;
    related_add_text(r, "mods/a/content.xml", "<content id='a'/>");
    r->all.gap_count = 1;
    r->all.gaps = &(al_gap){.start = "mods/", .with = 0};
    related_assert_known(r, x4, "b");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        RELATED_TEST(entries_lead_to_files),
        RELATED_TEST(names_are_in_an_index),
        RELATED_TEST(names_of_the_next_file),
        RELATED_TEST(entries_that_come_again),
        RELATED_TEST(patterns_list_names),
        RELATED_TEST(components_that_an_entry_leads_to),
        RELATED_TEST(texts_are_well_formed),
        RELATED_TEST(operations_of_a_diff),
        RELATED_TEST(fields_count_elements_of_a_path),
        RELATED_TEST(folders_with_an_index_are_mods),
        RELATED_TEST(a_long_index_is_that_of_the_game),
        RELATED_TEST(a_mod_is_called_as_most_paths_call_it),
        RELATED_TEST(a_reference_may_be_the_same_mod),
        RELATED_TEST(targets_in_references),
        RELATED_TEST(findings_that_rest_on_unread_files),
        RELATED_TEST(findings_that_rest_on_gaps),
        RELATED_TEST(xml_of_mods_is_listed),
        RELATED_TEST(patterns_alone_list_names),
        RELATED_TEST(the_first_file_may_be_an_index),
        RELATED_TEST(a_broken_index_of_the_game),
        RELATED_TEST(files_in_several_references),
        RELATED_TEST(many_files_of_a_reference_need_memory),
        RELATED_TEST(extensions_of_the_game),
        RELATED_TEST(a_text_that_is_too_deep),
        RELATED_TEST(fields_of_deep_elements),
        RELATED_TEST(fields_of_long_names),
        RELATED_TEST(components_in_components),
        RELATED_TEST(paths_without_an_end),
        RELATED_TEST(a_mod_that_is_alone_in_a_gap),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
