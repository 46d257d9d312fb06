/* SPDX-License-Identifier: Apache-2.0
 *
 * Nodes of reports as text. */
#include "small_spec.h"

/* A body on a hinge with a loop and two geoms. */
static ludo_model *hinged(void)
{
    ludo_spec *spec = new_spec();
    ludo_geom_def geom = ludo_geom_default();
    ludo_joint_def pin = ludo_joint_default();
    add_body(spec, "arm");
    pin.name = "elbow";
    assert_int_equal(ludo_spec_add_joint(spec, &pin, NULL), LUDO_OK);
    pin.name = "pin";
    pin.type = "ball";
    assert_int_equal(ludo_spec_add_closure(spec, &pin, NULL), LUDO_OK);
    geom.name = "foot";
    geom.size[0] = 0.1;
    assert_int_equal(ludo_spec_add_geom(spec, &geom, NULL), LUDO_OK);
    geom.name = "floor";
    geom.body = LUDO_WORLD;
    assert_int_equal(ludo_spec_add_geom(spec, &geom, NULL), LUDO_OK);
    return compiled(spec);
}

static void nodes_are_written_by_kind(void **state)
{
    (void)state;
    static const struct {
        ludo_node node;
        const char *text;
    } cases[] = {
        {{LUDO_NODE_NONE, 0, 0}, ""},
        {{LUDO_NODE_BODY, 0, 0}, "arm"},
        {{LUDO_NODE_JOINT, 0, 0}, "elbow"},
        {{LUDO_NODE_LOOP, 0, 0}, "pin"},
        {{LUDO_NODE_GEOM, 1, 0}, "geom 'floor'"},
        {{LUDO_NODE_CONTACT, 0, 1}, "geom 'foot' and geom 'floor'"},
        {{LUDO_NODE_LIMIT, 0, 0}, "joint 'elbow'"},
        {{LUDO_NODE_DRY_FRICTION, 0, 0}, "joint 'elbow'"},
    };
    ludo_model *model = hinged();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[64] = "?";
        assert_int_equal(ludo_node_format(model, &cases[i].node, text, sizeof text), LUDO_OK);
        assert_string_equal(text, cases[i].text);
    }
    ludo_model_destroy(model);
}

static void short_texts_are_cut_and_bad_nodes_refused(void **state)
{
    (void)state;
    ludo_model *model = hinged();
    const ludo_node arm = {LUDO_NODE_BODY, 0, 0};
    const ludo_node bad[] = {{LUDO_NODE_BODY, 1, 0},
                             {LUDO_NODE_JOINT, -1, 0},
                             {LUDO_NODE_CONTACT, 0, 2},
                             {(ludo_node_kind)99, 0, 0}};
    char text[8] = "?";
    assert_int_equal(ludo_node_format(model, &arm, text, 3), LUDO_OK);
    assert_string_equal(text, "ar");
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_int_equal(ludo_node_format(model, &bad[i], text, sizeof text), LUDO_BAD_ARGUMENT);
    }
    assert_int_equal(ludo_node_format(NULL, &arm, text, sizeof text), LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_node_format(model, NULL, text, sizeof text), LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_node_format(model, &arm, NULL, sizeof text), LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_node_format(model, &arm, text, 0), LUDO_BAD_ARGUMENT);
    assert_string_equal(text, "ar");
    ludo_model_destroy(model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nodes_are_written_by_kind),
        cmocka_unit_test(short_texts_are_cut_and_bad_nodes_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
