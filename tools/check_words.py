#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Replaced words stay out.

The glossary of CONTRIBUTING.md has one word for each thing. A replaced word may be a name in the
code, but not a word of a comment, a message or a page. Code on a page, between backquotes or in a
block, is not checked; a string without a blank is no message.
"""
import pathlib
import re

import tree

FOLDERS = ("src", "apps", "include")

# whole words in any case, and the words to use
REPLACED = (
    ("t(?:old|ells?|elling)", "reports, warns, prints, returns, reads, distinguishes"),
    ("beg[iu]ns? anew", "restarts"),
    ("somehow", "name the method"),
    ("nobody(?:'s)?", "no user, no caller, nothing"),
    ("encounter(?:s|ed)?", "candidate pair"),
    ("seams?", "chart term"),
    ("rungs?", "restart, level"),
    ("ajar", "open, violated"),
    ("wedged", "jammed"),
    ("hast(?:y|ily)", "single attempt"),
    ("slipper(?:y|ily)", "frictionless"),
    ("passively", "energy-checked"),
    ("tie[ -](?:plans?|rows?|paths?|sweeps?|meetings?)", "constraint plan, constraint rows"),
    ("yardsticks?", "baseline"),
    ("sidecars?", "loop file"),
    ("hosts?", "the body that it is merged into"),
    ("rests rests?", "a body at rest stays at rest"),
)
# members, calls, paths and parts of compounds are exempt: `x.seam`, `tell()`, `sidecar.c`
WORD = re.compile(
    r"(?<![\w.>/-])(?:"
    + "|".join(f"(?P<w{k}>{word.replace(' ', chr(92) + 's+')})" for k, (word, _)
               in enumerate(REPLACED))
    + r")(?![\w(/-]|\.\w)", re.IGNORECASE)
OPENING = re.compile(r"^[ \t>]*(?:[-*+|][ \t]+)?What\b(?P<rest>[^.?!]*[.?!]?)", re.MULTILINE)

STARS = re.compile(r"(?:^|(?<=\n))[ \t]*(?:/\*[*!]*<?|//[/!]*<?|\*(?!/))|\*/$")
CODE = re.compile(r"^```.*?^```|^~~~.*?^~~~|(?<=\n\n)(?:(?: {4}|\t)[^\n]*\n+)+|<!--.*?-->"
                  r"|(`+)(?!`).+?(?<!`)\1(?!`)|(?<=\])\([^()\s]*\)", re.MULTILINE | re.DOTALL)


def prose_of_code(text):
    """Pairs (position, prose) of a C text: comments without their stars, and messages."""
    for match in tree.TOKEN.finditer(text):
        if match.group("comment"):
            yield match.start(), STARS.sub(tree.blank, match.group())
        elif " " in match.group():
            yield match.start(), match.group().replace("\\n", "  ")


def prose_of_page(text):
    """Pairs (position, prose) of a page: its text without code and targets of links."""
    yield 0, CODE.sub(tree.blank, text)


def replaced(prose):
    """Triples (position, word found, words to use) of a prose."""
    for match in WORD.finditer(prose):
        at = next(k for k in range(len(REPLACED)) if match.group(f"w{k}"))
        yield match.start(), " ".join(match.group().split()), REPLACED[at][1]
    for match in OPENING.finditer(prose):
        if not match.group("rest").endswith("?"):
            yield match.start(), "a line that opens with What", "the noun first"


def pages(root):
    """The pages of a tree: those of its root, of docs and of the folders with code."""
    at_root = [path.relative_to(root) for path in sorted(root.glob("*.md"))]
    return at_root + tree.files(root, (".md",), FOLDERS + ("docs",))


def problems_of(path, text, prose):
    for start, words in prose(text):
        for position, word, use in replaced(words):
            yield f"{path}:{tree.line_of(text, start + position)}: {word} -> {use}"


def check(root):
    root = pathlib.Path(root)
    problems = []
    for path in tree.files(root, tree.C_SUFFIXES, FOLDERS):
        problems += problems_of(path, tree.read(root, path), prose_of_code)
    for path in pages(root):
        problems += problems_of(path, tree.read(root, path), prose_of_page)
    return problems


if __name__ == "__main__":
    tree.run(check, __doc__)
