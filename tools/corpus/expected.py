"""expected.py: makes tests/rules/FORMAT.expected, which says what each fixture must give (fixtures.py describes it).

The generator states the findings and the values that their messages must contain. The messages are those of the program:
they are for people, so a person reads them, and a changed message shows in the diff. tools/regenerate writes the tables. It
refuses findings that the generator doesn't state, and messages without a stated value.
"""

import collections
import pathlib
import re
import subprocess
import tempfile

import generate
from fixtures import read_table

ROOT = pathlib.Path(__file__).resolve().parents[2]
TABLES = ROOT / "tests" / "rules"
SECONDS = 120
SHOWN = 40
# As many fixtures may have a finding for which the generator states no value. It may only become smaller.
MOST_UNSTATED = 100000


def path_of(line):
    """The path of a fixture, by its line."""
    return line.split()[0].rstrip("/")


def found_by(program, stated):
    """The findings and messages of all fixtures, as text of a table. `program` is rules_test."""
    lines = collections.defaultdict(str)
    for path, fixture in stated.items():
        lines[path.partition("/")[0]] += fixture["line"] + "\n"
    with tempfile.TemporaryDirectory() as folder:
        for format, text in lines.items():
            pathlib.Path(folder, f"{format}.expected").write_text(text, encoding="utf-8")
        done = subprocess.run([program, generate.FIXTURES, folder, "--print"], timeout=SECONDS, capture_output=True, check=False)
    if done.returncode:
        raise SystemExit(f"{program} ended with {done.returncode}: {done.stdout[-2000:].decode()}{done.stderr.decode()}")
    return done.stdout.decode()


def says(words, value):
    """Whether the words have this value, not as a part of a longer one."""
    return re.search(rf"(?<![\w.-]){re.escape(value)}(?!\w|\.\d)", words) is not None


def same_line(stated, found):
    """Whether a finding is the stated one: `inflated=*` stands for any place."""
    return stated == found or stated.endswith("=*") and found.startswith(stated[:-1])


def problems_of(stated, found):
    """What is wrong with the findings of a fixture; names those that the stated lines stand for."""
    if len(stated) != len(found) or not all(same_line(line, words[0]) for (line, _), words in zip(stated, found)):
        yield from (f"  stated: {line}" for line, _ in stated)
        yield from (f"  found:  {words[0]}" for words in found)
        return
    for (line, values), (_, *words) in zip(stated, found):
        missing = [value for value in values if not says(" ".join(words), value)]
        if missing:
            yield f"  {line}: it must say {', '.join(missing)}: {' '.join(words)}"


def tables(program):
    """Two of path beneath the root: bytes, of what the tables must be, and of what they are."""
    stated = generate.stated()
    wanted, problems, unstated = collections.defaultdict(str), [], []
    for line, found in read_table(found_by(program, stated)).items():
        path = path_of(line)
        findings = stated[path]["findings"]
        wrong = list(problems_of(findings, found))
        problems += [path, *wrong] if wrong else []
        unstated += [path] if not all(values for _, values in findings) else []
        rows = [line] + ["  " + stated_line + "".join(f"\n    {text}" for text in words)
                         for (stated_line, _), (_, *words) in zip(findings, found)]
        wanted[f"tests/rules/{path.partition('/')[0]}.expected"] += "\n".join(rows) + "\n"
    if problems:
        raise SystemExit("\n".join(["the program says something else than the generator states:", *problems[:SHOWN]]))
    print(f"{len(unstated)} fixtures have a finding without a stated value, {MOST_UNSTATED} may")
    if len(unstated) > MOST_UNSTATED:
        raise SystemExit("state the values that the messages of new fixtures must contain")
    present = {path.relative_to(ROOT).as_posix(): path.read_bytes() for path in TABLES.glob("*.expected")}
    return {path: text.encode() for path, text in wanted.items()}, present
