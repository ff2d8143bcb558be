#!/usr/bin/env python3
"""action_test.py: tests action.yml, its script in the environment that GitHub sets up, and the hook of pre-commit.

    action_test.py --program PATH [TEST...]

Tests that need PyYAML are skipped if it isn't installed. The last line is `N passed, N failed, N skipped`.
"""

import hashlib
import io
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tarfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "cli"))

import meshes  # noqa: E402
import case  # noqa: E402
from case import ROOT  # noqa: E402

try:
    import yaml
except ImportError:
    yaml = None

SCRIPT = ROOT / "ci/action.sh"
INPUTS = {"paths", "args", "sarif", "version", "sha256"}


class Script(case.Case):
    def setUp(self):
        super().setUp()
        for name in ("output", "path", "summary", "temp/.keep"):
            self.write(name, b"")
        self.temp = os.path.join(self.folder, "temp")
        self.program = os.path.join(self.temp, "assetlint/bin/assetlint")

    def take_program(self):
        os.makedirs(os.path.dirname(self.program))
        os.symlink(case.PROGRAM, self.program)

    def step(self, name, **given):
        in_folder = {"GITHUB_OUTPUT": "output", "GITHUB_PATH": "path", "GITHUB_STEP_SUMMARY": "summary",
                     "RUNNER_TEMP": "temp"}
        environment = case.clean_environment({**{key: os.path.join(self.folder, value)
                                                     for key, value in in_folder.items()},
                                                  "RUNNER_OS": "Linux", "RUNNER_ARCH": "X64", **given})
        done = subprocess.run(["bash", SCRIPT, name], cwd=self.folder, env=environment, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=case.SECONDS, text=True,
                              check=False)
        return case.Run(done.returncode, done.stdout, done.stderr)

    def outputs(self):
        return self.read("output").decode()


class Check(Script):
    def setUp(self):
        super().setUp()
        self.take_program()
        self.write("mod/a.xmf", meshes.error())
        self.write("mod/b.xmf", meshes.clean())

    def parts(self, done):
        """The report, between the commands that switch commands off and on, and the annotations."""
        match = re.fullmatch(r"::stop-commands::([0-9a-f-]{36})\n(.*)^::\1::\n(.*)", done.out, re.DOTALL | re.MULTILINE)
        self.assertIsNotNone(match, done)
        return match.group(2), match.group(3)

    def test_report_and_outputs(self):
        done = self.step("check", PATHS="mod", SARIF="out.sarif")
        self.assertEqual(done.status, 1, done)
        text, annotations = self.parts(done)
        self.assertEqual(text, self.run_text("mod").out)
        self.assertEqual(annotations, self.run_text("-f", "github", "mod").out)
        self.assertEqual(self.outputs(), "sarif=out.sarif\nexit=1\n")
        self.assertEqual(self.read("out.sarif"), self.run_raw("-f", "sarif", "mod").out)
        self.assertEqual(self.read("summary").count(b"## assetlint: FAILED"), 1)
        self.assertEqual(set(os.listdir(self.temp)), {".keep", "assetlint"})

    def test_clean(self):
        done = self.step("check", PATHS="mod/b.xmf", SARIF="out.sarif")
        self.assertEqual((done.status, self.parts(done)[1], self.outputs()), (0, "", "sarif=out.sarif\nexit=0\n"))
        self.assertIn(b"## assetlint: OK", self.read("summary"))

    def test_no_sarif(self):
        done = self.step("check", PATHS="mod", SARIF="")
        self.assertEqual((done.status, self.outputs()), (1, "exit=1\n"))

    def test_one_path_per_line(self):
        self.write("my mod/c d.xmf", meshes.error())
        self.write("-q.xmf", meshes.error())
        text, _ = self.parts(self.step("check", PATHS="my mod\n\n-q.xmf\nmod/b.xmf\n"))
        self.assertEqual(text, self.run_text("--", "my mod", "-q.xmf", "mod/b.xmf").out)
        self.assertIn("FAILED: 3 files checked: 2 with errors", text)

    def test_without_paths_checks_the_folder(self):
        self.assertEqual(self.parts(self.step("check"))[0], self.run_text(".").out)

    def test_args(self):
        for args, same in (("--fail-on never --show note", ["--fail-on", "never", "--show", "note"]),
                           ("--ignore */index-range\n  --max-per-rule=1\n", ["--ignore=*/index-range", "--max-per-rule=1"]),
                           ("--exclude 'a b/**' --quiet", ["--exclude", "a b/**", "-q"]), ("", [])):
            done, wanted = self.step("check", PATHS="mod", ARGS=args), self.run_text(*same, "mod")
            self.assertEqual((done.status, self.parts(done)[0]), (wanted.status, wanted.out), args)

    def test_nothing_is_evaluated(self):
        evil = "$(touch hit) `touch hit`; touch hit & touch hit | touch hit ${IFS}"
        for given in ({"PATHS": evil}, {"ARGS": evil}, {"PATHS": "mod", "SARIF": evil.replace("/", "")},
                      {"PATHS": "mod\n$(touch hit)\n`touch hit`"}, {"PATHS": "mod", "ARGS": "--select $(touch${IFS}hit)"}):
            done = self.step("check", **given)
            self.assertFalse(os.path.exists(os.path.join(self.folder, "hit")), given)
            self.assertIn(done.status, (1, 2, 3), given)
        self.assertEqual(self.step("check", ARGS="--exclude 'open").status, 2)

    def test_names_cannot_run_commands(self):
        self.write("::add-mask::x.xmf", meshes.error())
        self.write("##[add-mask]y.xmf", meshes.error())
        text, annotations = self.parts(self.step("check", PATHS="::add-mask::x.xmf\n##[add-mask]y.xmf"))
        self.assertIn("\n./::add-mask::x.xmf\n", "\n" + text)
        self.assertIn("\n#\\x23[add-mask]y.xmf\n", "\n" + text)
        for line in annotations.splitlines():
            self.assertTrue(line.startswith("::error file="), line)

    def test_names_cannot_add_outputs(self):
        self.step("check", PATHS="mod", SARIF="out.sarif\nexit=0")
        for line in self.outputs().splitlines():
            self.assertRegex(line, "^(exit=1|sarif=out.sarifexit=0)$")

    def test_wrong_usage(self):
        done = self.step("check", ARGS="--nonsense", SARIF="out.sarif")
        self.assertEqual((done.status, self.outputs()), (2, "exit=2\n"))
        self.assertIn("unknown option --nonsense", done.err)


class Install(Script):
    """Replaces curl by a script that hands out a release and writes down the requested addresses."""

    CURL = """#!/bin/bash
printf '%s\\n' "$@" >"$CURL_LOG"
while [ "$1" != --output ]; do shift; done
cp "$CURL_FILE" "$2"
"""

    def setUp(self):
        super().setUp()
        self.write("bin/curl", self.CURL.encode())
        os.chmod(os.path.join(self.folder, "bin/curl"), 0o755)
        archive = io.BytesIO()
        with tarfile.open(fileobj=archive, mode="w:gz") as tar:
            script = b"#!/bin/sh\necho assetlint 1.2.3\n"
            for name, mode in (("assetlint-1.2.3/share/doc/assetlint", 0o644), ("assetlint-1.2.3/bin/assetlint", 0o755)):
                entry = tarfile.TarInfo(name)
                entry.size, entry.mode = len(script), mode
                tar.addfile(entry, io.BytesIO(script))
        self.write("release.tar.gz", archive.getvalue())
        self.sum = hashlib.sha256(archive.getvalue()).hexdigest()

    def install(self, **given):
        return self.step("install", PATH=f"{self.folder}/bin:{os.environ['PATH']}", REPOSITORY="some/where",
                         CURL_LOG=f"{self.folder}/asked", CURL_FILE=f"{self.folder}/release.tar.gz", **given)

    def test_a_release(self):
        done = self.install(VERSION="1.2.3", SHA256=self.sum)
        self.assertEqual((done.status, done.out), (0, "assetlint 1.2.3\n"), done)
        asked = self.read("asked").decode().splitlines()
        self.assertEqual(asked[-1],
                         "https://github.com/some/where/releases/download/v1.2.3/assetlint-1.2.3-linux-x86_64.tar.gz")
        self.assertIn("--fail", asked)
        self.assertEqual(self.read("path").decode(), os.path.dirname(self.program) + "\n")

    def test_one_for_each_architecture(self):
        self.assertEqual(self.install(VERSION="1.2.3", SHA256=self.sum, RUNNER_ARCH="ARM64").status, 0)
        self.assertIn(b"-linux-arm64.tar.gz", self.read("asked"))
        done = self.install(VERSION="1.2.3", SHA256=self.sum, RUNNER_ARCH="ARM", RUNNER_TEMP=f"{self.folder}/sub")
        self.assertEqual(done.status, 2)
        self.assertIn("there is no release for ARM", done.err)

    def test_no_such_release(self):
        self.write("bin/curl", b"#!/bin/sh\necho 'curl: (22) The requested URL returned error: 404' >&2\nexit 22\n")
        done = self.install(VERSION="9.9.9", SHA256=self.sum)
        self.assertEqual((done.status, done.out), (2, ""))
        self.assertEqual(done.err.splitlines(), [
            "curl: (22) The requested URL returned error: 404",
            "assetlint: https://github.com/some/where/releases/download/v9.9.9/assetlint-9.9.9-linux-x86_64.tar.gz can't be "
            "downloaded. If there is no release 9.9.9, take one from https://github.com/some/where/releases, or leave version "
            "and sha256 empty: that builds the version of the action"])
        self.assertEqual(os.listdir(self.temp), [".keep"])

    def test_wrong_checksum(self):
        done = self.install(VERSION="1.2.3", SHA256="0" * 64)
        self.assertEqual((done.status, done.out), (2, ""))
        self.assertIn("has another SHA-256", done.err)
        self.assertFalse(os.path.exists(self.program))
        self.assertEqual(os.listdir(self.temp), [".keep"])

    def test_invalid_versions_and_checksums(self):
        for given in ({"VERSION": "1.2.3"}, {"VERSION": "1.2.3", "SHA256": "abc"}, {"VERSION": "../x", "SHA256": self.sum},
                      {"VERSION": "1.2.3\n4.5.6", "SHA256": self.sum}):
            done = self.install(**given)
            self.assertEqual((done.status, done.out), (2, ""), given)
        self.assertFalse(os.path.exists(os.path.join(self.folder, "asked")))

    def test_installed_program_is_kept(self):
        self.take_program()
        done = self.install(VERSION="1.2.3", SHA256=self.sum)
        self.assertEqual((done.status, done.out), (0, self.run_text("--version").out))
        self.assertFalse(os.path.exists(os.path.join(self.folder, "asked")))

    def test_keys(self):
        keys = []
        for given in ({}, {}, {"RUNNER_ARCH": "ARM64"}, {"VERSION": "1.2.3", "SHA256": self.sum},
                      {"VERSION": "1.2.3", "SHA256": "0" * 64}):
            self.write("output", b"")
            self.assertEqual(self.step("key", **given).status, 0)
            keys.append(self.outputs())
            self.assertRegex(keys[-1], r"\Akey=assetlint-linux-(X64|ARM64)-[0-9a-f.-]{64,}\n\Z")
        self.assertEqual(keys[0], keys[1])
        self.assertEqual(len(set(keys)), 4)

    def test_other_steps(self):
        self.assertEqual(self.step("nonsense").status, 2)


class Hook(case.Case):
    HOOKS = (ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8")

    def hook(self, *arguments):
        os.makedirs(os.path.join(self.folder, "bin"), exist_ok=True)
        link = os.path.join(self.folder, "bin/assetlint")
        if not os.path.lexists(link):
            os.symlink(case.PROGRAM, link)
        done = subprocess.run([ROOT / "ci/hook.sh", *arguments], cwd=self.folder, stdout=subprocess.PIPE, text=True,
                              env=case.clean_environment({"PATH": f"{self.folder}/bin:{os.environ['PATH']}"}),
                              stderr=subprocess.PIPE, timeout=case.SECONDS, check=False)
        return case.Run(done.returncode, done.stdout, done.stderr)

    def test_files(self):
        self.write("a.xmf", meshes.error())
        self.write("b c.xmf", meshes.clean())
        self.assertEqual(self.hook("a.xmf", "b c.xmf"), self.run_text("a.xmf", "b c.xmf"))
        self.assertEqual(self.hook("--fail-on=never", "a.xmf").status, 0)

    def test_files_called_like_options(self):
        """A repository can't give the hook options by the names of its files."""
        self.write("--config=c.xac", b'{"ignore": ["xmf/*"]}')
        self.write("-q", meshes.error())
        done = self.hook("--fail-on=error", "--config=c.xac", "-q")
        self.assertEqual(done.status, 1)
        self.assertIn("./--config=c.xac", done.out)
        self.assertIn("./-q", done.out)

    def test_one_run_at_a_time(self):
        self.assertIn("\n  require_serial: true\n", self.HOOKS)

    def test_an_archive_without_known_files(self):
        self.write("empty.zip", b"PK\5\6" + bytes(18))
        self.assertEqual(self.hook("empty.zip").status, 0)

    def test_every_extension_is_checked(self):
        """The hook's patterns cover the extensions that the program looks for in folders."""
        pattern = re.search("^  files: (.*)$", self.HOOKS, re.MULTILINE).group(1)
        self.write("empty/readme", b"")
        known = re.search("named as one of: (.*)", self.run_text("empty").err).group(1)
        self.assertGreater(len(known.split()), 18)
        for extension in known.split():
            for name in (f"ships/a.{extension}", f"A.{extension.upper()}"):
                self.assertRegex(name, pattern)
        for name in ("xmf", "a.xmfx", "a.xml", "a.gz", "a.cat.txt"):
            self.assertNotRegex(name, pattern)


class Forms(unittest.TestCase):
    def setUp(self):
        if yaml is None:
            self.skipTest("PyYAML is not there")

    @staticmethod
    def load(name):
        return yaml.safe_load((ROOT / name).read_text(encoding="utf-8"))

    def test_action(self):
        action = self.load("action.yml")
        self.assertEqual(action["runs"]["using"], "composite")
        self.assertEqual(set(action["inputs"]), INPUTS)
        given = set()
        for step in action["runs"]["steps"]:
            self.assertNotIn("${{", step.get("run", ""))
            if "run" in step:
                self.assertEqual(step["shell"], "bash")
                self.assertRegex(step["run"], r'\Abash "\$GITHUB_ACTION_PATH/ci/action\.sh" (key|install|check)\Z')
            for name, value in step.get("env", {}).items():
                given.update(re.findall(r"inputs\.(\w+)", value))
                self.assertIn(f"${{{name}", SCRIPT.read_text(encoding="utf-8").replace(f"${name}", f"${{{name}"))
        self.assertEqual(given, INPUTS)
        steps = {step["id"]: step for step in action["runs"]["steps"] if "id" in step}
        for output in action["outputs"].values():
            self.assertIn(re.search(r"steps\.(\w+)\.outputs", output["value"]).group(1), steps)

    def test_actions_are_pinned(self):
        """In the tree by commit; a tag of another project could be moved."""
        for path in (ROOT / "action.yml", *(ROOT / ".github/workflows").glob("*.yml")):
            for name in re.findall(r"(?m)^ *(?:- )?uses: (.*)$", path.read_text(encoding="utf-8")):
                self.assertRegex(name, r"@[0-9a-f]{40} # v[\d.]+$", path)

    def test_the_upload_is_skipped_on_forks(self):
        """The token of a pull request from a fork may not upload, and would make the workflow fail."""
        [block] = [block for block in re.findall("```yaml\n(.*?)```", (ROOT / "docs/ci.md").read_text(encoding="utf-8"), re.DOTALL)
                   if "pull_request" in block]
        [job] = yaml.safe_load(block)["jobs"].values()
        [upload] = [step for step in job["steps"] if "upload-sarif" in step.get("uses", "")]
        self.assertEqual(" ".join(upload["if"].split()),
                         "always() && steps.assetlint.outputs.sarif != '' && (github.event_name != 'pull_request' || "
                         "github.event.pull_request.head.repo.full_name == github.repository)")

    def test_hooks(self):
        [hook] = self.load(".pre-commit-hooks.yaml")
        self.assertEqual((hook["id"], hook["language"]), ("assetlint", "script"))
        self.assertTrue(os.access(ROOT / hook["entry"], os.X_OK))

    def test_examples(self):
        blocks = re.findall("```yaml\n(.*?)```", (ROOT / "docs/ci.md").read_text(encoding="utf-8"), re.DOTALL)
        self.assertGreaterEqual(len(blocks), 3)
        for block in blocks:
            self.assertIsInstance(yaml.safe_load(block), (dict, list), block)
        inputs = {name for block in blocks for name in self.inputs_of(yaml.safe_load(block))}
        self.assertTrue({"paths", "args"} <= inputs <= INPUTS, inputs)

    def inputs_of(self, value):
        """The inputs given to the action, for each of its uses in the document."""
        if isinstance(value, dict):
            if "assetlint@" in str(value.get("uses")):
                yield from value.get("with", {})
            value = list(value.values())
        for item in value if isinstance(value, list) else []:
            yield from self.inputs_of(item)

    def test_shellcheck(self):
        if shutil.which("shellcheck") is None:
            self.skipTest("shellcheck is not there")
        done = subprocess.run(["shellcheck", "-x", *sorted(str(path) for path in (ROOT / "ci").glob("*.sh"))], cwd=ROOT,
                              stdout=subprocess.PIPE, timeout=case.SECONDS, check=False)
        self.assertEqual((done.returncode, done.stdout), (0, b""))


if __name__ == "__main__":
    sys.exit(case.main(sys.modules[__name__]))
