/* SPDX-License-Identifier: Apache-2.0
 *
 * States as bytes: those of others and damaged ones are refused without a trace. */
#include "checkpoint.h"
#include "integrators/maximal/maximal.h"
#include "sim/sim.h"
#include "running.h"
#include "small_spec.h"

/* --- states of others ------------------------------------------------------------------------ */

/* A small mechanism with one of every element, and one property changed. */
typedef enum change {
    CHANGE_NOTHING,
    CHANGE_MASS,
    CHANGE_INERTIA,
    CHANGE_GRAVITY,
    CHANGE_AXIS,
    CHANGE_ANCHOR,
    CHANGE_MIRROR, /* two signs at once */
    CHANGE_PLANE,  /* the two directions of the planar joint, and nothing else */
    CHANGE_REFERENCE,
    CHANGE_STIFFNESS,
    CHANGE_REST,
    CHANGE_DAMPING,
    CHANGE_ARMATURE,
    CHANGE_EFFORT,
    CHANGE_STIFFNESS_CURVE,
    CHANGE_DAMPING_CURVE,
    CHANGE_TETHER,
    CHANGE_TETHER_DAMPING,
    CHANGE_DENSITY,
    CHANGE_WIND,
    CHANGE_DRAG,
    CHANGE_SITE,
    CHANGE_WEIGHT,
    CHANGE_SLACK,
    CHANGE_GAIN,
    CHANGE_RANGE,
    CHANGE_TARGET,
    CHANGE_TYPE,
    CHANGE_PARENT,
    CHANGES
} change;

static void add_bodies(ludo_spec *spec, change c)
{
    for (int i = 0; i < 4; i++) {
        const ludo_body_def body = {
            .struct_size = sizeof body,
            .mass = c == CHANGE_MASS && i == 1 ? 1.5 : 1.0,
            .inertia = {1.0, 1.0, c == CHANGE_INERTIA ? 1.25 : 1.0, 0, 0, 0},
            .drag_axes = {c == CHANGE_DRAG ? 0.6 : 1.0, 0.0, c == CHANGE_DRAG ? 0.8 : 0.0, 0.0}};
        assert_int_equal(ludo_spec_add_body(spec, &body, NULL), LUDO_OK);
    }
    const double density = c == CHANGE_DENSITY ? 2.0 : 1.0, wind = c == CHANGE_WIND ? 2.0 : 1.0;
    assert_int_equal(ludo_spec_set_option(spec, "density", &density, 1), LUDO_OK);
    assert_int_equal(ludo_spec_set_option(spec, "wind", (double[]){wind, 0.0, 0.0}, 3), LUDO_OK);
    const double gravity = c == CHANGE_GRAVITY || c == CHANGE_MIRROR ? 9.81 : -9.81;
    assert_int_equal(ludo_spec_set_option(spec, "gravity", (double[]){0.0, 0.0, gravity}, 3),
                     LUDO_OK);
}

/* A body that a spring and a damper hold to the world. */
static void add_tether(ludo_spec *spec, change c)
{
    ludo_joint_def free = {
        .struct_size = sizeof free, .type = "free", .parent = LUDO_WORLD, .child = 3};
    free.along[0] = (ludo_dof_def){.stiffness = c == CHANGE_TETHER ? 2.0 : 1.0,
                                   .damping = c == CHANGE_TETHER_DAMPING ? 2.0 : 1.0};
    assert_int_equal(ludo_spec_add_joint(spec, &free, NULL), LUDO_OK);
}

/* A hinge, a planar joint on it, and one that turns freely. */
static void add_joints(ludo_spec *spec, change c)
{
    const ludo_quat turned = {0.0, 0.0, 0.0, 1.0};
    ludo_joint_def hinge = {.struct_size = sizeof hinge,
                            .type = c == CHANGE_TYPE ? "slide" : "hinge",
                            .parent = LUDO_WORLD};
    hinge.axis = (ludo_vec3){0.0, c == CHANGE_AXIS ? 1.0 : 0.0, c == CHANGE_MIRROR ? -1.0 : 1.0};
    hinge.reference = c == CHANGE_REFERENCE ? 0.5 : 0.0;
    hinge.in_child.position.x = c == CHANGE_ANCHOR ? 0.5 : 0.25;
    hinge.along[0] = (ludo_dof_def){.stiffness = c == CHANGE_STIFFNESS ? 2.0 : 1.0,
                                    .rest = c == CHANGE_REST ? 0.5 : 0.25,
                                    .damping = c == CHANGE_DAMPING ? 2.0 : 1.0,
                                    .armature = c == CHANGE_ARMATURE ? 2.0 : 1.0,
                                    .effort = c == CHANGE_EFFORT ? 2.0 : 1.0};
    hinge.stiffness_curve[0][0] = c == CHANGE_STIFFNESS_CURVE ? 0.5 : 0.25;
    hinge.damping_curve[0][0] = c == CHANGE_DAMPING_CURVE ? 0.5 : 0.25;
    ludo_joint_def planar = {.struct_size = sizeof planar,
                             .type = "planar",
                             .parent = 0,
                             .child = 1,
                             .axis = {0.0, 0.0, 1.0}};
    planar.along[0] = (ludo_dof_def){.stiffness = 3.0, .rest = 0.25};
    if (c == CHANGE_PLANE) {
        planar.in_parent.orientation = planar.in_child.orientation = turned;
    }
    const ludo_joint_def ball = {.struct_size = sizeof ball,
                                 .type = "ball",
                                 .parent = c == CHANGE_PARENT ? 1 : 0,
                                 .child = 2};
    assert_int_equal(ludo_spec_add_joint(spec, &hinge, NULL), LUDO_OK);
    assert_int_equal(ludo_spec_add_joint(spec, &planar, NULL), LUDO_OK);
    assert_int_equal(ludo_spec_add_joint(spec, &ball, NULL), LUDO_OK);
}

static void add_lines(ludo_spec *spec, change c)
{
    const ludo_site_def a = {.struct_size = sizeof a, .body = LUDO_WORLD},
                        b = {.struct_size = sizeof b,
                             .body = 2,
                             .frame.position = {1.0, c == CHANGE_SITE ? 0.5 : 0.0, 0.0}};
    assert_int_equal(ludo_spec_add_site(spec, &a, NULL), LUDO_OK);
    assert_int_equal(ludo_spec_add_site(spec, &b, NULL), LUDO_OK);
    const ludo_spring_def distance = {.struct_size = sizeof distance,
                                      .type = "distance",
                                      .site_a = 0,
                                      .site_b = 1,
                                      .stiffness = 5.0,
                                      .rest = {0.5, c == CHANGE_SLACK ? 0.75 : 0.5}};
    const ludo_tendon_term term = {0, 0, c == CHANGE_WEIGHT ? 0.5 : 0.25};
    const ludo_spring_def tendon = {
        .struct_size = sizeof tendon, .type = "tendon", .term = &term, .term_count = 1};
    assert_int_equal(ludo_spec_add_spring(spec, &distance, NULL), LUDO_OK);
    assert_int_equal(ludo_spec_add_spring(spec, &tendon, NULL), LUDO_OK);
    ludo_actuator_def motor = ludo_actuator_motor();
    motor.gain = c == CHANGE_GAIN ? 2.0 : 1.0;
    motor.force_limited = c == CHANGE_RANGE;
    motor.force_range[1] = 1.0;
    motor.on_spring = c == CHANGE_TARGET;
    assert_int_equal(ludo_spec_add_actuator(spec, &motor, NULL), LUDO_OK);
}

static ludo_model *changed_model(change c)
{
    ludo_spec *spec = new_spec();
    add_bodies(spec, c);
    add_joints(spec, c);
    add_tether(spec, c);
    add_lines(spec, c);
    return compiled(spec);
}

static running open_changed(change c, const ludo_sim_options *options)
{
    running r = {.model = changed_model(c)};
    assert_int_equal(ludo_sim_create(r.model, options, NULL, &r.sim, NULL), LUDO_OK);
    return r;
}

/* b accepts a state of a only if both have one model. Closes both. */
static void check_other(running *a, running *b, bool same)
{
    checkpoint given = checkpoint_of(a->sim);
    if (same) {
        assert_int_equal(take(b->sim, &given), LUDO_OK);
    } else {
        check_not_taken(b->sim, &given, LUDO_REFUSED);
    }
    checkpoint_free(&given);
    run_close(a);
    run_close(b);
}

static void states_of_other_models_are_refused(void **state)
{
    (void)state;
    for (int i = 0; i < CHANGES; i++) {
        running a = open_changed(CHANGE_NOTHING, NULL), b = open_changed((change)i, NULL);
        run_steps(&a, 0.01, 2);
        run_steps(&b, 0.01, 1);
        check_other(&a, &b, i == CHANGE_NOTHING);
    }
}

/* The same of loops: two bodies on hinges, a closure between them, a coupling of their angles; one
 * thing of that changed. */
typedef enum loop_change {
    LOOP_NOTHING,
    LOOP_TYPE,
    LOOP_ANCHOR,
    LOOP_BODY,
    LOOP_COUPLED,
    LOOP_COEFFICIENT,
    LOOP_KEPT,
    LOOP_JOINT,
    LOOP_CHANGES
} loop_change;

static running open_loops(loop_change c)
{
    running r = {NULL, NULL};
    ludo_spec *spec = new_spec();
    for (int32_t i = 0; i < 3; i++) {
        add_body(spec, NULL);
        add_joint(spec, "hinge", LUDO_WORLD, i);
    }
    const ludo_joint_def closure = {.struct_size = sizeof closure,
                                    .type = c == LOOP_TYPE ? "point-on-line" : "ball",
                                    .parent = c == LOOP_BODY ? 2 : 1,
                                    .child = 0,
                                    .axis = {0.0, 0.0, 1.0},
                                    .in_parent.position = {0.0, 0.0, 0.0},
                                    .in_child.position.z = c == LOOP_ANCHOR ? 1e-15 : 0.0};
    const ludo_coupling_def coupling = {.struct_size = sizeof coupling,
                                        .joint = 1,
                                        .from = c == LOOP_COUPLED ? 0 : 2,
                                        .coefficient = {0.0, c == LOOP_COEFFICIENT ? 2.0 : 1.0}};
    assert_int_equal(ludo_spec_add_closure(spec, &closure, NULL), LUDO_OK);
    assert_int_equal(ludo_spec_add_coupling(spec, &coupling, NULL), LUDO_OK);
    assert_int_equal(ludo_spec_hold_joint(spec, c == LOOP_KEPT ? 1 : 0), LUDO_OK);
    if (c == LOOP_JOINT) {
        add_joint(spec, "cylindrical", LUDO_WORLD, 0);
    }
    r.model = compiled(spec);
    assert_int_equal(ludo_sim_create(r.model, NULL, NULL, &r.sim, NULL), LUDO_OK);
    return r;
}

static void states_of_other_loops_are_refused(void **state)
{
    (void)state;
    for (int i = 0; i < LOOP_CHANGES; i++) {
        running a = open_loops(LOOP_NOTHING), b = open_loops((loop_change)i);
        check_other(&a, &b, i == LOOP_NOTHING);
    }
}

static running open_chain(const char *joint, const ludo_sim_options *options)
{
    const ludo_scene_chain_options o = {.links = 12, .joint = joint, .stir = 0.5};
    ludo_spec *spec = NULL;
    const ludo_status built = ludo_scene_chain(&o, NULL, &spec);
    return run_open(built, spec, options);
}

static void states_of_other_sizes_are_refused(void **state)
{
    (void)state;
    running a = open_chain("hinge", NULL), b = open_changed(CHANGE_NOTHING, NULL);
    checkpoint given = checkpoint_of(a.sim), back = checkpoint_of(b.sim);
    assert_true(given.size > back.size);
    check_not_taken(b.sim, &given, LUDO_REFUSED);
    check_not_taken(a.sim, &back, LUDO_REFUSED);
    checkpoint_free(&given);
    checkpoint_free(&back);
    run_close(&a);
    run_close(&b);
}

static void states_of_other_options_are_refused(void **state)
{
    (void)state;
    ludo_sim_options other[7];
    for (int i = 0; i < 7; i++) {
        other[i] = ludo_sim_options_default();
    }
    other[0].rotation = "quaternion";
    other[1].solver = "ldu";
    other[2].damping = "implicit";
    other[3].tolerance = 1e-9;
    other[4].max_iterations = 19;
    other[5].max_substeps = 16;
    other[6].accuracy = 1e-6;
    running a = open_changed(CHANGE_NOTHING, NULL);
    checkpoint given = checkpoint_of(a.sim);
    for (int i = 0; i < 7; i++) {
        running b = {a.model, NULL};
        assert_int_equal(ludo_sim_create(a.model, &other[i], NULL, &b.sim, NULL), LUDO_OK);
        check_not_taken(b.sim, &given, LUDO_REFUSED);
        ludo_sim_destroy(b.sim);
    }
    checkpoint_free(&given);
    run_close(&a);
}

/* Order 1 starts with as many bytes as order 2 has. */
static void states_of_other_orders_are_refused(void **state)
{
    (void)state;
    ludo_sim_options first = ludo_sim_options_default(), second = first;
    first.order = 1;
    second.rotation = "quaternion";
    running a = open_chain("ball", &first), b = open_chain("ball", &second);
    checkpoint given = checkpoint_of(a.sim);
    assert_int_equal(given.size, ludo_sim_state_size(b.sim));
    check_not_taken(b.sim, &given, LUDO_REFUSED);
    checkpoint_free(&given);
    run_close(&a);
    run_close(&b);
}

static void what_is_missing_is_a_bad_argument(void **state)
{
    (void)state;
    running r = open_changed(CHANGE_NOTHING, NULL);
    checkpoint i = checkpoint_of(r.sim);
    assert_int_equal(ludo_sim_get_state(NULL, i.bytes), LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_sim_get_state(r.sim, NULL), LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_sim_set_state(NULL, i.bytes, i.size), LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_sim_set_state(r.sim, NULL, i.size), LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_sim_state_size(NULL), 0);
    assert_true(is_at(r.sim, &i));
    checkpoint_free(&i);
    run_close(&r);
}

/* --- damage ---------------------------------------------------------------------------------- */

/* Words are 64 bits, least significant byte first, on every machine. */
static uint64_t get_word(const checkpoint *i, size_t word)
{
    uint64_t value = 0;
    for (int k = 0; k < 8; k++) {
        value |= (uint64_t)i->bytes[8 * word + (size_t)k] << (8 * k);
    }
    return value;
}

static void put_word(checkpoint *i, size_t word, uint64_t value)
{
    for (int k = 0; k < 8; k++) {
        i->bytes[8 * word + (size_t)k] = (unsigned char)(value >> (8 * k));
    }
}

/* One body on a hinge, in motion. */
static running small_run(void)
{
    ludo_spec *spec = new_spec();
    add_body(spec, "body");
    add_joint(spec, "hinge", LUDO_WORLD, 0);
    running r = {.model = compiled(spec)};
    assert_int_equal(ludo_sim_create(r.model, NULL, NULL, &r.sim, NULL), LUDO_OK);
    assert_int_equal(ludo_sim_set_joint_velocity(r.sim, 0, &(double){1.0}), LUDO_OK);
    run_steps(&r, 0.01, 2);
    return r;
}

static void a_flipped_bit_is_noticed_wherever_it_is(void **state)
{
    (void)state;
    running r = small_run();
    checkpoint before = checkpoint_of(r.sim), damaged = checkpoint_of(r.sim);
    for (size_t bit = 0; bit < 8 * damaged.size; bit++) {
        damaged.bytes[bit / 8] ^= (unsigned char)(1U << bit % 8);
        assert_int_equal(take(r.sim, &damaged), LUDO_PARSE);
        damaged.bytes[bit / 8] ^= (unsigned char)(1U << bit % 8);
    }
    assert_true(is_at(r.sim, &before));
    checkpoint_free(&before);
    checkpoint_free(&damaged);
    run_close(&r);
}

/* Two signs, such as those of all coordinates of a mirror checkpoint, and two words exchanged. */
static void two_faults_do_not_cancel(void **state)
{
    (void)state;
    running r = small_run();
    checkpoint before = checkpoint_of(r.sim), damaged = checkpoint_of(r.sim);
    const size_t words = before.size / 8;
    random_stream random = random_from(1);
    for (int k = 0; k < 4000; k++) {
        const size_t a = (size_t)random_below(&random, (int32_t)words);
        const size_t b = (size_t)random_below(&random, (int32_t)words);
        const uint64_t sign = (uint64_t)1 << 63, at_a = get_word(&before, a),
                       at_b = get_word(&before, b);
        if (a == b) {
            continue;
        }
        put_word(&damaged, a, k % 2 == 0 ? at_a ^ sign : at_b);
        put_word(&damaged, b, k % 2 == 0 ? at_b ^ sign : at_a);
        const bool same = memcmp(damaged.bytes, before.bytes, before.size) == 0;
        assert_int_equal(take(r.sim, &damaged), same ? LUDO_OK : LUDO_PARSE);
        put_word(&damaged, a, at_a);
        put_word(&damaged, b, at_b);
    }
    assert_true(is_at(r.sim, &before));
    checkpoint_free(&before);
    checkpoint_free(&damaged);
    run_close(&r);
}

static void a_part_of_a_state_is_none(void **state)
{
    (void)state;
    running r = small_run();
    checkpoint before = checkpoint_of(r.sim);
    for (size_t size = 0; size < before.size; size++) {
        unsigned char *part = malloc(size > 0 ? size : 1); /* so that reading on is noticed */
        assert_non_null(part);
        memcpy(part, before.bytes, size);
        assert_int_equal(ludo_sim_set_state(r.sim, part, size), LUDO_PARSE);
        free(part);
    }
    unsigned char *longer = calloc(1, before.size + 16);
    assert_non_null(longer);
    memcpy(longer, before.bytes, before.size);
    for (size_t more = 1; more <= 16; more++) {
        assert_int_equal(ludo_sim_set_state(r.sim, longer, before.size + more), LUDO_PARSE);
    }
    free(longer);
    assert_true(is_at(r.sim, &before));
    checkpoint_free(&before);
    run_close(&r);
}

/* The sum over all words but the last: FNV-1a, mixed. */
static void put_sum(checkpoint *i)
{
    const size_t words = i->size / 8;
    uint64_t sum = 0xcbf29ce484222325ULL;
    for (size_t k = 0; k + 1 < words; k++) {
        sum = (sum ^ get_word(i, k)) * 0x100000001b3ULL;
        sum ^= sum >> 32;
    }
    put_word(i, words - 1, sum);
}

/* magic, version, fingerprint, count, words, sum */
static void heads_are_told_apart(void **state)
{
    (void)state;
    const ludo_status expected[] = {LUDO_PARSE, LUDO_REFUSED, LUDO_REFUSED, LUDO_PARSE, LUDO_OK};
    running r = small_run();
    checkpoint before = checkpoint_of(r.sim);
    for (size_t word = 0; word < 5; word++) {
        checkpoint changed = checkpoint_of(r.sim);
        put_sum(&changed);
        assert_memory_equal(changed.bytes, before.bytes, before.size);
        put_word(&changed, word, get_word(&changed, word) + 1);
        put_sum(&changed);
        assert_int_equal(take(r.sim, &changed), expected[word]);
        assert_true(is_at(r.sim, expected[word] == LUDO_OK ? &changed : &before));
        checkpoint_free(&changed);
    }
    checkpoint_free(&before);
    run_close(&r);
}

/* Invalid integers, written into a checkpoint, are refused as damage. */
static void impossible_integers_are_damage(void **state)
{
    (void)state;
    running a = small_run(), b = small_run();
    sim_progress *p = a.sim->state.progress;
    maximal_state *m = maximal_of(&a.sim->state)->state;
    const struct {
        int64_t *at, value;
    } bad[] = {
        {&p->now, 7},
        {&p->now, -1},
        {&p->loose, 2},
        {&p->started, -1},
        {&p->started, 256},
        {&p->twists_known, 1000},
        {&p->pushed, INT64_MIN},
        {&p->served, INT64_MAX},
        {&m->last, 1},
        {&m->last, -2},
        {&m->history[0].count, EXTRAPOLATION_POINTS + 1},
        {&m->history[0].count, -1},
        {&m->history[0].count, 0}, /* where an interval was the last there is at least one */
        {&m->history[0].newest, EXTRAPOLATION_POINTS},
        {&m->history[0].newest, -1},
        {&m->history[0].newest, 99},
        {&m->history[2].newest, INT64_MAX},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        const int64_t good = *bad[i].at;
        *bad[i].at = bad[i].value;
        checkpoint given = checkpoint_of(a.sim);
        check_not_taken(b.sim, &given, LUDO_PARSE);
        checkpoint_free(&given);
        *bad[i].at = good;
    }
    checkpoint given = checkpoint_of(a.sim);
    assert_int_equal(take(b.sim, &given), LUDO_OK);
    checkpoint_free(&given);
    run_close(&a);
    run_close(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(states_of_other_models_are_refused),
        cmocka_unit_test(states_of_other_loops_are_refused),
        cmocka_unit_test(states_of_other_sizes_are_refused),
        cmocka_unit_test(states_of_other_options_are_refused),
        cmocka_unit_test(states_of_other_orders_are_refused),
        cmocka_unit_test(what_is_missing_is_a_bad_argument),
        cmocka_unit_test(a_flipped_bit_is_noticed_wherever_it_is),
        cmocka_unit_test(two_faults_do_not_cancel),
        cmocka_unit_test(a_part_of_a_state_is_none),
        cmocka_unit_test(heads_are_told_apart),
        cmocka_unit_test(impossible_integers_are_damage),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
