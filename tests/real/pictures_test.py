#!/usr/bin/env python3
"""pictures_test.py: checks pictures of published mods, and compares the findings with pictures/EXPECTED.tsv.

    pictures_test.py --program PATH [--real DIR]

The column `expected` names each finding, as `N dds/mip-chain`; a file without one is clean. `with --game NAME` before a
finding means that it must be reported with that option alone. If DIR has no pictures, the test is skipped.
"""

import csv
import json
import re
import subprocess
import sys

from published import parser_of

LEVELS = {"E": "error", "W": "warning", "N": "note"}
FINDING = re.compile(r"\b([EWN]) ((?:dds|tga|png|bmp)/[a-z0-9-]+)")
GAME = re.compile(r"with --game ([a-z0-9-]+) ")
SECONDS = 120


def check(program, path, *options):
    """The levels and rules of all findings."""
    done = subprocess.run([program, "check", *options, "-f", "json", str(path)], timeout=SECONDS, capture_output=True)
    return sorted((finding["level"], finding["rule"]) for finding in json.loads(done.stdout)["findings"])


def main():
    arguments = parser_of("Check pictures of published mods.").parse_args()
    table = arguments.real / "pictures" / "EXPECTED.tsv"
    if not table.is_file():
        print(f"skipped: pictures: {table} is missing")
        print("0 passed, 0 failed, 1 skipped")
        return 0
    passed = failed = 0
    with open(table, encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    for row in rows:
        expected = sorted((LEVELS[level], rule) for level, rule in FINDING.findall(row["expected"]))
        game = GAME.search(row["expected"])
        runs = [(["--game", game[1]], expected), ([], [])] if game else [([], expected)]
        for options, wanted in runs:
            found = check(arguments.program, table.parent / row["path"], *options)
            passed += found == wanted
            failed += found != wanted
            if found != wanted:
                print(f"{row['path']} {' '.join(options)}: {found}, expected {wanted}")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
