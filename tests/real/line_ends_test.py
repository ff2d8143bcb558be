#!/usr/bin/env python3
"""line_ends_test.py: converts the line ends of files of published mods as Git does, and tests that a check notices it.

    line_ends_test.py --program PATH [--real DIR]

No original file may look converted. A copy with a carriage return inserted before each line feed must fail the check if
it has two line feeds or more. The other way, CR LF to LF, removes bytes and leaves no trace of its own: the number of
these copies that pass is printed, without an expectation. The copies exist only during the run. DIR is $ASSETLINT_REAL,
or shared/real beside the checkout; if it is missing, everything is skipped.
"""

import argparse
import collections
import csv
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
RULE = "file/line-ends"
# A .cat is a text file, and a .dat is only read with its .cat.
NOT_BINARY = {"cat", "dat"}
SECONDS = 600


def check_all(program, folder, options):
    """Maps each path in the folder to the ids of the reported rules of level error."""
    done = subprocess.run([program, "check", "--no-config", "--allow-empty", "-f", "json", *options, "."], cwd=folder,
                          timeout=SECONDS, capture_output=True)
    report = json.loads(done.stdout)
    rules = {file["path"]: set() for file in report["files"]}
    for finding in report["findings"]:
        if finding["level"] == "error":
            rules[finding["path"]].add(finding["rule"])
    return {path.removeprefix("./"): errors for path, errors in rules.items()}


def check_copies(program, copies, *options):
    """The same for files in memory, by their index."""
    with tempfile.TemporaryDirectory() as folder:
        for number, (name, content) in copies.items():
            place = pathlib.Path(folder, str(number))
            place.mkdir()
            (place / name).write_bytes(content)
        return {int(path.split("/")[0]): result for path, result in check_all(program, folder, options).items()}


def table(title, rows):
    print(f"{title:<22} {'files':>6} {'pass':>6} {'share':>7}")
    for kind, (files, passing) in sorted(rows.items()):
        print(f"{kind:<22} {files:>6} {passing:>6} {100 * passing / files:>6.1f}%")


def passing_by_kind(kinds, results):
    """For each kind, the number of files, and the number without errors."""
    rows = collections.defaultdict(lambda: [0, 0])
    for number, errors in results.items():
        for row in (rows[kinds[number]], rows["all"]):
            row[0] += 1
            row[1] += not errors
    return rows


def main():
    parser = argparse.ArgumentParser(description="Convert line ends of files of published mods.")
    parser.add_argument("--program", type=pathlib.Path, required=True)
    parser.add_argument("--real", type=pathlib.Path,
                        default=os.environ.get("ASSETLINT_REAL") or ROOT.parent / "shared" / "real")
    arguments = parser.parse_args()
    program, real = arguments.program.resolve(), pathlib.Path(arguments.real)
    if not (real / "EXPECTED.tsv").is_file():
        print(f"skipped: line ends of real files: {real} has no EXPECTED.tsv")
        print("0 passed, 0 failed, 1 skipped")
        return 0
    with open(real / "EXPECTED.tsv", encoding="utf-8", newline="") as file:
        rows = [row for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
                if row["kind"] not in NOT_BINARY]
    names = [pathlib.Path(row["path"]).name for row in rows]
    kinds = [row["kind"] for row in rows]
    contents = [(real / row["path"]).read_bytes() for row in rows]
    longer = {number: (names[number], re.sub(rb"(?<!\r)\n", b"\r\n", content))
              for number, content in enumerate(contents) if b"\n" in content}
    shorter = {number: (names[number], content.replace(b"\r\n", b"\n"))
               for number, content in enumerate(contents) if b"\r\n" in content}
    passed = failed = 0

    def judge(good, number, what):
        nonlocal passed, failed
        passed += good
        failed += not good
        if not good:
            print(f"{rows[number]['path']}: {what}")

    for number, errors in check_copies(program, dict(enumerate(zip(names, contents)))).items():
        judge(RULE not in errors, number, f"{RULE} is reported of the file as it is")
    results = check_copies(program, longer)
    for number in longer:
        if contents[number].count(b"\n") >= 2:
            judge(RULE in results.get(number, ()), number, "its copy with CR LF is not noticed")
    table("LF to CR LF", passing_by_kind(kinds, results))
    without = check_copies(program, longer, f"--level={RULE}=off")
    table("the same without it", passing_by_kind(kinds, without))
    table("CR LF to LF", passing_by_kind(kinds, check_copies(program, shorter)))
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
