#!/usr/bin/env python3
"""count_tests: adds up the results of ci/test.sh and other scripts.

    ci/count_tests.py [--skips FILE] FOLDER...       reads steps.tsv and the JUnit files that ctest wrote there
    ci/count_tests.py --self-test

With --skips, tests may skip only what a row of FILE allows: the builds, `all` or some presets; `WHAT: WHY` as tests report
it, which may have wildcards; and the reason why that can't be tested there. Everything else that is skipped is a failure.

The last line is `N passed, N failed`, with `, N skipped` if there were any. It counts what people wrote: tests,
fixtures with their rules, and files that are replayed or swept, as each test program reports them: in its last line
`N passed, N failed[, N skipped]`, or else in cmocka's summaries, or else as TAP. A program that reports none of these
is one test. What a machine enumerates (each truncation, each byte, each failing allocation) is shown separately and in
no other sum: a program reports it as `enumerated: N cases`. It reports what it skipped as `skipped: WHAT: WHY`.

A program that fails without reporting a failure counts as one failure. A step (a build, a check of the sources) is one
test; a step that runs tests is counted by its tests.
"""

import collections
import contextlib
import fnmatch
import io
import os
import re
import sys
import tempfile
import xml.etree.ElementTree

OWN = re.compile(r"^(\d+) passed, (\d+) failed(?:, (\d+) skipped)?$", re.MULTILINE)
ENUMERATED = re.compile(r"^enumerated: (\d+) cases$", re.MULTILINE)
SKIPPED = re.compile(r"^skipped: (.+)$", re.MULTILINE)
CMOCKA = {
    kind: re.compile(rf"^\[  {kind}\s*\] (?:tests: )?(\d+) test\(s\)", re.MULTILINE)
    for kind in ("PASSED", "FAILED", "SKIPPED")
}
CMOCKA_SKIPPED = re.compile(r"^\[  SKIPPED \] (\w+)$", re.MULTILINE)
TAP_PLAN = re.compile(r"^1\.\.\d+", re.MULTILINE)
TAP = re.compile(r"^(not )?ok\b(.*)$", re.MULTILINE)

# What a program counts, by the start of its name. All others count tests.
KINDS = {"rules_stated": "tests", "rules_places": "tests", "rules": "fixtures and rules", "replay_report": "tests", "replay": "files replayed",
         "sweep": "seeds swept", "real": "real files"}


def kind_of(name):
    return next((kind for start, kind in KINDS.items() if name.startswith(start)), "tests")


def count_output(text):
    """(passed, failed, skipped) as a test program reports them, or None if it reports none."""
    text = text.replace("\r", "")
    own = OWN.findall(text)
    if own:
        return tuple(int(number or 0) for number in own[-1])
    cmocka = tuple(sum(map(int, CMOCKA[kind].findall(text))) for kind in ("PASSED", "FAILED", "SKIPPED"))
    if CMOCKA["PASSED"].search(text):
        return cmocka
    if TAP_PLAN.search(text):
        passed = failed = skipped = 0
        for bad, rest in TAP.findall(text):
            directive = re.search(r"#\s*(skip|todo)\b", rest, re.IGNORECASE)
            if directive and directive.group(1).lower() == "skip":
                skipped += 1
            elif bad and not directive:
                failed += 1
            else:
                passed += 1
        return passed, failed, skipped
    return None


def count_case(case):
    """(passed, failed, skipped) for a <testcase> of ctest."""
    status = case.get("status")
    skipped = case.find("skipped")
    counted = count_output(case.findtext("system-out") or "")
    if status == "disabled" or (skipped is not None and "SKIP_" in skipped.get("message", "")):
        return (0, 0, counted[2]) if counted and counted[2] else (0, 0, 1)
    if status == "run":
        return counted or (1, 0, 0)
    passed, failed, skips = counted or (0, 0, 0)
    return passed, max(failed, 1), skips


def skips_of(case, number):
    """What a <testcase> skipped, and why. cmocka gives no reasons. Unnamed skips are listed under the program's name."""
    text = (case.findtext("system-out") or "").replace("\r", "")
    named = SKIPPED.findall(text)
    named += [f"{case.get('name')}: {test}" for test in dict.fromkeys(CMOCKA_SKIPPED.findall(text))]
    silent = number - len(named)
    if silent > 0:
        skipped = case.find("skipped")
        why = skipped.get("message", "") if skipped is not None else ""
        named.append(f"{silent} of {case.get('name')}: {why or 'without a reason'}")
    return named


class Sums:
    """The sums of a folder of results."""

    def __init__(self):
        self.total = [0, 0, 0]
        self.enumerated = 0
        self.bad = []
        self.skips = collections.defaultdict(list)  # presets by what was skipped and why

    def add_preset(self, preset, cases):
        kinds = collections.Counter()
        enumerated = skipped = 0
        for case in cases:
            numbers = count_case(case)
            self.total = [a + b for a, b in zip(self.total, numbers)]
            kinds[kind_of(case.get("name"))] += numbers[0] + numbers[1]
            enumerated += sum(map(int, ENUMERATED.findall(case.findtext("system-out") or "")))
            skipped += numbers[2]
            if numbers[1]:
                self.bad.append(f"{preset}: {case.get('name')} ({numbers[1]} failed)")
            for what in skips_of(case, numbers[2]):
                self.skips[what].append(preset)
        self.enumerated += enumerated
        counts = [f"{count:,} {kind}" for kind, count in sorted(kinds.items(), key=lambda item: -item[1]) if count]
        counts += [f"{skipped} skipped"] if skipped else []
        print(f"{preset}: {len(cases)} programs: {', '.join(counts)}; {enumerated:,} cases enumerated")

    def hold_skips(self, allowed):
        """Each skip that no row allows is one failure."""
        for what, presets in self.skips.items():
            for preset in presets:
                if not any(fnmatch.fnmatchcase(what, row) and ("all" in builds or preset in builds) for builds, row in allowed):
                    self.total[1] += 1
                    self.bad.append(f"{preset}: skipped without a row in ci/skips.tsv: {what}")

    def add_step(self, name, status, counted_by_cases):
        if not counted_by_cases:
            self.total[1 if status else 0] += 1
            if status:
                self.bad.append(name)


def count_folder(folder, sums):
    tested = set()
    for name in sorted(os.listdir(folder)):
        if name.endswith(".xml"):
            preset = name[:-len(".xml")]
            tested.add(f"tests {preset}")
            root = xml.etree.ElementTree.parse(os.path.join(folder, name)).getroot()
            sums.add_preset(preset, list(root.iter("testcase")))
    steps = os.path.join(folder, "steps.tsv")
    if os.path.exists(steps):
        with open(steps, encoding="utf-8") as stream:
            for row in stream:
                name, status, seconds = row.rstrip("\n").split("\t")
                print(f"{int(seconds):5d} s  {name}{'' if status == '0' else ': failed'}")
                # Failed tests are counted by their cases. A ctest that wrote no file, or failed although all of its
                # programs passed, is one more failure.
                failed_cases = any(text.startswith(name.removeprefix("tests ") + ":") for text in sums.bad)
                sums.add_step(name, int(status), name in tested and (status == "0" or failed_cases))


def read_allowed(path):
    with open(path, encoding="utf-8") as stream:
        rows = [line.rstrip("\n").split("\t") for line in stream]
    return [(builds.split(), what) for builds, what, _ in rows[1:]]


def line(numbers):
    passed, failed, skipped = numbers
    return f"{passed} passed, {failed} failed" + (f", {skipped} skipped" if skipped else "")


def self_test():
    cmocka = "[==========] Running 3 test(s).\n[  PASSED  ] 2 test(s).\n[  FAILED  ] 1 test(s), listed below:\n"
    outputs = [
        ("", None),
        ("3 passed, 0 failed\n", (3, 0, 0)),
        ("3 passed, 0 failed\nnoise\n4 passed, 1 failed, 2 skipped\n", (4, 1, 2)),
        ("of 3 passed, 0 failed\n", None),
        (cmocka, (2, 1, 0)),
        (cmocka + cmocka, (4, 2, 0)),
        ("[  PASSED  ] 1 test(s).\n[  SKIPPED ] 1 test(s), listed below:\n[  SKIPPED ] c\n", (1, 0, 1)),
        ("1..4\nok 1 a\nnot ok 2 b\nok 3 # SKIP no npm\nnot ok 4 # todo later\n", (2, 1, 1)),
    ]
    case = '<testcase name="x" status="{}">{}<system-out>{}</system-out></testcase>'
    without_program = '<skipped message="SKIP_RETURN_CODE=77"/>'
    cases = [
        (case.format("run", "", ""), (1, 0, 0)),
        (case.format("run", "", "5 passed, 0 failed"), (5, 0, 0)),
        (case.format("run", "", "5 passed, 1 failed"), (5, 1, 0)),
        (case.format("fail", "", "5 passed, 0 failed"), (5, 1, 0)),
        (case.format("fail", "", ""), (0, 1, 0)),
        (case.format("notrun", '<skipped message="Unable to find executable"/>', ""), (0, 1, 0)),
        (case.format("notrun", without_program, ""), (0, 0, 1)),
        (case.format("disabled", "", ""), (0, 0, 1)),
    ]
    # Steps, tests of preset a, and the result: sums, enumerated cases, skipped tests.
    folders = [
        ("tests a\t0\t1\nbuild a\t0\t1\n", case.format("run", "", ""), ([2, 0, 0], 0, [])),
        ("tests a\t8\t1\nbuild a\t0\t1\n", case.format("fail", "", ""), ([1, 1, 0], 0, [])),
        ("tests a\t8\t1\n", case.format("run", "", ""), ([1, 1, 0], 0, [])),
        ("tests a\t8\t1\n", None, ([0, 1, 0], 0, [])),
        ("", case.format("run", "", "enumerated: 70 cases\n5 passed, 0 failed"), ([5, 0, 0], 70, [])),
        ("", case.format("run", "", "skipped: y: no npm\n1 passed, 0 failed, 1 skipped"), ([1, 0, 1], 0, ["y: no npm"])),
        ("", case.format("run", "", "1 passed, 0 failed, 2 skipped"), ([1, 0, 2], 0, ["2 of x: without a reason"])),
        ("", case.format("run", "", "[  PASSED  ] 1 test(s).\n[  SKIPPED ] 1 test(s), listed below:\n[  SKIPPED ] c\n"),
         ([1, 0, 1], 0, ["x: c"])),
        ("", case.format("notrun", without_program, ""), ([0, 0, 1], 0, ["1 of x: SKIP_RETURN_CODE=77"])),
    ]
    wrong = [(text, count_output(text), wanted) for text, wanted in outputs if count_output(text) != wanted]
    for text, wanted in cases:
        got = count_case(xml.etree.ElementTree.fromstring(text))
        if got != wanted:
            wrong.append((text, got, wanted))
    for steps, tests, wanted in folders:
        got = self_test_folder(steps, tests)
        if got != wanted:
            wrong.append((steps, got, wanted))
    # What rows allow of a test that is skipped in the builds a and b, and how many failures that makes.
    skips = [([], 2), ([(["all"], "y: *")], 0), ([(["a"], "y: no npm")], 1), ([(["all"], "x: *"), (["all"], "y: no np")], 2)]
    for allowed, number in skips:
        sums = Sums()
        sums.skips["y: no npm"] += ["a", "b"]
        sums.hold_skips(allowed)
        if sums.total != [0, number, 0]:
            wrong.append((allowed, sums.total, number))
    for what in wrong:
        print("%r: %r, expected %r" % what)
    count = len(outputs) + len(cases) + len(folders) + len(skips)
    print(f"self-test: {count - len(wrong)} of {count}")
    return 1 if wrong else 0


def self_test_folder(steps, tests):
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, "steps.tsv"), "w", encoding="utf-8") as stream:
            stream.write(steps)
        if tests:
            with open(os.path.join(folder, "a.xml"), "w", encoding="utf-8") as stream:
                stream.write(f"<testsuite>{tests}</testsuite>")
        sums = Sums()
        with contextlib.redirect_stdout(io.StringIO()):
            count_folder(folder, sums)
        return sums.total, sums.enumerated, list(sums.skips)


def main():
    if sys.argv[1:] == ["--self-test"]:
        return self_test()
    arguments = sys.argv[1:]
    allowed = None
    if arguments[:1] == ["--skips"] and len(arguments) > 1:
        allowed = read_allowed(arguments[1])
        arguments = arguments[2:]
    if not arguments:
        print(__doc__)
        return 2
    print()
    sums = Sums()
    for folder in arguments:
        count_folder(folder, sums)
    if allowed is not None:
        sums.hold_skips(allowed)
    for what, presets in sums.skips.items():
        print(f"skipped in {', '.join(presets)}: {what}")
    for name in sums.bad:
        print(f"failed: {name}")
    print(f"{sums.enumerated:,} cases enumerated by sweeps and failing allocations are in no other number")
    print(line(sums.total))
    return 1 if sums.total[1] or not sums.total[0] else 0


if __name__ == "__main__":
    sys.exit(main())
