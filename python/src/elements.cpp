/* SPDX-License-Identifier: Apache-2.0 */
#include "elements.h"

#include <cstring>

/* ---- members that are arrays of the caller ---- */

static const field dof_fields[] = {
    LUDO_FIELD(ludo_dof_def, stiffness),     LUDO_FIELD(ludo_dof_def, rest),
    LUDO_FIELD(ludo_dof_def, damping),       LUDO_FIELD(ludo_dof_def, armature),
    LUDO_FIELD(ludo_dof_def, limited),       LUDO_FIELD(ludo_dof_def, range),
    LUDO_FIELD(ludo_dof_def, friction_loss), LUDO_FIELD(ludo_dof_def, effort),
    LUDO_FIELD(ludo_dof_def, speed),
};

nb::object dof_entries(const ludo_dof_def *along, int32_t count)
{
    nb::list out;
    for (int32_t i = 0; i < count; i++) {
        out.append(struct_to_dict(fields_of(dof_fields), &along[i]));
    }
    return out;
}

void set_dof_entry(ludo_dof_def &to, const nb::dict &values)
{
    memory keep;
    dict_to_struct(fields_of(dof_fields), values, &to, keep);
}

static nb::object get_along(const void *from)
{
    return dof_entries(static_cast<const ludo_joint_def *>(from)->along, LUDO_MAX_DOF);
}

static void set_along(void *to, nb::handle value, const char *name, memory &)
{
    ludo_joint_def *def = static_cast<ludo_joint_def *>(to);
    const size_t count = PySequence_Check(value.ptr()) ? nb::len(value) : LUDO_MAX_DOF + 1;
    if (count > LUDO_MAX_DOF) {
        raise_argument(std::string(name) + ": expected at most 6 dicts");
    }
    for (size_t i = 0; i < count; i++) {
        set_dof_entry(def->along[i], nb::cast<nb::dict>(value[i]));
    }
}

/* An array of `pointer` and `count`, rows of `columns` numbers. */
template <auto P, auto N, size_t columns> nb::object get_array(const void *from)
{
    using S = typename member_of<decltype(P)>::in;
    const S *def = static_cast<const S *>(from);
    const size_t rows = static_cast<size_t>(def->*N);
    return columns == 1 ? make_array(def->*P, {rows}) : make_array(def->*P, {rows, columns});
}

template <auto P, auto N>
void set_reals(void *to, nb::handle value, const char *name, memory &keep, size_t columns)
{
    using S = typename member_of<decltype(P)>::in;
    S *def = static_cast<S *>(to);
    keep.reals.push_back(read_numbers(value, -1, name));
    const numbers &x = keep.reals.back();
    if (x.size() % columns != 0) {
        raise_argument(std::string(name) + ": expected rows of 3 numbers");
    }
    def->*P = x.data();
    def->*N = static_cast<int32_t>(x.size() / columns);
}

template <auto P, auto N, size_t columns>
void set_array(void *to, nb::handle value, const char *name, memory &keep)
{
    set_reals<P, N>(to, value, name, keep, columns);
}

static void set_faces(void *to, nb::handle value, const char *name, memory &keep)
{
    ludo_mesh_def *def = static_cast<ludo_mesh_def *>(to);
    std::vector<int32_t> face;
    for (const double x : read_numbers(value, -1, name)) {
        face.push_back(read_integer(x, name));
    }
    if (face.size() % 3 != 0) {
        raise_argument(std::string(name) + ": expected rows of 3 vertices");
    }
    keep.integers.push_back(face);
    def->face = keep.integers.back().data();
    def->face_count = static_cast<int32_t>(face.size() / 3);
}

nb::object tendon_terms(const ludo_tendon_term *term, int32_t count)
{
    nb::list out;
    for (int32_t i = 0; i < count; i++) {
        out.append(nb::make_tuple(term[i].joint, term[i].dof, term[i].weight));
    }
    return out;
}

static nb::object get_terms(const void *from)
{
    const ludo_spring_def *def = static_cast<const ludo_spring_def *>(from);
    return tendon_terms(def->term, def->term_count);
}

static void set_terms(void *to, nb::handle value, const char *name, memory &keep)
{
    ludo_spring_def *def = static_cast<ludo_spring_def *>(to);
    std::vector<ludo_tendon_term> terms;
    for (const nb::handle item : value) {
        double x[3];
        read_into(item, x, 3, name);
        terms.push_back({read_integer(x[0], name), read_integer(x[1], name), x[2]});
    }
    keep.terms.push_back(terms);
    def->term = keep.terms.back().data();
    def->term_count = static_cast<int32_t>(terms.size());
}

nb::object path_points(const ludo_path_point *point, int32_t count)
{
    nb::list out;
    for (int32_t i = 0; i < count; i++) {
        out.append(nb::make_tuple(point[i].site, point[i].geom, point[i].side, point[i].divisor));
    }
    return out;
}

static nb::object get_path(const void *from)
{
    const ludo_spring_def *def = static_cast<const ludo_spring_def *>(from);
    return path_points(def->path, def->path_count);
}

static void set_path(void *to, nb::handle value, const char *name, memory &keep)
{
    ludo_spring_def *def = static_cast<ludo_spring_def *>(to);
    std::vector<ludo_path_point> points;
    for (const nb::handle item : value) {
        double x[4];
        read_into(item, x, 4, name);
        points.push_back(
            {read_integer(x[0], name), read_integer(x[1], name), read_integer(x[2], name), x[3]});
    }
    keep.paths.push_back(points);
    def->path = keep.paths.back().data();
    def->path_count = static_cast<int32_t>(points.size());
}

/* ---- fields of definitions ---- */

static const field body_fields[] = {
    LUDO_FIELD(ludo_body_def, name),      LUDO_FIELD(ludo_body_def, mass),
    LUDO_FIELD(ludo_body_def, com),       LUDO_FIELD(ludo_body_def, inertia),
    LUDO_FIELD(ludo_body_def, place),     LUDO_FIELD(ludo_body_def, gravity_compensation),
    LUDO_FIELD(ludo_body_def, drag_axes),
};

static const field joint_fields[] = {
    LUDO_FIELD(ludo_joint_def, name),
    LUDO_FIELD(ludo_joint_def, type),
    LUDO_FIELD(ludo_joint_def, parent),
    LUDO_FIELD(ludo_joint_def, child),
    LUDO_FIELD(ludo_joint_def, continues),
    LUDO_FIELD(ludo_joint_def, in_parent),
    LUDO_FIELD(ludo_joint_def, in_child),
    LUDO_FIELD(ludo_joint_def, axis),
    LUDO_FIELD(ludo_joint_def, axis2),
    LUDO_FIELD(ludo_joint_def, reference),
    {"along", get_along, set_along},
    LUDO_FIELD(ludo_joint_def, place),
    LUDO_FIELD(ludo_joint_def, stiffness_curve),
    LUDO_FIELD(ludo_joint_def, damping_curve),
};

static const field coupling_fields[] = {
    LUDO_FIELD(ludo_coupling_def, name),
    LUDO_FIELD(ludo_coupling_def, joint),
    LUDO_FIELD(ludo_coupling_def, dof),
    {"from_joint", get_member<&ludo_coupling_def::from>, set_member<&ludo_coupling_def::from>},
    LUDO_FIELD(ludo_coupling_def, from_dof),
    LUDO_FIELD(ludo_coupling_def, coefficient),
    LUDO_FIELD(ludo_coupling_def, place),
    LUDO_FIELD(ludo_coupling_def, of_springs),
    LUDO_FIELD(ludo_coupling_def, spring),
    LUDO_FIELD(ludo_coupling_def, from_spring),
};

static const field site_fields[] = {
    LUDO_FIELD(ludo_site_def, name),  LUDO_FIELD(ludo_site_def, body),
    LUDO_FIELD(ludo_site_def, frame), LUDO_FIELD(ludo_site_def, place),
    LUDO_FIELD(ludo_site_def, type),  LUDO_FIELD(ludo_site_def, size),
};

static const field mesh_fields[] = {
    LUDO_FIELD(ludo_mesh_def, name),
    LUDO_FIELD(ludo_mesh_def, file),
    {"vertex", get_array<&ludo_mesh_def::vertex, &ludo_mesh_def::vertex_count, 3>,
     set_array<&ludo_mesh_def::vertex, &ludo_mesh_def::vertex_count, 3>},
    {"face", get_array<&ludo_mesh_def::face, &ludo_mesh_def::face_count, 3>, set_faces},
    LUDO_FIELD(ludo_mesh_def, scale),
    LUDO_FIELD(ludo_mesh_def, inertia),
    LUDO_FIELD(ludo_mesh_def, place),
};

static const field geom_fields[] = {
    LUDO_FIELD(ludo_geom_def, name),        LUDO_FIELD(ludo_geom_def, type),
    LUDO_FIELD(ludo_geom_def, body),        LUDO_FIELD(ludo_geom_def, frame),
    LUDO_FIELD(ludo_geom_def, size),        LUDO_FIELD(ludo_geom_def, mesh),
    LUDO_FIELD(ludo_geom_def, mass),        LUDO_FIELD(ludo_geom_def, density),
    LUDO_FIELD(ludo_geom_def, shell),       LUDO_FIELD(ludo_geom_def, group),
    LUDO_FIELD(ludo_geom_def, rgba),        LUDO_FIELD(ludo_geom_def, contype),
    LUDO_FIELD(ludo_geom_def, conaffinity), LUDO_FIELD(ludo_geom_def, condim),
    LUDO_FIELD(ludo_geom_def, priority),    LUDO_FIELD(ludo_geom_def, friction),
    LUDO_FIELD(ludo_geom_def, restitution), LUDO_FIELD(ludo_geom_def, concave),
    LUDO_FIELD(ludo_geom_def, place),       LUDO_FIELD(ludo_geom_def, drag_ellipsoid),
    LUDO_FIELD(ludo_geom_def, drag),
};

static const field pair_fields[] = {
    LUDO_FIELD(ludo_pair_def, name),          LUDO_FIELD(ludo_pair_def, geom_a),
    LUDO_FIELD(ludo_pair_def, geom_b),        LUDO_FIELD(ludo_pair_def, condim),
    LUDO_FIELD(ludo_pair_def, friction),      LUDO_FIELD(ludo_pair_def, restitution),
    LUDO_FIELD(ludo_pair_def, spin_friction), LUDO_FIELD(ludo_pair_def, roll_friction),
    LUDO_FIELD(ludo_pair_def, place),
};

static const field exclude_fields[] = {
    LUDO_FIELD(ludo_exclude_def, name),   LUDO_FIELD(ludo_exclude_def, body_a),
    LUDO_FIELD(ludo_exclude_def, body_b), LUDO_FIELD(ludo_exclude_def, implied),
    LUDO_FIELD(ludo_exclude_def, place),
};

static const field fluid_fields[] = {
    LUDO_FIELD(ludo_fluid_def, body),           LUDO_FIELD(ludo_fluid_def, added_mass),
    LUDO_FIELD(ludo_fluid_def, displaced_mass), LUDO_FIELD(ludo_fluid_def, buoyancy),
    LUDO_FIELD(ludo_fluid_def, place),
};

static const field spring_fields[] = {
    LUDO_FIELD(ludo_spring_def, name),
    LUDO_FIELD(ludo_spring_def, type),
    LUDO_FIELD(ludo_spring_def, site_a),
    LUDO_FIELD(ludo_spring_def, site_b),
    {"terms", get_terms, set_terms},
    LUDO_FIELD(ludo_spring_def, stiffness),
    LUDO_FIELD(ludo_spring_def, damping),
    LUDO_FIELD(ludo_spring_def, rest),
    LUDO_FIELD(ludo_spring_def, place),
    {"path", get_path, set_path},
    LUDO_FIELD(ludo_spring_def, limited),
    LUDO_FIELD(ludo_spring_def, range),
    LUDO_FIELD(ludo_spring_def, friction_loss),
    LUDO_FIELD(ludo_spring_def, armature),
    LUDO_FIELD(ludo_spring_def, gear),
    LUDO_FIELD(ludo_spring_def, rod),
};

static const field sensor_fields[] = {
    LUDO_FIELD(ludo_sensor_def, name),      LUDO_FIELD(ludo_sensor_def, type),
    LUDO_FIELD(ludo_sensor_def, of),        LUDO_FIELD(ludo_sensor_def, object),
    LUDO_FIELD(ludo_sensor_def, dof),       LUDO_FIELD(ludo_sensor_def, reference_of),
    LUDO_FIELD(ludo_sensor_def, reference), LUDO_FIELD(ludo_sensor_def, cutoff),
    LUDO_FIELD(ludo_sensor_def, noise),     LUDO_FIELD(ludo_sensor_def, place),
};

static const field actuator_fields[] = {
    LUDO_FIELD(ludo_actuator_def, name),
    LUDO_FIELD(ludo_actuator_def, on_spring),
    LUDO_FIELD(ludo_actuator_def, target),
    LUDO_FIELD(ludo_actuator_def, dof),
    LUDO_FIELD(ludo_actuator_def, gear),
    LUDO_FIELD(ludo_actuator_def, gain),
    LUDO_FIELD(ludo_actuator_def, bias),
    LUDO_FIELD(ludo_actuator_def, control_limited),
    LUDO_FIELD(ludo_actuator_def, force_limited),
    LUDO_FIELD(ludo_actuator_def, control_range),
    LUDO_FIELD(ludo_actuator_def, force_range),
    LUDO_FIELD(ludo_actuator_def, place),
    LUDO_FIELD(ludo_actuator_def, gain_type),
    LUDO_FIELD(ludo_actuator_def, bias_type),
    LUDO_FIELD(ludo_actuator_def, dynamics_type),
    LUDO_FIELD(ludo_actuator_def, gain_slope),
    LUDO_FIELD(ludo_actuator_def, length_range),
    LUDO_FIELD(ludo_actuator_def, muscle),
    LUDO_FIELD(ludo_actuator_def, time_constant),
    LUDO_FIELD(ludo_actuator_def, activation_limited),
    LUDO_FIELD(ludo_actuator_def, activation_range),
    LUDO_FIELD(ludo_actuator_def, slew_rate),
    LUDO_FIELD(ludo_actuator_def, resistance),
    LUDO_FIELD(ludo_actuator_def, back_emf),
    LUDO_FIELD(ludo_actuator_def, cogging),
};

/* clang-format off */
#define KEYFRAME_LIST(member)                                                                      \
    {#member, get_array<&ludo_keyframe_def::member, &ludo_keyframe_def::member##_count, 1>,        \
     set_array<&ludo_keyframe_def::member, &ludo_keyframe_def::member##_count, 1>}
/* clang-format on */

static const field keyframe_fields[] = {
    LUDO_FIELD(ludo_keyframe_def, name),
    LUDO_FIELD(ludo_keyframe_def, time),
    KEYFRAME_LIST(position),
    KEYFRAME_LIST(velocity),
    KEYFRAME_LIST(control),
    KEYFRAME_LIST(activation),
    LUDO_FIELD(ludo_keyframe_def, place),
};

/* ---- the kinds ---- */

template <class D, D (*make)()> void defaults(void *def)
{
    *static_cast<D *>(def) = make();
}

template <class D, ludo_status (*get)(const ludo_spec *, int32_t, D *), D (*make)()>
ludo_status get_element(const ludo_spec *spec, int32_t number, void *def)
{
    defaults<D, make>(def);
    return get(spec, number, static_cast<D *>(def));
}

template <class D, ludo_status (*add)(ludo_spec *, const D *, int32_t *)>
ludo_status add_element(ludo_spec *spec, const void *def, int32_t *number)
{
    return add(spec, static_cast<const D *>(def), number);
}

template <class D, ludo_status (*set)(ludo_spec *, int32_t, const D *)>
ludo_status set_element(ludo_spec *spec, int32_t number, const void *def)
{
    return set(spec, number, static_cast<const D *>(def));
}

/* A row: the kind, the stem of its definition (a closure is defined as a joint), its `find`. */
/* clang-format off */
#define KIND(kind, stem, find)                                                                     \
    {#kind, fields_of(stem##_fields), defaults<ludo_##stem##_def, ludo_##stem##_default>,          \
     ludo_spec_##kind##_count, find,                                                               \
     get_element<ludo_##stem##_def, ludo_spec_##kind, ludo_##stem##_default>,                      \
     add_element<ludo_##stem##_def, ludo_spec_add_##kind>,                                         \
     set_element<ludo_##stem##_def, ludo_spec_set_##kind>, ludo_spec_remove_##kind}
/* clang-format on */

static const element_kind kinds[] = {
    KIND(body, body, ludo_spec_body_find),
    KIND(joint, joint, ludo_spec_joint_find),
    KIND(closure, joint, ludo_spec_closure_find),
    KIND(coupling, coupling, ludo_spec_coupling_find),
    KIND(site, site, ludo_spec_site_find),
    KIND(mesh, mesh, ludo_spec_mesh_find),
    KIND(geom, geom, ludo_spec_geom_find),
    KIND(pair, pair, ludo_spec_pair_find),
    KIND(exclude, exclude, ludo_spec_exclude_find),
    KIND(fluid, fluid, nullptr),
    KIND(spring, spring, ludo_spec_spring_find),
    KIND(actuator, actuator, ludo_spec_actuator_find),
    KIND(sensor, sensor, ludo_spec_sensor_find),
    KIND(keyframe, keyframe, ludo_spec_keyframe_find),
};

const element_kind &find_kind(const char *name)
{
    for (const element_kind &kind : kinds) {
        if (std::strcmp(kind.name, name) == 0) {
            return kind;
        }
    }
    raise_argument(std::string("no kind of elements is named '") + name + "'");
}

nb::tuple kind_names()
{
    nb::list names;
    for (const element_kind &kind : kinds) {
        names.append(kind.name);
    }
    return nb::tuple(names);
}
