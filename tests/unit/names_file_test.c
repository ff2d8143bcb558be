/* names_file_test.c: files of names: what is refused and where, what the files in them have, and the index of
 * references.
 */
#include "related.h"
#include "unit.h"

#include <stdio.h>
#include <string.h>

#include "core/text.h"
#include "relations/names/names_file.h"
#include "relations/paradox/paradox.h"

#define HEADER "assetlint names 1\n"

typedef struct fixture {
    al_budget budget;
    al_arena arena;
    al_names names;
    al_mistake mistake;
} fixture;

static int begin(void **state)
{
    static fixture f;
    f.budget = al_budget_of(1 << 24, 0);
    f.arena = al_arena_on(&f.budget);
    *state = &f;
    return 0;
}

static int end(void **state)
{
    fixture *f = *state;
    al_arena_free(&f->arena);
    return 0;
}

#define NAMES_TEST(test) cmocka_unit_test_setup_teardown(test, begin, end)

static bool read_names(fixture *f, const char *text)
{
    return al_names_read(&f->names, al_span_of(text, strlen(text)), &f->arena, &f->mistake);
}

/* ---- The reader ---------------------------------------------------------------------------------------- */

static void assert_refused(fixture *f, al_span text, const char *expected)
{
    char told[AL_MISTAKE_SIZE + 48];
    assert_false(al_names_read(&f->names, text, &f->arena, &f->mistake));
    assert_false(f->mistake.no_memory);
    (void)snprintf(told, sizeof told, "%u:%u: %s", (unsigned)f->mistake.line, (unsigned)f->mistake.column,
                   f->mistake.text);
    assert_string_equal(told, expected);
}

/* Each mistake with its line and column. */
static void lines_that_are_wrong(void **state)
{
    static const char kinds[] = "a line begins with collection, component, file, macro, material or type";
    static const char first[] = "1:1: the first line of a file of names is \"assetlint names 1\"";
    static const char escape[] = "\\ begins \\xNN, a byte other than 0 by two digits";
    static const char control[] = "a control character is written as \\xNN, and lines end with LF alone";
    const struct {
        const char *text, *place, *message;
    } cases[] = {
        {"", "", first},
        {"\n", "", first},
        {"assetlint nam\n", "", first},
        {"\xFF\xFE"
         "a\n",
         "1:1: ", "the file is in UTF-16, as > of PowerShell writes it, and not in UTF-8"},
        {"file a\n", "", first},
        {"assetlint names 2\n",
         "1:17: ", "this version reads names 1: make the file anew, with assetlint index"},
        {"assetlint names 1\r\n",
         "1:17: ", "this version reads names 1: make the file anew, with assetlint index"},
        {"assetlint names 1", "1:18: ", "the file ends within a line: it may have been cut off"},
        {HEADER "file a", "2:7: ", "the file ends within a line: it may have been cut off"},
        {HEADER "\n", "2:1: ", kinds},
        {HEADER "file a\nfiles b\n", "3:1: ", kinds},
        {HEADER "fil b\n", "2:1: ", kinds},
        {HEADER "File b\n", "2:1: ", kinds},
        {HEADER " file b\n", "2:1: ", kinds},
        {HEADER "file\n", "2:5: ", "a name is missing behind \"file\""},
        {HEADER "type \n", "2:6: ", "a name is missing behind \"type\""},
        {HEADER "file //b\n", "2:6: ", "only a type may have no name in front of //"},
        {HEADER "macro a\\\n", "2:8: ", escape},
        {HEADER "macro a\\x4\n", "2:8: ", escape},
        {HEADER "macro a\\xg0\n", "2:8: ", escape},
        {HEADER "macro a\\X41\n", "2:8: ", escape},
        {HEADER "macro a\\x00\n", "2:8: ", escape},
        {HEADER "macro \xC3\xA4\xC3\xB6\\\n", "2:9: ", escape},
        {HEADER "macro a\tb\n", "2:8: ", control},
        {HEADER "macro a\x7F\n", "2:8: ", control},
        {HEADER "macro a\r\n", "2:8: ", control},
        {HEADER "macro a\xFF\n", "2:8: ", "the text is no UTF-8"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char expected[AL_MISTAKE_SIZE];
        (void)snprintf(expected, sizeof expected, "%s%s", cases[i].place, cases[i].message);
        assert_refused(*state, al_span_of(cases[i].text, strlen(cases[i].text)), expected);
    }
    const char nul[] = HEADER "file a\0b\n";
    assert_refused(*state, al_span_of(nul, sizeof nul - 1), "2:7: a line has no byte 0");
}

/* Lines come in any order; `file` gives a path as the folder has it. */
static void names_in_their_order(void **state)
{
    fixture *f = *state;
    size_t count;
    assert_true(read_names(f, HEADER "macro b\nfile x/b.xml//X/B.xml//diff\nmacro a//b//c\nmacro a\n"
                                     "file a\\x5cb\\x2F/\\xff//broken\n"));
    const size_t macro = al_names_of_kind(&f->names, AL_NAME_MACRO, &count);
    assert_int_equal(count, 3);
    assert_string_equal(f->names.items[macro].text, "a");
    assert_int_equal(f->names.items[macro].parts, 1);
    assert_string_equal(al_name_part(&f->names.items[macro + 1], 2), "c");
    assert_string_equal(al_name_part(&f->names.items[macro + 1], 3), "");
    assert_string_equal(f->names.items[macro + 2].text, "b");
    const size_t file = al_names_of_kind(&f->names, AL_NAME_FILE, &count);
    assert_int_equal(count, 3); /* with the index, which has the macros */
    assert_string_equal(al_names_path(&f->names.items[file]), "a\\b//\xFF");
    assert_string_equal(al_names_path(&f->names.items[file + 1]), "index/macros.xml");
    assert_string_equal(al_names_path(&f->names.items[file + 2]), "X/B.xml");
    assert_string_equal(f->names.places[AL_NAMES_OF_MACROS], "index/macros.xml");
    assert_null(f->names.places[AL_NAMES_OF_TYPES]);
    (void)al_names_of_kind(&f->names, AL_NAME_TYPE, &count);
    assert_int_equal(count, 0);
}

static void files_of_names(void **state)
{
    (void)state;
    const al_span named = al_span_of("assetlint names 7", 17), other = al_span_of("assetlint name", 14);
    assert_true(al_is_names("x4.txt", named));
    assert_true(al_is_names("x4.NAMES", other));
    assert_false(al_is_names("x4.txt", other));
}

static void types_in_folders(void **state)
{
    static const char *const read[] = {"interface/a.gfx", "gfx/a.gfx", "mods/a/interface/a.gfx", NULL};
    static const char *const others[] = {"a.gfx",           "gfx/interface/a.gfx", "interface/old/a.gfx",
                                         "interface/a.txt", "interfaces/a.gfx",    NULL};
    (void)state;
    for (size_t i = 0; read[i] != NULL; i++)
        assert_true(al_names_has_types(read[i]));
    for (size_t i = 0; others[i] != NULL; i++)
        assert_false(al_names_has_types(others[i]));
}

/* ---- Contents ------------------------------------------------------------------------------------------ */

static al_content content_of(fixture *f, const char *path)
{
    al_content content = {.format = "", .scratch = &f->arena};
    assert_true(al_names_content(&f->names, path, &content));
    assert_int_equal(content.state, AL_CONTENT_READ);
    return content;
}

static void assert_text(fixture *f, const char *path, const char *expected)
{
    const al_content content = content_of(f, path);
    const char *text = al_copy_bytes(&f->arena, content.bytes);
    assert_true(content.unrecognized);
    assert_null(content.document);
    assert_string_equal(text, expected);
}

static void texts_of_x4(void **state)
{
    fixture *f = *state;
    assert_true(read_names(
        f, HEADER
        "file index/macros.xml//Index/Macros.xml\nmacro a\"b<&\\x09\\x01\ncomponent b\nmacro c.xml//D\n"
        "component c.xml//e\nfile d.xml//diff\nmacro d.xml//f\nfile e.xml//broken\n"
        "file m/content.xml//id=my mod//own=mine\nfile n/content.xml//id=diff\n"
        "macro m/index/macros.xml//g//h\ncollection k\nmaterial k.l\nmaterial o'p.q\nmaterial r\n"));
    assert_text(f, "Index/Macros.xml", "<a><entry value=\"\" name=\"a&#34;b&#60;&#38;&#9;?\"/></a>");
    assert_text(f, "index/components.xml", "<a><entry value=\"\" name=\"b\"/></a>");
    assert_text(f, "c.xml", "<a><macro name=\"D\"/><component name=\"e\"/></a>");
    assert_text(f, "d.xml", "<diff><add sel=\"a\"><macro name=\"f\"/></add></diff>");
    assert_text(f, "e.xml", "");
    assert_text(f, "other.xml", "<a></a>");
    assert_text(f, "m/content.xml",
                "<content version=\"1\" id=\"my mod\"><component name=\"\">"
                "<source geometry=\"extensions/mine/content.xml\"/></component></content>");
    assert_text(f, "n/content.xml", "<content version=\"1\" id=\"diff\"></content>");
    assert_text(f, "m/index/macros.xml", "<a><entry value=\"h\" name=\"g\"/></a>");
    assert_text(f, "libraries/material_library.xml",
                "<a><collection name=\"k\"/><add sel=\"collection[@name='k']\"><material name=\"l\"/></add>"
                "<add sel=\"collection[@name=&#34;o'p&#34;]\"><material name=\"q\"/></add></a>");
}

static void texts_of_paradox(void **state)
{
    fixture *f = *state;
    assert_true(read_names(
        f, HEADER "file interface/a.gfx//interface/A.gfx\nfile interface/b.gfx\ntype lone\ntype gun\n"
                  "type gun//gfx/gun.xac\ntype gun//gfx/a\"\\x0a.xsm\ntype icon\n"
                  "type icon//gfx/icon.dds\ntype //gfx/none.tga\n"));
    assert_text(f, "interface/A.gfx",
                "sprite={name=\"\" texturefile=\"gfx/none.tga\"}\n"
                "EMFXActorType={name=\"gun\" file=\"gfx/a??.xsm\" file=\"gfx/gun.xac\"}\n"
                "sprite={name=\"icon\" texturefile=\"gfx/icon.dds\"}\n"
                "EMFXActorType={name=\"lone\"}\n");
    assert_text(f, "interface/b.gfx", "");
}

/* Plain names without a file that could have them get one. */
static void files_for_names(void **state)
{
    fixture *f = *state;
    assert_true(read_names(f, HEADER "collection a\ncomponent b\ntype c\n"));
    assert_text(f, "libraries/material_library.xml", "<a><collection name=\"a\"/></a>");
    assert_text(f, "index/components.xml", "<a><entry value=\"\" name=\"b\"/></a>");
    assert_text(f, "interface/types.gfx", "EMFXActorType={name=\"c\"}\n");
    assert_true(read_names(f, HEADER "file mods/a/libraries/material_library.xml\nmaterial a.b\n"));
    assert_text(f, "mods/a/libraries/material_library.xml",
                "<a><add sel=\"collection[@name='a']\"><material name=\"b\"/></add></a>");
}

static void note_fact(void *context, const al_fact *fact)
{
    char *told = context;
    const size_t length = strlen(told);
    (void)snprintf(told + length, 400 - length, "%s %.*s %.*s %u; ", al_name_of_fact(fact->kind),
                   (int)fact->name.len, (const char *)fact->name.ptr, (int)fact->of.len,
                   (const char *)fact->of.ptr, (unsigned)fact->number);
}

static void facts_of_models(void **state)
{
    fixture *f = *state;
    char told[400] = "";
    assert_true(read_names(f, HEADER "component a.xac//xac\ncomponent a.xac//xac//node//Bip//of//7\n"
                                     "component a.xac//xac//other//x\ncomponent a.xac//xac//end\n"
                                     "component a.xac//xac//nodes//////x\nfile a.xac//A.xac//digest=12\n"
                                     "file b.xac//digest=x\n"));
    const al_content content = content_of(f, "A.xac");
    assert_string_equal(content.format, "xac");
    assert_false(content.unrecognized);
    assert_int_equal(content.digest, 12);
    al_content_facts(&content, "xac", note_fact, told);
    assert_string_equal(told, "end   0; node Bip of 7; nodes   0; ");
    const al_content unknown = content_of(f, "b.xac");
    assert_null(unknown.document);
    assert_int_equal(unknown.digest, 0);
}

static void scenes(void **state)
{
    fixture *f = *state;
    assert_true(read_names(f, HEADER "component a.dae//AK12\nfile a.dae\n"));
    assert_text(f, "a.dae", "<a><node id=\"AK12\"/></a>");
}

/* Whichever allocation fails, it is said. */
static void memory_that_is_short(void **state)
{
    static const char text[] =
        HEADER "file a/B.xml//a/B.XML\ncollection c\nmaterial c.d\ntype e\ncomponent f\n"
               "macro g\ncomponent h.xac//xac//node//i\nfile interface/k.gfx\n";
    static const char *const paths[] = {"A/b.xml", "libraries/material_library.xml", "interface/k.gfx",
                                        "h.xac"};
    bool done = false;
    (void)state;
    for (uint64_t n = 1; !done; n++) {
        fixture f = {.budget = al_budget_of(UINT64_MAX, n)};
        f.arena = al_arena_on(&f.budget);
        bool ok = read_names(&f, text);
        assert_true(ok || f.mistake.no_memory);
        for (size_t i = 0; ok && i < sizeof paths / sizeof paths[0]; i++) {
            al_content content = {.format = "", .scratch = &f.arena};
            ok = al_names_content(&f.names, paths[i], &content);
        }
        assert_true(ok == (f.budget.shortage == AL_SHORTAGE_NONE));
        done = ok;
        al_arena_free(&f.arena);
    }
}

/* ---- The index ----------------------------------------------------------------------------------------- */

static void assert_lines(related *r, const char *expected)
{
    size_t count;
    char told[4000] = "";
    const char *const *lines = al_names_lines(related_look(r, &al_names_index), &count);
    for (size_t i = 0; i < count; i++) {
        const size_t length = strlen(told);
        assert_true((size_t)snprintf(told + length, sizeof told - length, "%s\n", lines[i]) <
                    sizeof told - length);
    }
    assert_string_equal(told, expected);
}

static void add_game(related *r)
{
    related_add_reference(r, "games/X", false);
    related_add_text(
        r, "games/X/Assets/a//b\\c\x01\xFF.XML",
        "<macros><macro name='A'><component ref='x'/></macro><macro/><component name='c//d/'/></macros>");
    related_add_text(r, "games/X/assets/broken.xml", "<macros><macro name='a'/>");
    related_add_text(
        r, "games/X/assets/diff.xml",
        "<diff><add sel='a'><macro name='b'/></add>"
        "<replace sel='a'><component name='r'/></replace><remove sel='a'><macro name='c'/></remove>"
        "<macro name='d'/></diff>");
    related_add_text(r, "games/X/index/components.xml",
                     "<index><entry name='E' value='x'/><entry name='f'/></index>");
    related_add_text(r, "games/X/index/macros.xml",
                     "<index><entry name='G' value='x'/><other name='h' value='x'/></index>");
    related_add_text(
        r, "games/X/libraries/material_library.xml",
        "<m><collection name='C'><material name='D'/></collection><entry name='e' value='x'/></m>");
    related_add_facts(r, "games/X/a.xmf", "xmf", "material c.d\n");
    related_add_facts(r, "games/X/a.ani", "ani", "node a\n");
    related_add_text(r, "games/X/bad.xmf", "no mesh");
    related_add_text(r, "games/X/a.dae",
                     "<c:x xmlns:c='u'><c:node id='AK1'/><node id='AK2'/><c:mesh id='AK3'/></c:x>");
}

static void index_of_a_game(void **state)
{
    related *r = *state;
    add_game(r);
    assert_lines(r, "collection c\n"
                    "component a.dae//AK1\n"
                    "component a.dae//AK2\n"
                    "component a.xmf//xmf\n"
                    "component a.xmf//xmf//material//c.d\n"
                    "component assets/a/\\x2fb\\x5cc\\x01\\xff.xml//c/\\x2fd\\x2f\n"
                    "component assets/diff.xml//r\n"
                    "component e\n"
                    "file a.ani\n"
                    "file a.dae\n"
                    "file a.xmf\n"
                    "file assets/a/\\x2fb\\x5cc\\x01\\xff.xml//Assets/a/\\x2fb\\x5cc\\x01\\xff.XML\n"
                    "file assets/broken.xml//broken\n"
                    "file assets/diff.xml//diff\n"
                    "file bad.xmf\n"
                    "file index/components.xml\n"
                    "file index/macros.xml\n"
                    "file libraries/material_library.xml\n"
                    "macro assets/a/\\x2fb\\x5cc\\x01\\xff.xml//A\n"
                    "macro assets/diff.xml//b\n"
                    "macro g\n"
                    "material c.d\n");
}

/* A mod gets the place that it has in the game. What its paths call it is told where that is neither its
 * folder nor its id. */
static void index_of_mods(void **state)
{
    related *r = *state;
    related_add_reference(r, "mods/Ship", false);
    related_add_text(r, "mods/Ship/content.xml", "<content id='The_Ship'/>");
    related_add_text(r, "mods/Ship/index/macros.xml",
                     "<index><entry name='a' value='extensions\\ours\\a'/></index>");
    related_add_text(r, "mods/Ship/a.xml", "<macros><macro name='a'/></macros>");
    related_add_text(r, "mods/Ship/inner/content.xml", "<content id='inner'/>");
    related_add_text(r, "mods/Ship/plain/a.xml", "<a b='extensions/plain/content.xml'/>");
    related_add_text(r, "mods/Ship/plain/content.xml", "<content/>");
    assert_lines(r, "file extensions/ship/a.xml\n"
                    "file extensions/ship/content.xml//id=the_ship//own=ours\n"
                    "file extensions/ship/index/macros.xml\n"
                    "file extensions/ship/inner/content.xml//id=inner\n"
                    "file extensions/ship/plain/a.xml\n"
                    "file extensions/ship/plain/content.xml\n"
                    "macro extensions/ship/a.xml//a\n"
                    "macro extensions/ship/index/macros.xml//a//extensions\\x5cours\\x5ca\n");
}

static void index_of_a_mod_in_the_current_folder(void **state)
{
    related *r = *state;
    related_add_reference(r, ".", false);
    related_add_text(r, "./content.xml", "<content id='b'/>");
    related_add_text(r, "./a.txt", "");
    assert_lines(r, "file extensions/mod/a.txt\nfile extensions/mod/content.xml//id=b//own=b\n");
}

static void index_of_packages(void **state)
{
    related *r = *state;
    related_add_reference(r, "game", false);
    related_add(r, "game/01.cat", "");
    related_add(r, "game/01.cat", "Assets/a.txt");
    related_add(r, "game/b.zip", "c.txt");
    assert_lines(r, "file 01.cat\nfile assets/a.txt//Assets/a.txt\nfile b.zip!/c.txt\n");
}

static void index_of_a_package(void **state)
{
    related *r = *state;
    related_add_reference(r, "b.zip", true);
    related_add(r, "b.zip", "");
    related_add(r, "b.zip", "c\x7F\xC2\x85\xC3\xA4.txt");
    assert_lines(r, "file c\\x7f\\xc2\\x85\xC3\xA4.txt\n");
}

static void index_of_a_file(void **state)
{
    related *r = *state;
    related_add_reference(r, "lib/material_library.xml", true);
    related_add_text(r, "lib/material_library.xml", "<m><collection name='C'/></m>");
    assert_lines(r, "collection c\nfile material_library.xml\n");
}

static void index_of_paradox(void **state)
{
    related *r = *state;
    related_add_reference(r, "game", false);
    related_add_text(
        r, "game/interface/a.gfx",
        "EMFXActorType = { name = Gun actorfile = \"gfx\\\\gun.xac\" } EMFXActorType = { idle = \"b.xsm\" }"
        " x = { spriteType = { name = GFX_a texturefile = \"gfx/A.tga\" } y = { texturefile = \"b.dds\" } }");
    related_add_text(r, "game/interface/old/b.gfx", "EMFXActorType = { name = Old }");
    related_add_facts(r, "game/gfx/gun.xac", "xac",
                      "node Bip\nnodes 3\nmorph smile\ntexture 1/2 coat\nend\n");
    const char facts[] = "node Bip\nnodes 3\nmorph smile\ntexture 1/2 coat\nend\n";
    char expected[1000];
    (void)snprintf(expected, sizeof expected,
                   "component gfx/gun.xac//xac\n"
                   "component gfx/gun.xac//xac//end\n"
                   "component gfx/gun.xac//xac//morph//smile\n"
                   "component gfx/gun.xac//xac//node//Bip\n"
                   "component gfx/gun.xac//xac//nodes//////3\n"
                   "file gfx/gun.xac//digest=%llu\n"
                   "file interface/a.gfx\n"
                   "file interface/old/b.gfx\n"
                   "type //b.dds\n"
                   "type //b.xsm\n"
                   "type gfx_a\n"
                   "type gfx_a//gfx/a.tga\n"
                   "type gun\n"
                   "type gun//gfx/gun.xac\n",
                   (unsigned long long)pdx_digest(al_span_of(facts, strlen(facts))));
    assert_lines(r, expected);
}

static void index_of_nothing(void **state)
{
    related *r = *state;
    related_add_reference(r, "game", false);
    assert_lines(r, "");
}

static void index_without_memory(void **state)
{
    related *r = *state;
    add_game(r);
    related_add_text(r, "games/X/mod/content.xml", "<content id='a'/>");
    related_add_text(r, "games/X/interface/a.gfx",
                     "EMFXActorType = { name = Gun actorfile = \"gfx/gun.xac\" }");
    related_add_facts(r, "games/X/gfx/gun.xac", "xac", "node Bip\n");
    related_assert_shortage(r, &al_names_index);
}

/* Files that can't be read are told by the survey. */
static void index_of_unread_files(void **state)
{
    related *r = *state;
    related_add_reference(r, "game", false);
    related_add_text(r, "game/a.xml", "<macros><macro name='a'/></macros>");
    r->unread[0] = r->all.any_unread = true;
    assert_lines(r, "file a.xml\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        NAMES_TEST(lines_that_are_wrong),
        NAMES_TEST(names_in_their_order),
        cmocka_unit_test(files_of_names),
        cmocka_unit_test(types_in_folders),
        NAMES_TEST(texts_of_x4),
        NAMES_TEST(texts_of_paradox),
        NAMES_TEST(files_for_names),
        NAMES_TEST(facts_of_models),
        NAMES_TEST(scenes),
        cmocka_unit_test(memory_that_is_short),
        RELATED_TEST(index_of_a_game),
        RELATED_TEST(index_of_mods),
        RELATED_TEST(index_of_a_mod_in_the_current_folder),
        RELATED_TEST(index_of_packages),
        RELATED_TEST(index_of_a_package),
        RELATED_TEST(index_of_a_file),
        RELATED_TEST(index_of_paradox),
        RELATED_TEST(index_of_nothing),
        RELATED_TEST(index_without_memory),
        RELATED_TEST(index_of_unread_files),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
