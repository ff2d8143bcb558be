"""meshes.py: small XMF files for the tests of the program: a clean one, and some with one defect."""

import struct
import zlib

HEADER = struct.Struct("<4s10BIIiI6f10x")
DESCRIPTOR = struct.Struct("<4i4x5i2di128s")
MATERIAL = struct.Struct("<2i128s")
FLOAT2, FLOAT3, D3DCOLOR, INDEX_16, BY_ELEMENTS = 1, 2, 4, 30, 32
POSITION, TEXCOORD, COLOR, INDICES = 0, 6, 8, 30

TABLES_AT = HEADER.size
ELEMENT_COUNT_AT = TABLES_AT + 56  # numVertexElements of the first buffer


class Buffer:
    """A buffer to write: its type, its D3DDECLTYPE or index format, and its items."""

    def __init__(self, kind, form, item_size, data, usage_index=0, elements=()):
        self.kind, self.form, self.item_size, self.usage_index = kind, form, item_size, usage_index
        self.stored = zlib.compress(data, 9)
        self.items = len(data) // item_size
        self.elements = list(elements)

    def descriptor(self, offset):
        elements = b"".join(struct.pack("<iBBH", kind, usage, index, 0) for kind, usage, index in self.elements)
        return DESCRIPTOR.pack(self.kind, self.usage_index, offset, 1, self.form, len(self.stored), self.items,
                               self.item_size, 1, 0.0, 0.0, len(self.elements), elements.ljust(128, b"\0"))


def assemble(buffers, materials=()):
    """The file; a material is a name, and has no indices."""
    vertices = next((buffer.items for buffer in buffers if buffer.kind != INDICES), 0)
    indexes = next((buffer.items for buffer in buffers if buffer.kind == INDICES), 0)
    header = HEADER.pack(b"XUMF", 3, 0, TABLES_AT, 0, len(buffers), DESCRIPTOR.size, len(materials), MATERIAL.size,
                         0, 0, vertices, indexes, 4, 0, 0, 0, 0, 0, 0, 0)
    materials = b"".join(MATERIAL.pack(0, 0, name) for name in materials)
    descriptors, data = b"", b""
    for buffer in buffers:
        descriptors += buffer.descriptor(len(data))
        data += buffer.stored
    return header + descriptors + materials + data


def positions(count=3, elements=()):
    data = b"".join(struct.pack("<3f", i, i * i, 1) for i in range(count))
    return Buffer(POSITION, BY_ELEMENTS if elements else FLOAT3, 12, data, elements=elements)


def indices(*numbers):
    return Buffer(INDICES, INDEX_16, 2, struct.pack(f"<{len(numbers)}H", *numbers))


def clean():
    return assemble([positions(), indices(0, 1, 2)])


def collision():
    """An error only in a file named *-collision.xmf: the position is declared as an element."""
    return assemble([positions(elements=[(FLOAT3, 0, 0)]), indices(0, 1, 2)])


def warning():
    """xmf/trailing-bytes: two bytes."""
    return clean() + b"\0\0"


def note():
    """xmf/degenerate-triangle: the second of two triangles."""
    return assemble([positions(), indices(0, 1, 2, 0, 0, 1)])


def error():
    """xmf/index-range: index 9 of three vertices."""
    return assemble([positions(), indices(0, 1, 2, 0, 1, 9)])


def notes(count):
    """xmf/usage-index, `count` times: that many streams of texture coordinates or colours have an index from 16 to 255."""
    most = 256 - 16
    streams = [Buffer(TEXCOORD if i < most else COLOR, FLOAT2, 8, bytes(24), usage_index=16 + i % most) for i in range(count)]
    return assemble([positions()] + streams + [indices(0, 1, 2)])
