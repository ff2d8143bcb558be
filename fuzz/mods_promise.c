/* mods_promise.c: runs all relations on the files of one input, as a survey of a folder does. */
#include "files.h"
#include "inputs.h"
#include "mods_believe.h"

#include <stdlib.h>

#include "core/lines.h"
#include "core/map.h"
#include "core/sort.h"
#include "project/survey_read.h"
#include "readings.h"
#include "relations/relation_state.h"

enum { MOST_FILES = 64, LONGEST_PATH = 128, MOST_ALLOCATIONS = 100000 };

static const uint64_t memory = UINT64_C(64) << 20;

typedef struct file {
    char path[LONGEST_PATH];
    const char *member;
    unsigned with;
    bool explicit;
    al_span bytes;
} file;

/* The files of an input, and the same in the order that relations expect. */
typedef struct mod {
    file files[MOST_FILES];
    al_related_file related[MOST_FILES];
    const file *sorted[MOST_FILES];
    const char *with[2];
    al_related_files all;
} mod;

/* One run of all relations. */
typedef struct outcome {
    uint64_t hash; /* of all findings */
    bool ended;    /* otherwise memory ran out */
    bool silent;   /* nothing was found, not even a note */
    const char *problem;
    uint64_t allocations;
} outcome;

/* ---- The files of an input ----------------------------------------------------------------------------- */

/* Numbers of references: a folder, a single file, and last the files around those that are checked. */
enum { FOLDER = 1, ONE = 2, BESIDE = 3 };

/* What the first folder of a path means. */
typedef struct path_kind {
    const char *start;
    unsigned with;
    bool explicit;
    bool stays; /* is part of the path */
} path_kind;

static const path_kind path_kinds[] = {{"with/", FOLDER, false, true},
                                       {"one/", ONE, true, false},
                                       {"beside/", BESIDE, true, false},
                                       {"alone/", 0, true, false},
                                       {"", 0, false, true}};

/* A path as a folder lists it: no control characters, not empty. */
static bool read_path(file *f, const uint8_t *data, size_t length)
{
    static const char inside[] = "!/";
    const path_kind *kind = path_kinds;
    if (length == 0)
        return false;
    while (length < strlen(kind->start) || memcmp(data, kind->start, strlen(kind->start)) != 0)
        kind++;
    const size_t skip = kind->stays ? 0 : strlen(kind->start);
    if (length == skip || length - skip >= LONGEST_PATH)
        return false;
    for (size_t i = skip; i < length; i++)
        f->path[i - skip] = data[i] < ' ' ? '_' : (char)data[i];
    f->path[length - skip] = '\0';
    f->with = kind->with;
    f->explicit = kind->explicit;
    f->member = "";
    char *end = kind->explicit ? NULL : strstr(f->path, inside);
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

/* The number of files that are checked or belong to a reference up to `with`. */
static size_t count_up_to(const mod *m, size_t count, unsigned with)
{
    size_t up_to = 0;
    while (up_to < count && m->related[up_to].with <= with)
        up_to++;
    return up_to;
}

static size_t read_files(mod *m, const uint8_t *data, size_t size)
{
    const al_span input = al_span_of(data, size);
    input_file found;
    size_t count = 0;
    uint64_t at = 0;
    while (count < MOST_FILES && input_files_next(input, &at, &found)) {
        file *f = &m->files[count];
        f->bytes = al_span_of(found.bytes.ptr, found.bytes.len); /* offsets begin with the file */
        count += read_path(f, found.path.ptr, found.path.len);
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
        if (kept > 0 && compare(m->sorted[kept - 1], f, NULL) == 0)
            continue;
        m->sorted[kept] = f;
        m->related[kept++] =
            (al_related_file){.path = f->path, .member = f->member, .with = f->with, .explicit = f->explicit};
    }
    const size_t checked = count_up_to(m, kept, 0), folder = count_up_to(m, kept, FOLDER);
    const size_t known = count_up_to(m, kept, ONE);
    m->with[0] = "with";
    m->with[1] = known > folder ? m->related[folder].path : "";
    m->all = (al_related_files){.files = m->related,
                                .count = known,
                                .siblings = kept - known,
                                .checked = checked,
                                .with = m->with,
                                .with_file = with_file,
                                .with_count = kept > folder      ? ONE
                                              : folder > checked ? FOLDER
                                                                 : 0,
                                .settings = settings,
                                .most_inflated = UINT64_MAX};
}

/* ---- A run --------------------------------------------------------------------------------------------- */

/* Reads a file for a relation; false when memory ran out. */
static bool read_for_relation(const mod *m, const al_relation *relation, void *state, size_t number,
                              al_budget *budget)
{
    const file *f = m->sorted[number];
    al_arena scratch = al_arena_on(budget);
    al_content content = {.format = "", .scratch = &scratch, .size = f->bytes.len, .bytes = f->bytes};
    al_read_document(&content, files_base_name(f->member[0] != '\0' ? f->member : f->path), f->bytes);
    const bool done = relation->read(state, number, &content);
    al_arena_free(&scratch);
    return done && budget->shortage == AL_SHORTAGE_NONE;
}

/* Lets a relation read what it chooses, until it is done; false when memory ran out. */
static bool read_all(const mod *m, const al_relation *relation, void *state, al_budget *budget)
{
    while (!((const al_relation_state *)state)->done) {
        uint8_t wanted[MOST_FILES] = {AL_WANT_NOTHING};
        if (!relation->choose(state, wanted))
            return false;
        for (size_t i = 0; i < m->all.count + m->all.siblings; i++)
            if (wanted[i] != AL_WANT_NOTHING && !read_for_relation(m, relation, state, i, budget))
                return false;
    }
    return true;
}

/* Whether the line of a finding is that of its offset; in UTF-16 lines count otherwise. */
static bool has_its_line(const al_finding *f, al_span bytes)
{
    al_lines lines = al_lines_of(bytes, AL_COLUMNS_BYTES);
    const bool wide =
        bytes.len >= 2 && (al_u8_at(bytes, 0) == 0 || al_u8_at(bytes, 1) == 0 || al_u8_at(bytes, 0) >= 0xFE);
    if (f->line == 0 || wide)
        return true;
    al_lines_advance(&lines, f->offset);
    return f->line == lines.line && f->column >= 1 && f->column <= lines.column && f->end_line >= f->line;
}

static void check_findings(const al_sink *sink, al_span bytes, outcome *o)
{
    o->silent = o->silent && sink->count == 0;
    for (size_t i = 0; i < sink->count; i++) {
        const al_finding *f = &sink->findings[i];
        o->hash = al_hash_text(al_hash_text(al_hash_text(o->hash, f->rule->id), f->field), f->message);
        o->hash = al_hash_bytes(o->hash, (const char *)&f->offset, sizeof f->offset);
        if (f->offset > bytes.len || f->length > bytes.len - f->offset)
            o->problem = "a finding leaves its file";
        else if (!has_its_line(f, bytes))
            o->problem = "the line of a finding is not that of its offset";
        else if (f->message[0] == '\0')
            o->problem = "a finding says nothing";
    }
}

static void report(const mod *m, const al_relation *relation, const al_relation_state *s, outcome *o)
{
    for (size_t i = 0; i < m->all.checked; i++) {
        const al_span bytes = m->sorted[i]->bytes;
        al_budget budget = al_budget_of(memory, 0);
        al_arena arena = al_exempt_arena_on(&budget);
        al_sink sink = al_sink_of(&arena, al_catalogue, m->all.settings, m->sorted[i]->path, bytes.len);
        sink.first_rule = al_first_rule(relation->format);
        for (uint64_t k = 0; k < s->finding_count; k++)
            if (s->findings[k].file == i)
                al_report_kept(&s->findings[k], 1, &sink);
        al_sink_finish(&sink);
        check_findings(&sink, bytes, o);
        al_arena_free(&arena);
    }
}

static outcome run(mod *m, uint64_t fail_at)
{
    outcome o = {.hash = AL_HASH_START, .ended = true, .silent = true};
    al_budget budget = al_budget_of(memory, fail_at);
    al_arena arena = al_arena_on(&budget);
    m->all.scratch = &arena;
    for (size_t i = 0; o.ended && al_relation_at(i) != NULL; i++) {
        const al_relation *relation = al_relation_at(i);
        void *state = al_relation_new(relation, &m->all, &arena);
        o.ended = state != NULL && read_all(m, relation, state, &budget);
        if (o.ended)
            report(m, relation, state, &o);
    }
    if (!o.ended && budget.shortage == AL_SHORTAGE_NONE)
        o.problem = "a run ended early, though there was memory";
    if (o.ended && budget.shortage == AL_SHORTAGE_SYSTEM)
        o.problem = "an allocation failed, and the run came to its end";
    o.allocations = budget.calls;
    al_arena_free(&arena);
    return o;
}

/* Runs with one failing allocation: number `first`, then every `step` after it up to `most`. */
static const char *fail_allocations(mod *m, uint64_t first, uint64_t most, uint64_t step)
{
    for (uint64_t n = first; n <= most; n += step) {
        const outcome failed = run(m, n);
        if (failed.problem != NULL)
            return failed.problem;
        if (failed.ended)
            return "an allocation failed without an effect";
    }
    return NULL;
}

/* Whether a mod without findings is whole. */
static const char *believe(const mod *m)
{
    static const uint8_t nothing[1] = {0};
    mods_file files[MOST_FILES];
    const mods_files all = {.items = files, .count = m->all.count};
    for (size_t i = 0; i < m->all.count; i++)
        files[i] = (mods_file){.path = m->sorted[i]->path,
                               .with = m->sorted[i]->with != 0,
                               .data = m->sorted[i]->bytes.len > 0 ? m->sorted[i]->bytes.ptr : nothing,
                               .size = m->sorted[i]->bytes.len};
    const char *broken = mods_believe_x4(&all);
    return broken != NULL ? broken : mods_believe_pdx(&all);
}

/* A second run finds the same, and allocations may fail. */
static const char *check_again(mod *m, const outcome *first, promise_depth depth)
{
    const outcome second = run(m, UINT64_MAX); /* which counts all allocations */
    if (second.problem != NULL)
        return second.problem;
    if (first->hash != second.hash)
        return "two runs find different things";
    const uint64_t most = second.allocations < MOST_ALLOCATIONS ? second.allocations : MOST_ALLOCATIONS;
    return depth == PROMISE_THOROUGH ? fail_allocations(m, 1, most, 1)
                                     : fail_allocations(m, 1 + first->hash % (most + 1), most, most + 1);
}

static const char *check_mod(mod *m, promise_depth depth, bool again)
{
    const outcome first = run(m, 0);
    const char *problem = first.problem;
    if (problem == NULL && !first.ended)
        problem = "a run took too much memory";
    if (problem == NULL && first.silent)
        problem = believe(m);
    return problem == NULL && again ? check_again(m, &first, depth) : problem;
}

const char *mods_promise(const uint8_t *data, size_t size, promise_depth depth)
{
    al_options *options = al_options_new();
    mod *m = calloc(1, sizeof *m);
    uint8_t *copy = exact_copy(data, size);
    const char *problem = "out of memory";
    if (options != NULL && m != NULL && copy != NULL) {
        read_mod(m, copy, size, options->settings);
        problem = check_mod(m, depth, depth_is_due(depth, data, size));
    }
    free(copy);
    free(m);
    al_options_free(options);
    return problem;
}
