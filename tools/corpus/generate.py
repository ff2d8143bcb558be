#!/usr/bin/env python3
"""generate.py: writes the files of corpus/*/seeds, corpus/first_look and tests/rules; with --check it says whether they
are what it would write, and whether every field is called what layout.def calls it.

What it writes depends on nothing but these modules: no clock, no random numbers, no zlib. Files that it doesn't know
are removed from the folders it writes, other than those of LEFT_ALONE.
"""

import argparse
import functools
import importlib
import pathlib
import re
import sys

import archive_seeds
import first_look
import records

ROOT = pathlib.Path(__file__).resolve().parents[2]
# In the order of formats.def: each has a module of seeds and one of rules.
FORMATS = re.findall(r"^AL_FORMAT\w*\(\w+, (\w+),", (ROOT / "src/formats/formats.def").read_text(encoding="utf-8"),
                     re.MULTILINE)
# They have no layout.def. Zip, 7z and tar have one module, and their rules are those of archives.
PACKAGES = ["cat"]
ARCHIVES = ["zip", "7z", "tar"]
# Rules across files.
MODS = ["x4", "pdx"]
# Those of formats among these have their fixtures with the format, and seeds together.
RELATED = ["pairs"]
SEEDS = {name: importlib.import_module(f"{name}_seeds").seeds
         for name in [*FORMATS, *PACKAGES, *MODS, *RELATED, "configuration", "parts"]}
SEEDS |= {name: functools.partial(archive_seeds.seeds_of, name) for name in ARCHIVES}
RULES = [importlib.import_module(f"{name}_rules").rules
         for name in ["file", "config", *FORMATS, *PACKAGES, "archive", *MODS]]
# What the fixtures of a format have beside its own files.
PARTNERS = {"bbanim": "bbmod", "ani": "skl", "msh": "skl", "bgp": "bgf", "bgf": "bsg"}
FIRST_LOOK = "corpus/first_look"
LEFT_ALONE = {"CMakeLists.txt", "rules_test.c", "messages.txt"}
SEED_LIMIT = 4096


def generated():
    """Path beneath the root: bytes; and the names of fields that were used, by format."""
    files, names = {f"{FIRST_LOOK}/{name}": content for name, content in first_look.first_look().items()}, {}
    for format, seeds in SEEDS.items():
        records.named.clear()
        for name, content in seeds().items():
            assert len(content) < SEED_LIMIT, name
            files[f"corpus/{format}/seeds/{name}"] = content
        if format in FORMATS:
            names[format] = set(records.named)
    for rules in RULES:
        records.named.clear()
        made = rules()
        for rule in made:
            for fixture in rule.fixtures:
                for path, content in fixture.files().items():
                    files["tests/rules/" + path] = content
        if made[0].format in names:
            names[made[0].format] |= records.named
    return files, names


def unknown_names(root, names):
    """The fields that no layout.def of the format, its partner or their family has by that name."""
    for format, used in names.items():
        layout, = (root / "src" / "formats").glob(f"**/{format}/layout.def")
        family = layout.parents[1]
        paths = [layout, family / "layout.def", family / PARTNERS.get(format, format) / "layout.def"]
        texts = [path.read_text(encoding="utf-8") for path in paths if path.exists()]
        for name in sorted(used - set(re.findall(r'"(\w+)"', "".join(texts)))):
            yield f"{layout.relative_to(root).as_posix()} has no field {name}"


def present(root):
    """Path: bytes of what lies in the folders that are ours."""
    folders = [root / "corpus" / format / "seeds" for format in SEEDS]
    folders += [root / FIRST_LOOK, root / "tests" / "rules"]
    paths = [path for folder in folders for path in sorted(folder.rglob("*"))
             if path.is_file() and path.name not in LEFT_ALONE]
    return {path.relative_to(root).as_posix(): path.read_bytes() for path in paths}


def differences(wanted, there):
    for path in sorted(wanted.keys() | there.keys()):
        if path not in there:
            yield path, "is missing"
        elif path not in wanted:
            yield path, "is not generated"
        elif wanted[path] != there[path]:
            yield path, "differs"


def write(root, wanted, there):
    for path, _ in differences(wanted, there):
        target = root / path
        if path not in wanted:
            target.unlink()
            continue
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(wanted[path])


def main():
    parser = argparse.ArgumentParser(description="Write the seeds and the fixtures of the rules.")
    parser.add_argument("--check", action="store_true", help="write nothing, exit 1 when something differs")
    parser.add_argument("--root", type=pathlib.Path, default=ROOT)
    arguments = parser.parse_args()
    wanted, names = generated()
    there = present(arguments.root)
    if not arguments.check:
        write(arguments.root, wanted, there)
        print(f"{len(wanted)} files")
        return 0
    wrong = [" ".join(difference) for difference in differences(wanted, there)]
    wrong += unknown_names(arguments.root, names)
    for line in wrong:
        print(line)
    print(f"{len(wanted)} files, {len(wrong)} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
