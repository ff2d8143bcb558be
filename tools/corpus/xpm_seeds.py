"""xpm_seeds.py: small EmotionFX morph motions, one for each feature of the format."""

from xpm import Anim, Info, List, Morphs, Single


def morphs(*anims, **header):
    return Morphs([Info(), List(anims=anims)], **header)


def moving(name=b"blink", **fields):
    return Anim(name, [(0.0, 0), (0.5, 65535), (1.0, 100)], **fields)


def good(**header):
    return morphs(Anim(), moving(), **header)


def seeds():
    """Bytes by file name."""
    files = {
        "good.xpm": good(), "empty.xpm": morphs(), "big-endian.xpm": good(bigEndian=1),
        "rotation-first.xpm": good(multiplyOrder=1), "no-info.xpm": Morphs([List(anims=[moving()])]),
        "single.xpm": Morphs([Info(), Single(anim=moving()), Single(anim=Anim(b"", phonemeSet=2))]),
        "negative.xpm": morphs(moving(minWeight=-2.0, maxWeight=-1.0, poseWeight=-1.5, phonemeSet=0xFFFFFFFF)),
        "unknown.xpm": good(tail=b"\x63\0\0\0\2\0\0\0\1\0\0\0ab"),
    }
    return {name: file.bytes() for name, file in files.items()}
