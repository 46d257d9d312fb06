/* SPDX-License-Identifier: Apache-2.0
 *
 * Nearly all tests in one program, linked once: argv[0] selects the test, and the build creates one
 * link per test. */
#include "test_names.h" /* ALL_TESTS(TEST): TEST(name) for each; CMakeLists.txt writes it */

#include <stdio.h>
#include <string.h>

#define DECLARED(name) int name(void);
ALL_TESTS(DECLARED)

#define NAMED(name) {#name, name},
static const struct {
    const char *name;
    int (*run)(void);
} tests[] = {ALL_TESTS(NAMED)};

int main(int argc, char **argv)
{
    const char *slash = argc > 0 ? strrchr(argv[0], '/') : NULL;
    const char *name = slash != NULL ? slash + 1 : argc > 0 ? argv[0] : "";
    for (size_t i = 0; i < sizeof tests / sizeof tests[0]; i++) {
        if (strcmp(name, tests[i].name) == 0) {
            return tests[i].run();
        }
    }
    (void)fprintf(stderr, "%s is no test: called by the name of one, this program is it\n", name);
    return 1;
}
