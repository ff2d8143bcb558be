"""xac.py: writes XAC files (EmotionFX actors), straight from the description of the format."""

import struct

from emotionfx import INFO_TEXTS, Chunk, File

UNIT = (0.0, 0.0, 0.0, 1.0)
ZERO = (0.0, 0.0, 0.0)
ONE = (1.0, 1.0, 1.0)
POSITIONS, NORMALS, TANGENTS, UVS, COLOURS, ORIGINALS, FLOAT_COLOURS, BITANGENTS = range(8)
CODES = ("3f", "3f", "4f", "2f", "4B", "I", "4f", "3f")


class Info(Chunk):
    id = 7
    version = 2
    node = 0
    trajNode = -1
    motionExtractNode = 0
    numLODs = 1
    texts = INFO_TEXTS
    lengths = {}

    def payload(self, out, path):
        values = {"mask": 0, "node": self.node, "trajNode": self.trajNode, "numLODs": self.numLODs,
                  "motionExtractNode": self.motionExtractNode}
        for name in {1: ("mask", "node"), 2: ("mask", "node"), 3: ("trajNode", "motionExtractNode", "mask"),
                     4: ("numLODs", "trajNode", "motionExtractNode")}[self.version]:
            out.put(path + name, "I", values[name] & 0xFFFFFFFF)
        out.data += b"\3\6"
        out.pad(2)
        if self.version > 1:
            out.put(path + "retargetRootOffset", "f", 0.0)
        for number, name in enumerate(("sourceApp", "origFile", "exportDate", "actorName")):
            out.text(path + name, self.texts[number], self.lengths.get(number))


class Node:
    def __init__(self, name=b"root", parent=-1, numChildren=0, **fields):
        self.name = name
        self.parent = parent
        self.numChildren = numChildren
        self.fields = {"rot": UNIT, "scaleRot": UNIT, "pos": ZERO, "scale": ONE, "shear": ZERO,
                       "obb": (1.0,) * 16, "importance": 1.0} | fields

    def write(self, out, path, version=4):
        start = len(out.data)
        for name in ("rot", "scaleRot", "pos", "scale", "shear"):
            out.put(path + name, f"{len(self.fields[name])}f", *self.fields[name])
        out.put(path + "skeletalLODs", "I", 0xFFFFFFFF)
        if version == 4:
            out.put(path + "motionLODs", "I", 0xFFFFFFFF)
        out.put(path + "parent", "i", self.parent)
        if version == 4:
            out.put(path + "numChildren", "I", self.numChildren)
        if version > 1:
            out.put(path + "flags", "B", 1)
            out.pad(3)
        if version > 2:
            out.put(path + "obb", "16f", *self.fields["obb"])
        if version == 4:
            out.put(path + "importance", "f", self.fields["importance"])
        out.end(path + "record", start)
        out.text(path + "name", self.name)


class Nodes(Chunk):
    id = 11
    nodes = ()
    numNodes = None
    numRootNodes = None

    def payload(self, out, path):
        out.put(path + "numNodes", "I", self.count("numNodes", self.nodes))
        out.put(path + "numRootNodes", "I",
                self.count("numRootNodes", [node for node in self.nodes if node.parent == -1]))
        for number, node in enumerate(self.nodes):
            node.write(out, f"{path}nodes[{number}].")


class OldNode(Chunk):
    id = 0
    version = 3
    node = None

    def payload(self, out, path):
        self.node.write(out, path, self.version)


class Layer:
    """`values` are tuples of the type's shape, one for each vertex."""

    def __init__(self, type, values, attribSize=None, code=None):
        self.type = type
        self.values = values
        self.code = code or CODES[type]
        self.attribSize = struct.calcsize("<" + self.code) if attribSize is None else attribSize

    def write(self, out, path):
        out.put(path + "type", "I", self.type)
        out.put(path + "attribSize", "I", self.attribSize)
        out.data += b"\0\0"
        out.pad(2)
        start = len(out.data)
        for value in self.values:
            out.put("", self.code, *(value if isinstance(value, tuple) else (value,)))
        out.end(path + "data", start)


class Submesh:
    def __init__(self, indices=(0, 1, 2), numVerts=3, materialId=0, bones=(), **fields):
        self.indices = indices
        self.bones = bones
        self.fields = {"numIndices": len(indices), "numVerts": numVerts, "materialId": materialId,
                       "numBones": len(bones)} | fields

    def write(self, out, path):
        for name in ("numIndices", "numVerts", "materialId", "numBones"):
            out.put(path + name, "I", self.fields[name])
        for name in ("indices", "bones"):
            start = len(out.data)
            for value in getattr(self, name):
                out.put("", "I", value)
            out.end(path + name, start)


class Mesh(Chunk):
    id = 1
    node = 0
    lod = 0
    layers = ()
    submeshes = ()
    isCollision = 0
    numOrgVerts = 3
    totalVerts = None
    totalIndices = None
    numSubMeshes = None
    numLayers = None

    def payload(self, out, path):
        out.put(path + "node", "i", self.node)
        if self.version == 2:
            out.put(path + "lod", "I", self.lod)
        vertices = sum(submesh.fields["numVerts"] for submesh in self.submeshes)
        indices = sum(len(submesh.indices) for submesh in self.submeshes)
        out.put(path + "numOrgVerts", "I", self.numOrgVerts)
        out.put(path + "totalVerts", "I", vertices if self.totalVerts is None else self.totalVerts)
        out.put(path + "totalIndices", "I", indices if self.totalIndices is None else self.totalIndices)
        out.put(path + "numSubMeshes", "I", self.count("numSubMeshes", self.submeshes))
        out.put(path + "numLayers", "I", self.count("numLayers", self.layers))
        out.put(path + "isCollision", "B", self.isCollision)
        out.pad(3)
        for number, layer in enumerate(self.layers):
            layer.write(out, f"{path}layers[{number}].")
        for number, submesh in enumerate(self.submeshes):
            submesh.write(out, f"{path}submeshes[{number}].")


class Skin(Chunk):
    """`vertices` has for each original vertex its influences, as (weight, bone)."""

    id = 2
    version = 3
    node = 0
    lod = 0
    isCollision = 0
    vertices = ()
    ranges = None
    numLocalBones = None
    numInfluences = None

    def payload(self, out, path):
        influences = [influence for vertex in self.vertices for influence in vertex]
        out.put(path + "node", "i", self.node)
        if self.version == 4:
            out.put(path + "lod", "I", self.lod)
        if self.version > 2:
            out.put(path + "numLocalBones", "I", self.count("numLocalBones", {bone for _, bone in influences}))
        if self.version > 1:
            out.put(path + "numInfluences", "I", self.count("numInfluences", influences))
        out.put(path + "isCollision", "B", self.isCollision)
        out.pad(3)
        if self.version == 1:
            self.table(out, path)
            return
        start = len(out.data)
        for influence in influences:
            self.influence(out, influence)
        out.end(path + "influences", start)
        start = len(out.data)
        at = 0
        for number, vertex in enumerate(self.vertices):
            out.put("", "2I", *(self.ranges[number] if self.ranges is not None else (at, len(vertex))))
            at += len(vertex)
        out.end(path + "ranges", start)

    def influence(self, out, influence):
        out.put("", "fh", *influence)
        out.pad(2)

    def table(self, out, path):
        start = len(out.data)
        for vertex in self.vertices:
            out.put("", "B", len(vertex))
            for influence in vertex:
                self.influence(out, influence)
        out.end(path + "vertices", start)


class Texture:
    def __init__(self, name=b"body", materialId=0, mapType=2, **fields):
        self.name = name
        self.materialId = materialId
        self.mapType = mapType
        self.fields = {"amount": 1.0, "uOff": 0.0, "vOff": 0.0, "uTile": 1.0, "vTile": 1.0, "rotation": 0.0} | fields

    def write(self, out, path):
        for name, value in self.fields.items():
            out.put(path + name, "f", value)
        out.put(path + "materialId", "h", self.materialId)
        out.data += bytes([self.mapType, 0])
        out.text(path + "texture", self.name)


class Material(Chunk):
    id = 3
    version = 2
    lod = 0
    name = b"steel"
    layers = ()
    numLayers = None
    numbers = {}

    def payload(self, out, path):
        if self.version == 3:
            out.put(path + "lod", "I", self.lod)
        for name in ("ambient", "diffuse", "specular", "emissive"):
            out.put(path + name, "4f", *self.numbers.get(name, (0.5,) * 4))
        for name in ("shine", "shineStrength", "opacity", "ior"):
            out.put(path + name, "f", self.numbers.get(name, 0.5))
        out.data += b"\0\0F"
        out.put(path + "numLayers", "B", 0xCD if self.version == 1 else self.count("numLayers", self.layers))
        out.text(path + "name", self.name)
        for number, layer in enumerate(self.layers):
            layer.write(out, f"{path}layers[{number}].")


class TextureChunk(Chunk):
    id = 4
    version = 2
    texture = None

    def payload(self, out, path):
        self.texture.write(out, path)


class FX(Chunk):
    id = 5
    version = 2
    lod = 0
    counts = {}
    values = {}

    def payload(self, out, path):
        kinds = [("nInt", "ints", "i", (-1,)), ("nFloat", "floats", "f", (0.5,)), ("nColor", "colors", "4f", UNIT)]
        if self.version > 1:
            kinds += [("nBool", "bools", "B", (1,)), ("nVec3", "vectors", "3f", ONE)]
        kinds = [(count, name, code, self.values.get(name, value)) for count, name, code, value in kinds]
        kinds.append(("nBitmap", "bitmaps", None, None))
        if self.version == 3:
            out.put(path + "lod", "I", self.lod)
        for count, *_ in kinds:
            out.put(path + count, "I", self.counts.get(count, 1))
        for name in ("name", "effectFile", "technique")[:3 if self.version > 1 else 2]:
            out.text(path + name, name.encode())
        for _, name, code, value in kinds:
            if code is not None:
                out.raw(f"{path}{name}[0].value", struct.pack(out.order + code, *value))
            out.text(f"{path}{name}[0].name", b"p")
            if code is None:
                out.text(f"{path}{name}[0].value", b"bitmap")


class Limits(Chunk):
    id = 6
    node = 0

    def payload(self, out, path):
        out.data += struct.pack(out.order + "18f", *[0.0] * 18) + bytes(9)
        out.pad(3)
        out.put(path + "node", "I", self.node)


class Lod(Chunk):
    id = 8
    file = None
    size = None

    def payload(self, out, path):
        inner = len(self.file.bytes())
        out.put(path + "lodLevel", "I", 1)
        out.put(path + "size", "I", inner if self.size is None else self.size)
        start = len(out.data)
        self.file.write(out, path + "lod.")
        out.end(path + "lod", start)


class Groups(Chunk):
    """`groups` are pairs of name and nodes."""

    id = 10
    groups = ()
    numGroups = None
    numNodes = None

    def payload(self, out, path):
        out.put(path + "numGroups", "H", self.count("numGroups", self.groups))
        for number, (name, nodes) in enumerate(self.groups):
            item = f"{path}groups[{number}]."
            out.put(item + "numNodes", "H", self.count("numNodes", nodes))
            out.data += b"\0"
            out.pad(1)
            out.text(item + "name", name)
            start = len(out.data)
            for node in nodes:
                out.put("", "H", node)
            out.end(item + "nodes", start)


class Morph:
    """`deformations` are (node, vertices, fields), `transformations` nodes."""

    def __init__(self, name=b"smile", deformations=(), transformations=(), **fields):
        self.name = name
        self.deformations = deformations
        self.transformations = transformations
        self.fields = {"rangeMin": 0.0, "rangeMax": 1.0, "lod": 0, "numDeformations": len(deformations),
                       "numTransformations": len(transformations), "phonemeSet": 0} | fields

    def write(self, out, path):
        for name, value in self.fields.items():
            out.put(path + name, "f" if name.startswith("range") else "I", value)
        out.text(path + "name", self.name)
        for number, (node, vertices, fields) in enumerate(self.deformations):
            item = f"{path}deformations[{number}]."
            fields = {"fMin": -1.0, "fMax": 1.0, "numVerts": len(vertices)} | fields
            out.put(item + "node", "I", node)
            out.put(item + "fMin", "f", fields["fMin"])
            out.put(item + "fMax", "f", fields["fMax"])
            out.put(item + "numVerts", "I", fields["numVerts"])
            out.data += b"\x40\x80" * (3 * len(vertices)) + b"\x7f" * (6 * len(vertices))
            start = len(out.data)
            for vertex in vertices:
                out.put("", "I", vertex)
            out.end(item + "vertices", start)
        for number, node in enumerate(self.transformations):
            out.put(f"{path}transformations[{number}].node", "I", node)
            out.data += struct.pack(out.order + "14f", *UNIT, *UNIT, *ZERO, *ONE)


class Morphs(Chunk):
    id = 12
    lod = 0
    targets = ()
    numTargets = None

    def payload(self, out, path):
        out.put(path + "numTargets", "I", self.count("numTargets", self.targets))
        out.put(path + "lod", "I", self.lod)
        for number, target in enumerate(self.targets):
            target.write(out, f"{path}targets[{number}].")


class MorphChunk(Chunk):
    id = 9
    target = None

    def payload(self, out, path):
        self.target.write(out, path)


class Totals(Chunk):
    id = 13
    lod = 0
    total = 1
    standard = 1
    fx = 0

    def payload(self, out, path):
        if self.version == 2:
            out.put(path + "lod", "I", self.lod)
        for name in ("total", "standard", "fx"):
            out.put(path + name, "I", getattr(self, name))


class Actor(File):
    magic = b"XAC "
