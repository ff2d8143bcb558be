/* cat.c: reads the members of a .cat from the .dat beside it, front to back, and checks their MD5.
 *
 * If the sizes of the members don't add up to that of the .dat, the .dat was changed later, and from some
 * place on each member has the bytes of others. Only the MD5 shows where: then members with a wrong MD5 are
 * not checked, and only the first is reported. If the sizes add up, a wrong MD5 concerns that member only.
 */
#include "containers/members.h"

#include <inttypes.h>
#include <string.h>

#include "containers/cat_list.h"
#include "platform/platform.h"

#define AL_RULES "rules/cat.def"
#include "kit/rule_numbers.h"
#undef AL_RULES

enum { SKIP_SIZE = 1 << 16 };

/* A part of a .dat, read as a stream. */
typedef struct part {
    al_file file;
    uint64_t left;
    int error;       /* of the last call */
    al_watch *watch; /* counts the bytes that are read */
} part;

typedef struct cat_members {
    al_members base; /* first: the engine has its address */
    al_container_input in;
    cat_list list;
    const char *dat_path; /* on disk; NULL: there is none, or it is a member of the outer package */
    part whole;           /* the .dat, if it is on disk */
    bool open;            /* `dat` is open */
    al_stream dat;
    bool fits;      /* the sizes add up to that of the .dat */
    bool lost;      /* they don't, and that explains further members with a wrong MD5 */
    uint64_t begun; /* members so far; the last of them is being read: */
    uint64_t left;  /* its bytes that were not read yet, */
    al_md5 sum;     /* and the MD5 of those that were */
    uint8_t *skipped;
} cat_members;

/* ---- The .dat ------------------------------------------------------------------------------------------ */

static int64_t read_part(void *context, void *buffer, size_t size)
{
    part *p = context;
    const size_t got = al_file_read(p->file, buffer, p->left < size ? (size_t)p->left : size, &p->error);
    p->left -= got;
    al_watch_add(p->watch, got);
    return p->error == 0 ? (int64_t)got : -1;
}

static const char *reason_of_part(void *context)
{
    const part *p = context;
    return al_error_text(p->error);
}

/* Returns 0, or an error of the system; then nothing is open. */
static int open_part(part *p, const char *path, uint64_t start, uint64_t size, al_stream *stream)
{
    int error = al_file_open(path, &p->file);
    if (error != 0)
        return error;
    error = start > 0 ? al_file_seek(p->file, start) : 0;
    if (error != 0)
        al_file_close(p->file);
    p->left = size;
    *stream = (al_stream){.context = p, .read = read_part, .reason = reason_of_part, .length = size};
    return error;
}

static char *dat_path(const al_container_input *in)
{
    char *path = al_copy_text(in->arena, in->path, strlen(in->path));
    if (path != NULL)
        al_name_container_data(path, al_cat_container.data);
    return path;
}

static void report_missing(const cat_members *m)
{
    const al_claim claim = {.rule = CAT_MISSING_DAT};
    if (m->list.count > 0) /* an empty .cat needs no .dat */
        al_report(m->in.sink, &claim,
                  "there is no .dat beside it, which would have the bytes of its %llu member%s",
                  (unsigned long long)m->list.count, AL_S(m->list.count));
}

/* Reports that the .dat is missing; that it can't be read is noted in `end`. */
static void open_on_disk(cat_members *m, const char *path)
{
    al_file_info about = {.kind = AL_KIND_UNKNOWN};
    int error = al_stat_path(path, &about);
    if (error == 0 && about.kind == AL_KIND_FILE) {
        m->whole.watch = m->in.arena->budget->watch;
        error = open_part(&m->whole, path, 0, about.size, &m->dat);
        m->open = error == 0;
        m->dat_path = path;
    } else if (error == 0 || !al_exists(path)) {
        report_missing(m);
        return;
    }
    if (error != 0)
        m->base.end.failure = al_error_text(error);
}

static void open_in_outer(cat_members *m, const char *path)
{
    const al_package *outer = &m->in.outer;
    const al_found found = outer->kind->open_member(outer->members, path, m->in.arena, &m->dat);
    m->open = found == AL_FOUND;
    if (found == AL_NOT_FOUND)
        report_missing(m);
}

/* False if memory is short. */
static bool open_dat(cat_members *m)
{
    const char *path = dat_path(&m->in);
    if (path == NULL)
        return false;
    if (m->in.outer.members != NULL)
        open_in_outer(m, path);
    else
        open_on_disk(m, path);
    return m->in.arena->budget->shortage == AL_SHORTAGE_NONE;
}

/* The number of line feeds in a .dat on disk; 0 if it isn't there, or can't be read to its end. */
static uint64_t count_line_feeds(const cat_members *m)
{
    part p = {.watch = m->in.arena->budget->watch};
    al_stream stream;
    uint64_t count = 0;
    int64_t got = -1;
    if (m->dat_path == NULL || open_part(&p, m->dat_path, 0, m->dat.length, &stream) != 0)
        return 0;
    while (al_budget_may_continue(m->in.arena->budget) &&
           (got = stream.read(&p, m->skipped, SKIP_SIZE)) > 0) {
        const uint8_t *at = m->skipped, *end = at + got;
        while ((at = memchr(at, '\n', (size_t)(end - at))) != NULL) {
            count++;
            at++;
        }
    }
    al_file_close(p.file);
    return got == 0 ? count : 0;
}

/* When line ends are converted, each line feed gains or loses a carriage return before it. */
static void report_sizes(const cat_members *m, uint64_t off, bool converted)
{
    const uint64_t total = m->list.total, size = m->dat.length;
    const al_claim claim = {
        .rule = CAT_SIZE_SUM, .length = m->in.file.len, .expected = al_uint(size), .actual = al_uint(total)};
    if (!converted)
        al_report(m->in.sink, &claim, "sizes add up to %" PRIu64 " bytes, the .dat has %" PRIu64, total,
                  size);
    else
        al_report(m->in.sink, &claim,
                  "sizes add up to %" PRIu64 " bytes, the .dat has %" PRIu64 ": %" PRIu64
                  " %s, one for each line feed: Git, or FTP in text mode, has converted its line ends",
                  total, size, off, size > total ? "more" : "fewer");
}

static void check_sizes(cat_members *m)
{
    enum { FEWEST = 2 }; /* a single line feed may be chance */
    const uint64_t total = m->list.total, size = m->dat.length;
    const uint64_t off = size > total ? size - total : total - size;
    m->fits = m->list.usable < m->list.count || total == size;
    if (m->fits)
        return;
    m->lost = off >= FEWEST && count_line_feeds(m) == off;
    report_sizes(m, off, m->lost);
}

/* ---- MD5 ----------------------------------------------------------------------------------------------- */

typedef struct hex {
    char text[2 * AL_MD5_SIZE + 1];
} hex;

static hex hex_of(const uint8_t md5[AL_MD5_SIZE])
{
    hex shown;
    for (size_t i = 0; i < AL_MD5_SIZE; i++) {
        shown.text[2 * i] = "0123456789abcdef"[md5[i] >> 4];
        shown.text[2 * i + 1] = "0123456789abcdef"[md5[i] & 0xF];
    }
    shown.text[sizeof shown.text - 1] = '\0';
    return shown;
}

/* Some writers leave out the MD5 of empty members. */
static bool is_left_out(const cat_line *line)
{
    static const uint8_t zeros[AL_MD5_SIZE];
    return line->size == 0 && memcmp(line->md5, zeros, sizeof zeros) == 0;
}

/* Whether the member has its MD5. If not, this is reported, unless it is the consequence of an earlier
 * finding.
 */
static bool check_md5(cat_members *m)
{
    uint8_t md5[AL_MD5_SIZE];
    const uint64_t number = m->begun - 1;
    const cat_line *line = &m->list.lines[number];
    al_md5_end(&m->sum, md5);
    if (memcmp(md5, line->md5, sizeof md5) == 0 || is_left_out(line))
        return true;
    const hex declared = hex_of(line->md5), actual = hex_of(md5);
    const al_span path = cat_line_path(line);
    al_claim claim = cat_line_claim(CAT_MD5, &m->list, number);
    claim.expected = al_text(actual.text);
    claim.actual = al_text(declared.text);
    if (!m->lost)
        al_report(m->in.sink, &claim, "\"%.*s\": the MD5 of its bytes is %s, not %s", AL_SHOW(path),
                  actual.text, declared.text);
    m->lost = !m->fits;
    return false;
}

/* ---- The container ------------------------------------------------------------------------------------- */

static bool begin(cat_members *m)
{
    m->skipped = al_alloc(m->in.arena, SKIP_SIZE, 1);
    if (m->skipped == NULL || !cat_list_read(&m->list, m->in.file, m->in.arena) ||
        !cat_list_judge(&m->list, m->in.arena, m->in.sink))
        return false;
    if (m->in.path == NULL)
        return true;
    if (!open_dat(m))
        return false;
    if (m->open)
        check_sizes(m);
    return true;
}

static void cat_close_member(al_stream *stream)
{
    const part *p = stream->context;
    al_file_close(p->file);
}

static void cat_close(al_members *members)
{
    cat_members *m = (cat_members *)members;
    if (m->open && m->in.outer.members != NULL)
        m->in.outer.kind->close_member(&m->dat);
    else if (m->open)
        cat_close_member(&m->dat);
}

static al_members *cat_open(const al_container_input *in)
{
    cat_members *m = al_alloc(in->arena, 1, sizeof *m);
    if (m == NULL)
        return NULL;
    m->in = *in;
    if (begin(m))
        return &m->base;
    cat_close(&m->base); /* the .dat may be open already */
    return NULL;
}

static bool cat_next(al_members *members, al_member *member)
{
    cat_members *m = (cat_members *)members;
    if (!m->open || m->base.end.failure != NULL || m->begun >= m->list.usable)
        return false;
    const cat_line *line = &m->list.lines[m->begun];
    if (line->start > m->dat.length || line->size > m->dat.length - line->start)
        return false; /* the .dat ends in it, which the sizes have shown */
    *member = (al_member){.name = cat_member_name(line, m->in.arena), .size = line->size};
    m->base.end.no_memory = member->name == NULL;
    m->begun++;
    m->left = line->size;
    m->sum = al_md5_start();
    return member->name != NULL;
}

static int64_t cat_read(al_members *members, void *buffer, size_t size)
{
    cat_members *m = (cat_members *)members;
    if (m->left == 0)
        return 0;
    if (!al_budget_may_continue(m->in.arena->budget)) {
        m->base.end.no_memory = true;
        return -1;
    }
    const int64_t got = m->dat.read(m->dat.context, buffer, m->left < size ? (size_t)m->left : size);
    if (got <= 0) {
        m->base.end.failure = got < 0 ? m->dat.reason(m->dat.context) : "it became shorter while it was read";
        return -1;
    }
    al_md5_add(&m->sum, al_span_of(buffer, (size_t)got));
    m->left -= (uint64_t)got;
    return got;
}

static bool cat_finish(al_members *members)
{
    cat_members *m = (cat_members *)members;
    while (m->base.end.failure == NULL && cat_read(members, m->skipped, SKIP_SIZE) > 0)
        ;
    if (m->base.end.failure != NULL || m->base.end.no_memory)
        return false;
    return check_md5(m) || m->fits;
}

/* ---- Members that are opened by name ------------------------------------------------------------------- */

/* Whether the bytes in the place of the member have its MD5. They are read once for each line. */
static bool is_own(cat_members *m, cat_line *line, part *p, al_stream *stream)
{
    uint8_t md5[AL_MD5_SIZE];
    al_md5 sum = al_md5_start();
    int64_t got = -1;
    if (line->own != CAT_NOT_KNOWN)
        return line->own == CAT_OWN;
    line->own = CAT_OTHERS;
    if (open_part(p, m->dat_path, line->start, line->size, stream) != 0)
        return false;
    while (al_budget_may_continue(m->in.arena->budget) && (got = stream->read(p, m->skipped, SKIP_SIZE)) > 0)
        al_md5_add(&sum, al_span_of(m->skipped, (size_t)got));
    al_file_close(p->file);
    al_md5_end(&sum, md5);
    if (got == 0 && memcmp(md5, line->md5, sizeof md5) == 0)
        line->own = CAT_OWN;
    return line->own == CAT_OWN;
}

static al_found cat_open_member(al_members *members, const char *name, al_arena *arena, al_stream *stream)
{
    cat_members *m = (cat_members *)members;
    uint64_t number;
    part *p = al_alloc(arena, 1, sizeof *p);
    if (p == NULL || m->dat_path == NULL)
        return AL_NOT_READABLE;
    if (!cat_list_find(&m->list, name, m->in.arena,
                       &number)) { /* the index stays in the arena of the package */
        m->base.end.no_memory = true;
        return AL_NOT_READABLE;
    }
    if (number == UINT64_MAX && m->list.usable == m->list.count)
        return AL_NOT_FOUND;
    if (number >= m->list.usable)
        return AL_NOT_READABLE;
    cat_line *line = &m->list.lines[number];
    if (line->start > m->dat.length || line->size > m->dat.length - line->start)
        return AL_NOT_READABLE;
    if (!m->fits && !is_own(m, line, p, stream))
        return AL_NOT_READABLE;
    const int error = open_part(p, m->dat_path, line->start, line->size, stream);
    if (error != 0)
        m->base.end.failure = al_error_text(error);
    return error == 0 ? AL_FOUND : AL_NOT_READABLE;
}

/* ---- The list ------------------------------------------------------------------------------------------ */

static bool cat_names(const al_container_input *in, al_member_visit *visit, void *context, al_listed *listed)
{
    cat_list list;
    if (!cat_list_read(&list, in->file, in->arena))
        return false;
    *listed = (al_listed){.partly = list.usable < list.count};
    for (uint64_t i = 0; i < list.usable; i++) {
        const al_member member = {.name = cat_member_name(&list.lines[i], in->arena),
                                  .size = list.lines[i].size};
        if (member.name == NULL)
            return false;
        visit(context, &member);
    }
    return true;
}

static al_extent extent_of(al_span s)
{
    return (al_extent){.offset = s.base, .length = s.len};
}

static void show_text(const al_visitor *v, const char *name, al_span text)
{
    v->value(v->context, name, al_text_bytes(text), NULL, extent_of(text));
}

/* A line that doesn't parse is shown as text; behind it no offsets in the .dat are known. */
static void show_line(const cat_list *list, uint64_t number, const al_visitor *v)
{
    const cat_line *line = &list->lines[number];
    cat_fields fields;
    if (line->path_length == 0 || !cat_line_split(line, &fields)) {
        show_text(v, "text", line->bytes);
        return;
    }
    const al_extent end = {.offset = al_end_of(line->bytes)};
    show_text(v, "path", fields.path);
    v->value(v->context, "size", al_uint(line->size), NULL, extent_of(fields.size));
    v->value(v->context, "time", cat_time_value(fields.time), NULL, extent_of(fields.time));
    show_text(v, "md5", fields.md5);
    if (number < list->usable)
        v->value(v->context, "offset", al_uint(line->start), "in the .dat", end);
}

static bool cat_show(const al_container_input *in, const al_visitor *visitor)
{
    cat_list list;
    if (!cat_list_read(&list, in->file, in->arena) || !cat_list_judge(&list, in->arena, in->sink))
        return false;
    visitor->list(visitor->context, "lines", list.count, in->file.base);
    for (uint64_t i = 0; i < list.count; i++) {
        const al_extent extent = extent_of(list.lines[i].bytes);
        visitor->object(visitor->context, "lines", (int64_t)i, extent.offset);
        show_line(&list, i, visitor);
        visitor->object_end(visitor->context, extent);
    }
    visitor->list_end(visitor->context);
    return true;
}

const al_container al_cat_container = {
    .info = {.id = "cat", .name = "CAT package (X Rebirth, X4)", .extensions = CAT_EXTENSIONS},
    .rules = "cat",
    .data = "dat",
    .random_access = true,
    .open = cat_open,
    .next = cat_next,
    .read = cat_read,
    .finish = cat_finish,
    .close = cat_close,
    .open_member = cat_open_member,
    .close_member = cat_close_member,
    .list = cat_names,
    .show = cat_show,
};
