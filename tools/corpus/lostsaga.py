"""lostsaga.py: what Lost Saga's files have in common: a magic, a version, and the rules about them.

A File writes itself field by field, and says what each is called, so that `file.where("tracks[0].keys")` knows where it
lies. What is left None is filled in as a good file has it; whatever is given is written as given.
"""

from records import Out, Written

NAN = float("nan")
INFINITE = float("inf")
NEGATIVE = 0x80000000               # as a count: its top bit is set


class File(Written):
    magic = b""
    version = 0
    tail = b""

    def __init__(self, **fields):
        for name, value in fields.items():
            assert hasattr(type(self), name), name
            setattr(self, name, value)

    def count(self, name, things):
        """A count that a fixture may have set."""
        given = getattr(self, name)
        return len(things) if given is None else given

    def body(self, out):
        raise NotImplementedError

    def header(self, out):
        """The rest of the header."""

    def built(self):
        out = Out()
        out.raw("header.magic", self.magic)
        out.put("header.version", "I", self.version)
        self.header(out)
        out.end("header", 0)
        self.body(out)
        out.raw("tail", self.tail)
        return out


def floats(out, path, rows):
    """An array of rows of floats."""
    start = len(out.data)
    for row in rows:
        out.put("", f"{len(row)}f", *row)
    out.end(path, start)


def triangles(out, path, faces):
    start = len(out.data)
    for face in faces:
        out.put("", "3H", *face)
    out.end(path, start)


def magic_rule(book, good):
    """bad-magic; `good()` is a good file."""

    @book.rule
    def bad_magic(r):
        for suffix, magic in (("", b"LSX\0"), ("-blank", good().magic[:3] + b" "),
                              ("-lower-case", good().magic.lower())):
            file = good(magic=magic)
            r.fires(suffix, file.bytes(), book.error(file, "bad-magic", "header.magic"))
        for size in (0, 3):
            r.fires(f"-{size}", good().bytes()[:size],
                    book.error(good(), "bad-magic", "header.magic", at=(0, size)))
        r.near("", good().bytes())
        r.near("-alone", good().magic, book.error(good(), "truncated", "header", at=(0, 4)))


def family_rules(book, good, known, unknown, tails=()):
    """The rules that need no more than a good file; `known` and `unknown` are versions, `tails` more files with one."""
    refused = book.warning if book.format == "cms" else book.error

    @book.rule
    def unsupported_version(r):
        for version in unknown:
            file = good(version=version, tail=b"x")
            r.fires(f"-{version}", file.bytes(), refused(file, "unsupported-version", "header.version"))
        file = good(version=unknown[0])
        r.fires("-short", file.bytes()[:9], refused(file, "unsupported-version", "header.version"))
        for version in known:
            r.near(f"-{version}", good(version=version).bytes())
        r.near("-cut", file.bytes()[:7], book.error(file, "truncated", "header", at=(0, 7)))

    @book.rule
    def trailing_bytes(r):
        for size in (1, 4, 100):
            file = good(tail=b"\0" * size)
            r.fires(f"-{size}", file.bytes(), book.warning(file, "trailing-bytes", "", at=file.where("tail")))
        for number, file in enumerate(tails):
            r.fires(f"-other-{number}", file.bytes(), book.warning(file, "trailing-bytes", "", at=file.where("tail")))
        r.near("", good().bytes())


def memory_rule(book, file):
    @book.rule
    def limit(r):
        size = len(file.bytes())
        r.fires("", file.bytes(), book.error(file, "limit", "", at=(0, size)), options={"max-memory": 10000})
        r.near("", file.bytes(), options={"max-memory": 1000000})


def control_characters(r, book, make, field):
    """Files that have a text with control characters in a field; `make(text)` makes one."""
    for suffix, byte in (("-nul", 0), ("-1f", 0x1F), ("-7f", 0x7F)):
        file = make(b"Bip" + bytes([byte]) + b"1" + bytes([byte]))
        r.fires(suffix + "-" + field.rsplit(".", 1)[-1], file.bytes(),
                book.warning(file, "string-control-char", field, elements=[3, 5]))
