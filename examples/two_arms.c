/* SPDX-License-Identifier: Apache-2.0
 *
 * Edits descriptions: an arm from a file gets a gripper from another file, with a payload in it,
 * and a locked wrist; two such arms face each other in one scene. Prints where the payloads are
 * after a second: the scene is symmetric.
 *
 *     two_arms ARM.urdf GRIPPER.urdf */
#include <ludo/ludo.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static ludo_diagnostic why;

static void check(ludo_status status)
{
    if (status != LUDO_OK) {
        fprintf(stderr, "%s: %s\n", ludo_status_text(status), why.message);
        exit(1);
    }
}

static ludo_quat turn(ludo_vec3 axis, double angle)
{
    const double c = cos(0.5 * angle), s = sin(0.5 * angle);
    return (ludo_quat){c, s * axis.x, s * axis.y, s * axis.z};
}

/* The gripper on the tool of the arm; its fingers, along z, point along the tool's x. */
static void mount_gripper(ludo_spec *arm, const char *file)
{
    ludo_spec *gripper = NULL;
    check(ludo_load_file(file, NULL, NULL, &gripper, &why));
    ludo_attachment at = ludo_attachment_default();
    at.prefix = "gripper/";
    at.parent = ludo_spec_body_find(arm, "tool");
    at.frame.orientation = turn((ludo_vec3){0.0, 1.0, 0.0}, 1.5707963267948966);
    check(ludo_spec_append(arm, gripper, &at, &why));
    ludo_spec_destroy(gripper);
}

/* A cube of 5 cm and 0.2 kg, fixed to the palm. */
static void add_payload(ludo_spec *arm)
{
    ludo_body_def body = ludo_body_default();
    ludo_joint_def mount = ludo_joint_default();
    body.name = "payload";
    body.mass = 0.2;
    body.inertia[0] = body.inertia[1] = body.inertia[2] = 0.2 * 0.05 * 0.05 / 6.0;
    check(ludo_spec_add_body(arm, &body, &mount.child));
    mount.type = "fixed";
    mount.parent = ludo_spec_body_find(arm, "gripper/palm");
    mount.in_parent.position.z = 0.1;
    check(ludo_spec_add_joint(arm, &mount, NULL));
}

/* Lock a hinge at an angle: a fixed joint whose frame on the parent is turned. */
static void lock(ludo_spec *arm, const char *name, double angle)
{
    const int32_t number = ludo_spec_joint_find(arm, name);
    ludo_joint_def joint = ludo_joint_default();
    check(ludo_spec_joint(arm, number, &joint));
    joint.type = "fixed";
    joint.along[0] = (ludo_dof_def){0};                    /* no damper, no limits */
    joint.in_parent.orientation = turn(joint.axis, angle); /* it was the identity */
    check(ludo_spec_set_joint(arm, number, &joint));
}

/* Two of a robot in one scene, a metre from the origin on either side, facing each other. */
static ludo_spec *make_scene(const ludo_spec *robot)
{
    ludo_spec *scene = NULL;
    ludo_attachment at = ludo_attachment_default();
    check(ludo_spec_create(NULL, &scene));
    check(ludo_spec_set_option(scene, "merge", &(double){1.0}, 1));
    at.prefix = "left/";
    at.frame.position.x = -1.0;
    check(ludo_spec_append(scene, robot, &at, &why));
    at.prefix = "right/";
    at.frame.position.x = 1.0;
    at.frame.orientation = turn((ludo_vec3){0.0, 0.0, 1.0}, 3.141592653589793);
    check(ludo_spec_append(scene, robot, &at, &why));
    return scene;
}

static void print_body(ludo_sim *sim, const char *name)
{
    ludo_body_state state;
    check(ludo_sim_body_state(sim, ludo_model_body_find(ludo_sim_model(sim), name), &state));
    printf("%s at %.6f %.6f %.6f\n", name, state.position.x, state.position.y, state.position.z);
}

int main(int argc, char **argv)
{
    ludo_spec *arm = NULL;
    ludo_model *model = NULL;
    ludo_sim *sim = NULL;
    if (argc != 3) {
        fprintf(stderr, "usage: two_arms ARM.urdf GRIPPER.urdf\n");
        return 2;
    }
    check(ludo_load_file(argv[1], NULL, NULL, &arm, &why));
    mount_gripper(arm, argv[2]);
    add_payload(arm);
    lock(arm, "wrist_yaw", 0.5);
    ludo_spec *scene = make_scene(arm);
    check(ludo_compile(scene, NULL, &model, &why));
    check(ludo_sim_create(model, NULL, NULL, &sim, &why));
    for (int k = 0; k < 100; k++) {
        check(ludo_step(sim, 0.01, NULL));
    }
    print_body(sim, "left/payload");
    print_body(sim, "right/payload");
    ludo_sim_destroy(sim);
    ludo_model_destroy(model);
    ludo_spec_destroy(scene);
    ludo_spec_destroy(arm);
    return 0;
}
