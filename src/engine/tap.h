/* tap.h: the walk through a file as it is announced, for the fuzzer, which changes fields that it hears of.
 */
#ifndef AL_ENGINE_TAP_H
#define AL_ENGINE_TAP_H

#include <assetlint/assetlint.h>

#include "kit/listener.h"

/* As al_dump_memory; `tap`, of which `record` and `text` are called, hears of each record with its layout
 * before the visitor is shown its fields. */
al_status al_tap_memory(al_checker *checker, const char *path, al_span data, const al_visitor *visitor,
                        const al_listener *tap, al_result **result);

#endif
