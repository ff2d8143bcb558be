/* sarif.c: the report for code scanning: SARIF 2.1.0 as GitHub accepts it.
 *
 * GitHub keeps the 5,000 most severe results. Each level has a spool, which keeps its results in the order of
 * the report; if there are too many results, the last ones of the lowest levels are left out. Results and
 * members of packages are not kept in memory, since reports have little memory besides --max-memory.
 *
 * Only rules with a listed result are listed, so the index of a rule is known at the end: a result waits as
 * the number of its rule and the rest of its object.
 */
#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "core/limits.h"
#include "core/map.h"
#include "core/number.h"
#include "engine/result.h"
#include "platform/platform.h"
#include "report/counts.h"
#include "report/json_object.h"
#include "report/report.h"
#include "report/sarif_uri.h"
#include "report/spool.h"
#include "report/texts.h"

enum { NO_RULE = -1 };
enum { MOST_RESULTS = 5000, MOST_NOTIFICATIONS = 1000, LONGEST_FOLDER = 4096 };

typedef struct sarif_report {
    report_base base;
    spool results[AL_ERROR + 1]; /* by level, one line for each result */
    uint64_t result_counts[AL_ERROR + 1];
    uint64_t *first_results[AL_ERROR + 1]; /* by level and rule: the number of its first result, 0: none */
    int *rule_index;                       /* of each rule among those that are listed; set at the end */
    spool notifications;
    uint64_t notification_count;
    uint64_t more_unchecked; /* files beyond MOST_NOTIFICATIONS */
    uint64_t repeated;       /* files and members whose URI or name came before */
    al_budget budget;
    al_arena arena;   /* memory of the map */
    al_text_map uris; /* URIs of all files with findings: two paths may have the same */
    char *path;       /* of the last file with findings, */
    char *member;     /* of the last member in it */
    bool skips;       /* another path had the URI of this file before */
    char folder[LONGEST_FOLDER];
    bool folder_known;
    char *root; /* where relative URIs begin */
} sarif_report;

/* False when out of memory. */
static bool choose_root(sarif_report *sarif, const char *given)
{
    sarif->folder_known = al_current_folder(sarif->folder, sizeof sarif->folder);
    if (given == NULL && !sarif->folder_known)
        return true;
    sarif->root = given != NULL ? text_of("%s", given) : sarif_root(sarif->folder);
    return sarif->root != NULL;
}

/* False when out of memory. */
static bool begin_rules(sarif_report *sarif)
{
    const size_t rules = al_rule_count();
    sarif->rule_index = calloc(rules, sizeof *sarif->rule_index);
    bool ok = sarif->rule_index != NULL;
    for (size_t level = AL_NOTE; level <= AL_ERROR; level++) {
        sarif->first_results[level] = calloc(rules, sizeof **sarif->first_results);
        ok = ok && sarif->first_results[level] != NULL;
    }
    return ok;
}

static void begin_sarif(void *state)
{
    sarif_report *sarif = state;
    sarif->budget = al_budget_of(UINT64_MAX, 0);
    sarif->arena = al_arena_on(&sarif->budget);
    if (!choose_root(sarif, sarif->base.settings.sarif_root) || !begin_rules(sarif))
        report_note(&sarif->base, REPORT_NO_MEMORY);
}

/* ---- Notifications ------------------------------------------------------------------------------------- */

/* Returns the place of its region. */
static json_node add_location(json_object *object, json_node location, const char *uri)
{
    const json_node physical = json_child(object, location, "physicalLocation");
    json_text(object, json_child(object, physical, "artifactLocation"), "uri", uri);
    return physical;
}

/* Adds a message and frees its text. A name in a file may contain [a](b), which would become a link. */
static void add_message(json_object *object, char *text)
{
    for (char *link = text; link != NULL && (link = strstr(link, "](")) != NULL;)
        link[1] = ' ';
    json_text(object, json_child(object, JSON_ROOT, "message"), "text", text);
    free(text);
}

/* Frees `text`. `uri` may be NULL. */
static void notify(sarif_report *sarif, const char *level, char *text, const char *uri)
{
    json_object object = json_begin();
    json_text(&object, JSON_ROOT, "level", level);
    add_message(&object, text);
    if (uri != NULL)
        (void)add_location(&object, json_child(&object, json_array(&object, JSON_ROOT, "locations"), NULL),
                           uri);
    char *record = json_end(&object);
    if (sarif->notification_count++ > 0)
        report_note(&sarif->base, spool_add(&sarif->notifications, ","));
    report_note(&sarif->base, record != NULL ? spool_add(&sarif->notifications, record) : REPORT_NO_MEMORY);
    free(record);
}

/* The member of a package is shown before the message, since a URI cannot name it; this separates the two. */
static const char *member_separator(const al_result *result)
{
    return result->member[0] != '\0' ? ": " : "";
}

static void notify_unchecked(sarif_report *sarif, const al_result *result, const char *uri)
{
    if (sarif->notification_count >= MOST_NOTIFICATIONS)
        sarif->more_unchecked++;
    else
        notify(sarif, "error",
               text_of("%s%s%s", result->member, member_separator(result), unchecked_words(result).text),
               uri);
}

/* ---- Results ------------------------------------------------------------------------------------------- */

static void add_region(json_object *object, json_node physical, const al_finding *finding)
{
    const json_node region = json_child(object, physical, "region");
    const bool text = finding->line > 0, empty = text && finding->length == 0;
    json_number(object, region, "startLine", text ? finding->line : 1);
    json_number(object, region, "startColumn", text ? finding->column : 1);
    json_number(object, region, "endLine", text ? finding->end_line : 1);
    json_number(object, region, "endColumn",
                text ? finding->end_column + empty : 2); /* GitHub marks nothing in an empty region */
    json_number(object, region, "byteOffset", finding->offset);
    json_number(object, region, "byteLength", finding->length);
}

/* `why` says why the finding is suppressed; NULL: it is not. */
static void add_suppression(json_object *object, const char *why)
{
    if (why == NULL)
        return;
    const json_node suppression = json_child(object, json_array(object, JSON_ROOT, "suppressions"), NULL);
    json_text(object, suppression, "kind", "external");
    json_text(object, suppression, "justification", why);
}

/* Without ruleId and ruleIndex. */
static char *result_object(const al_result *result, const al_finding *finding, const char *why,
                           const char *uri)
{
    char offset[32] = "";
    if (has_offset(finding))
        (void)snprintf(offset, sizeof offset, " (at 0x%" PRIx64 "%s", finding->offset,
                       finding->field[0] != '\0' ? ", " : "");
    json_object object = json_begin();
    json_text(&object, JSON_ROOT, "level", al_level_name(finding->level));
    /* GitHub shows nothing but the message, so offset and field are in it. */
    add_message(&object, text_of("%s%s%s%s%s%s", result->member, member_separator(result), finding->message,
                                 offset, finding->field, offset[0] != '\0' ? ")" : ""));
    const json_node location = json_child(&object, json_array(&object, JSON_ROOT, "locations"), NULL);
    add_region(&object, add_location(&object, location, uri), finding);
    if (finding->field[0] != '\0') {
        const json_node logical =
            json_child(&object, json_array(&object, location, "logicalLocations"), NULL);
        json_text(&object, logical, "fullyQualifiedName", finding->field);
    }
    const json_node fingerprints = json_child(&object, JSON_ROOT, "partialFingerprints");
    json_text(&object, fingerprints, "primaryLocationLineHash", finding->fingerprint);
    add_suppression(&object, why);
    return json_end(&object);
}

/* Results of a level beyond MOST_RESULTS are only counted. */
static void add_result(sarif_report *sarif, const al_result *result, const al_finding *finding,
                       const char *why, const char *uri)
{
    const uint64_t number = ++sarif->result_counts[finding->level];
    if (number > MOST_RESULTS)
        return;
    uint64_t *first = &sarif->first_results[finding->level][finding->rule_number];
    *first = *first == 0 ? number : *first;
    char *object = result_object(result, finding, why, uri);
    const al_number_text rule = al_show_unsigned(finding->rule_number);
    const char *const line[] = {rule.text, " ", object != NULL ? object + 1 : NULL, "\n"};
    if (object == NULL)
        report_note(&sarif->base, REPORT_NO_MEMORY);
    for (size_t i = 0; i < sizeof line / sizeof line[0] && object != NULL; i++)
        report_note(&sarif->base, spool_add(&sarif->results[finding->level], line[i]));
    free(object);
}

static void add_results(sarif_report *sarif, const al_result *result, const char *uri)
{
    const size_t suppressed = sarif->base.settings.sarif_suppressed ? result->suppressed_count : 0;
    for (size_t i = 0; i < result->finding_count; i++)
        if (report_lists(&sarif->base, &result->findings[i]))
            add_result(sarif, result, &result->findings[i], NULL, uri);
    for (size_t i = 0; i < suppressed; i++) {
        const al_suppressed *s = &result->suppressed[i];
        if (report_lists(&sarif->base, &s->finding))
            add_result(sarif, result, &s->finding, s->justification, uri);
    }
}

/* False when out of memory. */
static bool begin_file(sarif_report *sarif, const al_result *result, const char *uri)
{
    free(sarif->path);
    sarif->path = text_of("%s", result->raw_path);
    sarif->skips = al_text_map_find(&sarif->uris, uri, strlen(uri)) != NULL;
    return sarif->path != NULL &&
           (sarif->skips || al_text_map_add(&sarif->uris, &sarif->arena, uri, strlen(uri), 0));
}

/* `./a.xmf` and `a.xmf` have the same URI, so the file is reported once; so are members with the same name. A
 * package and its members come one after the other, with the same path and in the order of their names. */
static void add_file(sarif_report *sarif, const al_result *result, const char *uri)
{
    const bool begins = sarif->path == NULL || strcmp(sarif->path, result->raw_path) != 0;
    const bool again = !begins && strcmp(sarif->member, result->member) == 0;
    free(sarif->member);
    sarif->member = text_of("%s", result->member);
    if (sarif->member == NULL || (begins && !begin_file(sarif, result, uri)))
        report_note(&sarif->base, REPORT_NO_MEMORY);
    sarif->repeated += sarif->skips || again;
    if (!sarif->skips && !again)
        add_results(sarif, result, uri);
}

static void sarif_file(void *state, const al_result *result)
{
    sarif_report *sarif = state;
    const bool unchecked = al_is_unchecked(result);
    const size_t suppressed = sarif->base.settings.sarif_suppressed ? result->suppressed_count : 0;
    if (result->finding_count + suppressed == 0 && !unchecked)
        return;
    char *uri = sarif_uri(result->raw_path, sarif->folder_known ? sarif->folder : NULL, sarif->root);
    if (uri == NULL) {
        report_note(&sarif->base, REPORT_NO_MEMORY);
        return;
    }
    if (unchecked)
        notify_unchecked(sarif, result, uri);
    add_file(sarif, result, uri);
    free(uri);
}

/* ---- Rules --------------------------------------------------------------------------------------------- */

/* XmfDataRange for xmf/data-range. Letters behind separators become capitals, so different ids get different
 * names. */
static void add_name(json_object *rule, const char *id)
{
    char name[128];
    size_t length = 0;
    bool capital = true;
    for (; *id != '\0' && length < sizeof name - 1; id++) {
        if (isalnum((unsigned char)*id))
            name[length++] = (char)(capital ? toupper((unsigned char)*id) : *id);
        capital = !isalnum((unsigned char)*id);
    }
    name[length] = '\0';
    json_text(rule, JSON_ROOT, "name", name);
}

static void add_text(json_object *rule, const char *key, const char *text)
{
    json_text(rule, json_child(rule, JSON_ROOT, key), "text", text);
}

static void add_help(json_object *object, const al_rule *rule)
{
    const json_node help = json_child(object, JSON_ROOT, "help");
    char *why = markdown_of(rule->why), *fix = markdown_of(rule->fix), *source = markdown_of(rule->source);
    char *text = text_of("%s\n\nHow to fix it: %s\n\nHow sure: %s. %s", rule->why, rule->fix,
                         al_confidence_name(rule->confidence), rule->source);
    char *markdown = NULL;
    if (why != NULL && fix != NULL && source != NULL)
        markdown = text_of("%s\n\n**How to fix it:** %s\n\n**How sure:** %s. %s", why, fix,
                           al_confidence_name(rule->confidence), source);
    json_text(object, help, "text", text);
    json_text(object, help, "markdown", markdown);
    free(markdown);
    free(text);
    free(source);
    free(fix);
    free(why);
}

/* Without a homepage there is no address, only the help text. */
static void add_help_uri(json_object *object, const al_rule *rule, const char *homepage)
{
    if (homepage == NULL)
        return;
    char *uri = text_of("%s/rules/%s", homepage, rule->id);
    json_text(object, JSON_ROOT, "helpUri", uri);
    free(uri);
}

static const char *precision(al_confidence confidence)
{
    switch (confidence) {
    case AL_POSSIBLE: return "medium";
    case AL_LIKELY: return "high";
    case AL_CERTAIN: return "very-high";
    }
    return "medium";
}

/* Not `security`: a broken mesh is a bug of the mod, and must not be ranked as a vulnerability. */
static void add_properties(json_object *object, const al_rule *rule)
{
    const json_node properties = json_child(object, JSON_ROOT, "properties");
    json_text(object, properties, "precision", precision(rule->confidence));
    const json_node tags = json_array(object, properties, "tags");
    json_text(object, tags, NULL, rule->format);
    for (size_t i = 0; al_game_name(i) != NULL; i++) /* a tag must not be there twice: bbmod is both */
        if ((rule->games >> i & 1) != 0 && strcmp(al_game_name(i), rule->format) != 0)
            json_text(object, tags, NULL, al_game_name(i));
    if (rule->crash)
        json_text(object, tags, NULL, "crash");
}

static bool write_rule(FILE *out, const al_rule *rule, al_level level, const char *homepage)
{
    json_object object = json_begin();
    json_text(&object, JSON_ROOT, "id", rule->id);
    add_name(&object, rule->id);
    add_text(&object, "shortDescription", rule->title);
    add_text(&object, "fullDescription", rule->why);
    add_help(&object, rule);
    add_help_uri(&object, rule, homepage);
    json_text(&object, json_child(&object, JSON_ROOT, "defaultConfiguration"), "level", al_level_name(level));
    add_properties(&object, rule);
    return json_write(&object, out);
}

/* A rule that is off for most files may be on for some, by an override. */
static al_level usual_level(const al_options *options, size_t number)
{
    const al_level level = al_options_level(options, number);
    return level == AL_OFF ? al_rule_at(number)->level : level;
}

/* Writes the array of the rules whose index is not NO_RULE, in the order of the catalogue. False when out of
 * memory. */
static bool write_rules(FILE *out, const al_options *options, const int *index, const char *homepage)
{
    const char *separator = "";
    const size_t rules = al_rule_count();
    bool ok = true;
    fputc('[', out);
    for (size_t i = 0; i < rules && ok; i++) {
        if (index[i] == NO_RULE)
            continue;
        fputs(separator, out);
        separator = ",";
        ok = write_rule(out, al_rule_at(i), usual_level(options, i), homepage);
    }
    fputc(']', out);
    return ok;
}

/* ---- The document -------------------------------------------------------------------------------------- */

static void notify_more(sarif_report *sarif, const char *level, uint64_t count, const char *one,
                        const char *several)
{
    if (count > 0)
        notify(sarif, level, text_of("%" PRIu64 " %s", count, count == 1 ? one : several), NULL);
}

/* Says how much was left out. */
static void notify_left_out(sarif_report *sarif, const report_totals *totals)
{
    uint64_t results = 0;
    for (size_t level = AL_NOTE; level <= AL_ERROR; level++)
        results += sarif->result_counts[level];
    const uint64_t more = results > MOST_RESULTS ? results - MOST_RESULTS : 0;
    notify_more(sarif, "error", sarif->more_unchecked, "more file could not be checked",
                "more files could not be checked");
    notify_more(sarif, "note", sarif->repeated, "file came under two names: results are those of the first",
                "files came under two names: results are those of the first");
    if (totals->omitted > 0)
        notify(sarif, "warning",
               text_of("%" PRIu64 " finding%s left out: of each file the most severe %d are listed",
                       totals->omitted, totals->omitted == 1 ? " was" : "s were", AL_MAX_FINDINGS),
               NULL);
    if (totals->interrupted)
        notify(sarif, "error", text_of("%s", interrupted_words(totals).text), NULL);
    if (more > 0)
        notify(sarif, "warning",
               text_of("%" PRIu64 " %s left out: the most severe %d are listed", more,
                       more == 1 ? "result was" : "results were", (int)MOST_RESULTS),
               NULL);
}

static void write_invocation(sarif_report *sarif, const report_totals *totals)
{
    fprintf(sarif->base.out,
            "\"invocations\":[{\"executionSuccessful\":%s,\"exitCode\":%d,\"toolExecutionNotifications\":[",
            totals->unreadable + totals->limited == 0 && !totals->interrupted ? "true" : "false",
            totals->exit_status);
    report_note(&sarif->base, spool_copy(&sarif->notifications, write_as_it_is, sarif->base.out));
    fputs("]}]", sarif->base.out);
}

/* How many results of a level are listed: what those of higher levels leave. */
static uint64_t listed_results(const sarif_report *sarif, size_t level)
{
    uint64_t left = MOST_RESULTS;
    for (size_t higher = AL_ERROR; higher > level; higher--)
        left -= sarif->result_counts[higher] < left ? sarif->result_counts[higher] : left;
    return sarif->result_counts[level] < left ? sarif->result_counts[level] : left;
}

static bool is_listed(const sarif_report *sarif, size_t rule)
{
    for (size_t level = AL_NOTE; level <= AL_ERROR; level++) {
        const uint64_t first = sarif->first_results[level][rule];
        if (first > 0 && first <= listed_results(sarif, level))
            return true;
    }
    return false;
}

static void index_rules(sarif_report *sarif)
{
    int next = 0;
    const size_t rules = al_rule_count();
    for (size_t i = 0; i < rules; i++)
        sarif->rule_index[i] = is_listed(sarif, i) ? next++ : NO_RULE;
}

/* Writes a line of a level: the number of the rule, a blank, and the rest of the object. */
static report_status write_result(const sarif_report *sarif, FILE *line)
{
    size_t rule = 0;
    int c = getc(line);
    for (; c >= '0' && c <= '9'; c = getc(line))
        rule = rule * 10 + (size_t)(c - '0');
    if (c != ' ')
        return REPORT_NOT_WRITTEN;
    fprintf(sarif->base.out, "{\"ruleId\":\"%s\",\"ruleIndex\":%d,", al_rule_at(rule)->id,
            sarif->rule_index[rule]);
    for (c = getc(line); c != EOF && c != '\n'; c = getc(line))
        putc(c, sarif->base.out);
    return c == '\n' ? REPORT_OK : REPORT_NOT_WRITTEN;
}

static void write_results(sarif_report *sarif)
{
    const char *separator = "";
    for (size_t level = AL_ERROR; level >= AL_NOTE; level--) {
        uint64_t left = listed_results(sarif, level);
        report_note(&sarif->base, spool_rewind(&sarif->results[level]));
        for (; left > 0 && sarif->base.status == REPORT_OK; left--) {
            fputs(separator, sarif->base.out);
            report_note(&sarif->base, write_result(sarif, sarif->results[level].file));
            separator = ",";
        }
    }
}

/* Programs that read SARIF expect an informationUri: without a homepage it is a name that leads nowhere. */
static void finish_sarif(void *state, const report_totals *totals)
{
    sarif_report *sarif = state;
    FILE *out = sarif->base.out;
    const char *home = sarif->base.settings.homepage;
    index_rules(sarif);
    fprintf(
        out,
        "{\"$schema\":\"https://json.schemastore.org/sarif-2.1.0.json\",\"version\":\"2.1.0\",\"runs\":[{"
        "\"tool\":{\"driver\":{\"name\":\"assetlint\",\"semanticVersion\":\"%s\",\"informationUri\":\"%s\","
        "\"rules\":",
        al_version(), home != NULL ? home : "https://assetlint.example");
    if (!write_rules(out, sarif->base.settings.options, sarif->rule_index, sarif->base.settings.homepage))
        report_note(&sarif->base, REPORT_NO_MEMORY);
    fputs("}},", out);
    notify_left_out(sarif, totals);
    write_invocation(sarif, totals);
    fputs(",\"automationDetails\":{\"id\":\"assetlint/", out);
    if (sarif->base.settings.shard.count > 0)
        fprintf(out, "shard-%" PRIu64 "-of-%" PRIu64 "/", sarif->base.settings.shard.number,
                sarif->base.settings.shard.count);
    fputs("\"},\"columnKind\":\"unicodeCodePoints\",\"results\":[", out);
    write_results(sarif);
    fputs("]}]}\n", out);
}

static void release_sarif(void *state)
{
    sarif_report *sarif = state;
    al_arena_free(&sarif->arena);
    free(sarif->path);
    free(sarif->member);
    for (size_t level = AL_NOTE; level <= AL_ERROR; level++) {
        spool_end(&sarif->results[level]);
        free(sarif->first_results[level]);
    }
    spool_end(&sarif->notifications);
    free(sarif->root);
    free(sarif->rule_index);
}

const report_form sarif_form = {
    .name = "sarif",
    .show = AL_WARNING,
    .per_rule = UINT64_MAX,
    .size = sizeof(sarif_report),
    .temporary_files = AL_ERROR + 1, /* a level each, and notifications */
    .begin = begin_sarif,
    .file = sarif_file,
    .finish = finish_sarif,
    .release = release_sarif,
};
