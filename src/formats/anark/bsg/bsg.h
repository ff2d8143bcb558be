/* bsg.h: a BSG as it was read, for the rules and for dump. */
#ifndef AL_ANARK_BSG_H
#define AL_ANARK_BSG_H

#include "formats/anark/sections.h"
#include "kit/hooks.h"

#define AL_RULES "rules/bsg.def"
#include "kit/rule_numbers.h"
#undef AL_RULES

#define AL_LAYOUT "formats/anark/bsg/layout.def"
#include "kit/layout_declare.h"
#undef AL_LAYOUT

/* The sections, in the order of the file. */
enum { BSG_SECTION_MEMORY, BSG_SECTION_NODES, BSG_SECTION_ASSETS, BSG_SECTIONS };

typedef struct bsg_file {
    anark_file file;
    al_path memory_path;
    al_span memory; /* what there is of it */
    uint64_t node_total;
    al_span nodes, assets; /* what there is of them, maybe with a part of one at the end */
} bsg_file;

/* Reads the file. Reports what stops it. */
void bsg_parse(al_job *job, bsg_file *f);

/* The hooks of the format. */
void bsg_check(al_job *job);
extern const al_layout *const bsg_layouts[];
extern const al_hooks bsg_hooks;

#endif
