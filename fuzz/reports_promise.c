/* reports_promise.c: tells the same things in several ways, and compares: the findings of files as JSON and
 * as SARIF; the findings of files alone, and as members of a zip.
 */
#include "inputs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "core/json_reader.h"
#include "core/sort.h"
#include "readings.h"
#include "report.h"
#include "report/report.h"

enum { MOST_FILES = 8, LONGEST_PATH = 64 };

#define MEMORY (UINT64_C(16) << 20)

/* A report: NULL if it couldn't be written. */
typedef struct written {
    char *text;
    size_t size;
} written;

/* The files of an input, and what was found in each. */
typedef struct told {
    char paths[MOST_FILES][LONGEST_PATH];
    al_span bytes[MOST_FILES];
    al_result *results[MOST_FILES];
    size_t count;
    al_options *options;
    al_checker *checker;
} told;

/* ---- Reports ------------------------------------------------------------------------------------------- */

static const report_form *form_named(const char *name)
{
    size_t i = 0;
    while (strcmp(report_form_at(i)->name, name) != 0)
        i++;
    return report_form_at(i);
}

typedef struct writing {
    const report_form *form;
    FILE *out;
    void *state;
    report_totals totals;
    bool ok;
} writing;

static void writing_begin(writing *w, written *made, const told *t, const char *form)
{
    const report_settings settings = {
        .options = t->options, .show = AL_NOTE, .per_rule = UINT64_MAX, .sarif_root = "/repository"};
    *made = (written){.text = NULL};
    *w = (writing){.form = form_named(form), .out = open_memstream(&made->text, &made->size)};
    w->ok = report_form_begin(w->form, &w->state, w->out, &settings) == REPORT_OK;
}

static void writing_end(writing *w, written *made)
{
    w->ok = w->ok && report_form_finish(w->form, w->state, &w->totals) == REPORT_OK;
    report_form_end(w->form, w->state);
    (void)fclose(w->out);
    if (!w->ok) {
        free(made->text);
        made->text = NULL;
    }
}

static written write_report(const told *t, const char *form)
{
    written made;
    writing w;
    writing_begin(&w, &made, t, form);
    for (size_t i = 0; i < t->count && w.ok; i++) {
        report_totals_add(&w.totals, t->results[i]);
        w.ok = report_form_add(w.form, w.state, t->results[i]) == REPORT_OK;
    }
    writing_end(&w, &made);
    return made;
}

/* ---- Forms --------------------------------------------------------------------------------------------- */

static const char *text_of(const al_json *object, const char *key)
{
    const al_json *value = object != NULL ? al_json_find(object, key) : NULL;
    return value != NULL && value->kind == AL_JSON_TEXT ? value->text : "";
}

static uint64_t number_of(const al_json *object, const char *key)
{
    const al_json *value = object != NULL ? al_json_find(object, key) : NULL;
    return value != NULL && value->is_whole ? value->whole : UINT64_MAX;
}

/* SARIF's message has more than the message: the member before it, the place behind it. */
static bool is_result(const al_json *result, const al_json *finding)
{
    const al_json *location = al_json_find(al_json_find(result, "locations")->first, "physicalLocation");
    const al_json *region = al_json_find(location, "region");
    const char *hash = text_of(al_json_find(result, "partialFingerprints"), "primaryLocationLineHash");
    return strcmp(text_of(result, "ruleId"), text_of(finding, "rule")) == 0 &&
           strcmp(text_of(result, "level"), text_of(finding, "level")) == 0 &&
           strstr(text_of(al_json_find(result, "message"), "text"), text_of(finding, "message")) != NULL &&
           strcmp(hash, text_of(finding, "fingerprint")) == 0 &&
           number_of(region, "byteOffset") == number_of(finding, "offset") &&
           number_of(region, "byteLength") == number_of(finding, "length");
}

/* The finding itself, or the first one behind it that has the level. */
static const al_json *with_level(const al_json *finding, const char *level)
{
    while (finding != NULL && strcmp(text_of(finding, "level"), level) != 0)
        finding = finding->next;
    return finding;
}

/* SARIF has the most severe findings first, and those of one level in the order of JSON. */
static const char *compare_results(const al_json *sarif, const al_json *json)
{
    static const char *const levels[] = {"error", "warning", "note"};
    const al_json *result = al_json_find(al_json_find(sarif, "runs")->first, "results")->first;
    for (size_t i = 0; i < sizeof levels / sizeof levels[0]; i++) {
        const al_json *finding = with_level(al_json_find(json, "findings")->first, levels[i]);
        while (finding != NULL) {
            if (result == NULL || !is_result(result, finding))
                return "SARIF has other findings than JSON";
            result = result->next;
            finding = with_level(finding->next, levels[i]);
        }
    }
    return result != NULL ? "SARIF has more findings than JSON" : NULL;
}

static const al_json *read_json(const written *made, al_arena *arena)
{
    al_json_error error;
    return made->text != NULL ? al_json_read(al_span_of(made->text, made->size), arena, &error) : NULL;
}

static const char *compare_forms(const told *t)
{
    al_budget budget = al_budget_of(MEMORY, 0);
    al_arena arena = al_arena_on(&budget);
    written json = write_report(t, "json"), sarif = write_report(t, "sarif");
    const al_json *as_json = read_json(&json, &arena), *as_sarif = read_json(&sarif, &arena);
    const char *broken = "a report isn't JSON";
    if (as_json != NULL && as_sarif != NULL)
        broken = compare_results(as_sarif, as_json);
    al_arena_free(&arena);
    free(json.text);
    free(sarif.text);
    return broken;
}

/* ---- A zip without compression ------------------------------------------------------------------------- */

/* PKWARE's APPNOTE.TXT 4.3.7 (local header), 4.3.12 (central directory) and 4.3.16 (its end). */
enum { LOCAL_HEADER = 30, DIRECTORY_HEADER = 46, END = 22, VERSION = 20 };
enum { LOCAL_MAGIC = 0x04034B50, DIRECTORY_MAGIC = 0x02014B50, END_MAGIC = 0x06054B50 };

typedef struct zip_member {
    const char *name;
    al_span bytes;
} zip_member;

static uint8_t *put(uint8_t *at, uint64_t value, unsigned bytes)
{
    for (; bytes > 0; bytes--, value >>= 8)
        *at++ = (uint8_t)(value & 0xFF);
    return at;
}

/* From the version to the length of the extra field: the same in both headers. */
static uint8_t *put_common(uint8_t *at, const zip_member *m)
{
    at = put(at, VERSION, 2);
    at = put(at, 0, 8); /* flags, no compression, time and date */
    at = put(at, crc32(0, m->bytes.len > 0 ? m->bytes.ptr : Z_NULL, (uInt)m->bytes.len), 4);
    at = put(at, m->bytes.len, 4);
    at = put(at, m->bytes.len, 4);
    at = put(at, strlen(m->name), 2);
    return put(at, 0, 2);
}

static uint8_t *put_bytes(uint8_t *at, const void *bytes, size_t size)
{
    if (size > 0)
        memcpy(at, bytes, size);
    return at + size;
}

static uint8_t *put_local(uint8_t *at, const zip_member *m)
{
    at = put_common(put(at, LOCAL_MAGIC, 4), m);
    return put_bytes(put_bytes(at, m->name, strlen(m->name)), m->bytes.ptr, m->bytes.len);
}

static uint8_t *put_entry(uint8_t *at, const zip_member *m, uint64_t offset)
{
    at = put_common(put(put(at, DIRECTORY_MAGIC, 4), VERSION, 2), m);
    at = put(put(at, 0, 10), offset, 4); /* comment, disk and attributes before it */
    return put_bytes(at, m->name, strlen(m->name));
}

/* The zip, to be freed; NULL without memory. */
static uint8_t *stored_zip(const zip_member *members, size_t count, size_t *size)
{
    uint64_t files = 0, directory = 0;
    for (size_t i = 0; i < count; i++) {
        files += LOCAL_HEADER + strlen(members[i].name) + members[i].bytes.len;
        directory += DIRECTORY_HEADER + strlen(members[i].name);
    }
    *size = (size_t)(files + directory + END);
    uint8_t *zip = malloc(*size), *at = zip;
    uint64_t offset = 0;
    for (size_t i = 0; zip != NULL && i < count; i++)
        at = put_local(at, &members[i]);
    for (size_t i = 0; zip != NULL && i < count; i++) {
        at = put_entry(at, &members[i], offset);
        offset += LOCAL_HEADER + strlen(members[i].name) + members[i].bytes.len;
    }
    if (zip != NULL) {
        at = put(put(put(put(at, END_MAGIC, 4), 0, 4), count, 2), count, 2);
        (void)put(put(put(at, directory, 4), files, 4), 0, 2);
    }
    return zip;
}

/* ---- Files and members --------------------------------------------------------------------------------- */

/* A name that no rule about packages looks at, with what rules about files look at: its end. */
static void plain_name(char name[LONGEST_PATH + 8], const char *path, size_t number)
{
    const char *slash = strrchr(path, '/');
    const int head = snprintf(name, 8, "%zu/m", number);
    (void)snprintf(name + head, LONGEST_PATH, "%s", slash != NULL ? slash + 1 : path);
    for (char *c = name + head; *c != '\0'; c++)
        if ((*c < 'a' || *c > 'z') && (*c < '0' || *c > '9') && strchr("._-", *c) == NULL)
            *c = '_';
}

static bool is_package(const char *format)
{
    for (size_t i = 0; i < al_package_count(); i++)
        if (strcmp(al_package_at(i)->id, format) == 0)
            return true;
    return false;
}

static const al_result *find_member(const al_result *zip, const char *name)
{
    for (size_t i = 0; i < zip->member_count; i++)
        if (strcmp(zip->members[i]->member, name) == 0)
            return zip->members[i];
    return NULL;
}

/* A file of a known format is a member with the same findings. What is in a package is not unpacked there. */
static const char *compare_member(const told *t, const al_result *zip, const zip_member *m)
{
    al_result *alone;
    if (al_check_memory(t->checker, m->name, m->bytes.ptr, (size_t)m->bytes.len, 0, &alone) != AL_OK)
        return "a check failed though there is memory";
    const al_result *member = find_member(zip, m->name);
    const char *broken = NULL;
    if (alone->format[0] != '\0' && alone->member_count == 0 && zip->status != AL_FILE_LIMIT &&
        alone->status != AL_FILE_LIMIT) {
        if (member != NULL)
            broken = report_compare_bytes(alone, member).what;
        else if (!is_package(alone->format))
            broken = "a zip doesn't have a file as its member";
    }
    al_result_free(alone);
    return broken;
}

static const char *compare_zip(const told *t)
{
    char names[MOST_FILES][LONGEST_PATH + 8];
    zip_member members[MOST_FILES];
    for (size_t i = 0; i < t->count; i++) {
        plain_name(names[i], t->paths[i], i);
        members[i] = (zip_member){.name = names[i], .bytes = t->bytes[i]};
    }
    size_t size;
    uint8_t *bytes = stored_zip(members, t->count, &size);
    al_result *zip = NULL;
    const char *broken = NULL;
    if (bytes == NULL || al_check_memory(t->checker, "m.zip", bytes, size, AL_NAMED, &zip) != AL_OK)
        broken = "out of memory";
    for (size_t i = 0; broken == NULL && i < t->count; i++)
        broken = compare_member(t, zip, &members[i]);
    al_result_free(zip);
    free(bytes);
    return broken;
}

/* ---- An input ------------------------------------------------------------------------------------------ */

static int by_path(const void *left, const void *right, void *context)
{
    const al_result *const *a = left, *const *b = right;
    (void)context;
    return strcmp((*a)->raw_path, (*b)->raw_path);
}

/* Adds a file, unless its path is empty, too long or there already, or it is a package with members: in a run
 * these have results of their own. False if the check failed. */
static bool add_file(told *t, const input_file *file)
{
    char *path = t->paths[t->count];
    al_result *result;
    if (file->path.len == 0 || file->path.len >= LONGEST_PATH)
        return true;
    memcpy(path, file->path.ptr, (size_t)file->path.len);
    path[file->path.len] = '\0';
    for (size_t i = 0; i < t->count; i++)
        if (strcmp(t->paths[i], path) == 0)
            return true;
    if (al_check_memory(t->checker, path, file->bytes.ptr, (size_t)file->bytes.len, AL_NAMED, &result) !=
        AL_OK)
        return false;
    if (result->member_count > 0) {
        al_result_free(result);
        return true;
    }
    t->bytes[t->count] = al_span_of(file->bytes.ptr, file->bytes.len);
    t->results[t->count++] = result;
    return true;
}

static const char *compare_all(told *t, bool due)
{
    al_sort(t->results, t->count, sizeof(al_result *), by_path, NULL);
    const char *broken = compare_forms(t);
    return broken == NULL && due ? compare_zip(t) : broken;
}

static const char *check(told *t, al_span input, bool due)
{
    input_file file;
    uint64_t at = 0;
    while (t->count < MOST_FILES && input_files_next(input, &at, &file))
        if (!add_file(t, &file))
            return "a check failed though there is memory";
    return compare_all(t, due);
}

static bool told_begin(told *t)
{
    if (t->checker != NULL)
        return true;
    t->options = al_options_new();
    if (t->options == NULL)
        return false;
    t->checker = al_checker_new(t->options);
    return t->checker != NULL;
}

static void told_end(told *t)
{
    for (size_t i = 0; i < t->count; i++)
        al_result_free(t->results[i]);
    t->count = 0;
}

const char *reports_promise(const uint8_t *data, size_t size, promise_depth depth)
{
    static told t; /* from input to input, as a program that checks many files keeps its checker */
    uint8_t *copy = exact_copy(data, size);
    const char *broken = "out of memory";
    if (told_begin(&t) && copy != NULL)
        broken = check(&t, al_span_of(copy, size), depth_is_due(depth, data, size));
    told_end(&t);
    free(copy);
    return broken;
}
