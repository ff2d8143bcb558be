"""bgf_seeds.py: small game faces, one for each feature of the format."""

from anark import (ACTIVE, BOOL, CAMERA, CONTRACT, DUMMY, FLOAT, GEOMETRY, INT, LARGE, LIGHT, MATERIAL, STRING, TEXT,
                   TEXTURE, Animation, Contract, Element, Face, Setting, Slide)

NO_CURVE = (0.0, 0.0, 0.0, 0.0)
PARAMS = (("float", "f", 0.5), ("float3.x", "f", -1.0), ("float3.y", "f", 0.0), ("float3.z", "f", 3e38),
          ("long", "i", -7), ("color4.r", "f", 0.0), ("color4.g", "f", 127.5), ("color4.b", "f", 255.0),
          ("color4.a", "f", 1.0), ("bool", "i", 1), ("string", "i", 1))


def every_type():
    """Each type of element, below the first."""
    types = (GEOMETRY, CAMERA, LIGHT, TEXT, MATERIAL, TEXTURE, DUMMY, CONTRACT)
    return [Element(type, number - 1, sceneItemId=number % 6) for number, type in enumerate(types)]


def values():
    """Each type of value."""
    return (("position.x", FLOAT, 1.5), ("active", BOOL, 1), ("renderpriority", INT, -3), ("name", STRING, 0))


def large(**fields):
    return Element(**({"type": GEOMETRY, "flags": ACTIVE | LARGE, "period": 500} | fields))


def moving(**fields):
    """One large element that is animated."""
    keys = ((0, (0.0,) + NO_CURVE), (250, (1.0, 0.5, 0.25, -0.5, 2.0)))
    return Face(**({"elements": [large()], "animations": [Animation(keys=keys)]} | fields))


def showing(**fields):
    """Slides with settings, values and references."""
    settings = [Setting(0, values(), [(0, 1, 0), (0, 0, 1)]), Setting(1, activate=0)]
    slides = [Slide(b"start", settings), Slide(b"fifteen letters", flags=3, beginMs=100, endMs=100, elementIdx=2)]
    return Face(**({"strings": [b"title"], "elements": [large(attributes=values()), Element(TEXT, 0), large(parentIdx=1)],
                    "animations": [Animation(), Animation(0, "opacity")], "slides": slides} | fields))


def full(**fields):
    """Several things of different sizes in each section, so that a wrong number of any leads astray."""
    elements = [large(attributes=values()), Element(CONTRACT, 0, values()[:1]), large(parentIdx=0),
                Element(TEXT, 2, values()[1:], flags=0), Element(TEXTURE, 1),
                large(parentIdx=3, attributes=values()[2:])]
    animations = [Animation(0, "position.x", tuple((time * 40, (time * 0.5,) * 5) for time in range(4))),
                  Animation(2, "opacity", ((0, (1.0,) * 5),)),
                  Animation(0, "position.y", ((5, (1.0,) * 5), (9, (-2.0,) * 5))),
                  Animation(5, "scale.x", ((0, (1.0,) * 5), (1, (0.5,) * 5), (2, (0.0,) * 5)))]
    slides = [Slide(b"start", [Setting(0, values(), [(0, 1, 0), (0, 0, 2)]), Setting(1, values()[:2]),
                               Setting(5, (), [(0, 1, 3)])]),
              Slide(b"middle", [], elementIdx=2, beginMs=20, endMs=40),
              Slide(b"end", [Setting(2, values()[2:], [(0, 1, 1)]), Setting(4)], elementIdx=5)]
    return Face(**({"strings": [b"title", b"", b"onopen", b"a longer text", b"x"], "elements": elements,
                    "contracts": [Contract(1, (0, 2)), Contract(1), Contract(3, (2, 4, 3)), Contract(1, (1,))],
                    "animations": animations, "params": PARAMS, "slides": slides} | fields))


def contracted():
    return Face(strings=[b"onopen", b"onclose"], elements=[Element(CONTRACT)],
                contracts=[Contract(0, (1, 0, 1)), Contract(0)])


def seeds():
    """Bytes by file name."""
    return {
        "none.bgf": Face().bytes(),
        "elements.bgf": Face(elements=every_type()).bytes(),
        "values.bgf": Face(strings=[b"title"], elements=[Element(attributes=values())]).bytes(),
        "large.bgf": Face(elements=[large(), Element(parentIdx=0, flags=0), large(parentIdx=1, flags=LARGE)]).bytes(),
        "strings.bgf": Face(strings=[b"", b"a", b"\xe4\0\n\xff", b"s" * 40]).bytes(),
        "contracts.bgf": contracted().bytes(),
        "moving.bgf": moving().bytes(),
        "params.bgf": Face(strings=[b"a", b"b"], params=PARAMS).bytes(),
        "SHOWING.BGF": showing().bytes(),
        "logic.bgf": Face(logic=b"\1\2\3\4\5").bytes(),
        "big-endian.bgf": showing(endianness=1, params=PARAMS[:1]).bytes(),
        "full.bgf": full().bytes(),
        "roots.bgf": Face(elements=[Element(parentIdx=2), Element(), Element(parentIdx=1), Element(parentIdx=0)],
                          numSceneItems=0, width=1, height=32767, fitMode=2).bytes(),
    }
