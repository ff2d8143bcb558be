/* archive.c: what the readers of zip, 7z and tar share. */
#include "containers/archive.h"

#include <string.h>

#include "core/limits.h"
#include "core/text.h"

#define AL_RULES "rules/archive.def"
#include "kit/describe_content.h"
#include "kit/rule_numbers.h"

/* ---- Entries ------------------------------------------------------------------------------------------- */

al_archive_entry *al_archive_list_add(al_archive_list *list, al_arena *arena)
{
    const al_archive_entry entry = {.name = ""};
    return AL_APPEND(arena, list->entries, list->count, list->capacity, entry)
               ? &list->entries[list->count - 1]
               : NULL;
}

/* ---- Remarks ------------------------------------------------------------------------------------------- */

static bool remark_add(al_archive_remarks *remarks, al_remark remark)
{
    return AL_ADD(remarks->arena, *remarks, remark);
}

/* ---- Names --------------------------------------------------------------------------------------------- */

static al_span span_of(const char *text)
{
    return al_span_of(text, strlen(text));
}

static bool names_add(al_archive_names *names, al_archive_remarks *remarks, const char *name)
{
    if (!AL_APPEND(remarks->arena, names->files, names->count, names->capacity, name))
        return false;
    const char *how = al_path_leads_out(span_of(name));
    return how == NULL ||
           remark_add(remarks, (al_remark){.member = name, .kind = AL_FAULT_PATH, .text = how});
}

/* The files so far that have one name, or names that differ only in case. */
typedef struct group {
    const al_archive_names *names;
    al_archive_remarks *remarks;
    al_archive_fault kind;
    const al_name *first;
    const char *last, *other; /* `other` differs from `last`; NULL: no name does */
    bool ok;
} group;

static void end_group(group *g)
{
    const bool differs = g->kind == AL_FAULT_DUPLICATE || g->other != NULL;
    if (g->ok && g->first != NULL && differs)
        g->ok = remark_add(g->remarks, (al_remark){.member = g->last, .kind = g->kind, .text = g->other});
    g->first = NULL;
}

static void add_to_group(void *context, const al_name *again, const al_name *first)
{
    group *g = context;
    if (g->first != first) {
        end_group(g);
        g->first = first;
        g->last = g->names->files[first->number];
        g->other = NULL;
    }
    const char *name = g->names->files[again->number];
    if (strcmp(name, g->last) != 0)
        g->other = g->last;
    g->last = name;
}

/* In small letters for collisions. */
static bool list_names(al_archive_names *names, al_archive_remarks *remarks, al_archive_fault kind)
{
    names->names = (al_names){.count = 0};
    for (uint64_t i = 0; i < names->count && i <= UINT32_MAX; i++) {
        const size_t length = strlen(names->files[i]);
        const char *text = names->files[i];
        if (kind == AL_FAULT_COLLISION)
            text = al_lower_copy(remarks->arena, text, length);
        if (text == NULL)
            return false;
        al_names_add(&names->names, remarks->arena, al_span_of(text, length), 0, (uint32_t)i);
    }
    return !names->names.out_of_memory;
}

static bool judge(al_archive_names *names, al_archive_remarks *remarks, al_archive_fault kind)
{
    group g = {.names = names, .remarks = remarks, .kind = kind, .ok = true};
    if (!list_names(names, remarks, kind) ||
        !al_names_repeated(&names->names, remarks->arena, add_to_group, &g))
        return false;
    end_group(&g);
    return g.ok;
}

static bool names_judge(al_archive_names *names, al_archive_remarks *remarks)
{
    return judge(names, remarks, AL_FAULT_DUPLICATE) && judge(names, remarks, AL_FAULT_COLLISION);
}

/* ---- Findings ------------------------------------------------------------------------------------------ */

void al_archive_report(const al_remark *remark, al_sink *sink)
{
    const al_span name = span_of(remark->member), text = span_of(remark->text != NULL ? remark->text : "");
    al_claim claim = {.rule = ARCHIVE_UNREADABLE};
    switch ((al_archive_fault)remark->kind) {
    case AL_FAULT_UNREADABLE:
        al_report(sink, &claim, "it could not be unpacked: %.*s", AL_SHOW(text));
        return;
    case AL_FAULT_ENCRYPTED:
        claim.rule = ARCHIVE_ENCRYPTED;
        al_report(sink, &claim, "it is encrypted, so it was not checked");
        return;
    case AL_FAULT_LIST_ENCRYPTED:
        claim.rule = ARCHIVE_ENCRYPTED;
        al_report(sink, &claim, "its list of members is encrypted, so nothing in it was checked");
        return;
    case AL_FAULT_PATH:
        claim.rule = ARCHIVE_PATH;
        al_report(sink, &claim, "\"%.*s\" %.*s", AL_SHOW(name), AL_SHOW(text));
        return;
    case AL_FAULT_DUPLICATE:
        claim.rule = ARCHIVE_DUPLICATE;
        al_report(sink, &claim, "\"%.*s\" is in the archive more than once", AL_SHOW(name));
        return;
    case AL_FAULT_COLLISION:
        claim.rule = ARCHIVE_CASE_COLLISION;
        claim.actual = al_text_bytes(name);
        al_report(sink, &claim, "\"%.*s\" and \"%.*s\" differ only in case", AL_SHOW(text), AL_SHOW(name));
        return;
    case AL_FAULT_BACKSLASH:
        claim.rule = ARCHIVE_BACKSLASH;
        al_report(sink, &claim, "%.*s in the archive: unpacked on Linux, these files lie in no folder",
                  AL_SHOW(text));
        return;
    }
}

/* ---- Open archives ------------------------------------------------------------------------------------- */

void al_archive_start(al_archive *p, const al_container_input *in)
{
    p->in = *in;
    p->bytes = al_package_bytes_of(in);
    p->base.disk_error = &p->bytes.first_error;
    p->remarks.arena = in->arena;
    p->reread_left = al_product(*in->unpacked, AL_MAX_REREADS);
}

static void add_remark(al_archive *p, al_remark remark)
{
    if (!remark_add(&p->remarks, remark))
        p->base.end.no_memory = true;
    p->base.remarks = p->remarks.items;
    p->base.remark_count = p->remarks.count;
}

/* Why the whole archive can't be read: by its first bytes it may be something else. */
static const char *reason_of(al_archive *p, const char *reason)
{
    uint8_t bytes[AL_HEAD_SIZE];
    const size_t size = p->bytes.size < sizeof bytes ? (size_t)p->bytes.size : sizeof bytes;
    const bool read = size > 0 && al_package_bytes_read(&p->bytes, 0, bytes, size);
    const char *what = al_describe_damage(al_span_of(bytes, read ? size : 0));
    return what[0] != '\0' ? what + strlen(": ") : reason;
}

void al_archive_remark(al_archive *p, const char *member, uint64_t size, al_archive_fault kind,
                       const char *text)
{
    const bool not_checked =
        kind == AL_FAULT_UNREADABLE || kind == AL_FAULT_ENCRYPTED || kind == AL_FAULT_LIST_ENCRYPTED;
    const bool is_whole = kind == AL_FAULT_UNREADABLE && member[0] == '\0' && p->names.count == 0;
    add_remark(p, (al_remark){.member = member,
                              .size = size,
                              .kind = (unsigned)kind,
                              .not_checked = not_checked,
                              .text = is_whole ? reason_of(p, text) : text});
}

void al_archive_remark_stop(al_archive *p, const unpacker *u, const char *member, uint64_t size)
{
    switch (u->state) {
    case UNPACK_NO_MEMORY: p->base.end.no_memory = true; return;
    case UNPACK_TOO_MUCH: p->base.end.over_limit = true; return;
    case UNPACK_FINE:
    case UNPACK_END:
    case UNPACK_BROKEN: break;
    }
    const char *why = u->reason != NULL ? u->reason : "it ends too early";
    const char *reason = al_copy_text(p->in.arena, why, strlen(why));
    if (reason == NULL)
        p->base.end.no_memory = true;
    else
        al_archive_remark(p, member, size, AL_FAULT_UNREADABLE, reason);
}

bool al_archive_add_file(al_archive *p, const char *name)
{
    const bool ok = names_add(&p->names, &p->remarks, name);
    p->base.remarks = p->remarks.items;
    p->base.remark_count = p->remarks.count;
    p->base.end.no_memory = p->base.end.no_memory || !ok;
    return ok;
}

void al_archive_complete(al_archive *p)
{
    if (p->complete)
        return;
    p->complete = true;
    if (!names_judge(&p->names, &p->remarks))
        p->base.end.no_memory = true;
    p->base.remarks = p->remarks.items;
    p->base.remark_count = p->remarks.count;
}

void al_archive_close(al_archive *p)
{
    unpack_close(&p->unpacker);
}

void al_archive_report_own(const al_archive *p, al_sink *sink)
{
    for (uint64_t i = 0; i < p->remarks.count; i++)
        if (p->remarks.items[i].member[0] == '\0')
            al_archive_report(&p->remarks.items[i], sink);
}

/* ---- Lists --------------------------------------------------------------------------------------------- */

void al_archive_show(const al_archive_list *list, const al_visitor *visitor)
{
    const al_extent nowhere = {.offset = 0};
    visitor->list(visitor->context, "members", list->count, 0);
    for (uint64_t i = 0; i < list->count; i++) {
        const al_archive_entry *e = &list->entries[i];
        visitor->object(visitor->context, "members", (int64_t)i, 0);
        visitor->value(visitor->context, "path", al_text(e->name), NULL, nowhere);
        visitor->value(visitor->context, "size", al_uint(e->size), NULL, nowhere);
        visitor->value(visitor->context, "kind", al_text(e->regular ? "file" : "folder, link or device"),
                       NULL, nowhere);
        visitor->value(visitor->context, "encrypted", al_uint(e->encrypted), e->encrypted ? "yes" : "no",
                       nowhere);
        visitor->object_end(visitor->context, nowhere);
    }
    visitor->list_end(visitor->context);
}

bool al_archive_find(al_archive_index *index, const al_archive_list *list, const char *name, al_arena *arena,
                     uint64_t *number)
{
    for (uint64_t i = 0; !index->made && i < list->count && i <= UINT32_MAX; i++) {
        const char *small = list->entries[i].regular
                                ? al_lower_copy(arena, list->entries[i].name, strlen(list->entries[i].name))
                                : "";
        if (small == NULL)
            return false;
        al_names_add(&index->names, arena, al_span_of(small, strlen(small)), 0, (uint32_t)i);
    }
    if (!index->made && !al_names_sort(&index->names, arena))
        return false;
    index->made = true;
    const char *wanted = al_lower_copy(arena, name, strlen(name));
    if (wanted == NULL)
        return false;
    const al_name *found = al_names_find(&index->names, al_span_of(wanted, strlen(wanted)));
    *number = found != NULL && wanted[0] != '\0' ? found->number : UINT64_MAX;
    return true;
}
