#!/usr/bin/env python3
"""pictures_test.py: damages pictures as copies and text tools do, and counts how many are told.

    pictures_test.py --program PATH

Each kind of picture is damaged COPIES times in each way: cut, a byte dropped, a byte added, three bytes replaced by six. A
copy is told if a warning or an error is reported that the good file doesn't have. Prints the shares, of errors alone, too,
and fails if one is below LEAST. Nothing but a wrong length shows in pixels, so a byte that is another one is not among these.
"""

import argparse
import collections
import json
import pathlib
import random
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools" / "corpus"))

from dds_seeds import argb, chain  # noqa: E402
from pictures import COLOURS, PACKED, Gzip, Tga, noise, raw, run  # noqa: E402

COPIES, SECONDS, SEED = 150, 300, 7
# A cut may take the footer alone, and a changed packet may end where the picture does.
LEAST = collections.defaultdict(lambda: COPIES) | {("packed", "cut"): 139, ("packed", "drop"): 149, ("packed", "add"): 148,
                                                   ("packed", "replace"): 148}


def packed(random_):
    """Rows of runs and single pixels, and a footer."""
    rows = []
    for _ in range(48):
        left, row = 64, b""
        while left > 0:
            count = min(left, random_.randint(1, 20))
            pixels = [noise(4, random_.randrange(1000)) for _ in range(count)]
            row += run(pixels[0], count) if random_.random() < 0.5 else raw(*pixels)
            left -= count
        rows.append(row)
    return Tga(64, 48, COLOURS | PACKED, 32, b"".join(rows), footer=True)


def good(random_):
    """(kind, extension): the bytes of a good picture."""
    return {("dds", "dds"): chain(64, 64).bytes(), ("gzip", "gz"): Gzip(argb(32, 32)).bytes(),
            ("raw", "tga"): Tga(48, 32).bytes(), ("packed", "tga"): packed(random_).bytes()}


def cut(content, random_):
    return content[:random_.randrange(len(content) // 4, len(content))]


def drop(content, random_):
    at = random_.randrange(200, len(content) - 30)
    return content[:at] + content[at + 1:]


def add(content, random_):
    at = random_.randrange(200, len(content) - 30)
    return content[:at] + bytes([random_.randrange(256)]) + content[at:]


def replace(content, random_):
    at = random_.randrange(200, len(content) - 30)
    return content[:at] + b"yoruba" + content[at + 3:]


def main():
    parser = argparse.ArgumentParser(description="Count damaged pictures that are told.")
    parser.add_argument("--program", required=True)
    arguments = parser.parse_args()
    random_ = random.Random(SEED)
    errors, told = collections.Counter(), collections.Counter()
    with tempfile.TemporaryDirectory() as folder:
        for (kind, extension), content in good(random_).items():
            for damage in (cut, drop, add, replace):
                for number in range(COPIES):
                    name = f"{kind}-{damage.__name__}-{number}.{extension}"
                    pathlib.Path(folder, name).write_bytes(damage(content, random_))
            pathlib.Path(folder, f"{kind}-good-0.{extension}").write_bytes(content)
        done = subprocess.run([arguments.program, "check", "--show", "warning", "-f", "json", "."], cwd=folder, timeout=SECONDS,
                              capture_output=True)
    found = collections.defaultdict(set)
    for finding in json.loads(done.stdout)["findings"]:
        found[finding["path"].removeprefix("./")].add(finding["level"])
    for name, levels in found.items():
        case = tuple(name.split("-")[:2])
        told[case] += bool(levels & {"error", "warning"})
        errors[case] += "error" in levels
    cases = [(kind, damage.__name__) for kind in ("dds", "gzip", "raw", "packed") for damage in (cut, drop, add, replace)]
    for case in cases:
        print(f"{' '.join(case)}: {told[case]} of {COPIES} told, {errors[case]} as errors, at least {LEAST[case]}")
    failed = sum(told[case] < LEAST[case] for case in cases) + sum(told[kind, "good"] for kind in ("dds", "gzip", "raw", "packed"))
    print(f"enumerated: {len(cases) * COPIES} cases")
    print(f"{len(cases) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
