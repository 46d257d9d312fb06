/* SPDX-License-Identifier: Apache-2.0
 *
 * Attacks on certificates: steps that are certified are to solve, and from elsewhere no other
 * solution is to be found where none is claimed to be [solvability.md 1, 8].
 *
 *     bench_certify [FILE.csv [PART]]
 *
 * Of every random model and state the longest certified step is looked for, and the longest one up
 * to which all solve; the attacked step is a random part of the former, every fourth all of it.
 * "failed": certified steps that didn't solve, undamped and uncut; "others": second solutions that
 * Newton's method found from five other starts; "led": how many of those starts led to the
 * solution; "sensible": states in which the step that turns no body by more than 1/4 rad is
 * certified. PART: so much of the states, 1 being all. */
#include "certify_attacks.h"
#include "command.h"
#include "sim/sim.h"
#include "random.h"
#include "scenes.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_STATES = 4000 };

/* ---- models ---- */

typedef ludo_status maker(int32_t size, uint64_t seed, ludo_spec **out);

static ludo_status make_tree(int32_t size, uint64_t seed, ludo_spec **out)
{
    return ludo_scene_random_tree(size, seed, false, NULL, out);
}

static ludo_status make_floating(int32_t size, uint64_t seed, ludo_spec **out)
{
    return ludo_scene_random_tree(size, seed, true, NULL, out);
}

/* With springs, dampers, tendons, actuators. */
static ludo_status make_forced(int32_t size, uint64_t seed, ludo_spec **out)
{
    const ludo_scene_everything_options o = {
        .bodies = size, .seed = seed, .damped = true, .stiffness = 100.0};
    return ludo_scene_everything(&o, NULL, out);
}

static ludo_status make_forced_floating(int32_t size, uint64_t seed, ludo_spec **out)
{
    const ludo_scene_everything_options o = {
        .bodies = size, .seed = seed, .floating = true, .damped = true, .stiffness = 100.0};
    return ludo_scene_everything(&o, NULL, out);
}

static ludo_status make_chain(int32_t size, uint64_t seed, ludo_spec **out)
{
    const ludo_scene_chain_options chain = {.links = size, .joint = seed % 2 ? "hinge" : "ball"};
    return ludo_scene_chain(&chain, NULL, out);
}

static ludo_status make_ball_chain(int32_t size, uint64_t seed, ludo_spec **out)
{
    const ludo_scene_chain_options chain = {.links = size, .joint = "ball"};
    (void)seed;
    return ludo_scene_chain(&chain, NULL, out);
}

/* A body of any shape on a ball at any point, or floating. */
static ludo_status make_body(uint64_t seed, const char *joint, ludo_spec **out)
{
    uint64_t random = seed;
    const ludo_vec3 a = ludo_scene_random_vec3(&random, 1.0);
    const double xx = a.x * a.x + 0.01, yy = a.y * a.y + 0.01, zz = a.z * a.z + 0.01;
    const ludo_body_def body = {.struct_size = sizeof body,
                                .name = "body",
                                .mass = 1.0,
                                .com = ludo_scene_random_vec3(&random, 0.3),
                                .inertia = {yy + zz, xx + zz, xx + yy}};
    const ludo_joint_def on = {
        .struct_size = sizeof on, .name = "root", .type = joint, .parent = LUDO_WORLD, .child = 0};
    ludo_spec *spec = NULL;
    ludo_status status = ludo_spec_create(NULL, &spec);
    status = status == LUDO_OK ? ludo_spec_add_body(spec, &body, NULL) : status;
    status = status == LUDO_OK ? ludo_spec_add_joint(spec, &on, NULL) : status;
    *out = spec;
    return status;
}

static ludo_status make_free(int32_t size, uint64_t seed, ludo_spec **out)
{
    (void)size;
    return make_body(seed, "free", out);
}

static ludo_status make_hanging(int32_t size, uint64_t seed, ludo_spec **out)
{
    (void)size;
    return make_body(seed, seed % 2 ? "free" : "ball", out);
}

/* ---- families ---- */

typedef struct family {
    const char *name, *integrator, *scheme;
    maker *make;
    attacker *attack;
    int32_t least, most; /* number of bodies */
    int models, states;  /* models; states of each */
} family;

static const family families[] = {
    {"chains in gravity", "galerkin", NULL, make_chain, ludo_certify_attack_tree, 1, 5, 20, 50},
    {"random trees", "galerkin", NULL, make_tree, ludo_certify_attack_tree, 2, 6, 30, 40},
    {"random trees afloat", "galerkin", NULL, make_floating, ludo_certify_attack_tree, 2, 5, 20,
     40},
    {"forces of every kind", "galerkin", NULL, make_forced, ludo_certify_attack_tree, 2, 5, 20, 50},
    {"random trees afloat", "lie-group", "so3", make_floating, ludo_certify_attack_tree, 1, 5, 40,
     40},
    {"forces afloat", "lie-group", "so3", make_forced_floating, ludo_certify_attack_tree, 2, 4, 20,
     40},
    {"chains on balls", "lie-group", "so3", make_ball_chain, ludo_certify_attack_tree, 1, 4, 4,
     150},
    {"body", "rigid-body", "symplectic-cayley", make_hanging, ludo_certify_attack_rigid, 1, 1, 200,
     5},
    {"body", "rigid-body", "tln-cayley", make_hanging, ludo_certify_attack_rigid, 1, 1, 100, 5},
    {"body", "rigid-body", "tln", make_hanging, ludo_certify_attack_rigid, 1, 1, 100, 5},
    {"body", "dual-quaternion", "corrected", make_free, ludo_certify_attack_dual, 1, 1, 200, 5},
};

/* ---- states, steps ---- */

static void put_quaternion(double *at, uint64_t *random)
{
    const ludo_quat q = ludo_scene_random_quat(random);
    at[0] = q.w, at[1] = q.x, at[2] = q.y, at[3] = q.z;
}

/* Random positions; rates of one size, which is between 0.1 and 5. */
static void shake(ludo_sim *sim, const ludo_model *model, uint64_t *random)
{
    const double size = exp(ludo_scene_random(random, log(0.1), log(5.0)));
    for (int32_t j = 0; j < ludo_model_joint_count(model); j++) {
        ludo_joint_info of = {.struct_size = sizeof of};
        (void)ludo_model_joint(model, j, &of);
        double q[8], v[8];
        for (int32_t k = 0; k < of.position_count; k++) {
            q[k] = ludo_scene_random(random, -1.0, 1.0);
        }
        for (int32_t k = 0; k < of.velocity_count; k++) {
            v[k] = size * ludo_scene_random(random, -1.0, 1.0);
        }
        if (of.position_count > of.velocity_count) {
            put_quaternion(q + of.position_count - 4, random);
        }
        (void)ludo_sim_set_joint_position(sim, j, q);
        (void)ludo_sim_set_joint_velocity(sim, j, v);
    }
}

static bool is_certified(ludo_sim *sim, const ludo_sim *state, double h)
{
    (void)ludo_sim_copy(sim, state);
    sim->state.interval_start = sim->state.progress->time;
    return sim->integrator->certify(&sim->state, h);
}

static bool is_solved(ludo_sim *sim, const ludo_sim *state, double h)
{
    (void)ludo_sim_copy(sim, state);
    return ludo_step(sim, h, NULL) == LUDO_OK;
}

typedef bool trial(ludo_sim *sim, const ludo_sim *state, double h);

/* The longest passing step, growing from `h`, which passes, to the first failure. */
static double longest(trial *passes, ludo_sim *sim, const ludo_sim *state, double h)
{
    double low = h, high = 1.15 * h;
    while (high < 100.0 && passes(sim, state, high)) {
        low = high;
        high *= 1.15;
    }
    for (int i = 0; i < 5; i++) {
        const double middle = 0.5 * (low + high);
        *(passes(sim, state, middle) ? &low : &high) = middle;
    }
    return low;
}

/* The largest angular velocity of a body [rad/s]. */
static double fastest_turn(ludo_sim *sim, const ludo_model *model)
{
    double fastest = 0.0;
    for (int32_t b = 0; b < ludo_model_body_count(model); b++) {
        ludo_body_state s;
        if (ludo_sim_body_state(sim, b, &s) == LUDO_OK) {
            fastest = fmax(fastest, v3_norm(s.angular_velocity));
        }
    }
    return fastest;
}

/* ---- results ---- */

typedef struct figures {
    int steps, failed, sensible;
    found found;
    double ratio[MOST_STATES]; /* longest solved over longest certified */
} figures;

static void try_state(const family *f, ludo_sim *sim, ludo_sim *state, const ludo_model *model,
                      uint64_t *random, figures *into)
{
    shake(state, model, random);
    const double fastest = fastest_turn(state, model);
    if (!is_certified(sim, state, 1e-5)) {
        return;
    }
    const double most = longest(is_certified, sim, state, 1e-5);
    const double h = into->steps % 4 == 0 ? most : most * ludo_scene_random(random, 0.1, 1.0);
    into->ratio[into->steps++] = longest(is_solved, sim, state, 1e-5) / most;
    into->sensible += fastest > 0.0 && is_certified(sim, state, 0.25 / fastest);
    into->failed += !is_solved(sim, state, h);
    if (is_certified(sim, state, h)) {
        const found of = f->attack(sim, h, random);
        into->found.led += of.led;
        into->found.others += of.others;
    }
}

static int compare(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

static void write_family(FILE *csv, const family *f, int states, figures *of)
{
    const int n = of->steps;
    if (n == 0) {
        return;
    }
    qsort(of->ratio, (size_t)n, sizeof *of->ratio, compare);
    const double least = of->ratio[0], middle = of->ratio[n / 2], most = of->ratio[n * 9 / 10];
    const char *scheme = f->scheme != NULL ? f->scheme : "";
    fprintf(csv, "%s,%s,%s,%d,%d,%d,%d,%d,%d,%.3g,%.3g,%.3g\n", f->integrator, scheme, f->name,
            states, n, of->failed, of->found.others, of->found.led, of->sensible, least, middle,
            most);
    printf("%-16s%-18s%-22s%6d%6d%5d%5d%7d%6d%8.3g%8.3g%8.3g\n", f->integrator, scheme, f->name,
           states, n, of->failed, of->found.others, of->found.led, of->sensible, least, middle,
           most);
    (void)fflush(stdout);
}

/* One model, its states. @return number of states */
static int try_model(const family *f, int k, uint64_t *random, figures *into)
{
    const int32_t size = f->least + k % (f->most - f->least + 1);
    ludo_sim_options o = ludo_sim_options_default();
    ludo_model *model = NULL;
    ludo_sim *sim = NULL, *state = NULL;
    ludo_spec *spec = NULL;
    o.integrator = f->integrator, o.scheme = f->scheme, o.order = 2;
    o.certify = true, o.limits = o.contacts = false, o.max_substeps = 1;
    ludo_status status = f->make(size, (uint64_t)k + 1, &spec);
    status = status == LUDO_OK ? ludo_compile(spec, NULL, &model, NULL) : status;
    status = status == LUDO_OK ? ludo_sim_create(model, &o, NULL, &sim, NULL) : status;
    status = status == LUDO_OK ? ludo_sim_create(model, &o, NULL, &state, NULL) : status;
    const bool tried = status == LUDO_OK && ludo_model_dof(model) <= MOST_COLUMNS;
    for (int i = 0; tried && i < f->states; i++) {
        try_state(f, sim, state, model, random, into);
    }
    ludo_sim_destroy(state);
    ludo_sim_destroy(sim);
    ludo_model_destroy(model);
    ludo_spec_destroy(spec);
    return tried ? f->states : 0;
}

static void run_family(FILE *csv, const family *f, double part)
{
    static figures of;
    uint64_t random = 1;
    int tried = 0;
    memset(&of, 0, sizeof of);
    for (int k = 0; k < f->models && k < 1 + (int)(part * f->models); k++) {
        tried += try_model(f, k, &random, &of);
    }
    write_family(csv, f, tried, &of);
}

static const ludo_bench_about about = {
    .measures = "attacks on certified steps of random models: certified steps that failed, other "
                "solutions\n"
                "found, ratio of the longest step that solves to the longest certified step",
    .operands = "[PART]",
};

int main(int argc, char **argv)
{
    FILE *csv = ludo_bench_open(&about, argc, argv);
    fprintf(csv, "integrator,scheme,models,states,certified,failed,others,led,sensible,"
                 "least_ratio,median_ratio,ninth_decile\n");
    printf("%-56s%6s%6s%5s%5s%7s%6s%8s%8s%8s\n", "", "states", "cert.", "fail", "oth.", "led",
           "sens.", "least", "median", "90 %");
    for (size_t i = 0; i < sizeof families / sizeof *families; i++) {
        run_family(csv, &families[i], argc > 2 ? atof(argv[2]) : 1.0);
    }
    return fclose(csv) == 0 ? 0 : 1;
}
