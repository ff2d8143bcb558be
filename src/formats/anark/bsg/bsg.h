/* bsg.h: the document of a BSG, for the rules. */
#ifndef AL_ANARK_BSG_H
#define AL_ANARK_BSG_H

#include "formats/anark/anark.h"
#include "kit/items.h"

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
    al_path memory_path, node_path, asset_path;
    al_span memory; /* the part that exists */
    uint64_t node_total;
    al_items nodes, assets; /* the part that was read */
} bsg_file;

extern const al_layout *const bsg_layouts[];
extern const al_hooks bsg_hooks;

al_parsed bsg_parse(al_job *job, void *document);

#endif
