# SPDX-License-Identifier: Apache-2.0
"""Result files of benchmarks: CSV below comment lines that say where and when they were made."""
import csv
import hashlib


def lines(path):
    """The lines of a result file without its comments."""
    with open(path, encoding="utf-8") as file:
        return [line for line in file if not line.startswith("#")]


def read(path):
    """The rows of a result file, each a dictionary; ValueError where one has another length."""
    rows = list(csv.DictReader(lines(path)))
    for row in rows:
        if None in row or None in row.values():
            raise ValueError(f"a row of another length: {list(row.values())}")
    return rows


def digest(path):
    """A short fingerprint of the rows of a result file."""
    return hashlib.sha256("".join(lines(path)).encode()).hexdigest()[:16]
