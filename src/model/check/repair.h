/* SPDX-License-Identifier: Apache-2.0
 *
 * The parts of repairing masses (ludo_spec_repair()): a copy of the bodies of a description that
 * changes, with their sums over merged bodies. */
#ifndef LUDO_MODEL_CHECK_REPAIR_H
#define LUDO_MODEL_CHECK_REPAIR_H

#include "model/check/weigh.h"

/* Where a new mass comes from. */
typedef enum mass_source {
    MASS_KEPT,
    MASS_NONE,          /* a negative mass counts as none */
    MASS_OF_GEOMETRY,   /* at the density of the options */
    MASS_OF_MOMENTS,    /* that of the given moments at the radius of gyration */
    MASS_OF_NEIGHBOUR,  /* LIGHT times the lightest neighbour with mass */
    MASS_OF_THE_OTHERS, /* LIGHT times the lightest body of the description */
    MASS_OF_NOTHING     /* 1 kg: no body has a mass */
} mass_source;

/* Where a new inertia comes from. */
typedef enum moment_source {
    MOMENTS_KEPT,
    MOMENTS_OF_GEOMETRY, /* scaled to the mass */
    MOMENTS_OF_SPHERE,   /* a solid one of the density of the options */
    MOMENTS_OF_GYRATION, /* equal moments of a radius of gyration */
    MOMENTS_NEAREST      /* the nearest that a body can have */
} moment_source;

/* How a body is repaired. */
typedef struct body_repair {
    mass_source mass;
    moment_source moments;
    double gyration; /* the radius of gyration, of the sources that have one [m] */
    bool bare;       /* its mass is not known yet: it has neither geometry nor moments */
    bool massless;   /* it had no mass, and gets one */
} body_repair;

/* All of a repair. */
typedef struct repairing {
    ludo_spec view;      /* the description with the bodies below */
    ludo_body_def *body; /* as repaired so far */
    body_repair *how;    /* per body */
    body_tree tree;
    body_merging *merging;
    int32_t *first_member, *next_member; /* lists of the bodies merged into each */
    int32_t *first_geom, *next_geom;     /* lists of the geoms of each body */
    mesh_weight *weight;                 /* per mesh */
    double *reach;                       /* per unmerged body: extent of its joints [m] */
    double *neighbour;                   /* per unmerged body: least mass of the neighbours [kg] */
    double density;
    ludo_diagnostic *why;
} repairing;

/* ---- one body (repair_body.c) ---- */

/* Mass properties of a body's geoms at the density of the options, zero if they have no volume.
 * @return LUDO_OK, LUDO_NO_MEMORY */
ludo_status ludo_repair_weigh(repairing *r, int32_t b, mass_properties *out);

/* A negative mass becomes that of the geometry, or none. @return LUDO_OK, LUDO_NO_MEMORY */
ludo_status ludo_repair_negative_mass(repairing *r, int32_t b);

/* Give a body without mass and moments the solid of its geometry, if that has a volume: *done. */
ludo_status ludo_repair_massless(repairing *r, int32_t b, bool *done);

/* Replace what is impossible in a body's own mass and inertia; `b` is merged into `into`. */
ludo_status ludo_repair_impossible(repairing *r, int32_t b, int32_t into);

/* Give an unmerged bare body its mass. `lightest`: of all bodies with a given mass; 0: none. */
void ludo_repair_bare(repairing *r, int32_t b, double lightest);

/* ---- notes (repair_notes.c) ---- */

/* Add a note for each body that differs from its definition in the description. The number of them
 * goes to *changed. @return LUDO_OK, LUDO_NO_MEMORY: without any of the notes */
ludo_status ludo_repair_add_notes(const repairing *r, ludo_spec *spec, int32_t *changed);

/* The fraction of a neighbour's mass that a body without mass and geometry gets. */
extern const double ludo_repair_light;

/* The least principal moment of a repaired inertia, and the least margin of its triangle
 * inequality, over the largest moment that was given. */
extern const double ludo_repair_margin;

#endif
