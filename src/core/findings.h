/* findings.h: collects findings. A sink has one finding per rule and object, however many elements of the
 * object break the rule. */
#ifndef AL_CORE_FINDINGS_H
#define AL_CORE_FINDINGS_H

#include <assetlint/assetlint.h>

#include "core/arena.h"
#include "core/limits.h"
#include "core/map.h"
#include "core/number.h"
#include "core/path.h"
#include "core/span.h"

#ifdef AL_RECORD_PLACES
#include <stdatomic.h>
#include <stdbool.h>

#include "core/compiler.h"

/* A call that makes a finding, for the test that reaches each of them. */
typedef struct al_place {
    const char *file, *function;
    const char *arguments; /* of the call, as they are written in the source */
    unsigned line;
    atomic_bool reached;
} al_place;

/* Makes the call, and notes that its place was reached. */
#define AL_PLACE(text, call)                                                                                 \
    AL_EXPRESSION(AL_ENTRY(al_places, al_place, of_call,                                                     \
                           {.file = __FILE__, .function = __func__, .arguments = (text), .line = __LINE__}); \
                  atomic_store(&of_call.reached, true); call;)

/* All places of the program, in any order. */
al_place *const *al_all_places(size_t *count);
#else
#define AL_PLACE(text, call) call
#endif

/* How a rule is reported. */
typedef struct al_setting {
    al_level level;  /* AL_OFF: the rule is not reported */
    bool overridden; /* `level` also replaces a lower level that a claim has */
    bool configured; /* a configuration has lowered `level`: findings that it takes from view are counted */
} al_setting;

/* Whether something comes of claims of the rule: findings, or a count of what a configuration leaves out. */
/*@ requires \valid_read(setting);
    assigns \nothing;
*/
static inline bool al_setting_matters(const al_setting *setting)
{
    return setting->level != AL_OFF || setting->configured;
}

/* What a configuration takes from view. It comes with the files that are checked, so it may not do that
 * unseen. */
typedef struct al_unseen {
    uint64_t count; /* findings of rules that it turns off */
    al_level
        level; /* the highest level, without the configuration, of findings that it turns off or lowers */
} al_unseen;

/* The elements of an object that break a rule: their number, and the first ones. */
typedef struct al_tally {
    uint64_t count;
    uint64_t first[AL_FINDING_ELEMENTS];
} al_tally;

void al_tally_add(al_tally *t, uint64_t element);

/* The same for elements in any order: keeps the lowest, sorted. */
void al_tally_insert(al_tally *t, uint64_t element);

/* How much less certain a claim is than its rule. */
typedef enum al_doubt { AL_AS_CERTAIN_AS_RULE = 0, AL_ONLY_LIKELY, AL_ONLY_POSSIBLE } al_doubt;

/* The claim that an object breaks a rule. Only `rule` must be set; al_report gets the message. */
typedef struct al_claim {
    size_t rule;             /* its index among the rules of the format */
    al_level level;          /* a lower level than the rule's; AL_OFF: the rule's level */
    al_doubt doubt;          /* the evidence of this case is weaker than that of the rule */
    uint64_t offset, length; /* in the file */
    al_path path;            /* the field; without a name: the whole file */
    al_value expected, actual;
    const al_tally *tally;    /* elements that break the rule; NULL: the object itself does */
    uint64_t inflated_offset; /* in the inflated data of a compressed buffer, */
    bool in_inflated;         /* if set; `offset` and `length` are then those of the buffer */
    al_fix_kind fix_kind;     /* AL_FIX_NONE: that of the rule, */
    bool no_fix;              /* unless this case has no fix */
    bool limit;               /* one of our limits ended a part of the check */
    uint64_t reach;           /* the end of the bytes that decided the claim, if not offset + length; or
                                 AL_WHOLE_FILE. Of a cause: the start of the bytes that it damaged */
    uint64_t line, column;    /* of the offset, from 1; 0 if the file is not text */
    uint64_t end_line, end_column;
} al_claim;

/* A reach: the whole file decided, as with a sum, or with something that is missing. */
#define AL_WHOLE_FILE UINT64_MAX

/* At most as many bytes as a message can show. */
/*@ assigns \nothing;
    ensures 0 <= \result <= s.len && \result <= AL_MAX_MESSAGE;
*/
static inline int al_shown_length(al_span s)
{
    return (int)(s.len < AL_MAX_MESSAGE ? s.len : AL_MAX_MESSAGE);
}

/*@ assigns \nothing; */
static inline const char *al_shown_bytes(al_span s)
{
    return s.len > 0 ? (const char *)s.ptr : ""; /* of no bytes the pointer may be NULL */
}

/* The two arguments of "%.*s" for bytes of a file. */
#define AL_SHOW(span) al_shown_length(span), al_shown_bytes(span)

/* The ending of a plural, for "%s". */
#define AL_S(count) ((count) == 1 ? "" : "s")

/* A word that depends on a number, for "%s": AL_BY_COUNT(count, "index", "indices"). */
#define AL_BY_COUNT(count, of_one, of_several) ((count) == 1 ? (of_one) : (of_several))

/* The values for "there %s %u thing%s". */
#define AL_THERE(count) AL_BY_COUNT(count, "is", "are"), (count), AL_S(count)

/* The first eight bytes of a span as messages show them: in quotes ("XAC ") if all are printable ASCII,
 * otherwise in hexadecimal (0x58414300). */
typedef struct al_bytes_text {
    char text[24];
} al_bytes_text;

al_bytes_text al_show_bytes(al_span bytes);

al_value al_uint(uint64_t value);
al_value al_int(int64_t value);
al_value al_real(double value);
al_value al_text(const char *text); /* not copied until al_report */
al_value al_text_bytes(al_span bytes);

enum { AL_SEVERITIES = 5 }; /* note, warning, error, error that crashes the game, cause */

/* Findings that are not kept, by their level. */
typedef struct al_left_out {
    uint64_t counts[AL_ERROR + 1];
} al_left_out;

/* Collects the findings of a file. If there are more than AL_MAX_FINDINGS, it keeps the most severe ones, and
 * among equally severe ones those that were reported first, and counts the others. So no warning displaces an
 * error, and each run keeps the same findings. */
typedef struct al_sink {
    al_arena *arena;            /* memory of the findings */
    const al_rule *rules;       /* the catalogue */
    size_t first_rule;          /* index in the catalogue of the format's first rule */
    const al_setting *settings; /* one per rule of the catalogue */
    const char *path;           /* of the file, unescaped, for fingerprints */
    const char *member;         /* path inside a package; NULL or "" for a file */
    const char *format;         /* for al_finding.format; must live as long as the findings */
    uint64_t size;              /* of the file; all findings lie inside */
    al_span stream; /* of the file: claims are about what it gives when inflated; empty: they are not */
    al_finding *findings;
    size_t count, capacity;
    al_text_map objects;          /* by rule and field: index of a finding + 1; 0: it was left out later */
    uint32_t *before;             /* for each finding: index + 1 of the previous one with the same severity */
    uint64_t *reaches;            /* for each finding: that of its claim; 0: it follows from no cause */
    uint32_t last[AL_SEVERITIES]; /* index + 1 of the last finding of each severity; 0 if there is none */
    const al_rule *prefix_rule;   /* the rule of the last fingerprint; NULL before the first */
    uint64_t prefix;              /* the hash of that fingerprint without the field */
    bool limited;                 /* a claim had `limit` set, even if its finding was dropped */
    bool unlimited;               /* AL_MAX_FINDINGS doesn't apply: for assetlint's own files */
    uint64_t damaged_from;        /* where damage begins that may be reported as a cause; 0: nowhere */
    al_left_out left_out[2];      /* [1]: those that reach beyond damaged_from */
    uint64_t last_left_out;       /* hash of the object that was left out last */
    al_unseen unseen;
    uint64_t last_unseen;     /* hash of the object that was counted last in `unseen` */
    al_finding *consequences; /* after al_sink_finish: findings that follow from a cause, */
    size_t consequence_count; /* and are not among `findings` */
} al_sink;

al_sink al_sink_of(al_arena *arena, const al_rule *rules, const al_setting *settings, const char *path,
                   uint64_t size);

/* False if the rule is neither reported nor counted, so that an expensive check can be skipped. */
bool al_rule_is_on(const al_sink *s, size_t rule);

/* Reports that an object breaks a rule. A second claim with the same rule and path adds its elements to the
 * first finding. `sentence` is as in core/finding_message.h; its values may be bytes of the file. Everything
 * is copied. */
void al_report(al_sink *s, const al_claim *claim, const char *sentence, ...) AL_PRINTF(3, 4);
#define al_report(...) AL_PLACE(#__VA_ARGS__, al_report(__VA_ARGS__))

/* Counts findings of the claim's rule and level that nothing else is known of. */
void al_leave_out(al_sink *s, const al_claim *claim, uint64_t count);

/* Moves the findings that follow from a cause to `consequences`: a cause is a rule with that flag, and from
 * it follows each finding whose reach is beyond the cause's own, unless that finding is more severe, or says
 * that a limit was reached. Then sorts both lists. Nothing may be reported afterwards. */
void al_sink_finish(al_sink *s);

/* Sets how many findings follow from a cause, and says so in its message, in memory of the arena. False when
 * out of memory. */
bool al_set_consequences(al_arena *a, al_finding *cause, uint64_t count) AL_MUST_USE;

/* Sorts findings: causes first, then by offset, rule and field. */
void al_sort_by_place(al_finding *findings, size_t count);

#endif
