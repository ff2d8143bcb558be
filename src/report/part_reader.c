/* part_reader.c: reads a part line by line. */
#include "report/part_reader.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "core/text.h"
#include "engine/result.h"
#include "platform/platform.h"

/* The start of a line with a finding, as check writes it: other lines end the findings of a result. */
static const char finding_line[] = "{\"kind\":\"finding\"";

size_t part_read_span(void *context, uint64_t at, void *buffer, size_t size, int *error)
{
    const al_span *all = context;
    const al_span wanted = al_slice_available(*all, at, size);
    *error = 0;
    if (wanted.len > 0)
        memcpy(buffer, wanted.ptr, wanted.len);
    return wanted.len;
}

/* ---- Mistakes ------------------------------------------------------------------------------------------ */

static bool refuse_line(part_reader *r, uint64_t line, const char *what)
{
    r->mistake = (al_mistake){.line = line, .column = 1};
    (void)snprintf(r->mistake.text, sizeof r->mistake.text, "%s", what);
    return false;
}

void part_refuse_result(part_reader *r, const char *what)
{
    (void)refuse_line(r, r->result_line, what);
}

void part_refuse_shard(part_reader *r, const char *format, ...)
{
    va_list values;
    r->mistake = (al_mistake){.line = r->summary_line, .column = r->shard_column};
    va_start(values, format);
    (void)vsnprintf(r->mistake.text, sizeof r->mistake.text, format, values);
    va_end(values);
}

static bool refuse_memory(part_reader *r)
{
    if (r->budget->shortage != AL_SHORTAGE_SYSTEM)
        return refuse_line(r, r->line, "reading this file takes too much memory");
    r->mistake = (al_mistake){.no_memory = true};
    return false;
}

/* ---- Lines --------------------------------------------------------------------------------------------- */

static void free_arena(part_reader *r, al_arena *arena)
{
    r->budget->used -= arena->held;
    al_arena_free(arena);
    *arena = al_arena_on(r->budget);
}

/* Reads the next chunk into the buffer; sets `*end` if there is none. */
static bool read_more(part_reader *r, bool *end)
{
    int error = 0;
    if (r->buffer.capacity < r->filled + r->chunk &&
        !al_buffer_reserve(&r->buffer, r->budget, 2 * r->filled + r->chunk))
        return refuse_memory(r);
    const size_t read =
        r->source.read(r->source.context, r->from + r->filled, r->buffer.bytes + r->filled, r->chunk, &error);
    if (error != 0)
        return refuse_line(r, r->line, al_error_text(error));
    r->filled += read;
    *end = read == 0;
    return true;
}

/* Removes the bytes before the next line from the buffer. */
static void move_window(part_reader *r)
{
    const uint64_t passed = r->next - r->from;
    if (passed < r->filled)
        memmove(r->buffer.bytes, r->buffer.bytes + passed, (size_t)(r->filled - passed));
    r->filled = passed < r->filled ? r->filled - passed : 0;
    r->from = r->next;
}

/* Finds the next line, without its line end, and does not pass it. `*end`: the file has no more lines. */
static bool find_line(part_reader *r, al_span *line, bool *end)
{
    uint64_t seen = 0; /* bytes of the line that have no line end */
    *line = (al_span){.ptr = NULL};
    *end = false;
    if (r->next < r->from || r->next > r->from + r->filled) { /* not in the buffer */
        r->from = r->next;
        r->filled = 0;
    }
    while (!*end) {
        const uint64_t start = r->next - r->from, at = start + seen;
        const uint8_t *bytes = r->buffer.bytes;
        const uint8_t *stop = at < r->filled ? memchr(bytes + at, '\n', (size_t)(r->filled - at)) : NULL;
        if (stop != NULL) {
            *line = al_span_of(bytes + start, (size_t)(stop - bytes) - (size_t)start);
            return true;
        }
        seen = r->filled - start;
        if (r->next > r->from)
            move_window(r);
        if (!read_more(r, end))
            return false;
    }
    return seen == 0 || refuse_line(r, r->line, "this part is cut: its last line doesn't end");
}

static void pass_line(part_reader *r, al_span line)
{
    r->next += line.len + 1;
    r->line++;
}

/* Parses a line; NULL when that fails, and the mistake says why. */
static const al_json *parse(part_reader *r, al_span line, al_arena *arena, al_json_file *file)
{
    *file = (al_json_file){.text = line, .arena = arena, .mistake = &r->mistake};
    r->mistake = (al_mistake){.line = 0};
    return al_json_parse(file);
}

/* A parsed line counts as line 1, so the line of a mistake is set here. Returns `ok`. */
static bool in_line(part_reader *r, bool ok)
{
    if (!ok)
        r->mistake.line = r->line;
    return ok;
}

/* ---- The summary --------------------------------------------------------------------------------------- */

/* Looks for the last line. */
static bool find_summary(part_reader *r)
{
    al_span line;
    bool end;
    while (find_line(r, &line, &end)) {
        if (end)
            return r->summary_line > 0 || refuse_line(r, 1, "this part is empty");
        r->summary_at = r->next;
        r->summary_line = r->line;
        pass_line(r, line);
    }
    return false;
}

static bool read_summary(part_reader *r)
{
    al_span line;
    bool end;
    al_json_file file;
    r->next = r->summary_at;
    r->line = r->summary_line;
    if (!find_line(r, &line, &end))
        return false;
    const al_json *root = parse(r, line, &r->kept, &file);
    if (!in_line(r, root != NULL))
        return false;
    const al_json *kind = root->kind == AL_JSON_OBJECT ? al_json_find(root, "kind") : NULL;
    if (kind == NULL || kind->kind != AL_JSON_TEXT || strcmp(kind->text, "summary") != 0)
        return in_line(r,
                       al_json_refuse(&file, root->at, "this part is cut: its last line is not a summary"));
    if (!in_line(r, record_read_summary(&file, root, &r->summary)))
        return false;
    report_part *part = &r->summary.part;
    const uint64_t shard_at = al_json_find(root, "shard")->at;
    if (!part_parse_shard(r->summary.shard, &part->number, &part->count))
        return in_line(r, al_json_refuse(&file, shard_at, "a shard is I/N, with I from 1 to N"));
    al_mistake at;
    al_mistake_at(&at, line, shard_at);
    r->shard_column = at.column;
    return true;
}

bool part_open(part_reader *r, const char *name, part_source source, size_t chunk, al_budget *budget)
{
    *r = (part_reader){.name = name,
                       .source = source,
                       .chunk = chunk,
                       .budget = budget,
                       .line = 1,
                       .kept = al_arena_on(budget),
                       .arenas = {al_arena_on(budget), al_arena_on(budget)}};
    if (!find_summary(r) || !read_summary(r))
        return false;
    part_rewind(r);
    return true;
}

void part_rewind(part_reader *r)
{
    free_arena(r, &r->arenas[0]);
    free_arena(r, &r->arenas[1]);
    r->entries = NULL;
    r->next = 0;
    r->line = 1;
    r->counted = (report_totals){.files = 0};
}

void part_close(part_reader *r)
{
    free_arena(r, &r->kept);
    free_arena(r, &r->arenas[0]);
    free_arena(r, &r->arenas[1]);
    al_buffer_release(&r->buffer, r->budget);
    al_buffer_free(&r->buffer);
}

/* ---- Results ------------------------------------------------------------------------------------------- */

typedef struct finding_list {
    al_finding *findings;
    uint64_t count, capacity;
} finding_list;

static bool belongs_to(const finding_record *record, const al_result *result)
{
    return strcmp(record->path, result->path) == 0 && strcmp(record->member, result->member) == 0;
}

static bool add_finding(part_reader *r, al_json_file *file, const al_json *root, al_arena *arena,
                        finding_list *all)
{
    finding_record record;
    if (!record_read_finding(file, root, &record))
        return false;
    if (!belongs_to(&record, &r->result))
        return al_json_refuse(file, root->at, "this finding is about another file than the record before it");
    al_finding *more = al_grow(arena, all->findings, all->count, &all->capacity, sizeof *more);
    if (more == NULL)
        return al_json_refuse_memory(file);
    if (strcmp(record.finding.format, r->result.format) == 0)
        record.finding.format = NULL;
    all->findings = more;
    more[all->count++] = record.finding;
    r->entries = record.entries;
    return true;
}

/* Reads the findings of the result. A finding with entries is the last one. */
static bool add_findings(part_reader *r, al_arena *arena)
{
    finding_list all = {.count = 0};
    while (r->entries == NULL && r->next < r->summary_at) {
        al_span line;
        bool end;
        al_json_file file;
        if (!find_line(r, &line, &end))
            return false;
        if (line.len < sizeof finding_line - 1 ||
            memcmp(line.ptr, finding_line, sizeof finding_line - 1) != 0)
            break;
        const al_json *root = parse(r, line, arena, &file);
        if (!in_line(r, root != NULL && add_finding(r, &file, root, arena, &all)))
            return false;
        pass_line(r, line);
    }
    r->result.findings = all.findings;
    r->result.finding_count = (size_t)all.count;
    al_result_count(&r->result);
    return true;
}

/* The entries that follow belong to the package of the result. */
static void set_package(part_reader *r, unsigned arena)
{
    r->package_arena = arena;
    r->package_path = r->result.path;
    r->package_raw_path = r->result.raw_path;
    r->package_base_path = r->result.base_path;
    r->package_line = r->line - 1;
}

/* The path of an entry is that of its package; it is copied, since the arena of the package may be freed
 * first. */
static bool read_entry(part_reader *r, al_arena *arena)
{
    al_json_file file = {.arena = arena, .mistake = &r->mistake};
    file_record record;
    r->result_line = r->package_line;
    r->mistake = (al_mistake){.line = 0};
    if (!record_read_entry(&file, r->entries, &record)) {
        r->mistake.line = r->package_line;
        return false;
    }
    r->result = record.result;
    r->result.path = al_copy_text(arena, r->package_path, strlen(r->package_path));
    r->result.raw_path = al_copy_text(arena, r->package_raw_path, strlen(r->package_raw_path));
    r->result.base_path = al_copy_text(arena, r->package_base_path, strlen(r->package_base_path));
    r->entries = r->entries->next;
    return (r->result.path != NULL && r->result.raw_path != NULL && r->result.base_path != NULL) ||
           refuse_memory(r);
}

static bool read_file(part_reader *r, al_arena *arena)
{
    al_span line;
    bool end;
    al_json_file file;
    file_record record;
    if (!find_line(r, &line, &end))
        return false;
    r->result_line = r->line;
    const al_json *root = parse(r, line, arena, &file);
    if (!in_line(r, root != NULL && record_read_file(&file, root, &record)))
        return false;
    const al_result *result = &record.result;
    const char *shown = al_escape_copy(arena, result->raw_path, strlen(result->raw_path));
    if (shown == NULL)
        return refuse_memory(r);
    if (strcmp(shown, result->path) != 0)
        return in_line(r, al_json_refuse(&file, root->at, "the bytes of this path belong to another path"));
    r->result = *result;
    r->entries = record.entries;
    pass_line(r, line);
    return true;
}

static bool same_totals(const report_totals *a, const report_totals *b)
{
    return a->files == b->files && a->clean == b->clean && a->errors == b->errors &&
           a->warnings == b->warnings && a->notes == b->notes && a->unreadable == b->unreadable &&
           a->suppressed == b->suppressed && a->omitted == b->omitted;
}

static part_step end_part(part_reader *r)
{
    if (r->next == r->summary_at && same_totals(&r->counted, &r->summary.totals))
        return PART_END;
    (void)refuse_line(r, r->summary_line, "this part is cut: its summary has other counts");
    return PART_WRONG;
}

part_step part_next(part_reader *r)
{
    bool ok;
    if (r->entries != NULL) {
        al_arena *arena = &r->arenas[1 - r->package_arena];
        free_arena(r, arena);
        ok = read_entry(r, arena) && add_findings(r, arena);
        if (ok && r->entries != NULL && r->result.finding_count > 0)
            set_package(r, 1 - r->package_arena);
    } else {
        free_arena(r, &r->arenas[0]);
        free_arena(r, &r->arenas[1]);
        if (r->next >= r->summary_at)
            return end_part(r);
        ok = read_file(r, &r->arenas[0]) && add_findings(r, &r->arenas[0]);
        if (ok)
            set_package(r, 0);
    }
    if (!ok)
        return PART_WRONG;
    report_totals_add(&r->counted, &r->result);
    return PART_RESULT;
}
