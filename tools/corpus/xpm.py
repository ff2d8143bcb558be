"""xpm.py: writes XPM files (EmotionFX morph motions), straight from the description of the format."""

from emotionfx import INFO_TEXTS, Chunk, File


class Info(Chunk):
    id = 101
    fps = 30
    texts = INFO_TEXTS
    lengths = {}

    def payload(self, out, path):
        out.put(path + "fps", "I", self.fps)
        out.data += b"\3\x1c"
        out.pad(2)
        for number, name in enumerate(("sourceApp", "origFile", "exportDate", "motionName")):
            out.text(path + name, self.texts[number], self.lengths.get(number))


class Anim:
    """Keys are pairs of time and amount."""

    def __init__(self, name=b"smile", keys=(), **fields):
        self.name = name
        self.keys = keys
        self.fields = {"poseWeight": 0.0, "minWeight": 0.0, "maxWeight": 1.0, "phonemeSet": 0, "nKeys": len(keys)}
        self.fields |= fields

    def write(self, out, path):
        for name in ("poseWeight", "minWeight", "maxWeight"):
            out.put(path + name, "f", self.fields[name])
        for name in ("phonemeSet", "nKeys"):
            out.put(path + name, "I", self.fields[name])
        out.text(path + "name", self.name)
        start = len(out.data)
        for time, amount in self.keys:
            out.put("", "fH", time, amount)
            out.pad(2)
        out.end(path + "keys", start)


class List(Chunk):
    id = 102
    anims = ()
    numAnims = None

    def payload(self, out, path):
        out.put(path + "numAnims", "I", self.count("numAnims", self.anims))
        for number, anim in enumerate(self.anims):
            start = len(out.data)
            anim.write(out, f"{path}anims[{number}].")
            out.end(f"{path}anims[{number}]", start)


class Single(Chunk):
    id = 100
    anim = None

    def payload(self, out, path):
        self.anim.write(out, path)


class Morphs(File):
    magic = b"XPM "
