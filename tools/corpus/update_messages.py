#!/usr/bin/env python3
"""update_messages.py: writes tests/rules/<format>/messages.txt, what the program says of that format's fixtures.

    update_messages.py --program PATH [--check]

The messages are for people, so a person reads them: whoever changes one sees it in the diff. With --check nothing is
written, and the exit status is 1 when something differs. Fixtures that have options are checked with these.
"""

import argparse
import difflib
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
RULES = ROOT / "tests" / "rules"
BESIDE = {".expected", ".options", ".dat"}
SECONDS = 120


def fixtures_of(format):
    """Paths beneath RULES by their options."""
    groups = {}
    for path in sorted(RULES.glob(f"{format}/*/*")):
        if path.suffix in BESIDE:
            continue
        beside = pathlib.Path(f"{path}.options")
        lines = beside.read_text().splitlines() if beside.exists() else []
        name = path.relative_to(RULES).as_posix()
        checked = f"{name}/mod" if any(line.startswith("with ") for line in lines) else name
        options = tuple(part for line in lines
                        for part in ("--" + line.replace("with ", f"with {name}/")).split())
        if (path / "assetlint.json").exists():
            options += "--config", f"{name}/assetlint.json"
        groups.setdefault(options, []).append(checked)
    return groups


def messages_of(program, format):
    """The lines of all findings, in the order of the fixtures; no sums, which any two changes would both change."""
    lines = []
    for options, paths in fixtures_of(format).items():
        command = [program, "check", "--format=lines", "--quiet", "--show=note", "--max-per-rule=0", *options,
                   "--files-from=-"]
        done = subprocess.run(command, cwd=RULES, timeout=SECONDS, input="".join(path + "\n" for path in paths).encode(),
                              capture_output=True)
        if done.stderr or done.returncode not in (0, 1, 3):
            raise SystemExit(f"{format}: exit status {done.returncode}: {done.stderr.decode(errors='replace')}")
        lines += done.stdout.decode().splitlines(True)
    return "".join(sorted(lines, key=lambda line: line.split(":")[0]))  # sorted() keeps the order within a fixture


def main():
    parser = argparse.ArgumentParser(description="Write what the program says of the fixtures.")
    parser.add_argument("--program", type=pathlib.Path, required=True)
    parser.add_argument("--check", action="store_true", help="write nothing, exit 1 when something differs")
    arguments = parser.parse_args()
    program = arguments.program.resolve()
    wrong = 0
    for folder in sorted(path for path in RULES.iterdir() if path.is_dir()):
        file = folder / "messages.txt"
        before = file.read_text(encoding="utf-8") if file.exists() else ""
        after = messages_of(program, folder.name)
        if before == after:
            continue
        wrong += 1
        name = file.relative_to(ROOT).as_posix()
        sys.stdout.writelines(difflib.unified_diff(before.splitlines(True), after.splitlines(True), name, "now", n=0))
        if not arguments.check:
            file.write_text(after, encoding="utf-8", newline="\n")
    print(f"{wrong} {'differ' if arguments.check else 'written'}")
    return 1 if arguments.check and wrong else 0


if __name__ == "__main__":
    sys.exit(main())
