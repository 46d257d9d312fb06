#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Public headers compile alone and document every declaration.

Each header of include/ludo compiles by itself as C17 and as C++17 with each installed compiler, and
each public declaration (functions, typedefs, structs, enums, constants) has a comment /** ... */ of
its own directly above it.
"""
import concurrent.futures
import os
import pathlib
import re
import shutil
import subprocess

import tree

COMPILERS = (("gcc", "c", "c17"), ("clang", "c", "c17"),
             ("g++", "c++", "c++17"), ("clang++", "c++", "c++17"))
WARNINGS = ("-pedantic", "-Wall", "-Wextra", "-Wshadow", "-Wconversion", "-Werror")

# macros that need no contract: compiler, version, include guards, X-macro lists
PLAIN_MACRO = re.compile(r"#define\s+(?:LUDO_API|LUDO_VERSION_\w+|X\b|LUDO_\w+_LIST|LUDO_\w+_H$)")


def standalone(root, path, compiler, language, standard):
    """The problem of a file that includes only the header, or None."""
    command = [compiler, "-x", language, f"-std={standard}", *WARNINGS, "-fsyntax-only", "-I",
               str(pathlib.Path(root) / "include"), "-"]
    done = subprocess.run(command, input=f'#include "{path.relative_to("include")}"\n',
                          capture_output=True, text=True, check=False)
    if done.returncode == 0:
        return None
    return f"{path}: does not compile alone as {standard} with {compiler}:\n{done.stderr.rstrip()}"


def macros(code):
    """Pairs (line, first line of it) of the macros in a text without comments."""
    for match in re.finditer(r"^#define\s.*$", code, re.MULTILINE):
        yield tree.line_of(code, match.start()), match.group().strip()


def declarations(code):
    """Pairs (line, first line of it) of the outermost declarations of a text without comments."""
    code = re.sub(r"^#(?:.*\\\n)*.*$", tree.blank, code, flags=re.MULTILINE)
    code = re.sub(r'extern\s+"C"\s*\{', tree.blank, code)
    start, depth = None, 0
    for position, character in enumerate(code):
        if start is None and not character.isspace() and character != "}":
            start = position
        if character in "{}":
            depth = max(0, depth + (1 if character == "{" else -1))
        body_ends = character == "}" and depth == 0 and start is not None and \
            not re.match(r"\s*\w*\s*;", code[position + 1:])
        if depth == 0 and start is not None and (character == ";" or body_ends):
            yield tree.line_of(code, start), code[start:].split("\n", 1)[0].strip()
            start = None


def undocumented(path, text):
    """Problems: declarations without a contract that ends on the line above."""
    code = tree.without_comments(text)
    ends = {line + c.count("\n") for line, c in tree.comments(text) if c.startswith("/**")}
    public = [m for m in macros(code) if not PLAIN_MACRO.match(m[1])] + list(declarations(code))
    return [f"{path}:{line}: no contract above: {first}"
            for line, first in sorted(public) if line - 1 not in ends]


def check(root):
    headers = tree.files(root, (".h",), ("include",))
    compilers = [c for c in COMPILERS if shutil.which(c[0])]
    jobs = [(root, path, *compiler) for path in headers for compiler in compilers]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        problems = [p for p in pool.map(lambda job: standalone(*job), jobs) if p is not None]
    if not headers:
        problems.append("include/: no public header")
    if not {"c", "c++"} <= {language for _, language, _ in compilers}:
        problems.append("no compiler for C or for C++ is installed")
    for path in headers:
        problems += undocumented(path, tree.read(root, path))
    return problems


if __name__ == "__main__":
    tree.run(check, __doc__)
