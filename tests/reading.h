/* SPDX-License-Identifier: Apache-2.0
 *
 * Readers of the interface as values, all zero where a reader fails. */
#ifndef LUDO_TESTS_READING_H
#define LUDO_TESTS_READING_H

#include "ludo/ludo.h"

/* The address of a struct with its size and these members. */
#define SIZED(type, ...) (&(type){.struct_size = sizeof(type), __VA_ARGS__})

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

static inline ludo_vec3 gravity_of(const ludo_model *model)
{
    ludo_vec3 gravity = {0.0, 0.0, 0.0};
    (void)ludo_model_gravity(model, &gravity);
    return gravity;
}

static inline ludo_vec3 spec_gravity_of(const ludo_spec *spec)
{
    ludo_vec3 gravity = {0.0, 0.0, 0.0};
    (void)ludo_spec_gravity(spec, &gravity);
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

static inline double control_of(const ludo_sim *sim, int32_t actuator)
{
    double control = 0.0;
    (void)ludo_sim_control(sim, actuator, &control);
    return control;
}

/* A node as text. */
typedef struct node_text {
    char text[192];
} node_text;

static inline node_text node_text_of(const ludo_model *model, ludo_node node)
{
    node_text text = {.text = "-"};
    (void)ludo_node_format(model, &node, text.text, sizeof text.text);
    return text;
}

/* the number of contacts; the first `room` of them go to `out` */
static inline int32_t contacts_of(ludo_sim *sim, ludo_contact *out, int32_t room)
{
    int32_t count = 0;
    (void)ludo_sim_contacts(sim, out, room, &count);
    return count;
}

#endif
