#!/usr/bin/env python3
"""coverage.py: sums what clang's source coverage measured, by folder of src, and compares it with the gates.

    ci/coverage.py EXPORT                       a table by folder; exit 1 below a gate or if ci/unreachable.tsv is wrong
    ci/coverage.py EXPORT --files FOLDER        the same for each file of a folder
    ci/coverage.py EXPORT --uncovered PATH...   the branches of these files or folders that nothing takes
    ci/coverage.py --self-test

EXPORT is the JSON of `llvm-cov export`. ci/coverage.sh makes it and calls this.

A branch is one outcome, true or false, of a condition in the source. What a header defines, functions as well as
macros, is compiled into many functions: it counts once, in the folder of the header, and is covered if one of them
covers it. The rows of a table (.def) are data: their lines don't count. Conditions that the compiler knows are no
branches. Neither is the condition of a switch, for which clang counts the default that the switch doesn't have: our
switches name each value of their enum.

ci/unreachable.tsv lists branches that no input can reach: file, function, the line's text, the condition, its outcome
that never happens, and the reason. They are not counted. A listed branch that is taken, or isn't there, is an error.
"""

import argparse
import collections
import contextlib
import csv
import io
import json
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
UNREACHABLE = "ci/unreachable.tsv"
BRANCH_KIND = 4  # of a region, in llvm's CounterMappingRegion

# By folder of src: the least percent of lines and branches. Folders without a row are only shown. A run may miss a branch
# that threads take by chance, so a gate is a little below what was seen; not so that of core and kit, which start no threads.
Gate = collections.namedtuple("Gate", "lines branches")
GATES = {
    "core": Gate(100, 100),
    "kit": Gate(100, 100),
    "formats": Gate(99.5, 96.8),
    "fix": Gate(98.0, 90.0),
    "relations": Gate(99.4, 96.5),
    "containers": Gate(99.0, 94.8),
    "engine": Gate(98.7, 96.6),
    "view": Gate(99.2, 97.5),
    "project": Gate(99.0, 94.1),
    "report": Gate(99.5, 96.8),
    "cli": Gate(99.4, 97.6),
}

Branch = collections.namedtuple("Branch", "file function line column condition outcome text covered")
Listed = collections.namedtuple("Listed", "file function text condition outcome reason")


class Source:
    """The lines of a file, as llvm-cov counts them: from 1."""

    def __init__(self, path):
        self.lines = path.read_text(encoding="utf-8").splitlines()

    def text(self, place):
        """What stands between the two places of a region, in one line."""
        first, start, last, end = place
        if first == last:
            return self.lines[first - 1][start - 1:end - 1]
        parts = [self.lines[first - 1][start - 1:], *self.lines[first:last - 1], self.lines[last - 1][:end - 1]]
        return " ".join(part.strip().rstrip("\\").rstrip() for part in parts)

    def before(self, place):
        return self.lines[place[0] - 1][:place[1] - 1]

    def line(self, number):
        return self.lines[number - 1].strip()


def counts_of(functions, root):
    """Of each condition in our sources: how often it was true and false, the functions it is in, and whether it is a
    constant: clang gives those no counts, even where they are evaluated."""
    counts = {}
    for function in functions:
        evaluated = {(region[5], tuple(region[:4])) for region in function["regions"] if region[4] > 0}
        for *place, true, false, file, _, kind in function["branches"]:
            name = function["filenames"][file]
            if kind != BRANCH_KIND or not name.startswith(f"{root}/src/"):
                continue
            of_place = counts.setdefault((name[len(root) + 1:], tuple(place)), [0, 0, set(), False])
            of_place[0] += true
            of_place[1] += false
            of_place[2].add(function["name"].rpartition(":")[2])
            of_place[3] |= true == false == 0 and (file, tuple(place)) in evaluated
    return counts


def branches_of(functions, root):
    sources = {}
    for (name, place), (true, false, of_functions, constant) in sorted(counts_of(functions, str(root)).items()):
        source = sources.get(name) or sources.setdefault(name, Source(root / name))
        if constant and true == false == 0 or source.before(place).endswith("switch ("):
            continue
        for outcome, count in (("true", true), ("false", false)):
            yield Branch(name, min(of_functions), place[0], place[1], source.text(place), outcome,
                         source.line(place[0]), count > 0)


def folder_of(file):
    return file.split("/")[1]


def read_unreachable(path):
    if not path.exists():
        return []
    with open(path, encoding="utf-8", newline="") as stream:
        rows = [row for row in csv.reader(stream, delimiter="\t", quoting=csv.QUOTE_NONE) if row and row[0][0] != "#"]
    return [Listed(*row) for row in rows]


def without_listed(branches, listed):
    """The branches that the list doesn't name, and what is wrong with the list."""
    rest, seen, wrong = [], set(), []
    by_key = {row[:5]: row for row in listed}
    if len(by_key) < len(listed):
        wrong.append("a branch is listed twice")
    for branch in branches:
        row = by_key.get((branch.file, branch.function, branch.text, branch.condition, branch.outcome))
        if row is None:
            rest.append(branch)
            continue
        seen.add(row)
        if branch.covered:
            wrong.append(f"{branch.file}:{branch.line}: {branch.condition}: {branch.outcome} was reached")
    wrong += [f"{row.file}: {row.function}: there is no branch {row.condition}: {row.outcome}"
              for row in listed if row not in seen]
    return rest, wrong


class Sums:
    """Lines and branches, covered and all, of a group of files."""

    def __init__(self):
        self.lines, self.covered_lines, self.branches, self.covered_branches = 0, 0, 0, 0

    def shares(self):
        return share(self.covered_lines, self.lines), share(self.covered_branches, self.branches)


def share(part, whole):
    return 100 * part / whole if whole else 100.0


def sums_by(group, files, branches, root):
    sums = collections.defaultdict(Sums)
    for file in files:
        if file["filename"].startswith(f"{root}/src/") and not file["filename"].endswith(".def"):
            of = sums[group(file["filename"][len(str(root)) + 1:])]
            of.lines += file["summary"]["lines"]["count"]
            of.covered_lines += file["summary"]["lines"]["covered"]
    for branch in branches:
        of = sums[group(branch.file)]
        of.branches += 1
        of.covered_branches += branch.covered
    return sums


def print_table(sums, gates):
    """Prints a line for each group. Returns those that are below their gates."""
    below = []
    width = max(map(len, sums), default=0)
    print(f"{'':{width}}           lines      %   gate        branches      %   gate")
    for name, of in sorted(sums.items()):
        lines, branches = of.shares()
        gate = gates.get(name)
        wanted = [f"{least:6}" for least in gate] if gate else [" " * 6] * 2
        low = gate is not None and (lines < gate.lines or branches < gate.branches)
        print(f"{name:{width}} {of.covered_lines:6} of {of.lines:6} {lines:6.2f} {wanted[0]} "
              f"{of.covered_branches:6} of {of.branches:6} {branches:6.2f} {wanted[1]}{'  below' if low else ''}")
        if low:
            below.append(name)
    return below


def print_uncovered(branches, paths):
    for branch in branches:
        if not branch.covered and any(branch.file == path or branch.file.startswith(path + "/") for path in paths):
            print(f"{branch.file}:{branch.line}:{branch.column}: {branch.function}: never {branch.outcome}: {branch.condition}")


def self_test():
    """A tree with one file: a condition that was only true, one inlined twice, a constant, and a switch."""
    import tempfile
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        (root / "src/core").mkdir(parents=True)
        (root / "src/core/a.c").write_text("if (x > 1)\nif (inlined)\nif (true)\nswitch (kind)\n")
        file = f"{root}/src/core/a.c"
        x, inlined, constant, kind = [1, 5, 1, 10], [2, 5, 2, 12], [3, 5, 3, 9], [4, 9, 4, 13]
        functions = [
            {"name": "a.c:f", "filenames": [file], "regions": [[*constant, 7, 0, 0, 0]], "branches": [
                [*x, 3, 0, 0, 0, 4], [*inlined, 0, 2, 0, 0, 4], [*constant, 0, 0, 0, 0, 4], [*kind, 0, 9, 0, 0, 4]]},
            {"name": "g", "filenames": ["/usr/include/b.h", file], "regions": [], "branches": [
                [*inlined, 5, 0, 1, 0, 4], [1, 1, 1, 2, 0, 0, 0, 0, 4]]}]
        branches = list(branches_of(functions, root))
        assert [(b.condition, b.outcome, b.covered) for b in branches] == [
            ("x > 1", "true", True), ("x > 1", "false", False), ("inlined", "true", True), ("inlined", "false", True)]
        row = Listed("src/core/a.c", "f", "if (x > 1)", "x > 1", "false", "why")
        rest, wrong = without_listed(branches, [row])
        assert len(rest) == 3 and not wrong
        assert len(without_listed(branches, [row._replace(outcome="true")])[1]) == 1
        assert len(without_listed(branches, [row._replace(text="if (y)")])[1]) == 1
        assert len(without_listed(branches, [row, row])[1]) == 1
        files = [{"filename": file, "summary": {"lines": {"count": 4, "covered": 3}}},
                 {"filename": f"{root}/src/core/layout.def", "summary": {"lines": {"count": 4, "covered": 0}}}]
        with contextlib.redirect_stdout(io.StringIO()):
            assert print_table(sums_by(folder_of, files, branches, root), {"core": Gate(75, 75)}) == []
            assert print_table(sums_by(folder_of, files, branches, root), {"core": Gate(75, 76)}) == ["core"]
            assert print_table(sums_by(folder_of, files, rest, root), {"core": Gate(76, 100)}) == ["core"]
    print("1 passed, 0 failed")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("export", nargs="?", type=pathlib.Path, metavar="EXPORT")
    parser.add_argument("--files", metavar="FOLDER", help="core, or src/core")
    parser.add_argument("--uncovered", nargs="+", metavar="PATH", help="files or folders of src")
    parser.add_argument("--self-test", action="store_true")
    arguments = parser.parse_args()
    if arguments.self_test:
        self_test()
        return 0
    if arguments.export is None:
        parser.error("EXPORT is missing")
    with open(arguments.export, encoding="utf-8") as stream:
        data = json.load(stream)["data"][0]
    branches, wrong = without_listed(list(branches_of(data["functions"], ROOT)), read_unreachable(ROOT / UNREACHABLE))
    if arguments.uncovered:
        print_uncovered(branches, [path.rstrip("/") for path in arguments.uncovered])
        return 0
    if arguments.files:
        start = "src/" + arguments.files.removeprefix("src/").rstrip("/") + "/"
        files = [file for file in data["files"] if file["filename"].startswith(f"{ROOT}/{start}")]
        print_table(sums_by(str, files, [b for b in branches if b.file.startswith(start)], ROOT), {})
        return 0
    below = print_table(sums_by(folder_of, data["files"], branches, ROOT), GATES)
    for line in wrong:
        print(f"{UNREACHABLE}: {line}")
    for name in below:
        print(f"src/{name} is below its gate: ci/coverage.sh --uncovered src/{name}")
    return 1 if below or wrong else 0


if __name__ == "__main__":
    sys.exit(main())
