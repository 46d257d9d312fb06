/* SPDX-License-Identifier: Apache-2.0
 *
 * Where the files of a model are found, from where they may come, how much they may hold. */
#include "support.h"

#include "folder.h"
#include "formats/files/resolver.h"

#include <stdio.h>
#include <string.h>

/* The folder of every test:
 *
 *     ws/robot/package.xml        package `arm`
 *     ws/robot/urdf/robot.urdf    the model
 *     ws/robot/urdf/near.stl, ws/robot/meshes/part.stl
 *     ws/hand/finger.stl          a package by its folder's name
 *     far/away/foot/package.xml   package `leg`, and far/away/foot/toe.stl
 *     secret.stl
 */
static int set_up(void **state)
{
    (void)state;
    folder_open("test_resolver_files");
    folder_write("ws/robot/package.xml",
                 "<package><depend>x</depend><name> arm\n</name></package>");
    folder_write("ws/robot/urdf/robot.urdf", "<robot/>");
    folder_write("ws/robot/urdf/near.stl", "near");
    folder_write("ws/robot/meshes/part.stl", "part");
    folder_write("ws/hand/finger.stl", "finger");
    folder_write("far/away/foot/package.xml", "<package format='3'><name>leg</name></package>");
    folder_write("far/away/foot/toe.stl", "toe");
    folder_write("secret.stl", "secret");
    environment_set("ROS_PACKAGE_PATH", NULL);
    environment_set("AMENT_PREFIX_PATH", NULL);
    return 0;
}

static const ludo_load_options plain = {.struct_size = sizeof plain, .base = LUDO_BASE_FIXED};

static resolver resolver_of(const char *model, const ludo_load_options *options)
{
    return (resolver){
        .allocator = ludo_allocator_or_default(NULL), .options = options, .model = model};
}

static const char robot[] = "ws/robot/urdf/robot.urdf";

/* What a reference finds; read, compared with `text`. */
static void finds_of(resolver s, const char *folder, const char *reference, const char *text)
{
    ludo_diagnostic why = {.line = -1};
    char *path;
    whole_file c;
    if (ludo_resolver_find(&s, folder, reference, &path, &why) != LUDO_OK) {
        fail_msg("'%s': %s", reference, why.message);
    }
    assert_int_equal(ludo_resolver_read(&s, path, &c, &why), LUDO_OK);
    assert_int_equal(c.length, strlen(text));
    assert_memory_equal(c.bytes, text, c.length);
    assert_int_equal(s.files, 1);
    assert_int_equal(s.bytes, c.length);
    memory_give(&s.allocator, c.bytes);
    memory_give(&s.allocator, path);
    ludo_resolver_release(&s);
}

static void finds_with(const ludo_load_options *options, const char *folder, const char *reference,
                       const char *text)
{
    finds_of(resolver_of(folder_path(robot), options), folder, reference, text);
}

static void finds(const char *folder, const char *reference, const char *text)
{
    finds_with(&plain, folder, reference, text);
}

/* What a reference in the model doesn't find, with a word of the message. */
static void fails_of(resolver s, const char *reference, ludo_status status, const char *word)
{
    ludo_diagnostic why = {.line = -1};
    char *path;
    if (ludo_resolver_find(&s, "", reference, &path, &why) != status ||
        strstr(why.message, word) == NULL) {
        fail_msg("'%s': %s", reference, why.message);
    }
    assert_null(path);
    ludo_resolver_release(&s);
}

static void fails(const char *reference, ludo_status status, const char *word)
{
    fails_of(resolver_of(folder_path(robot), &plain), reference, status, word);
}

/* ---- finding ---- */

static void paths_lead_from_the_folder_of_the_model(void **state)
{
    (void)state;
    finds("", "near.stl", "near");
    finds("", "./../urdf//near.stl", "near");
    finds("../meshes", "part.stl", "part");
    finds("../meshes/", "../urdf/near.stl", "near");
    finds(folder_path("ws/robot/meshes"), "part.stl", "part");
    finds("../nothing", folder_path("ws/robot/meshes/part.stl"), "part");
    finds("", "file://near.stl", "near");
    char uri[4200];
    (void)snprintf(uri, sizeof uri, "file://%s", folder_path("ws/robot/meshes/part.stl"));
    finds("", uri, "part");
    fails("far.stl", LUDO_IO, "far.stl");
    fails("near.stl/x", LUDO_IO, "missing");
    fails("", LUDO_IO, "is not a file reference");
    fails("file://", LUDO_IO, "is not a file reference");
    fails("https://somewhere/near.stl", LUDO_IO, "is not a file reference");
    fails("..\\meshes\\part.stl", LUDO_IO, "separate folders by '/'");
}

static ludo_status find_from(resolver *s, const char *file, const char *text, char **path)
{
    const file_reference reference = {s->model, file, "sub", text};
    return ludo_resolver_find_from(s, &reference, path, NULL);
}

/* The folder of meshes holds for the model alone. */
static void paths_in_other_files_lead_from_their_folder_as_well(void **state)
{
    (void)state;
    resolver s = resolver_of(folder_path(robot), &plain);
    const char *other = folder_path("ws/robot/meshes/other.xml");
    char *path;
    assert_int_equal(find_from(&s, other, "part.stl", &path), LUDO_OK);
    assert_string_equal(path, folder_path("ws/robot/meshes/part.stl"));
    memory_give(&s.allocator, path);
    folder_write("ws/robot/urdf/sub/part.stl", "first");
    assert_int_equal(find_from(&s, other, "part.stl", &path), LUDO_OK);
    assert_string_equal(path, folder_path("ws/robot/urdf/sub/part.stl"));
    memory_give(&s.allocator, path);
    assert_int_equal(find_from(&s, other, "near.stl", &path), LUDO_IO);
    assert_null(path);
}

/* The path is spelled as the model's is. */
static void a_model_without_a_folder_is_in_the_working_folder(void **state)
{
    (void)state;
    resolver s = resolver_of("robot.xml", &plain);
    char *path;
    folder_enter();
    const ludo_status status = ludo_resolver_find(&s, "ws/hand", "finger.stl", &path, NULL);
    folder_leave();
    assert_int_equal(status, LUDO_OK);
    assert_string_equal(path, "ws/hand/finger.stl");
    memory_give(&s.allocator, path);
}

/* What is decoded is looked at as if it had been written so. */
static void escapes_in_uris_are_decoded(void **state)
{
    (void)state;
    folder_write("ws/robot/urdf/a b%.stl", "blank");
    finds("", "file://a%20b%25.stl", "blank");
    finds("", "file://a b%.stl", "blank");
    finds("", "package://%61rm/urdf%2Fa%20b%.stl", "blank");
    finds("", "a b%.stl", "blank");
    fails("a%20b%25.stl", LUDO_IO, "missing");
    fails("file://near.stl%00", LUDO_IO, "is not a file reference");
    fails("package://arm/urdf/near.stl%00.stl", LUDO_IO, "is not a file reference");
    fails("package://arm/%2e%2E/..%2fsecret.stl", LUDO_REFUSED, "--allow-outside");
}

static void paths_that_are_too_long_are_missing(void **state)
{
    (void)state;
    static char reference[10000];
    memset(reference, 'a', sizeof reference - 1);
    fails(reference, LUDO_IO, "aaa");
    memcpy(reference, "package://", 10);
    fails(reference, LUDO_IO, "package");
    memset(reference, '/', sizeof reference - 1);
    fails(reference, LUDO_IO, "//");
}

static void packages_are_found_above_the_model(void **state)
{
    (void)state;
    finds("", "package://arm/meshes/part.stl", "part");
    finds("", "package://robot/meshes/part.stl", "part"); /* by the folder's name */
    finds("", "package://arm///urdf/../meshes/part.stl", "part");
    finds("", "package:///near.stl", "near"); /* without a name: beside the model */
    fails("package://arm/meshes/lost.stl", LUDO_IO, "ws/robot/meshes/lost.stl");
    fails("package://leg/toe.stl", LUDO_IO, "ROS_PACKAGE_PATH");
    fails("package://../near.stl", LUDO_IO, "package");
    fails("package://./near.stl", LUDO_IO, "package");
    fails("package://nothing", LUDO_IO, "package");
}

/* The package as one of its folder, or as the folder itself by either of its names. */
static void packages_are_found_in_given_folders(void **state)
{
    (void)state;
    static const char *const given[] = {"far/away/foot", "far/away/foot", "far/away", "ws"};
    static const char *const references[] = {"package://leg/toe.stl", "package://foot/toe.stl",
                                             "package://foot/toe.stl", "package://hand/finger.stl"};
    for (int i = 0; i < 4; i++) {
        const char *const folders[] = {folder_path("nowhere"), folder_path(given[i])};
        const ludo_load_options options = {
            .struct_size = sizeof options, .package_dirs = folders, .package_dir_count = 2};
        finds_with(&options, "", references[i], i < 3 ? "toe" : "finger");
    }
}

static void packages_are_found_by_the_environment(void **state)
{
    (void)state;
    char list[9000];
    (void)snprintf(list, sizeof list, ":%s::%s", folder_path("ws/robot"), folder_path("far"));
    environment_set("ROS_PACKAGE_PATH", list);
    finds("", "package://leg/toe.stl", "toe");
    finds("", "package://foot/toe.stl", "toe");
    environment_set("ROS_PACKAGE_PATH", folder_path("far/away/foot"));
    finds("", "package://leg/toe.stl", "toe");
    environment_set("ROS_PACKAGE_PATH", folder_path("secret.stl"));
    fails("package://leg/toe.stl", LUDO_IO, "package");
    environment_set("ROS_PACKAGE_PATH", NULL);

    folder_write("prefix/share/claw/tip.stl", "tip");
    (void)snprintf(list, sizeof list, "%s:%s", folder_path("nowhere"), folder_path("prefix"));
    environment_set("AMENT_PREFIX_PATH", list);
    finds("", "package://claw/tip.stl", "tip");
    fails("package://claw/lost.stl", LUDO_IO, "share/claw/lost.stl");
    fails("package://claw/../../../secret.stl", LUDO_REFUSED, "secret.stl");
}

/* An entry of the environment may be the root of all: not every folder is looked at. */
static void folders_that_run_in_circles_are_searched_once(void **state)
{
    (void)state;
    folder_link("round/a", "..");
    folder_link("round/b", "../round");
    environment_set("ROS_PACKAGE_PATH", folder_path("round"));
    fails("package://none/toe.stl", LUDO_IO, "package");
    environment_set("ROS_PACKAGE_PATH", NULL);
}

/* Those in the folders of the environment are the user's, deeper ones may be the model's. */
static void links_to_packages_are_followed_where_the_user_set_them(void **state)
{
    (void)state;
    environment_set("ROS_PACKAGE_PATH", folder_path("links"));
    folder_link("links/toes", "../far/away/foot");
    finds("", "package://toes/toe.stl", "toe");
    finds("", "package://leg/toe.stl", "toe");
    assert_int_equal(remove(folder_path("links/toes")), 0);
    folder_link("links/deeper/toes", "../../far/away/foot");
    fails("package://toes/toe.stl", LUDO_IO, "package");
    fails("package://leg/toe.stl", LUDO_IO, "package");
}

static void manifests_that_say_nothing_leave_the_name_to_the_folder(void **state)
{
    (void)state;
    static const char *const manifests[] = {"", "<package>", "<!DOCTYPE a><package/>",
                                            "<package><name/></package>",
                                            "<package><a><name>b</name></a></package>"};
    for (int i = 0; i < 5; i++) {
        folder_write("ws/robot/package.xml", manifests[i]);
        finds("", "package://robot/meshes/part.stl", "part");
        fails("package://arm/meshes/part.stl", LUDO_IO, "package");
        fails("package://b/meshes/part.stl", LUDO_IO, "package");
    }
}

/* ---- what is allowed ---- */

static void files_outside_are_refused_unless_allowed(void **state)
{
    (void)state;
    const ludo_load_options anything = {.struct_size = sizeof anything, .allow_outside = true};
    char absolute[4200];
    (void)snprintf(absolute, sizeof absolute, "file://%s", folder_path("secret.stl"));
    const char *const references[] = {"../../../secret.stl", absolute, absolute + 7,
                                      "package://arm/../../secret.stl",
                                      "package:///../../../secret.stl"};
    for (int i = 0; i < 5; i++) {
        fails(references[i], LUDO_REFUSED, "--allow-outside");
        finds_with(&anything, "", references[i], "secret");
    }
    fails("../../hand/finger.stl", LUDO_REFUSED, "--allow-outside");
    fails("/etc/passwd", LUDO_REFUSED, "/etc/passwd");
    fails("../../../ws", LUDO_REFUSED, "--allow-outside");
}

static void the_package_of_the_model_ends_where_its_manifest_is(void **state)
{
    (void)state;
    finds("", "../meshes/part.stl", "part");
    assert_int_equal(remove(folder_path("ws/robot/package.xml")), 0);
    fails("../meshes/part.stl", LUDO_REFUSED, "--allow-outside");
    fails("package://robot/meshes/part.stl", LUDO_REFUSED, "--allow-outside");
    finds("", "package://robot/urdf/near.stl", "near");
    const char *const folders[] = {folder_path("ws/robot")};
    const ludo_load_options options = {
        .struct_size = sizeof options, .package_dirs = folders, .package_dir_count = 1};
    finds_with(&options, "", "package://robot/meshes/part.stl", "part");
    finds_with(&options, "", "../meshes/part.stl", "part");
}

/* The environment is the user's own; what a walk upwards meets need not be. */
static void a_package_that_is_met_above_the_model_is_not_trusted(void **state)
{
    (void)state;
    fails("package://hand/finger.stl", LUDO_REFUSED, "hand/finger.stl");
    environment_set("ROS_PACKAGE_PATH", folder_path("ws"));
    finds("", "package://hand/finger.stl", "finger");
    fails("package://hand/../../secret.stl", LUDO_REFUSED, "--allow-outside");
    fails("../../hand/finger.stl", LUDO_REFUSED, "--allow-outside");
}

static void links_lead_nowhere_else(void **state)
{
    (void)state;
    folder_link("ws/robot/urdf/out.stl", "../../../secret.stl");
    folder_link("ws/robot/urdf/away", folder_path("ws/hand"));
    folder_link("ws/robot/urdf/in.stl", "../meshes/part.stl");
    folder_link("ws/robot/urdf/loop.stl", "loop.stl");
    fails("out.stl", LUDO_REFUSED, "secret.stl");
    fails("away/finger.stl", LUDO_REFUSED, "--allow-outside");
    fails("away/../robot/urdf/near.stl/../../../../secret.stl", LUDO_IO, "missing");
    fails("away/../../secret.stl", LUDO_REFUSED, "secret.stl");
    finds("", "in.stl", "part");
    fails("loop.stl", LUDO_IO, "missing");
}

/* colcon build --symlink-install makes packages of links. */
static void links_in_packages_of_the_environment_lead_where_they_lead(void **state)
{
    (void)state;
    folder_write("prefix/share/claw/package.xml", "<package><name>claw</name></package>");
    folder_write("prefix/share/claw/urdf/plain.stl", "plain");
    folder_link("prefix/share/claw/urdf/robot.urdf", folder_path(robot));
    folder_link("prefix/share/claw/meshes/toe.stl", "../../../../far/away/foot/toe.stl");
    folder_link("prefix/share/claw/all", "../../../far/away/foot");
    char model[4200];
    (void)snprintf(model, sizeof model, "%s/prefix/share/claw/urdf/robot.urdf", folder_path(""));
    const resolver inside = resolver_of(model, &plain);
    fails_of(inside, "../meshes/toe.stl", LUDO_REFUSED, "--allow-outside");
    environment_set("AMENT_PREFIX_PATH", folder_path("prefix"));
    finds_of(inside, "", "../meshes/toe.stl", "toe");
    finds_of(inside, "../meshes", "toe.stl", "toe");
    finds_of(inside, "", "../all/toe.stl", "toe");
    finds_of(inside, "", "package://claw/meshes/toe.stl", "toe");
    fails_of(inside, "../all/../../../secret.stl", LUDO_REFUSED, "secret.stl");
    fails_of(inside, "../../../../secret.stl", LUDO_REFUSED, "secret.stl");
    fails_of(inside, folder_path("secret.stl"), LUDO_REFUSED, "secret.stl");
    finds("", "package://claw/all/toe.stl", "toe");
    finds("", "package://claw/all/../foot/../../../prefix/share/claw/meshes/toe.stl", "toe");
    fails("package://claw/all/../foot/toe.stl", LUDO_REFUSED, "--allow-outside");
    fails("../meshes/../../../prefix/share/claw/all/toe.stl", LUDO_REFUSED, "--allow-outside");
    environment_set("AMENT_PREFIX_PATH", NULL);
    environment_set("ROS_PACKAGE_PATH", folder_path("prefix/share"));
    finds_of(inside, "", "../meshes/toe.stl", "toe");
    finds("", "package://claw/meshes/toe.stl", "toe");
}

/* What is new there is not noticed. */
static void the_environment_is_searched_once(void **state)
{
    (void)state;
    environment_set("ROS_PACKAGE_PATH", folder_path("far"));
    resolver s = resolver_of(folder_path(robot), &plain);
    char *path;
    for (int i = 0; i < 2; i++) {
        assert_int_equal(ludo_resolver_find(&s, "", "package://leg/toe.stl", &path, NULL), LUDO_OK);
        memory_give(&s.allocator, path);
        folder_write("far/away/new/toe.stl", "new");
        assert_int_equal(ludo_resolver_find(&s, "", "package://new/toe.stl", &path, NULL), LUDO_IO);
    }
    ludo_resolver_release(&s);
}

static void a_folder_whose_name_begins_alike_is_another(void **state)
{
    (void)state;
    folder_write("ws/robot2/part.stl", "other");
    fails("../../robot2/part.stl", LUDO_REFUSED, "--allow-outside");
}

/* ---- reading ---- */

static void reading_fails(resolver *s, const char *file, ludo_status status, const char *word)
{
    whole_file c;
    ludo_diagnostic why = {.line = -1};
    assert_int_equal(ludo_resolver_read(s, folder_path(file), &c, &why), status);
    memory_give(&s->allocator, c.bytes);
    assert_string_equal(why.file, folder_path(file));
    assert_int_equal(why.line, 0);
    assert_non_null(strstr(why.message, word));
}

static void only_files_are_read(void **state)
{
    (void)state;
    resolver s = resolver_of("robot.urdf", &plain);
    folder_make_pipe("pipe.stl");
    reading_fails(&s, "pipe.stl", LUDO_IO, "an ordinary file");
    reading_fails(&s, "ws", LUDO_IO, "an ordinary file");
    folder_link("null.stl", "/dev/null");
    reading_fails(&s, "null.stl", LUDO_IO, "an ordinary file");
    reading_fails(&s, "none.stl", LUDO_IO, "No such file");
    assert_int_equal(s.files, 0);
}

static void files_and_bytes_are_counted_to_their_limits(void **state)
{
    (void)state;
    resolver s = resolver_of("robot.urdf", &plain);
    whole_file c;
    s.files = RESOLVER_MAX_FILES - 1;
    s.bytes = RESOLVER_MAX_BYTES - strlen("secret");
    assert_int_equal(ludo_resolver_read(&s, folder_path("secret.stl"), &c, NULL), LUDO_OK);
    memory_give(&s.allocator, c.bytes);
    reading_fails(&s, "secret.stl", LUDO_PARSE, "10000 files");
    s.files = 0;
    reading_fails(&s, "secret.stl", LUDO_PARSE, "bytes");
}

static void every_failing_allocation_is_survived(void **state)
{
    (void)state;
    environment_set("ROS_PACKAGE_PATH", folder_path("far"));
    long rounds = 0;
    FOR_FAILING_ALLOCATION(alloc)
    {
        resolver s = resolver_of(folder_path(robot), &plain);
        s.allocator = alloc.hook;
        char *path = NULL;
        whole_file c = {NULL, 0, 0};
        ludo_status status = ludo_resolver_find(&s, "", "package://leg/toe.stl", &path, NULL);
        if (status == LUDO_OK) {
            status = ludo_resolver_read(&s, path, &c, NULL);
        }
        assert_int_equal(status, alloc.failed ? LUDO_NO_MEMORY : LUDO_OK);
        memory_give(&s.allocator, c.bytes);
        memory_give(&s.allocator, path);
        ludo_resolver_release(&s);
        rounds++;
    }
    assert_true(rounds > 10); /* two manifests, a list of folders, the path and the bytes */
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, folder_tear_down)
    const struct CMUnitTest tests[] = {
        TEST(paths_lead_from_the_folder_of_the_model),
        TEST(paths_in_other_files_lead_from_their_folder_as_well),
        TEST(a_model_without_a_folder_is_in_the_working_folder),
        TEST(escapes_in_uris_are_decoded),
        TEST(paths_that_are_too_long_are_missing),
        TEST(packages_are_found_above_the_model),
        TEST(packages_are_found_in_given_folders),
        TEST(packages_are_found_by_the_environment),
        TEST(folders_that_run_in_circles_are_searched_once),
        TEST(links_to_packages_are_followed_where_the_user_set_them),
        TEST(manifests_that_say_nothing_leave_the_name_to_the_folder),
        TEST(files_outside_are_refused_unless_allowed),
        TEST(the_package_of_the_model_ends_where_its_manifest_is),
        TEST(a_package_that_is_met_above_the_model_is_not_trusted),
        TEST(links_lead_nowhere_else),
        TEST(links_in_packages_of_the_environment_lead_where_they_lead),
        TEST(the_environment_is_searched_once),
        TEST(a_folder_whose_name_begins_alike_is_another),
        TEST(only_files_are_read),
        TEST(files_and_bytes_are_counted_to_their_limits),
        TEST(every_failing_allocation_is_survived),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
