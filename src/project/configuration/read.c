/* read.c: reads assetlint.json. */
#include <stdlib.h>
#include <string.h>

#include "core/digits.h"
#include "engine/source.h"
#include "platform/platform.h"
#include "project/configuration/entries.h"
#include "project/configuration/parts.h"

/* No configuration is near either: the second is what its values take, of which the shortest have two bytes.
 */
static const uint64_t most_bytes = UINT64_C(4) << 20, most_memory = UINT64_C(512) << 20;

static al_configuration *configuration_of(const al_entries *e)
{
    return e->context;
}

/* ---- Lists --------------------------------------------------------------------------------------------- */

typedef bool read_item(al_entries *e, const al_json *item, void *into);

/* Reads each item of a list into its place in an array, which `*items` gets. */
static bool read_list(al_entries *e, const al_json *list, const char *what, size_t size, void **items,
                      size_t *count, read_item *read)
{
    if (!al_expect(e, list, AL_JSON_ARRAY, what))
        return false;
    char *places = al_alloc(e->arena, list->count, size);
    if (places == NULL)
        return al_refuse_memory(e);
    *items = places;
    *count = (size_t)list->count;
    for (const al_json *item = list->first; item != NULL; item = item->next, places += size)
        if (!read(e, item, places))
            return false;
    return true;
}

/* ---- Rules --------------------------------------------------------------------------------------------- */

bool al_read_rules(al_entries *e, uint64_t at, const char *pattern)
{
    if (al_pattern_matches_any(pattern))
        return true;
    al_suggestion near = {.meant = pattern, .length = strlen(pattern)};
    for (size_t i = 0; i < al_rule_count(); i++)
        al_suggest(&near, al_rule_at(i)->id);
    return al_refuse_name(e, at, "no rule matches", &near, "");
}

static bool read_pattern(al_entries *e, const al_json *item, void *into)
{
    const char **pattern = into;
    return al_read_text(e, item, "a rule", pattern) && al_read_rules(e, item->at, *pattern);
}

static bool read_select(al_entries *e, const al_json *value, void *into)
{
    al_scope *scope = into;
    void *items = NULL;
    const bool read =
        read_list(e, value, "a list of rules", sizeof(char *), &items, &scope->select_count, read_pattern);
    scope->select = items;
    return read;
}

static bool read_ignore(al_entries *e, const al_json *value, void *into)
{
    al_scope *scope = into;
    void *items = NULL;
    const bool read =
        read_list(e, value, "a list of rules", sizeof(char *), &items, &scope->ignore_count, read_pattern);
    scope->ignore = items;
    return read;
}

/* A level, or `other` for AL_OFF. */
static bool read_level(al_entries *e, const al_json *value, const char *other, al_level *level)
{
    const char *name;
    if (!al_read_text(e, value, "a level", &name))
        return false;
    al_suggestion near = {.meant = name, .length = strlen(name)};
    for (*level = AL_NOTE; *level <= AL_ERROR; (*level)++) {
        al_suggest(&near, al_level_name(*level));
        if (strcmp(al_level_name(*level), name) == 0)
            return true;
    }
    *level = AL_OFF;
    al_suggest(&near, other);
    return strcmp(other, name) == 0 || al_refuse_name(e, value->at, "unknown level", &near, "");
}

static bool read_levels(al_entries *e, const al_json *value, void *into)
{
    al_scope *scope = into;
    if (!al_expect(e, value, AL_JSON_OBJECT, "rules with their levels in braces"))
        return false;
    al_rule_level *levels = al_alloc(e->arena, value->count, sizeof *levels);
    if (levels == NULL)
        return al_refuse_memory(e);
    scope->levels = levels;
    for (const al_json *member = value->first; member != NULL; member = member->next) {
        al_rule_level *level = &levels[scope->level_count++];
        level->pattern = member->key;
        if (!al_read_rules(e, member->key_at, member->key) || !read_level(e, member, "off", &level->level))
            return false;
    }
    return true;
}

/* ---- Paths --------------------------------------------------------------------------------------------- */

/* The same path begins with "./" for some. */
static const char *without_dot(const char *path)
{
    while (path[0] == '.' && path[1] == '/')
        path += 2 + strspn(path + 2, "/");
    return path;
}

/* A path that no file can have would quietly mean nothing. */
static bool read_path(al_entries *e, const al_json *item, const char **path)
{
    if (!al_read_text(e, item, "a path", path))
        return false;
    *path = without_dot(*path);
    if ((*path)[0] == '\0')
        return al_refuse(e, item->at, "this path is empty");
    return al_path_root(*path) == 0 ||
           al_refuse(e, item->at, "paths begin at the folder of this file, not at the root of the system");
}

static bool read_glob(al_entries *e, const al_json *item, void *into)
{
    return read_path(e, item, into);
}

static bool read_globs(al_entries *e, const al_json *value, al_globs *globs)
{
    void *items = NULL;
    globs->given = true;
    const bool read =
        read_list(e, value, "a list of paths", sizeof(char *), &items, &globs->count, read_glob);
    globs->items = items;
    return read;
}

static bool read_exclude(al_entries *e, const al_json *value, void *into)
{
    return read_globs(e, value, &((al_configuration *)into)->exclude);
}

/* The path of what is named in the file, from where the file is. */
static bool read_reference(al_entries *e, const al_json *item, void *into)
{
    al_reference *reference = into;
    const char *path, *folder = configuration_of(e)->folder;
    if (!al_read_text(e, item, "a path", &path))
        return false;
    if (path[0] == '\0')
        return al_refuse(e, item->at, "this path is empty");
    const size_t length = al_path_root(path) > 0 ? 0 : strlen(folder), more = strlen(path);
    const bool slash = length > 0 && folder[length - 1] != '/';
    char *whole = al_alloc(e->arena, length + slash + more + 1, 1);
    if (whole == NULL)
        return al_refuse_memory(e);
    memcpy(whole, folder, length);
    whole[length] = '/';
    memcpy(whole + length + slash, path, more + 1);
    *reference = (al_reference){.path = whole, .at = item->at};
    al_file_info about;
    if (al_look(whole, &about) == 0 && (about.kind == AL_KIND_FOLDER || about.kind == AL_KIND_FILE))
        return true;
    return al_refuse(e, item->at, "there is no file or folder %.300s", whole);
}

static bool read_with(al_entries *e, const al_json *value, void *into)
{
    al_configuration *c = into;
    void *items = NULL;
    const bool read =
        read_list(e, value, "a list of paths", sizeof *c->with, &items, &c->with_count, read_reference);
    c->with = items;
    return read;
}

/* ---- The keys of the file ------------------------------------------------------------------------------ */

static bool read_schema(al_entries *e, const al_json *value, void *into)
{
    const char *schema;
    (void)into;
    return al_read_text(e, value, "the address of a schema", &schema);
}

static bool read_game(al_entries *e, const al_json *value, void *into)
{
    const char *name;
    if (!al_read_text(e, value, "the name of a game", &name))
        return false;
    al_suggestion near = {.meant = name, .length = strlen(name)};
    for (unsigned i = 0; al_game_name(i) != NULL; i++) {
        al_suggest(&near, al_game_name(i));
        if (strcmp(al_game_name(i), name) == 0) {
            ((al_configuration *)into)->games = 1U << i;
            return true;
        }
    }
    return al_refuse_name(e, value->at, "unknown game", &near,
                          ": the games are x-rebirth, x4, victoria2, bbmod and lost-saga");
}

static bool read_fail_on(al_entries *e, const al_json *value, void *into)
{
    al_configuration *c = into;
    c->has_fail_on = true;
    return read_level(e, value, "never", &c->fail_on);
}

static bool read_limit(al_entries *e, const al_json *value, uint64_t *limit)
{
    static const char what[] = "a number of bytes, such as 67108864 or \"64M\",";
    if (value->kind != AL_JSON_TEXT) {
        if (!al_read_whole(e, value, what, limit))
            return false;
    } else if (!al_parse_bytes(value->text, limit)) {
        return al_refuse(e, value->at, "%s was expected, not \"%.200s\"", what, value->text);
    }
    return *limit > 0 || al_refuse(e, value->at, "a limit is at least 1");
}

static bool read_max_file_size(al_entries *e, const al_json *value, void *into)
{
    return read_limit(e, value, &((al_configuration *)into)->limits[AL_LIMIT_FILE_SIZE]);
}

static bool read_max_inflated(al_entries *e, const al_json *value, void *into)
{
    return read_limit(e, value, &((al_configuration *)into)->limits[AL_LIMIT_INFLATED]);
}

static bool read_max_memory(al_entries *e, const al_json *value, void *into)
{
    return read_limit(e, value, &((al_configuration *)into)->limits[AL_LIMIT_MEMORY]);
}

static bool read_limits(al_entries *e, const al_json *value, void *into)
{
    static const al_entry_key keys[] = {{"max-file-size", read_max_file_size},
                                        {"max-inflated", read_max_inflated},
                                        {"max-memory", read_max_memory}};
    return al_read_keys(e, value, "\"limits\"", keys, sizeof keys / sizeof keys[0], into);
}

/* ---- Budgets and overrides ----------------------------------------------------------------------------- */

static bool read_bound(al_entries *e, const al_json *value, void *into)
{
    al_bounds *bounds = into;
    al_measure measure = AL_MEASURE_TRIANGLES;
    while (strcmp(al_measure_name(measure), value->key) != 0)
        measure++;
    bounds->given[measure] = true;
    return al_read_whole(e, value, "a whole number", &bounds->most[measure]);
}

static bool read_budget_paths(al_entries *e, const al_json *value, void *into)
{
    return read_globs(e, value, &((al_bounds *)into)->paths);
}

static bool read_budget(al_entries *e, const al_json *item, void *into)
{
    static const al_entry_key keys[] = {{"paths", read_budget_paths}, {"triangles", read_bound},
                                        {"vertices", read_bound},     {"materials", read_bound},
                                        {"bones", read_bound},        {"bytes", read_bound}};
    return al_read_keys(e, item, "a budget", keys, sizeof keys / sizeof keys[0], into);
}

static bool read_budgets(al_entries *e, const al_json *value, void *into)
{
    al_configuration *c = into;
    void *items = NULL;
    const bool read =
        read_list(e, value, "a list of budgets", sizeof *c->budgets, &items, &c->budget_count, read_budget);
    c->budgets = items;
    return read;
}

static bool read_override_paths(al_entries *e, const al_json *value, void *into)
{
    return read_globs(e, value, &((al_override *)into)->paths);
}

static bool read_override_select(al_entries *e, const al_json *value, void *into)
{
    return read_select(e, value, &((al_override *)into)->scope);
}

static bool read_override_ignore(al_entries *e, const al_json *value, void *into)
{
    return read_ignore(e, value, &((al_override *)into)->scope);
}

static bool read_override_levels(al_entries *e, const al_json *value, void *into)
{
    return read_levels(e, value, &((al_override *)into)->scope);
}

static bool read_override(al_entries *e, const al_json *item, void *into)
{
    static const al_entry_key keys[] = {{"paths", read_override_paths},
                                        {"select", read_override_select},
                                        {"ignore", read_override_ignore},
                                        {"levels", read_override_levels}};
    return al_read_keys(e, item, "an override", keys, sizeof keys / sizeof keys[0], into);
}

static bool read_overrides(al_entries *e, const al_json *value, void *into)
{
    al_configuration *c = into;
    void *items = NULL;
    const bool read = read_list(e, value, "a list of overrides", sizeof *c->overrides, &items,
                                &c->override_count, read_override);
    c->overrides = items;
    return read;
}

/* ---- Suppressions -------------------------------------------------------------------------------------- */

static bool read_rule(al_entries *e, const al_json *value, void *into)
{
    return read_pattern(e, value, &((al_suppression *)into)->rule);
}

static bool read_suppressed_path(al_entries *e, const al_json *value, void *into)
{
    return read_path(e, value, &((al_suppression *)into)->path);
}

static bool read_member(al_entries *e, const al_json *value, void *into)
{
    return al_read_text(e, value, "the path of a member", &((al_suppression *)into)->member);
}

static bool read_field(al_entries *e, const al_json *value, void *into)
{
    return al_read_text(e, value, "a field", &((al_suppression *)into)->field);
}

static bool read_fingerprint(al_entries *e, const al_json *value, void *into)
{
    return al_read_fingerprint(e, value, &((al_suppression *)into)->fingerprint);
}

static bool read_reason(al_entries *e, const al_json *value, void *into)
{
    const char **reason = &((al_suppression *)into)->reason;
    if (!al_read_text(e, value, "a reason", reason))
        return false;
    return (*reason)[strspn(*reason, " \t")] != '\0' || al_refuse(e, value->at, "this reason is empty");
}

/* The number of two or four digits. */
static unsigned digits_of(const char *text, size_t count)
{
    unsigned number = 0;
    for (size_t i = 0; i < count; i++)
        number = number * 10 + (unsigned)(text[i] - '0');
    return number;
}

static bool is_date(const char *text)
{
    static const char form[] = "dddd-dd-dd";
    static const unsigned char days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    for (size_t i = 0; i < sizeof form; i++)
        if (form[i] == 'd' ? text[i] < '0' || text[i] > '9' : text[i] != form[i])
            return false;
    const unsigned year = digits_of(text, 4), month = digits_of(text + 5, 2), day = digits_of(text + 8, 2);
    if (month < 1 || month > 12)
        return false;
    const bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
    return day >= 1 && day <= days[month - 1] + (unsigned)(leap && month == 2);
}

static bool read_expires(al_entries *e, const al_json *value, void *into)
{
    const char **date = &((al_suppression *)into)->expires;
    if (!al_read_text(e, value, "a date", date))
        return false;
    return is_date(*date) ||
           al_refuse(e, value->at, "a date is written YYYY-MM-DD, and is one of the calendar");
}

static bool read_suppression(al_entries *e, const al_json *item, void *into)
{
    static const al_entry_key keys[] = {{"rule", read_rule},      {"path", read_suppressed_path},
                                        {"member", read_member},  {"field", read_field},
                                        {"reason", read_reason},  {"fingerprint", read_fingerprint},
                                        {"expires", read_expires}};
    al_suppression *s = into;
    s->at = item->at;
    s->end = item->end;
    if (!al_read_keys(e, item, "a suppression", keys, sizeof keys / sizeof keys[0], into))
        return false;
    (void)al_rule_set_of(&s->rules, s->rule);
    if (s->reason == NULL)
        return al_refuse(e, item->at, "a suppression says why: it needs a \"reason\"");
    return s->rule != NULL || s->path != NULL || s->fingerprint != NULL ||
           al_refuse(e, item->at, "a suppression needs a \"rule\", a \"path\" or a \"fingerprint\"");
}

static bool read_suppressions(al_entries *e, const al_json *value, void *into)
{
    al_configuration *c = into;
    void *items = NULL;
    const bool read = read_list(e, value, "a list of suppressions", sizeof *c->suppressions, &items,
                                &c->suppression_count, read_suppression);
    c->suppressions = items;
    return read;
}

/* ---- The file ------------------------------------------------------------------------------------------ */

static bool read_scope_select(al_entries *e, const al_json *value, void *into)
{
    return read_select(e, value, &((al_configuration *)into)->scope);
}

static bool read_scope_ignore(al_entries *e, const al_json *value, void *into)
{
    return read_ignore(e, value, &((al_configuration *)into)->scope);
}

static bool read_scope_levels(al_entries *e, const al_json *value, void *into)
{
    return read_levels(e, value, &((al_configuration *)into)->scope);
}

static bool read_all(al_entries *e)
{
    static const al_entry_key keys[] = {
        {"$schema", read_schema},      {"game", read_game},           {"fail-on", read_fail_on},
        {"select", read_scope_select}, {"ignore", read_scope_ignore}, {"levels", read_scope_levels},
        {"exclude", read_exclude},     {"limits", read_limits},       {"with", read_with},
        {"budgets", read_budgets},     {"overrides", read_overrides}, {"suppressions", read_suppressions}};
    const al_json *root = al_entries_read(e);
    return root != NULL &&
           al_read_keys(e, root, "the configuration", keys, sizeof keys / sizeof keys[0], e->context);
}

static al_configuration *new_configuration(const char *path, al_mistake *mistake)
{
    al_configuration *c = calloc(1, sizeof *c);
    *mistake = (al_mistake){.line = 1, .column = 1};
    if (c != NULL) {
        c->budget = al_budget_of(most_memory, 0);
        c->arena = al_arena_on(&c->budget);
    }
    if (c != NULL && al_configuration_place(c, path))
        return c;
    mistake->no_memory = true;
    al_configuration_free(c);
    return NULL;
}

/* Takes the configuration over. */
static al_configuration *parse(al_configuration *c, const char *today, al_mistake *mistake)
{
    al_entries e = {.text = c->text, .arena = &c->arena, .mistake = mistake, .context = c};
    if (!read_all(&e)) {
        al_configuration_free(c);
        return NULL;
    }
    for (size_t i = 0; i < c->suppression_count; i++) {
        al_suppression *s = &c->suppressions[i];
        s->expired = s->expires != NULL && strcmp(s->expires, today) < 0;
    }
    return c;
}

al_configuration *al_configuration_parse(const char *path, al_span text, const char *today,
                                         al_mistake *mistake)
{
    al_configuration *c = new_configuration(path, mistake);
    if (c == NULL)
        return NULL;
    c->text = text;
    return parse(c, today, mistake);
}

al_configuration *al_configuration_read(const char *path, const char *today, al_mistake *mistake)
{
    al_configuration *c = new_configuration(path, mistake);
    if (c == NULL)
        return NULL;
    if (al_read_whole_text(path, most_bytes, &c->buffer, &c->budget, &c->text, mistake))
        return parse(c, today, mistake);
    al_configuration_free(c);
    return NULL;
}

void al_configuration_free(al_configuration *configuration)
{
    if (configuration == NULL)
        return;
    free(configuration->root);
    free(configuration->real_root);
    free(configuration->current);
    al_arena_free(&configuration->arena);
    al_buffer_free(&configuration->buffer);
    free(configuration);
}
