/* SPDX-License-Identifier: Apache-2.0
 *
 * The page of a sweep: the template page.html with the numbers of samples as JSON,
 *
 *     {"generator","model","integrator","order","dt","duration","seed","samples","finished",
 *      "stopped","shown": samples in the lists below, the first ones that ran to the end,
 *      "vary": [{"name","factor","values":[]}], "outputs": [{"name","unit","count","mean","min",
 *      "p5","p50","p95","max","values":[]}]}
 *
 * The statistics are those of all samples that ran to the end. */
#include "sweep/sweep.h"

#include "data/replacement.h"
#include "sweep/page_template.h"
#include "terminal/method_name.h"

#include <stdlib.h>

/* Most numbers of a page, with at least some samples: points beyond cover each other. */
enum { MOST_NUMBERS = 200000, LEAST_SAMPLES = 200, MOST_SAMPLES = 3000 };

static int32_t samples_shown(const sweep *w)
{
    const int32_t share = MOST_NUMBERS / (w->columns.count + w->vary_count);
    const int32_t most = share < LEAST_SAMPLES  ? LEAST_SAMPLES
                         : share > MOST_SAMPLES ? MOST_SAMPLES
                                                : share;
    const int32_t all = w->finished - w->stopped;
    return all < most ? all : most;
}

/* A number as far as it is visible: six digits. */
static double visible(double value)
{
    char text[32];
    (void)snprintf(text, sizeof text, "%.6g", value);
    return strtod(text, NULL);
}

/* Write a number of each shown sample: of a variation or an output. */
static void write_values(json *j, const sweep *w, int32_t number,
                         double (*value)(const sweep *w, int32_t sample, int32_t number))
{
    const int32_t most = samples_shown(w);
    ludo_json_open_list(j, "values");
    for (int32_t i = 0, shown = 0; i < w->s->samples && shown < most; i++) {
        if (ran_to_end(w, i)) {
            ludo_json_number(j, NULL, visible(value(w, i, number)));
            shown++;
        }
    }
    ludo_json_close_array(j);
}

static void write_variation(json *j, const sweep *w, int32_t number)
{
    ludo_json_open_named(j, w->vary[number].title);
    ludo_json_boolean(j, "factor", !w->vary[number].kind->absolute);
    write_values(j, w, number, drawn_of);
    ludo_json_close_object(j);
}

static void write_output(json *j, const sweep *w, int32_t column, double *room)
{
    ludo_json_open_named(j, w->columns.list[column].name);
    ludo_sweep_write_statistics(j, w, column, room, visible);
    write_values(j, w, column, value_of);
    ludo_json_close_object(j);
}

static void write_facts(json *j, const sweep *w)
{
    char generator[64];
    (void)snprintf(generator, sizeof generator, "ludo %s", ludo_version());
    ludo_json_text(j, "generator", generator);
    ludo_json_text(j, "model", ludo_model_file_title(w->of.model, w->of.path));
    ludo_json_text(j, "integrator", ludo_method_name(w->integrator, w->scheme).text);
    ludo_json_integer(j, "order", w->order);
    ludo_json_number(j, "dt", w->plan.dt);
    ludo_json_number(j, "duration", w->plan.duration);
    ludo_json_integer(j, "seed", w->s->seed);
    ludo_json_integer(j, "samples", w->s->samples);
    ludo_json_integer(j, "finished", w->finished);
    ludo_json_integer(j, "stopped", w->stopped);
    ludo_json_integer(j, "shown", samples_shown(w));
}

static void write_data(FILE *file, const sweep *w, double *room)
{
    json j = {.file = file, .compact = true};
    ludo_json_open_object(&j, NULL);
    write_facts(&j, w);
    ludo_json_open_array(&j, "vary");
    for (int32_t i = 0; i < w->vary_count; i++) {
        write_variation(&j, w, i);
    }
    ludo_json_close_array(&j);
    ludo_json_open_array(&j, "outputs");
    for (int32_t i = 0; i < w->columns.count; i++) {
        write_output(&j, w, i, room);
    }
    ludo_json_close_array(&j);
    ludo_json_close_object(&j);
}

outcome ludo_sweep_write_page(const char *path, const sweep *w, double *room)
{
    replacement r;
    const outcome how = ludo_replacement_begin(&r, path);
    if (how != OUTCOME_DONE) {
        return how;
    }
    fwrite(ludo_sweep_page_head, 1, ludo_sweep_page_head_size, r.file);
    fputs("<script id=\"ludo-sweep\" type=\"application/json\">", r.file);
    write_data(r.file, w, room);
    fputs("</script>", r.file);
    fwrite(ludo_sweep_page_tail, 1, ludo_sweep_page_tail_size, r.file);
    return ludo_replacement_end(&r, OUTCOME_DONE);
}
