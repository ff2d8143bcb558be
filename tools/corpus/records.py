"""records.py: records and lists written one after another, with the place of each named thing.

The writers of formats use it. What a fixture leaves None is filled in as a good file has it: counts, offsets, sizes. Any
other value is written as it is, however wrong. `file.where("anims[0].nPos")` returns offset and length of what a
finding calls by that path.
"""

import re
import struct

import layouts

COUNT = re.compile(r"n[A-Z]\w*|num\w*|\w*Count|length|version|id")
GARBAGE = bytes.fromhex("cda55a00ff7f80c1d3e7f9013cfeedbeef42")


class Given(int):
    """A number in a file; `right` is what a good file has there."""

    right = None


def given(value, right):
    """`value` as a fixture has set it, or what is right."""
    number = Given(right if value is None else value)
    number.right = right
    return number


def counted(fields, **counts):
    """The fields with these counts, as a fixture has set them, else the true ones."""
    return fields | {name: given(fields.get(name), count) for name, count in counts.items()}


class Out:
    """Bytes, and where each named thing among them is: offset and length by path."""

    def __init__(self):
        self.data = bytearray()
        self.places = {}
        self.counts = {}        # of the items of arrays and lists, by path
        self.rights = {}        # what a good file has in a field that may be wrong, by path
        self.order = "<"

    def put(self, path, code, *values):
        self.raw(path, struct.pack(self.order + code, *values))

    def raw(self, path, content):
        self.places[path] = (len(self.data), len(content))
        self.data += content

    def pad(self, count):
        self.data += GARBAGE[:count]

    def text(self, path, content, length=None):
        self.rights[path] = len(content)
        length = len(content) if length is None else length
        self.raw(path, struct.pack(self.order + "I", length) + content)

    def record(self, path, id, source=None, size=None, /, **values):
        """The record `id` of a layout.def, or its first `size` bytes. A field has its value from `values`, else from
        `source`, an object or a dict, else its constant or 0. Padding is garbage."""
        layout = layouts.record(id)
        assert values.keys() <= layout.fields.keys(), values.keys() - layout.fields.keys()
        for name, field in layout.fields.items():
            if size is not None and field.offset >= size:
                break
            value = values.get(name)
            if value is None:
                value = source.get(name) if isinstance(source, dict) else getattr(source, name, None)
            if callable(value):     # a method of that name
                value = None
            if isinstance(value, Given):
                self.rights[path + name] = value.right
            if value is None and name == "pad":
                value = GARBAGE
            self.raw(path + name, field.pack(value, self.order))

    def array(self, path, code, values):
        """Items of the same struct code: numbers, or sequences of them."""
        start = len(self.data)
        self.counts[path] = len(values)
        for value in values:
            self.data += struct.pack(self.order + code, *(value if isinstance(value, (tuple, list)) else (value,)))
        self.end(path, start)

    def list(self, path, things, *arguments):
        """A list of objects that have a method `write(out, path, ...)`."""
        self.counts[path] = len(things)
        for number, thing in enumerate(things):
            start = len(self.data)
            thing.write(self, f"{path}[{number}].", *arguments)
            self.end(f"{path}[{number}]", start)

    def end(self, path, start):
        """Everything written since `start` is one thing."""
        self.places[path] = (start, len(self.data) - start)

    # What Book.finding asks of a file.

    def bytes(self):
        return bytes(self.data)

    def where(self, path):
        return (0, len(self.data)) if path == "" else self.places[path]

    def numbers(self, path):
        """What messages may say about the thing: its size if it is whole, and the counts in the things that it is in."""
        if path in self.places:
            yield self.places[path][1]
        inside = {"", "header", *(path[:at] for at, letter in enumerate(path) if letter == ".")}
        for name, (start, length) in self.places.items():
            before, _, last = name.rpartition(".")
            if before in inside and COUNT.fullmatch(last):
                yield int.from_bytes(self.data[start:start + length], "little" if self.order == "<" else "big")
        yield from (count for name, count in self.counts.items() if name == path or name.rpartition(".")[0] in inside)

    def right(self, path):
        """What a good file has there, if the writer knows it."""
        return self.rights.get(path)


class Fields:
    """Things whose attributes are set by name, or in the order of `order`; the class has the values of a good file."""

    order = ()

    def __init__(self, *values, **fields):
        for name, value in list(zip(self.order, values)) + list(fields.items()):
            assert hasattr(type(self), name), name
            setattr(self, name, value)

    def count(self, name, things):
        """The count `name` as a fixture has set it, else the true one."""
        return given(getattr(self, name), len(things))


class Written:
    """A file. Its class has a method `write(out)`."""

    def built(self):
        out = Out()
        self.write(out)
        return out

    def bytes(self):
        return self.built().bytes()

    def where(self, path):
        return self.built().where(path)

    def start(self, path):
        return self.where(path)[0]
