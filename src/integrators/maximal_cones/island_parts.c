/* SPDX-License-Identifier: Apache-2.0
 *
 * Islands as the parts of an interior point. */
#include "integrators/maximal_cones/island_parts.h"

#include "integrators/maximal_cones/condensation.h"

#include <math.h>
#include <string.h>

/* ---- parts ---- */

const island *ludo_island_parts_at(const island_parts *of, int32_t part)
{
    return &of->x->contacts->islands.island[of->island[part]];
}

void ludo_island_parts_add(maximal_contacts *c, int32_t count, int32_t island_number)
{
    islands *of = &c->islands;
    const island *k = &of->island[island_number];
    of->island_of_part[count] = island_number;
    of->part[count] =
        (interior_part){.cones = c->cone + k->first, .count = k->end - k->first, .running = true};
}

void ludo_island_parts_run(const island_parts *parts, const interior_part *part)
{
    islands *of = &parts->x->contacts->islands;
    memset(of->running, 0, (size_t)of->count * sizeof *of->running);
    for (int32_t k = 0; k < parts->count; k++) {
        of->running[parts->island[k]] = part[k].running;
    }
}

/* Whether all that is evaluated of a body depends on its block and its island alone, and is written
 * anew each time. */
static bool are_apart(const ludo_model *m)
{
    return m->loop_count == 0 && m->spring_count == 0 && m->tethers == 0 && m->drags == 0;
}

void ludo_island_parts_leave(maximal *x, const ludo_model *m)
{
    islands *of = &x->contacts->islands;
    if (!are_apart(m)) {
        return;
    }
    memset(of->still, true, (size_t)x->blocks * sizeof *of->still);
    for (int32_t n = 0; n < of->count; n++) {
        const island *k = &of->island[n];
        for (int32_t b = k->first_body; b < k->end_body && of->running[n]; b++) {
            of->still[of->body[b] / LANES] = false;
        }
    }
    x->still = of->still;
}

void ludo_island_parts_choose_solvers(const island_parts *parts, const interior_part *part)
{
    islands *of = &parts->x->contacts->islands;
    memset(of->soft, 0, (size_t)of->count * sizeof *of->soft);
    for (int32_t k = 0; k < parts->count; k++) {
        of->soft[parts->island[k]] = part[k].running && part[k].attempt.soft;
    }
    ludo_condensation_choose(parts->x, of->soft, of->of_body);
}

const bool *ludo_island_parts_idle(islands *of)
{
    bool any = false;
    for (int32_t s = 0; s < of->bodies && of->count > 1; s++) {
        of->idle[s] = !of->running[of->of_body[s]];
        any = any || of->idle[s];
    }
    return any ? of->idle : NULL;
}

void ludo_island_parts_read_alpha(const island_parts *parts, const interior_part *part)
{
    islands *of = &parts->x->contacts->islands;
    memset(of->alpha, 0, (size_t)of->count * sizeof *of->alpha);
    for (int32_t k = 0; k < parts->count; k++) {
        of->alpha[parts->island[k]] = part[k].alpha;
    }
}

/* ---- motions ---- */

/* The larger of `most` and the motion by rates w over h of `count` degrees of freedom, in units of
 * their scales. */
static double larger_motion(double most, const double *w, const double *scale, int32_t count,
                            double h)
{
    for (int32_t c = 0; c < count; c++) {
        most = worst_of(most, fabs(h * w[c]) * scale[c]);
    }
    return most;
}

/* The largest motion of whole blocks, side by side. */
LUDO_KERNEL static double largest_of_blocks(const double *restrict w, const double *restrict scale,
                                            int32_t blocks, double h)
{
    lanes1 most = {{0.0}};
    double all = 0.0;
    for (int32_t c = 0; c < LANES * blocks; c += LANES) {
        FOR_LANES(l)
        {
            most.at[l] = worst_of(most.at[l], fabs(h * w[c + l]) * scale[c + l]);
        }
    }
    for (int l = 0; l < LANES; l++) {
        all = worst_of(all, most.at[l]);
    }
    return all;
}

/* The largest motion; of few degrees of freedom one by one, which takes less time. */
static double largest_motion(const double *w, const double *scale, int32_t count, double h)
{
    const int32_t blocks = count >= 2 * LANES ? count / LANES : 0, done = LANES * blocks;
    const double most = blocks > 0 ? largest_of_blocks(w, scale, blocks, h) : 0.0;
    return larger_motion(most, w + done, scale + done, count - done, h);
}

/* Bodies that follow one another take one run. */
double ludo_island_parts_motion(const island_parts *of, const ludo_model *m, int32_t part, double h)
{
    const maximal *x = of->x;
    const island *k = ludo_island_parts_at(of, part);
    const int32_t *body = x->contacts->islands.body;
    double most = 0.0;
    for (int32_t b = k->first_body, end = b; b < k->end_body; b = end) {
        for (end = b + 1; end < k->end_body && body[end] == body[end - 1] + 1;) {
            end++;
        }
        const int32_t first = m->column[body[b]], last = m->column[body[end - 1] + 1];
        const double own =
            largest_motion(x->tree.w + first, m->column_scale + first, last - first, h);
        most = worst_of(most, own);
    }
    return most;
}
