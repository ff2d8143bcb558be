/* text_report.c: the report for people: the findings of each file under its path, then a table of the broken
 * rules, how to fix what the first of them found, what could not be judged, and the verdict. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "core/limits.h"
#include "core/number.h"
#include "report/counts.h"
#include "report/page.h"
#include "report/report.h"
#include "report/texts.h"

/* Enough for a long path. A text in a damaged file may be much longer; the other forms show it completely. */
enum { MOST_OF_VALUE = 160 };

enum { MARGIN = 2, GAP = 2, LEVEL_COLUMNS = 7, NARROWEST = 40, USUAL_OFFSET = sizeof "0xFFFF" - 1 };
enum { NUMBER_COLUMNS = 11 };                      /* of lines of text files */
enum { RULE_COLUMN = 11, ENOUGH_FOR_TITLES = 44 }; /* of the table */
enum { MOST_FIXES = 3, PROSE_COLUMNS = 100, LONGEST_ID = 128 };

/* Files whose findings of a rule are not listed: so many files have it that it may well be in all. */
enum { MOST_FILES = 20 };
typedef struct crowd {
    uint64_t files, last_file;
    char *folder; /* that all of them are in, with its slash; "": none */
} crowd;

typedef struct text_report {
    report_base base;
    page page;
    const palette *colors;
    rule_table table;
    crowd *crowds; /* by rule; NULL: everything is listed */
    bool any_shown;
    bool any_listed; /* there are rows in the table */
} text_report;

static int larger(int a, int b)
{
    return a > b ? a : b;
}

static int smaller(int a, int b)
{
    return a < b ? a : b;
}

static void begin_text(void *state)
{
    text_report *text = state;
    const int width = text->base.settings.width;
    text->page.out = text->base.out;
    if (width > 0) /* the last column stays free, since some consoles wrap after it */
        text->page.width = larger(width, NARROWEST) - 1;
    text->colors = palette_for(text->base.settings.color);
    if (text->base.settings.per_rule != UINT64_MAX)
        text->crowds = calloc(al_rule_count(), sizeof *text->crowds);
    if (!rule_table_begin(&text->table) ||
        (text->crowds == NULL && text->base.settings.per_rule != UINT64_MAX))
        report_note(&text->base, REPORT_NO_MEMORY);
}

/* Writes a word that has the id of a rule in it, such as "[xmf/limit]", and stays on one line. In colours it
 * is a link to the page of the rule. */
static void write_rule_word(page *p, const palette *colors, const al_rule *rule, const char *homepage,
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

static void write_rule_id(page *p, const palette *colors, const al_rule *rule, const char *homepage)
{
    write_rule_word(p, colors, rule, homepage, rule->id);
}

/* ---- Lines of a text file ------------------------------------------------------------------------------ */

/* Writes a line with its number; of a line that is cut in front, `shift` columns are left out. */
static void write_line(text_report *text, uint64_t number, const char *line, int shift)
{
    page *p = &text->page;
    char digits[32];
    (void)snprintf(digits, sizeof digits, "%" PRIu64 " | ", number);
    page_to(p, p->indent - columns_of(digits));
    page_mark(p, text->colors->quiet);
    page_fit(p, digits);
    page_mark(p, text->colors->reset);
    page_fit(p, behind_columns(line, shift));
    page_end_line(p);
}

/* Carets under the range of a finding, at least one. */
static void write_carets(text_report *text, const al_finding *finding, int shift)
{
    page *p = &text->page;
    const int columns = columns_of(finding->excerpt->marked);
    page_to(p, p->indent + columns_of(finding->excerpt->before) - shift);
    page_mark(p, text->colors->level[finding->level]);
    for (int i = 0; i < columns || i == 0; i++)
        page_fit(p, "^");
    page_mark(p, text->colors->reset);
    page_end_line(p);
}

/* How many columns at the start of the lines are left out, so that half of a narrow terminal shows the range
 * of the finding. */
static int columns_left_out(const page *p, const al_excerpt *e)
{
    const int room = p->width - p->indent, marked = columns_of(e->marked);
    return p->width == 0 ? 0 : larger(0, columns_of(e->before) + smaller(marked, room / 2) - room);
}

/* The line of a finding in a text file, between its neighbours. */
static void write_excerpt(text_report *text, const al_finding *finding)
{
    const al_excerpt *e = finding->excerpt;
    page *p = &text->page;
    const int indent = p->indent;
    p->indent = NUMBER_COLUMNS;
    const int shift = columns_left_out(p, e);
    char *line = text_of("%s%s%s", e->before, e->marked, e->behind);
    report_note(&text->base, line != NULL ? REPORT_OK : REPORT_NO_MEMORY);
    if (e->above != NULL)
        write_line(text, finding->line - 1, e->above, shift);
    write_line(text, finding->line, line != NULL ? line : "", shift);
    write_carets(text, finding, shift);
    if (e->below != NULL)
        write_line(text, finding->line + 1, e->below, shift);
    free(line);
    p->indent = indent;
}

/* ---- A file and its findings --------------------------------------------------------------------------- */

/* The column where messages begin: behind the widest offset of the file. It is the same for most files. */
static int message_column(const text_report *text, const al_result *result)
{
    int columns = 0;
    for (size_t i = 0; i < result->finding_count; i++) {
        const al_finding *finding = &result->findings[i];
        if (finding->level >= text->base.settings.show && has_offset(finding))
            columns =
                larger(columns, columns_of("0x") + columns_of(al_show_hex(finding->offset, false).text));
    }
    const int offsets = columns > 0 ? GAP + larger(columns, USUAL_OFFSET) : 0;
    return MARGIN + offsets + LEVEL_COLUMNS + GAP;
}

/* A path is never broken into lines, so that it can be copied from a terminal. */
static void write_heading(text_report *text, const al_result *result)
{
    page *p = &text->page;
    char *path = path_of(result->path, result->member);
    if (path == NULL)
        report_note(&text->base, REPORT_NO_MEMORY);
    if (text->any_shown)
        page_end_line(p);
    page_mark(p, text->colors->path);
    page_mark(p, path != NULL ? path : "");
    page_mark(p, text->colors->reset);
    page_end_line(p);
    text->any_shown = true;
    free(path);
}

static void write_finding(text_report *text, const al_finding *finding)
{
    page *p = &text->page;
    const palette *c = text->colors;
    char *values = finding_values(finding, MOST_OF_VALUE);
    if (values == NULL) {
        report_note(&text->base, REPORT_NO_MEMORY);
        return;
    }
    page_to(p, MARGIN);
    if (has_offset(finding)) {
        page_fit(p, "0x");
        page_fit(p, al_show_hex(finding->offset, false).text);
    }
    page_to(p, p->indent - GAP - LEVEL_COLUMNS);
    page_mark(p, c->level[finding->level]);
    page_fit(p, al_level_name(finding->level));
    page_mark(p, c->reset);
    page_text(p, finding->message);
    page_end_line(p);
    page_to(p, p->indent);
    page_mark(p, c->quiet);
    write_rule_id(p, c, finding->rule, text->base.settings.homepage);
    page_text(p, "  ");
    page_text(p, values);
    page_mark(p, c->reset);
    page_end_line(p);
    if (finding->excerpt != NULL)
        write_excerpt(text, finding);
    free(values);
}

/* Says how many findings of the file are in no list. */
static void write_omitted(text_report *text, const al_result *result, bool has_heading)
{
    char words[120];
    if (result->omitted_level < text->base.settings.show || result->omitted == 0)
        return;
    /* without a heading, all findings that could be listed are suppressed */
    if (!has_heading)
        write_heading(text, result);
    (void)snprintf(words, sizeof words, "%" PRIu64 " more finding%s left out: the most severe %d are listed",
                   result->omitted, result->omitted == 1 ? " is" : "s are", AL_MAX_FINDINGS);
    page_text(&text->page, words);
    page_end_line(&text->page);
}

/* Says how many findings of the file are over the limit of their rules. */
static void write_refused(text_report *text)
{
    page *p = &text->page;
    const size_t rules = al_rule_count();
    for (size_t i = 0; i < rules; i++) {
        const uint64_t refused = quota_refused(&text->base.quota, i);
        if (refused == 0)
            continue;
        char words[40];
        (void)snprintf(words, sizeof words, "%" PRIu64 " more of ", refused);
        page_text(p, words);
        write_rule_id(p, text->colors, al_rule_at(i), text->base.settings.homepage);
        page_end_line(p);
    }
}

/* Shortens the folder until the path is in it. */
static void widen(char *folder, const char *path)
{
    size_t same = 0, length = 0;
    while (folder[same] != '\0' && folder[same] == path[same])
        if (folder[same++] == '/')
            length = same;
    folder[length] = '\0';
}

/* Whether a finding, which is in the table, is one too many to be listed. */
static bool is_crowded(text_report *text, const al_result *result, const al_finding *finding)
{
    crowd *c = text->crowds != NULL ? &text->crowds[finding->rule_number] : NULL;
    if (c == NULL || text->table.sums[finding->rule_number].files <= MOST_FILES)
        return false;
    if (c->last_file != text->table.file) {
        c->last_file = text->table.file;
        c->files++;
        if (c->folder == NULL)
            c->folder = path_of(result->path, "");
        if (c->folder == NULL)
            report_note(&text->base, REPORT_NO_MEMORY);
        else
            widen(c->folder, result->path);
    }
    return true;
}

/* Returns whether the file has a heading. */
static bool write_findings_of_rank(text_report *text, const al_result *result, cause_rank rank,
                                   bool has_heading)
{
    for (size_t i = 0; i < result->finding_count; i++) {
        const al_finding *finding = &result->findings[i];
        if (finding->level < text->base.settings.show || rank_of(finding->rule) != rank)
            continue;
        text->any_listed = true;
        rule_table_add(&text->table, finding);
        if (is_crowded(text, result, finding))
            continue;
        if (!has_heading)
            write_heading(text, result);
        has_heading = true;
        if (quota_take(&text->base.quota, finding))
            write_finding(text, finding);
    }
    return has_heading;
}

static void text_file(void *state, const al_result *result)
{
    text_report *text = state;
    bool has_heading = false;
    text->table.file++;
    text->page.indent = message_column(text, result);
    for (cause_rank rank = RANK_CAUSE; rank < CAUSE_RANKS; rank++)
        has_heading = write_findings_of_rank(text, result, rank, has_heading);
    if (has_heading)
        write_refused(text);
    write_omitted(text, result, has_heading);
}

/* ---- The table of rules -------------------------------------------------------------------------------- */

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
    page_to(p, MARGIN);
    page_mark(p, c->level[sum->level]);
    page_fit(p, al_level_name(sum->level));
    page_mark(p, c->reset);
    p->indent = RULE_COLUMN;
    page_to(p, p->indent);
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

/* Returns the number of rules. */
static size_t write_table(text_report *text)
{
    page *p = &text->page;
    const size_t count = rule_table_arrange(&text->table);
    const row_form form = form_of(text->table.sums, count, p->width);
    if (!form.too_wide)
        write_header(p, text->colors, &form);
    for (size_t i = 0; i < count; i++)
        write_row(p, text->colors, &form, &text->table.sums[i], text->base.settings.homepage);
    return count;
}

/* ---- The end ------------------------------------------------------------------------------------------- */

/* "(1 warning and 2 notes not shown; --show note shows them)": what --show hides. */
static void write_hidden(const text_report *text, page *p, const report_totals *totals)
{
    const uint64_t warnings = text->base.settings.show > AL_WARNING ? totals->warnings : 0;
    const uint64_t notes = text->base.settings.show > AL_NOTE ? totals->notes : 0;
    char some_warnings[40] = "", some_notes[40] = "", how[40] = "", words[160];
    if (warnings > 0)
        (void)snprintf(some_warnings, sizeof some_warnings, "%" PRIu64 " warning%s", warnings,
                       warnings == 1 ? "" : "s");
    if (notes > 0)
        (void)snprintf(some_notes, sizeof some_notes, "%" PRIu64 " note%s", notes, notes == 1 ? "" : "s");
    if (warnings + notes == 0)
        return;
    if (!text->base.settings.no_commands)
        (void)snprintf(how, sizeof how, "; --show %s shows %s", notes > 0 ? "note" : "warning",
                       warnings + notes == 1 ? "it" : "them");
    (void)snprintf(words, sizeof words, "(%s%s%s not shown%s)", some_warnings,
                   warnings > 0 && notes > 0 ? " and " : "", some_notes, how);
    page_text(p, " ");
    page_phrase(p, words);
}

static void write_verdict(text_report *text, const report_totals *totals)
{
    page *p = &text->page;
    const palette *c = text->colors;
    const bool failed = totals->exit_status != 0;
    char *words = file_counts_words(totals);
    report_note(&text->base, words != NULL ? REPORT_OK : REPORT_NO_MEMORY);
    p->indent = 0;
    page_mark(p, failed ? c->bad : c->good);
    page_text(p, verdict_word(totals));
    page_text(p, ":");
    page_mark(p, c->reset);
    p->indent = p->column + 1;
    page_text(p, words != NULL ? words : "");
    free(words);
    write_hidden(text, p, totals);
    page_end_line(p);
}

/* A paragraph, narrower than a wide terminal so that it is easy to read. */
static void write_prose(page *p, const char *words)
{
    const int width = p->width;
    p->width = width > 0 ? smaller(width, PROSE_COLUMNS) : PROSE_COLUMNS;
    p->indent = MARGIN;
    page_text(p, words);
    page_end_line(p);
    p->indent = 0;
    p->width = width;
}

/* The id of a rule between two texts, without blanks. */
static void write_id_between(text_report *text, const char *before, const al_rule *rule, const char *behind)
{
    char word[LONGEST_ID];
    (void)snprintf(word, sizeof word, "%s%s%s", before, rule->id, behind);
    write_rule_word(&text->page, text->colors, rule, text->base.settings.homepage, word);
}

static void write_fix(text_report *text, const al_rule *rule)
{
    page *p = &text->page;
    page_mark(p, text->colors->path);
    page_text(p, "How to fix ");
    write_id_between(text, "", rule, ":");
    page_mark(p, text->colors->reset);
    page_end_line(p);
    char *words =
        text_of("%s%s", text->base.settings.no_commands ? "" : fix_words(rule->fix_kind), rule->fix);
    report_note(&text->base, words != NULL ? REPORT_OK : REPORT_NO_MEMORY);
    write_prose(p, words != NULL ? words : "");
    page_end_line(p);
    free(words);
}

/* How many findings `assetlint fix` may help with. */
static void write_fixable(text_report *text)
{
    page *p = &text->page;
    const uint64_t safe = text->table.fixable[AL_FIX_SAFE], unsafe = text->table.fixable[AL_FIX_UNSAFE];
    if (safe + unsafe == 0 || text->base.settings.no_commands)
        return;
    char more[48] = "";
    if (unsafe > 0)
        (void)snprintf(more, sizeof more, ", with --unsafe %" PRIu64 " more", unsafe);
    char *words = text_of(" may mend %" PRIu64 " of these findings%s", safe > 0 ? safe : unsafe,
                          safe > 0 ? more : " with --unsafe");
    page_mark(p, text->colors->path);
    page_text(p, "assetlint fix");
    page_mark(p, text->colors->reset);
    page_phrase(p, words != NULL ? words : "");
    report_note(&text->base, words != NULL ? REPORT_OK : REPORT_NO_MEMORY);
    free(words);
    page_end_line(p);
    page_end_line(p);
}

static void write_command(text_report *text)
{
    page *p = &text->page;
    page_mark(p, text->colors->path);
    page_text(p, "assetlint explain RULE");
    page_mark(p, text->colors->reset);
    page_text(p, " ");
    page_phrase(p, "tells what it means and how to fix it");
    page_end_line(p);
    page_end_line(p);
}

/* Tells readers without a command line how to follow a fix that needs one. */
static void write_prompt(text_report *text, size_t fixes)
{
    page *p = &text->page;
    bool needed = false;
    for (size_t i = 0; i < fixes; i++) {
        const char *fix = text->table.sums[i].rule->fix;
        needed = needed || strstr(fix, "--") != NULL || strstr(fix, "`assetlint ") != NULL;
    }
    if (!needed)
        return;
    page_mark(p, text->colors->path);
    page_text(p, "How to use an option or a command:");
    page_mark(p, text->colors->reset);
    page_end_line(p);
    write_prose(p, "Open the folder of assetlint.exe, type cmd into the address line, and press Enter. "
                   "`assetlint --help` shows what you can type then.");
    page_end_line(p);
}

/* "2,480 more files with xmf/index-range in mod/ships/": those whose findings are not listed. */
static void write_crowds(text_report *text)
{
    page *p = &text->page;
    bool any = false;
    p->indent = 0;
    for (size_t i = 0; text->crowds != NULL && i < al_rule_count(); i++) {
        const crowd *c = &text->crowds[i];
        char words[48];
        if (c->files == 0)
            continue;
        page_mark(p, !any ? "\n" : "");
        any = true;
        (void)snprintf(words, sizeof words, "%" PRIu64 " more file%s with ", c->files,
                       c->files == 1 ? "" : "s");
        page_text(p, words);
        write_rule_id(p, text->colors, al_rule_at(i), text->base.settings.homepage);
        if (c->folder != NULL && c->folder[0] != '\0') {
            page_text(p, " in ");
            page_phrase(p, c->folder);
        }
        page_end_line(p);
    }
    if (any && !text->base.settings.no_commands) {
        page_text(p, "--max-per-rule 0 lists all findings");
        page_end_line(p);
    }
}

/* Lists the broken rules, and says how to fix what the first ones found. Readers without a command line can't
 * ask about the others, so all are explained to them. */
static void write_rules(text_report *text)
{
    page *p = &text->page;
    write_crowds(text);
    page_end_line(p);
    const size_t count = write_table(text);
    const size_t fixes = count < MOST_FIXES || text->base.settings.no_commands ? count : MOST_FIXES;
    page_end_line(p);
    p->indent = 0;
    write_fixable(text);
    for (size_t i = 0; i < fixes; i++)
        write_fix(text, text->table.sums[i].rule);
    if (text->base.settings.no_commands)
        write_prompt(text, fixes);
    if (fixes < count)
        write_command(text);
}

/* The reason without "(--with GAME looks)", if the reader has no command line. */
static int reason_length(const text_report *text, const char *reason)
{
    const char *option = text->base.settings.no_commands ? strstr(reason, " (--") : NULL;
    return (int)(option != NULL ? (size_t)(option - reason) : strlen(reason));
}

static void write_not_judged_item(text_report *text, const al_not_judged *item)
{
    page *p = &text->page;
    char others[64] = "";
    if (item->files > 1)
        (void)snprintf(others, sizeof others, "%" PRIu64 " files, the first ", item->files);
    char *path = path_of(item->path, item->member);
    char *words = path == NULL ? NULL
                               : text_of(" %" PRIu64 " reference%s in %s%s: %.*s", item->count,
                                         item->count == 1 ? "" : "s", others, path,
                                         reason_length(text, item->reason), item->reason);
    free(path);
    if (words == NULL) {
        report_note(&text->base, REPORT_NO_MEMORY);
        return;
    }
    page_mark(p, text->colors->path);
    page_text(p, "Not judged:");
    page_mark(p, text->colors->reset);
    p->indent = MARGIN;
    page_text(p, words);
    page_mark(p, text->colors->quiet);
    page_text(p, " ");
    write_id_between(text, "[", item->rule, "]");
    page_mark(p, text->colors->reset);
    page_end_line(p);
    p->indent = 0;
    free(words);
}

/* Says what the silence of a rule doesn't mean, unless its findings aren't shown anyway. */
static void write_not_judged(text_report *text, const report_totals *totals)
{
    bool any = false;
    text->page.indent = 0;
    for (size_t i = 0; i < totals->not_judged_count; i++) {
        const al_not_judged *item = &totals->not_judged[i];
        if (item->rule->level < text->base.settings.show)
            continue;
        any = true;
        write_not_judged_item(text, item);
    }
    if (any)
        page_end_line(&text->page);
}

static void finish_text(void *state, const report_totals *totals)
{
    text_report *text = state;
    if (text->base.settings.quiet)
        return;
    if (text->any_listed)
        write_rules(text);
    else if (text->any_shown)
        page_end_line(&text->page);
    write_not_judged(text, totals);
    write_verdict(text, totals);
}

static void release_text(void *state)
{
    text_report *text = state;
    for (size_t i = 0; text->crowds != NULL && i < al_rule_count(); i++)
        free(text->crowds[i].folder);
    free(text->crowds);
    rule_table_end(&text->table);
}

const report_form text_form = {
    .name = "text",
    .show = AL_WARNING,
    .per_rule = 3,
    .size = sizeof(text_report),
    .begin = begin_text,
    .file = text_file,
    .finish = finish_text,
    .release = release_text,
};
