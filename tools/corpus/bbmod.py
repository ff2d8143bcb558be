"""bbmod.py: writes BBMOD models (GameMaker's BBMOD library)."""

import layouts
from records import Out, Written

UNIT = (0.0, 0.0, 0.0, 1.0) + (0.0,) * 4
FLAGS = tuple(layouts.record("BBMOD_FORMAT_8").fields)
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
    """A BBMOD or BBANIM. In `wide` ones counts have 8 bytes."""

    wide = False

    def string(self, path, content):
        self.raw(path, content + b"\0")


class LibraryFile(Written):
    """`id` is the prefix of the records, `counts` are wrong counts by name. A header in lower case has no minor version."""

    id = ""

    def __init__(self, minor=4, upper=None, major=3, magic=None, wide=False, tail=b"", **counts):
        self.minor = minor
        self.upper = minor > 0 if upper is None else upper
        self.major = major
        self.magic = magic
        self.wide = wide
        self.tail = tail
        self.counts = counts

    def count(self, out, name, number):
        """The record of a count; "meshCount" is in <id>_MESH_COUNT."""
        out.rights[name] = number
        id = f"{self.id}_{'WIDE_' if self.wide else ''}{name.removesuffix('Count').upper()}_COUNT"
        out.record("", id, {name: self.counts.get(name, number)})

    def built(self):
        out = Library()
        out.wide = self.wide
        layout = layouts.record(self.id + "_HEADER")
        magic = layout.constant("magic")
        magic = self.magic or (magic if self.upper else magic.lower())
        out.record("header.", self.id + "_HEADER", self, layout.size if self.upper else layout.size - 1, magic=magic)
        out.end("header", 0)
        self.write(out)
        out.raw("tail", self.tail)
        return out


def library_rules(book, good, broken, mixed):
    """Rules of both formats. `good(**fields)` returns a good file, `broken(**fields)` one with an error behind the header;
    `mixed` is a magic in upper and lower case."""
    right = good().bytes()
    size = len(mixed)

    @book.rule
    def bad_magic(r):
        other = right[:size - 2] + bytes([right[size - 2] + 1, 0])
        for suffix, magic in (("", other), ("-no-nul", right[:size - 1] + b" "), ("-mixed", mixed),
                              ("-version-0", bytes(size))):
            file = good(magic=magic)
            r.fires(suffix, file.bytes(), book.error(file, "bad-magic", "header.magic"))
        for there in (0, size - 1):
            r.fires(f"-{there}", right[:there], book.error(good(), "bad-magic", "header.magic", at=(0, there)))
        r.near("", right)
        r.near("-lower-case", good(minor=0).bytes())
        r.near("-alone", right[:size], book.error(good(), "truncated", "header", at=(0, size)))

    @book.rule
    def unsupported_version(r):
        for major in (0, 1, 2, 4):
            for minor in (0, 4):
                file = broken(major=major, minor=minor)
                r.fires(f"-{major}-{minor}", file.bytes(), book.error(file, "unsupported-version", "header.major",
                                                                              says=(f"{major}.{minor}",)))
        for minor in (5, 255):
            file = good(minor=minor)
            r.fires(f"-minor-{minor}", file.bytes(), book.error(file, "unsupported-version", "header.minor", expected="0 to 4",
                                                                          says=(f"3.{minor}",)))
        for minor in range(5):
            r.near(f"-{minor}", good(minor=minor).bytes())
        r.near("-upper", good(minor=0, upper=True).bytes())


def cut(file, field, there=0):
    """The file up to `there` bytes of a field, and the place of these bytes."""
    start = file.start(field)
    return file.bytes()[:start + there], (start, there)


class Mesh:
    """`values` are lists by component, with a value for each vertex; missing values are those of a good file."""

    def __init__(self, *flags, count=3, materialIndex=0, bbox=None, primitiveType=4, vertexCount=None, flag=1, bools=None,
                 **values):
        self.flags = flags or ("vertices", "normals", "textureCoords", "tangentW")
        self.count = count
        self.materialIndex = materialIndex
        self.bbox = bbox
        self.primitiveType = primitiveType
        self.vertexCount = count if vertexCount is None else vertexCount
        self.flag = flag                # the value of set flags
        self.bools = bools or {}        # values of single flags
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
        out.record(path + ".", "BBMOD_FORMAT_8" if minor >= 3 else "BBMOD_FORMAT_7",
                   {name: self.flag for name in self.flags} | self.bools)
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
        box = self.bbox or (((0.0,) * 3,) * 2 if minor == 1 else self.box())
        if minor == 0:
            out.record(path, "BBMOD_WIDE_MESH" if out.wide else "BBMOD_MESH_0", self)
        else:
            out.record(path, "BBMOD_MESH_1", self, bboxMin=box[0], bboxMax=box[1])
        if minor >= 2:
            self.format(out, path + "vertexFormat", minor)
            out.record(path, "BBMOD_DATA_2", self)
        else:
            out.record(path, "BBMOD_WIDE_DATA" if out.wide else "BBMOD_DATA_0", self)
        self.vertices(out, path)


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
        path = f"nodes[{number}]."
        start = len(out.data)
        out.string(path + "name", self.name)
        out.record(path, "BBMOD_WIDE_NODE" if out.wide else "BBMOD_NODE", self,
                   index=number if self.index is None else self.index)
        out.array(path + "meshes", "Q" if out.wide else "I", self.meshes)
        out.record(path, "BBMOD_WIDE_CHILD_COUNT" if out.wide else "BBMOD_CHILD_COUNT", self)
        out.end(f"nodes[{number}]", start)


class Bone:
    def __init__(self, boneIndex, offset=UNIT):
        self.boneIndex = boneIndex
        self.offset = offset


def in_order(root):
    """The nodes of a tree, each before its children. Without recursion: one fixture is a thousand levels deep."""
    rest = [root]
    while rest:
        node = rest.pop()
        yield node
        rest.extend(reversed(node.children))


class Model(LibraryFile):
    """Up to 3.1 all meshes have the vertex format of `shape`, or of the first mesh."""

    id = "BBMOD"

    def __init__(self, meshes=None, root=None, bones=(), materials=(b"steel",), shape=None, **more):
        super().__init__(**more)
        self.meshes = [Mesh(*(("vertices", "bones") if bones else ()))] if meshes is None else list(meshes)
        self.root = root or Node(meshes=range(len(self.meshes)))
        self.bones = bones
        self.materials = materials
        self.shape = shape

    def write(self, out):
        if self.minor < 2:
            (self.shape or (self.meshes or [Mesh()])[0]).format(out, "vertexFormat", self.minor)
        self.count(out, "meshCount", len(self.meshes))
        out.list("meshes", self.meshes, self.minor)
        nodes = list(in_order(self.root))
        self.count(out, "nodeCount", len(nodes))
        for number, node in enumerate(nodes):
            node.write(out, number)
        self.count(out, "boneCount", len(self.bones))
        start = len(out.data)
        for number, bone in enumerate(self.bones):
            out.record(f"bones[{number}].", "BBMOD_BONE", bone)
        out.end("bones", start)
        self.count(out, "materialCount", len(self.materials))
        for number, name in enumerate(self.materials):
            out.string(f"materials[{number}].name", name)
            out.places[f"materials[{number}]"] = out.places[f"materials[{number}].name"]
