/* SPDX-License-Identifier: Apache-2.0
 *
 * The energy at hand in a run. The energy error of a run is far below it, also where steps are too
 * long for accurate results; contacts that separate overlapping geoms supply little more than the
 * weight does. */
#include "simulate/energy_scale.h"

#include "reading.h"
#include "simulate/run.h"
#include "terminal/printable.h"

/* An energy is far above the energy at hand from this multiple on. In the examples and test models,
 * at steps of 0.02 s too, errors stay below 0.04 of it, and contacts supply less than 0.001. */
static const double far_above = 10.0;

/* The least energy at hand: of a fall [m], of a squared speed [m^2/s^2], and a part of the
 * potential, which has rounding errors. */
static const double least_fall = 1e-3, least_square = 1e-6, rounding = 1e-9;

energy_scale ludo_energy_scale_begin(const ludo_model *model, const ludo_energy *first)
{
    const ludo_vec3 g = gravity_of(model);
    const double fall = least_fall * sqrt(g.x * g.x + g.y * g.y + g.z * g.z);
    const double least = ludo_model_mass(model) * (fall + least_square);
    return (energy_scale){.start = first->kinetic + fabs(first->springs) + least +
                                   rounding * fabs(first->potential)};
}

void ludo_energy_scale_add(energy_scale *s, double time, const ludo_energy *first,
                           const ludo_energy *now)
{
    const double climb = now->potential - first->potential;
    const double error = fabs(ludo_energy_error(first, now));
    const double supplied = first->contact - now->contact;
    s->error_time = error > s->error ? time : s->error_time;
    s->supplied_time = supplied > s->supplied ? time : s->supplied_time;
    s->error = larger_or_nan(s->error, error);
    s->supplied = larger_or_nan(s->supplied, supplied);
    s->climb = larger_or_nan(s->climb, climb);
    s->fall = larger_or_nan(s->fall, -climb);
    s->work = larger_or_nan(s->work, now->work - first->work);
    s->driven = larger_or_nan(s->driven, first->dissipated - now->dissipated);
}

static void warn_error(const energy_scale *s, double sources, const char *path)
{
    ludo_printable_print(
        stderr,
        "%s: warning: the energy error is %.3g J at t = %.9g s, far above the energy at hand, "
        "%.3g J: the motion is wrong; try a smaller --dt, and check the file for springs, dampers "
        "and masses that differ by many orders of magnitude\n",
        path, s->error, s->error_time, sources);
}

static void warn_supplied(const energy_scale *s, double sources, const char *path)
{
    ludo_printable_print(
        stderr,
        "%s: warning: contacts, limits and dry friction supply %.3g J until t = %.9g s, far above "
        "the energy at hand, %.3g J: their forces are not realistic; check the file for dampers "
        "and masses that differ by many orders of magnitude, and the initial state for geoms that "
        "overlap (--exclude, --no-contact) and for joints outside of their limits (--no-limits)\n",
        path, s->supplied, s->supplied_time, sources);
}

void ludo_energy_scale_warn(const energy_scale *s, const char *path)
{
    const double sources = s->start + s->fall + s->work + s->driven;
    if (s->error > far_above * (sources + s->supplied)) {
        warn_error(s, sources + s->supplied, path);
    }
    if (s->supplied > far_above * (sources + s->climb)) {
        warn_supplied(s, sources, path);
    }
}
