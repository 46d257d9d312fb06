/* SPDX-License-Identifier: Apache-2.0
 *
 * Writing whole files: what takes whose place, and what stays what it is. */
#define _XOPEN_SOURCE 700

#include "formats/files/whole_file.h"

#include "folder.h"
#include "support.h"

#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static ludo_status put(const char *file, const char *text)
{
    const ludo_allocator a = ludo_allocator_or_default(NULL);
    ludo_diagnostic why = {.message = ""};
    const ludo_status s = ludo_whole_file_replace(folder_path(file), text, strlen(text), &a, &why);
    assert_int_equal(why.message[0] == '\0', s == LUDO_OK);
    assert_string_equal(why.file, s == LUDO_OK ? "" : folder_path(file));
    return s;
}

static void check_text(const char *file, const char *text)
{
    char got[64] = "";
    const int descriptor = open(folder_path(file), O_RDONLY | O_NONBLOCK);
    assert_true(descriptor >= 0);
    assert_int_equal(read(descriptor, got, sizeof got - 1), strlen(text));
    assert_string_equal(got, text);
    assert_int_equal(close(descriptor), 0);
}

static mode_t mode_of(const char *file)
{
    struct stat s;
    assert_int_equal(lstat(folder_path(file), &s), 0);
    return s.st_mode;
}

static void check_gone(const char *file)
{
    assert_int_not_equal(access(folder_path(file), F_OK), 0);
}

static void a_file_is_replaced_and_stays_as_private_as_it_was(void **state)
{
    (void)state;
    folder_open("test_contents");
    folder_write("model.xml", "old");
    assert_int_equal(chmod(folder_path("model.xml"), 0600), 0);
    assert_int_equal(put("model.xml", "new"), LUDO_OK);
    check_text("model.xml", "new");
    assert_int_equal(mode_of("model.xml") & 0777, 0600);
    check_gone("model.xml.part0");
    folder_close();
}

/* Otherwise whoever may write devices would lose them. */
static void links_pipes_and_devices_stay_what_they_are(void **state)
{
    (void)state;
    folder_open("test_contents");
    folder_write("model.xml", "something longer");
    folder_link("link.xml", "model.xml");
    folder_link("null.xml", "/dev/null");
    folder_make_pipe("pipe.xml");
    assert_int_equal(put("link.xml", "new"), LUDO_OK);
    assert_true(S_ISLNK(mode_of("link.xml")));
    check_text("model.xml", "new");
    assert_int_equal(put("null.xml", "new"), LUDO_OK);
    assert_true(S_ISLNK(mode_of("null.xml")));
    const int reader = open(folder_path("pipe.xml"), O_RDWR | O_NONBLOCK);
    assert_true(reader >= 0);
    assert_int_equal(put("pipe.xml", "through"), LUDO_OK);
    check_text("pipe.xml", "through");
    assert_true(S_ISFIFO(mode_of("pipe.xml")));
    assert_int_equal(close(reader), 0);
    folder_close();
}

static void what_stands_beside_a_file_is_not_touched(void **state)
{
    (void)state;
    folder_open("test_contents");
    folder_write("precious", "gold");
    folder_link("model.xml.part0", "precious");
    folder_write("model.xml.part1", "silver");
    assert_int_equal(put("model.xml", "new"), LUDO_OK);
    check_text("model.xml", "new");
    check_text("precious", "gold");
    check_text("model.xml.part1", "silver");
    check_gone("model.xml.part2");
    folder_close();
}

/* /dev/full takes nothing; where a system has none there is nothing to see. */
static void what_cannot_be_written_is_told(void **state)
{
    (void)state;
    folder_open("test_contents");
    folder_write("folder/model.xml", "old");
    assert_int_equal(put("nowhere/model.xml", "new"), LUDO_IO);
    assert_int_equal(put("folder", "new"), LUDO_IO);
    assert_int_equal(put("folder/model.xml/deeper", "new"), LUDO_IO);
    check_text("folder/model.xml", "old");
    if (access("/dev/full", W_OK) == 0) {
        folder_link("full.xml", "/dev/full");
        assert_int_equal(put("full.xml", "new"), LUDO_IO);
    }
    folder_close();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_file_is_replaced_and_stays_as_private_as_it_was),
        cmocka_unit_test(links_pipes_and_devices_stay_what_they_are),
        cmocka_unit_test(what_stands_beside_a_file_is_not_touched),
        cmocka_unit_test(what_cannot_be_written_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
