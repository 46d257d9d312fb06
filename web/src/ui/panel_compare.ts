// SPDX-License-Identifier: Apache-2.0
//
// Comparison of runs: a table, errors against time, work-precision diagrams.

import { count, duration, exact, measure, short } from '../core/format';
import { Value } from '../core/signal';
import type { LoadedComparison, LoadedRun } from '../data/decode';
import { EnergyTaken } from '../data/energy';
import type { TimeRange } from '../plots/chart';
import { runColour } from '../plots/colours';
import type { Line } from '../plots/peak';
import { scatter, type Dot } from '../plots/scatter';
import type { App } from './app';
import { Figure } from './figure';
import { h } from './h';
import { drawInView } from './in_view';
import type { Live } from './live';
import type { Panel } from './panels';
import { runName } from './runs';

interface Compared {
  run: LoadedRun;
  row: LoadedComparison;
}

interface Row {
  title: string;
  text(compared: Compared): string;
  full?(compared: Compared): string;
}

/** Largest energy error; null where it contains what contacts took. */
function energyError({ run, row }: Compared): number | null {
  return run.curve('contact_energy') instanceof EnergyTaken ? null : row.energy_error;
}

const rows: readonly Row[] = [
  { title: 'integrator', text: ({ run }) => run.facts?.integrator ?? '–' },
  { title: 'order', text: ({ run }) => count(run.facts?.order) },
  {
    title: 'time step', text: ({ run }) => measure(run.facts?.dt, 's'),
    full: ({ run }) => exact(run.facts?.dt, 's'),
  },
  { title: 'steps', text: ({ run }) => count(run.facts?.steps) },
  {
    title: 'wall time', text: ({ run }) => duration(run.facts?.wall),
    full: ({ run }) => exact(run.facts?.wall, 's'),
  },
  { title: 'Newton iterations', text: ({ run }) => count(run.facts?.iterations) },
  {
    title: 'largest error', text: ({ row }) => measure(row.largest, row.unit, 4),
    full: ({ row }) => exact(row.largest, row.unit),
  },
  {
    title: 'final error', text: ({ row }) => measure(row.final, row.unit, 4),
    full: ({ row }) => exact(row.final, row.unit),
  },
  {
    title: 'energy error', text: (compared) => measure(energyError(compared), 'J', 4),
    full: (compared) => exact(energyError(compared), 'J'),
  },
  {
    title: 'observed order', text: ({ row }) => short(row.order, 3),
    full: ({ row }) => exact(row.order),
  },
];

function table(app: App, reference: number, all: readonly Compared[]): HTMLElement {
  const head = all.map(({ row }) => h('th', { scope: 'col' }, runName(app, row.run),
    row.run === reference && h('span', { class: 'chip below' }, 'reference')));
  const line = ({ title, text, full }: Row): HTMLElement => h('tr', { 'data-line': title },
    h('th', { scope: 'row' }, title),
    ...all.map((compared) =>
      h('td', { class: 'value', title: full?.(compared) }, text(compared))));
  return h('div', { class: 'wide' }, h('table', { class: 'summary' },
    h('thead', {}, h('tr', {}, h('td', {}), ...head)),
    h('tbody', {}, ...rows.map(line))));
}

function errorLines(all: readonly Compared[]): Line[] {
  return all.flatMap(({ run, row }) => (row.error === null ? []
    : [{ label: run.title, colour: runColour(row.run), quantity: row.error }]));
}

/** A recorded quantity of all runs that have it. */
function linesOf(all: readonly Compared[], name: string): Line[] {
  return all.flatMap(({ run, row }) => {
    const quantity = run.curve(name);
    return quantity === undefined ? []
      : [{ label: run.title, colour: runColour(row.run), quantity }];
  });
}

/** Measures of the cost of a run. */
const works: readonly { title: string; of(run: LoadedRun): number | null | undefined }[] = [
  { title: 'wall time [s]', of: ({ facts }) => facts?.wall },
  { title: 'Newton iterations', of: ({ facts }) => facts?.iterations },
];

function dotsOf(all: readonly Compared[], work: (typeof works)[number]): Dot[] {
  return all.flatMap(({ run, row }) => {
    const x = work.of(run);
    const y = row.largest;
    return x && y ? [{ x, y, colour: runColour(row.run) }] : [];
  });
}

function precision(app: App, all: readonly Compared[]): HTMLElement[] {
  return works.flatMap((work) => {
    const dots = dotsOf(all, work);
    if (dots.length < 2) {
      return [];
    }
    const unit = all[0].row.unit;
    const place = h('div', { class: 'chart' });
    let redraw: (() => void) | null = null;
    drawInView(place, () => {
      redraw = scatter(place, dots, work.title, `largest error [${unit}]`);
    });
    new ResizeObserver(() => redraw?.()).observe(place);
    app.theme.changed.on(() => redraw?.());
    return [h('section', { class: 'figure', 'data-plot': `work-${work.title}` },
      h('header', {}, h('h3', {}, `Error against ${work.title.replace(/ \[.*/, '')}`)), place)];
  });
}

function build(app: App, live: Live): HTMLElement {
  const { comparison, runs } = app.report;
  if (comparison === null) {
    return h('p', {}, 'This page compares no runs.');
  }
  const all = comparison.rows.map((row) => ({ run: runs[row.run], row }));
  const timeRange: TimeRange = new Value<readonly [number, number] | null>(null);
  const figures = [
    { id: 'error', title: `Error: ${comparison.measure}`, log: true, lines: errorLines(all) },
    {
      id: 'energy-errors', title: 'Energy error', log: true, lines: linesOf(all, 'energy_error'),
    },
    {
      id: 'contact-energies', title: 'Energy taken by contacts', log: false,
      lines: linesOf(all, 'contact_energy'),
    },
  ].filter(({ lines }) => lines.length > 0)
    .map((kind) => new Figure(app, live, timeRange, kind).element);
  return h('div', {}, table(app, comparison.reference, all), ...figures,
    ...precision(app, all));
}

export const comparePanel: Panel = {
  id: 'compare',
  title: 'Compare',
  applies: ({ comparison }) => comparison !== null,
  build,
};
