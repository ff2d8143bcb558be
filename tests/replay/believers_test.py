#!/usr/bin/env python3
"""believers_test.py: the readers of each format need what rules of level error guarantee, and notice a violation.

    believers_test.py --program PATH [--probe PATH]

A file without an error is a promise to the program that reads it next. fuzz/believe_<id>.c is that program; it has a line
for every rule of level error, and each test in it (believe_require) names the rules without which it can fail. A line that
needs the guarantee of a rule, or reports that it is broken, names the rule:

    named[index_at(b, i + corner)] = 1; /* relies on xmf/index-range */

A rule that no reader can rely on is named, too, with the reason:

    /* not relied on: xmf/limit: a check that stopped is no promise */

In a header that several readers include, FORMAT stands for each of theirs. --probe names believe_probe, built with
AddressSanitizer: a reader must notice each fixture that breaks a rule it relies on, and no other rule of level error. Without
--probe this part is skipped. The replay shows that a reader finds nothing wrong with files without errors.
"""

import argparse
import functools
import json
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools/corpus"))

from fixtures import read_table  # noqa: E402

FUZZ, FIXTURES = ROOT / "fuzz", ROOT / "build" / "fixtures"
NAME = r"[a-zA-Z0-9]+/[a-z0-9-]+"
RELIES = re.compile(rf"/\*[^*]*\brelies on ({NAME}(?:,\s+(?:and )?{NAME})*)")
EXCEPTED = re.compile(rf"/\* not relied on: ({NAME}): ((?:[^*]|\*(?!/))*?)\s*\*/")
INCLUDED = re.compile(r'^#include "(believe\w*\.h)"', re.MULTILINE)
TEST = re.compile(r"\bbelieve_require\(")
MIN_REASON = 20
SECONDS = 120


def error_rules(program):
    """The ids of rules of level error, by format."""
    catalogue = json.loads(subprocess.run([program, "rules", "--format", "json"], check=True, timeout=SECONDS,
                                          capture_output=True).stdout)
    formats = {}
    for rule in catalogue:
        if rule["level"] == "error" and (FUZZ / f"believe_{rule['format']}.c").exists():
            formats.setdefault(rule["format"], set()).add(rule["id"])
    return formats


def texts_of(name):
    """The text of the reader and of the headers of readers that it includes."""
    text = (FUZZ / name).read_text(encoding="utf-8")
    yield text
    for header in INCLUDED.findall(text):
        yield from texts_of(header)


def said_of(format):
    """The rules that the reader relies on, and the rules that it excludes, with the reason."""
    relied, excepted = set(), {}
    for text in set(texts_of(f"believe_{format}.c")):
        flat = re.sub(r"\s*\n\s*(?:\*(?!/)\s*)?", " ", text).replace("FORMAT/", f"{format}/")
        for names in RELIES.findall(flat):
            relied.update(re.findall(NAME, names))
        excepted.update(EXCEPTED.findall(flat))
    return relied, excepted


def named_for_any(format):
    """The rules that headers name for every format that includes them: not each of these has them."""
    return {f"{format}/{name}" for text in set(texts_of(f"believe_{format}.c")) for name in re.findall(r"\bFORMAT/([a-z0-9-]+)", text)}


def check_lines(format, rules):
    relied, excepted = said_of(format)
    reader = f"fuzz/believe_{format}.c"
    for rule in sorted(rules):
        problems = []
        if rule in relied and rule in excepted:
            problems.append(f"{reader} both relies on it and doesn't")
        if rule not in relied and rule not in excepted:
            problems.append(f"{reader} has no line `relies on {rule}`")
        if rule in excepted and len(excepted[rule]) < MIN_REASON:
            problems.append(f"{reader} excepts it without a reason")
        yield rule, problems
    general = named_for_any(format)
    stale = sorted(rule for rule in relied | excepted.keys() if rule not in rules and rule not in general)
    yield reader, [f"{rule} is no rule of level error" for rule in stale]
    unnamed = unnamed_tests((ROOT / reader).read_text(encoding="utf-8"))
    yield f"tests of {reader}", [f"line {number} names no rule" for number in unnamed]


def unnamed_tests(text):
    """The tests of a reader that no rule is named for: on their lines, or directly before them."""
    lines = text.splitlines()
    for number, line in enumerate(lines):
        if TEST.search(line):
            start = max((i for i in range(number) if lines[i].rstrip().endswith((";", "{", "}"))), default=-1)
            end = next(i for i in range(number, len(lines)) if ");" in lines[i])
            if "relies on" not in " ".join(lines[start + 1:end + 1]):
                yield number + 1


@functools.lru_cache(maxsize=None)
def table_of(format):
    return read_table((ROOT / f"tests/rules/{format}.expected").read_text(encoding="utf-8"))


def fixtures_of(rule):
    """The files that break this rule and no other of level error; if there are none, all files that break it."""
    alone, all = [], []
    for line, findings in table_of(rule.partition("/")[0]).items():
        path, *options = line.split()
        if not path.startswith(f"{rule}/fires") or options or path.endswith("/"):       # a reader reads one file
            continue
        errors = {id for level, id in (words[0].split()[:2] for words in findings) if level == "error"}
        alone += [FIXTURES / path] if errors == {rule} else []
        all += [FIXTURES / path] if rule in errors else []
    return alone or all


def said_by(probe, format, paths):
    """The message of the reader for each file, `-` for none."""
    done = subprocess.run([probe, format, *paths], check=True, timeout=SECONDS, capture_output=True, text=True)
    return dict(line.split("\t") for line in done.stdout.splitlines())


def check_noticed(probe, format, rules):
    relied = sorted(said_of(format)[0] & rules)
    fixtures = {str(path): rule for rule in relied for path in fixtures_of(rule)}
    said = said_by(probe, format, fixtures)
    for rule in relied:
        mine = [path for path in fixtures if fixtures[path] == rule]
        missed = [f"{os.path.relpath(path, FIXTURES)} is not noticed" for path in mine if said[path] == "-"]
        # A count may be too large for any file of that size and still be read: one noticed fixture is enough.
        is_noticed = mine and (len(missed) < len(mine) if rule.endswith("/count-range") else not missed)
        yield rule, [] if is_noticed else missed or ["no fixture breaks it"]


def main():
    parser = argparse.ArgumentParser(description="Compare the trusting readers with the rules of level error.")
    parser.add_argument("--program", required=True)
    parser.add_argument("--probe")
    arguments = parser.parse_args()
    passed = failed = skipped = 0
    for format, rules in error_rules(arguments.program).items():
        results = list(check_lines(format, rules))
        if arguments.probe:
            results += check_noticed(arguments.probe, format, rules)
        for case, problems in results:
            for problem in problems:
                print(f"{case}: {problem}")
            passed += not problems
            failed += bool(problems)
    if not arguments.probe:
        print("skipped: whether trusting readers notice: this build has no AddressSanitizer")
        skipped = 1
    print(f"{passed} passed, {failed} failed, {skipped} skipped")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
