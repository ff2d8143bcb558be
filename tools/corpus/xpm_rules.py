"""xpm_rules.py: the fixtures of the rules of XPM."""

from emotionfx import Raw, changed, family_rules
from fixtures import INFINITE, NAN, Book
from xpm import Anim, Info, Morphs, Single
from xpm_seeds import good, morphs, moving

BOOK = Book("xpm", "xpm")
rule, rules, error, warning, note = BOOK.rule, BOOK.rules, BOOK.error, BOOK.warning, BOOK.note

# What messages say besides what stands in the file.
BOOK.may_say("bad-magic", expected="XPM ")
BOOK.may_say("truncated", 101)                     # the id of a chunk
BOOK.may_say("unsupported-version", "1.0", expected=1)
BOOK.may_say("big-endian", expected=0)
BOOK.may_say("multiply-order", 0, 1, expected="0 or 1")
BOOK.may_say("first-key-time", expected=0)
BOOK.may_say("frame-rate", expected="1 to 1000")
BOOK.may_say("unsupported-chunk-version", 1)
ANIM = "chunks[1].anims[0]."

family_rules(BOOK, good, (101, 102), (102,))


def at_times(*times):
    return Anim(b"brow", [(time, 1) for time in times])


@rule
def missing_chunk(r):
    file = Morphs([Info()])
    r.fires("", file, error("missing-chunk", "anims", at=(len(file.bytes()), 0), says=(102, 100, 1)))
    r.near("-info", Morphs([Single(anim=Anim())]))
    r.near("-unsupported", Morphs([Raw(id=100, version=2)]), error("unsupported-chunk-version", "chunks[0].version"))


@rule
def first_key_time(r):
    r.fires("", morphs(at_times(0.5, 1.0)), warning("first-key-time", ANIM + "keys", elements=[0], actual=0.5),
            fixed=morphs(at_times(0.0, 0.5, 1.0)))
    file = Morphs([Info(), Single(anim=at_times(1.0))])
    r.fires("-single", file, warning("first-key-time", "chunks[1].keys", elements=[0], actual=1.0),
            fixed=Morphs([Info(), Single(anim=at_times(0.0, 1.0))]))
    r.near("", morphs(at_times(0.0, 1.0)))


@rule
def key_order(r):
    r.fires("", morphs(at_times(0.0, 1.0, 0.5)), error("key-order", ANIM + "keys", elements=[2]),
            fixed=morphs(at_times(0.0, 0.5, 1.0)))
    r.fires("-negative", morphs(at_times(-1.0, 1.0)), error("key-order", ANIM + "keys", elements=[0]),
            fix_refused="the time of key 0 is -1, so that its place is not known")
    r.fires("-big-endian", morphs(at_times(0.0, 2.0, 1.0), bigEndian=1),
            error("key-order", ANIM + "keys", elements=[2]), error("big-endian", "header.bigEndian"),
            fixed=morphs(at_times(0.0, 1.0, 2.0), bigEndian=1))
    r.near("", morphs(at_times(0.0, 1.0, 1.5)))


@rule
def key_duplicate(r):
    r.fires("", morphs(at_times(0.0, 1.0, 1.0, 1.0)), note("key-duplicate", ANIM + "keys", elements=[2, 3]),
            fixed=morphs(at_times(0.0, 1.0)))
    file = morphs(at_times(0.0, 1.0, 1.0))
    other = bytearray(file.bytes())
    other[file.start(ANIM + "keys") + 2 * 8 + 6] ^= 0xFF        # in the padding of the last key
    r.fires("-of-other-padding", bytes(other), note(file, "key-duplicate", ANIM + "keys", elements=[2]),
            fixed=morphs(at_times(0.0, 1.0)))
    r.fires("-of-other-value", morphs(Anim(b"brow", [(0.0, 1), (1.0, 1), (1.0, 2)])),
            note("key-duplicate", ANIM + "keys", elements=[2]),
            fix_refused="keys 1 and 2 are at the same time, but have other values")
    r.near("", morphs(at_times(0.0, 1e-30)))


@rule
def key_not_finite(r):
    file = morphs(at_times(0.0, NAN, 1.0, INFINITE))
    r.fires("-time", file, error("key-not-finite", ANIM + "keys", elements=[1, 3]))
    for name in ("poseWeight", "minWeight", "maxWeight"):
        r.fires(f"-{name}", morphs(Anim(**{name: NAN})), error("key-not-finite", ANIM + name))
    file = morphs(Anim(minWeight=NAN, poseWeight=2.0), Anim(b"frown", maxWeight=NAN, poseWeight=-2.0))
    r.fires("-beside-a-pose", file, error("key-not-finite", ANIM + "minWeight"),
            error("key-not-finite", "chunks[1].anims[1].maxWeight"))
    r.near("", morphs(Anim(maxWeight=3e38), moving()))


OUTSIDE = 'the pose of "smile" has a weight outside of the range: either may be wrong'


@rule
def weight_range(r):
    file = morphs(Anim(minWeight=2.0))
    r.fires("-limits", file, warning("weight-range", ANIM + "minWeight"),
            fix_refused=OUTSIDE)
    r.fires("-swapped", morphs(Anim(minWeight=2.0, poseWeight=1.5)), warning("weight-range", ANIM + "minWeight"),
            fixed=morphs(Anim(minWeight=1.0, maxWeight=2.0, poseWeight=1.5)))
    for value in (-0.5, 1.5):
        r.fires(f"-pose-{value}", morphs(Anim(poseWeight=value)), warning("weight-range", ANIM + "poseWeight"),
                fix_refused=OUTSIDE)
    r.near("", morphs(Anim(poseWeight=1.0), Anim(b"frown", minWeight=1.0, poseWeight=1.0)))


@rule
def unknown_bits(r):
    for phonemes in (0x1000, 0x80000001):
        r.fires(f"-{phonemes}", morphs(Anim(phonemeSet=phonemes)), note("unknown-bits", ANIM + "phonemeSet"))
    file = Morphs([Info(), Single(anim=Anim(phonemeSet=0x2000))])
    r.fires("-single", file, note("unknown-bits", "chunks[1].phonemeSet"))
    r.near("", morphs(Anim(phonemeSet=0xFFF)))


@rule
def duplicate_target(r):
    r.fires("", morphs(Anim(), moving(), Anim()), warning("duplicate-target", "chunks[1].anims[2].name"))
    file = Morphs([Info(), Single(anim=Anim()), Single(anim=Anim())])
    r.fires("-single", file, warning("duplicate-target", "chunks[2].name"))
    r.fires("-short", morphs(Anim(b"a"), Anim(b"a")), warning("duplicate-target", "chunks[1].anims[1].name"))
    r.near("", morphs(Anim(), Anim(b"Smile"), Anim(b"", phonemeSet=1), Anim(b"", phonemeSet=1)))


@rule
def empty_name(r):
    r.fires("", morphs(Anim(b""), moving()), warning("empty-name", ANIM + "name"))
    r.fires("-single", Morphs([Info(), Single(anim=Anim(b""))]), warning("empty-name", "chunks[1].name"))
    r.near("", morphs(Anim(b"", phonemeSet=1), Anim(b" ")))


@rule
def frame_rate(r):
    for fps in (0, 1001, 0xFFFFFFFF):
        r.fires(f"-{fps}", Morphs([Info(fps=fps), Single(anim=Anim())]), warning("frame-rate", "chunks[0].fps"))
    for fps in (1, 1000):
        r.near(f"-{fps}", Morphs([Info(fps=fps), Single(anim=Anim())]))


def more(r):
    file = good()
    file.chunks[1].numAnims = 0x80000000
    r.fires("-anims", file, error("count-range", "chunks[1].numAnims"))
    r.fires("-keys", morphs(moving(nKeys=0x20000000)), error("count-range", ANIM + "nKeys"))
    file = morphs(moving(), moving(b"frown"))
    for change in (-1, 1):
        r.fires(f"-anims{change:+}", changed(file, "chunks[1].numAnims", change), error(file, "count-range", "chunks[1].numAnims"))
        r.fires(f"-keys{change:+}", changed(file, ANIM + "nKeys", change), error(file, "count-range", ANIM + "nKeys"))
        r.fires(f"-name{change:+}", changed(file, ANIM + "name", change),
                error(file, "count-range", ANIM + "name", at=(file.start(ANIM + "name"), 4)))
    r.fires("-one-more", morphs(moving(nKeys=4)), error("count-range", ANIM + "nKeys"))


def more_control_characters(r):
    file = morphs(Anim(), Anim(b"fr\x1fwn"))
    r.fires("-name", file, warning("string-control-char", "chunks[1].anims[1].name", elements=[2]))


def several(r):
    file = morphs(Anim(poseWeight=2.0), at_times(1.0, 0.5), tail=b"\0\0\0")
    r.add("three-defects", file, [
        warning("weight-range", ANIM + "poseWeight"),
        warning("first-key-time", "chunks[1].anims[1].keys", elements=[0], actual=1.0),
        error("key-order", "chunks[1].anims[1].keys", elements=[1]),
        error("trailing-bytes", "", at=(len(file.bytes()) - 3, 3)),
    ])
    file = morphs(Anim(minWeight=2.0), Anim())
    file.chunks[0].lengths = {1: 0x10000000}
    start = file.start("chunks[0].origFile")
    r.add("after-a-broken-chunk", file, [
        error("count-range", "chunks[0].origFile", at=(start, 4)),
        warning("weight-range", ANIM + "minWeight"),
        warning("duplicate-target", "chunks[1].anims[1].name"),
    ])


MORE = {"count_range": more, "string_control_char": more_control_characters}


def with_more(maker):
    def both(r):
        maker(r)
        MORE[maker.__name__](r)
    both.__name__ = maker.__name__
    return both


BOOK.makers = [with_more(maker) if maker.__name__ in MORE else maker for maker in BOOK.makers]
BOOK.rule(several)
