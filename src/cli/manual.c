/* manual.c: the help texts of commands and options. Line breaks are added when a text is printed. */
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

/* Options that several commands have. */
static const char format_text[] =
    "form of the report: text, lines (one line per finding, for grep and editors), json, ndjson, sarif, "
    "github (annotations for a workflow, and a summary in GITHUB_STEP_SUMMARY), junit or html (a page for "
    "people, in one file). Written to FILE, or to standard output without =FILE; may be repeated. Text goes "
    "to standard output unless another format without =FILE does";
static const char baseline_text[] =
    "write all findings to FILE as a new baseline; they don't make the exit status 1 then";
static const char color_text[] =
    "use colours: auto (default; on a terminal, unless NO_COLOR is set), always, never";
static const char quiet_text[] = "print only findings and failures, no table and no verdict";
static const char suppressed_text[] = "also write suppressed findings to SARIF, marked as suppressed";
static const char sandbox_text[] =
    "don't give up the rights to open other files, to start programs and to use the network. assetlint "
    "--version says what of this the system supports";
static const char help_text[] = "show this help";

static const manual_option check_rows[] = {
    {.text = "What to check"},
    {"files-from", "FILE", .kind = MANUAL_PATH,
     .text = "also check the paths in FILE, one per line; - is standard input"},
    {"exclude", "GLOB", .kind = MANUAL_ANY, .repeats = true,
     .text = "skip these paths below a folder: * and ? match within one part of a path, ** across parts; "
             "'**/old/**' matches at any depth; may be repeated"},
    {"null", .text = "the paths in FILE end with a NUL byte instead"},
    {"stdin-name", "NAME", .kind = MANUAL_ANY, .text = "name of standard input in reports; default: -"},
    {"game", "NAME", .kind = MANUAL_WORD, .words = al_game_name, .repeats = true,
     .text = "use only the rules about one game: x-rebirth, x4, victoria2, bbmod, lost-saga. Default: all "
             "games"},
    {"with", "PATH", .kind = MANUAL_PATH, .repeats = true,
     .text = "what the files refer to, such as the unpacked game or another mod: read, but never reported; "
             "may be repeated"},

    {.text = "What to report"},
    {"format", "NAME[=FILE]", .kind = MANUAL_WORD_TO_FILE, .words = report_name, .repeats = true,
     .text = format_text},
    {"show", "LEVEL", .kind = MANUAL_WORD, .words = shown_level,
     .text = "lowest level to report: error, warning, note. Default: note in json and ndjson, warning in the "
             "others. In junit, --fail-on decides which findings are failures"},
    {"select", "RULES", .kind = MANUAL_RULES, .repeats = true,
     .text = "use only these rules: ids or globs such as xmf/*, separated by commas"},
    {"ignore", "RULES", .kind = MANUAL_RULES, .repeats = true,
     .text = "leave out these rules; wins over --select"},
    {"level", "RULES=LEVEL", .kind = MANUAL_RULE_LEVEL, .words = rule_level, .repeats = true,
     .text = "report these rules as error, warning or note, or turn them off"},
    {"baseline", "FILE", .kind = MANUAL_PATH, .text = "leave out the findings that FILE lists"},
    {"write-baseline", "FILE", .kind = MANUAL_PATH, .text = baseline_text},
    {"max-per-rule", "N", .kind = MANUAL_ANY,
     .text = "print at most N findings per rule and file, 0 for all. Default: 3 in text, 20 in lines, all in "
             "the others. Totals count all findings"},
    {"color", "WHEN", .kind = MANUAL_WORD, .words = when, .text = color_text},
    {"progress", "WHEN", .kind = MANUAL_WORD, .words = when,
     .text = "show progress on stderr: auto (default; if stderr is a terminal and standard output is not a "
             "pipe), always (as separate lines if stderr is not a terminal), never"},
    {"quiet", .text = quiet_text},
    {"sarif-root", "FOLDER", .kind = MANUAL_FOLDER,
     .text =
         "folder that the paths in SARIF are relative to; default: the nearest folder with .git, from the "
         "current folder upwards, or else the current folder"},
    {"sarif-suppressed", .text = suppressed_text},

    {.text = "How to check"},
    {"fail-on", "LEVEL", .kind = MANUAL_WORD, .words = fail_level,
     .text = "lowest level that makes the exit status 1: error (default), warning, note, never"},
    {"allow-empty", .text = "succeed even if no file of a known format is found"},
    {"jobs", "N", .kind = MANUAL_ANY,
     .text = "check N files at once; default: one per processor. The report is the same for every N"},
    {"shard", "I/N", .kind = MANUAL_ANY,
     .text = "check only every N-th file, starting at the I-th: N such runs, on one or several machines, "
             "check all files. Each reports its own, in any format"},
    {"max-file-size", "N", .kind = MANUAL_ANY,
     .text = "don't read files of more than N bytes; N may be 512K, 64M or 1G. Default of these three "
             "limits: 1G"},
    {"max-inflated", "N", .kind = MANUAL_ANY, .text = "unpack at most N bytes of one file or archive"},
    {"max-memory", "N", .kind = MANUAL_ANY,
     .text = "use at most N bytes of memory for all files that are checked at once; the whole program takes "
             "at most 64M more"},
    {"config", "FILE", .kind = MANUAL_PATH,
     .text = "read the configuration from FILE; default: assetlint.json in the folder of the first path, or "
             "in the nearest folder above it"},
    {"no-config",
     .text = "read no configuration: neither assetlint.json nor NAME.assetlintignore next to a file"},
    {"no-sandbox", .text = sandbox_text},
    {"help", .text = help_text},
};

static const manual_option rules_rows[] = {
    {"format", "NAME", .kind = MANUAL_WORD, .words = catalogue_name,
     .text = "form of the list: text (default), json or markdown"},
    {"help", .text = help_text},
};

static const manual_option explain_rows[] = {{"help", .text = help_text}};

static const manual_option dump_rows[] = {
    {"format", "NAME", .kind = MANUAL_WORD, .words = dump_name,
     .text = "form of the dump: text (default), json, or views: what can be drawn of the file, as JSON: "
             "meshes, skeletons, curves, and what to mark in them for each finding. The file may then be a "
             "member of a package, PATH!/MEMBER"},
    {"full", .text = "show every item of large arrays"},
    {"no-sandbox", .text = sandbox_text},
    {"help", .text = help_text},
};

/* ---- Commands ------------------------------------------------------------------------------------------ */

#define ROWS(rows) .options = rows, .option_count = sizeof rows / sizeof rows[0]

static const manual_page pages[] = {
    {"check", "[OPTIONS] PATH...", "check files and folders",
     "Checks files, and folders with all their subfolders. In folders, files of unknown formats are "
     "skipped, links are not followed, and version control folders (.git, .hg, .svn, .bzr) are not entered. "
     "The path - checks one file from standard input.",
     &check_option_list, ROWS(check_rows), .argument = MANUAL_PATH,
     .examples = "assetlint ships/ --fail-on warning\n"
                 "assetlint -f json=report.json --ignore '*/trailing-bytes' ships/\n"
                 "git ls-files -z '*.xmf' | assetlint --files-from - -0\n"},
    {"rules", "[--format text|json|markdown]", "list the rules",
     "Lists every rule: its id, its level, whether the game may crash, and its title. JSON and Markdown "
     "also contain the explanations.",
     &rules_option_list, ROWS(rules_rows), .argument = MANUAL_NONE},
    {"explain", "RULE", "explain a rule and how to fix a file",
     "Explains a rule: what it means, what happens in the game, how to fix the file, and the source of the "
     "fact.",
     &explain_option_list, ROWS(explain_rows), .argument = MANUAL_RULE,
     .examples = "assetlint explain xmf/collision-declaration\n"},
    {"dump", "[--format text|json] [--full] FILE", "show the contents with byte offsets",
     "Shows the contents of a file, each value with its byte offset; + marks an offset in inflated data. "
     "Fields have the same names as in findings. Large arrays are summarised. For a package, dump shows the "
     "list of its members, not their contents.",
     &dump_option_list, ROWS(dump_rows), .argument = MANUAL_PATH},
    {"help", "[COMMAND]", "show this, or the options of a command", .argument = MANUAL_COMMAND},
    {"version", "", "print the version and the sandbox, as -V and --version do", .argument = MANUAL_NONE},
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
