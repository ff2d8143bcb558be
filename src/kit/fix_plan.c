/* fix_plan.c: the edits of a plan. */
#include "kit/fix_plan.h"

#include <inttypes.h>
#include <math.h>
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
    case AL_VALUE_TEXT: break;
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

void al_fix_add(al_fix_plan *plan, const al_claim *field, int64_t change)
{
    const uint64_t was = field->actual.as.uint_value, less = change < 0 ? (uint64_t)-change : 0;
    if (less > was)
        al_fix_refuse(plan, "%s is too small: %" PRIu64 ", and the fix takes %" PRIu64 " away",
                      keep_path(plan, &field->path), was, less);
    else
        al_fix_set(plan, field, al_uint(change < 0 ? was - less : al_sum(was, (uint64_t)change)));
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

void al_fix_leave(al_fix_plan *plan, uint64_t elements, const char *sentence, ...)
{
    va_list values;
    plan->left = al_sum(plan->left, elements);
    if (plan->left_reason[0] != '\0')
        return;
    va_start(values, sentence);
    (void)al_make_message_of(plan->left_reason, sentence, values);
    va_end(values);
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

/* ---- Arrays -------------------------------------------------------------------------------------------- */

uint8_t *al_fix_copy(al_fix_plan *plan, al_span bytes)
{
    uint8_t *copy = al_copy_memory(plan->job->arena, bytes.ptr, bytes.len);
    plan->no_memory = plan->no_memory || copy == NULL;
    return copy;
}

/* "1, 0.5, 0, 0 ...": the numbers of the first of some items. */
static void show_items(al_span items, uint32_t stride, const al_form *form, char *out, size_t size)
{
    const uint64_t step = al_scalar_size(form->type);
    size_t used = 0;
    for (uint64_t i = 0; i < form->numbers; i++)
        used += (size_t)snprintf(out + used, size - used, "%s%s", i > 0 ? ", " : "",
                                 al_show_number(al_number_at(items, form->at + i * step, form->type)).text);
    if (items.len > stride)
        (void)snprintf(out + used, size - used, " ...");
}

void al_fix_rewrite(al_fix_plan *plan, const al_items *items, const uint8_t *copy, const al_form *form)
{
    char before[AL_MAX_MESSAGE], after[AL_MAX_MESSAGE];
    const size_t stride = items->stride;
    uint64_t first = 0, end = al_items_count(items);
    if (copy == NULL)
        return;
    while (first < end && memcmp(al_items_at(items, first).ptr, &copy[first * stride], stride) == 0)
        first++;
    while (end > first && memcmp(al_items_at(items, end - 1).ptr, &copy[(end - 1) * stride], stride) == 0)
        end--;
    if (first == end)
        return;
    const al_span was = al_slice_available(items->bytes, first * stride, (end - first) * stride);
    al_span is = al_span_of(&copy[first * stride], was.len);
    is.big_endian = was.big_endian;
    show_items(was, items->stride, form, before, sizeof before);
    show_items(is, items->stride, form, after, sizeof after);
    al_fix_replace(plan, was.base, was.len, is, items->path, before, after);
}

void al_fix_corner(al_fix_plan *plan, al_span bytes, const al_path *path, const float found[3], double most,
                   float corner[3])
{
    enum { AXES = 3, BYTES = 4 * AXES };
    static const al_form form = {.type = AL_TYPE_f32, .numbers = AXES};
    const al_items items = al_items_of(bytes, BYTES, path, NULL);
    uint8_t *copy = al_fix_copy(plan, bytes);
    for (size_t i = 0; i < AXES && copy != NULL; i++) {
        if (fabs((double)corner[i] - (double)found[i]) <= most) /* false for a NaN */
            continue;
        corner[i] = found[i];
        al_put_number(&copy[4 * i], AL_TYPE_f32, (double)corner[i], bytes.big_endian);
    }
    al_fix_rewrite(plan, &items, copy, &form);
}

/* The nearest integer of a type, as bits. */
static uint64_t nearest_bits(al_scalar type, double number)
{
    const uint32_t bits = 8 * al_scalar_size(type);
    const bool is_signed = type == AL_TYPE_i16 || type == AL_TYPE_i32;
    const double most = ldexp(1, (int)bits - is_signed) - 1, least = is_signed ? -most - 1 : 0;
    const double whole = round(fmin(fmax(number, least), most));
    return whole < 0 ? (uint64_t)(int64_t)whole : (uint64_t)whole;
}

void al_put_number(uint8_t *bytes, al_scalar type, double number, bool big_endian)
{
    const uint32_t size = al_scalar_size(type);
    uint64_t bits = 0;
    if (type != AL_TYPE_f32 && type != AL_TYPE_f64)
        bits = nearest_bits(type, number);
    else
        (void)bits_of(al_real(number), size, &bits);
    for (uint32_t i = 0; i < size; i++)
        bytes[big_endian ? size - 1 - i : i] = (uint8_t)(bits >> i * 8 & UINT8_MAX);
}

void al_divide(uint8_t *bytes, al_scalar type, uint32_t count, size_t stride, double divisor, bool big_endian)
{
    const uint32_t size = al_scalar_size(type);
    for (uint32_t i = 0; i < count; i++) {
        al_span number = al_span_of(&bytes[i * stride], size);
        number.big_endian = big_endian;
        al_put_number(&bytes[i * stride], type, al_number_at(number, 0, type) / divisor, big_endian);
    }
}

/* ---- Findings ------------------------------------------------------------------------------------------ */

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
        if (f->expected.kind == AL_VALUE_NONE)
            al_fix_leave(plan, f->count, "the right value of %s is not known", f->field);
        else
            set(plan, f->offset, f->length, f->field, f->actual, f->expected);
}

void al_fix_to_one(al_fix_plan *plan, const void *document)
{
    (void)document;
    for (const al_finding *f = al_fix_next(plan, NULL); f != NULL; f = al_fix_next(plan, f))
        set(plan, f->offset, f->length, f->field, f->actual, al_uint(1));
}

/* Bytes that stand too early in a file, or a count that is too small, leave bytes at its end, too. */
void al_fix_cut_off(al_fix_plan *plan, const void *document)
{
    char bytes[AL_MAX_MESSAGE];
    (void)document;
    for (size_t i = 0; i < plan->finding_count; i++) {
        const al_finding *f = &plan->findings[i];
        if (f->level == AL_ERROR && f->rule != plan->rule)
            al_fix_refuse(plan, "the bytes may belong to the file, since it has other errors: %s",
                          f->message);
    }
    for (const al_finding *f = al_fix_next(plan, NULL); f != NULL; f = al_fix_next(plan, f)) {
        (void)al_make_message(bytes, "%" PRIu64 " byte%s", f->length, AL_S(f->length));
        add(plan, &(al_edit){.offset = f->offset,
                             .removed = f->length,
                             .field = f->field,
                             .before = keep(plan, bytes),
                             .after = "nothing"});
    }
}
