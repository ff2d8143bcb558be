#!/usr/bin/env python3
"""generate.py: makes the fixtures of the tests, and the files of corpus/*/seeds and corpus/first_look.

    tools/corpus/generate.py        makes build/fixtures if it is missing or old

build/fixed has beside them what `assetlint fix` must make of those that have fixes, build/mod_inputs those of mods as the
fuzzer reads them.

They depend on nothing but these modules and the .def files: no clock, no random numbers, no zlib. Seeds are committed, and
tools/regenerate writes them. Fixtures are not: all builds of a checkout share those in build/fixtures. What each must give is
in tests/rules/FORMAT.expected.
"""

import fcntl
import functools
import hashlib
import importlib
import json
import os
import pathlib
import re
import sys

sys.dont_write_bytecode = True

import archive_seeds  # noqa: E402
import first_look  # noqa: E402
import folders  # noqa: E402

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
SEED_LIMIT = 4096
FIXTURES = ROOT / "build/fixtures"
FIXED = ROOT / "build/fixed"
# The fixtures of mods as inputs of the fuzzer, which the replay reads.
MOD_INPUTS = ROOT / "build/mod_inputs"
MOD_INPUT_LIMIT = 16384     # each allocation fails once, which takes long for large ones
# The digest of what fixtures are made of, and what the generator knows about each: {path: Fixture.stated()}.
STATED = ROOT / "build/fixtures.json"


def generated():
    """The committed files: path beneath the root: bytes."""
    files = {f"{FIRST_LOOK}/{name}": content for name, content in first_look.first_look().items()}
    for format, seeds in SEEDS.items():
        for name, content in seeds().items():
            assert len(content) < SEED_LIMIT, name
            files[f"corpus/{format}/seeds/{name}"] = content
    return files


def present():
    """Path beneath the root: bytes of what lies in these folders."""
    folders = [ROOT / "corpus" / format / "seeds" for format in SEEDS] + [ROOT / FIRST_LOOK]
    return {path.relative_to(ROOT).as_posix(): path.read_bytes()
            for folder in folders for path in folder.rglob("*") if path.is_file()}


# ---- Fixtures --------------------------------------------------------------------------------------------------------

def digest():
    """Of everything that fixtures are made of."""
    sources = hashlib.sha256()
    for path in sorted([*ROOT.glob("tools/corpus/*.py"), *ROOT.glob("src/**/*.def")]):
        sources.update(path.relative_to(ROOT).as_posix().encode() + path.read_bytes())
    return sources.hexdigest()


def known():
    return json.loads(STATED.read_text(encoding="utf-8")) if STATED.exists() else {}


def write(top, files):
    """Makes the folder `top` these files, and touches none that is right already."""
    for folder, _, names in os.walk(top, topdown=False):
        for name in names:
            path = os.path.join(folder, name)
            if os.path.relpath(path, top) not in files:
                os.unlink(path)
        if not os.listdir(folder):
            os.rmdir(folder)
    for name, content in files.items():
        path = top / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists() or path.read_bytes() != content:
            path.write_bytes(content)


def beneath(top, files):
    return {path.removeprefix(f"{top}/"): content for path, content in files.items() if path.startswith(f"{top}/")}


def mod_inputs(fixtures):
    """Of fixtures with a reference the folder `mod` is checked, of the others all."""
    for fixture in fixtures:
        if fixture.path.partition("/")[0] in MODS and isinstance(fixture.content, dict):
            own, reference = fixture.content, {}
            if "with" in fixture.options:
                own, reference = (beneath(top, fixture.content) for top in ("mod", fixture.options["with"]))
            content = folders.row(own, reference)
            if len(content) <= MOD_INPUT_LIMIT:
                yield f"{fixture.path}.mod", content


def stated():
    """What fixtures must give: {path: Fixture.stated()}. Makes those in FIXTURES if they are missing or old."""
    FIXTURES.mkdir(parents=True, exist_ok=True)
    with open(FIXTURES.with_suffix(".lock"), "wb") as lock:     # several builds may come here at once
        fcntl.flock(lock, fcntl.LOCK_EX)
        current = digest()
        made = known()
        if made.get("digest") == current:
            os.utime(STATED)
            return made["fixtures"]
        STATED.unlink(missing_ok=True)
        fixtures = [fixture for rules in RULES for rule in rules() for fixture in rule.fixtures]
        write(FIXTURES, {path: content for fixture in fixtures for path, content in fixture.files().items()})
        write(FIXED, {path: content for fixture in fixtures for path, content in fixture.fixes()})
        write(MOD_INPUTS, dict(mod_inputs(fixtures)))
        made = {fixture.path: fixture.stated() for fixture in sorted(fixtures, key=lambda fixture: fixture.path)}
        STATED.write_text(json.dumps({"digest": current, "fixtures": made}, indent=0), encoding="utf-8")
        return made


if __name__ == "__main__":
    stated()
