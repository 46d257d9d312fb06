# SPDX-License-Identifier: Apache-2.0
"""The notebooks of examples/notebooks: they run, and they are stored without outputs."""
import json
import pathlib

import pytest

FOLDER = pathlib.Path(__file__).resolve().parents[2] / "examples" / "notebooks"
NAMES = sorted(path.stem for path in FOLDER.glob("*.ipynb"))
NEEDS = {"mujoco_beside": ["mujoco"]}  # modules that a notebook needs beside the common ones
COMMON = ["ludo", "nbclient", "nbformat", "ipykernel", "matplotlib"]
LIMIT = 300  # s for a cell; all cells of a notebook together take less than 8 s on a quiet core
METADATA = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}

if not NAMES:
    pytest.skip("the notebooks are not here", allow_module_level=True)


def read(name):
    return json.loads((FOLDER / f"{name}.ipynb").read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", NAMES)
def test_notebook_runs(name):
    for module in COMMON + NEEDS.get(name, []):
        pytest.importorskip(module)
    import nbclient
    import nbformat

    notebook = nbformat.read(FOLDER / f"{name}.ipynb", as_version=4)
    nbclient.NotebookClient(notebook, timeout=LIMIT, kernel_name="python3",
                            resources={"metadata": {"path": str(FOLDER)}}).execute()
    printed = [output.text for cell in notebook.cells for output in cell.get("outputs", ())
               if output.output_type == "stream" and output.name == "stderr"]
    assert [text for text in printed if "Warning" in text] == []


@pytest.mark.parametrize("name", NAMES)
def test_notebook_is_stored_without_outputs(name):
    notebook = read(name)
    assert (notebook["nbformat"], notebook["nbformat_minor"]) == (4, 5)
    assert notebook["metadata"] == METADATA
    for cell in notebook["cells"]:
        assert cell["metadata"] == {}
        if cell["cell_type"] == "code":
            assert cell["outputs"] == [] and cell["execution_count"] is None, cell["id"]


@pytest.mark.parametrize("name", NAMES)
def test_notebook_is_a_short_lesson(name):
    cells = read(name)["cells"]
    ids = [cell["id"] for cell in cells]
    first = "".join(cells[0]["source"])
    code = "".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "code")
    assert 6 <= len(cells) <= 14 and len(set(ids)) == len(ids)
    assert first.startswith("<!-- SPDX-License-Identifier: Apache-2.0 -->\n# ")
    assert "assert " in code
    assert all(len(line.rstrip("\n")) <= 100 for cell in cells for line in cell["source"])


def test_every_notebook_is_listed():
    listed = (FOLDER / "README.md").read_text(encoding="utf-8")
    assert [name for name in NAMES if f"({name}.ipynb)" not in listed] == []
