#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""One external prefix, one module.

An external function of src begins with a prefix of its room, so that its name leads to its file. A
prefix belongs to one room; the longest prefix that fits a name decides. Public functions and the
tables of operations of kinds are exempt.

A kernel with versions for several instruction sets has a name of its own, also where it is static:
clang links all kernels of one name to one resolver.
"""
import re

import tree

# by room: the whole words after `ludo_`
PREFIXES = {
    "core": "one_line diagnose allocator arena growing",
    "math": "dense wrap sincos atan2 acos exp moments principal"
            " span cholesky symmetric norm length make_unit",
    "geometry": "shape surface polytope qhull height_field field facet facets solid_part"
                " ray",
    "solver/tree": "recursion constraint constraints",
    "solver/ldu": "ordering condensed",
    "solver/interior": "attempt bounded cone_bounded cones interior shifted slip_iteration sweeps",
    "spec": "spec element",
    "editing": "appending coordinates editing",
    "model": "attached_frame collider contact_law model_may_touch model_touching_law model_layout"
             " names",
    "model/check": "body_tree check label merging repair weigh",
    "model/compile": "compile",
    "model/change": "model_same_structure",
    "joints": "joint ball_spring composite",
    "tendons": "tendon actuator gain bias dynamics",
    "drag": "drag",
    "loops": "loop loops",
    "collision": "broad_phase candidate feature narrow_phase search",
    "collision/convex": "convex closest difference lines round segments simplex",
    "collision/pairs": "solid_pair",
    "collision/features": "axis_feature box extent point_box facing parts",
    "state": "state",
    "dynamics": "tree forces acting inertia body_bound body_rate chart random corner node keyframe"
                " bound mass mass_sampler trapezoid",
    "dynamics/workspace": "columns workspace loop_rows ik",
    "assembly": "assembly kinematics",
    "integrators": "integrator capabilities substeps extrapolate",
    "integrators/joint_space": "joint_space single_body",
    "integrators/maximal": "maximal",
    "integrators/maximal_forces": "maximal_actuators maximal_drag maximal_drives maximal_energy"
                                  " maximal_joint_forces maximal_tendons maximal_tether"
                                  " maximal_tethers",
    "integrators/maximal_solvers": "constraint_graph linear_solver",
    "integrators/maximal_cones":
        "body_pairs condensation freedom impacts island_parts islands warm_start",
    "integrators/maximal_limits": "maximal_limits",
    "integrators/maximal_contact": "maximal_contact interval knot rest",
    "integrators/maximal_lanes": "maximal_lanes",
    "integrators/galerkin": "galerkin broyden lobatto",
    "integrators/lie_group": "lie_group",
    "integrators/rigid_body": "rigid_body rigid_scheme",
    "integrators/dual_quaternion": "dual_quaternion dual",
    "derivatives/maximal": "maximal_linear",
    "derivatives/galerkin": "galerkin_linear",
    "sim": "sim sensing density",
    "sensors": "sensor sensors",
    "batch": "batch pool",
    "diagnostics": "mobility step_limit limit_view",
}
UNCHECKED = ("formats", "trajectory")

FUNCTION = re.compile(r"^(?!static\b|typedef\b|extern\b)[A-Za-z_][\w \t*]*?\bludo_(\w+)\s*"
                      r"\([^;{]*\)\s*\{", re.MULTILINE)
KERNEL = re.compile(r"^LUDO_KERNEL(?:_SHORT)?\s[\w \t*]*?\b(\w+)\s*\(", re.MULTILINE)
PUBLIC = re.compile(r"LUDO_API\b[^;{]*?\bludo_(\w+)\s*\(")


def public_names(root):
    names = set()
    for path in tree.files(root, (".h",), ("include",)):
        names |= set(PUBLIC.findall(tree.without_comments(tree.read(root, path))))
    return names


def room_of(name):
    """The room of the longest prefix that fits a name, or None."""
    fits = [(len(prefix), room) for room, prefixes in PREFIXES.items()
            for prefix in prefixes.split() if name == prefix or name.startswith(prefix + "_")]
    return max(fits)[1] if fits else None


def check(root):
    problems = []
    public = public_names(root)
    kernels = {}
    for path in tree.files(root, (".c",), ("src",)):
        room = path.parent.relative_to("src").as_posix()
        if room.split("/")[0] in UNCHECKED:
            continue
        code = tree.without_comments(tree.read(root, path))
        for match in KERNEL.finditer(code):
            name, place = match.group(1), f"{path}:{tree.line_of(code, match.start())}"
            if kernels.setdefault(name, place) != place:
                problems.append(f"{place}: kernel {name} has the name of one in {kernels[name]}")
        for match in FUNCTION.finditer(code):
            name = match.group(1)
            if name not in public and room_of(name) != room:
                problems.append(f"{path}:{tree.line_of(code, match.start())}: ludo_{name} begins "
                                f"with a prefix of {room_of(name) or 'no room'}, not of {room}")
    return problems


if __name__ == "__main__":
    tree.run(check, __doc__)
