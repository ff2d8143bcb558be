/* rule_table.h: which rules were broken, how often, and in how many files. */
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
    uint64_t last_file;
    al_level level; /* the most severe that it was found with */
} rule_sum;

typedef struct rule_table {
    rule_sum *sums; /* by rule number */
    uint64_t file;
} rule_table;

/* False when out of memory. */
bool rule_table_begin(rule_table *table);

/* To be called before the findings of each file. */
void rule_table_next_file(rule_table *table);
void rule_table_add(rule_table *table, const al_finding *finding);

/* Moves the sums of the rules that were found to the front, the most severe first, and returns how many these
 * are. Nothing can be added afterwards. */
size_t rule_table_arrange(rule_table *table);

/* Writes a table that isn't empty, the most severe rule first, and returns that one. Nothing can be added
 * afterwards. `homepage` is as in the settings of a report. */
const al_rule *rule_table_write(rule_table *table, page *p, const palette *colors, const char *homepage);

void rule_table_end(rule_table *table);

/* The id of a rule, which in colours leads to its page. */
void write_rule_id(page *p, const palette *colors, const al_rule *rule, const char *homepage);

#endif
