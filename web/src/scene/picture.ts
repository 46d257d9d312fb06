// SPDX-License-Identifier: Apache-2.0
//
// The implementation of the stage: the scene with its runs, camera, lights and ground.

import { NoToneMapping, PCFShadowMap, Scene, Vector2, WebGLRenderer } from 'three';
import type { Vec3 } from '../data/page';
import type { Arrows } from './arrows';
import { FIELD } from './camera';
import { SCENERY } from './colours';
import type { SceneRun } from './create';
import type { Instances } from './instances';
import { union } from './extent';
import { listen } from './gestures';
import { Ground, groundLevel } from './ground';
import { PictureGestures } from './picture_gestures';
import { Lights } from './lights';
import { FrameLoop } from './frame_loop';
import type { Patches } from './patches';
import type { Level } from './quality';
import { Visibility } from './visibility';
import { CameraControl } from './camera_control';
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

type Overlay = Springs | Trails | Arrows | Patches;

function show(thing: Overlay | null, visible: boolean): void {
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
  private readonly visibility: Visibility;
  private readonly control: CameraControl;
  private readonly gestures: PictureGestures;
  private readonly frames = new FrameLoop((moving) => this.render(moving));
  private readonly gone = new AbortController();
  private time: number;
  private posed = NaN; // time of the present poses; NaN: outdated
  private readonly size = new Vector2();

  constructor(
    private readonly canvas: HTMLCanvasElement, private readonly runs: readonly SceneRun[],
    theme: Theme,
  ) {
    const [{ mechanism, at, instances, motion }] = runs, wake = (): void => this.frames.wake();
    const extent = union(runs.map((run) => run.mechanism.extent));
    const models = runs.map((run) => run.mechanism.model);
    this.renderer = rendererOn(canvas);
    this.control = new CameraControl(extent, mechanism, at, wake);
    this.ground = new Ground(groundLevel(models, extent), extent.size, this.control.reach);
    runs.forEach((run) => run.instances.rule(this.ground.cell));
    this.lights = new Lights(extent.size);
    this.scene.add(this.sky.mesh, this.ground.root, this.lights.root);
    this.things().forEach(({ root }) => this.scene.add(root));
    this.visibility = new Visibility(mechanism.model);
    this.time = motion.start;
    this.applyScenery(theme);
    this.applyVisibility();
    this.resize();
    this.gestures = new PictureGestures(canvas, this.control, instances, wake);
    const { signal } = this.gone;
    listen(canvas, this.gestures, signal);
    canvas.addEventListener('webglcontextrestored', () => {
      this.posed = NaN;
      wake();
    }, { signal });
  }

  draw(time: number): void {
    this.frames.drawnOutside();
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
      this.frames.wake(); // the pixel ratio may have changed
      return;
    }
    this.renderer.setSize(width, height, false);
    this.control.fit(width / height);
    this.runs.forEach(({ trails }) => trails?.resize(width, height));
    if (this.frames.started) {
      this.render(true); // at once: resizing cleared the canvas
    }
  }

  show(layer: Layer, visible: boolean): void {
    this.visibility.show(layer, visible);
    this.applyVisibility();
    this.frames.wake();
  }

  shows(layer: Layer): boolean {
    return this.visibility.layers[layer];
  }

  showGroup(group: number, visible: boolean): void {
    this.visibility.showGroup(group, visible);
    this.applyVisibility();
    this.frames.wake();
  }

  showsGroup(group: number): boolean {
    return this.visibility.group(group);
  }

  trail(sites: readonly number[]): void {
    this.runs[0].trails?.of(sites);
    this.frames.wake();
  }

  follow(body: number | null): void {
    this.control.follow(body);
  }

  select(body: number | null): void {
    this.gestures.select(body);
  }

  onSelect(listener: (body: number | null) => void): void {
    this.gestures.selects.on(listener);
  }

  onFollow(listener: (body: number | null) => void): void {
    this.control.follows.on(listener);
    listener(this.control.following);
  }

  onHover(listener: (under: Under | null) => void): void {
    this.gestures.hovers.on(listener);
  }

  onTurn(listener: (axes: readonly Vec3[]) => void): void {
    this.control.onTurn(listener);
  }

  get force(): number | null {
    return this.runs[0].arrows?.sizes.scale ?? null;
  }

  get cell(): number {
    return this.ground.cell;
  }

  image(): Promise<Blob> {
    this.render(false); // in this task: the browser may clear the canvas afterwards
    return new Promise((done, fail) => this.canvas.toBlob((file) =>
      (file ? done(file) : fail(new Error('The browser could not encode the picture.')))));
  }

  home(): void {
    this.control.home();
  }

  view(step: 1 | -1): void {
    this.control.step(step);
  }

  theme(theme: Theme): void {
    this.applyScenery(theme);
    this.frames.wake();
  }

  cost(): { script: number; rate: number } {
    return this.frames.cost();
  }

  dispose(): void {
    this.gone.abort();
    [this.frames, ...this.things(), this.ground, this.sky, this.lights, this.renderer]
      .forEach((thing) => thing.dispose());
  }

  /** Pose all parts and draw a frame. */
  private render(moving: boolean): void {
    const seconds = this.frames.begin(), { control } = this;
    this.pose();
    const gliding = control.advance(seconds);
    this.refine(this.frames.level(moving));
    control.aim();
    for (const { instances } of this.runs) {
      instances.round(control.camera.position, this.scope());
      instances.face(control.camera.matrix);
    }
    this.lights.fillFrom(control.camera.position, control.target);
    this.ground.under(control.target.x, control.target.y);
    this.renderer.render(this.scene, control.camera);
    this.frames.end(moving);
    control.notify();
    this.gestures.lookAgain();
    if (gliding) {
      this.frames.wake();
    }
  }

  private pose(): void {
    if (this.posed === this.time) {
      return;
    }
    this.posed = this.time;
    this.renderer.shadowMap.needsUpdate = true;
    for (const { motion, at, instances, springs, trails, arrows, patches } of this.runs) {
      at.take(motion.at(this.time));
      instances.pose(at);
      springs?.pose(at);
      trails?.pose(this.time);
      arrows?.pose(this.time);
      patches?.pose(this.time);
    }
    this.control.goAlong();
    const [{ mechanism, at }] = this.runs;
    this.lights.centreOn(mechanism.model.bodies, at);
  }

  private refine({ pixels, shadow }: Level): void {
    const ratio = Math.min(pixels, window.devicePixelRatio || 1);
    if (ratio !== this.renderer.getPixelRatio()) {
      this.renderer.setPixelRatio(ratio);
    }
    if (this.lights.sharpness(this.visibility.layers.shadows ? shadow : 0)) {
      this.renderer.shadowMap.needsUpdate = true;
    }
  }

  private applyVisibility(): void {
    const { layers } = this.visibility;
    this.posed = NaN;
    for (const { instances, springs, trails, arrows, patches } of this.runs) {
      instances.show((part) => this.visibility.part(part));
      show(springs, layers.springs);
      show(trails, layers.trails);
      show(arrows, layers.contacts);
      show(patches, layers.patches);
      patches?.standAlone(!layers.contacts);
    }
    this.ground.root.visible = layers.ground;
  }

  private applyScenery(theme: Theme): void {
    const scenery = SCENERY[theme];
    [this.sky, this.ground, this.lights].forEach((thing) => thing.applyScenery(scenery));
  }

  /** All objects of the runs. */
  private things(): (Instances | Overlay)[] {
    return this.runs.flatMap(({ instances, springs, trails, arrows, patches }) =>
      [instances, springs, trails, arrows, patches].filter((thing) => thing !== null));
  }

  /** Size in pixels of a unit at unit distance. */
  private scope(): number {
    return this.renderer.domElement.height / (2 * Math.tan(FIELD / 2));
  }
}
