/* SPDX-License-Identifier: Apache-2.0
 *
 * A random tree of all types of joints with forces of every kind. */
#include "random.h"
#include "scenes.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum {
    PARTS_MAX = 3,    /* of a composite joint */
    SCALARS_MAX = 64, /* coordinates for tendons and actuators */
    TERMS = 3         /* of a tendon */
};

/* The scene, its options, its random numbers, and the scalar coordinates so far. */
typedef struct making {
    scene s;
    const ludo_scene_everything_options *options;
    uint64_t random;
    struct {
        int32_t joint, dof;
    } scalar[SCALARS_MAX];
    int32_t scalars;
} making;

static double uniform(making *m, double low, double high)
{
    return ludo_scene_random(&m->random, low, high);
}

static int32_t below(making *m, int32_t bound)
{
    return (int32_t)uniform(m, 0.0, bound);
}

/* --- joints ---------------------------------------------------------------------------------- */

/* Half of the springs along scalars are a hundred times as soft as the others. Those of balls are
 * not: these have to keep a ball from half a revolution, where their torque jumps. */
static ludo_dof_def random_dof(making *m, bool scalar)
{
    const double scale = scalar && uniform(m, 0.0, 1.0) < 0.5 ? 0.01 : 1.0;
    ludo_dof_def dof = {.stiffness = scale * uniform(m, 0.2, 1.0) * m->options->stiffness};
    dof.rest = scalar ? uniform(m, -0.5, 0.5) : 0.0;
    dof.armature = uniform(m, 0.05, 0.5);
    dof.damping = m->options->damped ? uniform(m, 0.05, 0.5) : 0.0;
    return dof;
}

/* A rotation by less than 1 rad: the scalar part of a unit quaternion is largest. */
static void random_lean(making *m, double q[4])
{
    double square = 1.0;
    q[0] = 1.0;
    for (int i = 1; i < 4; i++) {
        q[i] = uniform(m, -0.3, 0.3);
        square += q[i] * q[i];
    }
    for (int i = 0; i < 4; i++) {
        q[i] /= sqrt(square);
    }
}

static joint_start random_start(making *m, joint_shape shape)
{
    joint_start start = {{0}, {0}};
    for (int i = 0; i < shape.scalars; i++) {
        start.position[i] = uniform(m, -1.0, 1.0);
    }
    if (shape.quaternion) {
        random_lean(m, start.position + shape.scalars);
    }
    for (int i = 0; i < 6; i++) {
        start.velocity[i] = uniform(m, -1.0, 1.0);
    }
    return start;
}

static void remember_scalars(making *m, int32_t joint, int scalars)
{
    for (int32_t i = 0; i < scalars && m->scalars < SCALARS_MAX; i++) {
        m->scalar[m->scalars].joint = joint;
        m->scalar[m->scalars].dof = i;
        m->scalars++;
    }
}

/* The forces along a joint's coordinates, its random axes, its start. */
static void add_joint(making *m, ludo_joint_def *joint)
{
    const joint_shape shape = ludo_scene_joint_shape(joint->type);
    const ludo_vec3 a = ludo_scene_random_vec3(&m->random, 1.0);
    const ludo_vec3 b = ludo_scene_random_vec3(&m->random, 1.0);
    joint->axis = a;
    joint->axis2 = (ludo_vec3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
    for (int i = 0; i < shape.scalars + shape.quaternion; i++) {
        joint->along[i] = random_dof(m, i < shape.scalars);
    }
    const joint_start start = random_start(m, shape);
    const int32_t number = ludo_scene_add_joint(&m->s, joint, &start);
    remember_scalars(m, number, shape.scalars);
}

/* With all parts at their references the bodies' axes are parallel, for every kind of joint;
 * otherwise the frames of a joint are arbitrary. */
static void add_joints(making *m, const char *types, int32_t parent, int32_t child)
{
    const bool composite = strchr(types, '+') != NULL;
    const ludo_vec3 offset = ludo_scene_random_vec3(&m->random, 0.7);
    char type[LUDO_SCENE_TYPE_MAX];
    for (int k = 0; types != NULL; k++) {
        types = ludo_scene_next_type(types, type);
        ludo_joint_def joint = {
            .struct_size = sizeof joint, .type = type, .parent = parent, .child = child};
        joint.continues = k > 0;
        joint.in_parent = ludo_scene_random_frame(&m->random);
        joint.in_child = ludo_scene_random_frame(&m->random);
        if (composite) {
            const ludo_vec3 p = joint.in_parent.position;
            joint.in_parent.orientation = joint.in_child.orientation =
                (ludo_quat){1.0, 0.0, 0.0, 0.0};
            joint.in_child.position = (ludo_vec3){p.x - offset.x, p.y - offset.y, p.z - offset.z};
        }
        add_joint(m, &joint);
    }
}

static void add_root_in_flight(making *m)
{
    const ludo_joint_def flight = {
        .struct_size = sizeof flight, .type = "free", .parent = LUDO_WORLD};
    const joint_start start = random_start(m, ludo_scene_joint_shape(flight.type));
    ludo_scene_add_joint(&m->s, &flight, &start);
}

static void add_bodies(making *m)
{
    static const char *const types[] = {
        "hinge",       "ball",          "hinge+hinge",       "slide",
        "universal",   "planar",        "slide+hinge+hinge", "cylindrical",
        "free-planar", "point-on-line", "orientation-only",  "fixed",
    };
    enum { TYPES = sizeof types / sizeof types[0] };
    for (int32_t b = 0; b < m->options->bodies; b++) {
        ludo_scene_add_random_body(&m->s, &m->random);
        const int32_t parent = b == 0 ? LUDO_WORLD : below(m, b);
        if (b == 0 && m->options->floating) {
            add_root_in_flight(m);
        } else {
            add_joints(m, types[((uint64_t)b + m->options->seed) % TYPES], parent, b);
        }
    }
}

/* --- tendons --------------------------------------------------------------------------------- */

static int32_t random_site(making *m, int32_t body)
{
    return ludo_scene_add_site(&m->s, NULL, body, ludo_scene_random_vec3(&m->random, 0.5));
}

/* A spring between sites on bodies of consecutive numbers, which are seldom parent and child. */
static int32_t add_distance(making *m)
{
    const int32_t body = below(m, m->options->bodies - 1);
    const double rest = uniform(m, 0.2, 1.0);
    const ludo_spring_def spring = {
        .struct_size = sizeof spring,
        .type = "distance",
        .site_a = random_site(m, body),
        .site_b = random_site(m, body + 1),
        .stiffness = uniform(m, 0.1, 1.0) * m->options->stiffness,
        .damping = m->options->damped ? uniform(m, 0.1, 1.0) : 0.0,
        .rest = {rest, rest},
    };
    return ludo_scene_add_spring(&m->s, &spring);
}

static int32_t add_tendon(making *m)
{
    ludo_tendon_term term[TERMS];
    const int32_t first = below(m, m->scalars);
    const int32_t terms = m->scalars < TERMS ? m->scalars : TERMS;
    for (int32_t i = 0; i < terms; i++) {
        const int32_t k = (first + i) % m->scalars;
        term[i] = (ludo_tendon_term){m->scalar[k].joint, m->scalar[k].dof, uniform(m, -0.5, 0.5)};
    }
    const double rest = uniform(m, -0.2, 0.2);
    const ludo_spring_def spring = {
        .struct_size = sizeof spring,
        .type = "tendon",
        .term = term,
        .term_count = terms,
        .stiffness = uniform(m, 0.1, 1.0) * m->options->stiffness,
        .damping = m->options->damped ? uniform(m, 0.1, 1.0) : 0.0,
        .rest = {rest, rest},
    };
    return ludo_scene_add_spring(&m->s, &spring);
}

/* --- actuators ------------------------------------------------------------------------------- */

static ludo_actuator_def affine_actuator(making *m)
{
    ludo_actuator_def actuator = ludo_actuator_motor();
    actuator.gain = uniform(m, 0.5, 2.0);
    actuator.bias[0] = uniform(m, -1.0, 1.0);
    actuator.bias[1] = -uniform(m, 0.0, 0.1) * m->options->stiffness;
    actuator.bias[2] = m->options->damped ? -uniform(m, 0.0, 0.2) : 0.0;
    return actuator;
}

/* An actuator on a random coordinate, or on the given spring. */
static void add_actuator(making *m, const char *kind, int32_t number, ludo_actuator_def actuator,
                         int32_t spring)
{
    char name[32];
    snprintf(name, sizeof name, "%s%d", kind, (int)number);
    actuator.name = name;
    actuator.gear = uniform(m, 0.5, 1.5);
    actuator.on_spring = spring >= 0;
    actuator.target = spring;
    if (spring < 0) {
        const int32_t k = below(m, m->scalars);
        actuator.target = m->scalar[k].joint;
        actuator.dof = m->scalar[k].dof;
    }
    ludo_scene_add_actuator(&m->s, &actuator);
}

static void add_actuators(making *m, int32_t number, int32_t spring)
{
    const double kp = 0.05 * m->options->stiffness, kv = m->options->damped ? 0.2 : 0.0;
    add_actuator(m, "motor", number, ludo_actuator_motor(), spring);
    add_actuator(m, "position", number, ludo_actuator_position(kp, kv), spring);
    add_actuator(m, "affine", number, affine_actuator(m), spring);
    if (m->options->damped) {
        add_actuator(m, "velocity", number, ludo_actuator_velocity(0.2), spring);
    }
}

ludo_status ludo_scene_everything(const ludo_scene_everything_options *options,
                                  const ludo_allocator *allocator, ludo_spec **out)
{
    *out = NULL;
    if (options->bodies < 2 || !(options->stiffness >= 0.0) || !isfinite(options->stiffness)) {
        return LUDO_BAD_ARGUMENT;
    }
    making m = {.options = options, .random = options->seed};
    m.s = ludo_scene_begin("everything", PARTS_MAX * options->bodies, allocator);
    if (options->floating) {
        ludo_scene_no_gravity(&m.s);
    }
    add_bodies(&m);
    int32_t actuated = 0;
    for (int32_t i = 0; i < options->bodies / 4 + 1; i++) {
        const int32_t distance = add_distance(&m);
        add_actuators(&m, actuated++, i % 2 == 0 ? distance : -1);
    }
    /* two bodies may have no scalar coordinate */
    for (int32_t i = 0; i < options->bodies / 6 + 1 && m.scalars > 0; i++) {
        const int32_t tendon = add_tendon(&m);
        add_actuators(&m, actuated++, i % 2 == 0 ? tendon : -1);
    }
    return ludo_scene_end(&m.s, out);
}
