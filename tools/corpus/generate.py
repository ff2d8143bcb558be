"""generate.py: makes the files of corpus/*/seeds, corpus/first_look and tests/rules. tools/regenerate writes them.

They depend on nothing but these modules: no clock, no random numbers, no zlib. The folders hold no other files but
those of LEFT_ALONE.
"""

import functools
import importlib
import os
import pathlib
import re

import archive_seeds
import first_look

ROOT = pathlib.Path(__file__).resolve().parents[2]
# In the order of formats.def: each has a module of seeds and one of rules.
FORMATS = re.findall(r"^AL_FORMAT\(\w+, (\w+),", (ROOT / "src/formats/formats.def").read_text(encoding="utf-8"),
                     re.MULTILINE)
# They have no layout.def. Zip, 7z and tar have one module, and their rules are those of archives.
PACKAGES = ["cat"]
ARCHIVES = ["zip", "7z", "tar"]
# Rules across files.
MODS = ["x4", "pdx"]
# Those of formats among these have their fixtures with the format, and seeds together.
RELATED = ["pairs"]
SEEDS = {name: importlib.import_module(f"{name}_seeds").seeds
         for name in [*FORMATS, *PACKAGES, *MODS, *RELATED, "configuration", "inflate", "reports"]}
SEEDS |= {name: functools.partial(archive_seeds.seeds_of, name) for name in ARCHIVES}
RULES = [importlib.import_module(f"{name}_rules").rules
         for name in ["file", "config", *FORMATS, *PACKAGES, "archive", *MODS]]
FIRST_LOOK = "corpus/first_look"
LEFT_ALONE = {"CMakeLists.txt", "rules_test.c", "messages.txt", "places.txt"}
SEED_LIMIT = 4096


def generated():
    """Path beneath the root: bytes."""
    files = {f"{FIRST_LOOK}/{name}": content for name, content in first_look.first_look().items()}
    for format, seeds in SEEDS.items():
        for name, content in seeds().items():
            assert len(content) < SEED_LIMIT, name
            files[f"corpus/{format}/seeds/{name}"] = content
    for rules in RULES:
        for rule in rules():
            for fixture in rule.fixtures:
                for path, content in fixture.files().items():
                    files["tests/rules/" + path] = content
    return files


def present():
    """Path beneath the root: bytes of what lies in these folders."""
    folders = [ROOT / "corpus" / format / "seeds" for format in SEEDS] + [ROOT / FIRST_LOOK, ROOT / "tests" / "rules"]
    paths = [os.path.join(folder, name) for top in folders for folder, _, names in os.walk(top)
             for name in names if name not in LEFT_ALONE]
    return {os.path.relpath(path, ROOT): pathlib.Path(path).read_bytes() for path in paths}
