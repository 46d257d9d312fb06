/* SPDX-License-Identifier: Apache-2.0
 *
 * Records a motion and reads it back:
 *
 *     record [MODEL [TRAJECTORY]] */
#include "check.h"

static void record(const char *model_path, const char *path)
{
    ludo_diagnostic why = {.message = ""};
    ludo_spec *spec = NULL;
    ludo_model *model = NULL;
    ludo_recorder *recorder = NULL;
    check(ludo_load_file(model_path, NULL, NULL, &spec, &why), &why);
    check(ludo_compile(spec, NULL, &model, &why), &why);
    ludo_sim *sim = sim_of(model, NULL);

    ludo_recorder_options options = ludo_recorder_options_default();
    options.every = 10, options.title = "an example";
    check(ludo_recorder_create(path, spec, sim, &options, NULL, &recorder, &why), &why);
    for (int i = 0; i < 200; i++) {
        ludo_step_report report = {.struct_size = sizeof report};
        check(ludo_step(sim, ludo_model_timestep(model), &report), NULL);
        check(ludo_recorder_step(recorder, &report, &why), &why);
    }
    const ludo_run_end end = ludo_run_end_default();
    check(ludo_recorder_finish(recorder, &end, &why), &why);
    ludo_recorder_destroy(recorder);
    ludo_sim_destroy(sim);
    ludo_model_destroy(model);
    ludo_spec_destroy(spec);
}

/* The largest normal force at a knot. */
static double heaviest(ludo_trajectory *trajectory, const ludo_sample *knot)
{
    ludo_diagnostic why = {.message = ""};
    ludo_contact contacts[64];
    double force = 0.0;
    if (knot->contact_count <= 64) {
        check(ludo_trajectory_contacts(trajectory, knot, contacts, &why), &why);
        for (int32_t i = 0; i < knot->contact_count; i++) {
            force = contacts[i].normal_force > force ? contacts[i].normal_force : force;
        }
    }
    return force;
}

static void print(const char *path)
{
    ludo_diagnostic why = {.message = ""};
    ludo_run_facts facts = {.struct_size = sizeof facts};
    ludo_sample knot = {.struct_size = sizeof knot};
    ludo_trajectory *trajectory = NULL;
    check(ludo_trajectory_open(path, NULL, &trajectory, &why), &why);
    check(ludo_trajectory_facts(trajectory, &facts), NULL);
    printf("%s, of %d bodies, with %s\n", facts.title,
           ludo_spec_body_count(ludo_trajectory_spec(trajectory)), facts.integrator);
    for (int64_t i = 0; i < ludo_trajectory_sample_count(trajectory); i++) {
        check(ludo_trajectory_sample(trajectory, i, &knot, &why), &why);
        printf("t = %g: first body at height %g, contacts up to %g N\n", knot.time, knot.pose[2],
               heaviest(trajectory, &knot));
    }
    ludo_trajectory_close(trajectory);
}

int main(int argc, char **argv)
{
    const char *path = argc > 2 ? argv[2] : "run.h5";
    record(argc > 1 ? argv[1] : "examples/tumbling_boxes.xml", path);
    print(path);
    return 0;
}
