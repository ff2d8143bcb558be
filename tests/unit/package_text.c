/* package_text.c: what the container of a package gives, as text. */
#include "package_text.h"
#include "containers/each_member.h"

#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/inflate.h"
#include "formats/catalogue.h"
#include "unit.h"

static al_setting settings[AL_MOST_RULES];

/* How many files the process has open. */
static int count_files(void)
{
    enum { MOST = 64 };
    int count = 0;
    for (int handle = 0; handle < MOST; handle++)
        count += fcntl(handle, F_GETFD) != -1;
    return count;
}

static package *start(const char *name)
{
    package *p = calloc(1, sizeof *p);
    assert_non_null(p);
    (void)snprintf(p->path, sizeof p->path, "%s", name);
    p->kind = al_container_of(name);
    assert_non_null(p->kind);
    for (size_t i = 0; i < al_rule_count(); i++)
        settings[i].level = al_catalogue[i].level;
    p->unpacked = 1 << 20;
    p->budget = al_budget_of(16 << 20, 0);
    p->budget.watch = &p->watch;
    p->files = count_files();
    p->arena = al_arena_on(&p->budget);
    p->kept = al_exempt_arena_on(&p->budget);
    p->in = (al_container_input){.unpacked = &p->unpacked, .arena = &p->arena, .sink = &p->sink};
    return p;
}

static void start_sink(package *p, uint64_t size)
{
    p->sink = al_sink_of(&p->kept, al_catalogue, settings, p->path, size);
    p->sink.first_rule = al_first_rule(p->kind->rules);
}

package *package_of(const char *name, const void *bytes, size_t size)
{
    package *p = start(name);
    assert_in_range(size, 0, PACKAGE_BYTES);
    memcpy(p->bytes, bytes, size);
    p->in.file = al_span_of(p->bytes, size);
    start_sink(p, size);
    return p;
}

package *package_at(const char *path)
{
    package *p = start(path);
    al_file_info about;
    int error;
    assert_int_equal(al_file_open(path, &p->in.disk), 0);
    assert_int_equal(al_stat_file(p->in.disk, &about), 0);
    assert_in_range(about.size, 0, PACKAGE_BYTES - 1);
    p->in.path = p->path;
    p->in.on_disk = true;
    p->in.size = about.size;
    if (!p->kind->reads_from_disk)
        p->in.file = al_span_of(p->bytes, al_file_read(p->in.disk, p->bytes, PACKAGE_BYTES, &error));
    start_sink(p, about.size);
    return p;
}

void package_end(package *p)
{
    assert_int_equal(p->budget.used, p->arena.held + p->kept.held);
    if (p->in.on_disk)
        al_file_close(p->in.disk);
    al_arena_free(&p->arena);
    al_arena_free(&p->kept);
    assert_int_equal(count_files(), p->files);
    free(p);
}

static void note(package *p, const char *format, ...) AL_PRINTF(2, 3);

static void note(package *p, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    const int length = vsnprintf(&p->text[p->size], PACKAGE_TEXT - p->size, format, values);
    va_end(values);
    assert_in_range(length, 0, PACKAGE_TEXT - p->size - 1);
    p->size += (size_t)length;
}

static void start_text(package *p)
{
    p->size = 0;
    p->text[0] = '\0';
}

static void note_findings(package *p)
{
    al_sink_finish(&p->sink);
    for (size_t i = 0; i < p->sink.count; i++) {
        const al_finding *f = &p->sink.findings[i];
        note(p, "%s %" PRIu64 "+%" PRIu64 "%s%s: %s\n", f->rule->id, f->offset, f->length,
             f->field[0] != '\0' ? " " : "", f->field, f->message);
    }
}

/* ---- Reading ------------------------------------------------------------------------------------------- */

typedef struct summary {
    uint64_t bytes;
    uint32_t sum;
} summary;

static void add_piece(summary *s, const void *bytes, int64_t size)
{
    s->sum = al_crc32(s->sum, bytes, (size_t)size);
    s->bytes += (uint64_t)size;
}

static void read_one(package *p, al_members *members, const al_member *member, size_t piece)
{
    static uint8_t buffer[PACKAGE_BYTES];
    summary s = {.bytes = 0};
    int64_t got = 0;
    while ((got = p->kind->read(members, buffer, piece)) > 0) {
        assert_in_range(got, 1, piece);
        add_piece(&s, buffer, got);
    }
    assert_in_range(got + 1, 0, 1); /* -1: it can't be read */
    const bool own = p->kind->finish(members);
    note(p, "%s %" PRIu64 ": ", member->name, member->size);
    if (s.bytes != member->size)
        note(p, "%" PRIu64 " bytes, ", s.bytes);
    note(p, "%08x%s\n", s.sum, own && got == 0 ? "" : own ? " failed" : " lost");
}

static void note_remark(package *p, const al_remark *r)
{
    note(p, "remark %u%s%s on '%s', %" PRIu64 " bytes: %s\n", r->kind, r->not_checked ? ", not checked" : "",
         r->is_consequence ? ", a consequence" : "", r->member, r->size, r->text != NULL ? r->text : "");
}

static void note_end(package *p, const al_members *members)
{
    const al_members_end *end = &members->end;
    for (uint64_t i = 0; i < members->remark_count; i++)
        note_remark(p, &members->remarks[i]);
    note_findings(p);
    note(p, "%s%s", end->no_memory ? "no memory\n" : "", end->over_limit ? "over limit\n" : "");
    if (end->failure != NULL)
        note(p, "failure: %s\n", end->failure);
}

const char *package_read(package *p, size_t piece)
{
    al_member member;
    start_text(p);
    al_members *members = p->kind->open(&p->in);
    if (members == NULL)
        return "not opened";
    while (p->kind->next(members, &member))
        read_one(p, members, &member, piece);
    if (p->budget.shortage == AL_SHORTAGE_NONE)
        assert_false(p->kind->next(members, &member)); /* the end stays the end */
    note_end(p, members);
    p->kind->close(members);
    return p->text;
}

/* ---- Lists --------------------------------------------------------------------------------------------- */

static void see_member(void *context, const al_member *member)
{
    package *p = context;
    summary s = {.bytes = 0};
    uint8_t piece[100];
    int64_t got = 0;
    note(p, "%s %" PRIu64, member->name, member->size);
    if (member->stream != NULL && !p->names_only) {
        assert_int_equal(member->stream->length, member->size);
        while ((got = member->stream->read(member->stream->context, piece, sizeof piece)) > 0)
            add_piece(&s, piece, got);
        note(p, ": %08x%s", s.sum, got < 0 ? " failed" : "");
    }
    note(p, "\n");
}

const char *package_list(package *p)
{
    al_listed listed;
    start_text(p);
    if (!al_list_members(p->kind, &p->in, see_member, p, &listed))
        return "not listed";
    note(p, "%s%s", listed.partly ? "partly" : "all", listed.why != NULL ? ": " : "");
    note(p, "%s", listed.why != NULL ? listed.why : "");
    return p->text;
}

static void show_list(void *context, const char *name, uint64_t count, uint64_t offset)
{
    note(context, "%s#%" PRIu64 "@%" PRIu64 "(\n", name, count, offset);
}

static void show_list_end(void *context)
{
    note(context, ")");
}

static void show_object(void *context, const char *name, int64_t index, uint64_t offset)
{
    note(context, "%s[%" PRId64 "]@%" PRIu64 "{", name, index, offset);
}

static void show_object_end(void *context, al_extent e)
{
    note(context, " }+%" PRIu64 "\n", e.length);
}

static void show_value(void *context, const char *name, al_value v, const char *meaning, al_extent e)
{
    package *p = context;
    note(p, " %s=", name);
    if (v.kind == AL_VALUE_TEXT)
        note(p, "'%.*s'", (int)v.as.text.length, v.as.text.bytes);
    else if (v.kind == AL_VALUE_INT)
        note(p, "%" PRId64, v.as.int_value);
    else
        note(p, "%" PRIu64, v.as.uint_value);
    note(p, "%s%s@%" PRIu64 "+%" PRIu64, meaning != NULL ? "~" : "", meaning != NULL ? meaning : "", e.offset,
         e.length);
}

const char *package_show(package *p)
{
    const al_visitor visitor = {.size = sizeof visitor,
                                .context = p,
                                .list = show_list,
                                .list_end = show_list_end,
                                .object = show_object,
                                .object_end = show_object_end,
                                .value = show_value};
    start_text(p);
    if (!p->kind->show(&p->in, &visitor))
        return "not shown";
    note(p, "\n");
    note_findings(p);
    return p->text;
}
