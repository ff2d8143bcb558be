"""xac_seeds.py: small EmotionFX actors, one for each feature of the format."""

from xac import (BITANGENTS, COLOURS, FLOAT_COLOURS, FX, NORMALS, ORIGINALS, POSITIONS, TANGENTS, UVS, Actor, Groups,
                 Info, Layer, Limits, Lod, Material, Mesh, Morph, MorphChunk, Morphs, Node, Nodes, OldNode, Skin,
                 Submesh, Texture, TextureChunk, Totals)

CORNERS = [(0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (0.0, 1.0, 0.0)]
EVERY_LAYER = [
    (NORMALS, (0.0, 0.0, 1.0)), (TANGENTS, (1.0, 0.0, 0.0, 1.0)), (UVS, (0.5, 0.5)), (COLOURS, (1, 2, 3, 255)),
    (FLOAT_COLOURS, (0.0, 0.5, 1.0, 1.0)), (BITANGENTS, (0.0, 1.0, 0.0)),
]
BOUND = [[(1.0, 0)], [(0.25, 0), (0.75, 1)], [(1.0, 1)]]


def positions():
    return Layer(POSITIONS, CORNERS)


def triangle(**fields):
    return Mesh(**({"layers": [positions()], "submeshes": [Submesh()]} | fields))


def skinned(**fields):
    """A mesh that may have a skin: each vertex says which original vertex it is."""
    return triangle(**({"layers": [positions(), Layer(ORIGINALS, [0, 1, 2])]} | fields))


def two_nodes():
    return Nodes(nodes=[Node(numChildren=1), Node(b"arm", 0)])


def actor(*chunks, nodes=None, totals=None, **header):
    """An actor of two nodes and a material."""
    return Actor([Info(), nodes or two_nodes(), totals or Totals(), Material()] + list(chunks), **header)


def good(**header):
    return actor(skinned(submeshes=[Submesh(bones=(0, 1))]), Skin(vertices=BOUND), **header)


def inner(**header):
    return Actor([Info(), Nodes(nodes=[Node()]), Material(), triangle()], **header)


def morphs():
    return [Morph(deformations=[(0, (0, 2), {}), (0, (), {})], transformations=(0, 1)), Morph(b"frown")]


def old(version):
    nodes = [OldNode(version=version, node=Node(numChildren=int(version == 4))),
             OldNode(version=version, node=Node(b"arm", 0))]
    return Actor([Info(version=1)] + nodes + [Material(version=1), TextureChunk(texture=Texture()), triangle()])


def seeds():
    """Bytes by file name."""
    layers = [positions()] + [Layer(type, [value] * 3) for type, value in EVERY_LAYER]
    many = Nodes(nodes=[Node(numChildren=2), Node(b"arm", 0, 1), Node(b"hand", 1), Node(b"leg", 0), Node(b"other")])
    files = {
        "good.xac": good(), "big-endian.xac": good(bigEndian=1), "rotation-first.xac": good(multiplyOrder=1),
        "layers.xac": actor(triangle(layers=layers)), "nodes.xac": actor(nodes=many),
        "submeshes.xac": actor(triangle(layers=[Layer(POSITIONS, CORNERS * 2)], numOrgVerts=6,
                                        submeshes=[Submesh(), Submesh((2, 1, 0), bones=(1,))])),
        "collision.xac": actor(triangle(), skinned(isCollision=1), Skin(isCollision=1, vertices=BOUND)),
        "exported.xac": Actor([Info(), two_nodes(), Totals(),
                               Material(layers=[Texture(), Texture(b"body_n")], length=93), triangle()]),
        "garbage.xac": actor(nodes=Nodes(nodes=[Node(obb=(float("nan"),) * 16, shear=(9.0, 9.0, 9.0))])),
        "lods.xac": actor(Material(version=3, lod=1), Totals(version=2, lod=1), triangle(version=2),
                          skinned(version=2, lod=1), Skin(version=4, lod=1, vertices=BOUND)),
        "nested.xac": actor(Lod(file=inner()), Lod(file=inner(bigEndian=1))),
        "limits.xac": actor(Limits(), Limits(node=1)),
        "groups.xac": actor(Groups(groups=[(b"left", (0, 1)), (b"", ())])),
        "morphs.xac": actor(triangle(), Morphs(targets=morphs()), MorphChunk(target=morphs()[0])),
        "unknown.xac": good(tail=b"\x63\0\0\0\2\0\0\0\1\0\0\0ab"),
    }
    files |= {f"info-{version}.xac": Actor([Info(version=version), two_nodes()]) for version in (1, 2, 3, 4)}
    files |= {f"nodes-{version}.xac": old(version) for version in (1, 2, 3, 4)}
    files |= {f"skin-{version}.xac": actor(skinned(), Skin(version=version, vertices=BOUND))
              for version in (1, 2, 3, 4)}
    files |= {f"fx-{version}.xac":
              Actor([Info(), Nodes(nodes=[Node()]), Totals(standard=0, fx=1), FX(version=version)])
              for version in (1, 2, 3)}
    files |= {f"material-{version}.xac":
              actor(Material(version=version, layers=[Texture(materialId=1)] if version > 1 else ()),
                    nodes=Nodes(nodes=[Node()])) for version in (1, 2, 3)}
    for version in (1, 2):
        files[f"material-{version}.xac"].chunks[2] = Totals(total=2, standard=2)
    return {name: file.bytes() for name, file in files.items()}
