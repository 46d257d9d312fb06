/* SPDX-License-Identifier: Apache-2.0
 *
 * The kinds of elements of a description, one row each: definition, fields, functions. */
#ifndef LUDO_PYTHON_ELEMENTS_H
#define LUDO_PYTHON_ELEMENTS_H

#include "fields.h"

/* The largest definition. */
union any_definition {
    ludo_body_def body;
    ludo_joint_def joint;
    ludo_coupling_def coupling;
    ludo_site_def site;
    ludo_mesh_def mesh;
    ludo_geom_def geom;
    ludo_pair_def pair;
    ludo_exclude_def exclude;
    ludo_fluid_def fluid;
    ludo_spring_def spring;
    ludo_actuator_def actuator;
    ludo_sensor_def sensor;
    ludo_keyframe_def keyframe;
};

/* A kind of element. `find` is NULL where elements have no names. */
struct element_kind {
    const char *name;
    fields of;
    void (*defaults)(void *def);
    int32_t (*count)(const ludo_spec *spec);
    int32_t (*find)(const ludo_spec *spec, const char *name);
    ludo_status (*get)(const ludo_spec *spec, int32_t number, void *def);
    ludo_status (*add)(ludo_spec *spec, const void *def, int32_t *number);
    ludo_status (*set)(ludo_spec *spec, int32_t number, const void *def);
    ludo_status (*remove)(ludo_spec *spec, int32_t number);
};

/* The kind of a name; raises ValueError. */
const element_kind &find_kind(const char *name);

/* The names of all kinds. */
nb::tuple kind_names();

/* Entries of a joint along its rates, for readers of a model. */
nb::object dof_entries(const ludo_dof_def *along, int32_t count);

/* Set an entry along a rate from a dict. */
void set_dof_entry(ludo_dof_def &to, const nb::dict &values);

/* Terms of a tendon: tuples (joint, rate, weight). */
nb::object tendon_terms(const ludo_tendon_term *term, int32_t count);

/* Points of a path: tuples (site, geom, side, divisor). */
nb::object path_points(const ludo_path_point *point, int32_t count);

#endif
