/* SPDX-License-Identifier: Apache-2.0
 *
 * Contacts, limits and dry friction in the equations of an interval and of a knot [contact.md 2].
 *
 *     (A)  ... = known + G(z_k)^T lambda + sum over cones of F p,
 *          p complementary to y: y_0 = gap(z_{k+1}) / h, slip = T_k V
 *     (B)  M V = P + G^T mu + sum over closed cones of F p',   p' complementary to N V, T V
 *
 * A cone with the world, or along a column, is a leaf: its law goes into the block M of its body,
 * or into the corner C of its joint, before the tree is factorised. One between two bodies becomes
 * rows of a tie. */
#ifndef LUDO_INTEGRATORS_MAXIMAL_CONTACT_CONTACT_H
#define LUDO_INTEGRATORS_MAXIMAL_CONTACT_CONTACT_H

#include "collision/search.h"
#include "integrators/capabilities.h"
#include "integrators/maximal/maximal.h"
#include "solver/interior/interior.h"

/* Without gravity what rests is measured as what moves by this part of its size in a step. */
static const double least_move = 1e-3;

/* What a cone is of. */
typedef enum cone_source { CONE_CONTACT, CONE_LIMIT, CONE_LOSS } cone_source;

/* What a cone acts on. Of contacts: per row 6 numbers at each body, force columns F at z_k and rate
 * rows R that see the tree's u at the iterate; the signs of a are those of what acts on it. Of
 * limits and losses: rows on the columns of one joint; F of a ball's limit turns with the iterate,
 * and falls by F[1] (3 x 3). */
typedef struct cone_rows {
    cone_source source;
    int32_t index;           /* of the search's contact, of limit_data, of loss_data */
    int32_t slot_a, slot_b;  /* of contacts; -1: the world. Of others slot_b has the columns */
    int32_t column, columns; /* of limits and losses: which; how many the rows are on: 1 or 3 */
    double F[2][CONE_ROWS][6], R[2][CONE_ROWS][6]; /* [0]: at b, [1]: at a */
    double give;   /* what is added to the gap before it counts: how deep the start overlaps, less
                      what is let apart this step; >= 0 */
    double gap;    /* of contacts: at the iterate */
    double from;   /* of limits: where the coordinate is at t_k */
    double bounce; /* at a knot: least rate that the place gets; >= 0 */
    int32_t constraint, row; /* of contacts between two bodies: where their law stands */
    feature_view at;         /* of contacts: at z_k */
    ludo_vec3 tangent[2];
} cone_rows;

/* Slots of two bodies that touch each other. */
typedef struct slot_couple {
    int32_t a, b;
} slot_couple;

/* Ties of contacts between two bodies (maximal_contact_constraints.h). */
typedef struct body_pairs {
    constraints constraints; /* loops and lines, then these; values are where those of loops are */
    int32_t *rows, *first;   /* its pattern */
    constraint_end *end;
    slot_couple *pair, *planned;    /* per tie of these: what it is between; likewise of the plan */
    int32_t *used;                  /* rows */
    struct constraint_row_law *law; /* per contact: what its slope was last taken apart into */
    int32_t room, count, planned_count;
    struct constraint_plan *plan, *own; /* of all of them; of loops and lines alone */
    char *memory;                       /* of the plan */
    size_t size, taken;
} body_pairs;

/* A place that bounces: which, and the speed that it gets. */
typedef struct bounce {
    int32_t a, b, id; /* colliders, the feature's */
    double speed;     /* > 0 */
} bounce;

/* What a cone bore over the last interval. */
typedef struct cone_past {
    int32_t source, a, b, id; /* of contacts: colliders, the feature's; of others: index, side */
    double force[3];          /* of contacts in world axes, of others along their rows */
} cone_past;

/* Contacts and, behind them, what limits and losses are to the columns of the tree. */
struct maximal_contacts {
    bool any;         /* whether the model has any of it that is switched on */
    bool touching;    /* whether geoms touch */
    bool restituting; /* whether any pair gives back speed */
    contact_search search;
    int32_t room; /* most cones */
    cone *cone;
    cone_rows *rows;         /* of the same cones */
    int32_t count, contacts; /* of all; the first ones are those of contacts */

    body_pairs between;

    double mass, length; /* of all that moves; of what touches, on average */
    cone_scale scale;    /* what impulses and rates of an interval, of a knot are measured in */
    cone_scale warm_start_error; /* by how much they differ from those that are remembered */
    double closed;               /* gaps up to this can't be told from zero */
    double *r, *e;               /* per slot 6, per column: balances at the iterate without cones */
    double *C;                   /* the tree's corners without cones */
    double *u, *w;   /* per slot 6, per column: velocities of the knot, the iterate of (B) */
    cone_past *past; /* kept: state->cone_count of them, sorted */
    bounce *bounce;  /* of the interval, where it restitutes */
    int32_t bounces;
    pose *z_free; /* per slot, [-1] the world: where the interval without contacts leads */
    double *u_knot, *w_knot; /* per slot 6, per column, where it restitutes: velocities of the knot
                                before; of what bounces with all its speed */
    double *rate; /* kept, per column: those of the last interval where forces act in joints; at a
                     start, or behind a bounce, those of the knot */
    double *armature; /* per column */
    double work;      /* of the interval's reactions [J] */
    double gain;      /* what of it is more than they may do [J] */

    int32_t worst;      /* the cone that was farthest from its law */
    ludo_contact *told; /* of the last accepted interval */
    int32_t told_count;
    double *stop; /* per column: impulse of limits and losses over it */
    ludo_contact_quality quality;
    char fault[160]; /* what can't be resolved, in words */
};

typedef struct maximal_contacts maximal_contacts;

/* Whether bodies of a model may touch each other; whether any pair of geoms gives back speed; as
 * far as contacts are switched on. */
bool ludo_maximal_contact_between_bodies(const ludo_model *m, const sim_settings *s);
bool ludo_maximal_contact_restitute(const ludo_model *m, const sim_settings *s);

/* Take memory; run twice. */
void ludo_maximal_contact_layout(maximal *x, const sim_state *state, arena *kept, arena *scratch);

/* Find once what doesn't change, and release what that needed. @return LUDO_OK, LUDO_NO_MEMORY */
ludo_status ludo_maximal_contact_open(maximal *x, sim_state *state);
void ludo_maximal_contact_close(maximal *x, const sim_state *state);

/* The iterate is what Newton's method led to `without` contacts, that being its status: find what
 * the solution would violate; where there is nothing, or nothing near that could help one that
 * wasn't found, its status stays. Else solve with all that is near.
 * @return LUDO_OK, LUDO_CONTACT (report->node names the bodies), LUDO_TOO_MANY_CONTACTS, as Newton
 */
ludo_status ludo_maximal_contact_solve(sim_state *state, double h, int32_t stage,
                                       ludo_status without, ludo_step_report *report);

/* The iterate continues the last interval, in which something was stopped: where something touches
 * at either of its ends, *met, solve with all that is near. Not met is what would need the solution
 * without contacts to be judged. @return likewise */
ludo_status ludo_maximal_contact_predict(sim_state *state, double h, int32_t stage,
                                         ludo_step_report *report, bool *met);

/* What the cone is of that is farthest from its law, where there are none any that there may be;
 * "geom 'a' and geom 'b'" of two colliders; something that may touch, else has a limit, else rubs.
 */
const char *ludo_maximal_contact_name_worst(const sim_state *state);
const char *ludo_maximal_contact_name_pair(maximal_contacts *c, const ludo_model *m, int32_t a,
                                           int32_t b);
const char *ludo_maximal_contact_name_any(const sim_state *state);

/* The impulses of all cones at z_k into the tree's r and e. */
void ludo_maximal_contact_apply_impulses(maximal *x);

/* The interval was accepted: tell its forces. */
void ludo_maximal_contact_report_step(maximal *x, const sim_state *state, double h);

/* The accepted interval is behind the knot: the tree's u and w become velocities with which leaves
 * what bounces; *bounced: whether anything does. @return as solve */
ludo_status ludo_maximal_contact_bounce(sim_state *state, double h, bool *bounced);

/* (B) with what is closed at the knot: the tree's u and w, which are those of (B) without it.
 * @return as solve, state->fault naming what */
ludo_status ludo_maximal_contact_solve_velocities(sim_state *state);

/* The same for those who only read: where the cones can't be resolved u and w stay as they are, and
 * the quality of the step counts it as loosened. */
void ludo_maximal_contact_find_velocities(sim_state *state);

/* Which geoms overlap most at the knot, for the report of a start. */
void ludo_maximal_contact_measure_overlap(sim_state *state, ludo_start_report *report);

/* What they did, for those who ask. */
contact_report ludo_maximal_contact_report(const sim_state *state);

/* ---- the interval (interval_problem.c) ---- */

/* The interval from t_k of length h > 0, for a stage of a composition. */
typedef struct contact_interval {
    sim_state *state;
    double h;
    int32_t stage;
    ludo_step_report *report;
} contact_interval;

/* Which equations an interval is solved with, and how hard. */
typedef struct contact_mode {
    bool slip_iteration; /* by the slip iteration alone, without the interior point on (A) first */
    bool one_try;        /* one cold start of max_iterations, no other restarts */
    bool frictionless;   /* contacts have mu = 0 */
    bool evaluated;      /* the iterate is where the iteration starts, and was evaluated */
} contact_mode;

/* Solve (A) with the cones gathered, from the start extrapolated by the stage's history; `mode`
 * has the friction that they were gathered with. @return as Newton's method */
ludo_status ludo_maximal_contact_solve_interval(const contact_interval *i, contact_mode mode);

/* Put the iterate where a solve starts, and evaluate it. @return as ludo_maximal_newton_evaluate()
 */
ludo_status ludo_maximal_contact_restart(const contact_interval *i);

/* ---- the knot (maximal_contacts_knot.c) ---- */

/* What is closed at the knot, as cones; (B) with them, from the tree's u and w on. @return as
 * solve, state->fault naming what */
ludo_status ludo_maximal_contact_gather_closed(sim_state *state);
ludo_status ludo_maximal_contact_solve_knot(sim_state *state);

/* What the tree's u and w, which stay, lack of the knot's momenta, without cones: its r and e. */
void ludo_maximal_contact_knot_balance(maximal *x, const sim_state *state);

/* ---- bounces (maximal_contacts_bounce.c) ---- */

/* Before an interval is solved with contacts, the iterate being the solution without: velocities of
 * the knot and of that. The search and the cones are lent for it. @return as solve */
ludo_status ludo_maximal_contact_measure_approach(sim_state *state);

/* ---- rows (maximal_contacts_rows.c) ---- */

/* All contacts of the search, limits and losses as cones: laws, F at z_k. */
void ludo_maximal_contact_gather(maximal *x, const sim_state *state, double h, bool frictionless);
/* Append those that were added to the search and limits that the iterate violates. Returns how many
 * came. */
int32_t ludo_maximal_contact_gather_more(maximal *x, const sim_state *state, double h,
                                         bool frictionless);
/* The same at a knot where momenta are those of a half interval so long; R is F. */
void ludo_maximal_contact_gather_knot(maximal *x, const sim_state *state, double duration);

/* Where an iteration of (B) resumes rates are those of the last interval: dy up to these. */
void ludo_maximal_contact_expect(maximal *x, const ludo_model *m);

/* Rates y at the iterate, and the rows R that say how they change. */
void ludo_maximal_contact_view(maximal *x, const sim_state *state, double h);
/* From here on contacts pull along the gradients, by the interval's velocities, that gaps have at
 * the iterate, which was viewed last [contact.md 5]. */
void ludo_maximal_contact_freeze_gradients(maximal *x, const sim_state *state, double h);
/* Rates at a knot where the tree's u and w are velocities. */
void ludo_maximal_contact_view_knot(maximal *x, const sim_state *state);

/* The laws of cones into the tree: slopes into M, C and ties, pushes into r, e and ties. */
void ludo_maximal_contact_add_stiffness(maximal *x, const sim_state *state);
void ludo_maximal_contact_add_rhs(maximal *x);

/* What the tree's u and w, a direction, change of their rates: dy. */
void ludo_maximal_contact_read_rates(maximal *x);

/* Remember what all cones bore over an accepted interval. */
void ludo_maximal_contact_save_warm_start(maximal *x, double h);

/* Impulses p of the cones over a duration: of those that are remembered what they bore then, of
 * others what they have; dy zero. Returns whether any interval is remembered. */
bool ludo_maximal_contact_load_warm_start(maximal *x, double duration);

/* ---- work (maximal_contacts_gain.c) ---- */

/* The work of reactions at the knot in the interval that was solved, of which r and e are the
 * balances without them [J]. */
double ludo_maximal_contact_work(sim_state *state, double h, const double *r, const double *e);

/* The kinetic energy that floating trees would get from what is left of their balances. */
double ludo_maximal_contact_left(sim_state *state);

/* What so much work is more than reactions may do; 0: where something is let apart [J]. */
double ludo_maximal_contact_gain(sim_state *state, double work);

/* The energy at hand in the interval of which the work was found last, e being the balance of
 * columns: the kinetic energy of the knot, that of all that moves as fast as what falls gets over
 * its size, and what forces inside joints do [J]. */
double ludo_maximal_contact_energy(const sim_state *state, const double *e);

/* The work of reactions between the momenta of the knot and the velocities of which the tree's r
 * and e are the balance (ludo_maximal_contact_knot_balance) [J]. */
double ludo_maximal_contact_knot_work(const maximal *x, const sim_state *state);

/* The interval is accepted; the knot's velocities, the tree's u and w, are what the next one starts
 * from. */
void ludo_maximal_contact_pass(maximal *x, const sim_state *state, double h);
void ludo_maximal_contact_begin_rates(maximal *x, const sim_state *state);

/* Choose what impulses and rates of an interval are measured in. */
void ludo_maximal_contact_choose_scale(maximal *x, const ludo_model *m, double h);

/* How far and how long an interior point goes, in the scale chosen last. */
interior_settings ludo_maximal_contact_settings(const sim_state *state);

/* Whether the iterate violates a law: something touches or approaches what it touches, or rubs in a
 * joint. */
bool ludo_maximal_contact_violated(const maximal_contacts *c);

/* What a row of six tells of the motion of a slot. */
static inline double rate6(const double R[6], const double *u)
{
    return (R[0] * u[0] + R[1] * u[1] + R[2] * u[2]) + (R[3] * u[3] + R[4] * u[4] + R[5] * u[5]);
}

#endif
