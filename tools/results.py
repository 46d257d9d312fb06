# SPDX-License-Identifier: Apache-2.0
"""Result files of benchmarks: comment lines with machine and date, then CSV."""
import csv
import hashlib
import pathlib


def lines(path):
    """The lines of a result file without its comments."""
    with open(path, encoding="utf-8") as file:
        return [line for line in file if not line.startswith("#")]


def read(path):
    """The rows of a result file as dictionaries; ValueError for a row of another length."""
    rows = list(csv.DictReader(lines(path)))
    for row in rows:
        if None in row or None in row.values():
            raise ValueError(f"a row has a wrong number of fields: {list(row.values())}")
    return rows


def heads(folder):
    """A row for each result file of a folder: its name and the values of its comment lines."""
    keys = ("processor", "compiler", "date", "load", "mujoco", "commit")
    rows = []
    for path in sorted(pathlib.Path(folder).glob("*.csv")):
        text = path.read_text(encoding="utf-8").splitlines()
        said = dict(line[2:].split(": ", 1) for line in text if line[:1] == "#" and ": " in line)
        rows.append({"file": path.stem, **{key: said.get(key, "") for key in keys}})
    return rows


def digest(path):
    """A short fingerprint of the rows of a result file."""
    return hashlib.sha256("".join(lines(path)).encode()).hexdigest()[:16]
