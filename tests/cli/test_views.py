#!/usr/bin/env python3
"""test_views.py: what can be drawn of a file, and what is marked in it for a finding (assetlint dump -f views)."""

import base64
import io
import json
import pathlib
import re
import struct
import sys
import warnings
import zipfile
import zlib

import case
import cms
import meshes
from case import Case

SEEDS = pathlib.Path(__file__).resolve().parents[2] / "corpus"
TYPES = {"f32": "f", "f16": "e", "s8": "b", "u8": "B", "u16": "H", "u32": "I", "q16": "H"}


def numbers(buffer):
    data = zlib.decompress(base64.b64decode(buffer["data"]), -15)
    return list(struct.unpack(f"<{buffer['count']}{TYPES[buffer['type']]}", data))


def zipped(members):
    package = io.BytesIO()
    with zipfile.ZipFile(package, "w") as out:
        for name, content in members.items():
            out.writestr(name, content)
    return package.getvalue()


class Views(Case):
    def bundle(self, path, status=0):
        return json.loads(self.expect(["dump", "-f", "views", path], status, err=None))

    def mesh(self, content):
        self.write("a.xmf", content)
        bundle = self.bundle("a.xmf")
        return bundle["views"][0], {finding["rule"]: finding for finding in bundle["findings"]}

    def test_mesh(self):
        self.write("a.xmf", meshes.clean())
        bundle = self.bundle("a.xmf")
        self.assertEqual({key: bundle[key] for key in ("path", "format", "version", "size", "findings")},
                         {"path": "a.xmf", "format": "xmf", "version": "3", "size": 475, "findings": []})
        self.assertNotIn("member", bundle)
        view, = bundle["views"]
        self.assertEqual((view["kind"], view["vertices"], view["triangles"], view["part"]), ("mesh", 3, 1, False))
        self.assertEqual(view["box"], [0, 0, 1, 2, 4, 1])
        self.assertEqual(view["positions"]["type"], "q16")
        self.assertEqual(numbers(view["positions"]), [0, 0, 0, 32768, 16384, 0, 65535, 65535, 0])
        self.assertEqual(numbers(view["indices"]), [0, 1, 2])
        self.assertNotIn("vertexOf", view)

    def seed(self, name):
        self.write("seed", (SEEDS / name).read_bytes())
        return self.bundle("seed")["views"]

    def test_skeleton_and_skin(self):
        skeleton, mesh = self.seed("bbmod/seeds/skinned.bbmod")
        rest = {"position": [0, 0, 0], "rotation": [0, 0, 0, 1], "scale": [1, 1, 1]}
        turned = {"position": [-1.5, -0.5, 0], "rotation": [0.5, 0.5, 0.5, 0.5]}
        self.assertEqual(skeleton, {"kind": "skeleton", "name": "", "field": "", "bones": [
            {"name": "root", "field": "nodes[0]", "parent": -1, "number": 2, **rest},
            {"name": "hip", "field": "nodes[1]", "parent": 0, "number": 0, **rest, **turned, "offsetPosition": [0, 0, 0],
             "offsetRotation": [0, 0, 0, 1]},
            {"name": "knee", "field": "nodes[2]", "parent": 1, "number": 1, **rest, "offsetPosition": turned["position"],
             "offsetRotation": turned["rotation"]}]})
        self.assertEqual((mesh["kind"], mesh["skeleton"], mesh["skin"]["influences"]), ("mesh", 0, 4))
        self.assertNotIn("names", mesh["skin"])
        self.assertEqual(numbers(mesh["skin"]["bones"]), [1, 2, 1, 1, 2, 1, 1, 2, 1, 1, 1, 1])
        self.assertEqual(numbers(mesh["skin"]["weights"]), [128, 128, 0, 0, 255, 0, 0, 0, 191, 64, 0, 0])

    def test_a_mesh_on_a_bone_and_one_with_a_skin(self):
        skeleton, collision, skinned = self.seed("xac/seeds/collision.xac")
        self.assertEqual([(bone["name"], bone["parent"]) for bone in skeleton["bones"]], [("root", -1), ("arm", 0)])
        self.assertEqual((collision["skeleton"], collision["bone"], "skin" in collision), (0, 0, False))
        self.assertEqual((skinned["skeleton"], "bone" in skinned, "skin" in skinned), (0, False, True))

    def test_names_of_bones_without_a_skeleton_and_normals(self):
        mesh, = self.seed("msh/seeds/animated.msh")
        self.assertEqual(mesh["skin"]["names"], ["Bip01", "Bip01 Head"])
        self.assertEqual(numbers(mesh["normals"]), [0, 0, 127] * 4)
        self.assertNotIn("skeleton", mesh)

    def test_normals_tangents_and_texture_coordinates(self):
        right, up, square = [127, 0, 0], [0, 0, 127], [0, 0, 1, 0, 0, 1, 1, 1]
        for seed, expected in (
                ("xmf/seeds/declared-lod0.xmf", {"normals": right * 4, "tangents": right * 4, "uv0": [0, 0, 1, 0, 0, 1, 0, 0]}),
                ("xac/seeds/layers.xac", {"normals": up * 3, "tangents": right * 3, "uv0": [0.5] * 6}),
                ("bbmod/seeds/everything-3.3.bbmod",
                 {"normals": up * 3, "tangents": right * 3, "uv0": [0.5, 0.25] * 3, "uv1": [0, 1] * 3}),
                ("msh/seeds/all.msh", {"normals": up * 4, "tangents": right * 4, "uv0": square, "uv1": square}),
                ("msh/seeds/positions.msh", {})):
            with self.subTest(seed):
                mesh = self.seed(seed)[-1]
                self.assertEqual({name: numbers(mesh[name]) for name in ("normals", "tangents", "uv0", "uv1", "uv2") if name in mesh},
                                 expected)

    def test_a_colour_is_a_direction(self):
        """Blue, green and red are z, y and x."""
        colours = bytes([255, 0, 128, 9, 0, 255, 64, 9, 127, 128, 0, 9])
        normals = meshes.Buffer(2, meshes.D3DCOLOR, 4, colours)
        view, _ = self.mesh(meshes.assemble([meshes.positions(), normals, meshes.indices(0, 1, 2)]))
        self.assertEqual(numbers(view["normals"]), [0, -127, 127, -63, 127, -127, -127, 0, 0])
        self.assertNotIn("tangents", view)

    def test_texture_coordinates_are_half_floats(self):
        values = [0, -0.0, 1, -1, 0.1, 1 / 3, 1.0009, 65504, 65519, 65520, -1e30, 6.1e-5, 6e-5, 5.9e-8, 2e-8, float("nan"), float("-inf"), 2,
                  1 + 4095 / 2**23, 1 + 4097 / 2**23]
        coordinates = meshes.Buffer(meshes.TEXCOORD, meshes.FLOAT2, 8, struct.pack("<20f", *values))
        view, _ = self.mesh(meshes.assemble([meshes.positions(10), coordinates, meshes.indices(0, 1, 2)]))
        expected = [0, -0.0, 1, -1, 0.0999755859375, 0.333251953125, 1.0009765625, 65504, 65504, float("inf"), float("-inf"),
                    *struct.unpack("<4e", struct.pack("<4e", 6.1e-5, 6e-5, 5.9e-8, 2e-8)), float("nan"), float("-inf"), 2, 1, 1.0009765625]
        self.assertEqual([str(number) for number in numbers(view["uv0"])], [str(float(number)) for number in expected])

    def test_what_a_vertex_has_stays_with_it(self):
        """The second vertex isn't drawn."""
        data = struct.pack("<12f", 0, 0, 0, float("nan"), 0, 0, 1, 0, 0, 0, 1, 0)
        streams = [meshes.Buffer(meshes.POSITION, meshes.FLOAT3, 12, data),
                   *(meshes.Buffer(kind, meshes.D3DCOLOR, 4, bytes([0, 0, 0, 0] + [255] * 4 + [0, 0, 255, 0] * 2)) for kind in (2, 4)),
                   *(meshes.Buffer(meshes.TEXCOORD, meshes.FLOAT2, 8, struct.pack("<8f", *range(8)), usage_index=index)
                     for index in range(5))]
        view, _ = self.mesh(meshes.assemble([*streams, meshes.indices(0, 2, 3)]))
        for name in ("normals", "tangents"):
            self.assertEqual(numbers(view[name]), [-127] * 3 + [127, -127, -127] * 2)
        for index in range(4):
            self.assertEqual(numbers(view[f"uv{index}"]), [0, 1, 4, 5, 6, 7])
        self.assertNotIn("uv4", view)

    def test_curves(self):
        curves, = self.seed("bbanim/seeds/spaces-1.bbanim")
        self.assertEqual([curves[key] for key in ("kind", "field", "unit", "perSecond", "space")],
                         ["curves", "parentSpace", "frames", 30, "parent"])
        names = ("name", "field", "channel", "number", "keys", "components")
        self.assertEqual([tuple(track[name] for name in names) for track in curves["tracks"]],
                         [(f"node {node}", f"parentSpace[{node}]", channel, node, 2, components)
                          for node in (0, 1) for channel, components in (("rotation", 4), ("position", 3))])
        turn, place = curves["tracks"][:2]
        self.assertEqual(numbers(turn["times"]), [0, 1])
        self.assertEqual(numbers(turn["values"]), [0, 0, 0, 1, 0.5, 0.5, 0.5, 0.5])
        self.assertEqual(numbers(place["values"]), [0, 0, 0, -1.5, -0.5, 0])

    def test_degenerate_triangle(self):
        view, found = self.mesh(meshes.assemble([meshes.positions(), meshes.indices(0, 1, 2, 1, 1, 2)]))
        self.assertEqual(view["triangles"], 2)
        finding = found["xmf/degenerate-triangle"]
        self.assertEqual(finding["marks"], [{"view": 0, "triangles": [[1, 1]], "total": 1}])
        self.assertEqual((finding["bytes"]["inflatedOf"], finding["bytes"]["offset"], finding["bytes"]["length"]),
                         ("buffers[1].data", 6, 2))
        self.assertEqual(base64.b64decode(finding["bytes"]["data"]), struct.pack("<6H", 0, 1, 2, 1, 1, 2))
        self.assertEqual([(record["field"], record["fields"][0]["value"]) for record in finding["bytes"]["records"]],
                         [("buffers[1].data[2]", 2), ("buffers[1].data[3]", 1), ("buffers[1].data[4]", 1)])

    def test_more_triangles_than_a_finding_lists(self):
        """Those whose first, last or outer corners are one vertex: what is drawn shows them all."""
        corners = [1, 1, 2] * 4 + [0, 1, 2] + [2, 0, 0] * 4 + [1, 0, 1] * 4
        _, found = self.mesh(meshes.assemble([meshes.positions(), meshes.indices(*corners)]))
        self.assertEqual(found["xmf/degenerate-triangle"]["marks"], [{"view": 0, "triangles": [[0, 4], [5, 8]], "total": 12}])

    def test_index_beyond_the_vertices(self):
        """The triangle isn't drawn: its other corners are marked."""
        view, found = self.mesh(meshes.assemble([meshes.positions(), meshes.indices(0, 1, 3, 0, 1, 2)]))
        self.assertEqual((view["triangles"], view["beyond"]), (2, 1))
        self.assertEqual((numbers(view["indices"]), numbers(view["triangleOf"])), ([0, 1, 2], [1]))
        self.assertEqual(found["xmf/index-range"]["marks"], [{"view": 0, "vertices": [0, 1], "total": 1, "corners": True}])

    def test_positions_that_are_not_finite(self):
        data = struct.pack("<12f", 0, 0, 0, float("nan"), 0, 0, 1, 0, 0, 0, 1, 0)
        vertices = meshes.Buffer(meshes.POSITION, meshes.FLOAT3, 12, data)
        view, found = self.mesh(meshes.assemble([vertices, meshes.indices(0, 2, 3, 0, 1, 2)]))
        self.assertEqual((view["vertices"], view["notFinite"]), (4, 1))
        self.assertEqual((view["positions"]["type"], numbers(view["positions"])), ("f32", [0, 0, 0, 1, 0, 0, 0, 1, 0]))
        self.assertEqual((numbers(view["vertexOf"]), numbers(view["indices"])), ([0, 2, 3], [0, 1, 2]))
        self.assertEqual(found["xmf/not-finite"]["marks"], [{"view": 0, "vertices": [0, 1], "total": 1, "corners": True}])

    def test_materials_are_ranges(self):
        view, found = self.mesh(meshes.assemble([meshes.positions(), meshes.indices(0, 1, 2)], [b"a.b", b"c"]))
        self.assertEqual([(r["name"], r["field"], r["first"], r["count"], r["material"]) for r in view["ranges"]],
                         [("a.b", "materials[0]", 0, 0, 0), ("c", "materials[1]", 0, 0, 1)])
        finding = found["xmf/material-name"]
        self.assertEqual(finding["marks"], [{"view": 0, "ranges": [1], "total": 1}])
        record = finding["bytes"]["records"][1]
        self.assertEqual((record["field"], [field["name"] for field in record["fields"]]),
                         ("materials[1]", ["firstIndex", "numIndices", "name"]))

    def test_large_surface(self):
        """A mesh with too many triangles is thinned by cells: it covers what it covered, from both sides."""
        side = 255
        spots = struct.pack(f"<{3 * side * side}f", *(each for y in range(side) for x in range(side) for each in (x, y, 0)))
        corners = [each for at in range(side * (side - 1)) if at % side < side - 1
                   for each in (at, at + 1, at + side, at + 1, at + side + 1, at + side)]
        view, _ = self.mesh(meshes.assemble([meshes.Buffer(meshes.POSITION, meshes.FLOAT3, 12, spots), meshes.indices(*corners, *reversed(corners))]))
        indices, vertex_of = numbers(view["indices"]), numbers(view["vertexOf"])
        self.assertEqual((view["triangles"], view["part"], len(indices) <= 600_000), (4 * (side - 1) ** 2, True, True))
        areas = []
        for at in range(0, len(indices), 3):
            (ax, ay), (bx, by), (cx, cy) = ((vertex_of[i] % side, vertex_of[i] // side) for i in indices[at:at + 3])
            areas.append(((bx - ax) * (cy - ay) - (cx - ax) * (by - ay)) / 2)
        covered = [sum(each for each in (area * sign for area in areas) if each > 0) / (side - 1) ** 2 for sign in (1, -1)]
        self.assertTrue(all(0.97 < each <= 1 for each in covered), covered)

    def test_large_mesh(self):
        """Of more than 200,000 triangles a part is shown, with all that are marked: of triangles in the same cells by number."""
        corners = [0, 1, 2] * 200_001 + [1, 1, 0] + [2, 0, 1] * 199_998
        view, found = self.mesh(meshes.assemble([meshes.positions(5), meshes.indices(*corners)]))
        self.assertEqual((view["triangles"], view["part"]), (400_000, True))
        triangles = numbers(view["triangleOf"])
        self.assertEqual(triangles, sorted([*range(0, 400_000, 2), 200_001]))
        mark, = found["xmf/degenerate-triangle"]["marks"]
        self.assertEqual([triangles[first] for first, count in mark["triangles"]], [200_001])
        mark, = found["xmf/unreferenced-vertex"]["marks"]
        self.assertEqual((mark["vertices"], view["positions"]["count"]), ([3, 4], 15))

    def test_cut_mesh(self):
        """What can be read of a broken file is drawn."""
        self.write("a.xmf", meshes.clean()[:-5])
        bundle = self.bundle("a.xmf")
        self.assertEqual((bundle["views"][0]["vertices"], bundle["views"][0]["triangles"]), (3, 0))
        self.write("a.xmf", meshes.clean()[:100])
        bundle = self.bundle("a.xmf")
        self.assertEqual((bundle["views"], len(bundle["findings"])), ([], 1))

    def test_member_of_a_package(self):
        inner = zipped({"c.xmf": meshes.clean()})
        self.write("a.zip", zipped({"b/a.xmf": meshes.error(), "b/b.xmf": meshes.clean(), "in.zip": inner}))
        bundle = self.bundle("a.zip!/b/b.xmf")
        self.assertEqual((bundle["path"], bundle["member"], bundle["size"]), ("a.zip", "b/b.xmf", 475))
        self.assertEqual(self.bundle("a.zip!/in.zip!/c.xmf")["member"], "in.zip!/c.xmf")
        self.assertEqual(self.bundle("a.zip")["views"], [])
        self.expect(["dump", "-f", "views", "a.zip!/c.xmf"], 3, "",
                    "assetlint: a.zip!/c.xmf: the package has no such member of a known format\n")
        self.expect(["dump", "-f", "views", "b.zip!/c.xmf"], 3, "",
                    "assetlint: b.zip!/c.xmf: no such file or folder\n")
        self.expect(["dump", "-f", "views", "b.xmf"], 3, "", "assetlint: b.xmf: no such file or folder\n")

    def test_a_file_that_is_called_like_a_member(self):
        self.write("a.zip", zipped({"a.xmf": meshes.error()}))
        self.write("a.zip!/a.xmf", meshes.clean())
        bundle = self.bundle("a.zip!/a.xmf")
        self.assertEqual((bundle["path"], bundle["findings"]), ("a.zip!/a.xmf", []))

    def test_the_first_of_two_members_of_a_name(self):
        package = io.BytesIO()
        with warnings.catch_warnings(), zipfile.ZipFile(package, "w") as out:
            warnings.simplefilter("ignore")  # zipfile tells that the name is there twice
            out.writestr("a.xmf", meshes.clean())
            out.writestr("a.xmf", meshes.error())
        self.write("a.zip", package.getvalue())
        self.assertEqual(self.bundle("a.zip!/a.xmf")["findings"], [])

    def test_data_of_a_package_without_its_list(self):
        """Such a file is not read: the list names what is in it."""
        self.write("p.dat", meshes.error())
        self.write("p.zip", zipped({"p.dat": meshes.error()}))
        for path, why in (("p.dat", " is of no known format"), ("p.zip!/p.dat", ": the package has no such member of a known format")):
            with self.subTest(path):
                self.expect(["dump", "-f", "views", path], 3, "", f"assetlint: {path}{why}\n")

    def test_names_stay_text(self):
        view, _ = self.mesh(meshes.assemble([meshes.positions(), meshes.indices(0, 1, 2)],
                                            [b'</script>"\\\xff\x01\xe2\x80\xae']))
        self.assertEqual(view["ranges"][0]["name"], '</script>"\\\\xFF\\x01\\u{202E}')

    def test_a_report_draws_the_files_with_findings(self):
        self.write("a.xmf", meshes.clean())
        self.write("b.xmf", meshes.error())
        self.expect(["check", "-q", "-f", "html=report.html", "a.xmf", "b.xmf"], 1)
        report = pathlib.Path(self.folder, "report.html").read_text(encoding="utf-8")
        self.assertEqual(re.findall(r'<script [^>]*data-views="(.*?)">\{', report), ["1"])
        self.expect(["check", "-q", "-f", "html=report.html", "--level", "*=note", "b.xmf"], 0)
        notes = pathlib.Path(self.folder, "report.html").read_text(encoding="utf-8")
        self.assertNotIn("data-views=", notes[notes.index('id="report"'):notes.index("</script>", notes.index('id="report"')) + 40])
        self.assertIn('"level":"note"', notes)

    def test_a_report_has_the_measures_of_all_files(self):
        """Also of those without findings."""
        seeds = {"xmf/seeds/declared-seen-types.xmf": (1, 3, 1, 0, 3), "msh/seeds/lightmap.msh": (2, 4, 1, 0, 2),
                 "msh/seeds/animated.msh": (2, 4, 1, 2, 1), "msh/seeds/positions.msh": (2, 4, 1, 0, 0), "xac/seeds/layers.xac": (1, 3, 1, 2, 1),
                 "bbmod/seeds/everything-3.3.bbmod": (1, 3, 1, 1, 2), "bbmod/seeds/formats.bbmod": (8, 24, 1, 1, 1),
                 "skl/seeds/good.skl": (0, 0, 0, 4, 0)}
        for seed in seeds:
            self.write(seed.replace("/", "-"), (SEEDS / seed).read_bytes())
        self.assertLess(self.run_text("check", "-q", "-f", "html=report.html", ".").status, 2)
        report = pathlib.Path(self.folder, "report.html").read_text(encoding="utf-8")
        files = json.loads(re.search(r'<script [^>]*id="report">(.*?)</script>', report, re.DOTALL)[1])["files"]
        names = ("triangles", "vertices", "materials", "bones", "uvSets")
        self.assertEqual({file["path"][2:]: tuple(file["measures"][name] for name in names) for file in files},
                         {seed.replace("/", "-"): counts for seed, counts in seeds.items()})

    @case.deep
    def test_views_of_a_report_take_little_memory(self):
        """A file that doesn't fit into the memory for views is named as left out, and the report is whole."""
        self.write("large.cms", cms.Collision().bytes() + bytes(40 << 20))
        self.expect(["check", "-q", "-f", "html=report.html", "large.cms"], 0)
        report = pathlib.Path(self.folder, "report.html").read_text(encoding="utf-8")
        self.assertIn('data-views="left out">[0]</script>', report)
        self.assertNotIn('data-views="0"', report)


if __name__ == "__main__":
    sys.exit(case.main(sys.modules[__name__]))
