/* SPDX-License-Identifier: Apache-2.0
 *
 * Faces of two boxes as rectangles against faces of polytopes. */
#include "collision/features/axis_feature.h"
#include "collision/features/box_axis.h"
#include "collision/features/box_facing.h"
#include "collision/features/facing.h"
#include "geometry/list.h"
#include "support.h"

static const double margin = 0.05;

static ludo_quat turned_by(random_stream *r, double angle)
{
    const ludo_vec3 v = random_vec3(r, angle);
    return q_normalized((ludo_quat){1.0, v.x, v.y, v.z});
}

static collider random_box(random_stream *r)
{
    collider c = {.kind = &ludo_shape_box, .frame = {random_vec3(r, 0.2), turned_by(r, 0.5)}};
    for (int k = 0; k < 3; k++) {
        c.size[k] = random_uniform(r, 0.1, 0.3);
    }
    ludo_collider_bound(&c);
    return c;
}

/* Box b over the upper face of a, tilted and displaced, at a gap. */
static pose over(random_stream *r, const collider *a, const pose *z_a, const collider *b,
                 double tilt)
{
    const pose on = collider_pose(a, z_a);
    const ludo_quat turned = q_about(v3(0.0, 0.0, 1.0), random_uniform(r, -3.0, 3.0));
    const double gap = random_uniform(r, -0.02, 0.02);
    const ludo_vec3 aside = random_vec3(r, 0.2);
    const ludo_vec3 at = v3(aside.x, aside.y, a->size[2] + b->size[2] + gap);
    const ludo_quat q = q_mul(q_mul(on.q, turned_by(r, tilt)), turned);
    const ludo_quat body = q_normalized(q_mul(q, q_conj(b->frame.orientation)));
    const pose z = pose_make(v3(0.0, 0.0, 0.0), body);
    const ludo_vec3 arm = m3_apply(&z.R, b->frame.position);
    return pose_make(v3_sub(v3_add(on.x, m3_apply(&on.R, at)), arm), body);
}

static void check_feature(const feature *f, const feature *g)
{
    assert_ptr_equal(f->kind, g->kind);
    assert_int_equal(f->id, g->id);
    for (int i = 0; i < 2; i++) {
        CHECK_NEAR(v3_norm(v3_sub(f->a[i], g->a[i])), 0.0, 0.0);
        CHECK_NEAR(v3_norm(v3_sub(f->b[i], g->b[i])), 0.0, 0.0);
    }
    CHECK_NEAR(v3_norm(v3_sub(f->n, g->n)), 0.0, 0.0);
}

/* Both searches, for one axis. Returns whether the boxes have features of rectangles. */
static bool compare(random_stream *r, double tilt)
{
    const collider a = random_box(r), b = random_box(r);
    const pose z_a = pose_make(random_vec3(r, 1.0), turned_by(r, 2.0));
    const pose z_b = over(r, &a, &z_a, &b, tilt);
    const convex_pair p = ludo_convex_pair(&a, &b, &z_a, &z_b);
    const convex_axis x = ludo_box_axis(&p, HUGE_VAL);
    feature_list fast = {.count = 0}, general = {.count = 0};
    ludo_facing_find(&p, &x, &z_a, &z_b, margin, &general);
    if (ludo_box_facing_find(&p, &x, &z_a, &z_b, margin, &fast) == FACES_UNKNOWN ||
        ludo_axis_feature_is_missing(&p, &x, &fast)) {
        return false;
    }
    assert_int_equal(fast.count, general.count);
    for (int32_t i = 0; i < fast.count; i++) {
        check_feature(&fast.item[i], &general.item[i]);
        CHECK_NEAR(fast.gap[i], feature_gap(&fast.item[i], &z_a, &z_b), 0.0);
    }
    return true;
}

static void rectangles_have_the_features_of_polytopes(void **state)
{
    static const double tilts[] = {0.0, 1e-9, 1e-3, 0.3};
    int32_t compared = 0;
    (void)state;
    FOR_SEEDS(seed, 2000)
    {
        random_stream r = random_from(seed);
        compared += compare(&r, tilts[seed % 4]) ? 1 : 0;
    }
    assert_true(compared > 1000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(rectangles_have_the_features_of_polytopes)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
