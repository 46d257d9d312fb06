#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Make the reference of the public interface, HTML by task and by header, with doxygen.

    tools/make_reference.py [OUT]    by default build/reference; open OUT/html/index.html

The headers are documented for their readers, without tags. This script writes a copy of them for
doxygen: comments of members get its marks, contracts the task that docs/reference/tasks.md puts
their declarations in; plain text stays plain. A page per task lists its declarations by groups. The
programs of docs/reference/examples are shown with the functions that they call.
"""
import fnmatch
import pathlib
import re
import shutil
import subprocess
import sys

import interface
import tree
from doxygen_copy import copy, escape

ROOT = pathlib.Path(__file__).resolve().parents[1]
TASKS = "docs/reference/tasks.md"
EXAMPLES = "docs/reference/examples"
SETTINGS = "docs/reference/Doxyfile"
HEADING = re.compile(r"^## (.+)$")
GROUP = re.compile(r"^- \*\*(.+?)\*\*: (.*)$")
NAME = re.compile(r"`([^`]+)`")


class Task:
    """A task: its title, its introduction, its groups of patterns of names."""

    def __init__(self, title):
        self.title = title
        self.key = "task_" + re.sub(r"\W+", "_", title.lower()).strip("_")
        self.text = ""
        self.groups = []  # pairs (title, patterns)


def read_tasks(text):
    """The tasks of a page."""
    tasks = []
    for line in text.splitlines():
        heading = HEADING.match(line)
        group = GROUP.match(line)
        if heading:
            tasks.append(Task(heading[1]))
        elif tasks and group:
            tasks[-1].groups.append((group[1], NAME.findall(group[2])))
        elif tasks and tasks[-1].groups and line.startswith("  "):
            tasks[-1].groups[-1][1].extend(NAME.findall(line))
        elif tasks:
            tasks[-1].text += line + "\n"
    return tasks


def names_of(public):
    """Names that belong to a task: functions, types, macros; flags of enums without a name."""
    loose = [m.name for t in public.types.values() if t.name.startswith("(") for m in t.members]
    return [*public.macros, *(n for n in public.types if not n.startswith("(")), *loose,
            *public.functions]


def assign(tasks, names):
    """Places (task, group index) by name; the longest pattern that fits decides. Also the names
    without a place, and the patterns that fit no name."""
    places, idle = {}, []
    patterns = [(p.replace("{", "[").replace("}", "]"), t, g) for t in tasks
                for g, (_, group) in enumerate(t.groups) for p in group]
    for pattern, task, group in sorted(patterns, key=lambda p: ("*" not in p[0], len(p[0]))):
        fitting = fnmatch.filter(names, pattern)
        if not fitting:
            idle.append(pattern)
        for name in fitting:
            places[name] = (task, group)
    return places, [n for n in names if n not in places], idle


# ---- pages ----


def link(public, name):
    return f"@ref {name}" + (" \"%s()\"" % name if name in public.functions else "")


def brief(public, name):
    """The first sentence of a contract."""
    loose = [t.doc for t in public.types.values() if name in (m.name for m in t.members)]
    known = public.functions.get(name) or public.types.get(name)
    doc = known.doc if known else "".join(loose[:1])
    text = re.sub(r"\s+", " ", doc)
    sentence = re.match(r"(.*?[.:])(?:\s|$)", text)
    return escape((sentence[1] if sentence else text).split(" @")[0]).rstrip(":").replace("|", ",")


def task_page(task, public, places):
    """The text of a task's page."""
    lines = ["/**", f"@defgroup {task.key} {task.title}", "@{", "@}", "*/", "/**",
             f"@addtogroup {task.key}", escape(task.text.strip()), ""]
    for number, (title, _) in enumerate(task.groups):
        lines += [f"<h3>{title}</h3>", "", "| | |", "|---|---|"]
        lines += [f"| {link(public, name)} | {brief(public, name)} |"
                  for name in names_of(public) if places.get(name) == (task, number)]
        lines.append("")
    return "\n".join([*lines, "*/", ""])


def example_page(path, text):
    """The page of an example: its first comment."""
    head = re.match(r"/\* SPDX[^\n]*\n \*\n(.*?)\*/", text, re.DOTALL)
    said = re.sub(r"^ \* ?", "", head[1], flags=re.MULTILINE).strip()
    return f"/** @example {path.name}\n{escape(said)}\n*/\n"


def main_page(tasks, version):
    lines = ["/**", f"@mainpage Ludo {version}", "", "Functions, types and macros of the library, "
             "by task; the list of files has them by header. Guides are in `docs/README.md`.", ""]
    lines += [f"- @ref {task.key} \"{task.title}\"" for task in tasks]
    return "\n".join([*lines, "*/", ""])


def make(root, out):
    """Write the input of doxygen and run it; its warnings, as lines."""
    root, out = pathlib.Path(root).resolve(), pathlib.Path(out)
    public = interface.read(root)
    tasks = read_tasks(tree.read(root, TASKS))
    places, _, _ = assign(tasks, names_of(public))
    shutil.rmtree(out, ignore_errors=True)
    (out / "input/ludo").mkdir(parents=True)
    for path in tree.files(root, (".h",), ("include",)):
        keys = {name: task.key for name, (task, _) in places.items()}
        text = copy(tree.read(root, path), public, keys, path.name)
        (out / "input/ludo" / path.name).write_text(text, encoding="utf-8")
    version = ".".join(public.macros[f"LUDO_VERSION_{part}"][2]
                       for part in ("MAJOR", "MINOR", "PATCH"))
    pages = [main_page(tasks, version), *(task_page(t, public, places) for t in tasks)]
    pages += [example_page(p, tree.read(root, p)) for p in tree.files(root, (".c",), (EXAMPLES,))]
    (out / "input/pages.dox").write_text("\n".join(pages), encoding="utf-8")
    return run(root, out, version)


def layout(out):
    """Doxygen's layout of pages, with the text of a group above its lists."""
    path = out / "layout.xml"
    subprocess.run(["doxygen", "-l", str(path)], capture_output=True, check=True)
    text = path.read_text(encoding="utf-8")
    detail = '<detaileddescription title=""/>'
    group = text[text.index("<group>"):text.index("</group>")]
    moved = group.replace(detail, "").replace('<briefdescription visible="yes"/>',
                                              '<detaileddescription title="By group"/>')
    path.write_text(text.replace(group, moved), encoding="utf-8")
    return path


def run(root, out, version):
    """Run doxygen; its warnings, as lines."""
    settings = (root / SETTINGS).read_text(encoding="utf-8") + f"""
INPUT = "{out}/input"
STRIP_FROM_PATH = "{out}/input"
STRIP_FROM_INC_PATH = "{out}/input"
EXAMPLE_PATH = "{root / EXAMPLES}"
OUTPUT_DIRECTORY = "{out}"
LAYOUT_FILE = "{layout(out)}"
PROJECT_NUMBER = {version}
"""
    done = subprocess.run(["doxygen", "-"], input=settings, capture_output=True, text=True,
                          check=False)
    return [line for line in done.stderr.splitlines() if line.strip()]


if __name__ == "__main__":
    OUT = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / "build/reference").resolve()
    if shutil.which("doxygen") is None:
        sys.exit("doxygen is not installed: run tools/bootstrap test, or apt-get install doxygen")
    for warning in make(ROOT, OUT):
        print(warning)
    print(f"{OUT}/html/index.html")
