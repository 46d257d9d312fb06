/* SPDX-License-Identifier: Apache-2.0
 *
 * Bytes as the saved state of a small mechanism, most with joints and forces of every kind.
 * Unchanged, the bytes must be refused without effect. Written as words into a valid state, with a
 * correct header and checksum, they must be accepted or refused; an accepted state must survive
 * being stepped and read, whatever the results.
 *
 * The first byte selects the options of the simulation. Then follows a list of words to write into
 * the state: two bytes for the position, one that selects an entry of `special` or, beyond its end,
 * announces eight bytes with the word itself. */
#include "sim/sim.h"
#include "scenes.h"

#include <stdlib.h>
#include <string.h>

enum { BODIES = 13, SEED = 3, STEPS = 2, WORD = 8 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Doubles and integers that no simulation produces. */
static const uint64_t special[] = {
    0,
    1,
    2,
    99,
    UINT64_MAX,
    0x8000000000000000, /* the least integer, -0.0 */
    0x7ff8000000000000,
    0xfff0000000000001, /* NaN of both kinds */
    0x7ff0000000000000,
    0xfff0000000000000, /* infinities */
    0x7fefffffffffffff,
    0xffefffffffffffff, /* the largest numbers */
    0x0000000000000001,
    0x8010000000000000, /* small ones */
    0x3ff0000000000000,
    0x4341c37937e08000, /* 1, 1e16 */
};
enum { SPECIALS = sizeof special / sizeof *special };

/* Two simulations of one model: one whose state is modified, one that loads it. */
typedef struct pair {
    ludo_model *model;
    ludo_sim *written, *taking;
    size_t size; /* of their state */
    void *good;  /* a state of both, `size` bytes */
    void *bytes; /* space for a second state */
} pair;

static void check(bool holds)
{
    if (!holds) {
        abort();
    }
}

/* A mechanism with joints and forces of every kind. */
static ludo_status build_tree(bool floating, bool damped, ludo_spec **out)
{
    const ludo_scene_everything_options scene = {
        .bodies = BODIES, .seed = SEED, .floating = floating, .damped = damped, .stiffness = 100.0};
    return ludo_scene_everything(&scene, NULL, out);
}

static ludo_status build_flying(const ludo_allocator *allocator, ludo_spec **out)
{
    (void)allocator;
    return build_tree(true, true, out);
}

/* The integrators other than maximal, each with a model that it takes. */
static const struct other {
    const char *integrator, *scheme;
    ludo_status (*build)(const ludo_allocator *allocator, ludo_spec **out);
} others[] = {
    {"galerkin", NULL, build_flying},
    {"runge-kutta", NULL, build_flying},
    {"lie-group", "so3", build_flying},
    {"lie-group", "se3", ludo_scene_free_chain},
    {"rigid-body", "symplectic-cayley", ludo_scene_heavy_top},
    {"rigid-body", "tln", ludo_scene_torque_free_body},
    {"dual-quaternion", "corrected", ludo_scene_body_in_fluid},
    {"dual-quaternion", "published", ludo_scene_torque_free_body},
};
enum { OWN = 8, OTHERS = sizeof others / sizeof *others, CHOICES = OWN + OTHERS };

/* The options of maximal. */
static ludo_spec *choose_own(unsigned choice, ludo_sim_options *options)
{
    ludo_spec *spec = NULL;
    options->order = choice % 4 == 1 ? 4 : 2;
    options->rotation = choice % 4 == 2 ? "quaternion" : "exponential";
    options->damping = choice % 4 == 3 ? "implicit" : "symmetric";
    options->solver = choice < 4 ? "recursion" : "ldu";
    check(build_tree(false, choice % 4 != 1, &spec) == LUDO_OK);
    return spec;
}

static ludo_spec *choose_other(const struct other *o, ludo_sim_options *options)
{
    ludo_spec *spec = NULL;
    options->integrator = o->integrator;
    options->scheme = o->scheme;
    check(o->build(NULL, &spec) == LUDO_OK);
    return spec;
}

static pair open_pair(unsigned choice)
{
    ludo_sim_options options = ludo_sim_options_default();
    options.max_substeps = 2;
    ludo_spec *spec =
        choice < OWN ? choose_own(choice, &options) : choose_other(&others[choice - OWN], &options);
    pair p = {.model = NULL};
    check(ludo_scene_open(spec, &options, &p.model, &p.written) == LUDO_OK);
    check(ludo_sim_create(p.model, &options, NULL, &p.taking, NULL) == LUDO_OK);
    check(ludo_step(p.written, 0.01, NULL) == LUDO_OK);
    p.size = ludo_sim_state_size(p.written);
    p.good = malloc(p.size);
    p.bytes = malloc(p.size);
    check(p.good != NULL && p.bytes != NULL);
    check(ludo_sim_get_state(p.written, p.good) == LUDO_OK);
    return p;
}

/* The pair of a choice, in its valid state; created once. */
static pair *pair_of(unsigned choice)
{
    static pair pairs[CHOICES];
    pair *p = &pairs[choice % CHOICES];
    if (p->model == NULL) {
        *p = open_pair(choice % CHOICES);
    }
    check(ludo_sim_set_state(p->written, p->good, p->size) == LUDO_OK);
    check(ludo_sim_set_state(p->taking, p->good, p->size) == LUDO_OK);
    return p;
}

/* Write words into the state, as the list says. */
static void write_words(ludo_sim *sim, const uint8_t *data, size_t size)
{
    const size_t words = sim->state.kept_size / WORD;
    while (size >= 3) {
        const size_t at = WORD * ((data[0] | (size_t)data[1] << 8) % words);
        const uint8_t what = data[2];
        data += 3, size -= 3;
        if (what < SPECIALS) {
            memcpy(sim->state.kept + at, &special[what], WORD);
            continue;
        }
        const size_t given = size < WORD ? size : WORD;
        memcpy(sim->state.kept + at, data, given);
        data += given, size -= given;
    }
}

static void read_all(ludo_sim *sim)
{
    const ludo_model *model = ludo_sim_model(sim);
    double numbers[7];
    ludo_body_state body;
    ludo_wrench reaction;
    ludo_tendon_state line = {.struct_size = sizeof line};
    ludo_energy energy;
    ludo_violation violation;
    (void)ludo_sim_body_state(sim, 0, &body);
    (void)ludo_sim_energy(sim, &energy);
    (void)ludo_sim_violation(sim, &violation);
    (void)ludo_sim_reaction(sim, 0, &reaction);
    for (int32_t j = 0; j < ludo_model_joint_count(model); j++) {
        (void)ludo_sim_joint_position(sim, j, numbers);
        (void)ludo_sim_joint_velocity(sim, j, numbers);
    }
    for (int32_t i = 0; i < ludo_model_spring_count(model); i++) {
        (void)ludo_sim_spring(sim, i, &line);
    }
    for (int32_t i = 0; i < ludo_model_actuator_count(model); i++) {
        (void)ludo_sim_actuator(sim, i, &line);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0) {
        return 0;
    }
    pair *p = pair_of(data[0]);
    check(ludo_sim_set_state(p->taking, data, size) == LUDO_PARSE);
    check(ludo_sim_get_state(p->taking, p->bytes) == LUDO_OK);
    check(memcmp(p->bytes, p->good, p->size) == 0);

    write_words(p->written, data + 1, size - 1);
    check(ludo_sim_get_state(p->written, p->bytes) == LUDO_OK);
    const ludo_status status = ludo_sim_set_state(p->taking, p->bytes, p->size);
    check(status == LUDO_OK || status == LUDO_PARSE);
    for (int i = 0; i < STEPS && status == LUDO_OK; i++) {
        (void)ludo_step(p->taking, 0.01, NULL);
        read_all(p->taking);
    }
    return 0;
}
