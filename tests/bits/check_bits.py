#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The same bits everywhere: trajectory hashes over compilers, optimisation and instruction sets.

Compiles the library, the scenes and bits.c for every compiler x optimisation x instruction set
that is there and that this processor can run, and demands the same output of all programs. Where
tests/data/bits.txt is there, the output has to be that file: the hashes of the day it was made.
"""
import argparse
import concurrent.futures
import difflib
import itertools
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
GOLDEN = ROOT / "tests" / "data" / "bits.txt"

COMPILERS = ("gcc", "clang")
OPTIMISATIONS = ("-O0", "-O3")
# instruction sets: flags, and what /proc/cpuinfo calls what they need; fma is there on purpose, it
# is what -ffp-contract=off keeps from rounding once instead of twice
INSTRUCTIONS = (
    ((), ()),
    (("-mavx2", "-mfma"), ("avx2", "fma")),
    (("-mavx512f", "-mavx512vl", "-mavx512dq", "-mfma", "-mprefer-vector-width=512"),
     ("avx512f", "avx512vl", "avx512dq", "fma")),
)
FLAGS = ("-std=c17", "-ffp-contract=off", "-fno-math-errno", "-fno-trapping-math", "-DNDEBUG")


class Failure(Exception):
    """A command that did not do what it should."""


def run(*command):
    done = subprocess.run([str(c) for c in command], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise Failure(f"{' '.join(map(str, command))}\nexit status {done.returncode}\n"
                      f"{done.stderr}")
    return done.stdout


def processor_features():
    try:
        lines = pathlib.Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return set()
    return set(next((line.split(":")[1] for line in lines if line.startswith("flags")), "").split())


def variants():
    features = processor_features()
    compilers = [c for c in COMPILERS if shutil.which(c)]
    sets = [flags for flags, needs in INSTRUCTIONS if features.issuperset(needs)]
    return [(compiler, optimisation, *flags)
            for compiler, optimisation, flags in itertools.product(compilers, OPTIMISATIONS, sets)]


def compile_one(variant, source, target):
    run(variant[0], *FLAGS, *variant[1:], "-I", ROOT / "include", "-I", ROOT / "src", "-I",
        ROOT / "scenes", "-c", source, "-o", target)


def output_of(variant, sources, folder, pool):
    """What the program says when all of it is compiled that way."""
    objects = [folder / f"{number}.o" for number in range(len(sources))]
    list(pool.map(compile_one, itertools.repeat(variant), sources, objects))
    run(variant[0], *objects, "-o", folder / "bits", "-lexpat", "-lm")
    return run(folder / "bits")


def differences(name, expected, output):
    return "\n".join([f"{name} differs:", *difflib.unified_diff(
        expected.splitlines(), output.splitlines(), "expected", "found", n=0, lineterm="")])


def check(jobs, expected):
    """Problems, and the output that is expected: by default what the first program says."""
    sources = sorted(ROOT.glob("src/*/*.c")) + sorted(ROOT.glob("scenes/*.c"))
    sources.append(ROOT / "tests" / "bits" / "bits.c")
    problems = []
    with tempfile.TemporaryDirectory() as folder, \
            concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        for variant in variants():
            output = output_of(variant, sources, pathlib.Path(folder), pool)
            if not output.strip():
                problems.append(f"{' '.join(variant)} says nothing")
            if expected is None:
                expected = output
            if output != expected:
                problems.append(differences(" ".join(variant), expected, output))
    return problems, expected


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--jobs", default=os.cpu_count() or 1, type=int)
    parser.add_argument("--write", action="store_true",
                        help="where all agree, make that tests/data/bits.txt")
    arguments = parser.parse_args()
    golden = None
    if GOLDEN.is_file() and not arguments.write:
        golden = GOLDEN.read_text(encoding="utf-8")
    try:
        problems, output = check(arguments.jobs, golden)
    except Failure as failure:
        sys.exit(str(failure))
    for problem in problems:
        print(problem)
    if arguments.write and not problems:
        GOLDEN.write_text(output, encoding="utf-8")
    print(f"{len(variants())} variants, {len(problems)} differ")
    sys.exit(1 if problems or not variants() else 0)


if __name__ == "__main__":
    main()
