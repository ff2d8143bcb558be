"""xmf.py: writes XMF meshes (X Rebirth, X4). A Mesh is a header, buffers and materials."""

import re
import struct
from dataclasses import dataclass, field

import layouts
import zstream

FAR = 1 << 16  # larger than any fixture

HEADER = layouts.record("XMF_HEADER")
DESCRIPTOR = layouts.record("XMF_DESC")
ELEMENT = layouts.record("XMF_ELEMENT")
MATERIAL = layouts.record("XMF_MATERIAL")
HEADER_SIZE, FULL_DESCRIPTOR, ELEMENT_SIZE, MATERIAL_SIZE = (record.size for record in
                                                             (HEADER, DESCRIPTOR, ELEMENT, MATERIAL))
SHORT_DESCRIPTOR = 56
ELEMENTS_AT, ELEMENTS_SIZE = DESCRIPTOR.place("elements")

# Types of buffers: the index buffer, and the attribute of a vertex buffer without elements.
INDICES = 30
STREAM_POSITION, STREAM_NORMAL, STREAM_TANGENT, STREAM_BINORMAL = 0, 2, 4, 5
STREAM_TEXCOORD, STREAM_COLOR, STREAM_PSIZE = 6, 8, 20
INDEX16, INDEX32 = 30, 31
DECLARED = 32

# D3DDECLTYPE
(FLOAT1, FLOAT2, FLOAT3, FLOAT4, D3DCOLOR, UBYTE4, SHORT2, SHORT4, UBYTE4N, SHORT2N, SHORT4N, USHORT2N, USHORT4N,
 UDEC3, DEC3N, FLOAT16_2, FLOAT16_4, UNUSED) = range(18)
TYPE_CODE = ["f", "2f", "3f", "4f", "4B", "4B", "2h", "4h", "4B", "2h", "4h", "2H", "4H", "I", "I", "2e", "4e"]

# D3DDECLUSAGE
(POSITION, BLENDWEIGHT, BLENDINDICES, NORMAL, PSIZE, TEXCOORD, TANGENT, BINORMAL, TESSFACTOR, POSITIONT, COLOR, FOG,
 DEPTH, SAMPLE) = range(14)


def pack(type, *values):
    """One vertex's value of a D3DDECLTYPE: its numbers, or the bytes themselves."""
    if isinstance(values[0], bytes):
        return values[0]
    return struct.pack("<" + TYPE_CODE[type], *values)


def size_of(type):
    return struct.calcsize("<" + TYPE_CODE[type])


@dataclass
class Element:
    type: int
    usage: int
    usageIndex: int = 0
    pad: bytes = bytes(2)

    def bytes(self):
        return ELEMENT.pack(vars(self))


@dataclass
class Buffer:
    type: int
    format: int
    itemSize: int
    contents: bytes                 # before packing
    itemsPerSection: int = None
    usageIndex: int = 0
    dataOffset: int = None          # None: right after the buffer before
    compressed: int = 1
    pad: bytes = bytes(4)
    compressedDataSize: int = None
    numSections: int = 1
    min: float = 0.0
    max: float = 0.0
    numVertexElements: int = None
    elements: list = field(default_factory=list)
    unused: bytes = b""             # repeated in the unused elements
    data: bytes = None              # in the file; None: `contents`, packed if compressed is not 0

    def __post_init__(self):
        if self.data is None:
            self.data = zstream.fixed(self.contents) if self.compressed else self.contents
        if self.compressedDataSize is None:
            self.compressedDataSize = len(self.data)
        if self.itemsPerSection is None:
            self.itemsPerSection = len(self.contents) // self.itemSize
        if self.numVertexElements is None:
            self.numVertexElements = len(self.elements)

    def count(self):
        return self.itemsPerSection * self.numSections

    def descriptor(self, dataOffset, size):
        elements = b"".join(element.bytes() for element in self.elements)
        if self.unused:
            filler = self.unused * (ELEMENTS_SIZE // len(self.unused) + 1)
            elements += filler[len(elements):ELEMENTS_SIZE]
        record = DESCRIPTOR.pack({name: getattr(self, name) for name in DESCRIPTOR.fields}
                                 | {"dataOffset": dataOffset, "elements": elements})
        return record[:size].ljust(size, b"\0")


def stream(type, format, values, **fields):
    """A vertex buffer of one attribute; `values` holds the numbers (or the bytes) of each vertex."""
    contents = b"".join(pack(format, *value) for value in values)
    return Buffer(type, format, fields.pop("itemSize", size_of(format)), contents, **fields)


def positions(points, **fields):
    """The vertex buffer of a plain mesh: FLOAT3 positions."""
    return stream(fields.pop("type", STREAM_POSITION), FLOAT3, points, **fields)


def declared(elements, vertices, **fields):
    """A vertex buffer with an element list; a vertex is a list with the numbers (or the bytes) of each element."""
    contents = b"".join(pack(element.type, *value) for vertex in vertices
                        for element, value in zip(elements, vertex))
    itemSize = fields.pop("itemSize", None) or sum(size_of(element.type) for element in elements)
    return Buffer(fields.pop("type", 0), fields.pop("format", DECLARED), itemSize, contents, elements=elements,
                  **fields)


def indices(numbers, wide=False, **fields):
    """The index buffer; its max is the highest index, as Egosoft's exporter has it."""
    contents = struct.pack(f"<{len(numbers)}{'I' if wide else 'H'}", *numbers)
    return Buffer(fields.pop("type", INDICES), fields.pop("format", INDEX32 if wide else INDEX16),
                  fields.pop("itemSize", 4 if wide else 2), contents,
                  max=fields.pop("max", float(max(numbers, default=0))), **fields)


@dataclass
class Material:
    firstIndex: int
    numIndices: int
    name: bytes = b"props.metal"    # bytes beyond a NUL are garbage, which is legal

    def bytes(self):
        return MATERIAL.pack(vars(self))


class Mesh:
    """`header` are fields of the header that differ from those of a good file. `gap` precedes the first buffer."""

    def __init__(self, buffers, materials=(), gap=b"", tail=b"", **header):
        self.buffers = list(buffers)
        self.materials = list(materials)
        self.gap = gap
        self.tail = tail
        vertices = [buffer.itemsPerSection for buffer in self.buffers if buffer.type != INDICES]
        indexes = [buffer.itemsPerSection for buffer in self.buffers if buffer.type == INDICES]
        self.header = {
            "numDataBuffers": len(self.buffers), "dataBufferDescSize": FULL_DESCRIPTOR,
            "numMaterials": len(self.materials), "numVertices": max(vertices[:1] + [0]), "numIndices": max(indexes[:1] + [0]),
        } | header

    def descriptor_at(self, number):
        return HEADER_SIZE + number * self.header["dataBufferDescSize"]

    def material_at(self, number):
        return self.descriptor_at(self.header["numDataBuffers"]) + number * MATERIAL_SIZE

    def data_at(self):
        """Offset of the data section, dataOffset 0."""
        return self.material_at(self.header["numMaterials"])

    def offsets(self):
        """dataOffset of each buffer: as given, or after the one before."""
        offsets = []
        next = len(self.gap)
        for buffer in self.buffers:
            offsets.append(next if buffer.dataOffset is None else buffer.dataOffset)
            next = offsets[-1] + len(buffer.data)
        return offsets

    def bytes(self):
        size = self.header["dataBufferDescSize"]
        descriptors = [buffer.descriptor(offset, size) for buffer, offset in zip(self.buffers, self.offsets())]
        materials = [material.bytes() for material in self.materials]
        return HEADER.pack(self.header) + b"".join(descriptors + materials) + self.data() + self.tail

    def data(self):
        """The data section. A buffer with a negative or very large dataOffset is left out."""
        data = bytearray(self.gap)
        for buffer, offset in zip(self.buffers, self.offsets()):
            if not 0 <= offset < FAR:
                continue
            data.extend(bytes(max(0, offset + len(buffer.data) - len(data))))
            data[offset:offset + len(buffer.data)] = buffer.data
        return bytes(data)

    def buffer_of(self, path):
        number = re.match(r"buffers\[(\d+)\]", path)
        return self.buffers[int(number[1])] if number else None

    def counts(self):
        """The numbers of vertices and indices."""
        counts = [[buffer.count() for buffer in self.buffers if (buffer.type == INDICES) == is_index]
                  for is_index in (False, True)]
        return [(those or [0])[0] for those in counts]

    def numbers(self, path):
        """What messages about a field may say: the counts and sizes of its buffer, and of the mesh."""
        yield from (len(self.buffers), len(self.materials), *self.counts())
        buffer = self.buffer_of(path)
        if buffer:
            yield from (buffer.count(), buffer.itemSize, buffer.compressedDataSize, len(buffer.data), len(buffer.contents),
                        buffer.count() * buffer.itemSize, buffer.format, buffer.type)

    def values(self, path):
        """The values of things that are no numbers in the file."""
        buffer = self.buffer_of(path)
        if path == "materials":
            yield sum(material.numIndices for material in self.materials)
        if buffer and path.endswith(".data"):
            too_long = len(buffer.contents) > buffer.count() * buffer.itemSize
            yield "more" if too_long else len(buffer.contents)

    def right(self, path):
        """What a good file has in a field."""
        buffer, name = self.buffer_of(path), path.rpartition(".")[2]
        vertices, indices = self.counts()
        if path in ("materials", "header.numIndices"):
            return indices
        if path == "header.numVertices":
            return vertices
        if buffer and name == "itemSize":
            if buffer.type == INDICES:
                return {INDEX16: 2, INDEX32: 4}.get(buffer.format)
            types = [element.type for element in buffer.elements] or [buffer.format]
            return sum(size_of(type) for type in types if type < len(TYPE_CODE))
        if buffer and name in ("data", "compressedDataSize"):
            return buffer.count() * buffer.itemSize
        if buffer and name == "max":
            return vertices - 1
        if buffer and name == "itemsPerSection":
            return vertices
        if buffer and name == "format" and buffer.type == INDICES:
            return "30 or 31"
        return None

    def where(self, path):
        """Offset and length of the field of a finding."""
        if path in ("buffers", "materials"):
            start, end = ((HEADER_SIZE, self.material_at(0)) if path == "buffers" else
                          (self.material_at(0), self.data_at()))
            return start, end - start
        parts = re.fullmatch(r"(?:header|(buffers|materials)\[(\d+)\])(?:\.elements\[(\d+)\])?\.(\w+)", path)
        table, number, element, name = parts.groups()
        if table is None:
            return HEADER.place(name)
        number = int(number)
        if table == "materials":
            offset, length = MATERIAL.place(name)
            return self.material_at(number) + offset, length
        if name == "data":
            return self.data_at() + self.offsets()[number], self.buffers[number].compressedDataSize
        if element is None:
            offset, length = DESCRIPTOR.place(name)
            return self.descriptor_at(number) + offset, length
        offset, length = ELEMENT.place(name)
        return self.descriptor_at(number) + ELEMENTS_AT + int(element) * ELEMENT_SIZE + offset, length
