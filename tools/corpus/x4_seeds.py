"""x4_seeds.py: whole mods in one file each, for the fuzzer: `=== PATH` begins a file (fuzz/inputs.h)."""

from x4 import (OWN, Mod, added, ani, component, connection, entry, index, library, lod, macro, material, mesh, part,
                wreck)


def row(files, references=None):
    """The files of a mod, and of a reference."""
    together = Mod(files).files()
    together.update(Mod(references or {}, content=None).files("with/"))
    return b"".join(f"=== {path}\n".encode() + content + b"\n" for path, content in together.items())


SHIP = component(connection(part("hull", lod(0, "ships.hull"), more=wreck("broken")), part("wing"), animations=["open"]),
                 connection(part("gun", more=' ref="gun"'), name="d", tags="nocollision"))
ENTRIES = index(entry("ship_macro", OWN + r"\assets\ship_macro"), entry("gone*", OWN + r"\gone"),
                entry("ship_macro", "extensions/other/a"))


def seeds():
    return {
        "content.mod": row({}),
        "index.mod": row({"index/macros.xml": ENTRIES, "assets/ship_macro.xml": macro("ship_macro")}),
        "whole.mod": row({"index/macros.xml": index(entry("ship_macro", OWN + r"\assets\ship_macro")),
                          "index/components.xml": index(entry("ship", OWN + r"\assets\ship")),
                          "assets/ship_macro.xml": macro("ship_macro"),
                          "assets/ship.xml": component(connection(part("hull", lod(0), lod(1), more=wreck("ruin")), part("wing"))),
                          "assets/ship_data/hull-lod0.xmf": b"", "assets/ship_data/hull-lod1.xmf": b"",
                          "assets/ship_data/ruin-lod0.xmf": b"", "assets/ship_data/wing-lod0.xmf": b""}),
        "diff.mod": row({"index/components.xml": added(entry("ship", OWN + "/ship")), "ship.xml": component(),
                         "md/a.xml": "<diff><append/><add/><replace sel='a'><source geometry='extensions/ship_mod/a'/>"
                                     "</replace><remove sel='b'><component name='c'/></remove></diff>"}),
        "component.mod": row({"assets/ship.xml": SHIP, "assets/ship_data/hull-lod0.xmf": mesh()}),
        "ani.mod": row({"assets/ship.xml": SHIP, "assets/ship_data.ani": ani(("hull", "open"), ("x", "y")),
                        "assets/ship_data/hull-lod0.xmf": b"", "assets/ship_data/hull-hull.jcs": b"",
                        "assets/ship_data/hull-collision.xmf": b""}),
        "library.mod": row({"libraries/material_library.xml": library(
            material("hull", OWN + r"\textures\hull"), material("wing", OWN + r"\textures\wing", " b")),
            "textures/hull.dds": b"DDS ", "a-lod0.xmf": mesh("ships.tail")}),
        "references.mod": row({"index/macros.xml": index(entry("a", r"assets\units\a"), entry("b", r"assets\units\b"),
                                                         entry("c", r"extensions\other\assets\units\c"))},
                              {"assets/units/a.xml": macro("a"), "index/macros.xml": index(entry("b", "b")),
                               "extensions/other/content.xml": '<content id="other"/>',
                               "extensions/other/assets/units/d.xml": macro("d")}),
        "connections.mod": row({
            "ui.xml": "<addon><environment type='menus'><file name='ui/a.lua'/><file name='ui/b.lua'/></environment></addon>",
            "ui/a.lua": b"", "ext_02.cat": b"", "copy/content.xml": "<content id='b'/>",
            "ship.xml": "<components><component name='ship'><connections><connection name='c' parent='hull'/></connections>"
                        "</component></components>",
            "macros.xml": "<macros><macro name='m'><component ref='ship'/><connections><connection ref='d'/></connections>"
                          "</macro></macros>",
            "md/a.xml": "<diff><add sel=\"//component[@name='other']\"/></diff>"}),
        "encodings.mod": row({"md/a.xml": "<?xml version='1.0' encoding='windows-1252'?>\n<!DOCTYPE a SYSTEM 'b' "
                                          "[<!ENTITY c 'd'>]><a b='&amp;&c;'>&c;&e;<![CDATA[<]]></a>",
                              "md/b.xml": "<a b='c' b='d'/>", "md/c.xml": "<?xml version='1.0' encoding='x'?><a/>",
                              "md/d.xml": "", "md/e.xml": "\ufeff<a>"}),
    }
