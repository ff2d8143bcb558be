#!/usr/bin/env python3
"""new_format: writes the folder, the rows and the stubs of a new format.

    tools/new_format.py ID --name "ABC mesh (Some Game)" --magic ABC1 [--extension abc] [--family FAMILY]

It writes a format of a header and a counted array, with the rules of every format, which compiles at once. The tests
fail until the stubs are filled: seeds, a fixture for each rule, the trusting reader and the page about the format are
missing. At the end it lists what remains to do. It overwrites no file.
"""

import argparse
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]

LAYOUT = """\
/* layout.def: the records of a @ID@. */
AL_RECORD(@UP@_HEADER, @id@_header, "header")
AL_MAGIC(@UP@_HEADER, @MAGIC_BYTES@, "@MAGIC@", "")
AL_SCALAR(@UP@_HEADER, u32, items, "numItems", "")
AL_RECORD_END(@UP@_HEADER, @id@_header, @HEADER_BYTES@)

AL_RECORD(@UP@_ITEM, @id@_item, "item")
AL_SCALAR(@UP@_ITEM, f32, weight, "weight", "")
AL_RECORD_END(@UP@_ITEM, @id@_item, 4)
"""

HEADER = """\
/* @id@.h: a @ID@ as it was read, for the rules. */
#ifndef @GUARD@
#define @GUARD@

#include "kit/hooks.h"
#include "kit/walk.h"

#define AL_RULES "rules/@id@.def"
#include "kit/rule_numbers.h"

#define AL_LAYOUT "@FOLDER@/layout.def"
#include "kit/layout_declare.h"
#undef AL_LAYOUT

typedef struct @id@_file {
    al_path header_path;
    al_span header; /* the part that exists */
    al_span items;
    al_walk walk; /* after the last item, unless something stopped it */
} @id@_file;

extern const al_layout *const @id@_layouts[];
extern const al_hooks @id@_hooks;

al_parsed @id@_parse(al_job *job, void *document);

#endif
"""

PARSE = """\
/* @id@_parse.c: reads a @ID@, in the order of the bytes. */
#include "@FOLDER@/@id@.h"

#define AL_LAYOUT      "@FOLDER@/layout.def"
#define AL_LAYOUT_LIST @id@_layouts
#include "kit/layout_define.h"
#undef AL_LAYOUT

static bool read_items(@id@_file *f)
{
    static const al_form form = AL_MANY(@id@_item_layout, @UP@_ITEM_BYTES);
    const al_counter counter = @id@_header_counter(f->header, @UP@_HEADER_AT_items, &f->header_path);
    const al_path path = al_field(NULL, "items");
    return al_walk_array(&f->walk, &counter, &form, &path, "items", &f->items);
}

al_parsed @id@_parse(al_job *job, void *document)
{
    @id@_file *f = document;
    *f = (@id@_file){.header_path = al_field(NULL, "header"),
                     .walk = al_walk_of(job, @UP@_TRUNCATED, @UP@_COUNT_RANGE)};
    if (!al_has_magic(job->sink, @UP@_BAD_MAGIC, job->file, &@UP@_HEADER_MAGIC, &f->header_path) ||
        !al_walk_record(&f->walk, &@id@_header_layout, &f->header_path, &f->header))
        return AL_REFUSED;
    (void)read_items(f); /* reports an array that does not fit */
    return AL_READ;
}
"""

RULES_C = """\
/* @id@_rules.c: the rules of a @ID@. */
#include "@FOLDER@/@id@.h"

static void judge(al_job *job, const void *document)
{
    const @id@_file *f = document;
    (void)job;
    al_walk_end(&f->walk, @UP@_TRAILING_BYTES, NULL, "the last item");
}

const al_hooks @id@_hooks = {.limit_rule = @UP@_LIMIT,
                             .layouts = @id@_layouts,
                             .magic = &@UP@_HEADER_MAGIC,
                             .document_size = sizeof(@id@_file),
                             .parse = @id@_parse,
                             .judge = judge};
"""

RULES = """\
/* @id@.def: the rules of @ID@. Say here how many working files they are derived from. */
AL_COMMON_BAD_MAGIC(@UP@, "@id@", "@ID@ header, offset 0: \\"@MAGIC@\\"", "@SINCE@")
AL_COMMON_TRUNCATED(@UP@, "@id@", "@ID@: the items fill the file", "@SINCE@")
AL_COMMON_TRAILING_BYTES(@UP@, "@id@", "@ID@: the last item ends the file", "@SINCE@")
AL_COMMON_COUNT_RANGE(@UP@, "@id@", "@ID@: numItems", "@SINCE@")
AL_COMMON_LIMIT(@UP@, "@id@", "@SINCE@")
"""

ALL_BLOCK = """\
#define AL_RULE_FORMAT "@id@"
#define AL_RULE_GAMES  AL_EVERY_GAME
AL_RULES_OF(@UP@)
#include "rules/@id@.def"
#undef AL_RULE_FORMAT
#undef AL_RULE_GAMES

"""

BELIEVER = """\
/* believe_@id@.c: reads a @ID@ as a game would that trusts it. */
#include "believe.h"

void believe_@id@(believe_reader *r)
{
    believe_require(r, false, "its trusting reader is not written yet"); /* relies on @id@/truncated */
}
"""

DICTIONARY = """\
# @id@.dict: bytes of @ID@ files, little-endian. For -dict of libFuzzer and -x of AFL++.

# The header: magic
magic="@MAGIC@"
"""

SEEDS = """\
\"\"\"@id@_seeds.py: small files, one for each feature of the format.\"\"\"


def seeds():
    raise NotImplementedError("@id@_seeds.py: no seeds yet")
"""

RULES_PY = """\
\"\"\"@id@_rules.py: the fixtures of the rules of @ID@.\"\"\"

from fixtures import Book

BOOK = Book("@id@", "@id@")
rule, rules, error, warning, note = BOOK.rule, BOOK.rules, BOOK.error, BOOK.warning, BOOK.note
"""

TO_DO = (
    ("{folder}/layout.def", "the records of working files, with words and legal values"),
    ("{folder}/{id}_parse.c", "everything after the header, in the order of the bytes"),
    ("rules/{id}.def", "the rules: the effect in the game, how to fix it, the source of the fact"),
    ("rules/all.def", "the games of the rules, instead of AL_EVERY_GAME"),
    ("{folder}/{id}_rules.c", "a function for each"),
    ("tools/corpus/{id}_seeds.py", "small good files, which tools/regenerate writes"),
    ("tools/corpus/{id}_rules.py", "for each rule a file that fires it, and one as similar as possible that doesn't"),
    ("fuzz/believe_{id}.c, {id}.dict", "a reader that trusts every count and loads what a game keeps, with a line for each error rule"),
    ("tools/docs/formats/{id}.md", "what the tables don't show; then run tools/regenerate"),
    ("tests/unit/recognize_test.c", "the row of the format"),
    ("README.md, CHANGELOG.md", "the format, its files, its rules"))


class Sheet:
    """The files to write, collected first: after an error none is written."""

    def __init__(self):
        self.files = {}

    def new(self, path, text):
        if (ROOT / path).exists():
            sys.exit(f"new_format: {path} exists already")
        self.files[path] = text

    def append(self, path, text):
        self.files[path] = (ROOT / path).read_text(encoding="utf-8").rstrip("\n") + "\n" + text

    def insert(self, path, before, text):
        there = (ROOT / path).read_text(encoding="utf-8")
        at = there.index(before)
        self.files[path] = there[:at] + text + there[at:]

    def write(self):
        for path, text in self.files.items():
            target = ROOT / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(text, encoding="utf-8")
            print(f"  {path}")


def fill(template, values):
    for key, value in values.items():
        template = template.replace(f"@{key}@", value)
    return template


def version():
    return re.search(r"\bVERSION (\d+\.\d+\.\d+)", (ROOT / "CMakeLists.txt").read_text(encoding="utf-8")).group(1)


def write_stubs(arguments):
    name, up = arguments.id, arguments.id.upper()
    family = [arguments.family] if arguments.family else []
    folder = "/".join(["formats", *family, name])
    magic_bytes = len(arguments.magic)
    values = {"id": name, "UP": up, "ID": arguments.name.split(" ")[0], "FOLDER": folder, "MAGIC": arguments.magic,
              "MAGIC_BYTES": str(magic_bytes), "HEADER_BYTES": str(magic_bytes + 4),
              "GUARD": "_".join(["AL", *family, name, "H"]).upper(), "SINCE": version()}
    sheet = Sheet()
    for path, template in ((f"src/{folder}/layout.def", LAYOUT), (f"src/{folder}/{name}.h", HEADER),
                           (f"src/{folder}/{name}_parse.c", PARSE), (f"src/{folder}/{name}_rules.c", RULES_C),
                           (f"rules/{name}.def", RULES), (f"fuzz/believe_{name}.c", BELIEVER),
                           (f"fuzz/{name}.dict", DICTIONARY),
                           (f"tools/corpus/{name}_seeds.py", SEEDS),
                           (f"tools/corpus/{name}_rules.py", RULES_PY)):
        sheet.new(path, fill(template, values))
    extension = arguments.extension or name
    sheet.append("src/formats/formats.def",
                 f'AL_FORMAT({up}, {name}, "{arguments.name}", "{extension}")\n')
    sheet.insert("rules/all.def", '#define AL_RULE_FORMAT "cat"', fill(ALL_BLOCK, values))  # packages stand last
    return sheet, folder


def main():
    parser = argparse.ArgumentParser(description="Write the folder, the rows and the stubs of a new format.")
    parser.add_argument("id", help="prefix of its rules and name of its folder: abc")
    parser.add_argument("--name", required=True, help='its name for users: "ABC mesh (Some Game)"')
    parser.add_argument("--magic", required=True, help="the first bytes of its files, plain ASCII")
    parser.add_argument("--extension", help="without the dot; ID by default")
    parser.add_argument("--family", help="the folder of its family of formats")
    arguments = parser.parse_args()
    for word in filter(None, (arguments.id, arguments.family, arguments.extension)):
        if not re.fullmatch(r"[a-z][a-z0-9]*", word):
            parser.error(f"{word}: only lower-case letters and digits, a letter first")
    if not re.fullmatch(r"[A-Za-z0-9]{1,16}", arguments.magic):
        parser.error(f"{arguments.magic}: only letters and digits; put other bytes into the sources yourself")
    sheet, folder = write_stubs(arguments)
    print("Written:")
    sheet.write()
    print("To do, in this order; when all is done `ctest --preset dev` passes:")
    for path, what in TO_DO:
        print(f"  {path.format(folder='src/' + folder, id=arguments.id):<38}{what}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
