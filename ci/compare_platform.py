#!/usr/bin/env python3
"""compare_platform: compares the reports of a program for another system with those of the native program.

    ci/compare_platform.py NATIVE -- COMMAND...      COMMAND: wine build/windows/assetlint.exe, qemu-s390x-static PROGRAM
    ci/compare_platform.py --self-test

Both programs check the corpus, the fixtures, and the real files and mods if they exist (ASSETLINT_REAL, default
../shared/real), with all findings as text, json, ndjson and sarif, and dump the seeds. Exit status and standard output
must be the same, byte for byte. Each tree is one run, because emulators start slowly. `{}` in COMMAND becomes the
folder in which the program runs, for emulators that need it. The last line gives the number of comparisons that
passed.
"""

import argparse
import contextlib
import io
import json
import os
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tools/corpus"))

import generate  # noqa: E402

FORMATS = ("ndjson", "json", "text", "sarif")
MOST_DUMPED = 40  # each seed is one run


def trees():
    """(folder to run in, path to check) for each tree."""
    yield ROOT, "corpus"
    yield ROOT, "build/fixtures"
    real = pathlib.Path(os.environ.get("ASSETLINT_REAL", ROOT / "../shared/real")).resolve()
    mods = real / "mods"
    if not real.is_dir():
        print(f"skipped: real files: {real} is missing")
        return
    yield real.parent, real.name
    if not mods.is_dir():
        print(f"skipped: mods: {mods} is missing")
        return
    yield real, "mods"
    for mod in sorted(path.name for path in mods.iterdir() if path.is_dir()):
        yield mods, mod


def runs():
    """(folder to run in, arguments) for each comparison."""
    for folder, path in trees():
        for name in FORMATS:
            yield folder, ["check", "--show", "note", "--max-per-rule", "0", "-f", name, path]
    formats = {path.parent.name for path in ROOT.glob("src/formats/**/layout.def")}
    seeds = sorted(path.relative_to(ROOT).as_posix() for path in ROOT.glob("corpus/*/seeds/*")
                   if path.is_file() and path.parent.parent.name in formats)
    step = max(1, len(seeds) // MOST_DUMPED)
    for seed in seeds[::step]:
        yield ROOT, ["dump", "--full", "--format", "json", seed]


def run(command, arguments, folder):
    """Exit status, standard output and standard error."""
    words = [word.replace("{}", str(folder)) for word in command]
    environment = dict(os.environ, WINEDEBUG=os.environ.get("WINEDEBUG", "-all"), LC_ALL="C.UTF-8")
    environment.pop("GITHUB_STEP_SUMMARY", None)
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        status = subprocess.run([*words, *arguments], cwd=folder, env=environment, stdin=subprocess.DEVNULL, stdout=out,
                                stderr=err, check=False).returncode
        out.seek(0)
        err.seek(0)
        return status, out.read(), err.read()


def difference(ours, theirs):
    """Describes how two results differ; None if they are the same."""
    if ours[0] != theirs[0]:
        return f"status {ours[0]} and {theirs[0]}: {theirs[2][-400:].decode(errors='replace').strip()}"
    if ours[1] == theirs[1]:
        return None
    shorter = min(len(ours[1]), len(theirs[1]))
    at = next((i for i in range(shorter) if ours[1][i] != theirs[1][i]), shorter)
    excerpts = [result[1][max(0, at - 60):at + 100] for result in (ours, theirs)]
    return f"{len(ours[1])} and {len(theirs[1])} bytes, from byte {at}:\n  {excerpts[0]!r}\n  {excerpts[1]!r}"


def files_in(output):
    """The number of files in an NDJSON report."""
    return sum(1 for line in output.splitlines() if line and json.loads(line)["kind"] == "file")


def is_sensible(arguments, result):
    """Whether the native program worked: two programs that fail in the same way would give the same result."""
    return result[0] in (0, 1, 3) and len(result[1]) > 0 and arguments[0] in ("check", "dump")


def compare(native, other, chosen):
    passed = failed = files = size = 0
    for folder, arguments in chosen:
        ours = run([native], arguments, folder)
        theirs = run(other, arguments, folder)
        wrong = difference(ours, theirs)
        if wrong is None and not is_sensible(arguments, ours):
            wrong = f"the native program ended with {ours[0]} and wrote {len(ours[1])} bytes"
        if wrong is None:
            passed += 1
            size += len(ours[1])
            files += files_in(ours[1]) if "ndjson" in arguments else 0
        else:
            failed += 1
            print(f"differs: {' '.join(arguments)} in {folder}: {wrong}")
    print(f"compared: {files} files, {size} bytes of reports, all findings, {', '.join(FORMATS)} and dumps")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed > 0 or passed == 0 else 0


def self_test():
    """Tests that each kind of difference is found, and that equal results pass."""
    good = (1, b'{"kind":"file"}\n', b"")
    cases = [("the same", good, True), ("another status", (3, good[1], b""), False),
             ("another byte", (1, b'{"kind":"File"}\n', b""), False), ("the end missing", (1, good[1][:-1], b""), False),
             ("more at the end", (1, good[1] + b"\n", b""), False), ("other messages", (1, good[1], b"fixme"), True)]
    failed = sum((difference(good, other) is None) != same for _, other, same in cases)
    with tempfile.TemporaryDirectory() as folder:
        script = pathlib.Path(folder, "program")
        script.write_text("#!/bin/sh\nexit 2\n")
        script.chmod(0o755)
        useless = [(pathlib.Path(folder), ["check", "-f", "text", "."])]
        with contextlib.redirect_stdout(io.StringIO()):
            failed += compare(str(script), [str(script)], useless) == 0
            failed += compare(str(script), [str(script)], []) == 0
    count = len(cases) + 2
    print(f"{count - failed} passed, {failed} failed")
    return 1 if failed else 0


def main():
    if sys.argv[1:] == ["--self-test"]:
        return self_test()
    parser = argparse.ArgumentParser(description="Compare the program of another system with the native one.")
    parser.add_argument("native")
    parser.add_argument("other", nargs="+")
    arguments = parser.parse_args()

    def whole(word):
        path = pathlib.Path(word)
        return str(path.resolve()) if "/" in word and path.exists() else word

    generate.stated()
    return compare(whole(arguments.native), [whole(word) for word in arguments.other], runs())


if __name__ == "__main__":
    sys.exit(main())
