#!/usr/bin/env python3
"""mods_test.py: checks whole published mods, and what is found when a file of one has another name.

    mods_test.py --program PATH [--real DIR] [--renames N]

DIR/mods has EXPECTED.tsv with the columns mod, path, rule and field (`-` for the whole file): every error and warning
about references among files that must be reported, and no other may be. Each mod is given as its folder, in the folder
above, and as `.` inside. With --renames one file of a mod in which every reference holds gets another name, N times:
exactly one reference must be reported, and nothing else. The mods are not ours, so they are in no checkout: DIR is
$ASSETLINT_REAL, or shared/real beside the checkout, and where that is absent every test is skipped.
"""

import argparse
import csv
import json
import os
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree

ROOT = pathlib.Path(__file__).resolve().parents[2]
PREFIX = "x4/"
WHOLE = "mewosmith+xenonhax"
SEED = 20140504
SECONDS = 120


def check(program, path, folder):
    """What is reported of references: (file, rule, field), with paths from the folder that is checked."""
    done = subprocess.run([program, "check", "--allow-empty", "-f", "json", "--show", "warning", str(path)], cwd=folder,
                          timeout=SECONDS, capture_output=True)
    findings = json.loads(done.stdout)["findings"]
    found = []
    for finding in findings:
        if finding["rule"].startswith(PREFIX):
            name = pathlib.PurePosixPath(finding["path"])
            inside = name if str(path) == "." else name.relative_to(pathlib.PurePosixPath(path))
            found.append((str(inside), finding["rule"], finding["field"] or "-"))
    return sorted(found)


def expected(mods):
    with open(mods / "EXPECTED.tsv", encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    return [(row["mod"], row["path"], row["rule"], row["field"]) for row in rows if row["rule"].startswith(PREFIX)]


def problems_of_mods(program, mods):
    """Of each mod and way to name it, what is reported too much or too little."""
    rows = expected(mods)
    names = sorted(path.name for path in mods.iterdir() if (path / "content.xml").is_file())
    above = check(program, ".", mods)
    yield "all mods", difference([(f"{mod}/{path}", rule, field) for mod, path, rule, field in rows], above)
    for name in names:
        wanted = [row[1:] for row in rows if row[0] == name]
        yield name, difference(wanted, check(program, name, mods))
        yield f"{name} from inside", difference(wanted, check(program, ".", mods / name))


def difference(wanted, found):
    return [f"not reported: {one}" for one in wanted if one not in found] + \
           [f"reported: {one}" for one in found if one not in wanted]


# ---- Renames ----------------------------------------------------------------------------------------------------

def references(mod):
    """The files that some XML leads to, as it is plain to read: paths in small letters."""
    files = {str(path.relative_to(mod)).lower(): path for path in mod.rglob("*") if path.is_file()}
    wanted = set()
    for path in [one for name, one in files.items() if name.endswith(".xml")]:
        root = ElementTree.parse(path).getroot()
        if path.parent.name.lower() == "index":
            wanted.update(own(entry.get("value")) + ".xml" for entry in root.iter("entry"))
        for component in root.iter("component"):
            source = component.find("source")
            if source is not None and source.get("geometry"):
                wanted.update(meshes(component, own(source.get("geometry"))))
    return sorted(files[name] for name in wanted if name in files)


def own(value):
    return "/".join(part for part in value.replace("\\", "/").split("/") if part).lower().split("/", 2)[-1]


def meshes(component, folder):
    for connection in component.iter("connection"):
        parts = [part for part in connection.findall("parts/part") if part.get("ref") is None]
        if parts and len(parts) == len(connection.findall("parts/part")) and connection.find("animations/animation") is not None:
            yield folder + ".ani"
        for part in parts:
            levels = part.find("lods")
            numbers = ["0"] if levels is None else [level.get("index") for level in levels.findall("lod")]
            for number in numbers:
                yield f"{folder}/{part.get('name').lower()}-lod{number}.xmf"
            if part.get("wreck"):
                yield f"{folder}/{part.get('wreck').lower()}-lod0.xmf"


def rename(dice, path, mod):
    """Another name, or another folder."""
    if dice.random() < 0.5:
        letters = "".join(dice.choice("abcdefgh0123456789_") for _ in range(dice.randint(1, 6)))
        return path.with_name(f"{path.stem}{letters}{path.suffix}" if dice.random() < 0.5 else letters + path.name)
    folders = sorted(one for one in mod.rglob("*") if one.is_dir() and one != path.parent)
    return dice.choice(folders) / path.name


def problems_of_renames(program, original, count):
    dice = random.Random(SEED)
    with tempfile.TemporaryDirectory() as folder:
        mod = pathlib.Path(folder) / original.name
        shutil.copytree(original, mod)
        files = references(mod)
        for number in range(count):
            path = dice.choice(files)
            other = rename(dice, path, mod)
            if other.exists():
                continue
            path.rename(other)
            found = check(program, ".", mod)
            other.rename(path)
            case = f"rename {number}: {path.relative_to(mod)} as {other.relative_to(mod)}"
            yield case, [] if len(found) == 1 else [f"{len(found)} findings: {found}"]


def main():
    parser = argparse.ArgumentParser(description="Check whole published mods.")
    parser.add_argument("--program", required=True)
    parser.add_argument("--real", type=pathlib.Path,
                        default=os.environ.get("ASSETLINT_REAL") or ROOT.parent / "shared" / "real")
    parser.add_argument("--renames", type=int, default=0)
    arguments = parser.parse_args()
    mods = pathlib.Path(arguments.real).resolve() / "mods"
    program = pathlib.Path(arguments.program).resolve()
    if not (mods / "EXPECTED.tsv").is_file():
        print(f"skipped: whole mods: {mods} has no EXPECTED.tsv")
        print("0 passed, 0 failed, 1 skipped")
        return 0
    cases = problems_of_renames(program, mods / WHOLE, arguments.renames) if arguments.renames \
        else problems_of_mods(program, mods)
    passed = failed = 0
    for case, problems in cases:
        for problem in problems:
            print(f"{case}: {problem}")
        passed += not problems
        failed += bool(problems)
    if arguments.renames:
        print(f"enumerated: {passed + failed} cases")
        passed, failed = int(not failed), int(bool(failed))
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
