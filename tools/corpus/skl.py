"""skl.py: writes Lost Saga's SKL files (skeletons)."""

from lostsaga import File

UNIT = (0.0, 0.0, 0.0, 1.0)
IDENTITY = (1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0)
POSE = {"localPos": (0.0, 1.0, 0.0), "localQuat": UNIT, "invPos": (0.0, -1.0, 0.0), "invQuat": UNIT, "matrix": IDENTITY}
ROOT = b"NoParent"


class Bone:
    def __init__(self, name, parent=ROOT, children=(), nChildren=None, lengths=None, **pose):
        self.name, self.parent, self.children, self.nChildren = name, parent, children, nChildren
        self.lengths = lengths or {}                # declared lengths by text: "name", "parent", or the index of a child
        assert pose.keys() <= POSE.keys(), pose
        self.pose = POSE | pose

    def write(self, out, path):
        out.text(path + "name", self.name, self.lengths.get("name"))
        start = len(out.data)
        out.record(path, "SKL_POSE", self.pose)
        out.end(path + "pose", start)
        out.text(path + "parent", self.parent, self.lengths.get("parent"))
        out.record(path, "SKL_CHILDREN",
                   nChildren=len(self.children) if self.nChildren is None else self.nChildren)
        for number, child in enumerate(self.children):
            out.text(f"{path}children[{number}].name", child, self.lengths.get(number))


class Skeleton(File):
    id = "SKL"
    bones = ()
    nBones = None
    linked = b""
    linkedLength = None

    def header(self):
        return {"nBones": self.count("nBones", self.bones)}

    def body(self, out):
        first = len(out.data)
        out.list("bones", self.bones)
        out.end("bones", first)
        out.text("linkedSkeleton", self.linked, self.linkedLength)


def tree(*rows, **fields):
    """A skeleton of rows (name, parent), in which parents and children agree."""
    bones = [Bone(name, parent, [child for child, above in rows if above == name]) for name, parent in rows]
    return Skeleton(bones=bones, **fields)
