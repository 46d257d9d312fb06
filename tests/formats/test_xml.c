/* SPDX-License-Identifier: Apache-2.0
 *
 * XML: the tree of a document, the places of its elements, its limits, what is refused. */
#include "support.h"

#include "formats/text/xml.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char small[] = "<?xml version=\"1.0\"?>\n"
                            "<a one='1'>\n"
                            "  <!-- nothing -->\n"
                            "  <b two='&lt;&#50;'/> text <c/>\n"
                            "<d><e/></d></a>\n";

static ludo_status parse_with(xml_document *doc, const char *text, size_t length,
                              const ludo_allocator *allocator, ludo_diagnostic *why)
{
    const ludo_allocator a = ludo_allocator_or_default(allocator);
    *why = (ludo_diagnostic){.line = -1};
    return ludo_xml_parse(doc, text, length, "file.xml", &a, why);
}

static ludo_status parse(xml_document *doc, const char *text, ludo_diagnostic *why)
{
    return parse_with(doc, text, strlen(text), NULL, why);
}

/* A text is refused at a place, with a word in the message. */
static void refused(const char *text, int32_t line, int32_t column, const char *word)
{
    xml_document doc;
    ludo_diagnostic why;
    assert_int_equal(parse(&doc, text, &why), LUDO_PARSE);
    ludo_xml_release(&doc);
    assert_string_equal(why.file, "file.xml");
    if (why.line != line || why.column != column || strstr(why.message, word) == NULL) {
        fail_msg("'%.60s': %d:%d: %s", text, (int)why.line, (int)why.column, why.message);
    }
}

/* ---- what is read ---- */

static void elements_come_in_document_order_with_their_places(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        int32_t line, column, parent, first_child, next_sibling;
    } expected[] = {{"a", 2, 1, -1, 1, -1},
                    {"b", 4, 3, 0, -1, 2},
                    {"c", 4, 29, 0, -1, 3},
                    {"d", 5, 1, 0, 4, -1},
                    {"e", 5, 4, 3, -1, -1}};
    xml_document doc;
    ludo_diagnostic why;
    assert_int_equal(parse(&doc, small, &why), LUDO_OK);
    assert_int_equal(doc.elements.count, 5);
    for (int32_t i = 0; i < 5; i++) {
        const xml_element *e = xml_at(&doc, i);
        assert_string_equal(e->name, expected[i].name);
        assert_int_equal(e->line, expected[i].line);
        assert_int_equal(e->column, expected[i].column);
        assert_int_equal(e->parent, expected[i].parent);
        assert_int_equal(e->first_child, expected[i].first_child);
        assert_int_equal(e->next_sibling, expected[i].next_sibling);
    }
    assert_string_equal(xml_place(&doc, 0).file, "file.xml");
    ludo_xml_release(&doc);
}

static void blanks_above_a_declaration_are_passed_over(void **state)
{
    (void)state;
    char text[sizeof small + 8];
    (void)snprintf(text, sizeof text, "\r\n\n\t %s", small);
    xml_document doc;
    ludo_diagnostic why;
    assert_int_equal(parse(&doc, text, &why), LUDO_OK);
    assert_int_equal(xml_at(&doc, 0)->line, 4);
    assert_int_equal(xml_at(&doc, 0)->column, 1);
    assert_int_equal(xml_at(&doc, 3)->line, 7);
    assert_string_equal(ludo_xml_attribute(&doc, 0, "one"), "1");
    ludo_xml_release(&doc);

    /* columns of the first line count the blanks in it, and only those */
    refused("\n\n  <a></b>", 3, 8, "mismatched");
    refused(" \n ", 2, 2, "no element");
    refused("\n<!-- --><?xml version='1.0'?><a/>", 2, 9, "declaration");
}

static void an_end_of_a_string_below_is_passed_over(void **state)
{
    (void)state;
    static const char text[] = "<a><b>text</b></a>\n\0\0", wide[] = "<\0a\0/\0>\0";
    xml_document doc;
    ludo_diagnostic why;
    assert_int_equal(parse_with(&doc, text, sizeof text, NULL, &why), LUDO_OK);
    assert_string_equal(xml_at(&doc, 1)->text, "text");
    ludo_xml_release(&doc);
    assert_int_equal(parse_with(&doc, wide, sizeof wide - 1, NULL, &why), LUDO_OK);
    assert_string_equal(xml_at(&doc, 0)->name, "a");
    ludo_xml_release(&doc);
    assert_int_equal(parse_with(&doc, "<a>\0</a>", 8, NULL, &why), LUDO_PARSE);
    ludo_xml_release(&doc);
    assert_int_equal(parse_with(&doc, "\0\0", 2, NULL, &why), LUDO_PARSE);
    ludo_xml_release(&doc);
}

static void attributes_are_found_by_name(void **state)
{
    (void)state;
    xml_document doc;
    ludo_diagnostic why;
    assert_int_equal(parse(&doc, small, &why), LUDO_OK);
    assert_string_equal(ludo_xml_attribute(&doc, 0, "one"), "1");
    assert_string_equal(ludo_xml_attribute(&doc, 1, "two"), "<2");
    assert_null(ludo_xml_attribute(&doc, 1, "one"));
    assert_null(ludo_xml_attribute(&doc, 2, "two"));
    ludo_xml_release(&doc);
}

static void texts_longer_than_a_chunk_are_kept(void **state)
{
    (void)state;
    enum { LONG = 100000 };
    static char text[LONG + 32];
    memset(text, 'x', sizeof text);
    memcpy(text, "<a b='", 6);
    memcpy(text + LONG, "' c='d'/>", 10);
    xml_document doc;
    ludo_diagnostic why;
    assert_int_equal(parse(&doc, text, &why), LUDO_OK);
    assert_int_equal(strlen(ludo_xml_attribute(&doc, 0, "b")), LONG - 6);
    assert_string_equal(ludo_xml_attribute(&doc, 0, "c"), "d");
    ludo_xml_release(&doc);
}

/* ---- limits ---- */

/* The status of `depth` elements within each other. */
static ludo_status parse_nested(int32_t depth, xml_document *doc, ludo_diagnostic *why)
{
    char *text = malloc((size_t)depth * 7 + 1);
    assert_non_null(text);
    for (int32_t i = 0; i < depth; i++) {
        memcpy(text + 3 * i, "<a>", 3);
        memcpy(text + 3 * depth + 4 * i, "</a>", 4);
    }
    const ludo_status status = parse_with(doc, text, (size_t)depth * 7, NULL, why);
    free(text);
    return status;
}

static void elements_nest_up_to_the_limit(void **state)
{
    (void)state;
    static const int32_t depths[] = {1, 1000, XML_MAX_DEPTH};
    xml_document doc;
    ludo_diagnostic why;
    for (int i = 0; i < 3; i++) {
        assert_int_equal(parse_nested(depths[i], &doc, &why), LUDO_OK);
        assert_int_equal(doc.elements.count, depths[i]);
        assert_int_equal(xml_at(&doc, depths[i] - 1)->parent, depths[i] - 2);
        ludo_xml_release(&doc);
    }
    assert_int_equal(parse_nested(XML_MAX_DEPTH + 1, &doc, &why), LUDO_PARSE);
    ludo_xml_release(&doc);
    assert_int_equal(why.line, 1);
    assert_int_equal(why.column, 3 * XML_MAX_DEPTH + 1);
    assert_non_null(strstr(why.message, "nested"));
}

static void too_many_attributes_are_refused(void **state)
{
    (void)state;
    for (int count = XML_MAX_ATTRIBUTES; count <= XML_MAX_ATTRIBUTES + 1; count++) {
        static char text[16 * (XML_MAX_ATTRIBUTES + 2)];
        (void)strcpy(text, "<a");
        for (int i = 0; i < count; i++) {
            (void)snprintf(text + strlen(text), 16, " a%d=''", i);
        }
        (void)strcat(text, "/>");
        xml_document doc;
        ludo_diagnostic why;
        const ludo_status status = parse(&doc, text, &why);
        assert_int_equal(status, count > XML_MAX_ATTRIBUTES ? LUDO_PARSE : LUDO_OK);
        ludo_xml_release(&doc);
    }
}

static void texts_beyond_the_limit_are_not_looked_at(void **state)
{
    (void)state;
    xml_document doc;
    ludo_diagnostic why;
    assert_int_equal(parse_with(&doc, "", (size_t)XML_MAX_BYTES + 1, NULL, &why), LUDO_PARSE);
    ludo_xml_release(&doc);
    assert_non_null(strstr(why.message, "too large"));
}

/* ---- what is refused ---- */

static void what_is_not_well_formed_is_refused_at_its_place(void **state)
{
    (void)state;
    refused("", 1, 1, "no element");
    refused("   \n", 2, 1, "no element");
    refused("hello", 1, 1, "syntax error");
    refused("<a>\n <b>\n</a>", 3, 3, "mismatched");
    refused("<a b='1'\n b='2'/>", 2, 2, "duplicate");
    refused("<a/><b/>", 1, 5, "junk");
    refused("<a b=1/>", 1, 6, "not well-formed");
    refused("<a>&unknown;</a>", 1, 4, "undefined entity");
    refused("<a>\n<b c='\xff'/></a>", 2, 7, "not well-formed");
    refused("<a b='&#0;'/>", 1, 7, "invalid character");
}

static void document_types_and_their_entities_are_refused(void **state)
{
    (void)state;
    static const char bomb[] = "<!DOCTYPE a [\n"
                               "<!ENTITY x 'ha'>\n"
                               "<!ENTITY y '&x;&x;&x;&x;&x;&x;&x;&x;&x;&x;'>\n"
                               "<!ENTITY z '&y;&y;&y;&y;&y;&y;&y;&y;&y;&y;'>]>\n"
                               "<a>&z;</a>";
    refused(bomb, 1, 13, "entities");
    refused("<!DOCTYPE a SYSTEM 'file:///etc/passwd'>\n<a/>", 1, 40, "entities");
}

static void a_document_cut_anywhere_is_refused(void **state)
{
    (void)state;
    const size_t whole = strlen(small) - 1; /* without the last newline */
    for (size_t length = 0; length < whole; length++) {
        char *exact = malloc(length > 0 ? length : 1);
        assert_non_null(exact);
        memcpy(exact, small, length);
        xml_document doc;
        ludo_diagnostic why;
        assert_int_equal(parse_with(&doc, exact, length, NULL, &why), LUDO_PARSE);
        assert_true(why.line > 0 && why.column > 0 && why.message[0] != '\0');
        ludo_xml_release(&doc);
        free(exact);
    }
}

static void texts_are_those_of_elements_without_others(void **state)
{
    (void)state;
    static const char text[] =
        "<a> x <b>\n y <!-- c -->&amp;<![CDATA[ z]]>\t</b><c/><d></d><e>  </e> w </a>";
    static const char *const expected[] = {"", "y & z", "", "", ""};
    xml_document doc;
    ludo_diagnostic why;
    assert_int_equal(parse(&doc, text, &why), LUDO_OK);
    assert_int_equal(doc.elements.count, 5);
    for (int32_t i = 0; i < 5; i++) {
        assert_string_equal(xml_at(&doc, i)->text, expected[i]);
    }
    ludo_xml_release(&doc);
}

/* Expat's allocations are among those that fail. */
static void every_failing_allocation_is_survived(void **state)
{
    (void)state;
    long rounds = 0;
    FOR_FAILING_ALLOCATION(alloc)
    {
        xml_document doc;
        ludo_diagnostic why;
        const ludo_status status = parse_with(&doc, small, strlen(small), &alloc.hook, &why);
        assert_int_equal(status, alloc.failed ? LUDO_NO_MEMORY : LUDO_OK);
        ludo_xml_release(&doc);
        rounds++;
    }
    assert_true(rounds > 10); /* the parser alone takes several */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(elements_come_in_document_order_with_their_places),
        cmocka_unit_test(blanks_above_a_declaration_are_passed_over),
        cmocka_unit_test(an_end_of_a_string_below_is_passed_over),
        cmocka_unit_test(attributes_are_found_by_name),
        cmocka_unit_test(texts_longer_than_a_chunk_are_kept),
        cmocka_unit_test(texts_are_those_of_elements_without_others),
        cmocka_unit_test(elements_nest_up_to_the_limit),
        cmocka_unit_test(too_many_attributes_are_refused),
        cmocka_unit_test(texts_beyond_the_limit_are_not_looked_at),
        cmocka_unit_test(what_is_not_well_formed_is_refused_at_its_place),
        cmocka_unit_test(document_types_and_their_entities_are_refused),
        cmocka_unit_test(a_document_cut_anywhere_is_refused),
        cmocka_unit_test(every_failing_allocation_is_survived),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
