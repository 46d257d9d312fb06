/* SPDX-License-Identifier: Apache-2.0
 *
 * A valid description for tests that break one field of it, and the result of compiling it. */
#ifndef LUDO_TESTS_SPEC_DRAFT_H
#define LUDO_TESTS_SPEC_DRAFT_H

#include "support.h"

#include <string.h>

/* A description before it becomes a spec: two elements of each kind, and a keyframe. */
typedef struct draft {
    ludo_body_def body[2];
    ludo_joint_def joint[2];
    ludo_site_def site[2];
    ludo_spring_def spring[2];
    ludo_tendon_term term; /* of the second spring */
    ludo_actuator_def actuator[2];
    ludo_keyframe_def keyframe;
    double position[5], velocity[5], control[3]; /* some longer than needed */
} draft;

static inline draft sound_draft(void)
{
    draft d = {
        .joint = {{.name = "hinge", .type = "hinge", .parent = LUDO_WORLD, .child = 0},
                  {.name = "ball", .type = "ball", .parent = 0, .child = 1}},
        .site = {{.name = "site", .body = 1, .place = {"model.xml", 30, 3}},
                 {.name = "wall", .body = LUDO_WORLD, .place = {"model.xml", 31, 3}}},
        .spring = {{.name = "rope", .type = "distance", .site_a = 0, .site_b = 1},
                   {.name = "belt", .type = "tendon", .term_count = 1}},
        .term = {0, 0, 2.0},
        .actuator = {ludo_actuator_motor(), ludo_actuator_position(3.0, 2.0)},
        .keyframe = {.name = "key",
                     .position_count = 5,
                     .velocity_count = 4,
                     .control_count = 2,
                     .place = {"model.xml", 60, 6}},
        .position = {0.1, 1.0, 0.0, 0.0, 0.0},
    };
    for (int32_t i = 0; i < 2; i++) {
        const ludo_frame frame = {{0.1, 0.2, 0.3}, {0.6, 0.8, 0.0, 0.0}};
        d.body[i] = (ludo_body_def){.struct_size = sizeof(ludo_body_def),
                                    .name = i == 0 ? "trunk" : "arm",
                                    .mass = 1.0,
                                    .inertia = {1.0, 1.1, 1.2, 0.1, 0.1, 0.1},
                                    .place = {"model.xml", 10 + i, 1}};
        d.joint[i].in_parent = d.joint[i].in_child = frame;
        d.joint[i].axis = v3(0.0, 1.0, 0.0);
        d.joint[i].along[0] = (ludo_dof_def){.stiffness = 1.0, .damping = 2.0, .armature = 3.0};
        d.joint[i].place = (ludo_place){"model.xml", 20 + i, 2};
        d.spring[i].stiffness = d.spring[i].damping = d.spring[i].rest[1] = 1.0;
        d.spring[i].place = (ludo_place){"model.xml", 40 + i, 4};
        d.actuator[i].name = i == 0 ? "motor" : "winch";
        d.actuator[i].place = (ludo_place){"model.xml", 50 + i, 5};
    }
    d.actuator[1].on_spring = true;
    return d;
}

/* Set the sizes and the arrays of a draft, whose elements tests replace. */
static inline void complete_draft(draft *d)
{
    for (int32_t i = 0; i < 2; i++) {
        d->joint[i].struct_size = sizeof d->joint[i];
        d->site[i].struct_size = sizeof d->site[i];
        d->spring[i].struct_size = sizeof d->spring[i];
        d->spring[i].term = &d->term;
        d->actuator[i].struct_size = sizeof d->actuator[i];
    }
    d->keyframe.struct_size = sizeof d->keyframe;
    d->keyframe.position = d->position;
    d->keyframe.velocity = d->velocity;
    d->keyframe.control = d->control;
}

static inline ludo_status compile_draft(const draft *from, ludo_model **model, ludo_diagnostic *why)
{
    ludo_spec *spec = NULL;
    draft complete = *from, *d = &complete;
    complete_draft(d);
    assert_int_equal(ludo_spec_create(NULL, &spec), LUDO_OK);
    for (int32_t i = 0; i < 2; i++) {
        assert_int_equal(ludo_spec_add_body(spec, &d->body[i], NULL), LUDO_OK);
    }
    for (int32_t i = 0; i < 2; i++) {
        assert_int_equal(ludo_spec_add_joint(spec, &d->joint[i], NULL), LUDO_OK);
        assert_int_equal(ludo_spec_add_site(spec, &d->site[i], NULL), LUDO_OK);
        assert_int_equal(ludo_spec_add_spring(spec, &d->spring[i], NULL), LUDO_OK);
        assert_int_equal(ludo_spec_add_actuator(spec, &d->actuator[i], NULL), LUDO_OK);
    }
    assert_int_equal(ludo_spec_add_keyframe(spec, &d->keyframe, NULL), LUDO_OK);
    *why = (ludo_diagnostic){.message = ""};
    const ludo_status s = ludo_compile(spec, NULL, model, why);
    ludo_spec_destroy(spec);
    return s;
}

static inline void check_refused(const draft *d, ludo_status status, const char *message, int line)
{
    ludo_model *model = NULL;
    ludo_diagnostic why;
    const ludo_status s = compile_draft(d, &model, &why);
    if (s != status || strstr(why.message, message) == NULL) {
        print_error("%s: '%s' instead of '%s'\n", ludo_status_text(s), why.message, message);
    }
    assert_int_equal(s, status);
    assert_null(model);
    assert_non_null(strstr(why.message, message));
    assert_string_equal(why.file, "model.xml");
    assert_int_equal(why.line, line);
    assert_int_equal(why.column, line / 10);
}

static inline void check_accepted(const draft *d, int32_t notes)
{
    ludo_model *model = NULL;
    ludo_diagnostic why;
    const ludo_status s = compile_draft(d, &model, &why);
    if (s != LUDO_OK) {
        print_error("%s\n", why.message);
    }
    assert_int_equal(s, LUDO_OK);
    assert_int_equal(ludo_model_note_count(model), notes);
    ludo_model_destroy(model);
}

#endif
