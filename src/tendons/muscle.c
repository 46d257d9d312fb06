/* SPDX-License-Identifier: Apache-2.0
 *
 * The forces of a muscle [forces.md 6.2]: active, -F FL(l) FV(v), and passive, -F FP(l). Its length
 * l and velocity v are in units of the optimum length. All curves are made of parabolas and
 * straight lines that meet without a kink. */
#include "tendons/actuator_list.h"

/* A curve and its derivative. */
typedef struct curve {
    double value, slope;
} curve;

/* FL: four parabolas, zero at both ends of the range, 1/2 in the middle of each half, 1 at 1. */
static curve active_length(const muscle_data *m, double l)
{
    if (l < m->shortest || l > m->longest) {
        return (curve){0.0, 0.0};
    }
    const double end = l <= 1.0 ? m->shortest : m->longest;
    const double half = 0.5 * (end + 1.0) - end; /* signed: from the end to the middle */
    const double from_end = (l - end) / half, from_top = (1.0 - l) / half;
    return from_end <= 1.0 ? (curve){0.5 * from_end * from_end, from_end / half}
                           : (curve){1.0 - 0.5 * from_top * from_top, from_top / half};
}

/* FV: zero from the fastest shortening, v = -1, on; 1 at rest; saturates where it lengthens. */
static curve active_velocity(const muscle_data *m, double v)
{
    const double more = m->lengthening - 1.0;
    if (v <= -1.0) {
        return (curve){0.0, 0.0};
    }
    if (v <= 0.0) {
        return (curve){(v + 1.0) * (v + 1.0), 2.0 * (v + 1.0)};
    }
    if (v <= more) {
        return (curve){m->lengthening - (more - v) * (more - v) / more, 2.0 * (more - v) / more};
    }
    return (curve){m->lengthening, 0.0};
}

/* FP: zero up to 1, a parabola up to the middle of 1 and the greatest length, a line beyond. */
static curve passive_length(const muscle_data *m, double l)
{
    const double half = 0.5 * (1.0 + m->longest) - 1.0, x = (l - 1.0) / half;
    if (l <= 1.0) {
        return (curve){0.0, 0.0};
    }
    return x <= 1.0 ? (curve){m->passive * 0.5 * x * x, m->passive * x / half}
                    : (curve){m->passive * (x - 0.5), m->passive / half};
}

static double length_of(const muscle_data *m, double length)
{
    return m->first + (length - m->start) / m->optimum;
}

static law_value muscle_gain(const actuator_data *a, double length, double rate)
{
    const muscle_data *m = &a->muscle;
    const double unit = m->optimum * m->fastest;
    const curve by_length = active_length(m, length_of(m, length));
    const curve by_rate = active_velocity(m, rate / unit);
    return (law_value){-m->force * by_length.value * by_rate.value,
                       -m->force * by_length.slope * by_rate.value / m->optimum,
                       -m->force * by_length.value * by_rate.slope / unit};
}

static law_value muscle_bias(const actuator_data *a, double length, double rate)
{
    const muscle_data *m = &a->muscle;
    const curve passive = passive_length(m, length_of(m, length));
    (void)rate;
    return (law_value){-m->force * passive.value, -m->force * passive.slope / m->optimum, 0.0};
}

const actuator_law ludo_gain_muscle = {.name = "muscle", .is_muscle = true, .at = muscle_gain};
const actuator_law ludo_bias_muscle = {.name = "muscle", .is_muscle = true, .at = muscle_bias};
