/* SPDX-License-Identifier: Apache-2.0
 *
 * Certificates of all pairs of the narrow phase at a few hundred random poses; bench/certify_pairs
 * does so at many more. The certificates themselves find errors that are put in. */
#include "certificate/certificate.h"
#include "geometry/list.h"
#include "support.h"

#include <float.h>

#include <string.h>

enum { POSES = 300 / SHORTER, SEED = 1 };

static certificate certify(const narrow_phase_kind *kind, long poses)
{
    static pair_sample sample;
    certificate c = {0};
    for (long i = 0; i < poses; i++) {
        assert_true(pair_sample_make(&sample, kind, SEED, i));
        certificate_add(&c, &sample, i);
        pair_sample_release(&sample);
    }
    return c;
}

/* Bounds need more digits than those that they check. */
static void skip_without_extended_precision(void)
{
    if (LDBL_MANT_DIG < DBL_MANT_DIG + 8) {
        skip();
    }
}

/* ---- the pairs ---- */

#define X(name) {#name, &ludo_narrow_phase_##name},
static const struct {
    const char *name;
    const narrow_phase_kind *kind;
} pairs[] = {LUDO_NARROW_PHASE_LIST(X)};
#undef X

/* Errors that are known, and their largest size [m]. By design:
 *
 * - a point on parallel edges, or on a level rim, keeps its number while it moves along them.
 *
 * To be mended, with their share of 100,000 poses in bench/results/certify_pairs.csv:
 *
 * - the gap of a mesh or a box and a cylinder may be low by rounding of nearly parallel edges,
 * 2e-11 m; the bound that certifies it is a local maximum where round shapes overlap. */
static const struct {
    const char *pair;
    int check;
    double size;
} known[] = {
    {"box_box", CHECK_steady, 0.1},        {"box_mesh", CHECK_steady, 0.1},
    {"mesh_mesh", CHECK_steady, 0.1},      {"cylinder_cylinder", CHECK_steady, 1e-5},
    {"box_cylinder", CHECK_steady, 1e-5},  {"mesh_cylinder", CHECK_steady, 1e-5},
    {"box_cylinder", CHECK_above, 1e-9},   {"mesh_cylinder", CHECK_below, 1e-10},
    {"mesh_cylinder", CHECK_frame, 1e-10},
};

static bool is_known(const char *pair, int check, double size)
{
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        if (strcmp(known[i].pair, pair) == 0 && known[i].check == check) {
            return size <= known[i].size;
        }
    }
    return false;
}

static void every_pair_is_certified(void **state)
{
    (void)state;
    skip_without_extended_precision();
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        const certificate c = certify(pairs[i].kind, POSES);
        assert_int_equal(c.open, 0);
        for (int k = 0; k < CERTIFICATE_CHECKS; k++) {
            const certificate_check *check = &c.check[k];
            if (check->failures > 0 && !is_known(pairs[i].name, k, check->worst_size)) {
                fail_msg("%s: %ld of %ld poses fail '%s', by %g at most; the first is repeated by "
                         "certify_pairs FILE.csv 1 %d %s %ld",
                         pairs[i].name, check->failures, c.samples, certificate_names[k],
                         check->worst_size, SEED, pairs[i].name, check->first);
            }
        }
    }
}

/* Whether a pair clears a part of its gap. */
static bool clears(const pair_sample *s, double gap, double part)
{
    return ludo_convex_clears(&s->a, &s->b, &s->z_a, &s->z_b, part * gap);
}

/* Shapes that clear a distance are as far apart; most clear nearly their gap. */
static void convex_shapes_clear_less_than_their_gap(void **state)
{
    (void)state;
    static pair_sample s;
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        int far = 0, cleared = 0;
        for (long k = 0; k < POSES; k++) {
            assert_true(pair_sample_make(&s, pairs[i].kind, SEED, k));
            const double gap = s.kind->gap(&s.a, &s.b, &s.z_a, &s.z_b);
            if (isfinite(s.a.thickness) && isfinite(s.b.thickness)) {
                assert_false(gap > 0.0 ? clears(&s, gap, 1.0) : clears(&s, 0.0, 0.0));
                far += gap > 0.01 * s.size;
                cleared += gap > 0.01 * s.size && clears(&s, gap, 0.9);
            }
            pair_sample_release(&s);
        }
        assert_true(cleared >= 0.95 * far);
    }
}

/* ---- the certificates ---- */

static const narrow_phase_kind *const right = &ludo_narrow_phase_capsule_box;

/* More than the tolerance, which is 1e-13 of at most 4 m and 2e-9 m far from the origin. */
static const double wrong = 1e-8;

static double gap_right(const collider *a, const collider *b, const pose *z_a, const pose *z_b)
{
    return right->gap(a, b, z_a, z_b);
}

static double gap_above(const collider *a, const collider *b, const pose *z_a, const pose *z_b)
{
    return right->gap(a, b, z_a, z_b) + wrong;
}

static double gap_below(const collider *a, const collider *b, const pose *z_a, const pose *z_b)
{
    return right->gap(a, b, z_a, z_b) - wrong;
}

static void find_nothing(const collider *a, const collider *b, const pose *z_a, const pose *z_b,
                         double margin, feature_list *out)
{
    (void)a, (void)b, (void)z_a, (void)z_b, (void)margin, (void)out;
}

/* All features with changed views. */
static feature_kind changed;
static const feature_kind *original;

static void find_changed(const collider *a, const collider *b, const pose *z_a, const pose *z_b,
                         double margin, feature_list *out)
{
    right->find(a, b, z_a, z_b, margin, out);
    out->count = out->count > 1 ? 1 : out->count;
    for (int32_t i = 0; i < out->count; i++) {
        original = out->item[i].kind;
        out->item[i].kind = &changed;
    }
}

static feature_view view_nearer(const feature *f, const pose *a, const pose *b)
{
    feature_view v = original->view(f, a, b);
    v.gap -= wrong;
    return v;
}

static feature_view view_tilted(const feature *f, const pose *a, const pose *b)
{
    feature_view v = original->view(f, a, b);
    const ludo_vec3 aside = v3_cross(v.normal, v3(0.6, 0.0, 0.8));
    v.normal = v3_unit(v3_axpy(v.normal, 1e-3, aside));
    return v;
}

static feature_view view_aside(const feature *f, const pose *a, const pose *b)
{
    feature_view v = original->view(f, a, b);
    v.point = v3_add(v.point, v3_cross(v.normal, v3(0.6, 0.0, 0.8)));
    return v;
}

static feature_view view_long(const feature *f, const pose *a, const pose *b)
{
    feature_view v = original->view(f, a, b);
    v.normal = v3_scale(1.0 + 1e-9, v.normal);
    return v;
}

typedef double gap_function(const collider *, const collider *, const pose *, const pose *);
typedef feature_view view_function(const feature *, const pose *, const pose *);

/* Whether a check fails for the right pair with another gap function, or other views. */
static bool fails(int check, gap_function *gap, view_function *view)
{
    const narrow_phase_kind kind = {.a = right->a,
                                    .b = right->b,
                                    .find = view != NULL ? find_changed : right->find,
                                    .gap = gap};
    changed = (feature_kind){"changed", view};
    return certify(&kind, POSES).check[check].failures > 0;
}

static void errors_of_gaps_are_found(void **state)
{
    (void)state;
    skip_without_extended_precision();
    assert_true(fails(CHECK_above, gap_above, NULL));
    assert_true(fails(CHECK_below, gap_below, NULL));
    assert_false(fails(CHECK_above, gap_right, NULL));
    assert_false(fails(CHECK_below, gap_right, NULL));
}

static void errors_of_features_are_found(void **state)
{
    (void)state;
    skip_without_extended_precision();
    const narrow_phase_kind nothing = {
        .a = right->a, .b = right->b, .find = find_nothing, .gap = right->gap};
    const certificate c = certify(&nothing, POSES);
    assert_true(c.check[CHECK_nearest].failures > 0);
    assert_true(c.check[CHECK_deepest].failures > 0);
    assert_true(fails(CHECK_spurious, gap_right, view_nearer));
    assert_true(fails(CHECK_normal, gap_right, view_tilted));
    assert_true(fails(CHECK_slope, gap_right, view_tilted));
    assert_true(fails(CHECK_points, gap_right, view_aside));
    assert_true(fails(CHECK_slope, gap_right, view_aside));
    assert_true(fails(CHECK_form, gap_right, view_long));
}

/* ---- the bounds ---- */

static const shape_kind *const shapes[] = {
#define X(name) &ludo_shape_##name,
    LUDO_SHAPE_LIST(X)
#undef X
};

enum { SHAPES = sizeof shapes / sizeof *shapes };

/* Bounds meet for any two convex types, where the cores of the shapes are apart. */
static void bounds_meet(void **state)
{
    static pair_sample s;
    (void)state;
    skip_without_extended_precision();
    for (int i = 1; i < SHAPES * SHAPES; i++) {
        const narrow_phase_kind kind = {.a = shapes[i / SHAPES], .b = shapes[i % SHAPES]};
        const bool is_convex = kind.b != &ludo_shape_plane && !kind.a->of_grid && !kind.b->of_grid;
        for (long k = 0; is_convex && k < 50; k++) {
            assert_true(pair_sample_make(&s, &kind, SEED, k));
            const solid_pair p = pair_sample_solids(&s);
            const distance_bounds at = bounds_find(&p, (extended)s.size);
            assert_true(at.least <= at.most);
            assert_true(at.least + p.a.radius + p.b.radius <= 0.0L ||
                        at.most - at.least <= 1e-13L * (extended)s.size);
            pair_sample_release(&s);
        }
    }
}

/* Two unit cubes with the corner of one above an edge of the other, a ball above a corner. */
static void bounds_of_known_distances(void **state)
{
    (void)state;
    const collider box = {
        .kind = &ludo_shape_box, .frame = {.orientation = q_identity()}, .size = {1.0, 1.0, 1.0}};
    const collider ball = {
        .kind = &ludo_shape_sphere, .frame = {.orientation = q_identity()}, .size = {0.5}};
    const pose origin = pose_make(v3(0.0, 0.0, 0.0), q_identity());
    const pose away = pose_make(v3(5.0, 5.0, 1.0), q_identity());
    const pose over = pose_make(v3(2.0, 3.0, 3.0), q_identity());
    const solid_pair boxes = {solid_of(&box, &origin, NULL), solid_of(&box, &away, NULL)};
    const solid_pair round = {solid_of(&box, &origin, NULL), solid_of(&ball, &over, NULL)};
    CHECK_NEAR((double)bounds_find(&boxes, 4.0L).least, sqrt(18.0), 8.0 * DBL_EPSILON);
    CHECK_NEAR((double)bounds_find(&boxes, 4.0L).most, sqrt(18.0), 8.0 * DBL_EPSILON);
    CHECK_NEAR((double)bounds_of_axes(&boxes, 0.0L).least, 3.0, 8.0 * DBL_EPSILON);
    CHECK_NEAR((double)bounds_find(&round, 4.0L).least, 2.5, 8.0 * DBL_EPSILON);
    CHECK_NEAR((double)bounds_find(&round, 4.0L).most, 2.5, 8.0 * DBL_EPSILON);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_pair_is_certified),
        cmocka_unit_test(errors_of_gaps_are_found),
        cmocka_unit_test(errors_of_features_are_found),
        cmocka_unit_test(bounds_meet),
        cmocka_unit_test(bounds_of_known_distances),
        cmocka_unit_test(convex_shapes_clear_less_than_their_gap),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
