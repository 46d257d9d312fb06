/* SPDX-License-Identifier: Apache-2.0
 *
 * Fixed points of normalization. Rounding may cycle among a few neighbouring values: the first
 * value of the cycle is taken. */
#include "formats/text/normal_form.h"

#include "math/quat.h"

/* Maximum number of normalizations before the cycle, and maximum length of the cycle. */
enum { ENOUGH = 8, LONGEST_ROUND = 8 };

static bool comes_before(ludo_quat a, ludo_quat b)
{
    return a.w != b.w ? a.w < b.w : a.x != b.x ? a.x < b.x : a.y != b.y ? a.y < b.y : a.z < b.z;
}

static ludo_quat unit_vector(ludo_quat q)
{
    return q_make(0.0, v3_unit(q_vector(q)));
}

static ludo_quat settle(ludo_quat q, ludo_quat (*normalize)(ludo_quat))
{
    for (int i = 0; i < ENOUGH; i++) {
        q = normalize(q);
    }
    ludo_quat first = q;
    for (int i = 0; i < LONGEST_ROUND; i++) {
        q = normalize(q);
        first = comes_before(q, first) ? q : first;
    }
    return first;
}

ludo_quat ludo_normal_form_quat(ludo_quat q)
{
    return settle(q, q_normalized);
}

ludo_vec3 ludo_normal_form_direction(ludo_vec3 a)
{
    return q_vector(settle(q_make(0.0, a), unit_vector));
}
