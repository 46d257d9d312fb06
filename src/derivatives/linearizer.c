/* SPDX-License-Identifier: Apache-2.0
 *
 * The derivative of a step: the product of those of its stages and substeps [minimal.md 7].
 *
 * An integrator computes the derivative of one stage; a step may have several, by composition or by
 * subdivision:
 *
 *     A := A_i A,    B := A_i B + B_i        A = 1, B = 0 before the first */
#include "ludo/linear.h"

#include "core/diagnostic.h"
#include "core/sized.h"
#include "derivatives/linear_kind.h"
#include "sim/sim.h"
#include "math/dense.h"

#include <string.h>

struct ludo_linearizer {
    ludo_allocator allocator;
    const ludo_model *model;
    const integrator *integrator;
    sim_settings settings;
    const linear_kind *kind;
    void *self; /* the kind's own struct */

    double *A, *B;             /* of the attempt in progress, or of the last step */
    double *A_stage, *B_stage; /* of a stage */
    double *product;           /* scratch, as large as A and B */
};

static size_t rows_of(const ludo_linearizer *x)
{
    return 2 * (size_t)x->model->columns;
}

static size_t controls_of(const ludo_linearizer *x)
{
    return (size_t)x->model->actuator_count;
}

/* The struct and all its arrays, from an arena. */
static void linearizer_layout(ludo_linearizer *x, const ludo_sim *sim, arena *a)
{
    const size_t rows = rows_of(x), controls = controls_of(x);
    (void)TAKE(a, 1, ludo_linearizer);
    x->self = x->kind->layout(&sim->state, a);
    x->A = TAKE(a, rows * rows, double);
    x->B = TAKE(a, rows * controls, double);
    x->A_stage = TAKE(a, rows * rows, double);
    x->B_stage = TAKE(a, rows * controls, double);
    x->product = TAKE(a, rows * (rows > controls ? rows : controls), double);
}

/* The kind of an integrator; NULL: its steps have no derivative. */
static const linear_kind *find_kind(const integrator *of)
{
    static const struct {
        const integrator *of;
        const linear_kind *kind;
    } kinds[] = {
#define X(name) {&ludo_integrator_##name, &ludo_##name##_linear},
        LUDO_LINEAR_LIST(X)
#undef X
    };
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (kinds[i].of == of) {
            return kinds[i].kind;
        }
    }
    return NULL;
}

static ludo_status refuse(ludo_status status, ludo_diagnostic *why, const char *what)
{
    ludo_diagnose(why, (ludo_place){0}, "%s", what);
    return status;
}

/* Refuse activations: they are a state beside positions and momenta. */
static ludo_status refuse_activations(const ludo_model *m, ludo_diagnostic *why)
{
    for (int32_t i = 0; i < m->actuator_count; i++) {
        if (m->actuator[i].dynamics != NULL) {
            ludo_diagnose(why, (ludo_place){0},
                          "actuator '%s' has an activation, which the derivative of a step does "
                          "not contain: give it the dynamics 'none'",
                          m->actuator_info[i].name);
            return LUDO_REFUSED;
        }
    }
    return LUDO_OK;
}

static ludo_status refuse_drag(const ludo_model *m, ludo_diagnostic *why)
{
    if (m->drags == 0) {
        return LUDO_OK;
    }
    ludo_diagnose(why, (ludo_place){0},
                  "steps with drag of a medium, such as that of body '%s', have no derivative: set "
                  "density and viscosity to 0",
                  m->body[m->drag[0].body].name);
    return LUDO_REFUSED;
}

static ludo_status refuse_opaque(const ludo_model *m, ludo_diagnostic *why)
{
    for (int32_t i = 0; i < m->spring_count; i++) {
        if (tendon_is_opaque(&m->tendon[i])) {
            ludo_diagnose(
                why, (ludo_place){0},
                "spring '%s' is a %s%s, along which the derivative of a step is not known",
                m->spring[i].name, m->tendon[i].kind->name,
                tendon_wraps(&m->tendon[i]) ? " that wraps around a geom" : "");
            return LUDO_REFUSED;
        }
    }
    return LUDO_OK;
}

/* Refuse effort limits of joints that an actuator drives through a tendon: at the limit the force
 * of the tendon is not one number. */
static ludo_status refuse_driven_tendons(const ludo_model *m, ludo_diagnostic *why)
{
    for (int32_t i = 0; i < m->actuator_count; i++) {
        const tendon_data *l =
            m->actuator[i].tendon >= 0 ? &m->tendon[m->actuator[i].tendon] : NULL;
        for (int32_t k = 0; l != NULL && k < l->term_count; k++) {
            if (column_effort(m, l->term[k].column) > 0.0) {
                ludo_diagnose(why, (ludo_place){0},
                              "actuator '%s' drives a joint with an effort limit through a tendon, "
                              "which has no derivative: set the joint's effort to 0",
                              m->actuator_info[i].name);
                return LUDO_REFUSED;
            }
        }
    }
    return LUDO_OK;
}

static ludo_status accept(const ludo_sim *sim, ludo_diagnostic *why)
{
    const linear_kind *kind = find_kind(sim->integrator);
    if (kind == NULL) {
        ludo_diagnose(why, (ludo_place){0},
                      "integrator %s has no derivative: use galerkin or maximal",
                      sim->integrator->info.name);
        return LUDO_REFUSED;
    }
    if (sim->state.settings.accuracy > 0.0) {
        ludo_diagnose(why, (ludo_place){0},
                      "steps that accuracy divides have no derivative: create the simulation "
                      "without accuracy");
        return LUDO_REFUSED;
    }
    static ludo_status (*const refusals[])(const ludo_model *m, ludo_diagnostic *why) = {
        refuse_activations, refuse_drag, refuse_opaque, refuse_driven_tendons};
    ludo_status status = LUDO_OK;
    for (size_t i = 0; i < sizeof refusals / sizeof *refusals && status == LUDO_OK; i++) {
        status = refusals[i](sim->state.model, why);
    }
    return status == LUDO_OK && kind->accept != NULL ? kind->accept(&sim->state, why) : status;
}

ludo_status ludo_linearizer_create(const ludo_sim *sim, const ludo_allocator *allocator,
                                   ludo_linearizer **out, ludo_diagnostic *why)
{
    if (out != NULL) {
        *out = NULL;
    }
    if (sim == NULL || out == NULL) {
        return refuse(LUDO_BAD_ARGUMENT, why, "sim or out is NULL");
    }
    const ludo_status status = accept(sim, why);
    if (status != LUDO_OK) {
        return status;
    }
    ludo_linearizer plan = {
        .allocator = ludo_allocator_or_default(allocator),
        .model = sim->state.model,
        .integrator = sim->integrator,
        .kind = find_kind(sim->integrator),
        .settings = sim->state.settings,
    };
    arena measure = {NULL, 0, false};
    linearizer_layout(&plan, sim, &measure);
    char *block = measure.overflow ? NULL : memory_take(&plan.allocator, measure.used);
    if (block == NULL) {
        return refuse(LUDO_NO_MEMORY, why, ludo_status_text(LUDO_NO_MEMORY));
    }
    arena place = {block, 0, false};
    linearizer_layout(&plan, sim, &place);
    *out = (ludo_linearizer *)(void *)block;
    **out = plan;
    return LUDO_OK;
}

void ludo_linearizer_destroy(ludo_linearizer *linearizer)
{
    if (linearizer != NULL) {
        const ludo_allocator a = linearizer->allocator;
        memory_give(&a, linearizer);
    }
}

static void clear(ludo_linearizer *x)
{
    memset(x->A, 0, rows_of(x) * rows_of(x) * sizeof *x->A);
    memset(x->B, 0, rows_of(x) * controls_of(x) * sizeof *x->B);
}

/* Begin an attempt at the step: A = 1, B = 0. */
static void linearizer_begin(void *self)
{
    ludo_linearizer *x = self;
    clear(x);
    for (size_t i = 0; i < rows_of(x); i++) {
        x->A[i * rows_of(x) + i] = 1.0;
    }
}

/* M := F M, F rows x rows, M rows x columns, row-major. */
static void carry(const double *F, double *M, size_t rows, size_t columns, double *product)
{
    memset(product, 0, rows * columns * sizeof *product);
    ludo_dense_multiply((int32_t)rows, (int32_t)rows, (int32_t)columns, F, M, product);
    memcpy(M, product, rows * columns * sizeof *M);
}

/* Take a stage, and multiply its derivative onto those of earlier stages. */
static ludo_status linearizer_advance(void *self, ludo_sim *sim, double h, int32_t stage,
                                      ludo_step_report *report)
{
    ludo_linearizer *x = self;
    const size_t rows = rows_of(x), controls = controls_of(x);
    const ludo_status status =
        x->kind->step(x->self, &sim->state, h, stage, (stage_map){x->A_stage, x->B_stage}, report);
    if (status == LUDO_OK) {
        carry(x->A_stage, x->A, rows, rows, x->product);
        carry(x->A_stage, x->B, rows, controls, x->product);
        for (size_t i = 0; i < rows * controls; i++) {
            x->B[i] += x->B_stage[i];
        }
    }
    return status;
}

ludo_status ludo_linearizer_step(ludo_linearizer *linearizer, ludo_sim *sim, double h,
                                 ludo_step_report *report)
{
    ludo_linearizer *x = linearizer;
    if (x == NULL || (report != NULL && !SIZED_KNOWN(report))) {
        return LUDO_BAD_ARGUMENT;
    }
    if (report != NULL) {
        const ludo_step_report none = {.smallest_pivot = 1.0};
        SIZED_WRITE(report, &none);
    }
    ludo_status status = LUDO_BAD_ARGUMENT;
    if (sim != NULL && ludo_sim_is_of(sim, x->model, x->integrator, &x->settings)) {
        status = sim->state.function != NULL ? LUDO_REFUSED : accept(sim, NULL);
    }
    if (status == LUDO_OK) {
        const step_taker taker = {
            .begin = linearizer_begin, .advance = linearizer_advance, .self = x};
        status = ludo_sim_step_by(sim, &taker, h, report);
    }
    if (status != LUDO_OK) {
        clear(x);
    }
    return status;
}

const double *ludo_linearizer_A(const ludo_linearizer *linearizer)
{
    return linearizer != NULL ? linearizer->A : NULL;
}

const double *ludo_linearizer_B(const ludo_linearizer *linearizer)
{
    return linearizer != NULL ? linearizer->B : NULL;
}

ludo_status ludo_sim_momenta(ludo_sim *sim, double *p)
{
    if (sim == NULL || p == NULL) {
        return LUDO_BAD_ARGUMENT;
    }
    const linear_kind *kind = find_kind(sim->integrator);
    const ludo_status status = kind != NULL ? ludo_sim_start(sim) : LUDO_REFUSED;
    return status == LUDO_OK ? kind->momenta(&sim->state, p) : status;
}
