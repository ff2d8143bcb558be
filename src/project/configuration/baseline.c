/* baseline.c: reads baselines, as --write-baseline writes them. */
#include "project/configuration/baseline.h"

#include <stdlib.h>
#include <string.h>

#include "core/number.h"
#include "core/sort.h"
#include "project/configuration/configuration.h"
#include "project/paths.h"

/* ---- Reading ------------------------------------------------------------------------------------------- */

bool al_read_fingerprint(al_json_file *file, const al_json *value, const al_json_key *key, void *place)
{
    uint64_t number;
    (void)key;
    *(const char **)place = value->text;
    if (!al_json_expect(file, value, AL_JSON_TEXT, "a fingerprint"))
        return false;
    return al_parse_hexadecimal(value->text, &number) ||
           al_json_refuse(file, value->at,
                          "a fingerprint is 16 digits, 0 to 9 and a to f, as reports have them");
}

bool al_read_fingerprint_number(al_json_file *file, const al_json *value, const al_json_key *key, void *place)
{
    const char *text;
    return al_read_fingerprint(file, value, key, &text) && al_parse_hexadecimal(text, place);
}

static bool read_tool(al_json_file *file, const al_json *value, const al_json_key *key, void *place)
{
    (void)key;
    (void)place;
    if (!al_json_expect(file, value, AL_JSON_TEXT, "\"assetlint\""))
        return false;
    return strcmp(value->text, "assetlint") == 0 ||
           al_json_refuse(file, value->at, "this is no baseline of assetlint");
}

static bool read_version(al_json_file *file, const al_json *value, const al_json_key *key, void *place)
{
    uint64_t version;
    (void)place;
    if (!al_json_read_whole(file, value, key, &version))
        return false;
    return version == 1 ||
           al_json_refuse(file, value->at, "this version of assetlint reads baselines of version 1");
}

static bool read_path(al_json_file *file, const al_json *value, const al_json_key *key, void *place)
{
    if (!al_json_read_text(file, value, key, place))
        return false;
    *(const char **)place = al_path_without_dot(value->text);
    return true;
}

static const al_json_key entry_keys[] = {
    {"fingerprint", al_read_fingerprint_number, offsetof(al_baseline_entry, fingerprint), .needed = true},
    {"rule", al_json_read_text, offsetof(al_baseline_entry, rule), .needed = true, .what = "a rule"},
    {"path", read_path, offsetof(al_baseline_entry, path), .needed = true, .what = "a path"},
    {"member", al_json_read_text, offsetof(al_baseline_entry, member), .what = "the path of a member"},
    {"field", al_json_read_text, offsetof(al_baseline_entry, field), .needed = true, .what = "a field"}};

static const al_json_table entry_table = {.name = "an entry",
                                          .missing = "this entry has no",
                                          .keys = entry_keys,
                                          .count = sizeof entry_keys / sizeof entry_keys[0]};

static bool read_entry(al_json_file *file, const al_json *value, const al_json_key *key, void *place)
{
    *(al_baseline_entry *)place = (al_baseline_entry){.member = "", .at = value->at, .end = value->end};
    return al_json_read_table(file, value, key, place);
}

static bool read_findings(al_json_file *file, const al_json *value, const al_json_key *key, void *place)
{
    al_baseline *b = file->context;
    if (value->kind == AL_JSON_ARRAY && value->count > UINT32_MAX)
        return al_json_refuse(file, value->at, "too many findings");
    if (!al_json_read_list(file, value, key, place))
        return false;
    b->by_path = al_alloc(file->arena, b->count, sizeof *b->by_path);
    b->by_place = al_alloc(file->arena, b->count, sizeof *b->by_place);
    return (b->by_path != NULL && b->by_place != NULL) || al_json_refuse_memory(file);
}

static const al_json_key entry_item = {.read = read_entry, .table = &entry_table};

static const al_json_key baseline_keys[] = {{"tool", read_tool, .needed = true},
                                            {"version", read_version, .needed = true, .what = "a version"},
                                            {"findings", read_findings,
                                             AL_JSON_LIST(al_baseline, entries, count), .needed = true,
                                             .what = "a list of findings", .item = &entry_item}};

static const al_json_table baseline_table = {.name = "a baseline",
                                             .missing = "this is no baseline: it has no",
                                             .keys = baseline_keys,
                                             .count = sizeof baseline_keys / sizeof baseline_keys[0]};

/* ---- Order --------------------------------------------------------------------------------------------- */

static int compare_numbers(uint64_t a, uint64_t b)
{
    return (a > b) - (a < b);
}

static int by_fingerprint(const void *left, const void *right, void *context)
{
    const al_baseline_entry *a = left, *b = right;
    (void)context;
    const int order = compare_numbers(a->fingerprint, b->fingerprint);
    return order != 0 ? order : compare_numbers(a->at, b->at);
}

static int by_file(const al_baseline_entry *a, const al_baseline_entry *b)
{
    const int order = strcmp(a->path, b->path);
    return order != 0 ? order : strcmp(a->member, b->member);
}

static int by_path(const void *left, const void *right, void *context)
{
    const al_baseline *b = context;
    const uint32_t *first = left, *second = right;
    const int order = by_file(&b->entries[*first], &b->entries[*second]);
    return order != 0 ? order : compare_numbers(*first, *second);
}

/* Compares the file of an entry, by its index, with that of a wanted entry. */
static int by_file_of(const void *left, const void *right, void *context)
{
    const al_baseline_entry *entries = context;
    const uint32_t *index = left;
    return by_file(&entries[*index], right);
}

static int by_place(const void *left, const void *right, void *context)
{
    const al_baseline *b = context;
    const uint32_t *first = left, *second = right;
    return compare_numbers(b->entries[*first].at, b->entries[*second].at);
}

void al_baseline_sort(al_baseline *b)
{
    al_sort(b->entries, b->count, sizeof *b->entries, by_fingerprint, NULL);
    for (size_t i = 0; i < b->count; i++)
        b->by_path[i] = b->by_place[i] = (uint32_t)i;
    al_sort(b->by_path, b->count, sizeof *b->by_path, by_path, b);
    al_sort(b->by_place, b->count, sizeof *b->by_place, by_place, b);
}

size_t al_baseline_find(const al_baseline *b, const char *fingerprint)
{
    al_baseline_entry wanted = {.at = 0};
    if (!al_parse_hexadecimal(fingerprint, &wanted.fingerprint))
        return b->count;
    const size_t at = al_lower_bound(b->entries, b->count, sizeof *b->entries, &wanted, by_fingerprint, NULL);
    return at < b->count && b->entries[at].fingerprint == wanted.fingerprint ? at : b->count;
}

void al_baseline_of_file(const al_baseline *b, const char *path, const char *member, size_t *first,
                         size_t *end)
{
    const al_baseline_entry wanted = {.path = al_path_without_dot(path),
                                      .member = member != NULL ? member : ""};
    size_t low = al_lower_bound(b->by_path, b->count, sizeof *b->by_path, &wanted, by_file_of, b->entries);
    *first = low;
    for (; low < b->count; low++) {
        const al_baseline_entry *entry = &b->entries[b->by_path[low]];
        if (strcmp(entry->path, wanted.path) != 0 || (member != NULL && strcmp(entry->member, member) != 0))
            break;
    }
    *end = low;
}

/* ---- The file ------------------------------------------------------------------------------------------ */

static al_baseline *new_baseline(const char *path, uint64_t memory, al_mistake *mistake)
{
    al_baseline *b = calloc(1, sizeof *b);
    *mistake = (al_mistake){.line = 1, .column = 1, .no_memory = b == NULL};
    if (b == NULL)
        return NULL;
    b->path = path;
    b->budget = al_budget_of(memory, 0);
    b->arena = al_arena_on(&b->budget);
    return b;
}

al_baseline *al_baseline_read(const char *path, const al_span *text, uint64_t memory, al_mistake *mistake)
{
    al_baseline *b = new_baseline(path, memory, mistake);
    if (b == NULL)
        return NULL;
    al_json_file file = {.arena = &b->arena, .mistake = mistake, .context = b};
    const al_json *root = NULL;
    if (text != NULL)
        b->text = *text;
    if (text != NULL || al_read_whole_text(path, memory, &b->buffer, &b->budget, &b->text, mistake)) {
        file.text = b->text;
        root = al_json_parse(&file);
    }
    if (root == NULL || !al_json_read_object(&file, root, &baseline_table, b)) {
        al_baseline_free(b);
        return NULL;
    }
    al_baseline_sort(b);
    return b;
}

void al_baseline_free(al_baseline *baseline)
{
    if (baseline == NULL)
        return;
    al_arena_free(&baseline->arena);
    al_buffer_free(&baseline->buffer);
    free(baseline);
}
