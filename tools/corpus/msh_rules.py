"""msh_rules.py: the fixtures of the rules of MSH."""

import math

from bone_rules import bone_rule
from fixtures import INFINITE, NAN, Book, Finding, normalised
from lostsaga import NEGATIVE, control_characters, family_rules, magic_rule
from msh import INDICES, SQUARE, UP, Mesh
from msh_seeds import BIPEDS, FOUR, ONE, TWO, UVS, animated, divided, good
from others import OTHERS

BOOK = Book("msh", "msh")
rule, rules, error, warning, note = BOOK.rule, BOOK.rules, BOOK.error, BOOK.warning, BOOK.note

# What messages say besides what stands in the file.
BOOK.may_say("bad-magic", "MSH", expected=b"MSH\0")
BOOK.may_say("unsupported-version", 2000, 2002, expected="2000 to 2002")
BOOK.may_say("mesh-type", 0, 6, expected="0 to 6")
BOOK.may_say("position-range", 1000000)
BOOK.may_say("unreachable-vertices", expected="65536 at most")
BOOK.may_say("bounding-box", 6)                  # the diagonal of the box of every fixture
BOOK.may_say("bounding-radius", 3)
BOOK.may_say("count-range", 24)                  # bytes of a control point
POINT = (b"1", b"Bip01", b"x", (0.0, 0.0, 0.0))


def colored(**fields):
    """A good file of any version: those of 2001 have colours."""
    return good(**({"colors": [0] * 4} | fields))


@rule
def bad_magic(r):
    """Many games have .msh and .skl: in a folder only those are reported that are damaged, or lie among files of Lost Saga."""
    other, pointer = b"GR01 of another game, or any", OTHERS["git-lfs"]
    def wrong(format, path):
        rule = "unsupported-version" if format == "ani" else "bad-magic"
        return Finding("error", f"{format}/{rule}", "header.magic", 0, 4, inside=path,
                       expected=b"ANI\0" if format == "ani" else None, says=("ANI",) if format == "ani" else ())
    r.near("-met", {"a.msh": other, "b.skl": other, "c.ani": other})
    r.near("-met-beside", {"a.msh": other, "deeper/b.skl": other, "deeper/c.msh": good().bytes()},
           wrong("skl", "deeper/b.skl"))
    for format in ("msh", "skl", "ani"):
        judge = r.fires if format == "msh" else r.near      # those are wrong by another format's rule
        judge(f"-pointer-{format}", {f"a.{format}": pointer}, wrong(format, f"a.{format}"))
        judge(f"-among-{format}", {f"a.{format}": other, "good.msh": good().bytes()}, wrong(format, f"a.{format}"))
    r.fires("-zeros", {"a.msh": bytes(100)}, wrong("msh", "a.msh"))
    r.fires("-utf-8", {"a.msh": b"\xef\xbf\xbd\1"}, wrong("msh", "a.msh"))
    r.fires("-web-page", {"a.msh": OTHERS["web-page"]}, wrong("msh", "a.msh"))
    r.near("-cursor", {"a.ani": b"RIFF\1\2\3\4ACON", "good.msh": good().bytes()})


magic_rule(BOOK, good)
family_rules(BOOK, colored, (2000, 2001), (1999, 2003, 0, 0xFFFFFFFF),
             [good(version=2002, points=[POINT], tail=b"x"), good(version=2002, tail=b"\0")])


@rule
def truncated(r):
    whole = {"type": 1, "version": 2002, "tangents": [UP] * 4, "binormals": [UP] * 4, "colors": [0] * 4,
             "positions2": SQUARE, "points": [POINT], "mask": None,
             # many in front, so that the cut file is large enough for its counts
             "submeshes": [(0, 4, 0, 2)] + [(4, 0, 6, 0)] * 30}
    file = animated(**whole)
    content = file.bytes()
    for field in ("positions", "normals", "tangents", "binormals", "colors", "uv0", "weights", "positions2", "faces",
                  "nVerts", "nBones", "nFaces", "nPoints", "bones[1].name", "points[0].extra", "points[0].position"):
        start, length = file.where(field)
        r.fires("-" + field.replace("[", "-").replace("].", "-"), content[:start + length - 1],
                error(file, "truncated", field, at=(start, length - 1)))
        if field in ("positions", "weights", "faces", "points[0].position"):
            r.fires("-no-" + field.replace("[", "-").replace("].", "-"), content[:start],
                    error(file, "truncated", field, at=(start, 0)))
    lightmap = good(type=2, uv1=UVS, submeshes=[(0, 4, 0, 2)] + [(4, 0, 6, 0)] * 30)
    start, length = lightmap.where("uv1")
    r.fires("-uv1", lightmap.bytes()[:start + length - 1],
            error(lightmap, "truncated", "uv1", at=(start, length - 1)))
    r.fires("-header", content[:47], error(file, "truncated", "header", at=(0, 47)))
    r.fires("-type", content[:11], error(file, "truncated", "header", at=(0, 11)))
    file = divided()
    start = file.start("submeshes")
    r.fires("-submeshes", file.bytes()[:start + 31], error(file, "truncated", "submeshes", at=(start, 31)))
    # the existing part of a header is judged
    file = good(type=7, mask=0x20)
    r.fires("-judged", file.bytes()[:20], error(file, "mesh-type", "header.type"),
            error(file, "missing-positions", "header.mask"), error(file, "truncated", "header", at=(0, 20)))
    r.near("", content)


@rule
def count_range(r):
    size = len(good().bytes())
    for number in (size // 16 + 1, NEGATIVE, 0xFFFFFFFF):
        file = good(nSub=number)
        r.fires(f"-submeshes-{number}", file, error("count-range", "header.nSub"))
    for number in (size // 32 + 1, 0x7FFFFFFF, NEGATIVE):
        file = good(nVerts=number)
        r.fires(f"-vertices-{number}", file, error("count-range", "nVerts"))
    for number in (size // 6 + 1, NEGATIVE):
        r.fires(f"-faces-{number}", good(nFaces=number), error("count-range", "nFaces"))
    file = animated()
    for number in (len(file.bytes()) // 4 + 1, NEGATIVE):
        r.fires(f"-bones-{number}", animated(nBones=number), error("count-range", "nBones"))
    file = good(version=2002, points=[POINT])
    for number in (len(file.bytes()) // 24 + 1, NEGATIVE):
        file = good(version=2002, points=[POINT], nPoints=number)
        r.fires(f"-points-{number}", file, error("count-range", "nPoints"))
    file = good(mask=INDICES, nVerts=NEGATIVE)      # vertices without bytes
    r.fires("-nothing", file, error("count-range", "nVerts"), error("missing-positions", "header.mask"),
            warning("missing-weights", "header.mask"))
    file = animated(lengths={"bones[1].name": NEGATIVE})
    r.fires("-bone", file, error("count-range", "bones[1].name", at=(file.start("bones[1].name"), 4)))
    file = good(version=2002, points=[POINT], lengths={"points[0].linkedBiped": 0x7FFFFFFF})
    field = "points[0].linkedBiped"
    r.fires("-point", file, error("count-range", field, at=(file.start(field), 4)))
    r.near("-faces", good(nFaces=size // 6), error("truncated", "faces", whole=size // 6 * 6), warning("submesh-coverage", "submeshes"))


@rule
def string_control_char(r):
    control_characters(r, BOOK, lambda text: animated(bones=[text, b"Bip01"]), "bones[0].name")
    for number, name in enumerate(("type", "linkedBiped", "extra")):
        def make(text, number=number):
            texts = [b"a", b"b", b"c"]
            texts[number] = text
            return good(version=2002, points=[(*texts, (0.0, 0.0, 0.0))])
        control_characters(r, BOOK, make, f"points[0].{name}")
    one, two = good(version=2002, points=[POINT]), good(version=2002, points=[POINT, (b"1", b"Bip\x01", b"x", (0.0,) * 3)])
    one.tail = two.bytes()[len(one.bytes()):]       # a second point, which the file doesn't count
    r.near("-after-the-last-point", one, warning("trailing-bytes", "", at=one.where("tail")))
    r.near("", animated(bones=[b"\x20\x7e\x80\x9f\xff\xb0\xa1", b"Bip01"]))


BOOK.memory_limit(good())


@rule
def limit(r):
    """Submeshes that share their faces."""
    same = [(0, 7, 0, 3)]
    for number, what in ((9, r.fires), (8, r.near)):
        file = divided(submeshes=same * number)
        findings = [warning(file, "submesh-coverage", "submeshes", elements=list(range(1, number)))]
        if number > 8:
            findings.append(error(file, "limit", "submeshes[8]"))
        what("-shared-faces", file.bytes(), *findings)


@rule
def mesh_type(r):
    for value in (7, 0xFFFFFFFF):
        r.fires(f"-{value}", good(type=value), error("mesh-type", "header.type"))
    for value in (0, 2, 3, 4, 5, 6):
        more = {2: {"uv1": UVS}, 6: {"colors": [0] * 4}}.get(value, {})
        r.near(f"-{value}", good(type=value, **more))


@rule
def vertex_mask(r):
    for bit in (0x4, 0x80, 0x400, 0x800, 0x4000, 0x80000000):
        r.fires(f"-{bit:x}", good(mask=0x121 | bit), error("vertex-mask", "header.mask", says=(f"0x{bit:x}",)))
    file = good(mask=0x125, tail=b"x")      # the bytes behind the vertices are not understood
    r.fires("-tail", file, error("vertex-mask", "header.mask", says=("0x4",)))
    r.fires("-submeshes", good(mask=0x121 | 0x4, submeshes=[(0, 5, 1, 2)]), error("vertex-mask", "header.mask", says=("0x4",)),
            error("submesh-vertices", "submeshes[0].vertexCount"), error("submesh-faces", "submeshes[0].indexStart"))
    file = Mesh(type=1, normals=[UP] * 4, tangents=[UP] * 4, binormals=[UP] * 4, colors=[0] * 4, uv0=UVS, uv1=UVS,
                bones=BIPEDS, weights=[ONE, TWO, FOUR, ONE], positions2=SQUARE, mask=0x337B)
    r.near("", file, note("unexpected-uv1", "header.mask"))


@rule
def missing_positions(r):
    r.fires("", Mesh(positions=None, normals=[UP] * 4), error("missing-positions", "header.mask"))
    r.fires("-second", Mesh(positions=None, positions2=SQUARE), error("missing-positions", "header.mask"))
    r.near("", Mesh())


@rule
def missing_weights(r):
    file = good(type=1)
    r.fires("", file, warning("missing-weights", "header.mask"))
    for type in (0, 1):
        r.fires(f"-indices-{type}", good(type=type, mask=0x121 | INDICES), warning("missing-weights", "header.mask"))
    r.near("", animated())
    r.near("-without-indices", animated(mask=0x129))
    r.near("-static", good())


@rule
def unexpected_weights(r):
    for type in (0, 3, 5):
        r.fires(f"-{type}", animated(type=type), warning("unexpected-weights", "header.mask"))
    r.fires("-2", animated(type=2, uv1=UVS, mask=None), warning("unexpected-weights", "header.mask"))
    r.near("", animated())


@rule
def missing_normals(r):
    r.fires("", animated(normals=None, mask=None), warning("missing-normals", "header.mask"))
    r.near("", animated())
    r.near("-static", Mesh())


@rule
def missing_uv1(r):
    r.fires("", good(type=2), warning("missing-uv1", "header.mask"))
    r.near("", good(type=2, uv1=UVS))
    r.near("-static", good())


@rule
def unexpected_uv1(r):
    for type in (0, 3, 4, 5, 6):
        r.fires(f"-{type}", good(type=type, uv1=UVS, colors=[0] * 4), note("unexpected-uv1", "header.mask"))
    r.fires("-1", animated(uv1=UVS, mask=None), note("unexpected-uv1", "header.mask"))
    r.near("", good(type=2, uv1=UVS))


@rule
def missing_colors(r):
    file = good(type=6)
    r.fires("-6", file, warning("missing-colors", "header.mask"))
    for type in (0, 6):
        r.fires(f"-2001-{type}", good(version=2001, type=type), warning("missing-colors", "header.mask"))
    r.near("-6", good(type=6, colors=[0] * 4))
    r.near("-2001", good(version=2001, colors=[0] * 4))
    r.near("-2002", good(version=2002))
    r.near("", good(type=5))


@rule
def submesh_vertices(r):
    r.fires("", divided(submeshes=[(0, 4, 0, 2), (4, 4, 6, 1)]), error("submesh-vertices", "submeshes[1].vertexCount"))
    file = divided(submeshes=[(0, 4, 0, 2), (8, 0, 6, 0), (4, 3, 6, 1)])
    r.fires("-start", file, error("submesh-vertices", "submeshes[1].minIndex"))
    file = divided(submeshes=[(0xFFFFFFFF, 4, 0, 2), (4, 0xFFFFFFFF, 6, 1)])
    r.fires("-wraps", file, error("submesh-vertices", "submeshes[0].minIndex"),
            warning("index-outside-submesh", "submeshes[0]", elements=[0, 1]),
            error("submesh-vertices", "submeshes[1].vertexCount"))
    file = divided(submeshes=[(0, 4, 0, 2), (4, 3, 6, 1), (7, 1, 9, 0)])
    r.fires("-start-at-the-end", file, error("submesh-vertices", "submeshes[2].vertexCount"))
    r.near("", divided())
    r.near("-none-at-the-end", divided(submeshes=[(0, 4, 0, 2), (4, 3, 6, 1), (7, 0, 9, 0)]))


@rule
def submesh_faces(r):
    r.fires("", divided(submeshes=[(0, 4, 0, 2), (4, 3, 6, 2)]), error("submesh-faces", "submeshes[1].faceCount"))
    file = divided(submeshes=[(0, 4, 0, 2), (4, 3, 15, 0)])
    r.fires("-start", file, error("submesh-faces", "submeshes[1].indexStart"))
    for first in (1, 2, 5, 0xFFFFFFFE):
        file = divided(submeshes=[(0, 4, first, 2), (4, 3, 6, 1)])
        r.fires(f"-{first}", file, error("submesh-faces", "submeshes[0].indexStart"))
    file = divided(submeshes=[(0, 4, 0, 2), (4, 3, 6, 1), (7, 0, 9, 1)])
    r.fires("-start-at-the-end", file, error("submesh-faces", "submeshes[2].faceCount"))
    file = divided(faces=[(0, 1, 2), (2, 1, 3), (4, 3, 6)], submeshes=[(0, 4, 1, 2), (4, 3, 6, 1)])
    r.fires("-before-others", file, error("submesh-faces", "submeshes[0].indexStart"),
            warning("index-outside-submesh", "submeshes[1]", elements=[2]))
    r.near("", divided())
    r.near("-none-at-the-end", divided(submeshes=[(0, 4, 0, 2), (4, 3, 6, 1), (0, 0, 9, 0)]))


@rule
def submesh_coverage(r):
    r.fires("-vertices-end", divided(submeshes=[(0, 4, 0, 2), (4, 2, 6, 1)]), warning("submesh-coverage", "submeshes"),
            warning("index-outside-submesh", "submeshes[1]", elements=[2]))
    r.fires("-faces-end", divided(submeshes=[(0, 4, 0, 2), (4, 3, 6, 0)]), warning("submesh-coverage", "submeshes"))
    file = divided(submeshes=[(0, 4, 0, 2), (3, 4, 6, 1)])
    r.fires("-overlap", file, warning("submesh-coverage", "submeshes", elements=[1]))
    file = divided(submeshes=[(0, 7, 0, 2), (4, 3, 6, 1)])
    r.fires("-inside", file, warning("submesh-coverage", "submeshes", elements=[1]))
    file = divided(submeshes=[(1, 3, 0, 2), (4, 3, 6, 1)])
    r.fires("-start", file, warning("submesh-coverage", "submeshes", elements=[0]),
            warning("index-outside-submesh", "submeshes[0]", elements=[0]))
    file = divided(submeshes=[(0, 4, 0, 2), (4, 3, 0, 2), (7, 0, 6, 1)])
    r.fires("-faces-twice", file, warning("submesh-coverage", "submeshes", elements=[1]),
            warning("index-outside-submesh", "submeshes[1]", elements=[0, 1]),
            warning("index-outside-submesh", "submeshes[2]", elements=[2]))
    r.fires("-start-alone", good(submeshes=[(1, 3, 0, 2)]), warning("submesh-coverage", "submeshes", elements=[0]),
            warning("index-outside-submesh", "submeshes[0]", elements=[0]))
    file = divided(submeshes=[(0, 2, 0, 2), (4, 0, 6, 0), (4, 3, 6, 1)])
    r.fires("-gap-behind-an-empty-one", file, warning("submesh-coverage", "submeshes", elements=[2]),
            warning("index-outside-submesh", "submeshes[0]", elements=[0, 1]))
    file = divided(submeshes=[(0, 7, 0, 3), (0, 7, 0, 0), (7, 0, 9, 0)])
    r.fires("-before-an-empty-one", file, warning("submesh-coverage", "submeshes", elements=[1]))
    # the mesh has 7 vertices; 87 are not more than 4 times that and 64, 94 are
    for copies, report in ((11, warning), (12, error)):
        parts = [(0, 7, 0, 2), (4, 3, 6, 1), *[(0, 7, 0, 0)] * copies]
        file = divided(submeshes=parts)
        r.fires(f"-copies-{copies}", file,
                report(file, "submesh-coverage", "submeshes", elements=list(range(1, copies + 2))))
    r.fires("-nothing", divided(submeshes=[(0, 0, 0, 0)]), warning("submesh-coverage", "submeshes"))
    file = divided(submeshes=[*[(0, 7, 0, 3)], *[(0, 7, 0, 0)] * 12, (0, 1, 0, 0), (0, 9, 0, 0)])     # 92, and one without
    r.fires("-copies-just-not", file, error("submesh-vertices", "submeshes[14].vertexCount"),
            warning("submesh-coverage", "submeshes", elements=list(range(1, 14))))
    r.near("", divided())
    r.near("-backwards-and-empty", divided(submeshes=[(4, 3, 6, 1), (2, 0, 3, 0), (0, 4, 0, 2)]))
    r.near("-backwards", divided(submeshes=[(4, 3, 6, 1), (0, 4, 0, 2)]))
    r.near("-empty", divided(submeshes=[(2, 0, 3, 0), (0, 4, 0, 2), (1, 0, 0, 0), (4, 3, 6, 1)]))


@rule
def no_submeshes(r):
    r.fires("", good(submeshes=[]), warning("no-submeshes", "header.nSub"))
    r.fires("-empty", Mesh(positions=[], faces=[], submeshes=[]), warning("no-submeshes", "header.nSub"))
    r.near("", good())


@rule
def index_range(r):
    file = good(faces=[(0, 1, 2), (1, 2, 4), (2, 1, 3), (0xFFFF, 0, 1)])
    r.fires("", file, error("index-range", "faces", elements=[1, 3]))
    r.fires("-submesh", divided(faces=[(0, 1, 2), (2, 1, 3), (4, 5, 7)]), error("index-range", "faces", elements=[2]))
    r.near("", good(faces=[(0, 1, 2), (3, 2, 1)]))


@rule
def index_outside_submesh(r):
    file = divided(faces=[(0, 1, 2), (2, 1, 4), (4, 5, 6)])
    r.fires("-above", file, warning("index-outside-submesh", "submeshes[0]", elements=[1]))
    file = divided(faces=[(0, 1, 2), (2, 1, 3), (4, 3, 6)])
    r.fires("-below", file, warning("index-outside-submesh", "submeshes[1]", elements=[2]))
    file = divided(faces=[(4, 1, 2), (2, 5, 3), (4, 0, 6)])
    r.fires("-both", file, warning("index-outside-submesh", "submeshes[0]", elements=[0, 1]),
            warning("index-outside-submesh", "submeshes[1]", elements=[2]))
    file = divided(faces=[(7, 1, 2), (2, 6, 9), (4, 5, 6)])         # an index beyond all vertices is another rule
    r.fires("-beyond", file, warning("index-outside-submesh", "submeshes[0]", elements=[1]),
            error("index-range", "faces", elements=[0, 1]))
    r.near("", divided(faces=[(0, 3, 2), (2, 1, 3), (4, 6, 5)]))


@rule
def degenerate_triangle(r):
    file = good(faces=[(0, 0, 1), (0, 1, 2), (1, 2, 1), (3, 2, 2), (3, 3, 3)])
    r.fires("", file, note("degenerate-triangle", "faces", elements=[0, 2, 3, 4]))
    r.near("", good(positions=[SQUARE[0]] * 3 + [SQUARE[1]]))


@rule
def unreachable_vertices(r):
    file = good(mask=INDICES, nVerts=65537, faces=[], submeshes=[(0, 65537, 0, 0)])     # vertices without bytes
    file.positions = file.normals = file.uv0 = None
    also = [error(file, "missing-positions", "header.mask"), warning(file, "missing-weights", "header.mask")]
    r.fires("", file, warning("unreachable-vertices", "nVerts"), *also)
    file.nVerts, file.submeshes = 65536, [(0, 65536, 0, 0)]
    r.near("", file, *also)


@rule
def position_range(r):
    file = good(positions=[*SQUARE[:3], (4.0, 4.0, 1.0001e6)])
    r.fires("", file, warning("position-range", "positions", elements=[3]))
    file = good(positions=[(NAN, -2e6, 0.0), (4.0, 0.0, 0.0), (0.0, 4.0, INFINITE), (4.0, 4.0, 0.0)],
                bbMin=(4.0, 0.0, 0.0), bbMax=(4.0, 4.0, 0.0))
    r.fires("-not-finite", file, error("not-finite", "positions", elements=[0, 2]),
            warning("position-range", "positions", elements=[0]))
    r.near("", good(positions=[*SQUARE[:3], (1e6, -1e6, 600000.0)]))
    file = good(positions=[*SQUARE[:3], (4.0, INFINITE, 0.0)], bbMin=(0.0, 0.0, 0.0), bbMax=(4.0, 4.0, 2.0))
    r.near("-not-finite", file, error("not-finite", "positions", elements=[3]))
    r.near("-others", good(uv0=[(1e30, -1e30)] * 4, positions2=[(1e30, 0.0, 0.0)] * 4))


@rule
def no_extent(r):
    r.fires("", good(positions=[(1.0, 2.0, 3.0)] * 4), warning("no-extent", "positions"))
    file = Mesh(positions=[(1.0, 2.0, 3.0)] * 2, faces=[(0, 1, 1)])
    r.near("-two", file, note("degenerate-triangle", "faces", elements=[0]))
    r.near("", good(positions=[(1.0, 2.0, 3.0)] * 3 + [(1.0, 2.0, 3.5)]))
    r.near("-second-positions", good(positions2=[(0.0, 0.0, 0.0)] * 4))


@rule
def not_finite(r):
    square = {"positions": SQUARE, "normals": [UP] * 4, "tangents": [UP] * 4, "binormals": [UP] * 4, "uv0": UVS,
              "uv1": UVS, "positions2": SQUARE}
    for name, values in square.items():
        values = list(values)
        values[1] = values[1][:-1] + (NAN,)
        values[3] = (-INFINITE,) + values[3][1:]
        file = good(bbMin=(0.0, 0.0, 0.0), bbMax=(4.0, 4.0, 2.0) if name != "positions" else (0.0, 4.0, 2.0),
                    type=2 if name == "uv1" else 0, **{name: values})
        level = error if name == "positions" else warning
        r.fires("-" + name, file, level(file, "not-finite", name, elements=[1, 3]))
    file = good(version=2002, points=[POINT, POINT[:3] + ((0.0, NAN, 0.0),)])
    r.fires("-point", file, warning("not-finite", "points[1].position"))
    r.near("", good(uv0=[(3e38, -3e38)] * 4, colors=[0x7FC00000, 0xFFFFFFFF, 0x7F800000, 0]))
    file = animated(weights=[ONE, TWO, FOUR, (NAN,) + ONE[1:]])
    r.near("-weights", file, error("weight-value", "weights", elements=[3]))


@rule
def bounding_box(r):
    # the diagonal is 6: 0.12 is 2 % of it
    for axis in range(3):
        low, high = [0.0, 0.0, 0.0], [4.0, 4.0, 2.0]
        low[axis] -= 0.125
        # The radius is that of the wrong box, and may be near enough for the right one.
        radius = {"radius": math.dist(low, high) / 2} if axis == 2 else {}
        r.fires(f"-min-{axis}", good(bbMin=tuple(low)), warning("bounding-box", "header.bbMin"), fixed=good(**radius))
        high[axis] -= 0.125
        radius = {"radius": math.dist((0.0, 0.0, 0.0), high) / 2} if axis == 2 else {}
        r.fires(f"-max-{axis}", good(bbMax=tuple(high)), warning("bounding-box", "header.bbMax"), fixed=good(**radius))
    both = {"bbMin": (-1.0, -1.0, -1.0), "bbMax": (5.0, 5.0, 3.0)}
    r.fires("-both", good(**both), warning("bounding-box", "header.bbMin"), warning("bounding-box", "header.bbMax"),
            fixed=good())
    r.fires("-both-and-radius", good(radius=3.0, **both), warning("bounding-box", "header.bbMin"),
            warning("bounding-box", "header.bbMax"), warning("bounding-radius", "header.radius", says=("4.69041576",)), fixed=good())
    r.fires("-inside-out", good(bbMin=(4.0, 0.0, 0.0), bbMax=(0.0, 4.0, 2.0)), warning("bounding-box", "header.bbMin"), fixed=good())
    flat = {"positions": [(x, y, 0.0) for x, y, _ in SQUARE]}
    r.fires("-flat-inside-out", good(bbMin=(0.0, 0.0, 0.01), bbMax=(4.0, 4.0, 0.0), **flat),
            warning("bounding-box", "header.bbMin"), fixed=good(**flat, radius=math.dist((0.0, 0.0, 0.01), (4.0, 4.0, 0.0)) / 2))
    r.fires("-one-axis", good(bbMin=(5.0, 0.1, 0.1), radius=2.96), warning("bounding-box", "header.bbMin"),
            warning("bounding-radius", "header.radius", says=("2.22598293",)),
            fixed=good(bbMin=(0.0, 0.1, 0.1), radius=2.96))
    r.fires("-nan", good(bbMin=(NAN, 0.0, 0.0), radius=3.0), warning("bounding-box", "header.bbMin"), fixed=good())
    r.fires("-infinite", good(bbMax=(4.0, 4.0, INFINITE), radius=3.0), warning("bounding-box", "header.bbMax"), fixed=good())
    file = Mesh(positions=[], faces=[], bbMin=(1.0, 0.0, 0.0), bbMax=(0.0, 0.0, 0.0), radius=0.5)
    r.fires("-empty", file, warning("bounding-box", "header.bbMin"), fix_refused="the mesh has no positions to measure")
    high = (4.0, 4.0, 2.0)
    finite = {"positions": [(4.0, 0.0, 0.0), (0.0, 4.0, 1.0), (0.0, 0.0, NAN), (2.0, 2.0, 0.5)], "bbMin": (0.0,) * 3}
    r.fires("-of-finite-positions", good(bbMax=high, **finite), warning("bounding-box", "header.bbMax"),
            error("not-finite", "positions", elements=[2]), fixed=good(bbMax=(4.0, 4.0, 1.0), **finite))
    file = good(submeshes=[(0, 4, 0, 2)] + [(4, 0, 6, 0)] * 30)
    start = file.start("positions")
    r.near("-cut", file.bytes()[:start + 24], error(file, "truncated", "positions", at=(start, 24)))
    r.near("", good(bbMin=(-0.115, 0.115, 0.0), bbMax=(4.0, 3.9, 2.115)))
    r.near("-empty", Mesh(positions=[], faces=[], bbMin=(7.0,) * 3, bbMax=(7.0,) * 3))
    r.near("-point", Mesh(positions=[(7.0, 8.0, 9.0)], faces=[]))


@rule
def bounding_radius(r):
    for suffix, radius in (("less", 2.969), ("more", 3.031), ("nan", NAN), ("infinite", INFINITE), ("negative", -3.0)):
        r.fires("-" + suffix, good(radius=radius), warning("bounding-radius", "header.radius"), fixed=good())
    r.fires("-and-box", good(bbMin=(NAN, 0.0, 0.0), radius=NAN), warning("bounding-radius", "header.radius"),
            warning("bounding-box", "header.bbMin"), fixed=good())
    r.near("-less", good(radius=2.971))
    r.near("-more", good(radius=3.029))


@rule
def normal_length(r):
    normals = [(0.6, 0.8, 0.0), (0.0, 0.0, 1.011), (0.0, 0.989, 0.0), (0.0, 0.0, 0.0)]
    r.fires("", good(normals=normals), note("normal-length", "normals", elements=[1, 2, 3]))
    r.near("", good(normals=[UP, (0.0, 0.0, -1.0099), (0.0, 0.9901, 0.0), (0.6, 0.0, 0.8)]))
    # The lengths of the first two are exactly 1 plus and minus 0.01 as a float has it.
    normals = [(6.028042776051734e-08, 0.00013715944078285247, 1.0099999904632568),
               (1.215098848206253e-07, 0.00031555822351947427, 0.9899999499320984), UP, (0.0, 0.0, 2.0)]
    r.fires("-beside-the-bounds", good(normals=normals), note("normal-length", "normals", elements=[3]))
    r.near("-not-finite", good(normals=[UP, UP, UP, (NAN, 9.0, 0.0)]), warning("not-finite", "normals", elements=[3]))


def weighted(*weights, **fields):
    """An animated mesh with these weights on its last vertices; both bones are used."""
    return animated(weights=([TWO] * 4 + list(weights))[-4:], **fields)


@rule
def bone_index(r):
    for suffix, bone in (("one-more", 2.0), ("minus", -1.0), ("half", 0.5), ("nan", NAN), ("infinite", INFINITE), ("far", 5e9)):
        file = weighted((0.5, 0.5, 0.0, 0.0, 0.0, bone, 0.0, 0.0), TWO)
        r.fires("-" + suffix, file, error("bone-index", "weights", elements=[2]))
    for place in range(4):
        vertex = list(FOUR)
        vertex[4 + place] = 2.0
        r.fires(f"-place-{place}", weighted(tuple(vertex)), error("bone-index", "weights", elements=[3]))
    r.fires("-first-minus", weighted(ONE[:4] + (-1.0, 0.0, 0.0, 0.0)), error("bone-index", "weights", elements=[3]))
    r.fires("-no-bones", animated(bones=[]), error("bone-index", "weights", elements=[0, 1, 2, 3]))
    r.near("", weighted((0.5, 0.5, 0.0, 0.0, 1.0, 0.0, 99.0, NAN), (1.0, 0.0, 0.0, 0.0, -0.0, -1.0, 0.5, 1e30)))


@rule
def weight_value(r):
    r.fires("-negative", weighted((1.25, -0.25, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0)),
            error("weight-value", "weights", elements=[3]), warning("weight-order", "weights", elements=[3]))
    file = weighted((1.0, 0.0, 0.0, NAN, 0.0, 0.0, 0.0, 0.0), TWO)
    r.fires("-nan", file, error("weight-value", "weights", elements=[2]))
    file = weighted((1.25, 0.0, 0.0, -0.25, 0.0, 0.0, 0.0, 0.0))
    r.fires("-last", file, error("weight-value", "weights", elements=[3]))
    r.near("", weighted((1.0, 0.0, -0.0, -0.0, 0.0, 0.0, 0.0, 0.0)))


@rule
def weight_sum(r):
    for suffix, value in (("more", 1.0011), ("less", 0.9989), ("nothing", 0.0), ("infinite", INFINITE)):
        refused = {"nothing": "the weights of vertex 2 add up to 0, by which they can't be divided",
                   "infinite": "the weights of vertex 2 add up to infinity, by which they can't be divided"}
        right = {"fix_refused": refused[suffix]} if suffix in refused else {"fixed": weighted(ONE, TWO)}
        r.fires("-" + suffix, weighted((value,) + ONE[1:], TWO), warning("weight-sum", "weights", elements=[2]), **right)
    shares = 0.5, 0.25, 0.125, 0.0
    near = (0.5005, 0.5, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0)
    r.fires("-of-three", weighted(near, shares + (0.0, 1.0, 0.0, 1.0)),
            warning("weight-sum", "weights", elements=[3], says=(0.875,)),
            fixed=weighted(near, normalised(shares, 0.875) + (0.0, 1.0, 0.0, 1.0)))
    r.near("", weighted((1.0009,) + ONE[1:], (0.9991,) + ONE[1:], FOUR))


@rule
def weight_order(r):
    file = weighted((0.25, 0.75, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0), TWO, (0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0))
    r.fires("", file, warning("weight-order", "weights", elements=[1, 3]), fixed=weighted(
        (0.75, 0.25, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0), TWO, (1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)))
    file = weighted((0.75, 0.0, 0.25, 0.0, 0.0, 1.0, 0.0, 0.0))
    r.fires("-after-zero", file, warning("weight-order", "weights", elements=[3]),
            fixed=weighted((0.75, 0.25, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0)))
    # Read as a bone behind the last one, the first vertex would be one without a name.
    file = animated(weights=[(0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0), ONE, ONE, TWO])
    r.fires("-after-first", file, warning("weight-order", "weights", elements=[0]),
            fixed=animated(weights=[(1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0), ONE, ONE, TWO]))
    file = weighted((0.25, 0.75, 0.0, 0.0, 1.0, 1.0, 0.0, 0.0))
    r.fires("-none-lost", file, warning("weight-order", "weights", elements=[3]),
            fixed=weighted((0.75, 0.25, 0.0, 0.0, 1.0, 1.0, 0.0, 0.0)))
    file = weighted((0.1, 0.2, 0.3, 0.4, 0.0, 1.0, 0.0, 1.0))
    r.fires("-turned", file, warning("weight-order", "weights", elements=[3]),
            fixed=weighted((0.4, 0.3, 0.2, 0.1, 1.0, 0.0, 1.0, 0.0)))
    r.near("", weighted((0.25, 0.25, 0.25, 0.25, 0.0, 1.0, 0.0, 1.0)))


@rule
def empty_bone_name(r):
    r.fires("", animated(bones=[b"", b"Bip01"]), error("empty-bone-name", "bones[0].name"))
    r.fires("-both", animated(bones=[b"", b""]), error("empty-bone-name", "bones[0].name"),
            error("empty-bone-name", "bones[1].name"))
    r.near("", animated(bones=[b" ", b"Bip01"]))


@rule
def duplicate_bone_name(r):
    r.fires("", animated(bones=[b"a", b"a"]), warning("duplicate-bone-name", "bones[1].name"))
    file = animated(bones=[b"b", b"a", b"b", b"a", b"b"])
    r.fires("-three", file, *(warning("duplicate-bone-name", f"bones[{i}].name") for i in (2, 3, 4)),
            *(note("unused-bone", f"bones[{i}]") for i in (2, 3, 4)))
    r.near("", animated(bones=[b"a", b"A"]))


@rule
def unused_bone(r):
    r.fires("", animated(bones=[*BIPEDS, b"Bip01 Neck"]), note("unused-bone", "bones[2]"))
    file = animated(weights=[ONE, ONE, ONE, (1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 1.0, 1.0)])
    r.fires("-without-weight", file, note("unused-bone", "bones[1]"))
    r.fires("-not-whole", animated(weights=[ONE, ONE, ONE, (0.5, 0.5, 0.0, 0.0, 0.0, 1.5, 1.0, 1.0)]),
            note("unused-bone", "bones[1]"), error("bone-index", "weights", elements=[3]))
    r.near("", animated())
    file = animated(weights=[ONE] * 4)
    start, length = file.where("weights")       # the vertex that uses it may be cut off
    r.near("-cut", file.bytes()[:start + length - 1], error(file, "truncated", "weights", at=(start, length - 1)))


@rule
def several(r):
    turned = (0.25, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0)
    file = animated(weights=[ONE, TWO, FOUR, turned], bbMin=(-9.0, 0.0, 0.0), radius=3.0, tail=b"abc")
    right = normalised((1.0, 0.25), 1.25) + (0.0, 0.0, 1.0, 0.0, 0.0, 0.0)
    r.add("all-to-be-fixed", file, [
        warning("bounding-box", "header.bbMin"), warning("bounding-radius", "header.radius", says=("6.87386354",)),
        warning("weight-sum", "weights", elements=[3], says=(1.25,)), warning("weight-order", "weights", elements=[3]),
        warning("trailing-bytes", "", at=file.where("tail")),
    ], fixed=animated(weights=[ONE, TWO, FOUR, right]))
    file = animated(type=9, submeshes=[(0, 9, 0, 2)], bones=[b"a\t", b""], faces=[(0, 1, 2), (3, 3, 4)],
                    normals=[UP, UP, UP, (0.0, 0.0, 2.0)], weights=[ONE, (0.5, 0.0, 0.0, 0.0, 7.0, 0.0, 0.0, 0.0), TWO, TWO],
                    radius=1.0, tail=b"\0")
    r.add("three-defects", file, [
        error("mesh-type", "header.type"), warning("unexpected-weights", "header.mask"),
        warning("bounding-radius", "header.radius"), error("submesh-vertices", "submeshes[0].vertexCount"),
        note("normal-length", "normals", elements=[3]),
        warning("string-control-char", "bones[0].name", elements=[1]),
        error("empty-bone-name", "bones[1].name"), warning("weight-sum", "weights", elements=[1]),
        error("bone-index", "weights", elements=[1]), error("index-range", "faces", elements=[1]),
        note("degenerate-triangle", "faces", elements=[1]), warning("trailing-bytes", "", at=file.where("tail")),
    ])
    file = divided(type=1, bbMin=(0.0, 9.0, 0.0), radius=3.0, submeshes=[(0, 4, 1, 2), (4, 9, 6, 1)],
                   uv0=[(NAN, 0.0)] + UVS + UVS[:2], nFaces=NEGATIVE)
    r.add("after-a-count", file, [
        warning("missing-weights", "header.mask"), warning("bounding-box", "header.bbMin"),
        warning("bounding-radius", "header.radius"),
        error("submesh-faces", "submeshes[0].indexStart"), error("submesh-vertices", "submeshes[1].vertexCount"),
        warning("not-finite", "uv0", elements=[0]), error("count-range", "nFaces"),
    ])
    file = good(positions=[*SQUARE[:3], (INFINITE, 0.0, 0.0)], bbMin=(0.0,) * 3, bbMax=(4.0, 4.0, 2.0),
                normals=[(0.0, 0.0, 0.5), UP, UP, UP], submeshes=[(0, 5, 0, 2)])
    start = file.start("normals")
    r.add("cut", file.bytes()[:start + 17], [
        error(file, "submesh-vertices", "submeshes[0].vertexCount"),
        error(file, "not-finite", "positions", elements=[3]),
        note(file, "normal-length", "normals", elements=[0], at=(start, 12)),
        error(file, "truncated", "normals", at=(start, 17)),
    ])


def hung_on(*bones):
    weights = [(1.0, 0.0, 0.0, 0.0, float(number % len(bones)), 0.0, 0.0, 0.0) for number in range(4)]
    return animated(bones=bones, weights=weights)


def also_wrong(bones, again):
    """Other findings about such bones: bones without a name, and bones with the same name."""
    file = hung_on(*bones)
    return [error(file, "empty-bone-name", f"bones[{number}].name", inside="hero.msh")
            for number, bone in enumerate(bones) if not bone] + [
        warning(file, "duplicate-bone-name", f"bones[{number}].name", inside="hero.msh") for number in again]


bone_rule(BOOK, hung_on, "bones[{}].name".format, also_wrong)
