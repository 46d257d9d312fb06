/* SPDX-License-Identifier: Apache-2.0
 *
 * Grids of many boxes, in time proportional to their number and that of their pairs.
 *
 * Boxes of like sizes share a grid, whose cells are 1.4 to 2.8 times as wide: a box
 * reaches into two cells along an axis at most. Cells are found by hashing. Boxes are put into
 * their cells one after the other, those of the widest grid first. A box meets the ones that are
 * there before it: in the cells of its own grid, and in those of wider grids that it reaches into.
 * A pair with several cells in common is taken in the cell of the lowest corner of their overlap.
 *
 * Cells are multiples of powers of two, so that a coordinate's cell is exact, and never decreases
 * with the coordinate. */
#include "collision/broad_phase.h"
#include "collision/pair_table.h"

#include <string.h>

/* Exponents of the widths of boxes, and the grid of those that are wider, which is one cell. */
enum { LEAST_EXPONENT = -64, EXPONENTS = 128, WIDEST = EXPONENTS, OUTSIDE = EXPONENTS + 1 };

/* Cells of a box. */
enum { CORNERS = 8 };

/* ---- memory ---- */

/* Lists of cells: a power of two. */
static int32_t lists_for(int32_t moving)
{
    int32_t lists = 1;
    while (lists < 4 * (int64_t)moving && lists < INT32_MAX / 4) {
        lists *= 2;
    }
    return lists;
}

void ludo_broad_phase_grid_layout(contact_search *s, int32_t moving, arena *a)
{
    const int32_t n = ludo_broad_phase_sweeps(moving) ? 0 : moving;
    box_grid *g = &s->grid;
    g->lists = n > 0 ? lists_for(n) : 0;
    g->head = TAKE(a, g->lists, int32_t);
    g->entry = TAKE(a, CORNERS * n, grid_entry);
    g->order = TAKE(a, n, int32_t);
    g->level = TAKE(a, n, uint8_t);
}

/* ---- levels ---- */

/* The number of the grid of a box: from the exponent of its largest side. A box that isn't a number
 * overlaps none. */
static uint8_t level_of(const search_span *b)
{
    double side = 0.0;
    uint64_t bits;
    for (int k = 0; k < 3; k++) {
        const double d = b->high[k] - b->low[k];
        if (!(b->low[k] <= b->high[k])) {
            return OUTSIDE;
        }
        side = d > side ? d : side;
    }
    memcpy(&bits, &side, sizeof bits);
    /* the exponent of sqrt(2) side: the constant is 2^52 (2 - sqrt(2)), by which a mantissa of
     * sqrt(2) or more carries into it */
    const int32_t level = (int32_t)((bits + 0x95F619980C433) >> 52) - 1023 - LEAST_EXPONENT;
    return (uint8_t)(level < 0 ? 0 : level < WIDEST ? level : WIDEST);
}

/* The inverse of the width of a grid's cells. */
static double inverse_width(int32_t level)
{
    return level < WIDEST ? ldexp(1.0, -(level + LEAST_EXPONENT + 1)) : 0.0;
}

/* Sort boxes by level, widest first, then by number; count those of each level. */
static void order_by_level(contact_search *s, int32_t count[OUTSIDE + 1])
{
    int32_t next[OUTSIDE + 1], first = 0;
    memset(count, 0, (OUTSIDE + 1) * sizeof *count);
    for (int32_t i = 0; i < s->moving_count; i++) {
        s->grid.level[i] = level_of(&s->span[i]);
        count[s->grid.level[i]]++;
    }
    for (int32_t l = OUTSIDE - 1; l >= 0; l--) {
        next[l] = first;
        first += count[l];
    }
    for (int32_t i = 0; i < s->moving_count; i++) {
        if (s->grid.level[i] != OUTSIDE) {
            s->grid.order[next[s->grid.level[i]]++] = i;
        }
    }
}

/* ---- cells ---- */

/* The cell of a coordinate, within those of 62 bits. */
static inline int64_t cell_of(double x, double inverse)
{
    const double most = 0x1p62, c = inverse > 0.0 ? x * inverse : 0.0;
    const double in = c < -most ? -most : c > most ? most : c;
    const int64_t whole = (int64_t)in;
    return whole - (in < (double)whole);
}

/* The cells of a grid that a box reaches into: from `at`, one more along the axes that it `spans`.
 */
typedef struct cell_range {
    int64_t at[3];
    int spans; /* bits */
} cell_range;

static inline cell_range cells_of(const search_span *b, double inverse)
{
    cell_range r = {.spans = 0};
    for (int k = 0; k < 3; k++) {
        r.at[k] = cell_of(b->low[k], inverse);
        r.spans |= (cell_of(b->high[k], inverse) > r.at[k]) << k;
    }
    return r;
}

/* A sum of odd multiples, so that neighbours differ by one of them. */
static const uint64_t mix[3] = {0x9E3779B97F4A7C15u, 0xC2B2AE3D27D4EB4Fu, 0x165667B19E3779F9u};

static inline uint64_t hash_of(const cell_range *r, int32_t level)
{
    return (uint64_t)r->at[0] * mix[0] + (uint64_t)r->at[1] * mix[1] + (uint64_t)r->at[2] * mix[2] +
           (uint64_t)level * 0x27D4EB2F165667C5u;
}

static inline int32_t *list_of(const box_grid *g, uint64_t hash, int corner)
{
    const uint64_t h =
        hash + (corner & 1 ? mix[0] : 0) + (corner & 2 ? mix[1] : 0) + (corner & 4 ? mix[2] : 0);
    return &g->head[((h ^ (h >> 32)) * mix[1] >> 32) & (uint64_t)(g->lists - 1)];
}

/* Whether the lowest corner of the overlap of two boxes is in these of their cells. */
static bool is_lowest(const cell_range *a, int corner_a, const cell_range *b, int corner_b)
{
    bool is = true;
    for (int k = 0; k < 3; k++) {
        const int64_t lowest = a->at[k] > b->at[k] ? a->at[k] : b->at[k];
        is = is && lowest == a->at[k] + (corner_a >> k & 1) &&
             lowest == b->at[k] + (corner_b >> k & 1);
    }
    return is;
}

/* ---- pairs ---- */

/* A search through the cells of a grid. */
typedef struct cell_search {
    contact_search *s;
    pair_visit *visit;
    void *with;
    int32_t level;
    double inverse;
} cell_search;

/* Visit the pairs of a box and those in the list of one of its cells. */
static void visit_list(const cell_search *c, const search_span *b, const cell_range *r, int corner,
                       int32_t first)
{
    const box_grid *g = &c->s->grid;
    for (int32_t e = first; e >= 0; e = g->entry[e].next) {
        const int32_t other = g->entry[e].corner / CORNERS;
        const search_span *o = &c->s->span[other];
        if (!boxes_overlap(b, o) || b->slot == o->slot || g->level[other] != c->level) {
            continue;
        }
        const cell_range of = cells_of(o, c->inverse);
        if (is_lowest(r, corner, &of, g->entry[e].corner % CORNERS) &&
            pair_table_may_touch(&c->s->table, b->collider, o->collider)) {
            c->visit(c->with, b->collider, o->collider);
        }
    }
}

/* Visit the pairs of a box and those in a grid, and put it there if that is its own. */
static void visit_cells(const cell_search *c, int32_t i)
{
    const search_span *b = &c->s->span[i];
    box_grid *g = &c->s->grid;
    const bool own = g->level[i] == c->level;
    const cell_range r = cells_of(b, c->inverse);
    const uint64_t hash = hash_of(&r, c->level);
    int corner = r.spans;
    for (bool more = true; more; corner = (corner - 1) & r.spans) {
        int32_t *head = list_of(g, hash, corner);
        if (*head >= 0) {
            visit_list(c, b, &r, corner, *head);
        }
        if (own) {
            g->entry[g->entries] = (grid_entry){*head, CORNERS * i + corner};
            *head = g->entries++;
        }
        more = corner > 0;
    }
}

void ludo_broad_phase_grid(contact_search *s, pair_visit *visit, void *with)
{
    box_grid *g = &s->grid;
    int32_t count[OUTSIDE + 1], used = 0, first = 0;
    cell_search search[OUTSIDE];
    order_by_level(s, count);
    memset(g->head, -1, (size_t)g->lists * sizeof *g->head);
    g->entries = 0;
    for (int32_t l = OUTSIDE - 1; l >= 0; l--) {
        if (count[l] > 0) {
            search[used++] = (cell_search){s, visit, with, l, inverse_width(l)};
        }
        for (int32_t i = first; i < first + count[l]; i++) {
            for (int32_t k = 0; k < used; k++) {
                visit_cells(&search[k], g->order[i]);
            }
        }
        first += count[l];
    }
}
