"""records.py: records of fixed shape, whose layout is a dict of name: (offset, struct code), and what is written field
by field."""

import struct

# The names of all fields that numbers were written to, or whose place was asked for: generate.py compares them with the
# names that layout.def has.
named = set()

GARBAGE = bytes.fromhex("cda55a00ff7f80c1d3e7f9013cfeedbeef42")


def put(record, layout, values):
    named.update(values)
    for name, value in values.items():
        offset, code = layout[name]
        struct.pack_into("<" + code, record, offset, value)


def place(layout, name):
    """Offset and length of a field in its record."""
    named.add(name)
    offset, code = layout[name]
    return offset, struct.calcsize("<" + code)


class Out:
    """Bytes, and where each named thing among them is."""

    def __init__(self):
        self.data = bytearray()
        self.places = {}
        self.order = "<"

    def put(self, path, code, *values):
        if path and not path.endswith("]"):     # neither numbers of an array nor an item of one
            named.add(path.rsplit(".", 1)[-1])
        start = len(self.data)
        self.data += struct.pack(self.order + code, *values)
        self.places[path] = (start, len(self.data) - start)

    def raw(self, path, content):
        start = len(self.data)
        self.data += content
        self.places[path] = (start, len(content))

    def pad(self, count):
        self.data += GARBAGE[:count]

    def text(self, path, content, length=None):
        start = len(self.data)
        self.data += struct.pack(self.order + "I", len(content) if length is None else length) + content
        self.places[path] = (start, 4 + len(content))

    def end(self, path, start):
        """What was written from there on is one thing."""
        self.places[path] = (start, len(self.data) - start)


class Written:
    """What its class's `built` writes into an Out."""

    def bytes(self):
        return bytes(self.built().data)

    def where(self, path):
        out = self.built()
        return (0, len(out.data)) if path == "" else out.places[path]

    def start(self, path):
        return self.where(path)[0]
