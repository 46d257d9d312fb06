/* SPDX-License-Identifier: Apache-2.0
 *
 * The summary of a run as a table. */
#include "simulate/summary.h"

#include "data/model_file.h"
#include "reading.h"
#include "simulate/assembly_report.h"
#include "terminal/method_name.h"
#include "terminal/printable.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

static double change(ludo_vec3 a, ludo_vec3 b)
{
    const double x = b.x - a.x, y = b.y - a.y, z = b.z - a.z;
    return sqrt(x * x + y * y + z * z);
}

static void print_head(FILE *file, const summary *s)
{
    const ludo_model *model = ludo_sim_model(s->sim);
    const run_record *r = s->record;
    const int32_t bodies = ludo_model_file_count(model).bodies;
    ludo_printable_print(file, "%s: %d bod%s, ", s->model, (int)bodies, bodies == 1 ? "y" : "ies");
    ludo_model_file_print_freedom(file, model, r->mobility.freedom);
    fprintf(file, "%s, order %d, dt %.9g s: %" PRId64 " step%s to t = %.9g s%s\n\n",
            ludo_method_name(s->integrator, ludo_sim_scheme(s->sim)).text,
            (int)ludo_sim_order(s->sim), s->dt, r->steps, ludo_printable_plural(r->steps), r->time,
            r->stopped ? ", where the run STOPPED" : "");
    if (bodies == 0) {
        fprintf(file, "  nothing moves: no joint connects a body with mass to the world\n");
    }
}

static void print_solver(FILE *file, const run_record *r)
{
    fprintf(file, "  wall time         %.3g s", r->wall);
    if (r->steps > 0) {
        fprintf(file, ": %.6g steps/s, %.6g times real time", (double)r->steps / r->wall,
                (r->time - r->start) / r->wall);
    }
    fputc('\n', file);
    if (r->solves > 0) {
        fprintf(file, "  iterations        mean %.3g, max %d; largest residual %.2g\n",
                (double)r->iterations / (double)r->solves, (int)r->iterations_max, r->residual_max);
    }
    fprintf(file, "  steps subdivided  %" PRId64, r->steps_subdivided);
    if (r->steps_subdivided > 0) {
        fprintf(file, ", into at most %d substeps", (int)r->substeps_max);
    }
    fputc('\n', file);
    if (r->steps_certified >= 0) {
        fprintf(file, "  steps certified   %" PRId64 " of %" PRId64 "\n", r->steps_certified,
                r->steps);
    }
}

/* The accuracy asked for, and the largest energy error in its unit. */
static void print_accuracy(FILE *file, const run_record *r)
{
    if (!(r->accuracy > 0.0) || r->steps == 0) {
        return;
    }
    fprintf(file,
            "  accuracy          %.3g of the largest kinetic energy, %.3g J; %.4g parts per step,"
            " at most %d\n",
            r->kinetic_max == 0.0 ? 0.0 : r->energy_error_max / r->kinetic_max, r->kinetic_max,
            (double)r->parts / (double)r->steps, (int)r->parts_max);
    if (r->steps_uncontrolled > 0) {
        fprintf(file,
                "  not controlled    %" PRId64 " step%s, in which contacts, limits or dry friction "
                "act or substeps are needed\n",
                r->steps_uncontrolled, ludo_printable_plural(r->steps_uncontrolled));
    }
}

static void print_energy(FILE *file, const run_record *r)
{
    const ludo_energy *a = &r->energy_initial, *b = &r->energy_final;
    const double work = b->work - a->work, dissipated = b->dissipated - a->dissipated;
    fprintf(file,
            "  energy            %.9g J at the start, %.9g J at the end; largest error %.3g J\n",
            ludo_energy_stored(a), ludo_energy_stored(b), r->energy_error_max);
    if (work != 0.0 || dissipated != 0.0) {
        fprintf(
            file,
            "  work              %.9g J by actuators and forces; %.9g J dissipated by dampers\n",
            work, dissipated);
    }
    if (r->contact.acted) {
        fprintf(
            file,
            "  contact           %.9g J taken by contacts, limits and dry friction; largest rise "
            "without work %.3g J per step\n",
            b->contact - a->contact, r->energy_rise_max);
    }
}

/* True if no joint or loop connects a moving body to the world, but for free joints: only then
 * momentum is conserved. */
static bool is_free(const ludo_model *m)
{
    bool attached = false;
    for (int32_t i = 0; i < ludo_model_joint_count(m); i++) {
        const ludo_joint_info joint = joint_info_of(m, i);
        attached =
            attached || (!joint.merged && joint.loop < 0 && strcmp(joint.type, "free") != 0 &&
                         ludo_model_file_merged_into(m, joint.parent) == LUDO_WORLD);
    }
    for (int32_t i = 0; i < ludo_model_loop_count(m); i++) {
        const ludo_loop_info loop = loop_info_of(m, i);
        attached = attached || (strcmp(loop.type, "coupling") != 0 &&
                                (ludo_model_file_merged_into(m, loop.parent) == LUDO_WORLD ||
                                 ludo_model_file_merged_into(m, loop.child) == LUDO_WORLD));
    }
    return !attached;
}

static void print_momentum(FILE *file, const run_record *r)
{
    fprintf(file, "  momentum change   linear %.3g kg m/s, angular %.3g kg m^2/s\n",
            change(r->momentum_initial.linear, r->momentum_final.linear),
            change(r->momentum_initial.angular, r->momentum_final.angular));
}

/* The constraint rows of a mechanism with loops; a tree has no redundant rows. */
static void print_rows(FILE *file, const summary *s)
{
    const ludo_mobility *m = &s->record->mobility;
    if (ludo_model_loop_count(ludo_sim_model(s->sim)) == 0 || m->freedom < 0) {
        return;
    }
    fprintf(file, "  constraints       %d rows, ", (int)m->rows);
    if (m->redundant > 0) {
        fprintf(file, "%d of them redundant\n", (int)m->redundant);
    } else {
        fputs("none redundant\n", file);
    }
}

static void print_constraints(FILE *file, const summary *s)
{
    const run_record *r = s->record;
    print_rows(file, s);
    ludo_contact_record_print(file, &r->contact);
    fprintf(file, "  joint violation   at most %.2g m or rad, %.2g m/s or rad/s\n",
            r->violation_max.position, r->violation_max.velocity);
    fprintf(file, "  start corrected   by %.2g m or rad, %.2g m/s or rad/s\n",
            r->correction.position_correction, r->correction.velocity_correction);
    ludo_assembly_report_print(file, "  joints moved     ", s->sim);
    if (r->correction.overlap > 0.0) {
        fprintf(file, "  start overlapped  by %.2g m; %s\n", r->correction.overlap,
                r->correction.overlap_held ? "joints leave the geoms no motion apart"
                                           : "the geoms separate over several steps");
    }
}

void ludo_summary_print(FILE *file, const summary *s)
{
    print_head(file, s);
    print_solver(file, s->record);
    print_energy(file, s->record);
    print_accuracy(file, s->record);
    if (is_free(ludo_sim_model(s->sim))) {
        print_momentum(file, s->record);
    }
    print_constraints(file, s);
}
