"""anark.py: writes BGP, BGF and BSG files (the interface of X Rebirth)."""

import struct

from records import Fields, Written

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
    """`name` is a text or a hash."""
    hash = name_hash(name) if isinstance(name, str) else name
    return (hash & 0x7FFFFFF) | type << 27


class File(Written, Fields):
    def end(self, path):
        start, length = self.where(path)
        return start + length


# ---- BGP ------------------------------------------------------------------------------------------------------------

class Stored(bytes):
    """A text that is written as it is, without a NUL behind it."""

    length = None


def stored(content, length=None):
    text = Stored(content)
    text.length = length
    return text


def put_text(out, path, text):
    """A text with its NUL, unless it is Stored."""
    if isinstance(text, Stored):
        out.text(path, text, text.length)
    else:
        out.text(path, text + b"\0")


class Asset(Fields):
    order = ("id", "bgfFilePath", "type")
    type, id, bgfFilePath = b"Presentation", b"menu", b"ui/menu.bgf"

    def write(self, out, path):
        put_text(out, path + "type", self.type)
        put_text(out, path + "id", self.id)
        put_text(out, path + "bgfFilePath", self.bgfFilePath)


class Transition(Fields):
    order = ("toStateId", "event", "actions")
    toStateId, event, actions, nActions = b"main", b"onclick", (), None

    def write(self, out, path):
        put_text(out, path + "toStateId", self.toStateId)
        put_text(out, path + "event", self.event)
        put_actions(out, path, "BGP_ACTIONS", "actions", self.actions, self.nActions)


class State(Fields):
    order = ("id", "prelude", "transitions", "postlude")
    id, prelude, transitions, postlude = b"main", (), (), ()
    nPrelude = nTransitions = nPostlude = None

    def write(self, out, path):
        put_text(out, path + "id", self.id)
        put_actions(out, path, "BGP_PRELUDE", "prelude", self.prelude, self.nPrelude)
        out.record(path, "BGP_TRANSITIONS", nTransitions=self.count("nTransitions", self.transitions))
        out.list(path + "transitions", self.transitions)
        put_actions(out, path, "BGP_POSTLUDE", "postlude", self.postlude, self.nPostlude)


def put_actions(out, path, record, name, actions, count):
    """Actions are pairs (action, asset). A `count` of None is the true one."""
    out.record(path, record, {f"n{name.capitalize()}": len(actions) if count is None else count})
    for number, (action, asset) in enumerate(actions):
        put_text(out, f"{path}{name}[{number}].action", action)
        put_text(out, f"{path}{name}[{number}].assetId", asset)


class Plan(File):
    order = ("assets", "states")
    endianness, assets, states, nAssets, nStates, tail = 0, (), (), None, None, b""

    def write(self, out):
        out.record("", "BGP_START", self)
        out.order = ">" if self.endianness == 1 else "<"
        out.record("", "BGP_ASSETS", nAssets=self.count("nAssets", self.assets))
        out.list("assets", self.assets)
        out.record("", "BGP_STATES", nStates=self.count("nStates", self.states))
        out.list("states", self.states)
        out.raw("tail", self.tail)


# ---- Files of sections ----------------------------------------------------------------------------------------------

class Sections(File):
    """`sizes` are wrong declared sizes by section: numbers, or functions of the true size."""

    id = ""                 # prefix of the header record
    endianness, sizes, tail, magic, version, headerSize = 0, {}, b"", None, None, None

    def write(self, out):
        out.order = ">" if self.endianness == 1 else "<"
        out.record("header.", self.id + "_HEADER", self)
        for number, section in enumerate(self.sections()):
            start = len(out.data)
            out.record(f"sections[{number}].", "ANARK_SECTION")
            section(out)
            size = len(out.data) - start - 4
            out.rights[f"sections[{number}].sectionSize"] = size
            declared = self.sizes.get(number, size)
            declared = declared(size) if callable(declared) else declared
            struct.pack_into(out.order + "i", out.data, start, declared)
            out.end(f"sections[{number}]", start)
        out.raw("tail", self.tail)


# ---- BGF ------------------------------------------------------------------------------------------------------------

def put_values(out, path, values):
    """Values are (name, type, value)."""
    start = len(out.data)
    for number, (name, type, value) in enumerate(values):
        out.record(f"{path}[{number}].", "BGF_REAL" if type & 7 == FLOAT else "BGF_VALUE",
                   typeAndName=type_and_name(type, name), value=value)
    out.end(path, start)


class Element(Fields):
    order = ("type", "parentIdx", "attributes")
    name, parentIdx, sceneItemId, type, flags, period = "dummy", -1, 0, DUMMY, ACTIVE, 0
    attributes, nAttributes = (), None

    def write(self, out, path):
        out.record(path, "BGF_ELEMENT", self, nameHash=name_hash(self.name))
        if self.flags & LARGE:
            out.record(path, "BGF_LARGE", self)
        out.record(path, "BGF_ATTRIBUTES", nAttributes=self.count("nAttributes", self.attributes))
        put_values(out, path + "attributes", self.attributes)


class Contract(Fields):
    order = ("elementIdx", "events")
    elementIdx, events, nEvents = 0, (), None

    def write(self, out, path):
        out.record(path, "BGF_CONTRACT", self, nEvents=self.count("nEvents", self.events))
        start = len(out.data)
        for number, event in enumerate(self.events):
            out.put(f"{path}stringIdx[{number}]", "i", event)
        out.end(path + "stringIdx", start)


class Animation(Fields):
    """Keys are (time, five floats)."""

    order = ("elementIdx", "name", "keys")
    elementIdx, name, enabled, canSyncFirst, keys, nKeys = 0, "position.x", 1, 0, ((0, (0.0,) * 5),), None

    def write(self, out, path):
        name = name_hash(self.name) if isinstance(self.name, str) else self.name
        out.record(path, "BGF_ANIMATION", self, attrNameHash=name, nKeys=self.count("nKeys", self.keys))
        out.array(path + "keys", "i5f", [(time, *values) for time, values in self.keys])


class Setting(Fields):
    """References are (isLogic, enable, index of an animation)."""

    order = ("elementIdx", "values", "refs")
    elementIdx, activate, values, refs, nValues, nRefs = 0, 1, (), (), None, None

    def write(self, out, path):
        out.record(path, "BGF_SETTING", self, nValues=self.count("nValues", self.values))
        put_values(out, path + "values", self.values)
        out.record(path, "BGF_REFS", nRefs=self.count("nRefs", self.refs))
        start = len(out.data)
        for number, ref in enumerate(self.refs):
            out.record(f"{path}refs[{number}].", "BGF_REF", dict(zip(("isLogic", "enable", "idx"), ref)))
        out.end(path + "refs", start)


class Slide(Fields):
    order = ("name", "settings")
    name, elementIdx, flags, beginMs, endMs, settings, nSettings = b"start", 0, 0, 0, 1000, (), None

    def write(self, out, path):
        out.record(path, "BGF_SLIDE", self, nSettings=self.count("nSettings", self.settings))
        out.list(path + "settings", self.settings)


class Face(Sections):
    """Parameters are (name of a type or hash, struct code, value). `counts` are wrong counts in memory, by index."""

    id = "BGF"
    width, height, fitMode, numSceneItems = 1280, 720, 1, 5
    strings, elements, contracts, animations, logic, params, slides = (), (), (), (), b"", (), ()
    counts, ignored, lengths = {}, 6, {}

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
            out.rights[f"memory.counts[{number}]"] = count
        out.put("memory.ignored", f"{self.ignored}i", *(counts[:5] + [0] * self.ignored)[:self.ignored])
        out.end("memory", start)

    def write_strings(self, out):
        for number, string in enumerate(self.strings):
            out.text(f"strings[{number}]", string, self.lengths.get(number))

    def write_params(self, out):
        start = len(out.data)
        for number, (name, code, value) in enumerate(self.params):
            hash = name_hash(name) if isinstance(name, str) else name
            out.record(f"params[{number}].", "BGF_REAL_PARAM" if code == "f" else "BGF_PARAM", typeHash=hash, value=value)
        out.end("params", start)

    def write_list(self, name):
        return lambda out: out.list(name, getattr(self, name))

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
    opacity, layer, rotationMethod, invertY, transparent, pad = 1.0, 0, None, 0, 0, bytes(3)

    def write(self, out, path):
        out.record(path, "BSG_NODE", self)


class Graph(Sections):
    """Assets are (sceneNodeId, type)."""

    id = "BSG"
    nodes, assets, nNodes, nAssets, extra = (), (), None, None, b""

    def memory(self, out):
        start = len(out.data)
        out.record("memory.", "BSG_MEMORY", nNodes=self.count("nNodes", self.nodes),
                   nAssets=self.count("nAssets", self.assets))
        out.data += self.extra
        out.end("memory", start)

    def write_nodes(self, out):
        start = len(out.data)
        out.list("nodes", self.nodes)
        out.end("nodes", start)

    def write_assets(self, out):
        start = len(out.data)
        for number, (id, type) in enumerate(self.assets):
            out.record(f"assets[{number}].", "BSG_ASSET", sceneNodeId=id, type=type)
        out.end("assets", start)

    def sections(self):
        return [self.memory, self.write_nodes, self.write_assets]
