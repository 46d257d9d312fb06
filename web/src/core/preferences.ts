// SPDX-License-Identifier: Apache-2.0
//
// Preferences that the reader has set in the browser.

const queries = {
  dark: '(prefers-color-scheme: dark)',
  reducedMotion: '(prefers-reduced-motion: reduce)',
} as const;

/** Whether the browser reports a preference; false where it can't be asked. */
export function prefers(name: keyof typeof queries): boolean {
  return typeof matchMedia === 'function' && matchMedia(queries[name]).matches;
}
