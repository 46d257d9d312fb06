/* SPDX-License-Identifier: Apache-2.0
 *
 * What the recursion does with ties at each node [recursion.md 1.5]. */
#include "solver/tie_sweep.h"

#include "solver/row.h"

#include <string.h>

enum { MOST_COLUMNS = 6 };

/* Where no force column and no velocity row arrive. */
static const real nothing[BLOCK];

static const real *end_block(const real *blocks, int32_t end)
{
    return end == NOWHERE ? nothing : blocks + BLOCK * (size_t)end;
}

/* --- what arrives ----------------------------------------------------------------------------- */

/* Force columns and velocity rows at a node. */
typedef struct arrival {
    const real *F, *R;
} arrival;

/* As they were summed up. */
LUDO_KERNEL_PART arrival arrived(const tie_plan *plan, int32_t place, int32_t end)
{
    const ties *t = plan->t;
    return place == NOWHERE ? (arrival){end_block(t->F, end), end_block(t->R, end)}
                            : (arrival){plan->place[place].F, plan->place[place].R};
}

/* Sum up what children handed on and the end at the node. */
LUDO_KERNEL_PART arrival gather(tie_plan *plan, int32_t place, int32_t end)
{
    for (int k = 0; k < 6 && place != NOWHERE && end != NOWHERE; k++) {
        add(plan->place[place].F + ROW * k, 1.0, end_block(plan->t->F, end) + ROW * k);
        add(plan->place[place].R + ROW * k, 1.0, end_block(plan->t->R, end) + ROW * k);
    }
    return arrived(plan, place, end);
}

/* --- one tie's rows --------------------------------------------------------------------------- */

/* The row from place j on with the largest pivot for its size. */
LUDO_KERNEL_PART int pick(const tie_block *b, const real *terms, int j, int m)
{
    int best = j;
    for (int r = j + 1; r < m; r++) {
        const real a = b->N[ROW * r + j], other = b->N[ROW * best + j];
        const bool larger = a * a * terms[b->row[best]] > other * other * terms[b->row[r]];
        best = larger ? r : best;
    }
    return best;
}

LUDO_KERNEL_PART void exchange(real *restrict a, real *restrict b)
{
    FOR_LANES(c)
    {
        const real was = a[c];
        a[c] = b[c];
        b[c] = was;
    }
}

LUDO_KERNEL_PART void exchange_rows(tie_block *b, int j, int r)
{
    if (r != j) {
        const int32_t row = b->row[j];
        b->row[j] = b->row[r];
        b->row[r] = row;
        exchange(b->N + ROW * j, b->N + ROW * r);
        exchange(b->L + ROW * j, b->L + ROW * r);
    }
}

/* P N = L U of m rows; lanes of U before the diagonal hold nothing. */
LUDO_KERNEL_PART void factor_block(tie_block *b, worst *loss, int32_t tie, int m)
{
    real terms[ROW];
    for (int j = 0; j < ROW; j++) {
        b->row[j] = j;
        terms[j] = b->terms[j];
    }
    for (int j = 0; j < m; j++) {
        exchange_rows(b, j, pick(b, terms, j, m));
        const real inverse = 1.0 / b->N[ROW * j + j];
        b->inverse[j] = inverse;
        take_loss(loss, sqrt(terms[b->row[j]] * terms[j]) * fabs(inverse), tie);
        for (int r = j + 1; r < m; r++) {
            const real l = b->N[ROW * r + j] * inverse;
            b->L[ROW * r + j] = l;
            terms[b->row[r]] += fabs(l * b->N[ROW * j + b->row[r]]);
            subtract(b->N + ROW * r, l, b->N + ROW * j);
        }
    }
}

/* out = N^-1 in, rows of lanes; they are different. */
LUDO_KERNEL_PART void solve_rows(const tie_block *b, const real *restrict in, real *restrict out,
                                 int m)
{
    for (int j = 0; j < m; j++) {
        memcpy(out + ROW * j, in + ROW * b->row[j], ROW * sizeof *out);
        for (int l = 0; l < j; l++) {
            subtract(out + ROW * j, b->L[ROW * j + l], out + ROW * l);
        }
    }
    for (int j = m; j-- > 0;) {
        for (int l = j + 1; l < m; l++) {
            subtract(out + ROW * j, b->N[ROW * j + l], out + ROW * l);
        }
        FOR_LANES(c)
        {
            out[ROW * j + c] *= b->inverse[j];
        }
    }
}

/* l = N^-1 b, as solve_rows() does one lane of it. */
LUDO_KERNEL_PART void solve_rest(tie_block *b, int m)
{
    real l[ROW] = {0.0};
    for (int j = 0; j < m; j++) {
        l[j] = b->b[b->row[j]];
        for (int k = 0; k < j; k++) {
            l[j] -= b->L[ROW * j + k] * l[k];
        }
    }
    for (int j = m; j-- > 0;) {
        for (int k = j + 1; k < m; k++) {
            l[j] -= b->N[ROW * j + k] * l[k];
        }
        l[j] *= b->inverse[j];
    }
    memcpy(b->l, l, sizeof l);
}

/* --- dependent rows --------------------------------------------------------------------------- */

/* The row with the largest pivot left for its scale; `done` ones have none. */
static int pick_symmetric(const real *A, const double *scale, const bool *done, int m)
{
    int best = -1;
    for (int r = 0; r < m; r++) {
        if (!done[r] &&
            (best < 0 || A[(ROW + 1) * r] * scale[best] > A[(ROW + 1) * best] * scale[r])) {
            best = r;
        }
    }
    return best;
}

/* Flag the dependent rows of a tie, and make its block so that their multipliers become zero. */
static void drop_rows(tie_plan *plan, int32_t tie, int m)
{
    tie_block *b = &plan->block[tie];
    const double *scale = plan->drop.scale + ROW * (size_t)tie;
    bool done[ROW] = {false}, *redundant = plan->drop.redundant + TIE_ROWS * (size_t)tie;
    real A[BLOCK];
    memcpy(A, b->N, sizeof A);
    for (int k = 0; k < m; k++) {
        const int r = pick_symmetric(A, scale, done, m);
        const real pivot = A[(ROW + 1) * r];
        done[r] = true;
        redundant[r] = !(pivot > plan->drop.least * scale[r]);
        plan->drop.rank += redundant[r] ? 0 : 1;
        for (int i = 0; i < m && !redundant[r]; i++) {
            const real l = A[ROW * i + r] / pivot;
            for (int j = 0; j < m && !done[i]; j++) {
                A[ROW * i + j] -= l * A[ROW * r + j];
            }
        }
    }
    for (int i = 0; i < m; i++) {
        for (int j = 0; j < m && redundant[i]; j++) {
            b->N[ROW * i + j] = b->N[ROW * j + i] = i == j ? 1.0 : 0.0;
        }
    }
}

/* Nothing is asked of rows that were left out. */
static void clear_dropped(const tie_plan *plan, int32_t tie, real *rows, int m)
{
    for (int j = 0; j < m && j < TIE_ROWS && plan->drop.redundant != NULL; j++) {
        if (plan->drop.redundant[TIE_ROWS * tie + j]) {
            memset(rows + ROW * j, 0, ROW * sizeof *rows);
        }
    }
}

/* --- elimination ------------------------------------------------------------------------------ */

/* a -= rows b, the first lanes of m columns times m rows */
LUDO_KERNEL_PART void subtract_rows(real *restrict a, const real *restrict columns,
                                    const real *restrict b, int m)
{
    for (int j = 0; j < m; j++) {
        subtract(a, columns[j], b + ROW * j);
    }
}

/* The same where the columns are a block's: number `at` of its rows. */
LUDO_KERNEL_PART void subtract_turned(real *restrict a, const real *restrict block, int at,
                                      const real *restrict b, int m)
{
    for (int j = 0; j < m; j++) {
        subtract(a, block[ROW * j + at], b + ROW * j);
    }
}

/* The node where a tie is complete: l = N^-1 b - rate u pulls at it. */
LUDO_KERNEL_PART void hand_to_node(tie_block *b, const arrival *x, real *M, int m)
{
    for (int k = 0; k < 6; k++) {
        for (int j = 0; j < m; j++) {
            add(M + ROW * k, x->F[ROW * k + j], b->rate + ROW * j);
        }
    }
}

/* What is left of a later tie where an earlier one is complete. */
LUDO_KERNEL_PART void downdate_place(tie_place *place, const tie_couple *c, const tie_block *b,
                                     const arrival *x, int m)
{
    for (int k = 0; k < 6; k++) {
        subtract_rows(place->F + ROW * k, x->F + ROW * k, c->upper, m);
        subtract_turned(place->R + ROW * k, b->rate, k, c->lower, m);
    }
}

LUDO_KERNEL_PART void downdate_block(tie_block *later, const tie_couple *c, int m, int rows)
{
    for (int r = 0; r < rows; r++) {
        subtract_turned(later->N + ROW * r, c->lower, r, c->upper, m);
    }
    for (int j = 0; j < m; j++) {
        FOR_LANES(k)
        {
            later->terms[k] += fabs(c->lower[ROW * j + k] * c->upper[ROW * j + k]);
        }
    }
}

/* Two later ties: a's rows, b's lanes. */
LUDO_KERNEL_PART void downdate_couple(tie_couple *ab, const tie_couple *a, const tie_couple *b,
                                      int m, int rows)
{
    for (int r = 0; r < rows; r++) {
        subtract_turned(ab->upper + ROW * r, a->lower, r, b->upper, m);
        subtract_turned(ab->lower + ROW * r, a->upper, r, b->lower, m);
    }
}

LUDO_KERNEL_PART void eliminate_couples(tie_plan *plan, int32_t step, const arrival *x, int m)
{
    const tie_order *o = &plan->order;
    const tie_block *b = &plan->block[o->order[step]];
    const int32_t first = o->first[step], end = o->first[step + 1];
    const int32_t *fill = plan->fill + plan->fill_first[step];
    for (int32_t i = first; i < end; i++) {
        tie_couple *c = &plan->couple[i];
        real upper[BLOCK];
        memcpy(upper, c->upper, sizeof upper);
        clear_dropped(plan, o->order[step], upper, m);
        solve_rows(b, upper, c->upper, m);
        if (plan->beside[i] != NOWHERE) {
            downdate_place(&plan->place[plan->beside[i]], c, b, x, m);
        }
    }
    for (int32_t i = first; i < end; i++) {
        const int32_t a = o->order[tie_later(o)[i]];
        downdate_block(&plan->block[a], &plan->couple[i], m, plan->t->rows[a]);
        for (int32_t k = i + 1; k < end; k++) {
            downdate_couple(&plan->couple[*fill++], &plan->couple[i], &plan->couple[k], m,
                            plan->t->rows[a]);
        }
    }
}

/* Rows of lanes from the lanes of rows */
LUDO_KERNEL_PART void turn(real *restrict rows, const real *restrict columns, int m)
{
    for (int j = 0; j < m; j++) {
        for (int k = 0; k < ROW; k++) {
            rows[ROW * j + k] = k < 6 ? columns[ROW * k + j] : 0.0;
        }
    }
}

LUDO_KERNEL_PART void eliminate(tie_plan *plan, recursion *t, int32_t step, int32_t i)
{
    const int32_t tie = plan->order.order[step];
    const tie_meeting *meeting = &plan->paths.meeting[tie];
    const int m = plan->t->rows[tie];
    tie_block *b = &plan->block[tie];
    const arrival x = gather(plan, meeting->place, meeting->end);
    if (plan->drop.redundant != NULL) {
        drop_rows(plan, tie, m);
    }
    factor_block(b, &plan->loss, tie, m);
    if (i != NOWHERE) {
        real rows[BLOCK];
        turn(rows, x.R, m);
        clear_dropped(plan, tie, rows, m);
        solve_rows(b, rows, b->rate, m);
        hand_to_node(b, &x, t->M + BLOCK * (size_t)i, m);
    }
    eliminate_couples(plan, step, &x, m);
}

/* Steps that are complete at node i, or at the world. */
LUDO_KERNEL_PART int32_t first_step(const tie_plan *plan, int32_t i)
{
    return plan->complete[i + 1];
}

LUDO_KERNEL_PART int32_t end_step(const tie_plan *plan, int32_t i)
{
    return i == NOWHERE ? plan->t->count : plan->complete[i];
}

LUDO_KERNEL static void complete(tie_plan *plan, recursion *t, int32_t i)
{
    for (int32_t s = first_step(plan, i); s < end_step(plan, i); s++) {
        eliminate(plan, t, s, i);
    }
}

void ludo_tie_sweep_complete(tie_plan *plan, recursion *t, int32_t i)
{
    if (first_step(plan, i) < end_step(plan, i)) {
        complete(plan, t, i);
    }
}

/* What complete() does to right-hand sides. */
LUDO_KERNEL static void complete_rests(tie_plan *plan, int32_t i, real *r, int32_t stride)
{
    const tie_order *o = &plan->order;
    for (int32_t s = first_step(plan, i); s < end_step(plan, i); s++) {
        const int32_t tie = o->order[s];
        const tie_meeting *meeting = &plan->paths.meeting[tie];
        const arrival x = arrived(plan, meeting->place, meeting->end);
        const int m = plan->t->rows[tie];
        tie_block *b = &plan->block[tie];
        solve_rest(b, m);
        for (int k = 0; k < 6 && i != NOWHERE; k++) {
            r[stride * k] += dot6(x.F + ROW * k, b->l);
        }
        for (int32_t e = o->first[s]; e < o->first[s + 1]; e++) {
            tie_block *later = &plan->block[o->order[tie_later(o)[e]]];
            subtract_rows(later->b, b->l, plan->couple[e].lower, m);
        }
    }
}

void ludo_tie_sweep_complete_rests(tie_plan *plan, int32_t i, real *r, int32_t stride)
{
    if (first_step(plan, i) < end_step(plan, i)) {
        complete_rests(plan, i, r, stride);
    }
}

/* --- past a node ------------------------------------------------------------------------------ */

/* a += or = b */
LUDO_KERNEL_PART void put(real *restrict a, const real *restrict b, bool first)
{
    FOR_LANES(c)
    {
        a[c] = (first ? 0.0 : a[c]) + b[c];
    }
}

/* p = S^T R + Q, and with z = D^-1 L^-1 (T^T F + E): h = U^-1 z. */
LUDO_KERNEL_PART void project(const tie_plan *plan, const recursion *t, int32_t i,
                              const tie_pass *pass, const arrival *x, real *restrict z,
                              real *restrict h, real *restrict p, int f)
{
    const real *S = t->S + 6 * t->column[i], *T = t->T + 6 * t->column[i];
    const real *W = t->lu + t->corner[i];
    const real *E = end_block(plan->t->F, pass->columns), *Q = end_block(plan->t->R, pass->columns);
    for (int j = 0; j < f; j++) {
        combine(z + ROW * j, T + 6 * j, x->F);
        add(z + ROW * j, 1.0, E + ROW * j);
        combine(p + ROW * j, S + 6 * j, x->R);
        add(p + ROW * j, 1.0, Q + ROW * j);
    }
    for (int j = 0; j < f; j++) {
        for (int l = 0; l < j; l++) {
            subtract(z + ROW * j, W[f * j + l], z + ROW * l);
        }
    }
    for (int j = f; j-- > 0;) {
        FOR_LANES(c)
        {
            z[ROW * j + c] *= W[f * j + j];
            h[ROW * j + c] = z[ROW * j + c];
        }
        for (int l = j + 1; l < f; l++) {
            subtract(h + ROW * j, W[f * j + l], h + ROW * l);
        }
    }
}

/* What goes on to the parent: F - G z and R - k^T p. */
LUDO_KERNEL_PART void hand_on(tie_plan *plan, const recursion *t, int32_t i, const tie_pass *pass,
                              const arrival *x, const real *restrict z, const real *restrict p,
                              int f)
{
    const real *g = t->g + ROW * t->column[i], *k = t->k + ROW * t->column[i];
    tie_place *to = &plan->place[pass->next];
    real F[BLOCK], R[BLOCK];
    memcpy(F, x->F, sizeof F);
    memcpy(R, x->R, sizeof R);
    transport(R, t->d_S + 3 * i);
    for (int row = 0; row < 6; row++) {
        for (int j = 0; j < f; j++) {
            subtract(F + ROW * row, g[ROW * j + row], z + ROW * j);
            subtract(R + ROW * row, k[ROW * j + row], p + ROW * j);
        }
    }
    transport(F, t->d_T + 3 * i);
    for (int row = 0; row < 6; row++) {
        put(to->F + ROW * row, F + ROW * row, pass->first);
        put(to->R + ROW * row, R + ROW * row, pass->first);
    }
}

/* N(tie, tie) += p^T h */
LUDO_KERNEL_PART void update_block(tie_block *b, const real *restrict h, const real *restrict p,
                                   int m, int f)
{
    for (int j = 0; j < f; j++) {
        for (int r = 0; r < m; r++) {
            add(b->N + ROW * r, p[ROW * j + r], h + ROW * j);
        }
        FOR_LANES(c)
        {
            b->terms[c] += fabs(p[ROW * j + c] * h[ROW * j + c]);
        }
    }
}

LUDO_KERNEL_PART void pass_one(tie_plan *plan, const recursion *t, int32_t i, int32_t q, int f)
{
    const tie_pass *pass = &tie_passes(&plan->paths)[q];
    const arrival x = gather(plan, pass->place, pass->end);
    real *h = plan->h + ROW * (size_t)plan->row[q], *p = plan->p + ROW * (size_t)plan->row[q];
    real z[MOST_COLUMNS * ROW];
    project(plan, t, i, pass, &x, z, h, p, f);
    update_block(&plan->block[pass->tie], h, p, plan->t->rows[pass->tie], f);
    if (pass->next != NOWHERE) {
        hand_on(plan, t, i, pass, &x, z, p, f);
    }
}

/* N(a, b) += p_a^T h_b and N(b, a) += p_b^T h_a of passes a before b */
LUDO_KERNEL_PART void couple_pair(tie_plan *plan, tie_couple *c, int32_t a, int32_t b, int m, int f)
{
    const real *h_a = plan->h + ROW * (size_t)plan->row[a];
    const real *h_b = plan->h + ROW * (size_t)plan->row[b];
    const real *p_a = plan->p + ROW * (size_t)plan->row[a];
    const real *p_b = plan->p + ROW * (size_t)plan->row[b];
    for (int j = 0; j < f; j++) {
        for (int r = 0; r < m; r++) {
            add(c->upper + ROW * r, p_a[ROW * j + r], h_b + ROW * j);
            add(c->lower + ROW * r, h_a[ROW * j + r], p_b + ROW * j);
        }
    }
}

LUDO_KERNEL static void pass_node(tie_plan *plan, const recursion *t, int32_t i)
{
    const int32_t first = plan->paths.first[i + 1], end = plan->paths.first[i];
    const int32_t *pair = plan->pair + plan->pair_first[i];
    const int f = t->column[i + 1] - t->column[i];
    for (int32_t q = first; q < end; q++) {
        pass_one(plan, t, i, q, f);
    }
    for (int32_t a = first; a < end && f > 0; a++) {
        const int m = plan->t->rows[tie_passes(&plan->paths)[a].tie];
        for (int32_t b = a + 1; b < end; b++) {
            couple_pair(plan, &plan->couple[*pair++], a, b, m, f);
        }
    }
}

void ludo_tie_sweep_pass(tie_plan *plan, const recursion *t, int32_t i)
{
    if (plan->paths.first[i + 1] < plan->paths.first[i]) {
        pass_node(plan, t, i);
    }
}

/* b -= R^T y + p^T w, w what the free numbers are without parent and ties */
LUDO_KERNEL static void pass_rests(tie_plan *plan, const recursion *t, int32_t i)
{
    const int f = t->column[i + 1] - t->column[i];
    for (int32_t q = plan->paths.first[i + 1]; q < plan->paths.first[i]; q++) {
        const tie_pass *pass = &tie_passes(&plan->paths)[q];
        const arrival x = arrived(plan, pass->place, pass->end);
        const real *p = plan->p + ROW * (size_t)plan->row[q];
        real known[ROW];
        combine(known, t->y + 6 * i, x.R);
        for (int j = 0; j < f; j++) {
            add(known, t->k[ROW * (t->column[i] + j) + REST], p + ROW * j);
        }
        subtract(plan->block[pass->tie].b, 1.0, known);
    }
}

void ludo_tie_sweep_pass_rests(tie_plan *plan, const recursion *t, int32_t i)
{
    if (plan->paths.first[i + 1] < plan->paths.first[i]) {
        pass_rests(plan, t, i);
    }
}

/* --- a whole sweep ---------------------------------------------------------------------------- */

void ludo_tie_sweep_begin(tie_plan *plan)
{
    const ties *t = plan->t;
    const bool own = plan->drop.redundant == NULL;
    plan->loss = (worst){1.0, NOWHERE};
    for (int32_t c = 0; c < t->count; c++) {
        tie_block *b = &plan->block[c];
        memset(b->N, 0, sizeof b->N);
        for (int j = 0; j < ROW; j++) {
            const real D = own ? t->D[ROW * c + j] : 0.0;
            b->terms[j] = fabs(D);
            if (j < 6) {
                b->N[(ROW + 1) * j] = D;
            }
        }
    }
    memset(plan->couple, 0, (size_t)plan->order.later.count * sizeof *plan->couple);
}

void ludo_tie_sweep_begin_rests(tie_plan *plan)
{
    for (int32_t c = 0; c < plan->t->count; c++) {
        memcpy(plan->block[c].b, plan->t->b + ROW * (size_t)c, sizeof plan->block[c].b);
    }
}

void ludo_tie_sweep_end(tie_plan *plan)
{
    plan->t->smallest_pivot = 1.0 / plan->loss.value;
    plan->t->weakest = plan->loss.at;
}

/* --- down ------------------------------------------------------------------------------------- */

void ludo_tie_sweep_solve(tie_plan *plan, int32_t i, const real *u)
{
    const tie_order *o = &plan->order;
    for (int32_t s = end_step(plan, i); s-- > first_step(plan, i);) {
        const int32_t tie = o->order[s];
        const tie_block *b = &plan->block[tie];
        real *l = plan->t->l + ROW * (size_t)tie;
        for (int j = 0; j < plan->t->rows[tie]; j++) {
            l[j] = b->l[j] - (i == NOWHERE ? 0.0 : dot6(b->rate + ROW * j, u));
            for (int32_t e = o->first[s]; e < o->first[s + 1]; e++) {
                const int32_t later = o->order[tie_later(o)[e]];
                l[j] -= dot6(plan->couple[e].upper + ROW * j, plan->t->l + ROW * (size_t)later);
            }
        }
    }
}

void ludo_tie_sweep_move(const tie_plan *plan, const recursion *t, int32_t i, real *w)
{
    const int f = t->column[i + 1] - t->column[i];
    for (int32_t q = plan->paths.first[i + 1]; q < plan->paths.first[i]; q++) {
        const real *l = plan->t->l + ROW * (size_t)tie_passes(&plan->paths)[q].tie;
        const real *h = plan->h + ROW * (size_t)plan->row[q];
        for (int j = 0; j < f; j++) {
            w[j] += dot6(h + ROW * j, l);
        }
    }
}
