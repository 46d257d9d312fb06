/* SPDX-License-Identifier: Apache-2.0
 *
 * The parts of compiling a description. */
#ifndef LUDO_MODEL_COMPILE_COMPILE_H
#define LUDO_MODEL_COMPILE_COMPILE_H

#include "geometry/facets.h"
#include "geometry/height_field.h"
#include "geometry/polytope.h"
#include "model/check/check.h"
#include "model/model.h"
#include "model/sensor.h"
#include "model/check/merging.h"
#include "spec/spec.h"
#include "model/check/body_tree.h"

#include <string.h>

/* The tree joint of a body with mass: `count` public joints, more than one if it is composite. */
typedef struct tree_joint {
    const joint_kind *kind;
    const int32_t *joint; /* their numbers, from the parent to the child */
    int32_t count;
    int32_t dof, position_count;
    ludo_vec3
        center; /* of a spherical joint: the common point of its axes, in the frame of its parent */
    int32_t group; /* number of the group of joints that fit into the same batch */
} tree_joint;

/* An element that closes a loop: a closure, a coupling, or a joint that is no parent joint. */
typedef struct loop_def {
    const char *name, *type, *stem; /* stem: of a generated name; of a joint neither */
    int32_t number;                 /* among its kind */
    ludo_place place;
    const ludo_joint_def *closure;     /* the constraint between two bodies; NULL for a coupling */
    const ludo_coupling_def *coupling; /* else NULL */
    int32_t joint;                     /* the joint that closes the loop; -1: none */
} loop_def;

static inline int32_t loop_def_rows(const loop_def *d)
{
    return d->closure != NULL ? JOINT_MAX_DOF - ludo_joint_kind_find(d->closure->type)->dof : 1;
}

/* The data of a compilation that the model does not keep. */
typedef struct compiler {
    const ludo_spec *spec;
    const ludo_body_def *body;
    const ludo_joint_def *joint;
    const ludo_coupling_def *coupling;
    const ludo_site_def *site;
    const ludo_geom_def *geom;
    const ludo_mesh_def *mesh;
    const ludo_pair_def *pair;
    const ludo_exclude_def *exclude;
    const ludo_fluid_def *fluid;
    const ludo_spring_def *spring;
    const ludo_actuator_def *actuator;
    const ludo_sensor_def *sensor;
    const ludo_keyframe_def *keyframe;
    const spec_note *note;
    const held_pair *held; /* overlaps that joints hold; none in the first of two compilations */
    int32_t held_count;
    body_tree tree;
    body_merging *merging;  /* per body */
    int32_t slots;          /* number of bodies with mass */
    double world_mass;      /* mass of the bodies that are merged with the world */
    tree_joint *tree_joint; /* per body that has a slot */
    bool *needed; /* per joint of the spec: true if an actuator, tendon or loop needs its coordinate
                     or a frame between its parts */
    bool *seen;   /* scratch: per joint of the spec */
    int32_t *named;        /* per body: number of named joints with this child */
    int32_t *joint_list;   /* public joints, those of one tree joint together */
    loop_def *loop;        /* closures, then couplings, then joints */
    loop_def *merged_loop; /* closures between merged bodies, in the same order */
    int32_t loop_count, merged_loop_count;
    bool *collides;      /* per geom: true if it may touch another */
    polytope *hull;      /* per mesh: of those that may touch; else empty */
    height_field *field; /* per mesh: of height fields that may touch; else empty */
    pose *at_reference;  /* scratch of couplings of lengths: per slot and at -1 the world; */
    double *coordinate;  /* per column, stored and scalar coordinates */
    double *scalar;
    facets *facets;      /* per mesh: of concave geoms that may touch; else empty */
    surface *seen_mesh;  /* per mesh: its hull, if rays see it and it has no faces; else empty */
    int32_t *fluid_of;   /* per body: the fluid around it; -1: none */
    int32_t *fluid_at;   /* per slot: its fluid in the model; -1: none */
    int32_t fluid_count; /* number of slots with a fluid */
    int32_t *group; /* per group: first its number of joints, then the position of the next one */
    int32_t joint_count; /* of the spec, and free joints of floating bodies */
    int32_t note_count;  /* of the spec and of the compiler */
    size_t text_size, text_used;
    size_t longest; /* length of the longest name, generated ones included */
    size_t number_count, number_used;
    size_t term_count, path_count, segment_count; /* of all tendons */
    ludo_diagnostic *why;
} compiler;

enum { NAME_ROOM = 48 }; /* a generated name is another name plus at most this many characters */

/* ---- tree joints (compile_groups.c) ---- */

/* Composite joints fit into one batch if they have the same sequence of hinges and slides. Number
 * of a sequence: a leading 1, then one bit per part (1: slide). */
enum { SEQUENCES = 1 << (LUDO_MAX_DOF + 1) };

/* The definition of a public joint; numbers beyond the spec's are free joints of floating bodies.
 */
const ludo_joint_def *ludo_compile_definition(const compiler *w, int32_t joint);

/* The number of groups. */
int32_t ludo_compile_group_count(void);

/* The number of hinges and slides of the joints of a group; 0: they are not composite. */
int32_t ludo_compile_group_parts(int32_t group);

/* Find the tree joint of each body; number the free joints of floating bodies; count the groups. */
void ludo_compile_groups(compiler *w);

/* The unit vector along a, rotated by q; the length of `a` may be so large that its square
 * overflows. */
static inline ludo_vec3 direction(ludo_quat q, ludo_vec3 a)
{
    return v3_unit(q_rotate(q, v3_unit(a)));
}

/* The centre that a body moves about, in its frame; of the world its origin. */
static inline ludo_vec3 com_of(const ludo_model *m, int32_t body)
{
    return body != LUDO_WORLD ? m->body[body].center : v3(0.0, 0.0, 0.0);
}

/* The frame of a joint on the nearest ancestor with a slot, where all coordinates are at their
 * references. */
static inline ludo_frame frame_on_ancestor(const compiler *w, const ludo_joint_def *d)
{
    if (body_ancestor(w->merging, d->parent) == d->parent) {
        return d->in_parent;
    }
    return frame_mul(w->merging[d->parent].in_ancestor, frame_clean(d->in_parent));
}

static inline bool slides(const ludo_joint_def *d)
{
    return kind_slides(ludo_joint_kind_find(d->type));
}

/* ---- joints (compile_joints.c) ---- */

/* Count the batches of all joints, and the parts side by side of composite joints. */
void ludo_compile_batch_count(ludo_model *m, const compiler *w);

/* Write the parts of a composite joint into lanes `from`, `from` + 1, ... of dof + 1 parts side by
 * side; the arm of p[dof] ends at the anchor. */
void ludo_compile_part_lanes(part_lanes *p, const joint_data *j, int32_t from);

/* Fill joints (those of the description, then those of floating bodies), their coordinates and
 * columns, and the batches. */
void ludo_compile_joints(ludo_model *m, compiler *w);

/* The geometry of a joint of a type between two frames, from its definition; the entries that
 * depend on the two bodies are left. */
joint_data ludo_compile_between(const joint_kind *kind, const ludo_joint_def *d, ludo_frame on_a,
                                ludo_frame on_b);

/* The reference length of position errors of a joint: the longer arm, or the child's radius of
 * gyration if that is longer. */
double ludo_compile_joint_length(const joint_data *j, const body_inertia *child);

static inline double inertia_gyration(const body_inertia *i)
{
    return sqrt((i->J[0] + i->J[1] + i->J[2]) / i->mass);
}

/* ---- frames on bodies (compile_frames.c) ---- */

/* A frame given on a body, or on the world. Requires the frames of bodies. */
attached_frame ludo_compile_attached_frame(const ludo_model *m, int32_t body, ludo_frame frame);

/* Fill the frames of bodies, sites and geoms. Requires compiled joints. */
void ludo_compile_frames(ludo_model *m, compiler *w);

/* ---- loops (compile_loops.c) ---- */

/* List the loops. @return LUDO_OK; LUDO_UNSUPPORTED naming a joint that closes a loop and has a
 * force along it; LUDO_BAD_MODEL naming a closure between merged bodies with a violation that
 * cannot be closed */
ludo_status ludo_compile_loop_list(compiler *w);

/* The name of a loop in messages. */
label ludo_compile_loop_label(const loop_def *d);

/* A closure between frames that are given relative to the links of `a` and `b`; its ends and length
 * are left. */
struct loop_data ludo_compile_closure(const ludo_joint_def *d, ludo_frame on_a, ludo_frame on_b,
                                      const attached_frame *a, const attached_frame *b);

/* Fill the loops; those of lengths by ludo_compile_tendon_couplings(). Requires compiled joints and
 * frames. */
void ludo_compile_loops(ludo_model *m, compiler *w);

/* A coupling of lengths without what depends on compiled tendons (compile_tendon_couplings.c). */
struct loop_data ludo_compile_tendon_coupling(const ludo_model *m, const compiler *w,
                                              const ludo_coupling_def *d);

/* Set the unit of the row of a coupling of lengths, from arms, inertias and weights. */
void ludo_compile_tendon_coupling_unit(const ludo_model *m, struct loop_data *l);

/* Complete the couplings of lengths. Requires compiled loops and tendons.
 * @return LUDO_OK; LUDO_BAD_MODEL, LUDO_UNSUPPORTED, naming a coupling that no motion changes or
 * that ends at too many bodies and joints */
ludo_status ludo_compile_tendon_couplings(ludo_model *m, compiler *w);

/* Set the reference length of a loop from the arms and inertias of its bodies. */
void ludo_compile_loop_length(const ludo_model *m, struct loop_data *l);

/* List the joints that assembly holds in place, each once. */
void ludo_compile_held(ludo_model *m, compiler *w);

/* ---- springs and actuators (compile_forces.c) ---- */

/* The number of ball rotations with a spring, damper or armature. */
int32_t ludo_compile_ball_spring_count(const compiler *w);

/* The number of rates of joints with a spring or damper that is not linear. */
int32_t ludo_compile_curve_count(const compiler *w);

/* The number of elements of drag, and their data. Requires frames of bodies.
 * @return LUDO_OK, LUDO_UNSUPPORTED: a shape without an ellipsoid */
int32_t ludo_compile_drag_count(const compiler *w);
ludo_status ludo_compile_drag(ludo_model *m, const compiler *w);

/* The number of free joints with a spring or damper. */
int32_t ludo_compile_tether_count(const compiler *w);

/* Count the terms, points and segments of all tendons, for memory (compile_tendons.c). */
void ludo_compile_measure_tendons(compiler *w);

/* Fill the tendons of a model, whose bodies, sites and geoms are compiled.
 * @return LUDO_OK or LUDO_UNSUPPORTED */
ludo_status ludo_compile_tendons(ludo_model *m, compiler *w);

/* Fill springs, actuators and ball springs, and mark the columns that forces act along. Requires
 * compiled joints and sites.
 * @return LUDO_OK or LUDO_UNSUPPORTED */
ludo_status ludo_compile_forces(ludo_model *m, compiler *w);

/* Mark the columns that forces act along; name an element with damping. */
void ludo_compile_note_forces(ludo_model *m);

/* ---- contacts, limits, dry friction (compile_contacts.c, compile_limits.c) ---- */

/* Find the geoms that are colliders and the hulls of their meshes.
 * @return LUDO_OK, LUDO_NO_MEMORY: the caller releases the hulls in either case */
ludo_status ludo_compile_hulls(compiler *w, const ludo_allocator *a);
void ludo_compile_release_hulls(compiler *w, const ludo_allocator *a);

/* Find the height fields of geoms that are colliders; after the hulls.
 * @return LUDO_OK, LUDO_NO_MEMORY, LUDO_BAD_MODEL (one moves): the caller releases the fields in
 *         any case */
ludo_status ludo_compile_fields(compiler *w, const ludo_allocator *a);
void ludo_compile_release_fields(compiler *w, const ludo_allocator *a);

/* Write their numbers to the model; copy them. */
void ludo_compile_fields_count(ludo_model *m, const compiler *w);
void ludo_compile_fill_fields(model_contacts *c, const compiler *w);

/* Whether a geom touches others as the surface of its mesh. */
bool ludo_compile_is_concave(const compiler *w, int32_t geom);

/* Refuse a geom that moves, but has a shape that only a fixed one can have, as "a height field". */
ludo_status ludo_compile_refuse_motion(const compiler *w, int32_t geom, const char *shape);

/* Find the facets of concave geoms that are colliders, and leave out those without a surface; after
 * the hulls.
 * @return as ludo_compile_fields() */
ludo_status ludo_compile_facets(compiler *w, const ludo_allocator *a);
void ludo_compile_release_facets(compiler *w, const ludo_allocator *a);

/* The memory of all facets; copy them, mesh by mesh. */
void ludo_compile_facets_count(ludo_model *m, const compiler *w);
void ludo_compile_fill_facets(model_contacts *c, const compiler *w);

/* Write the numbers of colliders, pairs, excluded bodies and vertices to the model. */
void ludo_compile_contacts_count(ludo_model *m, const compiler *w);

/* Fill colliders, pairs, excluded bodies. Requires compiled frames and names. */
void ludo_compile_contacts(ludo_model *m, compiler *w);

/* Name the first geom that may touch another; count the pairs without a narrow phase. Requires
 * pairs and excluded bodies (compile_touching.c). */
void ludo_compile_touching(ludo_model *m, compiler *w);

/* Append the pairs of colliders of a model that joints hold overlapped, sorted, as held_pair
 * (compile_held.c). @return LUDO_OK, LUDO_NO_MEMORY */
ludo_status ludo_compile_find_held(const ludo_model *m, const ludo_allocator *a, growing *held);

/* Count limits and dry friction; fill them. Filling requires compiled joints and names. */
void ludo_compile_limits_count(ludo_model *m, const compiler *w);
void ludo_compile_limits(ludo_model *m, compiler *w);

/* ---- bodies in a fluid (compile_fluids.c) ---- */

/* Find the slots in a fluid. Requires merging. @return LUDO_OK, LUDO_BAD_MODEL naming a body that
 * cannot be in a fluid or has two */
ludo_status ludo_compile_fluid_list(compiler *w);

/* Fill the fluids of bodies. Requires compiled frames. */
void ludo_compile_fluids(ludo_model *m, const compiler *w);

/* ---- sensors (compile_sensors.c, compile_rays.c) ---- */

/* The numbers of sensors and of their values, and the memory of what rays can hit. */
void ludo_compile_sensors_count(ludo_model *m, const compiler *w);

/* Fill the sensors. Requires compiled frames and joints.
 * @return LUDO_OK, LUDO_BAD_MODEL naming a sensor of a force on a body that nothing carries */
ludo_status ludo_compile_sensors(ludo_model *m, compiler *w);

/* Find the hulls of meshes without faces that rays can hit.
 * @return LUDO_OK, LUDO_NO_MEMORY: the caller releases the hulls in either case */
ludo_status ludo_compile_ray_hulls(compiler *w, const ludo_allocator *a);
void ludo_compile_release_ray_hulls(compiler *w, const ludo_allocator *a);

/* Count and fill the geoms that rays can hit: none without a sensor that casts rays. */
void ludo_compile_rays_count(ludo_model *m, const compiler *w);
void ludo_compile_rays(ludo_model *m, compiler *w);

/* The frame of a body, site or geom. */
sensor_frame ludo_compile_sensor_frame(const ludo_model *m, int32_t body, ludo_frame frame);

/* ---- notes (compile_notes.c) ---- */

/* Measure the memory of all notes: those of the description and of the compiler. */
void ludo_compile_measure_notes(compiler *w);

void ludo_compile_notes(ludo_model *m, compiler *w);

/* ---- names and texts (compile_names.c) ---- */

/* Make names of a kind unique and sort them for searching: a generated name changes if another item
 * is given that name.
 * @return LUDO_OK or LUDO_BAD_MODEL */
ludo_status ludo_compile_names(ludo_model *m, compiler *w);

/* Measure the memory of all names. */
void ludo_compile_measure_names(compiler *w);

/* Print a text into the texts of the model. */
#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
const char *
ludo_compile_text(ludo_model *m, compiler *w, const char *format, ...);

/* Copy the file name of a place to the texts of the model; the memory that needs. */
ludo_place ludo_compile_place(ludo_model *m, compiler *w, ludo_place place);
size_t ludo_compile_place_size(ludo_place place);

/* Copy a name to the texts of the model; an empty one becomes stem, suffix and number. */
const char *ludo_compile_name(ludo_model *m, compiler *w, const char *name, const char *stem,
                              const char *suffix, int32_t number);

#endif
