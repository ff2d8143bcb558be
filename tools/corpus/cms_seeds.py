"""cms_seeds.py: small collision meshes, one for each feature of the format."""

from cms import HALVES, SQUARE, Collision


def seeds():
    """Bytes by file name."""
    files = {
        "good.cms": Collision(),
        "empty.cms": Collision(vertices=[], faces=[]),
        "no-faces.cms": Collision(faces=[]),
        "wall.cms": Collision(vertices=[(-1.5, 0.25, 1e6), *SQUARE], faces=[(4, 3, 2), *HALVES, (0, 4, 1)]),
        "older.cms": Collision(version=4000, tail=b"of another layout"),
    }
    return {name: file.bytes() for name, file in files.items()}
