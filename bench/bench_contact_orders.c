/* SPDX-License-Identifier: Apache-2.0
 *
 * Orders of convergence of motion with contacts, impacts and dry friction: errors of positions and
 * angles at a fixed time for five steps, each half of the one before, against 16 times as many
 * steps as the shortest of them, and the slope of log error over log step.
 *
 *     bench_contact_orders [FILE.csv [CASE]]
 *
 * Errors below 1e-9 m or rad are those of the tolerance: the motion is "exact". The order "none"
 * means that errors do not fall with the step. With CASE, a name or its beginning, other cases are
 * left out. */
#include "command.h"
#include "poses.h"

#include "ludo/ludo.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { LEVELS = 5, REFERENCE = 256, TEXT_ROOM = 4096, ORDER_ROOM = 16 };

/* Larger errors [m, rad] have an order, and a slope of less is none. */
static const double exact = 1e-9, least_order = 0.5;

/* A scene with its start, over the plane "floor". The lengths of steps are duration / steps, and
 * halves of it. */
typedef struct order_case {
    const char *name, *gravity, *friction;
    int condim;
    double restitution;
    const char *bodies, *position, *velocity; /* MJCF */
    double duration;                          /* [s] */
    int steps;                                /* the fewest */
} order_case;

#define DOWN "0 0 -9.81"
#define FREE(geom) "<body><freejoint/><geom " geom " mass='1'/></body>"
#define BALL FREE("type='sphere' size='0.1'")
#define BOX FREE("type='box' size='0.1 0.15 0.2'")
#define EGG FREE("type='ellipsoid' size='0.2 0.15 0.1'")
#define FOOT(at) "<geom type='sphere' size='0.05' mass='0' pos='" at "'/>"
#define PLATE "<geom type='box' size='0.3 0.3 0.05' mass='2' contype='0' conaffinity='0'/>"
#define FEET FOOT("0.3 0 -0.1") FOOT("-0.2 0.25 -0.1") FOOT("-0.15 -0.3 -0.1")
#define TRIPOD "<body><freejoint/>" PLATE FEET "</body>"
#define ARM                                                                                        \
    "<body pos='0 0 0.3'><joint type='hinge' axis='0 1 0' frictionloss='0.3'/>"                    \
    "<geom type='capsule' fromto='0 0 0 0.5 0 0' size='0.03' mass='1'/></body>"
#define ROTOR                                                                                      \
    "<body><freejoint/><geom type='sphere' size='0.1' mass='1'/>"                                  \
    "<body><joint type='hinge' axis='0 0.6 0.8' frictionloss='0.02'/>"                             \
    "<geom type='box' size='0.2 0.03 0.02' mass='0.5' contype='0' conaffinity='0'/></body></body>"

static const order_case cases[] = {
    {"ball bounces twice", DOWN, "0 0 0", 3, 0.8, BALL, "0 0 0.6 1 0 0 0", "0.3 0 0 1 2 3", 1.0,
     20},
    {"box bounces once", DOWN, "0 0 0", 3, 0.7, BOX, "0 0 0.45 0.9 0.3 0.2 0.1", "1 0 0 3 -2 4",
     0.235, 10},
    {"box bounces", DOWN, "0 0 0", 3, 0.7, BOX, "0 0 0.45 0.9 0.3 0.2 0.1", "1 0 0 3 -2 4", 0.4,
     20},
    {"box bounces once with friction", DOWN, "0.3 0 0", 3, 0.7, BOX, "0 0 0.45 0.9 0.3 0.2 0.1",
     "1 0 0 3 -2 4", 0.23, 10},
    {"box bounces with friction", DOWN, "0.3 0 0", 3, 0.7, BOX, "0 0 0.45 0.9 0.3 0.2 0.1",
     "1 0 0 3 -2 4", 0.4, 20},
    {"ball rolls on a slope", "2 1 -9.81", "0.3 0 0", 3, 0.0, BALL, "0 0 0.1 1 0 0 0",
     "1 0 0 0 10 5", 0.4, 20},
    {"ellipsoid rolls", DOWN, "5 0 0", 3, 0.0, EGG, "0 0 0.1 1 0 0 0", "0.5 0 0 0 5 1", 0.2, 20},
    {"disc rolls in a circle", DOWN, "5 0 0", 3, 0.0, FREE("type='cylinder' size='0.2 0.02'"),
     "0 0 0.19697770195834802 0.8048354510896435 0.5934980174097721 0 0", "1.01 0 0 0 0.5 -5", 0.2,
     20},
    {"box slides straight", DOWN, "0.3 0 0", 3, 0.0, BOX, "0 0 0.2 1 0 0 0", "2 0 0 0 0 0", 0.4,
     20},
    {"tripod slides and turns", DOWN, "0.2 0 0", 3, 0.0, TRIPOD, "0 0 0.15 1 0 0 0", "2 0 0 0 0 8",
     0.2, 20},
    {"box slides and turns", DOWN, "0.2 0 0", 3, 0.0, BOX, "0 0 0.2 1 0 0 0", "2 0 0 0 0 8", 0.2,
     20},
    {"ellipsoid slides and spins", DOWN, "0.1 0 0", 3, 0.0, EGG, "0 0 0.1 1 0 0 0", "2 0 0 1 5 20",
     0.1, 20},
    {"ball slides then rolls", DOWN, "0.3 0 0", 3, 0.0, BALL, "0 0 0.1 1 0 0 0", "1 0 0 0 0 5", 0.2,
     20},
    {"ball spins", DOWN, "0.5 0.005 0", 4, 0.0, BALL, "0 0 0.1 1 0 0 0", "0 0 0 0 0 3", 0.2, 20},
    {"ball spins to rest", DOWN, "0.5 0.005 0", 4, 0.0, BALL, "0 0 0.1 1 0 0 0", "0 0 0 0 0 3", 0.4,
     20},
    {"ball rolls out", DOWN, "0.5 0.005 0.004", 6, 0.0, BALL, "0 0 0.1 1 0 0 0", "1 0 0 0 10 0",
     0.4, 20},
    {"ball rolls out to rest", DOWN, "0.5 0.005 0.004", 6, 0.0, BALL, "0 0 0.1 1 0 0 0",
     "0.1 0 0 0 1 0", 0.5, 20},
    {"arm rubs", DOWN, "0 0 0", 3, 0.8, ARM, "0", "0", 0.15, 10},
    {"arm rubs and bounces", DOWN, "0 0 0", 3, 0.8, ARM, "0", "0", 0.3, 20},
    {"rotor rubs", DOWN, "0 0 0", 3, 0.8, ROTOR, "0 0 0.4 1 0 0 0 0", "0.2 0 0 1 2 3 20", 0.2, 10},
    {"rotor rubs and bounces", DOWN, "0 0 0", 3, 0.8, ROTOR, "0 0 0.4 1 0 0 0 0",
     "0.2 0 0 1 2 3 20", 0.4, 20},
};
enum { CASES = sizeof cases / sizeof cases[0] };

/* ---- runs ---- */

/* The state at the end of a run. */
typedef struct ending {
    pose_list at;
    long impacts;
} ending;

static ludo_model *compile(const order_case *of)
{
    char text[TEXT_ROOM];
    ludo_spec *spec = NULL;
    ludo_model *model = NULL;
    const int length =
        snprintf(text, sizeof text,
                 "<mujoco><compiler angle='radian'/><option gravity='%s'/>"
                 "<custom><numeric name='ludo.restitution.floor' data='%g'/></custom>"
                 "<default><geom friction='%s' condim='%d'/></default>"
                 "<worldbody><geom name='floor' type='plane' size='1 1 1'/>%s</worldbody>"
                 "<keyframe><key qpos='%s' qvel='%s'/></keyframe></mujoco>",
                 of->gravity, of->restitution, of->friction, of->condim, of->bodies, of->position,
                 of->velocity);
    ludo_diagnostic why = {.message = ""};
    ludo_status s = ludo_load_string(text, (size_t)length, of->name, NULL, NULL, &spec, &why);
    s = s == LUDO_OK ? ludo_compile(spec, NULL, &model, &why) : s;
    if (s != LUDO_OK) {
        fprintf(stderr, "%s: %s\n", of->name, why.message);
    }
    ludo_spec_destroy(spec);
    return model;
}

static bool read_poses(ludo_sim *sim, pose_list *out)
{
    bool all = true;
    out->count = ludo_model_body_count(ludo_sim_model(sim));
    for (int b = 0; b < out->count; b++) {
        all = all && ludo_sim_body_state(sim, b, &out->body[b]) == LUDO_OK;
    }
    return all;
}

/* A run from the start in so many steps. */
static bool run(const ludo_model *model, const order_case *of, int steps, ending *out)
{
    ludo_sim *sim = NULL;
    const double h = of->duration / steps;
    bool good = ludo_sim_create(model, NULL, NULL, &sim, NULL) == LUDO_OK &&
                ludo_sim_reset(sim, 0) == LUDO_OK;
    out->impacts = 0;
    for (int k = 0; k < steps && good; k++) {
        ludo_contact_quality q = {.struct_size = sizeof q};
        good = ludo_step(sim, h, NULL) == LUDO_OK && ludo_sim_contact_quality(sim, &q) == LUDO_OK;
        out->impacts += q.impacts + q.impacts_at_knots;
    }
    good = good && read_poses(sim, &out->at);
    ludo_sim_destroy(sim);
    return good;
}

/* ---- errors ---- */

/* The largest distance between centres of mass of two lists. */
static double position_error(const pose_list *a, const pose_list *b)
{
    double most = 0.0;
    for (int i = 0; i < a->count; i++) {
        const ludo_vec3 p = a->body[i].com, q = b->body[i].com;
        const double x = p.x - q.x, y = p.y - q.y, z = p.z - q.z;
        most = fmax(most, sqrt(x * x + y * y + z * z));
    }
    return most;
}

typedef struct quantity {
    const char *name;
    double (*error)(const pose_list *a, const pose_list *b);
} quantity;

static const quantity quantities[] = {{"position", position_error}, {"angle", ludo_poses_angle}};

/* The slope of the regression line of log error over log step, as text; steps halve. */
static void write_order(const double error[LEVELS], char text[ORDER_ROOM])
{
    double slope = 0.0, square = 0.0, largest = 0.0;
    for (int i = 0; i < LEVELS; i++) {
        const double x = 0.5 * (LEVELS - 1) - i;
        slope += x * log2(error[i]);
        square += x * x;
        largest = fmax(largest, error[i]);
    }
    const double order = slope / square;
    if (largest < exact) {
        snprintf(text, ORDER_ROOM, "exact");
    } else if (order < least_order) {
        snprintf(text, ORDER_ROOM, "none");
    } else {
        snprintf(text, ORDER_ROOM, "%.2f", order);
    }
}

static void report(FILE *csv, const order_case *of, const char *quantity_name,
                   const double error[LEVELS], long impacts)
{
    char order[ORDER_ROOM];
    write_order(error, order);
    printf("%-32s %-8s %3ld", of->name, quantity_name, impacts);
    fprintf(csv, "%s,%s,%g,%g,%ld", of->name, quantity_name, of->duration, of->duration / of->steps,
            impacts);
    for (int i = 0; i < LEVELS; i++) {
        printf(" %8.1e", error[i]);
        fprintf(csv, ",%.3e", error[i]);
    }
    printf(" %6s\n", order);
    fprintf(csv, ",%s\n", order);
}

/* All runs of a case. */
static bool measure(FILE *csv, const order_case *of)
{
    ludo_model *model = compile(of);
    ending reference, at[LEVELS];
    bool good = model != NULL && run(model, of, REFERENCE * of->steps, &reference);
    for (int i = 0; i < LEVELS && good; i++) {
        good = run(model, of, of->steps << i, &at[i]);
    }
    for (size_t n = 0; n < sizeof quantities / sizeof quantities[0] && good; n++) {
        double error[LEVELS];
        for (int i = 0; i < LEVELS; i++) {
            error[i] = quantities[n].error(&at[i].at, &reference.at);
        }
        report(csv, of, quantities[n].name, error, reference.impacts);
    }
    if (!good) {
        printf("%-32s failed\n", of->name);
    }
    fflush(stdout);
    ludo_model_destroy(model);
    return good;
}

static const ludo_bench_about about = {
    .measures = "errors [m, rad] of motion with contacts, impacts and dry friction at a fixed time "
                "for steps\ndt, dt/2, ... dt/16 against dt/256; order: slope of log error over log "
                "step",
    .operands = "[CASE]",
};

int main(int argc, char **argv)
{
    FILE *csv = ludo_bench_open(&about, argc, argv);
    bool good = true;
    fprintf(csv, "case,quantity,time,dt,impacts,error_1,error_2,error_4,error_8,error_16,order\n");
    printf("%-32s %-8s %3s %44s %6s\n", "", "", "hit", "errors for dt, dt/2, ... dt/16", "order");
    for (int i = 0; i < CASES; i++) {
        if (argc < 3 || strncmp(cases[i].name, argv[2], strlen(argv[2])) == 0) {
            good = measure(csv, &cases[i]) && good;
        }
    }
    return fclose(csv) == 0 && good ? 0 : 1;
}
