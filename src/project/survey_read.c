/* survey_read.c: reads files and members of packages for the rules across files. The check of a file reports
 * why it can't be read.
 */
#include "project/survey_read.h"

#include <string.h>

#include "containers/each_member.h"
#include "engine/recognize.h"
#include "engine/source.h"
#include "relations/file_names.h"
#include "relations/names/names_file.h"

/* No rule reports here: the check of the file does. */
static const al_setting silent[AL_MOST_RULES] = {{.level = AL_OFF}};

/* One pass over the files. The bytes of one file are freed before the next is read. */
typedef struct looking {
    const al_options *options;
    const al_related_files *all;
    const al_looker *looker;
    uint64_t memory;
    al_buffer buffer; /* of the file that is read */
    bool stopped;     /* the system has no memory, or the looker or its watch ended the pass */
} looking;

static al_budget budget_of(const looking *l)
{
    al_budget budget = al_budget_of(l->memory, 0);
    budget.watch = l->looker->watch;
    return budget;
}

/* ---- The content of a file ----------------------------------------------------------------------------- */

void al_read_document(al_content *content, const char *name, al_span bytes)
{
    const al_format *format = al_recognize(al_slice_available(bytes, 0, AL_HEAD_SIZE), name);
    content->unrecognized = format == NULL;
    if (format == NULL)
        return;
    const al_hooks *hooks = format->hooks;
    al_arena *arena = content->scratch;
    al_sink ignored = al_sink_of(arena, al_catalogue, silent, name, bytes.len);
    ignored.first_rule = *format->first_rule;
    al_job job = {
        .name = name, .file = bytes, .arena = arena, .sink = &ignored, .limit_rule = hooks->limit_rule};
    void *document = al_alloc(arena, 1, hooks->document_size);
    if (document == NULL || hooks->parse(&job, document) != AL_READ)
        return;
    content->format = format->info.id;
    content->hooks = hooks;
    content->document = document;
}

static void read_whole(al_source *source, const char *name, al_content *content)
{
    al_source_read_head(source, true);
    al_source_read_rest(source);
    if (source->state != AL_SOURCE_READ)
        return;
    content->bytes = al_source_bytes(source);
    al_read_document(content, name, content->bytes);
}

/* Reads only the part of the file that holds its facts. */
static void read_facts(al_source *source, const char *name, al_content *content)
{
    al_source_read_first(source, AL_HEAD_SIZE);
    if (source->state != AL_SOURCE_READ)
        return;
    const al_span head = al_slice_available(al_source_bytes(source), 0, AL_HEAD_SIZE);
    const al_format *format = al_recognize(head, name);
    if (format == NULL)
        return;
    if (format->hooks->facts_end != NULL)
        al_source_read_first(source, format->hooks->facts_end(head));
    else
        al_source_read_rest(source);
    if (source->state != AL_SOURCE_READ)
        return;
    if (format->hooks->facts_end == NULL)
        content->bytes = al_source_bytes(source);
    al_read_document(content, name, al_source_bytes(source));
}

static al_content_state state_of(const al_source *source, const al_budget *budget)
{
    if (budget->shortage != AL_SHORTAGE_NONE)
        return AL_CONTENT_TOO_LARGE;
    switch (source->state) {
    case AL_SOURCE_READ: return AL_CONTENT_READ;
    case AL_SOURCE_UNREADABLE: return AL_CONTENT_UNREADABLE;
    case AL_SOURCE_TOO_LARGE:
    case AL_SOURCE_TOO_MUCH:
    case AL_SOURCE_NO_MEMORY: break;
    }
    return AL_CONTENT_TOO_LARGE;
}

void al_read_content(al_content *content, al_source *source, const char *name, al_want want)
{
    if (want == AL_WANT_FACTS)
        read_facts(source, name, content);
    else
        read_whole(source, name, content);
    content->size = source->size;
    content->state = state_of(source, content->scratch->budget);
    content->reason = content->state == AL_CONTENT_UNREADABLE ? source->reason : NULL;
}

/* ---- Files --------------------------------------------------------------------------------------------- */

static void give(looking *l, size_t number, al_source *source)
{
    const al_looker *looker = l->looker;
    al_budget budget = budget_of(l);
    al_arena scratch = al_arena_on(&budget);
    al_content content = {.format = "", .scratch = &scratch};
    al_buffer_start(&l->buffer);
    al_source_begin(source, &l->buffer, &budget, l->options->limits[AL_LIMIT_FILE_SIZE]);
    al_read_content(&content, source, al_base_name(al_inner_path(&l->all->files[number])),
                    (al_want)looker->wanted[number]);
    l->stopped = budget.shortage == AL_SHORTAGE_SYSTEM || !looker->take(looker->context, number, &content) ||
                 budget.shortage == AL_SHORTAGE_SYSTEM;
    al_arena_free(&scratch);
}

static void give_names(looking *l, size_t number, const al_names *names)
{
    const al_looker *looker = l->looker;
    al_budget budget = budget_of(l);
    al_arena scratch = al_arena_on(&budget);
    al_content content = {.format = "", .scratch = &scratch};
    if (!al_names_content(names, l->all->files[number].member, &content))
        content.state = AL_CONTENT_TOO_LARGE;
    l->stopped = budget.shortage == AL_SHORTAGE_SYSTEM || !looker->take(looker->context, number, &content) ||
                 budget.shortage == AL_SHORTAGE_SYSTEM;
    al_arena_free(&scratch);
}

static bool is_asked(const looking *l, size_t number)
{
    return l->looker->wanted[number] != AL_WANT_NOTHING;
}

/* Opens a file, or what is read instead. */
static void open_file(const al_options *options, const char *path, al_source *source)
{
    for (size_t i = 0; i < options->substitute_count; i++)
        if (strcmp(options->substitutes[i].path, path) == 0) {
            *source = al_source_of_memory(options->substitutes[i].bytes);
            return;
        }
    al_source_open_listed(source, path);
}

static void look_into_file(looking *l, size_t number)
{
    al_source source;
    open_file(l->options, l->all->files[number].path, &source);
    give(l, number, &source);
    al_source_close(&source);
}

/* ---- Packages ------------------------------------------------------------------------------------------ */

/* The files [first, end) are members of an open package. Their names in it begin after `prefix` bytes. */
typedef struct row {
    size_t first, end, prefix;
} row;

/* An open package. */
typedef struct package {
    al_package open;
    al_arena *arena;
    uint64_t left; /* bytes that its members may still give */
    uint64_t *unpacked;
} package;

/* The length of the name of the inner package that a member is in; 0: it is in none. */
static size_t inner_length(const char *member)
{
    const char *end = strstr(member, "!/");
    return end != NULL ? (size_t)(end - member) : 0;
}

static bool pay(package *p, uint64_t bytes)
{
    if (bytes > p->left)
        return false;
    p->left -= bytes;
    return true;
}

static void give_member(looking *l, size_t number, package *p, const al_stream *stream)
{
    al_source source = al_source_of_stream(stream);
    if (pay(p, stream->length))
        give(l, number, &source);
}

/* `reason` is NULL where the system is not at fault. */
static void miss(const looking *l, size_t number, const char *reason)
{
    if (reason != NULL)
        l->looker->miss(l->looker->context, number, reason);
}

static void look_by_name(looking *l, const row *r, package *p)
{
    for (size_t i = r->first; i < r->end && !l->stopped; i++) {
        al_stream stream;
        const char *name = l->all->files[i].member;
        if (inner_length(name) > 0 || !is_asked(l, i))
            continue;
        if (p->open.kind->open_member(p->open.members, name, p->arena, &stream) == AL_FOUND) {
            give_member(l, i, p, &stream);
            p->open.kind->close_member(&stream);
        }
        miss(l, i, p->open.members->end.failure);
    }
}

/* The index of the file with the name of a member; r->end if there is none. */
static size_t find_member(const looking *l, const row *r, const char *name)
{
    size_t low = r->first, high = r->end;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (strcmp(l->all->files[middle].member + r->prefix, name) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low < r->end && strcmp(l->all->files[low].member + r->prefix, name) == 0 ? low : r->end;
}

/* A pass over a package in its order. */
typedef struct ordered_look {
    looking *l;
    const row *r;
    package *p;
} ordered_look;

static bool look_at_member(void *context, al_package *open, const al_member *member)
{
    const ordered_look *o = context;
    looking *l = o->l;
    const size_t number = find_member(l, o->r, member->name);
    if (number < o->r->end && is_asked(l, number))
        give_member(l, number, o->p, member->stream);
    (void)open->kind->finish(open->members);
    return !l->stopped;
}

/* Goes through all members once: in such a package, opening a member by its name reads all members before it.
 */
static void look_in_order(looking *l, const row *r, package *p)
{
    ordered_look o = {.l = l, .r = r, .p = p};
    al_each_member(&p->open, look_at_member, &o);
    miss(l, r->first, p->open.members->end.failure);
}

/* The members of an inner package are always read in order. */
static void look_into_members(looking *l, const row *r, package *p)
{
    if (p->open.kind->random_access && r->prefix == 0)
        look_by_name(l, r, p);
    else
        look_in_order(l, r, p);
}

/* The end of the files from `first` on that are in the same inner package, or in none. */
static size_t end_of_run(const looking *l, const row *r, size_t first)
{
    const char *of = l->all->files[first].member;
    const size_t length = inner_length(of);
    size_t end = first;
    while (end < r->end && inner_length(l->all->files[end].member) == length &&
           memcmp(l->all->files[end].member, of, length) == 0)
        end++;
    return end;
}

static bool any_asked(const looking *l, size_t first, size_t end)
{
    while (first < end && !is_asked(l, first))
        first++;
    return first < end;
}

/* Opens a package and looks into it. Its members have the memory that it leaves. */
static void look_through(looking *l, const row *r, package *p, const al_container *kind,
                         al_container_input *in, void (*look)(looking *l, const row *r, package *p))
{
    al_sink ignored = al_sink_of(p->arena, al_catalogue, silent, "", in->size);
    ignored.first_rule = al_first_rule(kind->rules);
    in->unpacked = p->unpacked;
    in->on_demand = true;
    in->arena = p->arena;
    in->sink = &ignored;
    if (!al_package_open(&p->open, kind, in))
        return;
    const uint64_t held = p->arena->budget->used;
    l->memory -= held;
    look(l, r, p);
    al_package_close(&p->open);
    l->memory += held;
}

static void look_into_inner(looking *l, const row *r, package *outer)
{
    const size_t length = r->prefix - (sizeof "!/" - 1);
    al_buffer buffer = {.bytes = NULL};
    al_budget budget = budget_of(l);
    al_arena arena = al_arena_on(&budget);
    const char *name = al_copy_text(&arena, l->all->files[r->first].member, length);
    const al_container *kind = name != NULL ? al_container_of(name) : NULL;
    al_stream stream;
    if (kind != NULL &&
        outer->open.kind->open_member(outer->open.members, name, &arena, &stream) == AL_FOUND) {
        al_source source = al_source_of_stream(&stream);
        al_source_read_whole(&source, &buffer, &budget, l->options->limits[AL_LIMIT_FILE_SIZE]);
        al_container_input in = al_package_within(&outer->open, name, al_source_bytes(&source));
        package inner = {.arena = &arena, .left = outer->left, .unpacked = outer->unpacked};
        if (source.state == AL_SOURCE_READ) {
            look_through(l, r, &inner, kind, &in, look_into_members);
            outer->left = inner.left;
        }
        if (source.state == AL_SOURCE_UNREADABLE)
            miss(l, r->first, source.reason);
        outer->open.kind->close_member(&stream);
    }
    l->stopped = l->stopped || budget.shortage == AL_SHORTAGE_SYSTEM;
    al_arena_free(&arena);
    al_buffer_free(&buffer);
}

/* Reads inner packages first, then the package's own members. */
static void look_into_open(looking *l, const row *r, package *p)
{
    bool own = false;
    for (size_t i = r->first, end; i < r->end && !l->stopped; i = end) {
        const size_t inner = inner_length(l->all->files[i].member);
        end = end_of_run(l, r, i);
        own = own || (inner == 0 && any_asked(l, i, end));
        const row run = {.first = i, .end = end, .prefix = inner + sizeof "!/" - 1};
        if (inner > 0 && any_asked(l, i, end))
            look_into_inner(l, &run, p);
    }
    if (own && !l->stopped)
        look_into_members(l, r, p);
}

static void look_into_package(looking *l, size_t first, size_t end)
{
    const char *path = l->all->files[first].path;
    const al_container *kind = al_container_of(path);
    al_buffer buffer = {.bytes = NULL};
    al_budget budget = budget_of(l);
    al_arena arena = al_arena_on(&budget);
    al_source source;
    uint64_t unpacked = l->options->limits[AL_LIMIT_INFLATED];
    al_source_open_listed(&source, path);
    if (kind == NULL || !kind->reads_from_disk)
        al_source_read_whole(&source, &buffer, &budget, l->options->limits[AL_LIMIT_FILE_SIZE]);
    if (kind != NULL && source.state == AL_SOURCE_READ) {
        al_container_input in =
            al_package_file(kind, path, source.reader.file, source.size, al_source_bytes(&source));
        package p = {.arena = &arena, .left = unpacked, .unpacked = &unpacked};
        const row all = {.first = first, .end = end};
        look_through(l, &all, &p, kind, &in, look_into_open);
    }
    if (source.state == AL_SOURCE_UNREADABLE)
        miss(l, first, source.reason);
    l->stopped = l->stopped || budget.shortage == AL_SHORTAGE_SYSTEM;
    al_source_close(&source);
    al_arena_free(&arena);
    al_buffer_free(&buffer);
}

static void look_into_names(looking *l, size_t first, size_t end)
{
    for (size_t i = first; i < end && !l->stopped; i++)
        if (is_asked(l, i))
            give_names(l, i, al_names_of(l->all, i));
}

/* ---- All files ----------------------------------------------------------------------------------------- */

/* The end of the files from `first` on that have the same path: a file, or the members of a package. */
static size_t end_of_path(const al_related_files *all, size_t first)
{
    size_t end = first + 1;
    while (end < all->count + all->siblings && all->files[first].member[0] != '\0' &&
           all->files[end].with == all->files[first].with &&
           strcmp(all->files[end].path, all->files[first].path) == 0)
        end++;
    return end;
}

static void look_into_all(looking *l)
{
    const al_related_files *all = l->all;
    for (size_t i = 0, end; i < all->count + all->siblings && !l->stopped; i = end) {
        end = end_of_path(all, i);
        l->stopped = al_watch_stopped(l->looker->watch);
        if (l->stopped || !any_asked(l, i, end))
            continue;
        if (al_names_of(l->all, i) != NULL)
            look_into_names(l, i, end);
        else if (all->files[i].member[0] != '\0')
            look_into_package(l, i, end);
        else
            look_into_file(l, i);
    }
}

bool al_look_into(const al_options *options, uint64_t memory, const al_related_files *all,
                  const al_looker *looker)
{
    looking l = {.options = options, .all = all, .looker = looker, .memory = memory};
    look_into_all(&l);
    al_buffer_free(&l.buffer);
    return !l.stopped;
}
