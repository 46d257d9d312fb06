/* SPDX-License-Identifier: Apache-2.0
 *
 * Checks of springs: their numbers, and the sites, paths and terms of their lengths. */
#include "core/diagnostic.h"
#include "model/check/check.h"
#include "model/tendon.h"

#include <string.h>

static bool is_site(const ludo_spec *spec, int32_t site)
{
    return site >= 0 && site < spec->sites.count;
}

/* ---- two sites ---- */

static bool is_wrench(const ludo_spring_def *s)
{
    return strcmp(s->type, "wrench") == 0;
}

static bool is_crank(const ludo_spring_def *s)
{
    return strcmp(s->type, "slider_crank") == 0;
}

/* Types along which only actuators act. */
static const char *transmission_problem(const ludo_spring_def *s)
{
    if (!is_crank(s) && !is_wrench(s) && !ludo_tendon_kind_find(s->type)->of_rates) {
        return NULL;
    }
    if (is_crank(s) && !(s->rod > 0.0)) {
        return "needs a rod of a positive length";
    }
    if (s->limited || s->friction_loss != 0.0 || s->armature != 0.0) {
        return "has a range, friction or an armature, which its type does not allow";
    }
    return s->stiffness != 0.0 || s->damping != 0.0
               ? "has a stiffness or damping, which its type does not allow"
               : NULL;
}

static const char *sites_problem(const ludo_spec *spec, const ludo_spring_def *s)
{
    if (s->path_count > 0) {
        return "has a path, but its type is not path";
    }
    const bool alone = s->site_a == LUDO_WORLD && is_wrench(s);
    if ((!is_site(spec, s->site_a) && !alone) || !is_site(spec, s->site_b)) {
        return "names a site that does not exist";
    }
    return s->site_a == s->site_b ? "joins a site to itself" : NULL;
}

/* ---- paths ---- */

typedef enum path_item { ITEM_SITE, ITEM_GEOM, ITEM_PULLEY } path_item;

static path_item item_of(const ludo_path_point *p)
{
    return p->divisor != 0.0 ? ITEM_PULLEY : p->geom >= 0 ? ITEM_GEOM : ITEM_SITE;
}

static const char *geom_problem(const ludo_spec *spec, const ludo_path_point *p)
{
    if (p->geom >= spec->geoms.count) {
        return "names a geom that does not exist";
    }
    const ludo_geom_def *g = (const ludo_geom_def *)spec->geoms.items + p->geom;
    if (strcmp(g->type, "sphere") != 0 && strcmp(g->type, "cylinder") != 0) {
        return "wraps around a geom that is neither a sphere nor a cylinder";
    }
    return p->side != -1 && !is_site(spec, p->side) ? "names a side site that does not exist"
                                                    : NULL;
}

/* The problem of one point by itself. */
static const char *point_problem(const ludo_spec *spec, const ludo_path_point *p)
{
    const int set = (p->site >= 0) + (p->geom >= 0) + (p->divisor != 0.0);
    if (set != 1 || (p->side >= 0 && p->geom < 0)) {
        return "has a point that is not exactly one of site, geom and pulley";
    }
    if (p->divisor != 0.0) {
        return p->divisor > 0.0 && isfinite(p->divisor)
                   ? NULL
                   : "has a pulley whose divisor is not positive";
    }
    if (p->geom >= 0) {
        return geom_problem(spec, p);
    }
    return is_site(spec, p->site) ? NULL : "names a site that does not exist";
}

/* The problem of point i with its neighbours. */
static const char *order_problem(const ludo_spring_def *s, int32_t i)
{
    const path_item here = item_of(&s->path[i]);
    const path_item before = i > 0 ? item_of(&s->path[i - 1]) : ITEM_PULLEY;
    const path_item after = i + 1 < s->path_count ? item_of(&s->path[i + 1]) : ITEM_PULLEY;
    if (here == ITEM_GEOM) {
        return before == ITEM_SITE && after == ITEM_SITE
                   ? NULL
                   : "wraps around a geom that has no site before and after it";
    }
    if (here == ITEM_PULLEY) {
        return after == ITEM_SITE ? NULL : "has a pulley that no site follows";
    }
    if (before == ITEM_PULLEY && after == ITEM_PULLEY) {
        return "has a branch with a single site";
    }
    return before == ITEM_SITE && s->path[i].site == s->path[i - 1].site ? "joins a site to itself"
                                                                         : NULL;
}

static const char *path_problem(const ludo_spec *spec, const ludo_spring_def *s)
{
    const char *problem = s->path_count == 0 ? "has an empty path" : NULL;
    for (int32_t i = 0; i < s->path_count && problem == NULL; i++) {
        problem = point_problem(spec, &s->path[i]);
    }
    for (int32_t i = 0; i < s->path_count && problem == NULL; i++) {
        problem = order_problem(s, i);
    }
    return problem;
}

/* ---- joint terms ---- */

static const char *terms_problem(const ludo_spec *spec, const ludo_spring_def *s)
{
    const char *problem = s->term_count == 0 ? "has no joint terms" : NULL;
    for (int32_t i = 0; i < s->term_count && problem == NULL; i++) {
        const ludo_tendon_term *t = &s->term[i];
        problem = isfinite(t->weight) ? ludo_check_coordinate(spec, t->joint, t->dof)
                                      : "has a number that is not finite";
    }
    return problem;
}

/* The terms of a direction in the rates of one joint. */
static const char *rates_problem(const ludo_spec *spec, const ludo_spring_def *s)
{
    const ludo_joint_def *joints = spec->joints.items;
    if (s->term_count == 0) {
        return "has no joint terms";
    }
    const int32_t joint = s->term[0].joint;
    if (joint < 0 || joint >= spec->joints.count) {
        return "names a joint that does not exist";
    }
    const joint_kind *kind = ludo_joint_kind_find(joints[joint].type);
    const char *problem = kind_is_ball_or_free(kind)
                              ? NULL
                              : "acts along rates of a joint that is neither a ball nor free; a "
                                "spring of type tendon acts along its coordinates";
    for (int32_t i = 0; i < s->term_count && problem == NULL; i++) {
        const ludo_tendon_term *t = &s->term[i];
        problem = !isfinite(t->weight)                ? "has a number that is not finite"
                  : t->joint != joint                 ? "acts along rates of more than one joint"
                  : t->dof < 0 || t->dof >= kind->dof ? "acts along a degree of freedom that its "
                                                        "joint does not have"
                                                      : NULL;
    }
    return problem;
}

/* ---- any spring ---- */

static const char *number_problem(const ludo_spring_def *s)
{
    const double numbers[] = {s->stiffness, s->damping,       s->rest[0], s->rest[1],
                              s->rod,       s->friction_loss, s->armature};
    if (!all_finite(numbers, 7) || !all_finite(s->gear, 6) || !all_finite(s->range, 2)) {
        return "has a number that is not finite";
    }
    if (s->stiffness < 0.0) {
        return "has a negative stiffness";
    }
    if (s->damping < 0.0) {
        return "has a negative damping";
    }
    if (s->friction_loss < 0.0) {
        return "has a negative friction loss";
    }
    if (s->armature < 0.0) {
        return "has a negative armature";
    }
    if (s->limited && s->range[0] > s->range[1]) {
        return "has an empty range of lengths";
    }
    return s->rest[0] > s->rest[1] ? "has an empty range of rest lengths" : NULL;
}

ludo_status ludo_check_spring(const ludo_spec *spec, int32_t spring, ludo_diagnostic *why)
{
    const ludo_spring_def *s = (const ludo_spring_def *)spec->springs.items + spring;
    const label thing = ludo_label("spring", s->name, spring);
    const tendon_kind *kind = ludo_tendon_kind_find(s->type);
    if (kind == NULL) {
        ludo_diagnose(why, s->place, "%s has the unknown type '%s'", thing.text, s->type);
        return LUDO_BAD_MODEL;
    }
    const char *problem = number_problem(s);
    problem = problem == NULL ? transmission_problem(s) : problem;
    if (problem == NULL) {
        problem = kind->of_rates                 ? rates_problem(spec, s)
                  : !kind->joins_sites           ? terms_problem(spec, s)
                  : strcmp(s->type, "path") == 0 ? path_problem(spec, s)
                                                 : sites_problem(spec, s);
    }
    return ludo_check_report(why, s->place, thing, problem);
}
