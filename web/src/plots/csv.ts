// SPDX-License-Identifier: Apache-2.0
//
// Curves as a table of text, with all digits, for other programs.

import { aligned, type Points } from './align';

interface Column extends Points {
  name: string;
}

/** A field as RFC 4180 has it. */
function field(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The table of some curves, at least one: `time`, then a column per curve; where a curve has no
 * point, nothing stands. */
export function csvOf(columns: readonly Column[]): string {
  const [times, ...values] = aligned(columns, false);
  const rows = Array.from(times, (time, k) =>
    [time, ...values.map((list) => list[k] ?? '')].join(','));
  const head = ['time', ...columns.map(({ name }) => field(name))].join(',');
  return `${[head, ...rows].join('\n')}\n`;
}
