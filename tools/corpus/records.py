"""records.py: records and lists written one after another, with the place of each named thing.

The writers of formats use it. What a fixture leaves None is filled in as a good file has it: counts, offsets, sizes. Any
other value is written as it is, however wrong. `file.where("anims[0].nPos")` returns offset and length of what a
finding calls by that path.
"""

import struct

import layouts

GARBAGE = bytes.fromhex("cda55a00ff7f80c1d3e7f9013cfeedbeef42")


class Out:
    """Bytes, and where each named thing among them is: offset and length by path."""

    def __init__(self):
        self.data = bytearray()
        self.places = {}
        self.order = "<"

    def put(self, path, code, *values):
        self.raw(path, struct.pack(self.order + code, *values))

    def raw(self, path, content):
        self.places[path] = (len(self.data), len(content))
        self.data += content

    def pad(self, count):
        self.data += GARBAGE[:count]

    def text(self, path, content, length=None):
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
            if value is None and name == "pad":
                value = GARBAGE
            self.raw(path + name, field.pack(value, self.order))

    def array(self, path, code, values):
        """Items of the same struct code: numbers, or sequences of them."""
        start = len(self.data)
        for value in values:
            self.data += struct.pack(self.order + code, *(value if isinstance(value, (tuple, list)) else (value,)))
        self.end(path, start)

    def list(self, path, things, *arguments):
        """A list of objects that have a method `write(out, path, ...)`."""
        for number, thing in enumerate(things):
            start = len(self.data)
            thing.write(self, f"{path}[{number}].", *arguments)
            self.end(f"{path}[{number}]", start)

    def end(self, path, start):
        """Everything written since `start` is one thing."""
        self.places[path] = (start, len(self.data) - start)


class Fields:
    """Things whose attributes are set by name, or in the order of `order`; the class has the values of a good file."""

    order = ()

    def __init__(self, *values, **fields):
        for name, value in list(zip(self.order, values)) + list(fields.items()):
            assert hasattr(type(self), name), name
            setattr(self, name, value)

    def count(self, name, things):
        """The count `name` as a fixture has set it, else the true one."""
        given = getattr(self, name)
        return len(things) if given is None else given


class Written:
    """A file. Its class has a method `write(out)`."""

    def built(self):
        out = Out()
        self.write(out)
        return out

    def bytes(self):
        return bytes(self.built().data)

    def where(self, path):
        out = self.built()
        return (0, len(out.data)) if path == "" else out.places[path]

    def start(self, path):
        return self.where(path)[0]
