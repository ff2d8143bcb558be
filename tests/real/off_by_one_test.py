#!/usr/bin/env python3
"""off_by_one_test.py: one wrong number in a working XAC or XSM gives one error, and two at most.

    off_by_one_test.py --program PATH [--real DIR] [--files N] [--verbose]

The test copies N actors and a few motions of published mods, spread over their folders. In each copy one count, length,
version or reference is one more, one less, or far too large. The test counts the rules that report an error in each
copy. For each field it prints their average and maximum, and the share of faulty copies whose error names the changed
field. It fails if the average for a field is above GOAL or a copy has more than MOST. DIR is $ASSETLINT_REAL, or
shared/real beside the checkout; if it is missing, the test is skipped.
"""

import collections
import json
import pathlib
import struct
import subprocess
import sys
import tempfile

from published import parser_of, rows_of

GOAL = 1.0
MOST = 2
SECONDS = 120
LARGE = {1: 0xFF, 2: 0xFFFF, 4: 0x7FFFFFFF}


class Reader:
    """Reads a file and notes the places of its numbers."""

    def __init__(self, data):
        self.data = data
        self.at = 8
        self.fields = collections.defaultdict(list)     # "mesh.numLayers": [(offset, bytes), ...]

    def u32(self, at=None):
        return struct.unpack_from("<I", self.data, self.at if at is None else at)[0]

    def note(self, name, offset, size=4):
        self.fields[name].append((self.at + offset, size))

    def text(self, name):
        self.note(name + " length", 0)
        self.at += 4 + self.u32()

    def chunks(self, kinds):
        while self.at + 12 <= len(self.data):
            start = self.at
            id, length, version = struct.unpack_from("<3I", self.data, start)
            name, read = kinds.get(id, ("unknown", None))
            self.note(name + ".chunk length", 4)
            self.note(name + ".version", 8)
            self.at += 12
            if read is None or not read(self, version):
                self.at = start + 12 + length


def read_nodes(r, version):
    r.note("nodes.numNodes", 0)
    r.note("nodes.numRootNodes", 4)
    count = r.u32()
    r.at += 8
    for _ in range(count):
        r.note("nodes.parent", 76)
        r.note("nodes.numChildren", 80)
        r.at += 156
        r.text("nodes.name")
    return True


def read_mesh(r, version):
    if version != 1:
        return False
    for number, name in enumerate(("node", "numOrgVerts", "totalVerts", "totalIndices", "numSubMeshes", "numLayers")):
        r.note("mesh." + name, 4 * number)
    r.note("mesh.isCollision", 24, 1)
    _, original, vertices, _, submeshes, layers = struct.unpack_from("<6I", r.data, r.at)
    r.originals[struct.unpack_from("<IIIIIIB", r.data, r.at)[::6]] = original
    r.at += 28
    for _ in range(layers):
        r.note("mesh.layer type", 0)
        r.note("mesh.attribSize", 4)
        r.at += 12 + vertices * r.u32(r.at + 4)
    for _ in range(submeshes):
        for number, name in enumerate(("numIndices", "numVerts", "materialId", "numBones")):
            r.note("mesh.submesh " + name, 4 * number)
        r.at += 16 + 4 * (r.u32() + r.u32(r.at + 12))
    return True


def read_skin(r, version):
    if version != 3:
        return False
    for number, name in enumerate(("node", "numLocalBones", "numInfluences")):
        r.note("skin." + name, 4 * number)
    node, _, influences, collision = struct.unpack_from("<3IB", r.data, r.at)
    r.at += 16 + 8 * influences
    if influences:
        r.fields["skin.bone"].append((r.at - 8 * (influences // 2 + 1) + 4, 2))
    middle = r.originals[node, collision] // 2
    r.note("skin.range first", 8 * middle)
    r.note("skin.range count", 8 * middle + 4)
    r.at += 8 * r.originals[node, collision]
    return True


def read_layers(r, count):
    for _ in range(count):
        r.note("material.layer materialId", 24, 2)
        r.at += 28
        r.text("material.texture")


def read_material(r, version):
    if version == 2:
        r.note("material.numLayers", 83, 1)
    layers = r.data[r.at + 83] if version == 2 else 0
    r.at += 84
    r.text("material.name")
    read_layers(r, layers)
    return True


def read_fx(r, version):
    if version != 2:
        return False
    names = ("nInt", "nFloat", "nColor", "nBool", "nVec3", "nBitmap")
    counts = struct.unpack_from("<6I", r.data, r.at)
    for number, name in enumerate(names):
        r.note("fx." + name, 4 * number)
    r.at += 24
    for name in ("name", "effectFile", "technique"):
        r.text("fx." + name)
    for count, size in zip(counts, (4, 4, 16, 1, 12, None)):
        for _ in range(count):
            if size is None:
                r.text("fx.bitmap name")
                r.text("fx.bitmap value")
            else:
                r.at += size
                r.text("fx.parameter name")
    return True


def read_limit(r, version):
    r.note("limit.node", 84)
    return False


def read_info(r, version):
    r.at += {1: 12, 2: 16}[version]
    for name in ("sourceApp", "origFile", "exportDate", "actorName"):
        r.text("info." + name)
    return True


def read_lod(r, version):
    r.note("lod.lodLevel", 0)
    r.note("lod.size", 4)
    return False


def read_groups(r, version):
    r.note("groups.numGroups", 0, 2)
    count = r.u32() & 0xFFFF
    r.at += 2
    for _ in range(count):
        r.note("groups.numNodes", 0, 2)
        nodes = r.u32() & 0xFFFF
        r.at += 4
        r.text("groups.name")
        r.at += 2 * nodes
    return True


def read_totals(r, version):
    for number, name in enumerate(("total", "standard", "fx")):
        r.note("totals." + name, 4 * number)
    return False


XAC = {1: ("mesh", read_mesh), 2: ("skin", read_skin), 3: ("material", read_material), 5: ("fx", read_fx),
       6: ("limit", read_limit), 7: ("info", read_info), 8: ("lod", read_lod), 10: ("groups", read_groups),
       11: ("nodes", read_nodes), 13: ("totals", read_totals)}


def read_motion_info(r, version):
    r.at += {1: 8, 2: 16, 3: 20}[version]
    for name in ("sourceApp", "origFile", "exportDate", "motionName"):
        r.text("info." + name)
    return True


def read_submotion(r, wide, error=True):
    size = (132 if error else 128) if wide else 100
    counts = 112 if wide else 80
    for number, name in enumerate(("nPos", "nRot", "nScale", "nScaleRot")):
        r.note("submotion." + name, counts + 4 * number)
    keys = struct.unpack_from("<4I", r.data, r.at + counts)
    r.at += size
    r.text("submotion.name")
    r.at += sum(count * bytes for count, bytes in zip(keys, (16, 20, 16, 20) if wide else (16, 12, 16, 12)))


def read_submotions(r, version):
    r.note("submotions.numSubmotions", 0)
    count = r.u32()
    r.at += 4
    for _ in range(count):
        read_submotion(r, version == 1)
    return True


def read_single(r, version):
    read_submotion(r, version < 3, version > 1)
    return True


XSM = {200: ("submotion chunk", read_single), 201: ("info", read_motion_info),
       202: ("submotions", read_submotions)}


def spread(paths, count):
    """Selects `count` paths, evenly spread over the folders."""
    folders = collections.defaultdict(list)
    for path in sorted(paths):
        folders[path.parent].append(path)
    chosen = []
    while len(chosen) < count and any(folders.values()):
        for folder in sorted(folders):
            if folders[folder]:
                chosen.append(folders[folder].pop(0))
    return sorted(chosen[:count])


def copies_of(data, kinds):
    """Yields the field, offset and bytes of each copy."""
    reader = Reader(data)
    reader.originals = {}
    reader.chunks(kinds)
    for name, places in sorted(reader.fields.items()):
        chosen = {places[0], places[len(places) // 2], places[-1]}
        for at, size in sorted(chosen):
            value = int.from_bytes(data[at:at + size], "little")
            for change in (value + 1, value - 1, LARGE[size]):
                new = change % (1 << 8 * size)
                if new != value:
                    yield name, at, f"{name} at 0x{at:x}: {value} -> {new}", data[:at] + new.to_bytes(size, "little") + data[at + size:]


def errors_of(program, folder):
    """Maps each file name to the rules that report an error, with their fields."""
    done = subprocess.run([program, "check", "--no-config", "-f", "json", "--show", "error", str(folder)],
                          timeout=SECONDS * 10, capture_output=True)
    errors = collections.defaultdict(list)
    for finding in json.loads(done.stdout)["findings"]:
        if finding["level"] == "error":
            errors[pathlib.Path(finding["path"]).name].append(finding)
    return errors


def measure(program, path, kinds, averages, verbose):
    """Adds the rules of each copy of a file to the averages; yields the problems."""
    data = path.read_bytes()
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        copies = {}
        (folder / f"good{path.suffix}").write_bytes(data)
        for number, (name, at, what, content) in enumerate(copies_of(data, kinds)):
            copies[f"{number}{path.suffix}"] = name, at, what
            (folder / f"{number}{path.suffix}").write_bytes(content)
        errors = errors_of(program, folder)
    known = {finding["rule"] for finding in errors[f"good{path.suffix}"]}
    for copy, (name, at, what) in copies.items():
        new = [finding for finding in errors[copy] if finding["rule"] not in known]
        rules = sorted({finding["rule"] for finding in new})
        named = any(finding["offset"] <= at < finding["offset"] + finding["length"] for finding in new)
        averages[name].append((len(rules), named))
        if verbose and (len(rules) != 1 or not named or verbose > 1):
            print(f"  {path.name}: {what}: {', '.join(rules) or 'nothing'}")
            for finding in new:
                print(f"    {finding['rule']} {finding['field']}: {finding['message']}")
        if len(rules) > MOST:
            yield f"{path}: {what}: {', '.join(rules)}"


def main():
    parser = parser_of("One wrong number gives one error.")
    parser.add_argument("--files", type=int, default=40)
    parser.add_argument("--verbose", "-v", action="count", default=0)
    arguments = parser.parse_args()
    if rows_of(arguments.real, "off by one") is None:
        return 0
    passed = failed = cases = 0
    for suffix, magic, kinds, count in ((".xac", b"XAC ", XAC, arguments.files), (".xsm", b"XSM ", XSM, 8)):
        good = [path for path in arguments.real.rglob("*") if path.suffix.lower() == suffix and path.read_bytes()[:4] == magic]
        averages = collections.defaultdict(list)
        for path in spread(good, count):
            problems = list(measure(arguments.program, path, kinds, averages, arguments.verbose))
            for problem in problems:
                print(problem)
            failed += bool(problems)
            passed += not problems
        print(f"{'field':36} {'copies':>6} {'average':>7} {'most':>4} {'named':>6}")
        for name, numbers in sorted(averages.items()):
            rules = [rules for rules, _ in numbers]
            average = sum(rules) / len(numbers)
            named = sum(named for _, named in numbers) / max(1, sum(count > 0 for count in rules))
            above = average > GOAL
            cases += len(numbers)
            failed += above
            print(f"{suffix} {name:31} {len(numbers):6} {average:7.2f} {max(rules):4} {named:6.0%}{' above the goal' if above else ''}")
    print(f"enumerated: {cases} cases")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
