/* SPDX-License-Identifier: Apache-2.0
 *
 * The parts of compiling a description. */
#ifndef LUDO_MODEL_COMPILE_H
#define LUDO_MODEL_COMPILE_H

#include "geometry/surface.h"
#include "model/check.h"
#include "model/model.h"
#include "model/merging.h"
#include "spec/spec.h"
#include "model/body_tree.h"

#include <string.h>

/* The joint of the tree that carries a body with mass: `count` public joints, several where it is
 * composite. */
typedef struct tree_joint {
    const joint_kind *kind;
    const int32_t *joint; /* their numbers, from the parent to the child */
    int32_t count;
    int32_t dof, position_count;
    ludo_vec3 center; /* of a spherical one: where its axes meet, in the frame of its base */
    int32_t group;    /* of joints that fit into the same batch */
} tree_joint;

/* What closes a loop: a closure, a coupling, or a joint that carries nothing. */
typedef struct loop_def {
    const char *name, *type, *stem; /* stem: of the name where it has none; a joint's has neither */
    int32_t number;                 /* among its like */
    ludo_place place;
    const ludo_joint_def *closure;     /* what holds bodies; NULL for a coupling */
    const ludo_coupling_def *coupling; /* else */
    int32_t joint;                     /* that closes the loop; -1: none */
} loop_def;

static inline int32_t loop_def_rows(const loop_def *d)
{
    return d->closure != NULL ? JOINT_MAX_DOF - ludo_joint_kind_find(d->closure->type)->dof : 1;
}

/* What compiling needs and the model doesn't keep. */
typedef struct workshop {
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
    const ludo_keyframe_def *keyframe;
    const spec_note *note;
    body_tree tree;
    body_role *role;     /* per body */
    int32_t slots;       /* bodies with mass */
    double world_mass;   /* of what is merged with the world */
    tree_joint *carrier; /* per body that has a slot */
    bool *driven;        /* per joint of the spec: whether anything needs its coordinate or what is
                            between its parts */
    bool *seen;          /* scratch: per joint of the spec */
    int32_t *named;      /* per body: how many joints that have it as their child are named */
    int32_t *carried_by; /* public joints, those of one carrier together */
    loop_def *loop;      /* closures, then couplings, then joints */
    loop_def *idle;      /* what joins bodies that are one, in the same order */
    int32_t loop_count, idle_count;
    bool *collides;      /* per geom: whether it may touch anything */
    surface *hull;       /* per mesh: of those that may touch; else empty */
    int32_t *fluid_of;   /* per body: the fluid around it; -1: none */
    int32_t *fluid_at;   /* per slot: which of the model's it has; -1: none */
    int32_t fluid_count; /* slots that have one */
    int32_t *group;      /* per group: first how many joints it has, then where the next one goes */
    int32_t joint_count; /* of the spec and those of floating bodies */
    int32_t note_count;  /* of the spec and those made here */
    size_t text_size, text_used;
    size_t longest; /* most characters of a name, also of a made one */
    size_t number_count, number_used;
    size_t term_count; /* of all tendons */
    ludo_diagnostic *why;
} workshop;

enum { NAME_ROOM = 48 }; /* a name that is made is another one and at most this much longer */

/* ---- what carries bodies (compile_carriers.c) ---- */

/* Composite joints go side by side where they have the same sequence of hinges and slides: one bit
 * for each after a leading one. */
enum { SEQUENCES = 1 << (LUDO_MAX_DOF + 1) };

/* The definition of a public joint; beyond those of the spec that of a floating body. */
const ludo_joint_def *ludo_compile_definition(const workshop *w, int32_t joint);

/* How many groups of joints there may be. */
int32_t ludo_compile_group_count(void);

/* How many hinges and slides the joints of a group carry; 0: they aren't composite. */
int32_t ludo_compile_group_parts(int32_t group);

/* Find out what carries each body; number the joints of floating bodies; count the groups. */
void ludo_compile_groups(workshop *w);

/* Any length is allowed, also one whose square is not. */
static inline ludo_vec3 direction(ludo_quat q, ludo_vec3 a)
{
    return v3_unit(q_rotate(q, v3_unit(a)));
}

/* The centre of mass of a body, in its frame; of the world its origin. */
static inline ludo_vec3 com_of(const ludo_model *m, int32_t body)
{
    return body != LUDO_WORLD ? m->body[body].com : v3(0.0, 0.0, 0.0);
}

/* The frame of a joint on the nearest body upwards that has a slot, where all coordinates are at
 * their references. */
static inline ludo_frame frame_on_base(const workshop *w, const ludo_joint_def *d)
{
    if (role_base(w->role, d->parent) == d->parent) {
        return d->in_parent;
    }
    return frame_mul(w->role[d->parent].in_base, frame_clean(d->in_parent));
}

static inline bool slides(const ludo_joint_def *d)
{
    return strcmp(d->type, "slide") == 0;
}

/* ---- joints (compile_joints.c) ---- */

/* How many batches all joints make, and how many parts side by side those of composite joints. */
void ludo_compile_batch_count(ludo_model *m, const workshop *w);

/* The parts of a composite joint into lanes `from`, `from` + 1, ... of dof + 1 parts side by side:
 * p[dof] leads to the anchor. */
void ludo_compile_part_lanes(part_lanes *p, const joint_data *j, int32_t from);

/* Joints: those of the description, then those of floating bodies; their coordinates and columns,
 * and the batches of joints side by side. */
void ludo_compile_joints(ludo_model *m, workshop *w);

/* The geometry of a joint of a type between two frames, as a definition says; all but what is known
 * of the bodies they are on. */
joint_data ludo_compile_between(const joint_kind *kind, const ludo_joint_def *d, ludo_frame on_a,
                                ludo_frame on_b);

static inline double inertia_gyration(const body_inertia *i)
{
    return sqrt((i->J[0] + i->J[1] + i->J[2]) / i->mass);
}

/* ---- what stands on bodies (compile_frames.c) ---- */

/* A frame given on a body, or on the world. Bodies are mounted. */
attached_frame ludo_compile_attached_frame(const ludo_model *m, int32_t body, ludo_frame frame);

/* Frames of bodies, sites and geoms. Joints are compiled. */
void ludo_compile_frames(ludo_model *m, workshop *w);

/* ---- loops (compile_loop_list.c, compile_loops.c) ---- */

/* List what closes loops. @return LUDO_OK; LUDO_UNSUPPORTED naming a joint that closes one though
 * something acts along it; LUDO_BAD_MODEL naming what is open and can't close */
ludo_status ludo_compile_loop_list(workshop *w);

/* What to call it in messages. */
label ludo_compile_loop_label(const loop_def *d);

/* A closure between frames that are given from what bears them, `a` and `b`; its ends and length
 * are left to be found. */
struct loop_data ludo_compile_closure(const ludo_joint_def *d, ludo_frame on_a, ludo_frame on_b,
                                      const attached_frame *a, const attached_frame *b);

/* Loops. Joints and frames are compiled. */
void ludo_compile_loops(ludo_model *m, workshop *w);

/* Joints that are kept, each once. */
void ludo_compile_kept(ludo_model *m, workshop *w);

/* ---- what acts along coordinates and lines (compile_forces.c) ---- */

/* How many rotations without coordinates something acts on. */
int32_t ludo_compile_ball_spring_count(const workshop *w);

/* Springs, actuators, turns, and which columns all of it needs. Joints and sites are compiled.
 * @return LUDO_OK or LUDO_UNSUPPORTED */
ludo_status ludo_compile_forces(ludo_model *m, workshop *w);

/* ---- what touches, limits, rubs (compile_contacts.c, compile_stops.c) ---- */

/* Find which geoms are colliders and the hulls of their meshes.
 * @return LUDO_OK, LUDO_NO_MEMORY: hulls are to be released in any case */
ludo_status ludo_compile_hulls(workshop *w, const ludo_allocator *a);
void ludo_compile_release_hulls(workshop *w, const ludo_allocator *a);

/* Count them, in the model's counts. */
void ludo_compile_contacts_count(ludo_model *m, const workshop *w);

/* Colliders, pairs, what is excluded. Frames and names are compiled. */
void ludo_compile_contacts(ludo_model *m, workshop *w);

/* Limits and dry friction: count them, fill them in. Joints and names are compiled. */
void ludo_compile_limits_count(ludo_model *m, const workshop *w);
void ludo_compile_limits(ludo_model *m, workshop *w);

/* ---- bodies in a fluid (compile_fluids.c) ---- */

/* Find which slots have one. Roles are known. @return LUDO_OK, LUDO_BAD_MODEL naming what can't be
 * in a fluid, or is twice */
ludo_status ludo_compile_fluid_list(workshop *w);

/* What bodies are in. Frames are compiled. */
void ludo_compile_fluids(ludo_model *m, const workshop *w);

/* ---- notes (compile_notes.c) ---- */

/* Make room for all notes: those of the description, and what is told of the model. */
void ludo_compile_measure_notes(workshop *w);

void ludo_compile_notes(ludo_model *m, workshop *w);

/* ---- names and texts (compile_names.c) ---- */

/* Names that things of a kind have once, sorted for searching: made ones give way to given ones.
 * @return LUDO_OK or LUDO_BAD_MODEL */
ludo_status ludo_compile_names(ludo_model *m, workshop *w);

/* Make room for all names. */
void ludo_compile_measure_names(workshop *w);

/* A text among those of the model. */
#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
const char *
ludo_compile_text(ludo_model *m, workshop *w, const char *format, ...);

/* A place whose file is among the texts of the model, and the room that takes. */
ludo_place ludo_compile_place(ludo_model *m, workshop *w, ludo_place place);
size_t ludo_compile_place_size(ludo_place place);

/* The same for a name; an empty one becomes stem, suffix and number. */
const char *ludo_compile_name(ludo_model *m, workshop *w, const char *name, const char *stem,
                              const char *suffix, int32_t number);

#endif
