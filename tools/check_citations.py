#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Citations in C comments and Markdown pages resolve, and so do links between pages.

- `[S0 eq. 33]`, `[S4 section 3; solv2014 eq. 12]`: the key is one of docs/references.bib.
- `[maximal.md 2]`, `[contact.md 3; S4 eq. 12]`, `[maximal.md 1.2, 1.6]`: docs/theory has the page,
  and the page has a heading with each number, such as `## 2. Joints` or `### 1.2 Momenta`.
- `docs/theory/maximal.md` in a comment: the file exists.
- `[text](page.md#anchor)` in Markdown: the file exists and has a heading with that anchor. Numbers
  in the text after a page's name, or behind the link, are sections of the page it leads to:
  `[forces.md 1](forces.md)`, `[forces.md](forces.md) 1`.
"""
import pathlib
import re

import tree

PLACE = (r"(?:eqs?\.|equations?\b|sections?\b|sec\.|algorithms?\b|alg\.|tables?\b|fig\.|figures?\b|"
         r"theorems?\b|propositions?\b|props?\.|chapters?\b|ch\.|appendix\b|p\.|\(\d)")
TAG = re.compile(r"\[([^\[\]]*)\]")
KEYED = re.compile(r"^\s*([A-Za-z0-9_.-]+),?\s+" + PLACE, re.IGNORECASE)
BARE = re.compile(r"^\s*([a-z]+(?:19|20)\d\d|S\d)\s*$")  # a whole source
PAGE_TAG = re.compile(r"\[([^\[\]]*\b[a-z-]+\.md\b[^\[\]]*)\]|"
                      r"(?<![\w/])(?:docs/theory/)?([a-z-]+\.md +\d+(?:\.\d+)*)")
PAGE_OR_NUMBER = re.compile(r"([a-z-]+\.md)\b|(?<![\w.])(\d+(?:\.\d+)*)(?![\w])")
PATH = re.compile(r"\bdocs/(?:[a-z-]+/)*[a-z0-9-]+\.md\b")
KEY = re.compile(r"^@\w+\{([^,\s]+),", re.MULTILINE)

LINK = re.compile(r"\[([^\[\]]*)\]\(([^()\s]+)\)(?:,?\s+(\d+(?:\.\d+)*)(?![\w]))?")
FENCE = re.compile(r"^( *)(```|~~~).*?^ *\2[^\n]*$", re.MULTILINE | re.DOTALL)
CODE = re.compile(r"`[^`\n]+`")
HEADING = re.compile(r"^#{1,6} +(.+?) *#*$", re.MULTILINE)
NUMBER = re.compile(r"(\d+(?:\.\d+)*)\.? ")


class Page:
    """The targets of links to a Markdown page: numbers and anchors of its headings."""

    def __init__(self, text):
        self.sections, self.anchors = set(), set()
        for heading in HEADING.findall(FENCE.sub(tree.blank, text)):
            number = NUMBER.match(heading)
            if number:
                self.sections.add(number.group(1))
            self.anchors.add(self.free_anchor(anchor_of(heading)))

    def free_anchor(self, anchor):
        """A repeated heading gets -1, -2, ... appended."""
        taken = [a for a in self.anchors if re.fullmatch(re.escape(anchor) + r"(-\d+)?", a)]
        return f"{anchor}-{len(taken)}" if taken else anchor


def anchor_of(heading):
    """The anchor that GitHub gives to a heading."""
    text = re.sub(r"\[([^\[\]]*)\]\([^()]*\)", r"\1", heading)
    return re.sub(r"[^\w\- ]", "", text.lower()).replace(" ", "-")


def unwrapped(text):
    """A text of the same length as one line: tags may be broken over two lines."""
    return re.sub(r"\s*\n\s*\*?\s*", lambda m: " " * len(m.group()), text)


def unknown_keys(text, keys):
    for tag in TAG.finditer(text):
        for part in tag.group(1).split(";"):
            key = KEYED.match(part) or BARE.match(part)
            if key and key.group(1) not in keys and not key.group(1).endswith(".md"):
                yield tag.start(), f"{key.group(1)} is not in docs/references.bib"


def unknown_sections(text, pages):
    """Pages and sections that docs/theory lacks, of tags such as [maximal.md 1.2, 1.6] and of
    mentions such as maximal.md 2."""
    for tag in PAGE_TAG.finditer(text):
        for part in (tag.group(1) or tag.group(2)).split(";"):
            name = None
            for token in PAGE_OR_NUMBER.finditer(part):
                name = token.group(1) or name
                if token.group(1) and name not in pages:
                    yield tag.start(), f"there is no docs/theory/{name}"
                elif token.group(2) and name in pages:
                    if token.group(2) not in pages[name].sections:
                        yield tag.start(), f"docs/theory/{name} has no section {token.group(2)}"


def unknown_paths(text, root):
    for path in PATH.finditer(text):
        if not (root / path.group()).is_file():
            yield path.start(), f"there is no {path.group()}"


def unknown_targets(path, text, root, read_page):
    """Broken links of the Markdown page at `path`, as pairs (position, problem)."""
    for link in LINK.finditer(text):
        label, target, after = link.groups()
        if re.match(r"[a-z]+:", target):
            continue
        name, _, anchor = target.partition("#")
        file = (root / path).parent / name if name else root / path
        if not file.exists():
            yield link.start(), f"the link to {target} leads to no file"
        elif file.suffix == ".md":
            page = read_page(file)
            if anchor and anchor not in page.anchors:
                yield link.start(), f"{name or path.name} has no heading #{anchor}"
            for number in link_sections(label, after):
                if number not in page.sections:
                    yield link.start(), f"{name or path.name} has no section {number}"


def link_sections(label, after):
    """Sections that a link names: numbers after a page's name in its text, or the number behind a
    link whose text is such a name."""
    if not re.match(r"[a-z-]+\.md\b", label):
        return []
    return re.findall(r"(?<![\w.])\d+(?:\.\d+)*", label) + ([after] if after else [])


def check_comments(root, keys, pages):
    for path in tree.files(root, tree.C_SUFFIXES):
        for line, comment in tree.comments(tree.read(root, path)):
            text = unwrapped(comment)
            for position, wrong in (*unknown_keys(text, keys), *unknown_sections(text, pages),
                                    *unknown_paths(text, root)):
                yield f"{path}:{line - 1 + tree.line_of(comment, position)}: {wrong}"


def markdown(root):
    """Paths of all Markdown pages, relative to the root."""
    return sorted([path.relative_to(root) for path in root.glob("*.md")] +
                  tree.files(root, (".md",), (*tree.FOLDERS, "docs")))


def check_markdown(root, keys, pages):
    known = {}

    def read_page(file):
        file = file.resolve()
        if file not in known:
            known[file] = Page(file.read_text(encoding="utf-8"))
        return known[file]

    for path in markdown(root):
        text = CODE.sub(tree.blank, FENCE.sub(tree.blank, tree.read(root, path)))
        prose = unwrapped(LINK.sub(tree.blank, text))
        for position, wrong in (*unknown_targets(path, text, root, read_page),
                                *unknown_keys(prose, keys), *unknown_sections(prose, pages)):
            yield f"{path}:{tree.line_of(text, position)}: {wrong}"


def check(root):
    root = pathlib.Path(root)
    docs = root / "docs"
    if not (docs / "references.bib").is_file():
        return ["docs/references.bib is missing"]
    keys = KEY.findall((docs / "references.bib").read_text(encoding="utf-8"))
    pages = {page.name: Page(page.read_text(encoding="utf-8"))
             for page in (docs / "theory").glob("*.md")}
    return [*(f"docs/references.bib: {key} twice" for key in sorted(set(keys))
              if keys.count(key) > 1),
            *check_comments(root, set(keys), pages), *check_markdown(root, set(keys), pages)]


if __name__ == "__main__":
    tree.run(check, __doc__)
