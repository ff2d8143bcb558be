/* merge_command.c: `assetlint merge`: the parts of a run as one report. */
#include <stdlib.h>
#include <string.h>

#include "cli/arguments.h"
#include "cli/commands.h"
#include "cli/help.h"
#include "cli/message.h"
#include "cli/option_tables.h"
#include "cli/reports.h"
#include "cli/targets.h"
#include "core/limits.h"
#include "platform/platform.h"
#include "project/configuration/parts.h"
#include "project/file_path.h"
#include "report/merge.h"

/* All parts are read side by side: few get much at once, many little. */
enum { CHUNKS_TOGETHER = 16 << 20, LARGEST_CHUNK = 1 << 16, SMALLEST_CHUNK = 1 << 12, MOST_OPEN = 128 };

/* A file that a part is read from. */
typedef struct part_file {
    const char *path;
    al_file file;
    bool open, stays_open; /* a system has only so many files open for a program */
    al_buffer buffer;      /* of what gives its bytes only once, */
    al_span bytes;         /* all of it */
} part_file;

typedef struct merging {
    report_options options;
    const char **paths;
    size_t count;
    part_file *files;
    part_reader *parts;
    size_t opened; /* of the parts */
    al_budget budget;
    merge merge;
    al_options *library;
    reports reports;
} merging;

/* ---- The command line ---------------------------------------------------------------------------------- */

static int read_options(merging *m, char *const *arguments, bool *help)
{
    option_scanner scanner = {.command = "merge", .list = &merge_option_list, .next = arguments};
    int id;
    while ((id = option_next(&scanner)) != OPTION_END) {
        *help = id == MERGE_OPT_HELP;
        if (*help)
            return EXIT_FINE;
        int status = EXIT_FINE;
        if (id == OPTION_WORD)
            m->paths[m->count++] = scanner.value;
        else
            status = report_options_take(&m->options, id, scanner.value);
        if (status != EXIT_FINE)
            return status;
    }
    if (m->count == 0)
        return usage_error("merge", "nothing to merge: name the parts that check --shard wrote");
    return report_options_end(&m->options);
}

/* A part is input, and input is never changed. */
static int judge_target(const void *context, const report_wish *wish, const al_file_id *place)
{
    const merging *m = context;
    al_file_id part;
    for (size_t i = 0; place != NULL && i < m->count; i++)
        if (al_find_file_id(m->paths[i], &part) && al_same_file_id(&part, place))
            return usage_error("merge", "%s is a part: no report is written over it", target_name(wish));
    return EXIT_FINE;
}

/* ---- Parts --------------------------------------------------------------------------------------------- */

static size_t read_file(void *context, uint64_t at, void *buffer, size_t size, int *error)
{
    part_file *f = context;
    size_t read = 0;
    *error = f->open ? 0 : al_file_open(f->path, &f->file);
    f->open = *error == 0;
    if (f->open)
        *error = al_file_seek(f->file, at);
    if (*error == 0)
        read = al_file_read(f->file, buffer, size, error);
    if (f->open && !f->stays_open) {
        al_file_close(f->file);
        f->open = false;
    }
    return read;
}

static int refuse(const char *path, const al_mistake *mistake)
{
    if (mistake->no_memory)
        return out_of_memory();
    message_at(path, mistake->line, mistake->column, mistake->text);
    return EXIT_USAGE;
}

static part_source source_of(part_file *f, bool whole)
{
    return whole ? (part_source){.context = &f->bytes, .read = part_read_span}
                 : (part_source){.context = f, .read = read_file};
}

static int open_part(merging *m, size_t number)
{
    part_file *f = &m->files[number];
    const size_t fair = CHUNKS_TOGETHER / m->count;
    const size_t chunk = fair > LARGEST_CHUNK ? LARGEST_CHUNK : fair < SMALLEST_CHUNK ? SMALLEST_CHUNK : fair;
    al_file_info info;
    al_mistake mistake = {.line = 1, .column = 1, .text = "this is a folder, not a part"};
    *f = (part_file){.path = m->paths[number], .stays_open = m->count <= MOST_OPEN};
    const bool there = al_stat_path(f->path, &info) == 0;
    if (there && info.kind == AL_KIND_FOLDER)
        return refuse(f->path, &mistake);
    const bool once = there && info.kind != AL_KIND_FILE; /* it gives its bytes once: they are read twice */
    if (once && !al_read_whole_text(f->path, m->budget.limit, &f->buffer, &m->budget, &f->bytes, &mistake))
        return refuse(f->path, &mistake);
    part_reader *part = &m->parts[m->opened++];
    if (part_open(part, f->path, source_of(f, once), chunk, &m->budget))
        return EXIT_FINE;
    return refuse(f->path, &part->mistake);
}

static int refuse_merge(const merging *m)
{
    return m->merge.wrong != NULL ? refuse(m->merge.wrong->name, &m->merge.wrong->mistake) : out_of_memory();
}

static bool make_room(merging *m)
{
    m->budget = al_budget_of(AL_MERGE_MEMORY, 0);
    m->files = calloc(m->count, sizeof *m->files);
    m->parts = calloc(m->count, sizeof *m->parts);
    return m->files != NULL && m->parts != NULL;
}

static int open_parts(merging *m)
{
    int status = EXIT_FINE;
    for (size_t i = 0; status == EXIT_FINE && i < m->count; i++)
        status = open_part(m, i);
    if (status == EXIT_FINE && !merge_begin(&m->merge, m->parts, m->count, &m->budget))
        status = refuse_merge(m);
    return status;
}

/* ---- The report ---------------------------------------------------------------------------------------- */

/* What the command line doesn't say is as the parts were written. */
static bool take_settings(merging *m, const report_part *part)
{
    report_options *o = &m->options;
    if (!o->fail_on_given)
        o->fail_on = part->fail_on;
    if (o->show == AL_OFF)
        o->show = part->show;
    if (!o->per_rule_given && part->per_rule_given) {
        o->per_rule_given = true;
        o->per_rule = part->per_rule;
    }
    m->library = al_options_new();
    for (size_t i = 0; m->library != NULL && i < al_rule_count(); i++)
        if (part->levels[i] != al_rule_at(i)->level)
            (void)al_options_set_level(m->library, al_rule_at(i)->id, part->levels[i], NULL);
    return m->library != NULL;
}

/* Of the command line it is relative to the folder here, not to that of the parts. To be freed; NULL where
 * there is none, or when out of memory. */
static char *own_root(const merging *m)
{
    enum { LONGEST_FOLDER = 4096 };
    char folder[LONGEST_FOLDER];
    if (m->options.sarif_root == NULL)
        return NULL;
    return al_path_normal(al_current_folder(folder, sizeof folder) ? folder : NULL, m->options.sarif_root);
}

static bool receive(void *context, const al_result *result, bool own)
{
    merging *m = context;
    (void)own;
    reports_count(&m->reports, result);
    return reports_add(&m->reports, result);
}

static void write_reports(merging *m, const report_part *part, const char *root)
{
    const report_settings common = {.options = m->library,
                                    .sarif_folder = part->folder != NULL ? part->folder : "",
                                    .sarif_root = root != NULL ? root : part->root};
    if (reports_open(&m->reports, &common) && !merge_results(&m->merge, receive, m) && m->merge.wrong != NULL)
        reports_raise(&m->reports, refuse_merge(m));
    for (size_t i = 0; i < m->count; i++)
        if (m->parts[i].summary.totals.exit_status == EXIT_UNCHECKED)
            reports_raise(&m->reports, EXIT_UNCHECKED);
    if (!m->reports.found && m->reports.status < EXIT_USAGE && part->must_find) {
        message("nothing was checked: no part has a file of a known format");
        message("--allow-empty makes a run without files succeed");
        reports_raise(&m->reports, EXIT_USAGE);
    }
    reports_close(&m->reports);
}

static int merge_parts(merging *m)
{
    int status = judge_targets(&m->options, judge_target, m);
    if (status != EXIT_FINE)
        return status;
    if (!make_room(m))
        return out_of_memory();
    status = open_parts(m);
    if (status != EXIT_FINE)
        return status;
    const report_part *part = &m->parts[0].summary.part;
    if (!take_settings(m, part) || !reports_begin(&m->reports, &m->options))
        return out_of_memory();
    char *root = own_root(m);
    write_reports(m, part, root);
    free(root);
    return m->reports.status;
}

static void end(merging *m)
{
    reports_end(&m->reports);
    merge_end(&m->merge);
    for (size_t i = 0; i < m->opened; i++)
        part_close(&m->parts[i]);
    for (size_t i = 0; m->files != NULL && i < m->count; i++) {
        if (m->files[i].open)
            al_file_close(m->files[i].file);
        al_buffer_free(&m->files[i].buffer);
    }
    al_options_free(m->library);
    report_options_free(&m->options);
    free(m->parts);
    free(m->files);
    free(m->paths);
}

int merge_command(char *const *arguments)
{
    merging m = {.count = 0};
    size_t count = 0;
    bool help = false;
    while (arguments[count] != NULL)
        count++;
    m.paths = calloc(count + 1, sizeof *m.paths);
    int status = EXIT_UNCHECKED;
    if (!report_options_begin(&m.options, "merge", count) || m.paths == NULL)
        status = out_of_memory();
    else
        status = read_options(&m, arguments, &help);
    if (help) {
        print_merge_help(stdout);
        status = finish_stdout(EXIT_FINE);
    } else if (status == EXIT_FINE) {
        status = merge_parts(&m);
    }
    end(&m);
    return status;
}
