/* page_views.c: draws files into a temporary file, and chooses those that the page has at its end. */
#include "report/page_views.h"

#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "core/map.h"
#include "platform/platform.h"
#include "report/dump.h"
#include "report/json_object.h"
#include "report/texts.h"

enum {
    MEMORY_OF_VIEWS = 24 << 20, /* while they are made: in addition to --max-memory, which the checks have */
    MOST_OF_PARTNERS =
        100000, /* bytes of their records, before those of files that are not drawn are left out */
    KEY_SIZE = 24
};

#define TOO_LARGE LONG_MAX
#define NO_NUMBER UINT64_MAX

/* What can be drawn of a file: text in the temporary file. */
typedef struct drawn_file {
    uint64_t key;      /* of path and member */
    uint64_t number;   /* among the files of the report; NO_NUMBER: drawn as a partner */
    long offset, size; /* TOO_LARGE: there is not enough memory to make it; 0: nothing can be drawn */
} drawn_file;

bool page_views_begin(page_views *v, const al_options *options, uint64_t most)
{
    v->most = most;
    v->options = al_options_copy(options);
    if (v->options == NULL)
        return false;
    if (al_options_limit(options, AL_LIMIT_MEMORY) > MEMORY_OF_VIEWS)
        al_options_set_limit(v->options, AL_LIMIT_MEMORY, MEMORY_OF_VIEWS);
    v->checker = al_checker_new(v->options);
    return v->checker != NULL;
}

void page_views_end(page_views *v)
{
    al_checker_free(v->checker);
    al_options_free(v->options);
    spool_end(&v->partners);
    free(v->drawn);
    if (v->file != NULL)
        (void)fclose(v->file);
    *v = (page_views){.most = 0};
}

bool page_views_are_drawn(const page_views *v)
{
    return v->checker != NULL;
}

static uint64_t key_of(const char *path, const char *member)
{
    return al_hash_text(al_hash_text(AL_HASH_START, path), member);
}

/* ---- Drawing ------------------------------------------------------------------------------------------- */

static report_status keep(page_views *v, const drawn_file *drawn)
{
    if (v->drawn_count == v->drawn_capacity) {
        const size_t capacity = v->drawn_capacity > 0 ? 2 * v->drawn_capacity : 64;
        drawn_file *more = realloc(v->drawn, capacity * sizeof *more);
        if (more == NULL)
            return REPORT_NO_MEMORY;
        v->drawn = more;
        v->drawn_capacity = capacity;
    }
    v->drawn[v->drawn_count++] = *drawn;
    return REPORT_OK;
}

/* Writes the views behind those of the other files; sets offset and size. */
static report_status write_views(page_views *v, const al_views *views, drawn_file *drawn)
{
    if (!al_views_are_whole(views) && al_views_count(views) == 0) {
        drawn->size = TOO_LARGE;
        return REPORT_OK;
    }
    const bool whole = write_views_json(v->file, views);
    const long end = ftell(v->file);
    if (end < 0 || ferror(v->file))
        return REPORT_NOT_WRITTEN;
    drawn->offset = v->end;
    drawn->size = end - v->end;
    v->end = end;
    return whole ? REPORT_OK : REPORT_NO_MEMORY;
}

/* `result` has the findings to mark; NULL: those of a check. */
static report_status draw(page_views *v, const char *path, const char *member, const al_result *result,
                          drawn_file *drawn)
{
    al_views *views = NULL;
    if (v->file == NULL)
        v->file = al_temporary_file();
    if (v->file == NULL)
        return REPORT_NOT_WRITTEN;
    const al_status viewed = al_view_file(v->checker, path, member, result, &views);
    if (viewed != AL_OK)
        return viewed == AL_OUT_OF_MEMORY ? REPORT_NO_MEMORY : REPORT_OK;
    const report_status status = write_views(v, views, drawn);
    al_views_free(views);
    return status == REPORT_OK ? keep(v, drawn) : status;
}

report_status page_views_add(page_views *v, const al_result *result, uint64_t number)
{
    drawn_file drawn = {.key = key_of(result->raw_path, result->member), .number = number};
    return draw(v, result->raw_path, result->member, result, &drawn);
}

/* ---- Partners ------------------------------------------------------------------------------------------ */

static bool is_drawn(const page_views *v, uint64_t key)
{
    for (size_t i = 0; i < v->drawn_count; i++)
        if (v->drawn[i].key == key)
            return true;
    return false;
}

static void write_key(uint64_t key, char text[KEY_SIZE])
{
    (void)snprintf(text, KEY_SIZE, "with-%016" PRIx64, key);
}

static char *partner_record(const al_partner *partner, uint64_t number, const char *member)
{
    char key[KEY_SIZE], *path = escaped_copy(partner->path, strlen(partner->path));
    char *texture = escaped_copy(partner->texture, strlen(partner->texture));
    json_object object = json_begin();
    write_key(key_of(partner->path, member), key);
    json_number(&object, JSON_ROOT, "file", number);
    json_text(&object, JSON_ROOT, "role", al_partner_role_name(partner->role));
    json_text(&object, JSON_ROOT, "path", path);
    if (member[0] != '\0')
        json_text(&object, JSON_ROOT, "member", member);
    if (partner->texture[0] != '\0')
        json_text(&object, JSON_ROOT, "texture", texture);
    json_text(&object, JSON_ROOT, "views", key);
    free(path);
    free(texture);
    return json_end(&object);
}

static report_status add_partner(page_views *v, const al_partner *partner, uint64_t number, bool is_shown)
{
    if (!is_shown && partner->role == AL_PARTNER_REFERRER)
        return REPORT_OK;
    char *member = escaped_copy(partner->member, strlen(partner->member));
    if (member == NULL)
        return REPORT_NO_MEMORY;
    drawn_file drawn = {.key = key_of(partner->path, member), .number = NO_NUMBER};
    report_status status = spool_add_record(&v->partners, partner_record(partner, number, member));
    const bool is_file = partner->role != AL_PARTNER_REFERRER && partner->role != AL_PARTNER_MISSING_TEXTURE;
    if (status == REPORT_OK && is_shown && is_file && page_views_are_drawn(v) && !is_drawn(v, drawn.key))
        status = draw(v, partner->path, member, NULL, &drawn);
    free(member);
    return status;
}

report_status page_views_add_partners(page_views *v, const al_project *project, const al_result *result,
                                      uint64_t number, bool is_shown)
{
    report_status status = REPORT_OK;
    al_partner partner = {.size = sizeof partner};
    if (!is_shown && v->partners.length > MOST_OF_PARTNERS)
        return REPORT_OK;
    for (size_t i = 0;
         project != NULL && status == REPORT_OK && al_project_partner(project, result, i, &partner); i++)
        status = add_partner(v, &partner, number, is_shown);
    return status;
}

/* ---- Choosing ------------------------------------------------------------------------------------------ */

/* By key, and drawn for its own findings first. */
static int compare_keys(const void *a, const void *b)
{
    const drawn_file *one = a, *other = b;
    if (one->key != other->key)
        return one->key < other->key ? -1 : 1;
    return one->number < other->number ? -1 : one->number > other->number;
}

/* Partners last, the smallest first. */
static int compare_sizes(const void *a, const void *b)
{
    const drawn_file *one = a, *other = b;
    if ((one->number == NO_NUMBER) != (other->number == NO_NUMBER))
        return one->number == NO_NUMBER ? 1 : -1;
    if (one->size != other->size)
        return one->size < other->size ? -1 : 1;
    return one->number != other->number ? (one->number < other->number ? -1 : 1)
                                        : (one->key > other->key) - (one->key < other->key);
}

static void sort(page_views *v, int (*compare)(const void *a, const void *b))
{
    if (v->drawn_count > 0)
        qsort(v->drawn, v->drawn_count, sizeof *v->drawn, compare);
}

/* A partner may have findings, too: then it was drawn twice, and counts once. */
static void drop_repetitions(page_views *v)
{
    size_t kept = 0;
    sort(v, compare_keys);
    for (size_t i = 0; i < v->drawn_count; i++)
        if (kept == 0 || v->drawn[kept - 1].key != v->drawn[i].key)
            v->drawn[kept++] = v->drawn[i];
    v->drawn_count = kept;
}

/* The number of those that fit, from the first on. */
static size_t count_fitting(const page_views *v)
{
    uint64_t sum = 0;
    size_t count = 0;
    for (; count < v->drawn_count; count++) {
        sum += (uint64_t)v->drawn[count].size;
        if (sum > v->most)
            break;
    }
    return count;
}

/* ---- Writing ------------------------------------------------------------------------------------------- */

void write_json_of_page(FILE *out, const char *text, size_t length)
{
    const char *end = text + length;
    while (text < end) {
        const char *bracket = memchr(text, '<', (size_t)(end - text));
        (void)fwrite(text, 1, (size_t)((bracket != NULL ? bracket : end) - text), out);
        if (bracket == NULL)
            return;
        fputs("\\u003c", out);
        text = bracket + 1;
    }
}

static const char element_start[] = "<script type=\"application/json\" data-views=\"";
static const char element_end[] = "</script>\n";

/* The number of a file, or its key. */
static void write_name(const drawn_file *drawn, char text[KEY_SIZE])
{
    if (drawn->number != NO_NUMBER)
        (void)snprintf(text, KEY_SIZE, "%" PRIu64, drawn->number);
    else
        write_key(drawn->key, text);
}

/* Writes the numbers or keys of the files that are left out. */
static void write_left_out(const page_views *v, size_t first, FILE *out)
{
    char name[KEY_SIZE];
    if (first == v->drawn_count)
        return;
    fprintf(out, "%sleft out\">[", element_start);
    for (size_t i = first; i < v->drawn_count; i++) {
        const char *quote = v->drawn[i].number == NO_NUMBER ? "\"" : "";
        write_name(&v->drawn[i], name);
        fprintf(out, "%s%s%s%s", i > first ? "," : "", quote, name, quote);
    }
    fprintf(out, "]%s", element_end);
}

static bool write_drawn(const page_views *v, const drawn_file *drawn, FILE *out)
{
    char block[4096], name[KEY_SIZE];
    size_t left = (size_t)drawn->size, got = 1;
    if (fseek(v->file, drawn->offset, SEEK_SET) != 0)
        return false;
    write_name(drawn, name);
    fprintf(out, "%s%s\">", element_start, name);
    for (; left > 0 && got > 0; left -= got) {
        got = fread(block, 1, left < sizeof block ? left : sizeof block, v->file);
        write_json_of_page(out, block, got);
    }
    fputs(element_end, out);
    return left == 0;
}

report_status page_views_write(page_views *v, FILE *out)
{
    drop_repetitions(v);
    sort(v, compare_sizes);
    const size_t count = count_fitting(v);
    write_left_out(v, count, out);
    for (size_t i = 0; i < count; i++)
        if (v->drawn[i].size > 0 && !write_drawn(v, &v->drawn[i], out))
            return REPORT_NOT_WRITTEN;
    if (v->partners.length == 0)
        return REPORT_OK;
    fprintf(out, "%spartners\">[", element_start);
    const report_status status = spool_copy(&v->partners, write_json_of_page, out);
    fprintf(out, "]%s", element_end);
    return status;
}
