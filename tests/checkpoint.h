/* SPDX-License-Identifier: Apache-2.0
 *
 * Checkpoints (serialized states) of simulations: saved, compared, restored. */
#ifndef LUDO_TESTS_CHECKPOINT_H
#define LUDO_TESTS_CHECKPOINT_H

#include "support.h"

#include <stdlib.h>
#include <string.h>

typedef struct checkpoint {
    unsigned char *bytes;
    size_t size;
} checkpoint;

static inline checkpoint checkpoint_of(const ludo_sim *sim)
{
    checkpoint i = {.size = ludo_sim_state_size(sim)};
    i.bytes = malloc(i.size);
    assert_non_null(i.bytes);
    assert_int_equal(ludo_sim_get_state(sim, i.bytes), LUDO_OK);
    return i;
}

static inline void checkpoint_free(checkpoint *i)
{
    free(i->bytes);
}

/* True if the simulation's state equals the checkpoint, bit for bit. */
static inline bool is_at(const ludo_sim *sim, const checkpoint *expected)
{
    checkpoint now = checkpoint_of(sim);
    const bool same =
        now.size == expected->size && memcmp(now.bytes, expected->bytes, now.size) == 0;
    checkpoint_free(&now);
    return same;
}

static inline void check_same(const ludo_sim *a, const ludo_sim *b)
{
    checkpoint expected = checkpoint_of(a);
    assert_true(is_at(b, &expected));
    checkpoint_free(&expected);
}

static inline ludo_status take(ludo_sim *sim, const checkpoint *i)
{
    return ludo_sim_set_state(sim, i->bytes, i->size);
}

/* Copy the state of one simulation to another. */
static inline void hand_over(const ludo_sim *from, ludo_sim *to)
{
    checkpoint i = checkpoint_of(from);
    assert_int_equal(take(to, &i), LUDO_OK);
    checkpoint_free(&i);
}

/* The checkpoint is refused with the expected status, and the simulation is unchanged. */
static inline void check_not_taken(ludo_sim *sim, const checkpoint *given, ludo_status expected)
{
    checkpoint before = checkpoint_of(sim);
    assert_int_equal(take(sim, given), expected);
    assert_true(is_at(sim, &before));
    checkpoint_free(&before);
}

#endif
