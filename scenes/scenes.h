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
    double lowered;    /* the chain's angle in "start": [rad] below horizontal */
    double stir;       /* rates in "start": random numbers of this size [rad/s, m/s] */
} ludo_scene_chain_options;

ludo_status ludo_scene_chain(const ludo_scene_chain_options *options,
                             const ludo_allocator *allocator, ludo_spec **out);

/* One rod, `scale` kg and scale^2 m, on a hinge at the world origin. The angle "swing" [rad] is
 * measured from hanging towards +x; "start" is horizontal, at rest. Needs scale > 0. */
ludo_status ludo_scene_half_swing(double scale, const ludo_allocator *allocator, ludo_spec **out);

/* The half swing of scale 1 with a damper of 0.5 N m s/rad in its hinge. */
ludo_status ludo_scene_damped_pendulum(const ludo_allocator *allocator, ludo_spec **out);

/* Two rods of 1 m and 1 kg on hinges "upper" and "lower" that rotate in the x-z plane, from hanging
 * towards +x; "lower" is relative to the upper rod. "start": both horizontal, at rest. */
ludo_status ludo_scene_planar_double_pendulum(const ludo_allocator *allocator, ludo_spec **out);

/* Two asymmetric bodies of 1 kg on ball joints at the world origin and 1 m further; the centres of
 * mass halfway. "start": in different orientations, rotating. */
ludo_status ludo_scene_spherical_double_pendulum(const ludo_allocator *allocator, ludo_spec **out);

/* A symmetric top of 1 kg on a ball joint at the world origin, 0.5 m below its centre of mass.
 * "start": tilted by 0.5 rad, 60 rad/s about its own axis. */
ludo_status ludo_scene_heavy_top(const ludo_allocator *allocator, ludo_spec **out);

/* A body of 1 kg and inertia diag(1, 2, 3) kg m^2, without gravity; "start": rotating about an axis
 * that is not principal. */
ludo_status ludo_scene_torque_free_body(const ludo_allocator *allocator, ludo_spec **out);

/* A body in an ideal fluid, of mass and added mass that couple rotations and translations, its
 * centre of mass beside the origin of its frame, where buoyancy cancels 0.4 of its 0.5 kg; without
 * gravity. "start": moving and rotating about all axes. */
ludo_status ludo_scene_body_in_fluid(const ludo_allocator *allocator, ludo_spec **out);

/* Three boxes of 1 kg in a row, without gravity: "middle", which floats, and "left" and "right" on
 * hinges of these names at its ends, about z and y, as in [solv2014 section 5.5], which has no
 * numbers. "start": bent, all boxes rotating, drifting by 0.4 m/s. */
ludo_status ludo_scene_free_chain(const ludo_allocator *allocator, ludo_spec **out);

/* A random tree: every body hangs on a random earlier one by a fixed, hinge, slide or ball joint
 * with random frames, axis and reference, and has a random mass, centre of mass and inertia (one a
 * rigid body can have). "start": random coordinates and rates. `floating`: body 0 is on a free
 * joint, and there is no gravity. A function of the seed alone. Needs bodies >= 1. */
ludo_status ludo_scene_random_tree(int32_t bodies, uint64_t seed, bool floating,
                                   const ludo_allocator *allocator, ludo_spec **out);

/* A random tree in which every type of joint occurs in turn, also composite joints of two and three
 * parts (bodies >= 12, floating 13: all of them), with forces of every kind: springs, stiff or
 * soft, and armatures on all coordinates that take them, distance springs between random places,
 * tendons over random coordinates, actuators of every kind along coordinates and springs: "motor0",
 * "position0", "velocity0", "affine0", ... "start": random coordinates and rates; balls are rotated
 * by less than 1 rad. A function of its options alone. */
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
 * weights on hinges of these names at its top, whose angles grow outwards, and a "sleeve" that the
 * slide "lift" moves up the shaft against a soft spring. Springs "left rod" and "right rod" of 1e6
 * N/m and 5e4 N s/m link arms and sleeve. "start": spinning faster than the equilibrium speed of
 * the arms' angle, all else at rest. */
ludo_status ludo_scene_governor(const ludo_allocator *allocator, ludo_spec **out);

/* The rods of ludo_scene_chain() with joints of any one type between them, without gravity. A
 * composite joint is written as its parts: "hinge+slide". Axes are z, second axes y; the axes of
 * parts are z, y, x in turn. "start": random rates of size 0.02. Needs links >= 1 and a type or
 * LUDO_MAX_DOF parts at most. */
ludo_status ludo_scene_joint_chain(const char *type, int32_t links, const ludo_allocator *allocator,
                                   ludo_spec **out);

/* ---- closed loops. Planar ones lie in the x-z plane; their bars are thin and uniform, 1 kg and 1
 * m unless stated otherwise, on hinges about +y, which rotate +x towards -z. "closure" is the type
 * of joint that closes them: "hinge" with redundant rows, or "ball" as in files. ---- */

/* A ring of bars b0, b1, ... that hangs on the world origin by its first corner: a regular polygon
 * in a vertical plane that rotates about that corner. */
typedef struct ludo_scene_ring_options {
    int32_t links;     /* >= 3 */
    const char *joint; /* "hinge" or "ball"; so is the closure */
} ludo_scene_ring_options;

ludo_status ludo_scene_ring(const ludo_scene_ring_options *options, const ludo_allocator *allocator,
                            ludo_spec **out);

/* Bars "left", "coupler" and "right" of 1, sqrt(2)/2 and 1 m, 1 kg/m, between two pivots that are 1
 * m apart: the loop of the drift figure in [S4 section 5.1], which does not give the pivots. At
 * rest, "left" upright. It has no singular configuration. Hinges and closure are "hinge". */
ludo_status ludo_scene_three_links(const ludo_allocator *allocator, ludo_spec **out);

/* Segments of four bars, joined at opposite corners, sqrt(2) m apart, along +x from the world
 * origin; at rest. */
typedef struct ludo_scene_segments_options {
    int32_t segments;    /* >= 1 */
    bool kite;           /* bars of 1, 1.1 and 1.2, 1 m, which never lie flat; else all are 1 m, and
                            flat ones may fold either way */
    const char *closure; /* of each segment, at its far corner */
} ludo_scene_segments_options;

ludo_status ludo_scene_segments(const ludo_scene_segments_options *options,
                                const ludo_allocator *allocator, ludo_spec **out);

/* Windows of a four-bar linkage, the IFToMM benchmark A02: upright cranks k0, k1, ... side by side
 * on the ground, couplers c0, c1, ... from each to the next, sites B0, ... at the cranks' ends and
 * C0, ... at the couplers'. "start": cranks rotate at 1 rad/s, divided by the square root of their
 * length. With all bars horizontal the linkage is singular, and it passes this pose in every
 * revolution. Windows of all masses and lengths have one motion, up to scale. */
typedef struct ludo_scene_windows_options {
    int32_t windows; /* >= 1 */
    const char *closure;
    double mass, length; /* of a bar, > 0 [kg], [m] */
    double heavier;      /* mass of the first coupler as a multiple, > 0 */
} ludo_scene_windows_options;

/* Two windows of 1 m and 1 kg, closed by hinges. */
ludo_scene_windows_options ludo_scene_windows_default(void);

ludo_status ludo_scene_windows(const ludo_scene_windows_options *options,
                               const ludo_allocator *allocator, ludo_spec **out);

/* A lift of crossing bars "rising0", "falling0", ... with a platform of 5 kg on top, lifted by a
 * spring along the slide "drive" of its foot; a loop per stage, all in series, and one at the
 * top. */
ludo_status ludo_scene_scissor_lift(int32_t stages, const ludo_allocator *allocator,
                                    ludo_spec **out);

/* A "crank" of 0.3 m, a "rod" of 0.6 m and a "slider" that a prismatic closure keeps on the x axis.
 * "start": the crank 45 degrees above +x, rotating upwards at 5 rad/s. */
ludo_status ludo_scene_slider_crank(const ludo_allocator *allocator, ludo_spec **out);

/* "left crank", "right crank" and the arms of these names that meet below: two degrees of freedom,
 * at rest. */
ludo_status ludo_scene_five_bar(const ludo_allocator *allocator, ludo_spec **out);

/* The Bricard mechanism: bars bar0 to bar4 along edges of a cube from the world origin to (0,0,1),
 * all joints and the closure hinges; gravity along -y. One row is redundant in every pose. */
ludo_status ludo_scene_bricard(const ludo_allocator *allocator, ludo_spec **out);

/* Bars "a" and "b" of 1 m on pivots 3 m apart, whose ends a closure connects: a violation of 1 m
 * always remains. */
ludo_status ludo_scene_unreachable(const ludo_allocator *allocator, ludo_spec **out);

/* Close random loops in a scene at its "start", or without one at its reference pose: joints of
 * random types, places and axes between random bodies, some of them joints of a child that already
 * hangs on another joint, some couplings of coordinates. The start satisfies the loops, but its
 * rates don't. The scene keeps its other parts; a function of the scene and the seed alone.
 * LUDO_BAD_ARGUMENT if loops < 0. */
ludo_status ludo_scene_close_loops(ludo_spec *spec, int32_t loops, uint64_t seed);

/* ---- contacts ------------------------------------------------------------------------------- */

/* Spheres of 0.25 m and 1 kg on ball joints 1 m apart in a line that rises by 45 degrees, the
 * lowest 0.05 m over a plane; at rest. Friction is 1. Needs links >= 1. */
ludo_status ludo_scene_sphere_chain(int32_t links, const ludo_allocator *allocator,
                                    ludo_spec **out);

/* A pile of boxes of 0.2 m that falls, and 5 m beside it boxes that rest 1 m apart: `piled` and
 * `resting` of them, at most one number zero. The keyframe "start" is the start.
 * @return LUDO_OK, LUDO_BAD_ARGUMENT, LUDO_NO_MEMORY */
ludo_status ludo_scene_pile_beside(int32_t piled, int32_t resting, const ludo_allocator *allocator,
                                   ludo_spec **out);

/* A random scene of a mechanism that falls on one plane or two, level or not: of one shape, a pile
 * or a stack of up to eight, a tree with limits and dry friction in its joints, a four-bar, random
 * loops; masses from 0.03 to 30 kg, friction 0 to 2, thrown with up to 10 m/s and 30 rad/s, at a
 * time step of 0.001 to 0.02 s in the description. Nothing overlaps at the start. A function of
 * kind and seed alone; in random loops some starts can't be closed (LUDO_OPEN_LOOP). */
ludo_status ludo_scene_random_drop(int32_t kind, uint64_t seed, const ludo_allocator *allocator,
                                   ludo_spec **out);

/* The name of a kind, from 0 on; NULL if there is no such kind. */
const char *ludo_scene_drop_kind(int32_t kind);

/* A number of bodies (>= 1) of random shapes, one each: boxes, capsules, spheres, hulls, cylinders,
 * ellipsoids of 0.08 to 0.2 m, friction 0.1 to 1; or Platonic solids and parts of robots (two hulls
 * each). They start above a level floor, in layers of 4, 9
 * or 16, at up to 0.5 m/s and 3 rad/s in each direction, and fall into a heap; time step 0.002 or
 * 0.005 s in the description. Nothing overlaps at the start. A function of kind, number and seed.
 */
ludo_status ludo_scene_random_heap(int32_t kind, int32_t bodies, uint64_t seed,
                                   const ludo_allocator *allocator, ludo_spec **out);

/* The name of a kind of heap, from 0 on; NULL if there is no such kind. */
const char *ludo_scene_heap_kind(int32_t kind);

/* Knots of the bound: at an impact (B) stops approaching contacts at once, (A) over the intervals
 * that follow [contact.md 6]. */
enum { ENERGY_KNOTS = 3 };

/* The energy of a passive scene on earth, at its start and at its last knots [J]. */
typedef struct energy_watch {
    double start, energy[ENERGY_KNOTS], kinetic[ENERGY_KNOTS];
    int64_t number; /* number of knots measured */
} energy_watch;

/* Begin at the current knot. @return as ludo_sim_energy() */
ludo_status ludo_scene_watch_energy(energy_watch *w, ludo_sim *sim);

/* After a step of length h: the rise of the energy above the highest of the last knots, and above
 * the start, in units of its allowance: the bound is 1. @return as ludo_sim_energy() */
ludo_status ludo_scene_weigh_energy(energy_watch *w, ludo_sim *sim, double h, double *rise,
                                    double *gain);

/* Compile a scene, create a simulation (options as in ludo_sim_create(), which may be NULL), and go
 * to "start" if there is one. Takes ownership of the spec, which is released in any case. Both
 * results are NULL unless LUDO_OK is returned. */
ludo_status ludo_scene_open(ludo_spec *spec, const ludo_sim_options *options, ludo_model **model,
                            ludo_sim **sim);

#endif
