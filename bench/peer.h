/* SPDX-License-Identifier: Apache-2.0
 *
 * The engine that Ludo is compared with: MuJoCo, on the same chains, loops and robots. Builds with
 * its library use peer_mujoco.c, others peer_none.c. */
#ifndef LUDO_BENCH_PEER_H
#define LUDO_BENCH_PEER_H

#include <stdbool.h>

/* A chain of uniform rods as of ludo_scene_chain(), and the settings of its simulation. */
typedef struct ludo_peer_case {
    int links;
    bool ball;              /* ball joints instead of hinges */
    double lowered;         /* angle of the first joint below horizontal [rad]; starts at rest */
    double dt;              /* [s] */
    const char *integrator; /* "Euler", "implicitfast", "discrete" or "RK4" */
} ludo_peer_case;

/* One simulation by the peer. */
typedef struct ludo_peer ludo_peer;

/* Version of the peer; "": none. */
const char *ludo_peer_version(void);

/* NULL: there is no peer, or it refuses the chain. */
ludo_peer *ludo_peer_create(const ludo_peer_case *chain);

/* A robot or a scene from a file, and the settings of its simulation. */
typedef struct ludo_peer_file {
    const char *path;
    double dt; /* [s] */
    const char *integrator;
    bool contacts, limits; /* limits of joints and tendons */
    bool sleeps;           /* bodies that have come to rest sleep */
    const char *keyframe;  /* of the file; NULL: the reference pose at rest, zero controls */
    double effort;         /* along all degrees of freedom of joints but free ones [N m, N] */
    int warm_up;           /* steps before the start */
} ludo_peer_file;

/* A mechanism from a file, with all forces. It starts `warm_up` steps after its keyframe; with
 * limits, joints outside of them are moved onto them. Missing meshes are accepted if no mass
 * depends on them. NULL: there is no peer, or it refuses the file or lacks the keyframe. */
ludo_peer *ludo_peer_load(const ludo_peer_file *file);

/* A mechanism from a file whose loops the peer closes by connects: of default stiffness, or
 * `tight`, as stiff as its step allows. */
ludo_peer *ludo_peer_load_loops(const char *path, double dt, const char *integrator, bool tight);

void ludo_peer_destroy(ludo_peer *peer);

/* Kinetic and potential energy of the current state [J]. */
double ludo_peer_energy(ludo_peer *peer);

/* Number of contacts that transmit a force. */
int ludo_peer_contacts(ludo_peer *peer);

/* Number of iterations of the solver of constraints in the last step, the most of any island. */
int ludo_peer_iterations(ludo_peer *peer);

/* The largest gap of a connect [m]. */
double ludo_peer_gap(ludo_peer *peer);

/* Return to the start. Costs no more than a step. */
void ludo_peer_restart(ludo_peer *peer);

/* Take steps; false: the peer reported that the motion blew up. */
bool ludo_peer_steps(ludo_peer *peer, int steps);

/* Many simulations of a peer's mechanism, each from its start. */
typedef struct ludo_peer_batch ludo_peer_batch;

/* NULL: there is no peer. The peer must outlive the batch. */
ludo_peer_batch *ludo_peer_batch_create(ludo_peer *peer, int simulations, int threads);

void ludo_peer_batch_destroy(ludo_peer_batch *batch);

/* The rates of all simulations, to be written; *count: how many each has. */
double *ludo_peer_batch_rates(ludo_peer_batch *batch, int *count);

/* Advance all; returns how many have failed. */
long ludo_peer_batch_step(ludo_peer_batch *batch, int steps);

#endif
