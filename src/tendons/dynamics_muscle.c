/* SPDX-License-Identifier: Apache-2.0
 *
 * The activation of a muscle: da/dt = (u - a) / T, with u and the a of T kept within [0, 1]
 * [forces.md 6.2]. Rising (u > a), T grows with the activation; falling, it shrinks with it
 * [millard2013]:
 *
 *     T = T_1 (1 + 3 a) / 2 where u > a,    T = 2 T_2 / (1 + 3 a) elsewhere
 *
 * With a width w > 0 the two pass into each other over u - a from -w/2 to w/2. */
#include "tendons/actuator_list.h"

static double within_unit(double x)
{
    return x < 0.0 ? 0.0 : x > 1.0 ? 1.0 : x;
}

/* From 0 to 1 over [0, 1], with no first and second derivatives at the ends. */
static double smooth_step(double x)
{
    const double y = within_unit(x);
    return y * y * y * (y * (6.0 * y - 15.0) + 10.0);
}

static double time_constant(const actuator_data *a, double more, double activation)
{
    const double active = 0.5 + 1.5 * within_unit(activation);
    const double rising = a->time_constant[0] * active, falling = a->time_constant[1] / active;
    const double width = a->time_constant[2];
    const double part = width > 0.0 ? smooth_step(more / width + 0.5) : more > 0.0 ? 1.0 : 0.0;
    return part == 1.0 ? rising : falling + (rising - falling) * part;
}

static double muscle_rate(const actuator_data *a, double u, double activation)
{
    const double more = within_unit(u) - activation;
    return more / time_constant(a, more, activation);
}

/* The defect of the implicit midpoint m of a step from `activation`. */
static double defect(const actuator_data *a, double u, double activation, double h, double m)
{
    return m - activation - 0.5 * h * muscle_rate(a, u, m);
}

/* The root of the defect between m and n, where its signs differ: the method of false position,
 * with half the weight for an end that stays [dowell1971]. */
static double find_middle(const actuator_data *a, double u, double activation, double h, double m,
                          double n)
{
    double at_m = defect(a, u, activation, h, m), at_n = defect(a, u, activation, h, n);
    for (int i = 0; i < 100 && at_n != 0.0 && fabs(n - m) > 0x1p-52; i++) {
        const double x = n - at_n * (n - m) / (at_n - at_m);
        const double at_x = defect(a, u, activation, h, x);
        if ((at_x > 0.0) != (at_n > 0.0)) {
            m = n;
            at_m = at_n;
        } else {
            at_m *= 0.5;
        }
        n = x;
        at_n = at_x;
    }
    return n;
}

/* The far end of the middle of a step back in time: twice as far until the sign of the defect
 * differs; the start where it never does. */
static double far_end(const actuator_data *a, double u, double activation, double h)
{
    const double first = 0.5 * h * muscle_rate(a, u, activation);
    double end = activation + 2.0 * first;
    for (int i = 0; i < 10; i++) {
        if ((defect(a, u, activation, h, end) > 0.0) == (first > 0.0)) {
            return end;
        }
        end += end - activation;
    }
    return activation;
}

/* The implicit midpoint rule: symmetric in time, of order 2. Forward in time its middle lies
 * between a and u; its end stays there, too, as the exact solution does. */
static double muscle_advance(const actuator_data *a, double u, double activation, double h)
{
    const double to = within_unit(u);
    if (to == activation) {
        return activation;
    }
    const double end = h > 0.0 ? to : far_end(a, u, activation, h);
    const double middle = find_middle(a, u, activation, h, activation, end);
    const double next = activation + 2.0 * (middle - activation);
    const bool beyond = h > 0.0 && (next > to) == (to > activation);
    return beyond ? to : next;
}

const actuator_dynamics ludo_dynamics_muscle = {
    .name = "muscle",
    .forgets = true,
    .constants = 2,
    .rate = muscle_rate,
    .advance = muscle_advance,
};
