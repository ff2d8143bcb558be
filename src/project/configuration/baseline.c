/* baseline.c: reads baselines, as --write-baseline writes them. */
#include "project/configuration/baseline.h"

#include <stdlib.h>
#include <string.h>

#include "core/digits.h"
#include "core/sort.h"
#include "project/configuration/parts.h"

/* ---- Reading ------------------------------------------------------------------------------------------- */

bool al_read_fingerprint(al_entries *e, const al_json *value, const char **text)
{
    uint64_t number;
    if (!al_read_text(e, value, "a fingerprint", text))
        return false;
    return al_parse_hexadecimal(*text, &number) ||
           al_refuse(e, value->at, "a fingerprint is 16 digits, 0 to 9 and a to f, as reports have them");
}

static bool read_tool(al_entries *e, const al_json *value, void *into)
{
    const char *name;
    (void)into;
    if (!al_read_text(e, value, "\"assetlint\"", &name))
        return false;
    return strcmp(name, "assetlint") == 0 || al_refuse(e, value->at, "this is no baseline of assetlint");
}

static bool read_version(al_entries *e, const al_json *value, void *into)
{
    uint64_t version;
    (void)into;
    if (!al_read_whole(e, value, "a version", &version))
        return false;
    return version == 1 || al_refuse(e, value->at, "this version of assetlint reads baselines of version 1");
}

static bool read_entry_fingerprint(al_entries *e, const al_json *value, void *into)
{
    const char *text;
    return al_read_fingerprint(e, value, &text) &&
           al_parse_hexadecimal(text, &((al_baseline_entry *)into)->fingerprint);
}

static bool read_rule(al_entries *e, const al_json *value, void *into)
{
    return al_read_text(e, value, "a rule", &((al_baseline_entry *)into)->rule);
}

/* The same path begins with "./" for some. */
static const char *without_dot(const char *path)
{
    while (path[0] == '.' && path[1] == '/')
        path += 2 + strspn(path + 2, "/");
    return path;
}

static bool read_path(al_entries *e, const al_json *value, void *into)
{
    al_baseline_entry *entry = into;
    if (!al_read_text(e, value, "a path", &entry->path))
        return false;
    entry->path = without_dot(entry->path);
    return true;
}

static bool read_member(al_entries *e, const al_json *value, void *into)
{
    return al_read_text(e, value, "the path of a member", &((al_baseline_entry *)into)->member);
}

static bool read_field(al_entries *e, const al_json *value, void *into)
{
    return al_read_text(e, value, "a field", &((al_baseline_entry *)into)->field);
}

static bool read_entry(al_entries *e, const al_json *item, al_baseline_entry *entry)
{
    static const al_entry_key keys[] = {{"fingerprint", read_entry_fingerprint},
                                        {"rule", read_rule},
                                        {"path", read_path},
                                        {"member", read_member},
                                        {"field", read_field}};
    static const char *const needed[] = {"fingerprint", "rule", "path", "field"};
    *entry = (al_baseline_entry){.member = "", .at = item->at, .end = item->end};
    if (!al_read_keys(e, item, "an entry", keys, sizeof keys / sizeof keys[0], entry))
        return false;
    for (size_t i = 0; i < sizeof needed / sizeof needed[0]; i++)
        if (al_json_find(item, needed[i]) == NULL)
            return al_refuse(e, item->at, "this entry has no \"%s\"", needed[i]);
    return true;
}

static bool read_findings(al_entries *e, const al_json *value, void *into)
{
    al_baseline *b = into;
    if (!al_expect(e, value, AL_JSON_ARRAY, "a list of findings"))
        return false;
    if (value->count > UINT32_MAX)
        return al_refuse(e, value->at, "too many findings");
    b->entries = al_alloc(e->arena, value->count, sizeof *b->entries);
    b->by_path = al_alloc(e->arena, value->count, sizeof *b->by_path);
    b->by_place = al_alloc(e->arena, value->count, sizeof *b->by_place);
    if (b->entries == NULL || b->by_path == NULL || b->by_place == NULL)
        return al_refuse_memory(e);
    for (const al_json *item = value->first; item != NULL; item = item->next)
        if (!read_entry(e, item, &b->entries[b->count++]))
            return false;
    return true;
}

static bool read_all(al_entries *e, al_baseline *b)
{
    static const al_entry_key keys[] = {
        {"tool", read_tool}, {"version", read_version}, {"findings", read_findings}};
    const al_json *root = al_entries_read(e);
    if (root == NULL || !al_read_keys(e, root, "a baseline", keys, sizeof keys / sizeof keys[0], b))
        return false;
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
        if (al_json_find(root, keys[i].name) == NULL)
            return al_refuse(e, root->at, "this is no baseline: it has no \"%s\"", keys[i].name);
    return true;
}

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

static int by_place(const void *left, const void *right, void *context)
{
    const al_baseline *b = context;
    const uint32_t *first = left, *second = right;
    return compare_numbers(b->entries[*first].at, b->entries[*second].at);
}

static void sort(al_baseline *b)
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
    const al_baseline_entry wanted = {.path = without_dot(path), .member = member};
    size_t low = 0, high = b->count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (by_file(&b->entries[b->by_path[middle]], &wanted) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    *first = low;
    while (low < b->count && by_file(&b->entries[b->by_path[low]], &wanted) == 0)
        low++;
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

/* Takes the baseline over. */
static al_baseline *parse(al_baseline *b, al_mistake *mistake)
{
    al_entries e = {.text = b->text, .arena = &b->arena, .mistake = mistake, .context = b};
    if (!read_all(&e, b)) {
        al_baseline_free(b);
        return NULL;
    }
    sort(b);
    return b;
}

al_baseline *al_baseline_parse(const char *path, al_span text, uint64_t memory, al_mistake *mistake)
{
    al_baseline *b = new_baseline(path, memory, mistake);
    if (b == NULL)
        return NULL;
    b->text = text;
    return parse(b, mistake);
}

al_baseline *al_baseline_read(const char *path, uint64_t memory, al_mistake *mistake)
{
    al_baseline *b = new_baseline(path, memory, mistake);
    if (b == NULL)
        return NULL;
    if (al_read_whole_text(path, memory, &b->buffer, &b->budget, &b->text, mistake))
        return parse(b, mistake);
    al_baseline_free(b);
    return NULL;
}

void al_baseline_free(al_baseline *baseline)
{
    if (baseline == NULL)
        return;
    al_arena_free(&baseline->arena);
    al_buffer_free(&baseline->buffer);
    free(baseline);
}
