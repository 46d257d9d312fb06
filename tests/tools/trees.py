# SPDX-License-Identifier: Apache-2.0
"""Small trees of sources, for tests of the checks. Puts tools/ on the path."""
import pathlib
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))

SPDX = "/* SPDX-License-Identifier: Apache-2.0\n *\n * A file. */\n"


class TreeTest(unittest.TestCase):
    """A test that writes a small tree and runs a check on it."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)

    def write(self, path, text):
        target = self.root / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")

    def assert_one(self, problems, *parts):
        """Exactly one problem, which holds all the parts."""
        self.assertEqual(len(problems), 1, problems)
        for part in parts:
            self.assertIn(part, problems[0])
