/* SPDX-License-Identifier: Apache-2.0
 *
 * ludo_spec: the editable description of a mechanism. Built from C or by an importer; nothing is
 * computed here. ludo_compile() (model.h) turns it into a model.
 *
 * All names and arrays handed in are copied. Bodies, joints, closures, couplings, sites, meshes,
 * geoms, fluids, springs, actuators and keyframes are numbered from 0 in the order in which they
 * were added; LUDO_WORLD is the number of the world. */
#ifndef LUDO_SPEC_H
#define LUDO_SPEC_H

#include "ludo/devices.h"

#ifdef __cplusplus
extern "C" {
#endif

/** An editable description of a mechanism. */
typedef struct ludo_spec ludo_spec;

/** Create an empty description. `allocator` may be NULL.
 * @return LUDO_OK, LUDO_BAD_ARGUMENT, LUDO_NO_MEMORY (then *out is NULL) */
LUDO_API ludo_status ludo_spec_create(const ludo_allocator *allocator, ludo_spec **out);

/** Release a description; NULL is allowed. */
LUDO_API void ludo_spec_destroy(ludo_spec *spec);

/** Name the mechanism (default ""; `name` may be NULL for it). @return LUDO_OK, LUDO_BAD_ARGUMENT,
 * LUDO_NO_MEMORY */
LUDO_API ludo_status ludo_spec_set_name(ludo_spec *spec, const char *name);

/** Set an option:
 *
 *     "gravity"   3 numbers, world frame [m/s^2]; default 0 0 -9.81
 *     "timestep"  1 number > 0 [s]; default 0.01
 *     "merge"     1 number, 0 or 1: whether bodies on fixed joints are merged with their parents.
 *                 Readers of files set 1. Merged bodies keep number, name and frame; the fixed
 *                 joint has no reaction to read. Default 0, for descriptions built from C.
 *     "spherical" 1 number, 0 or 1: whether, with "merge", a composite joint of three hinges is
 *                 solved as a ball, which has no gimbal lock. The axes have to meet in a point, the
 *                 second orthogonal to the others, both to 1e-9, the round-off of computed numbers;
 *                 the hinges have no forces, limits or dry friction. They keep their angles but
 *                 take no servos. Default 1.
 *     "density", "viscosity"  1 number >= 0 [kg/m^3, Pa s] and
 *     "wind"      3 numbers, world frame [m/s]: the medium, ludo_medium; default 0
 *
 * @return LUDO_OK, LUDO_BAD_ARGUMENT (unknown name, wrong count, value out of range) */
LUDO_API ludo_status ludo_spec_set_option(ludo_spec *spec, const char *name, const double *values,
                                          int32_t count);

/** Add a body; its number goes to *body unless that is NULL.
 * Values are checked by ludo_compile(), which names the body and its place.
 * @return LUDO_OK, LUDO_BAD_ARGUMENT (also: another `struct_size` than that of
 * ludo_body_default()), LUDO_NO_MEMORY; unless LUDO_OK the spec is unchanged */
LUDO_API ludo_status ludo_spec_add_body(ludo_spec *spec, const ludo_body_def *def, int32_t *body);

/** Add a joint; its number goes to *joint unless that is NULL. As ludo_spec_add_body(). */
LUDO_API ludo_status ludo_spec_add_joint(ludo_spec *spec, const ludo_joint_def *def,
                                         int32_t *joint);

/** Add a body and the joint that carries it: the joint's child becomes the new body, whatever
 * joint->child says. The number of the body goes to *number unless that is NULL. As
 * ludo_spec_add_body(). */
LUDO_API ludo_status ludo_spec_add_link(ludo_spec *spec, const ludo_body_def *body,
                                        const ludo_joint_def *joint, int32_t *number);

/** Add a joint that closes a loop: it carries no body and has no coordinates, only its constraints
 * hold. Any type but free, between any two bodies; no force can act along it. A closure between
 * bodies that are merged into one is left out of the model with a warning, or refused if it is
 * violated by more than 1e-6, the precision of files. Its number, among closures, goes to *closure
 * unless that is NULL. As ludo_spec_add_body(). */
LUDO_API ludo_status ludo_spec_add_closure(ludo_spec *spec, const ludo_joint_def *def,
                                           int32_t *closure);

/** Hold a joint in place when loops are closed (ludo_sim_project()). Held joints are released
 * only if the loops cannot be closed otherwise: as few as possible, first ones rather than later
 * ones.
 * @return LUDO_OK, LUDO_BAD_ARGUMENT (no such joint), LUDO_NO_MEMORY (the spec is unchanged) */
LUDO_API ludo_status ludo_spec_hold_joint(ludo_spec *spec, int32_t joint);

/** Number of joints held in place. */
LUDO_API int32_t ludo_spec_held_count(const ludo_spec *spec);

/** The joint of a number among those held; -1 where the number is out of range. */
LUDO_API int32_t ludo_spec_held(const ludo_spec *spec, int32_t number);

/** Add a coupling; its number goes to *coupling unless that is NULL. As ludo_spec_add_body(). */
LUDO_API ludo_status ludo_spec_add_coupling(ludo_spec *spec, const ludo_coupling_def *def,
                                            int32_t *coupling);

/** Add a site; its number goes to *site unless that is NULL. As ludo_spec_add_body(). */
LUDO_API ludo_status ludo_spec_add_site(ludo_spec *spec, const ludo_site_def *def, int32_t *site);

/** Add a mesh; its number goes to *mesh unless that is NULL. As ludo_spec_add_body(). */
LUDO_API ludo_status ludo_spec_add_mesh(ludo_spec *spec, const ludo_mesh_def *def, int32_t *mesh);

/** Add a geom; its number goes to *geom unless that is NULL. As ludo_spec_add_body(). */
LUDO_API ludo_status ludo_spec_add_geom(ludo_spec *spec, const ludo_geom_def *def, int32_t *geom);

/** Distance between two geoms whose bodies have these frames in the world [m]: exact where they are
 * apart, minus the depth where they overlap by little; infinite between two planes, or with a mesh
 * that has no convex hull. A mesh counts as its hull, which is computed in each call.
 * @return LUDO_OK, LUDO_BAD_ARGUMENT, LUDO_NO_MEMORY, LUDO_BAD_MODEL (no such type or mesh, or
 * sizes that it can't have) */
LUDO_API ludo_status ludo_spec_geom_gap(const ludo_spec *spec, int32_t geom_a, ludo_frame body_a,
                                        int32_t geom_b, ludo_frame body_b, double *gap);

/** Add a pair; its number goes to *pair unless that is NULL. As ludo_spec_add_body(). */
LUDO_API ludo_status ludo_spec_add_pair(ludo_spec *spec, const ludo_pair_def *def, int32_t *pair);

/** Exclude contacts between two bodies; the number goes to *exclude unless that is NULL. As
 * ludo_spec_add_body(). */
LUDO_API ludo_status ludo_spec_add_exclude(ludo_spec *spec, const ludo_exclude_def *def,
                                           int32_t *exclude);

/** Put a body into a fluid; the number of the fluid goes to *fluid unless that is NULL. As
 * ludo_spec_add_body(). */
LUDO_API ludo_status ludo_spec_add_fluid(ludo_spec *spec, const ludo_fluid_def *def,
                                         int32_t *fluid);

/** Add a spring; its number goes to *spring unless that is NULL. As ludo_spec_add_body(). */
LUDO_API ludo_status ludo_spec_add_spring(ludo_spec *spec, const ludo_spring_def *def,
                                          int32_t *spring);

/** Add an actuator; its number goes to *actuator unless that is NULL. As ludo_spec_add_body(). */
LUDO_API ludo_status ludo_spec_add_actuator(ludo_spec *spec, const ludo_actuator_def *def,
                                            int32_t *actuator);

/** Add a sensor; its number goes to *sensor unless that is NULL. As ludo_spec_add_body(). */
LUDO_API ludo_status ludo_spec_add_sensor(ludo_spec *spec, const ludo_sensor_def *def,
                                          int32_t *sensor);

/** Add a keyframe; its number goes to *keyframe unless that is NULL. As ludo_spec_add_body(). */
LUDO_API ludo_status ludo_spec_add_keyframe(ludo_spec *spec, const ludo_keyframe_def *def,
                                            int32_t *keyframe);

/** Add a note of an importer; the model keeps it. As ludo_spec_add_body(). */
LUDO_API ludo_status ludo_spec_add_note(ludo_spec *spec, ludo_note_kind kind, ludo_place place,
                                        const char *message);

/** Mass [kg] of a geom, centre of mass [m] and inertia about it [kg m^2; xx yy zz xy xz yz], in the
 * frame of its body. The mass of a mesh can be distributed in several ways (ludo_mesh_inertia).
 * Holes of a mesh are closed towards its centroid, as in MuJoCo.
 * @return LUDO_OK, LUDO_BAD_ARGUMENT, LUDO_NO_MEMORY, LUDO_BAD_MODEL (no such type or mesh, a size
 *         or density that is not possible, a mesh that encloses no volume; with LUDO_MESH_EXACT
 *         also one that is inside out or whose faces are oriented inconsistently): with the reason
 *         in `why`, which may be NULL */
LUDO_API ludo_status ludo_spec_weigh_geom(const ludo_spec *spec, int32_t geom, double *mass,
                                          ludo_vec3 *com, double inertia[6], ludo_diagnostic *why);

/** Give a body the mass, centre of mass and inertia of its geoms in groups group[0] to group[1].
 * As ludo_spec_weigh_geom(). */
LUDO_API ludo_status ludo_spec_weigh(ludo_spec *spec, int32_t body, const int32_t group[2],
                                     ludo_diagnostic *why);

/** Replace a body's definition. As ludo_spec_add_body(). */
LUDO_API ludo_status ludo_spec_set_body(ludo_spec *spec, int32_t body, const ludo_body_def *def);

/** Read the allocator of a description. @return LUDO_OK, LUDO_BAD_ARGUMENT */
LUDO_API ludo_status ludo_spec_allocator(const ludo_spec *spec, ludo_allocator *out);

/** Read a note of an importer. The model has these notes and those of compilation.
 * @return LUDO_OK, LUDO_BAD_ARGUMENT */
LUDO_API ludo_status ludo_spec_note(const ludo_spec *spec, int32_t note, ludo_note_info *out);

/** The name of the mechanism, "" where it has none. */
LUDO_API const char *ludo_spec_name(const ludo_spec *spec);

/** Read gravity in the world frame [m/s^2]. @return LUDO_OK, LUDO_BAD_ARGUMENT */
LUDO_API ludo_status ludo_spec_gravity(const ludo_spec *spec, ludo_vec3 *out);

/** Read the medium around the bodies. @return LUDO_OK, LUDO_BAD_ARGUMENT */
LUDO_API ludo_status ludo_spec_medium(const ludo_spec *spec, ludo_medium *out);

/** The time step [s], option "timestep"; NaN for NULL. */
LUDO_API double ludo_spec_timestep(const ludo_spec *spec);

/** Whether bodies on fixed joints are merged with their parents (option "merge"). */
LUDO_API bool ludo_spec_merge(const ludo_spec *spec);

/** Whether three hinges that meet in a point are solved as a ball (option "spherical"). */
LUDO_API bool ludo_spec_spherical(const ludo_spec *spec);

/* ---- definitions as added: `out` gets a copy, whose pointers live until the spec changes or is
 * released; texts are "", not NULL ---- */

/** Number of bodies. */
LUDO_API int32_t ludo_spec_body_count(const ludo_spec *spec);
/** Number of joints. */
LUDO_API int32_t ludo_spec_joint_count(const ludo_spec *spec);
/** Number of closures. */
LUDO_API int32_t ludo_spec_closure_count(const ludo_spec *spec);
/** Number of couplings. */
LUDO_API int32_t ludo_spec_coupling_count(const ludo_spec *spec);
/** Number of sites. */
LUDO_API int32_t ludo_spec_site_count(const ludo_spec *spec);
/** Number of meshes. */
LUDO_API int32_t ludo_spec_mesh_count(const ludo_spec *spec);
/** Number of geoms. */
LUDO_API int32_t ludo_spec_geom_count(const ludo_spec *spec);
/** Number of pairs. */
LUDO_API int32_t ludo_spec_pair_count(const ludo_spec *spec);
/** Number of excluded pairs of bodies. */
LUDO_API int32_t ludo_spec_exclude_count(const ludo_spec *spec);
/** Number of fluids around bodies. */
LUDO_API int32_t ludo_spec_fluid_count(const ludo_spec *spec);
/** Number of springs. */
LUDO_API int32_t ludo_spec_spring_count(const ludo_spec *spec);
/** Number of actuators. */
LUDO_API int32_t ludo_spec_actuator_count(const ludo_spec *spec);
/** Number of sensors. */
LUDO_API int32_t ludo_spec_sensor_count(const ludo_spec *spec);
/** Number of keyframes. */
LUDO_API int32_t ludo_spec_keyframe_count(const ludo_spec *spec);
/** Number of notes of importers. */
LUDO_API int32_t ludo_spec_note_count(const ludo_spec *spec);

/** Read a body as it was added. @return LUDO_OK, LUDO_BAD_ARGUMENT */
LUDO_API ludo_status ludo_spec_body(const ludo_spec *spec, int32_t body, ludo_body_def *out);
/** Read a joint as it was added. @return LUDO_OK, LUDO_BAD_ARGUMENT */
LUDO_API ludo_status ludo_spec_joint(const ludo_spec *spec, int32_t joint, ludo_joint_def *out);
/** Read a closure as it was added. @return LUDO_OK, LUDO_BAD_ARGUMENT */
LUDO_API ludo_status ludo_spec_closure(const ludo_spec *spec, int32_t closure, ludo_joint_def *out);
/** Read a coupling as it was added. @return LUDO_OK, LUDO_BAD_ARGUMENT */
LUDO_API ludo_status ludo_spec_coupling(const ludo_spec *spec, int32_t coupling,
                                        ludo_coupling_def *out);
/** Read a site as it was added. @return LUDO_OK, LUDO_BAD_ARGUMENT */
LUDO_API ludo_status ludo_spec_site(const ludo_spec *spec, int32_t site, ludo_site_def *out);
/** Read a mesh as it was added. @return LUDO_OK, LUDO_BAD_ARGUMENT */
LUDO_API ludo_status ludo_spec_mesh(const ludo_spec *spec, int32_t mesh, ludo_mesh_def *out);
/** Read a geom as it was added. @return LUDO_OK, LUDO_BAD_ARGUMENT */
LUDO_API ludo_status ludo_spec_geom(const ludo_spec *spec, int32_t geom, ludo_geom_def *out);
/** Read a pair as it was added. @return LUDO_OK, LUDO_BAD_ARGUMENT */
LUDO_API ludo_status ludo_spec_pair(const ludo_spec *spec, int32_t pair, ludo_pair_def *out);
/** Read an excluded pair of bodies as it was added. @return LUDO_OK, LUDO_BAD_ARGUMENT */
LUDO_API ludo_status ludo_spec_exclude(const ludo_spec *spec, int32_t exclude,
                                       ludo_exclude_def *out);
/** Read a fluid around a body as it was added. @return LUDO_OK, LUDO_BAD_ARGUMENT */
LUDO_API ludo_status ludo_spec_fluid(const ludo_spec *spec, int32_t fluid, ludo_fluid_def *out);
/** Read a spring as it was added. @return LUDO_OK, LUDO_BAD_ARGUMENT */
LUDO_API ludo_status ludo_spec_spring(const ludo_spec *spec, int32_t spring, ludo_spring_def *out);
/** Read an actuator as it was added. @return LUDO_OK, LUDO_BAD_ARGUMENT */
LUDO_API ludo_status ludo_spec_actuator(const ludo_spec *spec, int32_t actuator,
                                        ludo_actuator_def *out);
/** Read a sensor as it was added. @return LUDO_OK, LUDO_BAD_ARGUMENT */
LUDO_API ludo_status ludo_spec_sensor(const ludo_spec *spec, int32_t sensor, ludo_sensor_def *out);
/** Read a keyframe as it was added. @return LUDO_OK, LUDO_BAD_ARGUMENT */
LUDO_API ludo_status ludo_spec_keyframe(const ludo_spec *spec, int32_t keyframe,
                                        ludo_keyframe_def *out);

#ifdef __cplusplus
}
#endif
#endif
