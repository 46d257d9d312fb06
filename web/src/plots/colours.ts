// SPDX-License-Identifier: Apache-2.0
//
// Colours of lines, and of what the style sheet says once for both themes.

import { TINTS } from '../core/tints';

/** How many colours the style sheet has for lines (--line-0, --line-1, ...). */
const lines = 8;

/** The colour of the n-th line of a plot, as CSS takes it. */
export function lineColour(n: number): string {
  return `var(--line-${n % lines})`;
}

/** The colour of a run: that of its mechanism in the picture, darker where the page is light. */
export function runColour(run: number): string {
  const tint = TINTS[run % TINTS.length].toString(16).padStart(6, '0');
  return `color-mix(in srgb, #${tint}, black var(--shade))`;
}

/** A colour as a canvas takes it: with what the variables of the style sheet hold now. */
export function canvasColour(colour: string): string {
  const style = getComputedStyle(document.documentElement);
  return colour.replace(/var\((--[\w-]+)\)/g, (_, name: string) =>
    style.getPropertyValue(name).trim());
}
