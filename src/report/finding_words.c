/* finding_words.c: one wording for all forms of reports. */
#include "report/finding_words.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "report/texts.h"

bool has_offset(const al_finding *finding)
{
    return strcmp(finding->rule->id, "file/unreadable") != 0;
}

/* ---- Values -------------------------------------------------------------------------------------------- */

static void show_value(al_value value, size_t most, char *out)
{
    static const char dots[] = "...";
    if (al_value_words(value, out, most + 1) <= most || value.kind != AL_VALUE_TEXT)
        return;
    (void)al_escape(value.as.text.bytes, value.as.text.length, out, most + 2 - sizeof dots);
    memcpy(out + strlen(out), dots, sizeof dots);
}

char *finding_values(const al_finding *finding, size_t most)
{
    const bool has_actual = finding->actual.kind != AL_VALUE_NONE;
    const bool has_expected = finding->expected.kind != AL_VALUE_NONE;
    const bool has_field = finding->field[0] != '\0';
    char actual[AL_MESSAGE_SIZE], expected[AL_MESSAGE_SIZE]; /* clearing all of them would take long */
    actual[0] = expected[0] = '\0';
    if (has_actual)
        show_value(finding->actual, most, actual);
    if (has_expected)
        show_value(finding->expected, most, expected);
    /* Quotes make an empty value visible, and show where a value with blanks or commas ends. */
    const char *quote = has_actual && (actual[0] == '\0' || strpbrk(actual, " ,") != NULL) ? "\"" : "";
    const char *equals = !has_actual ? "" : has_field ? " = " : "actual ";
    const char *comma = has_expected && (has_field || has_actual) ? ", " : "";
    char line[64];
    line[0] = '\0';
    if (finding->line > 0)
        (void)snprintf(line, sizeof line, "line %" PRIu64 ", column %" PRIu64 "%s", finding->line,
                       finding->column, has_field || has_actual || has_expected ? ": " : "");
    const char *const parts[] = {
        line, finding->field, equals, quote, actual, quote, comma, has_expected ? "expected " : "", expected};
    return joined_text(parts, sizeof parts / sizeof parts[0]);
}

/* ---- Incomplete checks --------------------------------------------------------------------------------- */

/* The finding that says why; NULL if there is none. */
static const al_finding *reason(const al_result *result)
{
    static const char *const names[] = {"/unreadable", "/limit", "/encrypted"};
    for (size_t i = 0; i < result->finding_count; i++) {
        const char *rule = strchr(result->findings[i].rule->id, '/');
        for (size_t n = 0; rule != NULL && n < sizeof names / sizeof names[0]; n++)
            if (strcmp(rule, names[n]) == 0)
                return &result->findings[i];
    }
    return NULL;
}

unchecked_text unchecked_words(const al_result *result)
{
    const char *what =
        result->status == AL_FILE_LIMIT ? "a limit stopped the check" : "the file could not be checked";
    const al_finding *why = reason(result);
    unchecked_text words;
    (void)snprintf(words.text, sizeof words.text, "%s%s%s", what, why != NULL ? ": " : "",
                   why != NULL ? why->message : "");
    return words;
}

interrupted_text interrupted_words(const report_totals *totals)
{
    interrupted_text words = {.text = ""};
    if (totals->interrupted && totals->left > 0)
        (void)snprintf(words.text, sizeof words.text, "interrupted, %" PRIu64 " more %s not checked",
                       totals->left, totals->left == 1 ? "was" : "were");
    else if (totals->interrupted)
        (void)snprintf(words.text, sizeof words.text, "interrupted");
    return words;
}
