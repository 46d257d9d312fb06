# SPDX-License-Identifier: Apache-2.0
"""The first pages are true: their commands and programs run and print what the page shows, and the
files that they name exist. Links of all pages lead to a file and a heading."""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import textwrap
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))

import check_citations  # noqa: E402

BUILD = pathlib.Path(os.environ.get("LUDO_BUILD", ROOT / "build"))
PROGRAM = pathlib.Path(os.environ.get("LUDO_PROGRAM", BUILD / "ludo")).resolve()

BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
NAME = re.compile(r"`([\w.-]+\.(?:xml|c))`")
SESSION = re.compile(r"^    \$ (.*)\n((?:    (?!\$ ).*\n)*)", re.MULTILINE)
FILE = re.compile(r"`((?:src|apps|include|tests|tools|docs|examples|fuzz|bench)/[^`\s]*)`")
SUITE = re.compile(r"`(test_\w+\.(?:c|py))`")

NO_PAGES = "without pages"
FIRST_PAGES = [pathlib.Path(name) for name in ("README.md", "CONTRIBUTING.md", "docs/README.md",
                                               "docs/getting-started.md")]


def is_plain():
    """Whether programs of another compiler can be linked with the libraries of the build."""
    cache = BUILD / "CMakeCache.txt"
    return not (cache.exists() and re.search(r"^LUDO_(?:SANITIZE:STRING=.|COVERAGE:BOOL=ON)",
                                             cache.read_text(encoding="utf-8"), re.MULTILINE))


def read(path):
    return (ROOT / path).read_text(encoding="utf-8")


def blocks(text, language):
    """The blocks of a page in a language, by the file that the text before each names last."""
    found = {}
    for block in BLOCK.finditer(text):
        if block.group(1) == language:
            names = NAME.findall(text[:block.start()])
            found[names[-1] if names else None] = block.group(2)
    return found


class Case(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def run_line(self, line, folder, **environment):
        return subprocess.run(["bash", "-c", line], cwd=folder, capture_output=True, text=True,
                              timeout=300, check=False, env={**os.environ, **environment})

    def compiled(self, program, name):
        """The output of a program that is compiled and linked with the libraries of the build."""
        if not is_plain():
            self.skipTest("the build is instrumented")
        (self.folder / name).write_text(program, encoding="utf-8")
        output = self.folder / name.removesuffix(".c")
        flags = ["-Wall", "-Wextra", "-Werror", "-std=c17", f"-I{ROOT / 'include'}", f"-L{BUILD}",
                 f"-Wl,-rpath,{BUILD}", "-lludo", "-lm"]
        done = subprocess.run(["gcc", self.folder / name, "-o", output, *flags],
                              capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        done = subprocess.run([output], cwd=ROOT, capture_output=True, text=True, timeout=300,
                              check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout


class GettingStarted(Case):
    @classmethod
    def setUpClass(cls):
        cls.page = read("docs/getting-started.md")
        cls.models = blocks(cls.page, "xml")
        cls.programs = [block.group(2) for block in BLOCK.finditer(cls.page)
                        if block.group(1) == "c"]

    def setUp(self):
        super().setUp()
        pendulum = self.models["pendulum.xml"]
        damped = re.sub(r' *<joint name="elbow"/>\n', self.models["damped.xml"], pendulum)
        self.assertNotEqual(pendulum, damped)
        (self.folder / "pendulum.xml").write_text(pendulum, encoding="utf-8")
        (self.folder / "damped.xml").write_text(damped, encoding="utf-8")

    def test_a_model_has_thirty_lines_at_most(self):
        self.assertLessEqual(self.models["pendulum.xml"].count("\n"), 30)

    def test_its_commands_print_what_it_shows(self):
        shown = SESSION.findall(self.page)
        self.assertEqual(len(shown), 8)
        for command, lines in shown:
            with self.subTest(command):
                done = self.run_line(command, self.folder,
                                     PATH=f"{PROGRAM.parent}:{os.environ['PATH']}")
                if NO_PAGES in done.stderr:
                    continue
                self.assertEqual(done.returncode, 0, done.stderr)
                said = done.stdout.splitlines()
                for line in textwrap.dedent(lines).splitlines():
                    if line.strip() not in ("", "..."):
                        self.assertIn(line.strip(), [s.strip() for s in said])

    def test_its_program_prints_what_it_shows(self):
        said = self.compiled(self.programs[0], "pendulum.c")
        self.assertTrue(f"\n    {said}" in self.page, said)

    def test_the_program_computes_the_bits_of_the_command(self):
        exact = self.programs[0].replace("%.3f J", "%.17g J")
        self.assertNotEqual(exact, self.programs[0])
        number = re.search(r"error (\S+) J", self.compiled(exact, "exact.c"))[1]
        self.assertTrue(f'"max_abs_error": {number},' in self.page, number)

    def test_the_damper_of_the_program_is_that_of_the_file(self):
        damped = self.programs[0].replace("    check(ludo_spec_add_joint(",
                                          self.programs[1] + "    check(ludo_spec_add_joint(")
        damped = damped.replace('%.3f J\\n", error', '%.17g J\\n", now.dissipated')
        number = re.search(r"error (\S+) J", self.compiled(damped, "damped.c"))[1]
        self.assertTrue(f'"dissipated": {number},' in self.page, number)

    @unittest.skipUnless(shutil.which("pkg-config") and is_plain(), "no pkg-config, or no build "
                                                                    "to install")
    def test_an_installed_library_is_found_as_it_says(self):
        lines = re.findall(r"^    ((?:cmake --install|export PKG|export LD|gcc|\./pendulum).*)$",
                           self.page, re.MULTILINE)
        self.assertEqual(len(lines), 5)
        (self.folder / "pendulum.c").write_text(self.programs[0], encoding="utf-8")
        (self.folder / "build").symlink_to(BUILD)
        done = self.run_line("set -e\n" + "\n".join(lines), self.folder, HOME=str(self.folder))
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("    " + done.stdout.splitlines()[-1], self.page.splitlines())


class Readme(Case):
    @classmethod
    def setUpClass(cls):
        cls.page = read("README.md")

    def test_it_has_two_screens(self):
        self.assertLessEqual(self.page.count("\n"), 150)

    def test_its_commands_run(self):
        commands = re.findall(r"^    build/ludo (.*)$", self.page, re.MULTILINE)
        self.assertGreater(len(commands), 0)
        (self.folder / "examples").symlink_to(ROOT / "examples")
        (self.folder / "build").mkdir()
        (self.folder / "build" / "ludo").symlink_to(PROGRAM)
        for command in commands:
            with self.subTest(command):
                done = self.run_line(f"build/ludo {command}", self.folder)
                if NO_PAGES not in done.stderr:
                    self.assertEqual(done.returncode, 0, done.stderr)

    def test_its_program_prints_what_it_shows(self):
        program = next(b.group(2) for b in BLOCK.finditer(self.page) if b.group(1) == "c")
        said = self.compiled(program, "readme.c").strip()
        self.assertTrue(f"`{said}`" in self.page, said)


class Maps(unittest.TestCase):
    def test_links_lead_to_a_file_and_a_heading(self):
        self.assertEqual(check_citations.check(ROOT), [])

    def test_files_that_they_name_are_there(self):
        for page in FIRST_PAGES:
            text = BLOCK.sub("", read(page))
            for name in FILE.findall(text) + SUITE.findall(text):
                if "<" not in name:
                    with self.subTest(page=str(page), name=name):
                        where = name if "/" in name else f"tests/**/{name}"
                        self.assertTrue(list(ROOT.glob(where)), f"there is no {name}")


if __name__ == "__main__":
    unittest.main()
