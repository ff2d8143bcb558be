"""tga_seeds.py: small TGA pictures, one for each feature of the format."""

from pictures import COLOURS, GREY, MAPPED, PACKED, Tga, raw, run

RED, GREEN, CLEAR = b"\1\2\xfd\xff", b"\1\xfd\2\x80", b"\7\7\7\0"
MAP = bytes(range(11, 11 + 12))     # four colours


def packed(rows=2, **more):
    """Rows of four pixels of 32 bits: a run, and two pixels one by one."""
    return Tga(4, rows, COLOURS | PACKED, 32, b"".join(run(RED, 2) + raw(GREEN, CLEAR) for _ in range(rows)), **more)


def mapped(pixels=bytes([0, 1, 2, 3] * 4), **more):
    return Tga(4, 4, MAPPED, 8, pixels, colours=MAP, **more)


def seeds():
    """Bytes by file name."""
    files = {
        "24-bits.tga": Tga(),
        "32-bits.tga": Tga(bits=32),
        "16-bits.tga": Tga(bits=16),
        "top-first.tga": Tga(descriptor=0x20, id=b"made by a test"),
        "grey.tga": Tga(type=GREY, bits=8),
        "packed.tga": packed(),
        "packed-grey.tga": Tga(4, 2, GREY | PACKED, 8, run(b"\x20", 4) + raw(b"\1", b"\2", b"\3", b"\4")),
        "mapped.tga": mapped(),
        "mapped-packed.tga": Tga(4, 2, MAPPED | PACKED, 8, run(b"\3", 4) + raw(*[bytes([i]) for i in range(4)]), colours=MAP),
        "mapped-wide.tga": Tga(2, 1, MAPPED, 16, b"\5\0\6\0", colours=MAP, colorMapFirst=5, colorMapType=1, colorMapBits=24,
                               colorMapLength=4),
        "footer.tga": Tga(footer=True),
        "extension.tga": Tga(extension=b""),
    }
    return {name: file.bytes() for name, file in files.items()}
