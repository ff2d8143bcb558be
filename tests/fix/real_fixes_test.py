#!/usr/bin/env python3
"""real_fixes_test.py: breaks files of published mods in each way that `assetlint fix` can mend, and compares what it gives
back with the original.

    real_fixes_test.py --program PATH [--real DIR] [--verbose]

The places to break are those that `assetlint dump` shows. What comes back must be the original byte for byte; only numbers
that a fix computes anew may differ a little. Every file as it is must stay what it is after a second fix. The test prints for
each rule how many files came back. DIR is $ASSETLINT_REAL, or shared/real beside the checkout; if it is missing, the test is
skipped. The broken copies exist only during the run.
"""

import collections
import json
import math
import os
import pathlib
import re
import struct
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "real"))
from published import binary_rows, folder_of, number_of, parser_of, rows_of  # noqa: E402

SECONDS = 600
SHOWN = 20
# Each fixed file is synced, which takes much longer on a disk.
FAST = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
BATCH = 250
FLOAT_TOLERANCE = 1e-4
BOX_TOLERANCE = 0.02            # of the size of the box: as much may be wrong in a working file
# Of these all must come back; the others are choices, or exist in no file.
SAFE = {"trailing-bytes", "chunk-length", "root-count", "child-count", "material-total", "local-bone-count", "layer-material",
        "key-duplicate", "bounding-box", "bounding-radius", "bool-value", "weight-order", "wide-counts"}


class Case:
    """A broken file. `numbers` are the places (offset, count, struct code, tolerance) of numbers that may differ a little."""

    def __init__(self, rule, data, numbers=()):
        self.rule = rule
        self.data = bytes(data)
        self.numbers = list(numbers)

    def comes_back(self, original, fixed):
        if fixed is None or len(fixed) != len(original):
            return False
        for offset, count, code, tolerance in self.numbers:
            size = struct.calcsize(code)
            for at in range(offset, offset + count * size, size):
                (was,), (now,) = struct.unpack_from(code, original, at), struct.unpack_from(code, fixed, at)
                if not abs(was - now) <= tolerance:
                    return False
                fixed = fixed[:at] + original[at:at + size] + fixed[at + size:]
        return fixed == original


# ---- Places ----------------------------------------------------------------------------------------------------------

Field = collections.namedtuple("Field", "path offset length value count")


def fields_of(value, path=""):
    """The fields and arrays of a dump."""
    if isinstance(value, list):
        for number, item in enumerate(value):
            yield from fields_of(item, f"{path}[{number}]")
    elif isinstance(value, dict):
        if "value" in value or "count" in value:
            yield Field(path, value["@offset"], value["@length"], value.get("value"), value.get("count"))
        for name, item in value.items():
            if not name.startswith("@"):
                yield from fields_of(item, f"{path}.{name}" if path else name)


class Reading:
    """A file, and its fields."""

    def __init__(self, data, fields):
        self.data = data
        self.fields = fields
        self.by_path = {field.path: field for field in fields}

    def matching(self, pattern, most=3):
        """Some of the fields whose whole path matches: the first, the last, and between."""
        found = [field for field in self.fields if re.fullmatch(pattern, field.path)]
        return found if len(found) <= most else [found[len(found) * i // (most - 1) - (i == most - 1)] for i in range(most)]

    def put(self, offset, code, *values):
        data = bytearray(self.data)
        struct.pack_into(code, data, offset, *values)
        return data

    def get(self, offset, code):
        return struct.unpack_from(code, self.data, offset)

    def scaled(self, offset, count, factor, code="<f", step=None):
        """Numbers times a factor, and the place where they have to come back."""
        step = step or struct.calcsize(code)
        data = bytearray(self.data)
        for at in range(offset, offset + count * step, step):
            number = struct.unpack_from(code, data, at)[0] * factor
            struct.pack_into(code, data, at, number if code == "<f" else round(number))
        limit = FLOAT_TOLERANCE if code == "<f" else 4
        return data, [(at, 1, code, limit * max(1, abs(self.get(at, code)[0])) if code == "<f" else limit)
                      for at in range(offset, offset + count * step, step)]


def off_by_one(r, rule, pattern, code="<I"):
    for field in r.matching(pattern):
        for change in (1, -1):
            value = r.get(field.offset, code)[0] + change
            if 0 <= value < 1 << 8 * field.length:
                yield Case(rule, r.put(field.offset, code, value))


# ---- EmotionFX -------------------------------------------------------------------------------------------------------

def break_chunks(r):
    """Lengths of lists of submotions, and of materials with layers, are wrong in working files: those come back differently."""
    for field in r.matching(r"chunks\[\d+\]\.length", most=5):
        chunk = field.path.rpartition(".")[0]
        kind = r.by_path[chunk + ".id"].value
        if kind != 202 and not (kind == 3 and chunk + ".layers[0].texture" in r.by_path):
            for change in (1, -1):
                yield Case("chunk-length", r.put(field.offset, "<I", field.value + change))


def break_weights(r):
    """The weights of a vertex of a skin, half as large again."""
    for field in r.matching(r"chunks\[\d+\]\.numInfluences"):
        skin = field.path.rpartition(".")[0]
        weights, first = r.by_path.get(skin + ".influences.weight"), r.by_path.get(skin + ".ranges.first")
        for number in {0, first.count // 2} if weights and first and first.count else ():
            start, count = r.get(first.offset + 8 * number, "<II")
            if count > 0:
                data, numbers = r.scaled(weights.offset + 8 * start, count, 1.5, step=8)
                yield Case("influence-sum", data, numbers)


def break_texture_names(r):
    for field in r.matching(r"chunks\[\d+\](\.layers\[\d+\])?\.texture"):
        chunk = r.by_path[re.match(r"chunks\[\d+\]", field.path)[0] + ".length"]
        layered = ".layers" in field.path and r.by_path[chunk.path.replace("length", "version")].value == 2
        for end in (b".dds", b".", b".TGA"):
            name = r.data[field.offset + 4:field.offset + field.length]
            if not name or name.endswith((b" ", b".")):
                continue
            data = bytearray(r.data)
            data[field.offset:field.offset + field.length] = struct.pack("<I", len(name + end)) + name + end
            if not layered:
                struct.pack_into("<I", data, chunk.offset, chunk.value + len(end))
            yield Case("layer-texture-name", data)


def break_xac(r):
    yield from break_chunks(r)
    yield from off_by_one(r, "root-count", r"chunks\[\d+\]\.numRootNodes")
    yield from off_by_one(r, "child-count", r"chunks\[\d+\](\.nodes\[\d+\])?\.numChildren")
    yield from off_by_one(r, "local-bone-count", r"chunks\[\d+\]\.numLocalBones")
    yield from off_by_one(r, "layer-material", r"chunks\[\d+\](\.layers\[\d+\])?\.materialId", "<h")
    for name in ("total", "standard", "fx"):
        yield from off_by_one(r, "material-total", rf"chunks\[\d+\]\.{name}")
    for field in r.matching(r"chunks\[\d+\]\.nodes\[\d+\]\.(rot|scaleRot)\[0\]"):
        yield Case("node-rotation-norm", *r.scaled(field.offset, 4, 1.5))
    yield from break_weights(r)
    yield from break_texture_names(r)


def break_keys(r, keys, count, stride, time_at, value, lengths, code="<f"):
    """Two keys in the wrong order, a key twice, a first key that is missing. `value` is where a key has its value."""
    at = [keys + stride * number for number in range(count)]
    key = [r.data[start:start + stride] for start in at]
    time = [r.get(start + time_at, code)[0] for start in at]
    for number in {1, count // 2} if count > 2 else ():
        if time[number - 1] < time[number] < time[number + 1 if number + 1 < count else number]:
            data = bytearray(r.data)
            data[at[number - 1]:at[number] + stride] = key[number] + key[number - 1]
            yield Case("key-order", data)
    for number in {0, count - 1} if count else ():
        data = r.data[:at[number]] + key[number] + r.data[at[number]:]
        yield Case("key-duplicate", lengths(bytearray(data), 1))
    if count > 1 and time[0] == 0 < time[1] and key[0][value] == key[1][value]:
        yield Case("first-key-time", lengths(bytearray(r.data[:at[0]] + r.data[at[1]:]), -1))


def lengths_of(r, counter, chunk, stride):
    """A function that changes the count of keys and the length of their chunk."""
    def change(data, keys):
        count = r.by_path[counter]
        struct.pack_into("<I", data, count.offset, count.value + keys)
        if chunk:
            struct.pack_into("<I", data, r.by_path[chunk].offset, r.by_path[chunk].value + keys * stride)
        return data
    return change


def break_xsm(r):
    yield from break_chunks(r)
    names = {"posKeys": "nPos", "rotKeys": "nRot", "scaleKeys": "nScale", "scaleRotKeys": "nScaleRot"}
    for name, counter in names.items():
        for field in r.matching(rf"chunks\[\d+\](\.submotions\[\d+\])?\.{name}\.time"):
            motion = field.path[:-len(name) - 6]
            values = r.by_path[f"{motion}.{name}.value"]
            stride, size = field.offset - values.offset + 4, field.offset - values.offset
            chunk = re.match(r"chunks\[\d+\]", motion)[0] + ".length"
            lengths = lengths_of(r, f"{motion}.{counter}", chunk, stride)
            yield from break_keys(r, values.offset, field.count, stride, size, slice(0, size), lengths)
            if "ot" in name and field.count:
                code = "<f" if size == 16 else "<h"
                yield Case("rotation-norm", *r.scaled(values.offset + stride * (field.count // 2), 4, 0.75, code))
    for field in r.matching(r"chunks\[\d+\](\.submotions\[\d+\])?\.(pose|bind)(Scale)?Rot\[0\]"):
        yield Case("rotation-norm", *r.scaled(field.offset, 4, 0.75, "<f" if field.length == 4 else "<h"))


def break_xpm(r):
    yield from break_chunks(r)
    for field in r.matching(r"chunks\[\d+\](\.anims\[\d+\])?\.keys\.time"):
        anim = field.path[:-len(".keys.time")]
        lengths = lengths_of(r, f"{anim}.nKeys", re.match(r"chunks\[\d+\]", anim)[0] + ".length", 8)
        yield from break_keys(r, field.offset, field.count, 8, 0, slice(4, 6), lengths)
    for field in r.matching(r"chunks\[\d+\](\.anims\[\d+\])?\.minWeight"):
        low, high = r.get(field.offset, "<2f")
        if low < high:
            yield Case("weight-range", r.put(field.offset, "<2f", high, low))


# ---- Lost Saga -------------------------------------------------------------------------------------------------------

def break_ani(r):
    floats = r.by_path["header.version"].value == 4000
    for field in r.matching(r"tracks\[\d+\]\.keys\.time", most=8):
        track = field.path[:-len(".keys.time")]
        stride = 32 if floats else {4001: 20, 4002: 24}[r.by_path["header.version"].value]
        keys = field.offset - stride + 4
        lengths = lengths_of(r, f"{track}.nKeys", None, stride)
        for case in break_keys(r, keys, field.count, stride, stride - 4, slice(0, stride - 4), lengths, "<I"):
            if case.rule != "first-key-time":
                yield case
        length = math.sqrt(sum(part * part for part in r.get(keys, "<4f"))) if floats else 0
        if length > 0:
            data, numbers = r.scaled(keys, 4, 1.5)
            yield Case("rotation-norm", data, [(at, 1, "<f", 0.25) for at, *_ in numbers])      # working files are as far off


def break_box(r, low, high):
    """The corners of a box of a mesh, which need not be exact in a working file."""
    size = math.dist(r.get(low, "<3f"), r.get(high, "<3f"))
    for corner in (low, high) if size > 0 else ():
        yield Case("bounding-box", r.put(corner, "<f", r.get(corner, "<f")[0] + size),
                   [(corner, 3, "<f", BOX_TOLERANCE * size)])


def break_msh(r):
    low, high, radius = (r.by_path[f"header.{name}"].offset for name in ("bbMin[0]", "bbMax[0]", "radius"))
    yield from break_box(r, low, high)
    number = r.get(radius, "<f")[0]
    yield Case("bounding-radius", r.put(radius, "<f", 2 * number), [(radius, 1, "<f", BOX_TOLERANCE * number)])
    weights = r.by_path.get("weights.weight")
    for vertex in {0, weights.count // 2, weights.count - 1} if weights else ():
        at = weights.offset + 32 * vertex
        yield Case("weight-sum", *r.scaled(at, 4, 1.5))
        found = r.get(at, "<8f")
        if found[0] > found[1]:
            yield Case("weight-order", r.put(at, "<8f", found[1], found[0], *found[2:4], found[5], found[4], *found[6:]))


# ---- BBMOD -----------------------------------------------------------------------------------------------------------

WIDE = (r"meshCount|meshes\[\d+\]\.materialIndex|meshes\[\d+\]\.vertexCount|nodeCount|nodes\[\d+\]\.(nMeshes|nChildren)|"
        r"nodes\[\d+\]\.meshes\[\d+\]|boneCount|materialCount")


def widened(r):
    """The counts with 8 bytes, as converters of 2021 wrote them."""
    if r.by_path.get("header.minor") or r.data[:6].isupper():
        return
    data = bytearray(r.data)
    for field in sorted(r.fields, key=lambda field: -field.offset):
        if re.fullmatch(WIDE, field.path) and field.length == 4:
            data[field.offset + 4:field.offset + 4] = bytes(4)
    yield Case("wide-counts", data)


def break_bbmod(r):
    for field in r.matching(r"(meshes\[\d+\]\.)?vertexFormat\.\w+|nodes\[\d+\]\.isBone", most=6):
        if field.value == 1:
            yield Case("bool-value", r.put(field.offset, "<B", 77))
    for field in r.matching(r"meshes\[\d+\]\.bboxMin\[0\]"):
        yield from break_box(r, field.offset, field.offset + 12)
    for field in r.matching(r"(nodes|bones)\[\d+\]\.(transform|offset)\[0\]", most=5):
        yield Case("transform-norm", *r.scaled(field.offset, 8, 1.5))
    for field in r.matching(r"meshes\[\d+\]\.boneWeights"):
        stride = (field.length - 16) // (field.count - 1) if field.count > 1 else 0
        for vertex in {0, field.count // 2}:
            yield Case("vertex-bone-weight", *r.scaled(field.offset + stride * vertex, 4, 1.5))
    yield from widened(r)


def break_bbanim(r):
    for field in r.matching(r"\w+Space\.real"):
        for number in (0, 1):
            yield Case("frame-norm", *r.scaled(field.offset + 32 * number, 8, 1.5))
    yield from widened(r)


BREAKERS = {"xac": break_xac, "xsm": break_xsm, "xpm": break_xpm, "lost-saga-ani": break_ani, "msh": break_msh,
            "bbmod": break_bbmod, "bbanim": break_bbanim, "cms": None, "egosoft-ani": None, "skl": None}
PREFIXES = {"lost-saga-ani": "ani", "egosoft-ani": "xani"}


def cases_of(kind, r):
    for size in (1, 100):       # other bytes than zeros could be a chunk
        yield Case("trailing-bytes", r.data + bytes(size))
    yield from BREAKERS[kind](r) if BREAKERS[kind] else ()


# ---- The run ---------------------------------------------------------------------------------------------------------

def run(program, *arguments, **options):
    return subprocess.run([program, *arguments], capture_output=True, timeout=SECONDS, **options).stdout


def reading_of(program, path):
    """None for a file that can't be read to its end."""
    dump = run(program, "dump", "--format", "json", path)
    return Reading(path.read_bytes(), list(fields_of(json.loads(dump)))) if dump else None


def fixed(program, copies, *options):
    """What the program makes of the copies, and why not, both by their numbers."""
    made, reasons = {}, {}
    for first in range(0, len(copies), BATCH):
        batch = dict(list(copies.items())[first:first + BATCH])
        with folder_of(batch) as folder, tempfile.TemporaryDirectory(dir=FAST) as out:
            report = json.loads(run(program, "fix", *options, "--no-config", "-f", "json", "--output", out, ".", cwd=folder))
            paths = {number: pathlib.Path(out, str(number), name) for number, (name, _) in batch.items()}
            made |= {number: path.read_bytes() for number, path in paths.items() if path.exists()}
        reasons |= {number_of(one["path"]): f"{one['rule']}: {one['reason']}" for one in report["refused"]}
    return made, reasons


def print_tally(tally, failed, cases):
    """Prints for each rule how many files were broken and came back, and what failed. Returns the exit status."""
    for rule, (count, good) in sorted(tally.items()):
        print(f"{rule:<28} {count:>5} {good:>5} {100 * good / count:>6.1f}%")
    for line in failed[:SHOWN]:
        print(line)
    print(f"enumerated: {cases} cases")
    print(f"{len(tally)} passed, {len(failed)} failed")
    return 1 if failed else 0


def main():
    parser = parser_of("Break files of published mods, and fix them.")
    parser.add_argument("--verbose", action="store_true", help="print each file that does not come back")
    arguments = parser.parse_args()
    program, real = arguments.program, arguments.real
    rows = rows_of(real, "fixes of real files")
    if rows is None:
        return 0
    rows = [row for row in binary_rows(rows) if row["kind"] in BREAKERS and row["exit"] == "0"]
    originals = {number: (pathlib.Path(row["path"]).name, (real / row["path"]).read_bytes()) for number, row in enumerate(rows)}
    once, _ = fixed(program, originals, "--unsafe")
    twice, _ = fixed(program, {number: (originals[number][0], content) for number, content in once.items()}, "--unsafe")
    failed = [f"{rows[number]['path']}: a second fix changes it" for number in twice]
    cases = []
    for number, row in enumerate(rows):
        if number not in once and (r := reading_of(program, real / row["path"])) is not None:
            cases += [(number, case) for case in cases_of(row["kind"], r)]
    made, reasons = fixed(program, {place: (originals[number][0], case.data) for place, (number, case) in enumerate(cases)},
                          "--unsafe")
    tally = collections.defaultdict(lambda: [0, 0])
    for place, (number, case) in enumerate(cases):
        kind = rows[number]["kind"]
        rule = f"{PREFIXES.get(kind, kind)}/{case.rule}"
        good = case.comes_back(originals[number][1], made.get(place))
        tally[rule][0] += 1
        tally[rule][1] += good
        why = reasons.get(place, "it differs" if place in made else "nothing was changed")
        if not good and case.rule in SAFE:
            failed.append(f"{rule}: {rows[number]['path']}: {why}")
        elif not good and arguments.verbose:
            print(f"{rule}: {rows[number]['path']}: {why}")
    return print_tally(tally, failed, len(cases))


if __name__ == "__main__":
    sys.exit(main())
