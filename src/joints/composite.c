/* SPDX-License-Identifier: Apache-2.0
 *
 * Composite joint [maximal.md 2.3]: hinges and slides in any sequence, each moving all parts after
 * it. The state stores its coordinates, which determine where the child belongs:
 *
 *     anchor x_a + R_a (p_a + t(q)),    orientation q_a Q(q) q_off,    t = 0, Q = 1 at reference
 *
 * A part with axis s changes the orientation q of the following parts and the center c of the last
 * hinge passed (at first the parent's anchor), both in the world:
 *
 *     hinge    c += R(q) arm,    q <- q (cos(phi/2), sin(phi/2) s)
 *     slide    c += phi R(q) s
 *
 * The part's column of S is the motion of the child's centre of mass x_b: a rotation about R(q) s
 * through c, or a translation along R(q) s. S is evaluated at the coordinates, except for x_b:
 * equal to first order. No formula is singular; in gimbal lock columns depend on each other, which
 * matters only to rate() and constraint(). */
#include "joints/chain.h"
#include "joints/list.h"
#include "math/span.h"

#include <string.h>

/* Both anchors, where all coordinates are at their references; centers are relative to it. */
static const ludo_vec3 anchor = {0.0, 0.0, 0.0};

/* ---- motion ---- */

/* The columns of S for a child at x_a + d; returns the child's anchor and orientation at q. */
static chain follow_parts(const joint_data *j, const pose *a, ludo_vec3 d, const double *q,
                          twist *S)
{
    chain at = chain_start(j->p_a, *a);
    ludo_vec3 center = anchor;
    for (int32_t i = 0; i < j->dof; i++) {
        const joint_part *part = &j->part[i];
        const double displacement = q[i] - part->reference;
        passed p;
        if (part->slides) {
            p = pass_slide(at, part->axis, displacement);
        } else {
            sine_cosine half;
            ludo_sincos(0.5 * displacement, &half.sine, &half.cosine);
            p = pass_hinge(at, part->axis, v3_sub(part->center, center), half, d);
            center = part->center;
        }
        S[i] = p.S;
        at = p.next;
    }
    return chain_finish(at, v3_sub(anchor, center), j->q_off);
}

/* The columns of S, and the violation of the joint. */
static joint_motion motion_at(const joint_data *j, const pose *a, const pose *b, const double *q,
                              twist *S)
{
    const ludo_vec3 d = v3_sub(b->x, a->x), r_b = anchor_arm(j->p_b, *b);
    return chain_motion(follow_parts(j, a, d, q, S), d, r_b, b->q);
}

static joint_view composite_motion(const joint_data *j, const pose *a, const pose *b,
                                   joint_trace *trace, double *S, double close[6])
{
    double q[JOINT_MAX_DOF];
    twist column[JOINT_MAX_DOF];
    for (int32_t i = 0; i < j->dof; i++) {
        q[i] = trace[i].cos;
    }
    const joint_motion m = motion_at(j, a, b, q, column);
    for (int32_t i = 0; i < j->dof; i++) {
        write_twist(S + 6 * i, column[i]);
    }
    write_twist(close, m.close);
    return m.view;
}

/* ---- free and constrained directions ---- */

/* In gimbal lock a column of S may depend on the columns before it: a remainder below this counts
 * as zero, and the rate of the part is zero. */
static const double locked = 1e-10;

/* A twist in the parent's frame with lengths divided by the joint's: the results depend on the
 * relative pose only. */
static void in_parent_frame(const joint_data *j, const pose *a, twist t, double x[6])
{
    const ludo_vec3 v = m3_apply_t(&a->R, v3_scale(1.0 / j->length, t.v));
    const ludo_vec3 w = m3_apply_t(&a->R, t.w);
    write_twist(x, (twist){v, w});
}

/* An orthonormal basis of the columns of S at coordinates q, in the parent's frame; *error is the
 * displacement of the child from where it belongs. */
static vector_span motion_basis(const joint_data *j, const pose *a, const pose *b, const double *q,
                                twist *error)
{
    twist S[JOINT_MAX_DOF];
    const twist close = motion_at(j, a, b, q, S).close;
    *error = (twist){v3_scale(-1.0, close.v), v3_scale(-1.0, close.w)};
    vector_span span = {0};
    for (int32_t i = 0; i < j->dof; i++) {
        double x[6];
        in_parent_frame(j, a, S[i], x);
        ludo_span_add(&span, x, locked);
    }
    return span;
}

/* The rates whose twist is nearest to t (least squares). */
static void nearest_rates(const joint_data *j, const pose *a, const vector_span *span, twist t,
                          double *rate)
{
    double x[6];
    in_parent_frame(j, a, t, x);
    ludo_span_solve(span, x, rate);
}

/* Rows orthogonal to the motions of all parts, each a translation and rotation in one [rad]. None
 * counts as a translation. */
static int32_t composite_constraint(const joint_data *j, const pose *a, const pose *b,
                                    const double *memory, double *g, double *G_b)
{
    twist error;
    const vector_span span = motion_basis(j, a, b, memory, &error);
    for (int32_t r = 0; r < 6 - j->dof; r++) {
        double x[6];
        ludo_span_beside(&span, r, x);
        const ludo_vec3 v = m3_apply(&a->R, v3(x[0], x[1], x[2]));
        const ludo_vec3 w = m3_apply(&a->R, v3(x[3], x[4], x[5]));
        const twist G = {v3_scale(1.0 / j->length, v), w};
        write_twist(G_b + 6 * r, G);
        g[r] = v3_dot(G.v, error.v) + v3_dot(G.w, error.w);
    }
    return 0;
}

/* ---- coordinates ---- */

static void composite_rest(const joint_data *j, double *q)
{
    for (int32_t i = 0; i < j->dof; i++) {
        q[i] = j->part[i].reference;
    }
}

/* The steps of a simulation leave smaller violations [rad, or relative to the joint's length];
 * beyond this the user has set the poses. */
static const double inconsistent = 1e-6;

/* Gauss-Newton stops after a step smaller than this [rad, m], or after MAX_STEPS steps. */
static const double converged = 1e-12;
enum { MAX_STEPS = 60 };

/* One Gauss-Newton step of q towards the poses, at most one radian and one length; returns its
 * size. */
static double gauss_newton_step(const joint_data *j, const pose *a, const pose *b, double *q)
{
    double dq[JOINT_MAX_DOF], most = 0.0;
    twist error;
    const vector_span span = motion_basis(j, a, b, q, &error);
    nearest_rates(j, a, &span, error, dq);
    for (int32_t i = 0; i < j->dof; i++) {
        const double size = fabs(dq[i]) / (j->part[i].slides ? j->length : 1.0);
        most = size > most ? size : most;
    }
    for (int32_t i = 0; i < j->dof; i++) {
        q[i] += most > 1.0 ? dq[i] / most : dq[i];
    }
    return most;
}

/* The stored coordinates; if the poses disagree with them, the nearest ones by Gauss-Newton. */
static void composite_position(const joint_data *j, const pose *a, const pose *b,
                               const double *memory, double *q)
{
    memcpy(q, memory, (size_t)j->dof * sizeof *q);
    twist S[JOINT_MAX_DOF];
    const joint_view error = motion_at(j, a, b, q, S).view;
    double step = error.gap > inconsistent * j->length || error.tilt > inconsistent ? 1.0 : 0.0;
    for (int32_t i = 0; i < MAX_STEPS && step > converged; i++) {
        step = gauss_newton_step(j, a, b, q);
    }
}

static void composite_rate(const joint_pair *p, double *rate)
{
    double q[JOINT_MAX_DOF];
    twist error;
    composite_position(p->j, p->a, p->b, p->memory, q);
    const vector_span span = motion_basis(p->j, p->a, p->b, q, &error);
    const twist *va = p->va, *vb = p->vb;
    const ludo_vec3 moved = v3_add(va->v, v3_cross(va->w, v3_sub(p->b->x, p->a->x)));
    nearest_rates(p->j, p->a, &span, (twist){v3_sub(vb->v, moved), v3_sub(vb->w, va->w)}, rate);
}

static void composite_place(const joint_data *j, const pose *a, const double *q, pose *b,
                            double *memory)
{
    twist S[JOINT_MAX_DOF];
    const chain end = follow_parts(j, a, v3(0.0, 0.0, 0.0), q, S);
    const ludo_quat q_b = q_normalized(end.q);
    *b = pose_make(v3_add(a->x, v3_sub(end.c, q_rotate(q_b, j->p_b))), q_b);
    memcpy(memory, q, (size_t)j->dof * sizeof *q);
}

static twist composite_move(const joint_data *j, const pose *a, const pose *b, const double *memory,
                            const twist *va, const double *rate)
{
    twist S[JOINT_MAX_DOF];
    const ludo_vec3 d = v3_sub(b->x, a->x);
    (void)follow_parts(j, a, d, memory, S);
    twist vb = {v3_add(va->v, v3_cross(va->w, d)), va->w};
    for (int32_t i = 0; i < j->dof; i++) {
        vb = (twist){v3_axpy(vb.v, rate[i], S[i].v), v3_axpy(vb.w, rate[i], S[i].w)};
    }
    return vb;
}

/* Each part starts at the center of the last hinge before it. */
static joint_links composite_links(const joint_data *j)
{
    joint_links l = {.count = j->dof, .turn = j->q_off};
    ludo_vec3 center = anchor, arm = j->p_a;
    for (int32_t i = 0; i < j->dof; i++) {
        const joint_part *part = &j->part[i];
        const ludo_vec3 next = part->slides ? center : part->center;
        l.link[i] = (joint_link){.motion = part->slides ? LINK_SLIDE : LINK_REVOLUTE,
                                 .turn = q_identity(),
                                 .arm = v3_add(arm, v3_sub(next, center)),
                                 .axis = part->axis,
                                 .reference = part->reference,
                                 .column = i};
        center = next;
        arm = v3(0.0, 0.0, 0.0);
    }
    l.com = v3_sub(v3_sub(anchor, center), q_rotate(j->q_off, j->p_b));
    return l;
}

/* ---- side by side ---- */

typedef struct chain_lanes {
    lanes4 q;
    lanes3 c;
} chain_lanes;

LUDO_KERNEL_PART chain get_chain(const chain_lanes *a, int l)
{
    return (chain){get4(&a->q, l), get3(&a->c, l)};
}

LUDO_KERNEL_PART void put_chain(chain_lanes *a, int l, chain at)
{
    put4(&a->q, l, at.q);
    put3(&a->c, l, at.c);
}

LUDO_KERNEL_PART ludo_vec3 lever(const pose_lanes *a, const pose_lanes *b, int l)
{
    return v3_sub(get3(&b->x, l), get3(&a->x, l));
}

/* Half the angle of a hinge, or the displacement of a slide, of part i of each joint. */
LUDO_KERNEL_PART void find_displacements(lanes1 *displacement, const joint_batch *j,
                                         const lanes1 *stored, int32_t i)
{
    const double unit = j->joint[0]->part[i].slides ? 1.0 : 0.5;
    FOR_LANES(l)
    {
        displacement->at[l] = unit * (stored[i].at[l] - j->part[i].reference.at[l]);
    }
}

LUDO_KERNEL_PART void start_lanes(chain_lanes *at, const joint_batch *j, const pose_lanes *a)
{
    FOR_LANES(l)
    {
        put_chain(at, l, chain_start(get3(&j->p_a, l), pose_make(get3(&a->x, l), get4(&a->q, l))));
    }
}

LUDO_KERNEL_PART void pass_hinges(chain_lanes *at, const part_lanes *p, const lanes1 *half,
                                  const pose_lanes *a, const pose_lanes *b, lanes6 *S)
{
    lanes1 sine, cosine;
    sincos_lanes(half, &sine, &cosine);
    FOR_LANES(l)
    {
        const sine_cosine of_half = {sine.at[l], cosine.at[l]};
        const passed step = pass_hinge(get_chain(at, l), get3(&p->axis, l), get3(&p->arm, l),
                                       of_half, lever(a, b, l));
        put_twist(S, l, step.S);
        put_chain(at, l, step.next);
    }
}

LUDO_KERNEL_PART void pass_slides(chain_lanes *at, const part_lanes *p, const lanes1 *displacement,
                                  lanes6 *S)
{
    FOR_LANES(l)
    {
        const passed step = pass_slide(get_chain(at, l), get3(&p->axis, l), displacement->at[l]);
        put_twist(S, l, step.S);
        put_chain(at, l, step.next);
    }
}

LUDO_KERNEL_PART void finish_lanes(const chain_lanes *at, const joint_batch *j, const pose_lanes *a,
                                   const pose_lanes *b, const motion_lanes *out)
{
    FOR_LANES(l)
    {
        const pose child = pose_make(get3(&b->x, l), get4(&b->q, l));
        const ludo_vec3 r_b = anchor_arm(get3(&j->p_b, l), child);
        const chain end =
            chain_finish(get_chain(at, l), get3(&j->part[j->dof].arm, l), get4(&j->q_off, l));
        const joint_motion m = chain_motion(end, lever(a, b, l), r_b, child.q);
        put_closing(out, l, m);
    }
}

LUDO_KERNEL static void composite_motion_lanes(const joint_batch *j, const pose_lanes *a,
                                               const pose_lanes *b, const lanes1 *stored,
                                               const motion_lanes *out)
{
    chain_lanes at;
    start_lanes(&at, j, a);
    for (int32_t i = 0; i < j->dof; i++) {
        lanes1 displacement;
        find_displacements(&displacement, j, stored, i);
        if (j->joint[0]->part[i].slides) {
            pass_slides(&at, &j->part[i], &displacement, &out->column[i].S);
        } else {
            pass_hinges(&at, &j->part[i], &displacement, a, b, &out->column[i].S);
        }
    }
    finish_lanes(&at, j, a, b, out);
}

const joint_kind ludo_joint_composite = {
    .name = "composite",
    .stores_coordinates = true,
    .motion = composite_motion,
    .motion_lanes = composite_motion_lanes,
    .constraint = composite_constraint,
    .rest = composite_rest,
    .position = composite_position,
    .rate = composite_rate,
    .place = composite_place,
    .move = composite_move,
    .links = composite_links,
};
