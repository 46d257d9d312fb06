/* SPDX-License-Identifier: Apache-2.0
 *
 * Mass properties of bodies from their geoms. */
#include "surfaces.h"

#include "small_spec.h"
#include "spec/items.h"

#include <float.h>

/* A few rotations and sums. */
static const double round_off = 64.0 * DBL_EPSILON;

static const ludo_vec3 origin = {0.0, 0.0, 0.0};
static const int32_t every_group[2] = {INT32_MIN, INT32_MAX};

static mass_properties geom_weight(const ludo_spec *spec, int32_t geom)
{
    mass_properties m = {0};
    double J[6];
    ludo_diagnostic why = {.message = ""};
    const ludo_status s = ludo_spec_weigh_geom(spec, geom, &m.mass, &m.com, J, &why);
    if (s != LUDO_OK) {
        print_error("%s\n", why.message);
    }
    assert_int_equal(s, LUDO_OK);
    m.J = s3_from(J);
    return m;
}

/* The mass properties of a geom in a description of its own. */
static mass_properties weight_of(ludo_geom_def geom)
{
    ludo_spec *spec = new_spec();
    add_body(spec, "a");
    assert_int_equal(ludo_spec_add_geom(spec, &geom, NULL), LUDO_OK);
    const mass_properties m = geom_weight(spec, 0);
    ludo_spec_destroy(spec);
    return m;
}

static mass_properties body_weight(const ludo_spec *spec, int32_t body)
{
    const ludo_body_def *b = ludo_spec_body_at(spec, body);
    return (mass_properties){b->mass, b->com, s3_from(b->inertia)};
}

static ludo_geom_def box(double a, double b, double c)
{
    ludo_geom_def g = ludo_geom_default();
    g.type = "box";
    memcpy(g.size, (double[]){a, b, c}, sizeof g.size);
    return g;
}

static ludo_geom_def mesh_geom(int32_t mesh)
{
    ludo_geom_def g = ludo_geom_default();
    g.type = "mesh";
    g.mesh = mesh;
    return g;
}

/* A cube of edge 1 at the origin; without faces where `hull`. */
static void add_cube(ludo_spec *spec, ludo_mesh_inertia inertia, bool hull, ludo_place place)
{
    draft_surface *d = new_draft();
    add_box(d, origin, v3(1.0, 1.0, 1.0), false);
    const ludo_mesh_def mesh = {.struct_size = sizeof mesh,
                                .name = "cube",
                                .vertex = d->vertex,
                                .vertex_count = d->vertex_count,
                                .face = d->face,
                                .face_count = hull ? 0 : d->face_count,
                                .inertia = inertia,
                                .place = place};
    assert_int_equal(ludo_spec_add_mesh(spec, &mesh, NULL), LUDO_OK);
    free(d);
}

/* --- one geom -------------------------------------------------------------------------------- */

static void density_times_volume_unless_a_mass_is_given(void **state)
{
    (void)state;
    ludo_geom_def g = box(1.0, 2.0, 3.0);
    mass_properties m = weight_of(g);
    CHECK_NEAR(m.mass, 48000.0, 48000.0 * round_off);
    CHECK_NEAR(m.J.xx, 48000.0 * 13.0 / 3.0, 208000.0 * round_off);
    g.density = 0.5;
    CHECK_NEAR(weight_of(g).mass, 24.0, 24.0 * round_off);
    g.mass = 0.7;
    m = weight_of(g);
    CHECK_NEAR(m.J.xx, 0.7 * 13.0 / 3.0, 4.0 * round_off);
}

/* In all bits: the value of a file is the value that is written back. */
static void a_mass_that_is_given_is_kept(void **state)
{
    (void)state;
    FOR_SEEDS(seed, 100)
    {
        random_stream r = random_from(seed);
        ludo_geom_def g = box(1.0, 2.0, 3.0);
        g.mass = random_uniform(&r, 0.1, 10.0);
        assert_true(weight_of(g).mass == g.mass);
    }
}

static void a_shell_carries_its_mass_on_the_surface(void **state)
{
    (void)state;
    ludo_geom_def g = ludo_geom_default();
    g.size[0] = 2.0;
    g.shell = true;
    g.density = 0.25;
    mass_properties m = weight_of(g);
    CHECK_NEAR(m.mass, 4.0 * PI, 4.0 * PI * round_off);
    CHECK_NEAR(m.J.yy, 2.0 / 3.0 * 4.0 * m.mass, 34.0 * round_off);
    g.mass = 3.0;
    m = weight_of(g);
    CHECK_NEAR(m.J.zz, 8.0, 8.0 * round_off);
}

/* The rotation by half a turn about (1, 0, 1) swaps x and z; its quaternion may have any length,
 * and zero is the identity. */
static void a_geom_weighs_in_the_frame_of_its_body(void **state)
{
    (void)state;
    ludo_geom_def g = box(1.0, 2.0, 3.0);
    g.mass = 3.0;
    g.frame = (ludo_frame){{7.0, -8.0, 9.0}, {0.0, 5.0, 0.0, 5.0}};
    check_mass(weight_of(g),
               (mass_properties){3.0, {7.0, -8.0, 9.0}, {5.0, 10.0, 13.0, 0.0, 0.0, 0.0}}, 10.0,
               round_off);
    g.frame.orientation = (ludo_quat){0.0, 0.0, 0.0, 0.0};
    check_mass(weight_of(g),
               (mass_properties){3.0, {7.0, -8.0, 9.0}, {13.0, 10.0, 5.0, 0.0, 0.0, 0.0}}, 10.0,
               round_off);
}

static void a_mesh_weighs_in_the_frame_of_its_vertices(void **state)
{
    (void)state;
    const mass_properties cube = {
        8.0, {0.5, 0.5, 0.5}, {4.0 / 3.0, 4.0 / 3.0, 4.0 / 3.0, 0.0, 0.0, 0.0}};
    const ludo_frame frame = {{1.0, 2.0, 3.0}, {0.5, 0.5, 0.5, 0.5}};
    for (int reading = LUDO_MESH_CONVEX; reading <= LUDO_MESH_LEGACY; reading++) {
        for (int hull = 0; hull < 2; hull++) {
            ludo_spec *spec = new_spec();
            add_cube(spec, (ludo_mesh_inertia)reading, hull == 1, (ludo_place){0});
            ludo_geom_def g = mesh_geom(0);
            g.density = 8.0;
            g.shell = true; /* the mesh decides, not the geom */
            g.frame = frame;
            assert_int_equal(ludo_spec_add_geom(spec, &g, NULL), LUDO_OK);
            check_mass(geom_weight(spec, 0), mass_seen(frame, cube), 1.0, round_off);
            ludo_spec_destroy(spec);
        }
    }
}

static void a_mesh_may_be_a_shell(void **state)
{
    (void)state;
    const double half[] = {0.5, 0.5, 0.5};
    mass_properties want = ludo_shape_box.shell(half);
    want.com = v3(0.5, 0.5, 0.5);
    for (int hull = 0; hull < 2; hull++) {
        ludo_spec *spec = new_spec();
        add_cube(spec, LUDO_MESH_SHELL, hull == 1, (ludo_place){0});
        ludo_geom_def g = mesh_geom(0);
        g.density = 1.0;
        assert_int_equal(ludo_spec_add_geom(spec, &g, NULL), LUDO_OK);
        check_mass(geom_weight(spec, 0), want, 1.0, round_off);
        ludo_spec_destroy(spec);
    }
}

/* Nothing else is read: the mesh may be invalid. */
static void planes_and_geoms_without_mass_weigh_nothing(void **state)
{
    (void)state;
    ludo_geom_def plane = ludo_geom_default(), none = mesh_geom(7), thin = mesh_geom(7);
    plane.type = "plane";
    plane.mass = 2.0;
    none.mass = 0.0;
    thin.density = 0.0;
    const ludo_geom_def geoms[] = {plane, none, thin};
    for (int i = 0; i < 3; i++) {
        const mass_properties m = weight_of(geoms[i]);
        assert_true(m.mass == 0.0 && v3_max(m.com) == 0.0);
        assert_true(m.J.xx == 0.0 && m.J.yy == 0.0 && m.J.zz == 0.0 && m.J.xy == 0.0);
    }
}

/* --- bodies ---------------------------------------------------------------------------------- */

static void geoms_of_a_body_weigh_together(void **state)
{
    (void)state;
    ludo_spec *spec = new_spec();
    ludo_geom_def left = box(1.0, 2.0, 3.0), right = left, other = left, nothing = left;
    add_body(spec, "a");
    add_body(spec, "b");
    left.frame.position = v3(-1.0, 5.0, 0.0);
    right.frame.position = v3(1.0, 5.0, 0.0);
    other.body = 1;
    nothing.mass = 0.0;
    nothing.frame.position = v3(100.0, 0.0, 0.0);
    const ludo_geom_def geoms[] = {nothing, left, other, nothing, right};
    for (int i = 0; i < 5; i++) {
        assert_int_equal(ludo_spec_add_geom(spec, &geoms[i], NULL), LUDO_OK);
    }
    assert_int_equal(ludo_spec_weigh(spec, 0, every_group, NULL), LUDO_OK);
    mass_properties want = weight_of(box(2.0, 2.0, 3.0));
    want.com = v3(0.0, 5.0, 0.0);
    check_mass(body_weight(spec, 0), want, 1.0, round_off);
    assert_string_equal(ludo_spec_body_at(spec, 0)->name, "a");
    assert_true(ludo_spec_body_at(spec, 1)->mass == 1.0);
    ludo_spec_destroy(spec);
}

/* The mass properties of a body do not depend on how it is cut into geoms, or on their positions.
 */
static void a_turned_box_of_boxes_far_away_is_a_box(void **state)
{
    (void)state;
    FOR_SEEDS(seed, 20)
    {
        random_stream r = random_from(seed);
        const double distance = 0x1p30;
        const ludo_frame frame = {random_vec3(&r, distance), random_quat(&r)};
        ludo_spec *spec = new_spec();
        add_body(spec, "a");
        for (int i = 0; i < 8; i++) {
            ludo_geom_def g = box(0.5, 1.0, 1.5);
            g.density = 1.0;
            g.frame.orientation = q_identity();
            g.frame.position = v3(i / 4 - 0.5, 2.0 * (i / 2 % 2) - 1.0, 3.0 * (i % 2) - 1.5);
            g.frame = frame_mul(frame, g.frame);
            assert_int_equal(ludo_spec_add_geom(spec, &g, NULL), LUDO_OK);
        }
        assert_int_equal(ludo_spec_weigh(spec, 0, every_group, NULL), LUDO_OK);
        const double size[] = {1.0, 2.0, 3.0};
        /* the places of the boxes are rounded: 2^30 is 2^30 eps apart from its neighbours */
        check_mass(body_weight(spec, 0), mass_seen(frame, ludo_shape_box.solid(size)), 1.0,
                   4.0 * distance * DBL_EPSILON);
        ludo_spec_destroy(spec);
    }
}

static void groups_choose_which_geoms_weigh(void **state)
{
    (void)state;
    const struct {
        int32_t group[2];
        double mass;
    } choices[] = {{{0, 5}, 7.0}, {{0, 0}, 1.0}, {{1, 2}, 6.0}, {{2, 2}, 4.0},
                   {{3, 9}, 0.0}, {{2, 1}, 0.0}, {{-5, 1}, 3.0}};
    ludo_spec *spec = new_spec();
    add_body(spec, "a");
    for (int32_t i = 0; i < 3; i++) {
        ludo_geom_def g = box(1.0, 1.0, 1.0);
        g.mass = 1 << i;
        g.group = i;
        assert_int_equal(ludo_spec_add_geom(spec, &g, NULL), LUDO_OK);
    }
    for (size_t i = 0; i < sizeof choices / sizeof *choices; i++) {
        assert_int_equal(ludo_spec_weigh(spec, 0, choices[i].group, NULL), LUDO_OK);
        assert_true(ludo_spec_body_at(spec, 0)->mass == choices[i].mass);
    }
    ludo_spec_destroy(spec);
}

/* --- bodies without mass properties ---------------------------------------------------------- */

static const ludo_place geom_place = {"robot.xml", 7, 3}, mesh_place = {"robot.xml", 2, 5};

/* Takes the spec, whose geom 0 is refused; its body is unchanged. */
static void check_not_weighed(ludo_spec *spec, ludo_place place, const char *said)
{
    double mass = 5.0, J[6];
    ludo_vec3 com;
    ludo_diagnostic why = {.message = ""};
    assert_int_equal(ludo_spec_weigh_geom(spec, 0, &mass, &com, J, &why), LUDO_BAD_MODEL);
    assert_string_equal(why.message, said);
    assert_string_equal(why.file, place.file);
    assert_int_equal(why.line, place.line);
    assert_int_equal(why.column, place.column);
    assert_true(mass == 5.0);
    assert_int_equal(ludo_spec_weigh(spec, 0, every_group, &why), LUDO_BAD_MODEL);
    assert_int_equal(ludo_spec_weigh(spec, 0, every_group, NULL), LUDO_BAD_MODEL);
    assert_true(ludo_spec_body_at(spec, 0)->mass == 1.0);
    ludo_spec_destroy(spec);
}

static ludo_spec *with_geom(ludo_geom_def geom)
{
    ludo_spec *spec = new_spec();
    add_body(spec, "a");
    geom.place = geom_place;
    assert_int_equal(ludo_spec_add_geom(spec, &geom, NULL), LUDO_OK);
    return spec;
}

static void what_is_wrong_with_a_geom_is_told(void **state)
{
    (void)state;
    const double sizes[] = {0.0, -1.0, HUGE_VAL, (double)NAN};
    for (int i = 0; i < 4; i++) {
        check_not_weighed(with_geom(box(1.0, 1.0, sizes[i])), geom_place,
                          "geom 0 has a size that is not positive and finite");
    }
    ludo_geom_def g = box(1.0, 1.0, 1.0);
    g.name = "g";
    g.density = -1.0;
    check_not_weighed(with_geom(g), geom_place, "geom 'g' has a negative density");
    g.density = (double)NAN;
    check_not_weighed(with_geom(g), geom_place, "geom 'g' has a number that is not finite");
    g.density = 1.0;
    g.mass = (double)NAN;
    check_not_weighed(with_geom(g), geom_place, "geom 'g' has a number that is not finite");
    g.mass = 1.0;
    g.frame.position.y = HUGE_VAL;
    check_not_weighed(with_geom(g), geom_place, "geom 'g' has a number that is not finite");
    g = box(1e200, 1e200, 1e200);
    check_not_weighed(with_geom(g), geom_place, "geom 0 has a mass or inertia that overflows");
    g.type = "cube";
    check_not_weighed(with_geom(g), geom_place, "geom 0 has the unknown type 'cube'");
    g.type = "mesh";
    check_not_weighed(with_geom(g), geom_place, "geom 0 names a mesh that does not exist");
    g.mesh = -1;
    check_not_weighed(with_geom(g), geom_place, "geom 0 names a mesh that does not exist");
}

/* A geom of a mesh, as defined but for its place. */
static ludo_spec *with_mesh(ludo_mesh_def mesh)
{
    ludo_spec *spec = with_geom(mesh_geom(0));
    mesh.place = mesh_place;
    assert_int_equal(ludo_spec_add_mesh(spec, &mesh, NULL), LUDO_OK);
    return spec;
}

static void what_is_wrong_with_a_mesh_is_told(void **state)
{
    (void)state;
    draft_surface *d = new_draft();
    add_box(d, origin, v3(1.0, 1.0, 0.0), true);
    ludo_mesh_def mesh = {.struct_size = sizeof mesh,
                          .name = "m",
                          .vertex = d->vertex,
                          .face = d->face,
                          .face_count = 12};
    check_not_weighed(with_mesh(mesh), mesh_place,
                      "mesh 'm' has a mass, but its vertices are unknown: its file was not read");
    mesh.vertex_count = 7;
    check_not_weighed(with_mesh(mesh), mesh_place,
                      "mesh 'm' has a face with a vertex that does not exist");
    mesh.vertex_count = 8;
    check_not_weighed(with_mesh(mesh), mesh_place,
                      "mesh 'm' has no convex hull: all vertices are in a plane");
    mesh.inertia = (ludo_mesh_inertia)(LUDO_MESH_SHELL + 1);
    check_not_weighed(with_mesh(mesh), mesh_place,
                      "mesh 'm' has an unknown option for its inertia");
    mesh.inertia = LUDO_MESH_EXACT;
    check_not_weighed(with_mesh(mesh), mesh_place,
                      "mesh 'm' encloses no volume; as a shell it can have a mass");
    mesh.face_count = 0;
    check_not_weighed(with_mesh(mesh), mesh_place,
                      "mesh 'm' has no convex hull: all vertices are in a plane");
    d->vertex[0] = (double)NAN;
    check_not_weighed(with_mesh(mesh), mesh_place, "mesh 'm' has a vertex that is not finite");
    free(d);
}

static void wrong_arguments_are_refused(void **state)
{
    (void)state;
    double mass, J[6];
    ludo_vec3 com;
    ludo_spec *spec = with_geom(box(1.0, 1.0, 1.0));
    const int32_t numbers[] = {-1, 1, INT32_MAX, INT32_MIN};
    for (int i = 0; i < 4; i++) {
        assert_int_equal(ludo_spec_weigh_geom(spec, numbers[i], &mass, &com, J, NULL),
                         LUDO_BAD_ARGUMENT);
        assert_int_equal(ludo_spec_weigh(spec, numbers[i], every_group, NULL), LUDO_BAD_ARGUMENT);
    }
    assert_int_equal(ludo_spec_weigh_geom(NULL, 0, &mass, &com, J, NULL), LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_spec_weigh_geom(spec, 0, NULL, &com, J, NULL), LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_spec_weigh_geom(spec, 0, &mass, NULL, J, NULL), LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_spec_weigh_geom(spec, 0, &mass, &com, NULL, NULL), LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_spec_weigh(NULL, 0, every_group, NULL), LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_spec_weigh(spec, 0, NULL, NULL), LUDO_BAD_ARGUMENT);
    ludo_spec_destroy(spec);
}

/* A spec with a body of two meshes, one of them without faces. */
static ludo_status build(const ludo_allocator *a, const draft_surface *d, ludo_spec **spec)
{
    ludo_mesh_def mesh = {.struct_size = sizeof mesh,
                          .vertex = d->vertex,
                          .vertex_count = d->vertex_count,
                          .face = d->face,
                          .face_count = d->face_count,
                          .inertia = LUDO_MESH_EXACT};
    const ludo_geom_def geoms[] = {mesh_geom(0), mesh_geom(1)};
    ludo_status s = ludo_spec_create(a, spec);
    s = s == LUDO_OK ? ludo_spec_add_body(*spec, SIZED(ludo_body_def, .mass = 1.0), NULL) : s;
    for (int i = 0; i < 2 && s == LUDO_OK; i++) {
        s = ludo_spec_add_mesh(*spec, &mesh, NULL);
        s = s == LUDO_OK ? ludo_spec_add_geom(*spec, &geoms[i], NULL) : s;
        mesh.face_count = 0;
    }
    return s;
}

/* --- many bodies ----------------------------------------------------------------------------- */

/* Bodies of one and of two boxes of 1 m^3, weighed while more are added, one geom before its body.
 */
static void weighing_goes_on_where_it_ended(void **state)
{
    (void)state;
    ludo_spec *spec = new_spec();
    ludo_geom_def g = box(0.5, 0.5, 0.5);
    for (int32_t body = 0; body < 10; body++) {
        add_body(spec, "");
        for (g.body = body; g.body < body + 2; g.body++) {
            assert_int_equal(ludo_spec_add_geom(spec, &g, NULL), LUDO_OK);
        }
        g.body = LUDO_WORLD;
        assert_int_equal(ludo_spec_add_geom(spec, &g, NULL), LUDO_OK);
        assert_int_equal(ludo_spec_weigh(spec, body, every_group, NULL), LUDO_OK);
    }
    for (int32_t body = 0; body < 10; body++) {
        const double want = body == 0 ? 1000.0 : 2000.0;
        CHECK_NEAR(body_weight(spec, body).mass, want, want * round_off);
    }
    ludo_spec_destroy(spec);
}

/* After a hull has been weighed once, no memory is allocated. */
static void a_mesh_of_many_geoms_is_weighed_once(void **state)
{
    (void)state;
    failing_allocator a;
    failing_init(&a, 0);
    draft_surface *d = new_draft();
    add_box(d, origin, v3(1.0, 1.0, 1.0), false);
    ludo_spec *spec = NULL;
    assert_int_equal(build(&a.hook, d, &spec), LUDO_OK);
    assert_int_equal(ludo_spec_weigh(spec, 0, every_group, NULL), LUDO_OK);
    const long taken = a.made;
    assert_int_equal(ludo_spec_weigh(spec, 0, every_group, NULL), LUDO_OK);
    assert_int_equal(a.made, taken);
    CHECK_NEAR(body_weight(spec, 0).mass, 2000.0, 2000.0 * round_off);
    ludo_spec_destroy(spec);
    free(d);
}

static void every_allocation_may_fail(void **state)
{
    (void)state;
    draft_surface *d = new_draft();
    add_box(d, origin, v3(1.0, 1.0, 1.0), false);
    FOR_FAILING_ALLOCATION(a)
    {
        ludo_spec *spec = NULL;
        ludo_status s = build(&a.hook, d, &spec);
        s = s == LUDO_OK ? ludo_spec_weigh(spec, 0, every_group, NULL) : s;
        assert_int_equal(s, a.failed ? LUDO_NO_MEMORY : LUDO_OK);
        if (spec != NULL && ludo_spec_body_count(spec) > 0) {
            const double mass = ludo_spec_body_at(spec, 0)->mass;
            CHECK_NEAR(mass, a.failed ? 1.0 : 2000.0, 2000.0 * round_off);
        }
        ludo_spec_destroy(spec);
    }
    free(d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(density_times_volume_unless_a_mass_is_given),
        cmocka_unit_test(a_mass_that_is_given_is_kept),
        cmocka_unit_test(a_shell_carries_its_mass_on_the_surface),
        cmocka_unit_test(a_geom_weighs_in_the_frame_of_its_body),
        cmocka_unit_test(a_mesh_weighs_in_the_frame_of_its_vertices),
        cmocka_unit_test(a_mesh_may_be_a_shell),
        cmocka_unit_test(planes_and_geoms_without_mass_weigh_nothing),
        cmocka_unit_test(geoms_of_a_body_weigh_together),
        cmocka_unit_test(a_turned_box_of_boxes_far_away_is_a_box),
        cmocka_unit_test(groups_choose_which_geoms_weigh),
        cmocka_unit_test(what_is_wrong_with_a_geom_is_told),
        cmocka_unit_test(what_is_wrong_with_a_mesh_is_told),
        cmocka_unit_test(wrong_arguments_are_refused),
        cmocka_unit_test(weighing_goes_on_where_it_ended),
        cmocka_unit_test(a_mesh_of_many_geoms_is_weighed_once),
        cmocka_unit_test(every_allocation_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
