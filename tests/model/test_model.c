/* SPDX-License-Identifier: Apache-2.0
 *
 * A model matches its description: numbers, names, counts, order; for descriptions in any order. */
#include "model/model.h"

#include "small_spec.h"

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

/* Joints with the child `child`: one of any type, or a composite of hinges and slides. */
static void add_random_joints(ludo_spec *spec, random_stream *r, int32_t parent, int32_t child)
{
    static const char *const types[] = {
        "fixed", "hinge",  "slide",         "cylindrical", "universal",
        "ball",  "planar", "point-on-line", "free-planar", "orientation-only"};
    ludo_joint_def joint = {.struct_size = sizeof joint,
                            .type = types[random_below(r, 10)],
                            .parent = parent,
                            .child = child};
    const int32_t parts = random_below(r, 2) == 0 ? 1 : 1 + random_below(r, LUDO_MAX_DOF);
    for (int32_t i = 0; i < parts; i++) {
        joint.axis = random_vec3(r, 1.0);
        joint.axis2 = v3_cross(joint.axis, random_vec3(r, 1.0));
        joint.type = parts > 1 ? types[1 + random_below(r, 2)] : joint.type;
        assert_int_equal(ludo_spec_add_joint(spec, &joint, NULL), LUDO_OK);
        joint.continues = true;
    }
}

/* The model of a forest: joints in random order, some bodies floating without a joint. */
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

/* Parents come before children, and each subtree is contiguous. */
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
        /* the slot before is in the parent's subtree, or is the parent */
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
        assert_int_equal(body_info_of(m, b).parent, parent);
        assert_int_equal(m->parent[m->body[b].slot], p >= 0 ? m->body[parent].slot : -1);
        assert_int_equal(m->joints[m->joint_of[m->body[b].slot]].parent, parent);
    }
}

/* Leaves first: no body is eliminated before its children. */
static void check_order(const ludo_model *m)
{
    bool done[30] = {false};
    const int32_t *order = ludo_model_order(m);
    for (int32_t k = 0; k < m->body_count; k++) {
        const int32_t parent = body_info_of(m, order[k]).parent;
        assert_true(parent == LUDO_WORLD || !done[parent]);
        assert_false(done[order[k]]);
        done[order[k]] = true;
    }
}

/* Public joints: their numbers are consecutive in keyframes; parts of composite joints share a slot
 * and count their rows together. */
static void check_public_joints(const ludo_model *m)
{
    int32_t dof = 0, position = 0, rows = 0;
    for (int32_t j = 0; j < m->joint_count; j++) {
        const ludo_joint_info info = joint_info_of(m, j);
        const model_joint *named = &m->joints[j];
        const joint_data *whole = &m->joint[named->slot];
        assert_int_equal(info.position_first, position);
        assert_int_equal(info.velocity_first, dof);
        assert_int_equal(info.velocity_count, info.dof);
        assert_int_equal(info.rows, info.continues ? 0 : 6 - whole->dof);
        assert_int_equal(m->joint_of[named->slot], j - named->part);
        if (whole->kind->stores_coordinates) {
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
        assert_int_equal(m->joint_block[s], corner);
        assert_int_equal(m->position[s], position);
        assert_int_equal(j->part != NULL, j->kind->stores_coordinates);
        for (int32_t c = 0; c < j->dof; c++) {
            const joint_column kind = m->column_kind[column + c];
            assert_int_equal(j->column[c], kind);
            assert_int_equal(kind == COLUMN_BALL, c >= joint_scalars(j));
            assert_int_equal(kind == COLUMN_STORED_LENGTH, j->part != NULL && j->part[c].slides);
            assert_int_equal(kind == COLUMN_STORED_ANGLE, j->part != NULL && !j->part[c].slides);
        }
        column += j->dof;
        corner += j->dof * j->dof;
        position += j->position_count;
    }
    assert_int_equal(m->column[m->slots], m->columns);
    assert_int_equal(m->columns, column);
    assert_int_equal(m->joint_block[m->slots], corner);
    assert_int_equal(m->position[m->slots], m->position_count);
}

/* True if joints fit into one batch. */
static bool are_alike(const joint_data *a, const joint_data *b)
{
    bool alike = a->kind == b->kind && a->dof == b->dof;
    for (int32_t c = 0; c < a->dof && alike && a->part != NULL; c++) {
        alike = a->part[c].slides == b->part[c].slides;
    }
    return alike;
}

/* The joints that fit into the batches of joints like the first of a batch. */
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
    for (int32_t c = 0; c < j->dof && j->part != NULL; c++) {
        const ludo_vec3 axis = get3(&b->part[c].axis, l);
        assert_memory_equal(&axis, &j->part[c].axis, sizeof axis);
        assert_true(b->part[c].reference.at[l] == j->part[c].reference);
    }
}

/* Every joint has one lane; the batches of one group are full except the last; remaining lanes
 * repeat a joint. */
static void check_batches(const ludo_model *m)
{
    int32_t joints = 0, parts = 0, last = -1;
    bool placed[30] = {false};
    for (int32_t i = 0; i < m->batches; i++) {
        const joint_batch *b = &m->batch[i];
        const bool goes_on = i + 1 < m->batches && are_alike(b->joint[0], b[1].joint[0]);
        const int32_t alike = count_alike(m, b->joint[0]);
        assert_int_equal(b->count, goes_on ? LANES : 1 + (alike - 1) % LANES);
        assert_int_equal(b->dof, b->joint[0]->dof);
        const bool writes = !b->kind->stores_coordinates && !joint_is_free(b->joint[0]);
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
        if (b->kind->stores_coordinates) {
            assert_true(b->part >= m->part_lanes);
            assert_true(b->part + b->dof < m->part_lanes + m->part_lane_count);
            parts += b->dof + 1;
        }
    }
    assert_int_equal(joints, m->slots);
    assert_int_equal(parts, m->part_lane_count);
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
        const ludo_joint_info info = joint_info_of(m, j);
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
    const ludo_joint_def joint = {.struct_size = sizeof joint,
                                  .type = type,
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

/* The reference length of a joint is its longer arm, except an arm on the world, or the child's
 * radius of gyration if that is longer. */
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

/* --- readers --------------------------------------------------------------------------------- */

static void a_joint_is_told_in_the_child_s_body_frame(void **state)
{
    (void)state;
    const double half = sqrt(0.5);
    ludo_spec *spec = new_spec();
    add_body(spec, NULL);
    const ludo_joint_def joint = {
        .struct_size = sizeof joint,
        .type = "hinge",
        .parent = LUDO_WORLD,
        .in_parent = {{7.0, 8.0, 9.0}, {0.0, 0.0, 0.0, 0.0}},
        .in_child = {{1.0, 2.0, 3.0}, {3.0 * half, 3.0 * half, 0.0, 0.0}}, /* 90 degrees about x */
        .axis = {0.0, 5.0, 0.0},
    };
    assert_int_equal(ludo_spec_add_joint(spec, &joint, NULL), LUDO_OK);
    ludo_model *m = compiled(spec);
    const ludo_joint_info info = joint_info_of(m, 0);
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
        assert_null(body_info_of(m, k).name);
        assert_true(body_info_of(m, k).mass == 0.0);
        assert_null(joint_info_of(m, k).name);
        assert_int_equal(joint_info_of(m, k).dof, 0);
        assert_null(site_info_of(m, k).name);
        assert_null(spring_info_of(m, k).name);
        assert_null(actuator_info_of(m, k).name);
        assert_null(note_info_of(m, k).message);
    }
    ludo_model_destroy(m);
    ludo_model_destroy(NULL);
}

/* Texts, numbers and notes are copied to the model: they are read after the spec is destroyed. */
static void a_model_keeps_all_that_it_tells(void **state)
{
    (void)state;
    const double gravity[] = {1.0, 2.0, 3.0}, step = 0.25;
    const ludo_body_def body = {.struct_size = sizeof body,
                                .name = "b",
                                .mass = 2.0,
                                .com = {1.0, 2.0, 3.0},
                                .inertia = {3.0, 4.0, 5.0, 0.1, 0.2, 0.3}};
    const ludo_site_def site = {
        .struct_size = sizeof site, .name = "s", .frame = {{4.0, 5.0, 6.0}, {0.0, 2.0, 0.0, 0.0}}};
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

    const ludo_vec3 g = gravity_of(m);
    assert_string_equal(ludo_model_name(m), "robot");
    assert_memory_equal(&g, gravity, sizeof g);
    assert_true(ludo_model_timestep(m) == step);
    const ludo_body_info b = body_info_of(m, 0);
    assert_true(b.mass == 2.0);
    assert_memory_equal(&b.com, &body.com, sizeof b.com);
    assert_memory_equal(b.inertia, body.inertia, sizeof b.inertia);
    const ludo_site_info s = site_info_of(m, 0);
    assert_memory_equal(&s.frame.position, &site.frame.position, sizeof s.frame.position);
    assert_true(s.frame.orientation.x == 1.0 && s.frame.orientation.w == 0.0);
    assert_int_equal(ludo_model_note_count(m), 2);
    const ludo_note_info n = note_info_of(m, 0), last = note_info_of(m, 1);
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

/* --- nothing --------------------------------------------------------------------------------- */

static void nothing_compiles_to_nothing(void **state)
{
    (void)state;
    ludo_diagnostic why;
    ludo_spec *spec = new_spec();
    ludo_model *model = (ludo_model *)(void *)spec;
    assert_int_equal(ludo_compile(NULL, NULL, &model, &why), LUDO_BAD_ARGUMENT);
    assert_null(model);
    assert_int_equal(ludo_compile(spec, NULL, NULL, &why), LUDO_BAD_ARGUMENT);
    ludo_spec_destroy(spec);
}

static void a_world_without_bodies_is_a_model_that_runs(void **state)
{
    (void)state;
    FOR_FAILING_ALLOCATION(alloc)
    {
        ludo_spec *spec = new_spec();
        ludo_model *model = NULL;
        ludo_sim *sim = NULL;
        ludo_geom_def geom = ludo_geom_default();
        geom.type = "sphere";
        geom.size[0] = 1.0;
        geom.body = LUDO_WORLD;
        assert_int_equal(ludo_spec_add_geom(spec, &geom, NULL), LUDO_OK);
        ludo_status status = ludo_compile(spec, &alloc.hook, &model, NULL);
        status = status == LUDO_OK ? ludo_sim_create(model, NULL, &alloc.hook, &sim, NULL) : status;
        status = status == LUDO_OK ? ludo_step(sim, 0.01, NULL) : status;
        assert_int_equal(status, alloc.failed ? LUDO_NO_MEMORY : LUDO_OK);
        assert_int_equal(ludo_model_dof(model), 0);
        assert_true(sim == NULL || ludo_sim_time(sim) == 0.01);
        ludo_sim_destroy(sim);
        ludo_model_destroy(model);
        ludo_spec_destroy(spec);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bodies_may_come_in_any_order),
        cmocka_unit_test(floating_bodies_get_free_joints_after_all_others),
        cmocka_unit_test(joints_have_lengths_to_compare_with),
        cmocka_unit_test(a_joint_is_told_in_the_child_s_body_frame),
        cmocka_unit_test(what_does_not_exist_is_all_zero),
        cmocka_unit_test(a_model_keeps_all_that_it_tells),
        cmocka_unit_test(nothing_compiles_to_nothing),
        cmocka_unit_test(a_world_without_bodies_is_a_model_that_runs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
