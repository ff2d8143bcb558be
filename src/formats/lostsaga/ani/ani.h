/* ani.h: a Lost Saga ANI as it was read, for the rules. Egosoft's is in formats/xani. */
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
    /* x, y, z, w of a key. False when three of its numbers leave nothing for the fourth. */
    bool (*rotation)(al_span key, double *q);
} ani_form;

typedef struct ani_file {
    lsa_file file;
    const ani_form *form; /* NULL: the version is not there */
    uint32_t events;      /* as the header has it; 0 when the file can't hold so many */
    al_span motion;       /* the record */
    bool has_motion;
    uint32_t total_time, tracks; /* the same */
    bool has_tracks;             /* their number is one that the file could hold */
    uint64_t tracks_at;
} ani_file;

extern const al_layout *const ani_layouts[];
extern const al_hooks ani_hooks;

al_parsed ani_parse(al_job *job, void *document);
void ani_facts(const void *document, const al_facts *facts);
void ani_measure(const void *document, al_measures *measures);

/* An event and a track, as far as they are there. */
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
    bool has_keys;  /* their number is one that the file could hold */
    al_span keys;   /* what there is of them */
    bool whole;
} ani_track_view;

/* Read the next event and the next track of a walk. False where one is not all there. What was read has the
 * path of `event` or `track`, so it must stay where it is. */
bool ani_read_event(al_walk *w, uint32_t number, ani_event_view *event);
bool ani_read_track(al_walk *w, const ani_form *form, uint32_t number, ani_track_view *track);

#endif
