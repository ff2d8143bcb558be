#!/usr/bin/env python3
"""causes_test.py: damages files of published mods as a whole, and tests that a check names the cause and little else.

    causes_test.py --program PATH [--real DIR]

The second half of each file becomes zeros, and its line ends are converted as Git does. If the copy has an error, it
must have that of the cause: file/zero-filled where the zeros begin, or file/line-ends at the first line end. It may have
one error more, and no finding that the file itself lacks: what follows from the damage is counted, not listed. The copies
exist only during the run. DIR is $ASSETLINT_REAL, or shared/real beside the checkout; if it is missing, everything is
skipped.
"""

import collections
import json
import pathlib
import re
import subprocess
import sys

from published import binary_rows, folder_of, number_of, parser_of, rows_of

LEAST_ZEROS = 1024
MOST_ERRORS = 2
SECONDS = 600


def check(program, files):
    """The findings of files in memory, by their index."""
    with folder_of(files) as folder:
        done = subprocess.run([program, "check", "--no-config", "--allow-empty", "-f", "json", "."], cwd=folder,
                              timeout=SECONDS, capture_output=True)
    findings = {number: [] for number in files}
    for finding in json.loads(done.stdout)["findings"]:
        findings[number_of(finding["path"])].append(finding)
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
    arguments = parser_of("Damage files of published mods.").parse_args()
    rows = rows_of(arguments.real, "causes in real files")
    if rows is None:
        return 0
    rows = binary_rows(rows)
    contents = [(arguments.real / row["path"]).read_bytes() for row in rows]
    originals = check(arguments.program, {number: (pathlib.Path(row["path"]).name, content)
                                          for number, (row, content) in enumerate(zip(rows, contents))})
    passed = failed = 0
    for damage, cause in ((zeroed, "file/zero-filled"), (converted, "file/line-ends")):
        good, bad = test(arguments.program, rows, contents, damage, cause, originals)
        passed += good
        failed += bad
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
