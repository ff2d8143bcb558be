"""slow.py: makes corpus/slow, the inputs that could be slow to check: one for each reason for slowness, and for each format.

    slow.py [--size BYTES] FOLDER [NAME...]

An input is a folder of files of about BYTES (1 MB) together, which `assetlint check` gets. They are larger than what belongs in a
repository, and tests need each in several sizes: so these recipes are kept instead. tests/slow checks them.
"""

import argparse
import itertools
import json
import math
import pathlib
import struct
import sys
import zlib

import anark
import ani
import archive
import bbanim
import bbmod
import cms
import layouts
import msh
import pdx
import skl
import x4
import xac
import xac_seeds
import xani
import xmf
import xpm
import xsm
from records import Out

RECIPES = {}
CHECK = ("check", "--no-config", "-q", "--fail-on=never", "--allow-empty", "-j1", "{folder}")
NAN = math.nan
# A file takes an inode and an entry in its folder, so it counts as so many bytes at least.
LEAST_FILE = 512
# Bytes of memory for each byte, where there can't be as few as 8: see docs/limits.md, "What counts as work".
OF_SHORT_RECORDS = 16   # an entry for each record of a few bytes: bones, patterns, types, entries of a baseline
OF_SETTINGS = 20        # an entry for each value of a configuration
OF_MEMBERS = 16         # a result for each member of a package with nearly nothing in it
OF_LINES = 48           # an entry for each line of two bytes in a .cat, or a member with a finding for each short line
OF_FINDINGS = 120       # a finding for each four bytes, of which each file keeps 1,000
LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789"


class Recipe:
    """`make(size)` returns the files by path. `words` are the arguments of the program; {folder} stands for that of the files.
    `memory` are the most bytes of memory for each byte of the files. If they are compressed, `size` is that of the unpacked data.
    `small` says that a few KB tell something: some limits have a minimum, and some inputs a part that doesn't grow."""

    def __init__(self, name, make, words, memory=8, compressed=False, small=True):
        self.name, self.make, self.words, self.memory = name, make, words or CHECK, memory
        self.compressed, self.small = compressed, small

    def write(self, folder, size):
        """Writes the files, and returns their bytes and those of their paths together. A small file counts as LEAST_FILE."""
        total = 0
        for name, content in self.make(size).items():
            content = content.encode() if isinstance(content, str) else content
            path = pathlib.Path(folder) / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
            total += max(len(content), LEAST_FILE) + len(name)
        return size if self.compressed else total

    def arguments(self, folder):
        return [word.replace("{folder}", str(folder)) for word in self.words]


def add(name, function, *words, **more):
    """Adds a recipe. If the function returns no files, but an object of a format or its bytes, they are a file of the format that
    the name starts with."""
    extension = {"xani": "ani", "seven": "7z"}.get(name.split("-")[0], name.split("-")[0])

    def make(size):
        made = function(size)
        return made if isinstance(made, dict) else {f"input.{extension}": made if isinstance(made, bytes) else made.bytes()}
    RECIPES[name] = Recipe(name, make, words, **more)


def recipe(*words, **more):
    """Adds a function as the recipe of its name: `xac_nodes_alike` is `xac-nodes-alike`."""
    def add_it(function):
        add(function.__name__.replace("_", "-"), function, *words, **more)
        return function
    return add_it


# ---- Pieces ------------------------------------------------------------------------------------------------------------

def names(count, prefix=""):
    """`count` different names, as short as possible."""
    found = ("".join(letters) for length in itertools.count(1) for letters in itertools.product(LETTERS, repeat=length))
    return [prefix + name for name in itertools.islice(found, count)]


def u32(number):
    return struct.pack("<I", number)


def text(content):
    return u32(len(content)) + content


def written(thing, *arguments):
    """The bytes of a record, a list item or a chunk."""
    out = Out()
    thing.write(out, *arguments)
    return bytes(out.data)


def chunk(number, version, payload, length=None):
    return struct.pack("<III", number, len(payload) if length is None else length, version) + payload


def actor(*chunks):
    return b"XAC \1\0\0\0" + b"".join(chunks)


def each(size, length):
    """How many items of a length fit into a size."""
    return max(2, size // length)


def many(name, length, make, **more):
    """A recipe of as many things as fit, of that length each: `make` gets their number."""
    add(name, lambda size: make(each(size, length)), **more)


def again(name, one, start=b"", end=b"", **more):
    """A recipe of the same bytes again and again."""
    many(name, len(one), lambda count: start + one * count + end, **more)


# ---- XAC -----------------------------------------------------------------------------------------------------------------


NODE = written(xac.Node(b""), "")[:-4]
PARENT = layouts.record("XAC_NODE").place("parent")[0]


def nodes(rows):
    """A chunk of nodes, as pairs (name, parent)."""
    rows = list(rows)
    before, after = NODE[:PARENT], NODE[PARENT + 4:]
    body = b"".join(before + struct.pack("<i", parent) + after + text(name) for name, parent in rows)
    return chunk(11, 1, struct.pack("<II", len(rows), sum(parent == -1 for _, parent in rows)) + body)


def tree(count, parent, name=lambda number: b"n%x" % number):
    return nodes((name(number), parent(number, count)) for number in range(count))


def node_count(size):
    return each(size, len(NODE) + 8)


for shape, parent_of in (
        ("in-a-chain", lambda number, _: number - 1),
        ("in-a-chain-from-the-end", lambda number, count: number + 1 if number + 1 < count else -1),
        ("in-one-loop", lambda number, count: (number + 1) % count),
        ("in-loops-of-two", lambda number, _: number ^ 1),
        ("of-one-parent", lambda number, _: 0 if number else -1)):
    many(f"xac-nodes-{shape}", len(NODE) + 8, lambda count, parent=parent_of: actor(tree(count, parent)))


@recipe()
def xac_nodes_alike(size):
    return actor(tree(node_count(size), lambda number, _: -1, lambda _: b"same"))


@recipe()
def xac_nodes_with_long_names(size):
    """They differ only at the end."""
    return actor(tree(each(size, len(NODE) + 500), lambda number, _: -1, lambda number: b"x" * 500 + b"%d" % number))


def chunks(name, one, *before):
    """A recipe of an actor with the same chunk again and again."""
    again(name, written(one, "c"), actor(*before))


ROOT = nodes([(b"root", -1)])
SKINNED = (written(xac_seeds.two_nodes(), "c"), written(xac_seeds.skinned(), "c"))
again("xac-chunks-unknown", chunk(99, 1, b""), actor())
chunks("xac-old-nodes", xac.OldNode(version=3, node=xac.Node(b"n", -1)))
chunks("xac-chunks-of-wrong-length", xac.Material(length=lambda true: true + 5))    # each ends in the next one
chunks("xac-meshes-of-wrong-counts", xac_seeds.triangle(totalVerts=7), ROOT)
chunks("xac-meshes-of-wrong-layers", xac_seeds.triangle(numLayers=3), ROOT)
chunks("xac-meshes-of-one-node", xac_seeds.triangle(), ROOT)
chunks("xac-skins-of-one-mesh", xac.Skin(vertices=xac_seeds.BOUND), *SKINNED)
chunks("xac-skins-with-the-highest-bone", xac.Skin(vertices=[[(1.0, 32767)], [(1.0, 0)], []]), *SKINNED)
chunks("xac-materials-alike", xac.Material(layers=[xac.Texture()]))
chunks("xac-layers-of-no-material", xac.TextureChunk(texture=xac.Texture(materialId=9)))
chunks("xac-totals-repeated", xac.Totals(), written(xac.Material(), "c"))
chunks("xac-limits-of-one-node", xac.Limits(), ROOT)


@recipe()
def xac_chunks_all_different(size):
    return actor(*(chunk(100 + number, number, b"") for number in range(size // 12)))


@recipe()
def xac_mesh_of_wrong_vertices(size):
    """One large mesh whose number of vertices is wrong by one."""
    count = each(size, 12) // 3 * 3
    mesh = xac.Mesh(layers=[xac.Layer(xac.POSITIONS, [(1.0, 2.0, 3.0)] * count)],
                    submeshes=[xac.Submesh(numVerts=count)], totalVerts=count + 1)
    return actor(ROOT, written(mesh, "c"))


@recipe()
def xac_mesh_of_many_submeshes(size):
    count = each(size, 20)
    mesh = xac.Mesh(layers=[xac_seeds.positions()], totalVerts=3, totalIndices=0, numSubMeshes=count, submeshes=())
    body = written(mesh, "c")[12:] + written(xac.Submesh(indices=(), numVerts=0), "") * count
    return actor(ROOT, chunk(1, 1, body))


@recipe()
def xac_mesh_of_many_layers(size):
    layer = written(xac.Layer(xac.UVS, [(0.5, 0.5)] * 3), "")
    count = each(size, len(layer))
    mesh = xac.Mesh(layers=(), totalVerts=3, totalIndices=3, numLayers=count, numSubMeshes=1)
    submesh = written(xac.Submesh(), "")
    return actor(ROOT, chunk(1, 1, written(mesh, "c")[12:] + layer * count + submesh))


@recipe()
def xac_skin_whose_ranges_overlap(size):
    """Each vertex has all influences."""
    count = each(size, 12 + 8 + 12 + 4)
    mesh = xac.Mesh(layers=[xac.Layer(xac.POSITIONS, [(0.0, 0.0, 0.0)] * count), xac.Layer(xac.ORIGINALS, range(count))],
                    submeshes=[xac.Submesh(numVerts=count)], numOrgVerts=count)
    skin = xac.Skin(vertices=[[(0.5, 0)]] * count, ranges=[(0, count)] * count)
    return actor(written(xac_seeds.two_nodes(), "c"), written(mesh, "c"), written(skin, "c"))


@recipe()
def xac_lods_nested(size):
    """Each level of detail holds an actor with one."""
    heads, inner = [], 0
    for _ in range(each(size, 28)):
        heads.append(actor(chunk(8, 1, struct.pack("<II", 1, inner), 8 + inner)))
        inner += len(heads[-1])
    return b"".join(reversed(heads))


@recipe()
def xac_material_of_many_layers(size):
    layer = written(xac.Texture(b"a/b"), "")
    count = each(size, len(layer))
    body = written(xac.Material(numLayers=255), "c")[12:]
    return actor((chunk(3, 2, body + layer * 255)) * max(1, count // 255))


@recipe()
def xac_totals_of_all_levels(size):
    count = each(size, 28)
    return actor(written(xac.Material(), "c"), *(written(xac.Totals(lod=number), "c") for number in range(count)))


@recipe()
def xac_groups_alike(size):
    item = struct.pack("<H", 0) + b"\0" + text(b"g")
    one = written(xac.Groups(groups=[(b"g", ())]), "c")
    count = each(size, len(one) - 20)
    group = one[12 + 4:]
    return actor(ROOT, chunk(10, 1, one[12:16].replace(u32(1), u32(count)) + group * count))


@recipe()
def xac_morphs_alike(size):
    target = written(xac.Morph(b"smile", transformations=(0,)), "")
    count = each(size, len(target))
    head = written(xac.Morphs(targets=(), numTargets=count), "c")[12:]
    return actor(ROOT, written(xac_seeds.triangle(), "c"), chunk(12, 1, head + target * count))


@recipe()
def xac_morph_of_many_deformations(size):
    one = written(xac.Morph(deformations=[(0, (0,), {})]), "")
    start = written(xac.Morph(deformations=()), "")
    item = one[len(start):]
    count = each(size, len(item))
    target = written(xac.Morph(deformations=(), numDeformations=count), "")
    head = written(xac.Morphs(targets=(), numTargets=1), "c")[12:]
    return actor(ROOT, written(xac_seeds.triangle(), "c"), chunk(12, 1, head + target + item * count))


@recipe()
def xac_texts_of_control_characters(size):
    info = xac.Info(texts=(b"\1" * size, b"", b"", b""))
    return actor(written(info, "c"))


# ---- XSM and XPM -----------------------------------------------------------------------------------------------------------

def motion(*chunks):
    return b"XSM \1\0\0\0" + b"".join(chunks)


def submotions(one, count, version=2):
    return chunk(202, version, u32(count) + one * count)


@recipe()
def xsm_submotions_alike(size):
    one = written(xsm.Submotion(b"a"), "", False)
    return motion(submotions(one, each(size, len(one))))


@recipe()
def xsm_keys_of_one_time(size):
    one = written(xsm.Submotion(posKeys=[((0.0, 0.0, 0.0), 0.5)] * each(size, 16)), "", False)
    return motion(submotions(one, 1))


@recipe()
def xsm_keys_backwards(size):
    count = each(size, 16)
    one = written(xsm.Submotion(posKeys=[((NAN, 0.0, 0.0), float(count - number)) for number in range(count)]), "", False)
    return motion(submotions(one, 1))


@recipe()
def xsm_submotions_with_a_wrong_count(size):
    """The number of keys of the last one is too high by one."""
    one = written(xsm.Submotion(b"a"), "", False)
    count = each(size, len(one))
    last = written(xsm.Submotion(b"a", posKeys=[((0.0, 0.0, 0.0), 0.0)], nPos=2), "", False)
    body = u32(count + 1) + one * count + last
    return motion(chunk(202, 2, body), chunk(201, 2, b"\0" * 20))


again("xsm-lists-of-wrong-counts", chunk(202, 2, u32(2) + written(xsm.Submotion(b"a"), "", False)), motion(), small=False)
again("xsm-single-submotions-of-wrong-names", written(xsm.Single(submotion=xsm.Submotion(b"abc", nameLength=1), version=2), "c"), motion())
again("xpm-chunks-of-wrong-length", written(xpm.Single(anim=xpm.Anim(b"a"), length=lambda true: true + 7), "c"), b"XPM \1\0\0\0")


@recipe()
def xpm_animations_alike(size):
    one = written(xpm.Anim(b"a"), "")
    count = each(size, len(one))
    return b"XPM \1\0\0\0" + chunk(102, 1, u32(count) + one * count)


@recipe()
def xpm_keys_backwards(size):
    count = each(size, 6)
    one = written(xpm.Anim(b"a", [(float(count - number), 0) for number in range(count)]), "")
    return b"XPM \1\0\0\0" + chunk(102, 1, u32(1) + one)


# ---- XMF -----------------------------------------------------------------------------------------------------------------

def mesh(positions, corners, *more, wide=True, materials=(), **fields):
    """Of raw bytes: positions of three floats, indices of four bytes."""
    vertex = xmf.Buffer(xmf.STREAM_POSITION, xmf.FLOAT3, 12, positions, compressed=0)
    index = xmf.Buffer(xmf.INDICES, xmf.INDEX32, 4, corners, compressed=0)
    return xmf.Mesh([vertex, index, *more], materials or [xmf.Material(0, len(corners) // 4)], **fields).bytes()


def corner_bytes(numbers):
    numbers = list(numbers)
    numbers = numbers[:len(numbers) // 3 * 3]
    return struct.pack(f"<{len(numbers)}I", *numbers)


@recipe()
def xmf_vertices_all_alike(size):
    """All triangles have no area."""
    count = each(size, 24)
    return mesh(struct.pack("<3f", 1, 2, 3) * count, corner_bytes([0] * 3 * count))


@recipe()
def xmf_vertices_not_finite(size):
    count = each(size, 24)
    return mesh(struct.pack("<3f", NAN, 2, 3) * count, corner_bytes(range(count)))


@recipe()
def xmf_indices_beyond_the_vertices(size):
    return mesh(bytes(36), corner_bytes([99] * (size // 4)))


@recipe()
def xmf_vertices_without_index(size):
    return mesh(struct.pack("<3f", 1, 2, 3) * each(size, 12), corner_bytes([0, 1, 2]))


@recipe()
def xmf_buffers_of_the_same_bytes(size):
    """All buffers have the same bytes."""
    stream = [xmf.Buffer(xmf.STREAM_TEXCOORD, xmf.FLOAT3, 12, bytes(size // 12 * 12), compressed=0, dataOffset=0,
                         usageIndex=number) for number in range(200)]
    return xmf.Mesh([*stream, xmf.indices([0, 1, 2], dataOffset=0)]).bytes()


@recipe(compressed=True)
def xmf_compressed_a_thousand_times(size):
    """The bytes of the file are few: `size` is that of the vertices."""
    packed = zlib.compress(bytes(size // 12 * 12), 9)
    vertices = xmf.Buffer(xmf.STREAM_POSITION, xmf.FLOAT3, 12, b"", data=packed, itemsPerSection=size // 12)
    return xmf.Mesh([vertices, xmf.indices([0, 1, 2])], [xmf.Material(0, 3)]).bytes()


@recipe()
def xmf_normals_of_wrong_length(size):
    elements = [xmf.Element(xmf.FLOAT3, xmf.POSITION), xmf.Element(xmf.FLOAT3, xmf.NORMAL)]
    vertices = xmf.Buffer(0, xmf.DECLARED, 24, struct.pack("<6f", 1, 2, 3, 9, 9, 9) * each(size, 24), compressed=0,
                          elements=elements)
    return xmf.Mesh([vertices, xmf.indices([0, 1, 2])], [xmf.Material(0, 3)]).bytes()


# ---- Egosoft's ANI ----------------------------------------------------------------------------------------------------------

def xani_file(count, record, keys=b""):
    file = bytearray(xani.Animations([]).bytes())
    struct.pack_into("<II", file, 0, count, len(file) + count * len(record))
    return bytes(file) + record * count + keys


many("xani-animations-alike", 160, lambda count: xani_file(count, xani.Anim().bytes()))
many("xani-animations-of-too-many-keys", 160, lambda count: xani_file(count, xani.Anim(nPos=1000).bytes()))


@recipe()
def xani_keys_of_one_time(size):
    key = xani.Key(value=(NAN, 0.0, 0.0)).bytes()
    count = each(size, len(key))
    return xani_file(1, xani.Anim(nPos=count).bytes(), key * count)


# ---- BGP, BGF and BSG ---------------------------------------------------------------------------------------------------------

def nul_text(content):
    return text(content + b"\0")


ACTION = nul_text(b"a") + nul_text(b"gone")


def plan_of_actions(count):
    """A plan with a state whose actions are about no asset."""
    return b"\0" + u32(0) + u32(1) + nul_text(b"main") + u32(count) + ACTION * count + u32(0) + u32(0)


many("bgp-assets-alike", len(written(anark.Asset(), "")), lambda count: b"\0" + u32(count) + written(anark.Asset(), "") * count + u32(0))
many("bgp-states-alike", len(written(anark.State(), "")), lambda count: b"\0" + u32(0) + u32(count) + written(anark.State(), "") * count)
many("bgp-actions-of-no-asset", len(ACTION), plan_of_actions)


@recipe()
def bgp_transitions_to_no_state(size):
    one = written(anark.Transition(b"gone", b"e"), "")
    count = each(size, len(one))
    return b"\0" + u32(0) + u32(1) + nul_text(b"main") + u32(0) + u32(count) + one * count + u32(0)


@recipe()
def bgp_states_with_short_names(size):
    found = names(each(size, 19))
    states = b"".join(nul_text(name.encode()) + bytes(12) for name in found)
    return b"\0" + u32(0) + u32(len(found)) + states


def face(**fields):
    return anark.Face(**{"elements": [anark.Element()]} | fields)


def setting(**fields):
    return [anark.Slide(settings=[anark.Setting(**fields)])]


ATTRIBUTE = [("x", anark.INT, 1)]
many("bgf-elements-in-a-chain", 40, lambda count: face(elements=[anark.Element(parentIdx=number - 1) for number in range(count)]))
many("bgf-elements-of-one-parent", 40,
     lambda count: face(elements=[anark.Element(parentIdx=min(number, 1) - 1) for number in range(count)]))
many("bgf-elements-of-wrong-counts", 40,
     lambda count: face(elements=[anark.Element(attributes=ATTRIBUTE, nAttributes=3)] * count), small=False)
many("bgf-section-of-a-wrong-count", 40,   # the last element counts one attribute too many
     lambda count: face(elements=[anark.Element()] * count + [anark.Element(attributes=ATTRIBUTE, nAttributes=2)]))
many("bgf-attributes-alike", 8, lambda count: face(elements=[anark.Element(attributes=ATTRIBUTE * count)]))
many("bgf-animations-alike", 24, lambda count: face(animations=[anark.Animation(keys=())] * count))
many("bgf-keys-of-one-time", 24, lambda count: face(animations=[anark.Animation(keys=[(0, (NAN,) * 5)] * count)]))
many("bgf-contracts-alike", 12, lambda count: face(contracts=[anark.Contract(0, ())] * count, strings=[b"event"]))
many("bgf-slides-alike", 30, lambda count: face(slides=[anark.Slide()] * count))
many("bgf-settings-alike", 16, lambda count: face(slides=[anark.Slide(settings=[anark.Setting()] * count)]))
many("bgf-settings-of-wrong-counts", 24, lambda count: face(
    slides=[anark.Slide(settings=[anark.Setting(values=[("opacity", anark.FLOAT, 1.0)], nValues=3)] * count)]))
many("bgf-references-alike", 9, lambda count: face(animations=[anark.Animation()], slides=setting(refs=[(0, 1, 0)] * count)))
many("bgf-values-alike", 8, lambda count: face(slides=setting(values=[("opacity", anark.FLOAT, NAN)] * count)))
many("bgf-strings-alike", 5, lambda count: face(strings=[b"a"] * count))
many("bgf-parameters-alike", 8, lambda count: face(params=[("x", "i", 1)] * count))
many("bsg-nodes-in-a-chain", 100, lambda count: anark.Graph(nodes=[anark.Node(number, number - 1) for number in range(count)]))
many("bsg-nodes-alike", 100, lambda count: anark.Graph(nodes=[anark.Node(1, -1)] * count))
many("bsg-assets-of-no-node", 8, lambda count: anark.Graph(nodes=[anark.Node(1, -1)], assets=[(99, 1)] * count))


# ---- BBMOD and BBANIM ------------------------------------------------------------------------------------------------------------

def model(nodes_bytes, count, **fields):
    """A model of these nodes instead of its own."""
    out = bbmod.Model(meshes=[], root=bbmod.Node(b"a"), materials=(), **fields).built()
    start, length = out.places["nodes[0]"]
    data = bytearray(out.data)
    struct.pack_into("<I", data, out.places["nodeCount"][0], count)
    return bytes(data[:start]) + nodes_bytes + bytes(data[start + length:])


def bbmod_item(node):
    out = bbmod.Library()
    node.write(out, 0)
    return bytes(out.data)


@recipe()
def bbmod_nodes_in_a_chain(size):
    count = each(size, 55)
    return model(b"".join(bbmod_item(bbmod.Node(b"n", index=number, nChildren=int(number + 1 < count)))
                          for number in range(count)), count)


@recipe()
def bbmod_nodes_of_one_parent(size):
    count = each(size, 55)
    return model(bbmod_item(bbmod.Node(b"n", index=0, nChildren=count - 1))
                 + b"".join(bbmod_item(bbmod.Node(b"n", index=number)) for number in range(1, count)), count)


@recipe()
def bbmod_nodes_of_one_index(size):
    one = bbmod_item(bbmod.Node(b"n", index=0, isBone=1))
    count = each(size, len(one))
    return model(bbmod_item(bbmod.Node(b"n", index=0, nChildren=count)) + one * count, count + 1)


many("bbmod-bones-alike", 36, lambda count: bbmod.Model(bones=[bbmod.Bone(0)] * count))
many("bbmod-materials-alike", 2, lambda count: bbmod.Model(materials=[b"m"] * count))
many("bbmod-meshes-without-vertices", 45, lambda count: bbmod.Model(meshes=[bbmod.Mesh(count=0)] * count, root=bbmod.Node(b"a")))
many("bbmod-node-of-many-meshes", 4, lambda count: bbmod.Model(root=bbmod.Node(b"a", meshes=[0] * count)))
many("bbanim-events-alike", 10, lambda count: bbanim.Animation(events=[(9.0, b"e")] * count))


@recipe()
def bbmod_vertices_not_finite(size):
    count = each(size, 12) // 3 * 3
    return bbmod.Model([bbmod.Mesh("vertices", count=count, positions=[(NAN, 0.0, 0.0)] * count)]).bytes()


@recipe()
def bbanim_frames_not_finite(size):
    frames = each(size, 64)
    moves = {("parentSpace", frame, 0): (NAN,) * 8 for frame in range(frames)}
    return bbanim.Animation(frames=frames, nodes=1, transforms=moves).bytes()


# ---- Lost Saga -------------------------------------------------------------------------------------------------------------------

@recipe()
def skl_bones_in_a_chain(size):
    found = [name.encode() for name in names(each(size, 150))]
    rows = zip(found, [skl.ROOT, *found], found[1:] + [None])
    return skl.Skeleton(bones=[skl.Bone(name, above, [below] if below else []) for name, above, below in rows]).bytes()


@recipe()
def skl_bones_of_one_parent(size):
    found = [name.encode() for name in names(each(size, 160), "b")]
    return skl.Skeleton(bones=[skl.Bone(b"root", skl.ROOT, found)] + [skl.Bone(name, b"root") for name in found]).bytes()


@recipe()
def skl_bones_in_loops(size):
    found = [name.encode() for name in names(each(size, 150))]
    return skl.Skeleton(bones=[skl.Bone(name, above, [below]) for name, above, below in
                               zip(found, found[-1:] + found, found[1:] + found)]).bytes()


def short_names(count):
    return [name.encode() for name in names(count)]


def boned(bones):
    return msh.Mesh(type=1, bones=bones, weights=[(1.0, 0, 0, 0, 0, 0, 0, 0)] * 4)


CHILD = [skl.Bone(b"a", b"root")]
many("skl-bones-alike", 150, lambda count: skl.Skeleton(bones=[skl.Bone(b"a", b"a", [b"a"])] * count))
many("skl-children-alike", 5, lambda count: skl.Skeleton(bones=[skl.Bone(b"root", skl.ROOT, [b"a"] * count)] + CHILD))
many("skl-parents-that-are-missing", 150, lambda count: skl.Skeleton(bones=[skl.Bone(name, b"gone") for name in short_names(count)]))
many("ani-tracks-alike", 13, lambda count: ani.Animation(tracks=[ani.Track(b"a")] * count))
many("ani-tracks-with-short-names", 15, lambda count: ani.Animation(tracks=[ani.Track(name) for name in short_names(count)]))
many("ani-keys-of-one-time", 32, lambda count: ani.Animation(tracks=[ani.Track(b"a", [(ani.UNIT, ani.ZERO, 5)] * count)]))
many("ani-events-alike", 14, lambda count: ani.Animation(events=[(b"t", b"n", 5)] * count))
many("cms-triangles-alike", 6, lambda count: cms.Collision(faces=[(0, 0, 0)] * count))
many("cms-vertices-alike", 12, lambda count: cms.Collision(vertices=[(NAN, 0.0, 0.0)] * count))
many("msh-bones-alike", 5, lambda count: boned([b"a"] * count), memory=OF_SHORT_RECORDS)
many("msh-bones-with-short-names", 7, lambda count: boned(short_names(count)), memory=OF_SHORT_RECORDS)
many("msh-submeshes-that-are-empty", 16, lambda count: msh.Mesh(submeshes=[(0, 0, 0, 0)] * count))
many("msh-points-alike", 27, lambda count: msh.Mesh(version=2002, points=[(b"t", b"b", b"e", (0.0, 0.0, 0.0))] * count))


@recipe()
def msh_submeshes_of_the_same_triangles(size):
    faces = [(0, 1, 2)] * each(size // 2, 6)
    return msh.Mesh(faces=faces, submeshes=[(0, 4, 0, len(faces))] * each(size // 2, 16)).bytes()


@recipe()
def msh_submeshes_in_a_row(size):
    count = each(size, 22)
    return msh.Mesh(faces=[(0, 1, 2)] * count, submeshes=[(0, 4, 3 * number, 1) for number in range(count)]).bytes()


@recipe()
def msh_weights_of_missing_bones(size):
    count = min(each(size, 44), 65535)
    return msh.Mesh(type=1, bones=[b"a"], positions=[(1.0, 2.0, 3.0)] * count,
                    weights=[(0.5, 0.5, 0.5, 0.5, 9, 9, 9, 9)] * count).bytes()


# ---- X4 --------------------------------------------------------------------------------------------------------------------------

OWN = "extensions/ship_mod/"


def mod(files, content=x4.CONTENT):
    """A mod of X4."""
    return {"content.xml": content, "found.xml": '<macros><macro name="found"/></macros>'} | files


def repeated(size, one, *, start="", end=""):
    return start + one * each(size - len(start) - len(end), len(one)) + end


def index(entries):
    return "<index>" + "".join(entries) + "</index>"


# A rule about missing files is silent until one is found.
FOUND = f'<entry name="found" value="{OWN}found"/>'


def entries(size, name, value):
    """Entries; `name` and `value` get the number of each."""
    rows = parts(size, lambda number: f'<entry name="{name(number)}" value="{value(number)}"/>\n')
    return index([FOUND, rows])


def component(inside, geometry=OWN + "d", name="ship"):
    return (f'<components><component name="{name}"><source geometry="{geometry}"/><connections>{inside}'
            "</connections></component></components>")


def connection(parts, more=""):
    return f'<connection name="c"><parts>{parts}</parts>{more}</connection>'


def parts(size, write):
    rows, length = [], 0
    while length < size:
        rows.append(write(len(rows)))
        length += len(rows[-1])
    return "".join(rows)


MESHES = {"d/a-lod0.xmf": x4.mesh()}


@recipe()
def x4_entries_of_one_name(size):
    return mod({"index/macros.xml": entries(size, lambda _: "a", lambda number: f"{OWN}m{number}")})


@recipe()
def x4_entries_of_one_name_after_a_long_path(size):
    first = f'<entry name="a" value="{OWN}{"x" * (size // 2)}"/>'
    return mod({"index/macros.xml": index([first, entries(size // 2, lambda _: "a", lambda number: f"{OWN}m")[7:-8]])})


@recipe()
def x4_entries_to_no_file(size):
    return mod({"index/macros.xml": entries(size, lambda number: f"a{number}", lambda number: f"{OWN}m/x{number}"),
                "m/y.xml": "<macros/>"})


@recipe()
def x4_entries_to_one_file(size):
    return mod({"index/macros.xml": entries(size, lambda number: f"a{number}", lambda _: f"{OWN}m/y"),
                "m/y.xml": repeated(size // 4, '<macro name="b"/>', start="<macros>", end="</macros>")})


@recipe()
def x4_entries_to_a_name_of_many_files(size):
    """The name of the file is wanted in a folder that has none, and is in many others."""
    count = each(size // 2, 40)
    files = {f"f{number}/y.xml": "<macros/>" for number in range(count)}
    return mod({"index/macros.xml": entries(size // 2, lambda number: f"a{number}", lambda _: f"{OWN}m/y")} | files)


@recipe(memory=OF_SHORT_RECORDS)
def x4_entries_to_ignored_folders(size):
    return mod({"index/macros.xml": entries(size // 2, lambda number: f"a{number}", lambda number: f"{OWN}m{number}/n/o/y"),
                ".gitignore": "a\n" * (size // 4), "good.xml": "<macros/>"})


@recipe(memory=OF_SHORT_RECORDS)
def x4_entries_and_patterns_that_take_back(size):
    return mod({"index/macros.xml": entries(size // 2, lambda number: f"a{number}", lambda number: f"{OWN}m{number}/n/o/y"),
                ".gitignore": "!a\n" * (size // 6), "good.xml": "<macros/>"})


@recipe()
def x4_entries_with_patterns(size):
    """Names that end in a star, and macros that each of them nearly matches."""
    stars = entries(size // 2, lambda number: "a" * (number % 200) + "b*", lambda _: f"{OWN}m/y")
    macros = "".join(f'<macro name="{"a" * 300}{number}"/>' for number in range(each(size // 2, 320)))
    return mod({"index/macros.xml": stars, "m/y.xml": f"<macros>{macros}</macros>"})


@recipe()
def x4_macro_with_a_long_name(size):
    long = "a" * (size // 2)
    return mod({"index/macros.xml": index([f'<entry name="{long[:-1]}b*" value="{OWN}m/z"/>']),
                "m/y.xml": f'<macros><macro name="{long}"/></macros>', "m/z.xml": "<macros/>"})


@recipe()
def x4_macros_in_no_index(size):
    macros = parts(size, lambda number: f'<macro name="a{number}"/>')
    return mod({"index/macros.xml": index([f'<entry name="b" value="{OWN}m/y"/>']), "m/y.xml": f"<macros>{macros}</macros>"})


@recipe()
def x4_macros_alike(size):
    return mod({"index/macros.xml": index([f'<entry name="b" value="{OWN}m/y"/>']),
                "m/y.xml": repeated(size, '<macro name="a"/>', start="<macros>", end="</macros>")})


@recipe()
def x4_components_alike(size):
    one = component(connection('<part name="b"/>'))[12:-13]
    return mod({"index/components.xml": index([f'<entry name="ship" value="{OWN}s"/>']),
                "s.xml": repeated(size, one, start="<components>", end="</components>")} | MESHES)


@recipe()
def x4_components_of_many_folders(size):
    rows = parts(size, lambda number: component(connection('<part name="b"/>'), f"{OWN}d{number}")[12:-13])
    return mod({"s.xml": f"<components>{rows}</components>"} | MESHES)


@recipe(memory=OF_SHORT_RECORDS)
def x4_parts_without_a_mesh(size):
    return mod({"s.xml": component(connection(parts(size, lambda number: f'<part name="b{number}"/>')))} | MESHES)


@recipe()
def x4_parts_of_a_component_with_a_long_name(size):
    rows = parts(size // 2, lambda number: f'<part name="b{number}"/>')
    return mod({"s.xml": component(connection(rows), name="n" * (size // 2))} | MESHES)


@recipe()
def x4_parts_in_an_element_with_a_long_name(size):
    long = "n" * (size // 2)
    rows = parts(size // 2, lambda number: f'<part name="b{number}"/>')
    inside = component(connection(rows)).replace('connection name="c"', f'connection name="{long}"')
    return mod({"s.xml": inside} | MESHES)


@recipe(small=False, memory=OF_SHORT_RECORDS)
def x4_parts_in_a_folder_with_a_long_path(size):
    folder = "/".join(["d" * 200] * 18)
    rows = parts(size, lambda number: f'<part name="b{number}"/>')
    return mod({"s.xml": component(connection(rows), OWN + folder), f"{folder}/a-lod0.xmf": x4.mesh()})


@recipe()
def x4_parts_without_a_name(size):
    return mod({"s.xml": component(connection(repeated(size, "<part/>")))} | MESHES)


@recipe()
def x4_levels_without_a_number(size):
    return mod({"s.xml": component(connection(f'<part name="a"><lods>{repeated(size, "<lod/>")}</lods></part>'))} | MESHES)


@recipe(small=False)
def x4_levels_of_one_mesh(size):
    """A mesh of all 255 materials, and levels that list one."""
    mesh = x4.mesh()
    level = '<lod index="0"><materials><material ref="a.b"/></materials></lod>'
    return mod({"s.xml": component(connection(f'<part name="a"><lods>{repeated(size, level)}</lods></part>')),
                "d/a-lod0.xmf": many_materials()})


def many_materials():
    rows = [xmf.Material(3 * number, 3, b"ships.m%d" % number) for number in range(255)]
    return xmf.Mesh([xmf.positions([(0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (0.0, 1.0, 0.0)]),
                     xmf.indices([0, 1, 2] * 255, compressed=0)], rows).bytes()


@recipe()
def x4_components_inside_components(size):
    inside = connection(parts(size // 2, lambda number: f'<part name="b{number}"/>'))
    for number in range(min(240, size // 200)):
        inside = f'<connection name="k"><component name="c{number}"><connections>{inside}</connections></component></connection>'
        inside += '<connection name="c" parent="x"><parts><part name="a"/></parts></connection>'
    return mod({"s.xml": component(inside)} | MESHES)


@recipe()
def x4_parents_that_are_no_part(size):
    rows = parts(size // 2, lambda number: f'<connection name="c" parent="a{number}"/>')
    return mod({"s.xml": component(connection(parts(size // 2, lambda number: f'<part name="b{number}"/>')) + rows, "")})


def macro_of(component, connections):
    return f'<macros><macro name="m"><component ref="{component}"/><connections>{connections}</connections></macro></macros>'


@recipe()
def x4_connections_that_the_component_lacks(size):
    rows = parts(size // 2, lambda number: f'<connection name="a{number}"/>')
    return mod({"s.xml": component(rows), "m.xml": macro_of("ship", parts(size // 2, lambda number: f'<connection ref="b{number}"/>'))})


@recipe()
def x4_connections_of_a_component_with_a_long_name(size):
    long = "a" * (size // 4)
    rows = repeated(size // 4, '<connection name="a"/>')
    return mod({"s.xml": component(rows, name=long), "m.xml": macro_of(long, repeated(size // 4, '<connection ref="b"/>'))})


@recipe()
def x4_operations_on_many_components(size):
    return mod({"s.xml": component(connection('<part name="b"/>')), "libraries/a.xml": repeated(
        size, "<add sel=\"//component[@name='a']\"/>", start="<diff>", end="</diff>")})


@recipe()
def x4_materials_of_a_level(size):
    materials = repeated(size, '<material ref="a"/>')
    return mod({"s.xml": component(connection(
        f'<part name="a"><lods><lod index="0"><materials>{materials}</materials></lod></lods></part>'))} | MESHES)


@recipe()
def x4_animations_without_a_motion(size):
    moving = parts(size // 2, lambda number: f'<animation name="b{number}"/>')
    motions = xani_file(each(size // 2, 160), xani.Anim(b"a", b"other").bytes())
    return mod({"s.xml": component(connection('<part name="a"/>', f"<animations>{moving}</animations>")),
                "d.ani": motions} | MESHES)


@recipe(small=False)
def x4_animations_of_many_parts(size):
    moving = parts(size // 3, lambda number: f'<animation name="b{number}"/>')
    rows = parts(size // 3, lambda number: f'<part name="a{number}"/>')
    found = names(each(size // 3, 160))
    motions = xani_file(len(found), b"")[:16] + b"".join(
        xani.Anim(b"z" + name.encode(), b"b%d" % number).bytes() for number, name in enumerate(found))
    return mod({"s.xml": component(connection(rows, f"<animations>{moving}</animations>")), "d.ani": motions} | MESHES)


# The same elements again and again in one file: its root (and another end), the elements, bytes of memory.
for name, path, root, end, elements, memory in (
        ("operations-without-sel", "libraries/a.xml", "diff", "diff", "<add/>", 8),
        ("operations-that-are-none", "libraries/a.xml", "diff", "diff", "<x/>", OF_SHORT_RECORDS),
        ("operations-with-long-paths", "libraries/a.xml", "diff", "diff",
         '<add sel="/a/b[@c=\'d\']/e[not(@f)]//g[1]/text()"><h i="j"/></add>', 8),
        ("line-breaks", "libraries/a.xml", "diff", "diff", "<x\n/>\r\n", 8),
        ("text-that-ends-in-an-error", "t/0001.xml", "language", "wrong", '<t id="1">a</t>\n', 8),
        ("elements-nested", "md/a.xml", "mdscript", "mdscript", "<a>" * 990 + "</a>" * 990, 8),    # as deep as allowed
        ("elements-without-content", "md/a.xml", "mdscript", "mdscript", "<a/>", 8)):
    add(f"x4-{name}", lambda size, path=path, root=root, end=end, elements=elements: mod(
        {path: repeated(size, elements, start=f"<{root}>", end=f"</{end}>")}), memory=memory)


@recipe(memory=OF_FINDINGS)
def x4_operations_in_many_files(size):
    one = repeated(4000, "<x/>", start="<diff>", end="</diff>")
    return mod({f"libraries/a{number}.xml": one for number in range(each(size, len(one)))})


@recipe()
def x4_elements_nested_too_deep(size):
    return mod({"md/a.xml": "<a>" * (size // 3)})


@recipe()
def x4_element_with_many_attributes(size):
    rows = parts(size, lambda number: f' a{number}="{OWN}b"')
    return mod({"md/a.xml": f"<mdscript{rows}/>"})


@recipe(memory=OF_SHORT_RECORDS)
def x4_element_with_many_attributes_in_capitals(size):
    rows = parts(size, lambda number: f' a{number}=""')
    return mod({"md/a.xml": f"<mdscript{rows}/>"})


@recipe()
def x4_attribute_that_is_long(size):
    return mod({"md/a.xml": f'<mdscript a="{"x" * size}"/>'})


@recipe()
def x4_attribute_of_entities(size):
    return mod({"md/a.xml": f'<mdscript a="{"&amp;" * (size // 5)}"/>'})


@recipe()
def x4_entities_of_entities(size):
    declared = "".join(f'<!ENTITY e{number} "{f"&e{number - 1};" * 10}">' for number in range(1, 12))
    return mod({"md/a.xml": f'<!DOCTYPE a [<!ENTITY e0 "x">{declared}]><a>{"&e11;" * (size // 5)}</a>'})


@recipe()
def x4_library_in_utf16(size):
    return mod({"libraries/a.xml": repeated(size // 2, "<x/>\n", start="<diff>", end="</diff>").encode("utf-16")})


@recipe()
def x4_library_in_latin_1(size):
    start = '<?xml version="1.0" encoding="windows-1252"?><diff>'
    return mod({"libraries/a.xml": repeated(size, "<x a='\xe4'/>\n", start=start, end="</diff>").encode("latin-1")})


@recipe()
def x4_pictures_that_are_missing(size):
    rows = parts(size, lambda number: f'<material name="m{number}"><properties><property type="BitMap" name="d" '
                                      f'value="{OWN}t/p{number}"/></properties></material>')
    return mod({"libraries/material_library.xml": f'<materiallibrary><collection name="c">{rows}</collection></materiallibrary>',
                "t/q.dds": b"DDS "})


@recipe()
def x4_pictures_of_a_material_with_a_long_name(size):
    rows = parts(size // 2, lambda number: f'<property type="BitMap" name="d" value="{OWN}t/p{number}"/>')
    return mod({"libraries/material_library.xml":
                '<materiallibrary><collection name="c"><material name="' + "m" * (size // 2)
                + f'"><properties><property type="BitMap" name="e" value="{OWN}t/q"/>{rows}</properties></material></collection></materiallibrary>',
                "t/q.dds": b"DDS "})


@recipe()
def x4_pictures_with_near_names(size):
    """The names of files differ from those of the references in one letter."""
    count = each(size, 150)
    rows = "".join(f'<property type="BitMap" name="d" value="{OWN}t/{"p" * 40}{number}"/>' for number in range(count))
    return mod({"libraries/material_library.xml":
                f'<materiallibrary><collection name="c"><material name="m"><properties>{rows}'
                f'<property type="BitMap" name="d" value="{OWN}t/q"/></properties></material></collection></materiallibrary>',
                "t/q.dds": b"DDS "} | {f"t/{'p' * 39}q{number}.dds": b"DDS " for number in range(count)})


@recipe()
def x4_materials_of_no_library(size):
    """Many meshes."""
    mesh = many_materials()
    library = x4.library(x4.material("other"))
    return mod({"libraries/material_library.xml": library} | {f"d/a{number}-lod0.xmf": mesh
                                                              for number in range(each(size, len(mesh)))})


@recipe()
def x4_mods_in_mods(size):
    """Each in a folder of the one before."""
    files, folder = {}, ""
    while sum(map(len, files)) < size and len(folder) < 1200:   # Python removes folders by recursion
        files[folder + "content.xml"] = x4.CONTENT
        files[folder + "index/macros.xml"] = index([f'<entry name="a" value="{OWN}m"/>'])
        folder += "m/"
    return files


@recipe()
def x4_mods_of_one_name(size):
    count = each(size, 200)
    return {f"{number}/{name}": content for number in range(count)
            for name, content in (("content.xml", x4.CONTENT), ("index/macros.xml", index([f'<entry name="a" value="{OWN}m"/>'])))}


@recipe("check", "--no-config", "-q", "--fail-on=never", "--allow-empty", "-j1", "--with", "{folder}/game", "{folder}/mods")
def x4_mods_that_refer_to_each_other(size):
    """All have one name, and refer to another mod of that name."""
    count = each(size, 400)
    files = {"game/index/macros.xml": index([])}
    for number in range(count):
        files[f"mods/{number}/content.xml"] = x4.CONTENT
        files[f"mods/{number}/index/macros.xml"] = entries(200, lambda entry: f"a{entry}", lambda entry: f"extensions/other/m{entry}")
    for number in range(count):
        files[f"mods/o{number}/content.xml"] = x4.CONTENT.replace("ship_mod", "other")
    return files


@recipe()
def x4_mods_without_content(size):
    """Folders with an index alone."""
    return {f"{number}/index/macros.xml": index([f'<entry name="a" value="{OWN}m"/>']) for number in range(each(size, 60))}


@recipe()
def x4_dependencies(size):
    rows = parts(size, lambda number: f'<dependency id="d{number}"/>')
    return mod({"md/a.xml": repeated(size // 2, '<a b="extensions/shipmod/c"/>', start="<a>", end="</a>"),
                "index/macros.xml": entries(size // 2, lambda number: f"a{number}", lambda _: "extensions/ship_mob/c")},
               f'<content id="ship_mod">{rows}</content>')


@recipe()
def x4_paths_into_extensions(size):
    return mod({"md/a.xml": "<a>" + parts(size, lambda number: f'<a b="extensions/e{number}/c"/>') + "</a>"})


@recipe()
def x4_names_of_mods_that_differ(size):
    rows = entries(size, lambda number: f"a{number}", lambda number: f"extensions/ship_m{number % 100000}/c")
    return mod({"index/macros.xml": rows})


@recipe()
def x4_files_of_one_folder(size):
    return mod({f"a/b{number}.txt": "" for number in range(each(size, 100))})


@recipe()
def x4_meshes_of_one_folder(size):
    return mod({f"d/a{number}-lod{number % 9}.xmf": x4.mesh() for number in range(each(size, 600))}
               | {"s.xml": component(connection('<part name="b"/>'))})


@recipe()
def x4_levels_of_detail_alone(size):
    """No mesh has a level 0."""
    return {f"d/a-lod{number + 1}.xmf": x4.mesh() for number in range(each(size, 600))}


# ---- Paradox ---------------------------------------------------------------------------------------------------------------------

ANIMS = "gfx/anims/"


def gfx_mod(text, **more):
    """A mod whose .gfx has this text in its object types."""
    return {"interface/a.gfx": "objectTypes = {\n" + text + "}\n", ANIMS + "horse.xac": pdx.actor().bytes()} | {
        path: content for path, content in more.items()}


def gfx_type(name, *lines, actor="horse"):
    return "EMFXActorType={" + f'name="{name}" actorfile="{ANIMS}{actor}.xac" ' + " ".join(lines) + "}\n"


# Enough good references, so that missing files are judged.
KNOWN_TYPES = "".join(gfx_type(f"k{number}") for number in range(4000))


# The text of a .gfx.
for name, memory, make in (
        ("types-of-one-name", 8, lambda size: repeated(size, gfx_type("a"))),
        ("types-nested", OF_SHORT_RECORDS, lambda size: repeated(size, "EMFXActorType={" * 60 + "}" * 60)),
        ("types-without-keys", OF_SHORT_RECORDS, lambda size: repeated(size, "EMFXActorType={}")),
        ("braces-nested", 8, lambda size: "{" * (size // 2) + "}" * (size // 2)),
        ("braces-closed", 8, lambda size: "}" * size),
        ("braces-closed-and-text", 8, lambda size: repeated(size, "} a ")),
        ("keys-without-values", 8, lambda size: gfx_type("a", repeated(size, "a=\n"))),
        ("operators", 8, lambda size: "=" * size),
        ("quotes-left-open", 8, lambda size: repeated(size, 'a="b\n')),
        ("comment-that-is-long", 8, lambda size: "#" * size + "\n"),
        ("comments", 8, lambda size: repeated(size, "a =#\n")),
        ("blanks", 8, lambda size: "a" + " " * size + "=1"),
        ("words-before-blanks", 8, lambda size: "a=b" + "\n" * size)):  # whether a word is the next key shows only behind them
    add(f"pdx-{name}", lambda size, make=make: gfx_mod(make(size)), memory=memory)


@recipe()
def pdx_types_of_one_name_and_many_actors(size):
    return gfx_mod(parts(size, lambda number: gfx_type("a", actor=f"x{number}")))


@recipe(memory=OF_SHORT_RECORDS)
def pdx_types_after_a_long_name(size):
    """One type with a long name, and many keys in it twice."""
    return gfx_mod(gfx_type("n" * (size // 2), repeated(size // 2, "scale=1 ")))


@recipe()
def pdx_actors_that_are_missing(size):
    return gfx_mod(KNOWN_TYPES + parts(size // 20, lambda number: gfx_type(f"t{number}", actor=f"x{number}"))
                   + repeated(size, gfx_type("b")))


@recipe()
def pdx_actors_with_near_names(size):
    count = each(size // 3, 200)
    missing = "".join(gfx_type(f"t{number}", actor=f"{'p' * 60}{number}o") for number in range(count // 20))
    return gfx_mod(repeated(size // 2, gfx_type("b")) + missing) | {
        f"{ANIMS}{'p' * 60}{number}q.xac": b"XAC " for number in range(count)}


@recipe()
def pdx_motions_of_one_actor(size):
    """Each type refers to the same motion."""
    one = gfx_type("a", f'animation={{name="m" file="{ANIMS}ride.xsm"}}')
    return gfx_mod(repeated(size, one)) | {ANIMS + "ride.xsm": pdx.ride(b"other")}


@recipe()
def pdx_motions_and_actors(size):
    """Every type combines an actor and a motion; none fit."""
    count = each(size, 700)
    types = "".join(gfx_type(f"t{number}", f'animation={{name="m" file="{ANIMS}ride.xsm"}}', actor=f"x{number}") for number in range(count))
    actor = pdx.actor().bytes()
    return gfx_mod(types) | {ANIMS + "ride.xsm": pdx.ride(*(b"o%d" % number for number in range(size // 200)))} | {
        f"{ANIMS}x{number}.xac": actor for number in range(count)}


@recipe()
def pdx_motions_without_types(size):
    count = each(size, 1000)
    return {f"a/m{number}.xsm": pdx.ride(b"o%d" % number) for number in range(count)} | {
        f"a/x{number}.xac": pdx.actor().bytes() for number in range(count)}


@recipe(memory=OF_SHORT_RECORDS)
def pdx_attached_to_missing_nodes(size):
    return gfx_mod(gfx_type("a", parts(size, lambda number: pdx.attach("a", f"n{number}") + " ")))


@recipe()
def pdx_sprites_without_pictures(size):
    rows = parts(size, lambda number: f'spriteType={{name="s{number}" texturefile="gfx/interface/p{number}.dds"}}\n')
    return {"interface/a.gfx": "spriteTypes={\n" + rows + "}\n", "gfx/interface/q.dds": b"DDS ",
            ANIMS + "horse.xac": pdx.actor().bytes()}


@recipe()
def pdx_textures_that_are_missing(size):
    layers = [b"p%d" % number for number in range(each(size, 60))]
    return gfx_mod(gfx_type("a")) | {ANIMS + "horse.xac": actor_of_layers(layers), "gfx/a.dds": b"DDS "}


def actor_of_layers(layers):
    materials = b"".join(written(xac.Material(layers=[xac.Texture(layer)]), "c") for layer in layers)
    return actor(ROOT, materials, written(xac_seeds.triangle(), "c"))


@recipe()
def pdx_mods_beside_each_other(size):
    """Each has a .mod, with folders that it replaces."""
    count = each(size, 250)
    files = {}
    for number in range(count):
        files[f"m{number}.mod"] = f'name="a" path="mod/m{number}" replace_path="gfx/anims" replace_path="interface"'
        files[f"m{number}/interface/a.gfx"] = "objectTypes={" + gfx_type("a") + "}"
    return files


@recipe()
def pdx_replaced_folders(size):
    rows = parts(size // 2, lambda number: f'replace_path="gfx/a{number}"\n')
    return gfx_mod(parts(size // 2, lambda number: gfx_type(f"t{number}", actor=f"x{number}"))) | {
        "a.mod": f'name="a"\n{rows}'}


# ---- Pairs ------------------------------------------------------------------------------------------------------------------------

@recipe()
def skl_files_of_one_folder(size):
    count = each(size, 700)
    skeleton = skl.tree((b"a", skl.ROOT), linked=b"gone.skl").bytes()
    motions = ani.Animation(tracks=[ani.Track(b"b")]).bytes()
    meshes = msh.Mesh(type=1, bones=[b"c"], weights=[(1.0, 0, 0, 0, 0, 0, 0, 0)] * 4).bytes()
    return {f"s{number}.skl": skeleton for number in range(count)} | {f"m{number}.ani": motions for number in range(count)} | {
        f"h{number}.msh": meshes for number in range(count)}


@recipe()
def skl_files_linked_in_a_chain(size):
    count = each(size, 200)
    return {f"s{number}.skl": skl.tree((b"a%d" % number, skl.ROOT), linked=b"s%d.skl" % (number + 1)).bytes() for number in range(count)}


@recipe()
def bgp_files_of_one_folder(size):
    """Each asks for a file that is missing."""
    count = each(size, 300)
    return {f"a{number}.bgp": anark.Plan([anark.Asset(b"m", b"ui/gone%d.bgf" % number)], [anark.State()]).bytes() for number in range(count)} | {
        f"ui/b{number}.bgf": anark.Face(elements=[anark.Element()]).bytes() for number in range(count)}


@recipe()
def bbmod_files_of_one_folder(size):
    count = each(size, 1000)
    return {f"a{number}.bbmod": bbmod.Model().bytes() for number in range(count)} | {
        f"m{number}.bbanim": bbanim.Animation(nodes=9).bytes() for number in range(count)}


# ---- Packages ----------------------------------------------------------------------------------------------------------------------

CHECKED = cms.Collision().bytes()


def zip_bytes(entries):
    """As archive.zip_archive, in linear time. An entry is (name, content, index of the header that the list points to)."""
    body, heads, listed = [], [], []
    at = 0
    for name, content, _ in entries:
        fields = struct.pack("<HHHHIII", 0, 0, 0, 0x2821, zlib.crc32(content), len(content), len(content))
        one = b"PK\3\4" + struct.pack("<H", 20) + fields + struct.pack("<HH", len(name), 0) + name + content
        heads.append(at)
        body.append(one)
        at += len(one)
    for number, (name, content, head) in enumerate(entries):
        fields = struct.pack("<HHHHIII", 0, 0, 0, 0x2821, zlib.crc32(content), len(content), len(content))
        listed.append(b"PK\1\2" + struct.pack("<HH", 3 << 8 | 20, 20) + fields
                      + struct.pack("<HHHHHII", len(name), 0, 0, 0, 0, 0o100644 << 16, heads[number if head is None else head]) + name)
    text = b"".join(listed)
    count = min(len(entries), 65535)
    return b"".join(body) + text + b"PK\5\6" + struct.pack("<HHHHIIH", 0, 0, count, count, len(text), at, 0)


@recipe()
def zip_members_alike(size):
    return zip_bytes([(b"a.cms", CHECKED, None)] * min(65000, each(size, len(CHECKED) + 86)))


@recipe()
def zip_members_without_content(size):
    return zip_bytes([(b"a", b"", None)] * min(65000, each(size, 78)))


@recipe()
def zip_members_backwards(size):
    count = min(65000, each(size, len(CHECKED) + 86))
    return zip_bytes([(b"%d.cms" % number, CHECKED, count - 1 - number) for number in range(count)])


@recipe()
def zip_members_at_one_place(size):
    count = min(65000, each(size, 90))
    return zip_bytes([(b"a.cms", CHECKED, 0)] * count)


@recipe()
def zip_members_with_long_names(size):
    return zip_bytes([(b"a/" * 32000 + b"%d.cms" % number, CHECKED, None) for number in range(each(size, 128000))])


@recipe()
def zip_members_that_are_packages(size):
    inner = zip_bytes([(b"a.cms", CHECKED, None)])
    return zip_bytes([(b"%d.zip" % number, inner, None) for number in range(min(65000, each(size, len(inner) + 80)))])


@recipe()
def zip_package_in_packages(size):
    content = CHECKED
    while len(content) < size:
        content = zip_bytes([(b"a.zip", content, None)] * (2 if len(content) < size // 2 else 1))
    return content


@recipe()
def zip_end_that_is_missing(size):
    """Bytes that look like the start of the end."""
    return b"PK\3\4" + b"PK\5\6" * (size // 4)


@recipe()
def zip_mod_with_deep_paths(size):
    """Each file lies in thousands of folders, beside the root of a mod."""
    folder = b"a/" * 15000
    return zip_bytes([(folder + b"m/content.xml", x4.CONTENT.encode(), None)]
                     + [(folder + b"n/%d.xml" % number, b"<a/>", None) for number in range(each(size, 60000))])


@recipe()
def zip_mod_with_packages_in_names(size):
    name = b"ext_.cat!/" * 6000
    return zip_bytes([(b"content.xml", x4.CONTENT.encode(), None)]
                     + [(name + b"%d.xml" % number, b"<a/>", None) for number in range(each(size, 120000))])


TAR_MEMBER = archive.tar_head(archive.Entry("a.cms"), len(CHECKED)) + archive.tar_padded(CHECKED)
again("tar-members-alike", TAR_MEMBER, end=bytes(1024))
again("tar-links", archive.tar_head(archive.Entry("a.cms", link="a.cms"), 0), end=bytes(1024))
many("tar-headers-without-members", 1024, lambda count: archive.pax_name("a.cms") * count + bytes(1024))


@recipe(small=False)
def tar_member_with_a_long_name(size):
    name = "a/" * (size // 4)
    return archive.pax_name(name + "b.cms") + archive.tar_head(archive.Entry("b.cms"), len(CHECKED)) + archive.tar_padded(CHECKED) + bytes(1024)


@recipe()
def tar_zeros(size):
    return TAR_MEMBER + bytes(size)


def seven(count, name, content):
    entries = [archive.Entry(name(number), content) for number in range(count)]
    return archive.seven_archive([entries]) if content else archive.seven_archive([], entries)


@recipe(memory=OF_MEMBERS)
def seven_members_alike(size):
    return seven(each(size, len(CHECKED) + 30), lambda _: "a.cms", CHECKED)


@recipe(memory=OF_MEMBERS)
def seven_folders_of_one_member(size):
    return archive.seven_archive([[archive.Entry("a.cms", CHECKED)] for _ in range(each(size, len(CHECKED) + 40))])


def cat_files(lines, data):
    return {"a_01.cat": lines, "a_01.dat": data}


CAT_LINE = "%s %d 1514764800 d41d8cd98f00b204e9800998ecf8427e\n"


@recipe(memory=OF_LINES)
def cat_lines_alike(size):
    return cat_files(repeated(size, CAT_LINE % ("a.cms", 0)), b"")


@recipe(memory=OF_LINES)
def cat_lines_that_are_wrong(size):
    return cat_files("a\n" * (size // 2), b"")


@recipe()
def cat_lines_with_short_names(size):
    return cat_files("".join(CAT_LINE % (name, 0) for name in names(each(size, 50))), b"")


@recipe(memory=OF_LINES)
def cat_lines_with_near_names(size):
    return cat_files(parts(size, lambda number: CAT_LINE % ("A" * (number % 2) + "a" * (number % 40) + ".cms", 0)), b"")


@recipe()
def cat_line_that_is_long(size):
    return cat_files(CAT_LINE % ("a/" * (size // 2) + "b.cms", len(CHECKED)), CHECKED)


@recipe()
def cat_line_with_packages_in_its_name(size):
    return {"content.xml": x4.CONTENT} | {"ext_01.cat": CAT_LINE % ("ext_.cat!/" * (size // 10) + "b.xml", 4), "ext_01.dat": b"<a/>"}


@recipe()
def cat_lines_with_deep_folders(size):
    folder = "a/" * (size // 8)
    return {"content.xml": x4.CONTENT, "ext_01.cat": "".join(CAT_LINE % (folder + name, 4) for name in ("m/content.xml", "n/b.xml", "n/c.xml")),
            "ext_01.dat": b"<a/>" * 3}


@recipe(memory=OF_MEMBERS)
def cat_members_broken(size):
    content = b"XUMF" + bytes(60)
    count = each(size, 60 + len(content))
    return cat_files("".join(CAT_LINE % (f"{number}.xmf", len(content)) for number in range(count)), content * count)


# ---- Configuration ------------------------------------------------------------------------------------------------------------------

CONFIGURED = ("check", "-q", "--fail-on=never", "--allow-empty", "-j1", "--config", "{folder}/assetlint.json", "{folder}")


def configuration(files=None, **lists):
    return {"assetlint.json": json.dumps(lists), "a.cms": CHECKED} | (files or {})


def some_files(count=20):
    return {f"files/a{number}.cms": CHECKED for number in range(count)}


# Each file is compared with each pattern. So either the patterns or the files grow here; a configuration has at most 4 MB.
PATTERNS = {
    "suppressions_of_files": lambda number: {"suppressions": {"rule": "xmf/*", "path": f"ships/a{number}.xmf", "reason": "why"}},
    "suppressions_with_stars": lambda number: {"suppressions": {"rule": "xmf/*", "path": f"**/a*a*a*a{number}", "reason": "why"}},
    "overrides": lambda number: {"overrides": {"paths": [f"ships/a{number}"], "ignore": ["xmf/inflate"]}},
    "exclusions": lambda number: {"exclude": f"ships/a{number}"},
    "exclusions_with_stars": lambda number: {"exclude": f"**/*a*b*c{number}"},
    "budgets": lambda number: {"budgets": {"paths": [f"ships/a{number}"], "bytes": 5}},
}


def patterns(count, kinds):
    lists = {}
    for number in range(count):
        for kind in kinds:
            for key, item in PATTERNS[kind](number).items():
                lists.setdefault(key, []).append(item)
    return lists


def add_patterns(kind):
    def make(size):
        return configuration(some_files(), **patterns(each(size, len(json.dumps(PATTERNS[kind](100))) - 15), [kind]))
    make.__name__ = f"configuration_{kind}"
    # The files are most of a small input, and the work for each grows with the other kinds of patterns.
    recipe(*CONFIGURED, memory=OF_SETTINGS, small=kind in ("exclusions", "budgets"))(make)


for kind in PATTERNS:
    add_patterns(kind)


@recipe(*CONFIGURED, memory=OF_SETTINGS)
def configuration_of_many_files(size):
    return configuration(some_files(each(size, 2 * len(CHECKED))), **patterns(10, PATTERNS))


@recipe(*CONFIGURED, memory=OF_SETTINGS)
def configuration_pattern_that_is_long(size):
    files = {"files/" + "a" * 200 + f"{number}.cms": CHECKED for number in range(20)}
    return configuration(files, exclude=["*a" * (size // 2)])


@recipe(*CONFIGURED, memory=OF_SETTINGS, small=False)
def configuration_suppressions_of_one_file(size):
    """All are for a file with many findings."""
    return configuration({"b.bgp": plan_of_actions(2000)}, suppressions=[
        {"rule": "bgp/*", "path": "b.bgp", "field": f"x{number}", "reason": "why"} for number in range(each(size, 70))])


@recipe(*CONFIGURED, memory=OF_SETTINGS)
def configuration_keys_alike(size):
    return {"assetlint.json": "{" + '"a":1,' * (size // 6) + '"b":1}', "a.cms": CHECKED}


@recipe(*CONFIGURED, memory=OF_SETTINGS)
def configuration_keys_all_different(size):
    return {"assetlint.json": '{"levels":{' + ",".join(f'"xmf/a{number}":1' for number in range(size // 16)) + "}}", "a.cms": CHECKED}


@recipe(*CONFIGURED, memory=OF_SETTINGS)
def configuration_lists_nested(size):
    return {"assetlint.json": "[" * size, "a.cms": CHECKED}


@recipe(*CONFIGURED, memory=OF_SETTINGS)
def configuration_rules_unknown(size):
    return configuration(ignore=["xmf/inflatx"] * (size // 15))


@recipe(*CONFIGURED, memory=OF_SETTINGS)
def configuration_rules_repeated(size):
    return configuration(ignore=["xmf/inflate", "*"] * (size // 20))


@recipe("check", "-q", "--fail-on=never", "--allow-empty", "-j1", "{folder}", small=False)
def configuration_lines_beside_a_file(size):
    """For a file with many findings."""
    return {"b.bgp": plan_of_actions(2000), "b.bgp.assetlintignore": parts(size, lambda number: f"bgp/* x{number}\n")}


@recipe("check", "-q", "--fail-on=never", "--allow-empty", "-j1", "{folder}")
def configuration_lines_that_are_wrong(size):
    return {"b.bgp": anark.Plan().bytes(), "b.bgp.assetlintignore": "bgp/asset-idx\n" * (size // 14)}


BASELINED = ("check", "--no-config", "-q", "--fail-on=never", "--allow-empty", "-j1", "--baseline", "{folder}/baseline.json", "{folder}")


def baseline(size, entry):
    rows = parts(size, lambda number: ("," if number else "") + entry(number))
    return '{"tool":"assetlint","version":1,"findings":[' + rows + "]}"


@recipe(*BASELINED, memory=OF_SHORT_RECORDS)
def baseline_entries_alike(size):
    entry = '{"fingerprint":"0123456789abcdef","rule":"xmf/inflate","path":"a.cms","field":""}'
    return {"baseline.json": baseline(size, lambda _: entry), "a.cms": CHECKED}


@recipe(*BASELINED, memory=OF_SHORT_RECORDS)
def baseline_entries_of_missing_files(size):
    return {"baseline.json": baseline(size, lambda number: f'{{"fingerprint":"{number:016x}","rule":"xmf/inflate","path":"a/{number}.cms","field":""}}'),
            "a.cms": CHECKED, "a/b.cms": CHECKED}


@recipe(*BASELINED, memory=OF_SHORT_RECORDS)
def baseline_entries_of_missing_members(size):
    return {"baseline.json": baseline(size, lambda number: f'{{"fingerprint":"{number:016x}","rule":"xmf/inflate","path":"a.zip","member":"{number}","field":""}}'),
            "a.zip": zip_bytes([(b"%d.cms" % number, CHECKED, None) for number in range(min(65000, each(size, 200)))])}


# ---- Reports -------------------------------------------------------------------------------------------------------------------------

def bad_files(size):
    """Files with several findings each."""
    content = anark.Plan([anark.Asset(), anark.Asset()], [anark.State(transitions=[anark.Transition(b"gone")] * 4)]).bytes()
    return {f"files/{number}.bgp": content for number in range(each(size, len(content)))}


def one_bad_file(size):
    return {"a.bgp": plan_of_actions(each(size, len(ACTION)))}


for form in ("text", "lines", "json", "ndjson", "sarif", "github", "junit", "html"):
    words = ("check", "--no-config", "--fail-on=never", "-j1", "--max-per-rule=0", f"--format={form}", "{folder}")
    for what, make in (("of-many-files", bad_files), ("of-one-file", one_bad_file)):
        RECIPES[f"report-{form}-{what}"] = Recipe(f"report-{form}-{what}", make, words)


def main():
    parser = argparse.ArgumentParser(description="Make inputs that could be slow to check.")
    parser.add_argument("--size", type=int, default=1_000_000)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("names", nargs="*", metavar="NAME", help="all by default")
    arguments = parser.parse_args()
    for name in arguments.names or RECIPES:
        RECIPES[name].write(arguments.folder / name, arguments.size)


if __name__ == "__main__":
    main()
