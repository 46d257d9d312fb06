/* SPDX-License-Identifier: Apache-2.0
 *
 * A run in a page: facts, model, film, quantities. Knots are read once, in order; the kept data are
 * limited by the budgets. */
#include "page/contact_film.h"
#include "page/film.h"
#include "page/page.h"
#include "page/series.h"
#include "reading.h"
#include "terminal/method_name.h"

#include <stdlib.h>

/* ---- facts ---- */

static void write_facts(json *j, const char *key, const recorded_run *r)
{
    const ludo_run_facts f = run_facts_of(r->trajectory);
    ludo_json_open_object(j, key);
    ludo_json_text(j, "integrator", ludo_method_name(f.integrator, f.scheme).text);
    ludo_json_integer(j, "order", f.order);
    ludo_json_number(j, "dt", f.dt);
    ludo_json_integer(j, "steps", f.steps);
    ludo_json_integer(j, "solves", f.solves);
    ludo_json_integer(j, "iterations", f.iterations);
    ludo_json_integer(j, "subdivided", f.subdivided);
    if (f.wall > 0.0) {
        ludo_json_number(j, "wall", f.wall);
    } else {
        ludo_json_null(j, "wall");
    }
    ludo_json_text(j, "version", f.version);
    ludo_json_boolean(j, "complete", f.complete);
    ludo_json_text(j, "message", f.message);
    ludo_json_raw(j, "summary", f.summary);
    ludo_json_close_object(j);
}

/* ---- motion ---- */

/* The data kept of the knots. */
typedef struct motion {
    film film;
    contact_film contacts; /* at the frames of the film */
    decimation *series;    /* per quantity of a page, owned */
    int32_t count;
} motion;

static void release(motion *m)
{
    ludo_film_release(&m->film);
    ludo_contact_film_release(&m->contacts);
    for (int32_t i = 0; i < m->count; i++) {
        ludo_decimate_release(&m->series[i]);
    }
    free(m->series);
    *m = (motion){.count = 0};
}

/* Begin to collect; false without memory. */
static bool begin(motion *m, page *p, const recorded_run *r)
{
    const ludo_run_facts f = run_facts_of(r->trajectory);
    const int64_t knots = ludo_trajectory_sample_count(r->trajectory);
    const double duration = f.dt * f.every * (double)(knots - 1);
    const int32_t frames = ludo_page_frames(p, ludo_film_bodies(r->model), knots, duration);
    const int32_t count = r->quantities.paged, points = ludo_page_points(p, count, knots);
    *m = (motion){.series = calloc((size_t)count, sizeof *m->series)};
    m->count = m->series != NULL ? count : 0;
    bool began = ludo_film_begin(&m->film, r->model, knots, frames) && m->series != NULL &&
                 ludo_contact_film_begin(&m->contacts, m->film.frames);
    for (int32_t i = 0; i < count && began; i++) {
        began = ludo_decimate_begin(&m->series[i], knots, points);
    }
    return began;
}

static outcome collect(motion *m, recorded_run *r)
{
    for (int64_t k = 0; k < m->film.knots; k++) {
        ludo_sample knot = {.struct_size = sizeof knot};
        outcome how = ludo_recorded_run_knot(r, k, &knot);
        if (how == OUTCOME_DONE && ludo_film_add(&m->film, k, &knot)) {
            how = ludo_contact_film_add(&m->contacts, r, &knot);
        }
        if (how != OUTCOME_DONE) {
            return how;
        }
        for (int32_t i = 0; i < m->count; i++) {
            ludo_decimate_add(&m->series[i], k, knot.time,
                              ludo_quantity_value(&r->quantities.all[i], &knot));
        }
    }
    return OUTCOME_DONE;
}

/* If no points are left out, all quantities share their times, which are packed once. */
static void write_series(page *p, const char *key, const recorded_run *r, const motion *m)
{
    const decimation *first = &m->series[0];
    const bool shared = !ludo_decimate_left_out(first);
    packed_list times = ludo_deflate_block_plan_times(first->time, first->count, first->step);
    if (shared) {
        ludo_deflate_block_numbers(&p->numbers, &times, first->time);
    }
    ludo_json_open_array(&p->j, key);
    for (int32_t i = 0; i < m->count; i++) {
        ludo_series_write(&p->j, NULL, &p->numbers, &r->quantities.all[i], &m->series[i],
                          shared ? &times : NULL);
    }
    ludo_json_close_array(&p->j);
}

static outcome write_motion(page *p, recorded_run *r)
{
    motion m;
    outcome how = begin(&m, p, r) ? collect(&m, r) : ludo_error_memory();
    if (how == OUTCOME_DONE) {
        ludo_film_write(&p->j, "film", &p->numbers, &m.film);
        how = ludo_contact_film_write(&p->j, "touches", &p->numbers, &m.contacts);
    }
    if (how == OUTCOME_DONE) {
        write_series(p, "series", r, &m);
    }
    release(&m);
    return how;
}

outcome ludo_page_write_run(page *p, const char *key, recorded_run *r, const char *file)
{
    ludo_json_open_object(&p->j, key);
    ludo_json_text(&p->j, "title", run_facts_of(r->trajectory).title);
    ludo_json_text(&p->j, "file", file);
    write_facts(&p->j, "facts", r);
    outcome how = ludo_page_write_model(p, "model", r, file);
    how = how == OUTCOME_DONE ? write_motion(p, r) : how;
    ludo_json_close_object(&p->j);
    return how;
}
