"""ani.py: writes Lost Saga's ANI files (animations), straight from the description of the format.

A key is (rotation, position, time), the rotation x, y, z, w; one that is a tuple of whole numbers, or a number, is
written as it is instead of being packed.
"""

import math

from lostsaga import File

UNIT = (0.0, 0.0, 0.0, 1.0)
ZERO = (0.0, 0.0, 0.0)
KEY_SIZES = {4000: 32, 4001: 20, 4002: 24}


def small(rotation):
    """Three of the four, ten bits each; the omitted one is the greatest, made positive."""
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
    """x and y, z and w; w made positive."""
    sign = -1 if rotation[3] < 0 else 1
    x, y, z = (math.floor((sign * value + 1) / 2 * 65535 + 0.5) for value in rotation[:3])
    return x << 16 | y, z << 16 | math.floor(sign * rotation[3] * 65535 + 0.5)


class Track:
    def __init__(self, bone=b"Bip01", keys=(), weight=1.0, nKeys=None, boneLength=None):
        self.bone, self.keys, self.weight, self.nKeys, self.boneLength = bone, keys, weight, nKeys, boneLength

    def write(self, out, path, version):
        out.text(path + "bone", self.bone, self.boneLength)
        start = len(out.data)
        out.put(path + "weight", "f", self.weight)
        out.put(path + "nKeys", "I", len(self.keys) if self.nKeys is None else self.nKeys)
        out.end(path + "record", start)
        start = len(out.data)
        for rotation, position, time in self.keys:
            if version == 4001:
                out.put("", "I", rotation if isinstance(rotation, int) else small(rotation))
            elif version == 4002:
                out.put("", "2I", *(rotation if len(rotation) == 2 else wide(rotation)))
            else:
                out.put("", "4f", *rotation)
            out.put("", "3fI", *position, time)
        out.end(path + "keys", start)


class Animation(File):
    magic = b"ANI\0"
    version = 4000
    events = ()                     # (type, name, time)
    tracks = ()
    totalTime = 1000
    nEvents = None
    nTracks = None
    lengths = {}                    # of texts, by their path

    def header(self, out):
        out.put("header.nEvents", "I", self.count("nEvents", self.events))

    def body(self, out):
        for number, (kind, name, time) in enumerate(self.events):
            path = f"events[{number}]."
            out.text(path + "type", kind, self.lengths.get(path + "type"))
            out.text(path + "name", name, self.lengths.get(path + "name"))
            out.put(path + "time", "f", time)
        start = len(out.data)
        out.put("motion.totalTime", "I", self.totalTime)
        out.put("motion.nTracks", "I", self.count("nTracks", self.tracks))
        out.end("motion", start)
        for number, track in enumerate(self.tracks):
            start = len(out.data)
            track.write(out, f"tracks[{number}].", self.version)
            out.end(f"tracks[{number}]", start)
