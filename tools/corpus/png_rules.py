"""png_rules.py: the fixtures of the rules of PNG."""

import struct

from fixtures import Book, Finding
from others import OTHERS
from pictures import JPEG, Bmp, Dds, Png, chunk

BOOK = Book("png", "png")
rule, rules = BOOK.rule, BOOK.rules


def found(level, rule, field, offset, length, **more):
    return Finding(level, f"png/{rule}", field, offset, length, **more)


@rule
def bad_magic(r):
    for name in ("git-lfs", "zeros"):
        r.fires(f"-{name}", OTHERS[name], found("error", "bad-magic", "", 0, 8))
    r.near("", Png())


@rule
def other_kind(r):
    for name, content in (("bmp", Bmp().bytes()), ("dds", Dds().bytes())):
        r.fires(f"-{name}", content, found("note", "other-kind", "", 0, len(content)))
    r.fires("-jpeg", JPEG, found("note", "other-kind", "", 0, 8))
    r.near("", Png())


@rule
def truncated(r):
    file = Png()
    content, end = file.bytes(), file.start(2)
    r.fires("-no-end", content[:end], found("error", "truncated", "chunks[2]", end, 0, says=(8, end + 8)))
    r.fires("-cut", content[:-1], found("error", "truncated", "chunks[2].data", end + 8, 3, says=(1, end + 12)))
    at = file.start(1)
    size = len(file.chunks[1]) - 8      # of the data and its checksum
    r.fires("-data", content[:at + 10], found("error", "truncated", "chunks[1].data", at + 8, 2, says=(size - 2, at + 8 + size)))
    largest = content[:at] + struct.pack(">I", 0xFFFFFFFF) + content[at + 4:]
    r.fires("-largest", largest, found("error", "truncated", "chunks[1].data", at + 8, len(content) - at - 8,
                                           says=("4095.9", "4096.0")))
    head, data, last = file.chunks
    for number, chunks in enumerate(((chunk(b"IHDR", head[8:-4], 1), data, last), (head, chunk(b"IDAT", data[8:-4], 0x80000000), last),
                                     (head, data, chunk(b"IEND", b"", 255)))):
        broken = Png(chunks)
        start, length = broken.start(number + 1) - 4, 4
        right = struct.unpack(">I", file.chunks[number][-4:])[0]
        r.fires(f"-checksum-{number}", broken, found("error", "truncated", f"chunks[{number}].checksum", start, length, expected=right,
                                                     says=(f"0x{right:08X}", chunks[number][4:8])))
    r.near("", file)
    r.near("-tail", content + b"tail")


BOOK.memory_limit(Png())
