/* results.c: functions for tests that inspect results. */
#include "results.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "unit.h"
#include "words.h"

static words value_text(al_value value)
{
    return value.kind != AL_VALUE_NONE ? words_of(value) : (words){.text = "(none)"};
}

static void write_finding(FILE *out, const al_finding *f)
{
    fprintf(out, "%s %zu %d %" PRIu64 "+%" PRIu64 " %d@%" PRIu64, f->rule->id, f->rule_number, (int)f->level,
            f->offset, f->length, (int)f->in_inflated, f->inflated_offset);
    fprintf(out, " [%s] {%s} <%s> <%s> %" PRIu64 ":", f->field, f->message, value_text(f->expected).text,
            value_text(f->actual).text, f->count);
    for (size_t i = 0; i < f->element_count; i++)
        fprintf(out, " %" PRIu64, f->elements[i]);
    fprintf(out, " %s\n", f->fingerprint);
}

char *result_text(const al_result *r)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    fprintf(out, "%s|%s|%s|%s|%" PRIu64 "|%s|%zu|%" PRIu64 "/%" PRIu64 "/%" PRIu64 "\n", r->path, r->raw_path,
            r->format, r->version, r->size, al_file_status_name(r->status), r->finding_count, r->errors,
            r->warnings, r->notes);
    for (size_t i = 0; i < r->finding_count; i++)
        write_finding(out, &r->findings[i]);
    assert_int_equal(fclose(out), 0);
    assert_non_null(text);
    return text;
}

void assert_same_result(const al_result *a, const al_result *b)
{
    char *one = result_text(a), *two = result_text(b);
    assert_string_equal(one, two);
    free(one);
    free(two);
}

const al_finding *result_finding(const al_result *r, const char *rule, const char *field)
{
    for (size_t i = 0; i < r->finding_count; i++)
        if (strcmp(r->findings[i].rule->id, rule) == 0 && strcmp(r->findings[i].field, field) == 0)
            return &r->findings[i];
    char *text = result_text(r);
    print_error("no %s of %s in\n%s", rule, field, text);
    free(text);
    fail_msg("%s", "a finding is missing");
    return NULL;
}
