/* pack_names.c: makes remarks on archives, most of them on names, and reports them. */
#include "containers/pack_names.h"

#include <string.h>

#include "containers/member_path.h"
#include "core/text.h"

#define AL_RULES "rules/archive.def"
#include "kit/rule_numbers.h"
#undef AL_RULES

bool pack_remark_add(pack_remarks *remarks, al_remark remark)
{
    al_remark *items =
        al_grow(remarks->arena, remarks->items, remarks->count, &remarks->capacity, sizeof *items);
    if (items == NULL)
        return false;
    remarks->items = items;
    items[remarks->count++] = remark;
    return true;
}

/* ---- Names --------------------------------------------------------------------------------------------- */

static al_span span_of(const char *text)
{
    return al_span_of(text, strlen(text));
}

bool pack_names_add(pack_names *names, pack_remarks *remarks, const char *name)
{
    const char **files = al_grow(remarks->arena, names->files, names->count, &names->capacity, sizeof *files);
    if (files == NULL)
        return false;
    names->files = files;
    files[names->count++] = name;
    const char *how = al_path_leads_out(span_of(name));
    return how == NULL ||
           pack_remark_add(remarks, (al_remark){.member = name, .kind = PACK_PATH, .text = how});
}

/* The files so far that have one name, or names that differ only in case. */
typedef struct group {
    const pack_names *names;
    pack_remarks *remarks;
    pack_remark kind;
    const al_name *first;
    const char *last, *other; /* `other` differs from `last`; NULL: no name does */
    bool ok;
} group;

static void end_group(group *g)
{
    const bool differs = g->kind == PACK_DUPLICATE || g->other != NULL;
    if (g->ok && g->first != NULL && differs)
        g->ok =
            pack_remark_add(g->remarks, (al_remark){.member = g->last, .kind = g->kind, .text = g->other});
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
static bool list_names(pack_names *names, pack_remarks *remarks, pack_remark kind)
{
    names->names = (al_names){.count = 0};
    for (uint64_t i = 0; i < names->count && i <= UINT32_MAX; i++) {
        const size_t length = strlen(names->files[i]);
        const char *text = names->files[i];
        if (kind == PACK_COLLISION)
            text = al_lower_copy(remarks->arena, text, length);
        if (text == NULL)
            return false;
        al_names_add(&names->names, remarks->arena, al_span_of(text, length), 0, (uint32_t)i);
    }
    return !names->names.out_of_memory;
}

static bool judge(pack_names *names, pack_remarks *remarks, pack_remark kind)
{
    group g = {.names = names, .remarks = remarks, .kind = kind, .ok = true};
    if (!list_names(names, remarks, kind) ||
        !al_names_repeated(&names->names, remarks->arena, add_to_group, &g))
        return false;
    end_group(&g);
    return g.ok;
}

bool pack_names_judge(pack_names *names, pack_remarks *remarks)
{
    return judge(names, remarks, PACK_DUPLICATE) && judge(names, remarks, PACK_COLLISION);
}

/* ---- Findings ------------------------------------------------------------------------------------------ */

void pack_report(const al_remark *remark, al_sink *sink)
{
    const al_span name = span_of(remark->member), text = span_of(remark->text != NULL ? remark->text : "");
    al_claim claim = {.rule = ARCHIVE_UNREADABLE};
    switch ((pack_remark)remark->kind) {
    case PACK_UNREADABLE: al_report(sink, &claim, "it could not be unpacked: %.*s", AL_SHOW(text)); return;
    case PACK_ENCRYPTED:
        claim.rule = ARCHIVE_ENCRYPTED;
        al_report(sink, &claim, "it is encrypted, so it was not checked");
        return;
    case PACK_LIST_ENCRYPTED:
        claim.rule = ARCHIVE_ENCRYPTED;
        al_report(sink, &claim, "its list of members is encrypted, so nothing in it was checked");
        return;
    case PACK_PATH:
        claim.rule = ARCHIVE_PATH;
        al_report(sink, &claim, "\"%.*s\" %.*s", AL_SHOW(name), AL_SHOW(text));
        return;
    case PACK_DUPLICATE:
        claim.rule = ARCHIVE_DUPLICATE;
        al_report(sink, &claim, "\"%.*s\" is in the archive more than once", AL_SHOW(name));
        return;
    case PACK_COLLISION:
        claim.rule = ARCHIVE_CASE_COLLISION;
        claim.actual = al_text_bytes(name);
        al_report(sink, &claim, "\"%.*s\" and \"%.*s\" differ only in case", AL_SHOW(text), AL_SHOW(name));
        return;
    }
}
