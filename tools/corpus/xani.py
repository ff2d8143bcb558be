"""xani.py: writes Egosoft's ANI files (animations beside an XMF), straight from the description of the format.

An Animations is a header and a list of Anim, each with up to five lists of Key. What is left None is filled in as a
good file has it; whatever is given is written as given. `animations.where("anims[0].nPos")` says where that lies.
"""

import re
import struct
from dataclasses import dataclass, field

from records import place, put

HEADER_SIZE = 16
DESCRIPTOR_SIZE = 160
KEY_SIZE = 128

UNKNOWN, STEP, LINEAR, QUADRATIC, CUBIC, BEZIER, BEZIER_LINEAR_TIME, TCB = range(8)

# name: (offset, struct code)
HEADER = {"numAnims": (0, "i"), "keyOffset": (4, "i"), "version": (8, "i"), "pad": (12, "i")}
DESCRIPTOR = {
    "name": (0, "64s"), "subName": (64, "64s"), "nPos": (128, "i"), "nRot": (132, "i"), "nScale": (136, "i"),
    "nPreScale": (140, "i"), "nPostScale": (144, "i"), "duration": (148, "f"), "pad": (152, "8s"),
}
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
        return struct.pack("<3f3if12f5fi3f3fI", *self.value, *self.interpolation, self.time, *self.control,
                           self.tension, self.continuity, self.bias, self.easeIn, self.easeOut, self.deriv,
                           *self.derivIn, *self.derivOut, self.angleKey)


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
        record = bytearray(DESCRIPTOR_SIZE)
        put(record, DESCRIPTOR, {name: getattr(self, name) for name in DESCRIPTOR})
        return bytes(record)

    def keys(self):
        return b"".join(key.bytes() for array in ARRAYS for key in getattr(self, array))


class Animations:
    """`header` are fields of the header that are not as a good file has them."""

    def __init__(self, anims=(), tail=b"", **header):
        self.anims = list(anims)
        self.tail = tail
        self.header = {
            "numAnims": len(self.anims), "keyOffset": self.keys_at(), "version": 1,
        } | header

    def keys_at(self):
        return HEADER_SIZE + DESCRIPTOR_SIZE * len(self.anims)

    def bytes(self):
        header = bytearray(HEADER_SIZE)
        put(header, HEADER, self.header)
        parts = [anim.bytes() for anim in self.anims] + [anim.keys() for anim in self.anims]
        return bytes(header) + b"".join(parts) + self.tail

    def where(self, path):
        """Offset and length of what a finding's field names; of a key array, as its count has it."""
        table, number, name = re.fullmatch(r"(?:header|(anims)\[(\d+)\])\.(\w+)", path).groups()
        if table is not None and name in ARRAYS:
            return self.array_where(int(number), name)
        if table is None:
            return place(HEADER, name)
        offset, length = place(DESCRIPTOR, name)
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
