/* configuration.c: reads assetlint.json. */
#include "project/configuration/configuration.h"

#include <stdlib.h>
#include <string.h>

#include "core/number.h"
#include "engine/source.h"
#include "platform/platform.h"
#include "project/paths.h"

/* Limits of the file, and of the memory for its values: far more than a configuration needs. The shortest
 * values take two bytes of the file. */
static const uint64_t most_bytes = UINT64_C(4) << 20, most_memory = UINT64_C(512) << 20;

#define TABLE(label, list)                                                       \
    {                                                                            \
        .name = (label), .keys = (list), .count = sizeof(list) / sizeof(list)[0] \
    }

/* ---- Rules --------------------------------------------------------------------------------------------- */

bool al_read_rules(al_json_file *file, uint64_t at, const char *pattern)
{
    if (al_pattern_matches_any(pattern))
        return true;
    al_suggestion near = {.meant = pattern, .length = strlen(pattern)};
    for (size_t i = 0; i < al_rule_count(); i++)
        al_suggest(&near, al_rule_at(i)->id);
    return al_json_refuse_name(file, at, "no rule matches", &near, "");
}

static bool read_pattern(al_json_file *file, const al_json *value, const al_json_key *key, void *place)
{
    return al_json_read_text(file, value, key, place) && al_read_rules(file, value->at, value->text);
}

/* `off` is the name of AL_OFF; NULL: there is none. */
static bool refuse_level(al_json_file *file, const al_json *value, const char *off)
{
    al_suggestion near = {.meant = value->text, .length = strlen(value->text)};
    char levels[64];
    for (al_level level = AL_NOTE; level <= AL_ERROR; level++)
        al_suggest(&near, al_level_name(level));
    if (off != NULL)
        al_suggest(&near, off);
    (void)snprintf(levels, sizeof levels, "; the levels are %s%s",
                   off != NULL ? "error, warning, note and " : "error, warning and note",
                   off != NULL ? off : "");
    return al_json_refuse_name(file, value->at, "unknown level", &near, levels);
}

bool al_read_level(al_json_file *file, const al_json *value, const al_json_key *key, void *place)
{
    al_level *level = place;
    if (!al_json_expect(file, value, AL_JSON_TEXT, "a level"))
        return false;
    for (*level = AL_NOTE; *level <= AL_ERROR; (*level)++)
        if (strcmp(al_level_name(*level), value->text) == 0)
            return true;
    *level = AL_OFF;
    return (key->what != NULL && strcmp(key->what, value->text) == 0) || refuse_level(file, value, key->what);
}

static bool read_levels(al_json_file *file, const al_json *value, const al_json_key *key, void *place)
{
    static const al_json_key item = {.what = "off"};
    al_scope *scope = place;
    (void)key;
    if (!al_json_expect(file, value, AL_JSON_OBJECT, "rules with their levels in braces"))
        return false;
    al_rule_level *levels = al_alloc(file->arena, value->count, sizeof *levels);
    if (levels == NULL)
        return al_json_refuse_memory(file);
    scope->levels = levels;
    for (const al_json *member = value->first; member != NULL; member = member->next) {
        al_rule_level *level = &levels[scope->level_count++];
        level->pattern = member->key;
        if (!al_read_rules(file, member->key_at, member->key) ||
            !al_read_level(file, member, &item, &level->level))
            return false;
    }
    return true;
}

static const al_json_key pattern_item = {.read = read_pattern, .what = "a rule"};

/* The three keys of the member `scope` of a struct. */
#define SCOPE_KEYS(type)                                                                \
    {"select", al_json_read_list, .what = "a list of rules", .item = &pattern_item,     \
     AL_JSON_LIST(type, scope.select, scope.select_count)},                             \
        {"ignore", al_json_read_list, .what = "a list of rules", .item = &pattern_item, \
         AL_JSON_LIST(type, scope.ignore, scope.ignore_count)},                         \
    {                                                                                   \
        "levels", read_levels, .place = offsetof(type, scope)                           \
    }

/* ---- Paths --------------------------------------------------------------------------------------------- */

/* Refuses a path that no file can have, since it would silently match nothing. */
static bool read_path(al_json_file *file, const al_json *value, const al_json_key *key, void *place)
{
    if (!al_json_expect(file, value, AL_JSON_TEXT, "a path"))
        return false;
    const char *path = al_path_without_dot(value->text);
    (void)key;
    *(const char **)place = path;
    if (path[0] == '\0')
        return al_json_refuse(file, value->at, "this path is empty");
    return al_path_root(path) == 0 ||
           al_json_refuse(file, value->at,
                          "paths begin at the folder of this file, not at the root of the system");
}

static bool read_globs(al_json_file *file, const al_json *value, const al_json_key *key, void *place)
{
    static const al_json_key item = {.read = read_path};
    static const al_json_key list = {
        .what = "a list of paths", .item = &item, AL_JSON_LIST(al_globs, items, count)};
    al_globs *globs = place;
    (void)key;
    globs->given = true;
    return al_json_read_list(file, value, &list, &globs->items);
}

/* Reads a path of "with". It is relative to the folder of the configuration. */
static bool read_reference(al_json_file *file, const al_json *value, const al_json_key *key, void *place)
{
    const al_configuration *c = file->context;
    const char *path = value->text;
    (void)key;
    if (!al_json_expect(file, value, AL_JSON_TEXT, "a path"))
        return false;
    if (path[0] == '\0')
        return al_json_refuse(file, value->at, "this path is empty");
    const size_t length = al_path_root(path) > 0 ? 0 : strlen(c->folder), more = strlen(path);
    const bool slash = length > 0 && c->folder[length - 1] != '/';
    char *whole = al_alloc(file->arena, length + slash + more + 1, 1);
    if (whole == NULL)
        return al_json_refuse_memory(file);
    memcpy(whole, c->folder, length);
    whole[length] = '/';
    memcpy(whole + length + slash, path, more + 1);
    *(al_reference *)place = (al_reference){.path = whole, .at = value->at};
    al_file_info about;
    if (al_stat_path(whole, &about) == 0 && (about.kind == AL_KIND_FOLDER || about.kind == AL_KIND_FILE))
        return true;
    return al_json_refuse(file, value->at, "there is no file or folder %.300s", whole);
}

/* ---- Single values ------------------------------------------------------------------------------------- */

/* Only editors use the schema. */
static bool read_schema(al_json_file *file, const al_json *value, const al_json_key *key, void *place)
{
    (void)place;
    return al_json_expect(file, value, AL_JSON_TEXT, key->what);
}

static bool read_game(al_json_file *file, const al_json *value, const al_json_key *key, void *place)
{
    const char *name = value->text;
    unsigned *games = place;
    (void)key;
    if (!al_json_expect(file, value, AL_JSON_TEXT, "the name of a game"))
        return false;
    al_suggestion near = {.meant = name, .length = strlen(name)};
    for (unsigned i = 0; al_game_name(i) != NULL; i++) {
        al_suggest(&near, al_game_name(i));
        if (strcmp(al_game_name(i), name) == 0) {
            *games = 1U << i;
            return true;
        }
    }
    return al_json_refuse_name(file, value->at, "unknown game", &near,
                               ": the games are x-rebirth, x4, victoria2, bbmod and lost-saga");
}

static bool read_fail_on(al_json_file *file, const al_json *value, const al_json_key *key, void *place)
{
    al_configuration *c = place;
    c->has_fail_on = true;
    return al_read_level(file, value, key, &c->fail_on);
}

static bool read_limit(al_json_file *file, const al_json *value, const al_json_key *key, void *place)
{
    uint64_t *limit = place;
    if (value->kind != AL_JSON_TEXT) {
        if (!al_json_read_whole(file, value, key, limit))
            return false;
    } else if (!al_parse_bytes(value->text, limit)) {
        return al_json_refuse(file, value->at, "%s was expected, not \"%.200s\"", key->what, value->text);
    }
    return *limit > 0 || al_json_refuse(file, value->at, "a limit is at least 1");
}

static bool read_bound(al_json_file *file, const al_json *value, const al_json_key *key, void *place)
{
    al_bound *bound = place;
    bound->given = true;
    return al_json_read_whole(file, value, key, &bound->most);
}

static bool read_reason(al_json_file *file, const al_json *value, const al_json_key *key, void *place)
{
    if (!al_json_read_text(file, value, key, place))
        return false;
    return value->text[strspn(value->text, " \t")] != '\0' ||
           al_json_refuse(file, value->at, "this reason is empty");
}

/* The value of `count` digits. */
static unsigned digits_of(const char *text, size_t count)
{
    unsigned number = 0;
    for (size_t i = 0; i < count; i++)
        number = number * 10 + (unsigned)(text[i] - '0');
    return number;
}

bool al_is_date(const char *text)
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

static bool read_expires(al_json_file *file, const al_json *value, const al_json_key *key, void *place)
{
    if (!al_json_read_text(file, value, key, place))
        return false;
    return al_is_date(value->text) ||
           al_json_refuse(file, value->at, "a date is YYYY-MM-DD, and must exist in the calendar");
}

/* ---- Objects ------------------------------------------------------------------------------------------- */

#define LIMIT(limit)                                                           \
    read_limit, .place = offsetof(al_configuration, limits[AL_LIMIT_##limit]), \
                .what = "a number of bytes, such as 67108864 or \"64M\","

static const al_json_key limit_keys[] = {
    {"max-file-size", LIMIT(FILE_SIZE)}, {"max-inflated", LIMIT(INFLATED)}, {"max-memory", LIMIT(MEMORY)}};

static const al_json_table limits_table = TABLE("\"limits\"", limit_keys);

#define BOUND(measure) \
    read_bound, .place = offsetof(al_bounds, of[AL_MEASURE_##measure]), .what = "a whole number"

static const al_json_key texture_keys[] = {{"side", BOUND(TEXTURE_SIDE)}, {"bytes", BOUND(TEXTURE_BYTES)}};

static const al_json_table texture_table = TABLE("\"textures\"", texture_keys);

static const al_json_key budget_keys[] = {{"paths", read_globs, .place = offsetof(al_bounds, paths)},
                                          {"triangles", BOUND(TRIANGLES)},
                                          {"vertices", BOUND(VERTICES)},
                                          {"materials", BOUND(MATERIALS)},
                                          {"bones", BOUND(BONES)},
                                          {"bytes", BOUND(BYTES)},
                                          {"pixels", BOUND(PIXELS)},
                                          {"textures", al_json_read_table, .table = &texture_table}};

static const al_json_table budget_table = TABLE("a budget", budget_keys);

static const al_json_key override_keys[] = {{"paths", read_globs, .place = offsetof(al_override, paths)},
                                            SCOPE_KEYS(al_override)};

static const al_json_table override_table = TABLE("an override", override_keys);

static const al_json_key suppression_keys[] = {
    {"rule", read_pattern, .place = offsetof(al_suppression, rule), .what = "a rule"},
    {"path", read_path, .place = offsetof(al_suppression, path)},
    {"member", al_json_read_text, .place = offsetof(al_suppression, member), .what = "the path of a member"},
    {"field", al_json_read_text, .place = offsetof(al_suppression, field), .what = "a field"},
    {"reason", read_reason, .place = offsetof(al_suppression, reason), .what = "a reason"},
    {"fingerprint", al_read_fingerprint, .place = offsetof(al_suppression, fingerprint)},
    {"expires", read_expires, .place = offsetof(al_suppression, expires), .what = "a date"}};

static const al_json_table suppression_table = TABLE("a suppression", suppression_keys);

static bool read_suppression(al_json_file *file, const al_json *value, const al_json_key *key, void *place)
{
    al_suppression *s = place;
    s->at = value->at;
    s->end = value->end;
    if (!al_json_read_table(file, value, key, place))
        return false;
    (void)al_rule_set_of(&s->rules, s->rule);
    if (s->reason == NULL)
        return al_json_refuse(file, value->at, "a suppression says why: it needs a \"reason\"");
    return s->rule != NULL || s->path != NULL || s->fingerprint != NULL ||
           al_json_refuse(file, value->at, "a suppression needs a \"rule\", a \"path\" or a \"fingerprint\"");
}

/* ---- The file ------------------------------------------------------------------------------------------ */

static const al_json_key reference_item = {.read = read_reference},
                         budget_item = {.read = al_json_read_table, .table = &budget_table},
                         override_item = {.read = al_json_read_table, .table = &override_table},
                         suppression_item = {.read = read_suppression, .table = &suppression_table};

static const al_json_key configuration_keys[] = {
    {"$schema", read_schema, .what = "the address of a schema"},
    {"game", read_game, .place = offsetof(al_configuration, games)},
    {"fail-on", read_fail_on, .what = "never"},
    SCOPE_KEYS(al_configuration),
    {"exclude", read_globs, .place = offsetof(al_configuration, exclude)},
    {"limits", al_json_read_table, .table = &limits_table},
    {"with", al_json_read_list, .what = "a list of paths", .item = &reference_item,
     AL_JSON_LIST(al_configuration, with, with_count)},
    {"budgets", al_json_read_list, .what = "a list of budgets", .item = &budget_item,
     AL_JSON_LIST(al_configuration, budgets, budget_count)},
    {"overrides", al_json_read_list, .what = "a list of overrides", .item = &override_item,
     AL_JSON_LIST(al_configuration, overrides, override_count)},
    {"suppressions", al_json_read_list, .what = "a list of suppressions", .item = &suppression_item,
     AL_JSON_LIST(al_configuration, suppressions, suppression_count)}};

static const al_json_table configuration_table = TABLE("the configuration", configuration_keys);

static al_configuration *new_configuration(const char *path, al_mistake *mistake)
{
    al_configuration *c = calloc(1, sizeof *c);
    *mistake = (al_mistake){.line = 1, .column = 1};
    if (c != NULL) {
        c->budget = al_budget_of(most_memory, 0);
        c->arena = al_arena_on(&c->budget);
    }
    if (c != NULL && al_configuration_set_paths(c, path))
        return c;
    mistake->no_memory = true;
    al_configuration_free(c);
    return NULL;
}

al_configuration *al_configuration_read(const char *path, const al_span *text, const char *today,
                                        al_mistake *mistake)
{
    al_configuration *c = new_configuration(path, mistake);
    if (c == NULL)
        return NULL;
    al_json_file file = {.arena = &c->arena, .mistake = mistake, .context = c};
    const al_json *root = NULL;
    if (text != NULL)
        c->text = *text;
    if (text != NULL || al_read_whole_text(path, most_bytes, &c->buffer, &c->budget, &c->text, mistake)) {
        file.text = c->text;
        root = al_json_parse(&file);
    }
    if (root == NULL || !al_json_read_object(&file, root, &configuration_table, c)) {
        al_configuration_free(c);
        return NULL;
    }
    for (size_t i = 0; i < c->suppression_count; i++) {
        al_suppression *s = &c->suppressions[i];
        s->expired = s->expires != NULL && strcmp(s->expires, today) < 0;
    }
    return c;
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
