/* configure.c: finds the configuration and passes on what it says. What it says of files and rules is the
 * library's business; what only the command line knows is set here.
 */
#include "cli/configure.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cli/message.h"
#include "core/digits.h"
#include "platform/platform.h"
#include "project/configuration/baseline.h"
#include "project/file_path.h"

enum { DATE_SIZE = sizeof "YYYY-MM-DD" };

/* ---- Today --------------------------------------------------------------------------------------------- */

/* The date in UTC of so many seconds since 1970, by counting days from a first of March: then the day that
 * some years have more is the last of a year. A year has five digits at most. */
static void write_date(uint64_t seconds, char date[DATE_SIZE])
{
    enum { DAYS_TO_1970 = 719468, DAYS_OF_400_YEARS = 146097, LAST_YEAR = 9999 };
    const uint64_t days = seconds / 86400 + DAYS_TO_1970;
    const uint64_t day = days % DAYS_OF_400_YEARS;
    const uint64_t year = (day - day / 1460 + day / 36524 - day / 146096) / 365;
    const uint64_t of_year = day - (365 * year + year / 4 - year / 100);
    const uint64_t month = (5 * of_year + 2) / 153;
    const uint64_t whole = days / DAYS_OF_400_YEARS * 400 + year + (month >= 10);
    const unsigned numbers[] = {whole < LAST_YEAR ? (unsigned)whole : LAST_YEAR,
                                (unsigned)(month < 10 ? month + 3 : month - 9),
                                (unsigned)(of_year - (153 * month + 2) / 5 + 1)};
    (void)snprintf(date, DATE_SIZE, "%04u-%02u-%02u", numbers[0] % 10000, numbers[1] % 100, numbers[2] % 100);
}

/* SOURCE_DATE_EPOCH, where it is set, is the clock: so says its specification. */
static int find_today(char date[DATE_SIZE])
{
    const char *given = getenv("SOURCE_DATE_EPOCH");
    uint64_t seconds;
    if (given == NULL || given[0] == '\0')
        seconds = (uint64_t)time(NULL);
    else if (!al_parse_number(given, &seconds))
        return usage_error(NULL, "SOURCE_DATE_EPOCH is a number of seconds, not %s", given);
    write_date(seconds, date);
    return EXIT_FINE;
}

/* ---- The configuration --------------------------------------------------------------------------------- */

static int refuse(const char *path, const al_mistake *mistake)
{
    if (mistake->no_memory)
        return out_of_memory();
    message_at(path, mistake->line, mistake->column, mistake->text);
    return EXIT_USAGE;
}

/* What the search begins with: the first path, or the name that standard input goes by. */
static const char *first_path(const check_options *options)
{
    const char *first = options->path_count > 0 ? options->paths[0] : "";
    if (strcmp(first, "-") == 0)
        first = strcmp(options->stdin_name, "-") != 0 ? options->stdin_name : "";
    return first;
}

/* References of the configuration stand behind those of the command line. */
static bool add_references(check_options *options)
{
    const al_configuration *c = options->configuration;
    const size_t count = options->with_count + c->with_count;
    const char **with = realloc(options->with, (count + 1) * sizeof *with);
    if (with == NULL)
        return false;
    options->with = with;
    for (size_t i = 0; i < c->with_count; i++)
        with[options->with_count++] = c->with[i].path;
    return true;
}

static int read_configuration(check_options *options, const char *path)
{
    char today[DATE_SIZE];
    al_mistake mistake;
    const int status = find_today(today);
    if (status != EXIT_FINE)
        return status;
    options->configuration = al_configuration_read(path, today, &mistake);
    if (options->configuration == NULL)
        return refuse(path, &mistake);
    al_options_configure(options->library, options->configuration);
    if (!options->reports.fail_on_given && options->configuration->has_fail_on)
        options->reports.fail_on = options->configuration->fail_on;
    return add_references(options) ? EXIT_FINE : out_of_memory();
}

static int find_configuration(check_options *options)
{
    bool no_memory;
    char *path = al_configuration_find(first_path(options), &no_memory);
    const int status = path != NULL ? read_configuration(options, path) : EXIT_FINE;
    free(path);
    return no_memory ? out_of_memory() : status;
}

static int read_baseline(check_options *options)
{
    al_mistake mistake;
    options->known =
        al_baseline_read(options->baseline, al_options_limit(options->library, AL_LIMIT_MEMORY), &mistake);
    if (options->known == NULL)
        return refuse(options->baseline, &mistake);
    al_options_set_baseline(options->library, options->known);
    return EXIT_FINE;
}

int configure(check_options *options)
{
    int status = EXIT_FINE;
    if (options->config != NULL)
        status = read_configuration(options, options->config);
    else if (!options->no_config)
        status = find_configuration(options);
    al_options_set_sidecars(options->library, !options->no_config);
    return status == EXIT_FINE && options->baseline != NULL ? read_baseline(options) : status;
}
