/* rules_test.c: every fixture gives exactly the findings of its .expected file; every rule has its fixtures.
 *
 *     rules_test FOLDER [FORMAT]
 *     rules_test FOLDER --places FILE
 *
 * With FORMAT only its fixtures and rules are tested.
 *
 * FOLDER/<format>/<rule>/ holds files named fires*, which break the rule, and files named near*, which nearly
 * do. They may be folders, which are checked as a whole. FOLDER/<format>/several/ holds files that break
 * several rules. NAME.expected has a line for each finding, in the form of print_finding. NAME.options is
 * optional: a line sets a limit (`max-inflated 1000`) or names a folder of the fixture with references (`with
 * game`), and then only its folder `mod` is checked. A folder with an assetlint.json is checked with that
 * configuration; the date is TODAY.
 *
 * FILE is written in a build that records places: first a line for each place that reports, then one for
 * each fixture, with the numbers of the places that it reaches. tools/corpus/places.py reads it.
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

enum { MAX_LINE = 1024, MAX_LINES = 256 };

/* The folder of files that break many rules. */
static const char SEVERAL[] = "several";

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
    FILE *places;                 /* NULL: not written */
    seen *rules;                  /* by the index of the rule */
    lines expected, actual;
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

/* Reads a text file; false if it is missing, or too long for a fixture. */
static bool read_lines(lines *out, const char *path)
{
    out->count = 0;
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        return false;
    bool fits = true;
    while (fits && out->count < MAX_LINES && fgets(out->text[out->count], MAX_LINE, file) != NULL) {
        char *line = out->text[out->count++];
        fits = ends_with(line, "\n");
        line[strcspn(line, "\n")] = '\0';
    }
    bool whole = fits && fgetc(file) == EOF;
    (void)fclose(file);
    return whole;
}

/* Writes a finding as a line of an .expected file: LEVEL RULE 0xOFFSET+LENGTH FIELD count=N elements=[A,B]
 * and, if present, confidence=NAME where it is not that of the rule, inflated=0xOFFSET, at=LINE:COLUMN in a
 * text file, and in=PATH for a file inside the fixture. FIELD is - for the whole file. */
static void print_finding(char *line, const al_finding *f, const char *inside)
{
    char elements[AL_FINDING_ELEMENTS * 24] = "";
    size_t used = 0;
    for (size_t i = 0; i < f->element_count; i++)
        used += (size_t)snprintf(elements + used, sizeof(elements) - used, "%s%" PRIu64, i > 0 ? "," : "",
                                 f->elements[i]);
    char place[64] = "";
    if (f->in_inflated)
        (void)snprintf(place, sizeof(place), " inflated=0x%" PRIx64, f->inflated_offset);
    if (f->line > 0)
        (void)snprintf(place, sizeof(place), " at=%" PRIu64 ":%" PRIu64, f->line, f->column);
    const bool own = f->confidence != f->rule->confidence;
    (void)snprintf(
        line, MAX_LINE, "%s %s 0x%" PRIx64 "+%" PRIu64 " %s count=%" PRIu64 " elements=[%s]%s%s%s%s%s",
        al_level_name(f->level), f->rule->id, f->offset, f->length, f->field[0] == '\0' ? "-" : f->field,
        f->count, elements, own ? " confidence=" : "", own ? al_confidence_name(f->confidence) : "", place,
        inside[0] != '\0' ? " in=" : "", inside);
}

static bool matches(const char *expected, const char *actual)
{
    if (!ends_with(expected, ANYWHERE))
        return strcmp(expected, actual) == 0;
    size_t length = strlen(expected) - 1;
    return strncmp(expected, actual, length) == 0;
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

/* The place of a fixture: FOLDER/<format>/<rule>/<name>. */
typedef struct place {
    char rule_id[128]; /* "xmf/inflate" */
    const char *name;  /* "fires-cut.xmf" */
} place;

static bool find_place(place *out, const char *folder, const char *path)
{
    const char *inside = path + strlen(folder);
    while (*inside == '/')
        inside++;
    out->name = files_base_name(path);
    if (out->name - inside < 2 || (size_t)(out->name - inside) > sizeof(out->rule_id))
        return false;
    (void)snprintf(out->rule_id, sizeof(out->rule_id), "%.*s", (int)(out->name - inside - 1), inside);
    return strchr(out->rule_id, '/') != NULL;
}

static bool set_limit(al_options *options, const char *line)
{
    static const struct {
        const char *name;
        al_limit limit;
    } limits[] = {
        {"max-file-size ", AL_LIMIT_FILE_SIZE},
        {"max-inflated ", AL_LIMIT_INFLATED},
        {"max-memory ", AL_LIMIT_MEMORY},
    };
    for (size_t i = 0; i < sizeof(limits) / sizeof(limits[0]); i++) {
        if (!starts_with(line, limits[i].name))
            continue;
        char *end;
        unsigned long long bytes = strtoull(line + strlen(limits[i].name), &end, 10);
        al_options_set_limit(options, limits[i].limit, bytes);
        return *end == '\0';
    }
    return false;
}

/* The folders of references of a fixture. */
typedef struct references {
    char folders[4][64];
    size_t count;
} references;

static bool set_option(al_options *options, references *with, const char *line)
{
    static const char prefix[] = "with ";
    if (!starts_with(line, prefix))
        return set_limit(options, line);
    if (with->count == sizeof(with->folders) / sizeof(with->folders[0]))
        return false;
    (void)snprintf(with->folders[with->count++], sizeof(with->folders[0]), "%s", line + sizeof(prefix) - 1);
    return true;
}

static void set_options(tally *t, al_options *options, references *with, const char *path)
{
    char options_path[MAX_LINE];
    (void)snprintf(options_path, sizeof(options_path), "%s.options", path);
    if (!read_lines(&t->expected, options_path))
        return;
    for (size_t i = 0; i < t->expected.count; i++)
        (void)verify(t, set_option(options, with, t->expected.text[i]), "%s: not an option: %s", options_path,
                     t->expected.text[i]);
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

static void compare(tally *t, const char *path)
{
    char expected_path[MAX_LINE];
    (void)snprintf(expected_path, sizeof(expected_path), "%s.expected", path);
    if (!verify(t, read_lines(&t->expected, expected_path), "%s: missing, or too long", expected_path))
        return;
    if (verify(t, same_lines(&t->expected, &t->actual), "%s: not what was expected", path))
        return;
    print_difference(&t->expected, &t->actual);
}

/* Counts the fixture for its rule: fires* needs a finding of this rule, near* none. */
static void count_fixture(tally *t, const char *path, const place *at)
{
    if (ends_with(at->rule_id, SEVERAL) && at->rule_id[strlen(at->rule_id) - strlen(SEVERAL) - 1] == '/') {
        (void)verify(t, t->expected.count >= 3, "%s: fewer than three findings", path);
        return;
    }
    const al_rule *rule = al_rule_find(at->rule_id);
    if (!verify(t, rule != NULL, "%s: there is no rule %s", path, at->rule_id))
        return;
    char named[sizeof(at->rule_id) + 2];
    (void)snprintf(named, sizeof(named), " %s ", at->rule_id);
    bool fires = false;
    for (size_t i = 0; i < t->expected.count; i++)
        fires = fires || strstr(t->expected.text[i], named) != NULL;
    bool is_fires = starts_with(at->name, "fires"), is_near = starts_with(at->name, "near");
    (void)verify(t, is_fires || is_near, "%s: its name begins neither with fires nor with near", path);
    (void)verify(t, fires == is_fires, "%s: its name and its findings disagree", path);
    for (size_t i = 0; i < al_rule_count(); i++) {
        if (al_rule_at(i) != rule)
            continue;
        t->rules[i].fires += fires && is_fires;
        t->rules[i].near += !fires && is_near;
    }
}

/* A file, or the files of a folder that is checked as a whole. */
typedef struct fixture {
    char path[MAX_LINE - 16]; /* and room for .expected behind it */
    char *const *files;
    size_t count;
    bool folder;
} fixture;

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

/* Adds the lines of a result, with its path in the fixture. */
static bool add_lines(void *context, const al_result *result)
{
    const fixture_run *run = context;
    tally *t = run->t;
    const fixture *f = run->fixture;
    char inside[MAX_LINE / 2];
    (void)snprintf(inside, sizeof inside, "%s%s%s", f->folder ? result->raw_path + strlen(f->path) + 1 : "",
                   f->folder && result->member[0] != '\0' ? "!/" : "", result->member);
    check_result(t, f->path, result);
    for (size_t i = 0; i < result->finding_count && t->actual.count < MAX_LINES; i++)
        print_finding(t->actual.text[t->actual.count++], &result->findings[i], inside);
    return true;
}

/* Of a fixture with references only its folder `mod` is checked. */
static bool add_paths(al_project *project, const fixture *f, const references *with)
{
    char path[sizeof f->path + sizeof with->folders[0]];
    (void)snprintf(path, sizeof path, "%s%s", f->path, with->count > 0 ? "/mod" : "");
    bool ok = al_project_add_path(project, path) == AL_OK;
    for (size_t i = 0; i < with->count; i++) {
        (void)snprintf(path, sizeof path, "%s/%s", f->path, with->folders[i]);
        ok = ok && al_project_add_reference(project, path) == AL_OK;
    }
    return ok;
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

static void check_fixture(tally *t, const char *folder, const fixture *f)
{
    place at;
    if (!find_place(&at, folder, f->path) || ends_with(f->path, ".options") ||
        ends_with(f->path, ".expected") || al_path_kind_of(f->path) == AL_PATH_PACKAGE_DATA)
        return;
    fixture_run run = {.t = t, .fixture = f};
    const al_client client = {.size = sizeof client, .context = &run, .result = add_lines};
    references with = {.count = 0};
    al_options *options = al_options_new();
    set_options(t, options, &with, f->path);
    al_project *project = al_project_new(options);
    al_project_set_jobs(project, 1);
    t->actual.count = 0;
    const bool begun = add_paths(project, f, &with) && configure(t, project, f);
    if (verify(t, begun && al_project_run(project, &client) == AL_OK, "%s: could not be checked", f->path)) {
        compare(t, f->path);
        count_fixture(t, f->path, &at);
    }
    if (t->places != NULL)
        write_reached(t->places, f->path);
    al_project_free(project);
    al_options_free(options);
    end_case(t);
}

/* The fixture that begins with the file at `first`: as many files as its folder has. */
static fixture find_fixture(const char *folder, const file_list *files, size_t first)
{
    fixture f = {.files = &files->paths[first], .count = 1};
    const char *end = files->paths[first] + strlen(folder);
    for (unsigned part = 0; part < 3 && end != NULL; part++)
        end = strchr(end + 1, '/');
    f.folder = end != NULL;
    const size_t length = f.folder ? (size_t)(end - files->paths[first]) : strlen(files->paths[first]);
    (void)snprintf(f.path, sizeof(f.path), "%.*s", (int)length, files->paths[first]);
    while (f.folder && first + f.count < files->count &&
           strncmp(files->paths[first + f.count], files->paths[first], length + 1) == 0)
        f.count++;
    return f;
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

/* Whether "FORMAT/..." is of the format that is tested; NULL stands for all. */
static bool is_tested(const char *format, const char *path)
{
    return format == NULL || (starts_with(path, format) && path[strlen(format)] == '/');
}

static void check_all(tally *t, const char *folder, const char *format, const file_list *fixtures)
{
    if (t->places != NULL)
        write_places(t->places);
    for (size_t i = 0; i < fixtures->count;) {
        const fixture f = find_fixture(folder, fixtures, i);
        if (is_tested(format, f.path + strlen(folder) + 1))
            check_fixture(t, folder, &f);
        i += f.count;
    }
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
    file_list fixtures = {0};
    const char *format = argc == 3 ? argv[2] : NULL;
    const char *places = argc == 4 && strcmp(argv[2], "--places") == 0 ? argv[3] : NULL;
    tally *t = calloc(1, sizeof(*t));
    if (argc < 2 || argc > 4 || (argc == 4 && places == NULL) || t == NULL ||
        !files_find(&fixtures, argv[1])) {
        (void)fputs("usage: rules_test FOLDER [FORMAT | --places FILE]\n", stderr);
        free(t);
        return 2;
    }
    t->rules = calloc(al_rule_count(), sizeof(*t->rules));
    t->places = places != NULL ? fopen(places, "wb") : NULL;
    if (t->rules == NULL || (places != NULL && t->places == NULL))
        return 2;
    check_all(t, argv[1], format, &fixtures);
    t->failed += t->places != NULL && fclose(t->places) != 0;
    unsigned long failed = t->failed;
    (void)printf("%lu passed, %lu failed\n", t->passed, failed);
    files_free(&fixtures);
    free(t->rules);
    free(t);
    return failed == 0 ? 0 : 1;
}
