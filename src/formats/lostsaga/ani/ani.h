/* ani.h: the document of a Lost Saga ANI, for the rules. Egosoft's ANI is in formats/xani. */
#ifndef AL_LOSTSAGA_ANI_H
#define AL_LOSTSAGA_ANI_H

#include "formats/lostsaga/lostsaga.h"
#include "kit/hooks.h"

#define AL_RULES "rules/ani.def"
#include "kit/rule_numbers.h"
#undef AL_RULES

#define AL_LAYOUT "formats/lostsaga/ani/layout.def"
#include "kit/layout_declare.h"
#undef AL_LAYOUT

enum { ANI_FLOATS_VERSION = 4000, ANI_SMALL_VERSION = 4001, ANI_WIDE_VERSION = 4002, ANI_EVENT_TEXTS = 2 };

/* The layout of keys in a version of the format. */
typedef struct ani_form {
    const al_layout *layout;
    uint32_t position_at, time_at;
    /* Unpacks x, y, z, w of a key. False if the squares of three stored numbers exceed 1. */
    bool (*rotation)(al_span key, double *q);
} ani_form;

typedef struct ani_file {
    lsa_file file;
    const ani_form *form; /* NULL: the file ends before the version */
    uint32_t events;      /* the count of the header; 0 if the file is too small for it */
    al_span motion;       /* the record */
    bool has_motion;
    int32_t total_time; /* negative: ani/duration reports it */
    uint32_t tracks;    /* the count; 0 if it was not read */
    bool has_tracks;    /* the file is large enough for the count */
    uint64_t tracks_at;
} ani_file;

extern const al_layout *const ani_layouts[];
extern const al_hooks ani_hooks;

al_parsed ani_parse(al_job *job, void *document);
void ani_measure(const void *document, al_measures *measures);

/* The existing parts of an event and of a track. */
typedef struct ani_event_view {
    al_path path;
    al_string texts[ANI_EVENT_TEXTS]; /* type, name */
    unsigned text_count;
    al_span record; /* the time */
} ani_event_view;

typedef struct ani_track_view {
    al_path path;
    bool has_bone;
    al_string bone;
    al_span record; /* weight and number of keys */
    bool has_keys;  /* the file is large enough for the count */
    al_span keys;   /* the part that exists */
    bool whole;
} ani_track_view;

/* Read the next event or track of a walk. False if it is incomplete. Its parts refer to the path of `event`
 * or `track`, so don't copy it. */
bool ani_read_event(al_walk *w, uint32_t number, ani_event_view *event);
bool ani_read_track(al_walk *w, const ani_form *form, uint32_t number, ani_track_view *track);

#endif
