/* SPDX-License-Identifier: Apache-2.0
 *
 * The summary of a run as a table. */
#include "simulate/summary.h"

#include "simulate/assembly_report.h"
#include "terminal/method_name.h"
#include "data/model_file.h"
#include "terminal/printable.h"

#include <inttypes.h>
#include <math.h>

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
            r->stopped ? ", where it STOPPED" : "");
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
        fprintf(file, "  iterations        %.3g on average, %d at most; residual %.2g at most\n",
                (double)r->iterations / (double)r->solves, (int)r->iterations_max, r->residual_max);
    }
    fprintf(file, "  steps subdivided  %" PRId64, r->steps_subdivided);
    if (r->steps_subdivided > 0) {
        fprintf(file, ", into %d at most", (int)r->substeps_max);
    }
    fputc('\n', file);
    if (r->steps_certified >= 0) {
        fprintf(file, "  steps certified   %" PRId64 " of %" PRId64 "\n", r->steps_certified,
                r->steps);
    }
}

static void print_energy(FILE *file, const run_record *r)
{
    const ludo_energy *a = &r->energy_initial, *b = &r->energy_final;
    const double work = b->work - a->work, dissipated = b->dissipated - a->dissipated;
    fprintf(file, "  energy            %.9g J, at the end %.9g J; ", ludo_energy_stored(a),
            ludo_energy_stored(b));
    if (r->contact.acted) {
        fprintf(file, "without work a step adds %.3g J at most\n", r->energy_rise_max);
    } else {
        fprintf(file, "error %.3g J at most\n", r->energy_error_max);
    }
    if (work != 0.0 || dissipated != 0.0) {
        fprintf(file, "  work              %.9g J done, %.9g J dissipated\n", work, dissipated);
    }
}

static void print_physics(FILE *file, const run_record *r)
{
    print_energy(file, r);
    fprintf(file, "  momentum changed  linear by %.3g kg m/s, angular by %.3g kg m^2/s\n",
            change(r->momentum_initial.linear, r->momentum_final.linear),
            change(r->momentum_initial.angular, r->momentum_final.angular));
}

/* How many rows hold loops and joints; of trees all are needed. */
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
    fprintf(file, "  joint violation   %.2g m or rad, %.2g m/s or rad/s at most\n",
            r->violation_max.position, r->violation_max.velocity);
    fprintf(file, "  start corrected   by %.2g m or rad, %.2g m/s or rad/s\n",
            r->correction.position_correction, r->correction.velocity_correction);
    ludo_assembly_report_print(file, "  joints moved     ", s->sim);
    if (r->correction.overlap > 0.0) {
        fprintf(file, "  start overlapped  by %.2g m, let apart slowly\n", r->correction.overlap);
    }
}

void ludo_summary_print(FILE *file, const summary *s)
{
    print_head(file, s);
    print_solver(file, s->record);
    print_physics(file, s->record);
    print_constraints(file, s);
}
