/* fix_command.c: `assetlint fix`: checks as `assetlint check` does, plans the fixes of each file whose
 * findings have one, and writes the fixed files.
 */
#include <stdlib.h>
#include <string.h>

#include "cli/check_options.h"
#include "cli/commands.h"
#include "cli/manual.h"
#include "cli/message.h"
#include "cli/project_options.h"
#include "cli/sandbox.h"
#include "platform/platform.h"
#include "report/fix_report.h"
#include "report/texts.h"

/* A text whose references are fixed: it waits until the mod was checked with it. */
typedef struct text_fix {
    char *path, *raw_path;
    al_fix *fix;
    uint64_t *mends; /* findings of each rule at warning or above that it takes away */
    bool helps;
    const char *obstacle; /* if it doesn't: the rule that the mod would break; NULL: the check failed */
} text_fix;

typedef struct fixing {
    const check_options *options;
    al_project *project;
    al_checker *checker;
    fix_report report;
    uint64_t *found; /* findings of each rule at warning or above */
    text_fix *texts;
    size_t text_count;
    uint64_t results;
    int status;
} fixing;

static void raise_status(fixing *f, int status)
{
    f->status = status > f->status ? status : f->status;
}

/* ---- Where fixed files go ------------------------------------------------------------------------------ */

/* The part of a path below the given path that it was found in; its base name, if it was given itself. */
static const char *path_below(const check_options *o, const char *path)
{
    const char *slash = strrchr(path, '/');
    for (size_t i = 0; i < o->path_count; i++) {
        const char *given = o->paths[i];
        size_t length = strlen(given);
        while (length > 0 && given[length - 1] == '/')
            length--;
        if (strcmp(given, ".") == 0)
            return strncmp(path, "./", 2) == 0 ? path + 2 : path;
        if (strncmp(path, given, length) == 0 && path[length] == '/')
            return path + length + 1;
    }
    return slash != NULL ? slash + 1 : path;
}

/* Makes the folders of a path, from `from` on. Returns an error. */
static int make_folders(char *path, size_t from)
{
    int error = 0;
    for (char *slash = strchr(path + from, '/'); slash != NULL && error == 0;
         slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        error = al_folder_make(path);
        *slash = '/';
    }
    return error;
}

/* The path in the folder of --output. To be freed; NULL when out of memory. */
static char *path_of_copy(const check_options *o, const char *path)
{
    return text_of("%s/%s", o->fixed_folder, path_below(o, path));
}

/* A fixed copy may not replace what is checked: that is what --in-place is for. */
static bool is_input(const char *copy, const char *input)
{
    al_file_id a, b;
    return al_find_file_id(copy, &a) && al_find_file_id(input, &b) && al_same_file_id(&a, &b);
}

static int write_bytes(const char *path, const al_fix *fix)
{
    al_output output;
    size_t size;
    const uint8_t *bytes = al_fix_bytes(fix, &size);
    int error = al_output_replace(path, &output);
    if (error != 0)
        return error;
    if (fwrite(bytes, 1, size, output.stream) != size) {
        error = al_last_error();
        al_output_discard(&output);
        return error;
    }
    return al_output_finish(&output);
}

/* Writes the fixed file to `path`, and says why it can't in `why`. */
static fix_outcome write_file(const char *path, const al_fix *fix, char **why)
{
    al_file_info info;
    if (al_stat_link(path, &info) == 0 && info.kind == AL_KIND_LINK) {
        *why = text_of("%s is a symbolic link", path);
        return FIX_FAILED;
    }
    const int error = write_bytes(path, fix);
    if (error == 0)
        return FIX_WRITTEN;
    *why = text_of("%s: %s", path, al_error_text(error));
    return FIX_FAILED;
}

static fix_outcome write_copy(const check_options *o, const char *input, const al_fix *fix, char **place)
{
    char *path = path_of_copy(o, input);
    fix_outcome outcome = FIX_FAILED;
    if (path == NULL)
        return outcome;
    if (is_input(path, input)) {
        *place = text_of("%s is the file itself; --in-place changes it", path);
    } else {
        const int error = make_folders(path, strlen(o->fixed_folder) + 1);
        if (error == 0)
            outcome = write_file(path, fix, place);
        else
            *place = text_of("%s: %s", path, al_error_text(error));
    }
    if (outcome == FIX_WRITTEN)
        *place = path;
    else
        free(path);
    return outcome;
}

/* `place` is to be freed. */
static fix_outcome write_fixed(const fixing *f, const fix_subject *about, const al_fix *fix, char **place)
{
    const check_options *o = f->options;
    size_t size;
    if (!check_options_write(o) || al_fix_bytes(fix, &size) == NULL)
        return FIX_SHOWN;
    if (about->member[0] != '\0')
        return FIX_IN_PACKAGE;
    return o->in_place ? write_file(about->raw_path, fix, place) : write_copy(o, about->raw_path, fix, place);
}

/* ---- What is written ----------------------------------------------------------------------------------- */

static bool has_fix(const al_result *result)
{
    for (size_t i = 0; i < result->finding_count; i++)
        if (result->findings[i].fix_kind != AL_FIX_NONE)
            return true;
    return false;
}

static void note_status(fixing *f, const al_fix *fix, fix_outcome outcome)
{
    const bool writes = check_options_write(f->options);
    const bool kept = al_fix_refusal_count(fix) > 0 || outcome == FIX_IN_PACKAGE || outcome == FIX_REFUSED;
    const bool changes = al_fix_change_count(fix) > 0 && outcome != FIX_REFUSED;
    if (outcome == FIX_FAILED)
        raise_status(f, EXIT_UNCHECKED);
    else if (writes ? kept : changes)
        raise_status(f, EXIT_FINDINGS);
}

/* Writes a fixed file, and reports it. */
static void finish_file(fixing *f, const fix_subject *about, const al_fix *fix)
{
    char *place = NULL;
    const fix_outcome outcome = write_fixed(f, about, fix, &place);
    if (outcome == FIX_FAILED && place == NULL)
        (void)out_of_memory();
    fix_report_add(&f->report, about, fix, outcome, place);
    note_status(f, fix, outcome);
    free(place);
}

/* ---- References in texts ------------------------------------------------------------------------------- */

/* Other files may be worse for what becomes of the references of one: so the mod is checked again, as if the
 * texts were fixed, before they are written. */

static uint64_t *new_counts(void)
{
    return calloc(al_rule_count(), sizeof(uint64_t));
}

static bool count_findings(void *context, const al_result *result)
{
    uint64_t *found = context;
    for (size_t i = 0; i < result->finding_count; i++)
        found[result->findings[i].rule_number] += result->findings[i].level >= AL_WARNING;
    return true;
}

/* The finding that a change is for; NULL: there is none. */
static const al_finding *finding_of(const al_result *result, const al_change *change)
{
    for (size_t i = 0; i < result->finding_count; i++)
        if (result->findings[i].rule == change->rule && strcmp(result->findings[i].field, change->field) == 0)
            return &result->findings[i];
    return NULL;
}

/* Counts the findings that a fix is for, but not in a file with more findings than are kept: of these some
 * would be new. */
static void count_mended(const al_fix *fix, const al_result *result, uint64_t *mended)
{
    for (size_t i = 0; i < al_fix_change_count(fix) && result->omitted == 0; i++) {
        const al_finding *of = finding_of(result, al_fix_change(fix, i));
        if (of != NULL && of->level >= AL_WARNING)
            mended[of->rule_number]++;
    }
}

/* The rule that has more findings than the texts from `first` to `end` leave; NULL: none. */
static const char *find_obstacle(const fixing *f, size_t first, size_t end, const uint64_t *now)
{
    for (size_t rule = 0; rule < al_rule_count(); rule++) {
        uint64_t mended = 0;
        for (size_t i = first; i < end; i++)
            mended += f->texts[i].mends[rule];
        if (now[rule] > 0 && now[rule] + mended > f->found[rule])
            return al_rule_at(rule)->id;
    }
    return NULL;
}

/* Checks the mod with the texts from `first` to `end`, and those that help so far. Keeps what helps. False
 * if the check can't be done. */
static bool try_texts(fixing *f, size_t first, size_t end)
{
    size_t size;
    uint64_t *now = new_counts();
    const al_client client = {
        .size = sizeof client, .context = now, .result = count_findings, .stopped = project_is_stopped};
    bool ok = now != NULL;
    for (size_t i = 0; ok && i < f->text_count; i++) {
        const text_fix *t = &f->texts[i];
        const uint8_t *bytes = al_fix_bytes(t->fix, &size);
        if (t->helps || (i >= first && i < end))
            ok = al_project_substitute(f->project, t->raw_path, bytes, size) == AL_OK;
    }
    ok = ok && al_project_run(f->project, &client) == AL_OK;
    const char *obstacle = ok ? find_obstacle(f, first, end, now) : NULL;
    for (size_t i = first; i < end; i++) {
        f->texts[i].helps = ok && obstacle == NULL;
        f->texts[i].obstacle = obstacle;
    }
    if (ok && obstacle == NULL)
        memcpy(f->found, now, al_rule_count() * sizeof *now);
    free(now);
    return ok;
}

/* All texts together first: one may help only because another one does. */
static bool try_all_texts(fixing *f)
{
    bool ok = f->text_count == 0 || try_texts(f, 0, f->text_count);
    for (size_t i = 0; ok && f->text_count > 1 && i < f->text_count; i++)
        if (!f->texts[i].helps)
            ok = try_texts(f, i, i + 1);
    return ok;
}

static void finish_texts(fixing *f, bool whole)
{
    const bool ok = whole && try_all_texts(f);
    for (size_t i = 0; i < f->text_count; i++) {
        const text_fix *t = &f->texts[i];
        const fix_subject about = {.path = t->path, .raw_path = t->raw_path, .member = ""};
        if (t->helps) {
            finish_file(f, &about, t->fix);
            continue;
        }
        char *why = t->obstacle != NULL ? text_of("the mod would then break %s", t->obstacle)
                                        : text_of("the mod could not be checked again");
        fix_report_add(&f->report, &about, t->fix, FIX_REFUSED, why != NULL ? why : "out of memory");
        note_status(f, t->fix, FIX_REFUSED);
        free(why);
    }
    if (!ok)
        raise_status(f, EXIT_UNCHECKED);
}

static void text_fix_free(text_fix *t)
{
    free(t->path);
    free(t->raw_path);
    free(t->mends);
    al_fix_free(t->fix);
}

/* The fix belongs to the text from now on. False when out of memory. */
static bool keep_text(fixing *f, const al_result *result, al_fix *fix)
{
    text_fix text = {.path = text_of("%s", result->path),
                     .raw_path = text_of("%s", result->raw_path),
                     .fix = fix,
                     .mends = new_counts()};
    text_fix *grown = realloc(f->texts, (f->text_count + 1) * sizeof *grown);
    f->texts = grown != NULL ? grown : f->texts;
    if (grown != NULL && text.path != NULL && text.raw_path != NULL && text.mends != NULL) {
        count_mended(fix, result, text.mends);
        f->texts[f->text_count++] = text;
        return true;
    }
    text_fix_free(&text);
    return false;
}

/* ---- Results ------------------------------------------------------------------------------------------- */

/* Whether a fix changes references, which other files depend on. Those of a package are only shown. */
static bool is_text(const al_result *result)
{
    return result->member[0] == '\0' &&
           (strcmp(result->format, "xml") == 0 || strcmp(result->format, "clausewitz") == 0);
}

static bool on_result(void *context, const al_result *result)
{
    fixing *f = context;
    al_fix *fix = NULL;
    const fix_subject about = {.path = result->path, .raw_path = result->raw_path, .member = result->member};
    const unsigned flags = f->options->also_unsafe ? AL_FIX_ALSO_UNSAFE : 0;
    f->results++;
    (void)count_findings(f->found, result);
    fix_report_add_unchecked(&f->report, result);
    if (!has_fix(result))
        return true;
    if (al_fix_file(f->checker, result->raw_path, result->member, result, flags, &fix) != AL_OK) {
        raise_status(f, out_of_memory());
        return false;
    }
    if (is_text(result) && al_fix_change_count(fix) > 0) {
        if (keep_text(f, result, fix))
            return true;
        raise_status(f, out_of_memory());
        return false;
    }
    finish_file(f, &about, fix);
    al_fix_free(fix);
    return !f->report.no_memory;
}

static void on_notice(void *context, const al_notice *notice)
{
    project_notice(((const fixing *)context)->options, notice);
}

/* ---- The run ------------------------------------------------------------------------------------------- */

/* The folder of --output is made first: what may be written must be known before the sandbox. */
static int enter_sandbox(const fixing *f)
{
    const check_options *o = f->options;
    const int error = o->fixed_folder != NULL ? al_folder_make(o->fixed_folder) : 0;
    if (error != 0) {
        message("%s: %s", o->fixed_folder, al_error_text(error));
        return EXIT_UNCHECKED;
    }
    return o->no_sandbox || sandbox_fix(f->project, o) ? EXIT_FINE : out_of_memory();
}

static void run(fixing *f)
{
    const al_client client = {.size = sizeof client,
                              .context = f,
                              .result = on_result,
                              .notice = on_notice,
                              .stopped = project_is_stopped};
    f->report = fix_report_begin(stdout, f->options->as_json);
    const al_status status = al_project_run(f->project, &client);
    if (status == AL_OUT_OF_MEMORY)
        raise_status(f, out_of_memory());
    if (al_project_exit(f->project) == AL_EXIT_UNCHECKED)
        raise_status(f, EXIT_UNCHECKED);
    finish_texts(f, status == AL_OK);
    fix_report_end(&f->report, check_options_write(f->options));
    if (f->report.no_memory)
        raise_status(f, out_of_memory());
    if (f->results == 0 && !f->options->allow_empty && f->status != EXIT_UNCHECKED) {
        message("nothing was checked: no file of a known format; assetlint check says more");
        raise_status(f, EXIT_USAGE);
    }
}

static int fix_all(const check_options *options, al_project *project)
{
    fixing f = {.options = options, .project = project};
    const al_client client = {.size = sizeof client, .context = &f, .notice = on_notice};
    (void)al_catch_interrupts(EXIT_UNCHECKED);
    const al_status listed = al_project_list(project, &client);
    if (listed != AL_OK)
        return project_status(project, listed);
    f.checker = al_checker_new(al_project_options(project));
    f.found = new_counts();
    f.status = f.found != NULL && f.checker != NULL ? enter_sandbox(&f) : out_of_memory();
    if (f.status == EXIT_FINE)
        run(&f);
    for (size_t i = 0; i < f.text_count; i++)
        text_fix_free(&f.texts[i]);
    free(f.texts);
    free(f.found);
    al_checker_free(f.checker);
    return finish_stdout(f.status);
}

int fix_command(char *const *arguments)
{
    check_options options;
    bool help;
    al_project *project = NULL;
    int status = check_options_read(&options, "fix", arguments, &help);
    if (help) {
        status = show_command_help("fix");
    } else if (status == EXIT_FINE) {
        status = project_make(&options, &project);
        if (status == EXIT_FINE)
            status = fix_all(&options, project);
    }
    al_project_free(project);
    check_options_free(&options);
    return status;
}
