/* SPDX-License-Identifier: Apache-2.0
 *
 * A model from a file in one call: what reading and compiling give, or their errors. */
#include "folder.h"
#include "support.h"

#include <string.h>

static const char pendulum[] =
    "<mujoco model='p'><worldbody><body><joint type='hinge' axis='0 1 0'/>"
    "<geom type='sphere' size='0.1' pos='1 0 0'/></body></worldbody></mujoco>";

static void a_model_is_read_and_compiled(void **state)
{
    (void)state;
    folder_open("load_model");
    folder_write("p.xml", pendulum);
    FOR_FAILING_ALLOCATION(a)
    {
        ludo_model *model = NULL;
        const ludo_status status =
            ludo_load_model(folder_path("p.xml"), NULL, &a.hook, &model, NULL);
        assert_int_equal(status, a.failed ? LUDO_NO_MEMORY : LUDO_OK);
        assert_int_equal(model != NULL, status == LUDO_OK);
        assert_int_equal(ludo_model_dof(model), status == LUDO_OK ? 1 : 0);
        ludo_model_destroy(model);
    }
}

static void errors_of_both_name_the_file(void **state)
{
    (void)state;
    folder_open("load_model");
    folder_write("twice.xml", "<mujoco><worldbody><body name='b'><geom size='1'/></body>\n"
                              "<body name='b'><geom size='1'/></body></worldbody></mujoco>");
    ludo_model *model = NULL;
    ludo_diagnostic why;
    assert_int_equal(ludo_load_model("no-such-file.xml", NULL, NULL, &model, &why), LUDO_IO);
    assert_non_null(strstr(why.file, "no-such-file.xml"));
    assert_int_not_equal(ludo_load_model(folder_path("twice.xml"), NULL, NULL, &model, &why),
                         LUDO_OK);
    assert_null(model);
    assert_non_null(strstr(why.file, "twice.xml"));
    assert_int_equal(ludo_load_model(NULL, NULL, NULL, &model, NULL), LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_load_model("p.xml", NULL, NULL, NULL, NULL), LUDO_BAD_ARGUMENT);
}

/* Lists of package folders that are not as long as their count, and an unknown base. */
static void options_are_checked(void **state)
{
    (void)state;
    static const char *const folders[] = {"here", NULL};
    ludo_load_options bad[4];
    for (int i = 0; i < 4; i++) {
        bad[i] = ludo_load_options_default();
    }
    bad[0].package_dir_count = 2;
    bad[1].package_dir_count = 2, bad[1].package_dirs = folders;
    bad[2].package_dir_count = -1, bad[2].package_dirs = folders;
    bad[3].base = (ludo_base)7;
    folder_open("load_model");
    folder_write("p.xml", pendulum);
    for (int i = 0; i < 4; i++) {
        ludo_spec *spec = NULL;
        ludo_diagnostic why = {.message = ""};
        assert_int_equal(
            ludo_load_string(pendulum, strlen(pendulum), "p.xml", &bad[i], NULL, &spec, &why),
            LUDO_BAD_ARGUMENT);
        assert_non_null(strstr(why.message, i < 3 ? "package_dirs" : "base"));
        assert_int_equal(ludo_load_file(folder_path("p.xml"), &bad[i], NULL, &spec, &why),
                         LUDO_BAD_ARGUMENT);
    }
    bad[0].package_dir_count = 1, bad[0].package_dirs = folders;
    ludo_spec *spec = NULL;
    assert_int_equal(
        ludo_load_string(pendulum, strlen(pendulum), "p.xml", &bad[0], NULL, &spec, NULL), LUDO_OK);
    ludo_spec_destroy(spec);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_model_is_read_and_compiled),
        cmocka_unit_test(errors_of_both_name_the_file),
        cmocka_unit_test(options_are_checked),
    };
    return cmocka_run_group_tests(tests, NULL, folder_tear_down);
}
