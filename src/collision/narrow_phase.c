/* SPDX-License-Identifier: Apache-2.0
 *
 * Lookup of the narrow phase of two types of shape. */
#include "collision/narrow_phase.h"

static const narrow_phase_kind *const kinds[] = {
#define X(name) &ludo_narrow_phase_##name,
    LUDO_NARROW_PHASE_LIST(X) LUDO_FIELD_PHASE_LIST(X)
#undef X
};

bool ludo_narrow_phase_may_touch(const struct shape_kind *a, const struct shape_kind *b)
{
    bool swapped;
    return ludo_narrow_phase_find(a, b, &swapped) != NULL;
}

int32_t ludo_narrow_phase_number(const struct shape_kind *a, const struct shape_kind *b,
                                 bool *swapped)
{
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        const narrow_phase_kind *const t = kinds[i];
        if ((t->a == a && t->b == b) || (t->a == b && t->b == a)) {
            *swapped = t->a != a;
            return (int32_t)i;
        }
    }
    return -1;
}

const narrow_phase_kind *ludo_narrow_phase_at(int32_t number)
{
    return kinds[number];
}

const narrow_phase_kind *ludo_narrow_phase_find(const struct shape_kind *a,
                                                const struct shape_kind *b, bool *swapped)
{
    const int32_t number = ludo_narrow_phase_number(a, b, swapped);
    return number >= 0 ? kinds[number] : NULL;
}

double ludo_narrow_phase_gap(const collider *a, const collider *b, const pose *z_a, const pose *z_b)
{
    bool swapped;
    const narrow_phase_kind *kind = ludo_narrow_phase_find(a->kind, b->kind, &swapped);
    if (kind == NULL) {
        return HUGE_VAL;
    }
    return swapped ? kind->gap(b, a, z_b, z_a) : kind->gap(a, b, z_a, z_b);
}
