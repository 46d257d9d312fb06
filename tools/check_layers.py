#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Includes follow the floors of the rooms.

Each room of src/ has a floor. A file includes headers of its own room and of rooms on lower floors,
and of other rooms only if its line in ROOMS names them. Public headers may be included everywhere,
unless the room's line in ROOMS names the permitted ones. Users of the library include include/ludo/
and headers of their own folder; SHARED_LIBRARIES names the folders that may include a library which
the library uses.

The rooms of the page, web/src, have floors of their own; files outside of rooms are above all.
"""
import os
import pathlib
import re

import tree

C_LIBRARY = {f"{name}.h" for name in (
    "assert complex ctype errno fenv float inttypes iso646 limits locale math setjmp signal "
    "stdalign stdarg stdatomic stdbool stddef stdint stdio stdlib stdnoreturn string tgmath "
    "threads time uchar wchar wctype").split()}


class Room:
    """The permitted includes of a room besides its own headers."""

    def __init__(self, floor, rooms=None, beside=(), public=None, libraries=(), headers=()):
        self.floor = floor          # rooms of lower floors may be included
        self.rooms = rooms          # if given: only these of them
        self.beside = beside        # rooms of its own floor, or above, that may be included
        self.public = public        # if given: only these public headers
        self.libraries = libraries  # headers beyond the C library
        self.headers = headers      # single headers of other rooms that may be included


BLOCKS = {"rooms": {"core", "math"}, "public": {"base.h", "status.h", "ldu.h"}}
SPEC_ONLY = {"rooms": {"core", "math"},
             "public": {"definitions.h", "devices.h", "spec.h", "status.h", "base.h", "names.h",
                        "load.h", "save.h", "state.h"}}
FORMATS = {"formats", "formats/files", "formats/text", "formats/mesh"}


def formats(floor, *rooms, beside=(), libraries=(), public=()):
    """A room of formats: sees core, math, these rooms and the public header of descriptions, whose
    definitions it reads in place."""
    return Room(floor, SPEC_ONLY["rooms"] | set(rooms), beside, SPEC_ONLY["public"] | set(public),
                libraries, headers={"spec/items.h"})


# by folder below src; a folder inside a room is a room of its own
ROOMS = {
    "core": Room(0),
    "math": Room(0),
    # shapes: knows sizes and vertices, not bodies
    "geometry": Room(10, rooms={"core", "math"}, public={"base.h", "status.h"},
                     libraries={"libqhull_r/libqhull_r.h", "libqhull_r/qhull_ra.h"}),
    # knows blocks, not physics
    "solver/ldu": Room(10, libraries={"amd.h"}, **BLOCKS),
    "solver/tree": Room(10, beside={"solver/ldu"}, **BLOCKS),
    "solver/interior": Room(10, beside={"solver/tree"}, **BLOCKS),
    # the editable description, then the compiled model
    "spec": Room(20),
    "model": Room(21),
    # checks and repairs of a description, its tree and its merged bodies
    "model/check": Room(22),
    "model/compile": Room(23),
    "model/change": Room(24),
    # changes of a description that need its tree
    "editing": Room(24),
    # one file per kind, behind a table of operations
    "joints": Room(30),
    "tendons": Room(30),
    "drag": Room(30),
    "collision": Room(30),
    "collision/convex": Room(31),
    "collision/features": Room(32),
    "collision/pairs": Room(33),
    # the state of a step, and inputs of users
    "state": Room(40),
    # closures are joints, among others
    "loops": Room(45),
    # the tree in joint coordinates; generalized forces at an instant
    "dynamics": Room(50),
    # ludo/dynamics.h
    "dynamics/workspace": Room(51),
    # closing loops at a start
    "assembly": Room(60),
    "integrators": Room(70),
    "integrators/joint_space": Room(71),
    # the step calls the laws of forces and the solve with cones, which see its workspace
    "integrators/maximal": Room(72, beside={"integrators/maximal_forces",
                                            "integrators/maximal_solvers",
                                            "integrators/maximal_cones",
                                            "integrators/maximal_contact",
                                            "integrators/maximal_lanes"}),
    "integrators/maximal_forces": Room(73),
    "integrators/maximal_solvers": Room(73),
    "integrators/maximal_cones": Room(74),
    "integrators/maximal_limits": Room(75),
    "integrators/maximal_contact": Room(76),
    "integrators/maximal_lanes": Room(77),
    "integrators/galerkin": Room(72),
    "integrators/lie_group": Room(73),
    "integrators/rigid_body": Room(73),
    "integrators/dual_quaternion": Room(73),
    "integrators/runge_kutta": Room(73),
    # the simulation: create, start, the driver of a step, readers and setters
    "sim": Room(80),
    "diagnostics": Room(90),
    # what sensors read, one file per family
    "sensors": Room(90),
    "derivatives": Room(90),
    "derivatives/maximal": Room(91),
    "derivatives/galerkin": Room(91),
    # threads of POSIX
    "batch": Room(90, libraries={"pthread.h", "unistd.h"}),
    # files to spec, state to files; file functions of POSIX
    "formats/files": formats(100, beside={"formats", "formats/text"},
                             libraries={"dirent.h", "fcntl.h", "sys/stat.h", "unistd.h"}),
    "formats/text": formats(100, beside={"formats", "formats/files"},
                            libraries={"expat.h", "yaml.h"}),
    # load_model.c compiles what it has read, load.c repairs it
    "formats": formats(101, *FORMATS, beside={"formats/urdf"}, public={"edit.h", "model.h"}),
    # mesh_process.c runs a program
    "formats/mesh": formats(101, *FORMATS,
                            libraries={"fcntl.h", "png.h", "poll.h", "spawn.h", "sys/wait.h",
                                       "unistd.h"}),
    # the keyframes of an attached model need its coordinates, as the reader numbers them
    "formats/mjcf_expand": formats(102, *FORMATS, beside={"formats/mjcf"}),
    # aligned bodies move their geoms and sites
    "formats/mjcf": formats(103, *FORMATS, "formats/mjcf_expand", public={"edit.h"}),
    "formats/mjcf_write": formats(102, *FORMATS),
    # a loop file replaces joints of the description
    "formats/sdf": formats(102, *FORMATS),
    "formats/urdf": formats(102, *FORMATS, public={"edit.h"}),
    # motion to files and back, as a user's program would; HDF5 is for one thread at a time
    "trajectory": Room(100, rooms={"core", "math"},
                       libraries={"hdf5.h", "pthread.h", "sys/stat.h", "unistd.h"}),
}

# libraries of the library that few folders of its users may use
SHARED_LIBRARIES = {"hdf5.h": {"apps/ludo/sweep"}}

OUTSIDE = ("apps", "python", "web", "examples", "scenes")
PUBLIC_SYSTEM = {"stdbool.h", "stddef.h", "stdint.h"}

PAGE = "web/src"
PAGE_FLOORS = {"core": 0, "data": 0, "scene": 1, "plots": 1, "ui": 2, None: 3}
PAGE_IMPORT = re.compile(r"""\b(?:from|import)\s*\(?\s*['"](\.[^'"]*)['"]""")


def check_library_include(room_name, kind, name):
    """The problem of an include in src/<room_name>, or None."""
    room = ROOMS[room_name]
    if kind == "<":
        if name not in C_LIBRARY and name not in room.libraries:
            return f"<{name}> is neither the C library's nor {room_name}'s to use"
        return None
    where, _, header = name.rpartition("/")
    if not where:
        return f'"{name}" does not say its room'
    if where == "ludo":
        if room.public is not None and header not in room.public:
            return f"{room_name} must not know {name}"
        return None
    if where == room_name or name in room.headers:
        return None
    if where not in ROOMS:
        return f'"{name}" is in no room of the library'
    if where in room.beside:
        return None
    if ROOMS[where].floor >= room.floor:
        return f"{room_name} is not above {where}"
    if room.rooms is not None and where not in room.rooms:
        return f"{room_name} must not know {where}"
    return None


def check_public_include(kind, name):
    if kind == "<":
        return None if name in PUBLIC_SYSTEM else f"a public header must not need <{name}>"
    return None if name.startswith("ludo/") else f'a public header must not include "{name}"'


def check_outside_include(path, kind, name, root):
    """A program's files include the public headers, those beside them and, below apps/<program>,
    those of the program, by their path from its folder."""
    if kind == "<":
        folders = SHARED_LIBRARIES.get(name, {path.parent.as_posix()})
        return (None if path.parent.as_posix() in folders
                else f"<{name}> is not {path.parent.as_posix()}'s to use")
    if name.startswith("ludo/"):
        return None
    bases = [path.parent]
    if path.parts[0] == "apps":
        bases.append(pathlib.Path(*path.parts[:2]))
    if any((pathlib.Path(root) / base / name).is_file() for base in bases) and ".." not in name:
        return None
    return f'"{name}": {path.parts[0]} sees only ludo/ and its own folder'


def page_room(path):
    """The room of a file of the page, or None."""
    parts = pathlib.PurePath(os.path.relpath(path, PAGE)).parts
    return parts[0] if len(parts) > 1 else None


def check_page(root):
    """Problems of the rooms and the imports of the page."""
    problems = []
    for path in tree.files(root, (".ts",), (PAGE,)):
        room = page_room(path)
        if room not in PAGE_FLOORS:
            problems.append(f"{path}: {room} is no room of the page")
            continue
        code = tree.without_comments(tree.read(root, path))
        for found in PAGE_IMPORT.finditer(code):
            other = page_room(path.parent / found.group(1))
            if other != room and PAGE_FLOORS.get(other, 0) >= PAGE_FLOORS[room]:
                problems.append(f"{path}:{tree.line_of(code, found.start())}: "
                                f"{room} is not above {other or 'the page'}")
    return problems


def exists(root, path, name):
    root = pathlib.Path(root)
    return any((base / name).is_file()
               for base in (root / "include", root / "src", root / path.parent,
                            root.joinpath(*path.parts[:2])))


def check(root):
    problems = []
    for path in tree.files(root, tree.C_SUFFIXES, ("include", "src") + OUTSIDE):
        top = path.parts[0]
        room = path.parent.relative_to("src").as_posix() if top == "src" else None
        if top == "src" and room not in ROOMS:
            problems.append(f"{path}: is in no room of the library (src/<room>/<file>)")
            continue
        for line, kind, name in tree.includes(tree.read(root, path)):
            if top == "src":
                wrong = check_library_include(room, kind, name)
            elif top == "include":
                wrong = check_public_include(kind, name)
            else:
                wrong = check_outside_include(path, kind, name, root)
            if wrong is None and kind == '"' and not exists(root, path, name):
                wrong = f'"{name}" does not exist'
            if wrong is not None:
                problems.append(f"{path}:{line}: {wrong}")
    return problems + check_page(root)


if __name__ == "__main__":
    tree.run(check, __doc__)
