/* earlier_report_test.c: which files may be replaced by a report: those that begin like an earlier one of its
 * form, and empty ones. */
#include "unit.h"

#include <stdio.h>
#include <string.h>

#include "report/earlier_report.h"
#include "report/report.h"
#include "test_folder.h"

/* Writes the file `report` of the test's folder. */
static void write_report(const char *text, size_t length)
{
    FILE *out = fopen("report", "wb");
    assert_non_null(out);
    assert_int_equal(fwrite(text, 1, length, out), length);
    assert_int_equal(fclose(out), 0);
}

static const struct {
    const char *text, *forms; /* the names of the forms, with a blank behind each */
} files[] = {
    {"", "text lines json ndjson sarif github junit html baseline "},
    {"{\"tool\":{\"name\":\"assetlint\",\"version\":\"0.1\"}", "json "},
    {"{\"tool\":{\"name\":\"assetlinter", ""},
    {"{\"kind\":\"file\",\"path\":\"a\"}\n", "ndjson "},
    {"{\"kind\":\"summary\",\"files\":0}\n", "ndjson "},
    {"{\"kind\":\"finding\"", ""},
    {"{\"$schema\":\"https://json.schemastore.org/sarif-2.1.0.json\",\"version\":\"2.1.0\"", "sarif "},
    {"::error file=a", "github "},
    {"::warning file=a", "github "},
    {"::notice file=a", "github "},
    {"::notice title=a", ""},
    {"<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"assetlint\" tests", "junit "},
    {"<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"other\"", ""},
    {"<!doctype html>\n<html lang=\"en\" data-report=\"assetlint\">", "html "},
    {"<!doctype html>\n<html lang=\"en\">", ""},
    {"{\"tool\":\"assetlint\",\"version\":1", "baseline "},
    {"OK: 1 file checked", "text lines "},
    {"FAILED: 1 file checked", "text lines "},
    {"NOT CHECKED: nothing", "text lines "},
    {"\033[1;32mOK\033[0m: 1 file checked", "text lines "},
    {"\033[1;32OK: 1 file checked", ""},
    {"\033[1;32", ""},
    {"OKAY: ", ""},
    {"a.xmf\n  0x78    error    words\n", "text "},
    {"a.xmf\n  0x78    warning  words\n", "text "},
    {"\033[1ma.xmf\033[0m\n  0x78    \033[1;36mnote\033[0m     words\n", "text "},
    {"a.xmf\n  0x78    notes    errors    error\n", ""},
    {"a.xmf\n  0x78    errors    error    words\n", "text "},
    {"a.xmf\n  0x78    words\n  error  \n", ""},
    {"a.xmf\n 0x78    error    words\n", ""},
    {"a.xmf\n\n  0x78    error    words\n", ""},
    {"a.xmf", ""},
    {"a.xmf:0x78: error: words [a/b]\n", "lines "},
    {"a.xmf: warning: words [a/b]\n", "lines "},
    {"a.xmf:0x78: note: words [a/b]\n", "lines "},
    {": note: ", "lines "},
    {"note: ", ""},
    {"a.xmf:0x78: errors: words, error: words", ""},
    {"a.xmf:0x78: words\na.xmf: error: words\n", ""},
    {"a.xmf:0x78:error: error: words\n", "lines "},
    {"a diary of errors: no report\n", ""},
};

static void files_are_recognised_by_their_beginning(void **state)
{
    test_folder_add_text(*state, "report", "");
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        char forms[128] = "";
        const report_form *form;
        write_report(files[i].text, strlen(files[i].text));
        for (size_t k = 0; (form = k == 8 ? &baseline_form : report_form_at(k)) != NULL && k <= 8; k++)
            if (holds_earlier_report("report", form))
                (void)snprintf(forms + strlen(forms), sizeof forms - strlen(forms), "%s ", form->name);
        if (strcmp(forms, files[i].forms) != 0)
            print_message("%s\n", files[i].text);
        assert_string_equal(forms, files[i].forms);
    }
    assert_null(report_form_at(8));
    assert_false(holds_earlier_report("absent", &json_form));
}

/* A first line that is longer than what is read. */
static void a_long_file_is_read_to_its_start(void **state)
{
    static char text[10000];
    test_folder_add_text(*state, "report", "");
    memset(text, 'a', sizeof text);
    memcpy(text, "OK: ", 4);
    write_report(text, sizeof text);
    assert_true(holds_earlier_report("report", &text_form));
    memset(text, 'a', 4);
    memcpy(text + 4086, ": error: ", 9); /* ends within what is read */
    write_report(text, sizeof text);
    assert_true(holds_earlier_report("report", &lines_form));
    memset(text, 'a', sizeof text);
    memcpy(text + 4088, ": error: ", 9);
    write_report(text, sizeof text);
    assert_false(holds_earlier_report("report", &lines_form));
}

static void assets_are_recognised(void **state)
{
    int error = -1;
    test_folder_add_text(*state, "a.xmf", "XUMF\3");
    test_folder_add_text(*state, "a.txt", "words");
    assert_true(holds_asset("a.xmf", &error));
    assert_int_equal(error, 0);
    assert_false(holds_asset("a.txt", &error));
    assert_int_equal(error, 0);
    assert_false(holds_asset("absent", &error));
    assert_int_not_equal(error, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_TEST_FOLDER(files_are_recognised_by_their_beginning),
        IN_TEST_FOLDER(a_long_file_is_read_to_its_start),
        IN_TEST_FOLDER(assets_are_recognised),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
