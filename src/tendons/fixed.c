/* SPDX-License-Identifier: Apache-2.0
 *
 * A tendon through joints: L is the sum of joint coordinates times weights. */
#include "tendons/list.h"

/* The sum of weight times the entry of the column, over all terms. */
static double weighted_sum(const tendon_data *l, const double *of)
{
    double sum = 0.0;
    for (int32_t i = 0; i < l->term_count; i++) {
        sum += l->term[i].weight * of[l->term[i].column];
    }
    return sum;
}

static void fixed_view(const tendon_data *l, const pose *poses, const double *phi, tendon_view *out)
{
    (void)poses;
    out->length = weighted_sum(l, phi);
    out->spans = 0;
}

static void fixed_pull(const tendon_data *l, const tendon_view *v, double s, double *r, double *e)
{
    (void)v, (void)r;
    for (int32_t i = 0; i < l->term_count; i++) {
        e[l->term[i].column] += s * l->term[i].weight;
    }
}

static double fixed_rate(const tendon_data *l, const tendon_view *v, const double *u,
                         const double *w)
{
    (void)v, (void)u;
    return weighted_sum(l, w);
}

const tendon_kind ludo_tendon_fixed = {
    .name = "tendon",
    .joins_sites = false,
    .view = fixed_view,
    .pull = fixed_pull,
    .rate = fixed_rate,
};
