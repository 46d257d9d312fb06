/* SPDX-License-Identifier: Apache-2.0
 *
 * Editing a description: find, replace and remove its elements, copy it, append another one.
 *
 * A function that fails leaves the description unchanged. Pointers in definitions that were read
 * live until the description changes. docs/editing.md has examples and the rules in full.
 *
 * Keyframes follow edits. A list of positions, velocities or controls that has all numbers of the
 * mechanism before an edit has all numbers of the mechanism after it: removed coordinates leave the
 * list, new ones have their reference values, velocity 0 and control 0. Coordinates are those of
 * joints and of floating bodies. Lists of other lengths stay as they are, and all lists do while
 * ludo_compile() would refuse the joints. ludo_spec_add_*() change no keyframes. */
#ifndef LUDO_EDIT_H
#define LUDO_EDIT_H

#include "ludo/spec.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- find: the number of an element; LUDO_NOT_FOUND: none, or an argument is NULL ----
 *
 * An element without a name has the name that ludo_compile() gives to it. */

/** The number of the body with a name, or LUDO_NOT_FOUND. */
LUDO_API int32_t ludo_spec_body_find(const ludo_spec *spec, const char *name);
/** The number of the joint with a name, or LUDO_NOT_FOUND. */
LUDO_API int32_t ludo_spec_joint_find(const ludo_spec *spec, const char *name);
/** The number of the closure with a name, or LUDO_NOT_FOUND. */
LUDO_API int32_t ludo_spec_closure_find(const ludo_spec *spec, const char *name);
/** The number of the coupling with a name, or LUDO_NOT_FOUND. */
LUDO_API int32_t ludo_spec_coupling_find(const ludo_spec *spec, const char *name);
/** The number of the site with a name, or LUDO_NOT_FOUND. */
LUDO_API int32_t ludo_spec_site_find(const ludo_spec *spec, const char *name);
/** The number of the mesh with a name, or LUDO_NOT_FOUND. */
LUDO_API int32_t ludo_spec_mesh_find(const ludo_spec *spec, const char *name);
/** The number of the geom with a name, or LUDO_NOT_FOUND. */
LUDO_API int32_t ludo_spec_geom_find(const ludo_spec *spec, const char *name);
/** The number of the pair with a name, or LUDO_NOT_FOUND. */
LUDO_API int32_t ludo_spec_pair_find(const ludo_spec *spec, const char *name);
/** The number of the excluded pair of bodies with a name, or LUDO_NOT_FOUND. */
LUDO_API int32_t ludo_spec_exclude_find(const ludo_spec *spec, const char *name);
/** The number of the spring with a name, or LUDO_NOT_FOUND. */
LUDO_API int32_t ludo_spec_spring_find(const ludo_spec *spec, const char *name);
/** The number of the actuator with a name, or LUDO_NOT_FOUND. */
LUDO_API int32_t ludo_spec_actuator_find(const ludo_spec *spec, const char *name);
/** The number of the sensor with a name, or LUDO_NOT_FOUND. */
LUDO_API int32_t ludo_spec_sensor_find(const ludo_spec *spec, const char *name);
/** The number of the keyframe with a name, or LUDO_NOT_FOUND. */
LUDO_API int32_t ludo_spec_keyframe_find(const ludo_spec *spec, const char *name);

/* ---- set: replace a definition, as ludo_spec_set_body() (spec.h) ----
 *
 * Values are checked by ludo_compile(). @return LUDO_OK, LUDO_BAD_ARGUMENT (also: no such number),
 * LUDO_NO_MEMORY */

/** Replace a joint. If its type changes, its coordinates in keyframes become reference values. */
LUDO_API ludo_status ludo_spec_set_joint(ludo_spec *spec, int32_t joint, const ludo_joint_def *def);
/** Replace a closure. */
LUDO_API ludo_status ludo_spec_set_closure(ludo_spec *spec, int32_t closure,
                                           const ludo_joint_def *def);
/** Replace a coupling. */
LUDO_API ludo_status ludo_spec_set_coupling(ludo_spec *spec, int32_t coupling,
                                            const ludo_coupling_def *def);
/** Replace a site. */
LUDO_API ludo_status ludo_spec_set_site(ludo_spec *spec, int32_t site, const ludo_site_def *def);
/** Replace a mesh, for all geoms that have it. */
LUDO_API ludo_status ludo_spec_set_mesh(ludo_spec *spec, int32_t mesh, const ludo_mesh_def *def);
/** Replace a geom. The mass of its body stays until ludo_spec_weigh(). */
LUDO_API ludo_status ludo_spec_set_geom(ludo_spec *spec, int32_t geom, const ludo_geom_def *def);
/** Replace a pair. */
LUDO_API ludo_status ludo_spec_set_pair(ludo_spec *spec, int32_t pair, const ludo_pair_def *def);
/** Replace an excluded pair of bodies. */
LUDO_API ludo_status ludo_spec_set_exclude(ludo_spec *spec, int32_t exclude,
                                           const ludo_exclude_def *def);
/** Replace a fluid around a body. */
LUDO_API ludo_status ludo_spec_set_fluid(ludo_spec *spec, int32_t fluid, const ludo_fluid_def *def);
/** Replace a spring. */
LUDO_API ludo_status ludo_spec_set_spring(ludo_spec *spec, int32_t spring,
                                          const ludo_spring_def *def);
/** Replace an actuator. */
LUDO_API ludo_status ludo_spec_set_actuator(ludo_spec *spec, int32_t actuator,
                                            const ludo_actuator_def *def);
/** Replace a sensor. */
LUDO_API ludo_status ludo_spec_set_sensor(ludo_spec *spec, int32_t sensor,
                                          const ludo_sensor_def *def);
/** Replace a keyframe. */
LUDO_API ludo_status ludo_spec_set_keyframe(ludo_spec *spec, int32_t keyframe,
                                            const ludo_keyframe_def *def);

/* ---- remove ----
 *
 * An element is removed together with all elements that refer to it, and with those that refer to
 * these. Numbers above a removed element move down by one, and all references follow. @return
 * LUDO_OK, LUDO_BAD_ARGUMENT (also: no such number), LUDO_NO_MEMORY */

/** Remove a body with its joints, closures, sites, geoms, excluded pairs and fluid, and what refers
 * to these. Bodies that the removed joints carried float, from their reference pose at the origin
 * of the world, unless another joint carries them; ludo_spec_remove_subtree() removes these bodies,
 * too. */
LUDO_API ludo_status ludo_spec_remove_body(ludo_spec *spec, int32_t body);
/** Remove a body and all bodies that hang on it by joints, each as ludo_spec_remove_body() does.
 * @return also LUDO_BAD_MODEL (ludo_compile() refuses the joints: there is no tree) */
LUDO_API ludo_status ludo_spec_remove_subtree(ludo_spec *spec, int32_t body);
/** Remove a joint with its couplings, actuators and the tendons that have it. Its child floats
 * unless another joint carries it. Other parts of a composite joint stay. */
LUDO_API ludo_status ludo_spec_remove_joint(ludo_spec *spec, int32_t joint);
/** Remove a closure. */
LUDO_API ludo_status ludo_spec_remove_closure(ludo_spec *spec, int32_t closure);
/** Remove a coupling. */
LUDO_API ludo_status ludo_spec_remove_coupling(ludo_spec *spec, int32_t coupling);
/** Remove a site with its springs, and their actuators. */
LUDO_API ludo_status ludo_spec_remove_site(ludo_spec *spec, int32_t site);
/** Remove a mesh with its geoms. */
LUDO_API ludo_status ludo_spec_remove_mesh(ludo_spec *spec, int32_t mesh);
/** Remove a geom with its pairs. The mass of its body stays until ludo_spec_weigh(). */
LUDO_API ludo_status ludo_spec_remove_geom(ludo_spec *spec, int32_t geom);
/** Remove a pair. */
LUDO_API ludo_status ludo_spec_remove_pair(ludo_spec *spec, int32_t pair);
/** Remove an excluded pair of bodies. */
LUDO_API ludo_status ludo_spec_remove_exclude(ludo_spec *spec, int32_t exclude);
/** Remove a fluid around a body. */
LUDO_API ludo_status ludo_spec_remove_fluid(ludo_spec *spec, int32_t fluid);
/** Remove a spring with its actuators and couplings. */
LUDO_API ludo_status ludo_spec_remove_spring(ludo_spec *spec, int32_t spring);
/** Remove an actuator, and its control from keyframes. */
LUDO_API ludo_status ludo_spec_remove_actuator(ludo_spec *spec, int32_t actuator);
/** Remove a sensor. */
LUDO_API ludo_status ludo_spec_remove_sensor(ludo_spec *spec, int32_t sensor);
/** Remove a keyframe. */
LUDO_API ludo_status ludo_spec_remove_keyframe(ludo_spec *spec, int32_t keyframe);
/** Remove a note of an importer: after its cause was edited away. */
LUDO_API ludo_status ludo_spec_remove_note(ludo_spec *spec, int32_t note);

/* ---- whole descriptions ---- */

/** Copy a description; nothing is shared. `allocator` may be NULL.
 * @return LUDO_OK, LUDO_BAD_ARGUMENT, LUDO_NO_MEMORY (then *out is NULL) */
LUDO_API ludo_status ludo_spec_copy(const ludo_spec *spec, const ludo_allocator *allocator,
                                    ludo_spec **out);

/** Where and under which names a description is appended. */
typedef struct ludo_attachment {
    size_t struct_size;
    const char *prefix; /* before each name; NULL or "": names stay */
    int32_t parent;     /* body that the world of the appended description becomes, or LUDO_WORLD */
    ludo_frame frame;   /* frame of that world on the parent; a zero quaternion means 1 */
} ludo_attachment;

/** Without a prefix, at the origin of the world. */
static inline ludo_attachment ludo_attachment_default(void)
{
    ludo_attachment at = LUDO_ZERO;
    at.struct_size = sizeof at;
    at.parent = LUDO_WORLD;
    at.frame.orientation.w = 1.0;
    return at;
}

/** Append all elements of another description, which may be the same one; their numbers continue
 * those of `spec`. `at` may be NULL: ludo_attachment_default().
 *
 * Joints, closures, sites, geoms and excluded pairs on the world of `other` are on the parent,
 * their frames relative to `frame`. Bodies that float, with or without a free joint, need the world
 * as parent; their poses in keyframes and reference poses are relative to `frame`, too (a floating
 * body without a joint gets a free joint if the frame is not the identity).
 *
 * With a prefix, an element without a name gets the prefix and the name that ludo_compile() would
 * give to it in `other`. A mesh that `spec` has already, equal to the bit, is not added again. A
 * keyframe of `other` joins the one of `spec` with the same name (without the prefix), which keeps
 * its time; another one is added under its prefixed name: to join the keyframes of several appended
 * descriptions, add a keyframe of that name to `spec` first. In either case coordinates without a
 * number have reference values, rates and controls 0. Name, gravity, time step and the other
 * options are those of `spec`. Notes of `other` are appended.
 *
 * @return LUDO_OK, LUDO_BAD_ARGUMENT (also: no such parent, a number that is not finite),
 *         LUDO_NO_MEMORY, LUDO_BAD_MODEL (a name that both have, after the prefix; a body that
 *         floats and a parent other than the world; joints that ludo_compile() refuses; a keyframe
 *         of `other` with a list of a wrong length): with the reason in `why`, which may be NULL */
LUDO_API ludo_status ludo_spec_append(ludo_spec *spec, const ludo_spec *other,
                                      const ludo_attachment *at, ludo_diagnostic *why);

/* ---- repair ---- */

/** How masses are repaired. */
typedef struct ludo_repair_options {
    size_t struct_size;
    double density; /* of geometry that gives a body its mass [kg/m^3] */
} ludo_repair_options;

/** Geometry at 1000 kg/m^3. */
static inline ludo_repair_options ludo_repair_options_default(void)
{
    ludo_repair_options options = LUDO_ZERO;
    options.struct_size = sizeof options;
    options.density = 1000.0;
    return options;
}

/** Replace the masses and inertias that ludo_compile() would refuse: bodies without mass that need
 * one, negative masses, inertias that no body can have. Bodies without mass that are merged into
 * others, or that are intermediate links of composite joints, stay. docs/formats.md has the rules.
 * Each body that changes gets a note (LUDO_NOTE_WARNING) at its place, with the values before and
 * after, and the source of the new ones.
 *
 * @param options  NULL: the defaults
 * @param changed  the number of bodies that changed; may be NULL
 * @return LUDO_OK, LUDO_BAD_ARGUMENT (also: a density that is not positive and finite),
 *         LUDO_NO_MEMORY, else as ludo_compile() for what a repair does not replace, such as
 * numbers that are not finite: with the reason in `why`, which may be NULL */
LUDO_API ludo_status ludo_spec_repair(ludo_spec *spec, const ludo_repair_options *options,
                                      int32_t *changed, ludo_diagnostic *why);

#ifdef __cplusplus
}
#endif
#endif
