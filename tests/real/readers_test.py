#!/usr/bin/env python3
"""readers_test.py: the trusting readers find nothing wrong with published files without errors.

    readers_test.py --program PATH --probe PATH [--real DIR]

A reader that does is no reader that such a file must be safe for (docs/promise.md, "What no reader may believe").
--probe names believe_probe of tests/replay.
"""

import json
import os
import subprocess
import sys

from published import binary_rows, parser_of, rows_of

SECONDS = 600


def files_without_errors(program, real, paths):
    """The files without an error, by format."""
    done = subprocess.run([program, "check", "-f", "json", "--no-config", *paths], cwd=real, capture_output=True,
                          timeout=SECONDS, check=False)
    report = json.loads(done.stdout)
    wrong = {finding["path"] for finding in report["findings"] if finding["level"] == "error"}
    formats = {}
    for file in report["files"]:
        if file["path"] not in wrong:
            formats.setdefault(file["format"], []).append(os.path.join(real, file["path"]))
    return formats


def problems(probe, format, paths):
    done = subprocess.run([probe, format, *paths], capture_output=True, text=True, timeout=SECONDS, check=True)
    said = dict(line.split("\t") for line in done.stdout.splitlines())
    return [f"{path}: {said[path]}" for path in paths if said[path] != "-"]


def main():
    parser = parser_of(__doc__.split("\n")[0])
    parser.add_argument("--probe", required=True)
    arguments = parser.parse_args()
    rows = rows_of(arguments.real, "readers of published files")
    if rows is None:
        return 0
    passed = failed = 0
    formats = files_without_errors(arguments.program, arguments.real, [row["path"] for row in binary_rows(rows)])
    for format, paths in sorted(formats.items()):
        found = problems(arguments.probe, format, paths)
        for problem in found:
            print(f"believe_{format}.c: {problem}")
        passed += len(paths) - len(found)
        failed += len(found)
    print(f"{passed} passed, {failed} failed, 0 skipped")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
