/* SPDX-License-Identifier: Apache-2.0
 *
 * Chains in MuJoCo. Built by its model editing interface, because its XML reader takes no more than
 * some 500 nested bodies. Contacts and everything else that Ludo doesn't compute here is off; it
 * doesn't reset by itself, so that a motion that blows up is seen. */
#include "peer.h"

#include <math.h>
#include <mujoco/mujoco.h>
#include <stdlib.h>
#include <string.h>

struct ludo_peer {
    mjModel *model;
    mjData *data;
    mjtNum *start; /* the physics state at the start: mjSTATE_INTEGRATION */
};

static void ignore_warning(const char *message)
{
    (void)message;
}

const char *ludo_peer_version(void)
{
    return mj_versionString();
}

static mjsBody *add_rod(mjsBody *parent, bool first, bool ball)
{
    mjsBody *rod = mjs_addBody(parent, NULL);
    rod->pos[0] = first ? 0.0 : 1.0;
    rod->mass = 1.0;
    rod->ipos[0] = 0.5;
    rod->inertia[0] = 1e-3;
    rod->inertia[1] = rod->inertia[2] = 1.0 / 12.0;
    rod->explicitinertial = 1;
    mjsJoint *joint = mjs_addJoint(rod, NULL);
    joint->type = ball ? mjJNT_BALL : mjJNT_HINGE;
    joint->axis[0] = joint->axis[2] = 0.0;
    joint->axis[1] = 1.0;
    return rod;
}

static mjModel *compile_chain(const ludo_peer_case *chain)
{
    mjSpec *spec = mj_makeSpec();
    mjsBody *body = mjs_findBody(spec, "world");
    for (int k = 0; k < chain->links; k++) {
        body = add_rod(body, k == 0, chain->ball);
    }
    mjModel *model = mj_compile(spec, NULL);
    mj_deleteSpec(spec);
    return model;
}

static int integrator_of(const char *name)
{
    return strcmp(name, "RK4") == 0            ? mjINT_RK4
           : strcmp(name, "implicitfast") == 0 ? mjINT_IMPLICITFAST
                                               : mjINT_EULER;
}

ludo_peer *ludo_peer_create(const ludo_peer_case *chain)
{
    mju_user_warning = ignore_warning;
    ludo_peer *peer = calloc(1, sizeof *peer);
    mjModel *model = compile_chain(chain);
    if (peer == NULL || model == NULL) {
        free(peer);
        mj_deleteModel(model);
        return NULL;
    }
    model->opt.timestep = chain->dt;
    model->opt.integrator = integrator_of(chain->integrator);
    model->opt.gravity[2] = -9.81;
    model->opt.disableflags |=
        mjDSBL_CONTACT | mjDSBL_CONSTRAINT | mjDSBL_SENSOR | mjDSBL_ACTUATION | mjDSBL_AUTORESET;
    peer->model = model;
    peer->data = mj_makeData(model);
    peer->data->qpos[0] = chain->ball ? cos(0.5 * chain->lowered) : chain->lowered;
    if (chain->ball) {
        peer->data->qpos[2] = sin(0.5 * chain->lowered);
    }
    peer->start = malloc((size_t)mj_stateSize(model, mjSTATE_INTEGRATION) * sizeof(mjtNum));
    mj_forward(model, peer->data);
    mj_getState(model, peer->data, peer->start, mjSTATE_INTEGRATION);
    return peer;
}

void ludo_peer_destroy(ludo_peer *peer)
{
    if (peer != NULL) {
        mj_deleteData(peer->data);
        mj_deleteModel(peer->model);
        free(peer->start);
        free(peer);
    }
}

void ludo_peer_restart(ludo_peer *peer)
{
    mj_setState(peer->model, peer->data, peer->start, mjSTATE_INTEGRATION);
    memset(peer->data->warning, 0, sizeof peer->data->warning);
}

bool ludo_peer_steps(ludo_peer *peer, int steps)
{
    for (int k = 0; k < steps; k++) {
        mj_step(peer->model, peer->data);
    }
    const mjWarningStat *warning = peer->data->warning;
    return warning[mjWARN_BADQPOS].number == 0 && warning[mjWARN_BADQVEL].number == 0 &&
           warning[mjWARN_BADQACC].number == 0;
}
