"""messages.py: makes tests/rules/<format>/messages.txt, the program's messages about that format's fixtures.

Messages are for people, so a person reads them: a changed message shows in the diff. A fixture that has options is
checked with them. tools/regenerate writes the files.
"""

import pathlib
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]
RULES = ROOT / "tests" / "rules"
SIBLINGS = {".expected", ".options", ".dat"}
SECONDS = 120


def fixtures_of(format):
    """Paths relative to RULES, by options."""
    groups = {}
    for path in sorted(RULES.glob(f"{format}/*/*")):
        if path.suffix in SIBLINGS:
            continue
        option_file = pathlib.Path(f"{path}.options")
        lines = option_file.read_text().splitlines() if option_file.exists() else []
        name = path.relative_to(RULES).as_posix()
        checked = f"{name}/mod" if any(line.startswith("with ") for line in lines) else name
        options = tuple(part for line in lines
                        for part in ("--" + line.replace("with ", f"with {name}/")).split())
        if (path / "assetlint.json").exists():
            options += "--config", f"{name}/assetlint.json"
        groups.setdefault(options, []).append(checked)
    return groups


def messages_of(program, groups):
    """The lines of all findings, in the order of the fixtures. The summary lines, which change with every finding, are left out."""
    lines = []
    for options, paths in groups.items():
        command = [program, "check", "--format=lines", "--quiet", "--show=note", "--max-per-rule=0", *options,
                   "--files-from=-"]
        done = subprocess.run(command, cwd=RULES, timeout=SECONDS, input="".join(path + "\n" for path in paths).encode(),
                              capture_output=True)
        if done.stderr or done.returncode not in (0, 1, 3):
            raise SystemExit(f"{paths[0]}: exit status {done.returncode}: {done.stderr.decode(errors='replace')}")
        lines += done.stdout.decode().splitlines(True)
    return "".join(sorted(lines, key=lambda line: line.split(":")[0]))  # sorted() keeps the order within a fixture


def folders_of(name):
    """The folders of fixtures: that of one format, or all if `name` is None."""
    folders = sorted(path for path in RULES.iterdir() if path.is_dir() and name in (None, path.name))
    if not folders:
        raise SystemExit(f"{RULES} has no folder {name}")
    return folders


def all_messages(program, plain, name):
    """Two of path beneath the root: bytes, of what the program says now, and of the files. `plain` leaves out, in both,
    the fixtures that have options: each of these needs a run of its own, and together they take a second. `name` is
    that of one format, or None."""
    wanted, present = {}, {}
    for folder in folders_of(name):
        groups = fixtures_of(folder.name)
        file = folder / "messages.txt"
        before = file.read_text(encoding="utf-8") if file.exists() else ""
        if plain:
            groups = {options: paths for options, paths in groups.items() if not options}
            named = set().union(*groups.values())
            before = "".join(line for line in before.splitlines(True)
                             if "/".join(line.split(":")[0].split("/")[:3]).rstrip("!") in named)
        path = file.relative_to(ROOT).as_posix()
        wanted[path], present[path] = messages_of(program, groups).encode(), before.encode()
    return wanted, present
