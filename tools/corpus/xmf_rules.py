"""xmf_rules.py: the fixtures of the rules of XMF."""

import math
import re
import struct

import zstream
from cat import Member, Package
from cat_seeds import within
from fixtures import ANYWHERE, INFINITE, NAN, Book, Finding
from others import NONE, OTHERS
from xac_seeds import actor
from pictures import picture
from xmf import (BINORMAL, BLENDWEIGHT, COLOR, D3DCOLOR, DEC3N, DECLARED, FAR, FLOAT1, FLOAT16_2, FLOAT16_4, FLOAT2, FLOAT3,
                 FLOAT4, HEADER_SIZE, INDEX32, MATERIAL_SIZE, NORMAL, POSITION, PSIZE, SAMPLE, SHORT2, SHORT2N, SHORT4, SHORT4N,
                 SHORT_DESCRIPTOR, STREAM_BINORMAL, STREAM_COLOR, STREAM_NORMAL, STREAM_POSITION, STREAM_PSIZE,
                 STREAM_TANGENT, STREAM_TEXCOORD, TANGENT, TEXCOORD, UBYTE4, UBYTE4N, UDEC3, UNUSED, USHORT2N,
                 USHORT4N, Element, Material, Mesh, declared, indices, positions, size_of, stream)
from xmf_seeds import CORNERS, TETRAHEDRON, TRIANGLE, UP, as_xrconverters, plain

BOOK = Book("xmf", "xmf")
rule, rules, error, warning, note = BOOK.rule, BOOK.rules, BOOK.error, BOOK.warning, BOOK.note

# What messages say besides what stands in the file.
BOOK.may_say("bad-magic", expected="XUMF")
BOOK.may_say("primitive-type", expected=4)
BOOK.may_say("unsupported-version", expected=3)
BOOK.may_say("big-endian", expected=0)
BOOK.may_say("header-offset", expected=64)
BOOK.may_say("descriptor-size", 56, 188, expected="188 or 56")
BOOK.may_say("material-size", expected=136)
BOOK.may_say("no-index-buffer", 30)
BOOK.may_say("buffer-type", expected="0 to 6, 8, 20 or 30")
BOOK.may_say("buffer-compression", 0, 1, expected="0 or 1")
BOOK.may_say("buffer-sections", expected=1)
BOOK.may_say("vertex-format", 0, 32, expected="32 or 0")
BOOK.may_say("element-count", 16)
BOOK.may_say("element-type", 0, 16)
BOOK.may_say("element-usage", 0, 13)
BOOK.may_say("usage-index", 0, 15)
BOOK.may_say("index-count", 3)
BOOK.may_say("material-multiple", 3)
BOOK.may_say("position-range", 1e12)
BOOK.may_say("collision-material", expected=0)
BOOK.may_say("missing-positions", 0)            # POSITION 0
BOOK.may_say("missing-lod0", 0, expected=0)
BOOK.may_say("limit", 8)                        # times the size of the file
BOOK.may_say("index-format", 16, 30, 31, 32)
BOOK.may_say("index-width", 16, 65536)
COORDINATES = [(0.0, 0.0), (1.0, 0.0), (0.0, 1.0)]
TWO_TRIANGLES = [0, 1, 2, 2, 1, 3]
LONG_LIST = [0, 1, 2] * 50000       # more than one window of inflated data


def bare(vertices, index=None, **header):
    """A triangle without materials: these vertex buffers (one, or a list), and the index buffer."""
    vertices = vertices if isinstance(vertices, list) else [vertices]
    return Mesh(vertices + [index or indices([0, 1, 2])], **header)


def with_materials(*materials, numbers=TETRAHEDRON):
    return Mesh([positions(CORNERS), indices(numbers)], list(materials))


def texcoords(**fields):
    return stream(STREAM_TEXCOORD, FLOAT2, COORDINATES, **fields)


def normals(**fields):
    return stream(fields.pop("type", STREAM_NORMAL), D3DCOLOR, [UP] * 3, **fields)


def pair(element, value, **fields):
    """A triangle's vertices with a position and one more element, the same in each vertex."""
    return declared([Element(FLOAT3, POSITION), element], [[point, value] for point in TRIANGLE], **fields)


# ---- The header and the tables ------------------------------------------------------------------------------------


@rule
def bad_magic(r):
    mesh = plain(magic=b"XUMG")
    r.fires("", mesh, error("bad-magic", "header.magic"))
    r.fires("-lower-case", plain(magic=b"xumf"), error(mesh, "bad-magic", "header.magic"))
    r.fires("-short", b"XUM", error(mesh, "bad-magic", "header.magic", at=(0, 3)))
    r.fires("-empty", b"", error(mesh, "bad-magic", "header.magic", at=(0, 0)))
    for name, content in (OTHERS | NONE).items():
        r.fires(f"-{name}", content, error(mesh, "bad-magic", "header.magic", at=(0, 4)))
    r.fires("-xac", actor(), error(mesh, "bad-magic", "", at=(0, 4)))
    r.near("", plain())
    r.near("-alone", b"XUMF", error(mesh, "truncated", "header", at=(0, 4)))


@rule
def unsupported_version(r):
    for version in (0, 2, 4):
        mesh = plain(version=version, bigEndian=1, primitiveType=5)
        r.fires(f"-{version}", mesh, error("unsupported-version", "header.version"))
    r.fires("-short", mesh.bytes()[:5], error(mesh, "unsupported-version", "header.version"))
    r.near("", plain())
    r.near("-short", plain().bytes()[:5], error(mesh, "truncated", "header", at=(0, 5)))


@rule
def big_endian(r):
    for value in (1, 128):
        r.fires(f"-{value}", plain(bigEndian=value, primitiveType=5), error("big-endian", "header.bigEndian"))
    r.near("", plain(reserved=1))


@rule
def truncated(r):
    mesh = plain()
    r.fires("-header", mesh.bytes()[:HEADER_SIZE - 1], error(mesh, "truncated", "header", at=(0, HEADER_SIZE - 1)))
    cut = mesh.descriptor_at(1) + 100
    r.fires("-descriptor", mesh.bytes()[:cut],
            error(mesh, "truncated", "buffers[1]", at=(mesh.descriptor_at(1), 100)))   # and not the data of both buffers, too
    r.fires("-no-descriptor", mesh.bytes()[:HEADER_SIZE],
            error(mesh, "truncated", "buffers[0]", at=(HEADER_SIZE, 0)))
    mesh = with_materials(Material(0, 6), Material(6, 6, b"props.other"))
    cut = mesh.material_at(1) + MATERIAL_SIZE - 1
    r.fires("-material", mesh.bytes()[:cut],
            error(mesh, "truncated", "materials[1]", at=(mesh.material_at(1), MATERIAL_SIZE - 1)))
    mesh = plain()
    r.near("-data", mesh.bytes()[:-1], error(mesh, "data-range", "", at=(len(mesh.bytes()) - 1, 0),
                                           says=(1, len(mesh.bytes()))))
    r.near("-tables", Mesh([]), error("no-index-buffer", "header.numDataBuffers"),
           error("no-vertex-buffer", "header.numDataBuffers"))


@rule
def trailing_bytes(r):
    for size in (1, 40):
        mesh = plain(tail=b"\0" * size)
        start = len(mesh.bytes()) - size
        r.fires(f"-{size}", mesh, warning("trailing-bytes", "", at=(start, size)), fixed=plain())
    r.fires("-twice", plain(tail=plain().bytes()), warning("trailing-bytes", "", at=(len(plain().bytes()),) * 2),
            fixed=plain())
    r.near("", plain())
    mesh = plain()
    mesh.buffers[1].data += b"\0"
    mesh.buffers[1].compressedDataSize += 1
    start, length = mesh.where("buffers[1].data")
    r.near("-in-buffer", mesh, warning("stream-trailing", "buffers[1].data", at=(start + length - 1, 1)))


@rule
def count_range(r):
    mesh = Mesh([positions(TRIANGLE), indices([0, 1, 2], itemsPerSection=-3)], [Material(0, 3)])
    r.fires("-indices", mesh, error("count-range", "buffers[1].itemsPerSection"))
    mesh = bare(positions(TRIANGLE, itemsPerSection=-1 << 31))
    r.fires("-vertices", mesh, error("count-range", "buffers[0].itemsPerSection"))
    mesh = bare(positions(TRIANGLE, itemSize=-12, itemsPerSection=3))
    r.fires("-size", mesh, error("count-range", "buffers[0].itemSize"))
    mesh = bare(positions(TRIANGLE), indices([0, 1, 2], numSections=-1))
    r.fires("-sections", mesh, error("count-range", "buffers[1].numSections"))
    mesh = bare(positions(TRIANGLE, compressedDataSize=-1))
    r.fires("-stored", mesh, error("count-range", "buffers[0].compressedDataSize"))
    mesh = bare(positions(TRIANGLE), indices([0, 1, 2], itemsPerSection=0x7FFFFFFE))
    r.near("-most", mesh, error("size-overflow", "buffers[1].itemSize"))


@rule
def limit(r):
    mesh = plain()
    vertex_bytes, index_bytes = (len(buffer.contents) for buffer in mesh.buffers)
    r.fires("-second", mesh, error("limit", "buffers[1].data"),
            options={"max-inflated": vertex_bytes + index_bytes - 1})
    r.near("", mesh, options={"max-inflated": vertex_bytes + index_bytes})
    mesh = bare(positions(TRIANGLE), indices([0, 0, 0]))
    r.fires("-unread", mesh, error("limit", "buffers[1].data"), options={"max-inflated": 36 + 5})
    r.near("-not-compressed", bare(positions(TRIANGLE, compressed=0)), options={"max-inflated": 6})
    for streams, name in ((10, "fires-rereads"), (7, "near-rereads")):
        shared_bytes(r, streams, name)
    shared_with_indices(r)


def shared_with_indices(r):
    """Eight vertex buffers and the index buffer share their bytes. A larger file may read the indices, too."""
    count = 1700
    points = [stream(STREAM_TEXCOORD if number else STREAM_POSITION, FLOAT3, [(0.0,) * 3] * (count - 1) + [(0.0, 0.0, 1.0)],
                     dataOffset=0, usageIndex=max(0, number - 1), compressed=0) for number in range(8)]
    index = indices([0] * (6 * count - 1) + [0x3F80], max=count - 1.0, compressed=0, dataOffset=0)
    mesh = bare(points, index)
    bytes_read = 9 * 12 * count
    overlaps = [error(mesh, "data-overlap", f"buffers[{number}].dataOffset") for number in range(1, 9)]
    r.fires("-rereads-of-indices", mesh, *overlaps, error("limit", "buffers[8].data"))
    size = len(mesh.bytes())
    mesh.tail = b"\1" * (bytes_read // 8 - size)
    assert 8 * len(mesh.bytes()) == bytes_read
    r.near("-rereads-of-indices", mesh, *overlaps, error("index-range", "buffers[8].data", elements=[6 * count - 1]),
           note("degenerate-triangle", "buffers[8].data", elements=list(range(2 * count))),
           note("unreferenced-vertex", "buffers[8].data", elements=list(range(1, count))),
           warning("trailing-bytes", "", at=(size, len(mesh.tail))))


def shared_bytes(r, streams, name):
    """Vertex buffers that share their bytes; the check reads up to 8 times the size of the file."""
    count = 1700
    vertices = [(0.0, 0.0, 1.0)] + [(0.0, 0.0, 0.0)] * (count - 1)
    points = [stream(STREAM_TEXCOORD if number else STREAM_POSITION, FLOAT3, vertices, dataOffset=0,
                     usageIndex=max(0, number - 1), compressed=0) for number in range(streams)]
    mesh = bare(points, indices([0, 1, 2], max=count - 1.0, dataOffset=12 * count))
    allowed = 8 * len(mesh.bytes()) // (12 * count)
    r.add(name, mesh,
          [error("data-overlap", f"buffers[{number}].dataOffset") for number in range(1, streams)] +
          [error("limit", f"buffers[{number}].data") for number in range(allowed, streams)] +
          [note("unreferenced-vertex", f"buffers[{streams}].data", elements=list(range(3, count)))])


@rule
def header_offset(r):
    for value in (0, 0x3F, 0x41):
        r.fires(f"-{value}", plain(dataBufferDescOffset=value), error("header-offset", "header.dataBufferDescOffset"))
    r.near("", plain(reserved=0x40))


@rule
def descriptor_size(r):
    for size in (0, 55, 189, 255):
        mesh = plain(dataBufferDescSize=size)
        r.fires(f"-{size}", mesh, error("descriptor-size", "header.dataBufferDescSize"))
    for size in (57, 60, 100, 187):
        r.fires(f"-{size}", plain(dataBufferDescSize=size), warning("descriptor-size", "header.dataBufferDescSize"))
    r.near("-56", plain(dataBufferDescSize=SHORT_DESCRIPTOR))
    r.near("-188", plain())


@rule
def material_size(r):
    for size in (0, 0x87, 0x89):
        r.fires(f"-{size}", plain(materialSize=size), error("material-size", "header.materialSize"))
    r.near("", plain())
    r.near("-unused", bare(positions(TRIANGLE), materialSize=0x87))


@rule
def primitive_type(r):
    for value in (-4, 0, 5, 0x104):
        r.fires(f"-{value}", plain(primitiveType=value), error("primitive-type", "header.primitiveType"))
    r.near("", as_xrconverters(), note("header-counts", "header.numVertices"))


# ---- Missing buffers -----------------------------------------------------------------------------------------------


@rule
def no_index_buffer(r):
    r.fires("", Mesh([positions(TRIANGLE)]), error("no-index-buffer", "header.numDataBuffers"))
    mesh = Mesh([positions(TRIANGLE)], [Material(0, 3)])
    r.fires("-materials", mesh, error("no-index-buffer", "header.numDataBuffers"))
    r.near("", bare(positions(TRIANGLE)))


@rule
def no_vertex_buffer(r):
    r.fires("", Mesh([indices([0, 1, 2], max=0.0)]), error("no-vertex-buffer", "header.numDataBuffers"))
    r.near("", bare(positions(TRIANGLE)))


@rule
def extra_index_buffer(r):
    r.fires("", Mesh([positions(TRIANGLE)] + [indices([0, 1, 2])] * 3), error("extra-index-buffer", "buffers[2].type"),
            error("extra-index-buffer", "buffers[3].type"))
    r.near("", bare(positions(TRIANGLE)))


@rule
def index_buffer_order(r):
    r.fires("-first", Mesh([indices([0, 1, 2]), positions(TRIANGLE)]), error("index-buffer-order", "buffers[0].type"),
            fixed=bare(positions(TRIANGLE)))
    mesh = Mesh([positions(TRIANGLE), indices([0, 1, 2]), normals()])
    r.fires("-middle", mesh, error("index-buffer-order", "buffers[1].type"), fixed=bare([positions(TRIANGLE), normals()]))
    mesh = Mesh([indices([0, 1, 2]), positions(TRIANGLE)])
    mesh.buffers[1].dataOffset = 0
    mesh.buffers[0].dataOffset = len(mesh.buffers[1].data)
    r.fires("-descriptors", mesh, error("index-buffer-order", "buffers[0].type"), fixed=bare(positions(TRIANGLE)))
    mesh = Mesh([indices([0, 1, 2]), positions(TRIANGLE), stream(STREAM_TEXCOORD, FLOAT3, TRIANGLE)])
    mesh.buffers[2].dataOffset = len(mesh.buffers[0].data)
    r.fires("-shared", mesh, error("index-buffer-order", "buffers[0].type"),
            error("data-overlap", "buffers[2].dataOffset", says=(len(mesh.buffers[1].data), 1)),
            fix_refused="buffers share bytes")
    mesh = Mesh([indices([0, 1, 2], data=b"x\xda"), positions(TRIANGLE)])
    r.fires("-damaged", mesh, error("index-buffer-order", "buffers[0].type"),
            error("inflate", "buffers[0].data", inflated=ANYWHERE),
            fix_refused="the bytes may belong to buffers[0].data, which is damaged")
    mesh = bare([positions(TRIANGLE), normals()])
    mesh.buffers[2].dataOffset = 0
    mesh.buffers[0].dataOffset = len(mesh.buffers[2].data)
    r.near("-data", mesh)


@rule
def buffer_type(r):
    for type in (-1, 7, 9, 19, 21, 29, 31):
        r.fires(f"-{type}", bare([positions(TRIANGLE), normals(type=type)]), error("buffer-type", "buffers[1].type"))
    r.fires("-declared", bare(pair(Element(D3DCOLOR, NORMAL), UP, type=7)), error("buffer-type", "buffers[0].type"))
    others = (STREAM_NORMAL, STREAM_TANGENT, STREAM_BINORMAL, STREAM_TEXCOORD, STREAM_COLOR, STREAM_PSIZE)
    r.near("", bare([positions(TRIANGLE)] + [normals(type=type) for type in others]))
    r.near("-odd", bare([positions(TRIANGLE, type=1), normals(type=3)]))


@rule
def missing_positions(r):
    r.fires("-stream", bare(normals()), error("missing-positions", "buffers"))
    mesh = bare(declared([Element(FLOAT3, NORMAL), Element(FLOAT2, TEXCOORD)],
                         list(zip(TRIANGLE, COORDINATES))))
    r.fires("-declared", mesh, error("missing-positions", "buffers"))
    r.fires("-second", bare(positions(TRIANGLE, usageIndex=1)), error("missing-positions", "buffers"))
    r.near("", bare(declared([Element(FLOAT3, POSITION), Element(FLOAT3, POSITION, 1)], list(zip(TRIANGLE, TRIANGLE)))))
    unknown = {"numVertexElements": 17}
    mesh = bare([normals(), texcoords()], indices([0, 1, 2], **unknown))
    r.fires("-unknown-indices", mesh, error("missing-positions", "buffers"),
            error("element-count", "buffers[2].numVertexElements"))
    for number, buffers in enumerate(([texcoords(**unknown), normals()], [normals(), texcoords(**unknown)])):
        mesh = bare(buffers)        # the other one may have them
        r.near(f"-unknown-{number}", mesh, error("element-count", f"buffers[{number}].numVertexElements"))
    mesh = bare(normals())      # one defect is one error
    r.near("-collision", mesh, error("collision-declaration", "buffers[0].type", expected="0 or 1"))


@rule
def position_order(r):
    mesh = bare(declared([Element(D3DCOLOR, NORMAL), Element(FLOAT3, POSITION)],
                         [[UP, point] for point in TRIANGLE]))
    r.fires("-element", mesh, warning("position-order", "buffers[0].elements[1].usage"))
    r.fires("-stream", bare([normals(), positions(TRIANGLE)]), warning("position-order", "buffers[1].type"))
    mesh = bare([normals(), declared([Element(FLOAT3, POSITION)], [[point] for point in TRIANGLE])])
    r.fires("-buffer", mesh, warning("position-order", "buffers[1].elements[0].usage"))
    mesh = bare(declared([Element(FLOAT3, POSITION, 1), Element(FLOAT3, POSITION)], list(zip(TRIANGLE, TRIANGLE))))
    r.fires("-second", mesh, warning("position-order", "buffers[0].elements[1].usage"))
    r.near("", bare(declared([Element(FLOAT3, POSITION), Element(FLOAT3, POSITION, 1)], list(zip(TRIANGLE, TRIANGLE)))))
    mesh = Mesh([indices([0, 1, 2]), positions(TRIANGLE), normals()])
    r.near("-after-indices", mesh, error("index-buffer-order", "buffers[0].type"))


# ---- Place and packing of buffers ----------------------------------------------------------------------------------


@rule
def buffer_compression(r):
    for value in (-1, 2, 256):
        mesh = bare(positions(TRIANGLE, compressed=value))
        r.fires(f"-{value}", mesh, error("buffer-compression", "buffers[0].compressed"))
    mesh = bare(positions([(NAN, 0.0, 0.0)] * 3, compressed=0))
    mesh.buffers[0].compressed = 2
    r.fires("-plain-data", mesh, error("buffer-compression", "buffers[0].compressed"))
    r.near("-0", bare(positions(TRIANGLE, compressed=0), indices([0, 1, 2], compressed=0)))
    r.near("-1", bare(positions(TRIANGLE)))


@rule
def buffer_sections(r):
    mesh = bare(positions(CORNERS, itemsPerSection=2, numSections=2), indices(TETRAHEDRON))
    r.fires("-vertices", mesh, error("buffer-sections", "buffers[0].numSections"))
    mesh = Mesh([positions(CORNERS), indices(TETRAHEDRON, itemsPerSection=4, numSections=3)], [Material(0, 12)])
    r.fires("-indices", mesh, error("buffer-sections", "buffers[1].numSections"))
    mesh = Mesh([positions(TRIANGLE), indices([], compressed=0, itemsPerSection=3, numSections=0)], [Material(0, 3)])
    r.fires("-0", mesh, error("buffer-sections", "buffers[1].numSections"),
            error("material-range", "materials[0].numIndices"))
    mesh = bare(positions(TRIANGLE, numSections=2))     # its smaller inflated size and the maximum are the same defect
    r.fires("-missing", mesh, error("buffer-sections", "buffers[0].numSections"))
    r.fires("-none", bare(positions(TRIANGLE, numSections=0)), error("buffer-sections", "buffers[0].numSections"),
            error("index-range", "buffers[1].data", elements=[0, 1, 2], inflated=0))
    r.near("", bare(positions(CORNERS), indices(TETRAHEDRON)))


@rule
def buffer_empty(r):
    mesh = bare(positions([]), indices([0, 1, 2], max=0.0))
    r.fires("-vertices", mesh, error("buffer-empty", "buffers[0].itemsPerSection"),
            error("index-range", "buffers[1].data", elements=[0, 1, 2], inflated=0))
    mesh = bare(positions(TRIANGLE), indices([], max=2.0))
    r.fires("-indices", mesh, error("buffer-empty", "buffers[1].itemsPerSection"),
            note("unreferenced-vertex", "buffers[1].data", elements=[0, 1, 2]))
    r.fires("-stream", bare([positions(TRIANGLE), texcoords(itemSize=0, itemsPerSection=3)]),
            error("buffer-empty", "buffers[1].itemSize"), error("vertex-size", "buffers[1].itemSize"),
            error("inflated-size", "buffers[1].data", inflated=0))
    r.fires("-size", bare([positions(TRIANGLE), stream(STREAM_TEXCOORD, FLOAT2, [], itemSize=0, itemsPerSection=3)]),
            error("buffer-empty", "buffers[1].itemSize"), error("vertex-size", "buffers[1].itemSize"))
    mesh = bare([positions(TRIANGLE), stream(STREAM_TEXCOORD, FLOAT2, [], itemSize=0, itemsPerSection=4)])
    r.fires("-size-and-count", mesh, error("buffer-empty", "buffers[1].itemSize"),
            error("vertex-size", "buffers[1].itemSize"), error("vertex-count", "buffers[1].itemsPerSection"))
    r.fires("-index-size", bare(positions(TRIANGLE), indices([], itemSize=0, itemsPerSection=3)),
            error("buffer-empty", "buffers[1].itemSize"), error("index-format", "buffers[1].itemSize"))
    mesh = bare(positions(TRIANGLE[:1]), indices([0, 0, 0]))
    r.near("", mesh, note("degenerate-triangle", "buffers[1].data", elements=[0], inflated=0))


@rule
def data_range(r):
    mesh = plain()
    size = len(mesh.bytes())
    r.fires("-end", mesh.bytes()[:-1], error(mesh, "data-range", "", at=(size - 1, 0), says=(1, size)))
    start = mesh.where("buffers[0].data")[0] + 1         # of the buffers behind the end of the file only the first is told
    r.fires("-both", mesh.bytes()[:start], error(mesh, "data-range", "", at=(start, 0), says=(size - start, size)))
    for suffix, vertices, left, missing, whole in (("-kb", 5000, 10240, 49, 59), ("-mb", 160000, 300000, 1.5, 1.8)):
        index = indices([0, 1, 2], wide=True, max=float(vertices - 1))
        mesh = bare(positions([(1.0, 2.0, 3.0)] * vertices, compressed=0), index)
        end = mesh.where("buffers[0].data")[0] + left
        r.fires(suffix, mesh.bytes()[:end], error(mesh, "data-range", "", at=(end, 0), says=(missing, whole)))
    first = positions(TRIANGLE)
    mesh = bare([first, normals(dataOffset=0x7FFFFFFF)], indices([0, 1, 2], dataOffset=len(first.data)))
    r.fires("-far", mesh, error("data-range", "buffers[1].dataOffset"))
    mesh = Mesh([positions(TRIANGLE, dataOffset=-len(first.data)), indices([0, 1, 2], dataOffset=0)],
                [Material(0, 3)])
    r.fires("-in-tables", mesh, error("data-range", "buffers[0].dataOffset"))
    mesh = Mesh([positions(TRIANGLE, dataOffset=-1 << 31), indices([0, 1, 2], dataOffset=0)], [Material(0, 3)])
    r.fires("-before", mesh, error("data-range", "buffers[0].dataOffset"))
    mesh = bare(positions(TRIANGLE), indices([0, 1, 2], compressedDataSize=0x7FFFFFFF))
    r.fires("-long", mesh, error("data-range", "buffers[1].dataOffset"))
    mesh = bare([positions(TRIANGLE), texcoords(data=b"", dataOffset=FAR)],
                indices([0, 1, 2], dataOffset=len(first.data)))
    r.fires("-empty", mesh, error("data-range", "buffers[1].dataOffset"))
    r.near("", plain())


@rule
def data_overlap(r):
    first = positions(TRIANGLE)
    shared = texcoords(dataOffset=len(first.data))
    mesh = bare([first, shared, texcoords(usageIndex=1, dataOffset=len(first.data))])
    r.fires("-shared", mesh, error("data-overlap", "buffers[2].dataOffset"))

    mesh = bare([positions(TRIANGLE), texcoords(data=first.data[:1], dataOffset=0)],
                indices([0, 1, 2], dataOffset=len(first.data)))
    r.fires("-of-one-byte", mesh, error("data-overlap", "buffers[1].dataOffset"),
            error("inflate", "buffers[1].data", inflated=ANYWHERE))

    def loose(*places):
        """Positions that are not packed, 36 bytes; colours, all 0, at these places; the indices after 48 bytes."""
        colours = [stream(STREAM_COLOR, D3DCOLOR, [(0, 0, 0, 0)] * 3, usageIndex=number, compressed=0,
                          dataOffset=place) for number, place in enumerate(places)]
        return bare([positions(TRIANGLE, compressed=0)] + colours, indices([0, 1, 2], dataOffset=48))

    r.fires("-one-byte", loose(35, 36), error("data-overlap", "buffers[1].dataOffset", says=(1,)),
            error("data-overlap", "buffers[2].dataOffset", says=(11,)))
    r.fires("-inside", loose(12, 36), error("data-overlap", "buffers[1].dataOffset"))
    r.fires("-not-neighbours", loose(0, 30, 36),
            *[error("data-overlap", f"buffers[{number}].dataOffset") for number in (1, 2, 3)])
    mesh = bare(positions(TRIANGLE, dataOffset=-1), indices([0, 1, 2], dataOffset=0))
    r.near("-tables", mesh, error("data-range", "buffers[0].dataOffset"))
    mesh = bare(positions(TRIANGLE), indices([0, 1, 2], dataOffset=0))
    mesh.buffers[0].dataOffset = -mesh.data_at()
    r.near("-header", mesh, error("data-range", "buffers[0].dataOffset"))
    mesh = bare([positions(TRIANGLE), texcoords(data=b"", dataOffset=5)],
                indices([0, 1, 2], dataOffset=len(first.data)))
    r.near("-empty", mesh, error("inflate", "buffers[1].data", inflated=ANYWHERE))
    r.near("", bare([positions(TRIANGLE), texcoords(), texcoords(usageIndex=1)]))


@rule
def data_gap(r):
    def unordered():
        mesh = bare(positions(TRIANGLE))
        mesh.buffers[1].dataOffset = 0
        mesh.buffers[0].dataOffset = len(mesh.buffers[1].data)
        return mesh

    r.fires("-before", plain(gap=b"\0"), warning("data-gap", "buffers[0].dataOffset"), fixed=plain())
    mesh = bare([positions(TRIANGLE), normals()])
    mesh.buffers[1].dataOffset = len(mesh.buffers[0].data) + 5
    r.fires("-between", mesh, warning("data-gap", "buffers[1].dataOffset"), fixed=bare([positions(TRIANGLE), normals()]))
    mesh = bare(positions(TRIANGLE))
    mesh.buffers[1].dataOffset = 0
    mesh.buffers[0].dataOffset = len(mesh.buffers[1].data) + 1
    r.fires("-unordered", mesh, warning("data-gap", "buffers[0].dataOffset"), fixed=unordered())
    mesh = bare(positions(TRIANGLE), tail=b"\0")
    r.near("-after", mesh, warning("trailing-bytes", "", at=(len(mesh.bytes()) - 1, 1)))
    r.near("-unordered", unordered())


@rule
def size_overflow(r):
    mesh = bare(positions(TRIANGLE),
                indices([0, 1, 2], itemsPerSection=0x7FFFFFFE, itemSize=0x7FFFFFFF, numSections=0x7FFFFFFF))
    r.fires("-product", mesh, error("size-overflow", "buffers[1].itemSize"),
            error("buffer-sections", "buffers[1].numSections"), error("index-format", "buffers[1].itemSize"))
    mesh = bare(positions(TRIANGLE),
                indices([0, 1, 2], compressed=0, itemsPerSection=0x7FFFFFFE, itemSize=0x7FFFFFFF,
                        numSections=0x7FFFFFFF))
    r.fires("-not-compressed", mesh, error("size-overflow", "buffers[1].itemSize"),
            error("buffer-sections", "buffers[1].numSections"), error("index-format", "buffers[1].itemSize"))
    mesh = bare(positions(TRIANGLE), indices([0, 1, 2], compressed=0, itemsPerSection=1 << 21, itemSize=1 << 21,
                                             numSections=1 << 21))
    r.fires("-2-63", mesh, error("size-overflow", "buffers[1].itemSize"),
            error("buffer-sections", "buffers[1].numSections"), error("index-format", "buffers[1].itemSize"),
            error("index-count", "buffers[1].itemsPerSection"))
    mesh = bare(positions(TRIANGLE), indices([0, 1, 2], compressed=0, itemsPerSection=649657, itemSize=153092023,
                                             numSections=92737))
    assert 649657 * 153092023 * 92737 == (1 << 63) - 1
    r.near("-2-63", mesh, error("stored-size", "buffers[1].compressedDataSize", expected=(1 << 63) - 1),
           error("buffer-sections", "buffers[1].numSections"), error("index-format", "buffers[1].itemSize"),
           error("index-count", "buffers[1].itemsPerSection"))
    mesh = bare(positions(TRIANGLE), indices([0, 1, 2], itemsPerSection=649657, itemSize=153092023, numSections=92737))
    r.fires("-below-2-63", mesh, error("size-overflow", "buffers[1].itemSize"),
            error("buffer-sections", "buffers[1].numSections"), error("index-format", "buffers[1].itemSize"),
            error("index-count", "buffers[1].itemsPerSection"))
    uv = stream(STREAM_TEXCOORD, FLOAT2, COORDINATES[:1])
    most = 1032 * len(uv.data) + 64
    for name, size in (("fires", most + 1), ("near", most)):
        uv = stream(STREAM_TEXCOORD, FLOAT2, COORDINATES[:1], itemSize=size, itemsPerSection=1)
        mesh = bare([positions(TRIANGLE[:1]), uv], indices([0, 0, 0]))
        r.add(f"{name}-ratio", mesh, [
            error("size-overflow", "buffers[1].itemSize") if name == "fires" else
            error("inflated-size", "buffers[1].data", inflated=8),
            error("vertex-size", "buffers[1].itemSize"),
            note("degenerate-triangle", "buffers[2].data", elements=[0], inflated=0)])
    mesh = bare(positions(TRIANGLE), indices([0, 1, 2], compressed=0, itemsPerSection=0x7FFFFFFE))
    r.near("-not-compressed", mesh, error("stored-size", "buffers[1].compressedDataSize"))


@rule
def stored_size(r):
    mesh = bare(positions(TRIANGLE, compressed=0), indices([0, 1, 2], compressed=0, itemsPerSection=6))
    r.fires("-less", mesh, error("stored-size", "buffers[1].compressedDataSize"))
    mesh = bare(positions(TRIANGLE, compressed=0), indices([0, 1, 2, 2, 1, 0], compressed=0, itemsPerSection=3))
    r.fires("-more", mesh, error("stored-size", "buffers[1].compressedDataSize"))
    r.near("", bare(positions(TRIANGLE, compressed=0), indices([0, 1, 2], compressed=0)))
    mesh = bare(positions(TRIANGLE), indices([0, 1, 2], itemsPerSection=6))
    r.near("-compressed", mesh, error("inflated-size", "buffers[1].data", inflated=6))


def with_stream(change):
    """A triangle whose index buffer's stream has been changed."""
    index = indices([0, 1, 2])
    return bare(positions(TRIANGLE), indices([0, 1, 2], data=change(index.data)))


@rule
def inflate(r):
    def fires(name, change):
        r.fires(name, with_stream(change), error("inflate", "buffers[1].data", inflated=ANYWHERE))

    fires("-checksum", lambda data: data[:-1] + bytes([data[-1] ^ 1]))
    fires("-no-checksum", lambda data: data[:-4])
    fires("-cut", lambda data: data[:5])
    fires("-header-only", lambda data: data[:2])
    fires("-nothing", lambda data: b"")
    fires("-method", lambda data: b"\x77\x85" + data[2:])
    fires("-window", lambda data: b"\x88\x1c" + data[2:])
    fires("-header-check", lambda data: b"\x78\xdb" + data[2:])
    fires("-dictionary", lambda data: b"\x78\xf9" + data[2:])
    fires("-block-type", lambda data: data[:2] + b"\x07" + data[3:])
    fires("-stored-length", lambda data: zstream.stored(bytes(6))[:5] + b"\0\0" + bytes(6 + 4))
    fires("-distance", lambda data: b"\x78\xda\x03\x02\0" + data[-4:])
    fires("-raw", lambda data: data[2:-4])
    mesh = bare([positions(TRIANGLE), normals()])
    mesh.buffers[1].data = bytes(len(mesh.buffers[1].data))
    r.fires("-zeros", mesh, error("inflate", "buffers[1].data", inflated=ANYWHERE))
    mesh = with_stream(lambda data: data[:-1])
    mesh.buffers[1].format = 29
    r.fires("-of-unknown-indices", mesh, error("inflate", "buffers[1].data", inflated=ANYWHERE),
            error("index-format", "buffers[1].format"))
    for header in (zstream.BEST, zstream.DEFAULT, zstream.FAST, zstream.NONE):
        r.near(f"-{header.hex()}", with_stream(lambda data: header + data[2:]))
    r.near("-small-window", with_stream(lambda data: b"\x08\x1d" + data[2:]))
    # libdeflate gets streams of 1,024 bytes and more.
    for name, change in (("", 0), ("-checksum", 1)):
        points = positions(TRIANGLE * 40)
        data = zstream.stored(points.contents)
        points.data = data[:-1] + bytes([data[-1] ^ change])
        points.compressedDataSize = len(data)
        mesh = bare(points, indices(list(range(120))))
        add = r.fires if change else r.near
        add(f"-long{name}", mesh, *[error("inflate", "buffers[0].data", inflated=ANYWHERE)] * change)


@rule
def inflated_size(r):
    mesh = bare(positions(TRIANGLE[:2], itemsPerSection=3))
    r.fires("-less", mesh, error("inflated-size", "buffers[0].data", inflated=24))
    r.fires("-nothing", bare(positions([], itemsPerSection=3)), error("inflated-size", "buffers[0].data", inflated=0))
    mesh = bare(positions(CORNERS, itemsPerSection=3))
    r.fires("-more", mesh, error("inflated-size", "buffers[0].data", inflated=36))
    points = positions(TRIANGLE)
    points.data = zstream.stored(points.contents + b"\0")
    points.compressedDataSize = len(points.data)
    r.fires("-one-more", bare(points), error("inflated-size", "buffers[0].data", inflated=36, actual="more"))
    mesh = bare(positions(TRIANGLE), indices([0, 1, 2, 3, 3, 3], max=2.0, itemsPerSection=3))
    r.fires("-more-indices", mesh, error("inflated-size", "buffers[1].data", inflated=6))
    mesh = bare(positions(TRIANGLE), indices([0, 1, 2, 0, 3, 1], max=2.0, itemsPerSection=9))
    r.fires("-less-indices", mesh, error("inflated-size", "buffers[1].data", inflated=12),
            error("index-range", "buffers[1].data", elements=[4], inflated=8))
    r.near("-sections", bare(positions(TRIANGLE, numSections=2)), error("buffer-sections", "buffers[0].numSections"))
    r.near("", bare(positions(TRIANGLE)))


@rule
def stream_trailing(r):
    for name, tail in (("-1", b"\0"), ("-stream", zstream.fixed(b"more"))):
        mesh = with_stream(lambda data: data + tail)
        start, length = mesh.where("buffers[1].data")
        at = (start + length - len(tail), len(tail))
        r.fires(name, mesh, warning("stream-trailing", "buffers[1].data", at=at), fixed=with_stream(lambda data: data))
    mesh = bare(positions(TRIANGLE), indices([0, 1, 2], itemsPerSection=6, data=indices([0, 1, 2]).data + b"\0"))
    r.near("-less", mesh, error("inflated-size", "buffers[1].data", inflated=6))
    mesh = bare(positions(TRIANGLE), tail=b"\0")
    r.near("-outside", mesh, warning("trailing-bytes", "", at=(len(mesh.bytes()) - 1, 1)))


# ---- Indices -------------------------------------------------------------------------------------------------------


@rule
def index_format(r):
    for value in (-1, 0, 29, 32):
        mesh = plain()
        mesh.buffers[1].format = value
        r.fires(f"-{value}", mesh, error("index-format", "buffers[1].format"))
    mesh = Mesh([positions(CORNERS), indices(TETRAHEDRON, itemSize=4, itemsPerSection=6)], [Material(0, 6)])
    r.fires("-size-4", mesh, error("index-format", "buffers[1].itemSize"))
    mesh = bare(positions(TRIANGLE), indices([0, 1, 2], wide=True, itemSize=2, itemsPerSection=6))
    r.fires("-size-2", mesh, error("index-format", "buffers[1].itemSize"))
    mesh = bare(positions(TRIANGLE), indices([0, 0, 0], wide=True, itemSize=2, itemsPerSection=6))
    r.fires("-size-2-of-any-indices", mesh, error("index-format", "buffers[1].itemSize"))
    r.near("-30", plain())
    r.near("-31", Mesh([positions(TRIANGLE), indices([0, 1, 2], wide=True)], [Material(0, 3)]))


@rule
def index_count(r):
    for numbers in ([0, 1, 2, 0], [0, 1, 2, 0, 1]):
        mesh = bare(positions(TRIANGLE), indices(numbers))
        r.fires(f"-{len(numbers)}", mesh, error("index-count", "buffers[1].itemsPerSection"))
    r.near("", bare(positions(TRIANGLE), indices([0, 1, 2, 0, 2, 1])))


@rule
def index_range(r):
    mesh = bare(positions(TRIANGLE), indices([0, 1, 2, 0, 1, 3], max=2.0))
    r.fires("", mesh, error("index-range", "buffers[1].data", elements=[5], inflated=10))
    mesh = bare(positions(TRIANGLE), indices([0, 1, 2, 0, 1, 0xFFFFFFFF], wide=True, max=2.0))
    r.fires("-wide", mesh, error("index-range", "buffers[1].data", elements=[5], inflated=20, says=(0xFFFFFFFF,)))
    mesh = bare(positions(TRIANGLE), indices([0, 1, 2, 0, 1, 0x10002], wide=True, max=2.0))
    r.fires("-wide-10002", mesh, error("index-range", "buffers[1].data", elements=[5], inflated=20, says=(0x10002,)))
    mesh = bare(positions([], itemSize=0, itemsPerSection=65535, numSections=65537),
                indices([0, 1, 2, 0, 0xFFFFFFFE, 0xFFFFFFFF], wide=True))
    r.fires("-most", mesh, error("index-range", "buffers[1].data", elements=[5], inflated=20, says=(0xFFFFFFFF,)),
            error("buffer-sections", "buffers[0].numSections"), error("buffer-empty", "buffers[0].itemSize"),
            error("vertex-size", "buffers[0].itemSize"))
    r.fires("-many", bare(positions(TRIANGLE), indices([0, 1, 2] + list(range(3, 12)), max=2.0)),
            error("index-range", "buffers[1].data", elements=list(range(3, 12)), inflated=6, says=(11,)))
    mesh = bare(positions(TRIANGLE), indices([0, 1, 2, 0, 1, 3], max=2.0, compressed=0))
    r.fires("-not-compressed", mesh, error("index-range", "buffers[1].data", elements=[5]))
    mesh = bare(positions(TRIANGLE), indices(LONG_LIST + [0, 1, 3] + LONG_LIST + [7, 1, 2], max=2.0))
    number = len(LONG_LIST)
    r.fires("-far", mesh,
            error("index-range", "buffers[1].data", inflated=2 * (number + 2), elements=[number + 2, 2 * number + 3],
                  says=(7,)))
    r.near("", bare(positions(TRIANGLE), indices([0, 1, 2, 0, 2, 1])))


@rule
def index_maximum(r):
    for name, value in (("-below", 1.0), ("-above", 3.0), ("-fraction", 2.5), ("-negative", -2.0), ("-nan", NAN)):
        mesh = bare(positions(TRIANGLE), indices([0, 1, 2], max=value))
        r.fires(name, mesh, warning("index-maximum", "buffers[1].max"), fixed=bare(positions(TRIANGLE), indices([0, 1, 2], max=2.0)))
    for name, value in (("", 2.0), ("-0", 0.0), ("-minus-0", -0.0)):
        r.near(name, bare(positions(TRIANGLE), indices([0, 1, 2], max=value)))
    r.near("-vertices", bare(positions(TRIANGLE, max=7.0)))


@rule
def header_counts(r):
    for name, field in (("-vertices", "numVertices"), ("-indices", "numIndices")):
        for number in (0, 4, 0xFFFFFFFF):
            mesh = bare(positions(TRIANGLE), indices([0, 1, 2], max=0.0), **{field: number})
            r.fires(f"{name}-{number}", mesh, note("header-counts", f"header.{field}"))
        r.near(f"{name}-with-max", bare(positions(TRIANGLE), **{field: 4}))
    both = {"numVertices": 4, "numIndices": 4}
    r.fires("-both", bare(positions(TRIANGLE), indices([0, 1, 2], max=0.0), **both), note("header-counts", "header.numVertices"))
    r.near("-equal", bare(positions(TRIANGLE), indices([0, 1, 2], max=0.0)))


@rule
def index_width(r):
    def mesh(vertices, wide=False):
        corners = TRIANGLE + [TRIANGLE[0]] * (vertices - 3)
        return bare(positions(corners), indices([0, 1, 2], max=float(vertices - 1), wide=wide))

    def unused(vertices):
        return note("unreferenced-vertex", "buffers[1].data", elements=list(range(3, vertices)))
    r.fires("", mesh(65537), warning("index-width", "buffers[1].format", expected=INDEX32), unused(65537))
    r.near("", mesh(65536), unused(65536))
    r.near("-wide", mesh(65537, wide=True), unused(65537))


@rule
def degenerate_triangle(r):
    mesh = bare(positions(TRIANGLE), indices([0, 1, 2, 0, 1, 1]))
    r.fires("", mesh, note("degenerate-triangle", "buffers[1].data", elements=[1], inflated=6))
    r.fires("-kinds", bare(positions(TRIANGLE), indices([0, 1, 2, 0, 0, 1, 1, 2, 2, 2, 0, 2, 1, 1, 1], wide=True)),
            note("degenerate-triangle", "buffers[1].data", elements=[1, 2, 3, 4], inflated=12, says=(5,)))
    mesh = bare(positions(TRIANGLE), indices([0, 1, 2] + [2, 2, 2] * 9))
    r.fires("-many", mesh, note("degenerate-triangle", "buffers[1].data", elements=list(range(1, 10)), inflated=6, says=(10,)))
    for name, size in (("", 2), ("-wide", 4)):
        numbers = list(LONG_LIST)
        ends = [window // (3 * size) for window in (1 << 15, 1 << 16, 1 << 17, 1 << 18)]
        triangles = [end + step for end in ends for step in (-1, 0, 1)]
        for triangle in triangles:
            numbers[3 * triangle:3 * triangle + 3] = [0, 1, 0]
        r.fires("-windows" + name, bare(positions(TRIANGLE), indices(numbers, wide=size == 4)),
                note("degenerate-triangle", "buffers[1].data", elements=triangles, inflated=3 * size * triangles[0], says=(50000,)))
    r.near("-windows", bare(positions(TRIANGLE), indices(LONG_LIST)))
    r.near("-neighbours", bare(positions(TRIANGLE), indices([0, 1, 2, 2, 1, 0, 0, 2, 1])))
    r.near("-no-area", bare(positions([(1.0, 1.0, 1.0)] * 2 + [(2.0, 1.0, 1.0)])))


@rule
def unreferenced_vertex(r):
    mesh = bare(positions(CORNERS), indices([0, 1, 3], max=3.0))
    r.fires("", mesh, note("unreferenced-vertex", "buffers[1].data", elements=[2]))
    r.fires("-many", bare(positions(TRIANGLE * 4), indices([10, 2, 4], max=11.0)),
            note("unreferenced-vertex", "buffers[1].data", elements=[0, 1, 3, 5, 6, 7, 8, 9, 11]))
    mesh = bare(positions([], itemSize=1, itemsPerSection=4, data=zstream.fixed(bytes(4))), indices([0, 1, 2], max=3.0))
    r.fires("-of-one-byte", mesh, note("unreferenced-vertex", "buffers[1].data", elements=[3]),
            error("vertex-size", "buffers[0].itemSize"))
    mesh = bare(positions([], itemSize=0, itemsPerSection=4), indices([0, 1, 2], max=3.0))     # as many as one likes
    r.near("-without-bytes", mesh, error("buffer-empty", "buffers[0].itemSize"),
           error("vertex-size", "buffers[0].itemSize"))
    r.near("", bare(positions(CORNERS), indices(TETRAHEDRON)))


# ---- Vertices ------------------------------------------------------------------------------------------------------


@rule
def element_count(r):
    for count in (-1, 17, 0x7FFFFFFF):
        mesh = bare([positions(TRIANGLE), declared([Element(FLOAT2, TEXCOORD)], [[uv] for uv in COORDINATES],
                                                   numVertexElements=count)])
        r.fires(f"-{count}", mesh, error("element-count", "buffers[1].numVertexElements"))
    mesh = bare(positions(TRIANGLE), indices([0, 1, 2], numVertexElements=17))
    r.fires("-indices", mesh, error("element-count", "buffers[1].numVertexElements"))
    r.fires("-beside", bare([normals(), positions(TRIANGLE), texcoords(numVertexElements=17)]),
            error("element-count", "buffers[2].numVertexElements"), warning("position-order", "buffers[1].type"))

    def colours(count, **fields):
        return declared([Element(D3DCOLOR, COLOR, number) for number in range(count)], [[UP] * count] * 3, **fields)

    short = {"dataBufferDescSize": 60 + 5 * 8}
    mesh = bare([positions(TRIANGLE), colours(6)], **short)
    r.fires("-beyond", mesh, error("element-count", "buffers[1].numVertexElements"),
            warning("descriptor-size", "header.dataBufferDescSize"))
    mesh = bare([positions(TRIANGLE), colours(5)], **short)
    r.near("-beyond", mesh, warning("descriptor-size", "header.dataBufferDescSize"))
    r.near("", bare([positions(TRIANGLE), colours(16)]))


@rule
def element_type(r):
    for type in (-1, UNUSED, 18, 0x7FFFFFFF):
        mesh = bare(pair(Element(D3DCOLOR, NORMAL), UP))
        mesh.buffers[0].elements[1].type = type
        r.fires(f"-{type}", mesh, error("element-type", "buffers[0].elements[1].type"))
        mesh = bare([positions(TRIANGLE), normals()])
        mesh.buffers[1].format = type
        r.fires(f"-stream-{type}", mesh, error("element-type", "buffers[1].format"))
    for type in (FLOAT1, FLOAT4, UBYTE4, SHORT2, SHORT4, UBYTE4N, SHORT2N, SHORT4N, USHORT2N, USHORT4N, UDEC3, DEC3N):
        mesh = bare(pair(Element(type, TEXCOORD), (bytes(size_of(type)),)))
        r.fires(f"-unseen-{type}", mesh, warning("element-type", "buffers[0].elements[1].type"))
    mesh = bare([positions(TRIANGLE), stream(STREAM_TEXCOORD, SHORT4, [(0, 1, 2, 3)] * 3)])
    r.fires("-stream-unseen", mesh, warning("element-type", "buffers[1].format"))
    r.near("", bare(declared([Element(FLOAT3, POSITION), Element(FLOAT2, TEXCOORD), Element(D3DCOLOR, NORMAL),
                              Element(FLOAT16_2, TEXCOORD, 1), Element(FLOAT16_4, TEXCOORD, 2)],
                             [[point, point[:2], UP, point[:2], (*point, 1.0)] for point in TRIANGLE])))
    r.near("-stream", bare([stream(STREAM_POSITION, FLOAT16_4, [(*point, 1.0) for point in TRIANGLE]), texcoords()]))


@rule
def element_usage(r):
    for usage in (14, 255):
        mesh = bare(pair(Element(D3DCOLOR, usage), UP))
        r.fires(f"-{usage}", mesh, error("element-usage", "buffers[0].elements[1].usage"))
    for usage in (BLENDWEIGHT, SAMPLE):
        mesh = bare(pair(Element(D3DCOLOR, usage), UP))
        r.fires(f"-unseen-{usage}", mesh, warning("element-usage", "buffers[0].elements[1].usage"))
    usages = (NORMAL, TEXCOORD, TANGENT, COLOR)
    r.near("", bare(declared([Element(FLOAT3, POSITION)] + [Element(D3DCOLOR, usage) for usage in usages],
                             [[point] + [UP] * len(usages) for point in TRIANGLE])))
    r.near("-stream", bare([positions(TRIANGLE), normals(type=STREAM_BINORMAL)]))


@rule
def usage_index(r):
    for number in (16, 255):
        mesh = bare(pair(Element(D3DCOLOR, COLOR, number), UP))
        r.fires(f"-{number}", mesh, note("usage-index", "buffers[0].elements[1].usageIndex"))
    for number, level in ((-1 << 31, error), (-1, error), (16, note), (255, note), (256, error), (0x7FFFFFFF, error)):
        mesh = bare([positions(TRIANGLE), texcoords(usageIndex=number)])
        r.fires(f"-stream-{number}", mesh, level(mesh, "usage-index", "buffers[1].usageIndex"))
    r.near("", bare(pair(Element(D3DCOLOR, COLOR, 15), UP)))
    r.near("-stream", bare([positions(TRIANGLE), texcoords(usageIndex=15)]))
    r.near("-indices", bare(positions(TRIANGLE), indices([0, 1, 2], usageIndex=16)))
    r.near("-declared", bare(pair(Element(D3DCOLOR, COLOR), UP, usageIndex=16)))


@rule
def duplicate_element(r):
    def of(*elements):
        return declared(list(elements), [[UP] * len(elements)] * 3)

    mesh = bare([positions(TRIANGLE), of(Element(D3DCOLOR, COLOR, 1), Element(D3DCOLOR, COLOR),
                                         Element(D3DCOLOR, COLOR, 1), Element(D3DCOLOR, COLOR, 1))])
    r.fires("-declared", mesh, error("duplicate-element", "buffers[1].elements[2].usage"),
            error("duplicate-element", "buffers[1].elements[3].usage"))
    mesh = bare([positions(TRIANGLE), normals(), normals(type=3)])
    r.fires("-streams", mesh, error("duplicate-element", "buffers[2].type", says=(1,)))
    mesh = bare([positions(TRIANGLE), positions(TRIANGLE, type=1)])
    r.fires("-positions", mesh, error("duplicate-element", "buffers[1].type"))
    mesh = bare([positions(TRIANGLE), of(Element(D3DCOLOR, NORMAL)), normals()])
    r.fires("-stream", mesh, error("duplicate-element", "buffers[2].type", says=(1,)))
    mesh = bare([positions(TRIANGLE), normals(), of(Element(D3DCOLOR, NORMAL))])
    r.fires("-buffers", mesh, error("duplicate-element", "buffers[2].elements[0].usage"))
    for type, usage in ((STREAM_TANGENT, TANGENT), (STREAM_TEXCOORD, TEXCOORD), (7, TEXCOORD), (STREAM_COLOR, COLOR)):
        mesh = bare([positions(TRIANGLE), of(Element(D3DCOLOR, usage)), normals(type=type)])
        unseen = [error(mesh, "buffer-type", "buffers[2].type")] if type == 7 else []
        r.fires(f"-type-{type}", mesh, error("duplicate-element", "buffers[2].type", says=(1,)), *unseen)
    for type, usage in ((STREAM_BINORMAL, BINORMAL), (STREAM_PSIZE, PSIZE)):
        r.fires(f"-type-{type}", bare([positions(TRIANGLE), of(Element(D3DCOLOR, usage)), normals(type=type)]),
                error("duplicate-element", "buffers[2].type"), warning("element-usage", "buffers[1].elements[0].usage"))
    r.near("-index", bare([positions(TRIANGLE), of(Element(D3DCOLOR, COLOR), Element(D3DCOLOR, COLOR, 1)),
                           normals(type=STREAM_COLOR, usageIndex=2)]))
    r.near("-usage", bare([positions(TRIANGLE), of(Element(D3DCOLOR, TANGENT), Element(D3DCOLOR, COLOR)),
                           normals(), texcoords()]))


@rule
def vertex_size(r):
    def zeros(size):
        return {"itemSize": size, "itemsPerSection": 3, "data": zstream.fixed(bytes(3 * size))}

    for size in (8, 11, 13, 16):
        mesh = bare(positions([], **zeros(size)))
        r.fires(f"-stream-{size}", mesh, error("vertex-size", "buffers[0].itemSize"))
    elements = [Element(FLOAT3, POSITION), Element(D3DCOLOR, NORMAL)]
    for size in (12, 20):
        mesh = bare(declared(elements, [], **zeros(size)))
        r.fires(f"-declared-{size}", mesh, error("vertex-size", "buffers[0].itemSize"))
    r.near("-stream", bare(positions(TRIANGLE)))
    r.near("-declared", bare(declared(elements, [[point, UP] for point in TRIANGLE])))


@rule
def vertex_format(r):
    for format in (-1, FLOAT3, 31, 33):
        mesh = bare(pair(Element(D3DCOLOR, NORMAL), UP, format=format))
        r.fires(f"-{format}", mesh, error("vertex-format", "buffers[0].format"),
                fixed=bare(pair(Element(D3DCOLOR, NORMAL), UP)))
    for format in (0, 32):
        r.near(f"-{format}", bare(pair(Element(D3DCOLOR, NORMAL), UP, format=format)))
    r.near("-stream", bare(positions(TRIANGLE)))


@rule
def vertex_count(r):
    more = stream(STREAM_NORMAL, D3DCOLOR, [UP] * 4)
    fewer = stream(STREAM_COLOR, D3DCOLOR, [UP] * 2)
    r.fires("-more", bare([positions(TRIANGLE), more]), error("vertex-count", "buffers[1].itemsPerSection"))
    r.fires("-both", bare([positions(TRIANGLE), fewer, texcoords(), more]),
            error("vertex-count", "buffers[1].itemsPerSection"), error("vertex-count", "buffers[3].itemsPerSection"),
            error("index-range", "buffers[4].data", elements=[2], inflated=4),
            warning("index-maximum", "buffers[4].max", expected=1))
    r.near("", bare([positions(TRIANGLE), normals(), texcoords()]))


@rule
def not_finite(r):
    mesh = bare(positions([(0.0, 0.0, 0.0), (NAN, 0.0, 0.0), (0.0, 1.0, 0.0)]))
    r.fires("-nan", mesh, error("not-finite", "buffers[0].data", elements=[1], inflated=12))
    mesh = bare(positions([(0.0, 0.0, 0.0), (0.0, 1.0, -INFINITE), (INFINITE, NAN, NAN)], compressed=0))
    r.fires("-infinite", mesh, error("not-finite", "buffers[0].data", elements=[1, 2]))
    mesh = bare(positions([(NAN, 0.0, 0.0)] * 3, numVertexElements=2))
    mesh.buffers[0].format = DECLARED
    mesh.buffers[0].elements = [Element(FLOAT3, POSITION), Element(18, NORMAL)]        # where the positions are is unknown
    r.near("-of-unknown-type", mesh, error("element-type", "buffers[0].elements[1].type"))
    mesh = bare([positions(TRIANGLE), positions([(NAN, 0.0, 0.0)] + TRIANGLE[1:], usageIndex=1)])
    r.fires("-position-1", mesh, error("not-finite", "buffers[1].data", elements=[0], inflated=0))
    mesh = bare([positions(TRIANGLE * 4), stream(STREAM_TEXCOORD, FLOAT2, [(0.0, 0.0)] * 3 + [(0.0, NAN)] * 9)],
                indices(list(range(12))))
    r.fires("-many", mesh, warning("not-finite", "buffers[1].data", elements=list(range(3, 12)), inflated=24))
    kinds = [(FLOAT2, 2), (FLOAT3, 3), (FLOAT16_2, 2), (FLOAT16_4, 4)]
    elements = [Element(FLOAT3, POSITION)] + [Element(type, TEXCOORD, number)
                                              for number, (type, _) in enumerate(kinds)]
    for number, (type, components) in enumerate(kinds):
        vertices = [[point] + [(0.0,) * count for _, count in kinds] for point in TRIANGLE]
        vertices[1][1 + number] = (INFINITE,) + (0.0,) * (components - 1)
        vertices[2][1 + number] = (0.0,) * (components - 1) + (NAN,)
        mesh = bare(declared(elements, vertices))
        start = 44 + [12, 20, 32, 36][number]
        path = f"buffers[0].elements[{1 + number}].data"
        r.fires(f"-type-{type}", mesh,
                warning("not-finite", path, at=mesh.where("buffers[0].data"), elements=[1, 2], inflated=start))
    for type, components in ((FLOAT1, 1), (FLOAT4, 4)):
        mesh = bare([positions(TRIANGLE), stream(STREAM_TEXCOORD, type, [(0.0,) * components] * 2
                                                 + [(0.0,) * (components - 1) + (NAN,)])])
        r.fires(f"-type-{type}", mesh, warning("element-type", "buffers[1].format"),
                warning("not-finite", "buffers[1].data", elements=[2], inflated=2 * 4 * components))
    bad = [window // 12 + step for window in (1 << 15, 1 << 16) for step in (-1, 0, 1)]
    points = [(0.0, 0.0, NAN if number in bad else 0.0) for number in range(6000)]
    mesh = bare(positions(points), indices([0, 1, 2], max=5999.0))
    r.fires("-windows", mesh, error("not-finite", "buffers[0].data", elements=bad, inflated=12 * bad[0]),
            note("unreferenced-vertex", "buffers[1].data", elements=list(range(3, 6000))))
    mesh = bare(declared([Element(FLOAT3, POSITION), Element(FLOAT2, TEXCOORD)],
                         [((NAN, 0.0, 0.0), (NAN, 0.0))] * 3))
    r.fires("-two-elements", mesh,
            error("not-finite", "buffers[0].elements[0].data", at=mesh.where("buffers[0].data"),
                  elements=[0, 1, 2], inflated=0),
            warning("not-finite", "buffers[0].elements[1].data", at=mesh.where("buffers[0].data"),
                    elements=[0, 1, 2], inflated=12))
    largest = struct.unpack("<f", b"\xff\xff\x7f\x7f")[0]
    least = struct.unpack("<f", b"\x01\0\0\0")[0]
    mesh = bare([positions([(largest, -largest, least), (0.0, 0.0, 0.0), (least, least, least)]),
                 stream(STREAM_TEXCOORD, FLOAT16_2, [(65504.0, -65504.0)] * 3)])
    r.near("-largest", mesh, warning("position-range", "buffers[0].data", elements=[0], inflated=0, says=(f"{largest:.9g}",)))
    ones = b"\xff" * 8
    r.near("-colour", bare([positions(TRIANGLE), stream(STREAM_COLOR, D3DCOLOR, [(ones[:4],)] * 3)]))
    mesh = bare([positions(TRIANGLE), stream(STREAM_TEXCOORD, SHORT4, [(ones,)] * 3)])
    r.near("-short", mesh, warning("element-type", "buffers[1].format"))


@rule
def position_range(r):
    over = 1.0001e12
    mesh = bare(positions([(0.0, 0.0, 0.0), (1.0, -over, 0.0), (0.0, 1.0, 0.0)]))
    r.fires("", mesh, warning("position-range", "buffers[0].data", elements=[1], inflated=12, says=("-1.0001e+12",)))
    mesh = bare(positions([(over, over, 0.0), (0.0, 0.0, 3e38), (0.0, 1.0, 0.0)], compressed=0))
    r.fires("-stored", mesh, warning("position-range", "buffers[0].data", elements=[0, 1]))
    elements = [Element(FLOAT2, TEXCOORD), Element(FLOAT3, POSITION)]
    mesh = bare(declared(elements, [[(9e30, 0.0), point] for point in TRIANGLE[:2] + [(0.0, over, 0.0)]]))
    r.fires("-declared", mesh, warning("position-order", "buffers[0].elements[1].usage"),
            warning("position-range", "buffers[0].elements[1].data", at=mesh.where("buffers[0].data"),
                    elements=[2], inflated=2 * 20 + 8, says=("1.0001e+12",)))
    # A number that is not finite is reported once.
    mesh = bare(positions([(0.0, over, 0.0), (INFINITE, 0.0, 0.0), (NAN, 0.0, 1.0)]))
    r.fires("-not-finite", mesh, error("not-finite", "buffers[0].data", elements=[1, 2], inflated=12),
            warning("position-range", "buffers[0].data", elements=[0], inflated=0))
    far = [window // 12 + step for window in (1 << 15, 1 << 16) for step in (-1, 0, 1)]
    points = [(float(number), 0.0, over if number in far else 0.0) for number in range(6000)]
    r.fires("-windows", bare(positions(points), indices([0, 1, 2], max=5999.0)),
            warning("position-range", "buffers[0].data", elements=far, inflated=12 * far[0], says=("1.0001e+12",)),
            note("unreferenced-vertex", "buffers[1].data", elements=list(range(3, 6000))))
    r.near("", bare(positions([(1e12, -1e12, 0.0), (0.0, 1.0, 0.0), (3.5e10, 0.0, 0.0)])))
    mesh = bare(positions([(0.0, 0.0, 0.0), (-INFINITE, 0.0, 0.0), (0.0, 1.0, NAN)]))
    r.near("-not-finite", mesh, error("not-finite", "buffers[0].data", elements=[1, 2], inflated=12))
    r.near("-half-floats", bare(declared([Element(FLOAT16_4, POSITION)], [[point + (65504.0,)] for point in TRIANGLE])))
    r.near("-position-1", bare([positions(TRIANGLE), positions([(over, 0.0, 0.0)] * 3, usageIndex=1)]))


@rule
def no_extent(r):
    point = (4.0, -2.5, 0.0)
    r.fires("", bare(positions([point] * 3)), warning("no-extent", "buffers[0].data", says=point))
    mesh = bare(positions([(0.0, -0.0, 0.0), (-0.0, 0.0, 0.0), (0.0, 0.0, -0.0)]))
    r.fires("-zeros", mesh, warning("no-extent", "buffers[0].data"))
    mesh = bare(declared([Element(FLOAT16_4, POSITION), Element(D3DCOLOR, NORMAL)],
                         [[point + (number,), UP] for number in (1.0, 0.0, NAN)]))
    r.fires("-half-floats", mesh,
            error("not-finite", "buffers[0].elements[0].data", at=mesh.where("buffers[0].data"),
                  elements=[2], inflated=2 * 12),
            warning("no-extent", "buffers[0].elements[0].data", at=mesh.where("buffers[0].data")))
    mesh = bare(positions([point] * 6000), indices(list(range(6000))))
    r.fires("-windows", mesh, warning("no-extent", "buffers[0].data", says=point))
    r.fires("-far", bare(positions([(2e12, 0.0, 0.0)] * 3)), warning("no-extent", "buffers[0].data"),
            warning("position-range", "buffers[0].data", elements=[0, 1, 2], inflated=0))
    mesh = bare(positions([point] * 2), indices([0, 1, 1]))
    r.near("-two", mesh, note("degenerate-triangle", "buffers[1].data", elements=[0], inflated=0))
    for axis in range(3):
        other = tuple(value + (number == axis) for number, value in enumerate(point))
        r.near(f"-{axis}", bare(positions([point, point, other])))
    mesh = bare(positions([(NAN, 0.0, 0.0)] * 3))
    r.near("-nan", mesh, error("not-finite", "buffers[0].data", elements=[0, 1, 2], inflated=0))
    r.near("-windows", bare(positions([point] * 6000 + [(0.0, 0.0, 0.0)]), indices(list(range(6000)) + [0, 1, 6000])))


# ---- Materials -----------------------------------------------------------------------------------------------------


OF_TWO = "which of the 2 materials draws what is not known"


@rule
def material_range(r):
    r.fires("-past", with_materials(Material(0, 3), Material(3, 12, b"props.other"), numbers=TWO_TRIANGLES),
            error("material-range", "materials[1].numIndices"), fix_refused=OF_TWO)
    fixed = with_materials(Material(0, 6), numbers=TWO_TRIANGLES)
    mesh = with_materials(Material(6, 6), numbers=TWO_TRIANGLES)
    r.fires("-shifted", mesh, error("material-range", "materials[0].numIndices"), fixed=fixed)
    mesh = with_materials(Material(-3, 6), numbers=TWO_TRIANGLES)
    r.fires("-negative-first", mesh, error("material-range", "materials[0].firstIndex"), fixed=fixed)
    mesh = with_materials(Material(-3, 6), Material(0, 6, b"props.other"))
    r.fires("-negative-of-two", mesh, error("material-range", "materials[0].firstIndex"), fix_refused=OF_TWO)
    mesh = with_materials(Material(0, 6), Material(6, -3, b"props.other"), numbers=TWO_TRIANGLES)
    r.fires("-negative-count", mesh, error("material-range", "materials[1].numIndices"), fix_refused=OF_TWO)
    r.fires("-wraps", with_materials(Material(0x7FFFFFFE, 0x7FFFFFFE), numbers=TWO_TRIANGLES),
            error("material-range", "materials[0].numIndices"), fixed=fixed)
    r.near("", with_materials(Material(0, 3), Material(3, 3, b"props.other"), numbers=TWO_TRIANGLES))


@rule
def material_multiple(r):
    mesh = with_materials(Material(0, 4), Material(4, 2, b"props.other"), numbers=TWO_TRIANGLES)
    r.fires("", mesh, error("material-multiple", "materials[0].numIndices"),
            error("material-multiple", "materials[1].firstIndex"),
            error("material-multiple", "materials[1].numIndices"))
    r.near("", with_materials(Material(0, 3), Material(3, 3, b"props.other"), numbers=TWO_TRIANGLES))


@rule
def material_sum(r):
    fixed = with_materials(Material(0, 12))
    r.fires("-end", with_materials(Material(0, 9)), error("material-sum", "materials"), fixed=fixed)
    r.fires("-start", with_materials(Material(3, 9)), error("material-sum", "materials"), fixed=fixed)
    r.near("", with_materials(Material(0, 12)))
    # Too many indices: another rule says which material draws them.
    r.near("-past", with_materials(Material(0, 15)), error("material-range", "materials[0].numIndices"))
    r.near("-twice", with_materials(Material(0, 12), Material(9, 3, b"props.other")),
           error("material-overlap", "materials[1].firstIndex", says=(3,)))
    r.fires("-beside-an-empty-one", with_materials(Material(0, 6), Material(6, 0, b"props.other")),
            error("material-sum", "materials"), warning("material-empty", "materials[1].numIndices"), fix_refused=OF_TWO)
    r.near("-none", with_materials())


@rule
def material_overlap(r):
    mesh = with_materials(Material(0, 9), Material(3, 6, b"props.other"), Material(6, 6, b"props.third"))
    r.fires("-one-end", mesh, error("material-overlap", "materials[1].firstIndex"),
            error("material-overlap", "materials[2].firstIndex"))
    mesh = with_materials(Material(0, 6), Material(3, 6, b"props.other"))
    r.fires("-half", mesh, error("material-overlap", "materials[1].firstIndex"))
    mesh = with_materials(Material(0, 3), Material(0, 3, b"props.other"), numbers=TWO_TRIANGLES)
    r.fires("-same", mesh, error("material-overlap", "materials[1].firstIndex"))
    r.near("", with_materials(Material(0, 6), Material(6, 6, b"props.other")))


@rule
def material_gap(r):
    r.fires("", with_materials(Material(0, 3), Material(6, 6, b"props.other")),
            warning("material-gap", "materials[1].firstIndex"), error("material-sum", "materials"))
    mesh = with_materials(Material(0, 1), Material(3, 9, b"props.other"))
    r.fires("-behind-one-index", mesh, warning("material-gap", "materials[1].firstIndex"),
            error("material-multiple", "materials[0].numIndices"), error("material-sum", "materials"))
    mesh = with_materials(Material(6, 6), Material(0, 6, b"props.other"))
    r.fires("-order", mesh, warning("material-gap", "materials[1].firstIndex"))
    r.near("-before", with_materials(Material(3, 9)), error("material-sum", "materials"))
    r.near("", with_materials(Material(0, 6), Material(6, 6, b"props.other")))
    mesh = with_materials(Material(0, 6), Material(9, 0, b"props.none"), Material(6, 6, b"props.other"))
    r.near("-empty", mesh, warning("material-empty", "materials[1].numIndices"))


@rule
def material_empty(r):
    mesh = with_materials(Material(0, 12), Material(12, 0, b"props.other"))
    r.fires("", mesh, warning("material-empty", "materials[1].numIndices"))
    r.near("", with_materials(Material(0, 9), Material(9, 3, b"props.other")))


@rule
def material_name_terminator(r):
    name = b"props." + b"m" * 122
    assert len(name) == 128
    r.fires("", with_materials(Material(0, 12, name)), error("material-name-terminator", "materials[0].name"))
    r.near("", with_materials(Material(0, 12, name[:127])))


@rule
def material_name(r):
    names = {"-no-dot": b"metal", "-two-dots": b"props.metal.red", "-no-collection": b".metal",
             "-no-material": b"props.", "-blank": b"props.red metal", "-hyphen": b"props.red-metal",
             "-empty": b"", "-control": b"props.metal\n", "-utf-8": b"props.m\xc3\xa9tal",
             "-latin-1": b"props.m\xe9tal", "-dot": b".", "-first": b" props.metal",
             "-beside": b"props.`{@[/:", "-brace": b"props.z{", "-bracket": b"props.Z[", "-colon": b"props.9:"}
    for name, text in names.items():
        r.fires(name, with_materials(Material(0, 12, text)), warning("material-name", "materials[0].name"))
    mesh = with_materials(Material(0, 12, b"colormaterial"))
    r.fires("-colormaterial", mesh, note("material-name", "materials[0].name"))
    for name, text in {"-copy": b"Material.001", "-copy-of-two": b"props.metal.002"}.items():
        r.fires(name, with_materials(Material(0, 12, text)), warning("material-name", "materials[0].name"))
    others = {"-longer": b"colormaterial1", "-shorter": b"colormateria", "-capital": b"Colormaterial",
              "-last": b"colormateriaL"}
    for name, text in others.items():
        mesh = with_materials(Material(0, 12, text))
        r.fires("-colormaterial" + name, mesh, warning("material-name", "materials[0].name"))
    names = {"": b"Props_2.metal_01", "-characters": b"09AZ_az.azAZ_09", "-shortest": b"p.m",
             "-garbage": b"p.m\0 -.\xff", "-digits": b"props.01", "-four-digits": b"props.0001",
             "-end": b"props.metal_001"}
    for name, text in names.items():
        r.near(name, with_materials(Material(0, 12, text)))


@rule
def material_repeated(r):
    mesh = with_materials(Material(0, 3, b"props.metal"), Material(3, 3, b"props.glass"),
                          Material(6, 3, b"PROPS.Metal"), Material(9, 3, b"props.metal\0garbage"))
    r.fires("", mesh, note("material-repeated", "materials[2].name"), note("material-repeated", "materials[3].name"))
    mesh = with_materials(Material(0, 3, b"props.b"), Material(3, 3, b"props.a"), Material(6, 6, b"props.b"))
    r.fires("-around-another", mesh, note("material-repeated", "materials[2].name"))
    letters = b"tgrbskdmqhvapecnjfiltuwrxo"
    mesh = with_materials(*(Material(3 * number, 3, b"props.%c" % letter) for number, letter in enumerate(letters)),
                          numbers=[0, 1, 2, 0, 1, 3] * 13)
    r.fires("-of-many", mesh, *(note("material-repeated", f"materials[{number}].name")
                                        for number, letter in enumerate(letters) if letters.index(letter) < number))
    mesh = with_materials(Material(0, 6, b"m"), Material(6, 6, b"M"))
    r.fires("-short", mesh, note("material-repeated", "materials[1].name"),
            warning("material-name", "materials[0].name"), warning("material-name", "materials[1].name"))
    r.near("", with_materials(Material(0, 6, b"props.metal"), Material(6, 6, b"props.metal_")))
    r.near("-empty", with_materials(Material(0, 6, b""), Material(6, 6, b"")),
           warning("material-name", "materials[0].name"), warning("material-name", "materials[1].name"))


@rule
def material_missing(r):
    mesh = bare(positions(TRIANGLE))
    for name in ("-lod0", "-LOD3", "-lod9"):
        r.fires(name, mesh, note("material-missing", "header.numMaterials"))
    r.near("-lod0", plain())
    r.near("-lod", mesh)
    r.near("-lod0-old", mesh)
    r.near("-collision", mesh)


# ---- Collision meshes ----------------------------------------------------------------------------------------------


@rule
def collision_declaration(r):
    def fires(name, mesh, *findings, **fix):
        r.fires("-collision" + name, mesh, *findings, **fix)

    def elements(number):
        return error("collision-declaration", f"buffers[{number}].numVertexElements", expected=0)

    lacking = "the mesh has no POSITION 0"
    plain = bare(positions(TRIANGLE))
    mesh = bare(declared([Element(FLOAT3, POSITION)], [[point] for point in TRIANGLE]))
    fires("", mesh, elements(0), fixed=plain)
    r.fires("-COLLISION2", mesh, elements(0), fixed=plain)
    r.near("", mesh)
    r.near("-collisio", mesh)
    mesh = bare(normals())
    fires("-type", mesh, error(mesh, "collision-declaration", "buffers[0].type", expected="0 or 1"), fix_refused=lacking)
    mesh = bare(positions(TRIANGLE, usageIndex=1))
    fires("-usage-index", mesh, error(mesh, "collision-declaration", "buffers[0].usageIndex", expected=0),
          fix_refused=lacking)
    mesh = bare(positions([], itemSize=16, itemsPerSection=3, data=zstream.fixed(bytes(3 * 16))))
    fires("-size", mesh, error(mesh, "collision-declaration", "buffers[0].itemSize"),
          error(mesh, "vertex-size", "buffers[0].itemSize"),
          fix_refused="the data of the buffer with POSITION 0 can't be read")
    mesh = bare([positions(TRIANGLE), normals()])
    fires("-second", mesh, error(mesh, "collision-declaration", "buffers[1].type"), fixed=plain)
    mesh = bare([normals(), positions(TRIANGLE)])
    fires("-second-has-them", mesh, error(mesh, "collision-declaration", "buffers[0].type", expected="0 or 1"),
          error(mesh, "collision-declaration", "buffers[1].type"),
          warning("position-order", "buffers[1].type"), fixed=plain)
    mesh = bare([positions(TRIANGLE), positions(TRIANGLE)])
    fires("-twice", mesh, error(mesh, "collision-declaration", "buffers[1].type"),
          error("duplicate-element", "buffers[1].type"), fix_refused="the mesh has more than one POSITION 0")
    mesh = Mesh([indices([0, 1, 2], max=0.0)])
    fires("-none", mesh, error(mesh, "collision-declaration", "header.numDataBuffers"),
          error(mesh, "no-vertex-buffer", "header.numDataBuffers"), fix_refused=lacking)
    # Only what isn't compressed is the same bytes with every zlib.
    stored = bare(positions(TRIANGLE, type=1, compressed=0))
    for type in (FLOAT4, FLOAT16_4):
        mesh = bare(stream(1, type, [(*point, 1.0) for point in TRIANGLE], compressed=0))
        fires(f"-format-{type}", mesh, error(mesh, "collision-declaration", "buffers[0].format", expected=FLOAT3),
              *[warning("element-type", "buffers[0].format")] * (type == FLOAT4), fixed=stored)
    mesh = bare(stream(STREAM_POSITION, SHORT4, [(1, 2, 3, 4)] * 3))
    fires("-short", mesh, error(mesh, "collision-declaration", "buffers[0].format", expected=FLOAT3),
          warning("element-type", "buffers[0].format"), fix_refused="POSITION 0 is SHORT4, not FLOAT3, FLOAT4 or FLOAT16_4")
    point = Element(FLOAT16_4, POSITION), Element(D3DCOLOR, NORMAL)
    vertices = [[(*place, 1.0), UP] for place in TRIANGLE]
    stored = bare(positions(TRIANGLE, compressed=0))
    mesh = bare(declared(point, vertices, compressed=0))
    fires("-elements", mesh, elements(0), fixed=stored)
    vertices[2][0] = (0.0, NAN, 0.0, 1.0)
    mesh = bare(declared(point, vertices, compressed=0))
    fires("-not-finite", mesh, elements(0), error("not-finite", "buffers[0].elements[0].data", elements=[2], inflated=None),
          fix_refused="the position of vertex 2 is not finite")
    buffers = [texcoords(), normals(), declared([Element(D3DCOLOR, COLOR), Element(FLOAT16_4, POSITION)],
                                                [[UP, (*place, 1.0)] for place in TRIANGLE], compressed=0)]
    mesh = bare(buffers, gap=b"gap")    # several defects
    fires("-of-three", mesh, error(mesh, "collision-declaration", "buffers[0].type", expected="0 or 1"),
          error(mesh, "collision-declaration", "buffers[1].type"), error(mesh, "collision-declaration", "buffers[2].type"),
          warning("data-gap", "buffers[0].dataOffset"), warning("position-order", "buffers[2].elements[1].usage"),
          fixed=stored)
    r.near("-collision", bare(positions(TRIANGLE)))
    r.near("-collision-type-1", bare(positions(TRIANGLE, type=1)))


@rule
def collision_material(r):
    mesh = plain()
    r.fires("-collision", mesh, warning("collision-material", "header.numMaterials"), fixed=bare(positions(TRIANGLE)))
    r.near("-collision", bare(positions(TRIANGLE)))
    r.near("-lod0", mesh)


# ---- Several independent defects -----------------------------------------------------------------------------------


# ---- Across files ---------------------------------------------------------------------------------------------------

def levels(*names):
    """A folder of meshes with these names."""
    return {name: plain().bytes() for name in names}


def packed(*names):
    """The same in a package: the fixture, and the other files of the package."""
    package = Package([Member(name, content) for name, content in levels(*names).items()])
    return package.bytes(), {"extension": "cat", "siblings": package.siblings()}


def of_file(rule, name, **more):
    """A finding about a level of detail, whose number is in the name of its file."""
    return Finding("warning", f"xmf/{rule}", "", 0, 0, inside=name, **{"actual": int(re.search(r"lod(\d+)", name)[1])} | more)


def gap(name, expected):
    """The level comes after another one; between them lacks one that is `expected`."""
    level = int(re.search(r"lod(\d+)", name)[1])
    return of_file("lod-gap", name, expected=expected, says=(level, expected - 1, level - expected))


def in_mod(catalog, names, loose, content=b"<content id='a'/>", folder=""):
    """A mod with these levels in a catalog, and with loose files."""
    package = Package([Member(name, plain().bytes()) for name in names])
    mod = {} if content is None else {"content.xml": content}
    return mod | {f"{folder}{catalog}.cat": package.bytes(), f"{folder}{catalog}.dat": package.data()} | loose


@rule
def lod_gap(r):
    r.fires("", levels("part-lod0.xmf", "part-lod2.xmf"), gap("part-lod2.xmf", 1))
    r.fires("-wide", levels("part-lod0.xmf", "part-lod1.xmf", "part-lod9.xmf", "part-lod10.xmf"),
            gap("part-lod9.xmf", 2))
    r.fires("-two", levels("part-lod0.xmf", "part-lod2.xmf", "part-lod4.xmf"), gap("part-lod2.xmf", 1),
            gap("part-lod4.xmf", 3))
    r.fires("-case", levels("Part-lod0.xmf", "part-LOD1.XMF", "PART-lod3.xmf"), gap("PART-lod3.xmf", 2))
    r.fires("-folders", levels("a_data/part-lod0.xmf", "a_data/part-lod2.xmf", "b_data/part-lod0.xmf",
                               "b_data/part-lod1.xmf"), gap("a_data/part-lod2.xmf", 1))
    content, more = packed("a/part-lod0.xmf", "a/part-lod2.xmf", "b/part-lod1.xmf", "b/part-lod0.xmf")
    r.fires("-package", content, gap("a/part-lod2.xmf", 1), **more)
    mod = {"ext_01.cat": content, "ext_01.dat": more["siblings"]["dat"]} | levels("a/part-lod0.xmf", "a/part-lod1.xmf")
    r.fires("-package-of-folder", mod, gap("ext_01.cat!/a/part-lod2.xmf", 1))
    r.fires("-catalog", in_mod("ext_01", ["a/part-lod0.xmf"], levels("a/part-lod2.xmf")), gap("a/part-lod2.xmf", 1))
    r.near("-catalog", in_mod("EXT_01", ["a/part-lod0.xmf", "A/PART-lod2.xmf"], levels("a/part-lod1.xmf")))
    r.near("-replaced", in_mod("subst_01", ["a/part-lod0.xmf", "a/part-lod2.xmf"], {}))
    r.near("", levels("part-lod0.xmf", "part-lod1.xmf", "part-lod2.xmf"))
    r.near("-parts", levels("part-lod0.xmf", "other-lod0.xmf", "part.xmf"))
    r.near("-names", levels("part-lod0.xmf", "part-lod02.xmf", "part-lod.xmf", "part-lod2a.xmf", "part_lod2.xmf"))
    r.near("-other-files", levels("part-lod0.xmf") | {"part-lod2.dds": picture(".dds"), "part-lod2.xmf.bak": b"-"})
    r.near("-alone", plain())
    content, more = packed("a/part-lod0.xmf", "a/part-lod1.xmf", "a/part-lod2.xmf")
    r.near("-package", content, **more)


def grid(scale, half=False, odd=None, count=8, at=0.0, **fields):
    """A mesh of `count` vertices, the last one at the far corner of a box that begins at (at, at, at)."""
    points = [(at, at, at)] * (count - 1) + [(at + 3.0 * scale, at + 2.0 * scale, at + 6.0 * scale)]
    points[1] = odd or points[1]
    if half:
        buffer = declared([Element(FLOAT16_4, POSITION)], [[point + (1.0,)] for point in points], **fields)
    else:
        buffer = positions(points, **fields)
    triangles = [corner for first in range(1, count - 1) for corner in (0, first, first + 1)]
    return Mesh([buffer, indices(triangles)], [Material(0, len(triangles))])


@rule
def lod_extent(r):
    def part(*meshes):
        return {f"part-lod{number}.xmf": mesh.bytes() for number, mesh in enumerate(meshes)}

    def differs(name, scale, of_level_0, times):
        """A level has a grid of another scale; the diagonal of grid(1.0) is 7."""
        corner = struct.unpack("3f", struct.pack("3f", 3.0 * scale, 2.0 * scale, 6.0 * scale))
        return of_file("lod-extent", name, actual=math.hypot(*corner), expected=7.0 * of_level_0,
                       says=(re.search(r"lod(\d+)", name)[1], f"{7 * scale:g}", f"{times:g}", 0))
    other = differs("part-lod1.xmf", 3.0, 1.0, 3)
    r.fires("-large", part(grid(1.0), grid(2.01)), differs("part-lod1.xmf", 2.01, 1.0, 2.01))
    r.fires("-small", part(grid(1.0), grid(0.497)), differs("part-lod1.xmf", 0.497, 1.0, 2.01))
    r.fires("-each", part(grid(1.0), grid(1.0), grid(100.0), grid(0.01)), differs("part-lod2.xmf", 100.0, 1.0, 100),
            differs("part-lod3.xmf", 0.01, 1.0, 100))
    r.fires("-first", part(grid(100.0), grid(1.0), grid(1.0)), *(differs(f"part-lod{number}.xmf", 1.0, 100.0, 100)
                                                                 for number in (1, 2)))
    r.fires("-half-floats", part(grid(1.0, half=True), grid(3.0)), other)
    r.fires("-stored", part(grid(1.0, compressed=0), grid(3.0, half=True, compressed=0)), other)
    for name, at in (("-below-zero", -100.0), ("-above-zero", 100.0)):
        for half in (False, True):
            r.fires(f"{name}-{'half' if half else 'float'}", part(grid(1.0, half, at=at), grid(3.0, half, at=at)), other)
    r.fires("-case", {"Part-LOD0.xmf": grid(1.0).bytes(), "pART-lod1.XMF": grid(3.0).bytes()},
            differs("pART-lod1.XMF", 3.0, 1.0, 3))
    package = Package([Member(name, content) for name, content in part(grid(1.0), grid(3.0)).items()])
    r.fires("-package", package, other, extension="cat", siblings=package.siblings())
    r.fires("-before", {"part-lod0.xmf": grid(1.0).bytes(), "Part-lod1.xmf": grid(3.0).bytes()},
            differs("Part-lod1.xmf", 3.0, 1.0, 3))
    package = Package([Member(name, content) for name, content in reversed(part(grid(1.0), grid(3.0)).items())])
    r.fires("-package-reversed", package, other, extension="cat", siblings=package.siblings())
    r.near("", part(grid(1.0), grid(2.0), grid(0.5)))
    r.near("-few", part(grid(1.0), grid(3.0, count=7)))
    r.near("-few-in-0", part(grid(1.0, count=7), grid(3.0)))
    r.near("-parts", {"a-lod0.xmf": grid(1.0).bytes(), "b-lod0.xmf": grid(100.0).bytes()})
    r.near("-folders", {"a/part-lod0.xmf": grid(1.0).bytes(), "b/part-lod0.xmf": grid(9.0).bytes()})
    flat = part(grid(1.0), grid(0.0))
    place = grid(0.0).where("buffers[0].data")
    r.near("-no-extent", flat, Finding("warning", "xmf/no-extent", "buffers[0].data", *place, inside="part-lod1.xmf"))
    odd = grid(3.0, odd=(NAN, INFINITE, 0.0))
    r.near("-not-finite", part(grid(1.0), odd),
           Finding("error", "xmf/not-finite", "buffers[0].data", *odd.where("buffers[0].data"), elements=[1], inflated=12,
                   inside="part-lod1.xmf"))
    cut = part(grid(1.0), grid(3.0))
    cut["part-lod1.xmf"] = cut["part-lod1.xmf"][:grid(3.0).where("buffers[0].data")[0]]
    r.near("-cut", cut, *(Finding("error", "xmf/data-range", field, *grid(3.0).where(field), inside="part-lod1.xmf")
                          for field in ("buffers[0].dataOffset", "buffers[1].dataOffset")))
    r.near("-alone", grid(3.0))


@rule
def missing_lod0(r):
    r.fires("", levels("part-lod1.xmf", "part-lod2.xmf"), of_file("missing-lod0", "part-lod1.xmf"))
    r.fires("-gap", levels("part-lod2.xmf", "part-lod4.xmf"), of_file("missing-lod0", "part-lod2.xmf"),
            gap("part-lod4.xmf", 3))
    r.fires("-single", levels("part-lod3.xmf"), of_file("missing-lod0", "part-lod3.xmf"))
    r.fires("-elsewhere", levels("a_data/part-lod0.xmf", "b_data/part-lod1.xmf"),
            of_file("missing-lod0", "b_data/part-lod1.xmf"))
    content, more = packed("part-lod1.xmf", "part-lod0.ani")
    r.fires("-package", content, of_file("missing-lod0", "part-lod1.xmf"), **more)
    outer = Package([*within("in", Package([Member("part-lod1.xmf", plain().bytes())])),
                     Member("part-lod0.xmf", plain().bytes())])      # each package is judged alone
    r.fires("-package-in-package", outer, of_file("missing-lod0", "in.cat!/part-lod1.xmf"), extension="cat",
            siblings=outer.siblings())
    lone = of_file("missing-lod0", "ext_01.cat!/a/part-lod1.xmf")
    r.fires("-catalog", in_mod("ext_01", ["a/part-lod1.xmf"], levels("part-lod0.xmf")), lone)
    r.fires("-catalog-of-no-mod", in_mod("ext_01", ["a/part-lod1.xmf"], levels("a/part-lod0.xmf"), content=None), lone)
    r.fires("-catalog-deeper", in_mod("ext_01", ["part-lod1.xmf"], levels("a/part-lod0.xmf"), folder="a/"),
            of_file("missing-lod0", "a/ext_01.cat!/part-lod1.xmf"))
    r.near("-catalog", in_mod("ext_01", ["a/part-lod1.xmf"], levels("a/part-lod0.xmf")))
    r.near("-replaced", in_mod("subst_01", ["a/part-lod1.xmf"], {}))
    r.near("-replaced-of-no-mod", in_mod("Subst_02", ["a/part-lod1.xmf", "a/part-lod2.xmf"], {}, content=None))
    r.near("", levels("part-lod0.xmf", "part-lod1.xmf"))
    r.near("-case", levels("PART-LOD0.XMF", "part-lod1.xmf"))
    r.near("-name-lod1", plain())
    content, more = packed("part-lod1.xmf", "part-lod0.xmf")
    r.near("-package", content, **more)


@rule
def several(r):
    broken = texcoords()
    broken.data = broken.data[:-1] + bytes([broken.data[-1] ^ 1])
    mesh = Mesh([positions(TRIANGLE), broken, indices([0, 1, 2, 0, 1, 3], max=2.0)], [Material(0, 6, b"metal")],
                primitiveType=5)
    r.add("three-defects", mesh, [
        error("primitive-type", "header.primitiveType"),
        error("inflate", "buffers[1].data", inflated=ANYWHERE),
        error("index-range", "buffers[2].data", elements=[5], inflated=10),
        warning("material-name", "materials[0].name"),
    ])
    mesh = bare([positions([(NAN, 0.0, 0.0)] + TRIANGLE[1:]), normals(type=7),
                 texcoords(usageIndex=99)], indices([0, 1, 1, 0, 2, 1], max=7.0), tail=b"??")
    r.add("three-defects-of-content", mesh, [
        error("not-finite", "buffers[0].data", elements=[0], inflated=0),
        note("usage-index", "buffers[2].usageIndex"),
        error("buffer-type", "buffers[1].type"),
        warning("index-maximum", "buffers[3].max"),
        note("degenerate-triangle", "buffers[3].data", elements=[0], inflated=0),
        warning("trailing-bytes", "", at=(len(mesh.bytes()) - 2, 2)),
    ])
    mesh = plain(dataBufferDescOffset=0x3C, dataBufferDescSize=200, materialSize=0x80, primitiveType=0)
    r.add("header", mesh, [
        error("header-offset", "header.dataBufferDescOffset"),
        error("descriptor-size", "header.dataBufferDescSize"),
        error("material-size", "header.materialSize"), error("primitive-type", "header.primitiveType"),
    ])
    mesh = bare([normals(type=7), positions(TRIANGLE)])
    cut = mesh.descriptor_at(2) + 7
    r.add("cut-tables", mesh.bytes()[:cut], [
        error(mesh, "truncated", "buffers[2]", at=(mesh.descriptor_at(2), 7)),
        error(mesh, "buffer-type", "buffers[0].type"),
        warning(mesh, "position-order", "buffers[1].type"),
    ])


def library(*collections, diff=False):
    """A material library: collections with the names of their materials."""
    inside = "".join(f'<collection name="{name}">' + "".join(f'<material name="{one}"/>' for one in materials)
                     + "</collection>" for name, *materials in collections)
    return (f'<diff><add sel="/materiallibrary">{inside}</add></diff>' if diff
            else f"<materiallibrary>{inside}</materiallibrary>").encode()


def of_material(mesh, number, name):
    offset, length = mesh.where(f"materials[{number}].name")
    return Finding("warning", "xmf/unknown-material", f"materials[{number}].name", offset, length, inside=name)


@rule
def collision_extent(r):
    def collision(scale, count=8):
        points = [(0.0, 0.0, 0.0)] * (count - 1) + [(3.0 * scale, 2.0 * scale, 6.0 * scale)]
        return Mesh([positions(points), indices([corner for first in range(1, count - 1) for corner in (0, first, first + 1)])])

    def part(scale, name="part-collision.xmf", count=8):
        return {name: collision(scale, count).bytes(), "part-lod0.xmf": grid(1.0).bytes()}
    large = Finding("warning", "xmf/collision-extent", "", 0, 0, inside="part-collision.xmf", actual=700.0, expected=7.0, says=(100, 0))
    r.fires("", part(100.0), large)
    corner = struct.unpack("3f", struct.pack("3f", 90.3, 60.2, 180.6))
    r.fires("-just", part(30.1), Finding("warning", "xmf/collision-extent", "", 0, 0, inside="part-collision.xmf", actual=math.hypot(*corner), expected=7.0,
                                         says=("210.7", "30.1", 0)))
    r.fires("-before", {"part-collision.xmf": collision(100.0).bytes(), "PART-lod0.xmf": grid(1.0).bytes()}, large)
    r.fires("-levels", part(100.0) | {"part-lod1.xmf": grid(1.0).bytes()}, large)
    r.near("", part(29.9))
    r.near("-small", part(0.001))
    r.near("-few", part(100.0, count=7))
    r.near("-few-of-level-0", part(100.0) | {"part-lod0.xmf": grid(1.0, count=7).bytes()})
    r.near("-other-part", part(100.0, "other-collision.xmf"))
    r.near("-other-name", part(100.0, "part-collision1.xmf"))
    r.near("-no-level-0", {"part-collision.xmf": collision(100.0).bytes()})


@rule
def unknown_material(r):
    path = "libraries/material_library.xml"
    two = with_materials(Material(0, 6, b"Ships.Hull"), Material(6, 6, b"ships.wing"))

    def mod(text, *more):
        return {path: text, "a/part-lod0.xmf": two.bytes()} | dict(more)
    wing = of_material(two, 1, "a/part-lod0.xmf")
    r.fires("", mod(library(["ships", "hull"])), wing)
    r.fires("-both", mod(library(["SHIPS", "other"])), of_material(two, 0, "a/part-lod0.xmf"), wing)
    r.fires("-diff", mod(library(["ships", "hull"], diff=True)), wing)
    r.fires("-lower", {f"lower/{name}": content for name, content in mod(library(["ships", "hull"])).items()},
            of_material(two, 1, "lower/a/part-lod0.xmf"))
    reference = {"options": {"with": "game"}}
    r.fires("-reference", {"mod/part-lod0.xmf": two.bytes(), "game/" + path: library(["ships", "hull"])},
            of_material(two, 1, "mod/part-lod0.xmf"), **reference)
    r.fires("-reference-of-the-game", {"mod/part-lod0.xmf": with_materials(Material(0, 12, b"argon.wing")).bytes(),
                                       "game/" + path: library(["argon", "hull"])},
            of_material(with_materials(Material(0, 12, b"argon.wing")), 0, "mod/part-lod0.xmf"), **reference)
    r.near("", mod(library(["ships", "wing", "hull"], ["other"])))
    r.near("-case", mod(library(["SHIPS", "WING", "Hull"])))
    r.near("-other-collection", mod(library(["props", "hull"])))
    selected = b"<diff><add sel=\"/materiallibrary/collection[@name='Ships']\"><material name='hull'/></add></diff>"
    r.near("-selected", mod(selected))
    r.near("-selected-and-defined", mod(library(["ships", "hull"]), ("b/" + path, selected)))
    for name, operation in (
            ("-selected-in-quotes", b"<add sel='/materiallibrary/collection[@name=\"Ships\"]'>"),
            ("-selected-in-entities", b"<add sel=\"//collection[@name=&quot;Ships&quot;]\">"),
            ("-selected-with-blanks", b"<add sel=\"/materiallibrary/collection[ @name = 'Ships' ]\">"),
            ("-selected-inside", b"<replace sel=\"//collection[@name='Ships']/material[@name='hull']\">"),
            ("-selected-and-more", b"<add sel=\"//collection[@name='Ships' and @x='1']\">")):
        content = b"<diff>" + operation + b"<material name='hull'/></" + operation[1:].partition(b" ")[0] + b"></diff>"
        r.near(name, mod(library(["ships", "hull"]), ("b/" + path, content)))
    for collection in ("ads", "p1", "Terran", "testcollection"):        # of the game
        r.near(f"-{collection.lower()}", {**mod(library([collection, "hull"])), "a/part-lod0.xmf": with_materials(
            Material(0, 12, f"{collection}.wing".encode())).bytes()})
    not_game = with_materials(Material(0, 12, b"terrans.wing"))
    r.fires("-near-a-name-of-the-game", {**mod(library(["terrans", "hull"])), "a/part-lod0.xmf": not_game.bytes()},
            of_material(not_game, 0, "a/part-lod0.xmf"))
    r.near("-no-library", {"part-lod0.xmf": two.bytes(), "material_library.xml": library(["ships"])})
    r.near("-two-libraries", mod(library(["ships", "hull"]), ("b/" + path, library(["ships", "wing"]))))
    r.near("-removed", mod(b"<diff><remove sel=\"//collection[@name='ships']\"/></diff>"))
    r.near("-broken", mod(library(["ships", "hull"])[:-1]))
    bare_name = with_materials(Material(0, 12, b"ships"))
    r.near("-no-dot", mod(library(["ships", "hull", "wing"]), ("b/part-lod0.xmf", bare_name.bytes())),
           warning(bare_name, "material-name", "materials[0].name", inside="b/part-lod0.xmf"))
    r.near("-reference", {"mod/part-lod0.xmf": two.bytes(), "mod/" + path: library(["ships", "hull"]),
                          "game/" + path: library(["ships", "wing"])}, **reference)
    r.near("-alone", two)
