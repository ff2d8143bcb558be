#!/usr/bin/env python3
"""test_windows.py: tests the command line of the program on Windows, or under Wine.

    test_windows.py --program ASSETLINT.EXE [--emulator wine]
"""

import argparse
import contextlib
import json
import os
import pathlib
import pty
import re
import select
import shutil
import subprocess
import sys
import tempfile
import time
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
GOOD = ROOT / "corpus/first_look/hull-lod0.xmf"
BAD = ROOT / "build/fixtures/xmf/index-range/fires.xmf"
WINDOWS_OWN = {"advapi32.dll", "bcrypt.dll", "kernel32.dll", "msvcrt.dll", "shell32.dll", "user32.dll"}


class Windows(unittest.TestCase):
    command = []
    emulator = ""
    program = ""

    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="assetlint-"))
        self.addCleanup(shutil.rmtree, self.folder)

    def put(self, name, source=GOOD):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, path)
        return path

    def run_words(self, *words, stdin=b""):
        environment = dict(os.environ, WINEDEBUG="-all", NO_COLOR="")
        return subprocess.run([*self.command, *words], cwd=self.folder, env=environment, input=stdin,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False, timeout=100)

    def checked(self, *words):
        """The paths of the checked files; the run must succeed."""
        done = self.run_words("check", "-f", "ndjson", *words)
        self.assertIn(done.returncode, (0, 1), done.stderr)
        lines = [json.loads(line) for line in done.stdout.decode().splitlines()]
        return [line["path"] for line in lines if line["kind"] == "file"]

    def test_needs_only_dlls_of_windows(self):
        tool = shutil.which("x86_64-w64-mingw32-objdump")
        if tool is None:
            self.skipTest("x86_64-w64-mingw32-objdump is not there")
        said = subprocess.run([tool, "-p", self.program], stdout=subprocess.PIPE, check=True).stdout.decode()
        needed = {line.split()[-1].lower() for line in said.splitlines() if "DLL Name:" in line}
        self.assertIn("kernel32.dll", needed)
        self.assertLessEqual(needed, WINDOWS_OWN)

    def test_separators(self):
        self.put("a/b/x.xmf")
        self.put("a/y.xmf")
        self.assertEqual(self.checked("a\\b\\x.xmf"), ["a/b/x.xmf"])
        self.assertEqual(self.checked(".\\a\\"), ["./a/b/x.xmf", "./a/y.xmf"])
        self.assertEqual(self.checked("a/b\\..\\y.xmf"), ["a/b/../y.xmf"])
        self.assertEqual(self.checked("--exclude", "b\\**", "a"), ["a/y.xmf"])

    def test_names_in_utf8(self):
        names = ["\u00e4\u20ac.xmf", "\u65e5\u672c/\U0001f600.xmf"]
        for name in names:
            self.put(name)
        self.assertEqual(self.checked(*names), sorted(names))
        self.assertEqual(self.checked("."), [f"./{name}" for name in sorted(names)])
        done = self.run_words("check", "\u00fc.xmf")
        self.assertEqual(done.returncode, 3)
        self.assertIn("\u00fc.xmf".encode(), done.stdout)
        self.assertIn(b"no such file or folder", done.stdout)

    def test_line_ends(self):
        self.put("x.xmf", BAD)
        for name in ("text", "json", "ndjson", "sarif"):
            done = self.run_words("check", "-f", f"{name}=out", "x.xmf")
            self.assertEqual(done.returncode, 1)
            on_screen = self.run_words("check", "-f", name, "x.xmf").stdout
            self.assertEqual((self.folder / "out").read_bytes(), on_screen)
            self.assertGreater(len(on_screen), 100)
            self.assertNotIn(b"\r", on_screen)
            self.assertNotIn(b"\x1b", on_screen)

    def test_patterns(self):
        for name in ("a.xmf", "B.XMF", "c.ani", "mods/d.xmf", ".hidden.xmf"):
            self.put(name)
        self.assertEqual(self.checked("*.xmf"), ["B.XMF", "a.xmf"])
        self.assertEqual(self.checked("mods\\?.xmf"), ["mods/d.xmf"])
        self.assertEqual(self.checked("mod*"), ["mods/d.xmf"])
        done = self.run_words("check", "*.nothing")
        self.assertEqual(done.returncode, 3)
        self.assertIn(b"*.nothing", done.stdout)

    def test_options_keep_their_patterns(self):
        self.put("a.xmf")
        self.put("b.xmf")
        self.assertEqual(self.checked("--exclude", "a.*", "."), ["./b.xmf"])

    def test_lists_of_files(self):
        self.put("a/x.xmf")
        done = self.run_words("check", "-f", "ndjson", "--files-from", "-", stdin=b"a\\x.xmf\r\n")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn(b'"path":"a/x.xmf"', done.stdout)

    def test_standard_input(self):
        done = self.run_words("check", "-f", "ndjson", "-", "--stdin-name", "x.xmf", stdin=BAD.read_bytes())
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertIn(b"xmf/index-range", done.stdout)

    def test_long_paths(self):
        deep = "/".join(["d" * 60] * 8) + "/x.xmf"
        self.put(deep)
        self.assertEqual(self.checked("."), [f"./{deep}"])
        self.assertEqual(self.checked(deep), [deep])
        done = self.run_words("check", "-f", f"json={deep}.json", deep)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertGreater((self.folder / f"{deep}.json").stat().st_size, 100)

    def test_names_of_devices(self):
        self.put("x.xmf")
        for name in ("CON", "NUL", "aux", "COM1", "con.xmf"):
            done = self.run_words("check", name)
            self.assertEqual(done.returncode, 3, (name, done))
            self.assertIn(b"no such file or folder", done.stdout)
        done = self.run_words("check", "-f", "json=NUL", "x.xmf")
        self.assertEqual((done.returncode, done.stderr), (0, b""))
        self.assertEqual(done.stdout, b"OK: 1 file checked: 0 with errors, 0 with warnings, 1 without\n")
        done = self.run_words("check", "-f", "json=con.json", "x.xmf")
        self.assertEqual(done.returncode, 3)
        self.assertIn(b"means a device", done.stderr)
        self.put("aux.xmf", BAD)
        self.assertEqual(self.checked("."), ["./aux.xmf", "./x.xmf"])

    def test_other_streams_of_files(self):
        self.put("x.xmf")
        self.assertEqual(self.run_words("check", "x.xmf:stream").returncode, 3)
        self.assertEqual(self.run_words("check", "-f", "json=x.json:stream", "x.xmf").returncode, 3)
        self.assertFalse((self.folder / "x.json").exists())

    def test_two_reports_for_one_file(self):
        self.put("x.xmf")
        done = self.run_words("check", "-f", "json=Out", "-f", "sarif=OUT", "x.xmf")
        self.assertEqual(done.returncode, 2)
        self.assertIn(b"two formats for one file", done.stderr)

    def test_configuration_is_found_above(self):
        self.put("mods/a/x.xmf", BAD)
        (self.folder / "assetlint.json").write_text('{"ignore": ["xmf/*"]}')
        self.assertEqual(self.run_words("check", "mods\\a").returncode, 0)
        self.assertEqual(self.run_words("check", "--no-config", "mods\\a").returncode, 1)

    def test_packages(self):
        for name, status in (("zip", 0), ("7z", 0), ("tar", 0)):
            seeds = sorted(path for path in (ROOT / f"corpus/{name}/seeds").iterdir() if path.is_file())
            self.assertGreater(len(seeds), 3)
            done = self.run_words("check", "-f", "ndjson", *(f"Z:{path}" for path in seeds))
            self.assertIn(done.returncode, (status, 1, 3), done.stderr)
            self.assertGreater(done.stdout.count(b'"member"'), 3)

    def in_a_console(self, *words):
        """Starts the program in a pseudo-terminal, which is a console under Wine. Returns the process and the terminal."""
        if not Windows.emulator:
            self.skipTest("needs wine")
        process, terminal = pty.fork()
        if process == 0:
            os.chdir(self.folder)
            os.environ.update(WINEDEBUG="-all", TERM="xterm")
            os.execvp(self.command[0], [*self.command, *words])
        return process, terminal

    @staticmethod
    def read_until(terminal, text):
        """The output up to this text, or up to the end of the program."""
        said = b""
        end = time.monotonic() + 60
        while (text is None or text not in said) and time.monotonic() < end:
            if not select.select([terminal], [], [], 1)[0]:
                continue
            try:
                said += os.read(terminal, 4096)
            except OSError: # the other end was closed
                break
        return said

    @staticmethod
    def words_of(said):
        """The words on the screen, without the sequences that move the cursor or colour them."""
        return " ".join(re.sub("\033(\\[[0-9;?]*[A-Za-z]|\\][^\a]*\a)", "", said.decode(errors="replace")).split())

    def press_key(self, process, terminal, status, said):
        """Presses the key that the window waits for, after which the program ends with this status."""
        time.sleep(1) # the program ignores keys that were pressed before it asks
        os.write(terminal, b"x")
        self.read_until(terminal, None)
        self.assertEqual(os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]), status, said[-2000:])
        os.close(terminal)

    def test_window_of_its_own_stays_until_a_key(self):
        """Files dropped onto the program open a new console."""
        self.put("x.xmf", BAD)
        process, terminal = self.in_a_console("x.xmf")
        said = self.read_until(terminal, b"this window.")
        self.assertIn(b"FAILED:", said)
        self.assertIn(b"\x1b[1;31m", said)
        self.assertIn("Any other key closes this window.", self.words_of(said))
        time.sleep(1)
        self.assertEqual(os.waitpid(process, os.WNOHANG), (0, 0))
        self.press_key(process, terminal, 1, said)

    def test_key_for_fixed_copies(self):
        """One key writes them beside a dropped folder; any other key closes the window."""
        source = sorted((ROOT / "build/fixtures/xmf/trailing-bytes").glob("fires*.xmf"))[0]
        self.put("mod/deep/a.xmf", source)
        for key, written in ((b"x", False), (b"f", True)):
            process, terminal = self.in_a_console("mod\\")
            said = self.read_until(terminal, b"closes this window.")
            self.assertIn("H: open the report with the models (mod-report.html) F: write fixed copies to mod-fixed "
                          "Any other key closes this window.", self.words_of(said))
            if written:
                time.sleep(1)
                os.write(terminal, key)
                said = self.read_until(terminal, b"Press a key to close")
                self.assertIn(b"1 change in 1 file, 1 written", said)
            self.press_key(process, terminal, 0, said)
            self.assertEqual((self.folder / "mod-fixed/deep/a.xmf").exists(), written)
        self.assertLess((self.folder / "mod-fixed/deep/a.xmf").stat().st_size, source.stat().st_size)
        self.assertEqual((self.folder / "mod/deep/a.xmf").read_bytes(), source.read_bytes())

    @contextlib.contextmanager
    def browser(self, command):
        """Makes this command of Windows the browser of Wine."""
        def registry(*words):
            subprocess.run([*self.command[:-1], "reg", *words, "/f"], env=dict(os.environ, WINEDEBUG="-all"),
                           stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
        registry("add", "HKCR\\assetlint_test\\shell\\open\\command", "/d", command)
        registry("add", "HKCR\\.html", "/d", "assetlint_test")
        try:
            yield
        finally:
            registry("add", "HKCR\\.html", "/d", "htmlfile")
            registry("delete", "HKCR\\assetlint_test")

    def report_by_key(self, command, said_then):
        """Asks twice for the report of a dropped folder."""
        self.put("mod/a.xmf", BAD)
        process, terminal = self.in_a_console("mod")
        said = self.read_until(terminal, b"closes this window.")
        self.assertIn("H: open the report with the models (mod-report.html) Any other key closes this window.",
                      self.words_of(said))
        self.assertFalse((self.folder / "mod-report.html").exists())
        with self.browser(command):
            for _ in range(2):
                time.sleep(1)
                os.write(terminal, b"h")
                said = self.read_until(terminal, b"closes this window.")
                self.assertIn(f"{said_then} H: open the report", self.words_of(said))
                self.assertNotIn("FAILED", self.words_of(said))
        self.press_key(process, terminal, 1, said)
        return (self.folder / "mod-report.html").read_text()

    def test_key_for_the_report(self):
        """It is written beside the dropped folder, and opened."""
        page = self.report_by_key('cmd /c copy "%1" opened.html', "mod-report.html is open in your browser.")
        self.assertIn('<h1 id="verdict">FAILED: 1 file', page)
        end = time.monotonic() + 60
        while not (self.folder / "opened.html").exists() and time.monotonic() < end:
            time.sleep(0.1)
        self.assertTrue((self.folder / "opened.html").exists())

    def test_key_for_a_report_that_cannot_be_opened(self):
        self.report_by_key('missing.exe "%1"', "Open mod-report.html in your browser.")

    def test_key_for_a_report_that_cannot_be_written(self):
        self.put("mod/a.xmf", BAD)
        (self.folder / "mod-report.html").mkdir()
        process, terminal = self.in_a_console("mod")
        self.read_until(terminal, b"closes this window.")
        time.sleep(1)
        os.write(terminal, b"h")
        said = self.read_until(terminal, b"closes this window.")
        self.assertIn("cannot write mod-report.html: ", self.words_of(said))
        self.assertNotIn("in your browser", self.words_of(said))
        self.press_key(process, terminal, 1, said)

    def words_in_window(self, path, status):
        """The words that the program writes in a window of its own, for a path that is dropped onto it."""
        process, terminal = self.in_a_console(path)
        said = self.read_until(terminal, b"this window.")
        self.press_key(process, terminal, status, said)
        return self.words_of(said)

    def test_report_for_a_window_names_no_command(self):
        """Somebody who drags a folder onto the program has no command line."""
        for number, rule in enumerate(("index-range", "data-range", "degenerate-triangle", "vertex-format", "trailing-bytes")):
            source = sorted((ROOT / f"build/fixtures/xmf/{rule}").glob("fires*.xmf"))[0]
            self.put(f"mod/{number}.xmf", source)
        words = self.words_in_window("mod", 1)
        self.assertNotIn("How to use an option", words)
        self.assertGreater(words.count("How to fix xmf/"), 3, words)
        self.assertNotIn("assetlint explain", words)
        self.assertNotIn("--show", words)
        self.assertNotIn("--with", words)

    def test_report_for_a_window_says_how_to_use_an_option(self):
        (self.folder / "readme.txt").write_text("text")
        words = self.words_in_window("readme.txt", 0)
        self.assertIn("How to use an option or a command: Open the folder of assetlint.exe", words)

    def test_messages_in_a_window_keep_words_whole(self):
        """The message about a folder without known files is longer than a line."""
        (self.folder / "mod").mkdir()
        (self.folder / "mod/readme.txt").write_text("text")
        words = self.words_in_window("mod", 2)
        self.assertIn("nothing was checked: no file of a known format in mod", words)
        listed = re.search("named as one of: ([a-z0-9. ]*?) NOT CHECKED:", words)
        self.assertIsNotNone(listed, words)
        self.assertTrue({"xmf", "bsg", "bgp", "7z", "tar.gz", "tar.bz2", "cat"} <= set(listed.group(1).split()), words)

    def test_double_click_says_what_to_do(self):
        process, terminal = self.in_a_console()
        said = self.read_until(terminal, b"Press a key").decode(errors="replace")
        self.assertIn("Drag a folder or a file onto assetlint.exe", " ".join(said.split()))
        self.assertIn("Press a key", said)
        time.sleep(1)
        self.assertEqual(os.waitpid(process, os.WNOHANG), (0, 0))
        self.press_key(process, terminal, 2, said)

    def test_ctrl_c_leaves_a_whole_report(self):
        """The report has the checked files. The console turns the key into an event; Windows handles it in a new thread."""
        self.put("0.xmf", BAD)
        (self.folder / "many").mkdir()
        for number in range(20000):
            os.link(self.folder / "0.xmf", self.folder / f"many/{number}.xmf")
        process, terminal = self.in_a_console("check", "-j1", "-f", "json=report.json", "--progress=always", "many")
        seen = self.read_until(terminal, b"files")
        os.write(terminal, b"\x03")
        seen += self.read_until(terminal, b"Press a key")
        self.press_key(process, terminal, 3, seen)
        report = json.loads((self.folder / "report.json").read_bytes())
        done = report["summary"]["files"]
        self.assertTrue(0 < done < 20000, done)
        self.assertEqual((len(report["files"]), report["summary"]["exit"]), (done, 3))
        self.assertIn(f"interrupted: {done} of 20000 files were done".encode(), seen.replace(b"\r", b"").replace(b"\n", b""))

    def test_statuses(self):
        self.assertEqual(self.run_words().returncode, 2)
        self.assertEqual(self.run_words("check", "--wrong").returncode, 2)
        self.assertEqual(self.run_words("check", ".").returncode, 2)
        self.assertEqual(self.run_words("--version").stdout[:10], b"assetlint ")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--program", required=True)
    parser.add_argument("--emulator", default="")
    arguments, rest = parser.parse_known_args()
    Windows.program = str(pathlib.Path(arguments.program).resolve())
    Windows.emulator = arguments.emulator
    Windows.command = [word for word in (arguments.emulator, Windows.program) if word]
    result = unittest.main(argv=[sys.argv[0], *rest], exit=False).result
    bad = len(result.failures) + len(result.errors)
    print(f"{result.testsRun - bad - len(result.skipped)} passed, {bad} failed, {len(result.skipped)} skipped")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
