/* fix_plan.c: the edits of a plan. */
#include "kit/fix_plan.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "core/finding_message.h"
#include "core/number.h"
#include "core/text.h"

/* ---- Texts --------------------------------------------------------------------------------------------- */

static const char *keep(al_fix_plan *plan, const char *text)
{
    const char *copy = al_copy_text(plan->job->arena, text, strlen(text));
    plan->no_memory = plan->no_memory || copy == NULL;
    return copy != NULL ? copy : "";
}

static const char *keep_path(al_fix_plan *plan, const al_path *path)
{
    char text[AL_MAX_MESSAGE];
    if (path == NULL)
        return "";
    al_path_format(path, text, sizeof text);
    return keep(plan, text);
}

static void add(al_fix_plan *plan, const al_edit *edit)
{
    plan->no_memory = plan->no_memory || !AL_ADD(plan->job->arena, *plan, *edit);
}

/* ---- Numbers ------------------------------------------------------------------------------------------- */

enum { MOST_BYTES = 8 };

/* The bits of a number in a field of that size. False if it doesn't fit, or if the field holds no number. */
static bool bits_of(al_value number, uint64_t size, uint64_t *bits)
{
    const double real = number.as.real_value;
    const float single = (float)real;
    uint32_t half;
    switch (number.kind) {
    case AL_VALUE_UINT:
        *bits = number.as.uint_value;
        return size == MOST_BYTES || (size < MOST_BYTES && *bits >> size * 8 == 0);
    case AL_VALUE_INT: memcpy(bits, &number.as.int_value, sizeof *bits); return size <= MOST_BYTES;
    case AL_VALUE_REAL:
        memcpy(&half, &single, sizeof half);
        memcpy(bits, &real, sizeof *bits);
        *bits = size == sizeof single ? half : *bits;
        return size == sizeof single || size == sizeof real;
    case AL_VALUE_NONE:
    case AL_VALUE_TEXT: return false;
    }
    return false;
}

/* The bytes of a number, in the byte order of the file. */
static bool bytes_of(al_fix_plan *plan, al_value number, uint64_t size, al_span *out)
{
    uint64_t bits = 0;
    uint8_t bytes[MOST_BYTES];
    if (!bits_of(number, size, &bits))
        return false;
    for (uint64_t i = 0; i < size; i++)
        bytes[plan->job->file.big_endian ? size - 1 - i : i] = (uint8_t)(bits >> i * 8 & UINT8_MAX);
    const void *copy = al_copy_memory(plan->job->arena, bytes, (size_t)size);
    plan->no_memory = plan->no_memory || copy == NULL;
    *out = al_span_of(copy, copy != NULL ? (size_t)size : 0);
    return true;
}

/* `field` must live as long as the plan. */
static void set(al_fix_plan *plan, uint64_t offset, uint64_t size, const char *field, al_value before,
                al_value after)
{
    char was[AL_MAX_MESSAGE], is[AL_MAX_MESSAGE];
    al_edit edit = {.offset = offset, .removed = size, .field = field};
    if (!bytes_of(plan, after, size, &edit.bytes)) {
        al_fix_refuse(plan, "the %" PRIu64 " byte%s of %s can't hold the new value", size, AL_S(size), field);
        return;
    }
    (void)al_value_words(before, was, sizeof was);
    (void)al_value_words(after, is, sizeof is);
    edit.before = keep(plan, was);
    edit.after = keep(plan, is);
    add(plan, &edit);
}

void al_fix_set(al_fix_plan *plan, const al_claim *field, al_value number)
{
    set(plan, field->offset, field->length, keep_path(plan, &field->path), field->actual, number);
}

/* ---- Bytes --------------------------------------------------------------------------------------------- */

void al_fix_replace(al_fix_plan *plan, uint64_t offset, uint64_t removed, al_span bytes, const al_path *path,
                    const char *before, const char *after)
{
    add(plan, &(al_edit){.offset = offset,
                         .removed = removed,
                         .bytes = bytes,
                         .field = keep_path(plan, path),
                         .before = keep(plan, before),
                         .after = keep(plan, after)});
}

void al_fix_touch(al_fix_plan *plan, const al_path *path)
{
    const char *field = keep_path(plan, path);
    plan->no_memory = plan->no_memory || !AL_APPEND(plan->job->arena, plan->touched, plan->touched_count,
                                                    plan->touched_capacity, field);
}

void al_fix_refuse(al_fix_plan *plan, const char *sentence, ...)
{
    va_list values;
    if (plan->refusal[0] != '\0')
        return;
    va_start(values, sentence);
    (void)al_make_message_of(plan->refusal, sentence, values);
    va_end(values);
}

/* ---- Ready fixers -------------------------------------------------------------------------------------- */

const al_finding *al_fix_next(const al_fix_plan *plan, const al_finding *last)
{
    const al_finding *end = plan->findings + plan->finding_count;
    for (const al_finding *f = last != NULL ? last + 1 : plan->findings; f < end; f++)
        if (f->rule == plan->rule)
            return f;
    return NULL;
}

void al_fix_to_expected(al_fix_plan *plan, const void *document)
{
    (void)document;
    for (const al_finding *f = al_fix_next(plan, NULL); f != NULL; f = al_fix_next(plan, f))
        set(plan, f->offset, f->length, f->field, f->actual, f->expected);
}

void al_fix_cut_off(al_fix_plan *plan, const void *document)
{
    char bytes[AL_MAX_MESSAGE];
    (void)document;
    for (const al_finding *f = al_fix_next(plan, NULL); f != NULL; f = al_fix_next(plan, f)) {
        (void)al_make_message(bytes, "%" PRIu64 " byte%s", f->length, AL_S(f->length));
        add(plan, &(al_edit){.offset = f->offset,
                             .removed = f->length,
                             .field = f->field,
                             .before = keep(plan, bytes),
                             .after = "nothing"});
    }
}
