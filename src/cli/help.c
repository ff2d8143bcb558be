/* help.c: what --help says. */
#include "cli/help.h"

#include <assetlint/assetlint.h>

static void print_lines(FILE *out, const char *const *lines)
{
    for (; *lines != NULL; lines++)
        fprintf(out, "%s\n", *lines);
}

static const char *const main_lines[] = {
    "assetlint finds what is broken in the binary assets of game mods: where it is in",
    "the file, what the game makes of it, and how to fix it.",
    "",
    "Usage:",
    "  assetlint [check] [OPTIONS] PATH...   check files and folders",
    "  assetlint rules [OPTIONS]             list the rules",
    "  assetlint explain RULE                what a rule means, how to fix what it finds",
    "  assetlint dump [OPTIONS] FILE         show what a file holds, with byte offsets",
    "  assetlint help [COMMAND]              this, or the options of a command",
    "  assetlint version                     which version this is",
    "",
    "Examples:",
    "  assetlint ships/                      check every asset in a folder and below",
    "  assetlint -f sarif=assets.sarif .     the same, with a report for code scanning",
    "  assetlint explain xmf/data-range",
    "",
    "Exit status: 0 nothing found at or above --fail-on, 1 something found, 2 wrong",
    "usage or nothing to check, 3 something could not be checked or written.",
    "",
    "Formats:",
    NULL,
};

static const char *const check_lines[] = {
    "Usage: assetlint [check] [OPTIONS] PATH...",
    "",
    "Checks files, and folders to the bottom. What is of no known format is passed over",
    "in folders; links in them are not followed, and folders of version control (.git,",
    ".hg, .svn, .bzr) not entered. - is one file from standard input.",
    "",
    "What to check:",
    "      --files-from FILE     also the paths in FILE, one a line; - is standard input",
    "      --exclude GLOB        paths below a folder to leave out: * and ? within a part, **",
    "                            across, '**/old/**' at any depth; may be repeated",
    "  -0, --null                the paths in FILE end in NUL instead",
    "      --stdin-name NAME     what to call standard input; default: -",
    "      --game NAME           only the rules about one game: x-rebirth, x4, victoria2,",
    "                            bbmod, lost-saga. Default: all of them",
    "      --with PATH           what the files refer to, such as the unpacked game or",
    "                            another mod: looked at, never reported; may be repeated",
    "",
    "What to report:",
    "  -f, --format NAME[=FILE]  text, lines (one for each finding, for grep and editors),",
    "                            json, ndjson, sarif, github (annotations of a workflow, and",
    "                            its summary in GITHUB_STEP_SUMMARY) or junit, to FILE or",
    "                            standard output; may be repeated. Text goes to standard",
    "                            output unless a format without =FILE does",
    "      --show LEVEL          lowest level that is reported: error, warning, note.",
    "                            Default: note in json and ndjson, warning in the others;",
    "                            junit has as failures what --fail-on names",
    "      --select RULES        only these: rule ids or globs such as xmf/*, with commas",
    "      --ignore RULES        not these; wins over --select",
    "      --level RULES=LEVEL   report them as error, warning, note, or off",
    "      --baseline FILE       without the findings in FILE",
    "      --write-baseline FILE write all findings to FILE; ends with 0 whatever they are",
    "      --max-per-rule N      findings of a rule in a file to print, 0 for all. Default:",
    "                            3 in text, 20 in lines, all in the others. Totals count",
    "                            all",
    "      --color WHEN          auto (default; honours NO_COLOR), always, never",
    "  -q, --quiet               findings and failures alone, nothing below them",
    "      --sarif-root FOLDER   what SARIF's paths are relative to; default: the nearest",
    "                            folder with .git in it from here upwards, or this one",
    "      --sarif-suppressed    SARIF has what is suppressed, too, marked as such",
    "",
    "How to check:",
    "      --fail-on LEVEL       lowest level that makes the exit status 1: error (default),",
    "                            warning, note, never",
    "      --allow-empty         also succeed where no file of a known format is found",
    "  -j, --jobs N              files to check at once; default: one for each processor.",
    "                            The report is the same for every N",
    "      --max-file-size N     larger files are not read; 1G, 64M, 512K are numbers too.",
    "                            Default of these three: 1G",
    "      --max-inflated N      bytes that one file may inflate to",
    "      --max-memory N        bytes of all files that are checked at once",
    "      --config FILE         what else is to be so; default: assetlint.json in the folder",
    "                            of the first path, or the nearest above it",
    "      --no-config           no such file, nor NAME.assetlintignore beside a file",
    "",
    "Examples:",
    "  assetlint ships/ --fail-on warning",
    "  assetlint -f json=report.json --ignore '*/trailing-bytes' ships/",
    "  git ls-files -z '*.xmf' | assetlint --files-from - -0",
    NULL,
};

static const char *const rules_lines[] = {
    "Usage: assetlint rules [--format text|json|markdown]",
    "",
    "Lists every rule: its id, its level, whether what it finds may crash the game, and",
    "what it finds. JSON and Markdown hold the explanations too.",
    "",
    "  -f, --format NAME         text (default), json or markdown",
    NULL,
};

static const char *const explain_lines[] = {
    "Usage: assetlint explain RULE",
    "",
    "Says what a rule means, what happens in the game, how to fix what it finds, and",
    "where that is known from.",
    "",
    "Example: assetlint explain xmf/collision-declaration",
    NULL,
};

static const char *const dump_lines[] = {
    "Usage: assetlint dump [--format text|json] [--full] FILE",
    "",
    "Shows what a file holds, each value with its byte offset; + marks an offset in",
    "inflated data. Names are those of findings. Large arrays are summed up. Of a",
    "package the list is shown, not what its members hold.",
    "",
    "  -f, --format NAME         text (default) or json",
    "      --full                every item of large arrays",
    NULL,
};

void print_help(FILE *out)
{
    print_lines(out, main_lines);
    const size_t formats = al_format_count();
    for (size_t i = 0; i < formats; i++)
        fprintf(out, "  %-8s %s\n", al_format_at(i)->id, al_format_at(i)->name);
    for (size_t i = 0; i < al_package_count(); i++)
        fprintf(out, "  %-8s %s, with all that is in it\n", al_package_at(i)->id, al_package_at(i)->name);
}

void print_check_help(FILE *out)
{
    print_lines(out, check_lines);
}

void print_rules_help(FILE *out)
{
    print_lines(out, rules_lines);
}

void print_explain_help(FILE *out)
{
    print_lines(out, explain_lines);
}

void print_dump_help(FILE *out)
{
    print_lines(out, dump_lines);
}
