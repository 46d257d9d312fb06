// SPDX-License-Identifier: Apache-2.0
//
// What the reader asked the browser for.

const questions = {
  dark: '(prefers-color-scheme: dark)',
  reducedMotion: '(prefers-reduced-motion: reduce)',
} as const;

export function prefers(name: keyof typeof questions): boolean {
  return typeof matchMedia === 'function' && matchMedia(questions[name]).matches;
}
