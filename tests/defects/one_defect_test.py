#!/usr/bin/env python3
"""one_defect_test.py: one wrong number is one error.

    one_defect_test.py --program PATH [--faces N] [--list] FOLDER...

Each size and each count of each file in the folders, as dump shows them, becomes one more, one less, and far too large.
After a wrong count everything is read at the wrong place, so one defect may cause many findings. At most three rules of
level error may report such a file, and hardly ever more than one: three where what is read at the wrong place fits the
section by chance. --list prints the findings; --faces N adds N game faces of faces.py.
"""

import argparse
import collections
import json
import pathlib
import re
import subprocess
import sys
import tempfile

import faces

COUNT = re.compile(r"(headerSize|sectionSize|numSceneItems|n[A-Z]\w*|memory\.counts\[\d+\])$")
MANY = 0x12345678
MOST_RULES = 3
MOST_AVERAGE = 1.02     # rules for each file with an error
SECONDS = 100


def numbers_in(thing, path=""):
    """The path, offset and size of each size and count in the output of dump."""
    if isinstance(thing, list):
        for number, item in enumerate(thing):
            yield from numbers_in(item, f"{path}[{number}]")
    elif isinstance(thing, dict) and isinstance(thing.get("value"), int):
        if COUNT.search(path):
            yield path, thing["@offset"], thing["@length"]
    elif isinstance(thing, dict) and isinstance(thing.get("value"), str):
        if path.startswith("strings["):     # its length is in front of it
            yield path, thing["@offset"], 4
    elif isinstance(thing, dict):
        for name, part in thing.items():
            yield from numbers_in(part, f"{path}.{name}" if path else name)


def run(program, *arguments):
    done = subprocess.run([program, *arguments], capture_output=True, timeout=SECONDS, check=False)
    assert done.returncode in (0, 1), done.stderr
    return json.loads(done.stdout)


def changed(content, offset, size):
    """The old number, the new number, and the file with the new number."""
    order = "big" if content[0] == 1 else "little"
    value = int.from_bytes(content[offset:offset + size], order, signed=True)
    most = (1 << (8 * size - 1)) - 1
    for other in (value + 1, value - 1, min(MANY, most)):
        if other != value and -most <= other <= most:
            yield value, other, content[:offset] + other.to_bytes(size, order, signed=True) + content[offset + size:]


def write_changed(program, seeds, target):
    """Maps the name of a file to its seed, the changed field, the old number and the new one."""
    wrong = {}
    for seed in seeds:
        content = seed.read_bytes()
        for field, offset, size in numbers_in(run(program, "dump", "--full", "-f", "json", str(seed))):
            for value, other, file in changed(content, offset, size):
                name = f"{len(wrong):05}{seed.suffix}"
                (target / name).write_bytes(file)
                wrong[name] = (seed.name, field, value, other)
    return wrong


def judge(wrong, findings, shown):
    """Yields the problems."""
    by_file = collections.defaultdict(list)
    for finding in findings:
        if finding["level"] == "error":
            by_file[pathlib.PurePath(finding["path"]).name].append(finding)
    rules = 0
    for name, errors in by_file.items():
        seed, field, value, other = wrong[name]
        broken = {finding["rule"] for finding in errors}
        rules += len(broken)
        if shown or len(broken) > MOST_RULES:
            print(f"{seed}: {field} is {other}, not {value}:")
            for finding in errors:
                print(f"    {finding['rule']} {finding['field']}: {finding['message']}")
        if len(broken) > MOST_RULES:
            yield f"{seed}: {field} = {other} breaks {len(broken)} rules"
    files = len(by_file)
    print(f"{len(wrong)} files, {files} with errors, {rules / files:.3f} rules each")
    if rules > files * MOST_AVERAGE:
        yield f"{rules / files:.3f} rules for each file with errors, more than {MOST_AVERAGE}"


def main():
    parser = argparse.ArgumentParser(description="Put each count and size of the seeds off, and count the errors.")
    parser.add_argument("--program", required=True)
    parser.add_argument("--faces", type=int, default=0)
    parser.add_argument("--list", action="store_true")
    parser.add_argument("folders", nargs="*")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as good, tempfile.TemporaryDirectory() as target:
        for number in range(arguments.faces):
            (pathlib.Path(good) / f"face{number}.bgf").write_bytes(faces.face(number))
        folders = map(pathlib.Path, [*arguments.folders, good])
        seeds = sorted(path for folder in folders for path in folder.iterdir())
        wrong = write_changed(arguments.program, seeds, pathlib.Path(target))
        report = run(arguments.program, "check", "-f", "json", "--show", "error", "--no-config", target)
    problems = list(judge(wrong, report["findings"], arguments.list))
    for problem in problems:
        print(problem)
    print(f"enumerated: {len(wrong)} cases")
    print(f"{0 if problems else 1} passed, {1 if problems else 0} failed")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
