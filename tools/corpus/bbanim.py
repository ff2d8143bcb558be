"""bbanim.py: writes BBANIM animations (GameMaker's BBMOD library)."""

from bbmod import UNIT, LibraryFile

SPACES = {"parentSpace": 1, "worldSpace": 2, "boneSpace": 4}


class Animation(LibraryFile):
    """`transforms` by (space, frame, index); the others are the identity."""

    id = "BBANIM"

    def __init__(self, spaces=1, frames=2, nodes=2, bones=1, events=(), transforms=None, duration=None, ticsPerSecond=30.0,
                 **more):
        super().__init__(**{"nodeCount": nodes, "boneCount": bones} | more)
        self.spaces = spaces
        self.frames = frames
        self.sizes = {"parentSpace": nodes, "worldSpace": nodes, "boneSpace": bones}
        self.events = events            # as (frame, name)
        self.transforms = transforms or {}
        self.duration = frames if duration is None else duration
        self.ticsPerSecond = ticsPerSecond

    def write_frame(self, out, frame, ends):
        for space, bit in SPACES.items():
            if self.spaces & bit == 0:
                continue
            start = len(out.data)
            for number in range(self.sizes[space]):
                out.put("", "8f", *self.transforms.get((space, frame, number), UNIT))
            ends[space] = (ends.get(space, (start,))[0], len(out.data))

    def write(self, out):
        for id in ("BBANIM_KIND", "BBANIM_LENGTH", "BBANIM_RATE"):
            out.record("", id, self)
        for name in ("nodeCount", "boneCount"):
            self.count(out, name, None)
        start = len(out.data)
        ends = {}
        for frame in range(self.frames):
            self.write_frame(out, frame, ends)
        out.end("frames", start)
        for space, (first, end) in ends.items():
            out.places[space] = (first, end - first)
        if self.minor >= 4:
            self.count(out, "eventCount", len(self.events))
            for number, (frame, name) in enumerate(self.events):
                start = len(out.data)
                out.record(f"events[{number}].", "BBANIM_EVENT", frame=frame)
                out.string(f"events[{number}].name", name)
                out.end(f"events[{number}]", start)
