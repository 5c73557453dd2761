import { Parley, type Space } from '@parley/sdk';
import { startServer, type Settings, type SharedServer, type TestServer } from '@parley/testing';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, inject } from 'vitest';
import { Seat, type SeatOptions } from './seat.ts';

/** A service, and seats in front of it. */
class Room {
  server: SharedServer = inject('server');

  get parley(): Parley {
    return new Parley({ baseUrl: this.server.url });
  }

  create(privacy: 'public' | 'private' = 'public'): Promise<Space> {
    return this.parley.createSpace({ name: 'Launch', description: 'What is left', ownerName: 'Olga', privacy });
  }

  sit(space: Space, options?: SeatOptions): Seat {
    return new Seat(this.server.url, space, options);
  }
}

/** A service of its own for the tests of a file, which can stop it. */
class OwnRoom extends Room {
  declare server: TestServer;
  readonly #settings: Settings;
  #folder!: string;

  constructor(settings: Settings) {
    super();
    this.#settings = settings;
  }

  async open(): Promise<void> {
    this.#folder = await mkdtemp(join(tmpdir(), 'parley-chat-'));
    this.server = await this.#start();
  }

  async close(): Promise<void> {
    await this.server.kill();
    await rm(this.#folder, { recursive: true, force: true });
  }

  /** The same service again, where it was and with what it knew. */
  async restart(): Promise<void> {
    this.server = await this.#start({ PORT: new URL(this.server.url).port });
  }

  #start(place: Settings = {}): Promise<TestServer> {
    const data = join(this.#folder, 'data');
    return startServer({ PARLEY_DATA_DIR: data, LOG_LEVEL: 'silent', PARLEY_RATE_LIMIT: '0', ...this.#settings, ...place });
  }
}

/** The service that all tests share. */
export const room = (): Room => new Room();

export function ownRoom(settings: Settings = {}): OwnRoom {
  const room = new OwnRoom(settings);
  beforeAll(() => room.open());
  afterAll(() => room.close());
  return room;
}

export const times = (text: string, part: string): number => text.split(part).length - 1;

/** How a message looks on a screen: the text is in a column of its own. */
export const said = (name: string, text: string): RegExp => new RegExp(`${name} +│ ${text}`);
