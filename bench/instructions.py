#!/usr/bin/env python3
"""instructions.py: counts the instructions of checks and reports with callgrind, which has no noise.

    bench/instructions.py [--program PATH] [--then PATH] [--folder PATH]
    bench/instructions.py [--program PATH] --record | --hold

It prints a table: the instructions of each task, without those of the start of the program where the task is a check. With
--then, the program of another commit, it prints both and their ratio. The inputs are computed (inputs.py), or the files
below a folder.

--record writes what checks of large files take to instructions.tsv; --hold compares with that, and fails if one grew by more
than 2 %. What a start or a report takes is not held: nobody feels it. The numbers depend on the compiler, the C library and
what the processor can do. Where these differ from those of the record, --hold says so and ends with 77.
"""

import argparse
import hashlib
import pathlib
import platform
import re
import subprocess
import sys
import tempfile

import inputs

ROOT = pathlib.Path(__file__).resolve().parents[1]
RECORD = pathlib.Path(__file__).with_name("instructions.tsv")
ALLOWED = 1.02
SKIPPED = 77
COLLECTED = re.compile(r"Collected : (\d+)")
CHECK = ("check", "--no-config", "-q", "--fail-on=never", "-j1")
TEXT = ("check", "--no-config", "--fail-on=never", "-j1", "--max-per-rule=0", "--color=never")
CHANGED_KINDS = ("xac", "xsm", "bbmod")
SMALL, BAD = 400, 1000
HELD = ("xmf", "xac", "xsm", "bbmod", "bbanim", *(kind + "-changed" for kind in CHANGED_KINDS))


# ---- Tasks -------------------------------------------------------------------------------------------------------------

def write_inputs(room, folder):
    """Writes a folder for each task. Returns a digest of the files whose checks are held."""
    folders = {}
    for kind in ("xmf", "xac", "xsm", "bbmod", "bbanim"):
        folders[kind] = inputs.good_files(kind, folder)
        if kind in CHANGED_KINDS:
            folders[kind + "-changed"] = inputs.damaged(folders[kind], inputs.change_bytes)
    folders["small"] = inputs.many_small(SMALL)
    folders["bad"] = inputs.full_of_findings(BAD)
    folders["one"] = dict(list(folders["bad"].items())[:1])
    digest = hashlib.sha256()
    for name, files in folders.items():
        inputs.write(room / name, files)
        for path, content in files.items() if name in HELD else ():
            digest.update(f"{name}/{path} {len(content)}\n".encode() + content)
    return digest.hexdigest()[:16]


def count(program, room, *words):
    """Instructions of a run, the loading of libraries included."""
    done = subprocess.run(["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", program, *words], cwd=room,
                          env={"PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"}, stdout=subprocess.DEVNULL,
                          stderr=subprocess.PIPE, encoding="utf-8", errors="replace")
    found = COLLECTED.search(done.stderr)
    if found is None or done.returncode not in (0, 3):
        raise SystemExit(f"instructions.py: {program} {' '.join(words)} ended with {done.returncode}:\n{done.stderr}")
    return int(found.group(1))


def measure(program, room):
    """Instructions by task."""
    start = count(program, room, "--version")
    tasks = {"start": start}
    for folder in sorted(path.name for path in room.iterdir() if any(path.iterdir())):
        if folder not in ("bad", "one"):
            tasks[folder] = count(program, room, *CHECK, folder) - start
    tasks["text of many findings"] = count(program, room, *TEXT, "bad") - start
    tasks["SARIF of a bad file"] = count(program, room, "check", "--no-config", "--fail-on=never", "-f", "sarif", "one")
    return tasks


# ---- Output ------------------------------------------------------------------------------------------------------------

def print_tables(today, then):
    print(f"| task | instructions |{' then | today / then |' if then else ''}")
    print("| --- | --- |" + (" --- | --- |" if then else ""))
    for task, number in today.items():
        print(f"| {task} | {number:,} |" + (f" {then[task]:,} | {number / then[task]:.2f} |" if then else ""))
    print("\n| changed files / good ones | today |" + (" then |" if then else ""))
    print("| --- | --- |" + (" --- |" if then else ""))
    for kind in CHANGED_KINDS:
        print(f"| {kind} |" + "".join(f" {counts[kind + '-changed'] / counts[kind]:.2f} |" for counts in (today, then) if counts))


def conditions(program, digest):
    """What the numbers depend on, as text."""
    described = subprocess.run(["strings", "-n", "4", program], stdout=subprocess.PIPE, encoding="utf-8", check=True).stdout
    compiler = re.search(r"^GCC: .*|^clang version .*", described, re.MULTILINE)
    vectors = "avx2" if " avx2 " in pathlib.Path("/proc/cpuinfo").read_text() else "no avx2"
    return (f"{compiler.group() if compiler else 'unknown compiler'}, {' '.join(platform.libc_ver())}, {platform.machine()}, "
            f"{vectors}, inputs {digest}")


def record(today, about):
    RECORD.write_text(f"# {about}\n" + "".join(f"{task}\t{today[task]}\n" for task in HELD))


def hold(today, about):
    """The exit status: whether no task takes more instructions than the record allows."""
    head, *rows = RECORD.read_text().splitlines()
    if head != f"# {about}":
        print(f"skipped: the record is of other conditions\nrecord: {head[2:]}\nhere:   {about}")
        return SKIPPED
    recorded = {task: int(number) for task, number in (row.split("\t") for row in rows)}
    slower = [task for task in HELD if today[task] > recorded.get(task, 0) * ALLOWED]
    faster = [task for task in HELD if today[task] * ALLOWED < recorded.get(task, 0)]
    for task in slower:
        print(f"SLOWER: {task}: {today[task]:,} instructions, {today[task] / max(1, recorded.get(task, 0)):.3f} of the record")
    for task in faster:
        print(f"faster: {task}: {today[task] / recorded[task]:.3f} of the record; --record keeps it so")
    print(f"{len(HELD) - len(slower)} passed, {len(slower)} failed")
    return 1 if slower else 0


def main():
    parser = argparse.ArgumentParser(description="Count the instructions of checks and reports.")
    parser.add_argument("--program", default=str(ROOT / "build" / "program" / "assetlint"))
    parser.add_argument("--then", help="the program of another commit")
    parser.add_argument("--folder", help="real files instead of computed ones")
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--record", action="store_true")
    what.add_argument("--hold", action="store_true")
    arguments = parser.parse_args()
    if arguments.folder and (arguments.record or arguments.hold):
        parser.error("the record is of computed files: leave out --folder")
    program = str(pathlib.Path(arguments.program).resolve())
    with tempfile.TemporaryDirectory(prefix="assetlint-bench-") as room:
        digest = write_inputs(pathlib.Path(room), arguments.folder)
        about = conditions(program, digest)
        today = measure(program, pathlib.Path(room))
        then = measure(str(pathlib.Path(arguments.then).resolve()), pathlib.Path(room)) if arguments.then else None
    print_tables(today, then)
    if arguments.record:
        record(today, about)
    return hold(today, about) if arguments.hold else 0


if __name__ == "__main__":
    sys.exit(main())
