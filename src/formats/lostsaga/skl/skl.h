/* skl.h: the document of a Lost Saga SKL, for the rules. */
#ifndef AL_LOSTSAGA_SKL_H
#define AL_LOSTSAGA_SKL_H

#include "formats/lostsaga/lostsaga.h"
#include "kit/hooks.h"

#define AL_RULES "rules/skl.def"
#include "kit/rule_numbers.h"

#define AL_LAYOUT "formats/lostsaga/skl/layout.def"
#include "kit/layout_declare.h"
#undef AL_LAYOUT

typedef struct skl_file {
    lsa_file file;
    uint32_t bones;    /* the count of the header; 0 if the file is too small for it */
    uint32_t read;     /* bones that have at least a name */
    uint64_t children; /* of all bones that were read */
    bool has_bones;    /* all bones were read */
    uint64_t bones_end;
    bool has_linked;
    al_string linked; /* the linked skeleton */
} skl_file;

extern const al_layout *const skl_layouts[];
extern const al_hooks skl_hooks;

al_parsed skl_parse(al_job *job, void *document);
void skl_measure(const void *document, al_measures *measures);

/* The existing part of a bone. */
typedef struct skl_bone {
    al_path path;
    bool has_name;
    al_string name;
    al_span pose; /* the part that exists */
    bool has_parent;
    al_string parent;
    al_span child_count; /* the record */
    uint32_t children;   /* names that follow; 0 if the number is not known or the file is too small for it */
} skl_bone;

typedef struct skl_child {
    al_path path;
    al_string name;
} skl_child;

/* skl_bones starts a walk through the bones. The others read the next bone, the next child of a bone, or
 * skip all its children; false if it is incomplete. Its parts refer to the path of `bone` or `child`, so
 * don't copy it. */
al_walk skl_bones(const skl_file *k);
bool skl_read_bone(al_walk *w, uint32_t number, skl_bone *bone);
bool skl_read_child(al_walk *w, const skl_bone *bone, uint32_t number, skl_child *child);
void skl_skip_children(al_walk *w, const skl_bone *bone);

/* The rules about parents and children. */
void skl_judge_relations(const skl_file *k);

#endif
