#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Files look alike.

License line; length of lines, functions and files; tabs, leftovers, conflict markers of git; order
of includes; names of files; and .clang-format, if clang-format of the version below is installed.
"""
import pathlib
import re
import shutil
import statistics
import subprocess

import tree

LINE_LIMIT = 100
FUNCTION_LIMIT = 60  # a longer one says in the comment above it why it is "one piece"
PARAMETER_LIMIT = 6  # a function with more says why in a comment above with "parameters"
FILE_LIMIT = 600
FILE_AIM = 400
CLANG_FORMAT_VERSION = "14"  # other versions break lines at other places

TEXT_SUFFIXES = tree.C_SUFFIXES + tree.WEB_SUFFIXES + (".py", ".sh", ".txt", ".cmake", "")
NO_SOURCE = ("tests/data", "tests/corpus", "bench/results")
LEFTOVER = re.compile(r"\b(?:" + "|".join(("TO" + "DO", "FIX" + "ME", "X" * 3)) + r")\b")
CONFLICT = re.compile(r"(?:<{7}|>{7})(?: |$)|={7}$")
API = re.compile(r"\bLUDO_API\b[^;{]*?(\w+)\s*\(")
VAGUE_NAME = re.compile(r"(?:^|_)(?:utils?|common|misc|helpers?)(?:_|$)")


def sources(root):
    return [p for p in tree.files(root, TEXT_SUFFIXES)
            if not p.as_posix().startswith(NO_SOURCE)]


def check_lines(path, text):
    if "SPDX-License-Identifier: Apache-2.0" not in "".join(text.splitlines(True)[:2]):
        yield f"{path}:1: no SPDX line"
    if not text.endswith("\n") or text.endswith("\n\n"):
        yield f"{path}: does not end with one line end"
    for number, line in enumerate(text.splitlines(), 1):
        if len(line) > LINE_LIMIT:
            yield f"{path}:{number}: {len(line)} columns"
        if "\t" in line:
            yield f"{path}:{number}: a tab"
        if line != line.rstrip():
            yield f"{path}:{number}: blanks at the end"
        if LEFTOVER.search(line):
            yield f"{path}:{number}: a leftover: {line.strip()}"
        if CONFLICT.match(line.lstrip()):
            yield f"{path}:{number}: a conflict marker of git"


def check_file(path, text):
    count = text.count("\n")
    if count > FILE_LIMIT:
        yield f"{path}: {count} lines"
    if VAGUE_NAME.search(path.stem):
        yield f"{path}: a vague name"


def check_functions(path, text):
    for first, last, above in tree.functions(text):
        if last - first - 1 > FUNCTION_LIMIT and "one piece" not in above:
            yield f"{path}:{first}: a function of {last - first - 1} lines"


def public_functions(root):
    """Names of the functions that headers in include/ declare with LUDO_API."""
    return {name for path in tree.files(root, (".h",), ("include",))
            for name in API.findall(tree.code_only(tree.read(root, path)))}


def parameters_above(code):
    """The name of the function whose head ends the text, and how many parameters it has."""
    end = code.rindex(")")
    start, depth, count = end, 1, 1
    while depth > 0:
        start -= 1
        depth += (code[start] == ")") - (code[start] == "(")
        count += code[start] == "," and depth == 1
    return re.search(r"\w*\s*$", code[:start]).group().strip(), count


def check_parameters(root):
    """Definitions in src and apps with more than PARAMETER_LIMIT parameters. Public functions are
    exempt, and functions whose comment above has the word "parameters"."""
    public = public_functions(root)
    for path in tree.files(root, (".c", ".h"), ("src", "apps")):
        text = tree.read(root, path)
        lines = tree.code_only(text).split("\n")
        for first, _, above in tree.functions(text):
            name, count = parameters_above("\n".join(lines[:first - 1]))
            if count > PARAMETER_LIMIT and name not in public and "parameters" not in above:
                yield f"{path}:{first}: {name}() has {count} parameters"


def own_header(path, names):
    """The header that a .c file implements, as it is included, or None."""
    return next((n for n in names if pathlib.PurePath(n).stem == path.stem
                 and pathlib.PurePath(n).parent.name in ("", path.parent.name)), None)


def check_include_order(path, text):
    """Own header, then the project's, then the libraries'. Only includes above the first line of
    code count, not lists that are included further down."""
    found = []
    code = tree.without_comments(text).split("\n")
    for line, kind, name in tree.includes(text):
        if all(not c.strip() or c.lstrip().startswith("#") for c in code[:line]):
            found.append((line, kind, name))
    own = own_header(path, [name for _, kind, name in found if kind == '"'])
    if own is not None and path.suffix == ".c" and found[0][2] != own:
        yield f"{path}:{found[0][0]}: the first include is not {own}"
    kinds = [kind for _, kind, _ in found]
    if kinds != sorted(kinds):
        yield f"{path}:{found[kinds.index('<')][0]}: a library's header before one of ours"


def check_format(root, paths):
    program = shutil.which("clang-format")
    if program is None or not paths:
        return
    version = subprocess.run([program, "--version"], capture_output=True, text=True, check=True)
    if not re.search(rf"version {CLANG_FORMAT_VERSION}\.", version.stdout):
        return
    done = subprocess.run([program, "--dry-run", "--ferror-limit=1", *map(str, paths)], cwd=root,
                          capture_output=True, text=True, check=False)
    for place in re.findall(r"^(\S+?:\d+):\d+: warning", done.stderr, re.MULTILINE):
        yield f"{place}: not formatted (run clang-format -i)"
    if done.returncode != 0:
        yield f"clang-format failed: {done.stderr.strip()}"


def notes(root):
    """Statistics: lengths of functions and files."""
    lengths = []
    for path in tree.files(root, (".c", ".h"), ("src", "apps")):
        text = tree.read(root, path)
        lengths += [last - first - 1 for first, last, _ in tree.functions(text)]
        if FILE_LIMIT >= text.count("\n") > FILE_AIM:
            yield f"note: {path}: {text.count(chr(10))} lines"
    if lengths:
        yield (f"note: {len(lengths)} functions, {statistics.median(lengths):g} lines in the "
               f"median, {max(lengths)} at most")


def check(root):
    problems = []
    paths = sources(root)
    for path in paths:
        text = tree.read(root, path)
        problems += check_lines(path, text)
        problems += check_file(path, text)
        if path.suffix in tree.C_SUFFIXES:
            problems += check_functions(path, text)
            problems += check_include_order(path, text)
    problems += check_parameters(root)
    problems += check_format(root, [p for p in paths if p.suffix in tree.C_SUFFIXES])
    return problems


if __name__ == "__main__":
    tree.run(check, __doc__, notes)
