/* project_options.c: makes the project of a command from its options, and tells the user what a run waits
 * for. */
#include "cli/project_options.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cli/message.h"
#include "core/number.h"
#include "platform/platform.h"

enum { DATE_SIZE = sizeof "YYYY-MM-DD" };

/* Writes the date in UTC of a time in seconds since 1970. Years are counted from 1 March, so that a leap day
 * is the last day of its year. Years after 9999 are written as 9999. */
static void write_date(uint64_t seconds, char date[DATE_SIZE])
{
    enum { DAYS_TO_1970 = 719468, DAYS_OF_400_YEARS = 146097, LAST_YEAR = 9999 };
    const uint64_t days = seconds / 86400 + DAYS_TO_1970;
    const uint64_t day = days % DAYS_OF_400_YEARS;
    const uint64_t year = (day - day / 1460 + day / 36524 - day / 146096) / 365;
    const uint64_t day_of_year = day - (365 * year + year / 4 - year / 100);
    const uint64_t month = (5 * day_of_year + 2) / 153;
    const uint64_t calendar_year = days / DAYS_OF_400_YEARS * 400 + year + (month >= 10);
    const unsigned numbers[] = {calendar_year < LAST_YEAR ? (unsigned)calendar_year : LAST_YEAR,
                                (unsigned)(month < 10 ? month + 3 : month - 9),
                                (unsigned)(day_of_year - (153 * month + 2) / 5 + 1)};
    (void)snprintf(date, DATE_SIZE, "%04u-%02u-%02u", numbers[0] % 10000, numbers[1] % 100, numbers[2] % 100);
}

static const char clock_variable[] = "SOURCE_DATE_EPOCH";

/* SOURCE_DATE_EPOCH, if it is set, replaces the clock: its specification demands that. False if it is no
 * number. */
static bool find_today(char date[DATE_SIZE])
{
    const char *given = getenv(clock_variable);
    const bool has_clock = given == NULL || given[0] == '\0';
    uint64_t seconds = has_clock ? (uint64_t)time(NULL) : 0;
    if (!has_clock && !al_parse_number(given, &seconds))
        return false;
    write_date(seconds, date);
    return true;
}

int project_status(const al_project *project, al_status status)
{
    if (status == AL_OUT_OF_MEMORY)
        return out_of_memory();
    if (status != AL_CONFIG_ERROR)
        return status == AL_OK ? EXIT_FINE : EXIT_UNCHECKED;
    const al_mistake *mistake = al_project_mistake(project);
    message_at(mistake->path, mistake->line, mistake->column, mistake->text);
    return EXIT_USAGE;
}

static al_status add_paths(const check_options *o, al_project *project)
{
    al_status status = AL_OK;
    for (size_t i = 0; status == AL_OK && i < o->path_count; i++)
        status = strcmp(o->paths[i], "-") == 0 ? al_project_add_standard_input(project, o->stdin_name)
                                               : al_project_add_path(project, o->paths[i]);
    if (status == AL_OK && o->files_from != NULL)
        status = al_project_add_list(project, o->files_from, o->separator);
    for (size_t i = 0; status == AL_OK && i < o->with_count; i++)
        status = al_project_add_reference(project, o->with[i]);
    for (size_t i = 0; status == AL_OK && i < o->excluded_count; i++)
        status = al_project_exclude(project, o->excluded[i]);
    return status;
}

static int read_configuration(const check_options *o, al_project *project)
{
    char today[DATE_SIZE];
    if (o->no_config)
        return EXIT_FINE;
    const bool has_date = find_today(today);
    if (has_date)
        (void)al_project_set_date(project, today);
    const int status =
        project_status(project, o->config != NULL ? al_project_read_configuration(project, o->config)
                                                  : al_project_find_configuration(project));
    const al_configuration_info *found = al_project_configuration(project);
    if (status == EXIT_FINE && found != NULL && found->unused_with != NULL)
        message("%s: \"with\" leads out of its folder, to %s, which is not used; --config %s uses it",
                found->path, found->unused_with, found->path);
    /* Only suppressions of a configuration expire. */
    if (status == EXIT_FINE && !has_date && found != NULL)
        return usage_error(NULL, "%s is a number of seconds, not %s", clock_variable, getenv(clock_variable));
    return status;
}

int project_make(check_options *options, al_project **project)
{
    *project = al_project_new(options->library);
    if (*project == NULL || add_paths(options, *project) != AL_OK)
        return out_of_memory();
    al_project_set_jobs(*project, options->jobs);
    if (options->fail_on_given)
        al_project_set_fail_on(*project, options->fail_on);
    if (options->shards > 0)
        (void)al_project_set_shard(*project, options->shard, options->shards);
    int status = read_configuration(options, *project);
    if (status == EXIT_FINE && options->baseline != NULL)
        status = project_status(*project, al_project_read_baseline(*project, options->baseline));
    const al_configuration_info *c = al_project_configuration(*project);
    if (c != NULL && c->has_fail_on && !options->fail_on_given)
        options->fail_on = c->fail_on;
    return status;
}

/* ---- While it runs --- */

/* What the program waits for. */
static void tell_waiting(const al_notice *notice)
{
    if (notice->kind == AL_NOTICE_READS_TERMINAL)
        message("reading %s from the terminal; %s", notice->text, al_end_of_input_keys());
    else if (notice->kind == AL_NOTICE_WAITS_FOR_INPUT)
        message("waiting for %s on standard input", notice->text);
    else if (notice->kind == AL_NOTICE_WAITS_FOR_PIPE)
        message("waiting for a program to write to the pipe %s", notice->path);
    else if (al_file_is_terminal(al_standard_error))
        message("reading the pipe %s", notice->path);
}

/* What may be another file, or folder, than the user expects. */
static void tell_choice(const al_notice *notice)
{
    static const char instead[] = "check each folder for itself, or give --config FILE";
    const bool below = notice->kind == AL_NOTICE_BASE_BELOW;
    if (notice->kind == AL_NOTICE_UNUSED_CONFIGURATION)
        message("not used: %s%s; only that of the first path is, or one above it: %s", notice->path,
                notice->text, instead);
    else if (notice->kind == AL_NOTICE_FOREIGN_CONFIGURATION)
        message("%s is used for %s, too: %s", notice->path, notice->text, instead);
    else
        message("%s: its paths count from another folder than those of this run: %s %s/%s they match",
                notice->path, below ? "without" : "with", notice->text, below ? "" : " in front");
}

void project_notice(const check_options *options, const al_notice *notice)
{
    switch (notice->kind) {
    case AL_NOTICE_NO_MEMORY: message("%s: out of memory", notice->path); return;
    case AL_NOTICE_LIST:
        message("cannot read %s: %s", strcmp(notice->path, "-") == 0 ? "standard input" : notice->path,
                notice->text);
        return;
    case AL_NOTICE_UNREAD:
        message("cannot read %s for the rules across files: %s", notice->path, notice->text);
        return;
    case AL_NOTICE_BASE_BELOW:
    case AL_NOTICE_BASE_ABOVE:
    case AL_NOTICE_UNUSED_CONFIGURATION:
    case AL_NOTICE_FOREIGN_CONFIGURATION:
        if (!options->quiet)
            tell_choice(notice);
        return;
    case AL_NOTICE_READS_TERMINAL:
    case AL_NOTICE_WAITS_FOR_INPUT:
    case AL_NOTICE_READS_PIPE:
    case AL_NOTICE_WAITS_FOR_PIPE:
        if (!options->quiet)
            tell_waiting(notice);
        return;
    }
}

bool project_is_stopped(void *context)
{
    (void)context;
    return al_interrupted();
}
