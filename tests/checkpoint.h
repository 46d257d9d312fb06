/* SPDX-License-Identifier: Apache-2.0
 *
 * Checkpoints (serialized states) of simulations: saved, compared, restored. */
#ifndef LUDO_TESTS_CHECKPOINT_H
#define LUDO_TESTS_CHECKPOINT_H

#include "support.h"

#include <stdlib.h>
#include <string.h>

typedef struct image {
    unsigned char *bytes;
    size_t size;
} image;

static inline image image_of(const ludo_sim *sim)
{
    image i = {.size = ludo_sim_state_size(sim)};
    i.bytes = malloc(i.size);
    assert_non_null(i.bytes);
    assert_int_equal(ludo_sim_get_state(sim, i.bytes), LUDO_OK);
    return i;
}

static inline void image_free(image *i)
{
    free(i->bytes);
}

/* True if the simulation's state equals the checkpoint, bit for bit. */
static inline bool is_at(const ludo_sim *sim, const image *expected)
{
    image now = image_of(sim);
    const bool same =
        now.size == expected->size && memcmp(now.bytes, expected->bytes, now.size) == 0;
    image_free(&now);
    return same;
}

static inline void check_same(const ludo_sim *a, const ludo_sim *b)
{
    image expected = image_of(a);
    assert_true(is_at(b, &expected));
    image_free(&expected);
}

static inline ludo_status take(ludo_sim *sim, const image *i)
{
    return ludo_sim_set_state(sim, i->bytes, i->size);
}

/* Copy the state of one simulation to another. */
static inline void hand_over(const ludo_sim *from, ludo_sim *to)
{
    image i = image_of(from);
    assert_int_equal(take(to, &i), LUDO_OK);
    image_free(&i);
}

/* The checkpoint is refused with the expected status, and the simulation is unchanged. */
static inline void check_not_taken(ludo_sim *sim, const image *given, ludo_status expected)
{
    image before = image_of(sim);
    assert_int_equal(take(sim, given), expected);
    assert_true(is_at(sim, &before));
    image_free(&before);
}

#endif
