/* SPDX-License-Identifier: Apache-2.0
 *
 * The engine that Ludo is measured against: MuJoCo, on the same chains, loops and robots. The
 * benchmark is built with it where its library is installed (peer_mujoco.c), and without where it
 * isn't (peer_none.c). */
#ifndef LUDO_BENCH_PEER_H
#define LUDO_BENCH_PEER_H

#include <stdbool.h>

/* A chain of uniform rods, as ludo_scene_chain() builds it, and how it is simulated. */
typedef struct ludo_peer_case {
    int links;
    bool ball;              /* ball joints instead of hinges */
    double lowered;         /* the first joint's angle below horizontal [rad]; at rest */
    double dt;              /* [s] */
    const char *integrator; /* "Euler", "implicitfast", "discrete" or "RK4" */
} ludo_peer_case;

/* One simulation in the other engine. */
typedef struct ludo_peer ludo_peer;

/* Version of the other engine; "" where there is none. */
const char *ludo_peer_version(void);

/* NULL where there is no other engine or it doesn't take the chain. */
ludo_peer *ludo_peer_create(const ludo_peer_case *chain);

/* A robot or a scene from a file, and how it is simulated. */
typedef struct ludo_peer_file {
    const char *path;
    double dt; /* [s] */
    const char *integrator;
    bool contacts; /* with contacts and limits of joints and tendons */
    int warm_up;   /* steps before the start */
} ludo_peer_file;

/* A mechanism from a file as the other engine reads it, with all forces, controls at zero. It
 * starts `warm_up` steps after its reference pose at rest, joints outside their limits moved onto
 * them where limits hold. Meshes needn't be there where mass doesn't come from them. NULL where
 * there is no other engine or it doesn't take the file. */
ludo_peer *ludo_peer_load(const ludo_peer_file *file);

/* A mechanism from a file whose loops the other engine holds closed by connects: as soft as they
 * are by default, or `tight`, as stiff as its step bears. */
ludo_peer *ludo_peer_load_loops(const char *path, double dt, const char *integrator, bool tight);

void ludo_peer_destroy(ludo_peer *peer);

/* Kinetic and potential energy now [J]. */
double ludo_peer_energy(ludo_peer *peer);

/* How many contacts transmit a force now. */
int ludo_peer_contacts(ludo_peer *peer);

/* How far the widest connect is open now [m]. */
double ludo_peer_gap(ludo_peer *peer);

/* Go back to the start. Costs no more than a step. */
void ludo_peer_restart(ludo_peer *peer);

/* Do some steps; false where the engine reported that the motion blew up. */
bool ludo_peer_steps(ludo_peer *peer, int steps);

#endif
