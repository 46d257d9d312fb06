/* SPDX-License-Identifier: Apache-2.0
 *
 * A second model from a file beside a description. */
#include "folder.h"
#include "support.h"

#include <string.h>

static const char arm[] =
    "<mujoco model='p'><worldbody><body name='arm'><joint name='j' axis='0 1 0'/>"
    "<geom type='sphere' size='0.1' pos='1 0 0'/></body></worldbody></mujoco>";
static const char loops[] = "closed_loop: [[arm, b_arm]]\ntype: ['3D']\n";

static int set_up(void **state)
{
    (void)state;
    folder_open("load_append");
    folder_write("arm.xml", arm);
    folder_write("loops.yaml", loops);
    return 0;
}

static ludo_spec *loaded(const ludo_allocator *a)
{
    ludo_spec *spec = NULL;
    const ludo_status status = ludo_load_file(folder_path("arm.xml"), NULL, a, &spec, NULL);
    assert_true(status == LUDO_OK || status == LUDO_NO_MEMORY);
    return spec;
}

static ludo_attachment beside(void)
{
    ludo_attachment at = ludo_attachment_default();
    at.prefix = "b_";
    at.frame.position.x = 2.0;
    return at;
}

static void a_file_is_read_and_appended(void **state)
{
    (void)state;
    const ludo_attachment at = beside();
    ludo_spec *spec = loaded(NULL);
    assert_int_equal(ludo_load_append(spec, folder_path("arm.xml"), NULL, &at, NULL, NULL),
                     LUDO_OK);
    assert_int_equal(ludo_spec_body_find(spec, "b_arm"), 1);
    assert_true(joint_def_of(spec, 1).in_parent.position.x == 2.0);
    ludo_spec_destroy(spec);
}

static void a_loop_file_names_elements_of_both(void **state)
{
    (void)state;
    const ludo_attachment at = beside();
    ludo_load_options options = ludo_load_options_default();
    options.loops = folder_path("loops.yaml");
    ludo_spec *spec = loaded(NULL);
    ludo_diagnostic why = {.message = ""};
    assert_int_equal(ludo_load_append(spec, folder_path("arm.xml"), &options, &at, NULL, &why),
                     LUDO_OK);
    assert_int_equal(ludo_spec_closure_count(spec), 1);
    ludo_spec_destroy(spec);

    folder_write("loops.yaml", "closed_loop: [[arm, c_arm]]\ntype: ['3D']\n");
    spec = loaded(NULL);
    assert_int_equal(ludo_load_append(spec, folder_path("arm.xml"), &options, &at, NULL, &why),
                     LUDO_PARSE);
    assert_int_equal(ludo_spec_body_count(spec), 1);
    ludo_spec_destroy(spec);
}

static void a_refused_file_changes_nothing(void **state)
{
    (void)state;
    ludo_spec *spec = loaded(NULL);
    ludo_diagnostic why = {.message = ""};
    ludo_load_options bad = ludo_load_options_default();
    bad.struct_size = 3;
    assert_int_equal(ludo_load_append(spec, folder_path("arm.xml"), NULL, NULL, NULL, &why),
                     LUDO_BAD_MODEL);
    assert_non_null(strstr(why.message, "prefix="));
    assert_int_equal(ludo_load_append(spec, "no.xml", NULL, NULL, NULL, &why), LUDO_IO);
    assert_int_equal(ludo_load_append(spec, NULL, NULL, NULL, NULL, &why), LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_load_append(NULL, "arm.xml", NULL, NULL, NULL, &why), LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_load_append(spec, "arm.xml", &bad, NULL, NULL, &why), LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_spec_body_count(spec), 1);
    ludo_spec_destroy(spec);
}

static void every_failing_allocation_is_survived(void **state)
{
    (void)state;
    const ludo_attachment at = beside();
    FOR_FAILING_ALLOCATION(alloc)
    {
        ludo_spec *spec = loaded(&alloc.hook);
        if (spec != NULL) {
            const ludo_status status =
                ludo_load_append(spec, folder_path("arm.xml"), NULL, &at, &alloc.hook, NULL);
            assert_int_equal(status, alloc.failed ? LUDO_NO_MEMORY : LUDO_OK);
            assert_int_equal(ludo_spec_body_count(spec), status == LUDO_OK ? 2 : 1);
        }
        ludo_spec_destroy(spec);
    }
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, folder_tear_down)
    const struct CMUnitTest tests[] = {
        TEST(a_file_is_read_and_appended),
        TEST(a_loop_file_names_elements_of_both),
        TEST(a_refused_file_changes_nothing),
        TEST(every_failing_allocation_is_survived),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
