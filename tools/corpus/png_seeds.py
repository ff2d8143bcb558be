"""png_seeds.py: small PNG pictures."""

from pictures import Png, chunk


def seeds():
    """Bytes by file name."""
    head, *rest = Png().chunks
    return {
        "pixel.png": Png().bytes(),
        "text.png": Png((head, chunk(b"tEXt", b"Comment\0made by a test"), *rest)).bytes(),
    }
