/* reports_test.c: reports of results that no file on disk gives: members of archives, and values of every
 * kind. */
#include "unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/report.h"
#include "report/spool.h"
#include "report/texts.h"

/* Findings of a member, and one of a file that has no values. */
typedef struct sample {
    al_finding findings[2];
    al_result results[2];
    al_options *options;
    const char *homepage;
    al_not_judged not_judged[2];
    bool no_commands, colorless, interrupted;
    report_shard shard;
    int width;
    al_level show;
    uint64_t per_rule;
} sample;

static al_value text_of_file(const char *bytes, size_t length)
{
    return (al_value){.kind = AL_VALUE_TEXT, .as.text = {.bytes = bytes, .length = length}};
}

static al_finding finding_of(const char *rule, const char *field)
{
    al_finding f = {
        .field = field, .count = 1, .offset = 0x104, .length = 4, .fingerprint = "0123456789abcdef"};
    while (strcmp(al_rule_at(f.rule_number)->id, rule) != 0)
        f.rule_number++;
    f.rule = al_rule_at(f.rule_number);
    f.level = AL_ERROR;
    return f;
}

static void begin(sample *s)
{
    *s = (sample){.options = al_options_new(), .show = AL_NOTE, .per_rule = UINT64_MAX};
    assert_non_null(s->options);
    s->findings[0] = finding_of("xmf/data-range", "buffers[0].dataOffset");
    s->findings[0].message = "a\\xFF\\x0A has 18446744073709551615 of -2 keys at 2.5";
    s->findings[0].actual = text_of_file("x y", 3);
    s->findings[0].expected = (al_value){.kind = AL_VALUE_REAL, .as.real_value = 2.5};
    s->findings[1] = finding_of("xmf/inflate", "");
    s->findings[1].message = "100% broken";
    for (size_t i = 0; i < 2; i++)
        s->results[i] = (al_result){.path = "mods/ext 01.cat",
                                    .raw_path = "mods/ext 01.cat",
                                    .base_path = "mods/ext 01.cat",
                                    .member = i == 0 ? "ships/hull.xmf" : "",
                                    .format = "xmf",
                                    .version = "3",
                                    .size = 1000,
                                    .status = AL_FILE_FINDINGS,
                                    .findings = &s->findings[i],
                                    .finding_count = 1,
                                    .errors = 1};
}

static void end(sample *s)
{
    al_options_free(s->options);
}

/* The report of some results in that form, which the caller frees; with a homepage it is in colours. */
static char *report_of_results(const sample *s, const char *form_name, const al_result *results, size_t count)
{
    const report_settings settings = {.options = s->options,
                                      .show = s->show,
                                      .per_rule = s->per_rule,
                                      .fail_on = AL_ERROR,
                                      .color = s->homepage != NULL && !s->colorless,
                                      .homepage = s->homepage,
                                      .no_commands = s->no_commands,
                                      .width = s->width,
                                      .shard = s->shard};
    report_totals totals = {.exit_status = 1,
                            .interrupted = s->interrupted,
                            .not_judged = s->not_judged,
                            .not_judged_count = s->not_judged[0].rule != NULL ? 2 : 0};
    static const report_form *const more[] = {&step_summary_form, &baseline_form};
    const report_form *form = more[strcmp(form_name, "baseline") == 0];
    for (size_t i = 0; strcmp(form->name, form_name) != 0; i++)
        form = report_form_at(i);
    char *text = NULL;
    size_t size;
    void *state = NULL;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    assert_int_equal(report_form_begin(form, &state, out, &settings), REPORT_OK);
    for (size_t i = 0; i < count; i++) {
        report_totals_add(&totals, &results[i]);
        assert_int_equal(report_form_add(form, state, &results[i]), REPORT_OK);
    }
    assert_int_equal(report_form_finish(form, state, &totals), REPORT_OK);
    report_form_end(form, state);
    assert_int_equal(fclose(out), 0);
    return text;
}

static char *report_of(const sample *s, const char *form_name)
{
    return report_of_results(s, form_name, s->results, 2);
}

/* Parts that the text of a report has in this order. */
static void assert_parts(const char *text, const char *const *parts)
{
    const char *at = text;
    for (; *parts != NULL; parts++) {
        const char *part = strstr(at, *parts);
        if (part == NULL)
            fail_msg("%s isn't in, or stands in front of another part:\n%s", *parts, text);
        else
            at = part + strlen(*parts);
    }
}

static void assert_report_with(const char *homepage, const char *form, const char *const *parts)
{
    sample s;
    begin(&s);
    s.homepage = homepage;
    char *text = report_of(&s, form);
    assert_parts(text, parts);
    free(text);
    end(&s);
}

static void assert_report(const char *form, const char *const *parts)
{
    assert_report_with(NULL, form, parts);
}

/* ---- The last line ------------------------------------------------------------------------------------- */

/* The report of no file in that form. To be freed. */
static char *verdict_of(const report_form *form, const report_settings *settings, const report_totals *totals)
{
    char *text = NULL;
    size_t size;
    void *state = NULL;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    assert_int_equal(report_form_begin(form, &state, out, settings), REPORT_OK);
    assert_int_equal(report_form_finish(form, state, totals), REPORT_OK);
    report_form_end(form, state);
    assert_int_equal(fclose(out), 0);
    return text;
}

static const al_configuration_info
    left_out_one = {.path = "a.json", .left_out = 1},
    one_and_fail_on = {.path = "a.json", .left_out = 1, .has_fail_on = true, .fail_on = AL_ERROR},
    left_out_and_never = {.path = "a.json", .left_out = 2, .has_fail_on = true},
    only_fail_on = {.path = "a.json", .has_fail_on = true, .fail_on = AL_NOTE, .changes_exit = true},
    only_levels = {.path = "a.json", .changes_exit = true}, nothing = {.path = "a.json", .has_fail_on = true};

#define NONE "0 files checked: 0 with errors, 0 with warnings, 0 without"

static const struct {
    report_totals totals;
    al_level show;
    bool no_commands;
    const char *text, *lines; /* without the line end */
} verdicts[] = {
    {{.exit_status = 0}, AL_NOTE, false, "OK: " NONE, "OK: 0 files checked, 0 clean"},
    {{.clean = 1, .counts.of = {1}},
     AL_WARNING,
     false,
     "OK: 1 file checked: 0 with errors, 0 with warnings, 1 without",
     "OK: 1 file checked, 1 clean"},
    {{.clean = 1, .counts.of = {1, 2, 3, 4}, .exit_status = 3},
     AL_WARNING,
     false,
     "FAILED: 10 files checked: 3 with errors, 2 with warnings, 1 without, 4 could not be checked",
     "FAILED: 10 files checked, 1 clean"},
    {{.clean = 3, .counts = {.of = {2}, .uncounted = 1}},
     AL_WARNING,
     false,
     "OK: 2 files checked: 0 with errors, 0 with warnings, 2 without",
     "OK: 2 files checked, 2 clean"},
    {{.exit_status = 3, .unreadable = 1, .limited = 2},
     AL_WARNING,
     false,
     "FAILED: " NONE,
     "FAILED: 0 files checked, 0 clean, 1 unreadable, 2 stopped by a limit"},
    {{.exit_status = 3, .unreadable = 2, .limited = 1},
     AL_WARNING,
     false,
     "FAILED: " NONE,
     "FAILED: 0 files checked, 0 clean, 2 unreadable, 1 stopped by a limit"},
    {{.not_checked = true, .exit_status = 2},
     AL_WARNING,
     false,
     "NOT CHECKED: no file of a known format was found",
     "NOT CHECKED: no file of a known format was found"},
    {{.not_checked = true, .files = 1, .exit_status = 2},
     AL_WARNING,
     false,
     "NOT CHECKED: 1 file was found, and nothing in it could be checked",
     "NOT CHECKED: 1 file was found, and nothing in it could be checked"},
    {{.not_checked = true, .files = 2, .configuration = &left_out_one},
     AL_WARNING,
     false,
     "NOT CHECKED: 2 files were found, and nothing in them could be checked; settings of a.json: 1 finding "
     "left out",
     "NOT CHECKED: 2 files were found, and nothing in them could be checked; settings of a.json: 1 finding "
     "left out"},
    {{.errors = 1},
     AL_ERROR,
     false,
     "OK: " NONE,
     "OK: 0 files checked, 0 clean, 1 error, 0 warnings, 0 notes"},
    {{.warnings = 1},
     AL_ERROR,
     false,
     "OK: " NONE " (1 warning not shown; --show warning shows it)",
     "OK: 0 files checked, 0 clean, 0 errors, 1 warning, 0 notes"},
    {{.warnings = 2},
     AL_ERROR,
     true,
     "OK: " NONE " (2 warnings not shown)",
     "OK: 0 files checked, 0 clean, 0 errors, 2 warnings, 0 notes"},
    {{.warnings = 2},
     AL_WARNING,
     false,
     "OK: " NONE,
     "OK: 0 files checked, 0 clean, 0 errors, 2 warnings, 0 notes"},
    {{.notes = 1},
     AL_WARNING,
     false,
     "OK: " NONE " (1 note not shown; --show note shows it)",
     "OK: 0 files checked, 0 clean, 0 errors, 0 warnings, 1 note (--show note shows the notes)"},
    {{.notes = 2},
     AL_NOTE,
     false,
     "OK: " NONE,
     "OK: 0 files checked, 0 clean, 0 errors, 0 warnings, 2 notes"},
    {{.warnings = 1, .notes = 2},
     AL_ERROR,
     false,
     "OK: " NONE " (1 warning and 2 notes not shown; --show note shows them)",
     "OK: 0 files checked, 0 clean, 0 errors, 1 warning, 2 notes"},
    {{.suppressed = 1},
     AL_NOTE,
     false,
     "OK: " NONE "; 1 finding suppressed",
     "OK: 0 files checked, 0 clean, 1 suppressed"},
    {{.suppressed = 2},
     AL_NOTE,
     false,
     "OK: " NONE "; 2 findings suppressed",
     "OK: 0 files checked, 0 clean, 2 suppressed"},
    {{.interrupted = true, .exit_status = 4},
     AL_NOTE,
     false,
     "FAILED: " NONE "; interrupted",
     "FAILED: 0 files checked, 0 clean, interrupted"},
    {{.interrupted = true, .left = 1},
     AL_NOTE,
     false,
     "OK: " NONE "; interrupted, 1 more was not checked",
     "OK: 0 files checked, 0 clean, interrupted, 1 more was not checked"},
    {{.interrupted = true, .left = 2, .suppressed = 1},
     AL_NOTE,
     false,
     "OK: " NONE "; 1 finding suppressed; interrupted, 2 more were not checked",
     "OK: 0 files checked, 0 clean, 1 suppressed, interrupted, 2 more were not checked"},
    {{.warnings = 1, .notes = 1},
     AL_ERROR,
     false,
     "OK: " NONE " (1 warning and 1 note not shown; --show note shows them)",
     "OK: 0 files checked, 0 clean, 0 errors, 1 warning, 1 note"},
    {{.warnings = 2, .notes = 1},
     AL_ERROR,
     false,
     "OK: " NONE " (2 warnings and 1 note not shown; --show note shows them)",
     "OK: 0 files checked, 0 clean, 0 errors, 2 warnings, 1 note"},
    {{.configuration = &left_out_one},
     AL_NOTE,
     false,
     "OK: " NONE "; settings of a.json: 1 finding left out",
     "OK: 0 files checked, 0 clean; settings of a.json: 1 finding left out"},
    {{.configuration = &left_out_and_never},
     AL_NOTE,
     false,
     "OK: " NONE "; settings of a.json: 2 findings left out, fail-on never",
     "OK: 0 files checked, 0 clean; settings of a.json: 2 findings left out, fail-on never"},
    {{.configuration = &only_fail_on},
     AL_NOTE,
     false,
     "OK: " NONE "; settings of a.json: fail-on note",
     "OK: 0 files checked, 0 clean; settings of a.json: fail-on note"},
    {{.configuration = &one_and_fail_on},
     AL_NOTE,
     false,
     "OK: " NONE "; settings of a.json: 1 finding left out, fail-on error",
     "OK: 0 files checked, 0 clean; settings of a.json: 1 finding left out, fail-on error"},
    {{.configuration = &only_levels},
     AL_NOTE,
     false,
     "OK: " NONE "; settings of a.json: other levels",
     "OK: 0 files checked, 0 clean; settings of a.json: other levels"},
    {{.configuration = &nothing}, AL_NOTE, false, "OK: " NONE, "OK: 0 files checked, 0 clean"},
};

static void the_last_line_says_what_was_not_checked_and_is_not_shown(void **state)
{
    (void)state;
    const report_form *const forms[] = {&text_form, &lines_form};
    for (size_t i = 0; i < sizeof verdicts / sizeof verdicts[0]; i++)
        for (size_t k = 0; k < 2; k++) {
            char line[256];
            const report_settings settings = {
                .show = verdicts[i].show, .per_rule = UINT64_MAX, .no_commands = verdicts[i].no_commands};
            char *text = verdict_of(forms[k], &settings, &verdicts[i].totals);
            (void)snprintf(line, sizeof line, "%s\n", k == 0 ? verdicts[i].text : verdicts[i].lines);
            assert_string_equal(text, line);
            free(text);
        }
}

/* ---- Reports ------------------------------------------------------------------------------------------- */

/* What is beyond the 1,000 findings of a file, if --show shows its level. */
static void findings_that_are_in_no_list(void **state)
{
    (void)state;
    static const char *const none[] = {
        "mods/ext 01.cat\n           2 more findings are left out: the most severe 1000 are listed\n\n"
        "FAILED: ",
        NULL};
    sample s;
    begin(&s);
    s.results[0].omitted = 1;
    s.results[0].omitted_level = AL_WARNING;
    s.results[1].finding_count = 0;
    for (int shown = 0; shown < 2; shown++) {
        s.show = shown != 0 ? AL_WARNING : AL_ERROR;
        char *text = report_of(&s, "text"), *lines = report_of(&s, "lines");
        assert_int_equal(
            strstr(text, " 1 more finding is left out: the most severe 1000 are listed\n\n") != NULL, shown);
        assert_int_equal(
            strstr(lines,
                   "mods/ext 01.cat!/ships/hull.xmf: ... and 1 more, left out: the most severe 1000 are "
                   "listed\n") != NULL,
            shown);
        free(text);
        free(lines);
    }
    s.results[0].finding_count = 0;
    s.results[0].omitted = 2;
    s.results[0].member = "";
    char *text = report_of(&s, "text"), *lines = report_of(&s, "lines");
    assert_memory_equal(text, none[0], strlen(none[0]));
    assert_non_null(strstr(
        lines, "mods/ext 01.cat: ... and 2 more, left out: the most severe 1000 are listed\nFAILED: "));
    free(text);
    free(lines);
    end(&s);
}

static void add_not_judged(sample *s)
{
    const al_rule *rule = al_rule_find("pdx/missing-motion"), *note = al_rule_find("msh/unused-bone");
    assert_int_equal(note->level, AL_NOTE);
    s->not_judged[0] = (al_not_judged){.rule = rule,
                                       .count = 52,
                                       .files = 1,
                                       .path = "a.zip",
                                       .raw_path = "a.zip",
                                       .member = "interface/b.gfx",
                                       .reason = "the targets may be in the game (--with GAME looks)"};
    s->not_judged[1] = (al_not_judged){.rule = note,
                                       .count = 1,
                                       .files = 1,
                                       .path = "b",
                                       .raw_path = "b",
                                       .member = "",
                                       .reason = "why [x](y)"};
}

/* In 60 columns. */
static const char narrow_report[] = "mods/ext 01.cat!/ships/hull.xmf\n"
                                    "  0x104   error    a\\xFF\\x0A has 18446744073709551615 of -2\n"
                                    "                   keys at 2.5\n"
                                    "                   xmf/data-range  buffers[0].dataOffset =\n"
                                    "                   \"x y\", expected 2.5\n"
                                    "\n"
                                    "mods/ext 01.cat\n"
                                    "  0x104   error    100% broken\n"
                                    "                   xmf/inflate\n"
                                    "\n"
                                    "           rule            found  files\n"
                                    "  error    xmf/data-range      1      1\n"
                                    "             Buffer data lies outside the file\n"
                                    "  error    xmf/inflate         1      1\n"
                                    "             Compressed data is damaged\n"
                                    "\n"
                                    "assetlint fix\n"
                                    "may mend 1 of these findings, with --unsafe 1 more\n"
                                    "\n"
                                    "How to fix xmf/data-range:\n"
                                    "  The file was most likely cut off: copy or download it\n"
                                    "  again, and compare its size with the original's. If it\n"
                                    "  comes from Git, make sure that Git does not convert line\n"
                                    "  breaks: `*.xmf binary` in .gitattributes. If the file is\n"
                                    "  complete, export the mesh again; header and data have to\n"
                                    "  come from the same export.\n"
                                    "\n"
                                    "How to fix xmf/inflate:\n"
                                    "  Use an older copy that works, or export the mesh again.\n"
                                    "  If the file comes from Git, make sure that Git does not\n"
                                    "  convert line breaks: `*.xmf binary` in .gitattributes.\n"
                                    "  With FTP, use binary mode.\n"
                                    "\n"
                                    "Not judged: 52 references in a.zip!/interface/b.gfx: the\n"
                                    "  targets may be in the game (--with GAME looks)\n"
                                    "  [pdx/missing-motion]\n"
                                    "Not judged: 1 reference in b: why [x](y) [msh/unused-bone]\n"
                                    "\n"
                                    "FAILED: 2 files checked: 2 with errors, 0 with warnings, 0\n"
                                    "        without\n";

/* In 40 columns, which have no room for numbers behind long names. */
static const char narrowest_report[] = "mods/ext 01.cat!/ships/hull.xmf\n"
                                       "  0x104   error    a\\xFF\\x0A has\n"
                                       "                   18446744073709551615\n"
                                       "                   of -2 keys at 2.5\n"
                                       "                   xmf/data-range\n"
                                       "                   buffers[0].dataOffse\n"
                                       "                   t = \"x y\", expected\n"
                                       "                   2.5\n"
                                       "\n"
                                       "mods/ext 01.cat\n"
                                       "  0x104   error    100% broken\n"
                                       "                   xmf/\n"
                                       "                   collision-declaratio\n"
                                       "                   n\n"
                                       "\n"
                                       "  error    xmf/data-range\n"
                                       "             1 in 1 file: Buffer data\n"
                                       "             lies outside the file\n"
                                       "  error    xmf/collision-declaration\n"
                                       "             1 in 1 file: Collision\n"
                                       "             mesh does not have plain\n"
                                       "             positions\n"
                                       "\n"
                                       "assetlint fix\n"
                                       "may mend 1 of these findings, with\n"
                                       "--unsafe 1 more\n"
                                       "\n"
                                       "How to fix xmf/data-range:\n"
                                       "  The file was most likely cut off:\n"
                                       "  copy or download it again, and\n"
                                       "  compare its size with the original's.\n"
                                       "  If it comes from Git, make sure that\n"
                                       "  Git does not convert line breaks:\n"
                                       "  `*.xmf binary` in .gitattributes. If\n"
                                       "  the file is complete, export the mesh\n"
                                       "  again; header and data have to come\n"
                                       "  from the same export.\n"
                                       "\n"
                                       "How to fix xmf/collision-declaration:\n"
                                       "  `assetlint fix` can mend it. Export\n"
                                       "  the object as a collision mesh. With\n"
                                       "  XRConverters that is the object named\n"
                                       "  PARTXcollision below the part;\n"
                                       "  renaming an exported visible mesh is\n"
                                       "  not enough. Remove normals, UVs,\n"
                                       "  colours and tangents. A script that\n"
                                       "  writes the file has to write one\n"
                                       "  vertex buffer of type 0, usageIndex\n"
                                       "  0, format 2 and itemSize 12, without\n"
                                       "  vertex elements.\n"
                                       "\n"
                                       "Not judged: 52 references in\n"
                                       "  a.zip!/interface/b.gfx: the targets\n"
                                       "  may be in the game (--with GAME\n"
                                       "  looks) [pdx/missing-motion]\n"
                                       "Not judged: 1 reference in b: why\n"
                                       "  [x](y) [msh/unused-bone]\n"
                                       "\n"
                                       "FAILED: 2 files checked: 2 with errors,\n"
                                       "        0 with warnings, 0 without\n";

static void a_narrow_report_whole(void **state)
{
    (void)state;
    static const int widths[] = {60, 40, 39, 1};
    for (size_t i = 0; i < sizeof widths / sizeof widths[0]; i++) {
        sample s;
        begin(&s);
        add_not_judged(&s);
        s.width = widths[i];
        if (s.width <= 40)
            s.findings[1] = finding_of("xmf/collision-declaration", "");
        s.findings[1].message = "100% broken";
        s.findings[0].fix_kind = AL_FIX_SAFE;
        s.findings[1].fix_kind = AL_FIX_UNSAFE;
        char *text = report_of(&s, "text");
        assert_string_equal(text, s.width == 60 ? narrow_report : narrowest_report);
        free(text);
        end(&s);
    }
}

static void text_is_for_people(void **state)
{
    (void)state;
    static const char *const parts[] = {
        "mods/ext 01.cat!/ships/hull.xmf\n"
        "  0x104   error    a\\xFF\\x0A has 18446744073709551615 of -2 keys at 2.5\n"
        "                   xmf/data-range  buffers[0].dataOffset = \"x y\", expected 2.5\n"
        "\n"
        "mods/ext 01.cat\n"
        "  0x104   error    100% broken\n"
        "                   xmf/inflate\n"
        "\n"
        "           rule            found  files\n"
        "  error    xmf/data-range      1      1  ",
        "  error    xmf/inflate         1      1  ",
        "\n\nHow to fix xmf/data-range:\n  ",
        "\n\nHow to fix xmf/inflate:\n  ",
        "\n\nFAILED: 2 files checked: 2 with errors, 0 with warnings, 0 without\n",
        NULL};
    assert_report("text", parts);
}

/* A finding that is not shown doesn't move the messages of the others. */
static void hidden_findings_take_no_columns(void **state)
{
    (void)state;
    sample s;
    begin(&s);
    s.findings[1].level = AL_NOTE;
    s.findings[1].offset = UINT64_C(0x123456789AB);
    s.results[0].finding_count = 2;
    s.results[1].finding_count = 0;
    char *text = report_of(&s, "text");
    assert_parts(text, (const char *const[]){"\n  0x104          error    a\\xFF",
                                             "\n  0x123456789ab  note     100%", NULL});
    free(text);
    s.show = AL_ERROR;
    text = report_of(&s, "text");
    assert_parts(text, (const char *const[]){"\n  0x104   error    a\\xFF", NULL});
    free(text);
    end(&s);
}

/* Offsets of up to four digits have one width. */
static void messages_stand_behind_the_widest_offset(void **state)
{
    (void)state;
    static const struct {
        uint64_t offset;
        const char *line;
    } offsets[] = {{0xFFFF, "\n  0xffff  error    100%"},
                   {0xF0000, "\n  0xf0000  error    100%"},
                   {0x100000, "\n  0x100000  error    100%"}};
    for (size_t i = 0; i < sizeof offsets / sizeof offsets[0]; i++) {
        sample s;
        begin(&s);
        s.findings[1].offset = offsets[i].offset;
        char *text = report_of(&s, "text");
        assert_parts(text, (const char *const[]){"\n  0x104   error    a", offsets[i].line, NULL});
        free(text);
        end(&s);
    }
}

/* What can't be read has no place in it. */
static void an_unreadable_file_has_no_offsets(void **state)
{
    (void)state;
    sample s;
    begin(&s);
    s.findings[1] = finding_of("file/unreadable", "");
    s.findings[1].message = "gone";
    char *text = report_of(&s, "text");
    assert_parts(text, (const char *const[]){
                           "\nmods/ext 01.cat\n  error    gone\n           file/unreadable\n\n", NULL});
    free(text);
    end(&s);
}

/* Also of the first and the last rule of the catalogue. A file without findings has none. */
static void findings_over_the_limit_of_their_rule_are_counted(void **state)
{
    (void)state;
    enum { COUNT = 6 };
    const size_t last = al_rule_count() - 1;
    char first_line[128], last_line[128];
    al_finding findings[COUNT];
    sample s;
    begin(&s);
    for (size_t i = 0; i < COUNT; i++) {
        findings[i] = s.findings[1];
        findings[i].rule_number = i < 4 ? 0 : last;
        findings[i].rule = al_rule_at(findings[i].rule_number);
    }
    s.per_rule = 1;
    s.results[0].findings = findings;
    s.results[0].finding_count = COUNT;
    s.results[1].finding_count = 0;
    char *text = report_of(&s, "text"), *lines = report_of(&s, "lines");
    (void)snprintf(first_line, sizeof first_line, "\n                   3 more of %s\n",
                   findings[0].rule->id);
    (void)snprintf(last_line, sizeof last_line, "                   1 more of %s\n\n           rule ",
                   findings[5].rule->id);
    assert_parts(text, (const char *const[]){first_line, last_line, NULL});
    assert_null(strstr(strstr(text, last_line) + strlen(last_line), " more "));
    (void)snprintf(first_line, sizeof first_line, "mods/ext 01.cat!/ships/hull.xmf: ... and 3 more [%s]\n",
                   findings[0].rule->id);
    (void)snprintf(last_line, sizeof last_line, "mods/ext 01.cat!/ships/hull.xmf: ... and 1 more [%s]\n",
                   findings[5].rule->id);
    assert_parts(lines, (const char *const[]){first_line, last_line, NULL});
    assert_null(strstr(strstr(lines, last_line) + strlen(last_line), " more "));
    free(text);
    free(lines);
    end(&s);
}

/* Of more than 20 files with a rule the others are counted, with the folder that they share. */
static void files_that_are_not_listed_are_counted(void **state)
{
    (void)state;
    enum { LISTED = 20, MOST = 22 };
    static const struct {
        const char *paths[2];
        size_t count;
        const char *end;
    } cases[] = {
        {{"a/x/1.xmf", NULL},
         1,
         "\n1 more file with file/unrecognized in a/x/\n--max-per-rule 0 lists all findings\n\n"},
        {{"a/x/1.xmf", "a/y/1.xmf"}, 2, "\n2 more files with file/unrecognized in a/\n--max"},
        {{"a/x/1.xmf", "b/x/1.xmf"}, 2, "\n2 more files with file/unrecognized\n--max"},
        {{"a/xy/1.xmf", "a/xyz/1.xmf"}, 2, "\n2 more files with file/unrecognized in a/\n--max"},
        {{"1.xmf", "2.xmf"}, 2, "\n2 more files with file/unrecognized\n--max"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        al_result results[MOST];
        sample s;
        begin(&s);
        s.findings[1] = finding_of(al_rule_at(0)->id, "");
        s.findings[1].message = "unknown";
        for (size_t k = 0; k < MOST; k++) {
            results[k] = s.results[1];
            results[k].path = k < LISTED ? "listed.xmf" : cases[i].paths[k - LISTED];
        }
        s.per_rule = 3;
        char *text = report_of_results(&s, "text", results, LISTED);
        assert_null(strstr(text, " more file"));
        free(text);
        text = report_of_results(&s, "text", results, LISTED + cases[i].count);
        assert_parts(text, (const char *const[]){"listed.xmf\n", cases[i].end, NULL});
        assert_null(strstr(text, "\n1.xmf\n"));
        free(text);
        end(&s);
    }
}

/* Numbers end below the words of the header. */
static void columns_of_numbers(void **state)
{
    (void)state;
    enum { MANY = 105 };
    sample s;
    al_finding many[MANY], nine[9];
    begin(&s);
    for (size_t i = 0; i < 9; i++)
        nine[i] = s.findings[0];
    s.results[0].findings = nine;
    s.results[0].finding_count = 9;
    for (size_t i = 0; i < MANY; i++)
        many[i] = s.findings[1];
    s.results[1].findings = many;
    s.results[1].finding_count = MANY;
    char *text = report_of(&s, "text");
    assert_parts(text, (const char *const[]){"\n           rule            found  files",
                                             "\n  error    xmf/inflate       105      1  ",
                                             "\n  error    xmf/data-range      9      1  ", NULL});
    free(text);
    end(&s);
}

/* Titles begin in column 41, and the last column of a terminal stays free. A title of 33 columns stays on the
 * line of its rule if it fits, a longer one if there are 44 columns for it. */
static void titles_that_need_much_room_are_below(void **state)
{
    (void)state;
    static const struct {
        const char *rule, *other, *title;
        int width; /* the narrowest that has the title on the line */
    } titles[] = {{"xmf/data-range", "xmf/inflate", "Buffer data lies outside the file", 75},
                  {"x4/folder-name", "xmf/inflate", "Mod's folder in the archive has another", 86}};
    for (size_t i = 0; i < sizeof titles / sizeof titles[0]; i++)
        for (int narrower = 0; narrower < 2; narrower++) {
            char line[128];
            sample s;
            begin(&s);
            s.findings[0] = finding_of(titles[i].rule, "");
            s.findings[0].message = "words";
            s.width = titles[i].width - narrower;
            char *text = report_of(&s, "text");
            (void)snprintf(line, sizeof line, "\n  error    %s      1      1%s%s", titles[i].rule,
                           narrower != 0 ? "\n             " : "  ", titles[i].title);
            assert_parts(text, (const char *const[]){line, NULL});
            free(text);
            end(&s);
        }
}

/* Numbers of a table that fits exactly; and an id that doesn't fit a line of its own. */
static void the_narrowest_tables(void **state)
{
    (void)state;
    sample s;
    begin(&s);
    s.width = 40;
    char *text = report_of(&s, "text");
    assert_parts(text, (const char *const[]){"\n           rule            found  files\n"
                                             "  error    xmf/data-range      1      1\n"
                                             "             Buffer data lies outside\n"
                                             "             the file\n"
                                             "  error    xmf/inflate         1      1\n",
                                             NULL});
    free(text);
    s.findings[1] = finding_of("xac/unsupported-chunk-version", "");
    s.findings[1].message = "words";
    text = report_of(&s, "text");
    assert_parts(text, (const char *const[]){"\n  error    xac/\n"
                                             "           unsupported-chunk-version\n"
                                             "             1 in 1 file: Version of a\n"
                                             "             chunk is unknown\n",
                                             NULL});
    free(text);
    end(&s);
}

static void titles_below_are_quiet(void **state)
{
    (void)state;
    sample s;
    begin(&s);
    s.homepage = "https://a.test";
    s.width = 50;
    char *text = report_of(&s, "text");
    assert_parts(text, (const char *const[]){
                           "      1      1\n             \033[2mCompressed data is damaged\033[0m\n", NULL});
    free(text);
    end(&s);
}

/* The first and the last rule of the catalogue, too. */
static void sarif_lists_the_rules_that_it_refers_to(void **state)
{
    (void)state;
    sample s;
    char listed[2][128];
    begin(&s);
    for (size_t i = 0; i < 2; i++) {
        const al_rule *rule = al_rule_at(i == 0 ? 0 : al_rule_count() - 1);
        s.findings[i].rule = rule;
        s.findings[i].rule_number = i == 0 ? 0 : al_rule_count() - 1;
        (void)snprintf(listed[i], sizeof listed[i], "{\"ruleId\":\"%s\",\"ruleIndex\":%zu,", rule->id, i);
    }
    char *text = report_of(&s, "sarif");
    assert_parts(text, (const char *const[]){"\"rules\":[{\"id\":\"", s.findings[0].rule->id, "{\"id\":\"",
                                             s.findings[1].rule->id, listed[0], listed[1], NULL});
    free(text);
    end(&s);
}

/* A package may have two members of one name: the first one is reported. */
static void sarif_reports_a_member_once(void **state)
{
    (void)state;
    static const char *const parts[] = {"1 file came under two names", NULL};
    sample s;
    begin(&s);
    s.results[1].member = s.results[0].member;
    char *text = report_of(&s, "sarif");
    assert_parts(text, parts);
    assert_non_null(strstr(text, "\"ruleId\":\"xmf/data-range\""));
    assert_null(strstr(text, "\"ruleId\":\"xmf/inflate\""));
    free(text);
    end(&s);
}

/* GitHub marks nothing in an empty region. */
static void an_empty_place_is_a_region_of_one_column(void **state)
{
    (void)state;
    static const char *const parts[] = {"\"startColumn\":5,\"endLine\":7,\"endColumn\":6,\"byteOffset\":260,",
                                        "\"startColumn\":5,\"endLine\":7,\"endColumn\":9,\"byteOffset\":260,",
                                        NULL};
    sample s;
    begin(&s);
    for (size_t i = 0; i < 2; i++) {
        s.findings[i].line = s.findings[i].end_line = 7;
        s.findings[i].column = s.findings[i].end_column = 5;
    }
    s.findings[0].length = 0;
    s.findings[1].end_column = 9;
    char *text = report_of(&s, "sarif");
    assert_parts(text, parts);
    free(text);
    end(&s);
}

static void causes_come_first(void **state)
{
    (void)state;
    static const char *const in_text[] = {
        "\n  error    file/line-ends      1 ", "\n  error    xmf/data-range      1 ",
        "\nHow to fix file/line-ends:\n", "\nHow to fix xmf/data-range:\n", NULL};
    static const char *const in_summary[] = {"| error | `file/line-ends` |", "| error | `xmf/data-range` |",
                                             "\n`assetlint explain file/line-ends` tells", NULL};
    sample s;
    begin(&s);
    assert_true(s.findings[0].rule->crash);
    s.findings[1] = finding_of("file/line-ends", "");
    s.findings[1].message = "converted";
    char *text = report_of(&s, "text"), *summary = report_of(&s, "step summary");
    assert_parts(text, in_text);
    assert_parts(summary, in_summary);
    free(text);
    free(summary);
    end(&s);
}

/* Several causes stand in the order of the catalogue, then what stops readers, then all others by level,
 * crashes and number. */
static void rules_have_an_order(void **state)
{
    (void)state;
    static const struct {
        const char *rule;
        al_level level;
    } found[] = {{"xmf/index-range", AL_NOTE},       {"xmf/inflate", AL_WARNING},
                 {"file/zero-filled", AL_NOTE},      {"xmf/material-sum", AL_ERROR},
                 {"xmf/position-range", AL_WARNING}, {"file/line-ends", AL_NOTE},
                 {"xmf/index-maximum", AL_ERROR},    {"xmf/index-maximum", AL_ERROR},
                 {"xmf/data-gap", AL_ERROR},         {"xmf/material-range", AL_ERROR}};
    enum { COUNT = sizeof found / sizeof found[0] };
    al_finding findings[COUNT];
    for (int backwards = 0; backwards < 2; backwards++) {
        sample s;
        begin(&s);
        for (size_t i = 0; i < COUNT; i++) {
            findings[i] = finding_of(found[backwards != 0 ? COUNT - 1 - i : i].rule, "");
            findings[i].level = found[backwards != 0 ? COUNT - 1 - i : i].level;
            findings[i].message = "words";
        }
        s.results[0].findings = findings;
        s.results[0].finding_count = COUNT;
        char *text = report_of_results(&s, "text", s.results, 1);
        assert_parts(text, (const char *const[]){
                               "found  files", "\n  note     file/line-ends ",
                               "\n  note     file/zero-filled ", "\n  warning  xmf/inflate ",
                               "\n  error    xmf/material-range ", "\n  error    xmf/index-maximum ",
                               "\n  error    xmf/data-gap ", "\n  error    xmf/material-sum ",
                               "\n  warning  xmf/position-range ", "\n  note     xmf/index-range ", NULL});
        free(text);
        end(&s);
    }
}

/* The forms for programs keep the order of the file. */
static void what_stops_readers_comes_before_its_consequences(void **state)
{
    (void)state;
    static const char *const first_the_end[] = {"\n  0x104   error    cut short\n",
                                                "\n  0x9     error    beyond\n",
                                                "\n  error    xmf/truncated        1      1 ",
                                                "\n  error    xmf/index-range      1      1 ",
                                                "\nHow to fix xmf/truncated:\n",
                                                NULL};
    static const char *const in_page[] = {"\"rules\":[", "\"id\":\"xmf/truncated\"",
                                          "\"id\":\"xmf/index-range\"", NULL};
    static const char *const by_place[] = {"\"rule\":\"xmf/index-range\"", "\"rule\":\"xmf/truncated\"",
                                           NULL};
    sample s;
    begin(&s);
    s.findings[0] = finding_of("xmf/index-range", "");
    s.findings[0].message = "beyond";
    s.findings[0].offset = 9;
    s.findings[1] = finding_of("xmf/truncated", "");
    s.findings[1].message = "cut short";
    s.results[0].finding_count = 2;
    s.results[1].finding_count = 0;
    char *text = report_of(&s, "text"), *page = report_of(&s, "html"), *json = report_of(&s, "json");
    assert_parts(text, first_the_end);
    assert_parts(page, in_page);
    assert_parts(json, by_place);
    free(text);
    free(page);
    free(json);
    end(&s);
}

/* In the form "text" with a terminal of that width, or 0. To be freed. */
static char *text_with_excerpt(const al_excerpt *excerpt, const char *homepage, int width)
{
    sample s;
    begin(&s);
    s.homepage = homepage;
    s.width = width;
    s.findings[0].line = 1000;
    s.findings[0].column = 3;
    s.findings[0].excerpt = excerpt;
    char *text = report_of(&s, "text");
    end(&s);
    return text;
}

static void lines_of_a_text_file_are_shown(void **state)
{
    (void)state;
    static const al_excerpt middle = {"<a>", "</a>", "  b=\"", "\xE6\x97\xA5z", "\" c  d"};
    static const al_excerpt alone = {NULL, NULL, "", "", "end"};
    static const char *const parts[] = {"expected 2.5\n"
                                        "     999 | <a>\n"
                                        "    1000 |   b=\"\xE6\x97\xA5z\" c  d\n"
                                        "                ^^^\n"
                                        "    1001 | </a>\n\nmods/ext 01.cat\n",
                                        NULL};
    static const char *const empty[] = {"expected 2.5\n    1000 | end\n           ^\n\nmods", NULL};
    static const char *const colored[] = {"    \033[2m1000 | \033[0m", "\033[1;31m^^^\033[0m\n", NULL};
    char *text = text_with_excerpt(&middle, NULL, 0), *end = text_with_excerpt(&alone, NULL, 0);
    char *terminal = text_with_excerpt(&middle, "https://a.test", 0);
    assert_parts(text, parts);
    assert_parts(end, empty);
    assert_parts(terminal, colored);
    free(text);
    free(end);
    free(terminal);
}

/* A terminal of 50 columns has 38 for a line: half of them show what is marked. */
static void lines_of_a_text_file_fit_a_terminal(void **state)
{
    (void)state;
    static const al_excerpt near = {.above = "0123456789",
                                    .before = "0123456789",
                                    .marked = "mark",
                                    .behind = "behind behind behind behind behind"};
    static const al_excerpt far = {.above = "0123456789abcdefghijklmno",
                                   .before = "0123456789abcdefghijklmnopqrstuvwxyz",
                                   .marked = "mark is longer than half of the terminal",
                                   .behind = ""};
    static const char *const in_near[] = {"\n     999 | 0123456789\n"
                                          "    1000 | 0123456789markbehind behind behind beh\n"
                                          "                     ^^^^\n\n",
                                          NULL};
    static const char *const in_far[] = {"\n     999 | hijklmno\n"
                                         "    1000 | hijklmnopqrstuvwxyzmark is longer than\n"
                                         "                              ^^^^^^^^^^^^^^^^^^^\n\n",
                                         NULL};
    char *text = text_with_excerpt(&near, NULL, 50), *shifted = text_with_excerpt(&far, NULL, 50);
    assert_parts(text, in_near);
    assert_parts(shifted, in_far);
    free(text);
    free(shifted);
}

static void what_is_not_judged_is_said(void **state)
{
    (void)state;
    static const char *const in_text[] = {
        "\n\nNot judged: 52 references in a.zip!/interface/b.gfx: the targets may be in the game "
        "(--with GAME looks) [pdx/missing-motion]\n"
        "Not judged: 1 reference in b: why [x](y) [msh/unused-bone]\n\nFAILED: ",
        NULL};
    static const char *const in_summary[] = {
        "\n\n- Not judged by `pdx/missing-motion`: 52 references in 1 file: the targets may be in the game "
        "(--with GAME looks)\n- Not judged by `msh/unused-bone`: 1 reference in 1 file: why \\[x\\](y)\n",
        NULL};
    static const char *const in_json[] = {
        "\"notJudged\":[{\"rule\":\"pdx/missing-motion\",\"count\":52,\"files\":1,\"reason\":\"the targets "
        "may be in the game (--with GAME looks)\"},{\"rule\":\"msh/unused-bone\",\"count\":1,\"files\":1,"
        "\"reason\":\"why [x](y)\"}]",
        NULL};
    sample s;
    begin(&s);
    add_not_judged(&s);
    char *text = report_of(&s, "text"), *summary = report_of(&s, "step summary"),
         *json = report_of(&s, "json");
    assert_parts(text, in_text);
    assert_parts(summary, in_summary);
    assert_parts(json, in_json);
    free(text);
    free(summary);
    free(json);
    end(&s);
}

static void what_is_not_judged_in_more_files_names_the_first(void **state)
{
    (void)state;
    sample s;
    begin(&s);
    add_not_judged(&s);
    s.not_judged[1].files = 2;
    char *text = report_of(&s, "text"), *summary = report_of(&s, "step summary");
    assert_non_null(strstr(text, "\nNot judged: 1 reference in 2 files, the first b: why [x](y) [msh/"));
    assert_non_null(strstr(summary, "`msh/unused-bone`: 1 reference in 2 files: why "));
    free(text);
    free(summary);
    end(&s);
}

/* Lines break between words only, so that a rule can be copied. */
static void rules_stay_on_one_line(void **state)
{
    (void)state;
    static const char *const parts[] = {"\nHow to fix xmf/data-range:\n", "[pdx/missing-motion]\n",
                                        "[msh/unused-bone]\n", NULL};
    sample s;
    begin(&s);
    add_not_judged(&s);
    for (s.width = 40; s.width < 110; s.width++) {
        char *text = report_of(&s, "text");
        assert_parts(text, parts);
        free(text);
    }
    end(&s);
}

/* Readers without a command line get all fixes, and neither commands nor options. */
static void a_reader_without_a_command_line(void **state)
{
    (void)state;
    static const char *const ids[] = {"xmf/data-range", "xmf/inflate", "xmf/index-range", "msh/unused-bone"};
    al_finding findings[4];
    sample s;
    begin(&s);
    add_not_judged(&s);
    for (size_t i = 0; i < 4; i++) {
        findings[i] = finding_of(ids[i], "");
        findings[i].message = "broken";
    }
    s.results[0].findings = findings;
    s.results[0].finding_count = 4;
    char *with = report_of(&s, "text");
    s.no_commands = true;
    char *without = report_of(&s, "text");
    assert_non_null(strstr(with, "\nassetlint explain RULE tells what it means and how to fix it\n"));
    assert_null(strstr(with, "\nHow to fix msh/unused-bone:\n"));
    assert_null(strstr(without, "assetlint explain"));
    assert_null(strstr(without, "--"));
    assert_non_null(strstr(without, "\nHow to fix msh/unused-bone:\n"));
    assert_non_null(strstr(without, "b.gfx: the targets may be in the game [pdx/missing-motion]\n"));
    assert_null(strstr(without, "How to use an option"));
    free(with);
    free(without);
    end(&s);
}

static void fixes_with_options_tell_how_to_use_them(void **state)
{
    (void)state;
    static const char *const ids[] = {"ani/unknown-bone", "file/unrecognized"}; /* an option, and a command */
    static const char prompt[] =
        "\n\nHow to use an option or a command:\n"
        "  Open the folder of assetlint.exe, type cmd into the address line, and press Enter. `assetlint\n"
        "  --help` shows what you can type then.\n\nFAILED: ";
    for (size_t i = 0; i < 2; i++) {
        sample s;
        begin(&s);
        al_finding finding = finding_of(ids[i], "");
        finding.message = "broken";
        s.results[0].findings = &finding;
        s.results[0].finding_count = 1;
        s.results[1].finding_count = 0;
        char *with = report_of(&s, "text");
        s.no_commands = true;
        char *without = report_of(&s, "text");
        assert_null(strstr(with, "How to use an option"));
        assert_non_null(strstr(without, prompt));
        s.homepage = "https://a.test";
        char *colored = report_of(&s, "text");
        assert_non_null(strstr(colored, "\n\033[1mHow to use an option or a command:\033[0m\n  Open"));
        free(colored);
        free(with);
        free(without);
        end(&s);
    }
}

/* A single rule, too. */
static void fixes_without_options_need_no_prompt(void **state)
{
    (void)state;
    sample s;
    begin(&s);
    s.no_commands = true;
    s.results[0].finding_count = 0;
    char *text = report_of(&s, "text");
    assert_non_null(strstr(text, "\nHow to fix xmf/inflate:\n"));
    assert_null(strstr(text, "How to use an option"));
    free(text);
    end(&s);
}

static void findings_that_can_be_mended_are_counted(void **state)
{
    (void)state;
    static const struct {
        al_fix_kind kinds[2];
        const char *words;
    } cases[] = {
        {{AL_FIX_SAFE, AL_FIX_NONE}, "\n\nassetlint fix may mend 1 of these findings\n\n"},
        {{AL_FIX_SAFE, AL_FIX_SAFE}, "\n\nassetlint fix may mend 2 of these findings\n\n"},
        {{AL_FIX_NONE, AL_FIX_UNSAFE}, "\n\nassetlint fix may mend 1 of these findings with --unsafe\n\n"},
        {{AL_FIX_SAFE, AL_FIX_UNSAFE},
         "\n\nassetlint fix may mend 1 of these findings, with --unsafe 1 more\n\n"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        sample s;
        begin(&s);
        for (size_t k = 0; k < 2; k++)
            s.findings[k].fix_kind = cases[i].kinds[k];
        char *text = report_of(&s, "text");
        assert_non_null(strstr(text, cases[i].words));
        free(text);
        s.no_commands = true;
        text = report_of(&s, "text");
        assert_null(strstr(text, "assetlint fix"));
        free(text);
        end(&s);
    }
}

static void rules_are_links_once_there_is_a_homepage(void **state)
{
    (void)state;
    static const char *const parts[] = {
        "\n                   \033[2m"
        "\033]8;;https://a.test/rules/xmf/data-range\033\\xmf/data-range\033]8;;\033\\"
        "  buffers[0]",
        "\033[1;31merror\033[0m    \033]8;;https://a.test/rules/xmf/inflate\033\\xmf/inflate\033]8;;\033\\",
        NULL};
    assert_report_with("https://a.test", "text", parts);
    sample s;
    begin(&s);
    s.homepage = "https://a.test";
    s.colorless = true;
    char *text = report_of(&s, "text");
    assert_null(strstr(text, "a.test"));
    free(text);
    end(&s);
}

static void sarif_rules_have_an_address_once_there_is_a_homepage(void **state)
{
    (void)state;
    static const char *const parts[] = {"\"informationUri\":\"https://a.test\"",
                                        "\"helpUri\":\"https://a.test/rules/xmf/inflate\"", NULL};
    assert_report_with("https://a.test", "sarif", parts);
    sample s;
    begin(&s);
    char *text = report_of(&s, "sarif");
    assert_null(strstr(text, "helpUri"));
    assert_non_null(strstr(text, "\"informationUri\":\"https://assetlint.example\""));
    assert_non_null(strstr(text, "\"help\":{"));
    free(text);
    end(&s);
}

/* The first line and column, too, and a single finding that is in no list. */
static void json_has_places_and_sums(void **state)
{
    (void)state;
    sample s;
    begin(&s);
    s.findings[0].line = s.findings[0].column = 1;
    s.results[0].omitted = 1;
    char *text = report_of(&s, "json");
    assert_parts(text, (const char *const[]){"\"length\":4,\"line\":1,\"column\":1,\"field\":\"buffers",
                                             "\"length\":4,\"field\":\"\"", NULL});
    assert_non_null(strstr(text, "\"suppressed\":0,\"omitted\":1,"));
    free(text);
    end(&s);
}

/* An empty value stands in quotes, so that it can be seen. */
static void an_empty_value_is_seen(void **state)
{
    (void)state;
    sample s;
    begin(&s);
    s.findings[0].actual = text_of_file("", 0);
    s.findings[1].actual = text_of_file("x", 1);
    char *text = report_of(&s, "lines");
    assert_non_null(strstr(text, " [xmf/data-range] buffers[0].dataOffset = \"\", expected 2.5\n"));
    assert_non_null(strstr(text, " [xmf/inflate] actual x\n"));
    free(text);
    end(&s);
}

/* A package counts only if something is wrong with itself, or with an entry that is no file. */
static void packages_are_counted_for_their_faults(void **state)
{
    (void)state;
    for (int fault = 0; fault < 3; fault++) {
        sample s;
        al_result results[4];
        begin(&s);
        s.findings[1].level = AL_WARNING;
        results[0] = results[2] = s.results[1];
        results[1] = s.results[0];
        results[0].format = "zip";
        results[0].finding_count = fault == 1;
        results[0].errors = fault == 1;
        results[0].status = fault == 1 ? AL_FILE_FINDINGS : AL_FILE_CLEAN;
        results[2].member = "up.txt";
        results[2].entry_only = true;
        results[2].errors = 0;
        results[2].warnings = fault == 2;
        results[2].finding_count = fault == 2;
        results[3] = results[2];
        char *text = report_of_results(&s, "text", results, 4);
        char *lines = report_of_results(&s, "lines", results, 4);
        assert_non_null(strstr(
            text, fault == 0   ? "FAILED: 1 file checked: 1 with errors, 0 with warnings, 0 without\n"
                  : fault == 1 ? "FAILED: 2 files checked: 2 with errors, 0 with warnings, 0 without\n"
                               : "FAILED: 2 files checked: 1 with errors, 1 with warnings, 0 without\n"));
        assert_non_null(strstr(lines, fault == 0 ? "FAILED: 1 file checked, 0 clean, 1 error"
                                      : fault == 1
                                          ? "FAILED: 2 files checked, 0 clean, 2 errors"
                                          : "FAILED: 2 files checked, 1 clean, 1 error, 2 warnings"));
        free(text);
        free(lines);
        end(&s);
    }
}

static void a_step_without_findings_has_no_table(void **state)
{
    (void)state;
    sample s;
    begin(&s);
    char *text = report_of_results(&s, "step summary", s.results, 0);
    assert_string_equal(
        text, "\n## assetlint: FAILED\n\n0 files checked: 0 with errors, 0 with warnings, 0 without. "
              "0 errors, 0 warnings, 0 notes.\n");
    free(text);
    s.results[0].errors = s.results[0].warnings = s.results[0].notes = 1;
    text = report_of_results(&s, "step summary", s.results, 1);
    assert_non_null(strstr(text, " 1 error, 1 warning, 1 note.\n\n| level | rule | found |"));
    free(text);
    end(&s);
}

/* Those that are in no list, too, if --show shows their level. */
static void annotations_count_what_is_left_out(void **state)
{
    (void)state;
    sample s;
    begin(&s);
    s.results[0].omitted = 2;
    s.results[0].omitted_level = AL_WARNING;
    for (s.show = AL_NOTE; s.show <= AL_ERROR; s.show++) {
        char *text = report_of(&s, "github");
        assert_int_equal(strstr(text, "\n::notice title=assetlint::2 more findings\n") != NULL,
                         s.show <= AL_WARNING);
        free(text);
    }
    end(&s);
}

/* SARIF has room for 5,000 results, those of the highest levels. A text of a file makes no link. */
static void sarif_says_what_it_left_out(void **state)
{
    (void)state;
    enum { FILES = 6, EACH = 1000 };
    static const char *const paths[FILES] = {"0", "1", "2", "3", "4", "5"};
    static al_finding findings[EACH];
    sample s;
    begin(&s);
    al_result results[FILES];
    s.findings[0].level = AL_WARNING;
    s.findings[0].message = "[a](b)](c)";
    for (size_t i = 0; i < EACH; i++)
        findings[i] = s.findings[1];
    for (size_t i = 0; i < FILES; i++) {
        results[i] = s.results[1];
        results[i].path = results[i].raw_path = paths[i];
        results[i].findings = i > 0 ? findings : s.findings;
        results[i].finding_count = i > 0 ? EACH : 1;
    }
    char *text = report_of_results(&s, "sarif", results, FILES - 1);
    assert_null(strstr(text, "left out"));
    assert_null(strstr(text, "shard-"));
    assert_non_null(strstr(text, "\"text\":\"[a] b)] c) (at 0x104"));
    assert_non_null(strstr(text, "\"executionSuccessful\":true"));
    free(text);
    s.interrupted = true;
    s.shard = (report_shard){.number = 1, .count = 2};
    results[1].omitted = 1;
    text = report_of_results(&s, "sarif", results, FILES);
    assert_parts(text,
                 (const char *const[]){
                     "\"executionSuccessful\":false",
                     "\"text\":\"1 finding was left out: of each file the most severe 1000 are listed\"",
                     "\"text\":\"interrupted\"",
                     "\"text\":\"1 result was left out: the most severe 5000 are listed\"",
                     "\"assetlint/shard-1-of-2/\"", NULL});
    assert_null(strstr(text, "xmf/data-range"));
    free(text);
    results[0].finding_count = 2;
    results[2].omitted = 1;
    s.findings[1].level = AL_NOTE;
    text = report_of_results(&s, "sarif", results, FILES);
    assert_non_null(strstr(text, "\"2 findings were left out: of each file"));
    assert_non_null(strstr(text, "\"2 results were left out: the most severe 5000 are listed\""));
    free(text);
    end(&s);
}

/* Of more than 1,000 files the others are counted. */
static void sarif_notifies_of_the_first(void **state)
{
    (void)state;
    enum { MOST = 1000, FILES = MOST + 2 };
    static char paths[FILES][8];
    static al_result results[FILES];
    sample s;
    begin(&s);
    for (size_t i = 0; i < FILES; i++) {
        results[i] = s.results[1];
        (void)snprintf(paths[i], sizeof paths[i], "%zu", i);
        results[i].path = results[i].raw_path = paths[i];
        results[i].finding_count = 0;
        results[i].status = i == 0 ? AL_FILE_UNREADABLE : AL_FILE_LIMIT;
    }
    for (size_t more = 0; more <= 2; more++) {
        char *text = report_of_results(&s, "sarif", results, MOST + more);
        assert_non_null(strstr(text, "\"executionSuccessful\":false"));
        assert_non_null(strstr(text, "999\"}"));
        assert_null(strstr(text, "1000\"}"));
        assert_int_equal(strstr(text, "\"1 more file could not be checked\"") != NULL, more == 1);
        assert_int_equal(strstr(text, "\"2 more files could not be checked\"") != NULL, more == 2);
        free(text);
    }
    end(&s);
}

/* A file that has no findings, and can't be checked: SARIF notifies of it, and of no clean one. */
static void sarif_notifies_of_what_is_unchecked(void **state)
{
    (void)state;
    sample s;
    begin(&s);
    s.results[0].finding_count = s.results[1].finding_count = 0;
    s.results[0].status = AL_FILE_LIMIT;
    s.results[1].status = AL_FILE_CLEAN;
    char *text = report_of(&s, "sarif");
    assert_non_null(strstr(text, "\"text\":\"ships/hull.xmf: a limit stopped the check\""));
    assert_non_null(strstr(text, "\"results\":[]"));
    free(text);
    s.results[1].path = s.results[1].raw_path = "clean.xmf";
    text = report_of(&s, "sarif");
    assert_null(strstr(text, "clean.xmf"));
    free(text);
    end(&s);
}

static void lines_name_the_member(void **state)
{
    (void)state;
    static const char *const parts[] = {
        "mods/ext 01.cat!/ships/hull.xmf:0x104: error: a\\xFF\\x0A has 18446744073709551615 of -2 keys at "
        "2.5 [xmf/data-range] buffers[0].dataOffset = \"x y\", expected 2.5\n",
        "mods/ext 01.cat:0x104: error: 100% broken [xmf/inflate]\n", NULL};
    assert_report("lines", parts);
}

static void json_has_the_member_after_the_path(void **state)
{
    (void)state;
    static const char *const parts[] = {
        "\"path\":\"mods/ext 01.cat\",\"member\":\"ships/hull.xmf\",\"format\":\"xmf\",\"version\"",
        "\"path\":\"mods/ext 01.cat\",\"member\":\"ships/hull.xmf\",\"format\":\"xmf\",\"offset\"",
        "\"message\":\"a\\\\xFF\\\\x0A has 18446744073709551615 of -2 keys at 2.5\",\"expected\":\"2.5\","
        "\"actual\":\"x y\",\"count\":1,\"elements\":[]",
        "\"path\":\"mods/ext 01.cat\",\"format\":\"xmf\",\"version\"",
        "\"message\":\"100% broken\",\"count\"",
        NULL};
    assert_report("ndjson", parts);
}

/* A URI can't name a member, so the message begins with it; two members are still two files. */
static void sarif_begins_the_message_with_the_member(void **state)
{
    (void)state;
    static const char *const parts[] = {
        "\"toolExecutionNotifications\":[]",
        "\"text\":\"ships/hull.xmf: a\\\\xFF\\\\x0A has 18446744073709551615 of -2 keys at 2.5 "
        "(at 0x104, buffers[0].dataOffset)\"",
        "mods/ext%2001.cat\"",
        "\"text\":\"100% broken (at 0x104)\"",
        "mods/ext%2001.cat\"",
        NULL};
    assert_report("sarif", parts);
}

static void names_cannot_add_annotations(void **state)
{
    (void)state;
    static const char *const parts[] = {
        "::error file=mods/ext 01.cat,line=1,title=xmf/data-range::ships/hull.xmf: 0x104 "
        "buffers[0].dataOffset: a\\xFF\\x0A has 18446744073709551615 of -2 keys at 2.5\n"
        "::error file=mods/ext 01.cat,line=1,title=xmf/inflate::0x104: 100%25 broken\n",
        NULL};
    assert_report("github", parts);
}

/* A text file has lines, also as a member. */
static void annotations_have_their_line(void **state)
{
    (void)state;
    sample s;
    begin(&s);
    s.findings[0].line = 7;
    s.findings[0].column = 3;
    char *text = report_of(&s, "github");
    assert_non_null(strstr(text, ",line=7,title=xmf/data-range::ships/hull.xmf: 0x104 "));
    assert_non_null(strstr(text, ",line=1,title=xmf/inflate::0x104: "));
    free(text);
    end(&s);
}

/* Errors that crash come first, then the others, whatever their order in the report. */
static void crashing_errors_are_annotated_first(void **state)
{
    (void)state;
    sample s;
    begin(&s);
    s.findings[1].crash = true;
    s.results[0].path = "50%,a:b.cat";
    char *text = report_of(&s, "github");
    assert_string_equal(text,
                        "::error file=mods/ext 01.cat,line=1,title=xmf/inflate::0x104: 100%25 broken\n"
                        "::error file=50%25%2Ca%3Ab.cat,line=1,title=xmf/data-range::ships/hull.xmf: 0x104 "
                        "buffers[0].dataOffset: a\\xFF\\x0A has 18446744073709551615 of -2 keys at 2.5\n");
    free(text);
    end(&s);
}

/* Findings a, b, c ... in the order of a file, each with a rule and a level, the errors that crash as '!';
 * and those that GitHub gets, in this order. */
static const struct {
    const char *findings, *written;
    unsigned more;
} annotated[] = {
    {"", "", 0},
    {"An Bw Ce D! Oe Le", "fedcba", 0}, /* causes first, then by severity */
    {"An Bn Cn Dn Aw Bw Cw Dw Ae Be Ce De", "ijklefghab", 2},
    {"A! A! A! A! A! A! A! A! A! A! A!", "abcdefghij", 1},
    {"A! A! A! A! B! B! C! D!", "abcefghd", 0}, /* three of a rule, then others */
    {"A! A! A! A! B! C! D! A! A! A! A! A! A!", "abcefgdhij", 3},
    {"Ae Ae Ae B! B! B! B! B! B! B! B! B! B! A!", "defnghijab", 4}, /* the last of B makes room for A */
    {"A! A! A! A! B! B! B! B! C! C! C! C! D!", "abcefgijkm", 3},
    {"F! F! F! A! A! A! B! B! B! C! C! C!", "abcdefghij", 2}, /* the first rule of the catalogue */
    {"Aw Aw Aw Ae Ae Ae Ae Aw Bw", "defgabcih", 0},
    {"Aw Aw Aw Aw Bn Bn Bn Cn Cn Cn Dn", "abcdefghij", 1}, /* all warnings before the first note */
    {"A! A! Ae Ae Ae B! B! Be Be Ce", "abfgchjdei", 0},    /* of all errors together */
};

static void ten_findings_are_annotated(void **state)
{
    (void)state;
    enum { MOST = 16 };
    static const char *const rules[] = {"Axmf/data-range",  "Bxmf/inflate",       "Cxmf/index-range",
                                        "Dxmf/truncated",   "Ffile/unrecognized", "Lfile/line-ends",
                                        "Ofile/zero-filled"};
    static const char messages[] = "a\0b\0c\0d\0e\0f\0g\0h\0i\0j\0k\0l\0m\0n\0o\0p";
    for (size_t i = 0; i < sizeof annotated / sizeof annotated[0]; i++) {
        al_finding findings[MOST];
        char written[MOST + 1] = "", more[64] = "";
        size_t count = 0;
        sample s;
        begin(&s);
        for (const char *at = annotated[i].findings; *at != '\0'; at += at[2] == ' ' ? 3 : 2) {
            size_t rule = 0;
            while (rules[rule][0] != at[0])
                rule++;
            al_finding *f = &findings[count];
            *f = finding_of(rules[rule] + 1, "");
            f->message = &messages[2 * count++];
            f->crash = at[1] == '!';
            f->level = at[1] == 'n' ? AL_NOTE : at[1] == 'w' ? AL_WARNING : AL_ERROR;
        }
        s.results[0].findings = findings;
        s.results[0].finding_count = count;
        char *text = report_of_results(&s, "github", s.results, 1);
        const char *at = text;
        for (size_t k = 0; strncmp(at, "::notice title", 14) != 0 && *at != '\0'; at = strchr(at, '\n') + 1)
            written[k++] = strchr(at, '\n')[-1];
        if (annotated[i].more > 0)
            (void)snprintf(more, sizeof more, "::notice title=assetlint::%u more finding%s\n",
                           annotated[i].more, annotated[i].more > 1 ? "s" : "");
        assert_string_equal(written, annotated[i].written);
        assert_string_equal(at, more);
        free(text);
        end(&s);
    }
}

static void the_step_summary_links_rules_once_there_is_a_homepage(void **state)
{
    (void)state;
    static const char *const parts[] = {
        "\n## assetlint: FAILED\n\n2 files checked: 2 with errors, 0 with warnings, 0 without. 2 errors, "
        "0 warnings, 0 notes.\n",
        "\n| error | [`xmf/inflate`](https://a.test/rules/xmf/inflate) | 1 | 1 | "
        "Compressed data is damaged |\n",
        NULL};
    assert_report_with("https://a.test", "step summary", parts);
}

/* The package comes first. A finding about an entry without a case is a failure of its package, though it
 * comes after a member. */
static void a_package_has_the_failures_of_its_entries(void **state)
{
    (void)state;
    sample s;
    begin(&s);
    const al_result member = s.results[0];
    s.results[0] = s.results[1];
    s.results[0].finding_count = 0;
    s.results[1] = member;
    s.results[1].entry_only = true;
    s.results[1].member = "<a & \"b\">";
    char *text = report_of(&s, "junit");
    assert_non_null(strstr(text,
                           "<testsuite name=\"assetlint\" tests=\"1\" failures=\"1\" errors=\"0\">\n"
                           "    <testcase name=\"mods/ext 01.cat\" classname=\"xmf\">\n"
                           "      <failure type=\"xmf/data-range\" message=\"&lt;a &amp; "
                           "&quot;b&quot;&gt;: a\\xFF\\x0A has 18446744073709551615 of -2 keys at 2.5\">"
                           "0x104: error: a\\xFF\\x0A has"));
    free(text);
    end(&s);
}

/* A test case has either an error or failures. */
static void an_unreadable_package_has_no_failures(void **state)
{
    (void)state;
    sample s;
    begin(&s);
    const al_result member = s.results[0];
    s.results[0] = s.results[1];
    s.results[0].finding_count = 0;
    s.results[0].status = AL_FILE_UNREADABLE;
    s.results[1] = member;
    s.results[1].entry_only = true;
    s.results[1].member = "entry";
    char *text = report_of(&s, "junit");
    assert_non_null(strstr(text, "tests=\"1\" failures=\"0\" errors=\"1\""));
    assert_non_null(strstr(text, "<error type=\"file/unreadable\""));
    assert_null(strstr(text, "<failure"));
    free(text);
    end(&s);
}

/* The names of files are in JSON within HTML. */
static void a_page_has_no_text_that_ends_its_data(void **state)
{
    (void)state;
    sample s;
    begin(&s);
    s.homepage = "https://a.test";
    s.results[0].path = s.results[1].path = "</script><!--<b>";
    char *text = report_of(&s, "html");
    assert_memory_equal(text, "<!doctype html>\n<html lang=\"en\" data-report=\"assetlint\"", 50);
    assert_non_null(strstr(text,
                           "<h1 id=\"verdict\">FAILED: 2 files checked: 2 with errors, 0 with warnings, "
                           "0 without</h1>\n"));
    assert_null(strstr(text, "</script><!--"));
    const char *data = strstr(text, "<script type=\"application/json\" id=\"report\">{\"verdict\":");
    assert_non_null(data);
    assert_non_null(strstr(data, "\"uvSets\":0},\"path\":\"\\u003c/script>\\u003c!--\\u003cb>\","));
    assert_non_null(strstr(data, "\"link\":\"https://a.test/rules/xmf/data-range\""));
    assert_non_null(strstr(data, "\"message\":\"100% broken\""));
    free(text);
    end(&s);
}

/* A reader may ask for them; text leaves them out. */
static void a_page_has_the_notes_that_it_hides(void **state)
{
    (void)state;
    sample s;
    begin(&s);
    s.show = AL_WARNING;
    s.findings[0].level = AL_NOTE;
    s.findings[0].message = "a mere note";
    char *page = report_of(&s, "html"), *text = report_of(&s, "text");
    assert_non_null(strstr(page, "\"show\":\"warning\""));
    assert_non_null(strstr(page, "\"message\":\"a mere note\""));
    assert_null(strstr(text, "a mere note"));
    free(page);
    free(text);
    end(&s);
}

/* JSON has no such key, since its findings are those of the library. */
static void a_page_says_which_findings_have_a_fix(void **state)
{
    (void)state;
    sample s;
    begin(&s);
    s.findings[0].fix_kind = AL_FIX_UNSAFE;
    char *page = report_of(&s, "html"), *json = report_of(&s, "json");
    assert_non_null(strstr(page, "\"findings\":[\n{\"fixKind\":\"unsafe\",\"rule\":\""));
    assert_null(strstr(strstr(page, "fixKind\":\"unsafe") + 1, "{\"fixKind\""));
    assert_non_null(strstr(page, "\n{\"rule\":\"xmf/inflate\","));
    assert_null(strstr(json, "fixKind"));
    free(page);
    free(json);
    end(&s);
}

/* As the kind of a fix. */
static void a_page_has_the_lines_of_text_files(void **state)
{
    (void)state;
    static const al_excerpt whole = {"<a>", "</a>", "b=\"", "c", "\""}, alone = {NULL, NULL, "", "c", ""};
    sample s;
    begin(&s);
    s.findings[0].fix_kind = AL_FIX_SAFE;
    s.findings[0].excerpt = &whole;
    s.findings[1].excerpt = &alone;
    char *page = report_of(&s, "html"), *json = report_of(&s, "json"), *sarif = report_of(&s, "sarif");
    assert_non_null(
        strstr(page, "\n{\"fixKind\":\"safe\",\"excerpt\":{\"above\":\"\\u003ca>\",\"before\":\"b=\\\"\","
                     "\"marked\":\"c\",\"behind\":\"\\\"\",\"below\":\"\\u003c/a>\"},\"rule\":\""));
    assert_non_null(
        strstr(page, "\n{\"excerpt\":{\"before\":\"\",\"marked\":\"c\",\"behind\":\"\"},\"rule\":\""));
    assert_null(strstr(json, "excerpt"));
    assert_null(strstr(sarif, "marked"));
    free(page);
    free(json);
    free(sarif);
    end(&s);
}

static void an_unchecked_case_is_only_an_error(void **state)
{
    (void)state;
    sample s;
    begin(&s);
    s.results[1].status = AL_FILE_LIMIT;
    char *text = report_of(&s, "junit");
    assert_non_null(strstr(text, "tests=\"2\" failures=\"1\" errors=\"1\""));
    assert_non_null(strstr(text,
                           "    <testcase name=\"mods/ext 01.cat\" classname=\"xmf\">\n"
                           "      <error type=\"file/limit\" message=\"a limit stopped the check\">a limit "
                           "stopped the check</error>\n"
                           "    </testcase>\n"
                           "  </testsuite>\n"));
    free(text);
    end(&s);
}

static void xml_escapes_its_special_characters(void **state)
{
    (void)state;
    char *text = xml_of("<a b=\"c\">&'d'\\x1B");
    assert_string_equal(text, "&lt;a b=&quot;c&quot;&gt;&amp;&#39;d&#39;\\x1B");
    free(text);
}

/* By rule and field. What keeps a file from being checked is in no baseline, nor is what the configuration
 * suppresses. */
static void a_baseline_has_all_findings_in_order(void **state)
{
    (void)state;
    static const char line[] =
        "{\"fingerprint\":\"0123456789abcdef\",\"rule\":\"%s\",\"path\":\"mods/ext 01.cat\","
        "%s\"field\":\"%s\"}";
    static const char *const left_out[] = {"file/unreadable", "xmf/limit", "baseline/unmatched"};
    char wanted[1024] = "{\"tool\":\"assetlint\",\"version\":1,\"findings\":[\n";
    al_finding findings[6], consequence = finding_of("xmf/index-range", "b");
    al_suppressed suppressed[3] = {
        {.finding = finding_of("xmf/data-range", "z"), .in_baseline = true},
        {.finding = finding_of("xmf/data-range", "other")},
        {.finding = finding_of("xmf/limit", ""), .in_baseline = true},
    };
    sample s;
    begin(&s);
    findings[0] = finding_of("xmf/truncated", "");
    findings[1] = finding_of("xmf/index-range", "c");
    findings[2] = finding_of("xmf/index-range", "a");
    for (size_t i = 0; i < 3; i++)
        findings[3 + i] = finding_of(left_out[i], "");
    s.results[0].findings = findings;
    s.results[0].finding_count = 6;
    s.results[0].consequences = &consequence;
    s.results[0].consequence_count = 1;
    s.results[0].suppressed = suppressed;
    s.results[0].suppressed_count = 3;
    const char *const rows[][3] = {{"xmf/data-range", "\"member\":\"ships/hull.xmf\",", "z"},
                                   {"xmf/index-range", "\"member\":\"ships/hull.xmf\",", "a"},
                                   {"xmf/index-range", "\"member\":\"ships/hull.xmf\",", "b"},
                                   {"xmf/index-range", "\"member\":\"ships/hull.xmf\",", "c"},
                                   {"xmf/truncated", "\"member\":\"ships/hull.xmf\",", ""},
                                   {"xmf/inflate", "", ""}};
    for (size_t i = 0; i < 6; i++) {
        const size_t length = strlen(wanted);
        (void)snprintf(wanted + length, sizeof wanted - length, line, rows[i][0], rows[i][1], rows[i][2]);
        (void)snprintf(wanted + strlen(wanted), sizeof wanted - strlen(wanted), i < 5 ? ",\n" : "\n]}\n");
    }
    char *text = report_of(&s, "baseline");
    assert_string_equal(text, wanted);
    free(text);
    text = report_of_results(&s, "baseline", s.results, 0);
    assert_string_equal(text, "{\"tool\":\"assetlint\",\"version\":1,\"findings\":[]}\n");
    free(text);
    end(&s);
}

/* Lines of 26 bytes, so that blocks end inside a line. */
static void a_spool_moves_into_another_whole(void **state)
{
    (void)state;
    enum { LINES = 100000, BYTES = 26 };
    spool from = {.file = NULL}, to = {.file = NULL};
    char line[64], *text = NULL;
    size_t size = 0;
    assert_int_equal(spool_add(&to, "first\n"), REPORT_OK);
    for (int round = 0; round < 2; round++) {
        for (int i = 0; i < LINES; i++) {
            (void)snprintf(line, sizeof line, "%d line %018d\n", round, i);
            assert_int_equal(spool_add(&from, line), REPORT_OK);
        }
        assert_int_equal(spool_move(&from, &to), REPORT_OK);
    }
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    assert_int_equal(spool_copy(&to, write_as_it_is, out), REPORT_OK);
    assert_int_equal(fclose(out), 0);
    assert_int_equal(size, 6 + 2 * (size_t)LINES * BYTES);
    for (size_t i = 0; i < 2 * (size_t)LINES; i++) {
        (void)snprintf(line, sizeof line, "%d line %018d\n", i >= LINES, (int)(i % LINES));
        assert_memory_equal(text + 6 + i * BYTES, line, BYTES);
    }
    free(text);
    spool_end(&from);
    spool_end(&to);
}

/* Around the size of what is read at once. */
static void a_spool_is_copied_whole(void **state)
{
    (void)state;
    static const size_t sizes[] = {0, 1, 4095, 4096, 4097};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        spool s = {.file = NULL};
        char bytes[4098] = "", *text = NULL;
        size_t size = 0;
        memset(bytes, 'a', sizes[i]);
        assert_int_equal(spool_add(&s, bytes), REPORT_OK);
        FILE *out = open_memstream(&text, &size);
        assert_non_null(out);
        assert_int_equal(spool_copy(&s, write_as_it_is, out), REPORT_OK);
        assert_int_equal(fclose(out), 0);
        assert_string_equal(text, bytes);
        free(text);
        spool_end(&s);
    }
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(the_last_line_says_what_was_not_checked_and_is_not_shown),
    cmocka_unit_test(findings_that_are_in_no_list),
    cmocka_unit_test(a_narrow_report_whole),
    cmocka_unit_test(text_is_for_people),
    cmocka_unit_test(hidden_findings_take_no_columns),
    cmocka_unit_test(messages_stand_behind_the_widest_offset),
    cmocka_unit_test(an_unreadable_file_has_no_offsets),
    cmocka_unit_test(findings_over_the_limit_of_their_rule_are_counted),
    cmocka_unit_test(files_that_are_not_listed_are_counted),
    cmocka_unit_test(columns_of_numbers),
    cmocka_unit_test(titles_that_need_much_room_are_below),
    cmocka_unit_test(the_narrowest_tables),
    cmocka_unit_test(titles_below_are_quiet),
    cmocka_unit_test(sarif_lists_the_rules_that_it_refers_to),
    cmocka_unit_test(sarif_reports_a_member_once),
    cmocka_unit_test(an_empty_place_is_a_region_of_one_column),
    cmocka_unit_test(causes_come_first),
    cmocka_unit_test(rules_have_an_order),
    cmocka_unit_test(what_stops_readers_comes_before_its_consequences),
    cmocka_unit_test(lines_of_a_text_file_are_shown),
    cmocka_unit_test(lines_of_a_text_file_fit_a_terminal),
    cmocka_unit_test(what_is_not_judged_is_said),
    cmocka_unit_test(what_is_not_judged_in_more_files_names_the_first),
    cmocka_unit_test(rules_stay_on_one_line),
    cmocka_unit_test(a_reader_without_a_command_line),
    cmocka_unit_test(fixes_with_options_tell_how_to_use_them),
    cmocka_unit_test(fixes_without_options_need_no_prompt),
    cmocka_unit_test(findings_that_can_be_mended_are_counted),
    cmocka_unit_test(rules_are_links_once_there_is_a_homepage),
    cmocka_unit_test(sarif_rules_have_an_address_once_there_is_a_homepage),
    cmocka_unit_test(json_has_places_and_sums),
    cmocka_unit_test(an_empty_value_is_seen),
    cmocka_unit_test(packages_are_counted_for_their_faults),
    cmocka_unit_test(a_step_without_findings_has_no_table),
    cmocka_unit_test(annotations_count_what_is_left_out),
    cmocka_unit_test(sarif_notifies_of_what_is_unchecked),
    cmocka_unit_test(sarif_says_what_it_left_out),
    cmocka_unit_test(sarif_notifies_of_the_first),
    cmocka_unit_test(lines_name_the_member),
    cmocka_unit_test(json_has_the_member_after_the_path),
    cmocka_unit_test(sarif_begins_the_message_with_the_member),
    cmocka_unit_test(names_cannot_add_annotations),
    cmocka_unit_test(annotations_have_their_line),
    cmocka_unit_test(crashing_errors_are_annotated_first),
    cmocka_unit_test(ten_findings_are_annotated),
    cmocka_unit_test(the_step_summary_links_rules_once_there_is_a_homepage),
    cmocka_unit_test(a_package_has_the_failures_of_its_entries),
    cmocka_unit_test(an_unreadable_package_has_no_failures),
    cmocka_unit_test(a_page_has_no_text_that_ends_its_data),
    cmocka_unit_test(a_page_has_the_notes_that_it_hides),
    cmocka_unit_test(a_page_says_which_findings_have_a_fix),
    cmocka_unit_test(a_page_has_the_lines_of_text_files),
    cmocka_unit_test(an_unchecked_case_is_only_an_error),
    cmocka_unit_test(xml_escapes_its_special_characters),
    cmocka_unit_test(a_baseline_has_all_findings_in_order),
    cmocka_unit_test(a_spool_is_copied_whole),
    cmocka_unit_test(a_spool_moves_into_another_whole),
};

int main(void)
{
    return cmocka_run_group_tests(tests, NULL, NULL);
}
