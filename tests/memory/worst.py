"""worst.py: files whose check takes much memory for their size: many of the smallest records that something is kept of.

Each function takes a number of bytes and gives a file that is about as large. They are made of repeated bytes, since a
generator that writes field by field would take minutes.
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
import cat  # noqa: E402
import cms  # noqa: E402
import msh  # noqa: E402
import skl  # noqa: E402
import xac  # noqa: E402
import xani  # noqa: E402
import xmf  # noqa: E402
import xpm  # noqa: E402
import xsm  # noqa: E402

LETTERS = [bytes([letter]) for letter in b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"]


def names(count):
    """So many different names, the shortest there are."""
    found = (b"".join(letters) for length in itertools.count(1) for letters in itertools.product(LETTERS, repeat=length))
    return list(itertools.islice(found, count))


def u32(number):
    return struct.pack("<I", number)


def text(content):
    return u32(len(content)) + content


def spread(make, marks, size, item):
    """make(things) writes a file with a list of things, `marks` being two of them that stand for all: their bytes are
    taken out of it and put back for each of as many names as fit; item(bytes, name) puts a name into them."""


def with_items(empty, one, two, count_at, item, size):
    """A file of many items: `empty`, `one` and `two` are the file with so many. `item(name)` gives the bytes of one."""
    start = next(i for i, (a, b) in enumerate(zip(one, two)) if a != b and i != count_at)
    return empty, start, count_at, item, size


def many(build, item, size, count_field, count_code="<I", near=None):
    """`build(n)` gives the file with n items, an Out; `item(name)` the bytes of one, which all lie together."""
    none, one = build(0), build(1)
    count_at = none.places[count_field][0]
    head = bytearray(none.data)
    where = near(none) if near else len(head)
    found = names(max(1, size // len(item(b"abc"))))
    body = b"".join(item(name) for name in found)
    struct.pack_into(count_code, head, count_at, len(found))
    assert len(one.data) > len(head)
    return bytes(head[:where]) + body + bytes(head[where:])


def chunk(id, version, payload):
    return struct.pack("<III", id, len(payload), version) + payload


def mesh_of_xmf(size):
    """Vertices as small as they can be, of which no index names most: each takes a byte, and deflate gives a thousand
    of them for a few of the file's."""
    vertices = size * 200
    mesh = xmf.Mesh()
    return mesh, vertices


def msh_bones(size):
    mesh = msh.Mesh(type=1, bones=(), weights=[(1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)] * 4)
    out = mesh.built()
    at = out.places["nBones"][0]
    found = names(size // 7)
    data = bytearray(out.data)
    struct.pack_into("<I", data, at, len(found))
    return bytes(data[:at + 4]) + b"".join(map(text, found)) + bytes(data[at + 4:])


def skl_children(size):
    """A bone with many children, none of which is there; and one with many bones below."""
    out = skl.Skeleton(bones=[skl.Bone(b"root")]).built()
    at = out.places["bones[0].nChildren"][0]
    found = names(size // 7)
    data = bytearray(out.data)
    struct.pack_into("<I", data, at, len(found))
    return bytes(data[:at + 4]) + b"".join(map(text, found)) + bytes(data[at + 4:])


def skl_bones(size):
    one = skl.Bone(b"b")
    from records import Out
    def bone(name):
        out = Out()
        skl.Bone(name, parent=b"a").write(out, "")
        return bytes(out.data)
    template = bone(b"NAME")
    found = names(size // len(template))
    head, tail = template.split(text(b"NAME"))
    bones = b"".join(head + text(name) + tail for name in found)
    out = skl.Skeleton(bones=()).built()
    data = bytearray(out.data)
    at = out.places["header.nBones"][0]
    struct.pack_into("<I", data, at, len(found))
    return bytes(data[:at + 4]) + bones + bytes(data[at + 4:])


def ani_tracks(size):
    out = ani.Animation(tracks=()).built()
    data = bytearray(out.data)
    found = names(size // 15)
    struct.pack_into("<I", data, out.places["motion.nTracks"][0], len(found))
    return bytes(data) + b"".join(text(name) + struct.pack("<fI", 1.0, 0) for name in found)


def template_of(thing, *arguments):
    from records import Out
    out = Out()
    thing.write(out, *arguments)
    head, tail = bytes(out.data).split(text(b"NAME"))
    return lambda name: head + text(name) + tail


def xsm_submotions(size):
    item = template_of(xsm.Submotion(b"NAME"), "", False)
    found = names(size // len(item(b"abc")))
    items = b"".join(map(item, found))
    return xsm_file(chunk(202, 2, u32(len(found)) + items))


def header(magic):
    return magic + bytes((1, 0, 0, 0))


def xsm_file(chunks):
    return header(b"XSM ") + chunks


def xsm_singles(size):
    item = template_of(xsm.Submotion(b"NAME"), "", False, False)
    found = names(size // (12 + len(item(b"abc"))))
    return xsm_file(b"".join(chunk(200, 3, item(name)) for name in found))


def xpm_anims(size):
    item = template_of(xpm.Anim(b"NAME"), "")
    found = names(size // len(item(b"abc")))
    return header(b"XPM ") + chunk(102, 1, u32(len(found)) + b"".join(map(item, found)))


def xpm_singles(size):
    item = template_of(xpm.Anim(b"NAME"), "")
    found = names(size // (12 + len(item(b"abc"))))
    return header(b"XPM ") + b"".join(chunk(100, 1, item(name)) for name in found)


def empty_chunks(magic):
    return lambda size: header(magic) + chunk(99, 1, b"") * (size // 12)


def xac_nodes(size):
    item = template_of(xac.Node(b"NAME", -1), "", 4)
    found = names(size // len(item(b"abc")))
    return header(b"XAC ") + chunk(11, 1, u32(len(found)) * 2 + b"".join(map(item, found)))


def xac_old_nodes(size):
    item = template_of(xac.Node(b"NAME", 1), "", 1)
    found = names(size // (12 + len(item(b"abc"))))
    return header(b"XAC ") + b"".join(chunk(0, 1, item(name)) for name in found)


def xac_insides(size):
    """Files that lie in chunks of morph targets."""
    morph = xac.MorphChunk if hasattr(xac, "MorphChunk") else None
    return morph


def bbmod_nodes(size):
    """Siblings, named as briefly as they can be."""
    out = bbmod.Model(meshes=[], root=bbmod.Node(b"a"), materials=()).built()
    start, length = out.places["nodes[0]"]
    node = bytes(out.data[start:start + length])
    found = names(size // (len(node) + 2))
    nodes = b"".join(name + node[1:2] + struct.pack("<f", number + 1) + node[6:] for number, name in enumerate(found))
    data = bytearray(out.data)
    struct.pack_into("<I", data, out.places["nodeCount"][0], len(found) + 1)
    struct.pack_into("<I", data, start + length - 4, len(found))
    return bytes(data[:start + length]) + nodes + bytes(data[start + length:])


def bbmod_far_nodes(size):
    """A count of nodes as high as a file may have it: a bit for each is kept."""
    return bbmod.Model(nodeCount=size // 42).bytes()


def bbanim_events(size):
    out = bbanim.Animation().built()
    found = names(size // 12)
    data = bytearray(out.data)
    struct.pack_into("<I", data, out.places["eventCount"][0], len(found))
    return bytes(data) + b"".join(struct.pack("<d", 0.0) + name + b"\0" for name in found)


def bgp_states(size):
    found = names(size // 19)
    return b"\0" + struct.pack("<ii", 0, len(found)) + b"".join(text(name) + bytes(12) for name in found)


def bgp_assets(size):
    found = names(size // 15)
    return b"\0" + struct.pack("<i", len(found)) + b"".join(text(b"") + text(name) + text(b"") for name in found) + bytes(4)


def bgf_elements(size):
    """Elements without attributes."""
    out = anark.Face(elements=[anark.Element()]).built()
    start, length = out.places["elements[0]"]
    element = bytes(out.data[start:start + length])
    count = size // length
    data = bytearray(out.data)
    at = out.places["memory.counts[0]"][0]
    struct.pack_into("<i", data, at, count)
    struct.pack_into("<i", data, out.places["sections[2].sectionSize"][0] if "sections[2].sectionSize" in out.places
                     else out.places["sections[2]"][0], length * count)
    return bytes(data[:start]) + element * count + bytes(data[start + length:])


def bsg_nodes(size):
    out = anark.Graph(nodes=[anark.Node()]).built()
    start, length = out.places["nodes"]
    count = size // length
    data = bytearray(out.data)
    struct.pack_into("<i", data, out.places["memory.nNodes"][0], count)
    struct.pack_into("<i", data, out.places["sections[1].sectionSize"][0], length * count)
    node = data[start:start + length]
    at = out.places["nodes[0].sceneNodeId"][0] - start
    nodes = b"".join(bytes(node[:at]) + u32(number) + bytes(node[at + 4:]) for number in range(count))
    return bytes(data[:start]) + nodes + bytes(data[start + length:])


def xani_anims(size):
    item = xani.Anim().bytes()
    count = size // len(item)
    file = bytearray(xani.Animations([]).bytes())
    struct.pack_into("<II", file, 0, count, len(file) + count * len(item))
    return bytes(file) + item * count


def cms_vertices(size):
    return cms_of(size)


def cat_lines(size):
    line = b" 0 1514764800 d41d8cd98f00b204e9800998ecf8427e\n"
    found = names(size // (len(line) + 3))
    return b"".join(name + line for name in found)


def xmf_vertices(size):
    """Vertices of four bytes, compressed as far as deflate goes: a byte is kept of each that no index names."""
    count = size * 1000 // 4
    packer = zlib.compressobj(9)
    packed = b"".join(packer.compress(bytes(1 << 20)) for _ in range(count * 4 >> 20)) + packer.compress(
        bytes(count * 4 % (1 << 20))) + packer.flush()
    corners = xmf.Buffer(xmf.INDICES, xmf.INDEX32, 4, struct.pack("<3I", 0, 1, 2))
    positions = xmf.Buffer(xmf.STREAM_POSITION, xmf.FLOAT16_2, 4, bytes(12), data=packed, itemsPerSection=count)
    return xmf.Mesh([corners, positions], numVertices=count).bytes()


WORST = {
    "xmf": xmf_vertices, "xani": xani_anims, "xac-nodes": xac_nodes, "xac-old-nodes": xac_old_nodes, "xac-chunks": empty_chunks(b"XAC "),
    "xsm": xsm_submotions, "xsm-singles": xsm_singles, "xpm": xpm_anims, "xpm-singles": xpm_singles, "bbmod": bbmod_nodes,
    "bbmod-far": bbmod_far_nodes, "bbanim": bbanim_events, "msh": msh_bones, "skl-children": skl_children, "skl-bones": skl_bones,
    "ani": ani_tracks, "bgp-states": bgp_states, "bgp-assets": bgp_assets, "bgf": bgf_elements, "bsg": bsg_nodes,
}
