"""inputs.py: the files that the tables of bench measure: good ones of a usual size, damaged ones, and folders of them.

All are computed, so that each run measures the same bytes. Files of real mods may take the place of the good ones.
"""

import itertools
import math
import pathlib
import random
import struct
import sys
import zlib

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tools" / "corpus"))

import ani  # noqa: E402
import bbanim  # noqa: E402
import bbmod  # noqa: E402
import dds_seeds  # noqa: E402
import generate  # noqa: E402
import pictures  # noqa: E402
import xac  # noqa: E402
import xac_seeds  # noqa: E402
import xani  # noqa: E402
import xani_seeds  # noqa: E402
import xmf  # noqa: E402
import xsm  # noqa: E402

SEED = 20
CHANGED = 8                     # bytes that are changed in a file


# ---- Good files --------------------------------------------------------------------------------------------------------

def hill(side):
    """A grid of side * side vertices: their positions, and the corners of its triangles."""
    points = [(x / 4, math.sin(x / 9) * math.cos(y / 7) * 3, y / 4) for y, x in itertools.product(range(side), repeat=2)]
    corners = []
    for y, x in itertools.product(range(side - 1), repeat=2):
        a = y * side + x
        corners += [a, a + side, a + 1, a + 1, a + side, a + side + 1]
    return points, corners


def xmf_file(side):
    points, corners = hill(side)
    elements = [xmf.Element(xmf.FLOAT3, xmf.POSITION), xmf.Element(xmf.D3DCOLOR, xmf.NORMAL),
                xmf.Element(xmf.D3DCOLOR, xmf.TANGENT), xmf.Element(xmf.FLOAT16_2, xmf.TEXCOORD)]
    vertices = [(point, (128, 255, 128, 0), (255, 128, 128, 0), (point[0] / side, point[2] / side)) for point in points]
    buffers = [xmf.declared(elements, vertices), xmf.indices(corners, wide=len(points) > 0xFFFF)]
    for buffer in buffers:
        buffer.data = zlib.compress(buffer.contents)
        buffer.compressedDataSize = len(buffer.data)
    half = len(corners) // 6 * 3
    return xmf.Mesh(buffers, [xmf.Material(0, half), xmf.Material(half, len(corners) - half, b"props.glass")]).bytes()


def turned(angle):
    """A rotation about one axis, as x, y, z, w."""
    return (0.0, math.sin(angle / 2), 0.0, math.cos(angle / 2))


def xac_file(side, bones=40):
    points, corners = hill(side)
    count = len(points)
    nodes = xac.Nodes(nodes=[xac.Node(b"bone %d" % number, number - 1, int(number + 1 < bones)) for number in range(bones)])
    layers = [xac.Layer(xac.POSITIONS, points), xac.Layer(xac.NORMALS, [(0.0, 1.0, 0.0)] * count),
              xac.Layer(xac.TANGENTS, [(1.0, 0.0, 0.0, 1.0)] * count), xac.Layer(xac.ORIGINALS, list(range(count))),
              xac.Layer(xac.UVS, [(x / side, y / side) for x, _, y in points])]
    part = xac.Submesh(indices=corners, numVerts=count, bones=range(bones))
    mesh = xac.Mesh(layers=layers, submeshes=[part], numOrgVerts=count)
    bound = [[(0.25, number % bones), (0.75, (number + 1) % bones)] for number in range(count)]
    return xac_seeds.actor(mesh, xac.Skin(vertices=bound), nodes=nodes).bytes()


def xsm_file(keys, bones=40):
    """A motion of 16-bit rotations, as nearly all have."""
    def times(number):
        return number / 30
    submotions = [xsm.Submotion(
        b"bone %d" % bone,
        posKeys=[((0.0, math.sin(number / 5), 0.0), times(number)) for number in range(keys)],
        rotKeys=[(turned(math.sin(number / 5 + bone)), times(number)) for number in range(keys)]) for bone in range(bones)]
    return xsm.Motion([xsm.Info(), xsm.List(version=2, submotions=submotions)]).bytes()


def bbmod_file(side, bones=40):
    points, corners = hill(side)
    count = len(corners)
    mesh = bbmod.Mesh("vertices", "normals", "textureCoords", "tangentW", "bones", count=count,
                      positions=[points[corner] for corner in corners],
                      boneIndices=[(float(corner % bones), 0.0, 0.0, 0.0) for corner in corners],
                      boneWeights=[(1.0, 0.0, 0.0, 0.0)] * count)
    root = None
    for number in reversed(range(bones)):
        root = bbmod.Node(b"bone %d" % number, [root] if root else [], isBone=1, index=number)
    root.meshes, root.nMeshes = [0], 1
    return bbmod.Model([mesh], root=root, bones=[bbmod.Bone(number) for number in range(bones)]).bytes()


def bbanim_file(frames, bones=40):
    moves = {("parentSpace", frame, bone): turned(math.sin(frame / 5 + bone)) + (0.0,) * 4
             for frame in range(frames) for bone in range(bones)}
    return bbanim.Animation(frames=frames, nodes=bones, bones=bones, transforms=moves).bytes()


def ani_file(keys, bones=40):
    """Lost Saga's."""
    tracks = [ani.Track(b"bone %d" % bone, [(turned(math.sin(number / 5 + bone)), (0.0, number / 8, 0.0), 33 * number)
                                            for number in range(keys)]) for bone in range(bones)]
    return ani.Animation(tracks=tracks, totalTime=33 * keys).bytes()


def xani_file(keys, parts=10):
    """Egosoft's."""
    return xani.Animations([xani.Anim(b"anim_part%d" % part, posKeys=xani_seeds.ramp(keys), rotKeys=xani_seeds.ramp(keys),
                                      duration=keys / 2) for part in range(parts)]).bytes()


KINDS = {"xmf": xmf_file, "xac": xac_file, "xsm": xsm_file, "bbmod": bbmod_file, "bbanim": bbanim_file, "ani": ani_file,
         "xani": xani_file}
EXTENSIONS = {"xani": "ani"}
LOST_SAGA = b"ANI\0"
SIZES = (30, 45, 60, 75)        # vertices along a side, keys of a bone, frames


def good_files(kind, folder=None):
    """Files of a kind by name: those below a folder, or computed ones."""
    extension = EXTENSIONS.get(kind, kind)
    if folder is None:
        return {f"good{size}.{extension}": KINDS[kind](size) for size in SIZES}
    found = sorted(path for path in pathlib.Path(folder).rglob("*") if path.is_file() and path.suffix.lower() == f".{extension}")
    contents = [path.read_bytes() for path in found]
    return {f"{number:04}.{extension}": content for number, content in enumerate(contents)
            if extension != "ani" or content.startswith(LOST_SAGA) == (kind == "ani")}


# ---- Damaged files -----------------------------------------------------------------------------------------------------

def damaged(files, damage):
    """The files, each changed by `damage`, which gets its bytes and a source of random numbers."""
    return {name: bytes(damage(bytearray(content), random.Random(f"{SEED} {name}"))) for name, content in files.items()}


def change_bytes(content, source):
    """Eight bytes anywhere."""
    for _ in range(CHANGED):
        content[source.randrange(len(content))] = source.randrange(256)
    return content


def cut(content, _):
    return content[:len(content) * 3 // 4]


def fill_with_random(content, source):
    """The second half, as a bad disk leaves it."""
    half = len(content) // 2
    content[half:] = source.randbytes(len(content) - half)
    return content


def put_nans(content, _):
    """One float in 64 of the second half, as a division by zero in a modelling program leaves them."""
    for at in range(len(content) // 8 * 4, len(content) - 3, 256):
        struct.pack_into("<f", content, at, math.nan)
    return content


# ---- Folders -----------------------------------------------------------------------------------------------------------

def write(folder, files):
    for name, content in files.items():
        path = pathlib.Path(folder) / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


def many_small(count):
    """Meshes of 16 vertices, 50 in a folder."""
    content = xmf_file(4)
    return {f"{number // 2500:03}/{number // 50:04}/mesh{number:06}.xmf": content for number in range(count)}


def many_pictures(count):
    """As in mods for Victoria 2: textures of 16 to 256 pixels, and flags, half of them packed; 500 in a folder."""
    row = b"".join(pictures.run(bytes([number, 2, 3, 255]), 8) for number in range(8))
    kinds = [("dds", dds_seeds.chain(side, side).bytes()) for side in (16, 64, 128, 256)]
    kinds += [("tga", pictures.Tga(93, 64).bytes()), ("dds", dds_seeds.argb(64, 64).bytes()), ("dds", dds_seeds.argb(128, 64).bytes()),
              ("tga", pictures.Tga(64, 64, pictures.COLOURS | pictures.PACKED, 32, row * 64, footer=True).bytes())]
    return {f"{number // 500:03}/{number:05}.{kinds[number % 8][0]}": kinds[number % 8][1] for number in range(count)}


def full_of_findings(count):
    """So many files: the fixtures of XMF that fire, again and again."""
    generate.stated()
    fixtures = sorted(generate.FIXTURES.glob("xmf/*/fires*.xmf"))
    return {f"{number:05}.xmf": path.read_bytes() for number, path in zip(range(count), itertools.cycle(fixtures))}
