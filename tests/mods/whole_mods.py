"""whole_mods.py: shared by the tests of whole mods: checks a mod, compares its findings, and counts cases."""

import argparse
import csv
import json
import os
import pathlib
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]
SECONDS = 300
ACROSS = ("x4/", "pdx/", "xmf/unknown-material", "xmf/lod-gap", "xmf/missing-lod0", "xsm/no-node-matches",
          "xpm/unknown-target")


def report(program, folder, path, references=(), show="warning", options=()):
    """The report about a path, which is relative to a working folder."""
    command = [program, "check", "--allow-empty", "-f", "json", "--show", show, *options]
    for reference in references:
        command += ["--with", str(reference)]
    done = subprocess.run([*command, str(path)], cwd=folder, timeout=SECONDS, capture_output=True)
    if done.returncode not in (0, 1):
        raise RuntimeError(f"{path}: exit {done.returncode}: {done.stderr.decode(errors='replace')}")
    return json.loads(done.stdout)


def findings(*arguments, **options):
    """The findings of a report."""
    return report(*arguments, **options)["findings"]


def inside(finding, path):
    """The path of a finding, relative to the folder or package that was checked."""
    if "member" in finding:
        return finding["member"]
    name = pathlib.PurePosixPath(finding["path"])
    return str(name if str(path) == "." else name.relative_to(pathlib.PurePosixPath(path)))


def across(program, folder, path, references=(), rules=ACROSS):
    """The findings of rules across files: (file, rule, field)."""
    return sorted((inside(one, path), one["rule"], one["field"] or "-")
                  for one in findings(program, folder, path, references) if one["rule"].startswith(rules))


def expected(mods, table, rules=ACROSS):
    """The rows of a table in the folder of the mods: (mod, file, rule, field)."""
    with open(mods / table, encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    return [(row["mod"], row["path"], row["rule"], row["field"]) for row in rows if row["rule"].startswith(rules)]


def difference(wanted, found):
    """The missing and the unexpected findings, each as often as it differs."""
    found, problems = list(found), []
    for one in wanted:
        if one in found:
            found.remove(one)
        else:
            problems.append(f"not reported: {one}")
    return problems + [f"reported: {one}" for one in found]


def as_named(program, mods, table, names, rules=ACROSS, more=()):
    """Compares the findings of each mod, for several ways to name its folder. `more`: rows that the table may lack."""
    rows = expected(mods, table, rules)
    rows += [row for row in more if row not in rows]
    yield "all mods", difference([(f"{mod}/{path}", rule, field) for mod, path, rule, field in rows],
                                 across(program, mods, ".", rules=rules))
    for name in names:
        wanted = [row[1:] for row in rows if row[0] == name]
        yield name, difference(wanted, across(program, mods, name, rules=rules))
        yield f"{name} from inside", difference(wanted, across(program, mods / name, ".", rules=rules))


def x4_mods(mods):
    return sorted(path.name for path in mods.iterdir() if (path / "content.xml").is_file())


def paradox_mods(mods):
    return sorted(path.name for path in mods.iterdir() if list(path.glob("interface/*.gfx")))


def free_name(path, make):
    """The first name from `make` that no file has."""
    other = path
    while other.exists():
        other = make()
    return other


# ---- A test program --------------------------------------------------------------------------------------------------

def parser_of(description):
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--program", required=True)
    parser.add_argument("--real", type=pathlib.Path,
                        default=os.environ.get("ASSETLINT_REAL") or ROOT.parent / "shared" / "real")
    return parser


def arguments_of(description):
    parser = parser_of(description)
    parser.add_argument("--renames", type=int, default=0)
    return read_arguments(parser)


def read_arguments(parser):
    arguments = parser.parse_args()
    arguments.program = pathlib.Path(arguments.program).resolve()
    arguments.mods = pathlib.Path(arguments.real).resolve() / "mods"
    return arguments


def count(cases, enumerated=False):
    """Counts cases, each a name and its problems, as passed or failed, and prints the problems."""
    passed = failed = 0
    for case, problems in cases:
        for problem in problems:
            print(f"{case}: {problem}")
        passed += not problems
        failed += bool(problems)
    if enumerated:
        print(f"enumerated: {passed + failed} cases")
        return int(not failed and passed > 0), int(bool(failed) or not passed)
    return passed, failed


def conclude(passed, failed, skipped=0):
    print(f"{passed} passed, {failed} failed" + (f", {skipped} skipped" if skipped else ""))
    return 1 if failed else 0


def skip(mods):
    print(f"skipped: whole mods: {mods} is not there")


def main(description, table, cases, renames):
    """Tests the mods of one table: runs `cases`, or, with --renames N, N `renames`."""
    arguments = arguments_of(description)
    if not (arguments.mods / table).is_file():
        skip(arguments.mods / table)
        return conclude(0, 0, 1)
    if arguments.renames:
        return conclude(*count(renames(arguments.program, arguments.mods, arguments.renames), enumerated=True))
    return conclude(*count(cases(arguments.program, arguments.mods)))
