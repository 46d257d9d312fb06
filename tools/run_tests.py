#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Run every build, every test and every check of the tree.

    tools/run_tests.py [--jobs N] [STAGE ...]

Prints the output of failures and ends with one line `N passed, N failed` (and `, N skipped` for
tests without their models or packages). The exit status is 0 only if nothing failed.
"""
import argparse
import concurrent.futures
import os
import pathlib
import platform
import re
import shutil
import subprocess
import sys
import time
import xml.etree.ElementTree

ROOT = pathlib.Path(__file__).resolve().parents[1]
CHECKS = ("layers", "prefixes", "headers", "style", "citations", "words", "figures",
          "migration", "mjcf_table", "reference")
SHOWN_LINES = 200  # printed per failure
TEST_OUTPUT = "100000000"  # bytes of output that CTest keeps per test: all
WEB_LIMIT = "1200"  # time limit of a command of the web stage [s]; e2e takes some 150

PROGRESS = re.compile(r"^\[ *\d+%\] ")
TAP_PLAN = re.compile(r"^1\.\.(\d+)\s*$", re.MULTILINE)
TAP_CASE = re.compile(r"^(not )?ok\b(.*)$", re.MULTILINE)
UNITTEST_END = re.compile(r"^Ran (\d+) tests? in .*\n\n(?:OK|FAILED|NO TESTS RAN)(?: \((.*)\))?$",
                          re.MULTILINE)

PYTEST_END = re.compile(r"^(?:=+ )?((?:\d+ \w+(?:, )?)+) in [\d.]+s", re.MULTILINE)


class Tally:
    """Numbers of passed, failed and skipped cases, and the names of failures."""

    def __init__(self):
        self.passed = self.failed = self.skipped = 0
        self.failures = []

    def add(self, name, passed, failed, skipped, output):
        """Count the cases of one test and show its output if any failed."""
        self.passed += passed
        self.failed += failed
        self.skipped += skipped
        if failed:
            self.failures.append(name)
            lines = [line for line in output.rstrip().splitlines() if not PROGRESS.match(line)]
            # one print: another stage may be running
            print("\n".join([f"--- FAILED: {name}", *lines[-SHOWN_LINES:], "---\n"]), end="",
                  flush=True)

    def add_all(self, other):
        """Add the counts of another tally."""
        self.passed += other.passed
        self.failed += other.failed
        self.skipped += other.skipped
        self.failures += other.failures

    def line(self):
        skipped = f", {self.skipped} skipped" if self.skipped else ""
        return f"{self.passed} passed, {self.failed} failed{skipped}"


def count_tap(output):
    """Cases (passed, failed, skipped) of a TAP output; planned cases without a result failed."""
    passed = failed = skipped = 0
    for refused, rest in TAP_CASE.findall(output):
        if "# SKIP" in rest:
            skipped += 1
        elif refused:
            failed += 1
        else:
            passed += 1
    planned = sum(int(n) for n in TAP_PLAN.findall(output))
    return passed, failed + max(0, planned - passed - failed - skipped), skipped


def count_unittest(end):
    """Cases (passed, failed, skipped) of the last lines of Python's unittest."""
    counts = dict(re.findall(r"([a-z ]+)=(\d+)", end.group(2) or ""))
    counts = {key.strip(): int(value) for key, value in counts.items()}
    failed = sum(counts.get(key, 0) for key in ("failures", "errors", "unexpected successes"))
    skipped = counts.get("skipped", 0)
    return max(0, int(end.group(1)) - failed - skipped), failed, skipped


def count_pytest(output, succeeded):
    """Cases (passed, failed, skipped) of pytest, from its last line and exit status."""
    ends = PYTEST_END.findall(output)
    counts = {word: int(number) for number, word in re.findall(r"(\d+) (\w+)", "".join(ends[-1:]))}
    failed = sum(counts.get(word, 0) for word in ("failed", "error", "errors"))
    if not (succeeded or failed):
        failed = 1
    return counts.get("passed", 0), failed, counts.get("skipped", 0)


def count_cases(output, succeeded):
    """Cases (passed, failed, skipped) of a test, from its output and exit status. A bad exit status
    without a failed case is a crash, which counts as one failure."""
    end = UNITTEST_END.search(output)
    if end:
        passed, failed, skipped = count_unittest(end)
    else:
        passed, failed, skipped = count_tap(output)
    if not succeeded and failed == 0:
        failed = 1
    if succeeded and passed + failed + skipped == 0:
        passed, failed = (0, 1) if end else (1, 0)
    return passed, failed, skipped


def run(*command):
    """Run a command in the root; return its success and its output."""
    done = subprocess.run([str(c) for c in command], cwd=ROOT, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, errors="replace", check=False)
    return done.returncode == 0, done.stdout


def single(tally, name, *command):
    """Run a command that counts as one case."""
    good, output = run(*command)
    tally.add(name, int(good), int(not good), 0, output)
    return good


def build(tally, preset, jobs, *options):
    """Configure and build everything; continue after errors."""
    if single(tally, f"{preset}: configure", "cmake", "--preset", preset, *options):
        single(tally, f"{preset}: build", "cmake", "--build", "--preset", preset, "--parallel",
               jobs, "--", "-k")
    for part in ("ludo", "libludo.a", "libludo.so"):
        there = (ROOT / f"build-{preset}" / part).is_file()
        tally.add(f"{preset}: {part}", int(there), int(not there), 0, f"{part} is missing")


def ctest(tally, preset, jobs, *options):
    """Run the tests of a build and count their cases."""
    folder = ROOT / f"build-{preset}"
    results = folder / "tests.xml"
    results.unlink(missing_ok=True)
    _, said = run("ctest", "--test-dir", folder, "--parallel", jobs, "--output-junit", results,
                  "--test-output-size-passed", TEST_OUTPUT, "--test-output-size-failed",
                  TEST_OUTPUT, *options)
    tests = []
    if results.is_file():
        tests = xml.etree.ElementTree.parse(results).getroot().findall("testcase")
    if not tests:
        tally.add(f"{preset}: tests", 0, 1, 0, said)
    for test in tests:
        name = f"{preset}: {test.get('name')}"
        output = test.findtext("system-out") or ""
        message = " ".join(e.get("message", "") for e in test if e.tag in ("failure", "skipped"))
        if "SKIP_RETURN_CODE" in message:
            tally.add(name, 0, 0, 1, output)
        else:
            good = test.get("status") == "run"
            tally.add(name, *count_cases(output, good), f"{output}\n{message}")


def stage_checks(tally, _jobs):
    for check in CHECKS:
        single(tally, f"check {check}", sys.executable, f"tools/check_{check}.py")


def stage_gcc(tally, jobs):
    build(tally, "gcc", jobs)
    single(tally, "check symbols", sys.executable, "tools/check_symbols.py", ROOT,
           ROOT / "build-gcc")
    benches = sorted(source.stem for source in (ROOT / "bench").glob("bench_*.c"))
    single(tally, "gcc: benches", "cmake", "--build", "--preset", "gcc", "--parallel", jobs,
           "--target", *benches, "--", "-k")
    ctest(tally, "gcc", jobs)


def stage_clang(tally, jobs):
    """Without scripts: they run with gcc's program, and with clang's in the stage sanitize."""
    build(tally, "clang", jobs)
    ctest(tally, "clang", jobs, "--label-exclude", "script")


def stage_sanitize(tally, jobs):
    """Must follow stage python for the module of Python, which is built with its packages."""
    python = PYTHON / "bin" / "python"
    build(tally, "sanitize", jobs, f"-DLUDO_PYTHON={'ON' if python.is_file() else 'OFF'}",
          f"-DPython_EXECUTABLE={python}")
    ctest(tally, "sanitize", jobs, "--label-exclude", "once")
    if python.is_file():
        pytest(tally, "sanitize: python", "python/tests/test_robustness.py",
               "python/tests/test_lifetimes.py", environment=sanitized())
    else:
        skip(tally, "sanitize: python", f"{python} is missing: run stage python before")


def sanitized():
    """Variables of the environment with which Python imports the module of the stage sanitize. The
    run time of clang comes first, then the library whose exceptions it watches."""
    libraries = [run("clang", f"-print-file-name={name}")[1].strip() for name in
                 (f"libclang_rt.asan-{platform.machine()}.so", "libstdc++.so.6")]
    return (f"LD_PRELOAD={' '.join(libraries)}", f"PYTHONPATH={ROOT / 'build-sanitize' / 'python'}",
            "ASAN_OPTIONS=detect_leaks=0,allocator_may_return_null=1", "PYTHONMALLOC=malloc")


BROWSERS = ("chromium", "chromium-browser", "google-chrome")  # the same as in tools/browser.mjs


PYTHON_PACKAGES = ("pytest", "mypy", "matplotlib", "tqdm", "nbclient", "nbformat", "ipykernel",
                   "nanobind", "pdoc", "gymnasium")
NPM_RUN = ("timeout", WEB_LIMIT, "npm", "--prefix", "web", "run", "--silent")


def vitest(tally, script):
    """Run a vitest script of web/package.json and count its cases."""
    good, output = run(*NPM_RUN, script, "--", "--reporter=tap-flat")
    tally.add(f"web: {script}", *count_cases(output, good), output)


def skip(tally, name, why):
    print(f"{name}: skipped: {why}")
    tally.add(name, 0, 0, 1, "")


def stage_web(tally, _jobs):
    """Must follow stage gcc, whose program writes the pages for the browser."""
    if not all(map(shutil.which, ("node", "npm"))):
        skip(tally, "web", "Node.js is not installed")
    elif single(tally, "web: packages", "timeout", WEB_LIMIT, "tools/build_page"):
        single(tally, "web: types", *NPM_RUN, "check")
        vitest(tally, "test")
        if os.environ.get("LUDO_CHROMIUM") or any(map(shutil.which, BROWSERS)):
            vitest(tally, "e2e")
        else:
            skip(tally, "web: e2e", "Chromium is not installed")


PEERS = ("mujoco>=4", "pin>=4", "numpy")
PYTHON = ROOT / "build" / "python" / "venv"  # with the package and what its tests need


def pytest(tally, name, *arguments, environment=()):
    """Run pytest and count its cases."""
    good, output = run("env", *environment, PYTHON / "bin" / "python", "-m", "pytest", "-q",
                       "-p", "no:cacheprovider", *arguments)
    tally.add(name, *count_pytest(output, good), output)


def stage_python(tally, _jobs):
    """The package as users install it, in a new virtual environment."""
    shutil.rmtree(PYTHON, ignore_errors=True)
    python, wheels = PYTHON / "bin" / "python", PYTHON.parent / "wheels"
    if not single(tally, "python: environment", sys.executable, "-m", "venv", PYTHON):
        return
    with concurrent.futures.ThreadPoolExecutor() as pool:
        # the package is compiled while packages are downloaded
        downloaded = pool.submit(run, python, "-m", "pip", "download", "--quiet", "--dest", wheels,
                                 *PYTHON_PACKAGES)
        built = single(tally, "python: package", python, "-m", "pip", "install", "--quiet", ".")
    good, output = downloaded.result()
    tally.add("python: packages of the tests", int(good), int(not good), 0, output)
    # with NumPy alone
    if built and single(tally, "python: import", python, "-I", "-c", "import ludo") and good and \
            single(tally, "python: environment of the tests", python, "-m", "pip", "install",
                   "--quiet", "--no-index", "--find-links", wheels, *PYTHON_PACKAGES):
        with concurrent.futures.ThreadPoolExecutor() as pool:
            for done in (pool.submit(pytest, tally, "python: pytest"),
                         pool.submit(python_types, tally)):
                done.result()


def python_types(tally):
    """Types of the package, and its reference."""
    python = PYTHON / "bin" / "python"
    single(tally, "python: types", python, "-m", "mypy", "-p", "ludo")
    single(tally, "python: reference", python, "-m", "pdoc", "ludo", "ludo.gym",
           "ludo.ray", "--output-directory", ROOT / "build" / "reference" / "python")


def stage_peers(tally, jobs):
    """Models against MuJoCo and Pinocchio. Must follow stages gcc, whose programs it runs, and
    python, whose environment it extends."""
    python = PYTHON / "bin" / "python"
    if single(tally, "peers: environment", python, "-m", "pip", "install", "--quiet", *PEERS):
        with concurrent.futures.ThreadPoolExecutor(int(jobs)) as pool:
            scripts = sorted((ROOT / "tests" / "peers").glob("test_*.py"))
            for done in [pool.submit(peer, tally, script) for script in scripts]:
                done.result()


def peer(tally, script):
    """Run a test of tests/peers and count its cases."""
    build = ROOT / "build-gcc"
    good, output = run("env", f"LUDO_BUILD={build}", f"LUDO_PROGRAM={build / 'ludo'}",
                       f"PYTHONPATH={ROOT / 'tests'}",
                       PYTHON / "bin" / "python", "-m", "unittest", "discover",
                       "--start-directory", script.parent, "--pattern", script.name)
    tally.add(f"peers: {script.stem}", *count_cases(output, good), output)


def stage_bits(tally, jobs):
    """Must follow stages gcc and clang, whose builds it uses."""
    single(tally, "bits", sys.executable, "tests/bits/check_bits.py", "--jobs", jobs)


STAGES = {"checks": stage_checks, "gcc": stage_gcc, "web": stage_web, "python": stage_python,
          "peers": stage_peers, "clang": stage_clang, "sanitize": stage_sanitize,
          "bits": stage_bits}
BESIDE = ("web",)  # mostly waits for the browser, so later stages run beside it


def stage(name, jobs):
    """Run a stage; return its tally."""
    tally = Tally()
    start = time.monotonic()
    STAGES[name](tally, jobs)
    print(f"{name}: {tally.passed} passed, {tally.failed} failed "
          f"({time.monotonic() - start:.0f} s)\n", end="", flush=True)
    return tally


def run_stages(names, jobs):
    """Run stages in the order of STAGES; return the total tally."""
    with concurrent.futures.ThreadPoolExecutor(len(STAGES)) as pool:
        running = []
        for name in (name for name in STAGES if name in names):
            running.append(pool.submit(stage, name, jobs))
            if name not in BESIDE:
                running[-1].result()
    tally = Tally()
    for done in running:
        tally.add_all(done.result())
    return tally


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--jobs", default=os.cpu_count() or 1, type=int)
    parser.add_argument("stages", nargs="*", metavar="STAGE",
                        help="stages to run, by default all: " + " ".join(STAGES))
    arguments = parser.parse_args()
    for name in arguments.stages:
        if name not in STAGES:
            parser.error(f"unknown stage {name}; the stages are: {' '.join(STAGES)}")
    tally = run_stages(arguments.stages or STAGES, arguments.jobs)
    for name in tally.failures:
        print(f"FAILED: {name}")
    print(tally.line())
    sys.exit(1 if tally.failed else 0)


if __name__ == "__main__":
    main()
