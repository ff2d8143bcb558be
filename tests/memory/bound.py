#!/usr/bin/env python3
"""bound.py: --max-memory bounds each check, and with --jobs the whole program; the report doesn't depend on --jobs.

    bound.py --program PATH

Files that take much memory for their size are checked together, with a low --max-memory and several --jobs. The peak
memory of the process may be at most --max-memory for each job and 64 MiB, and all reports in one form must be equal.
The last line is `N passed, N failed`.
"""

import argparse
import hashlib
import os
import pathlib
import subprocess
import sys
import tempfile

import worst
from worst import msh

MIB = 1 << 20
BESIDE = 64 * MIB
JOBS = (1, 2, 4, 16, 64)


# A small process starts each run: the system keeps one peak for all children of a process, and a child begins with the
# memory of its parent.
WRAPPER = """
import resource, subprocess, sys
with open(sys.argv[1], "wb") as out:
    status = subprocess.run(sys.argv[2:], stdout=out).returncode
print(status, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * 1024)
"""


def peak_of(program, arguments, out):
    """The exit status and the peak memory of the program in bytes."""
    done = subprocess.run([sys.executable, "-c", WRAPPER, out, program, *arguments], stdout=subprocess.PIPE, check=True)
    return map(int, done.stdout.split())


def digest(path):
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def expanding(folder):
    """Sixteen files, each of which needs nearly all or most of the allowed memory."""
    files = {"a.msh": worst.msh_bones(3_600_000), "b.xmf": worst.xmf_vertices(5_000_000), "c.bgp": worst.bgp_assets(4_000_000),
             "d.xac": worst.xac_chunks(8_000_000), "e.ani": worst.ani_tracks(5_000_000), "f.bbmod": worst.bbmod_nodes(9_000_000),
             "g.xpm": worst.xpm_anims(8_000_000), "h.xsm": worst.xsm_submotions(9_000_000)}
    for name, content in files.items():
        for number in (1, 2):
            pathlib.Path(folder, f"{number}{name}").write_bytes(content)


def broken(folder):
    """Many files with the most findings that are kept, after one that is slow to check."""
    pathlib.Path(folder, "0.xmf").write_bytes(worst.xmf_vertices(8_000_000))
    mesh = msh.Mesh(type=1, bones=[b"a" * 100 + b"%d" % number for number in range(1100)],
                    weights=[(1.0, 0, 0, 0, 0, 0, 0, 0)] * 4).bytes()
    for number in range(100):
        pathlib.Path(folder, f"{number + 1}.msh").write_bytes(mesh)


def packages(folder):
    """Packages with more results than the window may hold."""
    mesh = msh.Mesh(type=1, bones=[b"b%d" % number for number in range(1100)],
                    weights=[(1.0, 0, 0, 0, 0, 0, 0, 0)] * 4).bytes()
    md5 = hashlib.md5(mesh).hexdigest()
    pathlib.Path(folder, "0.xmf").write_bytes(worst.xmf_vertices(8_000_000))
    for number in range(4):
        lines = "".join(f"{member}.msh {len(mesh)} 1700000000 {md5}\n" for member in range(60))
        pathlib.Path(folder, f"{number + 1}.cat").write_text(lines, encoding="ascii")
        pathlib.Path(folder, f"{number + 1}.dat").write_bytes(mesh * 60)


CASES = ((expanding, 70), (broken, 100), (packages, 150))


def check(program, case, limit, folder):
    """Yields the problems, one line each."""
    tree = os.path.join(folder, case.__name__)
    os.mkdir(tree)
    case(tree)
    for form in ("json", "sarif"):
        first = None
        for jobs in JOBS:
            out = os.path.join(folder, "out")
            status, peak = peak_of(program, ["-f", form, f"-j{jobs}", f"--max-memory={limit}M", tree], out)
            print(f"{case.__name__}, {form}, -j{jobs}: {peak / MIB:.0f} MiB of {jobs} * {limit} + {BESIDE // MIB}, "
                  f"exit {status}")
            found = (status, digest(out))
            first = first or found
            if found != first or status not in (0, 1, 3):
                yield f"{case.__name__}: the {form} report with -j{jobs} isn't that with -j1"
            if peak > limit * MIB * jobs + BESIDE:
                yield f"{case.__name__}: {peak / MIB:.0f} MiB with -j{jobs} and --max-memory={limit}M"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--program", required=True)
    program = os.path.abspath(parser.parse_args().program)
    failed = 0
    for case, limit in CASES:
        with tempfile.TemporaryDirectory(prefix="assetlint-memory-") as folder:
            wrong = list(check(program, case, limit, folder))
        failed += bool(wrong)
        print("\n".join(wrong) or f"{case.__name__}: right")
    print(f"{len(CASES) - failed} passed, {failed} failed")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
