"""bsg_seeds.py: small scene graphs, one for each feature of the format."""

from anark import Graph, Node

NODE_TYPES = (1, 2, 3, 4, 5, 8)


def every_type(**fields):
    nodes = [Node(number + 1, number - 1, type) for number, type in enumerate(NODE_TYPES)]
    return Graph(**({"nodes": nodes, "assets": [(10, 6), (11, 7)]} | fields))


def seeds():
    """Bytes by file name."""
    full = Node(-5, -1, 8, translation=(1.0, -2.0, 3.5), rotation=(0.5, 0.25, 0.125), scale=(2.0, 0.0, -1.0),
                pivot=(0.0, 1.0, 0.0), boxMin=(0.0, 0.0, 0.0), boxMax=(0.0, 1.0, 3e38), opacity=0.25, layer=7,
                invertY=1, transparent=1)
    return {
        "none.bsg": Graph().bytes(),
        "types.bsg": every_type().bytes(),
        "full.bsg": Graph(nodes=[full], assets=[(-5, 6)]).bytes(),
        "ASSETS.BSG": Graph(assets=[(9, 6), (3, 7), (6, 6)]).bytes(),
        "downwards.bsg": Graph(nodes=[Node(3, 1), Node(2, 2), Node(1)]).bytes(),
        "several.bsg": Graph(nodes=[Node(number + 1, number // 2 - 1) for number in range(7)],
                             assets=[(number + 20, 6 + number % 2) for number in range(9)]).bytes(),
        "big-endian.bsg": every_type(endianness=1, nodes=[Node(7), Node(8, 0)]).bytes(),
    }
