"""xsm.py: writes XSM files (EmotionFX motions)."""

from emotionfx import INFO_TEXTS, Chunk, File
from records import counted

UNIT = (0.0, 0.0, 0.0, 1.0)
ZERO = (0.0, 0.0, 0.0)
ONE = (1.0, 1.0, 1.0)
ARRAYS = ("posKeys", "rotKeys", "scaleKeys", "scaleRotKeys")
COUNTS = ("nPos", "nRot", "nScale", "nScaleRot")
ROTATIONS = ("poseRot", "bindRot", "poseScaleRot", "bindScaleRot")


def narrow(rotation):
    """Floats as 16-bit shares of 32767."""
    return [round(number * 32767) for number in rotation]


class Info(Chunk):
    id = 201
    version = 2
    fps = 30
    importance = 1.0
    maxError = 0.01
    texts = INFO_TEXTS
    lengths = {}

    def payload(self, out, path):
        out.record(path, f"XSM_INFO{self.version}", self, exporterHigh=3, exporterLow=5)
        for number, name in enumerate(("sourceApp", "origFile", "exportDate", "motionName")):
            out.text(path + name, self.texts[number], self.lengths.get(number))


class Submotion:
    """Keys are pairs of value and time."""

    def __init__(self, name=b"root", posKeys=(), rotKeys=(), scaleKeys=(), scaleRotKeys=(), **fields):
        self.name = name
        self.keys = (posKeys, rotKeys, scaleKeys, scaleRotKeys)
        self.fields = {"poseRot": UNIT, "bindRot": UNIT, "poseScaleRot": UNIT, "bindScaleRot": UNIT, "posePos": ZERO,
                       "poseScale": ONE, "bindPos": ZERO, "bindScale": ONE, "maxError": 0.0}
        self.fields |= counted(fields, **{count: len(keys) for count, keys in zip(COUNTS, self.keys)})
        self.nameLength = self.fields.pop("nameLength", None)

    def write(self, out, path, wide=True, error=True):
        if wide:
            out.record(path, "XSM_WIDE", self.fields, None if error else 128)
        else:
            out.record(path, "XSM_NARROW", self.fields, **{name: narrow(self.fields[name]) for name in ROTATIONS})
        out.text(path + "name", self.name, self.nameLength)
        for number, keys in enumerate(self.keys):
            start = len(out.data)
            for value, time in keys:
                if number % 2 == 0:
                    out.record("", "XSM_VECTOR_KEY", value=value, time=time)
                elif wide:
                    out.record("", "XSM_WIDE_KEY", value=value, time=time)
                else:
                    out.record("", "XSM_NARROW_KEY", value=narrow(value), time=time)
            out.end(path + ARRAYS[number], start)


class List(Chunk):
    """A chunk whose length is too large, as exporters write it."""

    id = 202
    submotions = ()
    numSubmotions = None
    length = staticmethod(lambda size: size + 64)

    def payload(self, out, path):
        out.record(path, "XSM_LIST", numSubmotions=self.count("numSubmotions", self.submotions))
        out.list(path + "submotions", self.submotions, self.version == 1)


class Single(Chunk):
    id = 200
    submotion = None

    def payload(self, out, path):
        self.submotion.write(out, path, self.version < 3, self.version > 1)


class Motion(File):
    magic = b"XSM "
