"""msh.py: writes Lost Saga's MSH files (meshes)."""

import math

from lostsaga import File

# The components of vertices in the order of the file: name, bit of the mask.
COMPONENTS = (("positions", 0x1), ("normals", 0x20), ("tangents", 0x1000), ("binormals", 0x2000), ("colors", 0x40),
              ("uv0", 0x100), ("uv1", 0x200), ("weights", 0x8), ("positions2", 0x2))
BITS = dict(COMPONENTS)
INDICES = 0x10
UP = (0.0, 0.0, 1.0)
SUBMESH = ("minIndex", "vertexCount", "indexStart", "faceCount")
SQUARE = [(0.0, 0.0, 0.0), (4.0, 0.0, 0.0), (0.0, 4.0, 2.0), (4.0, 4.0, 0.0)]
HALVES = [(0, 1, 2), (2, 1, 3)]


class Mesh(File):
    id = "MSH"
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
    bones = None                    # names; only with weights
    nBones = None
    weights = None                  # per vertex: four weights, four bone indices
    positions2 = None
    faces = HALVES
    nFaces = None
    points = ()                     # version 2002: type, linkedBiped, extra, position
    nPoints = None
    lengths = {}                    # declared lengths of texts, by path

    def vertex_count(self):
        return max((len(getattr(self, name)) for name, _ in COMPONENTS if getattr(self, name) is not None), default=0)

    def box(self):
        """The corners of the box around the positions, and half its diagonal."""
        columns = list(zip(*(self.positions or [(0.0,) * 3])))
        low = tuple(map(min, columns)) if self.bbMin is None else self.bbMin
        high = tuple(map(max, columns)) if self.bbMax is None else self.bbMax
        return low, high, math.dist(low, high) / 2 if self.radius is None else self.radius

    def header(self):
        mask = self.mask
        if mask is None:
            mask = sum(bit for name, bit in COMPONENTS if getattr(self, name) is not None)
        if self.submeshes is None:
            self.submeshes = [(0, self.vertex_count(), 0, len(self.faces))]
        low, high, radius = self.box()
        return {"mask": mask, "bbMin": low, "bbMax": high, "radius": radius, "nSub": self.count("nSub", self.submeshes)}

    def body(self, out):
        first = len(out.data)
        for number, fields in enumerate(self.submeshes):
            start = len(out.data)
            out.record(f"submeshes[{number}].", "MSH_SUBMESH", dict(zip(SUBMESH, fields)))
            out.end(f"submeshes[{number}]", start)
        out.end("submeshes", first)
        out.record("", "MSH_VERTICES", nVerts=self.vertex_count() if self.nVerts is None else self.nVerts)
        for name, _ in COMPONENTS:
            if getattr(self, name) is not None:
                self.component(out, name)
        out.record("", "MSH_FACES", nFaces=self.count("nFaces", self.faces))
        out.array("faces", "3H", self.faces)
        if self.version == 2002:
            self.control_points(out)

    def component(self, out, name):
        if name == "weights":
            out.record("", "MSH_BONES", nBones=self.count("nBones", self.bones or ()))
            for number, bone in enumerate(self.bones or ()):
                path = f"bones[{number}].name"
                out.text(path, bone, self.lengths.get(path))
                out.places[f"bones[{number}]"] = out.places[path]
        rows = getattr(self, name)
        out.array(name, "I" if name == "colors" else f"{len(rows[0]) if rows else 0}f", rows)

    def control_points(self, out):
        out.record("", "MSH_POINTS", nPoints=self.count("nPoints", self.points))
        for number, (*texts, position) in enumerate(self.points):
            for name, text in zip(("type", "linkedBiped", "extra"), texts):
                path = f"points[{number}].{name}"
                out.text(path, text, self.lengths.get(path))
            out.record(f"points[{number}].", "MSH_POSITION", position=position)
