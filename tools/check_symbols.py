#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Symbols of a built library, and the style of its interface.

    tools/check_symbols.py [ROOT [BUILD]]

Every external symbol of libludo.a begins with ludo_; libludo.so exports exactly the declarations of
the public headers; and the library calls no function that prints, ends the process, depends on the
locale or the clock, or rounds differently on different machines, except those in ALLOWED.

Names of functions say what they return (RETURNS); a struct is returned by value by inline functions
only, which are compiled into the caller; a function ludo_x_... of an object ludo_x takes it first.
"""
import pathlib
import re
import subprocess
import sys

import interface
import tree

MEMBER = re.compile(r"\[([^]]+)\]:$")
# what functions return, by their names; the first pattern that fits decides
RETURNS = (
    (r"_(create|open|copy|load_file|load_string|save_file|save_state|load_state)$", "ludo_status"),
    (r"_(set|add|remove)_", "ludo_status"),
    (r"_(destroy|close)$", "void"),
    (r"_count$", "int32_t|int64_t"),
    (r"(?<!batch)_(find|rows|dof|fill)$", "int32_t"),  # rows of a batch are arrays
    (r"_(name|text)$", r"const char \*"),
)

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
ALLOWED = {"packages.c.o": {"getenv"},  # paths of ROS packages, for model files
           # a program beside Ludo that converts meshes, with a time limit
           "mesh_process.c.o": {"getenv", "posix_spawn", "clock_gettime"}}
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


def check_style(public):
    """Problems of the names and results of functions."""
    structs = {t.name for t in public.types.values() if t.kind == "struct"}
    objects = {t.name for t in public.types.values() if t.kind == "opaque"}
    for function in public.functions.values():
        where = f"{function.header}:{function.line}: {function.name}"
        kinds = next((k for pattern, k in RETURNS if re.search(pattern, function.name)), ".*")
        if not re.fullmatch(kinds, function.returns):
            yield f"{where} returns {function.returns}, not {kinds}"
        if function.returns in structs and not function.inline:
            yield f"{where} returns a struct by value: read it into the caller's memory"
        owner = max((o for o in objects if function.name.startswith(o + "_")), key=len, default="")
        makes = function.inline or re.search(r"_(create|open)$", function.name)
        first = function.parameters[0].type if function.parameters else ""
        if owner and not makes and not re.fullmatch(rf"(const )?{owner} \*", first):
            yield f"{where} does not take its {owner} first"


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
    public = interface.read(root)
    exported = {f.name for f in public.functions.values() if not f.inline}
    return list(check_style(public)) + (absent or [
        *sorted(set(check_static(build / "libludo.a"))),
        *check_shared(build / "libludo.so", exported)])


if __name__ == "__main__":
    BUILD = pathlib.Path(sys.argv[2] if len(sys.argv) > 2 else
                         pathlib.Path(__file__).parents[1] / "build")
    tree.run(lambda root: check(root, BUILD), __doc__)
