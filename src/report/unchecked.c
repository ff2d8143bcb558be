/* unchecked.c: the status of a file, and the finding that goes with it. */
#include "report/unchecked.h"

#include <stdio.h>
#include <string.h>

/* NULL where none says why. */
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

void unchecked_words(const al_result *result, unchecked_text *words)
{
    const char *what =
        result->status == AL_FILE_LIMIT ? "a limit stopped the check" : "the file could not be checked";
    const al_finding *why = reason(result);
    char message[AL_MESSAGE_SIZE] = "";
    if (why != NULL)
        (void)al_finding_message(why, message, sizeof message);
    (void)snprintf(words->text, sizeof words->text, "%s%s%s", what, why != NULL ? ": " : "", message);
}
