"""cms_rules.py: the fixtures of the rules of CMS."""

from cms import HALVES, SQUARE, Collision
from fixtures import INFINITE, NAN, Book
from lostsaga import NEGATIVE, family_rules, magic_rule

BOOK = Book("cms", "cms")
rule, rules, error, warning, note = BOOK.rule, BOOK.rules, BOOK.error, BOOK.warning, BOOK.note

# What messages say besides what stands in the file.
BOOK.may_say("bad-magic", "CMS", expected=b"CMS\0")
BOOK.may_say("unsupported-version", expected="5000")
BOOK.may_say("position-range", 1000000)
BOOK.may_say("count-range", 6, 12)               # bytes of a face and a vertex

magic_rule(BOOK, Collision)
family_rules(BOOK, Collision, (5000,), (4999, 5001, 0, 0xFFFFFFFF))


@rule
def truncated(r):
    file = Collision()
    whole = file.bytes()
    r.fires("-header", whole[:11], error(file, "truncated", "header", at=(0, 11)))
    start, length = file.where("vertices")
    r.fires("-vertices", whole[:start + length - 1], error(file, "truncated", "vertices", at=(start, length - 1)))
    r.fires("-number", whole[:start + length + 2], error(file, "truncated", "nFaces", at=(start + length, 2)))
    r.fires("-no-number", whole[:start + length], error(file, "truncated", "nFaces", at=(start + length, 0)))
    start, length = file.where("faces")
    r.fires("-faces", whole[:-1], error(file, "truncated", "faces", at=(start, length - 1)))
    r.fires("-no-faces", whole[:start], error(file, "truncated", "faces", at=(start, 0)))
    r.near("", whole)


@rule
def count_range(r):
    size = len(Collision().bytes())
    for number in (size // 12 + 1, 0x7FFFFFFF, NEGATIVE, 0xFFFFFFFF):
        file = Collision(nVerts=number)
        r.fires(f"-vertices-{number}", file, error("count-range", "header.nVerts"))
    for number in (size // 6 + 1, NEGATIVE):
        r.fires(f"-faces-{number}", Collision(nFaces=number), error("count-range", "nFaces"))
    r.near("-faces", Collision(nFaces=size // 6), error("truncated", "faces", whole=size // 6 * 6))
    file = Collision(nVerts=size // 12)
    start = file.start("vertices")
    r.near("-vertices", file, error("truncated", "vertices", at=(start, size - start), whole=size // 12 * 12))
    r.near("", Collision())


@rule
def empty(r):
    r.fires("", Collision(vertices=[], faces=[]), warning("empty", "header.nVerts"), warning("empty", "nFaces"))
    r.fires("-faces", Collision(faces=[]), warning("empty", "nFaces"))
    r.fires("-vertices", Collision(vertices=[]), warning("empty", "header.nVerts"),
            error("index-range", "faces", elements=[0, 1]))
    r.near("", Collision(vertices=SQUARE[:3], faces=HALVES[:1]))


@rule
def index_range(r):
    file = Collision(faces=[(0, 1, 2), (1, 2, 4), (2, 1, 3), (0xFFFF, 0, 1)])
    r.fires("", file, error("index-range", "faces", elements=[1, 3], says=(65535,)))
    for place in range(3):
        face = [0, 1, 2]
        face[place] = 4
        r.fires(f"-{place}", Collision(faces=[tuple(face)]), error("index-range", "faces", elements=[0]))
    r.near("", Collision(faces=[(3, 2, 1), (1, 2, 3), (2, 3, 0)]))


@rule
def degenerate_triangle(r):
    file = Collision(faces=[(0, 0, 1), (0, 1, 2), (1, 2, 1), (3, 2, 2), (3, 3, 3)])
    r.fires("", file, note("degenerate-triangle", "faces", elements=[0, 2, 3, 4]))
    r.fires("-beyond", Collision(faces=[(9, 9, 9)]), note("degenerate-triangle", "faces", elements=[0]),
            error("index-range", "faces", elements=[0]))
    r.near("", Collision(vertices=[SQUARE[0]] * 2 + [SQUARE[1]], faces=[(0, 1, 2)]))


@rule
def position_range(r):
    file = Collision(vertices=[*SQUARE[:2], (0.0, -1.0001e6, 0.0), (3e38, 2e6, 0.0)])
    r.fires("", file, warning("position-range", "vertices", elements=[2, 3]))
    file = Collision(vertices=[(INFINITE, 0.0, 0.0), (0.0, 2e6, 0.0), (NAN, 2e6, 0.0), (1.0, 0.0, 0.0)])
    r.fires("-not-finite", file, error("not-finite", "vertices", elements=[0, 2]),
            warning("position-range", "vertices", elements=[1, 2]))
    r.near("", Collision(vertices=[(1e6, 0.0, 0.0), (0.0, -1e6, 0.0), (0.0, 0.0, 1e6), (600000.0, 0.0, 0.0)]))


@rule
def no_extent(r):
    r.fires("", Collision(vertices=[(1.0, 2.0, 3.0)] * 4), warning("no-extent", "vertices", says=(1.0, 2.0, 3.0)))
    r.near("-two", Collision(vertices=[(1.0, 2.0, 3.0)] * 2, faces=[]), warning("empty", "nFaces"))
    r.near("", Collision(vertices=[(1.0, 2.0, 3.0)] * 3 + [(1.0, 2.0, 3.5)]))
    r.near("-nan", Collision(vertices=[(0.0, 0.0, NAN)] * 4), error("not-finite", "vertices", elements=[0, 1, 2, 3]))
    file = Collision(vertices=[(1.0, 2.0, 3.0)] * 40)
    start, _ = file.where("vertices")
    there = 39 * 12 + 1
    r.near("-cut", file.bytes()[:start + there], error(file, "truncated", "vertices", at=(start, there)))


@rule
def not_finite(r):
    vertices = [(0.0, 0.0, NAN), (0.0, 1.0, 0.0), (INFINITE, 0.0, 0.0), (0.0, -INFINITE, NAN)]
    r.fires("", Collision(vertices=vertices), error("not-finite", "vertices", elements=[0, 2, 3]))
    file = Collision(vertices=[(3e38, -3e38, -0.0), *SQUARE[1:]])
    r.near("", file, warning("position-range", "vertices", elements=[0]))


@rule
def several(r):
    file = Collision(vertices=[(NAN, 0.0, 0.0), *SQUARE[1:]], faces=[(0, 1, 4), (2, 2, 1)], tail=b"\1\2")
    r.add("three-defects", file, [
        error("not-finite", "vertices", elements=[0]), error("index-range", "faces", elements=[0]),
        note("degenerate-triangle", "faces", elements=[1]),
        warning("trailing-bytes", "", at=file.where("tail")),
    ])
    file = Collision(vertices=[(0.0, INFINITE, 0.0), *SQUARE[1:]], faces=[(0, 1, 2), (3, 3, 9), (0, 1, 2)])
    start = file.start("faces")
    r.add("cut", file.bytes()[:-1], [
        error(file, "not-finite", "vertices", elements=[0]),
        error(file, "index-range", "faces", elements=[1], at=(start, 12), says=(2, 9)),
        note(file, "degenerate-triangle", "faces", elements=[1], at=(start, 12)),
        error(file, "truncated", "faces", at=(start, 17)),
    ])
