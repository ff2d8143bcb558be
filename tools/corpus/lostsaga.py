"""lostsaga.py: what Lost Saga's files have in common: a magic, a version, and the rules about them.
"""

from records import Fields, Written

NEGATIVE = 0x80000000               # a count that is negative as an i32


class File(Written, Fields):
    """`id` is the prefix of the records: of <id>_HEADER."""

    id = ""
    magic = version = None             # None: as layout.def has them
    tail = b""

    def body(self, out):
        raise NotImplementedError

    def header(self):
        """Fields of the header that follow the version."""
        return {}

    def write(self, out):
        out.record("header.", self.id + "_HEADER", self, **self.header())
        out.end("header", 0)
        self.body(out)
        out.raw("tail", self.tail)


def magic_rule(book, good):
    """The rule bad-magic. `good()` returns a good file."""

    @book.rule
    def bad_magic(r):
        right = good().bytes()[:4]
        for suffix, magic in (("", b"LSX\0"), ("-blank", right[:3] + b" "), ("-lower-case", right.lower())):
            file = good(magic=magic)
            r.fires(suffix, file.bytes(), book.error(file, "bad-magic", "header.magic"))
        for size in (0, 3):
            r.fires(f"-{size}", good().bytes()[:size],
                    book.error(good(), "bad-magic", "header.magic", at=(0, size)))
        r.near("", good().bytes())
        r.near("-alone", right, book.error(good(), "truncated", "header", at=(0, 4)))


def family_rules(book, good, known, unknown, tails=()):
    """Rules of all formats. `good()` returns a good file, `known` and `unknown` are versions, `tails` files with a tail."""
    @book.rule
    def unsupported_version(r):
        for version in unknown:
            file = good(version=version, tail=b"x")
            r.fires(f"-{version}", file.bytes(), book.error(file, "unsupported-version", "header.version"))
        file = good(version=unknown[0])
        r.fires("-short", file.bytes()[:9], book.error(file, "unsupported-version", "header.version"))
        for version in known:
            r.near(f"-{version}", good(version=version).bytes())
        r.near("-cut", file.bytes()[:7], book.error(file, "truncated", "header", at=(0, 7)))

    @book.rule
    def trailing_bytes(r):
        for size in (1, 4, 100):
            file = good(tail=b"\0" * size)
            r.fires(f"-{size}", file.bytes(), book.warning(file, "trailing-bytes", "", at=file.where("tail")), fixed=good())
        for number, file in enumerate(tails):
            whole = file.bytes()
            r.fires(f"-other-{number}", whole, book.warning(file, "trailing-bytes", "", at=file.where("tail")),
                    fixed=whole[:file.start("tail")])
        r.near("", good().bytes())


def control_characters(r, book, make, field):
    """Fixtures with control characters in the text `field`. `make(text)` returns a file with that text."""
    for suffix, byte in (("-nul", 0), ("-1f", 0x1F), ("-7f", 0x7F)):
        file = make(b"Bip" + bytes([byte]) + b"1" + bytes([byte]))
        r.fires(suffix + "-" + field.rsplit(".", 1)[-1], file.bytes(),
                book.warning(file, "string-control-char", field, elements=[3, 5]))
