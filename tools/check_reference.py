#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The reference of the interface is complete.

Every function, type and macro of the public headers is in one group of docs/reference/tasks.md;
every function is called in a program of docs/reference/examples, and its entry shows that program;
doxygen finds a text for every member, parameter and reference; no link of the pages leads nowhere.
"""
import html.parser
import pathlib
import re
import shutil
import tempfile
import urllib.parse

import interface
import make_reference
import tree


ENTRY = re.compile(r"(?:<span.*?</span>)?(ludo_\w+)\(\)")


class Links(html.parser.HTMLParser):
    """The links of a page and the places in it that links lead to."""

    def __init__(self, text):
        super().__init__()
        self.links, self.places = [], set()
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        values = dict(attrs)
        self.places |= {values[key] for key in ("id", "name") if values.get(key)}
        if tag in ("a", "link") and values.get("href"):
            self.links.append(values["href"])
        if tag in ("img", "script") and values.get("src"):
            self.links.append(values["src"])


def dead_links(folder):
    """Problems: links of the pages of a folder that lead to no page, or to no place in it."""
    pages = {p.name: Links(p.read_text(encoding="utf-8")) for p in folder.glob("*.html")}
    problems = []
    for name, page in sorted(pages.items()):
        for link in sorted(set(page.links)):
            url = urllib.parse.urlsplit(link)
            target = urllib.parse.unquote(url.path) or name
            if url.scheme or url.netloc:
                continue
            if not (folder / target).exists():
                problems.append(f"{name}: the link to {link} leads to no file")
            elif url.fragment and target in pages and \
                    urllib.parse.unquote(url.fragment) not in pages[target].places:
                problems.append(f"{name}: the link to {link} leads to no place of that page")
    return problems


def without_place(root, public):
    """Problems of the page of tasks."""
    names = make_reference.names_of(public)
    tasks = make_reference.read_tasks(tree.read(root, make_reference.TASKS))
    _, missing, idle = make_reference.assign(tasks, names)
    page = make_reference.TASKS
    return [f"{page}: no group has {name}" for name in missing] + \
        [f"{page}: {pattern} fits no name of the interface" for pattern in idle]


def without_example(root, public):
    """Problems: functions that no example calls; the common header of examples has no page."""
    called = set()
    for path in tree.files(root, (".c",), (make_reference.EXAMPLES,)):
        called |= set(re.findall(r"\b(ludo_\w+)", tree.code_only(tree.read(root, path))))
    return [f"{make_reference.EXAMPLES}: no example calls {name}"
            for name in public.functions if name not in called]


def without_entry(folder, public):
    """Problems: functions without an entry on a page of tasks, or whose entry shows no example."""
    shown = {}
    for path in folder.glob("group__*.html"):
        for entry in path.read_text(encoding="utf-8").split('<h2 class="memtitle">')[1:]:
            name = ENTRY.match(entry)
            if name:
                shown[name[1]] = 'class="section examples"' in entry
    return [f"the reference has no entry of {name}" if name not in shown
            else f"the entry of {name} has no example"
            for name in public.functions if not shown.get(name)]


def without_text(root, public):
    """Problems that doxygen sees, functions without an entry, and dead links of its pages."""
    if shutil.which("doxygen") is None:
        return ["doxygen is not installed: run tools/bootstrap test"]
    with tempfile.TemporaryDirectory() as folder:
        warnings = make_reference.make(root, pathlib.Path(folder))
        short = [line.replace(f"{folder}/input/", "") for line in warnings]
        pages = pathlib.Path(folder) / "html"
        return short + without_entry(pages, public) + dead_links(pages)


def check(root):
    public = interface.read(root)
    return without_place(root, public) + without_example(root, public) + \
        without_text(root, public)


if __name__ == "__main__":
    tree.run(check, __doc__)
