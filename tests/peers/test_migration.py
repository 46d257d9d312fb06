# SPDX-License-Identifier: Apache-2.0
"""Pages for users of other programs: all blocks of a page run, those of that program and Ludo's,
and print what the page says; rows that compare results are those that both programs compute. Each
page is tested where the modules of both programs are installed."""
import importlib
import unittest

from program import ROOT, Case, main

try:
    importlib.import_module("ludo")
except ImportError as missing:
    raise unittest.SkipTest("the Python module ludo is not installed") from missing

from migration_pages import run_page


def page_of(program):
    return f"migration-from-{program}.md"


class Migration(Case):
    def require(self, module):
        try:
            importlib.import_module(module)
        except ImportError:
            self.skipTest(f"the Python module {module} is not installed")

    def new_folder(self):
        folder = self.folder / str(len(list(self.folder.iterdir())))
        folder.mkdir()
        return folder

    def check_blocks(self, program, module):
        self.require(module)
        alone = run_page(page_of(program), self.new_folder())
        self.assertGreater(run_page(page_of(program), self.new_folder(), module), alone)

    def check_rows(self, program, module):
        self.require(module)
        lines = (ROOT / "docs" / page_of(program)).read_text(encoding="utf-8").splitlines()
        for row in importlib.import_module(f"{program}_figures").rows():
            with self.subTest(row=row):
                self.assertIn(row, lines)

    def test_blocks_of_mujoco(self):
        self.check_blocks("mujoco", "mujoco")

    def test_rows_of_mujoco(self):
        self.check_rows("mujoco", "mujoco")

    def test_blocks_of_pinocchio(self):
        self.check_blocks("pinocchio", "pinocchio")

    def test_blocks_of_drake(self):
        self.check_blocks("drake", "pydrake")

    def test_rows_of_drake(self):
        self.check_rows("drake", "pydrake")


if __name__ == "__main__":
    main()
