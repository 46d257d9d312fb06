/* SPDX-License-Identifier: Apache-2.0
 *
 * Measurements of contacts, joint limits and dry friction in a run. */
#include "simulate/contact_record.h"
#include "reading.h"

#include "simulate/run.h"
#include "terminal/printable.h"

#include <inttypes.h>

/* Friction beyond the cone above this part of the largest normal force of the step is wrong; in the
 * examples and test models it is rounding. */
static const double most_excess = 0.01;

enum { MOST_READ = 64 }; /* contacts of a step whose forces are compared */

/* ---- forces of limits and dry friction ---- */

/* A limit out of reach has a residual force. A force above this fraction of the total weight counts
 * as acting [N, N m]. */
static double least_force(const ludo_model *model)
{
    const double of_weight = 1e-6;
    const ludo_vec3 g = gravity_of(model);
    return of_weight * ludo_model_mass(model) * sqrt(g.x * g.x + g.y * g.y + g.z * g.z);
}

/* True if a limit or the dry friction of a joint acted in the last step. */
static bool joint_limit_acts(ludo_sim *sim, int32_t joint, double least)
{
    const ludo_joint_info info = joint_info_of(ludo_sim_model(sim), joint);
    double force[LUDO_MAX_DOF] = {0.0};
    bool stops = false, acts = false;
    for (int32_t i = 0; i < info.dof; i++) {
        stops = stops || info.along[i].limited || info.along[i].friction_loss > 0.0;
    }
    if (!stops || ludo_sim_stop_force(sim, joint, force) != LUDO_OK) {
        return false;
    }
    for (int32_t i = 0; i < info.velocity_count; i++) {
        acts = acts || fabs(force[i]) > least;
    }
    return acts;
}

static bool any_limit_acts(ludo_sim *sim)
{
    const ludo_model *model = ludo_sim_model(sim);
    const double least = least_force(model);
    bool acts = false;
    for (int32_t i = 0; i < ludo_model_joint_count(model) && !acts; i++) {
        acts = joint_limit_acts(sim, i, least);
    }
    return acts;
}

/* ---- the record ---- */

/* The largest normal force of the last step, of the first contacts [N]. */
static double largest_force(ludo_sim *sim)
{
    ludo_contact list[MOST_READ];
    int32_t count = 0;
    double most = 0.0;
    if (ludo_sim_contacts(sim, list, MOST_READ, &count) != LUDO_OK) {
        return most;
    }
    for (int32_t i = 0; i < count && i < MOST_READ; i++) {
        most = larger_or_nan(most, list[i].normal_force);
    }
    return most;
}

/* Compare the force beyond the cone with the largest normal force of the step. */
static void add_excess(contact_record *r, ludo_sim *sim, double excess, double time)
{
    const bool acts = excess > least_force(ludo_sim_model(sim));
    const double share = acts ? excess / largest_force(sim) : 0.0;
    if (share > r->excess_share) {
        r->excess_share = share;
        r->excess = excess;
        r->excess_time = time;
    }
}

void ludo_contact_record_add(contact_record *r, ludo_sim *sim, double time)
{
    ludo_contact_quality q = {.struct_size = sizeof q, .points = 0}, *w = &r->worst;
    if (ludo_sim_contact_quality(sim, &q) != LUDO_OK) {
        return;
    }
    w->points = q.points > w->points ? q.points : w->points;
    w->penetration = larger_or_nan(w->penetration, q.penetration);
    w->signorini = larger_or_nan(w->signorini, q.signorini);
    w->friction_excess = larger_or_nan(w->friction_excess, q.friction_excess);
    w->dissipation = larger_or_nan(w->dissipation, q.dissipation);
    w->energy_gain = larger_or_nan(w->energy_gain, q.energy_gain);
    w->pairs_not_simulated = q.pairs_not_simulated;
    add_excess(r, sim, q.friction_excess, time);
    r->retries += q.retries;
    r->relaxed += q.relaxed;
    r->impacts += q.impacts;
    r->impacts_at_knots += q.impacts_at_knots;
    r->acted = r->acted || q.points > 0 || q.impacts > 0 || any_limit_acts(sim);
}

void ludo_contact_record_write(json *j, const char *key, const contact_record *r)
{
    ludo_json_open_object(j, key);
    ludo_json_integer(j, "points_max", r->worst.points);
    ludo_json_number(j, "max_penetration", r->worst.penetration);
    ludo_json_number(j, "max_signorini", r->worst.signorini);
    ludo_json_number(j, "max_friction_excess", r->worst.friction_excess);
    ludo_json_number(j, "max_dissipation_residual", r->worst.dissipation);
    ludo_json_number(j, "max_energy_gain", r->worst.energy_gain);
    ludo_json_integer(j, "pairs_not_simulated", r->worst.pairs_not_simulated);
    ludo_json_integer(j, "retries", r->retries);
    ludo_json_integer(j, "relaxed", r->relaxed);
    ludo_json_integer(j, "loosened", r->relaxed); /* the name of 0.1 */
    ludo_json_integer(j, "impacts", r->impacts);
    ludo_json_integer(j, "impacts_at_knots", r->impacts_at_knots);
    ludo_json_close_object(j);
}

static void print_penetration(FILE *file, const ludo_contact_quality *w)
{
    if (w->pairs_not_simulated > 0) {
        fputs("unknown\n", file);
    } else {
        fprintf(file, "%.2g m\n", w->penetration);
    }
}

void ludo_contact_record_print(FILE *file, const contact_record *r)
{
    const ludo_contact_quality *w = &r->worst;
    if (w->points > 0) {
        fprintf(file, "  contacts          at most %d point%s; largest penetration ",
                (int)w->points, ludo_printable_plural(w->points));
        print_penetration(file, w);
    }
    if (w->pairs_not_simulated > 0) {
        fprintf(
            file,
            "  not simulated     contacts of %d pair%s of geoms, which pass through each other\n",
            (int)w->pairs_not_simulated, ludo_printable_plural(w->pairs_not_simulated));
    }
    if (r->acted) {
        fprintf(
            file,
            "  contact errors    gap times force %.2g N m; force beyond the friction cone %.2g N\n",
            w->signorini, w->friction_excess);
    }
    if (r->impacts > 0 || r->impacts_at_knots > 0) {
        fprintf(file,
                "  impacts           %" PRId64 " at their times, %" PRId64 " at ends of steps\n",
                r->impacts, r->impacts_at_knots);
    }
    if (r->retries > 0 || r->relaxed > 0) {
        fprintf(file,
                "  contact solves    %" PRId64 " restarted, %" PRId64 " with relaxed tolerance\n",
                r->retries, r->relaxed);
    }
}

void ludo_contact_record_warn(const contact_record *r, const char *path)
{
    if (r->excess_share > most_excess) {
        ludo_printable_print(
            stderr,
            "%s: warning: friction exceeds the friction cone by %.3g N at t = %.9g s, %.2g of the "
            "largest normal force: contacts were not solved accurately; try a smaller --dt, and "
            "check the file for dampers and masses that differ by many orders of magnitude\n",
            path, r->excess, r->excess_time, r->excess_share);
    }
}
