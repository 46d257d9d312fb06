/* SPDX-License-Identifier: Apache-2.0
 *
 * The list of near pairs, and how far bodies have moved since. */
#include "collision/near_list.h"

/* Most pairs, per collider. */
enum { PAIRS = 8 };

void ludo_search_near_layout(near_list *l, const ludo_model *m, arena *a)
{
    l->room = PAIRS * m->contacts.collider_count;
    l->bodies = m->slots;
    l->pair = TAKE(a, l->room, near_pair);
    l->at = TAKE(a, m->slots, near_body);
}

void ludo_search_near_open(near_list *l, const ludo_model *m)
{
    l->count = 0;
    l->valid = false;
    for (int32_t i = 0; i < l->bodies; i++) {
        l->at[i].reach = 0.0;
    }
    for (int32_t i = 0; i < m->contacts.collider_count; i++) {
        const collider *c = &m->contacts.collider[i];
        if (c->slot >= 0) {
            const double reach = v3_norm(c->frame.position) + c->radius;
            near_body *b = &l->at[c->slot];
            b->reach = reach > b->reach ? reach : b->reach;
        }
    }
}

void ludo_search_near_begin(near_list *l, const pose *to, double margin)
{
    l->count = 0;
    l->valid = true;
    l->margin = margin;
    for (int32_t i = 0; i < l->bodies; i++) {
        l->at[i].x = to[i].x;
        l->at[i].q = to[i].q;
    }
}

void ludo_search_near_put(near_list *l, const near_pair *pair)
{
    if (l->count == l->room) {
        l->valid = false;
        return;
    }
    l->pair[l->count++] = *pair;
}

static bool is_before(const near_pair *p, const near_pair *q)
{
    return p->a != q->a ? p->a < q->a : p->b < q->b;
}

/* By insertion over ever smaller strides [Shell 1959]. */
void ludo_search_near_sort(near_list *l)
{
    for (int32_t stride = l->count / 2; stride > 0; stride /= 2) {
        for (int32_t i = stride; i < l->count; i++) {
            const near_pair moved = l->pair[i];
            int32_t k = i;
            for (; k >= stride && is_before(&moved, &l->pair[k - stride]); k -= stride) {
                l->pair[k] = l->pair[k - stride];
            }
            l->pair[k] = moved;
        }
    }
}

/* The difference of quaternions is 2 sin(angle / 4), at least a third of the angle. A plane has an
 * infinite reach: its body may not rotate at all. */
static bool is_within(const near_body *b, const pose *z, double distance)
{
    const ludo_quat d = {z->q.w - b->q.w, z->q.x - b->q.x, z->q.y - b->q.y, z->q.z - b->q.z};
    const ludo_vec3 way = v3_sub(z->x, b->x);
    const double turn = q_dot(d, d), half = 0.5 * distance;
    return v3_dot(way, way) <= half * half &&
           (turn == 0.0 || 10.0 * turn * b->reach * b->reach <= half * half);
}

bool ludo_search_near_holds(const near_list *l, const pose *at, double margin)
{
    const double most = 0.25 * l->margin - 0.5 * margin;
    bool holds = l->valid && most >= 0.0;
    for (int32_t i = 0; i < l->bodies && holds; i++) {
        holds = is_within(&l->at[i], &at[i], most);
    }
    return holds;
}
