/* SPDX-License-Identifier: Apache-2.0
 *
 * Small descriptions: unit bodies, joints of a type, compiled or refused. */
#ifndef LUDO_TESTS_SMALL_SPEC_H
#define LUDO_TESTS_SMALL_SPEC_H

#include "support.h"

static inline ludo_spec *new_spec(void)
{
    ludo_spec *spec = NULL;
    assert_int_equal(ludo_spec_create(NULL, &spec), LUDO_OK);
    return spec;
}

static inline void add_body_at(ludo_spec *spec, const char *name, ludo_place place)
{
    const ludo_body_def body = {.struct_size = sizeof body,
                                .name = name,
                                .mass = 1.0,
                                .inertia = {1.0, 1.0, 1.0, 0.0, 0.0, 0.0},
                                .place = place};
    assert_int_equal(ludo_spec_add_body(spec, &body, NULL), LUDO_OK);
}

static inline void add_body(ludo_spec *spec, const char *name)
{
    add_body_at(spec, name, (ludo_place){0});
}

static inline void add_joint_at(ludo_spec *spec, const char *name, const char *type, int32_t parent,
                                int32_t child, ludo_place place)
{
    const ludo_joint_def joint = {.struct_size = sizeof joint,
                                  .name = name,
                                  .type = type,
                                  .parent = parent,
                                  .child = child,
                                  .axis = {0.0, 0.0, 1.0},
                                  .place = place};
    assert_int_equal(ludo_spec_add_joint(spec, &joint, NULL), LUDO_OK);
}

static inline void add_joint(ludo_spec *spec, const char *type, int32_t parent, int32_t child)
{
    add_joint_at(spec, NULL, type, parent, child, (ludo_place){0});
}

/* Takes the spec. */
static inline ludo_model *compiled(ludo_spec *spec)
{
    ludo_model *model = NULL;
    ludo_diagnostic why = {.message = ""};
    const ludo_status s = ludo_compile(spec, NULL, &model, &why);
    if (s != LUDO_OK) {
        print_error("%s: %s\n", ludo_status_text(s), why.message);
    }
    assert_int_equal(s, LUDO_OK);
    ludo_spec_destroy(spec);
    return model;
}

/* Takes the spec. */
static inline void check_refused(ludo_spec *spec, ludo_status status, ludo_diagnostic *why)
{
    ludo_model *model = (ludo_model *)(void *)spec;
    *why = (ludo_diagnostic){.message = ""};
    assert_int_equal(ludo_compile(spec, NULL, &model, why), status);
    assert_null(model);
    assert_true(why->message[0] != '\0');
    assert_int_equal(ludo_compile(spec, NULL, &model, NULL), status);
    ludo_spec_destroy(spec);
}

#endif
