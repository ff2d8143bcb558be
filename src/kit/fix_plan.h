/* fix_plan.h: what the fixers of a format plan: which bytes change, and which fields that means.
 *
 *     static void count_roots(al_fix_plan *plan, const void *document)
 *     {
 *         const xac_file *f = document;
 *         const al_claim field = xac_info_claim_at(0, f->info, XAC_INFO_AT_root_count, &path);
 *         al_fix_set(plan, &field, al_uint(roots_of(f)));
 *     }
 *
 * A fixer may trust its document as a rule does: only what was read is there. The engine (src/fix) applies
 * the plan, checks the result, and refuses a plan that does harm: a fixer need not prove that it helps. If
 * memory runs out, the plan says so, and what is added to it is ignored.
 */
#ifndef AL_KIT_FIX_PLAN_H
#define AL_KIT_FIX_PLAN_H

#include "core/compiler.h"
#include "core/findings.h"
#include "kit/arrays.h"
#include "kit/job.h"

/* A run of bytes that is replaced. */
typedef struct al_edit {
    uint64_t offset, removed;   /* in the file; 0 bytes are removed where something is inserted */
    al_span bytes;              /* that come there instead */
    const char *field;          /* "": no field */
    const char *before, *after; /* what a person reads of it; escaped */
} al_edit;

typedef struct al_fix_plan {
    const al_job *job; /* of the document: its file, its inflater, and the arena that the plan uses */
    const al_rule *rule;
    const al_finding *findings; /* of the file, of all rules */
    size_t finding_count;
    al_fix_kind kind; /* the rule's, or what the findings say; a fixer may make it unsafe */
    bool reads_anew;  /* set where the file was not understood before, so that no values can be compared */
    al_edit *items;   /* they don't overlap, in any order */
    uint64_t count, capacity;
    const char **touched; /* fields whose values may change, with all in them, beside those of edits */
    uint64_t touched_count, touched_capacity;
    char refusal[AL_MAX_MESSAGE]; /* why nothing is done; "": something is */
    uint64_t left;                /* elements that stay broken, */
    char left_reason[AL_MAX_MESSAGE];
    bool no_memory;
} al_fix_plan;

typedef struct al_fixer {
    size_t rule; /* its number among those of the format */
    /* Plans what is to be done about all findings of the rule. Nothing, if there is nothing to be done. */
    void (*plan)(al_fix_plan *plan, const void *document);
} al_fixer;

/* Sets the field of a claim to a number, in as many bytes as the field has. */
void al_fix_set(al_fix_plan *plan, const al_claim *field, al_value number);

/* Replaces `removed` bytes. The path NULL is the file. `before` and `after` are for people, and need not
 * outlive the call. */
void al_fix_replace(al_fix_plan *plan, uint64_t offset, uint64_t removed, al_span bytes, const al_path *path,
                    const char *before, const char *after);

/* Allows the values at the path to change, and those in it. */
void al_fix_touch(al_fix_plan *plan, const al_path *path);

/* Elements stay broken, though others are fixed, for a reason. The first reason counts. */
void al_fix_leave(al_fix_plan *plan, uint64_t elements, const char *sentence, ...) AL_PRINTF(3, 4);

/* Nothing is done, for a reason: "the mesh has no POSITION 0". The first reason counts. */
void al_fix_refuse(al_fix_plan *plan, const char *sentence, ...) AL_PRINTF(2, 3);

/* The number in a field of a claim becomes larger by `change`, or smaller. */
void al_fix_add(al_fix_plan *plan, const al_claim *field, int64_t change);

/* ---- Arrays -------------------------------------------------------------------------------------------- */

/* A copy of bytes of the file, to be changed; NULL if memory runs out. */
uint8_t *al_fix_copy(al_fix_plan *plan, al_span bytes);

/* Replaces items of the file by those of a changed copy: those from the first to the last that differs.
 * People see the numbers of the first one; `form` says where it has them. */
void al_fix_rewrite(al_fix_plan *plan, const al_items *items, const uint8_t *copy, const al_form *form);

/* Sets each coordinate of a corner of a box, three floats, that is further than `most` from where it was
 * found. `corner` is what the file has, and then has. */
void al_fix_corner(al_fix_plan *plan, al_span bytes, const al_path *path, const float found[3], double most,
                   float corner[3]);

/* Writes a number of that type: of integers the nearest one. */
void al_put_number(uint8_t *bytes, al_scalar type, double number, bool big_endian);

/* Divides `count` numbers, each `stride` bytes behind the one before. */
void al_divide(uint8_t *bytes, al_scalar type, uint32_t count, size_t stride, double divisor,
               bool big_endian);

/* What can be divided by a sum of weights, or the length of a rotation: below that it is as likely that a
 * part is missing, or that they mean nothing. */
#define AL_LEAST_DIVISOR 0.5

/* ---- Findings ------------------------------------------------------------------------------------------ */

/* The next finding of the rule behind `last`, or the first one if that is NULL; NULL at the end. */
const al_finding *al_fix_next(const al_fix_plan *plan, const al_finding *last);

/* Ready fixers: each finding's field gets the value that the finding expects, a number; or 1; or the bytes of
 * each finding are cut off, unless another error could be the reason that they are there. */
void al_fix_to_expected(al_fix_plan *plan, const void *document);
void al_fix_to_one(al_fix_plan *plan, const void *document);
void al_fix_cut_off(al_fix_plan *plan, const void *document);

#endif
