/* earlier_report.c: recognises reports by their first lines, and assets. */
#include "report/earlier_report.h"

#include <string.h>

#include "core/limits.h"
#include "core/text.h"
#include "engine/recognize.h"
#include "platform/platform.h"
#include "project/project.h"
#include "report/report.h"

enum { START = 4096 };

static const struct beginning {
    const report_form *form;
    const char *text;
} beginnings[] = {
    {&json_form, "{\"tool\":{\"name\":\"assetlint\""},
    {&ndjson_form, "{\"kind\":\"file\",\"path\":"},
    {&ndjson_form, "{\"kind\":\"summary\","},
    {&sarif_form, "{\"$schema\":\"https://json.schemastore.org/sarif-2.1.0.json\",\"version\":"},
    {&github_form, "::error file="},
    {&github_form, "::warning file="},
    {&github_form, "::notice file="},
    {&junit_form, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"assetlint\""},
    {&html_form, "<!doctype html>\n<html lang=\"en\" data-report=\"assetlint\""},
    {&baseline_form, "{\"tool\":\"assetlint\",\"version\":"},
    {&text_form, "OK: "},
    {&text_form, "FAILED: "},
    {&text_form, "NOT CHECKED: "},
    {&lines_form, "OK: "},
    {&lines_form, "FAILED: "},
    {&lines_form, "NOT CHECKED: "},
};

/* Removes the sequences of colours, so that only the words count. */
static void remove_colors(char *text)
{
    char *to = text;
    for (const char *at = text; *at != '\0';) {
        if (*at == '\x1B') {
            at += strcspn(at, "m\n");
            at += *at == 'm';
        } else {
            *to++ = *at++;
        }
    }
    *to = '\0';
}

/* Whether one of the levels stands in a line between two words. */
static bool has_level(const char *line, const char *before, const char *behind)
{
    static const char *const levels[] = {"error", "warning", "note"};
    const size_t length = strcspn(line, "\n");
    for (size_t i = 0; i < sizeof levels / sizeof levels[0]; i++) {
        const char *at = strstr(line, levels[i]);
        const size_t word = strlen(levels[i]), first = strlen(before);
        for (; at != NULL && (size_t)(at - line) < length; at = strstr(at + 1, levels[i]))
            if ((size_t)(at - line) >= first && strncmp(at - first, before, first) == 0 &&
                strncmp(at + word, behind, strlen(behind)) == 0)
                return true;
    }
    return false;
}

/* A path, and under it a finding: "  0x78    error    ..." */
static bool is_text(const char *text)
{
    const char *second = strchr(text, '\n');
    return second != NULL && strncmp(second + 1, "  ", 2) == 0 && has_level(second + 1, " ", " ");
}

static bool begins_as(char *text, const report_form *form)
{
    remove_colors(text);
    for (size_t i = 0; i < sizeof beginnings / sizeof beginnings[0]; i++)
        if (beginnings[i].form == form && strncmp(text, beginnings[i].text, strlen(beginnings[i].text)) == 0)
            return true;
    return form == &text_form ? is_text(text) : form == &lines_form && has_level(text, ": ", ": ");
}

const char *find_file_that_is_read(al_project *project, const al_file_id *id)
{
    return project_find_read(project, id);
}

/* Reads up to `size` bytes of a file. Returns an error. */
static int read_start(const char *path, void *bytes, size_t size, size_t *length)
{
    size_t got = 1;
    al_file file;
    int error = al_file_open(path, &file);
    *length = 0;
    if (error != 0)
        return error;
    while (error == 0 && got > 0 && *length < size)
        *length += got = al_file_read(file, (char *)bytes + *length, size - *length, &error);
    al_file_close(file);
    return error;
}

bool holds_earlier_report(const char *path, const report_form *form)
{
    char text[START + 1];
    size_t length;
    if (read_start(path, text, START, &length) != 0)
        return false;
    text[length] = '\0';
    return length == 0 || begins_as(text, form);
}

bool holds_asset(const char *path, int *error)
{
    uint8_t head[AL_HEAD_SIZE];
    size_t length;
    *error = read_start(path, head, sizeof head, &length);
    return *error == 0 && al_recognize(al_span_of(head, length), al_base_name(path)) != NULL;
}
