/* bbanim.h: a BBANIM as it is read, for the rules and for dump. */
#ifndef AL_BBMOD_BBANIM_H
#define AL_BBMOD_BBANIM_H

#include "formats/bbmod/family.h"
#include "kit/hooks.h"

#define AL_RULES "rules/bbanim.def"
#include "kit/rule_numbers.h"
#undef AL_RULES

#define AL_LAYOUT "formats/bbmod/bbanim/layout.def"
#include "kit/layout_declare.h"
#undef AL_LAYOUT

enum { BBANIM_SPACE_KINDS = 3, BBANIM_ALL_SPACES = 7, BBANIM_FIRST_WITH_EVENTS = 4 };

/* A space that transforms may be in, in the order in which they follow each other in a frame. */
typedef struct bbanim_space {
    const char *name; /* "parentSpace" */
    uint8_t bit;      /* of `spaces` */
    bool of_bones;    /* a transform for each bone, not for each node */
} bbanim_space;

extern const bbanim_space bbanim_spaces[BBANIM_SPACE_KINDS];

typedef struct bbanim_file {
    bbm_file base;
    al_span times, node_count_record, bone_count_record;
    uint8_t spaces;
    double duration, tics;
    uint32_t node_count, bone_count;
    bool bones_counted;  /* the file could hold so many */
    uint64_t frame_size; /* bytes */
    al_span frames;      /* what there is of them */
    al_span event_count_record;
    uint32_t event_count; /* declared, where the file could hold so many */
    uint64_t events_at;
    bool whole;   /* all of it was read, and */
    uint64_t end; /* ends here */
} bbanim_file;

/* Reads all of it. Reports what stops it. */
void bbanim_parse(al_job *job, bbanim_file *f);

/* Whether a duration is a number of frames. */
bool bbanim_is_duration(double duration);

/* Where the transforms of a space lie in a frame, and how many they are: 0 where it has none. */
uint32_t bbanim_transforms(const bbanim_file *f, uint32_t space, uint64_t *offset);

/* Visits what was read of the events. */
typedef struct bbanim_event_view {
    uint32_t number;
    al_path path;
    al_span record;
    bool named;
    al_string name;
    al_extent extent;
} bbanim_event_view;
typedef void bbanim_event_visit(void *context, const bbanim_event_view *event);
void bbanim_each_event(const bbanim_file *f, bbanim_event_visit *visit, void *context);

/* The hooks of the format. */
void bbanim_check(al_job *job);
extern const al_layout *const bbanim_layouts[];
extern const al_hooks bbanim_hooks;

#endif
