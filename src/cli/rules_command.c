/* rules_command.c: `assetlint rules` and `assetlint explain`. */
#include <stdbool.h>
#include <string.h>

#include "cli/arguments.h"
#include "cli/commands.h"
#include "cli/message.h"
#include "core/suggest.h"
#include "report/rules_report.h"

static int choose_form(const char *name, const catalogue_form **form)
{
    for (size_t i = 0; catalogue_form_at(i) != NULL; i++)
        if (strcmp(catalogue_form_at(i)->name, name) == 0) {
            *form = catalogue_form_at(i);
            return EXIT_FINE;
        }
    return usage_error("rules", "--format wants text, json or markdown, not %s", name);
}

int rules_command(char *const *arguments)
{
    option_scanner scanner = {.page = manual_page_of("rules"), .next = arguments};
    const catalogue_form *form = catalogue_form_at(0);
    for (int id; (id = option_next(&scanner)) != OPTION_END;) {
        if (id == OPT_HELP)
            return show_command_help("rules");
        if (id == OPTION_WRONG)
            return EXIT_USAGE;
        if (id == OPTION_WORD && al_rule_find(scanner.value) == NULL)
            return usage_error("rules",
                               "rules takes no argument: it lists all rules, those of XMF as xmf/...");
        if (id == OPTION_WORD)
            return usage_error("rules", "rules takes no argument; assetlint explain %s explains one rule",
                               scanner.value);
        const int status = choose_form(scanner.value, &form);
        if (status != EXIT_FINE)
            return status;
    }
    if (form->write(stdout) == REPORT_NO_MEMORY)
        return out_of_memory();
    return finish_stdout(EXIT_FINE);
}

/* A user who asks for `data-range` may mean `xmf/data-range`. */
static bool ends_with_name(const char *id, const char *name)
{
    const char *slash = strchr(id, '/');
    return slash != NULL && strcmp(slash + 1, name) == 0;
}

static int unknown_rule(const char *id)
{
    al_suggestion near = {.meant = id, .length = strlen(id)};
    const size_t rules = al_rule_count();
    for (size_t i = 0; i < rules; i++) {
        const char *known = al_rule_at(i)->id;
        al_suggest(&near, known);
        if (ends_with_name(known, id) && (near.best == NULL || near.distance != 0)) {
            near.best = known;
            near.distance = 0;
        }
    }
    if (near.best != NULL)
        message("no rule %s; did you mean %s?", id, near.best);
    else
        message("no rule %s; assetlint rules lists them", id);
    return EXIT_USAGE;
}

int explain_command(char *const *arguments)
{
    option_scanner scanner = {.page = manual_page_of("explain"), .next = arguments};
    const char *rule_id = NULL;
    for (int id; (id = option_next(&scanner)) != OPTION_END;) {
        if (id == OPT_HELP)
            return show_command_help("explain");
        if (id == OPTION_WRONG)
            return EXIT_USAGE;
        if (rule_id != NULL)
            return usage_error("explain", "explain wants one rule");
        rule_id = scanner.value;
    }
    if (rule_id == NULL)
        return usage_error("explain", "explain wants a rule, such as %s", al_rule_at(0)->id);
    const al_rule *rule = al_rule_find(rule_id);
    if (rule == NULL)
        return unknown_rule(rule_id);
    explain_rule(stdout, rule);
    return finish_stdout(EXIT_FINE);
}
