"""msh_seeds.py: small meshes of Lost Saga, one for each feature of the format."""

from msh import HALVES, INDICES, SQUARE, UP, Mesh

UVS = [(0.0, 0.0), (1.0, 0.0), (0.0, 1.0), (1.0, 1.0)]
ONE = (1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
TWO = (0.75, 0.25, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0)
FOUR = (0.4, 0.3, 0.2, 0.1, 1.0, 0.0, 1.0, 0.0)
BIPEDS = [b"Bip01", b"Bip01 Head"]


def good(**fields):
    return Mesh(**({"normals": [UP] * 4, "uv0": UVS} | fields))


def animated(**fields):
    return good(**({"type": 1, "bones": BIPEDS, "weights": [ONE, TWO, FOUR, ONE], "mask": 0x139} | fields))


def divided(**fields):
    """Two submeshes, each with half of the vertices and faces."""
    return good(**({"positions": SQUARE + [(1.0, 1.0, 1.0), (2.0, 1.0, 1.0), (1.0, 2.0, 1.0)], "normals": [UP] * 7,
                    "uv0": UVS + UVS[:3], "faces": HALVES + [(4, 5, 6)], "submeshes": [(0, 4, 0, 2), (4, 3, 6, 1)]}
                   | fields))


def seeds():
    """Bytes by file name."""
    points = [(b"1", b"Bip01 R Hand", b"", (0.0, 1.0, 2.0)), (b"", b"", b"x=1", (0.0, 0.0, 0.0))]
    whole = {"normals": [UP] * 4, "tangents": [(1.0, 0.0, 0.0)] * 4, "binormals": [(0.0, 1.0, 0.0)] * 4,
             "colors": [0xFF00FF00] * 4, "uv0": UVS, "uv1": UVS, "bones": BIPEDS, "weights": [ONE, TWO, FOUR, ONE],
             "positions2": SQUARE}
    files = {
        "good.msh": good(), "animated.msh": animated(), "animated-129.msh": animated(mask=None), "divided.msh": divided(),
        "lightmap.msh": good(type=2, uv1=UVS), "colors.msh": good(version=2001, type=6, colors=[1, 2, 3, 0xFFFFFFFF]),
        "billboard.msh": good(type=3, positions2=SQUARE), "tangents.msh": good(tangents=[UP] * 4, binormals=[UP] * 4),
        "all.msh": Mesh(type=1, version=2001, **whole), "all-points.msh": Mesh(type=1, version=2002, points=points, **whole),
        "points.msh": good(version=2002, points=points), "no-points.msh": good(version=2002),
        "positions.msh": Mesh(), "empty.msh": Mesh(positions=[], faces=[], submeshes=[]),
        "indices.msh": good(mask=0x121 | INDICES), "unknown-bit.msh": good(mask=0x121 | 0x4),
        "names.msh": animated(bones=[b"\xb9\xe6", b"\xc7\xd1\xb1\xdb"]),
        "effect.msh": good(type=5, version=2001), "normal-billboard.msh": good(type=4),
    }
    return {name: file.bytes() for name, file in files.items()}
