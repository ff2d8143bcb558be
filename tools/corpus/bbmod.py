"""bbmod.py: writes BBMOD models (GameMaker's BBMOD library), straight from the description of the format.

A Model is a list of meshes, a tree of nodes, bones and names of materials. What is left None is filled in as a good file
has it; whatever is given is written as given. `model.where("meshes[0].bboxMin")` says where that lies.
"""

import struct

from records import Out, Written

UNIT = (0.0, 0.0, 0.0, 1.0) + (0.0,) * 4
FLAGS = ("vertices", "normals", "textureCoords", "textureCoords2", "colors", "tangentW", "bones", "ids")
CORNERS = ((0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (0.0, 2.0, 0.0))
# component: (flag, struct code, value of a good file)
COMPONENTS = {
    "positions": ("vertices", "3f", None), "normals": ("normals", "3f", (0.0, 0.0, 1.0)),
    "textureCoords": ("textureCoords", "2f", (0.5, 0.25)), "textureCoords2": ("textureCoords2", "2f", (0.0, 1.0)),
    "colors": ("colors", "4B", (255, 128, 0, 255)), "tangents": ("tangentW", "4f", (1.0, 0.0, 0.0, -1.0)),
    "boneIndices": ("bones", "4f", (0.0,) * 4), "boneWeights": ("bones", "4f", (0.75, 0.25, 0.0, 0.0)),
    "ids": ("ids", "f", (1.0,)),
}


class Library(Out):
    """Bytes of a BBMOD or BBANIM; `wide` are those with counts of 8 bytes."""

    wide = False

    def number(self, path, value):
        self.put(path, "Q" if self.wide else "I", value)

    def string(self, path, content):
        self.raw(path, content + b"\0")

    def header(self, magic, upper, major, minor):
        start = len(self.data)
        self.raw("header.magic", magic)
        self.put("header.major", "B", major)
        if upper:
            self.put("header.minor", "B", minor)
        self.end("header", start)


class Mesh:
    """`values` are lists of a component's values by vertex; what they don't have is as in a good file."""

    def __init__(self, *flags, count=3, materialIndex=0, bbox=None, primitiveType=4, vertexCount=None, flag=1, bools=None,
                 **values):
        self.flags = flags or ("vertices", "normals", "textureCoords", "tangentW")
        self.count = count
        self.materialIndex = materialIndex
        self.bbox = bbox
        self.primitiveType = primitiveType
        self.vertexCount = count if vertexCount is None else vertexCount
        self.flag = flag                # what a flag that is set is written as
        self.bools = bools or {}        # of single flags
        self.values = values

    def value(self, component, number):
        given = self.values.get(component, ())
        if number < len(given):
            return given[number]
        return CORNERS[number % 3] if component == "positions" else COMPONENTS[component][2]

    def box(self):
        positions = [self.value("positions", number) for number in range(self.count)] or [(0.0,) * 3]
        return [tuple(find(axis) for axis in zip(*positions)) for find in (min, max)]

    def format(self, out, path, minor):
        start = len(out.data)
        for name in FLAGS:
            if name != "textureCoords2" or minor >= 3:
                out.put(f"{path}.{name}", "B", self.bools.get(name, self.flag if name in self.flags else 0))
        out.end(path, start)

    def vertices(self, out, path):
        used = [name for name, (flag, _, _) in COMPONENTS.items() if flag in self.flags]
        start = len(out.data)
        ends = {}
        for number in range(self.count):
            for name in used:
                at = len(out.data)
                out.put("", COMPONENTS[name][1], *self.value(name, number))
                ends[name] = (ends.get(name, (at,))[0], len(out.data))
        for name, (first, end) in ends.items():
            out.places[path + name] = (first, end - first)
        out.end(path + "vertices", start)

    def write(self, out, path, minor):
        start = len(out.data)
        out.number(path + ".materialIndex", self.materialIndex)
        if minor >= 1:
            box = self.bbox or (((0.0,) * 3,) * 2 if minor == 1 else self.box())
            out.put(path + ".bboxMin", "3f", *box[0])
            out.put(path + ".bboxMax", "3f", *box[1])
        if minor >= 2:
            self.format(out, path + ".vertexFormat", minor)
            out.put(path + ".primitiveType", "I", self.primitiveType)
        out.number(path + ".vertexCount", self.vertexCount)
        self.vertices(out, path + ".")
        out.end(path, start)


class Node:
    def __init__(self, name=b"root", children=(), meshes=(), index=None, isBone=0, transform=UNIT, nMeshes=None,
                 nChildren=None):
        self.name = name
        self.children = list(children)
        self.meshes = meshes
        self.index = index
        self.isBone = isBone
        self.transform = transform
        self.nMeshes = len(meshes) if nMeshes is None else nMeshes
        self.nChildren = len(self.children) if nChildren is None else nChildren

    def write(self, out, number):
        path = f"nodes[{number}]"
        start = len(out.data)
        out.string(path + ".name", self.name)
        out.put(path + ".index", "f", number if self.index is None else self.index)
        out.put(path + ".isBone", "B", self.isBone)
        out.put(path + ".transform", "8f", *self.transform)
        out.number(path + ".nMeshes", self.nMeshes)
        meshes = len(out.data)
        for mesh in self.meshes:
            out.number("", mesh)
        out.end(path + ".meshes", meshes)
        out.number(path + ".nChildren", self.nChildren)
        out.end(path, start)


class Bone:
    def __init__(self, boneIndex, offset=UNIT):
        self.boneIndex = boneIndex
        self.offset = offset


def in_order(root):
    """The nodes of a tree, each before its children. Not by recursion: a fixture is a thousand levels deep."""
    rest = [root]
    while rest:
        node = rest.pop()
        yield node
        rest.extend(reversed(node.children))


class Model(Written):
    """`counts` are counts that are not those of the lists. Up to 3.1 the first mesh gives the vertex format of all, or
    `shape` does."""

    def __init__(self, meshes=None, root=None, bones=(), materials=(b"steel",), minor=4, upper=None, major=3, magic=None,
                 wide=False, tail=b"", shape=None, **counts):
        self.meshes = [Mesh()] if meshes is None else list(meshes)
        self.root = root or Node(meshes=range(len(self.meshes)))
        self.bones = bones
        self.materials = materials
        self.minor = minor
        self.upper = minor > 0 if upper is None else upper
        self.major = major
        self.magic = magic or (b"BBMOD\0" if self.upper else b"bbmod\0")
        self.wide = wide
        self.tail = tail
        self.shape = shape
        self.counts = counts

    def count(self, out, name, number):
        out.number(name, self.counts.get(name, number))

    def built(self):
        out = Library()
        out.wide = self.wide
        out.header(self.magic, self.upper, self.major, self.minor)
        if self.minor < 2:
            (self.shape or (self.meshes or [Mesh()])[0]).format(out, "vertexFormat", self.minor)
        self.count(out, "meshCount", len(self.meshes))
        for number, mesh in enumerate(self.meshes):
            mesh.write(out, f"meshes[{number}]", self.minor)
        nodes = list(in_order(self.root))
        self.count(out, "nodeCount", len(nodes))
        for number, node in enumerate(nodes):
            node.write(out, number)
        self.count(out, "boneCount", len(self.bones))
        start = len(out.data)
        for number, bone in enumerate(self.bones):
            out.put(f"bones[{number}].boneIndex", "f", bone.boneIndex)
            out.put(f"bones[{number}].offset", "8f", *bone.offset)
        out.end("bones", start)
        self.count(out, "materialCount", len(self.materials))
        for number, name in enumerate(self.materials):
            out.string(f"materials[{number}].name", name)
            out.places[f"materials[{number}]"] = out.places[f"materials[{number}].name"]
        out.raw("tail", self.tail)
        return out
