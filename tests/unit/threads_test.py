#!/usr/bin/env python3
"""threads_test.py: each test program that starts a thread has the label `threads`, by which the preset tsan builds and runs it.

    threads_test.py --build FOLDER --note LIBRARY

Runs the quick test programs of ctest with LIBRARY (thread_note.c) preloaded. Scripts are left out: each run of the program
has a thread, and those with the label run it in all ways in which threads work together.
"""

import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile

FOLDERS = {"unit", "rules"}
SECONDS = 300


def tests_of(build):
    """The tests of ctest, each with its labels."""
    done = subprocess.run(["ctest", "--test-dir", build, "--show-only=json-v1"], check=True, capture_output=True)
    for test in json.loads(done.stdout)["tests"]:
        labels = {label for one in test["properties"] if one["name"] == "LABELS" for label in one["value"]}
        yield test["name"], test["command"], labels


def starts_threads(name, command, build, library):
    with tempfile.NamedTemporaryFile() as notes:
        environment = dict(os.environ, LD_PRELOAD=library, ASSETLINT_THREAD_NOTES=notes.name, ASSETLINT_TEST=name,
                           ASSETLINT_BUILD=build)
        subprocess.run(command, cwd=build, env=environment, capture_output=True, timeout=SECONDS, check=False)
        return notes.read() != b""


def main():
    parser = argparse.ArgumentParser(description="Compare the label `threads` with what tests do.")
    parser.add_argument("--build", required=True)
    parser.add_argument("--note", required=True)
    arguments = parser.parse_args()
    passed = failed = noted = 0
    for name, command, labels in tests_of(arguments.build):
        if not labels & FOLDERS or "quick" not in labels or pathlib.Path(command[0]).name.startswith("python"):
            continue
        starts = starts_threads(name, command, arguments.build, arguments.note)
        noted += starts
        wrong = starts and "threads" not in labels
        if wrong:
            print(f"{name} starts a thread, but doesn't have the label `threads`")
        passed += not wrong
        failed += wrong
    if noted == 0:
        print("no test starts a thread: the library sees none")
        failed += 1
    print(f"{passed} passed, {failed} failed, 0 skipped")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
