"""records.py: little-endian records of fixed shape. A layout is a dict of name: (offset, struct code)."""

import struct


def put(record, layout, values):
    for name, value in values.items():
        offset, code = layout[name]
        struct.pack_into("<" + code, record, offset, value)


def place(layout, name):
    """Offset and length of a field in its record."""
    offset, code = layout[name]
    return offset, struct.calcsize("<" + code)
