/* SPDX-License-Identifier: Apache-2.0
 *
 * Items of models, descriptions and runs as values, for numbers that exist. */
#ifndef APPS_LUDO_READING_H
#define APPS_LUDO_READING_H

#include "ludo/ludo.h"

static inline ludo_body_info body_info_of(const ludo_model *model, int32_t body)
{
    ludo_body_info info = {.struct_size = sizeof info};
    (void)ludo_model_body(model, body, &info);
    return info;
}

static inline ludo_joint_info joint_info_of(const ludo_model *model, int32_t joint)
{
    ludo_joint_info info = {.struct_size = sizeof info};
    (void)ludo_model_joint(model, joint, &info);
    return info;
}

static inline ludo_site_info site_info_of(const ludo_model *model, int32_t site)
{
    ludo_site_info info = {.struct_size = sizeof info};
    (void)ludo_model_site(model, site, &info);
    return info;
}

static inline ludo_geom_info geom_info_of(const ludo_model *model, int32_t geom)
{
    ludo_geom_info info = {.struct_size = sizeof info};
    (void)ludo_model_geom(model, geom, &info);
    return info;
}

static inline ludo_loop_info loop_info_of(const ludo_model *model, int32_t loop)
{
    ludo_loop_info info = {.struct_size = sizeof info};
    (void)ludo_model_loop(model, loop, &info);
    return info;
}

static inline ludo_fluid_info fluid_info_of(const ludo_model *model, int32_t fluid)
{
    ludo_fluid_info info = {.struct_size = sizeof info};
    (void)ludo_model_fluid(model, fluid, &info);
    return info;
}

static inline ludo_spring_info spring_info_of(const ludo_model *model, int32_t spring)
{
    ludo_spring_info info = {.struct_size = sizeof info};
    (void)ludo_model_spring(model, spring, &info);
    return info;
}

static inline ludo_actuator_info actuator_info_of(const ludo_model *model, int32_t actuator)
{
    ludo_actuator_info info = {.struct_size = sizeof info};
    (void)ludo_model_actuator(model, actuator, &info);
    return info;
}

static inline ludo_note_info note_info_of(const ludo_model *model, int32_t note)
{
    ludo_note_info info = {.struct_size = sizeof info};
    (void)ludo_model_note(model, note, &info);
    return info;
}

static inline ludo_body_def body_def_of(const ludo_spec *spec, int32_t number)
{
    ludo_body_def def = {.struct_size = sizeof def};
    (void)ludo_spec_body(spec, number, &def);
    return def;
}

static inline ludo_joint_def joint_def_of(const ludo_spec *spec, int32_t number)
{
    ludo_joint_def def = {.struct_size = sizeof def};
    (void)ludo_spec_joint(spec, number, &def);
    return def;
}

static inline ludo_joint_def closure_def_of(const ludo_spec *spec, int32_t number)
{
    ludo_joint_def def = {.struct_size = sizeof def};
    (void)ludo_spec_closure(spec, number, &def);
    return def;
}

static inline ludo_coupling_def coupling_def_of(const ludo_spec *spec, int32_t number)
{
    ludo_coupling_def def = {.struct_size = sizeof def};
    (void)ludo_spec_coupling(spec, number, &def);
    return def;
}

static inline ludo_mesh_def mesh_def_of(const ludo_spec *spec, int32_t number)
{
    ludo_mesh_def def = {.struct_size = sizeof def};
    (void)ludo_spec_mesh(spec, number, &def);
    return def;
}

static inline ludo_geom_def geom_def_of(const ludo_spec *spec, int32_t number)
{
    ludo_geom_def def = {.struct_size = sizeof def};
    (void)ludo_spec_geom(spec, number, &def);
    return def;
}

static inline ludo_pair_def pair_def_of(const ludo_spec *spec, int32_t number)
{
    ludo_pair_def def = {.struct_size = sizeof def};
    (void)ludo_spec_pair(spec, number, &def);
    return def;
}

static inline ludo_exclude_def exclude_def_of(const ludo_spec *spec, int32_t number)
{
    ludo_exclude_def def = {.struct_size = sizeof def};
    (void)ludo_spec_exclude(spec, number, &def);
    return def;
}

static inline ludo_vec3 gravity_of(const ludo_model *model)
{
    ludo_vec3 gravity = {0.0, 0.0, 0.0};
    (void)ludo_model_gravity(model, &gravity);
    return gravity;
}

static inline ludo_note_info spec_note_of(const ludo_spec *spec, int32_t note)
{
    ludo_note_info info = {.struct_size = sizeof info};
    (void)ludo_spec_note(spec, note, &info);
    return info;
}

static inline ludo_integrator_info integrator_info_of(int32_t number)
{
    ludo_integrator_info info = {.struct_size = sizeof info};
    (void)ludo_integrator_get(number, &info);
    return info;
}

static inline double joint_moved_of(const ludo_sim *sim, int32_t joint)
{
    double moved = 0.0;
    (void)ludo_sim_joint_moved(sim, joint, &moved);
    return moved;
}

static inline ludo_run_facts run_facts_of(const ludo_trajectory *trajectory)
{
    ludo_run_facts info = {.struct_size = sizeof info};
    (void)ludo_trajectory_facts(trajectory, &info);
    return info;
}

#endif
