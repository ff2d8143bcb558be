#!/usr/bin/env python3
"""platforms.py: compares the CPU time of a program for another system, or of another build, with the native one.

    bench/platforms.py NATIVE FOLDER [--rounds N] [--kinds xmf,...] [--megabytes N] -- COMMAND...

COMMAND starts the other program: build/static/assetlint, or node build/web/node/main.js. Each round
runs both with one thread on the files of these kinds below FOLDER, so that a machine that slows down slows down both. The
files are repeated to so many megabytes (300), since the start of an emulator counts, too. It prints the median time of
each and their ratio: above 1, the other program is slower.
"""

import argparse
import os
import pathlib
import shutil
import statistics
import tempfile

import times

OPTIONS = ("check", "-f", "lines", "-q", "-j1")


def copy_files(files, least, room):
    """Copies the files into one folder, since a command line can't hold so many. Returns their number and bytes."""
    count = size = 0
    while size < least:
        for path in files:
            copy = room / f"{count:07}{path.suffix.lower()}"
            if count < len(files):
                shutil.copyfile(path, copy)
            else:
                os.link(room / f"{count % len(files):07}{path.suffix.lower()}", copy)
            count += 1
            size += copy.stat().st_size
    return count, size


def main():
    parser = argparse.ArgumentParser(description="Compare the CPU time of a program of another system with the native one.")
    parser.add_argument("native")
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("other", nargs="+")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--megabytes", type=int, default=300)
    parser.add_argument("--kinds", default="xmf", help="extensions, with commas between them")
    arguments = parser.parse_args()
    commands = [[str(pathlib.Path(word).resolve()) if "/" in word else word for word in command]
                for command in ([arguments.native], arguments.other)]
    kinds = arguments.kinds.split(",")
    found = sorted(path for path in arguments.folder.rglob("*") if path.is_file() and path.suffix[1:].lower() in kinds)
    if not any(path.stat().st_size for path in found):
        raise SystemExit(f"platforms.py: {arguments.folder} has no files of the kinds {arguments.kinds}")
    with tempfile.TemporaryDirectory() as room:
        files, size = copy_files(found, arguments.megabytes * 1000000, pathlib.Path(room))
        measured = [[], []]
        for _ in range(arguments.rounds):
            for series, command in zip(measured, commands):
                series.append(times.seconds([*command, *OPTIONS, "."], folder=room, expected=(0, 1)))
    native, other = map(statistics.median, measured)
    print(f"{files} files, {size} bytes: native {native:.3f} s, {' '.join(arguments.other)} {other:.3f} s, "
          f"ratio {other / native:.3f}")


if __name__ == "__main__":
    main()
