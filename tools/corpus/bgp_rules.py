"""bgp_rules.py: the fixtures of the rules of BGP."""

from anark import Asset, Face, Plan, State, Transition, stored
from bgp_seeds import ACTIONS, lists, menu
from fixtures import Book
from folders import below, packages, zipped
from others import OTHERS

BOOK = Book("bgp", "bgp")
rule, rules, error, warning, note = BOOK.rule, BOOK.rules, BOOK.error, BOOK.warning, BOOK.note

# What messages say besides what stands in the file.
BOOK.may_say("bad-magic", 0, 1, expected=0)
BOOK.may_say("big-endian", expected=0)
BOOK.may_say("count-range", 8, 12, 16)           # bytes of an action, an asset and a state without texts

SHOW = (b"show", b"menu")


def plan(*states, **fields):
    """A plan with one asset and these states."""
    return Plan([Asset()], states, **fields)


def one(**fields):
    """A plan with one state that shows the asset."""
    return plan(State(**({"prelude": [SHOW]} | fields)))


@rule
def bad_magic(r):
    r.fires("-empty", b"", error(Plan(), "bad-magic", "endianness", at=(0, 0)))
    for value in (2, 0x41, 255):
        r.fires(f"-{value}", Plan(menu().assets, menu().states, endianness=value), error("bad-magic", "endianness"))
    for name in ("git-lfs", "web-page", "zip"):
        r.fires(f"-{name}", OTHERS[name], error(Plan(), "bad-magic", "endianness", at=(0, 1)))
    r.near("", menu())
    r.near("-alone", b"\0", error(Plan(), "truncated", "nAssets", at=(1, 0)))


@rule
def big_endian(r):
    file = Plan(lists().assets, lists().states, endianness=1)
    r.fires("", file, warning("big-endian", "endianness"))
    r.fires("-alone", b"\1", warning(file, "big-endian", "endianness"),
            error(file, "truncated", "nAssets", at=(1, 0)))
    r.near("", lists())


@rule
def truncated(r):
    file = menu()
    content = file.bytes()
    counts = ["nAssets", "nStates", "states[0].nPrelude", "states[0].nTransitions",
              "states[0].transitions[0].nActions", "states[1].nPostlude"]
    texts = ["assets[0].type", "assets[0].id", "assets[0].bgfFilePath", "states[0].id", "states[0].prelude[1].action",
             "states[0].prelude[0].assetId", "states[0].transitions[0].toStateId", "states[1].transitions[0].event",
             "states[0].transitions[0].actions[0].assetId", "states[1].postlude[0].assetId"]
    for number, name in enumerate(counts):
        start = file.start(name)
        r.fires(f"-count-{number}", content[:start + 3], error(file, "truncated", name, at=(start, 3)))
        r.fires(f"-no-count-{number}", content[:start], error(file, "truncated", name, at=(start, 0)))
    for number, name in enumerate(texts):
        start, length = file.where(name)
        r.fires(f"-text-{number}", content[:start + length - 1],
                error(file, "truncated", name, at=(start, length - 1)))
        if number > 0:      # a file too small for an asset is count-range
            r.fires(f"-length-{number}", content[:start + 2], error(file, "truncated", name, at=(start, 2)))
    r.near("", content)


@rule
def trailing_bytes(r):
    for tail in (b"\0", b"x" * 100):
        file = Plan(menu().assets, menu().states, tail=tail)
        r.fires(f"-{len(tail)}", file, warning("trailing-bytes", "", at=file.where("tail")), fixed=menu())
    file = Plan(tail=b"\0\0")
    r.fires("-none", file, warning("trailing-bytes", "", at=file.where("tail")), fixed=Plan())
    r.near("", menu())


@rule
def count_range(r):
    def with_count(name, count):
        file = Plan(menu().assets, menu().states)
        thing = {"nAssets": file, "nStates": file, "nActions": file.states[0].transitions[0]}.get(name, file.states[0])
        setattr(thing, name, count)
        return file

    size = len(menu().bytes())
    paths = {"nAssets": ("", 12), "nStates": ("", 16), "nPrelude": ("states[0].", 8), "nPostlude": ("states[0].", 8),
             "nTransitions": ("states[0].", 12), "nActions": ("states[0].transitions[0].", 8)}
    for name, (path, item) in paths.items():
        for count in (-1, -0x80000000, size // item + 1, 0x7FFFFFFF):
            file = with_count(name, count)
            r.fires(f"-{name}-{count}", file, error("count-range", path + name))
    for length in (0xFFFFFFFF, 0x80000000, size + 1):
        file = one(id=stored(b"main\0", length))
        start = file.start("states[0].id")
        r.fires(f"-length-{length}", file, error("count-range", "states[0].id", at=(start, 4)))
    file = Plan(states=[State()], nStates=2)
    file.nStates = len(file.bytes()) // 16 + 1
    r.fires("-least", file, error("count-range", "nStates"))
    file.nStates -= 1
    r.near("-most", file)
    file = one(id=stored(b"main\0"))
    file.states[0].id = stored(b"main\0", len(file.bytes()))
    start = file.start("states[0].id")
    size = len(file.bytes())
    r.near("-length", file, error("truncated", "states[0].id", at=(start, size - start), whole=4 + size))
    r.near("", menu())


BOOK.memory_limit(menu())


@rule
def string_terminator(r):
    for suffix, content in (("-0", b""), ("-1", b"x"), ("-nul-inside", b"Present\0ation")):
        file = Plan([Asset(type=stored(content))], [State(prelude=[SHOW])])
        r.fires("-type" + suffix, file, error("string-terminator", "assets[0].type"))
    file = Plan([Asset(id=stored(b"menu"), bgfFilePath=stored(b"C:\\x"))], [State(stored(b"main"), prelude=[SHOW])])
    r.fires("-definitions", file, error("string-terminator", "assets[0].id"),
            error("string-terminator", "assets[0].bgfFilePath"), error("string-terminator", "states[0].id"))
    file = one(prelude=[(stored(b"jump"), b"menu"), (b"show", stored(b"manu"))], postlude=[(stored(b""), stored(b""))],
               transitions=[Transition(stored(b"nowhere"), stored(b""), [(b"hide", b"menu")])])
    r.fires("-uses", file, *[error("string-terminator", "states[0]." + name) for name in (
        "prelude[0].action", "prelude[1].assetId", "postlude[0].action", "postlude[0].assetId",
        "transitions[0].toStateId", "transitions[0].event")])
    r.fires("-both", Plan([Asset(stored(b"menu"))], [State(prelude=[(b"show", stored(b"menu"))])]),
            error("string-terminator", "assets[0].id"), error("string-terminator", "states[0].prelude[0].assetId"))
    r.near("", one())
    r.near("-empty", one(transitions=[Transition(b"main", b"")]))


@rule
def action_name(r):
    for name in (b"", b"Show", b"showx", b"sho", b"show ", b"load", b"\xff"):
        file = one(prelude=[SHOW, (name, b"menu")])
        r.fires(f"-{name.hex()}", file, error("action-name", "states[0].prelude[1].action"))
    file = one(transitions=[Transition(actions=[(b"a", b"menu")])], postlude=[SHOW, (b"b", b"menu")])
    r.fires("-everywhere", file, error("action-name", "states[0].transitions[0].actions[0].action"),
            error("action-name", "states[0].postlude[1].action"))
    r.near("", one(prelude=[(name, b"menu") for name in ACTIONS]))
    r.near("-behind-nul", one(prelude=[(b"show\0x", b"menu")]))


@rule
def unknown_asset(r):
    for name in (b"", b"Menu", b"men", b"menux"):
        file = one(prelude=[SHOW, (b"hide", name)])
        r.fires(f"-{name.hex()}", file, error("unknown-asset", "states[0].prelude[1].assetId"))
    file = one(transitions=[Transition(actions=[(b"show", b"a")])], postlude=[(b"show", b"b")])
    r.fires("-everywhere", file, error("unknown-asset", "states[0].transitions[0].actions[0].assetId"),
            error("unknown-asset", "states[0].postlude[0].assetId"))
    r.fires("-none", Plan(states=[State(prelude=[SHOW])]), error("unknown-asset", "states[0].prelude[0].assetId"))
    r.near("", lists())
    r.near("-empty", Plan([Asset(b"")], [State(prelude=[(b"show", b"")])]))


@rule
def unknown_state(r):
    for name in (b"", b"Main", b"mai", b"mainx"):
        file = one(transitions=[Transition(b"main"), Transition(name)])
        r.fires(f"-{name.hex()}", file, error("unknown-state", "states[0].transitions[1].toStateId"))
    r.near("", menu())
    file = menu()
    start = file.start("states[1].id")
    r.near("-cut", file.bytes()[:start + 3], error(file, "truncated", "states[1].id", at=(start, 3)))
    file = plan(State(transitions=[Transition(b"x")]), State(b"end"))
    start = file.start("states[1].nPostlude")
    r.fires("-cut-behind", file.bytes()[:start], error(file, "truncated", "states[1].nPostlude", at=(start, 0)),
            error(file, "unknown-state", "states[0].transitions[0].toStateId"))


@rule
def duplicate_asset(r):
    file = Plan([Asset(b"a"), Asset(b"b"), Asset(b"a", b"x.bgf"), Asset(b"a")],
                [State(prelude=[(b"show", b"a"), (b"show", b"b")])])
    r.fires("", file, *[warning("duplicate-asset", f"assets[{number}].id") for number in (2, 3)],
            *[note("unused-asset", f"assets[{number}].id") for number in (2, 3)])
    r.fires("-behind-nul", Plan([Asset(b"a"), Asset(b"a\0b")], [State(prelude=[(b"show", b"a")])]),
            warning("duplicate-asset", "assets[1].id"), note("unused-asset", "assets[1].id"))
    r.near("", Plan([Asset(b"a"), Asset(b"A"), Asset(b"a ")], [State(b"a", [(b"show", b"a"), (b"show", b"A"),
                                                                            (b"show", b"a ")])]))


@rule
def duplicate_state(r):
    file = plan(State(b"s", [SHOW], [Transition(b"s")]), State(b"s"), State(b"s"))
    r.fires("", file, *[warning("duplicate-state", f"states[{number}].id") for number in (1, 2)],
            *[note("unreachable-state", f"states[{number}].id") for number in (1, 2)])
    r.near("", plan(State(b"s", [SHOW], [Transition(b"S"), Transition(b"menu")]), State(b"S"), State(b"menu")))


@rule
def unused_asset(r):
    file = Plan([Asset(b"a"), Asset(b"b"), Asset(b"c")], [State(prelude=[(b"kill", b"b")])])
    r.fires("", file, *[note("unused-asset", f"assets[{number}].id") for number in (0, 2)])
    r.fires("-no-states", Plan([Asset()]), note("unused-asset", "assets[0].id"))
    r.near("", lists())
    file = plan(State(prelude=[(b"show", b"menux")]))
    start, length = file.where("states[0].prelude[0].assetId")
    r.near("-cut", file.bytes()[:start + length - 1],
           error(file, "truncated", "states[0].prelude[0].assetId", at=(start, length - 1)))


@rule
def unreachable_state(r):
    file = plan(State(b"a", [SHOW], [Transition(b"b")]), State(b"b", transitions=[Transition(b"a")]),
                State(b"c", transitions=[Transition(b"d")]), State(b"d", transitions=[Transition(b"c"), Transition(b"a")]))
    r.fires("", file, *[note("unreachable-state", f"states[{number}].id") for number in (2, 3)])
    ring = [State(b"%d" % number, [SHOW], [Transition(b"%d" % ((number + 1) % 12))]) for number in range(12)]
    r.near("-ring", plan(*ring))
    back = [State(b"%d" % number, [SHOW], [Transition(b"%d" % next) for next in ([11] if number == 0 else [number - 1])])
            for number in range(12)]
    r.near("-backwards", plan(*back))
    r.near("", plan(State(b"a", [SHOW], [Transition(b"c"), Transition(b"b")]), State(b"b"), State(b"c")))


@rule
def path(r):
    for number, name in enumerate((b"", b"menu", b"menu.bgf.bak", b"bgf", b"/ui/menu.bgf", b"\\ui\\menu.bgf",
                                   b"C:\\menu.bgf", b"z:menu.bgf", b"../menu.bgf", b"ui\\..\\menu.bgf", b"ui/..",
                                   b"..", b"A:menu.bgf", b"Z:menu.bgf", b"a:menu.bgf")):
        file = Plan([Asset(bgfFilePath=name)], [State(prelude=[SHOW])])
        r.fires(f"-{number}", file, warning("path", "assets[0].bgfFilePath"))
    for number, name in enumerate((b"menu.bgf", b"UI/Menu.BGF", b"a..b\\..c/d../e.bgf", b"./.bgf", b".bgf",
                                   b"\xe4:x.bgf", b"ui/menu.bgf\0/..", b"@:x.bgf", b"[:x.bgf", b"`:x.bgf", b"{:x.bgf")):
        r.near(f"-{number}", Plan([Asset(bgfFilePath=name)], [State(prelude=[SHOW])]))


@rule
def several(r):
    file = Plan([Asset(type=stored(b""), bgfFilePath=b"/menu.bgf"), Asset()],
                [State(prelude=[(b"jump", b"menu"), (b"show", b"x")], transitions=[Transition(b"y")])], tail=b"\0")
    r.add("three-defects", file, [
        error("string-terminator", "assets[0].type"), warning("path", "assets[0].bgfFilePath"),
        warning("duplicate-asset", "assets[1].id"), note("unused-asset", "assets[1].id"),
        error("action-name", "states[0].prelude[0].action"),
        error("unknown-asset", "states[0].prelude[1].assetId"),
        error("unknown-state", "states[0].transitions[0].toStateId"),
        warning("trailing-bytes", "", at=file.where("tail")),
    ])
    file = plan(State(prelude=[(b"a", b"b")], transitions=[Transition(b"x"), Transition(b"main", nActions=-1)]),
                State(b"main"))
    r.add("after-count-range", file, [
        error("action-name", "states[0].prelude[0].action"),
        error("unknown-asset", "states[0].prelude[0].assetId"),
        error("count-range", "states[0].transitions[1].nActions"),
    ])
    file = Plan([Asset(bgfFilePath=b"x"), Asset(type=stored(b"x"), id=stored(b"y\0", 0x7FFFFFFF))], endianness=1)
    start = file.start("assets[1].id")
    r.add("in-assets", file, [
        warning("big-endian", "endianness"), warning("path", "assets[0].bgfFilePath"),
        error("string-terminator", "assets[1].type"),
        error("count-range", "assets[1].id", at=(start, 4)),
    ])


# ---- Faces ---------------------------------------------------------------------------------------------------------

def loading(*paths):
    """A plan that shows faces."""
    assets = [Asset(b"face%d" % number, path) for number, path in enumerate(paths)]
    return Plan(assets, [State(prelude=[(b"show", asset.id) for asset in assets])])


def faces(*paths):
    return {path: Face().bytes() for path in paths}


@rule
def missing_face(r):
    two = loading(b"ui/a.bgf", b"ui/b.bgf")

    def gone(file, *numbers, inside="menu.bgp"):
        return [warning(file, "missing-face", f"assets[{number}].bgfFilePath", inside=inside) for number in numbers]

    def mod(file, *paths):
        return {"menu.bgp": file.bytes()} | faces(*paths)
    r.fires("", mod(two, "ui/a.bgf"), *gone(two, 1))
    r.near("", mod(two, "ui/a.bgf", "ui/b.bgf"))
    r.near("-none", mod(two, "gfx/a.bgf", "xui/b.bgf"))
    several = loading(b"ui/a.bgf", b"ui/b.bgf", b"ui/B.bgf", b"gfx/a.bgf", b"i/a.bgf", b"b.bgf")
    r.fires("-each-asset", mod(several, "ui/a.bgf"), *gone(several, 1, 2, 3, 4, 5))
    spelt = loading(b"/UI\\\\A.bgf", b"\\ui/B.BGF", b"ui/c.bgf")
    r.fires("-spelling", mod(spelt, "x/ui/a.bgf", "Ui/b.bgf"), *gone(spelt, 2),
            *(warning(spelt, "path", f"assets[{number}].bgfFilePath", inside="menu.bgp") for number in (0, 1)))
    r.fires("-end", mod(two, "one/two/ui/a.bgf", "bui/b.bgf"), *gone(two, 1))
    r.fires("-beside", {"deep/menu.bgp": two.bytes()} | faces("deep/a.bgf", "b.bgf"), *gone(two, 1, inside="deep/menu.bgp"))
    empty = loading(b"", b"ui/a.bgf")
    r.near("-empty", mod(empty, "ui/a.bgf"), warning(empty, "path", "assets[0].bgfFilePath", inside="menu.bgp"))
    r.near("-empty-slash", mod(loading(b"/", b"ui/a.bgf"), "ui/a.bgf"),
           warning(loading(b"/"), "path", "assets[0].bgfFilePath",
                   loading(b"/", b"ui/a.bgf").where("assets[0].bgfFilePath"), inside="menu.bgp"))
    r.near("-alone", two)
    other = {"a/menu.bgp": two.bytes(), "b/menu.bgp": loading(b"ui/c.bgf", b"ui/d.bgf").bytes()}
    r.fires("-two-plans", other | faces("a/ui/b.bgf"), *gone(two, 0, inside="a/menu.bgp"))
    given = {"options": {"with": "game"}}
    r.fires("-with", below("mod", mod(two)) | below("game", faces("x/ui/a.bgf")), *gone(two, 1, inside="mod/menu.bgp"), **given)
    r.near("-with", below("mod", mod(two, "ui/a.bgf")) | below("game", faces("x/ui/b.bgf")), **given)
    for extension, content, siblings in packages(mod(two, "ui/a.bgf")):
        r.fires("-package", content, *gone(two, 1), extension=extension, siblings=siblings)
    r.near("-package-of-folder", mod(two) | {"more.zip": zipped(faces("ui/a.bgf", "ui/b.bgf"))})
