/* SPDX-License-Identifier: Apache-2.0
 *
 * States as bytes: what is taken over goes on with the same bits, everything else is refused
 * without a trace. */
#include "integrators/maximal.h"
#include "running.h"
#include "small_spec.h"

#include <string.h>

/* --- bytes ----------------------------------------------------------------------------------- */

typedef struct image {
    unsigned char *bytes;
    size_t size;
} image;

static image image_of(const ludo_sim *sim)
{
    image i = {.size = ludo_sim_state_size(sim)};
    i.bytes = malloc(i.size);
    assert_non_null(i.bytes);
    assert_int_equal(ludo_sim_get_state(sim, i.bytes), LUDO_OK);
    return i;
}

static void image_free(image *i)
{
    free(i->bytes);
}

/* Whether a simulation's state is that of the image, to the bit. */
static bool is_at(const ludo_sim *sim, const image *expected)
{
    image now = image_of(sim);
    const bool same =
        now.size == expected->size && memcmp(now.bytes, expected->bytes, now.size) == 0;
    image_free(&now);
    return same;
}

static void check_same(const ludo_sim *a, const ludo_sim *b)
{
    image expected = image_of(a);
    assert_true(is_at(b, &expected));
    image_free(&expected);
}

static ludo_status take(ludo_sim *sim, const image *i)
{
    return ludo_sim_set_state(sim, i->bytes, i->size);
}

/* Words are 64 bits, least significant byte first, on every machine. */
static uint64_t get_word(const image *i, size_t word)
{
    uint64_t value = 0;
    for (int k = 0; k < 8; k++) {
        value |= (uint64_t)i->bytes[8 * word + (size_t)k] << (8 * k);
    }
    return value;
}

static void put_word(image *i, size_t word, uint64_t value)
{
    for (int k = 0; k < 8; k++) {
        i->bytes[8 * word + (size_t)k] = (unsigned char)(value >> (8 * k));
    }
}

/* --- what is simulated ----------------------------------------------------------------------- */

/* A scene, how it is simulated, with which step. */
typedef struct run_case {
    const char *scene; /* "everything": forces and joints of every kind; else a chain */
    ludo_sim_options options;
    double h;
} run_case;

static const run_case cases[] = {
    {"everything", {.damping = "symmetric"}, 0.005},
    {"everything", {.damping = "implicit", .solver = "ldu"}, 0.005},
    {"everything", {.rotation = "quaternion"}, -0.004},
    {"everything", {.order = 4}, 0.005},
    {"everything", {.order = 4, .solver = "ldu"}, 0.005},
    {"hinge", {.order = 2}, 0.2}, /* subdivided */
    {"hinge", {.order = 4}, 0.2},
    {"ball", {.order = 1}, 0.01},
    {"hinge", {.order = 1, .solver = "ldu"}, 0.01},
};
enum { CASES = sizeof cases / sizeof *cases, BODIES = 13 };

static ludo_sim_options options_of(const run_case *c)
{
    ludo_sim_options o = ludo_sim_options_default();
    o.order = c->options.order;
    o.rotation = c->options.rotation;
    o.solver = c->options.solver;
    o.damping = c->options.damping;
    return o;
}

static running open_case(const run_case *c)
{
    ludo_spec *spec = NULL;
    ludo_status built;
    const ludo_sim_options options = options_of(c);
    if (strcmp(c->scene, "everything") == 0) {
        const ludo_scene_everything_options o = {
            .bodies = BODIES, .seed = 3, .damped = options.order != 4, .stiffness = 100.0};
        built = ludo_scene_everything(&o, NULL, &spec);
    } else {
        const ludo_scene_chain_options o = {
            .links = 6, .joint = c->scene, .spatial = true, .stir = 0.5};
        built = ludo_scene_chain(&o, NULL, &spec);
    }
    return run_open(built, spec, &options);
}

/* The first scalar coordinate. */
static int32_t first_hinge(const ludo_model *model)
{
    for (int32_t j = 0; j < ludo_model_joint_count(model); j++) {
        if (strcmp(ludo_model_joint(model, j).type, "hinge") == 0) {
            return j;
        }
    }
    return -1;
}

/* Controls, a servo, a wrench: different ones for different numbers. */
static void drive(running *r, double number)
{
    const int32_t hinge = first_hinge(r->model);
    for (int32_t i = 0; i < ludo_model_actuator_count(r->model); i++) {
        assert_int_equal(ludo_sim_set_control(r->sim, i, number + 0.1 * i), LUDO_OK);
    }
    if (hinge >= 0) {
        const double kd = ludo_sim_order(r->sim) == 4 ? 0.0 : 2.0;
        assert_int_equal(ludo_sim_set_servo(r->sim, hinge, 0, number, 30.0, kd), LUDO_OK);
    }
    const ludo_wrench w = {{number, 0.5, 0.1}, {0.2, number, 0.3}};
    assert_int_equal(ludo_sim_set_body_force(r->sim, 1, &w), LUDO_OK);
}

/* --- going on -------------------------------------------------------------------------------- */

static void check_goes_on(running *a, running *b, double h)
{
    image now = image_of(a->sim);
    assert_int_equal(take(b->sim, &now), LUDO_OK);
    assert_true(is_at(b->sim, &now));
    image_free(&now);
    run_steps(a, h, 4);
    run_steps(b, h, 4);
    check_same(a->sim, b->sim);
}

static void a_state_goes_on_with_the_same_bits(void **state)
{
    (void)state;
    const long steps[] = {0, 1, 9};
    for (int i = 0; i < CASES; i++) {
        for (int k = 0; k < 3; k++) {
            running a = open_case(&cases[i]), b = open_case(&cases[i]);
            drive(&a, 0.4);
            run_steps(&a, cases[i].h, steps[k]);
            check_goes_on(&a, &b, cases[i].h);
            run_close(&a);
            run_close(&b);
        }
    }
}

/* Neither what acted in the simulation that takes it over, nor where that was, shows. */
static void a_state_replaces_all_that_was(void **state)
{
    (void)state;
    for (int i = 0; i < CASES; i++) {
        for (int k = 0; k < 2; k++) {
            running a = open_case(&cases[i]), b = open_case(&cases[i]);
            drive(k == 0 ? &b : &a, -0.3);
            run_steps(&a, cases[i].h, 2);
            run_steps(&b, 0.5 * cases[i].h, 3);
            check_goes_on(&a, &b, cases[i].h);
            run_close(&a);
            run_close(&b);
        }
    }
}

static void a_copy_replaces_all_that_was(void **state)
{
    (void)state;
    for (int i = 0; i < CASES; i++) {
        for (int k = 0; k < 2; k++) {
            running a = open_case(&cases[i]);
            running b = {a.model, NULL};
            const ludo_sim_options options = options_of(&cases[i]);
            assert_int_equal(ludo_sim_create(a.model, &options, NULL, &b.sim, NULL), LUDO_OK);
            drive(k == 0 ? &b : &a, -0.3);
            run_steps(&a, cases[i].h, 2);
            run_steps(&b, 0.5 * cases[i].h, 3);
            assert_int_equal(ludo_sim_copy(b.sim, a.sim), LUDO_OK);
            check_same(a.sim, b.sim);
            run_steps(&a, cases[i].h, 4);
            run_steps(&b, cases[i].h, 4);
            check_same(a.sim, b.sim);
            ludo_sim_destroy(b.sim);
            run_close(&a);
        }
    }
}

/* A reset is the last that was: the motion is that of a new simulation, to the bit. */
static void a_reset_forgets_what_acted(void **state)
{
    (void)state;
    for (int i = 0; i < CASES; i++) {
        running a = open_case(&cases[i]), b = open_case(&cases[i]);
        drive(&b, 0.7);
        run_steps(&b, 0.5 * cases[i].h, 3);
        assert_int_equal(ludo_sim_reset(b.sim, 0), LUDO_OK);
        run_steps(&a, cases[i].h, 4);
        run_steps(&b, cases[i].h, 4);
        for (int32_t k = 0; k < ludo_model_body_count(a.model); k++) {
            const ludo_body_state x = run_body(&a, k), y = run_body(&b, k);
            assert_memory_equal(&x, &y, sizeof x);
        }
        run_close(&a);
        run_close(&b);
    }
}

static void runs_that_did_the_same_have_the_same_bytes(void **state)
{
    (void)state;
    for (int i = 0; i < CASES; i++) {
        running a = open_case(&cases[i]), b = open_case(&cases[i]);
        for (int k = 0; k < 5; k++) {
            drive(&a, 0.1 * k);
            drive(&b, 0.1 * k);
            run_steps(&a, cases[i].h, 1);
            run_steps(&b, cases[i].h, 1);
            check_same(a.sim, b.sim);
        }
        run_close(&a);
        run_close(&b);
    }
}

/* The longest step above is one that has to be cut. */
static void a_step_of_the_cases_is_subdivided(void **state)
{
    (void)state;
    int32_t most = 1;
    for (int i = 0; i < CASES; i++) {
        running r = open_case(&cases[i]);
        drive(&r, 0.4);
        for (int k = 0; k < 13; k++) {
            ludo_step_report report;
            assert_int_equal(ludo_step(r.sim, cases[i].h, &report), LUDO_OK);
            most = report.substeps > most ? report.substeps : most;
        }
        run_close(&r);
    }
    assert_true(most > 1);
}

/* --- refusals -------------------------------------------------------------------------------- */

static void check_taken(ludo_sim *sim, const image *given, ludo_status expected)
{
    image before = image_of(sim);
    assert_int_equal(take(sim, given), expected);
    assert_true(is_at(sim, &before));
    image_free(&before);
}

/* A small mechanism with some of everything, one thing of it changed. */
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
    for (int i = 0; i < 3; i++) {
        const ludo_body_def body = {
            .mass = c == CHANGE_MASS && i == 1 ? 1.5 : 1.0,
            .inertia = {1.0, 1.0, c == CHANGE_INERTIA ? 1.25 : 1.0, 0, 0, 0}};
        assert_int_equal(ludo_spec_add_body(spec, &body, NULL), LUDO_OK);
    }
    const double gravity = c == CHANGE_GRAVITY || c == CHANGE_MIRROR ? 9.81 : -9.81;
    assert_int_equal(ludo_spec_set_option(spec, "gravity", (double[]){0.0, 0.0, gravity}, 3),
                     LUDO_OK);
}

/* A hinge, a planar joint on it, and one that turns freely. */
static void add_joints(ludo_spec *spec, change c)
{
    const ludo_quat turned = {0.0, 0.0, 0.0, 1.0};
    ludo_joint_def hinge = {.type = c == CHANGE_TYPE ? "slide" : "hinge", .parent = LUDO_WORLD};
    hinge.axis = (ludo_vec3){0.0, c == CHANGE_AXIS ? 1.0 : 0.0, c == CHANGE_MIRROR ? -1.0 : 1.0};
    hinge.reference = c == CHANGE_REFERENCE ? 0.5 : 0.0;
    hinge.in_child.position.x = c == CHANGE_ANCHOR ? 0.5 : 0.25;
    hinge.along[0] = (ludo_dof_def){.stiffness = c == CHANGE_STIFFNESS ? 2.0 : 1.0,
                                    .rest = c == CHANGE_REST ? 0.5 : 0.25,
                                    .damping = c == CHANGE_DAMPING ? 2.0 : 1.0,
                                    .armature = c == CHANGE_ARMATURE ? 2.0 : 1.0};
    ludo_joint_def planar = {.type = "planar", .parent = 0, .child = 1, .axis = {0.0, 0.0, 1.0}};
    planar.along[0] = (ludo_dof_def){.stiffness = 3.0, .rest = 0.25};
    if (c == CHANGE_PLANE) {
        planar.in_parent.orientation = planar.in_child.orientation = turned;
    }
    const ludo_joint_def ball = {.type = "ball", .parent = c == CHANGE_PARENT ? 1 : 0, .child = 2};
    assert_int_equal(ludo_spec_add_joint(spec, &hinge, NULL), LUDO_OK);
    assert_int_equal(ludo_spec_add_joint(spec, &planar, NULL), LUDO_OK);
    assert_int_equal(ludo_spec_add_joint(spec, &ball, NULL), LUDO_OK);
}

static void add_lines(ludo_spec *spec, change c)
{
    const ludo_site_def a = {.body = LUDO_WORLD},
                        b = {.body = 2, .frame.position = {1.0, c == CHANGE_SITE ? 0.5 : 0.0, 0.0}};
    assert_int_equal(ludo_spec_add_site(spec, &a, NULL), LUDO_OK);
    assert_int_equal(ludo_spec_add_site(spec, &b, NULL), LUDO_OK);
    const ludo_spring_def distance = {.type = "distance",
                                      .site_a = 0,
                                      .site_b = 1,
                                      .stiffness = 5.0,
                                      .rest = {0.5, c == CHANGE_SLACK ? 0.75 : 0.5}};
    const ludo_tendon_term term = {0, 0, c == CHANGE_WEIGHT ? 0.5 : 0.25};
    const ludo_spring_def tendon = {.type = "tendon", .term = &term, .term_count = 1};
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
    add_lines(spec, c);
    return compiled(spec);
}

static running open_changed(change c, const ludo_sim_options *options)
{
    running r = {.model = changed_model(c)};
    assert_int_equal(ludo_sim_create(r.model, options, NULL, &r.sim, NULL), LUDO_OK);
    return r;
}

static void states_of_other_models_are_refused(void **state)
{
    (void)state;
    for (int i = 0; i < CHANGES; i++) {
        running a = open_changed(CHANGE_NOTHING, NULL), b = open_changed((change)i, NULL);
        run_steps(&a, 0.01, 2);
        run_steps(&b, 0.01, 1);
        image given = image_of(a.sim);
        if (i == CHANGE_NOTHING) {
            assert_int_equal(take(b.sim, &given), LUDO_OK);
        } else {
            check_taken(b.sim, &given, LUDO_REFUSED);
        }
        image_free(&given);
        run_close(&a);
        run_close(&b);
    }
}

static void states_of_other_sizes_are_refused(void **state)
{
    (void)state;
    running a = open_case(&cases[0]), b = open_changed(CHANGE_NOTHING, NULL);
    image given = image_of(a.sim), back = image_of(b.sim);
    assert_true(given.size > back.size);
    check_taken(b.sim, &given, LUDO_REFUSED);
    check_taken(a.sim, &back, LUDO_REFUSED);
    image_free(&given);
    image_free(&back);
    run_close(&a);
    run_close(&b);
}

static void states_of_other_options_are_refused(void **state)
{
    (void)state;
    ludo_sim_options other[6];
    for (int i = 0; i < 6; i++) {
        other[i] = ludo_sim_options_default();
    }
    other[0].rotation = "quaternion";
    other[1].solver = "ldu";
    other[2].damping = "implicit";
    other[3].tolerance = 1e-9;
    other[4].max_iterations = 19;
    other[5].max_substeps = 16;
    running a = open_changed(CHANGE_NOTHING, NULL);
    image given = image_of(a.sim);
    for (int i = 0; i < 6; i++) {
        running b = {a.model, NULL};
        assert_int_equal(ludo_sim_create(a.model, &other[i], NULL, &b.sim, NULL), LUDO_OK);
        check_taken(b.sim, &given, LUDO_REFUSED);
        ludo_sim_destroy(b.sim);
    }
    image_free(&given);
    run_close(&a);
}

/* Order 1 starts with as many bytes as order 2 has. */
static void states_of_other_orders_are_refused(void **state)
{
    (void)state;
    const run_case first = {"ball", {.order = 1}, 0.01};
    const run_case second = {"ball", {.order = 2, .rotation = "quaternion"}, 0.01};
    running a = open_case(&first), b = open_case(&second);
    image given = image_of(a.sim);
    assert_int_equal(given.size, ludo_sim_state_size(b.sim));
    check_taken(b.sim, &given, LUDO_REFUSED);
    image_free(&given);
    run_close(&a);
    run_close(&b);
}

static void what_is_missing_is_a_bad_argument(void **state)
{
    (void)state;
    running r = open_changed(CHANGE_NOTHING, NULL);
    image i = image_of(r.sim);
    assert_int_equal(ludo_sim_get_state(NULL, i.bytes), LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_sim_get_state(r.sim, NULL), LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_sim_set_state(NULL, i.bytes, i.size), LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_sim_set_state(r.sim, NULL, i.size), LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_sim_state_size(NULL), 0);
    assert_true(is_at(r.sim, &i));
    image_free(&i);
    run_close(&r);
}

/* --- damage ---------------------------------------------------------------------------------- */

/* One body on a hinge, somewhere on its way. */
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
    image before = image_of(r.sim), damaged = image_of(r.sim);
    for (size_t bit = 0; bit < 8 * damaged.size; bit++) {
        damaged.bytes[bit / 8] ^= (unsigned char)(1U << bit % 8);
        assert_int_equal(take(r.sim, &damaged), LUDO_PARSE);
        damaged.bytes[bit / 8] ^= (unsigned char)(1U << bit % 8);
    }
    assert_true(is_at(r.sim, &before));
    image_free(&before);
    image_free(&damaged);
    run_close(&r);
}

/* Two signs, such as those of all coordinates of a mirror image, and two words exchanged. */
static void two_faults_do_not_cancel(void **state)
{
    (void)state;
    running r = small_run();
    image before = image_of(r.sim), damaged = image_of(r.sim);
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
    image_free(&before);
    image_free(&damaged);
    run_close(&r);
}

static void a_part_of_a_state_is_none(void **state)
{
    (void)state;
    running r = small_run();
    image before = image_of(r.sim);
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
    image_free(&before);
    run_close(&r);
}

/* The sum over all words but the last: FNV-1a, mixed. */
static void put_sum(image *i)
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
    image before = image_of(r.sim);
    for (size_t word = 0; word < 5; word++) {
        image changed = image_of(r.sim);
        put_sum(&changed);
        assert_memory_equal(changed.bytes, before.bytes, before.size);
        put_word(&changed, word, get_word(&changed, word) + 1);
        put_sum(&changed);
        assert_int_equal(take(r.sim, &changed), expected[word]);
        assert_true(is_at(r.sim, expected[word] == LUDO_OK ? &changed : &before));
        image_free(&changed);
    }
    image_free(&before);
    run_close(&r);
}

/* Integers of a state that no simulation leaves, written into one and read from it. */
static void impossible_integers_are_damage(void **state)
{
    (void)state;
    running a = small_run(), b = small_run();
    sim_progress *p = a.sim->progress;
    maximal_state *m = maximal_of(a.sim)->state;
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
        {&m->past[0].count, MAXIMAL_PAST + 1},
        {&m->past[0].count, -1},
        {&m->past[0].count, 0}, /* where an interval was the last there is at least one */
        {&m->past[0].newest, MAXIMAL_PAST},
        {&m->past[0].newest, -1},
        {&m->past[0].newest, 99},
        {&m->past[2].newest, INT64_MAX},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        const int64_t good = *bad[i].at;
        *bad[i].at = bad[i].value;
        image given = image_of(a.sim);
        check_taken(b.sim, &given, LUDO_PARSE);
        image_free(&given);
        *bad[i].at = good;
    }
    image given = image_of(a.sim);
    assert_int_equal(take(b.sim, &given), LUDO_OK);
    image_free(&given);
    run_close(&a);
    run_close(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_state_goes_on_with_the_same_bits),
        cmocka_unit_test(a_state_replaces_all_that_was),
        cmocka_unit_test(a_copy_replaces_all_that_was),
        cmocka_unit_test(a_reset_forgets_what_acted),
        cmocka_unit_test(runs_that_did_the_same_have_the_same_bytes),
        cmocka_unit_test(a_step_of_the_cases_is_subdivided),
        cmocka_unit_test(states_of_other_models_are_refused),
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
