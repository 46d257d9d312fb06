/* SPDX-License-Identifier: Apache-2.0
 *
 * OBJ: vertices, faces in all their forms, what is passed over, what is refused. */
#include "mesh_bytes.h"

#include "formats/mesh/mesh_list.h"

#include <stdio.h>

#define POINTS "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n"

static mesh_surface surface_of_text(const char *text)
{
    return surface_of(text, strlen(text), "a.obj");
}

static void refused(const char *text, int32_t line, const char *word_in_message)
{
    surface_refused(text, strlen(text), "a.obj", line, word_in_message);
}

static void vertices_keep_their_numbers_and_order(void **state)
{
    (void)state;
    mesh_surface s = surface_of_text("v 0.1 -2 3e2\r\nV 1 1 1 0.5\nv 1 1 1 255 0 0 # red\nf 3 1 2");
    assert_int_equal(s.vertices.count, 3);
    check_vertex(&s, 0, 0.1, -2, 300);
    check_vertex(&s, 1, 1, 1, 1);
    check_vertex(&s, 2, 1, 1, 1);
    assert_int_equal(s.faces.count, 1);
    check_face(&s, 0, 2, 0, 1);
    surface_release(&s);
}

static void corners_are_named_in_every_form(void **state)
{
    (void)state;
    static const char *const faces[] = {
        "f 1 2 4",      "f 1/7 2/7 4/7", "f 1//9 2//9 4//9",   "f 1/1/1 2//1 4/1", "f -4 -3 -1",
        "f 1 -3/2/1 4", "f 1 \\\n 2 4",  "f 1\\\r\n 2 4 #end", "  f\t1 2  4  "};
    for (size_t i = 0; i < sizeof faces / sizeof *faces; i++) {
        char text[128];
        (void)snprintf(text, sizeof text, "%s%s\n", POINTS, faces[i]);
        mesh_surface s = surface_of_text(text);
        assert_int_equal(s.faces.count, 1);
        check_face(&s, 0, 0, 1, 3);
        surface_release(&s);
    }
}

static void vertices_may_follow_the_faces_that_name_them(void **state)
{
    (void)state;
    mesh_surface s = surface_of_text("v 0 0 0\nf 1 2 3\nv 1 0 0\nv 0 1 0\nf -3 -1 -2\n");
    assert_int_equal(s.faces.count, 2);
    check_face(&s, 0, 0, 1, 2);
    check_face(&s, 1, 0, 2, 1);
    surface_release(&s);
}

static void what_is_no_vertex_and_no_face_is_passed_over(void **state)
{
    (void)state;
    mesh_surface s = surface_of_text("# v 9 9 9\nmtllib a.mtl\no first\n" POINTS
                                     "vn 0 0 1\nvt 0 0\nvp 1\ng one\nusemtl red\ns off\n"
                                     "f 1 2 3\no second\ng two\nf 1 2 4\nl 1 2\np 1\nfoo bar\n");
    assert_int_equal(s.vertices.count, 4);
    assert_int_equal(s.faces.count, 2); /* of all groups */
    surface_release(&s);
}

static void polygons_become_fans(void **state)
{
    (void)state;
    mesh_surface s = surface_of_text(POINTS "v 1 1 1\nf 1 2 3 4 5\n");
    assert_int_equal(s.faces.count, 3);
    check_face(&s, 0, 0, 1, 2);
    check_face(&s, 1, 0, 2, 3);
    check_face(&s, 2, 0, 3, 4);
    surface_release(&s);
}

static void quadrilaterals_are_parted_along_the_shorter_diagonal(void **state)
{
    (void)state;
    mesh_surface s =
        surface_of_text("v 0 0 0\nv 1 0 0\nv 1 1 0.5\nv 0 1 0\nf 1 2 3 4\nf 2 3 4 1\n");
    assert_int_equal(s.faces.count, 4);
    check_face(&s, 0, 1, 2, 3);
    check_face(&s, 1, 1, 3, 0);
    check_face(&s, 2, 1, 2, 3);
    check_face(&s, 3, 1, 3, 0);
    surface_release(&s);
}

static void lines_and_points_are_no_faces(void **state)
{
    (void)state;
    mesh_surface s = surface_of_text(POINTS "f\nf 1\nf 1 2\n");
    assert_int_equal(s.vertices.count, 4);
    assert_int_equal(s.faces.count, 0);
    surface_release(&s);
}

static void texts_are_refused_in_the_line_at_fault(void **state)
{
    (void)state;
    refused("", 0, "no vertices");
    refused("f 1 2 3\n", 1, "not a vertex: the file has 0");
    refused("v 1 2\nv 0 0 0", 1, "'' is not a number");
    refused("v 0 0 0\nv 1 2 # 3\n", 2, "'' is not a number");
    refused("v 0 0 0\nv 1 b 3\n", 2, "'b' is not a number");
    refused("v 0 0 nan\n", 1, "'nan'");
    refused("v 0 0 1e999\n", 1, "'1e999'");
    refused("v 0 0 -2e9\n", 1, "coordinate -2e+09");
    refused(POINTS "f 1 2 5\n", 5, "'5' is not a vertex: the file has 4");
    refused(POINTS "f 1 2 0\n", 5, "'0'");
    refused(POINTS "f 1 2 -5/1\n", 5, "'-5/1'");
    refused(POINTS "f 1 2 1.5\n", 5, "'1.5'");
    refused(POINTS "f 1 2 1e300\n", 5, "'1e300'");
    refused(POINTS "f 1 2 /1\n", 5, "'/1'");
    refused(POINTS "f 1 2 \x1b[2J\n", 5, "'?[2J'");
    refused("v 0 0 0\nf 1 1 -2\nv 0 0 1\n", 2, "'-2'"); /* before the first, though there are two */
}

static void faces_of_too_many_corners_are_refused(void **state)
{
    (void)state;
    for (int corners = 4096; corners <= 4097; corners++) {
        static char text[16 * 1024];
        (void)strcpy(text, "v 0 0 0\nf");
        for (int i = 0; i < corners; i++) {
            (void)strcpy(text + 9 + 2 * i, " 1");
        }
        if (corners > 4096) {
            refused(text, 2, "corners");
            continue;
        }
        mesh_surface s = surface_of_text(text);
        assert_int_equal(s.faces.count, corners - 2);
        surface_release(&s);
    }
}

static void a_mesh_takes_vertices_and_faces_up_to_the_limit(void **state)
{
    (void)state;
    const ludo_allocator a = ludo_allocator_or_default(NULL);
    const double vertex[3] = {0.0};
    ludo_diagnostic why = {.line = -1};
    mesh_surface s = {.vertices = {.count = MESH_MAX_VERTICES}}; /* so to speak */
    mesh_reading r = {.surface = &s, .path = "a.obj", .allocator = &a, .why = &why};
    ludo_mesh_add_vertex(&r, 7, vertex);
    assert_int_equal(r.status, LUDO_PARSE);
    assert_int_equal(why.line, 7);
    assert_non_null(strstr(why.message, "10000000 vertices"));
    assert_int_equal(s.vertices.count, MESH_MAX_VERTICES);
    s = (mesh_surface){.faces = {.count = MESH_MAX_FACES}};
    r.status = LUDO_OK;
    ludo_mesh_add_face(&r, 8, 0, 0, 0);
    assert_int_equal(r.status, LUDO_PARSE);
    assert_int_equal(why.line, 8);
    assert_non_null(strstr(why.message, "20000000 faces"));
}

static void every_failing_allocation_is_survived(void **state)
{
    (void)state;
    static char text[8 * 1024];
    for (int i = 0; i < 100; i++) {
        (void)strcat(text, "v 1 2 3\nf 1 1 1 1 1\n");
    }
    long rounds = 0;
    FOR_FAILING_ALLOCATION(alloc)
    {
        mesh_surface s;
        ludo_diagnostic why;
        const ludo_status status = surface_read(&s, text, strlen(text), "a.obj", &alloc.hook, &why);
        assert_int_equal(status, alloc.failed ? LUDO_NO_MEMORY : LUDO_OK);
        ludo_mesh_surface_release(&s, &alloc.hook);
        rounds++;
    }
    assert_true(rounds > 8); /* two lists that grow from 16 to more than 100 */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(vertices_keep_their_numbers_and_order),
        cmocka_unit_test(corners_are_named_in_every_form),
        cmocka_unit_test(vertices_may_follow_the_faces_that_name_them),
        cmocka_unit_test(what_is_no_vertex_and_no_face_is_passed_over),
        cmocka_unit_test(polygons_become_fans),
        cmocka_unit_test(quadrilaterals_are_parted_along_the_shorter_diagonal),
        cmocka_unit_test(lines_and_points_are_no_faces),
        cmocka_unit_test(texts_are_refused_in_the_line_at_fault),
        cmocka_unit_test(faces_of_too_many_corners_are_refused),
        cmocka_unit_test(a_mesh_takes_vertices_and_faces_up_to_the_limit),
        cmocka_unit_test(every_failing_allocation_is_survived),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
