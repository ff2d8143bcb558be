/* targets.c: which file each report goes to, and what is in it already. */
#include "cli/targets.h"

#include <string.h>

#include "cli/message.h"
#include "platform/platform.h"

/* Input is never changed: no report is written over a file that we would check. Pipes and devices are not
 * read, since that would take something out of them, or wait for ever. */
static int judge_content(const al_options *options, const char *file_name)
{
    al_file_info info;
    if (al_stat_path(file_name, &info) != 0 || info.kind != AL_KIND_FILE)
        return EXIT_FINE;
    if (al_path_kind_of(file_name) != AL_PATH_FILE) /* it need not be read to know that */
        return usage_error("check", "%s is an asset: no report is written over it", file_name);
    al_result *result = NULL;
    al_checker *checker = al_checker_new(options);
    if (checker == NULL || al_check_file(checker, file_name, 0, &result) != AL_OK) {
        al_checker_free(checker);
        return out_of_memory();
    }
    const bool asset = result->format[0] != '\0';
    al_result_free(result);
    al_checker_free(checker);
    return asset ? usage_error("check", "%s is an asset: no report is written over it", file_name)
                 : EXIT_FINE;
}

static bool find_place(const report_wish *wish, al_file_id *place)
{
    return wish->file_name != NULL ? al_find_file_id(wish->file_name, place) : al_find_output_id(place);
}

const char *target_name(const report_wish *wish)
{
    return wish->file_name != NULL ? wish->file_name : "standard output";
}

/* The list is still being read when the first report begins, and a user wants to keep it. */
static int judge_list(const check_options *options, const report_wish *wish, const al_file_id *place)
{
    al_file_id list;
    if (options->files_from == NULL)
        return EXIT_FINE;
    const bool found = strcmp(options->files_from, "-") == 0 ? al_find_input_id(&list)
                                                             : al_find_file_id(options->files_from, &list);
    if (!found || list.kind != AL_KIND_FILE || !al_same_file_id(&list, place))
        return EXIT_FINE;
    return usage_error("check", "%s is the list of files: no report is written over it", target_name(wish));
}

int judge_check_target(const void *context, const report_wish *wish, const al_file_id *place)
{
    const target_owner *owner = context;
    const int status = place != NULL ? judge_list(owner->options, wish, place) : EXIT_FINE;
    if (status != EXIT_FINE || wish->file_name == NULL)
        return status;
    return judge_content(owner->library, wish->file_name);
}

static int judge_others(const report_options *options, size_t number, const al_file_id *place)
{
    al_file_id other;
    for (size_t i = 0; i < number; i++)
        if (find_place(&options->wishes[i], &other) && al_same_file_id(&other, place))
            return usage_error(options->command, "two formats for one file: %s and %s",
                               target_name(&options->wishes[i]), target_name(&options->wishes[number]));
    return EXIT_FINE;
}

int judge_targets(const report_options *options, target_judge judge, const void *context)
{
    int status = EXIT_FINE;
    for (size_t i = 0; status == EXIT_FINE && i < options->wish_count; i++) {
        al_file_id place;
        const bool found = find_place(&options->wishes[i], &place);
        if (found)
            status = judge_others(options, i, &place);
        if (status == EXIT_FINE)
            status = judge(context, &options->wishes[i], found ? &place : NULL);
    }
    return status;
}
