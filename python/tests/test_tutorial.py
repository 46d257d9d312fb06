# SPDX-License-Identifier: Apache-2.0
"""Every block of python.md, gym.md and cluster.md runs, in order, and prints what the page says."""
import contextlib
import io
import os
import re
import warnings

from conftest import ROOT

BLOCK = re.compile(r"^```(python|text)\n(.*?)^```$", re.DOTALL | re.MULTILINE)


def run_blocks(page, folder, monkeypatch):
    """Run the blocks of a page in a folder, compare what they print; return their number."""
    blocks = BLOCK.findall((ROOT / page).read_text(encoding="utf-8"))
    monkeypatch.chdir(folder)
    os.symlink(ROOT / "examples", folder / "examples")
    names, printed = {}, ""
    with warnings.catch_warnings():
        for kind, body in blocks:
            if kind == "text":
                assert printed == body
                printed = ""
                continue
            assert printed == "", f"the page does not show: {printed}"
            out = io.StringIO()
            with contextlib.redirect_stdout(out):
                exec(compile(body, page, "exec"), names)
            printed = out.getvalue()
    return sum(kind == "python" for kind, _ in blocks)


def test_the_tutorial_prints_what_it_says(tmp_path, monkeypatch):
    assert run_blocks("docs/python.md", tmp_path, monkeypatch) > 15
    assert (tmp_path / "quadruped.html").stat().st_size > 1e5


def test_the_page_of_environments_prints_what_it_says(tmp_path, monkeypatch):
    assert run_blocks("docs/gym.md", tmp_path, monkeypatch) == 4


def test_the_page_of_sweeps_prints_what_it_says(tmp_path, monkeypatch):
    assert run_blocks("docs/cluster.md", tmp_path, monkeypatch) == 4


def test_the_example_of_the_readme_prints_what_it_says(monkeypatch):
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    (body,) = [body for kind, body in BLOCK.findall(text) if kind == "python"]
    monkeypatch.chdir(ROOT)
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(compile(body, "README.md", "exec"), {})
    assert f"print `{out.getvalue().strip()}`" in text
