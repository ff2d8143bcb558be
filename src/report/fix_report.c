/* fix_report.c: writes the report of `assetlint fix`. */
#include "report/fix_report.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "engine/result.h"
#include "report/texts.h"

fix_report fix_report_begin(FILE *out, bool as_json)
{
    fix_report r = {.out = out, .as_json = as_json};
    if (as_json) {
        r.json = json_begin();
        json_add_tool(&r.json, JSON_ROOT, "tool");
        r.changes = json_array(&r.json, JSON_ROOT, "changes");
        r.refused = json_array(&r.json, JSON_ROOT, "refused");
        r.unchecked = json_array(&r.json, JSON_ROOT, "unchecked");
    }
    return r;
}

/* ---- JSON ---------------------------------------------------------------------------------------------- */

static json_node add_file(fix_report *r, json_node list, const char *path, const char *member)
{
    const json_node item = json_child(&r->json, list, NULL);
    json_text(&r->json, item, "path", path);
    if (member[0] != '\0')
        json_text(&r->json, item, "member", member);
    return item;
}

static json_node begin_item(fix_report *r, json_node list, const fix_subject *about, const al_rule *rule,
                            al_fix_kind kind)
{
    const json_node item = add_file(r, list, about->path, about->member);
    json_text(&r->json, item, "rule", rule->id);
    json_text(&r->json, item, "kind", al_fix_kind_name(kind));
    return item;
}

static void refuse_in_json(fix_report *r, const fix_subject *about, const al_refusal *refusal)
{
    const json_node item = begin_item(r, r->refused, about, refusal->rule, refusal->kind);
    json_number(&r->json, item, "count", refusal->count);
    json_bool(&r->json, item, "heldBack", refusal->held_back);
    json_text(&r->json, item, "reason", refusal->reason);
}

static void add_to_json(fix_report *r, const fix_subject *about, const al_fix *fix, fix_outcome outcome,
                        const char *place)
{
    const al_change *change;
    const al_refusal *refusal;
    for (size_t i = 0; (change = al_fix_change(fix, i)) != NULL; i++) {
        if (outcome == FIX_REFUSED) {
            const al_refusal refused = {
                .rule = change->rule, .kind = change->kind, .count = 1, .reason = place};
            refuse_in_json(r, about, &refused);
            continue;
        }
        const json_node item = begin_item(r, r->changes, about, change->rule, change->kind);
        json_text(&r->json, item, "field", change->field);
        json_number(&r->json, item, "offset", change->offset);
        json_number(&r->json, item, "removed", change->removed);
        json_number(&r->json, item, "added", change->added);
        json_text(&r->json, item, "before", change->before);
        json_text(&r->json, item, "after", change->after);
        json_bool(&r->json, item, "written", outcome == FIX_WRITTEN);
    }
    for (size_t i = 0; (refusal = al_fix_refusal(fix, i)) != NULL; i++)
        refuse_in_json(r, about, refusal);
}

/* ---- Text ---------------------------------------------------------------------------------------------- */

/* Changes of one rule in one file that text shows. */
enum { MOST_CHANGES = 20 };

static void write_change(FILE *out, const al_change *c)
{
    fprintf(out, "  0x%08" PRIx64 "  %s%s%s%s: %s -> %s\n", c->offset, c->rule->id,
            c->kind == AL_FIX_UNSAFE ? " (unsafe)" : "", c->field[0] != '\0' ? "  " : "", c->field, c->before,
            c->after);
}

/* The changes of a rule follow each other. */
static void write_changes(FILE *out, const al_fix *fix)
{
    const al_change *first, *change;
    size_t end = 0;
    for (size_t start = 0; (first = al_fix_change(fix, start)) != NULL; start = end) {
        for (; (change = al_fix_change(fix, end)) != NULL && change->rule == first->rule; end++)
            if (end - start < MOST_CHANGES)
                write_change(out, change);
        if (end - start > MOST_CHANGES)
            fprintf(out, "  %zu more of %s\n", end - start - MOST_CHANGES, first->rule->id);
    }
}

static void add_to_text(fix_report *r, const fix_subject *about, const al_fix *fix, fix_outcome outcome,
                        const char *place)
{
    const al_refusal *refusal;
    char *path = path_of(about->path, about->member);
    char *written = place != NULL ? escaped_copy(place, strlen(place)) : NULL; /* it has names of the mod */
    if (path == NULL || (place != NULL && written == NULL)) {
        r->no_memory = true;
        free(path);
        free(written);
        return;
    }
    fprintf(r->out, "%s\n", path);
    write_changes(r->out, fix);
    for (size_t i = 0; (refusal = al_fix_refusal(fix, i)) != NULL; i++)
        fprintf(r->out, "  not fixed: %s: %s\n", refusal->rule->id, refusal->reason);
    if (outcome == FIX_IN_PACKAGE)
        fputs("  not written: the file is in a package; unpack that, and fix the files\n", r->out);
    else if (outcome == FIX_FAILED)
        fprintf(r->out, "  not written: %s\n", written != NULL ? written : "out of memory");
    else if (outcome == FIX_REFUSED)
        fprintf(r->out, "  not changed: %s\n", written);
    else if (outcome == FIX_WRITTEN && written != NULL)
        fprintf(r->out, "  written to %s\n", written);
    fputc('\n', r->out);
    free(path);
    free(written);
}

/* ---- The report ---------------------------------------------------------------------------------------- */

void fix_report_add_unchecked(fix_report *r, const al_result *result)
{
    if (!al_is_unchecked(result))
        return;
    const unchecked_text why = unchecked_words(result);
    r->unchecked_count++;
    if (r->as_json) {
        json_text(&r->json, add_file(r, r->unchecked, result->path, result->member), "reason", why.text);
        return;
    }
    char *path = path_of(result->path, result->member);
    if (path != NULL)
        fprintf(r->out, "%s\n  %s\n\n", path, why.text);
    r->no_memory = r->no_memory || path == NULL;
    free(path);
}

void fix_report_add(fix_report *r, const fix_subject *about, const al_fix *fix, fix_outcome outcome,
                    const char *place)
{
    const size_t changes = al_fix_change_count(fix), refusals = al_fix_refusal_count(fix);
    if (changes == 0 && refusals == 0)
        return;
    r->files += changes > 0 && outcome != FIX_REFUSED;
    *(outcome == FIX_REFUSED ? &r->refused_count : &r->change_count) += changes;
    r->written += outcome == FIX_WRITTEN;
    for (size_t i = 0; i < refusals; i++) {
        const al_refusal *refusal = al_fix_refusal(fix, i);
        *(refusal->held_back ? &r->held_back_count : &r->refused_count) += refusal->count;
    }
    if (r->as_json)
        add_to_json(r, about, fix, outcome, place);
    else
        add_to_text(r, about, fix, outcome, place);
}

static const char *ending(uint64_t count)
{
    return count == 1 ? "" : "s";
}

static void end_text(const fix_report *r, bool writes)
{
    FILE *out = r->out;
    if (r->files == 0)
        fputs(r->unchecked_count > 0 ? "No changes" : "Nothing to fix", out);
    else if (writes)
        fprintf(out, "%" PRIu64 " change%s in %" PRIu64 " file%s, %" PRIu64 " written", r->change_count,
                ending(r->change_count), r->files, ending(r->files), r->written);
    else
        fprintf(out, "%" PRIu64 " change%s in %" PRIu64 " file%s", r->change_count, ending(r->change_count),
                r->files, ending(r->files));
    if (r->refused_count > 0)
        fprintf(out, "; %" PRIu64 " finding%s can't be fixed", r->refused_count, ending(r->refused_count));
    if (r->held_back_count > 0)
        fprintf(out, "; --unsafe fixes %" PRIu64 " more finding%s", r->held_back_count,
                ending(r->held_back_count));
    if (r->unchecked_count > 0)
        fprintf(out, "; %" PRIu64 " file%s could not be checked", r->unchecked_count,
                ending(r->unchecked_count));
    fputs(".\n", out);
    if (r->files > 0 && !writes)
        fputs("Nothing was written: --in-place changes the files, --output FOLDER writes fixed copies.\n",
              out);
}

void fix_report_end(fix_report *r, bool writes)
{
    if (!r->as_json) {
        end_text(r, writes);
        return;
    }
    const json_node summary = json_child(&r->json, JSON_ROOT, "summary");
    json_number(&r->json, summary, "files", r->files);
    json_number(&r->json, summary, "changes", r->change_count);
    json_number(&r->json, summary, "written", r->written);
    json_number(&r->json, summary, "refused", r->refused_count);
    json_number(&r->json, summary, "heldBack", r->held_back_count);
    r->no_memory = !json_write(&r->json, r->out);
    fputc('\n', r->out);
}
