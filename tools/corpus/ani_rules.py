"""ani_rules.py: the fixtures of the rules of Lost Saga's ANI."""

from ani import KEY_SIZES, UNIT, ZERO, Animation, Track
from ani_seeds import HALF, good, moving, still
from bone_rules import bone_rule
from fixtures import INFINITE, NAN, Book, normalised
from lostsaga import NEGATIVE, control_characters, family_rules

BOOK = Book("ani", "ani")
rule, rules, error, warning, note = BOOK.rule, BOOK.rules, BOOK.error, BOOK.warning, BOOK.note

# What messages say besides what stands in the file.
BOOK.may_say("unsupported-version", 4000, 4002, expected="4000 to 4002")
BOOK.may_say("first-key-time", expected=0)
BOOK.may_say("count-range", 12, 20, 24, 32)     # bytes of an event or a track, and of keys by version
KEYS = "tracks[0].keys"
VERSIONS = (4000, 4001, 4002)

family_rules(BOOK, good, VERSIONS, (3999, 4003, 0, 0xFFFFFFFF))
BOOK.memory_limit(good())


def at_times(*times, **fields):
    return Animation(tracks=[Track(keys=[(UNIT, ZERO, time) for time in times])], **fields)


@rule
def truncated(r):
    # with a long name in front, so that the cut file is large enough for its counts
    file = good(events=[(b"motion_sound", b"n" * 300, 0.0), (b"attack", b"", 1000.0)])
    whole = file.bytes()
    for field, there in (("events[0].type", 13), ("events[0].name", 303), ("events[1].time", 3), ("motion", 7),
                         ("tracks[0].bone", 0), ("tracks[1].bone", 4), (KEYS, 33), (KEYS, 0)):
        start = file.start(field)
        r.fires(f"-{field.replace('[', '-').replace('].', '-')}-{there}", whole[:start + there],
                error(file, "truncated", field, at=(start, there)))
    r.fires("-header", whole[:9], error(file, "truncated", "header", at=(0, 9)))
    start = file.start("tracks[0].record")
    r.fires("-record", whole[:start + 5], error(file, "truncated", "tracks[0]", at=(start, 5)))
    start = file.start("tracks[1]")
    r.fires("-no-track", whole[:start], error(file, "truncated", "tracks[1].bone", at=(start, 0)))
    for version in VERSIONS:
        file = good(version=version)
        start, length = file.where("tracks[1].keys")
        r.fires(f"-{version}", file.bytes()[:-1], error(file, "truncated", "tracks[1].keys", at=(start, length - 1)))
    r.near("", whole)


@rule
def count_range(r):
    for number in (NEGATIVE, 0x7FFFFFFF, len(good().bytes()) // 12 + 1):
        r.fires(f"-events-{number}", good(nEvents=number), error("count-range", "header.nEvents"))
        file = good(nTracks=number)
        r.fires(f"-tracks-{number}", file, error("count-range", "motion.nTracks"))
    for version, size in KEY_SIZES.items():
        file = Animation(version=version, tracks=[moving()])
        file.tracks[0].nKeys = len(file.bytes()) // size + 1
        r.fires(f"-keys-{version}", file, error("count-range", "tracks[0].nKeys"))
        file.tracks[0].nKeys -= 1
        start, length = file.where(KEYS)
        r.near(f"-keys-{version}", file,
               error("truncated", KEYS, at=(start, length), whole=file.tracks[0].nKeys * size))
    for field, length in (("events[0].type", NEGATIVE), ("events[1].name", 0x7FFFFFFF)):
        file = good(lengths={field: length})
        r.fires("-text-" + field[-4:], file, error("count-range", field, at=(file.start(field), 4)))
    file = Animation(tracks=[still(), moving(boneLength=10000)])
    r.fires("-bone", file, error("count-range", "tracks[1].bone", at=(file.start("tracks[1].bone"), 4)))
    file = good()
    end = len(file.bytes())
    file.lengths = {"events[0].type": end}
    start = file.start("events[0].type")
    r.near("-text", file, error("truncated", "events[0].type", at=(start, end - start), whole=4 + end))


@rule
def string_control_char(r):
    control_characters(r, BOOK, lambda text: Animation(tracks=[still(text)]), "tracks[0].bone")
    control_characters(r, BOOK, lambda text: good(events=[(text, b"", 0.0)]), "events[0].type")
    control_characters(r, BOOK, lambda text: good(events=[(b"a", text, 0.0)]), "events[0].name")
    r.near("", Animation(tracks=[still(b"\x20\x7e\x80\x9f\xff\xb0\xa1")]))


@rule
def empty_track(r):
    for version in VERSIONS:
        file = Animation(version=version, tracks=[still(), Track()])
        r.fires(f"-{version}", file, warning("empty-track", "tracks[1].nKeys"))
    r.near("", Animation(tracks=[still()]))
    r.near("-other-count", Animation(tracks=[still(b"A"), moving(b"B")]))


@rule
def key_order(r):
    file = at_times(0, 100, 50, 200, 150, 160)
    r.fires("", file, error("key-order", KEYS, elements=[2, 4]), fixed=at_times(0, 50, 100, 150, 160, 200))
    for version in (4001, 4002):
        r.fires(f"-{version}", at_times(0, 5, 4, version=version), error("key-order", KEYS, elements=[2]),
                fixed=at_times(0, 4, 5, version=version))
    r.fires("-backwards", at_times(*range(10, -1, -1)), error("key-order", KEYS, elements=list(range(1, 11))),
            note("first-key-time", KEYS, elements=[0], actual=10), fixed=at_times(*range(11)))
    r.near("", at_times(0, 1, 2, 0x7FFFFFFF, 0x80000000, totalTime=0x7FFFFFFF))


@rule
def key_duplicate(r):
    r.fires("", at_times(0, 0, 0, 10, 10), note("key-duplicate", KEYS, elements=[1, 2, 4]), fixed=at_times(0, 10))
    r.fires("-order", at_times(0, 5, 5, 4, version=4002), note("key-duplicate", KEYS, elements=[2]),
            error("key-order", KEYS, elements=[3]), fixed=at_times(0, 4, 5, version=4002))
    other = Animation(tracks=[Track(keys=[(UNIT, ZERO, 0), (UNIT, ZERO, 1), (HALF, ZERO, 1)])])
    r.fires("-of-other-value", other, note("key-duplicate", KEYS, elements=[2]),
            fix_refused="keys 1 and 2 are at the same time, but have other values")
    r.near("", at_times(0, 1))


@rule
def key_after_end(r):
    r.fires("", at_times(0, 1003), warning("key-after-end", KEYS, elements=[1]))
    r.fires("-most", at_times(0, 0xFFFFFFFF, version=4001, totalTime=0), warning("key-after-end", KEYS, elements=[1]))
    r.near("", at_times(0, 1002))
    r.near("-most", at_times(0, 0x80000001, totalTime=0x7FFFFFFF))
    file = at_times(0, 2000, 10)        # only the last time counts
    r.near("-not-last", file, error("key-order", KEYS, elements=[2]))


@rule
def duration(r):
    # All keys and events are after a negative end, which is reported once.
    for name, total in (("", 0xFFFFFFFF), ("-least", 0x80000000)):
        file = at_times(0, 1000, events=[(b"sound", b"hit", 500.0)], totalTime=total)
        r.fires(name, file, error("duration", "motion.totalTime"))
    for version in VERSIONS:
        r.fires(f"-{version}", good(version=version, totalTime=0xFFFFFFFF), error("duration", "motion.totalTime"))
    r.fires("-event", at_times(0, 1000, events=[(b"sound", b"hit", -1.0)], totalTime=0xFFFFFFFF),
            error("duration", "motion.totalTime"), warning("event-time", "events[0].time"))
    r.near("", at_times(0, 1000, totalTime=0x7FFFFFFF))
    r.near("-zero", at_times(0, totalTime=0))


@rule
def first_key_time(r):
    for version in VERSIONS:
        r.fires(f"-{version}", at_times(1, 5, version=version), note("first-key-time", KEYS, elements=[0], actual=1))
    file = Animation(tracks=[still(), moving(), Track(b"L", [(UNIT, ZERO, 33)])])
    r.fires("-third", file, note("first-key-time", "tracks[2].keys", elements=[0], actual=33))
    r.near("", at_times(0))


@rule
def rotation_norm(r):
    def turned(*rotations):
        return Animation(tracks=[Track(keys=[(turn, ZERO, time) for time, turn in enumerate(rotations)])])

    file = turned(UNIT, (0.0, 0.0, 0.0, 1.26), HALF, (0.0, 0.74, 0.0, 0.0), (0.0,) * 4)
    r.fires("", file, warning("rotation-norm", KEYS, elements=[1, 3, 4]),
            fixed=turned(UNIT, UNIT, HALF, (0.0, 1.0, 0.0, 0.0), (0.0,) * 4),
            fix_refused="a rotation has the length 0, which is too short to tell what it was")
    near = (0.0, 0.0, 0.0, 1.25)
    r.fires("-long-and-short", turned(near, (0.0, 0.0, 0.0, 1.26), HALF, (0.0, 0.74, 0.0, 0.0), (1.0, 1.0, 0.0, 1.0)),
            warning("rotation-norm", KEYS, elements=[1, 3, 4]),
            fixed=turned(near, UNIT, HALF, (0.0, 1.0, 0.0, 0.0), normalised((1.0, 1.0, 0.0, 1.0))))
    r.fires("-large", turned((1e30, 0.0, 0.0, 0.0)), warning("rotation-norm", KEYS, elements=[0]),
            fixed=turned((1.0, 0.0, 0.0, 0.0)))
    r.near("", turned(UNIT, (0.0, 0.0, 0.0, 1.25), (0.0, 0.75, 0.0, 0.0), (-0.8, 0.0, -0.8, 0.0)))
    r.near("-not-finite", turned((NAN, 0.0, 0.0, 9.0)), error("not-finite", KEYS, elements=[0]))


@rule
def packed_rotation(r):
    def packed(version, *rotations):
        return Animation(version=version,
                         tracks=[Track(keys=[(turn, ZERO, time) for time, turn in enumerate(rotations)])])

    full, zero = 1023, 512
    good_small = 3 << 30 | zero << 20 | zero << 10 | zero
    for omitted in range(4):
        bad = omitted << 30 | full << 20 | zero << 10 | zero        # 1, and two that are not quite 0
        file = packed(4001, good_small, bad, good_small, 0xFFFFFFFF)
        r.fires(f"-4001-{omitted}", file, error("packed-rotation", KEYS, elements=[1, 3], says=(f"0x{bad:08X}",)))
    file = packed(4001, 0)                                          # three times -1
    r.fires("-4001-zero", file, error("packed-rotation", KEYS, elements=[0], says=("0x00000000",)))
    r.near("-4001", packed(4001, *(i << 30 | 1022 << 20 | zero << 10 | zero for i in range(4))))
    r.near("-4001-below", packed(4001, *(i << 30 | 1 << 20 | zero << 10 | zero for i in range(4))))
    middle = 32768                                                  # 0, nearly
    unit = (middle << 16 | middle, middle << 16 | 65535)
    low = (middle << 16 | middle, middle << 16 | 64850)             # 0.98955
    file = packed(4002, unit, low, (0, 0), (0xFFFFFFFF, 0xFFFFFFFF), unit)
    r.fires("-4002", file, error("packed-rotation", KEYS, elements=[1, 2, 3]))
    near = (middle << 16 | middle, middle << 16 | 64900)            # 0.99031
    r.near("-4002", packed(4002, unit, near, (65535 << 16 | middle, middle << 16), (middle << 16, middle << 16),
                           (middle << 16 | middle, 65535 << 16)))


@rule
def not_finite(r):
    for number in range(4):
        turn = [0.0, 0.0, 0.0, 0.0]
        turn[number] = NAN
        file = Animation(tracks=[Track(keys=[(UNIT, ZERO, 0), (tuple(turn), ZERO, 1), (UNIT, ZERO, 2)])])
        r.fires(f"-rotation-{number}", file, error("not-finite", KEYS, elements=[1]))
    for version in VERSIONS:
        keys = [(UNIT, (0.0, 0.0, INFINITE), 0), (UNIT, ZERO, 1), (UNIT, (NAN, 0.0, 0.0), 2), (UNIT, (0.0, -INFINITE, 1.0), 3)]
        file = Animation(version=version, tracks=[still(), Track(keys=keys)])
        r.fires(f"-{version}", file, error("not-finite", "tracks[1].keys", elements=[0, 2, 3]))
    for name, weight in (("nan", NAN), ("infinite", INFINITE)):
        r.fires("-weight-" + name, Animation(tracks=[moving(weight=weight)]), error("not-finite", "tracks[0].weight"))
    file = Animation(tracks=[still(), Track(weight=NAN)])
    start = file.start("tracks[1].record")
    r.fires("-cut-behind-weight", file.bytes()[:start + 4], error(file, "not-finite", "tracks[1].weight"),
            error(file, "truncated", "tracks[1]", at=(start, 4)))
    r.fires("-no-keys", Animation(tracks=[Track(weight=NAN)]), error("not-finite", "tracks[0].weight"),
            warning("empty-track", "tracks[0].nKeys"))
    # times and packed rotations whose bits are those of a NaN
    bits = 0x7FC00000
    r.near("-times", at_times(0, bits, totalTime=bits))
    r.near("-packed", Animation(version=4001, tracks=[Track(keys=[(0xFF9FA7F8 & 0xC0000000 | 512 << 20 | 512 << 10 | 512,
                                                                  (3e38, -3e38, 0.0), 0)])]))
    r.near("-event", good(events=[(b"a", b"", NAN)]), warning("event-time", "events[0].time"))


@rule
def event_time(r):
    for name, time in (("after", 1000.5), ("before", -0.5), ("nan", NAN), ("infinite", INFINITE),
                       ("minus-infinite", -INFINITE)):
        file = good(events=[(b"a", b"b", time), (b"a", b"b", 0.0)])
        r.fires("-" + name, file, warning("event-time", "events[0].time"))
    for name, time in (("before", -1.0), ("infinite", INFINITE)):       # even if the end is unknown
        file = good(events=[(b"a", b"b", time)])
        start = file.start("motion")
        r.fires(f"-cut-{name}", file.bytes()[:start + 3], warning(file, "event-time", "events[0].time"),
                error(file, "truncated", "motion", at=(start, 3)))
    r.near("", good(events=[(b"a", b"b", 1000.0), (b"a", b"b", -0.0)]))
    file = good(events=[(b"a", b"b", 9999.0)])
    start = file.start("motion")
    r.near("-cut", file.bytes()[:start], error(file, "truncated", "motion", at=(start, 0)))


@rule
def event_type(r):
    r.fires("", good(events=[(b"a", b"", 0.0), (b"", b"sound", 1.0), (b"", b"", 2.0)]),
            warning("event-type", "events[1].type"), warning("event-type", "events[2].type"))
    file = good(events=[(b"", b"sound", 1.0)])
    start = file.start("events[0].name")
    r.fires("-cut", file.bytes()[:start + 6], warning(file, "event-type", "events[0].type"),
            error(file, "truncated", "events[0].name", at=(start, 6)))
    r.near("", good(events=[(b" ", b"", 0.0)]))


@rule
def duplicate_track(r):
    file = Animation(tracks=[still(b"A"), moving(b"B"), still(b"A"), still(b"C"), still(b"B"), still(b"A")])
    r.fires("", file, warning("duplicate-track", "tracks[2].bone"), warning("duplicate-track", "tracks[4].bone"),
            warning("duplicate-track", "tracks[5].bone"))
    file = Animation(tracks=[still(b""), still(b"")])
    r.near("-empty", file, *(warning("empty-bone-name", f"tracks[{i}].bone") for i in (0, 1)))
    r.near("", Animation(tracks=[still(b"A"), still(b"a"), still(b"A "), still(b"AA")]))


@rule
def empty_bone_name(r):
    for version in VERSIONS:
        file = Animation(version=version, tracks=[still(b"A"), still(b"")])
        r.fires(f"-{version}", file, warning("empty-bone-name", "tracks[1].bone"))
    r.fires("-no-keys", Animation(tracks=[Track(b"")]), warning("empty-bone-name", "tracks[0].bone"),
            warning("empty-track", "tracks[0].nKeys"))
    r.near("", Animation(tracks=[still(b" ")]))


@rule
def no_tracks(r):
    for version in VERSIONS:
        r.fires(f"-{version}", good(version=version, tracks=[]), warning("no-tracks", "motion.nTracks"))
    r.near("", Animation(tracks=[still()]))


@rule
def several(r):
    file = Animation(events=[(b"", b"a", 2000.0)], tracks=[moving(weight=INFINITE), Track(b"\7", [(UNIT, ZERO, 9)]),
                     Track(b"Bip01", [(UNIT, ZERO, 0), (HALF, (0.0, NAN, 0.0), 1), (UNIT, ZERO, 0)])], tail=b"\0")
    r.add("three-defects", file, [
        warning("event-type", "events[0].type"), warning("event-time", "events[0].time"),
        error("not-finite", "tracks[0].weight"),
        warning("string-control-char", "tracks[1].bone", elements=[0]),
        note("first-key-time", "tracks[1].keys", elements=[0], actual=9),
        warning("duplicate-track", "tracks[2].bone"), error("key-order", "tracks[2].keys", elements=[2]),
        error("not-finite", "tracks[2].keys", elements=[1]),
        warning("trailing-bytes", "", at=file.where("tail")),
    ])
    file = Animation(events=[(b"a", b"\1", -1.0)], tracks=[
        Track(b"A", [(UNIT, ZERO, 5), ((0.0, 0.0, 0.0, 2.0), ZERO, 4), (UNIT, ZERO, 9)]), still()])
    start = file.start(KEYS)
    r.add("cut", file.bytes()[:start + 70], [
        warning(file, "string-control-char", "events[0].name", elements=[0]),
        warning(file, "event-time", "events[0].time"),
        note(file, "first-key-time", KEYS, elements=[0], at=(start, 64), actual=5),
        error(file, "key-order", KEYS, elements=[1], at=(start, 64)),
        warning(file, "rotation-norm", KEYS, elements=[1], at=(start, 64)),
        error(file, "truncated", KEYS, at=(start, 70)),
    ])
    file = Animation(version=4001, tracks=[
        Track(b"A", [(0xFFFFFFFF, ZERO, 0)]), Track(b"A", [(UNIT, (NAN, 0.0, 0.0), 7)], weight=NAN), moving(b"B", nKeys=NEGATIVE)])
    r.add("after-a-count", file, [
        error("packed-rotation", KEYS, elements=[0], says=("0xFFFFFFFF",)), warning("duplicate-track", "tracks[1].bone"),
        error("not-finite", "tracks[1].weight"), error("not-finite", "tracks[1].keys", elements=[0]),
        note("first-key-time", "tracks[1].keys", elements=[0], actual=7),
        error("count-range", "tracks[2].nKeys"),
    ])


def moving_bones(*bones):
    return Animation(tracks=[still(bone) for bone in bones])


def also_wrong(bones, again):
    """Other findings about such tracks: tracks without a name, and second tracks of a bone."""
    file = moving_bones(*bones)
    return [warning(file, "empty-bone-name", f"tracks[{number}].bone", inside="hero.ani")
            for number, bone in enumerate(bones) if not bone] + [
        warning(file, "duplicate-track", f"tracks[{number}].bone", inside="hero.ani") for number in again]


bone_rule(BOOK, moving_bones, "tracks[{}].bone".format, also_wrong)
