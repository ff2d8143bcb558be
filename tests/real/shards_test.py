#!/usr/bin/env python3
"""shards_test.py: published files and mods, checked in shards and merged, give the report of one run.

    shards_test.py --program PATH [--real DIR]

The files belong to others, so they are not in the repository: DIR is $ASSETLINT_REAL, or shared/real beside the
checkout. If it is missing, every test is skipped.
"""

import pathlib
import re
import subprocess
import sys
import tempfile

from published import parser_of

FORMS = ("text", "lines", "json", "ndjson", "sarif", "github", "junit", "html")
VIEWS = rb'<script type="application/json" data-views="[^"]*">[^<]*</script>\n'  # a merge has no files to show
SHARDS = 8
SECONDS = 600


def run(program, arguments, folder, out):
    """The exit status; standard output goes to a file."""
    with open(out, "wb") as file:
        return subprocess.run([program, *arguments], cwd=folder, stdout=file, stderr=subprocess.DEVNULL,
                              timeout=SECONDS).returncode


def problems(program, folder, path):
    """The differences between one run and the merged shards."""
    with tempfile.TemporaryDirectory(prefix="assetlint-shards-") as made:
        made = pathlib.Path(made)
        parts = [made / f"{number}.ndjson" for number in range(1, SHARDS + 1)]
        for number, part in enumerate(parts, 1):
            run(program, ["check", "--shard", f"{number}/{SHARDS}", "-f", "ndjson", "--allow-empty", path], folder, part)
        for form in FORMS:
            whole = run(program, ["check", "--allow-empty", "-f", form, path], folder, made / "whole")
            merged = run(program, ["merge", "-f", form, *reversed(parts)], folder, made / "merged")
            if whole != merged:
                yield f"{path}: {form}: exit status {merged}, not {whole}"
            if re.sub(VIEWS, b"", (made / "whole").read_bytes()) != (made / "merged").read_bytes():
                yield f"{path}: {form}: other bytes"


def main():
    arguments = parser_of(__doc__.split("\n")[0]).parse_args()
    program = arguments.program
    paths = [("all files", "."), ("mods", "mods")]
    if not arguments.real.is_dir():
        print(f"skipped: shards: {arguments.real} is not there")
        print(f"0 passed, 0 failed, {len(paths)} skipped")
        return 0
    failed = 0
    for name, path in paths:
        wrong = list(problems(program, arguments.real, path))
        failed += bool(wrong)
        for line in wrong:
            print(f"{name}: {line}")
    print(f"{len(paths) - failed} passed, {failed} failed, 0 skipped")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
