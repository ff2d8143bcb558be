#!/usr/bin/env python3
"""new_format_test.py: files made by tools/new_format.py compile, in a copy of the tree, and nothing is overwritten.

    new_format_test.py --compiler CC
"""

import argparse
import pathlib
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
COPIED = ("src", "include", "rules", "fuzz", "tools")
ARGUMENTS = ("abc", "--name", "ABC mesh (Some Game)", "--magic", "ABC1", "--extension", "abcd")


def lay_out(tree, *more):
    return subprocess.run([sys.executable, "-B", str(tree / "tools/new_format.py"), *ARGUMENTS, *more],
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=60, check=False)


def compiles(compiler, tree, source):
    command = [compiler, "-std=c11", "-fsyntax-only", "-Wall", "-Wextra", "-Werror", "-Wconversion", "-Iinclude",
               "-Isrc", "-I.", str(source)]
    done = subprocess.run(command, cwd=tree, stderr=subprocess.PIPE, text=True, timeout=60, check=False)
    print(done.stderr, end="")
    return done.returncode == 0


def results(compiler, family):
    """Pairs of a claim and whether it is true, for a format of its own or of a family."""
    with tempfile.TemporaryDirectory() as name:
        tree = pathlib.Path(name)
        for folder in COPIED:
            shutil.copytree(ROOT / folder, tree / folder)
        shutil.copy(ROOT / "CMakeLists.txt", tree)
        options = ("--family", family) if family else ()
        folder = pathlib.Path("src/formats", *filter(None, (family, "abc")))
        first = lay_out(tree, *options)
        yield "it is laid out", first.returncode == 0
        sources = sorted((tree / folder).glob("*.c"))
        yield "it has a parser and rules", len(sources) >= 2
        rows = [tree / "src/formats/formats.c", tree / "src/formats/catalogue.c", tree / "fuzz/believe.c",
                tree / "fuzz/believe_abc.c"]
        for source in sources + rows:
            yield f"{source.relative_to(tree)} compiles", compiles(compiler, tree, source)
        changed = (tree / folder / "abc_parse.c").read_bytes()
        again = lay_out(tree, *options)
        yield "a second time it is refused", again.returncode != 0 and "exists already" in again.stderr
        yield "and nothing is changed", (tree / folder / "abc_parse.c").read_bytes() == changed


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--compiler", required=True)
    arguments = parser.parse_args()
    passed = failed = 0
    for family in ("", "emotionfx"):
        for what, holds in results(arguments.compiler, family):
            passed, failed = passed + holds, failed + (not holds)
            if not holds:
                print(f"{family or 'of its own'}: not so: {what}")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
