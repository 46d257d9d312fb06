/* SPDX-License-Identifier: Apache-2.0
 *
 * The motion of a mechanism does not depend on its description: on body frames, order, position in
 * the world, units. */
#include "running.h"

#include <float.h>
#include <string.h>

enum { BODIES = 9, STEPS = 100, SEEDS = 6 };

/* A tree before it becomes a spec. The parent of body i is an earlier one; `order` is the order in
 * which bodies and joints are added. */
typedef struct draft {
    ludo_body_def body[BODIES];
    ludo_joint_def joint[BODIES];
    ludo_site_def site[BODIES];
    int32_t body_order[BODIES], joint_order[BODIES];
    ludo_vec3 gravity;
    double step;
} draft;

static ludo_frame random_frame(random_stream *r)
{
    const ludo_vec3 position = random_vec3(r, 0.5);
    return (ludo_frame){position, random_quat(r)};
}

static const char *const names[BODIES] = {"a", "b", "c", "d", "e", "f", "g", "h", "i"};

static draft random_draft(uint64_t seed)
{
    static const char *const types[] = {"hinge", "ball", "slide", "hinge", "fixed"};
    random_stream r = random_from(seed);
    draft d = {.gravity = {1.0, -2.0, -9.0}, .step = 0.005};
    for (int32_t i = 0; i < BODIES; i++) {
        d.body[i] = (ludo_body_def){.struct_size = sizeof(ludo_body_def),
                                    .name = names[i],
                                    .mass = random_uniform(&r, 0.5, 2.0),
                                    .com = random_vec3(&r, 0.3),
                                    .inertia = {0.11, 0.12, 0.13, 0.01, 0.02, -0.01}};
        d.joint[i] = (ludo_joint_def){.struct_size = sizeof(ludo_joint_def),
                                      .name = names[i],
                                      .type = i < 5 ? types[i] : types[random_below(&r, 5)],
                                      .parent = random_below(&r, i + 1) - 1,
                                      .child = i,
                                      .in_parent = random_frame(&r),
                                      .in_child = random_frame(&r),
                                      .axis = random_vec3(&r, 1.0),
                                      .reference = random_uniform(&r, -1.0, 1.0)};
        d.site[i] = (ludo_site_def){.struct_size = sizeof(ludo_site_def),
                                    .name = names[i],
                                    .body = i,
                                    .frame = random_frame(&r)};
        d.body_order[i] = d.joint_order[i] = i;
    }
    return d;
}

/* --- simulation ------------------------------------------------------------------------------ */

static int32_t place_in(const int32_t *order, int32_t body)
{
    int32_t place = 0;
    while (body >= 0 && order[place] != body) {
        place++;
    }
    return body >= 0 ? place : LUDO_WORLD;
}

static ludo_spec *draft_spec(const draft *d)
{
    ludo_spec *spec = NULL;
    assert_int_equal(ludo_spec_create(NULL, &spec), LUDO_OK);
    assert_int_equal(ludo_spec_set_option(spec, "gravity", &d->gravity.x, 3), LUDO_OK);
    for (int32_t k = 0; k < BODIES; k++) {
        assert_int_equal(ludo_spec_add_body(spec, &d->body[d->body_order[k]], NULL), LUDO_OK);
    }
    for (int32_t k = 0; k < BODIES; k++) {
        ludo_joint_def joint = d->joint[d->joint_order[k]];
        ludo_site_def site = d->site[k];
        joint.parent = place_in(d->body_order, joint.parent);
        joint.child = place_in(d->body_order, joint.child);
        site.body = place_in(d->body_order, site.body);
        assert_int_equal(ludo_spec_add_joint(spec, &joint, NULL), LUDO_OK);
        assert_int_equal(ludo_spec_add_site(spec, &site, NULL), LUDO_OK);
    }
    return spec;
}

/* The number of coordinates of a body's joint, its coordinates and rates, and its site. */
typedef struct sample {
    int32_t positions, rates;
    double q[7], rate[6];
    ludo_point_state site;
} sample;

static sample read_sample(running *r, int32_t body)
{
    sample s = {0};
    const int32_t j = ludo_model_joint_find(r->model, names[body]);
    const int32_t site = ludo_model_site_find(r->model, names[body]);
    s.positions = joint_info_of(r->model, j).position_count;
    s.rates = joint_info_of(r->model, j).velocity_count;
    assert_int_equal(ludo_sim_joint_position(r->sim, j, s.q), LUDO_OK);
    assert_int_equal(ludo_sim_joint_velocity(r->sim, j, s.rate), LUDO_OK);
    assert_int_equal(ludo_sim_site(r->sim, site, &s.site), LUDO_OK);
    return s;
}

/* Half a second of motion from the reference pose, from rest. */
static void run_draft(const draft *d, sample samples[BODIES], double *energy)
{
    running r;
    ludo_spec *spec = draft_spec(d);
    assert_int_equal(ludo_compile(spec, NULL, &r.model, NULL), LUDO_OK);
    ludo_spec_destroy(spec);
    assert_int_equal(ludo_sim_create(r.model, NULL, NULL, &r.sim, NULL), LUDO_OK);
    run_steps(&r, d->step, STEPS);
    for (int32_t i = 0; i < BODIES; i++) {
        samples[i] = read_sample(&r, i);
    }
    ludo_energy e;
    assert_int_equal(ludo_sim_energy(r.sim, &e), LUDO_OK);
    *energy = e.kinetic;
    run_close(&r);
}

/* Newton stops at 1e-10, mostly far below; a hundred steps of a falling tree. */
static const double tolerance = 1e-8;

static void check_vectors(ludo_vec3 a, ludo_vec3 b)
{
    CHECK_NEAR(a.x, b.x, tolerance);
    CHECK_NEAR(a.y, b.y, tolerance);
    CHECK_NEAR(a.z, b.z, tolerance);
}

/* The joints of both; a ball's quaternion may have the opposite sign. */
static void check_joints(const sample *a, const sample *b)
{
    assert_int_equal(a->positions, b->positions);
    double sign = 0.0;
    for (int32_t k = 0; k < a->positions; k++) {
        sign += a->q[k] * b->q[k];
    }
    for (int32_t k = 0; k < a->positions; k++) {
        CHECK_NEAR(a->positions == 4 && sign < 0.0 ? -a->q[k] : a->q[k], b->q[k], tolerance);
    }
    for (int32_t k = 0; k < a->rates; k++) {
        CHECK_NEAR(a->rate[k], b->rate[k], tolerance);
    }
}

/* --- other descriptions ---------------------------------------------------------------------- */

static ludo_frame inverse(ludo_frame f)
{
    const ludo_quat q = q_conj(f.orientation);
    return (ludo_frame){v3_scale(-1.0, q_rotate(q, f.position)), q};
}

/* R^T J R: an inertia in axes rotated by q. */
static void turn_inertia(double J[6], ludo_quat q)
{
    const mat3 K = {{J[0], J[3], J[4], J[3], J[1], J[5], J[4], J[5], J[2]}};
    const mat3 R = q_matrix(q), Rt = m3_transpose(&R), T = m3_mul(Rt, m3_mul(K, R));
    const double all[6] = {T.m[0], T.m[4], T.m[8], T.m[1], T.m[2], T.m[5]};
    memcpy(J, all, sizeof all);
}

/* Change the frame of every body: F in the previous one. */
static draft in_other_body_frames(const draft *from, uint64_t seed)
{
    draft d = *from;
    random_stream r = random_from(seed + 100);
    for (int32_t b = 0; b < BODIES; b++) {
        const ludo_frame F = random_frame(&r), back = inverse(F);
        const ludo_vec3 com = v3_sub(d.body[b].com, F.position);
        d.body[b].com = q_rotate(back.orientation, com);
        turn_inertia(d.body[b].inertia, F.orientation);
        d.site[b].frame = frame_mul(back, d.site[b].frame);
        for (int32_t j = 0; j < BODIES; j++) {
            if (d.joint[j].child == b) {
                d.joint[j].in_child = frame_mul(back, d.joint[j].in_child);
            } else if (d.joint[j].parent == b) {
                d.joint[j].in_parent = frame_mul(back, d.joint[j].in_parent);
            }
        }
    }
    return d;
}

static void body_frames_are_free_to_choose(void **state)
{
    (void)state;
    FOR_SEEDS(seed, SEEDS)
    {
        const draft d = random_draft(seed), other = in_other_body_frames(&d, seed);
        sample a[BODIES], b[BODIES];
        double energy, same;
        run_draft(&d, a, &energy);
        run_draft(&other, b, &same);
        CHECK_NEAR(same, energy, 100.0 * tolerance); /* of some hundred J */
        for (int32_t i = 0; i < BODIES; i++) {
            check_joints(&a[i], &b[i]);
            check_vectors(a[i].site.position, b[i].site.position);
            check_vectors(a[i].site.velocity, b[i].site.velocity);
        }
    }
}

static void the_order_of_bodies_and_joints_is_no_matter(void **state)
{
    (void)state;
    FOR_SEEDS(seed, SEEDS)
    {
        const draft d = random_draft(seed);
        draft other = d;
        random_stream r = random_from(seed + 200);
        for (int32_t i = 0; i < BODIES; i++) {
            const int32_t k = random_below(&r, i + 1), m = random_below(&r, i + 1);
            other.body_order[i] = other.body_order[k], other.body_order[k] = i;
            other.joint_order[i] = other.joint_order[m], other.joint_order[m] = i;
        }
        sample a[BODIES], b[BODIES];
        double energy, same;
        run_draft(&d, a, &energy);
        run_draft(&other, b, &same);
        CHECK_NEAR(same, energy, 100.0 * tolerance);
        for (int32_t i = 0; i < BODIES; i++) {
            check_joints(&a[i], &b[i]);
            check_vectors(a[i].site.position, b[i].site.position);
            check_vectors(a[i].site.velocity, b[i].site.velocity);
        }
    }
}

/* The whole world rotated and translated, including gravity. */
static void places_and_directions_of_the_world_are_no_matter(void **state)
{
    (void)state;
    FOR_SEEDS(seed, SEEDS)
    {
        const draft d = random_draft(seed);
        draft other = d;
        random_stream r = random_from(seed + 300);
        ludo_frame W = random_frame(&r);
        W.position = v3_scale(20.0, W.position);
        other.gravity = q_rotate(W.orientation, d.gravity);
        for (int32_t i = 0; i < BODIES; i++) {
            if (d.joint[i].parent == LUDO_WORLD) {
                other.joint[i].in_parent = frame_mul(W, d.joint[i].in_parent);
            }
        }
        sample a[BODIES], b[BODIES];
        double energy, same;
        run_draft(&d, a, &energy);
        run_draft(&other, b, &same);
        CHECK_NEAR(same, energy, 100.0 * tolerance);
        for (int32_t i = 0; i < BODIES; i++) {
            const ludo_vec3 at = q_rotate(W.orientation, a[i].site.position);
            check_joints(&a[i], &b[i]);
            check_vectors(v3_add(W.position, at), b[i].site.position);
            check_vectors(q_rotate(W.orientation, a[i].site.velocity), b[i].site.velocity);
        }
    }
}

/* Lengths times L, masses times M: at equal gravity times scale by sqrt(L), which is exact for
 * powers of four, and so is everything else: equal bits. */
static draft scaled(const draft *from, double L, double M)
{
    draft d = *from;
    d.step *= sqrt(L);
    for (int32_t i = 0; i < BODIES; i++) {
        d.body[i].mass *= M;
        d.body[i].com = v3_scale(L, d.body[i].com);
        for (int k = 0; k < 6; k++) {
            d.body[i].inertia[k] *= M * L * L;
        }
        ludo_joint_def *j = &d.joint[i];
        j->in_parent.position = v3_scale(L, j->in_parent.position);
        j->in_child.position = v3_scale(L, j->in_child.position);
        j->reference *= strcmp(j->type, "slide") == 0 ? L : 1.0;
        d.site[i].frame.position = v3_scale(L, d.site[i].frame.position);
    }
    return d;
}

static void units_are_no_matter(void **state)
{
    (void)state;
    const double L[] = {1.0 / 1024.0, 64.0, 1.0, 1.0}, M[] = {1.0, 1.0, 0x1p-20, 0x1p20};
    FOR_SEEDS(seed, SEEDS)
    {
        const draft d = random_draft(seed);
        sample a[BODIES], b[BODIES];
        double energy, same;
        run_draft(&d, a, &energy);
        for (int i = 0; i < 4; i++) {
            const draft other = scaled(&d, L[i], M[i]);
            run_draft(&other, b, &same);
            assert_true(same == energy * L[i] * M[i]);
            for (int32_t k = 0; k < BODIES; k++) {
                const ludo_vec3 at = v3_scale(L[i], a[k].site.position);
                const ludo_vec3 v = v3_scale(sqrt(L[i]), a[k].site.velocity);
                assert_memory_equal(&at, &b[k].site.position, sizeof at);
                assert_memory_equal(&v, &b[k].site.velocity, sizeof v);
            }
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(body_frames_are_free_to_choose),
        cmocka_unit_test(the_order_of_bodies_and_joints_is_no_matter),
        cmocka_unit_test(places_and_directions_of_the_world_are_no_matter),
        cmocka_unit_test(units_are_no_matter),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
