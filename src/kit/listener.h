/* listener.h: receives what a walk reads: for dump, and for the fuzzer, which then changes it. */
#ifndef AL_KIT_LISTENER_H
#define AL_KIT_LISTENER_H

#include "core/path.h"
#include "kit/job.h"
#include "kit/layout.h"

/* The form of the items of an array: records of a layout, or up to four numbers of one type. */
typedef struct al_form {
    const al_layout *layout; /* NULL: numbers */
    bool listed;             /* dump shows each item; items that are numbers have one each */
    al_scalar type;
    unsigned numbers; /* per item; 0: bytes that dump doesn't show */
    uint32_t at;      /* offset of the numbers in an item */
    uint32_t stride;  /* bytes from item to item */
    bool detached;    /* the array lies outside the object that it belongs to */
    const char *name; /* of the type, "FLOAT3"; NULL: that of `type` */
    /* Unpacks the numbers of an item; false if they can't be unpacked. NULL: the numbers are not packed. */
    bool (*unpack)(al_span item, double *numbers);
} al_form;

/* Initialisers of al_form: records that dump shows one by one; records that dump sums up; items of `count`
 * numbers of `size` bytes. */
#define AL_RECORDS(layout_, size)                              \
    {                                                          \
        .layout = &(layout_), .listed = true, .stride = (size) \
    }
#define AL_MANY(layout_, size)                 \
    {                                          \
        .layout = &(layout_), .stride = (size) \
    }
#define AL_NUMBERS(type_, count, size)                                                              \
    {                                                                                               \
        .type = AL_TYPE_##type_, .numbers = (count), .stride = (uint32_t)(count) * (uint32_t)(size) \
    }

typedef struct al_array {
    const al_path *path;
    al_span bytes;   /* in the file; a part of an item may follow the last whole one */
    bool compressed; /* `bytes` are a zlib stream */
    uint64_t size;   /* bytes of the items: the declared inflated size, or bytes.len */
    const al_form *form;
    /* For interleaved arrays: every `step` bytes begins a run of `run` bytes of this array. A step of 0: the
     * array is contiguous. */
    uint64_t run, step;
} al_array;

/* Each function may be NULL. Arguments are valid during the call. */
typedef struct al_listener {
    void *context;
    /* A record, or the part of it before the end of the file. A second record with the same path adds fields
     * to the same object. A `path` of NULL is the file. */
    void (*record)(void *context, const al_path *path, const al_layout *layout, al_span record);
    /* `count` objects with the paths `path`[0], `path`[1], ... follow. */
    void (*list)(void *context, const al_path *path, uint64_t count, uint64_t offset);
    void (*text)(void *context, const al_string *text);
    void (*array)(void *context, const al_array *array);
} al_listener;

#endif
