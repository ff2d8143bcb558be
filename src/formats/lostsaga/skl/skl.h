/* skl.h: a Lost Saga SKL as it was read, for the rules and for dump. */
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

/* A bone, as far as it is there: it lives as long as its visit. */
typedef struct skl_bone {
    uint32_t number;
    al_path path;
    uint64_t at; /* where it begins */
    bool has_name;
    al_string name;
    al_span pose; /* what there is of it */
    bool has_parent;
    al_string parent;
    al_span child_count;  /* the record */
    uint32_t children;    /* as it says */
    uint64_t children_at; /* where their names begin; 0: not known */
    al_span extent;       /* without the names of the children */
} skl_bone;

/* Reads all there is. Reports what stops it. False when it isn't an SKL, which was told. */
bool skl_parse(al_job *job, skl_file *k) AL_MUST_USE;

/* Goes through the bones that are there. `child` gets the names of a bone's children after `bone` got the
 * bone. Both may be NULL. */
typedef void skl_bone_visit(void *context, const skl_bone *bone);
typedef void skl_child_visit(void *context, const skl_bone *bone, uint32_t number, const al_string *name);
typedef struct skl_visits {
    skl_bone_visit *bone;
    skl_child_visit *child;
    skl_bone_visit *end; /* after the children */
    void *context;
} skl_visits;
void skl_each_bone(const skl_file *k, const skl_visits *visits);

/* The rules about who is above whom. */
void skl_check_relations(const skl_file *k);

/* The hooks of the format. */
void skl_check(al_job *job);
extern const al_layout *const skl_layouts[];
extern const al_hooks skl_hooks;

#endif
