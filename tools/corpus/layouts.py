"""layouts.py: the records of src/formats/**/layout.def, so that the writers of files need not state them again.

    HEADER = layouts.record("XMF_HEADER")
    HEADER.pack({"numMaterials": 1})        every other field has its constant, or 0

Names are those of findings and dumps.
"""

import ast
import functools
import pathlib
import re
import struct

ROOT = pathlib.Path(__file__).resolve().parents[2]
CODES = {"u8": "B", "u16": "H", "i16": "h", "u32": "I", "i32": "i", "u64": "Q", "f32": "f", "f64": "d"}
TEXT = r'"(?:[^"\\]|\\.)*"'
ROW = re.compile(rf'^AL_(\w+)\(((?:{TEXT}|[^")])*)\)', re.MULTILINE)


class Field:
    def __init__(self, offset, code, count, default):
        self.offset = offset
        self.code = f"{count}{code if code in 'fd' else code.upper()}"
        self.size = struct.calcsize("<" + self.code)
        self.mask = None if code in "fd" else (1 << 8 * self.size // count) - 1
        self.default = default if isinstance(default, bytes) else (default,) * count

    def pack(self, value=None, order="<"):
        """`value` is a number, a sequence of them, or the bytes themselves. Integers may have a sign or not."""
        value = self.default if value is None else value
        if isinstance(value, bytes):
            return value[:self.size].ljust(self.size, b"\0")
        numbers = value if isinstance(value, (tuple, list)) else (value,)
        if self.mask is not None:
            numbers = [number & self.mask for number in numbers]
        return struct.pack(order + self.code, *numbers)


class Record:
    def __init__(self):
        self.fields = {}
        self.size = 0

    def add(self, name, code, count=1, default=0):
        self.fields[name] = Field(self.size, code, count, default)
        self.size += struct.calcsize("<" + code) * count

    def pack(self, values, order="<"):
        assert values.keys() <= self.fields.keys(), values.keys() - self.fields.keys()
        record = bytearray(self.size)
        for name, field in self.fields.items():
            record[field.offset:field.offset + field.size] = field.pack(values.get(name), order)
        return bytes(record)

    def constant(self, name):
        """The value of a constant field or magic."""
        default = self.fields[name].default
        return default if isinstance(default, bytes) else default[0]

    def place(self, name):
        """Offset and length of a field."""
        return self.fields[name].offset, self.fields[name].size


def add_row(record, kind, columns):
    """`columns` are those behind the record."""
    if kind == "GAP":
        record.add(columns[1], "B", int(columns[0]), b"")
    elif kind in ("MAGIC", "MAGICS"):
        record.add("magic", "B", int(columns[0]), ast.literal_eval(columns[1]).encode("latin-1"))
    elif kind == "TEXT":
        record.add(ast.literal_eval(columns[2]), "B", int(columns[0]), b"")
    elif kind.endswith("ARRAY"):
        record.add(ast.literal_eval(columns[3]), CODES[columns[0]], int(columns[1]))
    else:
        default = int(columns[3], 0) if kind == "CONSTANT" else 0
        record.add(ast.literal_eval(columns[2]), CODES[columns[0]], 1, default)


@functools.lru_cache(maxsize=None)
def records():
    found = {}
    for path in sorted((ROOT / "src/formats").glob("**/layout.def")):
        for kind, text in ROW.findall(path.read_text(encoding="utf-8")):
            id, *columns = re.findall(rf'{TEXT}|[^\s,"]+', text)
            if kind == "RECORD":
                found[id] = Record()
            elif kind == "RECORD_END":
                assert found[id].size == int(columns[-1]), id
            elif not kind.startswith("WORD"):
                add_row(found[id], kind, columns)
    return found


def record(id):
    return records()[id]


@functools.lru_cache(maxsize=None)
def sizes(format):
    """The sizes of the records of a format or its family, and of a count."""
    family = {"xac": "EFX", "xsm": "EFX", "xpm": "EFX", "bgf": "ANARK", "bgp": "ANARK", "bsg": "ANARK"}.get(format)
    return {4} | {record.size for id, record in records().items() if id.split("_")[0] in (format.upper(), family)}
