/* ani.h: a Lost Saga ANI as it was read, for the rules and for dump. Egosoft's is in formats/xani. */
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

/* How a version has its keys. */
typedef struct ani_form {
    const al_layout *layout;
    uint32_t position_at, time_at;
} ani_form;

typedef struct ani_file {
    lsa_file file;
    const ani_form *form;
    uint32_t events; /* as the header has it; 0 when the file can't hold so many */
    al_span motion;  /* the record */
    bool has_motion;
    uint32_t total_time, tracks; /* the same */
    bool has_tracks;             /* their number is one that the file could hold */
    uint64_t tracks_at;
} ani_file;

/* An event and a track, as far as they are there: they live as long as their visit. */
typedef struct ani_event_view {
    uint32_t number;
    al_path path;
    al_string texts[ANI_EVENT_TEXTS]; /* type, name */
    unsigned text_count;
    al_span record; /* the time */
    al_span extent;
} ani_event_view;

typedef struct ani_track_view {
    uint32_t number;
    al_path path;
    bool has_bone;
    al_string bone;
    al_span record; /* weight and number of keys */
    bool has_keys;  /* their number is one that the file could hold */
    al_span keys;   /* what there is of them */
    bool whole;
    al_span extent;
} ani_track_view;

/* Reads all there is. Reports what stops it. False when it isn't an ANI of Lost Saga. */
bool ani_parse(al_job *job, ani_file *a) AL_MUST_USE;

/* Go through what there is of events and tracks. `visit` may be NULL. */
typedef void ani_event_visit(void *context, const ani_event_view *event);
typedef void ani_track_visit(void *context, const ani_track_view *track);
bool ani_each_event(const ani_file *a, al_walk *w, ani_event_visit *visit, void *context);
bool ani_each_track(const ani_file *a, al_walk *w, ani_track_visit *visit, void *context);

/* The rotation of a key, x, y, z, w. False when three of its numbers leave nothing for the fourth. */
bool ani_rotation(const ani_file *a, al_span key, double q[4]);

/* The hooks of the format. */
void ani_check(al_job *job);
extern const al_layout *const ani_layouts[];
extern const al_hooks ani_hooks;

#endif
