"""bbanim_seeds.py: small BBANIM animations, one for each feature of the format."""

from bbanim import Animation
from bbmod_seeds import MOVED

EVENTS = ((0.0, b"step"), (1.5, b""))


def moving(**more):
    transforms = {(space, 1, 0): MOVED for space in ("parentSpace", "worldSpace", "boneSpace")}
    return Animation(**({"transforms": transforms} | more))


def seeds():
    """Bytes by file name."""
    files = {f"spaces-{spaces}.bbanim": moving(spaces=spaces, events=EVENTS).bytes() for spaces in range(1, 8)}
    files |= {f"plain-3.{minor}.bbanim": moving(minor=minor).bytes() for minor in range(5)}
    return files | {
        "upper-3.0.bbanim": moving(minor=0, upper=True).bytes(),
        "wide.bbanim": moving(minor=0, wide=True, spaces=5).bytes(),
        "one-frame.bbanim": Animation(frames=1, spaces=7).bytes(),
        "no-nodes.bbanim": Animation(nodes=0, bones=0, frames=3).bytes(),
        "no-bones.bbanim": Animation(bones=0, spaces=7).bytes(),
        "no-spaces.bbanim": Animation(spaces=0).bytes(),
        "more-spaces.bbanim": Animation(spaces=9).bytes(),
        "more-bones.bbanim": Animation(spaces=4, nodes=1, bones=3).bytes(),
        "late-event.bbanim": Animation(events=((2.0, b"late"), (float("nan"), b"\x07"))).bytes(),
        "broken-frames.bbanim": Animation(spaces=7, transforms={
            ("parentSpace", 0, 1): (0.0,) * 8, ("worldSpace", 1, 0): (float("nan"),) * 8}).bytes(),
        "resaved.bbanim": Animation(minor=0, tail=b"\0\0\0\0").bytes(),
        "half-a-frame.bbanim": Animation(duration=1.5).bytes(),
        "old.bbanim": Animation(minor=0, major=2).bytes(),
    }
