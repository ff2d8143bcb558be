"""bgf_rules.py: the fixtures of the rules of BGF."""

import pathlib

from anark import (ACTIVE, BOOL, CONTRACT, FLOAT, INT, LARGE, STRING, TEXT, Animation, Contract, Element, Face, Graph,
                   Node, Setting, Slide, name_hash)
from anark_rules import parent_rules, section_rules
from bgf_seeds import NO_CURVE, PARAMS, contracted, every_type, full, large, moving, showing, values
from fixtures import INFINITE, NAN, Book, Finding
from folders import below, packages

BOOK = Book("bgf", "bgf")
rule, rules, error, warning, note = BOOK.rule, BOOK.rules, BOOK.error, BOOK.warning, BOOK.note

# What messages say besides what stands in the file.
BOOK.may_say("bad-magic", 6, expected="AnarkBGF")
BOOK.may_say("big-endian", expected=0)
BOOK.may_say("header-size", expected=26)
BOOK.may_say("unsupported-version", expected=3)
BOOK.may_say("count-logic", expected=0)
BOOK.may_say("attribute-type", 1, 3, 4, 5)
BOOK.may_say("bool-value", 0, 1)
BOOK.may_say("element-type", 1, 8)
BOOK.may_say("fit-mode", 0, 2)
BOOK.may_say("param-range", 0, 255)
BOOK.may_say("count-range", 1, 13, 18)           # a byte of a section, and bytes of a reference and an element
UNKNOWN = "position.w"
NAMES = pathlib.Path(__file__).resolve().parents[2] / "src" / "formats" / "anark" / "attributes.def"
SETTING = "slides[0].settings[0]"


def good(**fields):
    """Items in each section but the logic; the last one is of the smallest kind."""
    return Face(**({
        "strings": [b"a", b"bcd"], "elements": [large(), Element(TEXT, 0, values())],
        "contracts": [Contract(1, (0, 1))], "animations": [Animation(keys=((0, (1.0,) * 5), (5, (2.0,) * 5)))],
        "params": PARAMS, "slides": [Slide(b"one", [Setting(1, values(), [(0, 1, 0)])])]} | fields))


section_rules(BOOK, good, 6, [(1, "strings[1]"), (2, "elements[1].attributes"), (3, "contracts[0].stringIdx"),
                              (4, "animations[0].keys"), (6, "params"), (7, SETTING + ".refs")])
parent_rules(BOOK, "elements",
             lambda *parents: Face(elements=[Element(TEXT, parent, flags=ACTIVE | LARGE * (number % 2))
                                             for number, parent in enumerate(parents)]))

# The counts in memory: the list of each, and the smallest size of its items in the file.
SMALLEST = {0: 18, 1: 18, 2: 8, 3: 8, 4: 4, 6: 4, 8: 12, 9: 24, 10: 1, 13: 8, 14: 33, 15: 13, 16: 8, 17: 4, 18: 12}
# The section of each count that is a whole list; then the counts of items across a section.
LISTS = {0: 2, 1: 2, 3: 3, 6: 1, 8: 4, 13: 6, 14: 7}
TOTALS = (1, 2, 4, 9, 15, 16, 17)


@rule
def count_range(r):
    size = len(good().bytes())
    for number, item in SMALLEST.items():
        field = f"memory.counts[{number}]"
        for name, count in (("-negative", -1), ("", size // item + 1)):
            file = good(counts={number: count})
            r.fires(f"-memory-{number}{name}", file, error("count-range", field))
    half = size // 18 // 2 + 1
    r.fires("-elements-together", good(counts={0: half + 1, 1: half}), error("count-range", "memory.counts[0]", says=(2 * half + 1,)),
            error("count-total", "memory.counts[1]"))
    file = good(counts={0: half, 1: half + 1})
    r.fires("-elements-together-large", file, error("count-range", "memory.counts[1]", says=(2 * half + 1,)),
            error("count-total", "memory.counts[1]"))
    for number in (5, 7, 11, 12):
        r.near(f"-memory-{number}", good(counts={number: -1}))
    for number, rule in ((10, "count-logic"), (18, "count-padding")):
        file = good(counts={number: size // SMALLEST[number]})
        r.near(f"-memory-{number}", file, warning(rule, f"memory.counts[{number}]"))
    r.near("-memory-16", good(counts={16: size // 8}), error("count-total", "memory.counts[16]"))
    r.fires("-scene-items", good(numSceneItems=-1), error("count-range", "header.numSceneItems"))
    count_range_inside(r, size)


def section_of(path):
    """The field with the size of the section of a list."""
    number = {"strings": 1, "elements": 2, "contracts": 3, "animations": 4, "slides": 7}[path.split("[")[0]]
    return f"sections[{number}].sectionSize"


def count_range_inside(r, size):
    for length in (-1, size + 1):
        file = good(lengths={1: length & 0xFFFFFFFF})
        start, _ = file.where("strings[1]")
        r.fires(f"-string-{length}", file, error("count-range", "strings[1]", at=(start, 4)))
    for name, item in (("elements[1].nAttributes", 8), ("contracts[0].nEvents", 4), ("slides[0].nSettings", 13),
                       (SETTING + ".nValues", 8), (SETTING + ".nRefs", 4)):
        for count in (-1, size // item + 1, size // item):
            file = good()
            thing = {"e": file.elements[1], "c": file.contracts[0], "s": file.slides[0]}[name[0]]
            thing = thing.settings[0] if name.startswith(SETTING) else thing
            field = name.split(".")[-1]
            if field == "nValues":      # an item too many reads into the references, which are smaller than a value
                thing.refs = ()
            setattr(thing, field, count)
            if count == size // item:
                r.near(f"-{field}", file, error("section-size", section_of(name)))
            else:
                r.fires(f"-{field}-{count}", file, error("count-range", name))
    file = moving()
    most = len(file.bytes()) // 24
    for count in (most + 1, 0x7FFF):
        file.animations[0].nKeys = count
        r.fires(f"-nKeys-{count}", file, error("count-range", "animations[0].nKeys"))
    file = full()
    for animation in file.animations:
        animation.canSyncFirst = 1
    file.animations[2].nKeys = 0x7FFF
    r.fires("-nKeys-of-four", file, error("count-range", "animations[2].nKeys"))
    file = moving()
    file.animations[0].nKeys = most
    r.near("-nKeys", file, error("section-size", section_of("animations")))


@rule
def section_size(r):
    for number in LISTS:
        if number == 1:                             # count-total reports it
            continue
        count = good().true_counts()[number]
        for other in (count - 1, count + 1):
            file = good(counts={number: other})
            r.fires(f"-memory-{number}-{other}", file, error("section-size", f"memory.counts[{number}]"))
    for ignored in (0, 5, 7):
        r.fires(f"-ignored-{ignored}", good(ignored=ignored), error("section-size", "sections[0].sectionSize",
                                                                    expected=100 if ignored > 6 else None))
    # The first section ends within its counts: the sections tell the other counts.
    content = good().bytes()
    memory = good().start("memory")
    content = content[:memory - 4] + b"\x20\0\0\0" + content[memory:memory + 0x20] + content[memory + 100:]
    r.fires("-few-numbers", content, error(good(), "section-size", "sections[0].sectionSize"))
    inner_section_size(r)


def inner_section_size(r):
    """After a wrong count within a list, its section is read from the wrong place. Nothing in it is judged."""
    file = full()
    file.elements[1].type = 77
    places = [("elements[3]", file.elements[3], "nAttributes", 3), ("elements[5]", file.elements[5], "nAttributes", 2),
              ("slides[0]", file.slides[0], "nSettings", 3)]
    for path, thing, name, right in places:
        for other in (right - 1, right + 1):
            setattr(thing, name, other)
            # With fewer, the list is read to its end, which is too early: at the bytes that are left out, and what they look like.
            end = {"elements[3]": 174, "elements[5]": 195, "slides[0]": 181}[path] if other < right else None
            r.fires(f"-{path}-{name}-{other}", file, error("section-size", section_of(path), expected=end),
                    *[error("element-type", "elements[1].type")] * path.startswith("slides"))
        setattr(thing, name, None)
    file = full()
    file.animations[3].nKeys = 4
    r.fires("-keys-beyond", file, error("section-size", section_of("animations")))
    file.animations[3].nKeys = 2        # the bytes of the third key look like two animations
    r.fires("-keys-left", file, error("section-size", "memory.counts[8]", expected=6))
    file = full()
    file.contracts[0].nEvents = 3
    r.fires("-events", file, error("section-size", section_of("contracts")))
    for number, length in ((0, 4), (3, 12)):
        r.fires(f"-strings[{number}]", full(lengths={number: length}), error("section-size", section_of("strings")))
    # The next count is read from the wrong place, too, and is absurd.
    file = full()
    file.elements[0].nAttributes = 3
    r.near("-absurd", file, error("count-range", "elements[2].nAttributes", at=(0x10c, 4)))
    file = full()
    file.animations[2].nKeys = 1
    r.near("-negative", file, error("empty-animation", "animations[3].nKeys", at=(0x286, 2)))


@rule
def fit_mode(r):
    for value in (3, 255):
        r.fires(f"-{value}", good(fitMode=value), error("fit-mode", "header.fitMode"))
    for value in range(3):
        r.near(f"-{value}", good(fitMode=value))


@rule
def dimensions(r):
    for name in ("width", "height"):
        for value in (0, -1, -0x8000):
            file = good(**{name: value})
            r.fires(f"-{name}-{value}", file, warning("dimensions", f"header.{name}"))
    r.fires("-both", good(width=0, height=0), warning("dimensions", "header.width"),
            warning("dimensions", "header.height"))
    r.near("", good(width=1, height=0x7FFF))


@rule
def count_total(r):
    true = good().true_counts()
    for number in TOTALS[1:]:
        for change in (-1, 1):
            file = good(counts={number: true[number] + change})
            r.fires(f"-{number}-{change}", file, error("count-total", f"memory.counts[{number}]"))
    r.fires("-large-fewer", good(counts={0: true[0] + 1, 1: true[1] - 1}), error("count-total", "memory.counts[1]"))
    r.fires("-large-more", good(counts={0: true[0] - 1, 1: true[1] + 1}), error("count-total", "memory.counts[1]"))
    for name, content in (("", good()), ("-showing", showing()), ("-contracts", contracted())):
        r.near(name, content)
    file = good(counts={2: 0})
    file.elements[1].nAttributes = 5
    r.near("-after-a-stop", file, error("section-size", "sections[2].sectionSize"))
    for change in (-1, 1):
        r.fires(f"-1-{change}", good(counts={1: true[1] + change}), error("count-total", "memory.counts[1]"))


@rule
def count_logic(r):
    for count in (1, 100):
        r.fires(f"-{count}", good(counts={10: count}), warning("count-logic", "memory.counts[10]"))
    r.near("", good(counts={10: 0}))
    r.near("-logic", good(counts={10: 3}, logic=b"\1" * 40), note("logic-present", "sections[5].sectionSize"))
    r.near("-logic-of-one-byte", good(counts={10: 3}, logic=b"\1"), note("logic-present", "sections[5].sectionSize"))
    file = good(counts={10: 3}, logic=b"")
    start = file.start("sections[5]")
    r.near("-cut", file.bytes()[:start], error(file, "truncated", "sections[5]", at=(start, 0)))


@rule
def count_padding(r):
    three = [large(), large(), large()]

    def animated(*elements, **fields):
        return Face(elements=three, animations=[Animation(element) for element in elements], **fields)

    for elements, right in (((0,), 1), ((0, 1, 1, 1), 2), ((0, 0, 2), 0), ((2, 1, 2, 0, 1, 1), 2)):
        name = "".join(map(str, elements))
        file = animated(*elements)
        assert file.true_counts()[18] == right
        r.near(f"-{name}", file)
        for wrong in (right + 1, right - 1):
            if wrong >= 0:
                file = animated(*elements, counts={18: wrong})
                r.fires(f"-{name}-{wrong}", file, warning("count-padding", "memory.counts[18]"))
    for suffix, number in (("", 7), ("-3", 3), ("-negative", -1)):      # the owner of the padding is unknown
        file = animated(0, number, counts={18: 5})
        r.near("-no-element" + suffix, file, error("animation-element", "animations[1].elementIdx"))
    file = animated(0, 1, counts={18: 5})
    start, length = file.where("animations[1].keys")
    r.near("-cut", file.bytes()[:start + length - 1], error(file, "truncated", "animations[1].keys", at=(start, length - 1)))


@rule
def element_type(r):
    for type in (0, 9, 255):
        r.fires(f"-{type}", Face(elements=[Element(), Element(type)]), error("element-type", "elements[1].type"))
    r.near("", Face(elements=every_type()))


@rule
def element_flags(r):
    for flags in (2, 3, 8, 0x80, 0xF3):
        r.fires(f"-{flags}", Face(elements=[Element(flags=flags)]), note("element-flags", "elements[0].flags", says=(f"0x{flags & ~5:x}",)))
    r.fires("-large", Face(elements=[Element(flags=0xFF)]), note("element-flags", "elements[0].flags", says=("0xfa",)))
    r.near("", Face(elements=[Element(flags=flags) for flags in (0, 1, 4, 5)]))


@rule
def scene_item(r):
    for item in (-1, 6, 0x7FFFFFFF):
        file = Face(elements=[Element(), Element(sceneItemId=item)], numSceneItems=5)
        r.fires(f"-{item}", file, warning("scene-item", "elements[1].sceneItemId"))
    file = Face(elements=[Element(sceneItemId=1)], numSceneItems=0)
    r.fires("-none", file, warning("scene-item", "elements[0].sceneItemId"))
    r.near("-most", Face(elements=[Element(sceneItemId=0x7FFFFFFF)], numSceneItems=0x7FFFFFFF))
    r.fires("-no-count", Face(elements=[Element(sceneItemId=-5), Element(sceneItemId=3)], numSceneItems=-5),
            warning("scene-item", "elements[0].sceneItemId"), error("count-range", "header.numSceneItems"))
    r.near("", Face(elements=[Element(sceneItemId=0), Element(sceneItemId=5)], numSceneItems=5))


def with_values(*given, **fields):
    """The same values as attributes and in a slide."""
    return Face(**({"strings": [b"a", b"b"], "elements": [large(attributes=given)],
                    "slides": [Slide(settings=[Setting(0, given)])]} | fields))


def at_values(level, file, rule, part, *numbers):
    """The findings about these values in both places."""
    return [level(file, rule, f"{path}[{number}].{part}")
            for path in ("elements[0].attributes", SETTING + ".values") for number in numbers]


@rule
def attribute_type(r):
    for type in (0, 2, 6, 7):
        file = with_values(("opacity", FLOAT, 1.0), ("opacity", type, -1))
        r.fires(f"-{type}", file, *at_values(error, file, "attribute-type", "typeAndName", 1))
    r.near("", with_values(*values()))
    r.near("-high-bits", with_values((name_hash("opacity"), FLOAT | 8, 0.5), (name_hash("active"), BOOL | 16, 1)))


@rule
def attribute_name(r):
    file = with_values((UNKNOWN, FLOAT, 1.0), ("Position.x", INT, 0), ("position.", INT, 0), ("position.x", INT, 0))
    r.fires("", file, *at_values(warning, file, "attribute-name", "typeAndName", 0, 1, 2))
    file = with_values((UNKNOWN, FLOAT, NAN))
    r.fires("-and-value", file, *at_values(warning, file, "attribute-name", "typeAndName", 0),
            *at_values(warning, file, "not-finite", "value", 0))
    file = with_values((UNKNOWN, BOOL, 0), (UNKNOWN, BOOL, 1))
    r.fires("-of-bools", file, *at_values(warning, file, "attribute-name", "typeAndName", 0, 1))
    names = [line.split('"')[1] for line in NAMES.read_text().splitlines() if line.startswith("ANARK_ATTRIBUTE(")]
    assert len(names) == 109
    for number in range(3):
        part = names[number * 37:number * 37 + 37]
        r.near(f"-all-{number}", Face(elements=[Element(attributes=[(name, INT, 0) for name in part])]))


@rule
def string_index(r):
    for value in (2, -1, 0x7FFFFFFF):
        file = with_values(("name", STRING, 0), ("source", STRING, value))
        r.fires(f"-{value}", file, *at_values(error, file, "string-index", "value", 1))
        file = Face(strings=[b"a", b"b"], params=[("string", "i", 1), ("string", "i", value)])
        r.fires(f"-param-{value}", file, error("string-index", "params[1].value", says=(2,)))
        file = Face(strings=[b"a", b"b"], elements=[Element(CONTRACT)], contracts=[Contract(0, (0, value, 1))])
        r.fires(f"-event-{value}", file, error("string-index", "contracts[0].stringIdx[1]", says=(2,)))
    file = with_values(("name", STRING, 0), strings=[])
    r.fires("-none", file, *at_values(error, file, "string-index", "value", 0))
    file = with_values(("name", STRING, 1), ("name", STRING, 2), counts={6: -1})     # the section has two
    r.fires("-no-count", file, *at_values(error, file, "string-index", "value", 1),
            error("count-range", "memory.counts[6]"))
    file = with_values(("name", STRING, 7), ("name", STRING, -7), counts={6: -1}, sizes={1: -1})
    file.sizes[2] = lambda size: size + 1000    # their number is unknown
    r.near("-nothing-known", file, error("count-range", "memory.counts[6]"),
           error("count-range", "sections[1].sectionSize"))
    file = with_values(("name", STRING, 0), ("source", STRING, -1), counts={6: -1}, lengths={1: 999})    # nor how many there are
    r.fires("-negative-of-unknown", file, *at_values(error, file, "string-index", "value", 1),
            error("count-range", "memory.counts[6]"),
            error("count-range", "strings[1]", at=(file.start("strings[1]"), 4)))
    r.near("", with_values(("name", STRING, 0), ("name", STRING, 1), ("size", INT, 2)))
    r.near("-others", Face(strings=[b"a"], params=[("string", "i", 0), ("long", "i", 9)]))


@rule
def bool_value(r):
    for value in (2, -1, 0x100):
        file = with_values(("active", BOOL, value))
        r.fires(f"-{value}", file, *at_values(warning, file, "bool-value", "value", 0), fixed=with_values(("active", BOOL, 1)))
        r.fires(f"-param-{value}", Face(params=[("bool", "i", value)]), warning("bool-value", "params[0].value"),
                fixed=Face(params=[("bool", "i", 1)]))
    r.fires("-big-endian", Face(params=[("bool", "i", 2)], endianness=1), warning("bool-value", "params[0].value"),
            warning("big-endian", "header.endianness"), fixed=Face(params=[("bool", "i", 1)], endianness=1))
    r.near("", with_values(("active", BOOL, 0), ("active", BOOL, 1), ("size", INT, 2)))
    r.near("-param", Face(params=[("bool", "i", 0), ("bool", "i", 1)]))


@rule
def not_finite(r):
    for suffix, value in (("-nan", NAN), ("-infinite", INFINITE), ("-minus-infinite", -INFINITE)):
        file = with_values(("opacity", FLOAT, 1.0), ("opacity", FLOAT, value))
        r.fires(suffix, file, *at_values(warning, file, "not-finite", "value", 1))
        for type in ("float", "float3.x", "float3.y", "float3.z", "color4.r", "color4.a"):
            file = Face(params=[(type, "f", value)])
            r.fires(f"-{type}{suffix}", file, warning("not-finite", "params[0].value"))
    for number in range(5):
        wrong = tuple(NAN if place == number else 0.0 for place in range(5))
        file = moving(animations=[Animation(keys=((0, (0.0,) * 5), (1, wrong), (2, (0.0,) * 5), (3, wrong)))])
        r.fires(f"-key-{number}", file, warning("not-finite", "animations[0].keys", elements=[1, 3]))
    file = moving(animations=[Animation(keys=tuple((time, (INFINITE,) * 5) for time in range(10)))])
    r.fires("-keys", file, warning("not-finite", "animations[0].keys", elements=list(range(10))))
    bits = 0x7FC00000
    r.near("-integers", with_values(("size", INT, bits), params=[("long", "i", bits)]))
    r.near("-times", moving(animations=[Animation(keys=((bits, (3.4e38, -3.4e38, 0.0, -0.0, 1e-45)),))]))


@rule
def contract_element(r):
    for number in (-1, 1, 0x7FFFFFFF):
        file = Face(elements=[Element(CONTRACT)], contracts=[Contract(0), Contract(number)])
        r.fires(f"-{number}", file, error("contract-element", "contracts[1].elementIdx"))
    r.fires("-no-count", Face(elements=[Element()], contracts=[Contract(0), Contract(1)], counts={1: -1}),
            error("contract-element", "contracts[1].elementIdx"), error("count-range", "memory.counts[1]"))
    r.near("", contracted())


@rule
def animation_element(r):
    for number in (-1, 1, 0x7FFFFFFF):
        file = moving(animations=[Animation(number)])
        r.fires(f"-{number}", file, error("animation-element", "animations[0].elementIdx"))
    r.near("", moving())


@rule
def animation_target(r):
    for flags in (0, ACTIVE):
        file = moving(elements=[large(), Element(flags=flags)], animations=[Animation(0), Animation(1)])
        r.fires(f"-{flags}", file, warning("animation-target", "animations[1].elementIdx"))
    r.near("", moving(elements=[Element(), large(flags=LARGE)], animations=[Animation(1)]))


@rule
def animation_name(r):
    for name in (UNKNOWN, "Opacity", 0):
        file = moving(animations=[Animation(name=name)])
        r.fires(f"-{name}", file, warning("animation-name", "animations[0].attrNameHash"))
    r.near("", moving(animations=[Animation(name=name) for name in ("opacity", "AKCustomObjType")]))
    r.near("-low-bits", moving(animations=[Animation(name=name_hash("opacity") & 0x7FFFFFF)]))


def at_times(*times):
    return moving(animations=[Animation(keys=tuple((time, (0.0,) + NO_CURVE) for time in times))])


@rule
def key_order(r):
    for suffix, times, wrong in (("", (0, 2, 1, 3, 2), [2, 4]), ("-negative", (0, -1), [1]),
                                 ("-extremes", (0x7FFFFFFF, -0x80000000), [1])):
        r.fires(suffix, at_times(*times), warning("key-order", "animations[0].keys", elements=wrong))
    r.near("", at_times(-0x80000000, -1, 0, 0, 5, 0x7FFFFFFF))


@rule
def empty_animation(r):
    file = moving(animations=[Animation(keys=())])
    r.fires("-none", file, warning("empty-animation", "animations[0].nKeys"))
    for count in (-1, -0x8000):
        file = moving(animations=[Animation(keys=(), nKeys=count)])
        r.fires(f"-{count}", file, error("empty-animation", "animations[0].nKeys"))
    file = moving(animations=[Animation(), Animation(5, nKeys=-1), Animation(5)], counts={9: 77 // 24})
    r.fires("-and-more", file, error("empty-animation", "animations[1].nKeys"))
    file = moving(animations=[Animation(keys=((0, (0.0,) * 5),))])
    start = file.start("animations[0].keys")
    r.near("-cut", file.bytes()[:start], error(file, "truncated", "animations[0].keys", at=(start, 0)))
    r.near("", moving(animations=[Animation()]))


@rule
def param_type(r):
    for name in ("int", "Float", "float3", "color4", 0):
        file = Face(params=[("float", "f", 0.0), (name, "i", -1)])
        r.fires(f"-{name}", file, warning("param-type", "params[1].typeHash"))
    r.near("", Face(strings=[b"a", b"b"], params=PARAMS))
    r.near("-low-bits", Face(params=[(name_hash("long") & 0x7FFFFFF, "i", 1)]))


@rule
def param_range(r):
    for type in ("color4.r", "color4.g", "color4.b", "color4.a"):
        for value in (-0.5, 255.5):
            file = Face(params=[(type, "f", value)])
            r.fires(f"-{type}-{value}", file, warning("param-range", "params[0].value"))
        r.near(f"-{type}", Face(params=[(type, "f", value) for value in (0.0, -0.0, 255.0)]))
    r.near("-others", Face(params=[("float", "f", 256.0), ("float3.x", "f", -1.0)]))
    r.near("-nan", Face(params=[("color4.r", "f", NAN)]), warning("not-finite", "params[0].value"))


@rule
def slide_element(r):
    for number in (-1, 3, 0x7FFFFFFF):
        file = showing(slides=[Slide(elementIdx=number, settings=[Setting(1)])])
        r.fires(f"-{number}", file, error("slide-element", "slides[0].elementIdx"))
        file = showing(slides=[Slide(settings=[Setting(1), Setting(number)])])
        r.fires(f"-setting-{number}", file, error("slide-element", "slides[0].settings[1].elementIdx"))
    file = showing(elements=[large(), Element(TEXT, 0, values())], slides=[Slide(elementIdx=-1)], counts={0: -1, 1: -1})
    file.elements[1].nAttributes = 99           # so it is unknown how many elements there are
    r.fires("-negative-of-unknown", file, error("slide-element", "slides[0].elementIdx"),
            error("count-range", "memory.counts[0]"), error("count-range", "memory.counts[1]"),
            error("count-range", "elements[1].nAttributes"))
    r.near("", showing())


@rule
def slide_target(r):
    for flags in (0, ACTIVE):
        file = showing(elements=[large(), Element(flags=flags)], slides=[Slide(), Slide(b"two", elementIdx=1)])
        r.fires(f"-{flags}", file, warning("slide-target", "slides[1].elementIdx"))
    r.near("", showing(elements=[Element(), large(flags=LARGE)], animations=[], counts={18: 0},
                       slides=[Slide(elementIdx=1, settings=[Setting(0)])]))
    r.near("-no-element", showing(slides=[Slide(elementIdx=-1)]), error("slide-element", "slides[0].elementIdx"))


@rule
def slide_name(r):
    for suffix, name in (("", b"sixteen letters!"), ("-bytes", b"\xff" * 16)):
        r.fires(suffix, showing(slides=[Slide(), Slide(name)]), warning("slide-name", "slides[1].name"))
    r.near("", showing(slides=[Slide(b"fifteen letters"), Slide(b""), Slide(b"a\0garbage.......")]))


@rule
def slide_time(r):
    for begin, end in ((1, 0), (0, -1), (0x7FFFFFFF, -0x80000000)):
        file = showing(slides=[Slide(beginMs=begin, endMs=end)])
        r.fires(f"-{begin}-{end}", file, warning("slide-time", "slides[0].endMs"))
    r.near("", showing(slides=[Slide(beginMs=5, endMs=5), Slide(beginMs=-2, endMs=-1)]))


@rule
def animation_ref(r):
    for number in (-1, 2, 0x7FFF, -0x8000):
        file = showing(slides=[Slide(settings=[Setting(0, (), [(0, 1, 1), (0, 1, number)])])])
        r.fires(f"-{number}", file, error("animation-ref", SETTING + ".refs[1].idx"))
    r.fires("-no-count", showing(slides=[Slide(settings=[Setting(0, (), [(0, 1, 1), (0, 1, 2)])])], counts={8: -1}),
            error("animation-ref", SETTING + ".refs[1].idx"), error("count-range", "memory.counts[8]"))
    file = showing(slides=[Slide(settings=[Setting(0, (), [(0, 1, 1), (0, 1, -1)])])], counts={8: -1})
    file.animations[1].nKeys = 99               # so it is unknown how many animations there are
    r.fires("-negative-of-unknown", file, error("animation-ref", SETTING + ".refs[1].idx"),
            error("count-range", "memory.counts[8]"), error("count-range", "animations[1].nKeys"))
    r.near("", showing(slides=[Slide(settings=[Setting(0, (), [(0, 1, 0), (1, 0, 1)])])]))


@rule
def logic_present(r):
    for size in (1, 40):
        r.fires(f"-{size}", good(logic=b"\xff" * size), note("logic-present", "sections[5].sectionSize"))
    r.near("", good())
    r.near("-no-size", good(sizes={5: 0x7FFFFFFF}), error("count-range", "sections[5].sectionSize"))


@rule
def several(r):
    file = good(width=0, elements=[Element(9, 1), Element(TEXT, 0, [(UNKNOWN, BOOL, 5)])], counts={2: 7}, tail=b"1")
    r.add("three-defects", file, [
        warning("dimensions", "header.width"), error("count-total", "memory.counts[2]"),
        error("element-type", "elements[0].type"),
        error("parent-cycle", "elements[0].parentIdx", elements=[0, 1]),
        warning("attribute-name", "elements[1].attributes[0].typeAndName"),
        warning("bool-value", "elements[1].attributes[0].value"),
        warning("animation-target", "animations[0].elementIdx"),
        warning("slide-target", "slides[0].elementIdx"),
        warning("trailing-bytes", "", at=file.where("tail")),
    ])
    file = good(elements=[Element(0, nAttributes=-1), Element()], params=[("bool", "i", 2)],
                slides=[Slide(b"s" * 16, elementIdx=7)], contracts=[], animations=[])
    r.add("after-count-range", file, [
        error("count-range", "elements[0].nAttributes"), warning("bool-value", "params[0].value"), warning("slide-name", "slides[0].name"),
        error("slide-element", "slides[0].elementIdx"),
    ])
    file = good(sizes={2: 0x7FFFFFFF}, fitMode=9,
                elements=[large(parentIdx=0), Element(attributes=[("opacity", FLOAT, NAN)])])
    r.add("no-size", file, [
        error("fit-mode", "header.fitMode"), error("count-range", "sections[2].sectionSize"),
        error("parent-index", "elements[0].parentIdx"),
        warning("not-finite", "elements[1].attributes[0].value"),
    ])
    file = good(counts={6: -1}, strings=[b"a" * 9], params=[("color4.r", "f", 300.0), ("float", "f", 0.0)])
    cut = file.start("params[1].typeHash") + 4
    r.add("cut", file.bytes()[:cut], [
        error(file, "count-range", "memory.counts[6]"), warning(file, "param-range", "params[0].value"),
        error(file, "string-index", "contracts[0].stringIdx[1]"),
        error(file, "truncated", "params", at=(file.start("params"), 12)),
    ])
    file = good(counts={6: -1}, strings=[b"a" * 9], fitMode=9)
    cut = file.start("strings[0]") + 5
    r.add("cut-and-unknown", file.bytes()[:cut], [
        error(file, "fit-mode", "header.fitMode"), error(file, "count-range", "memory.counts[6]"),
        error(file, "truncated", "strings[0]", at=(cut - 5, 5)),
    ])


# ---- Scenes --------------------------------------------------------------------------------------------------------

def showing_items(*ids):
    """A face whose elements show nodes of a scene."""
    return Face(elements=[Element(sceneItemId=id) for id in ids], numSceneItems=9)


def scene(*ids, **fields):
    return Graph(nodes=[Node(id) for id in ids], **fields)


def collada(*ids, start="<COLLADA xmlns='http://www.collada.org/2005/11/COLLADASchema'>", end="</COLLADA>"):
    nodes = "".join(f"<node id='{id}'/>" for id in ids)
    return f"<?xml version='1.0'?>{start}<library_visual_scenes>{nodes}</library_visual_scenes>{end}".encode()


@rule
def unknown_scene_item(r):
    face = showing_items(1, 0, 2)

    def unknown(number, file=face, inside="menu.bgf"):
        return warning(file, "unknown-scene-item", f"elements[{number}].sceneItemId", inside=inside)

    def mod(graph=None, document=None, file=face):
        files = {"menu.bgf": file.bytes()}
        files |= {"menu.bsg": graph.bytes()} if graph else {}
        return files | ({"menu.dae": document} if document is not None else {})
    r.fires("", mod(scene(1)), unknown(2))
    r.near("", mod(scene(1, 2)))
    r.fires("-each", mod(scene(3)), unknown(0), unknown(2))
    r.near("-asset", mod(scene(1, assets=[(2, 6)])))
    r.fires("-document", mod(None, collada("AK1", "AK22", "2", "ak2", "AK2x")), unknown(2))
    r.near("-document", mod(None, collada("AK1", "AK2")))
    r.near("-document-with-prefix", mod(None, b"<c:COLLADA xmlns:c='c'><c:node id='AK1'/><c:node id='AK2'/></c:COLLADA>"))
    r.near("-both", mod(scene(2), collada("AK1")))
    r.fires("-both", mod(scene(3), collada("AK1")), unknown(2))
    r.fires("-case", {"menu.bgf": face.bytes(), "MENU.BSG": scene(1).bytes()}, unknown(2))
    below_zero = Face(elements=[Element(sceneItemId=-1)])
    r.near("-negative", mod(scene(1), file=below_zero),
           warning(below_zero, "scene-item", "elements[0].sceneItemId", inside="menu.bgf"))
    r.near("-alone", face)
    r.near("-other-stem", mod() | {"menu2.bsg": scene(1).bytes()})
    r.near("-other-folder", mod() | {"deep/menu.bsg": scene(1).bytes()})
    of_broken(r, mod)
    of_references(r, face, mod, unknown)
    for extension, content, siblings in packages(mod(scene(1))):
        r.fires("-package", content, unknown(2), extension=extension, siblings=siblings)


def of_broken(r, mod):
    """Scenes that were not read completely."""
    def at(graph, rule, field, *where, **more):
        return Finding("error", f"bsg/{rule}", field, *(where or graph.where(field)), inside="menu.bsg", **more)
    one = scene(1)
    start, length = one.where("nodes[0].transparent")
    nodes = one.where("nodes")
    cut = one.bytes()[:start]
    r.near("-cut", mod() | {"menu.bsg": cut}, at(one, "truncated", "nodes", nodes[0], start - nodes[0], says=(1, start + 1)))
    more = scene(1, 3, 4, nNodes=2)
    r.near("-other-count", mod(more), at(more, "section-size", "memory.nNodes", expected=3))
    old = scene(1, version=3)
    r.near("-refused", mod(old), at(old, "unsupported-version", "header.version"))
    r.near("-document-broken", mod(None, collada("AK1", end="")))
    r.near("-document-broken-beside", mod(scene(1), collada("AK1", end="</COLLADa>")))
    r.near("-document-without-element", mod(None, b""))
    r.near("-graph-broken-beside", mod(old, collada("AK1")), at(old, "unsupported-version", "header.version"))


def of_references(r, face, mod, unknown):
    given = {"options": {"with": "game"}}
    inside = unknown(2, inside="mod/menu.bgf")
    r.fires("-with", below("mod", mod()) | {"game/Menu.bsg": scene(1).bytes()}, inside, **given)
    r.near("-with", below("mod", mod()) | {"game/menu.bsg": scene(1).bytes(), "game/menu.dae": collada("AK2")}, **given)
    r.fires("-with-own", below("mod", mod(scene(1))) | {"game/menu.dae": collada("AK2")}, inside, **given)
    r.near("-with-deeper", below("mod", mod()) | {"game/deep/menu.bsg": scene(1).bytes()}, **given)
    r.near("-with-other-stem", below("mod", mod()) | {"game/other.bsg": scene(1).bytes()}, **given)
