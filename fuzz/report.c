/* report.c: tests and compares reports, only with the public interface. */
#include "report.h"

#include <stdlib.h>
#include <string.h>

/* ---- Texts --------------------------------------------------------------------------------------------- */

/* Bytes of the UTF-8 sequence that starts with `lead`, and its least code point; 0 if no sequence starts with
 * it. */
static size_t sequence_length(unsigned char lead, uint32_t *least)
{
    if (lead < 0x80) {
        *least = 0;
        return 1;
    }
    if (lead >= 0xC2 && lead <= 0xDF) {
        *least = 0x80;
        return 2;
    }
    if (lead >= 0xE0 && lead <= 0xEF) {
        *least = 0x800;
        return 3;
    }
    if (lead >= 0xF0 && lead <= 0xF4) {
        *least = 0x10000;
        return 4;
    }
    return 0;
}

/* Valid UTF-8 without control characters, as the header promises of every string. */
static bool is_clean_text(const char *text)
{
    const unsigned char *at = (const unsigned char *)text;
    while (*at != '\0') {
        uint32_t least;
        size_t length = sequence_length(*at, &least);
        if (length == 0 || *at < 0x20 || *at == 0x7F)
            return false;
        uint32_t code = length == 1 ? *at : *at & (0x7Fu >> length);
        for (size_t i = 1; i < length; i++) {
            if ((at[i] & 0xC0) != 0x80)
                return false;
            code = code << 6 | (at[i] & 0x3F);
        }
        if (code < least || code > 0x10FFFF || (code >= 0xD800 && code <= 0xDFFF))
            return false;
        at += length;
    }
    return true;
}

static bool is_fingerprint(const char *text)
{
    return strspn(text, "0123456789abcdef") == 16 && text[16] == '\0';
}

/* ---- One report ---------------------------------------------------------------------------------------- */

static const char *check_texts(const al_finding *f)
{
    if (f->field == NULL || !is_clean_text(f->field))
        return "a field path is missing, or is not clean text";
    char words[AL_MESSAGE_SIZE];
    if (f->message == NULL || f->message[0] == '\0' || strlen(f->message) >= AL_MESSAGE_SIZE ||
        !is_clean_text(f->message))
        return "a message is missing, empty, too long, or not clean text";
    if (al_value_words(f->expected, words, sizeof words) >= sizeof words || !is_clean_text(words))
        return "an expected value is too long, or not clean text";
    if (al_value_words(f->actual, words, sizeof words) >= sizeof words || !is_clean_text(words))
        return "an actual value is too long, or not clean text";
    if (!is_fingerprint(f->fingerprint))
        return "a fingerprint is not of 16 hexadecimal digits";
    return NULL;
}

static const char *check_elements(const al_finding *f)
{
    if (f->count < 1)
        return "a finding counts nothing";
    uint64_t shown = f->count < AL_FINDING_ELEMENTS ? f->count : AL_FINDING_ELEMENTS;
    if (f->element_count != 0 && f->element_count != shown)
        return "a finding names neither its first eight elements nor no element";
    for (size_t i = 1; i < f->element_count; i++)
        if (f->elements[i - 1] >= f->elements[i])
            return "elements are not in order";
    return NULL;
}

static const char *check_finding(const al_finding *f, const al_result *r, uint64_t size)
{
    if (f->rule == NULL || al_rule_at(f->rule_number) != f->rule)
        return "a finding has another rule than its number";
    /* The file has that format's extension, or a gzip as textures lie in. */
    const bool by_name = strstr(f->rule->id, "/bad-magic") != NULL ||
                         strstr(f->rule->id, "/other-kind") != NULL ||
                         strncmp(f->rule->id, "dds/gzip", strlen("dds/gzip")) == 0;
    const bool of_entry = f->format != NULL; /* of a package, whose format has other rules */
    if (!by_name && !of_entry && strcmp(f->rule->format, r->format) != 0 &&
        strcmp(f->rule->format, "file") != 0 && strcmp(f->rule->format, "archive") != 0)
        return "a finding's rule is of another format";
    if (f->level < AL_NOTE || f->level > f->rule->level)
        return "a finding's level is off, or more severe than in the catalogue";
    if (f->offset > size || f->length > size - f->offset)
        return "a finding's range leaves the file";
    const char *what = check_texts(f);
    return what != NULL ? what : check_elements(f);
}

static int order(const al_finding *a, const al_finding *b)
{
    if (a->rule->cause != b->rule->cause) /* it explains others, and comes before them */
        return a->rule->cause ? -1 : 1;
    if (a->offset != b->offset)
        return a->offset < b->offset ? -1 : 1;
    int by_rule = strcmp(a->rule->id, b->rule->id);
    return by_rule != 0 ? by_rule : strcmp(a->field, b->field);
}

static int by_object(const void *left, const void *right)
{
    const al_finding *a = *(const al_finding *const *)left;
    const al_finding *b = *(const al_finding *const *)right;
    if (a->rule_number != b->rule_number)
        return a->rule_number < b->rule_number ? -1 : 1;
    return strcmp(a->field, b->field);
}

/* One rule, one object, one finding. */
static report_problem check_uniqueness(const al_result *r)
{
    report_problem problem = {0};
    if (r->finding_count < 2)
        return problem;
    const al_finding **sorted = calloc(r->finding_count, sizeof *sorted);
    if (sorted == NULL)
        return (report_problem){.what = "there is no memory to sort its findings"};
    for (size_t i = 0; i < r->finding_count; i++)
        sorted[i] = &r->findings[i];
    qsort(sorted, r->finding_count, sizeof *sorted, by_object);
    for (size_t i = 1; i < r->finding_count && problem.what == NULL; i++)
        if (by_object(&sorted[i - 1], &sorted[i]) == 0)
            problem =
                (report_problem){.what = "two findings have one rule and one object", .finding = sorted[i]};
    free(sorted);
    return problem;
}

static const char *check_counts(const al_result *r)
{
    uint64_t counted[AL_ERROR + 1] = {0};
    for (size_t i = 0; i < r->finding_count; i++)
        counted[r->findings[i].level]++;
    if (counted[AL_ERROR] != r->errors || counted[AL_WARNING] != r->warnings || counted[AL_NOTE] != r->notes)
        return "the counts by level are not those of the findings";
    return NULL;
}

/* Whether a finding is about an entry of a package that is not a file. */
static bool has_entry(const al_result *r)
{
    for (size_t i = 0; i < r->member_count; i++)
        if (r->members[i]->entry_only)
            return true;
    return false;
}

static bool has_rule_of(const al_result *r, const char *format)
{
    for (size_t i = 0; i < r->finding_count; i++)
        if (strcmp(r->findings[i].rule->format, format) == 0)
            return true;
    return false;
}

/* Each status needs the findings that explain it. */
static const char *check_status(const al_result *r)
{
    bool recognized = r->format[0] != '\0';
    switch (r->status) {
    case AL_FILE_CLEAN:
        return !recognized || r->finding_count > 0 ? "the file is clean, but has findings or no format"
                                                   : NULL;
    case AL_FILE_FINDINGS:
        return r->finding_count == 0 && !has_entry(r) ? "the status says findings, but there are none" : NULL;
    case AL_FILE_LIMIT: return !report_names_limit(r) ? "a limit was reached, but no finding says so" : NULL;
    case AL_FILE_UNREADABLE:
        return !has_rule_of(r, "archive") && r->member[0] == '\0' ? "bytes in memory are called unreadable"
                                                                  : NULL;
    case AL_FILE_UNRECOGNIZED:
        return recognized || r->finding_count != 1
                   ? "the file is unrecognised, but no finding says so, or it has a format"
                   : NULL;
    }
    return "the status is unknown";
}

/* A list is full before findings are omitted, and only a cause hides others, none more severe than itself. */
static const char *check_unlisted(const al_result *r)
{
    uint64_t hidden = 0;
    al_level most = AL_OFF;
    for (size_t i = 0; i < r->finding_count; i++) {
        const al_finding *f = &r->findings[i];
        if (f->consequences > 0 && !f->rule->cause)
            return "findings follow from one that is no cause";
        hidden += f->consequences;
        most = f->consequences > 0 && f->level > most ? f->level : most;
    }
    if (hidden < r->consequence_count)
        return "findings are hidden, but no cause counts them";
    for (size_t i = 0; i < r->consequence_count; i++)
        if (r->consequences[i].level > most)
            return "a finding that is more severe than its cause is hidden";
    const size_t kept = r->finding_count + r->consequence_count;
    if (kept > REPORT_MOST_FINDINGS || (r->omitted > 0 && kept < REPORT_MOST_FINDINGS))
        return "findings are omitted from a list with room, or the list has too many";
    return (r->omitted > 0) != (r->omitted_level != AL_OFF) ? "omitted findings have no level" : NULL;
}

static const char *check_whole(const al_result *r, uint64_t size)
{
    if (r->path == NULL || !is_clean_text(r->path) || r->raw_path == NULL)
        return "the path is missing, or is not clean text";
    if (r->format == NULL || !is_clean_text(r->format) || r->version == NULL || !is_clean_text(r->version))
        return "the format or its version is missing, or is not clean text";
    if (r->size != size)
        return "the size is not that of the file";
    if (r->finding_count > 0 && r->findings == NULL)
        return "the findings are missing";
    const char *what = check_unlisted(r);
    return what != NULL ? what : check_status(r);
}

static report_problem check_one(const al_result *result, uint64_t size)
{
    report_problem problem = {.what = check_whole(result, size)};
    for (size_t i = 0; i < result->finding_count && problem.what == NULL; i++) {
        const al_finding *f = &result->findings[i];
        problem = (report_problem){.what = check_finding(f, result, size), .finding = f};
        if (problem.what == NULL && i > 0 && order(f - 1, f) >= 0)
            problem.what = "findings are not in order";
    }
    if (problem.what == NULL)
        problem = (report_problem){.what = check_counts(result)};
    return problem.what != NULL ? problem : check_uniqueness(result);
}

report_problem report_check(const al_result *result, uint64_t size)
{
    report_problem problem = check_one(result, size);
    for (size_t i = 0; i < result->member_count && problem.what == NULL; i++) {
        problem = check_one(result->members[i], result->members[i]->size);
        if (problem.what == NULL && i > 0 &&
            strcmp(result->members[i - 1]->member, result->members[i]->member) > 0)
            problem.what = "members are not in order";
    }
    return problem;
}

bool report_names_limit(const al_result *result)
{
    for (size_t i = 0; i < result->finding_count; i++) {
        const char *slash = strrchr(result->findings[i].rule->id, '/');
        if (slash != NULL && strcmp(slash, "/limit") == 0)
            return true;
    }
    return false;
}

bool report_believable(const al_result *result)
{
    return (result->status == AL_FILE_CLEAN || result->status == AL_FILE_FINDINGS) && result->errors == 0;
}

/* ---- Two reports --------------------------------------------------------------------------------------- */

static bool same_text(const char *a, const char *b)
{
    return a == b || (a != NULL && b != NULL && strcmp(a, b) == 0);
}

static bool same_bits(double a, double b)
{
    uint64_t left, right;
    memcpy(&left, &a, sizeof a);
    memcpy(&right, &b, sizeof b);
    return left == right;
}

static bool same_value(const al_value *a, const al_value *b)
{
    if (a->kind != b->kind)
        return false;
    switch (a->kind) {
    case AL_VALUE_NONE: return true;
    case AL_VALUE_UINT: return a->as.uint_value == b->as.uint_value;
    case AL_VALUE_INT: return a->as.int_value == b->as.int_value;
    case AL_VALUE_REAL: return same_bits(a->as.real_value, b->as.real_value);
    case AL_VALUE_TEXT:
        return a->as.text.length == b->as.text.length &&
               (a->as.text.length == 0 || memcmp(a->as.text.bytes, b->as.text.bytes, a->as.text.length) == 0);
    }
    return false;
}

static bool same_finding(const al_finding *a, const al_finding *b)
{
    if (a->rule != b->rule || a->rule_number != b->rule_number || a->level != b->level)
        return false;
    if (a->offset != b->offset || a->length != b->length)
        return false;
    if (a->in_inflated != b->in_inflated || (a->in_inflated && a->inflated_offset != b->inflated_offset))
        return false;
    if (a->consequences != b->consequences || a->count != b->count || a->element_count != b->element_count)
        return false;
    for (size_t i = 0; i < a->element_count; i++)
        if (a->elements[i] != b->elements[i])
            return false;
    return same_text(a->field, b->field) && same_text(a->message, b->message) &&
           same_value(&a->expected, &b->expected) && same_value(&a->actual, &b->actual);
}

report_problem report_compare_bytes(const al_result *a, const al_result *b)
{
    if (!same_text(a->format, b->format) || !same_text(a->version, b->version))
        return (report_problem){.what = "the format of one file differs"};
    for (size_t i = 0; i < a->finding_count && i < b->finding_count; i++)
        if (!same_finding(&a->findings[i], &b->findings[i]))
            return (report_problem){.what = "the findings of one file differ", .finding = &a->findings[i]};
    if (a->finding_count != b->finding_count || a->status != b->status || a->size != b->size ||
        a->errors != b->errors || a->warnings != b->warnings || a->notes != b->notes ||
        a->omitted != b->omitted || a->omitted_level != b->omitted_level ||
        a->consequence_count != b->consequence_count)
        return (report_problem){.what = "the verdict on one file differs"};
    return (report_problem){0};
}

static report_problem compare_one(const al_result *a, const al_result *b)
{
    if (!same_text(a->path, b->path) || !same_text(a->raw_path, b->raw_path))
        return (report_problem){.what = "the path of one file differs"};
    const report_problem problem = report_compare_bytes(a, b);
    for (size_t i = 0; problem.what == NULL && i < a->finding_count; i++)
        if (!same_text(a->findings[i].fingerprint, b->findings[i].fingerprint))
            return (report_problem){.what = "the findings of one file differ", .finding = &a->findings[i]};
    return problem;
}

report_problem report_compare(const al_result *a, const al_result *b)
{
    report_problem problem = compare_one(a, b);
    if (problem.what == NULL && a->member_count != b->member_count)
        problem.what = "the members of one package differ";
    for (size_t i = 0; i < a->member_count && problem.what == NULL; i++) {
        problem = compare_one(a->members[i], b->members[i]);
        if (problem.what == NULL && strcmp(a->members[i]->member, b->members[i]->member) != 0)
            problem.what = "a member of one package has two names";
    }
    return problem;
}
