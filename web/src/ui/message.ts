// SPDX-License-Identifier: Apache-2.0
//
// What is said where something can't be shown.

import { h } from './h';

export function message(title: string, error: unknown, consolation?: string): HTMLElement {
  const why = error instanceof Error ? error.message : String(error);
  return h('div', { class: 'message', role: 'alert' }, h('strong', {}, title), h('p', {}, why),
    consolation !== undefined && h('p', { class: 'faint' }, consolation));
}
