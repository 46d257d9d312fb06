/* SPDX-License-Identifier: Apache-2.0
 *
 * Compare two descriptions field by field, bit for bit. */
#ifndef LUDO_TESTS_SAME_SPEC_H
#define LUDO_TESTS_SAME_SPEC_H

#include "spec/items.h"
#include "support.h"

#include <string.h>

/* Compare a field, a text or an array of structs a and b. */
#define SAME(member) assert_memory_equal(&a->member, &b->member, sizeof a->member)
#define SAME_TEXT(member) assert_string_equal(a->member, b->member)
#define SAME_LIST(member, per)                                                                     \
    do {                                                                                           \
        SAME(member##_count);                                                                      \
        if (a->member##_count > 0) {                                                               \
            assert_memory_equal(a->member, b->member,                                              \
                                (size_t)a->member##_count *(per) * sizeof *a->member);             \
        }                                                                                          \
    } while (0)

static inline void same_place(const ludo_place *a, const ludo_place *b)
{
    assert_int_equal(a->file == NULL, b->file == NULL);
    if (a->file != NULL) {
        SAME_TEXT(file);
    }
    SAME(line);
    SAME(column);
}

static inline void same_body(const ludo_body_def *a, const ludo_body_def *b)
{
    SAME_TEXT(name);
    SAME(mass);
    SAME(com);
    SAME(inertia);
    SAME(gravity_compensation);
    SAME(drag_axes);
    same_place(&a->place, &b->place);
}

static inline void same_dof(const ludo_dof_def *a, const ludo_dof_def *b)
{
    SAME(stiffness);
    SAME(rest);
    SAME(damping);
    SAME(armature);
    SAME(limited);
    SAME(range);
    SAME(friction_loss);
    SAME(effort);
    SAME(speed);
}

static inline void same_joint(const ludo_joint_def *a, const ludo_joint_def *b)
{
    SAME_TEXT(name);
    SAME_TEXT(type);
    SAME(parent);
    SAME(child);
    SAME(continues);
    SAME(in_parent);
    SAME(in_child);
    SAME(axis);
    SAME(axis2);
    SAME(reference);
    for (int i = 0; i < LUDO_MAX_DOF; i++) {
        same_dof(&a->along[i], &b->along[i]);
    }
    SAME(stiffness_curve);
    SAME(damping_curve);
    same_place(&a->place, &b->place);
}

static inline void same_closure(const ludo_joint_def *a, const ludo_joint_def *b)
{
    same_joint(a, b);
}

static inline void same_coupling(const ludo_coupling_def *a, const ludo_coupling_def *b)
{
    SAME_TEXT(name);
    SAME(joint);
    SAME(dof);
    SAME(from);
    SAME(from_dof);
    SAME(coefficient);
    SAME(of_springs);
    SAME(spring);
    SAME(from_spring);
    same_place(&a->place, &b->place);
}

static inline void same_site(const ludo_site_def *a, const ludo_site_def *b)
{
    SAME_TEXT(name);
    SAME(body);
    SAME(frame);
    SAME_TEXT(type);
    SAME(size);
    same_place(&a->place, &b->place);
}

static inline void same_mesh(const ludo_mesh_def *a, const ludo_mesh_def *b)
{
    SAME_TEXT(name);
    SAME_TEXT(file);
    SAME_LIST(vertex, 3);
    SAME_LIST(face, 3);
    SAME(scale);
    SAME(inertia);
    same_place(&a->place, &b->place);
}

static inline void same_geom(const ludo_geom_def *a, const ludo_geom_def *b)
{
    SAME_TEXT(name);
    SAME_TEXT(type);
    SAME(body);
    SAME(frame);
    SAME(size);
    SAME(mesh);
    SAME(mass);
    SAME(density);
    SAME(shell);
    SAME(group);
    SAME(rgba);
    SAME(contype);
    SAME(conaffinity);
    SAME(condim);
    SAME(priority);
    SAME(friction);
    SAME(restitution);
    SAME(concave);
    SAME(drag_ellipsoid);
    if (a->drag_ellipsoid) {
        SAME(drag);
    }
    same_place(&a->place, &b->place);
}

static inline void same_pair(const ludo_pair_def *a, const ludo_pair_def *b)
{
    SAME_TEXT(name);
    SAME(geom_a);
    SAME(geom_b);
    SAME(condim);
    SAME(friction);
    SAME(spin_friction);
    SAME(roll_friction);
    SAME(restitution);
    same_place(&a->place, &b->place);
}

static inline void same_exclude(const ludo_exclude_def *a, const ludo_exclude_def *b)
{
    SAME_TEXT(name);
    SAME(body_a);
    SAME(body_b);
    same_place(&a->place, &b->place);
}

static inline void same_fluid(const ludo_fluid_def *a, const ludo_fluid_def *b)
{
    SAME(body);
    SAME(added_mass);
    SAME(displaced_mass);
    SAME(buoyancy);
    same_place(&a->place, &b->place);
}

static inline void same_spring(const ludo_spring_def *a, const ludo_spring_def *b)
{
    SAME_TEXT(name);
    SAME_TEXT(type);
    SAME(site_a);
    SAME(site_b);
    SAME_LIST(term, 1);
    SAME(stiffness);
    SAME(damping);
    SAME(rest);
    SAME(path_count);
    for (int32_t i = 0; i < a->path_count; i++) { /* there is padding between the members */
        assert_int_equal(a->path[i].site, b->path[i].site);
        assert_int_equal(a->path[i].geom, b->path[i].geom);
        assert_int_equal(a->path[i].side, b->path[i].side);
        assert_memory_equal(&a->path[i].divisor, &b->path[i].divisor, sizeof(double));
    }
    SAME(limited);
    SAME(range);
    SAME(friction_loss);
    SAME(armature);
    same_place(&a->place, &b->place);
}

static inline void same_actuator(const ludo_actuator_def *a, const ludo_actuator_def *b)
{
    SAME_TEXT(name);
    SAME(on_spring);
    SAME(target);
    SAME(dof);
    SAME(gear);
    SAME(gain);
    SAME(bias);
    SAME(control_limited);
    SAME(force_limited);
    SAME(control_range);
    SAME(force_range);
    same_place(&a->place, &b->place);
}

static inline void same_sensor(const ludo_sensor_def *a, const ludo_sensor_def *b)
{
    SAME_TEXT(name);
    SAME_TEXT(type);
    SAME(of);
    SAME(object);
    SAME(dof);
    SAME(reference_of);
    SAME(reference);
    SAME(cutoff);
    SAME(noise);
    same_place(&a->place, &b->place);
}

static inline void same_keyframe(const ludo_keyframe_def *a, const ludo_keyframe_def *b)
{
    SAME_TEXT(name);
    SAME(time);
    SAME_LIST(position, 1);
    SAME_LIST(velocity, 1);
    SAME_LIST(control, 1);
    same_place(&a->place, &b->place);
}

static inline void same_settings(const ludo_spec *x, const ludo_spec *y)
{
    const ludo_vec3 g = spec_gravity_of(x), other = spec_gravity_of(y);
    const double h = ludo_spec_timestep(x), other_h = ludo_spec_timestep(y);
    assert_string_equal(ludo_spec_name(x), ludo_spec_name(y));
    assert_memory_equal(&g, &other, sizeof g);
    assert_memory_equal(&h, &other_h, sizeof h);
    assert_int_equal(ludo_spec_merge(x), ludo_spec_merge(y));
    assert_int_equal(ludo_spec_spherical(x), ludo_spec_spherical(y));
}

static inline void same_notes(const ludo_spec *x, const ludo_spec *y)
{
    assert_int_equal(ludo_spec_note_count(x), ludo_spec_note_count(y));
    for (int32_t i = 0; i < ludo_spec_note_count(x); i++) {
        const ludo_note_info note = spec_note_of(x, i), other = spec_note_of(y, i);
        assert_int_equal(note.kind, other.kind);
        assert_string_equal(note.message, other.message);
        same_place(&note.place, &other.place);
    }
    assert_int_equal(ludo_spec_held_count(x), ludo_spec_held_count(y));
    for (int32_t i = 0; i < ludo_spec_held_count(x); i++) {
        assert_int_equal(ludo_spec_held(x, i), ludo_spec_held(y, i));
    }
}

#define SAME_THINGS(thing)                                                                         \
    assert_int_equal(ludo_spec_##thing##_count(x), ludo_spec_##thing##_count(y));                  \
    for (int32_t i = 0; i < ludo_spec_##thing##_count(x); i++) {                                   \
        same_##thing(ludo_spec_##thing##_at(x, i), ludo_spec_##thing##_at(y, i));                  \
    }

static inline void same_spec(const ludo_spec *x, const ludo_spec *y)
{
    same_settings(x, y);
    SAME_THINGS(body)
    SAME_THINGS(joint)
    SAME_THINGS(closure)
    SAME_THINGS(coupling)
    SAME_THINGS(site)
    SAME_THINGS(mesh)
    SAME_THINGS(geom)
    SAME_THINGS(pair)
    SAME_THINGS(exclude)
    SAME_THINGS(fluid)
    SAME_THINGS(spring)
    SAME_THINGS(actuator)
    SAME_THINGS(sensor)
    SAME_THINGS(keyframe)
    same_notes(x, y);
}

#endif
