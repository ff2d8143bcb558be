"""bsg_rules.py: the fixtures of the rules of BSG."""

from anark import Graph, Node
from anark_rules import parent_rules, section_rules
from bsg_seeds import NODE_TYPES, every_type
from fixtures import INFINITE, NAN, Book

BOOK = Book("bsg", "bsg")
rule, rules, error, warning, note = BOOK.rule, BOOK.rules, BOOK.error, BOOK.warning, BOOK.note

# What messages say besides what stands in the file.
BOOK.may_say("bad-magic", 8, expected="AnarkBGF")
BOOK.may_say("big-endian", 0, 1, expected=0)
BOOK.may_say("header-size", expected=24)
BOOK.may_say("unsupported-version", expected=2)
BOOK.may_say("asset-type", 6, 7)
BOOK.may_say("node-type", 1, 2, 3, 4, 5, 8)
BOOK.may_say("layer", 0, 7)
BOOK.may_say("opacity", 0, 1)
BOOK.may_say("rotation-method", expected=4)
BOOK.may_say("count-range", 1)                   # a byte of a section
FLOATS = ("translation", "rotation", "scale", "pivot", "boxMin", "boxMax")


def good(**fields):
    return Graph(**({"nodes": [Node(1), Node(2, 0)], "assets": [(3, 6), (4, 7)]} | fields))


section_rules(BOOK, good, 8, [(1, "nodes"), (2, "assets")],
              heavy=Graph(nodes=[Node(2, 1), Node(1)]))
parent_rules(BOOK, "nodes", lambda *parents: Graph(nodes=[Node(number, parent)
                                                          for number, parent in enumerate(parents)]))


def graph(*nodes, assets=()):
    return Graph(nodes=nodes, assets=assets)


def long(**fields):
    """A file that is large enough for two more nodes."""
    return good(**({"assets": [(number, 6) for number in range(60)]} | fields))


@rule
def count_range(r):
    size = len(long().bytes())
    for name, item in (("nNodes", 96), ("nAssets", 5)):
        for count in (-1, -0x80000000, size // item + 1, 0x7FFFFFFF):
            r.fires(f"-{name}-{count}", long(**{name: count}), error("count-range", f"memory.{name}"))
        file = long(**{name: size // item})
        r.near(f"-{name}", file, error("section-size", f"memory.{name}"))
    file = good()
    start = file.start("nodes")
    r.fires("-cut-before-nodes", file.bytes()[:start], error(file, "count-range", "sections[1].sectionSize"))  # and not nNodes, too


@rule
def section_size(r):
    for name in ("nNodes", "nAssets"):
        for count in (0, 1, 3):
            file = long(**{name: count})
            r.fires(f"-{name}-{count}", file, error("section-size", f"memory.{name}"))
    r.fires("-memory", good(extra=b"12345678"), error("section-size", "sections[0].sectionSize", expected=8))
    # Only nNodes is there: the number of assets follows from their section.
    content = good().bytes()
    memory = good().start("memory")
    content = content[:memory - 4] + b"\4\0\0\0" + content[memory:memory + 4] + content[memory + 8:]
    r.fires("-half-a-memory", content, error(good(), "section-size", "sections[0].sectionSize"))


@rule
def node_type(r):
    for type in (0, 6, 7, 9, 255):
        r.fires(f"-{type}", graph(Node(1), Node(2, 0, type)), error("node-type", "nodes[1].type"))
    r.near("", every_type())
    assert set(NODE_TYPES) == {node.type for node in every_type().nodes}


@rule
def layer(r):
    for value in (8, 255):
        r.fires(f"-{value}", graph(Node(1, layer=value)), error("layer", "nodes[0].layer"))
    r.near("", graph(*[Node(number, layer=number) for number in range(8)]))


@rule
def rotation_method(r):
    for value in (0, 3, 5, 255):
        file = graph(Node(1, rotationMethod=value))
        r.fires(f"-{value}", file, warning("rotation-method", "nodes[0].rotationMethod"))
    r.near("", graph(Node(1, rotationMethod=4)))


@rule
def bounding_box(r):
    for axis in range(3):
        low = tuple(2.0 if number == axis else 0.0 for number in range(3))
        file = graph(Node(1), Node(2, boxMin=low, boxMax=(1.0, 1.0, 1.0)))
        r.fires(f"-{'xyz'[axis]}", file, warning("bounding-box", "nodes[1].boxMin"))
    r.fires("-and-nan", graph(Node(1, boxMin=(NAN, 1.0, 0.0), boxMax=(0.0, 0.5, 0.0))),
            warning("bounding-box", "nodes[0].boxMin"), warning("not-finite", "nodes[0].boxMin", elements=[0]))
    r.near("", graph(Node(1, boxMin=(1.0, -0.0, -3e38), boxMax=(1.0, 0.0, 3e38))))
    file = graph(Node(1, boxMin=(INFINITE, 0.0, 0.0), boxMax=(0.0, NAN, 0.0)))
    r.near("-not-finite", file, warning("not-finite", "nodes[0].boxMin", elements=[0]),
           warning("not-finite", "nodes[0].boxMax", elements=[1]))


@rule
def not_finite(r):
    for name in FLOATS:
        file = graph(Node(1, **{name: (0.0, NAN, INFINITE)}))
        r.fires(f"-{name}", file, warning("not-finite", f"nodes[0].{name}", elements=[1, 2]))
    for suffix, value in (("-nan", NAN), ("-infinite", INFINITE), ("-minus-infinite", -INFINITE)):
        r.fires("-opacity" + suffix, graph(Node(1), Node(2, opacity=value)), warning("not-finite", "nodes[1].opacity"))
    file = graph(Node(1, translation=(NAN,) * 3, scale=(-INFINITE, 1.0, 1.0)))
    r.fires("-two", file, warning("not-finite", "nodes[0].translation", elements=[0, 1, 2]),
            warning("not-finite", "nodes[0].scale", elements=[0]))
    r.near("", graph(Node(1, translation=(3.4e38, -3.4e38, 1e-45))))
    r.near("-integers", graph(Node(0x7FC00000, layer=7, transparent=0xFF, invertY=0xFF)),
           warning("bool-value", "nodes[0].invertY"), warning("bool-value", "nodes[0].transparent"))


@rule
def opacity(r):
    for suffix, value in (("-negative", -1e-6), ("-above", 1.000001), ("-percent", 100.0)):
        r.fires(suffix, graph(Node(1, opacity=value)), warning("opacity", "nodes[0].opacity"))
    for value in (0.0, -0.0, 1.0):
        r.near(f"-{value}", graph(Node(1, opacity=value)))
    r.near("-nan", graph(Node(1, opacity=NAN)), warning("not-finite", "nodes[0].opacity"))


@rule
def bool_value(r):
    r.fires("", graph(Node(1, invertY=2, transparent=255)), warning("bool-value", "nodes[0].invertY"),
            warning("bool-value", "nodes[0].transparent"))
    r.near("", graph(Node(1, invertY=1, transparent=1)))


@rule
def duplicate_scene_node(r):
    r.fires("", graph(Node(5), Node(6), Node(5), Node(-1), Node(5), Node(-1)),
            *[warning("duplicate-scene-node", f"nodes[{number}].sceneNodeId") for number in (2, 4, 5)])
    r.fires("-neighbours", graph(Node(0), Node(0)), warning("duplicate-scene-node", "nodes[1].sceneNodeId"))
    r.near("", graph(Node(3), Node(1), Node(2), Node(-3), assets=[(1, 6)]))
    r.near("-upper-bit", graph(Node(5), Node(5 - 0x80000000)))


@rule
def duplicate_asset(r):
    r.fires("", graph(assets=[(5, 6), (4, 6), (5, 7), (5, 6)]), warning("duplicate-asset", "assets[2].sceneNodeId"),
            warning("duplicate-asset", "assets[3].sceneNodeId"))
    r.near("", graph(Node(5), assets=[(5, 6), (4, 6), (6, 7)]))


@rule
def asset_type(r):
    for type in (0, 5, 8, 255):
        r.fires(f"-{type}", graph(assets=[(1, 6), (2, type)]), error("asset-type", "assets[1].type"))
    r.near("", graph(assets=[(1, 6), (2, 7)]))


@rule
def several(r):
    file = good(nodes=[Node(1, 1, layer=9), Node(1, 0, opacity=2.0)], assets=[(3, 5)], tail=b"12")
    r.add("three-defects", file, [
        error("parent-cycle", "nodes[0].parentIdx", elements=[0, 1]), error("layer", "nodes[0].layer"),
        warning("duplicate-scene-node", "nodes[1].sceneNodeId"), warning("opacity", "nodes[1].opacity"),
        error("asset-type", "assets[0].type"), warning("trailing-bytes", "", at=file.where("tail")),
    ])
    file = good(nodes=[Node(1, type=0), Node(2, 5)], nNodes=3,
                assets=[(3, 6), (3, 6)] + [(number, 7) for number in range(4, 20)])
    r.add("after-section-size", file, [
        error("section-size", "memory.nNodes"), error("node-type", "nodes[0].type"),
        error("parent-index", "nodes[1].parentIdx"),
        warning("duplicate-asset", "assets[1].sceneNodeId"),
    ])
    file = good(nNodes=-1, assets=[(3, 0)], tail=b"1")
    r.add("after-count-range", file, [
        error("count-range", "memory.nNodes"), error("asset-type", "assets[0].type"),
        warning("trailing-bytes", "", at=file.where("tail")),
    ])
    file = good(endianness=1, nodes=[Node(1, layer=8), Node(2)])
    start = file.start("nodes[1].parentIdx")
    r.add("cut", file.bytes()[:start + 90], [
        warning(file, "big-endian", "header.endianness"), error(file, "layer", "nodes[0].layer"),
        error(file, "truncated", "nodes", at=(file.start("nodes"), 96 + 90)),
    ])
