"""fixtures.py: a file that breaks a rule or just doesn't, and the findings that a checker must report for it.

A finding is stated as its line in NAME.expected: `LEVEL RULE 0xOFFSET+LENGTH FIELD count=N elements=[a,b]`, then
` inflated=0xOFFSET` where it has a place in inflated data, or ` inflated=*` where that place is left to the inflater, and
` at=LINE:COLUMN` in a text file.
FIELD is `-` for the whole file. An empty NAME.expected is a file without findings. A package has beside it what belongs
to it, and a folder is checked as a whole: the findings of what is in them end in ` in=PATH`, ` in=PACKAGE!/MEMBER`.
"""

from dataclasses import dataclass, field

SHOWN_ELEMENTS = 8
ANYWHERE = "*"
# It explains the others of a file, and stands before them.
FOREMOST = "file/line-ends"


@dataclass
class Finding:
    level: str
    rule: str                       # with its format: "xmf/inflate"
    field: str                      # "" is the whole file
    offset: int
    length: int
    elements: list = None           # positions of all that break the rule; None where the object has no elements
    inflated: object = None         # None, an offset, or ANYWHERE
    inside: str = ""                # a file of a folder, a member of a package
    at: object = None               # in a text file, line and column

    def key(self):
        return self.inside, self.rule != FOREMOST, self.offset, self.rule, self.field

    def line(self):
        count = 1 if self.elements is None else len(self.elements)
        shown = ",".join(str(number) for number in (self.elements or [])[:SHOWN_ELEMENTS])
        text = (f"{self.level} {self.rule} 0x{self.offset:x}+{self.length} {self.field or '-'}"
                f" count={count} elements=[{shown}]")
        if self.inflated is not None:
            text += f" inflated={self.inflated if self.inflated == ANYWHERE else hex(self.inflated)}"
        if self.at is not None:
            text += f" at={self.at[0]}:{self.at[1]}"
        return text + (f" in={self.inside}" if self.inside else "")


@dataclass
class Fixture:
    path: str                       # beneath tests/rules: "xmf/trailing-bytes/fires.xmf"
    content: object                 # bytes; of a folder, the bytes of each file by its path in it
    findings: list
    options: dict = field(default_factory=dict)     # {"max-inflated": 1000}; {"with": "game"} or ["a", "b"]: then `mod` is checked
    beside: dict = field(default_factory=dict)      # extension: bytes, {"dat": b""}

    def files(self):
        """Path and bytes of the fixture and of what stands beside it."""
        lines = [finding.line() + "\n" for finding in sorted(self.findings, key=Finding.key)]
        files = {self.path + ".expected": "".join(lines).encode()}
        if isinstance(self.content, dict):
            files.update((f"{self.path}/{name}", content) for name, content in self.content.items())
        else:
            files[self.path] = self.content
        for extension, content in self.beside.items():
            files[f"{self.path.rpartition('.')[0]}.{extension}"] = content
        if self.options:
            text = "".join(f"{name} {value}\n" for name, values in self.options.items()
                           for value in (values if isinstance(values, list) else [values]))
            files[self.path + ".options"] = text.encode()
        return files


class Rule:
    """The fixtures of one rule, in its folder of tests/rules."""

    def __init__(self, id, extension):
        self.id = id
        self.format = id.split("/")[0]
        self.extension = extension
        self.fixtures = []

    def add(self, name, content, findings, options=None, extension=None, beside=None):
        path = f"{self.id}/{name}"
        if not isinstance(content, dict):
            path += f".{extension or self.extension}"
        assert path not in (fixture.path for fixture in self.fixtures), path
        self.fixtures.append(Fixture(path, content, findings, options or {}, beside or {}))

    def fires(self, name, content, *findings, **more):
        assert any(finding.rule == self.id for finding in findings), (self.id, name)
        self.add("fires" + name, content, list(findings), **more)

    def near(self, name, content, *findings, **more):
        assert all(finding.rule != self.id for finding in findings), (self.id, name)
        self.add("near" + name, content, list(findings), **more)


class Book:
    """The rules of a format. `@book.rule` above a function that makes the fixtures of the rule of its name."""

    def __init__(self, format, extension):
        self.format = format
        self.extension = extension
        self.makers = []

    def rule(self, maker):
        self.makers.append(maker)
        return maker

    def rules(self):
        made = []
        for maker in self.makers:
            made.append(Rule(f"{self.format}/{maker.__name__.replace('_', '-')}", self.extension))
            maker(made[-1])
        return made

    def finding(self, level, file, rule, field, at=None, **more):
        """`file` says where its field is, unless `at` does."""
        offset, length = at or file.where(field)
        return Finding(level, f"{self.format}/{rule}", field, offset, length, **more)

    def error(self, *arguments, **more):
        return self.finding("error", *arguments, **more)

    def warning(self, *arguments, **more):
        return self.finding("warning", *arguments, **more)

    def note(self, *arguments, **more):
        return self.finding("note", *arguments, **more)
