#!/usr/bin/env python3
"""factors.py: compares the memory that a check takes for each byte of a file with the table in docs/limits.md.

    factors.py --program PATH

The files of worst.py are checked with less and less --max-memory, until a limit is reached. Each has several sizes,
between which lists grow: a list that grows exists twice for a moment, which is the peak. The last line is `N passed, N
failed`.
"""

import argparse
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

import worst

ROOT = pathlib.Path(__file__).resolve().parents[2]
SIZES = (2_000_000, 2_200_000, 2_400_000)
MOST = 1 << 30


def documented():
    """Maps a format to the bytes of memory for each byte of a file in the table."""
    page = (ROOT / "docs" / "limits.md").read_text(encoding="utf-8")
    return {name: int(factor) for names, factor in re.findall(r"^\| ([A-Z, ]+) \| (\d+) \|", page, re.MULTILINE)
            for name in names.lower().split(", ")}


def is_enough(program, path, memory):
    done = subprocess.run([program, "check", "-f", "json", "-j1", "--max-memory", str(memory), path],
                          stdout=subprocess.PIPE, check=False)
    return not any(finding["rule"].endswith("/limit") and not finding["message"].startswith("more than")
                   for finding in json.loads(done.stdout)["findings"])


def needed(program, path):
    low, high = 0, MOST
    while high - low > max(1000, high // 200):
        middle = (low + high) // 2
        if is_enough(program, path, middle):
            high = middle
        else:
            low = middle
    return high


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--program", required=True)
    program = os.path.abspath(parser.parse_args().program)
    factors = documented()
    failed = 0
    with tempfile.TemporaryDirectory(prefix="assetlint-factors-") as folder:
        for name, files in worst.WORST.items():
            most = 0
            path = os.path.join(folder, "a." + {"xani": "ani"}.get(name, name))
            for size in SIZES:
                for make in files:
                    content = make(size)
                    pathlib.Path(path).write_bytes(content)
                    most = max(most, needed(program, path) / len(content))
            right = most <= factors.get(name, 0)
            failed += not right
            print(f"{name}: {most:.2f} bytes for each, docs/limits.md has {factors.get(name)}{'' if right else ': WRONG'}")
    print(f"{len(worst.WORST) - failed} passed, {failed} failed")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
