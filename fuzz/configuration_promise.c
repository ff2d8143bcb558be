/* configuration_promise.c: reads the same bytes twice as each of our own files. Either they are accepted, and
 * the findings about them lie in them, or there is a mistake with a place and a sentence. Both readings must
 * be the same, and the place moves with the text.
 */
#include "inputs.h"

#include <stdlib.h>
#include <string.h>

#include "project/configuration/file_settings.h"
#include "project/configuration/usage_log.h"
#include "readings.h"
#include "relations/names/names_file.h"

static const char TODAY[] = "2026-01-01";
static const uint64_t MEMORY = UINT64_C(64) << 20;

/* Frees the result. */
static const char *check_result(al_result *result, size_t size)
{
    const char *broken = NULL;
    for (size_t i = 0; result != NULL && i < result->finding_count; i++) {
        const al_finding *f = &result->findings[i];
        if (f->offset > size || f->length > size - f->offset)
            broken = "a finding leaves the file";
        if (f->line < 1 || f->column < 1)
            broken = "a finding without a line";
    }
    al_result_free(result);
    return broken;
}

/* A file in a folder that the command line names. */
static char found[] = "mod/ships/hull.xmf";
static al_input folder_input = {.path = found, .in_folder = true, .folder_length = sizeof "mod/" - 1};
static const al_input_list everything = {.items = &folder_input, .count = 1};

/* ---- The place of a mistake ---------------------------------------------------------------------------- */

/* Whether a reader accepts the text; if not, what is wrong. */
typedef bool accepts(al_span text, al_mistake *mistake);

static bool accepts_configuration(al_span text, al_mistake *mistake)
{
    al_configuration *c =
        al_configuration_read("mod/assetlint.json", (const al_span[]){text}, TODAY, mistake);
    al_configuration_free(c);
    return c != NULL;
}

static bool accepts_baseline(al_span text, al_mistake *mistake)
{
    al_baseline *b = al_baseline_read("known.json", (const al_span[]){text}, MEMORY, mistake);
    al_baseline_free(b);
    return b != NULL;
}

/* Below an empty line the text has the same mistake, one line further down. */
static const char *check_place(accepts *reader, al_span text, const al_mistake *wrong)
{
    if (al_starts_with(text, "\xEF\xBB\xBF", 3)) /* allowed only in front */
        return NULL;
    uint8_t *copy = malloc((size_t)text.len + 1);
    if (copy == NULL)
        return "out of memory";
    copy[0] = '\n';
    if (text.len > 0)
        memcpy(copy + 1, text.ptr, (size_t)text.len);
    al_mistake below;
    const bool accepted = reader(al_span_of(copy, (size_t)text.len + 1), &below);
    free(copy);
    if (accepted != (wrong == NULL))
        return "an empty line in front decides whether a text is accepted";
    if (accepted || wrong->no_memory || below.no_memory)
        return NULL;
    const bool moved = below.line == wrong->line + 1 && below.column == wrong->column;
    return moved ? NULL : "a mistake has another place than its text";
}

/* ---- The kinds of file --------------------------------------------------------------------------------- */

static al_policy *new_policy(void)
{
    al_policy *policy = calloc(1, sizeof *policy);
    if (policy != NULL)
        al_options_init(&policy->options);
    return policy;
}

static const char *use_configuration(const al_configuration *c, size_t size)
{
    al_policy *policy = new_policy();
    al_file_settings settings = {.path = NULL};
    al_result *result = NULL;
    al_policy_configure(policy, c);
    al_usage_log *log = al_usage_log_new(policy, &everything, NULL, false);
    const char *broken = NULL;
    if (!al_file_settings_open(&settings, policy, found, false) || !al_usage_log_configuration(log, &result))
        broken = "out of memory";
    else
        broken = check_result(result, size);
    bool no_memory = false;
    (void)al_configuration_excludes(c, "mod/ships/", &no_memory);
    al_file_settings_free(&settings);
    al_usage_log_free(log);
    free(policy);
    return broken;
}

static const char *as_configuration(al_span text, bool twice)
{
    al_mistake first, second;
    al_configuration *a = al_configuration_read("mod/assetlint.json", (const al_span[]){text}, TODAY, &first);
    al_configuration *b =
        twice ? al_configuration_read("mod/assetlint.json", (const al_span[]){text}, TODAY, &second) : NULL;
    const al_mistake *wrong = a == NULL ? &first : NULL;
    const char *broken = compare_readings(wrong, !twice ? wrong : b == NULL ? &second : NULL, text.len);
    if (broken == NULL && twice)
        broken = check_place(accepts_configuration, text, wrong);
    if (broken == NULL && a != NULL)
        broken = use_configuration(a, text.len);
    al_configuration_free(a);
    al_configuration_free(b);
    return broken;
}

static const char *use_baseline(const al_baseline *baseline, size_t size)
{
    al_policy *policy = new_policy();
    al_result *result = NULL;
    policy->baseline = baseline;
    al_usage_log *log = al_usage_log_new(policy, &everything, NULL, false);
    for (size_t i = 0; i < baseline->count; i++) {
        const al_result checked = {.base_path = baseline->entries[i].path,
                                   .member = baseline->entries[i].member,
                                   .status = AL_FILE_CLEAN};
        al_usage_log_note_config_result(log, &checked);
    }
    const char *broken = al_usage_log_baseline(log, &result) ? check_result(result, size) : "out of memory";
    al_usage_log_free(log);
    free(policy);
    return broken;
}

static const char *as_baseline(al_span text, bool twice)
{
    al_mistake first, second;
    al_baseline *a = al_baseline_read("known.json", (const al_span[]){text}, MEMORY, &first);
    al_baseline *b = twice ? al_baseline_read("known.json", (const al_span[]){text}, MEMORY, &second) : NULL;
    const al_mistake *wrong = a == NULL ? &first : NULL;
    const char *broken = compare_readings(wrong, !twice ? wrong : b == NULL ? &second : NULL, text.len);
    if (broken == NULL && twice)
        broken = check_place(accepts_baseline, text, wrong);
    if (broken == NULL && a != NULL)
        broken = use_baseline(a, text.len);
    al_baseline_free(a);
    al_baseline_free(b);
    return broken;
}

static const char *as_sidecar(al_span text)
{
    al_policy *policy = new_policy();
    al_setting *settings = calloc(AL_MOST_RULES, sizeof *settings);
    al_sidecar sidecar;
    al_result *result = NULL;
    for (size_t i = 0; i < AL_MOST_RULES; i++)
        settings[i].level = AL_NOTE;
    const char *broken = "out of memory";
    if (al_sidecar_parse(&sidecar, "hull.xmf", text)) {
        for (size_t i = 0; i < sidecar.count; i++)
            sidecar.lines[i].ran = true;
        if (al_sidecar_report(&sidecar, policy, settings, &result))
            broken = check_result(result, text.len);
    }
    al_sidecar_close(&sidecar);
    free(policy);
    free(settings);
    return broken;
}

/* Makes the content of each file. */
static const char *use_names(const al_names *names)
{
    size_t count;
    const size_t first = al_names_of_kind(names, AL_NAME_FILE, &count);
    const char *broken = NULL;
    for (size_t i = first; broken == NULL && i < first + count; i++) {
        al_budget budget = al_budget_of(MEMORY, 0);
        al_arena arena = al_arena_on(&budget);
        al_content content = {.format = "", .scratch = &arena};
        if (!al_names_content(names, al_names_path(&names->items[i]), &content) &&
            budget.shortage == AL_SHORTAGE_NONE)
            broken = "a file has no content";
        al_arena_free(&arena);
    }
    return broken;
}

static const char *as_names(al_span text, bool twice)
{
    al_mistake first, second;
    al_names a, b;
    al_budget budget = al_budget_of(MEMORY, 0);
    al_arena arena = al_arena_on(&budget);
    const al_mistake *wrong = al_names_read(&a, text, &arena, &first) ? NULL : &first;
    const al_mistake *again = wrong;
    if (twice)
        again = al_names_read(&b, text, &arena, &second) ? NULL : &second;
    const char *broken = compare_readings(wrong, again, text.len);
    if (broken == NULL && wrong == NULL)
        broken = use_names(&a);
    al_arena_free(&arena);
    return broken;
}

const char *configuration_promise(const uint8_t *data, size_t size, promise_depth depth)
{
    uint8_t *block = exact_copy(data, size);
    if (block == NULL)
        return "out of memory";
    const al_span text = al_span_of(block, size);
    const bool twice = depth_is_due(depth, data, size);
    const char *broken = as_configuration(text, twice);
    broken = broken != NULL ? broken : as_baseline(text, twice);
    broken = broken != NULL ? broken : as_sidecar(text);
    broken = broken != NULL ? broken : as_names(text, twice);
    free(block);
    return broken;
}
