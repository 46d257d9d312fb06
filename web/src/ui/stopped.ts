// SPDX-License-Identifier: Apache-2.0
//
// Runs that stopped before their end, and why.

import type { LoadedRun, Report } from '../data/decode';
import { h } from './h';

/** Why a run didn't go to its end; null: it did. */
export function stopReason({ facts }: LoadedRun): string | null {
  if (facts === null || (facts.complete && facts.message === '')) {
    return null;
  }
  return facts.message !== '' ? facts.message
    : 'The recording was not finished: the run ends with what had reached the disk.';
}

/** A line for each run that stopped. */
export function stopNotices({ runs }: Report): HTMLElement[] {
  return runs.flatMap((run) => {
    const text = stopReason(run);
    const whose = runs.length > 1 ? `${run.title}: ` : '';
    if (text === null) {
      return [];
    }
    const rest = text.replace(/^stopped\s+/, ''); // so begin the program's own words
    return [h('p', { class: 'trouble', role: 'alert' },
      h('strong', {}, `${whose}stopped${rest === text ? '.' : ''} `), rest)];
  });
}
