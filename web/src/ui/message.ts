// SPDX-License-Identifier: Apache-2.0
//
// The message in place of something that can't be shown.

import { Unreadable } from '../data/arrays';
import { h } from './h';

/** A message with a title, the reason and what to do about it. */
export function message(title: string, error: unknown, advice?: string): HTMLElement {
  const why = error instanceof Error ? error.message : String(error);
  const help = error instanceof Unreadable ? error.advice : advice;
  return h('div', { class: 'message', role: 'alert' }, h('strong', {}, title), h('p', {}, why),
    help !== undefined && h('p', { class: 'faint' }, help));
}
