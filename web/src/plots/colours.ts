// SPDX-License-Identifier: Apache-2.0
//
// Colours of lines, and colours of the style sheet for canvases.

import { TINTS } from '../core/tints';

/** Number of line colours in the style sheet (--line-0, --line-1, ...). */
const lines = 8;

/** CSS colour of the n-th line of a plot. */
export function lineColour(n: number): string {
  return `var(--line-${n % lines})`;
}

/** CSS colour of a run: the colour of its mechanism in the picture, darker on a light page. */
export function runColour(run: number): string {
  const tint = TINTS[run % TINTS.length].toString(16).padStart(6, '0');
  return `color-mix(in srgb, #${tint}, black var(--shade))`;
}

/** A CSS colour for a canvas: variables are replaced by their present values. */
export function canvasColour(colour: string): string {
  const style = getComputedStyle(document.documentElement);
  return colour.replace(/var\((--[\w-]+)\)/g, (_, name: string) =>
    style.getPropertyValue(name).trim());
}
