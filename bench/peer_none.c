/* SPDX-License-Identifier: Apache-2.0
 *
 * Definitions of peer.h without an engine. */
#include "peer.h"

#include <stddef.h>

const char *ludo_peer_version(void)
{
    return "";
}

ludo_peer *ludo_peer_create(const ludo_peer_case *chain)
{
    (void)chain;
    return NULL;
}

ludo_peer *ludo_peer_load(const ludo_peer_file *file)
{
    (void)file;
    return NULL;
}

ludo_peer *ludo_peer_load_loops(const char *path, double dt, const char *integrator, bool tight)
{
    (void)path;
    (void)dt;
    (void)integrator;
    (void)tight;
    return NULL;
}

double ludo_peer_energy(ludo_peer *peer)
{
    (void)peer;
    return 0.0;
}

int ludo_peer_contacts(ludo_peer *peer)
{
    (void)peer;
    return 0;
}

int ludo_peer_iterations(ludo_peer *peer)
{
    (void)peer;
    return 0;
}

double ludo_peer_gap(ludo_peer *peer)
{
    (void)peer;
    return 0.0;
}

void ludo_peer_destroy(ludo_peer *peer)
{
    (void)peer;
}

void ludo_peer_restart(ludo_peer *peer)
{
    (void)peer;
}

bool ludo_peer_steps(ludo_peer *peer, int steps)
{
    (void)peer;
    (void)steps;
    return false;
}

ludo_peer_batch *ludo_peer_batch_create(ludo_peer *peer, int simulations, int threads)
{
    (void)peer;
    (void)simulations;
    (void)threads;
    return NULL;
}

void ludo_peer_batch_destroy(ludo_peer_batch *batch)
{
    (void)batch;
}

double *ludo_peer_batch_rates(ludo_peer_batch *batch, int *count)
{
    (void)batch;
    *count = 0;
    return NULL;
}

long ludo_peer_batch_step(ludo_peer_batch *batch, int steps)
{
    (void)batch;
    (void)steps;
    return 0;
}
