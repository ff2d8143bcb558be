"""xac.py: writes XAC files (EmotionFX actors)."""

import itertools
import struct

from emotionfx import INFO_TEXTS, Chunk, File
from records import Fields, counted, given

UNIT = (0.0, 0.0, 0.0, 1.0)
ZERO = (0.0, 0.0, 0.0)
ONE = (1.0, 1.0, 1.0)
POSITIONS, NORMALS, TANGENTS, UVS, COLOURS, ORIGINALS, FLOAT_COLOURS, BITANGENTS = range(8)
CODES = ("3f", "3f", "4f", "2f", "4B", "I", "4f", "3f")
OLD_NODE_SIZES = {1: 76, 2: 80, 3: 144}


class Info(Chunk):
    id = 7
    version = 2
    node = 0
    trajNode = -1
    motionExtractNode = 0
    numLODs = 1
    mask = 0
    texts = INFO_TEXTS
    lengths = {}

    def payload(self, out, path):
        id = f"XAC_INFO{max(2, self.version)}"
        out.record(path, id, self, 12 if self.version == 1 else None, exporterHigh=3, exporterLow=6)
        for number, name in enumerate(("sourceApp", "origFile", "exportDate", "actorName")):
            out.text(path + name, self.texts[number], self.lengths.get(number))


class Node(Fields):
    order = ("name", "parent", "numChildren")
    name, parent, numChildren, flags, skeletalLODs, motionLODs = b"root", -1, 0, 1, -1, -1
    rot, scaleRot, pos, scale, shear, obb, importance = UNIT, UNIT, ZERO, ONE, ZERO, (1.0,) * 16, 1.0

    def write(self, out, path, version=4):
        start = len(out.data)
        if version == 4:
            out.record(path, "XAC_NODE", self)
        else:
            out.record(path, "XAC_OLD_NODE", self, OLD_NODE_SIZES[version])
        out.end(path + "record", start)
        out.text(path + "name", self.name)


class Nodes(Chunk):
    id = 11
    nodes = ()
    numNodes = None
    numRootNodes = None

    def payload(self, out, path):
        roots = [node for node in self.nodes if node.parent == -1]
        out.record(path, "XAC_NODES", numNodes=self.count("numNodes", self.nodes),
                   numRootNodes=self.count("numRootNodes", roots))
        out.list(path + "nodes", self.nodes)


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
        right = struct.calcsize("<" + (CODES[type] if type < len(CODES) else self.code))
        self.attribSize = given(struct.calcsize("<" + self.code) if attribSize is None else attribSize, right)

    def write(self, out, path):
        out.record(path, "XAC_LAYER", self)
        out.array(path + "data", self.code, self.values)


class Submesh:
    def __init__(self, indices=(0, 1, 2), numVerts=3, materialId=0, bones=(), **fields):
        self.indices = indices
        self.bones = bones
        self.fields = counted({"numVerts": numVerts, "materialId": materialId} | fields, numIndices=len(indices),
                              numBones=len(bones))

    def write(self, out, path):
        out.record(path, "XAC_SUBMESH", self.fields)
        out.array(path + "indices", "I", self.indices)
        out.array(path + "bones", "I", self.bones)


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
        vertices = sum(submesh.fields["numVerts"] for submesh in self.submeshes)
        indices = sum(len(submesh.indices) for submesh in self.submeshes)
        out.record(path, f"XAC_MESH{self.version}", self,
                   totalVerts=given(self.totalVerts, vertices),
                   totalIndices=given(self.totalIndices, indices),
                   numSubMeshes=self.count("numSubMeshes", self.submeshes),
                   numLayers=self.count("numLayers", self.layers))
        out.list(path + "layers", self.layers)
        out.list(path + "submeshes", self.submeshes)


class Skin(Chunk):
    """`vertices` is a list for each original vertex: its influences as (weight, bone)."""

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
        counts = {"numLocalBones": self.count("numLocalBones", {bone for _, bone in influences}),
                  "numInfluences": self.count("numInfluences", influences)}
        out.record(path, f"XAC_SKIN{self.version}", counts | {"node": self.node, "lod": self.lod,
                                                              "isCollision": self.isCollision})
        if self.version == 1:
            self.table(out, path)
            return
        start = len(out.data)
        for influence in influences:
            self.influence(out, influence)
        out.end(path + "influences", start)
        ends = itertools.accumulate(map(len, self.vertices), initial=0)
        out.array(path + "ranges", "2I", self.ranges or list(zip(ends, map(len, self.vertices))))

    def influence(self, out, influence):
        weight, bone = influence
        out.record("", "XAC_INFLUENCE", weight=weight, bone=bone)

    def table(self, out, path):
        start = len(out.data)
        for vertex in self.vertices:
            out.put("", "B", len(vertex))
            for influence in vertex:
                self.influence(out, influence)
        out.end(path + "vertices", start)


class Texture(Fields):
    order = ("name", "materialId", "mapType")
    name, materialId, mapType = b"body", 0, 2
    amount, uOff, vOff, uTile, vTile, rotation = 1.0, 0.0, 0.0, 1.0, 1.0, 0.0

    def write(self, out, path):
        out.record(path, "XAC_TEXTURE", self)
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
        id = "XAC_MATERIAL3" if self.version == 3 else "XAC_MATERIAL"
        colours = dict.fromkeys(("ambient", "diffuse", "specular", "emissive"), (0.5,) * 4)
        numbers = dict.fromkeys(("shine", "shineStrength", "opacity", "ior"), 0.5)
        layers = 0xCD if self.version == 1 else self.count("numLayers", self.layers)
        out.record(path, id, {"lod": self.lod, "transparencyType": ord("F"), "numLayers": layers} | colours | numbers
                   | self.numbers)
        out.text(path + "name", self.name)
        out.list(path + "layers", self.layers)


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
        out.record(path, f"XAC_FX{self.version}", counted({"lod": self.lod} | self.counts, **{count: 1 for count, *_ in kinds}))
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
        out.record(path, "XAC_LIMITS", self)


class Lod(Chunk):
    id = 8
    lodLevel = 1
    file = None
    size = None

    def payload(self, out, path):
        inner = len(self.file.bytes())
        out.record(path, "XAC_LOD", lodLevel=self.lodLevel, size=given(self.size, inner))
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
        out.record(path, "XAC_GROUPS", numGroups=self.count("numGroups", self.groups))
        for number, (name, nodes) in enumerate(self.groups):
            item = f"{path}groups[{number}]."
            out.record(item, "XAC_GROUP", numNodes=self.count("numNodes", nodes))
            out.text(item + "name", name)
            out.array(item + "nodes", "H", nodes)


class Morph:
    """`deformations` are (node, vertices, fields), `transformations` nodes."""

    def __init__(self, name=b"smile", deformations=(), transformations=(), **fields):
        self.name = name
        self.deformations = deformations
        self.transformations = transformations
        self.fields = counted({"rangeMax": 1.0} | fields, numDeformations=len(deformations),
                              numTransformations=len(transformations))

    def write(self, out, path):
        out.record(path, "XAC_MORPH", self.fields)
        out.text(path + "name", self.name)
        for number, (node, vertices, fields) in enumerate(self.deformations):
            item = f"{path}deformations[{number}]."
            out.record(item, "XAC_DEFORM",
                       counted({"node": node, "fMin": -1.0, "fMax": 1.0} | fields, numVerts=len(vertices)))
            out.data += b"\x40\x80" * (3 * len(vertices)) + b"\x7f" * (6 * len(vertices))
            out.array(item + "vertices", "I", vertices)
        for number, node in enumerate(self.transformations):
            out.record(f"{path}transformations[{number}].", "XAC_TRANSFORM", node=node, rot=UNIT, scaleRot=UNIT,
                       scale=ONE)


class Morphs(Chunk):
    id = 12
    lod = 0
    targets = ()
    numTargets = None

    def payload(self, out, path):
        out.record(path, "XAC_MORPHS", self, numTargets=self.count("numTargets", self.targets))
        out.list(path + "targets", self.targets)


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
        out.record(path, f"XAC_TOTALS{self.version}", self)


class Actor(File):
    magic = b"XAC "
