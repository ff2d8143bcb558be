"""worst.py: files whose check takes much memory for their size: full of the smallest records that the check stores.

Each function takes a number of bytes and returns a file of about that size. Repeated items are joined as bytes, since
writing them field by field would take minutes.
"""

import itertools
import pathlib
import struct
import sys
import zlib

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tools" / "corpus"))

import anark  # noqa: E402
import ani  # noqa: E402
import bbanim  # noqa: E402
import bbmod  # noqa: E402
import cms  # noqa: E402
import msh  # noqa: E402
import skl  # noqa: E402
import xac  # noqa: E402
import xani  # noqa: E402
import xmf  # noqa: E402
import xpm  # noqa: E402
import xsm  # noqa: E402
from records import Out  # noqa: E402

LETTERS = [bytes([letter]) for letter in b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"]
NAME = b"NAME"


def names(count):
    """`count` different names, as short as possible."""
    found = (b"".join(letters) for length in itertools.count(1) for letters in itertools.product(LETTERS, repeat=length))
    return list(itertools.islice(found, count))


def u32(number):
    return struct.pack("<I", number)


def text(content):
    return u32(len(content)) + content


def item_of(thing, *arguments):
    """A function that returns the bytes of an item with a given name."""
    out = Out()
    thing.write(out, *arguments)
    head, tail = bytes(out.data).split(text(NAME))
    return lambda name: head + text(name) + tail


def chunks_of(magic, *chunks):
    return magic + bytes((1, 0, 0, 0)) + b"".join(chunks)


def chunk(number, version, payload):
    return struct.pack("<III", number, len(payload), version) + payload


def filled(out, counts, at, items, number):
    """The bytes of `out`, with items inserted at a place and their number written into each of the counts."""
    data = bytearray(out.data)
    for count in counts:
        struct.pack_into("<I", data, out.places[count][0], number)
    return bytes(data[:at]) + items + bytes(data[at:])


def xmf_vertices(size):
    """Vertices of four bytes, well compressed: the search for unused vertices keeps a byte for each."""
    count = size * 8  # of four bytes: deflate compresses to a thousandth at best
    packer = zlib.compressobj(9)
    packed = b"".join(packer.compress(bytes(min(1 << 20, 4 * count - at))) for at in range(0, 4 * count, 1 << 20))
    corners = xmf.Buffer(xmf.INDICES, xmf.INDEX32, 4, struct.pack("<3I", 0, 1, 2))
    positions = xmf.Buffer(xmf.STREAM_POSITION, xmf.FLOAT16_2, 4, bytes(12), data=packed + packer.flush(),
                           itemsPerSection=count)
    return xmf.Mesh([corners, positions], numVertices=count).bytes()


def xani_anims(size):
    item = xani.Anim().bytes()
    count = size // len(item)
    file = bytearray(xani.Animations([]).bytes())
    struct.pack_into("<II", file, 0, count, len(file) + count * len(item))
    return bytes(file) + item * count


def xac_chunks(size):
    return chunks_of(b"XAC ", chunk(99, 1, b"") * (size // 12))


def xac_nodes(size):
    item = item_of(xac.Node(NAME, 1), "", 1)
    return chunks_of(b"XAC ", *(chunk(0, 1, item(name)) for name in names(size // (14 + len(item(b""))))))


def xsm_submotions(size):
    item = item_of(xsm.Submotion(NAME), "", False)
    found = names(size // (2 + len(item(b""))))
    return chunks_of(b"XSM ", chunk(202, 2, u32(len(found)) + b"".join(map(item, found))))


def xsm_chunks(size):
    return chunks_of(b"XSM ", chunk(99, 1, b"") * (size // 12))


def xpm_anims(size):
    item = item_of(xpm.Anim(NAME), "")
    found = names(size // (2 + len(item(b""))))
    return chunks_of(b"XPM ", chunk(102, 1, u32(len(found)) + b"".join(map(item, found))))


def bbmod_nodes(size):
    out = bbmod.Model(meshes=[], root=bbmod.Node(b"a"), materials=()).built()
    start, length = out.places["nodes[0]"]
    node = bytes(out.data[start:start + length])
    found = names(size // (length + 2))
    nodes = b"".join(name + node[1:2] + struct.pack("<f", number + 1) + node[6:] for number, name in enumerate(found))
    struct.pack_into("<I", out.data, start + length - 4, len(found))
    return filled(out, ["nodeCount"], start + length, nodes, len(found) + 1)


def bbanim_events(size):
    out = bbanim.Animation().built()
    found = names(size // 12)
    return filled(out, ["eventCount"], len(out.data), b"".join(bytes(8) + name + b"\0" for name in found), len(found))


def msh_bones(size):
    """The shortest names. They are all equal, so each but the first is also a finding."""
    out = msh.Mesh(type=1, bones=(), weights=[(1.0, 0, 0, 0, 0, 0, 0, 0)] * 4).built()
    count = size // 5
    return filled(out, ["nBones"], out.places["nBones"][0] + 4, text(b"a") * count, count)


def cms_vertices(size):
    out = cms.Collision().built()
    count = size // 12
    more = struct.unpack_from("<I", out.data, out.places["header.nVerts"][0])[0]
    return filled(out, ["header.nVerts"], 12, bytes(12) * count, count + more)


def skl_bones(size):
    """Bones that are all children of the first, which lists them."""
    item = item_of(skl.Bone(NAME, b"a"), "")
    found = names(size // (len(item(b"")) + 8))
    out = skl.Skeleton(bones=[skl.Bone(b"root"), skl.Bone(b"a", b"root")]).built()
    end = sum(out.places["bones"])
    return filled(out, ["header.nBones"], end, b"".join(item(b"b" + name) for name in found), len(found) + 2)


def ani_tracks(size):
    out = ani.Animation().built()
    count = size // 13
    return filled(out, ["motion.nTracks"], len(out.data), (text(b"a") + struct.pack("<fI", 1.0, 0)) * count, count)


def bgp_states(size):
    count = size // 18
    return b"\0" + struct.pack("<ii", 0, count) + (text(b"a\0") + bytes(12)) * count


def bgp_assets(size):
    found = names(size // 17)
    assets = b"".join(text(b"\0") + text(name + b"\0") + text(b"\0") for name in found)
    return b"\0" + u32(len(found)) + assets + bytes(4)


def bgf_elements(size):
    out = anark.Face(elements=[anark.Element()]).built()
    start, length = out.places["elements[0]"]
    count = size // length
    struct.pack_into("<i", out.data, out.places["sections[2].sectionSize"][0], length * (count + 1))
    return filled(out, ["memory.counts[0]"], start, bytes(out.data[start:start + length]) * count, count + 1)


def bsg_nodes(size):
    out = anark.Graph(nodes=[anark.Node()]).built()
    start, length = out.places["nodes"]
    count = size // length
    struct.pack_into("<i", out.data, out.places["sections[1].sectionSize"][0], length * (count + 1))
    return filled(out, ["memory.nNodes"], start, bytes(out.data[start:start + length]) * count, count + 1)


def cat_lines(size):
    line = b" 0 1514764800 d41d8cd98f00b204e9800998ecf8427e\n"
    return b"".join(name + line for name in names(size // (len(line) + 3)))


# By extension; a format has several files if the worst one depends on the size.
WORST = {"xmf": [xmf_vertices], "xani": [xani_anims], "xac": [xac_chunks, xac_nodes], "xsm": [xsm_submotions, xsm_chunks],
         "xpm": [xpm_anims], "bbmod": [bbmod_nodes], "bbanim": [bbanim_events], "msh": [msh_bones],
         "cms": [cms_vertices], "skl": [skl_bones], "ani": [ani_tracks], "bgp": [bgp_states, bgp_assets], "bgf": [bgf_elements],
         "bsg": [bsg_nodes], "cat": [cat_lines]}
