/* SPDX-License-Identifier: Apache-2.0
 *
 * A step divided by the option `accuracy`: sections of equal length, and equal parts of each
 * section, whose number the step density chooses [step-density.md 3, 4].
 *
 *     1. before the first step the pilot follows the motion at a low accuracy, which finds the
 *        largest kinetic energy and the largest defect; the state goes back to the start;
 *     2. per section: predict the number of parts, make them, compare the energies at both ends;
 *        if the mean defect of the section asks for another number, go back and make that one;
 *     3. where contacts, limits or dry friction act, energies predict nothing of later parts: the
 *        density stays, and energies are not read until a section without any of them has ended. */
#include "sim/divide.h"

#include "sim/density.h"
#include "state/contact_quality.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* The energy balance of a knot. */
typedef struct balance {
    double error;   /* up to a constant */
    double kinetic; /* at least that of no motion but errors */
    double lost;    /* dissipated */
    double contact; /* taken by contacts */
    double rounding;
    bool known;
} balance;

/* The parts so far of a step. */
typedef struct parts_report {
    ludo_contact_quality quality;
    ludo_step_report worst; /* residual, node, substeps, parts, uncontrolled */
    bool touching, divided; /* a part of this section had contacts, was subdivided */
} parts_report;

typedef struct division {
    ludo_sim *sim;
    const step_taker *by;
    ludo_step_report *report;
    density_law law;
    double least; /* kinetic energy */
    parts_report sum;
    balance now; /* at the knot */
} division;

/* The least kinetic energy is that of a fall by so many metres, and this part of the energy of
 * springs. Changes of energy below so many units of rounding are zero. */
static const double quiet = 1e-6, rounding_units = 8.0;

static double larger(double a, double b)
{
    return b > a ? b : a;
}

/* The kinetic energy of no motion but errors, whatever the height: all bodies fall a little, or
 * move by the tolerance of Newton's method, times a metre, in a step. */
static double energy_of_errors(const sim_state *state, double h)
{
    const ludo_model *m = state->model;
    double mass = 0.0, weight = 0.0;
    for (int32_t s = 0; s < m->slots; s++) {
        mass += m->inertia[s].mass;
        weight += fabs(m->weight[s].mass) * v3_norm(m->gravity);
    }
    const double v = state->settings.tolerance / h;
    return larger(quiet * weight, 0.5 * mass * v * v);
}

static balance read_balance(const division *d)
{
    static const ludo_energy zero = {0};
    ludo_energy e = zero;
    const bool known = ludo_sim_energy(d->sim, &e) == LUDO_OK;
    const double all = fabs(e.potential) + fabs(e.springs) + e.kinetic + fabs(e.work) +
                       fabs(e.dissipated) + fabs(e.contact);
    return (balance){.error = ludo_energy_error(&zero, &e),
                     .kinetic = larger(e.kinetic, larger(quiet * fabs(e.springs), d->least)),
                     .lost = e.dissipated,
                     .contact = e.contact,
                     .rounding = rounding_units * DBL_EPSILON * all,
                     .known = known && isfinite(all)};
}

/* ---- parts ---- */

/* Add the part that was made last, as one of the step. */
static void add_part(division *d, bool first)
{
    const ludo_step_report *r = d->report;
    ludo_step_report *w = &d->sum.worst;
    const ludo_contact_quality *q = &d->sim->state.quality;
    d->sum.quality = first ? *q : contact_quality_with(d->sum.quality, *q);
    d->sum.divided = d->sum.divided || r->substeps > 1;
    d->sum.touching = d->sum.touching || q->points > 0;
    w->parts++;
    w->substeps = r->substeps > w->substeps ? r->substeps : w->substeps;
    if (first || !(r->residual <= w->residual)) {
        w->residual = r->residual;
        w->node = r->node;
    }
}

/* Make a section of this length in equal parts. The simulation's time is that of the knot. */
static ludo_status make_parts(division *d, double length, int32_t parts)
{
    ludo_sim *sim = d->sim;
    const double start = sim->state.progress->time;
    ludo_status status = LUDO_OK;
    d->sum.divided = d->sum.touching = false;
    for (int32_t i = 0; i < parts && status == LUDO_OK; i++) {
        sim->state.progress->time = start + length * i / parts;
        sim->state.contacts_spent = false;
        sim->state.cone_iterations = 0;
        sim->state.steps_begun++;
        status = ludo_sim_subdivide(sim, d->by, length / parts, d->report);
        if (status == LUDO_OK) {
            add_part(d, d->sum.worst.parts == 0);
        }
    }
    sim->state.progress->time = start + length;
    return status;
}

/* ---- sections ---- */

/* Read the energies at the end of a section, if they predict later ones. */
static void read_if_smooth(division *d)
{
    const bool smooth = !d->sum.touching && !d->sum.divided;
    d->sim->density->blind = smooth ? 0 : 1;
    d->now = smooth ? read_balance(d) : (balance){.known = false};
}

/* The defect after a section in parts between two knots; *known: whether energies determine it. */
static double defect_after(const division *d, const balance *from, double part, bool *known)
{
    const balance *to = &d->now;
    const double change = to->error - from->error;
    *known = from->known && to->known && from->contact == to->contact;
    return fabs(change) <= to->rounding
               ? d->sim->density->defect
               : ludo_density_defect(d->sim->density, d->law, part, change);
}

/* The kept memory becomes that of a copy. */
static void go_back(ludo_sim *sim, const char *copy)
{
    memcpy(sim->state.kept, copy, sim->state.kept_size);
    sim->state.writes++;
}

/* Make a section, in twice as many parts if some are subdivided for other reasons than contact, and
 * so on. */
static ludo_status make_section(division *d, double length, int32_t *parts)
{
    ludo_sim *sim = d->sim;
    const parts_report before = d->sum;
    const int32_t most = DENSITY_PARTS >> sim->density->doublings;
    memcpy(sim->section_start, sim->state.kept, sim->state.kept_size);
    ludo_status status = make_parts(d, length, *parts);
    while (status == LUDO_OK && d->sum.divided && !d->sum.touching && 2 * *parts <= most) {
        go_back(sim, sim->section_start);
        d->sum = before;
        *parts *= 2;
        status = make_parts(d, length, *parts);
    }
    if (status == LUDO_OK) {
        read_if_smooth(d);
    }
    return status;
}

/* Most numbers of parts that are tried for a section. */
enum { TRIES = 4 };

/* Make a section in the number of parts that its own mean defect asks for, or in the larger of two
 * numbers that ask for each other. *defect: at its end, if energies determine it. */
static ludo_status solve_section(division *d, double length, int32_t *parts, double *defect,
                                 bool *known)
{
    ludo_sim *sim = d->sim;
    const balance from = d->now;
    const parts_report before = d->sum;
    int32_t last = 0;
    *parts = ludo_density_predict(sim->density, d->law, length);
    for (int32_t tries = 1;; tries++) {
        const int32_t asked = *parts;
        const ludo_status status = make_section(d, length, parts);
        if (status != LUDO_OK) {
            return status;
        }
        *defect = defect_after(d, &from, length / *parts, known);
        const double mean = 0.5 * (sim->density->defect + *defect);
        const int32_t wanted =
            *known ? ludo_density_parts(sim->density, d->law, mean, length) : *parts;
        if (wanted == asked || wanted == *parts || tries == TRIES ||
            (wanted == last && *parts > wanted)) {
            return LUDO_OK;
        }
        last = *parts;
        *parts = wanted;
        d->sum = before;
        go_back(sim, sim->section_start);
    }
}

/* Make a section, and learn from it. *is_long: sections are to be shorter. */
static ludo_status take_section(division *d, double length, bool *is_long)
{
    const double lost = d->now.lost;
    int32_t parts = 1;
    double defect = 0.0;
    bool known = false;
    const ludo_status status = solve_section(d, length, &parts, &defect, &known);
    if (status == LUDO_OK && d->now.known) {
        ludo_density_see(d->sim->density, d->now.kinetic);
    }
    if (status == LUDO_OK && known) {
        *is_long |= ludo_density_accept(d->sim->density, defect, d->now.lost - lost, parts);
    }
    d->sum.worst.uncontrolled += known ? 0 : parts;
    return status;
}

/* ---- the pilot ---- */

/* The accuracy of the pilot, unless the option is larger; its parts at most; how many sections it
 * has at least, and by how much a scale must grow for it to go on. */
static const double pilot_accuracy = 1e-3, pilot_growth = 1.05;
enum { PILOT_PARTS = 512, PILOT_SECTIONS = 16 };

/* Make a section of the pilot. *grown: whether a scale has grown much. */
static ludo_status take_pilot_section(division *d, double length, bool *grown)
{
    step_density *density = d->sim->density;
    const step_density before = *density;
    const balance from = d->now;
    int32_t parts = ludo_density_predict(density, d->law, length);
    bool known = false;
    const ludo_status status = make_section(d, length, &parts);
    if (status != LUDO_OK || !d->now.known) {
        return LUDO_NOT_CONVERGED;
    }
    ludo_density_see(density, d->now.kinetic);
    const double defect = defect_after(d, &from, length / parts, &known);
    if (known) {
        (void)ludo_density_accept(density, defect, d->now.lost - from.lost, parts);
    }
    *grown = density->range > pilot_growth * before.range ||
             density->scale > pilot_growth * before.scale;
    return LUDO_OK;
}

/* Follow the motion coarsely until its scales have not grown for half of the way, and go back. */
static void fly_pilot(const division *step, double h)
{
    division d = *step;
    ludo_sim *sim = d.sim;
    ludo_status status = LUDO_OK;
    bool grown = false;
    int32_t last = 0;
    d.law.accuracy = d.law.accuracy > pilot_accuracy ? d.law.accuracy : pilot_accuracy;
    for (int32_t k = 1; status == LUDO_OK && d.sum.worst.parts < PILOT_PARTS &&
                        (k <= PILOT_SECTIONS || k < 2 * last);
         k++) {
        status = take_pilot_section(&d, h, &grown);
        last = grown ? k : last;
    }
    const step_density seen = *sim->density;
    go_back(sim, sim->step_start);
    sim->density->range = seen.range;
    sim->density->scale = seen.scale;
    sim->density->begun = 1;
}

/* ---- the step ---- */

/* The report of all parts. */
static void report_parts(const division *d)
{
    d->sim->state.quality = d->sum.quality;
    d->report->parts = d->sum.worst.parts;
    d->report->uncontrolled = d->sum.worst.uncontrolled;
    d->report->energy_scale = d->sim->density->scale;
    d->report->substeps = d->sum.worst.substeps;
    d->report->residual = d->sum.worst.residual;
    d->report->node = d->sum.worst.node;
}

/* Make all sections. */
static ludo_status take_sections(division *d, double h)
{
    ludo_sim *sim = d->sim;
    const double time = sim->state.progress->time, lost = sim->state.progress->time_error;
    const int32_t sections = (int32_t)1 << sim->density->doublings;
    ludo_status status = LUDO_OK;
    bool is_long = false;
    for (int32_t i = 0; i < sections && status == LUDO_OK; i++) {
        sim->state.progress->time = time + h * i / sections;
        status = take_section(d, h / sections, &is_long);
    }
    if (is_long) {
        ludo_density_halve(sim->density);
    }
    sim->state.progress->time = time;
    sim->state.progress->time_error = lost;
    return status;
}

ludo_status ludo_sim_divide(ludo_sim *sim, const step_taker *by, double h, ludo_step_report *report)
{
    const sim_settings *s = &sim->state.settings;
    division d = {.sim = sim,
                  .by = by,
                  .report = report,
                  .law = {.accuracy = s->accuracy, .order = s->order},
                  .least = energy_of_errors(&sim->state, h)};
    if (sim->density->blind == 0) {
        d.now = read_balance(&d);
    }
    memcpy(sim->step_start, sim->state.kept, sim->state.kept_size);
    if (sim->density->begun == 0) {
        fly_pilot(&d, h);
    }
    if (d.now.known) {
        ludo_density_see(sim->density, d.now.kinetic);
    }
    const ludo_status status = take_sections(&d, h);
    if (status != LUDO_OK) {
        go_back(sim, sim->step_start);
        return status;
    }
    report_parts(&d);
    return LUDO_OK;
}
