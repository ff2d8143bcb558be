"""bbmod_rules.py: the fixtures of the rules of BBMOD."""

import struct

from bbmod import FLAGS, UNIT, Bone, Mesh, Model, Node, cut, library_rules
from bbmod_seeds import HALF, MOVED, everything, formats, primitives, skinned, tree
from fixtures import INFINITE, NAN, Book, float32, normalised

BOOK = Book("bbmod", "bbmod")
rule, rules, error, warning, note = BOOK.rule, BOOK.rules, BOOK.error, BOOK.warning, BOOK.note

# What messages say besides what stands in the file.
BOOK.may_say("bad-magic", expected="BBMOD")
BOOK.may_say("unsupported-version", "3.0", "3.4", 0, 4, expected=3)
BOOK.may_say("bitangent-sign", 1, -1)
BOOK.may_say("bone-limit", 128)
BOOK.may_say("bool-value", 0, 1, expected="0 or 1")
BOOK.may_say("position-range", 1000000)
BOOK.may_say("primitive-type", expected="1 to 6")
BOOK.may_say("vertex-bone-weight", 0, 1)
BOOK.may_say("transform-norm", 0, 1)
BOOK.may_say("wide-counts", 2021, 4, 8)
BOOK.may_say("count-range", 36, 46, 48)          # bytes of a bone, a node and a vertex
LEAST_NODE = 46     # a NUL, index, flag, transform, and two counts


library_rules(BOOK, Model, lambda **fields: Model([Mesh(materialIndex=9)], tail=b"x", **fields), b"BbMod\0")


@rule
def truncated(r):
    for minor in (0, 4):
        file = skinned(minor=minor)
        parts = [("header", 7 if minor else 6), ("meshCount", 3), ("meshes[0].vertices", 120), ("meshes[0].vertices", 131),
                 ("nodeCount", 1), ("nodes[1].name", 2), ("nodes[0].meshes", 3), ("nodes[2].nChildren", 3),
                 ("boneCount", 0), ("bones", 40), ("materialCount", 3), ("materials[0].name", 5)]
        for field, there in parts:
            content, at = cut(file, field, there)
            r.fires(f"-{minor}-{field.replace('[', '-').replace(']', '').replace('.', '-')}-{there}", content,
                    error(file, "truncated", field, at=at))
    for minor, field, name in ((0, "vertexFormat", "vertexFormat"), (4, "meshes[0].vertexFormat", "format")):
        content, at = cut(Model(minor=minor), field, 5)
        r.fires(f"-{minor}-{name}", content, error(file, "truncated", field, at=at))
    file = Model()
    file = Model([Mesh(), Mesh(count=0)])
    content, at = cut(file, "meshes[1]", 27)
    r.fires("-start", content, error(file, "truncated", "meshes[1]", at=at))
    file = Model()
    for field, name, length in (("meshes[0].primitiveType", "data", 7), ("nodes[0].index", "node", 40)):
        content, at = cut(file, field, length)
        r.fires("-" + name, content, error(file, "truncated", field.split(".")[0], at=at))
    r.near("", skinned())
    r.near("-3.0", skinned(minor=0))


@rule
def trailing_bytes(r):
    for minor, size in ((0, 1), (1, 4), (4, 1), (4, 100)):
        file = Model(minor=minor, tail=b"\1" * size)
        r.fires(f"-{minor}-{size}", file, warning("trailing-bytes", "", at=file.where("tail")), fixed=Model(minor=minor))
    r.near("", Model())
    r.near("-no-materials", Model([], materials=()), note(Model([]), "no-meshes", "meshCount"))


@rule
def count_range(r):
    for minor in (0, 4):
        for name in ("meshCount", "boneCount", "materialCount"):
            for value in (0x80000000, 0xFFFFFFFF, 0x7FFFFFFF):
                file = Model(minor=minor, **{name: value})
                r.fires(f"-{minor}-{name}-{value:x}", file, error("count-range", name))
    # A number of meshes that is off by a little: the counts after it are not looked for in the wrong place.
    for minor in range(5):
        for value in (0, 1, 3, 5, 7):
            meshes = [Mesh("vertices") for _ in range(2 if value < 4 else 9 if value > 5 else 1)]
            file = Model(meshes, root=Node(meshes=list(range(len(meshes)))), minor=minor, meshCount=value)
            r.fires(f"-{minor}-meshes-{value}", file, error("count-range", "meshCount"))
    for value in (0x80000000, 0x7FFFFFFF):
        r.fires(f"-vertices-{value:x}", Model([Mesh(vertexCount=value)]), error("count-range", "meshes[0].vertexCount"))
        file = Model(root=Node(meshes=[0], nMeshes=value))
        r.fires(f"-nMeshes-{value:x}", file, error("count-range", "nodes[0].nMeshes"))
        file = Model(root=Node(meshes=[0], nChildren=value))
        r.fires(f"-nChildren-{value:x}", file, error("count-range", "nodes[0].nChildren"))
        r.fires(f"-nodeCount-{value:x}", Model(nodeCount=value), error("count-range", "nodeCount"))
    # Vertices without components have no bytes: only a negative count is too high.
    r.fires("-no-flags", Model([Mesh("none", vertexCount=0x80000000)]), error("count-range", "meshes[0].vertexCount"),
            warning("missing-positions", "meshes[0].vertexFormat.vertices"))
    file = Model()
    size = len(file.bytes())
    for name, least in (("meshCount", 28 + 8 + 8), ("nodeCount", 1), ("boneCount", 36), ("materialCount", 1)):
        r.fires(f"-{name}-least", Model(**{name: size // least + 1}), error("count-range", name))
    # The count is the highest index plus one, which the size of the file does not limit.
    r.near("-nodes", Model(nodeCount=size), warning("node-count", "nodeCount"))
    r.near("-materials", Model(materialCount=size), error("truncated", "materials[1].name", at=(size, 0)))
    wrong = Model(root=Node(meshes=[0], nChildren=size // LEAST_NODE))
    rest = wrong.start("boneCount")
    # The zeros of boneCount and materialCount are read as a name and the start of a node.
    r.near("-children", wrong, error("truncated", "nodes[1]", at=(rest + 1, size - rest - 1)))


@rule
def bool_value(r):
    for minor in (0, 2, 4):
        for number, flag in enumerate(FLAGS):
            if flag == "textureCoords2" and minor < 3:
                continue
            def model(value, minor=minor, flag=flag):
                mesh = Mesh("vertices", "normals", "bones", flag, bools={flag: value})
                return Model([mesh], minor=minor, bones=[Bone(0)], root=Node(meshes=[0], isBone=1))

            file = model(2 + number)
            field = f"{'meshes[0].' if minor > 1 else ''}vertexFormat.{flag}"
            r.fires(f"-{minor}-{flag}", file, error("bool-value", field), fixed=model(1))
    r.fires("-bone", Model(root=Node(meshes=[0], isBone=255), bones=[Bone(0)]), error("bool-value", "nodes[0].isBone"),
            fixed=Model(root=Node(meshes=[0], isBone=1), bones=[Bone(0)]))
    r.near("", everything(4))
    r.near("-3.0", everything(0))


@rule
def string_control_char(r):
    for byte in (0x01, 0x1F, 0x7F):
        file = Model(root=Node(b"a" + bytes([byte]) + b"b", meshes=[0]))
        r.fires(f"-{byte:x}", file, warning("string-control-char", "nodes[0].name", elements=[1]))
    file = Model(materials=(b"\t\n",))
    r.fires("-material", file, warning("string-control-char", "materials[0].name", elements=[0, 1]))
    r.near("", Model(root=Node(b" ~\x80\xff", meshes=[0]), materials=(b"\xe2\x82\xac",)))
    file = Model(tail=b"\1\0")
    r.near("-behind-the-last-material", file, warning("trailing-bytes", "", at=file.where("tail")))


BOOK.memory_limit(skinned(), 8400, 100000)


@rule
def limit(r):
    file = Model(nodeCount=0x7FFFFFFF)      # no memory for as many
    r.near("-of-many-nodes", file, error("count-range", "nodeCount"), options={"max-memory": 100000})


def chain(levels, last=()):
    node = Node(b"", last)
    for _ in range(levels - 2):
        node = Node(b"", [node])
    return Model(root=Node(b"", [node], meshes=[0]))


@rule
def nesting(r):
    r.fires("", chain(1001), error("nesting", "nodes[1000]", elements=[1000]))
    file = chain(1000, [Node(b"first", [Node(b"")] * 3), Node(b"last")])
    r.fires("-more", file, error("nesting", "nodes[1000]", elements=[1000, 1001, 1002, 1003, 1004]))
    file = chain(1001, [Node(b"")])
    file.root.children.append(Node(b"", transform=(0.0,) * 8))
    file.root.nChildren = 2
    r.fires("-and-back", file, error("nesting", "nodes[1000]", elements=[1000, 1001]),
            warning("transform-norm", "nodes[1002].transform"))
    r.near("", chain(1000))
    r.near("-broad", Model(root=Node(b"", [Node(b"")] * 1100, meshes=[0])))


@rule
def wide_counts(r):
    for upper in (False, True):
        r.fires("-upper" if upper else "", skinned(minor=0, upper=upper, wide=True), error("wide-counts", "meshCount"),
                fixed=skinned(minor=0, upper=upper))
    file = skinned(minor=0, wide=True)
    file.meshes[0].materialIndex = 1 << 40
    file.root.meshes = [0, 1 << 33]
    file.root.nMeshes = 2
    r.fires("-numbers", file, error("wide-counts", "meshCount"), error("material-index", "meshes[0].materialIndex"),
            note("unused-material", "materials[0]"), error("node-mesh-index", "nodes[0].meshes", elements=[1]),
            fix_refused="a number does not fit into 4 bytes")
    file, narrow = [Model([Mesh(count=0)], minor=0, wide=wide, root=Node(meshes=[0], isBone=flag))
                    for wide, flag in ((True, 2), (False, 1))]
    r.fires("-several", file, error("wide-counts", "meshCount"), note("empty-mesh", "meshes[0].vertexCount"),
            error("bool-value", "nodes[0].isBone"), warning("bone-count", "boneCount", expected=1),
            error("bone-index", "nodes[0].index"), fixed=narrow)
    r.near("", skinned(minor=0))


@rule
def material_index(r):
    for index in (1, 2, 0xFFFFFFFF):
        r.fires(f"-{index}", Model([Mesh(materialIndex=index)]), error("material-index", "meshes[0].materialIndex"),
                note("unused-material", "materials[0]"))
    r.fires("-3.0", Model([Mesh(), Mesh(materialIndex=3), Mesh(materialIndex=1)], minor=0),
            error("material-index", "meshes[1].materialIndex"), error("material-index", "meshes[2].materialIndex"))
    r.fires("-none", Model(materials=()), error("material-index", "meshes[0].materialIndex"))
    r.near("", Model([Mesh(materialIndex=1), Mesh()], materials=(b"a", b"b")))


@rule
def node_mesh_index(r):
    file = Model(root=Node(meshes=[0, 1, 0, 0xFFFFFFFF]))
    r.fires("", file, error("node-mesh-index", "nodes[0].meshes", elements=[1, 3]))
    r.fires("-none", Model([], root=Node(children=[Node(b"a", meshes=[0])]), materials=()),
            error("node-mesh-index", "nodes[1].meshes", elements=[0]), note("no-meshes", "meshCount"))
    r.near("", tree())


@rule
def node_index(r):
    for name, index in (("-half", 0.5), ("-negative", -1.0), ("-count", 1.0), ("-nan", NAN), ("-infinite", INFINITE),
                        ("-large", 4294967296.0)):
        r.fires(name, Model(root=Node(meshes=[0], index=index)), error("node-index", "nodes[0].index"))
    file = Model(root=Node(meshes=[0], children=[Node(b"a"), Node(b"b")]), nodeCount=2)
    r.fires("-below", file, error("node-index", "nodes[2].index"), error("node-count", "nodeCount"))
    r.near("", Model(root=Node(meshes=[0], index=1, children=[Node(b"a", index=0)])))
    r.near("-minus-0", Model(root=Node(meshes=[0], index=-0.0)))


@rule
def duplicate_node_index(r):
    r.fires("", Model(root=Node(meshes=[0], children=[Node(b"a", index=2), Node(b"b"), Node(b"c", index=0)])),
            error("duplicate-node-index", "nodes[2].index"), error("duplicate-node-index", "nodes[3].index"))
    r.near("-outside", Model(root=Node(meshes=[0], children=[Node(b"a", index=9), Node(b"b", index=9)])),
           error("node-index", "nodes[1].index"), error("node-index", "nodes[2].index"))
    r.near("", Model(root=Node(meshes=[0], children=[Node(b"a", index=2), Node(b"b", index=1)])))


@rule
def node_count(r):
    root = Node(meshes=[0], children=[Node(b"a", index=0)], index=0)
    r.fires("-below", Model(root=root, nodeCount=1), error("node-count", "nodeCount"),
            error("duplicate-node-index", "nodes[1].index"))
    r.fires("-0", Model(nodeCount=0), error("node-count", "nodeCount"), error("node-index", "nodes[0].index"))
    file = Model(root=Node(meshes=[0], children=[Node(b"a", index=2)]), nodeCount=3)
    r.fires("-above", file, warning("node-count", "nodeCount"))
    r.near("", Model(root=Node(meshes=[0], children=[Node(b"a")])))


@rule
def bone_count(r):
    file = Model(root=Node(meshes=[0], children=[Node(b"a", isBone=1)]), bones=[Bone(0), Bone(1)])
    r.fires("-more", file, warning("bone-count", "boneCount", expected=1))
    file = Model(root=Node(meshes=[0], isBone=1, children=[Node(b"a", isBone=1)]), bones=[Bone(0)])
    r.fires("-fewer", file, warning("bone-count", "boneCount", expected=2), error("bone-index", "nodes[1].index"))
    # The frames of an animation have transforms for the nodes only.
    for bones in (3, 40):
        file = Model(root=Node(meshes=[0], isBone=1, children=[Node(b"a", isBone=1)]),
                     bones=[Bone(number) for number in range(bones)])
        r.fires(f"-above-nodes-{bones}", file, error("bone-count", "boneCount", expected=2))
    # With an impossible count of nodes nothing else is judged.
    file = Model(root=Node(meshes=[0], isBone=1), bones=[Bone(0)], nodeCount=0x80000000)
    r.near("-no-nodes", file, error("count-range", "nodeCount"))
    r.near("", skinned())
    r.near("-all", Model(root=Node(meshes=[0], isBone=1, children=[Node(b"a", isBone=1)]), bones=[Bone(0), Bone(1)]))


@rule
def bone_index(r):
    file = Model(root=Node(meshes=[0], children=[Node(b"hip", isBone=1), Node(b"knee", isBone=1)]),
                 bones=[Bone(0), Bone(1)])
    r.fires("", file, error("bone-index", "nodes[2].index"))
    file = Model(root=Node(meshes=[0], isBone=1))
    r.fires("-none", file, error("bone-index", "nodes[0].index"), warning("bone-count", "boneCount", expected=1))
    file = Model(minor=0, root=Node(meshes=[0], isBone=1, index=1, children=[Node(b"a", index=0)]), bones=[Bone(0)])
    r.fires("-3.0", file, error("bone-index", "nodes[0].index"))
    # Numbers that are no index, and nodes that are not bones, have no bone index.
    file = Model(root=Node(meshes=[0], isBone=1, index=1), bones=[Bone(0)])
    r.near("-no-index", file, error("node-index", "nodes[0].index"))
    r.near("", Model(root=Node(meshes=[0], isBone=1, children=[Node(b"a", isBone=0)]), bones=[Bone(0)]))
    file = Model(root=Node(meshes=[0], isBone=1, children=[Node(b"a", isBone=1)]), bones=[Bone(0)])
    content, at = cut(file, "boneCount", 2)
    r.near("-cut", content, error(file, "truncated", "boneCount", at=at))


def boned(bones):
    """A model whose nodes are bones, except for the last one."""
    children = [Node(b"n%d" % number, isBone=1) for number in range(1, len(bones))] + [Node(b"end")]
    return Model(root=Node(b"n0", children, meshes=[0], isBone=1), bones=bones)


@rule
def bone_limit(r):
    r.fires("", boned([Bone(number) for number in range(129)]), warning("bone-limit", "boneCount"))
    r.near("", boned([Bone(number) for number in range(128)]))


@rule
def offset_index(r):
    for name, index in (("-half", 0.5), ("-negative", -1.0), ("-count", 2.0), ("-nan", NAN), ("-infinite", INFINITE)):
        r.fires(name, boned([Bone(0), Bone(index)]), error("offset-index", "bones[1].boneIndex"))
    r.fires("-twice", boned([Bone(2), Bone(1), Bone(1), Bone(2)]), error("offset-index", "bones[2].boneIndex"),
            error("offset-index", "bones[3].boneIndex"))
    r.near("", boned([Bone(2), Bone(0), Bone(1)]))


def bound(indices, weights, **fields):
    mesh = Mesh("vertices", "bones", boneIndices=indices, boneWeights=weights, **fields)
    return skinned(meshes=[mesh])


@rule
def vertex_bone_index(r):
    one = (1.0, 0.0, 0.0, 0.0)
    for name, index in (("-half", 0.5), ("-negative", -1.0), ("-count", 2.0), ("-nan", NAN), ("-infinite", INFINITE)):
        file = bound([(0.0,) * 4, (0.0, index, 0.0, 0.0)], [one, (0.5, 0.5, 0.0, 0.0)])
        r.fires(name, file, error("vertex-bone-index", "meshes[0].boneIndices", elements=[1]))
    file = bound([(0.0, 0.0, 0.0, 5.0), (0.0,) * 4, (7.0,) * 4], [(0.5, 0.0, 0.0, 0.5), one, one])
    r.fires("-two", file, error("vertex-bone-index", "meshes[0].boneIndices", elements=[0, 2]))
    file = Model([Mesh("vertices", "bones")])
    r.fires("-no-bones", file, error("vertex-bone-index", "meshes[0].boneIndices", elements=[0, 1, 2]))
    # If the bones were not read, only numbers that are no index are reported.
    file = bound([(7.0,) * 4, (0.0, 0.5, 0.0, 0.0)], [one, (0.5, 0.5, 0.0, 0.0)])
    content, at = cut(file, "boneCount")
    r.fires("-unknown", content, error(file, "vertex-bone-index", "meshes[0].boneIndices", elements=[1]),
            error(file, "truncated", "boneCount", at=at))
    # A shader reads the bones of slots of weight 0, too.
    for name, index in (("-half", 0.5), ("-negative", -1.0), ("-count", 2.0), ("-large", 1e30), ("-nan", NAN),
                        ("-infinite", INFINITE)):
        file = bound([(0.0,) * 4, (0.0, index, 0.0, 0.0)], [one, one])
        r.fires("-idle" + name, file, error("vertex-bone-index", "meshes[0].boneIndices", elements=[1]))
    file = bound([(1.0, 2.0, -1.0, 0.5)] * 3, [one] * 3)
    r.fires("-idle-all", file, error("vertex-bone-index", "meshes[0].boneIndices", elements=[0, 1, 2]))
    file = bound([(0.0, 9.0, 0.0, 0.0), (9.0, 0.0, 0.0, 0.0)], [one, one])
    r.fires("-idle-and-not", file, error("vertex-bone-index", "meshes[0].boneIndices", elements=[0, 1]))
    file = bound([(0.0, 7.5, 0.0, 0.0), (7.0, 7.0, 0.0, 0.0)], [one, one])
    content, at = cut(file, "boneCount")
    r.fires("-idle-unknown", content, error(file, "truncated", "boneCount", at=at),
            error(file, "vertex-bone-index", "meshes[0].boneIndices", elements=[0]))
    r.near("", bound([(1.0, 1.0, 0.0, 1.0)] * 3, [one] * 3))
    file = bound([(9.0, 8.0, 7.0, 0.0)], [(0.0, 0.5, 0.5, 0.0)])    # the first one with a weight is in the message
    r.fires("-idle-first", file, error("vertex-bone-index", "meshes[0].boneIndices", elements=[0]))
    r.near("-minus-0", bound([(-0.0, 0.0, 0.0, 0.0)] * 3, [(1.0, -0.0, 0.0, 0.0)] * 3))


@rule
def vertex_bone_weight(r):
    for name, weights in (("-sum", (0.5, 0.25, 0.0, 0.0)), ("-negative", (1.5, -0.5, 0.0, 0.0)),
                          ("-nan", (NAN, 1.0, 0.0, 0.0)), ("-infinite", (INFINITE, 0.0, 0.0, 0.0)),
                          ("-above", (1.0011, 0.0, 0.0, 0.0)), ("-none", (0.0,) * 4)):
        one = (1.0, 0.0, 0.0, 0.0)
        negative = "a weight of vertex 1 is below 0 or not a number"
        by = "the weights of vertex 1 add up to {}, by which they can't be divided".format
        refused = {"-negative": negative, "-nan": negative, "-infinite": by("infinity"), "-none": by(0)}
        right = bound([], [one, normalised(weights, sum(map(float32, weights)) or 1)])
        right = {"fix_refused": refused[name]} if name in refused else {"fixed": right}
        r.fires(name, bound([], [one, weights]), warning("vertex-bone-weight", "meshes[0].boneWeights", elements=[1]), **right)
    for slot in range(4):
        weights = [0.0] * 4
        weights[slot], weights[slot - 1] = -0.5, 1.5
        file = bound([], [(1.0, 0.0, 0.0, 0.0), tuple(weights)])
        r.fires(f"-negative-{slot}", file, warning("vertex-bone-weight", "meshes[0].boneWeights", elements=[1]),
                fix_refused=negative)
    file = bound([], [(0.5, 0.25, 0.0, 0.0)] * 10, count=12)
    r.fires("-many", file, warning("vertex-bone-weight", "meshes[0].boneWeights", elements=list(range(10))),
            fixed=bound([], [normalised((0.5, 0.25, 0.0, 0.0), 0.75)] * 10, count=12))
    r.fires("-beside-bad-ones", bound([], [(0.5, 0.25, 0.0, 0.0), (0.25,) + (0.0,) * 3, (NAN, 1.0, 0.0, 0.0)]),
            warning("vertex-bone-weight", "meshes[0].boneWeights", elements=[0, 1, 2], says=(0.75,)),
            fixed=bound([], [normalised((0.5, 0.25, 0.0, 0.0), 0.75), (0.25,) + (0.0,) * 3, (NAN, 1.0, 0.0, 0.0)]),
            fix_refused="the weights of vertex 1 add up to 0.25, by which they can't be divided")
    near = (0.5, 0.5005, 0.0, 0.0)
    r.fires("-beside-others", bound([], [near, (0.5, 0.25, 0.0, 0.0), near]),
            warning("vertex-bone-weight", "meshes[0].boneWeights", elements=[1], says=(0.75,)),
            fixed=bound([], [near, normalised((0.5, 0.25, 0.0, 0.0), 0.75), near]))
    r.near("", bound([], [(1.00099, 0.0, 0.0, 0.0), (0.99901, 0.0, -0.0, 0.0), (0.25,) * 4]))


@rule
def primitive_type(r):
    for value in (0, 7, 0xFFFFFFFF):
        r.fires(f"-{value}", Model([Mesh(primitiveType=value)]), error("primitive-type", "meshes[0].primitiveType"))
    file = Model([Mesh(primitiveType=0, count=1)], minor=2)
    r.fires("-3.2", file, error("primitive-type", "meshes[0].primitiveType"))
    r.near("", primitives())


@rule
def primitive_count(r):
    for type, count in ((4, 1), (4, 4), (4, 5), (2, 1), (2, 3)):
        file = Model([Mesh(primitiveType=type, count=count)])
        r.fires(f"-{type}-{count}", file, warning("primitive-count", "meshes[0].vertexCount"))
    for type, count in ((1, 1), (2, 4), (3, 3), (4, 6), (5, 4), (6, 5)):
        r.near(f"-{type}-{count}", Model([Mesh(primitiveType=type, count=count)]))
    r.near("-3.1", Model([Mesh(count=4)], minor=1))


@rule
def empty_mesh(r):
    for minor in (0, 1, 4):
        r.fires(f"-{minor}", Model([Mesh(count=0), Mesh()], minor=minor), note("empty-mesh", "meshes[0].vertexCount"))
    r.near("", Model([Mesh("vertices", count=1, primitiveType=1)]))


@rule
def no_meshes(r):
    for minor in (0, 4):
        r.fires(f"-{minor}", Model([], materials=(), minor=minor), note("no-meshes", "meshCount"))
    r.fires("-no-format", Model([], materials=(), minor=1, shape=Mesh("none")), note("no-meshes", "meshCount"))
    r.near("", Model([Mesh(count=0)]), note(Model(), "empty-mesh", "meshes[0].vertexCount"))


@rule
def empty_vertex(r):
    for minor in (2, 4):
        for count in (1, 3, 999, 0x7FFFFFFE):
            file = Model([Mesh("none", vertexCount=count)], minor=minor)
            r.fires(f"-{minor}-{count}", file, error("empty-vertex", "meshes[0].vertexCount"),
                    warning("missing-positions", "meshes[0].vertexFormat.vertices"),
                    *([warning("primitive-count", "meshes[0].vertexCount")] if count % 3 else []))
    for minor in (0, 1):
        r.fires(f"-{minor}", Model([Mesh("none", vertexCount=0), Mesh("none", vertexCount=5)], minor=minor),
                error("empty-vertex", "meshes[1].vertexCount"), note("empty-mesh", "meshes[0].vertexCount"),
                warning("missing-positions", "vertexFormat.vertices"))
    r.near("-no-vertices", Model([Mesh("none", vertexCount=0)]), note("empty-mesh", "meshes[0].vertexCount"),
           warning("missing-positions", "meshes[0].vertexFormat.vertices"))
    r.near("", Model([Mesh("ids")]),
           warning(Model([Mesh("ids")]), "missing-positions", "meshes[0].vertexFormat.vertices"))


@rule
def missing_positions(r):
    r.fires("", Model([Mesh("normals"), Mesh()]), warning("missing-positions", "meshes[0].vertexFormat.vertices"))
    file = Model([Mesh("normals", "ids"), Mesh("normals", "ids")], minor=1)
    r.fires("-3.1", file, warning("missing-positions", "vertexFormat.vertices"))
    file = Model([Mesh("none", vertexCount=999)])
    r.fires("-nothing", file, warning("missing-positions", "meshes[0].vertexFormat.vertices"),
            error("empty-vertex", "meshes[0].vertexCount"))
    r.near("", Model([Mesh("vertices")]))
    r.near("-mixed", formats())


@rule
def vertex_not_finite(r):
    sizes = {"positions": 3, "normals": 3, "textureCoords": 2, "textureCoords2": 2, "tangents": 4, "ids": 1}
    for number, (name, count) in enumerate(sizes.items()):
        for suffix, bad in (("nan", NAN), ("infinite", INFINITE), ("minus-infinite", -INFINITE)):
            good = [0.0] * count
            if name == "tangents":
                good[3] = 1.0
            value = list(good)
            value[number % count] = bad
            mesh = Mesh(*FLAGS, **{name: [tuple(good), tuple(value)]})
            mesh.bbox = ((0.0, 0.0, 0.0), (1.0, 2.0, 0.0))
            file = Model([mesh], bones=[Bone(0)], root=Node(meshes=[0], isBone=1))
            found = (error if name == "positions" else warning)(
                file, "vertex-not-finite", "meshes[0]." + name, elements=[1])
            r.fires(f"-{name}-{suffix}", file, found)
    file = Model([Mesh(tangents=[(1.0, 0.0, 0.0, NAN)], normals=[(0.0, 0.0, 1.0)] * 2 + [(NAN, 0.0, 0.0)])])
    r.fires("-two", file, warning("vertex-not-finite", "meshes[0].tangents", elements=[0]),
            warning("vertex-not-finite", "meshes[0].normals", elements=[2]))
    for count in (1, 2731, 6000):       # the last one; 2730 are looked at together
        points = [(0.0, 0.0, 0.0)] * (count - 1) + [(NAN, 0.0, 0.0)]
        file = Model([Mesh("vertices", count=count, positions=points, primitiveType=1, bbox=(points[0], points[0]))])
        r.fires(f"-last-of-{count}", file, error("vertex-not-finite", "meshes[0].positions", elements=[count - 1]))
    largest = struct.unpack("<f", b"\xff\xff\x7f\x7f")[0]
    file = Model([Mesh("vertices", "textureCoords", positions=[(largest, -largest, 1e-45)],
                       textureCoords=[(largest, 0.0)])])
    r.near("", file, warning("position-range", "meshes[0].positions", elements=[0]))
    r.near("-zero-normals", Model([Mesh("vertices", "normals", normals=[(0.0, 0.0, 0.0)] * 3)]))
    r.near("-colours", Model([Mesh("vertices", "colors", colors=[(0, 0, 0xC0, 0x7F)])]))


@rule
def position_range(r):
    def mesh(*points, **fields):
        low, high = (tuple(pick(axis) for axis in zip(*points)) for pick in (min, max))
        return Mesh("vertices", positions=points, **({"bbox": (low, high)} | fields))
    over = 1.0001e6
    file = Model([mesh((0.0, 0.0, 0.0), (1.0, -over, 0.0), (0.0, 1.0, 0.0))])
    r.fires("", file, warning("position-range", "meshes[0].positions", elements=[1]))
    good = mesh((0.0, 0.0, 0.0), (1e6, -1e6, 0.0), (0.0, 600000.0, 1e6))
    file = Model([good, mesh((3e38, over, 0.0), (0.0, 0.0, over), (0.0, 0.0, 0.0))],
                 root=Node(b"Root", children=[Node(b"B", meshes=[0, 1]), Node(b"Tail", meshes=[1])]))
    r.fires("-second", file, warning("position-range", "meshes[1].positions", elements=[0, 1]))
    r.fires("-not-drawn", Model([mesh((0.0, over, 0.0), (0.0, 0.0, 0.0), (1.0, 0.0, 0.0))], root=Node()),
            warning("position-range", "meshes[0].positions", elements=[0]), warning("unreferenced-mesh", "meshes[0]", says=(3,)))
    file = Model([Mesh("vertices", positions=[(NAN, 2e6, 0.0), (0.0, INFINITE, 0.0), (0.0, 0.0, 0.0)])])
    r.fires("-not-finite", file, error("vertex-not-finite", "meshes[0].positions", elements=[0, 1]),
            warning("position-range", "meshes[0].positions", elements=[0]))
    r.near("", Model([good]))
    r.near("-others", Model([Mesh("vertices", "textureCoords", textureCoords=[(1e30, -1e30)] * 3)]))


@rule
def no_extent(r):
    point = (1.0, 2.0, 3.0)
    file = Model([Mesh("vertices", positions=[point] * 3, bbox=(point, point))])
    r.fires("", file, warning("no-extent", "meshes[0].positions", says=(1, 2, 3)))
    file = Model([Mesh("vertices", positions=[point] * 3)], minor=0)
    r.fires("-3.0", file, warning("no-extent", "meshes[0].positions", says=(1, 2, 3)))
    file = Model([Mesh("vertices", count=2, positions=[point] * 2)])
    r.near("-two", file, warning("primitive-count", "meshes[0].vertexCount"))
    other = (1.0, 2.0, 3.5)
    r.near("", Model([Mesh("vertices", positions=[point, point, other], bbox=(point, other))]))
    file = Model([Mesh("vertices", positions=[(NAN,) * 3] * 3)])
    r.near("-nan", file, error("vertex-not-finite", "meshes[0].positions", elements=[0, 1, 2]))


@rule
def bounding_box(r):
    low, high = (0.0, 0.0, 0.0), (1.0, 2.0, 0.0)
    for minor in (2, 4):
        file = Model([Mesh(bbox=((0.0, -0.0025, 0.0), high))], minor=minor)
        r.fires(f"-{minor}-min", file, warning("bounding-box", "meshes[0].bboxMin"),
                fixed=Model([Mesh(bbox=(low, high))], minor=minor))
    r.fires("-max", Model([Mesh(bbox=(low, (1.0, 1.9, 0.0)))]), warning("bounding-box", "meshes[0].bboxMax", says=(1, 2, 0)),
            fixed=Model([Mesh()]))
    r.fires("-not-finite", Model([Mesh(bbox=((NAN, 0.0, 0.0), (1.0, 2.0, INFINITE)))]),
            warning("bounding-box", "meshes[0].bboxMin"), warning("bounding-box", "meshes[0].bboxMax"), fixed=Model([Mesh()]))
    file = Model([Mesh("vertices", positions=[(5.0, 5.0, 5.0)] * 3, bbox=(low, low))])
    r.fires("-point", file, warning("no-extent", "meshes[0].positions", says=(5,)), warning("bounding-box", "meshes[0].bboxMin", says=(5,)),
            warning("bounding-box", "meshes[0].bboxMax", says=(5,)), fixed=Model([Mesh("vertices", positions=[(5.0, 5.0, 5.0)] * 3)]))
    points = [(100.0, 0.0, 0.0), (100.1, 0.0, 0.0), (100.0, 0.1, 0.0)]      # a small mesh far from the origin
    file = Model([Mesh("vertices", positions=points, bbox=(points[0], (100.1005, 0.1, 0.0)))])
    r.fires("-small", file, warning("bounding-box", "meshes[0].bboxMax"), fixed=Model([Mesh("vertices", positions=points)]))
    r.near("", Model([Mesh(bbox=((0.0, -0.0022, 0.0), (1.0022, 2.0, 0.0)))]))
    for minor in (0, 1):
        r.near(f"-{minor}", Model([Mesh(bbox=((NAN,) * 3, high))], minor=minor))
    file = Model([Mesh("vertices", positions=[(0.0, NAN, 0.0)], bbox=(high, low))])
    r.near("-positions", file, error("vertex-not-finite", "meshes[0].positions", elements=[0]))
    file = Model([Mesh("normals", bbox=(high, low))])
    r.near("-no-positions", file, warning("missing-positions", "meshes[0].vertexFormat.vertices"))


@rule
def unreferenced_mesh(r):
    r.fires("", Model([Mesh(), Mesh(), Mesh()], root=Node(meshes=[1])), warning("unreferenced-mesh", "meshes[0]", says=(3,)),
            warning("unreferenced-mesh", "meshes[2]", says=(3,)))
    r.fires("-3.0", Model(minor=0, root=Node()), warning("unreferenced-mesh", "meshes[0]", says=(3,)))
    r.near("", tree())
    file = Model([Mesh(), Mesh()], root=Node(children=[Node(b"a", meshes=[0, 1])]))
    content, at = cut(file, "nodes[1].index", 3)
    r.near("-cut", content, error(file, "truncated", "nodes[1]", at=at))


@rule
def unused_material(r):
    r.fires("", Model([Mesh(materialIndex=1)], materials=(b"a", b"b", b"c")), note("unused-material", "materials[0]"),
            note("unused-material", "materials[2]"))
    r.near("", Model([Mesh(materialIndex=1), Mesh()], materials=(b"a", b"b")))


@rule
def no_skin(r):
    root = Node(meshes=[0, 1], isBone=1)
    for minor in (0, 1, 2, 4):
        r.fires(f"-{minor}", Model([Mesh(), Mesh()], bones=[Bone(0)], root=root, minor=minor), warning("no-skin", "boneCount"))
        r.near(f"-{minor}", Model([Mesh("vertices", "bones")] * 2, bones=[Bone(0)], root=root, minor=minor))
    r.near("-one-mesh", Model([Mesh(), Mesh("vertices", "bones")], bones=[Bone(0)], root=root))
    r.near("-no-meshes", Model([], bones=[Bone(0)], root=Node(isBone=1), materials=()), note("no-meshes", "meshCount"))


@rule
def tangents_alone(r):
    for minor in (2, 4):
        r.fires(f"-{minor}", Model([Mesh(), Mesh("vertices", "tangentW")], minor=minor, root=Node(meshes=[0, 1])),
                warning("tangents-alone", "meshes[1].vertexFormat.tangentW"))
    r.fires("-of-all", Model([Mesh("vertices", "tangentW")] * 2, minor=1, root=Node(meshes=[0, 1])),
            warning("tangents-alone", "vertexFormat.tangentW"))
    r.near("", Model([Mesh("vertices", "normals", "tangentW"), Mesh("vertices", "normals")], root=Node(meshes=[0, 1])))


@rule
def material_name(r):
    meshes = [Mesh(materialIndex=number) for number in range(4)]
    root = Node(meshes=range(4))
    r.fires("", Model(meshes, root=root, materials=(b"steel", b"", b"wood", b"steel")), note("material-name", "materials[1]"),
            note("material-name", "materials[3]"))
    r.near("", Model(meshes, root=root, materials=(b"steel", b"Steel", b"steel ", b"steel2")))


@rule
def duplicate_node_name(r):
    file = Model(root=Node(b"n", [Node(b"a"), Node(b"n"), Node(b"a", [Node(b"n")])], meshes=[0]))
    r.fires("", file, note("duplicate-node-name", "nodes[2].name"), note("duplicate-node-name", "nodes[3].name"),
            note("duplicate-node-name", "nodes[4].name"))
    r.near("", Model(root=Node(b"n", [Node(b"N"), Node(b"n "), Node(b""), Node(b"")], meshes=[0])))


REFUSED = {
    "-dot": "the two halves of a dual quaternion do not belong together: their product is 0.0011",
    "-zero": "a dual quaternion has the length 0, which is too short to tell what it was",
    "-nan": "a dual quaternion has a number that is not finite",
    "-infinite": "a dual quaternion has a number that is not finite",
}


@rule
def transform_norm(r):
    for name, bad in (("-short", (0.0, 0.0, 0.0, 0.9985) + (0.0,) * 4), ("-long", (0.0, 0.0, 1.0011, 0.0) + (0.0,) * 4),
                      ("-dot", UNIT[:4] + (0.0, 0.0, 0.0, 0.0011)), ("-zero", (0.0,) * 8), ("-nan", UNIT[:7] + (NAN,)),
                      ("-infinite", (INFINITE,) + UNIT[1:])):
        def turned(value):
            file = skinned(bones=[Bone(0), Bone(1, value)])
            file.root.children[0].transform = value
            return file

        size = {"-short": (0.9985,), "-long": (1.0011,), "-dot": (0.0011,)}.get(name, ())
        r.fires(name, turned(bad), warning("transform-norm", "nodes[1].transform", says=size),
                warning("transform-norm", "bones[1].offset", says=size),
                **({"fix_refused": REFUSED[name]} if name in REFUSED else {"fixed": turned(normalised(bad))}))
    moved = (0.0, 0.0, 1.5, 1.5, 2.0, 1.0, 0.0, 0.0)
    r.fires("-moved", turned(moved), warning("transform-norm", "nodes[1].transform", says=(2.12132,)),
            warning("transform-norm", "bones[1].offset", says=(2.12132,)), fixed=turned(normalised(moved)))
    near = [(0.0, 0.0, 0.0, 1.0009) + (0.0,) * 4, (0.0, 0.0, 0.0, -0.9991, 1e6, 0.0, 0.0, 0.0009),
            HALF + (100.0, -100.0, 50.0, -50.0)]
    r.near("", Model(root=Node(meshes=[0], children=[Node(b"n%d" % number, transform=value)
                                                    for number, value in enumerate(near)])))
    r.near("-offset", skinned(bones=[Bone(0, near[0]), Bone(1, MOVED)]))


@rule
def bitangent_sign(r):
    def signs(*values):
        return Model([Mesh("vertices", "normals", "tangentW", tangents=[(1.0, 0.0, 0.0, value) for value in values])])

    for name, bad in (("-0", 0.0), ("-half", 0.5), ("-2", -2.0), ("-near", 0.999999)):
        r.fires(name, signs(1.0, bad, -1.0), warning("bitangent-sign", "meshes[0].tangents", elements=[1]))
    r.near("", signs(1.0, -1.0, 1.0))
    file = signs(1.0, NAN, INFINITE)
    r.near("-not-finite", file, warning("vertex-not-finite", "meshes[0].tangents", elements=[1, 2]))


@rule
def several(r):
    mesh = Mesh("vertices", "normals", "tangentW", tangents=[(1.0, 0.0, 0.0, 0.0)], bools={"vertices": 3}, materialIndex=4,
                primitiveType=9)
    root = Node(b"\x02", index=7, isBone=1, meshes=[5], children=[Node(b"a", transform=(0.0,) * 8)])
    file = Model([mesh], root=root, bones=[Bone(2)], tail=b"\0\0")
    r.add("many-defects", file, [
        error("material-index", "meshes[0].materialIndex"),
        warning("unreferenced-mesh", "meshes[0]"),
        error("bool-value", "meshes[0].vertexFormat.vertices"),
        error("primitive-type", "meshes[0].primitiveType"),
        warning("bitangent-sign", "meshes[0].tangents", elements=[0]),
        warning("string-control-char", "nodes[0].name", elements=[0]),
        error("node-index", "nodes[0].index"),
        error("node-mesh-index", "nodes[0].meshes", elements=[0]),
        warning("transform-norm", "nodes[1].transform"),
        warning("no-skin", "boneCount"),
        error("offset-index", "bones[0].boneIndex"),
        note("unused-material", "materials[0]"),
        warning("trailing-bytes", "", at=file.where("tail")),
    ])
    file = Model([Mesh(positions=[(NAN, 0.0, 0.0)]), Mesh(normals=[(0.0, INFINITE, 0.0)])], root=Node(b"\n", index=-1))
    content, at = cut(file, "meshes[1].vertices", 100)
    places = file.start("meshes[1].normals"), 48 + 12        # of the two complete vertices
    r.add("cut-vertices", content, [
        error(file, "vertex-not-finite", "meshes[0].positions", elements=[0]),
        warning(file, "vertex-not-finite", "meshes[1].normals", at=places, elements=[0]),
        error(file, "truncated", "meshes[1].vertices", at=at),
    ])
    file = Model(nodeCount=0xFFFFFFFF, root=Node(b"\x7f", meshes=[1], nChildren=0x90000000))
    r.add("counts-and-more", file, [
        error("count-range", "nodeCount"), warning("string-control-char", "nodes[0].name", elements=[0]),
        error("node-mesh-index", "nodes[0].meshes", elements=[0]),
        error("count-range", "nodes[0].nChildren"),
    ])
    file = formats()
    file.materials = ()
    file.meshes = file.meshes[:2]
    file.root = Node(meshes=[0, 1, 2], isBone=1)
    file.bones = [Bone(NAN)]
    r.add("no-materials", file, [
        error("material-index", "meshes[0].materialIndex"), error("material-index", "meshes[1].materialIndex"),
        error("node-mesh-index", "nodes[0].meshes", elements=[2]), warning("no-skin", "boneCount"),
        error("offset-index", "bones[0].boneIndex"),
    ])
