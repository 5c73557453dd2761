import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServer, type Settings, type TestServer } from '@parley/testing';
import { afterAll, beforeAll, vi } from 'vitest';
import { Parley, type ParleyOptions, type Space, type SpaceEvent } from '../src/index.ts';

/** A folder that is gone after the tests of this file; inside of a test, pass `onTestFinished`, because nothing else works there. */
export function scratch(atEnd: (remove: () => void) => void = afterAll): string {
  const folder = mkdtempSync(join(tmpdir(), 'parley-sdk-'));
  atEnd(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

export const quietly = (dataDir: string): Settings => ({ PARLEY_DATA_DIR: dataDir, LOG_LEVEL: 'silent', PARLEY_RATE_LIMIT: '0' });

/** A real server for the tests of this file; its addresses are known once they run. */
export function served(settings: Settings = {}): Readonly<Pick<TestServer, 'url' | 'setUpLink'>> {
  const dataDir = scratch();
  let server: TestServer | undefined;
  beforeAll(async () => {
    server = await startServer({ ...quietly(dataDir), ...settings });
  });
  afterAll(() => server?.stop());
  return {
    get url() {
      return server!.url;
    },
    get setUpLink() {
      return server!.setUpLink;
    },
  };
}

export const connect = (url: string, options: Partial<ParleyOptions> = {}): Parley => new Parley({ baseUrl: url, ...options });

/** An owner, and people who joined. */
export async function meeting(parley: Parley, ...names: string[]): Promise<[Space, ...Space[]]> {
  const owner = await parley.createSpace({ name: 'Launch', description: 'What is left to do', ownerName: 'Olga' });
  const invitation = await owner.invite();
  return [owner, ...(await Promise.all(names.map((name) => parley.join(invitation, { name }))))];
}

/** Patient, because the machine may be slow. */
export const eventually = (look: () => unknown): Promise<unknown> => vi.waitUntil(look, { timeout: 60_000, interval: 10 });

/** Listens in the background. */
export function listen(events: AsyncIterable<SpaceEvent>): { heard: SpaceEvent[]; ended: Promise<unknown> } {
  const heard: SpaceEvent[] = [];
  const reading = async () => {
    for await (const event of events) heard.push(event);
  };
  return { heard, ended: reading().catch((error: unknown) => error) };
}
