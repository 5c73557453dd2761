import type { Build } from './build.ts';
import type { Home } from './home.ts';
import type { Generator } from './load/load.ts';
import { startParley, type ParleyServer } from './parley.ts';
import type { Row, Skipped } from './table.ts';

/** The amount and duration of measurements. */
export interface Pace {
  quick: boolean;
  rounds: number;
  ms: number;
  clients: readonly number[];
  manySpaces: number;
}

/** One part of the table. */
export type Measure = (stage: Stage) => Promise<(Row | Skipped)[]>;

/** Figures of a build of which less is better, named with their unit. Each call measures once. */
export type Costs = Record<string, () => Promise<number>>;
export type Prepare = (stage: Stage) => Promise<Costs>;

/** What a section needs, for one build, and what it started. */
export class Stage {
  readonly pace: Pace;
  readonly generator: Generator;
  readonly build: Build;
  readonly place: Home['place'];
  readonly postgres: Home['postgres'];
  readonly #kept: { stop(): Promise<unknown> }[] = [];

  constructor(pace: Pace, generator: Generator, { build, place, postgres }: Home) {
    this.pace = pace;
    this.generator = generator;
    this.build = build;
    this.place = place;
    this.postgres = postgres;
  }

  /** Starts a server that is stopped with the stage. */
  serve(place = this.place): Promise<ParleyServer> {
    return this.keep(startParley(this.build, place));
  }

  /** Has something stopped with the stage. */
  async keep<Thing extends { stop(): Promise<unknown> }>(starting: Thing | Promise<Thing>): Promise<Thing> {
    const thing = await starting;
    this.#kept.push(thing);
    return thing;
  }

  async stop(): Promise<void> {
    await Promise.all(this.#kept.splice(0).map((thing) => thing.stop()));
  }
}
