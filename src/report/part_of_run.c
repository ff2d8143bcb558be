/* part_of_run.c: one shard of a run, as merge needs it. */
#include "report/part_of_run.h"

#include <stdlib.h>
#include <string.h>

#include "core/text_hash.h"
#include "platform/platform.h"
#include "project/file_path.h"
#include "project/project.h"
#include "report/escape.h"
#include "report/sarif_uri.h"

enum { LONGEST_FOLDER = 4096 };

/* ---- Hashes of the run -------------------------------------------------------------------------------- */

static uint64_t hash_number(uint64_t hash, uint64_t number)
{
    char bytes[sizeof number];
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (char)(number >> 8 * i & 0xFF); /* the same on every machine */
    return al_hash_bytes(hash, bytes, sizeof bytes);
}

/* The number of a file decides its shard, so all shards must have the same list of files. */
static uint64_t hash_files(const al_project *project)
{
    uint64_t hash = AL_HASH_START;
    for (size_t i = 0; i < al_project_file_count(project); i++)
        hash = al_hash_text(hash, al_project_file(project, i));
    return hash;
}

static uint64_t hash_options(const report_part *part)
{
    uint64_t hash = AL_HASH_START;
    for (size_t i = 0; i < al_rule_count(); i++)
        hash = hash_number(hash, part->levels[i]);
    hash = hash_number(hash, part->fail_on);
    hash = hash_number(hash, part->show);
    hash = hash_number(hash, part->per_rule_given);
    hash = hash_number(hash, part->per_rule);
    hash = hash_number(hash, part->must_find);
    for (size_t i = 0; i < PART_OWN; i++) {
        hash = hash_number(hash, part->own[i].given);
        hash = al_hash_text(hash, part->own[i].given ? part->own[i].raw_path : "");
        hash = hash_number(hash, part->own[i].size);
    }
    return hash;
}

/* ---- The beginning ------------------------------------------------------------------------------------- */

/* If the system doesn't tell the folder, URIs are paths as they are given. */
static bool note_folder(part_of_run *p, const char *given)
{
    char folder[LONGEST_FOLDER];
    if (!al_current_folder(folder, sizeof folder))
        return true;
    p->folder = al_path_normal(NULL, folder);
    p->root = given != NULL ? al_path_normal(folder, given) : sarif_root(folder);
    p->part.folder = p->folder;
    p->part.root = p->root;
    return p->folder != NULL && p->root != NULL;
}

static bool note_levels(part_of_run *p, const al_options *library)
{
    const size_t rules = al_rule_count();
    p->part.levels = calloc(rules, sizeof *p->part.levels);
    for (size_t i = 0; p->part.levels != NULL && i < rules; i++)
        p->part.levels[i] = al_options_level(library, i);
    return p->part.levels != NULL;
}

static bool note_own_file(part_of_run *p, size_t which, const al_policy *policy, const char *path,
                          uint64_t size)
{
    al_base_finder finder = {.folder = NULL};
    char *base_path = al_base_path(&finder, policy->base, path, false);
    p->base_paths[which] = base_path != NULL ? escaped_copy(base_path, strlen(base_path)) : NULL;
    p->part.own[which] =
        (part_own){.given = true, .raw_path = path, .base_path = p->base_paths[which], .size = size};
    al_base_finder_free(&finder);
    free(base_path);
    return p->base_paths[which] != NULL;
}

static bool note_own(part_of_run *p, const al_policy *policy)
{
    const al_configuration *c = policy->configuration;
    const al_baseline *b = policy->baseline;
    return (c == NULL || c->suppression_count == 0 ||
            note_own_file(p, PART_CONFIGURATION, policy, c->path, c->text.len)) &&
           (b == NULL || b->count == 0 || note_own_file(p, PART_BASELINE, policy, b->path, b->text.len));
}

bool part_of_run_begin(part_of_run *p, const al_project *project, const char *sarif_root)
{
    p->part.number = project->shard;
    p->part.count = project->shards;
    p->part.files = hash_files(project);
    if (!note_own(p, &project->policy) || !note_levels(p, al_project_options(project)) ||
        !note_folder(p, sarif_root))
        return false;
    p->part.options = hash_options(&p->part);
    return true;
}

void part_of_run_end(part_of_run *p)
{
    free(p->part.levels);
    for (size_t i = 0; i < PART_OWN; i++) {
        free(p->base_paths[i]);
        free(p->part.own[i].undecided);
        free(p->part.own[i].used);
    }
    free(p->folder);
    free(p->root);
    *p = (part_of_run){.folder = NULL};
}

/* ---- The end ------------------------------------------------------------------------------------------- */

/* The fingerprint of the entry that a finding about the baseline is about. */
static uint64_t entry_at(const al_baseline *b, uint64_t offset, size_t *next)
{
    while (*next + 1 < b->count && b->entries[b->by_place[*next]].at < offset)
        ++*next;
    return b->entries[b->by_place[*next]].fingerprint;
}

/* Findings and those that the baseline knows, in the order of the file. */
static bool note_undecided(part_own *own, const al_result *result, const al_baseline *b)
{
    const size_t findings = result != NULL ? result->finding_count : 0;
    const size_t known = result != NULL ? result->suppressed_count : 0;
    size_t next_finding = 0, next_known = 0, next_entry = 0;
    own->undecided = calloc(findings + known + 1, sizeof *own->undecided);
    while (own->undecided != NULL && next_finding + next_known < findings + known) {
        undecided_finding *s = &own->undecided[own->undecided_count++];
        s->in_baseline =
            next_finding == findings || (next_known < known && result->suppressed[next_known].finding.offset <
                                                                   result->findings[next_finding].offset);
        s->finding =
            s->in_baseline ? result->suppressed[next_known++].finding : result->findings[next_finding++];
        s->entry = b != NULL ? entry_at(b, s->finding.offset, &next_entry) : 0;
    }
    return own->undecided != NULL;
}

static bool note_used(part_own *own, const al_configuration *c, const al_usage_log *log)
{
    own->used = calloc(c->suppression_count, sizeof *own->used);
    for (size_t i = 0; own->used != NULL && i < c->suppression_count; i++)
        if (al_usage_log_has_used(log, i))
            own->used[own->used_count++] = c->suppressions[i].at;
    return own->used != NULL;
}

bool part_of_run_finish(part_of_run *p, const al_project *project, bool interrupted)
{
    part_own *configuration = &p->part.own[PART_CONFIGURATION], *baseline = &p->part.own[PART_BASELINE];
    const ordered_results *results = &project->results;
    const al_policy *policy = &project->policy;
    bool ok = true;
    p->part.interrupted = interrupted;
    if (results->log != NULL && configuration->given)
        ok = note_undecided(configuration, results->own[OWN_CONFIGURATION], NULL) &&
             note_used(configuration, policy->configuration, results->log);
    if (ok && results->log != NULL && baseline->given)
        ok = note_undecided(baseline, results->own[OWN_BASELINE], policy->baseline);
    return ok;
}
