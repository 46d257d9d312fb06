/* SPDX-License-Identifier: Apache-2.0
 *
 * The contact law of two colliders: that of their pair, or mixed from their own; and whether they
 * may touch. */
#include "model/contact.h"

/* ---- pairs and excluded bodies ---- */

/* The index of the pair a, b among sorted items of any size that begin with two numbers, or where
 * the pair would be inserted. */
static int32_t place_among(const void *items, size_t size, int32_t count, int32_t a, int32_t b)
{
    int32_t low = 0, high = count;
    while (low < high) {
        const int32_t middle = low + (high - low) / 2;
        const int32_t *at = (const void *)((const char *)items + (size_t)middle * size);
        if (at[0] < a || (at[0] == a && at[1] < b)) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

int32_t ludo_contact_law_pair_place(const model_contacts *c, int32_t a, int32_t b)
{
    return place_among(c->pair, sizeof *c->pair, c->pair_count, a, b);
}

const contact_law *ludo_contact_law_find(const model_contacts *c, int32_t a, int32_t b)
{
    const int32_t at = ludo_contact_law_pair_place(c, a, b);
    const bool found = at < c->pair_count && c->pair[at].a == a && c->pair[at].b == b;
    return found ? &c->pair[at].law : NULL;
}

int32_t ludo_contact_law_apart_place(const model_contacts *c, int32_t a, int32_t b)
{
    return place_among(c->apart, sizeof *c->apart, c->apart_count, a, b);
}

static bool is_apart(const model_contacts *c, int32_t i, int32_t j)
{
    const int32_t a = i < j ? i : j, b = i < j ? j : i;
    const int32_t at = ludo_contact_law_apart_place(c, a, b);
    return at < c->apart_count && c->apart[at].a == a && c->apart[at].b == b;
}

static bool is_held(const model_contacts *c, int32_t i, int32_t j)
{
    const int32_t a = i < j ? i : j, b = i < j ? j : i;
    const int32_t at = place_among(c->held, sizeof *c->held, c->held_count, a, b);
    return at < c->held_count && c->held[at].a == a && c->held[at].b == b;
}

/* ---- the law of two colliders ---- */

contact_law ludo_contact_law_make(int32_t condim, const double friction[3], double restitution)
{
    contact_law law = {.friction = friction[0],
                       .spin = condim >= 4 ? friction[1] : 0.0,
                       .roll = condim >= 6 ? friction[2] : 0.0,
                       .restitution = restitution};
    law.frictionless = condim == 1 || !(law.friction > 0.0 || law.spin > 0.0 || law.roll > 0.0);
    return law;
}

bool ludo_contact_law_is_given(const model_contacts *c, int32_t i, int32_t j)
{
    return c->collider[i].paired && c->collider[j].paired &&
           ludo_contact_law_find(c, i < j ? i : j, i < j ? j : i) != NULL;
}

static bool is_carried(const collider *a, const collider *b)
{
    return b->above >= 0 && b->above == a->welded;
}

static bool bits_meet(const collider *a, const collider *b)
{
    return (a->type & b->affinity) != 0 || (b->type & a->affinity) != 0;
}

/* Friction is that of the collider with the higher priority; at equal priority each coefficient is
 * the greater one. */
static contact_law mix(const collider *a, const collider *b)
{
    const double restitution = a->restitution >= b->restitution ? a->restitution : b->restitution;
    if (a->priority != b->priority) {
        const collider *first = a->priority > b->priority ? a : b;
        return ludo_contact_law_make(first->condim, first->friction, restitution);
    }
    double friction[3];
    for (int i = 0; i < 3; i++) {
        friction[i] = a->friction[i] >= b->friction[i] ? a->friction[i] : b->friction[i];
    }
    return ludo_contact_law_make(a->condim >= b->condim ? a->condim : b->condim, friction,
                                 restitution);
}

/* The law that was given to two colliders; NULL: none was. */
static const contact_law *given_law(const model_contacts *c, int32_t i, int32_t j)
{
    const bool paired = c->collider[i].paired && c->collider[j].paired;
    return paired ? ludo_contact_law_find(c, i < j ? i : j, i < j ? j : i) : NULL;
}

contact_law ludo_model_touching_law(const model_contacts *c, int32_t i, int32_t j)
{
    const contact_law *given = given_law(c, i, j);
    return given != NULL ? *given : mix(&c->collider[i], &c->collider[j]);
}

bool ludo_model_may_touch(const model_contacts *c, int32_t i, int32_t j, contact_law *law)
{
    const collider *a = &c->collider[i], *b = &c->collider[j];
    const contact_law *given = given_law(c, i, j);
    if (given != NULL) {
        *law = *given;
        return true;
    }
    if (a->welded == b->welded || !bits_meet(a, b) || is_carried(a, b) || is_carried(b, a) ||
        is_apart(c, a->body, b->body) || (a->held && b->held && is_held(c, i, j))) {
        return false;
    }
    *law = mix(a, b);
    return true;
}
