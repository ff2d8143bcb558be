"""test_baselines.py: fingerprints that don't depend on the folder of the run, and entries for files that are gone."""

import json
import os
import shutil
import sys

import case
import meshes
from case import Case, deep, posix

RULE = "xmf/index-range"
UNUSED = "config/unused-suppression"
UNMATCHED = "baseline/unmatched"


class Tree(Case):
    def path(self, *names):
        return os.path.join(self.folder, *names)

    def known(self, *arguments, **options):
        """The entries of a new baseline: path, member, fingerprint."""
        self.expect(["-q", "--write-baseline", self.path("new.json"), *arguments], 0, None, **options)
        return [(f["path"], f.get("member", ""), f["fingerprint"]) for f in json.loads(self.read("new.json"))["findings"]]


class Bases(Tree):
    """From where the paths in fingerprints count."""

    def setUp(self):
        super().setUp()
        self.write("top/repo/models/ships/a.xmf", meshes.error())
        self.repo = self.path("top", "repo")

    def mark(self, name="top/repo/.git/HEAD"):
        self.write(name, b"{}")

    def ways(self):
        """Ways to check a.xmf, and the working folder of each."""
        ships = os.path.join(self.repo, "models", "ships")
        yield ["top"], self.folder
        yield ["top/repo"], self.folder
        yield ["./top//repo/models/"], self.folder
        yield ["top/repo/../repo/models/ships/a.xmf"], self.folder
        yield ["."], self.repo
        yield ["models"], self.repo
        yield ["./models/ships/a.xmf"], self.repo
        yield [os.path.join(ships, "a.xmf")], self.repo
        yield [self.repo], "/"
        yield ["../ships"], ships
        yield ["a.xmf"], ships
        yield ["--stdin-name", "models/ships/a.xmf", "-"], self.repo
        yield ["--files-from", self.path("list")], self.repo
        if case.WINDOWS:
            yield [".\\models\\ships"], self.repo

    def compare_ways(self, expected):
        seen = set()
        self.write("list", b"models/ships/a.xmf\n")
        for arguments, cwd in self.ways():
            with self.subTest(arguments, cwd=cwd), open(os.path.join(self.repo, "models/ships/a.xmf"), "rb") as file:
                known = self.known(*arguments, cwd=cwd, stdin=file)
                self.assertEqual([path for path, _, _ in known], [expected])
                seen.update(known)
        self.assertEqual(len(seen), 1)

    def test_a_repository_is_a_base(self):
        self.mark()
        self.compare_ways("models/ships/a.xmf")

    @deep
    def test_a_work_tree_is_a_base(self):
        self.mark("top/repo/.git")
        self.compare_ways("models/ships/a.xmf")

    @deep
    def test_a_configuration_is_a_base(self):
        self.mark("top/repo/models/assetlint.json")
        self.compare_ways("ships/a.xmf")

    def test_the_nearest_base_counts(self):
        self.mark()
        self.mark("top/repo/models/assetlint.json")
        self.write("top/repo/b.xmf", meshes.error())
        self.write("top/repo/other/c.xmf", meshes.error())
        self.write("top/repo/models/d.xmf", meshes.error())
        self.assertEqual([path for path, _, _ in self.known("top")],
                         ["b.xmf", "d.xmf", "ships/a.xmf", "other/c.xmf"])

    def test_else_what_was_given(self):
        self.write("top/repo/sounds/b.xmf", meshes.error())
        self.write("top/repo/sounds-2/c.xmf", meshes.error())
        self.write("top/repo/soup.xmf", meshes.error())
        names = ["models/ships/a.xmf", "sounds-2/c.xmf", "sounds/b.xmf", "soup.xmf"]
        for arguments, cwd, expected in (
                (["top"], self.folder, ["repo/" + name for name in names]),
                (["."], self.repo, names),
                ([self.repo], self.folder, names),
                (["models", "sounds"], self.repo, ["models/ships/a.xmf", "sounds/b.xmf"]),
                (["sounds", "soup.xmf"], self.repo, ["sounds/b.xmf", "soup.xmf"]),
                (["sounds", "sounds-2"], self.repo, ["sounds-2/c.xmf", "sounds/b.xmf"]),
                (["sounds-2", "sounds"], self.repo, ["sounds-2/c.xmf", "sounds/b.xmf"]),
                (["sounds", "no-meshes"], self.repo, ["sounds/b.xmf"]),
                (["models/ships/a.xmf"], self.repo, ["a.xmf"]),
                (["models/ships", "models"], self.repo, ["ships/a.xmf"]),
                (["models/ships/a.xmf", "sounds/b.xmf"], self.repo, ["models/ships/a.xmf", "sounds/b.xmf"])):
            os.makedirs(os.path.join(self.repo, "no-meshes"), exist_ok=True)
            with self.subTest(arguments):
                self.assertEqual([path for path, _, _ in self.known(*arguments, cwd=cwd)], expected)

    @posix("links")
    def test_links(self):
        """A link into a repository leads to its base; one out of it keeps the base that it lies in."""
        self.mark()
        os.symlink("repo/models", self.path("top", "link"))
        for path in ("top/link", "top/link/ships/a.xmf", "top/link/ships"):
            with self.subTest(path):
                self.assertEqual([known for known, _, _ in self.known(path)], ["models/ships/a.xmf"])
        self.write("outside/b.xmf", meshes.error())
        os.symlink(self.path("outside"), os.path.join(self.repo, "inside"))
        self.assertEqual([known for known, _, _ in self.known("top/repo/inside")], ["inside/b.xmf"])

    def test_members(self):
        self.mark()
        self.zip("top/repo/p.zip", {"a.xmf": meshes.error(), "../b.xmf": meshes.clean()})
        first = self.known("p.zip", cwd=self.repo)
        self.assertEqual([(path, member) for path, member, _ in first], [("p.zip", "../b.xmf"), ("p.zip", "a.xmf")])
        self.assertEqual(self.known("top/repo/p.zip"), first)
        self.assertEqual(self.known("../repo/p.zip", cwd=self.repo), first)

    def test_reports_have_the_same_fingerprint(self):
        self.mark()
        first = self.known("top")[0][2]
        self.assertEqual(self.report("models", cwd=self.repo)["findings"][0]["fingerprint"], first)
        log = json.loads(self.expect(["-f", "sarif", "ships/a.xmf"], 1, None, cwd=os.path.join(self.repo, "models")))
        self.assertEqual(log["runs"][0]["results"][0]["partialFingerprints"], {"primaryLocationLineHash": first})

    def test_a_suppression_by_fingerprint_holds_everywhere(self):
        self.mark()
        self.configure("top/repo/assetlint.json", suppressions=[{"fingerprint": self.known("top")[0][2], "reason": "x"}])
        for path, cwd in ((".", self.repo), ("models/ships/a.xmf", self.repo), ("../models", os.path.join(self.repo, "models"))):
            with self.subTest(path):
                self.assertEqual(self.report(path, cwd=cwd, status=0)["summary"]["suppressed"], 1)

    def test_a_baseline_holds_everywhere(self):
        self.mark()
        self.configure("top/repo/assetlint.json", suppressions=[{"rule": "xmf/truncated", "path": "models/ships/a.xmf",
                                                                 "reason": "x"}])
        self.assertEqual(len(self.known(".", cwd=self.repo)), 2)
        for path, cwd in (("top/repo", self.folder), ("..", os.path.join(self.repo, "models")), (self.repo, self.folder)):
            with self.subTest(path):
                summary = self.report("--baseline", self.path("new.json"), path, cwd=cwd, status=0)["summary"]
                self.assertEqual((summary["suppressed"], summary["warnings"]), (2, 0))


class Moved(Tree):
    """A baseline whose paths count from another folder than those of the run."""

    def setUp(self):
        super().setUp()
        self.write("repo/.git/HEAD", b"")
        for name in ("m1/ships/a.xmf", "m2/b.xmf"):
            self.write("repo/mods/" + name, meshes.error())
        self.known("repo")
        shutil.move(self.path("new.json"), self.path("known.json"))

    def mark(self, folder):
        self.write(folder + "/assetlint.json", b"{}")

    def lose_git(self):
        shutil.rmtree(self.path("repo", ".git"))

    def left(self, said, *paths):
        """The findings that the baseline doesn't have, where stderr says how the paths differ: with or without a folder."""
        done = self.run_text("--baseline", "known.json", "-f", "json", *paths)
        self.assertEqual([line for line in done.err.splitlines() if "not used: " not in line],
                         ["assetlint: known.json: its paths count from another folder than those of this run: "
                          f"{what} they match" for what in said])
        return [(f["path"], f["rule"]) for f in json.loads(done.out)["findings"]]

    def test_a_part_has_got_a_base(self):
        self.mark("repo/mods/m1")
        self.assertEqual(self.left(["without mods/m1/"], "repo/mods/m1"), [])
        self.assertEqual(self.left(["without mods/m1/"], "repo"), [])       # the base of the other mod is as before

    def test_two_parts_have_got_a_base(self):
        self.mark("repo/mods/m1")
        self.mark("repo/mods/m2")
        self.assertEqual(self.left(["without mods/m1/", "without mods/m2/"], "repo"), [])

    def test_entries_of_other_bases_stay(self):
        self.write("repo/mods/m2/gone.xmf", meshes.error())
        self.known("repo")
        shutil.move(self.path("new.json"), self.path("known.json"))
        os.remove(self.path("repo", "mods", "m2", "gone.xmf"))
        self.mark("repo/mods/m1")
        self.assertEqual(self.left(["without mods/m1/"], "repo"), [("known.json", UNMATCHED)])

    def test_entries_with_a_file_stay(self):
        """A new mod has a file of the same name, further below."""
        self.lose_git()
        self.mark("repo/mods/m1")
        self.known("repo/mods/m1")
        shutil.move(self.path("new.json"), self.path("known.json"))
        self.write("repo/mods/m2/ships/a.xmf", meshes.error())
        self.assertEqual(self.left([], "repo"), [("repo/mods/m2/b.xmf", RULE), ("repo/mods/m2/ships/a.xmf", RULE)])

    def test_a_base_is_gone(self):
        self.lose_git()
        self.assertEqual(self.left([], "repo"), [])
        self.assertEqual(self.left(["without mods/"], "repo/mods"), [])
        self.assertEqual(self.left(["without mods/m1/"], "repo/mods/m1"), [])
        self.assertEqual(self.left(["without mods/m1/ships/"], "repo/mods/m1/ships/a.xmf"), [])
        self.assertEqual(self.left(["with repo/ in front"], "."), [])

    def test_a_folder_above_is_the_base(self):
        self.lose_git()
        self.mark(".")
        self.assertEqual(self.left(["with repo/ in front"], "repo/mods/m1"), [])

    def test_entries_of_gone_files_move_too(self):
        self.lose_git()
        os.rename(self.path("repo", "mods", "m2", "b.xmf"), self.path("repo", "mods", "m2", "c.xmf"))
        self.assertEqual(self.left(["with repo/ in front"], "."),
                         [("./repo/mods/m2/c.xmf", RULE), ("known.json", UNMATCHED)])
        self.assertEqual(self.left(["without mods/m1/"], "repo/mods/m1"), [])

    def test_a_file_of_the_same_name_is_another_one(self):
        self.write("repo/c.xmf", meshes.error())
        self.known("repo/c.xmf")
        shutil.move(self.path("new.json"), self.path("known.json"))
        self.write("repo/new/c.xmf", meshes.error())
        self.assertEqual(self.left([], "repo/new"), [("repo/new/c.xmf", RULE)])

    def test_two_folders_fit(self):
        self.lose_git()
        for name in ("m1", "m2"):
            self.write(f"repo/mods/{name}/same.xmf", meshes.error())
        self.known("repo/mods/m1/same.xmf")
        shutil.move(self.path("new.json"), self.path("known.json"))
        self.assertEqual([rule for _, rule in self.left([], "repo")], [RULE] * 4 + [UNMATCHED])

    def test_a_new_baseline_has_the_new_paths(self):
        self.lose_git()
        self.assertEqual([path for path, _, _ in self.known("--baseline", "known.json", "repo/mods/m1")], ["ships/a.xmf"])


class Gone(Tree):
    """Entries of a baseline whose files don't exist any more."""

    def setUp(self):
        super().setUp()
        self.write("mod/.git", b"")
        self.write("mod/a.xmf", meshes.clean())
        for name in ("ships/b.xmf", "more/c.xmf"):
            self.write("mod/" + name, meshes.error())
        self.zip("mod/p.zip", {"d.xmf": meshes.error(), "clean.xmf": meshes.clean()})
        self.write("mod/mesh", meshes.error())
        self.known("mod", "mod/mesh")
        shutil.move(self.path("new.json"), self.path("known.json"))

    def remove(self, name):
        os.remove(self.path("mod", name))

    def unmatched(self, *arguments, **options):
        report = self.report("--baseline", self.path("known.json"), *arguments, **options)
        entries = json.loads(self.read("known.json"))["findings"]
        found = [f for f in report["findings"] if f["rule"] == UNMATCHED]
        return [entries[int(f["field"].removeprefix("findings[").removesuffix("]"))]["path"] for f in found]

    def test_its_folder_was_checked(self):
        self.remove("ships/b.xmf")
        for path, cwd in (("mod", self.folder), (".", self.path("mod")), ("ships/..", self.path("mod")),
                          (self.path("mod"), self.folder)):
            with self.subTest(path):
                self.assertEqual(self.unmatched(path, cwd=cwd), ["ships/b.xmf"])
        self.write("mod/ships/clean.xmf", meshes.clean())
        self.assertEqual(self.unmatched("mod/ships"), ["ships/b.xmf"])

    def test_its_folder_is_gone(self):
        shutil.rmtree(self.path("mod", "ships"))
        self.assertEqual(self.unmatched("mod"), ["ships/b.xmf"])

    def test_its_folder_was_not_checked(self):
        self.remove("ships/b.xmf")
        self.assertEqual(self.unmatched("mod/more"), [])
        self.assertEqual(self.unmatched("mod/a.xmf"), [])
        self.assertEqual(self.unmatched("mod/a.xmf", "mod/more"), [])

    def test_it_was_left_out(self):
        self.assertEqual(self.unmatched("--exclude", "ships/b.xmf", "mod"), [])
        self.remove("ships/b.xmf")
        for glob in ("ships/b.xmf", "ships/", "ships", "ships/**", "**/b.xmf"):
            with self.subTest(glob):
                self.assertEqual(self.unmatched("--exclude", glob, "mod"), [])
        self.assertEqual(self.unmatched("--exclude", "more/", "mod"), ["ships/b.xmf"])
        self.configure("mod/assetlint.json", exclude=["ships/"])
        self.assertEqual(self.unmatched("mod"), [])
        shutil.rmtree(self.path("mod", "ships"))
        self.assertEqual(self.unmatched("mod"), [])

    def test_it_is_still_there(self):
        """Only a file that is named outright is recognised by its content alone."""
        self.assertEqual(self.unmatched("mod"), [])
        self.write("mod/mesh", b"something else")
        self.assertEqual(self.unmatched("mod"), [])

    def test_a_file_that_can_not_be_checked(self):
        self.write("mod/ships/b.xmf", meshes.clean())
        self.assertEqual(self.unmatched("--max-file-size", "1", "mod"), [])

    def test_members(self):
        self.zip("mod/p.zip", {"clean.xmf": meshes.clean()})
        self.assertEqual(self.unmatched("mod"), ["p.zip"])
        self.assertEqual(self.unmatched("mod/p.zip"), ["p.zip"])
        self.assertEqual(self.unmatched("mod/a.xmf"), [])
        content = self.read("mod/p.zip")
        self.write("mod/p.zip", content[:-8])
        self.assertEqual(self.unmatched("mod/p.zip"), [])
        self.remove("p.zip")
        self.assertEqual(self.unmatched("mod"), ["p.zip"])

    def test_a_base_in_the_checked_folder(self):
        """Several mods, each with its own base, can share a baseline."""
        self.write("second/.git", b"")
        self.write("second/ships/e.xmf", meshes.error())
        self.known(".")
        shutil.move(self.path("new.json"), self.path("known.json"))
        self.assertEqual(self.unmatched("."), [])
        self.write("second/ships/clean.xmf", meshes.clean())
        os.remove(self.path("second", "ships", "e.xmf"))
        self.assertEqual(self.unmatched("."), ["ships/e.xmf"])


class Missing(Tree):
    """Suppressions for files that don't exist."""

    def setUp(self):
        super().setUp()
        self.write("mod/a.xmf", meshes.error())
        self.write("mod/ships/b.xmf", meshes.error())
        self.write("mod/notes.txt", b"text")

    def suppress(self, path, **keys):
        self.configure("mod/assetlint.json", suppressions=[{"rule": RULE, "path": path, "reason": "x"}], **keys)

    def unused(self, *arguments, **options):
        return sum(rule == UNUSED for _, rule in self.rules(*arguments, **options))

    def test_no_such_file(self):
        for path in ("c.xmf", "ships/c.xmf", "none/c.xmf", "*.xac", "none/**", "**/c.xmf", "ships/?.xac"):
            with self.subTest(path):
                self.suppress(path)
                self.assertEqual(self.unused("mod"), 1)
                self.assertEqual(self.unused("../mod", cwd=self.path("mod")), 1)
        self.configure("mod/assetlint.json", suppressions=[{"path": "c.xmf", "reason": "x"}])
        self.assertEqual(self.unused("mod"), 1)

    def test_the_upper_of_two_folders_counts(self):
        for name in ("a.xmf", "notes.txt"):
            os.remove(self.path("mod", name))
        self.configure("assetlint.json", suppressions=[{"rule": RULE, "path": "mod/c.xmf", "reason": "x"}])
        for paths in (["mod", "mod/ships"], ["mod/ships", "mod"]):
            with self.subTest(paths):
                self.assertEqual(self.unused(*paths), 1)
        self.assertEqual(self.unused("mod/ships"), 0)

    def test_there_is_such_a_file(self):
        for path in ("notes.txt", "*.txt", "notes*"):
            with self.subTest(path):
                self.suppress(path)
                self.assertEqual(self.unused("mod"), 0)

    def test_its_folder_was_not_checked(self):
        for path in ("c.xmf", "../c.xmf", "more/*", "**/c.xmf", "*.xac"):
            with self.subTest(path):
                self.suppress(path)
                self.assertEqual(self.unused("mod/ships"), 0)
                self.assertEqual(self.unused("mod/a.xmf"), 0)
                self.assertEqual(self.unused("mod/a.xmf", "mod/ships/b.xmf"), 0)
        self.suppress("ships/c.xmf")
        self.assertEqual(self.unused("mod/ships"), 1)
        self.assertEqual(self.unused("mod/ships/b.xmf"), 0)

    def test_what_was_left_out(self):
        for path, glob in (("ships/b.xmf", "ships/b.xmf"), ("ships/b.xmf", "ships/"), ("ships/c.xmf", "ships/"),
                           ("ships/c.xmf", "ships"), ("new/c.xmf", "new/"), ("new/**", "new/"), ("c.xmf", "c.*"),
                           ("**/c.xmf", "ships/"), ("ships/*", "ships/*"), ("s*/c.xmf", "ships/"),
                           ("ships/b.*", "ships/b.xmf")):
            with self.subTest(path, glob=glob):
                self.suppress(path)
                self.assertEqual(self.unused("--exclude", glob, "mod"), 0)
                self.suppress(path, exclude=[glob])
                self.assertEqual(self.unused("mod"), 0)
        for path, glob in (("c.xmf", "ships/"), ("*.xac", "ships/"), ("t*/c.xmf", "ships/"), ("ships/*.xac", "ships/b.xmf")):
            with self.subTest(path, glob=glob):
                self.suppress(path)
                self.assertEqual(self.unused("--exclude", glob, "mod"), 1)

    def test_a_file_that_was_left_out_may_match(self):
        """Also if other files were checked with the rule."""
        self.write("mod/clean.xmf", meshes.clean())
        self.configure("mod/assetlint.json", suppressions=[{"rule": "xmf/truncated", "path": "**", "reason": "x"},
                                                           {"rule": "xmf/truncated", "reason": "x"}])
        self.assertEqual(self.unused("mod"), 2)
        self.assertEqual(self.unused("--exclude", "ships/b.xmf", "mod"), 0)
        self.assertEqual(self.unused("--exclude", "ships/", "mod"), 0)

    def test_folders_of_version_control(self):
        self.write("mod/.git/c.xmf", meshes.error())
        for path in (".git/c.xmf", ".git/none.xmf"):
            with self.subTest(path):
                self.suppress(path)
                self.assertEqual(self.unused("mod"), 0)
        self.suppress("**/c.xmf")
        self.assertEqual(self.unused("mod"), 1)

    def test_shards(self):
        """A shard knows the files of all shards, and the first one reports a missing one."""
        for path, expected in (("c.xmf", 1), ("*.xac", 1), ("ships/b.xmf", 0), ("*.txt", 0)):
            with self.subTest(path):
                self.suppress(path)
                self.assertEqual([self.unused("--shard", f"{number}/3", "mod") for number in (1, 2, 3)], [expected, 0, 0])
                self.assertEqual(self.unused("mod"), expected)

    @posix("names that it cannot have")
    def test_escaped_names(self):
        """A path may be written as reports show it."""
        self.write("mod/tab\t.xmf", meshes.error())
        for path in ("tab\\x09.xmf", "tab\t.xmf"):
            with self.subTest(path):
                self.suppress(path)
                self.assertEqual(self.unused("mod"), 0)


if __name__ == "__main__":
    sys.exit(case.main(sys.modules[__name__]))
