/* fix.c: fixes a file in memory. For one rule after the other the format's fixer plans edits, which are
 * applied, and the result is checked again. What is better in the end is kept: all rules together, or, if
 * that does harm, each rule that helps by itself.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "core/finding_message.h"
#include "core/sort.h"
#include "core/text.h"
#include "engine/check.h"
#include "engine/gzipped.h"
#include "engine/judge.h"
#include "fix/file_fixers.h"
#include "fix/references.h"
#include "fix/values.h"
#include "formats/catalogue.h"

/* The file as it is by now, and the findings of its check. */
typedef struct stage {
    al_arena arena; /* of the bytes */
    al_span bytes;
    al_result *result;
} stage;

struct al_fix {
    al_budget budget;
    al_arena arena; /* of what is handed out, beside the bytes */
    stage now;
    al_result *first; /* of the file as it was; `now` may still have it */
    bool received, changed;
    al_change *changes;
    uint64_t change_count, change_capacity;
    al_refusal *refusals;
    uint64_t refusal_count, refusal_capacity;

    /* While it is made. */
    al_checker *checker;
    const char *path, *member, *name;
    const al_format *format; /* NULL: it is a text, whose references are fixed */
    bool is_text;
    const al_result *wanted; /* the findings that may be fixed, and those that the user suppresses */
    unsigned flags;
    al_setting
        all_rules[AL_MOST_RULES]; /* also those that the user doesn't want to see judge what is fixed */
};

/* Why a rule is not fixed; "" if it is, or if there is nothing to do. */
typedef struct obstacle {
    char reason[AL_MAX_MESSAGE];
    bool held_back;
    uint64_t left; /* elements that the rule's fixer leaves broken */
} obstacle;

/* ---- Stages -------------------------------------------------------------------------------------------- */

static void stage_free(stage *s)
{
    al_result_free(s->result);
    if (s->arena.budget != NULL)
        al_arena_return(&s->arena);
    *s = (stage){.result = NULL};
}

static uint64_t memory_left(const al_fix *fix)
{
    return fix->budget.limit - fix->budget.used;
}

/* The first result is still needed. */
static void leave_stage(al_fix *fix, stage *s)
{
    if (s->result == fix->first)
        s->result = NULL;
    stage_free(s);
}

/* Checks the bytes of a stage. False when out of memory. */
static bool check_stage(al_fix *fix, stage *s)
{
    const al_context all_rules = {.settings = fix->all_rules};
    const al_subject about = {.path = fix->path,
                              .member = fix->member,
                              .flags = AL_NAMED,
                              .context = &all_rules,
                              .reserved = fix->budget.used};
    al_source source = al_source_of_memory(s->bytes);
    if (al_check_source(fix->checker, &about, &source, &s->result) == AL_OK)
        return true;
    al_budget_fail(&fix->budget);
    return false;
}

/* ---- Counting ------------------------------------------------------------------------------------------ */

static uint64_t count_in(const al_finding *findings, size_t count, size_t rule)
{
    uint64_t broken = 0;
    for (size_t i = 0; i < count; i++)
        if (findings[i].rule_number == rule && findings[i].format == NULL)
            broken = al_sum(broken, findings[i].count);
    return broken;
}

/* The elements that break a rule. */
static uint64_t broken_by(const al_result *r, size_t rule)
{
    return al_sum(count_in(r->findings, r->finding_count, rule),
                  count_in(r->consequences, r->consequence_count, rule));
}

static uint64_t findings_of(const al_result *r, size_t rule)
{
    uint64_t count = 0;
    for (size_t i = 0; i < r->finding_count; i++)
        count += count_in(&r->findings[i], 1, rule) > 0;
    for (size_t i = 0; i < r->consequence_count; i++)
        count += count_in(&r->consequences[i], 1, rule) > 0;
    return count;
}

/* The elements that the user wants to keep broken. */
static uint64_t suppressed_by(const al_fix *fix, size_t rule)
{
    uint64_t broken = 0;
    for (size_t i = 0; i < fix->wanted->suppressed_count; i++)
        broken = al_sum(broken, count_in(&fix->wanted->suppressed[i].finding, 1, rule));
    return broken;
}

static bool is_suppressed(const al_fix *fix, size_t rule, const char *field)
{
    for (size_t i = 0; i < fix->wanted->suppressed_count; i++) {
        const al_finding *f = &fix->wanted->suppressed[i].finding;
        if (f->rule_number == rule && strncmp(f->field, field, strlen(f->field)) == 0)
            return true;
    }
    return false;
}

/* Whether the check of `s` has fewer of what is wrong: nothing of these rules but what is left of each, and
 * no more of any other rule at warning or above. */
static bool is_better(const al_fix *fix, const stage *s, const size_t *rules, const uint64_t *left,
                      size_t count, obstacle *o)
{
    const al_result *was = fix->now.result, *is = s->result;
    if (strcmp(was->format, is->format) != 0 || (al_is_unchecked(is) && !al_is_unchecked(was))) {
        (void)al_make_message(o->reason, "the fixed file could not be checked");
        return false;
    }
    for (size_t i = 0; i < count; i++)
        if (broken_by(is, rules[i]) > al_sum(left[i], suppressed_by(fix, rules[i]))) {
            (void)al_make_message(o->reason, "the fixed file would still break %s",
                                  al_catalogue[rules[i]].id);
            return false;
        }
    for (size_t i = 0; i < is->finding_count; i++) {
        const al_finding *f = &is->findings[i];
        if (f->level >= AL_WARNING && broken_by(is, f->rule_number) > broken_by(was, f->rule_number)) {
            (void)al_make_message(o->reason, "the fixed file would break %s: %s", f->rule->id, f->message);
            return false;
        }
    }
    return true;
}

/* ---- Applying a plan ----------------------------------------------------------------------------------- */

static int by_offset(const void *left, const void *right, void *context)
{
    const al_edit *a = left, *b = right;
    (void)context;
    return (a->offset > b->offset) - (a->offset < b->offset);
}

static void leave_suppressed(const al_fix *fix, al_fix_plan *plan, size_t rule)
{
    uint64_t kept = 0;
    for (uint64_t i = 0; i < plan->count; i++)
        if (!is_suppressed(fix, rule, plan->items[i].field))
            plan->items[kept++] = plan->items[i];
    plan->count = kept;
}

/* The size of the file with the edits, which are sorted. False if they overlap, or lie outside of it. */
static bool size_with(const al_fix_plan *plan, al_span file, uint64_t *size)
{
    uint64_t at = 0;
    *size = file.len;
    for (uint64_t i = 0; i < plan->count; i++) {
        const al_edit *e = &plan->items[i];
        al_span removed;
        if (e->offset < at || !al_slice(file, e->offset, e->removed, &removed))
            return false;
        at = e->offset + e->removed;
        *size = al_sum(*size - e->removed, e->bytes.len);
    }
    return true;
}

static uint8_t *copy(uint8_t *to, al_span bytes)
{
    if (bytes.len > 0)
        memcpy(to, bytes.ptr, bytes.len);
    return to + bytes.len;
}

/* Makes the bytes of the next stage. False if memory is short. */
static bool apply(al_fix *fix, const al_fix_plan *plan, al_span file, uint64_t size, stage *next)
{
    uint64_t at = 0;
    next->arena = al_arena_on(&fix->budget);
    uint8_t *bytes = al_alloc(&next->arena, size, 1), *to = bytes;
    if (bytes == NULL)
        return false;
    for (uint64_t i = 0; i < plan->count; i++) {
        const al_edit *e = &plan->items[i];
        to = copy(to, al_slice_available(file, at, e->offset - at));
        to = copy(to, e->bytes);
        at = e->offset + e->removed;
    }
    copy(to, al_slice_available(file, at, UINT64_MAX));
    next->bytes = al_span_of(bytes, (size_t)size);
    return true;
}

/* Adds the changes of a plan to those of the fix. False when out of memory. */
static bool note_changes(al_fix *fix, const al_fix_plan *plan)
{
    al_arena *a = &fix->arena;
    for (uint64_t i = 0; i < plan->count; i++) {
        const al_edit *e = &plan->items[i];
        const al_change change = {.rule = plan->rule,
                                  .kind = plan->kind,
                                  .offset = e->offset,
                                  .removed = e->removed,
                                  .added = e->bytes.len,
                                  .field = al_copy_text(a, e->field, strlen(e->field)),
                                  .before = al_copy_text(a, e->before, strlen(e->before)),
                                  .after = al_copy_text(a, e->after, strlen(e->after))};
        if (change.field == NULL || change.before == NULL || change.after == NULL ||
            !AL_APPEND(a, fix->changes, fix->change_count, fix->change_capacity, change))
            return false;
    }
    return true;
}

/* ---- One step ------------------------------------------------------------------------------------------ */

/* A plan, and the reading of the file that it is made of. */
typedef struct planning {
    al_budget budget;
    al_rereading reading;
    al_fix_plan plan;
} planning;

static const al_fixer *fixer_in(const al_fixer *fixers, size_t first_rule, size_t rule)
{
    for (const al_fixer *f = fixers; f != NULL && f->plan != NULL; f++)
        if (first_rule + f->rule == rule)
            return f;
    return NULL;
}

static const al_fixer *find_fixer(const al_format *format, size_t rule)
{
    const al_fixer *fixer = fixer_in(al_file_fixers, 0, rule);
    return fixer != NULL ? fixer : fixer_in(format->hooks->fixers, *format->first_rule, rule);
}

static void start_planning(const al_fix *fix, const stage *from, size_t rule, planning *p)
{
    const uint64_t fails = fix->checker->options->fail_allocation;
    p->budget = al_budget_of(memory_left(fix), fails > AL_FAIL_IN_PLANS ? fails - AL_FAIL_IN_PLANS : fails);
    al_reread(&p->reading, fix->checker, &p->budget, fix->format, fix->name, from->bytes);
    p->plan = (al_fix_plan){.job = &p->reading.job,
                            .rule = &al_catalogue[rule],
                            .kind = al_catalogue[rule].fix_kind,
                            .findings = from->result->findings,
                            .finding_count = from->result->finding_count};
}

/* Lets the fixer plan. */
static void make_plan(const al_fix *fix, const al_fixer *fixer, planning *p)
{
    const al_hooks *hooks = fix->format->hooks;
    if (hooks->is_picture && al_is_gzip_name(fix->name)) {
        al_fix_refuse(&p->plan, "the picture lies in a gzip, which assetlint does not pack again");
        return;
    }
    if (strcmp(p->plan.rule->format, "file") == 0) {
        fixer->plan(&p->plan, fix->format);
        return;
    }
    void *document = al_alloc(&p->reading.arena, 1, hooks->document_size);
    const al_parsed parsed = document != NULL ? hooks->parse(&p->reading.job, document) : AL_NO_MEMORY;
    if (parsed == AL_READ)
        fixer->plan(&p->plan, document);
    else if (parsed == AL_REFUSED)
        al_fix_refuse(&p->plan, "the file can't be read so far");
    p->plan.no_memory = p->plan.no_memory || p->budget.shortage != AL_SHORTAGE_NONE;
}

/* Whether the values that the plan doesn't mean to change stay the same. */
static bool keeps_values(al_fix *fix, const al_fix_plan *plan, const stage *from, const stage *next,
                         obstacle *o)
{
    if (plan->reads_anew)
        return true;
    const al_digest was =
        al_digest_of(fix->checker, memory_left(fix), fix->format, fix->name, from->bytes, plan);
    const al_digest is =
        al_digest_of(fix->checker, memory_left(fix), fix->format, fix->name, next->bytes, plan);
    if (was.shortage == AL_SHORTAGE_SYSTEM || is.shortage == AL_SHORTAGE_SYSTEM)
        al_budget_fail(&fix->budget);
    else if (was.shortage != AL_SHORTAGE_NONE || is.shortage != AL_SHORTAGE_NONE)
        (void)al_make_message(o->reason, "comparing takes more than max-memory");
    else if (was.hash != is.hash || was.count != is.count)
        (void)al_make_message(o->reason, "other values of the file would change");
    return o->reason[0] == '\0' && fix->budget.shortage != AL_SHORTAGE_SYSTEM;
}

static const char unconfirmed[] = "it makes a choice that only you can confirm (--unsafe)";

/* Whether the plan may be applied. */
static bool may_apply(const al_fix *fix, const planning *p, obstacle *o)
{
    if (p->plan.no_memory)
        (void)al_make_message(o->reason, "it takes more than max-memory");
    else if (p->plan.refusal[0] != '\0')
        memcpy(o->reason, p->plan.refusal, sizeof o->reason);
    else if (p->plan.kind == AL_FIX_UNSAFE && (fix->flags & AL_FIX_ALSO_UNSAFE) == 0 && p->plan.count > 0)
        o->held_back = true;
    if (o->held_back)
        (void)al_make_message(o->reason, "%s", unconfirmed);
    else if (o->reason[0] == '\0' && p->plan.count == 0)
        memcpy(o->reason, p->plan.left_reason, sizeof o->reason);
    o->left = p->plan.left;
    return o->reason[0] == '\0' && p->plan.count > 0;
}

/* Plans and applies what a fixer does about the findings of a rule. False if there is no next stage. */
static bool step(al_fix *fix, const stage *from, size_t rule, stage *next, obstacle *o)
{
    planning p;
    uint64_t size;
    bool made = false;
    *next = (stage){.result = NULL};
    start_planning(fix, from, rule, &p);
    make_plan(fix, find_fixer(fix->format, rule), &p);
    leave_suppressed(fix, &p.plan, rule);
    al_sort(p.plan.items, (size_t)p.plan.count, sizeof *p.plan.items, by_offset, NULL);
    if (p.budget.shortage == AL_SHORTAGE_SYSTEM) {
        al_budget_fail(&fix->budget);
    } else if (may_apply(fix, &p, o)) {
        if (!size_with(&p.plan, from->bytes, &size))
            (void)al_make_message(o->reason, "two changes are about the same bytes");
        else if (!apply(fix, &p.plan, from->bytes, size, next))
            (void)al_make_message(o->reason, "it takes more than max-memory");
        else
            made = keeps_values(fix, &p.plan, from, next, o) && check_stage(fix, next) &&
                   note_changes(fix, &p.plan);
    }
    al_arena_free(&p.reading.arena);
    if (!made)
        stage_free(next);
    return made;
}

/* ---- All rules ----------------------------------------------------------------------------------------- */

/* A file lists at most AL_MAX_FINDINGS findings, and one finding may hide another of the same rule, so that a
 * rule may take several steps; some of them may not make the number of findings smaller. */
enum { MOST_STEPS = 64, MOST_IDLE_STEPS = 4 };

/* Takes the steps of a rule, as long as elements break it. Replaces `s`, which may be `now`. */
static void fix_rule(al_fix *fix, size_t rule, stage *s, obstacle *o)
{
    stage next;
    *o = (obstacle){.held_back = false};
    for (unsigned i = 0, idle = 0; i < MOST_STEPS && idle < MOST_IDLE_STEPS; i++) {
        const uint64_t before = broken_by(s->result, rule);
        if (before == 0 || !step(fix, s, rule, &next, o))
            return;
        if (s->result != fix->now.result)
            stage_free(s);
        *s = next;
        idle += broken_by(s->result, rule) >= before;
    }
}

static bool refuse(al_fix *fix, al_refusal refusal)
{
    refusal.reason = al_copy_text(&fix->arena, refusal.reason, strlen(refusal.reason));
    return refusal.reason != NULL &&
           AL_APPEND(&fix->arena, fix->refusals, fix->refusal_count, fix->refusal_capacity, refusal);
}

static bool refuse_rule(al_fix *fix, size_t rule, const obstacle *o)
{
    return refuse(fix, (al_refusal){.rule = &al_catalogue[rule],
                                    .kind = al_catalogue[rule].fix_kind,
                                    .count = findings_of(fix->now.result, rule),
                                    .held_back = o->held_back,
                                    .reason = o->reason});
}

/* Fixes the findings of these rules, or changes nothing. Returns whether that is done: rules without a step
 * are left out of what is expected, and `o` has the reason of the last one. */
static bool try_rules(al_fix *fix, const size_t *rules, size_t count, obstacle *o)
{
    stage s = fix->now;
    const uint64_t changes = fix->change_count;
    size_t done[AL_MOST_RULES], done_count = 0;
    uint64_t left[AL_MOST_RULES];
    for (size_t i = 0; i < count; i++) {
        const uint64_t before = fix->change_count;
        fix_rule(fix, rules[i], &s, o);
        left[done_count] = o->left;
        if (fix->change_count > before)
            done[done_count++] = rules[i];
    }
    const bool better = done_count > 0 && is_better(fix, &s, done, left, done_count, o);
    if (better) {
        leave_stage(fix, &fix->now);
        fix->now = s;
        fix->changed = true;
    } else {
        fix->change_count = changes;
        if (s.result != fix->now.result)
            stage_free(&s);
    }
    return better;
}

/* Whether findings of the rule may be fixed: those that the caller has given, and those that come to light
 * when others are fixed. What follows from a cause goes with it: of a broken file no field is trusted. */
static bool is_wanted(const al_fix *fix, size_t rule)
{
    const al_result *now = fix->now.result;
    return count_in(now->findings, now->finding_count, rule) > 0 &&
           fix->checker->options->settings[rule].level != AL_OFF && find_fixer(fix->format, rule) != NULL &&
           broken_by(fix->now.result, rule) > suppressed_by(fix, rule) &&
           (broken_by(fix->wanted, rule) > 0 || broken_by(fix->first, rule) == 0);
}

/* All rules together first: one may help only because another one does. What is left is tried by itself, and
 * says why it stays. Returns whether anything was fixed. */
static bool fix_round(al_fix *fix)
{
    size_t rules[AL_MOST_RULES], count = 0;
    obstacle unused = {.held_back = false};
    bool fixed = false;
    fix->refusal_count = 0;
    for (size_t rule = 0; rule < al_rule_count(); rule++)
        if (is_wanted(fix, rule))
            rules[count++] = rule;
    if (count > 1)
        fixed = try_rules(fix, rules, count, &unused);
    for (size_t i = 0; i < count && fix->budget.shortage != AL_SHORTAGE_SYSTEM; i++) {
        obstacle o = {.held_back = false};
        if (!is_wanted(fix, rules[i]))
            continue;
        if (try_rules(fix, &rules[i], 1, &o))
            fixed = true;
        else if (o.reason[0] != '\0' && !refuse_rule(fix, rules[i], &o))
            al_budget_fail(&fix->budget);
    }
    return fixed;
}

/* A fix may bring findings to light that can be fixed, too. */
static void fix_all(al_fix *fix)
{
    enum { MOST_ROUNDS = 8 };
    for (unsigned i = 0; i < MOST_ROUNDS && fix_round(fix); i++)
        ;
}

/* ---- References in texts ------------------------------------------------------------------------------- */

/* Findings of one rule that stay for one reason are one refusal. */
static void refuse_reference(al_fix *fix, const al_finding *f, const char *reason, bool held_back)
{
    for (uint64_t i = 0; i < fix->refusal_count; i++) {
        al_refusal *known = &fix->refusals[i];
        if (known->rule == f->rule && known->kind == f->fix_kind && strcmp(known->reason, reason) == 0) {
            known->count++;
            return;
        }
    }
    if (!refuse(
            fix,
            (al_refusal){
                .rule = f->rule, .kind = f->fix_kind, .count = 1, .held_back = held_back, .reason = reason}))
        al_budget_fail(&fix->budget);
}

static void choose_references(al_fix *fix, al_references *r)
{
    for (size_t i = 0; i < fix->wanted->finding_count; i++) {
        const al_misspelling reference = {.finding = &fix->wanted->findings[i]};
        const al_finding *f = reference.finding;
        if (f->fix_kind == AL_FIX_NONE || f->expected.kind != AL_VALUE_TEXT ||
            fix->checker->options->settings[f->rule_number].level == AL_OFF)
            continue;
        if (f->fix_kind == AL_FIX_UNSAFE && (fix->flags & AL_FIX_ALSO_UNSAFE) == 0)
            refuse_reference(fix, f, unconfirmed, true);
        else if (!AL_ADD(r->arena, *r, reference))
            r->no_memory = true;
    }
}

/* Makes the next stage. Returns whether it has what is expected; if not, `o` says why. */
static bool apply_references(al_fix *fix, al_references *r, stage *next, obstacle *o)
{
    al_fix_plan plan = {.count = r->rewrite_count};
    uint64_t size;
    plan.items = al_alloc(r->arena, plan.count, sizeof *plan.items);
    for (uint64_t i = 0; plan.items != NULL && i < plan.count; i++)
        plan.items[i] = r->rewrites[i].edit;
    if (r->no_memory || plan.items == NULL || !size_with(&plan, r->file, &size) ||
        !apply(fix, &plan, r->file, size, next))
        (void)al_make_message(o->reason, "it takes more than max-memory");
    else if (!al_references_hold(r, next->bytes))
        (void)al_make_message(o->reason, r->no_memory ? "comparing takes more than max-memory"
                                                      : "other values of the file would change");
    return o->reason[0] == '\0' && r->rewrite_count > 0;
}

/* The check of the mod found out what the references of the file should be, and that this exists. So they are
 * all written at once, and only the file is checked again. */
static void fix_references(al_fix *fix)
{
    al_budget budget = al_budget_of(memory_left(fix), fix->checker->options->fail_allocation);
    al_arena arena = al_arena_on(&budget);
    al_references r = {.arena = &arena, .format = fix->wanted->format, .file = fix->now.bytes};
    obstacle o = {.held_back = false};
    stage next = {.result = NULL};
    choose_references(fix, &r);
    if (r.count > 0)
        al_references_plan(&r);
    if (r.count > 0 && apply_references(fix, &r, &next, &o)) {
        for (uint64_t i = 0; i < r.rewrite_count; i++) {
            const al_rewrite *w = &r.rewrites[i];
            al_edit edit = w->edit;
            const al_fix_plan one = {
                .rule = w->finding->rule, .kind = w->finding->fix_kind, .items = &edit, .count = 1};
            if (!note_changes(fix, &one))
                al_budget_fail(&fix->budget);
        }
        stage_free(&fix->now);
        fix->now = next;
        fix->changed = true;
    } else {
        stage_free(&next);
    }
    for (uint64_t i = 0; i < r.count; i++) {
        const char *reason = !r.no_memory && r.items[i].obstacle != NULL ? r.items[i].obstacle : o.reason;
        if (reason[0] != '\0')
            refuse_reference(fix, r.items[i].finding, reason, false);
    }
    if (budget.shortage == AL_SHORTAGE_SYSTEM)
        al_budget_fail(&fix->budget);
    al_arena_free(&arena);
}

/* ---- The door ------------------------------------------------------------------------------------------ */

/* Keeps the bytes of the file, which belong to the checker. */
static void receive(void *receiver, const al_checked *checked)
{
    al_fix *fix = receiver;
    const al_format *format = al_find_format(checked->result->format);
    if (fix->received || (format == NULL && !fix->is_text))
        return;
    fix->received = true;
    fix->format = format;
    fix->now.arena = al_arena_on(&fix->budget);
    uint8_t *bytes = al_alloc(&fix->now.arena, checked->bytes.len, 1);
    if (bytes != NULL)
        copy(bytes, checked->bytes);
    fix->now.bytes = al_span_of(bytes, bytes != NULL ? checked->bytes.len : 0);
}

static al_status fix_source(al_checker *checker, const char *path, const char *member, al_source *source,
                            const al_result *result, unsigned flags, al_fix **out)
{
    al_result *package;
    *out = NULL;
    al_fix *fix = calloc(1, sizeof *fix);
    if (fix == NULL)
        return AL_OUT_OF_MEMORY;
    fix->budget = al_budget_of(checker->options->limits[AL_LIMIT_MEMORY], checker->options->fail_allocation);
    fix->arena = al_arena_on(&fix->budget);
    fix->checker = checker;
    fix->path = path;
    fix->member = member;
    fix->name = al_base_name(member[0] != '\0' ? member : path);
    fix->flags = flags;
    fix->is_text = result != NULL && al_references_are_in(result->format);
    for (size_t rule = 0; rule < al_rule_count(); rule++)
        fix->all_rules[rule].level = al_catalogue[rule].level;
    const al_subject about = {.path = path,
                              .member = "",
                              .flags = AL_NAMED,
                              .only = member,
                              .receive = receive,
                              .receiver = fix,
                              .whole = fix->is_text};
    bool whole = al_check_source(checker, &about, source, &package) == AL_OK;
    if (whole)
        al_result_free(package);
    if (whole && fix->received && fix->now.bytes.ptr != NULL && fix->is_text && result != NULL) {
        fix->wanted = result;
        fix_references(fix);
    } else if (whole && fix->received && fix->now.bytes.ptr != NULL && !fix->is_text) {
        whole = check_stage(fix, &fix->now);
        fix->first = fix->now.result;
        fix->wanted = result != NULL ? result : fix->first;
        if (whole)
            fix_all(fix);
    }
    if (!whole || fix->budget.shortage == AL_SHORTAGE_SYSTEM) {
        al_fix_free(fix);
        return AL_OUT_OF_MEMORY;
    }
    *out = fix;
    return AL_OK;
}

al_status al_fix_file(al_checker *checker, const char *path, const char *member, const al_result *result,
                      unsigned flags, al_fix **fix)
{
    al_source source;
    al_source_open(&source, path);
    const al_status status = fix_source(checker, path, member, &source, result, flags, fix);
    al_source_close(&source);
    return status;
}

al_status al_fix_memory(al_checker *checker, const char *path, const char *member, const void *data,
                        size_t size, const al_result *result, unsigned flags, al_fix **fix)
{
    al_source source = al_source_of_memory(al_span_of(data, size));
    return fix_source(checker, path, member, &source, result, flags, fix);
}

void al_fix_free(al_fix *fix)
{
    if (fix == NULL)
        return;
    leave_stage(fix, &fix->now);
    al_result_free(fix->first);
    al_arena_free(&fix->arena);
    free(fix);
}

size_t al_fix_change_count(const al_fix *fix)
{
    return (size_t)fix->change_count;
}

const al_change *al_fix_change(const al_fix *fix, size_t number)
{
    return number < fix->change_count ? &fix->changes[number] : NULL;
}

size_t al_fix_refusal_count(const al_fix *fix)
{
    return (size_t)fix->refusal_count;
}

const al_refusal *al_fix_refusal(const al_fix *fix, size_t number)
{
    return number < fix->refusal_count ? &fix->refusals[number] : NULL;
}

const uint8_t *al_fix_bytes(const al_fix *fix, size_t *size)
{
    *size = fix->changed ? fix->now.bytes.len : 0;
    return fix->changed ? fix->now.bytes.ptr : NULL;
}
