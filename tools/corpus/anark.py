"""anark.py: writes BGP, BGF and BSG (the interface of X Rebirth), straight from the description of the formats.

What is left None is filled in as a good file has it; whatever is given is written as given. A file's
`where("elements[0].attributes[1].value")` says where that lies.
"""

import struct

from records import Out, Written

MAGIC = b"AnarkBGF"
INT, FLOAT, BOOL, STRING = 1, 3, 4, 5                           # types of values
GEOMETRY, CAMERA, LIGHT, TEXT, MATERIAL, TEXTURE, DUMMY, CONTRACT = range(1, 9)
ACTIVE, LARGE = 1, 4                                            # flags of elements


def name_hash(name):
    """h * 0x1003F + c for each character and the NUL behind them, in 32 bits."""
    value = 0
    for character in name.encode("ascii") + b"\0":
        value = (value * 0x1003F + character) & 0xFFFFFFFF
    return value


def type_and_name(type, name):
    """`name` may be a hash."""
    hash = name_hash(name) if isinstance(name, str) else name
    return (hash & 0x7FFFFFF) | type << 27


class Fields:
    """Things that are set by name, and have what their class says where they aren't."""

    def __init__(self, *values, **fields):
        for name, value in list(zip(self.order, values)) + list(fields.items()):
            assert hasattr(type(self), name), name
            setattr(self, name, value)

    order = ()

    def count(self, name, things):
        given = getattr(self, name)
        return len(things) if given is None else given


class File(Written):
    def built(self):
        out = Out()
        self.write(out)
        return out

    def end(self, path):
        start, length = self.where(path)
        return start + length


# ---- BGP ------------------------------------------------------------------------------------------------------------

class Stored(bytes):
    """A text as it stands in the file: without a NUL, unless it has one."""

    length = None


def stored(content, length=None):
    text = Stored(content)
    text.length = length
    return text


def put_text(out, path, text):
    """A text with its NUL."""
    if isinstance(text, Stored):
        out.text(path, text, text.length)
    else:
        out.text(path, text + b"\0")


class Asset(Fields):
    order = ("id", "bgfFilePath", "type")
    type, id, bgfFilePath = b"Presentation", b"menu", b"ui/menu.bgf"

    def write(self, out, path):
        put_text(out, path + ".type", self.type)
        put_text(out, path + ".id", self.id)
        put_text(out, path + ".bgfFilePath", self.bgfFilePath)


class Transition(Fields):
    order = ("toStateId", "event", "actions")
    toStateId, event, actions, nActions = b"main", b"onclick", (), None

    def write(self, out, path):
        put_text(out, path + ".toStateId", self.toStateId)
        put_text(out, path + ".event", self.event)
        put_actions(out, path, "actions", self.actions, self.count("nActions", self.actions))


class State(Fields):
    order = ("id", "prelude", "transitions", "postlude")
    id, prelude, transitions, postlude = b"main", (), (), ()
    nPrelude = nTransitions = nPostlude = None

    def write(self, out, path):
        put_text(out, path + ".id", self.id)
        put_actions(out, path, "prelude", self.prelude, self.count("nPrelude", self.prelude))
        out.put(path + ".nTransitions", "i", self.count("nTransitions", self.transitions))
        for number, transition in enumerate(self.transitions):
            transition.write(out, f"{path}.transitions[{number}]")
        put_actions(out, path, "postlude", self.postlude, self.count("nPostlude", self.postlude))


def put_actions(out, path, name, actions, count):
    """Actions are pairs: what is done, and to which asset."""
    out.put(f"{path}.n{name.capitalize()}", "i", count)
    for number, (action, asset) in enumerate(actions):
        put_text(out, f"{path}.{name}[{number}].action", action)
        put_text(out, f"{path}.{name}[{number}].assetId", asset)


class Plan(File, Fields):
    order = ("assets", "states")
    endianness, assets, states, nAssets, nStates, tail = 0, (), (), None, None, b""

    def write(self, out):
        out.put("endianness", "B", self.endianness)
        out.order = ">" if self.endianness == 1 else "<"
        out.put("nAssets", "i", self.count("nAssets", self.assets))
        for number, asset in enumerate(self.assets):
            asset.write(out, f"assets[{number}]")
        out.put("nStates", "i", self.count("nStates", self.states))
        for number, state in enumerate(self.states):
            state.write(out, f"states[{number}]")
        out.raw("tail", self.tail)


# ---- Files of sections ----------------------------------------------------------------------------------------------

class Sections(File, Fields):
    """`sizes` are declared sizes of sections that are not the true ones: numbers, or functions of the truth."""

    endianness, sizes, tail = 0, {}, b""

    def write(self, out):
        self.header(out)
        for number, section in enumerate(self.sections()):
            start = len(out.data)
            out.put(f"sections[{number}].sectionSize", "i", 0)
            section(out)
            size = len(out.data) - start - 4
            declared = self.sizes.get(number, size)
            declared = declared(size) if callable(declared) else declared
            struct.pack_into(out.order + "i", out.data, start, declared)
            out.end(f"sections[{number}]", start)
        out.raw("tail", self.tail)


# ---- BGF ------------------------------------------------------------------------------------------------------------

def put_values(out, path, values):
    """Values are (name, type, value); the value of a float is written as one."""
    start = len(out.data)
    for number, (name, type, value) in enumerate(values):
        out.put(f"{path}[{number}].typeAndName", "I", type_and_name(type, name))
        out.put(f"{path}[{number}].value", "f" if type & 7 == FLOAT else "i", value)
    out.end(path, start)


class Element(Fields):
    order = ("type", "parentIdx", "attributes")
    name, parentIdx, sceneItemId, type, flags, period = "dummy", -1, 0, DUMMY, ACTIVE, 0
    attributes, nAttributes = (), None

    def write(self, out, path):
        out.put(path + ".nameHash", "I", name_hash(self.name))
        out.put(path + ".parentIdx", "i", self.parentIdx)
        out.put(path + ".sceneItemId", "i", self.sceneItemId)
        out.put(path + ".type", "B", self.type)
        out.put(path + ".flags", "B", self.flags)
        if self.flags & LARGE:
            out.put(path + ".two", "B", 2)
            out.put(path + ".period", "i", self.period)
        out.put(path + ".nAttributes", "i", self.count("nAttributes", self.attributes))
        put_values(out, path + ".attributes", self.attributes)


class Contract(Fields):
    order = ("elementIdx", "events")
    elementIdx, events, nEvents = 0, (), None

    def write(self, out, path):
        out.put(path + ".elementIdx", "i", self.elementIdx)
        out.put(path + ".nEvents", "i", self.count("nEvents", self.events))
        start = len(out.data)
        for number, event in enumerate(self.events):
            out.put(f"{path}.stringIdx[{number}]", "i", event)
        out.end(path + ".stringIdx", start)


class Animation(Fields):
    """Keys are (time, five floats)."""

    order = ("elementIdx", "name", "keys")
    elementIdx, name, enabled, canSyncFirst, keys, nKeys = 0, "position.x", 1, 0, ((0, (0.0,) * 5),), None

    def write(self, out, path):
        out.put(path + ".elementIdx", "i", self.elementIdx)
        out.put(path + ".attrNameHash", "I", name_hash(self.name) if isinstance(self.name, str) else self.name)
        out.put(path + ".enabled", "B", self.enabled)
        out.put(path + ".canSyncFirst", "B", self.canSyncFirst)
        out.put(path + ".nKeys", "h", self.count("nKeys", self.keys))
        start = len(out.data)
        for number, (time, values) in enumerate(self.keys):
            out.put(f"{path}.keys[{number}]", "i5f", time, *values)
        out.end(path + ".keys", start)


class Setting(Fields):
    """References are (isLogic, enable, number of an animation)."""

    order = ("elementIdx", "values", "refs")
    elementIdx, activate, values, refs, nValues, nRefs = 0, 1, (), (), None, None

    def write(self, out, path):
        out.put(path + ".elementIdx", "i", self.elementIdx)
        out.put(path + ".activate", "B", self.activate)
        out.put(path + ".nValues", "i", self.count("nValues", self.values))
        put_values(out, path + ".values", self.values)
        out.put(path + ".nRefs", "i", self.count("nRefs", self.refs))
        start = len(out.data)
        for number, (isLogic, enable, idx) in enumerate(self.refs):
            out.put(f"{path}.refs[{number}].isLogic", "B", isLogic)
            out.put(f"{path}.refs[{number}].enable", "B", enable)
            out.put(f"{path}.refs[{number}].idx", "h", idx)
        out.end(path + ".refs", start)


class Slide(Fields):
    order = ("name", "settings")
    name, elementIdx, flags, beginMs, endMs, settings, nSettings = b"start", 0, 0, 0, 1000, (), None

    def write(self, out, path):
        out.put(path + ".name", "16s", self.name)
        out.put(path + ".elementIdx", "i", self.elementIdx)
        out.put(path + ".flags", "B", self.flags)
        out.put(path + ".beginMs", "i", self.beginMs)
        out.put(path + ".endMs", "i", self.endMs)
        out.put(path + ".nSettings", "i", self.count("nSettings", self.settings))
        for number, setting in enumerate(self.settings):
            setting.write(out, f"{path}.settings[{number}]")


class Face(Sections):
    """Parameters are (name of a type or hash, struct code, value). `counts` are numbers in memory that are not true."""

    headerSize, magic, version, width, height, fitMode, numSceneItems = 0x1A, MAGIC, 3, 1280, 720, 1, 5
    strings, elements, contracts, animations, logic, params, slides = (), (), (), (), b"", (), ()
    counts, ignored, lengths = {}, 6, {}

    def header(self, out):
        out.put("header.endianness", "B", self.endianness)
        out.order = ">" if self.endianness == 1 else "<"
        out.put("header.four", "B", 4)
        out.put("header.headerSize", "i", self.headerSize)
        out.raw("header.magic", self.magic)
        out.put("header.version", "i", self.version)
        out.put("header.zero", "i", 0)
        out.put("header.width", "h", self.width)
        out.put("header.height", "h", self.height)
        out.put("header.fitMode", "B", self.fitMode)
        out.put("header.numSceneItems", "i", self.numSceneItems)
        out.put("header.end", "B", 0)

    def true_counts(self):
        counts = [0] * 19
        counts[1] = sum(1 for element in self.elements if element.flags & LARGE)
        counts[0] = len(self.elements) - counts[1]
        counts[2] = sum(len(element.attributes) for element in self.elements)
        counts[3] = len(self.contracts)
        counts[4] = sum(len(contract.events) for contract in self.contracts)
        counts[6] = len(self.strings)
        counts[8] = len(self.animations)
        counts[9] = sum(len(animation.keys) for animation in self.animations)
        counts[13] = len(self.params)
        counts[14] = len(self.slides)
        settings = [setting for slide in self.slides for setting in slide.settings]
        counts[15] = len(settings)
        counts[16] = sum(len(setting.values) for setting in settings)
        counts[17] = sum(len(setting.refs) for setting in settings)
        animated = [sum(1 for animation in self.animations if animation.elementIdx == number)
                    for number in range(len(self.elements) - 1)]
        counts[18] = sum(count % 2 for count in animated)
        return counts

    def memory(self, out):
        counts = self.true_counts()
        start = len(out.data)
        for number, count in enumerate(counts):
            out.put(f"memory.counts[{number}]", "i", self.counts.get(number, count))
        out.put("memory.ignored", f"{self.ignored}i", *(counts[:5] + [0] * self.ignored)[:self.ignored])
        out.end("memory", start)

    def write_strings(self, out):
        for number, string in enumerate(self.strings):
            out.text(f"strings[{number}]", string, self.lengths.get(number))

    def write_params(self, out):
        start = len(out.data)
        for number, (name, code, value) in enumerate(self.params):
            hash = name_hash(name) if isinstance(name, str) else name
            out.put(f"params[{number}].typeHash", "I", hash)
            out.put(f"params[{number}].value", code, value)
        out.end("params", start)

    def write_list(self, name):
        def write(out):
            for number, item in enumerate(getattr(self, name)):
                start = len(out.data)
                item.write(out, f"{name}[{number}]")
                out.end(f"{name}[{number}]", start)
        return write

    def sections(self):
        return [self.memory, self.write_strings, self.write_list("elements"), self.write_list("contracts"),
                self.write_list("animations"), lambda out: out.raw("logic", self.logic), self.write_params,
                self.write_list("slides")]


# ---- BSG ------------------------------------------------------------------------------------------------------------

ZERO = (0.0, 0.0, 0.0)
ONE = (1.0, 1.0, 1.0)


class Node(Fields):
    order = ("sceneNodeId", "parentIdx", "type")
    parentIdx, sceneNodeId, type = -1, 1, GEOMETRY
    translation, rotation, scale, pivot, boxMin, boxMax = ZERO, ZERO, ONE, ZERO, (-1.0, -1.0, -1.0), ONE
    opacity, layer, rotationMethod, invertY, transparent = 1.0, 0, 4, 0, 0

    def write(self, out, path):
        out.put(path + ".parentIdx", "i", self.parentIdx)
        out.put(path + ".sceneNodeId", "i", self.sceneNodeId)
        out.put(path + ".type", "B", self.type)
        out.put(path + ".pad", "3B", 0, 0, 0)
        for name in ("translation", "rotation", "scale", "pivot", "boxMin", "boxMax"):
            out.put(f"{path}.{name}", "3f", *getattr(self, name))
        out.put(path + ".opacity", "f", self.opacity)
        for name in ("layer", "rotationMethod", "invertY"):
            out.put(f"{path}.{name}", "B", getattr(self, name))
        out.put(path + ".zero", "i", 0)
        out.put(path + ".transparent", "B", self.transparent)


class Graph(Sections):
    """Assets are (sceneNodeId, type)."""

    headerSize, magic, version, nodes, assets, nNodes, nAssets, extra = 0x18, MAGIC, 2, (), (), None, None, b""

    def header(self, out):
        out.put("header.endianness", "B", self.endianness)
        out.order = ">" if self.endianness == 1 else "<"
        out.put("header.four", "B", 4)
        out.put("header.zero", "h", 0)
        out.put("header.headerSize", "i", self.headerSize)
        out.raw("header.magic", self.magic)
        out.put("header.version", "i", self.version)
        out.put("header.two", "i", 2)
        out.put("header.end", "8B", *[0] * 8)

    def memory(self, out):
        start = len(out.data)
        out.put("memory.nNodes", "i", self.count("nNodes", self.nodes))
        out.put("memory.nAssets", "i", self.count("nAssets", self.assets))
        out.data += self.extra
        out.end("memory", start)

    def write_nodes(self, out):
        start = len(out.data)
        for number, node in enumerate(self.nodes):
            node.write(out, f"nodes[{number}]")
        out.end("nodes", start)

    def write_assets(self, out):
        start = len(out.data)
        for number, (id, type) in enumerate(self.assets):
            out.put(f"assets[{number}].sceneNodeId", "i", id)
            out.put(f"assets[{number}].type", "B", type)
        out.end("assets", start)

    def sections(self):
        return [self.memory, self.write_nodes, self.write_assets]
