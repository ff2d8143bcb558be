/* cat_list.c: reads and judges the lines of a .cat: `path size unixtime md5`. They are split from the right,
 * since a path may hold blanks.
 */
#include "containers/cat_list.h"

#include <inttypes.h>
#include <string.h>

#include "containers/member_path.h"
#include "core/text.h"
#include "kit/names.h"

#define AL_RULES "rules/cat.def"
#include "kit/rule_numbers.h"
#undef AL_RULES

/* ---- Reading ------------------------------------------------------------------------------------------- */

/* Reads a number without sign; false if it has other characters, or more than 64 bits. */
static bool read_number(al_span text, uint64_t *number)
{
    *number = 0;
    for (uint64_t i = 0; i < text.len; i++) {
        const uint8_t c = al_u8_at(text, i);
        if (!al_is_digit(c) || !al_mul(*number, 10, number) || !al_add(*number, (uint64_t)c - '0', number))
            return false;
    }
    return text.len > 0;
}

/* Seconds since 1970; negative ones are legal. The games don't use them. */
static bool is_time(al_span text)
{
    const uint64_t sign = al_u8_at(text, 0) == '-' ? 1 : 0;
    for (uint64_t i = sign; i < text.len; i++)
        if (!al_is_digit(al_u8_at(text, i)))
            return false;
    return text.len > sign;
}

al_value cat_time_value(al_span time)
{
    const uint64_t sign = al_u8_at(time, 0) == '-' ? 1 : 0;
    uint64_t number;
    if (!read_number(al_slice_available(time, sign, UINT64_MAX), &number) || number > INT64_MAX)
        return al_text_bytes(time);
    return sign > 0 ? al_int(-(int64_t)number) : al_uint(number);
}

/* 16 or more if it is no hexadecimal digit. */
static unsigned hex_value(uint8_t c)
{
    if (al_is_digit(c))
        return (unsigned)c - '0';
    c |= 0x20; /* a small letter */
    return c >= 'a' && c <= 'f' ? (unsigned)c - 'a' + 10 : 16;
}

static bool read_md5(al_span text, uint8_t md5[AL_MD5_SIZE])
{
    for (uint64_t i = 0; i < AL_MD5_SIZE; i++) {
        const unsigned high = hex_value(al_u8_at(text, 2 * i)), low = hex_value(al_u8_at(text, 2 * i + 1));
        if (high > 15 || low > 15)
            return false;
        md5[i] = (uint8_t)(high << 4 | low);
    }
    return text.len == (size_t)2 * AL_MD5_SIZE;
}

/* Cuts the text at its last blank; `field` gets what is behind it. False if there is no blank. */
static bool cut_field(al_span *text, al_span *field)
{
    uint64_t at = text->len;
    while (at > 0 && al_u8_at(*text, at - 1) != ' ')
        at--;
    if (at == 0)
        return false;
    *field = al_slice_available(*text, at, UINT64_MAX);
    *text = al_slice_available(*text, 0, at - 1);
    return true;
}

static bool has_nul(al_span text)
{
    return al_text_length(text) < text.len;
}

bool cat_line_split(const cat_line *line, cat_fields *fields)
{
    fields->path = line->bytes;
    return cut_field(&fields->path, &fields->md5) && cut_field(&fields->path, &fields->time) &&
           cut_field(&fields->path, &fields->size);
}

static bool read_line(cat_line *line)
{
    cat_fields f;
    if (!cat_line_split(line, &f))
        return false;
    line->path_length = f.path.len;
    return f.path.len > 0 && !has_nul(f.path) && read_number(f.size, &line->size) && is_time(f.time) &&
           read_md5(f.md5, line->md5);
}

/* The line at `*at`, without its end; sets `*at` to the next line. */
static al_span next_line(al_span text, uint64_t *at)
{
    const uint64_t start = *at;
    uint64_t end = start;
    while (end < text.len && al_u8_at(text, end) != '\n')
        end++;
    *at = end + 1;
    if (end > start && al_u8_at(text, end - 1) == '\r')
        end--;
    return al_slice_available(text, start, end - start);
}

bool cat_list_read(cat_list *list, al_span text, al_arena *arena)
{
    bool lost = false;
    *list = (cat_list){.count = 0};
    for (uint64_t at = 0; at < text.len;) {
        cat_line *lines = al_grow(arena, list->lines, list->count, &list->capacity, sizeof *lines);
        if (lines == NULL)
            return false;
        list->lines = lines;
        cat_line *line = &lines[list->count++];
        *line = (cat_line){.bytes = next_line(text, &at)};
        if (!read_line(line)) {
            *line = (cat_line){.bytes = line->bytes};
            lost = true;
        }
        if (lost)
            continue;
        line->start = list->total;
        list->usable++;
        list->total = al_sum(list->total, line->size); /* no .dat has UINT64_MAX bytes */
    }
    return true;
}

const char *cat_member_name(const cat_line *line, al_arena *arena)
{
    return al_member_name(cat_line_path(line), arena);
}

/* ---- Rules --------------------------------------------------------------------------------------------- */

al_claim cat_line_claim(size_t rule, const cat_list *list, uint64_t number)
{
    const al_span bytes = list->lines[number].bytes;
    return (al_claim){
        .rule = rule, .offset = bytes.base, .length = bytes.len, .path = al_item(NULL, "lines", number)};
}

/* Reports a fault of the path, with which a line begins. */
static void report_path(al_sink *sink, size_t rule, const cat_list *list, uint64_t number, const char *what,
                        uint64_t other)
{
    const al_span path = cat_line_path(&list->lines[number]);
    const al_path line = al_item(NULL, "lines", number);
    const al_claim claim = {.rule = rule,
                            .offset = path.base,
                            .length = path.len,
                            .path = al_field(&line, "path"),
                            .actual = al_text_bytes(path)};
    if (rule == CAT_DUPLICATE)
        al_report(sink, &claim, "\"%.*s\" is there twice: line %" PRIu64 " names it first", AL_SHOW(path),
                  other + 1);
    else
        al_report(sink, &claim, "\"%.*s\" %s", AL_SHOW(path), what);
}

/* Only the first wrong line says what follows from it. */
static void report_line(const cat_list *list, uint64_t number, bool first, al_sink *sink)
{
    const uint64_t lost = list->count - number;
    al_claim claim = cat_line_claim(CAT_LINE, list, number);
    claim.actual = al_text_bytes(list->lines[number].bytes);
    if (first)
        al_report(sink, &claim,
                  "line %" PRIu64 " is not `path size time md5`: the %" PRIu64
                  " member%s from here on can't be found",
                  number + 1, lost, AL_S(lost));
    else
        al_report(sink, &claim, "line %" PRIu64 " is not `path size time md5` either", number + 1);
}

/* No more findings of a rule are kept than AL_MAX_FINDINGS, so the wrong lines behind them are only counted.
 */
static void check_lines(const cat_list *list, al_sink *sink)
{
    uint64_t wrong = 0;
    for (uint64_t i = 0; i < list->count; i++)
        if (list->lines[i].path_length == 0 && wrong++ < AL_MAX_FINDINGS)
            report_line(list, i, wrong == 1, sink);
    if (wrong > AL_MAX_FINDINGS)
        al_leave_out(sink, &(al_claim){.rule = CAT_LINE}, wrong - AL_MAX_FINDINGS);
}

static void check_path(const cat_list *list, uint64_t number, al_sink *sink)
{
    const char *what = al_path_leads_out(cat_line_path(&list->lines[number]));
    if (what != NULL)
        report_path(sink, CAT_PATH, list, number, what, 0);
}

typedef struct duplicates {
    const cat_list *list;
    al_sink *sink;
} duplicates;

static void report_duplicate(void *context, const al_name *again, const al_name *first)
{
    const duplicates *d = context;
    report_path(d->sink, CAT_DUPLICATE, d->list, again->number, "", first->number);
}

/* On Windows names that differ only in case are one file, so they are compared in small letters. */
static bool check_duplicates(cat_list *list, al_arena *arena, al_sink *sink)
{
    duplicates context = {.list = list, .sink = sink};
    for (uint64_t i = 0; i < list->count && i <= UINT32_MAX; i++) {
        const cat_line *line = &list->lines[i];
        if (line->path_length == 0)
            continue;
        const char *name = cat_member_name(line, arena);
        const char *small = name != NULL ? al_lower_copy(arena, name, strlen(name)) : NULL;
        if (small == NULL)
            return false;
        al_names_add(&list->names, arena, al_span_of(small, strlen(small)), 0, (uint32_t)i);
    }
    return al_names_repeated(&list->names, arena, report_duplicate, &context);
}

bool cat_list_find(cat_list *list, const char *name, al_arena *arena, uint64_t *number)
{
    const char *wanted = al_lower_copy(arena, name, strlen(name));
    if (wanted == NULL || (list->names.sorted == NULL && !al_names_sort(&list->names, arena)))
        return false;
    const al_name *found = al_names_find(&list->names, al_span_of(wanted, strlen(wanted)));
    *number = found != NULL ? found->number : UINT64_MAX;
    return true;
}

bool cat_list_judge(cat_list *list, al_arena *arena, al_sink *sink)
{
    check_lines(list, sink);
    for (uint64_t i = 0; i < list->count; i++)
        check_path(list, i, sink);
    return check_duplicates(list, arena, sink);
}
