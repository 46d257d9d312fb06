/* SPDX-License-Identifier: Apache-2.0
 *
 * Steps of dual-quaternion are symplectic, in a fluid, under weight and buoyancy: their derivative
 * by differences keeps the form of motions and momenta. */
#include "kirchhoff_body.h"

#include "math/dense.h"

/* Half of the differences that derivatives are taken of: good to e^2 and to round-off / e. */
static const double e = 1e-5, tolerance = 1e-8;

/* Where the body is, and its momentum; variations are a small twist and that of the momentum, body
 * axes: twelve numbers. */
typedef struct phase {
    ludo_vec3 position;
    ludo_quat orientation;
    double P[6];
} phase;

static phase read_phase(running *r)
{
    const ludo_body_state at = run_body(r, 0);
    phase z = {.position = at.position, .orientation = at.orientation};
    double chi[6];
    read_twist(r, chi);
    ludo_dense_multiply(6, 6, 1, kirchhoff_M, chi, z.P);
    return z;
}

static void set_phase(running *r, const phase *z)
{
    double M[36], chi[6];
    memcpy(M, kirchhoff_M, sizeof M);
    memcpy(chi, z->P, sizeof chi);
    assert_true(ludo_dense_solve(6, 1, M, chi));
    const ludo_quat q = z->orientation;
    const ludo_vec3 v = q_rotate(q, v3_at(chi + 3)), x = z->position;
    const double at[7] = {x.x, x.y, x.z, q.w, q.x, q.y, q.z};
    const double rate[6] = {v.x, v.y, v.z, chi[0], chi[1], chi[2]};
    assert_int_equal(ludo_sim_set_joint_position(r->sim, 0, at), LUDO_OK);
    assert_int_equal(ludo_sim_set_joint_velocity(r->sim, 0, rate), LUDO_OK);
}

/* z, s times varied by its number j. */
static phase vary(phase z, int j, double s)
{
    double by[12] = {0.0};
    by[j] = s;
    const ludo_quat turn = q_normalized(q_make(1.0, v3_scale(0.5, v3_at(by))));
    z.position = v3_add(z.position, q_rotate(z.orientation, v3_at(by + 3)));
    z.orientation = q_normalized(q_mul(z.orientation, turn));
    for (int i = 0; i < 6; i++) {
        z.P[i] += by[6 + i];
    }
    return z;
}

/* What leads from z to another one near it. */
static void difference(const phase *z, const phase *to, double out[12])
{
    const ludo_quat back = q_conj(z->orientation);
    const ludo_vec3 w = v3_scale(2.0, q_vector(q_mul(back, to->orientation)));
    const ludo_vec3 v = q_rotate(back, v3_sub(to->position, z->position));
    memcpy(out, (double[]){w.x, w.y, w.z, v.x, v.y, v.z}, 6 * sizeof *out);
    for (int i = 0; i < 6; i++) {
        out[6 + i] = to->P[i] - z->P[i];
    }
}

/* The form at P of two variations (xi, nu): nu.xi' - nu'.xi - P.[xi, xi']. */
static double form(const double P[6], const double a[12], const double b[12])
{
    const ludo_vec3 w = v3_at(a), v = v3_at(a + 3), w2 = v3_at(b), v2 = v3_at(b + 3);
    const ludo_vec3 turn = v3_cross(w, w2);
    const ludo_vec3 way = v3_add(v3_cross(v, w2), v3_cross(w, v2));
    double sum = -v3_dot(v3_at(P), turn) - v3_dot(v3_at(P + 3), way);
    for (int i = 0; i < 6; i++) {
        sum += a[6 + i] * b[i] - b[6 + i] * a[i];
    }
    return sum;
}

static phase after_step(running *r, const phase *z)
{
    set_phase(r, z);
    run_steps(r, 0.1, 1);
    return read_phase(r);
}

static void check_symplectic(double gravity, const char *scheme)
{
    running r = open_kirchhoff(gravity, scheme);
    run_steps(&r, 0.1, 7); /* somewhere */
    const phase z = read_phase(&r), next = after_step(&r, &z);
    double column[12][12];
    for (int j = 0; j < 12; j++) {
        const phase up = vary(z, j, e), down = vary(z, j, -e);
        const phase above = after_step(&r, &up), below = after_step(&r, &down);
        double plus[12], minus[12];
        difference(&next, &above, plus);
        difference(&next, &below, minus);
        for (int i = 0; i < 12; i++) {
            column[j][i] = (plus[i] - minus[i]) / (2.0 * e);
        }
    }
    for (int j = 0; j < 12; j++) {
        for (int k = 0; k < j; k++) {
            double a[12] = {0.0}, b[12] = {0.0};
            a[j] = b[k] = 1.0;
            CHECK_NEAR(form(next.P, column[j], column[k]), form(z.P, a, b), tolerance);
        }
    }
    run_close(&r);
}

static void steps_keep_the_form_of_motions_and_momenta(void **state)
{
    (void)state;
    check_symplectic(0.0, "corrected");
    check_symplectic(0.0, "published");
    check_symplectic(9.81, "corrected");
    check_symplectic(9.81, "published");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(steps_keep_the_form_of_motions_and_momenta),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
