"""cat.py: writes a .cat and its .dat, the mod packages of X Rebirth and X4, and finds lines in the .cat."""

import hashlib
import re
from dataclasses import dataclass

TIME = 1700000000


@dataclass
class Member:
    path: str
    content: bytes
    size: object = None         # in the .cat; None: the true one
    md5: str = None             # None: the true one
    line: bytes = None          # replaces the whole line

    def text(self):
        if self.line is not None:
            return self.line
        size = len(self.content) if self.size is None else self.size
        md5 = hashlib.md5(self.content).hexdigest() if self.md5 is None else self.md5
        return f"{self.path} {size} {TIME} {md5}".encode()


@dataclass
class Package:
    members: list
    end: bytes = b"\n"          # of a line
    last: object = None         # end of the last line; None: the same
    changes: tuple = ()         # (offset, bytes) to write into the .dat after the MD5 sums
    tail: bytes = b""           # behind the last member
    cut: int = 0                # bytes missing at the end of the .dat

    def bytes(self):
        """The .cat."""
        text = b"".join(member.text() + self.end for member in self.members)
        return text if self.last is None else text[:len(text) - len(self.end)] + self.last

    def data(self):
        """The .dat."""
        data = bytearray(b"".join(member.content for member in self.members) + self.tail)
        for place, change in self.changes:
            data[place:place + len(change)] = change
        return bytes(data[:len(data) - self.cut])

    def siblings(self):
        return {"dat": self.data()}

    def sizes(self):
        """As the .cat has them."""
        return [0 if member.line is not None else len(member.content) if member.size is None else member.size
                for member in self.members]

    def numbers(self, field):
        """What messages may say about a line: its number, and those of the lines from there on."""
        for number in map(int, re.findall(r"\d+", field)):
            yield from (number + 1, len(self.members) - number)

    def values(self, field):
        """What the .dat has: its size, and the MD5 of the bytes of a member."""
        if field == "":
            yield len(self.data())
            return
        number = int(field[len("lines["):field.index("]")])
        start = sum(self.sizes()[:number])
        yield hashlib.md5(self.data()[start:start + self.sizes()[number]]).hexdigest()

    def right(self, field):
        """What the .cat says of it."""
        if field == "":
            return min(sum(self.sizes()), 2 ** 64 - 1)
        number = int(field[len("lines["):field.index("]")])
        return self.members[number].text().decode("latin-1").rpartition(" ")[2]

    def where(self, field):
        """Offset and length in the .cat of `lines[i]`, `lines[i].path`, or the whole file."""
        if field == "":
            return 0, len(self.bytes())
        number = int(field[len("lines["):field.index("]")])
        start = sum(len(member.text()) + len(self.end) for member in self.members[:number])
        if field.endswith(".path"):
            return start, len(self.members[number].path.encode())
        return start, len(self.members[number].text())
