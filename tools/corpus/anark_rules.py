"""anark_rules.py: the fixtures of the rules that BGF and BSG have in common."""

import struct

import layouts
from others import OTHERS


def section_rules(book, good, magic_at, sections, heavy=None):
    """`good(**fields)` returns a good file with items in all sections. `sections` are pairs (index, field): the field is
    the last item of the section. `heavy` is a good file for the memory limit, if `good()` needs no memory."""
    rule, error, warning = book.rule, book.error, book.warning
    last = len(good().sections()) - 1

    def bad_magic(r):
        for suffix, magic in (("", b"AnarkBGX"), ("-lower-case", b"anarkbgf")):
            r.fires(suffix, good(magic=magic), error("bad-magic", "header.magic"))
        file = good()
        for size in (0, magic_at, magic_at + 7):
            r.fires(f"-{size}", file.bytes()[:size],
                    error(file, "bad-magic", "header.magic", at=(min(size, magic_at), max(0, size - magic_at))))
        for name in ("git-lfs", "web-page", "zip"):
            content = OTHERS[name].ljust(magic_at + 8, b"\0")
            r.fires(f"-{name}", content, error(file, "bad-magic", "header.magic", at=(magic_at, 8)))
        r.near("", file)
        r.near("-alone", file.bytes()[:magic_at + 8],
               error(file, "truncated", "header", at=(0, magic_at + 8)))

    def unsupported_version(r):
        for version in (0, 1, 4, -1):
            r.fires(f"-{version}", good(version=version), error("unsupported-version", "header.version"))
        r.near("", good())
        r.near("-short", good(version=9).bytes()[:31], error(good(), "truncated", "header", at=(0, 31)))

    def big_endian(r):
        for value in (1, 2, 255):
            r.fires(f"-{value}", good(endianness=value), warning("big-endian", "header.endianness"))
        file = good()
        swapped = b"\1" + file.bytes()[1:]
        r.fires("-not-swapped", swapped, warning(file, "big-endian", "header.endianness"),
                error(file, "header-size", "header.headerSize"))
        r.near("", file)

    def header_size(r):
        right = layouts.record(good().id + "_HEADER").constant("headerSize")
        for size in (0, right - 1, right + 1, 32, -1):
            r.fires(f"-{size}", good(headerSize=size), error("header-size", "header.headerSize"))
        r.fires("-alone", good(headerSize=0, version=7, tail=b"x"), error("header-size", "header.headerSize"))
        r.near("", good())

    def trailing_bytes(r):
        for suffix, tail in (("-1", b"\0"), ("-100", b"x" * 100)):
            file = good(tail=tail)
            r.fires(suffix, file, warning("trailing-bytes", "", at=file.where("tail")), fixed=good())
        r.near("", good())
        file = good(tail=b"abcd", sizes={last: lambda size: size + 4})
        r.near("-section", file, error("section-size", f"sections[{last}].sectionSize"))

    def truncated(r):
        file = good()
        content = file.bytes()
        r.fires("-header", content[:31], error(file, "truncated", "header", at=(0, 31)))
        for number in range(last + 1):
            start = file.start(f"sections[{number}]")
            for there in (0, 3):
                r.fires(f"-size-{number}-{there}", content[:start + there],
                        error(file, "truncated", f"sections[{number}]", at=(start, there)))
        start, length = file.where("memory")
        r.fires("-memory", content[:start + length - 1], error(file, "truncated", "memory", at=(start, length - 1)))
        for number, field in sections:
            start, length = file.where(field)
            r.fires(f"-{number}", content[:start + length - 1],
                    error(file, "truncated", field, at=(start, length - 1)))
        file = good(sizes={last: lambda size: size + 1})
        start, length = file.where(f"sections[{last}]")
        r.fires("-longer-than-contents", file, error("truncated", f"sections[{last}]", at=(start + 4, length - 4), whole=length - 3))
        r.near("", content)

    def count_range(r):
        size = len(good().bytes())
        for number in range(last + 1):
            field = f"sections[{number}].sectionSize"
            for declared in (-1, -0x80000000, size + 1, 0x7FFFFFFF):
                file = good(sizes={number: declared})
                r.fires(f"-section-{number}-{declared}", file, error("count-range", field))
        r.near("", good())
        file = good(sizes={last: size})
        start, length = file.where(f"sections[{last}]")
        r.near("-section", file, error("truncated", f"sections[{last}]", at=(start + 4, length - 4)))

    def section_size(r):
        for number in range(last + 1):
            field = f"sections[{number}].sectionSize"
            if number != 5 or last < 7:         # the logic has no structure
                file = good()
                content = bytearray(file.bytes())
                start, length = file.where(f"sections[{number}]")
                struct.pack_into("<i", content, start, length - 4 + 3)
                content[start + length:start + length] = b"xyz"
                r.fires(f"-longer-{number}", bytes(content), error(file, "section-size", field))
        for number, _ in sections:
            file = good()
            content = bytearray(file.bytes())
            field = f"sections[{number}].sectionSize"
            start, length = file.where(f"sections[{number}]")
            struct.pack_into("<i", content, start, length - 4 - 1)
            del content[start + length - 1]
            r.fires(f"-shorter-{number}", bytes(content), error(file, "section-size", field))
            # Only the size is wrong: the sections behind it are found and read.
            for change in (-1, 1, 50) if number < last else (-1,):
                file = good(sizes={number: lambda size: size + change})
                r.fires(f"-size-{number}-{change}", file, error("section-size", field))
        r.near("", good())

    for maker in (bad_magic, unsupported_version, big_endian, truncated, trailing_bytes, count_range, header_size,
                  section_size):
        rule(maker)
    book.memory_limit(heavy or good())


def parent_rules(book, name, with_parents):
    """`with_parents(...)` returns a file with these parents in the list `name`, and no other defect."""
    rule, error = book.rule, book.error

    def parent_index(r):
        for suffix, parents, wrong in (("-2", [-1, 0, -2], [2]), ("-self", [-1, 1, 2], [1, 2]), ("-first", [0], [0]),
                                       ("-many", [1, 2, 3], [2]), ("-least", [-0x80000000], [0]),
                                       ("-most", [-1, 0x7FFFFFFF], [1])):
            file = with_parents(*parents)
            r.fires(suffix, file, *[error("parent-index", f"{name}[{number}].parentIdx") for number in wrong])
        r.near("", with_parents(-1, 0, 1, 0))
        r.near("-below", with_parents(2, 2, -1))
        if name == "elements":          # the last one is cut off
            file = with_parents(-1, 2, -1)
            start = file.start("elements[2]")
            r.near("-cut", file.bytes()[:start + 7], error(file, "truncated", "elements[2]", at=(start, 7)))

    def parent_cycle(r):
        for suffix, parents, loops in (("-2", [1, 0], [[0, 1]]), ("-3", [-1, 3, 1, 2, 3], [[1, 2, 3]]),
                                       ("-two", [1, 0, 5, 2, -1, 3, 5], [[0, 1], [2, 3, 5]]),
                                       ("-long", [11] + list(range(11)), [list(range(12))])):
            r.fires(suffix, with_parents(*parents),
                    *[error("parent-cycle", f"{name}[{loop[0]}].parentIdx", elements=loop) for loop in loops])
        r.near("", with_parents(-1, 0, 0, 2, 1))
        r.near("-self", with_parents(1, 2, 2), error("parent-index", f"{name}[2].parentIdx"))

    def nesting(r):
        size = 1001
        r.fires("", with_parents(*range(-1, size - 1)), error("nesting", f"{name}[1000].parentIdx", elements=[1000]))
        file = with_parents(*range(1, size), -1, 0, 0)
        r.fires("-upwards", file, error("nesting", f"{name}[0].parentIdx", elements=[0, 1001, 1002]))
        r.near("", with_parents(*range(-1, size - 2)))
        r.near("-wide", with_parents(*[-1] + [0] * size))
        loop = with_parents(1, 0, *range(1, size))
        r.near("-below-a-loop", loop, error("parent-cycle", f"{name}[0].parentIdx", elements=[0, 1]))

    rule(parent_index)
    rule(parent_cycle)
    rule(nesting)
