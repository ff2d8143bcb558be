"""cms.py: writes Lost Saga's CMS files (collision meshes)."""

from lostsaga import File

SQUARE = [(0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (1.0, 1.0, 0.0)]
HALVES = [(0, 1, 2), (2, 1, 3)]


class Collision(File):
    id = "CMS"
    vertices = SQUARE
    faces = HALVES
    nVerts = None
    nFaces = None

    def header(self):
        return {"nVerts": self.count("nVerts", self.vertices)}

    def body(self, out):
        out.array("vertices", "3f", self.vertices)
        out.record("", "CMS_FACES", nFaces=self.count("nFaces", self.faces))
        out.array("faces", "3H", self.faces)
