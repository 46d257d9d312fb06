/* SPDX-License-Identifier: Apache-2.0
 *
 * The run of a sample: the model with its values, the start of simulate, the loop of simulate. A
 * sample has the bits of simulate with a model that has these values. */
#include "sweep/sweep.h"

#include "terminal/interrupt.h"

#include <stdlib.h>
#include <string.h>

/* The objects of a sample while it runs. */
typedef struct sample {
    sweep *w;
    int32_t number;
    changed_model own; /* NULL: no parameter of the model varies */
    ludo_sim *sim;
    double *numbers; /* room for the coordinates of a joint */
} sample;

static const ludo_model *model_of(const sample *s)
{
    return s->own.model != NULL ? s->own.model : s->w->of.model;
}

/* Apply the variations of the model, or those of the start. */
static ludo_status apply(const sample *s, bool of_start)
{
    const varied to = {s->own.model, s->own.surface, s->sim, s->numbers};
    ludo_status status = LUDO_OK;
    for (int32_t i = 0; i < s->w->vary_count && status == LUDO_OK; i++) {
        const variation *v = &s->w->vary[i];
        if (v->kind->of_start == of_start) {
            status = ludo_variation_apply(v, &to, drawn_of(s->w, s->number, i));
        }
    }
    return status;
}

/* Copy the model if one of its parameters varies. */
static ludo_status copy_model(sample *s)
{
    bool changes = false;
    for (int32_t i = 0; i < s->w->vary_count; i++) {
        changes = changes || !s->w->vary[i].kind->of_start;
    }
    const ludo_status status = changes ? ludo_variation_copy_model(&s->own, &s->w->of) : LUDO_OK;
    return status == LUDO_OK ? apply(s, false) : status;
}

/* Create the simulation at its start. */
static ludo_status create(sample *s, ludo_diagnostic *why)
{
    const simulate_settings *run = &s->w->s->run;
    const ludo_sim_options options = ludo_simulate_sim_options(run);
    const size_t room = (size_t)ludo_model_position_count(s->w->of.model) + 1;
    s->numbers = calloc(room, sizeof *s->numbers);
    ludo_status status = s->numbers != NULL ? copy_model(s) : LUDO_NO_MEMORY;
    if (status == LUDO_OK) {
        status = ludo_sim_create(model_of(s), &options, NULL, &s->sim, why);
    }
    /* the same start succeeded for the model of the file: only memory can be missing */
    if (status == LUDO_OK && ludo_simulate_start(run, s->sim) != OUTCOME_DONE) {
        status = LUDO_NO_MEMORY;
    }
    return status == LUDO_OK ? apply(s, true) : status;
}

/* Keep a message; false without memory. */
static bool keep_message(const sample *s, const char *message)
{
    const size_t size = strlen(message) + 1;
    char *copy = malloc(size);
    s->w->result[s->number].message = copy;
    return copy != NULL && memcpy(copy, message, size) != NULL;
}

/* Run, and keep the outputs unless the run was interrupted. */
static ludo_status run(const sample *s)
{
    sweep *w = s->w;
    output_list none = {.count = 0};
    run_record record;
    (void)ludo_run(s->sim, &w->plan, &none, &record);
    if (record.stopped && ludo_interrupt_received()) {
        return LUDO_OK;
    }
    ludo_sweep_columns_read(&w->columns, s->sim, &record,
                            w->value + (size_t)s->number * (size_t)w->columns.count);
    const bool kept = !record.stopped || keep_message(s, record.message);
    w->result[s->number].finished = kept;
    return kept ? LUDO_OK : LUDO_NO_MEMORY;
}

/* Keep the reason why a sample could not start: its outputs are unknown. */
static ludo_status refuse(const sample *s, const ludo_diagnostic *why, ludo_status status)
{
    sweep *w = s->w;
    double *out = w->value + (size_t)s->number * (size_t)w->columns.count;
    for (int32_t i = 0; i < w->columns.count; i++) {
        out[i] = UNKNOWN;
    }
    const char *message = *why->message != '\0' ? why->message : ludo_status_text(status);
    w->result[s->number].finished = keep_message(s, message);
    return w->result[s->number].finished ? LUDO_OK : LUDO_NO_MEMORY;
}

ludo_status ludo_sweep_run_sample(sweep *w, int32_t number)
{
    sample s = {.w = w, .number = number};
    ludo_diagnostic why = {.message = ""};
    for (int32_t i = 0; i < w->vary_count; i++) {
        w->drawn[(size_t)number * (size_t)w->vary_count + (size_t)i] =
            ludo_draw_at(&w->vary[i].range, ludo_draw_uniform(w->s->seed, number, i));
    }
    ludo_status status = create(&s, &why);
    if (status == LUDO_OK) {
        status = run(&s);
    } else if (status != LUDO_NO_MEMORY) {
        status = refuse(&s, &why, status);
    }
    ludo_sim_destroy(s.sim);
    ludo_variation_release_model(&s.own);
    free(s.numbers);
    return status;
}
