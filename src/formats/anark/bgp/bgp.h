/* bgp.h: the document of a BGP, for the rules. */
#ifndef AL_ANARK_BGP_H
#define AL_ANARK_BGP_H

#include "kit/hooks.h"
#include "kit/walk.h"

#define AL_RULES "rules/bgp.def"
#include "kit/rule_numbers.h"
#undef AL_RULES

#define AL_LAYOUT "formats/anark/bgp/layout.def"
#include "kit/layout_declare.h"
#undef AL_LAYOUT

typedef struct bgp_file {
    al_span start;           /* the first byte */
    al_walk walk;            /* at the end of the part that was read; complete if it has not stopped */
    bool states_known;       /* the ids of all states were read */
    uint64_t assets, states; /* found ones; the last may be cut off */
    uint64_t *state_at;      /* where each of these starts */
} bgp_file;

extern const al_layout *const bgp_layouts[];
extern const al_hooks bgp_hooks;

bool bgp_match(al_span head, const char *base_name);
al_parsed bgp_parse(al_job *job, void *document);

/* Views of the parts that exist, valid during a visit. A missing text has an empty field. */
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
    al_string to, event;
} bgp_transition;

typedef struct bgp_visitor {
    void *context;
    void (*asset)(void *context, const bgp_asset *asset);
    void (*state)(void *context, uint64_t number, const al_string *id); /* then the contents of the state */
    void (*action)(void *context, const bgp_action *action);
    void (*transition)(void *context, const bgp_transition *transition); /* then its actions */
} bgp_visitor;

/* Walks the file again, silently. Callbacks of the visitor may be NULL. */
void bgp_visit_assets(const bgp_file *f, const bgp_visitor *visitor);
void bgp_visit_states(const bgp_file *f, const bgp_visitor *visitor);
void bgp_visit_state(const bgp_file *f, uint64_t number, const bgp_visitor *visitor);

/* Whether the whole text was read. */
bool bgp_is_there(const al_string *string);

/* The text up to its NUL. */
al_span bgp_text(const al_string *string);

/* Whether its last byte is a NUL. */
bool bgp_is_terminated(const al_string *string);

#endif
