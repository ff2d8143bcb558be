/* mods.c: lets the relations look at the files of one input, as a survey would. */
#include "mods.h"
#include "mods_believe.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/lines.h"
#include "core/sort.h"
#include "core/text_hash.h"
#include "project/contents.h"
#include "relations/relations.h"

enum { MOST_FILES = 64, LONGEST_PATH = 128, MOST_RELATIONS = 8, MOST_ALLOCATIONS = 100000 };

static const uint64_t memory = UINT64_C(64) << 20;

typedef struct file {
    char path[LONGEST_PATH];
    const char *member;
    unsigned with;
    bool alone;
    al_span bytes;
} file;

/* The files of an input, and those that point to them in the order that relations expect. */
typedef struct mod {
    file files[MOST_FILES];
    al_related related[MOST_FILES];
    const file *of[MOST_FILES];
    const char *with[2];
    al_related_files all;
} mod;

/* What one look found, in a number; whether it came to its end; what is wrong with it. */
typedef struct verdict {
    uint64_t hash;
    bool ended;
    bool silent; /* nothing was found, not even a note */
    const char *problem;
    uint64_t allocations;
} verdict;

/* ---- The files of an input ----------------------------------------------------------------------------- */

static const char head[] = "=== ";
enum { HEAD = sizeof head - 1 };

static size_t find_head(const uint8_t *data, size_t size, size_t from)
{
    for (size_t i = from; i + HEAD <= size; i++)
        if ((i == 0 || data[i - 1] == '\n') && memcmp(data + i, head, HEAD) == 0)
            return i;
    return size;
}

/* How files are there: the second reference is a file by itself, and behind it is what lies around others. */
enum { FOLDER = 1, ONE = 2, BESIDE = 3 };

typedef struct way {
    const char *start;
    unsigned with;
    bool alone;
    bool stays; /* is part of the path */
} way;

static const way ways[] = {{"with/", FOLDER, false, true},
                           {"one/", ONE, true, false},
                           {"beside/", BESIDE, true, false},
                           {"alone/", 0, true, false},
                           {"", 0, false, true}};

/* Paths as a folder gives them: no control characters, not empty. */
static bool read_path(file *f, const uint8_t *data, size_t length)
{
    static const char inside[] = "!/";
    const way *w = ways;
    while (length < strlen(w->start) || memcmp(data, w->start, strlen(w->start)) != 0)
        w++;
    const size_t skip = w->stays ? 0 : strlen(w->start);
    if (length == skip || length - skip >= LONGEST_PATH)
        return false;
    for (size_t i = skip; i < length; i++)
        f->path[i - skip] = data[i] < ' ' ? '_' : (char)data[i];
    f->path[length - skip] = '\0';
    f->with = w->with;
    f->alone = w->alone;
    f->member = "";
    char *end = w->alone ? NULL : strstr(f->path, inside);
    if (end != NULL && end[sizeof inside - 1] != '\0') {
        *end = '\0';
        f->member = end + sizeof inside - 1;
    }
    return true;
}

static int compare(const void *left, const void *right, void *context)
{
    const file *a = left, *b = right;
    (void)context;
    if (a->with != b->with)
        return a->with < b->with ? -1 : 1;
    const int order = strcmp(a->path, b->path);
    return order != 0 ? order : strcmp(a->member, b->member);
}

/* How many files are of the references up to one, and are checked. */
static size_t count_up_to(const mod *m, size_t count, unsigned with)
{
    size_t up_to = 0;
    while (up_to < count && m->related[up_to].with <= with)
        up_to++;
    return up_to;
}

static size_t read_files(mod *m, const uint8_t *data, size_t size)
{
    size_t count = 0;
    for (size_t at = find_head(data, size, 0); at < size && count < MOST_FILES;) {
        const size_t next = find_head(data, size, at + HEAD);
        const uint8_t *line = memchr(data + at, '\n', next - at);
        const size_t end = line != NULL ? (size_t)(line - data) : next;
        const size_t start = end < next ? end + 1 : next;
        file *f = &m->files[count];
        f->bytes = al_span_of(next > start ? data + start : NULL, next - start);
        count += read_path(f, data + at + HEAD, end - at - HEAD);
        at = next;
    }
    al_sort(m->files, count, sizeof m->files[0], compare, NULL);
    return count;
}

static void read_mod(mod *m, const uint8_t *data, size_t size, const al_setting *settings)
{
    static const bool with_file[] = {false, true};
    const size_t count = read_files(m, data, size);
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        const file *f = &m->files[i];
        if (kept > 0 && compare(m->of[kept - 1], f, NULL) == 0)
            continue;
        m->of[kept] = f;
        m->related[kept++] =
            (al_related){.path = f->path, .member = f->member, .with = f->with, .alone = f->alone};
    }
    const size_t checked = count_up_to(m, kept, 0), folder = count_up_to(m, kept, FOLDER);
    const size_t known = count_up_to(m, kept, ONE);
    m->with[0] = "with";
    m->with[1] = known > folder ? m->related[folder].path : "";
    m->all = (al_related_files){.files = m->related,
                                .count = known,
                                .beside = kept - known,
                                .checked = checked,
                                .with = m->with,
                                .with_file = with_file,
                                .with_count = kept > folder      ? ONE
                                              : folder > checked ? FOLDER
                                                                 : 0,
                                .settings = settings};
}

/* ---- A look -------------------------------------------------------------------------------------------- */

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash != NULL ? slash + 1 : path;
}

static bool hand_over(const mod *m, const al_relation *relation, void *looked, size_t number,
                      al_budget *budget)
{
    const file *f = m->of[number];
    al_arena scratch = al_arena_on(budget);
    al_content content = {.format = "", .scratch = &scratch, .size = f->bytes.len, .bytes = f->bytes};
    if (relation->asks(looked, number) == AL_ASKED_FACTS)
        al_read_document(&content, base_name(f->member[0] != '\0' ? f->member : f->path), f->bytes);
    const bool taken = relation->take(looked, number, &content);
    al_arena_free(&scratch);
    return taken && budget->shortage == AL_SHORTAGE_NONE;
}

/* All rounds; false when memory ran out. */
static bool look(const mod *m, const al_relation *relation, void *looked, al_budget *budget)
{
    const bool around = relation->wants_beside != NULL || relation->wants_below != NULL;
    const size_t count = m->all.count + (around ? m->all.beside : 0);
    while (relation->next != NULL) {
        switch (relation->next(looked)) {
        case AL_ROUND_READ: break;
        case AL_ROUND_LAST: return true;
        case AL_ROUND_NO_MEMORY: return false;
        }
        for (size_t i = 0; i < count; i++)
            if (relation->asks(looked, i) != AL_ASKED_NOTHING && !hand_over(m, relation, looked, i, budget))
                return false;
    }
    return true;
}

/* A finding with a line is where that line is; UTF-16 is counted otherwise. */
static bool has_its_line(const al_finding *f, al_span bytes)
{
    al_lines lines = al_lines_of(bytes, AL_COLUMNS_BYTES);
    const bool wide =
        bytes.len >= 2 && (al_u8_at(bytes, 0) == 0 || al_u8_at(bytes, 1) == 0 || al_u8_at(bytes, 0) >= 0xFE);
    if (f->line == 0 || wide)
        return true;
    al_lines_go(&lines, f->offset);
    return f->line == lines.line && f->column >= 1 && f->column <= lines.column && f->end_line >= f->line;
}

static void judge(const al_sink *sink, al_span bytes, verdict *v)
{
    char message[AL_MESSAGE_SIZE];
    v->silent = v->silent && sink->count == 0;
    for (size_t i = 0; i < sink->count; i++) {
        const al_finding *f = &sink->findings[i];
        (void)al_finding_message(f, message, sizeof message);
        v->hash = al_hash_text(al_hash_text(al_hash_text(v->hash, f->rule->id), f->field), message);
        v->hash = al_hash_bytes(v->hash, (const char *)&f->offset, sizeof f->offset);
        if (f->offset > bytes.len || f->length > bytes.len - f->offset)
            v->problem = "a finding leaves its file";
        else if (!has_its_line(f, bytes))
            v->problem = "the line of a finding is not that of its offset";
        else if (message[0] == '\0')
            v->problem = "a finding says nothing";
    }
}

static void report(const mod *m, const al_relation *relation, const void *looked, verdict *v)
{
    for (size_t i = 0; i < m->all.checked; i++) {
        const al_span bytes = m->of[i]->bytes;
        al_budget budget = al_budget_of(memory, 0);
        al_arena arena = al_exempt_arena_on(&budget);
        al_sink sink = al_sink_of(&arena, al_catalogue, m->all.settings, m->of[i]->path, bytes.len);
        sink.first_rule = al_first_rule(relation->format);
        relation->report(looked, i, &sink);
        al_sink_finish(&sink);
        judge(&sink, bytes, v);
        al_arena_free(&arena);
    }
}

static verdict run(const mod *m, uint64_t fail_at)
{
    verdict v = {.hash = AL_HASH_START, .ended = true, .silent = true};
    al_budget budget = al_budget_of(memory, fail_at);
    al_arena arena = al_arena_on(&budget);
    for (size_t i = 0; i < MOST_RELATIONS && v.ended && al_relation_at(i) != NULL; i++) {
        const al_relation *relation = al_relation_at(i);
        void *looked = relation->begin(&m->all, &arena);
        v.ended = looked != NULL && look(m, relation, looked, &budget);
        if (v.ended)
            report(m, relation, looked, &v);
    }
    if (!v.ended && budget.shortage == AL_SHORTAGE_NONE)
        v.problem = "a look ended early, though memory was there";
    if (v.ended && budget.shortage == AL_SHORTAGE_SYSTEM)
        v.problem = "an allocation failed, and the look came to its end";
    v.allocations = budget.calls;
    al_arena_free(&arena);
    return v;
}

static const char *fail_each(const mod *m, const verdict *whole, uint64_t hash, mods_depth depth)
{
    const uint64_t most = whole->allocations < MOST_ALLOCATIONS ? whole->allocations : MOST_ALLOCATIONS;
    const uint64_t step = depth == MODS_THOROUGH || most == 0 ? 1 : most;
    for (uint64_t n = depth == MODS_THOROUGH ? 1 : 1 + hash % (most + 1); n <= most; n += step) {
        const verdict failed = run(m, n);
        if (failed.problem != NULL)
            return failed.problem;
        if (failed.ended)
            return "an allocation failed, and nobody noticed";
    }
    return NULL;
}

/* Of what nothing was said, nothing may be missing. */
static const char *believe(const mod *m)
{
    static const uint8_t nothing[1] = {0};
    mods_file files[MOST_FILES];
    const mods_files all = {.items = files, .count = m->all.count};
    for (size_t i = 0; i < m->all.count; i++)
        files[i] = (mods_file){.path = m->of[i]->path,
                               .with = m->of[i]->with != 0,
                               .data = m->of[i]->bytes.len > 0 ? m->of[i]->bytes.ptr : nothing,
                               .size = m->of[i]->bytes.len};
    const char *broken = mods_believe_x4(&all);
    return broken != NULL ? broken : mods_believe_pdx(&all);
}

const char *mods_check(const uint8_t *data, size_t size, mods_depth depth)
{
    al_options *options = al_options_new();
    mod *m = calloc(1, sizeof *m);
    uint8_t *copy = malloc(size > 0 ? size : 1);
    const char *problem = "out of memory";
    if (options != NULL && m != NULL && copy != NULL) {
        if (size > 0)
            memcpy(copy, data, size);
        read_mod(m, copy, size, options->settings);
        const verdict first = run(m, 0), second = run(m, 0);
        problem = first.problem != NULL ? first.problem : second.problem;
        if (problem == NULL && (!first.ended || first.hash != second.hash))
            problem = first.ended ? "two looks find different things" : "a look took too much memory";
        if (problem == NULL && first.silent)
            problem = believe(m);
        if (problem == NULL)
            problem = fail_each(m, &first, first.hash, depth);
    }
    free(copy);
    free(m);
    al_options_free(options);
    return problem;
}
