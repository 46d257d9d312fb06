/* SPDX-License-Identifier: Apache-2.0
 *
 * The distance of the bounds on the step of trees from the longest step that solves, and a test of
 * the practical step of ludo_step_limit() [solvability.md 7].
 *
 *     bench_steps [FILE.csv]
 *
 * "bounds": medians over random states, of given |v|, of chains of uniform rods on hinges: the
 * limits that ludo_step_limit() returns, and the longest step that was solved; "least ratio" is the
 * smallest solved / bound. "practical": runs at fractions of the practical step of the start, with
 * random joint rates: the largest energy error over the largest kinetic energy, subdivided steps,
 * certified steps. "models": ten seconds of whole models, contacts and limits off, at the practical
 * step of their start, and at the smallest of those at the start and at every second of that run:
 * the energy error as above. "chain": the three-link chain of [solv2014 figure 1] at growing steps,
 * until it stops. */
#include "command.h"
#include "random.h"
#include "scenes.h"
#include "step_runs.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int compare(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

static double median(double *x, int n)
{
    qsort(x, (size_t)n, sizeof *x, compare);
    return x[n / 2];
}

/* ---- bounds ---- */

enum { LINKS = 4, STATES = 30, BOUNDS = 5, NUMBERS = BOUNDS + 1 };

static const char *const bounds[BOUNDS] = {"invertible", "everywhere", "convergent", "metric",
                                           "certified"};

typedef struct chain_case {
    int32_t links;
    double gravity, speed;
} chain_case;

static double limit_of(const ludo_step_limits *of, const char *name)
{
    double dt = (double)NAN;
    for (int32_t i = 0; i < of->count; i++) {
        dt = strcmp(of->limit[i].name, name) == 0 ? of->limit[i].dt : dt;
    }
    return dt;
}

static ludo_status open_chain(const chain_case *c, ludo_model **model, ludo_sim **sim)
{
    const ludo_scene_chain_options chain = {.links = c->links, .joint = "hinge"};
    const double gravity[3] = {0.0, 0.0, -c->gravity};
    ludo_sim_options o = ludo_sim_options_default();
    ludo_spec *spec = NULL;
    o.integrator = "galerkin";
    o.order = 2;
    ludo_status status = ludo_scene_chain(&chain, NULL, &spec);
    status = status == LUDO_OK ? ludo_spec_set_option(spec, "gravity", gravity, 3) : status;
    return status == LUDO_OK ? ludo_scene_open(spec, &o, model, sim) : status;
}

/* Random angles, and rates of the given length. */
static void shake(ludo_sim *sim, const chain_case *c, uint64_t *random)
{
    double rate[LINKS], square = 0.0;
    for (int32_t k = 0; k < c->links; k++) {
        rate[k] = ludo_scene_random(random, -1.0, 1.0);
        square += rate[k] * rate[k];
    }
    for (int32_t k = 0; k < c->links; k++) {
        const double angle = ludo_scene_random(random, -pi, pi);
        const double v = rate[k] * c->speed / sqrt(square);
        (void)ludo_sim_set_joint_position(sim, k, &angle);
        (void)ludo_sim_set_joint_velocity(sim, k, &v);
    }
}

static void measure_bounds(FILE *csv, const chain_case *c)
{
    static double dt[NUMBERS][STATES];
    double least[BOUNDS];
    ludo_model *model = NULL;
    ludo_sim *sim = NULL;
    uint64_t random = 1;
    if (open_chain(c, &model, &sim) != LUDO_OK) {
        return;
    }
    for (int b = 0; b < BOUNDS; b++) {
        least[b] = HUGE_VAL;
    }
    for (int i = 0; i < STATES; i++) {
        ludo_step_limits of = {.struct_size = sizeof of};
        shake(sim, c, &random);
        (void)ludo_step_limit(sim, &of, NULL);
        for (int b = 0; b < BOUNDS; b++) {
            dt[b][i] = limit_of(&of, bounds[b]);
            least[b] = fmin(least[b], of.solved / dt[b][i]);
        }
        dt[BOUNDS][i] = of.solved;
    }
    const double solved = median(dt[BOUNDS], STATES);
    printf("n %d g %5.2f v %3.1f solved %8.4f", (int)c->links, c->gravity, c->speed, solved);
    for (int b = 0; b < BOUNDS; b++) {
        const double middle = median(dt[b], STATES);
        fprintf(csv, "bounds,%d links g %g v %g,%s,%.4g,%.4g,%.4g\n", (int)c->links, c->gravity,
                c->speed, bounds[b], middle, solved, least[b]);
        printf("  %s %.5f (%.3g)", bounds[b], middle, least[b]);
    }
    printf("\n");
    ludo_sim_destroy(sim);
    ludo_model_destroy(model);
}

/* ---- the practical step ---- */

typedef struct practical_case {
    const char *path; /* NULL: a chain */
    int32_t links;
    const char *integrator;
    bool certify;
    double duration;
} practical_case;

static const practical_case practical_cases[] = {
    {NULL, 2, "galerkin", true, 2.0},
    {NULL, 5, "galerkin", true, 2.0},
    {NULL, 10, "galerkin", true, 2.0},
    {LUDO_BENCH_ROBOTS "/mujoco/humanoid.xml", 0, "galerkin", true, 1.0},
    {LUDO_BENCH_ROBOTS "/mujoco/car.xml", 0, "maximal", false, 1.0},
    {LUDO_BENCH_ROBOTS "/unitree_a1/a1.urdf", 0, "galerkin", true, 1.0},
    {LUDO_BENCH_EXAMPLES "/delta.xml", 0, "maximal", false, 1.0},
};

static ludo_model *load(const practical_case *c)
{
    const ludo_scene_chain_options chain = {.links = c->links, .joint = "hinge"};
    ludo_spec *spec = NULL;
    ludo_model *model = NULL;
    const ludo_status status = c->path != NULL ? ludo_load_file(c->path, NULL, NULL, &spec, NULL)
                                               : ludo_scene_chain(&chain, NULL, &spec);
    if (status == LUDO_OK) {
        (void)ludo_compile(spec, NULL, &model, NULL);
    }
    ludo_spec_destroy(spec);
    return model;
}

/* Random rates of up to 2 rad/s or m/s for all joints of one degree of freedom. */
static void stir(ludo_sim *sim, const ludo_model *model)
{
    uint64_t random = 1;
    for (int32_t j = 0; j < ludo_model_joint_count(model); j++) {
        const double rate = ludo_scene_random(&random, -2.0, 2.0);
        ludo_joint_info joint = {.struct_size = sizeof joint};
        if (ludo_model_joint(model, j, &joint) == LUDO_OK && joint.velocity_count == 1) {
            (void)ludo_sim_set_joint_velocity(sim, j, &rate);
        }
    }
}

static void measure_practical(FILE *csv, const practical_case *c)
{
    static const double fractions[] = {0.5, 1.0, 2.0};
    const char *slash = c->path != NULL ? strrchr(c->path, '/') : NULL;
    char what[64];
    (void)snprintf(what, sizeof what, "%s", slash != NULL ? slash + 1 : "chain");
    if (slash == NULL) {
        (void)snprintf(what, sizeof what, "chain of %d", (int)c->links);
    }
    ludo_model *model = load(c);
    for (size_t i = 0; i < 3 && model != NULL; i++) {
        ludo_sim_options o = ludo_sim_options_default();
        ludo_sim *sim = NULL;
        ludo_step_limits of = {.struct_size = sizeof of};
        o.integrator = c->integrator;
        o.order = 2;
        o.contacts = o.limits = false;
        o.certify = c->certify;
        if (ludo_sim_create(model, &o, NULL, &sim, NULL) != LUDO_OK) {
            continue;
        }
        stir(sim, model);
        if (ludo_step_limit(sim, &of, NULL) == LUDO_OK) {
            const double h = fractions[i] * of.practical;
            const run_figures f = ludo_step_run(sim, h, c->duration);
            ludo_step_run_write(csv, "practical", what, h, &f);
        }
        ludo_sim_destroy(sim);
    }
    ludo_model_destroy(model);
}

/* ---- whole models ---- */

typedef struct model_case {
    const char *path, *loops, *keyframe;
} model_case;

#define ROBOT(name) LUDO_BENCH_ROBOTS "/" name
#define EXAMPLE(name) LUDO_BENCH_EXAMPLES "/" name

static const model_case model_cases[] = {
    {EXAMPLE("double_pendulum.xml"), NULL, NULL},
    {EXAMPLE("double_pendulum.xml"), NULL, "kick"},
    {EXAMPLE("rod_chain.xml"), NULL, NULL},
    {EXAMPLE("spherical_chain.xml"), NULL, NULL},
    {EXAMPLE("kite_chain.xml"), NULL, NULL},
    {EXAMPLE("heavy_top.xml"), NULL, "fast"},
    {EXAMPLE("t_handle.xml"), NULL, "spun"},
    {EXAMPLE("satellite.xml"), NULL, "folded"},
    {EXAMPLE("cart_pole.xml"), NULL, "start"},
    {EXAMPLE("reacher.xml"), NULL, "start"},
    {EXAMPLE("sliders.xml"), NULL, "pushed"},
    {EXAMPLE("governor.xml"), NULL, "start"},
    {EXAMPLE("robot_arm.urdf"), NULL, NULL},
    {EXAMPLE("gripper.urdf"), NULL, NULL},
    {EXAMPLE("four_bar.xml"), NULL, NULL},
    {EXAMPLE("double_four_bar.xml"), NULL, "start"},
    {EXAMPLE("bricard.xml"), NULL, NULL},
    {EXAMPLE("slider_crank.urdf"), NULL, NULL},
    {EXAMPLE("delta.xml"), NULL, "reach"},
    {EXAMPLE("sinking_plate.xml"), NULL, NULL},
    {ROBOT("mujoco/humanoid.xml"), NULL, NULL},
    {ROBOT("mujoco/car.xml"), NULL, NULL},
    {ROBOT("unitree_a1/a1.urdf"), NULL, NULL},
    {ROBOT("anymal_b/anymal.urdf"), NULL, NULL},
    {ROBOT("5bar_linkage/robot.urdf"), ROBOT("5bar_linkage/robot.yaml"), NULL},
    {ROBOT("robot_delta/robot.urdf"), ROBOT("robot_delta/robot.yaml"), NULL},
    {ROBOT("cassie_like/robot.urdf"), ROBOT("cassie_like/robot.yaml"), NULL},
    {ROBOT("digit_like/robot.urdf"), ROBOT("digit_like/robot.yaml"), NULL},
};

static ludo_model *load_model(const model_case *c)
{
    const ludo_load_options o = {.struct_size = sizeof o, .loops = c->loops};
    ludo_spec *spec = NULL;
    ludo_model *model = NULL;
    if (ludo_load_file(c->path, &o, NULL, &spec, NULL) == LUDO_OK) {
        (void)ludo_compile(spec, NULL, &model, NULL);
    }
    ludo_spec_destroy(spec);
    return model;
}

/* A simulation by the first integrator that takes the model. */
static ludo_sim *open_model(const ludo_model *model, const char *keyframe)
{
    static const char *const names[] = {"galerkin", "maximal", "dual-quaternion"};
    ludo_sim *sim = NULL;
    for (size_t i = 0; i < sizeof names / sizeof *names && sim == NULL; i++) {
        ludo_sim_options o = ludo_sim_options_default();
        o.integrator = names[i];
        o.order = 2;
        o.contacts = o.limits = false;
        (void)ludo_sim_create(model, &o, NULL, &sim, NULL);
    }
    if (sim != NULL && keyframe != NULL) {
        (void)ludo_sim_reset(sim, ludo_model_keyframe_find(model, keyframe));
    }
    return sim;
}

static double practical_step(ludo_sim *sim)
{
    ludo_step_limits of = {.struct_size = sizeof of};
    return ludo_step_limit(sim, &of, NULL) == LUDO_OK ? of.practical : (double)NAN;
}

/* The smallest practical step at the start and every second. */
static double least_practical(ludo_sim *sim, double h)
{
    double least = practical_step(sim);
    for (int second = 0; second < 10; second++) {
        if (ludo_step_run(sim, h, 1.0).end < 1.0 - 1e-9) {
            break;
        }
        least = fmin(least, practical_step(sim));
    }
    return least;
}

static void measure_model(FILE *csv, const model_case *c)
{
    ludo_model *model = load_model(c);
    ludo_sim *sim = model != NULL ? open_model(model, c->keyframe) : NULL;
    char what[96];
    (void)snprintf(what, sizeof what, "%s%s%s", strrchr(c->path, '/') + 1,
                   c->keyframe != NULL ? " " : "", c->keyframe != NULL ? c->keyframe : "");
    if (c->loops != NULL || strstr(c->path, "a1") != NULL) {
        const char *folder = c->path + strlen(LUDO_BENCH_ROBOTS "/");
        (void)snprintf(what, sizeof what, "%.*s", (int)strcspn(folder, "/"), folder);
    }
    ludo_step_limits of = {.struct_size = sizeof of};
    if (sim == NULL || ludo_step_limit(sim, &of, NULL) != LUDO_OK) {
        fprintf(stderr, "%s: not tried\n", what);
    } else {
        ludo_sim *along = open_model(model, c->keyframe);
        const double least = least_practical(along, of.practical);
        run_figures f = ludo_step_run(sim, of.practical, 10.0);
        char at[96] = "";
        (void)ludo_node_format(model, &of.limited_at, at, sizeof at);
        printf("%-10s %s %s\n", of.integrator, of.limited_by, at);
        ludo_step_run_write(csv, "models", what, of.practical, &f);
        ludo_sim_destroy(along);
        along = open_model(model, c->keyframe);
        f = ludo_step_run(along, least, 10.0);
        ludo_step_run_write(csv, "models", what, least, &f);
        ludo_sim_destroy(along);
    }
    ludo_sim_destroy(sim);
    ludo_model_destroy(model);
}

/* ---- the chain at growing steps ---- */

static void measure_chain(FILE *csv, int32_t max_substeps)
{
    for (double h = 0.0025; h < 2.0; h *= 2.0) {
        const ludo_scene_chain_options chain = {.links = 3, .joint = "hinge"};
        ludo_sim_options o = ludo_sim_options_default();
        ludo_spec *spec = NULL;
        ludo_model *model = NULL;
        ludo_sim *sim = NULL;
        o.integrator = "galerkin";
        o.order = 2;
        o.max_substeps = max_substeps;
        o.certify = true;
        if (ludo_scene_chain(&chain, NULL, &spec) == LUDO_OK &&
            ludo_scene_open(spec, &o, &model, &sim) == LUDO_OK) {
            const run_figures f = ludo_step_run(sim, h, 10.0);
            ludo_step_run_write(csv, "chain", max_substeps > 1 ? "cut up to 32 parts" : "never cut",
                                h, &f);
        }
        ludo_sim_destroy(sim);
        ludo_model_destroy(model);
    }
}

static const ludo_bench_about about = {
    .measures = "bounds on the step of trees beside the longest step that solves, and runs at the "
                "practical\n"
                "step, without contacts or limits",
};

int main(int argc, char **argv)
{
    static const double speeds[] = {0.5, 2.0, 5.0};
    FILE *csv = ludo_bench_open(&about, argc, argv);
    fprintf(csv, "kind,what,of,number,second,third\n");
    for (int32_t links = 2; links <= LINKS; links++) {
        for (int pulled = 0; pulled < 2; pulled++) {
            for (int k = 0; k < 3; k++) {
                measure_bounds(csv, &(chain_case){links, pulled != 0 ? 9.81 : 0.0, speeds[k]});
            }
        }
    }
    for (size_t i = 0; i < sizeof practical_cases / sizeof practical_cases[0]; i++) {
        measure_practical(csv, &practical_cases[i]);
    }
    for (size_t i = 0; i < sizeof model_cases / sizeof model_cases[0]; i++) {
        measure_model(csv, &model_cases[i]);
    }
    measure_chain(csv, 32);
    measure_chain(csv, 1);
    return fclose(csv) == 0 ? 0 : 1;
}
