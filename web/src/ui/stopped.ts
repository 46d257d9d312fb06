// SPDX-License-Identifier: Apache-2.0
//
// Notices of runs that stopped before their end.

import type { LoadedRun, Report } from '../data/decode';
import { h } from './h';

/** The reason why a run stopped early; null: it ran to its end. */
export function stopReason({ facts }: LoadedRun): string | null {
  if (facts === null || (facts.complete && facts.message === '')) {
    return null;
  }
  return facts.message !== '' ? facts.message
    : 'The recording was not finished: the run ends with the last data written to the disk.';
}

/** A notice for each run that stopped early. */
export function stopNotices({ runs }: Report): HTMLElement[] {
  return runs.flatMap((run) => {
    const text = stopReason(run);
    const whose = runs.length > 1 ? `${run.title}: ` : '';
    if (text === null) {
      return [];
    }
    const rest = text.replace(/^stopped\s+/, ''); // the message of the program may begin with it
    return [h('p', { class: 'trouble', role: 'alert' },
      h('strong', {}, `${whose}stopped${rest === text ? '.' : ''} `), rest)];
  });
}
