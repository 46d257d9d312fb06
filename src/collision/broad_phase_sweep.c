/* SPDX-License-Identifier: Apache-2.0
 *
 * Sweep of few boxes along x, or along the axis on which boxes are farther apart. The order hardly
 * changes from step to step: an insertion sort costs about one comparison per box. Equal boxes are
 * sorted by collider, so that the order doesn't depend on the one before. */
#include "collision/broad_phase.h"
#include "collision/pair_table.h"

/* Most boxes that are swept: a grid of more costs less. */
enum { MOST_SWEPT = 512 };

bool ludo_broad_phase_sweeps(int32_t moving)
{
    return moving <= MOST_SWEPT;
}

void ludo_broad_phase_sweep_layout(contact_search *s, int32_t moving, arena *a)
{
    s->end = TAKE(a, ludo_broad_phase_sweeps(moving) ? moving : 0, sweep_end);
}

void ludo_broad_phase_sweep_open(contact_search *s)
{
    for (int32_t i = 0; i < s->moving_count && ludo_broad_phase_sweeps(s->moving_count); i++) {
        s->end[i].span = i;
    }
}

/* ---- sorting ---- */

/* Sum of squared distances of the boxes from their mean along an axis. */
static double spread_along(const contact_search *s, int32_t axis)
{
    double sum = 0.0, squares = 0.0;
    for (int32_t i = 0; i < s->moving_count; i++) {
        const double x = s->span[i].low[axis] - s->span[0].low[axis];
        sum += x;
        squares += x * x;
    }
    return squares - sum * sum / s->moving_count;
}

/* Boxes along y or z have to be this many times as far apart, squared, as along x. */
static const double far_wider = 4.0;

/* The axis to sort along: what hangs or stands upright has its boxes side by side along x. */
static int32_t widest_axis(const contact_search *s)
{
    const double x = spread_along(s, 0), y = spread_along(s, 1), z = spread_along(s, 2);
    return y > far_wider * x || z > far_wider * x ? (z > y ? 2 : 1) : 0;
}

static bool is_before(const sweep_end *a, const sweep_end *b)
{
    return a->low < b->low || (a->low == b->low && a->span < b->span);
}

static void sort_ends(sweep_end *end, int32_t count)
{
    for (int32_t i = 1; i < count; i++) {
        const sweep_end moved = end[i];
        int32_t k = i;
        for (; k > 0 && is_before(&moved, &end[k - 1]); k--) {
            end[k] = end[k - 1];
        }
        end[k] = moved;
    }
}

/* A box that isn't a number overlaps none: it comes last. */
static void put_ends(contact_search *s, int32_t axis)
{
    for (int32_t i = 0; i < s->moving_count; i++) {
        const search_span *span = &s->span[s->end[i].span];
        const bool is_number = span->low[axis] <= span->high[axis];
        s->end[i].low = is_number ? span->low[axis] : HUGE_VAL;
        s->end[i].high = is_number ? span->high[axis] : -HUGE_VAL;
    }
}

/* ---- pairs ---- */

void ludo_broad_phase_sweep(contact_search *s, pair_visit *visit, void *with)
{
    const int32_t count = s->moving_count;
    if (count == 0) {
        return;
    }
    put_ends(s, widest_axis(s));
    sort_ends(s->end, count);
    for (int32_t i = 0; i < count; i++) {
        const search_span *a = &s->span[s->end[i].span];
        for (int32_t k = i + 1; k < count && s->end[k].low <= s->end[i].high; k++) {
            const search_span *b = &s->span[s->end[k].span];
            if (a->slot != b->slot && boxes_overlap(a, b) &&
                pair_table_may_touch(&s->table, a->collider, b->collider)) {
                visit(with, a->collider, b->collider);
            }
        }
    }
}
