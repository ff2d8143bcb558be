/* manual.c: the commands, their options, and the help texts. Line breaks are added when a text is printed. */
#include "cli/manual.h"

#include <assetlint/assetlint.h>
#include <string.h>

#include "cli/message.h"
#include "report/dump.h"
#include "report/page.h"
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

static const char sandbox_text[] =
    "don't give up the rights to open other files, to start programs and to use the network. assetlint "
    "--version says what of this the system supports";
static const char help_text[] = "show this help";

/* Of options that check and fix have. */
static const char files_from_text[] = "also check the paths in FILE, one per line; - is standard input";
static const char exclude_text[] =
    "skip these paths below a folder: * and ? match within one part of a path, ** across parts; "
    "'**/old/**' matches at any depth; may be repeated";
static const char null_text[] = "the paths in FILE end with a NUL byte instead";
static const char game_text[] =
    "use only the rules about one game: x-rebirth, x4, victoria2, bbmod, lost-saga. Default: all "
    "games";
static const char with_text[] =
    "what the files refer to: the folder of the game as it is installed, another mod, or a file of names "
    "that assetlint index has written. Read, but never reported; may be repeated";
static const char select_text[] = "use only these rules: ids or globs such as xmf/*, separated by commas";
static const char ignore_text[] = "leave out these rules; wins over --select";
static const char baseline_text[] = "leave out the findings that FILE lists";
static const char max_file_size_text[] =
    "don't read files of more than N bytes; N may be 512K, 64M or 1G. Default of these three "
    "limits: 1G";
static const char max_inflated_text[] = "unpack at most N bytes of one file or archive";
static const char max_memory_text[] =
    "use at most N bytes of memory for one check: of a file, of an archive, or across files. The "
    "whole program takes at most that times --jobs, and 64M more";
static const char config_text[] =
    "read the configuration from FILE; default: assetlint.json in the folder of the first path, or "
    "in the nearest folder above it";
static const char no_config_text[] =
    "read no configuration: neither assetlint.json nor NAME.assetlintignore next to a file";
static const char allow_empty_text[] = "succeed even if no file of a known format is found";

static const manual_option check_rows[] = {
    {.text = "What to check"},
    {OPT_FILES_FROM, "files-from", "FILE", .kind = MANUAL_PATH, .text = files_from_text},
    {OPT_EXCLUDE, "exclude", "GLOB", .kind = MANUAL_ANY, .repeats = true, .text = exclude_text},
    {OPT_NULL, "null", .letter = '0', .text = null_text},
    {OPT_STDIN_NAME, "stdin-name", "NAME", .kind = MANUAL_ANY,
     .text = "name of standard input in reports; default: -"},
    {OPT_GAME, "game", "NAME", .kind = MANUAL_WORD, .words = al_game_name, .repeats = true,
     .text = game_text},
    {OPT_WITH, "with", "PATH", .kind = MANUAL_PATH, .repeats = true, .text = with_text},

    {.text = "What to report"},
    {OPT_FORMAT, "format", "NAME[=FILE]", .letter = 'f', .kind = MANUAL_WORD_TO_FILE, .words = report_name,
     .repeats = true,
     .text =
         "form of the report: text, lines (one line per finding, for grep and editors), json, ndjson, "
         "sarif, github (annotations for a workflow, and a summary in GITHUB_STEP_SUMMARY), junit or html "
         "(a page for people, in one file). Written to FILE, or to standard output without =FILE; may be "
         "repeated. Text goes to standard output unless another format without =FILE does"},
    {OPT_SHOW, "show", "LEVEL", .kind = MANUAL_WORD, .words = shown_level,
     .text = "lowest level to report: error, warning, note. Default: note in json and ndjson, warning in the "
             "others. A page of html has the rest, too, and shows it on request. In junit, --fail-on decides "
             "which findings are failures"},
    {OPT_SELECT, "select", "RULES", .kind = MANUAL_RULES, .repeats = true, .text = select_text},
    {OPT_IGNORE, "ignore", "RULES", .kind = MANUAL_RULES, .repeats = true, .text = ignore_text},
    {OPT_LEVEL, "level", "RULES=LEVEL", .kind = MANUAL_RULE_LEVEL, .words = rule_level, .repeats = true,
     .text = "report these rules as error, warning or note, or turn them off"},
    {OPT_BASELINE, "baseline", "FILE", .kind = MANUAL_PATH, .text = baseline_text},
    {OPT_WRITE_BASELINE, "write-baseline", "FILE", .kind = MANUAL_PATH,
     .text = "write all findings to FILE as a new baseline; they don't make the exit status 1 then"},
    {OPT_MAX_PER_RULE, "max-per-rule", "N", .kind = MANUAL_ANY,
     .text = "print at most N findings per rule and file, 0 for all. Default: 3 in text, 20 in lines, all in "
             "the others. Totals count all findings"},
    {OPT_COLOR, "color", "WHEN", .kind = MANUAL_WORD, .words = when,
     .text = "use colours: auto (default; on a terminal, unless NO_COLOR is set), always, never"},
    {OPT_PROGRESS, "progress", "WHEN", .kind = MANUAL_WORD, .words = when,
     .text = "show progress on stderr: auto (default; if stderr is a terminal and standard output is not a "
             "pipe), always (as separate lines if stderr is not a terminal), never"},
    {OPT_QUIET, "quiet", .letter = 'q', .text = "print only findings and failures, no table and no verdict"},
    {OPT_SARIF_ROOT, "sarif-root", "FOLDER", .kind = MANUAL_FOLDER,
     .text =
         "folder that the paths in SARIF are relative to; default: the nearest folder with .git, from the "
         "current folder upwards, or else the current folder"},
    {OPT_SARIF_SUPPRESSED, "sarif-suppressed",
     .text = "also write suppressed findings to SARIF, marked as suppressed"},

    {.text = "How to check"},
    {OPT_FAIL_ON, "fail-on", "LEVEL", .kind = MANUAL_WORD, .words = fail_level,
     .text = "lowest level that makes the exit status 1: error (default), warning, note, never"},
    {OPT_ALLOW_EMPTY, "allow-empty", .text = allow_empty_text},
    {OPT_JOBS, "jobs", "N", .letter = 'j', .kind = MANUAL_ANY,
     .text = "check N files at once; default: one per processor. The report is the same for every N"},
    {OPT_SHARD, "shard", "I/N", .kind = MANUAL_ANY,
     .text = "check only every N-th file, starting at the I-th: N such runs, on one or several machines, "
             "check all files. Each reports its own, in any format"},
    {OPT_MAX_FILE_SIZE, "max-file-size", "N", .kind = MANUAL_ANY, .text = max_file_size_text},
    {OPT_MAX_INFLATED, "max-inflated", "N", .kind = MANUAL_ANY, .text = max_inflated_text},
    {OPT_MAX_MEMORY, "max-memory", "N", .kind = MANUAL_ANY, .text = max_memory_text},
    {OPT_CONFIG, "config", "FILE", .kind = MANUAL_PATH, .text = config_text},
    {OPT_NO_CONFIG, "no-config", .text = no_config_text},
    {OPT_NO_SANDBOX, "no-sandbox", .text = sandbox_text},
    {OPT_HELP, "help", .letter = 'h', .text = help_text},
};

static const char *fix_form(size_t number)
{
    static const char *const words[] = {"text", "json"};
    return word_of(words, sizeof words / sizeof words[0], number);
}

static const manual_option fix_rows[] = {
    {.text = "What to do"},
    {OPT_IN_PLACE, "in-place",
     .text =
         "replace each file by its fixed copy, once that is complete. Members of packages are only shown"},
    {OPT_OUTPUT, "output", "FOLDER", .letter = 'o', .kind = MANUAL_FOLDER,
     .text = "write the fixed copies, and only these, to FOLDER, under the paths that they have below the "
             "folder that is checked"},
    {OPT_UNSAFE, "unsafe",
     .text = "also make fixes that are a choice: assetlint explain RULE says which kind a rule has"},
    {OPT_FORMAT, "format", "NAME", .letter = 'f', .kind = MANUAL_WORD, .words = fix_form,
     .text = "form of the report: text (default) or json"},
    {.text = "What to fix"},
    {OPT_FILES_FROM, "files-from", "FILE", .kind = MANUAL_PATH, .text = files_from_text},
    {OPT_EXCLUDE, "exclude", "GLOB", .kind = MANUAL_ANY, .repeats = true, .text = exclude_text},
    {OPT_NULL, "null", .letter = '0', .text = null_text},
    {OPT_GAME, "game", "NAME", .kind = MANUAL_WORD, .words = al_game_name, .repeats = true,
     .text = game_text},
    {OPT_WITH, "with", "PATH", .kind = MANUAL_PATH, .repeats = true, .text = with_text},
    {OPT_SELECT, "select", "RULES", .kind = MANUAL_RULES, .repeats = true, .text = select_text},
    {OPT_IGNORE, "ignore", "RULES", .kind = MANUAL_RULES, .repeats = true, .text = ignore_text},
    {OPT_BASELINE, "baseline", "FILE", .kind = MANUAL_PATH,
     .text = "leave alone the findings that FILE lists"},
    {.text = "How to check"},
    {OPT_JOBS, "jobs", "N", .letter = 'j', .kind = MANUAL_ANY,
     .text = "check N files at once; default: one per processor"},
    {OPT_MAX_FILE_SIZE, "max-file-size", "N", .kind = MANUAL_ANY, .text = max_file_size_text},
    {OPT_MAX_INFLATED, "max-inflated", "N", .kind = MANUAL_ANY, .text = max_inflated_text},
    {OPT_MAX_MEMORY, "max-memory", "N", .kind = MANUAL_ANY, .text = max_memory_text},
    {OPT_CONFIG, "config", "FILE", .kind = MANUAL_PATH, .text = config_text},
    {OPT_NO_CONFIG, "no-config", .text = no_config_text},
    {OPT_ALLOW_EMPTY, "allow-empty", .text = allow_empty_text},
    {OPT_NO_SANDBOX, "no-sandbox", .text = sandbox_text},
    {OPT_HELP, "help", .letter = 'h', .text = help_text},
};

static const manual_option rules_rows[] = {
    {OPT_FORMAT, "format", "NAME", .letter = 'f', .kind = MANUAL_WORD, .words = catalogue_name,
     .text = "form of the list: text (default), json or markdown"},
    {OPT_HELP, "help", .letter = 'h', .text = help_text},
};

static const manual_option explain_rows[] = {{OPT_HELP, "help", .letter = 'h', .text = help_text}};

static const manual_option dump_rows[] = {
    {OPT_FORMAT, "format", "NAME", .letter = 'f', .kind = MANUAL_WORD, .words = dump_name,
     .text = "form of the dump: text (default), json, or views: what can be drawn of the file, as JSON: "
             "meshes, skeletons, curves, and what to mark in them for each finding. The file may then be a "
             "member of a package, PATH!/MEMBER"},
    {OPT_FULL, "full", .text = "show every item of large arrays"},
    {OPT_NO_SANDBOX, "no-sandbox", .text = sandbox_text},
    {OPT_HELP, "help", .letter = 'h', .text = help_text},
};

static const manual_option index_rows[] = {
    {OPT_NO_SANDBOX, "no-sandbox", .text = sandbox_text},
    {OPT_HELP, "help", .letter = 'h', .text = help_text},
};

/* ---- Commands ------------------------------------------------------------------------------------------ */

#define ROWS(rows) .options = rows, .option_count = sizeof rows / sizeof rows[0]

static const manual_page pages[] = {
    {"check", "[OPTIONS] PATH...", "check files and folders",
     "Checks files, and folders with all their subfolders. In folders, files of unknown formats are "
     "skipped, links are not followed, and version control folders (.git, .hg, .svn, .bzr) are not entered. "
     "The path - checks one file from standard input.",
     ROWS(check_rows), .argument = MANUAL_PATH,
     .examples = "assetlint ships/ --fail-on warning\n"
                 "assetlint -f json=report.json --ignore '*/trailing-bytes' ships/\n"
                 "git ls-files -z '*.xmf' | assetlint --files-from - -0\n"},
    {"fix", "[OPTIONS] PATH...", "mend what can be mended without a guess",
     "Shows what can be mended in the files, and changes nothing; with --in-place or --output it mends them. "
     "A fix is safe if the file then means what it meant before, or what its other fields already say. Each "
     "fixed file is checked again: if a finding is still there, a new one came, or another value changed, "
     "the file stays as it is, and fix says why.\n\n"
     "Exit status: 0 nothing to mend, or all of it was mended; 1 something would be changed, was refused, or "
     "needs --unsafe; 2 wrong usage or nothing to check; 3 something could not be checked or written.",
     ROWS(fix_rows), .argument = MANUAL_PATH,
     .examples = "assetlint fix my_mod/\n"
                 "assetlint fix --in-place my_mod/\n"
                 "assetlint fix --output fixed/ --select 'xmf/*' my_mod/\n"},
    {"rules", "[--format text|json|markdown]", "list the rules",
     "Lists every rule: its id, its level, whether the game may crash, and its title. JSON and Markdown "
     "also contain the explanations.",
     ROWS(rules_rows), .argument = MANUAL_NONE},
    {"explain", "RULE", "explain a rule and how to fix a file",
     "Explains a rule: what it means, what happens in the game, how to fix the file, and the source of the "
     "fact.",
     ROWS(explain_rows), .argument = MANUAL_RULE,
     .examples = "assetlint explain xmf/collision-declaration\n"},
    {"dump", "[--format text|json] [--full] FILE", "show the contents with byte offsets",
     "Shows the contents of a file, each value with its byte offset; + marks an offset in inflated data. "
     "Fields have the same names as in findings. Large arrays are summarised. For a package, dump shows the "
     "list of its members, not their contents.",
     ROWS(dump_rows), .argument = MANUAL_PATH},
    {"index", "GAME", "write the names of a game or mod to a file",
     "Writes to standard output what --with looks for in a game or a mod, as a file of names. Where the game "
     "is not installed, as in CI, --with takes that file, and finds the same. GAME is the game's folder as "
     "it is installed, a folder into which it was unpacked, a mod or an archive.",
     ROWS(index_rows), .argument = MANUAL_PATH,
     .examples = "assetlint index 'C:/Games/X4 Foundations' > x4.names\n"
                 "assetlint --with x4.names my_mod/\n"},
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

/* ---- Help ---------------------------------------------------------------------------------------------- */

enum { WIDTH = 80, TEXT_COLUMN = 28, GAP = 2, USAGE_COLUMN = 40, FORMAT_COLUMN = 11 };

static void write_words(page *p, int indent, const char *text)
{
    p->indent = indent;
    page_text(p, text);
    page_end_line(p);
    p->indent = 0;
}

static void write_option(page *p, const manual_option *o)
{
    const char letter[] = {'-', o->letter, ',', ' ', '\0'};
    p->indent = 0;
    page_to(p, o->letter != '\0' ? 2 : 6);
    if (o->letter != '\0')
        page_text(p, letter);
    page_text(p, "--");
    page_text(p, o->name);
    if (o->value != NULL) {
        page_text(p, " ");
        page_text(p, o->value);
    }
    if (p->column + GAP > TEXT_COLUMN)
        page_end_line(p);
    page_to(p, TEXT_COLUMN);
    write_words(p, TEXT_COLUMN, o->text);
}

static void write_examples(FILE *out, const char *examples)
{
    fputs("\nExamples:\n", out);
    while (*examples != '\0') {
        const size_t length = strcspn(examples, "\n") + 1;
        fprintf(out, "  %.*s", (int)length, examples);
        examples += length;
    }
}

static void write_usages(page *p)
{
    const manual_page *manual;
    for (size_t i = 0; (manual = manual_page_at(i)) != NULL; i++) {
        p->indent = 0;
        page_to(p, 2);
        page_text(p, "assetlint ");
        page_text(p, i == 0 ? "[check]" : manual->command);
        page_text(p, " ");
        /* The command's own help lists its options. */
        page_text(p, strchr(manual->synopsis, '-') == NULL ? manual->synopsis : "[OPTIONS]");
        if (strchr(manual->synopsis, '-') != NULL && manual->argument != MANUAL_NONE)
            page_text(p, " FILE");
        page_to(p, USAGE_COLUMN);
        write_words(p, USAGE_COLUMN, manual->brief);
    }
}

static void write_format(page *p, const al_format_info *format, const char *suffix)
{
    p->indent = 0;
    page_to(p, 2);
    page_text(p, format->id);
    page_to(p, FORMAT_COLUMN);
    p->indent = FORMAT_COLUMN;
    page_text(p, format->name);
    write_words(p, FORMAT_COLUMN, suffix);
}

void print_help(FILE *out)
{
    page p = {.out = out, .width = WIDTH};
    write_words(
        &p, 0,
        "assetlint finds broken binary assets in game mods. It shows the place in the file, what happens in "
        "the game, and how to fix the file.");
    fputs("\nUsage:\n", out);
    write_usages(&p);
    write_examples(out, "assetlint ships/                      check every asset in a folder and below\n"
                        "assetlint -f sarif=assets.sarif .     also write a report for code scanning\n"
                        "assetlint explain xmf/data-range\n");
    fputc('\n', out);
    write_words(
        &p, 0,
        "Exit status: 0 no finding at or above --fail-on, 1 at least one, 2 wrong usage or nothing to "
        "check, 3 something could not be checked or written.");
    fputs("\nFormats:\n", out);
    for (size_t i = 0; i < al_format_count(); i++)
        write_format(&p, al_format_at(i), "");
    for (size_t i = 0; i < al_package_count(); i++)
        write_format(&p, al_package_at(i), ", with all its members");
}

int show_command_help(const char *command)
{
    FILE *out = stdout;
    const manual_page *manual = manual_page_of(command);
    page p = {.out = out, .width = WIDTH};
    if (manual == NULL || manual->option_count == 0) {
        print_help(out);
        return finish_stdout(EXIT_FINE);
    }
    fprintf(out, "Usage: assetlint %s %s\n\n", strcmp(command, "check") == 0 ? "[check]" : command,
            manual->synopsis);
    write_words(&p, 0, manual->about);
    for (size_t i = 0; i < manual->option_count; i++) {
        const manual_option *o = &manual->options[i];
        if (o->name == NULL)
            fprintf(out, "\n%s:\n", o->text);
        else {
            if (i == 0)
                fputc('\n', out);
            write_option(&p, o);
        }
    }
    if (manual->examples != NULL)
        write_examples(out, manual->examples);
    return finish_stdout(EXIT_FINE);
}

void print_drag_help(FILE *out)
{
    page p = {.out = out, .width = WIDTH};
    write_words(
        &p, 0,
        "assetlint finds files in game mods that crash the game or look wrong in it.\n\n"
        "Drag a folder or a file onto assetlint.exe to check it: a whole mod, one file, or an archive "
        "(.zip, .7z, .cat).\n\n"
        "In a command prompt, assetlint --help lists what else it can do.");
}
