"""bbanim_rules.py: the fixtures of the rules of BBANIM."""

from dataclasses import replace

from bbanim import Animation
from bbanim_seeds import EVENTS, moving
from bbmod import UNIT, Bone, Model, Node, cut, library_rules
from fixtures import INFINITE, NAN, Book, Finding, normalised
from folders import below, packages, zipped

BOOK = Book("bbanim", "bbanim")
rule, rules, error, warning, note = BOOK.rule, BOOK.rules, BOOK.error, BOOK.warning, BOOK.note

# What messages say besides what stands in the file.
BOOK.may_say("bad-magic", expected="BBANIM")
BOOK.may_say("unsupported-version", "3.0", "3.4", 0, 4, expected=3)
BOOK.may_say("spaces", expected="1 to 7")
BOOK.may_say("wide-counts", 2021, 4, 8)
# bytes of a node's name and an event, and of a transform; two durations with all of their digits
BOOK.may_say("count-range", 8, 9, 32, "1.8446744073709552e+19", "1.0000000000000001e+300")


library_rules(BOOK, Animation, lambda **fields: Animation(duration=NAN, **fields), b"bbAnim\0")


@rule
def truncated(r):
    file = moving(spaces=7, events=EVENTS)
    # Fewer bytes of the frames would be count-range.
    parts = [("header", 8), ("spaces", 0), ("duration", 7), ("ticsPerSecond", 1), ("nodeCount", 3), ("boneCount", 0),
             ("frames", 290), ("frames", 319), ("eventCount", 3), ("events[1].name", 0)]
    for field, there in parts:
        content, at = cut(file, field, there)
        name = field.replace("[", "-").replace("]", "").replace(".", "-")
        r.fires(f"-{name}-{there}", content, error(file, "truncated", field, at=at))
    content, at = cut(file, "events[1].frame", 7)
    r.fires("-event", content, error(file, "truncated", "events[1]", at=at))
    file = moving(minor=0)
    content, at = cut(file, "frames", 127)
    r.fires("-3.0", content, error(file, "truncated", "frames", at=at))
    # The existing part of the frames is still judged.
    file = Animation(transforms={("parentSpace", 0, 1): (0.0,) * 8})
    content, at = cut(file, "frames", 100)
    r.fires("-and-norm", content, error(file, "truncated", "frames", at=at),
            error(file, "frame-norm", "parentSpace", at=at, elements=[1]))
    content, at = cut(file, "frames")
    r.near("-no-frames", content, error(file, "count-range", "nodeCount"))
    r.near("", moving(events=EVENTS))


@rule
def trailing_bytes(r):
    for minor, size in ((0, 1), (0, 4), (3, 100)):
        file = Animation(minor=minor, tail=bytes(size))
        r.fires(f"-{minor}-{size}", file, note("trailing-bytes", "", at=file.where("tail")), fixed=Animation(minor=minor))
    file = Animation(events=EVENTS, tail=b"\0")
    r.fires("-4", file, warning("trailing-bytes", "", at=file.where("tail")), fixed=Animation(events=EVENTS))
    r.near("", Animation(events=EVENTS))
    # After a bad duration the end is unknown.
    r.near("-duration", Animation(duration=0, tail=b"x"), error("duration", "duration"))


@rule
def count_range(r):
    for name, spaces in (("nodeCount", 1), ("nodeCount", 2), ("boneCount", 4), ("eventCount", 1)):
        for value in (0x80000000, 0xFFFFFFFF, 0x7FFFFFFF):
            file = Animation(spaces=spaces, bones=1, nodes=2, **{name: value})
            r.fires(f"-{name}-{spaces}-{value:x}", file, error("count-range", name))
    # A reader reserves no memory for counts whose space is not in the file.
    r.fires("-bones-of-no-space", Animation(spaces=1, boneCount=0x80000000), error("count-range", "boneCount"))
    file = Animation(spaces=4, nodeCount=0xFFFFFFFF, tail=b"\0")
    r.fires("-nodes-of-no-space", file, error("count-range", "nodeCount"),
            warning("trailing-bytes", "", at=file.where("tail")))
    # Readers reserve memory for them anyway: the count is at most the size of the file.
    size = len(Animation(spaces=4).bytes())
    for value in (size + 1, 0x7FFFFFFF):
        file = Animation(spaces=4, nodeCount=value)
        r.fires(f"-nodes-without-bytes-{value:x}", file, error("count-range", "nodeCount"))
    r.near("-nodes-without-bytes", Animation(spaces=4, nodeCount=size))
    file = Animation(spaces=7, nodeCount=0xFFFFFFFF, boneCount=0xFFFFFFFE)
    r.fires("-both", file, error("count-range", "nodeCount"), error("count-range", "boneCount"))
    file = Animation(frames=2, nodes=1)
    size = len(file.bytes())
    for suffix, value in (("", size // 32 + 1), ("-million", 1e6), ("-most", 1e300), ("-64-bits", 2.0 ** 64)):
        r.fires("-duration" + suffix, Animation(frames=2, nodes=1, duration=value), error("count-range", "duration"))
    file = Animation(frames=2, nodes=1, duration=size // 32)
    start = file.start("frames")
    r.near("-duration", file, error("truncated", "frames", at=(start, size - start), whole=size // 32 * 32))
    r.near("-no-space", Animation(spaces=0, duration=1e300), warning(Animation(), "spaces", "spaces"),
           error(Animation(), "empty-frame", "spaces"))
    r.near("-bones", Animation(spaces=1, nodes=3, bones=0, boneCount=3))


@rule
def string_control_char(r):
    for byte in (0x01, 0x1F, 0x7F):
        file = Animation(events=((0.0, b"a" + bytes([byte]) + b"b"),))
        r.fires(f"-{byte:x}", file, warning("string-control-char", "events[0].name", elements=[1]))
    r.near("", Animation(events=((0.0, b" ~\x80\xff"),)))


@rule
def wide_counts(r):
    for suffix, upper, spaces in (("", False, 1), ("-upper", True, 6), ("-bones", False, 4)):
        r.fires(suffix, moving(minor=0, upper=upper, spaces=spaces, wide=True), error("wide-counts", "nodeCount"),
                fixed=moving(minor=0, upper=upper, spaces=spaces))
    file, narrow = [Animation(minor=0, wide=wide, ticsPerSecond=0.0, spaces=5, transforms={("boneSpace", 1, 0): (0.0,) * 8})
                    for wide in (True, False)]
    r.fires("-several", file, error("wide-counts", "nodeCount"), error("tics", "ticsPerSecond"),
            error("frame-norm", "boneSpace", elements=[1]), fixed=narrow)
    r.near("", moving(minor=0))
    # With another byte the counts are not wide: the upper half of boneCount is the start of the first frame, so that the
    # real parts are shifted.
    file = Animation(minor=0, wide=True, tail=b"\0")
    start, length = file.where("frames")
    r.near("-byte", file, note("trailing-bytes", "", at=(start + length - 8, 9)),
           error("frame-norm", "parentSpace", at=(start - 8, length), elements=[0, 1, 2, 3]))


@rule
def duration(r):
    for name, value in (("-0", 0.0), ("-negative", -1.0), ("-half", 1.5), ("-nan", NAN), ("-infinite", INFINITE),
                        ("-below-1", 0.999)):
        r.fires(name, Animation(duration=value, events=((9.0, b"\1"),), tail=b"x"), error("duration", "duration"))
    r.near("", Animation(frames=1))
    r.near("-many", Animation(frames=300, nodes=1, bones=0))


@rule
def tics(r):
    for name, value in (("-0", 0.0), ("-negative", -30.0), ("-nan", NAN), ("-infinite", INFINITE)):
        r.fires(name, Animation(ticsPerSecond=value), error("tics", "ticsPerSecond"))
    r.near("", Animation(ticsPerSecond=5e-324))


@rule
def spaces(r):
    for value in (0, 8, 9, 0x81):
        file = Animation(spaces=value)
        empty = [error(file, "empty-frame", "spaces")] if value & 7 == 0 else []
        r.fires(f"-{value}", file, warning("spaces", "spaces", says=(f"0x{value & ~7:x}",) if value > 7 else ()), *empty)
    for value in range(1, 8):
        r.near(f"-{value}", Animation(spaces=value))


@rule
def bone_count(r):
    for spaces in (1, 4):
        r.fires(f"-{spaces}", Animation(spaces=spaces, nodes=2, bones=3), error("bone-count", "boneCount"))
    r.near("", Animation(spaces=7, nodes=2, bones=2))
    r.near("-0", Animation(nodes=2, bones=0))


@rule
def empty_frame(r):
    for name, field, fields in (("-no-nodes", "nodeCount", {"nodes": 0, "bones": 0}),
                                ("-no-nodes-2", "nodeCount", {"nodes": 0, "bones": 0, "spaces": 2}),
                                ("-nothing", "nodeCount", {"nodes": 0, "bones": 0, "spaces": 7}),
                                ("-no-bones", "boneCount", {"bones": 0, "spaces": 4})):
        for suffix, duration in (("", 1.0), ("-many", 1e18)):
            file = Animation(frames=1, duration=duration, **fields)
            r.fires(name + suffix, file, error("empty-frame", field, says=(f"{duration:g}",)))
    r.fires("-no-space", Animation(spaces=0), error("empty-frame", "spaces"), warning("spaces", "spaces"))
    file = Animation(nodes=0, bones=0, duration=1.5, minor=3)
    r.fires("-half", file, error("empty-frame", "nodeCount", says=(1.5,)), error("duration", "duration"))
    # Without frames the rule about the duration reports it.
    for suffix, value in (("-0", 0.0), ("-negative", -1.0), ("-nan", NAN)):
        r.near(suffix, Animation(nodes=0, bones=0, duration=value), error("duration", "duration"))
    r.near("-bones", Animation(spaces=5, nodes=0, bones=1), error("bone-count", "boneCount"))
    r.near("", Animation(spaces=5, nodes=1, bones=0))


REFUSED = {
    "-zero": "a dual quaternion has the length 0, which is too short to tell what it was",
    "-nan": "a dual quaternion has a number that is not finite",
    "-dual-nan": "a dual quaternion has a number that is not finite",
    "-infinite": "a dual quaternion has a number that is not finite",
    "-dot": "the two halves of a dual quaternion do not belong together: their product is 0.011",
}


@rule
def frame_norm(r):
    # Errors up to a tenth are inexact, larger ones damage.
    near = (0.0, 0.0, 0.0, 1.009, 1e5, 0.0, 0.0, 0.009)
    for name, bad in (("-short", (0.0, 0.0, 0.0, 0.98) + (0.0,) * 4), ("-long", (0.0, 1.011, 0.0, 0.0) + (0.0,) * 4),
                      ("-zero", (0.0,) * 8), ("-nan", (NAN,) + UNIT[1:]), ("-dual-nan", UNIT[:7] + (NAN,)),
                      ("-infinite", UNIT[:4] + (INFINITE,) + UNIT[5:]), ("-dot", UNIT[:4] + (0.0, 0.0, 0.0, 0.011))):
        sizes = {"-short": (0.98,), "-long": (1.011,), "-dot": (0.011,)}.get(name, ())
        for more, level, nodes, number in (("", warning, 6, 7), ("-damaged", error, 2, 3)):
            file, right = [Animation(spaces=7, nodes=nodes, transforms={("worldSpace", 1, 1): value})
                           for value in (bad, normalised(bad) if name in ("-short", "-long") else bad)]
            r.fires(name + more, file, level("frame-norm", "worldSpace", elements=[number], says=(2 * nodes, *sizes)),
                    **({"fixed": right} if name in ("-short", "-long") else {"fix_refused": REFUSED[name]}))
    moved = (0.0, 0.0, 1.5, 1.5, 2.0, 1.0, 0.0, 0.0)
    several = {("parentSpace", 0, 1): moved, ("boneSpace", 1, 0): moved, ("worldSpace", 1, 0): near}
    r.fires("-moved", Animation(spaces=7, transforms=several),
            error("frame-norm", "parentSpace", elements=[1], says=(4, 2.12132)),
            error("frame-norm", "boneSpace", elements=[1], says=(2.12132,)),
            fixed=Animation(spaces=7, transforms={at: value if value == near else normalised(value)
                                                  for at, value in several.items()}))
    bad = (0.0,) * 8
    file = Animation(frames=10, nodes=3, transforms={("parentSpace", frame, 0): bad for frame in (1, 4, 9)})
    r.fires("-tenth", file, warning("frame-norm", "parentSpace", elements=[3, 12, 27], says=(30,)), fix_refused=REFUSED["-zero"])
    file = Animation(frames=10, nodes=3, transforms={("parentSpace", frame, 0): bad for frame in (1, 4, 7, 9)})
    r.fires("-above", file, error("frame-norm", "parentSpace", elements=[3, 12, 21, 27], says=(30,)), fix_refused=REFUSED["-zero"])
    file = Animation(spaces=7, frames=3, nodes=7, bones=2, transforms={
        ("parentSpace", 0, 0): bad, ("parentSpace", 2, 1): bad, ("worldSpace", 1, 0): bad, ("boneSpace", 2, 0): bad})
    r.fires("-each", file, warning("frame-norm", "parentSpace", elements=[0, 15], says=(21,)),
            warning("frame-norm", "worldSpace", elements=[7], says=(21,)), error("frame-norm", "boneSpace", elements=[4], says=(6,)),
            fix_refused=REFUSED["-zero"])
    file = Animation(nodes=70, transforms={("parentSpace", 1, 5): bad})
    r.fires("-late", file, warning("frame-norm", "parentSpace", elements=[75], says=(140, 5)), fix_refused=REFUSED["-zero"])
    file = Animation(spaces=7, transforms={("parentSpace", 1, 1): bad, ("boneSpace", 0, 0): bad})
    named = [error(file, "frame-norm", space, elements=[number], says=(name, count), inside="walk.bbanim")
             for space, number, name, count in (("parentSpace", 3, "root", 4), ("boneSpace", 0, "n0", 2))]
    r.fires("-names", {"hero.bbmod": model().bytes(), "walk.bbanim": file.bytes()}, *named)
    unknown = [replace(finding, says=finding.says[1:]) for finding in named]
    r.fires("-no-name", {"hero.bbmod": model(nodes=3).bytes(), "walk.bbanim": file.bytes()}, *unknown,
            warning(file, "model-mismatch", "nodeCount", inside="walk.bbanim", expected=3))
    r.fires("-two-models", {"hero.bbmod": model().bytes(), "other.bbmod": model().bytes(), "walk.bbanim": file.bytes()}, *unknown)
    r.near("",
           Animation(spaces=7, transforms={("boneSpace", 0, 0): near, ("parentSpace", 1, 1): (0.991,) + (0.0,) * 7}))


@rule
def event_frame(r):
    file = Animation(events=((-0.5, b"a"), (2.0, b"b"), (NAN, b"c"), (INFINITE, b"d"), (1.0, b"e")))
    r.fires("", file, *[warning("event-frame", f"events[{number}].frame") for number in range(4)])
    r.near("", Animation(events=((0.0, b""), (-0.0, b""), (1.999, b"c"), (1.0, b"c"))))
    r.near("-3.3", Animation(events=((9.0, b"a"),), minor=3))


@rule
def several(r):
    file = Animation(spaces=9, ticsPerSecond=-1.0, nodes=1, bones=2, events=((7.0, b"\x02"),), tail=b"\0",
                     transforms={("parentSpace", 0, 0): (0.0,) * 8})
    r.add("many-defects", file, [
        warning("spaces", "spaces"), error("tics", "ticsPerSecond"), error("bone-count", "boneCount"),
        error("frame-norm", "parentSpace", elements=[0]), warning("event-frame", "events[0].frame"),
        warning("string-control-char", "events[0].name", elements=[0]),
        warning("trailing-bytes", "", at=file.where("tail")),
    ])
    file = Animation(spaces=0, duration=-1.0, ticsPerSecond=NAN, nodes=1, bones=2)
    r.add("early", file, [
        warning("spaces", "spaces"), error("duration", "duration"), error("tics", "ticsPerSecond"),
        error("bone-count", "boneCount"),
    ])
    file = Animation(events=((5.0, b"a"), (0.0, b"b")), transforms={("parentSpace", 1, 1): (NAN,) * 8})
    content, at = cut(file, "events[1].name", 1)
    r.add("cut-event", content, [
        error(file, "frame-norm", "parentSpace", elements=[3]), warning(file, "event-frame", "events[0].frame"),
        error(file, "truncated", "events[1].name", at=at),
    ])


# ---- Models --------------------------------------------------------------------------------------------------------

def model(nodes=2, bones=1, **more):
    """A root with a mesh and all other nodes as its children. The first nodes are bones."""
    children = [Node(b"n%d" % number, isBone=int(number < bones), index=number) for number in range(nodes - 1)]
    return Model(root=Node(meshes=[0], index=nodes - 1, children=children),
                 bones=[Bone(number) for number in range(bones)], **more)


@rule
def model_mismatch(r):
    other, fits = Animation(nodes=3, bones=1), Animation()

    def differs(file, field="nodeCount", inside="walk.bbanim"):
        return warning(file, "model-mismatch", field, inside=inside, expected=2 if field == "nodeCount" else 1)

    def pair(file, of=model(), name="hero.bbmod"):
        return {name: of.bytes(), "walk.bbanim": file.bytes()}
    r.fires("", pair(other), differs(other))
    r.near("", pair(fits))
    more, both = Animation(nodes=3, bones=2), Animation(nodes=4, bones=3)
    r.fires("-bones", pair(more, model(nodes=3)), differs(more, "boneCount"))
    r.fires("-both", pair(both), differs(both))
    r.near("-no-bones", pair(Animation(bones=0)))
    r.near("-model-without-bones", pair(fits, model(bones=0)))
    r.fires("-no-bones", pair(Animation(nodes=3, bones=0)), differs(Animation(nodes=3, bones=0)))
    r.fires("-names", {"Character.BBMOD": model().bytes(), "Zombie_Attack.bbanim": other.bytes()},
            differs(other, inside="Zombie_Attack.bbanim"))
    r.fires("-several", {"hero.bbmod": model().bytes(), "a.bbanim": other.bytes(), "b.bbanim": more.bytes(),
                         "c.bbanim": fits.bytes(), "deep/d.bbanim": other.bytes()},
            differs(other, inside="a.bbanim"), differs(more, inside="b.bbanim"))
    r.fires("-wide", pair(Animation(minor=0, wide=True, nodes=3), model(minor=0, upper=False)),
            differs(Animation(minor=0, wide=True, nodes=3)),
            error(Animation(minor=0, wide=True, nodes=3), "wide-counts", "nodeCount", inside="walk.bbanim"))
    of_models(r, other, differs, pair)
    of_references(r, other, differs, pair)
    for extension, content, siblings in packages(pair(other)):
        r.fires("-package", content, differs(other), extension=extension, siblings=siblings)
    r.fires("-zip-of-folder", {"mods/one.zip": zipped(below("a", pair(other)) | {"b/hero.bbmod": model(nodes=9).bytes()})},
            differs(other, inside="mods/one.zip!/a/walk.bbanim"))


def of_models(r, other, differs, pair):
    """Folders without a model, with several, and with incomplete models."""
    r.near("-alone", other)
    r.near("-no-model", {"walk.bbanim": other.bytes(), "deep/hero.bbmod": model().bytes()})
    r.near("-model-above", {"hero.bbmod": model().bytes(), "deep/walk.bbanim": other.bytes()})
    r.near("-two-models", pair(other) | {"villain.bbmod": model().bytes()})
    old = model(minor=0, major=2)
    r.near("-model-refused", pair(other, old),
           Finding("error", "bbmod/unsupported-version", "header.major", *old.where("header.major"), inside="hero.bbmod"))
    whole = model()
    start, length = whole.where("boneCount")
    cut = whole.bytes()[:start + length - 1]
    r.near("-model-cut", {"hero.bbmod": cut, "walk.bbanim": other.bytes()},
           Finding("error", "bbmod/truncated", "boneCount", start, length - 1, inside="hero.bbmod"))
    end = len(whole.bytes()) - 1
    r.fires("-model-cut-behind", {"hero.bbmod": whole.bytes()[:end], "walk.bbanim": other.bytes()}, differs(other),
            Finding("error", "bbmod/truncated", "materials[0].name", end - 5, 5,
                    inside="hero.bbmod"))
    none = model(nodes=1, bones=0, nodeCount=0)
    start, length = none.where("nodes[0].name")
    r.near("-model-without-nodes", pair(other, none),
           Finding("error", "bbmod/node-count", "nodeCount", *none.where("nodeCount"), inside="hero.bbmod", expected=1),
           Finding("error", "bbmod/node-index", "nodes[0].index", start + length, 4, inside="hero.bbmod"))
    early = other.where("boneCount")[0]
    r.near("-cut", {"hero.bbmod": model().bytes(), "walk.bbanim": other.bytes()[:early]},
           error(other, "truncated", "boneCount", (early, 0), inside="walk.bbanim"))
    refused = Animation(minor=0, major=2, nodes=3)
    r.near("-refused", pair(refused), error(refused, "unsupported-version", "header.major", inside="walk.bbanim"))
    fake = b"BBMODx\3\4"
    r.near("-no-model-but-its-name", {"hero.bbmod": fake, "walk.bbanim": other.bytes()},
           Finding("error", "bbmod/bad-magic", "header.magic", 0, 6, inside="hero.bbmod"))


def of_references(r, other, differs, pair):
    """A model in a reference serves all animations."""
    def given(own, *references, **more):
        files = below("mod", own)
        for name, content in zip("abc", references):
            files |= below(name, content)
        return files, {"options": {"with": list("abc")[:len(references)]}}
    inside = differs(other, inside="mod/walk.bbanim")
    three = {"hero.bbmod": model(nodes=3).bytes()}
    content, more = given(pair(other), three)
    r.near("-with", content, **more)
    content, more = given({"walk.bbanim": other.bytes()}, {"hero.bbmod": model().bytes()})
    r.fires("-with", content, inside, **more)
    content, more = given(pair(other), three | {"villain.bbmod": model(nodes=3).bytes()})
    r.fires("-with-two", content, inside, **more)
    content, more = given(pair(other), below("deep", three))
    r.fires("-with-deeper", content, inside, **more)
    content, more = given(pair(other), three, three)
    r.near("-with-several", content, **more)
    content, more = given(pair(other) | {"villain.bbmod": model().bytes()}, {"hero.bbmod": model().bytes()})
    r.fires("-with-instead", content, inside, **more)
