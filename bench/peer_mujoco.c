/* SPDX-License-Identifier: Apache-2.0
 *
 * Chains, loops and robots in MuJoCo. Chains are built through its model editing interface, because
 * its XML reader takes at most some 500 nested bodies. Sensors, which Ludo does not have, are off;
 * contacts and limits are off unless requested. Automatic resets are off, so that a motion that
 * blows up is detected. */
#include "peer.h"

#include <math.h>
#include <mujoco/mjbatch.h>
#include <mujoco/mujoco.h>
#include <stdlib.h>
#include <string.h>

struct ludo_peer {
    mjModel *model;
    mjData *data;
    mjtNum *start; /* the physics state at the start: mjSTATE_INTEGRATION */
    bool sleeps;   /* then runs go on from each other: what sleeps stays where it is */
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
           : strcmp(name, "discrete") == 0     ? mjINT_DISCRETE
                                               : mjINT_EULER;
}

/* A simulation that owns the model, which may be NULL; its start is not set. */
static ludo_peer *make_peer(mjModel *model, double dt, const char *integrator)
{
    ludo_peer *peer = calloc(1, sizeof *peer);
    if (peer == NULL || model == NULL) {
        free(peer);
        mj_deleteModel(model);
        return NULL;
    }
    model->opt.timestep = dt;
    model->opt.integrator = integrator_of(integrator);
    model->opt.disableflags |= mjDSBL_CONTACT | mjDSBL_LIMIT | mjDSBL_SENSOR | mjDSBL_AUTORESET;
    peer->model = model;
    peer->data = mj_makeData(model);
    peer->start = malloc((size_t)mj_stateSize(model, mjSTATE_INTEGRATION) * sizeof(mjtNum));
    return peer;
}

/* Make the current state the start. */
static void keep_start(ludo_peer *peer)
{
    mj_forward(peer->model, peer->data);
    mj_getState(peer->model, peer->data, peer->start, mjSTATE_INTEGRATION);
}

ludo_peer *ludo_peer_create(const ludo_peer_case *chain)
{
    mju_user_warning = ignore_warning;
    ludo_peer *peer = make_peer(compile_chain(chain), chain->dt, chain->integrator);
    if (peer == NULL) {
        return NULL;
    }
    peer->model->opt.disableflags |=
        mjDSBL_CONSTRAINT; /* saves the search for constraints: there are none */
    peer->data->qpos[0] = chain->ball ? cos(0.5 * chain->lowered) : chain->lowered;
    if (chain->ball) {
        peer->data->qpos[2] = sin(0.5 * chain->lowered);
    }
    keep_start(peer);
    return peer;
}

/* Delete all mesh geoms, then the meshes: their files may be missing. */
static void drop_meshes(mjSpec *spec)
{
    mjsElement *next;
    for (mjsElement *e = mjs_firstElement(spec, mjOBJ_GEOM); e != NULL; e = next) {
        next = mjs_nextElement(spec, e);
        if (mjs_asGeom(e)->type == mjGEOM_MESH) {
            mjs_delete(spec, e);
        }
    }
    for (mjsElement *e = mjs_firstElement(spec, mjOBJ_MESH); e != NULL; e = next) {
        next = mjs_nextElement(spec, e);
        mjs_delete(spec, e);
    }
}

/* Give bodies fixed to the world a valid inertia: real files often have none, and it has no
 * effect. */
static void round_bases(mjSpec *spec)
{
    mjsBody *world = mjs_findBody(spec, "world");
    for (mjsElement *e = mjs_firstChild(world, mjOBJ_BODY, 0); e != NULL;
         e = mjs_nextChild(world, e, 0)) {
        mjsBody *base = mjs_asBody(e);
        if (mjs_firstChild(base, mjOBJ_JOINT, 0) == NULL && base->explicitinertial) {
            base->fullinertia[0] = (double)NAN;
            base->inertia[0] = base->inertia[1] = base->inertia[2] = 1.0;
        }
    }
}

/* The model of a file; on failure without the elements that MuJoCo may refuse. */
static mjModel *compile_file(const char *path)
{
    mjSpec *spec = mj_parseXML(path, NULL, NULL, 0);
    if (spec == NULL) {
        return NULL;
    }
    mjModel *model = mj_compile(spec, NULL);
    if (model == NULL) {
        drop_meshes(spec);
        round_bases(spec);
        model = mj_compile(spec, NULL);
    }
    mj_deleteSpec(spec);
    return model;
}

/* Move joints of one coordinate that are outside their limits onto them, as Ludo does at the
 * start. */
static void clamp_joints(const mjModel *model, mjData *data)
{
    for (int j = 0; j < model->njnt; j++) {
        const mjtNum *range = model->jnt_range + 2 * j;
        mjtNum *q = data->qpos + model->jnt_qposadr[j];
        if (model->jnt_limited[j] && model->jnt_type[j] >= mjJNT_SLIDE) {
            *q = fmin(fmax(*q, range[0]), range[1]);
        }
    }
}

/* False: there is no such keyframe. */
static bool go_to_keyframe(ludo_peer *peer, const char *name)
{
    const int key = name != NULL ? mj_name2id(peer->model, mjOBJ_KEY, name) : 0;
    if (name != NULL && key >= 0) {
        mj_resetDataKeyframe(peer->model, peer->data, key);
    }
    return key >= 0;
}

/* The same effort along all degrees of freedom of joints but the free ones, in every step. */
static void push(ludo_peer *peer, double effort)
{
    for (int i = 0; i < peer->model->nv; i++) {
        if (peer->model->jnt_type[peer->model->dof_jntid[i]] != mjJNT_FREE) {
            peer->data->qfrc_applied[i] = effort;
        }
    }
}

ludo_peer *ludo_peer_load(const ludo_peer_file *file)
{
    mju_user_warning = ignore_warning;
    ludo_peer *peer = make_peer(compile_file(file->path), file->dt, file->integrator);
    if (peer == NULL) {
        return NULL;
    }
    peer->model->opt.disableflags &=
        ~((file->contacts ? mjDSBL_CONTACT : 0) | (file->limits ? mjDSBL_LIMIT : 0));
    if (file->sleeps) { /* data is made for sleep */
        peer->model->opt.enableflags |= mjENBL_SLEEP;
        mj_deleteData(peer->data);
        peer->data = mj_makeData(peer->model);
    }
    if (!go_to_keyframe(peer, file->keyframe)) {
        ludo_peer_destroy(peer);
        return NULL;
    }
    if (file->limits) {
        clamp_joints(peer->model, peer->data);
    }
    push(peer, file->effort);
    ludo_peer_steps(peer, file->warm_up);
    peer->sleeps = file->sleeps;
    if (!peer->sleeps) {
        keep_start(peer);
    }
    return peer;
}

/* Two steps are the least time constant that MuJoCo allows. */
static void tighten(mjModel *model)
{
    static const mjtNum solimp[mjNIMP] = {0.9999, 0.9999, 0.001, 0.5, 2.0};
    for (int i = 0; i < model->neq; i++) {
        model->eq_solref[mjNREF * i] = 2.0 * model->opt.timestep;
        model->eq_solref[mjNREF * i + 1] = 1.0;
        memcpy(model->eq_solimp + mjNIMP * i, solimp, sizeof solimp);
    }
    model->opt.tolerance = 1e-14;
    model->opt.iterations = 200;
}

ludo_peer *ludo_peer_load_loops(const char *path, double dt, const char *integrator, bool tight)
{
    mju_user_warning = ignore_warning;
    ludo_peer *peer = make_peer(compile_file(path), dt, integrator);
    if (peer != NULL) {
        if (tight) {
            tighten(peer->model);
        }
        keep_start(peer);
    }
    return peer;
}

double ludo_peer_energy(ludo_peer *peer)
{
    mj_fwdPosition(peer->model, peer->data);
    mj_energyPos(peer->model, peer->data);
    mj_energyVel(peer->model, peer->data);
    return peer->data->energy[0] + peer->data->energy[1];
}

int ludo_peer_contacts(ludo_peer *peer)
{
    int count = 0;
    for (int i = 0; i < peer->data->ncon; i++) {
        mjtNum force[6];
        mj_contactForce(peer->model, peer->data, i, force);
        count += force[0] > 0.0;
    }
    return count;
}

int ludo_peer_iterations(ludo_peer *peer)
{
    int most = 0;
    for (int i = 0; i < peer->data->nisland || i == 0; i++) {
        const int count = i < mjNISLAND ? peer->data->solver_niter[i] : 0;
        most = count > most ? count : most;
    }
    return most;
}

double ludo_peer_gap(ludo_peer *peer)
{
    double widest = 0.0;
    mj_fwdPosition(peer->model, peer->data);
    for (int row = 0; row + 3 <= peer->data->ne; row += 3) {
        widest = fmax(widest, mju_norm3(peer->data->efc_pos + row));
    }
    return widest;
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
    if (!peer->sleeps) {
        mj_setState(peer->model, peer->data, peer->start, mjSTATE_INTEGRATION);
    }
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

/* ---- batches ---- */

struct ludo_peer_batch {
    mjBatch *batch;
};

/* Write the start of the peer to the rows of the batch. */
static void set_starts(ludo_peer *peer, mjBatch *batch, int simulations)
{
    const int components[] = {mjSTATE_QPOS, mjSTATE_QVEL, mjSTATE_CTRL};
    mj_setState(peer->model, peer->data, peer->start, mjSTATE_INTEGRATION);
    for (int i = 0; i < 3; i++) {
        int size = 0;
        mjtNum *rows = mjb_stateComponent(batch, components[i], &size);
        for (int k = 0; k < simulations && rows != NULL && size > 0; k++) {
            mj_getState(peer->model, peer->data, rows + (size_t)k * (size_t)size, components[i]);
        }
    }
}

ludo_peer_batch *ludo_peer_batch_create(ludo_peer *peer, int simulations, int threads)
{
    char error[256] = "";
    mjBatchConfig config;
    ludo_peer_batch *b = calloc(1, sizeof *b);
    mjb_defaultConfig(&config);
    config.nthread = threads;
    if (b != NULL) {
        b->batch = mjb_makeBatch(peer->model, simulations, &config, error, sizeof error);
    }
    if (b == NULL || b->batch == NULL) {
        free(b);
        return NULL;
    }
    set_starts(peer, b->batch, simulations);
    return b;
}

void ludo_peer_batch_destroy(ludo_peer_batch *batch)
{
    if (batch != NULL) {
        mjb_deleteBatch(batch->batch);
        free(batch);
    }
}

double *ludo_peer_batch_rates(ludo_peer_batch *batch, int *count)
{
    return mjb_stateComponent(batch->batch, mjSTATE_QVEL, count);
}

long ludo_peer_batch_step(ludo_peer_batch *batch, int steps)
{
    (void)mjb_step(batch->batch, NULL, mjb_nsim(batch->batch), steps, mjSTAGE_NONE);
    long failed = 0;
    for (int k = 0; k < mjb_nsim(batch->batch); k++) {
        failed += mjb_status(batch->batch)[k] != 0;
    }
    return failed;
}
