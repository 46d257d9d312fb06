#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Symbols of a built library.

    tools/check_symbols.py [ROOT [BUILD]]

Every external symbol of libludo.a begins with ludo_; libludo.so exports exactly the declarations of
the public headers; and the library calls no function that prints, ends the process, depends on the
locale or the clock, or rounds differently on different machines, except those in ALLOWED.
"""
import pathlib
import re
import subprocess
import sys

import tree

MEMBER = re.compile(r"\[([^]]+)\]:$")
DECLARED = re.compile(r"LUDO_API\b[^;{]*?\b(ludo_\w+)\s*\(")

FORBIDDEN = {
    "prints": "printf vprintf puts putchar putc perror __printf_chk __vprintf_chk stdout stderr",
    "ends the process": "exit _exit _Exit abort quick_exit raise",
    "starts a process": "system popen fork execv execve execvp posix_spawn",
    "depends on the locale": "setlocale strtod strtof strtold atof sscanf fscanf scanf "
                             "__isoc99_sscanf __isoc99_fscanf __isoc23_sscanf strtok",
    "depends on clock or chance": "rand srand random drand48 time clock clock_gettime",
    "depends on the environment": "getenv secure_getenv",
    "rounds as the machine's libm does": "sin cos sincos tan asin acos atan atan2 sinh cosh tanh "
                                         "exp exp2 expm1 log log2 log10 log1p pow hypot cbrt fma "
                                         "fmod remainder tgamma lgamma erf",
}
# by object of the archive: permitted functions of FORBIDDEN
ALLOWED = {"packages.c.o": {"getenv"}}  # paths of ROS packages, for model files
REASON = {name: why for why, names in FORBIDDEN.items() for name in names.split()}


def symbols(path, *options):
    """Triples (object, kind, name) that nm lists for a file or the objects of an archive."""
    done = subprocess.run(["nm", "--format=posix", *options, str(path)], capture_output=True,
                          text=True, check=True)
    where = ""
    for line in done.stdout.splitlines():
        row = line.split()
        if len(row) >= 2 and len(row[1]) == 1:
            yield where, row[1], row[0]
        elif MEMBER.search(line):
            where = MEMBER.search(line)[1]


def declared(root):
    names = set()
    for path in tree.files(root, (".h",), ("include",)):
        names |= set(DECLARED.findall(tree.without_comments(tree.read(root, path))))
    return names


def check_static(path):
    for where, kind, name in symbols(path, "--extern-only"):
        if kind == "U":
            if name in REASON and name not in ALLOWED.get(where, ()):
                yield f"libludo.a calls {name}, which {REASON[name]}"
        elif not name.startswith("ludo_"):
            yield f"libludo.a defines {name}: does not begin with ludo_"


def check_shared(path, public):
    exported = {name for _, kind, name in symbols(path, "--dynamic", "--defined-only")
                if kind in "TDBRVWi"}
    for name in sorted(public - exported):
        yield f"{name} is declared in a public header but not in libludo.so"
    for name in sorted(exported - public):
        yield f"libludo.so exports {name}, which no public header declares"


def check(root, build):
    absent = [f"{build / name} is missing" for name in ("libludo.a", "libludo.so")
              if not (build / name).is_file()]
    return absent or sorted(set(check_static(build / "libludo.a"))) + \
        list(check_shared(build / "libludo.so", declared(root)))


if __name__ == "__main__":
    BUILD = pathlib.Path(sys.argv[2] if len(sys.argv) > 2 else
                         pathlib.Path(__file__).parents[1] / "build")
    tree.run(lambda root: check(root, BUILD), __doc__)
