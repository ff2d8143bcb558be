"""pictures.py: writes DDS, TGA, PNG and BMP, and packs pictures with gzip."""

import re
import struct
import zlib
from dataclasses import dataclass

import layouts
import zstream

# ---- DDS -------------------------------------------------------------------------------------------------------------

DDS_HEADER = layouts.record("DDS_HEADER")
DDS_DX10 = layouts.record("DDS_DX10")
CAPS, HEIGHT, WIDTH, PITCH, FORMAT, LEVELS, LINEAR = 1, 2, 4, 8, 0x1000, 0x20000, 0x80000
USUAL = CAPS | HEIGHT | WIDTH | FORMAT
ALPHA, ALPHA_ALONE, FOUR_CC, PALETTE, RGB, LUMINANCE = 1, 2, 4, 0x20, 0x40, 0x20000
CUBE, ALL_FACES, VOLUME = 0x200, 0xFC00, 0x200000
BLOCKS = {b"DXT1": 8, b"ATI1": 8, b"DXT3": 16, b"DXT5": 16, b"ATI2": 16}
PALETTE_BYTES = 1024


def noise(size, start=1):
    """Bytes without a line feed or a long run."""
    return bytes(11 + (start + number * 37) % 241 for number in range(size))


def full_chain(*sides):
    return max(sides).bit_length()


@dataclass
class Level:
    width: int
    height: int
    depth: int = 1

    def size(self, unit, blocks):
        across, down = ((self.width + 3) // 4, (self.height + 3) // 4) if blocks else (self.width, self.height)
        return (across * unit * (8 if blocks else 1) + (0 if blocks else 7)) // 8 * down * self.depth


class Dds:
    """A DDS of blocks if it has a fourCC or `block`, the bytes of a block; else of raw pixels. `header` are fields that differ
    from those of a good file, `dx10` those of the DX10 header. `lost` bytes of the data are missing, `tail` stands behind."""

    def __init__(self, width=8, height=8, four_cc=b"DXT1", bits=0, block=None, dx10=None, lost=0, tail=b"", textures=1, volume=0, **header):
        self.dx10 = dx10
        four_cc = b"DX10" if dx10 is not None else four_cc
        self.blocks = block is not None or four_cc in BLOCKS
        self.unit = (block or BLOCKS.get(four_cc, 0)) if self.blocks else bits
        self.header = {"flags": USUAL, "width": width, "height": height, "mipMapCount": 0, "depth": volume,
                       "formatFlags": FOUR_CC if four_cc else RGB, "fourCC": four_cc or b"", "rgbBitCount": 0 if four_cc else bits,
                       "caps": CAPS, "caps2": VOLUME if volume else 0} | header
        self.textures, self.volume, self.lost, self.tail = textures, max(1, volume), lost, tail
        self.palette = PALETTE_BYTES if not four_cc and self.header["formatFlags"] & PALETTE else 0

    def levels(self):
        count = max(1, self.header["mipMapCount"])
        return [Level(*(max(1, side >> number) for side in (self.header["width"], self.header["height"], self.volume)))
                for number in range(min(count, 40))]

    def data_at(self):
        return DDS_HEADER.size + (DDS_DX10.size if self.dx10 is not None else 0) + self.palette

    def size(self):
        return self.textures * sum(level.size(self.unit, self.blocks) for level in self.levels())

    def row(self):
        return Level(self.header["width"], 1).size(self.unit, self.blocks)

    def bytes(self):
        head = DDS_HEADER.pack(self.header)
        if self.dx10 is not None:
            head += DDS_DX10.pack({"resourceDimension": 3, "arraySize": 1} | self.dx10)
        return head + noise(self.palette, 5) + noise(self.size() - self.lost) + self.tail

    def where(self, path):
        record, name = re.fullmatch(r"(?:(\w+)\.)?(\w+)", path).groups()
        if record == "header":
            return DDS_HEADER.place(name)
        if record == "dx10":
            offset, length = DDS_DX10.place(name)
            return DDS_HEADER.size + offset, length
        assert path == "data", path
        return self.data_at(), self.size() - self.lost

    def numbers(self, path):
        """What messages may say: the sides, the levels, and the sizes of data, row and first level."""
        yield from (self.header[name] for name in ("width", "height", "mipMapCount", "depth", "rgbBitCount"))
        yield from (full_chain(self.header["width"], self.header["height"]), self.size(), self.size() - self.lost, self.row(),
                    self.levels()[0].size(self.unit, self.blocks), len(self.bytes()) - self.data_at())


# ---- TGA -------------------------------------------------------------------------------------------------------------

TGA_HEADER = layouts.record("TGA_HEADER")
TGA_FOOTER = layouts.record("TGA_FOOTER")
MAPPED, COLOURS, GREY, PACKED = 1, 2, 3, 8
EXTENSION_BYTES = 495


def raw(*pixels):
    """A packet of pixels one by one."""
    return bytes([len(pixels) - 1]) + b"".join(pixels)


def run(pixel, count):
    """A packet of one pixel, repeated."""
    return bytes([0x80 | count - 1]) + pixel


class Tga:
    """A TGA of `pixels`: packets or raw bytes; by default noise of the right size. `colours` is the map."""

    def __init__(self, width=4, height=4, type=COLOURS, bits=24, pixels=None, id=b"", colours=b"", lost=0, tail=b"", extension=None,
                 footer=False, end=b"", **header):
        self.header = {"idLength": len(id), "imageType": type, "width": width, "height": height, "pixelBits": bits,
                       "descriptor": 8 if bits == 32 else 0} | header
        if colours and "colorMapType" not in header:
            self.header |= {"colorMapType": 1, "colorMapBits": 24, "colorMapLength": len(colours) // 3} | header
        self.id, self.colours, self.lost, self.tail, self.end = id, colours, lost, tail, end
        self.pixel = (bits + 7) // 8
        self.pixels = noise(width * height * self.pixel) if pixels is None else pixels
        self.extension, self.footer = extension, footer or extension is not None
        self.offset = None      # of the extension, where it is not right

    def data_at(self):
        return TGA_HEADER.size + len(self.id) + len(self.colours)

    def data_end(self):
        return self.data_at() + len(self.pixels) - self.lost

    def bytes(self):
        packed = TGA_HEADER.pack(self.header) + self.id + self.colours + self.pixels[:len(self.pixels) - self.lost] + self.tail
        footer = {}
        if self.extension is not None:
            footer["extensionOffset"] = len(packed) if self.offset is None else self.offset
            packed += struct.pack("<H", EXTENSION_BYTES) + bytes(EXTENSION_BYTES - 2) + self.extension
        return packed + (TGA_FOOTER.pack(footer) if self.footer else b"") + self.end

    def footer_at(self):
        return len(self.bytes()) - TGA_FOOTER.size

    def where(self, path):
        record, name = re.fullmatch(r"(?:(\w+)\.)?(\w+)", path).groups()
        if record == "header":
            return TGA_HEADER.place(name)
        if record == "footer":
            offset, length = TGA_FOOTER.place(name)
            return self.footer_at() + offset, length
        assert path == "data", path
        return self.data_at(), len(self.pixels) - self.lost

    def numbers(self, path):
        yield from (self.header["width"], self.header["height"], self.header["width"] * self.header["height"], self.data_end(),
                    len(self.pixels), self.header["imageType"], EXTENSION_BYTES, self.footer_at())


# ---- PNG and BMP -----------------------------------------------------------------------------------------------------

PNG_SIGNATURE = layouts.record("PNG_SIGNATURE")
BMP_HEADER = layouts.record("BMP_HEADER")


def chunk(type, data=b"", damage=0):
    return struct.pack(">I", len(data)) + type + data + struct.pack(">I", zlib.crc32(type + data) ^ damage)


@dataclass
class Png:
    """A PNG of chunks; by default one grey pixel."""
    chunks: tuple = (chunk(b"IHDR", struct.pack(">IIBBBBB", 1, 1, 8, 0, 0, 0, 0)), chunk(b"IDAT", zstream.stored(b"\0\x80")),
                     chunk(b"IEND"))

    def bytes(self):
        return PNG_SIGNATURE.pack({}) + b"".join(self.chunks)

    def start(self, number):
        return PNG_SIGNATURE.size + sum(map(len, self.chunks[:number]))


class Bmp:
    """A BMP of raw pixels, whose rows are padded to four bytes."""

    def __init__(self, width=3, height=2, bits=24, lost=0, **header):
        row = (width * bits + 31) // 32 * 4
        self.pixels = noise(row * abs(height))
        self.at, self.lost = 54, lost
        self.header = {"size": self.at + len(self.pixels), "dataOffset": self.at, "infoSize": 40, "width": width, "height": height,
                       "planes": 1, "bits": bits} | header

    def bytes(self):
        return (BMP_HEADER.pack(self.header).ljust(self.at, b"\0") + self.pixels)[:self.at + len(self.pixels) - self.lost]

    def where(self, path):
        return BMP_HEADER.place(path.removeprefix("header."))


JPEG = b"\xff\xd8\xff\xe0\0\x10JFIF\0\1\1\0\0\1\0\1\0\0\xff\xd9"

# ---- gzip ------------------------------------------------------------------------------------------------------------


class Gzip:
    """A gzip of one member. `damage` changes the checksum, `size` is added to that of the contents."""

    def __init__(self, content, name=b"", damage=0, size=0, tail=b"", cut=0):
        self.content = content.bytes() if hasattr(content, "bytes") else content
        self.name, self.damage, self.size, self.tail, self.cut = name, damage, size, tail, cut

    def member(self):
        head = b"\x1f\x8b\x08" + bytes([8 if self.name else 0]) + bytes(4) + b"\0\xff" + (self.name + b"\0" if self.name else b"")
        return head + zstream.fixed(self.content)[2:-4] + struct.pack(
            "<II", zlib.crc32(self.content) ^ self.damage, len(self.content) + self.size)

    def bytes(self):
        member = self.member()
        return member[:len(member) - self.cut] + self.tail


def picture(path):
    """A good picture of the kind that the extension says."""
    kinds = {"tga": Tga, "png": Png, "bmp": Bmp, "gz": lambda: Gzip(Dds())}
    return kinds.get(path.rpartition(".")[2].lower(), Dds)().bytes()
