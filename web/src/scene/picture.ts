// SPDX-License-Identifier: Apache-2.0
//
// The stage: draws when something has changed, and only then.

import {
  MathUtils, NoToneMapping, PCFShadowMap, PerspectiveCamera, Raycaster, Scene, Vector2, Vector3,
  WebGLRenderer,
} from 'three';
import type { Vec3 } from '../data/page';
import {
  Eye, FIELD, VIEWS, basis, defaultDirection, framing, nearer, shifted, turned, type Orbit,
} from './camera';
import { SCENERY } from './colours';
import type { Actor } from './create';
import type { Hit } from './crowd';
import { union, type Extent } from './extent';
import { SHOWN_GROUPS, drawable, dressed } from './geoms';
import { listen, type Hand } from './gestures';
import { Ground, groundLevel } from './ground';
import { SEEN_AT_FIRST } from './layers';
import { Lights } from './lights';
import type { Part } from './part';
import { move } from './placements';
import { FINEST, Quality, type Level } from './quality';
import { Sky } from './sky';
import type { Layer, Stage, Theme, Under } from './stage';

type Listener = (body: number | null) => void;

const GROUPS = 6;
const WANDERS = 2.5; // by how many mechanisms a motion is wide that one goes along with
const NAMING = 100; // ms from one look at what is under the mouse to the next
const LONG = 200; // ms that a picture may take for what glides; after more it goes on from there
const PLAYING = 50; // ms after which no further picture is expected from outside
const REST = 15; // frames of the browser without a picture

export class Picture implements Stage {
  private readonly renderer: WebGLRenderer;
  private readonly scene = new Scene();
  private readonly camera = new PerspectiveCamera(MathUtils.radToDeg(FIELD));
  private readonly extent: Extent;
  private readonly ground: Ground;
  private readonly sky = new Sky();
  private readonly lights: Lights;
  private readonly eye: Eye;
  private readonly quality = new Quality();
  private readonly gone = new AbortController();
  private readonly seen = { ...SEEN_AT_FIRST };
  private readonly groups: boolean[];
  private uncovered = false;
  private time: number;
  private posed = NaN; // when all was posed; NaN: has to be anew
  private readonly leader: number | null; // whom one follows at home
  private readonly setOut = new Vector3(); // where it was at first
  private following: number | null;
  private readonly followed = new Vector3();
  private hovered: readonly [number, number] | null = null;
  private namedAt = -Infinity; // when it was last told what is there [ms]
  private told: Orbit | null = null; // the view that was last told
  private readonly selects: Listener[] = [];
  private readonly follows: Listener[] = [];
  private readonly hovers: ((under: Under | null) => void)[] = [];
  private readonly turns: ((axes: readonly Vec3[]) => void)[] = [];
  private untouched = true; // nobody has moved the camera yet
  private viewNumber = VIEWS.length; // home
  private waiting = 0; // for the next picture
  private settling = 0; // for a rest
  private still = 0; // frames of the browser since the last picture
  private asked = -Infinity; // when a picture was last asked for from outside [ms]
  private drawnAt = 0;
  private script = 0;
  private readonly drawn: number[] = []; // when, in the last second
  private readonly point = [0, 0, 0];
  private readonly place = new Vector3();
  private readonly middle = new Vector3();
  private readonly size = new Vector2();

  constructor(
    private readonly canvas: HTMLCanvasElement, private readonly actors: readonly Actor[],
    theme: Theme,
  ) {
    this.renderer = new WebGLRenderer({ canvas, antialias: true });
    this.renderer.toneMapping = NoToneMapping;
    this.renderer.shadowMap.enabled = true;
    this.renderer.shadowMap.type = PCFShadowMap;
    this.renderer.shadowMap.autoUpdate = false;
    this.extent = union(actors.map(({ cast }) => cast.extent));
    const models = actors.map(({ cast }) => cast.model);
    this.ground = new Ground(groundLevel(models, this.extent), this.extent.size, this.reach());
    this.lights = new Lights(this.extent.size);
    this.scene.add(this.sky.mesh, this.ground.root, this.lights.root);
    for (const { crowd, springs, trails } of actors) {
      [crowd, springs, trails].forEach((thing) => thing && this.scene.add(thing.root));
    }
    this.groups = this.groupsAtFirst();
    this.time = actors[0].motion.start;
    this.leader = this.following = this.leading();
    if (this.leader !== null) {
      this.followed.copy(this.middleOf(this.leader));
      this.setOut.copy(this.followed);
    }
    this.eye = new Eye(this.homeOrbit());
    this.dress(theme);
    this.reveal();
    this.resize();
    const { signal } = this.gone;
    listen(canvas, this.hand(), signal);
    canvas.addEventListener('webglcontextrestored', () => {
      this.posed = NaN;
      this.wake();
    }, { signal });
  }

  draw(time: number): void {
    this.asked = performance.now();
    this.time = time;
    this.render(true);
  }

  resize(): void {
    const { clientWidth: width, clientHeight: height } = this.canvas;
    const { x, y } = this.renderer.getSize(this.size);
    if (width === 0 || height === 0) {
      return;
    }
    if (width === x && height === y) {
      this.wake(); // the screen may have another density
      return;
    }
    this.renderer.setSize(width, height, false);
    this.camera.aspect = width / height;
    this.actors.forEach(({ trails }) => trails?.resize(width, height));
    if (this.untouched) {
      this.eye.set(this.homeOrbit());
    }
    if (this.drawnAt > 0) {
      this.render(true); // at once: the canvas was cleared
    }
  }

  show(layer: Layer, visible: boolean): void {
    this.seen[layer] = visible;
    this.reveal();
    this.wake();
  }

  shows(layer: Layer): boolean {
    return this.seen[layer];
  }

  showGroup(group: number, visible: boolean): void {
    this.groups[group] = visible;
    this.uncovered ||= group === 0 && visible;
    this.reveal();
    this.wake();
  }

  showsGroup(group: number): boolean {
    return this.groups[group] ?? false;
  }

  trail(sites: readonly number[]): void {
    this.actors[0].trails?.of(sites);
    this.wake();
  }

  follow(body: number | null): void {
    if (body === this.following) {
      return;
    }
    this.following = body;
    if (body !== null) {
      this.untouched = false;
      this.eye.look(this.followed.copy(this.middleOf(body)));
    }
    this.wake();
  }

  select(body: number | null): void {
    this.actors[0].crowd.choose(body);
    this.wake();
  }

  onSelect(listener: Listener): void {
    this.selects.push(listener);
  }

  onFollow(listener: Listener): void {
    this.follows.push(listener);
    listener(this.following);
  }

  onHover(listener: (under: Under | null) => void): void {
    this.hovers.push(listener);
  }

  onTurn(listener: (axes: readonly Vec3[]) => void): void {
    this.turns.push(listener);
    this.told = null;
  }

  get cell(): number {
    return this.ground.cell;
  }

  image(): Promise<Blob> {
    this.render(false); // in this very task: the browser may empty the canvas after it
    return new Promise((done, fail) => this.canvas.toBlob((file) =>
      (file ? done(file) : fail(new Error('The browser made no picture.')))));
  }

  home(): void {
    this.hunt(this.leader);
    this.viewNumber = VIEWS.length;
    this.untouched = true;
    this.glide(this.homeOrbit());
  }

  view(step: 1 | -1): void {
    const count = VIEWS.length + 1;
    this.viewNumber = (this.viewNumber + step + count) % count;
    const fixed = VIEWS[this.viewNumber];
    if (!fixed) {
      this.home();
      return;
    }
    this.untouched = false;
    this.glide(framing(this.box(), fixed.azimuth, fixed.elevation, this.camera.aspect));
  }

  theme(theme: Theme): void {
    this.dress(theme);
    this.wake();
  }

  cost(): { script: number; rate: number } {
    const now = performance.now();
    return { script: this.script, rate: this.drawn.filter((t) => now - t < 1000).length };
  }

  dispose(): void {
    this.gone.abort();
    cancelAnimationFrame(this.waiting);
    cancelAnimationFrame(this.settling);
    for (const { crowd, springs, trails } of this.actors) {
      [crowd, springs, trails].forEach((thing) => thing?.dispose());
    }
    [this.ground, this.sky, this.lights, this.renderer].forEach((thing) => thing.dispose());
  }

  // ---- drawing

  /** Pose all and draw; of a motion as fine as there is time for. */
  private render(moving: boolean): void {
    const begin = performance.now();
    this.pose();
    const gliding = this.eye.advance(Math.min(begin - this.drawnAt, LONG) / 1000);
    this.drawnAt = begin;
    this.refine(moving ? this.quality.now : FINEST);
    this.eye.aim(this.camera, this.reach());
    for (const { crowd } of this.actors) {
      crowd.round(this.camera.position, this.scope());
      crowd.face(this.camera.matrix);
    }
    this.lights.from(this.camera.position, this.eye.now.target);
    this.ground.under(this.eye.now.target.x, this.eye.now.target.y);
    this.renderer.render(this.scene, this.camera);
    this.count(begin, moving);
    this.tellTurn();
    if (this.hovered && begin - this.namedAt > NAMING) {
      this.name();
    }
    if (gliding) {
      this.wake();
    }
  }

  private pose(): void {
    if (this.posed === this.time) {
      return;
    }
    this.posed = this.time;
    this.renderer.shadowMap.needsUpdate = true;
    for (const { motion, at, crowd, springs, trails } of this.actors) {
      at.take(motion.at(this.time));
      crowd.pose(at);
      springs?.pose(at);
      trails?.pose(this.time);
    }
    if (this.following !== null) {
      const here = this.middleOf(this.following);
      this.eye.carry(this.place.subVectors(here, this.followed));
      this.followed.add(this.place);
    }
    this.shine();
  }

  /** Light the mechanism where it is; in steps, so that the edges of shadows don't swim. */
  private shine(): void {
    const { model } = this.actors[0].cast, step = 0.4 * this.extent.size, at = this.place;
    let total = 0;
    at.set(0, 0, 0);
    for (let body = 0; body < model.bodies.length; body++) {
      const weight = model.bodies[body].mass + 1e-12;
      this.com(body);
      at.x += weight * this.point[0];
      at.y += weight * this.point[1];
      at.z += weight * this.point[2];
      total += weight;
    }
    at.divideScalar((total || 1) * step).round().multiplyScalar(step);
    this.lights.at(at.x, at.y, at.z);
  }

  private refine({ pixels, shadow }: Level): void {
    const ratio = Math.min(pixels, window.devicePixelRatio || 1);
    if (ratio !== this.renderer.getPixelRatio()) {
      this.renderer.setPixelRatio(ratio);
    }
    if (this.lights.sharpness(this.seen.shadows ? shadow : 0)) {
      this.renderer.shadowMap.needsUpdate = true;
    }
  }

  private count(begin: number, moving: boolean): void {
    const now = performance.now();
    this.script = now - begin;
    this.drawn.push(begin);
    while (this.drawn[0] < begin - 1000) {
      this.drawn.shift();
    }
    if (moving) {
      this.quality.drawn(begin);
      this.still = 0;
      this.settle();
    }
  }

  /** Draw finely when it rests. The browser's frames tell, not the clock: they wait for slow
   * pictures, which are no rest. */
  private settle(): void {
    this.settling ||= requestAnimationFrame(() => {
      this.settling = 0;
      if (++this.still < REST) {
        this.settle();
        return;
      }
      this.quality.rested();
      if (this.quality.now !== FINEST) {
        this.render(false);
      }
    });
  }

  /** Draw soon, unless somebody else does. */
  private wake(): void {
    this.waiting ||= requestAnimationFrame(() => {
      this.waiting = 0;
      if (performance.now() - this.asked < PLAYING) {
        this.wake();
      } else {
        this.render(true);
      }
    });
  }

  // ---- what is seen

  /** Of shapes for contacts none are seen where all bodies have others for the eye. */
  private groupsAtFirst(): boolean[] {
    const groups = Array.from({ length: GROUPS }, (_, group) => group < SHOWN_GROUPS);
    const geoms = drawable(this.actors[0].cast.model), covering = dressed(geoms);
    const rough = geoms.filter((g) => g.group === 0 && g.type !== 'plane');
    groups[0] = rough.length === 0 || !rough.every((g) => covering.has(g.body));
    return groups;
  }

  private isSeen(part: Part): boolean {
    const { layer, group, covered } = part;
    if (layer !== 'geoms') {
      return this.seen[layer];
    }
    return group < 0 ? this.seen.geoms || this.seen.bones
      : this.seen.geoms && this.groups[group] && (!covered || this.uncovered);
  }

  private reveal(): void {
    this.posed = NaN;
    for (const { crowd, springs, trails } of this.actors) {
      crowd.show((part) => this.isSeen(part));
      [springs, trails].forEach((thing, k) => {
        if (thing) {
          thing.root.visible = this.seen[k === 0 ? 'springs' : 'trails'];
        }
      });
    }
    this.ground.root.visible = this.seen.ground;
  }

  private dress(theme: Theme): void {
    const scenery = SCENERY[theme];
    [this.sky, this.ground, this.lights].forEach((thing) => thing.dress(scenery));
  }

  // ---- the camera

  private homeOrbit(): Orbit {
    const box = this.box();
    return framing(box, ...defaultDirection(box), this.camera.aspect);
  }

  /** The body to go along with: the heaviest, where the mechanism is small in all of its motion;
   * null: none. */
  private leading(): number | null {
    if (this.reach() < WANDERS * 2 * this.extent.size) {
      return null;
    }
    const { bodies } = this.actors[0].cast.model;
    const heaviest = bodies.reduce((best, { mass, host }, body) =>
      (host === body && mass > (bodies[best]?.mass ?? 0) ? body : best), -1);
    return heaviest < 0 ? null : heaviest;
  }

  /** What a view has to show: all of the motion, or the mechanism as it was at first where it goes
   * along with it. */
  private box(): Pick<Extent, 'low' | 'high'> {
    if (this.leader === null) {
      return this.extent;
    }
    const { low, high } = this.extent.first;
    const way = this.followed.clone().sub(this.setOut).toArray();
    const carried = (corner: Vec3): Vec3 => corner.map((x, c) => x + way[c]) as Vec3;
    return { low: carried(low), high: carried(high) };
  }

  private glide(orbit: Orbit): void {
    if (this.following !== this.leader && this.following !== null) {
      orbit.target.copy(this.followed);
    }
    this.eye.glide(orbit);
    this.wake();
  }

  /** The radius of all that has to be within sight. */
  private reach(): number {
    const { low, high } = this.extent;
    return Math.hypot(...[0, 1, 2].map((c) => high[c] - low[c]));
  }

  /** Pixels of what is as large as it is far away. */
  private scope(): number {
    return this.renderer.domElement.height / (2 * Math.tan(FIELD / 2));
  }

  private com(body: number): void {
    const { cast, at } = this.actors[0];
    move(this.point, at.numbers, at.at(body), cast.model.bodies[body].com);
  }

  private middleOf(body: number): Vector3 {
    this.com(body);
    return this.middle.set(this.point[0], this.point[1], this.point[2]);
  }

  // ---- hands

  private hand(): Hand {
    const change = (to: (now: Orbit) => Orbit): void => {
      this.untouched = false;
      this.eye.set(to(this.eye.now));
      this.wake();
    };
    return {
      turn: (dx, dy) => change((o) => turned(o, dx, dy)),
      shift: (dx, dy, flat) => change((o) => shifted(o, dx, dy, flat)),
      zoom: (factor, x, y) => change((o) => this.following === null
        ? nearer(o, factor, x, y, this.camera.aspect) : nearer(o, factor, 0, 0, 1)),
      choose: (x, y) => this.choose(this.hit(x, y)?.body ?? null),
      look: (x, y) => this.lookAt(this.hit(x, y)),
      follow: (x, y) => this.hunt(this.hit(x, y)?.body ?? null),
      hover: (at) => {
        this.hovered = at;
        this.name();
      },
    };
  }

  /** Tell what is under the mouse. */
  private name(): void {
    this.namedAt = performance.now();
    const hit = this.hovered && this.hit(...this.hovered);
    const [x, y] = this.hovered ?? [0, 0];
    const { clientWidth: width, clientHeight: height } = this.canvas;
    const under = hit
      && { body: hit.body, x: (1 + x) / 2 * width, y: (1 - y) / 2 * height };
    this.hovers.forEach((tell) => tell(under));
  }

  /** Tell from where it is looked, where that has changed. */
  private tellTurn(): void {
    const { now } = this.eye;
    if (this.told?.azimuth === now.azimuth && this.told.elevation === now.elevation) {
      return;
    }
    this.told = { ...now };
    const { right, up, forward } = basis(now);
    const axes = (['x', 'y', 'z'] as const).map((c): Vec3 => [right[c], up[c], -forward[c]]);
    this.turns.forEach((tell) => tell(axes));
  }

  private hit(x: number, y: number): Hit | null {
    const ray = new Raycaster();
    ray.setFromCamera(new Vector2(x, y), this.camera);
    return this.actors[0].crowd.pick(ray);
  }

  private choose(body: number | null): void {
    const moves = body !== null && body >= 0 ? body : null;
    this.select(moves);
    this.selects.forEach((tell) => tell(moves));
  }

  private hunt(body: number | null): void {
    const moves = body !== null && body >= 0 ? body : null;
    this.follow(moves);
    this.follows.forEach((tell) => tell(moves));
  }

  private lookAt(hit: Hit | null): void {
    if (hit) {
      this.untouched = false;
      this.eye.look(new Vector3(hit.point.x, hit.point.y, hit.point.z));
      this.wake();
    }
  }
}
