/* SPDX-License-Identifier: Apache-2.0
 *
 * MSH: MuJoCo's old binary meshes, and what is refused. */
#include "mesh_bytes.h"

enum { WORDS = 64 };

/* A file of 4-byte words, little-endian. */
typedef struct msh {
    unsigned char bytes[4 * WORDS];
    size_t length;
} msh;

static void put(msh *m, uint32_t bits)
{
    for (int i = 0; i < 4; i++) {
        m->bytes[m->length++] = (unsigned char)(bits >> 8 * i);
    }
}

static void put_float(msh *m, float number)
{
    uint32_t bits;
    memcpy(&bits, &number, sizeof bits);
    put(m, bits);
}

/* A tetrahedron with some normals and texture coordinates; its last face ends at `last`. */
static msh tetrahedron(uint32_t normals, uint32_t textures, uint32_t last)
{
    static const float vertex[12] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
    const uint32_t face[12] = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, last};
    msh m = {.length = 0};
    put(&m, 4);
    put(&m, normals);
    put(&m, textures);
    put(&m, 4);
    for (int i = 0; i < 12; i++) {
        put_float(&m, vertex[i]);
    }
    for (uint32_t i = 0; i < 3 * normals + 2 * textures; i++) {
        put_float(&m, 0.5F);
    }
    for (int i = 0; i < 12; i++) {
        put(&m, face[i]);
    }
    return m;
}

static void vertices_and_faces_are_read(void **state)
{
    (void)state;
    const msh files[] = {tetrahedron(0, 0, 3), tetrahedron(2, 1, 3)};
    for (int i = 0; i < 2; i++) {
        mesh_surface s = surface_of(files[i].bytes, files[i].length, "folder/a.MSH");
        assert_int_equal(s.vertices.count, 4);
        check_vertex(&s, 3, 0, 0, 1);
        assert_int_equal(s.faces.count, 4);
        check_face(&s, 3, 1, 2, 3);
        surface_release(&s);
    }
}

static void bytes_behind_the_faces_are_ignored(void **state)
{
    (void)state;
    const msh m = tetrahedron(0, 0, 3);
    mesh_surface s = surface_of(m.bytes, m.length + 5, "a.msh");
    assert_int_equal(s.faces.count, 4);
    surface_release(&s);
}

static void broken_files_are_refused(void **state)
{
    (void)state;
    msh m = tetrahedron(0, 0, 3);
    surface_refused(m.bytes, 15, "a.msh", 0, "of its head");
    surface_refused(m.bytes, m.length - 1, "a.msh", 0, "shorter than its numbers");
    memset(m.bytes, 0xff, 16);
    surface_refused(m.bytes, m.length, "a.msh", 0, "shorter than its numbers");
    memset(m.bytes, 0, 16);
    surface_refused(m.bytes, m.length, "a.msh", 0, "no vertices");
    m = tetrahedron(0, 0, 4);
    surface_refused(m.bytes, m.length, "a.msh", 0, "vertex 4 of 4");
    m = tetrahedron(0, 0, 3);
    memset(m.bytes + 16, 0xff, 4); /* not a number */
    surface_refused(m.bytes, m.length, "a.msh", 0, "not finite");
}

static void every_failing_allocation_is_survived(void **state)
{
    (void)state;
    const msh m = tetrahedron(1, 1, 3);
    FOR_FAILING_ALLOCATION(alloc)
    {
        mesh_surface s;
        ludo_diagnostic why;
        const ludo_status status = surface_read(&s, m.bytes, m.length, "a.msh", &alloc.hook, &why);
        assert_int_equal(status, alloc.failed ? LUDO_NO_MEMORY : LUDO_OK);
        ludo_mesh_surface_release(&s, &alloc.hook);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(vertices_and_faces_are_read),
        cmocka_unit_test(bytes_behind_the_faces_are_ignored),
        cmocka_unit_test(broken_files_are_refused),
        cmocka_unit_test(every_failing_allocation_is_survived),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
