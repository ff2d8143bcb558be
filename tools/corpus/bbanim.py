"""bbanim.py: writes BBANIM animations (GameMaker's BBMOD library), straight from the description of the format.

What is left None is filled in as a good file has it; whatever is given is written as given.
"""

from bbmod import UNIT, Library
from records import Written

SPACES = {"parentSpace": 1, "worldSpace": 2, "boneSpace": 4}


class Animation(Written):
    """`transforms` are those that are not the identity: by space, frame and number."""

    def __init__(self, spaces=1, frames=2, nodes=2, bones=1, events=(), transforms=None, minor=4, upper=None, major=3,
                 magic=None, wide=False, tail=b"", duration=None, ticsPerSecond=30.0, **counts):
        self.spaces = spaces
        self.frames = frames
        self.sizes = {"parentSpace": nodes, "worldSpace": nodes, "boneSpace": bones}
        self.events = events            # as (frame, name)
        self.transforms = transforms or {}
        self.minor = minor
        self.upper = minor > 0 if upper is None else upper
        self.major = major
        self.magic = magic or (b"BBANIM\0" if self.upper else b"bbanim\0")
        self.wide = wide
        self.tail = tail
        self.duration = frames if duration is None else duration
        self.ticsPerSecond = ticsPerSecond
        self.counts = {"nodeCount": nodes, "boneCount": bones, "eventCount": len(events)} | counts

    def write_frame(self, out, frame, ends):
        for space, bit in SPACES.items():
            if self.spaces & bit == 0:
                continue
            start = len(out.data)
            for number in range(self.sizes[space]):
                out.put("", "8f", *self.transforms.get((space, frame, number), UNIT))
            ends[space] = (ends.get(space, (start,))[0], len(out.data))

    def built(self):
        out = Library()
        out.wide = self.wide
        out.header(self.magic, self.upper, self.major, self.minor)
        out.put("spaces", "B", self.spaces)
        out.put("duration", "d", self.duration)
        out.put("ticsPerSecond", "d", self.ticsPerSecond)
        out.number("nodeCount", self.counts["nodeCount"])
        out.number("boneCount", self.counts["boneCount"])
        start = len(out.data)
        ends = {}
        for frame in range(self.frames):
            self.write_frame(out, frame, ends)
        out.end("frames", start)
        for space, (first, end) in ends.items():
            out.places[space] = (first, end - first)
        if self.minor >= 4:
            out.number("eventCount", self.counts["eventCount"])
            for number, (frame, name) in enumerate(self.events):
                start = len(out.data)
                out.put(f"events[{number}].frame", "d", frame)
                out.string(f"events[{number}].name", name)
                out.end(f"events[{number}]", start)
        out.raw("tail", self.tail)
        return out
