/* layout_sample.h: the records of layout_sample.def, declared and defined: for a test's one .c file. */
#ifndef ASSETLINT_TESTS_LAYOUT_SAMPLE_H
#define ASSETLINT_TESTS_LAYOUT_SAMPLE_H

#include "kit/layout.h"

extern const al_words sample_parent_words;
#define AL_LAYOUT "tests/unit/layout_sample.def"
#include "kit/layout_declare.h"
extern const al_layout *const sample_layouts[];
const al_words sample_parent_words = {.find = NULL};
#define AL_LAYOUT_LIST sample_layouts
#include "kit/layout_define.h"
#undef AL_LAYOUT

#endif
