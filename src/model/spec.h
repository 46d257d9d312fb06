/* SPDX-License-Identifier: Apache-2.0
 *
 * What a spec is made of. Only the model floor looks inside. */
#ifndef LUDO_MODEL_SPEC_H
#define LUDO_MODEL_SPEC_H

#include "core/memory.h"
#include "ludo/spec.h"

/* A note as it is kept. */
typedef struct spec_note {
    ludo_note_kind kind;
    ludo_place place;
    const char *message;
} spec_note;

struct ludo_spec {
    ludo_allocator allocator;
    const char *name;
    ludo_vec3 gravity;
    double timestep;
    growing bodies;    /* ludo_body_def, strings owned by `owned` */
    growing joints;    /* ludo_joint_def */
    growing sites;     /* ludo_site_def */
    growing springs;   /* ludo_spring_def */
    growing actuators; /* ludo_actuator_def */
    growing keyframes; /* ludo_keyframe_def */
    growing notes;     /* spec_note */
    growing owned;     /* void *: every string and array that was copied in */
    const char *file;  /* the file name that was copied last */
};

#endif
