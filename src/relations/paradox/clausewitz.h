/* clausewitz.h: reads the text of Clausewitz games: .gfx, .mod, and what else is written like them.
 *
 *     file = item*      item = key op value | key "{" item* "}" | value | "{" item* "}"
 *     op = "=", or one of < > <= >=      value = "quoted" | word | "{" item* "}"
 *
 * It takes every text, as the games do, and says what is odd about one on the way. Bytes above 127 are as
 * good as any.
 */
#ifndef AL_PARADOX_CLAUSEWITZ_H
#define AL_PARADOX_CLAUSEWITZ_H

#include "core/span.h"

/* Objects in objects: what lies deeper is passed over. */
enum { AL_CLAUSEWITZ_DEPTH = 64 };

typedef enum al_clausewitz_flaw {
    AL_FLAW_OPEN_QUOTE,   /* to the end of its line */
    AL_FLAW_NO_VALUE,     /* a key and `=`, or `=` alone, and nothing behind it */
    AL_FLAW_NO_KEY,       /* `=` with nothing before it */
    AL_FLAW_STRAY,        /* a } that closes nothing, with more behind it, */
    AL_FLAW_STRAY_AT_END, /* or nothing but } */
    AL_FLAW_OPEN_BRACE,   /* a { that nothing closes: found at the end, outermost first */
    AL_FLAW_TOO_DEEP      /* the first { beyond the depth above */
} al_clausewitz_flaw;

/* Spans have the bases that they have in the text. */
typedef struct al_clausewitz_item {
    al_span key;   /* without quotes; empty where there is none */
    al_span value; /* without quotes; of an object, its { */
    al_span whole; /* the value with its quotes */
} al_clausewitz_item;

/* Called in the order of the text, but for braces that are open at the end. */
typedef struct al_clausewitz_visitor {
    void *context;
    void (*open)(void *context, const al_clausewitz_item *object);
    void (*close)(void *context);
    void (*value)(void *context, const al_clausewitz_item *item);
    void (*flaw)(void *context, al_clausewitz_flaw flaw, al_span token);
} al_clausewitz_visitor;

/* Goes through the text once. What is open at its end isn't closed. */
void al_clausewitz_read(al_span text, const al_clausewitz_visitor *visitor);

#endif
