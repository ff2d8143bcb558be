#!/usr/bin/env python3
"""scale.py: measures checks of very many files and of very large packages: time, and memory with its bound.

    bench/scale.py [--program PATH] [--folder PATH] [--files N] [--gigabytes N] [--only NAME[,NAME]]

Writes files below a folder (default: a temporary one), checks them with one worker and with two, and deletes them:

    tree            N files (100,000) of all formats, copied from the corpus, in nested folders
    x4              a mod for X4 of N files: components, macros and meshes, with an index of all of them
    paradox         a mod for Victoria 2 of N files: actors and motions, named by .gfx files
    zip, deflated, tar, cat   a package of N gigabytes (10), with meshes of 8 MiB

It prints a row of a table for each check: wall and CPU seconds, the peak of the memory, and the bound that --max-memory
promises. A tree is checked with a third of its files and with all, which gives the memory of one more file. A package is
first checked with the default limits. The last line is `N passed, N failed`: a check passes if it ends with the expected
status, within its memory.
"""

import argparse
import hashlib
import io
import os
import pathlib
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
import zipfile

import inputs

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "tests" / "memory"), str(ROOT / "tools" / "corpus")]

import pdx  # noqa: E402
import worst  # noqa: E402
import x4  # noqa: E402

FORMATS = ("xmf", "ani", "xani", "xac", "xsm", "xpm", "bbmod", "bbanim", "msh", "cms", "skl", "bgp", "bgf", "bsg")
PER_FOLDER, FOLDERS_IN_ONE = 50, 40
# MiB: --max-memory for a tree, which includes its names and relations, and for a package; the promise adds the last number.
TREE_MEMORY, PACKAGE_MEMORY, EXTRA_MEMORY = 256, 64, 64
MEMBER = 8 << 20


# ---- Files ------------------------------------------------------------------------------------------------------------

def write(folder, files):
    """Some files are lines of text."""
    inputs.write(folder, {path: content if isinstance(content, bytes) else x4.plain_text(content).encode()
                          for path, content in files.items()})


def make_tree(folder, count):
    seeds = [path for name in FORMATS for path in sorted((ROOT / "corpus" / name / "seeds").iterdir())]
    contents = [(path.suffix, path.read_bytes()) for path in seeds if path.stat().st_size < 16384]
    for number in range(count):
        group = number // PER_FOLDER
        suffix, content = contents[number % len(contents)]
        write(folder, {f"{group // FOLDERS_IN_ONE:03}/{group:05}/asset{number:06}{suffix}": content})


def make_x4(folder, count):
    ships = count // 4
    mesh = x4.mesh()
    macros, components = [], []
    for number in range(ships):
        name, data = f"ship{number:06}", f"assets/{number // 100:04}/ship{number:06}_data"
        path = f"{x4.OWN}\\assets\\{number // 100:04}\\{name}"
        macros.append(x4.entry(f"{name}_macro", path + "_macro"))
        components.append(x4.entry(name, path))
        own = x4.component(x4.connection(x4.part("hull", x4.lod(0, "ships.hull"), x4.lod(1, "ships.hull"))), name=name,
                           geometry=f"{x4.OWN}\\" + data.replace("/", "\\"))
        write(folder, {f"assets/{number // 100:04}/{name}.xml": own,
                       f"assets/{number // 100:04}/{name}_macro.xml": x4.macro(f"{name}_macro", name),
                       f"{data}/hull-lod0.xmf": mesh, f"{data}/hull-lod1.xmf": mesh})
    write(folder, {"content.xml": x4.CONTENT, "index/macros.xml": x4.index(*macros),
                   "index/components.xml": x4.index(*components)})


def make_paradox(folder, count):
    actor, ride = pdx.actor().bytes(), pdx.ride()
    units, in_one_file = count // 2, 500
    for first in range(0, units, in_one_file):
        types = []
        for number in range(first, min(first + in_one_file, units)):
            path = f"gfx\\anims\\{number // 100:04}\\unit{number:06}"
            types.append(pdx.of_type(f"Unit{number}", pdx.animation("move", path + ".xsm"), actorfile=path + ".xac"))
            write(folder, {path.replace("\\", "/") + ".xac": actor, path.replace("\\", "/") + ".xsm": ride})
        write(folder, {f"interface/units{first:06}.gfx": pdx.gfx(*types)})


def members(gigabytes):
    content = worst.cms_vertices(MEMBER)
    for number in range((gigabytes << 30) // len(content)):
        yield f"meshes/{number // 100:03}/mesh{number:05}.cms", content


def make_zip(folder, gigabytes, method=zipfile.ZIP_STORED):
    with zipfile.ZipFile(folder / "mod.zip", "w", method, compresslevel=1) as archive:
        for name, content in members(gigabytes):
            archive.writestr(name, content)


def make_deflated(folder, gigabytes):
    make_zip(folder, gigabytes, zipfile.ZIP_DEFLATED)


def make_tar(folder, gigabytes):
    with tarfile.open(folder / "mod.tar", "w") as archive:
        for name, content in members(gigabytes):
            head = tarfile.TarInfo(name)
            head.size = len(content)
            archive.addfile(head, io.BytesIO(content))


def make_cat(folder, gigabytes):
    md5 = None
    with open(folder / "ext_01.cat", "w", encoding="ascii") as lines, open(folder / "ext_01.dat", "wb") as data:
        for name, content in members(gigabytes):
            md5 = md5 or hashlib.md5(content).hexdigest()
            lines.write(f"{name} {len(content)} 1700000000 {md5}\n")
            data.write(content)


TREES = {"tree": make_tree, "x4": make_x4, "paradox": make_paradox}
PACKAGES = {"zip": make_zip, "deflated": make_deflated, "tar": make_tar, "cat": make_cat}
BOUNDED = ("zip", "deflated", "tar")    # by --max-inflated; the members of a .cat aren't compressed


# ---- The check --------------------------------------------------------------------------------------------------------

# Runs in a small process, since a child's peak starts with that of its parent.
WRAPPER = """
import resource, subprocess, sys, time
start = time.monotonic()
status = subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL).returncode
wall, used = time.monotonic() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
print(status, wall, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024)
"""


def check(program, path, *options):
    """Exit status, wall and CPU seconds, and MiB at the peak."""
    done = subprocess.run([sys.executable, "-S", "-c", WRAPPER, program, "check", "--no-config", "-q", "--fail-on=never",
                           *options, str(path)], stdout=subprocess.PIPE, check=True)
    status, *numbers = done.stdout.split()
    return int(status), *map(float, numbers)


class Table:
    def __init__(self, program):
        self.program = program
        self.passed = self.failed = 0
        print("| what | options | exit | wall | CPU | peak | bound |\n| --- | --- | --- | --- | --- | --- | --- |")

    def row(self, what, path, memory, expected, *options):
        options = [f"--max-memory={memory}M", *options]
        status, wall, cpu, peak = check(self.program, path, *options)
        jobs = next(int(option[2:]) for option in options if option.startswith("-j"))
        bound = memory * jobs + EXTRA_MEMORY
        right = status == expected and peak <= bound
        self.passed += right
        self.failed += not right
        print(f"| {what} | {' '.join(options)} | {status} | {wall:.1f} s | {cpu:.1f} s | {peak:.0f} MiB "
              f"| {bound} MiB |{'' if right else ' WRONG'}", flush=True)
        return peak


def measure_tree(table, name, folder, count):
    peaks = []
    for part in (count // 3, count):
        TREES[name](folder / "mod", part)
        files = sum(len(found) for _, _, found in os.walk(folder))
        peaks.append((files, [table.row(f"{name}, {files:,} files", folder / "mod", TREE_MEMORY, 0, f"-j{jobs}")
                              for jobs in (1, 2)]))
        shutil.rmtree(folder / "mod")
    (few, low), (many, high) = peaks
    print(f"\n{name}: {(high[0] - low[0]) / (many - few) * 10000:.1f} MiB for 10,000 more files\n", flush=True)


def measure_package(table, name, folder, gigabytes):
    PACKAGES[name](folder, gigabytes)
    subprocess.run(["sync"], check=False)
    path = next(path for path in sorted(folder.iterdir()) if path.suffix != ".dat")
    what = f"{name}, {sum(file.stat().st_size for file in folder.iterdir()) / 2**30:.1f} GiB"
    if name in BOUNDED:
        table.row(what, path, PACKAGE_MEMORY, 3, "-j2")
    for jobs in (1, 2):
        table.row(what, path, PACKAGE_MEMORY, 0, f"-j{jobs}",
                  *([f"--max-inflated={gigabytes + 1}G"] if name in BOUNDED else []))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--program", default=str(ROOT / "build" / "program" / "assetlint"))
    parser.add_argument("--folder")
    parser.add_argument("--files", type=int, default=100000)
    parser.add_argument("--gigabytes", type=int, default=10)
    parser.add_argument("--only", default=",".join([*TREES, *PACKAGES]))
    arguments = parser.parse_args()
    table = Table(os.path.abspath(arguments.program))
    for name in arguments.only.split(","):
        with tempfile.TemporaryDirectory(prefix="assetlint-scale-", dir=arguments.folder) as folder:
            if name in TREES:
                measure_tree(table, name, pathlib.Path(folder), arguments.files)
            else:
                measure_package(table, name, pathlib.Path(folder), arguments.gigabytes)
    print(f"{table.passed} passed, {table.failed} failed")
    return table.failed > 0


if __name__ == "__main__":
    sys.exit(main())
