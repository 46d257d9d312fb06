/* SPDX-License-Identifier: Apache-2.0
 *
 * Bodies at rest and asleep [contact.md 4.5]. An island comes to rest if its solution has no
 * velocity and leaves its momenta as they are, up to rounding; it falls asleep (option sleep_speed)
 * if its bodies have been slow for some time. Either keeps all that it has at t_k: the inputs of
 * the next step are the same bits, and of an island at rest so are its outputs. It is held
 * (maximal/hold.h) instead of solved, until an input changes or a body that moves touches it. Here
 * "at rest" means both. */
#ifndef LUDO_INTEGRATORS_MAXIMAL_CONTACT_REST_H
#define LUDO_INTEGRATORS_MAXIMAL_CONTACT_REST_H

#include "integrators/maximal_contact/contact.h"

/* Take memory; run twice. Then find the bodies that never rest. */
void ludo_rest_layout(maximal_contacts *c, const sim_state *state, arena *kept, arena *scratch);
void ludo_rest_open(maximal *x, const sim_state *state);

/* ---- a step (rest.c) ---- */

/* No body is at rest; at a start none has been slow for any time either. */
void ludo_rest_clear(maximal_contacts *c);
void ludo_rest_start(maximal_contacts *c, const sim_state *state);

/* Before a step of length h: bodies wake whose controls or forces have changed; all do where
 * anything else has. */
void ludo_rest_begin(maximal *x, sim_state *state, double h);

/* Bodies at rest are held, no others. */
void ludo_rest_hold(maximal *x, const ludo_model *m);

/* Mark the islands at rest that contacts of the search touch, from one on; whether there are any:
 * then the interval ends, to begin again with those awake. */
bool ludo_rest_is_touched(maximal_contacts *c, int32_t first);

/* Wake the islands that are marked; unless there are none the kept memory is that of t_k again.
 * @return whether there are any */
bool ludo_rest_wake_touched(maximal *x, sim_state *state);

/* After a step with a status: bodies at rest have what they had, and none is held. */
void ludo_rest_end(maximal *x, sim_state *state, ludo_status status);

/* Whether bodies are held because they are at rest; whether a body is. */
static inline bool ludo_rest_any(const maximal_contacts *c)
{
    return c->rest.active && c->rest.count > 0;
}

static inline bool ludo_rest_has(const maximal_contacts *c, int32_t s)
{
    return ludo_rest_any(c) && c->rest.body[s];
}

/* Whether all bodies are at rest. */
static inline bool ludo_rest_is_whole(const maximal *x, const ludo_model *m)
{
    return x->contacts->any && m->slots > 0 && x->contacts->rest.count == m->slots;
}

/* ---- islands (rest_islands.c) ---- */

/* Why no island can come to rest or fall asleep, static; NULL: islands can. */
const char *ludo_rest_hindrance(const sim_state *state);

/* At a solution: mark the islands that come to rest, to be held. @return whether there are any */
bool ludo_rest_take(const contact_interval *i);

/* After an interval: how long bodies have been slower than the speed of sleep. */
void ludo_rest_count_slow(const maximal *x, const sim_state *state, double h);

/* Add the quality of the contacts at rest to that of the interval. */
void ludo_rest_add_quality(maximal_contacts *c);

#endif
