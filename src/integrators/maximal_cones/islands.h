/* SPDX-License-Identifier: Apache-2.0
 *
 * Islands: sets of bodies that contacts, joints, loops and tendons connect; the world connects none
 * [contact.md 4.4]. Islands share no unknown of an interval. Each is solved for itself: with its
 * own units, iterations, retries, fallbacks and budget. The bodies without cones are one more
 * island, and so are those that stay at t_k. */
#ifndef LUDO_INTEGRATORS_MAXIMAL_CONES_ISLANDS_H
#define LUDO_INTEGRATORS_MAXIMAL_CONES_ISLANDS_H

#include "core/memory.h"
#include "solver/interior/interior_parts.h"
#include "state/state.h"

struct maximal;
struct maximal_contacts;

/* Which equations an island is solved with, and how hard. */
typedef struct contact_mode {
    bool slip_iteration; /* by the slip iteration alone, without the interior point on (A) first */
    bool one_try;        /* one cold start of max_iterations, no other restarts */
    bool frictionless;   /* contacts have mu = 0 */
    bool centred;        /* friction of order 2 (gather.c) */
    bool keeps_overlaps; /* no part of the overlaps of contacts at t_k is removed */
} contact_mode;

/* Energies of an island over an interval [J] (energy_check.c). */
typedef struct island_energy {
    double work;     /* of the reactions at the knot */
    double excess;   /* sum of the positive X_c of its joints [contact.md 6.2]; */
    double sum;      /* and of all X_c */
    double residual; /* that the residual of the balances gives to floating trees */
    double support;  /* the largest work of passive reactions */
    double kinetic;  /* of the knot's momenta */
    double exchange; /* the magnitude of the work of forces inside joints */
} island_energy;

/* The history of an island in a step; kept per group between assignments. */
typedef struct island_history {
    int64_t cost;        /* iterations times cones in the step, over all its attempts; kept for each
                            group, since islands may divide */
    double gain, energy; /* in earlier parts of the attempt: gain of energy by reactions, and the
                            largest energy at hand [J] */
    int32_t level;       /* of the fallbacks; -1: before the first */
    unsigned situation;  /* at the first level, as bits (fallbacks.c) */
    int32_t iterations;  /* most of a solve in the interval */
    int32_t rounds;      /* solves at this level with features added each time */
    bool solved;         /* the iterate and the cones are a solution */
    bool bounded;        /* the last solution has bounded friction */
    bool without_cones;  /* the solution is that without cones, none of which it violates */
} island_history;

typedef struct island {
    int32_t first, end;           /* its cones */
    int32_t first_body, end_body; /* its bodies in the list of the islands */
    double mass;
    bool held;        /* its bodies stay at t_k */
    bool given_up;    /* no level is left: its bodies are to be held, and make parts of the step */
    bool rests;       /* it comes to rest: its bodies are to be held, too */
    bool loops;       /* whether it has loops */
    bool contacts;    /* whether it has contacts, not limits and dry friction alone */
    bool warm;        /* whether one of its cones has a saved force */
    bool expected;    /* whether one of its bodies had a cone in the last interval */
    bool free_first;  /* whether it is solved without cones first (free_islands.c) */
    bool known;       /* of a knot: whether its velocities are */
    cone_scale scale; /* units of impulses and rates */
    cone_scale error; /* of a knot: how far saved impulses may be off */
    contact_mode mode;
    island_history *history;
    ludo_status status;     /* of the last solve */
    interior_report report; /* of the last solve */
    island_energy energy;
} island;

/* The islands of an interval, or of a knot, which have no histories. */
typedef struct islands {
    int32_t bodies, groups;  /* groups: what joints, loops and tendons connect */
    int32_t *group;          /* per body */
    bool *group_loops;       /* per group: whether it has loops */
    island_history *history; /* per group: of the island whose lowest group it is; then those of
                                the bodies without cones, and of those held */
    int32_t count;           /* of islands */
    island *island;          /* room: groups + 2 */
    int32_t *of_body;        /* per body: its island */
    int32_t *body;           /* the bodies, sorted by islands */
    int32_t *root;           /* per group: the lowest group of its island */
    int32_t *number;         /* per group: the island; -1: without cones */
    double *alpha;           /* per island: step length */
    bool *running;           /* per island: whether its cones take part in an evaluation */
    bool *soft;              /* per island: whether it may be condensed */
    double *imbalance;       /* per island [contact.md 5.1] */
    double *goes_on; /* per island: its speed scale if its second direction goes on from the first
                        one, else < 0 */
    bool *idle;      /* per body: whether its island takes no part in a direction */
    bool *still;     /* per block of bodies: whether none of its islands does */
    int32_t *target, *source; /* per cone: scratch of the sort */
    int32_t *place;           /* per cone in the order of gathering: its index */
    interior_part *part;      /* per island: of a solve; the islands of the parts */
    int32_t *island_of_part;
    int64_t step, attempt; /* counters of the state when histories were cleared last */
} islands;

/* Take memory; run twice. Then find the groups. */
void ludo_islands_layout(islands *of, const ludo_model *m, int32_t cones, arena *scratch);
void ludo_islands_open(islands *of, const struct maximal *x, const sim_state *state);

/* Before an interval: no island is solved. */
void ludo_islands_begin(islands *of, const sim_state *state);

/* Assign bodies and cones to islands and sort cones by them; islands of the last assignment may
 * merge. Islands with cones that were added since then are not solved and have one round more. A
 * force function of the user may connect any bodies: where one acts all are one island. */
void ludo_islands_assign(struct maximal *x, const sim_state *state);

/* All islands take part in evaluations, as after an assignment. */
void ludo_islands_run_all(islands *of);

/* Add the cost of a solve of an island to those of its groups; islands that merge have the larger
 * one. */
void ludo_islands_spend(islands *of, const island *k, int64_t cost);

/* Whether the bodies of an island are to be held. */
static inline bool island_is_left(const island *k)
{
    return k->given_up || k->rests;
}

/* Remove the cones of islands whose bodies are to be held. */
void ludo_islands_remove(struct maximal_contacts *c);

/* All cones are one island that takes part in evaluations, unsorted: those of a knot as they are
 * gathered. */
void ludo_islands_single(struct maximal *x);

/* Assign bodies and cones of a knot to islands, whose velocities aren't known, and sort cones by
 * them. All other bodies are the last one. Histories stay. */
void ludo_islands_assign_knot(struct maximal *x, const ludo_model *m);

#endif
