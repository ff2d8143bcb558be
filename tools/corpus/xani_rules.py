"""xani_rules.py: the fixtures of the rules of Egosoft's ANI."""

import struct

from fixtures import INFINITE, NAN, Book
from xani import ARRAYS, COUNTS, DESCRIPTOR_SIZE, HEADER_SIZE, KEY_SIZE, Anim, Animations, Key
from xani_seeds import curves, every_interpolation, five_arrays, ramp, several_anims, with_garbage

BOOK = Book("xani", "ani")
rule, rules, error, warning, note = BOOK.rule, BOOK.rules, BOOK.error, BOOK.warning, BOOK.note

# What messages say besides what stands in the file.
BOOK.may_say("unsupported-version", expected=1)
BOOK.may_say("interpolation", 0, 7)
BOOK.may_say("count-range", 128, 160)            # bytes of a key and a descriptor
NAN_BITS = struct.unpack("<i", struct.pack("<f", NAN))[0]


def one(**fields):
    return Animations([Anim(**({"posKeys": ramp(2)} | fields))])


@rule
def unsupported_version(r):
    for version in (-1, 0, 2, 0x101):
        file = Animations([Anim(posKeys=ramp(1), duration=-1.0)], version=version, tail=b"\0")
        r.fires(f"-{version}", file, error("unsupported-version", "header.version"))
    r.fires("-empty", Animations(version=0), error("unsupported-version", "header.version"))
    r.near("", one())


@rule
def truncated(r):
    file = Animations(several_anims())
    start = HEADER_SIZE + 2 * DESCRIPTOR_SIZE
    for there in (DESCRIPTOR_SIZE - HEADER_SIZE, DESCRIPTOR_SIZE - 1):      # less would be count-range
        r.fires(f"-descriptor-{there}", file.bytes()[:start + there],
                error(file, "truncated", "anims[2]", at=(start, there)))
    file = Animations([five_arrays()])
    for name in ARRAYS:
        start, length = file.where(f"anims[0].{name}")
        r.fires(f"-{name}", file.bytes()[:start + length - 1],
                error(file, "truncated", f"anims[0].{name}", at=(start, length - 1), whole=length))
    start, length = file.where("anims[0].postScaleKeys")
    r.fires("-no-key", file.bytes()[:start],
            error(file, "truncated", "anims[0].postScaleKeys", at=(start, 0), whole=length))
    file = Animations(several_anims())
    start, _ = file.where("anims[2].rotKeys")
    r.fires("-last", file.bytes()[:start + KEY_SIZE],
            error(file, "truncated", "anims[2].rotKeys", at=(start, KEY_SIZE)))
    r.near("", file)
    r.near("-no-keys", Animations([Anim(), Anim()]))


@rule
def trailing_bytes(r):
    for size in (1, KEY_SIZE):
        file = one()
        file.tail = b"\0" * size
        r.fires(f"-{size}", file, error("trailing-bytes", "", at=(len(file.bytes()) - size, size)), fixed=one())
    r.fires("-empty", Animations(tail=b"\0"), error("trailing-bytes", "", at=(HEADER_SIZE, 1)),
            note("empty", "header.numAnims"), fixed=Animations())
    shifted = Animations([Anim(posKeys=ramp(2))], keyOffset=HEADER_SIZE, tail=b"\0")
    r.fires("-after-an-error", shifted, error("trailing-bytes", "", at=(len(shifted.bytes()) - 1, 1)),
            error("key-offset", "header.keyOffset"), fix_refused="the bytes may belong to the file, since it has other errors: "
            "keyOffset is 16, but 1 descriptor ends at 176")
    r.near("", one())


@rule
def count_range(r):
    file = Animations(numAnims=-1, keyOffset=HEADER_SIZE - DESCRIPTOR_SIZE)
    r.fires("-negative-anims", file, error("count-range", "header.numAnims"))
    file = Animations([Anim(), Anim(), Anim()])
    size = len(file.bytes())
    most = size // DESCRIPTOR_SIZE
    for name, number in (("", most + 1), ("-most", 0x7FFFFFFF)):
        keyOffset = (HEADER_SIZE + DESCRIPTOR_SIZE * number + (1 << 31)) % (1 << 32) - (1 << 31)
        file = Animations(file.anims, numAnims=number, keyOffset=keyOffset)
        findings = [error(file, "count-range", "header.numAnims")]
        if number > most + 1:   # no keyOffset of 32 bits can be right
            findings.append(error(file, "key-offset", "header.keyOffset"))
        r.fires("-anims" + name, file, *findings)
    for count, keys in zip(COUNTS, ARRAYS):
        r.fires(f"-negative-{count}", Animations([Anim(**{count: -1})]), error("count-range", f"anims[0].{count}"))
        file = Animations([Anim(**{keys: ramp(1)}), Anim(posKeys=ramp(1))])
        most = len(file.bytes()) // KEY_SIZE
        setattr(file.anims[0], count, most + 1)
        r.fires(f"-{count}", file, error("count-range", f"anims[0].{count}"))
    r.fires("-several", Animations([Anim(posKeys=ramp(1)), Anim(nPos=-5), Anim(nRot=-6)]),
            error("count-range", "anims[1].nPos"), error("count-range", "anims[2].nRot"))
    file = Animations([Anim(posKeys=ramp(1))])
    file.anims[0].nPos = len(file.bytes()) // KEY_SIZE
    start, length = file.where("anims[0].posKeys")
    r.near("-keys", file, error("truncated", "anims[0].posKeys", at=(start, KEY_SIZE), whole=length))
    assert length > KEY_SIZE
    file = Animations([Anim()], tail=bytes(DESCRIPTOR_SIZE - HEADER_SIZE), numAnims=2,
                      keyOffset=HEADER_SIZE + 2 * DESCRIPTOR_SIZE)
    start = HEADER_SIZE + DESCRIPTOR_SIZE
    r.near("-anims", file, error("truncated", "anims[1]", at=(start, DESCRIPTOR_SIZE - HEADER_SIZE)))


BOOK.memory_limit(one(), high=100000)


@rule
def key_offset(r):
    for value in (0, HEADER_SIZE, HEADER_SIZE + DESCRIPTOR_SIZE - 1, HEADER_SIZE + DESCRIPTOR_SIZE + KEY_SIZE, -1):
        file = Animations([Anim(posKeys=ramp(2))], keyOffset=value)
        r.fires(f"-{value}", file, error("key-offset", "header.keyOffset"))
    r.near("-empty", Animations(keyOffset=0), note("empty", "header.numAnims"))
    r.near("", one())


@rule
def name_terminator(r):
    r.fires("-name", one(name=b"n" * 64), error("name-terminator", "anims[0].name"))
    r.fires("-sub-name", one(subName=b"s" * 64), error("name-terminator", "anims[0].subName"))
    r.fires("-both", Animations([Anim(), Anim(name=b"\xff" * 64, subName=b" " * 64)]),
            error("name-terminator", "anims[1].name"), error("name-terminator", "anims[1].subName"))
    r.near("", one(name=b"n" * 63, subName=b"s" * 63))
    r.near("-garbage", one(name=with_garbage(b""), subName=with_garbage(b"Misc")))


@rule
def interpolation(r):
    def keys(*numbers):
        return [Key(interpolation=(2, number, 2), time=time) for time, number in enumerate(numbers)]

    for value in (-1, 8, 0x7FFFFFFF):
        r.fires(f"-{value}", one(posKeys=keys(2, value, 2)), error("interpolation", "anims[0].posKeys", elements=[1]))
    file = one(posKeys=keys(0, 7), rotKeys=[Key(interpolation=(8, 2, 2)), Key(interpolation=(2, 2, 8))],
               postScaleKeys=keys(*[9] * 10))
    r.fires("-arrays", file, error("interpolation", "anims[0].rotKeys", elements=[0, 1]),
            error("interpolation", "anims[0].postScaleKeys", elements=list(range(10))))
    for axis in range(3):
        numbers = [0, 0, 0]
        numbers[axis] = 8
        file = one(posKeys=[Key(interpolation=numbers)])
        r.fires(f"-axis-{axis}", file, error("interpolation", "anims[0].posKeys", elements=[0]))
    file = one(posKeys=keys(2, 8))
    start, length = file.where("anims[0].posKeys")
    r.near("-cut", file.bytes()[:-1], error(file, "truncated", "anims[0].posKeys", at=(start, length - 1)))
    r.near("", Animations([every_interpolation()]))


@rule
def not_finite(r):
    def broken(**fields):
        return [Key(), Key(**({"time": 1.0} | fields))]

    numbers = {"value": 3, "time": 1, "control": 12, "easeOut": 1, "derivIn": 3, "derivOut": 3}
    for name, count in numbers.items():
        value = NAN if count == 1 else (0.0,) * (count - 1) + (NAN,)
        file = one(rotKeys=broken(**{name: value}))
        suffix = "tcb" if name == "easeOut" else name
        r.fires(f"-{suffix}", file, error("not-finite", "anims[0].rotKeys", elements=[1]))
    file = Animations([Anim(posKeys=[Key(value=(INFINITE, 0.0, NAN))] * 9), Anim(scaleKeys=[Key(time=-INFINITE)])])
    r.fires("-arrays", file, error("not-finite", "anims[0].posKeys", elements=list(range(9))),
            error("not-finite", "anims[1].scaleKeys", elements=[0]))
    file = one(posKeys=[Key(), Key(value=(NAN, 0.0, 0.0))])
    start, length = file.where("anims[0].posKeys")
    r.near("-cut", file.bytes()[:-1], error(file, "truncated", "anims[0].posKeys", at=(start, length - 1)))
    r.near("-integers", one(posKeys=[Key(deriv=NAN_BITS, angleKey=NAN_BITS)]))
    largest = struct.unpack("<f", b"\xff\xff\x7f\x7f")[0]
    r.near("-largest", one(posKeys=[Key(value=(largest, -largest, -0.0)), curves()]))


@rule
def duration(r):
    for name, value in (("-negative", -0.5), ("-nan", NAN), ("-infinite", INFINITE), ("-minus-infinite", -INFINITE)):
        r.fires(name, one(duration=value), warning("duration", "anims[0].duration"))
    r.near("-0", one(duration=0.0))
    r.near("-minus-0", one(duration=-0.0))
    r.near("-before-keys", one(posKeys=ramp(4), duration=0.25))


@rule
def empty(r):
    r.fires("", Animations(), note("empty", "header.numAnims"))
    r.near("", Animations([Anim()]))


@rule
def several(r):
    file = Animations([Anim(name=b"n" * 64, posKeys=[Key(interpolation=(2, 2, 11))], duration=NAN),
                       Anim(rotKeys=[Key(), Key(value=(0.0, NAN, 0.0))])], keyOffset=0, tail=b"\0\0")
    r.add("three-defects", file, [
        error("key-offset", "header.keyOffset"), error("name-terminator", "anims[0].name"),
        warning("duration", "anims[0].duration"),
        error("interpolation", "anims[0].posKeys", elements=[0]),
        error("not-finite", "anims[1].rotKeys", elements=[1]),
        error("trailing-bytes", "", at=(len(file.bytes()) - 2, 2)),
    ])
    file = Animations([Anim(posKeys=[Key(time=NAN)], nRot=-1, duration=-1.0), Anim(subName=b"s" * 64)])
    r.add("after-count-range", file, [
        error("count-range", "anims[0].nRot"), warning("duration", "anims[0].duration"),
        error("name-terminator", "anims[1].subName"),
        error("not-finite", "anims[0].posKeys", elements=[0]),
    ])
    file = Animations([Anim(nPos=-1), Anim(duration=NAN), Anim()])
    start = HEADER_SIZE + 2 * DESCRIPTOR_SIZE
    r.add("cut-descriptors", file.bytes()[:start + 150], [
        error(file, "count-range", "anims[0].nPos"), warning(file, "duration", "anims[1].duration"),
        error(file, "truncated", "anims[2]", at=(start, 150)),
    ])
