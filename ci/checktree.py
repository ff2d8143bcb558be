#!/usr/bin/env python3
"""checktree: checks the rules between the files of src.

    ci/checktree.py               exit status 1 if two files have one name, or files depend on each other in a circle
    ci/checktree.py --self-test   tests each check on a tree that breaks its rule, and on a similar legal tree

A file depends on another if it uses a function or a constant table that the other defines. If a depends on b and b on
a, neither can be read, tested or moved alone.
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
    """For each name that other files may use, the file that defines it."""
    where = {}
    for path, code in sources.items():
        for pattern in (FUNCTION, TABLE):
            for name in pattern.findall(code):
                where.setdefault(name, path)
    return where


def dependencies(sources):
    """For each file, the files that it depends on, each with a name that it uses from there."""
    where = definitions(sources)
    found = collections.defaultdict(dict)
    for path, code in sources.items():
        for name in sorted(set(re.findall(r"(?<!->)(?<!\.)\b[A-Za-z_]\w*\b", code)) - set(STATIC.findall(code))):
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
    """Groups of files that depend on each other, with the names that they use."""
    edges = dependencies(sources)
    reach = {path: reachable(edges, path) for path in sources}
    groups = {tuple(sorted(other for other in reach[path] if path in reach[other])) for path in sources
              if path in reach[path]}
    problems = []
    for group in sorted(groups):
        links = [f"{os.path.basename(a)} uses {edges[a][b]} of {os.path.basename(b)}"
                 for a in group for b in group if b in edges[a]]
        problems.append(f"{', '.join(group)}: files that depend on each other: {'; '.join(links)} [circle]")
    return problems


def same_names(paths):
    """Files with the same name: a reader can't tell which one is meant."""
    by_name = collections.defaultdict(list)
    for path in paths:
        by_name[os.path.basename(path)].append(path)
    return [f"{', '.join(group)}: {len(group)} files have the same name [file-name]"
            for group in by_name.values() if len(group) > 1]


def check(files):
    """The problems of a tree. `files` has the contents by path."""
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
                print(f"{kind}: {'missed' if fires else 'false alarm'}: {files}")
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
