"""published.py: files of published mods, for the tests of this folder.

They belong to others, so they are not in the repository: DIR is $ASSETLINT_REAL, or shared/real beside the checkout.
"""

import argparse
import contextlib
import csv
import os
import pathlib
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
# A .cat is a text file, and a .dat is only read with its .cat.
NOT_BINARY = {"cat", "dat"}


def parser_of(description):
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--program", type=os.path.abspath, required=True)
    parser.add_argument("--real", type=pathlib.Path,
                        default=os.environ.get("ASSETLINT_REAL") or ROOT.parent / "shared" / "real")
    return parser


def rows_of(real, what):
    """The rows of EXPECTED.tsv. None if it is missing: then it has been said that `what` is skipped."""
    table = real / "EXPECTED.tsv"
    if not table.is_file():
        print(f"skipped: {what}: {real} has no EXPECTED.tsv")
        print("0 passed, 0 failed, 1 skipped")
        return None
    with open(table, encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


def binary_rows(rows):
    return [row for row in rows if row["kind"] not in NOT_BINARY]


@contextlib.contextmanager
def folder_of(copies):
    """A folder that exists only here, with each copy in a folder of its own: NUMBER/NAME. `copies` maps numbers to names
    and contents."""
    with tempfile.TemporaryDirectory() as folder:
        for number, (name, content) in copies.items():
            place = pathlib.Path(folder, str(number))
            place.mkdir()
            (place / name).write_bytes(content)
        yield folder


def number_of(path):
    """The number of a copy, from its path in a report about that folder."""
    return int(path.removeprefix("./").split("/")[0])
