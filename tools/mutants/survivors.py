"""survivors.py: the checked list of mutants that no quick test kills, each with its reason.

A row of survivors.tsv: file, function, text, change, reason, separated by tabs. Lines are no part of it, so rows survive
edits elsewhere. A * as change, or as text and change, stands for all survivors of the text or of the function. A reason
begins with "equivalent: " (no test can tell the mutant from the original; it counts nowhere) or with "accepted: " (a test
could, and it counts as survived).
"""

import collections
import pathlib

LIST = pathlib.Path(__file__).with_name("survivors.tsv")
KINDS = ("equivalent: ", "accepted: ")


def add_keys(name, mutants):
    """Gives each mutant of a file its key: the second one with the same text and change in a function gets " #2"."""
    seen = collections.Counter()
    for mutant in mutants:
        key = (name, mutant["function"], mutant["text"], mutant["change"])
        seen[key] += 1
        number = f" #{seen[key]}" if seen[key] > 1 else ""
        mutant["key"] = "\t".join((*key[:3], key[3] + number))


def read(path=LIST):
    """Reasons by key."""
    reasons = {}
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if not line or line.startswith("#"):
            continue
        key, _, reason = line.rpartition("\t")
        if key.count("\t") != 3 or not reason.startswith(KINDS) or key in reasons:
            raise SystemExit(f"{path}:{number}: not file, function, text, change and a reason, or twice")
        reasons[key] = reason
    return reasons


def row_of(key, reasons):
    """The key of the row that applies to a mutant; None if there is none."""
    file, function, text, _ = key.split("\t")
    choices = (key, "\t".join((file, function, text, "*")), "\t".join((file, function, "*", "*")))
    return next((row for row in choices if row in reasons), None)
