/* SPDX-License-Identifier: Apache-2.0
 *
 * Compiling limits of coordinates and of rates, and dry friction. */
#include "model/compile/compile.h"

void ludo_compile_limits_count(ludo_model *m, const compiler *w)
{
    for (int32_t i = 0; i < w->spec->joints.count; i++) {
        for (int32_t c = 0; c < LUDO_MAX_DOF && !w->tree.closes[i]; c++) {
            m->limits.limit_count += w->joint[i].along[c].limited;
            m->limits.friction_count += w->joint[i].along[c].friction_loss > 0.0;
            m->limits.speed_count += w->joint[i].along[c].speed > 0.0;
        }
    }
}

/* The number of the public joint of a column. */
static int32_t find_joint(const ludo_model *m, int32_t slot, int32_t column)
{
    int32_t i = 0;
    while (m->joints[i].slot != slot || column < m->joints[i].column ||
           column >= m->joints[i].column + m->joints[i].dof) {
        i++;
    }
    return i;
}

static const char *name_joint(ludo_model *m, compiler *w, int32_t joint)
{
    return ludo_compile_text(m, w, "joint '%s'", m->joints[joint].name);
}

/* A ball has a largest angle only. */
static limit_data make_limit(const ludo_dof_def *d, int32_t slot, int32_t column, bool ball)
{
    return (limit_data){slot, column, ball, {ball ? -HUGE_VAL : d->range[0], d->range[1]}};
}

static void fill_stop(ludo_model *m, compiler *w, int32_t slot, int32_t column)
{
    const ludo_dof_def *d = &m->along[column];
    const bool ball = m->column_kind[column] == COLUMN_BALL;
    model_limits *of = &m->limits;
    if (d->limited) {
        if (of->limit_count == 0) {
            of->limited_joint = find_joint(m, slot, column);
            of->limited_by = name_joint(m, w, of->limited_joint);
        }
        of->limit[of->limit_count++] = make_limit(d, slot, column, ball);
    }
    if (d->friction_loss > 0.0) {
        if (of->friction_count == 0) {
            of->rubbed_joint = find_joint(m, slot, column);
            of->rubbed_by = name_joint(m, w, of->rubbed_joint);
        }
        of->friction[of->friction_count++] =
            (dry_friction_data){slot, column, ball, d->friction_loss};
    }
}

/* Whether an actuator acts along a coordinate, or along a tendon through its joint. */
static bool is_driven(const ludo_model *m, int32_t column)
{
    bool driven = false;
    for (int32_t i = 0; i < m->actuator_count; i++) {
        const actuator_data *a = &m->actuator[i];
        driven = driven || a->column == column;
        for (int32_t k = 0; a->tendon >= 0 && k < m->tendon[a->tendon].term_count; k++) {
            driven = driven || m->tendon[a->tendon].term[k].column == column;
        }
    }
    return driven;
}

/* The rates of a ball, and of hinges that are solved as one, have no limits. */
static void fill_speed(ludo_model *m, compiler *w, int32_t slot, int32_t column)
{
    const double speed = m->along[column].speed;
    model_limits *of = &m->limits;
    if (!(speed > 0.0) || m->column_kind[column] == COLUMN_BALL ||
        m->joint[slot].kind->unwraps_coordinates) {
        return;
    }
    const bool driven = is_driven(m, column);
    if (driven && of->paced_by == NULL) {
        of->paced_joint = find_joint(m, slot, column);
        of->paced_by = name_joint(m, w, of->paced_joint);
    }
    of->speed[of->speed_count++] = (speed_data){slot, column, driven, speed};
}

/* Name the first tendon with a limit or dry friction, where no joint has one. */
static void name_tendons(ludo_model *m, compiler *w)
{
    model_limits *of = &m->limits;
    for (int32_t i = 0; i < m->spring_count; i++) {
        if (m->tendon[i].limited && of->limited_by == NULL) {
            of->limited_spring = i;
            of->limited_by = ludo_compile_text(m, w, "spring '%s'", m->spring[i].name);
        }
        if (m->tendon[i].friction_loss > 0.0 && of->rubbed_by == NULL) {
            of->rubbed_spring = i;
            of->rubbed_by = ludo_compile_text(m, w, "spring '%s'", m->spring[i].name);
        }
    }
}

void ludo_compile_limits(ludo_model *m, compiler *w)
{
    m->limits.limit_count = m->limits.friction_count = m->limits.speed_count = 0;
    m->limits.limited_joint = m->limits.limited_spring = -1;
    m->limits.rubbed_joint = m->limits.rubbed_spring = -1;
    for (int32_t s = 0; s < m->slots; s++) {
        for (int32_t column = m->column[s]; column < m->column[s + 1]; column++) {
            fill_stop(m, w, s, column);
            fill_speed(m, w, s, column);
        }
    }
    name_tendons(m, w);
}
