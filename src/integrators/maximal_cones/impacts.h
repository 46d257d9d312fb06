/* SPDX-License-Identifier: Apache-2.0
 *
 * Impacts of pairs with restitution inside of an interval [contact.md 2.5].
 *
 * A contact of such a pair that is open at t_k has no cone. If it closes before the end of the
 * interval, its bodies make the step in parts, one of which ends with the impact; the bounce
 * follows at that knot (restitution.c). A step has a limited number of such impacts; the others are
 * moved to the end of their interval, with cones that stop the bodies there. */
#ifndef LUDO_INTEGRATORS_MAXIMAL_CONES_IMPACTS_H
#define LUDO_INTEGRATORS_MAXIMAL_CONES_IMPACTS_H

#include "collision/search.h"
#include "state/state.h"

struct contact_interval;
struct maximal;
struct maximal_contacts;

/* The treatment of a contact of a pair with restitution that closes in the interval. */
typedef enum impact_mode {
    IMPACTS_AT_KNOT, /* it has a cone, and bounces at the end of the interval */
    IMPACTS_HELD,    /* its bodies are held at t_k, to make parts */
    IMPACTS_LOCATED  /* the interval fails, and the time of the impact is known */
} impact_mode;

typedef struct impacts {
    impact_mode mode;
    contact *open; /* per contact of such a pair that is open at t_k, is near, and has no cone */
    int32_t count;
    double step;      /* length of the whole step */
    bool last;        /* whether the interval ends the step */
    double time;      /* of the first impact after t_k, if the interval failed or bodies were held
                         because of it; else 0 */
    contact_key goal; /* the impact at that time; a < 0: none */
    double low, high; /* intervals from t_k, the longest without an impact and the shortest with
                         one; 0: none */
    int32_t tries;    /* intervals from t_k that failed because of an impact */
    int32_t left;     /* parts with impacts that may still be made in the step */
    bool met_held;    /* a body that bounced has met one that is held */
} impacts;

/* Take memory for so many contacts; run twice. */
void ludo_impacts_layout(impacts *of, int32_t room, arena *scratch);

/* Before a step of length h: none is known. */
void ludo_impacts_begin(struct maximal *x, const sim_state *state, double h, bool whole);

/* Before the parts of a step: impacts of bodies that move are located, four per body at most. */
void ludo_impacts_begin_parts(struct maximal *x, const ludo_model *m);

/* Take contacts of the search from `first` on that are open at t_k and belong to pairs with
 * restitution, unless impacts are moved to knots. */
void ludo_impacts_take(struct maximal_contacts *c, const pose *z_k, int32_t first);

/* Whether a contact that was taken closes at the solution at hand. Its bodies, and those that other
 * contacts or joints connect with them, are marked as held or given up. */
bool ludo_impacts_hold(const struct contact_interval *i);

/* In a part: LUDO_CONTACT if one closes before its end, or if the goal is still open there and the
 * part can be longer, with the time of the impact. */
ludo_status ludo_impacts_locate(const struct contact_interval *i);

/* A part was accepted; with none left the other impacts are moved to knots. */
void ludo_impacts_pass(impacts *of);

/* Whether a contact that was taken closes at the knot at z after the accepted interval, or so soon
 * after it that this counts as simultaneous. *reach is raised to the gap that it closes within that
 * time, if it is closed. */
bool ludo_impacts_is_hit(const struct maximal_contacts *c, const pose *z, const contact *k,
                         double *reach);

#endif
