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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_model_is_read_and_compiled),
        cmocka_unit_test(errors_of_both_name_the_file),
    };
    return cmocka_run_group_tests(tests, NULL, folder_tear_down);
}
