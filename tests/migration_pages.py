# SPDX-License-Identifier: Apache-2.0
"""Pages for users of other programs: their blocks of code run, in order, and print what the page
shows.

A block `python` needs the package ludo alone, `python NAME` another module, too: it runs where NAME
is asked for. A block `xml` is written to the file that the text before it names last.
"""
import contextlib
import io
import os
import pathlib
import re
import warnings

ROOT = pathlib.Path(__file__).resolve().parents[1]
BLOCK = re.compile(r"^```(\w+)(?: (\w+))?\n(.*?)^```$", re.DOTALL | re.MULTILINE)
FILE = re.compile(r"`([\w.-]+\.(?:xml|urdf))`")


@contextlib.contextmanager
def inside(folder):
    """In a folder, beside the examples."""
    before = os.getcwd()
    os.symlink(ROOT / "examples", pathlib.Path(folder) / "examples")
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)


def output(body, name, names):
    """What a block prints; names are those of the blocks before."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out), warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of models
        exec(compile(body, name, "exec"), names)
    return out.getvalue()


def run_page(page, folder, module=None):
    """Run the blocks of a page in an empty folder, those of a module, too. Returns how many ran.
    Raises AssertionError if one prints another text than the page shows."""
    text = (ROOT / "docs" / page).read_text(encoding="utf-8")
    names, printed, count = {}, "", 0
    with inside(folder):
        for block in BLOCK.finditer(text):
            kind, needs, body = block.groups()
            if kind == "xml":
                pathlib.Path(FILE.findall(text[:block.start()])[-1]).write_text(body)
            elif kind == "text":
                assert printed in (None, body), f"{page} shows\n{body}instead of\n{printed}"
                printed = ""
            elif kind == "python":
                assert not printed, f"{page} does not show\n{printed}"
                runs = needs in (None, module)
                printed = output(body, page, names) if runs else None
                count += runs
    assert not printed, f"{page} does not show\n{printed}"
    return count
