/* SPDX-License-Identifier: Apache-2.0
 *
 * Builds a mechanism from C: a cart on a rail, a pole on the cart, a spring, a motor, a wall to
 * hit, a loop, a float in water; then compiles it. */
#include "check.h"

/* A cart that slides along x and a pole that swings on it; masses follow from shapes. */
static void add_bodies(ludo_spec *spec)
{
    ludo_diagnostic why = {.message = ""};
    ludo_body_def body = ludo_body_default();
    ludo_geom_def box = ludo_geom_default();
    int32_t cart = -1, pole = -1;
    body.name = "cart";
    check(ludo_spec_add_body(spec, &body, &cart), NULL);
    body.name = "pole";
    check(ludo_spec_add_body(spec, &body, &pole), NULL);

    box.type = "box", box.body = cart, box.size[0] = 0.2, box.size[1] = box.size[2] = 0.1;
    check(ludo_spec_add_geom(spec, &box, NULL), NULL);
    box.type = "capsule", box.body = pole, box.size[0] = 0.02, box.size[1] = 0.5;
    box.frame.position.z = -0.5, box.name = "rod";
    check(ludo_spec_add_geom(spec, &box, NULL), NULL);
    const int32_t all_groups[2] = {0, 5};
    check(ludo_spec_weigh(spec, cart, all_groups, &why), &why);
    check(ludo_spec_weigh(spec, pole, all_groups, &why), &why);

    ludo_joint_def rail = ludo_joint_default();
    rail.name = "rail", rail.type = "slide", rail.child = cart;
    rail.axis = (ludo_vec3){1.0, 0.0, 0.0}, rail.in_parent.position.z = 1.0;
    check(ludo_spec_add_joint(spec, &rail, NULL), NULL);
    ludo_joint_def hinge = ludo_joint_default();
    hinge.name = "hinge", hinge.parent = cart, hinge.child = pole;
    hinge.axis = (ludo_vec3){0.0, 1.0, 0.0}, hinge.along[0].damping = 0.01;
    check(ludo_spec_add_joint(spec, &hinge, NULL), NULL);
}

/* A pole of known mass: a definition can be replaced. */
static void make_pole_lighter(ludo_spec *spec)
{
    ludo_diagnostic why = {.message = ""};
    ludo_body_def body = ludo_body_default();
    double mass = 0.0;
    check(ludo_spec_body(spec, 1, &body), NULL);
    check(ludo_spec_weigh_geom(spec, 1, &mass, &body.com, body.inertia, &why), &why);
    body.mass = 0.5 * mass;
    for (int k = 0; k < 6; k++) {
        body.inertia[k] *= 0.5;
    }
    check(ludo_spec_set_body(spec, 1, &body), NULL);
}

/* A wall of a mesh, which the pole's tip may touch and the cart may not. */
static void add_wall(ludo_spec *spec)
{
    static const double corner[] = {0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0};
    ludo_mesh_def wedge = ludo_mesh_default();
    ludo_geom_def wall = ludo_geom_default();
    wedge.name = "wedge", wedge.vertex = corner, wedge.vertex_count = 4;
    check(ludo_spec_add_mesh(spec, &wedge, NULL), NULL);
    wall.type = "mesh", wall.body = LUDO_WORLD, wall.frame.position.x = 3.0, wall.contype = 0;
    wall.conaffinity = 0;
    check(ludo_spec_add_geom(spec, &wall, NULL), NULL);

    ludo_geom_def ball = ludo_geom_default();
    ball.body = LUDO_WORLD, ball.size[0] = 0.1, ball.frame.position.x = 3.0;
    check(ludo_spec_add_geom(spec, &ball, NULL), NULL);
    ludo_pair_def touch = ludo_pair_default();
    touch.geom_a = 1, touch.geom_b = 3, touch.friction = 0.5;
    check(ludo_spec_add_pair(spec, &touch, NULL), NULL);
    ludo_exclude_def apart = ludo_exclude_default();
    apart.body_a = 0, apart.body_b = 1;
    check(ludo_spec_add_exclude(spec, &apart, NULL), NULL);

    const ludo_frame cart = {{0.0, 0.0, 1.0}, {1.0, 0.0, 0.0, 0.0}};
    const ludo_frame world = {{0.0, 0.0, 0.0}, {1.0, 0.0, 0.0, 0.0}};
    double gap = 0.0;
    check(ludo_spec_geom_gap(spec, 1, cart, 3, world, &gap), NULL);
    expect(gap > 2.0, "the pole is far from the ball");
}

/* A spring from the pole's tip to the world, and a servo that damps the cart. */
static void add_forces(ludo_spec *spec)
{
    ludo_site_def tip = ludo_site_default(), hook = ludo_site_default();
    tip.name = "tip", tip.body = 1, tip.frame.position.z = -1.0;
    hook.name = "hook", hook.body = LUDO_WORLD;
    check(ludo_spec_add_site(spec, &tip, NULL), NULL);
    check(ludo_spec_add_site(spec, &hook, NULL), NULL);
    ludo_spring_def rope = ludo_spring_default();
    rope.site_a = 0, rope.site_b = 1, rope.stiffness = 5.0, rope.rest[1] = 1.0;
    check(ludo_spec_add_spring(spec, &rope, NULL), NULL);

    ludo_actuator_def motor = ludo_actuator_motor();
    ludo_actuator_def brake = ludo_actuator_velocity(2.0);
    ludo_actuator_def servo = ludo_actuator_position(20.0, 1.0);
    motor.name = "motor", motor.target = 0;
    brake.name = "brake", brake.target = 0;
    servo.name = "servo", servo.target = 1;
    check(ludo_spec_add_actuator(spec, &motor, NULL), NULL);
    check(ludo_spec_add_actuator(spec, &brake, NULL), NULL);
    check(ludo_spec_add_actuator(spec, &servo, NULL), NULL);
    ludo_actuator_def muscle = ludo_actuator_muscle(10.0);
    muscle.name = "muscle", muscle.target = 1;
    muscle.length_range[0] = -1.0, muscle.length_range[1] = 1.0;
    check(ludo_spec_add_actuator(spec, &muscle, NULL), NULL);
    ludo_actuator_def idle = ludo_actuator_default();
    idle.name = "idle";
    check(ludo_spec_add_actuator(spec, &idle, NULL), NULL);
}

/* A second cart: a coupling makes it mirror the first, a closure holds the pole's tip on it. */
static void add_loop(ludo_spec *spec)
{
    ludo_body_def body = ludo_body_default();
    ludo_joint_def rail = ludo_joint_default(), pin = ludo_joint_default();
    ludo_coupling_def mirror = ludo_coupling_default();
    body.name = "slider", body.mass = 1.0;
    body.inertia[0] = body.inertia[1] = body.inertia[2] = 0.01;
    rail.type = "slide", rail.axis = (ludo_vec3){1.0, 0.0, 0.0};
    check(ludo_spec_add_link(spec, &body, &rail, NULL), NULL);
    mirror.joint = 2, mirror.from = 0, mirror.coefficient[1] = -1.0;
    check(ludo_spec_add_coupling(spec, &mirror, NULL), NULL);
    pin.type = "point-on-line", pin.parent = 2, pin.child = 1, pin.axis.z = 1.0;
    pin.in_child.position.z = -1.0;
    check(ludo_spec_add_closure(spec, &pin, NULL), NULL);
    check(ludo_spec_hold_joint(spec, 0), NULL); /* the first cart stays when loops are closed */
}

/* A float in water. */
static void add_water(ludo_spec *spec)
{
    ludo_body_def body = ludo_body_default();
    ludo_fluid_def water = ludo_fluid_default();
    body.name = "float", body.mass = 1.0;
    body.inertia[0] = body.inertia[1] = body.inertia[2] = 0.01;
    check(ludo_spec_add_body(spec, &body, &water.body), NULL);
    water.displaced_mass = 2.0;
    check(ludo_spec_add_fluid(spec, &water, NULL), NULL);
}

int main(void)
{
    const double moon[3] = {0.0, 0.0, -1.62};
    ludo_diagnostic why = {.message = ""};
    ludo_spec *spec = NULL;
    ludo_model *model = NULL;
    check(ludo_spec_create(NULL, &spec), NULL);
    check(ludo_spec_set_name(spec, "cart and pole"), NULL);
    check(ludo_spec_set_option(spec, "gravity", moon, 3), NULL);
    add_bodies(spec);
    make_pole_lighter(spec);
    add_wall(spec);
    add_forces(spec);
    add_loop(spec);
    add_water(spec);

    ludo_keyframe_def start = ludo_keyframe_default();
    start.name = "start";
    check(ludo_spec_add_keyframe(spec, &start, NULL), NULL);
    const ludo_place here = {"build.c", 1, 1};
    check(ludo_spec_add_note(spec, LUDO_NOTE_WARNING, here, "the idle motor drives nothing"), NULL);

    check(ludo_compile(spec, NULL, &model, &why), &why);
    printf("%s: %d degrees of freedom\n", ludo_model_name(model), ludo_model_dof(model));
    ludo_model_destroy(model);
    ludo_spec_destroy(spec);
    return 0;
}
