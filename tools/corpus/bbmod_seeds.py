"""bbmod_seeds.py: small BBMOD models, one for each feature of the format."""

from bbmod import FLAGS, Bone, Mesh, Model, Node

HALF = (0.5, 0.5, 0.5, 0.5)
MOVED = HALF + (-0.5, 0.25, -0.25, 0.5)     # its real part times its dual part is 0


def skinned(**more):
    """Two bones below a root, and a mesh bound to both."""
    mesh = Mesh("vertices", "bones", boneIndices=[(0.0, 1.0, 0.0, 0.0), (1.0, 0.0, 0.0, 1.0)],
                boneWeights=[(0.5, 0.5, 0.0, 0.0), (1.0, 0.0, 0.0, 0.0)])
    # Nodes that are bones have the lowest indices.
    knee = Node(b"knee", isBone=1, index=1)
    hip = Node(b"hip", isBone=1, index=0, transform=MOVED, children=[knee])
    root = Node(meshes=[0], index=2, children=[hip])
    return Model(**({"meshes": [mesh], "root": root, "bones": [Bone(1, MOVED), Bone(0)]} | more))


def tree():
    """Nodes that have children, brothers and meshes."""
    arm = Node(b"arm", [Node(b"hand", [Node(b"finger"), Node(b"thumb", meshes=[1])]), Node(b"strap")])
    return Model([Mesh("vertices"), Mesh("vertices", materialIndex=1)],
                 root=Node(b"", [arm, Node(b"leg", meshes=[0, 1, 1]), Node(b"tail", [Node(b"tip")])]),
                 materials=(b"skin", b"cloth"))


def everything(minor):
    flags = [flag for flag in FLAGS if minor >= 3 or flag != "textureCoords2"]
    return Model([Mesh(*flags)], bones=[Bone(0)], root=Node(meshes=[0], isBone=1), minor=minor)


def formats():
    """A mesh for each single flag."""
    return Model([Mesh("vertices", *{"vertices": [], "tangentW": ["normals", flag]}.get(flag, [flag])) for flag in FLAGS], bones=[Bone(0)],
                 root=Node(meshes=range(len(FLAGS)), isBone=1))


def primitives():
    counts = (1, 2, 2, 3, 4, 5)
    return Model([Mesh("vertices", primitiveType=number + 1, count=count) for number, count in enumerate(counts)])


def seeds():
    """Bytes by file name."""
    files = {f"everything-3.{minor}.bbmod": everything(minor).bytes() for minor in range(5)}
    files |= {f"plain-3.{minor}.bbmod": Model(minor=minor).bytes() for minor in range(5)}
    return files | {
        "upper-3.0.bbmod": Model(minor=0, upper=True).bytes(),
        "two-meshes-3.0.bbmod": Model([Mesh("vertices"), Mesh("vertices", materialIndex=1)], minor=0,
                                      materials=(b"a", b"b")).bytes(),
        "wide.bbmod": skinned(minor=0, wide=True).bytes(),
        "wide-tree.bbmod": Model(minor=0, wide=True, root=Node(meshes=[0], children=[Node(b"a"), Node(b"b")])).bytes(),
        "skinned.bbmod": skinned().bytes(),
        "skinned-3.0.bbmod": skinned(minor=0).bytes(),
        "tree.bbmod": tree().bytes(),
        "formats.bbmod": formats().bytes(),
        "primitives.bbmod": primitives().bytes(),
        "strange-flags.bbmod": Model([Mesh(flag=2), Mesh("vertices", flag=255)]).bytes(),
        "no-meshes.bbmod": Model([], materials=()).bytes(),
        "empty-mesh.bbmod": Model([Mesh(count=0)]).bytes(),
        "no-flags.bbmod": Model([Mesh("none", count=9)]).bytes(),
        "more-nodes.bbmod": Model(nodeCount=4, root=Node(meshes=[0], index=3)).bytes(),
        "unused.bbmod": Model(materials=(b"steel", b"\xe5\xa4\xa9", b"")).bytes(),
        "same-names.bbmod": Model(root=Node(b"n", [Node(b"n"), Node(b""), Node(b"")], meshes=[0])).bytes(),
        "broken.bbmod": Model([Mesh("vertices", "bones", "tangentW", boneWeights=[(2.0, -1.0, 0.0, 0.5)],
                                    tangents=[(1.0, 0.0, 0.0, 0.5)], positions=[(float("inf"), 0.0, 0.0)]),
                               Mesh(materialIndex=7)],
                              root=Node(b"\1", index=0.5, transform=(0.0,) * 8), bones=[Bone(0), Bone(0)]).bytes(),
        "trailing.bbmod": Model(tail=b"\0\0\0\0").bytes(),
        "old.bbmod": Model(minor=0, major=2).bytes(),
    }
