/* values.c: a field, what it holds, and what it should hold. */
#include "report/values.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "report/texts.h"

static void show_value(al_value value, size_t most, char *out)
{
    static const char dots[] = "...";
    if (al_value_words(value, out, most + 1) <= most || value.kind != AL_VALUE_TEXT)
        return;
    (void)al_escape(value.as.text.bytes, value.as.text.length, out, most + 2 - sizeof dots);
    memcpy(out + strlen(out), dots, sizeof dots);
}

char *values_of(const al_finding *finding, size_t most)
{
    const bool has_actual = finding->actual.kind != AL_VALUE_NONE;
    const bool has_expected = finding->expected.kind != AL_VALUE_NONE;
    const bool has_field = finding->field[0] != '\0';
    char actual[AL_MESSAGE_SIZE] = "", expected[AL_MESSAGE_SIZE] = "";
    if (has_actual)
        show_value(finding->actual, most, actual);
    if (has_expected)
        show_value(finding->expected, most, expected);
    /* A value that would be lost on the line is quoted. */
    const char *quote = has_actual && (actual[0] == '\0' || strpbrk(actual, " ,") != NULL) ? "\"" : "";
    const char *equals = !has_actual ? "" : has_field ? " = " : "actual ";
    const char *comma = has_expected && (has_field || has_actual) ? ", " : "";
    char line[64] = "";
    if (finding->line > 0)
        (void)snprintf(line, sizeof line, "line %" PRIu64 ", column %" PRIu64 "%s", finding->line,
                       finding->column, has_field || has_actual || has_expected ? ": " : "");
    return text_of("%s%s%s%s%s%s%s%s%s", line, finding->field, equals, quote, actual, quote, comma,
                   has_expected ? "expected " : "", expected);
}
