/* cat.c: reads the members of a .cat from the .dat beside it, front to back, and checks their MD5.
 *
 * If the sizes of the members don't add up to that of the .dat, the .dat was changed later, and from some
 * place on each member has the bytes of others. Only the MD5 shows where: then members with a wrong MD5 are
 * not checked, and only the first is reported. If the sizes add up, a wrong MD5 concerns that member only.
 */
#include "containers/members.h"

#include <inttypes.h>
#include <string.h>

#include "core/limits.h"
#include "core/md5.h"
#include "core/text.h"
#include "kit/describe_content.h"
#include "kit/names.h"
#include "platform/platform.h"

#define AL_RULES "rules/cat.def"
#include "kit/rule_numbers.h"
#undef AL_RULES

/* The text of a .cat: a line `path size unixtime md5` for each member. It is split from the right, since a
 * path may hold blanks. */

/* Whether the bytes in the place of a member are its own, if the sizes of the .cat and .dat differ. */
typedef enum cat_owner { CAT_NOT_KNOWN, CAT_OWN, CAT_OTHERS } cat_owner;

typedef struct cat_line {
    al_span bytes;        /* the line, without its end; it begins with the path */
    uint64_t path_length; /* 0: the line doesn't parse */
    uint64_t start;       /* of the member, in the .dat */
    uint64_t size;        /* of the member */
    uint8_t md5[AL_MD5_SIZE];
    cat_owner own;
} cat_line;

typedef struct cat_list {
    cat_line *lines; /* only `bytes` is set of a line that doesn't parse */
    uint64_t count, capacity;
    uint64_t usable; /* lines before the first that doesn't parse: behind it no start of a member is known */
    uint64_t total;  /* bytes of their members; UINT64_MAX if that has more than 64 bits */
    al_names names;  /* of members, in small letters, with the numbers of their lines; from cat_list_judge */
} cat_list;

/* The four fields of a line as text. */
typedef struct cat_fields {
    al_span path, size, time, md5;
} cat_fields;

/* May hold blanks. */
static inline al_span cat_line_path(const cat_line *line)
{
    return al_slice_available(line->bytes, 0, line->path_length);
}

/* ---- Lines --------------------------------------------------------------------------------------------- */

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

/* The time of a line that parses: a number, or a text if it has more than 63 bits. */
static al_value cat_time_value(al_span time)
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

/* False if there are fewer. */
static bool cat_line_split(const cat_line *line, cat_fields *fields)
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

/* Reads the lines. False if memory is short; then `list` has the lines up to there. */
static bool cat_list_read(cat_list *list, al_span text, al_arena *arena)
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

/* The path as al_member.name. NULL if memory is short. */
static const char *cat_member_name(const cat_line *line, al_arena *arena)
{
    return al_member_name(cat_line_path(line), arena);
}

/* ---- Rules --------------------------------------------------------------------------------------------- */

/* A claim about a whole line. */
static al_claim cat_line_claim(size_t rule, const cat_list *list, uint64_t number)
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

/* What the whole file is instead of a list, if its first line shows that; "" otherwise. */
static const char *find_instead(const cat_list *list)
{
    const bool wrong = list->count > 0 && list->lines[0].path_length == 0;
    return wrong ? al_describe_damage(list->lines[0].bytes) : "";
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
    const char *instead = find_instead(list);
    uint64_t wrong = 0;
    if (instead[0] != '\0') {
        al_claim claim = cat_line_claim(CAT_LINE, list, 0);
        claim.actual = al_text_bytes(list->lines[0].bytes);
        al_report(sink, &claim, "line 1 is not `path size time md5`%s", instead);
        return;
    }
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

/* Finds the line of a member by its name, in any case, after cat_list_judge. False if memory is short;
 * `*number` is UINT64_MAX if there is none. */
static bool cat_list_find(cat_list *list, const char *name, al_arena *arena, uint64_t *number)
{
    const char *wanted = al_lower_copy(arena, name, strlen(name));
    if (wanted == NULL || (list->names.sorted == NULL && !al_names_sort(&list->names, arena)))
        return false;
    const al_name *found = al_names_find(&list->names, al_span_of(wanted, strlen(wanted)));
    *number = found != NULL ? found->number : UINT64_MAX;
    return true;
}

/* Reports faults of the lines. False if memory is short. */
static bool cat_list_judge(cat_list *list, al_arena *arena, al_sink *sink)
{
    check_lines(list, sink);
    for (uint64_t i = 0; i < list->count; i++)
        check_path(list, i, sink);
    return check_duplicates(list, arena, sink);
}

/* ---- Members ------------------------------------------------------------------------------------------- */

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
    if (m->list.count > 0 && find_instead(&m->list)[0] == '\0') /* an empty .cat needs no .dat */
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

/* What a .dat on disk is instead of the members' bytes, if it was damaged or not downloaded; "" otherwise. */
static const char *find_damage(const cat_members *m)
{
    uint8_t start[AL_HEAD_SIZE];
    part p = {.watch = m->in.arena->budget->watch};
    al_stream stream;
    if (m->dat_path == NULL || open_part(&p, m->dat_path, 0, m->dat.length, &stream) != 0)
        return "";
    const int64_t got = stream.read(&p, start, sizeof start);
    const al_span bytes = al_span_of(start, got > 0 ? (size_t)got : 0);
    al_file_close(p.file);
    return al_is_damaged(bytes) && al_u8_at(bytes, 0) != 0 ? al_describe_content(bytes) : "";
}

/* When line ends are converted, each line feed gains or loses a carriage return before it. */
static void report_sizes(const cat_members *m, uint64_t off, bool converted, const char *damage)
{
    const uint64_t total = m->list.total, size = m->dat.length;
    const al_claim claim = {
        .rule = CAT_SIZE_SUM, .length = m->in.file.len, .expected = al_uint(total), .actual = al_uint(size)};
    if (!converted)
        al_report(m->in.sink, &claim, "sizes add up to %" PRIu64 " bytes, the .dat has %" PRIu64 "%s", total,
                  size, damage);
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
    const char *damage = find_damage(m);
    const bool converted = damage[0] == '\0' && off >= FEWEST && count_line_feeds(m) == off;
    m->lost = converted || damage[0] != '\0';
    report_sizes(m, off, converted, damage);
}

/* ---- MD5 ----------------------------------------------------------------------------------------------- */

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
    const al_md5_text declared = al_md5_show(line->md5), actual = al_md5_show(md5);
    const al_span path = cat_line_path(line);
    al_claim claim = cat_line_claim(CAT_MD5, &m->list, number);
    claim.expected = al_text(declared.text);
    claim.actual = al_text(actual.text);
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
    if (!m->open || m->base.end.failure != NULL || m->base.end.no_memory || m->begun >= m->list.usable)
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
