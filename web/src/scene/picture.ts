// SPDX-License-Identifier: Apache-2.0
//
// The stage: all that is in the picture, and what the rest of the page asks of it.

import { NoToneMapping, PCFShadowMap, Scene, Vector2, WebGLRenderer } from 'three';
import type { Vec3 } from '../data/page';
import type { Arrows } from './arrows';
import { FIELD } from './camera';
import { SCENERY } from './colours';
import type { Actor } from './create';
import type { Crowd } from './crowd';
import { union } from './extent';
import { listen } from './gestures';
import { Ground, groundLevel } from './ground';
import { Hands } from './hands';
import { Lights } from './lights';
import { Pace } from './pace';
import type { Level } from './quality';
import { Seen } from './seen';
import { Sight } from './sight';
import { Sky } from './sky';
import type { Springs } from './springs';
import type { Layer, Stage, Theme, Under } from './stage';
import type { Trails } from './trails';

function rendererOn(canvas: HTMLCanvasElement): WebGLRenderer {
  const renderer = new WebGLRenderer({ canvas, antialias: true });
  renderer.toneMapping = NoToneMapping;
  renderer.shadowMap.enabled = true;
  renderer.shadowMap.type = PCFShadowMap;
  renderer.shadowMap.autoUpdate = false;
  return renderer;
}

function show(thing: Springs | Trails | Arrows | null, visible: boolean): void {
  if (thing) {
    thing.root.visible = visible;
  }
}

export class Picture implements Stage {
  private readonly renderer: WebGLRenderer;
  private readonly scene = new Scene();
  private readonly ground: Ground;
  private readonly sky = new Sky();
  private readonly lights: Lights;
  private readonly seen: Seen;
  private readonly sight: Sight;
  private readonly hands: Hands;
  private readonly pace = new Pace((moving) => this.render(moving));
  private readonly gone = new AbortController();
  private time: number;
  private posed = NaN; // when all was posed; NaN: has to be anew
  private readonly size = new Vector2();

  constructor(
    private readonly canvas: HTMLCanvasElement, private readonly actors: readonly Actor[],
    theme: Theme,
  ) {
    const [{ cast, at, crowd, motion }] = actors, wake = (): void => this.pace.wake();
    const extent = union(actors.map((actor) => actor.cast.extent));
    const models = actors.map((actor) => actor.cast.model);
    this.renderer = rendererOn(canvas);
    this.sight = new Sight(extent, cast, at, wake);
    this.ground = new Ground(groundLevel(models, extent), extent.size, this.sight.reach);
    this.lights = new Lights(extent.size);
    this.scene.add(this.sky.mesh, this.ground.root, this.lights.root);
    this.things().forEach(({ root }) => this.scene.add(root));
    this.seen = new Seen(cast.model);
    this.time = motion.start;
    this.dress(theme);
    this.reveal();
    this.resize();
    this.hands = new Hands(canvas, this.sight, crowd, wake);
    const { signal } = this.gone;
    listen(canvas, this.hands, signal);
    canvas.addEventListener('webglcontextrestored', () => {
      this.posed = NaN;
      wake();
    }, { signal });
  }

  draw(time: number): void {
    this.pace.ask();
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
      this.pace.wake(); // the screen may have another density
      return;
    }
    this.renderer.setSize(width, height, false);
    this.sight.fit(width / height);
    this.actors.forEach(({ trails }) => trails?.resize(width, height));
    if (this.pace.started) {
      this.render(true); // at once: the canvas was cleared
    }
  }

  show(layer: Layer, visible: boolean): void {
    this.seen.show(layer, visible);
    this.reveal();
    this.pace.wake();
  }

  shows(layer: Layer): boolean {
    return this.seen.layers[layer];
  }

  showGroup(group: number, visible: boolean): void {
    this.seen.showGroup(group, visible);
    this.reveal();
    this.pace.wake();
  }

  showsGroup(group: number): boolean {
    return this.seen.group(group);
  }

  trail(sites: readonly number[]): void {
    this.actors[0].trails?.of(sites);
    this.pace.wake();
  }

  follow(body: number | null): void {
    this.sight.follow(body);
  }

  select(body: number | null): void {
    this.hands.select(body);
  }

  onSelect(listener: (body: number | null) => void): void {
    this.hands.selects.on(listener);
  }

  onFollow(listener: (body: number | null) => void): void {
    this.sight.follows.on(listener);
    listener(this.sight.following);
  }

  onHover(listener: (under: Under | null) => void): void {
    this.hands.hovers.on(listener);
  }

  onTurn(listener: (axes: readonly Vec3[]) => void): void {
    this.sight.onTurn(listener);
  }

  get force(): number | null {
    return this.actors[0].arrows?.scale ?? null;
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
    this.sight.home();
  }

  view(step: 1 | -1): void {
    this.sight.step(step);
  }

  theme(theme: Theme): void {
    this.dress(theme);
    this.pace.wake();
  }

  cost(): { script: number; rate: number } {
    return this.pace.cost();
  }

  dispose(): void {
    this.gone.abort();
    [this.pace, ...this.things(), this.ground, this.sky, this.lights, this.renderer]
      .forEach((thing) => thing.dispose());
  }

  /** Pose all and draw. */
  private render(moving: boolean): void {
    const seconds = this.pace.begin(), { sight } = this;
    this.pose();
    const gliding = sight.advance(seconds);
    this.refine(this.pace.level(moving));
    sight.aim();
    for (const { crowd } of this.actors) {
      crowd.round(sight.camera.position, this.scope());
      crowd.face(sight.camera.matrix);
    }
    this.lights.from(sight.camera.position, sight.target);
    this.ground.under(sight.target.x, sight.target.y);
    this.renderer.render(this.scene, sight.camera);
    this.pace.end(moving);
    sight.tell();
    this.hands.lookAgain();
    if (gliding) {
      this.pace.wake();
    }
  }

  private pose(): void {
    if (this.posed === this.time) {
      return;
    }
    this.posed = this.time;
    this.renderer.shadowMap.needsUpdate = true;
    for (const { motion, at, crowd, springs, trails, arrows } of this.actors) {
      at.take(motion.at(this.time));
      crowd.pose(at);
      springs?.pose(at);
      trails?.pose(this.time);
      arrows?.pose(this.time);
    }
    this.sight.goAlong();
    const [{ cast, at }] = this.actors;
    this.lights.upon(cast.model.bodies, at);
  }

  private refine({ pixels, shadow }: Level): void {
    const ratio = Math.min(pixels, window.devicePixelRatio || 1);
    if (ratio !== this.renderer.getPixelRatio()) {
      this.renderer.setPixelRatio(ratio);
    }
    if (this.lights.sharpness(this.seen.layers.shadows ? shadow : 0)) {
      this.renderer.shadowMap.needsUpdate = true;
    }
  }

  private reveal(): void {
    const { layers } = this.seen;
    this.posed = NaN;
    for (const { crowd, springs, trails, arrows } of this.actors) {
      crowd.show((part) => this.seen.part(part));
      show(springs, layers.springs);
      show(trails, layers.trails);
      show(arrows, layers.contacts);
    }
    this.ground.root.visible = layers.ground;
  }

  private dress(theme: Theme): void {
    const scenery = SCENERY[theme];
    [this.sky, this.ground, this.lights].forEach((thing) => thing.dress(scenery));
  }

  /** All that the runs have in the picture. */
  private things(): (Crowd | Springs | Trails | Arrows)[] {
    return this.actors.flatMap(({ crowd, springs, trails, arrows }) =>
      [crowd, springs, trails, arrows].filter((thing) => thing !== null));
  }

  /** Pixels of what is as large as it is far away. */
  private scope(): number {
    return this.renderer.domElement.height / (2 * Math.tan(FIELD / 2));
  }
}
