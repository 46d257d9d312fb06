/* SPDX-License-Identifier: Apache-2.0
 *
 * Errors of runs over time. */
#include "compare/compare.h"

#include "compare/interpolation.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

/* ---- values at an instant ---- */

/* The compared values of a run: one list per column of the measure. */
typedef struct track {
    const measure *m;
    const double *time;
    size_t rows;
    const double **values; /* owned */
} track;

static track begin_track(const measure *m, const columns *c)
{
    track t = {m, c->time, c->rows, calloc((size_t)m->column_count, sizeof *t.values)};
    for (int32_t i = 0; i < m->column_count && t.values != NULL; i++) {
        t.values[i] = c->values[ludo_columns_find(c, m->column[i])];
    }
    return t;
}

static void read_row(const track *t, size_t row, double *out)
{
    for (int32_t i = 0; i < t->m->column_count; i++) {
        out[i] = t->values[i][row];
    }
}

/* The sign of a quaternion (q or -q) that is closer to another one. */
static double sign_of(const track *t, const measure_part *p, size_t a, size_t b)
{
    double dot = 0.0;
    for (int32_t i = p->first; p->is_rotation && i < p->first + p->count; i++) {
        dot += t->values[i][a] * t->values[i][b];
    }
    return dot < 0.0 ? -1.0 : 1.0;
}

static void interpolate(const track *t, const interpolation *at, double *out)
{
    for (int32_t k = 0; k < t->m->part_count; k++) {
        const measure_part *p = &t->m->part[k];
        for (int32_t i = p->first; i < p->first + p->count; i++) {
            out[i] = 0.0;
        }
        for (int j = 0; j < at->count; j++) {
            const size_t row = at->first + at->stride * (size_t)j;
            const double weight = at->weight[j] * sign_of(t, p, at->first, row);
            for (int32_t i = p->first; i < p->first + p->count; i++) {
                out[i] += weight * t->values[i][row];
            }
        }
    }
}

/* ---- instants ---- */

/* Two runs being compared, with a buffer for one row of each. */
typedef struct pair {
    track run, reference;
    double *here, *there; /* owned */
    double tolerance;     /* of equal instants: absolute [s] */
    double rounding;      /* relative, for the rounding of summed steps */
} pair;

static bool is_same_instant(const pair *p, double a, double b)
{
    return fabs(a - b) <= p->tolerance + p->rounding * fabs(a);
}

/* Advance *i and *k to the next rows at a common instant; false if there are none. */
static bool next_common(const pair *p, size_t *i, size_t *k)
{
    while (*i < p->run.rows && *k < p->reference.rows) {
        const double a = p->run.time[*i], b = p->reference.time[*k];
        if (is_same_instant(p, a, b)) {
            return true;
        }
        *i += a < b;
        *k += a > b;
    }
    return false;
}

static size_t count_common(const pair *p)
{
    size_t count = 0, i = 0, k = 0;
    while (next_common(p, &i, &k)) {
        count++;
        i++;
        k++;
    }
    return count;
}

/* True if a time is within a track. */
static bool reaches(const pair *p, const track *t, double time)
{
    const double first = t->time[0], last = t->time[t->rows - 1];
    return (time >= first && time <= last) || is_same_instant(p, time, first) ||
           is_same_instant(p, time, last);
}

/* The number of knots of a track within the time span of another one. */
static size_t count_within(const pair *p, const track *t, const track *other)
{
    size_t count = 0;
    for (size_t i = 0; i < t->rows; i++) {
        count += reaches(p, other, t->time[i]);
    }
    return count;
}

/* ---- errors ---- */

/* Store the error at an instant. */
static void keep(compared_run *run, const pair *p, double time)
{
    const double error = ludo_measure_difference(p->run.m, p->here, p->there);
    if (isnan(error)) {
        run->gaps++;
        return;
    }
    run->time[run->instants] = time;
    run->error[run->instants++] = error;
    if (!(error <= run->largest)) {
        run->largest = error;
        run->largest_at = time;
    }
    run->final = error;
}

static void compare_common(compared_run *run, const pair *p)
{
    for (size_t i = 0, k = 0; next_common(p, &i, &k); i++, k++) {
        read_row(&p->run, i, p->here);
        read_row(&p->reference, k, p->there);
        keep(run, p, p->run.time[i]);
    }
}

static void compare_interpolated(compared_run *run, const pair *p)
{
    const track *r = &p->reference;
    for (size_t i = 0; i < p->run.rows; i++) {
        const double time = p->run.time[i];
        if (reaches(p, r, time)) {
            const interpolation at = ludo_interpolation_at(r->time, r->rows, 1, time);
            read_row(&p->run, i, p->here);
            interpolate(r, &at, p->there);
            keep(run, p, time);
        }
    }
}

/* If at least a tenth of the coarser run's knots are knots of the other run, these are compared;
 * else the reference is interpolated. */
static outcome compare_tracks(compared_run *run, const compared_run *reference, const pair *p)
{
    const size_t common = count_common(p);
    const size_t here = count_within(p, &p->run, &p->reference);
    const size_t there = count_within(p, &p->reference, &p->run);
    run->interpolated = common == 0 || 10 * common < (here < there ? here : there);
    if (common == 0 && here == 0) {
        return ludo_error(OUTCOME_USAGE,
                          "%s and %s have no time in common: %.9g to %.9g s, %.9g to %.9g s; give "
                          "runs that overlap in time",
                          run->columns.path, reference->columns.path, p->run.time[0],
                          p->run.time[p->run.rows - 1], p->reference.time[0],
                          p->reference.time[p->reference.rows - 1]);
    }
    (run->interpolated ? compare_interpolated : compare_common)(run, p);
    return OUTCOME_DONE;
}

/* The largest error when every other knot of the reference is interpolated from the rest. */
static double interpolation_error_of(const pair *p)
{
    const track *r = &p->reference;
    double largest = r->rows > 2 ? 0.0 : (double)NAN;
    for (size_t k = 1; k + 1 < r->rows; k += 2) {
        const interpolation at = ludo_interpolation_at(r->time, r->rows, 2, r->time[k]);
        read_row(r, k, p->here);
        interpolate(r, &at, p->there);
        const double interpolation_error = ludo_measure_difference(r->m, p->here, p->there);
        largest = interpolation_error > largest ? interpolation_error : largest;
    }
    return largest;
}

/* Equal times may differ by a small fraction of the knot distance, and by the accumulated rounding
 * of the steps: a part of half a unit in the last place per step. */
static void set_tolerance(pair *p)
{
    const track *r = &p->reference;
    const size_t rows = p->run.rows > r->rows ? p->run.rows : r->rows;
    p->tolerance = 1e-9 * (r->time[r->rows - 1] - r->time[0]) / (double)r->rows;
    p->rounding = DBL_EPSILON * (4.0 + 0.25 * (double)rows);
}

static outcome compare_run(comparison *c, compared_run *run)
{
    const compared_run *reference = &c->run[c->reference];
    const size_t room = (size_t)c->measure.column_count;
    pair p = {begin_track(&c->measure, &run->columns),
              begin_track(&c->measure, &reference->columns),
              calloc(room, sizeof *p.here),
              calloc(room, sizeof *p.there),
              0.0,
              0.0};
    run->time = calloc(p.run.rows, sizeof *run->time);
    run->error = calloc(p.run.rows, sizeof *run->error);
    outcome how = OUTCOME_DONE;
    if (p.run.values == NULL || p.reference.values == NULL || p.here == NULL || p.there == NULL ||
        run->time == NULL || run->error == NULL) {
        how = ludo_error_memory();
    } else {
        set_tolerance(&p);
        how = compare_tracks(run, reference, &p);
        if (how == OUTCOME_DONE && run->interpolated && isnan(c->interpolation_error)) {
            c->interpolation_error = interpolation_error_of(&p);
        }
    }
    free(p.run.values);
    free(p.reference.values);
    free(p.here);
    free(p.there);
    return how;
}

/* ---- errors without a reference ---- */

/* The largest magnitude of a column, or of its change from the first row; NaN without the column.
 */
static double largest_of(const columns *c, const char *name, bool change)
{
    const int32_t number = ludo_columns_find(c, name);
    double largest = (double)NAN;
    for (size_t k = 0; number >= 0 && k < c->rows; k++) {
        const double *values = c->values[number];
        const double size = fabs(values[k] - (change ? values[0] : 0.0));
        largest = size <= largest || isnan(size) ? largest : size;
    }
    return largest;
}

outcome ludo_compare_errors(comparison *c)
{
    outcome how = OUTCOME_DONE;
    c->interpolation_error = (double)NAN;
    for (int32_t i = 0; i < c->count && how == OUTCOME_DONE; i++) {
        compared_run *run = &c->run[i];
        const bool table = run->columns.recorded.trajectory == NULL;
        run->largest = run->largest_at = run->final = run->order = (double)NAN;
        run->energy_error = largest_of(&run->columns, table ? "energy" : "energy_error", table);
        run->closure = table ? (double)NAN : largest_of(&run->columns, "position_violation", false);
        how = i != c->reference ? compare_run(c, run) : OUTCOME_DONE;
    }
    return how;
}

bool ludo_compare_is_doubtful(const comparison *c, const compared_run *run)
{
    return run->interpolated && !(c->interpolation_error <= 0.1 * run->largest);
}
