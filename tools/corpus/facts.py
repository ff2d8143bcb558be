"""facts.py: what a message may say about a place in a file: how numbers and texts read there, and the numbers in words.

tools/corpus/expected.py requires that the generator knows each number and each quoted name of a message. Most are what stands
at the finding's place, as a number or a text; the rest the fixtures state with `says`.
"""

import math
import re
import struct
import unicodedata

LONGEST_TEXT = 512
NAME = r'"(?:[^"\\]|\\.)*"'
NUMBER = re.compile(r"(?<![\w.])(?<!\w-)-?(?:0x[0-9a-fA-F]+|\d[\d.]*(?:e[+-]?\d+)?)(?!\w)")


def numbers_at(data):
    """The numbers that follow one another there, of 4 bytes each, as messages have them."""
    return {text for at in range(0, len(data) - 3, 4) for value in struct.unpack("<iIf", data[at:at + 4] * 3)
            for text in shown(value)}


def named_in(words):
    """The quoted names, with their quotes, and the numbers in words."""
    return re.findall(NAME, words) + [number.rstrip(".") for number in NUMBER.findall(re.sub(NAME, " ", words))]


def escaped(data):
    """A text as messages have it: bytes that are not UTF-8 or belong to control characters as \\xNN, format characters as
    \\u{N}."""
    text = ""
    for letter in data.decode("utf-8", errors="surrogateescape"):
        if unicodedata.category(letter) in ("Cf", "Zl", "Zp"):
            text += f"\\u{{{ord(letter):X}}}"
        elif unicodedata.category(letter) in ("Cc", "Cs"):
            text += "".join(f"\\x{byte:02X}" for byte in letter.encode("utf-8", errors="surrogateescape"))
        else:
            text += letter
    return text


def shown(value):
    """A value as messages may have it, in all of their forms."""
    if isinstance(value, bytes):
        return {escaped(value)}
    if not isinstance(value, float):
        return {str(value)}
    if math.isnan(value) or math.isinf(value):
        return {"NaN" if math.isnan(value) else "infinity" if value > 0 else "-infinity"}
    return {f"{value:.6g}", f"{value:.9g}"} | ({str(int(value))} if value == int(value) else set())


def read_at(data):
    """What these bytes may be: a number of their size, or a text, also with its length before it."""
    found = set()
    if len(data) in (1, 2, 4, 8):
        for order in ("little", "big"):
            found |= {str(int.from_bytes(data, order, signed=sign)) for sign in (False, True)}
            found |= {f"0x{int.from_bytes(data, order):{digits}}" for digits in "xX"}
    if len(data) in (4, 8):
        for order in "<>":
            found |= shown(struct.unpack(order + ("f" if len(data) == 4 else "d"), data)[0])
    if len(data) <= 8:
        found.add(f"0x{data.hex().upper()}")
    if len(data) > 4:
        found |= {str(int.from_bytes(data[:4], order)) for order in ("little", "big")}
    if len(data) <= LONGEST_TEXT:
        for text in (data, data[4:]):
            found |= {escaped(part) for part in (text, text.partition(b"\0")[0], text.rstrip(b"\0"))}
    return found
