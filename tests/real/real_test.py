#!/usr/bin/env python3
"""real_test.py: checks files of published mods, and compares the findings with EXPECTED.tsv.

    real_test.py --program PATH [--real DIR]

DIR has EXPECTED.tsv with the columns path, kind, exit and rules: the exit status of `assetlint check PATH`, and the ids
of all rules that must be reported, `-` for none, empty if unknown. For a broken file (BROKEN) more rules than these may
be reported. The files belong to others, so they are not in the repository: DIR is $ASSETLINT_REAL, or shared/real
beside the checkout. If it is missing, every test is skipped.
"""

import json
import subprocess
import sys

from published import parser_of, rows_of

# The kinds of EXPECTED.tsv whose rules have another prefix.
PREFIXES = {"egosoft-ani": "xani", "lost-saga-ani": "ani", "dat": "cat"}
BROKEN = "fx_licence-lod0.xmf"
SECONDS = 120


def prefixes_of(program):
    """The prefixes of the rules that the program has."""
    listing = json.loads(subprocess.run([program, "rules", "--format", "json"], check=True, timeout=SECONDS,
                                        capture_output=True).stdout)
    rules = listing["rules"] if isinstance(listing, dict) else listing
    return {rule["id"].split("/")[0] for rule in rules}


def check(program, path):
    """The exit status and the ids of the reported rules.

    EXPECTED.tsv is about findings: a package of only textures has none and passes. Without --allow-empty, the run would
    fail because it has no file to check.
    """
    done = subprocess.run([program, "check", "--allow-empty", "-f", "json", str(path)], timeout=SECONDS, capture_output=True)
    report = json.loads(done.stdout)
    if report["summary"]["exit"] != done.returncode:
        raise ValueError(f"exit status {done.returncode}, the summary says {report['summary']['exit']}")
    return done.returncode, {finding["rule"] for finding in report["findings"]}


def problems_of(program, path, row):
    try:
        exit, rules = check(program, path)
    except (OSError, ValueError, KeyError, subprocess.TimeoutExpired) as problem:
        yield f"no report: {problem}"
        return
    if row["exit"] and exit != int(row["exit"]):
        yield f"exit status {exit}, expected {row['exit']}"
    if not row["rules"]:
        return
    expected = set() if row["rules"] == "-" else set(row["rules"].split(","))
    if expected - rules:
        yield f"not reported: {', '.join(sorted(expected - rules))}"
    if rules - expected and path.name != BROKEN:
        yield f"reported: {', '.join(sorted(rules - expected))}"


def main():
    arguments = parser_of("Check files of published mods.").parse_args()
    rows = rows_of(arguments.real, "all real files")
    if rows is None:
        return 0
    prefixes = prefixes_of(arguments.program)
    passed = failed = skipped = 0
    for row in rows:
        if PREFIXES.get(row["kind"], row["kind"]) not in prefixes:
            skipped += 1
            print(f"skipped: {row['path']}: the program has no rules of {row['kind']}")
            continue
        problems = list(problems_of(arguments.program, arguments.real / row["path"], row))
        for problem in problems:
            print(f"{row['path']}: {problem}")
        failed += bool(problems)
        passed += not problems
    print(f"{passed} passed, {failed} failed, {skipped} skipped")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
