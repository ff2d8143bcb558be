/* findings.h: findings. A sink keeps one per rule and object, however many elements of it break the rule. */
#ifndef AL_CORE_FINDINGS_H
#define AL_CORE_FINDINGS_H

#include <assetlint/assetlint.h>

#include "core/arena.h"
#include "core/limits.h"
#include "core/number.h"
#include "core/path.h"
#include "core/span.h"

/* How one rule is to be reported. */
typedef struct al_setting {
    al_level level;  /* AL_OFF: not at all */
    bool overridden; /* `level` holds also where the rule would report lower than its catalogue level */
} al_setting;

/* Which elements of an object break a rule: how many, and the first of them. */
typedef struct al_tally {
    uint64_t count;
    uint64_t first[AL_FINDING_ELEMENTS];
} al_tally;

void al_tally_add(al_tally *t, uint64_t element);

/* The same where elements come in any order: the lowest are kept, in theirs. */
void al_tally_insert(al_tally *t, uint64_t element);

/* What a rule has to say of an object. Only `rule` must be set; the message comes with al_report. */
typedef struct al_claim {
    size_t rule;             /* its number among the rules of the format */
    al_level level;          /* AL_OFF: the catalogue's; otherwise this, lower one */
    uint64_t offset, length; /* in the file */
    al_path path;            /* without a name: the whole file */
    al_value expected, actual;
    const al_tally *tally;    /* NULL: the object itself */
    uint64_t inflated_offset; /* where in the data of a compressed buffer, */
    bool in_inflated;         /* whose offset and length the two above are then */
    bool limit;               /* one of our limits ended the check of something: */
    bool overflow;            /* that of findings, so there is room for this one */
    bool root_cause;          /* it explains the others, so it stands before all of them */
    uint64_t line, column;    /* in a text file, of the offset, from 1; 0: it is none */
    uint64_t end_line, end_column;
} al_claim;

/* Bytes of a file as the two arguments of "%.*s": as many as a message holds. */
#define AL_SHOW(span)                                                 \
    (int)((span).len < AL_MAX_MESSAGE ? (span).len : AL_MAX_MESSAGE), \
        (span).len > 0 ? (const char *)(span).ptr : ""

/* The ending of a plural. */
#define AL_S(count) ((count) == 1 ? "" : "s")

/* A few bytes as messages show them: "XAC " in its quotes when all are plain, 0x58414300 otherwise. What is
 * beyond the first eight is left out. */
typedef struct al_bytes_text {
    char text[24];
} al_bytes_text;

al_bytes_text al_show_bytes(al_span bytes);

al_value al_uint(uint64_t value);
al_value al_int(int64_t value);
al_value al_real(double value);
al_value al_text(const char *text); /* kept until al_report returns */
al_value al_text_bytes(al_span bytes);

/* How severe a finding is: note, warning, error, error that crashes. */
enum { AL_SEVERITIES = 4 };

/* Of more than AL_MAX_FINDINGS the most severe are kept; of those that are as severe, the ones that were
 * reported first. So what fails a check is never lost behind what doesn't, and the same findings are kept in
 * each run. */
typedef struct al_sink {
    al_arena *arena;            /* of the findings */
    const al_rule *rules;       /* the catalogue, */
    size_t first_rule;          /* of the format, what rule numbers of claims count from */
    const al_setting *settings; /* one per rule */
    const char *path;           /* of the file, for fingerprints, as is */
    const char *member;         /* the path inside of a package; NULL or "": it is a file */
    const char *format;         /* of the findings, as al_finding.format; lasts as long as they */
    uint64_t size;              /* of the file: no finding leaves it */
    al_finding *findings;
    size_t count, capacity;
    uint32_t *slots;              /* hash of rule and field to number of finding + 1; twice the capacity */
    const al_rule *root_cause;    /* the rule of the finding that stands before all others; NULL: none does */
    uint32_t *before;             /* of each finding: number + 1 of the one before it that is as severe */
    uint32_t last[AL_SEVERITIES]; /* the same of the last one of each severity; 0: none */
    const al_rule *stem_rule;     /* of the last fingerprint; NULL before the first */
    uint64_t stem;                /* its hash up to the field */
    bool limited;                 /* some claim was of a limit */
    bool unlimited;               /* there is no limit of findings: they are of a file of ours */
    bool overflowed;              /* more objects broke rules than AL_MAX_FINDINGS */
} al_sink;

al_sink al_sink_of(al_arena *arena, const al_rule *rules, const al_setting *settings, const char *path,
                   uint64_t size);

/* Whether anybody wants to hear of that rule: lets an expensive check be left out. */
bool al_rule_is_on(const al_sink *s, size_t rule);

/* Reports that a rule is broken. A second claim of the same rule and path adds its elements to the first. The
 * sentence says with which values, which may hold bytes of the file; its directives are those of
 * core/sentence.h. It is kept as it is: a literal. Of all else the finding has copies. */
void al_report(al_sink *s, const al_claim *claim, const char *sentence, ...) AL_PRINTF(3, 4);

/* Puts the findings in their order: what explains all others, then offset, rule, field. Nothing is reported
 * after it. */
void al_sink_finish(al_sink *s);

#endif
