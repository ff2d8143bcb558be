"""xmf_seeds.py: small meshes, one for each feature of the format."""

import zstream
from xmf import (BINORMAL, BLENDINDICES, BLENDWEIGHT, COLOR, D3DCOLOR, DEC3N, DEPTH, ELEMENT_SIZE, FLOAT1, FLOAT16_2,
                 FLOAT16_4, FLOAT2, FLOAT3, FLOAT4, FOG, NORMAL, POSITION, POSITIONT, PSIZE, SAMPLE, SHORT2, SHORT2N,
                 SHORT4, SHORT4N, SHORT_DESCRIPTOR, STREAM_BINORMAL, STREAM_COLOR, STREAM_NORMAL, STREAM_POSITION,
                 STREAM_PSIZE, STREAM_TANGENT, STREAM_TEXCOORD, TANGENT, TESSFACTOR, TEXCOORD, UBYTE4, UBYTE4N, UDEC3,
                 USHORT2N, USHORT4N, Buffer, Element, Material, Mesh, declared, indices, positions, stream)

CORNERS = [(0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)]
TRIANGLE = CORNERS[:3]
UP = (128, 128, 255, 255)
TETRAHEDRON = [0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3]
LONG_NAME = b"a" * 60 + b"." + b"B_9" * 22
GARBAGE = bytes.fromhex("a55a00ff7f80c1d3e7f9013c")


def plain(**header):
    """One triangle, as Egosoft's exporter writes it."""
    return Mesh([positions(TRIANGLE), indices([0, 1, 2])], [Material(0, 3)], **header)


def of_streams(streams, **header):
    return Mesh(streams + [indices([0, 1, 2])], [Material(0, 3)], **header)


def usual_elements():
    """The elements of most X4 meshes."""
    return [Element(FLOAT3, POSITION), Element(D3DCOLOR, NORMAL), Element(D3DCOLOR, TANGENT),
            Element(FLOAT16_2, TEXCOORD), Element(D3DCOLOR, COLOR)]


def usual_vertices(points):
    return [[point, UP, UP, point[:2], (255, 255, 255, 255)] for point in points]


def every_stream():
    kinds = [(STREAM_POSITION, FLOAT3), (STREAM_NORMAL, D3DCOLOR), (STREAM_TANGENT, D3DCOLOR),
             (STREAM_BINORMAL, D3DCOLOR), (STREAM_TEXCOORD, FLOAT16_2), (STREAM_COLOR, D3DCOLOR),
             (STREAM_PSIZE, FLOAT1)]
    values = {FLOAT3: TRIANGLE, D3DCOLOR: [UP] * 3, FLOAT16_2: [(0, 0), (1, 0), (0, 1)], FLOAT1: [(1,), (2,), (3,)]}
    return of_streams([stream(type, format, values[format]) for type, format in kinds])


def other_streams():
    """The second numbers of POSITION and NORMAL, and several of one kind."""
    return of_streams([
        stream(1, FLOAT16_4, [(*point, 1) for point in TRIANGLE]), stream(3, D3DCOLOR, [UP] * 3),
        stream(STREAM_TEXCOORD, FLOAT2, [(0, 0), (1, 0), (0, 1)]),
        stream(STREAM_TEXCOORD, FLOAT16_2, [(0, 0), (1, 0), (0, 1)], usageIndex=1),
        stream(STREAM_COLOR, D3DCOLOR, [UP] * 3), stream(STREAM_COLOR, D3DCOLOR, [(1, 2, 3, 4)] * 3, usageIndex=15),
    ], dataBufferDescSize=SHORT_DESCRIPTOR)


def of_elements(elements, **header):
    """One triangle whose vertices have a position and these elements, with arbitrary values."""
    filler = bytes(range(1, 17))
    sizes = {FLOAT1: 4, FLOAT2: 8, FLOAT4: 16, UBYTE4: 4, SHORT2: 4, SHORT4: 8, UBYTE4N: 4, SHORT2N: 4, SHORT4N: 8,
             USHORT2N: 4, USHORT4N: 8, UDEC3: 4, DEC3N: 4, FLOAT16_2: 4, FLOAT16_4: 8, D3DCOLOR: 4, FLOAT3: 12}
    vertices = [[point] + [(filler[:sizes[element.type]],) for element in elements] for point in TRIANGLE]
    return Mesh([declared([Element(FLOAT3, POSITION)] + elements, vertices), indices([0, 1, 2])], [Material(0, 3)],
                **header)


def every_type():
    types = [FLOAT1, FLOAT2, FLOAT4, UBYTE4, SHORT2, SHORT4, UBYTE4N, SHORT2N, SHORT4N, USHORT2N, USHORT4N, UDEC3,
             DEC3N, FLOAT16_2, FLOAT16_4]
    return of_elements([Element(type, TEXCOORD, number) for number, type in enumerate(types)])


def every_usage():
    usages = [BLENDWEIGHT, BLENDINDICES, NORMAL, PSIZE, TEXCOORD, TANGENT, BINORMAL, TESSFACTOR, POSITIONT, COLOR, FOG,
              DEPTH, SAMPLE]
    return of_elements([Element(D3DCOLOR, usage) for usage in usages])


def as_xrconverters():
    """A mesh like those of XRConverters: 78 9C, format 0 with elements, garbage in unused fields."""
    elements = [Element(FLOAT3, POSITION, pad=b"\xcd\xcd"), Element(D3DCOLOR, NORMAL, pad=b"\xcd\xcd"),
                Element(FLOAT16_2, TEXCOORD, pad=b"\xcd\xcd")]
    vertices = [[point, UP, point[:2]] for point in TRIANGLE]
    buffers = [declared(elements, vertices, format=0, unused=GARBAGE, pad=b"\xcd\xcd\xcd\xcd"),
               indices([0, 1, 2], max=0.0, unused=GARBAGE, pad=b"\xcd\xcd\xcd\xcd")]
    for buffer in buffers:
        buffer.data = zstream.dynamic(buffer.contents, zstream.DEFAULT)
        buffer.compressedDataSize = len(buffer.data)
    return Mesh(buffers, [Material(0, 3)], reserved=0x91, culling=0x7B, handedness=0x2E, numVertices=0xDEADBEEF,
                numIndices=0xA5A5A5A5, meshOptimization=0, pad=GARBAGE[:10])


def of_packing(pack):
    """A tetrahedron whose streams are packed by one of the writers of zstream."""
    buffers = [positions(CORNERS), indices(TETRAHEDRON)]
    for buffer in buffers:
        buffer.data = pack(buffer.contents)
        buffer.compressedDataSize = len(buffer.data)
    return Mesh(buffers, [Material(0, 12)])


def dense():
    """2,710 equal points in few bytes, and one triangle: a high compression ratio is no fault."""
    count = 2710
    points = Buffer(STREAM_POSITION, FLOAT3, 12, bytes(12 * count), data=zstream.zeros(12 * count))
    return Mesh([points, indices([0, 1, 2], max=count - 1.0)], [Material(0, 3)])


def large():
    """Streams of more than 1 KiB, which the fast inflater reads."""
    points = [((n * 7919 % 1009) / 64.0, (n * 104729 % 2003) / 128.0, (n * 1299709 % 4001) / 256.0) for n in range(240)]
    corners = [number for start in range(0, 240, 3) for number in (start, start + 1, start + 2)]
    return Mesh([positions(points), indices(corners)], [Material(0, len(corners))])


def unordered():
    """The bytes of the first buffer lie after those of the second."""
    buffers = [positions(TRIANGLE), indices([0, 1, 2])]
    buffers[1].dataOffset = 0
    buffers[0].dataOffset = len(buffers[1].data)
    return Mesh(buffers, [Material(0, 3)])


def two_declarations():
    """Element lists in two vertex buffers that together make up a vertex."""
    first = declared([Element(FLOAT3, POSITION), Element(D3DCOLOR, NORMAL)], [[point, UP] for point in TRIANGLE])
    second = declared([Element(FLOAT16_2, TEXCOORD), Element(FLOAT16_4, TEXCOORD, 1)],
                      [[point[:2], (*point, 1.0)] for point in TRIANGLE])
    return of_streams([first, second])


def with_bounds():
    """Least and greatest values where Egosoft's exporter writes them."""
    points = [(-8.5, 0.0, 2.0), (1.0, 0.0, 0.0), (0.0, 123456792.0, 0.0)]
    return of_streams([positions(points, min=-8.5, max=123456792.0)])


def full_elements():
    """Sixteen elements, the maximum."""
    elements = [Element(D3DCOLOR, TEXCOORD, number) for number in range(15)]
    mesh = of_elements(elements)
    assert len(mesh.buffers[0].descriptor(0, 188)) == 60 + 16 * ELEMENT_SIZE
    return mesh


def several_materials():
    materials = [Material(0, 3, b"props.metal"), Material(3, 6, b"ships.Hull_01"), Material(9, 3, LONG_NAME)]
    return Mesh([positions(CORNERS), indices(TETRAHEDRON)], materials)


def name_garbage():
    """A name with garbage behind its NUL, as a reused buffer leaves it."""
    return Mesh([positions(TRIANGLE), indices([0, 1, 2])], [Material(0, 3, b"props.metal\0" + GARBAGE * 9)])


def collision(wide, **header):
    return Mesh([positions(CORNERS), indices(TETRAHEDRON, wide)], **header)


def seeds():
    """Bytes by file name."""
    usual = declared(usual_elements(), usual_vertices(CORNERS))
    return {name + ".xmf": mesh.bytes() for name, mesh in {
        "plain": plain(),
        "plain-56": plain(dataBufferDescSize=SHORT_DESCRIPTOR),
        "plain-100": plain(dataBufferDescSize=100),
        "declared-lod0": Mesh([usual, indices(TETRAHEDRON)], [Material(0, 12)], meshOptimization=1),
        "declared-100": Mesh([usual, indices(TETRAHEDRON)], [Material(0, 12)], dataBufferDescSize=100),
        "declared-seen-types": of_elements([Element(FLOAT2, TEXCOORD), Element(D3DCOLOR, NORMAL),
                                            Element(FLOAT16_2, TEXCOORD, 1), Element(FLOAT16_4, TEXCOORD, 2)]),
        "declared-every-type": every_type(),
        "declared-every-usage": every_usage(),
        "declared-sixteen": full_elements(),
        "declared-twice": two_declarations(),
        "streams": every_stream(),
        "streams-other": other_streams(),
        "half-positions": of_streams([stream(STREAM_POSITION, FLOAT16_4, [(*point, 1) for point in TRIANGLE])]),
        "four-floats": of_streams([stream(STREAM_POSITION, FLOAT4, [(*point, 1) for point in TRIANGLE])]),
        "bounds": with_bounds(),
        "wide-indices": Mesh([positions(CORNERS), indices(TETRAHEDRON, True)], [Material(0, 12)]),
        "not-compressed": Mesh([positions(TRIANGLE, compressed=0), indices([0, 1, 2], compressed=0)],
                               [Material(0, 3)]),
        "half-compressed": Mesh([positions(TRIANGLE, compressed=0), indices([0, 1, 2], True)], [Material(0, 3)]),
        "xrconverters": as_xrconverters(),
        "zlib-stored": of_packing(zstream.stored),
        "zlib-stored-blocks": of_packing(lambda data: zstream.stored(data, block=7)),
        "zlib-fixed": of_packing(lambda data: zstream.fixed(data, zstream.FAST)),
        "zlib-dynamic": of_packing(zstream.dynamic),
        "zlib-mixed": of_packing(zstream.mixed),
        "dense": dense(),
        "large": large(),
        "unordered": unordered(),
        "materials": several_materials(),
        "materials-garbage": name_garbage(),
        "materials-none": Mesh([positions(TRIANGLE), indices([0, 1, 2])], materialSize=0),
        "materials-none-lod1": Mesh([positions(TRIANGLE), indices([0, 1, 2])]),
        "part-collision": collision(True),
        "part-COLLISION1": collision(False, dataBufferDescSize=SHORT_DESCRIPTOR),
        "painted-collision": Mesh([positions(CORNERS), indices(TETRAHEDRON)], [Material(0, 12)]),
    }.items()}
