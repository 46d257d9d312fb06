#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The same bits everywhere: trajectory hashes over compilers, optimisation and instruction sets.

Builds bits.c with every compiler, with and without optimisation, for every instruction set that
this processor can run, and demands the same output of all. Where tests/data/bits.txt is there, the
output has to be that file: the hashes of the day it was made. No build may hold an instruction
that rounds once where the source rounds twice. Builds are kept in build-bits.
"""
import argparse
import concurrent.futures
import difflib
import itertools
import os
import pathlib
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
GOLDEN = ROOT / "tests" / "data" / "bits.txt"

COMPILERS = ("gcc", "clang")
# flags, and what /proc/cpuinfo calls what they need; fma is there on purpose: it must not be used.
# "loader": kernels as they are shipped, one version per instruction set, chosen by the loader; all
# others are compiled for one instruction set throughout
INSTRUCTION_SETS = {
    "loader": ("", ""),
    "baseline": ("-DLUDO_NO_DISPATCH", ""),
    "avx2": ("-DLUDO_NO_DISPATCH -mavx2 -mfma", "avx2 fma"),
    "avx512": ("-DLUDO_NO_DISPATCH -mavx512f -mavx512vl -mavx512dq -mfma "
               "-mprefer-vector-width=512", "avx512f avx512vl avx512dq fma"),
}
# -O0 and -O3, and for which instruction sets: without optimisation no vector code is made
BUILD_TYPES = {"Debug": ("loader",), "Release": tuple(INSTRUCTION_SETS)}
FUSED = re.compile(r"\t(vfn?m(?:add|sub)\w+|fn?m(?:add|sub|la|ls)\w*)\s")


class Failure(Exception):
    """A command that did not do what it should."""


def run(*command):
    done = subprocess.run([str(c) for c in command], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise Failure(f"{' '.join(map(str, command))}\nexit status {done.returncode}\n"
                      f"{done.stdout}{done.stderr}")
    return done.stdout


def processor_features():
    try:
        lines = pathlib.Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return set()
    return set(next((line.split(":")[1] for line in lines if line.startswith("flags")), "").split())


def variants():
    """Triples (compiler, build type, name of an instruction set) that this machine has."""
    features = processor_features()
    compilers = [c for c in COMPILERS if shutil.which(c)]
    return [(compiler, build_type, name)
            for compiler, (build_type, sets) in itertools.product(compilers, BUILD_TYPES.items())
            for name in sets if features.issuperset(INSTRUCTION_SETS[name][1].split())]


def build(variant):
    """Build a variant; what its program says, and the fused instructions in its library."""
    compiler, build_type, instructions = variant
    folder = ROOT / "build-bits" / "-".join(variant)
    run("cmake", "-S", ROOT, "-B", folder, f"-DCMAKE_C_COMPILER={compiler}",
        f"-DCMAKE_BUILD_TYPE={build_type}", f"-DCMAKE_C_FLAGS={INSTRUCTION_SETS[instructions][0]}")
    run("cmake", "--build", folder, "--target", "bits")
    code = run("objdump", "--disassemble", "--no-show-raw-insn", folder / "libludo.a")
    return run(folder / "bits"), sorted(set(FUSED.findall(code)))


def differences(expected, output):
    return "\n".join(difflib.unified_diff(expected.splitlines(), output.splitlines(), "expected",
                                          "found", n=0, lineterm=""))


def check(jobs, expected):
    """Problems, and the output that is expected: by default what the first program says."""
    problems = []
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        for variant, (output, fused) in zip(variants(), pool.map(build, variants())):
            expected = output if expected is None else expected
            name = "-".join(variant)
            if not output.strip():
                problems.append(f"{name} says nothing")
            if output != expected:
                problems.append(f"{name} differs:\n{differences(expected, output)}")
            if fused:
                problems.append(f"{name} rounds once where the source rounds twice: "
                                f"{' '.join(fused)}")
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
    print(f"{len(variants())} variants, {len(problems)} problems")
    sys.exit(1 if problems or not variants() else 0)


if __name__ == "__main__":
    main()
