/* listener.h: what a walk announces: to dump, and to the fuzzer, which changes what it hears of. */
#ifndef AL_KIT_LISTENER_H
#define AL_KIT_LISTENER_H

#include "core/path.h"
#include "kit/layout.h"
#include "kit/strings.h"

/* The form of an array's items: records of a layout, or up to four numbers of one type. */
typedef struct al_form {
    const al_layout *layout; /* NULL: numbers */
    bool listed;             /* items that are few, or mean something one by one; of numbers, they have one */
    al_scalar type;
    unsigned numbers; /* of an item; 0: bytes that nobody can show */
    uint32_t at;      /* where in an item they are */
    uint32_t stride;  /* from item to item; the size of an item */
    bool detached;    /* the array lies elsewhere in the file than the object that it belongs to */
    const char *name; /* of the type, where it has one of its own: "FLOAT3" */
    /* Numbers that an item packs, for who shows it; false: it can't be unpacked. NULL: it has them plainly.
     */
    bool (*unpack)(al_span item, double *numbers);
} al_form;

/* Initialisers: records of a layout, one by one, and too many for that; items of `count` numbers of `size`
 * bytes and nothing else. */
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
    al_span bytes;   /* as they lie in the file, maybe with a part of an item at their end */
    bool compressed; /* `bytes` are a zlib stream */
    uint64_t size;   /* bytes of the items: those that the stream declares, or those that are there */
    const al_form *form;
    /* Where the items of several arrays take turns: `run` bytes of them follow one another, and `step` bytes
     * after they began the next ones begin. A step of 0: all follow one another. */
    uint64_t run, step;
} al_array;

/* What isn't listened for is NULL. What is announced lasts as long as the call. */
typedef struct al_listener {
    void *context;
    /* A record at a path, or the part of it that is there. A path may come more than once: the same object
     * has more fields then. NULL is the file itself. */
    void (*record)(void *context, const al_path *path, const al_layout *layout, al_span record);
    /* Things with the path `path`[i] follow. */
    void (*list)(void *context, const al_path *path, uint64_t count, uint64_t offset);
    void (*text)(void *context, const al_string *text);
    void (*array)(void *context, const al_array *array);
} al_listener;

#endif
