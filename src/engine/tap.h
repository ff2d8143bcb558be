/* tap.h: lets the fuzzer hear which records and texts a check reads, so that it can change their fields. */
#ifndef AL_ENGINE_TAP_H
#define AL_ENGINE_TAP_H

#include <assetlint/assetlint.h>

#include "kit/listener.h"

/* The same as al_dump_memory. `tap` gets each record with its layout, and each text, before the visitor gets
 * the fields; its other functions are not called. */
al_status al_tap_memory(al_checker *checker, const char *path, al_span data, const al_visitor *visitor,
                        const al_listener *tap, al_result **result);

#endif
