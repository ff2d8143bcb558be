#!/usr/bin/env python3
"""javascript.py: changes the viewer's modules in one place at a time, runs their tests in Node, and tells what no test notices.

    javascript.py [--only MODULE]... [--sample N [--seed S]] [--jobs N]
    javascript.py --list [--only MODULE]...
    javascript.py --self-test

These changes are made, like those of points.py in C:

    comparison   the boundary is moved by one (< and <=, > and >=); the comparison is negated
    condition    another condition of if, while and ?: is negated, a ! is dropped
    logical      && becomes ||, || becomes &&
    arithmetic   + and -, * and /, ++ and --, += and -= take each other's place
    constant     a number grows by one; true becomes false, false becomes true
    statement    a statement that is an expression is dropped: a call, an assignment; not one of undefined to a new object

A mutant meets the tests that import its module, directly or not, until one fails, or doesn't end. Exit status 1 if fewer than
95 % of the mutants that aren't equivalent are killed, if one survives without a reason in javascript_survivors.tsv, or if a
row of that list applies to no mutant or to one that is killed. survivors.py explains the list.
"""

import argparse
import concurrent.futures
import contextlib
import dataclasses
import itertools
import math
import os
import pathlib
import random
import re
import resource
import shutil
import subprocess
import sys
import tempfile

import survivors

ROOT = pathlib.Path(__file__).resolve().parents[2]
MODULES, TESTS = pathlib.Path("web/viewer"), pathlib.Path("tests/web/modules")
COPIED = (pathlib.Path("web"), TESTS)  # tests import more than the viewer
LIST = pathlib.Path(__file__).with_name("javascript_survivors.tsv")
LEAST = 95.0
SECONDS = 60  # the most that a test may take on a busy machine

TOKEN = re.compile(r"""
    (?P<blank>\s+|//[^\n]*|/\*.*?\*/) | (?P<number>(?:0x[0-9a-f]+|(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)) | (?P<name>[A-Za-z_$\#][\w$]*) |
    (?P<string>"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*') |
    (?P<sign>===|!==|=>|\?\?=|&&=|\|\|=|\*\*|<=|>=|&&|\|\||\?\?|\?\.|\+\+|--|\+=|-=|\*=|/=|>>>|>>|<<|\.\.\.|[-+*/%=<>!?:;,.(){}\[\]&|^~])
    """, re.VERBOSE | re.DOTALL)
REGEX = re.compile(r"/(?:\\.|\[(?:\\.|[^\]\\])*\]|[^/\\\[\n])+/[a-z]*")
BOUNDARIES = {"<": "<=", "<=": "<", ">": ">=", ">=": ">"}
NEGATIONS = {"<": ">=", "<=": ">", ">": "<=", ">=": "<", "===": "!==", "!==": "==="}
LOGICAL = {"&&": "||", "||": "&&"}
ARITHMETIC = {"+": "-", "-": "+", "*": "/", "/": "*", "++": "--", "--": "++", "+=": "-=", "-=": "+="}
TRUTHS = {"true": "false", "false": "true"}
OPENING, CLOSING = {"(": ")", "[": "]", "{": "}", "${": "}"}, {")", "]", "}"}
# What comes before an operand, so that + and - are signs, / begins a regular expression, and ?: begins behind it.
WORDS = {"return", "throw", "typeof", "in", "of", "await", "case", "new", "delete", "void"}
STARTS_CONDITION = {"=", "=>", ",", ";", ":", "?", "(", "[", "{", "${", "...", "return", "&&=", "||=", "??=", "+=", "-=", "await"}
# Statements that are no expressions.
KEYWORDS = {"import", "export", "const", "let", "return", "throw", "break", "continue", "class", "function", "async", "case", "default",
            "if", "for", "while", "switch", "try", "static", "get", "set", "constructor", "super", "do"}
IMPORT = re.compile(r'^(?:import|export) [^;]*?from "(\.[^"]+)";|await import\("(\.[^"]+)"\)', re.MULTILINE)
FUNCTION = re.compile(r"^(?:export )?(?:async )?(?:function |const |class )(\w+)|^    (?:static |async |get )*(#?\w+)\([^;\n]*\{$", re.MULTILINE)


@dataclasses.dataclass
class Token:
    kind: str
    text: str
    start: int
    end: int


@dataclasses.dataclass
class Mutant:
    """One change of a module: the text of [start, end) becomes `code`."""
    file: str
    start: int
    end: int
    operator: str
    change: str
    code: str
    function: str
    line: int
    text: str
    key: str = ""
    by: str = ""


def tokens_of(text):
    """The tokens of a module without blanks and comments. A template is a string for each part between expressions."""
    tokens, at, open_braces = [], 0, []

    def template(begin):
        """Reads a part of a template, up to its end or to an expression."""
        end = begin
        while text[end] != "`" and text[end:end + 2] != "${":
            end += 2 if text[end] == "\\" else 1
        tokens.append(Token("string", text[begin:end], begin, end))
        if text[end] == "`":
            return end + 1
        tokens.append(Token("sign", "${", end, end + 2))
        open_braces.append(0)
        return end + 2

    while at < len(text):
        if text[at] == "`":
            at = template(at + 1)
            continue
        if text[at] == "/" and text[at + 1] not in "/*" and not (tokens and ends_operand(tokens[-1])):
            found = REGEX.match(text, at)
            kind = "string"
        else:
            found = TOKEN.match(text, at)
            kind = found.lastgroup if found else None
        if found is None:
            raise SystemExit(f"no token at {text[at:at + 40]!r}")
        at = found.end()
        if kind == "blank":
            continue
        tokens.append(Token(kind, found[0], found.start(), at))
        if open_braces and found[0] in ("{", "}"):
            open_braces[-1] += 1 if found[0] == "{" else -1
            if open_braces[-1] < 0:
                open_braces.pop()
                at = template(at)
    return tokens


def ends_operand(token):
    return token.kind in ("number", "string") or token.text in CLOSING or (token.kind == "name" and token.text not in WORDS)


def pairs_of(tokens):
    """The token that closes each bracket, and the other way round."""
    pairs, waiting = {}, []
    for at, token in enumerate(tokens):
        if token.kind == "sign" and token.text in OPENING:
            waiting.append(at)
        elif token.kind == "sign" and token.text in CLOSING:
            pairs[at] = waiting.pop()
            pairs[pairs[at]] = at
    return pairs


class Finder:
    """Finds the mutants of a module."""

    def __init__(self, file, text):
        self.file, self.text, self.found = file, text, []
        self.tokens = tokens_of(text)
        self.pairs = pairs_of(self.tokens)
        self.functions = [(m.start(), m[1] or m[2]) for m in FUNCTION.finditer(text)]
        for at, token in enumerate(self.tokens):
            if token.kind == "number":
                self.add(token, token, "constant", f"{token.text} to {token.text} + 1", f"({token.text} + 1)")
            elif token.kind == "name":
                self.visit_name(at, token)
            elif token.kind == "sign":
                self.visit_sign(at, token)
            self.visit_statement(at)

    def function_at(self, place):
        return next((name for start, name in reversed(self.functions) if start <= place), "")

    def add(self, first, last, operator, change, code):
        begin = self.text.rfind("\n", 0, first.start) + 1
        line = self.text[begin:self.text.find("\n", first.start)].strip()
        self.found.append(Mutant(self.file, first.start, last.end, operator, change, code, self.function_at(first.start),
                                 self.text.count("\n", 0, first.start) + 1, line[:100]))

    def visit_name(self, at, token):
        if token.text in TRUTHS:
            self.add(token, token, "constant", f"{token.text} to {TRUTHS[token.text]}", TRUTHS[token.text])
        elif token.text in ("if", "while"):
            self.negate(at + 2, self.pairs[at + 1])

    def visit_sign(self, at, token):
        for operator, table in (("comparison", BOUNDARIES), ("comparison", NEGATIONS), ("logical", LOGICAL)):
            if token.text in table:
                self.add(token, token, operator, f"{token.text} to {table[token.text]}", table[token.text])
        is_binary = at > 0 and ends_operand(self.tokens[at - 1])
        if token.text in ARITHMETIC and (is_binary or token.text in ("++", "--")):
            self.add(token, token, "arithmetic", f"{token.text} to {ARITHMETIC[token.text]}", ARITHMETIC[token.text])
        elif token.text == "!":
            self.add(token, token, "condition", "! dropped", "")
        elif token.text == "?":
            begin = at
            while self.tokens[begin - 1].text not in STARTS_CONDITION:
                begin = self.pairs[begin - 1] if self.tokens[begin - 1].text in CLOSING else begin - 1
            self.negate(begin, at)

    def negate(self, begin, end):
        """Negates the tokens of a condition, unless another change does that."""
        at, known = begin, {*NEGATIONS, *LOGICAL, "!"}
        while at < end:
            if self.tokens[at].text in known:
                return
            at = self.pairs[at] + 1 if self.tokens[at].text in OPENING else at + 1
        if begin < end:
            first, last = self.tokens[begin], self.tokens[end - 1]
            self.add(first, last, "condition", "negated", f"!({self.text[first.start:last.end]})")

    def visit_statement(self, at):
        """Drops the expression that begins here and ends with a semicolon."""
        token = self.tokens[at]
        is_first = at > 0 and self.tokens[at - 1].text in (";", "{", "}", "=>")
        if not is_first or token.text in KEYWORDS or (token.kind != "name" and token.text not in ("(", "[", "++")):
            return
        end = at
        while end < len(self.tokens) and self.tokens[end].text not in (";", *CLOSING, ","):
            end = self.pairs[end] + 1 if self.tokens[end].text in OPENING else end + 1
        inside = {self.tokens[place].text for place in range(at, min(end, len(self.tokens)))}
        if self.tokens[end - 1].text == "undefined" and self.function_at(token.start) == "constructor":
            return
        if end < len(self.tokens) and self.tokens[end].text == ";" and self.tokens[at - 1].text != "=>" and \
                inside & {"(", "=", "+=", "-=", "??=", "||=", "&&=", "++", "--"}:
            self.add(token, self.tokens[end], "statement", "dropped", ";")


def mutants_of(name):
    file = str(MODULES / f"{name}.js")
    found = Finder(file, (ROOT / file).read_text(encoding="utf-8")).found
    rows = [dataclasses.asdict(mutant) for mutant in found]
    survivors.add_keys(file, rows)
    for mutant, row in zip(found, rows):
        mutant.key = row["key"]
    return found


# ---- Tests ----

def imports_of(path):
    names = [found[1] or found[2] for found in IMPORT.finditer(path.read_text(encoding="utf-8"))]
    return [pathlib.Path(os.path.normpath(path.parent / name)) for name in names]


def tests_of_modules():
    """For each module the tests that load it, those that import it by themselves first."""
    found = {}
    for test in sorted((ROOT / TESTS).glob("*_test.mjs")):
        distance, waiting = {test: 0}, [test]
        for path in waiting:
            for other in imports_of(path):
                if other not in distance:
                    distance[other] = distance[path] + 1
                    waiting.append(other)
        for path, steps in distance.items():
            found.setdefault(path.stem, []).append((steps, test.name))
    return {name: [test for _, test in sorted(tests)] for name, tests in found.items()}


def fails(test, folder, cpu_seconds):
    """Whether a test fails, or doesn't end."""
    def limit():
        resource.setrlimit(resource.RLIMIT_CPU, (cpu_seconds, cpu_seconds))
    command = ["node", "--max-old-space-size=512", "--test-reporter=tap", str(TESTS / test)]
    try:
        return subprocess.run(command, cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                              timeout=SECONDS, check=False, preexec_fn=limit).returncode != 0
    except subprocess.TimeoutExpired:
        return True


@contextlib.contextmanager
def copied():
    """A folder with what the tests need."""
    with tempfile.TemporaryDirectory() as name:
        for part in COPIED:
            shutil.copytree(ROOT / part, pathlib.Path(name) / part)
        yield pathlib.Path(name)


def cpu_limits(tests):
    """For each test how many seconds of processor time it may take with a mutant: four times what it takes without one."""
    limits = {}
    with copied() as folder:
        for test in tests:
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            if fails(test, folder, SECONDS):
                raise SystemExit(f"{test} fails without a mutant")
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            limits[test] = math.ceil(4 * (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime))
    return limits


def judge(mutants, tests, limits):
    """Runs the tests of a module against its mutants, in a copy of the modules and tests."""
    with copied() as folder:
        for mutant in mutants:
            path = folder / mutant.file
            text = path.read_text(encoding="utf-8")
            path.write_text(text[:mutant.start] + mutant.code + text[mutant.end:], encoding="utf-8")
            mutant.by = next((test for test in tests if fails(test, folder, limits[test])), "")
            path.write_text(text, encoding="utf-8")
            if not mutant.by:
                print(f"survives: {describe(mutant)}", file=sys.stderr, flush=True)
    if mutants:
        print(f"{mutants[0].file}: {sum(bool(m.by) for m in mutants)} of {len(mutants)} killed", file=sys.stderr, flush=True)


# ---- The report ----

def describe(mutant):
    return f"{mutant.file}:{mutant.line}: {mutant.function}: {mutant.operator}: {mutant.change} in `{mutant.text}`"


def problems_of(mutants, reasons, whole):
    used = set()
    for mutant in mutants:
        row = survivors.row_of(mutant.key, reasons)
        used |= {row} if not mutant.by or row == mutant.key else set()
        if not mutant.by and row is None:
            yield f"survives: {describe(mutant)}"
        elif mutant.by and row == mutant.key:
            yield f"killed by {mutant.by}, and in {LIST.name}: {row!r}"
    if whole:
        yield from (f"{LIST.name} has a row that applies to no mutant: {row!r}" for row in reasons if row not in used)


def report(mutants, reasons, whole):
    """Prints the figures of each module, and what is wrong. Returns the exit status."""
    equivalent = {m.key for m in mutants if not m.by and
                  reasons.get(survivors.row_of(m.key, reasons), "").startswith(survivors.KINDS[0])}

    def rate(those):
        counted = [m for m in those if m.key not in equivalent]
        return 100 * sum(bool(m.by) for m in counted) / len(counted) if counted else 100.0
    print(f"{'module':28} {'mutants':>8} {'killed':>7} {'equivalent':>10} {'survived':>9} {'rate':>7}")
    by_file = [(file, list(those)) for file, those in itertools.groupby(mutants, key=lambda m: m.file)]
    for name, those in [*by_file, ("all", mutants)]:
        killed, same = sum(bool(m.by) for m in those), sum(m.key in equivalent for m in those)
        print(f"{name:28} {len(those):8} {killed:7} {same:10} {len(those) - killed - same:9} {rate(those):6.1f}%")
    problems = list(problems_of(mutants, reasons, whole))
    print("\n".join(problems))
    return 1 if problems or rate(mutants) < LEAST else 0


def self_test():
    """A module with each kind of change, and with what must stay: comments, texts, regular expressions, keywords, signs."""
    text = """import { a } from "./a.js";
/** @param {number} x 1 < 2 */
function f(x) { // 3 + 4
    const text = `${x + 1} < 2`, pattern = /1+[/]2/g, back = -x / y;
    if (!x || g(x)) {
        g(x);
        i++;
        return x ? true : a <= b;
    }
    for (const each of list) {
        sum -= each;
    }
    return { x };
}
"""
    changes = [(m.line, m.operator, text[:m.start].rpartition("\n")[2] + m.code) for m in Finder("f.js", text).found]
    assert changes == [
        (4, "arithmetic", "    const text = `${x -"), (4, "constant", "    const text = `${x + (1 + 1)"),
        (4, "arithmetic", "    const text = `${x + 1} < 2`, pattern = /1+[/]2/g, back = -x *"),
        (5, "condition", "    if ("), (5, "logical", "    if (!x &&"),
        (6, "statement", "        ;"), (7, "statement", "        ;"), (7, "arithmetic", "        i--"),
        (8, "condition", "        return !(x)"), (8, "constant", "        return x ? false"),
        (8, "comparison", "        return x ? true : a <"), (8, "comparison", "        return x ? true : a >"),
        (11, "statement", "        ;"), (11, "arithmetic", "        sum +=")], changes
    assert {m.function for m in Finder("f.js", text).found} == {"f"}
    print("1 passed, 0 failed")


def main():
    parser = argparse.ArgumentParser(description="Run the viewer's tests in Node against mutants of its modules.")
    parser.add_argument("--only", action="append", default=[], metavar="MODULE", help="scene, for web/viewer/scene.js; repeatable")
    parser.add_argument("--sample", type=int, help="only so many mutants, drawn by the seed")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--list", action="store_true", help="show the mutants, and run nothing")
    parser.add_argument("--self-test", action="store_true")
    arguments = parser.parse_args()
    if arguments.self_test:
        self_test()
        return 0
    names = arguments.only or sorted(path.stem for path in (ROOT / MODULES).glob("*.js"))
    mutants = [mutant for name in names for mutant in mutants_of(name)]
    if arguments.sample is not None:
        chosen = {m.key for m in random.Random(arguments.seed).sample(mutants, min(arguments.sample, len(mutants)))}
        mutants = [m for m in mutants if m.key in chosen]
    if arguments.list:
        for m in mutants:
            print(describe(m))
        return 0
    tests = tests_of_modules()
    limits = cpu_limits(sorted({test for those in tests.values() for test in those}))
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        done = [pool.submit(judge, list(those), tests.get(pathlib.Path(file).stem, []), limits)
                for file, those in itertools.groupby(mutants, key=lambda m: m.file)]
        for each in done:
            each.result()
    whole = not arguments.only and arguments.sample is None
    return report(mutants, survivors.read(LIST) if LIST.exists() else {}, whole)


if __name__ == "__main__":
    sys.exit(main())
