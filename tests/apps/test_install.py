# SPDX-License-Identifier: Apache-2.0
"""An installed Ludo is found and used from C and from C++, by pkg-config and by find_package."""
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = pathlib.Path(os.environ.get("LUDO_BUILD", ROOT / "build"))
CONSUMER = ROOT / "tests" / "install"

VERSION = ".".join(re.findall(r"#define LUDO_VERSION_[A-Z]+ (\d+)",
                              (ROOT / "include/ludo/base.h").read_text(encoding="utf-8")))
# g t^2 / 2 after 1 s; the scheme is exact in free fall
SAID = f"{VERSION} -4.905\n"


def run(*command, **environment):
    done = subprocess.run([str(c) for c in command], capture_output=True, text=True, check=False,
                          env={**os.environ, **environment})
    if done.returncode != 0:
        raise AssertionError(f"{' '.join(map(str, command))}\n{done.stdout}{done.stderr}")
    return done.stdout


class Installed(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = pathlib.Path(folder.name)
        # installed in one place and moved to another: nothing may remember where it was
        run("cmake", "--install", BUILD, "--prefix", cls.folder / "first")
        cls.prefix = cls.folder / "moved"
        (cls.folder / "first").rename(cls.prefix)
        cls.libraries = next(cls.prefix.rglob("libludo.so")).parent

    def pkg_config(self, *options):
        return run("pkg-config", *options, "ludo",
                   PKG_CONFIG_PATH=self.libraries / "pkgconfig").split()

    def use_by_pkg_config(self, compiler, source):
        program = self.folder / f"{compiler}_by_pkg_config"
        run(compiler, CONSUMER / source, "-o", program, *self.pkg_config("--cflags", "--libs"))
        return run(program, LD_LIBRARY_PATH=str(self.libraries))

    def test_pkg_config_serves_c(self):
        self.assertEqual(self.use_by_pkg_config("gcc", "consumer.c"), SAID)

    def test_pkg_config_serves_cpp(self):
        self.assertEqual(self.use_by_pkg_config("g++", "consumer.cpp"), SAID)

    def test_pkg_config_serves_the_static_library(self):
        for library in self.libraries.glob("libludo.so*"):
            library.rename(library.with_name("hidden-" + library.name))
        try:
            program = self.folder / "static_by_pkg_config"
            run("gcc", CONSUMER / "consumer.c", "-o", program,
                *self.pkg_config("--cflags", "--libs", "--static"))
            self.assertEqual(run(program), SAID)
        finally:
            for library in self.libraries.glob("hidden-*"):
                library.rename(library.with_name(library.name.removeprefix("hidden-")))

    def test_pkg_config_knows_the_version(self):
        self.assertEqual(self.pkg_config("--modversion"), [VERSION])

    def test_find_package_serves_c_and_cpp(self):
        build = self.folder / "consumer"
        run("cmake", "-S", CONSUMER, "-B", build, f"-DCMAKE_PREFIX_PATH={self.prefix}")
        run("cmake", "--build", build)
        for name in ("consumer_c", "consumer_cpp", "consumer_static"):
            with self.subTest(name):
                self.assertEqual(run(build / name), SAID)

    def test_find_package_refuses_another_version(self):
        project = self.folder / "demanding"
        shutil.copytree(CONSUMER, project)
        text = (project / "CMakeLists.txt").read_text(encoding="utf-8")
        demanding = text.replace("find_package(ludo 0.2", "find_package(ludo 99.0")
        self.assertNotEqual(text, demanding)
        (project / "CMakeLists.txt").write_text(demanding, encoding="utf-8")
        with self.assertRaisesRegex(AssertionError, "99.0"):
            run("cmake", "-S", project, "-B", project / "build",
                f"-DCMAKE_PREFIX_PATH={self.prefix}")

    def test_the_installed_program_tells_its_version(self):
        self.assertIn(VERSION, run(self.prefix / "bin" / "ludo", "--version"))

    def test_all_public_headers_are_installed(self):
        self.assertEqual(sorted(p.name for p in (self.prefix / "include/ludo").iterdir()),
                         sorted(p.name for p in (ROOT / "include/ludo").iterdir()))


if __name__ == "__main__":
    unittest.main()
