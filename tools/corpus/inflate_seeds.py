"""inflate_seeds.py: zlib streams behind the size that they should have, and the size of an item less one (fuzz/inputs.h)."""

import struct
import zlib

TEXT = b"shipshull shipshull engine engine turret shield shipshull 0123456789 "
LONG = bytes(range(256)) * 8  # libdeflate gets no short streams


def stream(content, level=9, strategy=zlib.Z_DEFAULT_STRATEGY, item=12, declared=None, cut=0, raw=False):
    packer = zlib.compressobj(level, zlib.DEFLATED, -15 if raw else 15, 9, strategy)
    packed = packer.compress(content) + packer.flush()
    size = len(content) if declared is None else declared
    return struct.pack("<HB", size, item - 1) + packed[:len(packed) - cut]


def seeds():
    return {
        "empty": stream(b""),
        "fixed": stream(TEXT, strategy=zlib.Z_FIXED),
        "dynamic": stream(TEXT * 4, strategy=zlib.Z_HUFFMAN_ONLY),
        "stored": stream(LONG[:1500], level=0),
        "long": stream(LONG + TEXT * 20, level=1, strategy=zlib.Z_HUFFMAN_ONLY, item=4),
        "run": stream(bytes(60000), item=256),
        "short": stream(TEXT, declared=len(TEXT) + 12),
        "more": stream(TEXT, declared=len(TEXT) - 12),
        "truncated": stream(LONG + TEXT, strategy=zlib.Z_HUFFMAN_ONLY, cut=30),
        "wrong-checksum": stream(LONG, strategy=zlib.Z_HUFFMAN_ONLY)[:-4] + bytes(4),
        "raw": stream(TEXT * 9, raw=True),
        "raw-long": stream(LONG + TEXT * 20, strategy=zlib.Z_HUFFMAN_ONLY, raw=True),
        "raw-run": stream(bytes(60000), raw=True),
    }
