#!/usr/bin/env python3
"""slow_test.py: tests that the work of the program is in proportion to its input, whatever the input is.

    slow_test.py --program PATH --tier quick|deep [NAME...]
    slow_test.py --program PATH --table [NAME...]

The inputs are those of tools/corpus/slow.py: one for each reason for slowness, and for each format. The program must count its work
(ASSETLINT_COUNT_WORK). Each input is checked in several sizes:

    quick     4 and 16 KB: four times the input may take 1.4 times four times the work
    deep      128 KB and 2 MB: sixteen times the input may take 1.5 times sixteen times the work. Then 1 and 4 MB:
              each byte more may take as many bytes of memory as the recipe says

--table prints the time and the memory for each input of 10 MB as a table, marks what takes more than a second or more memory than
the recipe says, and fails for none; any program will do, and times need an idle machine. The last line is `N passed, N failed`.
"""

import argparse
import concurrent.futures
import os
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools" / "corpus"))

import slow  # noqa: E402

QUICK, QUICK_SLACK = (4_000, 16_000), 1.4
# Where a short cut ends, twice the input may take four times the work, once: hence two sizes far from each other.
DEEP, DEEP_SLACK = (128_000, 2_000_000), 1.5
HEAPS = (1_000_000, 4_000_000)
NOISE = 200_000         # steps: less than this tells nothing
MEGABYTE = 1_000_000
TABLE_SIZE = 10 * MEGABYTE
MOST_SECONDS = 1.0      # for TABLE_SIZE
# A list that grows exists twice for a moment: at the one size, and not at the other.
HEAP_NOISE = 2 * MEGABYTE
ENDS = (0, 2, 3)        # exit statuses: also of configurations that are refused, and of limits

# Runs in a small process, since the peak of a child starts with that of its parent.
WRAPPER = """
import resource, subprocess, sys
status = subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(status, used.ru_utime + used.ru_stime, used.ru_maxrss * 1024)
"""


class Failed(Exception):
    pass


def count_work(program, words):
    """The steps that the program counts."""
    reader, writer = os.pipe()
    done = subprocess.run([program, *words], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, pass_fds=[writer], check=False,
                          env=os.environ | {"ASSETLINT_WORK": str(writer)})
    os.close(writer)
    with open(reader, encoding="ascii") as counted:
        text = counted.read()
    if done.returncode not in ENDS or not text:
        raise Failed(f"exit status {done.returncode}: {done.stderr.decode(errors='replace')[-300:]}")
    return int(text)


def made(recipe, size, measure):
    """The size of the input, and what `measure` says of it."""
    with tempfile.TemporaryDirectory(prefix="assetlint-slow-") as folder:
        total = recipe.write(folder, size)
        return total, measure(recipe.arguments(folder))


def works(program, recipe, sizes):
    return [made(recipe, size, lambda words: count_work(program, words)) for size in sizes]


def run_alone(program, words):
    """Exit status, seconds of CPU, and the peak of the memory in bytes."""
    done = subprocess.run([sys.executable, "-I", "-S", "-c", WRAPPER, program, *words], stdout=subprocess.PIPE, check=True)
    status, seconds, peak = done.stdout.split()
    return int(status), float(seconds), int(peak)


# ---- Tests -------------------------------------------------------------------------------------------------------------

def test_work(program, recipe, start, sizes, slack):
    """Compares two sizes, without the work of a run without files."""
    (size, work), (larger, more) = works(program, recipe, sizes)
    work, more = max(work - start, 1), more - start
    if more > NOISE and more * size > work * larger * slack:
        raise Failed(f"{work:,} steps for {size:,} bytes, {more:,} for {larger:,}")


def test_quick(program, recipe, start):
    test_work(program, recipe, start, QUICK, QUICK_SLACK)


def test_memory(program, recipe):
    (size, (_, _, heap)), (larger, (_, _, most)) = [made(recipe, size, lambda words: run_alone(program, words)) for size in HEAPS]
    if most - heap - HEAP_NOISE > recipe.memory * (larger - size):
        raise Failed(f"{(most - heap) / (larger - size):.1f} bytes of memory for each byte, not {recipe.memory}")


def test_deep(program, recipe, start):
    test_work(program, recipe, start, DEEP, DEEP_SLACK)
    test_memory(program, recipe)


def failure_of(test, recipe, *arguments):
    """What is wrong with an input; None: nothing."""
    try:
        test(arguments[0], recipe, *arguments[1:])
    except Failed as failed:
        return f"{recipe.name}: {failed}"
    return None


def run_tests(program, tier, recipes):
    test = {"quick": test_quick, "deep": test_deep}[tier]
    with tempfile.TemporaryDirectory(prefix="assetlint-slow-") as empty:
        start = count_work(program, [word.replace("{folder}", empty) for word in slow.CHECK])
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        failures = list(filter(None, pool.map(lambda recipe: failure_of(test, recipe, program, start), recipes)))
    print("\n".join(failures + [f"{len(recipes) - len(failures)} passed, {len(failures)} failed"]))
    return len(failures) > 0


# ---- Table -------------------------------------------------------------------------------------------------------------

def print_table(program, recipes):
    print("| input | MB | seconds for 10 MB | MB of memory | bytes of memory for a byte |\n| --- | --- | --- | --- | --- |")
    with tempfile.TemporaryDirectory(prefix="assetlint-slow-") as empty:
        start = run_alone(program, [word.replace("{folder}", empty) for word in slow.CHECK])[2]
    for recipe in recipes:
        size, (_, seconds, peak) = made(recipe, TABLE_SIZE, lambda words: run_alone(program, words))
        seconds, memory = seconds * TABLE_SIZE / size, max(0, peak - start) / size
        marks = " SLOW" * (seconds > MOST_SECONDS) + " LARGE" * (memory > recipe.memory)
        print(f"| `{recipe.name}` | {size / MEGABYTE:.1f} | {seconds:.2f} | {peak / MEGABYTE:.0f} | {memory:.1f} |{marks}", flush=True)


def main():
    parser = argparse.ArgumentParser(description="Test that work is in proportion to the input.")
    parser.add_argument("--program", required=True)
    parser.add_argument("names", nargs="*", metavar="NAME", help="inputs whose names begin so; all by default")
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--tier", choices=("quick", "deep"))
    what.add_argument("--table", action="store_true")
    arguments = parser.parse_args()
    program = os.path.abspath(arguments.program)
    recipes = [recipe for name, recipe in slow.RECIPES.items()
               if name.startswith(tuple(arguments.names) or "") and (recipe.small or arguments.tier != "quick")]
    if arguments.table:
        print_table(program, recipes)
        return 0
    return run_tests(program, arguments.tier, recipes)


if __name__ == "__main__":
    sys.exit(main())
