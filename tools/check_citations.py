#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Sources named in comments exist.

A source tag such as `[S0 eq. 33]` or `[S4 section 3; solv2014 eq. 12]` begins with a key of
docs/references.bib; a tag such as `[maximal.md 2]` and a path such as docs/theory/maximal.md name
a page of docs/theory that is there.
"""
import pathlib
import re

import tree

PLACE = (r"(?:eqs?\.|equations?\b|sections?\b|sec\.|algorithms?\b|tables?\b|fig\.|figures?\b|"
         r"theorems?\b|propositions?\b|appendix\b|p\.)")
TAG = re.compile(r"\[([^\[\]]*?" + PLACE + r"[^\[\]]*)\]", re.IGNORECASE)
KEYED = re.compile(r"^\s*([A-Za-z0-9_.-]+),?\s+" + PLACE, re.IGNORECASE)
PAGE = re.compile(r"\[(?:[^\[\]]*;\s*)?([a-z-]+\.md)\b[^\[\]]*\]|docs/theory/([a-z-]+\.md)")
KEY = re.compile(r"^@\w+\{([^,\s]+),", re.MULTILINE)


def unwrapped(comment):
    """A comment as one line: tags may be broken over two lines."""
    return re.sub(r"\s*\n\s*\*?\s*", " ", comment)


def unknown_sources(comment, keys, pages):
    """What the tags of a comment name that isn't there."""
    text = unwrapped(comment)
    for tag in TAG.finditer(text):
        for part in tag.group(1).split(";"):
            key = KEYED.match(part)
            if key and key.group(1) not in keys and not key.group(1).endswith(".md"):
                yield f"{key.group(1)} is not in docs/references.bib"
    for page in PAGE.finditer(text):
        name = page.group(1) or page.group(2)
        if name not in pages:
            yield f"there is no docs/theory/{name}"


def check(root):
    docs = pathlib.Path(root) / "docs"
    if not (docs / "references.bib").is_file():
        return ["docs/references.bib is missing"]
    keys = KEY.findall((docs / "references.bib").read_text(encoding="utf-8"))
    pages = {page.name for page in (docs / "theory").glob("*.md")}
    problems = [f"docs/references.bib: {key} twice" for key in set(keys) if keys.count(key) > 1]
    for path in tree.files(root, tree.C_SUFFIXES):
        for line, comment in tree.comments(tree.read(root, path)):
            problems += [f"{path}:{line}: {wrong}"
                         for wrong in unknown_sources(comment, set(keys), pages)]
    return problems


if __name__ == "__main__":
    tree.run(check, __doc__)
