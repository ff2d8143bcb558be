"""places.py: makes tests/rules/places.txt, which names a fixture for each place in src that reports a finding.

A line of it is

    FILE FUNCTION: SENTENCE <tab> FIXTURE

with the sentence as it is written in the source. If a function has several places with one sentence, a number follows
it: they are in the order of the source. For a place that no fixture can reach, a person writes the name of the test
that reaches it, or why none does:

    FILE FUNCTION: SENTENCE <tab> elsewhere: FILE TEST
    FILE FUNCTION: SENTENCE <tab> unreached: REASON

tools/regenerate keeps a fixture that still reaches its place; other places get the smallest fixture that reaches them.
"""

import collections
import pathlib
import re
import subprocess
import tempfile

import generate

ROOT = pathlib.Path(__file__).resolve().parents[2]
TABLE = "tests/rules/places.txt"
ELSEWHERE = "elsewhere: "
UNREACHED = "unreached: "
SECONDS = 120
LITERAL = r'"(?:[^"\\]|\\.)*"'
# A text, in several literals and with macros such as PRIu64 between them; a bracket; anything else.
TOKEN = re.compile(rf'{LITERAL}(?:\s*(?:[A-Z]\w+\s*)?{LITERAL})*(?:\s*PRI\w+)?|[(){{}}]|[^"(){{}}]+')


def sentence_of(arguments):
    """The first literal that is an argument of the call itself; without one, all arguments."""
    depth = 0
    for token in TOKEN.findall(arguments):
        depth += (token in "({") - (token in ")}")
        if token[0] == '"' and depth == 0:
            return token
    return arguments


def labels_of(places):
    """The text that names each of the places, which are (file, function, line, arguments)."""
    lines = collections.defaultdict(set)
    names = []
    for file, function, line, arguments in places:
        name = f"src/{file.rpartition('/src/')[2]} {function}: {sentence_of(arguments)}"
        names.append((name, int(line)))
        lines[name].add(int(line))
    order = {name: sorted(those) for name, those in lines.items()}
    return [name + (f" {order[name].index(line) + 1}" if len(order[name]) > 1 else "") for name, line in names]


def size_of(fixture):
    path = generate.FIXTURES / fixture
    return sum(part.stat().st_size for part in path.rglob("*") if part.is_file()) if path.is_dir() else path.stat().st_size


def reached_by(program):
    """The fixtures that reach each place, by its label."""
    with tempfile.TemporaryDirectory() as folder:
        written = pathlib.Path(folder) / "places"
        subprocess.run([program, generate.FIXTURES, ROOT / "tests/rules", "--places", written], timeout=SECONDS, stdout=subprocess.DEVNULL, check=False)
        rows = [line.split("\t") for line in written.read_text(encoding="utf-8").splitlines()]
    places = [row[1:] for row in rows if row[0] == "place"]
    if not places:
        raise SystemExit(f"{program} records no places: build it with the preset dev")
    labels = labels_of(places)
    fixtures = {label: [] for label in labels}
    for row in rows:
        if row[0] == "fixture":
            for label in {labels[int(number)] for number in row[2:]}:
                fixtures[label].append(row[1])
    return fixtures


def is_test(text):
    """Whether `FILE TEST` names a function of a test."""
    file, _, name = text.partition(" ")
    path = ROOT / file
    return path.is_file() and re.search(rf"\b{re.escape(name)}\(", path.read_text(encoding="utf-8")) is not None


def chosen(fixtures, recorded):
    by_hand = recorded.startswith(UNREACHED) or recorded.startswith(ELSEWHERE) and is_test(recorded[len(ELSEWHERE):])
    if recorded in fixtures or by_hand and not fixtures:
        return recorded
    return min(fixtures, key=lambda fixture: (size_of(fixture), fixture), default="")


def table(program):
    """Two of path beneath the root: bytes, of what the table must be, and of what it is."""
    path = ROOT / TABLE
    before = path.read_bytes() if path.exists() else b""
    recorded = dict(line.split("\t") for line in before.decode().splitlines())
    fixtures = reached_by(program)
    rows = {label: chosen(fixtures[label], recorded.get(label, "")) for label in sorted(fixtures)}
    without = [label for label, fixture in rows.items() if not fixture]
    if without:
        raise SystemExit("\n".join(["no fixture reaches these places:", *without]))
    return {TABLE: "".join(f"{label}\t{fixture}\n" for label, fixture in rows.items()).encode()}, {TABLE: before}
