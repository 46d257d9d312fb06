/* SPDX-License-Identifier: Apache-2.0
 *
 * One attempt of an interior point, from one start [contact.md 2.3, 4.2]: its starts, its iteration
 * and the tests that end it. The owner of the attempt evaluates the equations and solves for
 * directions in between. */
#ifndef LUDO_SOLVER_INTERIOR_ATTEMPT_H
#define LUDO_SOLVER_INTERIOR_ATTEMPT_H

#include "math/worst.h"
#include "solver/interior/interior.h"

/* The length of steps. */
typedef struct step_rule {
    double least_part, most_part; /* of the way to the boundary: at least, and where the predictor
                                     leads to a solution there */
    double least_sigma;           /* the mean product shrinks by no smaller factor */
    double least_step;            /* an attempt ends at a shorter step */
} step_rule;

typedef struct attempt {
    cone *cones;
    int32_t count;
    const interior_settings *settings;
    interior_report *report;
    bool on_path; /* whether it is a prediction */
    bool warm;    /* whether it is an interior point from a warm start */
    bool centres; /* whether it is a prediction from a solution, which moves impulses until they
                     stay */
    double moved; /* of a centring: the largest change of an impulse by the last step, in units of
                     themselves; infinite before */
    double approach; /* the largest speed of approach at the start */
    bool polishes;   /* whether it ends with products that are polished */
    const step_rule *rule;
    int32_t most;           /* iterations */
    bool soft;              /* whether the slopes are no stiffer than those of a prediction: sums of
                               F slope R have digits left */
    double soft_impulse;    /* impulse at which the compliance equals product / impulse */
    cone_scale scale;       /* that of the settings or, where larger, of the speeds at hand */
    cone_scale at;          /* of a warm start: units in which impulses and rates are compared */
    double path_kappa;      /* of a prediction: kappa' [p y] */
    bool stiff;             /* whether kappa' has been lowered */
    double unit;            /* of products: impulses times rates */
    double now, mean;       /* sum and mean of the products before the step */
    double left;            /* the part of them that the predictor leaves */
    double residual, size;  /* of the equations, and of the last direction: set by the owner */
    double landing;         /* size of the first direction of a step of a prediction */
    bool settled;           /* whether the first direction of this step is the only one */
    bool closes;            /* whether the next step of a prediction closes with the same factors */
    int32_t leaving;        /* cones that the last closing left for the next factorisation */
    int32_t factorizations; /* of a prediction */
    int32_t closings;       /* since the last factorisation */
    double remainder;       /* residual that the last step left, to second order */
    double impulse_error;   /* by how much impulses miss their laws */
    bool nearer;            /* whether the last step has made that much less */
    double best;            /* the least that an iterate missed so far */
    int32_t steps;          /* iterations and further closings so far */
    int32_t stalled;        /* iterations that haven't halved it */
    double polish_target;   /* of products, where a solution is polished */
    int32_t polished;       /* iterations beyond a solution */
    bool acceptable;        /* whether the iterate is a solution with relaxed kappa */
} attempt;

/* kappa' in units P Y of a typical product: slopes are soft where products are at least that. */
static const double path_kappa_units = 1e-8;

/* Rows of most cones, for which loops are unrolled. */
enum { COMMON_CONE_ROWS = 3 };

/* p -= slope dy of n rows. */
static inline void take_slope_of(int32_t n, const cone *c, const double *dy, double *p)
{
    for (int32_t r = 0; r < n; r++) {
        for (int32_t q = 0; q < n; q++) {
            p[r] -= c->slope[CONE_ROWS * r + q] * dy[q];
        }
    }
}

static inline void cone_take_slope(const cone *c, const double *dy, double *p)
{
    if (c->kind->rows == COMMON_CONE_ROWS) {
        take_slope_of(COMMON_CONE_ROWS, c, dy, p);
    } else {
        take_slope_of(c->kind->rows, c, dy, p);
    }
}

/* The impulses that the law, with the last rhs, gives after the last direction. */
static inline void cone_impulse_at_end(const cone *c, double *p)
{
    memcpy(p, c->rhs, CONE_ROWS * sizeof *p);
    cone_take_slope(c, c->dy, p);
}

/* ---- starts (start.c) ---- */

/* Choose the interior point of all cones, whose rates have been evaluated: that on the path, that
 * of the warm start or of a cold one, 0 to ATTEMPT_COLD - 1. */
enum { ATTEMPT_PATH = -2, ATTEMPT_WARM = -1, ATTEMPT_COLD = 4 };
void ludo_attempt_start(attempt *a, int32_t which);

/* End a prediction, if there was one: return to the impulses that it began with. */
void ludo_attempt_end_path(attempt *a);

/* ---- tests (attempt.c) ---- */

/* Whether the balances of a solution are tested: those of a prediction without large impulses hold.
 */
bool ludo_attempt_tests_balances(const attempt *a);

/* After an iteration that was evaluated: whether the attempt has found its solution; and whether it
 * ends without one, or with one of relaxed kappa that does not improve. */
bool ludo_attempt_finished(attempt *a);
bool ludo_attempt_over(const attempt *a);

/* Whether the iterate is a solution, but of larger kappa than the target. */
bool ludo_attempt_relaxed(const attempt *a);

/* Whether the residual of linear equations needs no test: that of an interior point, or one that
 * the only direction of a step leaves, which was small. */
bool ludo_attempt_is_exact(const attempt *a);

/* ---- prediction (path.c), centring (centring.c) ---- */

/* Whether cones with a warm start can be put onto the path: all have a rule, and neither impulses
 * nor the scale of rates are many times those of a warm start. */
bool ludo_attempt_path_is_near(const cone *cones, int32_t count, const interior_settings *s);

/* Keep the impulses and expected rates; and take them back, where the prediction fails. Lower
 * kappa': slopes are those of rows then, too stiff to be summed. */
void ludo_attempt_path_start(attempt *a);
void ludo_attempt_path_leave(attempt *a);
void ludo_attempt_path_stiffen(attempt *a);

/* Centre a solution of an interior point: the attempt goes on as a prediction from it. */
void ludo_attempt_centre(attempt *a);

/* Note by how much the first direction of a step moves impulses; zero where rounding does. */
void ludo_attempt_measure_move(attempt *a);

/* Whether the attempt started without an impact. */
bool ludo_attempt_is_gentle(const attempt *a);

/* The parts of a step: linearise on the path; after the direction, see whether it is the only one,
 * or land at its end, if there is one; where the landing was evaluated, let rates end at the
 * target, as ludo_attempt_correct(); after the second direction, take the step, as
 * ludo_attempt_step(). */
void ludo_attempt_path_linearize(attempt *a);
void ludo_attempt_path_settle(attempt *a);
bool ludo_attempt_path_land(attempt *a);
bool ludo_attempt_path_close(attempt *a);
double ludo_attempt_path_arrive(attempt *a);

/* ---- one iteration (iteration.c) ---- */

/* Linearise the cones for the predictor, to kappa = 0; in a prediction, on its path. */
void ludo_attempt_predict(attempt *a);

/* After its direction: choose the target and linearise for the corrector. @return whether there is
 * a direction */
bool ludo_attempt_correct(attempt *a);

/* After its direction: advance the cones by a step, whose length it returns; 0: there is no
 * direction, or the step is so short that the attempt ends. */
double ludo_attempt_step(attempt *a);

/* The products to end at. */
double ludo_attempt_target(const attempt *a);

/* The unit of products at the iterate. */
double ludo_attempt_unit(const attempt *a);

/* The largest difference of products from kappa, in units of it, and its cone. */
worst ludo_attempt_excess(const attempt *a, double kappa);

#endif
