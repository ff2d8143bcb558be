/* rules_test.c: every fixture gives exactly the findings, messages and values of its table; every rule has
 * its fixtures.
 *
 *     rules_test FIXTURES TABLES [FORMAT]
 *     rules_test FIXTURES TABLES --places FILE
 *     rules_test FIXTURES TABLES --print
 *
 * With FORMAT only its fixtures and rules are tested. TABLES has a FORMAT.expected for each format;
 * tools/corpus/fixtures.py describes it. A line without a space at its start names a fixture,
 * FORMAT/RULE/NAME, and its options: a limit (`max-inflated=1000`), or a folder of the fixture with
 * references (`with=game`), and then only its folder `mod` is checked. A folder with an assetlint.json is
 * checked with that configuration; the date is TODAY.
 *
 * A NAME that begins with fires breaks the rule, and one that begins with near nearly does. FORMAT/several/
 * holds files that break several rules.
 *
 * --print writes the tables as the fixtures are now. FILE is written in a build that records places: first a
 * line for each place that reports, then one for each fixture, with the numbers of the places that it
 * reaches; tools/corpus/places.py reads it.
 */
#include "files.h"

#include <assetlint/assetlint.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/findings.h"

static const char TODAY[] = "2026-01-01";

enum { MAX_LINE = 1200, MAX_LINES = 256, MAX_OPTIONS = 4 };

/* Of files that break many rules. */
static const char SEVERAL[] = "/several";

/* Rules without fixtures. file/unreadable: no file is unreadable on every machine and for every user, so
 * check_unreadable uses a path without a file. bbanim/limit and cms/limit: the checks of BBANIM and CMS
 * allocate no memory. BBANIM reaches its limit only with more findings than a fixture can list, see
 * tests/unit/bbmod_test.c; a CMS can't break that many rules. Baselines have the paths that they were written
 * with, so tests/cli tests them. */
static const char UNREADABLE[] = "file/unreadable";
static const char *const WITHOUT_FIXTURES[] = {UNREADABLE, "bbanim/limit", "cms/limit", "baseline/unmatched"};

/* Inflaters differ in the place where they find an error. */
static const char ANYWHERE[] = " inflated=*";

typedef struct lines {
    char text[MAX_LINES][MAX_LINE];
    size_t count;
} lines;

/* The fixtures of a rule that were seen. */
typedef struct seen {
    unsigned fires, near;
} seen;

typedef struct tally {
    unsigned long passed, failed; /* cases: a fixture, a rule */
    bool wrong;                   /* the current case failed */
    bool prints;                  /* writes tables instead of comparing with them */
    FILE *places;                 /* NULL: not written */
    seen *rules;                  /* by the index of the rule */
    lines expected, actual;       /* of the current fixture */
} tally;

static bool note_check(tally *t, bool holds)
{
    t->wrong = t->wrong || !holds;
    return holds;
}

/* Returns whether it holds; prints the message if it doesn't. */
#define verify(t, holds, ...) \
    (note_check((t), (holds)) || ((void)printf(__VA_ARGS__), (void)putchar('\n'), false))

static void end_case(tally *t)
{
    t->passed += !t->wrong;
    t->failed += t->wrong;
    t->wrong = false;
}

static bool starts_with(const char *text, const char *start)
{
    return strncmp(text, start, strlen(start)) == 0;
}

static bool ends_with(const char *text, const char *end)
{
    size_t length = strlen(text), wanted = strlen(end);
    return length >= wanted && strcmp(text + length - wanted, end) == 0;
}

/* ---- Lines ---------------------------------------------------------------------------- */

/* The next line to write to; the last one for all that are too many. */
static char *next_line(lines *out)
{
    return out->text[out->count < MAX_LINES ? out->count++ : MAX_LINES - 1];
}

/* The words of a value, `before` in front of them; a text in quotes, which show where it ends. */
static void add_value(char *line, const char *before, al_value value)
{
    char words[AL_MESSAGE_SIZE];
    (void)al_value_words(value, words, sizeof words);
    const char *quote = value.kind == AL_VALUE_TEXT ? "\"" : "";
    const size_t used = strlen(line);
    if (value.kind != AL_VALUE_NONE)
        (void)snprintf(line + used, MAX_LINE - used, "%s%s%s%s", before, quote, words, quote);
}

/* The message and the values of a finding. */
static void add_words(lines *out, const al_finding *f)
{
    (void)snprintf(next_line(out), MAX_LINE, "    %s", f->message);
    const bool is = f->actual.kind != AL_VALUE_NONE, should_be = f->expected.kind != AL_VALUE_NONE;
    if (!is && !should_be)
        return;
    char *line = next_line(out);
    (void)snprintf(line, MAX_LINE, "    ");
    add_value(line, "= ", f->actual);
    add_value(line, is ? ", expected " : "expected ", f->expected);
}

/* A finding in the form of a table. `inside` is the path of its file in the fixture. */
static void add_finding(lines *out, const al_finding *f, const char *inside)
{
    char elements[AL_FINDING_ELEMENTS * 24 + 64] = "", place[64] = "";
    int used = 0;
    if (f->element_count > 0 || f->count > 1)
        used = snprintf(elements, sizeof elements, " count=%" PRIu64 " elements=[", f->count);
    for (size_t i = 0; i < f->element_count; i++)
        used += snprintf(elements + used, sizeof elements - (size_t)used, "%s%" PRIu64, i > 0 ? "," : "",
                         f->elements[i]);
    if (f->in_inflated)
        (void)snprintf(place, sizeof place, " inflated=0x%" PRIx64, f->inflated_offset);
    if (f->line > 0)
        (void)snprintf(place, sizeof place, " at=%" PRIu64 ":%" PRIu64, f->line, f->column);
    const bool own = f->confidence != f->rule->confidence;
    (void)snprintf(next_line(out), MAX_LINE, "  %s %s 0x%" PRIx64 "+%" PRIu64 " %s%s%s%s%s%s%s%s",
                   al_level_name(f->level), f->rule->id, f->offset, f->length,
                   f->field[0] == '\0' ? "-" : f->field, elements, used > 0 ? "]" : "",
                   own ? " confidence=" : "", own ? al_confidence_name(f->confidence) : "", place,
                   inside[0] != '\0' ? " in=" : "", inside);
    add_words(out, f);
}

static bool matches(const char *expected, const char *actual)
{
    if (!ends_with(expected, ANYWHERE))
        return strcmp(expected, actual) == 0;
    return strncmp(expected, actual, strlen(expected) - 1) == 0;
}

static bool has_match(const lines *among, const char *line, bool line_is_expected)
{
    for (size_t i = 0; i < among->count; i++)
        if (line_is_expected ? matches(line, among->text[i]) : matches(among->text[i], line))
            return true;
    return false;
}

static bool same_lines(const lines *expected, const lines *actual)
{
    if (expected->count != actual->count)
        return false;
    for (size_t i = 0; i < expected->count; i++)
        if (!matches(expected->text[i], actual->text[i]))
            return false;
    return true;
}

static void print_difference(const lines *expected, const lines *actual)
{
    for (size_t i = 0; i < expected->count; i++)
        if (!has_match(actual, expected->text[i], true))
            (void)printf("    missing  %s\n", expected->text[i]);
    for (size_t i = 0; i < actual->count; i++)
        if (!has_match(expected, actual->text[i], false))
            (void)printf("    too much %s\n", actual->text[i]);
}

/* ---- A fixture ---------------------------------------------------------------------------- */

/* A file, or a folder that is checked as a whole. */
typedef struct fixture {
    char path[MAX_LINE];                     /* where it lies */
    const char *shown;                       /* the end of it: "xmf/inflate/fires-cut.xmf" */
    const char *name;                        /* "fires-cut.xmf" */
    char rule_id[128];                       /* "xmf/inflate" */
    bool folder;                             /* its line has a slash behind the path */
    char options[MAX_OPTIONS][MAX_LINE / 8]; /* "max-inflated=41" */
    size_t option_count;
} fixture;

/* Reads the line of a fixture. */
static bool read_fixture(fixture *out, const char *folder, const char *line)
{
    *out = (fixture){.shown = out->path + strlen(folder) + 1};
    size_t length = strcspn(line, " ");
    for (const char *at = line + length; *at == ' ' && out->option_count < MAX_OPTIONS;
         at += strcspn(at, " ")) {
        at++;
        (void)snprintf(out->options[out->option_count++], sizeof out->options[0], "%.*s",
                       (int)strcspn(at, " "), at);
    }
    out->folder = length > 0 && line[length - 1] == '/';
    length -= out->folder;
    (void)snprintf(out->path, sizeof out->path, "%s/%.*s", folder, (int)length, line);
    out->name = files_base_name(out->path);
    (void)snprintf(out->rule_id, sizeof out->rule_id, "%.*s", (int)(out->name - out->shown - 1), out->shown);
    return strchr(out->rule_id, '/') != NULL;
}

static bool set_limit(al_options *options, const char *option)
{
    static const struct {
        const char *name;
        al_limit limit;
    } limits[] = {
        {"max-file-size=", AL_LIMIT_FILE_SIZE},
        {"max-inflated=", AL_LIMIT_INFLATED},
        {"max-memory=", AL_LIMIT_MEMORY},
    };
    for (size_t i = 0; i < sizeof(limits) / sizeof(limits[0]); i++) {
        if (!starts_with(option, limits[i].name))
            continue;
        char *end;
        unsigned long long bytes = strtoull(option + strlen(limits[i].name), &end, 10);
        al_options_set_limit(options, limits[i].limit, bytes);
        return *end == '\0';
    }
    return false;
}

/* Checks what must hold for every result, with any findings. */
static void check_result(tally *t, const char *path, const al_result *result)
{
    uint64_t levels[AL_ERROR + 1] = {0};
    for (size_t i = 0; i < result->finding_count; i++) {
        const al_finding *f = &result->findings[i];
        levels[f->level]++;
        (void)verify(t, f->message[0] != '\0' && !ends_with(f->message, "."),
                     "%s: %s: its message is empty or ends in a full stop: %s", path, f->rule->id,
                     f->message);
        (void)verify(t, f->offset <= result->size && f->length <= result->size - f->offset,
                     "%s: %s: its range leaves the file", path, f->rule->id);
        (void)verify(t, al_rule_at(f->rule_number) == f->rule, "%s: %s: not the rule of its number", path,
                     f->rule->id);
        (void)verify(t, !ends_with(f->rule->id, "/limit") || result->status == AL_FILE_LIMIT,
                     "%s: %s: its status is %s", path, f->rule->id, al_file_status_name(result->status));
    }
    (void)verify(t,
                 levels[AL_OFF] == 0 && levels[AL_NOTE] == result->notes &&
                     levels[AL_WARNING] == result->warnings && levels[AL_ERROR] == result->errors,
                 "%s: the counts of its levels are not those of its findings", path);
    /* Findings about its entries count for the status of a package. */
    const bool clean = result->status == AL_FILE_CLEAN, package = al_path_kind_of(path) == AL_PATH_PACKAGE;
    const size_t found = result->finding_count + result->suppressed_count;
    (void)verify(t, clean ? found == 0 : found > 0 || package, "%s: its status is %s with %zu findings", path,
                 al_file_status_name(result->status), result->finding_count);
}

static void compare(tally *t, const fixture *f)
{
    if (!verify(t, same_lines(&t->expected, &t->actual), "%s: not what was expected", f->shown))
        print_difference(&t->expected, &t->actual);
}

/* Counts the fixture for its rule: fires* needs a finding of this rule, near* none. */
static void count_fixture(tally *t, const fixture *f)
{
    char named[sizeof(f->rule_id) + 2];
    (void)snprintf(named, sizeof(named), " %s ", f->rule_id);
    size_t found = 0;
    bool fires = false;
    for (size_t i = 0; i < t->expected.count; i++) {
        const bool is_words = starts_with(t->expected.text[i], "    ");
        found += !is_words;
        fires = fires || (!is_words && strstr(t->expected.text[i], named) != NULL);
    }
    if (ends_with(f->rule_id, SEVERAL)) {
        (void)verify(t, found >= 3, "%s: fewer than three findings", f->shown);
        return;
    }
    const al_rule *rule = al_rule_find(f->rule_id);
    if (!verify(t, rule != NULL, "%s: there is no rule %s", f->shown, f->rule_id))
        return;
    bool is_fires = starts_with(f->name, "fires"), is_near = starts_with(f->name, "near");
    (void)verify(t, is_fires || is_near, "%s: its name begins neither with fires nor with near", f->shown);
    (void)verify(t, fires == is_fires, "%s: its name and its findings disagree", f->shown);
    for (size_t i = 0; i < al_rule_count(); i++) {
        if (al_rule_at(i) != rule)
            continue;
        t->rules[i].fires += fires && is_fires;
        t->rules[i].near += !fires && is_near;
    }
}

/* ---- Places that report -------------------------------------------------------------------------------- */

#ifdef AL_RECORD_PLACES
static void write_places(FILE *out)
{
    size_t count = 0;
    al_place *const *places = al_all_places(&count);
    for (size_t i = 0; i < count; i++)
        (void)fprintf(out, "place\t%s\t%s\t%u\t%s\n", places[i]->file, places[i]->function, places[i]->line,
                      places[i]->arguments);
}

/* Writes which places were reached since the last call. */
static void write_reached(FILE *out, const char *path)
{
    size_t count = 0;
    al_place *const *places = al_all_places(&count);
    (void)fprintf(out, "fixture\t%s", path);
    for (size_t i = 0; i < count; i++)
        if (atomic_exchange(&places[i]->reached, false))
            (void)fprintf(out, "\t%zu", i);
    (void)fputc('\n', out);
}
#else
static void write_places(FILE *out)
{
    (void)fputs("this build records no places\n", out);
}

static void write_reached(FILE *out, const char *path)
{
    (void)out, (void)path;
}
#endif

/* ---- The check of a fixture ---------------------------------------------------------------------------- */

/* A run, and its fixture. */
typedef struct fixture_run {
    tally *t;
    const fixture *fixture;
} fixture_run;

/* Adds the findings of a result. */
static bool add_lines(void *context, const al_result *result)
{
    const fixture_run *run = context;
    tally *t = run->t;
    const fixture *f = run->fixture;
    char inside[MAX_LINE / 2];
    (void)snprintf(inside, sizeof inside, "%s%s%s", f->folder ? result->raw_path + strlen(f->path) + 1 : "",
                   f->folder && result->member[0] != '\0' ? "!/" : "", result->member);
    check_result(t, f->path, result);
    for (size_t i = 0; i < result->finding_count; i++)
        add_finding(&t->actual, &result->findings[i], inside);
    return true;
}

/* The folder of references that an option names, or NULL. */
static const char *reference_of(const char *option)
{
    return starts_with(option, "with=") ? option + strlen("with=") : NULL;
}

static bool set_limits(al_options *options, const fixture *f)
{
    for (size_t i = 0; i < f->option_count; i++)
        if (reference_of(f->options[i]) == NULL && !set_limit(options, f->options[i]))
            return false;
    return true;
}

/* Of a fixture with references only its folder `mod` is checked. */
static bool add_paths(al_project *project, const fixture *f)
{
    char path[sizeof f->path + sizeof f->options[0]];
    bool ok = true, with = false;
    for (size_t i = 0; i < f->option_count; i++) {
        const char *reference = reference_of(f->options[i]);
        if (reference == NULL)
            continue;
        with = true;
        (void)snprintf(path, sizeof path, "%s/%s", f->path, reference);
        ok = ok && al_project_add_reference(project, path) == AL_OK;
    }
    (void)snprintf(path, sizeof path, "%s%s", f->path, with ? "/mod" : "");
    return ok && al_project_add_path(project, path) == AL_OK;
}

/* A folder is checked with its assetlint.json, if it has one. */
static bool configure(tally *t, al_project *project, const fixture *f)
{
    if (!f->folder)
        return true;
    return al_project_set_date(project, TODAY) == AL_OK &&
           verify(t, al_project_find_configuration(project) == AL_OK, "%s: %s", f->path,
                  al_project_mistake(project)->text);
}

/* Checks the fixture of the line; t->expected has what its table says. */
static void check_fixture(tally *t, const char *folder, const char *line)
{
    fixture f;
    if (!verify(t, read_fixture(&f, folder, line), "%s: not FORMAT/RULE/NAME", line))
        return;
    fixture_run run = {.t = t, .fixture = &f};
    const al_client client = {.size = sizeof client, .context = &run, .result = add_lines};
    al_options *options = al_options_new();
    const bool may_begin = set_limits(options, &f);
    al_project *project = al_project_new(options);
    al_project_set_jobs(project, 1);
    t->actual.count = 0;
    const bool begun = may_begin && add_paths(project, &f) && configure(t, project, &f);
    (void)verify(t, begun && al_project_run(project, &client) == AL_OK, "%s: could not be checked", f.shown);
    if (t->prints) {
        (void)puts(line);
        for (size_t i = 0; i < t->actual.count; i++)
            (void)puts(t->actual.text[i]);
    } else {
        compare(t, &f);
        count_fixture(t, &f);
    }
    if (t->places != NULL)
        write_reached(t->places, f.shown);
    al_project_free(project);
    al_options_free(options);
    end_case(t);
}

/* Checks the fixtures of a table. */
static void check_table(tally *t, const char *folder, const char *path)
{
    FILE *table = fopen(path, "rb");
    if (!verify(t, table != NULL, "%s: can't be read", path)) {
        end_case(t);
        return;
    }
    char named[MAX_LINE] = "", line[MAX_LINE]; /* the line of the fixture, and the last one that was read */
    for (bool more = true; more;) {
        more = fgets(line, sizeof line, table) != NULL;
        line[strcspn(line, "\n")] = '\0';
        if (more && line[0] == ' ') {
            (void)snprintf(next_line(&t->expected), MAX_LINE, "%s", line);
            continue;
        }
        if (named[0] != '\0')
            check_fixture(t, folder, named);
        (void)snprintf(named, sizeof named, "%s", line);
        t->expected.count = 0;
    }
    (void)fclose(table);
}

/* ---- The catalogue ---------------------------------------------------------------------------- */

/* Whether the id names a format, a package or files of a mod: an unknown id has the name of `file`. */
static bool is_format(const char *id)
{
    return strcmp(id, "file") == 0 || strcmp(al_prefix_name(id), al_prefix_name("file")) != 0;
}

static void check_row(tally *t, size_t number)
{
    const al_rule *rule = al_rule_at(number);
    const char *texts[] = {rule->title, rule->why, rule->fix, rule->source};
    const char *names[] = {"title", "why", "fix", "source"};
    for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
        (void)verify(t, texts[i] != NULL && texts[i][0] != '\0', "%s: its %s is empty", rule->id, names[i]);
    (void)verify(t, rule->title == NULL || !ends_with(rule->title, "."), "%s: its title ends in a full stop",
                 rule->id);
    (void)verify(t, al_rule_find(rule->id) == rule, "%s: there are two of it", rule->id);
    size_t prefix = strlen(rule->format);
    (void)verify(t,
                 is_format(rule->format) && starts_with(rule->id, rule->format) && rule->id[prefix] == '/' &&
                     rule->id[prefix + 1] != '\0',
                 "%s: its id doesn't begin with a format's, or with file", rule->id);
    (void)verify(t, rule->level >= AL_NOTE && rule->level <= AL_ERROR, "%s: it has no level", rule->id);
    for (size_t i = 0; i < sizeof(WITHOUT_FIXTURES) / sizeof(WITHOUT_FIXTURES[0]); i++)
        if (strcmp(rule->id, WITHOUT_FIXTURES[i]) == 0)
            return;
    (void)verify(t, t->rules[number].fires > 0, "%s: no fixture fires it", rule->id);
    (void)verify(t, t->rules[number].near > 0, "%s: no fixture is near it", rule->id);
}

static void check_unreadable(tally *t, const char *folder)
{
    char path[MAX_LINE - 16]; /* and room for .expected behind it */
    (void)snprintf(path, sizeof(path), "%s/no-such-file.xmf", folder);
    al_checker *checker = al_checker_new(NULL);
    al_result *result;
    if (verify(t, al_check_file(checker, path, AL_NAMED, &result) == AL_OK, "%s: could not be checked",
               path)) {
        check_result(t, path, result);
        (void)verify(t,
                     result->finding_count == 1 && result->status == AL_FILE_UNREADABLE &&
                         strcmp(result->findings[0].rule->id, UNREADABLE) == 0 &&
                         result->findings[0].level == AL_ERROR && result->findings[0].field[0] == '\0',
                     "%s: not one %s", path, UNREADABLE);
    }
    al_result_free(result);
    al_checker_free(checker);
}

/* Whether "FORMAT/..." or "FORMAT.expected" is of the format that is tested; NULL stands for all. */
static bool is_tested(const char *format, const char *path)
{
    return format == NULL ||
           (starts_with(path, format) && (path[strlen(format)] == '/' || path[strlen(format)] == '.'));
}

static void check_all(tally *t, const char *folder, const char *format, const file_list *tables)
{
    if (t->places != NULL)
        write_places(t->places);
    for (size_t i = 0; i < tables->count; i++)
        if (ends_with(tables->paths[i], ".expected") && is_tested(format, files_base_name(tables->paths[i])))
            check_table(t, folder, tables->paths[i]);
    if (t->prints)
        return;
    check_unreadable(t, folder);
    end_case(t);
    for (size_t i = 0; i < al_rule_count(); i++) {
        if (is_tested(format, al_rule_at(i)->id))
            check_row(t, i);
        end_case(t);
    }
}

int main(int argc, char **argv)
{
    file_list tables = {0};
    tally *t = calloc(1, sizeof(*t));
    const bool prints = argc == 4 && strcmp(argv[3], "--print") == 0;
    const char *places = argc == 5 && strcmp(argv[3], "--places") == 0 ? argv[4] : NULL;
    const char *format = argc == 4 && !prints ? argv[3] : NULL;
    if (argc < 3 || argc > 5 || (argc == 5 && places == NULL) || t == NULL || !files_find(&tables, argv[2])) {
        (void)fputs("usage: rules_test FIXTURES TABLES [FORMAT | --places FILE | --print]\n", stderr);
        free(t);
        return 2;
    }
    t->prints = prints;
    t->rules = calloc(al_rule_count(), sizeof(*t->rules));
    t->places = places != NULL ? fopen(places, "wb") : NULL;
    if (t->rules == NULL || (places != NULL && t->places == NULL))
        return 2;
    check_all(t, argv[1], format, &tables);
    t->failed += t->places != NULL && fclose(t->places) != 0;
    unsigned long failed = t->failed;
    if (!t->prints)
        (void)printf("%lu passed, %lu failed\n", t->passed, failed);
    files_free(&tables);
    free(t->rules);
    free(t);
    return failed == 0 ? 0 : 1;
}
