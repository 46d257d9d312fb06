/* SPDX-License-Identifier: Apache-2.0
 *
 * Edits a description that was read from a file: finds elements by name, replaces and removes them,
 * puts a second robot beside the first; of the robot in examples/quadruped.xml:
 *
 *     edit [MODEL] */
#include "check.h"

/* A heavier trunk, a stiffer rope, a motor with another gain, all found by name. */
static void tune(ludo_spec *spec)
{
    ludo_body_def body = ludo_body_default();
    ludo_joint_def joint = ludo_joint_default();
    ludo_spring_def rope = ludo_spring_default();
    ludo_actuator_def motor = ludo_actuator_default();
    const int32_t trunk = ludo_spec_body_find(spec, "trunk");
    check(ludo_spec_body(spec, trunk, &body), NULL);
    body.mass *= 1.5;
    check(ludo_spec_set_body(spec, trunk, &body), NULL);
    check(ludo_spec_joint(spec, 1, &joint), NULL);
    joint.along[0].damping *= 2.0;
    check(ludo_spec_set_joint(spec, ludo_spec_joint_find(spec, joint.name), &joint), NULL);
    check(ludo_spec_spring(spec, 0, &rope), NULL);
    rope.stiffness *= 2.0;
    check(ludo_spec_set_spring(spec, ludo_spec_spring_find(spec, rope.name), &rope), NULL);
    check(ludo_spec_actuator(spec, 0, &motor), NULL);
    motor.gain *= 0.5, motor.bias[1] *= 0.5;
    check(ludo_spec_set_actuator(spec, ludo_spec_actuator_find(spec, motor.name), &motor), NULL);
}

/* Shapes: a smaller first geom, a site moved to the origin of its body. */
static void reshape(ludo_spec *spec)
{
    ludo_geom_def geom = ludo_geom_default();
    ludo_site_def site = ludo_site_default();
    const int32_t first = ludo_spec_geom_find(spec, "geom0"); /* a geom without a name */
    check(ludo_spec_geom(spec, first, &geom), NULL);
    geom.size[0] *= 0.5;
    check(ludo_spec_set_geom(spec, first, &geom), NULL);
    check(ludo_spec_site(spec, 0, &site), NULL);
    site.frame = ludo_site_default().frame;
    check(ludo_spec_set_site(spec, ludo_spec_site_find(spec, site.name), &site), NULL);
}

/* What refers to a removed element goes with it; numbers above it move down. */
static void take_apart(ludo_spec *spec)
{
    const int32_t actuators = ludo_spec_actuator_count(spec);
    check(ludo_spec_remove_actuator(spec, 0), NULL);
    check(ludo_spec_remove_spring(spec, 0), NULL);
    check(ludo_spec_remove_geom(spec, 0), NULL);
    check(ludo_spec_remove_closure(spec, 0), NULL);
    check(ludo_spec_remove_joint(spec, ludo_spec_joint_count(spec) - 1), NULL);
    check(ludo_spec_remove_body(spec, ludo_spec_body_count(spec) - 1), NULL);
    check(ludo_spec_remove_subtree(spec, 1), NULL);
    check(ludo_spec_remove_site(spec, ludo_spec_site_count(spec) - 1), NULL);
    expect(ludo_spec_actuator_count(spec) < actuators, "motors go with their joints");
}

/* A second robot two metres beside the first: `b_trunk` is its trunk. */
static void put_beside(ludo_spec *spec, const ludo_spec *other)
{
    ludo_diagnostic why = {.message = ""};
    ludo_attachment at = ludo_attachment_default();
    at.prefix = "b_", at.frame.position.y = 2.0;
    check(ludo_spec_append(spec, other, &at, &why), &why);
    expect(ludo_spec_body_find(spec, "b_trunk") > 0, "names have the prefix");
}

int main(int argc, char **argv)
{
    ludo_diagnostic why = {.message = ""};
    ludo_spec *spec = NULL, *copy = NULL;
    ludo_model *model = NULL;
    check(ludo_load_file(argc > 1 ? argv[1] : "examples/quadruped.xml", NULL, NULL, &spec, &why),
          &why);
    tune(spec);
    reshape(spec);
    check(ludo_spec_copy(spec, NULL, &copy), NULL);
    put_beside(spec, copy);
    take_apart(copy);
    check(ludo_compile(spec, NULL, &model, &why), &why);
    printf("two robots: %d bodies; parts of one: %d\n", ludo_model_body_count(model),
           ludo_spec_body_count(copy));
    ludo_model_destroy(model);
    ludo_spec_destroy(copy);
    ludo_spec_destroy(spec);
    return 0;
}
