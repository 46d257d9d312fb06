/* SPDX-License-Identifier: Apache-2.0
 *
 * The tree of boxes around the prisms below facets: a box is halved where its facets are widest
 * apart. */
#include "geometry/facets_build.h"

#include <stdlib.h>

void ludo_facet_box(const facet *f, ludo_vec3 *low, ludo_vec3 *high)
{
    *low = *high = f->prism.vertex[0];
    for (int32_t i = 1; i < 2 * f->sides; i++) {
        const ludo_vec3 x = f->prism.vertex[i];
        *low = v3(fmin(low->x, x.x), fmin(low->y, x.y), fmin(low->z, x.z));
        *high = v3(fmax(high->x, x.x), fmax(high->y, x.y), fmax(high->z, x.z));
    }
}

/* ---- building ---- */

/* A node, and the facets of its box: from `first` to before `end` among the sorted ones. */
typedef struct range {
    int32_t node, first, end;
} range;

/* Ranges are halved: more than 31 don't wait at once. */
enum { MOST_RANGES = 64 };

static ludo_vec3 middle_of(const facet *f)
{
    ludo_vec3 low, high;
    ludo_facet_box(f, &low, &high);
    return v3_scale(0.5, v3_add(low, high));
}

static double along_axis(ludo_vec3 x, int axis)
{
    return axis == 0 ? x.x : axis == 1 ? x.y : x.z;
}

/* Set the box of a node; the axis along which the middles of its facets are widest apart. */
static int bound(facets_build *b, const range *r)
{
    facet_node *to = &b->node[r->node];
    ludo_vec3 least = middle_of(&b->facet[b->place[r->first].facet]), most = least;
    ludo_facet_box(&b->facet[b->place[r->first].facet], &to->low, &to->high);
    for (int32_t i = r->first + 1; i < r->end; i++) {
        const facet *f = &b->facet[b->place[i].facet];
        const ludo_vec3 x = middle_of(f);
        ludo_vec3 low, high;
        ludo_facet_box(f, &low, &high);
        to->low = v3(fmin(to->low.x, low.x), fmin(to->low.y, low.y), fmin(to->low.z, low.z));
        to->high = v3(fmax(to->high.x, high.x), fmax(to->high.y, high.y), fmax(to->high.z, high.z));
        least = v3(fmin(least.x, x.x), fmin(least.y, x.y), fmin(least.z, x.z));
        most = v3(fmax(most.x, x.x), fmax(most.y, x.y), fmax(most.z, x.z));
    }
    const ludo_vec3 wide = v3_sub(most, least);
    return wide.x >= wide.y && wide.x >= wide.z ? 0 : wide.y >= wide.z ? 1 : 2;
}

static int compare_places(const void *a, const void *b)
{
    const facet_place *p = a, *q = b;
    const int at = (p->at > q->at) - (p->at < q->at);
    return at != 0 ? at : (p->facet > q->facet) - (p->facet < q->facet);
}

static void sort_along(facets_build *b, const range *r, int axis)
{
    for (int32_t i = r->first; i < r->end; i++) {
        b->place[i].at = along_axis(middle_of(&b->facet[b->place[i].facet]), axis);
    }
    qsort(b->place + r->first, (size_t)(r->end - r->first), sizeof *b->place, compare_places);
}

void ludo_facets_sort(facets_build *b)
{
    range wait[MOST_RANGES];
    int32_t waiting = 0;
    for (int32_t i = 0; i < b->count; i++) {
        b->place[i].facet = i;
    }
    if (b->count > 0) {
        wait[waiting++] = (range){0, 0, b->count};
    }
    while (waiting > 0) {
        const range r = wait[--waiting];
        const int32_t half = (r.end - r.first) / 2, middle = r.first + half;
        facet_node *const to = &b->node[r.node];
        const int axis = bound(b, &r);
        to->facet = half == 0 ? b->place[r.first].facet : -1;
        to->next = r.node + 2 * (r.end - r.first) - 1;
        if (half > 0) {
            sort_along(b, &r, axis);
            wait[waiting++] = (range){r.node + 2 * half, middle, r.end};
            wait[waiting++] = (range){r.node + 1, r.first, middle};
        }
    }
}

/* ---- searching ---- */

static bool overlaps(const facet_node *n, ludo_vec3 low, ludo_vec3 high)
{
    return n->low.x <= high.x && n->low.y <= high.y && n->low.z <= high.z && low.x <= n->high.x &&
           low.y <= n->high.y && low.z <= n->high.z;
}

int32_t ludo_facets_next(const facets *f, ludo_vec3 low, ludo_vec3 high, int32_t *node)
{
    const int32_t end = 2 * f->count - 1;
    int32_t found = -1;
    while (*node < end && found < 0) {
        const facet_node *n = &f->node[*node];
        const bool enters = overlaps(n, low, high);
        found = enters ? n->facet : -1;
        *node = enters ? *node + 1 : n->next;
    }
    return found;
}
