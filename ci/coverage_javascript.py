#!/usr/bin/env python3
"""coverage_javascript.py: which lines and branches of the viewer's modules their tests in Node execute, as V8 counts them.

    ci/coverage_javascript.py                        a table by module; exit 1 below a gate
    ci/coverage_javascript.py --uncovered MODULE...  the lines and branches of these modules that nothing executes
    ci/coverage_javascript.py --self-test

A line counts if it has code. A branch is a part of a function for which V8 keeps a count of its own: of if, else, ?:, ??, &&,
||, a loop, or what comes after a return. It has one where the part ran less often than what is around it, in any of the tests.
"""

import argparse
import collections
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[1]
MODULES = ROOT / "web/viewer"
# Percent of lines and branches of each module, and of all.
Gate = collections.namedtuple("Gate", "lines branches")
EACH, ALL = Gate(99, 90), Gate(99.5, 98)
COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)


def measure():
    """What V8 reports of each process of the tests."""
    tests = sorted(str(path) for path in (ROOT / "tests/web/modules").glob("*_test.mjs"))
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(["node", "--test", "--test-reporter=tap", *tests], check=True, stdout=subprocess.DEVNULL,
                       env={**os.environ, "NODE_V8_COVERAGE": folder})
        for path in pathlib.Path(folder).iterdir():
            yield json.loads(path.read_text(encoding="utf-8"))


def counts_of(functions, length):
    """For each character, how often it ran in one process. The ranges of inner functions and blocks come after the outer ones."""
    counts = [0] * length
    ranges = [each for function in functions for each in function["ranges"]]
    for each in sorted(ranges, key=lambda r: (r["startOffset"], -r["endOffset"])):
        first, end = each["startOffset"], min(each["endOffset"], length)
        counts[first:end] = [each["count"]] * (end - first)
    return counts


class Module:
    """What all processes together executed of a module."""

    def __init__(self, text):
        self.text, self.counts, self.blocks = text, [0] * len(text), set()

    def add(self, functions):
        self.counts = [a + b for a, b in zip(self.counts, counts_of(functions, len(self.text)))]
        for function in functions:
            self.blocks |= {(each["startOffset"], each["endOffset"]) for each in function["ranges"][1:]}

    def lines(self):
        """Of each line with code: its number, and whether it ran."""
        code = COMMENT.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), self.text)
        at = 0
        for number, line in enumerate(code.split("\n"), 1):
            places = [at + place for place, letter in enumerate(line) if letter not in " {}();,"]
            if places:
                yield number, any(self.counts[place] for place in places)
            at += len(line) + 1

    def branches(self):
        for first, end in sorted(self.blocks):
            yield first, end, self.counts[first] > 0

    def figures(self):
        lines, branches = [ran for _, ran in self.lines()], [ran for *_, ran in self.branches()]
        return sum(lines), len(lines), sum(branches), len(branches)


def modules_of(results):
    modules = {path.name: Module(path.read_text(encoding="utf-8")) for path in sorted(MODULES.glob("*.js"))}
    for result in results:
        for script in result["result"]:
            name = script["url"].rpartition("/")[2]
            if script["url"] == (MODULES / name).as_uri() and name in modules:
                modules[name].add(script["functions"])
    return modules


def share(part, whole):
    return 100 * part / whole if whole else 100.0


def table(figures):
    """Prints a line for each module. Returns those that are below their gates."""
    below = []
    sums = [sum(column) for column in zip(*figures.values())]
    print(f"{'':20}          lines      %  gate       branches      %  gate")
    for name, (ran, lines, taken, branches) in [*figures.items(), ("all", sums)]:
        gate, of_lines, of_branches = ALL if name == "all" else EACH, share(ran, lines), share(taken, branches)
        low = of_lines < gate.lines or of_branches < gate.branches
        print(f"{name:20} {ran:5} of {lines:5} {of_lines:6.2f} {gate.lines:5} {taken:5} of {branches:5} {of_branches:6.2f} {gate.branches:5}"
              f"{'  below' if low else ''}")
        below += [name] if low else []
    return below


def uncovered(name, module):
    for number, ran in module.lines():
        if not ran:
            print(f"{name}:{number}: never runs")
    for first, end, ran in module.branches():
        if not ran:
            print(f"{name}:{module.text.count(chr(10), 0, first) + 1}: never taken: {' '.join(module.text[first:end].split())[:80]}")


def self_test():
    """Two processes: one takes the branch that the other leaves out; nothing calls the last function."""
    text = "f(a ? b : c);\n// d\nfunction g() {\n    h();\n}\n"
    whole = {"ranges": [{"startOffset": 0, "endOffset": len(text), "count": 1}]}
    g = {"ranges": [{"startOffset": text.index("function"), "endOffset": len(text) - 1, "count": 0}]}
    module = Module(text)
    for branch in ("b", "c"):
        at = text.index(branch)
        module.add([{"ranges": [*whole["ranges"], {"startOffset": at, "endOffset": at + 1, "count": 0}]}, g])
    assert list(module.lines()) == [(1, True), (3, False), (4, False)], list(module.lines())
    assert list(module.branches()) == [(6, 7, True), (10, 11, True)]
    assert module.figures() == (1, 3, 2, 2)
    module = Module(text)
    module.add([{"ranges": [*whole["ranges"], {"startOffset": 6, "endOffset": 7, "count": 0}]}, g])
    assert list(module.branches()) == [(6, 7, False)]
    print("1 passed, 0 failed")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--uncovered", nargs="+", metavar="MODULE", help="scene, for web/viewer/scene.js")
    parser.add_argument("--self-test", action="store_true")
    arguments = parser.parse_args()
    if arguments.self_test:
        self_test()
        return 0
    if shutil.which("node") is None:
        print("skipped: coverage of the viewer: no node is installed")
        return 0
    modules = modules_of(measure())
    if arguments.uncovered:
        for name in arguments.uncovered:
            uncovered(f"{name}.js", modules[f"{name}.js"])
        return 0
    below = table({name: module.figures() for name, module in modules.items()})
    for name in below:
        print(f"{name} is below its gate: ci/coverage_javascript.py --uncovered {name.removesuffix('.js')}")
    return 1 if below else 0


if __name__ == "__main__":
    sys.exit(main())
