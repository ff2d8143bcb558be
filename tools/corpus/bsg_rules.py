"""bsg_rules.py: the fixtures of the rules of BSG."""

from anark import Graph, Node
from anark_rules import parent_rules, section_rules
from bsg_seeds import NODE_TYPES, every_type
from fixtures import INFINITE, NAN, Book

BOOK = Book("bsg", "bsg")
rule, rules, error, warning, note = BOOK.rule, BOOK.rules, BOOK.error, BOOK.warning, BOOK.note
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
            file = long(**{name: count})
            r.fires(f"-{name}-{count}", file.bytes(), error(file, "count-range", f"memory.{name}"))
        file = long(**{name: size // item})
        r.near(f"-{name}", file.bytes(), error(file, "section-size", f"memory.{name}"))


@rule
def section_size(r):
    for name in ("nNodes", "nAssets"):
        for count in (0, 1, 3):
            file = long(**{name: count})
            r.fires(f"-{name}-{count}", file.bytes(), error(file, "section-size", f"memory.{name}"))
    file = good(extra=b"12345678")
    r.fires("-memory", file.bytes(), error(file, "section-size", "sections[0].sectionSize"))
    # Only nNodes is there: the number of assets follows from their section.
    content = good().bytes()
    memory = good().start("memory")
    content = content[:memory - 4] + b"\4\0\0\0" + content[memory:memory + 4] + content[memory + 8:]
    r.fires("-half-a-memory", content, error(good(), "section-size", "sections[0].sectionSize"))


@rule
def node_type(r):
    for type in (0, 6, 7, 9, 255):
        file = graph(Node(1), Node(2, 0, type))
        r.fires(f"-{type}", file.bytes(), error(file, "node-type", "nodes[1].type"))
    r.near("", every_type().bytes())
    assert set(NODE_TYPES) == {node.type for node in every_type().nodes}


@rule
def layer(r):
    for value in (8, 255):
        file = graph(Node(1, layer=value))
        r.fires(f"-{value}", file.bytes(), error(file, "layer", "nodes[0].layer"))
    r.near("", graph(*[Node(number, layer=number) for number in range(8)]).bytes())


@rule
def rotation_method(r):
    for value in (0, 3, 5, 255):
        file = graph(Node(1, rotationMethod=value))
        r.fires(f"-{value}", file.bytes(), warning(file, "rotation-method", "nodes[0].rotationMethod"))
    r.near("", graph(Node(1, rotationMethod=4)).bytes())


@rule
def bounding_box(r):
    for axis in range(3):
        low = tuple(2.0 if number == axis else 0.0 for number in range(3))
        file = graph(Node(1), Node(2, boxMin=low, boxMax=(1.0, 1.0, 1.0)))
        r.fires(f"-{'xyz'[axis]}", file.bytes(), warning(file, "bounding-box", "nodes[1].boxMin"))
    file = graph(Node(1, boxMin=(NAN, 1.0, 0.0), boxMax=(0.0, 0.5, 0.0)))
    r.fires("-and-nan", file.bytes(), warning(file, "bounding-box", "nodes[0].boxMin"),
            warning(file, "not-finite", "nodes[0].boxMin", elements=[0]))
    r.near("", graph(Node(1, boxMin=(1.0, -0.0, -3e38), boxMax=(1.0, 0.0, 3e38))).bytes())
    file = graph(Node(1, boxMin=(INFINITE, 0.0, 0.0), boxMax=(0.0, NAN, 0.0)))
    r.near("-not-finite", file.bytes(), warning(file, "not-finite", "nodes[0].boxMin", elements=[0]),
           warning(file, "not-finite", "nodes[0].boxMax", elements=[1]))


@rule
def not_finite(r):
    for name in FLOATS:
        file = graph(Node(1, **{name: (0.0, NAN, INFINITE)}))
        r.fires(f"-{name}", file.bytes(), warning(file, "not-finite", f"nodes[0].{name}", elements=[1, 2]))
    for suffix, value in (("-nan", NAN), ("-infinite", INFINITE), ("-minus-infinite", -INFINITE)):
        file = graph(Node(1), Node(2, opacity=value))
        r.fires("-opacity" + suffix, file.bytes(), warning(file, "not-finite", "nodes[1].opacity"))
    file = graph(Node(1, translation=(NAN,) * 3, scale=(-INFINITE, 1.0, 1.0)))
    r.fires("-two", file.bytes(), warning(file, "not-finite", "nodes[0].translation", elements=[0, 1, 2]),
            warning(file, "not-finite", "nodes[0].scale", elements=[0]))
    r.near("", graph(Node(1, translation=(3.4e38, -3.4e38, 1e-45))).bytes())
    file = graph(Node(0x7FC00000, layer=7, transparent=0xFF, invertY=0xFF))
    r.near("-integers", file.bytes(), warning(file, "bool-value", "nodes[0].invertY"),
           warning(file, "bool-value", "nodes[0].transparent"))


@rule
def opacity(r):
    for suffix, value in (("-negative", -1e-6), ("-above", 1.000001), ("-percent", 100.0)):
        file = graph(Node(1, opacity=value))
        r.fires(suffix, file.bytes(), warning(file, "opacity", "nodes[0].opacity"))
    for value in (0.0, -0.0, 1.0):
        r.near(f"-{value}", graph(Node(1, opacity=value)).bytes())
    file = graph(Node(1, opacity=NAN))
    r.near("-nan", file.bytes(), warning(file, "not-finite", "nodes[0].opacity"))


@rule
def bool_value(r):
    file = graph(Node(1, invertY=2, transparent=255))
    r.fires("", file.bytes(), warning(file, "bool-value", "nodes[0].invertY"),
            warning(file, "bool-value", "nodes[0].transparent"))
    r.near("", graph(Node(1, invertY=1, transparent=1)).bytes())


@rule
def duplicate_scene_node(r):
    file = graph(Node(5), Node(6), Node(5), Node(-1), Node(5), Node(-1))
    r.fires("", file.bytes(), *[warning(file, "duplicate-scene-node", f"nodes[{number}].sceneNodeId")
                                for number in (2, 4, 5)])
    file = graph(Node(0), Node(0))
    r.fires("-neighbours", file.bytes(), warning(file, "duplicate-scene-node", "nodes[1].sceneNodeId"))
    r.near("", graph(Node(3), Node(1), Node(2), Node(-3), assets=[(1, 6)]).bytes())
    r.near("-upper-bit", graph(Node(5), Node(5 - 0x80000000)).bytes())


@rule
def duplicate_asset(r):
    file = graph(assets=[(5, 6), (4, 6), (5, 7), (5, 6)])
    r.fires("", file.bytes(), warning(file, "duplicate-asset", "assets[2].sceneNodeId"),
            warning(file, "duplicate-asset", "assets[3].sceneNodeId"))
    r.near("", graph(Node(5), assets=[(5, 6), (4, 6), (6, 7)]).bytes())


@rule
def asset_type(r):
    for type in (0, 5, 8, 255):
        file = graph(assets=[(1, 6), (2, type)])
        r.fires(f"-{type}", file.bytes(), error(file, "asset-type", "assets[1].type"))
    r.near("", graph(assets=[(1, 6), (2, 7)]).bytes())


@rule
def several(r):
    file = good(nodes=[Node(1, 1, layer=9), Node(1, 0, opacity=2.0)], assets=[(3, 5)], tail=b"12")
    r.add("three-defects", file.bytes(), [
        error(file, "parent-cycle", "nodes[0].parentIdx", elements=[0, 1]), error(file, "layer", "nodes[0].layer"),
        warning(file, "duplicate-scene-node", "nodes[1].sceneNodeId"), warning(file, "opacity", "nodes[1].opacity"),
        error(file, "asset-type", "assets[0].type"), warning(file, "trailing-bytes", "", at=file.where("tail")),
    ])
    file = good(nodes=[Node(1, type=0), Node(2, 5)], nNodes=3,
                assets=[(3, 6), (3, 6)] + [(number, 7) for number in range(4, 20)])
    r.add("after-section-size", file.bytes(), [
        error(file, "section-size", "memory.nNodes"), error(file, "node-type", "nodes[0].type"),
        error(file, "parent-index", "nodes[1].parentIdx"),
        warning(file, "duplicate-asset", "assets[1].sceneNodeId"),
    ])
    file = good(nNodes=-1, assets=[(3, 0)], tail=b"1")
    r.add("after-count-range", file.bytes(), [
        error(file, "count-range", "memory.nNodes"), error(file, "asset-type", "assets[0].type"),
        warning(file, "trailing-bytes", "", at=file.where("tail")),
    ])
    file = good(endianness=1, nodes=[Node(1, layer=8), Node(2)])
    start = file.start("nodes[1].parentIdx")
    r.add("cut", file.bytes()[:start + 90], [
        warning(file, "big-endian", "header.endianness"), error(file, "layer", "nodes[0].layer"),
        error(file, "truncated", "nodes", at=(file.start("nodes"), 96 + 90)),
    ])
