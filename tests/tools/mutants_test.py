#!/usr/bin/env python3
"""mutants_test.py: the tool of ci/mutants.sh finds the mutants of a small source, and tells killed ones from survivors.

Exit status 77, skipped: clang or its Python bindings (python3-clang-14) are missing.
"""

import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
TOOL = HERE.parents[1] / "tools" / "mutants"
sys.path.insert(0, str(TOOL))
SAMPLE = "tests/tools/mutants_sample.c"
# Function, change, text, and how the mutant ends, in the order of the text.
EXPECTED = """\
sample_in_range | && to || | value >= 0 && value < 10 | fails
sample_in_range | >= to > | value >= 0 | fails
sample_in_range | >= to < | value >= 0 | fails
sample_in_range | < to <= | value < 10 | survives
sample_in_range | < to >= | value < 10 | fails
sample_sum | 0 to 0 + 1 | start[0] | fails
sample_sum | 0 to 0 + 1 | int i = 0 | fails
sample_sum | < to <= | i < count | fails
sample_sum | < to >= | i < count | fails
sample_sum | + to - | sum + values[i] | fails
note | + to - | first + second | fails
sample_note | dropped | (void)note(value, SHOWN(value)) | fails
sample_smaller | < to >= | a < b | fails
sample_copy | negated | copy | crashes
sample_copy | dropped | abort() | unreached
sample_copy | dropped | memcpy(copy, from, 4) | fails
sample_copy | 4 to 4 + 1 | memcpy(copy, from, 4) | survives
sample_copy | dropped | memcpy(to, copy, 4) | fails
sample_copy | 4 to 4 + 1 | memcpy(to, copy, 4) | survives
sample_ends | negated | at_once | fails
sample_ends | true to false | at_once = true | hangs
"""


def build(folder):
    """Compiles the sample with its mutants; returns these, with their keys."""
    mutants, text = points.mutate(str(HERE / "mutants_sample.c"), ["-std=c11"])
    copy = folder / "sample.c"
    copy.write_text(run.areas.beginning(SAMPLE, len(mutants)) + text, encoding="utf-8")
    for name, source, flags in (("sample", copy, ["-w"]),
                                ("runtime", TOOL / "runtime.c", ["-D_POSIX_C_SOURCE=200809L"]),
                                ("checks", HERE / "mutants_checks.c", [])):
        subprocess.run(["clang", "-std=c11", "-c", *flags, str(source), "-o", str(folder / f"{name}.o")], check=True)
    subprocess.run(["clang", *map(str, folder.glob("*.o")), "-o", str(folder / "checks")], check=True)
    rows = [{"number": m.number, "line": m.line, "function": m.function, "operator": m.operator, "change": m.change,
             "text": m.text, "file": SAMPLE, "area": "core"} for m in mutants]
    survivors.add_keys(SAMPLE, rows)
    return rows


class Tool(unittest.TestCase):
    maxDiff = None

    @classmethod
    def setUpClass(cls):
        cls.holder = tempfile.TemporaryDirectory()
        cls.folder = pathlib.Path(cls.holder.name)
        cls.mutants = build(cls.folder)
        cls.tests = [quick_tests.Test(part, [str(cls.folder / "checks"), part], str(cls.folder), {})
                     for part in ("numbers", "bytes")]
        for test in cls.tests:
            quick_tests.record_one(test, cls.folder / "reached", {SAMPLE.replace("/", "-"): SAMPLE})
        cls.judge(cls.mutants, resume=False)

    @classmethod
    def tearDownClass(cls):
        cls.holder.cleanup()

    @classmethod
    def judge(cls, mutants, resume):
        judge = run.Judge(cls.tests, 10.0, cls.folder / "results.jsonl", resume)
        judge.judge_file(mutants, lambda text: None)
        judge.stream.close()

    def test_each_mutant_ends_as_expected(self):
        ends = "".join(f"{m['function']} | {m['change']} | {m['text']} | {m['how']}\n" for m in self.mutants)
        self.assertEqual(ends, EXPECTED)

    def test_a_mutant_meets_only_tests_that_reach_it(self):
        killers = {(m["function"], m["by"]) for m in self.mutants if m["by"]}
        self.assertEqual(killers, {("sample_in_range", "numbers"), ("sample_sum", "numbers"),
                                   ("note", "numbers"),
                                   ("sample_note", "numbers"), ("sample_smaller", "numbers"), ("sample_copy", "bytes"), ("sample_ends", "bytes")})

    def test_a_run_that_resumes_runs_nothing_twice(self):
        again = [dict(m, how="", by="") for m in self.mutants]
        lines = (self.folder / "results.jsonl").read_text(encoding="utf-8")
        self.judge(again, resume=True)
        self.assertEqual((self.folder / "results.jsonl").read_text(encoding="utf-8"), lines)
        self.assertEqual([m["how"] for m in again], [m["how"] for m in self.mutants])

    def test_a_mutant_that_no_test_reaches(self):
        alone = [dict(self.mutants[0], key="another")]
        tests, self.__class__.tests = self.tests, self.tests[1:]
        self.judge(alone, resume=True)
        self.__class__.tests = tests
        self.assertEqual((alone[0]["how"], alone[0]["by"]), ("unreached", ""))

    def test_a_sample_is_the_same_each_time(self):
        draw = [run.sample({SAMPLE: self.mutants}, 5, seed)[SAMPLE] for seed in (1, 1, 2)]
        self.assertEqual(len(draw[0]), 5)
        self.assertEqual(draw[0], draw[1])
        self.assertNotEqual(draw[0], draw[2])

    def test_a_test_with_a_file_that_is_not_built(self):
        for word, missing in ((f"{self.folder}/absent.so", True), (f"{self.folder}/checks", False),
                              (f"{self.folder}2/absent.so", False), ("absent.so", False)):
            self.assertEqual(quick_tests.is_missing(word, self.folder), missing, word)

    def test_files_without_mutants_are_left_out(self):
        build = self.folder / "build"
        (build / "mutants" / "src" / "core").mkdir(parents=True)
        row = {key: self.mutants[0][key] for key in ("number", "line", "function", "operator", "change", "text")}
        for name, rows in (("span", [row]), ("places", []), ("absent", [row])):
            (build / "mutants" / "src" / "core" / f"{name}.json").write_text(run.json.dumps(rows), encoding="utf-8")
        self.assertEqual(list(run.read_mutants(build, ["core"])), ["src/core/span.c"])
        self.assertEqual(run.read_mutants(build, ["kit"]), {})

    def test_the_second_of_two_like_mutants_has_a_number(self):
        pair = [{"function": "f", "text": "a + 1", "change": "c"} for _ in range(2)]
        survivors.add_keys("x.c", pair)
        self.assertEqual([m["key"] for m in pair], ["x.c\tf\ta + 1\tc", "x.c\tf\ta + 1\tc #2"])


class Survivors(unittest.TestCase):
    MUTANTS = [{"key": f"x.c\tf\t{key}\tc", "by": by, "how": how, "file": "x.c", "line": 1, "function": "f", "operator": "constant",
                "change": "c", "text": key, "area": "core"}
               for key, by, how in (("a", "t", "fails"), ("b", "", "survives"), ("c", "", "unreached"))]

    @staticmethod
    def rows(**reasons):
        """Rows of the list by the text of the mutant; `any` stands for all of the function."""
        return {"x.c\tf\t*\t*" if text == "any" else f"x.c\tf\t{text}\tc": f"{reason}: a reason"
                for text, reason in reasons.items()}

    def test_figures_leave_out_equivalent_mutants(self):
        self.assertEqual(run.count(self.MUTANTS, self.rows(b="equivalent")), (3, 1, 1, 1, 1))
        self.assertEqual(run.count(self.MUTANTS, self.rows(any="equivalent")), (3, 1, 2, 0, 1))
        self.assertEqual(run.count(self.MUTANTS, self.rows(b="accepted", any="equivalent")), (3, 1, 1, 1, 1))
        self.assertEqual(run.rate((3, 1, 1, 1, 1)), 50.0)
        self.assertEqual(run.rate((1, 0, 1, 0, 0)), 100.0)

    def problems(self, mutants=MUTANTS, whole=True, **reasons):
        return [text.split(":")[0]
                for text in run.problems_of(mutants, self.rows(**reasons), {"x.c": self.MUTANTS}, whole)]

    def test_each_survivor_needs_a_reason(self):
        self.assertEqual(self.problems(), ["survives", "unreached"])
        self.assertEqual(self.problems(b="accepted"), ["unreached"])
        self.assertEqual(self.problems(b="accepted", c="accepted"), [])
        self.assertEqual(self.problems(any="accepted"), [])

    def test_rows_of_killed_and_of_missing_mutants_are_problems(self):
        killed, none = "killed by t, and in survivors.tsv", "survivors.tsv has a row that applies to no mutant"
        self.assertEqual(self.problems(any="accepted", a="accepted"), [killed])
        self.assertEqual(self.problems(any="accepted", d="accepted"), [none])
        self.assertEqual(self.problems(self.MUTANTS[:1], any="accepted"), [none])
        self.assertEqual(self.problems(self.MUTANTS[:1], whole=False, any="accepted"), [])

    def test_the_list_in_the_tree_is_well_formed(self):
        for key in survivors.read():
            self.assertTrue((HERE.parents[1] / key.split("\t")[0]).is_file(), key)

    def test_a_row_without_a_reason_is_refused(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "list.tsv")
            for row, legal in (("x.c\tf\ttext\tc\tequivalent: why", True), ("x.c\tf\ttext\tc\twhy", False),
                               ("x.c\tf\tc\taccepted: why", False)):
                path.write_text(f"# a comment\n{row}\n", encoding="utf-8")
                if legal:
                    self.assertEqual(survivors.read(path), {"x.c\tf\ttext\tc": "equivalent: why"})
                else:
                    self.assertRaises(SystemExit, survivors.read, path)

    def test_areas(self):
        for name, area in (("src/core/reduce/vectors.c", "core"), ("src/formats/xmf/xmf_data_rules.c", "rules"),
                           ("src/formats/xmf/xmf_parse.c", None), ("src/report/json.c", "report"),
                           ("src/platform/posix_file.c", None)):
            self.assertEqual(run.areas.area_of(name), area)


if __name__ == "__main__":
    try:
        import points
    except ImportError as missing:
        print(f"skipped: mutants: {missing}")
        sys.exit(77)
    if shutil.which("clang") is None:
        print("skipped: mutants: clang is not installed")
        sys.exit(77)
    import quick_tests
    import run
    import survivors
    outcome = unittest.main(exit=False).result
    failed = len(outcome.failures) + len(outcome.errors)
    print(f"{outcome.testsRun - failed} passed, {failed} failed")
    sys.exit(1 if failed else 0)
