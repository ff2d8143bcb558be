#!/usr/bin/env python3
"""test_shards.py: a run in shards, merged by assetlint merge, gives the bytes of the undivided run.

    test_shards.py --program PATH [--only quick|deep] [TEST...]

The recipes of docs/scale.md are run unchanged: one needs GNU parallel, one the Python module yaml; if either is
missing, its test is skipped. The last line is `N passed, N failed, N skipped`.
"""

import fnmatch
import io
import json
import os
import random
import re
import resource
import shutil
import subprocess
import sys
import unittest
import warnings
import zipfile

import meshes
import case
from case import deep, names_here, not_under_tsan, posix, ROOT

try:
    import yaml
except ImportError:
    yaml = None

FORMS = ("lines", "json", "ndjson", "sarif", "github", "junit", "html", "text")  # the last report goes to standard output
VIEWS = rb'<script type="application/json" data-views="[^"]*">[^<]*</script>\n'
DOCUMENT = (ROOT / "docs/scale.md").read_text(encoding="utf-8")
FOREVER = {"SOURCE_DATE_EPOCH": "1767225600"}  # 2026-01-01


class Case(case.Case):
    def setUp(self):
        super().setUp()
        self.dice = random.Random(20260101)

    def shards(self, count, *arguments, extra=(), **options):
        """Runs all shards, and returns the names of the parts and the exit statuses."""
        names, statuses = [], []
        options.setdefault("env", FOREVER)
        for number in range(1, count + 1):
            name = f"part-{number}-of-{count}.ndjson"
            done = self.run_raw("check", "--shard", f"{number}/{count}", "-f", f"ndjson={name}", "-f", "lines", *extra,
                                *arguments, **options)
            self.assertIn(done.status, (0, 1, 2, 3), done)
            names.append(name)
            statuses.append(done.status)
        return names, statuses

    def reports(self, *arguments, **options):
        """The reports of one run in all forms, and its exit status."""
        wishes = [f"--format={form}=report.{form}" for form in FORMS[:-1]]
        done = self.run_raw(*arguments[:1], *wishes, *arguments[1:], **options)
        forms = {form: self.read(f"report.{form}") for form in FORMS[:-1]}
        return {**forms, "text": done.out, "status": done.status}

    def merge(self, names, *arguments, **options):
        names = list(names)
        self.dice.shuffle(names)
        return self.reports("merge", *arguments, *names, **options)

    def expect_same(self, counts, arguments, merging=(), both=(), env=None):
        """Expects that the merged shards give the reports of one run. `both`: options for check and for merge."""
        env = {**FOREVER, **(env or {})}
        whole = self.reports("check", *both, *arguments, env=env)
        for count in counts:
            with self.subTest(count=count, arguments=arguments, both=both):
                names, _ = self.shards(count, *arguments, env=env)
                self.assert_same(self.merge(names, *merging, *both, env=env), whole)
                for name in names:
                    os.remove(os.path.join(self.folder, name))
        return whole

    def assert_same(self, merged, whole):
        for form, report in whole.items():
            if form == "html":  # a merge has no files to show
                report = re.sub(VIEWS, b"", report)
            if merged[form] != report:
                self.assertEqual(merged[form], report, form)


class Corpus(Case):
    """All seeds and fixtures, including packages and whole mods."""

    def setUp(self):
        super().setUp()
        for name in ("corpus", "tests/rules"):
            os.makedirs(os.path.dirname(os.path.join(self.folder, name)), exist_ok=True)
            os.symlink(ROOT / name, os.path.join(self.folder, name))

    @deep
    def test_eight_shards(self):
        whole = self.expect_same([8], ["tests/rules/", "corpus/"])
        self.assertEqual(whole["status"], 3)
        self.assertGreater(json.loads(whole["json"])["summary"]["files"], 1000)

    @deep
    @not_under_tsan("minutes")
    def test_any_number_of_shards(self):
        self.expect_same([1, 2, 3, 100], ["tests/rules/", "corpus/"])

    @deep
    @not_under_tsan("minutes")
    def test_options(self):
        for both in (["--show", "note"], ["--show", "error", "--max-per-rule", "1"], ["--max-per-rule", "0", "-q"],
                     ["--fail-on", "never"], ["--fail-on", "note", "--color", "always"], ["--sarif-suppressed"],
                     ["--sarif-root", "tests"]):
            self.expect_same([3], ["tests/rules/x4/", "tests/rules/archive/", "tests/rules/xmf/"], both=both)
        for arguments in (["--select", "xmf/*"], ["--ignore", "*/limit"], ["--game", "x4"],
                          ["--level", "xmf/*=note", "--level", "xac/*=off"]):
            self.expect_same([3], [*arguments, "tests/rules/xmf/", "tests/rules/x4/"])


class Mod(Case):
    """A mod with suppressions, ignore files and budgets: one shard alone can't decide most of them."""

    def setUp(self):
        super().setUp()
        for number in range(6):
            self.write(f"mod/ships/{number}.xmf", meshes.error())
            self.write(f"mod/ships/{number}.xmf.assetlintignore", b"xmf/index-range # known\nxmf/data-range\n")
            self.write(f"mod/ships/{number}.xmf.a.xmf", meshes.warning())  # between the two in the order of paths
        self.write("mod/a.xmf", meshes.error())
        self.write("mod/clean.xmf", meshes.clean())
        self.write("mod/zz.xmf", meshes.error())
        for name in names_here(["mod/strange\xff\n.xmf".encode("latin-1")]):
            self.write(name, meshes.error())
        self.write("mod/none.xmf", b"")
        self.write("mod/text.txt", b"nothing of ours")
        fingerprint = self.finding("mod/zz.xmf")["fingerprint"]
        self.configuration = {
            "fail-on": "warning",
            "suppressions": [
                {"rule": "xmf/index-range", "path": "a.xmf", "reason": "used by one shard"},
                {"rule": "xmf/*", "path": "clean.xmf", "reason": "used by no shard"},
                {"rule": "xmf/data-range", "reason": "its rule ran, but it is unused"},
                {"rule": "xmf/*", "path": "absent.xmf", "reason": "for a file that is not there"},
                {"fingerprint": fingerprint, "reason": "by its fingerprint"},
                {"fingerprint": "0123456789abcdef", "reason": "of no finding"},
                {"rule": "xmf/*", "path": "ships/*", "expires": "2025-12-31", "reason": "too old"},
            ],
            "budgets": [{"paths": ["**"], "vertices": 1}],
            "overrides": [{"paths": ["ships/1*"], "levels": {"budget/*": "note"}}],
        }

    def finding(self, path):
        return json.loads(self.run_raw("check", "--no-config", "-f", "json", path).out)["findings"][0]

    def configure_mod(self):
        self.write("mod/assetlint.json", json.dumps(self.configuration, indent=1).encode())

    @deep
    def test_suppressions(self):
        self.configure_mod()
        for both in ([], ["--sarif-suppressed", "--show", "note"]):
            whole = self.expect_same([1, 3, 8], ["mod"], both=both)
        found = [(f["rule"], f["path"], f["field"]) for f in json.loads(whole["json"])["findings"]
                 if f["rule"].startswith("config/")]
        sidecars = [("config/unused-suppression", f"mod/ships/{i}.xmf.assetlintignore", "lines[1]") for i in range(6)]
        self.assertEqual(found, [
            ("config/unused-suppression", "mod/assetlint.json", "suppressions[1]"),
            ("config/unused-suppression", "mod/assetlint.json", "suppressions[2]"),
            ("config/unused-suppression", "mod/assetlint.json", "suppressions[3]"),
            ("config/unused-suppression", "mod/assetlint.json", "suppressions[5]"),
            ("config/expired-suppression", "mod/assetlint.json", "suppressions[6]"),
            *sidecars])
        self.expect_same([3], ["--no-config", "mod"])
        self.expect_same([3], ["mod/a.xmf", "mod/clean.xmf", "mod/zz.xmf", "mod/text.txt"])

    def test_what_is_not_judged(self):
        """Each shard sees all files, but counts its own only, so that the parts add up."""
        motion = (ROOT / "corpus/xsm/seeds/good.xsm").read_bytes()
        names = names_here([b"b/\xff\n.xsm", "b/\u00e4.xsm", "b/b.xsm", "c/c.xsm", "d/d.xsm"])
        for name in names:
            self.write(os.fsencode("motions/") + os.fsencode(name), motion)
        whole = self.expect_same([1, 2, 5], ["motions"], both=["--show", "note"])
        counted, = json.loads(whole["json"])["summary"]["notJudged"]
        self.assertEqual((counted["rule"], counted["count"], counted["files"]),
                         ("xsm/no-node-matches", len(names), len(names)))
        self.assertEqual(set(counted), {"rule", "count", "files", "reason"})
        parts, _ = self.shards(len(names), "motions")
        items = [item for part in parts for item in json.loads(self.read(part).splitlines()[-1])["notJudged"]]
        self.assertEqual([item["count"] for item in items], [1] * len(names))

    @deep
    def test_as_many_shards_as_files(self):
        self.configure_mod()
        self.expect_same([2, 30, 100], ["mod"])

    @deep
    def test_baselines(self):
        """Entries that match, that don't, of findings that are also suppressed, and of findings about the configuration."""
        self.configure_mod()
        self.expect(["-q", "--write-baseline", "known.json", "mod"], 0, None, env=FOREVER)
        self.expect_same([1, 3], ["--baseline", "known.json", "mod"], both=["--sarif-suppressed"])
        for number in (0, 1, 3, 5):
            self.write(f"mod/ships/{number}.xmf.a.xmf", meshes.clean())
        whole = self.expect_same([1, 2, 3, 8], ["--baseline", "known.json", "mod"])
        unmatched = [f for f in json.loads(whole["json"])["findings"] if f["rule"] == "baseline/unmatched"]
        self.assertEqual(len(unmatched), 4)
        # This suppression is used now, so the entry of the baseline that says that it is unused is unmatched.
        self.configuration["suppressions"][1]["path"] = "a.xmf"
        self.configure_mod()
        whole = self.expect_same([1, 2, 3, 8], ["--baseline", "known.json", "mod"])
        self.assertTrue(any("assetlint.json" in f["message"] for f in json.loads(whole["json"])["findings"]
                            if f["rule"] == "baseline/unmatched"), whole["text"])
        for name in ("0.json", "mod/known.json", "zz.json"):  # before, between and after the files
            shutil.copy(os.path.join(self.folder, "known.json"), os.path.join(self.folder, name))
            self.expect_same([3], ["--baseline", name, "mod"])
        self.expect_same([3], ["--no-config", "--baseline", "known.json", "mod"])

    @deep
    def test_merge_writes_a_baseline(self):
        self.configure_mod()
        self.expect(["-q", "--write-baseline", "known.json", "mod"], 0, None, env=FOREVER)
        names, _ = self.shards(3, "mod")
        self.expect(["merge", "-q", "--write-baseline", "again.json", *names], 0, None)
        self.assertEqual(self.read("again.json"), self.read("known.json"))
        self.expect_usage(["--shard", "1/2", "--write-baseline", "x", "mod"],
                          "a shard has no baseline of its own: give --write-baseline to merge")

    @deep
    def test_merge_keeps_the_options_of_the_run(self):
        self.configure_mod()
        arguments = ["--show", "error", "--max-per-rule", "1", "--fail-on", "never", "mod"]
        whole = self.reports("check", *arguments, env=FOREVER)
        names, _ = self.shards(3, *arguments)
        self.assert_same(self.merge(names), whole)
        both = ["--show", "note", "--max-per-rule", "0", "--fail-on", "note"]
        self.assert_same(self.merge(names, *both), self.reports("check", *both, "mod", env=FOREVER))

    def test_a_part_holds_everything(self):
        self.configure_mod()
        names, statuses = self.shards(3, "mod", extra=["--show", "error"])
        files = findings = 0
        for number, name in enumerate(names, 1):
            records = [json.loads(line) for line in self.read(name).splitlines()]
            self.assertEqual({record["kind"] for record in records}, {"file", "finding", "summary"})
            self.assertEqual(records[-1]["shard"], f"{number}/3")
            self.assertEqual(records[-1]["exit"], statuses[number - 1])
            files += sum(record["kind"] == "file" for record in records)
            findings += sum(record["kind"] == "finding" for record in records)
        report = self.report("mod", env=FOREVER)
        own = [f for f in report["findings"] if f["path"] == "mod/assetlint.json"]
        self.assertEqual(files, len(report["files"]) - 1)  # the configuration belongs to no shard
        self.assertEqual(findings, len(report["findings"]) - len(own))

    def test_inputs_by_their_number(self):
        names, _ = self.shards(4, "--no-config", "mod")
        paths = sorted(os.fsencode(path) for path, _, files in os.walk(os.path.join(self.folder, "mod"))
                       for path in [os.path.join(os.path.relpath(path, self.folder), name) for name in files])
        for number, name in enumerate(names):
            mine = [os.fsencode(record["path"]) for record in map(json.loads, self.read(name).splitlines())
                    if record["kind"] == "file"]
            wanted = [path for path in paths[number::4] if path.endswith(b".xmf")]
            self.assertEqual([path for path in mine if b"strange" not in path],
                             [path for path in wanted if b"strange" not in path])


class Packages(Case):
    @deep
    def test_entries(self):
        """Findings about entries that are no files have no record of their own; some of them are suppressed."""
        members = [("a.xmf", meshes.warning()), ("A.xmf", meshes.clean()), ("../out.txt", b"x"), ("b.txt", b"x"),
                   ("c/../../d.xmf", meshes.error()), ("B.txt", b"x")]
        for number in range(5):
            self.write(f"mod/{number}.zip", self.zip_of(members))
        self.write("mod/cut.zip", self.zip_of(members)[:200])
        whole = self.expect_same([2, 3], ["--no-config", "mod"], both=["--sarif-suppressed"])
        self.assertIn(b"archive/", whole["text"])
        self.write("mod/assetlint.json", json.dumps({"suppressions": [
            {"rule": "archive/*", "path": "1.zip", "reason": "all of it"},
            {"rule": "archive/path", "member": "../out.txt", "reason": "one entry"},
            {"rule": "archive/case-collision", "reason": "on small disks"}]}).encode())
        for both in ([], ["--sarif-suppressed", "--show", "note"]):
            self.expect_same([1, 3], ["mod"], both=both)
        self.expect(["-q", "--no-config", "--write-baseline", "known.json", "mod"], 3, None)
        self.expect_same([1, 3], ["--no-config", "--baseline", "known.json", "mod"], both=["--sarif-suppressed"])

    @staticmethod
    def zip_of(members):
        out = io.BytesIO()
        with warnings.catch_warnings(), zipfile.ZipFile(out, "w") as pack:
            warnings.simplefilter("ignore")
            for name, content in members:
                pack.writestr(zipfile.ZipInfo(name), content)
        return out.getvalue()


class Nothing(Case):
    @deep
    def test_shards_without_files(self):
        """A shard may be empty, but not all of them."""
        self.write("mod/a.xmf", meshes.clean())
        names, statuses = self.shards(7, "mod")
        self.assertEqual(statuses, [0] * 7)
        self.assertEqual(self.merge(names)["status"], 0)
        self.write("none/a.txt", b"x")
        names, statuses = self.shards(3, "none")
        self.assertEqual(statuses, [0] * 3)
        done = self.run_text("merge", *names)
        self.assertEqual(done, (2, self.run_text("check", "none").out,
                                "assetlint: nothing was checked: no part has a file of a known format\n"
                                "assetlint: --allow-empty makes a run without files succeed\n"))
        self.expect_same([3], ["none"])
        self.expect_same([3], ["--allow-empty", "none"])
        os.mkdir(os.path.join(self.folder, "empty"))
        self.assertEqual(self.shards(2, "empty")[1], [2, 2])
        self.expect_same([2], ["empty"])

    @deep
    def test_unreadable_files(self):
        self.write("mod/a.xmf", meshes.clean())
        self.write("mod/b.xmf", meshes.error())
        whole = self.expect_same([1, 2, 3], ["mod", "mod/absent.xmf"])
        self.assertEqual(whole["status"], 3)
        names, statuses = self.shards(3, "mod", "mod/absent.xmf")
        self.assertEqual(sorted(statuses), [0, 1, 3])
        self.expect_same([2], ["--max-file-size", "100", "mod"])


class Many(Case):
    @deep
    def test_more_parts_than_open_files(self):
        for number in range(150):
            self.write(f"mod/{number}.xmf", meshes.warning() if number % 3 else meshes.clean())
        names, _ = self.shards(150, "mod")
        whole = self.run_raw("check", "-f", "json", "mod")
        limit = lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (32, 32))
        self.assertEqual(self.run_raw("merge", "-f", "json", *names, preexec_fn=limit).out, whole.out)

    @deep
    def test_capped_reports(self):
        """More results than a SARIF file may have, from many parts."""
        for number in range(40):
            self.write(f"mod/{number}.xmf", meshes.warning())
        self.expect_same([7], ["--max-per-rule", "1", "mod"], both=["--max-per-rule", "1"])

    def test_summary_of_a_step(self):
        self.write("mod/a.xmf", meshes.error())
        self.write("mod/b.xmf", meshes.warning())
        names, _ = self.shards(2, "mod")
        for name, arguments in (("whole.md", ["check", "-f", "github", "mod"]), ("merged.md", ["merge", "-f", "github", *names])):
            self.run_raw(*arguments, env={"GITHUB_STEP_SUMMARY": os.path.join(self.folder, name)})
        self.assertIn(b"xmf/index-range", self.read("whole.md"))
        self.assertEqual(self.read("merged.md"), self.read("whole.md"))

    @posix("/dev/stdin")
    def test_pipes(self):
        self.write("mod/a.xmf", meshes.error())
        names, _ = self.shards(2, "mod")
        whole = self.run_raw("check", "-f", "json", "mod")
        piped = self.run_raw("merge", "-f", "json", "/dev/stdin", names[0], input=self.read(names[1]))
        self.assertEqual(piped, whole)

    def test_another_folder(self):
        """URIs are relative to the folder that was checked, also if parts are merged in another folder."""
        self.write("repository/.git/HEAD", b"")
        self.write("repository/mods/a.xmf", meshes.error())
        mods = os.path.join(self.folder, "repository/mods")
        whole = self.run_raw("check", "-f", "sarif", ".", cwd=mods)
        for number in (1, 2):
            self.run_raw("check", "--shard", f"{number}/2", "-f", f"ndjson=../../{number}.ndjson", ".", cwd=mods)
        self.assertEqual(self.run_raw("merge", "-f", "sarif", "2.ndjson", "1.ndjson"), whole)
        other = self.run_raw("merge", "-f", "sarif", "--sarif-root", "repository/mods", "2.ndjson", "1.ndjson")
        self.assertEqual(other.out, self.run_raw("check", "-f", "sarif", "--sarif-root", ".", ".", cwd=mods).out)


class Refusals(Case):
    def setUp(self):
        super().setUp()
        self.write("mod/a.xmf", meshes.error())
        self.write("mod/b.xmf", meshes.clean())
        self.names, _ = self.shards(2, "mod")
        self.first, self.second = (self.read(name).splitlines(keepends=True) for name in self.names)

    def refuse(self, names, message, *arguments):
        done = self.run_text("merge", *arguments, *names)
        self.assertEqual((done.status, done.out, done.err), (2, "", message + "\n"))

    def shard_at(self, lines):
        return f"{len(lines)}:{lines[-1].index(b'shard') + 8}"

    def test_there_is_no_shard_0(self):
        for value in ("0/2", "3/2"):
            self.expect_usage(["--shard", value, "mod"], f"--shard wants I/N, with I from 1 to N, not {value}")

    def test_parts_with_other_options(self):
        one, _ = self.names
        for option in (["--fail-on", "warning"], ["--fail-on", "never"], ["--show", "error"], ["--show", "warning"],
                       ["--max-per-rule", "1"], ["--level", "xmf/truncated=note"]):
            with self.subTest(option):
                other = self.run_raw("-f", "ndjson", "--shard", "2/2", *option, "mod").out
                self.write("other.ndjson", other)
                self.refuse([one, "other.ndjson"], f"other.ndjson:{self.shard_at(other.splitlines())}: this part is of "
                            f"another run than {one}: its options were different")

    def test_the_level_that_fails_is_that_of_the_run(self):
        self.write("soft/a.xmf", meshes.warning())
        self.write("soft/b.xmf", meshes.clean())
        for folder, level, status in (("soft", "warning", 1), ("soft", "error", 0), ("mod", "never", 0), ("mod", "note", 1)):
            with self.subTest(folder, level=level):
                for number in (1, 2):
                    self.write(f"{number}.ndjson", self.run_raw("-f", "ndjson", "--shard", f"{number}/2", "--fail-on", level, folder).out)
                self.expect(["merge", "-q", "1.ndjson", "2.ndjson"], status, None)

    def test_sets(self):
        one, two = self.names
        at = self.shard_at(self.first)
        self.refuse([one], f"{one}:{at}: part 2/2 is missing")
        self.refuse([two], f"{two}:{self.shard_at(self.second)}: part 1/2 is missing")
        shutil.copy(os.path.join(self.folder, one), os.path.join(self.folder, "again.ndjson"))
        self.refuse([one, two, "again.ndjson"], f"again.ndjson:{at}: part 1/2 is given twice, first as {one}")
        self.refuse([one, one], f"{one}:{at}: part 1/2 is given twice, first as {one}")
        three, _ = self.shards(3, "mod")
        self.refuse([one, three[1]],
                    f"{three[1]}:{self.shard_at(self.read(three[1]).splitlines())}: this part is one of 3, "
                    f"but {one} is one of 2")
        self.refuse(three[:1], f"{three[0]}:{self.shard_at(self.read(three[0]).splitlines())}: part 2/3 is missing, "
                    "and it is not the only one")

    def test_other_runs(self):
        one, two = self.names
        self.write("mod/c.txt", b"one more")
        self.run_raw("check", "--shard", "2/2", "-f", "ndjson=other.ndjson", "-f", "lines", "mod", env=FOREVER)
        self.refuse([one, "other.ndjson"], f"other.ndjson:{self.shard_at(self.read('other.ndjson').splitlines())}: this "
                    f"part is of another run than {one}: its files to check were different")
        os.remove(os.path.join(self.folder, "mod/c.txt"))
        self.run_raw("check", "--shard", "2/2", "--ignore", "xmf/*", "-f", "ndjson=other.ndjson", "mod", env=FOREVER)
        at = self.shard_at(self.read("other.ndjson").splitlines())
        self.refuse([one, "other.ndjson"], f"other.ndjson:{at}: this part is of another run than {one}: its options "
                    "were different")

    @deep
    def test_broken_parts(self):
        one = self.names[0]
        last = len(self.first)
        summary = self.first[-1]
        cut = "this part is cut: "
        place = lambda text: summary.index(text) + 1
        for content, message in (
                (b"", "1:1: this part is empty"),
                (b"{}", f"1:1: {cut}its last line doesn't end"),
                (b"{}\n", f"1:1: {cut}its last line is not a summary"),
                (b"\x00\xff\n", "1:1: expected a value"),
                (b"".join(self.first)[:-1], f"{last}:1: {cut}its last line doesn't end"),
                (b"".join(self.first[:-1]), f"{last - 1}:1: {cut}its last line is not a summary"),
                (b"".join(self.first[1:]), '1:9: "file" was expected, not "finding"'),
                (b"".join(self.first[:1] + self.first[-1:]),
                 f"2:1: {cut}its summary has other counts"),
                (b"".join(self.first[:-1] + [summary, summary]), f"{last}:9: \"file\" was expected, not \"summary\""),
                (b"".join(self.first[:1] + [b"{\n"] + self.first[1:]), "2:2: unexpected end of the file"),
                (b"".join(self.first[:1] + [b"\n"] + self.first[1:]), "2:1: unexpected end of the file"),
                (self.first[0].replace(b'"size":', b'"siz":') + b"".join(self.first[1:]),
                 f"1:{self.first[0].index(b'size') }: unknown key \"siz\"; did you mean \"size\"?"),
                (b"".join(self.first[:-1]) + summary.replace(b'"exit":1', b'"exit":4'),
                 f"{last}:{place(b'exit') + 6}: an exit status is 0 to 3"),
                (b"".join(self.first[:-1]) + summary.replace(b'"1/2"', b'"3/2"'),
                 f"{last}:{place(b'shard') + 7}: a shard is I/N, with I from 1 to N"),
                (b"".join(self.first[:-1]) + summary.replace(b'"name":"assetlint"', b'"name":"eslint"'),
                 f"{last}:{place(b'name') + 6}: \"assetlint\" was expected, not \"eslint\""),
                (b"".join(self.first[:-1]) + summary.replace(b'"version":"', b'"version":"9'),
                 f"{last}:{place(b'version') + 9}: this part is of assetlint 90.1.0, and this is assetlint 0.1.0"),
                (b"".join(self.first[:1]) + b"".join(self.first[1:]).replace(b"xmf/", b"xmg/", 1), None),
                (b"".join(self.first[:1]) + b"".join(self.first[1:]).replace(b'"path":"mod/a.xmf"', b'"path":"mod/b.xmf"', 1),
                 "2:1: this finding is about another file than the record before it"),
                (b"".join(self.first[:-1]).replace(b"mod/a", b"mod/\\u001b[31ma") + summary, "1:23: this text is not fit to print"),
                (b"".join(self.first).replace(b"mod/a", b"mod/\xc2\x9ba"), None),
        ):
            with self.subTest(content[-200:]):
                self.write(one, content)
                if message is not None:
                    self.refuse(self.names, f"{one}:{message}")
                else:
                    done = self.run_text("merge", *self.names)
                    self.assertEqual((done.status, done.out), (2, ""))
                    self.assertRegex(done.err, rf"\A{one}:\d+:\d+: [^\n]+\n\Z")

    def test_order(self):
        one, two = self.names
        self.write(two, b"".join(self.second).replace(b"mod/b.xmf", b"mod/a.xmf"))
        self.refuse([one, two], f"{two}:1:1: this file is out of order, or in another part as well")

    def test_confidence(self):
        """A finding may be less certain than its rule: then the merged report says so, too."""
        one, two = self.names
        certain = b'"confidence":"certain"'
        at = self.first[1].index(certain) + len(b'"confidence":') + 1
        self.write(one, b"".join(self.first).replace(certain, b'"confidence":"possible"'))
        findings = json.loads(self.run_text("merge", "-f", "json", one, two).out)["findings"]
        self.assertEqual({finding["confidence"] for finding in findings}, {"possible"})
        self.write(one, b"".join(self.first).replace(certain, b'"confidence":"sure"'))
        self.refuse([one, two], f'{one}:2:{at}: "sure" is not a confidence')

    def test_files_that_are_not_parts(self):
        one = self.names[0]
        self.run_raw("check", "-f", "ndjson=whole.ndjson", "mod")
        lines = len(self.read("whole.ndjson").splitlines())
        self.refuse([one, "whole.ndjson"],
                    f"whole.ndjson:{lines}:1: this is not a part of a run: check --shard I/N writes parts")
        self.refuse([one, "absent.ndjson"], "absent.ndjson:1:1: no such file or folder")
        self.refuse([one, "mod"], "mod:1:1: this is a folder, not a part")
        self.refuse([one, "mod/a.xmf"], "mod/a.xmf:1:1: this part is cut: its last line doesn't end")

    def test_reports_stay_as_they_were(self):
        self.write("report.json", b"before")
        self.refuse(self.names[:1], f"{self.names[0]}:{self.shard_at(self.first)}: part 2/2 is missing",
                    "-f", "json=report.json")
        self.assertEqual(self.read("report.json"), b"before")

    @deep
    def test_usage(self):
        for arguments, message in (
                (["merge"], "nothing to merge: name the parts that check --shard wrote"),
                (["merge", "-f", "ndjson=" + self.names[0], *self.names],
                 f"{self.names[0]} is a part: no report is written over it"),
                (["merge", "-f", "json=a", "-f", "lines=a", "x"], "two formats for one file: a"),
                (["merge", "--fail-on", "fatal", "x"], "--fail-on wants error, warning, note or never, not fatal"),
                (["merge", "--select", "xmf/*", "x"], "unknown option --select"),
                *((["--shard", value, "mod"], f"--shard wants I/N, with I from 1 to N, not {value}")
                  for value in ("", "1", "0/2", "3/2", "1/0", "a/2", "1/2/3", "-1/2", "1/", "/2", "1 /2")),
        ):
            with self.subTest(arguments):
                self.expect_usage(arguments, message)
        self.assertEqual(self.run_text("merge", "--help").out.splitlines()[0], "Usage: assetlint merge [OPTIONS] PART...")


class Recipes(Case):
    """The recipes of docs/scale.md, unchanged."""

    def setUp(self):
        super().setUp()
        for number in range(5):
            self.write(f"mod/{number}.xmf", meshes.error())
        self.write("mod/warning.xmf", meshes.warning())
        os.mkdir(os.path.join(self.folder, "bin"))
        os.symlink(case.PROGRAM, os.path.join(self.folder, "bin/assetlint"))
        self.whole = self.run_raw("check", "-f", "text", "-f", "sarif=whole.sarif", "mod/")

    def recipe(self, language):
        text, = re.findall(rf"```{language}\n(.*?)```", DOCUMENT, re.DOTALL)
        return text

    def shell(self, commands):
        environment = case.clean_environment({"PATH": os.path.join(self.folder, "bin") + os.pathsep + os.environ["PATH"],
                                                  "HOME": self.folder})
        return subprocess.run(["bash", "-e", "-o", "pipefail", "-c", commands], cwd=self.folder, env=environment,
                              stdin=subprocess.DEVNULL, capture_output=True, timeout=case.SECONDS)

    def expect_undivided(self, done):
        self.assertEqual((done.returncode, done.stdout), (self.whole.status, self.whole.out), done)
        self.assertEqual(self.read("assetlint.sarif"), self.read("whole.sarif"))

    def test_the_first(self):
        commands, = re.findall(r"\n\n((?:    assetlint .*\n)+)", DOCUMENT)
        done = self.shell(f"set +e\n{commands}")
        self.assertEqual((done.returncode, done.stderr), (1, b""))
        self.assertEqual(self.read("mod.sarif"), self.read("whole.sarif"))

    @unittest.skipUnless(shutil.which("parallel"), "parallel: GNU parallel is missing")
    def test_parallel(self):
        self.expect_undivided(self.shell(self.recipe("sh")))

    @unittest.skipUnless(yaml, "yaml: the Python module is missing")
    def test_workflow(self):
        jobs = yaml.safe_load(self.recipe("yaml"))["jobs"]
        check, report = jobs["check"], jobs["report"]
        self.assertEqual(report["needs"], "check")
        shards = check["strategy"]["matrix"]["shard"]
        (checking,), (upload,) = self.steps(check, "run"), self.steps(check, "upload-artifact")
        (merging,), (download,) = self.steps(report, "run"), self.steps(report, "download-artifact")
        os.mkdir(os.path.join(self.folder, download["with"]["path"]))
        for shard in shards:
            of_shard = lambda text: text.replace("${{ matrix.shard }}", str(shard))
            self.assertEqual(self.shell(of_shard(checking["run"])).returncode, 0)
            self.assertTrue(fnmatch.fnmatch(of_shard(upload["with"]["name"]), download["with"]["pattern"]))
            name = of_shard(upload["with"]["path"])
            os.rename(os.path.join(self.folder, name), os.path.join(self.folder, download["with"]["path"], name))
        self.expect_undivided(self.shell(merging["run"]))
        sarif, = self.steps(report, "upload-sarif")
        self.assertTrue(os.path.exists(os.path.join(self.folder, sarif["with"]["sarif_file"])))

    def steps(self, job, what):
        return [step for step in job["steps"] if what in step or what in step.get("uses", "")]


if __name__ == "__main__":
    sys.exit(case.main(sys.modules[__name__]))
