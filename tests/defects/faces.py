"""faces.py: generates game faces with many items of all sizes, the same ones in every run."""

import pathlib
import random
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools" / "corpus"))

import anark  # noqa: E402

NAMES = [line.split('"')[1] for line in (ROOT / "src/formats/anark/attributes.def").read_text().splitlines()
         if line.startswith("ANARK_ATTRIBUTE(")]
TYPES = (anark.INT, anark.FLOAT, anark.FLOAT, anark.BOOL, anark.STRING)


def values(dice, strings, most):
    made = []
    for _ in range(dice.randrange(most)):
        type = dice.choice(TYPES)
        value = {anark.INT: dice.randrange(-3, 2000), anark.FLOAT: dice.uniform(-5, 5),
                 anark.BOOL: dice.randrange(2), anark.STRING: dice.randrange(strings)}[type]
        made.append((dice.choice(NAMES), type, value))
    return made


def keys(dice):
    times = sorted(dice.randrange(5000) for _ in range(dice.randrange(1, 9)))
    return [(time, tuple(dice.uniform(-3, 3) for _ in range(5))) for time in times]


def face(number):
    """The bytes of a face without defects; each number gives another face."""
    dice = random.Random(number)
    strings, elements, animations = dice.randrange(1, 30), dice.randrange(3, 40), dice.randrange(1, 20)
    made = [anark.Element(dice.randrange(1, 9), dice.randrange(-1, at) if at else -1, values(dice, strings, 12),
                          flags=dice.choice((0, 1, 4, 5)) if at else 5, sceneItemId=dice.randrange(5),
                          name=dice.choice(NAMES)) for at in range(elements)]
    large = [at for at, element in enumerate(made) if element.flags & anark.LARGE]

    def setting():
        refs = [(0, dice.randrange(2), dice.randrange(animations)) for _ in range(dice.randrange(4))]
        return anark.Setting(dice.randrange(elements), values(dice, strings, 6), refs)

    return anark.Face(
        numSceneItems=5, elements=made,
        strings=[bytes(dice.randrange(97, 123) for _ in range(dice.randrange(20))) for _ in range(strings)],
        contracts=[anark.Contract(dice.randrange(elements), [dice.randrange(strings) for _ in range(dice.randrange(5))])
                   for _ in range(dice.randrange(6))],
        animations=[anark.Animation(dice.choice(large), dice.choice(NAMES), keys(dice)) for _ in range(animations)],
        params=[("float", "f", dice.random()) for _ in range(dice.randrange(5))],
        slides=[anark.Slide(b"slide%d" % at, [setting() for _ in range(dice.randrange(8))], elementIdx=dice.choice(large),
                            beginMs=at, endMs=9 * at) for at in range(dice.randrange(1, 8))]).bytes()
