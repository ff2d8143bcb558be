"""cms.py: writes Lost Saga's CMS files (collision meshes), straight from the description of the format."""

from lostsaga import File, floats, triangles

SQUARE = [(0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (1.0, 1.0, 0.0)]
HALVES = [(0, 1, 2), (2, 1, 3)]


class Collision(File):
    magic = b"CMS\0"
    version = 5000
    vertices = SQUARE
    faces = HALVES
    nVerts = None
    nFaces = None

    def header(self, out):
        out.put("header.nVerts", "I", self.count("nVerts", self.vertices))

    def body(self, out):
        floats(out, "vertices", self.vertices)
        out.put("nFaces", "I", self.count("nFaces", self.faces))
        triangles(out, "faces", self.faces)
