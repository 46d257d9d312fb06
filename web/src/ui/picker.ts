// SPDX-License-Identifier: Apache-2.0
//
// A search field that plots any quantity.

import type { Quantity } from '../data/series';
import { findQuantities } from '../plots/search';
import { quantitiesOf } from '../plots/traces';
import type { App } from './app';
import { h, refill } from './h';

/** Largest number of results in the list. */
const listed = 60;

class Picker {
  readonly element: HTMLElement;
  private readonly list = h('ul', { class: 'found', role: 'listbox', id: 'found', hidden: true });
  private readonly field = h('input', {
    type: 'search', class: 'field', placeholder: 'Plot a joint, site, body … (“elbow rate”)',
    'aria-label': 'Find a quantity to plot', role: 'combobox', 'aria-controls': this.list.id,
    'aria-expanded': 'false', autocomplete: 'off', spellcheck: 'false',
    input: () => this.search(), focus: () => this.search(), blur: () => this.open(false),
    keydown: (event: KeyboardEvent) => this.press(event),
  });
  private results: Quantity[] = [];
  private at = 0;

  private readonly presses: Readonly<Record<string, () => void>> = {
    ArrowDown: () => this.mark(this.at + 1),
    ArrowUp: () => this.mark(this.at - 1),
    Enter: () => this.pick(this.list.hidden ? undefined : this.results[this.at]),
    Escape: () => this.open(false),
  };

  constructor(private readonly app: App) {
    this.element = h('div', { class: 'picker' }, this.field, this.list);
  }

  private press(event: KeyboardEvent): void {
    const press = this.presses[event.key];
    if (press !== undefined) {
      event.preventDefault();
      press();
    }
  }

  private search(): void {
    const all = findQuantities(this.field.value, quantitiesOf(this.app.current));
    this.results = all.slice(0, listed);
    refill(this.list, ...this.results.map((quantity, k) => this.item(quantity, k)),
      all.length === 0 && h('li', { class: 'faint', role: 'option', 'aria-disabled': 'true' },
        'No quantity matches all words'));
    this.open(true);
    this.mark(0);
  }

  private item(quantity: Quantity, k: number): HTMLElement {
    return h('li', {
      role: 'option', id: `found-${k}`, 'data-name': quantity.name,
      pointerdown: (event: PointerEvent) => event.preventDefault(), // the field keeps the focus
      click: () => this.pick(quantity),
    }, h('span', {}, quantity.label), h('span', { class: 'faint' }, quantity.unit));
  }

  private open(visible: boolean): void {
    this.list.hidden = !visible;
    this.field.setAttribute('aria-expanded', String(visible));
  }

  /** Highlight the result that Enter chooses. */
  private mark(next: number): void {
    this.at = Math.min(Math.max(next, 0), this.results.length - 1);
    const items = [...this.list.children];
    items.forEach((item, k) => item.setAttribute('aria-selected', String(k === this.at)));
    items[this.at]?.scrollIntoView({ block: 'nearest' });
    this.field.setAttribute('aria-activedescendant', items[this.at]?.id ?? '');
  }

  private pick(quantity: Quantity | undefined): void {
    if (quantity !== undefined) {
      this.app.pick(quantity.name);
      this.field.value = '';
      this.open(false);
    }
  }
}

export function picker(app: App): HTMLElement {
  return new Picker(app).element;
}
