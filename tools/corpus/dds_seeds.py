"""dds_seeds.py: small DDS textures, one for each feature of the format, and in a gzip."""

from pictures import ALL_FACES, ALPHA, ALPHA_ALONE, CUBE, LEVELS, LINEAR, LUMINANCE, PALETTE, PITCH, RGB, USUAL, Dds, Gzip

ARGB = {"redMask": 0xFF0000, "greenMask": 0xFF00, "blueMask": 0xFF, "alphaMask": 0xFF000000}


def argb(width=4, height=4, **header):
    return Dds(width, height, None, 32, **({"formatFlags": RGB | ALPHA} | ARGB | header))


def rgb(width=4, height=4, **header):
    return Dds(width, height, None, 24, **({"redMask": 0xFF0000, "greenMask": 0xFF00, "blueMask": 0xFF} | header))


def chain(width=8, height=8, four_cc=b"DXT5"):
    return Dds(width, height, four_cc, flags=USUAL | LEVELS, mipMapCount=max(width, height).bit_length())


def dx10(format=78, width=8, height=8, **more):
    return Dds(width, height, block=16, dx10={"dxgiFormat": format}, **more)


def seeds():
    """Bytes by file name."""
    files = {
        "dxt1.dds": Dds(),
        "dxt3.dds": Dds(four_cc=b"DXT3"),
        "chain.dds": chain(),
        "odd.dds": Dds(5, 3, b"DXT5", flags=USUAL | LINEAR, pitchOrLinearSize=32),
        "wide-chain.dds": chain(16, 2, b"DXT1"),
        "argb.dds": argb(flags=USUAL | PITCH, pitchOrLinearSize=16),
        "rgb.dds": rgb(3, 2, pitchOrLinearSize=12),
        "grey.dds": Dds(4, 4, None, 8, formatFlags=LUMINANCE, redMask=0xFF),
        "alpha.dds": Dds(4, 4, None, 8, formatFlags=ALPHA_ALONE, alphaMask=0xFF),
        "palette.dds": Dds(4, 4, None, 8, formatFlags=PALETTE | RGB),
        "16-bits.dds": Dds(4, 4, None, 16, redMask=0xF800, greenMask=0x7E0, blueMask=0x1F),
        "float.dds": Dds(2, 2, b"q\0\0\0", 64),
        "cube.dds": Dds(4, 4, textures=6, caps2=CUBE | ALL_FACES),
        "volume.dds": Dds(4, 4, None, 32, volume=3, mipMapCount=3, **ARGB),
        "dx10.dds": dx10(),
        "dx10-array.dds": Dds(4, 4, block=8, dx10={"dxgiFormat": 71, "arraySize": 2}, textures=2),
        "dx10-cube.dds": Dds(4, 4, block=8, dx10={"dxgiFormat": 71, "miscFlag": 4}, textures=6),
        "packed.gz": Gzip(chain(), b"texture"),
        "packed-argb.gz": Gzip(argb()),
    }
    return {name: file.bytes() for name, file in files.items()}
