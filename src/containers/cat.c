/* cat.c: reads the members of a .cat out of the .dat beside it, front to back, and holds them to their MD5.
 *
 * Where the sizes don't add up to the .dat, it was changed since, and from some place on every member's bytes
 * are others'. Only the MD5 says up to where: what doesn't have its own is not read then, and reported once,
 * where it begins. Where they do add up a wrong MD5 is that member's alone.
 */
#include "containers/cat.h"

#include <string.h>

#include "containers/cat_list.h"
#include "platform/platform.h"

#define AL_RULES "rules/cat.def"
#include "kit/rule_numbers.h"
#undef AL_RULES

enum { SKIP_SIZE = 1 << 16 };

typedef struct cat_members {
    al_members base; /* first: the engine has its address */
    al_container_input in;
    cat_list list;
    bool open; /* `dat` is */
    al_file dat;
    uint64_t dat_size;
    bool fits;      /* the sizes add up to it */
    bool lost;      /* they don't, and a member that has not its MD5 was reported */
    uint64_t begun; /* members so far; the last of them is the one that is read: */
    uint64_t left;  /* so many of its bytes are to come, */
    al_md5 sum;     /* and this is of those that came */
    uint8_t *skipped;
} cat_members;

/* ---- The .dat ------------------------------------------------------------------------------------------ */

/* The path of the .dat: its letters are as large as those of the .cat. */
static char *dat_path(const al_container_input *in)
{
    static const char letters[] = "dat";
    const size_t length = strlen(in->path);
    char *path = al_copy_text(in->arena, in->path, length);
    for (size_t i = 0; path != NULL && i < 3; i++) {
        char *letter = &path[length - 3 + i];
        *letter = (char)(*letter >= 'A' && *letter <= 'Z' ? letters[i] - 'a' + 'A' : letters[i]);
    }
    return path;
}

static void report_missing(const cat_members *m)
{
    const al_claim claim = {.rule = CAT_MISSING_DAT};
    if (m->list.count > 0) /* a .cat of nothing needs nothing */
        al_report(m->in.sink, &claim,
                  "there is no .dat beside it, which would have the bytes of its %llu member%s",
                  (unsigned long long)m->list.count, AL_S(m->list.count));
}

/* False when memory is short; that there is none, or that it can't be read, is reported or said in `end`. */
static bool open_dat(cat_members *m)
{
    al_file_info about = {.kind = AL_KIND_UNKNOWN};
    char *path = dat_path(&m->in);
    if (path == NULL)
        return false;
    int error = al_look(path, &about);
    if (error == 0 && about.kind == AL_KIND_FILE) {
        error = al_file_open(path, &m->dat);
        m->open = error == 0;
        m->dat_size = about.size;
    } else if (error == 0 || !al_exists(path)) {
        report_missing(m);
        return true;
    }
    if (error != 0)
        m->base.end.unread = al_error_text(error);
    return true;
}

static void check_sizes(cat_members *m)
{
    const al_claim claim = {.rule = CAT_SIZE_SUM,
                            .length = m->in.file.len,
                            .expected = al_uint(m->dat_size),
                            .actual = al_uint(m->list.total)};
    m->fits = m->list.usable < m->list.count || m->list.total == m->dat_size;
    if (!m->fits)
        al_report(m->in.sink, &claim, "sizes add up to %llu bytes, the .dat has %llu",
                  (unsigned long long)m->list.total, (unsigned long long)m->dat_size);
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

/* Writers leave out the sum of nothing. */
static bool is_left_out(const cat_line *line)
{
    static const uint8_t zeros[AL_MD5_SIZE];
    return line->size == 0 && memcmp(line->md5, zeros, sizeof zeros) == 0;
}

/* Whether the member has its MD5; if not, that is reported, unless it follows from what was reported before.
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
    al_claim claim = cat_line_claim(CAT_MD5, &m->list, number);
    claim.expected = al_text(actual.text);
    claim.actual = al_text(declared.text);
    if (!m->lost)
        al_report(m->in.sink, &claim, "\"%.*s\": the MD5 of its bytes is %s, not %s", AL_SHOW(line->path),
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

static al_members *cat_open(const al_container_input *in)
{
    cat_members *m = al_alloc(in->arena, 1, sizeof *m);
    if (m == NULL)
        return NULL;
    m->in = *in;
    return begin(m) ? &m->base : NULL;
}

static bool cat_next(al_members *members, al_member *member)
{
    cat_members *m = (cat_members *)members;
    if (!m->open || m->base.end.unread != NULL || m->begun >= m->list.usable)
        return false;
    const cat_line *line = &m->list.lines[m->begun];
    if (line->start > m->dat_size || line->size > m->dat_size - line->start)
        return false; /* the .dat ends in it, which its size said */
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
    int error;
    if (m->left == 0)
        return 0;
    const size_t got = al_file_read(m->dat, buffer, m->left < size ? (size_t)m->left : size, &error);
    if (got == 0) {
        m->base.end.unread = error != 0 ? al_error_text(error) : "it became shorter meanwhile";
        return -1;
    }
    al_md5_add(&m->sum, al_span_of(buffer, got));
    m->left -= got;
    return (int64_t)got;
}

static bool cat_finish(al_members *members)
{
    cat_members *m = (cat_members *)members;
    while (m->base.end.unread == NULL && cat_read(members, m->skipped, SKIP_SIZE) > 0)
        ;
    if (m->base.end.unread != NULL)
        return false;
    return check_md5(m) || m->fits;
}

static void cat_close(al_members *members)
{
    cat_members *m = (cat_members *)members;
    if (m->open)
        al_file_close(m->dat);
    m->open = false;
}

static bool cat_names(const al_container_input *in, al_member_visit *visit, void *context)
{
    cat_list list;
    if (!cat_list_read(&list, in->file, in->arena))
        return false;
    for (uint64_t i = 0; i < list.usable; i++) {
        const al_member member = {.name = cat_member_name(&list.lines[i], in->arena),
                                  .size = list.lines[i].size};
        if (member.name == NULL)
            return false;
        visit(context, &member);
    }
    return true;
}

const al_container al_cat_container = {
    .info = {.id = "cat", .name = "CAT package (X Rebirth, X4)", .extensions = "cat"},
    .data = "dat",
    .open = cat_open,
    .next = cat_next,
    .read = cat_read,
    .finish = cat_finish,
    .close = cat_close,
    .list = cat_names,
};
