/* clausewitz.h: reads the text format of Clausewitz games, such as .gfx and .mod:
 *
 *     file = item*      item = key op value | key "{" item* "}" | value | "{" item* "}"
 *     op = "=", or one of < > <= >=      value = "quoted" | word | "{" item* "}"
 *
 * It accepts any text, as the games do, and reports flaws on the way. Bytes above 127 are ordinary
 * characters.
 */
#ifndef AL_RELATIONS_PARADOX_CLAUSEWITZ_H
#define AL_RELATIONS_PARADOX_CLAUSEWITZ_H

#include "core/span.h"

/* Levels of objects: deeper ones are skipped. */
enum { AL_CLAUSEWITZ_DEPTH = 64 };

typedef enum al_clausewitz_flaw {
    AL_FLAW_OPEN_QUOTE,   /* a quote that is open at the end of its line */
    AL_FLAW_NO_VALUE,     /* a key without a value after its `=` */
    AL_FLAW_NO_KEY,       /* `=` without a key */
    AL_FLAW_STRAY,        /* a } that closes nothing, with more behind it */
    AL_FLAW_STRAY_AT_END, /* a } that closes nothing, with nothing but } behind it */
    AL_FLAW_OPEN_BRACE,   /* a { that nothing closes: reported at the end, outermost first */
    AL_FLAW_OPEN_OBJECT,  /* the same of an object in which another of its kind stands: reported instead */
    AL_FLAW_TOO_DEEP      /* the first { beyond AL_CLAUSEWITZ_DEPTH */
} al_clausewitz_flaw;

/* The bases of the spans are offsets in the text. */
typedef struct al_clausewitz_item {
    al_span key;   /* without quotes; empty: there is none */
    al_span value; /* without quotes; of an object, its { */
    al_span whole; /* the value with its quotes */
} al_clausewitz_item;

/* Called in the order of the text, except for open braces. */
typedef struct al_clausewitz_visitor {
    void *context;
    void (*open)(void *context, const al_clausewitz_item *object);
    void (*close)(void *context);
    void (*value)(void *context, const al_clausewitz_item *item);
    void (*flaw)(void *context, al_clausewitz_flaw flaw, al_span token);
} al_clausewitz_visitor;

/* Reads the text. `close` is not called for objects that are open at its end. */
void al_clausewitz_read(al_span text, const al_clausewitz_visitor *visitor);

#endif
