# SPDX-License-Identifier: Apache-2.0
"""The source tree as the checks see it: its files, their comments, includes and functions.

A check is a function from the root of a tree to a list of problems, each a line of text such as
`src/model/spec.c:12: what is wrong`. run() makes a program of it.
"""
import pathlib
import re
import sys

FOLDERS = ("include", "src", "apps", "scenes", "examples", "bench", "tests", "fuzz", "tools",
           "cmake", ".ci", "bindings", "web")
C_SUFFIXES = (".c", ".h", ".cpp")
WEB_SUFFIXES = (".ts", ".mjs", ".css", ".html")

MADE = {"__pycache__", "node_modules", "dist"}  # folders of what isn't source

COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*", re.DOTALL)
STRING = re.compile(r'"(?:\\.|[^"\\\n])*"|' + r"'(?:\\.|[^'\\\n])*'")
TOKEN = re.compile(f"(?P<comment>{COMMENT.pattern})|{STRING.pattern}", re.DOTALL)
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*([<"])([^>"]+)[>"]', re.MULTILINE)


def files(root, suffixes, folders=FOLDERS):
    """Paths, relative to the root and sorted, of the files in the folders with such a suffix."""
    root = pathlib.Path(root)
    found = []
    for folder in folders:
        for path in (root / folder).rglob("*"):
            if path.is_file() and path.suffix in suffixes and not MADE.intersection(path.parts):
                found.append(path.relative_to(root))
    return sorted(found)


def read(root, path):
    return (pathlib.Path(root) / path).read_text(encoding="utf-8")


def line_of(text, position):
    return text.count("\n", 0, position) + 1


def comments(text):
    """Pairs (line, comment) of a C text."""
    return [(line_of(text, m.start()), m.group()) for m in TOKEN.finditer(text)
            if m.group("comment")]


def blank(match):
    """As many blanks and line ends as the match is long."""
    return re.sub(r"[^\n]", " ", match.group())


def without_comments(text):
    """A C text with blanks for comments: lines and columns stay."""
    return TOKEN.sub(lambda m: blank(m) if m.group("comment") else m.group(), text)


def code_only(text):
    """A C text with blanks for comments, strings and characters: lines and columns stay."""
    return TOKEN.sub(blank, text)


def includes(text):
    """Triples (line, '<' or '"', name) of a C text."""
    code = without_comments(text)
    return [(line_of(code, m.start()), m.group(1), m.group(2)) for m in INCLUDE.finditer(code)]


def functions(text):
    """Triples (first line, last line, comment above) of the functions of a C text: a brace alone
    at the start of a line opens one, the next one that closes there ends it."""
    found = []
    lines = text.split("\n")
    above = {line + c.count("\n"): c for line, c in comments(text)}
    start = None
    for number, line in enumerate(lines, 1):
        if line == "{":
            start = number
        elif line == "}" and start is not None:
            head = start - 1
            while head > 1 and lines[head - 2].strip() and not is_end(lines[head - 2]):
                head -= 1
            found.append((start, number, above.get(head - 1, "")))
            start = None
    return found


def is_end(line):
    """Does a line above a function not belong to its head?"""
    return line.rstrip().endswith((";", "}", "*/", "\\")) or line.startswith("#")


def run(check, doc, notes=lambda root: ()):
    """Run a check on the tree named on the command line, else on the one that holds tools/, and
    show its notes, facts that are no problems."""
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parents[1])
    problems = check(root)
    for line in [*notes(root), *problems]:
        print(line)
    print(f"{doc.splitlines()[0].rstrip('.')}: {len(problems) or 'no'} "
          f"problem{'' if len(problems) == 1 else 's'}")
    sys.exit(1 if problems else 0)
