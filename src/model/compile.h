/* SPDX-License-Identifier: Apache-2.0
 *
 * The parts of compiling a description. */
#ifndef LUDO_MODEL_COMPILE_H
#define LUDO_MODEL_COMPILE_H

#include "model/model.h"
#include "model/spec.h"
#include "model/tree.h"

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
    bool *placed;        /* per slot: whether its joint is in a batch */
    int32_t joint_count; /* of the spec and those of floating bodies */
    int32_t term_count;  /* of all tendons */
    int32_t note_count;  /* of the spec and those made here */
    size_t text_size, text_used;
    size_t number_count, number_used;
    ludo_diagnostic *why;
} workshop;

/* Joints: those of the description, then those of floating bodies; their coordinates and columns,
 * and the batches of joints side by side (compile_joints.c). */
void ludo_compile_joints(ludo_model *m, workshop *w);

/* How many joints of the description, from one on, are one joint: the parts of a composite one, or
 * 1; and of what kind it is (compile_joints.c). */
int32_t ludo_compile_run(const workshop *w, int32_t joint);
const joint_kind *ludo_compile_kind(const workshop *w, int32_t joint);

/* Springs, actuators, forces of turning, and what damps, with joints in place (compile_forces.c).
 */
void ludo_compile_forces(ludo_model *m, workshop *w);

/* A name that every thing of a kind has once; sorted for searching
 * (compile_names.c). @return LUDO_OK or LUDO_BAD_MODEL */
ludo_status ludo_compile_names(ludo_model *m, const workshop *w);

/* A copy of a text among those of the model. */
const char *ludo_compile_text(ludo_model *m, workshop *w, const char *text);

/* The same for a name; an empty one becomes stem, suffix and number. */
const char *ludo_compile_name(ludo_model *m, workshop *w, const char *name, const char *stem,
                              const char *suffix, int32_t number);

/* The orientation normalised; the identity where it is zero. */
static inline ludo_frame frame_clean(ludo_frame f)
{
    f.orientation =
        q_dot(f.orientation, f.orientation) > 0.0 ? q_normalized(f.orientation) : q_identity();
    return f;
}

#endif
