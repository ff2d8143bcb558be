"""msh.py: writes Lost Saga's MSH files (meshes), straight from the description of the format."""

import math
import struct

from lostsaga import File, floats, triangles

# The components of the vertices in the order of the file: name, bit.
COMPONENTS = (("positions", 0x1), ("normals", 0x20), ("tangents", 0x1000), ("binormals", 0x2000), ("colors", 0x40),
              ("uv0", 0x100), ("uv1", 0x200), ("weights", 0x8), ("positions2", 0x2))
BITS = dict(COMPONENTS)
INDICES = 0x10
UP = (0.0, 0.0, 1.0)
SQUARE = [(0.0, 0.0, 0.0), (4.0, 0.0, 0.0), (0.0, 4.0, 2.0), (4.0, 4.0, 0.0)]
HALVES = [(0, 1, 2), (2, 1, 3)]


class Mesh(File):
    magic = b"MSH\0"
    version = 2000
    type = 0
    mask = None
    bbMin = None
    bbMax = None
    radius = None
    submeshes = None                # (minIndex, vertexCount, indexStart, faceCount)
    nSub = None
    nVerts = None
    positions = SQUARE
    normals = None
    tangents = None
    binormals = None
    colors = None
    uv0 = None
    uv1 = None
    bones = None                    # with weights: names
    nBones = None
    weights = None                  # of a vertex: four weights, four numbers of bones
    positions2 = None
    faces = HALVES
    nFaces = None
    points = ()                     # version 2002: type, linkedBiped, extra, position
    nPoints = None
    lengths = {}                    # of texts, by their path

    def vertex_count(self):
        return max((len(getattr(self, name)) for name, _ in COMPONENTS if getattr(self, name) is not None), default=0)

    def box(self):
        """The least and the greatest of the positions, and half the way between them."""
        columns = list(zip(*(self.positions or [(0.0,) * 3])))
        low = tuple(map(min, columns)) if self.bbMin is None else self.bbMin
        high = tuple(map(max, columns)) if self.bbMax is None else self.bbMax
        return low, high, math.dist(low, high) / 2 if self.radius is None else self.radius

    def header(self, out):
        mask = self.mask
        if mask is None:
            mask = sum(bit for name, bit in COMPONENTS if getattr(self, name) is not None)
        if self.submeshes is None:
            self.submeshes = [(0, self.vertex_count(), 0, len(self.faces))]
        low, high, radius = self.box()
        out.put("header.type", "I", self.type)
        out.put("header.mask", "I", mask)
        out.put("header.bbMin", "3f", *low)
        out.put("header.bbMax", "3f", *high)
        out.put("header.radius", "f", radius)
        out.put("header.nSub", "I", self.count("nSub", self.submeshes))

    def body(self, out):
        first = len(out.data)
        for number, fields in enumerate(self.submeshes):
            start = len(out.data)
            for name, value in zip(("minIndex", "vertexCount", "indexStart", "faceCount"), fields):
                out.put(f"submeshes[{number}].{name}", "I", value)
            out.end(f"submeshes[{number}]", start)
        out.end("submeshes", first)
        out.put("nVerts", "I", self.vertex_count() if self.nVerts is None else self.nVerts)
        for name, _ in COMPONENTS:
            if getattr(self, name) is not None:
                self.component(out, name)
        out.put("nFaces", "I", self.count("nFaces", self.faces))
        triangles(out, "faces", self.faces)
        if self.version == 2002:
            self.control_points(out)

    def component(self, out, name):
        if name == "weights":
            out.put("nBones", "I", self.count("nBones", self.bones or ()))
            for number, bone in enumerate(self.bones or ()):
                path = f"bones[{number}].name"
                out.text(path, bone, self.lengths.get(path))
                out.places[f"bones[{number}]"] = out.places[path]
        if name == "colors":
            out.raw(name, struct.pack(f"<{len(self.colors)}I", *self.colors))
        else:
            floats(out, name, getattr(self, name))

    def control_points(self, out):
        out.put("nPoints", "I", self.count("nPoints", self.points))
        for number, (*texts, position) in enumerate(self.points):
            for name, text in zip(("type", "linkedBiped", "extra"), texts):
                path = f"points[{number}].{name}"
                out.text(path, text, self.lengths.get(path))
            out.put(f"points[{number}].position", "3f", *position)
