/* bgp.h: a BGP as it was read, for the rules and for dump. */
#ifndef AL_ANARK_BGP_H
#define AL_ANARK_BGP_H

#include "core/path.h"
#include "kit/hooks.h"
#include "kit/walk.h"

#define AL_RULES "rules/bgp.def"
#include "kit/rule_numbers.h"
#undef AL_RULES

#define AL_LAYOUT "formats/anark/bgp/layout.def"
#include "kit/layout_declare.h"
#undef AL_LAYOUT

typedef struct bgp_file {
    al_job *job;
    al_span bytes;     /* in the file's byte order */
    bool readable;     /* the first byte is a right one */
    bool assets_known; /* all assets were read */
    bool states_known; /* the ids of all states were read */
    bool whole;        /* all of it was read, and */
    uint64_t end;      /* that is where it ends */
    al_span asset_count, state_count;
    uint64_t assets, states; /* that were found; the last of them may be cut off */
    uint64_t *state_at;      /* where each of these begins */
} bgp_file;

/* Reads the file. Reports what stops it. False when memory is short. */
bool bgp_parse(al_job *job, bgp_file *f) AL_MUST_USE;

/* Views of what there is: they live as long as a visit. A text that is not there has an empty field. */
typedef struct bgp_asset {
    al_path path;
    uint64_t number;
    al_string type, id, file; /* bgfFilePath */
} bgp_asset;

typedef struct bgp_action {
    al_path path;
    al_string action, asset;
} bgp_action;

typedef struct bgp_transition {
    al_path path;
    uint64_t number;
    al_string to, event;
} bgp_transition;

typedef struct bgp_visitor {
    void *context;
    void (*asset)(void *context, const bgp_asset *asset);
    void (*state)(void *context, uint64_t number, const al_string *id); /* then what it holds */
    void (*actions)(void *context, const al_layout *layout, al_span count, const char *name);
    void (*action)(void *context, const bgp_action *action);
    void (*actions_end)(void *context);
    void (*transitions)(void *context, al_span count);
    void (*transition)(void *context, const bgp_transition *transition);
    void (*transition_end)(void *context);
    void (*transitions_end)(void *context);
    void (*state_end)(void *context);
} bgp_visitor;

/* Goes the way once more, silently; what is NULL of the visitor is left out. */
void bgp_visit_assets(const bgp_file *f, const bgp_visitor *visitor);
void bgp_visit_states(const bgp_file *f, const bgp_visitor *visitor);
void bgp_visit_state(const bgp_file *f, uint64_t number, const bgp_visitor *visitor);

/* Whether all of a text was read. */
bool bgp_is_there(const al_string *string);

/* What a text says, without its NUL and what is behind it. */
al_span bgp_text(const al_string *string);

/* Whether its last byte is a NUL. */
bool bgp_is_terminated(const al_string *string);

/* The hooks of the format. */
void bgp_check(al_job *job);
bool bgp_match(al_span head, const char *base_name);
extern const al_layout *const bgp_layouts[];
extern const al_hooks bgp_hooks;

#endif
