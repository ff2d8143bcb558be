/* counts.c: counts files and findings, for reports for people. */
#include "report/counts.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "engine/result.h"
#include "report/texts.h"

/* ---- Findings of a rule in a file ---------------------------------------------------------------------- */

bool quota_begin(rule_quota *quota, uint64_t limit)
{
    *quota = (rule_quota){.limit = limit};
    if (limit == UINT64_MAX)
        return true;
    quota->seen = calloc(al_rule_count(), sizeof *quota->seen);
    return quota->seen != NULL;
}

void quota_next_file(rule_quota *quota)
{
    if (quota->seen != NULL)
        memset(quota->seen, 0, al_rule_count() * sizeof *quota->seen);
}

bool quota_take(rule_quota *quota, const al_finding *finding)
{
    return quota->seen == NULL || ++quota->seen[finding->rule_number] <= quota->limit;
}

bool report_lists(report_base *base, const al_finding *finding)
{
    return finding->level >= base->settings.show && quota_take(&base->quota, finding);
}

uint64_t quota_refused(const rule_quota *quota, size_t rule_number)
{
    const uint64_t seen = quota->seen == NULL ? 0 : quota->seen[rule_number];
    return seen > quota->limit ? seen - quota->limit : 0;
}

void quota_end(rule_quota *quota)
{
    free(quota->seen);
    *quota = (rule_quota){0};
}

/* ---- Files --------------------------------------------------------------------------------------------- */

bool is_package_format(const char *format)
{
    for (size_t i = 0; i < al_package_count(); i++)
        if (strcmp(al_package_at(i)->id, format) == 0)
            return true;
    return false;
}

static file_group group_of(const al_result *result)
{
    if (al_is_unchecked(result))
        return FILES_UNCHECKED;
    if (result->errors > 0)
        return FILES_WITH_ERRORS;
    return result->warnings > 0 ? FILES_WITH_WARNINGS : FILES_WITHOUT;
}

/* Findings of an entry that is not a file of a known format belong to its package: the package is counted
 * then, and may move to a more severe group. */
static void count_entry(file_counts *t, file_group group)
{
    if (!t->package_counted) {
        t->uncounted--;
        t->of[FILES_WITHOUT]++;
        t->package_counted = true;
    }
    if (group <= t->package)
        return;
    t->of[t->package]--;
    t->of[group]++;
    t->package = group;
}

void file_counts_add(file_counts *t, const al_result *result)
{
    const file_group group = group_of(result);
    if (result->entry_only) {
        if (result->finding_count > 0)
            count_entry(t, group);
        return;
    }
    const bool counted = result->status != AL_FILE_CLEAN || !is_package_format(result->format);
    t->of[group] += counted;
    t->uncounted += !counted;
    if (result->member[0] == '\0') {
        t->package = group;
        t->package_counted = counted;
    }
}

uint64_t file_counts_sum(const file_counts *t)
{
    uint64_t sum = 0;
    for (file_group i = FILES_WITHOUT; i <= FILES_UNCHECKED; i++)
        sum += t->of[i];
    return sum;
}

/* Whether the configuration has left out findings, or decided how the run ends. */
static bool is_configured(const report_totals *totals)
{
    return totals->configuration != NULL &&
           (totals->configuration->left_out > 0 || totals->configuration->changes_exit);
}

char *configuration_words(const report_totals *totals, const char *before)
{
    const al_configuration_info *c = totals->configuration;
    char left_out[48] = "other levels", fail_on[24] = "";
    if (!is_configured(totals))
        return text_of("%s", "");
    if (c->left_out > 0)
        (void)snprintf(left_out, sizeof left_out, "%" PRIu64 " finding%s left out", c->left_out,
                       c->left_out == 1 ? "" : "s");
    if (c->has_fail_on)
        (void)snprintf(fail_on, sizeof fail_on, "%sfail-on %s", c->left_out > 0 ? ", " : "",
                       c->fail_on == AL_OFF ? "never" : al_level_name(c->fail_on));
    char *path = escaped_copy(c->path, strlen(c->path));
    char *words = path == NULL ? NULL
                               : text_of("%ssettings of %s: %s%s", before, path,
                                         c->left_out > 0 || !c->has_fail_on ? left_out : "", fail_on);
    free(path);
    return words;
}

const char *verdict_word(const report_totals *totals)
{
    if (totals->not_checked)
        return "NOT CHECKED";
    return totals->exit_status != 0 ? "FAILED" : "OK";
}

not_checked_text not_checked_words(const report_totals *totals)
{
    not_checked_text words = {.text = "no file of a known format was found"};
    if (totals->files > 0)
        (void)snprintf(words.text, sizeof words.text,
                       "%" PRIu64 " file%s found, and nothing in %s could be checked", totals->files,
                       totals->files == 1 ? " was" : "s were", totals->files == 1 ? "it" : "them");
    return words;
}

char *file_counts_words(const report_totals *totals)
{
    const file_counts *t = &totals->counts;
    const uint64_t count = file_counts_sum(t);
    char unchecked[48] = "", suppressed[48] = "";
    char *settings = configuration_words(totals, "; ");
    if (settings == NULL)
        return NULL;
    if (t->of[FILES_UNCHECKED] > 0)
        (void)snprintf(unchecked, sizeof unchecked, ", %" PRIu64 " could not be checked",
                       t->of[FILES_UNCHECKED]);
    if (totals->suppressed > 0)
        (void)snprintf(suppressed, sizeof suppressed, "; %" PRIu64 " finding%s suppressed",
                       totals->suppressed, totals->suppressed == 1 ? "" : "s");
    if (totals->not_checked) {
        char *words = text_of("%s%s", not_checked_words(totals).text, settings);
        free(settings);
        return words;
    }
    char *words = text_of("%" PRIu64 " file%s checked: %" PRIu64 " with errors, %" PRIu64
                          " with warnings, %" PRIu64 " without%s%s%s%s%s",
                          count, count == 1 ? "" : "s", t->of[FILES_WITH_ERRORS], t->of[FILES_WITH_WARNINGS],
                          t->of[FILES_WITHOUT], unchecked, suppressed, settings,
                          totals->interrupted ? "; " : "", interrupted_words(totals).text);
    free(settings);
    return words;
}

/* ---- Rules --------------------------------------------------------------------------------------------- */

bool rule_table_begin(rule_table *table)
{
    *table = (rule_table){.sums = calloc(al_rule_count(), sizeof *table->sums)};
    return table->sums != NULL;
}

void rule_table_add(rule_table *table, const al_finding *finding)
{
    rule_sum *sum = &table->sums[finding->rule_number];
    sum->rule = finding->rule;
    sum->found++;
    sum->files += sum->last_file != table->file;
    sum->last_file = table->file;
    sum->level = finding->level > sum->level ? finding->level : sum->level;
    table->fixable[finding->fix_kind]++;
}

void rule_table_end(rule_table *table)
{
    free(table->sums);
    *table = (rule_table){0};
}

cause_rank rank_of(const al_rule *rule)
{
    if (rule->cause)
        return RANK_CAUSE;
    return rule->stops ? RANK_STOPS_READERS : RANK_OTHER;
}

/* By cause_rank, causes in the order of the catalogue; then by level, the most severe first; then rules about
 * crashes first; then by number of findings; then by id. */
static int compare_sums(const void *a, const void *b)
{
    const rule_sum *one = a, *other = b;
    const cause_rank rank = rank_of(one->rule), other_rank = rank_of(other->rule);
    if (rank != other_rank)
        return rank < other_rank ? -1 : 1;
    if (rank == RANK_CAUSE)
        return one->rule < other->rule ? -1 : one->rule > other->rule;
    if (one->level != other->level)
        return one->level > other->level ? -1 : 1;
    if (one->rule->crash != other->rule->crash)
        return one->rule->crash ? -1 : 1;
    if (one->found != other->found)
        return one->found > other->found ? -1 : 1;
    return strcmp(one->rule->id, other->rule->id);
}

size_t rule_table_arrange(rule_table *table)
{
    const size_t rules = al_rule_count();
    size_t count = 0;
    for (size_t i = 0; i < rules; i++)
        if (table->sums[i].found > 0)
            table->sums[count++] = table->sums[i];
    qsort(table->sums, count, sizeof *table->sums, compare_sums);
    return count;
}
