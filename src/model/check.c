/* SPDX-License-Identifier: Apache-2.0
 *
 * Whether a description can be a mechanism. */
#include "model/check.h"

#include "core/diagnostic.h"

#include <stdio.h>

label ludo_label(const char *kind, const char *name, int32_t number)
{
    label l;
    if (*name != '\0') {
        (void)snprintf(l.text, sizeof l.text, "%s '%s'", kind, name);
    } else {
        (void)snprintf(l.text, sizeof l.text, "%s %d", kind, (int)number);
    }
    return l;
}

ludo_status ludo_check_report(ludo_diagnostic *why, ludo_place place, label thing,
                              const char *problem)
{
    if (problem == NULL) {
        return LUDO_OK;
    }
    ludo_diagnose(why, place, "%s %s", thing.text, problem);
    return LUDO_BAD_MODEL;
}

/* Whether s 1 + sign J is positive definite, by its leading minors. */
static bool shifted_positive(double s, double sign, const double J[6])
{
    const double xx = s + sign * J[0], yy = s + sign * J[1], zz = s + sign * J[2];
    const double xy = sign * J[3], xz = sign * J[4], yz = sign * J[5];
    const double minor2 = xx * yy - xy * xy;
    const double minor3 = zz * minor2 - xx * yz * yz - yy * xz * xz + 2.0 * xy * xz * yz;
    return xx > 0.0 && minor2 > 0.0 && minor3 > 0.0;
}

/* Every principal moment is at most the sum of the other two exactly where (tr J / 2) 1 - J has no
 * negative eigenvalue; `slack` is relative to tr J. */
static bool triangle_holds(const double J[6], double slack)
{
    const double trace = J[0] + J[1] + J[2];
    return shifted_positive((0.5 + slack) * trace, -1.0, J);
}

bool ludo_check_inertia_is_borderline(const double J[6])
{
    /* below 1e-12 of the trace it is the round-off of the file's digits */
    return !triangle_holds(J, 1e-12);
}

const char *ludo_check_inertia(const mass_properties *m)
{
    const double J[6] = {m->J.xx, m->J.yy, m->J.zz, m->J.xy, m->J.xz, m->J.yz};
    if (!isfinite(m->mass) || !v3_finite(m->com) || !all_finite(J, 6)) {
        return "has a number that is not finite";
    }
    if (!(m->mass > 0.0)) {
        return "has an inertia but no mass";
    }
    if (!shifted_positive(0.0, 1.0, J)) {
        return "has an inertia that is not positive definite";
    }
    return triangle_holds(J, 1e-6) ? NULL
                                   : "has an inertia that no body can have (one principal moment "
                                     "exceeds the sum of the other two)";
}

static ludo_status check_body(const ludo_body_def *b, int32_t i, ludo_diagnostic *why)
{
    const char *problem = NULL;
    if (!isfinite(b->mass) || !v3_finite(b->com) || !all_finite(b->inertia, 6)) {
        problem = "has a number that is not finite";
    } else if (b->mass < 0.0) {
        problem = "has a negative mass";
    }
    return ludo_check_report(why, b->place, ludo_label("body", b->name, i), problem);
}

static ludo_status check_site(const ludo_spec *spec, const ludo_site_def *s, int32_t i,
                              ludo_diagnostic *why)
{
    const char *problem = NULL;
    if (!is_body_or_world(spec, s->body)) {
        problem = "is on a body that does not exist";
    } else if (!frame_finite(&s->frame)) {
        problem = "has a number that is not finite";
    }
    return ludo_check_report(why, s->place, ludo_label("site", s->name, i), problem);
}

static ludo_status check_keyframe(const ludo_keyframe_def *k, int32_t i, ludo_diagnostic *why)
{
    const bool finite = isfinite(k->time) && all_finite(k->position, k->position_count) &&
                        all_finite(k->velocity, k->velocity_count) &&
                        all_finite(k->control, k->control_count);
    return ludo_check_report(why, k->place, ludo_label("keyframe", k->name, i),
                             finite ? NULL : "has a number that is not finite");
}

ludo_status ludo_check_spec(const ludo_spec *spec, ludo_diagnostic *why)
{
    const ludo_body_def *bodies = spec->bodies.items;
    const ludo_site_def *sites = spec->sites.items;
    const ludo_keyframe_def *keyframes = spec->keyframes.items;
    ludo_status status = LUDO_OK;
    if (spec->bodies.count == 0) {
        ludo_diagnose(why, (ludo_place){0}, "the mechanism has no bodies");
        return LUDO_BAD_MODEL;
    }
    for (int32_t i = 0; i < spec->bodies.count && status == LUDO_OK; i++) {
        status = check_body(&bodies[i], i, why);
    }
    status = status == LUDO_OK ? ludo_check_joints(spec, why) : status;
    status = status == LUDO_OK ? ludo_check_loops(spec, why) : status;
    status = status == LUDO_OK ? ludo_check_geoms(spec, why) : status;
    for (int32_t i = 0; i < spec->sites.count && status == LUDO_OK; i++) {
        status = check_site(spec, &sites[i], i, why);
    }
    status = status == LUDO_OK ? ludo_check_forces(spec, why) : status;
    for (int32_t i = 0; i < spec->keyframes.count && status == LUDO_OK; i++) {
        status = check_keyframe(&keyframes[i], i, why);
    }
    return status;
}
