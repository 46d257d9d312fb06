// SPDX-License-Identifier: Apache-2.0
//
// A plot with title, a legend with the values at the time cursor, a button to the largest
// magnitude, a switch to a logarithmic axis, and a CSV download. It is drawn when it first comes
// into view.

import { count, exact, measure, short, steady } from '../core/format';
import { Chart, type TimeRange } from '../plots/chart';
import { csvOf } from '../plots/csv';
import { peakOf, type Line } from '../plots/peak';
import type { App } from './app';
import { h, icon, write } from './h';
import { drawInView } from './in_view';
import { download } from './save';
import type { Live } from './live';

export interface FigureKind {
  id: string;
  title: string;
  log: boolean;
  lines: readonly Line[];
  /** A sentence under the title. */
  note?: string | null;
  /** Removes the plot; absent: the plot can't be removed. */
  remove?: () => void;
}

export class Figure {
  readonly element: HTMLElement;
  private chart: Chart | null = null;
  private readonly when = h('span', { class: 'when faint' });
  private readonly place = h('div', { class: 'chart' });
  private readonly readings: (() => void)[] = [];
  private readonly cleanup: (() => void)[] = [];
  private readonly hidden = new Set<number>();
  private hovered: number | null = null;
  private log: boolean;

  constructor(private readonly app: App, live: Live, private readonly timeRange: TimeRange,
    private readonly kind: FigureKind) {
    this.log = kind.log;
    this.element = h('section', { class: 'figure', 'data-plot': kind.id, 'aria-label': kind.title },
      this.header(), ...this.note(), this.legend(), this.place, this.when);
    this.cleanup.push(
      live.frame.on((time) => this.chart?.at(time)),
      live.tick.on(() => this.read()),
      app.theme.changed.on(() => this.chart?.repaint()));
    this.cleanup.push(drawInView(this.place, () => this.redraw()));
    this.read();
  }

  destroy(): void {
    this.cleanup.forEach((clean) => clean());
    this.chart?.destroy();
    this.element.remove();
  }

  private header(): HTMLElement {
    const { title, remove } = this.kind;
    return h('header', {},
      h('h3', {}, title),
      this.peakButton(),
      this.logButton(),
      h('button', {
        type: 'button', class: 'small', title: `Download as CSV${this.thinned()}`,
        'aria-label': `${title} as CSV`, click: () => this.save(),
      }, 'CSV'),
      remove && h('button', {
        type: 'button', class: 'small', 'aria-label': `Remove ${title}`, title: 'Remove this plot',
        click: remove,
      }, icon('close')));
  }

  private note(): HTMLElement[] {
    const { note } = this.kind;
    return note ? [h('p', { class: 'note faint', 'data-part': 'note' }, note)] : [];
  }

  /** A remark if the series were thinned. */
  private thinned(): string {
    const thin = this.kind.lines.find(({ quantity }) => quantity.knots > quantity.value.length);
    return thin === undefined ? '' : `; ${count(thin.quantity.value.length)} of `
      + `${count(thin.quantity.knots)} recorded points, the highest and the lowest among them`;
  }

  private peakButton(): HTMLElement | null {
    const peak = peakOf(this.kind.lines);
    if (peak === null) {
      return null;
    }
    const { value, time, line } = peak;
    const { unit } = line.quantity;
    return h('button', {
      type: 'button', class: 'small peak', 'data-part': 'peak', 'data-value': value,
      'data-time': time, click: () => this.app.player.jump(time),
      title: `${line.label}: ${exact(value, unit)} at ${exact(time, 's')}. Go to this time`,
    }, `largest ${measure(value, unit, 4)} at ${this.app.clock(time)} s`);
  }

  private logButton(): HTMLElement {
    const button = h('button', {
      type: 'button', class: 'small', 'aria-pressed': String(this.log),
      title: 'Show magnitudes on a logarithmic axis', click: () => {
        this.log = !this.log;
        button.setAttribute('aria-pressed', String(this.log));
        this.redraw();
        this.read();
      },
    }, 'log');
    return button;
  }

  private legend(): HTMLElement {
    return h('div', { class: 'legend' },
      ...this.kind.lines.map((line, k) => this.entry(line, k)));
  }

  /** An entry of the legend: shows the value of a line and shows or hides the line. */
  private entry(line: Line, k: number): HTMLElement {
    const { quantity, label, colour } = line;
    const peak = peakOf([line]);
    const largest = Math.abs(peak?.value ?? 0);
    const value = h('span', { class: 'value', 'data-line': quantity.name });
    this.readings.push(() => {
      const now = quantity.at(this.hovered ?? this.app.player.time.get());
      write(value, this.log ? short(now) : steady(now, largest));
    });
    const button = h('button', {
      type: 'button', class: 'entry', 'aria-pressed': 'true', title: `Show or hide ${label}`,
      click: () => this.toggle(k, button),
    },
    h('i', { class: 'swatch', style: `--colour:${colour}` }),
    h('span', { class: 'label' }, label), value,
    quantity.unit !== '' && h('span', { class: 'faint' }, quantity.unit));
    return button;
  }

  private toggle(k: number, button: HTMLElement): void {
    if (!this.hidden.delete(k)) {
      this.hidden.add(k);
    }
    button.setAttribute('aria-pressed', String(!this.hidden.has(k)));
    this.chart?.show(k, !this.hidden.has(k));
  }

  private read(): void {
    this.readings.forEach((reading) => reading());
  }

  private redraw(): void {
    this.chart?.destroy();
    const lines = this.kind.lines.map(({ quantity, colour }) => ({
      time: quantity.time, value: quantity.value, colour,
    }));
    this.chart = new Chart(this.place, lines, this.log, this.timeRange, {
      seek: (time) => this.app.player.jump(time),
      hover: (time) => {
        this.hovered = time;
        write(this.when, time === null ? '' : `at ${this.app.clock(time)} s`);
        this.read();
      },
    });
    this.hidden.forEach((k) => this.chart?.show(k, false));
    this.chart.at(this.app.player.time.get());
  }

  private save(): void {
    const columns = this.kind.lines.map(({ label, quantity }) => ({
      name: this.app.report.runs.length > 1 ? label : quantity.name,
      time: quantity.time,
      value: quantity.value,
    }));
    const name = this.kind.id.replace(/\W+/g, '-'); // the id of chosen plots contains a unit
    download(`${name}.csv`, new Blob([csvOf(columns)], { type: 'text/csv' }));
  }
}
