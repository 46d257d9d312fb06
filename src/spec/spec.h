/* SPDX-License-Identifier: Apache-2.0
 *
 * The parts of a spec. Only the room model reads them. */
#ifndef LUDO_SPEC_SPEC_H
#define LUDO_SPEC_SPEC_H

#include "core/memory.h"
#include "ludo/spec.h"
#include "math/mass.h"

/* A note of the description. */
typedef struct spec_note {
    ludo_note_kind kind;
    ludo_place place;
    const char *message;
} spec_note;

/* The first and last geom of a body in the order of addition, -1: none. */
typedef struct geom_chain {
    int32_t first, last;
} geom_chain;

/* The mass properties of a mesh at density 1. */
typedef struct mesh_weight {
    bool known;
    mass_properties mass;
} mesh_weight;

struct ludo_spec {
    ludo_allocator allocator;
    const char *name;
    ludo_vec3 gravity;
    double timestep;
    ludo_medium medium;
    bool merge;        /* true: fixed joints merge bodies */
    bool spherical;    /* true: three hinges with a common point become one spherical joint (with
                          merge) */
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
    growing sensors;   /* ludo_sensor_def */
    growing keyframes; /* ludo_keyframe_def */
    growing notes;     /* spec_note */
    growing held;      /* int32_t: joints that assembly holds in place */
    growing owned;     /* void *: every copied string and array */
    const char *file;  /* the last copied file name */
    /* caches for masses */
    growing chains;      /* geom_chain, per body */
    growing next_geoms;  /* int32_t, per geom: the next geom of its body, -1: none */
    bool has_late_geoms; /* true if a geom was added before its body */
    growing weights;     /* mesh_weight, per mesh */
};

#endif
