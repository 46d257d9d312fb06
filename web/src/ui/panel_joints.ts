// SPDX-License-Identifier: Apache-2.0
//
// Table of the coordinates and rates of all joints, and of controls, at the present time.

import { exact, steady } from '../core/format';
import type { Quantity } from '../data/series';
import { found } from '../plots/search';
import { quantitiesOf } from '../plots/traces';
import type { App } from './app';
import { h, refill, write } from './h';
import { jointRows, type Row } from './joint_rows';
import type { Live } from './live';
import type { Panel } from './panels';
import { runChoice } from './runs';

type Update = (time: number) => void;

/** A value updated with the time; a click plots it. With several values in a cell, the last word of
 * the label is shown. */
function cell(app: App, quantity: Quantity, several: boolean, updates: Update[]): HTMLElement {
  const k = quantity.largest();
  const largest = k === null ? 0 : Math.abs(quantity.value[k]);
  const shown = h('span', { class: 'value' });
  const button = h('button', {
    type: 'button', class: 'cell', 'data-name': quantity.name,
    'aria-label': `Plot ${quantity.label}`,
    click: () => {
      app.pick(quantity.name);
      app.tab.set('plots');
    },
  }, shown, h('span', { class: 'faint unit' }, quantity.unit));
  if (several) {
    button.prepend(h('span', { class: 'faint part' }, quantity.label.split(' ').pop() ?? ''));
  }
  updates.push((time) => {
    const value = quantity.at(time);
    write(shown, steady(value, largest));
    button.title = `${exact(value, quantity.unit)}. Plot ${quantity.label}`;
  });
  return button;
}

/** A row of the table. Its values are updated while it is in view. */
class Entry {
  readonly element: HTMLElement;
  inView = false;
  private readonly updates: Update[] = [];

  constructor(app: App, readonly row: Row) {
    const cells = (quantities: readonly Quantity[]): HTMLElement => h('td', {},
      ...quantities.map((quantity) =>
        cell(app, quantity, quantities.length > 1, this.updates)));
    this.element = h('tr', { 'data-row': row.name },
      h('th', { scope: 'row' }, row.name,
        row.of === 'control' && h('span', { class: 'faint' }, ' control')),
      cells(row.coordinates), cells(row.rates));
    this.update(app.player.time.get());
  }

  update(time: number): void {
    this.updates.forEach((update) => update(time));
  }
}

/** Observe which rows are in view. */
function watchView(entries: readonly Entry[], app: App): IntersectionObserver {
  const byElement = new Map<Element, Entry>(entries.map((entry) => [entry.element, entry]));
  const observer = new IntersectionObserver((changes) => {
    for (const { target, isIntersecting } of changes) {
      const entry = byElement.get(target);
      if (entry !== undefined) {
        entry.inView = isIntersecting;
        entry.update(app.player.time.get());
      }
    }
  });
  entries.forEach(({ element }) => observer.observe(element));
  return observer;
}

function build(app: App, live: Live): HTMLElement {
  const body = h('tbody', {});
  const now = h('span', {});
  const field = h('input', {
    type: 'search', class: 'field', placeholder: 'Filter joints and controls',
    'aria-label': 'Filter joints and controls', autocomplete: 'off', spellcheck: 'false',
  });
  let entries: Entry[] = [];
  let observer: IntersectionObserver | null = null;
  const filter = (): void =>
    refill(body, ...found(field.value, entries, ({ row }) => row.name.toLowerCase())
      .map(({ element }) => element));
  field.addEventListener('input', filter);
  app.run.watch(() => {
    const names = app.current.model?.joints.map(({ name }) => name) ?? [];
    observer?.disconnect();
    entries = jointRows(quantitiesOf(app.current), names).map((row) => new Entry(app, row));
    observer = watchView(entries, app);
    filter();
  });
  live.tick.on((time) => {
    write(now, `at ${app.clock(time)} s`);
    entries.filter(({ inView }) => inView).forEach((entry) => entry.update(time));
  });
  return h('div', {}, runChoice(app), field,
    h('table', { class: 'joints' },
      h('thead', {}, h('tr', {}, h('th', { scope: 'col' }, 'Joint ', now),
        h('th', { scope: 'col' }, 'coordinate'), h('th', { scope: 'col' }, 'rate'))),
      body));
}

export const jointsPanel: Panel = {
  id: 'joints',
  title: 'Joints',
  applies: ({ runs }) => runs.some(({ curves }) =>
    curves.some(({ group }) => group === 'joint' || group === 'rate' || group === 'control')),
  build,
};
