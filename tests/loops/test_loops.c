/* SPDX-License-Identifier: Apache-2.0
 *
 * Rows of loops: their constraints and their derivatives at all kinds of ends: on bodies, on merged
 * bodies, on massless links, on the world. */
#include "loops/list.h"

#include "posed_joint.h"
#include "small_spec.h"

#include <string.h>

/* ---- a mechanism with all kinds of ends ---- */

/* Trunk; two massless links and an arm below it, a lamp fixed to the first of them, a tool fixed to
 * the arm; a cup that slides and rotates on the arm; a bird that floats; a post fixed to the
 * world. */
enum { TRUNK, LINK_A, LINK_B, ARM, LAMP, TOOL, CUP, BIRD, POST, BODIES };
enum { TRUNK_BALL, A_HINGE, B_SLIDE, ARM_HINGE, LAMP_WELD, TOOL_WELD, CUP_JOINT, POST_WELD };

static void add_random_bodies(ludo_spec *spec, random_stream *r)
{
    for (int32_t b = 0; b < BODIES; b++) {
        ludo_body_def body = {.struct_size = sizeof body};
        if (b == TRUNK || b == ARM || b == CUP || b == BIRD) {
            body = (ludo_body_def){.struct_size = sizeof(ludo_body_def),
                                   .mass = 1.0,
                                   .inertia = {0.1, 0.11, 0.12, 0.01, 0.01, 0.01}};
            body.com = random_vec3(r, 0.5);
        }
        assert_int_equal(ludo_spec_add_body(spec, &body, NULL), LUDO_OK);
    }
}

static void add_random_joints(ludo_spec *spec, random_stream *r)
{
    static const ludo_joint_def joints[] = {
        [TRUNK_BALL] = {.struct_size = sizeof(ludo_joint_def),
                        .type = "ball",
                        .parent = LUDO_WORLD,
                        .child = TRUNK},
        [A_HINGE] = {.struct_size = sizeof(ludo_joint_def),
                     .type = "hinge",
                     .parent = TRUNK,
                     .child = LINK_A},
        [B_SLIDE] = {.struct_size = sizeof(ludo_joint_def),
                     .type = "slide",
                     .parent = LINK_A,
                     .child = LINK_B},
        [ARM_HINGE] = {.struct_size = sizeof(ludo_joint_def),
                       .type = "hinge",
                       .parent = LINK_B,
                       .child = ARM},
        [LAMP_WELD] = {.struct_size = sizeof(ludo_joint_def),
                       .type = "fixed",
                       .parent = LINK_A,
                       .child = LAMP},
        [TOOL_WELD] = {.struct_size = sizeof(ludo_joint_def),
                       .type = "fixed",
                       .parent = ARM,
                       .child = TOOL},
        [CUP_JOINT] = {.struct_size = sizeof(ludo_joint_def),
                       .type = "cylindrical",
                       .parent = ARM,
                       .child = CUP},
        [POST_WELD] = {.struct_size = sizeof(ludo_joint_def),
                       .type = "fixed",
                       .parent = LUDO_WORLD,
                       .child = POST},
    };
    for (size_t i = 0; i < sizeof joints / sizeof *joints; i++) {
        ludo_joint_def j = joints[i];
        j.in_parent = random_frame(r);
        j.in_child = random_frame(r);
        j.axis = random_vec3(r, 1.0);
        j.reference = random_uniform(r, -1.0, 1.0);
        assert_int_equal(ludo_spec_add_joint(spec, &j, NULL), LUDO_OK);
    }
}

static ludo_spec *random_mechanism(random_stream *r)
{
    const double merge = 1.0;
    ludo_spec *spec = new_spec();
    assert_int_equal(ludo_spec_set_option(spec, "merge", &merge, 1), LUDO_OK);
    add_random_bodies(spec, r);
    add_random_joints(spec, r);
    return spec;
}

/* A model in any state: poses and coordinates are independent. */
enum { MAX_COLUMNS = 32 };

typedef struct scattered {
    ludo_model *model;
    pose world_and[BODIES + 1];
    double carried[MAX_COLUMNS], phi[MAX_COLUMNS];
    placement at;
} scattered;

/* Takes the spec. */
static void scatter(scattered *s, ludo_spec *spec, random_stream *r)
{
    s->model = compiled(spec);
    s->world_and[0] = pose_world();
    for (int32_t i = 0; i < s->model->slots; i++) {
        s->world_and[i + 1] = random_pose(r);
    }
    assert_true(s->model->columns <= MAX_COLUMNS);
    for (int32_t c = 0; c < s->model->columns; c++) {
        s->carried[c] = random_uniform(r, -3.0, 3.0);
        s->phi[c] = random_uniform(r, -3.0, 3.0);
    }
    s->at = (placement){s->model, s->world_and + 1, s->carried};
}

static loop_view view_of(const scattered *s)
{
    loop_view view;
    memset(&view, 0x55, sizeof view); /* no result may depend on former contents */
    s->model->loop[0].kind->view(&s->model->loop[0], &s->at, s->phi, &view);
    return view;
}

/* ---- closures ---- */

/* A random joint of kind `seed` between two bodies with relative motion. */
static ludo_joint_def random_closure(random_stream *r, uint64_t seed)
{
    static const int32_t bearer[BODIES] = {TRUNK, LINK_A, LINK_B, ARM, LINK_A, ARM, CUP, BIRD, -1};
    ludo_joint_def d = random_joint_def(r, posed_kind(seed));
    int32_t on_a, on_b;
    do {
        d.parent = random_below(r, BODIES + 1) - 1;
        d.child = random_below(r, BODIES);
        on_a = d.parent == LUDO_WORLD ? -1 : bearer[d.parent];
        on_b = bearer[d.child];
    } while (on_a == on_b);
    return d;
}

/* Kinds that constrain a motion: all but the free joint. */
static uint64_t closing(uint64_t seed)
{
    uint64_t k = seed;
    while (posed_kind(k)->dof == JOINT_MAX_DOF) {
        k += 5;
    }
    return k;
}

static void scatter_closure(scattered *s, uint64_t seed, ludo_joint_def *d)
{
    random_stream r = random_from(seed);
    ludo_spec *spec = random_mechanism(&r);
    *d = random_closure(&r, closing(seed));
    assert_int_equal(ludo_spec_add_closure(spec, d, NULL), LUDO_OK);
    scatter(s, spec, &r);
}

enum { SEEDS = 3000 };

/* Central differences with step e lose e^2 |g'''| / 6 and eps |g| / e: with lengths up to 20 m, on
 * rotating arms of hinges, 1e-9 each. */
static const double step = 1e-5, tolerance = 2e-9;

/* Derivative of rows by number k of an end, by central differences: a body moves, or a
 * coordinate. */
static void difference(scattered *s, loop_end end, int32_t k, double *slope)
{
    const int32_t rows = s->model->loop[0].rows;
    pose *z = &s->world_and[end.slot + 1];
    const pose before = *z;
    double *q = NULL, *phi = NULL, q_before = 0.0, phi_before = 0.0;
    loop_view side[2];
    if (end.columns) {
        q = &s->carried[s->model->column[end.slot] + k];
        phi = &s->phi[s->model->column[end.slot] + k];
        q_before = *q, phi_before = *phi;
    }
    for (int i = 0; i < 2; i++) {
        const double way = i == 0 ? step : -step;
        if (end.columns) {
            *q = q_before + way, *phi = phi_before + way;
        } else {
            const twist u = unit_twist(k);
            *z = moved_pose(&before, &u, way);
        }
        side[i] = view_of(s);
    }
    *z = before;
    if (end.columns) {
        *q = q_before, *phi = phi_before;
    }
    for (int32_t j = 0; j < rows; j++) {
        slope[j] = (side[0].g[j] - side[1].g[j]) / (2.0 * step);
    }
}

/* The numbers of an end: a twist of six numbers, or its dofs. */
static int32_t numbers_of(const ludo_model *m, loop_end end)
{
    return end.columns ? m->column[end.slot + 1] - m->column[end.slot] : 6;
}

static void check_ends(scattered *s)
{
    const loop_data *l = &s->model->loop[0];
    const loop_view view = view_of(s);
    for (int32_t i = 0; i < l->ends; i++) {
        const int32_t numbers = numbers_of(s->model, l->end[i]);
        for (int32_t k = 0; k < 6; k++) {
            double slope[JOINT_MAX_ROWS] = {0.0};
            if (k < numbers) {
                difference(s, l->end[i], k, slope);
            }
            for (int32_t j = 0; j < l->rows; j++) {
                CHECK_NEAR(view.G[loop_row(l, i, j) + (size_t)k], slope[j], tolerance);
            }
        }
    }
}

static void derivatives_at_all_ends_equal_central_differences(void **state)
{
    (void)state;
    FOR_SEEDS(seed, SEEDS)
    {
        ludo_joint_def d;
        scattered s;
        scatter_closure(&s, seed, &d);
        check_ends(&s);
        ludo_model_destroy(s.model);
    }
}

/* Bodies without an end do not change rows. */
static void rows_depend_on_nothing_but_ends(void **state)
{
    (void)state;
    FOR_SEEDS(seed, SEEDS / 10)
    {
        ludo_joint_def d;
        scattered s;
        scatter_closure(&s, seed, &d);
        const loop_data *l = &s.model->loop[0];
        random_stream r = random_from(seed + SEEDS);
        bool twists[BODIES + 1] = {false}, columns[BODIES + 1] = {false};
        for (int32_t i = 0; i < l->ends; i++) {
            bool *seen = l->end[i].columns ? &columns[l->end[i].slot] : &twists[l->end[i].slot];
            assert_false(*seen);
            *seen = true;
        }
        const loop_view before = view_of(&s);
        for (int32_t slot = 0; slot < s.model->slots; slot++) {
            if (!twists[slot]) {
                s.world_and[slot + 1] = random_pose(&r);
            }
            for (int32_t c = s.model->column[slot]; c < s.model->column[slot + 1]; c++) {
                s.carried[c] = columns[slot] ? s.carried[c] : random_uniform(&r, -1.0, 1.0);
                s.phi[c] = random_uniform(&r, -1.0, 1.0);
            }
        }
        const loop_view after = view_of(&s);
        assert_memory_equal(before.g, after.g, (size_t)l->rows * sizeof *before.g);
        ludo_model_destroy(s.model);
    }
}

/* ---- constraints of closures ---- */

/* The length of the part of v in the span of an axis. */
static double held(joint_span span, ludo_vec3 axis, ludo_vec3 v)
{
    const ludo_vec3 n = v3_unit(axis);
    const double along = v3_dot(n, v), whole = v3_norm(v);
    const double across = v3_norm(v3_axpy(v, -along, n));
    return span == SPAN_AXIS ? fabs(along) : span == SPAN_PLANE ? across : span ? whole : 0.0;
}

static double norm(const double *x, int32_t count)
{
    double sum = 0.0;
    for (int32_t i = 0; i < count; i++) {
        sum += x[i] * x[i];
    }
    return sqrt(sum);
}

static pose frame_of(const scattered *s, int32_t body, ludo_frame in_body)
{
    attached_frame on = {.slot = -1, .intermediate = -1, .frame = in_body};
    if (body != LUDO_WORLD) {
        on = s->model->body[body].on;
        on.frame = frame_mul(on.frame, in_body);
    }
    return ludo_attached_frame_pose(&s->at, &on);
}

/* A closure constrains its frames as the same joint of the tree would: rows are the error of one
 * frame relative to the other along and about the held directions. Round-off of frames up to 20 m
 * away. */
static void closures_hold_the_frames_they_were_given(void **state)
{
    (void)state;
    FOR_SEEDS(seed, SEEDS / 3)
    {
        ludo_joint_def d;
        scattered s;
        scatter_closure(&s, seed, &d);
        const loop_data *l = &s.model->loop[0];
        const joint_kind *kind = l->joint.kind;
        const loop_view view = view_of(&s);
        const pose a = frame_of(&s, d.parent, d.in_parent), b = frame_of(&s, d.child, d.in_child);
        const ludo_vec3 gap = m3_apply_t(&a.R, v3_sub(b.x, a.x));
        const ludo_quat r = q_mul(q_conj(a.q), b.q);
        const ludo_vec3 axis = kind->has_axis ? d.axis : v3(0.0, 0.0, 1.0);
        const int32_t translations = l->translations;
        assert_int_equal(l->rows, 6 - kind->dof);
        CHECK_NEAR(norm(view.g, translations), held(kind->translation, axis, gap), 1e-13);
        if (kind->has_second_axis) {
            const ludo_vec3 u = v3_unit(d.axis), w = q_rotate(r, v3_unit(d.axis2));
            CHECK_NEAR(view.g[translations], v3_dot(u, w), 1e-13);
        } else {
            CHECK_NEAR(norm(view.g + translations, l->rows - translations),
                       2.0 * held(kind->rotation, axis, q_vector(r)), 1e-13);
        }
        ludo_model_destroy(s.model);
    }
}

/* ---- couplings ---- */

/* A coordinate that can be coupled: those of the composite joint and of the cup's. */
static void random_coordinate(random_stream *r, int32_t *joint, int32_t *dof)
{
    static const int32_t all[][2] = {
        {A_HINGE, 0}, {B_SLIDE, 0}, {ARM_HINGE, 0}, {CUP_JOINT, 0}, {CUP_JOINT, 1}};
    const int32_t i = random_below(r, 5);
    *joint = all[i][0], *dof = all[i][1];
}

static ludo_coupling_def random_coupling(random_stream *r)
{
    ludo_coupling_def d = {.struct_size = sizeof d, .from = -1};
    random_coordinate(r, &d.joint, &d.dof);
    const bool follows = random_below(r, 4) > 0;
    for (int k = 0; k < 5; k++) {
        d.coefficient[k] = random_uniform(r, -0.1, 0.1);
    }
    do {
        if (follows) {
            random_coordinate(r, &d.from, &d.from_dof);
        }
    } while (d.from == d.joint && d.from_dof == d.dof);
    return d;
}

static void scatter_coupling(scattered *s, uint64_t seed, ludo_coupling_def *d)
{
    random_stream r = random_from(seed);
    ludo_spec *spec = random_mechanism(&r);
    *d = random_coupling(&r);
    assert_int_equal(ludo_spec_add_coupling(spec, d, NULL), LUDO_OK);
    scatter(s, spec, &r);
}

/* The coordinate of a joint from its reference; zero for a cylindrical one. */
static double moved(const scattered *s, int32_t joint, int32_t dof)
{
    const model_joint *j = &s->model->joints[joint];
    const joint_data *carrier = &s->model->joint[j->slot];
    const double reference = carrier->part != NULL ? carrier->part[j->part].reference : 0.0;
    return s->phi[j->column + dof] - reference;
}

static void a_coupling_is_how_far_its_polynomial_misses(void **state)
{
    (void)state;
    FOR_SEEDS(seed, SEEDS / 3)
    {
        ludo_coupling_def d;
        scattered s;
        scatter_coupling(&s, seed, &d);
        const loop_data *l = &s.model->loop[0];
        const double x = d.from >= 0 ? moved(&s, d.from, d.from_dof) : 0.0;
        double sum = 0.0, power = 1.0;
        for (int k = 0; k < 5; k++, power *= x) {
            sum += d.coefficient[k] * power;
        }
        /* powers up to 4^4 in five roundings */
        CHECK_NEAR(view_of(&s).g[0], moved(&s, d.joint, d.dof) - sum, 1e-13);
        const bool length = d.joint == B_SLIDE || (d.joint == CUP_JOINT && d.dof == 0);
        assert_int_equal(l->rows, 1);
        assert_int_equal(l->translations, length ? 1 : 0);
        assert_true(l->length > 0.0);
        ludo_model_destroy(s.model);
    }
}

static void slopes_of_couplings_equal_central_differences(void **state)
{
    (void)state;
    FOR_SEEDS(seed, SEEDS / 3)
    {
        ludo_coupling_def d;
        scattered s;
        scatter_coupling(&s, seed, &d);
        check_ends(&s);
        ludo_model_destroy(s.model);
    }
}

static void kinds_are_found_by_their_names(void **state)
{
    (void)state;
    assert_ptr_equal(ludo_loop_kind_find("closure"), &ludo_loop_closure);
    assert_ptr_equal(ludo_loop_kind_find("coupling"), &ludo_loop_coupling);
    assert_null(ludo_loop_kind_find("ball"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(derivatives_at_all_ends_equal_central_differences),
        cmocka_unit_test(rows_depend_on_nothing_but_ends),
        cmocka_unit_test(closures_hold_the_frames_they_were_given),
        cmocka_unit_test(a_coupling_is_how_far_its_polynomial_misses),
        cmocka_unit_test(slopes_of_couplings_equal_central_differences),
        cmocka_unit_test(kinds_are_found_by_their_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
