// SPDX-License-Identifier: Apache-2.0
//
// Colours of lines, and of what the style sheet says once for both themes.

import { TINTS } from '../scene/colours';

/** How many colours the style sheet has for lines (--line-0, --line-1, ...). */
const lines = 8;

/** The colour of the n-th line of a plot, as CSS takes it. */
export function lineColour(n: number): string {
  return `var(--line-${n % lines})`;
}

/** The colour of a run: that of its mechanism in the picture. */
export function runColour(run: number): string {
  return `#${TINTS[run % TINTS.length].toString(16).padStart(6, '0')}`;
}

/** A colour as a canvas takes it: what a variable of the style sheet holds now. */
export function canvasColour(colour: string): string {
  const variable = /^var\((--[\w-]+)\)$/.exec(colour)?.[1];
  return variable === undefined ? colour
    : getComputedStyle(document.documentElement).getPropertyValue(variable).trim();
}
