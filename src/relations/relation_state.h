/* relation_state.h: what the states of all relations begin with. It keeps what a relation finds out, until
 * the survey asks for it: findings, and references that the relation can't judge, because what they refer to
 * may be in the game or in another mod.
 */
#ifndef AL_RELATIONS_RELATION_STATE_H
#define AL_RELATIONS_RELATION_STATE_H

#include <stdarg.h>

#include "core/map.h"
#include "kit/facts.h"
#include "relations/relations.h"

/* A finding of a file. Its claim names the rule by its index in the catalogue; all texts are copies. */
typedef struct al_kept_finding {
    size_t file;
    uint64_t order; /* in which it was added */
    al_claim claim;
    const char *message;
    uint64_t left_out; /* number of findings that this one stands for, of which only rule and level are kept;
                          0: it is one */
    bool unless_limited; /* not reported if the check of the file has already reported a limit */
} al_kept_finding;

/* The first member of each state. */
typedef struct al_relation_state {
    const al_related_files *all;
    al_arena *arena;
    const al_relation *relation; /* whose state it is */
    unsigned round;              /* number of rounds that have begun */
    bool no_memory;              /* an allocation has failed */
    al_kept_finding *findings;
    uint64_t finding_count, finding_capacity;
    al_map kept; /* for each file, rule and level the number of findings; beyond AL_MAX_FINDINGS see there */
    al_unjudged_list not_judged;
} al_relation_state;

/* Whether a rule, given by its prefix and its number there, is not turned off. */
bool al_relation_wants(const al_relation_state *s, const char *prefix, size_t rule);

/* Adds a finding of a file; for a file that isn't checked it does nothing. The sentence is a format of
 * printf. False if memory is short; then `no_memory` is set, too. */
bool al_keep_finding(al_relation_state *s, size_t file, const al_claim *claim, const char *sentence, ...)
    AL_PRINTF(4, 5);

/* The same with the values in a list. */
bool al_keep_finding_of(al_relation_state *s, size_t file, const al_claim *claim, const char *sentence,
                        va_list values) AL_PRINTF(4, 0);
#define al_keep_finding(...) AL_PLACE(#__VA_ARGS__, al_keep_finding(__VA_ARGS__))

/* The same for a claim with the offset, field and length of a fact. */
bool al_keep_at_fact(al_relation_state *s, size_t file, const al_fact *fact, al_claim claim,
                     const char *sentence, ...) AL_PRINTF(5, 6);
#define al_keep_at_fact(...) AL_PLACE(#__VA_ARGS__, al_keep_at_fact(__VA_ARGS__))

/* Whether a file already has AL_MAX_FINDINGS findings of a rule and level. Then the next one is counted by
 * this, and needs not be kept: a report shows no more of a file. */
bool al_leave_out_finding(al_relation_state *s, size_t file, size_t rule, al_level level);

/* Forgets the findings from the index `first` on. */
void al_forget_findings(al_relation_state *s, uint64_t first);

/* Adds that a limit kept the file from being read. */
bool al_keep_limit(al_relation_state *s, size_t file, size_t rule, const char *sentence, ...) AL_PRINTF(4, 5);
#define al_keep_limit(...) AL_PLACE(#__VA_ARGS__, al_keep_limit(__VA_ARGS__))

/* Counts `references` of a file that a rule, given by its index in the catalogue, can't judge. Nothing is
 * counted when the rule is off, or the file isn't checked or explicit. The references that a file has for one
 * rule and reason must be added one after the other, or the file is counted again. */
void al_keep_not_judged(al_relation_state *s, size_t file, size_t rule, const char *reason,
                        uint64_t references);

/* To be called in the last round: sorts the findings by file, drops those that may rest on the absence of
 * something that couldn't be read (al_relation.is_unsure), and counts these as not judged. */
void al_finish_findings(al_relation_state *s);

/* `is_unsure` of a relation that looks for files by name in all folders: a folder or package that couldn't be
 * listed may have the file. */
bool al_relation_has_gap(const void *state, size_t file);

/* `report` and `not_judged` of al_relation. */
void al_relation_report(const void *state, size_t file, al_sink *sink);
const al_unjudged_list *al_relation_not_judged(const void *state);

#endif
