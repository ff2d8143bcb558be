#!/usr/bin/env python3
"""times.py: compares the CPU time of checks with that of the least work that they need, side by side.

    bench/times.py [--build FOLDER] [--then FOLDER] [--folder PATH] [--files N] [--rounds N] [--only NAME[,NAME]]

Both folders are builds of the preset `release`; --then is one of another commit. Each row is the ratio of two commands,
whose runs alternate so that a machine that slows down slows down both, and of which the minima count: CPU time, or wall
time where two workers are compared with one. The inputs are computed (inputs.py), or the files below a folder.

    floor    a check in one process compared with reading each file and touching each byte (bench_check.c)
    damaged  damaged files compared with the good ones
    tree     a tree of N (100,000) small files compared with walking and reading it (bench_walk.c)
    pictures 20,000 pictures compared with reading the bytes that their rules need
    package  a package compared with unpacking it with bsdtar and checking the folder
    mods     the check of an X4 mod compared with expat that reads its XML
    jobs     two workers compared with one
    memory   the peak, in MiB
    web      the program in WebAssembly under Node compared with the native one
"""

import argparse
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

import inputs
import scale

ROOT = pathlib.Path(__file__).resolve().parents[1]
CHECK = ("check", "--no-config", "-q", "--fail-on=never", "--max-per-rule=1")
DAMAGES = (("xsm", "cut at three quarters", inputs.cut), ("xac", "random bytes", inputs.fill_with_random),
           ("bbmod", "NaN", inputs.put_nans), ("xac", "eight bytes changed", inputs.change_bytes),
           ("xsm", "eight bytes changed", inputs.change_bytes), ("bbmod", "eight bytes changed", inputs.change_bytes))
PICTURES = 20000
LEAST_BYTES = 40 << 20          # of a folder that is measured
MINIMA = re.compile(r"([\d.]+) of the minima")


# ---- Measuring ---------------------------------------------------------------------------------------------------------

def seconds(command, wall=False, folder=None, expected=(0, 3)):
    """CPU seconds, or wall seconds, of a command with its children, in a working folder."""
    start = time.monotonic()
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                               shell=isinstance(command, str), cwd=folder)
    said = process.stderr.read()
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in expected:
        raise SystemExit(f"{command} ended with {process.returncode}: {said.decode(errors='replace')}")
    return time.monotonic() - start if wall else used.ru_utime + used.ru_stime


def minima(commands, rounds, wall=False):
    """The least seconds of each command. Their runs alternate."""
    series = [[] for _ in commands]
    for _ in range(rounds):
        for times, command in zip(series, commands):
            times.append(seconds(command, wall))
    return [min(times) for times in series]


class Bench:
    """The programs, and the table."""

    def __init__(self, arguments, room):
        self.builds = [pathlib.Path(build).resolve() for build in (arguments.build, arguments.then) if build]
        self.room, self.rounds, self.folder, self.files = room, arguments.rounds, arguments.folder, arguments.files
        print("| what | today |" + (" then |" if len(self.builds) > 1 else "") + "\n| --- | --- |"
              + (" --- |" if len(self.builds) > 1 else ""))

    def row(self, what, measure, both=True):
        """Prints what `measure` returns for each build. Not `both`: the other commit may lack what is measured."""
        cells = [f"{measure(build):.2f}" if both or build == self.builds[0] else "-" for build in self.builds]
        print(f"| {what} | {' | '.join(cells)} |", flush=True)

    def ratio(self, what, above, below, both=True, wall=False):
        """A row: the seconds of the commands `above` and `below`, functions of the program, whose results are lists."""
        def measure(build):
            program = str(build / "assetlint")
            upper, *lower = minima([above(program), *below(program)], self.rounds, wall)
            return upper / sum(lower)
        self.row(what, measure, both)

    def make(self, name, files, least=LEAST_BYTES):
        """A folder of these files, repeated until they are so many bytes."""
        folder = self.room / name
        total = sum(map(len, files.values()))
        for copy in range(max(1, -(-least // max(1, total)))):
            inputs.write(folder / f"{copy:05}", files)
        return folder


# ---- Rows --------------------------------------------------------------------------------------------------------------

def floor(bench):
    for kind in ("xac", "bbmod", "xsm", "ani", "xani", "bbanim", "xmf"):
        folder = bench.room / f"floor-{kind}"
        inputs.write(folder, inputs.good_files(kind, bench.folder))
        files = sorted(map(str, folder.iterdir())) if folder.is_dir() else []

        def measure(build):
            done = subprocess.run([build / "bench" / "bench_check", "--rounds", str(bench.rounds), *files], check=True,
                                  stdout=subprocess.PIPE, encoding="utf-8")
            return float(MINIMA.search(done.stdout).group(1))
        if files:
            bench.row(f"check of {kind} / read and touch", measure)


def damaged(bench):
    for kind, what, damage in DAMAGES:
        files = inputs.good_files(kind, bench.folder)
        good = bench.make(f"good-{kind}", files)
        bad = bench.make(f"bad-{kind}", inputs.damaged(files, damage))
        bench.ratio(f"{kind}, {what} / good", lambda program: [program, *CHECK, "-j1", bad],
                    lambda program: [[program, *CHECK, "-j1", good]])
        shutil.rmtree(bad)


def small_tree(bench):
    folder = bench.room / "small"
    if not folder.exists():
        inputs.write(folder, inputs.many_small(bench.files))
    return folder


def tree(bench):
    folder = small_tree(bench)
    walk = bench.builds[0] / "bench" / "bench_walk"
    bench.ratio(f"{bench.files:,} small files / walk, open, read, close", lambda program: [program, *CHECK, "-j1", folder],
                lambda program: [[walk, folder]])


def pictures(bench):
    """Flags and textures: of a DDS the rules need the headers alone."""
    folder = bench.room / "pictures"
    if not folder.exists():
        inputs.write(folder, inputs.many_pictures(PICTURES))
    walk = bench.builds[0] / "bench" / "bench_walk"
    bench.ratio(f"{PICTURES:,} pictures / read what their rules need", lambda program: [program, *CHECK, "-j1", folder],
                lambda program: [[walk, "--pictures", folder]])
    bench.ratio(f"{PICTURES:,} pictures / read all of their bytes", lambda program: [program, *CHECK, "-j1", folder],
                lambda program: [[walk, folder]])


def package(bench):
    """`tar -xO` of bsdtar unpacks to nowhere."""
    files = {name: content for kind in ("xmf", "xac", "bbmod", "xsm")
             for name, content in inputs.good_files(kind, bench.folder).items()}
    folder = bench.make("package", files)
    for name, options in (("tar.gz", "-czf"), ("tar.xz", "-cJf"), ("zip", "--format=zip -cf")):
        path = bench.room / f"mod.{name}"
        subprocess.run(["bsdtar", *options.split(), path, "-C", folder.parent, folder.name], check=True)
        bench.ratio(f"{name} / bsdtar and the check of the folder", lambda program: [program, *CHECK, "-j1", path],
                    lambda program: [f"bsdtar -xOf {path} >/dev/null", [program, *CHECK, "-j1", folder]], both=False)


def mods(bench):
    """The whole check of a mod, with the rules across its files, compared with expat that reads its XML."""
    scale.make_x4(bench.room / "mod", 2000)
    walk = bench.builds[0] / "bench" / "bench_walk"
    text = bench.room / "mod-text"
    scale.make_x4(text, 2000)
    for path in text.rglob("*.xmf"):
        path.unlink()
    bench.ratio("an X4 mod of 1,002 XML files / expat", lambda program: [program, *CHECK, "-j1", text],
                lambda program: [[walk, "--xml", text]], both=False)
    bench.ratio("the same with its 1,000 meshes", lambda program: [program, *CHECK, "-j1", bench.room / "mod"],
                lambda program: [[walk, "--xml", bench.room / "mod"]], both=False)


def jobs(bench):
    """The number says how many times as fast two workers are, by the wall clock. The checks take so long that it doesn't
    matter when the system begins to run a thread: that may be one of its ticks after the thread was started."""
    long_enough = 8 * LEAST_BYTES
    for what, folder in ((f"{bench.files:,} small files", small_tree(bench)),
                         ("xsm", bench.make("jobs-xsm", inputs.good_files("xsm", bench.folder), long_enough))):
        bench.ratio(f"-j1 / -j2, wall: {what}", lambda program: [program, *CHECK, "-j1", folder],
                    lambda program: [[program, *CHECK, "-j2", folder]], wall=True)


def memory(bench):
    scale.make_x4(bench.room / "large-mod", bench.files)
    everything = bench.make("everything", {name: content for kind in inputs.KINDS
                                           for name, content in inputs.good_files(kind, bench.folder).items()})
    bench.row(f"MiB: a mod of {bench.files:,} files",
              lambda build: scale.check(str(build / "assetlint"), bench.room / "large-mod", "-j1")[3])
    bench.row("MiB: files of all kinds, -j16", lambda build: scale.check(str(build / "assetlint"), everything, "-j16")[3])


def web(bench):
    command = ROOT / "build" / "web" / "node" / "main.js"
    if not command.exists():
        print(f"| web: {command} is not built | - |")
        return
    folder = bench.make("web", inputs.good_files("xmf", bench.folder))
    bench.ratio("wasm under Node / native", lambda program: ["node", command, *CHECK, folder],
                lambda program: [[program, *CHECK, "-j1", folder]])


ROWS = {row.__name__: row for row in (floor, damaged, tree, pictures, package, mods, jobs, memory, web)}


def main():
    parser = argparse.ArgumentParser(description="Compare the CPU time of checks with that of the least work they need.")
    parser.add_argument("--build", default=str(ROOT / "build" / "program"))
    parser.add_argument("--then", help="the build of another commit")
    parser.add_argument("--folder", help="real files instead of computed ones")
    parser.add_argument("--files", type=int, default=100000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--only", default=",".join(ROWS))
    arguments = parser.parse_args()
    print(f"load of the machine: {os.getloadavg()[0]:.1f}, processors: {os.cpu_count()}\n")
    with tempfile.TemporaryDirectory(prefix="assetlint-bench-") as room:
        bench = Bench(arguments, pathlib.Path(room))
        for name in arguments.only.split(","):
            ROWS[name](bench)
            for path in bench.room.iterdir():
                if path.name != "small":
                    shutil.rmtree(path) if path.is_dir() else path.unlink()


if __name__ == "__main__":
    sys.exit(main())
