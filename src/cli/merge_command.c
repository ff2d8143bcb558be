/* merge_command.c: `assetlint merge`: joins the parts of a sharded run. */
#include <stdlib.h>
#include <string.h>

#include "cli/arguments.h"
#include "cli/commands.h"
#include "cli/help.h"
#include "cli/message.h"
#include "cli/option_tables.h"
#include "cli/report_outputs.h"
#include "cli/reports.h"
#include "cli/sandbox.h"
#include "platform/platform.h"
#include "report/merge.h"
#include "report/part_files.h"
#include "report/sarif_uri.h"

typedef struct merging {
    report_options options;
    const char **paths;
    size_t count;
    part_files files;
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
static int validate_output(const void *context, const report_request *request, const al_file_id *id)
{
    const merging *m = context;
    al_file_id part;
    for (size_t i = 0; id != NULL && i < m->count; i++)
        if (al_find_file_id(m->paths[i], &part) && al_same_file_id(&part, id))
            return usage_error("merge", "%s is a part: no report is written over it", output_name(request));
    return EXIT_FINE;
}

/* ---- Parts --------------------------------------------------------------------------------------------- */

static int refuse(const char *path, const al_mistake *mistake)
{
    if (mistake->no_memory)
        return out_of_memory();
    message_at(path, mistake->line, mistake->column, mistake->text);
    return EXIT_USAGE;
}

static int refuse_merge(const merging *m)
{
    return m->merge.wrong != NULL ? refuse(m->merge.wrong->name, &m->merge.wrong->mistake) : out_of_memory();
}

static int open_parts(merging *m)
{
    al_mistake mistake;
    if (!part_files_open(&m->files, m->paths, m->count, &mistake))
        return refuse(mistake.path, &mistake);
    const bool merged = merge_begin(&m->merge, m->files.readers, m->count, &m->files.budget);
    return merged ? EXIT_FINE : refuse_merge(m);
}

/* ---- The report ---------------------------------------------------------------------------------------- */

/* Settings that the command line doesn't give are those of the parts. */
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

static bool receive(void *context, const al_result *result)
{
    merging *m = context;
    reports_count(&m->reports, result);
    return reports_add(&m->reports, result);
}

static void write_reports(merging *m, const report_part *part, const char *root)
{
    const report_settings common = {.options = m->library,
                                    .sarif_folder = part->folder != NULL ? part->folder : "",
                                    .sarif_root = root != NULL ? root : part->root};
    m->reports.totals.not_judged = m->merge.not_judged;
    m->reports.totals.not_judged_count = m->merge.not_judged_count;
    if (reports_open(&m->reports, &common) && !merge_results(&m->merge, receive, m) && m->merge.wrong != NULL)
        reports_raise(&m->reports, refuse_merge(m));
    for (size_t i = 0; i < m->count; i++)
        if (m->files.readers[i].summary.totals.exit_status == EXIT_UNCHECKED)
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
    int status = validate_outputs(&m->options, validate_output, m);
    if (status != EXIT_FINE)
        return status;
    if (!m->options.no_sandbox)
        sandbox_parts(m->paths, m->count, &m->options);
    status = open_parts(m);
    if (status != EXIT_FINE)
        return status;
    const report_part *part = &m->files.readers[0].summary.part;
    if (!take_settings(m, part) || !reports_begin(&m->reports, &m->options))
        return out_of_memory();
    /* --sarif-root is relative to the current folder, not to the folder of the parts. */
    char *root = m->options.sarif_root != NULL ? sarif_given_root(m->options.sarif_root) : NULL;
    write_reports(m, part, root);
    free(root);
    return m->reports.status;
}

static void release(merging *m)
{
    reports_end(&m->reports);
    merge_end(&m->merge);
    part_files_close(&m->files);
    al_options_free(m->library);
    report_options_free(&m->options);
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
    release(&m);
    return status;
}
