/* SPDX-License-Identifier: Apache-2.0
 *
 * Included files: what comes where, what is found from where, what is refused at which place. */
#include "support.h"

#include "folder.h"
#include "formats/files/include.h"
#include "spec/items.h"

#include <stdio.h>
#include <string.h>

static int set_up(void **state)
{
    (void)state;
    folder_open("test_include_files");
    return 0;
}

static const ludo_load_options plain = {.struct_size = sizeof plain, .base = LUDO_BASE_FIXED};

/* The document of main.xml with what it includes. */
static ludo_status include_with(xml_document *doc, const ludo_load_options *options,
                                const ludo_allocator *a, ludo_diagnostic *why)
{
    const char *path = folder_path("main.xml");
    resolver files = {.allocator = *a, .options = options, .model = path};
    whole_file c;
    *why = (ludo_diagnostic){.line = -1};
    *doc = (xml_document){.allocator = *a};
    ludo_status status = ludo_whole_file_read(&c, path, XML_MAX_BYTES, a, why);
    if (status == LUDO_OK) {
        status = ludo_xml_parse(doc, c.bytes, c.length, path, a, why);
    }
    memory_give(a, c.bytes);
    return status == LUDO_OK ? ludo_include_expand(doc, files.model, &files, why) : status;
}

static ludo_status include(xml_document *doc, ludo_diagnostic *why)
{
    const ludo_allocator a = ludo_allocator_or_default(NULL);
    return include_with(doc, &plain, &a, why);
}

/* The names of all elements in document order, with brackets around what is in them. */
static const char *outline(const xml_document *doc)
{
    static char text[512];
    int32_t open = -1;
    text[0] = '\0';
    for (int32_t e = 0; e < doc->elements.count; e++) {
        for (; open >= 0 && open != xml_at(doc, e)->parent; open = xml_at(doc, open)->parent) {
            (void)strcat(text, ")");
        }
        (void)strcat(strcat(text, "("), xml_at(doc, e)->name);
        open = e;
    }
    return text;
}

/* The same, by the links between elements. */
static void check_links(const xml_document *doc)
{
    for (int32_t e = 0; e < doc->elements.count; e++) {
        int32_t last = e;
        for (int32_t c = xml_at(doc, e)->first_child; c >= 0; c = xml_at(doc, c)->next_sibling) {
            assert_true(c > last);
            assert_int_equal(xml_at(doc, c)->parent, e);
            last = c;
        }
    }
    int32_t linked = 1;
    for (int32_t e = 0; e < doc->elements.count; e++) {
        linked += xml_at(doc, e)->next_sibling >= 0;
        linked += xml_at(doc, e)->first_child >= 0;
    }
    assert_int_equal(linked, doc->elements.count);
}

static void makes(const char *expected)
{
    xml_document doc;
    ludo_diagnostic why;
    if (include(&doc, &why) != LUDO_OK) {
        fail_msg("%s:%d:%d: %s", why.file, (int)why.line, (int)why.column, why.message);
    }
    assert_string_equal(outline(&doc), expected);
    check_links(&doc);
    ludo_xml_release(&doc);
}

/* What is wrong is in a place of a file, with a word in the message. */
static void refused(ludo_status status, const char *file, int32_t line, int32_t column,
                    const char *word)
{
    xml_document doc;
    ludo_diagnostic why;
    assert_int_equal(include(&doc, &why), status);
    ludo_xml_release(&doc);
    assert_string_equal(why.file, folder_path(file));
    if (why.line != line || why.column != column || strstr(why.message, word) == NULL) {
        fail_msg("%d:%d: %s", (int)why.line, (int)why.column, why.message);
    }
}

/* ---- what comes where ---- */

static void a_document_without_includes_stays_as_it_is(void **state)
{
    (void)state;
    folder_write("main.xml", "<include><a><b/></a></include>"); /* the root is none */
    makes("(include(a(b");
}

static void what_is_in_the_root_takes_the_place_of_the_include(void **state)
{
    (void)state;
    folder_write("main.xml",
                 "<m><a/><include file='1.xml'/><b><include file='2.xml'/><c/></b></m>");
    folder_write("1.xml", "<mujoco model='x'><d/><e><f/></e></mujoco>");
    folder_write("2.xml", "<mujocoinclude><g/></mujocoinclude>");
    makes("(m(a)(d)(e(f))(b(g)(c");
}

static void elements_know_their_file_line_and_attributes(void **state)
{
    (void)state;
    folder_write("main.xml", "<m>\n<a x='1' y='2'/>\n<include file='sub/1.xml'/></m>");
    folder_write("sub/1.xml", "<m>\n\n <b z='3'>text</b></m>");
    xml_document doc;
    ludo_diagnostic why;
    assert_int_equal(include(&doc, &why), LUDO_OK);
    assert_int_equal(doc.elements.count, 3);
    assert_string_equal(xml_place(&doc, 1).file, folder_path("main.xml"));
    assert_string_equal(ludo_xml_attribute(&doc, 1, "y"), "2");
    assert_string_equal(xml_place(&doc, 2).file, folder_path("sub/1.xml"));
    assert_int_equal(xml_place(&doc, 2).line, 3);
    assert_int_equal(xml_place(&doc, 2).column, 2);
    assert_string_equal(ludo_xml_attribute(&doc, 2, "z"), "3");
    assert_null(ludo_xml_attribute(&doc, 2, "x"));
    assert_string_equal(xml_at(&doc, 2)->text, "text");
    ludo_xml_release(&doc);
}

static void included_files_include_others(void **state)
{
    (void)state;
    folder_write("main.xml", "<m><include file='1.xml'/><z/></m>");
    folder_write("1.xml", "<m><a><include file='2.xml'/></a><b/></m>");
    folder_write("2.xml", "<m><c/><include file='3.xml'/></m>");
    folder_write("3.xml", "<m><d><e/></d></m>");
    makes("(m(a(c)(d(e)))(b)(z");
}

/* First from the model, then from the file that includes. */
static void files_are_found_from_the_model_and_from_the_including_file(void **state)
{
    (void)state;
    folder_write("main.xml", "<m><include file='s/1.xml'/><z/></m>");
    folder_write("s/1.xml", "<m><include file='2.xml'/></m>");
    folder_write("s/2.xml", "<m><beside/></m>");
    makes("(m(beside)(z");
    folder_write("2.xml", "<m><below/></m>");
    makes("(m(below)(z");
    folder_write("s/1.xml", "<m><include file='s/2.xml'/></m>");
    makes("(m(beside)(z");
}

static void files_nest_up_to_the_limit(void **state)
{
    (void)state;
    for (int deepest = INCLUDE_MAX_DEPTH; deepest <= INCLUDE_MAX_DEPTH + 1; deepest++) {
        for (int i = 0; i < deepest; i++) {
            char name[32], text[64];
            (void)snprintf(name, sizeof name, i == 0 ? "main.xml" : "%d.xml", i);
            (void)snprintf(text, sizeof text, "<m>\n <include file='%d.xml'/></m>", i + 1);
            folder_write(name, text);
        }
        char last[32];
        (void)snprintf(last, sizeof last, "%d.xml", deepest);
        folder_write(last, "<m><a/></m>");
        if (deepest == INCLUDE_MAX_DEPTH) {
            makes("(m(a");
        } else {
            (void)snprintf(last, sizeof last, "%d.xml", INCLUDE_MAX_DEPTH);
            refused(LUDO_PARSE, last, 2, 2, "too deeply");
        }
    }
}

/* ---- what is refused ---- */

static void a_file_is_included_once(void **state)
{
    (void)state;
    folder_write("main.xml", "<m><include file='1.xml'/>\n<include file='./1.xml'/></m>");
    folder_write("1.xml", "<m><a/></m>");
    refused(LUDO_BAD_MODEL, "main.xml", 2, 1, "included twice");
    folder_link("2.xml", "1.xml");
    folder_write("main.xml", "<m><include file='1.xml'/>\n<include file='2.xml'/></m>");
    refused(LUDO_BAD_MODEL, "main.xml", 2, 1, "included twice");
}

static void files_do_not_include_each_other(void **state)
{
    (void)state;
    folder_write("main.xml", "<m>\n<include file='main.xml'/></m>");
    refused(LUDO_BAD_MODEL, "main.xml", 2, 1, "included twice");
    folder_write("main.xml", "<m><include file='1.xml'/></m>");
    folder_write("1.xml", "<m><include file='2.xml'/></m>");
    folder_write("2.xml", "<m><a/> <include file='1.xml'/></m>");
    refused(LUDO_BAD_MODEL, "2.xml", 1, 9, "included twice");
}

static void missing_and_outside_files_are_told_at_the_include(void **state)
{
    (void)state;
    folder_write("main.xml", "<m>\n <include file='none.xml'/></m>");
    refused(LUDO_BAD_MODEL, "main.xml", 2, 2, "none.xml");
    folder_write("main.xml", "<m>\n <include file='/etc/passwd'/></m>");
    refused(LUDO_BAD_MODEL, "main.xml", 2, 2, "--allow-outside");
    folder_write("main.xml", "<m>\n <include file='sub'/></m>");
    folder_write("sub/1.xml", "<m/>");
    refused(LUDO_BAD_MODEL, "main.xml", 2, 2, "an ordinary file");
}

static void includes_that_say_nothing_are_refused(void **state)
{
    (void)state;
    folder_write("main.xml", "<m>\n <include/></m>");
    refused(LUDO_PARSE, "main.xml", 2, 2, "the attribute 'file' is missing");
    folder_write("main.xml", "<m>\n <include file='1.xml'><a/></include></m>");
    folder_write("1.xml", "<m/>");
    refused(LUDO_PARSE, "main.xml", 2, 2, "include must be empty");
    folder_write("main.xml", "<m>\n <include file='1.xml'/></m>");
    refused(LUDO_PARSE, "main.xml", 2, 2, "has no elements");
}

static void what_is_wrong_in_an_included_file_is_told_there(void **state)
{
    (void)state;
    folder_write("main.xml", "<m><include file='1.xml'/></m>");
    folder_write("1.xml", "<m>\n</n>");
    refused(LUDO_PARSE, "1.xml", 2, 3, "mismatched");
    folder_write("1.xml", "<!DOCTYPE m [<!ENTITY a 'b'>]><m/>");
    refused(LUDO_PARSE, "1.xml", 1, 13, "entities");
}

static void models_are_read_with_what_they_include(void **state)
{
    (void)state;
    folder_write("main.xml", "<mujoco><include file='1.xml'/><worldbody><body name='a'>"
                             "<include file='2.xml'/></body></worldbody></mujoco>");
    folder_write("1.xml", "<mujoco model='other'><option timestep='0.5'/></mujoco>");
    folder_write("2.xml", "<mujoco>\n<inertial pos='0 0 0' mass='2' diaginertia='1 1 1'/>"
                          "<joint name='j' axis='0 0 1'/></mujoco>");
    ludo_spec *spec = NULL;
    ludo_diagnostic why = {.line = -1};
    assert_int_equal(ludo_load_file(folder_path("main.xml"), NULL, NULL, &spec, &why), LUDO_OK);
    assert_int_equal(ludo_spec_body_count(spec), 1);
    assert_true(ludo_spec_body_at(spec, 0)->mass == 2.0);
    assert_string_equal(ludo_spec_joint_at(spec, 0)->name, "j");
    assert_string_equal(ludo_spec_joint_at(spec, 0)->place.file, folder_path("2.xml"));
    ludo_spec_destroy(spec);

    folder_write("2.xml", "<mujoco>\n<joint axis='0 0 x'/></mujoco>");
    assert_int_equal(ludo_load_file(folder_path("main.xml"), NULL, NULL, &spec, &why), LUDO_PARSE);
    assert_string_equal(why.file, folder_path("2.xml"));
    assert_int_equal(why.line, 2);
}

static void every_failing_allocation_is_survived(void **state)
{
    (void)state;
    folder_write("main.xml", "<m><include file='1.xml'/><b y='2'/></m>");
    folder_write("1.xml", "<m><a x='1'/><include file='2.xml'/></m>");
    folder_write("2.xml", "<m><c/></m>");
    long rounds = 0;
    FOR_FAILING_ALLOCATION(alloc)
    {
        xml_document doc;
        ludo_diagnostic why;
        const ludo_status status = include_with(&doc, &plain, &alloc.hook, &why);
        assert_int_equal(status, alloc.failed ? LUDO_NO_MEMORY : LUDO_OK);
        ludo_xml_release(&doc);
        rounds++;
    }
    assert_true(rounds > 30); /* three files, their parsers and elements, what they make */
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, folder_tear_down)
    const struct CMUnitTest tests[] = {
        TEST(a_document_without_includes_stays_as_it_is),
        TEST(what_is_in_the_root_takes_the_place_of_the_include),
        TEST(elements_know_their_file_line_and_attributes),
        TEST(included_files_include_others),
        TEST(files_are_found_from_the_model_and_from_the_including_file),
        TEST(files_nest_up_to_the_limit),
        TEST(a_file_is_included_once),
        TEST(files_do_not_include_each_other),
        TEST(missing_and_outside_files_are_told_at_the_include),
        TEST(includes_that_say_nothing_are_refused),
        TEST(what_is_wrong_in_an_included_file_is_told_there),
        TEST(models_are_read_with_what_they_include),
        TEST(every_failing_allocation_is_survived),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
