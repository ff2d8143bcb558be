"""bmp_seeds.py: small BMP pictures."""

from pictures import Bmp


def seeds():
    """Bytes by file name."""
    return {
        "24-bits.bmp": Bmp().bytes(),
        "top-first.bmp": Bmp(height=-2).bytes(),
        "32-bits.bmp": Bmp(bits=32, compression=3).bytes(),
    }
