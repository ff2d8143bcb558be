/* sidecar.c: reads .assetlintignore files, and reports their unused lines. */
#include "project/configuration/sidecar.h"

#include <stdlib.h>
#include <string.h>

#include "core/suggest.h"
#include "core/text.h"
#include "engine/source.h"
#include "project/configuration/config_result.h"

#define AL_RULES "rules/config.def"
#include "kit/rule_numbers.h"

/* More than users write by hand. A line takes a few hundred bytes of memory, and each running check has one
 * such file: that is little, compared with --max-memory. */
static const uint64_t most_bytes = UINT64_C(1) << 16, most_memory = UINT64_C(1) << 25;

/* ---- Lines --------------------------------------------------------------------------------------------- */

static bool is_blank(uint8_t byte)
{
    return byte == ' ' || byte == '\t' || byte == '\r' || byte == 0;
}

/* The bytes from `*at` to `end` without leading and trailing blanks. Moves `*at` to the first of them. */
static al_span trimmed(al_span text, uint64_t *at, uint64_t end)
{
    while (*at < end && is_blank(al_u8_at(text, *at)))
        (*at)++;
    while (end > *at && is_blank(al_u8_at(text, end - 1)))
        end--;
    return al_slice_available(text, *at, end - *at);
}

static uint64_t end_of_line(al_span text, uint64_t at)
{
    while (at < text.len && al_u8_at(text, at) != '\n')
        at++;
    return at;
}

/* Where the comment of a line begins: at a # at its start, or after a blank. `end`: no comment. */
static uint64_t comment_of(al_span text, uint64_t begin, uint64_t end)
{
    uint64_t at = begin;
    while (at < end && !(al_u8_at(text, at) == '#' && (at == begin || is_blank(al_u8_at(text, at - 1)))))
        at++;
    return at;
}

/* Adds a line: the rule and the field are the bytes from `at` to `comment`, the comment ends at `end`. */
static bool add_line(al_sidecar *s, uint64_t at, uint64_t comment, uint64_t end)
{
    const al_span whole = trimmed(s->text, &at, comment);
    uint64_t length = 0;
    while (length < whole.len && !is_blank(al_u8_at(whole, length)))
        length++;
    uint64_t field = length, words = comment + 1;
    const al_span rest = trimmed(whole, &field, whole.len);
    const al_span remark = comment < end ? trimmed(s->text, &words, end) : al_span_of(NULL, 0);
    al_sidecar_line line = {.at = at, .end = at + whole.len};
    line.rule = al_copy_bytes(&s->arena, al_slice_available(whole, 0, length));
    line.field = rest.len > 0 ? al_copy_bytes(&s->arena, rest) : NULL;
    line.comment = remark.len > 0 ? al_escape_copy(&s->arena, (const char *)remark.ptr, remark.len) : NULL;
    if (line.rule == NULL)
        return false;
    (void)al_rule_set_of(&line.rules, line.rule);
    return AL_APPEND(&s->arena, s->lines, s->count, s->capacity, line);
}

static bool read_lines(al_sidecar *s)
{
    uint64_t at = al_starts_with(s->text, "\xEF\xBB\xBF", 3) ? 3 : 0;
    while (at < s->text.len) {
        const uint64_t end = end_of_line(s->text, at), comment = comment_of(s->text, at, end);
        uint64_t begin = at;
        if (trimmed(s->text, &begin, comment).len > 0 && !add_line(s, begin, comment, end))
            return false;
        at = end + 1;
    }
    return true;
}

/* ---- The file ------------------------------------------------------------------------------------------ */

char *al_sidecar_path(const char *path)
{
    return al_path_join(path, strlen(path), ".assetlintignore");
}

static bool start(al_sidecar *s, const char *path)
{
    *s = (al_sidecar){.path = al_sidecar_path(path), .budget = al_budget_of(most_memory, 0)};
    s->arena = al_arena_on(&s->budget);
    return s->path != NULL;
}

static void read_all(al_sidecar *s, al_source_state state)
{
    s->too_large = state != AL_SOURCE_READ || !read_lines(s);
    if (s->too_large)
        s->count = 0;
}

bool al_sidecar_parse(al_sidecar *s, const char *path, al_span text)
{
    if (!start(s, path))
        return false;
    s->text = text;
    read_all(s, AL_SOURCE_READ);
    return s->budget.shortage != AL_SHORTAGE_SYSTEM;
}

static void keep_reason(al_sidecar *s, const char *reason)
{
    const char *copy = al_copy_text(&s->arena, reason, strlen(reason));
    s->unreadable = copy != NULL ? copy : "unknown error";
}

/* False if it can't be read. */
static bool read_file(al_sidecar *s)
{
    al_source source;
    al_source_open_listed(&source, s->path);
    al_source_read_whole(&source, &s->buffer, &s->budget, most_bytes);
    const bool readable = source.state != AL_SOURCE_UNREADABLE;
    if (!readable)
        keep_reason(s, source.reason);
    s->text = al_source_bytes(&source);
    read_all(s, source.state);
    al_source_close(&source);
    return readable;
}

/* A link that came with a mod may lead to any file of the machine: reading it would show that file's lines in
 * reports. */
bool al_sidecar_open(al_sidecar *s, const char *path)
{
    al_file_info about;
    if (!start(s, path))
        return false;
    const int error = al_stat_link(s->path, &about);
    if (error != 0 && !al_is_not_found(error))
        keep_reason(s, al_error_text(error));
    else if (error == 0 && about.kind == AL_KIND_LINK)
        keep_reason(s, "it is a symbolic link");
    if (error != 0 || about.kind != AL_KIND_FILE || !read_file(s)) {
        free(s->path);
        s->path = NULL;
    }
    return s->budget.shortage != AL_SHORTAGE_SYSTEM;
}

void al_sidecar_close(al_sidecar *s)
{
    free(s->path);
    al_arena_free(&s->arena);
    al_buffer_free(&s->buffer);
    *s = (al_sidecar){.path = NULL};
}

al_sidecar *al_sidecar_move(al_sidecar *s)
{
    al_sidecar *moved = malloc(sizeof *moved);
    if (moved == NULL)
        return NULL;
    *moved = *s;
    moved->arena.budget = &moved->budget;
    *s = (al_sidecar){.path = NULL};
    return moved;
}

uint64_t al_sidecar_memory(const al_sidecar *s)
{
    return sizeof *s + s->budget.used;
}

/* ---- Unused lines -------------------------------------------------------------------------------------- */

static bool names_no_rule(const al_sidecar_line *line)
{
    return !al_pattern_matches_any(line->rule);
}

static void report_line(al_config_result *made, const al_sidecar_line *line, size_t number)
{
    al_claim claim = al_config_result_claim(made, CONFIG_UNUSED_SUPPRESSION, line->at, line->end);
    claim.path = al_item(NULL, "lines", number);
    if (!names_no_rule(line)) {
        al_report(&made->sink, &claim, "this line suppresses nothing: no finding of %s%s%s was there",
                  line->rule, line->field != NULL ? " at " : "", line->field != NULL ? line->field : "");
        return;
    }
    al_suggestion near = {.meant = line->rule, .length = strlen(line->rule)};
    for (size_t i = 0; i < al_rule_count(); i++)
        al_suggest(&near, al_rule_at(i)->id);
    al_report(&made->sink, &claim, "this line suppresses nothing: it names no rule%s%s",
              near.best != NULL ? "; did you mean " : "", near.best != NULL ? near.best : "");
}

bool al_sidecar_report(const al_sidecar *s, const al_policy *policy, const al_setting *rules,
                       al_result **result)
{
    al_config_result made;
    *result = NULL;
    if (s->path == NULL || (s->count == 0 && !s->too_large))
        return true;
    if (!al_config_result_begin(&made, "config", policy, rules, s->path, s->text))
        return false;
    if (s->too_large) {
        const al_claim claim = al_config_result_claim(&made, CONFIG_UNUSED_SUPPRESSION, 0, s->text.len);
        al_report(&made.sink, &claim, "this file is too large: none of its lines counts");
    }
    for (size_t i = 0; i < s->count; i++) {
        const al_sidecar_line *line = &s->lines[i];
        if (!line->used && (line->ran || names_no_rule(line)))
            report_line(&made, line, i);
    }
    return al_config_result_end(&made, result);
}
