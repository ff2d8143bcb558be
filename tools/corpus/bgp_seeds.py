"""bgp_seeds.py: small game plans, one for each feature of the format."""

from anark import Asset, Plan, State, Transition

ACTIONS = (b"preload", b"show", b"hide", b"kill", b"pause", b"resume", b"lockupdate", b"unlockupdate")


def menu():
    """A plan with all features."""
    return Plan([Asset()], [
        State(b"main", [(b"preload", b"menu"), (b"show", b"menu")],
              [Transition(b"closed", b"onclose", [(b"hide", b"menu")])], [(b"lockupdate", b"menu")]),
        State(b"closed", transitions=[Transition(b"main", b"onopen")], postlude=[(b"unlockupdate", b"menu")])])


def lists():
    """Empty lists, and lists of one and several items."""
    return Plan([Asset(b"a", b"a.bgf"), Asset(b"b", b"UI\\B.BGF", b""), Asset(b"c", b"x/y/z/c..d.bgf")], [
        State(b"s0", [(action, b"a") for action in ACTIONS],
              [Transition(b"s1", b"", [(b"show", b"b"), (b"show", b"c")]), Transition(b"s0", b"onloop")]),
        State(b"s1", [(b"kill", b"a")], [Transition(b"s2", b"a\xe4\xff")], [(b"kill", b"b"), (b"kill", b"c")]),
        State(b"s2")])


def seeds():
    """Bytes by file name."""
    return {
        "none.bgp": Plan().bytes(),
        "state.bgp": Plan(states=[State()]).bytes(),
        "menu.bgp": menu().bytes(),
        "LISTS.BGP": lists().bytes(),
        "big-endian.bgp": Plan(menu().assets, menu().states, endianness=1).bytes(),
        "unused.bgp": Plan([Asset()], [State(b"a"), State(b"b")]).bytes(),
        "behind-nul.bgp": Plan([Asset(b"menu\0x")], [State(prelude=[(b"show\0", b"menu\0y")])]).bytes(),
    }
