/* SPDX-License-Identifier: Apache-2.0
 *
 * Readers of the interface as values, all zero where a reader fails: those of the program, and
 * more. */
#ifndef LUDO_TESTS_READING_H
#define LUDO_TESTS_READING_H

#include "../apps/ludo/reading.h"

#include "ludo/ludo.h"

/* The address of a struct with its size and these members. */
#define SIZED(type, ...) (&(type){.struct_size = sizeof(type), __VA_ARGS__})

static inline ludo_vec3 spec_gravity_of(const ludo_spec *spec)
{
    ludo_vec3 gravity = {0.0, 0.0, 0.0};
    (void)ludo_spec_gravity(spec, &gravity);
    return gravity;
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
