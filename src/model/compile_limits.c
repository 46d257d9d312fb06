/* SPDX-License-Identifier: Apache-2.0
 *
 * Compiling limits of coordinates and dry friction. */
#include "model/compile.h"

void ludo_compile_limits_count(ludo_model *m, const compiler *w)
{
    for (int32_t i = 0; i < w->spec->joints.count; i++) {
        for (int32_t c = 0; c < LUDO_MAX_DOF && !w->tree.closes[i]; c++) {
            m->limits.limit_count += w->joint[i].along[c].limited;
            m->limits.friction_count += w->joint[i].along[c].friction_loss > 0.0;
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

void ludo_compile_limits(ludo_model *m, compiler *w)
{
    m->limits.limit_count = m->limits.friction_count = 0;
    for (int32_t s = 0; s < m->slots; s++) {
        for (int32_t column = m->column[s]; column < m->column[s + 1]; column++) {
            fill_stop(m, w, s, column);
        }
    }
}
