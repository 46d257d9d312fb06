/* SPDX-License-Identifier: Apache-2.0
 *
 * Subtrees: centre of mass, its velocity, and the angular momentum about it, of a body and all
 * bodies below it.
 *
 * An unmerged body has the inertia of all bodies that are merged into it. If it is in the subtree
 * so are these; a merged body counts by itself where the body that it is merged into is not. */
#include "sensors/frames.h"
#include "sensors/list.h"
#include "math/symmetric.h"

/* The body whose joint carries a body. A merged joint is public, too; joints that close loops come
 * after those that carry. */
static int32_t carrier_of(const ludo_model *m, int32_t body)
{
    for (int32_t j = 0; j < m->joint_count; j++) {
        if (m->joints[j].child == body && m->joints[j].loop < 0) {
            return m->joints[j].parent;
        }
    }
    return LUDO_WORLD;
}

/* Whether a body is the root of a subtree or below it. */
static bool is_below(const ludo_model *m, int32_t body, int32_t root)
{
    while (body != LUDO_WORLD && body != root) {
        body = carrier_of(m, body);
    }
    return body == root;
}

static bool counts(const ludo_model *m, int32_t body, int32_t root)
{
    const int32_t into = m->body[body].merged_into;
    if (!is_below(m, body, root)) {
        return false;
    }
    return into == body || into == LUDO_WORLD || !is_below(m, into, root);
}

static sensor_frame center_of(const ludo_model *m, int32_t body)
{
    sensor_frame f = {body, frame_identity(), m->body[body].on};
    f.frame.position = m->body[body].com;
    f.on.frame = frame_mul(f.on.frame, f.frame);
    return f;
}

/* Mass, first moment and momentum of a subtree. */
typedef struct subtree {
    double mass;
    ludo_vec3 moment, momentum;
} subtree;

static subtree sum_up(sensing *s, int32_t root)
{
    const ludo_model *m = s->sim->state.model;
    subtree sum = {0.0, {0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}};
    for (int32_t b = 0; b < m->body_count; b++) {
        if (counts(m, b, root)) {
            const sensor_frame f = center_of(m, b);
            const double mass = m->body[b].inertia.mass;
            sum.mass += mass;
            sum.moment = v3_axpy(sum.moment, mass, sensor_pose(s, &f).x);
            sum.momentum = v3_axpy(sum.momentum, mass, sensor_twist(s, &f).v);
        }
    }
    return sum;
}

/* A mean over the mass; zero without mass. */
static ludo_vec3 mean(const subtree *sum, ludo_vec3 of)
{
    return sum->mass > 0.0 ? v3_scale(1.0 / sum->mass, of) : v3(0.0, 0.0, 0.0);
}

static ludo_status read_subtreecom(sensing *s, const sensor_data *d, double *out)
{
    const subtree sum = sum_up(s, d->object);
    v3_put(mean(&sum, sum.moment), out);
    return LUDO_OK;
}

static ludo_status read_subtreelinvel(sensing *s, const sensor_data *d, double *out)
{
    const subtree sum = sum_up(s, d->object);
    v3_put(mean(&sum, sum.momentum), out);
    return LUDO_OK;
}

static ludo_status read_subtreeangmom(sensing *s, const sensor_data *d, double *out)
{
    const ludo_model *m = s->sim->state.model;
    const subtree sum = sum_up(s, d->object);
    const ludo_vec3 center = mean(&sum, sum.moment), velocity = mean(&sum, sum.momentum);
    ludo_vec3 total = v3(0.0, 0.0, 0.0);
    for (int32_t b = 0; b < m->body_count; b++) {
        if (counts(m, b, d->object)) {
            const sensor_frame f = center_of(m, b);
            const pose z = sensor_pose(s, &f);
            const twist V = sensor_twist(s, &f);
            const ludo_vec3 spin = s3_apply(s3_from(m->body[b].inertia.J), m3_apply_t(&z.R, V.w));
            const ludo_vec3 orbit = v3_cross(v3_sub(z.x, center), v3_sub(V.v, velocity));
            total = v3_add(total, m3_apply(&z.R, spin));
            total = v3_axpy(total, m->body[b].inertia.mass, orbit);
        }
    }
    v3_put(total, out);
    return LUDO_OK;
}

const sensor_kind ludo_sensor_subtreecom = {
    .name = "subtreecom", .size = 3, .on = SENSOR_ON(BODY), .read = read_subtreecom};
const sensor_kind ludo_sensor_subtreelinvel = {
    .name = "subtreelinvel", .size = 3, .on = SENSOR_ON(BODY), .read = read_subtreelinvel};
const sensor_kind ludo_sensor_subtreeangmom = {
    .name = "subtreeangmom", .size = 3, .on = SENSOR_ON(BODY), .read = read_subtreeangmom};
