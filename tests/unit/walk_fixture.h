/* walk_fixture.h: a walk through a few bytes, and its findings, for the tests of kit/. */
#ifndef ASSETLINT_TESTS_WALK_FIXTURE_H
#define ASSETLINT_TESTS_WALK_FIXTURE_H

#include "unit.h"
#include "words.h"

#include <stdint.h>

#include "formats/catalogue.h"
#include "kit/walk.h"
#include "unit_rule.h"

/* The end of messages about a count that is too high for the whole file. */
#define OR_CUT ": it is cut off, or the number is wrong"

extern const al_words sample_parent_words;
#define AL_LAYOUT "tests/unit/layout_sample.def"
#include "kit/layout_declare.h"
#undef AL_LAYOUT

typedef struct fixture {
    uint8_t *block; /* a block of the exact size of the file */
    al_budget budget;
    al_arena arena;
    al_setting settings[AL_MOST_RULES];
    al_sink sink;
    al_job job;
    al_walk walk;
} fixture;

/* A walk through a copy of these bytes, which reports rules of XANI. */
fixture *begin(const void *bytes, size_t size);
void end(fixture *f);

/* An expected finding; `actual` may be NULL. */
typedef struct wanted {
    size_t rule;
    uint64_t offset, length;
    const char *field, *actual, *message;
} wanted;

/* Asserts that this is the only finding. */
void assert_reported(const fixture *f, const wanted *w);

/* Asserts that this is the only finding, and that the walk has stopped. */
void assert_stopped(const fixture *f, const wanted *w);

/* Asserts that there is no finding, and that the walk has not stopped. */
void assert_goes_on(const fixture *f);
void assert_span(al_span s, uint64_t base, uint64_t len);
void assert_rest(const fixture *f, uint64_t base, uint64_t len);

/* Little-endian, as in files. */
void write_u32(uint8_t *p, uint32_t value);

#endif
