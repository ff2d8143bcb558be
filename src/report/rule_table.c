/* rule_table.c: has a sum for each rule of the catalogue, and prints those that are not 0. */
#include "report/rule_table.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { MARGIN = 2, GAP = 2, RULE_COLUMN = 11, ENOUGH_FOR_TITLES = 44 };

bool rule_table_begin(rule_table *table)
{
    *table = (rule_table){.sums = calloc(al_rule_count(), sizeof *table->sums)};
    return table->sums != NULL;
}

void rule_table_next_file(rule_table *table)
{
    table->file++;
}

void rule_table_add(rule_table *table, const al_finding *finding)
{
    rule_sum *sum = &table->sums[finding->rule_number];
    sum->rule = finding->rule;
    sum->found++;
    sum->files += sum->last_file != table->file;
    sum->last_file = table->file;
    sum->level = finding->level > sum->level ? finding->level : sum->level;
}

void rule_table_end(rule_table *table)
{
    free(table->sums);
    *table = (rule_table){0};
}

/* Causes first, in the order of the catalogue; then by level, the most severe first; then rules about crashes
 * first; then by number of findings; then by id. */
static int compare_sums(const void *a, const void *b)
{
    const rule_sum *one = a, *other = b;
    if (one->rule->cause != other->rule->cause)
        return one->rule->cause ? -1 : 1;
    if (one->rule->cause)
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

/* The columns where the parts of a row end or begin. */
typedef struct row_form {
    int found_end, files_end, title;
    bool title_below; /* on a line of its own */
    bool too_wide;    /* no room for columns of numbers */
} row_form;

static int digits_of(uint64_t number)
{
    int digits = 1;
    for (; number > 9; number /= 10)
        digits++;
    return digits;
}

static int larger(int a, int b)
{
    return a > b ? a : b;
}

static row_form form_of(const rule_sum *sums, size_t count, int width)
{
    int id = 4, found = 5, files = 5, title = 0; /* at least as wide as the header */
    for (size_t i = 0; i < count; i++) {
        id = larger(id, columns_of(sums[i].rule->id));
        found = larger(found, digits_of(sums[i].found));
        files = larger(files, digits_of(sums[i].files));
        title = larger(title, columns_of(sums[i].rule->title));
    }
    row_form form = {.found_end = RULE_COLUMN + id + GAP + found};
    form.files_end = form.found_end + GAP + files;
    form.title = form.files_end + GAP;
    form.title_below = width > 0 && width - form.title < ENOUGH_FOR_TITLES && width - form.title < title;
    form.too_wide = width > 0 && form.files_end > width;
    return form;
}

static void write_number(page *p, int end, uint64_t number)
{
    char digits[32];
    (void)snprintf(digits, sizeof digits, "%" PRIu64, number);
    page_to(p, end - digits_of(number));
    page_text(p, digits);
}

static void write_sums(page *p, const rule_sum *sum)
{
    char words[64];
    (void)snprintf(words, sizeof words, "%" PRIu64 " in %" PRIu64 " file%s: ", sum->found, sum->files,
                   sum->files == 1 ? "" : "s");
    page_text(p, words);
}

static void write_header(page *p, const palette *c, const row_form *form)
{
    p->indent = 0;
    page_to(p, RULE_COLUMN);
    page_mark(p, c->quiet);
    page_text(p, "rule");
    page_to(p, form->found_end - columns_of("found"));
    page_text(p, "found");
    page_to(p, form->files_end - columns_of("files"));
    page_text(p, "files");
    page_mark(p, c->reset);
    page_end_line(p);
}

static void write_row(page *p, const palette *c, const row_form *form, const rule_sum *sum,
                      const char *homepage)
{
    p->indent = 0;
    page_to(p, MARGIN);
    page_mark(p, c->level[sum->level]);
    page_text(p, al_level_name(sum->level));
    page_mark(p, c->reset);
    page_to(p, RULE_COLUMN);
    write_rule_id(p, c, sum->rule, homepage);
    if (!form->too_wide) {
        write_number(p, form->found_end, sum->found);
        write_number(p, form->files_end, sum->files);
    }
    if (form->title_below)
        page_end_line(p);
    p->indent = form->title_below ? RULE_COLUMN + GAP : form->title;
    page_to(p, p->indent);
    if (form->too_wide)
        write_sums(p, sum);
    page_mark(p, form->title_below ? c->quiet : "");
    page_text(p, sum->rule->title);
    page_mark(p, form->title_below ? c->reset : "");
    page_end_line(p);
}

size_t rule_table_write(rule_table *table, page *p, const palette *colors, const char *homepage)
{
    const size_t count = rule_table_arrange(table);
    const row_form form = form_of(table->sums, count, p->width);
    if (!form.too_wide)
        write_header(p, colors, &form);
    for (size_t i = 0; i < count; i++)
        write_row(p, colors, &form, &table->sums[i], homepage);
    return count;
}

void write_rule_id(page *p, const palette *colors, const al_rule *rule, const char *homepage)
{
    write_rule_word(p, colors, rule, homepage, rule->id);
}

void write_rule_word(page *p, const palette *colors, const al_rule *rule, const char *homepage,
                     const char *word)
{
    const bool link = homepage != NULL && colors->reset[0] != '\0';
    if (link) {
        page_mark(p, "\033]8;;");
        page_mark(p, homepage);
        page_mark(p, "/rules/");
        page_mark(p, rule->id);
        page_mark(p, "\033\\");
    }
    page_text(p, word);
    page_mark(p, link ? "\033]8;;\033\\" : "");
}
