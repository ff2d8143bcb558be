#!/usr/bin/env python3
"""compare.py: compares the CPU time of a check in two builds.

    bench/compare.py OLD NEW FOLDER [--rounds N]

OLD and NEW are the bench_check programs of two commits. Each kind of file below FOLDER is measured alone, in rounds of
both programs, so that a machine that slows down slows down both. It prints the median time of each and their ratio: above
1, NEW is slower.
"""

import argparse
import pathlib
import re
import statistics
import subprocess

KINDS = ("xmf", "ani", "xac", "xsm", "xpm", "bbmod", "bbanim", "msh", "cms", "skl", "bgp", "bgf", "bsg")
MINIMUM = re.compile(r"^check .*?([\d.]+) ms minimum", re.MULTILINE)


def measure(program, files):
    """Milliseconds of CPU: the minimum of a round of many passes."""
    done = subprocess.run([program, "--rounds", "1", *files], stdout=subprocess.PIPE, text=True, check=True)
    return float(MINIMUM.search(done.stdout).group(1))


def main():
    parser = argparse.ArgumentParser(description="Compare the CPU time of a check in two builds.")
    parser.add_argument("old")
    parser.add_argument("new")
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--kinds", default=",".join(KINDS), help="extensions, with commas between them")
    arguments = parser.parse_args()
    for kind in arguments.kinds.split(","):
        files = sorted(str(path) for path in arguments.folder.rglob("*")
                       if path.is_file() and path.suffix.lower() == f".{kind}")
        if not files:
            continue
        times = ([], [])
        for _ in range(arguments.rounds):
            for series, program in zip(times, (arguments.old, arguments.new)):
                series.append(measure(program, files))
        old, new = map(statistics.median, times)
        if min(times[0]) <= 0:  # too little to measure
            continue
        least = min(times[1]) / min(times[0])
        print(f"{kind:8}{len(files):5} files  old {old:9.3f} ms  new {new:9.3f} ms  ratio {new / old:.3f}"
              f"  of the minima {least:.3f}", flush=True)


if __name__ == "__main__":
    main()
