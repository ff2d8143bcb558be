"""xani_seeds.py: small Egosoft animations, one for each feature of the format."""

from xani import BEZIER, LINEAR, QUADRATIC, STEP, TCB, Anim, Animations, Key

GARBAGE = bytes.fromhex("cdcdcdcda55a00ff7f80c1d3e7f9013c")


def ramp(count, **fields):
    """Keys at 0, 0.5, 1, ... whose value goes up."""
    return [Key(value=(number * 1.5, 0.0, -number), time=number * 0.5, **fields) for number in range(count)]


def with_garbage(text, size=64):
    """A name as a reused buffer has it."""
    return (text + b"\0" + GARBAGE * 4)[:size]


def five_arrays():
    return Anim(posKeys=ramp(2), rotKeys=ramp(3), scaleKeys=ramp(1), preScaleKeys=ramp(1), postScaleKeys=ramp(2))


def curves():
    """Every field of a key in use."""
    return Key(value=(1.0, -2.0, 3.5e10), time=0.25, interpolation=(BEZIER, TCB, QUADRATIC),
               control=tuple(number / 8 for number in range(12)), tension=0.5, continuity=-0.5,
               bias=0.25, easeIn=1.0, easeOut=-1.0, deriv=1, derivIn=(1.0, 2.0, 3.0), derivOut=(-1.0, -2.0, -3.0), angleKey=0xFFFFFFFF)


def several_anims():
    return [Anim(b"anim_door_l", b"open", posKeys=ramp(2), duration=0.5),
            Anim(b"anim_door_l", b"close", duration=0.0),
            Anim(b"anim_dish", b"turn", rotKeys=ramp(2, interpolation=(STEP, LINEAR, STEP)), duration=600.0)]


def every_interpolation():
    return Anim(posKeys=[Key(interpolation=(number, 7 - number, number), time=number) for number in range(8)])


def seeds():
    """Bytes by file name."""
    return {
        "none.ani": Animations().bytes(),
        "one.ani": Animations([Anim(posKeys=ramp(1))]).bytes(),
        "no-keys.ani": Animations([Anim()]).bytes(),
        "five-arrays.ani": Animations([five_arrays()]).bytes(),
        "several.ani": Animations(several_anims()).bytes(),
        "SHIP_S_DATA.ANI": Animations([five_arrays(), Anim(b"part_wing_r", b"Misc", scaleKeys=ramp(2))]).bytes(),
        "interpolations.ani": Animations([every_interpolation()]).bytes(),
        "curves.ani": Animations([Anim(posKeys=[curves()], postScaleKeys=[curves(), curves()])]).bytes(),
        "garbage.ani": Animations([Anim(with_garbage(b"part_main"), with_garbage(b""), rotKeys=ramp(1),
                                        pad=GARBAGE[:8])], pad=-1).bytes(),
        "long-names.ani": Animations([Anim(b"n" * 63, b"s" * 63, posKeys=ramp(1))]).bytes(),
        "late-keys.ani": Animations([Anim(posKeys=list(reversed(ramp(3))), duration=0.25)]).bytes(),
    }
