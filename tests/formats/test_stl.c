/* SPDX-License-Identifier: Apache-2.0
 *
 * STL: binary and text files, equal corners, what is refused. */
#include "mesh_bytes.h"

#include <stdio.h>

enum { MOST_TRIANGLES = 5000, HEAD = 84, TRIANGLE = 50 };

/* A tetrahedron. */
static const float tetrahedron[4][9] = {{0, 0, 0, 0, 1, 0, 1, 0, 0},
                                        {0, 0, 0, 1, 0, 0, 0, 0, 1},
                                        {0, 0, 0, 0, 0, 1, 0, 1, 0},
                                        {1, 0, 0, 0, 1, 0, 0, 0, 1}};

static unsigned char bytes[HEAD + TRIANGLE * MOST_TRIANGLES + 1];

static void put_bits(unsigned char *at, uint32_t bits)
{
    for (int i = 0; i < 4; i++) {
        at[i] = (unsigned char)(bits >> 8 * i);
    }
}

/* A binary file of some triangles in `bytes`; its size. */
static size_t binary_of(const char *head, const float (*triangles)[9], uint32_t count)
{
    assert_true(count <= MOST_TRIANGLES);
    memset(bytes, 0, sizeof bytes);
    memcpy(bytes, head, strlen(head));
    put_bits(bytes + 80, count);
    for (uint32_t t = 0; t < count; t++) {
        for (uint32_t i = 0; i < 9; i++) {
            uint32_t bits;
            memcpy(&bits, &triangles[t][i], sizeof bits);
            put_bits(bytes + HEAD + TRIANGLE * t + 12 + 4 * i, bits);
        }
    }
    return HEAD + TRIANGLE * (size_t)count;
}

static void check_tetrahedron(const mesh_surface *s)
{
    assert_int_equal(s->vertices.count, 4);
    check_vertex(s, 0, 0, 0, 0);
    check_vertex(s, 1, 0, 1, 0);
    check_vertex(s, 2, 1, 0, 0);
    check_vertex(s, 3, 0, 0, 1);
    assert_int_equal(s->faces.count, 4);
    check_face(s, 0, 0, 1, 2);
    check_face(s, 1, 0, 2, 3);
    check_face(s, 2, 0, 3, 1);
    check_face(s, 3, 2, 1, 3);
}

static void a_binary_file_is_read_whatever_its_head_says(void **state)
{
    (void)state;
    static const char *const heads[] = {"", "made by hand", "solid tetrahedron\n facet"};
    for (int i = 0; i < 3; i++) {
        const size_t length = binary_of(heads[i], tetrahedron, 4);
        mesh_surface s = surface_of(bytes, length, "folder/a.STL");
        check_tetrahedron(&s);
        surface_release(&s);
    }
}

static void a_text_file_is_read_as_the_binary_one(void **state)
{
    (void)state;
    static const char text[] = "  solid  a tetrahedron \\\r\n"
                               "facet normal nan -nan(ind) 0\n outer loop\n"
                               "vertex 0 0 0\n vertex 0 1 0 vertex 1.0e+00 -0 0\nendloop endfacet\n"
                               "FACET NORMAL 0 0 0\n\touter loop\n"
                               "VERTEX 0 0 0\n vertex 1 0 0\n vertex 0 0 1\nendloop\r\nendfacet\n"
                               "endsolid a facet\n"
                               "solid\n"
                               "facet normal 0 0 0\n outer loop\n"
                               "vertex 0 0 0\n vertex 0 0 1\n vertex 0 1 0\nendloop\nendfacet\n"
                               "facet normal 0 0 0\n outer loop\n"
                               "vertex 1 0 0\n vertex 0 1 0\n vertex 0 0 +1.\nendloop\nendfacet\n"
                               "endsolid";
    mesh_surface s = surface_of(text, strlen(text), "a.stl");
    check_tetrahedron(&s);
    surface_release(&s);
}

static void lines_before_the_first_solid_are_skipped(void **state)
{
    (void)state;
    static const char *const heads[] = {"\xef\xbb\xbf", "\n\n  ", "; made by hand\nunits mm\n",
                                        "# not a solid\n\xef\xbb\xbf\n"};
    for (int i = 0; i < 4; i++) {
        char text[400];
        (void)snprintf(text, sizeof text,
                       "%ssolid a\nfacet normal 0 0 0\nouter loop\nvertex 0 0 0\nvertex 1 0 0\n"
                       "vertex 0 1 0\nendloop\nendfacet\nendsolid a\n",
                       heads[i]);
        mesh_surface s = surface_of(text, strlen(text), "a.stl");
        assert_int_equal(s.faces.count, 1);
        check_vertex(&s, 1, 1, 0, 0);
        surface_release(&s);
    }
}

static void equal_corners_are_one_vertex_and_zeros_have_no_sign(void **state)
{
    (void)state;
    const float triangles[2][9] = {{0, 1, 0, 0.5f, 0, 0, 0, 0, 7},
                                   {0.5f, -0.0f, 0, 0, 1, -0.0f, 8, 0, 0}};
    const size_t length = binary_of("", triangles, 2);
    mesh_surface s = surface_of(bytes, length, "a.stl");
    assert_int_equal(s.vertices.count, 4);
    check_face(&s, 0, 0, 1, 2);
    check_face(&s, 1, 1, 0, 3);
    surface_release(&s);
}

/* As many vertices as a grid of squares has corners, found among thousands. */
static void the_corners_of_a_grid_are_welded(void **state)
{
    (void)state;
    enum { SIDE = 50 };
    static float triangles[2 * SIDE * SIDE][9];
    for (int i = 0; i < SIDE * SIDE; i++) {
        const float x = (float)(i % SIDE), y = (float)(i / SIDE), s = 0.1f;
        const float below[9] = {s * x,       s * y,       0, s * (x + 1), s * y, 0,
                                s * (x + 1), s * (y + 1), 0};
        const float above[9] = {s * x, s * y,       0, s * (x + 1), s * (y + 1), 0,
                                s * x, s * (y + 1), 0};
        memcpy(triangles[2 * i], below, sizeof below);
        memcpy(triangles[2 * i + 1], above, sizeof above);
    }
    const size_t length = binary_of("", (const float(*)[9])triangles, 2 * SIDE * SIDE);
    mesh_surface s = surface_of(bytes, length, "a.stl");
    assert_int_equal(s.vertices.count, (SIDE + 1) * (SIDE + 1));
    assert_int_equal(s.faces.count, 2 * SIDE * SIDE);
    for (int32_t i = 0; i < 3 * s.faces.count; i++) {
        const int32_t v = ((const int32_t *)s.faces.items)[i];
        const float *corner = &triangles[i / 3][3 * (i % 3)];
        check_vertex(&s, v, (double)corner[0], (double)corner[1], (double)corner[2]);
    }
    surface_release(&s);
}

static void triangles_without_area_are_kept(void **state)
{
    (void)state;
    const float triangles[1][9] = {{1, 2, 3, 1, 2, 3, 4, 5, 6}};
    const size_t length = binary_of("", triangles, 1);
    mesh_surface s = surface_of(bytes, length, "a.stl");
    assert_int_equal(s.vertices.count, 2);
    check_face(&s, 0, 0, 0, 1);
    surface_release(&s);
}

static void sizes_that_do_not_fit_the_count_are_refused(void **state)
{
    (void)state;
    const size_t length = binary_of("", tetrahedron, 4);
    surface_refused(bytes, length - 1, "a.stl", 0, "4 triangles");
    surface_refused(bytes, length + 1, "a.stl", 0, "4 triangles");
    surface_refused(bytes, HEAD, "a.stl", 0, "4 triangles");
    surface_refused(bytes, HEAD - 1, "a.stl", 0, "83 bytes");
    surface_refused(bytes, 0, "a.stl", 0, "0 bytes");
    put_bits(bytes + 80, UINT32_MAX);
    surface_refused(bytes, length, "a.stl", 0, "4294967295 triangles");
    surface_refused(bytes, binary_of("", NULL, 0), "a.stl", 0, "no triangles");
}

static void impossible_coordinates_are_refused(void **state)
{
    (void)state;
    static const uint32_t bad[] = {0x7fc00000, 0xff800000, 0x7f800000, 0x4e800001}; /* > 2^30 */
    for (int i = 0; i < 4; i++) {
        const size_t length = binary_of("", tetrahedron, 4);
        put_bits(bytes + HEAD + TRIANGLE * 2 + 12 + 4 * 5, bad[i]);
        surface_refused(bytes, length, "a.stl", 0, "coordinate");
    }
    const size_t length = binary_of("", tetrahedron, 4);
    put_bits(bytes + HEAD + 12, 0x4e800000);
    mesh_surface s = surface_of(bytes, length, "a.stl");
    check_vertex(&s, 0, MESH_MAX_COORDINATE, 0, 0);
    surface_release(&s);
}

static void texts_are_refused_in_the_line_at_fault(void **state)
{
    (void)state;
#define FACET "facet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\n"
    static const struct {
        const char *text;
        int32_t line;
        const char *word;
    } cases[] = {
        {"solid", 1, "within a solid"},
        {"solid\nendsolid", 0, "no triangles"},
        {"solid a\nbox", 2, "'facet' or 'endsolid'"},
        {"solid\nfacet", 2, "'outer'"},
        {"solid\nfacet\nouter ring", 3, "expected 'loop', found 'ring'"},
        {"solid\n" FACET "vertex 0 1\nendloop", 7, "'endloop' is not a number"},
        {"solid\n" FACET "vertex 0 1 1e999\n", 6, "'1e999'"},
        {"solid\n" FACET "vertex 0 1 nan\n", 6, "'nan'"},
        {"solid\n" FACET "vertex 0 1 0x1\n", 6, "'0x1'"},
        {"solid\n" FACET "vertex 0 1 2e30\nendloop\nendfacet", 3, "coordinate 2e+30"},
        {"solid\n" FACET "endloop", 6, "'vertex'"},
        {"solid\n" FACET "vertex 1 1 1\nendloop\nfacet", 8, "'endfacet'"},
        {"solid\n" FACET "vertex 1 1 1\nendloop\nendfacet\nendsolid\nmore", 10, "'solid'"},
        {"solid\n" FACET "vertex 1 1 \x1b[31m\\\n", 6, "'?[31m\\'"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *text = cases[i].text;
        surface_refused(text, strlen(text), "a.stl", cases[i].line, cases[i].word);
    }
}

static void a_text_cut_anywhere_is_refused(void **state)
{
    (void)state;
    static const char text[] = "solid\n" FACET "vertex 1 1 1\nendloop\nendfacet\nendsolid";
    for (size_t length = 0; length < strlen(text); length++) {
        mesh_surface s;
        ludo_diagnostic why;
        assert_int_equal(surface_read(&s, text, length, "a.stl", NULL, &why), LUDO_PARSE);
        assert_true(why.message[0] != '\0');
        surface_release(&s);
    }
}

static void files_of_other_kinds_are_not_supported(void **state)
{
    (void)state;
    static const char *const paths[] = {"a.dae", "a.glb", "stl", "a.stl/b", "", ".st"};
    for (int i = 0; i < 6; i++) {
        mesh_surface s;
        ludo_diagnostic why;
        assert_int_equal(surface_read(&s, "solid", 5, paths[i], NULL, &why), LUDO_UNSUPPORTED);
        assert_string_equal(why.file, paths[i]);
        assert_non_null(strstr(why.message, "STL, OBJ or MSH"));
    }
}

static void every_failing_allocation_is_survived(void **state)
{
    (void)state;
    float triangles[700][9]; /* enough corners for a second table */
    for (int i = 0; i < 700; i++) {
        for (int k = 0; k < 9; k++) {
            triangles[i][k] = (float)(9 * i + k);
        }
    }
    const size_t length = binary_of("", (const float(*)[9])triangles, 700);
    long rounds = 0;
    FOR_FAILING_ALLOCATION(alloc)
    {
        mesh_surface s;
        ludo_diagnostic why;
        const ludo_status status = surface_read(&s, bytes, length, "a.stl", &alloc.hook, &why);
        assert_int_equal(status, alloc.failed ? LUDO_NO_MEMORY : LUDO_OK);
        ludo_mesh_surface_release(&s, &alloc.hook);
        rounds++;
    }
    assert_true(rounds > 10); /* two lists and a table that grow */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_binary_file_is_read_whatever_its_head_says),
        cmocka_unit_test(a_text_file_is_read_as_the_binary_one),
        cmocka_unit_test(lines_before_the_first_solid_are_skipped),
        cmocka_unit_test(equal_corners_are_one_vertex_and_zeros_have_no_sign),
        cmocka_unit_test(the_corners_of_a_grid_are_welded),
        cmocka_unit_test(triangles_without_area_are_kept),
        cmocka_unit_test(sizes_that_do_not_fit_the_count_are_refused),
        cmocka_unit_test(impossible_coordinates_are_refused),
        cmocka_unit_test(texts_are_refused_in_the_line_at_fault),
        cmocka_unit_test(a_text_cut_anywhere_is_refused),
        cmocka_unit_test(files_of_other_kinds_are_not_supported),
        cmocka_unit_test(every_failing_allocation_is_survived),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
