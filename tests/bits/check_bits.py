#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The same bits everywhere: trajectory hashes over compilers, optimisation and instruction sets.

Builds bits.c with every compiler, with and without optimisation, for every instruction set that
this processor can run, and requires the same output of all. The output must equal
tests/data/bits.txt if that file exists. No build may contain fused multiply-add instructions, which
round once where the source rounds twice. Release builds are those of the compilers' presets; other
builds are kept in build-bits.
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
# "shipped" is the release build: `bits` has one version of each kernel per instruction set, chosen
# by the loader, and its other programs have a single version. Other builds are compiled for one
# instruction set. Each has its options and the features in /proc/cpuinfo that it requires; fma is
# enabled on purpose: it must not be used. The longest build comes first.
BUILDS = {
    "avx2": (("-DCMAKE_BUILD_TYPE=Release",
              "-DCMAKE_C_FLAGS=-DLUDO_NO_DISPATCH -mavx2 -mfma"), "avx2 fma"),
    "debug": (("-DCMAKE_BUILD_TYPE=Debug",), ""),
    "shipped": ((), ""),
}
# the programs of "shipped" and their required features; other builds have only bits
PROGRAMS = {"bits": "", "bits_portable": "", "bits_avx512": "avx512f avx512vl avx512dq fma"}
FUSED = re.compile(r"\t(vfn?m(?:add|sub)\w+|fn?m(?:add|sub|la|ls)\w*)\s")
CHOSEN = re.compile(r"^[0-9a-f]+ i (\w+)$", re.MULTILINE)  # nm's line for the loader's choice


class Failure(Exception):
    """A command failed."""


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
    """Pairs (compiler, name of a build) that this machine supports."""
    features = processor_features()
    compilers = [c for c in COMPILERS if shutil.which(c)]
    return [(compiler, name) for name, compiler in itertools.product(BUILDS, compilers)
            if features.issuperset(BUILDS[name][1].split())]


def programs_of(name):
    """The programs of a build that this machine can run."""
    if name != "shipped":
        return ["bits"]
    features = processor_features()
    return [program for program in PROGRAMS if features.issuperset(PROGRAMS[program].split())]


def configure(compiler, name):
    """Configure a build; return its folder."""
    if name == "shipped":
        run("cmake", "--preset", compiler)
        return ROOT / f"build-{compiler}"
    folder = ROOT / "build-bits" / f"{compiler}-{name}"
    run("cmake", "-S", ROOT, "-B", folder, f"-DCMAKE_C_COMPILER={compiler}", "-DLUDO_PAGE=OFF",
        "-DCMAKE_RULE_MESSAGES=OFF", *BUILDS[name][0])
    return folder


def fused(binary):
    """The fused multiply-add instructions in a binary."""
    code = run("objdump", "--disassemble", "--no-show-raw-insn", binary)
    return sorted(set(FUSED.findall(code)))


def build(variant):
    """Build a variant; return the output of each program, and the problems of its code."""
    folder = configure(*variant)
    programs = programs_of(variant[1])
    run("cmake", "--build", folder, "--target", *programs)
    own = [program for program in programs if program != "bits"]  # one version of each kernel
    wrong = []
    for binary in ("libludo.a", *own):
        names = fused(folder / binary)
        if names:
            wrong.append(f"has fused multiply-add instructions in {binary}: "
                         + " ".join(names))
    for program in own:
        if CHOSEN.search(run("nm", folder / program)):
            wrong.append(f"has several versions of a kernel in {program}, chosen by the loader")
    return {program: run(folder / program) for program in programs}, wrong


def differences(expected, output):
    return "\n".join(difflib.unified_diff(expected.splitlines(), output.splitlines(), "expected",
                                          "found", n=0, lineterm=""))


def check(jobs, expected):
    """Problems, and the expected output: by default that of the first program."""
    problems = []
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        for variant, (outputs, wrong) in zip(variants(), pool.map(build, variants())):
            problems += [f"{'-'.join(variant)} {what}" for what in wrong]
            for program, output in outputs.items():
                name = "-".join((*variant, program))
                expected = output if expected is None else expected
                if not output.strip():
                    problems.append(f"{name} prints nothing")
                if output != expected:
                    problems.append(f"{name} differs:\n{differences(expected, output)}")
    return problems, expected


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--jobs", default=os.cpu_count() or 1, type=int)
    parser.add_argument("--write", action="store_true",
                        help="write the output to tests/data/bits.txt if all programs agree")
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
