/* SPDX-License-Identifier: Apache-2.0
 *
 * Scenes: mechanisms that tests, benchmarks and demonstrations share, built from C.
 *
 * Every builder returns a new description in *out, owned by the caller, or NULL and the reason
 * (LUDO_NO_MEMORY, or LUDO_BAD_ARGUMENT for options out of range). `allocator` may be NULL. A scene
 * that doesn't start at its reference pose at rest has the keyframe "start", its number 0. z is up
 * and gravity is 9.81 m/s^2 unless said otherwise. */
#ifndef LUDO_SCENES_SCENES_H
#define LUDO_SCENES_SCENES_H

#include "ludo/ludo.h"

/* A chain of uniform rods b0, b1, ... of 1 m and 1 kg, thin: inertia (1e-3, 1/12, 1/12) kg m^2. In
 * the reference pose all lie end to end on +x, from the world origin, where joint j0 holds b0. The
 * site "tip" is the far end of the last rod. */
typedef struct ludo_scene_chain_options {
    int32_t links;     /* >= 1 */
    const char *joint; /* "hinge" (about +y) or "ball" */
    bool spatial;      /* every second hinge is about +z instead: the motion leaves the plane */
    bool floating;     /* b0 is on a free joint, and there is no gravity */
    double lowered; /* where "start" has the first rod, and with it all: [rad] below horizontal */
    double stir;    /* rates in "start": random numbers of this size [rad/s, m/s] */
} ludo_scene_chain_options;

ludo_status ludo_scene_chain(const ludo_scene_chain_options *options,
                             const ludo_allocator *allocator, ludo_spec **out);

/* One rod, `scale` kg and scale^2 m, on a hinge at the world origin. The angle "swing" [rad] is
 * measured from hanging towards +x; "start" is horizontal, at rest. Needs scale > 0. */
ludo_status ludo_scene_half_swing(double scale, const ludo_allocator *allocator, ludo_spec **out);

/* The half swing of scale 1 with a damper of 0.5 N m s/rad in its hinge. */
ludo_status ludo_scene_damped_pendulum(const ludo_allocator *allocator, ludo_spec **out);

/* Two rods of 1 m and 1 kg on hinges "upper" and "lower" that turn in the x-z plane, from hanging
 * towards +x; "lower" is relative to the upper rod. "start": both horizontal, at rest. */
ludo_status ludo_scene_planar_double_pendulum(const ludo_allocator *allocator, ludo_spec **out);

/* Two asymmetric bodies of 1 kg on ball joints at the world origin and 1 m further; the centres of
 * mass halfway. "start": leaning apart and turning. */
ludo_status ludo_scene_spherical_double_pendulum(const ludo_allocator *allocator, ludo_spec **out);

/* A symmetric top of 1 kg on a ball joint at the world origin, 0.5 m below its centre of mass.
 * "start": leaning by 0.5 rad, 60 rad/s about its own axis. */
ludo_status ludo_scene_heavy_top(const ludo_allocator *allocator, ludo_spec **out);

/* A body of 1 kg and inertia diag(1, 2, 3) kg m^2, without gravity; "start": turning about no
 * principal axis. */
ludo_status ludo_scene_torque_free_body(const ludo_allocator *allocator, ludo_spec **out);

/* A random tree: every body hangs on a random earlier one by a fixed, hinge, slide or ball joint
 * with random frames, axis and reference, and has a random mass, centre of mass and inertia (one a
 * rigid body can have). "start": random coordinates and rates. `floating`: body 0 is on a free
 * joint, and there is no gravity. A function of the seed alone. Needs bodies >= 1. */
ludo_status ludo_scene_random_tree(int32_t bodies, uint64_t seed, bool floating,
                                   const ludo_allocator *allocator, ludo_spec **out);

/* A random tree in which every type of joint occurs in turn, composite ones of two and three parts
 * too (bodies >= 12, floating 13: all of them), with forces of every kind: springs, stiff or soft,
 * and armatures on all coordinates that take them, distance springs between random places, tendons
 * over random coordinates, actuators of every kind along coordinates and springs: "motor0",
 * "position0", "velocity0", "affine0", ... "start": random coordinates and rates; balls lean by
 * less than 1 rad. A function of its options alone. */
typedef struct ludo_scene_everything_options {
    int32_t bodies;   /* >= 2 */
    uint64_t seed;    /* any */
    bool floating;    /* body 0 is on a free joint, and there is no gravity */
    bool damped;      /* false: no damper anywhere, no actuator that depends on a rate */
    double stiffness; /* of the stiffest springs, >= 0 [N/m, N m/rad] */
} ludo_scene_everything_options;

ludo_status ludo_scene_everything(const ludo_scene_everything_options *options,
                                  const ludo_allocator *allocator, ludo_spec **out);

/* A flyball governor. A "shaft" on the hinge "spin" about z, two arms "left" and "right" with
 * weights on hinges of the same names at its top, whose angles grow outwards, and a "sleeve" that
 * the slide "lift" moves up the shaft against a soft spring. Springs "left rod" and "right rod" of
 * 1e6 N/m and 5e4 N s/m link arms and sleeve. "start": spinning faster than its weights can bear
 * where they are, all else at rest. */
ludo_status ludo_scene_governor(const ludo_allocator *allocator, ludo_spec **out);

/* The rods of ludo_scene_chain() with joints of any one type between them, without gravity. A
 * composite joint is written as its parts: "hinge+slide". Axes are z, second axes y; the axes of
 * parts are z, y, x in turn. "start": random rates of size 0.02. Needs links >= 1 and a type or
 * LUDO_MAX_DOF parts at most. */
ludo_status ludo_scene_joint_chain(const char *type, int32_t links, const ludo_allocator *allocator,
                                   ludo_spec **out);

/* Bring a scene to life: compile it, create a simulation (options as in ludo_sim_create(), which
 * may be NULL), and go to "start" where there is one. Takes the spec: it is released in any case.
 * Both results are NULL unless LUDO_OK is returned. */
ludo_status ludo_scene_open(ludo_spec *spec, const ludo_sim_options *options, ludo_model **model,
                            ludo_sim **sim);

#endif
