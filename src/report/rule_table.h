/* rule_table.h: counts findings and files for each rule. */
#ifndef ASSETLINT_REPORT_RULE_TABLE_H
#define ASSETLINT_REPORT_RULE_TABLE_H

#include <assetlint/assetlint.h>
#include <stdbool.h>
#include <stdint.h>

#include "report/page.h"
#include "report/palette.h"

typedef struct rule_sum {
    const al_rule *rule;
    uint64_t found, files;
    uint64_t last_file; /* the number of the last file with a finding */
    al_level level;     /* the most severe level of its findings */
} rule_sum;

typedef struct rule_table {
    rule_sum *sums; /* by index of the rule, until rule_table_arrange */
    uint64_t file;  /* the number of this file, from 1 */
} rule_table;

/* False when out of memory. */
bool rule_table_begin(rule_table *table);

/* Must be called before the findings of each file. */
void rule_table_next_file(rule_table *table);
void rule_table_add(rule_table *table, const al_finding *finding);

/* Moves the rules with findings to the front, and returns their number: causes of other findings come first,
 * then the most severe rules. Nothing can be added afterwards. */
size_t rule_table_arrange(rule_table *table);

/* Arranges and writes a table with at least one finding, and returns the number of rules. `homepage` is as in
 * report_settings. */
size_t rule_table_write(rule_table *table, page *p, const palette *colors, const char *homepage);

void rule_table_end(rule_table *table);

/* Writes the id of a rule; in colours it is a link to the page of the rule. */
void write_rule_id(page *p, const palette *colors, const al_rule *rule, const char *homepage);

/* The same with a word that has the id in it, such as "[xmf/limit]", which stays on one line. */
void write_rule_word(page *p, const palette *colors, const al_rule *rule, const char *homepage,
                     const char *word);

#endif
