/* bbanim.h: the document of a BBANIM, for the rules. */
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

enum { BBANIM_SPACES_OF_A_FRAME = 3, BBANIM_FIRST_WITH_EVENTS = 4 };

/* A coordinate space of transforms, in the order of a frame. */
typedef struct bbanim_space {
    const char *name;     /* "parentSpace" */
    const char *relative; /* `space` of al_view */
    uint8_t bit;          /* of `spaces` */
    bool of_bones;        /* one transform for each bone instead of each node */
} bbanim_space;

extern const bbanim_space bbanim_spaces[BBANIM_SPACES_OF_A_FRAME];

/* The counts of nodes and bones, with 4 or 8 bytes. */
typedef struct bbanim_form {
    bbm_field nodes, bones;
    bool wide;
} bbanim_form;

typedef struct bbanim_file {
    bbm_file base;
    const bbanim_form *form;
    al_span kind, length, rate; /* records */
    uint8_t spaces;
    double duration, tics;
    al_counter nodes, bones;
    uint32_t node_count, bone_count;
    bool has_counts;     /* both were read */
    bool nodes_fit;      /* the file is large enough for the nodes */
    bool bones_fit;      /* the file is large enough for the bones */
    uint64_t frame_size; /* bytes */
    al_span frames;      /* the part that exists */
    uint32_t events;     /* the count, if the file is large enough for it */
    uint64_t events_at;
    bool whole; /* the whole file was read */
} bbanim_file;

extern const al_layout *const bbanim_layouts[];
extern const al_hooks bbanim_hooks;

al_parsed bbanim_parse(al_job *job, void *document);
void bbanim_measure(const void *document, al_measures *measures);

/* Whether a duration is a valid number of frames. */
bool bbanim_is_duration(double duration);

/* The number of transforms of a space in a frame, 0 if it has none, and their offset in the frame. */
uint32_t bbanim_transforms(const bbanim_file *f, uint32_t space, uint64_t *offset);

/* Reads the next event of a walk. False if it is incomplete. Its parts refer to the path of `event`, so
 * don't copy it. */
typedef struct bbanim_event_view {
    al_path path;
    al_span record;
    bool named;
    al_string name;
} bbanim_event_view;
bool bbanim_read_event(al_walk *w, uint32_t number, bbanim_event_view *event);

#endif
