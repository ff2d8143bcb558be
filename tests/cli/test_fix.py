#!/usr/bin/env python3
"""test_fix.py: `assetlint fix`: what it shows and writes, its exit status, and that a file is the old one or the fixed one,
whatever happens meanwhile. What each fixer does is tested in tests/rules."""

import json
import os
import re
import resource
import shutil
import struct
import subprocess
import sys

import case
import meshes
import pdx
from case import Case, deep, posix

MAXIMUM_AT = meshes.TABLES_AT + meshes.DESCRIPTOR.size + 48  # of the index buffer, the second one


def wrong_maximum():
    """A mesh whose index buffer says that its highest index is 7."""
    mesh = bytearray(meshes.clean())
    struct.pack_into("<d", mesh, MAXIMUM_AT, 7.0)
    return bytes(mesh)


def fixed_maximum():
    mesh = bytearray(meshes.clean())
    struct.pack_into("<d", mesh, MAXIMUM_AT, 2.0)
    return bytes(mesh)


class Fixing(Case):
    def setUp(self):
        super().setUp()
        self.write("mod/deep/wrong.xmf", wrong_maximum())
        self.write("mod/longer.xmf", meshes.clean() + b"rest")
        self.write("mod/clean.xmf", meshes.clean())
        self.before = self.contents()

    def contents(self):
        return {os.path.relpath(os.path.join(folder, name), self.folder): self.read(os.path.join(folder, name))
                for folder, _, names in os.walk(self.folder) for name in names}

    def fix(self, *arguments, status, **options):
        done = self.run_text("fix", *arguments, **options)
        self.assertEqual(done.status, status, done)
        return done

    def json(self, *arguments, status):
        return json.loads(self.fix("-f", "json", *arguments, status=status).out)

    FIXED = {"mod/deep/wrong.xmf": fixed_maximum(), "mod/longer.xmf": meshes.clean(), "mod/clean.xmf": meshes.clean()}


class Preview(Fixing):
    def test_shows_and_changes_nothing(self):
        done = self.fix("mod", status=1)
        self.assertEqual(done.out, f"""\
mod/deep/wrong.xmf
  0x{MAXIMUM_AT:08x}  xmf/index-maximum  buffers[1].max: 7 -> 2

mod/longer.xmf
  0x{len(meshes.clean()):08x}  xmf/trailing-bytes: 4 bytes -> nothing

2 changes in 2 files.
Nothing was written: --in-place changes the files, --output FOLDER writes fixed copies.
""")
        self.assertEqual(self.contents(), self.before)

    def test_the_form_text(self):
        self.assertEqual(self.fix("-f", "text", "mod", status=1), self.fix("mod", status=1))

    def test_nothing_to_fix(self):
        self.assertEqual(self.fix("mod/clean.xmf", status=0).out, "Nothing to fix.\n")
        self.write("broken.xmf", meshes.error())
        self.assertEqual(self.fix("broken.xmf", status=0).out, "Nothing to fix.\n")

    def test_json(self):
        report = self.json("mod", status=1)
        self.assertEqual(list(report), ["tool", "changes", "refused", "unchecked", "summary"])
        self.assertEqual(report["changes"][0], {
            "path": "mod/deep/wrong.xmf", "rule": "xmf/index-maximum", "kind": "safe", "field": "buffers[1].max",
            "offset": MAXIMUM_AT, "removed": 8, "added": 8, "before": "7", "after": "2", "written": False})
        self.assertEqual(report["summary"], {"files": 2, "changes": 2, "written": 0, "refused": 0, "heldBack": 0})

    def test_many_changes_of_several_rules(self):
        """Text shows 20 changes of a rule."""
        streams = [meshes.Buffer(meshes.TEXCOORD, meshes.FLOAT2, 8, bytes(24), i, [(meshes.FLOAT2, 5, i)]) for i in range(22)]
        mesh = bytearray(meshes.assemble([meshes.positions(), *streams, meshes.indices(0, 1, 2)], [b"a.b"]))
        materials = meshes.TABLES_AT + 24 * meshes.DESCRIPTOR.size
        maximum = materials - meshes.DESCRIPTOR.size + 48
        struct.pack_into("<d", mesh, maximum, 7.0)
        self.write("many.xmf", bytes(mesh))
        shown = ["many.xmf"]
        shown += [f"  0x{meshes.TABLES_AT + (i + 1) * meshes.DESCRIPTOR.size + 20:08x}  xmf/vertex-format  buffers[{i + 1}].format: 1 -> 32"
                  for i in range(20)]
        shown += ["  2 more of xmf/vertex-format", f"  0x{maximum:08x}  xmf/index-maximum  buffers[23].max: 7 -> 2"]
        held_back = "it makes a choice that only you can confirm (--unsafe)"
        self.assertEqual(self.fix("many.xmf", status=1).out.splitlines()[:-1], [
            *shown, "  not fixed: xmf/material-sum: " + held_back, "",
            "23 changes in 1 file; --unsafe fixes 1 more finding."])
        self.assertEqual(self.fix("--unsafe", "many.xmf", status=1).out.splitlines()[:-1], [
            *shown, f"  0x{materials + 4:08x}  xmf/material-sum (unsafe)  materials[0].numIndices: 0 -> 3", "", "24 changes in 1 file."])
        report = self.json("many.xmf", status=1)
        self.assertEqual(report["refused"], [{"path": "many.xmf", "rule": "xmf/material-sum", "kind": "unsafe", "count": 1,
                                              "heldBack": True, "reason": held_back}])
        self.assertEqual(report["summary"], {"files": 1, "changes": 23, "written": 0, "refused": 0, "heldBack": 1})

    def test_what_cannot_be_fixed(self):
        flat = meshes.Buffer(meshes.TEXCOORD, meshes.FLOAT2, 8, bytes(24))
        self.write("flat-collision.xmf", meshes.assemble([flat, meshes.indices(0, 1, 2)]))
        self.assertEqual(self.fix("flat-collision.xmf", status=0).out, """\
flat-collision.xmf
  not fixed: xmf/collision-declaration: the mesh has no POSITION 0

Nothing to fix; 1 finding can't be fixed.
""")
        self.fix("--in-place", "flat-collision.xmf", status=1)

    def test_same_for_every_number_of_jobs(self):
        for number in range(20):
            self.write(f"mod/{number}.xmf", wrong_maximum())
        self.assertEqual(self.fix("-j1", "mod", status=1).out, self.fix("-j8", "mod", status=1).out)

    def test_select_and_ignore(self):
        """Rules that aren't fixed still judge what is fixed."""
        self.assertEqual([change["rule"] for change in self.json("--select", "xmf/index-maximum", "mod", status=1)["changes"]],
                         ["xmf/index-maximum"])
        self.assertEqual([change["rule"] for change in self.json("--ignore", "xmf/index-maximum", "mod", status=1)["changes"]],
                         ["xmf/trailing-bytes"])

    def test_what_is_suppressed_stays(self):
        self.configure("mod/assetlint.json", suppressions=[{"rule": "xmf/index-maximum", "path": "deep/*", "reason": "as it is meant"}])
        self.assertEqual([change["rule"] for change in self.json("mod", status=1)["changes"]], ["xmf/trailing-bytes"])
        self.write("baseline.json", b"")
        self.expect(["check", "--no-config", "mod", "--write-baseline", "baseline.json"], 0)
        self.assertEqual(self.fix("--no-config", "--baseline", "baseline.json", "mod", status=0).out, "Nothing to fix.\n")

    def test_members_are_shown(self):
        self.zip("mod.zip", {"deep/wrong.xmf": wrong_maximum()})
        before = self.read("mod.zip")
        for arguments in (["mod.zip"], ["--in-place", "mod.zip"], ["-o", "out", "mod.zip"]):
            report = self.json(*arguments, status=1)
            self.assertEqual([(change["path"], change["member"], change["written"]) for change in report["changes"]],
                             [("mod.zip", "deep/wrong.xmf", False)])
        self.assertIn("not written: the file is in a package; unpack that, and fix the files",
                      self.fix("--in-place", "mod.zip", status=1).out)
        self.assertEqual(self.read("mod.zip"), before)

    def test_usage(self):
        self.expect_usage(["fix"], "nothing to fix: name a file or a folder")
        self.expect_usage(["fix", "-"], "fix doesn't read standard input; a file of that name is ./-")
        self.expect_usage(["fix", "--in-place", "-o", "out", "mod"], "--in-place and --output exclude each other")
        self.expect_usage(["fix", "-f", "sarif", "mod"], "--format wants text or json, not sarif")
        self.write("empty/readme.txt", b"")
        self.fix("empty", status=2)
        self.fix("--allow-empty", "empty", status=0)

    def test_what_could_not_be_checked(self):
        done = self.fix("absent", "mod/clean.xmf", status=3)
        self.assertEqual(done.out, "absent\n  the file could not be checked: no such file or folder\n\n"
                                   "No changes; 1 file could not be checked.\n")
        self.assertEqual(self.json("absent", "mod", status=3)["unchecked"],
                         [{"path": "absent", "reason": "the file could not be checked: no such file or folder"}])
        done = self.fix("--max-file-size", str(len(meshes.clean())), "mod", status=3)
        self.assertTrue(done.out.startswith("mod/deep/wrong.xmf\n  0x"), done)
        self.assertTrue(done.out.endswith("1 change in 1 file; 1 file could not be checked.\n"
                                          "Nothing was written: --in-place changes the files, --output FOLDER writes fixed copies.\n"), done)
        self.zip("mod.zip", {"long.xmf": meshes.clean() + b"rest"})
        unchecked, = self.json("--max-file-size", str(len(meshes.clean())), "mod.zip", status=3)["unchecked"]
        self.assertEqual((unchecked["path"], unchecked["member"]), ("mod.zip", "long.xmf"))


class Texts(Case):
    """References in texts: the mod is checked again with each text before it is written."""

    MOVES_A = ("mod/interface/a.gfx\n  0x0000005e  pdx/missing-motion (unsafe)  EMFXActorType[\"A\"].idle: "
               r"gfx\anims\ri_de.xsm -> gfx\anims\ride.xsm" "\n")
    MOVES_B = ("mod/interface/b.gfx\n  0x0000005e  pdx/missing-motion (unsafe)  EMFXActorType[\"B\"].idle: "
               r"gfx\anims\wa_lk.xsm -> gfx\anims\walk.xsm" "\n")
    DRAWS_C = ("mod/interface/c.gfx\n  0x0000003f  pdx/missing-actor-file (unsafe)  EMFXActorType[\"C\"].actorfile: "
               r"gfx\anims\do_g.xac -> gfx\anims\dog.xac" "\n")

    def setUp(self):
        """ride.xsm moves no node of the one actor that has it, and A's motion would be a better one. walk.xsm moves no node of
        B's actor, and C's actor has no tail."""
        super().setUp()
        a = pdx.gfx(pdx.of_type("A", r'idle = "gfx\anims\ri_de.xsm"'))
        b = pdx.gfx(pdx.of_type("B", r'idle = "gfx\anims\wa_lk.xsm"'))
        c = pdx.gfx(pdx.of_type("C", pdx.attach("Gun", "tail"), actorfile=r"gfx\anims\do_g.xac"))
        rest = pdx.gfx(*pdx.types(110), pdx.of_type("Gun", r'idle = "gfx\anims\ride.xsm"', actorfile=r"gfx\anims\dog.xac"))
        self.mod = pdx.mod({"interface/a.gfx": a, "interface/b.gfx": b, "interface/c.gfx": c, "interface/rest.gfx": rest},
                           gfx__anims__dog_dot_xac=pdx.actor(nodes=(b"paw",)).bytes(), gfx__anims__walk_dot_xsm=pdx.ride(b"none"))
        self.fixed_a = a.replace("ri_de", "ride").encode()

    def fix(self, status, out, *arguments, leave_out=()):
        shutil.rmtree(f"{self.folder}/mod", ignore_errors=True)
        for name, content in self.mod.items():
            if name not in leave_out:
                self.write(f"mod/{name}", content)
        self.expect(["fix", *arguments, "mod"], status, out)

    def test_what_does_harm_is_left(self):
        """B's motion would break a rule that A's no longer breaks."""
        shown = (self.MOVES_A + "{}\n" + self.MOVES_B + "  not changed: the mod would then break xsm/no-node-matches\n\n" +
                 self.DRAWS_C + "  not changed: the mod would then break pdx/attach-node\n\n")
        self.fix(1, shown.format("") + "1 change in 1 file; 2 findings can't be fixed.\n"
                 "Nothing was written: --in-place changes the files, --output FOLDER writes fixed copies.\n", "--unsafe")
        self.fix(1, shown.format("") + "1 change in 1 file, 1 written; 2 findings can't be fixed.\n", "--unsafe", "--in-place")
        self.assertEqual(self.read("mod/interface/a.gfx"), self.fixed_a)
        for name in ("interface/b.gfx", "interface/c.gfx"):
            self.assertEqual(self.read(f"mod/{name}"), self.mod[name])
        self.fix(1, shown.format("  written to out/interface/a.gfx\n") + "1 change in 1 file, 1 written; 2 findings can't be fixed.\n",
                 "--unsafe", "-o", "out")
        self.assertEqual(self.read("out/interface/a.gfx"), self.fixed_a)
        self.assertEqual(os.listdir(f"{self.folder}/out/interface"), ["a.gfx"])

    def test_one_of_two_does_harm(self):
        self.fix(1, self.MOVES_A + "\n" + self.DRAWS_C + "  not changed: the mod would then break pdx/attach-node\n\n"
                 "1 change in 1 file, 1 written; 1 finding can't be fixed.\n", "--unsafe", "--in-place",
                 leave_out=["interface/b.gfx"])
        self.fix(1, self.DRAWS_C + "  not changed: the mod would then break pdx/attach-node\n\n"
                 "Nothing to fix; 1 finding can't be fixed.\n", "--unsafe", "--in-place",
                 leave_out=["interface/a.gfx", "interface/b.gfx"])

    def test_all_that_help(self):
        self.mod["interface/c.gfx"] = self.mod["interface/c.gfx"].replace(b'"tail"', b'"paw" ')
        without_b = {"leave_out": ["interface/b.gfx"]}
        held_back = "  not fixed: pdx/missing-{}: it makes a choice that only you can confirm (--unsafe)\n\n"
        self.fix(0, "mod/interface/a.gfx\n" + held_back.format("motion") + "mod/interface/c.gfx\n" + held_back.format("actor-file") +
                 "Nothing to fix; --unsafe fixes 2 more findings.\n", **without_b)
        self.mod["z.xmf"] = wrong_maximum()
        mesh = f"mod/z.xmf\n  0x{MAXIMUM_AT:08x}  xmf/index-maximum  buffers[1].max: 7 -> 2\n\n"
        nothing_written = "Nothing was written: --in-place changes the files, --output FOLDER writes fixed copies.\n"
        self.fix(1, "mod/interface/a.gfx\n" + held_back.format("motion") + "mod/interface/c.gfx\n" + held_back.format("actor-file") +
                 mesh + "1 change in 1 file; --unsafe fixes 2 more findings.\n" + nothing_written, **without_b)
        self.fix(1, mesh + self.MOVES_A + "\n" + self.DRAWS_C + "\n3 changes in 3 files.\n" + nothing_written, "--unsafe", **without_b)
        del self.mod["z.xmf"]
        self.fix(1, self.MOVES_A + "\n" + self.DRAWS_C + "\n2 changes in 2 files.\n"
                 "Nothing was written: --in-place changes the files, --output FOLDER writes fixed copies.\n", "--unsafe", **without_b)
        self.fix(0, self.MOVES_A + "\n" + self.DRAWS_C + "\n2 changes in 2 files, 2 written.\n", "--unsafe", "--in-place", **without_b)
        self.expect(["fix", "--unsafe", "mod"], 0, "Nothing to fix.\n")

    def test_of_a_package(self):
        """It is shown, and nothing is checked again."""
        self.zip("mod.zip", {f"mod/{name}": content for name, content in self.mod.items()})
        out = self.expect(["fix", "--unsafe", "--in-place", "mod.zip"], 1)
        self.assertEqual(out.count("\n  not written: the file is in a package; unpack that, and fix the files\n"), 3)
        self.assertTrue(out.endswith("3 changes in 3 files, 0 written.\n"), out)


class InPlace(Fixing):
    def test_replaces_what_it_changes(self):
        done = self.fix("--in-place", "mod", status=0)
        self.assertIn("2 changes in 2 files, 2 written.\n", done.out)
        self.assertEqual(self.contents(), self.FIXED)
        self.assertEqual(self.fix("--in-place", "mod", status=0).out, "Nothing to fix.\n")

    def test_list_of_files(self):
        self.write("list", b"mod/deep/wrong.xmf\n")
        self.fix("--in-place", "--files-from", "list", status=0)
        self.assertEqual(self.read("mod/deep/wrong.xmf"), fixed_maximum())
        self.assertEqual(self.read("mod/longer.xmf"), self.before["mod/longer.xmf"])

    @posix("modes of files")
    def test_keeps_the_mode(self):
        os.chmod(f"{self.folder}/mod/longer.xmf", 0o751)
        self.fix("--in-place", "mod", status=0)
        self.assertEqual(os.stat(f"{self.folder}/mod/longer.xmf").st_mode & 0o7777, 0o751)

    @posix("symbolic links")
    def test_never_through_a_link(self):
        os.symlink("mod/longer.xmf", f"{self.folder}/link.xmf")
        os.symlink("../../outside", f"{self.folder}/mod/deep/folder")
        self.write("outside/wrong.xmf", wrong_maximum())
        self.assertIn("  not written: link.xmf is a symbolic link\n", self.fix("--in-place", "link.xmf", status=3).out)
        self.fix("--in-place", "mod", status=0)
        self.assertEqual(self.read("outside/wrong.xmf"), wrong_maximum())
        self.assertTrue(os.path.islink(f"{self.folder}/link.xmf"))

    @posix("rights of folders")
    def test_folder_where_nothing_can_be_made(self):
        """The file is not written directly, which could leave half of it."""
        os.chmod(f"{self.folder}/mod/deep", 0o555)
        self.addCleanup(os.chmod, f"{self.folder}/mod/deep", 0o755)
        done = self.fix("--in-place", "mod", status=3, preexec_fn=case.drop_superuser)
        self.assertIn("  not written: mod/deep/wrong.xmf: Permission denied\n", done.out)
        self.assertEqual(self.contents(), {**self.FIXED, "mod/deep/wrong.xmf": wrong_maximum()})

    @posix("rights of files")
    def test_read_only_file(self):
        os.chmod(f"{self.folder}/mod/longer.xmf", 0o444)
        self.fix("--in-place", "mod", status=3, preexec_fn=case.drop_superuser)
        self.assertEqual(self.read("mod/longer.xmf"), self.before["mod/longer.xmf"])

    @posix("limits of the size of files")
    def test_limit_of_file_sizes(self):
        done = self.fix("--in-place", "mod", status=3,
                        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100)))
        self.assertIn("File too large", done.out)
        self.assertEqual(self.contents(), self.before)
        large = meshes.notes(250) + b"rest"  # more than a stream holds back until it is closed
        self.write("large.xmf", large)
        done = self.fix("--in-place", "--select", "xmf/trailing-bytes", "large.xmf", status=3,
                        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100)))
        self.assertIn("  not written: large.xmf: File too large\n", done.out)
        self.assertEqual(self.contents(), {**self.before, "large.xmf": large})

    def test_file_beside_a_folder(self):
        """The sandbox lets both be written."""
        self.write("outside/wrong.xmf", wrong_maximum())
        self.fix("--in-place", "mod", "outside/wrong.xmf", status=0)
        self.assertEqual(self.read("outside/wrong.xmf"), fixed_maximum())


class Copies(Fixing):
    def test_writes_what_it_changes(self):
        done = self.fix("-o", "out/new", "mod", status=3)
        self.assertIn("out/new: no such file or folder", done.err)
        self.fix("-o", "out", "mod", status=0)
        fixed = {name.replace("mod/", "out/", 1): content for name, content in self.FIXED.items() if name != "mod/clean.xmf"}
        self.assertEqual(self.contents(), {**self.before, **fixed})
        self.fix("-o", "out", "mod/", status=0)
        self.assertEqual(self.contents(), {**self.before, **fixed})

    def test_here(self):
        self.fix("-o", "../out", ".", status=0, cwd=f"{self.folder}/mod")
        self.assertEqual(self.read("out/deep/wrong.xmf"), fixed_maximum())

    def test_names_that_begin_alike(self):
        """The paths below the folder that was given count, however that is written."""
        self.write("mod2/a/b/wrong.xmf", wrong_maximum())
        for given in (["mod", "mod2"], ["mod//", "mod2/"], ["mo", "mod2", "mod"], ["./mod", "./mod2"], [f"{self.folder}/mod", "mod2"]):
            done = self.fix("-o", "out", "--select", "xmf/index-maximum,xmf/trailing-bytes", *given, status=3 if "mo" in given else 0)
            self.assertIn("  written to out/a/b/wrong.xmf\n", done.out)
            self.assertIn("  written to out/deep/wrong.xmf\n", done.out)
            made = {name for name in self.contents() if name.startswith("out/")}
            self.assertEqual(made, {"out/a/b/wrong.xmf", "out/deep/wrong.xmf", "out/longer.xmf"}, given)
            shutil.rmtree(f"{self.folder}/out")

    def test_file_alone(self):
        self.fix("-o", "out", "mod/deep/wrong.xmf", status=0)
        self.assertEqual(self.read("out/wrong.xmf"), fixed_maximum())

    def test_not_over_the_input(self):
        done = self.fix("-o", "mod", "mod", status=3)
        self.assertIn("  not written: mod/longer.xmf is the file itself; --in-place changes it\n", done.out)
        self.assertEqual(self.contents(), self.before)

    @posix("names that it cannot have")
    def test_name_of_a_command(self):
        """A copy has the name of its file, which a log must not obey."""
        for name in ("##vso[task.complete].xmf", "a\n::error::b.xmf"):
            self.write("mod/deep/" + name, wrong_maximum())
        lines = self.fix("-o", "out", "mod/deep", status=0).out.splitlines()
        for shown in ("#\\x23vso[task.complete].xmf", "a\\x0A::error::b.xmf"):
            self.assertIn("  written to out/" + shown, lines)
        self.assertFalse([line for line in lines if "##vso[" in line or line.startswith("::")])

    @posix("symbolic links")
    def test_nothing_outside_of_the_folder(self):
        self.write("elsewhere/wrong.xmf", b"mine")
        os.makedirs(f"{self.folder}/out")
        os.symlink("../elsewhere", f"{self.folder}/out/deep")
        self.fix("-o", "out", "mod", status=3)
        self.assertEqual(self.read("elsewhere/wrong.xmf"), b"mine")


@posix("signals")
class Killed(Fixing):
    """Wherever the program ends, each file is the old one or the fixed one."""

    def setUp(self):
        super().setUp()
        if shutil.which("strace") is None or not case.ESCAPE:
            self.skipTest("needs strace, and a program without a sanitizer or coverage")
        if self.traced("/dev/null", []).returncode != 0:
            self.skipTest("strace may not trace here")
        shutil.rmtree(f"{self.folder}/mod")

    def traced(self, log, options):
        return subprocess.run(["strace", "-f", "-qq", "-o", log, *options, case.PROGRAM, "fix", "-j1", "--in-place", "mod"],
                              cwd=self.folder, env=case.clean_environment(), stdin=subprocess.DEVNULL, capture_output=True,
                              timeout=case.SECONDS)

    def restore(self):
        for name, content in self.before.items():
            self.write(name, content)

    def calls(self):
        """Each call of a run with its number among those of its name, from the first one that makes a file."""
        self.restore()
        self.traced(f"{self.folder}/log", [])
        counts, found, writing = {}, [], False
        for line in self.read("log").decode(errors="replace").splitlines():
            match = re.match(r"\d+ +(\w+)\(", line)
            if match:
                counts[match[1]] = counts.get(match[1], 0) + 1
                writing = writing or ".assetlint-" in line
                found += [(match[1], counts[match[1]])] if writing else []
        os.remove(f"{self.folder}/log")
        return found

    def test_at_each_call(self):
        found = self.calls()
        self.assertGreater(len(found), 15)
        self.assertTrue({"openat", "write", "fsync", "rename"} <= {name for name, _ in found}, found)
        states = set()
        for name, number in found:
            self.restore()
            self.traced("/dev/null", ["-e", f"inject={name}:signal=KILL:when={number}"])
            after = self.contents()
            for path, content in self.before.items():
                self.assertIn(after.pop(path), (content, self.FIXED[path]), (name, number, path))
            states.add(self.read("mod/deep/wrong.xmf") == fixed_maximum())
            for left in after:  # an unfinished file, which nothing mistakes for another
                self.assertRegex(left, r"/\.assetlint-\d+-\d+\.tmp$")
                os.remove(f"{self.folder}/{left}")
        self.assertEqual(states, {False, True})


if __name__ == "__main__":
    sys.exit(case.main(sys.modules[__name__]))
