/* SPDX-License-Identifier: Apache-2.0
 *
 * Kinds of cones: their linear law is Newton's direction of their products. */
#include "support.h"

#include "solver/interior/cone.h"

#include <string.h>

#define X(name) &ludo_cone_##name,
static const cone_kind *const kinds[] = {LUDO_CONE_LIST(X)};
#undef X
enum { KINDS = sizeof kinds / sizeof kinds[0] };

static const cone_scale unit = {1.0, 1.0};

static bool is_associated(const cone_kind *kind)
{
    return kind == &ludo_cone_associated || kind == &ludo_cone_associated_4 ||
           kind == &ludo_cone_associated_6;
}

/* Whether the bound of friction is an impulse, whatever the normal impulse is. */
static bool is_bounded(const cone_kind *kind)
{
    return kind == &ludo_cone_bounded || kind == &ludo_cone_bounded_4 ||
           kind == &ludo_cone_bounded_6;
}

/* An interior point off the central path, with slacks that differ from the rates. */
static cone inside(const cone_kind *kind, uint64_t seed)
{
    random_stream r = random_from(seed);
    cone c = {.kind = kind, .mu = random_uniform(&r, 0.1, 2.0)};
    for (int32_t i = 0; i < kind->rows; i++) {
        c.y[i] = random_uniform(&r, -2.0, 2.0);
    }
    kind->start(&c, unit);
    double *const dx = (double *)&c.dx;
    for (size_t i = 0; i < sizeof c.dx / sizeof *dx; i++) {
        dx[i] = random_uniform(&r, -0.2, 0.2);
    }
    kind->advance(&c, kind->longest_step(&c, 0.5));
    for (int32_t i = 0; i < kind->rows; i++) {
        c.y[i] += random_uniform(&r, -0.5, 0.5);
        c.dy[i] = random_uniform(&r, -1.0, 1.0);
    }
    return c;
}

/* rhs - slope dy */
static void new_impulses(const cone *c, double p[CONE_ROWS])
{
    for (int32_t r = 0; r < c->kind->rows; r++) {
        p[r] = c->rhs[r];
        for (int32_t q = 0; q < c->kind->rows; q++) {
            p[r] -= c->slope[CONE_ROWS * r + q] * c->dy[q];
        }
    }
}

/* A step straight along the direction. */
static void go(cone *c, double e)
{
    double *const x = (double *)&c->x;
    const double *const dx = (const double *)&c->dx;
    for (size_t i = 0; i < sizeof c->x / sizeof *x; i++) {
        x[i] += e * dx[i];
    }
    for (int32_t r = 0; r < c->kind->rows; r++) {
        c->y[r] += e * c->dy[r];
    }
}

/* A step e of Newton's method removes the part e of the residual, up to e^2 times second
 * derivatives, of order 1e2 here. */
static void law_is_newtons_direction_of_the_products(void **state)
{
    (void)state;
    const double e = 1e-7, kappa = 0.3;
    for (int32_t k = 0; k < KINDS; k++) {
        if (is_associated(kinds[k])) { /* of scaled ones */
            continue;
        }
        FOR_SEEDS(seed, 100)
        {
            cone c = inside(kinds[k], seed);
            const double off = c.kind->excess(&c, kappa), gap = c.kind->rate_error(&c);
            c.kind->linearize(&c, kappa, false);
            c.kind->direction(&c);
            go(&c, e);
            CHECK_NEAR(c.kind->excess(&c, kappa), (1.0 - e) * off, 1e4 * e * e);
            CHECK_NEAR(c.kind->rate_error(&c), (1.0 - e) * gap, 1e-13);
        }
    }
}

/* The sum of the scaled products, which is that of the products, decreases as Newton's method has
 * it; the slope is symmetric and positive definite. */
static void associated_law_is_symmetric(void **state)
{
    (void)state;
    const double e = 1e-7, kappa = 0.3;
    static const cone_kind *const own[] = {&ludo_cone_associated, &ludo_cone_associated_4,
                                           &ludo_cone_associated_6};
    FOR_SEEDS(seed, 300)
    {
        cone c = inside(own[seed % 3], seed);
        const double off = c.kind->product(&c, 0.0) - kappa, gap = c.kind->rate_error(&c);
        c.kind->linearize(&c, kappa, false);
        c.kind->direction(&c);
        CHECK_NEAR(c.kind->product(&c, e) - kappa, (1.0 - e) * off, 1e4 * e * e);
        go(&c, e);
        CHECK_NEAR(c.kind->rate_error(&c), (1.0 - e) * gap, 1e-13);
        double power = 0.0;
        for (int32_t r = 0; r < c.kind->rows; r++) {
            for (int32_t q = 0; q < c.kind->rows; q++) {
                const double s = c.slope[CONE_ROWS * r + q], t = c.slope[CONE_ROWS * q + r];
                CHECK_NEAR(s, t, 1e-12 * (fabs(s) + c.slope[0]));
                power += c.dy[r] * s * c.dy[q];
            }
        }
        assert_true(power > 0.0);
    }
}

/* Pyramids sum impulses over their edges; others have them as unknowns. */
static void law_gives_the_new_impulses(void **state)
{
    (void)state;
    for (int32_t k = 0; k < KINDS; k++) {
        FOR_SEEDS(seed, 100)
        {
            cone c = inside(kinds[k], seed);
            double after[CONE_ROWS];
            const bool edges = c.kind == &ludo_cone_linear4 || c.kind == &ludo_cone_linear8;
            c.kind->linearize(&c, 0.1, false);
            c.kind->direction(&c);
            new_impulses(&c, after);
            if (edges) {
                c.kind->advance(&c, 1.0);
            } else {
                go(&c, 1.0);
            }
            for (int32_t r = 0; r < c.kind->rows; r++) {
                CHECK_NEAR(edges ? c.p[r] : c.x.p[r], after[r], 1e-11 * (1.0 + fabs(after[r])));
            }
        }
    }
}

/* A full corrected step has products kappa but for the difference of the second-order terms of the
 * two directions; of a ray exactly. */
static void second_order_of_a_ray_is_subtracted(void **state)
{
    (void)state;
    FOR_SEEDS(seed, 100)
    {
        cone c = inside(&ludo_cone_ray, seed);
        c.kind->linearize(&c, 0.0, false);
        c.kind->direction(&c);
        const double dp = c.dx.p[0], ds = c.dx.s[0], p = c.x.p[0], s = c.x.s[0];
        c.kind->linearize(&c, 0.2, true);
        c.kind->direction(&c);
        CHECK_NEAR(p * s + p * c.dx.s[0] + s * c.dx.p[0] + dp * ds, 0.2, 1e-12);
    }
}

/* A direction corrected by itself has products kappa exactly: the fixed point of corrections, which
 * contract for small steps. */
static void corrections_of_a_cone_lead_to_the_products(void **state)
{
    (void)state;
    for (int32_t k = 0; k < KINDS; k++) {
        FOR_SEEDS(seed, 20)
        {
            cone c = {.kind = kinds[k], .mu = 0.5, .y = {0.7, 0.3, -0.4}};
            c.kind->start(&c, unit);
            const double kappa = c.kind->product(&c, 0.0) / c.kind->degree;
            memset(&c.dx, 0, sizeof c.dx);
            for (int32_t r = 0; r < c.kind->rows; r++) {
                c.dy[r] = 0.02 * sin((double)seed + r);
            }
            for (int32_t i = 0; i < 60; i++) {
                c.kind->linearize(&c, kappa, true);
                c.kind->direction(&c);
            }
            CHECK_NEAR(c.kind->product(&c, 1.0), c.kind->degree * kappa, 1e-12);
        }
    }
}

static double size_of(const double *p, int32_t n)
{
    double sum = 0.0;
    for (int32_t i = 0; i < n; i++) {
        sum += p[i] * p[i];
    }
    return sqrt(sum);
}

static void assert_inside(const cone *c)
{
    if (c->kind == &ludo_cone_band || c->kind == &ludo_cone_ball) {
        assert_true(size_of(c->p, c->kind->rows) < c->mu);
    } else {
        const double most = is_bounded(c->kind) ? c->mu : c->mu * c->p[0];
        assert_true(c->p[0] > 0.0);
        assert_true(c->kind->rows == 1 || size_of(c->p + 1, c->kind->rows - 1) < most);
    }
}

/* Also along directions a thousand times as long as the way to the boundary. */
static void longest_steps_stay_inside(void **state)
{
    (void)state;
    for (int32_t k = 0; k < KINDS; k++) {
        FOR_SEEDS(seed, 200)
        {
            random_stream r = random_from(seed);
            cone c = {.kind = kinds[k], .mu = random_uniform(&r, 0.1, 2.0), .y = {0.5, 0.3, -1.0}};
            c.kind->start(&c, unit);
            for (int32_t i = 0; i < 4; i++) {
                for (int32_t q = 0; q < c.kind->rows; q++) {
                    c.dy[q] = pow(10.0, random_uniform(&r, -3.0, 3.0));
                    c.dy[q] *= random_uniform(&r, -1.0, 1.0);
                }
                c.kind->linearize(&c, 1e-3, false);
                c.kind->direction(&c);
                const double alpha = c.kind->longest_step(&c, 0.99);
                assert_true(alpha > 0.0 && alpha <= 1.0);
                c.kind->advance(&c, alpha);
                assert_inside(&c);
                assert_true(c.kind->product(&c, 0.0) > 0.0);
            }
        }
    }
}

/* Pyramids divide the bound mu p0 between edges and zeta; zeta alone isn't central. */
static void starts_are_on_the_central_path(void **state)
{
    (void)state;
    for (int32_t k = 0; k < KINDS; k++) {
        FOR_SEEDS(seed, 50)
        {
            random_stream r = random_from(seed);
            const double many = pow(10.0, random_uniform(&r, -3.0, 3.0));
            cone c = {.kind = kinds[k], .mu = random_uniform(&r, 0.01, 10.0)};
            for (int32_t i = 0; i < c.kind->rows; i++) {
                c.y[i] = many * random_uniform(&r, -1.0, 1.0);
            }
            c.kind->start(&c, unit);
            assert_inside(&c);
            if (c.kind->degree <= 2) {
                CHECK_NEAR(c.kind->excess(&c, 1.0), 0.0, 1e-10 * (1.0 + many));
            }
        }
    }
}

/* A random pair of impulses and rates: of a bound or a contact that sticks, slips, separates, or
 * breaks both laws. */
static cone random_pair(random_stream *r, const cone_kind *kind, uint64_t which)
{
    cone c = {.kind = kind, .mu = random_uniform(r, 0.1, 2.0)};
    const int32_t first = kind->unilateral ? 1 : 0;
    const bool sticks = which == 0, slips = which == 1;
    c.p[0] = kind->unilateral && (sticks || slips) ? random_uniform(r, 0.5, 2.0) : 0.0;
    c.y[0] = kind->unilateral && which == 2 ? random_uniform(r, 0.5, 2.0) : 0.0;
    const double bound = c.mu * (first > 0 ? c.p[0] : 1.0) / sqrt(fmax(kind->rows - first, 1));
    const double slip = random_uniform(r, 0.2, 1.0);
    for (int32_t i = first; i < kind->rows; i++) { /* slips along a diagonal */
        c.p[i] = sticks ? random_uniform(r, -0.5, 0.5) * bound : slips ? -bound : 0.0;
        c.y[i] = slips ? slip : 0.0;
    }
    for (int32_t i = 0; i < kind->rows && which == 3; i++) {
        c.p[i] = random_uniform(r, -2.0, -0.1);
        c.y[i] = random_uniform(r, -2.0, -0.1);
    }
    return c;
}

/* On the path of kappa a cone keeps the impulses of what presses and sticks, the rates of what
 * separates and slips. Between both, rates are kappa over margins of 0.1 and more. */
static void cones_on_the_path_keep_what_is_larger(void **state)
{
    (void)state;
    const double kappa = 1e-9;
    for (int32_t k = 0; k < KINDS; k++) {
        FOR_SEEDS(seed, 200)
        {
            random_stream r = random_from(seed);
            const uint64_t which = seed % 4;
            cone c = random_pair(&r, kinds[k], which);
            if (c.kind->put_on_path == NULL) {
                continue;
            }
            const cone from = c;
            c.kind->put_on_path(&c, from.p, from.y, unit, kappa);
            memcpy(c.p, c.x.p, sizeof c.p);
            assert_inside(&c);
            CHECK_NEAR(c.kind->excess(&c, kappa), 0.0, 1e-14); /* terms of 10, rounded */
            for (int32_t i = 0; i < c.kind->rows && which < 3; i++) {
                const bool is_friction = i > 0 || !c.kind->unilateral;
                CHECK_NEAR(c.p[i], which == 1 && is_friction ? c.p[i] : from.p[i], 1e3 * kappa);
                CHECK_NEAR(c.x.s[i], which == 2 && is_friction ? c.x.s[i] : c.y[i], 1e3 * kappa);
            }
        }
    }
}

/* A warm start is on the central path of kappa, near a solution's impulses and rates: as far from
 * either as kappa over the other. Pyramids divide the bound as in a cold start. */
static void warm_starts_are_central_and_near(void **state)
{
    (void)state;
    const double kappa = 1e-9;
    for (int32_t k = 0; k < KINDS; k++) {
        FOR_SEEDS(seed, 50)
        {
            random_stream r = random_from(seed);
            const bool bounded = kinds[k] == &ludo_cone_band || kinds[k] == &ludo_cone_ball;
            const bool slips = seed % 2 == 0;
            const int32_t first = bounded ? 0 : 1, n = kinds[k]->rows - first;
            cone c = {.kind = kinds[k], .mu = 0.5, .p = {2.0}};
            const bool fixed = bounded || is_bounded(c.kind);
            const double most = fixed ? c.mu : c.mu * c.p[0];
            for (int32_t i = first; i < kinds[k]->rows; i++) {
                const double along = random_uniform(&r, 0.1, 0.5) / sqrt(n);
                c.p[i] = most * along;
            }
            const double size = n > 0 ? size_of(c.p + first, n) : 0.0;
            for (int32_t i = first; i < kinds[k]->rows && slips; i++) {
                c.p[i] *= most / size;
                c.y[i] = -0.3 * c.p[i];
            }
            const cone at = c;
            c.kind->warm_start(&c, unit, kappa);
            assert_inside(&c);
            for (int32_t i = 0; i < c.kind->rows; i++) {
                CHECK_NEAR(c.y[i], at.y[i], 0.0);
            }
            const int32_t compared = c.kind->degree <= 2 ? c.kind->rows : 1;
            for (int32_t i = 0; i < compared; i++) {
                CHECK_NEAR(c.p[i], at.p[i], 100.0 * kappa);
            }
            if (c.kind->degree <= 2) {
                CHECK_NEAR(c.kind->excess(&c, kappa), 0.0, 1e-15);
            }
        }
    }
}

static void without_friction_there_is_none(void **state)
{
    (void)state;
    for (int32_t k = 0; k < KINDS; k++) {
        if (is_associated(kinds[k])) { /* needs mu > 0 */
            continue;
        }
        cone c = {.kind = kinds[k], .mu = 0.0, .y = {0.4, 1.0, -2.0}, .dy = {0.1, 0.5, 0.5}};
        const int32_t first = c.kind == &ludo_cone_band || c.kind == &ludo_cone_ball ? 0 : 1;
        c.kind->start(&c, unit);
        c.kind->linearize(&c, 0.1, false);
        c.kind->direction(&c);
        c.kind->advance(&c, c.kind->longest_step(&c, 0.9));
        assert_true(isfinite(c.kind->product(&c, 0.0)) && isfinite(c.kind->excess(&c, 0.1)));
        for (int32_t r = first; r < c.kind->rows; r++) {
            assert_true(c.p[r] == 0.0 && c.rhs[r] == 0.0);
            for (int32_t q = 0; q < c.kind->rows; q++) {
                assert_true(c.slope[CONE_ROWS * r + q] == 0.0);
            }
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(law_is_newtons_direction_of_the_products),
        cmocka_unit_test(associated_law_is_symmetric),
        cmocka_unit_test(law_gives_the_new_impulses),
        cmocka_unit_test(second_order_of_a_ray_is_subtracted),
        cmocka_unit_test(corrections_of_a_cone_lead_to_the_products),
        cmocka_unit_test(longest_steps_stay_inside),
        cmocka_unit_test(starts_are_on_the_central_path),
        cmocka_unit_test(cones_on_the_path_keep_what_is_larger),
        cmocka_unit_test(warm_starts_are_central_and_near),
        cmocka_unit_test(without_friction_there_is_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
