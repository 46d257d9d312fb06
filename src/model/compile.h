/* SPDX-License-Identifier: Apache-2.0
 *
 * The parts of compiling a description. */
#ifndef LUDO_MODEL_COMPILE_H
#define LUDO_MODEL_COMPILE_H

#include "model/model.h"
#include "model/spec.h"
#include "model/tree.h"

/* The joint of the tree that carries a body: `count` public joints from `first` on, several where
 * it is composite. */
typedef struct tree_joint {
    const joint_kind *kind;
    int32_t first, count;
    int32_t dof, position_count;
    int32_t group; /* of joints that fit into the same batch */
} tree_joint;

/* What compiling needs and the model doesn't keep. */
typedef struct workshop {
    const ludo_spec *spec;
    const ludo_body_def *body;
    const ludo_joint_def *joint;
    const ludo_site_def *site;
    const ludo_spring_def *spring;
    const ludo_actuator_def *actuator;
    const ludo_keyframe_def *keyframe;
    const spec_note *note;
    body_tree tree;
    tree_joint *carrier; /* per body */
    int32_t *group;      /* per group: first how many joints it has, then where the next one goes */
    int32_t joint_count; /* of the spec and those of floating bodies */
    int32_t note_count;  /* of the spec and those made here */
    size_t text_size, text_used;
    size_t number_count, number_used;
    size_t term_count; /* of all tendons */
    ludo_diagnostic *why;
} workshop;

enum { NAME_ROOM = 48 }; /* a name that is made is another one and at most this much longer */

/* ---- joints (compile_joints.c) ---- */

/* How many groups of joints there may be. */
int32_t ludo_compile_group_count(void);

/* Find out what carries each body; number the joints of floating bodies; count the groups. */
void ludo_compile_carriers(workshop *w);

/* How many batches all joints make, and how many parts side by side those of composite joints. */
void ludo_compile_batch_count(ludo_model *m, const workshop *w);

/* The parts of a composite joint into lanes `from`, `from` + 1, ... of dof + 1 parts side by side:
 * p[dof] leads to the anchor. */
void ludo_compile_part_lanes(part_lanes *p, const joint_data *j, int32_t from);

/* The definition of a public joint. */
const ludo_joint_def *ludo_compile_definition(const workshop *w, int32_t joint);

/* Joints: those of the description, then those of floating bodies; their coordinates and columns,
 * and the batches of joints side by side. */
void ludo_compile_joints(ludo_model *m, workshop *w);

/* ---- what acts along coordinates and lines (compile_forces.c) ---- */

/* How many rotations without coordinates something acts on. */
int32_t ludo_compile_turn_count(const workshop *w);

/* Springs, actuators, turns, and which columns all of it needs. Joints and sites are compiled. */
void ludo_compile_forces(ludo_model *m, workshop *w);

/* ---- notes (compile_notes.c) ---- */

/* Make room for all notes: those of the description, inertias on the border, limits. */
void ludo_compile_measure_notes(workshop *w);

void ludo_compile_notes(ludo_model *m, workshop *w);

/* ---- names and texts (compile_names.c) ---- */

/* A name that every body, joint, site, spring, actuator and keyframe of a kind has once; sorted for
 * searching. @return LUDO_OK or LUDO_BAD_MODEL */
ludo_status ludo_compile_names(ludo_model *m, const workshop *w);

/* Make room for all names. */
void ludo_compile_measure_names(workshop *w);

/* A text among those of the model. */
#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
const char *
ludo_compile_text(ludo_model *m, workshop *w, const char *format, ...);

/* The same for a name; an empty one becomes stem, suffix and number. */
const char *ludo_compile_name(ludo_model *m, workshop *w, const char *name, const char *stem,
                              const char *suffix, int32_t number);

#endif
