#!/usr/bin/env python3
"""test_shards.py: the findings of all shards together are those of one run.

    test_shards.py --program PATH [--only quick|deep] [TEST...]

The recipes of docs/scale.md are run unchanged: two need GNU parallel, one the Python module yaml; if either is
missing, its tests are skipped. The last line is `N passed, N failed, N skipped`.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import unittest

import meshes
import case
from case import deep, names_here, not_under_tsan, ROOT

try:
    import yaml
except ImportError:
    yaml = None

DOCUMENT = (ROOT / "docs/scale.md").read_text(encoding="utf-8")
FOREVER = {"SOURCE_DATE_EPOCH": "1767225600"}  # 2026-01-01
ADDED = ("files", "clean", "errors", "warnings", "notes", "unreadable", "suppressed")
OWN = ("config", "baseline")  # the formats of findings about assetlint's own files


def records_of(ndjson, kind):
    """The records of a kind, as sorted lines."""
    return sorted(line for line in ndjson.decode().splitlines() if json.loads(line)["kind"] == kind)


def summaries_of(ndjson):
    return [json.loads(line) for line in records_of(ndjson, "summary")]


class Case(case.Case):
    def ndjson(self, *arguments, status=(0, 1, 3)):
        done = self.run_raw("check", "-f", "ndjson", *arguments, env=FOREVER)
        self.assertIn(done.status, status, done)
        return done

    def shards(self, count, *arguments, **options):
        return [self.ndjson("--shard", f"{number}/{count}", *arguments, **options) for number in range(1, count + 1)]

    def expect_same(self, counts, *arguments):
        """Expects that all shards together find what one run finds. Returns its report."""
        whole = self.ndjson(*arguments)
        for count in counts:
            with self.subTest(count=count, arguments=arguments):
                shards = self.shards(count, *arguments)
                self.assertEqual(max(shard.status for shard in shards), whole.status)
                self.expect_report(b"".join(shard.out for shard in shards), whole.out)
        return whole.out

    def expect_report(self, joined, whole):
        for kind in ("file", "finding"):
            self.assertEqual(records_of(joined, kind), records_of(whole, kind))
        total, = summaries_of(whole)
        for key in ADDED:
            self.assertEqual(sum(part[key] for part in summaries_of(joined)), total[key], key)


class Corpus(Case):
    """All seeds and fixtures, including packages and whole mods."""

    def setUp(self):
        super().setUp()
        for name in ("corpus", "build/fixtures"):
            os.makedirs(os.path.dirname(os.path.join(self.folder, name)), exist_ok=True)
            os.symlink(ROOT / name, os.path.join(self.folder, name))

    @deep
    def test_eight_shards(self):
        whole = self.expect_same([8], "build/fixtures/", "corpus/")
        self.assertGreater(summaries_of(whole)[0]["files"], 1000)

    @deep
    @not_under_tsan("minutes")
    def test_any_number_of_shards(self):
        self.expect_same([1, 3, 100], "build/fixtures/", "corpus/")

    @deep
    def test_options(self):
        """A shard is an ordinary run: its report has what the options leave."""
        for options in (["--show", "error", "--max-per-rule", "1"], ["--fail-on", "note"], ["--select", "xmf/*"], ["--game", "x4"]):
            self.expect_same([3], *options, "build/fixtures/x4/", "build/fixtures/archive/", "build/fixtures/xmf/")


class Mod(Case):
    """A mod with suppressions, ignore files and budgets: one shard alone can't decide most of them."""

    def setUp(self):
        super().setUp()
        for number in range(6):
            self.write(f"mod/ships/{number}.xmf", meshes.error())
            self.write(f"mod/ships/{number}.xmf.assetlintignore", b"xmf/index-range # known\nxmf/data-range\n")
        self.write("mod/a.xmf", meshes.error())
        self.write("mod/clean.xmf", meshes.clean())
        self.write("mod/zz.xmf", meshes.error())
        for name in names_here(["mod/strange\xff\n.xmf".encode("latin-1")]):
            self.write(name, meshes.error())
        self.write("mod/text.txt", b"nothing of ours")
        self.suppressions = [
            {"rule": "xmf/index-range", "path": "a.xmf", "reason": "used by one shard"},
            {"rule": "xmf/*", "path": "clean.xmf", "reason": "used by no shard"},
            {"rule": "xmf/index-range", "path": "z*", "reason": "used by the last shard"},
            {"rule": "xmf/data-range", "reason": "its rule ran everywhere, but it is unused"},
            {"rule": "xmf/*", "path": "absent.xmf", "reason": "for a file that is not there"},
            {"rule": "xmf/*", "path": "ships/*", "expires": "2025-12-31", "reason": "too old"},
        ]

    def configure_mod(self):
        self.write("mod/assetlint.json", json.dumps({"suppressions": self.suppressions}, indent=1).encode())

    def own(self, ndjson):
        """The rule and field of each finding about the configuration or the baseline."""
        findings = [json.loads(line) for line in records_of(ndjson, "finding")]
        return [(f["rule"], f["field"]) for f in findings if f["format"] in OWN and "assetlintignore" not in f["path"]]

    def test_without_configuration(self):
        self.expect_same([1, 3, 30], "--no-config", "mod")

    def test_the_first_shard_reports_on_the_configuration(self):
        """What only the whole run could know is not told; files that aren't there are."""
        self.configure_mod()
        expired, absent = ("config/expired-suppression", "suppressions[5]"), ("config/unused-suppression", "suppressions[4]")
        one, two, three = (self.own(shard.out) for shard in self.shards(3, "mod"))
        self.assertEqual((sorted(one), two, three), ([expired, absent], [], []))
        whole = self.ndjson("mod").out
        unused = [("config/unused-suppression", f"suppressions[{number}]") for number in (1, 3, 4)]
        self.assertEqual(sorted(self.own(whole)), [expired, *unused])
        [alone] = self.shards(1, "mod")
        self.assertEqual(sorted(self.own(alone.out)), sorted(self.own(whole)))

    def test_the_first_shard_knows_its_own_files(self):
        """A suppression for one file is unused when that file was checked by the first shard."""
        self.suppressions = [{"rule": "xmf/*", "path": "clean.xmf", "reason": "x"}]
        self.configure_mod()
        paths = sorted(name for name in os.listdir(os.path.join(self.folder, "mod")))
        number = paths.index("clean.xmf")
        for count in (2, 3, 5):
            told = [len(self.own(shard.out)) for shard in self.shards(count, "mod")]
            self.assertEqual(told, [int(number % count == 0)] + [0] * (count - 1), count)

    def test_suppressed_findings_and_ignore_files(self):
        self.suppressions = self.suppressions[:1] + self.suppressions[2:3]
        self.configure_mod()
        self.expect_same([1, 3, 30], "mod")

    def test_baselines(self):
        self.expect(["-q", "--no-config", "--write-baseline", "known.json", "mod"], 0, None, env=FOREVER)
        arguments = ["--no-config", "--baseline", "known.json", "mod"]
        self.expect_same([1, 3], *arguments)
        os.remove(os.path.join(self.folder, "mod/ships/3.xmf"))
        self.write("mod/a.xmf", meshes.clean())     # file 0: of the first shard
        self.write("mod/zz.xmf", meshes.clean())    # the last file, of another shard
        told = [self.own(shard.out) for shard in self.shards(2, *arguments)]
        self.assertEqual([len(own) for own in told], [2, 0])
        self.assertEqual(len(self.own(self.ndjson(*arguments).out)), 3)
        self.expect_usage(["--shard", "1/2", "--write-baseline", "x", "mod"],
                          "a shard knows only its own findings: write the baseline without --shard")

    def test_a_baseline_with_findings_on_the_configuration(self):
        """A shard doesn't tell all of them, so the entries about them aren't unmatched."""
        self.configure_mod()
        self.expect(["-q", "--write-baseline", "known.json", "mod"], 0, None, env=FOREVER)
        for shard in self.shards(3, "--baseline", "known.json", "mod"):
            self.assertEqual((shard.status, records_of(shard.out, "finding")), (0, []))

    def test_what_is_not_judged(self):
        """Each shard sees all files, but counts its own only."""
        motion = (ROOT / "corpus/xsm/seeds/good.xsm").read_bytes()
        names = ["b/b.xsm", "c/c.xsm", "d/d.xsm"]
        for name in names:
            self.write("motions/" + name, motion)
        for shard in self.shards(3, "motions"):
            counted, = summaries_of(shard.out)[0]["notJudged"]
            self.assertEqual((counted["rule"], counted["count"], counted["files"]), ("xsm/no-node-matches", 1, 1))

    def test_reports_name_the_shard(self):
        for number in (1, 2):
            self.run_raw("check", "--shard", f"{number}/2", "-f", "json=r.json", "-f", "ndjson=r.ndjson", "-f", "sarif=r.sarif", "mod")
            self.assertEqual(json.loads(self.read("r.json"))["summary"]["shard"], f"{number}/2")
            self.assertEqual(summaries_of(self.read("r.ndjson"))[0]["shard"], f"{number}/2")
            details = json.loads(self.read("r.sarif"))["runs"][0]["automationDetails"]
            self.assertEqual(details, {"id": f"assetlint/shard-{number}-of-2/"})
        self.assertNotIn("shard", self.report("mod")["summary"])

    def test_inputs_by_their_number(self):
        paths = sorted(os.fsencode(path) for path, _, files in os.walk(os.path.join(self.folder, "mod"))
                       for path in [os.path.join(os.path.relpath(path, self.folder), name) for name in files])
        for number, shard in enumerate(self.shards(4, "--no-config", "mod")):
            mine = [json.loads(line)["path"].encode() for line in records_of(shard.out, "file")]
            wanted = [path for path in paths[number::4] if path.endswith(b".xmf")]
            self.assertEqual([path for path in mine if b"strange" not in path],
                             [path for path in wanted if b"strange" not in path])

    def test_usage(self):
        for value in ("", "1", "0/2", "3/2", "1/0", "a/2", "1/2/3", "-1/2", "1/", "/2", "1 /2"):
            self.expect_usage(["--shard", value, "mod"], f"--shard wants I/N, with I from 1 to N, not {value}")


class Nothing(Case):
    def test_shards_without_files(self):
        """A shard may be empty."""
        self.write("mod/a.xmf", meshes.clean())
        self.assertEqual([shard.status for shard in self.shards(3, "mod")], [0] * 3)
        os.mkdir(os.path.join(self.folder, "empty"))
        self.assertEqual([shard.status for shard in self.shards(2, "empty", status=[2])], [2, 2])

    def test_unreadable_files(self):
        self.write("mod/a.xmf", meshes.clean())
        self.write("mod/b.xmf", meshes.error())
        self.expect_same([1, 2, 3], "mod", "mod/absent.xmf")
        self.assertEqual(sorted(shard.status for shard in self.shards(3, "mod", "mod/absent.xmf")), [0, 1, 3])


@deep
class Recipes(Case):
    """The recipes of docs/scale.md, unchanged."""

    def setUp(self):
        super().setUp()
        os.mkdir(os.path.join(self.folder, "bin"))
        os.symlink(case.PROGRAM, os.path.join(self.folder, "bin/assetlint"))

    def recipe(self, language, number=0):
        return re.findall(rf"```{language}\n(.*?)```", DOCUMENT, re.DOTALL)[number]

    def fill(self, folder):
        for number in range(3):
            self.write(f"{folder}/{number}.xmf", meshes.error())
        self.write(f"{folder}/warning.xmf", meshes.warning())
        self.write(f"{folder}/clean.xmf", meshes.clean())

    def shell(self, commands):
        environment = case.clean_environment({"PATH": os.path.join(self.folder, "bin") + os.pathsep + os.environ["PATH"],
                                              "HOME": self.folder})
        return subprocess.run(["bash", "-e", "-o", "pipefail", "-c", commands], cwd=self.folder, env=environment,
                              stdin=subprocess.DEVNULL, capture_output=True, timeout=case.SECONDS)

    def expect_recipe(self, number, folder):
        whole = self.ndjson(folder)
        done = self.shell(self.recipe("sh", number))
        self.assertEqual(done.returncode, whole.status, done)
        self.expect_report(self.read("report.ndjson"), whole.out)
        self.assertIn(b"FAILED: ", done.stdout)

    @unittest.skipUnless(shutil.which("parallel"), "parallel: GNU parallel is missing")
    def test_many_mods(self):
        self.write("mods/.git", b"")  # fingerprints count from here, whether one mod is checked or all
        for name in ("one", "two mods'", "$three"):
            self.fill(f"mods/{name}")
        self.expect_recipe(0, "mods")

    @unittest.skipUnless(shutil.which("parallel"), "parallel: GNU parallel is missing")
    def test_the_worst_status_counts(self):
        self.fill("mods/one")
        self.write("mods/two/a.zip", b"PK\3\4")  # can't be opened
        self.assertEqual(self.shell(self.recipe("sh", 0)).returncode, 3)
        shutil.rmtree(os.path.join(self.folder, "reports"))
        shutil.rmtree(os.path.join(self.folder, "mods"))
        self.write("mods/one/a.xmf", meshes.clean())
        self.assertEqual(self.shell(self.recipe("sh", 0)).returncode, 0)
        shutil.rmtree(os.path.join(self.folder, "reports"))
        os.remove(os.path.join(self.folder, "bin/assetlint"))
        self.write("mods/killed/a.xmf", meshes.clean())
        self.write("bin/assetlint", f'#!/bin/sh\ncase "$*" in *killed*) kill -9 $$;; esac\nexec {case.PROGRAM} "$@"\n'.encode())
        os.chmod(os.path.join(self.folder, "bin/assetlint"), 0o755)
        self.assertEqual(self.shell(self.recipe("sh", 0)).returncode, 3)

    @unittest.skipUnless(shutil.which("parallel"), "parallel: GNU parallel is missing")
    def test_one_large_tree(self):
        for number in range(4):
            self.fill(f"mod/{number}")
        self.write("mod/assetlint.json", json.dumps({"suppressions": [
            {"rule": "xmf/*", "path": "gone.xmf", "reason": "x"}, {"rule": "xmf/*", "path": "0/0.xmf", "reason": "x"}]}).encode())
        self.expect_recipe(1, "mod/")

    @unittest.skipUnless(yaml, "yaml: the Python module is missing")
    def test_workflow(self):
        """Each job uploads a SARIF of its own name; together they have the results of one run."""
        self.fill("mod")
        self.run_raw("check", "-f", "sarif=whole.sarif", "-q", "mod/")
        check = yaml.safe_load(self.recipe("yaml"))["jobs"]["check"]
        (checking,), (upload,) = ([step for step in check["steps"] if what in step or what in step.get("uses", "")]
                                  for what in ("run", "upload-sarif"))
        names, results = set(), []
        for shard in check["strategy"]["matrix"]["shard"]:
            self.assertIn(self.shell(checking["run"].replace("${{ matrix.shard }}", str(shard))).returncode, (0, 1))
            log = json.loads(self.read(upload["with"]["sarif_file"]))["runs"][0]
            names.add(log["automationDetails"]["id"])
            results += self.results(log)
        self.assertEqual(len(names), len(check["strategy"]["matrix"]["shard"]))
        self.assertEqual(sorted(results), sorted(self.results(json.loads(self.read("whole.sarif"))["runs"][0])))

    @staticmethod
    def results(log):
        return [json.dumps({key: value for key, value in result.items() if key != "ruleIndex"}) for result in log["results"]]


if __name__ == "__main__":
    sys.exit(case.main(sys.modules[__name__]))
