#!/usr/bin/env python3
"""checktree: what has to hold between the files of src, which no look at a single one shows.

    ci/checktree.py               exit 1 where two files bear one name, or files need each other in a circle
    ci/checktree.py --self-test   shows of every check that it fires, and that it leaves the nearest legal tree alone

A file needs another when it names a function or a constant table that the other defines. Where a needs b and b needs a,
neither can be read, tested or moved alone.
"""

import collections
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
COMMENT_OR_STRING = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'', re.DOTALL)
FUNCTION = re.compile(r"^(?!static|typedef|extern|enum|struct|else|#)[A-Za-z_][\w ,*()]*?\b(\w+)\([^;{}]*\)\s*\n\{",
                      re.MULTILINE)
STATIC = re.compile(r"^static [\w \*]*?\b(\w+)\s*(?:\(|\[|=)", re.MULTILINE)
TABLE = re.compile(r"^const [\w \*]+?\b(\w+)(?:\[[^\]]*\])*\s*=", re.MULTILINE)


def definitions(sources):
    """Which file defines a name that others may use."""
    where = {}
    for path, code in sources.items():
        for pattern in (FUNCTION, TABLE):
            for name in pattern.findall(code):
                where.setdefault(name, path)
    return where


def needs(sources):
    """For each file, the files that it needs, with a name that says so."""
    where = definitions(sources)
    found = collections.defaultdict(dict)
    for path, code in sources.items():
        for name in sorted(set(re.findall(r"\b[A-Za-z_]\w*\b", code)) - set(STATIC.findall(code))):
            other = where.get(name, path)
            if other != path:
                found[path].setdefault(other, name)
    return found


def reachable(edges, start):
    seen, waiting = set(), [start]
    while waiting:
        for other in edges.get(waiting.pop(), ()):
            if other not in seen:
                seen.add(other)
                waiting.append(other)
    return seen


def circles(sources):
    """Groups of files that need each other, each with the names by which they do."""
    edges = needs(sources)
    reach = {path: reachable(edges, path) for path in sources}
    groups = {tuple(sorted(other for other in reach[path] if path in reach[other])) for path in sources
              if path in reach[path]}
    problems = []
    for group in sorted(groups):
        links = [f"{os.path.basename(a)} needs {edges[a][b]} of {os.path.basename(b)}"
                 for a in group for b in group if b in edges[a]]
        problems.append(f"{', '.join(group)}: files that need each other: {'; '.join(links)} [circle]")
    return problems


def same_names(paths):
    """Files of one name: which of them somebody means is a guess."""
    by_name = collections.defaultdict(list)
    for path in paths:
        by_name[os.path.basename(path)].append(path)
    return [f"{', '.join(group)}: one name for {len(group)} files [file-name]"
            for group in by_name.values() if len(group) > 1]


def check(files):
    """The problems of a tree: paths, and what stands in the files."""
    sources = {path: COMMENT_OR_STRING.sub(" ", text) for path, text in files.items() if path.endswith(".c")}
    return same_names(sorted(path for path in files if path.endswith((".c", ".h")))) + circles(sources)


def tree():
    listed = subprocess.run(["git", "ls-files", "-z", "-c", "-o", "--exclude-standard", "src"], cwd=ROOT,
                            stdout=subprocess.PIPE, check=True)
    files = {}
    for name in sorted(os.fsdecode(name) for name in listed.stdout.split(b"\0") if name):
        full = os.path.join(ROOT, name)
        if os.path.isfile(full):
            with open(full, encoding="utf-8") as stream:
                files[name] = stream.read()
    return files


A_CALLS_B = "int a(void)\n{\n    return b();\n}\n"
B_CALLS_A = "int b(void)\n{\n    return a();\n}\n"
B_ALONE = "static int own(void)\n{\n    return 1; /* a() */\n}\n\nint b(void)\n{\n    return own();\n}\n"
CASES = [
    ("circle", {"src/a.c": A_CALLS_B, "src/b.c": B_CALLS_A}, {"src/a.c": A_CALLS_B, "src/b.c": B_ALONE}),
    ("circle", {"src/a.c": A_CALLS_B, "src/b.c": "const int t[] = {1};\nint b(void)\n{\n    return c();\n}\n",
                "src/c.c": "int c(void)\n{\n    return a();\n}\n"},
     {"src/a.c": A_CALLS_B, "src/b.c": "int b(void)\n{\n    return c();\n}\n",
      "src/c.c": "static int a(void)\n{\n    return 1;\n}\n\nint c(void)\n{\n    return 1;\n}\n"}),
    ("file-name", {"src/x/a.h": "", "src/y/a.h": ""}, {"src/x/a.h": "", "src/y/a.c": "", "src/y/layout.def": ""}),
]


def self_test():
    wrong = 0
    for kind, breaks, legal in CASES:
        for files, fires in ((breaks, True), (legal, False)):
            found = [problem for problem in check(files) if problem.endswith(f"[{kind}]")]
            if bool(found) != fires:
                wrong += 1
                print(f"{kind}: {'silent' if fires else 'fires'} on {files}")
    print(f"self-test: {2 * len(CASES) - wrong} of {2 * len(CASES)}")
    return 1 if wrong else 0


def main():
    if sys.argv[1:] == ["--self-test"]:
        return self_test()
    if sys.argv[1:]:
        print(__doc__)
        return 2
    files = tree()
    problems = check(files)
    for problem in problems:
        print(problem)
    print(f"checktree: {len(files)} files, {len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
