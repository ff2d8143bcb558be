/* family_fix.c: the fixers that BBMOD and BBANIM share. */
#include <math.h>
#include <string.h>

#include "core/number.h"
#include "formats/bbmod/family.h"

/* ---- Dual quaternions ---------------------------------------------------------------------------------- */

void bbm_fix_dual(al_fix_plan *plan, al_span bytes, uint8_t *copy, double tolerance)
{
    const bbm_dual q = bbm_dual_of(bytes);
    if (bbm_is_unit(&q, tolerance))
        return;
    if (!q.finite)
        al_fix_leave(plan, 1, "a dual quaternion has a number that is not finite");
    else if (q.length <= AL_LEAST_DIVISOR)
        al_fix_leave(plan, 1, "a dual quaternion has the length %s, which is too short to tell what it was",
                     al_show_real(q.length, 6).text);
    else if (fabs(q.dot) > tolerance * q.length * q.length)
        al_fix_leave(plan, 1,
                     "the two halves of a dual quaternion do not belong together: their product is %s",
                     al_show_real(q.dot, 6).text);
    else
        al_divide(copy, AL_TYPE_f32, BBM_DUAL_BYTES / 4, 4, q.length, false);
}

/* ---- Counts of 8 bytes --------------------------------------------------------------------------------- */

/* The file, written anew without the upper halves of its counts. */
typedef struct narrowing {
    al_fix_plan *plan;
    uint8_t *bytes;
    size_t used;
    uint64_t read; /* offset in the file, up to which it was written */
} narrowing;

static void copy_to(narrowing *n, uint64_t end)
{
    const al_span part = al_slice_available(n->plan->job->file, n->read, end - n->read);
    if (part.len > 0)
        memcpy(&n->bytes[n->used], part.ptr, part.len);
    n->used += part.len;
    n->read = end;
}

/* Leaves out the upper half of a number. */
static void narrow(narrowing *n, al_span record, uint64_t at)
{
    enum { HALF = 4 };
    if (record.base + at < n->read || al_u64_at(record, at) > UINT32_MAX) {
        al_fix_refuse(n->plan, "a number does not fit into 4 bytes");
        return;
    }
    copy_to(n, record.base + at + HALF);
    n->read += HALF;
}

static void on_record(void *context, const al_path *path, const al_layout *layout, al_span record)
{
    (void)path;
    for (size_t i = 0; i < layout->row_count; i++)
        if (layout->rows[i].type == AL_TYPE_u64 && layout->rows[i].offset < record.len)
            narrow(context, record, layout->rows[i].offset);
}

static void on_array(void *context, const al_array *array)
{
    for (uint64_t at = 0; at < array->bytes.len && array->form->type == AL_TYPE_u64;
         at += array->form->stride)
        narrow(context, array->bytes, at);
}

/* Reads the file once more: the numbers of 8 bytes that it announces are those of the wide form. */
void bbm_fix_wide_counts(al_fix_plan *plan, const void *document)
{
    const bbm_file *f = document;
    const al_hooks *hooks = f->format->hooks;
    const al_path whole = {.name = NULL};
    narrowing n = {.plan = plan, .bytes = al_alloc(plan->job->arena, plan->job->file.len, 1)};
    const al_listener listener = {.context = &n, .record = on_record, .array = on_array};
    void *again = al_alloc(plan->job->arena, 1, hooks->document_size);
    al_job job = *plan->job;
    job.listener = &listener;
    const al_parsed parsed = n.bytes != NULL && again != NULL ? hooks->parse(&job, again) : AL_NO_MEMORY;
    plan->no_memory = plan->no_memory || parsed == AL_NO_MEMORY;
    if (parsed == AL_REFUSED)
        al_fix_refuse(plan, "the file can't be read so far");
    if (parsed != AL_READ)
        return;
    copy_to(&n, plan->job->file.len);
    al_fix_replace(plan, 0, plan->job->file.len, al_span_of(n.bytes, n.used), &whole, "counts of 8 bytes",
                   "counts of 4 bytes");
}
