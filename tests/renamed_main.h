/* SPDX-License-Identifier: Apache-2.0
 *
 * Included before each test of the program all_tests (all_tests.c): renames its main() to the name
 * of its file. */
#ifndef LUDO_TESTS_RENAMED_MAIN_H
#define LUDO_TESTS_RENAMED_MAIN_H

int LUDO_TEST(void);
#define main LUDO_TEST

#endif
