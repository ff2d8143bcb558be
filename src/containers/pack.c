/* pack.c: what the readers of zip, 7z and tar share. */
#include "containers/pack.h"

#include <string.h>

#include "core/limits.h"
#include "core/text.h"

void pack_start(pack *p, const al_container_input *in)
{
    p->in = *in;
    p->bytes = pack_bytes_of(in);
    p->base.disk_error = &p->bytes.first_error;
    p->remarks.arena = in->arena;
    p->reread_left = al_product(*in->unpacked, AL_MAX_REREADS);
}

static void add_remark(pack *p, al_remark remark)
{
    if (!pack_remark_add(&p->remarks, remark))
        p->base.end.no_memory = true;
    p->base.remarks = p->remarks.items;
    p->base.remark_count = p->remarks.count;
}

void pack_remark_on(pack *p, const char *member, uint64_t size, pack_remark kind, const char *text)
{
    const bool not_checked = kind == PACK_UNREADABLE || kind == PACK_ENCRYPTED || kind == PACK_LIST_ENCRYPTED;
    add_remark(p, (al_remark){.member = member,
                              .size = size,
                              .kind = (unsigned)kind,
                              .not_checked = not_checked,
                              .text = text});
}

void pack_remark_on_stop(pack *p, const unpacker *u, const char *member, uint64_t size)
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
        pack_remark_on(p, member, size, PACK_UNREADABLE, reason);
}

bool pack_add_file(pack *p, const char *name)
{
    const bool ok = pack_names_add(&p->names, &p->remarks, name);
    p->base.remarks = p->remarks.items;
    p->base.remark_count = p->remarks.count;
    p->base.end.no_memory = p->base.end.no_memory || !ok;
    return ok;
}

void pack_complete(pack *p)
{
    if (p->complete)
        return;
    p->complete = true;
    if (!pack_names_judge(&p->names, &p->remarks))
        p->base.end.no_memory = true;
    p->base.remarks = p->remarks.items;
    p->base.remark_count = p->remarks.count;
}

void pack_close(pack *p)
{
    unpack_close(&p->unpacker);
}

void pack_report_own(const pack *p, al_sink *sink)
{
    for (uint64_t i = 0; i < p->remarks.count; i++)
        if (p->remarks.items[i].member[0] == '\0')
            pack_report(&p->remarks.items[i], sink);
}

/* ---- Lists --------------------------------------------------------------------------------------------- */

void pack_show(const pack_list *list, const al_visitor *visitor)
{
    const al_extent nowhere = {.offset = 0};
    visitor->list(visitor->context, "members", list->count, 0);
    for (uint64_t i = 0; i < list->count; i++) {
        const pack_entry *e = &list->entries[i];
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

bool pack_find(pack_index *index, const pack_list *list, const char *name, al_arena *arena, uint64_t *number)
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
