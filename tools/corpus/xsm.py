"""xsm.py: writes XSM files (EmotionFX motions), straight from the description of the format."""

from emotionfx import INFO_TEXTS, Chunk, File, quaternion

UNIT = (0.0, 0.0, 0.0, 1.0)
ZERO = (0.0, 0.0, 0.0)
ONE = (1.0, 1.0, 1.0)
ARRAYS = ("posKeys", "rotKeys", "scaleKeys", "scaleRotKeys")
COUNTS = ("nPos", "nRot", "nScale", "nScaleRot")


class Info(Chunk):
    id = 201
    version = 2
    fps = 30
    texts = INFO_TEXTS
    lengths = {}

    def payload(self, out, path):
        if self.version > 1:
            out.put(path + "importance", "f", 1.0)
            out.put(path + "maxError", "f", 0.01)
        out.put(path + "fps", "I", self.fps)
        if self.version > 2:
            out.put(path + "mask", "I", 0)
        out.data += b"\3\5"
        out.pad(2)
        for number, name in enumerate(("sourceApp", "origFile", "exportDate", "motionName")):
            out.text(path + name, self.texts[number], self.lengths.get(number))


class Submotion:
    """Keys are pairs of value and time."""

    def __init__(self, name=b"root", posKeys=(), rotKeys=(), scaleKeys=(), scaleRotKeys=(), **fields):
        self.name = name
        self.keys = (posKeys, rotKeys, scaleKeys, scaleRotKeys)
        self.fields = {"poseRot": UNIT, "bindRot": UNIT, "poseScaleRot": UNIT, "bindScaleRot": UNIT, "posePos": ZERO,
                       "poseScale": ONE, "bindPos": ZERO, "bindScale": ONE, "maxError": 0.0}
        self.fields |= {count: len(keys) for count, keys in zip(COUNTS, self.keys)} | fields
        self.nameLength = self.fields.pop("nameLength", None)

    def write(self, out, path, wide=True, error=True):
        for name in ("poseRot", "bindRot", "poseScaleRot", "bindScaleRot"):
            code, numbers = quaternion(self.fields[name], wide)
            out.put(path + name, code, *numbers)
        for name in ("posePos", "poseScale", "bindPos", "bindScale"):
            out.put(path + name, "3f", *self.fields[name])
        for name in COUNTS:
            out.put(path + name, "I", self.fields[name])
        if error:
            out.put(path + "maxError", "f", self.fields["maxError"])
        out.text(path + "name", self.name, self.nameLength)
        for number, keys in enumerate(self.keys):
            start = len(out.data)
            for value, time in keys:
                code, numbers = quaternion(value, wide) if number % 2 else ("3f", value)
                out.put("", code, *numbers)
                out.put("", "f", time)
            out.end(path + ARRAYS[number], start)


class List(Chunk):
    """As exporters write it, with a length that is too large."""

    id = 202
    submotions = ()
    numSubmotions = None
    length = staticmethod(lambda size: size + 64)

    def payload(self, out, path):
        out.put(path + "numSubmotions", "I", self.count("numSubmotions", self.submotions))
        for number, submotion in enumerate(self.submotions):
            start = len(out.data)
            submotion.write(out, f"{path}submotions[{number}].", self.version == 1)
            out.end(f"{path}submotions[{number}]", start)


class Single(Chunk):
    id = 200
    submotion = None

    def payload(self, out, path):
        self.submotion.write(out, path, self.version < 3, self.version > 1)


class Motion(File):
    magic = b"XSM "
