import type { Settings } from '@parley/testing';
import { Resources } from '../process/resources.ts';
import type { Found, Named } from '../report/scenarios.ts';
import { startDatabases, type Databases } from '../servers/databases.ts';
import { serve, type Server } from '../servers/serve.ts';

export interface Scenario extends Named {
  run(ground: Ground, course: Course): Promise<Found>;
}

interface Course {
  /** How long the scenarios that only take time last. */
  minutes: number;
  /** How long something is paused or cut off, at least. */
  pauseMs?: number;
  /** An answer can take as long as a silent database is waited for, and the time to notice that its successor is silent too. */
  patienceMs?: number;
}

/** So short that a paused server outlives the locks of those who asked it. */
export const lockSeconds = 2;
/** So little that garbage is collected before it looks like a leak, and that a leak ends the server. */
const heapMb = 384;

const common: Settings = {
  PARLEY_SECRET: 'the same for every process of a soak',
  PARLEY_RATE_LIMIT: '0',
  PARLEY_LOCK_TTL_SECONDS: String(lockSeconds),
  LOG_LEVEL: 'fatal',
};

/** A PostgreSQL that can be harmed, and servers on it. */
export class Ground extends Resources {
  #databases: Promise<Databases> | undefined;
  #pair: Promise<[Server, Server]> | undefined;
  readonly #more: Settings;

  /** `more` are settings of all servers. */
  constructor(more: Settings = {}) {
    super();
    this.#more = more;
  }

  databases(): Promise<Databases> {
    return (this.#databases ??= this.add(startDatabases()));
  }

  /** The settings of a server with a database of its own. */
  async database(): Promise<Settings> {
    return { DATABASE_URL: await (await this.databases()).create() };
  }

  /** Two servers on one database. */
  pair(): Promise<[Server, Server]> {
    return (this.#pair ??= this.database().then((place) => Promise.all([this.serve(place), this.serve(place)])));
  }

  async serve(settings: Settings): Promise<Server> {
    const server = await serve({ ...common, ...settings, ...this.#more }, { heapMb, hasClock: true, isSilent: true });
    await this.add({ stop: () => server.kill() });
    return server;
  }
}
