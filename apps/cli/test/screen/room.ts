import { Parley, type Space } from '@parley/sdk';
import { startServer, type Settings, type TestServer } from '@parley/testing';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { Seat, type SeatOptions } from './seat.ts';

/** A service of its own for the tests of a file, and seats in front of it. */
class Room {
  parley!: Parley;
  server!: TestServer;
  readonly #settings: Settings;
  #folder!: string;

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  async open(): Promise<void> {
    this.#folder = await mkdtemp(join(tmpdir(), 'parley-chat-'));
    this.server = await this.#start('0');
    this.parley = new Parley({ baseUrl: this.server.url });
  }

  async close(): Promise<void> {
    await this.server?.kill();
    await rm(this.#folder, { recursive: true, force: true });
  }

  /** The same service again, where it was and with what it knew. */
  async restart(): Promise<void> {
    this.server = await this.#start(new URL(this.server.url).port);
  }

  create(privacy: 'public' | 'private' = 'public'): Promise<Space> {
    return this.parley.createSpace({ name: 'Launch', description: 'What is left', ownerName: 'Olga', privacy });
  }

  sit(space: Space, options?: SeatOptions): Seat {
    return new Seat(this.server.url, space, options);
  }

  #start(port: string): Promise<TestServer> {
    const data = join(this.#folder, 'data');
    return startServer({ PORT: port, PARLEY_DATA_DIR: data, LOG_LEVEL: 'silent', PARLEY_RATE_LIMIT: '0', ...this.#settings });
  }
}

export function room(settings: Settings = {}): Room {
  const room = new Room(settings);
  beforeAll(() => room.open());
  afterAll(() => room.close());
  return room;
}

export const times = (text: string, part: string): number => text.split(part).length - 1;

/** How a message looks on a screen: the text is in a column of its own. */
export const said = (name: string, text: string): RegExp => new RegExp(`${name} +│ ${text}`);
