"""cms_rules.py: the fixtures of the rules of CMS."""

from cms import HALVES, SQUARE, Collision
from fixtures import INFINITE, NAN, Book
from lostsaga import NEGATIVE, family_rules, magic_rule

BOOK = Book("cms", "cms")
rule, rules, error, warning, note = BOOK.rule, BOOK.rules, BOOK.error, BOOK.warning, BOOK.note

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
        r.fires(f"-vertices-{number}", file.bytes(), error(file, "count-range", "header.nVerts"))
    for number in (size // 6 + 1, NEGATIVE):
        file = Collision(nFaces=number)
        r.fires(f"-faces-{number}", file.bytes(), error(file, "count-range", "nFaces"))
    file = Collision(nFaces=size // 6)
    r.near("-faces", file.bytes(), error(file, "truncated", "faces"))
    file = Collision(nVerts=size // 12)
    start = file.start("vertices")
    r.near("-vertices", file.bytes(), error(file, "truncated", "vertices", at=(start, size - start)))
    r.near("", Collision().bytes())


@rule
def empty(r):
    file = Collision(vertices=[], faces=[])
    r.fires("", file.bytes(), warning(file, "empty", "header.nVerts"), warning(file, "empty", "nFaces"))
    file = Collision(faces=[])
    r.fires("-faces", file.bytes(), warning(file, "empty", "nFaces"))
    file = Collision(vertices=[])
    r.fires("-vertices", file.bytes(), warning(file, "empty", "header.nVerts"),
            error(file, "index-range", "faces", elements=[0, 1]))
    r.near("", Collision(vertices=SQUARE[:3], faces=HALVES[:1]).bytes())


@rule
def index_range(r):
    file = Collision(faces=[(0, 1, 2), (1, 2, 4), (2, 1, 3), (0xFFFF, 0, 1)])
    r.fires("", file.bytes(), error(file, "index-range", "faces", elements=[1, 3]))
    for place in range(3):
        face = [0, 1, 2]
        face[place] = 4
        file = Collision(faces=[tuple(face)])
        r.fires(f"-{place}", file.bytes(), error(file, "index-range", "faces", elements=[0]))
    r.near("", Collision(faces=[(3, 2, 1), (1, 2, 3), (2, 3, 0)]).bytes())


@rule
def degenerate_triangle(r):
    file = Collision(faces=[(0, 0, 1), (0, 1, 2), (1, 2, 1), (3, 2, 2), (3, 3, 3)])
    r.fires("", file.bytes(), note(file, "degenerate-triangle", "faces", elements=[0, 2, 3, 4]))
    file = Collision(faces=[(9, 9, 9)])
    r.fires("-beyond", file.bytes(), note(file, "degenerate-triangle", "faces", elements=[0]),
            error(file, "index-range", "faces", elements=[0]))
    r.near("", Collision(vertices=[SQUARE[0]] * 2 + [SQUARE[1]], faces=[(0, 1, 2)]).bytes())


@rule
def position_range(r):
    file = Collision(vertices=[*SQUARE[:2], (0.0, -1.0001e6, 0.0), (3e38, 2e6, 0.0)])
    r.fires("", file.bytes(), warning(file, "position-range", "vertices", elements=[2, 3]))
    file = Collision(vertices=[(INFINITE, 0.0, 0.0), (0.0, 2e6, 0.0), (NAN, 2e6, 0.0), (1.0, 0.0, 0.0)])
    r.fires("-not-finite", file.bytes(), error(file, "not-finite", "vertices", elements=[0, 2]),
            warning(file, "position-range", "vertices", elements=[1, 2]))
    r.near("", Collision(vertices=[(1e6, 0.0, 0.0), (0.0, -1e6, 0.0), (0.0, 0.0, 1e6), (600000.0, 0.0, 0.0)]).bytes())


@rule
def no_extent(r):
    file = Collision(vertices=[(1.0, 2.0, 3.0)] * 4)
    r.fires("", file.bytes(), warning(file, "no-extent", "vertices"))
    file = Collision(vertices=[(1.0, 2.0, 3.0)] * 2, faces=[])
    r.near("-two", file.bytes(), warning(file, "empty", "nFaces"))
    r.near("", Collision(vertices=[(1.0, 2.0, 3.0)] * 3 + [(1.0, 2.0, 3.5)]).bytes())
    file = Collision(vertices=[(0.0, 0.0, NAN)] * 4)
    r.near("-nan", file.bytes(), error(file, "not-finite", "vertices", elements=[0, 1, 2, 3]))
    file = Collision(vertices=[(1.0, 2.0, 3.0)] * 40)
    start, _ = file.where("vertices")
    there = 39 * 12 + 1
    r.near("-cut", file.bytes()[:start + there], error(file, "truncated", "vertices", at=(start, there)))


@rule
def not_finite(r):
    vertices = [(0.0, 0.0, NAN), (0.0, 1.0, 0.0), (INFINITE, 0.0, 0.0), (0.0, -INFINITE, NAN)]
    file = Collision(vertices=vertices)
    r.fires("", file.bytes(), error(file, "not-finite", "vertices", elements=[0, 2, 3]))
    file = Collision(vertices=[(3e38, -3e38, -0.0), *SQUARE[1:]])
    r.near("", file.bytes(), warning(file, "position-range", "vertices", elements=[0]))


@rule
def several(r):
    file = Collision(vertices=[(NAN, 0.0, 0.0), *SQUARE[1:]], faces=[(0, 1, 4), (2, 2, 1)], tail=b"\1\2")
    r.add("three-defects", file.bytes(), [
        error(file, "not-finite", "vertices", elements=[0]), error(file, "index-range", "faces", elements=[0]),
        note(file, "degenerate-triangle", "faces", elements=[1]),
        warning(file, "trailing-bytes", "", at=file.where("tail")),
    ])
    file = Collision(vertices=[(0.0, INFINITE, 0.0), *SQUARE[1:]], faces=[(0, 1, 2), (3, 3, 9), (0, 1, 2)])
    start = file.start("faces")
    r.add("cut", file.bytes()[:-1], [
        error(file, "not-finite", "vertices", elements=[0]),
        error(file, "index-range", "faces", elements=[1], at=(start, 12)),
        note(file, "degenerate-triangle", "faces", elements=[1], at=(start, 12)),
        error(file, "truncated", "faces", at=(start, 17)),
    ])
