"""zstream.py: zlib streams (RFC 1950, 1951) written by hand, so that they are the same bytes with every zlib.

Python's zlib may be zlib, zlib-ng or another library of any version, and each packs differently. These writers pack badly
but always in the same way, and write what a good packer seldom does: stored blocks, several blocks, a single distance
code. Each takes the data and the two header bytes, and reads its stream back with Python's zlib.
"""

import functools
import zlib

BEST = b"\x78\xda"     # what Egosoft's exporter writes
DEFAULT = b"\x78\x9c"  # what XRConverters writes
FAST = b"\x78\x5e"
NONE = b"\x78\x01"

END_OF_BLOCK = 256
LONGEST = 258
WINDOW = 32768

# Length codes 257..285 and distance codes 0..29: (shortest length or distance, extra bits), RFC 1951 3.2.5.
LENGTHS = [(3 + i, 0) for i in range(8)]
for extra in range(1, 6):
    LENGTHS += [((4 + i << extra) + 3, extra) for i in range(4)]
LENGTHS[-1:] = [((7 << 5) + 3, 5), (LONGEST, 0)]
DISTANCES = [(1 + i, 0) for i in range(4)]
for extra in range(1, 14):
    DISTANCES += [((2 + i << extra) + 1, extra) for i in range(2)]

FIXED_LITERALS = [8] * 144 + [9] * 112 + [7] * 24 + [8] * 8
FIXED_DISTANCES = [5] * 32

# A complete code over all symbols, for dynamic blocks of any data: 226/2^8 + 60/2^9 = 1 and 2/2^4 + 28/2^5 = 1.
FLAT_LITERALS = [9] * 60 + [8] * 226
FLAT_DISTANCES = [4] * 2 + [5] * 28

# The code in which a dynamic block writes its code lengths: lengths 0..14 and 18 ("many zeros"), four bits each.
LENGTH_CODE_ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
LENGTH_CODE = [4] * 15 + [0, 0, 0, 4]


class Bits:
    """Bits from the least significant upwards, as deflate packs them."""

    def __init__(self):
        self.bytes = bytearray()
        self.held = 0
        self.count = 0

    def put(self, value, count):
        self.held |= value << self.count
        self.count += count
        while self.count >= 8:
            self.bytes.append(self.held & 0xFF)
            self.held >>= 8
            self.count -= 8

    def put_code(self, code):
        value, count = code
        for bit in range(count - 1, -1, -1):
            self.put(value >> bit & 1, 1)

    def align(self):
        if self.count:
            self.put(0, 8 - self.count)


def huffman(lengths):
    """The canonical code of these lengths: symbol -> (value, bits)."""
    codes = {}
    value = 0
    for bits in range(1, 16):
        for symbol, length in enumerate(lengths):
            if length == bits:
                codes[symbol] = (value, bits)
                value += 1
        value <<= 1
    return codes


def tokens_of(data):
    """Literals (an int) and matches (length, distance), taking the nearest earlier match greedily."""
    seen = {}
    tokens = []
    at = 0
    while at < len(data):
        before = seen.get(data[at:at + 3]) if at + 3 <= len(data) else None
        length = 0
        if before is not None and at - before <= WINDOW:
            most = min(LONGEST, len(data) - at)
            for size in (64, 8, 1):     # byte by byte this would take most of the generator's time
                while length + size <= most and \
                        data[before + length:before + length + size] == data[at + length:at + length + size]:
                    length += size
        step = length if length >= 3 else 1
        tokens.append((length, at - before) if length >= 3 else data[at])
        for passed in range(at, at + step):
            seen[data[passed:passed + 3]] = passed
        at += step
    return tokens


def put_tokens(bits, tokens, literals, distances):
    for token in tokens:
        if isinstance(token, int):
            bits.put_code(literals[token])
            continue
        for value, table, base, codes in ((token[0], LENGTHS, 257, literals), (token[1], DISTANCES, 0, distances)):
            number = max(i for i, (least, _) in enumerate(table) if least <= value)
            least, extra = table[number]
            bits.put_code(codes[base + number])
            bits.put(value - least, extra)
    bits.put_code(literals[END_OF_BLOCK])


def put_stored(bits, data, last):
    bits.put(1 if last else 0, 1)
    bits.put(0, 2)
    bits.align()
    bits.put(len(data), 16)
    bits.put(len(data) ^ 0xFFFF, 16)
    for byte in data:
        bits.put(byte, 8)


@functools.lru_cache(maxsize=None)
def fixed_codes():
    return huffman(FIXED_LITERALS), huffman(FIXED_DISTANCES)


def put_fixed(bits, tokens, last):
    bits.put(1 if last else 0, 1)
    bits.put(1, 2)
    put_tokens(bits, tokens, *fixed_codes())


def put_dynamic(bits, tokens, literal_lengths, distance_lengths, last):
    bits.put(1 if last else 0, 1)
    bits.put(2, 2)
    bits.put(len(literal_lengths) - 257, 5)
    bits.put(len(distance_lengths) - 1, 5)
    bits.put(len(LENGTH_CODE_ORDER) - 4, 4)
    for symbol in LENGTH_CODE_ORDER:
        bits.put(LENGTH_CODE[symbol], 3)
    code = huffman(LENGTH_CODE)
    lengths = literal_lengths + distance_lengths
    at = 0
    while at < len(lengths):
        run = 0
        while run < 138 and at + run < len(lengths) and lengths[at + run] == 0:
            run += 1
        if run >= 11:
            bits.put_code(code[18])
            bits.put(run - 11, 7)
        else:
            bits.put_code(code[lengths[at]])
        at += run if run >= 11 else 1
    put_tokens(bits, tokens, huffman(literal_lengths), huffman(distance_lengths))


def wrap(bits, data, header):
    bits.align()
    stream = header + bytes(bits.bytes) + zlib.adler32(data).to_bytes(4, "big")
    assert zlib.decompress(stream) == data
    return stream


@functools.lru_cache(maxsize=None)
def fixed(data, header=BEST):
    """One block with the fixed codes."""
    bits = Bits()
    put_fixed(bits, tokens_of(data), True)
    return wrap(bits, data, header)


def dynamic(data, header=BEST):
    """One block that brings its own codes."""
    bits = Bits()
    put_dynamic(bits, tokens_of(data), FLAT_LITERALS, FLAT_DISTANCES, True)
    return wrap(bits, data, header)


def stored(data, header=NONE, block=0xFFFF):
    """Blocks of at most `block` bytes that are not packed at all."""
    bits = Bits()
    starts = list(range(0, len(data), block)) or [0]
    for start in starts:
        put_stored(bits, data[start:start + block], start == starts[-1])
    return wrap(bits, data, header)


def mixed(data, header=DEFAULT):
    """A stored, a fixed, an empty and a dynamic block."""
    third = len(data) // 3
    bits = Bits()
    put_stored(bits, data[:third], False)
    put_fixed(bits, tokens_of(data[third:2 * third]), False)
    put_stored(bits, b"", False)
    put_dynamic(bits, tokens_of(data[2 * third:]), FLAT_LITERALS, FLAT_DISTANCES, True)
    return wrap(bits, data, header)


def zeros(count, header=BEST):
    """`count` zero bytes as densely as deflate can: two bits for each 258 of them."""
    literal_lengths = [2] + [0] * 255 + [2] + [0] * 28 + [1]
    matches = (count - 1) // LONGEST
    tokens = [0] + [(LONGEST, 1)] * matches + [0] * (count - 1 - matches * LONGEST)
    bits = Bits()
    put_dynamic(bits, tokens, literal_lengths, [1], True)
    return wrap(bits, bytes(count), header)
