/* SPDX-License-Identifier: Apache-2.0
 *
 * Mass matrix, inverse and forward dynamics, sites: against numbers of other software, against the
 * maximal integrator, against each other. */
#include "data/quadruped_dynamics.h"
#include "dynamics_of.h"
#include "tree_8.h"

#include <float.h>

/* ---- against reference numbers ---- */

static dynamics_of open_tree_8(void)
{
    running r;
    assert_int_equal(ludo_scene_open(describe_tree_8(), NULL, &r.model, &r.sim), LUDO_OK);
    return dynamics_of_run(r);
}

/* The numbers are exact to 1e-13. */
static void mass_matrix_of_a_random_tree_is_that_of_other_software(void **state)
{
    (void)state;
    dynamics_of s = open_tree_8();
    double M[TREE_8 * TREE_8], p[TREE_8] = {0.0}, kinetic = 0.0;
    assert_int_equal(ludo_dynamics_mass_matrix(s.dynamics, s.q, M), LUDO_OK);
    CHECK_NEAR(relative_difference(M, &tree_8_M[0][0], TREE_8 * TREE_8), 0.0, 1e-13);
    for (int i = 0; i < TREE_8; i++) {
        for (int k = 0; k < TREE_8; k++) {
            p[i] += M[TREE_8 * i + k] * s.v[k];
        }
        kinetic += 0.5 * p[i] * s.v[i];
    }
    CHECK_NEAR(relative_difference(p, tree_8_p, TREE_8), 0.0, 1e-13);
    CHECK_NEAR(kinetic, tree_8_kinetic, 1e-13 * tree_8_kinetic);
    dynamics_of_close(&s);
}

/* dp/dt, by how the mass matrix changes along the motion, less dL/dq. Central differences over 1e-5
 * s lose 1e-10. */
static void bias_of_a_random_tree_is_that_of_lagrange(void **state)
{
    (void)state;
    dynamics_of s = open_tree_8();
    const double step = 1e-5;
    double M[2][TREE_8 * TREE_8], zero[TREE_8] = {0.0}, c[TREE_8], expected[TREE_8];
    for (int side = 0; side < 2; side++) {
        double q[TREE_8];
        for (int i = 0; i < TREE_8; i++) {
            q[i] = s.q[i] + (side == 0 ? -step : step) * s.v[i];
        }
        assert_int_equal(ludo_dynamics_mass_matrix(s.dynamics, q, M[side]), LUDO_OK);
    }
    for (int i = 0; i < TREE_8; i++) {
        expected[i] = -tree_8_dL_dq[i];
        for (int k = 0; k < TREE_8; k++) {
            const double change = M[1][TREE_8 * i + k] - M[0][TREE_8 * i + k];
            expected[i] += change / (2.0 * step) * s.v[k];
        }
    }
    assert_int_equal(ludo_dynamics_inverse(s.dynamics, s.q, s.v, zero, c), LUDO_OK);
    CHECK_NEAR(relative_difference(c, expected, TREE_8), 0.0, 1e-9);
    dynamics_of_close(&s);
}

/* Numbers that are exact to 1e-14, by sums of some hundred products. */
static void dynamics_of_a_robot_are_those_of_other_software(void **state)
{
    (void)state;
    enum { DOF = sizeof quadruped_v / sizeof *quadruped_v };
    ludo_spec *spec = NULL;
    const ludo_load_options floating = {.struct_size = sizeof floating, .base = LUDO_BASE_FREE};
    const char *file = "tests/models/quadruped.urdf";
    double effort[DOF], a[DOF];
    assert_int_equal(ludo_load_file(file, &floating, NULL, &spec, NULL), LUDO_OK);
    dynamics_of s = dynamics_of_run(run_open(LUDO_OK, spec, NULL));
    ludo_dynamics *d = s.dynamics;
    assert_int_equal(s.dof, DOF);
    assert_int_equal(ludo_dynamics_inverse(d, quadruped_q, quadruped_v, quadruped_a, effort),
                     LUDO_OK);
    CHECK_NEAR(relative_difference(effort, quadruped_effort, DOF), 0.0, 1e-13);
    assert_int_equal(ludo_dynamics_forward(d, quadruped_q, quadruped_v, quadruped_effort, a),
                     LUDO_OK);
    CHECK_NEAR(relative_difference(a, quadruped_a, DOF), 0.0, 1e-10);
    dynamics_of_close(&s);
}

/* Two rods of 1 m and 1 kg, the second at the angle b to the first: the textbook formula. */
static void mass_matrix_of_two_rods_is_that_of_textbooks(void **state)
{
    (void)state;
    running r;
    ludo_spec *spec = NULL;
    const ludo_status built = ludo_scene_planar_double_pendulum(NULL, &spec);
    r = run_open(built, spec, NULL);
    dynamics_of s = dynamics_of_run(r);
    const double b = 0.7, q[2] = {0.3, b}, c = cos(b);
    double M[4];
    assert_int_equal(ludo_dynamics_mass_matrix(s.dynamics, q, M), LUDO_OK);
    CHECK_NEAR(M[0], 5.0 / 3.0 + c, 8 * DBL_EPSILON);
    CHECK_NEAR(M[1], 1.0 / 3.0 + 0.5 * c, 8 * DBL_EPSILON);
    CHECK_NEAR(M[2], 1.0 / 3.0 + 0.5 * c, 8 * DBL_EPSILON);
    CHECK_NEAR(M[3], 1.0 / 3.0, 8 * DBL_EPSILON);
    dynamics_of_close(&s);
}

/* ---- against each other ---- */

/* Whether A = L L^T with positive pivots; A is overwritten. */
static bool positive_definite(double *A, int32_t n)
{
    bool positive = true;
    for (int32_t k = 0; k < n && positive; k++) {
        const double pivot = A[n * k + k];
        positive = pivot > 0.0;
        for (int32_t i = k + 1; i < n; i++) {
            for (int32_t j = k + 1; j < n; j++) {
                A[n * i + j] -= A[n * i + k] * A[n * k + j] / pivot;
            }
        }
    }
    return positive;
}

static void mass_matrix_is_symmetric_and_positive_definite(void **state)
{
    (void)state;
    static double M[MOST * MOST];
    FOR_SEEDS(seed, 20)
    {
        dynamics_of s = idle_everything(seed);
        assert_int_equal(ludo_dynamics_mass_matrix(s.dynamics, s.q, M), LUDO_OK);
        const double most = largest(M, s.dof * s.dof);
        for (int32_t i = 0; i < s.dof; i++) {
            for (int32_t k = 0; k < i; k++) {
                CHECK_NEAR(M[s.dof * i + k], M[s.dof * k + i], 4 * DBL_EPSILON * most);
            }
        }
        assert_true(positive_definite(M, s.dof));
        dynamics_of_close(&s);
    }
}

/* M a + c by the mass matrix and by the recursion: sums of some hundred products. */
static void inverse_dynamics_is_mass_times_acceleration_and_bias(void **state)
{
    (void)state;
    static double M[MOST * MOST];
    FOR_SEEDS(seed, 20)
    {
        dynamics_of s = idle_everything(seed);
        random_stream random = random_from(seed);
        double a[MOST], zero[MOST] = {0.0}, c[MOST], effort[MOST];
        random_numbers(&random, a, s.dof);
        assert_int_equal(ludo_dynamics_mass_matrix(s.dynamics, s.q, M), LUDO_OK);
        assert_int_equal(ludo_dynamics_inverse(s.dynamics, s.q, s.v, zero, c), LUDO_OK);
        assert_int_equal(ludo_dynamics_inverse(s.dynamics, s.q, s.v, a, effort), LUDO_OK);
        for (int32_t i = 0; i < s.dof; i++) {
            for (int32_t k = 0; k < s.dof; k++) {
                c[i] += M[s.dof * i + k] * a[k];
            }
        }
        CHECK_NEAR(relative_difference(c, effort, s.dof), 0.0, 1e-13);
        dynamics_of_close(&s);
    }
}

/* Forward dynamics divides by what inverse dynamics multiplies by: round-off times the condition of
 * the mass matrix, which is some thousand here. */
static void forward_dynamics_undoes_inverse_dynamics(void **state)
{
    (void)state;
    FOR_SEEDS(seed, 20)
    {
        dynamics_of s = idle_everything(seed);
        random_stream random = random_from(seed);
        double a[MOST], effort[MOST], back[MOST];
        random_numbers(&random, a, s.dof);
        assert_int_equal(ludo_dynamics_inverse(s.dynamics, s.q, s.v, a, effort), LUDO_OK);
        assert_int_equal(ludo_dynamics_forward(s.dynamics, s.q, s.v, effort, back), LUDO_OK);
        CHECK_NEAR(relative_difference(back, a, s.dof), 0.0, 1e-11);
        dynamics_of_close(&s);
    }
}

/* ---- against the maximal integrator ---- */

static void kinetic_energy_is_that_of_a_simulation(void **state)
{
    (void)state;
    static double M[MOST * MOST];
    FOR_SEEDS(seed, 20)
    {
        dynamics_of s = idle_everything(seed);
        ludo_energy energy;
        double kinetic = 0.0;
        assert_int_equal(ludo_sim_energy(s.r.sim, &energy), LUDO_OK);
        assert_int_equal(ludo_dynamics_mass_matrix(s.dynamics, s.q, M), LUDO_OK);
        for (int32_t i = 0; i < s.dof; i++) {
            for (int32_t k = 0; k < s.dof; k++) {
                kinetic += 0.5 * s.v[i] * M[s.dof * i + k] * s.v[k];
            }
        }
        CHECK_NEAR(kinetic, energy.kinetic, 1e-13 * energy.kinetic);
        dynamics_of_close(&s);
    }
}

/* Rates of joints after one step of length h. */
static void rates_after(running *r, double h, double *v)
{
    double q[MOST];
    ludo_sim *start = NULL;
    const ludo_sim_options options = tight_options();
    assert_int_equal(ludo_sim_create(r->model, &options, NULL, &start, NULL), LUDO_OK);
    assert_int_equal(ludo_sim_copy(start, r->sim), LUDO_OK);
    running copy = {r->model, start};
    run_steps(&copy, h, 1);
    read_state(&copy, q, v);
    ludo_sim_destroy(start);
}

/* A step forwards and one backwards from the state: of order 2 in the step, and a tolerance of
 * 1e-13 over the step; measured: 3e-8. */
static void everything_accelerates_as_a_simulation_does(void **state)
{
    (void)state;
    const double h = 1e-4;
    FOR_SEEDS(seed, 6)
    {
        dynamics_of s = idle_everything(seed);
        double after[MOST], before[MOST], zero[MOST] = {0.0}, a[MOST];
        rates_after(&s.r, h, after);
        rates_after(&s.r, -h, before);
        for (int32_t i = 0; i < s.dof; i++) {
            after[i] = (after[i] - before[i]) / (2.0 * h);
        }
        assert_int_equal(ludo_dynamics_forward(s.dynamics, s.q, s.v, zero, a), LUDO_OK);
        CHECK_NEAR(relative_difference(after, a, s.dof), 0.0, 1e-6);
        dynamics_of_close(&s);
    }
}

/* What efforts do along rates is what energy is gained, by central differences of the energy along
 * the motion that they make. */
static void energy_changes_by_the_power_of_efforts(void **state)
{
    (void)state;
    const double step = 1e-5;
    dynamics_of s = open_tree_8();
    FOR_SEEDS(seed, 20)
    {
        random_stream random = random_from(seed);
        double q[TREE_8], v[TREE_8], effort[TREE_8], a[TREE_8], energy[2], power = 0.0;
        random_numbers(&random, s.q, TREE_8);
        random_numbers(&random, s.v, TREE_8);
        random_numbers(&random, effort, TREE_8);
        assert_int_equal(ludo_dynamics_forward(s.dynamics, s.q, s.v, effort, a), LUDO_OK);
        for (int side = 0; side < 2; side++) {
            const double t = side == 0 ? -step : step;
            for (int i = 0; i < TREE_8; i++) {
                q[i] = s.q[i] + t * s.v[i] + 0.5 * t * t * a[i];
                v[i] = s.v[i] + t * a[i];
            }
            write_state(&s.r, q, v);
            energy[side] = run_energy(&s.r);
        }
        for (int i = 0; i < TREE_8; i++) {
            power += effort[i] * s.v[i];
        }
        /* energies of some 100 J are rounded; the third derivative is some 1e4 W/s^2 */
        CHECK_NEAR((energy[1] - energy[0]) / (2.0 * step), power, 1e-5);
    }
    dynamics_of_close(&s);
}

/* ---- joints of three hinges ---- */

/* A chain of two joints of three hinges each, solved as balls or as they are. */
static dynamics_of open_three_hinges(double spherical)
{
    running r;
    ludo_spec *spec = NULL;
    const double merge = 1.0;
    assert_int_equal(ludo_scene_joint_chain("hinge+hinge+hinge", 2, NULL, &spec), LUDO_OK);
    assert_int_equal(ludo_spec_set_option(spec, "merge", &merge, 1), LUDO_OK);
    assert_int_equal(ludo_spec_set_option(spec, "spherical", &spherical, 1), LUDO_OK);
    r = run_open(LUDO_OK, spec, NULL);
    return dynamics_of_run(r);
}

/* Equal mechanisms of different nodes; gimbal lock is at least 0.3 rad away. */
static void balls_of_three_hinges_are_three_hinges(void **state)
{
    (void)state;
    enum { DOF = 6 };
    dynamics_of ball = open_three_hinges(1.0), hinges = open_three_hinges(0.0);
    FOR_SEEDS(seed, 20)
    {
        random_stream random = random_from(seed);
        double q[DOF], v[DOF], a[DOF], M[2][DOF * DOF], effort[2][DOF], back[DOF];
        random_numbers(&random, q, DOF);
        random_numbers(&random, v, DOF);
        random_numbers(&random, a, DOF);
        for (int i = 0; i < 2; i++) {
            ludo_dynamics *d = i == 0 ? ball.dynamics : hinges.dynamics;
            assert_int_equal(ludo_dynamics_mass_matrix(d, q, M[i]), LUDO_OK);
            assert_int_equal(ludo_dynamics_inverse(d, q, v, a, effort[i]), LUDO_OK);
        }
        CHECK_NEAR(relative_difference(M[0], M[1], DOF * DOF), 0.0, 1e-14);
        CHECK_NEAR(relative_difference(effort[0], effort[1], DOF), 0.0, 1e-13);
        assert_int_equal(ludo_dynamics_forward(ball.dynamics, q, v, effort[0], back), LUDO_OK);
        CHECK_NEAR(relative_difference(back, a, DOF), 0.0, 1e-11);
    }
    dynamics_of_close(&ball);
    dynamics_of_close(&hinges);
}

/* In gimbal lock rates of the outer hinges aren't told apart: a mass matrix there is, an
 * acceleration not. */
static void gimbal_lock_is_singular(void **state)
{
    (void)state;
    for (int spherical = 0; spherical < 2; spherical++) {
        dynamics_of s = open_three_hinges(spherical);
        const double q[6] = {0.1, 0.5 * PI, 0.2, 0.3, 0.1, 0.4}, zero[6] = {0.0};
        double M[36], a[6];
        assert_int_equal(ludo_dynamics_mass_matrix(s.dynamics, q, M), LUDO_OK);
        assert_int_equal(ludo_dynamics_forward(s.dynamics, q, zero, zero, a), LUDO_SINGULAR);
        dynamics_of_close(&s);
    }
}

/* ---- sites ---- */

/* Positions and velocities of all sites, and that J v is the velocity. */
static void check_sites(dynamics_of *s)
{
    for (int32_t i = 0; i < ludo_model_site_count(s->r.model); i++) {
        static double J[3 * MOST];
        ludo_point_state site;
        ludo_vec3 position;
        double v[3] = {0.0};
        assert_int_equal(ludo_sim_site(s->r.sim, i, &site), LUDO_OK);
        assert_int_equal(ludo_dynamics_site(s->dynamics, s->q, i, &position, J), LUDO_OK);
        for (int r = 0; r < 3; r++) {
            for (int32_t c = 0; c < s->dof; c++) {
                v[r] += J[s->dof * r + c] * s->v[c];
            }
        }
        const double far = fmax(v3_norm(site.position), 1.0);
        const double fast = fmax(v3_norm(site.velocity), 1.0);
        CHECK_NEAR(v3_norm(v3_sub(position, site.position)), 0.0, 1e-14 * far);
        CHECK_NEAR(v3_norm(v3_sub(v3(v[0], v[1], v[2]), site.velocity)), 0.0, 1e-13 * fast);
    }
}

static void sites_are_where_a_simulation_has_them(void **state)
{
    (void)state;
    FOR_SEEDS(seed, 10)
    {
        dynamics_of s = idle_everything(seed);
        assert_in_range(ludo_model_site_count(s.r.model), 1, 100);
        check_sites(&s);
        dynamics_of_close(&s);
    }
}

/* Random coordinates and rates of a model file with bodies without mass, and sites on them. */
static void sites_on_bodies_without_mass_move_with_the_joints_above(void **state)
{
    (void)state;
    static const char *const file[] = {"tests/models/massless.xml", "tests/models/frames.xml",
                                       "tests/models/several_joints.xml"};
    for (int k = 0; k < 3; k++) {
        ludo_spec *spec = NULL;
        assert_int_equal(ludo_load_file(file[k], NULL, NULL, &spec, NULL), LUDO_OK);
        dynamics_of s = dynamics_of_run(run_open(LUDO_OK, spec, NULL));
        random_stream random = random_from(7);
        random_numbers(&random, s.v, s.dof);
        write_state(&s.r, s.q, s.v);
        check_sites(&s);
        dynamics_of_close(&s);
    }
}

/* ---- invalid arguments ---- */

static void creating_survives_each_failing_allocation(void **state)
{
    (void)state;
    dynamics_of s = idle_everything(2);
    FOR_FAILING_ALLOCATION(alloc)
    {
        ludo_dynamics *d = NULL;
        const ludo_status status = ludo_dynamics_create(s.r.model, &alloc.hook, &d);
        assert_int_equal(status, alloc.failed ? LUDO_NO_MEMORY : LUDO_OK);
        assert_true((d == NULL) == alloc.failed);
        ludo_dynamics_destroy(d);
    }
    dynamics_of_close(&s);
}

/* Each function refuses each invalid argument. */
static void check_refused(dynamics_of *s, const double *q, const double *v, const double *x)
{
    static double M[MOST * MOST];
    double out[MOST];
    ludo_dynamics *d = s->dynamics;
    if (q != s->q) {
        assert_int_equal(ludo_dynamics_mass_matrix(d, q, M), LUDO_BAD_ARGUMENT);
        assert_int_equal(ludo_dynamics_site(d, q, 0, NULL, NULL), LUDO_BAD_ARGUMENT);
    }
    assert_int_equal(ludo_dynamics_inverse(d, q, v, x, out), LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_dynamics_forward(d, q, v, x, out), LUDO_BAD_ARGUMENT);
}

static void bad_arguments_are_refused(void **state)
{
    (void)state;
    dynamics_of s = idle_everything(2); /* joint 0 is free */
    double bad_q[MOST], zero_q[MOST], bad[MOST], *v = s.v, J[3 * MOST];
    memcpy(bad_q, s.q, sizeof bad_q);
    memcpy(zero_q, s.q, sizeof zero_q);
    memcpy(bad, s.v, sizeof bad);
    bad_q[1] = bad[s.dof - 1] = (double)NAN;
    memset(zero_q + 3, 0, 4 * sizeof *zero_q);
    check_refused(&s, NULL, v, v);
    check_refused(&s, bad_q, v, v);
    check_refused(&s, zero_q, v, v);
    check_refused(&s, s.q, NULL, v);
    check_refused(&s, s.q, bad, v);
    check_refused(&s, s.q, v, NULL);
    check_refused(&s, s.q, v, bad);
    ludo_dynamics *d = s.dynamics;
    const int32_t sites = ludo_model_site_count(s.r.model);
    assert_int_equal(ludo_dynamics_mass_matrix(NULL, s.q, bad), LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_dynamics_mass_matrix(d, s.q, NULL), LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_dynamics_inverse(NULL, s.q, v, v, bad), LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_dynamics_inverse(d, s.q, v, v, NULL), LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_dynamics_forward(NULL, s.q, v, v, bad), LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_dynamics_forward(d, s.q, v, v, NULL), LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_dynamics_site(NULL, s.q, 0, NULL, J), LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_dynamics_site(d, s.q, -1, NULL, J), LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_dynamics_site(d, s.q, sites, NULL, J), LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_dynamics_create(NULL, NULL, &d), LUDO_BAD_ARGUMENT);
    assert_null(d);
    assert_int_equal(ludo_dynamics_create(s.r.model, NULL, NULL), LUDO_BAD_ARGUMENT);
    ludo_dynamics_destroy(NULL);
    dynamics_of_close(&s);
}

/* A body on several joints in a row, all along and about one line, at a random place. */
static ludo_model *compile_in_line(const char *const type[3], random_stream *random)
{
    ludo_spec *spec = NULL;
    ludo_model *model = NULL;
    const ludo_body_def body = {.struct_size = sizeof body,
                                .mass = 1.0,
                                .com = random_vec3(random, 3.0),
                                .inertia = {1.0, 1.0, 1.5}};
    const ludo_vec3 axis = random_vec3(random, 1.0);
    assert_int_equal(ludo_spec_create(NULL, &spec), LUDO_OK);
    assert_int_equal(ludo_spec_add_body(spec, &body, NULL), LUDO_OK);
    for (int i = 0; i < 3 && type[i] != NULL; i++) {
        const ludo_joint_def joint = {.struct_size = sizeof joint,
                                      .type = type[i],
                                      .parent = LUDO_WORLD,
                                      .continues = i > 0,
                                      .axis = axis};
        assert_int_equal(ludo_spec_add_joint(spec, &joint, NULL), LUDO_OK);
    }
    assert_int_equal(ludo_compile(spec, NULL, &model, NULL), LUDO_OK);
    ludo_spec_destroy(spec);
    return model;
}

/* The intermediate link between two joints along one line has no inertia. */
static void what_moves_without_inertia_is_singular(void **state)
{
    (void)state;
    static const char *const types[][3] = {{"hinge", "hinge"},
                                           {"slide", "slide"},
                                           {"slide", "hinge", "slide"},
                                           {"hinge", "slide", "hinge"}};
    for (int k = 0; k < 400; k++) {
        random_stream random = random_from((uint64_t)k);
        ludo_model *model = compile_in_line(types[k % 4], &random);
        ludo_dynamics *d = NULL;
        double q[3], zero[3] = {0.0}, a[3];
        random_numbers(&random, q, 3);
        assert_int_equal(ludo_dynamics_create(model, NULL, &d), LUDO_OK);
        assert_int_equal(ludo_dynamics_forward(d, q, zero, zero, a), LUDO_SINGULAR);
        ludo_dynamics_destroy(d);
        ludo_model_destroy(model);
    }
}

/* Two hinges about one line behind a sound joint, beside a sound tree that is eliminated later. */
static void what_is_singular_stays_so_beside_what_is_not(void **state)
{
    (void)state;
    static const char trees[] =
        "<mujoco model='trees'><worldbody>"
        "<body><joint axis='0 1 0'/><inertial pos='0 0 0' mass='1' diaginertia='1 1 1'/></body>"
        "<body pos='2 0 0'>"
        "<joint axis='0 1 0'/><inertial pos='0 0 0' mass='1' diaginertia='1 1 1'/>"
        "<body><joint axis='0 0 1'/><joint axis='0 0 1'/>"
        "<inertial pos='0 0 0' mass='1' diaginertia='1 1 1'/></body>"
        "</body></worldbody></mujoco>";
    const double zero[4] = {0.0};
    double a[4];
    ludo_spec *spec = NULL;
    ludo_model *model = NULL;
    ludo_dynamics *d = NULL;
    assert_int_equal(ludo_load_string(trees, strlen(trees), "trees.xml", NULL, NULL, &spec, NULL),
                     LUDO_OK);
    assert_int_equal(ludo_compile(spec, NULL, &model, NULL), LUDO_OK);
    assert_int_equal(ludo_dynamics_create(model, NULL, &d), LUDO_OK);
    assert_int_equal(ludo_dynamics_forward(d, zero, zero, zero, a), LUDO_SINGULAR);
    ludo_dynamics_destroy(d);
    ludo_model_destroy(model);
    ludo_spec_destroy(spec);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mass_matrix_of_a_random_tree_is_that_of_other_software),
        cmocka_unit_test(bias_of_a_random_tree_is_that_of_lagrange),
        cmocka_unit_test(dynamics_of_a_robot_are_those_of_other_software),
        cmocka_unit_test(mass_matrix_of_two_rods_is_that_of_textbooks),
        cmocka_unit_test(mass_matrix_is_symmetric_and_positive_definite),
        cmocka_unit_test(inverse_dynamics_is_mass_times_acceleration_and_bias),
        cmocka_unit_test(forward_dynamics_undoes_inverse_dynamics),
        cmocka_unit_test(kinetic_energy_is_that_of_a_simulation),
        cmocka_unit_test(everything_accelerates_as_a_simulation_does),
        cmocka_unit_test(energy_changes_by_the_power_of_efforts),
        cmocka_unit_test(balls_of_three_hinges_are_three_hinges),
        cmocka_unit_test(gimbal_lock_is_singular),
        cmocka_unit_test(sites_are_where_a_simulation_has_them),
        cmocka_unit_test(sites_on_bodies_without_mass_move_with_the_joints_above),
        cmocka_unit_test(creating_survives_each_failing_allocation),
        cmocka_unit_test(bad_arguments_are_refused),
        cmocka_unit_test(what_moves_without_inertia_is_singular),
        cmocka_unit_test(what_is_singular_stays_so_beside_what_is_not),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
