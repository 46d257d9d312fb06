/* SPDX-License-Identifier: Apache-2.0
 *
 * The parts of a step that is subdivided, and the effort after which a step is solved quickly
 * [contact.md 4.2, 4.3]. */
#include "integrators/substeps.h"

/* Most iterations of an island in one step, in units of the limit for one solve without contacts.
 * An iteration costs as much as it has cones, so the limit is one of iterations times cones: those
 * of the island, but as if it had at least and at most so many. */
enum { MOST_SOLVES = 10, LEAST_CONES = 10, MOST_CONES = 32 };

int32_t ludo_substeps_iterations_left(const sim_state *state, int64_t cost, int32_t cones)
{
    const int32_t counted =
        cones < LEAST_CONES ? LEAST_CONES : (cones < MOST_CONES ? cones : MOST_CONES);
    const int64_t most = (int64_t)MOST_SOLVES * counted * state->settings.max_iterations;
    const int64_t left = (most - cost) / (cones > 0 ? cones : 1);
    return left > 0 ? (left < INT32_MAX ? (int32_t)left : INT32_MAX) : 0;
}

bool ludo_substeps_spent(const sim_state *state, int64_t cost, int32_t cones)
{
    return ludo_substeps_iterations_left(state, cost, cones) == 0;
}

int32_t ludo_substeps_most(const sim_state *state, int32_t parts)
{
    while (parts <= state->settings.max_substeps / 2) {
        parts *= 2;
    }
    return parts;
}

bool ludo_substeps_at_shortest(const sim_state *state, const ludo_step_report *report)
{
    return report->substeps > state->settings.max_substeps / 2;
}

/* ---- parts of their own lengths ---- */

/* How many times shorter than a part of max_substeps a part may be. */
static const double shorter = 8.0;

substeps ludo_substeps_begin(double length)
{
    return (substeps){.length = length, .shortest = 1.0};
}

bool ludo_substeps_is_last(const substeps *at)
{
    return at->length >= 1.0 - at->done;
}

bool ludo_substeps_left(const sim_state *state, const substeps *at)
{
    const bool long_enough = at->length * shorter * state->settings.max_substeps >= 1.0;
    return at->done < 1.0 && (long_enough || at->to_impact || ludo_substeps_is_last(at));
}

int32_t ludo_substeps_number(double length)
{
    const double parts = 1.0 / length;
    const int32_t whole = parts < INT32_MAX ? (int32_t)parts : INT32_MAX;
    return whole < parts && whole < INT32_MAX ? whole + 1 : whole;
}

int32_t ludo_substeps_parts(const substeps *at)
{
    return at->to_impact || at->rest ? 1 : ludo_substeps_number(at->length);
}

void ludo_substeps_cut(substeps *at, double length)
{
    const double left = 1.0 - at->done;
    at->length = length < left ? length : left;
    at->to_impact = at->length > 0.0;
}

void ludo_substeps_next(const sim_state *state, ludo_status status, substeps *at)
{
    const double factor = state->contacts_spent ? 4.0 : 2.0;
    if (status == LUDO_REFUSED || status == LUDO_BAD_ARGUMENT) {
        at->length = 0.0;
        return;
    }
    const bool impact = at->to_impact, divided = !impact && !at->rest;
    at->to_impact = false;
    at->rest = impact && status == LUDO_OK;
    if (status != LUDO_OK) {
        at->length /= factor;
        return;
    }
    const bool last = ludo_substeps_is_last(at);
    at->shortest = at->length < at->shortest && divided ? at->length : at->shortest;
    at->done = last ? 1.0 : at->done + at->length;
    const double left = 1.0 - at->done, longer = impact ? left : factor * at->length;
    at->length = longer < left ? longer : left;
}
