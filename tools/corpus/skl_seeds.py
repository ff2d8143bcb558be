"""skl_seeds.py: small skeletons, one for each feature of the format."""

from skl import ROOT, Bone, Skeleton, tree

HALF = (0.6, 0.0, 0.8, 0.0)


def good(**fields):
    return tree((b"Bip01", ROOT), (b"Pelvis", b"Bip01"), (b"L Thigh", b"Pelvis"), (b"R Thigh", b"Pelvis"), **fields)


def seeds():
    """Bytes by file name."""
    files = {
        "good.skl": good(), "empty.skl": Skeleton(), "one.skl": tree((b"Bip01", ROOT)),
        "linked.skl": good(linked=b"weapon.skl"),
        "turned.skl": Skeleton(bones=[Bone(b"Bip01", localQuat=HALF, invQuat=(-0.6, 0.0, -0.8, 0.0))]),
        "roots.skl": tree((b"a", ROOT), (b"b", ROOT), (b"c", b"b")),
        "upwards.skl": tree((b"Hand", b"Arm"), (b"Arm", b"Bip01"), (b"Bip01", ROOT)),
        "names.skl": tree((b"\xb9\xe6", ROOT), (b"\xc7\xd1\xb1\xdb", b"\xb9\xe6"), linked=b"\xb0\xa1"),
        "apart.skl": Skeleton(bones=[Bone(b"a", children=[b"x"]), Bone(b"b", b"a"), Bone(b"", b"y")]),
    }
    return {name: file.bytes() for name, file in files.items()}
