"""skl.py: writes Lost Saga's SKL files (skeletons), straight from the description of the format."""

from lostsaga import File

UNIT = (0.0, 0.0, 0.0, 1.0)
IDENTITY = (1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0)
POSE = {"localPos": (0.0, 1.0, 0.0), "localQuat": UNIT, "invPos": (0.0, -1.0, 0.0), "invQuat": UNIT, "matrix": IDENTITY}
ROOT = b"NoParent"


class Bone:
    def __init__(self, name, parent=ROOT, children=(), nChildren=None, lengths=None, **pose):
        self.name, self.parent, self.children, self.nChildren = name, parent, children, nChildren
        self.lengths = lengths or {}                # of texts: name, parent, or the number of a child
        assert pose.keys() <= POSE.keys(), pose
        self.pose = POSE | pose

    def write(self, out, path):
        out.text(path + "name", self.name, self.lengths.get("name"))
        start = len(out.data)
        for name, values in self.pose.items():
            out.put(path + name, f"{len(values)}f", *values)
        out.end(path + "pose", start)
        out.text(path + "parent", self.parent, self.lengths.get("parent"))
        out.put(path + "nChildren", "I", len(self.children) if self.nChildren is None else self.nChildren)
        for number, child in enumerate(self.children):
            out.text(f"{path}children[{number}].name", child, self.lengths.get(number))


class Skeleton(File):
    magic = b"SKL\0"
    version = 1000
    bones = ()
    nBones = None
    linked = b""
    linkedLength = None

    def header(self, out):
        out.put("header.nBones", "I", self.count("nBones", self.bones))

    def body(self, out):
        first = len(out.data)
        for number, bone in enumerate(self.bones):
            start = len(out.data)
            bone.write(out, f"bones[{number}].")
            out.end(f"bones[{number}]", start)
        out.end("bones", first)
        out.text("linkedSkeleton", self.linked, self.linkedLength)


def tree(*rows, **fields):
    """A skeleton in which parents and children agree: rows are (name, parent)."""
    bones = [Bone(name, parent, [child for child, above in rows if above == name]) for name, parent in rows]
    return Skeleton(bones=bones, **fields)
