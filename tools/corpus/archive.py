"""archive.py: writes zip, 7z and tar archives by hand, so that they are the same bytes with every Python.

They pack badly or not at all: stored members, or deflate by zstream. What an archive declares of a member may be wrong.
"""

import bz2
import struct
import zlib
from dataclasses import dataclass

import zstream

DEFLATED = 8


@dataclass
class Entry:
    name: object                # a text, which a zip marks as UTF-8, or bytes
    content: bytes = b""
    deflate: bool = False       # in a zip
    method: object = None       # as a zip declares it; None: the true one
    size: object = None         # declared; None: the true one
    sum: object = None
    change: object = None       # (offset, byte) to change in the packed data, after the checksum
    encrypted: bool = False
    mode: int = 0o100644
    folder: bool = False
    link: object = None         # target of a link in a tar
    hard: bool = False          # a hard link
    extra: bytes = b""          # of the local header in a zip

    def bytes(self):
        return self.name if isinstance(self.name, bytes) else self.name.encode()


def changed(data, entry):
    if entry.change is None:
        return data
    place, byte = entry.change
    return data[:place] + bytes([byte]) + data[place + 1:]


# ---- zip ---------------------------------------------------------------------------------------------------

def zip_packed(entry):
    content = zstream.fixed(entry.content)[2:-4] if entry.deflate else entry.content
    return changed(content, entry)


def zip_fields(entry, packed):
    """The fields from the flags to the sizes, for the local header and the central directory."""
    flags = (0 if isinstance(entry.name, bytes) or entry.name.isascii() else 1 << 11) | entry.encrypted
    method = (DEFLATED if entry.deflate else 0) if entry.method is None else entry.method
    sum = zlib.crc32(entry.content) if entry.sum is None else entry.sum
    size = len(entry.content) if entry.size is None else entry.size
    return struct.pack("<HHHHIII", flags, method, 0, 0x2821, sum, len(packed), size)


def zip_archive(entries, comment=b"", before=b"", cut=0, places=None):
    """`places`: for each entry of the central directory the index of the local header that it points to."""
    out, heads, listed = before, [], b""
    for entry in entries:
        packed = zip_packed(entry)
        heads.append(len(out) - len(before))
        out += b"PK\3\4" + struct.pack("<H", 20) + zip_fields(entry, packed)
        out += struct.pack("<HH", len(entry.bytes()), len(entry.extra)) + entry.bytes() + entry.extra + packed
    for number, entry in enumerate(entries):
        packed = zip_packed(entry)
        head = heads[number if places is None else places[number]]
        listed += b"PK\1\2" + struct.pack("<HH", 3 << 8 | 20, 20) + zip_fields(entry, packed)
        listed += struct.pack("<HHHHHII", len(entry.bytes()), 0, 0, 0, 0, entry.mode << 16, head) + entry.bytes()
    out += listed + b"PK\5\6" + struct.pack("<HHHHIIH", 0, 0, len(entries), len(entries), len(listed),
                                            len(out) - len(before), len(comment)) + comment
    return out[:len(out) - cut]


# ---- 7z ----------------------------------------------------------------------------------------------------

COPY = b"\x01\x00"
AES = b"\x24\x06\xf1\x07\x01\x02\x00\x00"


def number(value):
    """A number of 7z: the leading ones of the first byte are the number of bytes that follow."""
    for count in range(8):
        if value < 1 << (7 * (count + 1)):
            low = value & ((1 << 8 * count) - 1)
            return bytes([0xFF << (8 - count) & 0xFF | value >> 8 * count]) + low.to_bytes(count, "little")
    return b"\xff" + value.to_bytes(8, "little")


def bits(items):
    text = bytearray((len(items) + 7) // 8)
    for place, item in enumerate(items):
        text[place // 8] |= bool(item) << (7 - place % 8)
    return bytes(text)


def property(type, content):
    return bytes([type]) + number(len(content)) + content


def seven_streams(folders, coder):
    """One stream for each folder, which is a list of entries."""
    packed = [b"".join(changed(entry.content, entry) for entry in folder) for folder in folders]
    sizes = [b"".join(number(len(entry.content)) for entry in folder[:-1]) for folder in folders]
    entries = [entry for folder in folders for entry in folder]
    sums = [zlib.crc32(entry.content) if entry.sum is None else entry.sum for entry in entries]
    text = b"\x06" + number(0) + number(len(packed)) + b"\x09" + b"".join(number(len(p)) for p in packed) + b"\0"
    text += b"\x07\x0b" + number(len(folders)) + b"\0" + (b"\x01" + coder) * len(folders)
    text += b"\x0c" + b"".join(number(len(p)) for p in packed) + b"\0"
    text += b"\x08\x0d" + b"".join(number(len(folder)) for folder in folders) + b"\x09" + b"".join(sizes)
    text += b"\x0a\x01" + b"".join(struct.pack("<I", sum) for sum in sums) + b"\0\0"
    return text, b"".join(packed)


def seven_header(folders, empty, coder):
    text, packed = seven_streams(folders, coder) if folders else (b"", b"")
    entries = [entry for folder in folders for entry in folder] + empty
    header = b"\x01" + (b"\x04" + text if folders else b"") + b"\x05" + number(len(entries))
    if empty:
        header += property(14, bits([entry in empty for entry in entries]))
        header += property(15, bits([not entry.folder for entry in empty]))
    names = b"".join(entry.name.encode("utf-16-le", "surrogatepass") + b"\0\0" for entry in entries)
    header += property(17, b"\0" + names)
    modes = b"".join(struct.pack("<I", entry.mode << 16 | 0x8000) for entry in entries)
    return header + property(21, b"\x01\0" + modes) + b"\0\0", packed


def seven_start(packed, header):
    rest = struct.pack("<QQI", len(packed), len(header), zlib.crc32(header))
    return b"7z\xbc\xaf\x27\x1c\0\4" + struct.pack("<I", zlib.crc32(rest)) + rest


def seven_archive(folders, empty=(), coder=COPY, packed_header=False, cut=0, header_coder=COPY):
    header, packed = seven_header(folders, list(empty), coder)
    if packed_header:
        text = b"\x17\x06" + number(len(packed)) + number(1) + b"\x09" + number(len(header)) + b"\0"
        text += b"\x07\x0b\x01\0\x01" + header_coder + b"\x0c" + number(len(header))
        text += b"\x0a\x01" + struct.pack("<I", zlib.crc32(header)) + b"\0\0"
        packed, header = packed + header, text
    out = seven_start(packed, header) + packed + header
    return out[:len(out) - cut]


# ---- tar ---------------------------------------------------------------------------------------------------

def octal(value, size):
    return b"%0*o\0" % (size - 1, value)


def tar_head(entry, size, type=None):
    kind = b"5" if entry.folder else b"0" if entry.link is None else b"1" if entry.hard else b"2"
    link = (entry.link or "").encode()
    text = entry.bytes().ljust(100, b"\0") + octal(0o644, 8) + octal(0, 8) * 2 + octal(size, 12)
    text += octal(0, 12) + b" " * 8 + (type or kind) + link.ljust(100, b"\0") + b"ustar\x0000"
    text = text.ljust(512, b"\0")
    return text[:148] + b"%06o\0 " % sum(text) + text[156:]


def tar_padded(content):
    return content + bytes(-len(content) % 512)


def tar_archive(entries, end=1024):
    out = b""
    for entry in entries:
        content = changed(entry.content, entry)
        if len(entry.bytes()) > 100:            # GNU's way
            long = entry.bytes() + b"\0"
            out += tar_head(Entry("././@LongLink"), len(long), b"L") + tar_padded(long)
            entry = Entry(entry.bytes()[:100], entry.content)
        out += tar_head(entry, len(content)) + tar_padded(content)
    return out + bytes(end)


def pax_name(name):
    """A pax header with a name of any length in UTF-8, for the header that follows."""
    text = b" path=" + name.encode() + b"\n"
    length = len(text) + 1
    while len(b"%d" % length) + len(text) != length:
        length += 1
    text = b"%d" % length + text
    return tar_head(Entry("pax"), len(text), b"x") + tar_padded(text)


def sparse(name, content, hole, after=0):
    """A sparse file in the oldest form of GNU tar: a hole, the content, another hole."""
    head = bytearray(tar_head(Entry(name), len(content), b"S"))
    head[257:265] = b"ustar  \0"
    place = 386
    for value in (hole, len(content)):
        head[place:place + 12] = b"\x80" + value.to_bytes(11, "big")
        place += 12
    head[483:495] = b"\x80" + (hole + len(content) + after).to_bytes(11, "big")
    head[148:156] = b" " * 8
    head[148:156] = b"%06o\0 " % sum(head)
    return bytes(head) + tar_padded(content)


# ---- What a tar is compressed by -----------------------------------------------------------------------------

def zip64_archive(entries):
    """Its numbers are in the extra fields and records of Zip64, after an extra field of another kind."""
    out, listed, most = b"", b"", 0xFFFFFFFF
    for entry in entries:
        packed, head = zip_packed(entry), len(out)
        out += b"PK\3\4" + struct.pack("<H", 45) + zip_fields(entry, packed)
        out += struct.pack("<HH", len(entry.bytes()), 0) + entry.bytes() + packed
        extra = struct.pack("<HHI", 0x7075, 4, 0) + struct.pack("<HHQQQ", 1, 24, len(entry.content), len(packed), head)
        listed += b"PK\1\2" + struct.pack("<HH", 3 << 8 | 45, 45) + zip_fields(entry, packed)[:-8]
        listed += struct.pack("<IIHHHHHII", most, most, len(entry.bytes()), len(extra), 0, 0, 0, entry.mode << 16, most)
        listed += entry.bytes() + extra
    end = struct.pack("<QHHIIQQQQ", 44, 45, 45, 0, 0, len(entries), len(entries), len(listed), len(out))
    locator = struct.pack("<IQI", 0, len(out) + len(listed), 1)
    return (out + listed + b"PK\6\6" + end + b"PK\6\7" + locator +
            b"PK\5\6" + struct.pack("<HHHHIIH", 0, 0, 0xFFFF, 0xFFFF, most, most, 0))


def gzip(data, sum=None, cut=0):
    packed = zstream.stored(data)[2:-4] if len(data) > 20000 else zstream.fixed(data)[2:-4]
    out = b"\x1f\x8b\x08" + bytes(6) + b"\xff" + packed
    out += struct.pack("<II", zlib.crc32(data) if sum is None else sum, len(data))
    return out[:len(out) - cut]


def bzip2(data):
    return bz2.compress(data)       # libbz2 has written the same bytes since 2000


def xz_number(value):
    out = b""
    while value >= 0x80:
        out += bytes([value & 0x7F | 0x80])
        value >>= 7
    return out + bytes([value])


def xz(data, dictionary=0x0C, cut=0):
    """Stored in chunks of LZMA2. `dictionary`: the byte with the dictionary size; 40 is 4 GiB."""
    chunks = b""
    for start in range(0, len(data), 1 << 16):
        part = data[start:start + (1 << 16)]
        chunks += bytes([1 if start == 0 else 2]) + struct.pack(">H", len(part) - 1) + part
    chunks += b"\0"
    flags = b"\0\x01"
    head = b"\x02\0\x21\x01" + bytes([dictionary]) + bytes(3)
    block = head + struct.pack("<I", zlib.crc32(head)) + chunks
    unpadded = len(block) + 4
    block += bytes(-len(block) % 4) + struct.pack("<I", zlib.crc32(data))
    index = b"\0\x01" + xz_number(unpadded) + xz_number(len(data))
    index += bytes(-len(index) % 4)
    index += struct.pack("<I", zlib.crc32(index))
    end = struct.pack("<I", len(index) // 4 - 1) + flags
    out = b"\xfd7zXZ\0" + flags + struct.pack("<I", zlib.crc32(flags)) + block + index
    out += struct.pack("<I", zlib.crc32(end)) + end + b"YZ"
    return out[:len(out) - cut]
