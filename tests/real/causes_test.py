#!/usr/bin/env python3
"""causes_test.py: damages files of published mods as a whole, and tests that a check names the cause and little else.

    causes_test.py --program PATH [--real DIR]

The second half of each file becomes zeros, and its line ends are converted as Git does. If the copy has an error, it
must have that of the cause: file/zero-filled where the zeros begin, or file/line-ends at the first line end. It may have
one error more, and no finding that the file itself lacks: what follows from the damage is counted, not listed. The copies
exist only during the run. DIR is $ASSETLINT_REAL, or shared/real beside the checkout; if it is missing, everything is
skipped.
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
NOT_BINARY = {"cat", "dat"}
LEAST_ZEROS = 1024
MOST_ERRORS = 2
SECONDS = 600


def check(program, files):
    """The findings of files in memory, by their index."""
    with tempfile.TemporaryDirectory() as folder:
        for number, (name, content) in files.items():
            place = pathlib.Path(folder, str(number))
            place.mkdir()
            (place / name).write_bytes(content)
        done = subprocess.run([program, "check", "--no-config", "--allow-empty", "-f", "json", "."], cwd=folder,
                              timeout=SECONDS, capture_output=True)
    findings = {number: [] for number in files}
    for finding in json.loads(done.stdout)["findings"]:
        findings[int(finding["path"].removeprefix("./").split("/")[0])].append(finding)
    return findings


def zeroed(content):
    """The content with its second half zeroed, and where its last zeros begin; None if that is too little to tell."""
    kept = content[:len(content) // 2].rstrip(b"\0")
    return (kept.ljust(len(content), b"\0"), len(kept)) if len(content) - len(kept) >= LEAST_ZEROS else None


def converted(content):
    """The content after Git converted its line ends, and where the first of them is; None if it has none."""
    copy = re.sub(rb"(?<!\r)\n", b"\r\n", content)
    return (copy, copy.index(b"\r\n")) if b"\n" in content else None


def identity(finding):
    return finding["rule"], finding["field"]


def complaint(findings, cause, place, own):
    """What is wrong with the report about a damaged copy; None: nothing."""
    errors = [finding for finding in findings if finding["level"] == "error"]
    if errors and (findings[0]["rule"], findings[0]["offset"]) != (cause, place):
        return f"begins with {findings[0]['rule']} at {findings[0]['offset']}, not with {cause} at {place}"
    if len(errors) > MOST_ERRORS + len([finding for finding in own if finding["level"] == "error"]):
        return f"{len(errors)} errors: {[finding['rule'] for finding in errors]}"
    known = {identity(finding) for finding in own}
    new = [identity(finding) for finding in findings[1:] if identity(finding) not in known]
    return f"consequences are listed: {new}" if errors and new else None


def test(program, rows, contents, damage, cause, originals):
    """Damages all files. Returns how many copies passed and failed."""
    copies = {number: damage(content) for number, content in enumerate(contents)}
    copies = {number: copy for number, copy in copies.items() if copy is not None}
    names = [pathlib.Path(row["path"]).name for row in rows]
    found = check(program, {number: (names[number], copy) for number, (copy, _) in copies.items()})
    table = collections.defaultdict(collections.Counter)
    failed = 0
    for number, findings in found.items():
        wrong = complaint(findings, cause, copies[number][1], originals[number])
        failed += wrong is not None
        if wrong is not None:
            print(f"{rows[number]['path']}: {wrong}")
        table[rows[number]["kind"]][sum(finding["level"] == "error" for finding in findings)] += 1
    for kind, counts in sorted(table.items()):
        print(f"{cause}  {kind:<14}", ", ".join(f"{files} with {errors} error{'s' * (errors != 1)}"
                                                for errors, files in sorted(counts.items())))
    return len(found) - failed, failed


def main():
    parser = argparse.ArgumentParser(description="Damage files of published mods.")
    parser.add_argument("--program", type=pathlib.Path, required=True)
    parser.add_argument("--real", type=pathlib.Path,
                        default=os.environ.get("ASSETLINT_REAL") or ROOT.parent / "shared" / "real")
    arguments = parser.parse_args()
    program, real = arguments.program.resolve(), pathlib.Path(arguments.real)
    if not (real / "EXPECTED.tsv").is_file():
        print(f"skipped: causes in real files: {real} has no EXPECTED.tsv")
        print("0 passed, 0 failed, 1 skipped")
        return 0
    with open(real / "EXPECTED.tsv", encoding="utf-8", newline="") as file:
        rows = [row for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
                if row["kind"] not in NOT_BINARY]
    contents = [(real / row["path"]).read_bytes() for row in rows]
    originals = check(program, {number: (pathlib.Path(row["path"]).name, content)
                                for number, (row, content) in enumerate(zip(rows, contents))})
    passed = failed = 0
    for damage, cause in ((zeroed, "file/zero-filled"), (converted, "file/line-ends")):
        good, bad = test(program, rows, contents, damage, cause, originals)
        passed += good
        failed += bad
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
