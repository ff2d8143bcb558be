"""xani.py: writes Egosoft's ANI files (the animations of an XMF).

An Animations is a header and a list of Anim, each with up to five lists of Key.
"""

import re
from dataclasses import dataclass, field

import layouts

UNKNOWN, STEP, LINEAR, QUADRATIC, CUBIC, BEZIER, BEZIER_LINEAR_TIME, TCB = range(8)

HEADER = layouts.record("XANI_HEADER")
DESCRIPTOR = layouts.record("XANI_DESC")
KEY = layouts.record("XANI_KEY")
HEADER_SIZE, DESCRIPTOR_SIZE, KEY_SIZE = HEADER.size, DESCRIPTOR.size, KEY.size
ARRAYS = ["posKeys", "rotKeys", "scaleKeys", "preScaleKeys", "postScaleKeys"]
COUNTS = ["nPos", "nRot", "nScale", "nPreScale", "nPostScale"]


@dataclass
class Key:
    value: tuple = (0.0, 0.0, 0.0)
    time: float = 0.0
    interpolation: tuple = (LINEAR, LINEAR, LINEAR)
    control: tuple = (0.0,) * 12
    tension: float = 0.0
    continuity: float = 0.0
    bias: float = 0.0
    easeIn: float = 0.0
    easeOut: float = 0.0
    deriv: int = 0
    derivIn: tuple = (0.0,) * 3
    derivOut: tuple = (0.0,) * 3
    angleKey: int = 0

    def bytes(self):
        return KEY.pack(vars(self))


@dataclass
class Anim:
    name: bytes = b"part_main"      # bytes beyond a NUL are garbage, which is legal
    subName: bytes = b"Misc"
    posKeys: list = field(default_factory=list)
    rotKeys: list = field(default_factory=list)
    scaleKeys: list = field(default_factory=list)
    preScaleKeys: list = field(default_factory=list)
    postScaleKeys: list = field(default_factory=list)
    nPos: int = None
    nRot: int = None
    nScale: int = None
    nPreScale: int = None
    nPostScale: int = None
    duration: float = 1.0
    pad: bytes = bytes(8)

    def __post_init__(self):
        for count, array in zip(COUNTS, ARRAYS):
            if getattr(self, count) is None:
                setattr(self, count, len(getattr(self, array)))

    def bytes(self):
        return DESCRIPTOR.pack({name: getattr(self, name) for name in DESCRIPTOR.fields})

    def keys(self):
        return b"".join(key.bytes() for array in ARRAYS for key in getattr(self, array))


class Animations:
    """`header` are fields of the header that differ from those of a good file."""

    def __init__(self, anims=(), tail=b"", **header):
        self.anims = list(anims)
        self.tail = tail
        self.header = {
            "numAnims": len(self.anims), "keyOffset": self.keys_at(),
        } | header

    def keys_at(self):
        return HEADER_SIZE + DESCRIPTOR_SIZE * len(self.anims)

    def bytes(self):
        parts = [anim.bytes() for anim in self.anims] + [anim.keys() for anim in self.anims]
        return HEADER.pack(self.header) + b"".join(parts) + self.tail

    def numbers(self, path):
        """What messages may say about a field: the counts of its animation."""
        yield self.header["numAnims"]
        number = re.match(r"anims\[(\d+)\]", path)
        for anim in self.anims[int(number[1]):][:1] if number else ():
            yield from (getattr(anim, count) for count in COUNTS)

    def right(self, path):
        return HEADER_SIZE + DESCRIPTOR_SIZE * self.header["numAnims"] if path == "header.keyOffset" else None

    def where(self, path):
        """Offset and length of the field of a finding. The length of a key array follows from its count."""
        table, number, name = re.fullmatch(r"(?:header|(anims)\[(\d+)\])\.(\w+)", path).groups()
        if table is not None and name in ARRAYS:
            return self.array_where(int(number), name)
        if table is None:
            return HEADER.place(name)
        offset, length = DESCRIPTOR.place(name)
        return HEADER_SIZE + DESCRIPTOR_SIZE * int(number) + offset, length

    def array_where(self, number, name):
        at = self.keys_at()
        for anim_number, anim in enumerate(self.anims):
            for count, array in zip(COUNTS, ARRAYS):
                length = KEY_SIZE * getattr(anim, count)
                if (anim_number, array) == (number, name):
                    return at, length
                at += length
        raise KeyError(name)
