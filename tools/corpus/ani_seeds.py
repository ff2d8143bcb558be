"""ani_seeds.py: small animations of Lost Saga, one for each feature of the format."""

from ani import UNIT, ZERO, Animation, Track

HALF = (0.6, 0.0, 0.8, 0.0)
TURNS = [UNIT, HALF, (0.5, -0.5, 0.5, 0.5), (0.0, -1.0, 0.0, 0.0), (0.0, 0.0, 0.6, -0.8), (1.0, 0.0, 0.0, 0.0)]


def moving(bone=b"Bip01", **fields):
    return Track(bone, [(turn, (0.5 * i, 1.0, -2.0), 200 * i) for i, turn in enumerate(TURNS)], **fields)


def still(bone=b"Bip01 Head"):
    return Track(bone, [(UNIT, ZERO, 0)])


def good(**fields):
    events = [(b"motion_sound", b"step.wav", 0.0), (b"attack", b"", 1000.0)]
    return Animation(**({"events": events, "tracks": [moving(), still()]} | fields))


def seeds():
    """Bytes by file name."""
    files = {
        "empty.ani": Animation(), "no-events.ani": Animation(tracks=[moving()]),
        "no-keys.ani": Animation(tracks=[Track(), still()]),
        "late.ani": Animation(tracks=[Track(keys=[(UNIT, ZERO, 10), (HALF, ZERO, 1002)])]),
        "names.ani": Animation(events=[(b"\xb9\xe6", b"\xc7\xd1\xb1\xdb", 12.5)], tracks=[still(b"\xb0\xa1"), still(b"")]),
        "unknown.ani": Animation(version=4003, tracks=[still()]),
        "long.ani": Animation(totalTime=0x7FFFFFFF, tracks=[Track(keys=[(UNIT, ZERO, 0), (UNIT, ZERO, 0x7FFFFFFF)])]),
    }
    files |= {f"good-{version}.ani": good(version=version) for version in (4000, 4001, 4002)}
    return {name: file.bytes() for name, file in files.items()}
