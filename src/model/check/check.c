/* SPDX-License-Identifier: Apache-2.0
 *
 * Checks of a description. */
#include "model/check/check.h"

#include "core/diagnostic.h"

#include <stdio.h>

const double ludo_check_digits = 1e-6;

const char ludo_check_cure[] = "; option --repair (repair=True, ludo_spec_repair()) replaces it";

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

/* True if A is positive definite, by its leading minors. */
static bool is_positive(sym3 A)
{
    const double minor2 = A.xx * A.yy - A.xy * A.xy;
    const double minor3 =
        A.zz * minor2 - A.xx * A.yz * A.yz - A.yy * A.xz * A.xz + 2.0 * A.xy * A.xz * A.yz;
    return A.xx > 0.0 && minor2 > 0.0 && minor3 > 0.0;
}

/* Each principal moment is at most the sum of the other two if and only if (tr J / 2) 1 - J has no
 * negative eigenvalue; `slack` is relative to tr J. */
static bool triangle_holds(sym3 J, double slack)
{
    const double s = (0.5 + slack) * (J.xx + J.yy + J.zz);
    return is_positive((sym3){s - J.xx, s - J.yy, s - J.zz, -J.xy, -J.xz, -J.yz});
}

bool ludo_check_inertia_is_borderline(sym3 J)
{
    /* below 1e-12 of the trace a violation is round-off of the file's digits */
    return !triangle_holds(J, 1e-12);
}

const char *ludo_check_inertia(const mass_properties *m)
{
    if (!mass_finite(*m)) {
        return "has a number that is not finite";
    }
    if (!(m->mass > 0.0)) {
        return "has an inertia but no mass";
    }
    if (!is_positive(m->J)) {
        return "has an inertia that is not positive definite";
    }
    return triangle_holds(m->J, 1e-6)
               ? NULL
               : "has an inertia that no body can have (one principal moment exceeds the sum of "
                 "the other two)";
}

static ludo_status check_body(const ludo_body_def *b, int32_t i, ludo_diagnostic *why)
{
    const char *problem = NULL;
    char negative[96];
    if (!isfinite(b->mass) || !v3_finite(b->com) || !all_finite(b->inertia, 6) ||
        !isfinite(q_dot(b->drag_axes, b->drag_axes))) {
        problem = "has a number that is not finite";
    } else if (b->mass < 0.0) {
        (void)snprintf(negative, sizeof negative, "has a negative mass%s", ludo_check_cure);
        problem = negative;
    } else if (!isfinite(b->gravity_compensation) || b->gravity_compensation < 0.0) {
        problem = "has a gravity compensation that is negative or not finite";
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
    } else {
        problem = ludo_check_site_shape(s);
    }
    return ludo_check_report(why, s->place, ludo_label("site", s->name, i), problem);
}

static ludo_status check_keyframe(const ludo_keyframe_def *k, int32_t i, ludo_diagnostic *why)
{
    const bool finite = isfinite(k->time) && all_finite(k->position, k->position_count) &&
                        all_finite(k->velocity, k->velocity_count) &&
                        all_finite(k->control, k->control_count) &&
                        all_finite(k->activation, k->activation_count);
    return ludo_check_report(why, k->place, ludo_label("keyframe", k->name, i),
                             finite ? NULL : "has a number that is not finite");
}

ludo_status ludo_check_spec(const ludo_spec *spec, ludo_diagnostic *why)
{
    const ludo_body_def *bodies = spec->bodies.items;
    const ludo_site_def *sites = spec->sites.items;
    const ludo_keyframe_def *keyframes = spec->keyframes.items;
    ludo_status status = LUDO_OK;
    for (int32_t i = 0; i < spec->bodies.count && status == LUDO_OK; i++) {
        status = check_body(&bodies[i], i, why);
    }
    status = status == LUDO_OK ? ludo_check_joints(spec, why) : status;
    status = status == LUDO_OK ? ludo_check_loops(spec, why) : status;
    status = status == LUDO_OK ? ludo_check_geoms(spec, why) : status;
    status = status == LUDO_OK ? ludo_check_contacts(spec, why) : status;
    status = status == LUDO_OK ? ludo_check_fluids(spec, why) : status;
    for (int32_t i = 0; i < spec->sites.count && status == LUDO_OK; i++) {
        status = check_site(spec, &sites[i], i, why);
    }
    status = status == LUDO_OK ? ludo_check_forces(spec, why) : status;
    status = status == LUDO_OK ? ludo_check_sensors(spec, why) : status;
    for (int32_t i = 0; i < spec->keyframes.count && status == LUDO_OK; i++) {
        status = check_keyframe(&keyframes[i], i, why);
    }
    return status;
}
