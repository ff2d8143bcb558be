#!/usr/bin/env python3
"""count_tests: adds up what a run of ci/test.sh or ci/check.sh came to.

    ci/count_tests.py FOLDER         reads steps.tsv and the JUnit files that ctest wrote there
    ci/count_tests.py --self-test

The last line is `N passed, N failed` with `, N skipped` where any were. Counted are single cases, as each test program
reports them: its last line `N passed, N failed[, N skipped]`, or else the summaries of cmocka, or else TAP; a program
that says nothing of the kind is one case. A program that fails without naming a failure counts as one failure, and a
step (a build, a check of the sources) is one case; steps that ran tests are counted by their cases.
"""

import os
import re
import sys
import tempfile
import xml.etree.ElementTree

OWN = re.compile(r"^(\d+) passed, (\d+) failed(?:, (\d+) skipped)?$", re.MULTILINE)
CMOCKA = {
    kind: re.compile(rf"^\[  {kind}\s*\] (?:tests: )?(\d+) test\(s\)", re.MULTILINE)
    for kind in ("PASSED", "FAILED", "SKIPPED")
}
TAP_PLAN = re.compile(r"^1\.\.\d+", re.MULTILINE)
TAP = re.compile(r"^(not )?ok\b(.*)$", re.MULTILINE)


def count_output(text):
    """(passed, failed, skipped) as the output of a test program reports them, or None where it doesn't."""
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
    """The same for a <testcase> of ctest."""
    status = case.get("status")
    skipped = case.find("skipped")
    if status == "disabled" or (skipped is not None and "SKIP_" in skipped.get("message", "")):
        counted = count_output(case.findtext("system-out") or "")
        return (0, 0, counted[2]) if counted and counted[2] else (0, 0, 1)
    counted = count_output(case.findtext("system-out") or "")
    if status == "run":
        return counted or (1, 0, 0)
    passed, failed, skips = counted or (0, 0, 0)
    return passed, max(failed, 1), skips


def count_folder(folder):
    """The sum, and the names of what failed."""
    total = [0, 0, 0]
    bad = []
    tested = set()
    for name in sorted(os.listdir(folder)):
        if not name.endswith(".xml"):
            continue
        preset = name[:-len(".xml")]
        tested.add(f"tests {preset}")
        cases = list(xml.etree.ElementTree.parse(os.path.join(folder, name)).getroot().iter("testcase"))
        sums = [0, 0, 0]
        for case in cases:
            numbers = count_case(case)
            sums = [a + b for a, b in zip(sums, numbers)]
            if numbers[1]:
                bad.append(f"{preset}: {case.get('name')} ({numbers[1]} failed)")
        print(f"{preset}: {len(cases)} programs, {line(sums)}")
        total = [a + b for a, b in zip(total, sums)]
    steps = os.path.join(folder, "steps.tsv")
    if os.path.exists(steps):
        with open(steps, encoding="utf-8") as stream:
            for row in stream:
                name, status, seconds = row.rstrip("\n").split("\t")
                print(f"{int(seconds):5d} s  {name}{'' if status == '0' else ': failed'}")
                # Tests that failed are counted by their cases; a ctest that wrote no file, or failed over all of
                # its programs passing, is a failure of its own.
                counted_by_cases = name in tested and (status == "0" or any(
                    text.startswith(name.removeprefix("tests ") + ":") for text in bad))
                if counted_by_cases:
                    continue
                total[0 if status == "0" else 1] += 1
                if status != "0":
                    bad.append(name)
    return total, bad


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
    cases = [
        (case.format("run", "", ""), (1, 0, 0)),
        (case.format("run", "", "5 passed, 0 failed"), (5, 0, 0)),
        (case.format("run", "", "5 passed, 1 failed"), (5, 1, 0)),
        (case.format("fail", "", "5 passed, 0 failed"), (5, 1, 0)),
        (case.format("fail", "", ""), (0, 1, 0)),
        (case.format("notrun", '<skipped message="Unable to find executable"/>', ""), (0, 1, 0)),
        (case.format("notrun", '<skipped message="SKIP_RETURN_CODE=77"/>', ""), (0, 0, 1)),
        (case.format("disabled", "", ""), (0, 0, 1)),
    ]
    wrong = [(text, count_output(text), wanted) for text, wanted in outputs if count_output(text) != wanted]
    for text, wanted in cases:
        got = count_case(xml.etree.ElementTree.fromstring(text))
        if got != wanted:
            wrong.append((text, got, wanted))
    folders = [
        ("tests a\t0\t1\nbuild a\t0\t1\n", case.format("run", "", ""), [2, 0, 0]),
        ("tests a\t8\t1\nbuild a\t0\t1\n", case.format("fail", "", ""), [1, 1, 0]),
        ("tests a\t8\t1\n", case.format("run", "", ""), [1, 1, 0]),
        ("tests a\t8\t1\n", None, [0, 1, 0]),
    ]
    for steps, tests, wanted in folders:
        with tempfile.TemporaryDirectory() as folder:
            with open(os.path.join(folder, "steps.tsv"), "w", encoding="utf-8") as stream:
                stream.write(steps)
            if tests:
                with open(os.path.join(folder, "a.xml"), "w", encoding="utf-8") as stream:
                    stream.write(f"<testsuite>{tests}</testsuite>")
            got = count_folder(folder)[0]
            if got != wanted:
                wrong.append((steps, got, wanted))
    for what in wrong:
        print("%r: %r, expected %r" % what)
    print(f"{len(outputs) + len(cases) + len(folders) - len(wrong)} passed, {len(wrong)} failed")
    return 1 if wrong else 0


def main():
    if sys.argv[1:] == ["--self-test"]:
        return self_test()
    if len(sys.argv) != 2:
        print(__doc__)
        return 2
    print()
    total, bad = count_folder(sys.argv[1])
    for name in bad:
        print(f"failed: {name}")
    print(line(total))
    return 1 if total[1] or not total[0] else 0


if __name__ == "__main__":
    sys.exit(main())
