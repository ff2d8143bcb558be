"""pdx_seeds.py: whole mods in one file each, for the fuzzer: `=== PATH` begins a file (fuzz/inputs.h)."""

from folders import row
from pdx import (RIDE, UNITS, actor, animation, attach, gfx, known_types, mod, of_type, own_types, ride, talk, types)

MAN = of_type("Man", animation("a", RIDE), 'idle = "gfx\\\\anims\\\\gone.xsm"', attach("Gun", "hand"), attach("Gun", "Root"))
SPRITE = 'spriteType = { texturefile = "gfx/a.tga" name = "GFX_a" }\n'


def seeds():
    text = (gfx(MAN, of_type("Man", actorfile="gfx/anims/b.xac")) + SPRITE).encode()
    lines = ['animation = { file = "gfx/anims/b.xsm" }'] * 60
    whole = gfx(of_type("Man", *lines[:50], *(f'x{n} = "gfx/anims/a.xac"' for n in range(50)), actorfile="gfx/anims/a.xac"))
    few_lines = gfx(of_type("Man", lines[0], actorfile="gfx/anims/a.xac"))
    few = {UNITS: text, "gfx/anims/horse.xac": actor(b"body.", b"head ").bytes()}
    return {
        "types.mod": row({UNITS: text}),
        "whole.mod": row({UNITS: whole.encode(), "gfx/anims/a.xac": b"-", "gfx/anims/b.xsm": b"-"}),
        "game.mod": row({UNITS: few_lines.encode(), "gfx/anims/a.xac": b"-"},
                        {f"gfx/anims/{number}.xac": b"" for number in range(50)} | {"gfx/anims/b.xsm": b""}),
        "syntax.mod": row({UNITS: b'\xef\xbb\xbfEMFXActorType { a = "b\n EMFXActorType = { scale = 1 scale = } < = > } c "d'}),
        "actor.mod": row(few | {"gfx/anims/body.dds": b"", "our.mod": b'path = "mod/x"\nreplace_path = "gfx/anims"\n'}),
        "references.mod": row(few, {"interface/a.gfx": gfx(of_type("Gun")).encode(), "dlc/one/gfx/anims/gone.xsm": b"",
                                    "gfx/anims/b.dds": b""}),
        "motions.mod": row({"a/horse.xac": actor(targets=[b"smile"]).bytes(), "a/ride.xsm": ride(b"tail"),
                            "a/talk.xpm": talk(b"frown").bytes()}),
        "victoria2.mod": row({UNITS: gfx(*known_types(5), *own_types(15)[0]).encode(), "gfx/anims/own0.xac": b"-"}),
        "two.mod": row({"a/" + path: content for path, content in mod({UNITS: gfx(*types(2))}).items()} |
                       {"b/gfx/models/x.xac": b"", "b/interface/b.gfx": b"GFX"}),
    }
