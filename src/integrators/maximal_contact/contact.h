/* SPDX-License-Identifier: Apache-2.0
 *
 * Contacts, limits and dry friction in the equations of an interval and of a knot [contact.md 2].
 *
 *     (A)  ... = known + G(z_k)^T lambda + sum over cones of F p,
 *          p complementary to y: y_0 = gap(z_{k+1}) / h, slip = T_k V
 *     (B)  M V = P + G^T mu + sum over closed cones of F p',   p' complementary to N V, T V
 *
 * A cone between a body and the world, or along a degree of freedom, is a leaf: its law goes into
 * the block M of the body, or the joint block C, before the tree is factorised. A cone between two
 * bodies becomes constraint rows of the tree (body_pairs.h). */
#ifndef LUDO_INTEGRATORS_MAXIMAL_CONTACT_CONTACT_H
#define LUDO_INTEGRATORS_MAXIMAL_CONTACT_CONTACT_H

#include "collision/search.h"
#include "integrators/substeps.h"
#include "integrators/maximal_contact/condensation.h"
#include "integrators/maximal_contact/impacts.h"
#include "integrators/maximal_contact/islands.h"
#include "integrators/maximal/maximal.h"
#include "math/symmetric.h"
#include "solver/interior/interior.h"
#include "solver/interior/sweeps.h"

#include <stddef.h>
#include <string.h>

/* Without gravity the least speed scale is that of a motion by this part of the length scale in a
 * step. */
static const double least_move = 1e-3;

/* Constants that contacts and limits share. */
static const struct contact_constants {
    double closed_gap;     /* a smaller gap counts as closed: on the central path contacts with a
                              force have less [contact.md 2.4]; in units of the length scale, of
                              limits [rad, m] */
    double accepted_depth; /* largest depth of a solution, in units of the length scale, beyond the
                              overlap of the start */
    double overlap_part;   /* largest part of a start's overlap that a step removes, */
    double overlap_speed;  /* and largest speed of that, in units of (g l)^(1/2) [contact.md 2.6] */
} contact_constants = {
    .closed_gap = 1e-7, .accepted_depth = 1e-9, .overlap_part = 0.1, .overlap_speed = 0.1};

/* The part of an overlap that stays for this step: the offset of its gap. `speed` limits the
 * separation; 0: nothing does. */
static inline double overlap_offset(double overlap, double speed, double h)
{
    const double part = contact_constants.overlap_part * overlap, way = speed * h;
    return overlap > 0.0 ? overlap - (speed > 0.0 && part > way ? way : part) : 0.0;
}

typedef enum cone_source {
    CONE_CONTACT,
    CONE_LIMIT,
    CONE_DRY_FRICTION,
    CONE_SPEED,
    CONE_TENDON_LIMIT,
    CONE_TENDON_FRICTION
} cone_source;

/* Whether cones of a source act at any length or coordinate. */
static inline bool source_is_friction(cone_source source)
{
    return source == CONE_DRY_FRICTION || source == CONE_TENDON_FRICTION;
}

/* Whether they act along a tendon. */
static inline bool source_is_tendon(cone_source source)
{
    return source == CONE_TENDON_LIMIT || source == CONE_TENDON_FRICTION;
}

/* Rows of a contact at its two bodies. */
enum { SIDE_B, SIDE_A, SIDES_OF_CONTACT };

/* Most rows, and degrees of freedom, of a cone of a limit or of dry friction. */
enum { JOINT_ROWS = 3 };

/* The rows of a cone: F, along which impulses act, and R, by which rates follow from the tree's
 * velocities, at the iterate. */
typedef struct cone_rows {
    cone_source source;
    int32_t island;
    bool added;    /* since islands were assigned last */
    bool fresh;    /* of a contact: its cone is as it was gathered, with friction of order 1 */
    int32_t index; /* of the search's contact, of limit_data, of dry_friction_data, speed_data, of a
                      tendon */
    int32_t slot_a, slot_b; /* bodies of a contact; -1: the world. Of limits and dry friction b is
                               the child, a is -1 */
    int32_t column,
        columns; /* of limits and dry friction: degrees of freedom, 1 or 3 from column on */
    const tendon_data *tendon;        /* of cones along a tendon; its views at t_k and at the */
    const tendon_view *pulls, *rates; /* iterate, or both at the knot; joint.F[0][0] is the sign */
    double offset;  /* added to the gap: overlap of the start, less the part that this step removes;
                       >= 0 */
    double from;    /* of limits: the coordinate at t_k */
    double rebound; /* at a knot: least rate of the gap; >= 0, while cones are chosen < 0: none */
    int32_t width;  /* of contacts: rows with friction (contact_row.h) */
    int32_t constraint, row; /* of contacts between two bodies: their constraint and first row */
    feature_view next;       /* of contacts: at the iterate */
    ludo_vec3 shift[SIDES_OF_CONTACT]; /* how far the point of contact moves through the bodies
                                          until the middle of the interval */
    double share;           /* of friction that opposes the slip of the interval before */
    double carried;         /* that part of the friction coefficient, where it is in use */
    bool centred;           /* whether T, and F with `carried`, are those of friction of order 2 */
    double past[CONE_ROWS]; /* the direction of that slip, per row of friction; 0: there was none */
    bool written;    /* whether the contact is one of the knot, and the following are those of it */
    feature_view at; /* of contacts: at z_k */
    ludo_vec3 tangent[2];
    double way[3]; /* of contacts: from the centre of mass of body a to that of b at z_k */
    bool mirrored; /* of contacts: whether F at body a has the opposite forces of that at body b,
                      through the same points */
    union {
        struct { /* of contacts: 6 numbers per row and side, signed for the impulse on that body */
            double F[SIDES_OF_CONTACT][CONE_ROWS][6]; /* at z_k */
            double R[SIDES_OF_CONTACT][CONE_ROWS][6];
            double T[SIDES_OF_CONTACT][CONE_ROWS]
                    [6]; /* rows of slip, for the interval's velocity:
                            points of contact are those in its middle */
        };
        struct { /* of limits and dry friction: `columns` numbers per row */
            double F[JOINT_ROWS][JOINT_ROWS];
            double dF[JOINT_ROWS][JOINT_ROWS]; /* ball limit: - dF/du, F rotates with the iterate */
            double R[JOINT_ROWS][JOINT_ROWS];
            double axes[JOINT_ROWS][JOINT_ROWS]; /* ball limit: R_a(z_k) Q (limits_ball.h) */
        } joint;
    };
} cone_rows;

/* The body on a side of a contact; -1: the world, whose rows are not in use. */
static inline int32_t slot_on(const cone_rows *k, int side)
{
    return side == SIDE_B ? k->slot_b : k->slot_a;
}

/* Copy the rows of a cone: of a contact those that it has, which are a third of the memory. */
static inline void copy_cone_rows(const cone_rows *from, cone_rows *to)
{
    if (from->source != CONE_CONTACT) {
        *to = *from;
        return;
    }
    const int32_t rows = from->width > 3 ? from->width : 3; /* kernels read three */
    memcpy(to, from, offsetof(cone_rows, F));
    for (int side = 0; side < SIDES_OF_CONTACT; side++) {
        if (slot_on(from, side) >= 0) {
            memcpy(to->F[side], from->F[side], (size_t)rows * sizeof *to->F[side]);
            memcpy(to->R[side], from->R[side], (size_t)rows * sizeof *to->R[side]);
            memcpy(to->T[side], from->T[side], (size_t)rows * sizeof *to->T[side]);
        }
    }
}

/* Scalar coordinates, LANES of them side by side (limits_motion.h). */
typedef struct limits_motion {
    bool any;               /* whether limits or largest rates along them act */
    bool moves;             /* whether these or dry friction do, which has rates alone */
    bool current;           /* whether `advance` is that of the iterate */
    lanes1 *from, *advance; /* at t_k, and their change until the iterate */
} limits_motion;

/* The pivot of a coordinate that is held: its square is finite. */
static const double coordinate_inertia = 1e100;

/* The cone that holds a degree of freedom in an interval. */
typedef enum coordinate_holder { HELD_BY_NONE, HELD_BY_FRICTION, HELD_BY_LIMIT } coordinate_holder;

/* A degree of freedom where cones act along single ones. */
typedef struct coordinate_hold {
    /* in an interval (interval_limits.c) */
    coordinate_holder by;
    double rate;             /* the change of its rate where it is held */
    double share;            /* the impulse of friction at a limit */
    int32_t limit, friction; /* its cones; -1: none */

    /* at a knot (knot_limits.c) */
    bool held;          /* whether its rate is zero */
    double least, most; /* impulses that its cones may have */
    double reaction;    /* the impulse that holds it */

    double slip; /* the impulse: where it is free, of friction that slips */
} coordinate_hold;

/* Two bodies that touch each other. */
typedef struct slot_couple {
    int32_t a, b;
} slot_couple;

/* Contacts between two bodies as constraints of the tree (body_pairs.h). */
typedef struct body_pairs {
    constraints constraints; /* loops and tendons, then these; values are in the arrays of loops */
    int32_t *rows, *first;   /* pattern of the constraints */
    bool *grounded;
    constraint_end *end;
    slot_couple *pair, *planned; /* bodies per constraint of these; and those of the plan */
    int32_t *used;               /* rows */
    int32_t *head, *next; /* per body: its last one as body b; per constraint: the one before */
    int32_t bodies;
    struct constraint_row_law *law; /* per contact: the factors of its last slope */
    int32_t room, count, planned_count;
    struct constraint_plan *plan, *own; /* of all constraints; of loops and tendons alone */
    bool failed;                        /* whether there was no memory for a plan in this solve */
    char *memory;                       /* of the plan */
    size_t size, taken;
} body_pairs;

/* A contact that bounces at a knot. */
typedef struct bounce {
    int32_t a, b, id; /* colliders, the feature's */
    double speed;     /* rebound speed of a contact that was stopped there; 0: the surfaces approach
                         each other still */
} bounce;

/* The force of a cone over the last interval. */
typedef struct cone_history {
    int32_t source, a, b, id; /* of contacts: colliders, the feature's; of others: index, side */
    double force[3];          /* of contacts in world axes, of others along their rows */
    double moment[3];         /* of spinning and rolling friction, in world axes */
    double slip[3], turn[3];  /* rates of sliding, and of spinning and rolling, in world axes */
} cone_history;

/* Bodies at rest (rest.h); all scratch. */
typedef struct rest_set {
    bool active;       /* whether a step is made; a solve for reactions is one of all bodies */
    bool *restless;    /* per body: never, as its forces change by themselves; */
    bool *pulled;      /* or only asleep, as its momenta have impulses of tendons */
    double *slow_time; /* part of the state, per body: how long it has been slower than the
                          speed of sleep [s]; no numbers where that is 0 */
    int32_t count;     /* of bodies at rest */
    bool *body;        /* per body: whether it is */
    int32_t *island;   /* per body at rest: the lowest one of its island */
    bool *touched;     /* per body, if it is such a lowest one: whether its island is to wake */
    bool any_touched;
    double h;            /* of the last step, */
    int64_t writes;      /* and state->writes there */
    cone_history *force; /* of their cones, sorted */
    int64_t forces;
    int32_t *report_body; /* per contact of theirs, the first ones reported */
    int32_t reports;
    ludo_contact_quality quality; /* of their contacts */
} rest_set;

/* Contacts, limits and losses along degrees of freedom; cones of an interval are sorted by islands,
 * in each in the order of gathering. */
struct maximal_contacts {
    bool any;                 /* whether the model has cones that are switched on */
    bool touching;            /* whether geoms may touch */
    bool restituting;         /* whether any pair has restitution */
    const cone_kind *sliding; /* the kind of cones of sliding friction alone */
    contact_search search;
    bool in_parts;          /* whether the interval is a part of a step of the bodies held */
    const pose *step_start; /* in the last of several parts, poses at t_k: bodies that make parts
                               must not have met those held; NULL: that isn't tested */
    int32_t room;           /* most cones */
    cone *cone;
    cone_rows *rows;         /* of the same cones */
    int32_t count, contacts; /* of all cones; of the contacts of the search that were gathered */
    int32_t viewed; /* contacts of the search whose view at the knot is in rows, before they are
                       gathered */
    int32_t kept;   /* contacts of the knot whose rows are as they were gathered there */
    islands islands;
    rest_set rest;

    body_pairs between;
    limits_motion motion;
    condensation condensation;
    sweeps sweeps;
    int32_t *sweep_node; /* per body: its node there */

    double mass, length; /* of all bodies; mean radius of the colliders: the length scale */
    cone_scale scale;    /* units of impulses and rates of an interval, of all bodies */
    bool cold;           /* whether intervals start without them: tests compare both */
    double closed;       /* a smaller gap counts as closed [m] */
    double *r, *e;       /* per body 6, per dof: balances at the iterate without cones */
    double *C;           /* the joint blocks of the tree without cones */
    double *u, *w;       /* per body 6, per dof: velocities of the knot, the iterate of (B) */
    bool balanced;       /* whether the tree's e are the balances of that */
    twist_lanes *start;  /* of bodies: velocities where the iteration on an interval starts, */
    double *start_cos;   /* and per stored coordinate its value at t_{k+1} */
    cone_history *past;  /* part of the state: state->cone_count of them, sorted */
    impacts impacts;     /* of pairs with restitution, in the interval */
    bounce *bounce;      /* of the interval, with restitution */
    int32_t bounces;
    double approach; /* in a reflection, the largest speed of approach: its scale; else 0 */
    pose *z_free;    /* per body, [-1] the world: the end of the interval without contacts */
    double *u_knot, *w_knot; /* per body 6, per dof, with restitution: velocities of the knot
                                before; of the full bounce */
    double *rate;     /* part of the state, per dof: rates of the last interval where forces act in
                         joints; at a start, or after a bounce, of the knot */
    double *before;   /* part of the state, per body 6: velocities of the interval before t_k; at
                         a start, or after a bounce, of the knot */
    double *interval; /* part of the state, per body: length of its last interval; */
    double *steady;   /* and number of intervals since its velocity jumped, the last one included */
    double *mean, *free;   /* per body 6: velocities on which impulses work; those of the knot
                              without cones (energy_taken.c) */
    double *free_rate;     /* per dof: rates of the knot without cones */
    double *armature;      /* per dof */
    double *term_rate;     /* per dof, of the terms of a tendon */
    coordinate_hold *hold; /* per dof */
    bool measured;         /* whether the energies of the iterate are: the tree's r and e have all
                              reactions then, and w the rates of the interval */
    double work;           /* of the reactions over the interval, in all islands [J] */
    double gain;           /* its part above the limit of passive reactions [J] */
    double taken;          /* energy that the cones take in the interval [J] */

    int32_t worst;                          /* the cone with the worst complementarity */
    ludo_contact *reported;                 /* of the last accepted interval */
    int32_t reported_count, reported_first; /* the first of the interval; those before belong to
                                               bodies held */
    int32_t *order;                         /* two per contact reported, for readers */
    cone_history *aside;                    /* forces of bodies that are held then */
    int64_t aside_count;
    double *stop; /* per dof: force of limits and losses over it */
    ludo_contact_quality quality;
};

typedef struct maximal_contacts maximal_contacts;

/* Whether bodies of a model may touch each other; whether any pair of geoms has restitution; false
 * with contacts switched off. */
bool ludo_maximal_contact_between_bodies(const ludo_model *m, const sim_settings *s);
bool ludo_maximal_contact_restitute(const ludo_model *m, const sim_settings *s);

/* Take memory; run twice. */
void ludo_maximal_contact_layout(maximal *x, const sim_state *state, arena *kept, arena *scratch);

/* Compute the constants of the model; and release memory. @return LUDO_OK, LUDO_NO_MEMORY */
ludo_status ludo_maximal_contact_open(maximal *x, sim_state *state);
void ludo_maximal_contact_close(maximal *x, const sim_state *state);

/* Solve the interval after Newton's method without contacts, whose status is `without` and whose
 * iterate is at hand. Without a violated cone, or, where Newton's method failed, without any cone
 * near, the status stays. Else solve with all cones that are near.
 * @return LUDO_OK, LUDO_CONTACT (report->node names the bodies), LUDO_TOO_MANY_CONTACTS, as
 * Newton's method */
ludo_status ludo_maximal_contact_solve(sim_state *state, double h, int32_t stage,
                                       ludo_status without, ludo_step_report *report);

/* Solve the interval from the iterate extrapolated from the last one, in which cones were active:
 * with all cones that are near if any is closed at either end (*met). If none is, the solution
 * without contacts decides. @return as ludo_maximal_contact_solve() */
ludo_status ludo_maximal_contact_predict(sim_state *state, double h, int32_t stage,
                                         ludo_step_report *report, bool *met);

/* Save the iterate, extrapolated by the stage's history, as the start of solves with cones; the
 * velocity of a body there. */
void ludo_maximal_contact_save_start(maximal *x, const sim_state *state);
static inline twist contact_start(const maximal_contacts *c, int32_t s)
{
    const twist_lanes *V = &c->start[s / LANES];
    return (twist){get3(&V->v, s % LANES), get3(&V->w, s % LANES)};
}

/* The source of the cone that is farthest from its law, without cones as any_node(); two colliders;
 * the first geom that may touch, else joint with a limit, else with dry friction. */
ludo_node ludo_maximal_contact_worst_node(const sim_state *state);
ludo_node ludo_maximal_contact_pair_node(const ludo_model *m, int32_t a, int32_t b);
ludo_node ludo_maximal_contact_any_node(const sim_state *state);

/* Add the impulses of all cones at z_k to the tree's r and e. */
void ludo_maximal_contact_apply_impulses(maximal *x);

/* Report the cones of an island that comes to rest, in an interval h, as the last ones of those at
 * rest. */
void ludo_maximal_contact_report_island(maximal *x, const sim_state *state, const island *k,
                                        double h);

/* The interval was accepted: write its forces for the readers. */
void ludo_maximal_contact_report_step(maximal *x, const sim_state *state, double h);

/* Bounces after the accepted interval: the tree's u and w become the velocities of the knot after
 * them; *bounced: whether there are any. @return as ludo_maximal_contact_solve() */
ludo_status ludo_maximal_contact_bounce(sim_state *state, double h, bool *bounced);

/* Solve (B) with the cones that are closed at the knot; the tree's u and w come as the solution
 * without them. @return as ludo_maximal_contact_solve(), state->failed names the cone */
ludo_status ludo_maximal_contact_solve_velocities(sim_state *state);

/* Solve (B) for a reader: without a solution u and w are those without cones, and the quality of
 * the step counts the knot in `relaxed`. The energy that the impulses take is pending. */
void ludo_maximal_contact_find_velocities(sim_state *state);

/* The pair of geoms with the largest overlap at the knot, for the report of a start. */
void ludo_maximal_contact_measure_overlap(sim_state *state, ludo_start_report *report);

/* The pairs of geoms that overlap at the knot, as integrator.overlaps. Overwrites the search. */
int32_t ludo_maximal_contact_overlaps(sim_state *state, ludo_overlap *out, int32_t room);

/* Forces and quality of the last step. */
contact_report ludo_maximal_contact_report(const sim_state *state);

/* ---- the knot (velocity_problem.c) ---- */

/* Gather the cones of gap <= margin at the knot; solve (B) with them, from the tree's u and w.
 * @return as ludo_maximal_contact_solve_velocities() */
ludo_status ludo_maximal_contact_gather_closed(sim_state *state, double margin);

/* Expect another interval of length h: features found at the knot are kept for it as far as it
 * needs them of pairs at rest. */
void ludo_maximal_contact_expect_step(maximal_contacts *c, const ludo_model *m, double h);
ludo_status ludo_maximal_contact_solve_knot(sim_state *state);

/* ---- bounces (restitution.c) ---- */

/* Before an interval is solved with contacts: save the velocities of the knot and the poses of the
 * iterate, which is the solution without contacts. Overwrites the search and the cones.
 * @return as ludo_maximal_contact_solve_velocities() */
ludo_status ludo_maximal_contact_measure_approach(sim_state *state);

/* ---- reflections (reflection.c) ---- */

/* The velocities of the knot after the impacts in c->bounce, as the tree's u and w, and as momenta;
 * contacts of gap <= margin are closed. Without a solution *bounced may become false.
 * @return as ludo_maximal_contact_solve() */
ludo_status ludo_maximal_contact_reflect(sim_state *state, double margin, bool *bounced);

/* ---- freedom along normals (freedom.c) ---- */

/* Whether a degree of freedom of the joints on the way between the two bodies of a contact, or to
 * the world, moves them apart at the knot, to first order, and loops do not hold the gap if it is
 * closed. Uses the state's kinematics. */
bool ludo_maximal_contact_can_part(const maximal *x, const sim_state *state, const contact *c);

/* Leave contacts out of the search's that no motion parts, unless they are deeper by `depth` at the
 * poses `next` than at the knot, where an overlap stays; those left are to be gathered next.
 * Returns the deepest overlap left out. */
double ludo_maximal_contact_leave_out(maximal *x, const sim_state *state, const pose *next,
                                      double depth);

/* ---- cones (gather.c) ---- */

/* Gather contacts of the search, limits and losses as cones: laws, F at z_k. */
void ludo_maximal_contact_gather(maximal *x, const sim_state *state, double h);
/* Gather contacts that were added to the search or replaced there, and limits that the iterate
 * violates. Returns their number. */
int32_t ludo_maximal_contact_gather_more(maximal *x, const sim_state *state, double h);
/* Give the contacts of an island the friction and the overlaps of its mode. */
void ludo_maximal_contact_apply_mode(maximal *x, const island *k, double h);

/* The kind of cones of sliding friction in the settings. */
const cone_kind *ludo_maximal_contact_find_cone(const sim_settings *s);
/* Gather the cones of a knot; R is F. Losses act over half of the interval of their body. */
void ludo_maximal_contact_gather_knot(maximal *x, const sim_state *state, double duration);

/* ---- friction of order 2 (centred_friction.c) ---- */

/* Read what it needs for the contacts from first to end - 1 of an interval h from z_k. */
void ludo_maximal_contact_read_slips(const maximal *x, const pose *z, double h, int32_t first,
                                     int32_t end);
/* Write it into the rows and the coefficient of a contact; and friction of order 1 again, where the
 * coefficient is chosen anew. */
void ludo_maximal_contact_centre(cone_rows *k, cone *c);
void ludo_maximal_contact_uncentre(cone_rows *k);
/* The axis of row r of friction: sliding along the tangents, spinning about the normal, rolling
 * about the tangents. */
static inline ludo_vec3 friction_axis(const cone_rows *k, int32_t r)
{
    return r == 3 ? k->at.normal : k->tangent[(r - 1) % 3];
}
/* The friction impulse of row r: that of the cone and that against the slip before. */
static inline double friction_impulse(const cone_rows *k, const double *p, int32_t r)
{
    return p[r] - k->carried * k->past[r] * p[0];
}
/* The rate of the gap of a contact at z_k where bodies have velocities u. */
double ludo_maximal_contact_gap_rate(const cone_rows *k, const double *u);

/* ---- rows (rows.c) ---- */

/* Rates expected at the warm start of (B) are those of the last interval: dy is their difference,
 * of contacts of running islands with a saved force. */
void ludo_maximal_contact_expect_rates(maximal *x, const ludo_model *m);

/* Rates y of the cones of running islands at the iterate; and, for a factorisation there, the rows
 * R of their contacts. */
void ludo_maximal_contact_evaluate(maximal *x, const sim_state *state, double h);
void ludo_maximal_contact_linearize(maximal *x, const sim_state *state, double h);
/* From here on normal impulses of running islands act along the gradients of the gaps by the
 * interval's velocities at the iterate, which was evaluated last [contact.md 5.6]. */
void ludo_maximal_contact_freeze_gradients(maximal *x, const sim_state *state, double h);
/* Rates of the cones of running islands at a knot where the tree's u and w are velocities. */
void ludo_maximal_contact_evaluate_knot(maximal *x, const sim_state *state);

/* Add the laws of the cones of running islands to the tree: slopes to M, C and constraints;
 * right-hand sides to r, e and constraints. */
void ludo_maximal_contact_add_stiffness(maximal *x, const sim_state *state);
void ludo_maximal_contact_add_rhs(maximal *x);

/* dy of the same cones, the change of the rates along the direction, the tree's u and w. */
void ludo_maximal_contact_read_rates(maximal *x);

/* ---- scale ---- */

/* Choose the units of impulses and rates of an interval, for all bodies; those of an island. */
void ludo_maximal_contact_choose_scale(maximal *x, const ludo_model *m, double h);
cone_scale ludo_maximal_contact_scale_of(const maximal *x, const ludo_model *m, const island *k,
                                         double h);

/* Settings of the interior point for `count` cones, in the scale chosen last, of which so
 * many iterations times cones were taken in the step: those that are left limit the slip iteration
 * and the cold starts before it. */
interior_settings ludo_maximal_contact_settings(const sim_state *state, int64_t cost,
                                                int32_t count);

/* Whether the iterate violates one of the cones from `first` to `end`: a rate y[0] is negative, or
 * a joint has dry friction. */
bool ludo_maximal_contact_violated(const maximal_contacts *c, int32_t first, int32_t end);

/* Whether a cone is a contact between two bodies. */
static inline bool is_between_bodies(const cone_rows *k)
{
    return k->source == CONE_CONTACT && k->slot_a >= 0 && k->slot_b >= 0;
}

/* Whether a cone has the bodies of the one before, as the points of a pair of shapes do. */
static inline bool has_bodies_of_last(const cone_rows *rows, int32_t i)
{
    return i > 0 && rows[i].slot_a == rows[i - 1].slot_a && rows[i].slot_b == rows[i - 1].slot_b;
}

/* A body of a cone; those of contacts with the world have one. */
static inline int32_t body_of_cone(const cone_rows *k)
{
    return k->slot_b >= 0 ? k->slot_b : k->slot_a;
}

/* Whether the island of a cone takes part in an evaluation. */
static inline bool is_running(const maximal_contacts *c, const cone_rows *k)
{
    return c->islands.running[k->island];
}

/* Loop over the cones of islands that take part in evaluations. */
static inline int32_t first_running(const islands *of, int32_t n)
{
    return of->running[n] ? of->island[n].first : 0;
}

static inline int32_t end_running(const islands *of, int32_t n)
{
    return of->running[n] ? of->island[n].end : 0;
}

#define FOR_RUNNING_CONES(i, of)                                                                   \
    for (int32_t n_##i = 0; n_##i < (of)->count; n_##i++)                                          \
        for (int32_t i = first_running(of, n_##i), end_##i = end_running(of, n_##i); i < end_##i;  \
             i++)

/* The inertia of a body at the knot, lane l, in world axes; J w and J^-1 L. */
static inline sym3 knot_inertia(const body_lanes *b, int l)
{
    return (sym3){b->J.at[0][l], b->J.at[1][l], b->J.at[2][l],
                  b->J.at[3][l], b->J.at[4][l], b->J.at[5][l]};
}

static inline ludo_vec3 body_moment(const body_lanes *b, int l, ludo_vec3 w)
{
    return s3_apply(knot_inertia(b, l), w);
}

static inline ludo_vec3 body_spin(const body_lanes *b, int l, ludo_vec3 L)
{
    return s3_apply(s3_inverse(knot_inertia(b, l)), L);
}

/* The product of a row with the velocity of a body. */
static inline double rate6(const double R[6], const double *u)
{
    return (R[0] * u[0] + R[1] * u[1] + R[2] * u[2]) + (R[3] * u[3] + R[4] * u[4] + R[5] * u[5]);
}

#endif
