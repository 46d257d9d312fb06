/* SPDX-License-Identifier: Apache-2.0
 *
 * Composite joints side by side: the formulas of composite.c, one lane each. */
#include "joints/chain.h"

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
LUDO_KERNEL_PART void gather_ways(lanes1 *way, const joint_batch *j, const joint_trace *trace,
                                  int32_t i)
{
    const double unit = j->joint[0]->part[i].slides ? 1.0 : 0.5;
    lanes1 q;
    for (int l = 0; l < LANES; l++) {
        q.at[l] = trace[j->column[l] + i].cos;
    }
    FOR_LANES(l)
    {
        way->at[l] = unit * (q.at[l] - j->part[i].reference.at[l]);
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

LUDO_KERNEL_PART void pass_slides(chain_lanes *at, const part_lanes *p, const lanes1 *way,
                                  lanes6 *S)
{
    FOR_LANES(l)
    {
        const passed step = pass_slide(get_chain(at, l), get3(&p->axis, l), way->at[l]);
        put_twist(S, l, step.S);
        put_chain(at, l, step.next);
    }
}

LUDO_KERNEL_PART void finish_lanes(const chain_lanes *at, const joint_batch *j, const pose_lanes *a,
                                   const pose_lanes *b, motion_lanes *out)
{
    FOR_LANES(l)
    {
        const pose child = pose_make(get3(&b->x, l), get4(&b->q, l));
        const ludo_vec3 r_b = anchor_arm(get3(&j->p_b, l), child);
        const chain end =
            chain_finish(get_chain(at, l), get3(&j->part[j->dof].arm, l), get4(&j->q_off, l));
        const joint_motion m = chain_shut(end, lever(a, b, l), r_b, child.q);
        put_twist(&out->close, l, m.close);
        out->gap.at[l] = m.view.gap;
        out->tilt.at[l] = m.view.tilt;
    }
}

LUDO_KERNEL static void composite_motion_lanes(const joint_batch *j, const pose_lanes *a,
                                               const pose_lanes *b, const joint_trace *trace,
                                               motion_lanes *out)
{
    chain_lanes at;
    lanes1 way[JOINT_MAX_DOF];

    /* gather all parts first: vector loads of numbers that were just stored one by one stall */
    for (int32_t i = 0; i < j->dof; i++) {
        gather_ways(&way[i], j, trace, i);
    }
    start_lanes(&at, j, a);
    for (int32_t i = 0; i < j->dof; i++) {
        if (j->joint[0]->part[i].slides) {
            pass_slides(&at, &j->part[i], &way[i], &out->S[i]);
        } else {
            pass_hinges(&at, &j->part[i], &way[i], a, b, &out->S[i]);
        }
    }
    finish_lanes(&at, j, a, b, out);
}

/* An exported name for the kernel, whose versions are static. */
void ludo_composite_motion_lanes(const joint_batch *j, const pose_lanes *a, const pose_lanes *b,
                                 const joint_trace *trace, motion_lanes *out)
{
    composite_motion_lanes(j, a, b, trace, out);
}
