// SPDX-License-Identifier: Apache-2.0
//
// The work-precision diagram: a point per run on two logarithmic axes.

import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { short } from '../core/format';
import { canvasColour } from './colours';

export interface Dot {
  x: number;
  y: number;
  colour: string;
}

const font = '11px system-ui, sans-serif';

function axis(label: string, size: number): uPlot.Axis {
  return {
    label, labelFont: font, labelSize: 18, font, size,
    stroke: () => canvasColour('var(--faint)'),
    grid: { stroke: () => canvasColour('var(--grid)'), width: 1 },
    ticks: { show: false },
    values: (_, values) => values.map((value) => (value === null ? '' : short(value, 2))),
  };
}

/** Limits of an axis, at least a decade apart: a single dot has no range of its own. */
function range(_: uPlot, low: number | null, high: number | null): uPlot.Range.MinMax {
  return low === null || high === null ? [1, 10] : uPlot.rangeLog(low / 1.5, high * 1.5, 10, false);
}

function paint(plot: uPlot, dots: readonly Dot[]): void {
  const { ctx } = plot;
  const radius = 5 * devicePixelRatio;
  for (const { x, y, colour } of dots) {
    ctx.beginPath();
    ctx.arc(plot.valToPos(x, 'x', true), plot.valToPos(y, 'y', true), radius, 0, 2 * Math.PI);
    ctx.fillStyle = canvasColour(colour);
    ctx.fill();
  }
}

/** Draw dots into an element that has a width. The result redraws them after a change of size or
 * colours. */
export function scatter(place: HTMLElement, dots: readonly Dot[], xLabel: string, yLabel: string):
  () => void {
  const rising = [...dots].sort((a, b) => a.x - b.x);
  const size = (): { width: number; height: number } =>
    ({ width: Math.max(place.clientWidth, 120), height: 240 });
  const plot = new uPlot({
    ...size(),
    padding: [8, 26, 0, 0],
    legend: { show: false },
    cursor: { show: false },
    scales: { x: { time: false, distr: 3, range }, y: { distr: 3, range } },
    axes: [axis(xLabel, 26), axis(yLabel, 52)],
    series: [{}, { paths: () => null, points: { show: false } }],
    hooks: { draw: [(drawn) => paint(drawn, rising)] },
  }, [rising.map(({ x }) => x), rising.map(({ y }) => y)], place);
  return () => plot.setSize(size());
}
