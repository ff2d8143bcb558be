/* skl.h: a Lost Saga SKL as it was read, for the rules. */
#ifndef AL_LOSTSAGA_SKL_H
#define AL_LOSTSAGA_SKL_H

#include "formats/lostsaga/lostsaga.h"
#include "kit/hooks.h"

#define AL_RULES "rules/skl.def"
#include "kit/rule_numbers.h"
#undef AL_RULES

#define AL_LAYOUT "formats/lostsaga/skl/layout.def"
#include "kit/layout_declare.h"
#undef AL_LAYOUT

typedef struct skl_file {
    lsa_file file;
    uint32_t bones;    /* as the header has it; 0 when the file can't hold so many */
    uint32_t read;     /* bones of which there is at least the name */
    uint64_t children; /* of all bones, as far as they were read */
    bool has_bones;    /* all of them are there */
    uint64_t bones_end;
    bool has_linked;
    al_string linked; /* the linked skeleton */
} skl_file;

extern const al_layout *const skl_layouts[];
extern const al_hooks skl_hooks;

al_parsed skl_parse(al_job *job, void *document);
void skl_facts(const void *document, const al_facts *facts);
void skl_measure(const void *document, al_measures *measures);

/* A bone, as far as it is there. */
typedef struct skl_bone {
    al_path path;
    bool has_name;
    al_string name;
    al_span pose; /* what there is of it */
    bool has_parent;
    al_string parent;
    al_span child_count; /* the record */
    uint32_t
        children; /* whose names follow; 0 where that isn't known, or where the file can't hold so many */
} skl_bone;

typedef struct skl_child {
    al_path path;
    al_string name;
} skl_child;

/* A walk through the bones that are there, and the next of them; then the next of its children, or all of
 * them. False where it is not all there. What was read has the path of `bone` or `child`, so it must stay
 * where it is. */
al_walk skl_bones(const skl_file *k);
bool skl_read_bone(al_walk *w, uint32_t number, skl_bone *bone);
bool skl_read_child(al_walk *w, const skl_bone *bone, uint32_t number, skl_child *child);
void skl_skip_children(al_walk *w, const skl_bone *bone);

/* The rules about who is above whom. */
void skl_judge_relations(const skl_file *k);

#endif
