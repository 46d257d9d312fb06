#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The tables of docs/mjcf.md name every element and attribute of MJCF.

    tools/check_mjcf_table.py [ROOT]
    tools/check_mjcf_table.py --list    print the schema of MuJoCo's Python module, for tests/data

tests/data/mjcf_schema.txt has a line `path` for each element and a line `path attribute` for each
attribute; `body` is the path of worldbody, body and frame. Tables with the head
`element | attributes | treatment` have rows with paths in code, attributes separated by commas, and
a treatment that begins with one of TREATMENTS. `as above` for the elements stands for those of the
row before; for the attributes, as `body/joint` in code gives an element the treatments of another.

Each element and attribute of the schema has exactly one treatment. Each one of the page is in the
schema or known to the reader (src/formats/mjcf/read_rules.c). The reader knows all that the page
does not call refused.
"""
import pathlib
import re
import sys

import tree

SCHEMA = "tests/data/mjcf_schema.txt"
PAGE = "docs/mjcf.md"
RULES = "src/formats/mjcf/read_rules.c"
HEADER = "src/formats/mjcf/read.h"
HEAD = ["element", "attributes", "treatment"]
TREATMENTS = ("read", "no effect", "warned", "noted", "refused")
# elements that are replaced by others before the rules apply
EXPANDED = {"include": "file", "body/attach": "body frame model prefix",
            "body/replicate": "childclass count euler offset prefix sep", "mujoco": "model"}
CODE = re.compile(r"`([^`]+)`")
STRING = re.compile(r'"([^"\n]*)"')
MACRO = re.compile(r"^#define (\w+)\s+((?:[^\n]*\\\n)*[^\n]*)$", re.MULTILINE)
ARRAY = re.compile(r"static const char (\w+)\[\] =([^;]*);")
RULE = re.compile(r"\{([^{}]*?),\s*PASS_\w+,[^{}]*\}")


# ---- the schema ----

def print_schema():
    import mujoco  # pylint: disable=import-outside-toplevel
    print(f"# Elements and attributes of MJCF that mj_printSchema of MuJoCo {mujoco.__version__} "
          "lists.\n# Written by tools/check_mjcf_table.py --list.")
    for pair in sorted(schema_of(mujoco.mj_printSchema(False, False))):
        print(" ".join(pair).rstrip())


def schema_of(text):
    """Pairs (path, attribute) of a printed schema; the attribute is empty for the element."""
    path, found = [], set()
    for line in text.splitlines():
        head = re.match(r"( *)(\S+) \(.\)", line)
        if head:
            path = [*path[:len(head[1]) // 3], head[2].replace("(world)", "")]
        name = "/".join(path[1:]) or path[0]
        found |= {(name, word) for word in ["", *line[head.end() if head else 0:].split()]}
    return found


def recorded(text):
    lines = (line.split() for line in text.splitlines() if not line.startswith("#"))
    return {(words[0], words[1] if len(words) > 1 else "") for words in lines if words}


# ---- the reader ----

def text_of(code, names):
    """The value of a C expression of strings and names; None for NULL."""
    parts = [names.get(word[2], None) if word[2] else word[1]
             for word in re.finditer(r'"([^"\n]*)"|(\w+)', code)]
    return None if None in parts else "".join(parts)


def rules_of(source, header):
    """Attributes, or None for any, by (parent, element) of the rules of the reader."""
    names = {}
    for found in [*MACRO.finditer(header), *MACRO.finditer(source), *ARRAY.finditer(source)]:
        names[found[1]] = text_of(found[2].replace("\\\n", " "), names) or ""
    rules = {}
    for row in RULE.finditer(source[source.index("mjcf_rule rules[]"):]):
        parent, elements, attributes = (text_of(cell, names) for cell in row[1].split(","))
        for element in elements.split():
            rules.setdefault((parent, element), None if attributes is None else attributes.split())
    return rules


def knows(rules, path, attribute):
    """Whether the reader accepts an attribute, or with an empty one an element."""
    if path in EXPANDED:
        return not attribute or attribute in EXPANDED[path].split()
    parts = ["mujoco", *path.split("/")]
    for end in range(len(parts), 1, -1):
        key = parts[end - 2], parts[end - 1]
        if key in rules:
            whole = end == len(parts)
            return rules[key] is None or (whole and (not attribute or attribute in rules[key]))
    return path in ("body", "worldbody") and knows(rules, "body/body", attribute)


# ---- the page ----

def rows_of(page):
    """Triples (line, path, attribute, treatment) of the tables, and problems of their rows."""
    entries, copies, problems, paths, inside = [], [], [], [], False
    for number, line in enumerate(page.splitlines(), 1):
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if not line.startswith("|") or cells == HEAD or set(line) <= set("|-"):
            inside = line.startswith("|") and (inside or cells == HEAD)
            continue
        if not inside:
            continue
        paths = paths if cells[0] == "as above" else CODE.findall(cells[0])
        if cells[1].startswith("as "):
            copies += [(number, path, CODE.findall(cells[1])[0]) for path in paths]
        elif not cells[2].startswith(TREATMENTS):
            problems.append(f"{PAGE}:{number}: a treatment begins with one of: "
                            f"{', '.join(TREATMENTS)}")
        else:
            words = [word.strip() for word in cells[1].split(",") if word.strip()]
            entries += [(number, path, word, cells[2]) for path in paths
                        for word in words or [""]]
    return entries, copies, problems


def treatments(page, schema):
    """Treatment by (path, attribute), the line of each, and problems."""
    entries, copies, problems = rows_of(page)
    said, lines = {}, {}
    for number, path, attribute, treatment in entries:
        if (path, attribute) in said:
            problems.append(f"{PAGE}:{number}: {path} {attribute} has a row already")
        said[path, attribute] = treatment
        lines[path, attribute] = number
    for number, path, source in copies:
        for attribute in {a for p, a in schema if p == path}:
            if (source, attribute) in said:
                said[path, attribute] = said[source, attribute]
                lines[path, attribute] = number
    for path, _ in list(said):
        said.setdefault((path, ""), "")
    return said, lines, problems


def first_word(treatment):
    return next((word for word in TREATMENTS if treatment.startswith(word)), "")


def check(root):
    page, schema = tree.read(root, PAGE), recorded(tree.read(root, SCHEMA))
    rules = rules_of(tree.read(root, RULES), tree.read(root, HEADER))
    said, lines, problems = treatments(page, schema)
    problems += [f"{PAGE}: no row for {' '.join(pair).strip()}"
                 for pair in sorted(schema - set(said))]
    for pair, treatment in sorted(said.items()):
        what = f"{PAGE}:{lines.get(pair, 0)}: {' '.join(pair).strip()}"
        known = knows(rules, *pair)
        if pair not in schema and not known:
            problems.append(f"{what} is neither in the schema nor known to the reader")
        elif not known and first_word(treatment) != "refused":
            problems.append(f"{what} is {first_word(treatment) or 'named'}, but the reader refuses "
                            "it as unknown")
    return problems


if __name__ == "__main__":
    if sys.argv[1:2] == ["--list"]:
        print_schema()
    else:
        tree.run(check, __doc__)
