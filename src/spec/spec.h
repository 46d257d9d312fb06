/* SPDX-License-Identifier: Apache-2.0
 *
 * What a spec is made of. Only the model floor looks inside. */
#ifndef LUDO_SPEC_SPEC_H
#define LUDO_SPEC_SPEC_H

#include "core/memory.h"
#include "ludo/spec.h"
#include "math/mass.h"

/* A note as it is kept. */
typedef struct spec_note {
    ludo_note_kind kind;
    ludo_place place;
    const char *message;
} spec_note;

/* The geoms of a body in the order in which they were added, -1: none. */
typedef struct geom_chain {
    int32_t first, last;
} geom_chain;

/* What a mesh weighs at density 1. */
typedef struct mesh_weight {
    bool known;
    mass_properties mass;
} mesh_weight;

struct ludo_spec {
    ludo_allocator allocator;
    const char *name;
    ludo_vec3 gravity;
    double timestep;
    bool merge;        /* whether fixed joints merge bodies */
    bool spherical;    /* whether, then, three hinges that meet are one joint */
    growing bodies;    /* ludo_body_def, strings owned by `owned` */
    growing joints;    /* ludo_joint_def */
    growing closures;  /* ludo_joint_def */
    growing couplings; /* ludo_coupling_def */
    growing sites;     /* ludo_site_def */
    growing meshes;    /* ludo_mesh_def */
    growing geoms;     /* ludo_geom_def */
    growing pairs;     /* ludo_pair_def */
    growing excludes;  /* ludo_exclude_def */
    growing fluids;    /* ludo_fluid_def */
    growing springs;   /* ludo_spring_def */
    growing actuators; /* ludo_actuator_def */
    growing keyframes; /* ludo_keyframe_def */
    growing notes;     /* spec_note */
    growing kept;      /* int32_t: joints that stay where they are when loops are closed */
    growing owned;     /* void *: every string and array that was copied in */
    const char *file;  /* the file name that was copied last */
    /* what is kept for weighing, as far as it is known */
    growing chains;     /* geom_chain, per body */
    growing next_geoms; /* int32_t, per geom: the next one of its body, -1: none */
    bool has_strays;    /* whether bodies of such geoms were not there yet */
    growing weights;    /* mesh_weight, per mesh */
};

#endif
