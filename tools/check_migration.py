#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The page of migration names every break of the interface since 0.1.

    tools/check_migration.py [ROOT]
    tools/check_migration.py --list ROOT    print the interface of a tree, for tests/data

tests/data/interface-0.1.txt lists the macros, types, members, enumerators and functions of 0.1 with
their signatures. Each of them that is gone, or has another signature, is in the first column of a
table of docs/migration.md, alone or in code. `ludo_x_a`, `_b` stands for two functions, `ludo_x` of
a struct that is gone for its members. A row of one name in the first column, and of one type in the
second, renames a type: signatures that differ by that name alone are equal.
"""
import pathlib
import re
import sys

import interface
import tree

OLD = "tests/data/interface-0.1.txt"
PAGE = "docs/migration.md"
CODE = re.compile(r"`([^`]+)`")
NAME = re.compile(r"\b(?:ludo|LUDO)_\w+(?:\.\w+)?")


def names_in(cell):
    """Names of the interface in the code of a cell."""
    found = []
    for code in CODE.findall(cell):
        if found and re.match(r"_\w+(\(\))?$", code):
            found.append(found[-1].rpartition("_")[0] + code.removesuffix("()"))
        found += NAME.findall(code)
    return found


def only_name(cell):
    """The name that a cell consists of, or None."""
    match = re.fullmatch(r"`(ludo_\w+)`", cell)
    return match and match[1]


def rows(page):
    """Pairs (line, cells) of the rows of the tables of a page, without heads."""
    for number, line in enumerate(page.splitlines(), 1):
        if line.startswith("|") and not line.startswith("|--") and "`" in line:
            yield number, [cell.strip() for cell in line.strip().strip("|").split("|")]


def recorded(text):
    """Signatures by name, of a list."""
    pairs = (line.partition(": ") for line in text.splitlines() if not line.startswith("#"))
    return {name: signature for name, _, signature in pairs if name}


def renamed_types(page, today):
    """Types that have another name, by their old name."""
    found = {}
    for _, cells in rows(page):
        old, new = only_name(cells[0]), only_name(cells[1]) if len(cells) > 1 else None
        if old and new in today.types:
            found[old] = new
    return found


def renamed(text, names):
    return re.sub(r"\bludo_\w+", lambda word: names.get(word[0], word[0]), text)


def breaks(old, today, names):
    """Names of 0.1 that are gone or differ, each with what became of it."""
    now = dict(today.entries())
    for name, signature in old.items():
        if name.startswith("LUDO_VERSION"):
            continue
        new = now.get(name, now.get(renamed(name, names)) if "." in name else None)
        if new is None:
            yield name, "is gone"
        elif new != renamed(signature, names):
            yield name, f"was {signature}, is {new}"


def check(root):
    page = tree.read(root, PAGE) if (pathlib.Path(root) / PAGE).is_file() else ""
    old = recorded(tree.read(root, OLD))
    today = interface.read(root)
    names = renamed_types(page, today)
    listed = {name for _, cells in rows(page) for name in names_in(cells[0])}
    gone = {name for name in listed if name in old and name not in today.types}
    problems = [f"{PAGE}: no row for {name}, which {what}"
                for name, what in breaks(old, today, names)
                if name not in listed and name.partition(".")[0] not in gone - set(names)]
    return problems + [f"{PAGE}:{number}: 0.1 has no {name}" for number, cells in rows(page)
                       for name in names_in(cells[0]) if name not in old]


if __name__ == "__main__":
    if sys.argv[1:2] == ["--list"]:
        for entry in interface.read(sys.argv[2]).entries():
            print(": ".join(entry))
    else:
        tree.run(check, __doc__)
