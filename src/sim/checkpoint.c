/* SPDX-License-Identifier: Apache-2.0
 *
 * Checkpoints: the state of a simulation as bytes. A checkpoint is everything that a step changes,
 * word by word, after a head that identifies model and settings. Words are 64 bits, least
 * significant byte first, on every machine.
 *
 *     magic, version, fingerprint of model and settings, number of words, words, checksum */
#include "sim/fingerprint.h"

#include "model/loop.h"
#include "sim/density.h"

#include <string.h>

enum { WORD = 8, HEAD_WORDS = 4 };

/* "LUDOSTA1", the last digit being that of the format. */
static const uint64_t magic = 0x3141545344554c4fULL;

static const uint64_t library =
    ((uint64_t)LUDO_VERSION_MAJOR << 32) | (LUDO_VERSION_MINOR << 16) | LUDO_VERSION_PATCH;

/* ---- words ---- */

static void put_word(unsigned char *to, uint64_t word)
{
    for (int i = 0; i < WORD; i++) {
        to[i] = (unsigned char)(word >> (8 * i));
    }
}

static uint64_t get_word(const unsigned char *from)
{
    uint64_t word = 0;
    for (int i = 0; i < WORD; i++) {
        word |= (uint64_t)from[i] << (8 * i);
    }
    return word;
}

static size_t kept_words(const ludo_sim *sim)
{
    return sim->state.kept_size / WORD;
}

static uint64_t sum_words(const unsigned char *bytes, size_t words)
{
    uint64_t hash = hash_start;
    for (size_t i = 0; i < words; i++) {
        hash = hash_word(hash, get_word(bytes + WORD * i));
    }
    return hash;
}

size_t ludo_sim_state_size(const ludo_sim *sim)
{
    return sim != NULL ? WORD * (HEAD_WORDS + kept_words(sim) + 1) : 0;
}

ludo_status ludo_sim_get_state(const ludo_sim *sim, void *bytes)
{
    if (sim == NULL || bytes == NULL) {
        return LUDO_BAD_ARGUMENT;
    }
    unsigned char *to = bytes;
    const size_t words = kept_words(sim);
    const uint64_t head[HEAD_WORDS] = {magic, library, ludo_sim_fingerprint(sim), words};
    for (size_t i = 0; i < HEAD_WORDS; i++) {
        put_word(to + WORD * i, head[i]);
    }
    for (size_t i = 0; i < words; i++) {
        uint64_t word;
        memcpy(&word, sim->state.kept + WORD * i, sizeof word);
        put_word(to + WORD * (HEAD_WORDS + i), word);
    }
    put_word(to + WORD * (HEAD_WORDS + words), sum_words(to, HEAD_WORDS + words));
    return LUDO_OK;
}

/* Whether the indices of held joints are valid. */
static bool stays_plausible(const ludo_sim *sim, const int64_t *joint, int64_t count)
{
    const int64_t joints = sim->state.model->joint_count;
    bool good = count >= 0 && count <= (sim->state.kinematics != NULL ? joints : 0);
    for (int64_t i = 0; i < count && good; i++) {
        good = joint[i] >= 0 && joint[i] < joints;
    }
    return good;
}

/* Whether the redundant rows are rows of their loops. */
static bool left_out_plausible(const ludo_sim *sim)
{
    bool good = true;
    for (int32_t i = 0; i < sim->state.model->loop_count; i++) {
        good = good && sim->state.left_out[i] >= 0 &&
               sim->state.left_out[i] >> sim->state.model->loop[i].rows == 0;
    }
    return good;
}

/* Whether the integers read from a checkpoint are values that a simulation could have written. */
static bool plausible(const ludo_sim *sim)
{
    const sim_progress *p = sim->state.progress;
    const int64_t flags[] = {p->now,     p->loose,  p->started,       p->twists_known, p->pushed,
                             p->exerted, p->served, p->looked_around, p->overlap_held};
    bool good = p->contact_pending >= KNOT_ENERGY_KNOWN &&
                p->contact_pending <= KNOT_ENERGY_STRUCK && p->released >= 0 && p->limited >= 0 &&
                p->loop >= -1 && p->loop < sim->state.model->loop_count && p->overlap_a >= -1 &&
                p->overlap_a < sim->state.model->geom_count && p->overlap_b >= -1 &&
                p->overlap_b < sim->state.model->geom_count &&
                stays_plausible(sim, sim->state.stays, sim->state.progress->stays) &&
                stays_plausible(sim, sim->state.rate_stays, sim->state.progress->rate_stays) &&
                left_out_plausible(sim);
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++) {
        good = good && (flags[i] == 0 || flags[i] == 1);
    }
    good = good && (sim->density == NULL || ludo_density_plausible(sim->density));
    /* before the start the integrator has no data in it */
    const bool nothing = p->started == 0 || sim->integrator->plausible == NULL;
    return good && (nothing || sim->integrator->plausible(&sim->state));
}

/* Check the head of a checkpoint. */
static ludo_status check_head(const ludo_sim *sim, const unsigned char *from, size_t size)
{
    if (size < WORD * (HEAD_WORDS + 1) || get_word(from) != magic) {
        return LUDO_PARSE;
    }
    const size_t words = size / WORD - 1;
    if (size % WORD != 0 || get_word(from + WORD * 3) != words - HEAD_WORDS ||
        get_word(from + WORD * words) != sum_words(from, words)) {
        return LUDO_PARSE;
    }
    const bool ours = get_word(from + WORD) == library &&
                      get_word(from + 2 * WORD) == ludo_sim_fingerprint(sim) &&
                      size == ludo_sim_state_size(sim);
    return ours ? LUDO_OK : LUDO_REFUSED;
}

ludo_status ludo_sim_set_state(ludo_sim *sim, const void *bytes, size_t size)
{
    if (sim == NULL || bytes == NULL) {
        return LUDO_BAD_ARGUMENT;
    }
    const unsigned char *from = bytes;
    const ludo_status status = check_head(sim, from, size);
    if (status != LUDO_OK) {
        return status;
    }
    memcpy(sim->state.saved, sim->state.kept, sim->state.kept_size);
    for (size_t i = 0; i < kept_words(sim); i++) {
        const uint64_t word = get_word(from + WORD * (HEAD_WORDS + i));
        memcpy(sim->state.kept + WORD * i, &word, sizeof word);
    }
    if (!plausible(sim)) {
        memcpy(sim->state.kept, sim->state.saved, sim->state.kept_size);
        return LUDO_PARSE;
    }
    ludo_sim_note_replaced(sim);
    return LUDO_OK;
}
