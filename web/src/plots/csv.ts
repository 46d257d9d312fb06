// SPDX-License-Identifier: Apache-2.0
//
// Curves as CSV with all digits.

import { aligned, type Points } from './align';

interface Column extends Points {
  name: string;
}

/** A field, quoted as in RFC 4180. */
function field(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** CSV of one or more curves: `time`, then a column per curve. A field is empty where a curve has
 * no point. */
export function csvOf(columns: readonly Column[]): string {
  const [times, ...values] = aligned(columns, false);
  const rows = Array.from(times, (time, k) =>
    [time, ...values.map((list) => list[k] ?? '')].join(','));
  const head = ['time', ...columns.map(({ name }) => field(name))].join(',');
  return `${[head, ...rows].join('\n')}\n`;
}
