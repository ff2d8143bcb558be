"""bmp_rules.py: the fixtures of the rules of BMP."""

from fixtures import Book, Finding
from others import OTHERS
from pictures import JPEG, Bmp, Dds, Png

BOOK = Book("bmp", "bmp")
rule, rules, error = BOOK.rule, BOOK.rules, BOOK.error


def found(level, rule, field, offset, length, **more):
    return Finding(level, f"bmp/{rule}", field, offset, length, **more)


@rule
def bad_magic(r):
    for name in ("git-lfs", "zeros"):
        r.fires(f"-{name}", OTHERS[name], found("error", "bad-magic", "", 0, 8))
    for name, header in (("reserved", {"reserved": 1}), ("info", {"infoSize": 11}), ("info-125", {"infoSize": 125})):
        r.fires(f"-{name}", Bmp(**header), found("error", "bad-magic", "", 0, 8))
    r.near("", Bmp(infoSize=124))


@rule
def other_kind(r):
    for name, content in (("png", Png().bytes()), ("dds", Dds().bytes())):
        r.fires(f"-{name}", content, found("note", "other-kind", "", 0, len(content)))
    r.fires("-jpeg", JPEG, found("note", "other-kind", "", 0, 8))
    r.near("", Bmp())


@rule
def truncated(r):
    file = Bmp(lost=1)
    size = len(file.bytes())
    short = found("error", "truncated", "data", 54, size - 54, actual=size - 54, expected=size - 53, says=(size - 53, size - 54))
    r.fires("", file, short, error("truncated", "header.size"))
    r.fires("-pixels", Bmp(lost=1, size=size), short)
    r.fires("-size", Bmp(size=size + 2), error("truncated", "header.size"))
    r.fires("-top-first", Bmp(height=-2, lost=1, size=0), short)
    r.fires("-header", Bmp().bytes()[:33], found("error", "truncated", "header", 0, 33, says=(1, 34)))
    for name, picture, field in (("no-bits", Bmp(bits=0), "bits"), ("no-width", Bmp(width=0, height=-2), "width")):
        r.fires(f"-{name}", picture, error("truncated", f"header.{field}", says=(2, picture.header["width"], picture.header["bits"])))
    r.near("", Bmp(size=0))
    r.near("-no-rows", Bmp(width=0, height=0))
    r.near("-packed-without-bits", Bmp(bits=0, compression=4))
    r.near("-packed", Bmp(lost=1, size=0, compression=1))
    r.near("-os2", Bmp(lost=1, size=0, infoSize=12))
    r.near("-width", Bmp(lost=1, size=0, width=-3))


BOOK.memory_limit(Bmp())
