/* SPDX-License-Identifier: Apache-2.0
 *
 * The scenes agree with their descriptions. */
#include "scenes.h"
#include "support.h"

#include <stdio.h>
#include <string.h>

typedef ludo_status builder(const ludo_allocator *allocator, ludo_spec **out);

static ludo_status hinge_chain(const ludo_allocator *a, ludo_spec **out)
{
    return ludo_scene_chain(&(ludo_scene_chain_options){.links = 5, .joint = "hinge"}, a, out);
}

static ludo_status floating_chain(const ludo_allocator *a, ludo_spec **out)
{
    return ludo_scene_chain(
        &(ludo_scene_chain_options){
            .links = 3, .joint = "ball", .spatial = true, .floating = true, .stir = 1.0},
        a, out);
}

static ludo_status half_swing(const ludo_allocator *a, ludo_spec **out)
{
    return ludo_scene_half_swing(0.5, a, out);
}

static ludo_status random_tree(const ludo_allocator *a, ludo_spec **out)
{
    return ludo_scene_random_tree(12, 7, true, a, out);
}

static ludo_status everything(const ludo_allocator *a, ludo_spec **out)
{
    return ludo_scene_everything(
        &(ludo_scene_everything_options){
            .bodies = 13, .seed = 3, .floating = true, .damped = true, .stiffness = 100.0},
        a, out);
}

static ludo_status composite_chain(const ludo_allocator *a, ludo_spec **out)
{
    return ludo_scene_joint_chain("hinge+slide+hinge", 3, a, out);
}

static ludo_status free_planar_chain(const ludo_allocator *a, ludo_spec **out)
{
    return ludo_scene_joint_chain("free-planar", 3, a, out);
}

static ludo_status pile_beside(const ludo_allocator *a, ludo_spec **out)
{
    return ludo_scene_pile_beside(3, 2, a, out);
}

static ludo_status sphere_chain(const ludo_allocator *a, ludo_spec **out)
{
    return ludo_scene_sphere_chain(4, a, out);
}

static builder *const builders[] = {
    hinge_chain,
    floating_chain,
    half_swing,
    ludo_scene_planar_double_pendulum,
    ludo_scene_spherical_double_pendulum,
    ludo_scene_heavy_top,
    ludo_scene_torque_free_body,
    ludo_scene_free_chain,
    random_tree,
    everything,
    composite_chain,
    free_planar_chain,
    sphere_chain,
    pile_beside,
    ludo_scene_damped_pendulum,
    ludo_scene_governor,
    ludo_scene_body_in_fluid,
};
enum { BUILDERS = sizeof builders / sizeof builders[0], WITHOUT_FLUID = BUILDERS - 1 };

static void every_scene_survives_each_failing_allocation(void **state)
{
    (void)state;
    for (int i = 0; i < BUILDERS; i++) {
        FOR_FAILING_ALLOCATION(a)
        {
            ludo_spec *spec = NULL;
            const ludo_status s = builders[i](&a.hook, &spec);
            assert_int_equal(s, a.failed ? LUDO_NO_MEMORY : LUDO_OK);
            assert_true((spec != NULL) == (s == LUDO_OK));
            ludo_spec_destroy(spec);
        }
    }
}

/* A scene and its properties at the start. */
typedef struct opened {
    ludo_model *model;
    ludo_sim *sim;
    ludo_start_report start;
    ludo_energy energy;
    ludo_momentum momentum;
} opened;

static opened open_scene(ludo_spec *spec)
{
    opened o = {.start = {.struct_size = sizeof o.start}};
    assert_non_null(spec);
    assert_int_equal(ludo_scene_open(spec, NULL, &o.model, &o.sim), LUDO_OK);
    assert_int_equal(ludo_sim_project(o.sim, &o.start), LUDO_OK);
    assert_int_equal(ludo_sim_energy(o.sim, &o.energy), LUDO_OK);
    assert_int_equal(ludo_sim_momentum(o.sim, &o.momentum), LUDO_OK);
    return o;
}

static void close_scene(opened *o)
{
    ludo_sim_destroy(o->sim);
    ludo_model_destroy(o->model);
}

/* A start given in joint coordinates satisfies the joints: forward kinematics rounds once per
 * joint, with at most 12 joints in series and numbers of up to 20. */
static void every_scene_starts_on_its_joints(void **state)
{
    (void)state;
    const double tol = 12 * 20 * 8 * 0x1p-52;
    for (int i = 0; i < WITHOUT_FLUID; i++) {
        ludo_spec *spec = NULL;
        assert_int_equal(builders[i](NULL, &spec), LUDO_OK);
        opened o = open_scene(spec);
        CHECK_NEAR(o.start.position_correction, 0.0, tol);
        CHECK_NEAR(o.start.velocity_correction, 0.0, tol);
        close_scene(&o);
    }
}

static void chain_lies_on_x_and_ends_in_its_tip(void **state)
{
    (void)state;
    ludo_spec *spec = NULL;
    assert_int_equal(hinge_chain(NULL, &spec), LUDO_OK);
    opened o = open_scene(spec);
    ludo_point_state tip;
    assert_int_equal(ludo_model_dof(o.model), 5);
    assert_int_equal(ludo_sim_site(o.sim, ludo_model_site_find(o.model, "tip"), &tip), LUDO_OK);
    CHECK_NEAR(tip.position.x, 5.0, 0.0);
    CHECK_NEAR(o.energy.kinetic + o.energy.potential, 0.0, 0.0);
    close_scene(&o);
}

/* 45 degrees down: the centre of mass of the chain is links / 2 sin 45 degrees below the origin. */
static void lowered_chain_starts_below_horizontal(void **state)
{
    (void)state;
    const char *const joints[] = {"hinge", "ball"};
    for (int i = 0; i < 2; i++) {
        ludo_spec *spec = NULL;
        const ludo_scene_chain_options options = {
            .links = 4, .joint = joints[i], .lowered = 0.78539816339744830962};
        assert_int_equal(ludo_scene_chain(&options, NULL, &spec), LUDO_OK);
        opened o = open_scene(spec);
        CHECK_NEAR(o.energy.potential, -4 * 9.81 * 2.0 * sqrt(0.5), 1e-13);
        CHECK_NEAR(o.energy.kinetic, 0.0, 0.0);
        close_scene(&o);
    }
}

static void bad_chains_are_refused(void **state)
{
    (void)state;
    const ludo_scene_chain_options bad[] = {
        {.links = 0, .joint = "hinge"},
        {.links = 2, .joint = "slide"},
        {.links = 2, .joint = NULL},
        {.links = 2, .joint = "hinge", .lowered = HUGE_VAL},
        {.links = 2, .joint = "hinge", .stir = HUGE_VAL},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        ludo_spec *spec = (ludo_spec *)&bad;
        assert_int_equal(ludo_scene_chain(&bad[i], NULL, &spec), LUDO_BAD_ARGUMENT);
        assert_null(spec);
    }
    ludo_spec *spec = NULL;
    assert_int_equal(ludo_scene_half_swing(-1.0, NULL, &spec), LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_scene_random_tree(0, 1, false, NULL, &spec), LUDO_BAD_ARGUMENT);
}

static void bad_scenes_of_forces_are_refused(void **state)
{
    (void)state;
    const ludo_scene_everything_options bad[] = {
        {.bodies = 1}, {.bodies = 3, .stiffness = -1.0}, {.bodies = 3, .stiffness = HUGE_VAL}};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        ludo_spec *spec = (ludo_spec *)&bad;
        assert_int_equal(ludo_scene_everything(&bad[i], NULL, &spec), LUDO_BAD_ARGUMENT);
        assert_null(spec);
    }
    ludo_spec *spec = NULL;
    assert_int_equal(ludo_scene_joint_chain("hinge", 0, NULL, &spec), LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_scene_joint_chain(NULL, 1, NULL, &spec), LUDO_BAD_ARGUMENT);
    assert_int_equal(
        ludo_scene_joint_chain("hinge+hinge+hinge+hinge+hinge+hinge+hinge", 1, NULL, &spec),
        LUDO_BAD_ARGUMENT);
}

/* Energies and momenta of the reference solutions, to their 16 or more digits; 32 roundings. */
static void reference_scenes_start_with_the_energy_of_their_references(void **state)
{
    (void)state;
    const double tol = 32 * 0x1p-52;
    ludo_spec *spec = NULL;
    assert_int_equal(ludo_scene_planar_double_pendulum(NULL, &spec), LUDO_OK);
    opened o = open_scene(spec);
    CHECK_NEAR(o.energy.kinetic + o.energy.potential, 0.0, 15 * tol);
    close_scene(&o);

    assert_int_equal(ludo_scene_spherical_double_pendulum(NULL, &spec), LUDO_OK);
    o = open_scene(spec);
    CHECK_NEAR(o.energy.kinetic + o.energy.potential, -10.618246394362579616, 11 * tol);
    CHECK_NEAR(o.momentum.angular.z, 1.3872725061458825829, 2 * tol);
    close_scene(&o);

    assert_int_equal(ludo_scene_heavy_top(NULL, &spec), LUDO_OK);
    o = open_scene(spec);
    CHECK_NEAR(o.energy.kinetic + o.energy.potential, 76.304542466072278173, 76 * tol);
    close_scene(&o);

    assert_int_equal(ludo_scene_torque_free_body(NULL, &spec), LUDO_OK);
    o = open_scene(spec);
    CHECK_NEAR(o.energy.kinetic, 0.5 * (0.4 * 0.4 + 2.0 * 1.0 + 3.0 * 0.2 * 0.2), tol);
    CHECK_NEAR(o.momentum.angular.y, 2.0, tol);
    close_scene(&o);
}

static void random_trees_are_possible_mechanisms(void **state)
{
    (void)state;
    FOR_SEEDS(seed, 200)
    {
        ludo_spec *spec = NULL;
        ludo_model *model = NULL;
        ludo_diagnostic why = {.message = ""};
        assert_int_equal(ludo_scene_random_tree(15, seed, seed % 2 == 0, NULL, &spec), LUDO_OK);
        if (ludo_compile(spec, NULL, &model, &why) != LUDO_OK) {
            print_error("seed %d: %s\n", (int)seed, why.message);
            fail();
        }
        assert_int_equal(ludo_model_body_count(model), 15);
        assert_int_equal(ludo_model_joint_count(model), 15);
        ludo_spec_destroy(spec);
        ludo_model_destroy(model);
    }
}

static void random_trees_of_one_seed_are_equal_and_of_two_are_not(void **state)
{
    (void)state;
    ludo_energy energy[3];
    for (int i = 0; i < 3; i++) {
        ludo_spec *spec = NULL;
        assert_int_equal(ludo_scene_random_tree(9, i < 2 ? 5 : 6, false, NULL, &spec), LUDO_OK);
        opened o = open_scene(spec);
        energy[i] = o.energy;
        close_scene(&o);
    }
    assert_memory_equal(&energy[0], &energy[1], sizeof energy[0]);
    assert_memory_not_equal(&energy[0], &energy[2], sizeof energy[0]);
}

/* The file and the C description define one mechanism: the same motion, bit for bit. */
static void chain_from_a_file_moves_as_the_chain_from_c(void **state)
{
    (void)state;
    static const char rod[] = "<inertial pos='0.5 0 0' mass='1' "
                              "diaginertia='1e-3 0.083333333333333329 0.083333333333333329'/>";
    static const char hinge[] = "type='hinge' axis='0 1 0'/>";
    char text[1024];
    const int length =
        snprintf(text, sizeof text,
                 "<mujoco><option timestep='0.01' gravity='0 0 -9.81'/><worldbody><body name='b0'>"
                 "<joint name='j0' %s%s<body name='b1' pos='1 0 0'><joint name='j1' %s%s"
                 "<site name='tip' pos='1 0 0'/></body></body></worldbody></mujoco>",
                 hinge, rod, hinge, rod);
    assert_in_range(length, 1, sizeof text - 1);
    ludo_spec *spec[2] = {NULL, NULL};
    const ludo_scene_chain_options chain = {.links = 2, .joint = "hinge"};
    assert_int_equal(ludo_scene_chain(&chain, NULL, &spec[0]), LUDO_OK);
    assert_int_equal(ludo_load_string(text, (size_t)length, "chain", NULL, NULL, &spec[1], NULL),
                     LUDO_OK);
    ludo_point_state tip[2];
    for (int i = 0; i < 2; i++) {
        opened o = open_scene(spec[i]);
        for (int k = 0; k < 100; k++) {
            assert_int_equal(ludo_step(o.sim, 0.01, NULL), LUDO_OK);
        }
        assert_int_equal(ludo_sim_site(o.sim, 0, &tip[i]), LUDO_OK);
        close_scene(&o);
    }
    assert_memory_equal(&tip[0], &tip[1], sizeof tip[0]);
}

/* The number of joints of a type; "+": of composite joints. */
static int count_joints(const ludo_model *model, const char *type)
{
    int count = 0;
    for (int32_t j = 0; j < ludo_model_joint_count(model); j++) {
        const ludo_joint_info info = joint_info_of(model, j);
        const bool follows = j > 0 && joint_info_of(model, j - 1).continues;
        count += type[0] == '+' ? info.continues && !follows : strcmp(info.type, type) == 0;
    }
    return count;
}

static void check_everything_is_there(const ludo_model *model)
{
    static const char *const types[] = {
        "+",      "fixed", "hinge",         "slide",       "cylindrical",      "universal",
        "planar", "ball",  "point-on-line", "free-planar", "orientation-only",
    };
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) {
        if (count_joints(model, types[i]) == 0) {
            fail_msg("no joint of type %s", types[i]);
        }
    }
    static const char *const actuators[] = {"motor0", "position0", "affine0", "velocity0"};
    for (size_t i = 0; i < sizeof actuators / sizeof actuators[0]; i++) {
        assert_true(ludo_model_actuator_find(model, actuators[i]) >= 0);
    }
    bool on_spring[2] = {false, false}, tendon[2] = {false, false};
    for (int32_t i = 0; i < ludo_model_actuator_count(model); i++) {
        on_spring[actuator_info_of(model, i).on_spring] = true;
    }
    for (int32_t i = 0; i < ludo_model_spring_count(model); i++) {
        tendon[strcmp(spring_info_of(model, i).type, "tendon") == 0] = true;
    }
    assert_true(on_spring[0] && on_spring[1] && tendon[0] && tendon[1]);
}

static void everything_has_all_types_of_joints_and_forces(void **state)
{
    (void)state;
    FOR_SEEDS(seed, 24)
    {
        const ludo_scene_everything_options options = {.bodies = 13,
                                                       .seed = seed,
                                                       .floating = seed % 2 == 0,
                                                       .damped = true,
                                                       .stiffness = 1.0};
        ludo_spec *spec = NULL;
        assert_int_equal(ludo_scene_everything(&options, NULL, &spec), LUDO_OK);
        opened o = open_scene(spec);
        check_everything_is_there(o.model);
        close_scene(&o);
    }
}

/* An integrator of order 4 refuses dampers, and takes this scene. */
static void everything_undamped_has_no_damper(void **state)
{
    (void)state;
    ludo_sim_options order_4 = ludo_sim_options_default();
    order_4.order = 4;
    for (int damped = 0; damped < 2; damped++) {
        const ludo_scene_everything_options options = {
            .bodies = 13, .seed = 1, .damped = damped == 1, .stiffness = 1.0};
        ludo_spec *spec = NULL;
        ludo_model *model = NULL;
        ludo_sim *sim = NULL;
        assert_int_equal(ludo_scene_everything(&options, NULL, &spec), LUDO_OK);
        assert_int_equal(ludo_scene_open(spec, &order_4, &model, &sim),
                         damped == 1 ? LUDO_REFUSED : LUDO_OK);
        ludo_sim_destroy(sim);
        ludo_model_destroy(model);
    }
}

static double angle_of(const opened *o, const char *joint)
{
    double q = 0.0;
    const int32_t number = ludo_model_joint_find(o->model, joint);
    assert_int_equal(ludo_sim_joint_position(o->sim, number, &q), LUDO_OK);
    return q;
}

/* The balls move out by at least half their distance, symmetric up to rounding; the rods keep their
 * length. */
static void governor_lifts_its_sleeve(void **state)
{
    (void)state;
    ludo_spec *spec = NULL;
    assert_int_equal(ludo_scene_governor(NULL, &spec), LUDO_OK);
    opened o = open_scene(spec);
    const double lean = angle_of(&o, "left"), low = angle_of(&o, "lift");
    double widest = lean, highest = low, rod = 0.0;
    for (int k = 0; k < 1000; k++) {
        ludo_tendon_state line = {.struct_size = sizeof line};
        assert_int_equal(ludo_step(o.sim, 0.001, NULL), LUDO_OK);
        assert_int_equal(ludo_sim_spring(o.sim, 0, &line), LUDO_OK);
        widest = fmax(widest, angle_of(&o, "left"));
        highest = fmax(highest, angle_of(&o, "lift"));
        rod = fmax(rod, fabs(line.length - 0.2));
        CHECK_NEAR(angle_of(&o, "left"), angle_of(&o, "right"), 1e-6);
    }
    print_message("governor: from %.3f to %.3f rad, sleeve up by %.3f m, rods within %.1e m\n",
                  lean, widest, highest - low, rod);
    assert_true(widest > 1.5 * lean && highest - low > 0.05);
    CHECK_NEAR(rod, 0.0, 1e-3); /* some 100 N on 1e6 N/m */
    close_scene(&o);
}

/* The file holds the start in decimals: the last bit may differ, and the difference grows by some
 * orders of magnitude. */
static void governor_from_its_file_moves_as_the_scene(void **state)
{
    (void)state;
    ludo_spec *spec[2] = {NULL, NULL};
    assert_int_equal(ludo_scene_governor(NULL, &spec[0]), LUDO_OK);
    assert_int_equal(ludo_load_file("examples/governor.xml", NULL, NULL, &spec[1], NULL), LUDO_OK);
    opened scene = open_scene(spec[0]), file = open_scene(spec[1]);
    for (int k = 0; k < 1000; k++) {
        assert_int_equal(ludo_step(scene.sim, 0.001, NULL), LUDO_OK);
        assert_int_equal(ludo_step(file.sim, 0.001, NULL), LUDO_OK);
    }
    static const char *const joints[] = {"spin", "left", "right", "lift"};
    for (int i = 0; i < 4; i++) {
        CHECK_NEAR(angle_of(&file, joints[i]), angle_of(&scene, joints[i]), 1e-9);
    }
    close_scene(&scene);
    close_scene(&file);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_scene_survives_each_failing_allocation),
        cmocka_unit_test(every_scene_starts_on_its_joints),
        cmocka_unit_test(chain_lies_on_x_and_ends_in_its_tip),
        cmocka_unit_test(lowered_chain_starts_below_horizontal),
        cmocka_unit_test(bad_chains_are_refused),
        cmocka_unit_test(bad_scenes_of_forces_are_refused),
        cmocka_unit_test(everything_has_all_types_of_joints_and_forces),
        cmocka_unit_test(everything_undamped_has_no_damper),
        cmocka_unit_test(governor_lifts_its_sleeve),
        cmocka_unit_test(governor_from_its_file_moves_as_the_scene),
        cmocka_unit_test(reference_scenes_start_with_the_energy_of_their_references),
        cmocka_unit_test(chain_from_a_file_moves_as_the_chain_from_c),
        cmocka_unit_test(random_trees_are_possible_mechanisms),
        cmocka_unit_test(random_trees_of_one_seed_are_equal_and_of_two_are_not),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
