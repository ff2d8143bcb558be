/* relation_state.h: what the states of all relations begin with. It keeps what a relation finds out, until
 * the survey asks for it: findings, and references that the relation can't judge, because what they refer to
 * may be in the game or in another mod.
 */
#ifndef AL_RELATIONS_RELATION_STATE_H
#define AL_RELATIONS_RELATION_STATE_H

#include <stdarg.h>

#include "core/lines.h"
#include "core/map.h"
#include "kit/hooks.h"
#include "relations/relations.h"

/* A finding of a file. Its claim names the rule by its index in the catalogue; all texts are copies. */
typedef struct al_kept_finding {
    size_t file;
    uint64_t order; /* among the findings of its file */
    al_claim claim;
    const char *message;
    uint64_t left_out; /* number of findings that this one stands for, of which only rule and level are kept;
                          0: it is one */
    bool unless_limited; /* not reported if the check of the file has already reported a limit */
} al_kept_finding;

/* References of one rule that a relation could not judge, all for one reason. */
typedef struct al_kept_not_judged {
    size_t rule;         /* index in the catalogue */
    const char *reason;  /* static text in English, which follows "52 references: " */
    uint64_t references; /* number of references; 1 for a file that wasn't read */
    uint64_t files;      /* number of files with such references */
    size_t first_file;   /* the lowest of these files */
    size_t last_file;    /* the one that was counted last */
} al_kept_not_judged;

/* Pairs of a rule and a reason that one relation may have. */
enum { AL_MOST_NOT_JUDGED = 32 };

/* Sorted by rule, then by reason. */
typedef struct al_kept_not_judged_list {
    al_kept_not_judged items[AL_MOST_NOT_JUDGED];
    size_t count;
} al_kept_not_judged_list;

/* The references of checked files that lead to a picture. */
typedef struct al_picture_uses {
    uint64_t count;   /* 0: none does */
    size_t file;      /* that has the first one, */
    const char *name; /* its name in the mod, */
    uint32_t line;    /* and where the reference is in it; 0: it is no text */
} al_picture_uses;

/* What a relation knows of a checked file when it is done. */
enum {
    AL_MARK_COMPARED = 1,   /* what it has to be compared with was there: no finding means that it is fine */
    AL_MARK_UNSURE = 2,     /* what is said of it may rest on the absence of what couldn't be read */
    AL_MARK_TEXT = 4,       /* a text file that rules judge: reports list it */
    AL_MARK_PLACED = 8,     /* its place among the others shows its format, whatever its bytes are */
    AL_MARK_TEXTURES = 16,  /* its textures are looked for: the rules of its format don't have to */
    AL_MARK_BOUNDS = 32,    /* the box of its mesh is compared with others: its check measures it */
    AL_MARK_LOST_SAGA = 64, /* a file of Lost Saga lies in its folder */
    AL_MARK_OF_MOD = 128    /* a picture that lies in a mod for the games of the relation */
};

/* The first member of each state. */
struct al_relation_state {
    const al_related_files *all;
    al_arena *arena;
    uint8_t *marks; /* of each checked file */
    unsigned round; /* how often `choose` was called */
    size_t rule;    /* the first of the relation's `rules`, by its index in the catalogue */
    bool done;      /* everything is known */
    bool no_memory; /* an allocation has failed */
    al_kept_finding *findings;
    uint64_t finding_count, finding_capacity;
    al_map kept; /* for each file, rule and level the number of findings; beyond AL_MAX_FINDINGS see there */
    al_kept_not_judged_list not_judged;
    al_picture_uses *uses; /* of each checked file; NULL: no reference leads to a picture */
};

/* Begins a state, which is all zero. False if memory is short. */
bool al_relation_begin(al_relation_state *s, const al_related_files *all, al_arena *arena) AL_MUST_USE;

/* The state of a relation, in the arena; `all` outlives it. NULL if memory is short. */
void *al_relation_new(const al_relation *relation, const al_related_files *all, al_arena *arena) AL_MUST_USE;

/* A place in a text of at most 4 GiB, small since many are kept. */
typedef struct al_text_place {
    uint32_t offset, length;
    uint32_t line, column, end_line, end_column;
} al_text_place;

al_text_place al_place_between(const al_lines *start, const al_lines *end);
void al_set_place(al_claim *claim, const al_text_place *place);

/* Whether a rule, given by its index in the catalogue, is not turned off. */
static inline bool al_relation_wants(const al_relation_state *s, size_t rule)
{
    return al_setting_matters(&s->all->settings[rule]);
}

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

/* Counts references of an explicit file, whose folder isn't checked as a whole. */
void al_keep_not_judged_alone(al_relation_state *s, size_t file, size_t rule, uint64_t references);

/* Counts a reference that leads to a picture, if both files are checked. */
void al_keep_picture_use(al_relation_state *s, size_t picture, size_t file, const char *name, uint32_t line);

/* Adds the texture of that name to the partners of a file, unless it is among them: a file, or if `missing`
 * is not NULL the path that leads to none. */
void al_add_texture(al_partner_list *list, const char *texture, size_t file, const char *missing);

/* Tells whether what is said of a checked file may rest on the absence of something that couldn't be read: a
 * file, or the list of a folder or package. */
typedef bool al_unsure_check(const void *state, size_t file);

/* That of a relation that looks for files by name in all folders: a folder or package that couldn't be listed
 * may have the file. */
bool al_relation_has_gap(const void *state, size_t file);

/* Ends the choosing: marks the files that are unsure, sorts the findings by file, drops those of unsure
 * files, and counts these as not judged. `alone`: ids of rules, ending with NULL, that judge each file by
 * itself, so that their findings stay; NULL: none. */
void al_finish_findings(al_relation_state *s, al_unsure_check *is_unsure, const char *const *alone);

/* Reports the findings of a checked file. */
void al_report_kept(const al_kept_finding *findings, size_t count, al_sink *sink);

#endif
