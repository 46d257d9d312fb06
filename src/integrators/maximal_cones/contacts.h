/* SPDX-License-Identifier: Apache-2.0
 *
 * The data of contacts, limits and dry friction: cones of an interval or of a knot, their islands,
 * and their history for the next step. */
#ifndef LUDO_INTEGRATORS_MAXIMAL_CONES_CONTACTS_H
#define LUDO_INTEGRATORS_MAXIMAL_CONES_CONTACTS_H

#include "integrators/maximal/maximal.h"
#include "integrators/maximal_cones/body_pairs.h"
#include "integrators/maximal_cones/condensation.h"
#include "integrators/maximal_cones/cone_rows.h"
#include "integrators/maximal_cones/impacts.h"
#include "integrators/maximal_cones/islands.h"
#include "integrators/substeps.h"
#include "math/symmetric.h"
#include "solver/interior/sweeps.h"

/* Constants that contacts and limits share. */
static const struct contact_constants {
    double closed_gap;     /* a smaller gap counts as closed: on the central path contacts with a
                              force have less [contact.md 2.4]; in units of the length scale, of
                              limits [rad, m] */
    double accepted_depth; /* largest depth of a solution, in units of the length scale, beyond the
                              overlap of the start */
    double overlap_part;   /* largest part of a start's overlap that a step removes, */
    double overlap_speed;  /* and largest speed of that, in units of (g l)^(1/2) [contact.md 2.6] */
} contact_constants = {
    .closed_gap = 1e-7, .accepted_depth = 1e-9, .overlap_part = 0.1, .overlap_speed = 0.1};

/* The part of an overlap that stays for this step: the offset of its gap. `speed` limits the
 * separation; 0: nothing does. */
static inline double overlap_offset(double overlap, double speed, double h)
{
    const double part = contact_constants.overlap_part * overlap, way = speed * h;
    return overlap > 0.0 ? overlap - (speed > 0.0 && part > way ? way : part) : 0.0;
}

/* Scalar coordinates, LANES of them side by side (limits_motion.h). */
typedef struct limits_motion {
    bool any;               /* whether limits or largest rates along them act */
    bool moves;             /* whether these or dry friction do, which has rates alone */
    bool current;           /* whether `advance` is that of the iterate */
    lanes1 *from, *advance; /* at t_k, and their change until the iterate */
} limits_motion;

/* The cone that holds a degree of freedom in an interval. */
typedef enum coordinate_holder { HELD_BY_NONE, HELD_BY_FRICTION, HELD_BY_LIMIT } coordinate_holder;

/* A degree of freedom where cones act along single ones. */
typedef struct coordinate_hold {
    /* in an interval (interval_limits.c) */
    coordinate_holder by;
    double rate;             /* the change of its rate where it is held */
    double share;            /* the impulse of friction at a limit */
    int32_t limit, friction; /* its cones; -1: none */

    /* at a knot (knot_limits.c) */
    bool held;          /* whether its rate is zero */
    double least, most; /* impulses that its cones may have */
    double reaction;    /* the impulse that holds it */

    double slip; /* the impulse: where it is free, of friction that slips */
} coordinate_hold;

/* A contact that bounces at a knot. */
typedef struct bounce {
    int32_t a, b, id; /* colliders, the feature's */
    double speed;     /* rebound speed of a contact that was stopped there; 0: the surfaces approach
                         each other still */
} bounce;

/* The force of a cone over the last interval. */
typedef struct cone_history {
    int32_t source, a, b, id; /* of contacts: colliders, the feature's; of others: index, side */
    double force[3];          /* of contacts in world axes, of others along their rows */
    double moment[3];         /* of spinning and rolling friction, in world axes */
    double slip[3], turn[3];  /* rates of sliding, and of spinning and rolling, in world axes */
} cone_history;

/* Bodies at rest (rest.h); all scratch. */
typedef struct rest_set {
    bool active;       /* whether a step is made; a solve for reactions is one of all bodies */
    bool *restless;    /* per body: never, as its forces change by themselves; */
    bool *pulled;      /* or only asleep, as its momenta have impulses of tendons */
    double *slow_time; /* part of the state, per body: how long it has been slower than the
                          speed of sleep [s]; no numbers where that is 0 */
    int32_t count;     /* of bodies at rest */
    bool *body;        /* per body: whether it is */
    int32_t *island;   /* per body at rest: the lowest one of its island */
    bool *touched;     /* per body, if it is such a lowest one: whether its island is to wake */
    bool any_touched;
    double h;            /* of the last step, */
    int64_t writes;      /* and state->writes there */
    cone_history *force; /* of their cones, sorted */
    int64_t forces;
    int32_t *report_body; /* per contact of theirs, the first ones reported */
    int32_t reports;
    ludo_contact_quality quality; /* of their contacts */
} rest_set;

/* Contacts, limits and losses along degrees of freedom; cones of an interval are sorted by islands,
 * in each in the order of gathering. */
struct maximal_contacts {
    bool any;                 /* whether the model has cones that are switched on */
    bool touching;            /* whether geoms may touch */
    bool restituting;         /* whether any pair has restitution */
    const cone_kind *sliding; /* the kind of cones of sliding friction alone */
    contact_search search;
    bool in_parts;          /* whether the interval is a part of a step of the bodies held */
    const pose *step_start; /* in the last of several parts, poses at t_k: bodies that make parts
                               must not have met those held; NULL: that isn't tested */
    int32_t room;           /* most cones */
    cone *cone;
    cone_rows *rows;         /* of the same cones */
    int32_t count, contacts; /* of all cones; of the contacts of the search that were gathered */
    int32_t viewed; /* contacts of the search whose view at the knot is in rows, before they are
                       gathered */
    int32_t kept;   /* contacts of the knot whose rows are as they were gathered there */
    islands islands;
    rest_set rest;

    body_pairs between;
    limits_motion motion;
    condensation condensation;
    sweeps sweeps;
    int32_t *sweep_node; /* per body: its node there */

    double mass, length; /* of all bodies; mean radius of the colliders: the length scale */
    cone_scale scale;    /* units of impulses and rates of an interval, of all bodies */
    bool cold;           /* whether intervals start without them: tests compare both */
    double closed;       /* a smaller gap counts as closed [m] */
    double *r, *e;       /* per body 6, per dof: balances at the iterate without cones */
    double *C;           /* the joint blocks of the tree without cones */
    double *u, *w;       /* per body 6, per dof: velocities of the knot, the iterate of (B) */
    bool balanced;       /* whether the tree's e are the balances of that */
    twist_lanes *start;  /* of bodies: velocities where the iteration on an interval starts, */
    double *start_cos;   /* and per stored coordinate its value at t_{k+1} */
    cone_history *past;  /* part of the state: state->cone_count of them, sorted */
    impacts impacts;     /* of pairs with restitution, in the interval */
    bounce *bounce;      /* of the interval, with restitution */
    int32_t bounces;
    double approach; /* in a reflection, the largest speed of approach: its scale; else 0 */
    pose *z_free;    /* per body, [-1] the world: the end of the interval without contacts */
    double *u_knot, *w_knot; /* per body 6, per dof, with restitution: velocities of the knot
                                before; of the full bounce */
    double *rate;     /* part of the state, per dof: rates of the last interval where forces act in
                         joints; at a start, or after a bounce, of the knot */
    double *before;   /* part of the state, per body 6: velocities of the interval before t_k; at
                         a start, or after a bounce, of the knot */
    double *interval; /* part of the state, per body: length of its last interval; */
    double *steady;   /* and number of intervals since its velocity jumped, the last one included */
    double *mean, *free;   /* per body 6: velocities on which impulses work; those of the knot
                              without cones (energy_taken.c) */
    double *free_rate;     /* per dof: rates of the knot without cones */
    double *armature;      /* per dof */
    double *term_rate;     /* per dof, of the terms of a tendon */
    coordinate_hold *hold; /* per dof */
    bool measured;         /* whether the energies of the iterate are: the tree's r and e have all
                              reactions then, and w the rates of the interval */
    double work;           /* of the reactions over the interval, in all islands [J] */
    double gain;           /* its part above the limit of passive reactions [J] */
    double taken;          /* energy that the cones take in the interval [J] */

    int32_t worst;                          /* the cone with the worst complementarity */
    ludo_contact *reported;                 /* of the last accepted interval */
    int32_t reported_count, reported_first; /* the first of the interval; those before belong to
                                               bodies held */
    int32_t *order;                         /* two per contact reported, for readers */
    cone_history *aside;                    /* forces of bodies that are held then */
    int64_t aside_count;
    double *stop; /* per dof: force of limits and losses over it */
    ludo_contact_quality quality;
};

typedef struct maximal_contacts maximal_contacts;

/* The interval from t_k of length h > 0, for a stage of a composition. */
typedef struct contact_interval {
    sim_state *state;
    double h;
    int32_t stage;
    ludo_step_report *report;
} contact_interval;

/* The velocity of a body where the iteration on an interval starts. */
static inline twist contact_start(const maximal_contacts *c, int32_t s)
{
    const twist_lanes *V = &c->start[s / LANES];
    return (twist){get3(&V->v, s % LANES), get3(&V->w, s % LANES)};
}

/* Two colliders, for a report. */
static inline ludo_node pair_node(const ludo_model *m, int32_t a, int32_t b)
{
    const collider *of = m->contacts.collider;
    return (ludo_node){LUDO_NODE_CONTACT, of[a].geom, of[b].geom};
}

/* ---- running islands ---- */

/* Whether the island of a cone takes part in an evaluation. */
static inline bool is_running(const maximal_contacts *c, const cone_rows *k)
{
    return c->islands.running[k->island];
}

/* Loop over the cones of islands that take part in evaluations. */
static inline int32_t first_running(const islands *of, int32_t n)
{
    return of->running[n] ? of->island[n].first : 0;
}

static inline int32_t end_running(const islands *of, int32_t n)
{
    return of->running[n] ? of->island[n].end : 0;
}

#define FOR_RUNNING_CONES(i, of)                                                                   \
    for (int32_t n_##i = 0; n_##i < (of)->count; n_##i++)                                          \
        for (int32_t i = first_running(of, n_##i), end_##i = end_running(of, n_##i); i < end_##i;  \
             i++)

/* ---- inertia at the knot ---- */

/* The inertia of a body at the knot, lane l, in world axes; J w and J^-1 L. */
static inline sym3 knot_inertia(const body_lanes *b, int l)
{
    return (sym3){b->J.at[0][l], b->J.at[1][l], b->J.at[2][l],
                  b->J.at[3][l], b->J.at[4][l], b->J.at[5][l]};
}

static inline ludo_vec3 body_moment(const body_lanes *b, int l, ludo_vec3 w)
{
    return s3_apply(knot_inertia(b, l), w);
}

static inline ludo_vec3 body_spin(const body_lanes *b, int l, ludo_vec3 L)
{
    return s3_apply(s3_inverse(knot_inertia(b, l)), L);
}

#endif
