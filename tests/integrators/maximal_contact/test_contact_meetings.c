/* SPDX-License-Identifier: Apache-2.0
 *
 * Random meetings of any two bounded shapes: two bodies in free flight, a body that falls onto a
 * floor, onto a fixed box. Every step is solved, nothing penetrates, the energy is bounded and the
 * linear momentum constant. */
#include "running.h"
#include "small_spec.h"

#include <string.h>

enum { TYPES = 6, MEETINGS = 21, DROPS = 12, HULL_POINTS = 24 };

static const char *const types[TYPES] = {"sphere",    "capsule", "cylinder",
                                         "ellipsoid", "box",     "mesh"};

static const double step = 0.002;

/* ---- bodies ---- */

/* Add the hull of random points of a sphere. @return its number */
static int32_t add_hull(ludo_spec *spec, random_stream *r, double radius)
{
    double vertex[3 * HULL_POINTS];
    const int32_t count = 6 + random_below(r, HULL_POINTS - 5);
    for (int32_t i = 0; i < count; i++) {
        const ludo_vec3 p = q_rotate(random_quat(r), v3(radius, 0.0, 0.0));
        vertex[3 * i] = p.x;
        vertex[3 * i + 1] = p.y;
        vertex[3 * i + 2] = p.z;
    }
    const ludo_mesh_def mesh = {
        .struct_size = sizeof mesh, .vertex = vertex, .vertex_count = count};
    int32_t number = 0;
    assert_int_equal(ludo_spec_add_mesh(spec, &mesh, &number), LUDO_OK);
    return number;
}

/* Add a free body of a random shape of a type within 0.18 m, its mass that of the volume. */
static void add_shape(ludo_spec *spec, random_stream *r, const char *type)
{
    static const int32_t all[2] = {0, 0};
    const ludo_body_def empty = {.struct_size = sizeof empty, .mass = 1.0};
    int32_t body = 0;
    assert_int_equal(ludo_spec_add_body(spec, &empty, &body), LUDO_OK);
    ludo_geom_def shape = ludo_geom_default();
    shape.type = type;
    shape.body = body;
    shape.friction[0] = 0.5;
    for (int i = 0; i < 3; i++) {
        shape.size[i] = random_uniform(r, 0.04, 0.1);
    }
    shape.size[0] *= strcmp(type, "capsule") == 0 ? 0.6 : 1.0;
    shape.mesh = strcmp(type, "mesh") == 0 ? add_hull(spec, r, 0.1) : 0;
    assert_int_equal(ludo_spec_add_geom(spec, &shape, NULL), LUDO_OK);
    assert_int_equal(ludo_spec_weigh(spec, body, all, NULL), LUDO_OK);
    add_joint(spec, "free", LUDO_WORLD, body);
}

static void add_fixed(ludo_spec *spec, const char *type, ludo_vec3 size, double z)
{
    ludo_geom_def shape = ludo_geom_default();
    shape.type = type;
    shape.body = LUDO_WORLD;
    shape.friction[0] = 0.5;
    shape.size[0] = size.x;
    shape.size[1] = size.y;
    shape.size[2] = size.z;
    shape.frame.position.z = z;
    assert_int_equal(ludo_spec_add_geom(spec, &shape, NULL), LUDO_OK);
}

/* Position and velocity of a body: linear in the world, angular in its frame. */
static void place(running *r, int32_t joint, ludo_vec3 x, ludo_quat q, ludo_vec3 v, ludo_vec3 w)
{
    const double at[7] = {x.x, x.y, x.z, q.w, q.x, q.y, q.z};
    const double rate[6] = {v.x, v.y, v.z, w.x, w.y, w.z};
    assert_int_equal(ludo_sim_set_joint_position(r->sim, joint, at), LUDO_OK);
    assert_int_equal(ludo_sim_set_joint_velocity(r->sim, joint, rate), LUDO_OK);
}

static running open_scene(ludo_spec *spec)
{
    running r = {compiled(spec), NULL};
    assert_int_equal(ludo_sim_create(r.model, NULL, NULL, &r.sim, NULL), LUDO_OK);
    return r;
}

/* ---- the laws ---- */

static ludo_vec3 momentum_of(running *r)
{
    ludo_momentum p;
    assert_int_equal(ludo_sim_momentum(r->sim, &p), LUDO_OK);
    return p.linear;
}

/* Whether a step is solved, without penetration beyond 1e-9 m and within the bound of the energy
 * [contact.md 5.8, 6]. */
static bool step_is_good(running *r, energy_watch *energy)
{
    ludo_contact_quality q = {.struct_size = sizeof q};
    double rise, gain;
    return ludo_step(r->sim, step, NULL) == LUDO_OK &&
           ludo_sim_contact_quality(r->sim, &q) == LUDO_OK && q.penetration <= 1e-9 &&
           q.signorini <= 1e-8 &&
           ludo_scene_weigh_energy(energy, r->sim, step, &rise, &gain) == LUDO_OK && rise <= 1.0 &&
           gain <= 1.0;
}

/* Run; return the number of knots at which something touched. */
static int run_good(running *r, int steps, const char *what, uint64_t seed)
{
    energy_watch energy;
    int touched = 0;
    assert_int_equal(ludo_scene_watch_energy(&energy, r->sim), LUDO_OK);
    for (int k = 0; k < steps; k++) {
        ludo_contact_quality q = {.struct_size = sizeof q};
        if (!step_is_good(r, &energy)) {
            print_error("%s, seed %llu, step %d\n", what, (unsigned long long)seed, k);
            fail();
        }
        assert_int_equal(ludo_sim_contact_quality(r->sim, &q), LUDO_OK);
        touched += q.points > 0;
    }
    return touched;
}

/* ---- meetings ---- */

/* The relation of two orientations: any; parallel axes; axes, then edges, at 0 to 0.1 rad. */
static void orient(random_stream *r, uint64_t seed, ludo_quat q[2])
{
    const double tilt = random_uniform(r, 0.0, 0.1);
    const double right = random_uniform(r, 0.0, 1.0) < 0.5 ? 0.0 : acos(-1.0) / 2.0;
    const double half = 0.5 * (tilt + right);
    const ludo_quat one = {1.0, 0.0, 0.0, 0.0}, about_x = {cos(half), sin(half), 0.0, 0.0};
    q[0] = seed % 3 == 0 ? random_quat(r) : one;
    q[1] = seed % 3 == 0 ? random_quat(r) : seed % 3 == 1 ? one : about_x;
}

/* Two bodies 0.42 m apart that approach at 0.5 to 2 m/s; parallel ones along z, on average. */
static void aim(running *m, random_stream *r, uint64_t seed)
{
    const bool any = seed % 3 == 0;
    const ludo_vec3 zero = {0.0, 0.0, 0.0}, aside = random_vec3(r, 0.15);
    const ludo_vec3 way =
        any ? q_rotate(random_quat(r), v3(1.0, 0.0, 0.0)) : v3(aside.x, aside.y, 1.0);
    const double spin = any ? 3.0 : 0.3;
    ludo_quat q[2];
    orient(r, seed, q);
    place(m, 0, zero, q[0], zero, random_vec3(r, spin));
    const ludo_vec3 v = v3_scale(-random_uniform(r, 0.5, 2.0), way);
    place(m, 1, v3_scale(0.42, way), q[1], v, random_vec3(r, spin));
}

/* Two bodies meet in free flight, half a second. @return the number of knots with a contact */
static int meet(const char *one, const char *other, uint64_t seed)
{
    random_stream r = random_from(seed);
    ludo_spec *spec = new_spec();
    assert_int_equal(ludo_spec_set_option(spec, "gravity", (double[]){0.0, 0.0, 0.0}, 3), LUDO_OK);
    add_shape(spec, &r, one);
    add_shape(spec, &r, other);
    running m = open_scene(spec);
    aim(&m, &r, seed);
    const ludo_vec3 before = momentum_of(&m);
    const int touched = run_good(&m, 250, one, seed);
    /* a rounding of a momentum at each step, with an impulse now and then */
    const double rounding = 2.0 * 250.0 * 2.3e-16 * v3_norm(before);
    assert_true(v3_norm(v3_sub(momentum_of(&m), before)) <= rounding);
    run_close(&m);
    return touched;
}

static void any_two_shapes_meet_in_flight(void **state)
{
    (void)state;
    for (int a = 0; a < TYPES; a++) {
        for (int b = a; b < TYPES; b++) {
            int touched = 0;
            FOR_SEEDS(seed, MEETINGS / SHORTER)
            {
                touched += meet(types[a], types[b], seed + 100 * (uint64_t)(TYPES * a + b)) > 0;
            }
            assert_true(touched > MEETINGS / SHORTER / 2); /* the others miss each other */
        }
    }
}

/* ---- drops ---- */

/* A body falls for a second, from 0.2 m above the ground, which is a plane or a fixed box. */
static void fall(const char *type, const char *ground, uint64_t seed)
{
    random_stream r = random_from(seed);
    ludo_spec *spec = new_spec();
    add_shape(spec, &r, type);
    const bool box = strcmp(ground, "box") == 0;
    add_fixed(spec, ground, box ? v3(0.2, 0.3, 0.1) : v3(0.0, 0.0, 0.0), box ? -0.1 : 0.0);
    running m = open_scene(spec);
    const ludo_quat level = {1.0, 0.0, 0.0, 0.0};
    place(&m, 0, v3(0.0, 0.0, 0.2), seed % 4 == 0 ? level : random_quat(&r), random_vec3(&r, 0.3),
          random_vec3(&r, seed % 4 == 0 ? 0.0 : 3.0));
    assert_true(run_good(&m, 500, type, seed) > 0);
    run_close(&m);
}

static void any_shape_falls_on_a_floor(void **state)
{
    (void)state;
    for (int a = 0; a < TYPES; a++) {
        FOR_SEEDS(seed, DROPS / SHORTER)
        {
            fall(types[a], "plane", seed + 100 * (uint64_t)a);
        }
    }
}

static void any_shape_falls_on_a_fixed_box(void **state)
{
    (void)state;
    for (int a = 0; a < TYPES; a++) {
        FOR_SEEDS(seed, DROPS / SHORTER)
        {
            fall(types[a], "box", seed + 100 * (uint64_t)a);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_two_shapes_meet_in_flight),
        cmocka_unit_test(any_shape_falls_on_a_floor),
        cmocka_unit_test(any_shape_falls_on_a_fixed_box),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
