#!/usr/bin/env python3
"""real_meshes_test.py: breaks meshes of published mods in each way that `assetlint fix` can mend, converts the line ends of
all files as Git does, in meshes both ways, and compares what comes back with the original.

    real_meshes_test.py --program PATH [--real DIR] [--verbose]

Bytes that no program wrote, such as those of a declaration that was there before, may differ. The test prints for each rule
how many files came back; of files of other formats than XMF, few line ends can be proven. DIR is $ASSETLINT_REAL, or
shared/real beside the checkout; if it is missing, the test is skipped.
"""

import collections
import pathlib
import re
import struct
import sys
import zlib

from real_fixes_test import Case, binary_rows, fixed, parser_of, print_tally, rows_of

LARGEST = 100_000       # of meshes that are broken in each way; line ends are converted in all files
HEADER, MATERIAL, FULL, ELEMENTS = 64, 136, 188, 60
INDICES, FLOAT3, FLOAT4, DECLARED = 30, 2, 3, 32
UNSAFE = {"xmf/material-range", "xmf/material-sum"}


class Mesh:
    """The tables of an XMF, and the data of its buffers in the order of the descriptors."""

    FIELDS = {"type": 0, "usageIndex": 4, "dataOffset": 8, "compressed": 12, "format": 20, "size": 24, "items": 28,
              "itemSize": 32, "elements": 56}

    def __init__(self, content):
        count, size, materials = content[8:11]
        self.header = bytearray(content[:HEADER])
        self.rows = [bytearray(content[at:at + size]) for at in range(HEADER, HEADER + count * size, size)]
        self.data_at = HEADER + count * size + materials * MATERIAL
        self.materials = bytearray(content[HEADER + count * size:self.data_at])
        self.data = [content[self.data_at + self.get(row, "dataOffset"):][:self.get(row, "size")] for row in self.rows]

    def get(self, row, name):
        at = self.FIELDS[name]
        return struct.unpack_from("<i", row, at)[0] if at + 4 <= len(row) else 0

    def put(self, row, name, value):
        struct.pack_into("<i", row, self.FIELDS[name], value)

    def laid(self, gaps=None, order=None):
        """The file, with the data in the order of the rows, or another one, and gaps before some of it."""
        offset, data = 0, b""
        for number in order or range(len(self.rows)):
            data += bytes((gaps or {}).get(number, 0))
            self.put(self.rows[number], "dataOffset", len(data))
            self.put(self.rows[number], "size", len(self.data[number]))
            data += self.data[number]
        self.header[8] = len(self.rows)
        self.header[10] = len(self.materials) // MATERIAL
        return bytes(self.header + b"".join(self.rows) + self.materials + data)

    def put_last_first(self):
        for those in (self.rows, self.data):
            those.insert(0, those.pop())


def places(content):
    for size in (1, 100):
        yield Case("xmf/trailing-bytes", content + bytes(size))
    last = content[8] - 1
    for number in {0, last}:
        yield Case("xmf/data-gap", Mesh(content).laid(gaps={number: 7}))
        mesh = Mesh(content)
        mesh.data[number] += b"rest"
        yield Case("xmf/stream-trailing", mesh.laid())
    for order in (None, [*range(1, last + 1), 0]):
        mesh = Mesh(content)
        mesh.put_last_first()
        yield Case("xmf/index-buffer-order", mesh.laid(order=order))


def fields(content):
    mesh = Mesh(content)
    at = HEADER + (len(mesh.rows) - 1) * len(mesh.rows[0]) + 48
    highest, = struct.unpack_from("<d", content, at)
    if highest != 0:
        yield Case("xmf/index-maximum", content[:at] + struct.pack("<d", highest + 1) + content[at + 8:])
    for row in mesh.rows:
        if mesh.get(row, "elements") and mesh.get(row, "format") == DECLARED:
            mesh.put(row, "format", FLOAT3)
            yield Case("xmf/vertex-format", mesh.laid())
            break
    if content[10] == 1:
        at = mesh.data_at - MATERIAL
        first, count = struct.unpack_from("<ii", content, at)
        for rule, values in ("range", (3, count)), ("sum", (0, count - 3)):
            if first == 0 and count > 3:
                yield Case(f"xmf/material-{rule}", content[:at] + struct.pack("<ii", *values) + content[at + 8:])


class Conversion(Case):
    """Positions that came back in another stream, or in a descriptor whose unused bytes are others."""

    def comes_back(self, original, made):
        if made is None or made[:HEADER] != original[:HEADER] or len(made) < HEADER:
            return False
        meshes = Mesh(original), Mesh(made)
        inflated = [[zlib.decompress(data) for data in mesh.data] for mesh in meshes]
        known = [[(row[:8], row[12:24], row[28:ELEMENTS]) for row in mesh.rows] for mesh in meshes]
        return inflated[0] == inflated[1] and known[0] == known[1] and meshes[0].materials == meshes[1].materials


def collision(content):
    mesh = Mesh(content)
    mesh.materials += struct.pack("<ii128s", 0, 3, b"a.b")
    yield Case("xmf/collision-material", mesh.laid())
    rule, level = "xmf/collision-declaration", 9 if mesh.data[0][1] == 0xDA else 6
    points = zlib.decompress(mesh.data[0])
    mesh = Mesh(content)
    if len(mesh.rows[0]) == FULL:
        mesh.put(mesh.rows[0], "format", DECLARED)
        mesh.put(mesh.rows[0], "elements", 1)
        struct.pack_into("<iBB", mesh.rows[0], ELEMENTS, FLOAT3, 0, 0)
        yield Conversion(rule, mesh.laid())
    mesh = Mesh(content)
    mesh.put(mesh.rows[0], "format", FLOAT4)
    mesh.put(mesh.rows[0], "itemSize", 16)
    mesh.data[0] = zlib.compress(b"".join(points[at:at + 12] + b"\0\0\x80?" for at in range(0, len(points), 12)), level)
    yield Conversion(rule, mesh.laid())
    mesh = Mesh(content)
    row = bytearray(mesh.rows[0])
    for name, value in ("type", 2), ("format", 4), ("itemSize", 4):
        mesh.put(row, name, value)
    mesh.rows.insert(1, row)
    mesh.data.insert(1, zlib.compress(bytes(len(points) // 3), level))
    yield Case(rule, mesh.laid())


def is_usual(content):
    """Whether the data lies as the writers of the games lay it."""
    return content[:4] == b"XUMF" and Mesh(content).laid() == content


def cases_of(name, content):
    yield from places(content)
    yield from fields(content)
    if "-collision" in name.lower() and content[10] == 0:
        yield from collision(content)


def main():
    parser = parser_of("Break meshes of published mods, and fix them.")
    parser.add_argument("--verbose", action="store_true", help="print each file that does not come back")
    arguments = parser.parse_args()
    program, real = arguments.program, arguments.real
    rows = rows_of(real, "fixes of real meshes")
    if rows is None:
        return 0
    others = [real / row["path"] for row in binary_rows(rows) if row["kind"] != "xmf" and row["exit"] == "0"]
    bad = {real / row["path"] for row in rows if row["exit"] != "0"}
    meshes = [path for path in sorted(real.rglob("*.xmf")) if path not in bad and is_usual(path.read_bytes())]
    as_they_are, _ = fixed(program, {number: (path.name, path.read_bytes()) for number, path in enumerate(meshes + others)})
    meshes, others = ([path for number, path in enumerate(some, start) if number not in as_they_are]
                      for some, start in ((meshes, 0), (others, len(meshes))))
    cases, unsafe, tally, failed = [], [], collections.defaultdict(lambda: [0, 0]), []
    for path in meshes + others:
        content = path.read_bytes()
        if len(re.findall(rb"(?<!\r)\n", content)) >= 2:
            rule = "file/line-ends of XMF" if path.suffix == ".xmf" else f"file/line-ends of {path.suffix[1:].upper()}"
            cases.append((path, content, Case(rule, re.sub(rb"(?<!\r)\n", b"\r\n", content))))
        if path.suffix == ".xmf" and b"\r\n" in content:
            cases.append((path, content, Case("file/line-ends, lost CR of XMF", content.replace(b"\r\n", b"\n"))))
    for path in meshes:
        content = path.read_bytes()
        for case in cases_of(path.name, content) if len(content) <= LARGEST else ():
            (unsafe if case.rule in UNSAFE else cases).append((path, content, case))
    for some, options in (cases, ()), (unsafe, ["--unsafe"]):
        made, reasons = fixed(program, {number: (path.name, case.data) for number, (path, _, case) in enumerate(some)}, *options)
        for number, (path, content, case) in enumerate(some):
            good = case.comes_back(content, made.get(number))
            tally[case.rule][0] += 1
            tally[case.rule][1] += good
            line = f"{case.rule}: {path.relative_to(real)}: {reasons.get(number, 'it differs' if number in made else 'unchanged')}"
            if not good and (number in made or path.suffix == ".xmf"):      # what is safe must be right
                failed.append(line)
            elif not good and arguments.verbose:
                print(line)
    return print_tally(tally, failed, len(cases) + len(unsafe))


if __name__ == "__main__":
    sys.exit(main())
