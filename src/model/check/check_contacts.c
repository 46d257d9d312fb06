/* SPDX-License-Identifier: Apache-2.0
 *
 * Checks of contact laws, pairs and excluded bodies. */
#include "model/check/check.h"

/* The dimensions of a contact force: normal (1), sliding (3), spinning (4), rolling (6). */
static bool is_condim(int32_t condim)
{
    return condim == 1 || condim == 3 || condim == 4 || condim == 6;
}

const char *ludo_check_contact_law(int32_t condim, const double friction[3], double restitution)
{
    if (!is_condim(condim)) {
        return "has a condim other than 1, 3, 4 or 6";
    }
    for (int i = 0; i < 3; i++) {
        if (!(friction[i] >= 0.0 && isfinite(friction[i]))) {
            return "has a friction coefficient that is negative or not finite";
        }
    }
    return restitution >= 0.0 && restitution <= 1.0
               ? NULL
               : "has a restitution outside of the range 0 to 1";
}

static bool is_geom(const ludo_spec *spec, int32_t geom)
{
    return geom >= 0 && geom < spec->geoms.count;
}

static const char *pair_problem(const ludo_spec *spec, const ludo_pair_def *p)
{
    if (!is_geom(spec, p->geom_a) || !is_geom(spec, p->geom_b)) {
        return "names a geom that does not exist";
    }
    if (p->geom_a == p->geom_b) {
        return "pairs a geom with itself";
    }
    const double friction[3] = {p->friction, p->spin_friction, p->roll_friction};
    return ludo_check_contact_law(p->condim, friction, p->restitution);
}

static const char *exclude_problem(const ludo_spec *spec, const ludo_exclude_def *e)
{
    return is_body_or_world(spec, e->body_a) && is_body_or_world(spec, e->body_b)
               ? NULL
               : "names a body that does not exist";
}

ludo_status ludo_check_contacts(const ludo_spec *spec, ludo_diagnostic *why)
{
    const ludo_pair_def *pair = spec->pairs.items;
    const ludo_exclude_def *exclude = spec->excludes.items;
    ludo_status status = LUDO_OK;
    for (int32_t i = 0; i < spec->pairs.count && status == LUDO_OK; i++) {
        status = ludo_check_report(why, pair[i].place, ludo_label("pair", pair[i].name, i),
                                   pair_problem(spec, &pair[i]));
    }
    for (int32_t i = 0; i < spec->excludes.count && status == LUDO_OK; i++) {
        status = ludo_check_report(why, exclude[i].place, ludo_label("exclude", exclude[i].name, i),
                                   exclude_problem(spec, &exclude[i]));
    }
    return status;
}
