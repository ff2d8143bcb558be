/* report_outputs.c: checks which file each report goes to, and what that file contains already. */
#include "cli/report_outputs.h"

#include <string.h>

#include "cli/message.h"
#include "platform/platform.h"
#include "report/earlier_report.h"

/* Input is never changed: no report is written over a file that assetlint would check. Pipes and devices are
 * not read: that would remove data from them, or wait forever. */
static int refuse_asset(const char *file_name)
{
    al_file_info info = {.kind = AL_KIND_UNKNOWN};
    int error = al_stat_path(file_name, &info);
    bool asset = false;
    if (error == 0 && info.kind == AL_KIND_FILE) /* a package by its name alone */
        asset = al_path_kind_of(file_name) != AL_PATH_FILE || holds_asset(file_name, &error);
    if (asset)
        return usage_error("check", "%s is an asset: no report is written over it", file_name);
    if (error == 0 || al_is_not_found(error))
        return EXIT_FINE;
    message("cannot write %s: it may be an asset, and can't be read: %s", file_name, al_error_text(error));
    return EXIT_UNCHECKED;
}

static bool find_output_id(const report_request *request, al_file_id *id)
{
    return request->file_name != NULL ? al_find_file_id(request->file_name, id) : al_find_output_id(id);
}

const char *output_name(const report_request *request)
{
    return request->file_name != NULL ? request->file_name : "standard output";
}

/* The list of files must survive: assetlint may still read it when the first report is opened, and the user
 * wants to keep it. */
static int refuse_list(const check_options *options, const report_request *request, const al_file_id *id)
{
    al_file_id list;
    if (options->files_from == NULL)
        return EXIT_FINE;
    const bool found = strcmp(options->files_from, "-") == 0 ? al_find_input_id(&list)
                                                             : al_find_file_id(options->files_from, &list);
    if (!found || list.kind != AL_KIND_FILE || !al_same_file_id(&list, id))
        return EXIT_FINE;
    return usage_error("check", "%s is the list of files: no report is written over it",
                       output_name(request));
}

int validate_check_output(const void *context, const report_request *request, const al_file_id *id)
{
    const int status = id != NULL ? refuse_list(context, request, id) : EXIT_FINE;
    if (status != EXIT_FINE || request->file_name == NULL)
        return status;
    return refuse_asset(request->file_name);
}

/* Whether the report may replace that file even if the run reads it. Of standard output only the size is
 * known: its file can't be read without its path. */
static bool is_replaceable(const report_request *request, const al_file_id *id)
{
    return request->file_name != NULL ? holds_earlier_report(request->file_name, request->form)
                                      : id->size == 0;
}

int validate_unread(const report_options *options, al_project *project)
{
    for (size_t i = 0; i < options->request_count; i++) {
        const report_request *request = &options->requests[i];
        const char *name = request->file_name;
        al_file_id id;
        if (request->form->appends || !find_output_id(request, &id) || id.kind != AL_KIND_FILE ||
            id.name[0] != '\0' || is_replaceable(request, &id))
            continue;
        const char *read = find_file_that_is_read(project, &id);
        if (read != NULL && (name != NULL || !holds_earlier_report(read, request->form)))
            return usage_error(options->command,
                               "%s is a file that is read, %s: no report is written over it",
                               output_name(request), read);
    }
    return EXIT_FINE;
}

static int refuse_repeated(const report_options *options, size_t number, const al_file_id *id)
{
    al_file_id other;
    for (size_t i = 0; i < number; i++)
        if (find_output_id(&options->requests[i], &other) && al_same_file_id(&other, id))
            return usage_error(options->command, "two formats for one file: %s and %s",
                               output_name(&options->requests[i]), output_name(&options->requests[number]));
    return EXIT_FINE;
}

int validate_outputs(const report_options *options, output_check check, const void *context)
{
    int status = EXIT_FINE;
    for (size_t i = 0; status == EXIT_FINE && i < options->request_count; i++) {
        al_file_id id;
        const bool found = find_output_id(&options->requests[i], &id);
        if (found)
            status = refuse_repeated(options, i, &id);
        if (status == EXIT_FINE)
            status = check(context, &options->requests[i], found ? &id : NULL);
    }
    return status;
}
