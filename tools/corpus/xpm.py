"""xpm.py: writes XPM files (EmotionFX morph motions)."""

from emotionfx import INFO_TEXTS, Chunk, File
from records import Fields


class Info(Chunk):
    id = 101
    fps = 30
    texts = INFO_TEXTS
    lengths = {}

    def payload(self, out, path):
        out.record(path, "XPM_INFO", self, exporterHigh=3, exporterLow=0x1C)
        for number, name in enumerate(("sourceApp", "origFile", "exportDate", "motionName")):
            out.text(path + name, self.texts[number], self.lengths.get(number))


class Anim(Fields):
    """Keys are pairs of time and amount."""

    order = ("name", "keys")
    name, keys, nKeys = b"smile", (), None
    poseWeight, minWeight, maxWeight, phonemeSet = 0.0, 0.0, 1.0, 0

    def write(self, out, path):
        out.record(path, "XPM_ANIM", self, nKeys=self.count("nKeys", self.keys))
        out.text(path + "name", self.name)
        start = len(out.data)
        for time, amount in self.keys:
            out.record("", "XPM_KEY", time=time, amount=amount)
        out.end(path + "keys", start)


class List(Chunk):
    id = 102
    anims = ()
    numAnims = None

    def payload(self, out, path):
        out.record(path, "XPM_LIST", numAnims=self.count("numAnims", self.anims))
        out.list(path + "anims", self.anims)


class Single(Chunk):
    id = 100
    anim = None

    def payload(self, out, path):
        self.anim.write(out, path)


class Morphs(File):
    magic = b"XPM "
