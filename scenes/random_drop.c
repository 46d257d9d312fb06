/* SPDX-License-Identifier: Apache-2.0
 *
 * Random falling mechanisms, for properties of all contacts. Shapes are placed without overlap;
 * floors are put below and beside their positions at the start. */
#include "random.h"
#include "scenes.h"

#include <math.h>
#include <string.h>

enum { BODIES_MAX = 8, SHAPES_MAX = 2 * BODIES_MAX, MESH_POINTS = 16 };

/* The place of a shape on its body, and its radius there. */
typedef struct bound {
    int32_t body;
    ludo_vec3 at;
    double radius;
} bound;

/* A drop under construction. */
typedef struct drop {
    scene s;
    uint64_t random;
    bound bound[SHAPES_MAX];
    int32_t bounds, bodies;
    double restitution;
    bool piled; /* bodies collide with each other */
    bool level; /* falls on one level plane, at the lowest point of all shapes */
    double top; /* height of the shapes placed so far [m] */
} drop;

static double uniform(drop *d, double low, double high)
{
    return ludo_scene_random(&d->random, low, high);
}

/* Uniform over the orders of magnitude. */
static double spread(drop *d, double low, double high)
{
    return low * pow(high / low, uniform(d, 0.0, 1.0));
}

static bool chance(drop *d, double of)
{
    return uniform(d, 0.0, 1.0) < of;
}

/* --- shapes ---------------------------------------------------------------------------------- */

static int32_t add_mesh(drop *d, double size)
{
    double vertex[3 * MESH_POINTS];
    for (int i = 0; i < 3 * MESH_POINTS; i++) {
        vertex[i] = uniform(d, -size, size);
    }
    return ludo_scene_add_mesh(&d->s, vertex, MESH_POINTS);
}

/* The radius of a shape about its centre. */
static double reach_of(const char *type, const double *size)
{
    if (strcmp(type, "sphere") == 0) {
        return size[0];
    }
    if (strcmp(type, "capsule") == 0) {
        return size[0] + size[1];
    }
    if (strcmp(type, "cylinder") == 0) {
        return sqrt(size[0] * size[0] + size[1] * size[1]);
    }
    return sqrt(size[0] * size[0] + size[1] * size[1] + size[2] * size[2]);
}

static ludo_geom_def surface(drop *d)
{
    ludo_geom_def g = ludo_geom_default();
    g.friction[0] = chance(d, 0.1) ? 0.0 : uniform(d, 0.0, 2.0);
    g.condim = chance(d, 0.05) ? 1 : 3;
    g.restitution = d->restitution;
    return g;
}

/* Add a shape to a body, and its mass to the body's. */
static void add_shape(drop *d, int32_t body, const char *type, ludo_vec3 at, const double size[3])
{
    ludo_geom_def g = surface(d);
    g.type = type;
    g.body = body;
    g.frame.position = at;
    memcpy(g.size, size, sizeof g.size);
    g.mass = 1.0;
    if (strcmp(type, "mesh") == 0) {
        g.mesh = add_mesh(d, size[0]);
    }
    d->bound[d->bounds++] = (bound){body, at, reach_of(type, size)};
    d->s.status = d->s.status == LUDO_OK ? ludo_spec_add_geom(d->s.spec, &g, NULL) : d->s.status;
}

/* Give a body a random mass, distributed as its shapes are. */
static void weigh(drop *d, int32_t body)
{
    static const int32_t all[2] = {0, 0};
    if (d->s.status == LUDO_OK) {
        d->s.status = ludo_spec_weigh(d->s.spec, body, all, NULL);
    }
    if (d->s.status == LUDO_OK) {
        ludo_body_def def = ludo_body_default();
        (void)ludo_spec_body(d->s.spec, body, &def);
        const double by = spread(d, 0.03, 30.0) / def.mass;
        def.mass *= by;
        for (int i = 0; i < 6; i++) {
            def.inertia[i] *= by;
        }
        d->s.status = ludo_spec_set_body(d->s.spec, body, &def);
    }
}

/* Add a body of one shape. @return its number */
static int32_t add_body(drop *d, const char *type, const double size[3])
{
    const ludo_body_def empty = {.struct_size = sizeof empty, .mass = 1.0};
    const int32_t body = ludo_scene_add_body(&d->s, &empty);
    add_shape(d, body, type, (ludo_vec3){0.0, 0.0, 0.0}, size);
    weigh(d, body);
    d->bodies++;
    return body;
}

static const char *pick(drop *d, const char *const *types, int count)
{
    return types[(int)uniform(d, 0.0, count)];
}

/* --- thrown bodies --------------------------------------------------------------------------- */

/* Orientation, velocity and spin of a thrown body, and now and then of one that is only
 * released. */
static joint_start thrown(drop *d, ludo_vec3 at)
{
    joint_start start = {.position = {at.x, at.y, at.z}};
    const ludo_quat q = ludo_scene_random_quat(&d->random);
    memcpy(start.position + 3, &q, sizeof q);
    const double speed = chance(d, 0.2) ? 0.0 : spread(d, 0.1, 10.0);
    const double spin = chance(d, 0.2) ? 0.0 : spread(d, 0.3, 30.0);
    for (int i = 0; i < 3; i++) {
        start.velocity[i] = uniform(d, -speed, speed);
        start.velocity[3 + i] = uniform(d, -spin, spin);
    }
    return start;
}

static void add_free(drop *d, int32_t body, const joint_start *start)
{
    const ludo_joint_def joint = {
        .struct_size = sizeof joint, .type = "free", .parent = LUDO_WORLD, .child = body};
    ludo_scene_add_joint(&d->s, &joint, start);
}

/* Add a body above all bodies added before. */
static void throw_body(drop *d, const char *type)
{
    const double most = spread(d, 0.05, 0.5);
    double size[3];
    for (int i = 0; i < 3; i++) {
        size[i] = strcmp(type, "mesh") == 0 ? most : uniform(d, 0.2, 1.0) * most;
    }
    const int32_t body = add_body(d, type, size);
    const double room = d->bound[d->bounds - 1].radius;
    const double aside = d->piled ? 0.3 * room : 0.0;
    const ludo_vec3 at = {uniform(d, -aside, aside), uniform(d, -aside, aside), d->top + room};
    d->top += 2.0 * room + spread(d, 1e-4, 0.1);
    const joint_start start = thrown(d, at);
    add_free(d, body, &start);
}

static void build_one(drop *d, const char *type)
{
    throw_body(d, type);
}

static void build_pile(drop *d, const char *type)
{
    static const char *const types[] = {"sphere", "capsule", "box", "cylinder", "mesh"};
    const int bodies = 2 + (int)uniform(d, 0.0, BODIES_MAX - 1);
    (void)type;
    d->piled = true;
    for (int i = 0; i < bodies; i++) {
        throw_body(d, pick(d, types, i < 2 ? 3 : 5));
    }
}

static void build_bounce(drop *d, const char *type)
{
    d->restitution = uniform(d, 0.1, 1.0);
    build_pile(d, type);
}

/* Boxes stacked on each other, with gaps of 1e-9 to 1e-2 m. */
static void build_stack(drop *d, const char *type)
{
    const int bodies = 2 + (int)uniform(d, 0.0, BODIES_MAX - 1);
    (void)type;
    d->piled = d->level = true;
    for (int i = 0; i < bodies; i++) {
        const double size[3] = {uniform(d, 0.1, 0.3), uniform(d, 0.1, 0.3), uniform(d, 0.05, 0.2)};
        const int32_t body = add_body(d, "box", size);
        const double turn = chance(d, 0.5) ? 0.0 : uniform(d, -pi, pi);
        const joint_start start = {.position = {uniform(d, -0.05, 0.05), uniform(d, -0.05, 0.05),
                                                d->top + size[2], cos(turn), 0.0, 0.0, sin(turn)}};
        d->top += 2.0 * size[2] + spread(d, 1e-9, 1e-2);
        d->bound[d->bounds - 1].radius = size[2]; /* half of its height */
        add_free(d, body, &start);
    }
}

/* --- trees ----------------------------------------------------------------------------------- */

/* Limits of a joint's coordinates, on both sides of the start, and dry friction. */
static void limit(drop *d, ludo_joint_def *joint, const joint_start *start)
{
    const joint_shape shape = ludo_scene_joint_shape(joint->type);
    for (int i = 0; i < shape.scalars + (shape.quaternion ? 1 : 0); i++) {
        ludo_dof_def *along = &joint->along[i];
        const bool turn = i == shape.scalars;
        along->limited = chance(d, 0.5);
        along->range[0] = turn ? 0.0 : start->position[i] - spread(d, 1e-3, 1.0);
        along->range[1] = turn ? spread(d, 0.2, 2.0) : start->position[i] + spread(d, 1e-3, 1.0);
        along->friction_loss = chance(d, 0.4) ? spread(d, 1e-3, 10.0) : 0.0;
    }
}

/* A joint from a random place on an earlier body to the near end of a new one. */
static void hang(drop *d, int32_t parent, int32_t child, double to_parent, double to_child)
{
    static const char *const types[] = {"hinge", "hinge",     "ball",
                                        "slide", "universal", "cylindrical"};
    const ludo_vec3 axis = ludo_scene_random_vec3(&d->random, 1.0);
    const ludo_vec3 other = ludo_scene_random_vec3(&d->random, 1.0);
    ludo_joint_def joint = {
        .struct_size = sizeof joint,
        .type = pick(d, types, 6),
        .parent = parent,
        .child = child,
        .in_parent = {{0.0, 0.0, to_parent}, ludo_scene_random_quat(&d->random)},
        .in_child = {{0.0, 0.0, to_child}, ludo_scene_random_quat(&d->random)},
        .axis = axis,
        .axis2 = {axis.y * other.z - axis.z * other.y, axis.z * other.x - axis.x * other.z,
                  axis.x * other.y - axis.y * other.x},
    };
    joint_start start = {{0}, {0}};
    const joint_shape shape = ludo_scene_joint_shape(joint.type);
    for (int i = 0; i < shape.scalars; i++) {
        start.position[i] = uniform(d, -0.3, 0.3);
        start.velocity[i] = uniform(d, -3.0, 3.0);
    }
    start.position[shape.scalars] = shape.quaternion ? 1.0 : start.position[shape.scalars];
    limit(d, &joint, &start);
    ludo_scene_add_joint(&d->s, &joint, &start);
}

/* A tree of long shapes, joined at their ends. */
static void build_tree(drop *d, const char *type)
{
    static const char *const types[] = {"capsule", "box", "cylinder", "sphere"};
    const int bodies = 2 + (int)uniform(d, 0.0, BODIES_MAX - 1);
    double length[BODIES_MAX];
    (void)type;
    d->piled = chance(d, 0.3);
    for (int32_t i = 0; i < bodies; i++) {
        length[i] = uniform(d, 0.1, 0.4);
        const double thin = uniform(d, 0.1, 0.4) * length[i];
        const double round[3] = {thin, length[i] - thin, 0.0}, edged[3] = {thin, thin, length[i]};
        const char *shape = pick(d, types, 4);
        const int32_t body = add_body(d, shape, strcmp(shape, "box") == 0 ? edged : round);
        const int32_t parent = (int32_t)uniform(d, 0.0, i);
        const joint_start start = thrown(d, (ludo_vec3){0.0, 0.0, 0.0});
        if (i == 0) {
            add_free(d, body, &start);
        } else {
            hang(d, parent, body, chance(d, 0.7) ? length[parent] : -length[parent], -length[i]);
        }
    }
}

/* --- loops ----------------------------------------------------------------------------------- */

/* A bar from one corner of a polygon to the next, a capsule with its end at the corner. */
static int32_t add_side(drop *d, const double from[2], const double to[2], double *along)
{
    const double x = to[0] - from[0], z = to[1] - from[1], half = 0.5 * sqrt(x * x + z * z);
    const double size[3] = {uniform(d, 0.05, 0.2) * half, half, 0.0};
    *along = half;
    return add_body(d, "capsule", size);
}

/* The direction of a side: the angle about +y, from +z. */
static double heading(const double from[2], const double to[2])
{
    return atan2(to[0] - from[0], to[1] - from[1]);
}

static ludo_quat turned(double angle)
{
    return (ludo_quat){cos(0.5 * angle), 0.0, sin(0.5 * angle), 0.0};
}

/* A pin between the far end of one side and the near end of the next. */
static ludo_joint_def pin(int32_t parent, int32_t child, double far, double near, double angle)
{
    return (ludo_joint_def){
        .struct_size = sizeof(ludo_joint_def),
        .type = "hinge",
        .parent = parent,
        .child = child,
        .in_parent = {{0.0, 0.0, far}, turned(angle)},
        .in_child.position = {0.0, 0.0, -near},
        .axis = {0.0, 1.0, 0.0},
    };
}

/* Four bars in a loop, thrown. */
static void build_four_bar(drop *d, const char *type)
{
    enum { SIDES = 4 };
    static const joint_start rest = {{0}, {0}};
    double corner[SIDES][2] = {{-1.0, -1.0}, {1.0, -1.0}, {1.0, 1.0}, {-1.0, 1.0}};
    double along[SIDES], angle[SIDES];
    int32_t side[SIDES];
    (void)type;
    for (int i = 0; i < SIDES; i++) {
        corner[i][0] *= uniform(d, 0.1, 0.4);
        corner[i][1] *= uniform(d, 0.1, 0.4);
    }
    for (int i = 0; i < SIDES; i++) {
        const double *from = corner[i], *to = corner[(i + 1) % SIDES];
        side[i] = add_side(d, from, to, &along[i]);
        angle[i] = heading(from, to);
        if (i == 0) {
            const joint_start start = thrown(d, (ludo_vec3){0.0, 0.0, 0.0});
            add_free(d, side[0], &start);
        } else {
            const ludo_joint_def joint =
                pin(side[i - 1], side[i], along[i - 1], along[i], angle[i] - angle[i - 1]);
            ludo_scene_add_joint(&d->s, &joint, &rest);
        }
    }
    ludo_joint_def last =
        pin(side[SIDES - 1], side[0], along[SIDES - 1], along[0], angle[0] - angle[SIDES - 1]);
    last.type = chance(d, 0.5) ? "hinge" : "ball";
    ludo_scene_add_closure(&d->s, &last);
}

static ludo_status close_randomly(drop *d, ludo_spec *spec)
{
    const uint64_t seed = d->random;
    const int32_t loops = 1 + (int32_t)uniform(d, 0.0, 3.0);
    return ludo_scene_close_loops(spec, loops, seed);
}

/* --- floors ---------------------------------------------------------------------------------- */

/* The start, to find the positions of shapes. */
static ludo_status open_start(const ludo_spec *spec, ludo_model **model, ludo_sim **sim)
{
    ludo_allocator a;
    (void)ludo_spec_allocator(spec, &a);
    *sim = NULL;
    ludo_status s = ludo_compile(spec, &a, model, NULL);
    s = s == LUDO_OK ? ludo_sim_create(*model, NULL, &a, sim, NULL) : s;
    return s == LUDO_OK ? ludo_sim_reset(*sim, 0) : s;
}

static ludo_vec3 rotated(ludo_quat q, ludo_vec3 v)
{
    const ludo_vec3 t = {2.0 * (q.y * v.z - q.z * v.y), 2.0 * (q.z * v.x - q.x * v.z),
                         2.0 * (q.x * v.y - q.y * v.x)};
    return (ludo_vec3){v.x + q.w * t.x + (q.y * t.z - q.z * t.y),
                       v.y + q.w * t.y + (q.z * t.x - q.x * t.z),
                       v.z + q.w * t.z + (q.x * t.y - q.y * t.x)};
}

/* The lowest point of all shapes along n. */
static ludo_status find_lowest(const drop *d, ludo_sim *sim, ludo_vec3 n, double *lowest)
{
    *lowest = HUGE_VAL;
    for (int32_t i = 0; i < d->bounds; i++) {
        ludo_body_state state;
        const ludo_status s = ludo_sim_body_state(sim, d->bound[i].body, &state);
        if (s != LUDO_OK) {
            return s;
        }
        const ludo_vec3 p = rotated(state.orientation, d->bound[i].at), x = state.position;
        const double at = n.x * (p.x + x.x) + n.y * (p.y + x.y) + n.z * (p.z + x.z);
        *lowest = fmin(*lowest, at - d->bound[i].radius);
    }
    return LUDO_OK;
}

/* A plane, inclined by an angle towards a direction, a little below all shapes. */
static ludo_status add_floor(drop *d, ludo_spec *spec, ludo_sim *sim, double lean, double towards)
{
    const ludo_vec3 n = {sin(lean) * cos(towards), sin(lean) * sin(towards), cos(lean)};
    const double c = cos(0.5 * lean), s = sin(0.5 * lean);
    double lowest;
    const ludo_status status = find_lowest(d, sim, n, &lowest);
    lowest -= spread(d, 1e-6, 0.3);
    ludo_geom_def g = surface(d);
    g.type = "plane";
    g.body = LUDO_WORLD;
    g.frame = (ludo_frame){{lowest * n.x, lowest * n.y, lowest * n.z},
                           {c, -s * sin(towards), s * cos(towards), 0.0}};
    return status == LUDO_OK ? ludo_spec_add_geom(spec, &g, NULL) : status;
}

/* Exclude contacts between the bodies of a mechanism, also of a pile if bodies overlap. */
static ludo_status keep_apart(const drop *d, ludo_spec *spec, ludo_sim *sim)
{
    ludo_start_report start = {.struct_size = sizeof start, .overlap = 0.0};
    ludo_status s = ludo_sim_project(sim, &start);
    const bool overlaps = s == LUDO_CONTACT || start.overlap > 0.0;
    s = s == LUDO_CONTACT ? LUDO_OK : s;
    for (int32_t a = 0; a < d->bodies && s == LUDO_OK; a++) {
        for (int32_t b = 0; b < a && s == LUDO_OK && (!d->piled || overlaps); b++) {
            const ludo_exclude_def pair = {.struct_size = sizeof pair, .body_a = a, .body_b = b};
            s = ludo_spec_add_exclude(spec, &pair, NULL);
        }
    }
    return s;
}

/* Floors: a level one, a slope, or two that make a gutter. */
static ludo_status put_down(drop *d, ludo_spec *spec)
{
    ludo_model *model = NULL;
    ludo_sim *sim = NULL;
    ludo_status s = open_start(spec, &model, &sim);
    s = s == LUDO_OK ? keep_apart(d, spec, sim) : s;
    ludo_sim_destroy(sim);
    ludo_model_destroy(model);
    sim = NULL;
    model = NULL;
    s = s == LUDO_OK ? open_start(spec, &model, &sim) : s;
    const bool level = d->level || chance(d, 0.4), gutter = !d->level && chance(d, 0.3);
    const double lean = level ? 0.0 : uniform(d, 0.0, 0.7), towards = uniform(d, 0.0, pi);
    s = s == LUDO_OK ? add_floor(d, spec, sim, lean, towards) : s;
    if (s == LUDO_OK && gutter) {
        s = add_floor(d, spec, sim, uniform(d, 0.1, 1.2), towards + pi);
    }
    ludo_sim_destroy(sim);
    ludo_model_destroy(model);
    return s;
}

/* --- all kinds ------------------------------------------------------------------------------- */

typedef struct drop_kind {
    const char *name;
    void (*build)(drop *d, const char *type);
    const char *type;
    bool closed; /* by random loops */
} drop_kind;

static const drop_kind kinds[] = {
    {"sphere", build_one, "sphere", false},
    {"capsule", build_one, "capsule", false},
    {"cylinder", build_one, "cylinder", false},
    {"box", build_one, "box", false},
    {"ellipsoid", build_one, "ellipsoid", false},
    {"mesh", build_one, "mesh", false},
    {"pile", build_pile, NULL, false},
    {"bounce", build_bounce, NULL, false},
    {"stack", build_stack, NULL, false},
    {"tree", build_tree, NULL, false},
    {"four bars", build_four_bar, NULL, false},
    {"loops", build_tree, NULL, true},
};

const char *ludo_scene_drop_kind(int32_t kind)
{
    const int32_t count = (int32_t)(sizeof kinds / sizeof kinds[0]);
    return kind >= 0 && kind < count ? kinds[kind].name : NULL;
}

ludo_status ludo_scene_random_drop(int32_t kind, uint64_t seed, const ludo_allocator *allocator,
                                   ludo_spec **out)
{
    *out = NULL;
    if (ludo_scene_drop_kind(kind) == NULL) {
        return LUDO_BAD_ARGUMENT;
    }
    drop d = {.random = seed};
    d.s = ludo_scene_begin(kinds[kind].name, BODIES_MAX, allocator);
    const double step = spread(&d, 0.001, 0.02);
    if (d.s.status == LUDO_OK) {
        d.s.status = ludo_spec_set_option(d.s.spec, "timestep", &step, 1);
    }
    kinds[kind].build(&d, kinds[kind].type);
    ludo_status s = ludo_scene_end(&d.s, out);
    s = s == LUDO_OK && kinds[kind].closed ? close_randomly(&d, *out) : s;
    s = s == LUDO_OK ? put_down(&d, *out) : s;
    if (s != LUDO_OK) {
        ludo_spec_destroy(*out);
        *out = NULL;
    }
    return s;
}
