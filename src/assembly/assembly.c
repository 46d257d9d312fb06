/* SPDX-License-Identifier: Apache-2.0
 *
 * Closing loops at a start: the choice between assemblies, and of the held joints to release. */
#include "assembly/assembly.h"

#include "assembly/joint_motion.h"
#include "assembly/loop_joints.h"

#include <math.h>
#include <string.h>

/* Loops violated by no more than this count as closed on input: the accuracy of poses that a file
 * or a program computes [rad, lengths]. */
static const double closed_on_input = 1e-13;

/* The first start is the given pose. If it moves no joint further than `near` [rad, lengths], no
 * other one is tried. The others are shifted by at most first_shift, doubled every third one. */
static const double near = 0.2, first_shift = 0.1, last_shift = 3.2;

/* A step back to the given pose counts as progress if it reduces the squared distance by this part:
 * from each assembly, and from the one that is chosen. */
static const double progress = 1e-6, last_progress = 1e-14;

/* The largest number of starts; the smallest number in large mechanisms, as the given pose may be
 * one from which no descent succeeds; and the total number of bodies over all further starts. */
enum { MAX_STARTS = 32, MIN_STARTS = 4, START_BODIES = 2000 };

/* Products of coupled loops' blocks that take as long as one body. */
enum { PRODUCTS_A_BODY = 32 };

/* The result of the starts tried so far. */
typedef struct search {
    bool found;
    double square; /* of the smallest motion, which leads to x->best */
    double open;   /* smallest violation of the failed attempts; its loop, and its errors */
    int32_t loop;
    loop_opening opening;
} search;

/* ---- joints that may move ---- */

/* The held joint with a number: those of the model first, then those of the user; limits that were
 * reached follow. */
static int32_t held_joint(const sim_state *state, int32_t number)
{
    const ludo_model *m = state->model;
    return number < m->held_count ? m->held[number] : (int32_t)state->stays[number - m->held_count];
}

static int32_t count_held_joints(const sim_state *state)
{
    return state->model->held_count + (int32_t)state->progress->stays;
}

static int32_t count_held(const sim_state *state)
{
    return count_held_joints(state) + state->kinematics->limited_count;
}

static void freeze_limit(const sim_state *state, const limit_data *l)
{
    for (int32_t c = l->column; c < l->column + (l->ball ? 3 : 1); c++) {
        state->kinematics->still[c] = true;
    }
}

/* Freeze all dofs except those of joints in loops that are not held; the first `released` held
 * joints are not frozen, nor those that are known to be in the way (x->in_way). */
static void freeze_dofs(const sim_state *state, int32_t released)
{
    const kinematics *x = state->kinematics;
    ludo_assembly_freeze_outside(state);
    const int32_t joints = count_held_joints(state);
    for (int32_t i = released; i < count_held(state); i++) {
        if (x->in_way[i]) {
            continue;
        }
        if (i < joints) {
            ludo_assembly_freeze_joint(state, held_joint(state, i));
        } else {
            freeze_limit(state, &state->model->limits.limit[x->limited[i - joints]]);
        }
    }
}

/* ---- starts ---- */

/* The longest step of a joint in the descent from a start [rad, lengths]. Short steps end at a
 * nearer assembly, long ones pass poses at which short ones end open. */
static double step_of_start(int32_t start)
{
    static const double longest[] = {1.0, 0.3, 0.5};
    return longest[start % (int32_t)(sizeof longest / sizeof *longest)];
}

/* Multiples of irrational numbers modulo 1, chosen far from simple fractions: a low-discrepancy
 * sequence in the unit square. */
static double scatter(int32_t start, int32_t column)
{
    const double t = 0.7548776662466927 * start + 0.5698402909980532 * column;
    return t - floor(t);
}

void ludo_assembly_place_start(sim_state *state, int32_t start)
{
    const ludo_model *m = state->model;
    kinematics *x = state->kinematics;
    memcpy(state->position, x->given, (size_t)m->position_count * sizeof *x->given);
    if (start == 0) {
        return;
    }
    double most = first_shift;
    for (int32_t i = 3; i < start && most < last_shift; i += 3) {
        most *= 2.0;
    }
    for (int32_t c = 0; c < m->columns; c++) {
        const double shift = most * (2.0 * scatter(start, c) - 1.0) / m->column_scale[c];
        x->way[c] = x->still[c] ? 0.0 : shift;
    }
    ludo_state_place(state, x->given);
    ludo_assembly_advance(state, 1.0, x->way, state->position);
}

/* The errors of a loop at the last evaluation. */
static loop_opening current_errors(const sim_state *state, int32_t loop)
{
    return loop_opening_of(&state->model->loop[loop], &state->kinematics->view[loop]);
}

/* One start: descend to an assembly, then move as near to the given pose as possible. Returns
 * whether further starts are worth trying. */
static bool try_start(sim_state *state, int32_t start, search *s)
{
    const ludo_model *m = state->model;
    kinematics *x = state->kinematics;
    ludo_assembly_place_start(state, start);
    const worst open = ludo_assembly_descend(state, step_of_start(start));
    if (!ludo_assembly_is_closed(open) || !ludo_assembly_relaxed_closed(state)) {
        if (!s->found && open.value < s->open) {
            s->open = open.value;
            s->loop = open.at;
            s->opening = current_errors(state, open.at);
        }
        return true;
    }
    ludo_assembly_approach_given(state, progress);
    ludo_assembly_difference(state, state->position, x->given, x->way);
    const double square = ludo_assembly_square(m, x->way);
    if (!s->found || square < 0.99 * s->square) {
        s->found = true;
        s->square = square;
        memcpy(x->best, state->position, (size_t)m->position_count * sizeof *x->best);
    }
    return start > 0 || ludo_assembly_largest(m, x->way) > near;
}

/* All starts, with the first `released` held joints free. */
static search try_starts(sim_state *state, int32_t released)
{
    const int64_t products = ludo_constraint_plan_products(state->kinematics->plan);
    const int64_t bodies = state->model->slots + products / PRODUCTS_A_BODY;
    const int64_t afford = MIN_STARTS + START_BODIES / bodies;
    search s = {.open = HUGE_VAL, .loop = -1};
    freeze_dofs(state, released);
    for (int32_t start = 0; start < MAX_STARTS && start < afford; start++) {
        if (!try_start(state, start, &s)) {
            break;
        }
    }
    return s;
}

/* The smallest number of first held joints, at most `enough`, whose release closes the loops, by
 * bisection (if some suffice, more suffice). */
static int32_t count_first(sim_state *state, int32_t enough)
{
    int32_t few = 0;
    while (enough - few > 1) {
        const int32_t middle = few + (enough - few) / 2;
        if (try_starts(state, middle).found) {
            enough = middle;
        } else {
            few = middle;
        }
    }
    return enough;
}

/* Release as few held joints as possible, first ones rather than later ones. If the first n have to
 * be free, but not the first n - 1, then joint n is in the way; the next round looks among the
 * joints before it. The last successful search left its result in x->best. */
static search release_few(sim_state *state, int32_t *released)
{
    bool *in_way = state->kinematics->in_way;
    int32_t most = count_held(state);
    memset(in_way, 0, (size_t)most * sizeof *in_way);
    *released = 0;
    search s = try_starts(state, 0);
    if (s.found || most == 0) {
        return s;
    }
    const search all = try_starts(state, most);
    if (!all.found) {
        *released = most;
        return all;
    }
    while (!s.found && most > 0) {
        most = count_first(state, most) - 1;
        in_way[most] = true;
        *released += 1;
        s = try_starts(state, 0);
    }
    return s;
}

/* The search with fallbacks: if no start closes, or only far from the given pose, repeat it without
 * the redundant rows that are slightly inconsistent. Rows left out by an earlier start stay left
 * out if the others close. */
static search assemble(sim_state *state, int32_t *released)
{
    search s = release_few(state, released);
    if (!s.found && ludo_assembly_restore_rows(state)) {
        s = release_few(state, released);
    }
    if (!ludo_assembly_relax(state, s.open)) {
        return s;
    }
    const search relaxed = release_few(state, released);
    const bool nearer = !s.found || relaxed.square < s.square;
    if (relaxed.found && nearer && ludo_assembly_relaxed_stay(state)) {
        return relaxed;
    }
    (void)ludo_assembly_restore_rows(state);
    return release_few(state, released);
}

/* From the best assembly go on towards the given pose. */
static void refine_best(sim_state *state)
{
    const size_t size = (size_t)state->model->position_count * sizeof *state->position;
    kinematics *x = state->kinematics;
    memcpy(state->position, x->best, size);
    (void)ludo_assembly_descend(state, step_of_start(0));
    ludo_assembly_approach_given(state, last_progress);
    memcpy(x->best, state->position, size);
}

/* Angles of a joint that fit the pose of its child several times: those nearest to the given ones.
 */
static void unwrap_from_given(sim_state *state)
{
    const ludo_model *m = state->model;
    const kinematics *x = state->kinematics;
    ludo_state_place(state, x->best);
    for (int32_t s = 0; s < m->slots; s++) {
        const joint_data *j = &m->joint[s];
        if (j->kind->unwraps_coordinates && x->inside[s]) {
            j->kind->position(j, &state_poses(state)[j->parent], &state_poses(state)[s],
                              x->given + m->position[s], x->best + m->position[s]);
        }
    }
}

/* Place bodies at the best assembly; joint rates stay. */
static void place_best(sim_state *state)
{
    kinematics *x = state->kinematics;
    refine_best(state);
    unwrap_from_given(state);
    ludo_assembly_restore_outside(state, x->given);
    ludo_assembly_restore_outside(state, x->best);
    ludo_assembly_distance(state->model, x->given, x->best, state->moved);
    memcpy(x->given, x->best, (size_t)state->model->position_count * sizeof *x->given);
    ludo_state_place(state, x->given);
    ludo_state_move(state, state->rate);
}

/* ---- the start ---- */

static void report_opening(ludo_start_report *report, int32_t loop, loop_opening opening)
{
    report->loop = loop;
    report->gap = opening.gap;
    report->tilt = opening.tilt;
}

ludo_status ludo_assembly_close(sim_state *state, ludo_start_report *report)
{
    const ludo_model *m = state->model;
    kinematics *x = state->kinematics;
    report->loop = -1;
    if (x == NULL) {
        return LUDO_OK;
    }
    memset(state->moved, 0, (size_t)m->columns * sizeof *state->moved);
    ludo_state_gather(state, x->given, state->rate);
    ludo_kinematics_view(state, x->given, true);
    const worst open = ludo_loops_violation(m, state_poses(state), x->view);
    if (open.value <= closed_on_input) {
        ludo_assembly_relax_rounded(state);
        return LUDO_OK;
    }
    report_opening(report, open.at, current_errors(state, open.at));
    ludo_assembly_zero_outside(state);
    const search s = assemble(state, &report->released);
    if (s.found) {
        place_best(state);
        ludo_assembly_relax_rounded(state);
        return LUDO_OK;
    }
    report_opening(report, s.loop, s.opening);
    state->failed = node_of(LUDO_NODE_LOOP, s.loop);
    return LUDO_OPEN_LOOP;
}
