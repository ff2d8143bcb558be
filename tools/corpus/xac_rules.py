"""xac_rules.py: the fixtures of the rules of XAC."""

from emotionfx import Raw, changed, family_rules
from fixtures import INFINITE, NAN, Book, float32, normalised
from xac import (COLOURS, FX, NORMALS, ONE, ORIGINALS, POSITIONS, TANGENTS, UVS, ZERO, Actor, Groups, Info, Layer,
                 Limits, Lod, Material, Mesh, Morph, MorphChunk, Morphs, Node, Nodes, OldNode, Skin, Submesh, Texture,
                 TextureChunk, Totals)
from xac_seeds import BOUND, CORNERS, actor, good, inner, old, positions, skinned, triangle, two_nodes

BOOK = Book("xac", "xac")
rule, rules, error, warning, note = BOOK.rule, BOOK.rules, BOOK.error, BOOK.warning, BOOK.note

# What messages say besides what stands in the file.
BOOK.may_say("bad-magic", expected="XAC ")
BOOK.may_say("truncated", 2, 3, 6)                 # ids and versions of chunks
BOOK.may_say("unsupported-version", "1.0", expected=1)
BOOK.may_say("big-endian", expected=0)
BOOK.may_say("multiply-order", 0, 1, expected="0 or 1")
BOOK.may_say("bool-value", 0, 1, expected="0 or 1")
BOOK.may_say("attribute-type", expected="0 to 7")
BOOK.may_say("node-rotation-norm", 1)
BOOK.may_say("influence-sum", 1)
BOOK.may_say("influence-weight", 0, 1)
BOOK.may_say("info-node", -1, 2)                  # the files have two nodes
BOOK.may_say("influence-count", 4)
BOOK.may_say("missing-chunk", 7, 11)
BOOK.may_say("lod-range", 32)
BOOK.may_say("nesting", 1000)
BOOK.may_say("position-range", 1000000)
BOOK.may_say("zero-scale", 0)
NODE = "chunks[1].nodes[%d]."
# Their lengths are exactly the bounds, 1.01 and 0.99 as a float has them.
LONGEST = (0.0, 6.028044197137206e-08, 0.00013715944078285247, 1.0099999904632568)
SHORTEST = (0.0, 1.2150991324233473e-07, 0.00031555822351947427, 0.9899999499320984)
LAST = "chunks[4]."                     # the chunk behind the four of actor()
SUB = LAST + "submeshes[0]."

family_rules(BOOK, good, (7, 11, 13), (11,))


def file_length(file, chunk):
    """The length that a chunk declares."""
    at = file.start(chunk) + 4
    return int.from_bytes(file.bytes()[at:at + 4], "little")


def skeleton(*nodes, **fields):
    return Actor([Info(), Nodes(nodes=nodes, **fields)])


def without_nodes(file):
    """The same, but nobody knows how many nodes it has."""
    file.chunks[1].version = 9
    return file


def chain(*parents):
    """Nodes with these parents and the right numbers of children."""
    return [Node(b"n%d" % number, parent, sum(other == number for other in parents))
            for number, parent in enumerate(parents)]


@rule
def missing_chunk(r):
    file = Actor([two_nodes()])
    r.fires("-info", file, error("missing-chunk", "info", at=(len(file.bytes()), 0), says=(1,)))
    file = Actor([Info()])
    r.fires("-nodes", file, error("missing-chunk", "nodes", at=(len(file.bytes()), 0), says=(1,)))
    r.fires("-both", Actor(), error("missing-chunk", "nodes", at=(8, 0)), error("missing-chunk", "info", at=(8, 0)))
    file = actor(Lod(file=Actor([Info()])))
    start, length = file.where(LAST + "lod")
    r.fires("-lod", file, error("missing-chunk", LAST + "lod.nodes", at=(start + length, 0)))
    r.near("", old(3))
    file = Actor([Raw(id=7, version=9), Raw(id=11, version=2)])
    r.near("-unsupported", file, error("unsupported-chunk-version", "chunks[0].version"),
           error("unsupported-chunk-version", "chunks[1].version"))


@rule
def parent_index(r):
    for suffix, parent in (("-high", 2), ("-highest", 0x7FFFFFFF), ("-low", -2), ("-self", 1)):
        r.fires(suffix, skeleton(Node(), Node(b"arm", parent)), error("parent-index", NODE % 1 + "parent"))
    file = old(2)
    file.chunks[2].node.parent = 7
    r.fires("-old", file, error("parent-index", "chunks[2].parent"))
    r.near("", skeleton(*chain(-1, 0, 1)))


@rule
def parent_order(r):
    r.fires("", skeleton(*chain(2, 2, -1)), error("parent-order", NODE % 0 + "parent"),
            error("parent-order", NODE % 1 + "parent"))
    r.near("", skeleton(*chain(-1, 0, 0)))


@rule
def nesting(r):
    deep = 1000
    file = skeleton(*chain(*range(-1, deep + 1)))
    r.fires("", file, error("nesting", NODE % deep + "parent", elements=[deep, deep + 1]))
    file = Actor([Info(version=1)] + [OldNode(version=1, node=node) for node in chain(*range(-1, deep))])
    r.fires("-old", file, error("nesting", f"chunks[{deep + 1}].parent", elements=[deep]))
    r.near("", skeleton(*chain(*range(-1, deep - 1), *range(deep - 2, deep - 1))))


@rule
def chunk_order(r):
    morph = Morphs(targets=[Morph(deformations=[(0, (0,), {})])])
    for number, early in enumerate(([triangle(node=1)], [Limits()], [Groups(groups=[(b"left", (1,))])])):
        r.fires(f"-{number}", Actor([Info(), Material(), *early, two_nodes()]), error("chunk-order", "chunks[2].id", says=(3,)))
    file = Actor([Info(), Material(), skinned(), Skin(vertices=BOUND), morph, two_nodes()])
    r.fires("-all", file, *[error("chunk-order", f"chunks[{number}].id", says=(5,)) for number in (2, 3, 4)])
    file = Actor([Info(version=1), Material(version=1), triangle()] + old(3).chunks[1:3])
    r.fires("-old", file, error("chunk-order", "chunks[2].id"))
    layers = [TextureChunk(texture=Texture(materialId=number)) for number in (0, 1)]
    nodes = old(3).chunks[:3]
    r.fires("-layer", Actor(nodes + [layers[0], Material(version=1)]), error("chunk-order", "chunks[3].id"))
    file = Actor(nodes + [Material(version=1), layers[1], Material(version=1)])
    r.fires("-layer-of-the-next", file, error("chunk-order", "chunks[4].id", says=(1,)))
    for number in (-1, 5):
        file = Actor(nodes + [TextureChunk(texture=Texture(materialId=number)), Material(version=1)])
        r.fires(f"-layer-of-{number}", file, error("chunk-order", "chunks[3].id", says=(number, 0)))
    r.near("-layer", Actor(nodes + [Material(version=1), layers[0], Material(version=1), layers[1]]))
    r.near("-between-nodes", Actor([nodes[0], nodes[1], Material(version=1), triangle(), nodes[2]]))
    r.near("", Actor([two_nodes(), triangle(), Limits(), Material(), Info()]))


@rule
def lod_range(r):
    def declared(count, *chunks):
        return Actor([Info(version=4, numLODs=count), two_nodes(), Material(version=3)] + list(chunks))

    file = declared(33)
    r.fires("-declared", file, error("lod-range", "chunks[0].numLODs"))
    for number, chunk in enumerate((triangle(version=2, lod=2, submeshes=[Submesh()]), FX(version=3, lod=2))):
        r.fires(f"-{number}", declared(2, Material(version=3, lod=2), chunk), error("lod-range", "chunks[3].lod"),
                error("lod-range", "chunks[4].lod"))
    file = actor(Material(version=3, lod=32))
    file.chunks[2] = Totals(total=1, standard=1)
    r.fires("-material", file, error("lod-range", LAST + "lod"))
    r.fires("-totals", actor(Totals(version=2, lod=32, total=0, standard=0)), error("lod-range", LAST + "lod"))
    file = actor(Morphs(lod=40), MorphChunk(target=Morph(lod=40)))
    r.fires("-morphs", file, error("lod-range", LAST + "lod"), error("lod-range", "chunks[5].lod"))
    file = actor(Morphs(targets=[Morph(lod=32)]))
    r.fires("-target", file, error("lod-range", LAST + "targets[0].lod"))
    for level in (32, 0xFFFFFFFF):
        r.fires(f"-of-chunk-8-{level}", actor(Lod(file=inner(), lodLevel=level)), error("lod-range", LAST + "lodLevel"))
    # Two of one level are in three working files.
    r.near("-of-chunk-8", actor(Lod(file=inner(), lodLevel=31), Lod(file=inner(), lodLevel=31)))
    r.near("-declared", declared(32, Material(version=3, lod=31)))
    r.near("", actor(Material(version=3, lod=31), Morphs(lod=31)))


@rule
def info_node(r):
    for version, name in ((1, "node"), (2, "node"), (3, "trajNode"), (3, "motionExtractNode"), (4, "trajNode"),
                          (4, "motionExtractNode")):
        for node in (2, -2):
            file = Actor([Info(version=version, **{name: node}), two_nodes()])
            r.fires(f"-{version}-{name}-{node}", file, error("info-node", "chunks[0]." + name))
    r.near("", Actor([Info(version=4, trajNode=-1, motionExtractNode=1), two_nodes()]))
    r.near("-none", Actor([Info(version=2, node=-1), two_nodes()]))


@rule
def no_nodes(r):
    r.fires("", Actor([Info(), Nodes()]), error("no-nodes", "chunks[1].numNodes"))
    file = actor(Lod(file=Actor([Info(version=3), Nodes()])))
    r.fires("-lod", file, error("no-nodes", LAST + "lod.chunks[1].numNodes"))
    file = Actor([Info(), Nodes(), Material(), skinned(submeshes=[Submesh(bones=(0,))]), Skin(vertices=BOUND),
                  Groups(groups=[(b"left", (0,))])])
    r.fires("-in-use", file, error("no-nodes", "chunks[1].numNodes"), error("mesh-node", "chunks[3].node"),
            error("submesh-bone", "chunks[3].submeshes[0].bones", elements=[0]),
            error("influence-bone", "chunks[4].influences", elements=[0, 1, 2, 3]),
            error("group-node", "chunks[5].groups[0].nodes", elements=[0]))
    r.near("", skeleton(Node()))


@rule
def empty_node_name(r):
    file = skeleton(Node(b""), Node(b""))
    r.fires("", file, *[warning("empty-node-name", NODE % number + "name") for number in (0, 1)])
    file = old(2)
    file.chunks[2].node.name = b""
    r.fires("-old", file, warning("empty-node-name", "chunks[2].name"))
    r.near("", skeleton(Node(b" ")))


@rule
def zero_scale(r):
    for number, scale in enumerate(((0.0, 1.0, 1.0), (1.0, -0.0, 1.0), (0.0, 0.0, 0.0))):
        r.fires(f"-{number}", skeleton(Node(scale=scale)), warning("zero-scale", NODE % 0 + "scale"))
    file = old(1)
    file.chunks[1].node.scale = (1.0, 1.0, 0.0)
    r.fires("-old", file, warning("zero-scale", "chunks[1].scale"))
    r.near("", skeleton(Node(scale=(-1.0, 1e-30, 1.0))))


@rule
def parent_cycle(r):
    r.fires("", skeleton(*chain(-1, 2, 1)), error("parent-cycle", NODE % 1 + "parent", elements=[1, 2]),
            error("parent-order", NODE % 1 + "parent"))
    r.fires("-two", skeleton(*chain(2, 0, 1, 0, 5, 4)), error("parent-cycle", NODE % 0 + "parent", elements=[0, 1, 2]),
            error("parent-cycle", NODE % 4 + "parent", elements=[4, 5]), error("parent-order", NODE % 0 + "parent"),
            error("parent-order", NODE % 4 + "parent"))
    r.near("", skeleton(*chain(-1, 0, 1, 2)))


@rule
def root_count(r):
    for count in (0, 2):
        r.fires(f"-{count}", skeleton(*chain(-1, 0), numRootNodes=count), error("root-count", "chunks[1].numRootNodes"),
                fixed=skeleton(*chain(-1, 0)))
    early = [Node(b"first", 1), Node(b"root", -1, 1), Node(b"arm", 1)]
    r.fires("-beside-a-bad-parent", skeleton(*early, numRootNodes=3), error("root-count", "chunks[1].numRootNodes"),
            error("parent-order", NODE % 0 + "parent"), fixed=skeleton(*early, numRootNodes=1))
    r.near("-beside-a-bad-parent", skeleton(*early, numRootNodes=2), error("parent-order", NODE % 0 + "parent"))
    file = skeleton(Node(), Node(b"arm", -2), numRootNodes=2)
    r.near("-bad-parent", file, error("parent-index", NODE % 1 + "parent"))
    r.near("", skeleton(*chain(-1, -1, 0)))


@rule
def child_count(r):
    r.fires("", skeleton(Node(numChildren=2), Node(b"arm", 0, 1)), error("child-count", NODE % 0 + "numChildren", expected=1),
            error("child-count", NODE % 1 + "numChildren", expected=0),
            fixed=skeleton(Node(numChildren=1), Node(b"arm", 0)))
    file = old(4)
    file.chunks[1].node.numChildren = 0
    r.fires("-old", file, error("child-count", "chunks[1].numChildren", expected=1), fixed=old(4))
    file = skeleton(*chain(-1, 0, 1, 1))
    r.fires("-moved", changed(file, NODE % 3 + "parent", 1), error(file, "child-count", NODE % 2 + "numChildren", expected=1),
            fixed=skeleton(*chain(-1, 0, 1, 2)), unsafe=True)
    file = skeleton(*chain(-1, -1, 1))
    r.fires("-root-less", changed(file, NODE % 1 + "parent", 1), error(file, "child-count", NODE % 0 + "numChildren", expected=1),
            fix_refused="the fixed file would break xac/root-count: 2 root nodes are declared, but 1 of the 3 nodes have no parent")
    file = skeleton(*chain(-1, 0, 0))
    r.fires("-root-more", changed(file, NODE % 2 + "parent", -1), error(file, "child-count", NODE % 0 + "numChildren", expected=1),
            fix_refused="the fixed file would break xac/root-count: 1 root node is declared, but 2 of the 3 nodes have no parent")
    r.near("-parent", changed(file, NODE % 2 + "parent", 5), error(file, "parent-index", NODE % 2 + "parent"))
    r.near("-own-parent", changed(file, NODE % 2 + "parent", 2), error(file, "parent-index", NODE % 2 + "parent"))
    file = skeleton(Node(numChildren=1), Node(b"arm", -2))
    r.near("-below-the-first", file, error("parent-index", NODE % 1 + "parent"))
    file = skeleton(Node(b"first", 1), Node(b"root", -1, 2))
    r.near("-early-child", file, error("parent-order", NODE % 0 + "parent"))
    r.near("", skeleton(*chain(-1, 0, 0, 1)))


@rule
def duplicate_node_name(r):
    file = skeleton(Node(numChildren=2), Node(b"arm", 0), Node(b"arm", 0))
    r.fires("", file, warning("duplicate-node-name", NODE % 2 + "name"))
    file = skeleton(Node(b"n", numChildren=1), Node(b"n", 0))
    r.fires("-short", file, warning("duplicate-node-name", NODE % 1 + "name"))
    file = old(1)
    file.chunks[2].node.name = b"root"
    r.fires("-old", file, warning("duplicate-node-name", "chunks[2].name"))
    file = skeleton(Node(b""), Node(b""), Node(b"arm"), Node(b"Arm"))
    r.near("", file, *[warning("empty-node-name", NODE % number + "name") for number in (0, 1)])


@rule
def node_not_finite(r):
    for name, value in (("rot", (NAN, 0.0, 0.0, 1.0)), ("scaleRot", (0.0, 0.0, 0.0, INFINITE)),
                        ("pos", (0.0, 0.0, -INFINITE)), ("scale", (1.0, NAN, 1.0))):
        file = skeleton(Node(), Node(b"arm", **{name: value}))
        r.fires(f"-{name}", file, error("node-not-finite", "chunks[1].nodes[1]", at=file.where(NODE % 1 + "record")))
    file = old(1)
    file.chunks[1].node.pos = (NAN, NAN, NAN)
    r.fires("-old", file, error("node-not-finite", "chunks[1]", at=file.where("chunks[1].record")))
    r.near("", skeleton(Node(obb=(NAN,) * 16, shear=(NAN,) * 3, importance=NAN)))


@rule
def node_rotation_norm(r):
    for name in ("rot", "scaleRot"):
        file = skeleton(Node(**{name: (0.0, 0.0, 0.0, 0.98)}))
        r.fires(f"-{name}", file,
                warning("node-rotation-norm", "chunks[1].nodes[0]", at=file.where(NODE % 0 + "record")),
                fixed=skeleton(Node(**{name: (0.0, 0.0, 0.0, 1.0)})))
    file = skeleton(Node(rot=(0.7, 0.0, 0.0, 0.7), scaleRot=(1.0, 0.0, 0.0, 0.0)))
    r.fires("-two-axes", file, warning("node-rotation-norm", "chunks[1].nodes[0]", at=file.where(NODE % 0 + "record")),
            fixed=skeleton(Node(rot=normalised((0.7, 0.0, 0.0, 0.7)), scaleRot=(1.0, 0.0, 0.0, 0.0))))
    # A byte further on are two rotations of length 1.
    nearly = (-0.0, 0x3F * 2.0 ** -149, 0.0, 0.0)
    file = skeleton(Node(rot=nearly, scaleRot=nearly))
    r.fires("-nearly-0", file, warning("node-rotation-norm", "chunks[1].nodes[0]", at=file.where(NODE % 0 + "record")),
            fix_refused="a rotation has the length 8.82818e-44, which is too short to tell what it was")
    r.near("", skeleton(Node(rot=(0.0, 0.0, 0.0, 0.991), scaleRot=(-1.009, 0.0, 0.0, 0.0))))
    r.near("-on-the-bounds", skeleton(Node(rot=LONGEST, scaleRot=SHORTEST)))
    file = skeleton(Node(rot=(NAN,) * 4, pos=(5.0, 0.0, 0.0)))
    r.near("-not-finite", file, error("node-not-finite", "chunks[1].nodes[0]", at=file.where(NODE % 0 + "record")))


@rule
def mesh_node(r):
    for node in (-1, 2):
        r.fires(f"-{node}", actor(triangle(node=node)), error("mesh-node", LAST + "node", says=(2,)))
    file = actor(Lod(file=inner()))
    file.chunks[4].file.chunks[3].node = 1
    r.fires("-lod", file, error("mesh-node", LAST + "lod.chunks[3].node"))
    r.fires("-negative-of-unknown", without_nodes(actor(triangle(node=-1))), error("mesh-node", LAST + "node"),
            error("unsupported-chunk-version", "chunks[1].version"))
    r.near("", actor(triangle(node=1)))
    file = Actor([Info(), Material(), triangle(node=1), two_nodes()])
    r.near("-before-nodes", file, error("chunk-order", "chunks[2].id"))
    nodes = old(3).chunks[:3]
    file = Actor([nodes[0], nodes[1], Material(version=1), triangle(node=1), nodes[2]])
    r.fires("-between-nodes", file, error("mesh-node", "chunks[3].node"))
    for length in (60, 61):             # the longest name that messages show, and one more
        file = skeleton(Node(b"n" * length))
        file.chunks += [Material(), triangle(isCollision=1), triangle(isCollision=1)]
        r.near(f"-name-of-{length}", file, error("duplicate-mesh", LAST + "node"))
    file = Actor([Info(), two_nodes(), OldNode(node=Node()), Material(), triangle(node=1)])
    r.near("-after-old-nodes", file, error("duplicate-chunk", "chunks[2].id", says=(1, 11)))


@rule
def duplicate_mesh(r):
    r.fires("", actor(triangle(), triangle(node=1), triangle()), error("duplicate-mesh", "chunks[6].node"))
    file = actor(Material(version=3, lod=3), triangle(version=2, lod=3, isCollision=1),
                 triangle(version=2, lod=3, isCollision=1))
    r.fires("-collision", file, error("duplicate-mesh", "chunks[6].node"))
    file = actor(Material(version=3, lod=1), triangle(), triangle(isCollision=1), triangle(version=2, lod=1),
                 triangle(node=1))
    r.near("", file)


@rule
def vertex_total(r):
    file = actor(triangle(totalVerts=4, layers=[Layer(POSITIONS, CORNERS + [ZERO])]))
    r.fires("", file, error("vertex-total", LAST + "totalVerts"))
    file = actor(triangle(submeshes=[Submesh(), Submesh((), 0)], totalVerts=4, layers=[Layer(POSITIONS, CORNERS + [ZERO])]))
    r.fires("-without-indices", file, error("vertex-total", LAST + "totalVerts"),
            warning("empty-submesh", LAST + "submeshes[1].numIndices"))
    for change in (-1, 1):
        file = actor(triangle(), Limits())
        r.fires(f"{change:+}", changed(file, LAST + "totalVerts", change), error(file, "vertex-total", LAST + "totalVerts"))
        r.fires(f"-submesh{change:+}", changed(file, SUB + "numVerts", change), error(file, "vertex-total", SUB + "numVerts"))
    many = [(float(number), 0.0, 0.0) for number in range(0x7FF)]   # too many to try every number
    file = actor(triangle(layers=[Layer(POSITIONS, many)], numOrgVerts=0x7FF, submeshes=[Submesh(numVerts=0x7FF)]), Limits())
    for suffix, change in (("-byte", 0x1000), ("-lowest-byte", -0x80)):
        r.fires(suffix, changed(file, LAST + "totalVerts", change), error(file, "vertex-total", LAST + "totalVerts"))
    file = actor(triangle(), Limits())
    length = file_length(file, "chunks[4]")
    r.fires("-as-the-length", changed(file, LAST + "totalVerts", length - 3), error(file, "vertex-total", LAST + "totalVerts"))
    r.near("-above-the-length", changed(file, LAST + "totalVerts", length - 2),
           error(file, "count-range", LAST + "totalVerts"))
    r.near("", actor(triangle()))


@rule
def index_total(r):
    for count in (0, 6):
        file = actor(triangle(totalIndices=count, version=2))
        r.fires(f"-{count}", file, error("index-total", LAST + "totalIndices"))
    file = actor(triangle(submeshes=[Submesh(numVerts=2, indices=(0, 1, 0)), Submesh((), 1)]))
    r.near("", file, note("degenerate-triangle", SUB + "indices", elements=[0]),
           warning("empty-submesh", LAST + "submeshes[1].numIndices"))


@rule
def index_range(r):
    file = actor(triangle(submeshes=[Submesh((0, 1, 3, 0xFFFFFFFF, 1, 2))]))
    r.fires("", file, error("index-range", SUB + "indices", elements=[2, 3]))
    file = actor(triangle(), bigEndian=1)
    file.chunks[4].submeshes[0].indices = (0, 1, 256)
    r.fires("-big-endian", file, error("index-range", SUB + "indices", elements=[2]),
            error("big-endian", "header.bigEndian"))
    file = actor(triangle(submeshes=[Submesh((0, 1, 3)), Submesh()], layers=[Layer(POSITIONS, CORNERS * 2)]))
    start, length = file.where(LAST + "submeshes[1].indices")
    r.fires("-before-a-cut", file.bytes()[:start + length - 1], error(file, "index-range", SUB + "indices", elements=[2]),
            error(file, "truncated", LAST + "submeshes[1].indices", at=(start, length - 1)))
    r.near("", actor(triangle(submeshes=[Submesh((2, 2, 2))])),
           note(actor(triangle(submeshes=[Submesh((2, 2, 2))])), "degenerate-triangle", SUB + "indices", elements=[0]))


@rule
def index_multiple(r):
    for indices in ((0,), (0, 1), (0, 1, 2, 0)):
        file = actor(triangle(submeshes=[Submesh(indices)]))
        r.fires(f"-{len(indices)}", file, error("index-multiple", SUB + "numIndices"))
    r.near("", actor(triangle(submeshes=[Submesh((0, 1, 2) * 2)])))


@rule
def degenerate_triangle(r):
    file = actor(triangle(submeshes=[Submesh((0, 0, 1, 0, 1, 2, 0, 1, 1, 2, 0, 2))]))
    r.fires("", file, note("degenerate-triangle", SUB + "indices", elements=[0, 2, 3]))
    r.near("", actor(triangle(submeshes=[Submesh((2, 1, 0, 0, 2, 1))])))


@rule
def submesh_material(r):
    for material in (1, 0xFFFFFFFF):
        file = actor(triangle(submeshes=[Submesh(materialId=material)]))
        r.fires(f"-{material}", file, error("submesh-material", SUB + "materialId"))
    file = actor(triangle(submeshes=[Submesh(materialId=1)]), FX())
    file.chunks[2] = Totals(total=2, standard=1, fx=1)
    r.near("-fx", file)
    file = actor(Material(version=3, lod=1), triangle(version=2, lod=1, submeshes=[Submesh(materialId=1)]))
    r.fires("-lod", file, error("submesh-material", "chunks[5].submeshes[0].materialId"))
    file = actor(Material(version=3, lod=1), triangle(submeshes=[Submesh(materialId=1)]))
    r.fires("-lod-0", file, error("submesh-material", "chunks[5].submeshes[0].materialId"))
    file = actor(Raw(id=3, version=9), triangle(version=2, lod=1))
    file.chunks[2] = Totals(total=2, standard=2)
    r.near("-unsupported", file, error("unsupported-chunk-version", LAST + "version"))
    r.fires("-lod-without-materials", actor(triangle(version=2, lod=1)), error("submesh-material", SUB + "materialId"))
    file = actor(Material(version=3, lod=1), Raw(id=3, version=9),
                 triangle(version=2, lod=1, submeshes=[Submesh(materialId=1)]))
    file.chunks[2] = Totals(total=2, standard=2)
    r.near("-one-unsupported", file, error("unsupported-chunk-version", "chunks[5].version"))
    r.near("-lod", actor(Material(version=3, lod=1), triangle(version=2, lod=1)))
    r.near("-first-chunk", Actor([Material(), Info(), two_nodes(), triangle()]))
    r.near("", actor(triangle()))


@rule
def submesh_bone(r):
    file = actor(triangle(submeshes=[Submesh(bones=(2, 1))]))
    r.fires("-first", file, error("submesh-bone", SUB + "bones", elements=[0]))
    file = actor(triangle(submeshes=[Submesh(bones=(0, 2, 1, 0xFFFFFFFF))]))
    r.fires("", file, error("submesh-bone", SUB + "bones", elements=[1, 3]))
    r.near("", actor(triangle(submeshes=[Submesh(bones=(1, 0))])))


@rule
def empty_submesh(r):
    file = actor(triangle(submeshes=[Submesh((), 1), Submesh((0, 1, 0), 2)]))
    r.fires("", file, warning("empty-submesh", SUB + "numIndices"),
            note("degenerate-triangle", LAST + "submeshes[1].indices", elements=[0]))
    r.near("", actor(triangle(submeshes=[Submesh(()), Submesh((), 0)])))


@rule
def bool_value(r):
    for value in (2, 255):
        file = actor(Material(numbers={"doubleSided": value}))
        file.chunks[2] = Totals(total=2, standard=2)
        r.fires(f"-material-{value}", file, error("bool-value", LAST + "doubleSided"))
    file = Actor([Info(), two_nodes(), Material(version=3, numbers={"doubleSided": 128})])
    r.fires("-material-3", file, error("bool-value", "chunks[2].doubleSided"))
    for version in (1, 2):
        file = actor(triangle(version=version, isCollision=2))
        r.fires(f"-mesh-{version}", file, error("bool-value", LAST + "isCollision"))
    for version in (1, 2, 3, 4):
        file = actor(skinned(), Skin(version=version, isCollision=3, vertices=BOUND))
        r.fires(f"-skin-{version}", file, error("bool-value", "chunks[5].isCollision"))
    file = actor(skinned(isCollision=2), Skin(vertices=BOUND))
    r.fires("-mesh-of-a-skin", file, error("bool-value", LAST + "isCollision"))
    file = actor(skinned(isCollision=2), Morphs(targets=[Morph(deformations=[(0, (2,), {})])]))
    r.fires("-mesh-of-a-morph-target", file, error("bool-value", LAST + "isCollision"))
    small = {"layers": [Layer(POSITIONS, CORNERS), Layer(ORIGINALS, (0, 0, 0))], "numOrgVerts": 1}
    skins = [Skin(vertices=BOUND), Skin(isCollision=1, vertices=BOUND[:1])]
    for number, pair in enumerate(([skinned(isCollision=2), triangle(isCollision=1, **small)],
                                   [triangle(isCollision=1, **small), skinned(isCollision=2)])):
        file = actor(*pair, *skins)
        r.fires(f"-one-of-two-meshes-{number}", file, error("bool-value", f"chunks[{4 + number}].isCollision"))
    meshes = [skinned(), triangle(isCollision=1, **small)]
    for number, skin in enumerate((Skin(isCollision=2, vertices=BOUND), Skin(isCollision=2, vertices=BOUND[:1]))):
        file = actor(*meshes, skin, Limits())
        r.fires(f"-skin-of-two-meshes-{number}", file, error("bool-value", "chunks[6].isCollision"))
    file = actor(triangle(), triangle(isCollision=1), triangle(isCollision=2))
    r.fires("-third-mesh", file, error("bool-value", "chunks[6].isCollision"))
    file = actor(skinned(), Skin(vertices=BOUND), Skin(isCollision=2, vertices=BOUND))
    r.fires("-second-skin", file, error("bool-value", "chunks[6].isCollision"))
    file = actor(skinned(), Skin(node=1, isCollision=2, vertices=BOUND))
    r.fires("-skin-without-mesh", file, error("bool-value", "chunks[5].isCollision"))
    file = actor(Material(numbers={"doubleSided": 1, "wireframe": 2}), triangle(isCollision=1))
    file.chunks[2] = Totals(total=2, standard=2)
    r.near("", file)


@rule
def unknown_bits(r):
    for version in (1, 2):
        for mask in (8, 0x80000001):
            file = Actor([Info(version=version, mask=mask), two_nodes()])
            r.fires(f"-mask-{version}-{mask}", file, note("unknown-bits", "chunks[0].mask", says=(f"0x{mask & ~7:x}",)))
    r.near("-mask", Actor([Info(mask=7), two_nodes()]))
    r.near("-motion-extraction", Actor([Info(version=3, mask=0xFFFFFFFF), two_nodes()]))
    for number, phonemes in enumerate((0x1000, 0xFFFFFFFF)):
        file = morphing(Morph(phonemeSet=phonemes))
        r.fires(f"-phonemes-{number}", file, note("unknown-bits", "chunks[5].targets[0].phonemeSet", says=(f"0x{phonemes & ~0xFFF:x}",)))
    file = actor(MorphChunk(target=Morph(phonemeSet=0x8000)))
    r.fires("-phonemes-single", file, note("unknown-bits", LAST + "phonemeSet"))
    r.near("-phonemes", morphing(Morph(phonemeSet=0xFFF)))
    r.fires("-lod-of-target", morphing(Morph(lod=1)), note("unknown-bits", "chunks[5].targets[0].lod"))
    r.fires("-lod", morphing(lod=31), note("unknown-bits", "chunks[5].lod"))
    r.fires("-lod-single", actor(MorphChunk(target=Morph(lod=3))), note("unknown-bits", LAST + "lod"))
    r.near("-lod-of-chunk-8", actor(Lod(file=inner()), Morphs(targets=[Morph(lod=1)], lod=1)))
    file = Actor([Info(version=4, numLODs=2), two_nodes(), Material(version=3), Morphs(targets=[Morph(lod=1)], lod=1)])
    r.near("-lod-declared", file)
    file = morphing(Morph(deformations=[(1, (), {})]), lod=31)
    r.fires("-lod-of-no-vertices", file, note("unknown-bits", "chunks[5].lod"))
    r.near("-lod", actor(Material(version=3, lod=2), Morphs(targets=[Morph(lod=2)], lod=2)))
    r.near("-lod-of-the-first-chunk",
           Actor([Material(version=3, lod=2), Info(), two_nodes(), Morphs(targets=[Morph(lod=2)], lod=2)]))


@rule
def attribute_type(r):
    file = actor(triangle(layers=[positions(), Layer(8, [1, 2, 3], code="I")]))
    r.fires("", file, error("attribute-type", LAST + "layers[1].type"))
    file = actor(triangle(layers=[Layer(0xFFFFFFFF, CORNERS, code="3f")]))
    r.fires("-positions", file, error("attribute-type", LAST + "layers[0].type"))
    file = actor(triangle(layers=[positions(), Layer(8, [0, 1, 2], code="I")]), Skin(vertices=BOUND))
    r.fires("-original-vertices", file, error("attribute-type", LAST + "layers[1].type"))
    file = actor(triangle(layers=[positions(), Layer(8, [], attribSize=0, code="I")]))
    r.fires("-of-0-bytes", file, error("attribute-type", LAST + "layers[1].type"))
    r.near("", actor(triangle(layers=[positions(), Layer(7, CORNERS)])))


@rule
def attribute_size(r):
    file = actor(triangle(layers=[positions(), Layer(NORMALS, [(NAN,) * 4] * 3, code="4f")]))
    r.fires("-not-finite", file, error("attribute-size", LAST + "layers[1].attribSize"))
    file = actor(triangle(layers=[positions(), Layer(NORMALS, [(0.0,) * 4] * 3, code="4f")]))
    r.fires("", file, error("attribute-size", LAST + "layers[1].attribSize"))
    file = actor(triangle(layers=[Layer(POSITIONS, [0] * 3, code="H")]))
    r.fires("-positions", file, error("attribute-size", LAST + "layers[0].attribSize"))
    r.near("", actor(triangle(layers=[positions(), Layer(8, [1, 2, 3], code="H")])),
           error(actor(triangle(layers=[positions(), Layer(8, [1, 2, 3], code="H")])), "attribute-type",
                 LAST + "layers[1].type"))


@rule
def duplicate_attribute(r):
    for type, layer in ((POSITIONS, positions()), (NORMALS, Layer(NORMALS, CORNERS)),
                        (ORIGINALS, Layer(ORIGINALS, [0, 1, 2]))):
        layers = [layer, layer] if type == POSITIONS else [positions(), layer, layer]
        r.fires(f"-{type}", actor(triangle(layers=layers)),
                error("duplicate-attribute", LAST + f"layers[{len(layers) - 1}].type"))
    uvs = Layer(UVS, [(0.0, 0.0)] * 3)
    r.near("", actor(triangle(layers=[positions(), uvs, uvs, Layer(NORMALS, CORNERS)])))


@rule
def flat_normals(r):
    flat = (0.0, 0.0, 0.0)
    file = actor(triangle(layers=[positions(), Layer(NORMALS, [flat] * 3)]))
    r.fires("", file, warning("flat-normals", LAST + "layers[1].data"))
    r.near("-one", actor(triangle(layers=[positions(), Layer(NORMALS, [flat, flat, (0.0, 0.0, 1.0)])])))
    r.near("-other-layer", actor(triangle(layers=[positions(), Layer(UVS, [(0.0, 0.0)] * 3)])))


@rule
def missing_original_vertices(r):
    r.fires("", actor(triangle(), Skin(vertices=BOUND)), error("missing-original-vertices", LAST + "numLayers"))
    r.near("", actor(triangle()))
    r.near("-skin", good())
    file = actor(triangle(layers=[positions(), Layer(UVS, [0, 1, 2], code="I")]), Skin(vertices=BOUND))
    r.near("-size", file, error("attribute-size", LAST + "layers[1].attribSize"))
    r.near("-empty", actor(Mesh(numOrgVerts=0), Skin()), warning("empty-mesh", LAST + "totalVerts"))


@rule
def missing_positions(r):
    for suffix, layers in (("", [Layer(NORMALS, CORNERS)]), ("-no-layers", [])):
        r.fires(suffix, actor(triangle(layers=layers)), error("missing-positions", LAST + "numLayers"))
    r.near("-empty", actor(Mesh(numOrgVerts=0)), warning("empty-mesh", LAST + "totalVerts"))
    file = actor(triangle(layers=[Layer(TANGENTS, CORNERS, code="3f")]))
    r.near("-size", file, error("attribute-size", LAST + "layers[0].attribSize"))
    file = actor(triangle(layers=[Layer(NORMALS, CORNERS)] * 2))
    r.near("-second-normals", file, error("duplicate-attribute", LAST + "layers[1].type"))
    r.fires("-second-originals", actor(triangle(layers=[Layer(ORIGINALS, [0, 1, 2])] * 2)),
            error("missing-positions", LAST + "numLayers"), error("duplicate-attribute", LAST + "layers[1].type"))
    r.near("", actor(triangle(layers=[Layer(NORMALS, CORNERS), positions()])))


@rule
def attribute_not_finite(r):
    file = actor(triangle(layers=[Layer(POSITIONS, [ZERO, (0.0, NAN, 0.0), (INFINITE, 0.0, 0.0)])]))
    r.fires("-positions", file, error("attribute-not-finite", LAST + "layers[0].data", elements=[1, 2]))
    for type, value in ((TANGENTS, (0.0, 0.0, 0.0, NAN)), (UVS, (-INFINITE, 0.0)), (6, (NAN,) * 4), (7, (NAN,) * 3)):
        file = actor(triangle(layers=[positions(), Layer(type, [(1.0,) * len(value)] * 2 + [value])]))
        r.fires(f"-type-{type}", file, warning("attribute-not-finite", LAST + "layers[1].data", elements=[2]))
    file = actor(triangle(layers=[positions(), Layer(NORMALS, [ONE, (NAN, 0.0, 0.0), ONE])]), bigEndian=1)
    r.fires("-big-endian", file, warning("attribute-not-finite", LAST + "layers[1].data", elements=[1]),
            error("big-endian", "header.bigEndian"))
    r.near("", actor(triangle(layers=[positions(), Layer(COLOURS, [(0, 0, 0xC0, 0x7F)] * 3)])))


@rule
def position_range(r):
    def mesh(*points, **fields):
        return actor(triangle(layers=[Layer(POSITIONS, points)]), **fields)
    over = 1.0001e6
    file = mesh(ZERO, (0.0, -over, 0.0), (over, 3e38, 0.0))
    r.fires("", file, warning("position-range", LAST + "layers[0].data", elements=[1, 2]))
    file = mesh((over, 0.0, 0.0), (NAN, over, 0.0), (INFINITE, 0.0, 0.0))
    r.fires("-not-finite", file, warning("position-range", LAST + "layers[0].data", elements=[0, 1]),
            error("attribute-not-finite", LAST + "layers[0].data", elements=[1, 2]))
    r.fires("-big-endian", mesh(ZERO, (0.0, 0.0, over), ONE, bigEndian=1),
            warning("position-range", LAST + "layers[0].data", elements=[1]), error("big-endian", "header.bigEndian"))
    r.near("", mesh((1e6, 0.0, 0.0), (0.0, -1e6, 0.0), (0.0, 600000.0, 1e6)))
    r.near("-others", actor(triangle(layers=[positions(), Layer(UVS, [(1e30, -1e30)] * 3)])))


@rule
def no_extent(r):
    for name, fields in (("", {}), ("-big-endian", {"bigEndian": 1})):
        file = actor(triangle(layers=[Layer(POSITIONS, [(1.0, 2.0, 3.0)] * 3)]), **fields)
        found = [error(file, "big-endian", "header.bigEndian")] if fields else []
        r.fires(name, file, warning("no-extent", LAST + "layers[0].data"), *found)
    r.near("", actor(triangle(layers=[Layer(POSITIONS, [ZERO, ZERO, (0.0, 0.0, 0.5)])])))
    r.near("-others", actor(triangle(layers=[positions(), Layer(UVS, [(0.5, 0.5)] * 3)])))


@rule
def original_vertex(r):
    file = actor(triangle(layers=[positions(), Layer(ORIGINALS, [0, 3, 0xFFFFFFFF])]))
    r.fires("", file, error("original-vertex", LAST + "layers[1].data", elements=[1, 2]))
    file = actor(triangle(layers=[positions(), Layer(ORIGINALS, [2, 0, 3])]))
    r.fires("-one-more", file, error("original-vertex", LAST + "layers[1].data", elements=[2]))
    r.near("", actor(triangle(layers=[positions(), Layer(ORIGINALS, [2, 2, 0])])))
    file = actor(Mesh(numOrgVerts=0, layers=[Layer(ORIGINALS, [])]))
    r.near("-empty", file, warning("empty-mesh", LAST + "totalVerts"))


@rule
def original_vertex_count(r):
    for count in (4, 4 * 3 + 64):
        file = actor(triangle(numOrgVerts=count))
        r.fires(f"-{count}", file, warning("original-vertex-count", LAST + "numOrgVerts", says=(3,)))
    for count in (4 * 3 + 65, 0xFFFFFFFF):
        r.fires(f"-{count}", actor(triangle(numOrgVerts=count)), error("original-vertex-count", LAST + "numOrgVerts", says=(3,)))
    r.near("", actor(triangle(numOrgVerts=1)))


@rule
def empty_mesh(r):
    r.fires("", actor(Mesh(numOrgVerts=0)), warning("empty-mesh", LAST + "totalVerts"))
    r.fires("-no-submeshes", actor(Mesh(numOrgVerts=3, totalVerts=3, layers=[positions()])),
            warning("empty-mesh", LAST + "numSubMeshes"), error("vertex-total", LAST + "totalVerts"))
    file = actor(Mesh(numOrgVerts=0, submeshes=[Submesh((), 0)]))
    r.fires("-empty-submesh", file, warning("empty-mesh", LAST + "totalVerts"))
    r.near("", actor(triangle()))
    r.near("-one-vertex", actor(Mesh(numOrgVerts=1, layers=[Layer(POSITIONS, [ZERO])], submeshes=[Submesh((), 1)])))


@rule
def skin_node(r):
    for version in (1, 2, 3, 4):
        r.fires(f"-{version}", actor(triangle(), Skin(version=version, node=1, vertices=BOUND), Limits(node=2)),
                error("skin-node", "chunks[5].node"), error("limit-node", "chunks[6].node"))
    r.fires("-collision", actor(triangle(), Skin(isCollision=1, vertices=BOUND)), error("skin-node", "chunks[5].node"))
    r.fires("-lod", actor(triangle(), Skin(version=4, lod=1, vertices=BOUND)), error("skin-node", "chunks[5].node"))
    r.fires("-range", actor(triangle(), Skin(node=2, vertices=BOUND)), error("skin-node", "chunks[5].node"))
    file = actor(skinned(node=2), Skin(node=3, vertices=BOUND))
    r.fires("-both", file, error("mesh-node", LAST + "node"), error("skin-node", "chunks[5].node"))
    file = actor(skinned(node=2, isCollision=1), Skin(node=2, isCollision=1, vertices=BOUND))
    r.near("-of-a-collision-mesh-without-node", file, error("mesh-node", LAST + "node"))
    for suffix, of_mesh, of_skin in (("", 2, 2), ("-negative", -1, -1), ("-lost", 9, 1)):
        file = actor(skinned(node=of_mesh), Skin(node=of_skin, vertices=BOUND))
        r.near("-of-a-mesh-without-node" + suffix, file, error("mesh-node", LAST + "node"))
    small = {"layers": [Layer(POSITIONS, CORNERS), Layer(ORIGINALS, (0, 0, 0))], "numOrgVerts": 1, "node": 1}
    file = actor(triangle(**small), skinned(), Skin(node=1, vertices=BOUND), Limits())
    r.fires("-other", file, error("skin-node", "chunks[6].node", expected=0))
    file = actor(triangle(**small), skinned(node=1), Skin(vertices=BOUND))
    r.near("-second-mesh", file, error("duplicate-mesh", "chunks[5].node"))
    file = actor(triangle(**small), skinned(node=1), Skin(node=1, vertices=BOUND), Limits())
    r.near("-of-two-meshes", file, error("duplicate-mesh", "chunks[5].node"))
    file = actor(skinned(), skinned(), Skin(vertices=BOUND), Skin(node=1, vertices=BOUND))
    r.near("-of-the-second-mesh", file, error("duplicate-mesh", "chunks[5].node"))
    r.fires("-range-and-second-mesh", actor(skinned(), skinned(), Skin(node=2, vertices=BOUND)),
            error("duplicate-mesh", "chunks[5].node"), error("skin-node", "chunks[6].node"))
    file = actor(skinned(numLayers=1, numSubMeshes=9), Skin(vertices=BOUND), Limits())
    r.near("-unreadable-mesh", file, error("chunk-length", LAST + "length"))
    r.near("", good())


@rule
def duplicate_skin(r):
    file = actor(skinned(), Skin(vertices=BOUND), Skin(version=2, vertices=BOUND))
    r.fires("", file, error("duplicate-skin", "chunks[6].node"))
    r.fires("-without-original-vertices", actor(triangle(), Skin(vertices=BOUND), Skin(vertices=BOUND)),
            error("duplicate-skin", "chunks[6].node"), error("missing-original-vertices", LAST + "numLayers"))
    r.near("", actor(skinned(), skinned(isCollision=1), skinned(node=1), Skin(vertices=BOUND),
                     Skin(isCollision=1, vertices=BOUND), Skin(node=1, vertices=BOUND)))


def with_skin(*vertices, **fields):
    return actor(skinned(), Skin(vertices=vertices, **fields))


@rule
def influence_range(r):
    file = with_skin(*BOUND, ranges=[(0, 1), (3, 2), (0xFFFFFFFF, 1)])
    r.fires("", file, error("influence-range", "chunks[5].ranges", elements=[1, 2]))
    file = with_skin(*BOUND, ranges=[(0, 1), (1, 2), (3, 2)])
    r.fires("-one", file, error("influence-range", "chunks[5].ranges", elements=[2]))
    r.near("", with_skin(*BOUND, ranges=[(0, 1), (1, 2), (3, 1)]))


@rule
def influence_bone(r):
    file = with_skin([(1.0, 2)], [(0.5, 0), (0.5, -1)], [(1.0, 1)])
    r.fires("", file, error("influence-bone", "chunks[5].influences", elements=[0, 2]))
    file = with_skin([(1.0, 0)], [(1.0, 1)], [(1.0, 2)], version=1)
    r.fires("-1", file, error("influence-bone", "chunks[5].vertices", elements=[2], says=(0, 3)))
    file = without_nodes(with_skin([(1.0, 9)], [(0.5, 0), (0.5, -1)], [(1.0, 1)]))
    r.fires("-negative-of-unknown", file, error("influence-bone", "chunks[5].influences", elements=[2], says=(0,)),
            error("unsupported-chunk-version", "chunks[1].version"))
    file = with_skin([(1.0, 0)] * 139 + [(1.0, 2)], ranges=[(0, 1), (1, 1), (139, 1)], numLocalBones=2)
    r.fires("-late", file, error("influence-bone", "chunks[5].influences", elements=[139], says=(0, 140)))
    r.near("", with_skin(*BOUND, version=2))


@rule
def influence_weight(r):
    file = with_skin([(NAN, 0)], [(1.5, 0), (-0.5, 1)], [(1.0, 1)])
    r.fires("", file, warning("influence-weight", "chunks[5].influences", elements=[0, 1, 2]))
    file = with_skin([(1.0, 0)], [(-1.0, 0), (2.0, 0)], [(1.0, 0)], version=1)
    r.fires("-1", file, warning("influence-weight", "chunks[5].vertices", elements=[1, 2]))
    file = with_skin([(1.0, 0)], [(1.0005, 0), (0.0, 1)], [(1.0, 0)])
    r.fires("-one", file, warning("influence-weight", "chunks[5].influences", elements=[1]))
    r.near("", with_skin([(1.0, 0), (0.0, 1)], [(1.0, 0), (-0.0, 1)], [(1.0, 0)]))


@rule
def influence_sum(r):
    def shares(*weights):
        return list(zip(normalised(weights, sum(map(float32, weights))), (0, 1)))

    near = [(0.9995, 0)]
    for version in (1, 3):
        vertices = [(0.5, 0), (0.498, 1)], [(1.0, 0), (0.25, 1)], near
        file = with_skin(*vertices, version=version)
        r.fires("" if version == 3 else "-table", file,
                warning("influence-sum", f"chunks[5].{'vertices' if version == 1 else 'ranges'}", elements=[0, 1], says=(3, 0.998)),
                fixed=with_skin(shares(0.5, 0.498), shares(1.0, 0.25), near, version=version))
    file = with_skin([(0.5, 0)], [(1.0, 0)], [(1.0, 0)], version=1)
    r.fires("-1", file, warning("influence-sum", "chunks[5].vertices", elements=[0], says=(3, 0.5)),
            fix_refused="the weights of vertex 0 add up to 0.5, which is too little")
    shared = {"ranges": [(0, 2), (0, 2), (2, 1)]}       # two vertices have the same weights
    r.fires("-shared", with_skin([(0.5, 0), (0.25, 1)], [(1.0, 0)], [], **shared),
            warning("influence-sum", "chunks[5].ranges", elements=[0, 1], says=(0.75,)),
            fixed=with_skin(shares(0.5, 0.25), [(1.0, 0)], [], **shared))
    shared = {"ranges": [(0, 2), (1, 2), (2, 1)]}       # and here one of them
    r.fires("-overlap", with_skin([(0.5, 0), (0.25, 1)], [(1.0, 0)], [], **shared),
            warning("influence-sum", "chunks[5].ranges", elements=[0, 1], says=(0.75,)),
            fix_refused="the fixed file would still break xac/influence-sum")
    r.near("", with_skin([(0.5, 0), (0.4995, 1)], [(0.5, 0), (0.5005, 1)], [(1.0, 0)]))


@rule
def influence_count(r):
    five = [(0.2, 0)] * 5
    r.fires("", with_skin(five, [(1.0, 1)], five), error("influence-count", "chunks[5].ranges", elements=[0, 2]))
    file = with_skin([(1.0, 1)], five, [(1.0, 0)], version=1)
    r.fires("-1", file, error("influence-count", "chunks[5].vertices", elements=[1], says=(0, 3)))
    four = [(0.25, 0)] * 4
    r.near("", with_skin(four, [(1.0, 1)], [(1.0, 0)]))
    r.near("-1", with_skin(four, [(1.0, 1)], four, version=1))
    file = with_skin(four, [(0.5, 1)], four)            # the sum makes the checker look at each vertex
    r.near("-beside-a-sum", file, warning("influence-sum", "chunks[5].ranges", elements=[1], says=(0.5,)))


@rule
def no_influence(r):
    for version in (1, 3):
        file = with_skin([(1.0, 0)], [], [], version=version)
        field = f"chunks[5].{'vertices' if version == 1 else 'ranges'}"
        r.fires(f"-{version}", file, warning("no-influence", field, elements=[1, 2]))
        r.near(f"-{version}", with_skin([(1.0, 0)], [(1.0, 1)], [(0.5, 0), (0.5, 1)], version=version))
    r.near("-no-mesh", actor(triangle(), Skin(node=1, vertices=[[], [], []])), error("skin-node", "chunks[5].node"))


@rule
def local_bone_count(r):
    for version in (3, 4):
        for count in (0, 1):
            file = with_skin(*BOUND, version=version, numLocalBones=count)
            r.fires(f"-{version}-{count}", file, warning("local-bone-count", "chunks[5].numLocalBones"),
                    fixed=with_skin(*BOUND, version=version))
        for count in (3, 0xFFFFFFFF):
            file = with_skin(*BOUND, version=version, numLocalBones=count)
            r.fires(f"-{version}-{count}", file, error("local-bone-count", "chunks[5].numLocalBones"),
                    fixed=with_skin(*BOUND, version=version))
    r.fires("-no-mesh", actor(triangle(), Skin(node=1, vertices=BOUND, numLocalBones=3)),
            error("local-bone-count", "chunks[5].numLocalBones"), error("skin-node", "chunks[5].node"),
            fix_refused="the right value of chunks[5].numLocalBones is not known")
    r.near("", with_skin([(1.0, 0)], [(1.0, 0)], [(1.0, 0)], numLocalBones=1))
    r.near("-no-mesh", actor(triangle(), Skin(node=1, numLocalBones=1)), error("skin-node", "chunks[5].node"))
    file = with_skin(*BOUND)
    start = file.start("chunks[5].influences")
    r.near("-cut", file.bytes()[:start + 8], error(file, "truncated", "chunks[5].influences", at=(start, 8)))
    for bone in (255, 256):                 # the checker's room for bones is a power of two
        nodes = [Node(b"root", -1, bone)] + [Node(b"n%d" % number, 0) for number in range(bone)]
        skin = Skin(vertices=([(1.0, 0)], [(1.0, bone)], [(1.0, bone)]))
        r.near(f"-bone-{bone}", Actor([Info(), Nodes(nodes=nodes), Material(), skinned(), skin]))
    # A wrong bone explains that the influences use another number of bones, but not that nodes are missing.
    stray = [(1.0, 0)], [(1.0, 2)], [(1.0, 0)]
    file = with_skin(*stray, numLocalBones=1)
    wrong = error(file, "influence-bone", "chunks[5].influences", elements=[1], says=(0,))
    r.near("-influence", file, wrong)
    file = with_skin(*stray, numLocalBones=3)
    r.fires("-influence", file, wrong, error("local-bone-count", "chunks[5].numLocalBones"),
            fixed=with_skin(*stray, numLocalBones=2))


@rule
def material_total(r):
    def with_totals(*chunks, **fields):
        file = actor(*chunks)
        file.chunks[2] = Totals(**fields)
        return file

    r.fires("-total", with_totals(total=2), error("material-total", "chunks[2].total", expected=1), fixed=actor())
    r.fires("-standard", with_totals(standard=0), error("material-total", "chunks[2].standard", expected=1), fixed=actor())
    r.fires("-fx", with_totals(fx=1), error("material-total", "chunks[2].fx", expected=0), fixed=actor())
    r.fires("-kinds", with_totals(total=1, standard=0, fx=1), error("material-total", "chunks[2].standard", expected=1),
            fixed=actor())
    r.fires("-fx-and-total", with_totals(FX(), total=1), error("material-total", "chunks[2].fx", expected=1),
            fixed=with_totals(FX(), total=2, fx=1))
    file = with_totals(Material(version=3, lod=2), Totals(version=2, lod=2, total=0, standard=0))
    r.fires("-lod", file, error("material-total", "chunks[5].standard", expected=1),
            fixed=with_totals(Material(version=3, lod=2), Totals(version=2, lod=2)))
    r.fires("-unsupported", with_totals(Raw(id=3, version=9)), error("material-total", "chunks[2].standard", expected=2),
            error("unsupported-chunk-version", LAST + "version"),
            fixed=with_totals(Raw(id=3, version=9), total=2, standard=2))
    file = with_totals(Totals(version=2, lod=2), Raw(id=3, version=9), total=2, standard=2)
    r.near("-unsupported", file, error("unsupported-chunk-version", "chunks[5].version"))
    file = with_totals(Limits(), total=7, standard=6)
    cut = file.bytes()[:-7]
    truncated = error(file, "truncated", "chunks[4]", at=(len(cut) - 81, 81))
    r.fires("-cut", cut, error(file, "material-total", "chunks[2].total", expected=6), truncated,
            fixed=with_totals(Limits(), total=6, standard=6).bytes()[:-7])
    file = with_totals(Limits(), total=7, standard=5, fx=2)
    r.near("-cut", file.bytes()[:-7], truncated)
    r.near("", with_totals(FX(), total=2, standard=1, fx=1))
    r.near("-lods", with_totals(Material(version=3, lod=2), Totals(version=2, lod=2)))


@rule
def material_not_finite(r):
    for number, (name, value) in enumerate((("ambient", (0.0, 0.0, NAN, 1.0)), ("emissive", (INFINITE,) * 4),
                                            ("shine", NAN), ("ior", -INFINITE))):
        file = actor(Material(numbers={name: value}))
        file.chunks[2] = Totals(total=2, standard=2)
        r.fires(f"-{number}", file, warning("material-not-finite", LAST + name))
    file = Actor([Info(), two_nodes(), Material(version=3, numbers={"opacity": NAN, "diffuse": (NAN,) * 4})])
    r.fires("-version-3", file, warning("material-not-finite", "chunks[2].diffuse"))
    file = Actor([Info(), two_nodes(), Material(layers=[Texture(), Texture(b"body_n", rotation=NAN)])])
    r.fires("-layer", file, warning("material-not-finite", "chunks[2].layers[1].rotation"))
    file = old(3)
    file.chunks[4].texture.uTile = INFINITE
    r.fires("-old", file, warning("material-not-finite", "chunks[4].uTile"))
    for name, value in (("floats", (NAN,)), ("colors", (0.0, NAN, 0.0, 1.0)), ("vectors", (0.0, 0.0, NAN))):
        file = Actor([Info(), two_nodes(), FX(version=3, values={name: value})])
        r.fires(f"-{name}", file, warning("material-not-finite", f"chunks[2].{name}[0].value"))
    file = Actor([Info(), two_nodes(), FX(version=3, values={"colors": (NAN, 0.0, 0.0, 1.0)})])
    start = file.start("chunks[2].colors[0].value")
    r.near("-cut", file.bytes()[:start + 5], error(file, "truncated", "chunks[2].colors[0]", at=(start, 5)))
    file = Actor([Info(), two_nodes(), Material(numbers={"shine": 3e38, "ior": -1.0}), FX(values={"ints": (0x7FC00000,)})])
    r.near("", file)


@rule
def layer_material(r):
    def file_of(number, **fields):
        file = actor(Material(layers=[Texture(materialId=number)], **fields))
        file.chunks[2] = Totals(total=2, standard=2)
        return file

    for number, level in ((-1, error), (0, warning), (2, error), (32767, error), (-32768, error)):
        file = file_of(number)
        r.fires(f"-{number}", file, level(file, "layer-material", LAST + "layers[0].materialId", expected=1),
                fixed=file_of(1))
    for number, level in ((1, error), (-1, error)):
        file = old(3)
        file.chunks[4].texture.materialId = number
        r.fires(f"-old-{number}", file, level(file, "layer-material", "chunks[4].materialId", expected=0),
                fixed=old(3))
    def more_of(number, *chunks, **totals):
        file = file_of(number)
        file.chunks += chunks
        file.chunks[2] = Totals(**totals)
        return file

    fx = [FX(), FX()], {"total": 4, "standard": 2, "fx": 2}
    r.fires("-fx", more_of(3, *fx[0], **fx[1]), warning("layer-material", LAST + "layers[0].materialId", expected=1),
            fixed=more_of(1, *fx[0], **fx[1]))
    file = more_of(2, Limits(), total=2, standard=2)
    cut = file.bytes()[:-7]
    r.fires("-cut", cut, warning(file, "layer-material", LAST + "layers[0].materialId", expected=1),
            error(file, "truncated", "chunks[5]", at=(len(cut) - 81, 81)),
            fixed=more_of(1, Limits(), total=2, standard=2).bytes()[:-7])
    r.near("", file_of(1))
    r.near("-old", old(3))


@rule
def layer_texture_name(r):
    def file_of(name):
        return Actor([Info(), two_nodes(), Material(layers=[Texture(name)])])

    def refused(name):
        return f'only an extension and dots can be taken off a name: "{name.decode()}"'

    names = [b" body", b"body.", b"art/body", b"art\\body", b"   ", b"body. ", b"body.dds "]
    names += [b"body" + end for end in (b".dds", b".TGA", b".Png", b".jpg", b".jpeg", b".bmp", b".tif", b".tiff", b".psd")]
    names += [b"/body", b".dds", b"body..dds", b"body.dds.. ", b"body.tga.dds", b"art/body.dds"]
    for number, name in enumerate(names):
        file = file_of(name)
        right = {"fixed": file_of(b"body")} if name.startswith(b"body") else {"fix_refused": refused(name)}
        r.fires(f"-{number}", file, warning("layer-texture-name", "chunks[2].layers[0].texture"), **right)
    for number, name in enumerate((b"body ", b"my body  ", b"body.v2 ")):
        r.fires(f"-trailing-blank-{number}", file_of(name), note("layer-texture-name", "chunks[2].layers[0].texture"),
                fix_refused=refused(name))
    file = old(2)
    file.chunks[4].texture.name = b"body.dds"
    r.fires("-old", file, warning("layer-texture-name", "chunks[4].texture"), fixed=old(2))

    def usual(name):
        """The length of the chunk is that without its layers."""
        return actor(Material(layers=[Texture(name, materialId=1)], length=93), Limits(), totals=Totals(total=2, standard=2))

    r.fires("-usual-length", usual(b"body.dds"), warning("layer-texture-name", LAST + "layers[0].texture"), fixed=usual(b"body"))

    def nested(name):
        return actor(Lod(file=Actor([Info(), two_nodes(), Material(layers=[Texture(name)])])))

    r.fires("-in-lod", nested(b"body.dds"), warning("layer-texture-name", LAST + "lod.chunks[2].layers[0].texture"),
            fixed=nested(b"body"))
    for number, name in enumerate((b"", b"my body", b"body.v2", b"dds", b"body.ddsx")):
        r.near(f"-{number}", file_of(name))


@rule
def group_node(r):
    file = actor(Groups(groups=[(b"left", (0, 1)), (b"right", (0xFFFF, 0, 2))]))
    r.fires("", file, error("group-node", LAST + "groups[1].nodes", elements=[0, 2]))
    r.near("", actor(Groups(groups=[(b"left", (1, 1, 0))])))


@rule
def limit_node(r):
    for node in (2, 0xFFFFFFFF):
        r.fires(f"-{node}", actor(Limits(node=node)), error("limit-node", LAST + "node", says=(2,)))
    r.near("", actor(Limits(node=1)))


def morphing(*targets, **fields):
    return actor(triangle(), Morphs(targets=targets, **fields))


@rule
def morph_vertex(r):
    r.fires("", morphing(Morph(deformations=[(0, (0, 3, 2, 9), {})])),
            error("morph-vertex", "chunks[5].targets[0].deformations[0].vertices", elements=[1, 3]))
    file = actor(triangle(), MorphChunk(target=Morph(deformations=[(1, (0,), {})])))
    r.fires("-no-mesh", file, error("morph-vertex", "chunks[5].deformations[0].vertices", elements=[0]))
    r.fires("-collection", morphing(Morph(deformations=[(0, (0, 1), {})]), lod=1),
            error("morph-vertex", "chunks[5].targets[0].deformations[0].vertices", elements=[0, 1]))
    r.fires("-one-of-a-collection", morphing(Morph(deformations=[(0, (0,), {})]), lod=1),
            error("morph-vertex", "chunks[5].targets[0].deformations[0].vertices", elements=[0]))
    r.fires("-then-none-of-a-collection", morphing(Morph(deformations=[(0, (0,), {}), (0, (), {})]), lod=1),
            error("morph-vertex", "chunks[5].targets[0].deformations[0].vertices", elements=[0]))
    r.fires("-one-more", morphing(Morph(deformations=[(0, (2, 3), {})])),
            error("morph-vertex", "chunks[5].targets[0].deformations[0].vertices", elements=[1]))
    r.fires("-before-the-mesh", actor(Morphs(targets=[Morph(deformations=[(0, (0,), {})])]), triangle()),
            error("morph-vertex", LAST + "targets[0].deformations[0].vertices", elements=[0]))
    file = actor(triangle(node=7), Morphs(targets=[Morph(deformations=[(0, (0,), {})])]))
    r.near("-of-a-mesh-without-node", file, error("mesh-node", LAST + "node"))
    file = actor(Material(version=3, lod=1), triangle(version=2, lod=1),
                 Morphs(targets=[Morph(deformations=[(0, (0, 1), {})])], lod=1))
    r.near("-collection", file)
    file = actor(triangle(numLayers=2, numSubMeshes=9), Morphs(targets=[Morph(deformations=[(0, (0,), {})])]))
    r.near("-unreadable-mesh", file, error("chunk-length", LAST + "length"))
    file = actor(Mesh(numOrgVerts=0), Morphs(targets=[Morph(deformations=[(0, (), {})])]))
    r.near("-none-of-an-empty-mesh", file, warning("empty-mesh", LAST + "totalVerts"))
    r.near("", morphing(Morph(deformations=[(0, (2, 1), {}), (1, (), {})])))


@rule
def morph_node(r):
    file = morphing(Morph(deformations=[(2, (), {})], transformations=(1, 2)))
    r.fires("", file, error("morph-node", "chunks[5].targets[0].deformations[0].node"),
            error("morph-node", "chunks[5].targets[0].transformations[1].node"))
    file = morphing(Morph(deformations=[(2, (0,), {})]))
    r.fires("-with-vertices", file, error("morph-node", "chunks[5].targets[0].deformations[0].node"))
    r.near("", morphing(Morph(deformations=[(1, (), {})], transformations=(1,))))


@rule
def morph_range(r):
    file = morphing(Morph(rangeMin=2.0), Morph(b"frown", rangeMax=NAN, deformations=[(0, (), {"fMin": 2.0})]))
    r.fires("", file, warning("morph-range", "chunks[5].targets[0].rangeMin"),
            warning("morph-range", "chunks[5].targets[1].rangeMin"),
            warning("morph-range", "chunks[5].targets[1].deformations[0].fMin"))
    r.near("", morphing(Morph(rangeMin=1.0, deformations=[(0, (), {"fMin": 1.0})])))


def more_counts(r):
    """The counts of all chunks."""
    r.fires("-nodes", skeleton(*chain(-1, 0), numNodes=0x80000000), error("count-range", "chunks[1].numNodes"))
    file = skeleton(*chain(-1, 0), numNodes=3)
    r.fires("-one-more", file, error("count-range", "chunks[1].numNodes"))
    for name, value in (("numLayers", 0x10000000), ("totalVerts", 0x20000000), ("numSubMeshes", 0x10000000)):
        file = actor(triangle(**{name: value}))
        findings = [error(file, "count-range", LAST + name)]
        r.fires(f"-{name}", file, *findings)
    for name in ("numIndices", "numBones"):
        file = actor(triangle(submeshes=[Submesh(bones=(0,), **{name: 0x40000000})]))
        r.fires(f"-{name}", file, error("count-range", SUB + name))
    file = actor(triangle(layers=[Layer(POSITIONS, CORNERS, attribSize=0x10000000)]))
    r.fires("-attribSize", file, error("count-range", LAST + "layers[0].attribSize"))
    file = with_skin(*BOUND, numInfluences=0x20000000)
    r.fires("-numInfluences", file, error("count-range", "chunks[5].numInfluences"))
    for name in ("nInt", "nFloat", "nColor", "nBool", "nVec3", "nBitmap"):
        file = actor(FX(counts={name: 0x10000000}))
        file.chunks[2] = Totals(total=2, standard=1, fx=1)
        r.fires(f"-{name}", file, error("count-range", LAST + name))
    for name in ("numDeformations", "numTransformations"):
        file = morphing(Morph(**{name: 0x10000000}))
        r.fires(f"-{name}", file, error("count-range", f"chunks[5].targets[0].{name}"))
    file = actor(Groups(groups=[(b"left", (0,))], numNodes=0xFFFF))
    r.fires("-group", file, error("count-range", LAST + "groups[0].numNodes"))
    r.fires("-numTargets", morphing(Morph(), numTargets=0x10000000), error("count-range", "chunks[5].numTargets"))
    r.fires("-morph-vertices", morphing(Morph(deformations=[(0, (0,), {"numVerts": 0x10000000})])),
            error("count-range", "chunks[5].targets[0].deformations[0].numVerts"))
    r.fires("-lod", actor(Lod(file=inner(), size=0x7FFFFFFF)), error("count-range", LAST + "size"))


def little_counts(r):
    """Counts that are wrong by one and contradict the length of their chunk: one finding each."""
    def each(file, field, size=4, rule="count-range", at=None):
        for change in (-1, 1):
            yield change, changed(file, field, change, size), error(file, rule, at or field)

    def all_of(name, file, field, size=4):
        for change, content, finding in each(file, field, size):
            r.fires(f"-{name}{change:+}", content, finding)

    def text(name, file, field):
        for change in (-1, 1):
            finding = error(file, "count-range", field, at=(file.start(field), 4))
            r.fires(f"-{name}{change:+}", changed(file, field, change), finding)

    file = skeleton(*chain(-1, 0, 1), numRootNodes=1)
    all_of("nodes", file, "chunks[1].numNodes")
    text("node-name", file, NODE % 1 + "name")
    two = [Submesh((0, 1, 2), bones=(0,)), Submesh((2, 1, 0, 0, 1, 2), bones=(0, 1))]
    file = actor(Mesh(layers=[Layer(POSITIONS, CORNERS * 2), Layer(NORMALS, [ONE] * 6), Layer(ORIGINALS, (0, 1, 2) * 2)],
                      submeshes=two), Limits())
    for field in ("numLayers", "numSubMeshes", "submeshes[0].numIndices", "submeshes[0].numBones",
                  "submeshes[1].numIndices", "submeshes[1].numBones"):
        all_of(field, file, LAST + field)
    file = with_skin(*BOUND)
    all_of("influences", file, "chunks[5].numInfluences")
    all_of("original-vertices", file, "chunks[4].numOrgVerts")
    file = actor(Material(layers=[Texture(materialId=1), Texture(b"other", materialId=1)]), Limits())
    file.chunks[2] = Totals(total=2, standard=2)
    all_of("material-layers", file, LAST + "numLayers", 1)
    text("texture", file, LAST + "layers[0].texture")
    for declared, count in ((1, 2), (3, 2), (7, 255)):
        file = actor(Material(layers=[Texture(materialId=1)] * count, numLayers=declared, length=93), Raw(id=77))
        file.chunks[2] = Totals(total=2, standard=2)
        r.fires(f"-{declared}-of-{count}-layers", file, error("count-range", LAST + "numLayers"),
                warning("unknown-chunk", "chunks[5].id", elements=[5]))
    file = actor(triangle(submeshes=[Submesh(numBones=1)], length=lambda size: size + 3), Limits())
    r.fires("-no-bones-and-length", file, error("count-range", SUB + "numBones"),
            error("chunk-length", LAST + "length"))
    file = actor(Groups(groups=[(b"all", (0, 1) * 150)]), Limits())
    all_of("many-group-nodes", file, LAST + "groups[0].numNodes", 2)
    file = actor(Groups(groups=[(b"left", (0, 1)), (b"right", (1,))]))
    all_of("groups", file, LAST + "numGroups", 2)
    all_of("group-nodes", file, LAST + "groups[0].numNodes", 2)


def more_truncated(r):
    file = actor(Lod(file=inner()))
    cut = file.start(LAST + "lod.chunks[3].layers[0].data") + 7
    r.fires("-lod", file.bytes()[:cut],
            error(file, "truncated", LAST + "lod.chunks[3].layers[0].data", at=(cut - 7, 7)))
    file = Actor([Info(), two_nodes(), Material(layers=[Texture(), Texture(b"body_n")], length=93)])
    skin = with_skin(*BOUND, node=1)
    start = skin.start("chunks[5].node")
    r.fires("-skin", skin.bytes()[:start + 6], error(skin, "truncated", "chunks[5]", at=(start, 6)))
    cut = file.start("chunks[2].layers[1].texture") + 6
    r.fires("-layers", file.bytes()[:cut],
            error(file, "truncated", "chunks[2].layers[1].texture", at=(cut - 6, 6)))


def more_length(r):
    without_layers = 88 + 5         # as exporters write materials of version 2
    for version, length in ((2, without_layers), (2, without_layers + 1), (3, without_layers + 1)):
        file = actor(Material(version=version, layers=[Texture(materialId=1)], length=length), Limits())
        file.chunks[2] = Totals(total=2, standard=2)
        if length == without_layers:
            r.near("-without-layers", file)
        else:
            r.fires(f"-layers-of-version-{version}", file, error("chunk-length", LAST + "length"),
                    fixed=actor(Material(version=version, layers=[Texture(materialId=1)]), Limits(),
                                totals=Totals(total=2, standard=2)))
    for suffix, length in (("-none", 0), ("-one", 1)):
        r.fires(suffix, actor(Limits(length=length), Limits()), error("chunk-length", LAST + "length"),
                fixed=actor(Limits(), Limits()))
    r.fires("-lod", actor(Lod(file=inner(), length=lambda size: size + 4)), error("chunk-length", LAST + "length"),
            fixed=actor(Lod(file=inner())))
    file = actor(Lod(file=inner()))
    file.chunks[4].file.chunks[0].length = lambda size: size + 1
    r.fires("-in-lod", file, error("chunk-length", LAST + "lod.chunks[0].length"),
            fixed=actor(Lod(file=inner())))
    file = actor(Lod(file=inner()), Limits())
    for change in (-1, 1):
        r.fires(f"-lod-size{change:+}", changed(file, LAST + "size", change), error(file, "chunk-length", LAST + "size"),
                fixed=file)
    file = actor(Material(layers=[Texture(materialId=1)], length=93), Limits())
    file.chunks[2] = Totals(total=2, standard=2)
    r.fires("-material-version", changed(file, LAST + "version", -1), error(file, "chunk-length", LAST + "version"),
            fixed=file)
    file = skinned(isCollision=1), Skin(isCollision=1, vertices=BOUND)
    file = actor(*file, Limits())
    r.fires("-skin-version", changed(file, "chunks[5].version", 1), error(file, "chunk-length", "chunks[5].version"),
            fixed=file)
    file = actor(skinned(), Skin(version=4, vertices=BOUND), Limits())
    r.fires("-last-skin-version", changed(file, "chunks[5].version", -1), error(file, "chunk-length", "chunks[5].version"),
            fixed=file)


def more_trailing(r):
    """Behind the last chunk of a file inside of another."""
    file = actor(Lod(file=inner(tail=b"abc")), Limits())
    r.fires("-in-lod", file, error("trailing-bytes", LAST + "lod", at=file.where(LAST + "lod.tail")),
            fixed=actor(Lod(file=inner()), Limits()))


def more_duplicates(r):
    r.fires("-old-nodes", Actor([Info(), OldNode(node=Node()), two_nodes()]), error("duplicate-chunk", "chunks[2].id"))
    r.fires("-then-old-nodes", Actor([Info(), two_nodes(), OldNode(node=Node()), OldNode(node=Node())]),
            error("duplicate-chunk", "chunks[2].id", says=(1, 11)), error("duplicate-chunk", "chunks[3].id", says=(1, 11)))
    file = Actor([Info(), two_nodes(), Totals(total=0, standard=0), Totals(version=2, total=0, standard=0)])
    r.fires("-totals", file, error("duplicate-chunk", "chunks[3].id"))
    r.fires("-unsupported-totals", actor(Raw(id=13, version=9)), error("duplicate-chunk", LAST + "id", says=(2,)),
            error("unsupported-chunk-version", LAST + "version"))
    file = actor(triangle(), Morphs(targets=[Morph()]), Morphs(targets=[Morph()]))
    r.fires("-morphs", file, error("duplicate-chunk", "chunks[6].id", says=(5,)))
    r.near("-one-morph", actor(triangle(), MorphChunk(target=Morph()), MorphChunk(target=Morph())))


def more_versions(r):
    file = actor(Material(version=2, layers=[Texture(materialId=1)], length=93), Limits())
    file.chunks[2] = Totals(total=2, standard=2)
    r.fires("-astray", changed(file, LAST + "version", 7), error(file, "unsupported-chunk-version", LAST + "version"))
    r.near("-astray", file)
    file = Actor([OldNode(node=Node()), Raw(id=0, version=9), Info()])
    r.fires("-second-node", file, error("unsupported-chunk-version", "chunks[1].version"))
    file = old(4)
    r.fires("-one-of-the-nodes", changed(file, "chunks[2].version", -4),
            error(file, "unsupported-chunk-version", "chunks[2].version"))


def more_limits(r):
    deepest = inner()
    file = actor(Lod(file=Actor([Info(), two_nodes(), Lod(file=deepest)])))
    field = LAST + "lod.chunks[2].lod"
    r.fires("-nested", file, error("limit", field))
    r.near("-nested", actor(Lod(file=inner())))
    most = 16 * 8       # weights that may be added up for each influence
    for number, what in ((most + 1, r.fires), (most, r.near)):
        layers = [Layer(POSITIONS, (CORNERS * number)[:number]), Layer(ORIGINALS, list(range(number)))]
        mesh = skinned(layers=layers, numOrgVerts=number, submeshes=[Submesh(numVerts=number)])
        file = actor(mesh, Skin(vertices=[[(0.5, 0), (0.25, 1)]], ranges=[(0, 2)] * number))
        findings = [warning(file, "influence-sum", "chunks[5].ranges", elements=list(range(most)), says=(0.75,))]
        if number > most:
            findings.append(error(file, "limit", "chunks[5].ranges"))
        what("-shared-influences", file.bytes(), *findings)


def all_counts(r):
    more_counts(r)
    little_counts(r)


def more_control_characters(r):
    file = skeleton(Node(b"ro\0t", numChildren=1), Node(b"arm", 0))
    r.fires("-node-name", file, warning("string-control-char", NODE % 0 + "name", elements=[2]))


MORE = {"count_range": all_counts, "truncated": more_truncated, "chunk_length": more_length, "trailing_bytes": more_trailing,
        "string_control_char": more_control_characters,
        "duplicate_chunk": more_duplicates, "unsupported_chunk_version": more_versions, "limit": more_limits}


def with_more(maker):
    def both(r):
        maker(r)
        MORE[maker.__name__](r)
    both.__name__ = maker.__name__
    return both


BOOK.makers = [with_more(maker) if maker.__name__ in MORE else maker for maker in BOOK.makers]


@rule
def several(r):
    def of(children, standard, name, number, weights, bones, tail=b"", length=None):
        file = actor(Material(layers=[Texture(name, materialId=number)]), skinned(),
                     Skin(vertices=[[(1.0, 0)], list(zip(weights, (0, 1))), [(1.0, 1)]], numLocalBones=bones),
                     nodes=Nodes(nodes=[Node(numChildren=children), Node(b"arm", 0)]), totals=Totals(total=2, standard=standard))
        file.chunks[0].length = length
        file.tail = tail
        return file

    file = of(2, 7, b"body.dds", 0, (0.5, 0.25), 9, b"abc", lambda size: size + 1)
    r.add("all-to-be-fixed", file, [
        error("chunk-length", "chunks[0].length"), error("child-count", NODE % 0 + "numChildren", expected=1),
        error("material-total", "chunks[2].standard", expected=2),
        warning("layer-texture-name", LAST + "layers[0].texture"),
        warning("layer-material", LAST + "layers[0].materialId", expected=1),
        warning("influence-sum", "chunks[6].ranges", elements=[1], says=(0.75,)),
        error("local-bone-count", "chunks[6].numLocalBones", expected=2),
        error("trailing-bytes", "", at=file.where("tail")),
    ], fixed=of(1, 2, b"body", 1, normalised((0.5, 0.25), 0.75), 2))
    file = actor(triangle(node=5, submeshes=[Submesh((0, 1, 9), materialId=3)]), Limits(node=9), tail=b"\0")
    r.add("three-defects", file, [
        error("mesh-node", LAST + "node"), error("index-range", SUB + "indices", elements=[2]),
        error("submesh-material", SUB + "materialId"), error("limit-node", "chunks[5].node"),
        error("trailing-bytes", "", at=(len(file.bytes()) - 1, 1)),
    ])
    file = actor(skinned(totalIndices=9), Skin(numLocalBones=1, vertices=BOUND), Limits(node=2))
    file.chunks[0].lengths = {3: 0x10000000}
    start = file.start("chunks[0].actorName")
    r.add("after-a-broken-chunk", file, [
        error("count-range", "chunks[0].actorName", at=(start, 4)),
        error("index-total", LAST + "totalIndices"),
        warning("local-bone-count", "chunks[5].numLocalBones"), error("limit-node", "chunks[6].node"),
    ])
    file = actor(Lod(file=inner()), triangle(submeshes=[Submesh((0, 1))]))
    nested = file.chunks[4].file
    nested.chunks[3].submeshes = [Submesh((0, 1, 3), materialId=1)]
    nested.tail = b"abc"
    file.chunks[2] = Totals(total=3)
    inside = LAST + "lod.chunks[3].submeshes[0]."
    r.add("inside-and-outside", file, [
        error("material-total", "chunks[2].total", expected=1), error("index-range", inside + "indices", elements=[2]),
        error("submesh-material", inside + "materialId"),
        error("trailing-bytes", LAST + "lod", at=file.where(LAST + "lod.tail")),
        error("index-multiple", "chunks[5].submeshes[0].numIndices"),
    ])
