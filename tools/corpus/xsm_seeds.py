"""xsm_seeds.py: small EmotionFX motions, one for each feature of the format."""

from xsm import ONE, UNIT, ZERO, Info, List, Motion, Single, Submotion

HALF = (0.6, 0.0, 0.8, 0.0)


def moving(name=b"bone", **fields):
    keys = {"posKeys": [(ZERO, 0.0), ((1.0, 2.0, 3.0), 0.5)], "rotKeys": [(UNIT, 0.0), (HALF, 0.25), (UNIT, 1.0)],
            "scaleKeys": [(ONE, 0.0)], "scaleRotKeys": [(UNIT, 0.0), (HALF, 2.0)]}
    return Submotion(name, **(keys | fields))


def true_size(size):
    return size


def motion(*submotions, version=1, **header):
    """A chunk with the true length, so that not every fixture gets a note."""
    return Motion([Info(), List(version=version, submotions=submotions, length=true_size)], **header)


def good(**header):
    return motion(Submotion(), moving(), **header)


def seeds():
    """Bytes by file name."""
    files = {
        "good.xsm": good(), "empty.xsm": motion(), "narrow.xsm": motion(Submotion(), moving(), version=2),
        "exported-1.xsm": Motion([Info(), List(submotions=[Submotion(), moving()])]),
        "exported-2.xsm": Motion([Info(), List(version=2, submotions=[moving(), Submotion(b"arm")])]),
        "big-endian.xsm": good(bigEndian=1), "big-endian-narrow.xsm": motion(moving(), version=2, bigEndian=1),
        "rotation-first.xsm": good(multiplyOrder=1),
        "no-info.xsm": Motion([List(submotions=[Submotion()])]),
        "names.xsm": motion(Submotion(b""), Submotion(b"\xb9\xe6"), Submotion(b"n" * 40)),
        "unknown.xsm": Motion([Info(), Single(submotion=Submotion())], tail=b"\x63\0\0\0\2\0\0\0\1\0\0\0ab"),
    }
    files |= {f"info-{version}.xsm": Motion([Info(version=version), Single(submotion=moving())])
              for version in (1, 2, 3)}
    files |= {f"single-{version}.xsm":
              Motion([Info(), Single(version=version, submotion=moving()),
                      Single(version=version, submotion=Submotion(b"other"))]) for version in (1, 2, 3)}
    return {name: file.bytes() for name, file in files.items()}
