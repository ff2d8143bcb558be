"""case.py: shared by the tests that run the program: a folder for each test, runs of the program, and its output.

A file of tests ends in `sys.exit(case.main(sys.modules[__name__]))`. Its command line:

    test_NAME.py --program PATH [--windows] [--sarif-check PATH] [--faults PATH] [--escape PATH]
                 [--no-seccomp] [--only quick|deep] [TEST...]

--sarif-check names a script that checks SARIF files: by default $ASSETLINT_SARIF_CHECK, or shared/tools/sarif/check.sh
beside the checkout. It needs npm; if either is missing, tests that need it are skipped. --faults names the
library built from faults.c, --escape the one of escape.c. --no-seccomp: the program was built without libseccomp. With
--windows, PATH starts the program for Windows, under Wine; tests that need POSIX are skipped.
The last line is `N passed, N failed, N skipped`.
"""

import argparse
import collections
import ctypes
import hashlib
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import unittest
import zipfile

import meshes

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools" / "corpus"))

import anark  # noqa: E402
import ani  # noqa: E402
import archive  # noqa: E402
import bbanim  # noqa: E402
import bbmod  # noqa: E402
import bone_rules  # noqa: E402
import msh  # noqa: E402
import skl  # noqa: E402

PROGRAM = ""
SARIF_CHECK = ""
FAULTS = ""
ESCAPE = ""
NO_SECCOMP = False
WINDOWS = False
UNDER_TSAN = "TSAN_OPTIONS" in os.environ
SECONDS = 120

Run = collections.namedtuple("Run", "status out err")


def drop_superuser():
    """Before a program starts: it loses the right of the superuser to read and write everything on Linux."""
    if os.geteuid() == 0:
        for right in (1, 2):  # CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH
            if ctypes.CDLL(None).prctl(24, right, 0, 0, 0) != 0:  # PR_CAPBSET_DROP
                os._exit(99)


def deep(test):
    """Marks a test, or a class of tests, as too slow to run after every change."""
    test.deep = True
    return test


def posix(why):
    """Marks a test, or a class of tests, that needs a feature that Windows or Wine lacks."""
    def marked(test):
        test.posix = why
        return test
    return marked


def not_under_tsan(why):
    """Marks a test, or a class of tests, that the preset tsan skips."""
    def marked(test):
        test.not_under_tsan = why
        return test
    return marked


def clean_environment(extra=None):
    environment = {key: value for key, value in os.environ.items() if key not in ("NO_COLOR", "TERM", "GITHUB_STEP_SUMMARY")}
    # Wine decodes file names in the encoding of the locale; Windows knows only Unicode.
    environment.update({"LC_ALL": "C.UTF-8" if WINDOWS else "C", "TERM": "xterm"}, **(extra or {}))
    return environment


class Case(unittest.TestCase):
    """A test with a folder of its own, in which the program runs."""

    maxDiff = 10000

    def setUp(self):
        if WINDOWS and mark_of(self, "posix"):
            self.skipTest(f"not on Windows: {mark_of(self, 'posix')}")
        if UNDER_TSAN and mark_of(self, "not_under_tsan"):
            self.skipTest(f"not under ThreadSanitizer: {mark_of(self, 'not_under_tsan')}")
        self.folder = tempfile.mkdtemp(prefix="assetlint-cli-")
        self.addCleanup(shutil.rmtree, self.folder)

    @staticmethod
    def file_uri(path):
        """The URI of an absolute path. Wine shows the root folder as drive Z."""
        return f"file:{'/Z:' if WINDOWS else ''}{path}"

    def write(self, name, content):
        path = os.path.join(os.fsencode(self.folder), os.fsencode(name))
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as file:
            file.write(content)

    def pack(self, name, members):
        """Writes NAME.cat and NAME.dat."""
        lines = [f"{path} {len(content)} 1700000000 {hashlib.md5(content).hexdigest()}\n"
                 for path, content in members.items()]
        self.write(f"{name}.cat", "".join(lines).encode())
        self.write(f"{name}.dat", b"".join(members.values()))

    def zip(self, name, members):
        with zipfile.ZipFile(os.path.join(self.folder, name), "w") as package:
            for member, content in members.items():
                package.writestr(member, content)

    def configure(self, name="assetlint.json", **keys):
        """Writes a configuration; keys have _ for -."""
        self.write(name, json.dumps({key.replace("_", "-"): value for key, value in keys.items()}).encode())

    def read(self, name):
        with open(os.path.join(self.folder, name), "rb") as file:
            return file.read()

    def run_raw(self, *arguments, **options):
        options.setdefault("cwd", self.folder)
        options["env"] = clean_environment(options.pop("env", None))
        if "input" not in options:
            options.setdefault("stdin", subprocess.DEVNULL)
        options.setdefault("stdout", subprocess.PIPE)
        done = subprocess.run([PROGRAM, *arguments], stderr=subprocess.PIPE, timeout=SECONDS, **options)
        return Run(done.returncode, done.stdout, done.stderr)

    def run_text(self, *arguments, **options):
        done = self.run_raw(*arguments, **options)
        return Run(done.status, done.out.decode(), done.err.decode())

    def expect(self, arguments, status, out=None, err="", **options):
        """Runs the program and compares its output with texts or patterns; None allows anything. Returns stdout."""
        done = self.run_text(*arguments, **options)
        for name, expected, actual in (("stdout", out, done.out), ("stderr", err, done.err)):
            if isinstance(expected, re.Pattern):
                self.assertRegex(actual, expected, name)
            elif expected is not None:
                self.assertEqual(actual, expected, name)
        self.assertEqual(done.status, status, done)
        return done.out

    def in_colors(self):
        """Yields the colored report of a warning in each environment. Without its colors it must be the plain report."""
        self.write("warning.xmf", meshes.warning())
        plain = self.expect(["warning.xmf"], 0)
        self.assertNotIn("\033", plain)
        self.assertEqual(self.expect(["--color=never", "warning.xmf"], 0), plain)
        for environment in ({}, {"NO_COLOR": "1"}, {"TERM": "dumb"}):
            colored = self.expect(["--color=always", "warning.xmf"], 0, env=environment)
            self.assertEqual(re.sub("\033\\[[0-9;]*m", "", colored), plain)
            yield colored

    def expect_usage(self, arguments, first_line):
        """Expects wrong usage: exit 2, nothing on stdout, and this first line on stderr."""
        done = self.run_text(*arguments)
        self.assertEqual((done.status, done.out), (2, ""), done)
        lines = done.err.splitlines()
        self.assertEqual(lines[0], "assetlint: " + first_line)
        for line in lines[1:]:
            self.assertRegex(line, r"^assetlint: (see assetlint \w+ --help|the formats are \w+(, \w+)* and \w+)$")

    def report(self, *arguments, status=None, **options):
        done = self.run_raw("check", "-f", "json", *arguments, **options)
        report = json.loads(done.out)
        self.assertEqual(report["summary"]["exit"], done.status)
        if status is not None:
            self.assertEqual(done.status, status, done)
        return report

    def findings(self, *arguments, **options):
        return [(f["path"], f["rule"], f["level"]) for f in self.report(*arguments, **options)["findings"]]

    def rules(self, *arguments, **options):
        return [(path, rule) for path, rule, _ in self.findings(*arguments, **options)]

    def lines(self, *arguments, **options):
        """The lines that -f lines prints for all findings, of every level."""
        return [line_of(finding) for finding in self.report(*arguments, **options)["findings"]]

    def four_files(self):
        for name in ("clean", "note", "warning", "error"):
            self.write(f"{name}.xmf", getattr(meshes, name)())


def is_name_on_windows(name):
    """Windows has names in UTF-8 only, and not with all characters."""
    name = os.fsencode(name)
    return name.decode(errors="ignore").encode() == name and not re.search(b'[\0-\x1f<>:"|?*\\\\]|[ .]$', name)


def names_here(names):
    """The names that this system allows for files."""
    return [name for name in names if not WINDOWS or is_name_on_windows(name)]


def nothing_in(places):
    """The message on stderr when these places have no file of a known format."""
    return re.compile("^assetlint: nothing was checked: no file of a known format in " + re.escape(places) +
                      r"\nassetlint: looked for [^\n]* xmf ani xac [^\n]* cat\nassetlint: --allow-empty [^\n]*\n$")


ALL_FILES = ("clean.xmf", "error.xmf", "note.xmf", "warning.xmf")
# The names that `explain` prints.
GAMES = {"x-rebirth": "X Rebirth", "x4": "X4", "bbmod": "GameMaker's BBMOD library", "lost-saga": "Lost Saga",
         "victoria2": "Victoria 2, Hearts of Iron 3, Europa Universalis 3, Crusader Kings II"}
ODD_NAMES = (b"a b.xmf", b"hash#1.xmf", b"100%.xmf", b"%41.xmf", b"quo\"te's.xmf", b"new\nline.xmf", b"tab\t.xmf",
             b"\x1b[31m.xmf", b"back\\slash.xmf", b"\xff\xfe.xmf", b"\xc3\xa9\xe6\xbc\xa2\xf0\x9f\x9a\x80.xmf",
             b"\xc2\x9b.xmf", b"question?.xmf", b"a&b=c;d,e.xmf", b"[brackets].xmf", b"<tag>.xmf", b"{0}.xmf",
             b"co:lon.xmf", b"\xed\xa0\x80.xmf", b"pi|pe^`.xmf", b"\xe2\x80\xaefmx.xmf", b"\xef\xbb\xbf.xmf")


def line_of(finding):
    """Formats a finding of a JSON report as -f lines does. Its message is copied: the tests of rules check messages."""
    place = "{path}" if finding["rule"] == "file/unreadable" else "{path}:0x{offset:x}"
    line = (place + ": {level}: {message} [{rule}]").format(**finding)
    if finding["field"]:
        line += " " + finding["field"]
    if "actual" in finding:
        line += (" = " if finding["field"] else " actual ") + finding["actual"]
    if "expected" in finding:
        line += (", expected " if finding["field"] or "actual" in finding else " expected ") + finding["expected"]
    return line + "\n"


def resolve(document, field):
    """The node that a finding's field names."""
    for name, number in re.findall(r"([^.\[\]]+)|\[(\d+)\]", field):
        document = document[int(number)] if number else document[name]
    return document


class Tally(unittest.TextTestResult):
    """Also counts the tests that passed, and the cases that tests generated."""

    enumerated = 0

    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.passed = 0

    def addSuccess(self, test):
        super().addSuccess(test)
        self.passed += 1


def tests_of(suite):
    for part in suite:
        if isinstance(part, unittest.TestSuite):
            yield from tests_of(part)
        else:
            yield part


def mark_of(test, name):
    """The mark that a decorator set on a test, or else on its class."""
    return getattr(getattr(test, test._testMethodName), name, None) or getattr(test, name, None)


def take_signals():
    """Undoes what nohup, or a shell with the tests in the background, passes on: a program that ignores signals."""
    for name in ("SIGHUP", "SIGINT", "SIGTERM"):
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) == signal.SIG_IGN:
            signal.signal(number, signal.SIG_DFL)


def main(module):
    """Runs the tests of a module. Tests in other folders use it, too."""
    global PROGRAM, SARIF_CHECK, FAULTS, ESCAPE, NO_SECCOMP, WINDOWS
    parser = argparse.ArgumentParser(description=module.__doc__.split("\n")[0])
    parser.add_argument("--program", required=True)
    parser.add_argument("--windows", action="store_true")
    parser.add_argument("--sarif-check", default=os.environ.get("ASSETLINT_SARIF_CHECK") or
                        ROOT.parent / "shared/tools/sarif/check.sh")
    parser.add_argument("--faults")
    parser.add_argument("--escape")
    parser.add_argument("--no-seccomp", action="store_true")
    parser.add_argument("--only", choices=("quick", "deep"), help="leave out the others")
    parser.add_argument("tests", nargs="*", help="Class or Class.test")
    arguments = parser.parse_args()
    take_signals()
    PROGRAM = os.path.abspath(arguments.program)
    WINDOWS = arguments.windows
    SARIF_CHECK = os.path.abspath(arguments.sarif_check)
    FAULTS = arguments.faults and os.path.abspath(arguments.faults)
    NO_SECCOMP = arguments.no_seccomp
    ESCAPE = arguments.escape and os.path.abspath(arguments.escape)
    loader = unittest.defaultTestLoader
    suite = loader.loadTestsFromNames(arguments.tests, module) if arguments.tests else loader.loadTestsFromModule(module)
    if arguments.only:
        suite = unittest.TestSuite(test for test in tests_of(suite) if bool(mark_of(test, "deep")) == (arguments.only == "deep"))
    result = unittest.TextTestRunner(resultclass=Tally, stream=sys.stderr).run(suite)
    failed = len(result.failures) + len(result.errors)
    for test, reason in result.skipped:
        print(f"skipped: {test.id().removeprefix('__main__.')}: {reason}")
    print(f"enumerated: {Tally.enumerated} cases")
    print(f"{result.passed} passed, {failed} failed, {len(result.skipped)} skipped", flush=True)
    return 1 if failed else 0
