/* bgp_dump.c: shows what was read of a BGP. */
#include "formats/anark/bgp/bgp.h"

/* Lists and objects are opened before it is known where they end: they are shown by how they begin. */
static void open_list(const al_visitor *v, const al_layout *layout, const char *name, al_span count)
{
    al_visit_record(v, layout, count, NULL);
    v->list(v->context, name, al_u32_at(count, 0), al_extent_of(count));
}

static void dump_string(const al_visitor *v, const al_string *string)
{
    if (bgp_is_there(string))
        v->value(v->context, string->path.name, al_text_bytes(bgp_text(string)), NULL,
                 al_extent_of(string->field));
}

static al_extent extent_between(const al_string *first, const al_string *last)
{
    const uint64_t start = first->field.base, end = last->field.base + last->field.len;
    return (al_extent){.offset = start, .length = end > start ? end - start : first->field.len};
}

static void dump_asset(void *context, const bgp_asset *a)
{
    const al_visitor *v = context;
    v->object(v->context, "assets", (int64_t)a->number, extent_between(&a->type, &a->file));
    dump_string(v, &a->type);
    dump_string(v, &a->id);
    dump_string(v, &a->file);
    v->object_end(v->context);
}

static void open_state(void *context, uint64_t number, const al_string *id)
{
    const al_visitor *v = context;
    v->object(v->context, "states", (int64_t)number, al_extent_of(id->field));
    dump_string(v, id);
}

static void open_actions(void *context, const al_layout *layout, al_span count, const char *name)
{
    open_list(context, layout, name, count);
}

static void dump_action(void *context, const bgp_action *a)
{
    const al_visitor *v = context;
    v->object(v->context, a->path.name, a->path.index, extent_between(&a->action, &a->asset));
    dump_string(v, &a->action);
    dump_string(v, &a->asset);
    v->object_end(v->context);
}

static void open_transitions(void *context, al_span count)
{
    open_list(context, &bgp_transitions_layout, "transitions", count);
}

static void open_transition(void *context, const bgp_transition *t)
{
    const al_visitor *v = context;
    v->object(v->context, "transitions", (int64_t)t->number, extent_between(&t->to, &t->event));
    dump_string(v, &t->to);
    dump_string(v, &t->event);
}

static void close_list(void *context)
{
    const al_visitor *v = context;
    v->list_end(v->context);
}

static void close_object(void *context)
{
    const al_visitor *v = context;
    v->object_end(v->context);
}

void bgp_dump(al_job *job, const al_visitor *v)
{
    bgp_file f;
    al_visitor visitor = *v;
    const bgp_visitor shows = {.context = &visitor,
                               .asset = dump_asset,
                               .state = open_state,
                               .actions = open_actions,
                               .action = dump_action,
                               .actions_end = close_list,
                               .transitions = open_transitions,
                               .transition = open_transition,
                               .transition_end = close_object,
                               .transitions_end = close_list,
                               .state_end = close_object};
    if (!bgp_parse(job, &f))
        return;
    al_visit_record(v, &bgp_start_layout, al_slice_available(f.bytes, 0, BGP_START_BYTES), NULL);
    if (!f.readable)
        return;
    open_list(v, &bgp_assets_layout, "assets", f.asset_count);
    bgp_visit_assets(&f, &shows);
    v->list_end(v->context);
    if (!f.assets_known)
        return;
    open_list(v, &bgp_states_layout, "states", f.state_count);
    bgp_visit_states(&f, &shows);
    v->list_end(v->context);
}
