/* report_test.c: tests that the harness notices broken reports. Each report breaks one promise; the report
 * that they are made from breaks none. */
#include "report.h"

#include <stdio.h>
#include <string.h>

enum { SIZE = 100 };

typedef struct fake {
    al_finding findings[2];
    uint64_t elements[2][AL_FINDING_ELEMENTS];
    al_result result;
} fake;

static al_value text_value(const char *text)
{
    return (al_value){.kind = AL_VALUE_TEXT, .as.text = {.bytes = text, .length = strlen(text)}};
}

static al_finding fake_finding(const char *id, uint64_t offset, uint64_t *elements)
{
    al_finding f = {.offset = offset, .length = 4, .field = "header", .message = "a message", .count = 9};
    f.elements = elements;
    while (strcmp(al_rule_at(f.rule_number)->id, id) != 0)
        f.rule_number++;
    f.rule = al_rule_at(f.rule_number);
    f.level = AL_ERROR;
    for (f.element_count = 0; f.element_count < AL_FINDING_ELEMENTS; f.element_count++)
        elements[f.element_count] = 2 * f.element_count;
    memcpy(f.fingerprint, "0123456789abcdef", sizeof f.fingerprint);
    return f;
}

static void make_fake(fake *f)
{
    *f = (fake){.result = {0}};
    f->findings[0] = fake_finding("xmf/data-range", 8, f->elements[0]);
    f->findings[1] = fake_finding("xmf/inflate", 96, f->elements[1]);
    f->result =
        (al_result){.path = "m.xmf", .raw_path = "m.xmf", .format = "xmf", .version = "3", .size = SIZE};
    f->result.status = AL_FILE_FINDINGS;
    f->result.findings = f->findings;
    f->result.finding_count = 2;
    f->result.errors = 2;
}

/* Breaks the fake report in the way of this case; false after the last case. */
static bool spoil(fake *f, int number)
{
    al_finding *first = &f->findings[0], *second = &f->findings[1];
    switch (number) {
    case 0: second->length = 5; return true;
    case 1: second->offset = UINT64_MAX; return true;
    case 2: second->offset = 7; return true;
    case 3: first->count = 0; return true;
    case 4: first->element_count = 7; return true;
    case 5: f->elements[0][3] = 4; return true;
    case 6: first->message = ""; return true;
    case 7: first->message = NULL; return true;
    case 8: first->field = "a\nline"; return true;
    case 9: first->field = "\xC0\x80"; return true;
    case 10: first->field = NULL; return true;
    case 11: first->field = "\xED\xA0\x80"; return true;
    case 12: first->field = "\xF4\x90\x80\x80"; return true;
    case 13: first->fingerprint[15] = 'g'; return true;
    case 14: first->rule_number++; return true;
    case 15: first->level = AL_OFF; return true;
    case 16: f->result.format = "xani"; return true;
    case 17: f->result.size++; return true;
    case 18: f->result.errors = 1; return true;
    case 19: f->result.status = AL_FILE_CLEAN; return true;
    case 20: f->result.status = AL_FILE_LIMIT; return true;
    case 21: f->result.finding_count = 0; return true;
    case 22: f->result.omitted = 1; return true;
    case 23: f->result.omitted_level = AL_NOTE; return true;
    case 24: first->consequences = 1; return true;
    case 25:
        f->result.consequences = second; /* which no cause counts */
        f->result.consequence_count = 1;
        return true;
    case 26:
        *second = *first; /* the same rule and object twice */
        second->offset = 9;
        return true;
    default: return false;
    }
}

/* A change that only a comparison of two reports can notice. */
static bool change(fake *f, int number)
{
    al_finding *first = &f->findings[0];
    switch (number) {
    case 0: first->message = "another message"; return true;
    case 1: first->actual = text_value(""); return true;
    case 2: first->expected = (al_value){.kind = AL_VALUE_REAL, .as.real_value = 0.5}; return true;
    case 3: f->elements[0][0] = 1; return true;
    default: return false;
    }
}

int main(void)
{
    unsigned passed = 0, failed = 0;
    fake f, original;
    make_fake(&original);
    make_fake(&f);
    const char *unspoiled = report_check(&f.result, SIZE).what;
    if (unspoiled == NULL && report_compare(&f.result, &original.result).what == NULL)
        passed++;
    else
        failed++;
    f.findings[0] = fake_finding("file/line-ends", 90, f.elements[0]);
    f.findings[1].offset = 50; /* sorted before the findings that it explains */
    if (report_check(&f.result, SIZE).what == NULL)
        passed++;
    else
        failed++;
    make_fake(&f);
    for (int number = 0; spoil(&f, number); number++, make_fake(&f)) {
        bool noticed = report_check(&f.result, SIZE).what != NULL;
        if (noticed && report_compare(&f.result, &original.result).what != NULL) {
            passed++;
            continue;
        }
        failed++;
        printf("case %d is not noticed\n", number);
    }
    for (int number = 0; change(&f, number); number++, make_fake(&f)) {
        bool noticed = report_compare(&f.result, &original.result).what != NULL;
        if (noticed && report_check(&f.result, SIZE).what == NULL) {
            passed++;
            continue;
        }
        failed++;
        printf("change %d is not noticed, or is thought to be wrong\n", number);
    }
    printf("%u passed, %u failed\n", passed, failed);
    return failed > 0 ? 1 : 0;
}
