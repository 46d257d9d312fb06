/* SPDX-License-Identifier: Apache-2.0
 *
 * A model is what its description says: numbers, names, counts, order; whatever order that has. */
#include "model/model.h"

#include "small_spec.h"

#include <stdio.h>
#include <string.h>

/* --- the tree -------------------------------------------------------------------------------- */

/* A random forest whose bodies are given in random order; label[i] is the number of body i. */
typedef struct forest {
    int32_t count;
    int32_t parent[30]; /* of body i, in a natural order: smaller than i, or -1 */
    int32_t label[30];
} forest;

static forest random_forest(random_stream *r)
{
    forest f = {.count = 1 + random_below(r, 30)};
    for (int32_t i = 0; i < f.count; i++) {
        const int32_t other = random_below(r, i + 1);
        f.parent[i] = random_below(r, i + 1) - 1;
        f.label[i] = f.label[other];
        f.label[other] = i;
    }
    return f;
}

/* Joints that carry `child`: one of any type, or some hinges and slides one after another. */
static void add_random_joints(ludo_spec *spec, random_stream *r, int32_t parent, int32_t child)
{
    static const char *const types[] = {
        "fixed", "hinge",  "slide",         "cylindrical", "universal",
        "ball",  "planar", "point-on-line", "free-planar", "orientation-only"};
    ludo_joint_def joint = {.type = types[random_below(r, 10)],
                            .parent = parent,
                            .child = child,
                            .axis = {0.0, 0.0, 1.0},
                            .axis2 = {0.0, 1.0, 0.0}};
    const int32_t parts = random_below(r, 2) == 0 ? 1 : 1 + random_below(r, LUDO_MAX_DOF);
    for (int32_t i = 0; i < parts; i++) {
        joint.type = parts > 1 ? types[1 + random_below(r, 2)] : joint.type;
        assert_int_equal(ludo_spec_add_joint(spec, &joint, NULL), LUDO_OK);
        joint.continues = true;
    }
}

/* The model of a forest: joints in random order, some bodies without one floating. */
static ludo_model *forest_model(const forest *f, random_stream *r)
{
    ludo_spec *spec = new_spec();
    int32_t order[30];
    for (int32_t i = 0; i < f->count; i++) {
        const int32_t other = random_below(r, i + 1);
        order[i] = order[other];
        order[other] = i;
        add_body(spec, NULL);
    }
    for (int32_t k = 0; k < f->count; k++) {
        const int32_t i = order[k], p = f->parent[i];
        if (p >= 0 || random_below(r, 2) == 0) {
            add_random_joints(spec, r, p >= 0 ? f->label[p] : LUDO_WORLD, f->label[i]);
        }
    }
    return compiled(spec);
}

/* Parents stand before children and a subtree in one piece. */
static void check_slots(const ludo_model *m)
{
    assert_int_equal(m->slots, m->body_count);
    for (int32_t s = 0; s < m->slots; s++) {
        const int32_t p = m->parent[s];
        assert_true(p < s && p >= -1);
        assert_int_equal(m->joint[s].parent, p);
        assert_int_equal(m->body[m->body_of[s]].slot, s);
        assert_int_equal(m->joints[m->joint_of[s]].slot, s);
        assert_int_equal(m->joints[m->joint_of[s]].child, m->body_of[s]);
        /* the slot before is in the same subtree of my parent, or is my parent */
        int32_t back = s > 0 ? s - 1 : -1;
        while (back > p) {
            back = m->parent[back];
        }
        assert_int_equal(back, p);
    }
}

static void check_against_forest(const ludo_model *m, const forest *f)
{
    for (int32_t i = 0; i < f->count; i++) {
        const int32_t b = f->label[i], p = f->parent[i];
        const int32_t parent = p >= 0 ? f->label[p] : LUDO_WORLD;
        assert_int_equal(ludo_model_body(m, b).parent, parent);
        assert_int_equal(m->parent[m->body[b].slot], p >= 0 ? m->body[parent].slot : -1);
        assert_int_equal(m->joints[m->joint_of[m->body[b].slot]].parent, parent);
    }
}

/* Leaves first: no body is eliminated before one that hangs on it. */
static void check_order(const ludo_model *m)
{
    bool done[30] = {false};
    const int32_t *order = ludo_model_order(m);
    for (int32_t k = 0; k < m->body_count; k++) {
        const int32_t parent = ludo_model_body(m, order[k]).parent;
        assert_true(parent == LUDO_WORLD || !done[parent]);
        assert_false(done[order[k]]);
        done[order[k]] = true;
    }
    assert_int_equal(ludo_model_fill(m), 0);
}

/* Public joints: their numbers stand one after the other in keyframes; parts of composite joints
 * share a slot and count their rows together. */
static void check_public_joints(const ludo_model *m)
{
    int32_t dof = 0, position = 0, rows = 0;
    for (int32_t j = 0; j < m->joint_count; j++) {
        const ludo_joint_info info = ludo_model_joint(m, j);
        const model_joint *named = &m->joints[j];
        const joint_data *whole = &m->joint[named->slot];
        assert_int_equal(info.position_first, position);
        assert_int_equal(info.velocity_first, dof);
        assert_int_equal(info.velocity_count, info.dof);
        assert_int_equal(info.rows, info.continues ? 0 : 6 - whole->dof);
        assert_int_equal(m->joint_of[named->slot], j - named->part);
        if (whole->kind->carries) {
            assert_string_equal(info.type, whole->part[named->part].slides ? "slide" : "hinge");
            assert_int_equal(info.dof, 1);
        } else {
            assert_string_equal(info.type, whole->kind->name);
            assert_int_equal(info.dof, whole->dof);
            assert_false(info.continues);
        }
        position += info.position_count;
        dof += info.dof;
        rows += info.rows;
    }
    assert_int_equal(ludo_model_dof(m), dof);
    assert_int_equal(ludo_model_position_count(m), position);
    assert_int_equal(ludo_model_rows(m), rows);
}

static void check_columns(const ludo_model *m)
{
    int32_t column = 0, corner = 0, position = 0;
    for (int32_t s = 0; s < m->slots; s++) {
        const joint_data *j = &m->joint[s];
        assert_int_equal(m->column[s], column);
        assert_int_equal(m->corner[s], corner);
        assert_int_equal(m->position[s], position);
        assert_int_equal(j->part != NULL, j->kind->carries);
        for (int32_t c = 0; c < j->dof; c++) {
            const joint_column kind = m->column_kind[column + c];
            assert_int_equal(j->column[c], kind);
            assert_int_equal(kind == COLUMN_TURN, c >= joint_scalars(j));
            assert_int_equal(kind == COLUMN_CARRIED_LENGTH, j->part != NULL && j->part[c].slides);
            assert_int_equal(kind == COLUMN_CARRIED_ANGLE, j->part != NULL && !j->part[c].slides);
        }
        column += j->dof;
        corner += j->dof * j->dof;
        position += j->position_count;
    }
    assert_int_equal(m->column[m->slots], m->columns);
    assert_int_equal(m->columns, column);
    assert_int_equal(m->corner[m->slots], corner);
    assert_int_equal(m->position[m->slots], m->position_count);
}

/* Whether joints compute side by side. */
static bool are_alike(const joint_data *a, const joint_data *b)
{
    bool alike = a->kind == b->kind && a->dof == b->dof;
    for (int32_t c = 0; c < a->dof && alike && a->part != NULL; c++) {
        alike = a->part[c].slides == b->part[c].slides;
    }
    return alike;
}

/* Joints that could have a place in the batches of joints like the first of a batch. */
static int32_t count_alike(const ludo_model *m, const joint_data *joint)
{
    int32_t count = 0;
    for (int32_t s = 0; s < m->slots; s++) {
        count += are_alike(&m->joint[s], joint);
    }
    return count;
}

static void check_lane(const ludo_model *m, const joint_batch *b, int32_t l)
{
    const int32_t s = b->slot[l];
    const joint_data *j = &m->joint[s];
    assert_ptr_equal(b->joint[l], j);
    assert_true(are_alike(b->joint[0], j) && b->kind == j->kind);
    assert_int_equal(b->parent[l], j->parent);
    assert_int_equal(b->column[l], m->column[s]);
    const ludo_vec3 p_a = get3(&b->p_a, l), p_b = get3(&b->p_b, l), n = get3(&b->n, l);
    const ludo_vec3 P0 = get3(&b->P0, l), axis2 = get3(&b->m, l);
    const ludo_quat q_off = get4(&b->q_off, l);
    assert_memory_equal(&p_a, &j->p_a, sizeof p_a);
    assert_memory_equal(&p_b, &j->p_b, sizeof p_b);
    assert_memory_equal(&n, &j->n, sizeof n);
    assert_memory_equal(&P0, &j->P[0], sizeof P0);
    assert_memory_equal(&axis2, &j->m, sizeof axis2);
    assert_memory_equal(&q_off, &j->q_off, sizeof q_off);
    assert_true(b->inverse_length.at[l] == 1.0 / j->length);
}

/* Every joint has one lane; the batches of one group are full but for the last; lanes that are left
 * over repeat a joint. */
static void check_batches(const ludo_model *m)
{
    int32_t joints = 0, last = -1;
    bool placed[30] = {false};
    for (int32_t i = 0; i < m->batches; i++) {
        const joint_batch *b = &m->batch[i];
        const bool goes_on = i + 1 < m->batches && are_alike(b->joint[0], b[1].joint[0]);
        const int32_t alike = count_alike(m, b->joint[0]);
        assert_int_equal(b->count, goes_on ? LANES : 1 + (alike - 1) % LANES);
        assert_int_equal(b->dof, b->joint[0]->dof);
        const bool writes = !b->kind->carries && !joint_is_free(b->joint[0]);
        assert_int_equal(b->traces, writes ? joint_scalars(b->joint[0]) : 0);
        for (int32_t l = 0; l < LANES; l++) {
            check_lane(m, b, l);
            assert_int_equal(placed[b->slot[l]], l >= b->count);
            assert_true(l >= b->count || b->slot[l] > last);
            placed[b->slot[l]] = true;
            last = b->slot[l];
        }
        last = goes_on ? last : -1;
        joints += b->count;
    }
    assert_int_equal(joints, m->slots);
}

static void bodies_may_come_in_any_order(void **state)
{
    (void)state;
    FOR_SEEDS(seed, 300)
    {
        random_stream r = random_from(seed);
        const forest f = random_forest(&r);
        ludo_model *m = forest_model(&f, &r);
        check_slots(m);
        check_against_forest(m, &f);
        check_order(m);
        check_public_joints(m);
        check_columns(m);
        check_batches(m);
        ludo_model_destroy(m);
    }
}

static void floating_bodies_get_free_joints_after_all_others(void **state)
{
    (void)state;
    ludo_spec *spec = new_spec();
    add_body(spec, "a");
    add_body(spec, "b");
    add_body(spec, "c");
    add_joint_at(spec, "h", "hinge", 2, 1, (ludo_place){0});
    ludo_model *m = compiled(spec);
    assert_int_equal(ludo_model_joint_count(m), 3);
    static const char *const names[] = {"h", "a.joint0", "c.joint0"};
    static const char *const types[] = {"hinge", "free", "free"};
    const int32_t children[] = {1, 0, 2};
    for (int32_t j = 0; j < 3; j++) {
        const ludo_joint_info info = ludo_model_joint(m, j);
        assert_string_equal(info.name, names[j]);
        assert_string_equal(info.type, types[j]);
        assert_int_equal(info.child, children[j]);
        assert_int_equal(info.parent, j == 0 ? 2 : LUDO_WORLD);
    }
    assert_int_equal(ludo_model_dof(m), 13);
    assert_int_equal(ludo_model_position_count(m), 15);
    assert_int_equal(ludo_model_rows(m), 5);
    assert_true(ludo_model_mass(m) == 3.0);
    ludo_model_destroy(m);
}

/* A joint `a` away from the parent's centre of mass and `b` from the child's. */
static void add_armed_joint(ludo_spec *spec, const char *type, int32_t parent, int32_t child,
                            double a, double b)
{
    const ludo_joint_def joint = {.type = type,
                                  .parent = parent,
                                  .child = child,
                                  .in_parent = {{a, 0.0, 0.0}, {0.0, 0.0, 0.0, 0.0}},
                                  .in_child = {{0.0, b, 0.0}, {0.0, 0.0, 0.0, 0.0}},
                                  .axis = {1.0, 0.0, 0.0}};
    add_body(spec, NULL);
    assert_int_equal(ludo_spec_add_joint(spec, &joint, NULL), LUDO_OK);
}

static void check_scales(const ludo_model *m, int32_t joint, int32_t lengths, double length)
{
    const int32_t s = m->joints[joint].slot;
    CHECK_NEAR(m->joint[s].length, length, 4.0 * 0x1p-52);
    for (int32_t c = 0; c < m->joint[s].dof; c++) {
        const double expected = c < lengths ? 1.0 / length : 1.0;
        CHECK_NEAR(m->column_scale[m->column[s] + c], expected, 4.0 * 0x1p-52);
    }
}

/* Gaps and sliding are counted in lengths of the joint: its longer arm, that to a parent that is
 * the world not counted, or where it has none the child's radius of gyration. */
static void joints_have_lengths_to_compare_with(void **state)
{
    (void)state;
    const double gyration = 1.7320508075688772; /* sqrt(trace / mass) */
    const struct {
        double a, b, on_world, on_body;
    } cases[] = {{3.0, 2.0, 2.0, 3.0}, {2.0, 2.5, 2.5, 2.5}, {0.0, 0.0, gyration, gyration}};
    for (int i = 0; i < 3; i++) {
        ludo_spec *spec = new_spec();
        add_armed_joint(spec, "slide", LUDO_WORLD, 0, cases[i].a, cases[i].b);
        add_armed_joint(spec, "free", LUDO_WORLD, 1, cases[i].a, cases[i].b);
        add_armed_joint(spec, "slide", 0, 2, cases[i].a, cases[i].b);
        add_armed_joint(spec, "ball", 0, 3, cases[i].a, cases[i].b);
        ludo_model *m = compiled(spec);
        check_scales(m, 0, 1, cases[i].on_world);
        check_scales(m, 1, 3, cases[i].on_world);
        check_scales(m, 2, 1, cases[i].on_body);
        check_scales(m, 3, 0, cases[i].on_body);
        ludo_model_destroy(m);
    }
}

/* --- axes ------------------------------------------------------------------------------------ */

/* Two bodies whose centres of mass are not their origins. */
static ludo_spec *two_bodies(void)
{
    ludo_spec *spec = new_spec();
    for (int i = 0; i < 2; i++) {
        const ludo_body_def body = {
            .mass = 1.0, .com = {0.3, -0.2, 0.1 * i}, .inertia = {1.0, 1.0, 1.0, 0.0, 0.0, 0.0}};
        assert_int_equal(ludo_spec_add_body(spec, &body, NULL), LUDO_OK);
    }
    return spec;
}

static void check_vector(ludo_vec3 got, ludo_vec3 want, double tolerance)
{
    CHECK_NEAR(got.x, want.x, tolerance);
    CHECK_NEAR(got.y, want.y, tolerance);
    CHECK_NEAR(got.z, want.z, tolerance);
}

/* A few rotations of vectors of some lengths. */
static const double round_off = 16.0 * 0x1p-52;

/* As ludo_joint_def says: the plane of z is x, y and so on round; its second is axis x first. */
static void lengths_in_a_plane_are_along_the_next_axes(void **state)
{
    (void)state;
    const double h = 0.70710678118654752;
    const struct {
        ludo_vec3 axis, first;
    } cases[] = {
        {{0.0, 0.0, 2.0}, {1.0, 0.0, 0.0}},  {{3.0, 0.0, 0.0}, {0.0, 1.0, 0.0}},
        {{0.0, 0.5, 0.0}, {0.0, 0.0, 1.0}},  {{0.0, 0.0, -1.0}, {1.0, 0.0, 0.0}},
        {{1.0, 1.0, 0.0}, {-h, h, 0.0}},     {{0.6, 0.0, 0.8}, {0.8, 0.0, -0.6}},
        {{0.0, 0.8, -0.6}, {0.0, 0.6, 0.8}}, {{0.8, 0.6, 0.0}, {-0.6, 0.8, 0.0}},
    };
    random_stream r = random_from(7);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        ludo_spec *spec = two_bodies();
        const ludo_frame frame = {{1.0, 2.0, 3.0}, random_quat(&r)};
        const ludo_joint_def joint = {.type = "planar",
                                      .parent = LUDO_WORLD,
                                      .child = 0,
                                      .in_parent = frame,
                                      .axis = cases[i].axis};
        assert_int_equal(ludo_spec_add_joint(spec, &joint, NULL), LUDO_OK);
        ludo_model *m = compiled(spec);
        const joint_data *j = &m->joint[m->joints[0].slot];
        const ludo_vec3 n = v3_scale(1.0 / v3_norm(joint.axis), joint.axis);
        check_vector(j->n, q_rotate(frame.orientation, n), round_off);
        check_vector(j->P[0], q_rotate(frame.orientation, cases[i].first), round_off);
        check_vector(j->P[1], v3_cross(j->n, j->P[0]), round_off);
        ludo_model_destroy(m);
    }
}

/* Joints without an axis have that of their frame, so that what is computed is never zero. */
static void joints_without_an_axis_have_that_of_their_frame(void **state)
{
    (void)state;
    const double h = 0.70710678118654752;
    ludo_spec *spec = two_bodies();
    const ludo_joint_def joint = {.type = "ball",
                                  .parent = LUDO_WORLD,
                                  .child = 0,
                                  .in_parent = {{0.0, 0.0, 0.0}, {h, h, 0.0, 0.0}},
                                  .axis = {5.0, 0.0, 0.0}};
    assert_int_equal(ludo_spec_add_joint(spec, &joint, NULL), LUDO_OK);
    ludo_model *m = compiled(spec);
    const joint_data *j = &m->joint[m->joints[0].slot];
    check_vector(j->n, v3(0.0, -1.0, 0.0), round_off);
    check_vector(j->P[0], v3(1.0, 0.0, 0.0), round_off);
    const ludo_vec3 none = ludo_model_joint(m, 0).axis;
    assert_true(none.x == 0.0 && none.y == 0.0 && none.z == 0.0);
    ludo_model_destroy(m);
}

/* However long the axes are and as orthogonal as the digits of a file. */
static void a_second_axis_stands_in_the_child_orthogonal_to_the_first(void **state)
{
    (void)state;
    FOR_SEEDS(seed, 50)
    {
        random_stream r = random_from(seed);
        ludo_spec *spec = two_bodies();
        const ludo_vec3 axis = random_vec3(&r, 4.0);
        const ludo_vec3 across = v3_cross(axis, random_vec3(&r, 1.0));
        const double lean = 5e-7 * v3_norm(across) / v3_norm(axis);
        const ludo_frame a = {random_vec3(&r, 1.0), random_quat(&r)};
        const ludo_frame b = {random_vec3(&r, 1.0), random_quat(&r)};
        const ludo_joint_def joint = {.type = "universal",
                                      .parent = 0,
                                      .child = 1,
                                      .in_parent = a,
                                      .in_child = b,
                                      .axis = axis,
                                      .axis2 = v3_axpy(across, lean, axis),
                                      .reference = 9.0};
        assert_int_equal(ludo_spec_add_joint(spec, &joint, NULL), LUDO_OK);
        ludo_model *m = compiled(spec);
        const joint_data *j = &m->joint[m->joints[0].slot];
        const ludo_vec3 want = q_rotate(b.orientation, v3_scale(1.0 / v3_norm(across), across));
        check_vector(j->m, want, round_off);
        CHECK_NEAR(v3_dot(j->n, q_rotate(j->q_off, j->m)), 0.0, round_off);
        CHECK_NEAR(v3_norm(j->m), 1.0, round_off);
        assert_true(j->reference == 0.0); /* of hinges and slides only */
        ludo_model_destroy(m);
    }
}

/* --- composite joints ------------------------------------------------------------------------ */

typedef struct parts {
    int32_t count;
    ludo_joint_def def[LUDO_MAX_DOF];
} parts;

/* Hinges and slides anywhere on the child, with frames that agree. */
static parts random_parts(random_stream *r)
{
    parts p = {.count = 2 + random_below(r, LUDO_MAX_DOF - 1)};
    const ludo_vec3 at = random_vec3(r, 1.0);
    const ludo_frame stand = {at, random_quat(r)};
    for (int32_t i = 0; i < p.count; i++) {
        const ludo_vec3 anchor = random_vec3(r, 1.0);
        const ludo_frame in_child = {anchor, random_quat(r)};
        p.def[i] = (ludo_joint_def){.type = random_below(r, 2) == 0 ? "hinge" : "slide",
                                    .parent = 0,
                                    .child = 1,
                                    .continues = i > 0,
                                    .in_parent = frame_mul(stand, in_child),
                                    .in_child = in_child,
                                    .axis = random_vec3(r, 2.0),
                                    .reference = random_uniform(r, -1.0, 1.0)};
        p.def[i].along[0].damping = 1.0 + i;
    }
    return p;
}

static ludo_model *parts_model(const parts *p)
{
    ludo_spec *spec = two_bodies();
    for (int32_t i = 0; i < p->count; i++) {
        assert_int_equal(ludo_spec_add_joint(spec, &p->def[i], NULL), LUDO_OK);
    }
    return compiled(spec);
}

/* A frame on a body whose centre of mass has this pose. */
static ludo_frame frame_at(const ludo_model *m, int32_t body, const pose *z, ludo_frame f)
{
    const ludo_vec3 arm = v3_sub(f.position, m->body[body].com);
    return (ludo_frame){v3_add(z->x, q_rotate(z->q, arm)), q_mul(z->q, f.orientation)};
}

/* Where all coordinates are at their references all frames coincide. Where part k alone is not, its
 * hinge keeps its axis and its slide leads along it. */
static void check_part(const ludo_model *m, const parts *p, int32_t k, double by)
{
    const joint_data *j = &m->joint[m->joints[0].slot];
    const ludo_joint_def *d = &p->def[k];
    const pose a = pose_make(v3(1.0, 2.0, 3.0), q_normalized((ludo_quat){0.5, 0.1, -0.7, 0.2}));
    pose b;
    double q[JOINT_MAX_POSITION], memory[JOINT_MAX_DOF];
    j->kind->rest(j, q);
    assert_true(q[k] == d->reference);
    q[k] += by;
    j->kind->place(j, &a, q, &b, memory);
    const ludo_frame fa = frame_at(m, 0, &a, d->in_parent), fb = frame_at(m, 1, &b, d->in_child);
    const ludo_vec3 axis = v3_scale(1.0 / v3_norm(d->axis), d->axis);
    const ludo_vec3 n = q_rotate(fa.orientation, axis);
    const bool slides = strcmp(d->type, "slide") == 0;
    const double tolerance = 100.0 * 0x1p-52; /* some frames of lengths of some metres */
    check_vector(q_rotate(fb.orientation, axis), n, tolerance);
    check_vector(fb.position, v3_axpy(fa.position, slides ? by : 0.0, n), tolerance);
    const ludo_quat turn = q_mul(fb.orientation, q_conj(fa.orientation));
    const double sine = slides ? 0.0 : sin(0.5 * by), cosine = slides ? 1.0 : cos(0.5 * by);
    CHECK_NEAR(fabs(cosine * turn.w + sine * v3_dot(n, q_vector(turn))), 1.0, tolerance);
}

static void parts_move_as_hinges_and_slides_do(void **state)
{
    (void)state;
    FOR_SEEDS(seed, 100)
    {
        random_stream r = random_from(seed);
        const parts p = random_parts(&r);
        ludo_model *m = parts_model(&p);
        for (int32_t k = 0; k < p.count; k++) {
            check_part(m, &p, k, 0.0);
            check_part(m, &p, k, random_uniform(&r, -2.0, 2.0));
        }
        ludo_model_destroy(m);
    }
}

static void parts_are_joints_of_their_own_to_users(void **state)
{
    (void)state;
    random_stream r = random_from(11);
    const parts p = random_parts(&r);
    ludo_model *m = parts_model(&p);
    assert_int_equal(ludo_model_joint_count(m), p.count + 1); /* the other body floats */
    assert_int_equal(ludo_model_dof(m), p.count + 6);
    for (int32_t i = 0; i < p.count; i++) {
        char name[32];
        const ludo_joint_info info = ludo_model_joint(m, i);
        snprintf(name, sizeof name, "body1.joint%d", (int)i);
        assert_string_equal(info.name, name);
        assert_string_equal(info.type, p.def[i].type);
        assert_int_equal(info.dof, 1);
        assert_int_equal(info.rows, i == 0 ? 6 - p.count : 0);
        assert_int_equal(info.position_count, 1);
        assert_int_equal(info.position_first, i);
        assert_int_equal(info.continues, i > 0);
        assert_true(info.along[0].damping == 1.0 + i);
        const ludo_vec3 axis = q_rotate(p.def[i].in_child.orientation, p.def[i].axis);
        check_vector(info.axis, v3_scale(1.0 / v3_norm(axis), axis), round_off);
        assert_memory_equal(&info.anchor, &p.def[i].in_child.position, sizeof info.anchor);
    }
    ludo_model_destroy(m);
}

static void a_composite_joint_has_at_most_six_parts(void **state)
{
    (void)state;
    ludo_diagnostic why;
    ludo_spec *spec = two_bodies();
    for (int32_t i = 0; i <= LUDO_MAX_DOF; i++) {
        const ludo_joint_def d = {.type = "hinge",
                                  .parent = LUDO_WORLD,
                                  .child = 0,
                                  .continues = i > 0,
                                  .axis = {1.0, 0.0, 0.0},
                                  .place = {"model.xml", i, 1}};
        assert_int_equal(ludo_spec_add_joint(spec, &d, NULL), LUDO_OK);
    }
    check_refused(spec, LUDO_BAD_MODEL, &why);
    assert_string_equal(why.message,
                        "joint 6 continues a joint that has all the parts it can have");
    assert_int_equal(why.line, LUDO_MAX_DOF);
}

/* --- forces ---------------------------------------------------------------------------------- */

/* Of everything something: a slide, a cylindrical joint, a ball and a composite joint in a chain,
 * springs of both types, actuators on both, a keyframe, notes. Two of its joints may damp. */
static ludo_spec *everything(double joint_damping, double spring_damping, double actuator_damping)
{
    static const char *const types[] = {"slide", "cylindrical", "point-on-line", "hinge", "slide"};
    static const int32_t parents[] = {LUDO_WORLD, 0, 1, 2, 2}, children[] = {0, 1, 2, 3, 3};
    static const ludo_tendon_term terms[] = {{1, 1, 2.0}, {4, 0, -3.0}, {2, 0, 0.5}};
    const double control[] = {1.5, -2.5, 0.0};
    ludo_spec *spec = new_spec();
    for (int32_t i = 0; i < 4; i++) {
        const ludo_body_def body = {.mass = 1.0,
                                    .com = {0.1, 0.2 * i, -0.3},
                                    .inertia = {1.0, 1.0, 2.000001, 0.0, 0.0, 0.0},
                                    .place = {"model.xml", i, 1}};
        assert_int_equal(ludo_spec_add_body(spec, &body, NULL), LUDO_OK);
    }
    for (int32_t i = 0; i < 5; i++) {
        ludo_joint_def joint = {.type = types[i],
                                .parent = parents[i],
                                .child = children[i],
                                .continues = i == 4,
                                .axis = {0.0, 0.0, 1.0},
                                .place = {"model.xml", 10 + i, 1}};
        joint.along[0].limited = i == 1 || i == 3;
        joint.along[0].range[1] = 1.0;
        joint.along[1].armature = i == 2 ? 4.0 : 0.0; /* of the rotation of point-on-line */
        joint.along[1].damping = i == 2 ? joint_damping : 0.0;
        joint.along[0].stiffness = i == 3 ? 7.0 : 0.0;
        assert_int_equal(ludo_spec_add_joint(spec, &joint, NULL), LUDO_OK);
    }
    for (int32_t i = 0; i < 2; i++) {
        const ludo_site_def site = {.body = i == 0 ? 3 : LUDO_WORLD,
                                    .frame = {{1.0, 2.0, 3.0}, {0.0, 0.0, 0.0, 0.0}}};
        assert_int_equal(ludo_spec_add_site(spec, &site, NULL), LUDO_OK);
    }
    const ludo_spring_def springs[] = {
        {.type = "distance", .site_a = 0, .site_b = 1, .stiffness = 5.0, .rest = {0.5, 0.75}},
        {.type = "tendon", .term = terms, .term_count = 2, .damping = spring_damping},
        {.name = "last", .type = "tendon", .term = terms + 2, .term_count = 1}};
    ludo_actuator_def actuators[] = {ludo_actuator_motor(), ludo_actuator_position(8.0, 0.0),
                                     ludo_actuator_velocity(actuator_damping)};
    actuators[0].force_limited = true;
    actuators[0].force_range[0] = -2.0;
    actuators[1].target = 1;
    actuators[1].on_spring = true;
    actuators[1].control_limited = true;
    actuators[1].control_range[1] = 3.0;
    actuators[2].name = "engine";
    actuators[2].target = 1;
    actuators[2].dof = 1;
    for (int32_t i = 0; i < 3; i++) {
        assert_int_equal(ludo_spec_add_spring(spec, &springs[i], NULL), LUDO_OK);
        assert_int_equal(ludo_spec_add_actuator(spec, &actuators[i], NULL), LUDO_OK);
    }
    const ludo_keyframe_def keyframe = {.control = control, .control_count = 3};
    assert_int_equal(ludo_spec_add_keyframe(spec, &keyframe, NULL), LUDO_OK);
    return spec;
}

static void lines_run_from_centres_of_mass_and_over_columns(void **state)
{
    (void)state;
    ludo_model *m = compiled(everything(0.0, 0.0, 0.0));
    const line_data *rope = &m->line[0], *belt = &m->line[1], *last = &m->line[2];
    assert_string_equal(rope->kind->name, "distance");
    assert_int_equal(rope->end[0].slot, m->body[3].slot);
    check_vector(rope->end[0].point, v3(0.9, 1.4, 3.3), round_off);
    assert_int_equal(rope->end[1].slot, -1);
    check_vector(rope->end[1].point, v3(1.0, 2.0, 3.0), 0.0);
    assert_int_equal(rope->term_count, 0);
    assert_true(rope->stiffness == 5.0 && rope->rest[0] == 0.5 && rope->rest[1] == 0.75);
    assert_string_equal(belt->kind->name, "tendon");
    assert_int_equal(belt->term_count, 2);
    assert_int_equal(belt->term[0].column, m->column[m->joints[1].slot] + 1);
    assert_int_equal(belt->term[1].column, m->column[m->joints[4].slot] + 1);
    assert_true(belt->term[0].weight == 2.0 && belt->term[1].weight == -3.0);
    assert_int_equal(last->term_count, 1);
    assert_int_equal(last->term[0].column, m->column[m->joints[2].slot]);
    ludo_model_destroy(m);
}

static void motors_have_infinite_ranges_where_nothing_limits_them(void **state)
{
    (void)state;
    ludo_model *m = compiled(everything(0.0, 0.0, 0.25));
    const motor_data *a = m->motor;
    assert_int_equal(a[0].line, -1);
    assert_int_equal(a[0].column, m->column[m->joints[0].slot]);
    assert_true(a[0].control_range[0] == -HUGE_VAL && a[0].control_range[1] == HUGE_VAL);
    assert_true(a[0].force_range[0] == -2.0 && a[0].force_range[1] == 0.0);
    assert_int_equal(a[1].line, 1);
    assert_int_equal(a[1].column, -1);
    assert_true(a[1].control_range[0] == 0.0 && a[1].control_range[1] == 3.0);
    assert_true(a[1].force_range[0] == -HUGE_VAL && a[1].force_range[1] == HUGE_VAL);
    assert_true(a[1].gear == 1.0 && a[1].gain == 8.0 && a[1].bias[1] == -8.0);
    assert_int_equal(a[2].column, m->column[m->joints[1].slot] + 1);
    assert_true(a[2].gain == 0.25 && a[2].bias[2] == -0.25);
    const double *control = m->keyframe[0].control;
    assert_true(control[0] == 1.5 && control[1] == -2.5 && control[2] == 0.0);
    assert_null(m->keyframe[0].position);
    ludo_model_destroy(m);
}

/* Springs along joints, terms of tendons and actuators need a coordinate; others are left alone. */
static void columns_act_where_a_force_needs_their_coordinate(void **state)
{
    (void)state;
    ludo_model *m = compiled(everything(0.0, 0.0, 0.0));
    /* slide: motor; cylindrical: belt; point-on-line: last, rotation; hinge: spring, slide: belt */
    const bool acts[] = {true, false, true, true, false, false, false, true, true};
    assert_int_equal(m->columns, 9);
    for (int32_t c = 0; c < 9; c++) {
        assert_int_equal(m->acts[c], acts[c]);
    }
    assert_true(m->along[7].stiffness == 7.0 && m->along[8].stiffness == 0.0);
    assert_int_equal(m->turns, 1);
    assert_int_equal(m->turn[0].slot, 2);
    assert_int_equal(m->turn[0].column, 4);
    assert_true(m->turn[0].armature == 4.0 && m->turn[0].stiffness == 0.0);
    assert_true(m->along[4].armature == 4.0 && m->along[5].armature == 0.0);
    ludo_model_destroy(m);
}

static void what_damps_first_is_told(void **state)
{
    (void)state;
    const struct {
        double joint, spring, actuator;
        const char *who;
    } cases[] = {
        {0.0, 0.0, 0.0, NULL},
        {0.5, 0.5, 0.5, "joint 'body2.joint0'"},
        {0.0, 0.5, 0.5, "spring 'spring1'"},
        {0.0, 0.0, 0.5, "actuator 'engine'"},
    };
    for (int i = 0; i < 4; i++) {
        ludo_model *m = compiled(everything(cases[i].joint, cases[i].spring, cases[i].actuator));
        assert_int_equal(m->damped_by != NULL, cases[i].who != NULL);
        if (cases[i].who != NULL) {
            assert_string_equal(m->damped_by, cases[i].who);
        }
        ludo_model_destroy(m);
    }
}

/* The first limit, after the notes on four inertias. */
static void limits_are_told_once(void **state)
{
    (void)state;
    ludo_model *m = compiled(everything(0.0, 0.0, 0.0));
    assert_int_equal(ludo_model_note_count(m), 5);
    const ludo_note_info note = ludo_model_note(m, 4);
    assert_string_equal(note.message, "joint limits are not simulated yet");
    assert_int_equal(note.kind, LUDO_NOTE_WARNING);
    assert_string_equal(note.place.file, "model.xml");
    assert_int_equal(note.place.line, 11);
    ludo_model_destroy(m);
}

static void springs_and_actuators_are_told_as_they_were_given(void **state)
{
    (void)state;
    ludo_model *m = compiled(everything(0.0, 1.0, 0.25));
    assert_int_equal(ludo_model_spring_count(m), 3);
    assert_int_equal(ludo_model_actuator_count(m), 3);
    const ludo_spring_info rope = ludo_model_spring(m, 0), belt = ludo_model_spring(m, 1);
    assert_string_equal(rope.name, "spring0");
    assert_string_equal(rope.type, "distance");
    assert_true(rope.site_a == 0 && rope.site_b == 1 && rope.term_count == 0);
    assert_true(rope.stiffness == 5.0 && rope.rest[0] == 0.5 && rope.rest[1] == 0.75);
    assert_string_equal(belt.type, "tendon");
    assert_true(belt.site_a == -1 && belt.site_b == -1 && belt.damping == 1.0);
    assert_int_equal(belt.term_count, 2);
    assert_true(belt.term[1].joint == 4 && belt.term[1].dof == 0 && belt.term[1].weight == -3.0);
    assert_true(ludo_model_spring(m, 2).term[0].joint == 2);
    const ludo_actuator_info motor = ludo_model_actuator(m, 0), winch = ludo_model_actuator(m, 1);
    assert_string_equal(motor.name, "actuator0");
    assert_true(!motor.on_spring && motor.target == 0 && motor.force_limited);
    assert_true(!motor.control_limited && motor.force_range[0] == -2.0);
    assert_true(winch.on_spring && winch.target == 1 && winch.control_range[1] == 3.0);
    assert_true(winch.gain == 8.0 && winch.bias[1] == -8.0 && winch.gear == 1.0);
    assert_int_equal(ludo_model_actuator(m, 2).dof, 1);
    ludo_model_destroy(m);
}

/* --- what is known of things ----------------------------------------------------------------- */

static void a_joint_is_told_in_the_child_s_body_frame(void **state)
{
    (void)state;
    const double half = sqrt(0.5);
    ludo_spec *spec = new_spec();
    add_body(spec, NULL);
    const ludo_joint_def joint = {
        .type = "hinge",
        .parent = LUDO_WORLD,
        .in_parent = {{7.0, 8.0, 9.0}, {0.0, 0.0, 0.0, 0.0}},
        .in_child = {{1.0, 2.0, 3.0}, {3.0 * half, 3.0 * half, 0.0, 0.0}}, /* 90 degrees about x */
        .axis = {0.0, 5.0, 0.0},
    };
    assert_int_equal(ludo_spec_add_joint(spec, &joint, NULL), LUDO_OK);
    ludo_model *m = compiled(spec);
    const ludo_joint_info info = ludo_model_joint(m, 0);
    const double tol = 4.0 * 0x1p-52; /* a rotation of a unit vector */
    CHECK_NEAR(info.axis.x, 0.0, tol);
    CHECK_NEAR(info.axis.y, 0.0, tol);
    CHECK_NEAR(info.axis.z, 1.0, tol);
    assert_memory_equal(&info.anchor, &joint.in_child.position, sizeof info.anchor);
    ludo_model_destroy(m);
}

static void what_does_not_exist_is_all_zero(void **state)
{
    (void)state;
    ludo_spec *spec = new_spec();
    add_body(spec, NULL);
    ludo_model *m = compiled(spec);
    const int32_t numbers[] = {-1, 1, INT32_MAX, INT32_MIN};
    for (int i = 0; i < 4; i++) {
        const int32_t k = numbers[i];
        assert_null(ludo_model_body_name(m, k));
        assert_null(ludo_model_joint_name(m, k));
        assert_null(ludo_model_site_name(m, k));
        assert_null(ludo_model_spring_name(m, k));
        assert_null(ludo_model_actuator_name(m, k));
        assert_null(ludo_model_keyframe_name(m, k));
        assert_null(ludo_model_body(m, k).name);
        assert_true(ludo_model_body(m, k).mass == 0.0);
        assert_null(ludo_model_joint(m, k).name);
        assert_int_equal(ludo_model_joint(m, k).dof, 0);
        assert_null(ludo_model_site(m, k).name);
        assert_null(ludo_model_spring(m, k).name);
        assert_null(ludo_model_actuator(m, k).name);
        assert_null(ludo_model_note(m, k).message);
    }
    ludo_model_destroy(m);
    ludo_model_destroy(NULL);
}

/* Texts, numbers and notes all live in the model: the spec is gone when they are read. */
static void a_model_keeps_all_that_it_tells(void **state)
{
    (void)state;
    const double gravity[] = {1.0, 2.0, 3.0}, step = 0.25;
    const ludo_body_def body = {.name = "b",
                                .mass = 2.0,
                                .com = {1.0, 2.0, 3.0},
                                .inertia = {3.0, 4.0, 5.0, 0.1, 0.2, 0.3}};
    const ludo_site_def site = {.name = "s", .frame = {{4.0, 5.0, 6.0}, {0.0, 2.0, 0.0, 0.0}}};
    ludo_spec *spec = new_spec();
    assert_int_equal(ludo_spec_set_name(spec, "robot"), LUDO_OK);
    assert_int_equal(ludo_spec_set_option(spec, "gravity", gravity, 3), LUDO_OK);
    assert_int_equal(ludo_spec_set_option(spec, "timestep", &step, 1), LUDO_OK);
    assert_int_equal(ludo_spec_add_body(spec, &body, NULL), LUDO_OK);
    assert_int_equal(ludo_spec_add_site(spec, &site, NULL), LUDO_OK);
    assert_int_equal(
        ludo_spec_add_note(spec, LUDO_NOTE_WARNING, (ludo_place){"f.xml", 3, 4}, "100%d"), LUDO_OK);
    assert_int_equal(ludo_spec_add_note(spec, LUDO_NOTE_UNSUPPORTED, (ludo_place){0}, ""), LUDO_OK);
    ludo_model *m = compiled(spec);

    const ludo_vec3 g = ludo_model_gravity(m);
    assert_string_equal(ludo_model_name(m), "robot");
    assert_memory_equal(&g, gravity, sizeof g);
    assert_true(ludo_model_timestep(m) == step);
    const ludo_body_info b = ludo_model_body(m, 0);
    assert_true(b.mass == 2.0);
    assert_memory_equal(&b.com, &body.com, sizeof b.com);
    assert_memory_equal(b.inertia, body.inertia, sizeof b.inertia);
    const ludo_site_info s = ludo_model_site(m, 0);
    assert_memory_equal(&s.frame.position, &site.frame.position, sizeof s.frame.position);
    assert_true(s.frame.orientation.x == 1.0 && s.frame.orientation.w == 0.0);
    assert_int_equal(ludo_model_note_count(m), 2);
    const ludo_note_info n = ludo_model_note(m, 0), last = ludo_model_note(m, 1);
    assert_string_equal(n.message, "100%d");
    assert_string_equal(n.place.file, "f.xml");
    assert_int_equal(n.place.line, 3);
    assert_int_equal(n.place.column, 4);
    assert_int_equal(n.kind, LUDO_NOTE_WARNING);
    assert_string_equal(last.message, "");
    assert_null(last.place.file);
    assert_int_equal(last.kind, LUDO_NOTE_UNSUPPORTED);
    ludo_model_destroy(m);
}

/* --- want of memory -------------------------------------------------------------------------- */

static void every_allocation_of_compiling_may_fail(void **state)
{
    (void)state;
    ludo_spec *spec = everything(1.0, 1.0, 1.0);
    FOR_FAILING_ALLOCATION(a)
    {
        ludo_model *model = NULL;
        ludo_diagnostic why = {.message = ""};
        const ludo_status s = ludo_compile(spec, &a.hook, &model, &why);
        assert_int_equal(s, a.failed ? LUDO_NO_MEMORY : LUDO_OK);
        assert_int_equal(model != NULL, s == LUDO_OK);
        assert_int_equal(why.message[0] != '\0', s != LUDO_OK);
        ludo_model_destroy(model);
    }
    ludo_spec_destroy(spec);
}

static void nothing_compiles_to_nothing(void **state)
{
    (void)state;
    ludo_diagnostic why;
    ludo_spec *spec = new_spec();
    ludo_model *model = (ludo_model *)(void *)spec;
    assert_int_equal(ludo_compile(NULL, NULL, &model, &why), LUDO_BAD_ARGUMENT);
    assert_null(model);
    assert_int_equal(ludo_compile(spec, NULL, NULL, &why), LUDO_BAD_ARGUMENT);
    check_refused(spec, LUDO_BAD_MODEL, &why);
    assert_non_null(strstr(why.message, "no bodies"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bodies_may_come_in_any_order),
        cmocka_unit_test(floating_bodies_get_free_joints_after_all_others),
        cmocka_unit_test(joints_have_lengths_to_compare_with),
        cmocka_unit_test(lengths_in_a_plane_are_along_the_next_axes),
        cmocka_unit_test(joints_without_an_axis_have_that_of_their_frame),
        cmocka_unit_test(a_second_axis_stands_in_the_child_orthogonal_to_the_first),
        cmocka_unit_test(parts_move_as_hinges_and_slides_do),
        cmocka_unit_test(parts_are_joints_of_their_own_to_users),
        cmocka_unit_test(a_composite_joint_has_at_most_six_parts),
        cmocka_unit_test(lines_run_from_centres_of_mass_and_over_columns),
        cmocka_unit_test(motors_have_infinite_ranges_where_nothing_limits_them),
        cmocka_unit_test(columns_act_where_a_force_needs_their_coordinate),
        cmocka_unit_test(what_damps_first_is_told),
        cmocka_unit_test(limits_are_told_once),
        cmocka_unit_test(springs_and_actuators_are_told_as_they_were_given),
        cmocka_unit_test(a_joint_is_told_in_the_child_s_body_frame),
        cmocka_unit_test(what_does_not_exist_is_all_zero),
        cmocka_unit_test(a_model_keeps_all_that_it_tells),
        cmocka_unit_test(every_allocation_of_compiling_may_fail),
        cmocka_unit_test(nothing_compiles_to_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
