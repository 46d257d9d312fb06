/* SPDX-License-Identifier: Apache-2.0
 *
 * Limits and dry friction as cones along degrees of freedom: which exist, and how their rates
 * follow from those of the degrees of freedom. */
#include "integrators/maximal/joints.h"
#include "integrators/maximal_limits/limits.h"
#include "math/rotation_vector.h"
#include "sim/sim.h"
#include "limited_joint.h"

enum { SEEDS = 20, MOST = 16 };

static const double h = 0.01;

/* A floating body and its child on a joint with limits and dry friction; their cones are collected
 * in memory of the test. */
typedef struct rows_of {
    running r;
    maximal *x;
    maximal_contacts contacts, *theirs;
    cone cone[MOST];
    cone_rows rows[MOST];
    int32_t place[MOST];
    double interval[MOST]; /* of bodies: none is over */
    island only;           /* all cones are one island, */
    bool running;          /* which takes part in evaluations */
} rows_of;

static ludo_joint_def random_joint(random_stream *s, const char *type, double bound)
{
    ludo_joint_def joint = {.struct_size = sizeof joint,
                            .type = type,
                            .parent = 0,
                            .child = 1,
                            .in_parent = {random_vec3(s, 0.5), random_quat(s)},
                            .axis = {0.0, 0.0, 1.0},
                            .axis2 = {1.0, 0.0, 0.0}};
    for (int i = 0; i < LUDO_MAX_DOF; i++) {
        joint.along[i] = (ludo_dof_def){
            .limited = true, .range = {-bound, bound}, .friction_loss = 1.0 + (double)i};
    }
    return joint;
}

static void strip(ludo_joint_def *joint, int dof)
{
    for (int i = dof; i < LUDO_MAX_DOF; i++) {
        joint->along[i] = (ludo_dof_def){.limited = false};
    }
}

/* Parts of a composite joint: one per letter, h or s. */
static void add_parts(ludo_spec *spec, random_stream *s, const char *parts, double bound)
{
    for (int i = 0; parts[i] != '\0'; i++) {
        ludo_joint_def joint = random_joint(s, parts[i] == 'h' ? "hinge" : "slide", bound);
        joint.continues = i > 0;
        joint.in_parent = (ludo_frame){.position.x = 0.1 * i};
        joint.in_child = joint.in_parent;
        joint.axis = v3(i == 0, i == 1, i == 2);
        strip(&joint, 1);
        assert_int_equal(ludo_spec_add_joint(spec, &joint, NULL), LUDO_OK);
    }
}

/* `type` with one coordinate per scalar force, or the parts of a composite. */
typedef struct joint_case {
    const char *type, *parts;
    int dof;
} joint_case;

static const joint_case cases[] = {
    {"hinge", NULL, 1},  {"slide", NULL, 1}, {"cylindrical", NULL, 2}, {"universal", NULL, 2},
    {"planar", NULL, 3}, {"ball", NULL, 1},  {NULL, "hsh", 3},
};

static void open_rows(rows_of *k, random_stream *s, const joint_case *of, double bound)
{
    ludo_spec *spec = new_spec();
    add_body(spec, "a");
    add_body(spec, "b");
    const ludo_joint_def floating = {
        .struct_size = sizeof floating, .type = "free", .parent = LUDO_WORLD, .child = 0};
    assert_int_equal(ludo_spec_add_joint(spec, &floating, NULL), LUDO_OK);
    if (of->parts != NULL) {
        add_parts(spec, s, of->parts, bound);
    } else {
        ludo_joint_def joint = random_joint(s, of->type, bound);
        strip(&joint, of->dof);
        assert_int_equal(ludo_spec_add_joint(spec, &joint, NULL), LUDO_OK);
    }
    *k = (rows_of){.r = open_spec(spec, NULL)};
    k->x = maximal_of(&k->r.sim->state);
    k->theirs = k->x->contacts;
    k->running = true;
    k->contacts = (maximal_contacts){
        .cone = k->cone,
        .interval = k->interval,
        .rows = k->rows,
        .motion = k->theirs->motion,
        .room = MOST,
        .islands = {.place = k->place, .island = &k->only, .running = &k->running}};
    k->x->contacts = &k->contacts;
}

static void close_rows(rows_of *k)
{
    k->x->contacts = k->theirs;
    run_close(&k->r);
}

/* Move the bodies at t_{k+1}: the parent, and the child also by rates of its joint. */
static void move_next(rows_of *k, const double *w, twist parent)
{
    ludo_sim *sim = k->r.sim;
    const int64_t next = 1 - sim->state.progress->now;
    pose *z = sim->state.poses[next];
    const int32_t c = sim->state.model->column[1];
    const ludo_vec3 d = v3_sub(z[1].x, z[0].x);
    twist V = {v3_add(parent.v, v3_cross(parent.w, d)), parent.w};
    for (int32_t i = 0; i < sim->state.model->joint[1].dof; i++) {
        const double *S = k->x->S[next] + 6 * (c + i);
        V.v = v3_axpy(V.v, w[i], v3(S[0], S[1], S[2]));
        V.w = v3_axpy(V.w, w[i], v3(S[3], S[4], S[5]));
        if (sim->state.model->joint[1].kind->stores_coordinates) {
            k->x->trace[next][c + i].cos += w[i];
        }
    }
    z[0] = pose_make(v3_add(z[0].x, parent.v), q_mul(q_turn(parent.w), z[0].q));
    z[1] = pose_make(v3_add(z[1].x, V.v), q_mul(q_turn(V.w), z[1].q));
}

static void view(rows_of *k)
{
    ludo_maximal_joints_evaluate(k->x, &k->r.sim->state, 1 - k->r.sim->state.progress->now,
                                 1.0 / h);
    k->x->contacts->motion.current = false;
    ludo_islands_single(k->x);
    ludo_maximal_limits_evaluate(k->x, &k->r.sim->state, h);
}

/* The iterate: the parent has moved, and coordinates have by a little. */
static void begin_rows(rows_of *k, random_stream *s)
{
    ludo_sim *sim = k->r.sim;
    const joint_data *j = &sim->state.model->joint[1];
    const int32_t c = sim->state.model->column[1];
    assert_int_equal(ludo_sim_project(sim, NULL), LUDO_OK);
    const int64_t now = sim->state.progress->now;
    pose *z = sim->state.poses[1 - now];
    double q[JOINT_MAX_POSITION], memory[JOINT_MAX_DOF];
    ludo_state_read_position(&sim->state, 1, q);
    for (int32_t i = 0; i < j->position_count; i++) {
        q[i] += random_uniform(s, -0.1, 0.1);
    }
    const pose *a = &sim->state.poses[now][0];
    const ludo_vec3 way = random_vec3(s, 0.1), turn = random_vec3(s, 0.1);
    z[0] = pose_make(v3_add(a->x, way), q_mul(q_turn(turn), a->q));
    j->kind->place(j, &z[0], q, &z[1], memory);
    for (int32_t i = 0; i < j->dof && j->kind->stores_coordinates; i++) {
        k->x->trace[1 - now][c + i] = (joint_trace){q[i], 0.0};
    }
    ludo_maximal_joints_evaluate(k->x, &sim->state, 1 - now, 1.0 / h);
}

static void start_anywhere(rows_of *k, random_stream *s)
{
    for (int32_t j = 0; j < ludo_model_joint_count(k->r.model); j++) {
        double q[7];
        for (int i = 0; i < 7; i++) {
            q[i] = random_uniform(s, -0.7, 0.7);
        }
        set_position(&k->r, j, q);
    }
}

/* Rates are known to about 1e-16 / h, differences over 2e-5 to 1e-9 of that, their third
 * derivatives to 1e-10. */
static void rows_equal_central_differences(void **state)
{
    (void)state;
    const double e = 1e-5, tolerance = 1e-8;
    FOR_SEEDS(seed, SEEDS)
    {
        random_stream s = random_from(seed);
        rows_of k;
        open_rows(&k, &s, &cases[seed % (sizeof cases / sizeof *cases)], 0.1);
        start_anywhere(&k, &s);
        k.contacts.count = 0;
        begin_rows(&k, &s);
        ludo_maximal_limits_gather(&k.x[0], &k.r.sim->state, h);
        assert_true(k.contacts.count > 0);
        view(&k);
        const int64_t next = 1 - k.r.sim->state.progress->now;
        const int32_t columns = k.r.model->joint[1].dof, first = k.r.model->column[1];
        const pose z[2] = {k.r.sim->state.poses[next][0], k.r.sim->state.poses[next][1]};
        joint_trace trace[JOINT_MAX_DOF];
        memcpy(trace, k.x->trace[next] + first, sizeof trace);
        cone_rows rows[MOST];
        memcpy(rows, k.rows, sizeof rows);
        for (int32_t c = 0; c < columns; c++) {
            double y[2][MOST][CONE_ROWS], F[2][MOST][3];
            for (int side = 0; side < 2; side++) {
                double w[JOINT_MAX_DOF] = {0.0};
                w[c] = side == 0 ? -e : e;
                /* motion of the parent doesn't move the joint */
                const twist parent = {v3(0.3 * w[c], 0.0, w[c]), v3(0.0, 0.0, 0.0)};
                move_next(&k, w, parent);
                view(&k);
                for (int32_t i = 0; i < k.contacts.count; i++) {
                    memcpy(y[side][i], k.cone[i].y, sizeof y[side][i]);
                    memcpy(F[side][i], k.rows[i].joint.F[0], sizeof F[side][i]);
                }
                memcpy(k.r.sim->state.poses[next], z, sizeof z);
                memcpy(k.x->trace[next] + first, trace, (size_t)columns * sizeof *trace);
                view(&k);
            }
            for (int32_t i = 0; i < k.contacts.count; i++) {
                const int32_t at = first + c - rows[i].column;
                for (int32_t r = 0; r < k.cone[i].kind->rows; r++) {
                    const bool on = at >= 0 && at < rows[i].columns;
                    const double rate = on ? rows[i].joint.R[r][at] : 0.0;
                    CHECK_NEAR(rate, h * (y[1][i][r] - y[0][i][r]) / (2.0 * e), tolerance);
                }
                for (int32_t r = 0; r < rows[i].columns; r++) {
                    const bool on = at >= 0 && at < rows[i].columns;
                    const double fall = on ? rows[i].joint.dF[r][at] : 0.0;
                    const bool limit = rows[i].source == CONE_LIMIT;
                    const double moved = limit ? h * (F[0][i][r] - F[1][i][r]) / (2.0 * e) : 0.0;
                    CHECK_NEAR(fall, moved, tolerance);
                }
            }
        }
        close_rows(&k);
    }
}

/* A limit far away has no cone; dry friction always has. */
static void far_limits_have_no_cone(void **state)
{
    (void)state;
    FOR_SEEDS(seed, SEEDS)
    {
        random_stream s = random_from(seed);
        rows_of k;
        open_rows(&k, &s, &cases[seed % (sizeof cases / sizeof *cases)], 3.0);
        begin_rows(&k, &s);
        ludo_maximal_limits_gather(k.x, &k.r.sim->state, h);
        assert_int_equal(k.contacts.count, k.r.model->limits.friction_count);
        assert_true(ludo_maximal_limits_room(&k.r.sim->state) >= k.contacts.count);
        assert_int_equal(ludo_maximal_limits_add(k.x, &k.r.sim->state, h), 0);
        close_rows(&k);
    }
}

/* A limit that the iterate violates is added once, on its side. */
static void passed_limits_are_added_once(void **state)
{
    (void)state;
    FOR_SEEDS(seed, SEEDS)
    {
        random_stream s = random_from(seed);
        rows_of k;
        open_rows(&k, &s, &cases[seed % (sizeof cases / sizeof *cases)], 1e-3);
        begin_rows(&k, &s);
        const int32_t added = ludo_maximal_limits_add(k.x, &k.r.sim->state, h);
        assert_int_equal(added, k.r.model->limits.limit_count);
        assert_int_equal(ludo_maximal_limits_add(k.x, &k.r.sim->state, h), 0);
        ludo_islands_single(k.x);
        ludo_maximal_limits_evaluate(k.x, &k.r.sim->state, h);
        for (int32_t i = 0; i < added; i++) {
            assert_true(k.cone[i].y[0] < 0.0);
        }
        close_rows(&k);
    }
}

/* The work of impulses per degree of freedom is that of the impulses of cones on their rates. */
static void impulses_and_rates_of_a_knot_are_conjugate(void **state)
{
    (void)state;
    FOR_SEEDS(seed, SEEDS)
    {
        random_stream s = random_from(seed);
        rows_of k;
        open_rows(&k, &s, &cases[seed % (sizeof cases / sizeof *cases)], 3.0);
        assert_int_equal(ludo_sim_project(k.r.sim, NULL), LUDO_OK);
        for (int32_t i = 0; i < k.r.model->slots; i++) {
            k.interval[i] = 2.0 * h;
        }
        ludo_maximal_limits_knot_gather(k.x, &k.r.sim->state);
        assert_int_equal(k.contacts.count, k.r.model->limits.friction_count);
        for (int32_t i = 0; i < k.contacts.count; i++) {
            cone *c = &k.cone[i];
            double w[2 * JOINT_MAX_DOF], stop[2 * JOINT_MAX_DOF] = {0.0}, work[2] = {0.0};
            for (int32_t j = 0; j < k.r.model->columns; j++) {
                w[j] = random_uniform(&s, -1.0, 1.0);
            }
            for (int r = 0; r < CONE_ROWS; r++) {
                c->p[r] = random_uniform(&s, -1.0, 1.0);
            }
            ludo_maximal_limits_rate(c, &k.rows[i], w, c->y);
            ludo_maximal_limits_report(c, &k.rows[i], stop);
            for (int r = 0; r < c->kind->rows; r++) {
                work[0] += c->p[r] * c->y[r];
            }
            for (int32_t j = 0; j < k.r.model->columns; j++) {
                work[1] += stop[j] * w[j];
            }
            CHECK_NEAR(work[0], work[1], 1e-14); /* sums of three products of order 1 */
        }
        close_rows(&k);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_equal_central_differences),
        cmocka_unit_test(far_limits_have_no_cone),
        cmocka_unit_test(passed_limits_are_added_once),
        cmocka_unit_test(impulses_and_rates_of_a_knot_are_conjugate),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
