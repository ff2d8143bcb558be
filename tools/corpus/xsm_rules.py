"""xsm_rules.py: the fixtures of the rules of XSM."""

import math

from emotionfx import Raw, changed, family_rules
from fixtures import INFINITE, NAN, Book, normalised
from xsm import ARRAYS, COUNTS, ONE, UNIT, ZERO, Info, List, Motion, Single, Submotion, narrow
from xsm_seeds import HALF, good, motion, moving

BOOK = Book("xsm", "xsm")
rule, rules, error, warning, note = BOOK.rule, BOOK.rules, BOOK.error, BOOK.warning, BOOK.note

# What messages say besides what stands in the file.
BOOK.may_say("bad-magic", expected="XSM ")
BOOK.may_say("truncated", 2, 201)                  # a version and an id of a chunk
BOOK.may_say("unsupported-version", "1.0", expected=1)
BOOK.may_say("big-endian", expected=0)
BOOK.may_say("multiply-order", 0, 1, expected="0 or 1")
BOOK.may_say("first-key-time", expected=0)
BOOK.may_say("frame-rate", expected="1 to 1000")
BOOK.may_say("rotation-norm", 1)
SUB = "chunks[1].submotions[0]."
# Their lengths are exactly the bounds, 1.01 and 0.99 as a float has them.
LONGEST = (0.0, 6.028044197137206e-08, 0.00013715944078285247, 1.0099999904632568)
SHORTEST = (0.0, 1.2150991324233473e-07, 0.00031555822351947427, 0.9899999499320984)
TINY = 2.0 ** -149                  # a float whose lowest bit alone is set
HALVES = 1.0019683837890625         # two of its kind are a rotation of 16-bit numbers that has the length 1

family_rules(BOOK, good, (201, 202), (202,))


def at_times(*times):
    """A submotion with position keys at these times."""
    return Submotion(posKeys=[(ZERO, time) for time in times])


@rule
def missing_chunk(r):
    file = Motion([Info()])
    end = len(file.bytes())
    r.fires("", file, error("missing-chunk", "submotions", at=(end, 0), says=(202, 200, 1)))
    r.fires("-all", Motion(), error("missing-chunk", "submotions", at=(8, 0), says=(202, 200, 0)))
    r.near("-info", Motion([Single(submotion=Submotion())]))
    r.near("-unsupported", Motion([Raw(id=202, version=9)]), error("unsupported-chunk-version", "chunks[0].version"))


@rule
def first_key_time(r):
    keys = {"posKeys": [(ZERO, 0.5), (ZERO, 1.0)], "scaleRotKeys": [(UNIT, 1e-6)]}
    r.fires("", motion(Submotion(**keys)), warning("first-key-time", SUB + "posKeys", elements=[0], actual=0.5),
            warning("first-key-time", SUB + "scaleRotKeys", elements=[0], actual="9.99999997e-07"),    # 1e-6 as a float
            fixed=motion(Submotion(**{array: [(value[0][0], 0.0), *value] for array, value in keys.items()})))
    file = Motion([Info(), Single(version=3, submotion=Submotion(rotKeys=[(UNIT, 2.0)]))])
    r.fires("-single", file, warning("first-key-time", "chunks[1].rotKeys", elements=[0], actual=2.0),
            fixed=Motion([Info(), Single(version=3, submotion=Submotion(rotKeys=[(UNIT, 0.0), (UNIT, 2.0)]))]))
    r.near("", motion(at_times(0.0, 1.0), at_times(-0.0)),
           warning(motion(at_times(0.0, 1.0), at_times(-0.0)), "duplicate-submotion", "chunks[1].submotions[1].name"))


@rule
def key_order(r):
    r.fires("", motion(at_times(0.0, 1.0, 0.5, 2.0, 1.5)), error("key-order", SUB + "posKeys", elements=[2, 4]),
            fixed=motion(at_times(0.0, 0.5, 1.0, 1.5, 2.0)))
    r.fires("-negative", motion(at_times(-1.0, -0.5, 0.0)), error("key-order", SUB + "posKeys", elements=[0, 1]),
            fix_refused="the time of key 0 is -1, so that its place is not known")
    r.fires("-big-endian", motion(Submotion(rotKeys=[(UNIT, 0.0), (HALF, 3.0), (UNIT, 1.0)]), version=2, bigEndian=1),
            error("key-order", SUB + "rotKeys", elements=[2]), error("big-endian", "header.bigEndian"),
            fixed=motion(Submotion(rotKeys=[(UNIT, 0.0), (UNIT, 1.0), (HALF, 3.0)]), version=2, bigEndian=1))
    r.fires("-of-equal", motion(at_times(0.0, 2.0, 1.0, 1.0)), error("key-order", SUB + "posKeys", elements=[2]),
            note("key-duplicate", SUB + "posKeys", elements=[3]), fixed=motion(at_times(0.0, 1.0, 2.0)))
    file = motion(Submotion(posKeys=[(ONE, 1.0), (ZERO, 0.5)]))
    r.fires("-of-the-first", file, error("key-order", SUB + "posKeys", elements=[1]),
            warning("first-key-time", SUB + "posKeys", elements=[0], actual=1.0),
            fixed=motion(Submotion(posKeys=[(ZERO, 0.0), (ZERO, 0.5), (ONE, 1.0)])))
    same = [((float(number), 0.0, 0.0), 1.0) for number in range(40)]       # stay in their order
    file = motion(Submotion(posKeys=[(ZERO, 0.0), (ONE, 2.0), *same]))
    r.fires("-of-many-at-one-time", file, error("key-order", SUB + "posKeys", elements=[2]),
            note("key-duplicate", SUB + "posKeys", elements=list(range(3, 42))),
            fixed=motion(Submotion(posKeys=[(ZERO, 0.0), *same, (ONE, 2.0)])))
    r.near("", motion(at_times(0.0, 0.25, 100.0)))
    r.near("-equal", motion(at_times(0.0, 1.0, 1.0)), note("key-duplicate", SUB + "posKeys", elements=[2]))


@rule
def key_duplicate(r):
    r.fires("", motion(at_times(0.0, 0.0, 0.0, 1.0, 1.0)), note("key-duplicate", SUB + "posKeys", elements=[1, 2, 4]),
            fixed=motion(at_times(0.0, 1.0)))
    other = motion(Submotion(posKeys=[(ZERO, 0.0), (ONE, 1.0), (ZERO, 1.0)]))
    r.fires("-of-other-value", other, note("key-duplicate", SUB + "posKeys", elements=[2]),
            fix_refused="keys 1 and 2 are at the same time, but have other values")
    r.near("", motion(at_times(0.0, 1e-30, 1.0)))


@rule
def key_not_finite(r):
    for number, array in enumerate(ARRAYS):
        value = (NAN,) + (UNIT if number % 2 else ONE)[1:]
        good_value = UNIT if number % 2 else ONE
        file = motion(Submotion(**{array: [(good_value, 0.0), (value, 1.0), (good_value, INFINITE)]}))
        r.fires(f"-{array}", file, error("key-not-finite", SUB + array, elements=[1, 2]))
    for name, value in (("poseRot", (NAN, 0.0, 0.0, 1.0)), ("bindScaleRot", (0.0, 0.0, INFINITE, 1.0)),
                        ("posePos", (0.0, NAN, 0.0)), ("bindScale", (1.0, 1.0, -INFINITE))):
        r.fires(f"-{name}", motion(Submotion(**{name: value})), error("key-not-finite", SUB + name))
    file = motion(Submotion(rotKeys=[(UNIT, 0.0), (HALF, NAN), (UNIT, 1.0)]), version=2)
    r.fires("-narrow", file, error("key-not-finite", SUB + "rotKeys", elements=[1]))
    for name in ("posePos", "poseScale", "bindPos", "bindScale"):
        file = motion(Submotion(**{name: (NAN, 0.0, 0.0)}), version=2)
        r.fires(f"-narrow-{name}", file, error("key-not-finite", SUB + name))
    for number, array in enumerate(ARRAYS):
        values = (UNIT, HALF) if number % 2 else (ONE, ZERO)
        file = motion(Submotion(**{array: [(values[0], 0.0), ((NAN,) + values[1][1:], 1.0)]}))
        r.fires(f"-value-of-{array}", file, error("key-not-finite", SUB + array, elements=[1]))
    file = motion(Submotion(poseRot=(0.0, 0.0, 0.0, 1.5), maxError=NAN))
    r.near("-error", file, warning("rotation-norm", SUB + "poseRot"))
    r.near("", motion(Submotion(posKeys=[((3e38, -3e38, 0.0), 0.0)])))
    r.near("-max-error", motion(Submotion(maxError=NAN)))


TOO_SHORT = "a rotation has the length {}, which is too short to tell what it was".format


def narrow_unit(rotation):
    """A rotation of 16-bit numbers, as shares of 32767, with the length 1."""
    return tuple(round(number) / 32767 for number in normalised(narrow(rotation), math.hypot(*narrow(rotation)) / 32767))


@rule
def rotation_norm(r):
    off = (0.0, 0.0, 0.0, 1.02)
    for name in ("poseRot", "bindRot", "poseScaleRot", "bindScaleRot"):
        file = motion(Submotion(**{name: off}))
        r.fires(f"-{name}", file, warning("rotation-norm", SUB + name), fixed=motion(Submotion()))
    for version, low in ((1, 0.98), (2, 0.97)):
        file, right = [motion(Submotion(rotKeys=[(UNIT, 0.0), (key, 1.0), (HALF, 2.0), ((0.0,) * 4, 3.0)]), version=version)
                       for key in ((0.0, 0.0, 0.0, low), UNIT)]
        r.fires(f"-keys-{version}", file, warning("rotation-norm", SUB + "rotKeys", elements=[1, 3], says=(low,)),
                fixed=right, fix_refused=TOO_SHORT(0))
    for version, unit in ((1, normalised), (2, narrow_unit)):
        pose, key = (0.25, 0.5, 0.125, 0.5), (0.5, 0.25, 0.75, 0.0)
        file = motion(Submotion(poseRot=pose, rotKeys=[(key, 0.0), (HALF, 1.0)]), version=version)
        lengths = (("0.760345", "0.935414"), ("0.760369", "0.935418"))[version - 1]
        r.fires(f"-axes-{version}", file, warning("rotation-norm", SUB + "poseRot", says=lengths[:1]),
                warning("rotation-norm", SUB + "rotKeys", elements=[0], says=lengths[1:]),
                fixed=motion(Submotion(poseRot=unit(pose), rotKeys=[(unit(key), 0.0), (HALF, 1.0)]), version=version))
    near = (0.0, 0.0, 0.0, 0.995)
    file = motion(Submotion(bindRot=off, poseRot=near, rotKeys=[(near, 0.0), (off, 1.0)]))
    r.fires("-beside-others", file, warning("rotation-norm", SUB + "bindRot"),
            warning("rotation-norm", SUB + "rotKeys", elements=[1]),
            fixed=motion(Submotion(poseRot=near, rotKeys=[(near, 0.0), (UNIT, 1.0)])))
    names = ("poseRot", "bindRot", "poseScaleRot", "bindScaleRot")
    # Rotations whose bytes are those of other rotations, of length 1: a byte further on, of 16 bits, and of 17 bytes each.
    shifted = {name: (-0.0, 0x3F * TINY, 0.0, 0.0) for name in names}
    sixteen = {name: (0x7FFF * TINY, 0.0, 0.0, 0.0) for name in names}
    seventeen = {"bindRot": (-0.0, 0x3F * TINY, 0.0, 0.0), "poseScaleRot": (0.0, 0x3F80 * TINY, 0.0, 0.0),
                 "bindScaleRot": (0.0, 0x3F8000 * TINY, 0.0, 0.0)}
    for suffix, fields, length in (("-shifted", shifted, "8.82818e-44"), ("-as-16-bits", sixteen, "4.59163e-41"),
                                   ("-as-17-bytes", seventeen, "8.82818e-44")):
        r.fires(suffix, motion(Submotion(**fields)), *[warning("rotation-norm", SUB + name) for name in fields],
                fix_refused=TOO_SHORT(length))
    file = motion(Submotion(rotKeys=[(sixteen["bindRot"], 0.0), (sixteen["bindRot"], 1.0)]))
    r.fires("-keys-as-16-bits", file, warning("rotation-norm", SUB + "rotKeys", elements=[0, 1]),
            fix_refused=TOO_SHORT("4.59163e-41"))
    # The same for those of 16 bits: of 16 bytes each, and of 9 bytes each.
    unit = 1 / 32767
    nine = {"bindRot": (-256 * unit, 127 * unit, 0.0, 0.0), "bindScaleRot": (0.0, -256 * unit, 127 * unit, 0.0)}
    file = motion(Submotion(bindRot=(0.5, 0.0, 0.0, 0.0), posePos=(0x7FFF * TINY, 0.0, 0.0),
                            poseScale=(1.0, 0x7FFF * TINY, 0.0)), version=2)
    r.fires("-as-16-bytes", file, warning("rotation-norm", SUB + "bindRot"),
            fixed=motion(Submotion(bindRot=(1.0, 0.0, 0.0, 0.0), posePos=(0x7FFF * TINY, 0.0, 0.0),
                                   poseScale=(1.0, 0x7FFF * TINY, 0.0)), version=2))
    file = motion(Submotion(poseScaleRot=(0.0, 1.0, 0.0, 0.0), **nine), version=2)
    r.fires("-as-9-bytes", file, *[warning("rotation-norm", SUB + name, says=("0.0087213",)) for name in nine],
            fix_refused=TOO_SHORT("0.0087213"))
    r.near("-on-the-bounds", motion(Submotion(poseRot=LONGEST, rotKeys=[(SHORTEST, 0.0), (LONGEST, 1.0)])))
    near = [((0.0, 0.0, 0.0, 0.991), 0.0), ((0.0, 1.0099, 0.0, 0.0), 1.0)]
    r.near("", motion(Submotion(rotKeys=near, poseRot=(0.0, -0.9901, 0.0, 0.0))))
    r.near("-narrow", motion(Submotion(scaleRotKeys=[((0.0, -1.0, 0.0, 0.0), 0.0)]), version=2))


@rule
def duplicate_submotion(r):
    file = motion(Submotion(b"arm"), Submotion(b"leg"), Submotion(b"arm"), Submotion(b"arm"))
    r.fires("", file, warning("duplicate-submotion", "chunks[1].submotions[2].name"),
            warning("duplicate-submotion", "chunks[1].submotions[3].name"))
    file = Motion([Info(), Single(submotion=Submotion(b"arm")), Single(version=2, submotion=Submotion(b"arm"))])
    r.fires("-single", file, warning("duplicate-submotion", "chunks[2].name"))
    file = motion(Submotion(b"a"), Submotion(b"a"))
    r.fires("-short", file, warning("duplicate-submotion", "chunks[1].submotions[1].name"))
    r.near("", motion(Submotion(b"arm"), Submotion(b"Arm"), Submotion(b"arm ")))
    r.near("-empty", motion(Submotion(b""), Submotion(b"")), warning("empty-name", "chunks[1].submotions[0].name"),
           warning("empty-name", "chunks[1].submotions[1].name"))


@rule
def empty_name(r):
    r.fires("", motion(Submotion(b""), moving(b"")), warning("empty-name", "chunks[1].submotions[0].name"),
            warning("empty-name", "chunks[1].submotions[1].name"))
    r.fires("-single", Motion([Info(), Single(submotion=Submotion(b""))]), warning("empty-name", "chunks[1].name"))
    r.near("", motion(Submotion(b" ")))


@rule
def frame_rate(r):
    for version in (1, 2, 3):
        for fps in (0, 1001, 0xFFFFFFFF):
            file = Motion([Info(version=version, fps=fps), Single(submotion=Submotion())])
            r.fires(f"-{version}-{fps}", file, warning("frame-rate", "chunks[0].fps"))
    for fps in (1, 1000):
        r.near(f"-{fps}", Motion([Info(fps=fps), Single(submotion=Submotion())]))


@rule
def no_submotions(r):
    r.fires("", motion(), warning("no-submotions", "chunks[1].numSubmotions"))
    r.near("", motion(Submotion()))
    r.near("-single", Motion([Info(), List(length=lambda size: size), Single(submotion=Submotion())]))
    r.near("-single-first", Motion([Single(submotion=Submotion()), Info(), List(length=lambda size: size)]))
    file = Motion([Info(), List(length=lambda size: size), Raw(id=77, content=b"123", length=9)])
    start = file.start("chunks[2]")
    r.near("-cut", file, error("truncated", "chunks[2]", at=(start, 15), whole=21),
           warning("unknown-chunk", "chunks[2].id", elements=[2]))


def more_counts(r):
    """Wrong counts of submotions and keys."""
    file = good()
    file.chunks[1].numSubmotions = 0x80000000
    r.fires("-submotions", file, error("count-range", "chunks[1].numSubmotions"))
    file = Motion([Info(), List(submotions=[moving()], numSubmotions=2, length=lambda size: size), Info()])
    r.fires("-submotions-beyond-the-chunk", file, error("count-range", "chunks[1].numSubmotions"))
    for count, array in zip(COUNTS, ARRAYS):
        file = motion(moving(**{count: 0xFFFFFFFF}))
        r.fires(f"-{count}", file, error("count-range", SUB + count))
    for version in (1, 2):
        chunk = List(version=version, submotions=[moving(), moving(b"leg"), Submotion(b"arm")])
        if version == 2:
            chunk.length = lambda size: size + 3 * 32       # as exporters write it; the file is complete
        file = Motion([Info(), chunk])
        for change in (-1, 1):
            for count in COUNTS:
                r.fires(f"-{count}{change:+}-{version}", changed(file, SUB + count, change),
                        error(file, "count-range", SUB + count))
            r.fires(f"-name{change:+}-{version}", changed(file, SUB + "name", change),
                    error(file, "count-range", SUB + "name", at=(file.start(SUB + "name"), 4)))
        r.fires(f"-one-less-{version}", changed(file, "chunks[1].numSubmotions", -1),
                error(file, "count-range", "chunks[1].numSubmotions"))
    file = Motion([Info(), Single(submotion=moving()), Single(submotion=moving(b"leg"))])
    for count in COUNTS:
        r.fires(f"-{count}-single", changed(file, "chunks[1]." + count, 1), error(file, "count-range", "chunks[1]." + count))
    in_place(r)
    file = motion(Submotion(), Submotion(b"leg"))
    file.chunks[1].numSubmotions = 3
    r.fires("-one-more", file, error("count-range", "chunks[1].numSubmotions"))
    file = Motion([Info(), List(submotions=[moving(b"arm")], length=lambda size: 0x7FFFFFFF)])
    file.chunks[1].submotions[0].fields["nScaleRot"] = 9
    keys = file.where(SUB + "scaleRotKeys")
    r.near("-truncated", file, error("truncated", SUB + "scaleRotKeys", at=keys, whole=9 * 20))


def more_length(r):
    """Exporters write lists of submotions with a length beyond the end of the file."""
    for version in (1, 2):
        r.near(f"-beyond-{version}", Motion([Info(), List(version=version, submotions=[moving()])]))
    for change, what in ((1, r.near), (-1, r.fires)):
        file = good()
        file.chunks[1].length = lambda size, change=change: size + change
        if change < 0:
            right = good()
            right.chunks[1].length = None
            what(f"-list{change:+}", file, error("chunk-length", "chunks[1].length"), fixed=right)
        else:
            what(f"-list{change:+}", file)
    file = Motion([Info(), Single(submotion=moving(), length=lambda size: size + 1)])
    r.fires("-single", file, error("chunk-length", "chunks[1].length"),
            fixed=Motion([Info(), Single(submotion=moving())]))


def in_place(r):
    """Only the item before a submotion that is not in its place can have the wrong count."""
    file = Motion([Info(), List(version=2, submotions=[Submotion(), Submotion(b"leg")])])
    data, start = file.bytes(), file.start("chunks[1].submotions[1].nPos")
    r.fires("-inserted", data[:start] + b"\x7f" * 12 + data[start:],
            error(file, "count-range", "chunks[1].submotions[1].nPos"))
    places = {"posePos": (0.0, HALVES, HALVES), "bindPos": ONE}
    file = Motion([Info(), List(version=2, submotions=[Submotion(), Submotion(b"leg", **places), Submotion(b"arm")],
                                length=lambda size: size + 3 * 32)])
    r.fires("-moved", changed(file, SUB + "nRot", 1), error(file, "count-range", SUB + "nRot"))
    keys = {"posKeys": [(ZERO, 0.0), (ZERO, 1.0)], "scaleKeys": [((1.0, 0.0, 0.0), 0.0)]}
    file = Motion([Info(), List(submotions=[Submotion(**keys), Submotion(b"leg", bindPos=ONE), Submotion(b"arm")])])
    r.fires("-moved-back", changed(file, SUB + "nPos", -1), error(file, "count-range", SUB + "nPos"))
    keys = {"rotKeys": [(UNIT, 0.0), (UNIT, 1.0)], "scaleRotKeys": [(UNIT, 0.0)]}
    file = Motion([Info(), List(version=2, submotions=[Submotion(**keys), Submotion(b"leg", posePos=ONE, bindPos=ONE)])])
    r.fires("-moved-back-narrow", changed(file, SUB + "nRot", -1), error(file, "count-range", SUB + "nRot"))
    for count in COUNTS:
        field = "chunks[1].submotions[1]." + count
        r.fires(f"-{count}+1-last", changed(file, field, 1), error(file, "count-range", field))


def several(r):
    file = motion(Submotion(b"", poseRot=(0.0, 0.0, 0.0, 2.0)), at_times(1.0, 0.5), tail=b"\0\0\0")
    fixed = motion(Submotion(b""), at_times(0.0, 0.5, 1.0))
    file.chunks[0].fps = fixed.chunks[0].fps = 0
    end = len(file.bytes()) - 3
    r.add("three-defects", file, [
        warning("frame-rate", "chunks[0].fps"), warning("empty-name", SUB + "name"),
        warning("rotation-norm", SUB + "poseRot"),
        warning("first-key-time", "chunks[1].submotions[1].posKeys", elements=[0], actual=1.0),
        error("key-order", "chunks[1].submotions[1].posKeys", elements=[1]),
        error("trailing-bytes", "", at=(end, 3)),
    ], fixed=fixed)
    file = motion(at_times(0.0, 0.0), Submotion(b"arm", bindPos=(NAN, 0.0, 0.0)), Submotion(b"arm"))
    file.chunks[0].lengths = {1: 0x10000000}
    start = file.start("chunks[0].origFile")
    r.add("after-a-broken-chunk", file, [
        error("count-range", "chunks[0].origFile", at=(start, 4)),
        note("key-duplicate", SUB + "posKeys", elements=[1]),
        error("key-not-finite", "chunks[1].submotions[1].bindPos"),
        warning("duplicate-submotion", "chunks[1].submotions[2].name"),
    ])
    file = motion(at_times(2.0), Submotion(b"\1"), moving())
    cut = file.start("chunks[1].submotions[2].rotKeys") + 5
    r.add("cut", file.bytes()[:cut], [
        warning(file, "first-key-time", SUB + "posKeys", elements=[0], actual=2.0),
        warning(file, "string-control-char", "chunks[1].submotions[1].name", elements=[0]),
        error(file, "truncated", "chunks[1].submotions[2].rotKeys", at=(cut - 5, 5)),
    ])


MORE = {"count_range": more_counts, "chunk_length": more_length}


def with_more(maker):
    def both(r):
        maker(r)
        MORE[maker.__name__](r)
    both.__name__ = maker.__name__
    return both


BOOK.makers = [with_more(maker) if maker.__name__ in MORE else maker for maker in BOOK.makers]
BOOK.rule(several)
