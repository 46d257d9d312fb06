/* SPDX-License-Identifier: Apache-2.0
 *
 * Reads a model file, simulates it and records the run:
 *
 *     record MODEL TRAJECTORY.h5 [SECONDS] */
#include <ludo/ludo.h>

#include <stdio.h>
#include <stdlib.h>

/* All objects of a run. */
typedef struct parts {
    ludo_spec *spec;
    ludo_model *model;
    ludo_sim *sim;
    ludo_recorder *recorder;
} parts;

static ludo_status begin(parts *p, const char *model, const char *path, ludo_diagnostic *why)
{
    ludo_status status = ludo_load_file(model, NULL, NULL, &p->spec, why);
    status = status != LUDO_OK ? status : ludo_compile(p->spec, NULL, &p->model, why);
    status = status != LUDO_OK ? status : ludo_sim_create(p->model, NULL, NULL, &p->sim, why);
    return status != LUDO_OK
               ? status
               : ludo_recorder_create(path, p->spec, p->sim, NULL, NULL, &p->recorder, why);
}

/* Every step is recorded; if the run stops, the file has the reason. */
static ludo_status run(parts *p, double seconds, ludo_diagnostic *why)
{
    const double dt = ludo_model_timestep(p->model);
    ludo_step_report report = {.struct_size = sizeof report};
    ludo_run_end end = ludo_run_end_default();
    ludo_status recorded = LUDO_OK;
    while (recorded == LUDO_OK && end.message == NULL &&
           ludo_sim_time(p->sim) < seconds - 0.5 * dt) {
        const ludo_status stepped = ludo_step(p->sim, dt, &report);
        end.message = stepped != LUDO_OK ? ludo_status_text(stepped) : NULL;
        recorded = stepped == LUDO_OK ? ludo_recorder_step(p->recorder, &report, why) : LUDO_OK;
    }
    return recorded != LUDO_OK ? recorded : ludo_recorder_finish(p->recorder, &end, why);
}

int main(int argc, char **argv)
{
    parts p = {NULL, NULL, NULL, NULL};
    ludo_diagnostic why = {.message = ""};
    if (argc < 3) {
        fprintf(stderr, "usage: record MODEL TRAJECTORY.h5 [SECONDS]\n");
        return 2;
    }
    ludo_status status = begin(&p, argv[1], argv[2], &why);
    status = status != LUDO_OK ? status : run(&p, argc > 3 ? atof(argv[3]) : 10.0, &why);
    if (status == LUDO_OK) {
        printf("recorded %s; see it with\n    ludo report %s -o report.html\n", argv[2], argv[2]);
    } else {
        fprintf(stderr, "%s: %s\n", why.file,
                why.message[0] != '\0' ? why.message : ludo_status_text(status));
    }
    ludo_recorder_destroy(p.recorder);
    ludo_sim_destroy(p.sim);
    ludo_model_destroy(p.model);
    ludo_spec_destroy(p.spec);
    return status == LUDO_OK ? 0 : 1;
}
