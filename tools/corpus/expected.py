"""expected.py: makes tests/rules/FORMAT.expected, which says what each fixture must give (fixtures.py describes it).

The messages are those of the program; a person reads them in the diff. But the program can't bless itself. tools/regenerate
refuses
- a finding that the generator doesn't state;
- a finding whose value is not what stands at its place, or that expects anything else than the generator states;
- a message that lacks what its fixture `says`;
- a new or changed message with a number or a quoted name that the generator doesn't know: it is neither what stands at the
  place, nor a count or size that the writer of the file knows there, nor in `says` or `may_say`.
"""

import collections
import pathlib
import re
import subprocess
import tempfile

import generate
from facts import named_in
from fixtures import read_table

ROOT = pathlib.Path(__file__).resolve().parents[2]
TABLES = ROOT / "tests" / "rules"
SECONDS = 120
SHOWN = 40
QUOTE = '"'
# So many numbers and names in older messages are unknown to the generator, and in so many fixtures it knows none of those of
# some message. Both may only become smaller.
MOST_UNKNOWN, MOST_SILENT = 217, 18


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


def same_line(stated, found):
    """Whether a finding is the stated one: `inflated=*` stands for any place."""
    return stated == found or stated.endswith("=*") and found.startswith(stated[:-1])


def values_of(words):
    """The values below a message, `= ACTUAL, expected EXPECTED`; None for one that isn't there."""
    last = words[-1] if len(words) > 1 else ""
    return re.fullmatch(r'(?:= (".*?"|[^",]+))?(?:, |$)?(?:expected (.+))?', last).groups() if last else (None, None)


def is_in(text, quoted):
    """Whether a quoted name stands in a text, not as a part of a longer one."""
    return re.search(rf"(?<!\w){re.escape(quoted.strip(QUOTE))}(?!\w)", text) is not None


def problems_of(stated, found):
    """What is wrong with the findings of a fixture."""
    if len(stated) != len(found) or not all(same_line(known["line"], words[0]) for known, words in zip(stated, found)):
        yield from (f"  stated: {known['line']}" for known in stated)
        yield from (f"  found:  {words[0]}" for words in found)
        return
    for known, (line, *words) in zip(stated, found):
        named = [text.strip(QUOTE) for text in named_in(" ".join(words))]
        actual, expected = values_of(words)
        wrong = [f"doesn't say {value}" for value in known["says"] if value not in named]
        if actual and actual.strip(QUOTE) not in known["actual"] and not (
                actual[0] == QUOTE and any(is_in(text, actual) for text in known["actual"])):
            wrong.append(f"has a value that isn't there: {actual}")
        if expected and expected.strip(QUOTE) not in known["expected"]:
            wrong.append(f"expects {expected}, not {' or '.join(known['expected']) or 'what the generator states: nothing'}")
        yield from (f"  {line}: {' '.join(words)}: it {what}" for what in wrong)


def contents_of(path):
    """The names and the bytes of the files of a fixture."""
    top = generate.FIXTURES / path
    files = sorted(file for file in top.rglob("*") if file.is_file()) if top.is_dir() else top.parent.glob(f"{top.stem}.*")
    return b"\n".join(part for file in files for part in (str(file.relative_to(top.parent)).encode(), file.read_bytes()))


def has_name(contents, quoted):
    """Whether a quoted name stands in the files, not as a part of a longer one."""
    name = re.sub(rb"\\x([0-9A-F]{2})", lambda byte: bytes([int(byte[1], 16)]), quoted[1:-1].encode())
    return re.search(rb"(?<!\w)" + re.escape(name) + rb"(?!\w)", contents) is not None


def unknown_in(known, words, contents):
    """The numbers and names in the words of a finding that the generator doesn't know, and how many there are in all."""
    named = named_in(" ".join(words))
    sure = {*known["known"], *known["says"], *known["actual"], *known["expected"]}
    return [value for value in named if value.strip(QUOTE) not in sure
            and not (value[0] == QUOTE and has_name(contents, value))], len(named)


def tables(program):
    """Two of path beneath the root: bytes, of what the tables must be, and of what they are."""
    present = {path.relative_to(ROOT).as_posix(): path.read_bytes() for path in TABLES.glob("*.expected")}
    old = {line: findings for text in present.values() for line, findings in read_table(text.decode()).items()}
    wanted, wrong, unknown, silent = collections.defaultdict(str), [], 0, 0
    stated = generate.stated()
    for line, found in read_table(found_by(program, stated)).items():
        path = path_of(line)
        known = stated[path]["findings"]
        problems = list(problems_of(known, found))
        here = [unknown_in(*one, contents_of(path)) for one in zip(known, (words for _, *words in found))]
        for (values, _), words in zip(here, found):
            if values and words[1:] not in [before[1:] for before in old.get(line, [])]:
                problems.append(f"  {' '.join(words)}: the generator doesn't know {', '.join(values)}")
        wrong += [path, *problems] if problems else []
        unknown += sum(len(values) for values, _ in here)
        silent += any(values and len(values) == count for values, count in here)
        rows = [line] + ["  " + one["line"] + "".join(f"\n    {text}" for text in words) for one, (_, *words) in zip(known, found)]
        wanted[f"tests/rules/{path.partition('/')[0]}.expected"] += "\n".join(rows) + "\n"
    if wrong:
        raise SystemExit("\n".join(["the program says something else than the generator states:", *wrong[:SHOWN]]))
    print(f"{unknown} numbers and names in messages are unknown to the generator, {silent} fixtures have a message of which it knows none")
    if unknown > MOST_UNKNOWN or silent > MOST_SILENT:
        raise SystemExit(f"only {MOST_UNKNOWN} and {MOST_SILENT} may be: state the others with `says` or `may_say`")
    return {path: text.encode() for path, text in wanted.items()}, present
