/* SPDX-License-Identifier: Apache-2.0
 *
 * Articulated-body algorithm, one degree of freedom after the other. Motions are (angular velocity,
 * velocity of the body's point at the world's origin), forces (moment about that origin, force),
 * all in world axes, so the inertias of connected bodies add up.
 *
 * With the inertia I of all bodies that a dof carries and its motion S per unit,
 *
 *     U = I S,    D = S . U + armature,    I' = I - U U^T / D
 *
 * is the inertia that its parent sees while the dof moves freely. With a force f at the dof and a
 * force p from its children, u = f - S . p, and the parent sees p' = p + U u / D. On the way down,
 * where the parent accelerates by a, the dof accelerates by (u - U . a) / D. */
#include "formats/dof_inertia.h"

#include "math/mass.h"
#include "spec/items.h"

#include <string.h>

/* One degree of freedom. */
typedef struct dof {
    double S[6], U[6];
    double inertia;  /* D; 0: the dof carries no inertia and does not move */
    double force, u; /* force: f */
} dof;

typedef struct body_node {
    ludo_frame pose;
    double inertia[36]; /* row-major, as its parent sees it */
    double force[6];    /* p */
    double motion[6];   /* a */
} body_node;

/* A joint: its degrees of freedom, the body that it carries, and whether it is the body's first. */
typedef struct joint_node {
    int32_t first, count;
    int32_t body, above;
    bool begins;
} joint_node;

struct dof_inertia {
    int32_t joints, bodies, dofs;
    joint_node *joint;
    body_node *body;
    dof *dof;
    double square; /* of the accelerations by the last forces */
};

static double product(const double a[6], const double b[6])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3] + a[4] * b[4] + a[5] * b[5];
}

/* a += s b, over `count` numbers */
static void add(double *a, double s, const double *b, int count)
{
    for (int i = 0; i < count; i++) {
        a[i] += s * b[i];
    }
}

static void pair(double out[6], ludo_vec3 a, ludo_vec3 b)
{
    memcpy(out, (double[]){a.x, a.y, a.z, b.x, b.y, b.z}, 6 * sizeof *out);
}

/* ---- the mechanism ---- */

static int32_t count_dofs(const char *type)
{
    static const struct {
        const char *type;
        int32_t count;
    } types[] = {{"hinge", 1}, {"slide", 1}, {"ball", 3}, {"free", 6}};
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        if (strcmp(types[i].type, type) == 0) {
            return types[i].count;
        }
    }
    return 0;
}

static ludo_vec3 unit_axis(int32_t k)
{
    return v3(k % 3 == 0, k % 3 == 1, k % 3 == 2);
}

/* One column per unit motion: its momentum. */
static void set_inertia(body_node *b, const ludo_body_def *def)
{
    const mass_properties m =
        mass_seen(b->pose, (mass_properties){def->mass, def->com, s3_from(def->inertia)});
    const ludo_vec3 none = v3(0.0, 0.0, 0.0);
    for (int k = 0; k < 6; k++) {
        const ludo_vec3 turn = k < 3 ? unit_axis(k) : none, shift = k < 3 ? none : unit_axis(k);
        const ludo_vec3 p = v3_scale(m.mass, v3_add(shift, v3_cross(turn, m.com)));
        pair(b->inertia + 6 * k, v3_add(s3_apply(m.J, turn), v3_cross(m.com, p)), p);
    }
}

/* The k-th degree of freedom of a joint. Those of balls rotate about the world's axes, those of
 * free joints also translate along them. */
static dof make_dof(const dof_inertia *r, const ludo_joint_def *j, int32_t k)
{
    const ludo_frame at = frame_mul(r->body[j->child].pose, frame_clean(j->in_child));
    const ludo_vec3 along = v3_unit(j->axis);
    const bool one = count_dofs(j->type) == 1;
    const ludo_vec3 axis = one ? q_rotate(at.orientation, along) : unit_axis(k);
    const bool turns_free = k < 3 && count_dofs(j->type) == 6;
    dof d = {.inertia = j->along[turns_free ? 3 : 0].armature};
    if (strcmp(j->type, "slide") == 0 || k >= 3) {
        pair(d.S, v3(0.0, 0.0, 0.0), axis);
    } else {
        pair(d.S, axis, v3_cross(at.position, axis));
    }
    return d;
}

static void place_joint(const ludo_spec *spec, dof_inertia *r, int32_t joint)
{
    const ludo_joint_def *j = ludo_spec_joint_at(spec, joint);
    joint_node *node = &r->joint[joint];
    body_node *b = &r->body[j->child];
    *node = (joint_node){r->dofs, count_dofs(j->type), j->child, j->parent, !j->continues};
    if (node->begins) {
        const ludo_frame world = frame_identity();
        const ludo_frame parent = j->parent == LUDO_WORLD ? world : r->body[j->parent].pose;
        b->pose = frame_mul(frame_mul(parent, frame_clean(j->in_parent)),
                            frame_inverse(frame_clean(j->in_child)));
        set_inertia(b, ludo_spec_body_at(spec, j->child));
    }
    for (int32_t k = 0; k < node->count; k++) {
        r->dof[r->dofs++] = make_dof(r, j, k);
    }
}

/* ---- elimination ---- */

static void eliminate(dof *d, double I[36])
{
    for (int i = 0; i < 6; i++) {
        d->U[i] = product(I + 6 * i, d->S);
    }
    d->inertia += product(d->S, d->U);
    for (int i = 0; i < 6 && d->inertia > 0.0; i++) {
        add(I + 6 * i, -d->U[i] / d->inertia, d->U, 6);
    }
}

static void eliminate_joint(dof_inertia *r, const joint_node *j)
{
    body_node *b = &r->body[j->body];
    for (int32_t k = j->count; k-- > 0;) {
        eliminate(&r->dof[j->first + k], b->inertia);
    }
    if (j->begins && j->above != LUDO_WORLD) {
        add(r->body[j->above].inertia, 1.0, b->inertia, 36);
    }
}

static void eliminate_forces(dof_inertia *r, const joint_node *j)
{
    body_node *b = &r->body[j->body];
    for (int32_t k = j->count; k-- > 0;) {
        dof *d = &r->dof[j->first + k];
        d->u = d->force - product(d->S, b->force);
        if (d->inertia > 0.0) {
            add(b->force, d->u / d->inertia, d->U, 6);
        }
    }
    if (j->begins && j->above != LUDO_WORLD) {
        add(r->body[j->above].force, 1.0, b->force, 6);
    }
}

/* The part of f . M^-1 f that belongs to the forces at one joint. */
static double accelerate_joint(dof_inertia *r, const joint_node *j)
{
    static const double still[6] = {0.0};
    body_node *b = &r->body[j->body];
    double sum = 0.0;
    if (j->begins) {
        memcpy(b->motion, j->above == LUDO_WORLD ? still : r->body[j->above].motion,
               sizeof b->motion);
    }
    for (int32_t k = 0; k < j->count; k++) {
        dof *d = &r->dof[j->first + k];
        const double acceleration =
            d->inertia > 0.0 ? (d->u - product(d->U, b->motion)) / d->inertia : 0.0;
        add(b->motion, acceleration, d->S, 6);
        sum += d->force * acceleration;
        r->square += acceleration * acceleration;
        d->force = 0.0;
    }
    memset(b->force, 0, sizeof b->force);
    return sum;
}

/* ---- interface ---- */

static void lay_out(dof_inertia *r, arena *a)
{
    dof_inertia *self = TAKE(a, 1, dof_inertia);
    r->joint = TAKE(a, r->joints, joint_node);
    r->body = TAKE(a, r->bodies, body_node);
    r->dof = TAKE(a, r->dofs, dof);
    if (self != NULL) {
        *self = *r;
    }
}

ludo_status ludo_dof_inertia_create(const ludo_spec *spec, const ludo_allocator *a,
                                    dof_inertia **out)
{
    dof_inertia r = {.joints = ludo_spec_joint_count(spec), .bodies = ludo_spec_body_count(spec)};
    for (int32_t i = 0; i < r.joints; i++) {
        r.dofs += count_dofs(ludo_spec_joint_at(spec, i)->type);
    }
    arena measured = {.base = NULL}, placed = {.base = NULL};
    lay_out(&r, &measured);
    placed.base = measured.overflow ? NULL : memory_take(a, measured.used);
    *out = (dof_inertia *)(void *)placed.base;
    if (*out == NULL) {
        return LUDO_NO_MEMORY;
    }
    lay_out(&r, &placed);
    (*out)->dofs = 0; /* counted again while joints are placed */
    for (int32_t i = 0; i < r.joints; i++) {
        place_joint(spec, *out, i);
    }
    for (int32_t i = r.joints; i-- > 0;) {
        eliminate_joint(*out, &(*out)->joint[i]);
    }
    return LUDO_OK;
}

void ludo_dof_inertia_destroy(dof_inertia *r, const ludo_allocator *a)
{
    memory_give(a, r);
}

void ludo_dof_inertia_add_force(dof_inertia *r, int32_t joint, int32_t part, double force)
{
    r->dof[r->joint[joint].first + part].force += force;
}

double ludo_dof_inertia_inverse(dof_inertia *r)
{
    double sum = 0.0;
    r->square = 0.0;
    for (int32_t i = r->joints; i-- > 0;) {
        eliminate_forces(r, &r->joint[i]);
    }
    for (int32_t i = 0; i < r->joints; i++) {
        sum += accelerate_joint(r, &r->joint[i]);
    }
    return sum;
}

double ludo_dof_inertia_acceleration(const dof_inertia *r)
{
    return sqrt(r->square);
}
