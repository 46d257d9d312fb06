/* SPDX-License-Identifier: Apache-2.0
 *
 * Record a run in a test and open the recording. Every failure fails the test. */
#ifndef LUDO_TESTS_RECORDING_H
#define LUDO_TESTS_RECORDING_H

#include "folder.h"
#include "running.h"

#include <hdf5.h>
#include <stdio.h>
#include <string.h>

/* A description, its model, a simulation of it and its recorder. */
typedef struct recording {
    ludo_spec *spec;
    running run;
    ludo_recorder *recorder;
} recording;

/* The status is the expected one; on failure the message names the file. */
#define EXPECT(call, expected)                                                                     \
    do {                                                                                           \
        ludo_diagnostic why = {.message = ""};                                                     \
        const ludo_status got = (call);                                                            \
        if (got != (expected)) {                                                                   \
            fail_msg("%s: %s", ludo_status_text(got), why.message);                                \
        }                                                                                          \
        assert_int_equal(why.message[0] != '\0', got != LUDO_OK);                                  \
    } while (0)

/* Options with the integrator for the model: bodies in a fluid need their own. */
static inline ludo_sim_options options_for(const ludo_model *model)
{
    ludo_sim_options options = ludo_sim_options_default();
    options.integrator = ludo_model_fluid_count(model) > 0 ? "dual-quaternion" : NULL;
    return options;
}

/* A simulation at its start, the first keyframe if there is one. Takes the spec. */
static inline recording recording_of(ludo_status built, ludo_spec *spec)
{
    recording r = {.spec = spec};
    ludo_diagnostic why = {.message = ""};
    assert_int_equal(built, LUDO_OK);
    if (ludo_compile(spec, NULL, &r.run.model, &why) != LUDO_OK) {
        fail_msg("%s", why.message);
    }
    const ludo_sim_options options = options_for(r.run.model);
    if (ludo_sim_create(r.run.model, &options, NULL, &r.run.sim, &why) != LUDO_OK) {
        fail_msg("%s", why.message);
    }
    if (ludo_model_keyframe_count(r.run.model) > 0) {
        assert_int_equal(ludo_sim_reset(r.run.sim, 0), LUDO_OK);
    }
    return r;
}

static inline void record_start(recording *r, const char *file,
                                const ludo_recorder_options *options)
{
    EXPECT(ludo_recorder_create(folder_path(file), r->spec, r->run.sim, options, NULL, &r->recorder,
                                &why),
           LUDO_OK);
}

static inline void record_steps(recording *r, double h, int steps)
{
    for (int i = 0; i < steps; i++) {
        ludo_step_report report = {.struct_size = sizeof report};
        assert_int_equal(ludo_step(r->run.sim, h, &report), LUDO_OK);
        EXPECT(ludo_recorder_step(r->recorder, &report, &why), LUDO_OK);
    }
}

static inline void record_end(recording *r, const ludo_run_end *end)
{
    EXPECT(ludo_recorder_finish(r->recorder, end, &why), LUDO_OK);
    ludo_recorder_destroy(r->recorder);
    r->recorder = NULL;
}

static inline void recording_close(recording *r)
{
    ludo_recorder_destroy(r->recorder);
    run_close(&r->run);
    ludo_spec_destroy(r->spec);
}

/* Record a whole run to a file. */
static inline void record_run(recording *r, const char *file, double h, int steps)
{
    record_start(r, file, NULL);
    record_steps(r, h, steps);
    record_end(r, NULL);
}

static inline ludo_trajectory *recorded(const char *file)
{
    ludo_trajectory *t = NULL;
    EXPECT(ludo_trajectory_open(folder_path(file), NULL, &t, &why), LUDO_OK);
    return t;
}

static inline ludo_sample knot_of(ludo_trajectory *t, int64_t number)
{
    ludo_sample knot = {.struct_size = sizeof knot, .time = -1.0};
    EXPECT(ludo_trajectory_sample(t, number, &knot, &why), LUDO_OK);
    return knot;
}

/* The last test of all: every file and every object in a file has been closed. */
static inline void nothing_of_a_file_stays_open(void **state)
{
    (void)state;
    assert_int_equal(H5Fget_obj_count((hid_t)H5F_OBJ_ALL, H5F_OBJ_ALL), 0);
}

#endif
