/* manual.c: the texts. They are broken into lines where they are shown. */
#include "cli/manual.h"

#include <assetlint/assetlint.h>
#include <string.h>

#include "cli/option_tables.h"
#include "report/dump.h"
#include "report/report.h"
#include "report/rules_report.h"

static const char *word_of(const char *const *words, size_t count, size_t number)
{
    return number < count ? words[number] : NULL;
}

static const char *fail_level(size_t number)
{
    static const char *const words[] = {"error", "warning", "note", "never"};
    return word_of(words, sizeof words / sizeof words[0], number);
}

static const char *shown_level(size_t number)
{
    static const char *const words[] = {"error", "warning", "note"};
    return word_of(words, sizeof words / sizeof words[0], number);
}

static const char *rule_level(size_t number)
{
    static const char *const words[] = {"error", "warning", "note", "off"};
    return word_of(words, sizeof words / sizeof words[0], number);
}

static const char *when(size_t number)
{
    static const char *const words[] = {"auto", "always", "never"};
    return word_of(words, sizeof words / sizeof words[0], number);
}

static const char *report_name(size_t number)
{
    return report_form_at(number) != NULL ? report_form_at(number)->name : NULL;
}

static const char *catalogue_name(size_t number)
{
    return catalogue_form_at(number) != NULL ? catalogue_form_at(number)->name : NULL;
}

static const char *dump_name(size_t number)
{
    return dump_form_at(number) != NULL ? dump_form_at(number)->name : NULL;
}

/* ---- Options ------------------------------------------------------------------------------------------- */

/* What is the same for all commands that write reports. */
static const char format_text[] =
    "the form of the report: text, lines (one for each finding, for grep and editors), json, ndjson, "
    "sarif, github (annotations of a workflow, and its summary in GITHUB_STEP_SUMMARY) or junit, to "
    "FILE or standard output; may be repeated. Text goes to standard output unless a format without "
    "=FILE does";
static const char baseline_text[] = "write all findings to FILE; ends with 0 whatever they are";
static const char color_text[] = "colours: auto (default; honours NO_COLOR), always, never";
static const char quiet_text[] = "findings and failures alone, nothing below them";
static const char suppressed_text[] = "SARIF has what is suppressed, too, marked as such";

static const manual_option check_rows[] = {
    {.text = "What to check"},
    {"files-from", "FILE", .kind = MANUAL_PATH,
     .text = "also the paths in FILE, one a line; - is standard input"},
    {"exclude", "GLOB", .kind = MANUAL_ANY, .repeats = true,
     .text = "paths below a folder to leave out: * and ? within a part, ** across, '**/old/**' at any depth; "
             "may be repeated"},
    {"null", .text = "the paths in FILE end in NUL instead"},
    {"stdin-name", "NAME", .kind = MANUAL_ANY, .text = "what to call standard input; default: -"},
    {"game", "NAME", .kind = MANUAL_WORD, .words = al_game_name, .repeats = true,
     .text =
         "only the rules about one game: x-rebirth, x4, victoria2, bbmod, lost-saga. Default: all of them"},
    {"with", "PATH", .kind = MANUAL_PATH, .repeats = true,
     .text = "what the files refer to, such as the unpacked game or another mod: looked at, never reported; "
             "may be repeated"},

    {.text = "What to report"},
    {"format", "NAME[=FILE]", .kind = MANUAL_WORD_TO_FILE, .words = report_name, .repeats = true,
     .text = format_text},
    {"show", "LEVEL", .kind = MANUAL_WORD, .words = shown_level,
     .text = "lowest level that is reported: error, warning, note. Default: note in json and ndjson, warning "
             "in the others; junit has as failures what --fail-on names"},
    {"select", "RULES", .kind = MANUAL_RULES, .repeats = true,
     .text = "only these rules: ids or globs such as xmf/*, with commas"},
    {"ignore", "RULES", .kind = MANUAL_RULES, .repeats = true, .text = "not these rules; wins over --select"},
    {"level", "RULES=LEVEL", .kind = MANUAL_RULE_LEVEL, .words = rule_level, .repeats = true,
     .text = "report these rules as error, warning, note, or off"},
    {"baseline", "FILE", .kind = MANUAL_PATH, .text = "without the findings in FILE"},
    {"write-baseline", "FILE", .kind = MANUAL_PATH, .text = baseline_text},
    {"max-per-rule", "N", .kind = MANUAL_ANY,
     .text = "findings of a rule in a file to print, 0 for all. Default: 3 in text, 20 in lines, all in the "
             "others. Totals count all"},
    {"color", "WHEN", .kind = MANUAL_WORD, .words = when, .text = color_text},
    {"progress", "WHEN", .kind = MANUAL_WORD, .words = when,
     .text = "how far the check is, on stderr: auto (default; where that is a terminal, and standard output "
             "no pipe), always (in lines where it is none), never"},
    {"quiet", .text = quiet_text},
    {"sarif-root", "FOLDER", .kind = MANUAL_FOLDER,
     .text = "what SARIF's paths are relative to; default: the nearest folder with .git in it from here "
             "upwards, or this one"},
    {"sarif-suppressed", .text = suppressed_text},

    {.text = "How to check"},
    {"fail-on", "LEVEL", .kind = MANUAL_WORD, .words = fail_level,
     .text = "lowest level that makes the exit status 1: error (default), warning, note, never"},
    {"allow-empty", .text = "also succeed where no file of a known format is found"},
    {"jobs", "N", .kind = MANUAL_ANY,
     .text = "files to check at once; default: one for each processor. The report is the same for every N"},
    {"shard", "I/N", .kind = MANUAL_ANY,
     .text = "check every N-th file alone, from the I-th: N runs, on as many machines, check all of them. "
             "Their reports as ndjson are what assetlint merge puts together"},
    {"max-file-size", "N", .kind = MANUAL_ANY,
     .text = "larger files are not read; 1G, 64M, 512K are numbers too. Default of these three: 1G"},
    {"max-inflated", "N", .kind = MANUAL_ANY, .text = "bytes that one file may inflate to"},
    {"max-memory", "N", .kind = MANUAL_ANY, .text = "bytes of all files that are checked at once"},
    {"config", "FILE", .kind = MANUAL_PATH,
     .text = "what else is to be so; default: assetlint.json in the folder of the first path, or the nearest "
             "above it"},
    {"no-config", .text = "no such file, nor NAME.assetlintignore beside a file"},
    {"help", .text = "these options"},
};

static const manual_option merge_rows[] = {
    {"format", "NAME[=FILE]", .kind = MANUAL_WORD_TO_FILE, .words = report_name, .repeats = true,
     .text = format_text},
    {"show", "LEVEL", .kind = MANUAL_WORD, .words = shown_level,
     .text = "lowest level that is reported: error, warning, note. Default of this and the next two: as the "
             "parts were written"},
    {"max-per-rule", "N", .kind = MANUAL_ANY, .text = "findings of a rule in a file to print, 0 for all"},
    {"fail-on", "LEVEL", .kind = MANUAL_WORD, .words = fail_level,
     .text = "lowest level that makes the exit status 1: error, warning, note, never"},
    {"write-baseline", "FILE", .kind = MANUAL_PATH, .text = baseline_text},
    {"color", "WHEN", .kind = MANUAL_WORD, .words = when, .text = color_text},
    {"quiet", .text = quiet_text},
    {"sarif-root", "FOLDER", .kind = MANUAL_FOLDER,
     .text = "what SARIF's paths are relative to; default: as of the parts"},
    {"sarif-suppressed", .text = suppressed_text},
    {"help", .text = "these options"},
};

static const manual_option rules_rows[] = {
    {"format", "NAME", .kind = MANUAL_WORD, .words = catalogue_name,
     .text = "the form of the list: text (default), json or markdown"},
    {"help", .text = "these options"},
};

static const manual_option explain_rows[] = {{"help", .text = "these options"}};

static const manual_option dump_rows[] = {
    {"format", "NAME", .kind = MANUAL_WORD, .words = dump_name,
     .text = "the form of the dump: text (default) or json"},
    {"full", .text = "every item of large arrays"},
    {"help", .text = "these options"},
};

/* ---- Commands ------------------------------------------------------------------------------------------ */

#define ROWS(rows) .options = rows, .option_count = sizeof rows / sizeof rows[0]

static const manual_page pages[] = {
    {"check", "[OPTIONS] PATH...", "check files and folders",
     "Checks files, and folders to the bottom. What is of no known format is passed over in folders; "
     "links in them are not followed, and folders of version control (.git, .hg, .svn, .bzr) not "
     "entered. - is one file from standard input.",
     &check_option_list, ROWS(check_rows), .argument = MANUAL_PATH,
     .examples = "assetlint ships/ --fail-on warning\n"
                 "assetlint -f json=report.json --ignore '*/trailing-bytes' ships/\n"
                 "git ls-files -z '*.xmf' | assetlint --files-from - -0\n"},
    {"merge", "[OPTIONS] PART...", "the parts of a run as one report",
     "Puts the parts of a run together: the reports that assetlint check --shard I/N -f ndjson wrote, all N "
     "of them, in any order. The report and the exit status are those of a run that was never divided, byte "
     "for byte.",
     &merge_option_list, ROWS(merge_rows), .argument = MANUAL_PATH,
     .examples = "assetlint check --shard 1/2 -f ndjson=1.ndjson mods/\n"
                 "assetlint check --shard 2/2 -f ndjson=2.ndjson mods/\n"
                 "assetlint merge -f sarif=mods.sarif 1.ndjson 2.ndjson\n"},
    {"rules", "[--format text|json|markdown]", "list the rules",
     "Lists every rule: its id, its level, whether what it finds may crash the game, and what it finds. "
     "JSON and Markdown hold the explanations too.",
     &rules_option_list, ROWS(rules_rows), .argument = MANUAL_NONE},
    {"explain", "RULE", "what a rule means, how to fix what it finds",
     "Says what a rule means, what happens in the game, how to fix what it finds, and where that is "
     "known from.",
     &explain_option_list, ROWS(explain_rows), .argument = MANUAL_RULE,
     .examples = "assetlint explain xmf/collision-declaration\n"},
    {"dump", "[--format text|json] [--full] FILE", "show what a file holds, with byte offsets",
     "Shows what a file holds, each value with its byte offset; + marks an offset in inflated data. "
     "Names are those of findings. Large arrays are summed up. Of a package the list is shown, not what "
     "its members hold.",
     &dump_option_list, ROWS(dump_rows), .argument = MANUAL_PATH},
    {"help", "[COMMAND]", "this, or the options of a command", .argument = MANUAL_COMMAND},
    {"version", "", "which version this is", .argument = MANUAL_NONE},
};

const manual_page *manual_page_at(size_t number)
{
    return number < sizeof pages / sizeof pages[0] ? &pages[number] : NULL;
}

const manual_page *manual_page_of(const char *command)
{
    for (size_t i = 0; i < sizeof pages / sizeof pages[0]; i++)
        if (strcmp(pages[i].command, command) == 0)
            return &pages[i];
    return NULL;
}

const option *manual_row(const manual_page *page, const manual_option *o)
{
    for (size_t i = 0; o->name != NULL && page->list != NULL && i < page->list->count; i++) {
        const option *row = &page->list->items[i];
        if (row->name != NULL && strcmp(row->name, o->name) == 0)
            return row;
    }
    return NULL;
}
