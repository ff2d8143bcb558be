"""fixtures.py: a file that breaks a rule, or just doesn't, and the findings that a checker must report for it.

The modules *_rules.py state the fixtures: for each rule, in the function of its name, files that break it, and files as
close to that as possible that don't. The expected findings follow from the layout and the text of the rule, never from
the output of a checker. Where one defect breaks several rules, the fixture lists all findings. Files inside a package
have findings of their own: these show that they are checked.

tests/rules/FORMAT.expected has a line for each fixture, with a slash at its end if it is a folder, which is checked as a
whole, and with its options. Below it stand its findings, each with its message and its values:

    xmf/limit/fires-unread.xmf max-inflated=41
      error xmf/limit 0x1d4+22 buffers[1].data
        unpacking takes more than ...
        = 42, expected at most 41

The first line of a finding is `LEVEL RULE 0xOFFSET+LENGTH FIELD`; FIELD is `-` for the whole file. Then follow, where they
exist, ` count=N elements=[a,b]`, ` confidence=NAME` for a finding that is less certain than its rule, ` inflated=0xOFFSET` for
a place in inflated data, or ` inflated=*` where the inflater decides about that place, ` at=LINE:COLUMN` in a text file, and
` in=PATH` or ` in=PACKAGE!/MEMBER` of a file in the folder or package. The generator states this line; the message and
the values are those of the program, and tools/regenerate writes them.
"""

import math
import re
import struct
from dataclasses import dataclass, field

import layouts
from facts import numbers_at, read_at, shown

SHOWN_ELEMENTS = 8
NAN = float("nan")
INFINITE = float("inf")
ANYWHERE = "*"
# Their findings explain others of a file, and stand before them.
CAUSES = ("file/line-ends", "file/zero-filled")


@dataclass
class Finding:
    level: str
    rule: str                       # with its format: "xmf/inflate"
    field: str                      # "" is the whole file
    offset: int
    length: int
    elements: list = None           # indices of all elements that break the rule; None for an object without elements
    inflated: object = None         # None, an offset, or ANYWHERE
    inside: str = ""                # path in the folder or package
    at: object = None               # (line, column) in a text file
    confidence: str = ""            # "likely", where it is not that of the rule
    # What the message must say. `actual` and `expected` are values of the finding; without `actual`, it is what stands at the
    # place. `says` are more numbers and names.
    actual: object = None
    expected: object = None
    says: tuple = ()
    read: frozenset = frozenset()   # what stands at the place
    values: frozenset = frozenset() # what the value of the place is, if it is no number or text in the file
    right: object = None            # what a good file has there
    known: frozenset = frozenset()  # what else the writer of the file knows about the place

    def key(self):
        on_own_file = self.rule.startswith(("config/", "baseline/"))     # these come after all others
        return on_own_file, self.inside, self.rule not in CAUSES, self.offset, self.rule, self.field

    def line(self):
        text = f"{self.level} {self.rule} 0x{self.offset:x}+{self.length} {self.field or '-'}"
        if self.elements is not None:
            text += f" count={len(self.elements)} elements=[{','.join(map(str, self.elements[:SHOWN_ELEMENTS]))}]"
        if self.confidence:
            text += f" confidence={self.confidence}"
        if self.inflated is not None:
            text += f" inflated={self.inflated if self.inflated == ANYWHERE else hex(self.inflated)}"
        if self.at is not None:
            text += f" at={self.at[0]}:{self.at[1]}"
        return text + (f" in={self.inside}" if self.inside else "")


@dataclass
class Fixture:
    path: str                       # "xmf/trailing-bytes/fires.xmf"
    content: object                 # bytes; of a folder, the bytes of each file by its path in it
    findings: list
    options: dict = field(default_factory=dict)     # {"max-inflated": 1000}; {"with": "game"} or ["a", "b"]: then `mod` is checked
    siblings: dict = field(default_factory=dict)      # other files of the same name, {"dat": b""}
    fixed: bytes = None             # what fixing it gives, with unsafe fixes, too; None: not stated
    fix_refused: str = ""           # why findings of its rule are not fixed
    unsafe: bool = False            # the fix is a choice, though other fixes of the rule are safe

    def files(self):
        """The fixture and the files next to it: bytes by path."""
        if isinstance(self.content, dict):
            return {f"{self.path}/{name}": content for name, content in self.content.items()}
        stem = self.path.rpartition(".")[0]
        return {self.path: self.content} | {f"{stem}.{extension}": content for extension, content in self.siblings.items()}

    def fixes(self):
        """What tests/fix/fix_test.c compares with what `fix` does: bytes by path."""
        if self.fixed is not None:
            yield self.path, self.fixed
        if self.fix_refused:
            yield f"{self.path}.refused", self.fix_refused.encode()
        if self.unsafe:
            yield f"{self.path}.unsafe", b""

    def stated(self):
        """The line of the fixture, and what is known about each of its findings."""
        options = [f" {name}={value}" for name, values in self.options.items()
                   for value in (values if isinstance(values, list) else [values])]
        return {"line": self.path + ("/" if isinstance(self.content, dict) else "") + "".join(options),
                "findings": [self.known(finding, *Book.said.get(finding.rule, (None, ())))
                             for finding in sorted(self.findings, key=Finding.key)]}

    def known(self, finding, expected, may_say):
        """The line of a finding, and in words: what its values must be, what its message must say, and what it may say."""
        inside = isinstance(self.content, dict)
        content = self.content.get(finding.inside) if inside else self.content if not finding.inside else None
        place = (content or b"")[finding.offset:finding.offset + finding.length]
        read = set(finding.read) if content is None else read_at(place)     # None: in a package
        # A finding about a file before a change to its bytes: it has what is right.
        right = ({finding.right} - {None}) | (finding.read - read if content is not None else set())
        right = right if expected is None else {expected}
        read |= finding.values | {finding.inside.rpartition("!/")[2]}
        numbers = [len(content or b""), finding.offset, finding.length, *self.options.values(), *self.numbers(finding, place)]
        return {"line": finding.line(), "says": words(finding.says + ((finding.expected,) if finding.expected is not None else ())),
                "actual": sorted(read if finding.actual is None else shown(finding.actual)),
                "expected": sorted(words(right if finding.expected is None else {finding.expected})),
                "known": sorted(read | finding.known | {str(number) for number in numbers} | set(words(may_say)))}

    def numbers(self, finding, place):
        """What follows from the field of a finding, its elements, and the bytes of its place."""
        yield from re.findall(r"\[(\d+)\]", finding.field)
        if len(place) <= 16:
            yield from numbers_at(place)
        rule = finding.rule.partition("/")[2]
        if rule in ("truncated", "count-range", "section-size"):    # sizes of records, and of what is repeated
            sizes = layouts.sizes(self.path.partition("/")[0])
            yield from sizes
            if rule == "truncated":     # how much of a thing of each size is missing, and where it would end
                for size in sizes | set(map(int, filter(str.isdecimal, finding.known))):
                    if size > finding.length:
                        yield from (size - finding.length, finding.offset + size)
        if rule == "string-terminator":
            yield f"0x{(place or b'?')[-1]:02x}"
        if rule in ("attribute-name", "animation-name", "param-type"):      # hashes of 27 bits, below a type
            yield f"{int.from_bytes(place, 'little') & 0x7FFFFFF:#x}"
        elements = finding.elements or []
        yield len(elements)
        for number in elements[:1]:
            yield number
            if rule == "string-control-char":       # of a text with or without a length before it, and a NUL
                yield from (len(place) - 4, len(place.rstrip(b"\0")), len(place[4:].rstrip(b"\0")))
                yield from (f"0x{byte:02X}" for text in (place, place[4:]) for byte in text[number:][:1])
            # The items of an array: the first that breaks the rule, and the one before it.
            for count in map(int, filter(str.isdecimal, finding.known)):
                if number < count <= len(place) and len(place) % count == 0:
                    size = len(place) // count
                    yield from numbers_at(place[max(0, number - 1) * size:(number + 1) * size])


def normalised(numbers, divisor=None):
    """Numbers divided by the length of the first four of them, or by `divisor`, as floats of 32 bits."""
    numbers = [float32(number) for number in numbers]
    divisor = math.sqrt(sum(number * number for number in numbers[:4])) if divisor is None else divisor
    return tuple(float32(number / divisor) for number in numbers)


def float32(number):
    return struct.unpack("<f", struct.pack("<f", number))[0]


def words(values):
    """Numbers and names as messages have them."""
    return [text for value in values for text in sorted(shown(value))]


def read_table(text):
    """Of each fixture of a table, by its line: the findings, each a list of its line and the words below it."""
    fixtures = {}
    for line in text.splitlines():
        if not line.startswith(" "):
            findings = fixtures[line] = []
        elif not line.startswith("    "):
            findings.append([line.strip()])
        else:
            findings[-1].append(line.strip())
    return fixtures


def resolved(file, findings):
    return [finding(file) if callable(finding) else finding for finding in findings]


class Rule:
    """The fixtures of one rule, in its folder."""

    def __init__(self, id, extension):
        self.id = id
        self.format = id.split("/")[0]
        self.extension = extension
        self.fixtures = []

    def add(self, name, content, findings, options=None, extension=None, siblings=None, fixed=None, fix_refused="", unsafe=False):
        """`content` is a file of records.py or similar, its bytes, or those of the files of a folder by path. Findings may be
        functions of the file, see Book.finding. `fixed` is the fixed file, or its bytes."""
        findings = resolved(content, findings)
        if hasattr(content, "bytes"):
            content = content.bytes()
        path = f"{self.id}/{name}"
        if not isinstance(content, dict):
            path += f".{extension or self.extension}"
        assert path not in (fixture.path for fixture in self.fixtures), path
        fixed = fixed.bytes() if hasattr(fixed, "bytes") else fixed
        self.fixtures.append(Fixture(path, content, findings, options or {}, siblings or {}, fixed, fix_refused, unsafe))

    def fires(self, name, content, *findings, **more):
        findings = resolved(content, findings)
        assert any(finding.rule == self.id for finding in findings), (self.id, name)
        self.add("fires" + name, content, findings, **more)

    def near(self, name, content, *findings, **more):
        findings = resolved(content, findings)
        assert all(finding.rule != self.id for finding in findings), (self.id, name)
        self.add("near" + name, content, findings, **more)


def known_by(file, field, offset, length):
    """What the writer of a file knows about a place in it."""
    data = file.bytes()
    numbers = file.numbers(field) if hasattr(file, "numbers") else []
    values = words(file.values(field)) if hasattr(file, "values") else []
    return {"read": frozenset(read_at(data[offset:offset + length])), "values": frozenset(values), "known": frozenset(words([len(data), *numbers])),
            "right": file.right(field) if hasattr(file, "right") else None}


class Book:
    """The rules of a format. `@book.rule` stands above a function that makes fixtures of the rule of its name; several
    functions may add to one rule."""

    said = {}       # of all books, by rule: what it expects, and what its messages may say

    def __init__(self, format, extension):
        self.format = format
        self.extension = extension
        self.makers = []

    def may_say(self, rule, *values, expected=None):
        """Numbers and names that all messages of a rule may have, since the layout or the rule gives them. `expected` is the value
        that its findings expect, if it is the same in all of them."""
        Book.said[f"{self.format}/{rule}"] = (expected, values if expected is None else (*values, expected))

    def rule(self, maker):
        self.makers.append(maker)
        return maker

    def rules(self):
        made = {}
        for maker in self.makers:
            id = f"{self.format}/{maker.__name__.replace('_', '-')}"
            maker(made.setdefault(id, Rule(id, self.extension)))
        return list(made.values())

    def memory_limit(self, file, low=7000, high=1000000):
        """The fixtures of the rule `limit`: the memory limit `low` stops the check of the file, `high` doesn't."""
        @self.rule
        def limit(r):
            r.fires("", file, self.error("limit", "", at=(0, len(file.bytes()))), options={"max-memory": low})
            r.near("", file, options={"max-memory": high})

    def finding(self, level, *arguments, **more):
        """A finding about a field: `error(rule, field)` about the file that is the fixture, `error(file, rule, field)` if the
        fixture has other bytes. `at` is its (offset, length) if the file does not know it; `whole` the size of a thing of which
        only that part exists."""
        if isinstance(arguments[0], str):
            return lambda file: self.finding_in(file, level, *arguments, **more)
        file, *arguments = arguments
        return self.finding_in(file, level, *arguments, **more)

    def finding_in(self, file, level, rule, field, at=None, whole=None, **more):
        file = file.built() if hasattr(file, "built") else file
        offset, length = at or file.where(field)
        if whole is not None:
            more["says"] = (whole - length, offset + whole)
        return Finding(level, f"{self.format}/{rule}", field, offset, length, **known_by(file, field, offset, length), **more)

    def error(self, *arguments, **more):
        return self.finding("error", *arguments, **more)

    def warning(self, *arguments, **more):
        return self.finding("warning", *arguments, **more)

    def note(self, *arguments, **more):
        return self.finding("note", *arguments, **more)
