"""emotionfx.py: what XAC, XSM and XPM have in common: a header, and chunks to the end of the file.

A File is a list of chunks. A chunk writes its payload.
"""

import struct

from records import Fields, Written


class Chunk(Fields):
    """`length` is the declared length: None for the true one, a number, or a function of the true one."""

    id = 0
    version = 1
    length = None

    def payload(self, out, path):
        raise NotImplementedError

    def write(self, out, path):
        start = len(out.data)
        out.record(path + ".", "EFX_CHUNK", id=self.id, length=0, version=self.version)
        body = len(out.data)
        self.payload(out, path + ".")
        size = len(out.data) - body
        out.rights[path + ".length"] = size
        declared = self.length(size) if callable(self.length) else size if self.length is None else self.length
        struct.pack_into(out.order + "I", out.data, start + 4, declared)
        out.end(path, start)


class Raw(Chunk):
    """A chunk of any id, with any bytes."""

    content = b""

    def payload(self, out, path):
        out.data += self.content


class File(Written):
    magic = b"XAC "

    def __init__(self, chunks=(), tail=b"", **header):
        self.chunks = list(chunks)
        self.tail = tail
        self.header = {"bigEndian": 0, "magic": self.magic} | header

    def write(self, out, prefix=""):
        outer = out.order
        out.order = ">" if self.header["bigEndian"] else "<"
        start = len(out.data)
        out.record(prefix + "header.", "EFX_HEADER", self.header)
        out.end(prefix + "header", start)
        for number, chunk in enumerate(self.chunks):
            chunk.write(out, f"{prefix}chunks[{number}]")
        out.raw(prefix + "tail", self.tail)
        out.order = outer


def changed(file, field, change, size=4):
    """The bytes of a file with one number changed by `change`."""
    data = bytearray(file.bytes())
    at = file.start(field)
    order = "big" if file.header["bigEndian"] else "little"
    value = int.from_bytes(data[at:at + size], order) + change
    data[at:at + size] = (value % (1 << 8 * size)).to_bytes(size, order)
    return bytes(data)


INFO_TEXTS = (b"Alias Maya 2011", b"D:\\art\\ship.mb", b"Mar  3 2011", b"")



def family_rules(book, good, kinds, essence):
    """The rules that all three formats have. `good()` returns a good file whose chunk 0 is the info chunk.

    `kinds` are the ids of chunks that may be there once, `essence` of those that hold what the file is for.
    """
    rule, error, warning = book.rule, book.error, book.warning
    name = book.format.upper().encode()

    def bad_magic(r):
        for suffix, magic in (("", name + b"_"), ("-lower-case", name.lower() + b" ")):
            r.fires(suffix, good(magic=magic), error("bad-magic", "header.magic"))
        file = good()
        for size in (0, 3):
            r.fires(f"-{size}", file.bytes()[:size], error(file, "bad-magic", "header.magic", at=(0, size)))
        r.near("", file)
        r.near("-alone", file.bytes()[:4], error(file, "truncated", "header", at=(0, 4)))

    def unsupported_version(r):
        for field, value in (("major", 0), ("major", 2), ("minor", 1)):
            r.fires(f"-{field}-{value}", good(**{field: value}), error("unsupported-version", f"header.{field}", expected=1 if field == "major" else 0,
                                                                   says=(f"{value}.0" if field == "major" else f"1.{value}",)))
        r.near("", good())
        r.near("-short", good(major=2).bytes()[:7], error(good(), "truncated", "header", at=(0, 7)))

    def big_endian(r):
        for value in (1, 2, 255):
            r.fires(f"-{value}", good(bigEndian=value), error("big-endian", "header.bigEndian"))
        r.fires("-of-little-endian", changed(good(), "header.bigEndian", 1, 1),
                error(good(), "big-endian", "header.bigEndian"))
        r.near("", good(multiplyOrder=1))

    def multiply_order(r):
        for value in (2, 255):
            r.fires(f"-{value}", good(multiplyOrder=value), warning("multiply-order", "header.multiplyOrder"))
        r.near("", good(multiplyOrder=1))

    def truncated(r):
        file = good()
        r.fires("-header", file.bytes()[:7], error(file, "truncated", "header", at=(0, 7)))
        start = file.start("chunks[0]")
        cut = file.start("chunks[0].origFile") + 3
        r.fires("-text", file.bytes()[:cut],
                error(file, "truncated", "chunks[0].origFile", at=(cut - 3, 3)))
        cut = start + 12 + 3
        r.fires("-fixed", file.bytes()[:cut], error(file, "truncated", "chunks[0]", at=(start + 12, 3)))
        file = good()
        file.chunks.append(Raw(id=77, version=3, content=b"12345", length=9))
        start = file.start("chunks[%d]" % (len(file.chunks) - 1))
        last = f"chunks[{len(file.chunks) - 1}]"
        r.fires("-unknown", file, error("truncated", last, at=(start, 17), whole=21),
                warning("unknown-chunk", last + ".id", elements=[len(file.chunks) - 1]))
        r.near("", good())

    def trailing_bytes(r):
        for suffix, tail in (("-1", b"\1"), ("-11", b"x" * 11), ("-zeros", bytes(12)), ("-many", bytes(100)),
                             ("-twice", good().bytes())):
            file = good(tail=tail)
            r.fires(suffix, file, error("trailing-bytes", "", at=(file.start("tail"), len(tail))), fixed=good())
        file = good(tail=struct.pack("<3I", 77, 0, 1))
        number = len(file.chunks)
        r.near("-chunk", file,
               warning("unknown-chunk", f"chunks[{number}].id", at=(file.start("tail"), 4), elements=[number]))
        r.near("", good())

    def chunk_length(r):
        for change in (-1, 1, 12):
            file = good()
            file.chunks[0].length = lambda size, change=change: size + change
            r.fires(f"-{change}", file, error("chunk-length", "chunks[0].length"), fixed=good())
        for version in (1, 3):
            file = good()
            if file.chunks[0].version == 2:
                r.fires(f"-of-version-{version}", changed(file, "chunks[0].version", version - 2),
                        error(file, "chunk-length", "chunks[0].version"),
                        fixed=file)
        file = good()
        file.chunks[0].lengths = {1: 3, 3: 7}
        r.fires("-contents", file, error("chunk-length", "chunks[0].length"),
                fix_refused="the right value of chunks[0].length is not known")
        r.near("", good())

    def unknown_chunk(r):
        file = good()
        count = len(file.chunks)
        file.chunks += [Raw(id=77, content=b"1234"), Raw(id=78), Raw(id=77), Raw(id=77, version=2)]
        r.fires("", file, warning("unknown-chunk", f"chunks[{count}].id", elements=[count, count + 2]),
                warning("unknown-chunk", f"chunks[{count + 1}].id", elements=[count + 1]),
                warning("unknown-chunk", f"chunks[{count + 3}].id", elements=[count + 3]))
        file = good()
        file.chunks += [Raw(id=77, version=version) for version in (0, 0x80000000)]
        r.fires("-version", file,
                *[warning("unknown-chunk", f"chunks[{number}].id", elements=[number]) for number in (count, count + 1)])
        r.near("", good())

    def unsupported_chunk_version(r):
        for version in (0, 5):
            file = good()
            file.chunks.append(Raw(id=file.chunks[1].id, version=version, content=b"12"))
            last = f"chunks[{len(file.chunks) - 1}]"
            findings = [error(file, "unsupported-chunk-version", last + ".version")]
            if file.chunks[1].id in (11, 102, 202):
                findings.append(error(file, "duplicate-chunk", last + ".id"))
            r.fires(f"-{version}", file, *findings)
        file = good()
        file.chunks[0] = Raw(id=file.chunks[0].id, version=9, content=b"12")
        r.fires("-info", file, error("unsupported-chunk-version", "chunks[0].version"))
        file = good()
        number = next(number for number, chunk in enumerate(file.chunks) if chunk.id in essence)
        file.chunks[number] = Raw(id=file.chunks[number].id, version=9)
        r.fires("-only", file, error("unsupported-chunk-version", f"chunks[{number}].version"))
        r.near("", good())

    def duplicate_chunk(r):
        for id in kinds:
            file = good()
            file.chunks.append(next(chunk for chunk in file.chunks if chunk.id == id))
            last = f"chunks[{len(file.chunks) - 1}]"
            r.fires(f"-{id}", file, error("duplicate-chunk", last + ".id"))
        r.near("", good())

    def count_range(r):
        file = good()
        index = INFO_TEXTS.index(b"Mar  3 2011")
        file.chunks[0].lengths = {index: 0x7FFFFFFF}
        start = file.start("chunks[0].exportDate")
        r.fires("-text", file, error("count-range", "chunks[0].exportDate", at=(start, 4)))
        file = good()
        file.chunks[0].lengths = {index: len(file.bytes())}
        r.fires("-text-least", file, error("count-range", "chunks[0].exportDate", at=(start, 4)))
        for change in (-1, 1):
            for name in ("sourceApp", "origFile", "exportDate"):
                place = file.start(f"chunks[0].{name}"), 4
                r.fires(f"-{name}-{change}", changed(good(), f"chunks[0].{name}", change),
                        error(file, "count-range", f"chunks[0].{name}", at=place))
        r.near("", good())

    def string_control_char(r):
        for suffix, byte in (("-nul", 0), ("-1f", 0x1F), ("-7f", 0x7F)):
            file = good()
            text = b"May" + bytes([byte]) + b"a" + bytes([byte])
            file.chunks[0].texts = (text,) + INFO_TEXTS[1:]
            r.fires(suffix, file, warning("string-control-char", "chunks[0].sourceApp", elements=[3, 5]))
        file = good()
        file.chunks[0].texts = (b"\x20\x7e\x80\x9f\xff\xb0\xa1", b"\xe2\x82\xac") + INFO_TEXTS[2:]
        r.near("", file)

    for maker in (bad_magic, unsupported_version, big_endian, multiply_order, truncated, trailing_bytes, chunk_length, unknown_chunk,
                  unsupported_chunk_version, duplicate_chunk, count_range, string_control_char):
        rule(maker)
    book.memory_limit(good())
