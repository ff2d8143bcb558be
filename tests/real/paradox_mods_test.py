#!/usr/bin/env python3
"""paradox_mods_test.py: checks whole published mods for Victoria 2, and what is found when a file has another name.

    paradox_mods_test.py --program PATH [--real DIR] [--renames N]

DIR/mods has EXPECTED-paradox.tsv with the columns mod, path, rule and field (`-` for the whole file): every error and
warning across files that must be reported, and no other may be. Each mod is given as its folder, in the folder above, as
`.` inside, and with the other as reference. With --renames one file that some .gfx of a complete mod names gets another
name, N times: each .gfx that names it must be reported once, and nothing else, unless the mod no longer counts as complete.
With a reference of fifty actors it must be reported in any case. The mods are not ours, so they are in no checkout: DIR is
$ASSETLINT_REAL, or shared/real beside the checkout, and where that is absent every test is skipped.
"""

import argparse
import csv
import json
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
COMPLETE = "necronox+ultimate"
RULES = ("pdx/", "xsm/no-node-matches", "xpm/unknown-target")
SEED = 20100813
SECONDS = 120
REFERENCE = re.compile(rb'"([^"\n]*\.(?:xac|xsm))"', re.IGNORECASE)
COMMENT = re.compile(rb"#[^\n]*")


def check(program, path, folder, references=()):
    """What is reported across files: (file, rule, field, level), with paths from the folder that is checked."""
    options = [option for name in references for option in ("--with", str(name))]
    done = subprocess.run([program, "check", "--allow-empty", "-f", "json", "--show", "warning", *options, str(path)],
                          cwd=folder, timeout=SECONDS, capture_output=True)
    found = []
    for finding in json.loads(done.stdout)["findings"]:
        if finding["rule"].startswith(RULES):
            name = pathlib.PurePosixPath(finding["path"])
            inside = name if str(path) == "." else name.relative_to(pathlib.PurePosixPath(path))
            found.append((str(inside), finding["rule"], finding["field"] or "-"))
    return sorted(found)


def expected(mods):
    with open(mods / "EXPECTED-paradox.tsv", encoding="utf-8", newline="") as file:
        return [(row["mod"], row["path"], row["rule"], row["field"])
                for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)]


def difference(wanted, found):
    return [f"not reported: {one}" for one in wanted if one not in found] + \
           [f"reported: {one}" for one in found if one not in wanted]


def problems_of_mods(program, mods):
    rows = expected(mods)
    names = sorted(path.name for path in mods.iterdir() if list(path.glob("interface/*.gfx")))
    above = check(program, ".", mods)
    yield "all mods", difference([(f"{mod}/{path}", rule, field) for mod, path, rule, field in rows], above)
    for name in names:
        wanted = [row[1:] for row in rows if row[0] == name]
        yield name, difference(wanted, check(program, name, mods))
        yield f"{name} from inside", difference(wanted, check(program, ".", mods / name))
        for part in ("gfx", "gfx/anims", "interface"):      # below the mod nothing is known
            yield f"{name}: {part} alone", difference([], check(program, part, mods / name))


# ---- Renames ----------------------------------------------------------------------------------------------------

def references(mod):
    """Of each file that some .gfx names, the names of those, one for each time."""
    files = {str(path.relative_to(mod)).lower(): path for path in mod.rglob("*") if path.is_file()}
    named, total, lost = {}, 0, 0
    for text in sorted(mod.glob("interface/*.gfx")):
        for value in REFERENCE.findall(COMMENT.sub(b"", text.read_bytes())):
            name = re.sub(r"[\\/]+", "/", value.decode("latin-1").lower())
            total += 1
            lost += name not in files
            if name in files:
                named.setdefault(files[name], []).append(str(text.relative_to(mod)))
    return named, total, lost


def rename(dice, path):
    letters = "".join(dice.choice("qxz0123456789") for _ in range(dice.randint(1, 6)))
    return path.with_name(dice.choice((f"{path.stem}{letters}", letters + path.stem)) + path.suffix)


def problems_of_renames(program, mods, count):
    dice = random.Random(SEED)
    standing = [row[1:3] for row in expected(mods) if row[0] == COMPLETE]
    with tempfile.TemporaryDirectory() as folder:
        mod, game = pathlib.Path(folder) / "mod", pathlib.Path(folder) / "game"
        shutil.copytree(mods / COMPLETE, mod)
        (game / "gfx/anims").mkdir(parents=True)
        for number in range(50):
            (game / f"gfx/anims/base{number}.xac").touch()
        named, total, lost = references(mod)
        for number in range(count):
            path = dice.choice(sorted(named))
            other = rename(dice, path)
            rule = "pdx/missing-actor-file" if path.suffix.lower() == ".xac" else "pdx/missing-motion"
            wanted = sorted(standing + [(text, rule) for text in set(named[path])])
            complete = (total - lost - len(named[path])) * 100 >= total * 95
            path.rename(other)
            found = sorted(one[:2] for one in check(program, ".", mod))
            with_game = sorted(one[:2] for one in check(program, ".", mod, [game]))
            other.rename(path)
            case = f"rename {number}: {path.relative_to(mod)} as {other.name}"
            yield case, [] if found == (wanted if complete else []) else [f"found {found}"]
            yield case + " with a game", [] if with_game == wanted else [f"found {with_game}"]


def main():
    parser = argparse.ArgumentParser(description="Check whole published mods.")
    parser.add_argument("--program", required=True)
    parser.add_argument("--real", type=pathlib.Path,
                        default=os.environ.get("ASSETLINT_REAL") or ROOT.parent / "shared" / "real")
    parser.add_argument("--renames", type=int, default=0)
    arguments = parser.parse_args()
    mods = pathlib.Path(arguments.real).resolve() / "mods"
    program = pathlib.Path(arguments.program).resolve()
    if not (mods / "EXPECTED-paradox.tsv").is_file():
        print(f"skipped: whole mods: {mods} has no EXPECTED-paradox.tsv")
        print("0 passed, 0 failed, 1 skipped")
        return 0
    cases = problems_of_renames(program, mods, arguments.renames) if arguments.renames \
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
