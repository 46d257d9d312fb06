# SPDX-License-Identifier: Apache-2.0
"""The source tree for the checks: its files, their comments, includes and functions.

A check is a function from the root of a tree to a list of problems, each a line of text such as
`src/model/spec.c:12: the problem`. run() makes a program of it.
"""
import pathlib
import re
import sys

FOLDERS = ("include", "src", "apps", "scenes", "examples", "bench", "tests", "fuzz", "tools",
           "cmake", ".ci", "python", "web")
C_SUFFIXES = (".c", ".h", ".cpp")
WEB_SUFFIXES = (".ts", ".mjs", ".css", ".html")

MADE = {"__pycache__", "node_modules", "dist"}  # folders of generated files

COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*", re.DOTALL)
STRING = re.compile(r'"(?:\\.|[^"\\\n])*"|' + r"'(?:\\.|[^'\\\n])*'")
TOKEN = re.compile(f"(?P<comment>{COMMENT.pattern})|{STRING.pattern}", re.DOTALL)
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*([<"])([^>"]+)[>"]', re.MULTILINE)


def files(root, suffixes, folders=FOLDERS):
    """Sorted paths, relative to the root, of the files in the folders with one of the suffixes."""
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
    """Blanks and line ends for each character of a match."""
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
    """Triples (first line, last line, comment above) of the functions of a C text. A function's
    braces are each alone on a line, without indentation."""
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
    """True if a line above a function is not part of its head."""
    return line.rstrip().endswith((";", "}", "*/", "\\")) or line.startswith("#")


def run(check, doc, notes=lambda root: ()):
    """Run a check on the tree of the command line, by default the tree of this file, and print its
    notes and problems. The exit status is 1 if there are problems."""
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parents[1])
    problems = check(root)
    for line in [*notes(root), *problems]:
        print(line)
    print(f"{doc.splitlines()[0].rstrip('.')}: {len(problems) or 'no'} "
          f"problem{'' if len(problems) == 1 else 's'}")
    sys.exit(1 if problems else 0)
