/* part.c: the name of a shard, and the summary of a part. */
#include "report/part.h"

#include <stdlib.h>
#include <string.h>

#include "core/number.h"
#include "report/escape.h"
#include "report/record.h"

static const char *const own_keys[PART_OWN] = {"configuration", "baseline"};
const char *const part_own_formats[PART_OWN] = {"config", "baseline"};

bool part_parse_shard(const char *text, uint64_t *number, uint64_t *count)
{
    char first[24];
    const size_t length = strcspn(text, "/");
    if (text[length] != '/' || length >= sizeof first)
        return false;
    memcpy(first, text, length);
    first[length] = '\0';
    return al_parse_number(first, number) && al_parse_number(text + length + 1, count) && *number >= 1 &&
           *number <= *count;
}

/* Writes an object without its closing brace, and frees its text, which may be NULL when memory is short. */
static bool write_open(FILE *out, char *text)
{
    if (text != NULL)
        (void)fwrite(text, 1, strlen(text) - 1, out);
    free(text);
    return text != NULL;
}

/* A baseline may have many entries, so each finding is written before the next one is built. */
static bool write_undecided(FILE *out, const part_own *own, const al_result *of)
{
    bool ok = true;
    fputs(",\"findings\":[", out);
    for (size_t i = 0; ok && i < own->undecided_count; i++) {
        char *text = record_undecided(of, &own->undecided[i]);
        ok = text != NULL;
        fprintf(out, "%s%s", i > 0 ? "," : "", ok ? text : "");
        free(text);
    }
    fputs("]}", out);
    return ok;
}

static bool write_own(FILE *out, part_own own, size_t which)
{
    char *shown = escaped_copy(own.raw_path, strlen(own.raw_path));
    const al_result of = {.path = shown, .member = "", .format = part_own_formats[which]};
    own.path = shown;
    fprintf(out, ",\"%s\":", own_keys[which]);
    const bool ok = write_open(out, record_own(&own)) && write_undecided(out, &own, &of);
    free(shown);
    return ok;
}

bool part_write_summary(FILE *out, const report_part *part)
{
    fputs(",\"part\":", out);
    bool ok = write_open(out, record_part(part));
    for (size_t i = 0; ok && i < PART_OWN; i++)
        ok = !part->own[i].given || write_own(out, part->own[i], i);
    fputs("}", out);
    return ok;
}
