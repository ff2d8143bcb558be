/* shells.h: what the generators of completions and of the manual share. All of them read a template, and take
 * the rest from cli/manual.h and the catalogue. The caller tests ferror after all writes.
 */
#ifndef ASSETLINT_TOOLS_SHELLS_H
#define ASSETLINT_TOOLS_SHELLS_H

#include <stdio.h>

#include "cli/manual.h"

/* A part of a template: the line `@name@` is replaced by what `write` writes, or `write_page` for each page.
 */
typedef struct template_part {
    const char *name;
    void (*write)(FILE *out);
    void (*write_page)(FILE *out, const manual_page *page);
} template_part;

/* The parts of each kind of template; the last has no name. */
extern const template_part bash_parts[], zsh_parts[], fish_parts[], manual_parts[];

/* How a shell completes a kind of value: the words of the value, each behind a blank, stand between the two.
 */
typedef struct shell_action {
    const char *before, *after;
} shell_action;

enum { SHELL_ACTIONS = MANUAL_COMMAND + 1 };

/* Writes the action of a kind; `words` may be NULL. */
void write_action(FILE *out, const shell_action actions[SHELL_ACTIONS], manual_kind kind,
                  manual_words *words);

/* The length of the first part of a text, which says what an option is for. */
size_t brief_length(const char *text);

/* Writes a text between single quotes, with `quote` for each quote in it. */
void write_quoted(FILE *out, const char *text, size_t length, const char *quote);

/* Writes the ids of all rules, each behind `before`, and first the globs of their prefixes: `xmf/` and
 * `star`. */
void write_rules(FILE *out, const char *before, const char *star);

#endif
