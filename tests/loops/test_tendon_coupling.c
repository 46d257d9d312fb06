/* SPDX-License-Identifier: Apache-2.0
 *
 * Rows of couplings of lengths: their values, derivatives and second derivatives, where they end.
 */
#include "dynamics_of.h"
#include "mjcf_text.h"
#include "moved.h"
#include "posed_joint.h"

#include "loops/list.h"
#include "model/tendon.h"

/* A floating trunk with an arm that slides, a bird on a ball; paths over the world, over a wheel on
 * the trunk and over a pulley; sums of angles and of an angle and a length. */
#define MECHANISM(equalities)                                                                      \
    "<mujoco><compiler angle='radian'/><worldbody><site name='sky' pos='0.2 -0.3 2'/>"             \
    "<body name='trunk' pos='0 0 1'><freejoint/><geom size='.2' mass='2'/>"                        \
    "<geom name='wheel' type='cylinder' size='.15 .1' pos='.1 .4 0' mass='0'/>"                    \
    "<site name='hip' pos='.3 .1 .2'/>"                                                            \
    "<body name='arm' pos='.5 0 0'><joint name='lift' axis='0 1 0' ref='.2'/>"                     \
    "<joint name='turn' axis='1 0 0'/><geom size='.1' mass='1'/><site name='elbow' pos='.2 .1 "    \
    "0'/>"                                                                                         \
    "<body name='hand' pos='.4 0 0'><joint name='reach' type='slide' axis='1 .5 0'/>"              \
    "<geom size='.1' pos='.1 0 0' mass='.5'/><site name='palm' pos='.1 .6 "                        \
    ".05'/></body></body></body>"                                                                  \
    "<body name='bird' pos='1 1 1.5'><joint type='ball'/><geom size='.1' pos='.3 0 0' mass='1'/>"  \
    "<site name='beak' pos='.5 .1 0'/></body></worldbody><tendon>"                                 \
    "<spatial name='long'><site site='sky'/><site site='hip'/><site site='elbow'/>"                \
    "<site site='beak'/></spatial>"                                                                \
    "<spatial name='inner'><site site='hip'/><site site='elbow'/><site site='palm'/></spatial>"    \
    "<spatial name='tackle'><site site='elbow'/><site site='beak'/><pulley divisor='2'/>"          \
    "<site site='palm'/><site site='sky'/></spatial>"                                              \
    "<spatial name='bow'><site site='hip'/><geom geom='wheel'/><site site='palm'/></spatial>"      \
    "<spatial name='rod'><site site='beak'/><site site='palm'/></spatial>"                         \
    "<fixed name='angles'><joint joint='lift' coef='.5'/><joint joint='turn' coef='-2'/></fixed>"  \
    "<fixed name='mixed'><joint joint='reach' coef='2'/><joint joint='turn' coef='.3'/>"           \
    "<joint joint='lift' coef='.1'/></fixed>"                                                      \
    "</tendon><equality>" equalities "</equality></mujoco>"

#define CURVED " polycoef='0 .4 .3 -.2 .1'/>"

static const char *const all[] = {
    MECHANISM("<tendon tendon1='long'/>"),
    MECHANISM("<tendon tendon1='inner'/>"),
    MECHANISM("<tendon tendon1='mixed'/>"),
    MECHANISM("<tendon tendon1='rod' tendon2='angles'" CURVED),
    MECHANISM("<tendon tendon1='mixed' tendon2='tackle'" CURVED),
    MECHANISM("<tendon tendon1='angles' tendon2='long'" CURVED),
    MECHANISM("<tendon tendon1='inner' tendon2='tackle'" CURVED),
    MECHANISM("<tendon tendon1='bow'/>"),
    MECHANISM("<tendon tendon1='mixed' tendon2='bow'" CURVED),
};
enum { WRAPPED = 7, CASES = 9, MAX_SLOTS = 4, MAX_COLUMNS = 16 };

/* ---- values and derivatives by ends ---- */

/* A model at poses and coordinates that need not fit its joints. */
typedef struct scattered {
    ludo_model *model;
    pose world_and[MAX_SLOTS + 1];
    double memory[MAX_COLUMNS], phi[MAX_COLUMNS];
    placement at;
} scattered;

static scattered scatter(const char *text, random_stream *r)
{
    scattered s = {.model = model_of(text)};
    assert_in_range(s.model->slots, 1, MAX_SLOTS);
    assert_in_range(s.model->columns, 1, MAX_COLUMNS);
    s.world_and[0] = pose_world();
    for (int32_t i = 0; i < s.model->slots; i++) {
        s.world_and[i + 1] = random_pose(r);
    }
    for (int32_t c = 0; c < s.model->columns; c++) {
        s.phi[c] = random_uniform(r, -1.0, 1.0);
    }
    return s;
}

static loop_view view_of(scattered *s)
{
    const loop_data *l = &s->model->loop[0];
    loop_view view;
    memset(&view, 0x55, sizeof view); /* no result may depend on former contents */
    s->at = (placement){s->model, s->world_and + 1, s->memory};
    l->kind->view(l, &s->at, s->phi, &view);
    return view;
}

/* The row after number k of an end has moved by `step`. */
static double moved_row(const scattered *s, const loop_end *end, int32_t k, double step)
{
    scattered moved = *s;
    if (end->columns) {
        moved.phi[s->model->column[end->slot] + k] += step;
        return view_of(&moved).g[0];
    }
    pose *z = &moved.world_and[end->slot + 1];
    const ludo_vec3 way = v3_scale(step, v3(k % 3 == 0, k % 3 == 1, k % 3 == 2));
    z->x = k < 3 ? v3_add(z->x, way) : z->x;
    z->q = k < 3 ? z->q : q_mul(q_turn(way), z->q);
    z->R = q_matrix(z->q);
    return view_of(&moved).g[0];
}

/* Lengths of 1 to 10, by differences of third order. */
static void derivatives_by_ends_equal_central_differences(void **state)
{
    (void)state;
    const double step = 1e-5;
    for (int i = 0; i < CASES; i++) {
        FOR_SEEDS(seed, 20)
        {
            random_stream r = random_from(seed);
            scattered s = scatter(all[i], &r);
            const loop_data *l = &s.model->loop[0];
            const loop_view view = view_of(&s);
            double most = 1.0;
            for (int32_t k = 0; k < 6 * l->ends; k++) {
                most = fmax(most, fabs(view.G[k]));
            }
            for (int32_t e = 0; e < l->ends; e++) {
                const int32_t *column = s.model->column + l->end[e].slot;
                for (int32_t k = 0; k < (l->end[e].columns ? column[1] - column[0] : 6); k++) {
                    const double slope =
                        (moved_row(&s, &l->end[e], k, step) - moved_row(&s, &l->end[e], k, -step)) /
                        (2.0 * step);
                    CHECK_NEAR(view.G[loop_row(l, e, 0) + (size_t)k], slope, 1e-7 * most * most);
                }
            }
            ludo_model_destroy(s.model);
        }
    }
}

/* A common motion of all bodies changes no length between them, but lengths to the world. */
static void lengths_depend_on_the_world_if_they_are_grounded(void **state)
{
    (void)state;
    for (int i = 0; i < CASES; i++) {
        random_stream r = random_from((uint64_t)i + 1);
        scattered s = scatter(all[i], &r);
        const double before = view_of(&s).g[0];
        const ludo_quat turn = q_about(v3_unit(v3(0.3, -0.5, 0.7)), 0.6);
        for (int32_t k = 0; k < s.model->slots; k++) {
            pose *z = &s.world_and[k + 1];
            z->x = v3_add(q_rotate(turn, z->x), v3(0.2, 0.3, -0.1));
            z->q = q_mul(turn, z->q);
            z->R = q_matrix(z->q);
        }
        const double after = view_of(&s).g[0];
        assert_int_equal(fabs(after - before) > 1e-3, s.model->loop[0].grounded);
        ludo_model_destroy(s.model);
    }
}

/* ---- along motions ---- */

/* v G of the only row. */
static double rate_of(const dynamics_of *s, const double *q, const double *v, double *g)
{
    double G[MOST], rate = 0.0;
    assert_int_equal(ludo_dynamics_loops(s->dynamics, q, g, G), LUDO_OK);
    for (int32_t i = 0; i < s->dof; i++) {
        rate += G[i] * v[i];
    }
    return rate;
}

static void rows_along_motions_equal_central_differences(void **state)
{
    (void)state;
    const double t = 1e-5;
    for (int i = 0; i < WRAPPED; i++) {
        dynamics_of s = dynamics_of_run(run_open(LUDO_OK, spec_of(all[i]), NULL));
        random_stream random = random_from((uint64_t)i);
        double q[2][MOST], v[MOST], g[3], rate[3], bias;
        random_numbers(&random, v, s.dof);
        for (int side = 0; side < 2; side++) {
            move_coordinates(s.r.model, s.q, v, side == 0 ? -t : t, q[side]);
            rate[side] = rate_of(&s, q[side], v, &g[side]);
        }
        assert_int_equal(ludo_dynamics_loops_bias(s.dynamics, s.q, v, &bias), LUDO_OK);
        rate[2] = rate_of(&s, s.q, v, &g[2]);
        /* a relative third derivative of some ten, round-off some 1e-15 / t */
        CHECK_NEAR(g[2], 0.0, 1e-12);
        CHECK_NEAR(rate[2], (g[1] - g[0]) / (2.0 * t), 1e-8);
        CHECK_NEAR(bias, (rate[1] - rate[0]) / (2.0 * t), 1e-8 * fmax(fabs(bias), 1.0));
        dynamics_of_close(&s);
    }
}

static void wrapped_lengths_have_no_second_derivative(void **state)
{
    (void)state;
    for (int i = WRAPPED; i < CASES; i++) {
        ludo_model *model = model_of(all[i]);
        ludo_dynamics *dynamics = NULL;
        assert_int_equal(ludo_dynamics_create(model, NULL, &dynamics), LUDO_UNSUPPORTED);
        assert_null(dynamics);
        ludo_model_destroy(model);
    }
}

static void the_kind_is_found_by_its_name(void **state)
{
    (void)state;
    assert_ptr_equal(ludo_loop_kind_find("tendon_coupling"), &ludo_loop_tendon_coupling);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(derivatives_by_ends_equal_central_differences),
        cmocka_unit_test(lengths_depend_on_the_world_if_they_are_grounded),
        cmocka_unit_test(rows_along_motions_equal_central_differences),
        cmocka_unit_test(wrapped_lengths_have_no_second_derivative),
        cmocka_unit_test(the_kind_is_found_by_its_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
