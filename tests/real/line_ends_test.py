#!/usr/bin/env python3
"""line_ends_test.py: converts the line ends of files of published mods as Git does, and tests that a check notices it.

    line_ends_test.py --program PATH [--real DIR]

No original file may look converted. A copy with a carriage return inserted before each line feed must fail the check if
it has two line feeds or more, and so must a mesh whose CR LF became LF. Other formats have no sizes that show that these
bytes are missing: the number of their copies that pass is printed, without an expectation. The copies exist only during the run. DIR is $ASSETLINT_REAL,
or shared/real beside the checkout; if it is missing, everything is skipped.
"""

import collections
import json
import pathlib
import re
import subprocess
import sys

from published import binary_rows, folder_of, number_of, parser_of, rows_of

RULE = "file/line-ends"
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
    return rules


def check_copies(program, copies, *options):
    """The same for files in memory, by their index."""
    with folder_of(copies) as folder:
        return {number_of(path): result for path, result in check_all(program, folder, options).items()}


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
    arguments = parser_of("Convert line ends of files of published mods.").parse_args()
    program, real = arguments.program, arguments.real
    rows = rows_of(real, "line ends of real files")
    if rows is None:
        return 0
    rows = binary_rows(rows)
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
    results = check_copies(program, shorter)
    for number in shorter:
        if kinds[number] == "xmf":
            judge(RULE in results.get(number, ()), number, "its copy without CR LF is not noticed")
    table("CR LF to LF", passing_by_kind(kinds, results))
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
