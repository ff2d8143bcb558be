"""configuration_seeds.py: small files of assetlint: configurations, baselines, and files next to other files."""

import json

EVERYTHING = {
    "$schema": "x", "game": "x4", "fail-on": "never", "select": ["xmf/*", "file/*"], "ignore": ["*/trailing-bytes"],
    "levels": {"xmf/*": "note", "xmf/index-range": "off"}, "exclude": ["old/", "**/*.bak"],
    "limits": {"max-file-size": "64M", "max-inflated": 1048576, "max-memory": "2G"}, "with": ["."],
    "budgets": [{"paths": ["ships/*"], "triangles": 1, "vertices": 2, "materials": 3, "bones": 4, "bytes": 5,
                 "pixels": 6, "textures": {"side": 7, "bytes": 8}}],
    "overrides": [{"paths": ["**/*.xmf"], "select": ["xmf/*"], "ignore": ["xmf/inflate"], "levels": {"*": "error"}}],
    "suppressions": [
        {"rule": "xmf/*", "path": "ships/*", "member": "a", "field": "b", "fingerprint": "0123456789abcdef",
         "reason": "why", "expires": "2027-12-31"},
        {"rule": "xmf/index-range", "reason": "why", "expires": "2024-02-29"},
    ],
}
BASELINE = {
    "tool": "assetlint", "version": 1, "findings": [
        {"fingerprint": "0123456789abcdef", "rule": "xmf/inflate", "path": "./a.xmf", "field": "buffers[0]"},
        {"fingerprint": "fedcba9876543210", "rule": "xmf/inflate", "path": "a.cat", "member": "b.xmf", "field": ""},
    ],
}
JSON = b'\xef\xbb\xbf{"a": [1, -2.5e+3, 0.1E-2, true, false, null, "\\u00e4\\ud83d\\ude00\\n\\"\\\\\\/", {}, []]}\r\n'
LINES = b"# why\nxmf/trailing-bytes # more\r\n\txmf/* buffers[0].name with blanks\nno-rule\n"

NAMES = rb"""assetlint names 1
collection ships
component a.xac//xac//node//Bip01//of//7
component assets/ship.xml//Ship
component ship
file a.xac//A.xac//digest=12
file assets/ship.xml//diff
file b\x5cc.xml//broken
file extensions/m/content.xml//id=m//own=n
file gfx/a.gfx
macro extensions/m/index/macros.xml//a//b
macro ship_macro
material ships.hull
type gun//gfx/gun.xac
type icon//gfx/icon.dds
"""


def seeds():
    """Bytes by file name."""
    return {
        "empty.json": b"{}\n",
        "everything.json": json.dumps(EVERYTHING, indent=1).encode(),
        "baseline.json": json.dumps(BASELINE, indent=1).encode(),
        "json.json": JSON,
        "lines.assetlintignore": LINES,
        "game.names": NAMES,
    }
