// SPDX-License-Identifier: Apache-2.0
//
// Terrain: the solid from the surface of a height field down to its base. The vertices of the
// surface are rows of a grid, x first, of increasing x and y.

import type { Solid } from './part';

/** Vertices and faces while they are added. */
class Builder implements Solid {
  readonly vertices: [number[], number[], number[]] = [[], [], []];
  readonly faces: [number[], number[], number[]] = [[], [], []];

  /** Add a vertex; its index. */
  vertex(...place: [number, number, number]): number {
    return place.map((x, c) => this.vertices[c].push(x))[0] - 1;
  }

  /** Add two triangles, counter-clockwise from outside. */
  square(a: number, b: number, c: number, d: number): void {
    [[a, a], [b, c], [c, d]].forEach((pair, k) => this.faces[k].push(...pair));
  }
}

/** Number of vertices in a row: x increases along it. */
function columnsOf(x: ArrayLike<number>): number {
  let count = 1;
  while (count < x.length && x[count] > x[count - 1]) {
    count++;
  }
  return count;
}

/** The vertices at the border, counter-clockwise from above. */
function border(rows: number, columns: number): number[] {
  const last = columns * (rows - 1), round = [];
  for (let k = 0; k < columns - 1; k++) {
    round.push(k);
  }
  for (let k = 0; k < rows - 1; k++) {
    round.push(columns * (k + 1) - 1);
  }
  for (let k = columns - 1; k > 0; k--) {
    round.push(last + k);
  }
  for (let k = rows - 1; k > 0; k--) {
    round.push(columns * k);
  }
  return round;
}

/** The closed solid below a surface down to z = -`depth`. As in contacts, the diagonal of a cell is
 * from its first vertex to its last. */
export function terrain({ vertices: [x, y, z] }: Solid, depth: number): Solid {
  const solid = new Builder(), columns = columnsOf(x), rows = Math.floor(x.length / columns);
  for (let k = 0; k < rows * columns; k++) {
    solid.vertex(x[k], y[k], z[k]);
  }
  for (let row = 0; row < rows - 1; row++) {
    for (let k = row * columns; k < (row + 1) * columns - 1; k++) {
      solid.square(k, k + 1, k + columns + 1, k + columns);
    }
  }
  const around = border(rows, columns);
  // vertices of their own: the border of the surface is an edge
  const upper = around.map((k) => solid.vertex(x[k], y[k], z[k]));
  const lower = around.map((k) => solid.vertex(x[k], y[k], -depth));
  around.forEach((_, k) => {
    const next = (k + 1) % around.length;
    solid.square(lower[k], lower[next], upper[next], upper[k]);
  });
  const corners = [0, columns * (rows - 1), rows * columns - 1, columns - 1];
  const [a, b, c, d] = corners.map((k) => solid.vertex(x[k], y[k], -depth));
  solid.square(a, b, c, d);
  return solid;
}
