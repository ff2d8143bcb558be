/* mods_believe_test.c: the trusting reader of whole mods follows every reference, and reports missing
 * targets. */
#include "mods_believe.h"

#include <stdio.h>
#include <string.h>

static unsigned long passed, failed;

static mods_file file_of(const char *path, const char *content)
{
    const bool with = strncmp(path, "with/", 5) == 0;
    return (mods_file){.path = path, .with = with, .data = (const uint8_t *)content, .size = strlen(content)};
}

static void expect(const char *what, const char *found, const char *wanted)
{
    const bool same = found == NULL || wanted == NULL ? found == wanted : strcmp(found, wanted) == 0;
    passed += same;
    failed += !same;
    if (!same)
        printf("%s: \"%s\", not \"%s\"\n", what, found != NULL ? found : "", wanted != NULL ? wanted : "");
}

#define OWN "extensions/ship_mod/"

enum { CONTENT, MACROS, MACRO, SHIP, HULL, HULL_1, RUIN, X4_FILES };

static void make_x4(mods_file files[X4_FILES])
{
    files[CONTENT] = file_of("content.xml", "<content id='Ship_Mod'/>");
    files[MACROS] =
        file_of("index/macros.xml", "<index><entry name='Ship_A' value='\\Extensions\\Ship_Mod\\m\\a '/>"
                                    "<entry name='b*' value='" OWN "m/*'/>"
                                    "<entry name='ship_a' value='" OWN "m/a.xml'/></index>");
    files[MACRO] = file_of("m/A.XML", "<macros><macro name='ship_a'/></macros>");
    files[SHIP] =
        file_of("ship.xml", "<components><component name='s'><source geometry='" OWN "d'/><connections>"
                            "<connection><parts><part name='Hull' wreck='ruin'><lods><lod index='0'/>"
                            "<lod index='1'/></lods></part><part name='gun' ref='g'/></parts>"
                            "</connection></connections></component></components>");
    files[HULL] = file_of("d/hull-lod0.xmf", "");
    files[HULL_1] = file_of("D/HULL-LOD1.XMF", "");
    files[RUIN] = file_of("d/ruin-lod0.xmf", "");
}

static void test_x4(void)
{
    static const struct {
        const char *what, *path, *content, *wanted;
        size_t number;
    } changes[] = {
        {"no macro", "m/b.xml", "<macros/>", NULL, MACRO}, /* no target of the index is there */
        {"another macro", "m/a.xml", "<macros><macro name='b'/></macros>",
         "an entry names what its file hasn't", MACRO},
        {"a patch", "m/a.xml", "<diff/>", NULL, MACRO},
        {"broken", "m/a.xml", "<macros>", "a file isn't well-formed", MACRO},
        {"broken content", "content.xml", "<content", "content.xml isn't well-formed", CONTENT},
        {"no id", "content.xml", "<content/>", NULL, CONTENT},
        {"no level 1", "d/hull-lod2.xmf", "", "a part has no mesh", HULL_1},
        {"no wreck", "d/ruins-lod0.xmf", "", "a part has no mesh", RUIN},
        {"a level of the reference", "with/d/hull-lod1.xmf", "", "a part has no mesh", HULL_1},
        {"a mesh in a folder", "d/e/hull-lod0.xmf", "", "a part has no mesh", HULL},
    };
    mods_file files[X4_FILES];
    const mods_files all = {.items = files, .count = X4_FILES};
    make_x4(files);
    expect("x4", mods_believe_x4(&all), NULL);
    for (size_t i = 0; i < sizeof changes / sizeof changes[0]; i++) {
        make_x4(files);
        files[changes[i].number] = file_of(changes[i].path, changes[i].content);
        expect(changes[i].what, mods_believe_x4(&all), changes[i].wanted);
    }
    make_x4(files);
    files[HULL_1] = file_of("with/content.xml", "<content/>");
    expect("a second content.xml", mods_believe_x4(&all), NULL);
    files[HULL_1] = file_of("md/a.xml", "<a b='extensions/other/c'/>");
    expect("another extension", mods_believe_x4(&all), NULL);
    make_x4(files);
    files[CONTENT] = file_of("content.xml", "<content id='Ship_Mod'/>");
    files[MACROS] = file_of("index/macros.xml", "<index><entry name='ship_a' value='" OWN "m/a'/>"
                                                "<entry name='c' value='" OWN "m/c'/></index>");
    expect("an entry to nowhere", mods_believe_x4(&all), "an entry leads nowhere");
}

enum { GFX, HORSE, GAME, PDX_FILES = GAME + 50 };

static void make_pdx(mods_file files[PDX_FILES], const char *text)
{
    files[GFX] = file_of("interface/a.gfx", text);
    files[HORSE] = file_of("gfx/anims/horse.xac", "-");
    for (size_t i = GAME; i < PDX_FILES; i++)
        files[i] = file_of("with/gfx/anims/base.xac", "");
}

static void test_pdx(void)
{
    static const char lost[] = "a type names a file that isn't there";
    static const struct {
        const char *what, *text, *wanted;
    } texts[] = {
        {"all there", "EMFXActorType = { actorfile = \"gfx\\\\Anims\\horse.XAC\" }", NULL},
        {"of the game", "o = { emfxactortype={ a = { f=\"gfx/anims/base.xac\" } } }", NULL},
        {"nowhere", "o = { EMFXActorType = { a = { f = \"gfx/anims/ride.xsm\" } } }", lost},
        {"in no type", "o = { f = \"gfx/anims/ride.xsm\" }", NULL},
        {"behind the type", "EMFXActorType = { } f = \"gfx/anims/ride.xsm\"", NULL},
        {"a comment", "# EMFXActorType = { f = \"gfx/anims/ride.xsm\" }", NULL},
    };
    mods_file files[PDX_FILES];
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        const mods_files all = {.items = files, .count = PDX_FILES};
        const mods_files fewer = {.items = files, .count = PDX_FILES - 1};
        make_pdx(files, texts[i].text);
        expect(texts[i].what, mods_believe_pdx(&all), texts[i].wanted);
        expect("with too few actors", mods_believe_pdx(&fewer), NULL);
    }
}

/* 100 references, of which 99 or 94 have their target. */
static void test_complete_pdx(void)
{
    static const char start[] = "EMFXActorType = { ", good[] = "a = \"gfx/anims/horse.xac\" ",
                      bad[] = "a = \"g.xsm\" ";
    static const struct {
        size_t good, bad;
        bool lost;
    } shares[] = {{99, 1, true}, {95, 5, true}, {94, 6, false}, {98, 1, false}, {100, 0, false}};
    for (size_t i = 0; i < sizeof shares / sizeof shares[0]; i++) {
        char text[100 * sizeof good + sizeof start];
        size_t length = (size_t)snprintf(text, sizeof text, "%s", start);
        for (size_t k = 0; k < shares[i].good + shares[i].bad; k++)
            length +=
                (size_t)snprintf(text + length, sizeof text - length, "%s", k < shares[i].good ? good : bad);
        mods_file files[] = {file_of("interface/a.gfx", text), file_of("gfx/anims/horse.xac", "-")};
        const mods_files all = {.items = files, .count = 2};
        expect("a complete mod", mods_believe_pdx(&all),
               shares[i].lost ? "a type names a file that isn't there" : NULL);
    }
}

int main(void)
{
    test_x4();
    test_pdx();
    test_complete_pdx();
    printf("%lu passed, %lu failed\n", passed, failed);
    return failed == 0 ? 0 : 1;
}
