// SPDX-License-Identifier: Apache-2.0
//
// A line chart against time. Lines are drawn once; during playback only the time cursor moves. A
// click or drag seeks that time, a drag with Shift zooms all charts that share a time range.

import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { decades, rounds, short, ticks } from '../core/format';
import type { Value } from '../core/signal';
import { aligned, type Points } from './align';
import { canvasColour } from './colours';
import { widened } from './ranges';

export interface ChartLine extends Points {
  colour: string;
}

/** The range of time that is shown [s]; null: all. */
export type TimeRange = Value<readonly [number, number] | null>;

export interface ChartEvents {
  /** The user chose a time. */
  seek(time: number): void;
  /** The mouse is over a time; null: it left the chart. */
  hover(time: number | null): void;
}

const font = '11px system-ui, sans-serif';
const height = 168;
const labels = 6; // at most, on the vertical axis
const sideWidth = 64; // of the labels; equal for all charts, so that their time axes align

/** Ranges of the vertical axis, also for charts without values. */
const ranges = {
  linear: (_: uPlot, low: number | null, high: number | null): uPlot.Range.MinMax =>
    low === null || high === null ? [0, 1] : uPlot.rangeNum(...widened(low, high), 0.1, true),
  log: (_: uPlot, low: number | null, high: number | null): uPlot.Range.MinMax =>
    low === null || high === null ? [1e-16, 1] : uPlot.rangeLog(low, high, 10, true),
};

function axes(log: boolean): uPlot.Axis[] {
  const look = {
    font,
    stroke: () => canvasColour('var(--faint)'),
    grid: { stroke: () => canvasColour('var(--grid)'), width: 1 },
    ticks: { show: false },
  };
  return [
    { ...look, size: 24, gap: 4, values: (_, values) => ticks(values).map((text) => `${text} s`) },
    {
      ...look, size: sideWidth, gap: 6, space: 28,
      values: (_, values) => (log ? values.map((value) => short(value, 1)) : ticks(values)),
      filter: (_, splits) => splits,
      splits: (_, __, low, high) => (log ? decades : rounds)(low, high, labels),
    },
  ];
}

function strokes(lines: readonly ChartLine[]): uPlot.Series[] {
  return [{}, ...lines.map(({ colour }): uPlot.Series => ({
    stroke: () => canvasColour(colour),
    width: 1.5,
    points: { show: false },
  }))];
}

export class Chart {
  private readonly plot: uPlot;
  private readonly mark = document.createElement('div');
  private readonly cleanup: (() => void)[] = [];
  private shownAt = NaN;

  constructor(private readonly place: HTMLElement, private readonly lines: readonly ChartLine[],
    private readonly log: boolean, private readonly timeRange: TimeRange,
    private readonly events: ChartEvents) {
    this.plot = new uPlot(this.options(), aligned(lines, log), place);
    this.mark.className = 'playhead';
    this.plot.over.append(this.mark);
    this.listen();
    const sizes = new ResizeObserver(() => this.fit());
    sizes.observe(place);
    this.cleanup.push(() => sizes.disconnect(), timeRange.watch((range) => this.zoom(range)));
  }

  /** Move the time cursor. */
  at(time: number): void {
    this.shownAt = time;
    const left = this.plot.valToPos(time, 'x');
    const inside = left >= -0.5 && left <= this.plot.bbox.width / uPlot.pxRatio + 0.5;
    // whole pixels: in most frames the cursor stays and the panel isn't repainted
    this.mark.style.transform = `translateX(${Math.round(left)}px)`;
    this.mark.style.visibility = inside ? 'visible' : 'hidden';
  }

  show(line: number, visible: boolean): void {
    this.plot.setSeries(line + 1, { show: visible });
  }

  /** Redraw after a change of colours. */
  repaint(): void {
    this.plot.redraw(false, true);
  }

  destroy(): void {
    this.cleanup.forEach((clean) => clean());
    this.plot.destroy();
  }

  private options(): uPlot.Options {
    return {
      width: Math.max(this.place.clientWidth, 120),
      height,
      padding: [8, 18, 0, 0],
      legend: { show: false },
      cursor: {
        y: false,
        points: { show: false },
        drag: { x: false, y: false, setScale: false },
        bind: { mousedown: () => null, mouseup: () => null, dblclick: () => null },
      },
      scales: {
        x: { time: false },
        y: { distr: this.log ? 3 : 1, range: this.log ? ranges.log : ranges.linear },
      },
      axes: axes(this.log),
      series: strokes(this.lines),
      hooks: {
        setCursor: [({ cursor }) => this.events.hover(this.timeAt(cursor.left ?? -1))],
      },
    };
  }

  private timeAt(left: number): number | null {
    return left < 0 ? null : this.plot.posToVal(left, 'x');
  }

  private fit(): void {
    const width = this.place.clientWidth;
    if (width > 0 && width !== this.plot.width) {
      this.plot.setSize({ width, height });
      this.at(this.shownAt);
    }
  }

  private zoom(range: readonly [number, number] | null): void {
    const times = this.plot.data[0];
    const [min, max] = range ?? [times[0], times[times.length - 1]];
    if (max > min) {
      this.plot.setScale('x', { min, max });
      queueMicrotask(() => this.at(this.shownAt));
    }
  }

  private listen(): void {
    const { over } = this.plot;
    over.addEventListener('pointerdown', (event) => this.press(event));
    over.addEventListener('dblclick', () => this.timeRange.set(null));
    over.addEventListener('wheel', (event) => this.wheel(event), { passive: false });
  }

  /** Follow a pressed pointer until its release: seek, or with Shift select a range to zoom to. */
  private press(down: PointerEvent): void {
    if (down.button !== 0) {
      return;
    }
    const { over } = this.plot;
    const left = over.getBoundingClientRect().left;
    const from = down.clientX - left;
    const zooms = down.shiftKey;
    const move = (event: PointerEvent): void => {
      const to = Math.min(Math.max(event.clientX - left, 0), over.clientWidth);
      if (zooms) {
        this.showSelection(from, to);
      } else {
        this.events.seek(this.plot.posToVal(to, 'x'));
      }
    };
    const up = (event: PointerEvent): void => {
      over.removeEventListener('pointermove', move);
      over.removeEventListener('pointerup', up);
      over.removeEventListener('pointercancel', up);
      if (zooms) {
        this.choose(from, event.type === 'pointerup' ? event.clientX - left : from);
      }
    };
    over.setPointerCapture(down.pointerId);
    over.addEventListener('pointermove', move);
    over.addEventListener('pointerup', up);
    over.addEventListener('pointercancel', up);
    move(down);
  }

  /** Show the selected range. */
  private showSelection(from: number, to: number): void {
    const whole = this.plot.over.clientHeight;
    const select = {
      left: Math.min(from, to), width: Math.abs(to - from), top: 0, height: whole,
    };
    this.plot.setSelect(select, false);
  }

  private choose(from: number, to: number): void {
    this.showSelection(0, 0);
    if (Math.abs(to - from) > 4) {
      const ends = [from, to].map((left) => this.plot.posToVal(left, 'x'));
      this.narrow(Math.min(...ends), Math.max(...ends));
    }
  }

  private wheel(event: WheelEvent): void {
    if (!event.ctrlKey) {
      return;
    }
    event.preventDefault();
    const centre = this.plot.posToVal(event.offsetX, 'x');
    const factor = Math.exp(0.002 * event.deltaY);
    const { min, max } = this.plot.scales.x;
    this.narrow(centre + factor * ((min ?? 0) - centre), centre + factor * ((max ?? 1) - centre));
  }

  /** Show a range of time in all charts; the whole run if the range contains it. */
  private narrow(from: number, to: number): void {
    const times = this.plot.data[0];
    const start = times[0];
    const end = times[times.length - 1];
    this.timeRange.set(from <= start && to >= end ? null
      : [Math.max(from, start), Math.min(to, end)]);
  }
}
