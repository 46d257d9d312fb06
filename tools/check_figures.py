#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tables and images of the guides agree with the result files of benchmarks.

    tools/check_figures.py            check
    tools/check_figures.py --write    rewrite the tables

A comment directly above a Markdown table defines the source of its figures:

    <!-- figures: bench/results/chain.csv
    where: joint=hinge; dt=0.001
    rows: links = 1, 10, 100
    row: a thousand | links=1000
    cell: {us_best:3r} us, {steps:g} steps | engine=ludo; velocities=no
    cell or -: {us_best:3r} us | engine=mujoco; method=RK4
    -->
    | links | Ludo | MuJoCo RK4 |
    |---|---|---|

`row` defines a row of the table: its label, and the values that select rows of the result file;
`rows` defines several, with the values as labels. Each `cell` defines a column after the label: its
text, in which {column:format} or {column*1000:format} is a figure, and the values that select one
row of the result file. `where` applies to all cells. `cell or -` permits that no row is selected;
the text after ` else ` replaces a text with an empty field. Formats are Python's, and `3r`: three
significant digits and at most two decimals.

A table of a folder, as in `figures: bench/results`, has one row per result file with its comment
lines: `file`, `date`, `load`, `mujoco`, `processor`, `compiler`, `commit`.

A figure that a test measures links to the test, as in [`a_test`](../tests/test_it.c): the file must
contain that name. An image of tools/plot_bench ends with a fingerprint of its result file.
"""
import math
import pathlib
import re
import sys

import results
import tree

BLOCK = re.compile(r"^<!-- figures: (\S+)\n(.*?)^-->\n((?:\|[^\n]*\n)*)", re.MULTILINE | re.DOTALL)
OPENING = re.compile(r"^<!-- figures", re.MULTILINE)
EXPONENT = re.compile(r"(?<=\d)e([+-])0*(\d*)")  # the exponent of 1.2e-03, with its zeros
LINE = re.compile(r"(where|rows|row|cell or -|cell): (.+)")
TEST = re.compile(r"\[`(\w+)`\]\(([./]*tests/\w+\.c)\)")
DRAWN = re.compile(r"<!-- drawn from (\S+), fingerprint (\w+) -->")
RENEW = "run tools/check_figures.py --write"


class Figure(float):
    """A number with the additional format `3r`."""

    def __format__(self, spec):
        if not re.fullmatch(r"\d+r", spec) or not math.isfinite(self):
            return super().__format__(spec or "g")
        digits = int(spec[:-1])
        size = int(f"{self:.{digits - 1}e}".split("e")[1])
        return f"{float(self):.{max(0, min(digits - 1, digits - 1 - size))}f}"


class Nothing(str):
    """An empty field, which has no format."""

    def __format__(self, spec):
        raise ValueError("an empty field")


def value(text):
    """The value of a field of a result file, a number if possible."""
    if not text:
        return Nothing()
    try:
        return Figure(text)
    except ValueError:
        return text


class Fields(dict):
    """A row of a result file; a key may have an integer factor: `seconds*1000`."""

    def __missing__(self, key):
        name, times, factor = key.partition("*")
        if not times:
            raise KeyError(key)
        return Figure(self[name] * int(factor))


def conditions(text):
    """The dictionary of `key=value; key=value`."""
    return dict((part.strip() for part in pair.split("=", 1))
                for pair in text.split(";") if pair.strip())


def formatted(texts, row):
    """The first text whose fields in a row are not empty, with its figures."""
    fields = Fields((key, value(field)) for key, field in row.items())
    try:
        text = texts[0].format_map(fields)
    except ValueError:
        if len(texts) == 1:
            raise
        return formatted(texts[1:], row)
    return EXPONENT.sub(lambda m: "e" + m[1].strip("+") + m[2] if m[2] else "", text)


class Query:
    """A parsed comment `figures`."""

    def __init__(self, text):
        self.where, self.rows, self.cells = {}, [], []
        for line in text.splitlines():
            parts = LINE.fullmatch(line.strip())
            if not parts:
                raise ValueError(f"unknown line in the comment: {line.strip()}")
            self.add(parts.group(1), *(part.strip() for part in parts.group(2).split("|")))

    def add(self, kind, first, second=""):
        if kind == "where":
            self.where = conditions(first)
        elif kind == "row":
            self.rows.append((first, conditions(second)))
        elif kind == "rows":
            key, values = (part.strip() for part in first.split("=", 1))
            self.rows += [(each.strip(), {key: each.strip()}) for each in values.split(",")]
        else:
            self.cells.append((first, conditions(second), kind != "cell"))

    def cell(self, data, row, cell):
        """The text of one cell."""
        text, picked, optional = cell
        wanted = {**self.where, **row, **picked}
        found = [each for each in data if all(each[key] == wanted[key] for key in wanted)]
        if not found and optional:
            return "-"
        if len(found) != 1:
            said = "; ".join(f"{key}={wanted[key]}" for key in wanted)
            raise ValueError(f"{len(found)} rows instead of one match {said}")
        return formatted(text.split(" else "), found[0])

    def table(self, data):
        """The lines of the table below its head."""
        return ["| " + " | ".join([label, *(self.cell(data, row, cell) for cell in self.cells)])
                + " |" for label, row in self.rows]


def written(root, match):
    """The correct table of a comment; ValueError or KeyError for a wrong comment."""
    path, query, table = match.groups()
    head = table.splitlines()[:2]
    asked = Query(query)
    if len(head) < 2 or any(line.count("|") != len(asked.cells) + 2 for line in head):
        raise ValueError(f"the table below must have {len(asked.cells) + 1} columns")
    path = pathlib.Path(root) / path
    data = results.heads(path) if path.is_dir() else results.read(path)
    return "\n".join(head + asked.table(data)) + "\n"


def renewed(root, name, text):
    """A Markdown text with correct tables, and its problems."""
    problems = []

    def replace(match):
        line = tree.line_of(text, match.start())
        try:
            table = written(root, match)
        except (ValueError, KeyError, OSError) as error:
            problems.append(f"{name}:{line}: figures of {match.group(1)}: {error}")
            return match.group()
        first = tree.line_of(text, match.start(3))
        pairs = zip(match.group(3).splitlines(), table.splitlines())
        for number, (has, should) in enumerate(pairs):
            if has != should:
                problems.append(f"{name}:{first + number}: {match.group(1)} says `{should}`; "
                                f"{RENEW}")
        if match.group(3).count("\n") != table.count("\n"):
            problems.append(f"{name}:{line}: the table has another number of rows; {RENEW}")
        return match.group()[:match.start(3) - match.start()] + table

    out = BLOCK.sub(replace, text)
    if len(OPENING.findall(text)) != len(BLOCK.findall(text)):
        problems.append(f"{name}: a comment `figures` lacks the form of tools/check_figures.py")
    return out, problems


def guides(root):
    root = pathlib.Path(root)
    return sorted([*root.glob("*.md"), *(root / "docs").rglob("*.md")])


def check_tests(root, path, text):
    """Links to tests that do not exist."""
    problems = []
    for match in TEST.finditer(text):
        file = (path.parent / match[2]).resolve()
        if not file.is_file() or match[1] not in file.read_text(encoding="utf-8"):
            problems.append(f"{path.relative_to(root)}:{tree.line_of(text, match.start())}: "
                            f"no {match[1]} in {match[2]}")
    return problems


def check_images(root):
    """Images of other results than the current result files."""
    problems = []
    for path in sorted((pathlib.Path(root) / "docs" / "images").glob("*.svg")):
        drawn = DRAWN.search(path.read_text(encoding="utf-8"))
        name = path.relative_to(root)
        if not drawn:
            problems.append(f"{name}: names no result file; run tools/plot_bench")
        elif results.digest(pathlib.Path(root) / drawn.group(1)) != drawn.group(2):
            problems.append(f"{name}: {drawn.group(1)} has changed; run tools/plot_bench")
    return problems


def check(root):
    problems = []
    for path in guides(root):
        text = path.read_text(encoding="utf-8")
        problems += renewed(root, path.relative_to(root), text)[1] + check_tests(root, path, text)
    return problems + check_images(root)


def write(root):
    for path in guides(root):
        text = path.read_text(encoding="utf-8")
        out = renewed(root, path.relative_to(root), text)[0]
        if out != text:
            path.write_text(out, encoding="utf-8")
            print(f"{path.relative_to(root)}: written")


if __name__ == "__main__":
    if "--write" in sys.argv:
        sys.argv.remove("--write")
        write(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parents[1])
    tree.run(check, __doc__)
