/* SPDX-License-Identifier: Apache-2.0
 *
 * The law of the step density [step-density.md 3]. */
#include "sim/density.h"

#include <math.h>

/* c = 1/2 and ln 3 = ln(1 + 1 / c) of the law s = A K / (ln 3 (|d| + c R)): between d = 0 and d = R
 * its energy error changes by A K [step-density.md 3]. */
static const double floor_part = 0.5, range_log = 1.0986122886681098;

/* A section is too long if the defect changes over it by more than this part of the largest one,
 * and if it has at least so many parts. */
static const double long_change = 0.125;
enum { LONG_PARTS = 16 };

static double larger(double a, double b)
{
    return b > a ? b : a;
}

static double power(double base, int32_t exponent)
{
    double product = 1.0;
    for (int32_t i = 0; i < exponent; i++) {
        product *= base;
    }
    return product;
}

/* Numbers of parts have this many leading bits, the others are zero: a small error of the predicted
 * defect mostly leads to the same number. */
enum { BITS = 5 };

static int32_t rounded_up(int32_t number)
{
    int32_t unit = 1;
    while (number >> BITS >= unit) {
        unit *= 2;
    }
    return (number + unit - 1) / unit * unit;
}

/* The smallest number of parts n with n^p >= least: without roots, so that all machines agree. */
static int32_t smallest(double least, int32_t order, int32_t most)
{
    int32_t low = 1, high = 1;
    while (high < most && !(power(high, order) >= least)) {
        low = high;
        high *= 2;
    }
    while (high - low > 1) {
        const int32_t middle = low + (high - low) / 2;
        const bool enough = power(middle, order) >= least;
        low = enough ? low : middle;
        high = enough ? middle : high;
    }
    return rounded_up(high);
}

int32_t ludo_density_parts(const step_density *density, density_law law, double defect,
                           double length)
{
    const double error = range_log * (fabs(defect) + floor_part * density->range);
    const double least = power(fabs(length), law.order) * error / (law.accuracy * density->scale);
    return least > 1.0 ? smallest(least, law.order, DENSITY_PARTS >> density->doublings)
                       : 1; /* also for 0 / 0, at rest */
}

int32_t ludo_density_predict(const step_density *density, density_law law, double length)
{
    return ludo_density_parts(density, law,
                              density->defect + 0.5 * (density->trend + density->bend), length);
}

double ludo_density_defect(const step_density *density, density_law law, double part, double change)
{
    return density->defect - change / power(fabs(part), law.order);
}

bool ludo_density_accept(step_density *density, double defect, double loss, int32_t parts)
{
    const double forget = loss > 0.0 ? 1.0 / (1.0 + loss / density->scale) : 1.0;
    const double trend = defect - density->defect;
    density->bend = trend - density->trend;
    density->trend = trend;
    density->defect = forget * defect;
    density->range = larger(forget * density->range, fabs(density->defect));
    return parts >= LONG_PARTS && fabs(density->trend) > long_change * density->range;
}

void ludo_density_halve(step_density *density)
{
    if (density->doublings < DENSITY_DOUBLINGS) {
        density->doublings++;
        density->trend *= 0.5;
        density->bend *= 0.25;
    }
}

void ludo_density_see(step_density *density, double kinetic)
{
    density->scale = larger(density->scale, kinetic);
}

bool ludo_density_plausible(const step_density *density)
{
    return isfinite(density->defect) && isfinite(density->trend) && isfinite(density->bend) &&
           density->range >= 0.0 && isfinite(density->range) && density->scale >= 0.0 &&
           isfinite(density->scale) && density->doublings >= 0 &&
           density->doublings <= DENSITY_DOUBLINGS &&
           (density->begun == 0 || density->begun == 1) &&
           (density->blind == 0 || density->blind == 1);
}
