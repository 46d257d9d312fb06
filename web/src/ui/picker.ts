// SPDX-License-Identifier: Apache-2.0
//
// A field to find any quantity by some words of its name, and to plot it.

import type { Quantity } from '../data/series';
import { findQuantities } from '../plots/search';
import { quantitiesOf } from '../plots/traces';
import type { App } from './app';
import { h, refill } from './h';

/** More are not listed: another word finds them sooner. */
const listed = 60;

export function picker(app: App): HTMLElement {
  const list = h('ul', { class: 'found', role: 'listbox', id: 'found', hidden: true });
  const field = h('input', {
    type: 'search', class: 'field', placeholder: 'Plot a joint, site, body … (“elbow rate”)',
    'aria-label': 'Find something to plot', role: 'combobox', 'aria-controls': list.id,
    'aria-expanded': 'false', autocomplete: 'off', spellcheck: 'false',
  });
  let results: Quantity[] = [];
  let at = 0;

  const open = (visible: boolean): void => {
    list.hidden = !visible;
    field.setAttribute('aria-expanded', String(visible));
  };
  const mark = (next: number): void => {
    at = Math.min(Math.max(next, 0), results.length - 1);
    const items = [...list.children];
    items.forEach((item, k) => item.setAttribute('aria-selected', String(k === at)));
    items[at]?.scrollIntoView({ block: 'nearest' });
    field.setAttribute('aria-activedescendant', items[at]?.id ?? '');
  };
  const pick = (quantity: Quantity | undefined): void => {
    if (quantity !== undefined) {
      app.pick(quantity.name);
      field.value = '';
      open(false);
    }
  };
  const item = (quantity: Quantity, k: number): HTMLElement => h('li', {
    role: 'option', id: `found-${k}`, 'data-name': quantity.name,
    pointerdown: (event: PointerEvent) => event.preventDefault(), // the field keeps the focus
    click: () => pick(quantity),
  }, h('span', {}, quantity.label), h('span', { class: 'faint' }, quantity.unit));
  const search = (): void => {
    results = findQuantities(field.value, quantitiesOf(app.current)).slice(0, listed);
    refill(list, ...results.map(item),
      results.length === 0 && h('li', { class: 'faint', role: 'option', 'aria-disabled': 'true' },
        'Nothing has all of these words'));
    open(true);
    mark(0);
  };
  const presses: Record<string, () => void> = {
    ArrowDown: () => mark(at + 1),
    ArrowUp: () => mark(at - 1),
    Enter: () => pick(results[at]),
    Escape: () => open(false),
  };
  field.addEventListener('input', search);
  field.addEventListener('focus', search);
  field.addEventListener('blur', () => open(false));
  field.addEventListener('keydown', (event) => {
    const press = presses[event.key];
    if (press !== undefined) {
      event.preventDefault();
      press();
    }
  });
  return h('div', { class: 'picker' }, field, list);
}
