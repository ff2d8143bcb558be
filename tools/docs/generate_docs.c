/* generate_docs.c: writes the pages of formats and rules from the tables of the program.
 *
 *     generate_docs DIR
 *
 * DIR/formats gets a page for every format, package and relation: a text from formats/<id>.md beside this
 * file, about order, arithmetic and compression, then the records from layout.def and the rules from
 * rules/<id>.def. DIR/rules gets a page for every prefix of rules. Existing pages are overwritten.
 */
#include <ctype.h>
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "containers/members.h"
#include "formats/format.h"
#include "kit/layout.h"
#include "markdown.h"
#include "relations/relations.h"
#include "report/texts.h"

enum { LONGEST_PATH = 4096 };

/* Prints the error of a file. Returns false. */
static bool complain(const char *path)
{
    fprintf(stderr, "generate_docs: %s: %s\n", path, strerror(errno));
    return false;
}

static bool join(char path[LONGEST_PATH], const char *folder, const char *name, const char *extension)
{
    const int length = snprintf(path, LONGEST_PATH, "%s/%s%s", folder, name, extension);
    if (length >= 0 && length < LONGEST_PATH)
        return true;
    errno = ENAMETOOLONG;
    return complain(folder);
}

/* ---- Parts of pages ------------------------------------------------------------------------------------ */

static void write_origin(FILE *out, const char *sources)
{
    fprintf(out, "<!-- Written by generate_docs (tools/docs) from %s: change those. -->\n\n", sources);
}

static void write_rule_link(FILE *out, const char *to_rules, const al_rule *rule)
{
    fprintf(out, "[%s](%s%s.md#", rule->id, to_rules, rule->format);
    md_anchor(out, rule->id);
    fputc(')', out);
}

/* All rules of one prefix. `to_rules` is the path from the page to docs/rules. */
static void write_rule_table(FILE *out, const char *to_rules, const char *format)
{
    fputs("| rule | level | crash | confidence | what it finds |\n| --- | --- | --- | --- | --- |\n", out);
    for (size_t i = 0; i < al_rule_count(); i++) {
        const al_rule *rule = al_rule_at(i);
        if (strcmp(rule->format, format) != 0)
            continue;
        fputs("| ", out);
        write_rule_link(out, to_rules, rule);
        fprintf(out, " | %s | %s| %s | ", al_level_name(rule->level), rule->crash ? "crash " : "",
                al_confidence_name(rule->confidence));
        md_text(out, rule->title, MD_CELL);
        fputs(" |\n", out);
    }
}

static void write_extensions(FILE *out, const char *extensions)
{
    const char *separator = "";
    for (const char *word = extensions; *word != '\0'; word += strspn(word, " ")) {
        const int length = (int)strcspn(word, " ");
        fprintf(out, "%s`.%.*s`", separator, length, word);
        separator = ", ";
        word += length;
    }
}

/* ---- The page of a format ------------------------------------------------------------------------------ */

static const char *type_name(const al_row *row)
{
    return row->type == AL_TYPE_u8 && row->text ? "char" : al_scalar_name(row->type);
}

/* Bytes without a row in the record. */
static void write_gap(FILE *out, uint32_t from, uint32_t to)
{
    if (from < to)
        fprintf(out, "| `0x%02X` | `u8[%u]` | | no field of this record: see above |\n", from, to - from);
}

/* The legal values of a row: a magic, a constant, a range, the words of an enum. */
static void write_legal(FILE *out, const al_row *row)
{
    if (row->text && row->legal != NULL) {
        char shown[AL_MESSAGE_SIZE];
        (void)al_escape(row->legal, strlen(row->legal), shown, sizeof shown);
        fprintf(out, "\"%s\"%s", shown, strlen(row->legal) < row->count ? " and a NUL" : "");
    } else if (row->legal != NULL)
        fputs(row->legal, out);
    for (size_t i = 0; row->words != NULL && i < row->words->count; i++) {
        fprintf(out, row->bits ? "%s0x%llX " : "%s%lld ", i > 0 ? ", " : "",
                (long long)row->words->items[i].value);
        md_text(out, row->words->items[i].word, MD_CELL);
    }
}

static void write_row(FILE *out, const al_row *row)
{
    fprintf(out, "| `0x%02X` | `%s", row->offset, type_name(row));
    if (row->count != 1 || row->text)
        fprintf(out, "[%u]", row->count);
    fprintf(out, "` | `%s` | ", row->name);
    const bool has_meaning = row->meaning[0] != '\0';
    const bool has_legal = row->legal != NULL || (row->words != NULL && row->words->count > 0);
    const bool is_constant = row->text || (row->bounded && row->min == row->max);
    if (is_constant)
        write_legal(out, row);
    if (is_constant && has_legal && has_meaning)
        fputs("; ", out);
    md_text(out, row->meaning, MD_CELL);
    if (!is_constant && has_legal && has_meaning)
        fputs("; ", out);
    if (!is_constant)
        write_legal(out, row);
    fputs(has_meaning || has_legal ? " |\n" : "|\n", out);
}

static void write_record(FILE *out, const al_layout *layout)
{
    uint32_t end = 0;
    fprintf(out, "\n### %c", toupper((unsigned char)layout->title[0]));
    md_text(out, layout->title + 1, MD_PARAGRAPH);
    fprintf(out, ": %u byte%s\n\n| offset | type | name | meaning |\n| --- | --- | --- | --- |\n",
            layout->size, layout->size == 1 ? "" : "s");
    for (size_t i = 0; i < layout->row_count; i++) {
        const al_row *row = &layout->rows[i];
        write_gap(out, end, row->offset);
        write_row(out, row);
        end = row->offset + row->count * al_scalar_size(row->type);
    }
    write_gap(out, end, layout->size);
}

static void write_magic(FILE *out, const al_magic *magic)
{
    bool printable = true;
    for (size_t i = 0; i < magic->size; i++)
        printable = printable && magic->bytes[i] > ' ' && magic->bytes[i] <= '~' && magic->bytes[i] != '`';
    if (printable)
        fprintf(out, "`%.*s`, bytes ", (int)magic->size, magic->bytes);
    fputc('`', out);
    for (size_t i = 0; i < magic->size; i++)
        fprintf(out, "%s%02X", i > 0 ? " " : "", (unsigned)(unsigned char)magic->bytes[i]);
    fprintf(out, "`, at offset %u", magic->offset);
}

static void write_recognition(FILE *out, const al_format *format)
{
    char id[64];
    fputs("- Files: ", out);
    write_extensions(out, format->info.extensions);
    fputs("\n- Recognised by ", out);
    if (format->hooks->magic == NULL) {
        fputs("its name and the values of its header, since it has no magic: see below\n", out);
        return;
    }
    write_magic(out, format->hooks->magic);
    (void)snprintf(id, sizeof id, "%s/bad-magic", format->info.id);
    const al_rule *bad_magic = al_rule_find(id);
    if (bad_magic != NULL) {
        fputs(". A file with that extension and another beginning is ", out);
        write_rule_link(out, "../rules/", bad_magic);
    }
    fputc('\n', out);
}

/* The text that is written by hand. */
static bool copy_text(FILE *out, const char *id)
{
    char path[LONGEST_PATH], block[4096];
    size_t length;
    if (!join(path, GENERATE_DOCS_TEXTS, id, ".md"))
        return false;
    FILE *text = fopen(path, "rb");
    if (text == NULL)
        return complain(path);
    while ((length = fread(block, 1, sizeof block, text)) > 0)
        (void)fwrite(block, 1, length, out);
    const bool whole = !ferror(text) || complain(path);
    (void)fclose(text);
    return whole;
}

/* The prefix of the rules of a format: archives share one. */
static const char *rules_of(const char *id)
{
    for (size_t i = 0; al_container_at(i) != NULL; i++)
        if (strcmp(al_container_at(i)->info.id, id) == 0)
            return al_container_at(i)->rules;
    return id;
}

static void write_rules_of(FILE *out, const char *id)
{
    const char *rules = rules_of(id);
    fprintf(
        out,
        "\n## Rules\n\nWhat each means for the game, and how to fix it: [rules of %s](../rules/%s.md).\n\n",
        rules, rules);
    write_rule_table(out, "../rules/", rules);
}

static void write_heading(FILE *out, const char *id, const char *name, const char *layout)
{
    char sources[256];
    (void)snprintf(sources, sizeof sources, "tools/docs/formats/%s.md%s and rules/%s.def", id, layout,
                   rules_of(id));
    write_origin(out, sources);
    fputs("# ", out);
    md_text(out, name, MD_PARAGRAPH);
    fputs("\n\n", out);
}

static bool write_format(FILE *out, const char *id)
{
    const al_format *format = al_formats;
    while (strcmp(format->info.id, id) != 0)
        format++;
    write_heading(out, id, format->info.name, ", the layout.def of its folder");
    write_recognition(out, format);
    fputc('\n', out);
    if (!copy_text(out, id))
        return false;
    fputs("\n## Records\n", out);
    for (const al_layout *const *layout = format->hooks->layouts; *layout != NULL; layout++)
        write_record(out, *layout);
    write_rules_of(out, id);
    return true;
}

/* A package has no records. */
static bool write_package(FILE *out, const char *id)
{
    const al_format_info *package = al_package_at(0);
    for (size_t i = 1; strcmp(package->id, id) != 0; i++)
        package = al_package_at(i);
    write_heading(out, id, package->name, "");
    fputs("- Files: ", out);
    write_extensions(out, package->extensions);
    fputs("\n- Recognised by the name\n\n", out);
    if (!copy_text(out, id))
        return false;
    write_rules_of(out, id);
    return true;
}

/* Rules across the files of a mod. */
static bool write_mods(FILE *out, const char *prefix)
{
    write_heading(out, prefix, al_prefix_name(prefix), "");
    if (!copy_text(out, prefix))
        return false;
    write_rules_of(out, prefix);
    return true;
}

static void write_mods_link(FILE *out, const al_relation *relation)
{
    fputs("| [", out);
    md_text(out, relation->name, MD_CELL);
    fprintf(out, "](%s.md) | a folder or package | [%s](../rules/%s.md) |\n", relation->format,
            relation->format, relation->format);
}

static void write_format_link(FILE *out, const al_format_info *format)
{
    fputs("| [", out);
    md_text(out, format->name, MD_CELL);
    fprintf(out, "](%s.md) | ", format->id);
    write_extensions(out, format->extensions);
    fprintf(out, " | [%s](../rules/%s.md) |\n", rules_of(format->id), rules_of(format->id));
}

/* The list of formats, and what their pages have in common. */
static bool write_formats(FILE *out, const char *unused)
{
    (void)unused;
    write_origin(out, "src/formats/formats.def and src/containers");
    fputs("# Formats\n\n| format | files | rules |\n| --- | --- | --- |\n", out);
    for (size_t i = 0; i < al_format_count(); i++)
        write_format_link(out, al_format_at(i));
    for (size_t i = 0; i < al_package_count(); i++)
        write_format_link(out, al_package_at(i));
    for (size_t i = 0; al_relation_at(i) != NULL; i++)
        if (al_relation_at(i)->name != NULL)
            write_mods_link(out, al_relation_at(i));
    fputs("\nIn the tables of records, `u`, `i` and `f` are unsigned integers, signed integers and IEEE "
          "floats, with their\nnumber of bits; `f32[6]` is six floats, `char[128]` a text of 128 "
          "bytes that ends "
          "at its first NUL. Offsets count\nfrom the start of the record. Findings and `assetlint dump` use "
          "the same names.\n",
          out);
    return true;
}

/* ---- The pages of rules -------------------------------------------------------------------------------- */

static void write_part(FILE *out, const char *name, const char *text)
{
    fprintf(out, "\n**%s** ", name);
    md_text(out, text, MD_PARAGRAPH);
    fputc('\n', out);
}

static void write_rule(FILE *out, const al_rule *rule)
{
    fprintf(out, "\n## %s\n\n**", rule->id);
    md_text(out, rule->title, MD_PARAGRAPH);
    fputs(
        "**\n\n| level | crash | confidence | fix | since | games |\n| --- | --- | --- | --- | --- | --- |\n",
        out);
    fprintf(out, "| %s | %s | %s | %s | %s | %s |\n", al_level_name(rule->level),
            rule->crash ? "yes: a reader that trusts the file crashes or reads out of bounds" : "no",
            al_confidence_name(rule->confidence), al_fix_kind_name(rule->fix_kind), rule->since,
            games_of(rule->games).text);
    write_part(out, "In the game:", rule->why);
    write_part(out, "How to fix it:", rule->fix);
    fprintf(out, "\n**How sure:** %s. ", al_confidence_name(rule->confidence));
    md_text(out, rule->source, MD_PARAGRAPH);
    fputc('\n', out);
}

/* Whether a prefix has a page in docs/formats: these four are about no format. */
static bool has_page(const char *prefix)
{
    static const char *const without[] = {"file", "budget", "config", "baseline"};
    bool has = true;
    for (size_t i = 0; i < sizeof without / sizeof without[0] && has; i++)
        has = strcmp(without[i], prefix) != 0;
    return has;
}

static bool write_rules(FILE *out, const char *format)
{
    char sources[64];
    const char *title = al_prefix_name(format);
    (void)snprintf(sources, sizeof sources, "rules/%s.def", format);
    write_origin(out, sources);
    fputs("# Rules: ", out);
    md_text(out, title, MD_PARAGRAPH);
    fputs("\n\n[All rules](README.md), and what their levels mean", out);
    if (strcmp(format, "archive") == 0)
        fputs("; the formats [zip](../formats/zip.md), [7z](../formats/7z.md) and [tar](../formats/tar.md)",
              out);
    else if (has_page(format))
        fprintf(out, "; [the format](../formats/%s.md)", format);
    fputs(".\n", out);
    for (size_t i = 0; i < al_rule_count(); i++)
        if (strcmp(al_rule_at(i)->format, format) == 0)
            write_rule(out, al_rule_at(i));
    return true;
}

static bool starts_format(size_t number)
{
    return number == 0 || strcmp(al_rule_at(number - 1)->format, al_rule_at(number)->format) != 0;
}

static bool write_catalogue(FILE *out, const char *unused)
{
    (void)unused;
    write_origin(out, "rules/*.def");
    fputs("# Rules\n\n"
          "Each rule has a level, and `--level` sets another:\n\n"
          "- An **error** breaks something in the game.\n"
          "- A **warning** may break something, or is the sign of a mistake.\n"
          "- A **note** works, but was probably not intended.\n\n"
          "The level of a rule is its most severe one; some of its findings have a lower one.\n"
          "**Crash** marks rules about files that make a trusting reader crash or read out of bounds.\n\n"
          "The confidence says how sure a rule is. It is `certain` if working files or the game\n"
          "itself show it, or if the bytes contradict each other; otherwise it is `likely` or\n"
          "`possible`. **Since** is the version of assetlint that introduced the rule. The games are\n"
          "the values of `--game` for which the rule runs. `assetlint explain RULE` prints the same\n"
          "text as these pages.\n",
          out);
    for (size_t i = 0; i < al_rule_count(); i++) {
        const char *format = al_rule_at(i)->format;
        if (!starts_format(i))
            continue;
        fputs("\n## ", out);
        md_text(out, al_prefix_name(format), MD_PARAGRAPH);
        fputs("\n\n", out);
        write_rule_table(out, "", format);
    }
    return true;
}

/* ---- Files --------------------------------------------------------------------------------------------- */

typedef bool page_writer(FILE *out, const char *about);

static bool write_page(const char *folder, const char *name, page_writer *writer, const char *about)
{
    char path[LONGEST_PATH];
    if (!join(path, folder, name, ".md"))
        return false;
    FILE *out = fopen(path, "wb");
    if (out == NULL)
        return complain(path);
    const bool written = writer(out, about);
    const bool failed = ferror(out) != 0;
    if (fclose(out) != 0 || failed)
        return complain(path);
    return written;
}

static bool make_folder(char path[LONGEST_PATH], const char *parent, const char *name)
{
    if (!join(path, parent, name, ""))
        return false;
    return mkdir(path, 0777) == 0 || errno == EEXIST || complain(path);
}

static bool write_all(const char *folder)
{
    char formats[LONGEST_PATH], rules[LONGEST_PATH];
    if (!make_folder(formats, folder, "formats") || !make_folder(rules, folder, "rules"))
        return false;
    bool ok = write_page(formats, "README", write_formats, NULL);
    for (size_t i = 0; i < al_format_count() && ok; i++)
        ok = write_page(formats, al_format_at(i)->id, write_format, al_format_at(i)->id);
    for (size_t i = 0; i < al_package_count() && ok; i++)
        ok = write_page(formats, al_package_at(i)->id, write_package, al_package_at(i)->id);
    for (size_t i = 0; al_relation_at(i) != NULL && ok; i++)
        if (al_relation_at(i)->name != NULL)
            ok = write_page(formats, al_relation_at(i)->format, write_mods, al_relation_at(i)->format);
    ok = ok && write_page(rules, "README", write_catalogue, NULL);
    for (size_t i = 0; i < al_rule_count() && ok; i++)
        if (starts_format(i))
            ok = write_page(rules, al_rule_at(i)->format, write_rules, al_rule_at(i)->format);
    return ok;
}

int main(int count, char **arguments)
{
    if (count != 2) {
        fputs("usage: generate_docs DIR\n", stderr);
        return 2;
    }
    return write_all(arguments[1]) ? 0 : 1;
}
