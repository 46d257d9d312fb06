/* SPDX-License-Identifier: Apache-2.0 */
#include "step_runs.h"

#include <math.h>

run_figures ludo_step_run(ludo_sim *sim, double h, double duration)
{
    run_figures f = {.end = 0.0};
    ludo_energy from, now;
    bool solved = ludo_sim_energy(sim, &from) == LUDO_OK;
    f.kinetic = from.kinetic;
    while (solved && f.end < duration) {
        ludo_step_report report = {.struct_size = sizeof report};
        solved = ludo_step(sim, h, &report) == LUDO_OK && ludo_sim_energy(sim, &now) == LUDO_OK;
        if (solved) {
            f.energy = fmax(f.energy, fabs(ludo_energy_error(&from, &now)));
            f.kinetic = fmax(f.kinetic, now.kinetic);
            f.steps++;
            f.cut += report.substeps > 1;
            f.certified += report.certified == report.substeps;
            f.end += h;
        }
    }
    return f;
}

void ludo_step_run_write(FILE *csv, const char *kind, const char *what, double h,
                         const run_figures *f)
{
    if (f->steps == 0) {
        fprintf(csv, "%s,%s,dt %.4g,,no step solved,\n", kind, what, h);
        printf("%-9s %-22s dt %-9.4g no step solved\n", kind, what, h);
        return;
    }
    const double error = f->kinetic > 0.0 ? f->energy / f->kinetic : 0.0;
    fprintf(csv, "%s,%s,dt %.4g,%.3g,%d of %d cut,%d certified to %.3g s\n", kind, what, h, error,
            f->cut, f->steps, f->certified, f->end);
    printf("%-9s %-22s dt %-9.4g error %-9.3g cut %d of %d, certified %d, to %.3g s\n", kind, what,
           h, error, f->cut, f->steps, f->certified, f->end);
}
