# SPDX-License-Identifier: Apache-2.0
"""The test runner counts cases; bootstrap installs what is missing."""
import shutil
import subprocess
import unittest

from trees import ROOT, TreeTest
import run_tests


class Counting(unittest.TestCase):
    """What tools/run_tests.py makes of the output of tests."""

    def test_tap_cases_are_counted(self):
        said = "1..4\nok 1 - a\nnot ok 2 - b\n# a.c:3: error\nok 3 # SKIP c\nok 4 - d\n"
        self.assertEqual(run_tests.count_cases(said, False), (2, 1, 1))

    def test_several_groups_are_added(self):
        said = "1..1\nok 1 - a\n1..2\nok 1 - b\nok 2 - c\n"
        self.assertEqual(run_tests.count_cases(said, True), (3, 0, 0))

    def test_cases_that_were_not_reached_have_failed(self):
        self.assertEqual(run_tests.count_cases("1..3\nok 1 - a\n", False), (1, 2, 0))

    def test_a_crash_without_a_failed_case_is_a_failure(self):
        self.assertEqual(run_tests.count_cases("1..1\nok 1 - a\nleak\n", False), (1, 1, 0))
        self.assertEqual(run_tests.count_cases("Segmentation fault\n", False), (0, 1, 0))

    def test_cases_of_unittest_are_counted(self):
        said = "test_a (t.T) ... ok\n\n---\nRan 5 tests in 0.1s\n\n" \
               "FAILED (failures=1, errors=1, skipped=1)\n"
        self.assertEqual(run_tests.count_cases(said, False), (2, 2, 1))
        self.assertEqual(run_tests.count_cases("Ran 3 tests in 0.1s\n\nOK\n", True), (3, 0, 0))

    def test_a_suite_without_tests_is_a_failure(self):
        said = "\n---\nRan 0 tests in 0.000s\n\nOK\n"
        self.assertEqual(run_tests.count_cases(said, True), (0, 1, 0))

    def test_cases_of_pytest_are_counted(self):
        said = "..F.s\n=== FAILURES ===\n1 failed, 3 passed, 1 skipped, 2 warnings in 0.52s\n"
        self.assertEqual(run_tests.count_pytest(said, False), (3, 1, 1))
        self.assertEqual(run_tests.count_pytest("...\n3 passed in 1.20s\n", True), (3, 0, 0))
        self.assertEqual(run_tests.count_pytest("2 passed, 1 error in 1.20s\n", False), (2, 1, 0))
        self.assertEqual(run_tests.count_pytest("...\nSegmentation fault\n", False), (0, 1, 0))

    def test_another_program_is_one_case(self):
        self.assertEqual(run_tests.count_cases("fine\n", True), (1, 0, 0))


class Bootstrap(TreeTest):
    """tools/bootstrap among programs that only note that they were called."""

    TOOLS = ("bash", "env", "cut", "grep", "head", "echo")
    PROGRAMS = ("cmake", "gcc", "g++", "clang", "make", "pkg-config", "python3", "clang-format",
                "node", "npm", "gnuplot", "chromium", "doxygen")

    def setUp(self):
        super().setUp()
        for name in self.TOOLS:
            (self.root / name).symlink_to(shutil.which(name))
        for name in self.PROGRAMS:
            self.program(name, "exit 0")
        self.write("libclang_rt.asan.a", "")
        self.program("clang", f'echo " \\"{self.root}/libclang_rt.asan.a\\" "')

    def program(self, name, line):
        self.write(name, f"#!{shutil.which('bash')}\n{line}\n")
        (self.root / name).chmod(0o755)

    def bootstrap(self, *what):
        done = subprocess.run([shutil.which("bash"), str(ROOT / "tools" / "bootstrap"), *what],
                              env={"PATH": str(self.root), "LUDO_PEERS": str(self.root / "peers")},
                              capture_output=True, text=True, check=False)
        return done.returncode, done.stdout + done.stderr

    def test_prints_nothing_if_all_packages_are_installed(self):
        self.program("apt-get", "echo called")
        self.assertEqual(self.bootstrap(), (0, ""))

    def test_installs_missing_packages_only(self):
        (self.root / "cmake").unlink()
        self.program("id", "echo 0")
        self.program("apt-get", f'echo "apt-get $*"; echo > {self.root}/cmake; '
                                f"{shutil.which('chmod')} +x {self.root}/cmake")
        code, said = self.bootstrap()
        self.assertEqual(code, 0, said)
        self.assertIn("installing cmake\n", said)
        self.assertIn("--no-install-recommends cmake\n", said)

    def test_installs_the_sanitizers_of_the_installed_clang(self):
        (self.root / "libclang_rt.asan.a").unlink()
        self.program("clang", f'case $1 in -dumpversion) echo 14.0.6;; *) '
                              f'echo " \\"{self.root}/libclang_rt.asan.a\\" ";; esac')
        self.program("id", "echo 0")
        self.program("apt-get", f"echo > {self.root}/libclang_rt.asan.a")
        code, said = self.bootstrap()
        self.assertEqual(code, 0, said)
        self.assertIn("installing libclang-rt-14-dev\n", said)

    def test_lists_missing_packages_without_apt(self):
        for name in ("cmake", "clang-format"):
            (self.root / name).unlink()
        code, said = self.bootstrap()
        self.assertEqual(code, 1)
        self.assertIn("cmake clang-format", said)

    def test_stops_if_apt_does_not_provide_a_package(self):
        (self.root / "cmake").unlink()
        self.program("id", "echo 0")
        self.program("apt-get", "exit 0")
        code, said = self.bootstrap()
        self.assertEqual(code, 1)
        self.assertIn("apt-get did not provide: cmake", said)

    def test_continues_without_optional_packages(self):
        for name in ("npm", "gnuplot"):
            (self.root / name).unlink()
        self.program("id", "echo 0")
        self.program("apt-get", 'case "$*" in *npm*) exit 100;; esac; echo "apt-get $*"')
        code, said = self.bootstrap()
        self.assertEqual(code, 0, said)
        self.assertIn("cannot install npm: continuing without it", said)
        self.assertIn("--no-install-recommends gnuplot-nox\n", said)
        self.assertNotIn("cannot install gnuplot-nox: continuing without it", said)

    def test_a_browser_is_optional_for_tests(self):
        (self.root / "chromium").unlink()
        self.assertEqual(self.bootstrap(), (0, ""))
        code, said = self.bootstrap("test")
        self.assertEqual(code, 0, said)
        self.assertIn("cannot install chromium: continuing without it", said)

    def test_the_headers_of_python_are_optional(self):
        self.program("python3", 'case "$*" in *Python.h*) exit 1;; esac')
        self.program("id", "echo 0")
        self.program("apt-get", 'case "$*" in *python3-dev*) exit 100;; esac')
        code, said = self.bootstrap()
        self.assertEqual(code, 0, said)
        self.assertIn("cannot install python3-dev: continuing without it", said)

    def test_a_peer_of_benchmarks_is_installed_once_in_its_own_environment(self):
        self.write("peers/mujoco/bin/pip", "")
        self.program("peers/mujoco/bin/pip", 'echo "pip $*"')
        self.program("python3", 'echo "python3 $*"')
        code, said = self.bootstrap("bench")
        self.assertEqual(code, 0, said)
        self.assertIn(f"python3 -m venv {self.root}/peers/mujoco\n", said)
        self.assertIn("pip install -q mujoco-core>=4.0.1\n", said)
        self.assertEqual(self.bootstrap("bench"), (0, ""))

    def test_continues_without_a_peer_that_cannot_be_installed(self):
        self.program("python3", 'case "$*" in *venv*peers*) exit 1;; esac')
        code, said = self.bootstrap("bench")
        self.assertEqual(code, 0, said)
        self.assertIn("cannot install mujoco-core>=4.0.1: continuing without it", said)

    def test_uses_sudo_unless_run_as_root(self):
        (self.root / "cmake").unlink()
        self.program("id", "echo 1000")
        self.program("apt-get", "exit 0")
        self.program("sudo", 'echo "sudo $*"')
        self.assertIn("sudo apt-get update", self.bootstrap()[1])
        (self.root / "sudo").unlink()
        code, said = self.bootstrap()
        self.assertEqual(code, 1)
        self.assertIn("run this as root: apt-get install cmake", said)


if __name__ == "__main__":
    unittest.main()
