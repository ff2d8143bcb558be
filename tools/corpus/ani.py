"""ani.py: writes Lost Saga's ANI files (animations).

A key is (rotation, position, time). A rotation is x, y, z, w, or the packed numbers themselves.
"""

import math

import layouts
from lostsaga import File

UNIT = (0.0, 0.0, 0.0, 1.0)
ZERO = (0.0, 0.0, 0.0)
KEYS = {4000: "ANI_KEY", 4001: "ANI_SMALL_KEY", 4002: "ANI_WIDE_KEY"}
KEY_SIZES = {version: layouts.record(id).size for version, id in KEYS.items()}


def small(rotation):
    """Packs three of x, y, z, w into ten bits each. The one with the greatest magnitude is omitted and made positive."""
    omitted = max(range(4), key=lambda i: abs(rotation[i]))
    sign = -1 if rotation[omitted] < 0 else 1
    packed = omitted << 30
    shift = 20
    for number, value in enumerate(rotation):
        if number != omitted:
            packed |= math.floor((sign * value + 1) / 2 * 1023 + 0.5) << shift
            shift -= 10
    return packed


def wide(rotation):
    """Packs x and y, z and w into 16 bits each. w is made positive."""
    sign = -1 if rotation[3] < 0 else 1
    x, y, z = (math.floor((sign * value + 1) / 2 * 65535 + 0.5) for value in rotation[:3])
    return x << 16 | y, z << 16 | math.floor(sign * rotation[3] * 65535 + 0.5)


class Track:
    def __init__(self, bone=b"Bip01", keys=(), weight=1.0, nKeys=None, boneLength=None):
        self.bone, self.keys, self.weight, self.nKeys, self.boneLength = bone, keys, weight, nKeys, boneLength

    def write(self, out, path, version):
        out.text(path + "bone", self.bone, self.boneLength)
        start = len(out.data)
        out.record(path, "ANI_TRACK", self, nKeys=len(self.keys) if self.nKeys is None else self.nKeys)
        out.end(path + "record", start)
        start = len(out.data)
        for rotation, position, time in self.keys:
            if version == 4001:
                values = {"packed": rotation if isinstance(rotation, int) else small(rotation)}
            elif version == 4002:
                values = dict(zip(("high", "low"), rotation if len(rotation) == 2 else wide(rotation)))
            else:
                values = {"quat": rotation}
            out.record("", KEYS.get(version, "ANI_KEY"), values, pos=position, time=time)
        out.end(path + "keys", start)


class Animation(File):
    id = "ANI"
    version = 4000
    events = ()                     # (type, name, time)
    tracks = ()
    totalTime = 1000
    nEvents = None
    nTracks = None
    lengths = {}                    # declared lengths of texts, by path

    def header(self):
        return {"nEvents": self.count("nEvents", self.events)}

    def body(self, out):
        for number, (kind, name, time) in enumerate(self.events):
            path = f"events[{number}]."
            out.text(path + "type", kind, self.lengths.get(path + "type"))
            out.text(path + "name", name, self.lengths.get(path + "name"))
            out.record(path, "ANI_EVENT", time=time)
        start = len(out.data)
        out.record("motion.", "ANI_MOTION", self, nTracks=self.count("nTracks", self.tracks))
        out.end("motion", start)
        out.list("tracks", self.tracks, self.version)
