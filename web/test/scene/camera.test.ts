// SPDX-License-Identifier: Apache-2.0
//
// The camera and its control.

import { Vector3 } from 'three';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Vec3 } from '../../src/data/page';
import {
  Eye, VIEWS, basis, defaultDirection, framing, nearer, shifted, turned, FIELD, type Orbit,
} from '../../src/scene/camera';
import { CameraControl } from '../../src/scene/camera_control';
import { HOME, body, mechanism, geom, model } from './makers';

const ROUND = 1e-12; // some hundred roundings of numbers near one

describe('camera', () => {
  const start: Orbit = { target: new Vector3(1, 2, 3), azimuth: 1.2, elevation: -0.4, distance: 5 };
  /** Where on the picture a point is, by its half height. */
  const seen = (o: Orbit, point: Vector3): [number, number] => {
    const { forward, right, up } = basis(o);
    const way = point.clone().sub(o.target).addScaledVector(forward, o.distance);
    const depth = way.dot(forward) * Math.tan(FIELD / 2);
    return [way.dot(right) / depth, way.dot(up) / depth];
  };

  test('looks along x at azimuth zero, with z upwards', () => {
    const { forward, right, up } = basis({ ...start, azimuth: 0, elevation: 0 });
    expect(forward.toArray()).toEqual([1, 0, 0]);
    expect(right.distanceTo(new Vector3(0, -1, 0))).toBeLessThan(ROUND);
    expect(up.distanceTo(new Vector3(0, 0, 1))).toBeLessThan(ROUND);
  });

  test('has a right and an up direction in vertical views too', () => {
    const { forward, right, up } = basis({ ...start, elevation: -Math.PI / 2 });
    const volume = new Vector3().crossVectors(right, forward).dot(up);
    expect(volume).toBeCloseTo(1, 12);
  });

  test('dragging right brings the left side to the front, dragging down shows the top', () => {
    const after = turned(start, 0.1, 0.1);
    expect(after.azimuth).toBeLessThan(start.azimuth);
    expect(after.elevation).toBeLessThan(start.elevation);
    expect(turned(start, 0, 9).elevation).toBe(-Math.PI / 2);
  });

  test('panning keeps the target under the pointer', () => {
    const [x, y] = seen(shifted(start, 0.25, 0.1, false), start.target);
    expect(x).toBeCloseTo(0.5, 12);
    expect(y).toBeCloseTo(-0.2, 12);
    expect(shifted(start, 0.2, 0.3, true).target.z).toBe(start.target.z);
  });

  test('zooming keeps the point under the pointer', () => {
    const { right, up } = basis(start), half = start.distance * Math.tan(FIELD / 2);
    const point = start.target.clone().addScaledVector(right, 0.6 * half * 1.5)
      .addScaledVector(up, -0.3 * half);
    const [x, y] = seen(nearer(start, 0.5, 0.6, -0.3, 1.5), point);
    expect(x).toBeCloseTo(0.9, 12);
    expect(y).toBeCloseTo(-0.3, 12);
  });

  test.each([0.5, 1.6])('framing shows all corners, closely, at aspect %f', (aspect) => {
    const low: Vec3 = [-1, -2, 0], high: Vec3 = [3, 1, 2];
    for (const { azimuth, elevation } of [...VIEWS, { azimuth: 2, elevation: -0.3 }]) {
      const orbit = framing({ low, high }, azimuth, elevation, aspect);
      let most = 0;
      for (let k = 0; k < 8; k++) {
        const corner = new Vector3(
          (k & 1 ? high : low)[0], (k & 2 ? high : low)[1], (k & 4 ? high : low)[2]);
        const [x, y] = seen(orbit, corner);
        most = Math.max(most, Math.abs(x) / aspect, Math.abs(y));
      }
      expect(most).toBeLessThan(1);
      expect(most).toBeGreaterThan(0.8);
    }
  });

  test('a planar motion is viewed across its plane', () => {
    const [xz] = defaultDirection({ low: [-1, -0.1, -1], high: [1, 0.1, 1] });
    const [yz] = defaultDirection({ low: [-0.1, -1, -1], high: [0.1, 1, 1] });
    const [, flat] = defaultDirection({ low: [-1, -1, 0], high: [1, 1, 0.1] });
    expect(Math.abs(Math.sin(xz))).toBeGreaterThan(0.8);
    expect(Math.abs(Math.cos(yz))).toBeGreaterThan(0.8);
    expect(flat).toBeLessThan(-Math.PI / 5);
  });

  test('moves along the shorter turn and arrives', () => {
    const eye = new Eye(start);
    eye.glide({ ...start, azimuth: start.azimuth + 2 * Math.PI - 0.2 });
    let pictures = 0;
    while (eye.advance(1 / 60)) {
      expect(Math.abs(eye.now.azimuth - start.azimuth)).toBeLessThan(0.2 + ROUND);
      pictures++;
    }
    expect(pictures).toBeGreaterThan(10);
    expect(pictures).toBeLessThan(120);
    expect(eye.now.azimuth).toBeCloseTo(start.azimuth - 0.2, 12);
  });

  test('moves with the followed body, also during a move to another view', () => {
    const eye = new Eye(start);
    eye.look(new Vector3(5, 5, 5));
    eye.carry(new Vector3(0, 0, 1));
    while (eye.advance(0.1)) { /* until it is there */ }
    expect(eye.now.target.toArray()).toEqual([5, 5, 6]);
  });
});

describe('camera control', () => {
  const sight = (): CameraControl => {
    const shown = mechanism(model({ bodies: [body()], geoms: [geom()] }), [HOME]);
    return new CameraControl(shown.extent, shown, shown.start, () => undefined);
  };
  const pictures = (of: CameraControl): number => {
    let count = 0;
    while (of.advance(1 / 60)) {
      count++;
    }
    return count;
  };

  afterEach(() => vi.unstubAllGlobals());

  test('moves smoothly from view to view', () => {
    const gliding = sight();
    gliding.step(1);
    expect(pictures(gliding)).toBeGreaterThan(10);
  });

  test('moves at once where reduced motion is preferred', () => {
    vi.stubGlobal('matchMedia', () => ({ matches: true }));
    const still = sight();
    still.step(1);
    expect(pictures(still)).toBe(1);
  });
});
