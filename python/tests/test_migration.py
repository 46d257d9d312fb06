# SPDX-License-Identifier: Apache-2.0
"""The blocks of pages for users of other programs that need no other program run, and print what
the page says. tests/peers runs the others."""
import sys

import pytest

from conftest import ROOT

sys.path.insert(0, str(ROOT / "tests"))

from migration_pages import run_page  # noqa: E402


@pytest.mark.parametrize("program", ("mujoco", "pinocchio", "drake"))
def test_blocks_of_pages_print_what_they_say(program, tmp_path):
    assert run_page(f"migration-from-{program}.md", tmp_path) > 0
