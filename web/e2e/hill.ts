// SPDX-License-Identifier: Apache-2.0
//
// A model with terrain: bodies of several shapes dropped on a hill.

const VERTICES = 61; // per side
const HALF = 3; // half side [m]
const BASE = 0.2; // [m]

/** Height of the hill, not from its lowest point [m]. */
function height(x: number, y: number): number {
  const knoll = 0.5 * Math.exp(-((x - 0.6) ** 2 + (y + 0.3) ** 2) / 1.2);
  const waves = 0.12 * Math.sin(2.1 * x + 0.4) * Math.cos(1.7 * y);
  return knoll + waves + 0.05 * Math.sin(5 * x) * Math.sin(4.3 * y + 1);
}

const BODIES: readonly [name: string, x: number, y: number, geom: string][] = [
  ['ball', 0.6, -0.3, 'type="sphere" size=".15"'],
  ['block', 0.2, 0.9, 'type="box" size=".2 .15 .1"'],
  ['capsule', -0.9, -0.6, 'type="capsule" size=".1 .2"'],
  ['drum', 1.2, -1.4, 'type="cylinder" size=".15 .1"'],
  ['slab', -1.2, 1, 'type="box" size=".3 .2 .08"'],
];

/** The hill as MJCF, whose inline rows begin with that of the greatest y. */
export function hill(): string {
  const along = [...Array(VERTICES).keys()].map((k) => HALF * (2 * k / (VERTICES - 1) - 1));
  const heights = along.map((_, row) => along.map((x) => height(x, -along[row])));
  const low = Math.min(...heights.flat()), tall = Math.max(...heights.flat()) - low;
  const text = heights.flat().map((z) => z.toFixed(4)).join(' ');
  const bodies = BODIES.map(([name, x, y, geom]) => `
    <body name="${name}" pos="${x} ${y} ${(height(x, y) - low + 0.35).toFixed(4)}">
      <freejoint/><geom ${geom} density="500"/>
    </body>`);
  return `<mujoco model="hill">
  <option timestep="0.005"/>
  <default><geom friction="0.8 0.01 0.001" condim="6"/></default>
  <asset>
    <hfield name="hill" nrow="${VERTICES}" ncol="${VERTICES}"
      size="${HALF} ${HALF} ${tall.toFixed(4)} ${BASE}" elevation="${text}"/>
  </asset>
  <worldbody>
    <geom type="hfield" hfield="hill"/>${bodies.join('')}
  </worldbody>
</mujoco>
`;
}
